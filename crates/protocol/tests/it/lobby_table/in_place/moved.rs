//! The arrangement: a match that is left, the table that takes its place, and the new match.

use std::time::Duration;

use protocol::frame::Access;
use protocol::judge::{Report, Verdict, judge_matches};
use protocol::lobby::{Begin, Entrance, HostTable, Player, TableError};
use protocol::manifest::{ClaimEffect, Pace, Terms};
use protocol::testing::{Seeded, Table, identity, offer, random_part, table};
use protocol::{LineId, Manifest, Output, PlacesError, Seat, Session, Stage, Waiting};

use crate::lobby_table::room::{NAMES, Room, secret};

pub(super) const SEED: u8 = 1;
/// Nobody of the match before.
pub(super) const EVE: u8 = 9;

/// Ten minutes for each.
pub(super) const CLOCKED: Terms = Terms {
    pace: Pace::Bank {
        bank_ms: 600_000,
        increment_ms: 0,
    },
    claim: ClaimEffect::Loss,
};

/// The last complete step that a session holds.
pub(super) fn held(session: &Session, now: protocol::Now) -> u64 {
    let offered = session.offer_places(now).expect("under way");
    offered.start.expect("a start").at
}

pub(super) fn player_of(seat: u8) -> Player {
    Player::person(identity(seat, SEED), NAMES[usize::from(seat)])
}

pub(super) fn eve() -> Player {
    Player::person(identity(EVE, SEED), "Eve")
}

pub(super) fn full(seats: u8) -> Vec<(Seat, Seat)> {
    let pairs = (0..seats).flat_map(|a| (a + 1..seats).map(move |b| (Seat(a), Seat(b))));
    pairs.collect()
}

/// Four sides, each a team of its own, in mid-game, seat 2 to move.
pub(super) fn at_seat_2() -> (Table<4>, Seeded) {
    let four = table(&offer("tourney-4", Some(24)), 4, SEED);
    mid_game(four, Seat(2))
}

pub(super) fn mid_game<const N: usize>(manifest: Manifest, to_move: Seat) -> (Table<N>, Seeded) {
    let seats = u8::try_from(N).expect("few");
    let mut old = Table::<N>::under_way(manifest, &full(seats), SEED);
    let mut dice = Seeded(4);
    for _ in 0..2 {
        assert!(old.play_one(&mut dice));
    }
    while old.to_decide() != Some(to_move) {
        assert!(old.play_one(&mut dice));
    }
    (old, dice)
}

/// A match that is left, and the room of the table that takes its place.
pub(super) struct Move<const N: usize> {
    pub(super) old: Table<N>,
    pub(super) room: Room,
    pub(super) host: Seat,
    /// The seat in the match before of each guest; none for who comes new.
    pub(super) was: Vec<Option<Seat>>,
}

impl<const N: usize> Move<N> {
    /// That seat hosts a table in place of the match as it stands, for which everybody has left it.
    pub(super) fn new(mut old: Table<N>, host: Seat) -> Self {
        old.disconnect();
        let beginning = old.session(host).offer_places(old.now);
        let beginning = beginning.expect("a match under way");
        Self::with(old, host, beginning)
    }

    pub(super) fn with(old: Table<N>, host: Seat, beginning: Manifest) -> Self {
        let past = old.session(host).match_file().expect("a match");
        let player = player_of(host.0);
        let hosted = HostTable::in_place(vec![player], beginning, past, secret(host.0));
        let mut room = Room::with(hosted.expect("a table"));
        room.now = old.now;
        room.is_prompt = false;
        Self {
            old,
            room,
            host,
            was: Vec::new(),
        }
    }

    /// A guest comes by the code of the table, and asks for that seat or any.
    pub(super) fn come(&mut self, player: Player, seat: Option<Seat>) -> usize {
        let key = player.key();
        let manifest = self.old.sessions.iter().flatten().next();
        let manifest = manifest.and_then(Session::manifest).expect("a match");
        let was = manifest.present().into_iter();
        let mut was = was.filter(|seat| manifest.seat(*seat).is_some_and(|it| it.identity == key));
        self.was.push(was.next());
        let number = u8::try_from(self.was.len()).expect("few");
        let guest = self.room.add(vec![player], secret(40 + number));
        self.room.connect(guest, Entrance::Table);
        self.room
            .guest(guest, |table| table.sit(0, seat))
            .expect("room");
        self.room.run();
        guest
    }

    /// Those seats of the match before come.
    pub(super) fn come_all(&mut self, seats: &[u8]) {
        for seat in seats {
            let guest = self.come(player_of(*seat), None);
            let found = self.room.guests[guest].table.seat_of(0);
            assert_eq!(found, Some(Seat(*seat)), "the seat is kept");
        }
    }

