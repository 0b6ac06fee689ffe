//! What is refused at a table: each with its own words, and the table stays as it was.

use protocol::frame::{Reply, Sit, TableFrame};
use protocol::lobby::{Entrance, HostTable, LineEnd, LobbyEvent, Player, TableError};
use protocol::manifest::{Pace, Terms};
use protocol::testing::{fresh, identity, offer, tiny};
use protocol::{Identity, Offer, PublicKey, Seat, Signature};

use crate::room::{Room, player, secret};

/// Everything that the host's user can ask for wrongly, with the words that say so.
#[test]
fn every_wrong_wish_of_the_host_has_its_own_words_and_changes_nothing() {
    let mut room = Room::new(4, 2);
    room.host.open_to_all(true);
    room.sit_all();
    let ben = room.guests[0].table.key();
    type Wish = fn(&mut HostTable) -> Result<(), TableError>;
    let longer = |turns| tiny(turns);
    let four = || Offer {
        options: vec![("seats".to_owned(), "4".to_owned())],
        ..offer("tourney", None)
    };
    let _ = longer;
    let wishes: Vec<(Wish, &str, &str)> = vec![
        (
            |host| host.set_seats(2),
            "a table of 2 seats: a table has three to eight",
            "choose a number from three to eight; two players host a match of two",
        ),
        (
            |host| host.set_seats(9),
            "a table of 9 seats: a table has three to eight",
            "choose a number from three to eight; two players host a match of two",
        ),
        (
            |host| host.set_seats(255),
            "a table of 255 seats: a table has three to eight",
            "choose a number from three to eight; two players host a match of two",
        ),
        (
            |host| host.set_side(Seat(4), 0),
            "there is no seat 4: the table has 4 seats, counted from 0",
            "choose a seat of this table",
        ),
        (
            |host| host.set_side(Seat(1), 2),
            "there is no side number 2 in this game: it has white, black",
            "choose one of these",
        ),
        (
            |host| host.set_side(Seat(1), 200),
            "there is no side number 200 in this game: it has white, black",
            "choose one of these",
        ),
        (|host| host.set_seats(3), "", ""),
        (
            |host| host.expect_team(Seat(1), 7),
            "there is no team 7 in this game: it has the teams 0, 1",
            "give the seat a side of that team, or choose options with other teams",
        ),
        (
            |host| host.expect_team(Seat(1), 0),
            "seat 1 plays black, which is of team 1: teams follow from the sides in this game",
            "give the seat a side of that team, or choose options with other teams",
        ),
        (
            |host| host.swap(Seat(1), Seat(1)),
            "a seat cannot be swapped with itself",
            "name two seats",
        ),
        (
            |host| host.swap(Seat(1), Seat(8)),
            "there is no seat 8: the table has 3 seats, counted from 0",
            "choose a seat of this table",
        ),
        (
            |host| host.open(Seat(1)),
            "seat 1 is taken by Ben",
            "swap the two seats, or turn that player out first",
        ),
        (
            |host| host.close_seat(Seat(0)),
            "Ann is the host, whose program holds the table",
            "swap seats, or leave the table to close it",
        ),
        (
            |host| host.turn_out(Seat(0)),
            "Ann is the host, whose program holds the table",
            "swap seats, or leave the table to close it",
        ),
        (
            |host| host.seat_player(Seat(1), Player::computer(identity(9, 1), "Robot", "hard")),
            "seat 1 is taken by Ben",
            "swap the two seats, or turn that player out first",
        ),
        (
            |host| host.rename(0, "B\u{435}n"),
            "the name looks like that of `Ben`, who sits at this table",
            "choose a name that nobody can mistake for it",
        ),
        (
            |host| host.rename(3, "Zoe"),
            "this machine brings no player number 3, counted from 0",
            "name one of those who came with this machine",
        ),
        (
            |host| host.let_in(PublicKey([9; 32])),
            "nobody with that key asks to sit down",
            "look at the list of those who ask again",
        ),
        (
            |host| host.turn_away(PublicKey([9; 32])),
            "nobody with that key asks to sit down",
            "look at the list of those who ask again",
        ),
        (
            |host| host.begin(protocol::Now::default()),
            "not ready: Ann, Ben, Cid",
            "begin when all are ready",
        ),
        (
            |host| host.back(),
            "no match is about to begin",
            "begin when all are ready",
        ),
        (
            |host| host.begun().map(drop),
            "no match is about to begin",
            "begin when all are ready",
        ),
    ];
    for (wish, words, advice) in wishes {
        let before = room.host.table().clone();
        let refused = room.hosting(wish);
        if words.is_empty() {
            // a change that goes through, for those after it
            refused.expect("sound");
            continue;
        }
        let refused = refused.expect_err(words);
        assert_eq!(
            (refused.to_string().as_str(), refused.advice()),
            (words, advice)
        );
        assert_eq!(*room.host.table(), before, "{words}");
    }
    // games that three cannot play, and terms that only a later version plays
    let timed = Offer {
        terms: Terms {
            pace: Pace::Days(3),
            ..Terms::default()
        },
        ..tiny(2)
    };
    let before = room.host.table().clone();
    for (offer, words) in [
        (
            four(),
            "the game has 4 sides, and 3 seats are not closed: every side needs one",
        ),
        (
            timed,
            "this cannot be offered: a time limit for more than two seats: that comes with a \
             later version",
        ),
        (
            Offer {
                options: vec![("share".to_owned(), "leaders".to_owned())],
                ..tiny(2)
            },
            "this cannot be offered: share=leaders, by which each member has leaders of its \
             own,: that comes with a later version",
        ),
    ] {
        let refused = room.hosting(|host| host.set_offer(&offer));
        assert_eq!(refused.expect_err(words).to_string(), words);
        assert_eq!(*room.host.table(), before);
    }
    assert!(room.hosting(|host| host.ready(true)).is_ok(), "{ben}");
}

