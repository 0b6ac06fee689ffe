mod library;
mod news;
mod play_on;
mod record;
mod rematch;
mod set_up;

use protocol::ContinueWish;
use reach::Trouble;
use rules::Draft;

use super::table::Wish;
use super::{
    BoardCommand, Command, Dialog, DraftCommand, Effect, HandCommand, LibraryCommand, MatchCommand,
    Model, News, Page, PeopleCommand, RecordCommand, ReplayCommand, SecretCommand, ShellCommand,
};
use crate::families;
use crate::scene::Sketch;
use crate::shell::model::call::{Call, Sound};
use crate::shell::model::kept::KeptSetUp;
use crate::shell::model::meaning::trouble;
use crate::shell::model::play_on::PlayOnCommand;
pub(crate) use rematch::Agreement;

impl Model {
    /// Carries out one command; what must happen outside comes back.
    pub(crate) fn update(&mut self, command: impl Into<Command>) -> Vec<Effect> {
        let command = command.into();
        self.revision += 1;
        if leads_on(&command) {
            self.notice = None;
        }
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
        let draft = self.shown().and_then(|table| table.draft.as_ref());
        draft.map_or(0, Draft::len)
    }

    /// Does what needs nothing from outside.
    fn none(&mut self, update: impl FnOnce(&mut Self)) -> Vec<Effect> {
        update(self);
        Vec::new()
    }

