//! The whole program without a window, played by the names that screen readers are told.
//!
//! The harness itself fails where an input has no name or a glyph has no font.

mod continuing;
mod copies;
mod difference;
mod hands;
mod mail;
mod people;
mod play_on;
mod record;
mod shelf;
mod time;
mod whole_games;

use std::time::{Duration, Instant};

use eframe::egui::{Key, Ui, vec2};
use egui_kittest::kittest::Queryable;
use egui_kittest::{Harness, Node};
use home::Home;
use tempfile::TempDir;

use crate::app::App;
use crate::outside;
use crate::shell::model::settings::Settings;
use crate::shell::model::table::Spot;
use crate::shell::model::{
    Command, DraftCommand, LibraryCommand, MatchCommand, News, Page, ShellCommand,
};

const PATIENCE: Duration = Duration::from_secs(60);

pub(crate) struct Program {
    pub(crate) harness: Harness<'static, Option<App>>,
    pub(crate) folder: TempDir,
}

impl Program {
    pub(crate) fn start() -> Self {
        Self::start_as("Ada")
    }

    pub(crate) fn start_as(name: &str) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let home = Home::at(folder.path()).expect("a data folder");
        let settings = Settings {
            step_ms: 0,
            name: name.to_owned(),
            ..Settings::default()
        };
        outside::save(&home, &Settings::default(), &settings).expect("settings are kept");
        Self::start_in(folder)
    }

    /// Starts again in the data folder of an earlier run.
    pub(crate) fn start_in(folder: TempDir) -> Self {
        let home = Home::at(folder.path()).expect("a data folder");
        let show = move |ui: &mut Ui, app: &mut Option<App>| {
            let app = app.get_or_insert_with(|| App::new(ui.ctx(), home.clone(), Vec::new()));
            app.listen(ui.ctx());
            app.show(ui);
        };
        let harness = Harness::builder()
            .with_size(vec2(1280.0, 1200.0))
            .build_ui_state(show, None);
        Self { harness, folder }
    }

    /// A game of the first scenario against the computer, at the user's first turn.
    pub(crate) fn playing() -> Self {
        let mut program = Self::start();
        program.click("Play here");
        program.click("Easy");
        program.click("Start the game");
        program.until_my_turn();
        program
    }

    /// Ends the program; its data folder stays.
    pub(crate) fn close(self) -> TempDir {
        let Self { harness, folder } = self;
        drop(harness);
        folder
    }

    pub(crate) fn app(&self) -> &App {
        self.harness.state().as_ref().expect("it has been shown")
    }

    /// Frames until something holds: what comes from other threads has no fixed number of frames.
    #[track_caller]
    pub(crate) fn until(&mut self, what: &str, mut holds: impl FnMut(&Self) -> bool) {
        let begin = Instant::now();
        while !holds(self) {
            let model = &self.app().model;
            assert!(
                begin.elapsed() < PATIENCE,
                "waited for {what} in vain; told: {:?} {:?}",
                model.notice,
                model.trouble
            );
            std::thread::sleep(Duration::from_millis(5));
            self.harness.step();
        }
        self.harness.step();
    }

    /// Enough frames for a click to be seen and what it opens to be measured and shown.
    pub(crate) fn frames(&mut self) {
        self.harness.run_steps(4);
    }

    #[track_caller]
    pub(crate) fn until_shown(&mut self, label: &str) {
        self.until(label, |program| {
            program
                .harness
                .query_all_by_label_contains(label)
                .next()
                .is_some()
        });
    }

    /// Until the turn can be played: the peer has confirmed the one before.
    #[track_caller]
    pub(crate) fn until_my_turn(&mut self) {
        self.until("the own turn", |program| {
            let table = program.app().model.table.as_ref();
            table.is_some_and(|table| table.open_draft().is_some())
        });
        assert!(self.harness.query_by_label("Your turn").is_some());
    }

    pub(crate) fn button<'a>(&'a self, label: &'a str) -> Node<'a> {
        self.harness.get_by_label(label)
    }

    /// Brings something into sight that lies further down a long form.
    pub(crate) fn scroll_to(&mut self, label: &str) {
        self.button(label).scroll_to_me();
        self.harness.run();
    }

    /// A click on what has this name, by the way of a screen reader. A click of the pointer takes three frames, and what
    /// comes from other threads meanwhile can move the form below it: on a busy machine one click in fifty fell beside.
    #[track_caller]
    pub(crate) fn click(&mut self, label: &str) {
        let button = self.button(label);
        let in_sight = self.harness.ctx.content_rect();
        assert!(
            in_sight.contains(button.rect().center()),
            "{label} lies out of sight"
        );
        button.click_accesskit();
        self.frames();
    }

    /// A click on a cell, by the beginning of its name: `e3, `.
    pub(crate) fn cell(&mut self, name: &str) {
        let start = format!("{name}, ");
        self.harness
            .get_by(|node| node.label().is_some_and(|label| label.starts_with(&start)))
            .click();
        self.frames();
    }

    pub(crate) fn key(&mut self, key: Key) {
        self.harness.key_press(key);
        self.frames();
    }

    /// Ends the user's first turn with one order, and waits for the computer's turn.
    pub(crate) fn first_turn(&mut self) {
        self.cell("b4");
        self.cell("b5");
        self.key(Key::Enter);
        self.key(Key::Enter);
        self.until("the computer's turn", |program| program.turns() == 2);
    }

    pub(crate) fn give(&mut self, command: impl Into<Command>) {
        let context = self.harness.ctx.clone();
        self.harness
            .state_mut()
            .as_mut()
            .expect("it has been shown")
            .carry_out(&context, vec![command.into()]);
        self.harness.step();
    }

    /// The form for playing here, with a scenario and against whom.
    pub(crate) fn choose(&mut self, scenario: &str, computer: bool) {
        self.click("Play here");
        let choices = &self.app().model.library;
        let number = choices.iter().position(|choice| choice.key() == scenario);
        let mut form = self.app().model.local.clone();
        form.setting.scenario = number.expect("it is built in");
        form.computer = computer;
        self.give(ShellCommand::Local(form));
        self.frames();
    }

    pub(crate) fn turns(&self) -> usize {
        self.app()
            .model
            .table
            .as_ref()
            .map_or(0, |table| table.seen.record().len())
    }
}

