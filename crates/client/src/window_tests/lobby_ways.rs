//! Ways to and around the page of a table: its codes, the fields, the keyboard, and what else is open meanwhile.

use std::sync::Arc;

use egui::{Key, vec2};
use protocol::Seat;
use reach::Trouble;

use super::Program;
use super::lobby::seated;
use super::party::{Party, code, identity, nothing};
use crate::model::{LibraryCommand, LobbyCommand, Page, ShellCommand};

#[test]
fn the_codes_of_seats_stand_beside_that_of_the_table() {
    let mut party = Party::new("clash-of-arms", 3);
    party.host.give_code(Seat(2)).expect("free");
    let mut seen = party.of_host();
    let of_seat = code(identity(5).public());
    seen.seat_codes.insert(Seat(2), Arc::new(of_seat.clone()));
    let of_table = seen.meeting.invitation.clone().expect("a code");
    let mut program = Program::start();
    program.sits_at(seen.clone());
    assert!(program.shows("3  Kept for whoever has its code"));
    let shown = |program: &Program| {
        let field = program.button("The invitation's code");
        field.value().expect("a code")
    };
    assert_eq!(shown(&program), of_table.code());
    program.scroll_to("Code of seat 3");
    program.click("Code of seat 3");
    assert_eq!(shown(&program), of_seat.code());
    program.scroll_to("Copy the code");
    program.click("Copy the code");
    program.until_shown("The code is copied.");
    // the seat is opened: its code is worth nothing any more
    seen.seat_codes.clear();
    program.sees_table(seen, Vec::new());
    assert_eq!(shown(&program), of_table.code());
}

#[test]
fn another_person_at_this_machine_gives_a_name() {
    let party = Party::new("clash-of-arms", 4);
    let mut program = Program::start();
    program.sits_at(party.of_host());
    program.click("Change seat 3");
    program.click("Somebody else at this machine\u{2026}");
    program.button("Name of the player for seat 3");
    let lobby = program.app().model.lobby.as_ref().expect("at the table");
    let mut naming = lobby.naming.clone().expect("a field");
    naming.name = "Bea".to_owned();
    program.give(LobbyCommand::Naming(Some(naming)));
    program.frames();
    program.click("Take this name");
    let lobby = program.app().model.lobby.as_ref().expect("at the table");
    assert!(lobby.naming.is_none());
}

#[test]
fn no_other_match_opens_while_one_sits_at_a_table() {
    let party = Party::new("clash-of-arms", 4);
    let mut program = Program::start();
    program.sits_at(party.of_host());
    program.scroll_to("Do something else meanwhile");
    program.click("Do something else meanwhile");
    program.until_shown("You sit at a table: A Clash of Arms");
    program.click("Play here");
    program.click("Start the game");
    assert!(program.shows("You sit at a table, whose match may begin at any moment"));
    program.click("Back");
    program.click("To the table");
    assert_eq!(program.app().model.page, Page::Lobby);
    // the form of hosting is that of the table
    program.give(ShellCommand::Go(Page::Host));
    program.frames();
    program.button("Show it at the table");
    program.click("Back");
    assert_eq!(program.app().model.page, Page::Lobby);
    let told = program.app().model.opening.trouble.clone();
    assert_eq!(told, None);
    let mut model = seated(nothing());
    model.settings.name = "Ben".to_owned();
    assert!(model.update(LibraryCommand::StartHost).is_empty());
    assert!(model.opening.trouble.is_some());
}

#[test]
fn a_guest_without_a_connection_is_told_what_to_do() {
    let mut program = Program::start_as("Ben");
    let mut seen = nothing();
    program.sits_at(seen.clone());
    assert!(program.shows("Looking for the host\u{2026}"));
    assert!(program.shows("What is played is shown once the host is there."));
    seen.meeting.answer = Some(Arc::new(code(identity(3).public())));
    program.sees_table(seen.clone(), Vec::new());
    program.until_shown("Send this answer to the host");
    program.click("Copy the answer");
    program.until_shown("The answer is copied.");
    seen.error = Some(Trouble {
        what: "the host does not let you in".to_owned(),
        advice: "talk to the host".to_owned(),
    });
    program.sees_table(seen, Vec::new());
    assert!(program.shows("the host does not let you in"));
    program.click("To the start");
    assert_eq!(program.app().model.page, Page::Start);
    assert!(program.app().model.lobby.is_none());
}

#[test]
fn tab_reaches_everything_at_a_table_and_never_leads_out_of_sight() {
    let mut party = Party::new("clash-of-arms", 4);
    party.sits("Ben", Some(Seat(1)));
    for size in [[1280.0, 800.0], [1024.0, 700.0], [512.0, 350.0]] {
        for seen in [party.of_host(), party.of_guest(0)] {
            let is_host = seen.is_host;
            let mut program = Program::start();
            program.harness.set_size(vec2(size[0], size[1]));
            program.sits_at(seen);
            for _ in 0..40 {
                program.harness.key_press(Key::Tab);
                program.harness.run_steps(6);
                let Some((place, part)) = program.focused() else {
                    continue;
                };
                let wanted = place.height().min(12.0);
                assert!(part.height() >= wanted, "{size:?}: {place} {part}");
            }
            program.tab_to("Say something");
            match is_host {
                true => program.tab_to("Side of seat 3"),
                false => program.tab_to("Sit on seat 4"),
            }
            program.press("Do something else meanwhile");
            assert_eq!(program.app().model.page, Page::Start);
        }
    }
}
