//! What is refused to the host of a table: each with its own words, and the table stays as it was.

use protocol::lobby::{HostTable, Player, TableError};
use protocol::manifest::{Pace, Terms};
use protocol::testing::{identity, offer, tiny};
use protocol::{Offer, PublicKey, Seat};

use super::room::{Room, player, secret};

/// Everything that the host's user can ask for wrongly, with the words that say so.
#[test]
fn every_wrong_wish_of_the_host_has_its_own_words_and_changes_nothing() {
    let mut room = Room::new(4, 2);
    room.host.open_to_all(true);
    room.sit_all();
    type Wish = fn(&mut HostTable) -> Result<(), TableError>;
    let four = || Offer {
        options: vec![("seats".to_owned(), "4".to_owned())],
        ..offer("tourney", None)
    };
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
            "there is no seat 5: the table has seats 1 to 4",
            "choose a seat of this table",
        ),
        (
            |host| host.set_side(Seat(1), 2),
            "there is no side number 3 in this game: it has Blue, Amber",
            "choose one of these",
        ),
        (
            |host| host.set_side(Seat(1), 200),
            "there is no side number 201 in this game: it has Blue, Amber",
            "choose one of these",
        ),
        (|host| host.set_seats(3), "", ""),
        (
            |host| host.expect_team(Seat(1), 7),
            "there is no team 8 in this game: it has the teams 1, 2",
            "give the seat a side of that team, or choose options with other teams",
        ),
        (
            |host| host.expect_team(Seat(1), 0),
            "seat 2 plays Amber, which is of team 2: teams follow from the sides in this game",
            "give the seat a side of that team, or choose options with other teams",
        ),
        (
            |host| host.swap(Seat(1), Seat(1)),
            "a seat cannot be swapped with itself",
            "name two seats",
        ),
        (
            |host| host.swap(Seat(1), Seat(8)),
            "there is no seat 9: the table has seats 1 to 3",
            "choose a seat of this table",
        ),
        (
            |host| host.open(Seat(1)),
            "seat 2 is taken by Ben",
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
            "seat 2 is taken by Ben",
            "swap the two seats, or turn that player out first",
        ),
        (
            |host| host.rename(0, "B\u{435}n"),
            "the names `B\u{435}n` and `Ben` look alike, and both would play here",
            "choose a name that nobody can mistake for another one",
        ),
        (
            |host| host.rename(3, "Zoe"),
            "this machine brings no player number 4",
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
            (refused.to_string().as_str(), refused.advice(true)),
            (words, advice)
        );
        assert_eq!(*room.host.table(), before, "{words}");
    }
    // games that three cannot play, terms that nobody can, and what only a later version plays
    let timed = Offer {
        terms: Terms {
            pace: Pace::Days(0),
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
            "this cannot be offered: no day for a turn: this program does not play such a match",
        ),
        (
            Offer {
                options: vec![("share".to_owned(), "leaders".to_owned())],
                ..offer("wargame-1", None)
            },
            "this cannot be offered: the options do not fit the scenario: `share=leaders` is for \
             games whose units are activated by leaders; write share=turns, by which members take \
             the side's turns in turn",
        ),
    ] {
        let refused = room.hosting(|host| host.set_offer(&offer));
        assert_eq!(refused.expect_err(words).to_string(), words);
        assert_eq!(*room.host.table(), before);
    }
    room.hosting(|host| host.ready(true))
        .expect("as sound as before");
}

#[test]
fn a_side_keeps_a_seat_and_a_table_three() {
    let mut room = Room::new(4, 0);
    let before = room.host.table().clone();
    room.hosting(|host| host.set_side(Seat(1), 0))
        .expect("the last seat plays Amber");
    let words = "nobody would play Amber: every side needs a seat";
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
        Err(TableError::LooksLike(..))
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
