//! A table in the place of a match: those who stay keep their seats and compare everything with their own files; somebody
//! else, or who was left out, comes to the others. First of all what a cheat could gain by it.

use std::time::Duration;

use protocol::frame::{Access, Frame, Reply, TableFrame};
use protocol::judge::{Report, Verdict, judge_matches};
use protocol::lobby::{Begin, Comes, Entrance, HostTable, LobbyEvent, Player, TableError};
use protocol::manifest::{ClaimEffect, Pace, Terms};
use protocol::testing::{Seeded, Table, identity, offer, random_part, table, tiny, toy};
use protocol::{
    Face, Genesis, Identity, LineId, Manifest, Output, PlacesError, ProposeError, Seat, Session,
    Stage, Waiting, WhyGone,
};

use super::room::{NAMES, Room, secret};

const SEED: u8 = 1;
/// Nobody of the match before.
const EVE: u8 = 9;

/// The last complete step that a session holds.
fn held(session: &Session, now: protocol::Now) -> u64 {
    let offered = session.offer_places(now).expect("under way");
    offered.start.expect("a start").at
}

fn player_of(seat: u8) -> Player {
    Player::person(identity(seat, SEED), NAMES[usize::from(seat)])
}

fn eve() -> Player {
    Player::person(identity(EVE, SEED), "Eve")
}

fn full(seats: u8) -> Vec<(Seat, Seat)> {
    let pairs = (0..seats).flat_map(|a| (a + 1..seats).map(move |b| (Seat(a), Seat(b))));
    pairs.collect()
}

/// Four sides, each a team of its own, in mid-game, seat 2 to move.
fn at_seat_2() -> (Table<4>, Seeded) {
    let four = table(&offer("tourney-4", Some(24)), 4, SEED);
    mid_game(four, Seat(2))
}

