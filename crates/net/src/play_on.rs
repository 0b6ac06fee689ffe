//! Playing on from a turn of a match in a file: in its place, if its players agree, or beside it.
//!
//! Window and command line ask here what is possible, and why the rest is not, so that both say the same.

use std::path::{Path, PathBuf};

use home::clock::at_rest;
use home::limits::LARGEST_MATCH;
use home::{Home, Player, newest, read_within, step_after_turn, unix_ms};
use protocol::manifest::Pace;
use protocol::replay::Replay;
use protocol::{ContinueTerms, ContinueWish, Deed, Offer, PublicKey, RoundTerms, Seat};
use rules::{AnyPosition, Outcome, Rules, Side};

use crate::start_error::StartError;
use crate::vacancy::{self, Older};

/// Why no match begins from there.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PlayOnError {
    #[error("{} cannot be read: {why}", file.display())]
    Unread { file: PathBuf, why: String },
    #[error("this match has no turn {turn} that stands and is complete")]
    NoTurn {
        turn: u32,
        /// The number of turns there are.
        turns: u32,
    },
    /// The game is over in that position, or the position is too large to travel.
    #[error("no match can begin there: the game of {} is over, or too large", file.display())]
    Over { file: PathBuf },
    #[error("you did not play in that match, so that there is no side to change")]
    NoSide,
}

impl PlayOnError {
    pub fn advice(&self) -> String {
        match self {
            Self::Unread { .. } => "`warlord judge FILE` says more".to_owned(),
            Self::NoTurn { turns: 0, .. } => {
                "no turn is played yet; turn 0 is the start".to_owned()
            }
            Self::NoTurn { turns, .. } => format!("it has turns 1 to {turns}; 0 is the start"),
            Self::Over { .. } => "choose an earlier turn: `--turn N`".to_owned(),
            Self::NoSide => "name the side that you want: `--side`".to_owned(),
        }
    }
}

/// A match to play on from.
#[derive(Debug, Clone)]
pub struct PlayOn {
    pub file: PathBuf,
    pub replay: Replay,
    /// The seats of this machine's players.
    pub own: Vec<Seat>,
    /// The match that continues this one already.
    pub later: Option<PathBuf>,
}

impl PlayOn {
    /// Reads the match of that file.
    ///
    /// # Errors
    /// Returns [`PlayOnError::Unread`] if the file, or the key of this machine's player, cannot be read.
    pub fn read(home: &Home, file: &Path) -> Result<Self, PlayOnError> {
        let unread = |why: String| PlayOnError::Unread {
            file: file.to_owned(),
            why,
        };
        let bytes = read_within(file, LARGEST_MATCH).map_err(|error| unread(error.to_string()))?;
        // read strictly, like a stranger's file: it may have been edited (threat 31)
        let replay = protocol::replay::read(&bytes).map_err(|error| unread(error.why))?;
        let players = home.known_players();
        let players = players.map_err(|error| unread(error.to_string()))?;
        let keys: Vec<PublicKey> = players.iter().map(Player::key).collect();
        let manifest = &replay.manifest;
        let own = manifest.all_seats().into_iter().filter(|seat| {
            let key = manifest.seat(*seat).map(|entry| entry.identity);
            key.is_some_and(|key| keys.contains(&key))
        });
        // several players may live on this machine; any of their seats counts as own
        Ok(Self {
            own: own.collect(),
            // only the newest match of a line can be continued in its place
            later: Some(newest(file)).filter(|later| later != file),
            file: file.to_owned(),
            replay,
        })
    }

    /// The number of turns that stand.
    pub fn turns(&self) -> u32 {
        // only steps that stand: the history also keeps turns that were taken back
        let mut standing = self.replay.history.standing().rev();
        let last = standing.find(|(_, step)| matches!(step.deed, Deed::Orders { .. }));
        last.map_or(0, |(_, step)| step.turn)
    }

    /// The turns after which a match can begin, 0 for the start: those that stand and are complete, and after which the game
    /// is not over.
    pub fn possible(&self) -> Vec<u32> {
        let is_possible = |turn: &u32| {
            let after = self.step_after(Some(*turn)).ok();
            after.is_some_and(|after| self.position_after(after).outcome().is_none())
        };
        (0..=self.turns()).filter(is_possible).collect()
    }

