//! Threat 50, the guests' part: whoever squats, flickers, floods; and as much of 51 as can be shown.

use protocol::frame::{Decider, Ready, Reply, Sit, TableFrame};
use protocol::lobby::{Entrance, LineEnd, LobbyEvent, Player, TableError};
use protocol::testing::identity;
use protocol::{PublicKey, Seat, Signature};

use super::room::{Room, player, secret};

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
fn row_50_other_keys_all_the_time_do_not_keep_the_others_from_beginning() {
    let mut room = Room::seated(4);
    room.ready_all();
    let line = room.guests[0].line.expect("up");
    let exporter = [u8::try_from(line.0).expect("small"); 32];
    let (ben, before) = (identity(1, 1), room.host.table().version());
    for number in 0..50 {
        let sit = Sit {
            seat: None,
            identity: ben.public(),
            key: identity(100, number).public(),
            session_nonce: [number; 32],
            tries: 0,
            name: "Ben".to_owned(),
            decider: Decider::Person,
            proof: Signature([0; 64]),
        };
        let sit = sit.signed(&ben, &exporter, &ben.public());
        room.send(0, &TableFrame::Sit(Box::new(sit)));
        room.run();
    }
    assert!(room.host.table().version() - before < 20);
    // the others are ready as they were: by their programs alone
    assert!(room.is_ready(2) && room.is_ready(3));
    room.hosting(|host| host.turn_out(Seat(1)))
        .expect("a guest");
    let robot = Player::computer(identity(40, 1), "Robot", "easy");
    room.hosting(|host| host.seat_player(Seat(1), robot))
        .expect("free");
    room.run();
    room.hosting(|host| host.ready(true)).expect("whole");
    for guest in [1, 2] {
        room.ready(guest).expect("seated");
    }
    room.run();
    room.begin().expect("all are ready");
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
