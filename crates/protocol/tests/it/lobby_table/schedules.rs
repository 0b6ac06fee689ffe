//! Random decisions by all ends, lines that break, programs that cannot begin: whoever signs signs what was shown and agreed
//! to, everybody signs the same, and no key is used for two tries.

use std::collections::BTreeSet;

use protocol::frame::{Access, ByeCode};
use protocol::lobby::{Begin, Entrance, LineEnd, LobbyEvent, Player, Table};
use protocol::testing::{Seeded, identity, tiny};
use protocol::{Manifest, PublicKey, Seat};
use rules::testing::depth::deep;

use super::room::{Room, player, secret};

/// What a user looked at when he said *Ready*, against what his program is about to sign: written down here again, apart
/// from the code under test.
fn check_agreed(seen: &Table, signed: &Manifest, machine: PublicKey) {
    let terms = seen.game().terms();
    let mut without = signed.clone();
    without.seats.clear();
    assert_eq!(without, *terms, "another game than was shown");
    let mut shown: Vec<_> = seen
        .sitters()
        .map(|(_, it)| (it.identity, it.name.clone()))
        .collect();
    let mut seated: Vec<_> = signed
        .seats
        .iter()
        .map(|it| (it.identity, it.name.clone()))
        .collect();
    shown.sort();
    seated.sort();
    assert_eq!(shown, seated, "other people than were shown");
    let open = seen
        .places()
        .filter(|(_, place)| place.access != Access::Closed);
    let mut shown: Vec<u8> = open.map(|(_, place)| place.side).collect();
    let mut seated: Vec<u8> = signed.seats.iter().map(|it| it.side).collect();
    shown.sort_unstable();
    seated.sort_unstable();
    assert_eq!(shown, seated, "other sides than were shown");
    for (seat, sitter) in seen.sitters_of(machine) {
        let number = seen.in_match(seat).expect("open");
        let entry = signed.seat(number).expect("the same seat");
        assert_eq!(
            entry.identity, sitter.identity,
            "another seat than was shown"
        );
        assert_eq!(Some(entry.side), seen.place(seat).map(|place| place.side));
        assert_eq!(Some(entry.team), seen.team_of(seat));
        let mates = |team: u8| -> BTreeSet<PublicKey> {
            let mates = signed.seats.iter().filter(|it| it.team == team);
            mates.map(|it| it.identity).collect()
        };
        let shown: BTreeSet<PublicKey> = seen
            .sitters()
            .filter(|(mate, _)| seen.team_of(*mate) == seen.team_of(seat))
            .map(|(_, it)| it.identity)
            .collect();
        assert_eq!(mates(entry.team), shown, "other mates than were shown");
    }
}

/// Everything that a schedule has seen so far.
#[derive(Default)]
struct Seen {
    host_agreed: Option<Table>,
    /// The keys of every try whose manifest somebody was given to sign.
    keys: Vec<(protocol::hash::Digest, BTreeSet<PublicKey>)>,
    tries: u32,
}

impl Seen {
    fn check(&mut self, begin: &Begin, agreed: Option<&Table>, machine: PublicKey) {
        check_agreed(agreed.expect("ready"), &begin.manifest, machine);
        let sid = begin.manifest.sid();
        let keys: BTreeSet<PublicKey> = begin.manifest.seats.iter().map(|it| it.key).collect();
        for (other, spent) in &self.keys {
            let is_same = *other == sid;
            assert!(
                is_same || spent.is_disjoint(&keys),
                "a key is used for two tries"
            );
        }
        if self.keys.iter().all(|(other, _)| *other != sid) {
            self.keys.push((sid, keys));
        }
    }
}

fn seat(room: &Room, dice: &mut Seeded) -> Seat {
    let seats = room.host.table().places().count();
    // one beyond the last, too
    Seat(u8::try_from(dice.below(seats + 1)).expect("small"))
}

/// The code by which a guest comes: the table's, or that of a seat.
fn entrance(room: &Room, dice: &mut Seeded) -> Entrance {
    let mut places = room.host.table().places();
    let coded = places.find(|(_, place)| place.access == Access::Code);
    let coded = coded.filter(|_| dice.below(2) == 0);
    coded.map_or(Entrance::Table, |(seat, _)| Entrance::Seat(seat))
}

