//! Opening and leaving matches and match files.

use std::path::PathBuf;

use home::Invitation;
use kit::model::meaning::trouble;
use kit::model::scenarios::with_set_up;
use net::{LineState, Snapshot};
use protocol::Stage;
use protocol::manifest::Terms;
use reach::Address;
use rules::{AnyPosition, Rules as _};
use scenario::Scenario;

use crate::model::again::{Again, next_side};
use crate::model::forms::{Setting, offers_leaders, shared, unshared};
use crate::model::table::Table;
use crate::model::target::Target;
use crate::model::{Dialog, Effect, LibraryCommand, Model, Opening, Outreach, Page};

/// The name of a user who has given none.
const NAMELESS: &str = "Newcomer";

impl Model {
    pub(super) fn update_library(&mut self, command: LibraryCommand) -> Vec<Effect> {
        if let Some(asked) = self.ask_name(&command) {
            return asked;
        }
        if matches!(command, LibraryCommand::StartJoin)
            && let Some(there) = self.code_of_lobby()
        {
            return there;
        }
        if self.keeps_to_lobby(&command) {
            return Vec::new();
        }
        let effect = match command {
            LibraryCommand::StartLocal => self.start_local(),
            // the order of these two arms matters: over a line that stands the rematch is offered there, otherwise by a
            // new invitation
            LibraryCommand::Rematch if self.table.as_ref().is_some_and(Table::takes_rematch) => {
                self.offer_rematch()
            }
            LibraryCommand::TakeRematch => self.take_rematch(),
            LibraryCommand::Rematch if self.is_with_peer() => {
                let seen = self.table.as_ref().map(|table| table.seen.clone());
                // players who are still connected get the code of the new table over their connections
                let stays = self.table.as_ref().is_some_and(Table::talks_on);
                let effects = match stays {
                    true => Vec::new(),
                    false => self.update_library(LibraryCommand::LeaveNow),
                };
                if let Some(seen) = seen {
                    self.offer_again(&seen, true);
                }
                return effects;
            }
            LibraryCommand::Rematch => {
                let Some(mut form) = self.rematch.form.take() else {
                    return Vec::new();
                };
                let scenario = self.library.scenarios.get(form.setting.scenario);
                let start = scenario.and_then(|it| it.start(&form.setting.options).ok());
                if let Some(start) = start {
                    // with a side by lot there is nothing to change
                    form.side = form.side.map(|side| next_side(&start, side));
                    form.places.change_sides(|side| next_side(&start, side));
                }
                self.forms.local = form;
                self.start_local()
            }
            LibraryCommand::StartHost => self.start_host(),
            LibraryCommand::StartJoin => {
                self.opening.trouble = None;
                // first: a code of the match on the table, or of this user's own invitation, opens what is here already
                if let Some(known) = self.known_code() {
                    return known;
                }
                // letters and codes are pasted into the same field
                if home::holds_letter(&self.forms.code) {
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
                    code: self.forms.code.trim().to_owned(),
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
                self.opening.trouble = None;
                self.machine.lan.asking = Some(found.host.clone());
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
                let empty = self.files.saved.iter().filter(|game| game.is_empty());
                // only matches without a turn come this far; each is deleted by itself, so that one failure keeps no
                // other
                let files = empty.map(|game| Effect::Delete(game.file.clone()));
                return files.collect();
            }
            LibraryCommand::Delete(file) => {
                self.files.to_delete = Some(file);
                self.over.dialog = Some(Dialog::Delete);
                None
            }
            LibraryCommand::DeleteNow => {
                self.over.dialog = None;
                self.files.to_delete.take().map(Effect::Delete)
            }
            // the code may be with the guest already, who would find nobody
            LibraryCommand::Leave if self.is_inviting() => {
                return self.update_library(LibraryCommand::SetAside);
            }
            LibraryCommand::Leave if self.has_unfinished() && !self.is_untouched() => {
                self.over.dialog = Some(Dialog::Leave);
                None
            }
            LibraryCommand::Leave | LibraryCommand::LeaveNow => {
                // asked while the table is still there
                let is_untouched = self.is_untouched();
                let kept = self.keep_unfinished().filter(|_| !is_untouched);
                let seen = self.table.take().map(|table| table.seen);
                // a host who leaves before a guest came gets the form back as it was filled in
                let waited = seen.as_ref().is_some_and(|seen| {
                    seen.stage == Stage::Greeting && seen.line != LineState::Mail
                });
                self.over.dialog = None;
                self.opening.is_under_way = false;
                self.rematch.invited = None;
                self.page = if waited { Page::Host } else { Page::Start };
                let last = match seen.filter(|_| is_untouched) {
                    Some(seen) => Effect::Discard(seen.file.clone()),
                    None => Effect::List,
                };
                let effects = kept.into_iter().chain([Effect::Leave, last]);
                return effects.collect();
            }
        };
        effect.into_iter().collect()
    }

    /// Keeps what is half made in the open match, beside its file; also when the window closes.
    pub(crate) fn keep_unfinished(&self) -> Option<Effect> {
        let table = self.table.as_ref()?;
        let is_played = table.seen.stage == Stage::Playing && table.seen.played.outcome.is_none();
        is_played.then(|| Effect::KeepUnfinished(table.seen.file.clone(), table.unfinished()))
    }

    /// True for a match on this machine in which nothing has happened: nobody will miss it.
    fn is_untouched(&self) -> bool {
        self.table.as_ref().is_some_and(|table| {
            let history = table.seen.played.history.as_ref();
            table.seen.line == LineState::Local
                && table.unfinished().is_empty()
                && table.seen.deciding.sealed.is_empty()
                && history.is_some_and(|history| history.steps().is_empty())
        })
    }

    /// Opens a match file or a scenario file, or puts an invitation on the page of joining.
    fn open_target(&mut self, target: Target) -> Vec<Effect> {
        match target {
            Target::Match(file) => vec![Effect::Read(file)],
            Target::Scenario(file) => vec![Effect::ReadScenario(file)],
            Target::Invitation(code) => {
                self.page = Page::Join;
                self.over.dialog = None;
                self.forms.code = code;
                self.opening.trouble = None;
                Vec::new()
            }
        }
    }

    /// Adds a scenario of the user to those of the program, and chooses it on the forms.
    pub(super) fn hear_scenario(&mut self, file: PathBuf, scenario: Scenario) -> Vec<Effect> {
        // by its text and not by its name or path: a copy of the same scenario is the same game
        let number = self.number_of(&scenario);
        self.forms.local.setting = Setting {
            scenario: number,
            ..Setting::default()
        };
        // on both forms: the user may be about to play here or to invite
        self.forms.host.setting = self.forms.local.setting.clone();
        if self.page != Page::Host {
            self.page = Page::Local;
        }
        // a copy of a built-in scenario needs no place in the settings
        if self.settings.scenarios.contains(&file) || number < self.library.built_in {
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

    /// Declines the host's offer, and puts the game offered on this player's form, to be changed and offered in return.
    pub(super) fn counter_offer(&mut self) -> Vec<Effect> {
        let seen = self.table.as_ref().map(|table| table.seen.clone());
        let effects = self.decline();
        if let Some(seen) = seen {
            self.offer_again(&seen, false);
        }
        effects
    }

    /// Puts the game of a match on the form for inviting, with the sides swapped for a rematch.
    pub(super) fn offer_again(&mut self, seen: &Snapshot, is_rematch: bool) {
        let Some(scenario) = &seen.contract.scenario else {
            return;
        };
        let number = self.number_of(scenario);
        let mine = seen
            .contract
            .seats
            .iter()
            .find(|seat| seat.mine)
            .map(|seat| seat.side);
        let after = |side| scenario.sides().after(side);
        let form = &mut self.forms.host;
        let (options, by_leaders) = unshared(&seen.contract.options);
        let now = seen.played.position.as_deref();
        let is_shared = |now: &AnyPosition| now.sides().iter().any(|side| now.members(side) > 1);
        form.by_leaders = by_leaders || now.is_some_and(is_shared);
        form.setting = Setting {
            scenario: number,
            options,
            set_up: String::new(),
        };
        form.players = u8::try_from(seen.contract.seats.len()).unwrap_or(2);
        form.side = match is_rematch {
            true => mine.and_then(after),
            false => mine,
        };
        form.again = None;
        if is_rematch && seen.has_table() {
            form.terms = seen.contract.terms;
            form.takeback = seen.contract.takeback;
            form.again = Again::of(seen);
            let host = form
                .again
                .as_ref()
                .and_then(|again| again.players().first());
            form.side = host.map(|host| host.sides[1]).or(form.side);
        }
        self.page = Page::Host;
    }

    /// True while the match on the table waits for its guest.
    fn is_inviting(&self) -> bool {
        let table = self.table.as_ref();
        table.is_some_and(|table| {
            table.seen.meeting.invitation.is_some() && table.seen.stage == Stage::Greeting
        })
    }

    /// Opens the match of the entered code if it is on the table or this player invited to it.
    fn known_code(&mut self) -> Option<Vec<Effect>> {
        let code: Invitation = self.forms.code.parse().ok()?;
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
            self.forms.code.clear();
            self.page = Page::Table;
            self.over.notice = Some(trouble("you are in that match.", ""));
            // the other player may have a new address, or the code is the guest's answer
            let reach = is_theirs.then(|| Effect::Send(net::Command::Reach(code.into())));
            return Some(reach.into_iter().collect());
        }
        let text = code.code();
        let is_own = self.files.waiting.iter().any(|one| one.code == text);
        is_own.then(|| self.update_library(LibraryCommand::TakeUp(code.game)))
    }

    /// Opens the match that the pasted letter is for.
    fn open_letter(&mut self) -> Option<Effect> {
        match home::letter_from(self.forms.code.as_bytes()) {
            Ok(letter) => Some(Effect::OpenLetter {
                table: self.begin(),
                letter,
                name: self.name(),
            }),
            Err(error) => {
                self.opening.trouble = Some(trouble(&error, error.advice()));
                None
            }
        }
    }

    /// The entered code, if it answers an invitation that was set aside.
    fn answer_to_waiting(&self) -> Option<Invitation> {
        let code: Invitation = self.forms.code.parse().ok()?;
        let mut waiting = self.files.waiting.iter();
        let is_own = waiting.any(|one| one.game == code.game && one.code != code.code());
        // the invitation's own code is no answer to it
        is_own.then_some(code)
    }

    fn start_local(&mut self) -> Option<Effect> {
        let form = self.forms.local.clone();
        let mut opening = self.opening(&form.setting, Terms::default(), true);
        if let Some(opening) = &mut opening {
            let start = opening.scenario.start(&opening.options).ok();
            let shares = start.is_some_and(|start| {
                let sides = start.sides();
                let is_shared = form.has_table(sides) && form.places.all().len() > sides.len();
                form.by_leaders && is_shared && offers_leaders(&start)
            });
            opening.options = shared(&opening.options, shares);
        }
        // kept before the match opens: should opening fail, a rematch still has a form to begin from
        self.rematch.form = Some(form.clone());
        Some(Effect::Local(opening?, form))
    }

    fn start_host(&mut self) -> Option<Effect> {
        let form = self.forms.host.clone();
        // a game with a peer is offered again by its agreement and not by a form
        self.rematch.form = None;
        let named = form.outside();
        match named.and_then(|outside| Ok((outside, self.settings.services()?))) {
            Ok((outside, services)) => {
                let scenario = self.scenario_of(&form.setting)?;
                let start = scenario.start(&form.setting.options);
                let sides = start.map_or_else(|_| scenario.sides(), |start| start.sides());
                let mut opening = self.opening(&form.setting, form.terms(sides), form.takeback)?;
                opening.options = form.options(&scenario);
                opening.drop = form.has_table(sides).then(|| form.fate(sides));
                if form.by_mail(sides) {
                    return Some(Effect::HostByMail(opening, form.side));
                }
                let outreach = Outreach {
                    outside,
                    seen_at: None,
                    lan: form.lan,
                    mapping: form.mapping,
                    services,
                };
                Some(match form.has_table(sides) {
                    true => {
                        self.rematch.again = form.again(sides).cloned();
                        let again = self.rematch.again.as_ref();
                        let talks = self.table.as_ref().is_some_and(Table::talks_on);
                        Effect::HostTable {
                            opening,
                            side: form.side,
                            seats: form.players(sides),
                            outreach,
                            is_beside: again.is_some() && talks,
                        }
                    }
                    false => Effect::Host(opening, form.side, outreach),
                })
            }
            Err(trouble) => {
                self.opening.trouble = Some(trouble);
                None
            }
        }
    }

    /// The number for a match that is joined, resumed or taken from the waiting ones.
    pub(super) fn begin(&mut self) -> u64 {
        // a match that is joined or resumed has no form of this machine's, and an earlier rematch is over with it
        self.rematch.form = None;
        self.rematch.invited = None;
        self.rematch.taken = None;
        self.opening.count += 1;
        self.opening.is_under_way = true;
        self.opening.count
    }

    /// The scenario of a form with its set-up; one that cannot be read is reported.
    pub(super) fn scenario_of(&mut self, setting: &Setting) -> Option<Scenario> {
        let choice = self.library.scenarios.get(setting.scenario)?;
        let scenario = with_set_up(choice, &setting.set_up);
        scenario
            .map_err(|trouble| self.opening.trouble = Some(trouble))
            .ok()
    }

    fn opening(&mut self, setting: &Setting, terms: Terms, takeback: bool) -> Option<Box<Opening>> {
        let scenario = self.scenario_of(setting)?;
        self.opening.count += 1;
        self.opening.is_under_way = true;
        self.opening.trouble = None;
        Some(Box::new(Opening {
            table: self.opening.count,
            scenario,
            options: setting.options.clone(),
            terms,
            max_turns: None,
            name: self.name(),
            takeback,
            drop: None,
        }))
    }

    /// The services that may be asked for the outside address; an unreadable list is reported and nothing begins.
    pub(super) fn services(&mut self) -> Option<Vec<Address>> {
        let services = self.settings.services();
        services
            .map_err(|trouble| self.opening.trouble = Some(trouble))
            .ok()
    }

    /// The user's name in a match.
    pub(crate) fn name(&self) -> String {
        let name = self.settings.name.trim();
        // alone at this machine: before anybody else sees a name, the user is asked for one
        if name.is_empty() { NAMELESS } else { name }.to_owned()
    }
}
