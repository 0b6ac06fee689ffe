mod set_up;

use super::forms::SideWish;
use super::seen::{Seen, Stage, Trouble};
use super::table::{Player, Question, Table, Wish};
use super::{Action, Command, Dialog, Effect, Model, Opening, Page};
use crate::model::editor::Pick;
use crate::model::kept::KeptSetUp;
use rules::warlord::Order;
use std::sync::Arc;

impl Model {
    /// Carries out one command; what must happen outside comes back.
    pub(crate) fn update(&mut self, command: Command) -> Vec<Effect> {
        self.revision += 1;
        if ends_notice(&command) {
            self.notice = None;
        }
        match command {
            Command::EditSetUp
            | Command::PickUnit(_)
            | Command::PlaceUnit(..)
            | Command::KeepAlike(_)
            | Command::OwnSetUp
            | Command::PasteSetUp(_)
            | Command::UseSetUp
            | Command::DropSetUp
            | Command::Checked(..) => self.update_set_up(command),
            Command::Click(_)
            | Command::Drag(..)
            | Command::Cursor(_)
            | Command::Deselect
            | Command::Undo
            | Command::Redo
            | Command::Remove(_)
            | Command::Clear
                if self.page == Page::SetUp =>
            {
                self.update_set_up(command)
            }
            Command::Go(_)
            | Command::Back
            | Command::Local(_)
            | Command::Host(_)
            | Command::Code(_)
            | Command::Settings(_)
            | Command::CloseDialog
            | Command::CloseNotice
            | Command::OpenFolder(_)
            | Command::Copy(..)
            | Command::Choose => self.update_pages(command),
            Command::StartLocal
            | Command::Rematch
            | Command::StartHost
            | Command::StartJoin
            | Command::Accept
            | Command::Resume(_)
            | Command::Open(_)
            | Command::Judge(_)
            | Command::Leave
            | Command::LeaveNow => self.update_matches(command),
            Command::Opened { .. }
            | Command::Seen(..)
            | Command::NotOpened(_)
            | Command::Thought(..)
            | Command::Read(..)
            | Command::NotRead(_)
            | Command::Judged(_)
            | Command::Saved(_)
            | Command::Kept(_)
            | Command::Failed(_) => self.hear(command),
            Command::Pick(_)
            | Command::Place(..)
            | Command::Remove(_)
            | Command::Book(_)
            | Command::KeepSetUp(_)
            | Command::TakeKept(_)
            | Command::ForgetKept(_)
            | Command::Mix(_)
            | Command::ChooseUnit(..)
            | Command::Fill
            | Command::Turn(_)
            | Command::ExchangeWithNext(_)
            | Command::Clear
            | Command::Lock
            | Command::LockNow
            | Command::LiftCurtain => self.update_editor(command),
            Command::EndTurn
            | Command::EndTurnNow
            | Command::Resign
            | Command::ResignNow
            | Command::OfferDraw
            | Command::OfferDrawNow
            | Command::AnswerDraw(_)
            | Command::ChatLine(_)
            | Command::Say => self.update_deeds(command),
            _ => {
                self.update_board(command);
                Vec::new()
            }
        }
    }

    fn update_pages(&mut self, command: Command) -> Vec<Effect> {
        match command {
            Command::Go(page) => {
                let is_aside = |page| matches!(page, Page::Help | Page::Rules | Page::Settings);
                if is_aside(page) && !is_aside(self.page) {
                    self.before = self.page;
                }
                self.page = page;
                self.dialog = None;
                self.trouble = None;
                if page == Page::Start {
                    return vec![Effect::List];
                }
            }
            Command::Back if self.page == Page::SetUp => self.leave_set_up(),
            Command::Back => {
                self.page = match self.page {
                    Page::Help | Page::Rules | Page::Settings => self.before,
                    Page::Verdict if self.replay.is_some() => Page::Replay,
                    Page::Verdict if self.table.is_some() => Page::Table,
                    _ => Page::Start,
                };
                self.trouble = None;
            }
            Command::Local(form) => {
                self.local = form;
                self.trouble = None;
            }
            Command::Host(form) => {
                self.host = form;
                self.trouble = None;
            }
            Command::Code(code) => {
                self.code = code;
                self.trouble = None;
            }
            Command::Settings(settings) => {
                self.settings = settings;
                return vec![Effect::Save(self.settings.clone())];
            }
            Command::CloseDialog => self.dialog = None,
            Command::CloseNotice => self.notice = None,
            Command::OpenFolder(file) => return vec![Effect::OpenFolder(file)],
            Command::Copy(what, text) => {
                self.notice = Some(Trouble {
                    what: format!("{what} copied."),
                    advice: String::new(),
                    rule: None,
                });
                return vec![Effect::Copy(text)];
            }
            Command::Choose => return vec![Effect::Choose],
            _ => {}
        }
        Vec::new()
    }

