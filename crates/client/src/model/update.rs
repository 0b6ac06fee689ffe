//! The only place where the model changes: a command comes in, effects go out.

mod in_match;
mod lessons;
mod library;
mod lobby;
mod news;
mod on_board;
mod play_on;
mod record;
mod rematch;
mod set_up;
mod welcome;

use reach::Trouble;
use rules::Draft;

use super::table::Wish;
use super::{
    BoardCommand, Command, DraftCommand, Effect, LibraryCommand, Model, News, Page, PeopleCommand,
    RecordCommand, ReplayCommand, ShellCommand,
};
use crate::model::call::{Call, Sound};
use crate::model::play_on::PlayOnCommand;
pub(crate) use rematch::Agreement;

impl Model {
    /// Carries out one command; what must happen outside comes back.
    pub(crate) fn update(&mut self, command: impl Into<Command>) -> Vec<Effect> {
        let command = command.into();
        // also for a command that changes nothing: try-outs and checks of set-ups take their numbers from it
        self.revision += 1;
        if leads_on(&command) {
            self.over.notice = None;
            if let Some(table) = &mut self.table {
                table.moment = None;
            }
        }
        // counted here for the sound, because many commands give orders: clicks, drags, typed text, the family's own
        let ordered = self.ordered();
        let mut effects = match command {
            Command::Shell(command) => self.update_shell(command),
            Command::Library(command) => self.update_library(command),
            Command::Lobby(command) => self.update_lobby(command),
            Command::Match(command) => self.update_match(command),
            Command::Board(command) if self.page == Page::SetUp => self.touch_set_up(command),
            Command::Board(command) => {
                self.update_board(command);
                self.send_answer()
            }
            Command::Draft(command) => self.update_draft(command),
            Command::Replay(command) => self.none(|model| model.update_replay(command)),
            Command::Record(command) => self.update_record(command),
            Command::PlayOn(command) => self.update_play_on(command),
            Command::Secret(command) => self.update_secret(command),
            Command::SetUp(command) => self.update_set_up(command),
            Command::People(command) => self.update_people(command),
            Command::Lesson(command) => self.update_lessons(command),
            Command::Hand(command) => {
                self.update_hand(command);
                self.send_answer()
            }
            Command::News(news) => self.hear(news),
        };
        if self.ordered() > ordered {
            effects.push(Effect::Call(Call::sound(Sound::Order)));
        }
        if self.page == Page::Lesson {
            // after every command, because many commands give orders and undo takes them back
            effects.extend(self.look_at_lesson());
        }
        effects
    }

    /// The number of orders in the unfinished turn.
    fn ordered(&self) -> usize {
        let draft = self.shown().and_then(|table| table.turn.draft.as_ref());
        draft.map_or(0, Draft::len)
    }

    /// Runs an update that needs nothing from outside.
    fn none(&mut self, update: impl FnOnce(&mut Self)) -> Vec<Effect> {
        update(self);
        Vec::new()
    }

    fn update_shell(&mut self, command: ShellCommand) -> Vec<Effect> {
        match command {
            ShellCommand::Go(page) => {
                let is_aside = |page| matches!(page, Page::Help | Page::Rules | Page::Settings);
                // otherwise going from help to rules and back would lead in a circle between the two
                if is_aside(page) && !is_aside(self.page) {
                    self.from.aside = self.page;
                }
                self.page = page;
                self.over.dialog = None;
                self.over.waiting = None;
                self.opening.trouble = None;
                if page == Page::Start {
                    // an invitation made later is for anybody
                    self.forms.host.again = None;
                }
                if page == Page::Host && self.hosts_lobby() {
                    self.change_game();
                }
                let mut effects = self.take_question_back();
                if matches!(page, Page::Start | Page::Host | Page::Join | Page::People) {
                    effects.push(Effect::List);
                }
                return effects;
            }
            // the editor holds changes that leaving would lose, so it asks first
            ShellCommand::Back if self.page == Page::SetUp => self.leave_set_up(),
            ShellCommand::Back => {
                self.page = match self.page {
                    Page::Help | Page::Rules | Page::Settings => self.from.aside,
                    Page::TryOut => self.from.try_out,
                    // the form of a table that is there already
                    Page::Host if self.hosts_lobby() => Page::Lobby,
                    Page::PlayOn => self.from.play_on,
                    Page::Lesson => self.list_of_lesson(),
                    // a verdict is shown over whatever was open, and leads back there
                    Page::Verdict if self.replay.is_some() => Page::Replay,
                    Page::Verdict if self.table.is_some() => Page::Table,
                    Page::Verdict
                    | Page::Start
                    | Page::Local
                    | Page::Host
                    | Page::Join
                    | Page::SetUp
                    | Page::Lobby
                    | Page::Table
                    | Page::Replay
                    | Page::People
                    | Page::Lessons
                    | Page::Puzzles
                    | Page::Welcome => Page::Start,
                };
                self.opening.trouble = None;
            }
            ShellCommand::Local(form) => {
                self.forms.local = form;
                self.opening.trouble = None;
            }
            ShellCommand::Host(form) => {
                self.forms.host = form;
                self.opening.trouble = None;
            }
            ShellCommand::Code(code) => {
                self.forms.code = code;
                self.opening.trouble = None;
            }
            ShellCommand::Named(name) => return self.take_name(&name),
            ShellCommand::Welcome(command) => return self.update_welcome(command),
            ShellCommand::Paragraph(paragraph) => {
                self.over.paragraph = Some((self.revision, paragraph));
                return self.update_shell(ShellCommand::Go(Page::Rules));
            }
            ShellCommand::Settings(settings) => {
                self.settings = settings;
                return vec![Effect::Save(self.settings.clone())];
            }
            ShellCommand::ExportSettings(file) => {
                return vec![Effect::ExportSettings(file, self.settings.clone())];
            }
            ShellCommand::ImportSettings(file) => {
                return vec![Effect::ImportSettings(file, self.settings.clone())];
            }
            ShellCommand::Links(is_on) => return vec![Effect::Links(is_on)],
            ShellCommand::Type(typed) => self.over.typed = typed,
            // an unreadable list is reported when a match begins
            ShellCommand::Examine => {
                return vec![Effect::Examine(
                    self.settings.services().unwrap_or_default(),
                )];
            }
            ShellCommand::CloseDialog => {
                self.over.dialog = None;
                self.over.waiting = None;
            }
            ShellCommand::ForgetReport => {
                self.machine.report = None;
                return vec![Effect::ForgetReport];
            }
            ShellCommand::CloseNotice => {
                self.over.notice = None;
                self.opening.trouble = None;
                if let Some(table) = &mut self.table {
                    table.moment = None;
                }
            }
            ShellCommand::Panel => self.over.panel_calls += 1,
            ShellCommand::OpenFolder(file) => return vec![Effect::OpenFolder(file)],
            ShellCommand::Copy(what, text) => {
                self.over.notice = Some(Trouble {
                    what: format!("{what} copied."),
                    advice: String::new(),
                });
                return vec![Effect::Copy(text)];
            }
        }
        Vec::new()
    }

