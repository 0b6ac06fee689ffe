//! Tables of several windows over the loopback: from the code of the table to the end of the game, with computers and
//! further people at one machine, by keys alone, and resumed.

use std::fs;

use home::Invitation;
use home::invitation::pending::PendingFile;
use kit::model::meaning::trouble;
use protocol::Seat;
use protocol::frame::Reply;
use protocol::judge::Verdict;

use super::{PATIENCE, Program};
use crate::model::forms::HostForm;
use crate::model::lobby::{Lobby, Spot};
use crate::model::table::Decider;
use crate::model::target::Target;
use crate::model::{DraftCommand, LibraryCommand, LobbyCommand, News, Page, ShellCommand};

impl Program {
    /// Opens a table with the form for hosting, after a change of it.
    pub(super) fn opens(&mut self, players: u8, change: impl FnOnce(&mut HostForm)) -> Invitation {
        self.click("Host");
        let mut form = self.app().model.forms.host.clone();
        form.players = players;
        change(&mut form);
        self.give(ShellCommand::Host(form));
        self.frames();
        self.click("Open the table");
        self.until("the code of the table", |program| {
            let lobby = program.app().model.lobby.as_ref();
            lobby.is_some_and(|lobby| lobby.seen.meeting.invitation.is_some())
        });
        let shown = self.lobby().seen.meeting.invitation.clone();
        Invitation::clone(&shown.expect("a code"))
    }

    /// Comes to a table by its code.
    pub(super) fn comes(&mut self, code: &str) {
        self.open_code(code);
        self.until("the table", |program| {
            let lobby = program.app().model.lobby.as_ref();
            lobby.is_some_and(|lobby| lobby.seats().is_some())
        });
        assert_eq!(self.app().model.page, Page::Lobby);
    }

    /// Lets in the next who asks, and waits until somebody sits there.
    pub(super) fn lets_in(&mut self, name: &str) {
        self.until_shown(&format!("{name} asks to sit down"));
        self.click("Let in");
        self.until_lobby(name, |lobby| {
            let seats = lobby.seats().expect("a table");
            seats.sitters().any(|(_, sitter)| sitter.name == name)
        });
    }

    /// Starts a program whose player comes by the code, is let in by this host, and has a seat.
    pub(super) fn seats(&mut self, name: &str, code: &str) -> Self {
        let mut guest = Self::start_as(name);
        guest.comes(code);
        self.lets_in(name);
        guest.until("a seat", |guest| guest.own_seat().is_some());
        guest
    }

    pub(super) fn lobby(&self) -> &Lobby {
        self.app().model.lobby.as_ref().expect("a table")
    }

    #[track_caller]
    pub(super) fn until_lobby(&mut self, what: &str, holds: impl Fn(&Lobby) -> bool) {
        self.until(what, |program| {
            let lobby = program.app().model.lobby.as_ref();
            lobby.is_some_and(&holds)
        });
    }

    pub(super) fn own_seat(&self) -> Option<Seat> {
        self.lobby().seen.own.first()?.seat
    }

    /// Says that everybody here is ready, once the table is whole.
    pub(super) fn is_ready(&mut self) {
        self.until_lobby("a whole table", |lobby| lobby.not_whole().is_none());
        self.click("Ready");
        self.until_lobby("readiness", |lobby| lobby.seen.is_ready);
    }

    pub(super) fn until_playing(&mut self) {
        self.until("the match", |program| {
            let table = program.app().model.table.as_ref();
            let has_begun = table.is_some_and(|table| table.seen.played.position.is_some());
            has_begun && program.app().model.lobby.is_none()
        });
        assert_eq!(self.app().model.page, Page::Table);
    }
}

/// All are ready, and the host begins.
pub(super) fn begin(programs: &mut [Program]) {
    for program in programs.iter_mut() {
        program.is_ready();
    }
    programs[0].until_lobby("all ready", Lobby::is_whole);
    programs[0].click("Begin");
    for program in programs.iter_mut() {
        program.until_playing();
    }
}

