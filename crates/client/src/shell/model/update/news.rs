//! News from outside the model.

use std::sync::Arc;

use home::Invitation;
use net::Snapshot;

use super::effect;
use crate::shell::model::call::{Call, Sound};
use crate::shell::model::export::ExportForm;
use crate::shell::model::meaning::trouble;
use crate::shell::model::table::{Question, Table};
use crate::shell::model::{Dialog, Effect, Model, News, Page, WaitingMatch};

impl Model {
    pub(super) fn hear(&mut self, news: News) -> Vec<Effect> {
        match news {
            News::Opened {
                table: id,
                seen,
                deciders,
            } if id == self.opened => {
                let file = seen.file.clone();
                let (table, wishes) = Table::new(id, seen, deciders, false);
                self.opening = false;
                self.asking = None;
                self.table = Some(table);
                self.page = Page::Table;
                self.dialog = None;
                let entered: Option<Invitation> = std::mem::take(&mut self.code).parse().ok();
                let shown = self
                    .table
                    .as_ref()
                    .and_then(|table| table.seen.meeting.invitation.as_ref());
                if entered.is_some_and(|code| shown.is_some_and(|own| own.game == code.game)) {
                    let what = "this is your own invitation: send it to the other player.";
                    self.notice = Some(trouble(what, ""));
                }
                let notes = self
                    .table
                    .iter()
                    .flat_map(|table| &table.seen.messages.notes);
                if notes.into_iter().any(|note| note == net::IN_THAT_MATCH) {
                    self.notice = Some(trouble(net::IN_THAT_MATCH, ""));
                }
                let wishes = wishes.into_iter().map(effect);
                let mut effects: Vec<Effect> = wishes.chain([Effect::ReadBeside(file)]).collect();
                effects.extend(self.agree_to_rematch());
                return effects;
            }
            News::Opened { .. } => {}
            News::Seen(id, seen) => return self.hear_seen(id, seen),
            News::NotOpened(trouble) => {
                self.opening = false;
                self.asking = None;
                // a form that has led to nothing else is left; the start page shows the reason
                if self.page == Page::PlayOn && self.play_on.is_none() {
                    self.page = Page::Start;
                }
                self.trouble = Some(trouble);
            }
            News::Thought(question, orders) => {
                if self.asks(&question) && !orders.is_empty() {
                    let seat = question.seat;
                    return vec![Effect::Send(net::Command::Propose { seat, orders })];
                }
            }
            News::Read(file, seen) => {
                if let Some(fault) = seen.messages.notes.first() {
                    let what = format!("something is wrong with {}: {fault}.", file.display());
                    self.notice = Some(trouble(what, "let the judge look at it"));
                } else if let Some(missing) = seen.played.missing.first() {
                    let advice = "all files of a game belong in one folder; the judge says more";
                    self.notice = Some(trouble(missing, advice));
                }
                let files = seen.played.parts.iter().map(|part| part.file.clone());
                let read = files.map(Effect::ReadBeside).collect();
                let (table, _) = Table::new(0, seen, Vec::new(), true);
                self.replay = Some((file.clone(), table));
                self.page = Page::Replay;
                return read;
            }
            News::PlayOn(from, turn) => self.hear_play_on(*from, turn),
            News::Talk(file, talk) => {
                if let Some(table) = self.table.as_mut().filter(|table| table.seen.file == file) {
                    table.talk.follow(talk);
                }
            }
            News::Comments(file, comments) => self.hear_comments(&file, &comments),
            News::Exported(file) => {
                self.notice = Some(trouble(
                    format!("written to {}.", file.display()),
                    String::new(),
                ));
            }
            News::ExportTo(file) => {
                if let Some(form) = &mut self.export {
                    form.chosen(&file);
                }
            }
            News::ExportExists(form) => {
                self.export = Some(ExportForm {
                    is_there: true,
                    may_replace: true,
                    ..form
                });
                self.dialog = Some(Dialog::Export);
            }
            News::Judged(judged) => {
                self.judged = Some(judged);
                self.page = Page::Verdict;
            }
            News::Scenario(file, scenario) => return self.hear_scenario(file, *scenario),
            News::Checked(number, findings) => return self.hear_check(number, findings),
            News::Lan(Ok(found)) => {
                self.lan = found;
                self.lan_trouble = None;
            }
            News::Lan(Err(trouble)) => self.lan_trouble = Some(trouble),
            News::Inviting(made) => return self.say_rematch(made).into_iter().collect(),
            News::Waiting(waiting) => {
                if let Some(mut begun) = self.begin_rematch(&waiting) {
                    let words = newly_begun(&self.waiting, &waiting);
                    let call = words.map(|words| Effect::Call(Call::new(Sound::Turn, words)));
                    begun.extend(call);
                    self.waiting = waiting;
                    return begun;
                }
                let calls = |waiting: &[WaitingMatch]| {
                    let called = waiting.iter();
                    called
                        .filter(|one| one.guest.is_some() || one.is_asked || !one.calls.is_empty())
                        .count()
                };
                let is_called = calls(&waiting) > calls(&self.waiting);
                let begun = newly_begun(&self.waiting, &waiting);
                self.waiting = waiting;
                if let Some(words) = begun {
                    self.notice = Some(trouble(&words, "the start page lists it"));
                    return vec![Effect::Call(Call::new(Sound::Turn, words))];
                }
                if is_called {
                    self.notice = Some(trouble(
                        "somebody has come for one of your invitations",
                        "the start page lists them",
                    ));
                    let words = "Somebody has come for one of your invitations.";
                    return vec![Effect::Call(Call::new(Sound::Talk, words))];
                }
            }
            News::Links(is_set) => self.has_links = is_set,
            News::Examined(findings) => self.findings = findings,
            News::Saved(saved) => self.saved = saved,
            News::People(Ok(people)) => self.people = people,
            News::People(Err(trouble)) => self.notice = Some(trouble),
            News::Words(key, words) => {
                if let Some((_, known)) = self.compared.as_mut().filter(|(of, _)| *of == key) {
                    *known = Some(words);
                }
            }
            News::Stopped(report) => self.report = Some(report),
            News::Kept(kept) => self.kept = kept,
            News::Failed(trouble) => self.notice = Some(trouble),
        }
        Vec::new()
    }

