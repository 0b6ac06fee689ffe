//! The toy family of the tests, which has no answer to the laboratory's questions.

use rules::testing::toy::Position;

use crate::family::Studied;

impl Studied for Position {}
