//! What is refused to guests, by the host's program and by their own: each with its own words, and the table stays as it
//! was.

use protocol::frame::{Decider, Frame, Reply, Seating, Sit, TableFrame};
use protocol::lobby::{Entrance, Failure, LineEnd, LobbyEvent, Player, TableError};
use protocol::manifest::Genesis;
use protocol::testing::{fresh, identity};
use protocol::{Fault, Identity, Seat, Signature};

use super::room::{Room, Wire, player, secret};

/// The host's answer to a wish of the last guest, who has sent it whatever its own program says.
fn answered(
    room: &mut Room,
    guest: usize,
    sit: impl FnOnce(&mut Sit),
    identity: &Identity,
) -> Reply {
    let line = room.guests[guest].line.expect("connected");
    let exporter = [u8::try_from(line.0 % 251).expect("small"); 32];
    let machine = room.guests[guest].table.key();
    let own = fresh(40, 1);
    let mut wish = Sit {
        seat: None,
        identity: identity.public(),
        key: Identity::from_seed(own.session_seed).public(),
        session_nonce: own.session_nonce,
        tries: room.host.table().tries(),
        name: "Zoe".to_owned(),
        decider: Decider::Person,
        proof: Signature([0; 64]),
    };
    sit(&mut wish);
    let wish = wish.signed(identity, &exporter, &machine);
    room.send(guest, &TableFrame::Sit(Box::new(wish)));
    let mut replies = Vec::new();
    while room.deliver(guest, true) {}
    for wire in &room.guests[guest].to_guest {
        if let Wire::Frame(bytes) = wire
            && let Ok(TableFrame::Answer(answer)) = TableFrame::from_bytes(bytes)
        {
            replies.push(answer.reply);
        }
    }
    room.run();
    replies.pop().expect("an answer")
}

#[test]
fn every_wrong_wish_of_a_guest_is_answered_in_its_own_words_and_changes_nothing() {
    let mut room = Room::new(5, 1);
    room.host.open_to_all(true);
    room.sit_all();
    room.hosting(|host| host.give_code(Seat(3)))
        .expect("a seat");
    room.hosting(|host| host.close_seat(Seat(4)))
        .expect("a seat");
    room.run();
    let zoe = identity(30, 1);
    let guest = room.add(vec![Player::person(zoe.clone(), "Zoe")], secret(9));
    room.connect(guest, Entrance::Table);
    room.run();
    let before = room.host.table().clone();
    let ben = room.host.table().sitter(Seat(1)).cloned().expect("Ben");
    type Wish = Box<dyn Fn(&mut Sit)>;
    let key = ben.key;
    let wishes: Vec<(Wish, Reply)> = vec![
        (
            Box::new(|it| it.seat = Some(Seat(5))),
            Reply::NoSuchSeat(Seat(5)),
        ),
        (
            Box::new(|it| it.seat = Some(Seat(255))),
            Reply::NoSuchSeat(Seat(255)),
        ),
        (
            Box::new(|it| it.seat = Some(Seat(1))),
            Reply::Taken(Seat(1)),
        ),
        (
            Box::new(|it| it.seat = Some(Seat(3))),
            Reply::NeedsCode(Seat(3)),
        ),
        (
            Box::new(|it| it.seat = Some(Seat(4))),
            Reply::Closed(Seat(4)),
        ),
        (
            Box::new(|it| it.name = "BEN".to_owned()),
            Reply::LooksLike("Ben".to_owned()),
        ),
        (Box::new(move |it| it.key = key), Reply::KeyTaken),
        (Box::new(|it| it.tries = 7), Reply::OldKeys),
    ];
    for (wish, reply) in wishes {
        assert_eq!(answered(&mut room, guest, wish, &zoe), reply);
        assert_eq!(*room.host.table(), before, "{reply}");
        // the cap on changes is another test's
        room.pass(60);
    }
    // a full table
    room.hosting(|host| {
        host.seat_player(Seat(2), Player::computer(identity(31, 1), "Robot", "easy"))
    })
    .expect("free");
    room.run();
    assert_eq!(answered(&mut room, guest, |_| (), &zoe), Reply::Full);
    assert!(room.guests[guest].line.is_some());
    // words and advice of every answer
    for reply in [
        Reply::Full,
        Reply::Taken(Seat(1)),
        Reply::TurnedOut,
        Reply::Crowded,
    ] {
        assert!(!reply.to_string().is_empty() && !reply.advice().is_empty());
    }
}