    /// The step after which that turn is complete; without a number the last complete step.
    ///
    /// # Errors
    /// Returns [`PlayOnError::NoTurn`] if there is no such turn.
    pub fn step_after(&self, turn: Option<u32>) -> Result<u64, PlayOnError> {
        let (last, _) = self.replay.last;
        let Some(turn) = turn else {
            return Ok(last);
        };
        // not beyond the last complete step: a position that one side alone has signed is not agreed
        let step = step_after_turn(&self.replay.history, turn).filter(|step| *step <= last);
        step.ok_or_else(|| PlayOnError::NoTurn {
            turn,
            turns: self.turns(),
        })
    }

    pub fn position_after(&self, after: u64) -> AnyPosition {
        let history = &self.replay.history;
        history.position_after(history.place_after(after))
    }

    /// The seat of this machine's player, who may ask the other to continue in the place of this match.
    ///
    /// # Errors
    /// Returns why nobody here may, in words.
    pub fn may_replace(&self) -> Result<Seat, String> {
        if let Some(later) = &self.later {
            let name = later.file_name().unwrap_or_default().to_string_lossy();
            return Err(format!(
                "This match continues in {name} already, and only that one can be continued."
            ));
        }
        let own = match self.own[..] {
            // with all of the seats there is nobody to ask, and with none no right to
            [own] => own,
            [own, ..] if self.own.len() < self.replay.manifest.seats.len() => own,
            [] => {
                return Err(
                    "You did not play in this match: only its players can put another in its place."
                        .to_owned(),
                );
            }
            _ => {
                return Err("All seats of this match are at this machine.".to_owned());
            }
        };
        let side = self.replay.manifest.side_of(own);
        match self.replay.outcome {
            // an agreed draw, or one by the rules, is final; a win may be given up by the player who has it
            Some(Outcome::Drawn(_)) => {
                Err("The match ended without a winner, and that stands.".to_owned())
            }
            Some(Outcome::Won(winners, _)) if side.is_some_and(|side| winners.contains(side)) => {
                let others = match self.replay.manifest.has_table() {
                    true => "the others".to_owned(),
                    false => self.name_of(own.other()),
                };
                Err(format!(
                    "You have won this match: only {others} can ask to play on in its place, and you would give the win up."
                ))
            }
            _ => Ok(own),
        }
    }

    /// Everything that a match in the place of this one changes, a sentence each; empty if nobody here may ask.
    /// `is_strange` says that this copy may be an older one.
    pub fn words_instead(&self, after: u64, swaps: bool, is_strange: bool) -> Vec<String> {
        let Ok(own) = self.may_replace() else {
            return Vec::new();
        };
        let manifest = &self.replay.manifest;
        let position = self.position_after(after);
        let later = self.replay.history.orders();
        let names = self.replay.scenario.side_names();
        let side = |seat: Seat| {
            let side = manifest.side_of(if swaps { seat.other() } else { seat })?;
            Some((seat, names.of(side).to_owned()))
        };
        let won = |outcome: &rules::Outcome| {
            let sides = match outcome {
                rules::Outcome::Won(sides, _) => *sides,
                rules::Outcome::Drawn(_) => rules::Sides::NONE,
            };
            let seats = manifest.all_seats().into_iter();
            seats.filter(move |seat| manifest.side_of(*seat).is_some_and(|it| sides.contains(it)))
        };
        let terms = ContinueTerms {
            asks: own,
            is_strange,
            after,
            turn: position.turn().number,
            turn_name: self.replay.history.turn_name(names, position.turn()),
            undone: later.filter(|orders| orders.step.number > after).count(),
            gives_up: self.replay.outcome,
            winners: self.replay.outcome.iter().flat_map(won).collect(),
            agreed: Vec::new(),
            missing: Vec::new(),
            differ: Vec::new(),
            round: RoundTerms::Unopened,
            swaps,
            sides: manifest.all_seats().into_iter().filter_map(side).collect(),
            renames: None,
            pace: manifest.terms.pace,
        };
        let names = manifest.all_seats().into_iter();
        let names: Vec<String> = names.map(|seat| self.name_of(seat)).collect();
        terms.in_words(own, |seat| {
            names.get(seat.index()).map_or("", String::as_str)
        })
    }

    /// The seat of this machine's player, who may give the seat of the absent opponent to somebody else.
    ///
    /// # Errors
    /// Returns why nobody here may, in words.
    pub fn may_substitute(&self) -> Result<Seat, String> {
        // a substitute has no part in a result that stands
        match self.replay.outcome {
            Some(_) => {
                Err("The match has a result: with somebody else you play on beside it.".to_owned())
            }
            None => self.may_replace(),
        }
    }