#[test]
fn from_the_start_page_to_the_computers_answer_by_names_alone() {
    let mut program = Program::start();
    program.click("Play here");
    program.click("Easy");
    program.click("Start the game");
    program.until_my_turn();
    program.cell("b4");
    program.cell("b5");
    assert!(
        program
            .harness
            .query_by_label_contains("1. b4-b5")
            .is_some()
    );
    program.key(Key::Enter);
    assert!(program.harness.query_by_label("End the turn?").is_some());
    program.key(Key::Enter);
    program.until("the computer's turn", |program| program.turns() == 2);
    program.until_my_turn();
    program.click("An order back");
    assert!(program.harness.query_by_label("Back to now").is_some());
    program.click("Back to now");
    assert!(program.harness.query_by_label("End turn").is_some());
}

#[test]
fn the_keyboard_alone_moves_a_unit_and_takes_it_back() {
    let mut program = Program::playing();
    program.cell("b4");
    program.key(Key::ArrowUp);
    program.key(Key::ArrowUp);
    program.key(Key::Space);
    assert!(
        program
            .harness
            .query_by_label_contains("1. b4-b5")
            .is_some()
    );
    program
        .harness
        .key_press_modifiers(eframe::egui::Modifiers::COMMAND, Key::Z);
    program.harness.step();
    program.harness.step();
    assert!(
        program
            .harness
            .query_by_label_contains("1. b4-b5")
            .is_none()
    );
}

#[test]
fn a_bad_code_shows_what_is_wrong_with_it_and_stays_where_it_is() {
    let mut program = Program::start();
    program.click("Join");
    program.give(ShellCommand::Code("warlord1abc".to_owned()));
    program.click("Look at the invitation");
    program.until("the complaint", |program| {
        program.app().model.trouble.is_some()
    });
    let trouble = program.app().model.trouble.clone().expect("a complaint");
    assert!(program.harness.query_by_label(&trouble.what).is_some());
    assert_eq!(program.app().model.code, "warlord1abc");
    assert_eq!(program.app().model.page, Page::Join);
}

#[test]
fn every_page_names_its_inputs_and_finds_its_glyphs() {
    let mut program = Program::start();
    for page in [
        Page::Start,
        Page::Local,
        Page::Host,
        Page::Join,
        Page::Help,
        Page::Rules,
        Page::Settings,
        Page::People,
    ] {
        program.give(ShellCommand::Go(page));
        program.frames();
    }
    for topic in [
        "Units",
        "Terrain",
        "How it ends",
        "Network and files",
        "Mouse and keys",
    ] {
        program.give(ShellCommand::Go(Page::Help));
        program.click(topic);
    }
}

