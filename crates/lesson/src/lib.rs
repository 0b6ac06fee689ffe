//! Lessons: small positions with an aim, read and checked, and what the player has reached of it.
//!
//! A lesson file is data in the language of the rules' diagrams (`docs/lessons.md`). The reader is as strict as that of
//! scenarios and reports every mistake with its line; [`Lesson::check`] plays the lesson's own solution, so that no
//! lesson asks what the rules refuse. The crate does no input or output: the program's lessons are built in. It names
//! no family. Read first: [`Lesson`], [`Aim`], [`Trail`].
//!
//! ```
//! use lesson::{Attempt, Lesson, Trail};
//! use rules::Rules as _;
//!
//! let lesson = Lesson::parse("mine.lesson", "\
//! title: One step
//! family: warlord
//! like: clash-of-arms
//! .....
//! ..i..
//! ..I..
//! ..L.l
//! task: Take the man on c3.
//! aim: takes c3
//! limit: 1 turn
//! solve: c2-c3
//! ").expect("a right lesson");
//! let before = lesson.start();
//! let order = before.parse_order(lesson.pupil(), "c2-c3").expect("an order");
//! let mut after = before.clone();
//! after.apply(lesson.pupil(), &order).expect("a legal one");
//! let trail = Trail::default().after(lesson.pupil(), before, lesson.pupil(), &order, &after);
//! assert_eq!(lesson.attempt(&trail, &after), Attempt::Reached);
//! ```

// floats differ between machines, and a lesson is the same everywhere
#![deny(clippy::float_arithmetic)]

mod aim;
mod built_in;
mod check;
mod draw;
mod lesson;
mod play;
mod prove;
mod puzzle;
mod read;
mod recipe;
mod text;
mod trail;

pub use aim::{Aim, Prize};
pub use built_in::{BuiltInLesson, built_in, files, puzzle_files, puzzles};
pub use draw::{draw, found, numbered};
pub use lesson::{Attempt, Beside, Clue, Decision, Forbidden, Lesson, Replies, Saying, When};
pub use puzzle::{Idea, Puzzle};
pub use recipe::{RECIPES, Recipe};
pub use trail::Trail;

/// The longest lesson text, in bytes.
pub const MAX_BYTES: usize = 16 * 1024;