    /// True if the match has a table, whose place only another table can take.
    pub fn has_table(&self) -> bool {
        self.replay.manifest.has_table()
    }

    /// The seats without which the others have gone on, of a table.
    fn gone(&self) -> Vec<Seat> {
        let manifest = &self.replay.manifest;
        let mut seats = manifest.all_seats();
        seats.retain(|seat| manifest.is_gone(*seat));
        seats
    }

    /// Everything that a table in place of this one changes, a sentence each.
    fn words_of_table(&self) -> Vec<String> {
        let manifest = &self.replay.manifest;
        let names = self.replay.scenario.side_names();
        let position = self.position_after(self.replay.last.0);
        let turn = self.replay.history.turn_name(names, position.turn());
        let others = manifest.present().into_iter();
        let others = others.filter(|seat| !self.own.contains(seat));
        let others: Vec<String> = others.map(|seat| self.name_of(seat)).collect();
        let mut words = vec![format!(
            "A table opens at which this match goes on from {turn}, with its game, its seats and its terms."
        )];
        for seat in self.gone() {
            let side = manifest.side_of(seat);
            let side = side.map_or("", |side| names.of(side));
            let gone = self.name_of(seat);
            words.push(format!(
                "Seat {} ({side}) is open: whoever sits down there plays on in {gone}'s place, or {gone} is back.",
                seat.index() + 1
            ));
        }
        words.push(match others.as_slice() {
            [] => "Nobody else has to come.".to_owned(),
            others => format!(
                "Give the code of the table to {}: all who stay must come, and be ready. If one of them does not come, open that \
                 seat, and somebody else can take it; for the player who had it the old match stands then.",
                others.join(", ")
            ),
        });
        words.push("Once all have signed, you play no more in the old match.".to_owned());
        words.extend(match manifest.terms.pace {
            Pace::Untimed => None,
            Pace::Days(_) => Some("The time for the present turn starts again."),
            Pace::Bank { .. } => Some(
                "Whoever comes new begins with a full clock, and all others with what they had before the present turn.",
            ),
        }.map(str::to_owned));
        words
    }

    /// Everything that a match with somebody else in the place of a player who is gone changes, a sentence each; empty if
    /// nobody here may begin one.
    pub fn words_with_substitute(&self, after: u64) -> Vec<String> {
        let Ok(own) = self.may_substitute() else {
            return Vec::new();
        };
        if self.has_table() {
            return self.words_of_table();
        }
        let gone = self.name_of(own.other());
        let position = self.position_after(after);
        let names = self.replay.scenario.side_names();
        let side = self.replay.manifest.side_of(own.other());
        let side = side.map_or("", |side| names.of(side));
        let mut words = vec![
            format!(
                "Whoever takes your invitation plays {side} in {gone}'s place, from {}.",
                self.replay.history.turn_name(names, position.turn())
            ),
            format!(
                "{gone} has not agreed to that: for {gone} the old match stands, and the new one counts only between you and \
                 the new player."
            ),
            "Once somebody has taken the place, you play no more in the old match.".to_owned(),
        ];
        let later = self.replay.history.orders();
        let undone = later.filter(|orders| orders.step.number > after).count();
        if undone > 0 {
            words.push(match undone {
                1 => "The last turn no longer counts in the new match.".to_owned(),
                count => format!("The last {count} turns no longer count in the new match."),
            });
        }
        words.extend(match self.replay.manifest.terms.pace {
            Pace::Untimed => None,
            Pace::Days(_) => Some("The time for the present turn starts again.".to_owned()),
            Pace::Bank { .. } => Some(
                "The new player begins with a full clock, and you with what you have left."
                    .to_owned(),
            ),
        });
        words
    }

    /// The offer that gives the absent player's place to somebody else, and the player of this machine who makes it. It
    /// goes into [`crate::HostConfig`] with this file as the match that is replaced.
    ///
    /// # Errors
    /// Returns [`StartError`] if the match has a result or has continued, or its files are in use or lack the key.
    pub fn offer_vacancy(&self, home: &Home, after: u64) -> Result<(Offer, Player), StartError> {
        vacancy::offer(home, &self.file, Some(after))
    }

