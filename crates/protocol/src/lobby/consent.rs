//! What a readiness covers, and what has changed since somebody looked.

use std::collections::BTreeSet;
use std::fmt;
use std::time::Duration;

use super::table::Table;
use crate::frame::{Access, Decider};
use crate::hash::Digest;
use crate::{PublicKey, Seat};

/// A seat that is not ready so long after the last one that became ready is shown.
pub const LATE_AFTER: Duration = Duration::from_secs(120);

/// What the user of a machine has agreed to by *Ready*.
///
/// READY names the id of one whole manifest. **The user's part** of it is this: the game with its terms, how many seats
/// play each side, who sits at the table (key, name, who decides, on whose machine), the seats and sides of this machine,
/// its team-mates, and the number of failed tries; in place of an older match also who has
/// which seat. If any of it changes, the readiness is gone, and the user is shown why.
///
/// **The program's part** is the rest: the match keys and nonces of the others, and which of them has which seat among
/// those that are no mates. If only that changes, as with fresh keys or with two others who swap, the program says READY
/// for the new id by itself: its user would see nothing that was not agreed to. So at the end every program has named the
/// manifest that it signs, and no user is ready on another game or other people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Consent {
    game: Digest,
    tries: u32,
    /// Of each seat that is played, in order.
    sides: Vec<u8>,
    people: BTreeSet<(PublicKey, PublicKey, String, Decider)>,
    own: Vec<OwnSeat>,
    /// In place of an older match who sits where: each in the place of somebody whom the user knows.
    places: Vec<(Seat, PublicKey)>,
}

/// A seat of the machine in the match. Each has mates of its own: the players of one machine may be of different teams.
#[derive(Debug, Clone, PartialEq, Eq)]
struct OwnSeat {
    seat: Seat,
    side: u8,
    identity: PublicKey,
    mates: BTreeSet<PublicKey>,
}

impl Consent {
    /// What the user of that machine agrees to at that table.
    pub(super) fn of(table: &Table, machine: PublicKey) -> Self {
        let played = table
            .places()
            .filter(|(_, place)| place.access != Access::Closed);
        let mut sides: Vec<u8> = played.map(|(_, place)| place.side).collect();
        sides.sort_unstable();
        let mates = |seat: Seat| -> BTreeSet<PublicKey> {
            let team = table.team_of(seat);
            let mates = table
                .sitters()
                .filter(|(mate, _)| table.team_of(*mate) == team);
            mates.map(|(_, sitter)| sitter.identity).collect()
        };
        let own = table.sitters_of(machine).map(|(seat, sitter)| {
            let side = table.place(seat).map_or(0, |place| place.side);
            OwnSeat {
                // of the match: closing a seat moves those after it
                seat: table.in_match(seat).unwrap_or(seat),
                side,
                identity: sitter.identity,
                mates: mates(seat),
            }
        });
        let people = table.sitters().map(|(_, sitter)| {
            let (machine, identity, name, decider) = sitter.person();
            (machine, identity, name.to_owned(), decider.clone())
        });
        Self {
            game: table.game().id(),
            tries: table.tries(),
            sides,
            people: people.collect(),
            own: own.collect(),
            places: match table.game().continues() {
                true => table
                    .sitters()
                    .map(|(seat, sitter)| (seat, sitter.identity))
                    .collect(),
                false => Vec::new(),
            },
        }
    }

    /// True if the table still shows what was agreed to.
    pub(super) fn covers(&self, table: &Table, machine: PublicKey) -> bool {
        *self == Self::of(table, machine)
    }
}

/// A difference between two looks at a table, to be marked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Change {
    /// Scenario, family or version of the rules.
    Scenario,
    /// The options.
    Options,
    /// Time limits and the effect of a claim.
    Terms,
    /// The turns after which the match is drawn.
    MaxTurns,
    /// Whether turns may be taken back.
    Takeback,
    /// The fate of a side whose players have left the table.
    Drop,
    /// The number of seats.
    Seats,
    /// A seat plays another side.
    Side(Seat),
    /// A seat is given to others, or closed.
    Access(Seat),
    /// Somebody else sits on a seat, or nobody, or under another name.
    Sitter(Seat),
    /// A try to begin came to nothing.
    Tries,
    /// In place of an older match: the number or the time of the try to continue it, and nothing else.
    Start,
}