    fn update_shell(&mut self, command: ShellCommand) -> Vec<Effect> {
        match command {
            ShellCommand::Go(page) => {
                let is_aside = |page| matches!(page, Page::Help | Page::Rules | Page::Settings);
                if is_aside(page) && !is_aside(self.page) {
                    self.before = self.page;
                }
                self.page = page;
                self.dialog = None;
                self.trouble = None;
                let mut effects = self.take_question_back();
                if matches!(page, Page::Start | Page::Host | Page::Join | Page::People) {
                    effects.push(Effect::List);
                }
                return effects;
            }
            ShellCommand::Back if self.page == Page::SetUp => self.leave_set_up(),
            ShellCommand::Back => {
                self.page = match self.page {
                    Page::Help | Page::Rules | Page::Settings => self.before,
                    Page::TryOut => self.try_out_from,
                    Page::PlayOn => self.play_on_from,
                    Page::Verdict if self.replay.is_some() => Page::Replay,
                    Page::Verdict if self.table.is_some() => Page::Table,
                    _ => Page::Start,
                };
                self.trouble = None;
            }
            ShellCommand::Local(form) => {
                self.local = form;
                self.trouble = None;
            }
            ShellCommand::Host(form) => {
                self.host = form;
                self.trouble = None;
            }
            ShellCommand::Code(code) => {
                self.code = code;
                self.trouble = None;
            }
            ShellCommand::Settings(settings) => {
                self.settings = settings;
                return vec![Effect::Save(self.settings.clone())];
            }
            ShellCommand::Links(is_on) => return vec![Effect::Links(is_on)],
            ShellCommand::Type(typed) => self.typed = typed,
            // a list that cannot be read is complained of where a match is begun
            ShellCommand::Examine => {
                return vec![Effect::Examine(
                    self.settings.services().unwrap_or_default(),
                )];
            }
            ShellCommand::CloseDialog => self.dialog = None,
            ShellCommand::ForgetReport => {
                self.report = None;
                return vec![Effect::ForgetReport];
            }
            ShellCommand::CloseNotice => self.notice = None,
            ShellCommand::OpenFolder(file) => return vec![Effect::OpenFolder(file)],
            ShellCommand::Copy(what, text) => {
                self.notice = Some(Trouble {
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
        if self.asking.take().is_none() {
            return Vec::new();
        }
        self.opening = false;
        vec![Effect::StopAsking]
    }

    /// Has the two well-known services asked for the outside address: now for the match that waits, and from now on.
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
            MatchCommand::Accept if table.accepted => None,
            MatchCommand::Accept => {
                let shown = table.seen.contract.offer.as_ref().map(|offer| offer.sid);
                table.accepted = shown.is_some();
                shown.map(net::Command::Accept)
            }
            MatchCommand::LetIn(key) => Some(net::Command::LetIn(key)),
            MatchCommand::TurnAway(key) => Some(net::Command::TurnAway(key)),
            MatchCommand::AnswerLine(line) => {
                table.answer = line;
                self.trouble = None;
                None
            }
            MatchCommand::EnterAnswer => match table.answer.parse::<home::Invitation>() {
                Ok(code) => {
                    table.answer.clear();
                    Some(net::Command::Reach(code.into()))
                }
                Err(error) => {
                    self.trouble = Some(trouble(&error, error.advice()));
                    None
                }
            },
            MatchCommand::Dial => Some(net::Command::Dial),
            // answered above: it concerns the settings too
            MatchCommand::AskServices => None,
            MatchCommand::Resign => {
                self.dialog = Some(Dialog::Resign);
                None
            }
            MatchCommand::OfferDraw => {
                self.dialog = Some(Dialog::OfferDraw);
                None
            }
            MatchCommand::ResignNow => {
                self.dialog = None;
                seat.map(|seat| net::Command::Resign { seat })
            }
            MatchCommand::OfferDrawNow => {
                self.dialog = None;
                seat.map(|seat| net::Command::OfferDraw { seat })
            }
            MatchCommand::AgreeToDraw => {
                self.dialog = Some(Dialog::AgreeToDraw);
                None
            }
            MatchCommand::Decline => {
                self.dialog = Some(Dialog::Decline);
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
                self.dialog = None;
                let offer = table.seen.proposals.draw_offer;
                let mut seats = table.seen.contract.seats.iter();
                let other = seats.find(|seat| offer.is_some_and(|offer| offer != seat.seat));
                let mine = other.filter(|seat| seat.mine).map(|seat| seat.seat);
                mine.map(|seat| net::Command::AnswerDraw { seat, accept })
            }
            MatchCommand::AskTakeback => {
                self.dialog = Some(Dialog::AskTakeback);
                None
            }
            MatchCommand::AskTakebackNow => {
                self.dialog = None;
                let seat = table.asks_back();
                seat.map(|seat| net::Command::AskTakeback { seat })
            }
            MatchCommand::GrantTakeback => {
                self.dialog = Some(Dialog::GrantTakeback);
                None
            }
            MatchCommand::AnswerTakeback(accept) => {
                self.dialog = None;
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
                self.dialog = Some(Dialog::Continue);
                Some(net::Command::WeighContinue(ContinueWish::default()))
            }
            MatchCommand::ContinueNow => {
                self.dialog = None;
                Some(net::Command::AskToContinue(ContinueWish::default()))
            }
            MatchCommand::ConsiderContinue => {
                self.dialog = Some(Dialog::AnswerContinue);
                None
            }
            MatchCommand::AnswerContinue(accept) => {
                self.dialog = None;
                let asked = table.seen.next.asked.is_some();
                asked.then_some(net::Command::AnswerContinue(accept))
            }
            MatchCommand::ChatLine(line) => {
                table.chat = line;
                None
            }
            MatchCommand::AskToClaim => {
                self.dialog = Some(Dialog::Claim);
                None
            }
            MatchCommand::Claim => {
                self.dialog = None;
                let seat = table.seen.time.may_claim;
                seat.map(|seat| net::Command::Claim { seat })
            }
            MatchCommand::WriteLetter => return vec![Effect::WriteLetter],
            MatchCommand::ReadLetter => return vec![Effect::ReadLetter],
            MatchCommand::AnswerText(text) => {
                table.mailed = text;
                None
            }
            MatchCommand::TakeAnswer => match home::letter_from(table.mailed.as_bytes()) {
                Ok(letter) => {
                    table.mailed.clear();
                    self.notice = None;
                    Some(net::Command::Import(letter))
                }
                Err(error) => {
                    self.notice = Some(trouble(&error, error.advice()));
                    None
                }
            },
            MatchCommand::DeclineRematch => return self.decline_rematch().into_iter().collect(),
            MatchCommand::Say => {
                let line = std::mem::take(&mut table.chat).trim().to_owned();
                (!line.is_empty()).then_some(net::Command::Chat(line))
            }
        };
        sent.map(Effect::Send).into_iter().collect()
    }

    fn update_people(&mut self, command: PeopleCommand) -> Vec<Effect> {
        match command {
            PeopleCommand::Naming(naming) => self.naming = naming,
            PeopleCommand::Compare(key) => {
                self.compared = key.map(|key| (key, None));
                return key.map(Effect::Compare).into_iter().collect();
            }
            PeopleCommand::Change(key, change) => {
                self.naming = None;
                self.compared = None;
                return vec![Effect::ChangePerson(key, change)];
            }
        }
        Vec::new()
    }

    fn update_draft(&mut self, command: DraftCommand) -> Vec<Effect> {
        let asks = self.settings.confirm_end;
        match command {
            DraftCommand::Typed(text) => {
                self.typed = None;
                let table = self.shown_mut();
                if let Some(Err(error)) = table.map(|table| table.type_orders(&text)) {
                    let advice = format!("write {}", error.expected);
                    self.notice = Some(trouble(&error, advice));
                }
            }
            DraftCommand::BackTo(count) => {
                if let Some(table) = self.shown_mut() {
                    table.change_draft(|draft| draft.back_to(count));
                }
            }
            DraftCommand::EndTurn | DraftCommand::EndTurnNow => {
                let is_tried = self.page == Page::TryOut;
                let Some(table) = self.shown_mut() else {
                    return Vec::new();
                };
                let orders = table.open_draft().and_then(families::turn);
                let Some((seat, orders)) = table.speaker().zip(orders) else {
                    return Vec::new();
                };
                if is_tried {
                    table.try_turn(seat, orders);
                    return Vec::new();
                }
                let is_pass = table.draft.as_ref().is_some_and(families::is_pass);
                if (asks || is_pass) && matches!(command, DraftCommand::EndTurn) {
                    self.dialog = Some(Dialog::EndTurn);
                    return Vec::new();
                }
                table.sent = true;
                table.put_down();
                self.dialog = None;
                return vec![Effect::Send(net::Command::Propose { seat, orders })];
            }
        }
        Vec::new()
    }

    fn update_replay(&mut self, command: ReplayCommand) {
        let Some(table) = self.shown_mut().filter(|table| table.curtain.is_none()) else {
            return;
        };
        match command {
            ReplayCommand::Look(spot) => table.look(spot),
            ReplayCommand::Step(forward) => table.step(forward),
            ReplayCommand::StepTurn(forward) => table.step_turn(forward),
            ReplayCommand::Capture(forward) => table.step_capture(forward),
            ReplayCommand::Play(is_on) => table.play(is_on),
            ReplayCommand::PlayedBack => table.to_play_back = None,
        }
    }

    fn update_secret(&mut self, command: SecretCommand) -> Vec<Effect> {
        let Some(table) = self.table.as_mut().filter(|table| !table.sent) else {
            return Vec::new();
        };
        if matches!(command, SecretCommand::LiftCurtain) {
            table.curtain = None;
        }
        let Some(secret) = table.secret.as_mut().filter(|_| table.curtain.is_none()) else {
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
                    self.dialog = Some(Dialog::Lock);
                }
            }
            SecretCommand::LockNow => {
                self.dialog = None;
                let seat = table.seen.seat_of(secret.side()).map(|seat| seat.seat);
                if let (Some(order), Some(seat)) = (secret.order(), seat) {
                    table.sent = true;
                    let orders = vec![order];
                    return vec![Effect::Send(net::Command::Propose { seat, orders })];
                }
            }
        }
        Vec::new()
    }