#[test]
fn a_refusal_leads_to_the_paragraph_it_names_and_back() {
    let mut program = Program::playing();
    program.cell("b4");
    program.cell("b9");
    program.click("Rules: 1.6");
    assert_eq!(program.app().model.page, Page::Rules);
    let diagram = "Infantry beside a friend and an enemy";
    assert!(program.harness.query_by_label(diagram).is_some());
    let node = program.button("Search the rules");
    node.focus();
    node.type_text("never swapped onto");
    program.frames();
    let found = program
        .harness
        .query_all_by_label_contains("2.9  Switch swap");
    assert_eq!(found.count(), 1);
    program.key(Key::F1);
    assert_eq!(program.app().model.page, Page::Table);
}

#[test]
fn a_saved_match_is_deleted_once_the_question_is_answered() {
    let mut program = Program::playing();
    program.give(DraftCommand::EndTurnNow);
    program.until("the computer's turn", |program| program.turns() == 2);
    program.give(LibraryCommand::LeaveNow);
    let saved = |program: &Program| program.app().model.saved.len();
    program.until("the list", |program| saved(program) == 1);
    let name = format!("Delete {}", program.app().model.saved[0].name());
    program.click(&name);
    program.click("Keep it");
    assert_eq!(saved(&program), 1);
    // the files are let go of a moment after the match is left
    program.until("the end of the match", |program| {
        let file = &program.app().model.saved[0].file;
        let private = std::fs::File::open(file.with_extension("key")).expect("a private file");
        private.try_lock().is_ok()
    });
    program.click(&name);
    program.click("Delete");
    program.until("the shorter list", |program| saved(program) == 0);
}

#[test]
fn what_is_said_below_the_board_never_moves_it() {
    for width in [1280.0, 800.0] {
        let mut program = Program::playing();
        program.harness.set_size(vec2(width, 800.0));
        program.harness.run();
        let place = |program: &Program| {
            let b4 = |label: String| label.starts_with("b4, ");
            let node = program.harness.get_by(|node| node.label().is_some_and(b4));
            node.rect()
        };
        let before = place(&program);
        program.cell("b4");
        program.harness.run();
        assert_eq!(place(&program), before, "what the unit is, at {width}");
        program.cell("b9");
        program.until_shown("Rules: 1.6");
        program.harness.run();
        assert_eq!(place(&program), before, "why not, at {width}");
    }
}

#[test]
fn a_game_resigned_is_judged_and_replayed_from_the_window() {
    let mut program = Program::playing();
    program.first_turn();
    program.give(MatchCommand::Resign);
    program.give(MatchCommand::ResignNow);
    program.until("the verdict", |program| {
        program
            .app()
            .model
            .table
            .as_ref()
            .is_some_and(|table| table.seen.played.verdict.is_some())
    });
    assert!(
        program
            .harness
            .query_by_label("Amber (Black) wins")
            .is_some()
    );
    program.click("Judge it");
    program.until("the judge", |program| {
        program.app().model.page == Page::Verdict
    });
    assert!(program.harness.query_by_label("COMPLETE").is_some());
    program.click("Replay it");
    program.until("the replay", |program| {
        program.app().model.page == Page::Replay
    });
    assert_eq!(
        program.app().model.shown().and_then(|table| table.spot()),
        Some(Spot::BEGINNING)
    );
    program.harness.run();
}

#[test]
fn a_match_left_is_found_again_and_gone_on_with() {
    let mut program = Program::playing();
    program.give(DraftCommand::EndTurnNow);
    program.until("the computer's turn", |program| program.turns() == 2);
    program.click("Leave");
    assert!(program.harness.query_by_label("Leave the match?").is_some());
    program.give(LibraryCommand::LeaveNow);
    program.until_shown("Go on");
    program.click("Go on");
    program.until("the match", |program| {
        assert_eq!(program.app().model.trouble, None);
        program.turns() == 2
    });
    program.until_my_turn();
    program.give(DraftCommand::EndTurnNow);
    program.until("the computer's next turn", |program| program.turns() == 4);
}

