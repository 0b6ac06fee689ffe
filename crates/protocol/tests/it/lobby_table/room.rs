//! A host's program and its guests' programs in one process, joined by queues, under a clock that moves only when a test
//! moves it.

use std::collections::VecDeque;
use std::time::Duration;

use protocol::frame::TableFrame;
use protocol::lobby::{
    Begin, Entrance, GuestTable, HostTable, LineEnd, LobbyEvent, LobbyOutput, Player, Table,
};
use protocol::testing::{identity, tiny};
use protocol::{LineId, Now, Offer, Output, Seat, Session, Stage};

/// What is on its way over a line.
#[derive(Debug, Clone)]
pub(crate) enum Wire {
    Frame(Vec<u8>),
    End,
}

/// What is done to every frame: the guest, whether it goes to the host, its bytes; false to drop it.
pub(crate) type Tamper = Box<dyn FnMut(usize, bool, &mut Vec<u8>) -> bool>;

/// A guest's program.
pub(crate) struct Guest {
    pub(crate) table: GuestTable,
    pub(crate) line: Option<LineId>,
    pub(crate) to_host: VecDeque<Wire>,
    pub(crate) to_guest: VecDeque<Wire>,
    pub(crate) events: Vec<LobbyEvent>,
    pub(crate) ends: Vec<LineEnd>,
    pub(crate) begin: Option<Begin>,
    pub(crate) sessions: Vec<Session>,
    /// The table as the user saw it when it was last ready.
    pub(crate) agreed: Option<Table>,
    /// The line is the sessions'.
    pub(crate) is_begun: bool,
}

pub(crate) struct Room {
    pub(crate) now: Now,
    pub(crate) host: HostTable,
    pub(crate) guests: Vec<Guest>,
    pub(crate) events: Vec<LobbyEvent>,
    pub(crate) begin: Option<Begin>,
    pub(crate) sessions: Vec<Session>,
    pub(crate) tamper: Option<Tamper>,
    /// Sessions are made and signed as soon as a match begins.
    pub(crate) is_prompt: bool,
    lines: u64,
}

pub(crate) const NAMES: [&str; 8] = ["Ann", "Ben", "Cid", "Dot", "Eve", "Fay", "Gil", "Hal"];

/// The identity of a test player: 0 is the host's, then the guests'.
pub(crate) fn player(number: u8) -> Player {
    let name = NAMES[usize::from(number) % NAMES.len()];
    Player::person(identity(number, 1), name)
}

pub(crate) fn secret(number: u8) -> [u8; 32] {
    [100 + number; 32]
}

impl Room {
    /// A table of that many seats, a host on seat 0, and guests who have not come yet.
    pub(crate) fn new(seats: u8, guests: u8) -> Self {
        Self::of(&tiny(2), seats, guests)
    }

    pub(crate) fn of(offer: &Offer, seats: u8, guests: u8) -> Self {
        let host = HostTable::new(vec![player(0)], offer, seats, secret(0)).expect("a sound table");
        let mut room = Self::with(host);
        for number in 1..=guests {
            room.add(vec![player(number)], secret(number));
        }
        room
    }

    /// The room of that table, to which nobody has come yet.
    pub(crate) fn with(host: HostTable) -> Self {
        Self {
            now: Now::default(),
            host,
            guests: Vec::new(),
            events: Vec::new(),
            begin: None,
            sessions: Vec::new(),
            tamper: None,
            is_prompt: true,
            lines: 0,
        }
    }

    /// Another guest's program, with its number.
    pub(crate) fn add(&mut self, players: Vec<Player>, secret: [u8; 32]) -> usize {
        let table = GuestTable::new(players, self.host.key(), secret).expect("players");
        self.guests.push(Guest {
            table,
            line: None,
            to_host: VecDeque::new(),
            to_guest: VecDeque::new(),
            events: Vec::new(),
            ends: Vec::new(),
            begin: None,
            sessions: Vec::new(),
            agreed: None,
            is_begun: false,
        });
        self.guests.len() - 1
    }

    /// A table at which everybody sits who was invited, one guest a seat.
    pub(crate) fn seated(seats: u8) -> Self {
        let mut room = Self::new(seats, seats - 1);
        room.host.open_to_all(true);
        room.sit_all();
        assert_eq!(room.host.table().free().0, 0);
        room
    }

    /// Every guest comes by the code of the table and sits down on the first free seat.
    pub(crate) fn sit_all(&mut self) {
        for guest in 0..self.guests.len() {
            self.connect(guest, Entrance::Table);
            self.guest(guest, |table| table.sit(0, None)).expect("room");
            self.run();
        }
    }

    /// Everybody is ready.
    pub(crate) fn ready_all(&mut self) {
        self.hosting(|host| host.ready(true))
            .expect("a whole table");
        for guest in 0..self.guests.len() {
            if self.guests[guest].table.seat_of(0).is_some() {
                self.ready(guest).expect("seated");
            }
        }
        self.run();
    }