/// A decision of the host's user.
fn host_decides(room: &mut Room, seen: &mut Seen, is_calm: bool, dice: &mut Seeded) {
    let (one, other) = (seat(room, dice), seat(room, dice));
    let now = room.now;
    let askers = room.host.askers();
    let turns = 2 + u32::try_from(dice.below(2)).expect("small");
    // mostly what leads on, or hardly any table would ever begin
    match dice.below(if is_calm { 120 } else { 20 }) {
        0 => drop(room.hosting(|host| host.swap(one, other))),
        1 => drop(room.hosting(|host| host.set_side(one, other.0 % 3))),
        2 => drop(room.hosting(|host| host.set_offer(&tiny(turns)))),
        3 => drop(room.hosting(|host| host.close_seat(one))),
        4 => drop(room.hosting(|host| host.open(one))),
        5 => drop(room.hosting(|host| host.set_seats(3 + other.0 % 3))),
        6 if dice.below(4) == 0 => {
            let key = room.host.table().sitter(one).map(|it| it.machine);
            if room.hosting(|host| host.turn_out(one)).is_ok() {
                room.hosting(|host| key.iter().for_each(|key| host.forgive(*key)));
            }
        }
        7 => room.hosting(|host| host.open_to_all(one.0 % 2 == 0)),
        8 => drop(room.hosting(|host| host.ready(false))),
        9..=12 => {
            if room.hosting(|host| host.ready(true)).is_ok() {
                seen.host_agreed = Some(room.host.table().clone());
            }
        }
        13 | 14 => drop(room.hosting(|host| host.begin(now))),
        16 => drop(room.hosting(|host| host.give_code(one))),
        15 => {
            let robot = Player::computer(identity(40 + one.0, 1), &format!("Robot {one}"), "easy");
            drop(room.hosting(|host| host.seat_player(one, robot)));
        }
        _ => {
            for asker in askers {
                let _ = room.hosting(|host| host.let_in(asker.key));
            }
            let seats = room.host.table().places();
            let free = seats.filter(|(_, place)| place.sitter.is_none());
            let free: Vec<Seat> = free.map(|(seat, _)| seat).collect();
            if is_calm && free.len() > room.guests.len() {
                let _ = room.hosting(|host| host.close_seat(free[0]));
            }
            if !room.host.is_ready() && room.hosting(|host| host.ready(true)).is_ok() {
                seen.host_agreed = Some(room.host.table().clone());
            }
            if is_calm {
                let _ = room.hosting(|host| host.begin(now));
            }
        }
    }
}

/// A decision of a guest's user, or what happens to its program.
fn guest_decides(room: &mut Room, guest: usize, is_calm: bool, dice: &mut Seeded) {
    let wished = seat(room, dice);
    // from 24 on: whatever leads on
    match dice.below(if is_calm { 120 } else { 26 }) {
        0 => room.cut(guest),
        1 => drop(room.guest(guest, |table| table.stand(0))),
        2 => drop(room.guest(guest, |table| table.ready(false))),
        3 if dice.below(3) == 0 => room.guest(guest, |table| table.leave()),
        4 => {
            let name = ["Zoe", "Yan", "Xia"][guest % 3];
            drop(room.guest(guest, |table| table.rename(0, name)));
        }
        5 => drop(room.guest(guest, |table| table.sit(0, Some(wished)))),
        6..=10 => {
            if room.guests[guest].table.seat_of(0).is_none() {
                let _ = room.guest(guest, |table| table.sit(0, None));
            }
        }
        11..=17 => drop(room.ready(guest)),
        24.. if room.guests[guest].line.is_some() => {
            let table = &room.guests[guest].table;
            let standing = (0..table.players().len()).find(|it| table.seat_of(*it).is_none());
            let is_room = table.table().is_some_and(|table| table.free().0 > 0);
            if let Some(standing) = standing.filter(|_| is_room) {
                let _ = room.guest(guest, |table| table.sit(standing, None));
            } else if !room.guests[guest].table.is_ready() {
                let _ = room.ready(guest);
            }
        }
        _ => {
            let at = &room.guests[guest];
            // who has signed waits, or asks by its session, and is told that nobody knows the match
            let is_signed = !at.sessions.is_empty();
            if at.line.is_none() && !at.is_begun {
                // a beginning whose guest is lost is given up before that guest can be back
                if is_signed && room.begin.is_none() {
                    room.guest(guest, |table| table.back())
                        .expect("its line is gone");
                }
                if !room.guests[guest].table.is_signing() {
                    let entrance = entrance(room, dice);
                    room.connect(guest, entrance);
                }
            }
        }
    }
}