#[test]
fn two_programs_play_a_turn_each_over_the_network() {
    let mut host = Program::start();
    host.click("Host");
    let mut form = host.app().model.host.clone();
    form.setting.options = vec![("repetition".to_owned(), "on".to_owned())];
    host.give(ShellCommand::Host(form));
    host.click("Make the invitation");
    host.until_shown("Send this invitation to one player");
    let seen = host
        .app()
        .model
        .table
        .as_ref()
        .map(|table| table.seen.clone())
        .expect("a match");
    let code = seen
        .meeting
        .invitation
        .clone()
        .expect("an invitation")
        .code();

    let mut guest = Program::start();
    guest.click("Join");
    guest.give(ShellCommand::Code(code));
    guest.click("Look at the invitation");
    guest.until("the offer", |guest| {
        guest.harness.query_by_label("Accept and play").is_some()
    });
    assert!(
        guest
            .harness
            .query_all_by_label("A Clash of Arms")
            .next()
            .is_some()
    );
    for told in [
        "Cannon repositioning: off",
        "Short game: 3",
        "White (the blue discs) begins.",
    ] {
        guest.until_shown(told);
    }
    guest.until_shown("Draw by repetition: on");
    guest.until_shown("changed from off");
    guest.click("Accept and play");
    host.until_my_turn();
    guest.until_shown("Ada thinks");
    host.cell("b4");
    host.cell("b5");
    host.give(DraftCommand::EndTurnNow);
    guest.until_my_turn();
    assert_eq!(guest.turns(), 1);
    guest.give(DraftCommand::EndTurnNow);
    host.until("the guest's turn", |host| host.turns() == 2);
}

#[test]
fn a_player_of_the_network_asks_is_let_in_and_plays_without_a_code() {
    let mut host = Program::start();
    host.click("Host");
    host.click("Make the invitation");
    host.until_shown("Send this invitation to one player");
    let table = host.app().model.table.as_ref().expect("a match");
    let invitation = table
        .seen
        .meeting
        .invitation
        .clone()
        .expect("an invitation");
    let found = invitation.announced(table.seen.title(), "Ada");

    let mut guest = Program::start_as("Bo");
    guest.click("Join");
    guest.give(News::Lan(Ok(vec![found])));
    guest.until_shown("Ada hosts, at");
    guest.click("Ask to play");
    guest.until_shown("Waiting for Ada to let you in");
    host.until_shown("Bo asks to play with you");
    host.click("Let in");
    guest.until("the offer", |guest| {
        guest.harness.query_by_label("Accept and play").is_some()
    });
    guest.click("Accept and play");
    host.until_my_turn();
}

#[test]
fn a_question_to_a_host_of_the_network_is_taken_back_and_put_again() {
    let mut host = Program::start();
    host.click("Host");
    host.click("Make the invitation");
    host.until_shown("Send this invitation to one player");
    let table = host.app().model.table.as_ref().expect("a match");
    let invitation = table
        .seen
        .meeting
        .invitation
        .clone()
        .expect("an invitation");
    let found = invitation.announced(table.seen.title(), "Ada");

    let mut guest = Program::start_as("Bo");
    guest.click("Join");
    guest.give(News::Lan(Ok(vec![found])));
    guest.click("Ask to play");
    host.until_shown("Bo asks to play with you");
    guest.click("Do not wait");
    host.until("the question is gone", |host| {
        host.harness.query_by_label("Let in").is_none()
    });
    guest.click("Ask to play");
    host.until_shown("Bo asks to play with you");
    host.click("Turn away");
    guest.until_shown("did not let you in");
}

#[test]
fn an_invitation_set_aside_is_waited_for_listed_taken_up_and_withdrawn() {
    let mut host = Program::start();
    let invite = |host: &mut Program| {
        host.click("Host");
        host.click("Make the invitation");
        host.until_shown("Send this invitation to one player");
        let table = host.app().model.table.as_ref().expect("a match");
        let invitation = table
            .seen
            .meeting
            .invitation
            .clone()
            .expect("an invitation");
        host.click("Do something else meanwhile");
        host.until_shown("Your invitations");
        invitation.code()
    };
    let first = invite(&mut host);
    host.click("Withdraw");
    host.until("the invitation is gone", |host| {
        host.app().model.waiting.is_empty()
    });
    let second = invite(&mut host);

    let mut guest = Program::start_as("Bo");
    guest.click("Join");
    guest.give(ShellCommand::Code(first));
    guest.click("Look at the invitation");
    guest.until_shown("does not belong to the match");
    guest.give(LibraryCommand::LeaveNow);
    guest.give(ShellCommand::Go(Page::Join));
    guest.give(ShellCommand::Code(second));
    guest.click("Look at the invitation");
    guest.until("the offer", |guest| {
        guest.harness.query_by_label("Accept and play").is_some()
    });
    guest.click("Accept and play");
    host.until_shown("Bo has come.");
    host.click("Play");
    host.until_my_turn();
}

