//! Signing a new match first, and last; and beginning it.

use std::time::Duration;

use zeroize::Zeroizing;

use super::start_of;
use crate::chain::Chain;
use crate::file::{NextKeys, Secret};
use crate::frame::{Ask, Frame};
use crate::manifest::{Genesis, Manifest};
use crate::session::timer::Timer;
use crate::session::{File, Game, Now, Output, Secrets, Session, Standing};
use crate::{Fault, Identity, Seat, SessionEvent};

/// The age up to which a written manifest is signed: longer, and a player would choose between two games.
pub(super) const FRESH: Duration = Duration::from_secs(2 * 60);

impl Session {
    /// The other shows a new match: one that it has written for our question, or one that is complete already.
    pub(in crate::session) fn handle_next_manifest(
        &mut self,
        now: Now,
        bytes: &[u8],
    ) -> Result<(), Fault> {
        let Ok(chain) = Manifest::from_bytes(bytes).and_then(Chain::new) else {
            return self.fail(Fault::Unexpected("a new match that cannot be played"));
        };
        let (seat, is_strange) = (self.seat, self.is_strange());
        let Some(game) = &mut self.game else {
            return Ok(());
        };
        if !game.is_next(&chain) {
            return self.fail(Fault::Unexpected("a new match that continues another one"));
        }
        let draft = game.continuing.draft.as_ref();
        let is_signed = draft.is_some_and(|draft| draft.sid() == chain.sid());
        let asked = game.continuing.own.as_ref().filter(|_| !is_signed);
        let at = (self.line.is_none(), now);
        let is_fit = asked.is_some_and(|own| game.is_as_asked(own, &chain, seat, is_strange, at));
        game.continuing.shown = Some((chain.clone(), Vec::new()));
        if is_fit {
            return self.sign_draft(chain);
        }
        if is_signed {
            let own = self.sign_next(&chain);
            self.send(&Frame::Genesis(own));
        }
        Ok(())
    }

    /// Our signatures under a new match.
    pub(super) fn sign_next(&self, chain: &Chain) -> Genesis {
        let key = self.next_key(chain);
        Genesis::sign(self.seat, &chain.sid(), &self.identity, &key)
    }

    /// The key that our seat of a new match signs with; any other where its secrets are lost.
    fn next_key(&self, chain: &Chain) -> Identity {
        let key = self.next_keys(chain).map(|keys| keys.key());
        key.unwrap_or_else(|| Identity::from_seed([1; 32]))
    }

    fn next_keys(&self, chain: &Chain) -> Option<NextKeys> {
        let key = chain.manifest().seat(self.seat)?.key;
        let keys = &self.game.as_ref()?.continuing.keys;
        keys.iter().find(|keys| keys.key().public() == key).cloned()
    }

    /// Signs first, once the draft is on disk: after a crash the same signature is sent again.
    pub(super) fn sign_draft(&mut self, chain: Chain) -> Result<(), Fault> {
        let bytes = chain.manifest().to_bytes();
        let genesis = self.sign_next(&chain);
        if let Some(game) = &mut self.game {
            game.continuing.signed_in_run = Some(chain.sid());
            game.continuing.draft = Some(chain);
        }
        self.note_signed();
        self.persist(File::Private, Secret::Draft(bytes).to_bytes());
        self.send(&Frame::Genesis(genesis));
        Ok(())
    }

    /// A signature under a new match.
    pub(in crate::session) fn handle_next_genesis(
        &mut self,
        now: Now,
        genesis: Genesis,
    ) -> Result<(), Fault> {
        let Some(game) = &mut self.game else {
            return self.fail(Fault::BadGenesis);
        };
        let fits = |chain: &Chain| genesis.is_valid(chain.manifest(), &chain.sid());
        if let Some(written) = &game.continuing.written
            && genesis.seat != self.seat
            && fits(&written.chain)
        {
            return self.sign_last(now, genesis);
        }
        // a signature under a draft that has lapsed here binds nobody
        let Some((chain, signed)) = &mut game.continuing.shown else {
            return Ok(());
        };
        if !fits(chain) {
            return Ok(());
        }
        signed.push(genesis);
        self.take_complete(now);
        Ok(())
    }

