//! Signing a new match first, and last; and beginning it.

use std::time::Duration;

use super::continuing::{Written, start_of};
use super::later::Later;
use super::line::Line;
use super::parts::Match;
use super::signer::Signer;
use super::timer::Timer;
use super::writing::FRESH;
use super::{LineId, Now, Session, Standing, Way};
use crate::chain::Chain;
use crate::codec::encode;
use crate::file::{NextKeys, Secret};
use crate::frame::{Declined, Frame};
use crate::manifest::{Genesis, Manifest};
use crate::record::RevealBody;
use crate::{Fault, Identity, Seat, SessionEvent};

/// A new match that begins.
pub(super) struct Next {
    pub(super) chain: Chain,
    pub(super) signed: Vec<Genesis>,
    /// None if another copy of this seat's files has signed it.
    pub(super) keys: Option<NextKeys>,
    /// The time from which its clocks run.
    pub(super) since: Duration,
    /// This seat signs last: the others are shown its signature.
    pub(super) is_last: bool,
    /// This run of the program has signed it.
    pub(super) is_signer: bool,
}

impl Session {
    /// The other shows a new match: one that it has written for our question, or one that is complete already.
    pub(super) fn handle_next_manifest(
        &mut self,
        now: Now,
        way: Way,
        bytes: &[u8],
    ) -> Result<(), Fault> {
        // read before anything is asked of it: the bytes are the peer's, and may be no manifest at all
        let Ok(chain) = Manifest::from_bytes(bytes).and_then(Chain::new) else {
            return self.fail(way, Fault::Unexpected("a new match that cannot be played"));
        };
        let Some(game) = &mut self.game else {
            return Ok(());
        };
        // a table agrees by CONSENT, and its new matches come with the number of a try
        let has_table = [&chain, game.chain()].map(|chain| chain.manifest().has_table());
        if !game.is_next(&chain) || has_table.contains(&true) {
            return self.fail(
                way,
                Fault::Unexpected("a new match that continues another one"),
            );
        }
        let is_signed = game.continuing.is_draft(&chain.sid());
        // kept also if it does not fit: it may be complete already, and then needs no signature of ours
        game.continuing.show(chain.clone());
        // a draft that was signed first needs no new comparison: it is the same bytes, by their id
        if !is_signed {
            self.sign_shown(now);
            return Ok(());
        }
        // signed again with the same keys: the first signature may have been lost with the line
        let own = game.sign_next(&self.signer, &chain);
        self.tell(&Frame::Genesis(own));
        Ok(())
    }

    /// Signs the new match that the other shows, if it is the one that our player asked for. Asked again whenever a record
    /// came in: what this seat lacks may come after the new match that begins behind it.
    pub(super) fn sign_shown(&mut self, now: Now) {
        let at = (self.lines.is_empty(), now);
        let Some(game) = &self.game else {
            return;
        };
        let (Some(own), Some(shown)) = (game.continuing.own(), game.continuing.shown()) else {
            return;
        };
        let is_new = !game.continuing.is_draft(&shown.sid());
        if !is_new || !game.is_as_asked(own, shown, self.seat(), self.is_strange(), now) {
            return;
        }
        let (is_dated, shown) = (game.is_dated(shown, at), shown.clone());
        match is_dated {
            true => self.sign_draft(shown),
            // nothing else stands in the way, and neither player could guess this one
            false => self.show_fault(self.lines.keys().next().copied(), Fault::Clocks),
        }
    }

    /// Signs first, once the draft is on disk: after a crash the same signature is sent again.
    pub(super) fn sign_draft(&mut self, chain: Chain) {
        let bytes = chain.manifest().to_bytes();
        let Some(game) = &mut self.game else {
            return;
        };
        let genesis = game.sign_next(&self.signer, &chain);
        game.continuing.sign_draft(chain);
        // the mark first, as for a record: a copy of these files must not sign another draft beside it
        self.note_signed();
        self.outbox.keep(&Secret::Draft(bytes));
        self.tell(&Frame::Genesis(genesis));
    }

    /// A signature under a new match.
    pub(super) fn handle_next_genesis(
        &mut self,
        now: Now,
        way: Way,
        genesis: Genesis,
    ) -> Result<(), Fault> {
        let seat = self.seat();
        let Some(game) = &mut self.game else {
            return self.fail(way, Fault::BadGenesis);
        };
        // our own signature comes back with a match that is shown complete
        if genesis.seat != seat && game.continuing.is_for_written(&genesis) {
            return self.sign_last(now, genesis);
        }
        if game.continuing.add(genesis) {
            self.take_complete(now);
        }
        Ok(())
    }

