//! Commands on the record: comments, files, try-outs.

use std::path::PathBuf;

use kit::model::meaning::trouble;

use crate::model::comments::Comments;
use crate::model::export::ExportForm;
use crate::model::{Dialog, Effect, Model, Page, RecordCommand};

impl Model {
    pub(super) fn update_record(&mut self, command: RecordCommand) -> Vec<Effect> {
        match command {
            RecordCommand::Comment(step, text) => {
                // a try-out is in no file, and a comment on it would be lost with it
                let is_kept = self.file_shown().is_some();
                if let Some(table) = self.shown_mut().filter(|_| is_kept) {
                    // each match of a line keeps the comments on its own turns
                    let place = table.seen.place_of(step);
                    let place = place.map(|(file, own)| (file.to_owned(), own));
                    if let Some((file, own)) = place {
                        table.comments.set(step, &text);
                        return vec![Effect::KeepComment(file, own, text)];
                    }
                }
            }
            RecordCommand::Export => {
                let file = self.file_shown();
                if let Some((table, file)) = self.shown().zip(file) {
                    let steps = table.seen.record().len();
                    self.forms.export =
                        Some(ExportForm::new(&file, steps, table.spot(), table.bottom()));
                    self.over.dialog = Some(Dialog::Export);
                }
            }
            RecordCommand::ExportForm(form) => {
                self.forms.export = Some(form.changed(self.forms.export.as_ref()));
            }
            RecordCommand::ChooseExport => {
                let path = self
                    .forms
                    .export
                    .as_ref()
                    .map(|form| PathBuf::from(&form.path));
                return path.map(Effect::ChooseExport).into_iter().collect();
            }
            RecordCommand::ExportNow => {
                let form = self.forms.export.take();
                self.over.dialog = None;
                if let (Some(form), Some(table)) = (form, self.shown()) {
                    let (seen, comments) = (table.seen.clone(), table.comments.clone());
                    return vec![Effect::Export(seen, comments, form)];
                }
            }
            RecordCommand::TryOut => self.begin_try_out(),
        }
        Vec::new()
    }

    /// The match file of the match shown; a try-out has none.
    pub(crate) fn file_shown(&self) -> Option<PathBuf> {
        match self.page {
            Page::Replay => self.replay.as_ref().map(|(file, _)| file.clone()),
            Page::Table => self.table.as_ref().map(|table| table.seen.file.clone()),
            _ => None,
        }
    }

    fn begin_try_out(&mut self) {
        // matches are counted up from 1, so that none has a number this high
        let number = u64::MAX - self.revision;
        let Some(table) = self.shown().filter(|table| table.secrets.curtain.is_none()) else {
            return;
        };
        match table.try_out(number) {
            Some(table) => {
                // from a try-out of a try-out Back leads to the match, not to the try-out that this one replaces
                if self.page != Page::TryOut {
                    self.from.try_out = self.page;
                }
                self.try_out = Some(table);
                self.page = Page::TryOut;
            }
            None => {
                self.over.notice = Some(trouble(
                    "nothing can be tried out from this board: no side is to give orders",
                    "go back in the record to a turn",
                ));
            }
        }
    }

    /// Takes the comments read for a match file that is still open, also for an earlier match of the line that is
    /// replayed.
    pub(super) fn hear_comments(&mut self, file: &std::path::Path, comments: &Comments) {
        let replayed = self.replay.as_mut().map(|(_, table)| table);
        for table in replayed.into_iter().chain(&mut self.table) {
            let seen = &table.seen;
            table.comments.take(comments, |own| seen.step_at(file, own));
        }
    }
}
