//! Commands to the editor of a fixed set-up.

use std::sync::Arc;

use crate::model::forms::Setting;
use crate::model::set_up_editor::{Hand, SetUpEditor};
use crate::model::{Command, Dialog, Effect, Model, Page};

impl Model {
    pub(super) fn update_set_up(&mut self, command: Command) -> Vec<Effect> {
        match command {
            Command::EditSetUp => self.open_set_up(),
            Command::UseSetUp => self.use_set_up(),
            Command::DropSetUp => self.close_set_up(),
            command => self.change_set_up(command),
        }
        let Some(editor) = &mut self.set_up else {
            return Vec::new();
        };
        let number = self.revision;
        let fen = editor.next_check(number);
        fen.map(|fen| Effect::Check(number, editor.choice.clone(), fen))
            .into_iter()
            .collect()
    }

    fn change_set_up(&mut self, command: Command) {
        let Some(editor) = &mut self.set_up else {
            return;
        };
        if !matches!(command, Command::Checked(..)) {
            self.notice = None;
        }
        match command {
            Command::Click(cell) => editor.click(cell),
            Command::Drag(from, to) => editor.put(Hand::Placed(from), to),
            Command::PickUnit(unit) => editor.pick(unit),
            Command::PlaceUnit(unit, cell) => editor.put(Hand::New(unit), cell),
            Command::Remove(cell) => editor.remove(cell),
            Command::Cursor(cell) => editor.cursor = Some(cell),
            Command::Deselect if editor.hand.take().is_none() => self.leave_set_up(),
            Command::Undo => editor.undo(),
            Command::Redo => editor.redo(),
            Command::Clear => editor.clear(),
            Command::KeepAlike(alike) => editor.keep_alike(alike),
            Command::OwnSetUp => editor.take_own(),
            Command::PasteSetUp(text) => editor.paste(&text),
            Command::Checked(number, findings) => editor.hear(number, findings),
            _ => {}
        }
    }

    /// The setting of the form on a page.
    fn setting(&mut self, page: Page) -> Option<&mut Setting> {
        match page {
            Page::Local => Some(&mut self.local.setting),
            Page::Host => Some(&mut self.host.setting),
            _ => None,
        }
    }

    fn open_set_up(&mut self) {
        let (from, number) = (self.page, self.revision);
        let Some(setting) = self.setting(from).cloned() else {
            return;
        };
        let choice = self.choices.get(setting.scenario).cloned().map(Arc::new);
        self.set_up =
            choice.and_then(|choice| SetUpEditor::new(choice, &setting.set_up, from, number));
        if self.set_up.is_some() {
            self.page = Page::SetUp;
            self.trouble = None;
        }
    }

    fn use_set_up(&mut self) {
        self.dialog = None;
        let Some(editor) = &mut self.set_up else {
            return;
        };
        match editor.field() {
            Ok(fen) => {
                let from = editor.from;
                if let Some(setting) = self.setting(from) {
                    setting.set_up = fen;
                }
                self.close_set_up();
            }
            Err(trouble) => editor.refused = Some(trouble),
        }
    }

    /// Leaves the page, after a question where something was changed.
    pub(super) fn leave_set_up(&mut self) {
        if self.set_up.as_ref().is_some_and(SetUpEditor::is_changed) {
            self.dialog = Some(Dialog::SetUp);
        } else {
            self.close_set_up();
        }
    }

    fn close_set_up(&mut self) {
        self.dialog = None;
        if let Some(editor) = self.set_up.take() {
            self.page = editor.from;
        }
    }
}
