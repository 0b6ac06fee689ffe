//! The pages of tables of more than two: before the match begins, and in play.

use std::sync::Arc;

use net::lobby::LobbySnapshot;
use net::{LineState, SeatLine};
use protocol::Seat;
use protocol::lobby::Player;

use super::Program;
use super::pages::{opened, seen_of};
use crate::window_tests::party::{Party, identity, offer};

/// A table of four: a guest with a long name, a computer, and a free seat.
fn party() -> Party {
    let mut party = Party::new("clash-of-arms", 4);
    party.sits("Bartholomäus Oberschmidt the Elder", Some(Seat(1)));
    let computer = Player::computer(identity(9), "Computer (easy)", "easy");
    party.host.seat_player(Seat(2), computer).expect("free");
    party.carry();
    party
}

pub(super) fn lobby(program: &mut Program) {
    let mut seen = party().of_host();
    seen.chat = Arc::new(vec![("Ada".to_owned(), "Who plays Amber?".to_owned())]);
    program.sits_at(seen);
}

pub(super) fn lobby_of_guest(program: &mut Program) {
    let mut party = party();
    party.host.mark_seen();
    party.guests[0].mark_seen();
    let mut changed = offer("clash-of-arms");
    changed.takeback = false;
    party.host.set_offer(&changed).expect("sound");
    party.carry();
    program.sits_at(party.of_guest(0));
}

pub(super) fn asked_to_sit(program: &mut Program) {
    let mut seen = LobbySnapshot::clone(&program.app().model.lobby.as_ref().expect("a table").seen);
    seen.askers = {
        let mut party = party();
        party.comes("Cid", Some(Seat(3)));
        party.host.askers()
    };
    program.sees_table(seen, Vec::new());
}

/// A match of four at four machines, two to a side.
pub(super) fn four_seats(program: &mut Program) {
    let mut seen = seen_of(program, "clash-of-arms");
    let more = seen.contract.seats.clone().into_iter().zip(["Cid", "Dot"]);
    for (mut info, name) in more.collect::<Vec<_>>() {
        info.seat = Seat(info.seat.0 + 2);
        info.name = name.to_owned();
        info.called = name.to_owned();
        info.mine = false;
        seen.contract.seats.push(info);
    }
    seen.time.clocks.clear();
    let line = |seat, way| SeatLine {
        seat: Seat(seat),
        state: LineState::Up,
        way,
    };
    seen.lines = vec![line(1, None), line(2, Some(Seat(1))), line(3, None)];
    opened(program, seen);
}