#[test]
fn a_code_of_a_seat_opens_no_other_one_and_not_for_a_second_player() {
    let mut room = Room::new(5, 0);
    room.hosting(|host| host.give_code(Seat(2)))
        .expect("a seat");
    let zoe = identity(30, 1);
    let brought = vec![
        Player::person(zoe.clone(), "Zoe"),
        Player::person(identity(31, 1), "Yan"),
    ];
    let guest = room.add(brought, secret(9));
    room.connect(guest, Entrance::Seat(Seat(2)));
    room.run();
    let other = answered(&mut room, guest, |it| it.seat = Some(Seat(1)), &zoe);
    assert_eq!(other, Reply::OtherSeat(Seat(2)));
    room.guest(guest, |table| table.sit(0, None)).expect("room");
    room.run();
    assert_eq!(room.guests[guest].table.seat_of(0), Some(Seat(2)));
    room.guest(guest, |table| table.sit(1, None)).expect("room");
    room.run();
    assert_eq!(room.guests[guest].table.seat_of(1), None);
    assert!(room.guests[guest].events.iter().any(|event| matches!(
        event,
        LobbyEvent::Reply {
            reply: Reply::CodeUsed(Seat(2)),
            ..
        }
    )));
    // a code whose seat is given otherwise, or is not there
    let late = room.add(vec![player(3)], secret(3));
    for (seat, reply) in [(1, Reply::NoCode(Seat(1))), (7, Reply::NoSuchSeat(Seat(7)))] {
        room.connect(late, Entrance::Seat(Seat(seat)));
        room.run();
        assert!(
            matches!(room.guests[late].ends.last(), Some(LineEnd::Bye(_, why)) if *why == reply.to_string())
        );
    }
}

#[test]
fn nobody_brings_the_key_of_somebody_else() {
    let mut room = Room::new(4, 1);
    room.connect(0, Entrance::Table);
    room.run();
    let (own, stranger) = (identity(1, 1), identity(50, 1));
    // signed by the machine's key, in another player's name
    let line = room.guests[0].line.expect("connected");
    let exporter = [u8::try_from(line.0).expect("small"); 32];
    let wish = Sit {
        seat: None,
        identity: stranger.public(),
        key: identity(51, 1).public(),
        session_nonce: [1; 32],
        tries: 0,
        name: "Zoe".to_owned(),
        decider: Decider::Person,
        proof: Signature([0; 64]),
    };
    let forged = wish.clone().signed(&own, &exporter, &own.public());
    // a wish of that player on another line, played back on this one
    let replayed = wish.signed(&stranger, &[200; 32], &own.public());
    for bad in [forged, replayed] {
        room.connect(0, Entrance::Table);
        room.run();
        room.send(0, &TableFrame::Sit(Box::new(bad)));
        room.run();
        assert!(matches!(room.guests[0].ends.last(), Some(LineEnd::Bye(..))));
        assert!(room.host.askers().is_empty());
    }
}

#[test]
fn a_guest_is_told_by_its_own_program_what_cannot_be() {
    let mut room = Room::new(3, 2);
    assert_eq!(room.guest(0, |it| it.ready(true)), Err(TableError::NoLine));
    assert_eq!(room.guest(0, |it| it.stand(0)), Err(TableError::NotSeated));
    assert_eq!(
        room.guest(0, |it| it.sit(1, None)),
        Err(TableError::NoSuchPlayer(1))
    );
    assert_eq!(
        room.guest(0, |it| it.back()),
        Err(TableError::NothingBegins)
    );
    assert_eq!(
        room.guest(0, |it| it.signed(&[])),
        Err(TableError::NothingBegins)
    );
    room.host.open_to_all(true);
    room.connect(0, Entrance::Table);
    room.run();
    assert_eq!(
        room.guest(0, |it| it.ready(true)),
        Err(TableError::NotFull(Seat(1)))
    );
    let taken = room
        .guest(0, |it| it.sit(0, Some(Seat(0))))
        .expect_err("Ann's");
    assert_eq!(taken.to_string(), "seat 1 is taken by Ann");
    let missing = room
        .guest(0, |it| it.sit(0, Some(Seat(3))))
        .expect_err("three seats");
    assert_eq!(
        missing.to_string(),
        "there is no seat 4: the table has seats 1 to 3"
    );
    room.hosting(|host| {
        for seat in [1, 2] {
            let robot = Player::computer(identity(40 + seat, 1), &format!("Robot {seat}"), "easy");
            host.seat_player(Seat(seat), robot).expect("free");
        }
    });
    room.run();
    assert_eq!(room.guest(0, |it| it.sit(0, None)), Err(TableError::Full));
    assert_eq!(
        room.guest(0, |it| it.ready(true)),
        Err(TableError::NotSeated)
    );
}

