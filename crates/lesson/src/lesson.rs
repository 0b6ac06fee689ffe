//! A lesson, read from its file.

use board::Cell;
use computer::Level;
use rules::{AnyPosition, Family, Rules as _, Side};
use scenario::Scenario;

use crate::aim::{Aim, is_back};
use crate::puzzle::Puzzle;
use crate::trail::Trail;

/// A lesson: a position, the side that the pupil plays, and what is to be reached from there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lesson {
    /// The name for programs: the file's name without folder and ending.
    pub(crate) key: String,
    pub(crate) title: String,
    pub(crate) paragraph: Option<String>,
    pub(crate) task: String,
    pub(crate) done: String,
    pub(crate) scenario: Option<Scenario>,
    pub(crate) beside: Beside,
    pub(crate) start: AnyPosition,
    pub(crate) pupil: Side,
    pub(crate) aims: Vec<Aim>,
    /// The number of turns in which the aims must be reached.
    pub(crate) limit: u16,
    pub(crate) sayings: Vec<Saying>,
    pub(crate) forbidden: Vec<Forbidden>,
    pub(crate) replies: Replies,
    pub(crate) solution: Vec<Decision>,
    pub(crate) clues: Vec<Clue>,
    /// The value of every lot drawn in the lesson.
    pub(crate) lots: u64,
    pub(crate) puzzle: Option<Puzzle>,
    pub(crate) lines: Places,
}

/// The lines of a lesson's file on which mistakes of the whole are reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Places {
    pub(crate) aim: usize,
    pub(crate) limit: usize,
    pub(crate) solve: usize,
    pub(crate) reply: usize,
}

/// What stands beside the board of a lesson, so that nothing is shown before it is needed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Beside {
    /// Nothing but the lesson's own words.
    Nothing,
    /// The orders of the turn, used and left.
    Orders,
    /// What the family shows beside the board of a match. Some families ask there what an order means.
    Match,
    /// Both.
    #[default]
    All,
}

impl Beside {
    /// True if the orders of the turn are shown, used and left.
    pub const fn has_orders(self) -> bool {
        matches!(self, Self::Orders | Self::All)
    }

    /// True if the family's part is shown.
    pub const fn has_match(self) -> bool {
        matches!(self, Self::Match | Self::All)
    }
}

/// A sentence at the moment when it matters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Saying {
    /// The moment.
    pub when: When,
    /// The words.
    pub words: String,
    pub(crate) line: usize,
}

/// The moment of a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum When {
    /// From the beginning.
    Begin,
    /// While the unit on a cell is chosen.
    Chosen(Cell),
    /// After an order with that text.
    After(String),
}

/// An order that a pupil may well try, and that the rules refuse.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Forbidden {
    /// The order's text.
    pub order: String,
    /// The paragraph of the rules text that refuses it.
    pub paragraph: String,
    /// The words for a pupil whom this paragraph has just refused something.
    pub words: String,
    pub(crate) line: usize,
}

/// Who decides for the other side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Replies {
    /// These decisions one after the other, each as far as it is legal; then only what closes a turn.
    Fixed(Vec<Decision>),
    /// The computer, at a level.
    Computer(Level),
    /// The answer that is worst for the pupil, found by looking at every one: [`computer::best_answer`].
    Best,
}

/// One decision of a side: its orders up to where the rules ask somebody else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision {
    /// The orders as the engine protocol writes them.
    pub orders: String,
    pub(crate) line: usize,
}

/// Words that belong to an order of the solution.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clue {
    /// The order's text.
    pub order: String,
    /// The words before the order is given.
    pub words: String,
    pub(crate) line: usize,
}

/// How an attempt at a lesson stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Attempt {
    /// The aims can still be reached.
    Open,
    /// All aims are reached.
    Reached,
    /// The turns are used up, or the game is over.
    Missed,
}

impl Lesson {
    /// The name of the lesson for programs, under which progress is kept.
    pub fn key(&self) -> &str {
        &self.key
    }

