//! A player's deeds on a board: the unfinished turn, a choice made in secret, and the look at the record.

use families::Ending;
use kit::model::kept::KeptSetUp;
use kit::model::meaning::{OtherEnd, trouble};
use kit::model::scene::Sketch;
use protocol::Seat;
use rules::{AnyOrder, Draft};

use super::super::table::Table;
use super::super::{
    BoardCommand, Dialog, DraftCommand, Effect, HandCommand, Model, Page, ReplayCommand,
    SecretCommand,
};

impl Model {
    pub(super) fn update_draft(&mut self, command: DraftCommand) -> Vec<Effect> {
        let asks = self.settings.confirm_end;
        match command {
            DraftCommand::Typed(text) => {
                self.over.typed = None;
                let table = self.shown_mut();
                if let Some(Err(error)) = table.map(|table| table.type_orders(&text)) {
                    let advice = format!("write {}", error.expected);
                    self.over.notice = Some(trouble(&error, advice));
                    return Vec::new();
                }
                return self.send_answer();
            }
            DraftCommand::BackTo(count) => {
                if let Some(table) = self.shown_mut() {
                    table.change_draft(|draft| draft.back_to(count));
                }
            }
            DraftCommand::Hint => return self.hint(),
            DraftCommand::WhyNot => self.explain(Table::ask_why),
            DraftCommand::WhyPair(from, to) => {
                self.over.typed = None;
                self.explain(|table| table.answer_why(from, to));
            }
            DraftCommand::EndTurn | DraftCommand::EndTurnNow => {
                // read before the table is borrowed; a try-out or a lesson asks nothing, as nothing in it is final
                let page = self.page;
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
                // a turn without orders is asked about even if the user wants no questions
                let is_pass = table.turn.draft.as_ref().is_some_and(families::is_pass);
                let is_final = !matches!(page, Page::TryOut | Page::Lesson);
                if is_final && (asks || is_pass) && matches!(command, DraftCommand::EndTurn) {
                    self.over.dialog = Some(Dialog::EndTurn);
                    return Vec::new();
                }
                return self.propose(seat, orders);
            }
            DraftCommand::EndWith(order) => return self.end_with(|end| end.order == order, false),
            DraftCommand::EndForAllNow => return self.end_with(|end| end.is_for_all, true),
        }
        Vec::new()
    }

    /// Closes a part of the turn by one of the other orders that do so; whoever ends the turn for all is asked first.
    fn end_with(
        &mut self,
        is_it: impl Fn(&OtherEnd<AnyOrder>) -> bool,
        is_agreed: bool,
    ) -> Vec<Effect> {
        let is_final = !matches!(self.page, Page::TryOut | Page::Lesson);
        let Some(table) = self.shown_mut() else {
            return Vec::new();
        };
        let Some((seat, draft)) = table.speaker().zip(table.open_draft()) else {
            return Vec::new();
        };
        let Some(end) = families::other_ends(draft).into_iter().find(is_it) else {
            return Vec::new();
        };
        if end.is_for_all && is_final && !is_agreed {
            self.over.dialog = Some(Dialog::EndForAll);
            return Vec::new();
        }
        let orders = draft.orders().cloned().chain([end.order]).collect();
        self.propose(seat, orders)
    }

    /// Sends the orders of a turn; in a try-out or a lesson they are carried out at once.
    fn propose(&mut self, seat: Seat, orders: Vec<AnyOrder>) -> Vec<Effect> {
        let page = self.page;
        self.over.dialog = None;
        if page == Page::Lesson {
            return self.play_lesson(seat, orders);
        }
        let Some(table) = self.shown_mut() else {
            return Vec::new();
        };
        if page == Page::TryOut {
            table.try_turn(seat, orders);
            return Vec::new();
        }
        table.turn.sent = true;
        table.put_down();
        vec![Effect::Send(net::Command::Propose { seat, orders })]
    }

    /// Has the table explain an order, as far as that is allowed there.
    fn explain(&mut self, explain: impl FnOnce(&mut Table)) {
        let is_alone = matches!(self.page, Page::TryOut | Page::Lesson);
        let Some(table) = self.shown_mut() else {
            return;
        };
        // as for hints: here and not in the window alone
        if !is_alone && !table.is_against_computer() {
            let what = "the program explains no orders in a match with another person";
            let advice = "try out from this board to ask";
            self.over.notice = Some(trouble(what, advice));
            return;
        }
        explain(table);
    }

