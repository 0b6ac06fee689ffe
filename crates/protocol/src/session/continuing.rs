//! Continuing in a new match: one player asks, the other writes the new match out of its own history, the asking one signs
//! first, the other last.
//!
//! * [`Session::ask_to_continue`] and [`Session::answer_continue`] are the two clicks; nothing here happens without them.
//! * Who asks has written nothing and is bound to nothing but its signature, which lapses like an offer of a draw once the
//!   other has signed on.
//! * Who is asked signs last, and only what it would write again at that moment; with its signature it vouches that it
//!   signs nothing more in the old match. So nobody holds a complete new match in the pocket while the old one is played.
//! * `begin` swaps the session over to the new match, on the same line and with files of its own.

use std::time::Duration;

use rules::{Outcome, Rules, Side};
use zeroize::Zeroizing;

use super::{File, Fresh, Game, Now, Output, ProposeError, Secrets, Session, Standing};
use crate::chain::{Chain, Plan};
use crate::file::{NextKeys, Secret, Wish};
use crate::frame::{Ask, ContinueWish, Declined, Frame};
use crate::hash::Digest;
use crate::manifest::{Genesis, Manifest, PROTO};
use crate::start::{Start, StartTime};
use crate::text::clean_name;
use crate::{ContinueTerms, Fault, Identity, Kind, Seat, SessionEvent, Signature};

/// The age up to which a written manifest is signed: longer, and a player would choose between two games.
const FRESH: Duration = Duration::from_secs(2 * 60);
/// The time for which a player who was turned down is not heard again.
const SILENCE: Duration = Duration::from_secs(10 * 60);
/// The difference between two accounts of a seat's time that is nobody's fault.
const TOLERANCE_MS: u64 = 10_000;
/// The difference between the wall clocks of two machines that is nobody's fault, for days.
const SKEW_MS: u64 = 60 * 60 * 1000;

/// The way to a new match, as far as it has come.
#[derive(Default)]
pub(super) struct Continuing {
    /// The question of our player that stands.
    own: Option<OwnAsk>,
    /// The question of the other player that stands.
    theirs: Option<Ask>,
    /// The new match that this seat has written for the other's question.
    written: Option<Written>,
    /// A new match that the other shows complete, until both signatures are here.
    shown: Option<(Chain, Vec<Genesis>)>,
    /// The secrets of every question that our player ever asked in this match.
    keys: Vec<NextKeys>,
    /// The latest new match that this seat has signed first.
    draft: Option<Chain>,
    /// The time until which the other's questions are not told.
    silent_until: Option<Duration>,
}

/// A question of our player.
struct OwnAsk {
    ask: Ask,
    /// What the player was shown.
    gives_up: Option<Outcome>,
    /// The last complete step when it was asked.
    at: u64,
}

/// A new match that is written and waits for the signature of who asked.
struct Written {
    chain: Chain,
    keys: NextKeys,
    ask: Ask,
    /// The time at which it was written; none where it was taken up from the file, and only a letter may answer it.
    at: Option<Duration>,
}

impl NextKeys {
    fn of(fresh: &Fresh) -> Self {
        Self {
            match_secret: fresh.match_secret,
            key_seed: fresh.session_seed,
            session_nonce: fresh.session_nonce,
        }
    }

    fn key(&self) -> Identity {
        Identity::from_seed(self.key_seed)
    }
}

impl Continuing {
    /// Takes up what was kept in the private file.
    pub(super) fn resumed(keys: Vec<NextKeys>, draft: Option<&[u8]>, seat: Seat) -> Self {
        let chain = draft.and_then(|bytes| Chain::new(Manifest::from_bytes(bytes).ok()?).ok());
        let mut continuing = Self {
            keys,
            ..Self::default()
        };
        let Some(chain) = chain else {
            return continuing;
        };
        let own = |chain: &Chain| {
            let entry = chain.manifest().seat(seat)?;
            let mut keys = continuing.keys.iter();
            keys.find(|keys| keys.key().public() == entry.key).cloned()
        };
        match (start_of(&chain).and_then(|start| start.asks), own(&chain)) {
            (Some(asks), _) if asks == seat => continuing.draft = Some(chain),
            (Some(_), Some(keys)) => {
                continuing.written = Some(Written {
                    ask: blank_ask(&chain, seat.other()),
                    chain,
                    keys,
                    at: None,
                });
            }
            _ => {}
        }
        continuing
    }

