//! News from outside the model.

use std::sync::Arc;

use home::Invitation;
use kit::model::meaning::trouble;
use net::Snapshot;

use super::effect;
use crate::model::call::{Call, Sound};
use crate::model::export::ExportForm;
use crate::model::lobby::Lobby;
use crate::model::table::{Question, Table};
use crate::model::welcome::DEMO;
use crate::model::{Dialog, Effect, Model, News, Page, WaitingMatch};

impl Model {
    pub(super) fn hear(&mut self, news: News) -> Vec<Effect> {
        match news {
            // an older attempt that opens late belongs to a match the user has turned away from
            News::Opened {
                table: id,
                seen,
                deciders,
            } if id == self.opening.count => {
                let file = seen.file.clone();
                let (table, wishes) = Table::new(id, seen, deciders, false);
                self.opening.is_under_way = false;
                self.machine.lan.asking = None;
                self.table = Some(table);
                // the table at which it was agreed on has become this match
                self.lobby = None;
                self.page = Page::Table;
                self.over.dialog = None;
                // the field is emptied: the code has done its work, and would be offered again on the page of joining
                let entered: Option<Invitation> = std::mem::take(&mut self.forms.code).parse().ok();
                let shown = self
                    .table
                    .as_ref()
                    .and_then(|table| table.seen.meeting.invitation.as_ref());
                if entered.is_some_and(|code| shown.is_some_and(|own| own.game == code.game)) {
                    let table = self.table.as_ref();
                    let to = match table.is_some_and(|table| table.seen.has_table()) {
                        true => "those whom you want at the table",
                        false => "the other player",
                    };
                    let what = format!("this is your own invitation: send it to {to}.");
                    self.over.notice = Some(trouble(&what, ""));
                }
                let notes = self
                    .table
                    .iter()
                    .flat_map(|table| &table.seen.messages.notes);
                if notes.into_iter().any(|note| note == net::IN_THAT_MATCH) {
                    self.over.notice = Some(trouble(net::IN_THAT_MATCH, ""));
                }
                let wishes = wishes.into_iter().map(effect);
                let mut effects: Vec<Effect> = wishes.chain([Effect::ReadBeside(file)]).collect();
                effects.extend(self.agree_to_rematch());
                return effects;
            }
            News::Opened { .. } => {}
            News::LobbyOpened(id, seen) => return self.hear_lobby_opened(id, seen),
            News::LobbyAgain(id, seen) if id == self.opening.count && self.lobby.is_none() => {
                // listed on the start page: nobody is called away from what the program opened with
                self.lobby = Some(Lobby::new(id, seen));
            }
            News::LobbyAgain(..) => {}
            News::LobbySeen(id, seen, happened) => return self.hear_lobby(id, seen, happened),
            News::Imported(settings) => {
                self.settings = *settings;
                let what = "the settings of the file hold from now on.";
                self.over.notice = Some(trouble(what, ""));
                return vec![Effect::Save(self.settings.clone())];
            }
            News::Seen(id, seen) => return self.hear_seen(id, seen),
            News::NotOpened(trouble) => {
                self.opening.is_under_way = false;
                self.machine.lan.asking = None;
                // the form is gone and its page would be empty; the start page shows the reason
                if self.page == Page::PlayOn && self.forms.play_on.is_none() {
                    self.page = Page::Start;
                }
                self.opening.trouble = Some(trouble);
            }
            News::Thought(question, orders) if question.table == DEMO => {
                self.welcome.hear(&question, orders);
            }
            News::Thought(question, orders) => {
                if let Some(effects) = self.hear_in_lesson(&question, &orders) {
                    return effects;
                }
                let tables = self.table.iter_mut().chain(&mut self.try_out);
                if tables
                    .into_iter()
                    .any(|table| table.hear_advice(&question, &orders))
                {
                    return Vec::new();
                }
                // the user may have left, or taken a turn back, while the computer thought
                if self.asks(&question) && !orders.is_empty() {
                    let seat = question.seat;
                    return vec![Effect::Send(net::Command::Propose { seat, orders })];
                }
            }
            News::Read(file, seen) => {
                if let Some(fault) = seen.messages.notes.first() {
                    let what = format!("something is wrong with {}: {fault}.", file.display());
                    self.over.notice = Some(trouble(what, "let the judge look at it"));
                } else if let Some(missing) = seen.played.missing.first() {
                    let advice = "all files of a game belong in one folder; the judge says more";
                    self.over.notice = Some(trouble(missing, advice));
                }
                let files = seen.played.parts.iter().map(|part| part.file.clone());
                let read = files.map(Effect::ReadBeside).collect();
                // 0 is the number of no session, and no seat has a decider here: nothing can be played
                let (table, _) = Table::new(0, seen, Vec::new(), true);
                self.replay = Some((file.clone(), table));
                self.page = Page::Replay;
                return read;
            }
            News::PlayOn(from, turn) => self.hear_play_on(*from, turn),
            News::Talk(file, talk) => {
                if let Some(table) = self.table.as_mut().filter(|table| table.seen.file == file) {
                    // what was said since the match opened must stay after what the file holds
                    table.talk.follow(talk);
                }
            }
            News::Unfinished(file, kept) => {
                if let Some(table) = self.table.as_mut().filter(|table| table.seen.file == file) {
                    table.take_unfinished(&kept);
                }
            }
            News::Comments(file, comments) => self.hear_comments(&file, &comments),
            News::Exported(file) => {
                self.over.notice = Some(trouble(
                    format!("written to {}.", file.display()),
                    String::new(),
                ));
            }
            News::ExportTo(file) => {
                if let Some(form) = &mut self.forms.export {
                    form.chosen(&file);
                }
            }
            News::ExportExists(form) => {
                self.forms.export = Some(ExportForm {
                    is_there: true,
                    may_replace: true,
                    ..form
                });
                self.over.dialog = Some(Dialog::Export);
            }
            News::Judged(judged) => {
                self.files.judged = Some(judged);
                self.page = Page::Verdict;
            }
            News::Scenario(file, scenario) => return self.hear_scenario(file, *scenario),
            News::Checked(number, findings) => return self.hear_check(number, findings),
            News::Lan(Ok(found)) => {
                self.machine.lan.found = found;
                self.machine.lan.trouble = None;
            }
            News::Lan(Err(trouble)) => self.machine.lan.trouble = Some(trouble),
            News::Inviting(made) => return self.say_rematch(made).into_iter().collect(),
            News::Waiting(waiting) => {
                // a rematch goes to the table by itself; the list of before is compared first, because it is replaced
                // below
                if let Some(mut begun) = self.begin_rematch(&waiting) {
                    let words = newly_begun(&self.files.waiting, &waiting);
                    let call = words.map(|words| Effect::Call(Call::new(Sound::Turn, words)));
                    begun.extend(call);
                    self.files.waiting = waiting;
                    return begun;
                }
                let calls = |waiting: &[WaitingMatch]| {
                    let called = waiting.iter();
                    called
                        .filter(|one| one.guest.is_some() || one.is_asked || !one.calls.is_empty())
                        .count()
                };
                // one call for each newcomer: the list comes again with every change of any match
                let is_called = calls(&waiting) > calls(&self.files.waiting);
                let begun = newly_begun(&self.files.waiting, &waiting);
                self.files.waiting = waiting;
                if let Some(words) = begun {
                    self.over.notice = Some(trouble(&words, "the start page lists it"));
                    return vec![Effect::Call(Call::new(Sound::Turn, words))];
                }
                if is_called {
                    self.over.notice = Some(trouble(
                        "somebody has come for one of your invitations",
                        "the start page lists them",
                    ));
                    let words = "Somebody has come for one of your invitations.";
                    return vec![Effect::Call(Call::new(Sound::Talk, words))];
                }
            }
            News::Links(links) => self.machine.links = links,
            News::Facts(facts) => self.machine.facts = facts,
            News::Examined(findings) => self.machine.findings = findings,
            News::Saved(saved) => {
                self.files.saved = saved;
                self.files.is_read = true;
            }
            News::People(Ok(people)) => self.people.all = people,
            News::People(Err(trouble)) => self.over.notice = Some(trouble),
            News::Words(key, words) => {
                if let Some((_, known)) = self.people.compared.as_mut().filter(|(of, _)| *of == key)
                {
                    *known = Some(words);
                }
            }
            News::Stopped(report) => self.machine.report = Some(report),
            News::Kept(kept) => self.library.kept = kept,
            News::Learned(learned) => self.lessons.learned = learned,
            News::Failed(trouble) => self.over.notice = Some(trouble),
        }
        Vec::new()
    }

