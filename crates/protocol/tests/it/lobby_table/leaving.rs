//! Somebody leaves, or is lost: at every moment from the first wish to sit to the last signature nothing has begun, and the
//! others are back at the table with fresh keys.

use std::collections::BTreeSet;

use protocol::lobby::{Entrance, Failure, LobbyEvent, LobbyOutput, TableError};
use protocol::{CloseReason, LineId, Output, PublicKey, Refusal, Seat};

use super::room::Room;

/// How somebody goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Going {
    Leaves,
    IsCut,
}

/// The whole course of a table of three, with a guest who goes after that many frames were delivered. Returns whether the
/// match began, and whether the guest went at all.
fn course(going: Going, who: usize, after: usize) -> (bool, bool, Room) {
    let mut room = Room::new(3, 2);
    room.host.open_to_all(true);
    let mut left = after;
    let mut is_gone = false;
    // one frame after the other, the guests' first
    let mut run = |room: &mut Room, is_gone: &mut bool| {
        loop {
            // nobody leaves before he has come
            if left == 0 && !*is_gone && room.guests[who].line.is_some() {
                *is_gone = true;
                match going {
                    Going::Leaves => room.guest(who, |table| table.leave()),
                    Going::IsCut => room.cut(who),
                }
            }
            let any = (0..4).any(|turn| room.deliver(turn / 2, turn % 2 == 0));
            if !any {
                return;
            }
            left = left.saturating_sub(1);
        }
    };
    for guest in [0, 1] {
        room.connect(guest, Entrance::Table);
        let _ = room.guest(guest, |table| table.sit(0, None));
        run(&mut room, &mut is_gone);
    }
    let _ = room.hosting(|host| host.ready(true));
    for guest in [0, 1] {
        let _ = room.ready(guest);
        run(&mut room, &mut is_gone);
    }
    let now = room.now;
    let _ = room.hosting(|host| host.begin(now));
    run(&mut room, &mut is_gone);
    (!room.sessions.is_empty(), is_gone, room)
}

#[test]
fn a_leaver_at_every_moment_up_to_the_last_signature_has_begun_nothing_and_the_next_try_has_fresh_keys()
 {
    for going in [Going::Leaves, Going::IsCut] {
        for who in [0, 1] {
            let (mut after, mut begun_before) = (0, false);
            loop {
                let (has_begun, is_gone, mut room) = course(going, who, after);
                if !is_gone {
                    assert!(has_begun);
                    break;
                }
                // once it has begun it is not undone by going later
                assert!(has_begun || !begun_before, "{going:?} {who} after {after}");
                begun_before = has_begun;
                if !has_begun {
                    assert!(room.guests.iter().all(|guest| !guest.is_begun));
                    again(&mut room, who);
                }
                after += 1;
            }
            assert!(begun_before, "the last frames come after all have signed");
            assert!(after > 20, "{after} moments");
        }
    }
}

/// Whoever went comes back, and the table begins with keys that nobody has signed with.
fn again(room: &mut Room, who: usize) {
    let spent: BTreeSet<PublicKey> = room
        .guests
        .iter()
        .filter_map(|guest| guest.begin.as_ref())
        .flat_map(|begin| begin.manifest.seats.iter().map(|seat| seat.key))
        .collect();
    room.guests[who].events.clear();
    // a program that has signed asks by its session, is told that nobody knows the match, and is back
    room.is_prompt = true;
    if room.guests[who].table.is_signing() {
        room.guests[who].table.back().expect("it is not known");
        room.guests[who].sessions.clear();
    }
    room.connect(who, Entrance::Table);
    room.run();
    for guest in [0, 1] {
        if room.guests[guest].table.seat_of(0).is_none() {
            room.guest(guest, |table| table.sit(0, None)).expect("room");
            room.run();
        }
    }
    room.ready_all();
    room.begin().expect("all are ready");
    let manifest = room.sessions[0].manifest().cloned().expect("signed");
    assert!(manifest.seats.iter().all(|seat| !spent.contains(&seat.key)));
    room.play();
}

