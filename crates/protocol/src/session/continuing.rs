//! Continuing in a new match: one player asks, the other writes the new match out of its own history, the asking one signs
//! first, the other last.
//!
//! * [`Session::ask_to_continue`] and [`Session::answer_continue`] are the two clicks; nothing here happens without them.
//! * Who asks has written nothing and is bound to nothing but its signature, which lapses like an offer of a draw once the
//!   other has signed on.
//! * Who is asked signs last, and only what it would write again at that moment; with its signature it vouches that it
//!   signs nothing more in the old match. So nobody holds a complete new match in the pocket while the old one is played.
//! * `begin` swaps the session over to the new match, on the same line and with files of its own.

mod signing;
mod writing;

use std::time::Duration;

use rules::Outcome;

use super::{File, Fresh, Game, Now, ProposeError, Session};
use crate::chain::Chain;
use crate::file::{Asked, NextKeys, Secret, signed_first};
use crate::frame::{Ask, ContinueWish, Declined, Frame};
use crate::hash::Digest;
use crate::manifest::{Genesis, Manifest};
use crate::start::Start;
use crate::{ContinueTerms, Fault, Identity, Seat, SessionEvent, Signature};

/// The time for which a player who was turned down is not heard again.
const SILENCE: Duration = Duration::from_secs(10 * 60);

/// The way to a new match, as far as it has come.
#[derive(Default)]
pub(super) struct Continuing {
    /// The question of our player that stands.
    own: Option<Asked>,
    /// The other's question that our player has declined last, for the next letter.
    declined: Option<Digest>,
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
    /// The new match that this run of the program has signed first.
    signed_in_run: Option<Digest>,
    /// The time until which the other's questions are not told.
    silent_until: Option<Duration>,
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
    pub(super) fn resumed(
        keys: Vec<NextKeys>,
        drafts: &[Vec<u8>],
        own: Option<Asked>,
        seat: Seat,
    ) -> Self {
        let mut continuing = Self {
            keys,
            own,
            ..Self::default()
        };
        for bytes in drafts {
            let manifest = Manifest::from_bytes(bytes);
            if let Ok(chain) = manifest.and_then(Chain::new) {
                continuing.take_draft(chain, seat);
            }
        }
        continuing
    }

    fn take_draft(&mut self, chain: Chain, seat: Seat) {
        if signed_first(chain.manifest(), seat).is_some() {
            self.draft = Some(chain);
            return;
        }
        let entry = chain.manifest().seat(seat);
        let key = entry.map(|entry| entry.key);
        let keys = self.keys.iter();
        let mut keys = keys.filter(|keys| Some(keys.key().public()) == key);
        if let (Some(keys), Some(start)) = (keys.next().cloned(), start_of(&chain))
            && start.asks.is_some()
        {
            self.written = Some(Written {
                ask: blank_ask(&chain, seat.other()),
                chain,
                keys,
                at: None,
            });
        }
    }

    /// Tells whether our player asks, or has agreed to a new match that waits for the other's signature.
    pub(super) fn may_end_in_new_match(&self) -> bool {
        self.own.is_some() || self.written.is_some()
    }

    /// When the latest new match was written that this seat has signed first, in Unix milliseconds; 0 for none.
    pub(super) fn signed_at(&self) -> u64 {
        let start = self.draft.as_ref().and_then(start_of);
        start.map_or(0, |start| start.written_ms)
    }

    /// What the private file keeps.
    pub(super) fn to_secrets(&self) -> Vec<Secret> {
        let keys = self.keys.iter().cloned().map(Secret::Next);
        let written = self.written.iter().map(|written| &written.chain);
        let drafts = self.draft.iter().chain(written);
        let drafts = drafts.map(|chain| Secret::Draft(chain.manifest().to_bytes()));
        let own = self.own.clone().map(|own| Secret::Asked(Box::new(own)));
        keys.chain(drafts).chain(own).collect()
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
        // by letter a question from an older copy needs no hearing: the answer brings what is missing
        let is_by_mail = self.line.is_none() && self.is_strange();
        let is_here =
            game.is_heard || is_by_mail || (self.lacks_match_key() && self.is_peer_here());
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
        let name = game.chain.manifest().seat(self.seat)?.name.clone();
        Some(game.terms_of(self.seat, self.is_strange(), wish, &name))
    }

