//! The desktop's dialogs for choosing files. None of them holds up a frame.

use std::path::PathBuf;

use kit::model::meaning::trouble;

use super::{Arrival, Outside, letters};
use crate::model::target::Target;
use crate::model::{Command, LibraryCommand, News, ShellCommand};

impl Outside {
    /// Has a letter of the open match written or read, and reports what failed.
    pub(super) fn with_letter<F>(&self, act: fn(net::MatchHandle) -> F)
    where
        F: Future<Output = Result<(), reach::Trouble>> + Send + 'static,
    {
        let Some(open) = &self.open else {
            return;
        };
        let (sender, wake) = (self.sender.clone(), self.wake.clone());
        // a handle of its own: the user may leave the match while the dialog is open
        let act = act(open.handle.clone());
        match reach::runtime() {
            Ok(runtime) => {
                runtime.spawn(async move {
                    if let Err(trouble) = act.await {
                        let _ = sender.send(Arrival::Tell(Box::new(News::Failed(trouble).into())));
                        wake();
                    }
                });
            }
            Err(error) => self.tell(News::Failed(trouble(
                format!("no file can be chosen: {error}"),
                "use `warlord export` and `warlord import` instead",
            ))),
        }
    }

    /// Puts a letter from a chosen file into the field for pasted ones.
    pub(super) fn choose_letter(&self) {
        let (sender, wake) = (self.sender.clone(), self.wake.clone());
        match reach::runtime() {
            Ok(runtime) => {
                runtime.spawn(async move {
                    let command: Command = match letters::choose().await {
                        // the dialog was closed without a choice, which is no failure
                        Ok(None) => return,
                        Ok(Some(letter)) => {
                            ShellCommand::Code(home::letter_to_text(&letter)).into()
                        }
                        Err(trouble) => News::Failed(trouble).into(),
                    };
                    let _ = sender.send(Arrival::Tell(Box::new(command)));
                    wake();
                });
            }
            Err(error) => self.tell(News::Failed(trouble(
                format!("no file can be chosen: {error}"),
                "paste the letter as text",
            ))),
        }
    }

    pub(super) fn choose(&self) {
        let dialog = rfd::AsyncFileDialog::new()
            .set_title("Open a match file or a scenario file")
            .add_filter("Matches and scenarios", &["fpm", "toml"])
            .set_directory(self.home.matches_folder())
            .pick_file();
        let chosen = async { dialog.await.map(|file| file.path().to_owned()) };
        self.ask_desktop(chosen, |file| {
            LibraryCommand::OpenTarget(Target::file(file)).into()
        });
    }

    /// Waits for the file that the user chooses in a dialog of the desktop.
    pub(super) fn ask_desktop(
        &self,
        chosen: impl Future<Output = Option<PathBuf>> + Send + 'static,
        tell: fn(PathBuf) -> Command,
    ) {
        let (sender, wake) = (self.sender.clone(), self.wake.clone());
        match reach::runtime() {
            Ok(runtime) => {
                runtime.spawn(async move {
                    if let Some(file) = chosen.await {
                        let _ = sender.send(Arrival::Tell(Box::new(tell(file))));
                        wake();
                    }
                });
            }
            Err(error) => self.tell(News::Failed(trouble(
                format!("no file can be chosen: {error}"),
                "type its path, or drop the file on the window",
            ))),
        }
    }
}
