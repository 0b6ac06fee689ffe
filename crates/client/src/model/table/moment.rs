//! Moments: an end, a claim, a leader lost, a town won and set-ups opened lie over the board once, when they happen.

use board::Cell;
use kit::model::told::Told;
use kit::model::words::{EndReader, capital, outcome_title};
use net::Snapshot;
use protocol::Deed;
use rules::{RESIGN, Rules, Side, ToAct};

use super::{Decider, Table};

/// The most sentences of one moment.
const MOST: usize = 3;

/// Something to be staged over the board, in words for the reader.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Moment {
    pub(crate) title: String,
    pub(crate) text: String,
    /// The winners, if it is the end of the game.
    pub(crate) sides: Vec<Side>,
    pub(crate) is_end: bool,
    /// Differs from one moment of a match to the next.
    pub(crate) number: u64,
}

impl Moment {
    /// Title and text as sentences.
    pub(crate) fn words(&self) -> String {
        match self.text.is_empty() {
            true => self.title.clone(),
            false => format!("{}. {}", self.title, self.text),
        }
    }
}

impl Table {
    /// Stages what a new snapshot brings, if it is worth it. A match that is opened stages nothing of its past.
    pub(super) fn stage(&mut self, before: &Snapshot) {
        if self.replay {
            return;
        }
        let is_new_end = self.seen.played.outcome.is_some() && before.played.outcome.is_none();
        let known = super::steps(before);
        let moment = if is_new_end {
            self.show_last_turn(known);
            self.end()
        } else if self.steps() > known && self.seen.file == before.file {
            let told = (known..self.steps()).flat_map(|at| self.told(at));
            let told: Vec<Told> = told.filter(|told| told.is_staged).collect();
            (!told.is_empty()).then(|| {
                let texts = told.iter().skip(1).take(MOST - 1);
                let texts: Vec<&str> = texts.map(|told| told.text.as_str()).collect();
                Moment {
                    title: told[0].text.clone(),
                    text: texts.join(". "),
                    sides: Vec::new(),
                    is_end: false,
                    number: 0,
                }
            })
        } else {
            return;
        };
        // a turn without a moment ends the one before: it was about another turn
        self.moment = moment.map(|moment| Moment {
            number: self.steps() as u64 + 1,
            ..moment
        });
    }

    /// Has the turn that ended the game played on the board, no matter who gave it.
    fn show_last_turn(&mut self, known: usize) {
        let steps = self.steps();
        let last = steps.checked_sub(1).filter(|last| *last >= known);
        let Some(last) = last.filter(|last| {
            let deed = &self.history()[*last].deed;
            matches!(deed, Deed::Orders { .. })
        }) else {
            return;
        };
        self.reading.to_play_back.get_or_insert(last..steps);
    }

    /// The cell of the capture that ended the game; none if it ended in another way.
    pub(crate) fn decisive(&self) -> Option<Cell> {
        let last = self.seen.record().len().checked_sub(1)?;
        let (_, orders) = self.orders(last)?;
        let took = orders.iter().rev().find(|done| families::takes(done))?;
        families::way(&took.order).map(|(_, to)| to)
    }

    /// The end of the game from the reader's side; in neutral words if the reader has no side, or both.
    fn end(&self) -> Option<Moment> {
        let outcome = self.seen.played.outcome?;
        let family = self.seen.played.position.as_ref()?.family();
        let names = self.seen.side_names();
        let winners: Vec<Side> = outcome.winners().iter().collect();
        let side = self.only_person();
        let has_won = side.is_some_and(|side| winners.contains(&side));
        let has_lost = side.is_some() && !has_won && !winners.is_empty();
        let title = match (has_won, has_lost) {
            (true, _) => "You won".to_owned(),
            (_, true) => "You lost".to_owned(),
            _ => outcome_title(names, outcome),
        };
        let sentence = families::outcome(family, outcome, &self.seen.contract.seats, names);
        let now = self.seen.played.position.as_deref()?;
        let is_of_two = now.sides().iter().count() == 2;
        let other = self.seen.contract.seats.iter();
        let mut other = other.filter(|seat| Some(seat.side) != side);
        let other = other.next().filter(|_| is_of_two);
        let named = other.map(|seat| match self.decider(seat.seat) {
            Decider::Computer(_) => "the computer",
            _ => seat.called.as_str(),
        });
        let told = side.zip(named).and_then(|(side, other)| {
            let reader = EndReader {
                side,
                has_won,
                other,
            };
            match outcome.word() {
                RESIGN => Some(match has_won {
                    true => format!("{} resigned.", capital(other)),
                    false => "You resigned.".to_owned(),
                }),
                _ => families::end_told(outcome, now, &reader),
            }
        });
        let text = match sentence.split_once(": ") {
            _ if told.is_some() => told.unwrap_or_default(),
            _ if has_lost && outcome.word() == RESIGN => "You resigned.".to_owned(),
            // the title has said who wins
            Some((_, why)) => capital(why),
            None => sentence,
        };
        Some(Moment {
            title,
            text,
            sides: winners,
            is_end: true,
            number: 0,
        })
    }

    /// The words in place of a refusal once there is nothing left to be ordered; none while there is, or nothing was
    /// refused.
    pub(crate) fn over_words(&self) -> Option<String> {
        self.board.hint.as_ref()?;
        if self.seen.played.outcome.is_some() {
            return self.end_words();
        }
        let draft = self.open_draft()?;
        let is_over = matches!(draft.position().to_act(), ToAct::Nobody(_));
        is_over.then(|| "That decides the game: end the turn, or undo.".to_owned())
    }

    /// The end in a sentence from the side of the one person here; none for somebody with no side, or both.
    pub(crate) fn end_text(&self) -> Option<String> {
        self.only_person()?;
        self.end().map(|end| end.text)
    }

    /// The end in one line: `You won: Black has no leaders left.`
    pub(crate) fn end_words(&self) -> Option<String> {
        let end = self.end()?;
        Some(format!("{}: {}", end.title, end.text))
    }
}