#[test]
fn a_name_that_is_refused_leaves_the_player_as_it_was() {
    let mut room = Room::seated(3);
    room.guest(0, |table| table.rename(0, "c\u{456}d"))
        .expect("sent");
    room.run();
    let who = room.guests[0].table.key();
    let reply = Reply::LooksLike("Cid".to_owned());
    assert_eq!(room.last_of(0), Some(&LobbyEvent::Reply { who, reply }));
    let table = room.host.table();
    assert_eq!(
        table.sitter(Seat(1)).map(|it| it.name.as_str()),
        Some("Ben")
    );
    room.ready_all();
    room.begin().expect("all are ready");
    room.play();
}

/// The guest's program, given a frame of a hostile host.
fn told(room: &mut Room, guest: usize, frame: &TableFrame) -> Result<(), Fault> {
    let (line, now) = (room.guests[guest].line.expect("up"), room.now);
    room.guest(guest, |table| {
        table.handle_frame(now, line, &frame.to_bytes())
    })
}

#[test]
fn a_host_that_begins_out_of_turn_gets_no_signature() {
    let mut room = Room::seated(3);
    let manifest = room.host.table().manifest().expect("whole");
    let (begin, begun) = (
        TableFrame::Match(Frame::Manifest(manifest.to_bytes())),
        TableFrame::Begun(manifest.sid()),
    );
    // nobody is ready
    assert_eq!(told(&mut room, 0, &begin), Ok(()));
    assert!(room.guests[0].begin.is_none());
    assert!(told(&mut room, 0, &begun).is_err());
    // the same try twice, and one that goes on with the keys of a try that it has given up
    let mut room = Room::seated(3);
    room.ready_all();
    let manifest = room.host.table().manifest().expect("whole");
    let begin = TableFrame::Match(Frame::Manifest(manifest.to_bytes()));
    assert_eq!(told(&mut room, 0, &begin), Ok(()));
    assert_eq!(room.guests[0].sessions.len(), 1);
    assert!(told(&mut room, 0, &begin).is_err());
    let mut room = Room::seated(3);
    room.ready_all();
    assert_eq!(told(&mut room, 0, &begin), Ok(()));
    let table = room.host.table();
    let seating = Seating {
        version: table.version() + 10,
        tries: 0,
        game: table.game().id(),
        seats: table.places().map(|(_, place)| place.clone()).collect(),
        failed: None,
    };
    assert_eq!(
        told(&mut room, 0, &TableFrame::Table(Box::new(seating))),
        Ok(())
    );
    assert!(
        room.guests[0]
            .events
            .contains(&LobbyEvent::TryFailed(Failure::Host))
    );
    assert_eq!(told(&mut room, 0, &begin), Ok(()));
    assert!(room.guests[0].begin.is_none() && room.guests[0].sessions.is_empty());
    assert_eq!(
        room.guest(0, |table| table.ready(true)),
        Err(TableError::NotAsSent)
    );
}

#[test]
fn a_signature_for_the_seat_or_match_of_others_ends_line_and_try() {
    type Forgery = fn(&protocol::Manifest, &Identity, &Identity) -> Genesis;
    let forgeries: [Forgery; 3] = [
        |it, own, key| Genesis::sign(Seat(2), &it.sid(), own, key),
        |_, own, key| Genesis::sign(Seat(1), &[7; 32], own, key),
        |it, own, _| Genesis::sign(Seat(1), &it.sid(), own, own),
    ];
    for forged in forgeries {
        let mut room = Room::seated(3);
        room.ready_all();
        room.is_prompt = false;
        room.begin().expect("all are ready");
        let begin = room.guests[0].begin.clone().expect("it begins");
        let chair = &begin.seats[0];
        let key = Identity::from_seed(chair.fresh.session_seed);
        let genesis = forged(&begin.manifest, &chair.identity, &key);
        room.send(0, &TableFrame::Match(Frame::Genesis(genesis)));
        room.make_sessions(1);
        room.run();
        assert!(room.begin.is_none());
        assert!(room.guests[0].line.is_none());
        assert!(room.guests.iter().all(|guest| !guest.is_begun));
        assert_eq!(room.host.table().tries(), 1);
    }
}

#[test]
fn a_machine_whose_own_player_stands_begins_nothing() {
    let mut room = Room::new(3, 1);
    let both = room.add(vec![player(5), player(6)], secret(5));
    room.host.open_to_all(true);
    room.connect(0, Entrance::Table);
    room.guest(0, |table| table.sit(0, None)).expect("room");
    room.connect(both, Entrance::Table);
    room.run();
    room.guest(both, |table| table.sit(1, None)).expect("room");
    room.run();
    // its line is greeted by the session of the player whose key the line has
    let stands = TableError::MachineStands("Gil".to_owned());
    assert_eq!(
        room.guest(both, |table| table.ready(true)),
        Err(stands.clone())
    );
    assert_eq!(room.hosting(|host| host.ready(true)), Err(stands));
}