    /// Begins a new match that the other shows complete, if this seat has signed it.
    fn take_complete(&mut self, now: Now) {
        let seat = self.seat();
        let Some(game) = &mut self.game else {
            return;
        };
        let Some((chain, mut signed)) = game.continuing.take_complete(seat) else {
            return;
        };
        // it was signed first and may be out; the other shows only what it holds
        if !signed.iter().any(|genesis| genesis.seat == seat) {
            signed.push(game.sign_next(&self.signer, &chain));
        }
        let keys = game.next_keys(seat, &chain);
        self.begin(now, chain, signed, keys, now.clock, false);
    }

    /// Signs last: only what this program would write again now.
    fn sign_last(&mut self, now: Now, genesis: Genesis) -> Result<(), Fault> {
        let is_by_mail = self.lines.is_empty();
        let Some(game) = &mut self.game else {
            return Ok(());
        };
        let Some(written) = game.continuing.take_written() else {
            return Ok(());
        };
        // later than every draft that this seat signed first, since the latest continuation counts
        let is_later = start_of(&written.chain)
            .is_some_and(|start| start.written_ms > game.continuing.signed_at());
        let since = written.at;
        // by mail days lie between writing and signing, and no clock runs
        let is_fresh = match since {
            Some(at) => is_by_mail || now.clock.saturating_sub(at) <= FRESH,
            None => is_by_mail,
        };
        if !(is_later && is_fresh && game.may_answer(&written) && game.begins(&written.chain)) {
            self.write_again(now, written);
            return Ok(());
        }
        let sid = written.chain.sid();
        let own = self.signer.genesis_with(&sid, &written.keys.key());
        let signed = vec![genesis, own];
        self.begin(
            now,
            written.chain,
            signed,
            Some(written.keys),
            since.unwrap_or(now.clock),
            true,
        );
        Ok(())
    }

    /// Writes the new match again if the game has moved on since. What one of the two lacked may come after the answer: the
    /// other signs only a match that begins where its own history stands, and would wait for it forever.
    pub(super) fn write_moved(&mut self, now: Now) {
        let Some(game) = &mut self.game else {
            return;
        };
        let written = game.continuing.written();
        // a letter stays as it was written: its answer says where the game stands
        let has_moved = written.is_some_and(|it| it.at.is_some() && !game.begins(&it.chain));
        if !has_moved || self.lines.is_empty() {
            return;
        }
        if let Some(written) = game.continuing.take_written() {
            self.write_again(now, written);
        }
    }

    /// The game or the clocks have moved on since a new match was written: it is written again, or the question has lapsed.
    fn write_again(&mut self, now: Now, written: Written) {
        // a question from the file is not known whole, and by mail no line asks for more
        if written.at.is_none() || self.lines.is_empty() {
            return;
        }
        let may_answer = self
            .game
            .as_ref()
            .is_some_and(|game| game.may_answer(&written));
        let ask = written.ask.id();
        let is_written = may_answer && self.write_next(now, written.ask, written.keys).is_ok();
        if !is_written {
            // or the other's player would wait for an answer that does not come
            self.tell(&Frame::Declined(Declined { ask }));
        }
    }

    /// The new match begins: files of its own, the same line, the time since it was written.
    fn begin(
        &mut self,
        now: Now,
        chain: Chain,
        signed: Vec<Genesis>,
        keys: Option<NextKeys>,
        since: Duration,
        is_last: bool,
    ) {
        // taken whole: from here on nothing signs in the old match
        let Some(old) = self.game.take() else {
            return;
        };
        let is_signer = is_last || old.continuing.is_signed_in_run(&chain.sid());
        let next = Next {
            chain,
            signed,
            keys,
            since,
            is_last,
            is_signer,
        };
        self.begin_after(now, &old, next);
        for line in self.lines.values_mut() {
            line.move_on();
        }
        // without the key no HEAD can be signed, and nothing can be decided
        if !self.lacks_match_key() {
            self.send_heads();
            self.advance(now);
        }
    }

