//! The page for changing a fixed set-up.

use families::SetUp;
use kit::model::scenarios::Findings;

use crate::model::forms::Setting;
use crate::model::{BoardCommand, Dialog, Effect, Model, Page, SetUpCommand};

impl Model {
    pub(super) fn update_set_up(&mut self, command: SetUpCommand) -> Vec<Effect> {
        match command {
            SetUpCommand::Edit => self.open_set_up(),
            SetUpCommand::Use => self.use_set_up(),
            SetUpCommand::Drop => self.close_set_up(),
            SetUpCommand::Change(change) => {
                if let Some(editor) = &mut self.forms.set_up {
                    self.over.notice = None;
                    editor.update(change);
                }
            }
        }
        self.check_set_up()
    }

    pub(super) fn touch_set_up(&mut self, command: BoardCommand) -> Vec<Effect> {
        if let Some(editor) = &mut self.forms.set_up {
            self.over.notice = None;
            // what the editor has no use for is left alone, but Esc with nothing in the hand leaves the page
            if !editor.touch(command) && command == BoardCommand::Deselect {
                self.leave_set_up();
            }
        }
        self.check_set_up()
    }

    pub(super) fn hear_check(&mut self, number: u64, findings: Findings) -> Vec<Effect> {
        if let Some(editor) = &mut self.forms.set_up {
            editor.hear(number, findings);
        }
        self.check_set_up()
    }

    /// Has the set-up checked as it is now, unless that is done or under way.
    fn check_set_up(&mut self) -> Vec<Effect> {
        let number = self.revision;
        let Some(editor) = &mut self.forms.set_up else {
            return Vec::new();
        };
        let fen = editor.next_check(number);
        fen.map(|fen| Effect::Check(number, editor.scenario().clone(), fen))
            .into_iter()
            .collect()
    }

    /// The setting of the form on a page.
    fn setting(&mut self, page: Page) -> Option<&mut Setting> {
        match page {
            Page::Local => Some(&mut self.forms.local.setting),
            Page::Host => Some(&mut self.forms.host.setting),
            _ => None,
        }
    }

    fn open_set_up(&mut self) {
        // the revision tells one opening of the page from another: a check that ends late is not taken for the new
        // editor's
        let (from, number) = (self.page, self.revision);
        let Some(setting) = self.setting(from).cloned() else {
            return;
        };
        let scenario = self.library.scenarios.get(setting.scenario);
        self.forms.set_up =
            scenario.and_then(|scenario| SetUp::new(scenario, &setting.set_up, number));
        if self.forms.set_up.is_some() {
            self.from.set_up = from;
            self.page = Page::SetUp;
            self.opening.trouble = None;
        }
    }

    fn use_set_up(&mut self) {
        self.over.dialog = None;
        let from = self.from.set_up;
        if let Some(fen) = self.forms.set_up.as_mut().and_then(SetUp::field) {
            if let Some(setting) = self.setting(from) {
                setting.set_up = fen;
            }
            self.close_set_up();
        }
    }

    /// Leaves the page; asks first if something was changed.
    pub(super) fn leave_set_up(&mut self) {
        if self.forms.set_up.as_ref().is_some_and(SetUp::is_changed) {
            self.over.dialog = Some(Dialog::SetUp);
        } else {
            self.close_set_up();
        }
    }

    /// Asks about the changes of a set-up that closing the window would lose; false if there are none.
    pub(crate) fn asks_before_closing(&mut self) -> bool {
        let would_lose = self.forms.set_up.as_ref().is_some_and(SetUp::is_changed);
        if would_lose {
            // the editor may lie below another page, such as the help
            self.page = Page::SetUp;
            self.over.dialog = Some(Dialog::SetUp);
        }
        would_lose
    }

    fn close_set_up(&mut self) {
        self.over.dialog = None;
        if self.forms.set_up.take().is_some() {
            self.page = self.from.set_up;
        }
    }
}