    fn update_board(&mut self, command: BoardCommand) {
        let Some(table) = self.shown_mut().filter(|table| table.curtain.is_none()) else {
            return;
        };
        let sent = table.sent;
        if let Some(secret) = table.secret.as_mut().filter(|_| !sent)
            && secret.touch(command)
        {
            return;
        }
        match command {
            BoardCommand::Click(cell) => table.click(cell),
            BoardCommand::Drag(from, to) => table.drag(from, to),
            BoardCommand::Cursor(cell) => table.cursor = Some(cell),
            BoardCommand::Deselect => {
                let is_idle = table.selected.is_none() && table.said.is_none();
                if is_idle && !table.sketch.is_empty() {
                    table.sketch = Sketch::default();
                    return;
                }
                table.put_down();
                table.cursor = None;
            }
            BoardCommand::Sketch(from, to) => table.sketch.draw(from, to),
            BoardCommand::Undo => table.change_draft(Draft::undo),
            BoardCommand::Redo => table.change_draft(Draft::redo),
            BoardCommand::Flip => table.flipped = !table.flipped,
            BoardCommand::NextEnemyOrder => table.next_enemy_order(),
            BoardCommand::NextUnit => table.choose_next(false),
            BoardCommand::NextLeader => table.choose_next(true),
        }
    }

    fn update_hand(&mut self, command: HandCommand) {
        if let Some(table) = self.shown_mut().filter(|table| table.curtain.is_none()) {
            table.hand(command);
        }
    }
}

/// True if a command leads on from what was told, which must not hide what is told next.
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
        ),
        Command::Draft(command) => !matches!(command, DraftCommand::EndTurn),
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
