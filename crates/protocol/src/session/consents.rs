//! What the players of a table would have of a new match, as it goes round.
//!
//! A consent binds to nothing. Nothing is written, pledged for or signed before those of all who would play on are the
//! same.

use super::{Fresh, LineId, Now, Session};
use crate::file::{NextKeys, Secret};
use crate::frame::{Consent, Frame};
use crate::{Fault, SessionEvent, Signature};

impl Session {
    /// Takes the secrets of a new match, unless there are some already.
    pub(super) fn keep_next_keys(&mut self, fresh: &Fresh) {
        let Some(game) = &mut self.game else {
            return;
        };
        if game.leaving.keys().is_none() {
            let keys = NextKeys::of(fresh);
            game.leaving.take_keys(keys.clone());
            // on disk before the consent leaves: the try may come back to a later run
            self.outbox.keep(&Secret::Next(keys));
        }
    }

    /// Says on all lines what our player agrees to, whenever that or what it stands upon is new.
    pub(super) fn say_consent(&mut self, now: Now) {
        let own = self.seat();
        let is_strange = self.is_strange();
        for sid in self.left_matches() {
            let Some(game) = self.left_match(&sid) else {
                continue;
            };
            let (leaving, chain) = (&game.leaving, game.chain());
            let before = leaving.consent(own).copied();
            let agrees = leaving.agrees();
            let (without, after) = leaving.base();
            let Some(keys) = leaving.keys() else {
                continue;
            };
            let consent = Consent {
                sid,
                seat: own,
                turn: before.map_or(0, |before| before.turn),
                without,
                after,
                agrees,
                key: keys.key().public(),
                session_nonce: keys.session_nonce,
                step: chain.last_step(),
                root: chain.root(),
                number: leaving.signed_number(),
                written_ms: leaving.signed_at(),
                is_strange,
                signature: before.map_or(Signature([0; 64]), |before| before.signature),
            };
            let is_new = match before {
                Some(before) => before != consent,
                // nothing was said yet that would have to be taken back
                None => agrees || leaving.refuses(),
            };
            if !is_new {
                continue;
            }
            let turn = now.unix_ms.max(consent.turn.saturating_add(1));
            let consent = self.signer.consent(Consent { turn, ..consent });
            if let Some(game) = self.left_match_mut(&sid) {
                game.leaving.hear(consent);
            }
            self.pass_on(None, &Frame::Consent(consent));
        }
    }

    /// A player consents to go on without some seats, or takes that back.
    pub(super) fn handle_consent(
        &mut self,
        now: Now,
        id: LineId,
        consent: Consent,
    ) -> Result<(), Fault> {
        let own = self.seat();
        let Some(game) = self.left_match(&consent.sid) else {
            return Ok(());
        };
        // a copy is dropped before its signature is checked
        if game.leaving.knows(&consent) {
            return Ok(());
        }
        let entry = game.chain().manifest().present_seat(consent.seat);
        if !entry.is_some_and(|entry| consent.is_signed_by(&entry.identity)) {
            let what = "a consent that its player did not sign";
            return self.fail(Some(id), Fault::Unexpected(what));
        }
        let before = game.leaving.consent(consent.seat).copied();
        if !self.count_signed(id, &[consent.seat], now) {
            return Ok(());
        }
        if let Some(game) = self.left_match_mut(&consent.sid) {
            game.leaving.hear(consent);
        }
        // one of this seat from an earlier run: what is said now goes before it
        if consent.seat != own {
            self.presence.note(consent.seat, now.clock);
            self.show_said(now, before, consent);
        }
        self.pass_on(Some(id), &Frame::Consent(consent));
        self.go_on(now);
        Ok(())
    }

    /// Shows our player what another one says now, if that is new.
    fn show_said(&mut self, now: Now, before: Option<Consent>, consent: Consent) {
        let said = |consent: &Consent| (consent.agrees, consent.base());
        let Some(game) = self.game.as_ref() else {
            return;
        };
        if before.as_ref().map(said) == Some(said(&consent)) {
            return;
        }
        let (by, leaving) = (consent.seat, &game.leaving);
        let is_open = leaving.question(self.seat()).is_some();
        let was_with_all = before.is_some_and(|before| before.is_with_all());
        let is_shown = leaving.shown.is_some_and(|(seat, _)| seat == by);
        let is_no = !consent.agrees && (was_with_all || before.is_none());
        let event = match () {
            () if consent.is_with_all() && leaving.asks() && consent.base() == leaving.base() => {
                SessionEvent::ContinueAgreed(by)
            }
            () if consent.is_with_all() && is_open => match self.asked_to_continue() {
                // an open question that changes is replaced and not shown again, or a seat could ask without end
                Some(_) if was_with_all && is_shown => return,
                Some(terms) => SessionEvent::ContinueAsked(terms),
                None => return,
            },
            () if consent.is_with_all() => return,
            () if is_no => SessionEvent::ContinueDeclined(by),
            () => {
                let all = game.chain().manifest().all_seats().into_iter();
                let without = all.filter(|seat| consent.leaves_out(*seat)).collect();
                SessionEvent::GoOnSaid { by, without }
            }
        };
        let question = leaving
            .question(self.seat())
            .map(|asked| (asked.seat, asked.base()));
        let Some(game) = &mut self.game else {
            return;
        };
        if !game.leaving.may_tell(by, now.clock) {
            return;
        }
        if matches!(event, SessionEvent::ContinueAsked(_)) {
            game.leaving.shown = question;
        }
        self.show(event);
    }
}