    /// What the private file keeps.
    pub(super) fn to_secrets(&self) -> Vec<Secret> {
        let keys = self.keys.iter().cloned().map(Secret::Next);
        let written = self.written.as_ref().map(|written| &written.chain);
        let draft = self.draft.as_ref().or(written);
        let draft = draft.map(|chain| Secret::Draft(chain.manifest().to_bytes()));
        keys.chain(draft).collect()
    }
}

/// The question that a manifest answers, as far as the manifest says.
fn blank_ask(chain: &Chain, seat: Seat) -> Ask {
    let manifest = chain.manifest();
    let entry = manifest.seat(seat).cloned();
    let start = start_of(chain);
    Ask {
        sid: start.map_or([0; 32], |start| start.sid),
        seat,
        name: entry
            .as_ref()
            .map_or(String::new(), |entry| entry.name.clone()),
        key: entry
            .as_ref()
            .map_or(crate::PublicKey([0; 32]), |entry| entry.key),
        session_nonce: entry.map_or([0; 32], |entry| entry.session_nonce),
        nonce: [0; 32],
        step: start.map_or(0, |start| start.at),
        root: start.map_or([0; 32], |start| start.root),
        held: Vec::new(),
        is_strange: start.is_some_and(|start| start.strange.contains(&seat)),
        wish: ContinueWish {
            after: start.map(|start| start.after),
            swaps: false,
        },
        signature: Signature([0; 64]),
    }
}

fn start_of(chain: &Chain) -> Option<&Start> {
    chain.manifest().start.as_ref()
}

impl Session {
    /// Tells whether our player may ask now to continue in a new match, or why not.
    ///
    /// # Errors
    /// Returns [`ProposeError`] where the match has not begun, the other is not heard, it is the other who must ask, or a
    /// question stands.
    pub fn may_ask_to_continue(&self) -> Result<(), ProposeError> {
        let game = self.game.as_ref().filter(|game| game.is_agreed());
        let game = game.ok_or(ProposeError::NotYourTurn)?;
        let is_here = game.is_heard || (self.lacks_match_key() && self.is_peer_here());
        if game.continuing.own.is_some() {
            return Err(ProposeError::AskedAlready);
        }
        self.may_ask(game, self.seat, self.is_strange())?;
        match is_here {
            true => Ok(()),
            false => Err(ProposeError::NotHeard),
        }
    }

    /// The rules of who asks: a player gives up no win of the other's and breaks into no decision of its own.
    fn may_ask(&self, game: &Game, seat: Seat, is_strange: bool) -> Result<(), ProposeError> {
        let chain = &game.chain;
        match game.result() {
            // an agreed draw has no loser who would sign first; playing on from it is a match beside the old one
            Some(Outcome::Drawn(_)) => return Err(ProposeError::DrawStands),
            Some(Outcome::Won(sides, _)) => {
                let has_won = chain
                    .manifest()
                    .side_of(seat)
                    .is_some_and(|side| sides.contains(side));
                if has_won {
                    return Err(ProposeError::WinStands);
                }
            }
            None => {}
        }
        let claim = chain.claim();
        if claim.is_some_and(|claim| claim.against == seat) {
            return Err(ProposeError::Claimed);
        }
        // past a confirmation that is due, the decision after it counts: it could be the one that is to be undone
        let is_under_way = chain.next_deciders().contains(&seat);
        let is_barred = !is_strange && game.difference().is_none() && game.result().is_none();
        match is_barred && is_under_way {
            true => Err(ProposeError::DecideFirst),
            false => Ok(()),
        }
    }

    /// What would change with that wish, for the player's click.
    pub fn continue_terms(&self, wish: ContinueWish) -> Option<ContinueTerms> {
        let game = self.game.as_ref()?;
        Some(game.terms_of(self.seat, self.is_strange(), wish))
    }

    /// The other player's question that waits for our player's answer.
    pub fn asked_to_continue(&self) -> Option<ContinueTerms> {
        let game = self.game.as_ref()?;
        let ask = game.continuing.theirs.as_ref()?;
        Some(game.terms_of(ask.seat, ask.is_strange, ask.wish))
    }

    /// Tells whether our player's question stands and the other has not answered.
    pub fn asks_to_continue(&self) -> bool {
        let game = self.game.as_ref();
        game.is_some_and(|game| game.continuing.own.is_some())
    }