    /// The user of a guest is ready for what is shown.
    pub(crate) fn ready(&mut self, guest: usize) -> Result<(), protocol::lobby::TableError> {
        let said = self.guest(guest, |table| table.ready(true));
        if said.is_ok() {
            let shown = self.guests[guest].table.table().cloned();
            self.guests[guest].agreed = shown;
        }
        said
    }

    pub(crate) fn begin(&mut self) -> Result<(), protocol::lobby::TableError> {
        let now = self.now;
        let begun = self.hosting(|host| host.begin(now));
        self.run();
        begun
    }

    /// Does something with the host's table, and carries out what comes of it.
    pub(crate) fn hosting<T>(&mut self, act: impl FnOnce(&mut HostTable) -> T) -> T {
        let done = act(&mut self.host);
        self.host_outputs();
        done
    }

    /// Does something with a guest's table, and carries out what comes of it.
    pub(crate) fn guest<T>(&mut self, guest: usize, act: impl FnOnce(&mut GuestTable) -> T) -> T {
        let done = act(&mut self.guests[guest].table);
        self.guest_outputs(guest);
        done
    }

    fn guest_of(&mut self, line: LineId) -> Option<usize> {
        self.guests
            .iter()
            .position(|guest| guest.line == Some(line))
    }

    fn host_outputs(&mut self) {
        while let Some(output) = self.host.poll_output() {
            match output {
                LobbyOutput::Send(line, bytes) => {
                    if let Some(guest) = self.guest_of(line) {
                        self.guests[guest].to_guest.push_back(Wire::Frame(bytes));
                    }
                }
                LobbyOutput::Close(line, _) => {
                    if let Some(guest) = self.guest_of(line) {
                        self.guests[guest].to_guest.push_back(Wire::End);
                    }
                }
                LobbyOutput::Event(event) => {
                    match &event {
                        LobbyEvent::Begin(begin) => {
                            self.begin = Some((**begin).clone());
                            if self.is_prompt {
                                self.make_host_sessions();
                            }
                        }
                        LobbyEvent::TryFailed(_) => {
                            self.begin = None;
                            self.sessions.clear();
                        }
                        _ => {}
                    }
                    self.events.push(event);
                }
            }
        }
    }

    /// The host's program makes its sessions, last.
    pub(crate) fn make_host_sessions(&mut self) {
        let begin = self.begin.as_ref().expect("all have signed");
        self.sessions = begin.sessions(self.now).expect("a sound match");
        self.host.begun().expect("all have signed");
        self.host_outputs();
    }

    fn guest_outputs(&mut self, guest: usize) {
        while let Some(output) = self.guests[guest].table.poll_output() {
            let at = &mut self.guests[guest];
            match output {
                LobbyOutput::Send(line, bytes) if at.line == Some(line) => {
                    at.to_host.push_back(Wire::Frame(bytes));
                }
                LobbyOutput::Send(..) => {}
                LobbyOutput::Close(line, end) => {
                    at.ends.push(end);
                    if at.line == Some(line) {
                        at.to_host.push_back(Wire::End);
                    }
                }
                LobbyOutput::Event(event) => {
                    at.events.push(event.clone());
                    match event {
                        LobbyEvent::Begin(begin) => {
                            at.begin = Some(*begin);
                            if self.is_prompt {
                                self.make_sessions(guest);
                            }
                        }
                        LobbyEvent::TryFailed(_) => {
                            at.begin = None;
                            at.sessions.clear();
                        }
                        LobbyEvent::Begun => at.is_begun = true,
                        _ => {}
                    }
                }
            }
        }
    }

    /// A guest's program makes its sessions and hands their signatures in.
    pub(crate) fn make_sessions(&mut self, guest: usize) {
        let at = &mut self.guests[guest];
        let begin = at.begin.as_ref().expect("the host has begun");
        let mut sessions = begin.sessions(self.now).expect("a sound match");
        for session in &mut sessions {
            // everything that is written is on disk here
            while session.poll_output().is_some() {}
        }
        let signing: Vec<&Session> = sessions.iter().collect();
        at.table.signed(&signing).expect("signed by all seats");
        at.sessions = sessions;
        self.guest_outputs(guest);
    }

    /// A new line of a guest.
    pub(crate) fn connect(&mut self, guest: usize, entrance: Entrance) {
        self.cut(guest);
        self.lines += 1;
        let (line, now) = (LineId(self.lines), self.now);
        let exporter = [u8::try_from(self.lines % 251).expect("small"); 32];
        let (host, key) = (self.host.key(), self.guests[guest].table.key());
        self.guests[guest].line = Some(line);
        self.hosting(|table| table.line_up(now, line, exporter, key, entrance));
        self.guest(guest, |table| table.line_up(now, line, exporter, host));
    }

