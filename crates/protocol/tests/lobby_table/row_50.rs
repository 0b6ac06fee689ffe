//! Threat 50: whoever squats, flickers, shows two tables or swaps after *Ready*; and as much of 51 as can be shown.

use protocol::frame::{Frame, Ready, Reply, Seating, TableFrame};
use protocol::lobby::{Entrance, Failure, LineEnd, LobbyEvent, Player, TableError};
use protocol::testing::identity;
use protocol::{LineId, Manifest, Output, PublicKey, Seat, Session, Stage};

use crate::room::{Room, player, secret};

/// The words of the goodbye that ended a guest's last line.
fn told(room: &Room, guest: usize) -> Option<String> {
    match room.guests[guest].ends.last() {
        Some(LineEnd::Bye(_, why)) => Some(why.clone()),
        _ => None,
    }
}

#[test]
fn row_50_forty_askers_fill_neither_table_nor_list_nor_memory() {
    let mut room = Room::new(4, 0);
    for number in 0..40u8 {
        let name = format!("Asker {}", char::from(b'A' + number % 26));
        let asker = Player::person(identity(60 + number, 1), &format!("{name}{}", number / 26));
        let guest = room.add(vec![asker], secret(number));
        room.connect(guest, Entrance::Table);
        room.guest(guest, |table| table.sit(0, None)).expect("room");
        room.run();
        room.pass(1);
    }
    // sixteen at the door, who are in the list; those after them are told to come later
    assert_eq!(room.host.askers().len(), 16);
    let asked = room
        .events
        .iter()
        .filter(|event| matches!(event, LobbyEvent::Asked(_)));
    assert_eq!(asked.count(), 16);
    assert_eq!(told(&room, 39), Some(Reply::Crowded.to_string()));
    assert_eq!(room.host.table().free(), (3, 4));
    // room again as soon as one goes
    let first = room.host.askers()[0].key;
    room.hosting(|host| host.turn_away(first)).expect("asks");
    room.run();
    room.connect(39, Entrance::Table);
    room.guest(39, |table| table.sit(0, None)).expect("room");
    room.run();
    assert_eq!(room.host.askers().len(), 16);
}

#[test]
fn row_50_the_oldest_who_only_stand_there_make_room() {
    let mut room = Room::new(4, 0);
    for number in 0..40u8 {
        let guest = room.add(
            vec![Player::person(identity(60 + number, 1), "Zoe")],
            secret(number),
        );
        room.connect(guest, Entrance::Table);
        room.run();
    }
    let here: Vec<usize> = (0..40)
        .filter(|guest| room.guests[*guest].line.is_some())
        .collect();
    assert_eq!(here, (24..40).collect::<Vec<_>>());
    assert_eq!(told(&room, 0), Some(Reply::Crowded.to_string()));
    assert!(
        room.events
            .iter()
            .all(|event| !matches!(event, LobbyEvent::Asked(_)))
    );
}

#[test]
fn row_50_who_was_turned_out_does_not_come_back_by_any_key_that_sat() {
    let mut room = Room::new(5, 0);
    room.host.open_to_all(true);
    let squatter = room.add(vec![player(1), player(2)], secret(1));
    room.connect(squatter, Entrance::Table);
    for number in [0, 1] {
        room.guest(squatter, |table| table.sit(number, None))
            .expect("room");
    }
    room.run();
    let key = room.guests[squatter].table.key();
    room.hosting(|host| host.let_in(key))
        .expect("asks for a second");
    room.run();
    assert_eq!(room.host.table().free(), (2, 5));
    room.hosting(|host| host.turn_out(Seat(2)))
        .expect("a guest");
    room.run();
    assert_eq!(told(&room, squatter), Some(Reply::TurnedOut.to_string()));
    assert_eq!(room.host.table().free(), (4, 5));
    room.connect(squatter, Entrance::Table);
    room.run();
    assert_eq!(told(&room, squatter), Some(Reply::TurnedOut.to_string()));
    // its other player on a machine of another key
    let other = room.add(vec![player(3), player(2)], secret(3));
    room.connect(other, Entrance::Table);
    room.guest(other, |table| table.sit(1, None)).expect("room");
    room.run();
    assert_eq!(room.host.table().free(), (4, 5));
    assert_eq!(
        room.last_of(other),
        Some(&LobbyEvent::Reply {
            who: identity(2, 1).public(),
            reply: Reply::TurnedOut
        })
    );
}

#[test]
fn row_50_flickering_is_cut_off_after_six_changes_a_minute_whatever_the_line() {
    let mut room = Room::seated(4);
    let mut versions = Vec::new();
    for _ in 0..50 {
        let _ = room.guest(0, |table| table.stand(0));
        room.run();
        let _ = room.guest(0, |table| table.sit(0, None));
        room.run();
        room.connect(0, Entrance::Table);
        room.run();
        versions.push(room.host.table().sitter(Seat(1)).is_some());
    }
    let changes = versions
        .windows(2)
        .filter(|pair| pair[0] != pair[1])
        .count();
    assert!(changes <= 2, "{versions:?}");
    assert!(room.guests[0].events.iter().any(|event| matches!(
        event,
        LobbyEvent::Reply {
            reply: Reply::TooOften,
            ..
        }
    )));
    // a minute later it counts as anybody
    room.pass(60);
    room.guest(0, |table| table.sit(0, None)).expect("room");
    room.run();
    assert!(room.host.table().sitter(Seat(1)).is_some());
}