    /// Takes the question for a place back: a user who leaves the page of joining no longer waits for a host of this
    /// network.
    pub(super) fn take_question_back(&mut self) -> Vec<Effect> {
        if self.machine.lan.asking.take().is_none() {
            return Vec::new();
        }
        self.opening.is_under_way = false;
        vec![Effect::StopAsking]
    }

    fn update_people(&mut self, command: PeopleCommand) -> Vec<Effect> {
        match command {
            PeopleCommand::Naming(naming) => self.people.naming = naming,
            // the words of an earlier question must not stand below another name (threat 24: they are what tells a man
            // in the middle)
            PeopleCommand::Compare(key) => {
                self.people.compared = key.map(|key| (key, None));
                return key.map(Effect::Compare).into_iter().collect();
            }
            PeopleCommand::Change(key, change) => {
                self.people.naming = None;
                self.people.compared = None;
                return vec![Effect::ChangePerson(key, change)];
            }
        }
        Vec::new()
    }
}

/// True if a command moves on from the notice shown, which must then not hide the next one.
fn leads_on(command: &Command) -> bool {
    match command {
        Command::Shell(command) => matches!(command, ShellCommand::Go(_) | ShellCommand::Back),
        Command::Library(command) => matches!(command, LibraryCommand::LeaveNow),
        Command::Board(command) => matches!(
            command,
            BoardCommand::Click(_)
                | BoardCommand::Lift(_)
                | BoardCommand::Drag(..)
                | BoardCommand::Undo
                | BoardCommand::Redo
                | BoardCommand::NextEnemyOrder
                | BoardCommand::NextUnit
                | BoardCommand::NextLeader
                | BoardCommand::Pick(_)
                | BoardCommand::NextPick
        ),
        // ending a turn may only open a question
        Command::Draft(command) => !matches!(command, DraftCommand::EndTurn),
        // the animation ends by itself: the user has not moved on
        Command::Replay(command) => !matches!(command, ReplayCommand::PlayedBack),
        Command::Hand(command) => command.leads_on(),
        Command::Lesson(_) => true,
        Command::News(news) => matches!(news, News::Opened { .. }),
        Command::Record(command) => !matches!(command, RecordCommand::Comment(..)),
        Command::PlayOn(command) => matches!(command, PlayOnCommand::Begin),
        Command::Lobby(_)
        | Command::Match(_)
        | Command::Secret(_)
        | Command::SetUp(_)
        | Command::People(_) => false,
    }
}

fn effect(wish: Wish) -> Effect {
    match wish {
        Wish::Think(question) => Effect::Think(question),
        Wish::RefuseDraw(seat) => Effect::Send(net::Command::AnswerDraw {
            seat,
            accept: false,
        }),
        Wish::GrantTakeback(asked, seat) => Effect::Send(net::Command::AnswerTakeback {
            seat,
            note: asked.note,
            accept: true,
        }),
        Wish::Notice(call) => Effect::Call(call),
    }
}
