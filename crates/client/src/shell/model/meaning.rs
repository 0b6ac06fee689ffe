use board::Cell;
use reach::Trouble;
use rules::{AnyIllegal, AnyOrder, Illegal, Side};

use super::words::capital;

/// The meaning of a click, or of a family's own command, for the table.
#[derive(Debug, Clone, Default)]
pub(crate) struct Meaning {
    /// The cell chosen from now on.
    pub(crate) selected: Option<Cell>,
    /// The reason why the click has no effect.
    pub(crate) hint: Option<Refusal>,
    /// Orders to try, one after the other.
    pub(crate) orders: Vec<AnyOrder>,
}

/// The reason why the rules forbid an order, ready to be shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Refusal {
    /// The mistake and its reason.
    pub(crate) what: String,
    /// The remedy.
    pub(crate) advice: &'static str,
    /// The paragraph of the rules text that forbids the order.
    pub(crate) rule: &'static str,
}

impl From<&AnyIllegal> for Refusal {
    fn from(illegal: &AnyIllegal) -> Self {
        Self {
            what: format!("{}.", capital(&illegal.to_string())),
            advice: illegal.advice(),
            rule: illegal.rule(),
        }
    }
}

/// A trouble in words that begin with a capital letter.
pub(crate) fn trouble(what: impl std::fmt::Display, advice: impl Into<String>) -> Trouble {
    Trouble {
        what: capital(&what.to_string()),
        advice: advice.into(),
    }
}

/// A family's words for the choice that its sides make in secret.
#[derive(Debug)]
pub(crate) struct SecretWords {
    /// The verb for a side that has not chosen: `Waiting for Bo to ...`.
    pub(crate) choose: &'static str,
    /// The verb for a side that has chosen: `Waiting for Bo to ...`.
    pub(crate) open: &'static str,
    /// The verb between the next person at one screen and the side: `Ada ... White`.
    pub(crate) turn: &'static str,
    /// The own choice is made.
    pub(crate) locked: &'static str,
    /// The note that nobody else sees the own choice yet.
    pub(crate) unseen: &'static str,
    /// The question before the choice is sealed, and what sealing is.
    pub(crate) question: [&'static str; 3],
}

/// A family's words for the turn on a board.
#[derive(Debug)]
pub(crate) struct TurnWords {
    /// The side that decides now.
    pub(crate) side: Side,
    /// Its numbers.
    pub(crate) title: String,
    /// The number of orders left, and of orders in the turn.
    pub(crate) left: [u8; 2],
    /// The orders that the turn has: `4 orders`.
    pub(crate) has: String,
    /// The orders that the turn has used.
    pub(crate) used: String,
    /// A change of the number of orders to come.
    pub(crate) later: Option<String>,
}

/// Orders at the beginning of a turn that come before those that are counted, in words.
#[derive(Debug)]
pub(crate) struct Preliminaries {
    /// The number of those orders.
    pub(crate) count: usize,
    /// They are given.
    pub(crate) given: String,
    /// They are to be given.
    pub(crate) coming: String,
    /// In a line of the record.
    pub(crate) short: String,
    /// The hint on the line that goes back to after them.
    pub(crate) back: &'static str,
}
