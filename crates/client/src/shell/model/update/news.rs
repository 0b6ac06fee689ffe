//! News from outside the model.

use std::sync::Arc;

use net::Snapshot;

use super::effect;
use crate::shell::model::meaning::trouble;
use crate::shell::model::table::{Question, Table};
use crate::shell::model::{Effect, Model, News, Page, WaitingMatch};

impl Model {
    pub(super) fn hear(&mut self, news: News) -> Vec<Effect> {
        match news {
            News::Opened {
                table: id,
                seen,
                deciders,
            } if id == self.opened => {
                let (table, wishes) = Table::new(id, seen, deciders, false);
                self.opening = false;
                self.asking = None;
                self.table = Some(table);
                self.page = Page::Table;
                self.dialog = None;
                self.code.clear();
                return wishes.into_iter().map(effect).collect();
            }
            News::Opened { .. } => {}
            News::Seen(id, seen) => return self.hear_seen(id, seen),
            News::NotOpened(trouble) => {
                self.opening = false;
                self.asking = None;
                self.trouble = Some(trouble);
            }
            News::Thought(question, orders) => {
                if self.asks(&question) && !orders.is_empty() {
                    let seat = question.seat;
                    return vec![Effect::Send(net::Command::Propose { seat, orders })];
                }
            }
            News::Read(file, seen) => {
                let (table, _) = Table::new(0, seen, Vec::new(), true);
                self.replay = Some((file, table));
                self.page = Page::Replay;
            }
            News::Judged(judged) => {
                self.judged = Some(judged);
                self.page = Page::Verdict;
            }
            News::Checked(number, findings) => return self.hear_check(number, findings),
            News::Lan(Ok(found)) => {
                self.lan = found;
                self.lan_trouble = None;
            }
            News::Lan(Err(trouble)) => self.lan_trouble = Some(trouble),
            News::Waiting(waiting) => {
                let calls = |waiting: &[WaitingMatch]| {
                    let called = waiting.iter();
                    called
                        .filter(|one| one.guest.is_some() || one.is_asked)
                        .count()
                };
                let is_called = calls(&waiting) > calls(&self.waiting);
                self.waiting = waiting;
                if is_called {
                    self.notice = Some(trouble(
                        "somebody has come for one of your invitations",
                        "the start page lists them",
                    ));
                    return vec![Effect::Attention];
                }
            }
            News::Examined(findings) => self.findings = findings,
            News::Saved(saved) => self.saved = saved,
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
        if now.outcome.is_some() || now.record().len() != before.record().len() {
            self.dialog = None;
        }
        if now.refused.is_some() && now.refused != before.refused {
            self.notice.clone_from(&now.refused);
            // a refused turn is open again
            table.sent = false;
        }
        let said = table.seen.chat.len() > before.chat.len();
        let last = table.seen.chat.last();
        let by_other = last
            .and_then(|said| table.seen.seat(said.seat))
            .is_some_and(|seat| !seat.mine);
        let mut effects: Vec<Effect> = wishes.into_iter().map(effect).collect();
        let is_called = |effect: &Effect| matches!(effect, Effect::Attention);
        let is_asked = table.seen.askers.len() > before.askers.len();
        if ((said && by_other) || is_asked) && !effects.iter().any(is_called) {
            effects.push(Effect::Attention);
        }
        effects
    }
}
