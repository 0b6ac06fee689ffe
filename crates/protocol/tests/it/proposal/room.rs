//! Machines at one table in one thread, joined by queues.

use std::collections::{BTreeSet, VecDeque};
use std::time::Duration;

use protocol::hash::Digest;
use protocol::proposal::{
    Body, Envelope, EnvelopeError, Kept, Player, Stance, Table, TableEvent, TableOutput,
};
use protocol::testing::{identity, tiny};
use protocol::{Identity, LineId, Now, PublicKey, Seat};

const NAMES: [&str; 8] = ["Ann", "Ben", "Cid", "Dot", "Eve", "Fay", "Gil", "Hal"];

/// Machine 0 hosts.
pub(super) struct Room {
    pub(super) tables: Vec<Table>,
    pub(super) now: Now,
    links: Vec<(LineId, usize, usize)>,
    next: u64,
    pub(super) queue: VecDeque<(usize, LineId, Vec<u8>)>,
    pub(super) events: Vec<Vec<TableEvent>>,
    pub(super) kept: Vec<Vec<Kept>>,
    pub(super) faults: Vec<(usize, EnvelopeError)>,
}

/// The long-lived key of a machine's player.
pub(super) fn ident(machine: usize) -> Identity {
    identity(u8::try_from(machine).expect("small"), 5)
}

pub(super) fn key(machine: usize) -> PublicKey {
    ident(machine).public()
}

pub(super) fn person(machine: usize) -> Player {
    Player::person(ident(machine), NAMES[machine])
}

pub(super) fn secret(machine: usize) -> [u8; 32] {
    [u8::try_from(machine).expect("small") + 40; 32]
}

/// The start of all clocks.
pub(super) fn start() -> Now {
    Now {
        clock: Duration::from_secs(1000),
        unix_ms: 1_800_000_000_000,
    }
}

/// The keys of that many machines.
pub(super) fn all(machines: usize) -> BTreeSet<PublicKey> {
    (0..machines).map(key).collect()
}

impl Room {
    /// A table of that many seats, which the host alone has joined.
    pub(super) fn hosting(seats: u8, members: &BTreeSet<PublicKey>) -> Self {
        let host = Table::host_table(
            start(),
            vec![person(0)],
            &tiny(9),
            seats,
            members.clone(),
            [[9; 32], secret(0)],
        );
        let mut room = Self {
            tables: vec![host.expect("a table")],
            now: start(),
            links: Vec::new(),
            next: 0,
            queue: VecDeque::new(),
            events: vec![Vec::new()],
            kept: vec![Vec::new()],
            faults: Vec::new(),
        };
        room.drain();
        room
    }

    /// Another machine, without a connection.
    pub(super) fn add(&mut self, players: Vec<Player>, members: &BTreeSet<PublicKey>) -> usize {
        let at = self.tables.len();
        let table = self.joined(players, members, secret(at));
        self.tables.push(table);
        self.events.push(Vec::new());
        self.kept.push(Vec::new());
        at
    }

    pub(super) fn joined(
        &self,
        players: Vec<Player>,
        members: &BTreeSet<PublicKey>,
        secret: [u8; 32],
    ) -> Table {
        let (host, id) = (self.tables[0].host(), self.tables[0].id());
        Table::join(players, host, id, members.clone(), secret).expect("a table")
    }

    /// A table at which the members of an earlier match sit, with these connections.
    pub(super) fn seated(machines: usize, links: &[(usize, usize)]) -> Self {
        let members = all(machines);
        let mut room = Self::hosting(u8::try_from(machines).expect("small"), &members);
        for machine in 1..machines {
            room.add(vec![person(machine)], &members);
        }
        for (one, other) in links {
            room.link(*one, *other);
        }
        for machine in 1..machines {
            let seat = Seat(u8::try_from(machine).expect("small"));
            let now = room.now;
            room.tables[machine].sit(now, 0, Some(seat)).expect("open");
        }
        room.carry();
        room
    }

    /// The same with connections from everyone to the host.
    pub(super) fn star(machines: usize) -> Self {
        let links: Vec<_> = (1..machines).map(|machine| (0, machine)).collect();
        Self::seated(machines, &links)
    }

    pub(super) fn link(&mut self, one: usize, other: usize) -> LineId {
        let line = LineId(self.next);
        self.next += 1;
        self.links.push((line, one, other));
        let now = self.now;
        self.tables[one].line_up(now, line, key(other));
        self.tables[other].line_up(now, line, key(one));
        self.drain();
        line
    }

    /// Breaks a connection: everything on the way is lost.
    pub(super) fn cut(&mut self, line: LineId) {
        self.queue.retain(|(_, on, _)| *on != line);
        let found = self.links.iter().position(|(it, ..)| *it == line);
        if let Some(found) = found {
            let (_, one, other) = self.links.remove(found);
            let now = self.now;
            self.tables[one].line_down(now, line);
            self.tables[other].line_down(now, line);
        }
        self.drain();
    }