#[test]
fn a_side_keeps_a_seat_and_a_table_three() {
    let mut room = Room::new(4, 0);
    let before = room.host.table().clone();
    room.hosting(|host| host.set_side(Seat(1), 0))
        .expect("seat 3 plays black");
    let words = "nobody would play black: every side needs a seat";
    for wish in [
        |host: &mut HostTable| host.set_side(Seat(3), 0),
        |host: &mut HostTable| host.close_seat(Seat(3)),
        |host: &mut HostTable| host.set_seats(3),
    ] {
        assert_eq!(room.hosting(wish).expect_err(words).to_string(), words);
    }
    room.hosting(|host| host.set_side(Seat(1), 1))
        .expect("as it was");
    room.hosting(|host| host.close_seat(Seat(2)))
        .expect("three are left");
    let refused = room.hosting(|host| host.close_seat(Seat(1)));
    assert_eq!(refused, Err(TableError::Closed));
    assert_eq!(
        room.hosting(|host| host.swap(Seat(0), Seat(2))),
        Err(TableError::ClosedSeat(Seat(2)))
    );
    room.hosting(|host| host.open(Seat(2))).expect("a seat");
    assert_eq!(
        room.hosting(|host| host.swap(Seat(1), Seat(2))),
        Err(TableError::Vacant(Seat(1)))
    );
    let sides = |table: &protocol::lobby::Table| -> Vec<u8> {
        table.places().map(|(_, place)| place.side).collect()
    };
    assert_eq!(sides(room.host.table()), sides(&before));
}

#[test]
fn players_who_cannot_sit_together_host_no_table() {
    let table = |players: Vec<Player>, seats| HostTable::new(players, &tiny(2), seats, secret(0));
    let twin = Player::person(identity(0, 1), "Twin");
    let alike = Player::person(identity(1, 1), "ANN");
    assert!(matches!(table(Vec::new(), 3), Err(TableError::Players)));
    assert!(matches!(
        table(vec![player(0), twin], 3),
        Err(TableError::Players)
    ));
    assert!(matches!(
        table(vec![player(0), alike], 3),
        Err(TableError::LooksLike(_))
    ));
    let four = (0..4).map(player).collect();
    assert!(matches!(table(four, 3), Err(TableError::NoSuchSeat { .. })));
    for seats in [0, 2, 9, 255] {
        assert!(matches!(
            table(vec![player(0)], seats),
            Err(TableError::Seats(_))
        ));
    }
    let older = Offer {
        vacancy: Some(protocol::Vacancy {
            host_was: Seat(0),
            gone: identity(1, 1).public(),
        }),
        ..tiny(2)
    };
    let refused = HostTable::new(vec![player(0)], &older, 3, secret(0));
    assert!(matches!(refused, Err(TableError::OlderMatch)));
}

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
        decider: protocol::frame::Decider::Person,
        proof: Signature([0; 64]),
    };
    sit(&mut wish);
    let wish = wish.signed(identity, &exporter, &machine);
    room.send(guest, &TableFrame::Sit(Box::new(wish)));
    let mut replies = Vec::new();
    while room.deliver(guest, true) {}
    for wire in &room.guests[guest].to_guest {
        if let crate::room::Wire::Frame(bytes) = wire
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
        decider: protocol::frame::Decider::Person,
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
    assert_eq!(taken.to_string(), "seat 0 is taken by Ann");
    let missing = room
        .guest(0, |it| it.sit(0, Some(Seat(3))))
        .expect_err("three seats");
    assert_eq!(
        missing.to_string(),
        "there is no seat 3: the table has 3 seats, counted from 0"
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