    fn asks(&self, question: &Question) -> bool {
        let table = self.table.as_ref();
        table.is_some_and(|table| table.still_asks(question))
    }

    fn hear_seen(&mut self, id: u64, seen: Arc<Snapshot>) -> Vec<Effect> {
        // news of a match that was left meanwhile
        let Some(table) = self.table.as_mut().filter(|table| table.id == id) else {
            return Vec::new();
        };
        // `see` replaces it, and everything below compares the two
        let before = table.seen.clone();
        let wishes = table.see(seen);
        let now = &table.seen;
        if now.stage != before.stage {
            self.over.notice = None;
        }
        // a finished match has dialogs too: only the end itself closes those about its turns
        let is_end = now.played.outcome.is_some() && before.played.outcome.is_none();
        if is_end || now.record().len() != before.record().len() {
            self.over.dialog = None;
        }
        if now.messages.refused.is_some() && now.messages.refused != before.messages.refused {
            self.over.notice.clone_from(&now.messages.refused);
            // a refused turn is open again
            table.turn.sent = false;
        }
        // told where the question was asked, and kept there
        let answers = [
            table.answer(&before),
            table.takeback_answer(&before),
            table.continue_answer(&before),
        ];
        if let Some(answer) = answers.into_iter().flatten().next() {
            table.answered = Some(answer);
        }
        // the dialog opens once; after that the strip keeps the question
        let is_asked = table.seen.next.asked.is_some();
        let is_new = is_asked && table.seen.next.asked != before.next.asked;
        match self.over.dialog {
            None if is_new => self.over.dialog = Some(Dialog::AnswerContinue),
            Some(Dialog::AnswerContinue) if !is_asked => self.over.dialog = None,
            _ => {}
        }
        let mut continued = None;
        if table.seen.file != before.file && table.seen.played.history.is_some() {
            table.begin_again();
            let words = "the match continues in a new one";
            self.over.notice = Some(trouble(words, "both stay in the data folder"));
            continued = Some(Effect::ReadBeside(table.seen.file.clone()));
        }
        let talk = table.hear_talk(&before);
        let mut effects: Vec<Effect> = wishes.into_iter().map(effect).collect();
        effects.extend(continued);
        // at every line: talk is in no match file, and a window that stops would lose it
        if table.seen.messages.chat != before.messages.chat {
            let (file, talk) = (table.seen.file.clone(), table.talk.clone());
            effects.push(Effect::KeepTalk(file, talk));
        }
        // one call at a time: the most important one
        let is_call = |effect: &Effect| matches!(effect, Effect::Call(_));
        if let Some(call) = table.call(&before) {
            effects.retain(|effect| !is_call(effect));
            effects.push(Effect::Call(call));
        } else if let Some(call) = talk
            && !effects.iter().any(is_call)
        {
            effects.push(Effect::Call(call));
        }
        effects.extend(self.agree_to_rematch());
        effects.extend(self.hear_refusal(&before));
        effects.extend(self.settle_rematch());
        effects
    }
}

/// The words for a host when a guest takes an invitation that waits in the background: the clock may run from now on.
fn newly_begun(before: &[WaitingMatch], now: &[WaitingMatch]) -> Option<String> {
    let mut taken = now.iter().filter(|one| one.guest.is_some());
    let taken = taken.find(|one| {
        let known = before.iter().find(|known| known.game == one.game);
        known.is_none_or(|known| known.guest.is_none())
    })?;
    let guest = taken.guest.as_deref().unwrap_or_default();
    Some(format!(
        "{guest} has come for your invitation, and the match has begun: {}",
        taken.title
    ))
}