#[test]
fn a_guest_who_does_not_sign_in_time_is_named_and_all_are_back() {
    let mut room = Room::seated(4);
    room.ready_all();
    room.is_prompt = false;
    room.begin().expect("all are ready");
    for guest in [0, 2] {
        room.make_sessions(guest);
    }
    room.run();
    // nothing else happens meanwhile
    assert_eq!(
        room.hosting(|host| host.ready(false)),
        Err(TableError::Beginning)
    );
    assert_eq!(
        room.guest(0, |table| table.stand(0)),
        Err(TableError::Beginning)
    );
    assert_eq!(
        room.guest(0, |table| table.back()),
        Err(TableError::Beginning)
    );
    room.pass(29);
    assert!(room.guests[0].begin.is_some());
    room.pass(1);
    room.run();
    let failure = LobbyEvent::TryFailed(Failure::Silent(vec!["Cid".to_owned()]));
    assert!(room.events.contains(&failure), "{:?}", room.events);
    for guest in &room.guests {
        assert_eq!(guest.table.seat_of(0).map(|seat| seat.0 > 0), Some(true));
        assert!(guest.begin.is_none() && !guest.table.is_ready());
    }
    assert_eq!(room.host.table().tries(), 1);
    room.is_prompt = true;
    room.ready_all();
    room.begin().expect("all are ready");
    room.play();
}

#[test]
fn a_program_that_cannot_begin_brings_all_back() {
    // a guest's
    let mut room = Room::seated(3);
    room.ready_all();
    room.is_prompt = false;
    room.begin().expect("all are ready");
    room.guest(0, |table| table.back()).expect("not signed yet");
    room.run();
    assert!(room.events.iter().any(|event| matches!(
        event,
        LobbyEvent::TryFailed(Failure::Declined { name, .. }) if name == "Ben"
    )));
    room.is_prompt = true;
    room.ready_all();
    // the host's, after all guests have signed
    room.is_prompt = false;
    room.begin().expect("all are ready");
    for guest in [0, 1] {
        room.make_sessions(guest);
    }
    room.run();
    assert!(room.begin.is_some());
    room.hosting(|host| host.back()).expect("not begun");
    room.run();
    assert_eq!(room.host.table().tries(), 2);
    for guest in &room.guests {
        assert_eq!(
            guest
                .events
                .iter()
                .filter(|it| matches!(it, LobbyEvent::TryFailed(_)))
                .count(),
            2
        );
        assert!(guest.begin.is_none());
    }
    room.is_prompt = true;
    room.ready_all();
    room.begin().expect("all are ready");
    room.play();
}

#[test]
fn a_player_who_leaves_is_gone_and_one_who_is_cut_off_keeps_the_seat() {
    let mut room = Room::seated(4);
    room.cut(0);
    room.guest(1, |table| table.leave());
    room.run();
    let table = room.host.table();
    assert!(table.sitter(Seat(1)).is_some_and(|sitter| !sitter.is_here));
    assert!(table.sitter(Seat(2)).is_none());
    // a host that starts again has an empty table, where everybody sits down again
    let mut other = Room::new(4, 0);
    other.host.open_to_all(true);
    other.guests = std::mem::take(&mut room.guests);
    for guest in &mut other.guests {
        (guest.line, guest.agreed) = (None, None);
    }
    for guest in [0, 2] {
        other.connect(guest, Entrance::Table);
        other.run();
    }
    assert_eq!(other.guests[0].table.seat_of(0), Some(Seat(1)));
    assert_eq!(other.guests[2].table.seat_of(0), Some(Seat(3)));
}

#[test]
fn a_host_that_closes_the_table_says_so() {
    let mut room = Room::seated(3);
    room.hosting(|host| host.leave());
    room.run();
    for guest in &room.guests {
        assert!(guest.line.is_none());
        assert!(!guest.ends.is_empty());
    }
}

#[test]
fn a_session_that_has_signed_asks_the_lobby_and_is_told_that_nobody_knows_the_match() {
    let mut room = Room::seated(3);
    room.ready_all();
    room.is_prompt = false;
    room.begin().expect("all are ready");
    room.make_sessions(0);
    room.run();
    // before the other guest has signed
    room.cut(0);
    assert!(room.guests[0].table.is_signing(), "it may have begun");
    let mut session = room.guests[0].sessions.remove(0);
    let (line, now, exporter) = (LineId(1000), room.now, [3; 32]);
    session.line_up(now, line, exporter, room.host.key());
    let guest = room.guests[0].table.key();
    room.host
        .line_up(now, line, exporter, guest, Entrance::Table);
    let mut told = None;
    for _ in 0..4 {
        while let Some(output) = session.poll_output() {
            match output {
                Output::Send(_, frame) => drop(room.host.handle_frame(now, line, &frame)),
                Output::Close(_, why) => told = Some(why),
                _ => {}
            }
        }
        while let Some(output) = room.host.poll_output() {
            if let LobbyOutput::Send(to, frame) = output
                && to == line
            {
                let _ = session.handle_frame(now, line, &frame);
            }
        }
    }
    assert_eq!(told, Some(CloseReason::Refused(Refusal::UnknownMatch)));
    // so its files go, and its player is back at the table
    room.guests[0].sessions.clear();
    again(&mut room, 0);
}
