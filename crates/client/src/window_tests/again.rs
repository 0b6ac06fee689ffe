//! A table that comes together again for a rematch.

use protocol::Seat;

use super::Program;
use super::lobby_games::{begin, on_turn, three};
use crate::model::{DraftCommand, LobbyCommand, Page};

/// Three windows whose match has ended by two passes.
fn finished() -> [Program; 3] {
    let mut programs = three();
    for turns in 0..2 {
        let number = on_turn(&mut programs, turns);
        programs[number].give(DraftCommand::EndTurnNow);
    }
    for program in &mut programs {
        program.until("the last signatures", |program| {
            program.table().seen.played.verdict.is_some()
        });
    }
    programs
}

impl Program {
    /// Opens the table of the form, and waits for its code.
    fn invites_again(&mut self) {
        self.click("Invite again");
        self.until("the code of the table", |host| {
            let lobby = host.app().model.lobby.as_ref();
            lobby.is_some_and(|lobby| lobby.seen.meeting.invitation.is_some())
        });
    }
}

/// Name, side and seat of everybody at the table, by the seats.
fn sitters(program: &Program) -> Vec<(Seat, String, u8)> {
    let seats = program.lobby().seats().expect("a table");
    let places = seats.places();
    let sitters = places.filter_map(|(seat, place)| {
        let sitter = place.sitter.as_ref()?;
        Some((seat, sitter.name.clone(), place.side))
    });
    sitters.collect()
}

#[test]
fn one_click_invites_the_same_people_who_sit_down_again_with_sides_changed() {
    let mut programs = finished();
    let before: Vec<(String, usize)> = {
        let seats = programs[0].table().seen.contract.seats.iter();
        seats
            .map(|seat| (seat.name.clone(), seat.side.index()))
            .collect()
    };
    // Ben, who was a guest, invites now
    programs[1].until_shown("Look at the board");
    programs[1].click("Look at the board");
    programs[1].click("Rematch");
    assert_eq!(programs[1].app().model.page, Page::Host);
    programs[1].until_shown("The same people");
    programs[1].invites_again();
    for number in [0, 2] {
        programs[number].until_shown("Ben invites everybody to a rematch, sides changed.");
        std::thread::sleep(std::time::Duration::from_millis(1100));
        programs[number].click("Sit down again");
    }
    programs[1].until("everybody at the table", |ben| {
        let lobby = ben.app().model.lobby.as_ref();
        lobby.is_some() && sitters(ben).len() == 3
    });
    let other = |name: &str| {
        let mut known = before.iter();
        let (_, side) = known.find(|(known, _)| known == name).expect("seated");
        1 - side
    };
    programs[1].until("the seats", |ben| {
        let now = sitters(ben);
        now.iter()
            .all(|(_, name, side)| usize::from(*side) == other(name))
    });
    let seated = sitters(&programs[1]);
    assert_eq!(seated[0].1, "Ben", "the host sits on the first seat");
    programs.swap(0, 1);
    begin(&mut programs);
    for program in &programs {
        assert!(program.table().seen.record().is_empty(), "a new match");
    }
}

#[test]
fn a_player_who_was_not_at_the_table_is_asked_about_as_ever() {
    let mut programs = finished();
    programs[0].until_shown("Look at the board");
    programs[0].click("Look at the board");
    programs[0].click("Rematch");
    programs[0].until_shown("The same people");
    programs[0].invites_again();
    let code = programs[0].lobby().seen.meeting.invitation.clone();
    let mut dot = Program::start_as("Dot");
    dot.open_code(&code.expect("a code").code());
    programs[0].until_shown("Dot asks to sit down");
    assert_eq!(sitters(&programs[0]).len(), 1, "nobody has let her in");
    programs[0].give(LobbyCommand::LeaveNow);
}