    /// Eve comes and is let in.
    pub(super) fn eve_comes(&mut self) -> usize {
        let guest = self.come(eve(), None);
        let key = self.room.guests[guest].table.key();
        self.room.hosting(|host| host.let_in(key)).expect("asks");
        self.room.run();
        guest
    }

    pub(super) fn host_ready(&mut self) -> Result<(), TableError> {
        let (old, now) = (self.old.session(self.host), self.room.now);
        let said = self.room.host.ready_in_place(true, &[old], now);
        self.room.hosting(|_| ());
        self.room.run();
        said
    }

    pub(super) fn ready(&mut self, guest: usize) -> Result<(), TableError> {
        let (now, was) = (self.room.now, self.was[guest]);
        let old: Vec<&Session> = was.map(|seat| self.old.session(seat)).into_iter().collect();
        let table = &mut self.room.guests[guest].table;
        let said = table.ready_in_place(true, &old, now);
        self.room.guest(guest, |_| ());
        self.room.run();
        said
    }

    pub(super) fn ready_all(&mut self) {
        assert_eq!(self.host_ready(), Ok(()));
        for guest in 0..self.was.len() {
            assert_eq!(self.ready(guest), Ok(()), "guest {guest}");
        }
    }

    pub(super) fn sign_off(&mut self, seat: Seat, begin: &Begin) -> Result<(), PlacesError> {
        let manifest = begin.manifest.clone();
        self.old
            .with(seat, |session, now| session.sign_places(manifest, now))
            .expect("alive")
    }

    /// A guest signs off, and hands in the signature of its session.
    pub(super) fn sign(&mut self, guest: usize) {
        let begin = self.room.guests[guest].begin.clone().expect("begun");
        if let Some(seat) = self.was[guest] {
            assert_eq!(self.sign_off(seat, &begin), Ok(()));
        }
        let sessions = made(&begin, self.room.now);
        let signing: Vec<&Session> = sessions.iter().collect();
        let old: Vec<&Session> = self.was[guest]
            .map(|seat| self.old.session(seat))
            .into_iter()
            .collect();
        let table = &mut self.room.guests[guest].table;
        assert_eq!(table.signed_in_place(&signing, &old), Ok(()));
        self.room.guests[guest].sessions = sessions;
        self.room.guest(guest, |_| ());
        self.room.run();
    }

    /// Everybody is ready, signs off and signs, the host last; what is played from there on.
    pub(super) fn begin(&mut self) -> Played {
        self.room.begin().expect("all are ready");
        for guest in 0..self.was.len() {
            self.sign(guest);
        }
        let begin = self.room.begin.clone().expect("all have signed");
        assert_eq!(self.sign_off(self.host, &begin), Ok(()));
        self.room.sessions = made(&begin, self.room.now);
        let old = self.old.session(self.host);
        self.room
            .host
            .begun_in_place(&[old])
            .expect("all have signed");
        self.room.hosting(|_| ());
        self.room.run();
        let mut sessions = std::mem::take(&mut self.room.sessions);
        for guest in &mut self.room.guests {
            sessions.append(&mut guest.sessions);
        }
        Played::new(sessions, self.room.now)
    }

    /// Seat, name and access of the table as the host shows it.
    pub(super) fn access(&self, seat: u8) -> Access {
        let place = self.room.host.table().place(Seat(seat));
        place.expect("a seat").access
    }
}

pub(super) fn made(begin: &Begin, now: protocol::Now) -> Vec<Session> {
    let mut sessions = begin.sessions(now).expect("a sound match");
    for session in &mut sessions {
        session.sign_in([7; 16]);
        // everything that is written is on disk here
        while session.poll_output().is_some() {}
    }
    sessions
}

/// The new match, its sessions joined to the first.
pub(super) struct Played {
    pub(super) sessions: Vec<Session>,
    pub(super) now: protocol::Now,
}

impl Played {
    pub(super) fn new(sessions: Vec<Session>, now: protocol::Now) -> Self {
        let mut played = Self { sessions, now };
        let keys: Vec<_> = played
            .sessions
            .iter()
            .map(|session| {
                let manifest = session.manifest().expect("signed");
                manifest.seat(session.seat()).expect("a seat").identity
            })
            .collect();
        for at in 1..keys.len() {
            let line = LineId(u64::try_from(at).expect("few"));
            played.sessions[0].line_up(now, line, [7; 32], keys[at]);
            played.sessions[at].line_up(now, line, [7; 32], keys[0]);
        }
        played.run();
        for session in &played.sessions {
            assert_eq!(session.stage(), Stage::Playing, "{session:?}");
            assert_eq!(session.sid(), played.sessions[0].sid());
        }
        played
    }