    fn opening(&mut self, setting: &super::forms::Setting) -> Option<Box<Opening>> {
        let scenario = match self.choices.get(setting.scenario)?.with(&setting.set_up) {
            Ok(scenario) => scenario,
            Err(trouble) => {
                self.trouble = Some(trouble);
                return None;
            }
        };
        self.opened += 1;
        self.opening = true;
        self.trouble = None;
        Some(Box::new(Opening {
            table: self.opened,
            scenario,
            options: setting.options.clone(),
            name: self.name(),
        }))
    }

    fn name(&self) -> String {
        let name = self.settings.name.trim();
        if name.is_empty() { "Player" } else { name }.to_owned()
    }

    fn update_matches(&mut self, command: Command) -> Vec<Effect> {
        match command {
            Command::StartLocal => {
                let form = self.local.clone();
                let opening = self.opening(&form.setting);
                self.rematch = Some(form.clone());
                opening
                    .map(|opening| Effect::Local(opening, form))
                    .into_iter()
                    .collect()
            }
            Command::Rematch => {
                let Some(mut form) = self.rematch.take() else {
                    return Vec::new();
                };
                form.side = match form.side {
                    SideWish::White => SideWish::Black,
                    SideWish::Black => SideWish::White,
                    SideWish::Lot => SideWish::Lot,
                };
                self.local = form;
                self.update_matches(Command::StartLocal)
            }
            Command::StartHost => {
                let form = self.host.clone();
                self.rematch = None;
                match form.outside() {
                    Ok(outside) => self
                        .opening(&form.setting)
                        .map(|opening| Effect::Host(opening, form.side, outside))
                        .into_iter()
                        .collect(),
                    Err(trouble) => {
                        self.trouble = Some(trouble);
                        Vec::new()
                    }
                }
            }
            Command::StartJoin => {
                self.rematch = None;
                self.opened += 1;
                self.opening = true;
                self.trouble = None;
                vec![Effect::Join {
                    table: self.opened,
                    code: self.code.trim().to_owned(),
                    name: self.name(),
                }]
            }
            Command::Accept => {
                let table = self.table.as_mut().filter(|table| !table.accepted);
                table
                    .map(|table| table.accepted = true)
                    .map(|()| Effect::Send(Action::Accept))
                    .into_iter()
                    .collect()
            }
            Command::Resume(file) => {
                self.rematch = None;
                self.opened += 1;
                self.opening = true;
                vec![Effect::Resume {
                    table: self.opened,
                    file,
                }]
            }
            Command::Open(file) => vec![Effect::Read(file)],
            Command::Judge(file) => vec![Effect::Judge(file)],
            Command::Leave if self.has_unfinished() => {
                self.dialog = Some(Dialog::Leave);
                Vec::new()
            }
            Command::Leave | Command::LeaveNow => {
                let waiting = self
                    .table
                    .as_ref()
                    .is_some_and(|table| table.seen.stage == Stage::Greeting);
                self.dialog = None;
                self.table = None;
                self.opening = false;
                self.page = if waiting { Page::Host } else { Page::Start };
                vec![Effect::Leave, Effect::List]
            }
            _ => Vec::new(),
        }
    }

    fn hear(&mut self, command: Command) -> Vec<Effect> {
        match command {
            Command::Opened {
                table: id,
                seen,
                players,
            } => {
                if id != self.opened {
                    return Vec::new();
                }
                let (table, wishes) = Table::new(id, seen, players, false);
                self.opening = false;
                self.table = Some(table);
                self.page = Page::Table;
                self.dialog = None;
                self.code.clear();
                wishes.into_iter().map(effect).collect()
            }
            Command::Seen(id, seen) => self.hear_seen(id, seen),
            Command::NotOpened(trouble) => {
                self.opening = false;
                self.trouble = Some(trouble);
                Vec::new()
            }
            Command::Thought(question, orders) => self.hear_thought(&question, orders),
            Command::Read(file, seen) => {
                let (table, _) = Table::new(0, seen, [Player::Remote; 2], true);
                self.replay = Some((file, table));
                self.page = Page::Replay;
                Vec::new()
            }
            Command::Judged(judged) => {
                self.judged = Some(judged);
                self.page = Page::Verdict;
                Vec::new()
            }
            Command::Kept(kept) => {
                self.kept = kept;
                Vec::new()
            }
            Command::Saved(saved) => {
                self.saved = saved;
                Vec::new()
            }
            Command::NotRead(trouble) | Command::Failed(trouble) => {
                self.notice = Some(trouble);
                Vec::new()
            }
            _ => Vec::new(),
        }
    }

