//! Opening and leaving matches and match files.

use net::Invitation;
use protocol::Stage;

use crate::shell::model::forms::Setting;
use crate::shell::model::library::with_set_up;
use crate::shell::model::{Dialog, Effect, LibraryCommand, Model, Opening, Outreach, Page};

impl Model {
    pub(super) fn update_library(&mut self, command: LibraryCommand) -> Vec<Effect> {
        let effect = match command {
            LibraryCommand::StartLocal => self.start_local(),
            LibraryCommand::Rematch => {
                let Some(mut form) = self.rematch.take() else {
                    return Vec::new();
                };
                let scenario = self.library.get(form.setting.scenario);
                let after = |side| scenario.and_then(|scenario| scenario.sides().after(side));
                form.side = form.side.and_then(after);
                self.local = form;
                self.start_local()
            }
            LibraryCommand::StartHost => self.start_host(),
            LibraryCommand::StartJoin => {
                self.trouble = None;
                if let Some(code) = self.code_of_table() {
                    self.code.clear();
                    self.page = Page::Table;
                    return vec![Effect::Send(net::Command::Reach(code.into()))];
                }
                Some(Effect::Join {
                    table: self.begin(),
                    code: self.code.trim().to_owned(),
                    name: self.name(),
                })
            }
            LibraryCommand::SetAside => {
                self.table = None;
                self.page = Page::Start;
                return vec![Effect::SetAside, Effect::List];
            }
            LibraryCommand::WithdrawOpen => {
                let mut effects = vec![Effect::Send(net::Command::Withdraw)];
                effects.extend(self.update_library(LibraryCommand::LeaveNow));
                return effects;
            }
            LibraryCommand::Withdraw(game) => Some(Effect::Withdraw(game)),
            LibraryCommand::TakeUp(game) => Some(Effect::TakeUp {
                table: self.begin(),
                game,
            }),
            LibraryCommand::Ask(found) => {
                self.trouble = None;
                self.asking = Some(found.host.clone());
                Some(Effect::Ask {
                    table: self.begin(),
                    found,
                    name: self.name(),
                })
            }
            LibraryCommand::StopAsking => return self.take_question_back(),
            LibraryCommand::Resume(file) => Some(Effect::Resume {
                table: self.begin(),
                file,
            }),
            LibraryCommand::Open(file) => Some(Effect::Read(file)),
            LibraryCommand::Judge(file) => Some(Effect::Judge(file)),
            LibraryCommand::Choose => Some(Effect::Choose),
            LibraryCommand::Delete(file) => {
                self.to_delete = Some(file);
                self.dialog = Some(Dialog::Delete);
                None
            }
            LibraryCommand::DeleteNow => {
                self.dialog = None;
                self.to_delete.take().map(Effect::Delete)
            }
            LibraryCommand::Leave if self.is_inviting() => {
                return self.update_library(LibraryCommand::SetAside);
            }
            LibraryCommand::Leave if self.has_unfinished() => {
                self.dialog = Some(Dialog::Leave);
                None
            }
            LibraryCommand::Leave | LibraryCommand::LeaveNow => {
                let table = self.table.take();
                let waited = table.is_some_and(|table| table.seen.stage == Stage::Greeting);
                self.dialog = None;
                self.opening = false;
                self.page = if waited { Page::Host } else { Page::Start };
                return vec![Effect::Leave, Effect::List];
            }
        };
        effect.into_iter().collect()
    }

    /// True while the guest of the match on the table is waited for.
    fn is_inviting(&self) -> bool {
        let table = self.table.as_ref();
        table.is_some_and(|table| {
            table.seen.invitation.is_some() && table.seen.stage == Stage::Greeting
        })
    }

    /// The entered code, where it is one of the match on the table whose other player has a new address.
    fn code_of_table(&self) -> Option<Invitation> {
        let code: Invitation = self.code.parse().ok()?;
        let own = self.table.as_ref()?.seen.way_back.as_ref()?;
        (code.game == own.game && code.host != own.host).then_some(code)
    }

    fn start_local(&mut self) -> Option<Effect> {
        let form = self.local.clone();
        let opening = self.opening(&form.setting);
        self.rematch = Some(form.clone());
        Some(Effect::Local(opening?, form))
    }

    fn start_host(&mut self) -> Option<Effect> {
        let form = self.host.clone();
        self.rematch = None;
        match form.outside() {
            Ok(outside) => {
                let opening = self.opening(&form.setting)?;
                let outreach = Outreach {
                    outside,
                    lan: form.lan,
                    mapping: form.mapping,
                };
                Some(Effect::Host(opening, form.side, outreach))
            }
            Err(trouble) => {
                self.trouble = Some(trouble);
                None
            }
        }
    }

    /// The number of a match that others begin or have begun.
    fn begin(&mut self) -> u64 {
        self.rematch = None;
        self.opened += 1;
        self.opening = true;
        self.opened
    }

    fn opening(&mut self, setting: &Setting) -> Option<Box<Opening>> {
        let scenario = match with_set_up(self.library.get(setting.scenario)?, &setting.set_up) {
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
}