fn mid_game<const N: usize>(manifest: Manifest, to_move: Seat) -> (Table<N>, Seeded) {
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
struct Move<const N: usize> {
    old: Table<N>,
    room: Room,
    host: Seat,
    /// The seat in the match before of each guest; none for who comes new.
    was: Vec<Option<Seat>>,
}

impl<const N: usize> Move<N> {
    /// That seat hosts a table in place of the match as it stands, for which everybody has left it.
    fn new(mut old: Table<N>, host: Seat) -> Self {
        old.disconnect();
        let beginning = old.session(host).offer_places(old.now);
        let beginning = beginning.expect("a match under way");
        Self::with(old, host, beginning)
    }

    fn with(old: Table<N>, host: Seat, beginning: Manifest) -> Self {
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
    fn come(&mut self, player: Player, seat: Option<Seat>) -> usize {
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
    fn come_all(&mut self, seats: &[u8]) {
        for seat in seats {
            let guest = self.come(player_of(*seat), None);
            let found = self.room.guests[guest].table.seat_of(0);
            assert_eq!(found, Some(Seat(*seat)), "the seat is kept");
        }
    }

    /// Eve comes and is let in.
    fn eve_comes(&mut self) -> usize {
        let guest = self.come(eve(), None);
        let key = self.room.guests[guest].table.key();
        self.room.hosting(|host| host.let_in(key)).expect("asks");
        self.room.run();
        guest
    }

    fn host_ready(&mut self) -> Result<(), TableError> {
        let (old, now) = (self.old.session(self.host), self.room.now);
        let said = self.room.host.ready_in_place(true, &[old], now);
        self.room.hosting(|_| ());
        self.room.run();
        said
    }

    fn ready(&mut self, guest: usize) -> Result<(), TableError> {
        let (now, was) = (self.room.now, self.was[guest]);
        let old: Vec<&Session> = was.map(|seat| self.old.session(seat)).into_iter().collect();
        let table = &mut self.room.guests[guest].table;
        let said = table.ready_in_place(true, &old, now);
        self.room.guest(guest, |_| ());
        self.room.run();
        said
    }

    fn ready_all(&mut self) {
        assert_eq!(self.host_ready(), Ok(()));
        for guest in 0..self.was.len() {
            assert_eq!(self.ready(guest), Ok(()), "guest {guest}");
        }
    }

    fn sign_off(&mut self, seat: Seat, begin: &Begin) -> Result<(), PlacesError> {
        let manifest = begin.manifest.clone();
        self.old
            .with(seat, |session, now| session.sign_places(manifest, now))
            .expect("alive")
    }

    /// A guest signs off, and hands in the signature of its session.
    fn sign(&mut self, guest: usize) {
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
    fn begin(&mut self) -> Played {
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
    fn access(&self, seat: u8) -> Access {
        let place = self.room.host.table().place(Seat(seat));
        place.expect("a seat").access
    }
}

fn made(begin: &Begin, now: protocol::Now) -> Vec<Session> {
    let mut sessions = begin.sessions(now).expect("a sound match");
    for session in &mut sessions {
        session.sign_in([7; 16]);
        // everything that is written is on disk here
        while session.poll_output().is_some() {}
    }
    sessions
}

/// The new match, its sessions joined to the first.
struct Played {
    sessions: Vec<Session>,
    now: protocol::Now,
}

impl Played {
    fn new(sessions: Vec<Session>, now: protocol::Now) -> Self {
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

    fn run(&mut self) {
        loop {
            let mut sent = Vec::new();
            for (at, session) in self.sessions.iter_mut().enumerate() {
                while let Some(output) = session.poll_output() {
                    if let Output::Send(line, bytes) = output {
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

    fn manifest(&self) -> &Manifest {
        self.sessions[0].manifest().expect("a match")
    }

    fn of(&self, seat: u8) -> &Session {
        let mut sessions = self.sessions.iter();
        sessions
            .find(|session| session.seat() == Seat(seat))
            .expect("plays")
    }

    /// One random decision; returns whether there was one to make.
    fn play_one(&mut self, dice: &mut Seeded) -> bool {
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

    fn play_out(&mut self, dice: &mut Seeded) {
        while self.play_one(dice) {}
        for session in &self.sessions {
            assert!(session.is_closed(), "{session:?}");
        }
    }

    fn file(&self) -> Vec<u8> {
        self.sessions[0].match_file().expect("a match")
    }
}

/// All matches of the old table, and that one behind them, judged in either order.
fn judged<const N: usize>(old: &Table<N>, new: &[Vec<u8>]) -> Vec<Report> {
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

fn verdicts(reports: &[Report]) -> Vec<Verdict> {
    reports.iter().map(|report| report.verdict).collect()
}

fn assert_nobody_convicted(reports: &[Report]) {
    for report in reports {
        let mut found = report.findings.iter();
        let proved = found.find(|found| found.verdict == Verdict::Proved);
        assert_eq!(proved, None, "{report:?}");
    }
}

/// Those who remain go on without the others, who are gone for good.
fn without<const N: usize>(old: &mut Table<N>, gone: &[Seat]) {
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

#[test]
fn somebody_else_comes_to_the_seat_of_a_player_who_was_left_out() {
    for host in [0, 1, 3] {
        let (mut old, mut dice) = at_seat_2();
        without(&mut old, &[Seat(2)]);
        for _ in 0..2 {
            assert!(old.play_one(&mut dice));
        }
        let before = old.session(Seat(host)).manifest().expect("a match").clone();
        let position = old.session(Seat(host)).position().map(protocol::digest);
        let mut moved = Move::new(old, Seat(host));
        assert_eq!(moved.access(2), Access::Open);
        let rest: Vec<u8> = [0, 1, 3].into_iter().filter(|seat| *seat != host).collect();
        moved.come_all(&rest);
        moved.eve_comes();
        let game = moved.room.host.table().game();
        let comes = game.comes(Seat(2), identity(EVE, SEED).public());
        assert_eq!(comes, Some(Comes::For("Cid".to_owned())));
        moved.ready_all();
        let mut played = moved.begin();
        let new = played.manifest().clone();
        let start = new.start.clone().expect("a start");
        assert_eq!((start.sid, start.gone.len()), (before.sid(), 0));
        let was: Vec<_> = new.seats.iter().map(|entry| entry.was).collect();
        assert_eq!(was, (0..4).map(|seat| Some(Seat(seat))).collect::<Vec<_>>());
        assert_eq!(
            played.sessions[0].position().map(protocol::digest),
            position
        );
        played.play_out(&mut dice);
        let reports = judged(&moved.old, &[played.file()]);
        let expected = [Verdict::Claimed, Verdict::Continued, Verdict::Complete];
        assert_eq!(verdicts(&reports), expected, "{reports:?}");
        assert_nobody_convicted(&reports);
        let went = &reports[1].went_on[0];
        assert_eq!((went.signers.len(), went.without.len()), (3, 0));
        assert_eq!((went.came[0].seat, went.came[0].is_back), (Seat(2), false));
        let told = "Eve came to seat 3 in the place of Cid".to_owned();
        assert!(
            reports[2].remarks.contains(&told),
            "{:?}",
            reports[2].remarks
        );
    }
}

#[test]
fn who_was_left_out_comes_back_by_one_more_match_that_all_sign() {
    let (mut old, mut dice) = at_seat_2();
    without(&mut old, &[Seat(2)]);
    let mut moved = Move::new(old, Seat(0));
    moved.come_all(&[1, 3]);
    // the host is asked: the others had gone on without that player
    let guest = moved.come(player_of(2), None);
    assert_eq!(moved.room.guests[guest].table.seat_of(0), None);
    let key = identity(2, SEED).public();
    moved.room.hosting(|host| host.let_in(key)).expect("asks");
    moved.room.run();
    assert_eq!(moved.room.guests[guest].table.seat_of(0), Some(Seat(2)));
    let sent = moved.room.guests[guest].events.iter();
    assert!(
        sent.clone()
            .any(|event| matches!(event, LobbyEvent::Past(_)))
    );
    assert_eq!(moved.room.guests[guest].table.past_fits(), Some(true));
    moved.ready_all();
    let mut played = moved.begin();
    played.play_out(&mut dice);
    let reports = judged(&moved.old, &[played.file()]);
    let expected = [Verdict::Claimed, Verdict::Continued, Verdict::Complete];
    assert_eq!(verdicts(&reports), expected, "{reports:?}");
    assert!(reports[1].went_on[0].came[0].is_back);
    assert!(
        reports[2]
            .remarks
            .contains(&"Cid came back to seat 3".to_owned())
    );
}

#[test]
fn a_seat_is_opened_whose_player_does_not_come_and_the_old_match_stands_for_that_one() {
    let (mut old, mut dice) = at_seat_2();
    old.kill(Seat(2));
    let mut moved = Move::new(old, Seat(1));
    moved.come_all(&[0, 3]);
    assert_eq!(moved.access(2), Access::Kept);
    // nobody else has it before the host gives it away
    let guest = moved.come(eve(), Some(Seat(2)));
    let refused = moved.room.last_of(guest).cloned();
    let key = identity(EVE, SEED).public();
    let (who, reply) = (key, Reply::Kept(Seat(2)));
    assert_eq!(refused, Some(LobbyEvent::Reply { who, reply }));
    moved.room.hosting(|host| host.open(Seat(2))).expect("free");
    moved.room.run();
    moved
        .room
        .guest(guest, |table| table.sit(0, Some(Seat(2))))
        .expect("free");
    moved.room.run();
    moved.room.hosting(|host| host.let_in(key)).expect("asks");
    moved.room.run();
    moved.ready_all();
    let mut played = moved.begin();
    played.play_out(&mut dice);
    let reports = judged(&moved.old, &[played.file()]);
    assert_eq!(
        verdicts(&reports),
        [Verdict::Claimed, Verdict::Complete],
        "{reports:?}"
    );
    assert_eq!(
        (reports[0].seat, reports[0].kind),
        (Some(Seat(2)), Some("left-out"))
    );
    assert_eq!(reports[0].went_on[0].without, [(Seat(2), WhyGone::Silent)]);
    let told = "continued without Cid, who is said to be silent".to_owned();
    assert!(
        reports[1].remarks.contains(&told),
        "{:?}",
        reports[1].remarks
    );
}

/// Everybody but seat 2, for which Eve comes.
fn with_eve(old: Table<4>, host: u8) -> Move<4> {
    let mut moved = Move::new(old, Seat(host));
    let rest: Vec<u8> = [0, 1, 3].into_iter().filter(|seat| *seat != host).collect();
    moved.come_all(&rest);
    moved.room.hosting(|host| host.open(Seat(2))).expect("free");
    moved.eve_comes();
    moved
}

#[test]
fn a_host_that_goes_back_before_a_turn_finds_nobody_ready() {
    let (mut old, mut dice) = at_seat_2();
    let early = old
        .session(Seat(0))
        .offer_places(old.now)
        .expect("under way");
    // seat 2 and seat 3 move
    for _ in 0..2 {
        assert!(old.play_one(&mut dice));
    }
    old.disconnect();
    let own = held(old.session(Seat(1)), old.now);
    let table = early.start.as_ref().expect("a start").at;
    let mut moved = Move::with(old, Seat(0), early);
    moved.come_all(&[1, 3]);
    moved.room.hosting(|host| host.open(Seat(2))).expect("free");
    moved.eve_comes();
    for guest in 0..2 {
        let refused = Err(TableError::Places(PlacesError::Undoes { table, own }));
        assert_eq!(moved.ready(guest), refused);
    }
}

#[test]
fn who_lacks_turns_is_told_so_and_signs_nothing() {
    let (mut old, mut dice) = at_seat_2();
    let behind = old.disks[3].clone();
    for _ in 0..2 {
        assert!(old.play_one(&mut dice));
    }
    let table = held(old.session(Seat(0)), old.now);
    let mut moved = with_eve(old, 0);
    let standing = protocol::Standing::Own;
    let older = Session::resume(
        identity(3, SEED),
        &behind.public,
        &behind.private,
        standing,
        moved.old.now,
    );
    moved.old.sessions[3] = Some(older.expect("sound files"));
    let own = held(moved.old.session(Seat(3)), moved.old.now);
    assert!(own < table);
    let refused = Err(TableError::Places(PlacesError::Lacks { table, own }));
    assert_eq!(moved.ready(1), refused);
    let without_files = moved.room.guest(1, |table| table.ready(true));
    assert_eq!(without_files, Err(TableError::NoOlder("Dot".to_owned())));
    // files that may be older ones sign nothing here, whatever they hold
    let strange = Session::resume(
        identity(3, SEED),
        &moved.old.disks[3].public,
        &moved.old.disks[3].private,
        protocol::Standing::Strange,
        moved.old.now,
    );
    moved.old.sessions[3] = Some(strange.expect("sound files"));
    let refused = PlacesError::Match(ProposeError::OlderCopy);
    assert_eq!(moved.ready(1), Err(TableError::Places(refused)));
}

#[test]
fn a_beginning_that_differs_in_anything_finds_nobody_ready() {
    type Change = fn(&mut Manifest);
    let changes: [(Change, &str); 8] = [
        (|_| {}, "nothing"),
        (
            |it| it.start.as_mut().expect("a start").times[3].left_ms += 1,
            "a clock",
        ),
        (|it| it.max_turns = Some(20), "the limit"),
        (|it| it.policies.takeback ^= true, "takeback"),
        (
            |it| it.terms.claim = ClaimEffect::Nothing,
            "the effect of a claim",
        ),
        (
            |it| it.start.as_mut().expect("a start").root[0] ^= 1,
            "the root",
        ),
        (
            |it| it.start.as_mut().expect("a start").sid[0] ^= 1,
            "the match",
        ),
        (
            |it| it.start.as_mut().expect("a start").written_ms += 3 * 24 * 60 * 60 * 1000,
            "the date",
        ),
    ];
    let terms = Terms {
        pace: Pace::Bank {
            bank_ms: 600_000,
            increment_ms: 0,
        },
        claim: ClaimEffect::Loss,
    };
    for (change, what) in changes {
        let mut clocked = offer("tourney-4", Some(24));
        clocked.terms = terms;
        let (mut old, _) = mid_game::<4>(table(&clocked, 4, SEED), Seat(2));
        old.disconnect();
        let mut beginning = old
            .session(Seat(0))
            .offer_places(old.now)
            .expect("under way");
        change(&mut beginning);
        let mut moved = Move::with(old, Seat(0), beginning);
        moved.come_all(&[1, 3]);
        moved.room.hosting(|host| host.open(Seat(2))).expect("free");
        moved.eve_comes();
        let said = moved.ready(0);
        match what {
            "nothing" => assert_eq!(said, Ok(())),
            _ => assert!(
                matches!(said, Err(TableError::Places(_) | TableError::FalsePast)),
                "{what}: {said:?}"
            ),
        }
    }
}

#[test]
fn who_signs_off_signs_nothing_more_in_the_old_match_also_after_a_restart() {
    let (old, mut dice) = at_seat_2();
    let mut moved = with_eve(old, 0);
    moved.ready_all();
    moved.room.begin().expect("all are ready");
    moved.sign(0);
    moved.sign(1);
    // Eve does not sign, and the table is given up
    moved.room.pass(40);
    moved.room.run();
    let mut old = moved.old;
    for seat in [Seat(1), Seat(3)] {
        assert!(old.session(seat).is_going_on());
        old.restart(seat);
        assert!(old.session(seat).is_going_on(), "by its files");
    }
    old.connect();
    old.run();
    // seat 2 is back and moves; seat 3 would be next, and confirms nothing
    let before = held(old.session(Seat(0)), old.now);
    while old.play_one(&mut dice) {}
    let files = old
        .places()
        .into_iter()
        .flat_map(|seat| old.all_files(seat));
    let entries = files.flat_map(|file| protocol::file::read_public(&file).expect("sound").0);
    let mut signed = entries.filter_map(|entry| match entry {
        protocol::file::Entry::Record(record) if record.step > before => Some(record.seat),
        _ => None,
    });
    assert!(
        signed.clone().any(|seat| seat == Seat(2)),
        "the others play on"
    );
    assert!(signed.all(|seat| seat != Seat(1) && seat != Seat(3)));
    assert!(old.former.iter().all(Vec::is_empty));
    let files: Vec<Vec<u8>> = old.disks.iter().map(|disk| disk.public.clone()).collect();
    let files: Vec<&[u8]> = files.iter().map(Vec::as_slice).collect();
    let report = protocol::judge::judge(&files);
    assert_eq!(report.verdict, Verdict::Open, "{report:?}");
    // and all go on together by a match of a higher number
    assert_eq!(old.ask_table(Seat(0), None), Ok(()));
    old.run();
    for seat in [Seat(1), Seat(2), Seat(3)] {
        assert_eq!(old.answer_table(seat, true), Ok(()), "{seat}");
        old.run();
    }
    old.wait(Duration::from_secs(60));
    let sid = old.session(Seat(0)).sid();
    for seat in old.places() {
        assert_eq!(old.session(seat).sid(), sid, "{seat}");
        assert!(!old.former[seat.index()].is_empty(), "{seat}");
        let start = old.session(seat).manifest().and_then(|it| it.start.clone());
        assert!(
            start.is_some_and(|start| start.number > 1),
            "above what was signed"
        );
    }
}

#[test]
fn those_who_have_signed_off_in_vain_go_on_without_who_is_gone() {
    let (mut old, mut dice) = at_seat_2();
    // seat 3 moves next: nothing is awaited of seat 2
    assert!(old.play_one(&mut dice));
    old.kill(Seat(2));
    old.run();
    let mut moved = with_eve(old, 0);
    moved.ready_all();
    moved.room.begin().expect("all are ready");
    moved.sign(0);
    moved.sign(1);
    let mut old = moved.old;
    for (a, b) in [(0, 1), (0, 3), (1, 3)] {
        old.link(Seat(a), Seat(b));
    }
    old.run();
    old.wait(Duration::from_secs(130));
    for seat in [Seat(3), Seat(1), Seat(0)] {
        let agreed = old.agree_without(seat, &[Seat(2)]);
        assert_eq!(agreed, Ok(()), "{seat}");
        old.run();
    }
    let sid = old.session(Seat(0)).sid();
    for seat in [Seat(0), Seat(1), Seat(3)] {
        assert_eq!(old.session(seat).sid(), sid, "{seat}");
        assert_eq!(old.session(seat).gone(), [(Seat(2), WhyGone::Silent)]);
    }
    old.play_out(&mut dice);
    let reports = judged(&old, &[]);
    assert_eq!(
        verdicts(&reports),
        [Verdict::Claimed, Verdict::Complete],
        "{reports:?}"
    );
}

#[test]
fn of_two_tables_the_one_with_the_higher_number_counts_and_nobody_signs_two_of_one() {
    let (old, mut dice) = at_seat_2();
    let mut first = with_eve(old, 0);
    first.ready_all();
    first.room.begin().expect("all are ready");
    first.sign(0);
    first.sign(1);
    first.sign(2);
    // all guests have signed; the host keeps its own signature in the pocket, and the table is given up
    let pocket = first.room.begin.clone().expect("all have signed");
    let kept = made(&pocket, first.room.now);
    let mut held = kept[0].match_file().expect("a match");
    for guest in &first.room.guests {
        for session in &guest.sessions {
            let own = session.match_file().expect("a match");
            let (entries, _) = protocol::file::read_public(&own).expect("sound");
            let genesis = entries.into_iter();
            let genesis =
                genesis.filter(|entry| matches!(entry, protocol::file::Entry::Genesis(_)));
            genesis.for_each(|entry| held.extend(entry.to_bytes()));
        }
    }
    // seat 1 hosts another one; seat 0 comes to it
    let old = first.old;
    let beginning = old
        .session(Seat(1))
        .offer_places(old.now)
        .expect("frozen, and free for more");
    assert_eq!(beginning.start.as_ref().expect("a start").number, 2);
    let mut second = with_eve(old, 1);
    second.ready_all();
    let mut played = second.begin();
    played.play_out(&mut dice);
    let reports = judged(&second.old, &[held, played.file()]);
    assert_nobody_convicted(&reports);
    let new = reports.last().expect("the second");
    assert_eq!(new.verdict, Verdict::Complete, "{reports:?}");
    let went = &reports[0].went_on;
    let counts: Vec<(u8, bool)> = went.iter().map(|went| (went.number, went.counts)).collect();
    assert_eq!(counts, [(1, false), (2, true)]);
}

#[test]
fn a_number_that_a_guest_has_signed_is_lifted_by_its_program_and_by_no_liar() {
    let (old, _) = at_seat_2();
    let mut first = with_eve(old, 0);
    first.ready_all();
    first.room.begin().expect("all are ready");
    // only seat 3 signs before the table is given up
    first.sign(1);
    let mut second = with_eve(first.old, 1);
    let number = |moved: &Move<4>| {
        let game = moved.room.host.table().game();
        game.start().expect("a start").number
    };
    assert_eq!(number(&second), 1, "seat 1 has signed nothing");
    assert_eq!(second.host_ready(), Ok(()));
    let refused = second.ready(1);
    let is_signed = |error: &TableError| {
        matches!(
            error,
            TableError::Places(PlacesError::Signed { number: 1, .. })
        )
    };
    assert!(refused.as_ref().is_err_and(is_signed), "{refused:?}");
    assert_eq!(number(&second), 2);
    assert!(!second.room.is_ready(1), "another match is ready for anew");
    // who claims to have signed the last of all numbers would leave no other
    let written_ms = second.room.now.unix_ms;
    let [last, later, far] = [(254, written_ms), (3, written_ms), (2, u64::MAX)]
        .map(|(number, written_ms)| Reply::Signed { number, written_ms });
    // the third of them has signed nothing: Eve is new here
    for (guest, reply) in [(0, last), (0, far), (2, later)] {
        let who = second.room.guests[guest].table.key();
        let answer = TableFrame::Answer(protocol::frame::Answer { who, reply });
        second.room.send(guest, &answer);
        second.room.run();
        assert_eq!(number(&second), 2, "guest {guest}");
    }
    // nor can it get there in small steps
    let who = second.room.guests[0].table.key();
    for number in 2..60 {
        let reply = Reply::Signed { number, written_ms };
        let answer = TableFrame::Answer(protocol::frame::Answer { who, reply });
        second.room.send(0, &answer);
        second.room.run();
    }
    assert_eq!(number(&second), 9);
    second.ready_all();
}

#[test]
fn a_try_that_fails_leaves_its_number_behind() {
    let (old, mut dice) = at_seat_2();
    let mut moved = with_eve(old, 0);
    moved.ready_all();
    moved.room.begin().expect("all are ready");
    moved.sign(0);
    moved.sign(1);
    // Eve's line breaks before she has signed
    moved.room.cut(2);
    moved.room.connect(2, Entrance::Table);
    moved.room.run();
    assert_eq!(moved.room.host.table().tries(), 1);
    for guest in &mut moved.room.guests {
        guest.sessions.clear();
    }
    moved.ready_all();
    let mut played = moved.begin();
    assert_eq!(played.manifest().start.as_ref().expect("a start").number, 2);
    played.play_out(&mut dice);
    let reports = judged(&moved.old, &[played.file()]);
    assert_eq!(reports[1].verdict, Verdict::Complete);
}

#[test]
fn nobody_sits_in_the_place_of_a_player_who_stays_or_under_that_name() {
    let (mut old, _) = at_seat_2();
    without(&mut old, &[Seat(2)]);
    let mut moved = Move::new(old, Seat(0));
    // a player of the match on another's seat
    let guest = moved.come(player_of(1), Some(Seat(2)));
    let (who, reply) = (identity(1, SEED).public(), Reply::OwnSeat(Seat(1)));
    assert_eq!(
        moved.room.last_of(guest),
        Some(&LobbyEvent::Reply { who, reply })
    );
    // somebody else under the name of the one who is gone, or of one who stays
    for name in ["Cid", "Dot"] {
        let guest = moved.come(Player::person(identity(EVE, SEED), name), None);
        let (who, reply) = (
            identity(EVE, SEED).public(),
            Reply::LooksLike(name.to_owned()),
        );
        assert_eq!(
            moved.room.last_of(guest),
            Some(&LobbyEvent::Reply { who, reply })
        );
        moved.room.cut(guest);
    }
    let refused = moved.room.hosting(|host| host.swap(Seat(0), Seat(2)));
    assert_eq!(refused, Err(TableError::SeatsStay));
    let refused = moved.room.hosting(|host| host.set_seats(5));
    assert_eq!(refused, Err(TableError::SeatsStay));
    let refused = moved.room.hosting(|host| host.set_offer(&tiny(2)));
    assert_eq!(refused, Err(TableError::SeatsStay));
    // nobody is left out at a table
    moved.room.hosting(|host| host.open(Seat(3))).expect("free");
    assert_eq!(moved.access(3), Access::Open);
    moved
        .room
        .hosting(|host| host.close_seat(Seat(3)))
        .expect("free");
    assert_eq!(moved.access(3), Access::Kept);
    // a computer of the host's machine may come as well, but to no seat that is kept
    let computer = || Player::computer(identity(8, SEED), "Computer", "hard");
    let refused = moved
        .room
        .hosting(|host| host.seat_player(Seat(3), computer()));
    let (seat, name) = (Seat(3), "Dot".to_owned());
    assert_eq!(refused, Err(TableError::Kept { seat, name }));
    let seated = moved
        .room
        .hosting(|host| host.seat_player(Seat(2), computer()));
    assert_eq!(seated, Ok(()));
}

#[test]
fn who_has_resigned_does_not_play_on_as_if_nothing_had_been() {
    let (mut old, _) = at_seat_2();
    old.with(Seat(3), |session, now| session.resign(now))
        .expect("alive")
        .expect("playing");
    old.run();
    let mut moved = with_eve(old, 0);
    let leaver = TableError::Places(PlacesError::Leaver("Dot".to_owned()));
    assert_eq!(moved.host_ready(), Err(leaver.clone()));
    assert_eq!(moved.ready(0), Err(leaver));
    let own = TableError::Places(PlacesError::Match(ProposeError::Resigned));
    assert_eq!(moved.ready(1), Err(own));
}

#[test]
fn nothing_that_is_being_opened_is_chosen_or_drawn_again() {
    let rounds = table(&toy(3), 3, SEED);
    let mut seen = [false; 2];
    for stop in 0..60 {
        let mut old = Table::<3>::under_way(rounds.clone(), &full(3), SEED);
        let mut dice = Seeded(3);
        // every frame counts: the match stops after that many
        let mut left = stop * 3;
        'played: while old.sessions.iter().flatten().all(|it| !it.is_closed()) {
            if let Some(seat) = old.to_decide() {
                old.decide_at(seat, &mut dice);
            }
            loop {
                let mut any = false;
                for place in old.places() {
                    if left == 0 {
                        break 'played;
                    }
                    if old.deliver(place) {
                        (any, left) = (true, left - 1);
                    }
                }
                if !any {
                    break;
                }
            }
            if old.to_decide().is_none() {
                break;
            }
        }
        for seat in old.places() {
            let session = old.session(seat);
            match session.offer_places(old.now) {
                Err(cause) => seen[0] |= cause == ProposeError::Opening,
                Ok(offered) => {
                    let start = offered.start.expect("a start");
                    // a round that is only sealed begins anew, and nothing is opened that it begins before
                    seen[1] |= start.after < start.at;
                    let file = session.match_file().expect("a match");
                    let (entries, _) = protocol::file::read_public(&file).expect("sound");
                    let mut opened = entries.iter().filter(|entry| {
                        matches!(entry, protocol::file::Entry::Record(record)
                            if record.step > start.after && record.kind == protocol::Kind::Reveal)
                    });
                    assert_eq!(opened.next(), None, "{seat} at {stop}");
                }
            }
        }
    }
    assert_eq!(seen, [true, true], "both were met");
}

#[test]
fn a_team_that_replaces_its_only_opponent_has_only_a_claim() {
    let (mut old, mut dice) =
        mid_game::<3>(table(&offer("clash-of-arms", Some(8)), 3, SEED), Seat(1));
    old.kill(Seat(1));
    let manifest = old.session(Seat(0)).manifest().expect("a match");
    assert_eq!(manifest.team_of(Seat(0)), manifest.team_of(Seat(2)));
    let mut moved = Move::new(old, Seat(0));
    moved.come_all(&[2]);
    moved.room.hosting(|host| host.open(Seat(1))).expect("free");
    moved.eve_comes();
    moved.ready_all();
    let mut played = moved.begin();
    // their friend resigns at once
    let at = played
        .sessions
        .iter()
        .position(|it| it.seat() == Seat(1))
        .expect("plays");
    let now = played.now;
    played.sessions[at].resign(now).expect("plays");
    played.run();
    let reports = judged(&moved.old, &[played.file()]);
    assert_eq!(
        verdicts(&reports),
        [Verdict::Claimed, Verdict::Claimed],
        "{reports:?}"
    );
    while played.play_one(&mut dice) {}
    let reports = judged(&moved.old, &[played.file()]);
    assert_eq!(reports[1].verdict, Verdict::Claimed, "{reports:?}");
}

#[test]
fn a_match_from_before_what_all_who_signed_it_have_built_upon_counts_for_nothing() {
    let (mut old, mut dice) = at_seat_2();
    let mut early = old
        .session(Seat(0))
        .offer_places(old.now)
        .expect("under way");
    for _ in 0..3 {
        assert!(old.play_one(&mut dice));
    }
    // the three collude; seat 2, which has built as far, is replaced
    let keys: Vec<Identity> = (0..4)
        .map(|seat| Identity::from_seed([90 + seat; 32]))
        .collect();
    let people: Vec<Identity> = [0, 1, EVE, 3].map(|seat| identity(seat, SEED)).into();
    for (entry, (person, key)) in early.seats.iter_mut().zip(people.iter().zip(&keys)) {
        (entry.identity, entry.key) = (person.public(), key.public());
    }
    early.seats[2].name = "Eve".to_owned();
    let sid = early.sid();
    let mut file = protocol::file::PUBLIC_HEADER.to_vec();
    file.extend(protocol::file::Entry::Manifest(Box::new(early)).to_bytes());
    for (seat, (person, key)) in (0..).map(Seat).zip(people.iter().zip(&keys)) {
        let genesis = Genesis::sign(seat, &sid, person, key);
        file.extend(protocol::file::Entry::Genesis(genesis).to_bytes());
    }
    // also if seat 2 has signed nothing since, which a base is not measured by
    let reports = judged(&old, &[file]);
    assert_eq!(
        verdicts(&reports),
        [Verdict::Open, Verdict::Inconsistent],
        "{reports:?}"
    );
}

#[test]
fn a_host_that_hides_in_whose_place_somebody_comes_finds_nobody_ready() {
    for renamed in [false, true] {
        let (mut old, _) = at_seat_2();
        old.kill(Seat(2));
        old.disconnect();
        let mut beginning = old
            .session(Seat(0))
            .offer_places(old.now)
            .expect("under way");
        // Eve, or somebody called Eve, had the seat all along
        beginning.seats[2].name = "Eve".to_owned();
        if !renamed {
            beginning.seats[2].identity = identity(EVE, SEED).public();
        }
        let mut moved = Move::with(old, Seat(0), beginning);
        moved.come_all(&[1, 3]);
        if renamed {
            moved.room.hosting(|host| host.open(Seat(2))).expect("free");
            let guest = moved.come(Player::person(identity(EVE, SEED), "Fay"), None);
            let key = moved.room.guests[guest].table.key();
            moved.room.hosting(|host| host.let_in(key)).expect("asks");
            moved.room.run();
        } else {
            moved.come(eve(), None);
        }
        assert_eq!(moved.room.host.table().free().0, 0);
        let hidden = TableError::Places(PlacesError::Differs("who had which seat"));
        for guest in 0..2 {
            // by the file that the host has sent already
            assert_eq!(moved.ready(guest), Err(TableError::FalsePast));
        }
        assert_eq!(moved.ready(2), Err(TableError::FalsePast));
        assert_eq!(moved.host_ready(), Err(hidden));
    }
}

#[test]
fn the_file_that_is_sent_must_hold_the_beginning_and_no_other_is_shown_under_it() {
    let (old, _) = at_seat_2();
    let other = Table::<4>::under_way(table(&offer("tourney-4", Some(24)), 4, 2), &full(4), 2);
    let mut moved = with_eve(old, 0);
    assert_eq!(moved.room.guests[2].table.past_fits(), Some(true));
    // another beginning, once the file has come
    let mut false_one = moved.room.host.table().game().terms().clone();
    false_one.start.as_mut().expect("a start").at += 1;
    let bytes = TableFrame::Game(false_one.to_bytes()).to_bytes();
    let (line, now) = (moved.room.guests[2].line.expect("up"), moved.room.now);
    moved.room.guests[2]
        .table
        .handle_frame(now, line, &bytes)
        .expect("a game");
    assert_eq!(moved.room.guests[2].table.past_fits(), Some(false));
    assert_eq!(moved.ready(2), Err(TableError::FalsePast));
    // more than was announced, or twice
    let past = other.session(Seat(0)).match_file().expect("a match");
    for part in protocol::frame::Past::parts(&past) {
        let bytes = TableFrame::Match(Frame::Past(part)).to_bytes();
        let guest = &mut moved.room.guests[1];
        let line = guest.line.expect("up");
        let told = guest.table.handle_frame(now, line, &bytes);
        assert!(told.is_err(), "once is enough");
    }
}

#[test]
fn who_stays_has_the_clock_of_the_last_turn_and_who_comes_a_whole_one() {
    let mut clocked = offer("tourney-4", Some(24));
    clocked.terms = Terms {
        pace: Pace::Bank {
            bank_ms: 600_000,
            increment_ms: 0,
        },
        claim: ClaimEffect::Loss,
    };
    let mut old = Table::<4>::under_way(table(&clocked, 4, SEED), &full(4), SEED);
    let mut dice = Seeded(4);
    for _ in 0..6 {
        old.pass(Duration::from_secs(20));
        assert!(old.play_one(&mut dice));
    }
    // some are here longer than others while seat 2 thinks
    old.pass(Duration::from_secs(100));
    let mut moved = with_eve(old, 0);
    moved.ready_all();
    let played = moved.begin();
    let start = played.manifest().start.clone().expect("a start");
    let left: Vec<u64> = start.times.iter().map(|time| time.left_ms).collect();
    assert_eq!(left[2], 600_000);
    for seat in [0, 1, 3] {
        assert!((540_000..=590_000).contains(&left[seat]), "{left:?}");
    }
    for (seat, face) in played.of(1).clocks(played.now) {
        let shown = match face {
            Face::Stands(left) => left,
            Face::Runs(until) => until - played.now.clock,
        };
        let left = Duration::from_millis(left[seat.index()]);
        assert_eq!(shown, left, "{seat}");
    }
}

#[test]
fn no_table_takes_the_place_of_a_match_that_has_a_result() {
    let (mut old, mut dice) = mid_game::<3>(table(&tiny(2), 3, SEED), Seat(0));
    old.play_out(&mut dice);
    let refused = old.session(Seat(0)).offer_places(old.now);
    assert_eq!(refused, Err(ProposeError::Over));
}