    pub(super) fn run(&mut self) {
        loop {
            let mut sent = Vec::new();
            for (at, session) in self.sessions.iter_mut().enumerate() {
                while let Some(output) = session.poll_output() {
                    if let Output::Send(line, bytes) | Output::Pass(line, bytes) = output {
                        let to = if at == 0 {
                            usize::try_from(line.0).expect("few")
                        } else {
                            0
                        };
                        sent.push((to, line, bytes));
                    }
                }
            }
            if sent.is_empty() {
                return;
            }
            for (to, line, bytes) in sent {
                let heard = self.sessions[to].handle_frame(self.now, line, &bytes);
                heard.expect("an honest program");
            }
        }
    }

    pub(super) fn manifest(&self) -> &Manifest {
        self.sessions[0].manifest().expect("a match")
    }

    pub(super) fn of(&self, seat: u8) -> &Session {
        let mut sessions = self.sessions.iter();
        sessions
            .find(|session| session.seat() == Seat(seat))
            .expect("plays")
    }

    /// One random decision; returns whether there was one to make.
    pub(super) fn play_one(&mut self, dice: &mut Seeded) -> bool {
        let decides = |session: &Session| matches!(session.waiting(), Waiting::Me { .. });
        let Some(at) = self.sessions.iter().position(decides) else {
            return false;
        };
        let session = &mut self.sessions[at];
        let side = session.side_of(session.seat()).expect("a side");
        let position = session.position().expect("a position");
        let orders = random_part(position, side, session.own_member(), dice);
        let told = session.propose(self.now, &orders);
        told.expect("random orders are legal");
        self.run();
        self.now.clock += Duration::from_millis(700);
        true
    }

    pub(super) fn play_out(&mut self, dice: &mut Seeded) {
        while self.play_one(dice) {}
        for session in &self.sessions {
            assert!(session.is_closed(), "{session:?}");
        }
    }

    pub(super) fn file(&self) -> Vec<u8> {
        self.sessions[0].match_file().expect("a match")
    }
}

/// All matches of the old table, and that one behind them, judged in either order.
pub(super) fn judged<const N: usize>(old: &Table<N>, new: &[Vec<u8>]) -> Vec<Report> {
    let (mut ids, mut matches) = (Vec::new(), Vec::<Vec<Vec<u8>>>::new());
    let all = old
        .places()
        .into_iter()
        .flat_map(|seat| old.all_files(seat));
    for file in all.chain(new.iter().cloned()) {
        let sid = protocol::glance::glance(&file)
            .ok()
            .map(|it| it.manifest.sid());
        match ids.iter().position(|known| *known == sid) {
            Some(at) => matches[at].push(file),
            None => {
                ids.push(sid);
                matches.push(vec![file]);
            }
        }
    }
    let files: Vec<Vec<&[u8]>> = matches
        .iter()
        .map(|files| files.iter().map(Vec::as_slice).collect())
        .collect();
    let reports = judge_matches(&files);
    let backwards: Vec<Vec<&[u8]>> = files.into_iter().rev().collect();
    let mut again = judge_matches(&backwards);
    again.reverse();
    for (one, other) in reports.iter().zip(&again) {
        let found = |report: &Report| (report.verdict, report.seat, report.findings.len());
        assert_eq!(
            found(one),
            found(other),
            "the order of the files changes nothing"
        );
    }
    reports
}

pub(super) fn verdicts(reports: &[Report]) -> Vec<Verdict> {
    reports.iter().map(|report| report.verdict).collect()
}

pub(super) fn assert_nobody_convicted(reports: &[Report]) {
    for report in reports {
        let mut found = report.findings.iter();
        let proved = found.find(|found| found.verdict == Verdict::Proved);
        assert_eq!(proved, None, "{report:?}");
    }
}

/// Those who remain go on without the others, who are gone for good.
pub(super) fn without<const N: usize>(old: &mut Table<N>, gone: &[Seat]) {
    for seat in gone {
        old.kill(*seat);
    }
    old.run();
    old.wait(Duration::from_secs(130));
    for seat in old.places() {
        if !gone.contains(&seat) {
            assert_eq!(old.agree_without(seat, gone), Ok(()), "{seat}");
        }
    }
    old.run();
    assert!(old.former.iter().any(|former| !former.is_empty()));
}

/// Everybody but seat 2, for which Eve comes.
pub(super) fn with_eve(old: Table<4>, host: u8) -> Move<4> {
    let mut moved = Move::new(old, Seat(host));
    let rest: Vec<u8> = [0, 1, 3].into_iter().filter(|seat| *seat != host).collect();
    moved.come_all(&rest);
    moved.room.hosting(|host| host.open(Seat(2))).expect("free");
    moved.eve_comes();
    moved
}

/// The table that seat 0 hosts with Eve stops when those guests have signed.
pub(super) fn stopped(old: Table<4>, guests: &[usize]) -> Move<4> {
    let mut moved = with_eve(old, 0);
    moved.ready_all();
    moved.room.begin().expect("all are ready");
    for guest in guests {
        moved.sign(*guest);
    }
    moved
}
