//! Row 87: a match that begins fails for nobody but its own players, and everybody learns why it did not begin.

use protocol::PublicKey;
use protocol::frame::{Ready, Reply, Stand, TableFrame};
use protocol::lobby::{Failure, LobbyEvent};

use super::room::{Room, player};

/// A whole table whose match is about to begin: the second of three guests has not signed yet.
fn beginning() -> Room {
    let mut room = Room::seated(4);
    room.ready_all();
    room.is_prompt = false;
    room.begin().expect("all are ready");
    for guest in [0, 2] {
        room.make_sessions(guest);
    }
    room.run();
    room
}

fn failures(events: &[LobbyEvent]) -> Vec<&Failure> {
    let failures = events.iter().filter_map(|event| match event {
        LobbyEvent::TryFailed(why) => Some(why),
        _ => None,
    });
    failures.collect()
}

#[test]
fn row_87_a_guest_that_gets_up_for_a_player_it_does_not_have_stops_no_beginning() {
    let of_another = player(3).key();
    let of_the_host = player(0).key();
    for identity in [of_another, of_the_host, PublicKey([9; 32])] {
        let mut room = beginning();
        room.send(1, &TableFrame::Stand(Stand { identity }));
        room.run();
        assert_eq!(failures(&room.events), Vec::<&Failure>::new());
        assert_eq!(room.host.table().tries(), 0, "nobody needs fresh keys");
        assert!(room.host.table().seat_of(of_another).is_some());
        room.make_sessions(1);
        room.run();
        room.make_host_sessions();
        room.run();
        room.play();
    }
}

#[test]
fn row_87_every_beginning_that_fails_is_shown_to_all_with_its_reason() {
    let own = player(2).key();
    let name = || "Cid".to_owned();
    type Act = fn(&mut Room, PublicKey);
    let stands: Act = |room, identity| room.send(1, &TableFrame::Stand(Stand { identity }));
    let declines: Act = |room, _| room.send(1, &TableFrame::Ready(Ready { sid: None }));
    let is_cut: Act = |room, _| room.cut(1);
    let is_silent: Act = |room, _| room.pass(30);
    let declined = Failure::Declined {
        name: name(),
        reply: Reply::NotReady,
    };
    for (act, why) in [
        (stands, Failure::Left(name())),
        (declines, declined),
        (is_cut, Failure::Lost(name())),
        (is_silent, Failure::Silent(vec![name()])),
    ] {
        let mut room = beginning();
        act(&mut room, own);
        room.run();
        assert_eq!(failures(&room.events), [&why]);
        for guest in [0, 2] {
            let events = &room.guests[guest].events;
            assert_eq!(failures(events), [&why], "guest {guest} waits for nothing");
            assert!(room.guests[guest].begin.is_none());
        }
    }
}
