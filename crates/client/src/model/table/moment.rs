//! Moments: an end, a claim, a leader lost, a town won and set-ups opened lie over the board once, when they happen.

use kit::model::told::Told;
use kit::model::words::{capital, outcome_title};
use net::Snapshot;
use rules::{RESIGN, Rules, Side};

use super::Table;

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
        let text = match sentence.split_once(": ") {
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

    /// The end in one line: `You won: Black has no leaders left.`
    pub(crate) fn end_words(&self) -> Option<String> {
        let end = self.end()?;
        Some(format!("{}: {}", end.title, end.text))
    }
}