    fn hear_seen(&mut self, id: u64, seen: Arc<Seen>) -> Vec<Effect> {
        let Some(table) = self.table.as_mut().filter(|table| table.id == id) else {
            return Vec::new();
        };
        let before = table.seen.clone();
        let wishes = table.see(seen);
        if table.seen.stage != before.stage {
            self.notice = None;
        }
        if table.seen.outcome.is_some() || table.seen.turns.len() != before.turns.len() {
            self.dialog = None;
        }
        if let Some(refused) = table
            .seen
            .refused
            .clone()
            .filter(|_| table.seen.refused != before.refused)
        {
            // a refused turn is open again
            table.sent = false;
            self.notice = Some(refused);
        }
        let said = table.seen.chat.len() > before.chat.len();
        let by_other = table
            .seen
            .chat
            .last()
            .and_then(|said| table.seen.seat(said.seat))
            .is_some_and(|seat| !seat.mine);
        let mut effects: Vec<Effect> = wishes.into_iter().map(effect).collect();
        if said
            && by_other
            && !effects
                .iter()
                .any(|effect| matches!(effect, Effect::Attention))
        {
            effects.push(Effect::Attention);
        }
        effects
    }

    fn hear_thought(&mut self, question: &Question, orders: Vec<Order>) -> Vec<Effect> {
        let fits = self
            .table
            .as_ref()
            .is_some_and(|table| table.still_asks(question));
        if fits && !orders.is_empty() {
            vec![Effect::Send(Action::Propose(question.seat, orders))]
        } else {
            Vec::new()
        }
    }

    fn update_editor(&mut self, command: Command) -> Vec<Effect> {
        let Some(table) = self.table.as_mut().filter(|table| !table.sent) else {
            return Vec::new();
        };
        if matches!(command, Command::LiftCurtain) {
            table.curtain = None;
            return Vec::new();
        }
        let Some(editor) = table.editor.as_mut().filter(|_| table.curtain.is_none()) else {
            return Vec::new();
        };
        match command {
            Command::Pick(kind) => {
                let pick = Some(Pick::Reserve(kind));
                editor.picked = if editor.picked == pick { None } else { pick };
            }
            Command::Place(kind, cell) => editor.place(kind, cell),
            Command::Remove(cell) => editor.remove(cell),
            Command::Book(number) => editor.take_book(number),
            Command::KeepSetUp(name) => {
                let scenario = table.seen.scenario.as_ref();
                if let (Some(rows), Some(scenario)) = (editor.rows(), scenario) {
                    return vec![Effect::Keep(KeptSetUp {
                        scenario: scenario.key().to_owned(),
                        name: name.trim().to_owned(),
                        rows,
                    })];
                }
            }
            Command::TakeKept(kept) => editor.take_rows(&kept.rows),
            Command::ForgetKept(kept) => return vec![Effect::Forget(kept)],
            Command::Mix(mix) => editor.take_mix(mix),
            Command::ChooseUnit(kind, more) => editor.choose(kind, more),
            Command::Fill => editor.fill(),
            Command::Turn(turn) => editor.turn(turn),
            Command::ExchangeWithNext(section) => editor.exchange_with_next(section),
            Command::Clear => editor.clear(),
            Command::Lock if editor.order().is_ok() => self.dialog = Some(Dialog::Lock),
            Command::LockNow => {
                self.dialog = None;
                let side = editor.side();
                let seat = table.seen.seat_of(side).map(|seat| seat.seat);
                if let (Ok(order), Some(seat)) = (editor.order(), seat) {
                    table.sent = true;
                    return vec![Effect::Send(Action::Propose(seat, vec![order]))];
                }
            }
            _ => {}
        }
        Vec::new()
    }