#[test]
fn row_50_fresh_keys_do_not_help_to_flicker_at_an_open_table() {
    let mut room = Room::new(3, 1);
    room.host.open_to_all(true);
    room.sit_all();
    let mut sat = 0;
    for number in 0..60u8 {
        let guest = room.add(
            vec![Player::person(identity(60 + number, 1), "Zoe")],
            secret(number),
        );
        room.connect(guest, Entrance::Table);
        room.guest(guest, |table| table.sit(0, None)).expect("room");
        room.run();
        sat += usize::from(room.guests[guest].table.seat_of(0).is_some());
        room.guest(guest, |table| table.leave());
        room.run();
    }
    // the host is asked about the others, and they have left
    assert!(sat <= 12, "{sat}");
    assert!(room.host.askers().is_empty());
}

#[test]
fn row_50_a_thousand_frames_end_the_line_and_change_nothing() {
    let mut room = Room::seated(4);
    let before = room.host.table().clone();
    let ready = TableFrame::Ready(Ready { sid: None });
    for _ in 0..1000 {
        room.send(0, &ready);
    }
    room.run();
    assert!(told(&room, 0).is_some_and(|why| why.contains("more was sent")));
    let names = |table: &protocol::lobby::Table| -> Vec<String> {
        table.sitters().map(|(_, it)| it.name.clone()).collect()
    };
    assert_eq!(names(room.host.table()), names(&before));
}

#[test]
fn row_50_ready_for_another_match_is_no_readiness() {
    let mut room = Room::seated(3);
    room.ready_all();
    room.send(0, &TableFrame::Ready(Ready { sid: Some([7; 32]) }));
    room.run();
    assert!(!room.is_ready(1));
    assert_eq!(
        room.begin(),
        Err(TableError::NotReady(vec!["Ben".to_owned()]))
    );
}

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
                if let Output::Send(line, bytes) = output {
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

#[test]
fn row_50_askers_keep_nobody_out_who_has_a_code_of_his_own() {
    let mut room = Room::new(4, 0);
    room.hosting(|host| host.give_code(Seat(3)))
        .expect("a seat");
    for number in 0..16u8 {
        let name = format!("Asker {}", char::from(b'A' + number));
        let asker = Player::person(identity(60 + number, 1), &name);
        let guest = room.add(vec![asker], secret(number));
        room.connect(guest, Entrance::Table);
        room.guest(guest, |table| table.sit(0, None)).expect("room");
        room.run();
    }
    assert_eq!(room.host.askers().len(), 16);
    let friend = room.add(vec![player(1)], secret(50));
    room.connect(friend, Entrance::Seat(Seat(3)));
    room.guest(friend, |table| table.sit(0, None))
        .expect("room");
    room.run();
    assert_eq!(room.guests[friend].table.seat_of(0), Some(Seat(3)));
    assert_eq!(room.host.askers().len(), 15);
    assert_eq!(told(&room, 0), Some(Reply::Crowded.to_string()));
}

#[test]
fn row_50_who_toggles_readiness_without_end_is_not_ready_and_is_shown_no_more() {
    let mut room = Room::seated(3);
    let sid = room.host.table().sid();
    let before = room.host.table().version();
    for turn in 0..100 {
        let ready = Ready {
            sid: sid.filter(|_| turn % 2 == 0),
        };
        room.send(0, &TableFrame::Ready(ready));
    }
    room.run();
    assert!(room.host.table().version() - before <= 31);
    assert!(!room.is_ready(1) && room.guests[0].line.is_some());
    room.pass(10);
    room.ready_all();
    room.begin().expect("all are ready");
}

#[test]
fn row_51_players_of_one_machine_are_shown_as_such() {
    let mut room = Room::new(4, 0);
    let guest = room.add(vec![player(1), player(2)], secret(1));
    let key: PublicKey = room.guests[guest].table.key();
    room.connect(guest, Entrance::Table);
    for number in [0, 1] {
        room.guest(guest, |table| table.sit(number, None))
            .expect("room");
    }
    room.run();
    // before they sit: one who asks, with both players
    assert_eq!(room.host.askers()[0].players.len(), 2);
    room.hosting(|host| host.let_in(key)).expect("asks");
    room.run();
    let of_machine: Vec<Seat> = room
        .host
        .table()
        .sitters_of(key)
        .map(|(seat, _)| seat)
        .collect();
    assert_eq!(of_machine, [Seat(1), Seat(2)]);
}
