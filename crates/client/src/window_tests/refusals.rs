//! Requests at a table that are refused: the page says what, why and what to do where it was asked, and the table stays as
//! it was.

use net::lobby::LobbyCommand as Wish;
use protocol::{PublicKey, Seat};

use super::Program;
use super::party::offer;
use crate::model::LobbyCommand;
use crate::model::lobby::Spot;

/// A request, the place of the page where it is made, the reason why it is refused, and the advice.
type Case = (Spot, Wish, &'static str, &'static str);

const fn at(seat: u8) -> Spot {
    Spot::Seat(Seat(seat))
}

impl Program {
    /// Asks for each and waits until the page says why not, at the place where it was asked.
    #[track_caller]
    fn is_refused(&mut self, cases: Vec<Case>) {
        for (spot, wish, what, advice) in cases {
            let told = format!("{wish:?}");
            let before: Vec<_> = self.seated();
            self.give(LobbyCommand::Ask(spot, wish));
            self.until_lobby(&told, |lobby| lobby.told_at(spot).is_some());
            // a row has the reason as a line, and the strip at the bottom as a sentence
            let [what, advice] = [what, advice].map(|words| words.trim_end_matches('.'));
            for words in [&what[1..], advice] {
                assert!(
                    self.shows(words),
                    "{told}: {words} in {:?}",
                    self.lobby().told
                );
            }
            assert_eq!(self.seated(), before, "{told} leaves the table as it was");
        }
    }

    /// Everybody at the table, and who may sit where.
    fn seated(&self) -> Vec<protocol::frame::Place> {
        let seats = self.lobby().seats().expect("a table");
        seats.places().map(|(_, place)| place.clone()).collect()
    }
}

fn seat_player(seat: u8, name: &str) -> Wish {
    Wish::SeatPlayer {
        seat: Seat(seat),
        name: Some(name.to_owned()),
        level: None,
    }
}

const fn sit(seat: u8) -> Wish {
    Wish::Sit {
        player: 0,
        seat: Some(Seat(seat)),
    }
}

#[test]
fn what_a_table_refuses_is_said_where_it_was_asked_and_changes_nothing() {
    let mut ada = Program::start_as("Ada");
    let code = ada.opens(4, |_| ()).code();
    let mut ben = ada.seats("Ben", &code);
    assert_eq!(ben.own_seat(), Some(Seat(1)));
    ada.is_refused(vec![
        (
            Spot::Begin,
            Wish::Ready(true),
            "Seat 3 is free: readiness is for a whole table.",
            "Wait until somebody takes it, or close it.",
        ),
        (
            Spot::Begin,
            Wish::Begin,
            "Seat 3 is free: readiness is for a whole table.",
            "Wait until somebody takes it, or close it.",
        ),
        (
            at(1),
            Wish::CloseSeat(Seat(1)),
            "Seat 2 is taken by Ben.",
            "Swap the two seats, or turn that player out first.",
        ),
        (
            at(1),
            seat_player(1, "Bea"),
            "Seat 2 is taken by Ben.",
            "Swap the two seats, or turn that player out first.",
        ),
        (
            at(2),
            seat_player(2, "B\u{435}n"),
            "The names `Ben` and `B\u{435}n` look alike, and both would play here.",
            "Choose a name that nobody can mistake for another one.",
        ),
        (
            at(2),
            Wish::TurnOut(Seat(2)),
            "Nobody sits on seat 3.",
            "Choose a seat with somebody on it.",
        ),
        (
            at(0),
            Wish::TurnOut(Seat(0)),
            "Ada is the host, whose program holds the table.",
            "Swap seats, or leave the table to close it.",
        ),
        (
            at(2),
            Wish::Swap {
                one: Seat(2),
                other: Seat(2),
            },
            "A seat cannot be swapped with itself.",
            "Name two seats.",
        ),
        (
            at(1),
            Wish::SetSide {
                seat: Seat(1),
                side: 7,
            },
            "There is no side number 8 in this game: it has Blue, Amber.",
            "Choose one of these.",
        ),
        (
            at(3),
            Wish::Open(Seat(7)),
            "There is no seat 8: the table has seats 1 to 4.",
            "Choose a seat of this table.",
        ),
        (
            Spot::Game,
            Wish::SetSeats(9),
            "A table of 9 seats: a table has three to eight.",
            "Choose a number from three to eight; two players host a match of two.",
        ),
        (
            Spot::Begin,
            Wish::LetIn(PublicKey([9; 32])),
            "Nobody with that key asks to sit down.",
            "Look at the list of those who ask again.",
        ),
        (
            Spot::Begin,
            sit(2),
            "Only a guest can do that.",
            "As the host, choose who sits where.",
        ),
    ]);
    // a seat less, of which the rules and the sides need the rest
    ada.give(LobbyCommand::Ask(at(3), Wish::CloseSeat(Seat(3))));
    for program in [&mut ada, &mut ben] {
        program.until_shown("4  Closed");
    }
    ada.is_refused(vec![
        (
            at(2),
            Wish::CloseSeat(Seat(2)),
            "A table needs three seats that are not closed.",
            "Open a seat; two players host a match of two.",
        ),
        (
            at(3),
            seat_player(3, "Dot"),
            "Seat 4 is closed.",
            "Open it first.",
        ),
        (
            at(1),
            Wish::SetSide {
                seat: Seat(1),
                side: 0,
            },
            "Nobody would play Amber: every side needs a seat.",
            "Give another seat to that side first, or swap two seats.",
        ),
        (
            Spot::Game,
            Wish::SetOffer(Box::new(offer("tourney-4"))),
            "The game has 4 sides, and 3 seats are not closed: every side needs one.",
            "Add or open seats, or choose a game with fewer sides.",
        ),
    ]);
    ben.is_refused(vec![
        (at(0), sit(0), "Seat 1 is taken by Ada.", ""),
        (at(3), sit(3), "Seat 4 is closed.", ""),
        (at(3), sit(7), "There is no seat 8", "Choose a seat"),
        (
            Spot::Begin,
            Wish::Ready(true),
            "Seat 3 is free: readiness is for a whole table.",
            "Wait until somebody takes it; the host can also close it.",
        ),
        (
            Spot::Begin,
            Wish::Begin,
            "Only the host can do that.",
            "Ask the host.",
        ),
        (
            at(1),
            Wish::Rename {
                player: 0,
                name: "Ada".to_owned(),
            },
            "The name looks like that of `Ada`, who sits at this table.",
            "Choose a name that nobody can mistake for it.",
        ),
    ]);
    // a whole table of people who are not ready
    ada.give(LobbyCommand::SeatComputer(Seat(2), computer::Level::Novice));
    ada.until_lobby("a whole table", |lobby| lobby.not_whole().is_none());
    ada.is_refused(vec![(
        Spot::Begin,
        Wish::Begin,
        "Not ready: Ada, Ben, Computer (novice).",
        "Begin when all are ready.",
    )]);
    ben.until_lobby("a whole table", |lobby| lobby.not_whole().is_none());
    ben.is_refused(vec![(
        at(2),
        Wish::Bring {
            seat: None,
            name: Some("Bea".to_owned()),
            level: None,
        },
        "No seat is free.",
        "Wait until a seat is free, or ask the host for another one.",
    )]);
    // whoever has no seat is ready for nothing
    ben.give(LobbyCommand::Ask(at(1), Wish::Stand { player: 0 }));
    ben.until("no seat", |ben| ben.own_seat().is_none());
    ben.is_refused(vec![(
        at(1),
        Wish::Stand { player: 0 },
        "Nobody of this machine sits at the table.",
        "Sit down first.",
    )]);
}
