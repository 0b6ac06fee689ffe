//! What a readiness covers, what takes it back, and who keeps the others waiting.

use protocol::lobby::{Change, HostTable, LobbyEvent, TableError};
use protocol::manifest::DropPolicy;
use protocol::testing::{offer, tiny};
use protocol::{Offer, Seat};

use super::room::{Room, player};

/// A table of that many seats at which everybody is ready.
fn ready(seats: u8) -> Room {
    let mut room = Room::seated(seats);
    room.ready_all();
    for seat in 0..seats {
        assert!(room.is_ready(seat));
    }
    room
}

/// The seats that are still ready after a change of the host's.
fn left(room: &mut Room, change: impl FnOnce(&mut HostTable) -> Result<(), TableError>) -> Vec<u8> {
    room.hosting(change).expect("a sound change");
    room.run();
    let seats = u8::try_from(room.host.table().places().count()).expect("small");
    (0..seats).filter(|seat| room.is_ready(*seat)).collect()
}

#[test]
fn a_change_of_game_terms_or_sides_takes_everybodys_readiness_back_and_says_what_changed() {
    let options = Offer {
        options: vec![("swap".to_owned(), "on".to_owned())],
        ..tiny(2)
    };
    let no_takeback = Offer {
        takeback: false,
        ..tiny(2)
    };
    let removed = Offer {
        drop: Some(DropPolicy::Remove),
        ..tiny(2)
    };
    for (offer, change) in [
        (removed, Change::Drop),
        (tiny(3), Change::MaxTurns),
        (options, Change::Options),
        (no_takeback, Change::Takeback),
        (offer("clash-of-arms", Some(2)), Change::Scenario),
    ] {
        let mut room = ready(4);
        assert_eq!(left(&mut room, |host| host.set_offer(&offer)), [0u8; 0]);
        for guest in &room.guests {
            let told = guest.events.iter().find_map(|event| match event {
                LobbyEvent::ReadyTakenBack(changes) => Some(changes.clone()),
                _ => None,
            });
            assert!(
                told.is_some_and(|told| told.contains(&change)),
                "{change:?}"
            );
            assert!(guest.table.changes().contains(&change));
        }
        assert!(room.host.changes().contains(&change));
        assert!(matches!(room.begin(), Err(TableError::NotReady(names)) if names.len() == 4));
        // who looks and is ready again has it no longer marked
        room.ready_all();
        assert!(room.host.changes().is_empty() && room.guests[0].table.changes().is_empty());
        room.begin().expect("all are ready again");
        room.play();
    }
    let mut room = ready(4);
    assert_eq!(left(&mut room, |host| host.set_side(Seat(2), 1)), [0u8; 0]);
    assert_eq!(room.guests[0].table.changes(), [Change::Side(Seat(2))]);
    assert_eq!(
        room.guests[0].table.changes()[0].to_string(),
        "the side of seat 3"
    );
}

#[test]
fn a_swap_takes_back_the_readies_of_the_swapped_and_of_their_mates() {
    // seats 0 and 2, 1 and 3 share a side; of six, seats 1 and 3 swap within theirs
    let mut room = ready(6);
    assert_eq!(
        left(&mut room, |host| host.swap(Seat(1), Seat(3))),
        [0, 2, 4, 5]
    );
    // the programs of the others have named the new match by themselves
    let changed = room.guests[4].events.iter();
    let taken = changed.filter(|event| matches!(event, LobbyEvent::ReadyTakenBack(_)));
    assert_eq!(taken.count(), 0);
    for guest in [0, 2] {
        room.ready(guest).expect("seated");
    }
    room.run();
    room.begin()
        .expect("all are ready for the one that is shown");
    room.play();
    // across the sides everybody's mates change
    let mut room = ready(4);
    assert_eq!(
        left(&mut room, |host| host.swap(Seat(1), Seat(2))),
        [0u8; 0]
    );
}

#[test]
fn a_machine_with_players_of_two_teams_is_asked_again_when_either_gets_another_mate() {
    let mut room = Room::new(6, 3);
    let both = room.add(vec![player(5), player(6)], [5; 32]);
    room.host.open_to_all(true);
    room.sit_all();
    room.guest(both, |table| table.sit(1, None)).expect("room");
    room.run();
    let key = room.guests[both].table.key();
    room.hosting(|host| host.let_in(key))
        .expect("asks for a second");
    room.run();
    room.ready_all();
    // Ben and Cid, of two sides, swap: to the machine with a player on each side the table has the same people
    assert_eq!(
        left(&mut room, |host| host.swap(Seat(1), Seat(2))),
        [0u8; 0]
    );
    assert!(!room.guests[both].table.is_ready());
}

