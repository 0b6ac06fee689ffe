//! A half-made turn or set-up: it is written to a file next to the match file seconds after it changes and when the match is
//! left, and opening the match reads it.
//! It comes back when the match is opened again at the same step.

use rules::{AnyPosition, Draft, Rules};
use serde::{Deserialize, Serialize};

use super::table::Table;

/// A turn or a secret choice that was not sent.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Unfinished {
    /// The steps of the match then: after another step it is of no more use.
    pub(crate) steps: usize,
    /// The side whose it is.
    pub(crate) side: usize,
    /// The orders in the writing of the game, in order.
    pub(crate) orders: Vec<String>,
    /// The choice in the family's own writing.
    pub(crate) choice: Option<String>,
}

impl Unfinished {
    /// Reads the file.
    ///
    /// # Errors
    /// The text is no such file.
    pub(crate) fn read(text: &str) -> Result<Self, toml::de::Error> {
        toml::from_str(text)
    }

    pub(crate) fn write(&self) -> String {
        toml::to_string(self).expect("plain fields are always written")
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.orders.is_empty() && self.choice.is_none()
    }
}

impl Table {
    /// The orders or the set-up that leaving the match now would lose; empty if it would lose nothing.
    pub(crate) fn unfinished(&self) -> Unfinished {
        let mut kept = Unfinished {
            steps: self.steps(),
            ..Unfinished::default()
        };
        // what is sent or sealed is in the session's own files
        if self.turn.sent || self.replay {
            return kept;
        }
        if let Some(choice) = &self.secrets.choice {
            kept.side = choice.side().index();
            kept.choice = choice.note();
        } else if let Some(draft) = &self.turn.draft {
            kept.side = draft.side().index();
            kept.orders = written(draft);
        }
        kept
    }

    /// The words that say what becomes of a half-made turn when the user leaves the match; `None` without one.
    pub(crate) fn unfinished_words(&self) -> Option<&'static str> {
        let left = self.unfinished();
        let position = self.seen.played.position.as_ref()?;
        match left.choice {
            Some(_) => Some(families::secret_words(position).kept),
            None if left.is_empty() => None,
            None => Some("Your unfinished turn is kept as it is, and not sent."),
        }
    }

    /// Takes back what was left half made, if the match still stands where it was and nothing else was begun.
    pub(crate) fn take_unfinished(&mut self, kept: &Unfinished) {
        if kept.is_empty() || kept.steps != self.steps() || !self.unfinished().is_empty() {
            return;
        }
        if let (Some(text), Some(choice)) = (&kept.choice, &mut self.secrets.choice) {
            // two people at one screen: each gets back only its own
            if choice.side().index() == kept.side {
                choice.take_note(text);
            }
            return;
        }
        let orders = self.turn.draft.as_ref().map(|draft| {
            let mut draft = draft.clone();
            let side = draft.side();
            let mut orders = Vec::new();
            // up to the first that the rules refuse: the file may have been changed by hand
            for text in kept.orders.iter().filter(|_| side.index() == kept.side) {
                let Ok(order) = draft.position().parse_order(side, text) else {
                    break;
                };
                if draft.push(order.clone()).is_err() {
                    break;
                }
                orders.push(order);
            }
            orders
        });
        self.give_all(orders.unwrap_or_default());
    }
}

/// The orders of a draft as text, each read in the position before it.
fn written(draft: &Draft<AnyPosition>) -> Vec<String> {
    let orders = draft.orders().enumerate();
    orders
        .map(|(number, order)| draft.after(number).order_text(draft.side(), order))
        .collect()
}