    /// The other player's question that waits for our player's answer.
    pub fn asked_to_continue(&self) -> Option<ContinueTerms> {
        let game = self.game.as_ref()?;
        let ask = game.continuing.theirs.as_ref()?;
        Some(game.terms_of(ask.seat, ask.is_strange, ask.wish, &ask.name))
    }

    /// Tells whether our player's question stands and the other has not answered.
    pub fn asks_to_continue(&self) -> bool {
        let game = self.game.as_ref();
        game.is_some_and(|game| game.continuing.own.is_some())
    }

    /// Tells whether the question of either player stands, or a new match is written and not signed by both.
    pub fn is_continuing(&self) -> bool {
        let continuing = self.game.as_ref().map(|game| &game.continuing);
        continuing.is_some_and(|continuing| {
            continuing.own.is_some() || continuing.theirs.is_some() || continuing.written.is_some()
        })
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
        let own = Asked {
            gives_up: game.result().map(Into::into),
            ask: ask.clone(),
        };
        game.continuing.own = Some(own.clone());
        game.continuing.keys.push(keys.clone());
        self.persist(File::Private, Secret::Next(keys).to_bytes());
        self.persist(File::Private, Secret::Asked(Box::new(own)).to_bytes());
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
            game.continuing.declined = Some(ask.id());
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
                let terms = game.terms_of(ask.seat, ask.is_strange, ask.wish, &ask.name);
                game.continuing.theirs = Some(ask);
                if is_new {
                    self.tell(SessionEvent::ContinueAsked(terms));
                }
            }
        }
        Ok(())
    }

    /// The frames about a new match that the next letter brings, after those of this match.
    pub(super) fn letter_of_next(&self) -> Vec<Frame> {
        let Some(game) = &self.game else {
            return Vec::new();
        };
        let Continuing {
            own,
            declined,
            written,
            draft,
            ..
        } = &game.continuing;
        let ask = own.iter().map(|own| Frame::Ask(Box::new(own.ask.clone())));
        let declined = declined
            .iter()
            .map(|ask| Frame::Declined(Declined { ask: *ask }));
        let written = written.iter().map(|written| {
            let bytes = written.chain.manifest().to_bytes();
            Frame::Manifest(bytes)
        });
        let signed = draft
            .iter()
            .map(|chain| Frame::Genesis(self.sign_next(chain)));
        ask.chain(declined).chain(written).chain(signed).collect()
    }

    /// Takes in a frame of a letter about a new match, once everything else of the letter is here.
    pub(super) fn import_next(&mut self, now: Now, frame: Frame) -> Result<(), Fault> {
        match frame {
            Frame::Ask(ask) if self.continues() == Some(ask.sid) => Ok(()),
            Frame::Ask(ask) => self.hear_ask(now, *ask),
            Frame::Declined(declined) => {
                self.handle_declined(now, declined);
                Ok(())
            }
            Frame::Manifest(bytes) => self.handle_next_manifest(now, &bytes),
            Frame::Genesis(genesis) => self.handle_genesis(now, genesis),
            _ => Ok(()),
        }
    }

    pub(super) fn handle_declined(&mut self, now: Now, declined: Declined) {
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
            // a match that is over is closed now
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

    /// Questions lapse with the step in which they were asked, and with a new result: what a player clicked for is not what
    /// it would be given up for. An older copy's question stays, since all that is new to it was there before.
    pub(super) fn lapse_questions(&mut self, is_new_result: bool) {
        let is_strange = self.is_strange();
        let Some(game) = &mut self.game else {
            return;
        };
        let last = game.chain.history().steps().last();
        let last = last.map_or(0, |step| step.number);
        let lapsed = |ask: &Ask| !ask.is_strange && (ask.step < last || is_new_result);
        let Continuing {
            own,
            theirs,
            written,
            ..
        } = &mut game.continuing;
        let own = own.take_if(|own| lapsed(&own.ask) && !is_strange).is_some();
        let theirs = theirs.take_if(|ask| lapsed(ask)).is_some();
        written.take_if(|written| is_new_result && lapsed(&written.ask));
        if own || theirs {
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