    /// The game of a table in place of this match, the player of this machine who hosts it, and its number of seats. They go
    /// into [`crate::lobby::TableConfig`] with this file as the match that is replaced.
    ///
    /// # Errors
    /// Returns [`StartError`] if the match has a result or has continued, or its files are in use or may be older ones.
    pub fn offer_table(&self, home: &Home) -> Result<(Offer, Player, u8), StartError> {
        let manifest = &self.replay.manifest;
        // opened and checked once more when the table is: nothing is held open in between
        let older = Older::open(home, &self.file)?;
        let session = &older.chairs[0].session;
        session
            .offer_places(at_rest())
            .map_err(StartError::NoTableInPlace)?;
        let offer = Offer {
            scenario: self.replay.scenario.clone(),
            options: manifest.options.clone(),
            host_side: manifest.side_of(session.seat()),
            max_turns: manifest.max_turns,
            terms: manifest.terms,
            takeback: manifest.policies.takeback,
            drop: Some(manifest.policies.drop),
            start: None,
            vacancy: None,
        };
        let seats = u8::try_from(manifest.seats.len()).unwrap_or(u8::MAX);
        Ok((offer, older.player, seats))
    }

    /// Everything that a match beside this one changes, in which this machine's player has that side; a sentence each.
    pub fn words_beside(&self, after: u64, side: Option<Side>) -> Vec<String> {
        let position = self.position_after(after);
        let names = self.replay.scenario.side_names();
        let mut words = vec![
            format!(
                "A match of its own begins with {}, with whoever takes your invitation.",
                self.replay.history.turn_name(names, position.turn())
            ),
            match self.replay.outcome {
                Some(_) => "This match and its result stay as they are.".to_owned(),
                None => "This match stays as it is, and can be continued.".to_owned(),
            },
        ];
        if let Some(side) = side {
            let name = names.of(side);
            let changes = self.side(false).is_some_and(|own| own != side);
            words.push(match changes {
                true => format!("You change sides: you play {name}."),
                false => format!("You play {name}."),
            });
        }
        if self.replay.manifest.terms.pace != Pace::Untimed {
            words.push("The clocks begin afresh.".to_owned());
        }
        words
    }

    pub fn name_of(&self, seat: Seat) -> String {
        let entry = self.replay.manifest.seat(seat);
        protocol::plain_text(entry.map_or("the other player", |entry| &entry.name))
    }

    /// The side of this machine's player, or the other one.
    pub fn side(&self, swaps: bool) -> Option<Side> {
        let own = self.own.first().copied()?;
        let seat = if swaps { own.other() } else { own };
        self.replay.manifest.side_of(seat)
    }

    /// The wish to continue in a new match from the end of a turn, or from where the match stands.
    ///
    /// # Errors
    /// Returns [`PlayOnError::NoTurn`] if there is no such turn.
    pub fn wish(&self, turn: Option<u32>, swaps: bool) -> Result<ContinueWish, PlayOnError> {
        let after = turn.map(|turn| self.step_after(Some(turn))).transpose()?;
        Ok(ContinueWish { after, swaps })
    }

    /// The offer of a match that begins beside this one after a step, with the scenario, options and time limits of
    /// this match. Without a side named, the host plays the side that the host's player has here, or with `swaps` the
    /// other one.
    ///
    /// # Errors
    /// Returns [`PlayOnError`] if no match can begin there, or there is no side to change.
    pub fn offer(
        &self,
        after: u64,
        side: Option<Side>,
        swaps: bool,
        max_turns: Option<u32>,
    ) -> Result<Offer, PlayOnError> {
        let start = self.replay.beside(after, unix_ms());
        let start = start.ok_or_else(|| PlayOnError::Over {
            file: self.file.clone(),
        })?;
        let host_side = side.or_else(|| self.side(swaps));
        // a host who was in neither seat has no side to change
        if swaps && host_side.is_none() {
            return Err(PlayOnError::NoSide);
        }
        let manifest = &self.replay.manifest;
        // a draw that was agreed for an earlier turn would end the match before it begins
        let played = self.position_after(after).turn().number.saturating_sub(1);
        let limit = max_turns.or(manifest.max_turns);
        Ok(Offer {
            scenario: self.replay.scenario.clone(),
            options: manifest.options.clone(),
            host_side,
            max_turns: limit.filter(|limit| played < *limit),
            terms: manifest.terms,
            takeback: manifest.policies.takeback,
            start: Some(start),
            drop: None,
            vacancy: None,
        })
    }
}