    /// Asks the other player to continue in a new match. The secrets of the new match are given out to be written first.
    ///
    /// # Errors
    /// As [`Session::may_ask_to_continue`]; [`ProposeError::NoSuchStep`] for a wish that names no step of the match.
    pub fn ask_to_continue(
        &mut self,
        now: Now,
        wish: ContinueWish,
        fresh: &Fresh,
    ) -> Result<(), ProposeError> {
        self.may_ask_to_continue()?;
        let keys = NextKeys::of(fresh);
        let is_strange = self.is_strange();
        let nonce = self.line.as_ref().map_or([0; 32], |line| line.peer_nonce);
        let Some(game) = &mut self.game else {
            return Err(ProposeError::NotYourTurn);
        };
        let at = game.chain.step() - 1;
        if wish.after.is_some_and(|after| after > at) {
            return Err(ProposeError::NoSuchStep);
        }
        let head = game.chain.head(self.seat, nonce);
        let entry = game.chain.manifest().seat(self.seat);
        let ask = Ask {
            sid: head.sid,
            seat: self.seat,
            name: entry.map_or(String::new(), |entry| entry.name.clone()),
            key: keys.key().public(),
            session_nonce: keys.session_nonce,
            nonce,
            step: head.step,
            root: head.root,
            held: head.held,
            is_strange,
            wish,
            signature: Signature([0; 64]),
        };
        let ask = ask.signed(&self.identity);
        game.continuing.own = Some(OwnAsk {
            gives_up: game.result(),
            at,
            ask: ask.clone(),
        });
        game.continuing.keys.push(keys.clone());
        self.persist(File::Private, Secret::Next(keys).to_bytes());
        self.send(&Frame::Ask(Box::new(ask)));
        let crossing = self
            .game
            .as_mut()
            .and_then(|game| game.continuing.theirs.take());
        if let Some(theirs) = crossing {
            // both have asked: the question that is answered is chosen alike on both sides
            return self
                .hear_ask(now, theirs)
                .map_err(|_told| ProposeError::NotHeard);
        }
        Ok(())
    }

    /// Answers the other player's question. With a yes this program writes the new match out of its own history.
    ///
    /// # Errors
    /// Returns [`ProposeError::NotAsked`] where no question stands, and [`ProposeError::NoPosition`] where the position is
    /// too large to travel.
    pub fn answer_continue(
        &mut self,
        now: Now,
        accept: bool,
        fresh: &Fresh,
    ) -> Result<(), ProposeError> {
        let game = self.game.as_mut().ok_or(ProposeError::NotAsked)?;
        let ask = game
            .continuing
            .theirs
            .take()
            .ok_or(ProposeError::NotAsked)?;
        if !accept {
            game.continuing.silent_until = Some(now.clock + SILENCE);
            self.send(&Frame::Declined(Declined { ask: ask.id() }));
            return Ok(());
        }
        self.write_next(now, ask, NextKeys::of(fresh))
    }

    /// Takes the own question back; the other's signature under it would be worth nothing.
    pub fn stop_asking_to_continue(&mut self) {
        if let Some(game) = &mut self.game {
            game.continuing.own = None;
        }
    }

    fn write_next(&mut self, now: Now, ask: Ask, keys: NextKeys) -> Result<(), ProposeError> {
        let strange = self.is_strange().then_some(self.seat);
        let own = (self.seat, keys.key().public(), keys.session_nonce);
        let game = self.game.as_mut().ok_or(ProposeError::NotAsked)?;
        let chain = game.next_match(&ask, own, strange, now);
        let chain = chain.ok_or(ProposeError::NoPosition)?;
        let bytes = chain.manifest().to_bytes();
        let is_new_key = !game.continuing.keys.contains(&keys);
        if is_new_key {
            game.continuing.keys.push(keys.clone());
        }
        game.continuing.written = Some(Written {
            chain,
            keys: keys.clone(),
            ask,
            at: Some(now.clock),
        });
        if is_new_key {
            self.persist(File::Private, Secret::Next(keys).to_bytes());
        }
        self.persist(File::Private, Secret::Draft(bytes.clone()).to_bytes());
        self.send(&Frame::Manifest(bytes));
        Ok(())
    }