    /// A hint for the turn on the board, as far as one is allowed there.
    fn hint(&mut self) -> Vec<Effect> {
        let is_tried = self.page == Page::TryOut;
        let Some(table) = self.shown_mut() else {
            return Vec::new();
        };
        // here and not in the window alone: no way leads to advice against a person
        if !is_tried && !table.is_against_computer() {
            let what = "there are no hints in a match with another person";
            let advice = "try out from this board to ask for one";
            self.over.notice = Some(trouble(what, advice));
            return Vec::new();
        }
        table.hint().map(super::effect).into_iter().collect()
    }

    pub(super) fn update_replay(&mut self, command: ReplayCommand) {
        // behind the curtain sits the wrong person: nothing of a secret choice may be shown or changed (threat 1)
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
            ReplayCommand::Read(what) => table.read(what),
        }
    }

    pub(super) fn update_secret(&mut self, command: SecretCommand) -> Vec<Effect> {
        // a choice that is on its way to the session can no longer be changed
        let is_lesson = self.page == Page::Lesson;
        let open = match is_lesson {
            true => self.lessons.open.as_mut().map(|open| &mut open.table),
            false => self.table.as_mut(),
        };
        let Some(table) = open.filter(|table| !table.turn.sent) else {
            return Vec::new();
        };
        // the only command that a closed curtain lets through
        if matches!(command, SecretCommand::LiftCurtain) {
            table.secrets.curtain = None;
        }
        // what is chosen round after round is sealed without a question
        let now = table.seen.played.position.as_deref();
        let asks = now.is_some_and(|now| families::secret_words(now).question.is_some());
        let seat = table.next_secret();
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
                // only a whole and legal set-up is kept, or it could not be taken up again
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
            SecretCommand::Lock if secret.order().is_some() && asks => {
                self.over.dialog = Some(Dialog::Lock);
            }
            SecretCommand::Lock | SecretCommand::LockNow => {
                self.over.dialog = None;
                // asked once more: the question was open for any length of time
                if let (Some(order), Some(seat)) = (secret.order(), seat) {
                    if is_lesson {
                        return self.open_in_lesson(order);
                    }
                    table.turn.sent = true;
                    let orders = vec![order];
                    return vec![Effect::Send(net::Command::Propose { seat, orders })];
                }
            }
        }
        Vec::new()
    }

    /// Sends an answer to a question of the rules as soon as it is given, by a button, a key, a click or as text.
    pub(super) fn send_answer(&mut self) -> Vec<Effect> {
        let table = self.shown();
        let sent = table.and_then(|table| {
            let draft = table.open_draft().filter(|it| families::is_answered(it))?;
            Some((table.speaker()?, draft.orders().cloned().collect()))
        });
        sent.map_or_else(Vec::new, |(seat, orders)| self.propose(seat, orders))
    }

    pub(super) fn update_board(&mut self, command: BoardCommand) {
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
            BoardCommand::Click(cell) => match table.board.why {
                Some(asked) => table.why_click(asked, cell),
                None => table.click(cell),
            },
            BoardCommand::Lift(cell) => table.lift(cell),
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
                table.end_pointers();
                table.board.cursor = None;
            }
            BoardCommand::Sketch(from, to) => table.board.sketch.draw(from, to),
            BoardCommand::Undo => table.change_draft(Draft::undo),
            BoardCommand::Redo => table.change_draft(Draft::redo),
            BoardCommand::Flip => table.turn_board(),
            BoardCommand::NextEnemyOrder => table.next_enemy_order(),
            BoardCommand::NextUnit => table.choose_next(false),
            BoardCommand::NextLeader => table.choose_next(true),
            BoardCommand::Pick(pick) => table.pick(pick),
            BoardCommand::NextPick => table.pick_next(),
        }
    }

    pub(super) fn update_hand(&mut self, command: HandCommand) {
        if let Some(table) = self
            .shown_mut()
            .filter(|table| table.secrets.curtain.is_none())
        {
            table.hand(command);
        }
    }
}