#[test]
fn an_invitation_is_waited_for_again_at_the_next_start() {
    let mut host = Program::start();
    host.click("Host");
    host.click("Make the invitation");
    host.until_shown("Send this invitation to one player");
    let table = host.app().model.table.as_ref().expect("a match");
    let invitation = table
        .seen
        .meeting
        .invitation
        .clone()
        .expect("an invitation");
    host.give(LibraryCommand::LeaveNow);
    let home = Home::at(host.folder.path()).expect("the data folder");
    host.until("the file is free", |_| {
        home.invitations().len() == 1
            && home.invitations()[0].id() == invitation.announced("", "").id()
    });
    let folder = host.close();
    let mut again = Program::start_in(folder);
    again.until_shown("Your invitations");
    again.click("Show");
    again.until_shown("Send this invitation to one player");
    let table = again.app().model.table.as_ref().expect("a match");
    let shown = table
        .seen
        .meeting
        .invitation
        .clone()
        .expect("an invitation");
    assert_eq!(
        (shown.game, shown.secret, shown.last_day),
        (invitation.game, invitation.secret, invitation.last_day)
    );
}

#[test]
fn the_settings_tell_what_others_can_reach() {
    let mut program = Program::start();
    program.click("Settings");
    program.scroll_to("Examine this machine's connection");
    program.click("Examine this machine's connection");
    program.until_shown("is this program's, in every run");
}

#[test]
fn an_answer_code_is_shown_to_the_guest_and_entered_by_the_host() {
    let mut host = Program::start();
    host.click("Host");
    host.click("Make the invitation");
    host.until_shown("Your guest does not get in?");
    let table = host.app().model.table.as_ref().expect("a match");
    let invitation = table
        .seen
        .meeting
        .invitation
        .clone()
        .expect("an invitation");
    let free = std::net::UdpSocket::bind("127.0.0.1:0").expect("a socket");
    let [nowhere, here] =
        ["127.0.0.2:9", "127.0.0.1:0"].map(|text| text.parse().expect("an address"));
    let mut here: std::net::SocketAddr = here;
    here.set_port(free.local_addr().expect("bound").port());
    drop(free);

    let folder = tempfile::tempdir().expect("a folder");
    let home = Home::at(folder.path()).expect("a data folder");
    let player = home.player(Some("Bo")).expect("a player");
    let lost = home::Invitation {
        addresses: reach::Addresses {
            candidates: vec![nowhere],
            ..reach::Addresses::default()
        },
        ..home::Invitation::clone(&invitation)
    };
    let answer = home::Invitation {
        host: player.key(),
        addresses: reach::Addresses {
            candidates: vec![here],
            ..reach::Addresses::default()
        },
        ..lost.clone()
    };
    let mut config = net::JoinConfig::new(home, player, lost);
    config.listen = vec![here];
    let guest = net::join(config).expect("a guest");
    host.give(MatchCommand::AnswerLine("warlord1abc".to_owned()));
    host.click("Enter the answer");
    assert!(host.app().model.trouble.is_some(), "the code is cut");
    host.give(MatchCommand::AnswerLine(answer.code()));
    host.click("Enter the answer");
    host.until("the guest", |_| guest.snapshot().contract.offer.is_some());
    guest.send(net::Command::Leave);

    let mut waiting = Program::start_as("Bo");
    let mut seen = net::Snapshot::new(folder.path().join("a.fpm"));
    seen.meeting.answer = Some(answer.clone().into());
    waiting.give(News::Opened {
        table: 0,
        seen: seen.into(),
        deciders: Vec::new(),
    });
    waiting.until_shown("Send this answer to the host");
    waiting.click("Copy the answer");
    waiting.until_shown("The answer is copied.");
    waiting.until_shown("Waiting for the host to enter the answer.");
}
