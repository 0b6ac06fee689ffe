//! The toy family of the tests: the defaults are its answers to the laboratory.

use rules::testing::toy::Position;

use crate::family::Studied;

impl Studied for Position {}
