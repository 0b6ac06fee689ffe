//! The older match that a match begins from a position of: what this machine knows of it, and the words for its player.
//!
//! An offer can say any position to be that of an older match. The player agrees to the position that is shown; whether it
//! was played like this says the file of that match, where it is here.

use std::path::PathBuf;
use std::sync::Arc;

use protocol::manifest::{Pace, Terms};
use protocol::{Beginning, PublicKey, Start};
use rules::{AnyPosition, Family, Rules, Side};
use scenario::Scenario;

use crate::home::Home;
use crate::limits::LARGEST_MATCH;
use crate::snapshot::SeatInfo;
use crate::writing::read_within;

/// The position of an older match that a match begins from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    /// What the manifest says of the older match.
    pub start: Start,
    /// The position that the match begins with.
    pub position: Arc<AnyPosition>,
    /// The older match, where its file lies in the data folder.
    pub known: Option<Known>,
}

/// An older match whose file lies in the data folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Known {
    /// The file.
    pub file: PathBuf,
    /// The position is that of the file; none where the file ends before.
    pub fits: Option<bool>,
    /// The key, the name and the side of each player of that match.
    pub players: Vec<(PublicKey, String, Side)>,
}

impl Origin {
    /// The position that an offer of one's own begins from.
    pub(crate) fn of(
        start: Option<&Start>,
        scenario: &Scenario,
        options: &[(String, String)],
        home: &Home,
    ) -> Option<Arc<Self>> {
        let beginning = Beginning::of(start?, scenario, options)?;
        Some(Arc::new(Self::trace(&beginning, home)))
    }

    /// Looks for the older match in the data folder.
    pub(crate) fn trace(beginning: &Beginning, home: &Home) -> Self {
        let start = beginning.start.clone();
        Self {
            known: Known::of(&start, home),
            position: Arc::new(beginning.position.clone()),
            start,
        }
    }

    /// Tells whether the file of the older match that lies here has another position there.
    pub fn is_false(&self) -> bool {
        let known = self.known.as_ref();
        known.is_some_and(|known| known.fits == Some(false))
    }

    /// The number of the turn with which the match begins.
    pub fn turn(&self) -> u32 {
        self.position.turn().number
    }

    /// Everything that a player must know before agreeing, a sentence each; `seats` are those of the new match.
    pub fn in_words(&self, family: Family, seats: &[SeatInfo], terms: &Terms) -> Vec<String> {
        let mut words = Vec::new();
        let id: String = self.start.sid[..4]
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        let turn = self.turn();
        words.push(format!(
            "The match begins with turn {turn}, from a position of an older match, {id}. That match stays as it is."
        ));
        let Some(known) = &self.known else {
            words.push(
                "The file of that match is not in your data folder: nobody here can say whether it was played like this. \
                 You agree to the position that is shown."
                    .to_owned(),
            );
            words.extend(clocks(terms));
            return words;
        };
        let name = known.file.file_name().unwrap_or_default();
        let name = name.to_string_lossy();
        words.push(match known.fits {
            Some(true) => format!("It is the position of that match in your file, {name}."),
            Some(false) => format!(
                "Your file of that match, {name}, has another position there: the offer does not begin where it says."
            ),
            None => format!(
                "Your file of that match, {name}, ends before: it cannot say whether it was played like this."
            ),
        });
        for seat in seats {
            words.extend(known.change(family, seat));
        }
        words.extend(clocks(terms));
        words
    }
}

impl Known {
    fn of(start: &Start, home: &Home) -> Option<Self> {
        let file = crate::continuation::file_of(&home.matches_folder(), &start.sid)?;
        let bytes = read_within(&file, LARGEST_MATCH).ok()?;
        let manifest = protocol::glance::glance(&bytes).ok()?.manifest;
        let players = manifest.all_seats().into_iter().filter_map(|seat| {
            let entry = manifest.seat(seat)?;
            Some((entry.identity, entry.name.clone(), manifest.side_of(seat)?))
        });
        Some(Self {
            fits: protocol::judge::begins_in(&bytes, start),
            players: players.collect(),
            file,
        })
    }

    /// How a player of the new match played in the old one, if it is not as before.
    fn change(&self, family: Family, seat: &SeatInfo) -> Option<String> {
        let name = protocol::plain_text(&seat.name);
        let side = family.side_name(seat.side);
        let before = self.players.iter().find(|(key, ..)| *key == seat.key);
        let Some((_, called, had)) = before else {
            let who = self.players.iter().find(|(.., had)| *had == seat.side);
            let who = protocol::plain_text(who.map_or("another player", |(_, name, _)| name));
            return Some(match seat.mine {
                true => format!("You play {side}, which {who} played in that match."),
                false => format!(
                    "{name} did not play in that match, and plays {side}, which {who} played there."
                ),
            });
        };
        let called = protocol::plain_text(called);
        let before = family.side_name(*had);
        match (seat.mine, *had == seat.side) {
            (true, true) => None,
            (true, false) => Some(format!(
                "You change sides: you play {side}, and played {before} in that match."
            )),
            (false, _) if called != name => {
                Some(format!("{name} was called {called} in that match."))
            }
            (false, _) => None,
        }
    }
}

fn clocks(terms: &Terms) -> Option<String> {
    let is_timed = terms.pace != Pace::Untimed;
    is_timed.then(|| "The clocks begin afresh.".to_owned())
}
