//! Everybody who has come to the door: lines, and what is remembered of the machines behind them.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use super::super::consent::Consent;
use super::super::interface::Entrance;
use super::super::line::{Cap, Line};
use super::super::table::Table;
use crate::frame::{Decider, Seating, Sit};
use crate::hash::Digest;
use crate::session::LineId;
use crate::{PublicKey, Seat};

/// The most lines of machines without a seat.
pub(super) const MOST_UNSEATED: usize = 16;
/// The most machines that are remembered.
const MOST_MACHINES: usize = 64;
/// The most wishes of one machine that wait for the host.
const MOST_WISHES: usize = 8;
/// The most keys that are kept out; the longest kept out goes first.
const MOST_BARRED: usize = 256;
/// Changes of seats that a machine makes in [`MOVES_WITHIN`] at most: each takes readies back.
const MOST_MOVES: u32 = 6;
const MOVES_WITHIN: Duration = Duration::from_secs(60);
/// READY of a machine in [`READIES_WITHIN`] at most: each is shown to everybody.
const MOST_READIES: u32 = 30;
const READIES_WITHIN: Duration = Duration::from_secs(10);
/// Players of any keys who sit down without the host in that time.
const MOST_WALK_INS: u32 = 12;
/// Askers that are reported to the host one by one in that time; the others are in the list only.
const MOST_ANNOUNCED: u32 = 16;

/// Somebody who asks to sit down.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asker {
    /// The key of the machine, by which the host answers.
    pub key: PublicKey,
    /// Name, long-lived key and decider of each player, and the seat that is asked for; none for any.
    pub players: Vec<(String, PublicKey, Decider, Option<Seat>)>,
}

/// A line, and what was sent on it.
#[derive(Debug)]
pub(super) struct Arrival {
    pub(super) line: Line,
    pub(super) entrance: Entrance,
    game: Option<Digest>,
    version: Option<u32>,
    /// The file of the older match was sent on it.
    has_past: bool,
    /// The order of arrival.
    number: u64,
}

/// A machine, by the key of its lines.
#[derive(Debug, Default)]
pub(super) struct Machine {
    pub(super) is_let_in: bool,
    /// Wishes that wait for the host, by the player.
    wishes: BTreeMap<PublicKey, Sit>,
    /// The host was told of it once: asking again makes no new event.
    pub(super) is_announced: bool,
    /// What its user is ready for, and the id that its program has named last.
    consent: Option<(Consent, Digest)>,
    moves: Cap,
    readies: Cap,
    /// The order in which it came last.
    number: u64,
}

/// Everybody at the door asks for something, and there is no room for one more.
pub(super) struct Crowded;

/// The door of a table.
#[derive(Debug, Default)]
pub(super) struct Hall {
    lines: BTreeMap<LineId, Arrival>,
    machines: BTreeMap<PublicKey, Machine>,
    barred: Vec<PublicKey>,
    published: Option<Seating>,
    walk_ins: Cap,
    announced: Cap,
    number: u64,
}

impl Hall {
    /// Counts somebody who sits down without the host; false if there were too many.
    pub(super) fn may_walk_in(&mut self, clock: Duration) -> bool {
        self.walk_ins.takes(clock, MOST_WALK_INS, MOVES_WITHIN)
    }

    /// Counts an asker that is reported to the host; false after [`MOST_ANNOUNCED`].
    pub(super) fn may_announce(&mut self, clock: Duration) -> bool {
        self.announced.takes(clock, MOST_ANNOUNCED, MOVES_WITHIN)
    }

    /// The wishes of a machine that wait for the host.
    pub(super) fn take_wishes(&mut self, key: PublicKey) -> Vec<Sit> {
        let machine = self.machines.get_mut(&key);
        machine.map_or_else(Vec::new, |machine| {
            std::mem::take(&mut machine.wishes).into_values().collect()
        })
    }

    pub(super) fn published(&self) -> Option<&Seating> {
        self.published.as_ref()
    }

    pub(super) fn publish(&mut self, seating: Seating) {
        self.published = Some(seating);
    }

