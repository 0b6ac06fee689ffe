//! The meaning of a click, the reason of a refusal, and the words a family has for its turns and secrets.

use board::Cell;
use reach::Trouble;
use rules::{AnyIllegal, AnyOrder, Illegal, Side};

use super::words::capital;

/// The meaning of a click, or of a family's own command, for the table.
#[derive(Debug, Clone, Default)]
pub struct Meaning {
    /// The cell chosen from now on.
    pub selected: Option<Cell>,
    /// Why the click has no effect.
    pub hint: Option<Refusal>,
    /// Orders to try, one after the other.
    pub orders: Vec<AnyOrder>,
}

impl Meaning {
    /// A cell is chosen, or stays chosen.
    pub fn choice(cell: Cell) -> Self {
        Self {
            selected: Some(cell),
            ..Self::default()
        }
    }

    /// The same, with the reason why the click has no effect.
    pub fn but(self, hint: Option<Refusal>) -> Self {
        Self { hint, ..self }
    }
}

/// A thing beside the cells of a board that a click can choose.
// a place and not the unit itself: the list is made anew after every order, and only the position knows the units
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Pick {
    /// One of several units on a cell, counted from 0 in the family's order.
    Unit(Cell, u8),
    /// A thing without a cell, such as a prisoner, by a number of the family's.
    Apart(u16),
}

/// A line of the list beside the board, for a thing that can be chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    pub pick: Pick,
    /// The thing in words: `the second unit on b3`, `a prisoner of South`.
    pub name: String,
    /// It is the one chosen.
    pub is_chosen: bool,
    /// A click on it does something.
    pub can: bool,
}

/// Why the rules forbid an order, ready to be shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The mistake and its reason.
    pub what: String,
    pub advice: &'static str,
    /// The paragraph of the rules text that forbids the order.
    pub rule: &'static str,
}

// from the rules' own words, so that window, terminal and judge give the same reason
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
pub fn trouble(what: impl std::fmt::Display, advice: impl Into<String>) -> Trouble {
    Trouble {
        what: capital(&what.to_string()),
        advice: advice.into(),
    }
}

/// A family's words for the choice that its sides make in secret.
// the family's own words, since the choice may be a set-up, a muster or a card
#[derive(Debug)]
pub struct SecretWords {
    /// The verb for a side that has not chosen: `Waiting for Bo to ...`.
    pub choose: &'static str,
    /// The verb for a side that has chosen: `Waiting for Bo to ...`.
    pub open: &'static str,
    /// The verb between the next person at one screen and the side: `Ada ... White`.
    pub turn: &'static str,
    /// This player's own choice is made.
    pub locked: &'static str,
    /// What becomes of a half-made choice when the match is left.
    pub kept: &'static str,
    /// The note that nobody else sees this player's choice yet.
    pub unseen: &'static str,
    /// The question before the choice is sealed, and what sealing is; `None` for a choice so frequent that it is sealed
    /// without one.
    pub question: Option<[&'static str; 3]>,
}

impl SecretWords {
    /// The words for a hidden set-up.
    pub const SET_UP: Self = Self {
        choose: "set up",
        open: "open the set-up",
        turn: "sets up",
        locked: "Your set-up is locked",
        kept: "Your set-up is kept as it is, and not sent.",
        unseen: "Only you see it until both set-ups are opened.",
        question: Some([
            "Lock the set-up?",
            "Your program now sends a seal of your set-up: a number made from it that fits no other set-up and reveals nothing of it.",
            "Once everybody has locked, the set-ups are opened and checked against their seals. So nobody can look first, and nobody can change anything afterwards.",
        ]),
    };
}

/// A family's words for the turn on a board.
#[derive(Debug)]
pub struct TurnWords {
    /// The side that decides now.
    pub side: Side,
    /// The number of orders left, and of orders in the turn.
    pub left: [u8; 2],
    /// The orders that the turn has: `4 orders`.
    pub has: String,
    /// The orders that the turn has used.
    pub used: String,
    /// A change of the number of orders to come.
    pub later: Option<String>,
}

/// An order that closes a member's part of a turn in another way than the button that ends it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OtherEnd<O> {
    pub order: O,
    /// The name of its button.
    pub name: &'static str,
    pub hover: &'static str,
    /// It closes the parts of the others too.
    pub is_for_all: bool,
}

/// Orders at the beginning of a turn that come before those that are counted, in words.
#[derive(Debug)]
pub struct Preliminaries {
    pub count: usize,
    pub given: String,
    /// The words while they are still to be given.
    pub coming: String,
    /// In a line of the record.
    pub short: String,
    /// The hint on the line that goes back to after them.
    pub back: &'static str,
}

impl Preliminaries {
    /// No words: in a family without such orders there is nothing to say of them.
    pub const fn unnamed(count: usize) -> Self {
        Self {
            count,
            given: String::new(),
            coming: String::new(),
            short: String::new(),
            back: "",
        }
    }
}