    fn update_deeds(&mut self, command: Command) -> Vec<Effect> {
        let asks = self.settings.confirm_end;
        let Some(table) = self.table.as_mut() else {
            return Vec::new();
        };
        // the seat at this screen that speaks: the one to move, else the only one
        let seat = table.actor().map(|(seat, _)| seat).or_else(|| {
            let side = table.only_person()?;
            table.seen.seat_of(side).map(|seat| seat.seat)
        });
        match command {
            Command::EndTurn if asks && table.open_draft().is_some() => {
                self.dialog = Some(Dialog::EndTurn)
            }
            Command::EndTurn | Command::EndTurnNow => {
                self.dialog = None;
                if let (Some(seat), Some(draft)) = (seat, table.open_draft()) {
                    let turn = draft.turn();
                    table.sent = true;
                    table.put_down();
                    return vec![Effect::Send(Action::Propose(seat, turn))];
                }
            }
            Command::Resign => self.dialog = Some(Dialog::Resign),
            Command::OfferDraw => self.dialog = Some(Dialog::OfferDraw),
            Command::ResignNow => {
                self.dialog = None;
                return seat
                    .map(|seat| Effect::Send(Action::Resign(seat)))
                    .into_iter()
                    .collect();
            }
            Command::OfferDrawNow => {
                self.dialog = None;
                return seat
                    .map(|seat| Effect::Send(Action::OfferDraw(seat)))
                    .into_iter()
                    .collect();
            }
            Command::AnswerDraw(yes) => {
                let offer = table.seen.draw_offer;
                let other = table
                    .seen
                    .seats
                    .iter()
                    .find(|seat| offer.is_some_and(|offer| offer != seat.seat));
                let mine = other.filter(|seat| seat.mine).map(|seat| seat.seat);
                return mine
                    .map(|seat| Effect::Send(Action::AnswerDraw(seat, yes)))
                    .into_iter()
                    .collect();
            }
            Command::ChatLine(line) => table.chat = line,
            Command::Say => {
                let line = std::mem::take(&mut table.chat).trim().to_owned();
                if !line.is_empty() {
                    return vec![Effect::Send(Action::Chat(line))];
                }
            }
            _ => {}
        }
        Vec::new()
    }

    fn update_board(&mut self, command: Command) {
        let Some(table) = self.shown_mut() else {
            return;
        };
        if table.curtain.is_some() {
            return;
        }
        let sent = table.sent;
        if let Some(editor) = table.editor.as_mut().filter(|_| !sent) {
            match command {
                Command::Click(cell) => return editor.click(cell),
                Command::Drag(from, to) => return editor.shift(from, to),
                Command::Undo => return editor.undo(),
                Command::Redo => return editor.redo(),
                Command::Deselect => return editor.picked = None,
                _ => {}
            }
        }
        match command {
            Command::Click(cell) => table.click(cell),
            Command::Drag(from, to) => table.drag(from, to),
            Command::Cursor(cell) => table.cursor = Some(cell),
            Command::Deselect => {
                table.put_down();
                table.cursor = None;
            }
            Command::PickEntry(kind) => table.pick_entry(kind),
            Command::Enter(kind, cell) => table.enter(kind, cell),
            Command::EnterAll => table.enter_all(),
            Command::Undo => table.change_draft(super::draft::Draft::undo),
            Command::Redo => table.change_draft(super::draft::Draft::redo),
            Command::BackTo(count) => table.change_draft(|draft| draft.back_to(count)),
            Command::Look(spot) => table.look(spot),
            Command::Step(forward) => table.step(forward),
            Command::StepTurn(forward) => table.step_turn(forward),
            Command::PlayedBack => table.to_play_back = None,
            Command::Flip => table.flipped = !table.flipped,
            Command::Threats(on) => table.threats = on,
            Command::Ranges(on) => table.ranges = on,
            _ => {}
        }
    }
}

/// Whether a command leads on from what was told: it must not hide what is told next.
const fn ends_notice(command: &Command) -> bool {
    matches!(
        command,
        Command::Go(_)
            | Command::Back
            | Command::Opened { .. }
            | Command::LeaveNow
            | Command::Click(_)
            | Command::Drag(..)
            | Command::PickEntry(_)
            | Command::Undo
            | Command::Redo
            | Command::BackTo(_)
            | Command::EndTurnNow
            | Command::Look(_)
            | Command::Step(_)
            | Command::StepTurn(_)
    )
}

fn effect(wish: Wish) -> Effect {
    match wish {
        Wish::Think(question) => Effect::Think(question),
        Wish::RefuseDraw(seat) => Effect::Send(Action::AnswerDraw(seat, false)),
        Wish::Notice => Effect::Attention,
    }
}