    /// The line of a guest breaks, and what is on its way is lost.
    pub(crate) fn cut(&mut self, guest: usize) {
        let at = &mut self.guests[guest];
        at.to_host.clear();
        at.to_guest.clear();
        if let Some(line) = at.line.take() {
            let now = self.now;
            self.guest(guest, |table| table.line_down(now, line));
            self.hosting(|table| table.line_down(now, line));
        }
    }

    /// Delivers the next frame for a guest, or from it; returns whether there was one.
    pub(crate) fn deliver(&mut self, guest: usize, to_host: bool) -> bool {
        let at = &mut self.guests[guest];
        let queue = match to_host {
            true => &mut at.to_host,
            false => &mut at.to_guest,
        };
        let (Some(line), Some(wire)) = (at.line, queue.pop_front()) else {
            return false;
        };
        let now = self.now;
        match wire {
            Wire::End => self.cut(guest),
            Wire::Frame(mut bytes) => {
                let is_kept = self
                    .tamper
                    .as_mut()
                    .is_none_or(|tamper| tamper(guest, to_host, &mut bytes));
                match (is_kept, to_host) {
                    (false, _) => {}
                    (true, true) => {
                        let _ = self.hosting(|table| table.handle_frame(now, line, &bytes));
                    }
                    (true, false) => {
                        let _ = self.guest(guest, |table| table.handle_frame(now, line, &bytes));
                    }
                }
            }
        }
        true
    }

    /// Delivers everything until nothing is on its way.
    pub(crate) fn run(&mut self) {
        let mut rounds = 0;
        loop {
            let mut any = false;
            for guest in 0..self.guests.len() {
                any |= self.deliver(guest, true);
                any |= self.deliver(guest, false);
            }
            if !any {
                return;
            }
            rounds += 1;
            assert!(rounds < 10_000, "it never comes to rest");
        }
    }

    /// Time passes for all.
    pub(crate) fn pass(&mut self, seconds: u64) {
        self.now.clock += Duration::from_secs(seconds);
        let now = self.now;
        self.hosting(|host| host.handle_timeout(now));
        for guest in 0..self.guests.len() {
            self.guest(guest, |table| table.handle_timeout(now));
        }
    }

    /// A frame as a hostile guest's program would send it.
    pub(crate) fn send(&mut self, guest: usize, frame: &TableFrame) {
        let wire = Wire::Frame(frame.to_bytes());
        self.guests[guest].to_host.push_back(wire);
    }

    /// The last event of the host other than a change of the table.
    pub(crate) fn last(&self) -> Option<&LobbyEvent> {
        last(&self.events)
    }

    /// The last event of a guest other than a change of the table.
    pub(crate) fn last_of(&self, guest: usize) -> Option<&LobbyEvent> {
        last(&self.guests[guest].events)
    }

    /// Whether the player on that seat is shown as ready, by the host's table.
    pub(crate) fn is_ready(&self, seat: u8) -> bool {
        let sitter = self.host.table().sitter(Seat(seat));
        sitter.is_some_and(|sitter| sitter.is_ready)
    }

    /// All sessions, joined to the host's first by lines, come to play one match.
    pub(crate) fn play(&mut self) {
        let mut all: Vec<Session> = std::mem::take(&mut self.sessions);
        for guest in &mut self.guests {
            all.append(&mut guest.sessions);
        }
        let keys: Vec<_> = all
            .iter()
            .map(|session| {
                let manifest = session.manifest().expect("signed");
                manifest.seat(session.seat()).expect("a seat").identity
            })
            .collect();
        for at in 1..all.len() {
            let line = LineId(u64::try_from(at).expect("small"));
            all[0].line_up(self.now, line, [7; 32], keys[at]);
            all[at].line_up(self.now, line, [7; 32], keys[0]);
        }
        loop {
            let mut sent = Vec::new();
            for (at, session) in all.iter_mut().enumerate() {
                while let Some(output) = session.poll_output() {
                    if let Output::Send(line, bytes) | Output::Pass(line, bytes) = output {
                        let to = match at {
                            0 => usize::try_from(line.0).expect("small"),
                            _ => 0,
                        };
                        sent.push((to, line, bytes));
                    }
                }
            }
            if sent.is_empty() {
                break;
            }
            for (to, line, bytes) in sent {
                let heard = all[to].handle_frame(self.now, line, &bytes);
                heard.expect("an honest program");
            }
        }
        for session in &all {
            assert_eq!(session.stage(), Stage::Playing, "{}", session.seat());
            assert_eq!(session.sid(), all[0].sid());
        }
    }
}

fn last(events: &[LobbyEvent]) -> Option<&LobbyEvent> {
    let mut events = events.iter().rev();
    events.find(|event| **event != LobbyEvent::Changed)
}