    /// The new match begins in place of the old one.
    pub(super) fn begin_after(&mut self, now: Now, old: &Match, next: Next) {
        let Next {
            chain,
            signed,
            keys,
            since,
            is_last,
            is_signer,
        } = next;
        let sid = chain.sid();
        // by our own measure: the writer's wall clock may differ from ours by a day
        let began_ms = old.timer.saved(now.clock).began_ms;
        // without a line it is a letter, whose HEAD is heard
        let is_heard = self.lines.is_empty() || self.lines.values().any(Line::is_synced);
        let mut game = Match::new(chain, self.seat(), is_heard, now);
        let seats = game.chain().manifest().seats.len();
        game.timer = Timer::carried(&old.timer, seats, now, since, began_ms);
        for genesis in signed {
            game.ledger.sign(genesis);
        }
        // before the signer moves on: it is asked of the old match and the old files
        let wish = old.decision_for(game.chain(), self.seat(), self.is_strange());
        let opening = old.opening_for(&self.signer, game.chain());
        let plans = old.plans_for(game.chain());
        let part = old.part_for(game.chain(), self.seat(), self.is_strange());
        let lacks_key = keys.is_none();
        // older files that hold the key of the new match may not be the only ones that do: another copy may have
        // played in it (so the new match is own only for the run that signed it, or for own files of the old one)
        let is_own = !lacks_key && (is_signer || self.standing() == Standing::Own);
        let keys = keys.unwrap_or_else(|| self.signer.lost_keys());
        let standing = match is_own {
            true => Standing::Own,
            false => Standing::Strange,
        };
        self.signer.move_on(&keys, standing);
        game.later = Later::carried(wish, opening);
        game.plans = plans;
        let round = game.chain().plan().round().cloned();
        if let (Some(round), Some(parts)) = (round, part) {
            let plan = self.own_plan(now, &game, &round, parts);
            let _with_the_files = game.plans.keep(self.seat(), plan);
        }
        // before the first write: what follows goes into the files of the new match
        self.outbox.move_on(sid);
        self.begin_files(&game);
        if is_last {
            // with the whole genesis on disk: the other may never see it, and is shown it whenever it names the old
            // match
            let own = game.ledger.genesis().get(&self.seat()).copied();
            if let Some(own) = own {
                self.tell(&Frame::Genesis(own));
            }
        }
        self.game = Some(game);
        self.owe_plans();
        self.show(SessionEvent::Continued { sid });
        self.save_time(now.clock);
    }

    /// On a new line: the signature that was given first is sent again, for an other that has signed last.
    pub(super) fn show_draft(&mut self, line: LineId) {
        let own = self.game.as_ref().and_then(|game| {
            let draft = game.continuing.draft()?;
            Some(game.sign_next(&self.signer, draft))
        });
        if let Some(own) = own {
            self.send(line, &Frame::Genesis(own));
        }
    }
}

impl Match {
    /// True if that new match begins where the game stands: otherwise a turn would be lost.
    fn begins(&self, next: &Chain) -> bool {
        let stands = (self.chain().last_step(), self.chain().root());
        start_of(next).is_some_and(|start| (start.at, start.root) == stands)
    }

    /// True if the question that the new match answers may still be asked, and the new match gives up what there is to give up:
    /// a result that came meanwhile, or a proof, is not in the manifest and would count on unseen.
    fn may_answer(&self, written: &Written) -> bool {
        let ask = &written.ask;
        let names_result = start_of(&written.chain).is_some_and(|start| {
            self.gives_up() == (start.gives_up.clone(), start.forgiven.clone())
        });
        names_result && self.may_ask(ask.seat, ask.is_strange).is_ok()
    }

    /// Our signatures under a new match.
    pub(super) fn sign_next(&self, signer: &Signer, chain: &Chain) -> Genesis {
        // if the secrets are lost, any key will do: the other's program sees that the signature does not fit, and asks
        let keys = self.next_keys(signer.seat(), chain);
        let key = keys.map_or_else(|| Identity::from_seed([1; 32]), |keys| keys.key());
        signer.genesis_with(&chain.sid(), &key)
    }

    /// The opening of this seat's choice that the next match carries: its nonces follow from the secrets of the match in
    /// which it was sealed.
    fn opening_for(&self, signer: &Signer, next: &Chain) -> Option<Vec<u8>> {
        let carried = start_of(next)?.carried.as_ref()?;
        let choice = self.later.choice_at(carried.step);
        match choice.filter(|_| carried.sid == self.chain().sid()) {
            Some(choice) => {
                let openings = signer.openings(&carried.sid, carried.step, choice);
                Some(encode(&RevealBody(openings)))
            }
            None => self.later.opening().map(<[u8]>::to_vec),
        }
    }

    /// The secrets of this seat in a new match; none if another copy of its files has asked for it.
    fn next_keys(&self, seat: Seat, chain: &Chain) -> Option<NextKeys> {
        let key = chain.manifest().seat(seat)?.key;
        self.continuing.keys_of(key)
    }
}