    fn asks(&self, question: &Question) -> bool {
        let table = self.table.as_ref();
        table.is_some_and(|table| table.still_asks(question))
    }

    fn hear_seen(&mut self, id: u64, seen: Arc<Snapshot>) -> Vec<Effect> {
        let Some(table) = self.table.as_mut().filter(|table| table.id == id) else {
            return Vec::new();
        };
        let before = table.seen.clone();
        let wishes = table.see(seen);
        let now = &table.seen;
        if now.stage != before.stage {
            self.notice = None;
        }
        // a finished match has questions too: only its end closes those of its turns
        let is_end = now.played.outcome.is_some() && before.played.outcome.is_none();
        if is_end || now.record().len() != before.record().len() {
            self.dialog = None;
        }
        if now.messages.refused.is_some() && now.messages.refused != before.messages.refused {
            self.notice.clone_from(&now.messages.refused);
            // a refused turn is open again
            table.sent = false;
        }
        if let Some(answer) = table.answer(&before) {
            self.notice = Some(trouble(answer, String::new()));
        }
        if let Some(answer) = table.continue_answer(&before) {
            self.notice = Some(trouble(answer, String::new()));
        }
        // asked once: the strip keeps the question
        let is_asked = table.seen.next.asked.is_some();
        let is_new = is_asked && table.seen.next.asked != before.next.asked;
        match self.dialog {
            None if is_new => self.dialog = Some(Dialog::AnswerContinue),
            Some(Dialog::AnswerContinue) if !is_asked => self.dialog = None,
            _ => {}
        }
        let mut continued = None;
        if table.seen.file != before.file && table.seen.played.history.is_some() {
            table.begin_again();
            let words = "the match continues in a new one";
            self.notice = Some(trouble(words, "both stay in the data folder"));
            continued = Some(Effect::ReadBeside(table.seen.file.clone()));
        }
        let talk = table.hear_talk(&before);
        let mut effects: Vec<Effect> = wishes.into_iter().map(effect).collect();
        effects.extend(continued);
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
        effects.extend(self.settle_rematch());
        effects
    }
}

/// The news for a host that a guest has taken an invitation that is waited with in the background: the clock may run from now
/// on.
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