/// In words, for a list: "ready no longer: the terms, who sits on seat 2".
impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Scenario => f.write_str("the scenario or its rules"),
            Self::Options => f.write_str("the options"),
            Self::Terms => f.write_str("the time limits"),
            Self::MaxTurns => f.write_str("the number of turns"),
            Self::Takeback => f.write_str("whether turns may be taken back"),
            Self::Drop => f.write_str("what happens to a side whose players leave"),
            Self::Seats => f.write_str("the number of seats"),
            Self::Side(seat) => write!(f, "the side of {}", seat.counted()),
            Self::Access(seat) => write!(f, "to whom {} is given", seat.counted()),
            Self::Sitter(seat) => write!(f, "who sits on {}", seat.counted()),
            Self::Tries => f.write_str("a try to begin that came to nothing"),
            Self::Start => f.write_str("the number of the try to continue the match"),
        }
    }
}

/// The differences between two looks at a table. Readiness and lines are no change: they are shown as they are.
pub(super) fn changes(old: &Table, new: &Table) -> Vec<Change> {
    let (was, is) = (old.game().terms(), new.game().terms());
    let is_scenario = was.scenario_id != is.scenario_id
        || was.rules_version != is.rules_version
        || was.family != is.family;
    let mut changes: Vec<Change> = [
        (is_scenario, Change::Scenario),
        (was.options != is.options, Change::Options),
        (was.terms != is.terms, Change::Terms),
        (was.max_turns != is.max_turns, Change::MaxTurns),
        (
            was.policies.takeback != is.policies.takeback,
            Change::Takeback,
        ),
        (was.policies.drop != is.policies.drop, Change::Drop),
        (old.places().count() != new.places().count(), Change::Seats),
        (old.tries() != new.tries(), Change::Tries),
    ]
    .into_iter()
    .filter_map(|(is_changed, change)| is_changed.then_some(change))
    .collect();
    for ((seat, was), (_, is)) in old.places().zip(new.places()) {
        let people = [was, is].map(|place| place.sitter.as_ref().map(|sitter| sitter.person()));
        let [was_there, is_there] = people;
        changes.extend((was.side != is.side).then_some(Change::Side(seat)));
        changes.extend((was.access != is.access).then_some(Change::Access(seat)));
        changes.extend((was_there != is_there).then_some(Change::Sitter(seat)));
    }
    if changes.is_empty() && was.start != is.start {
        changes.push(Change::Start);
    }
    changes
}

/// When the last readiness was given or taken back, so that who keeps the others waiting is shown.
#[derive(Debug, Clone, Default)]
pub(super) struct Lateness {
    shown: Vec<Option<bool>>,
    sid: Option<Digest>,
    since: Duration,
    is_told: bool,
}

impl Lateness {
    /// Takes note of a table.
    pub(super) fn look(&mut self, table: &Table, clock: Duration) {
        let ready = |(_, place): (Seat, &crate::frame::Place)| {
            place.sitter.as_ref().map(|sitter| sitter.is_ready)
        };
        let shown: Vec<Option<bool>> = table.places().map(ready).collect();
        if shown != self.shown || table.sid() != self.sid {
            *self = Self {
                shown,
                sid: table.sid(),
                since: clock,
                is_told: false,
            };
        }
    }

    /// The seats that have kept others waiting for two minutes; none while the table could not begin anyway.
    pub(super) fn late(&self, table: &Table, clock: Duration) -> Vec<Seat> {
        let is_due = clock.saturating_sub(self.since) >= LATE_AFTER;
        let someone_is_ready = table.sitters().any(|(_, sitter)| sitter.is_ready);
        match is_due && someone_is_ready && table.sid().is_some() {
            true => table
                .sitters()
                .filter(|(_, sitter)| !sitter.is_ready)
                .map(|(seat, _)| seat)
                .collect(),
            false => Vec::new(),
        }
    }

    /// The late seats, once.
    pub(super) fn tell(&mut self, table: &Table, clock: Duration) -> Option<Vec<Seat>> {
        let late = self.late(table, clock);
        if late.is_empty() || self.is_told {
            return None;
        }
        self.is_told = true;
        Some(late)
    }
}