    /// The name for people.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The family whose rules hold.
    pub fn family(&self) -> Family {
        self.start.family()
    }

    /// The paragraph of the family's rules text that the lesson is about.
    pub fn paragraph(&self) -> Option<&str> {
        self.paragraph.as_deref()
    }

    /// The aims in words.
    pub fn task(&self) -> &str {
        &self.task
    }

    /// The words once the lesson is done; empty if there are none.
    pub fn done(&self) -> &str {
        &self.done
    }

    /// The position at the beginning, in which the pupil is to decide.
    pub const fn start(&self) -> &AnyPosition {
        &self.start
    }

    /// What stands beside the board.
    pub const fn beside(&self) -> Beside {
        self.beside
    }

    /// The scenario of the program that the lesson is played in; none for a position drawn in rows.
    pub const fn scenario(&self) -> Option<&Scenario> {
        self.scenario.as_ref()
    }

    /// The side that the pupil plays.
    pub const fn pupil(&self) -> Side {
        self.pupil
    }

    /// What must be reached.
    pub fn aims(&self) -> &[Aim] {
        &self.aims
    }

    /// The number of turns in which it must be reached.
    pub const fn limit(&self) -> u16 {
        self.limit
    }

    /// The proof of a puzzle; none for a lesson.
    pub const fn puzzle(&self) -> Option<&Puzzle> {
        self.puzzle.as_ref()
    }

    /// Who decides for the other side.
    pub const fn replies(&self) -> &Replies {
        &self.replies
    }

    /// The lesson's own way to the aims, a line a decision; empty if the computer shows the way.
    pub fn solution(&self) -> &[Decision] {
        &self.solution
    }

    /// The orders with words of their own for those whom the rules refuse them.
    pub fn forbidden(&self) -> &[Forbidden] {
        &self.forbidden
    }

    /// The sentences, in the order of the file.
    pub fn sayings(&self) -> &[Saying] {
        &self.sayings
    }

    /// The value of every lot drawn in the lesson.
    pub const fn lots(&self) -> u64 {
        self.lots
    }

    /// How the attempt stands in `now`, to which the trail has led.
    pub fn attempt(&self, trail: &Trail, now: &AnyPosition) -> Attempt {
        let is_reached = |aim: &Aim| aim.is_reached(self.pupil, &self.start, trail, now);
        if self.aims.iter().all(is_reached) {
            return Attempt::Reached;
        }
        // a turn that is over may still reach what is looked at when the next one begins
        let is_over = now.outcome().is_some();
        match is_over || trail.turns() >= self.limit && is_back(self.pupil, trail, now) {
            true => Attempt::Missed,
            false => Attempt::Open,
        }
    }

    /// The sentence of the moment, with the unit on `chosen` chosen; empty if there is none.
    pub fn saying(&self, trail: &Trail, chosen: Option<Cell>) -> &str {
        let words = |wanted: &When| {
            let mut sayings = self.sayings.iter();
            let found = sayings.find(|saying| saying.when == *wanted);
            found.map(|saying| saying.words.as_str())
        };
        let of_cell = chosen.and_then(|cell| words(&When::Chosen(cell)));
        of_cell
            .or_else(|| {
                let mut latest = trail.latest();
                latest.find_map(|order| words(&When::After(order.to_owned())))
            })
            .or_else(|| words(&When::Begin))
            .unwrap_or_default()
    }

    /// The lesson's words for a pupil whom a paragraph of the rules has just refused something.
    pub fn refusal(&self, paragraph: &str) -> Option<&str> {
        let mut forbidden = self.forbidden.iter();
        let found = forbidden.find(|forbidden| forbidden.paragraph == paragraph);
        found.map(|forbidden| forbidden.words.as_str())
    }

    /// The lesson's words for an order of its solution.
    pub fn clue(&self, order: &str) -> Option<&str> {
        let found = self.clues.iter().find(|clue| clue.order == order);
        found.map(|clue| clue.words.as_str())
    }
}