#[test]
fn somebody_else_at_the_table_takes_everybodys_readiness_back() {
    let mut room = ready(4);
    room.guest(1, |table| table.stand(0)).expect("seated");
    room.run();
    assert!((0..4).all(|seat| !room.is_ready(seat)));
    assert_eq!(
        room.hosting(|host| host.ready(true)),
        Err(TableError::NotFull(Seat(2)))
    );
    room.guest(1, |table| table.sit(0, None)).expect("room");
    room.run();
    room.ready_all();
    // another name is another person, for all that anybody can see
    room.guest(1, |table| table.rename(0, "Zoe"))
        .expect("a name");
    room.run();
    assert!((0..4).all(|seat| !room.is_ready(seat)));
}

#[test]
fn talk_askers_and_a_broken_line_take_nothing_back() {
    let mut room = ready(4);
    room.guest(0, |table| table.chat("soon?"));
    let asker = room.add(vec![player(7)], [9; 32]);
    room.connect(asker, protocol::lobby::Entrance::Table);
    room.run();
    room.cut(1);
    room.run();
    assert!(!room.host.table().sitter(Seat(2)).expect("kept").is_here);
    assert_eq!(
        room.begin(),
        Err(TableError::NotHere(vec!["Cid".to_owned()]))
    );
    room.connect(1, protocol::lobby::Entrance::Table);
    room.run();
    // its program has said READY again, without its user
    assert!((0..4).all(|seat| room.is_ready(seat)));
    room.begin().expect("all are ready");
    room.play();
}

#[test]
fn a_readiness_taken_back_by_its_user_counts_at_once() {
    let mut room = ready(3);
    room.guest(0, |table| table.ready(false)).expect("seated");
    room.run();
    assert!(matches!(room.begin(), Err(TableError::NotReady(names)) if names == ["Ben"]));
    // while the beginning is on its way
    room.ready(0).expect("seated");
    room.run();
    room.guest(1, |table| table.ready(false)).expect("seated");
    let now = room.now;
    room.hosting(|host| host.begin(now))
        .expect("all were ready");
    room.run();
    assert!(room.guests.iter().all(|guest| !guest.is_begun));
    assert!(
        room.events
            .iter()
            .any(|event| matches!(event, LobbyEvent::TryFailed(_)))
    );
}

#[test]
fn a_seat_that_is_not_ready_two_minutes_after_the_others_is_shown_and_nothing_ends_by_itself() {
    let mut room = Room::seated(4);
    room.pass(500);
    assert!(room.host.late().is_empty(), "nobody waits yet");
    room.hosting(|host| host.ready(true)).expect("whole");
    room.ready(0).expect("seated");
    room.run();
    room.pass(100);
    room.ready(1).expect("seated");
    room.run();
    room.pass(119);
    assert!(room.host.late().is_empty());
    room.pass(1);
    let late = LobbyEvent::Late(vec![Seat(3)]);
    assert_eq!(room.last(), Some(&late));
    assert_eq!(room.last_of(0), Some(&late));
    room.pass(1000);
    let told = room.events.iter().filter(|event| **event == late);
    assert_eq!(told.count(), 1);
    assert_eq!(room.host.late(), [Seat(3)]);
    room.ready(2).expect("seated");
    room.run();
    assert!(room.host.late().is_empty());
    room.begin().expect("all are ready");
}

#[test]
fn the_usual_fate_of_a_leaver_follows_the_seats_and_a_chosen_one_stays() {
    let fate = |room: &Room| {
        let shown = |table: &protocol::lobby::Table| table.game().drop_policy();
        let fate = shown(room.host.table());
        for guest in &room.guests {
            assert_eq!(guest.table.table().map(shown), Some(fate));
        }
        fate
    };
    // four seats of a game of four sides: nobody shares one
    let mut room = Room::of(&offer("tourney-4", Some(8)), 5, 2);
    room.host.open_to_all(true);
    room.sit_all();
    assert_eq!(fate(&room), DropPolicy::TeamMate, "one side has two seats");
    room.hosting(|host| host.close_seat(Seat(4))).expect("free");
    room.run();
    assert_eq!(fate(&room), DropPolicy::StandStill);
    let chosen = Offer {
        drop: Some(DropPolicy::Remove),
        ..offer("tourney-4", Some(8))
    };
    room.hosting(|host| host.set_offer(&chosen)).expect("sound");
    room.hosting(|host| host.open(Seat(4))).expect("closed");
    room.run();
    assert_eq!(fate(&room), DropPolicy::Remove);
    let words = [
        DropPolicy::StandStill,
        DropPolicy::TeamMate,
        DropPolicy::Remove,
    ];
    let words = words.map(DropPolicy::in_words);
    assert_eq!(
        words,
        ["stands still", "a team-mate plays it", "is removed"]
    );
}