    /// Takes a new match up that the other shows complete, if this seat has signed it.
    fn take_complete(&mut self, now: Now) {
        let seat = self.seat;
        let Some(game) = &mut self.game else {
            return;
        };
        let Some((chain, signed)) = game.continuing.shown.take() else {
            return;
        };
        let draft = game.continuing.draft.as_ref();
        let is_draft = draft.is_some_and(|draft| draft.sid() == chain.sid());
        let has = |of: Seat| signed.iter().any(|genesis| genesis.seat == of);
        let is_complete = has(seat.other()) && (has(seat) || is_draft);
        // a draft older than the latest one that this seat signed was in the other's pocket: it counts for nothing, unless
        // its player convicts itself by it
        let is_older = draft.is_some_and(|draft| {
            let written = |chain: &Chain| start_of(chain).map_or(0, |start| start.written_ms);
            let vouches = |chain: &Chain| start_of(chain).is_some_and(|s| s.vouches(seat.other()));
            written(&chain) < written(draft) && !(vouches(&chain) && vouches(draft))
        });
        if !is_complete || is_older {
            game.continuing.shown = (!is_older).then_some((chain, signed));
            return;
        }
        let own = Genesis::sign(seat, &chain.sid(), &self.identity, &self.next_key(&chain));
        let mut signed = signed;
        if !signed.iter().any(|genesis| genesis.seat == seat) {
            signed.push(own);
        }
        let keys = self.next_keys(&chain);
        self.begin(now, chain, signed, keys, now.clock, false);
    }

    /// Signs last: only what this program would write again now.
    fn sign_last(&mut self, now: Now, genesis: Genesis) -> Result<(), Fault> {
        let is_by_mail = self.line.is_none();
        let Some(game) = &mut self.game else {
            return Ok(());
        };
        let Some(written) = game.continuing.written.take() else {
            return Ok(());
        };
        let start = start_of(&written.chain);
        let is_same = start.is_some_and(|start| {
            (start.at, start.root) == (game.chain.step() - 1, game.chain.root())
                && start.written_ms > game.continuing.signed_at()
        });
        let names_result = start.is_some_and(|start| {
            game.gives_up() == (start.gives_up.clone(), start.forgiven.clone())
        });
        let since = written.at;
        let is_fresh = match since {
            Some(at) => is_by_mail || now.clock.saturating_sub(at) <= FRESH,
            None => is_by_mail,
        };
        let may_ask = self.game.as_ref().is_some_and(|game| {
            let Ask {
                seat, is_strange, ..
            } = written.ask;
            self.may_ask(game, seat, is_strange).is_ok()
        });
        if !is_same || !is_fresh || !may_ask || !names_result {
            // the game or the clocks have gone on: it is written anew, or the question has lapsed
            if may_ask && names_result && since.is_some() && !is_by_mail {
                let _too_large = self.write_next(now, written.ask, written.keys);
            }
            return Ok(());
        }
        let sid = written.chain.sid();
        let own = Genesis::sign(self.seat, &sid, &self.identity, &written.keys.key());
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
        let Some(old) = self.game.take() else {
            return;
        };
        let sid = chain.sid();
        let began_ms = start_of(&chain).map_or(now.unix_ms, |start| start.began_ms);
        let is_heard = self.line.as_ref().is_none_or(|line| line.is_synced);
        let mut game = Game::new(chain, is_heard, now);
        let seats = game.chain.manifest().seats.len();
        game.timer = Timer::carried(&old.timer, seats, now, since, began_ms);
        game.genesis = signed
            .into_iter()
            .map(|genesis| (genesis.seat, genesis))
            .collect();
        game.wish = old.decision_for(&game.chain, self.seat, self.is_strange());
        let lacks_key = keys.is_none();
        // older files that hold the key of the new match may not be the only ones that do: another copy may have played in it
        let is_signer = is_last || old.continuing.signed_in_run == Some(sid);
        let is_own = !lacks_key && (is_signer || self.standing == Standing::Own);
        let keys = keys.unwrap_or_else(|| old.lost_keys(&self.secrets));
        self.secrets = Secrets {
            match_secret: Zeroizing::new(keys.match_secret),
            key: keys.key(),
        };
        self.standing = match is_own {
            true => Standing::Own,
            false => Standing::Strange,
        };
        self.outputs.push_back(Output::Next { sid });
        self.begin_files(&game);
        if is_last {
            // with the whole genesis on disk: the other may never see it, and is shown it whenever it names the old match
            if let Some(own) = game.genesis.get(&self.seat).copied() {
                self.send(&Frame::Genesis(own));
            }
        }
        let wish = game.wish.clone();
        self.game = Some(game);
        if let Some(wish) = wish {
            self.persist(File::Private, Secret::Wish(wish).to_bytes());
        }
        self.tell(SessionEvent::Continued { sid });
        self.save_time(now.clock);
        if let Some(line) = &mut self.line {
            line.is_of_another_match = false;
            line.is_head_sent &= line.is_synced;
        }
        if !lacks_key {
            self.send_head();
            self.advance(now);
        }
    }

    /// On a new line: the signature that was given first is sent again, for an other that has signed last.
    pub(in crate::session) fn show_draft(&mut self) {
        let draft = self.game.as_ref();
        let draft = draft.and_then(|game| game.continuing.draft.as_ref());
        let Some(chain) = draft else {
            return;
        };
        let own = Genesis::sign(
            self.seat,
            &chain.sid(),
            &self.identity,
            &self.next_key(chain),
        );
        self.send(&Frame::Genesis(own));
    }
}