/// The program whose user is on turn, once all know of that many turns.
#[track_caller]
pub(super) fn on_turn(programs: &mut [Program], turns: usize) -> usize {
    for program in programs.iter_mut() {
        program.until("the turn of another", |program| program.turns() == turns);
    }
    let begin = std::time::Instant::now();
    loop {
        for (number, program) in programs.iter_mut().enumerate() {
            program.harness.step();
            if program.table().open_draft().is_some() {
                return number;
            }
        }
        assert!(begin.elapsed() < PATIENCE, "nobody is on turn");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
}

/// Three windows at a table of A Clash of Arms, the match begun.
pub(super) fn three() -> [Program; 3] {
    let mut host = Program::start_as("Ada");
    let code = host.opens(3, |_| ()).code();
    let [ben, cid] = ["Ben", "Cid"].map(|name| host.seats(name, &code));
    let mut programs = [host, ben, cid];
    begin(&mut programs);
    programs
}

#[test]
fn three_windows_play_a_whole_game() {
    let mut programs = three();
    let names = |program: &Program| -> Vec<String> {
        let seats = program.table().seen.contract.seats.iter();
        seats.map(|seat| seat.name.clone()).collect()
    };
    for program in &programs {
        assert_eq!(names(program), ["Ada", "Ben", "Cid"]);
    }
    assert_eq!(programs[1].table().deciders[1], Decider::Person);
    assert_eq!(programs[1].table().decider(Seat(0)), Decider::Peer);
    programs[0].until_shown("Ben: ");
    programs[2].until_shown("Cid (here)");
    // the members of Blue take its turns one after the other
    let mut order = Vec::new();
    for turns in 0..6 {
        let number = on_turn(&mut programs, turns);
        order.push(number);
        programs[number].take_a_turn();
    }
    assert_eq!(order, [0, 1, 2, 1, 0, 1]);
    // two passes, one by each side, are a draw
    for turns in 6..8 {
        let number = on_turn(&mut programs, turns);
        programs[number].give(DraftCommand::EndTurnNow);
    }
    for program in &mut programs {
        program.until("the end", |program| {
            program.table().seen.played.outcome.is_some()
        });
    }
    for program in &mut programs {
        program.until("the last signatures", |program| {
            program.table().seen.played.verdict.is_some()
        });
        let file = fs::read(&program.table().seen.file).expect("a file");
        let report = protocol::judge::judge(&[&file]);
        assert_eq!(report.verdict, Verdict::Complete, "{}", report.why);
    }
}

#[test]
fn a_table_is_left_by_all_and_resumed_in_another_order() {
    let mut programs = three();
    for turns in 0..2 {
        let number = on_turn(&mut programs, turns);
        programs[number].take_a_turn();
    }
    on_turn(&mut programs, 2);
    let files = programs
        .each_ref()
        .map(|program| program.table().seen.file.clone());
    for program in &mut programs {
        program.give(LibraryCommand::LeaveNow);
    }
    // of the two members of a side the list names the one whose turn it is
    for (program, whose) in programs
        .iter_mut()
        .zip(["Cid to move.", "Cid to move.", "Your turn."])
    {
        program.until("the list", |program| {
            let mut saved = program.app().model.files.saved.iter();
            saved.any(|game| game.standing.contains(whose))
        });
    }
    for number in [2, 0, 1] {
        programs[number].give(LibraryCommand::Resume(files[number].clone()));
        programs[number].until("the table again", |program| {
            program.app().model.table.is_some()
        });
    }
    for turns in 2..5 {
        let number = on_turn(&mut programs, turns);
        programs[number].take_a_turn();
    }
    on_turn(&mut programs, 5);
}

#[test]
fn computers_and_further_people_sit_at_the_machines_that_brought_them() {
    let mut host = Program::start_as("Ada");
    let code = host.opens(5, |_| ()).code();
    host.click("Change seat 2");
    host.click("Computer: novice");
    host.until_lobby("the computer", |lobby| lobby.own_at(Seat(1)).is_some());
    host.scroll_to("Whoever has the code sits down");
    host.click("Whoever has the code sits down");
    host.until_lobby("an open table", |lobby| lobby.seen.is_open_to_all);
    let mut ben = Program::start_as("Ben");
    ben.comes(&code);
    ben.until("a seat", |ben| ben.own_seat() == Some(Seat(2)));
    // somebody else at Ben's machine, and a computer there
    ben.click("Change seat 4");
    ben.click("Somebody else at this machine\u{2026}");
    let mut naming = ben.lobby().naming.clone().expect("a field");
    naming.name = "Bea".to_owned();
    ben.give(LobbyCommand::Naming(Some(naming)));
    ben.frames();
    ben.click("Take this name");
    // without being asked about, one player of a machine sits down
    ben.until_shown("The host is asked whether you may sit down");
    host.until_shown("Bea asks to sit on seat 4");
    host.click("Let in");
    ben.until_lobby("Bea", |lobby| lobby.own_at(Seat(3)).is_some());
    ben.click("Change seat 5");
    ben.click("Computer: novice");
    ben.until_lobby("the computer", |lobby| lobby.own_at(Seat(4)).is_some());
    host.until_shown("computer, novice, on the machine of Ben");
    let mut programs = [host, ben];
    begin(&mut programs);
    let [host, ben] = &programs;
    let computer = Decider::Computer(computer::Level::Novice);
    assert_eq!(host.table().deciders, [Decider::Person, computer]);
    let bens = [Decider::Person, Decider::Person, computer];
    assert_eq!(ben.table().deciders[2..], bens);
    // Blue is Ada, Ben and Ben's computer; Amber is Ada's computer and Bea
    let mut turns = 0;
    let mut order = Vec::new();
    while order.len() < 4 {
        let number = next_person(&mut programs);
        let (seat, _) = programs[number].table().actor().expect("a person");
        order.push(seat);
        turns = programs[number].turns();
        programs[number].take_a_turn();
    }
    assert!(turns >= 3, "the computers have played too");
    assert_eq!(order[..3], [Seat(0), Seat(2), Seat(3)]);
}

/// The program in which a person is on turn next; computers play meanwhile.
fn next_person(programs: &mut [Program]) -> usize {
    let begin = std::time::Instant::now();
    loop {
        for (number, program) in programs.iter_mut().enumerate() {
            program.harness.step();
            if program.table().open_draft().is_some() {
                return number;
            }
        }
        assert!(begin.elapsed() < PATIENCE, "nobody is on turn");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
}

#[test]
fn several_people_at_one_machine_have_a_curtain_among_themselves() {
    let folder = Program::folder_of("Ada");
    let scenario = folder.path().join("skirmish.toml");
    fs::write(&scenario, include_str!("skirmish.toml")).expect("written");
    let mut host = Program::start_in(folder);
    host.frames();
    host.give(ShellCommand::Go(Page::Host));
    host.give(LibraryCommand::OpenTarget(Target::Scenario(scenario)));
    host.until("the scenario", |host| {
        let chosen = host.app().model.forms.host.setting.scenario;
        chosen >= host.app().model.library.built_in
    });
    host.give(ShellCommand::Go(Page::Start));
    host.frames();
    let code = host.opens(3, |_| ()).code();
    host.click("Change seat 2");
    host.click("Somebody else at this machine\u{2026}");
    let mut naming = host.lobby().naming.clone().expect("a field");
    naming.name = "Bea".to_owned();
    host.give(LobbyCommand::Naming(Some(naming)));
    host.frames();
    host.click("Take this name");
    host.until_lobby("Bea", |lobby| lobby.own_at(Seat(1)).is_some());
    let mut cid = Program::start_as("Cid");
    cid.comes(&code);
    host.lets_in("Cid");
    let mut programs = [host, cid];
    begin(&mut programs);
    let [host, cid] = &mut programs;
    for name in ["Ada", "Bea"] {
        let ready = format!("I am {name}: show my side");
        host.until_shown(&ready);
        host.until_shown("Everybody else looks away now.");
        host.click(&ready);
        host.until_shown("Set up your army");
        host.click("Fill up");
        host.click("Lock the set-up");
        host.click("Lock");
    }
    assert!(cid.table().secrets.curtain.is_none(), "Cid is alone");
}

#[test]
fn refusals_and_changes_reach_the_page_where_they_belong() {
    let mut host = Program::start_as("Ada");
    let code = host.opens(4, |_| ()).code();
    let mut ben = Program::start_as("Ben");
    ben.comes(&code);
    ben.until_shown("The host is asked whether you may sit down");
    host.lets_in("Ben");
    ben.until("a seat", |ben| ben.own_seat() == Some(Seat(1)));
    // the word about the question goes with the answer, also if it is seen after it
    let app = ben.harness.state_mut().as_mut().expect("it is shown");
    let lobby = app.model.lobby.as_mut().expect("a table");
    lobby.told = Some((Spot::Begin, trouble(Reply::Asked, "")));
    // a seat that only its own code opens
    host.click("Change seat 4");
    host.click("Keep for its own code");
    host.until_lobby("its code", |lobby| lobby.seen.seat_codes.len() == 1);
    let of_seat = host.lobby().seen.seat_codes[&Seat(3)].code();
    ben.until_shown("4  Kept for whoever has its code");
    assert_eq!(ben.lobby().told, None);
    ben.click("Sit on seat 4");
    ben.until_shown("eat 4 is for whoever has its own code");
    assert_eq!(ben.own_seat(), Some(Seat(1)));
    // its bearer sits there without being asked about
    let mut dot = Program::start_as("Dot");
    dot.comes(&of_seat);
    dot.until("a seat", |dot| dot.own_seat() == Some(Seat(3)));
    // a side that nobody would play, where it was asked for
    host.click("Change seat 3");
    host.click("Close");
    host.until_shown("3  Closed");
    ben.until_shown("3  Closed");
    ben.is_ready();
    // the host changes the game: Ben is no longer ready, and his page says why
    host.scroll_to("Change what is played\u{2026}");
    host.click("Change what is played\u{2026}");
    let mut form = host.app().model.forms.host.clone();
    form.takeback = false;
    host.give(ShellCommand::Host(form));
    host.frames();
    host.click("Show it at the table");
    ben.until_shown("You are no longer ready");
    ben.until_shown("No turn is taken back.");
    // the host turns a player out, whose page says so
    host.click("Change seat 2");
    host.click("Turn out");
    ben.until("the end of it", |ben| ben.lobby().seen.error.is_some());
    ben.until_shown("the host has turned you out of this table");
    ben.click("To the start");
    // the talk
    dot.give(LobbyCommand::ChatLine("Sorry for Ben".to_owned()));
    dot.give(LobbyCommand::Say);
    host.until_shown("Sorry for Ben");
    // the host closes the table
    host.click("Leave");
    host.click("Close the table");
    dot.until("the end of the table", |dot| {
        dot.lobby().seen.error.is_some() || dot.lobby().seen.line != net::LineState::Up
    });
}

#[test]
fn a_guest_comes_sits_and_is_ready_by_keys_alone() {
    let mut host = Program::start_as("Ada");
    let code = host.opens(3, |_| ()).code();
    host.click("Change seat 2");
    host.click("Computer: novice");
    let mut ben = Program::start_as("Ben");
    ben.press("Join");
    ben.tab_to("Invitation code");
    ben.harness.event(egui::Event::Paste(code));
    ben.frames();
    ben.press("Look at the invitation");
    host.lets_in("Ben");
    ben.until("a seat", |ben| {
        ben.app().model.lobby.is_some() && ben.own_seat() == Some(Seat(2))
    });
    // out of the seat by its menu, and back with the button
    ben.press("Change seat 3");
    ben.press("Get up");
    ben.until("no seat", |ben| ben.own_seat().is_none());
    ben.press("Sit on seat 3");
    ben.until("a seat", |ben| ben.own_seat() == Some(Seat(2)));
    ben.until_lobby("a whole table", |lobby| lobby.not_whole().is_none());
    ben.press("Ready");
    ben.until_lobby("readiness", |lobby| lobby.seen.is_ready);
    host.is_ready();
    host.until_lobby("all ready", Lobby::is_whole);
    host.press("Begin");
    ben.until_playing();
    host.until_playing();
}

#[test]
fn a_table_of_the_network_says_how_many_seats_are_free_and_is_asked_for() {
    let mut host = Program::start_as("Ada");
    let mut found = host.opens(4, |_| ()).announced("A Clash of Arms", "Ada");
    found.seats = Some((3, 4));
    let mut ben = Program::start_as("Ben");
    ben.click("Join");
    ben.give(News::Lan(Ok(vec![found])));
    ben.until_shown("A table: 3 of 4 seats free");
    ben.click("Ask to play");
    ben.until_shown("Waiting for Ada to let you in");
    host.until_shown("Ben asks to play with you");
    host.click("Let in");
    // with the code that the host's program gave, nobody is asked about again
    ben.until("a seat", |ben| {
        ben.app().model.lobby.is_some() && ben.own_seat().is_some()
    });
    assert_eq!(ben.app().model.page, Page::Lobby);
}

#[test]
fn a_table_of_an_earlier_run_is_open_again_under_its_code() {
    let mut host = Program::start_as("Ada");
    let code = host.opens(3, |_| ());
    let home = home::Home::at(host.folder.path()).expect("the data folder");
    let folder = host.close();
    let begin = std::time::Instant::now();
    // the program before holds the invitation until it has left
    while PendingFile::open(&home, code.game).is_err() {
        assert!(begin.elapsed() < PATIENCE, "it is let go");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let mut again = Program::start_in(folder);
    again.until_shown("You sit at a table: A Clash of Arms");
    assert_eq!(again.app().model.page, Page::Start, "nobody is called away");
    again.click("To the table");
    let shown = again
        .lobby()
        .seen
        .meeting
        .invitation
        .clone()
        .expect("a code");
    assert_eq!((shown.game, shown.secret), (code.game, code.secret));
    let mut ben = Program::start_as("Ben");
    ben.comes(&shown.code());
    again.lets_in("Ben");
    // closed for good
    again.give(LobbyCommand::LeaveNow);
    again.until("the end of the table", |_| home.invitations().is_empty());
}

#[test]
fn a_code_of_a_table_in_play_leads_back_into_the_match() {
    let mut programs = three();
    let number = on_turn(&mut programs, 0);
    programs[number].take_a_turn();
    on_turn(&mut programs, 1);
    let [host, ben, _] = &mut programs;
    let way_back = |host: &Program| host.table().seen.meeting.way_back.clone();
    host.until("a code of the host's present addresses", |host| {
        way_back(host).is_some()
    });
    let code = way_back(host).expect("waited for").code();
    ben.give(LibraryCommand::LeaveNow);
    ben.open_code(&code);
    ben.until("the match again", |ben| {
        let table = ben.app().model.table.as_ref();
        table.is_some_and(|table| table.seen.record().len() == 1)
    });
    assert_eq!(ben.app().model.page, Page::Table);
    assert_eq!(on_turn(&mut programs, 1), 1);
}
