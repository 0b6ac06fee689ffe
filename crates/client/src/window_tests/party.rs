//! A table before its match begins, made by the lobby's own rules without a network: what a window is shown of it.

use std::collections::BTreeMap;
use std::sync::Arc;

use home::{Acquaintance, Invitation, People};
use net::LineState;
use net::lobby::{LobbySnapshot, OwnPlayer};
use protocol::lobby::{Entrance, GuestTable, HostTable, LobbyOutput, Player};
use protocol::{Identity, LineId, Now, Offer, PublicKey, Seat};
use reach::Addresses;

/// A host, and guests on lines of their own.
pub(super) struct Party {
    pub(super) host: HostTable,
    pub(super) guests: Vec<GuestTable>,
    /// Whoever has the code of the table sits down.
    pub(super) is_open: bool,
    pub(super) people: People,
}

/// The offer of a built-in scenario.
pub(super) fn offer(scenario: &str) -> Offer {
    let scenario = scenario::load(scenario).expect("built in").expect("sound");
    Offer {
        scenario,
        options: Vec::new(),
        host_side: None,
        max_turns: None,
        terms: protocol::manifest::Terms::default(),
        takeback: true,
        start: None,
        drop: None,
        vacancy: None,
    }
}

pub(super) fn identity(seed: u8) -> Identity {
    Identity::from_seed([seed; 32])
}

impl Party {
    /// A table of Ada's.
    pub(super) fn new(scenario: &str, seats: u8) -> Self {
        let ada = Player::person(identity(1), "Ada");
        let host = HostTable::new(vec![ada], &offer(scenario), seats, [7; 32]);
        Self::of(host.expect("a table"))
    }

    /// That table, to which nobody has come yet.
    pub(super) fn of(host: HostTable) -> Self {
        Self {
            host,
            guests: Vec::new(),
            is_open: false,
            people: People::default(),
        }
    }

    /// Somebody comes with the code of the table, and asks for a seat.
    pub(super) fn comes(&mut self, name: &str, seat: Option<Seat>) -> PublicKey {
        let number = u8::try_from(self.guests.len()).expect("few") + 2;
        self.brings(Player::person(identity(number), name), seat)
    }

    /// That player comes with the code of the table, and asks for a seat.
    pub(super) fn brings(&mut self, player: Player, seat: Option<Seat>) -> PublicKey {
        let number = u8::try_from(self.guests.len()).expect("few") + 2;
        let key = player.key();
        let guest = GuestTable::new(vec![player], self.host.key(), [number; 32]);
        let mut guest = guest.expect("a guest");
        guest.sit(0, seat).expect("a wish");
        let line = LineId(number.into());
        let exporter = [number; 32];
        let entrance = Entrance::Table;
        self.host
            .line_up(Now::default(), line, exporter, key, entrance);
        guest.line_up(Now::default(), line, exporter, self.host.key());
        self.guests.push(guest);
        self.carry();
        key
    }

    /// Somebody comes and is let in.
    pub(super) fn sits(&mut self, name: &str, seat: Option<Seat>) -> PublicKey {
        let key = self.comes(name, seat);
        self.host.let_in(key).expect("asked");
        self.carry();
        key
    }

    /// Carries everything over the lines.
    pub(super) fn carry(&mut self) {
        let now = Now::default();
        loop {
            let mut is_still = true;
            while let Some(output) = self.host.poll_output() {
                is_still = false;
                if let LobbyOutput::Send(line, frame) = output {
                    let number = usize::try_from(line.0).expect("small") - 2;
                    let guest = &mut self.guests[number];
                    guest.handle_frame(now, line, &frame).expect("sound");
                }
            }
            for guest in &mut self.guests {
                while let Some(output) = guest.poll_output() {
                    is_still = false;
                    if let LobbyOutput::Send(line, frame) = output {
                        self.host.handle_frame(now, line, &frame).expect("sound");
                    }
                }
            }
            if is_still {
                return;
            }
        }
    }

    /// The table as the host's window is shown it.
    pub(super) fn of_host(&self) -> LobbySnapshot {
        let table = self.host.table();
        let own = self.host.players().iter().map(|player| OwnPlayer {
            key: player.key(),
            name: player.name().to_owned(),
            decider: player.decider().clone(),
            seat: table.seat_of(player.key()),
        });
        let askers = self.host.askers();
        let asking = askers.iter().flat_map(|asker| &asker.players);
        let asking = asking.map(|(name, key, ..)| (*key, name.clone()));
        let mut shown = LobbySnapshot {
            is_host: true,
            own: own.collect(),
            is_ready: self.host.is_ready(),
            changes: self.host.changes(),
            late: self.host.late(),
            is_open_to_all: self.is_open,
            standing: self.standing(asking.collect()),
            line: LineState::Up,
            askers,
            ..nothing()
        };
        shown.table = Some(Arc::new(table.clone()));
        shown.meeting.invitation = Some(Arc::new(code(self.host.key())));
        shown.meeting.reachability = "Players on the same network can join.".to_owned();
        shown
    }

    /// The table as the window of a guest is shown it.
    pub(super) fn of_guest(&self, number: usize) -> LobbySnapshot {
        let guest = &self.guests[number];
        let own = guest
            .players()
            .iter()
            .enumerate()
            .map(|(place, player)| OwnPlayer {
                key: player.key(),
                name: player.name().to_owned(),
                decider: player.decider().clone(),
                seat: guest.seat_of(place),
            });
        LobbySnapshot {
            own: own.collect(),
            is_ready: guest.is_ready(),
            changes: guest.changes(),
            late: guest.late(),
            standing: self.standing(Vec::new()),
            line: LineState::Up,
            table: guest.table().cloned().map(Arc::new),
            ..nothing()
        }
    }

    fn standing(&self, others: Vec<(PublicKey, String)>) -> BTreeMap<PublicKey, Arc<Acquaintance>> {
        let sitters = self.host.table().sitters();
        let sitters = sitters.map(|(_, sitter)| (sitter.identity, sitter.name.clone()));
        let all = sitters.chain(others);
        let known = |(key, name): (PublicKey, String)| {
            (key, Arc::new(self.people.acquaintance(key, &name)))
        };
        all.map(known).collect()
    }
}

/// A table of which nothing is shown yet.
pub(super) fn nothing() -> LobbySnapshot {
    LobbySnapshot {
        is_host: false,
        table: None,
        own: Vec::new(),
        is_ready: false,
        goes_on: None,
        changes: Vec::new(),
        late: Vec::new(),
        askers: Vec::new(),
        is_open_to_all: false,
        seat_codes: BTreeMap::new(),
        standing: BTreeMap::new(),
        line: LineState::Waiting,
        meeting: net::Meeting::default(),
        chat: Arc::default(),
        notes: Vec::new(),
        refused: None,
        past_fits: None,
        error: None,
        is_beginning: false,
        ended: false,
    }
}

/// An invitation of that host.
pub(super) fn code(host: PublicKey) -> Invitation {
    Invitation {
        host,
        secret: home::JoinSecret([9; 10]),
        game: [4; 8],
        admits: home::Admits::Table,
        last_day: 20_007,
        addresses: Addresses {
            candidates: vec!["192.0.2.7:4433".parse().expect("an address")],
            ..Addresses::default()
        },
    }
}