    /// A new line; the machine behind it is remembered from here on.
    pub(super) fn add_line(
        &mut self,
        id: LineId,
        line: Line,
        entrance: Entrance,
        seated: &BTreeSet<PublicKey>,
    ) {
        self.number = self.number.saturating_add(1);
        let (number, peer) = (self.number, line.peer());
        let arrival = Arrival {
            line,
            entrance,
            game: None,
            version: None,
            has_past: false,
            number,
        };
        self.lines.insert(id, arrival);
        self.machines.entry(peer).or_default().number = number;
        // the one that has been away longest is forgotten, but nobody who is here or sits at the table
        while self.machines.len() > MOST_MACHINES {
            let here: BTreeSet<PublicKey> = self.lines.values().map(|it| it.line.peer()).collect();
            let away = self.machines.iter();
            let away = away.filter(|(key, _)| !here.contains(key) && !seated.contains(key));
            let oldest = away.min_by_key(|(_, machine)| machine.number);
            let Some(oldest) = oldest.map(|(key, _)| *key) else {
                break;
            };
            self.machines.remove(&oldest);
        }
    }

    pub(super) fn line(&mut self, id: LineId) -> Option<&mut Arrival> {
        self.lines.get_mut(&id)
    }

    pub(super) fn line_ids(&self) -> Vec<LineId> {
        self.lines.keys().copied().collect()
    }

    pub(super) fn line_of(&self, machine: PublicKey) -> Option<LineId> {
        let mut lines = self.lines.iter();
        let found = lines.find(|(_, arrival)| arrival.line.peer() == machine);
        found.map(|(id, _)| *id)
    }

    /// Forgets a line. What its machine asked for and agreed to goes with it.
    pub(super) fn remove_line(&mut self, id: LineId) -> Option<PublicKey> {
        let peer = self.lines.remove(&id)?.line.peer();
        if let Some(machine) = self.machines.get_mut(&peer) {
            machine.wishes.clear();
            machine.consent = None;
        }
        Some(peer)
    }

    /// Every greeted line and its machine.
    pub(super) fn greeted(&self) -> Vec<(LineId, PublicKey)> {
        let greeted = self.lines.iter();
        let greeted = greeted.filter(|(_, arrival)| arrival.line.is_greeted());
        greeted
            .map(|(id, arrival)| (*id, arrival.line.peer()))
            .collect()
    }

    pub(super) fn is_here(&self, machine: PublicKey) -> bool {
        self.lines
            .values()
            .any(|arrival| arrival.line.is_greeted() && arrival.line.peer() == machine)
    }

    /// The line without a seat that has to make room for a newcomer; none if there is room. The oldest that asks for
    /// nothing goes; if all ask, the oldest of those who only ask goes for one who was invited by the code of a seat, and
    /// nobody for one who would ask too.
    pub(super) fn crowd(
        &self,
        seated: &BTreeSet<PublicKey>,
        is_invited: bool,
    ) -> Result<Option<(LineId, PublicKey)>, Crowded> {
        let unseated = self.lines.iter();
        let unseated: Vec<(&LineId, &Arrival)> = unseated
            .filter(|(_, arrival)| !seated.contains(&arrival.line.peer()))
            .collect();
        if unseated.len() < MOST_UNSEATED {
            return Ok(None);
        }
        let asks = |arrival: &Arrival| {
            let machine = self.machines.get(&arrival.line.peer());
            machine.is_some_and(|machine| !machine.wishes.is_empty())
        };
        let only_asks = |arrival: &Arrival| is_invited && arrival.entrance == Entrance::Table;
        // those who ask for nothing before those who do
        let leaves = |arrival: &&(&LineId, &Arrival)| !asks(arrival.1) || only_asks(arrival.1);
        let silent = unseated.iter().filter(leaves);
        let oldest = silent.min_by_key(|(_, arrival)| (asks(arrival), arrival.number));
        let oldest = oldest.map(|(id, arrival)| Some((**id, arrival.line.peer())));
        oldest.ok_or(Crowded)
    }

    pub(super) fn machine(&mut self, key: PublicKey) -> &mut Machine {
        self.machines.entry(key).or_default()
    }

