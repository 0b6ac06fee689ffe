//! The only place where the model changes: a command comes in, effects go out.

mod library;
mod news;
mod play_on;
mod record;
mod rematch;
mod set_up;

use families::Ending;
use kit::model::kept::KeptSetUp;
use kit::model::meaning::trouble;
use kit::model::scene::Sketch;
use protocol::ContinueWish;
use reach::Trouble;
use rules::Draft;

use super::table::Wish;
use super::{
    BoardCommand, Command, Dialog, DraftCommand, Effect, HandCommand, LibraryCommand, MatchCommand,
    Model, News, Page, PeopleCommand, RecordCommand, ReplayCommand, SecretCommand, ShellCommand,
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
        }
        // counted here for the sound, because many commands give orders: clicks, drags, typed text, the family's own
        let ordered = self.ordered();
        let mut effects = match command {
            Command::Shell(command) => self.update_shell(command),
            Command::Library(command) => self.update_library(command),
            Command::Match(command) => self.update_match(command),
            Command::Board(command) if self.page == Page::SetUp => self.touch_set_up(command),
            Command::Board(command) => self.none(|model| model.update_board(command)),
            Command::Draft(command) => self.update_draft(command),
            Command::Replay(command) => self.none(|model| model.update_replay(command)),
            Command::Record(command) => self.update_record(command),
            Command::PlayOn(command) => self.update_play_on(command),
            Command::Secret(command) => self.update_secret(command),
            Command::SetUp(command) => self.update_set_up(command),
            Command::People(command) => self.update_people(command),
            Command::Hand(command) => self.none(|model| model.update_hand(command)),
            Command::News(news) => self.hear(news),
        };
        if self.ordered() > ordered {
            effects.push(Effect::Call(Call::sound(Sound::Order)));
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
                self.opening.trouble = None;
                let mut effects = self.take_question_back();
                if matches!(page, Page::Start | Page::Host | Page::Join | Page::People) {
                    effects.push(Effect::List);
                }
                return effects;
            }
            ShellCommand::Back if self.page == Page::SetUp => self.leave_set_up(),
            ShellCommand::Back => {
                self.page = match self.page {
                    Page::Help | Page::Rules | Page::Settings => self.from.aside,
                    Page::TryOut => self.from.try_out,
                    Page::PlayOn => self.from.play_on,
                    Page::Verdict if self.replay.is_some() => Page::Replay,
                    Page::Verdict if self.table.is_some() => Page::Table,
                    Page::Verdict
                    | Page::Start
                    | Page::Local
                    | Page::Host
                    | Page::Join
                    | Page::SetUp
                    | Page::Table
                    | Page::Replay
                    | Page::People => Page::Start,
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
            ShellCommand::Settings(settings) => {
                self.settings = settings;
                return vec![Effect::Save(self.settings.clone())];
            }
            ShellCommand::Links(is_on) => return vec![Effect::Links(is_on)],
            ShellCommand::Type(typed) => self.over.typed = typed,
            // an unreadable list is reported when a match begins
            ShellCommand::Examine => {
                return vec![Effect::Examine(
                    self.settings.services().unwrap_or_default(),
                )];
            }
            ShellCommand::CloseDialog => self.over.dialog = None,
            ShellCommand::ForgetReport => {
                self.machine.report = None;
                return vec![Effect::ForgetReport];
            }
            ShellCommand::CloseNotice => self.over.notice = None,
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
        if self.lan.asking.take().is_none() {
            return Vec::new();
        }
        self.opening.is_under_way = false;
        vec![Effect::StopAsking]
    }

    /// Asks the two well-known services for the outside address: now for the waiting match, and in future for every
    /// match.
    fn ask_services(&mut self) -> Vec<Effect> {
        self.settings.name_well_known_services();
        vec![
            Effect::Save(self.settings.clone()),
            Effect::Send(net::Command::AskServices(reach::well_known_services())),
        ]
    }

    fn update_match(&mut self, command: MatchCommand) -> Vec<Effect> {
        if let MatchCommand::AskServices = command {
            return self.ask_services();
        }
        let Some(table) = self.table.as_mut() else {
            return Vec::new();
        };
        let seat = table.speaker();
        let sent = match command {
            // pressed twice before the session has answered
            MatchCommand::Accept if table.accepted => None,
            MatchCommand::Accept => {
                // by its id, so that the guest agrees to the offer that was read and to no other
                let shown = table.seen.contract.offer.as_ref().map(|offer| offer.sid);
                table.accepted = shown.is_some();
                shown.map(net::Command::Accept)
            }
            MatchCommand::LetIn(key) => Some(net::Command::LetIn(key)),
            MatchCommand::TurnAway(key) => Some(net::Command::TurnAway(key)),
            MatchCommand::AnswerLine(line) => {
                table.writing.answer = line;
                self.opening.trouble = None;
                None
            }
            MatchCommand::EnterAnswer => match table.writing.answer.parse::<home::Invitation>() {
                Ok(code) => {
                    table.writing.answer.clear();
                    Some(net::Command::Reach(code.into()))
                }
                Err(error) => {
                    self.opening.trouble = Some(trouble(&error, error.advice()));
                    None
                }
            },
            MatchCommand::Dial => Some(net::Command::Dial),
            // handled above: it changes the settings too
            MatchCommand::AskServices => None,
            MatchCommand::Resign => {
                self.over.dialog = Some(Dialog::Resign);
                None
            }
            MatchCommand::OfferDraw => {
                self.over.dialog = Some(Dialog::OfferDraw);
                None
            }
            MatchCommand::ResignNow => {
                self.over.dialog = None;
                seat.map(|seat| net::Command::Resign { seat })
            }
            MatchCommand::OfferDrawNow => {
                self.over.dialog = None;
                seat.map(|seat| net::Command::OfferDraw { seat })
            }
            MatchCommand::AgreeToDraw => {
                self.over.dialog = Some(Dialog::AgreeToDraw);
                None
            }
            MatchCommand::Decline => {
                self.over.dialog = Some(Dialog::Decline);
                None
            }
            MatchCommand::DeclineNow => return self.decline(),
            MatchCommand::CounterOffer => return self.counter_offer(),
            MatchCommand::ReadChat => {
                table.talk.read = table.talk.lines.len();
                let (file, talk) = (table.seen.file.clone(), table.talk.clone());
                return vec![Effect::KeepTalk(file, talk)];
            }
            MatchCommand::AnswerDraw(accept) => {
                self.over.dialog = None;
                let offer = table.seen.proposals.draw_offer;
                let mut seats = table.seen.contract.seats.iter();
                // a lapsed offer has no seat to answer for: the dialog may be older than the session's news
                let other = seats.find(|seat| offer.is_some_and(|offer| offer != seat.seat));
                let mine = other.filter(|seat| seat.mine).map(|seat| seat.seat);
                mine.map(|seat| net::Command::AnswerDraw { seat, accept })
            }
            MatchCommand::AskTakeback => {
                self.over.dialog = Some(Dialog::AskTakeback);
                None
            }
            MatchCommand::AskTakebackNow => {
                self.over.dialog = None;
                let seat = table.asks_back();
                seat.map(|seat| net::Command::AskTakeback { seat })
            }
            MatchCommand::GrantTakeback => {
                self.over.dialog = Some(Dialog::GrantTakeback);
                None
            }
            MatchCommand::AnswerTakeback(accept) => {
                self.over.dialog = None;
                let asked = table
                    .seen
                    .proposals
                    .takeback_asked
                    .zip(table.is_asked_back());
                asked.map(|(asked, seat)| net::Command::AnswerTakeback {
                    seat,
                    note: asked.note,
                    accept,
                })
            }
            MatchCommand::Continue => {
                self.over.dialog = Some(Dialog::Continue);
                Some(net::Command::WeighContinue(ContinueWish::default()))
            }
            MatchCommand::ContinueNow => {
                self.over.dialog = None;
                Some(net::Command::AskToContinue(ContinueWish::default()))
            }
            MatchCommand::ConsiderContinue => {
                self.over.dialog = Some(Dialog::AnswerContinue);
                None
            }
            MatchCommand::AnswerContinue(accept) => {
                self.over.dialog = None;
                // the question may have lapsed while the dialog was open
                let asked = table.seen.next.asked.is_some();
                asked.then_some(net::Command::AnswerContinue(accept))
            }
            MatchCommand::ChatLine(line) => {
                table.writing.chat = line;
                None
            }
            MatchCommand::AskToClaim => {
                self.over.dialog = Some(Dialog::Claim);
                None
            }
            MatchCommand::Claim => {
                self.over.dialog = None;
                let seat = table.seen.time.may_claim;
                seat.map(|seat| net::Command::Claim { seat })
            }
            MatchCommand::WriteLetter => return vec![Effect::WriteLetter],
            MatchCommand::ReadLetter => return vec![Effect::ReadLetter],
            MatchCommand::AnswerText(text) => {
                table.writing.mailed = text;
                None
            }
            MatchCommand::TakeAnswer => match home::letter_from(table.writing.mailed.as_bytes()) {
                Ok(letter) => {
                    table.writing.mailed.clear();
                    self.over.notice = None;
                    Some(net::Command::Import(letter))
                }
                Err(error) => {
                    self.over.notice = Some(trouble(&error, error.advice()));
                    None
                }
            },
            MatchCommand::DeclineRematch => return self.decline_rematch().into_iter().collect(),
            MatchCommand::Say => {
                let line = std::mem::take(&mut table.writing.chat).trim().to_owned();
                (!line.is_empty()).then_some(net::Command::Chat(line))
            }
        };
        sent.map(Effect::Send).into_iter().collect()
    }

    fn update_people(&mut self, command: PeopleCommand) -> Vec<Effect> {
        match command {
            PeopleCommand::Naming(naming) => self.people.naming = naming,
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

    fn update_draft(&mut self, command: DraftCommand) -> Vec<Effect> {
        let asks = self.settings.confirm_end;
        match command {
            DraftCommand::Typed(text) => {
                self.over.typed = None;
                let table = self.shown_mut();
                if let Some(Err(error)) = table.map(|table| table.type_orders(&text)) {
                    let advice = format!("write {}", error.expected);
                    self.over.notice = Some(trouble(&error, advice));
                }
            }
            DraftCommand::BackTo(count) => {
                if let Some(table) = self.shown_mut() {
                    table.change_draft(|draft| draft.back_to(count));
                }
            }
            DraftCommand::EndTurn | DraftCommand::EndTurnNow => {
                // read before the table is borrowed; a try-out asks nothing, as nothing in it is final
                let is_tried = self.page == Page::TryOut;
                let Some(table) = self.shown_mut() else {
                    return Vec::new();
                };
                let ending = table.open_draft().and_then(families::ending);
                let Some((seat, ending)) = table.speaker().zip(ending) else {
                    return Vec::new();
                };
                let orders = match ending {
                    Ending::Sends(orders) => orders,
                    // nothing is sent yet: the family's words below the board say what is still to decide
                    Ending::Asks(closing) => {
                        table.put_down();
                        table.give_all(vec![closing]);
                        return Vec::new();
                    }
                };
                if is_tried {
                    table.try_turn(seat, orders);
                    return Vec::new();
                }
                // a turn without orders is asked about even if the user wants no questions
                let is_pass = table.turn.draft.as_ref().is_some_and(families::is_pass);
                if (asks || is_pass) && matches!(command, DraftCommand::EndTurn) {
                    self.over.dialog = Some(Dialog::EndTurn);
                    return Vec::new();
                }
                table.turn.sent = true;
                table.put_down();
                self.over.dialog = None;
                return vec![Effect::Send(net::Command::Propose { seat, orders })];
            }
        }
        Vec::new()
    }

    fn update_replay(&mut self, command: ReplayCommand) {
        let Some(table) = self
            .shown_mut()
            .filter(|table| table.secrets.curtain.is_none())
        else {
            return;
        };
        match command {
            ReplayCommand::Look(spot) => table.look(spot),
            ReplayCommand::Step(forward) => table.step(forward),
            ReplayCommand::StepTurn(forward) => table.step_turn(forward),
            ReplayCommand::Capture(forward) => table.step_capture(forward),
            ReplayCommand::Play(is_on) => table.play(is_on),
            ReplayCommand::PlayedBack => table.reading.to_play_back = None,
        }
    }

    fn update_secret(&mut self, command: SecretCommand) -> Vec<Effect> {
        // a choice that is on its way to the session can no longer be changed
        let Some(table) = self.table.as_mut().filter(|table| !table.turn.sent) else {
            return Vec::new();
        };
        if matches!(command, SecretCommand::LiftCurtain) {
            table.secrets.curtain = None;
        }
        let Some(secret) = table
            .secrets
            .choice
            .as_mut()
            .filter(|_| table.secrets.curtain.is_none())
        else {
            return Vec::new();
        };
        match command {
            SecretCommand::LiftCurtain => {}
            SecretCommand::Change(change) => secret.update(change),
            SecretCommand::Keep(name) => {
                let scenario = table.seen.contract.scenario.as_ref();
                if let (Some(rows), Some(scenario)) = (secret.rows(), scenario) {
                    return vec![Effect::Keep(KeptSetUp {
                        scenario: scenario.key().to_owned(),
                        name: name.trim().to_owned(),
                        rows,
                    })];
                }
            }
            SecretCommand::TakeKept(kept) => secret.take_rows(&kept.rows),
            SecretCommand::ForgetKept(kept) => return vec![Effect::Forget(kept)],
            SecretCommand::Lock => {
                if secret.order().is_some() {
                    self.over.dialog = Some(Dialog::Lock);
                }
            }
            SecretCommand::LockNow => {
                self.over.dialog = None;
                let seat = table.seen.seat_of(secret.side()).map(|seat| seat.seat);
                if let (Some(order), Some(seat)) = (secret.order(), seat) {
                    table.turn.sent = true;
                    let orders = vec![order];
                    return vec![Effect::Send(net::Command::Propose { seat, orders })];
                }
            }
        }
        Vec::new()
    }

    fn update_board(&mut self, command: BoardCommand) {
        let Some(table) = self
            .shown_mut()
            .filter(|table| table.secrets.curtain.is_none())
        else {
            return;
        };
        let sent = table.turn.sent;
        // the editor of a set-up has the first word; what it leaves is for the board, such as turning it
        if let Some(secret) = table.secrets.choice.as_mut().filter(|_| !sent)
            && secret.touch(command)
        {
            return;
        }
        match command {
            BoardCommand::Click(cell) => table.click(cell),
            BoardCommand::Drag(from, to) => table.drag(from, to),
            BoardCommand::Cursor(cell) => table.board.cursor = Some(cell),
            BoardCommand::Deselect => {
                // one press puts down what is held, the next wipes the user's own arrows
                let is_idle = table.board.selected.is_none() && table.board.said.is_none();
                if is_idle && !table.board.sketch.is_empty() {
                    table.board.sketch = Sketch::default();
                    return;
                }
                table.put_down();
                table.board.cursor = None;
            }
            BoardCommand::Sketch(from, to) => table.board.sketch.draw(from, to),
            BoardCommand::Undo => table.change_draft(Draft::undo),
            BoardCommand::Redo => table.change_draft(Draft::redo),
            BoardCommand::Flip => table.board.flipped = !table.board.flipped,
            BoardCommand::NextEnemyOrder => table.next_enemy_order(),
            BoardCommand::NextUnit => table.choose_next(false),
            BoardCommand::NextLeader => table.choose_next(true),
            BoardCommand::Pick(pick) => table.pick(pick),
            BoardCommand::NextPick => table.pick_next(),
        }
    }

    fn update_hand(&mut self, command: HandCommand) {
        if let Some(table) = self
            .shown_mut()
            .filter(|table| table.secrets.curtain.is_none())
        {
            table.hand(command);
        }
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
        Command::News(news) => matches!(news, News::Opened { .. }),
        Command::Record(command) => !matches!(command, RecordCommand::Comment(..)),
        Command::PlayOn(command) => matches!(command, PlayOnCommand::Begin),
        Command::Match(_) | Command::Secret(_) | Command::SetUp(_) | Command::People(_) => false,
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