/// Programs make their sessions, or cannot.
fn sign(room: &mut Room, seen: &mut Seen, dice: &mut Seeded) {
    for guest in 0..room.guests.len() {
        let at = &room.guests[guest];
        let Some(begin) = at.begin.clone().filter(|_| at.sessions.is_empty()) else {
            continue;
        };
        seen.check(&begin, at.agreed.as_ref(), at.table.key());
        match dice.below(6) {
            0 => drop(room.guest(guest, |table| table.back())),
            1 => {}
            _ => room.make_sessions(guest),
        }
    }
    if let Some(begin) = room.begin.clone().filter(|_| room.sessions.is_empty()) {
        let key = room.host.key();
        seen.check(&begin, seen.host_agreed.clone().as_ref(), key);
        match dice.below(4) {
            0 => drop(room.hosting(|host| host.back())),
            1 => {}
            _ => room.make_host_sessions(),
        }
    }
    seen.tries = seen.tries.max(room.host.table().tries());
}

/// Plays a schedule; returns whether the match began, and how many tries came to nothing.
fn play(seed: u64) -> (bool, u32) {
    let mut dice = Seeded(seed);
    let guests = 1 + u8::try_from(dice.below(3)).expect("small");
    let mut room = Room::new(3 + u8::try_from(dice.below(2)).expect("small"), guests);
    // one machine with two players
    room.add(vec![player(5), player(6)], secret(5));
    room.is_prompt = false;
    room.host.open_to_all(dice.below(2) == 0);
    let mut seen = Seen::default();
    for guest in 0..room.guests.len() {
        room.connect(guest, Entrance::Table);
    }
    for moment in 0..500 {
        let is_calm = moment > 150;
        let guest = dice.below(room.guests.len());
        match dice.below(10) {
            0 => host_decides(&mut room, &mut seen, is_calm, &mut dice),
            1 | 2 => guest_decides(&mut room, guest, is_calm, &mut dice),
            3 => room.pass(1 + u64::try_from(dice.below(8)).expect("small")),
            4 => room.run(),
            _ => {
                let to_host = dice.below(2) == 0;
                room.deliver(guest, to_host);
            }
        }
        sign(&mut room, &mut seen, &mut dice);
        if !room.sessions.is_empty() {
            break;
        }
        for guest in &room.guests {
            assert!(
                !guest.is_begun,
                "nothing begins before the host's program does"
            );
        }
    }
    let has_begun = !room.sessions.is_empty();
    if has_begun {
        room.run();
        let sid = room.sessions[0].sid();
        let seated: Vec<PublicKey> = room
            .host
            .table()
            .sitters()
            .map(|(_, it)| it.machine)
            .collect();
        for guest in &room.guests {
            let is_seated = seated.contains(&guest.table.key());
            assert_eq!(is_seated, guest.sessions.iter().any(|it| it.sid() == sid));
            // its line may have broken meanwhile; then its session hears of it on the next one
            assert!(
                !is_seated || guest.is_begun || guest.line.is_none(),
                "{:?}",
                guest.events
            );
        }
        for guest in &mut room.guests {
            guest.sessions.retain(|it| it.sid() == sid);
        }
        room.play();
    } else {
        assert!(room.guests.iter().all(|guest| !guest.is_begun));
    }
    for guest in &room.guests {
        let faults = guest
            .events
            .iter()
            .filter(|event| matches!(event, LobbyEvent::TryFailed(_)));
        assert!(faults.count() < 200);
        // honest programs never end a line for a fault
        let is_fault =
            |end: &LineEnd| matches!(end, LineEnd::Fault(_) | LineEnd::Bye(ByeCode::Fault, _));
        assert!(!guest.ends.iter().any(is_fault), "{seed}: {:?}", guest.ends);
    }
    (has_begun, seen.tries)
}

#[test]
fn whoever_signs_signs_what_was_agreed_to_and_everybody_the_same_in_any_order_of_events() {
    let (mut begun, mut failed) = (0, 0);
    let all = deep(60, 300, 3000);
    for seed in 0..all {
        let (has_begun, tries) = play(seed);
        begun += u64::from(has_begun);
        failed += u64::from(tries > 0);
    }
    // otherwise nothing was tested
    assert!(
        begun * 2 > all && failed * 4 > all,
        "{begun} began, {failed} failed, of {all}"
    );
}
