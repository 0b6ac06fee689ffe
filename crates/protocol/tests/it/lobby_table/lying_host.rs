//! Threat 50, the host's part: two tables, two manifests, a swap after *Ready*. Nothing begins.

use protocol::frame::{Frame, Ready, Reply, Seating, TableFrame};
use protocol::lobby::{Entrance, Failure, LobbyEvent, TableError};
use protocol::testing::identity;
use protocol::{LineId, Manifest, Output, Seat, Session, Stage};

use super::room::Room;

/// Changes the table that one guest is shown, and its READY back into that of the table that the others are shown.
fn two_tables(room: &mut Room, victim: usize, change: fn(&mut Seating)) {
    let true_sid = room.host.table().sid();
    room.tamper = Some(Box::new(move |guest, to_host, bytes| {
        if guest != victim {
            return true;
        }
        match TableFrame::from_bytes(bytes) {
            Ok(TableFrame::Table(mut seating)) if !to_host => {
                change(&mut seating);
                *bytes = TableFrame::Table(seating).to_bytes();
            }
            Ok(TableFrame::Ready(Ready { sid: Some(_) })) if to_host => {
                *bytes = TableFrame::Ready(Ready { sid: true_sid }).to_bytes();
            }
            _ => {}
        }
        true
    }));
    // shown anew
    room.connect(victim, Entrance::Table);
    room.run();
}

#[test]
fn row_50_a_host_that_shows_two_tables_begins_nothing() {
    let changes: [fn(&mut Seating); 4] = [
        // other sides
        |seating| {
            for place in &mut seating.seats {
                place.side ^= 1;
            }
        },
        // another player in somebody's place
        |seating| {
            if let Some(sitter) = &mut seating.seats[3].sitter {
                sitter.identity = identity(77, 1).public();
                sitter.machine = sitter.identity;
            }
        },
        // another name
        |seating| {
            if let Some(sitter) = &mut seating.seats[3].sitter {
                sitter.name = "Mallory".to_owned();
            }
        },
        // another match key, which nobody sees
        |seating| {
            if let Some(sitter) = &mut seating.seats[3].sitter {
                sitter.key = identity(78, 1).public();
            }
        },
    ];
    for change in changes {
        let mut room = Room::seated(4);
        two_tables(&mut room, 0, change);
        room.ready_all();
        room.begin().expect("so it seems");
        assert!(
            room.guests
                .iter()
                .all(|guest| !guest.is_begun && guest.sessions.is_empty())
        );
        assert!(room.sessions.is_empty());
        assert!(
            room.guests[0]
                .events
                .contains(&LobbyEvent::TryFailed(Failure::Differs))
        );
        assert!(room.events.iter().any(|event| matches!(
            event,
            LobbyEvent::TryFailed(Failure::Declined {
                reply: Reply::Differs,
                ..
            })
        )));
    }
}

/// Exchanges everything between two sessions.
fn exchange(now: protocol::Now, one: &mut Session, other: &mut Session) {
    for _ in 0..8 {
        for turn in 0..2 {
            let (from, to) = match turn {
                0 => (&mut *one, &mut *other),
                _ => (&mut *other, &mut *one),
            };
            let outputs: Vec<Output> = std::iter::from_fn(|| from.poll_output()).collect();
            for output in outputs {
                if let Output::Send(line, bytes) | Output::Pass(line, bytes) = output {
                    let _ = to.handle_frame(now, line, &bytes);
                }
            }
        }
    }
}

/// A host that lies to both ends to the last: one signs one manifest, one another. Neither has all signatures, ever.
#[test]
fn row_50_two_manifests_signed_by_two_guests_are_no_match() {
    let mut room = Room::seated(3);
    room.ready_all();
    room.is_prompt = false;
    room.begin().expect("all are ready");
    let begin = room.guests[0].begin.clone().expect("it begins");
    let mut other = begin.manifest.clone();
    other.max_turns = Some(99);
    let sign = |manifest: &Manifest, guest: usize| {
        let chair = &room.guests[guest].begin.as_ref().expect("it begins").seats[0];
        let identity = chair.identity.clone();
        Session::at_table(
            identity,
            chair.seat,
            manifest.clone(),
            &chair.fresh,
            room.now,
        )
        .expect("sound")
    };
    let (mut ben, mut cid) = (sign(&begin.manifest, 0), sign(&other, 1));
    let key = |seat: usize| begin.manifest.seats[seat].identity;
    ben.line_up(room.now, LineId(1), [5; 32], key(2));
    cid.line_up(room.now, LineId(1), [5; 32], key(1));
    exchange(room.now, &mut ben, &mut cid);
    assert_ne!(ben.stage(), Stage::Playing);
    assert_ne!(cid.stage(), Stage::Playing);
}

#[test]
fn row_50_a_swap_after_ready_begins_nothing_without_a_new_one() {
    // the host's program begins a table that it has just changed, without asking anybody again
    let mut room = Room::seated(4);
    room.ready_all();
    let old = room.host.table().manifest().expect("whole");
    room.hosting(|host| host.swap(Seat(1), Seat(2)))
        .expect("two seats");
    let swapped = room.host.table().manifest().expect("whole");
    assert!(matches!(room.begin(), Err(TableError::NotReady(_))));
    let victim = 0;
    for manifest in [&swapped, &old] {
        // whatever it sends: the new one that nobody agreed to, or the old one after showing the new
        let frame = TableFrame::Match(Frame::Manifest(manifest.to_bytes())).to_bytes();
        let (line, now) = (room.guests[victim].line.expect("up"), room.now);
        let _ = room.guest(victim, |table| table.handle_frame(now, line, &frame));
        assert!(room.guests[victim].begin.is_none());
        assert!(room.guests[victim].sessions.is_empty());
    }
    // and before it has shown the new one
    let mut room = Room::seated(4);
    room.ready_all();
    let mut other = room.host.table().manifest().expect("whole");
    other.seats.swap(1, 2);
    let frame = TableFrame::Match(Frame::Manifest(other.to_bytes())).to_bytes();
    let (line, now) = (room.guests[victim].line.expect("up"), room.now);
    let _ = room.guest(victim, |table| table.handle_frame(now, line, &frame));
    assert!(
        room.guests[victim]
            .events
            .contains(&LobbyEvent::TryFailed(Failure::Differs))
    );
    assert!(room.guests[victim].begin.is_none());
}

#[test]
fn row_50_a_table_with_other_keys_of_ours_is_never_agreed_to() {
    let mut room = Room::seated(3);
    two_tables(&mut room, 0, |seating| {
        if let Some(sitter) = &mut seating.seats[1].sitter {
            sitter.session_nonce = [9; 32];
        }
    });
    assert_eq!(
        room.guest(0, |table| table.ready(true)),
        Err(TableError::NotAsSent)
    );
}
