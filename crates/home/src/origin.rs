//! The older match that a match begins from a position of: what this machine knows of it, and the words for its player.
//!
//! An offer can say any position to be that of an older match. The player agrees to the position that is shown;
//! only the file of that match says whether it was played like this, if that file is here.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use protocol::manifest::{Pace, Terms};
use protocol::terms::clock_face;
use protocol::{Beginning, PublicKey, Start, StartTime};
use rules::{AnyPosition, Rules, Side};
use scenario::{Scenario, SideNames};

use crate::continuation::file_of;
use crate::folder::Home;
use crate::limits::LARGEST_MATCH;
use crate::seats::SeatInfo;
use crate::writing::read_within;

/// The position of an older match that a match begins from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    /// The older match, as the manifest describes it.
    pub start: Start,
    /// The position that the match begins with.
    pub position: Arc<AnyPosition>,
    /// The older match, if its file is in the data folder.
    pub known: Option<Known>,
}

/// An older match whose file lies in the data folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Known {
    pub file: PathBuf,
    /// The host has sent the file, which is kept once the match is agreed.
    pub is_sent: bool,
    /// The position is that of the file; none if the file ends before.
    pub fits: Option<bool>,
    /// The key, the name and the side of each player of that match.
    pub players: Vec<(PublicKey, String, Side)>,
}

impl Origin {
    /// The position that an offer of one's own begins from.
    pub fn of(
        start: Option<&Start>,
        scenario: &Scenario,
        options: &[(String, String)],
        home: &Home,
    ) -> Option<Arc<Self>> {
        let beginning = Beginning::of(start?, scenario, options)?;
        Some(Arc::new(Self::trace(&beginning, home, None)))
    }

    /// Looks for the older match in the data folder, otherwise in what the host has sent, with the place where that is
    /// kept.
    pub fn trace(beginning: &Beginning, home: &Home, sent: Option<(&[u8], &Path)>) -> Self {
        let start = beginning.start.clone();
        let sent = || sent.and_then(|(bytes, file)| Known::read(&start, bytes, file, true));
        // a file of this machine goes before what the host has sent: the host may have written that one itself
        Self {
            known: Known::of(&start, home).or_else(sent),
            position: Arc::new(beginning.position.clone()),
            start,
        }
    }

    /// True if the file of the older match that lies here has another position there.
    pub fn is_false(&self) -> bool {
        let known = self.known.as_ref();
        known.is_some_and(|known| known.fits == Some(false))
    }

    /// True if a player with that key has a seat in the older match, in whose place this one would begin with somebody
    /// else: that player is asked there.
    pub fn is_of(&self, own: PublicKey) -> bool {
        // in place of the old match only: beside it anybody may play
        let known = self.known.as_ref().filter(|_| self.start.instead);
        known.is_some_and(|known| known.players.iter().any(|(key, ..)| *key == own))
    }

    /// The number of the turn with which the match begins.
    pub fn turn(&self) -> u32 {
        self.position.turn().number
    }

    /// Everything that a player must know before agreeing, a sentence each; `seats` are those of the new match.
    pub fn in_words(&self, names: &SideNames, seats: &[SeatInfo], terms: &Terms) -> Vec<String> {
        let mut words = Vec::new();
        let id: String = self.start.sid[..4]
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        let turn = self.position.turn();
        let turn = names.turn_at(self.position.sides(), turn);
        words.push(match self.start.instead {
            true => format!(
                "The match continues with {turn} in place of an older match, {id}, in which a player is gone. That player \
                 has not agreed: the new match counts only between its two players."
            ),
            false => format!(
                "The match begins with {turn}, from a position of an older match, {id}. That match stays as it is."
            ),
        });
        let Some(known) = &self.known else {
            words.push(
                "The file of that match is not in your data folder: nobody here can say whether it was played like this. \
                 You agree to the position that is shown."
                    .to_owned(),
            );
            words.extend(self.clocks(seats, terms));
            return words;
        };
        let name = known.file.file_name().unwrap_or_default();
        let name = name.to_string_lossy();
        words.push(match known.fits {
            Some(true) if known.is_sent => {
                "It is the position of that match in the file of it that the host has sent.".to_owned()
            }
            Some(false) if known.is_sent => {
                "The file of that match that the host has sent has another position there: the offer does not begin at the position \
                 it names."
                    .to_owned()
            }
            Some(true) => format!("It is the position of that match in your file, {name}."),
            Some(false) => format!(
                "Your file of that match, {name}, has another position there: the offer does not begin at the position it names."
            ),
            None => format!(
                "Your file of that match, {name}, ends before: it cannot say whether it was played like this."
            ),
        });
        for seat in seats {
            words.extend(known.change(names, seat));
        }
        words.extend(self.clocks(seats, terms));
        words
    }

    fn clocks(&self, seats: &[SeatInfo], terms: &Terms) -> Vec<String> {
        let left = |(seat, time): (&SeatInfo, &StartTime)| {
            let face = clock_face(time.left_ms);
            match seat.mine {
                true => format!("You begin with {face} on your clock."),
                false => format!(
                    "{} begins with {face} on the clock.",
                    protocol::plain_text(&seat.name)
                ),
            }
        };
        match terms.pace {
            Pace::Untimed => Vec::new(),
            Pace::Bank { .. } if self.start.instead => {
                seats.iter().zip(&self.start.times).map(left).collect()
            }
            Pace::Days(_) if self.start.instead => {
                vec!["The time for the present turn starts again.".to_owned()]
            }
            Pace::Bank { .. } | Pace::Days(_) => vec!["The clocks begin afresh.".to_owned()],
        }
    }
}

impl Known {
    fn of(start: &Start, home: &Home) -> Option<Self> {
        let file = file_of(&home.matches_folder(), &start.sid)?;
        let bytes = read_within(&file, LARGEST_MATCH).ok()?;
        Self::read(start, &bytes, &file, false)
    }

    fn read(start: &Start, bytes: &[u8], file: &Path, is_sent: bool) -> Option<Self> {
        let manifest = protocol::glance::glance(bytes).ok()?.manifest;
        // another match's file says nothing about this one's position
        if manifest.sid() != start.sid {
            return None;
        }
        let players = manifest.all_seats().into_iter().filter_map(|seat| {
            let entry = manifest.seat(seat)?;
            Some((entry.identity, entry.name.clone(), manifest.side_of(seat)?))
        });
        Some(Self {
            is_sent,
            fits: protocol::judge::begins_in(bytes, start),
            players: players.collect(),
            file: file.to_owned(),
        })
    }

    /// How a player of the new match played in the old one, if it is not as before.
    fn change(&self, names: &SideNames, seat: &SeatInfo) -> Option<String> {
        let name = protocol::plain_text(&seat.name);
        let side = names.of(seat.side);
        let before = self.players.iter().find(|(key, ..)| *key == seat.key);
        let Some((_, called, had)) = before else {
            // the side's former player is named, since the user knows the game by its players
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
        let before = names.of(*had);
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