    pub(super) fn links(&self) -> Vec<(LineId, usize, usize)> {
        self.links.clone()
    }

    /// A program starts again with that table; its connections are gone.
    pub(super) fn restart(&mut self, machine: usize, table: Table) {
        for (line, one, other) in self.links() {
            if one == machine || other == machine {
                self.cut(line);
            }
        }
        self.tables[machine] = table;
    }

    fn other_end(&self, line: LineId, machine: usize) -> Option<usize> {
        let found = self.links.iter().find(|(it, ..)| *it == line);
        found.map(|(_, one, other)| if *one == machine { *other } else { *one })
    }

    /// Carries out what the machines put out. What is sent waits in the queue.
    pub(super) fn drain(&mut self) {
        for machine in 0..self.tables.len() {
            while let Some(output) = self.tables[machine].poll_output() {
                match output {
                    TableOutput::Persist(kept) => self.kept[machine].push(*kept),
                    TableOutput::Show(event) => {
                        if let TableEvent::Begun(begun) = &event {
                            assert!(self.holds_begun(machine, begun.sid), "shown before written");
                        }
                        self.events[machine].push(event);
                    }
                    TableOutput::Send(line, bytes) => {
                        self.check_sent(machine, &bytes);
                        if let Some(to) = self.other_end(line, machine) {
                            self.queue.push_back((to, line, bytes));
                        }
                    }
                }
            }
        }
    }

    fn holds_begun(&self, machine: usize, sid: Digest) -> bool {
        let mut kept = self.kept[machine].iter();
        kept.any(|kept| matches!(kept, Kept::Begun(begun) if begun.sid == sid))
    }

    /// Nothing that binds leaves before it is on disk.
    fn check_sent(&self, machine: usize, bytes: &[u8]) {
        let envelope = Envelope::read(bytes).expect("an honest frame");
        match envelope.body {
            Body::Begun(begun) => {
                let (_, sid) = begun.check().expect("a match");
                assert!(self.holds_begun(machine, sid), "sent before written");
            }
            Body::Me(me) if envelope.header.sender == key(machine) => {
                if let Stance::Signed { sid: signed, .. } = me.stance {
                    let mut kept = self.kept[machine].iter();
                    let is_kept = kept.any(|kept| match kept {
                        Kept::Signed(it) | Kept::Begun(it) => it.sid == signed,
                    });
                    assert!(is_kept, "signed before written");
                }
            }
            _ => {}
        }
    }

    /// Delivers one frame of the queue.
    pub(super) fn deliver(&mut self, at: usize) {
        if let Some((to, line, bytes)) = self.queue.remove(at) {
            self.hand(to, line, &bytes);
        }
    }

    pub(super) fn hand(&mut self, to: usize, line: LineId, bytes: &[u8]) {
        let now = self.now;
        if let Err(fault) = self.tables[to].handle_frame(now, line, bytes) {
            self.faults.push((to, fault));
        }
        self.drain();
    }

    /// One one-way trip: delivers everything that is on the way now, and nothing that is sent meanwhile.
    pub(super) fn trip(&mut self) {
        self.drain();
        for _ in 0..self.queue.len() {
            self.deliver(0);
        }
    }

    /// Delivers everything, and lets the tables go out that wait for their turn.
    pub(super) fn carry(&mut self) {
        self.drain();
        for _ in 0..4 {
            while !self.queue.is_empty() {
                self.deliver(0);
            }
            self.wait(Duration::from_millis(100));
        }
    }

    /// Lets time pass.
    pub(super) fn wait(&mut self, time: Duration) {
        self.now.clock += time;
        self.now.unix_ms += u64::try_from(time.as_millis()).expect("short");
        for table in &mut self.tables {
            table.tick(self.now);
        }
        self.drain();
    }

    pub(super) fn agree(&mut self, machine: usize) {
        let now = self.now;
        self.tables[machine].agree(now).expect("a full table");
        self.drain();
    }

    /// The ids of the matches that have begun.
    pub(super) fn begun(&self) -> Vec<Option<Digest>> {
        let tables = self.tables.iter();
        tables
            .map(|table| table.begun().map(|begun| begun.sid))
            .collect()
    }

    /// Returns `true` if one match has begun everywhere.
    pub(super) fn all_begun(&self) -> bool {
        let begun = self.begun();
        begun[0].is_some() && begun.iter().all(|it| *it == begun[0])
    }

    pub(super) fn has(&self, machine: usize, event: &TableEvent) -> bool {
        self.events[machine].contains(event)
    }

    /// The id of the match that a machine has said it would play.
    pub(super) fn has_signed(&self, machine: usize) -> bool {
        let mut kept = self.kept[machine].iter();
        kept.any(|kept| matches!(kept, Kept::Signed(_)))
    }
}