    /// The other player asks to continue.
    pub(super) fn handle_ask(&mut self, now: Now, ask: &Ask) -> Result<(), Fault> {
        let Some(line) = &self.line else {
            return Ok(());
        };
        if ask.nonce != line.nonce {
            return self.fail(Fault::Unexpected("a question that is not for this line"));
        }
        if !self.is_sound_ask(ask) {
            return self.fail(Fault::Unexpected(
                "a question that the other player has not signed",
            ));
        }
        // a player without its match key can sign no HEAD: its question says what it holds
        if self.line.as_ref().is_some_and(|line| !line.is_synced) {
            self.hear_head(now, &ask.as_head());
        }
        self.hear_ask(now, ask.clone())
    }

    /// Tells whether the other player has signed the question, and it is about this match.
    pub(super) fn is_sound_ask(&self, ask: &Ask) -> bool {
        let other = self.seat.other();
        let Some(game) = self.game.as_ref().filter(|game| game.is_agreed()) else {
            return false;
        };
        let manifest = game.chain.manifest();
        let seats = manifest.seats.len();
        let identity = manifest.seat(other).map(|entry| entry.identity);
        ask.sid == game.chain.sid()
            && ask.seat == other
            && ask.held.len() == seats
            && identity.is_some_and(|identity| ask.is_signed_by(&identity))
    }

    /// Weighs a sound question: which of two crossing ones is answered, and whether its player may ask.
    pub(super) fn hear_ask(&mut self, now: Now, ask: Ask) -> Result<(), Fault> {
        let (is_strange, seat) = (self.is_strange(), self.seat);
        let Some(game) = &self.game else {
            return Ok(());
        };
        let may_ask = self.may_ask(game, ask.seat, ask.is_strange).is_ok();
        let is_known_step = ask.wish.after.is_none_or(|after| after < game.chain.step());
        let is_silent = game
            .continuing
            .silent_until
            .is_some_and(|until| now.clock < until);
        if !may_ask || !is_known_step || is_silent {
            self.send(&Frame::Declined(Declined { ask: ask.id() }));
            return Ok(());
        }
        let crossing = game.continuing.own.as_ref();
        let is_ours = crossing.is_some_and(|own| asks_first(seat, is_strange, &own.ask, &ask));
        if is_ours {
            return Ok(());
        }
        let is_agreed = crossing.is_some_and(|own| own.ask.wish == ask.wish);
        let own = crossing.map(|own| own.ask.key);
        let Some(game) = &mut self.game else {
            return Ok(());
        };
        let is_new = game.continuing.theirs.as_ref() != Some(&ask);
        let keys = game.continuing.keys.iter();
        let mut keys = keys.filter(|keys| Some(keys.key().public()) == own);
        let keys = keys.next().cloned();
        game.continuing.own = None;
        match keys.filter(|_| is_agreed) {
            // our player has clicked for the same
            Some(keys) => {
                let _too_large = self.write_next(now, ask, keys);
            }
            None => {
                let terms = game.terms_of(ask.seat, ask.is_strange, ask.wish);
                game.continuing.theirs = Some(ask);
                if is_new {
                    self.tell(SessionEvent::ContinueAsked(terms));
                }
            }
        }
        Ok(())
    }

    pub(super) fn handle_declined(&mut self, declined: Declined) {
        let Some(game) = &mut self.game else {
            return;
        };
        let own = game
            .continuing
            .own
            .take_if(|own| own.ask.id() == declined.ask);
        if own.is_some() {
            let seat = self.seat.other();
            self.tell(SessionEvent::ContinueDeclined(seat));
        }
    }