    pub(super) fn askers(&self) -> Vec<Asker> {
        let mut asking: Vec<(&PublicKey, &Machine)> = self
            .machines
            .iter()
            .filter(|(_, machine)| !machine.wishes.is_empty())
            .collect();
        asking.sort_by_key(|(_, machine)| machine.number);
        let player = |sit: &Sit| {
            let Sit { name, decider, .. } = sit.clone();
            (name, sit.identity, decider, sit.seat)
        };
        asking
            .into_iter()
            .map(|(key, machine)| Asker {
                key: *key,
                players: machine.wishes.values().map(player).collect(),
            })
            .collect()
    }

    pub(super) fn bar(&mut self, key: PublicKey) {
        if !self.barred.contains(&key) {
            self.barred.push(key);
        }
        if self.barred.len() > MOST_BARRED {
            self.barred.remove(0);
        }
        if let Some(machine) = self.machines.get_mut(&key) {
            machine.is_let_in = false;
        }
    }

    pub(super) fn forgive(&mut self, key: PublicKey) {
        self.barred.retain(|barred| *barred != key);
    }

    pub(super) fn is_barred(&self, key: PublicKey) -> bool {
        self.barred.contains(&key)
    }

    /// True if the user of that machine is ready for what the table shows.
    pub(super) fn is_ready(&self, machine: PublicKey) -> bool {
        let machine = self.machines.get(&machine);
        machine.is_some_and(|machine| machine.consent.is_some())
    }

    /// True if the program of that machine has said READY for that very match.
    pub(super) fn is_ready_for(&self, machine: PublicKey, sid: Digest) -> bool {
        let machine = self.machines.get(&machine);
        let consent = machine.and_then(|machine| machine.consent.as_ref());
        consent.is_some_and(|(_, named)| *named == sid)
    }

    /// Takes back every readiness that the table no longer is what it was given for.
    pub(super) fn drop_consents(&mut self, table: &Table) {
        for (key, machine) in &mut self.machines {
            machine
                .consent
                .take_if(|(consent, _)| !consent.covers(table, *key));
        }
    }

    /// The lines of machines that sit at the table and were shown it, and lack the file of the older match.
    pub(super) fn due_past(&mut self, table: &Table) -> Vec<LineId> {
        let is_due = |(_, arrival): &(&LineId, &mut Arrival)| {
            let sits = table.sitters_of(arrival.line.peer()).next().is_some();
            sits && arrival.version.is_some() && !arrival.has_past
        };
        let due = self.lines.iter_mut().filter(is_due);
        let due = due.map(|(id, arrival)| {
            arrival.has_past = true;
            *id
        });
        due.collect()
    }

    /// The greeted lines that have not been shown the table as it is, each with whether it lacks the game as well; all but
    /// those of the machines that are about to sign.
    pub(super) fn due(
        &mut self,
        table: &Table,
        signing: &BTreeSet<PublicKey>,
    ) -> Vec<(LineId, bool)> {
        let (game, version) = (Some(table.game().id()), Some(table.version()));
        let mut due = Vec::new();
        for (id, arrival) in &mut self.lines {
            let is_signing = signing.contains(&arrival.line.peer());
            if !arrival.line.is_greeted() || is_signing || arrival.version == version {
                continue;
            }
            due.push((*id, arrival.game != game));
            (arrival.game, arrival.version) = (game, version);
        }
        due
    }
}

impl Machine {
    /// Keeps a wish for the host; false if there are too many.
    pub(super) fn wish(&mut self, sit: Sit) -> bool {
        let is_room = self.wishes.len() < MOST_WISHES || self.wishes.contains_key(&sit.identity);
        if is_room {
            self.wishes.insert(sit.identity, sit);
        }
        is_room
    }

    pub(super) fn forget(&mut self, identity: PublicKey) -> bool {
        self.wishes.remove(&identity).is_some()
    }

    /// Counts a change of seats; false if there were too many.
    pub(super) fn may_move(&mut self, clock: Duration) -> bool {
        self.moves.takes(clock, MOST_MOVES, MOVES_WITHIN)
    }

    /// Counts a READY; false if there were too many. Programs say it by themselves whenever two others swap.
    pub(super) fn may_say_ready(&mut self, clock: Duration) -> bool {
        self.readies.takes(clock, MOST_READIES, READIES_WITHIN)
    }

    pub(super) fn agree(&mut self, consent: Option<(Consent, Digest)>) {
        self.consent = consent;
    }
}
