//! The whole program without a window, played by the names that screen readers get.
//!
//! The harness itself fails if an input has no name or a glyph has no font.

mod again;
mod continuing;
mod copies;
mod difference;
mod faults;
mod four_windows;
mod hands;
mod keys;
mod layout;
mod leavers;
mod left;
mod lessons;
mod lobby;
mod lobby_games;
mod lobby_ways;
mod mail;
mod moments;
mod more_sides;
mod network;
mod notices;
mod pages;
mod party;
mod pasting;
mod people;
mod play_on;
mod puzzles;
mod record;
mod refusals;
mod screens;
mod shared;
mod shelf;
mod tab;
mod tables;
mod team;
mod time;
mod together;
mod turned;
mod welcome;
mod whole_games;
mod why;

use std::cell::Cell;
use std::rc::Rc;
use std::time::{Duration, Instant};

use egui::{Key, Ui, UiBuilder, vec2};
use egui_kittest::kittest::Queryable;
use egui_kittest::{Harness, Node};
use home::{Home, Invitation};
use tempfile::TempDir;

use crate::app::App;
use crate::model::forms::{Against, HostForm};
use crate::model::settings::Settings;
use crate::model::table::Spot;
use crate::model::{Command, DraftCommand, LibraryCommand, MatchCommand, News, Page, ShellCommand};
use crate::outside;

const PATIENCE: Duration = Duration::from_secs(60);

pub(crate) struct Program {
    pub(crate) harness: Harness<'static, Option<App>>,
    pub(crate) folder: TempDir,
    /// The textures of the window, for pictures of it.
    textures: screens::Textures,
    /// While it is set, nothing is taken from other threads.
    is_deaf: Rc<Cell<bool>>,
}

impl Program {
    pub(crate) fn start() -> Self {
        Self::start_as("Ada")
    }

    pub(crate) fn start_as(name: &str) -> Self {
        Self::start_in(Self::folder_of(name))
    }

    /// The data folder of a player who has not played yet.
    fn folder_of(name: &str) -> TempDir {
        let folder = tempfile::tempdir().expect("a folder");
        let home = Home::at(folder.path()).expect("a data folder");
        let settings = Settings {
            // no animation: a test would have to wait for it
            step_ms: 0,
            name: name.to_owned(),
            ..Settings::default()
        };
        outside::save(&home, &Settings::default(), &settings).expect("settings are kept");
        folder
    }

    /// Starts again in the data folder of an earlier run.
    pub(crate) fn start_in(folder: TempDir) -> Self {
        Self::start_listening(folder, true)
    }

    /// Starts in a data folder; what other threads and the network send is taken or not.
    fn start_listening(folder: TempDir, listens: bool) -> Self {
        let home = Home::at(folder.path()).expect("a data folder");
        let is_deaf = Rc::new(Cell::new(false));
        let is_deaf_now = is_deaf.clone();
        let show = move |ui: &mut Ui, app: &mut Option<App>| {
            let app = app.get_or_insert_with(|| App::new(ui.ctx(), home.clone(), Vec::new()));
            if listens {
                if !is_deaf_now.get() {
                    app.listen(ui.ctx());
                }
                return app.show(ui);
            }
            // as large as the window, without the margin that the harness leaves
            let whole = ui.ctx().content_rect();
            ui.scope_builder(UiBuilder::new().max_rect(whole), |ui| {
                ui.set_clip_rect(whole);
                app.show(ui);
            });
        };
        let textures = screens::Textures::default();
        let harness = Harness::builder()
            .with_size(vec2(1280.0, 1200.0))
            .renderer(textures.clone())
            .build_ui_state(show, None);
        Self {
            harness,
            folder,
            textures,
            is_deaf,
        }
    }

    /// Takes nothing more from other threads: a snapshot of the real match would replace an edited one.
    pub(crate) fn stop_listening(&self) {
        self.is_deaf.set(true);
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
        let Self {
            harness, folder, ..
        } = self;
        drop(harness);
        folder
    }

    pub(crate) fn app(&self) -> &App {
        self.harness.state().as_ref().expect("it has been shown")
    }

    /// Frames until something holds: news from other threads takes no fixed number of frames.
    #[track_caller]
    pub(crate) fn until(&mut self, what: &str, mut holds: impl FnMut(&Self) -> bool) {
        let begin = Instant::now();
        while !holds(self) {
            let model = &self.app().model;
            assert!(
                begin.elapsed() < PATIENCE,
                "waited for {what} in vain; told: {:?} {:?} {:?}",
                model.over.notice,
                model.opening.trouble,
                model.lobby.as_ref().map(|lobby| &lobby.told)
            );
            // sessions and the computer work in other threads, which a busy loop would slow down
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

    /// Waits until the turn can be played: the peer has confirmed the one before.
    #[track_caller]
    pub(crate) fn until_my_turn(&mut self) {
        self.until("the user's turn", |program| {
            let table = program.app().model.table.as_ref();
            table.is_some_and(|table| table.open_draft().is_some())
        });
        assert!(self.harness.query_by_label("Your turn").is_some());
    }

    pub(crate) fn button<'a>(&'a self, label: &'a str) -> Node<'a> {
        self.harness.get_by_label(label)
    }

    /// Scrolls to something further down a long form.
    pub(crate) fn scroll_to(&mut self, label: &str) {
        self.button(label).scroll_to_me();
        self.harness.run();
    }

    /// A click on what has this name, as a screen reader does it. A click with the pointer takes three frames, and news
    /// from other threads meanwhile can move the form below it: on a busy machine one click in fifty missed.
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

    /// Invites with the form for that, after a change of it.
    pub(crate) fn invite(&mut self, change: impl FnOnce(&mut HostForm)) -> Invitation {
        self.click("Host");
        let mut form = self.app().model.forms.host.clone();
        change(&mut form);
        self.give(ShellCommand::Host(form));
        self.click("Make the invitation");
        self.invitation()
    }

    /// The invitation on the page, once it is made.
    pub(crate) fn invitation(&mut self) -> Invitation {
        self.until_shown("Send this invitation to one player");
        let table = self.app().model.table.as_ref().expect("a match");
        let shown = table.seen.meeting.invitation.as_deref();
        shown.cloned().expect("an invitation")
    }

    /// Looks at what a code invites to.
    pub(crate) fn open_code(&mut self, code: &str) {
        self.give(ShellCommand::Go(Page::Join));
        self.give(ShellCommand::Code(code.to_owned()));
        self.frames();
        self.click("Look at the invitation");
    }

    /// Accepts the offer, once it is here.
    pub(crate) fn accept(&mut self) {
        self.until_shown("Accept and play");
        self.click("Accept and play");
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

    /// Fills in the form for playing here: the scenario, and whether the computer plays.
    pub(crate) fn choose(&mut self, scenario: &str, computer: bool) {
        self.click("Play here");
        let choices = &self.app().model.library.scenarios;
        let number = choices.iter().position(|choice| choice.key() == scenario);
        let mut form = self.app().model.forms.local.clone();
        form.setting.scenario = number.expect("it is built in");
        form.against = match computer {
            true => Against::Computer,
            false => Against::Person,
        };
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