    /// The other shows a new match: one that it has written for our question, or one that is complete already.
    pub(super) fn handle_next_manifest(&mut self, now: Now, bytes: &[u8]) -> Result<(), Fault> {
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
        let is_fit = asked.is_some_and(|own| game.is_as_asked(own, &chain, seat, is_strange, now));
        game.continuing.shown = Some((chain.clone(), Vec::new()));
        if is_fit {
            return self.sign_draft(chain);
        }
        if is_signed {
            let own = Genesis::sign(seat, &chain.sid(), &self.identity, &self.next_key(&chain));
            self.send(&Frame::Genesis(own));
        }
        Ok(())
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
    fn sign_draft(&mut self, chain: Chain) -> Result<(), Fault> {
        let (sid, bytes) = (chain.sid(), chain.manifest().to_bytes());
        let genesis = Genesis::sign(self.seat, &sid, &self.identity, &self.next_key(&chain));
        if let Some(game) = &mut self.game {
            game.continuing.draft = Some(chain);
        }
        self.persist(File::Private, Secret::Draft(bytes).to_bytes());
        self.send(&Frame::Genesis(genesis));
        Ok(())
    }

    /// A signature under a new match.
    pub(super) fn handle_next_genesis(&mut self, now: Now, genesis: Genesis) -> Result<(), Fault> {
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
        if !is_same || !is_fresh || !may_ask {
            // the game or the clocks have gone on: it is written anew, or the question has lapsed
            if may_ask && since.is_some() && !is_by_mail {
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
        game.timer = super::Timer::carried(&old.timer, seats, now, since, began_ms);
        game.genesis = signed
            .into_iter()
            .map(|genesis| (genesis.seat, genesis))
            .collect();
        game.wish = old.decision_for(&game.chain, self.seat, self.is_strange());
        let lacks_key = keys.is_none();
        let keys = keys.unwrap_or_else(|| old.lost_keys(&self.secrets));
        self.secrets = Secrets {
            match_secret: Zeroizing::new(keys.match_secret),
            key: keys.key(),
        };
        self.standing = match lacks_key {
            true => Standing::Strange,
            false => Standing::Own,
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

    /// Tells whether this seat has lost the key that it signs this match with.
    pub fn lacks_match_key(&self) -> bool {
        let entry = self
            .manifest()
            .and_then(|manifest| manifest.seat(self.seat));
        let own = self.secrets.key.public();
        self.game.is_some() && entry.is_some_and(|entry| entry.key != own)
    }

    /// The match that this one continues, if it does.
    pub(super) fn continues(&self) -> Option<Digest> {
        let start = self.manifest()?.start.as_ref()?;
        start.instead.then_some(start.sid)
    }

    /// Shows the whole beginning of this match to a peer that still plays the one before.
    pub(super) fn show_beginning(&mut self) {
        let Some(game) = self.game.as_ref().filter(|game| game.is_agreed()) else {
            return;
        };
        let manifest = game.chain.manifest().to_bytes();
        let signed: Vec<Genesis> = game.genesis.values().copied().collect();
        self.send(&Frame::Manifest(manifest));
        for genesis in signed {
            self.send(&Frame::Genesis(genesis));
        }
    }

    /// A question lapses with its line.
    pub(super) fn forget_questions(&mut self) {
        if let Some(game) = &mut self.game {
            let Continuing {
                own,
                theirs,
                written,
                shown,
                ..
            } = &mut game.continuing;
            (*own, *theirs, *written, *shown) = (None, None, None, None);
        }
    }

    /// On a new line: the signature that was given first is sent again, for an other that has signed last.
    pub(super) fn show_draft(&mut self) {
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

    /// Questions lapse with the step in which they were asked: a decision changes what is asked for.
    pub(super) fn lapse_questions(&mut self) {
        let is_strange = self.is_strange();
        let Some(game) = &mut self.game else {
            return;
        };
        let at = game.chain.step() - 1;
        let lapsed = |own: &mut OwnAsk| own.at != at && !is_strange;
        let own = game.continuing.own.take_if(lapsed).is_some();
        let theirs = game
            .continuing
            .theirs
            .take_if(|ask| ask.step != at && !ask.is_strange);
        if own || theirs.is_some() {
            self.tell(SessionEvent::ContinueLapsed);
        }
    }
}

/// Of two crossing questions ours is answered where our files alone are strange, or where both or none are and our seat is
/// the higher one: the rule must give both programs the same answer.
fn asks_first(seat: Seat, is_strange: bool, own: &Ask, theirs: &Ask) -> bool {
    match (is_strange, theirs.is_strange) {
        (true, false) => true,
        (false, true) => false,
        _ => own.seat == seat && seat > theirs.seat,
    }
}

impl Game {
    /// The result that stands: by the rules, by resignation or agreement, or since a seat is convicted.
    fn result(&self) -> Option<Outcome> {
        let convicted = match &self.halted {
            Some(Fault::Proved(proof)) => Some(proof.seat),
            _ => None,
        };
        let manifest = self.chain.manifest();
        let against = convicted.map(|seat| {
            let winners = manifest.sides().without(manifest.allies(seat));
            Outcome::Won(winners, rules::RESIGN)
        });
        self.chain.outcome().or(against)
    }

    /// The step after which a new match begins unless the players wish otherwise: the present position; the last one that
    /// all confirmed where they differ; the one before a round that is not opened.
    fn default_after(&self) -> u64 {
        let at = self.chain.step() - 1;
        match self.chain.plan().round() {
            _ if self.difference().is_some() => self.chain.last_confirmed(),
            Some(round) => round.step - 1,
            None => at,
        }
    }

    /// The position of the old match after a step.
    fn position_at(&self, after: u64) -> rules::AnyPosition {
        let history = self.chain.history();
        history.position_after(history.place_after(after))
    }

    /// The seats whose choice of the present round is opened already.
    fn opened(&self) -> Vec<Seat> {
        let seats = self.chain.manifest().all_seats().into_iter();
        let is_open = |seat: &Seat| {
            let record = self.chain.pending(*seat);
            record.is_some_and(|record| record.kind == Kind::Reveal)
        };
        seats.filter(is_open).collect()
    }

    /// What a continuation changes.
    fn terms_of(&self, asks: Seat, is_strange: bool, wish: ContinueWish) -> ContinueTerms {
        let after = wish.after.unwrap_or_else(|| self.default_after());
        let later = self
            .chain
            .history()
            .orders()
            .filter(|orders| orders.step.number > after);
        ContinueTerms {
            asks,
            is_strange,
            after,
            turn: self.position_at(after).turn().number,
            undone: later.count(),
            gives_up: self.result(),
            opened: self.opened(),
            swaps: wish.swaps,
        }
    }

    /// Tells whether the chain begins with a position of this match, in its place.
    fn is_next(&self, next: &Chain) -> bool {
        start_of(next).is_some_and(|start| start.instead && start.sid == self.chain.sid())
    }

    /// The new match that this program writes for a question, with the seat, key and nonce of the writer.
    fn next_match(
        &self,
        ask: &Ask,
        (writer, key, nonce): (Seat, crate::PublicKey, [u8; 32]),
        strange: Option<Seat>,
        now: Now,
    ) -> Option<Chain> {
        let chain = &self.chain;
        let after = ask.wish.after.unwrap_or_else(|| self.default_after());
        let mut manifest = chain.manifest().clone();
        manifest.proto = PROTO;
        chain
            .position()
            .family()
            .version()
            .clone_into(&mut manifest.rules_version);
        concat!("warlord ", env!("CARGO_PKG_VERSION")).clone_into(&mut manifest.program);
        let sides: Vec<(u8, u8)> = manifest
            .seats
            .iter()
            .map(|seat| (seat.side, seat.team))
            .collect();
        let places = (0..).map(Seat).zip(manifest.seats.iter_mut());
        for ((seat, entry), (side, team)) in places.zip(sides.iter().rev()) {
            entry.was = Some(seat);
            if wish_swaps(ask) {
                (entry.side, entry.team) = (*side, *team);
            }
            if seat == ask.seat {
                (entry.key, entry.session_nonce) = (ask.key, ask.session_nonce);
                entry.name = clean_name(&ask.name, "player");
            } else if seat == writer {
                (entry.key, entry.session_nonce) = (key, nonce);
            }
        }
        let convicted = match &self.halted {
            Some(Fault::Proved(proof)) => Some(proof.seat),
            _ => None,
        };
        let mut strange: Vec<Seat> = ask
            .is_strange
            .then_some(ask.seat)
            .into_iter()
            .chain(strange)
            .collect();
        strange.sort_unstable();
        let seats = chain.manifest().all_seats();
        let (lag, grace) = self.timer.stores(now.clock);
        let time = |seat: &Seat| StartTime {
            left_ms: self.left_ms(*seat, *seat == writer, now),
            lag_ms: super::timer::millis(lag),
            grace_ms: super::timer::millis(grace),
        };
        manifest.start = Some(Start {
            instead: true,
            sid: chain.sid(),
            at: chain.step() - 1,
            root: chain.root(),
            after,
            position: self.position_at(after).to_whole().ok()?,
            written_ms: now.unix_ms,
            began_ms: self.timer.saved(now.clock).began_ms,
            times: seats.iter().map(time).collect(),
            gives_up: self.chain.outcome().map(Into::into),
            forgiven: convicted.into_iter().collect(),
            asks: Some(ask.seat),
            strange,
        });
        Chain::of(manifest, chain.scenario().clone()).ok()
    }

    /// Tells whether a new match is the one that this program would write for its own question: position, root, seats and
    /// accounts are its own findings, and nothing is believed.
    fn is_as_asked(
        &self,
        own: &OwnAsk,
        next: &Chain,
        seat: Seat,
        is_strange: bool,
        now: Now,
    ) -> bool {
        let Some(start) = start_of(next) else {
            return false;
        };
        let other = seat.other();
        let Some(entry) = next.manifest().seat(other) else {
            return false;
        };
        let writer = (other, entry.key, entry.session_nonce);
        // the other says itself whether its files may be older; it binds itself less then, and this player is told
        let strange = start.strange.contains(&other).then_some(other);
        let Some(expected) = self.next_match(&own.ask, writer, strange, now) else {
            return false;
        };
        let mut expected = expected.manifest().clone();
        let Some(mine) = expected.start.take() else {
            return false;
        };
        let is_fresh = start.written_ms.abs_diff(now.unix_ms) <= super::timer::millis(FRESH);
        let before = self.continuing.draft.as_ref().and_then(start_of);
        let is_later = before.is_none_or(|before| start.written_ms > before.written_ms);
        let times = mine.times.iter().zip(&start.times);
        let is_fair = times
            .clone()
            .all(|(mine, theirs)| mine.left_ms.abs_diff(theirs.left_ms) <= TOLERANCE_MS);
        let has_days = mine.began_ms.abs_diff(start.began_ms) <= SKEW_MS;
        let is_result = self.result() == own.gives_up || is_strange;
        expected.program.clone_from(&next.manifest().program);
        expected.start = Some(Start {
            written_ms: start.written_ms,
            began_ms: start.began_ms,
            times: start.times.clone(),
            ..mine
        });
        expected == *next.manifest() && is_fresh && is_later && is_fair && has_days && is_result
    }

    /// The milliseconds left of a seat's bank now, by this program's measures.
    fn left_ms(&self, seat: Seat, is_own: bool, now: Now) -> u64 {
        let face = self
            .chain
            .clocks()
            .and_then(|_| self.face(seat, is_own, now));
        let left = match face {
            Some(super::Face::Stands(left)) => left,
            Some(super::Face::Runs(until)) => until.saturating_sub(now.clock),
            None => Duration::ZERO,
        };
        super::timer::millis(left)
    }

    /// A decision that our player has made and that is not in the new match's position: it is signed anew there. A sealed
    /// choice is kept only on own files: on older ones it may have been opened.
    fn decision_for(&self, next: &Chain, seat: Seat, is_strange: bool) -> Option<Wish> {
        let start = start_of(next)?;
        let is_here = start.after + 1 >= self.chain.step() || self.chain.plan().round().is_some();
        if is_strange
            || !is_here
            || !next.decides(seat)
            || side_in(next, seat) != side_in(&self.chain, seat)
        {
            return None;
        }
        let (orders, parts) = match (&self.wish, self.chain.plan().round(), &self.choice) {
            (Some(wish), _, _) => (wish.orders.clone(), wish.parts.clone()),
            (None, Some(round), Some(choice)) if choice.step == round.step => {
                let is_choice = |(slot, _): &&(u16, Vec<u8>)| *slot != crate::chain::COIN.number;
                (
                    Vec::new(),
                    choice.parts.iter().filter(is_choice).cloned().collect(),
                )
            }
            _ => return None,
        };
        let is_sealed = matches!(next.plan(), Plan::Commit(_));
        let fits = orders.is_empty() == is_sealed && parts.is_empty() != is_sealed;
        fits.then_some(Wish {
            step: next.step(),
            prev: next.root(),
            orders,
            parts,
        })
    }

    /// Secrets that stand in for those of a new match that another copy of this seat's files has signed.
    fn lost_keys(&self, secrets: &Secrets) -> NextKeys {
        let derived =
            |what: &[u8]| crate::hash::derive("lost keys", &[&*secrets.match_secret, what]);
        NextKeys {
            match_secret: derived(b"secret"),
            key_seed: derived(b"key"),
            session_nonce: [0; 32],
        }
    }
}

fn wish_swaps(ask: &Ask) -> bool {
    ask.wish.swaps
}

fn side_in(chain: &Chain, seat: Seat) -> Option<Side> {
    chain.manifest().side_of(seat)
}
