//! Opening and leaving matches and match files.

use std::path::PathBuf;

use home::Invitation;
use net::{LineState, Snapshot};
use protocol::Stage;
use protocol::manifest::Terms;
use reach::Address;
use scenario::Scenario;

use crate::shell::model::forms::Setting;
use crate::shell::model::library::with_set_up;
use crate::shell::model::meaning::trouble;
use crate::shell::model::table::Table;
use crate::shell::model::target::Target;
use crate::shell::model::{Dialog, Effect, LibraryCommand, Model, Opening, Outreach, Page};

impl Model {
    pub(super) fn update_library(&mut self, command: LibraryCommand) -> Vec<Effect> {
        let effect = match command {
            LibraryCommand::StartLocal => self.start_local(),
            LibraryCommand::Rematch if self.table.as_ref().is_some_and(Table::talks_on) => {
                self.offer_rematch()
            }
            LibraryCommand::TakeRematch => self.take_rematch(),
            LibraryCommand::Rematch if self.is_with_peer() => {
                let seen = self.table.as_ref().map(|table| table.seen.clone());
                let effects = self.update_library(LibraryCommand::LeaveNow);
                if let Some(seen) = seen {
                    self.offer_again(&seen, true);
                }
                return effects;
            }
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
                if let Some(known) = self.known_code() {
                    return known;
                }
                if home::holds_letter(&self.code) {
                    return self.open_letter().into_iter().collect();
                }
                if let Some(code) = self.answer_to_waiting() {
                    let take_up = Effect::TakeUp {
                        table: self.begin(),
                        game: code.game,
                    };
                    return vec![take_up, Effect::Send(net::Command::Reach(code.into()))];
                }
                let Some(services) = self.services() else {
                    return Vec::new();
                };
                Some(Effect::Join {
                    table: self.begin(),
                    code: self.code.trim().to_owned(),
                    name: self.name(),
                    services,
                })
            }
            LibraryCommand::ChooseLetter => Some(Effect::ChooseLetter),
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
                asks: None,
            }),
            LibraryCommand::Open(file) => Some(Effect::Read(file)),
            LibraryCommand::Judge(file) => Some(Effect::Judge(file)),
            LibraryCommand::Choose => Some(Effect::Choose),
            LibraryCommand::OpenTarget(target) => return self.open_target(target),
            LibraryCommand::DeleteEmpty => {
                let empty = self.saved.iter().filter(|game| game.is_empty());
                let files = empty.map(|game| Effect::Delete(game.file.clone()));
                return files.collect();
            }
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
            LibraryCommand::Leave if self.has_unfinished() && !self.is_untouched() => {
                self.dialog = Some(Dialog::Leave);
                None
            }
            LibraryCommand::Leave | LibraryCommand::LeaveNow => {
                let is_untouched = self.is_untouched();
                let seen = self.table.take().map(|table| table.seen);
                let waited = seen.as_ref().is_some_and(|seen| {
                    seen.stage == Stage::Greeting && seen.line != LineState::Mail
                });
                self.dialog = None;
                self.opening = false;
                self.invited_again = None;
                self.page = if waited { Page::Host } else { Page::Start };
                let last = match seen.filter(|_| is_untouched) {
                    Some(seen) => Effect::Discard(seen.file.clone()),
                    None => Effect::List,
                };
                return vec![Effect::Leave, last];
            }
        };
        effect.into_iter().collect()
    }

    /// True for a match of this machine in which nothing happened: nobody misses such a match.
    fn is_untouched(&self) -> bool {
        self.table.as_ref().is_some_and(|table| {
            let history = table.seen.played.history.as_ref();
            table.seen.line == LineState::Local
                && table.seen.deciding.sealed.is_empty()
                && history.is_some_and(|history| history.steps().is_empty())
        })
    }

    /// Opens a match file or a scenario file, or shows an invitation to be taken.
    fn open_target(&mut self, target: Target) -> Vec<Effect> {
        match target {
            Target::Match(file) => vec![Effect::Read(file)],
            Target::Scenario(file) => vec![Effect::ReadScenario(file)],
            Target::Invitation(code) => {
                self.page = Page::Join;
                self.dialog = None;
                self.code = code;
                self.trouble = None;
                Vec::new()
            }
        }
    }

    /// Puts a scenario of the user beside those of the program, and on the form.
    pub(super) fn hear_scenario(&mut self, file: PathBuf, scenario: Scenario) -> Vec<Effect> {
        let same = |known: &Scenario| known.text() == scenario.text();
        let known = self.library.iter().position(same);
        let number = known.unwrap_or_else(|| {
            self.library.push(scenario);
            self.library.len() - 1
        });
        self.local.setting = Setting {
            scenario: number,
            ..Setting::default()
        };
        self.host.setting = self.local.setting.clone();
        if self.page != Page::Host {
            self.page = Page::Local;
        }
        if self.settings.scenarios.contains(&file) || number < self.built_in {
            return Vec::new();
        }
        self.settings.scenarios.push(file);
        vec![Effect::Save(self.settings.clone())]
    }

    /// Refuses the host's offer, and leaves its page.
    pub(super) fn decline(&mut self) -> Vec<Effect> {
        let mut effects = vec![Effect::Send(net::Command::Decline)];
        effects.extend(self.update_library(LibraryCommand::LeaveNow));
        effects
    }

    /// Refuses the host's offer, and puts the game offered on the own form, to be changed and offered in return.
    pub(super) fn counter_offer(&mut self) -> Vec<Effect> {
        let seen = self.table.as_ref().map(|table| table.seen.clone());
        let effects = self.decline();
        if let Some(seen) = seen {
            self.offer_again(&seen, false);
        }
        effects
    }

    /// Puts the game of a match on the form for inviting; for a rematch with the sides changed.
    pub(super) fn offer_again(&mut self, seen: &Snapshot, is_rematch: bool) {
        let Some(scenario) = &seen.contract.scenario else {
            return;
        };
        let same = |known: &Scenario| known.text() == scenario.text();
        let known = self.library.iter().position(same);
        let number = known.unwrap_or_else(|| {
            self.library.push(scenario.clone());
            self.library.len() - 1
        });
        let mine = seen
            .contract
            .seats
            .iter()
            .find(|seat| seat.mine)
            .map(|seat| seat.side);
        let after = |side| scenario.sides().after(side);
        self.host.setting = Setting {
            scenario: number,
            options: seen.contract.options.clone(),
            set_up: String::new(),
        };
        self.host.side = match is_rematch {
            true => mine.and_then(after),
            false => mine,
        };
        self.page = Page::Host;
    }

    /// True while the guest of the match on the table is waited for.
    fn is_inviting(&self) -> bool {
        let table = self.table.as_ref();
        table.is_some_and(|table| {
            table.seen.meeting.invitation.is_some() && table.seen.stage == Stage::Greeting
        })
    }

    /// Opens the match of the entered code where the match is on the table or the code is one's own.
    fn known_code(&mut self) -> Option<Vec<Effect>> {
        let code: Invitation = self.code.parse().ok()?;
        let seen = self.table.as_ref().map(|table| &table.seen);
        let own = seen.and_then(|seen| {
            seen.meeting
                .way_back
                .as_ref()
                .or(seen.meeting.invitation.as_ref())
        });
        let game = seen.and_then(|seen| seen.meeting.game);
        if game.or(own.map(|own| own.game)) == Some(code.game) {
            let is_theirs = own.is_some_and(|own| own.host != code.host);
            self.code.clear();
            self.page = Page::Table;
            self.notice = Some(trouble("you are in that match.", ""));
            // the other player may have a new address, or the code is the guest's answer
            let reach = is_theirs.then(|| Effect::Send(net::Command::Reach(code.into())));
            return Some(reach.into_iter().collect());
        }
        let text = code.code();
        let is_own = self.waiting.iter().any(|one| one.code == text);
        is_own.then(|| self.update_library(LibraryCommand::TakeUp(code.game)))
    }

    /// Opens the match that the pasted letter is for.
    fn open_letter(&mut self) -> Option<Effect> {
        match home::letter_from(self.code.as_bytes()) {
            Ok(letter) => Some(Effect::OpenLetter {
                table: self.begin(),
                letter,
                name: self.name(),
            }),
            Err(error) => {
                self.trouble = Some(trouble(&error, error.advice()));
                None
            }
        }
    }

    /// The entered code, where it is the answer to an invitation that was set aside.
    fn answer_to_waiting(&self) -> Option<Invitation> {
        let code: Invitation = self.code.parse().ok()?;
        let mut waiting = self.waiting.iter();
        let is_own = waiting.any(|one| one.game == code.game && one.code != code.code());
        is_own.then_some(code)
    }

    fn start_local(&mut self) -> Option<Effect> {
        let form = self.local.clone();
        let opening = self.opening(&form.setting, Terms::default(), true);
        self.rematch = Some(form.clone());
        Some(Effect::Local(opening?, form))
    }

    fn start_host(&mut self) -> Option<Effect> {
        let form = self.host.clone();
        self.rematch = None;
        let named = form.outside();
        match named.and_then(|outside| Ok((outside, self.settings.services()?))) {
            Ok((outside, services)) => {
                let opening = self.opening(&form.setting, form.terms, form.takeback)?;
                if form.by_mail {
                    return Some(Effect::HostByMail(opening, form.side));
                }
                let outreach = Outreach {
                    outside,
                    seen_at: None,
                    lan: form.lan,
                    mapping: form.mapping,
                    services,
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
    pub(super) fn begin(&mut self) -> u64 {
        self.rematch = None;
        self.invited_again = None;
        self.taken_again = None;
        self.opened += 1;
        self.opening = true;
        self.opened
    }

    fn opening(&mut self, setting: &Setting, terms: Terms, takeback: bool) -> Option<Box<Opening>> {
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
            terms,
            max_turns: None,
            name: self.name(),
            takeback,
        }))
    }

    /// The services that may be asked for the outside address; a list that cannot be read is complained of.
    pub(super) fn services(&mut self) -> Option<Vec<Address>> {
        let services = self.settings.services();
        services
            .map_err(|trouble| self.trouble = Some(trouble))
            .ok()
    }

    pub(super) fn name(&self) -> String {
        let name = self.settings.name.trim();
        if name.is_empty() { "Player" } else { name }.to_owned()
    }
}
