//! The way to a new match that takes the place of this one, as far as it has come.

use std::time::Duration;

use super::Fresh;
use crate::chain::Chain;
use crate::file::{Asked, NextKeys, Secret, signed_first};
use crate::frame::{Ask, ContinueWish, Declined, Frame};
use crate::hash::Digest;
use crate::manifest::{Genesis, Manifest};
use crate::start::Start;
use crate::{Identity, PublicKey, Seat, Signature};

/// How long a player who was turned down is not heard again: each question opens a window on the other's screen.
const SILENCE: Duration = Duration::from_secs(10 * 60);

/// The way to a new match.
///
/// It is walked in the order **ask**, **write**, **sign first**, **sign last**, and left at any point without harm:
///
/// * `ask`, `hear`, `decline`, `lapse`, `stop_asking` and the like hold the questions of both players. They bind to
///   nothing: a question lapses with its line and with the step in which it was asked.
/// * `write` holds the new match that this seat has written for the other's question; `take_written` takes it out to be
///   signed last.
/// * `show`, `add` and `take_complete` hold a match that the other shows, until both signatures are here.
/// * `sign_draft` takes note of what this seat has signed first. That cannot be taken back: it may come back complete
///   at any time, and `signed_at` is why every later match is dated after it. So drafts and all keys ever asked with
///   are kept in the private file (`to_secrets`).
#[derive(Default)]
pub(super) struct Continuing {
    own: Option<Asked>,
    /// The other's question that our player has declined last, for the next letter.
    declined: Option<Digest>,
    theirs: Option<Ask>,
    /// What our player was shown of the other's question.
    told: Option<Terms>,
    written: Option<Written>,
    /// The date of the newest match that this seat has written, in Unix milliseconds.
    written_ms: u64,
    shown: Option<(Chain, Vec<Genesis>)>,
    /// The secrets of every question that our player ever asked in this match.
    keys: Vec<NextKeys>,
    /// The latest new match that this seat has signed first.
    draft: Option<Chain>,
    signed_in_run: Option<Digest>,
    silent_until: Option<Duration>,
}

/// A new match that is written and waits for the signature of the seat that asked.
pub(super) struct Written {
    pub(super) chain: Chain,
    pub(super) keys: NextKeys,
    pub(super) ask: Ask,
    /// The time at which it was written; none if it comes from the file, and only a letter may answer it.
    pub(super) at: Option<Duration>,
}

/// What a question asks for, as its player reads it: from where, from which copy, and under which name.
type Terms = (ContinueWish, bool, String);

fn terms(ask: &Ask) -> Terms {
    (ask.wish, ask.is_strange, ask.name.clone())
}

impl NextKeys {
    pub(super) fn of(fresh: &Fresh) -> Self {
        Self {
            match_secret: fresh.match_secret,
            key_seed: fresh.session_seed,
            session_nonce: fresh.session_nonce,
        }
    }

    pub(super) fn key(&self) -> Identity {
        Identity::from_seed(self.key_seed)
    }
}

impl Continuing {
    /// As the private file has it. A draft that cannot be read any more is left out: nobody can complete it here.
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
        // signed first: the draft. Otherwise this seat wrote it, and would sign last
        if signed_first(chain.manifest(), seat).is_some() {
            self.draft = Some(chain);
            return;
        }
        let key = chain.manifest().seat(seat).map(|entry| entry.key);
        let keys = key.and_then(|key| self.keys_of(key));
        if let (Some(keys), Some(start)) = (keys, start_of(&chain))
            && start.asks.is_some()
        {
            self.written_ms = start.written_ms;
            self.written = Some(Written {
                ask: blank_ask(&chain, seat.other()),
                chain,
                keys,
                at: None,
            });
        }
    }

    /// True if our player asks, or has agreed to a new match that waits for the other's signature.
    pub(super) fn may_end_in_new_match(&self) -> bool {
        self.own.is_some() || self.written.is_some()
    }

    /// True if either player asks, or a new match is written and not signed by both.
    pub(super) fn is_under_way(&self) -> bool {
        self.own.is_some() || self.theirs.is_some() || self.written.is_some()
    }

    /// When the latest new match was written that this seat has signed first, in Unix milliseconds; 0 for none.
    pub(super) fn signed_at(&self) -> u64 {
        let start = self.draft.as_ref().and_then(start_of);
        start.map_or(0, |start| start.written_ms)
    }

    /// The date of the newest new match that this seat has signed first or written, in Unix milliseconds; 0 for none. The
    /// next one is dated later, since the other may have signed an earlier one already and signs only later ones.
    pub(super) fn dated(&self) -> u64 {
        self.signed_at().max(self.written_ms)
    }

    /// The question of our player that stands.
    pub(super) fn own(&self) -> Option<&Asked> {
        self.own.as_ref()
    }

    /// The question of the other player that waits for an answer.
    pub(super) fn theirs(&self) -> Option<&Ask> {
        self.theirs.as_ref()
    }

    /// The latest new match that this seat has signed first.
    pub(super) fn draft(&self) -> Option<&Chain> {
        self.draft.as_ref()
    }

    /// True if that match is the draft signed last.
    pub(super) fn is_draft(&self, sid: &Digest) -> bool {
        self.draft.as_ref().is_some_and(|draft| draft.sid() == *sid)
    }

    /// True if this run of the program has signed that match first: no other copy of the files holds its key.
    pub(super) fn is_signed_in_run(&self, sid: &Digest) -> bool {
        self.signed_in_run.as_ref() == Some(sid)
    }

    /// The secrets of the question asked with that key.
    pub(super) fn keys_of(&self, key: PublicKey) -> Option<NextKeys> {
        let mut keys = self.keys.iter();
        keys.find(|keys| keys.key().public() == key).cloned()
    }

    /// The entries for the private file, in its order.
    pub(super) fn to_secrets(&self) -> Vec<Secret> {
        let keys = self.keys.iter().cloned().map(Secret::Next);
        let written = self.written.iter().map(|written| &written.chain);
        let drafts = self.draft.iter().chain(written);
        let drafts = drafts.map(|chain| Secret::Draft(chain.manifest().to_bytes()));
        let own = self.own.clone().map(|own| Secret::Asked(Box::new(own)));
        keys.chain(drafts).chain(own).collect()
    }

    /// The frames of the next letter about a new match, except our signature under the draft.
    pub(super) fn letter(&self) -> Vec<Frame> {
        let own = self.own.iter();
        let ask = own.map(|own| Frame::Ask(Box::new(own.ask.clone())));
        let declined = self.declined.iter();
        let declined = declined.map(|ask| Frame::Declined(Declined { ask: *ask }));
        let written = self.written.iter();
        let written = written.map(|written| Frame::Manifest(written.chain.manifest().to_bytes()));
        ask.chain(declined).chain(written).collect()
    }

    pub(super) fn ask(&mut self, own: Asked, keys: NextKeys) {
        self.own = Some(own);
        self.keys.push(keys);
    }

    /// Our player's question no longer stands.
    pub(super) fn stop_asking(&mut self) {
        self.own = None;
    }

    /// The other has declined the question of that id. Returns whether it stood.
    pub(super) fn take_declined(&mut self, ask: &Digest) -> bool {
        self.own.take_if(|own| own.ask.id() == *ask).is_some()
    }

    /// The other asks. Returns whether our player is to be shown the question: one that replaces an open one is not, or
    /// the other could ask without end.
    pub(super) fn hear(&mut self, ask: Ask) -> bool {
        let is_new = self.theirs.is_none();
        if is_new {
            self.told = Some(terms(&ask));
        }
        self.theirs = Some(ask);
        is_new
    }

    /// The other's question, if it asks for something else by now than what our player was shown; from here on this is
    /// what was shown.
    pub(super) fn take_change(&mut self) -> Option<&Ask> {
        let ask = self.theirs.as_ref()?;
        let terms = Some(terms(ask));
        (self.told != terms).then(|| {
            self.told = terms;
            ask
        })
    }

    /// Takes the other's question out to be answered.
    pub(super) fn take_theirs(&mut self) -> Option<Ask> {
        self.theirs.take()
    }

    /// Our player has declined the question of that id.
    pub(super) fn decline(&mut self, ask: Digest, now: Duration) {
        self.silent_until = Some(now.saturating_add(SILENCE));
        self.declined = Some(ask);
    }

    /// True while the other's questions stay hidden: after a decline for [`SILENCE`], or they could be asked without end.
    pub(super) fn is_silent(&self, now: Duration) -> bool {
        self.silent_until.is_some_and(|until| now < until)
    }

    /// This seat has written a new match. Returns whether its keys are still to be written to the private file.
    pub(super) fn write(&mut self, written: Written) -> bool {
        let is_new = !self.keys.contains(&written.keys);
        if is_new {
            self.keys.push(written.keys.clone());
        }
        self.written_ms = start_of(&written.chain).map_or(0, |start| start.written_ms);
        self.written = Some(written);
        is_new
    }

    /// True if those signatures are under the new match that this seat has written.
    pub(super) fn is_for_written(&self, genesis: &Genesis) -> bool {
        let written = self.written.as_ref();
        written.is_some_and(|written| is_under(genesis, &written.chain))
    }

    /// The match that this seat has written.
    pub(super) fn written(&self) -> Option<&Written> {
        self.written.as_ref()
    }

    /// Takes the match that this seat has written out to be signed last, or to be written again.
    pub(super) fn take_written(&mut self) -> Option<Written> {
        self.written.take()
    }

    /// The other shows a new match.
    pub(super) fn show(&mut self, chain: Chain) {
        self.shown = Some((chain, Vec::new()));
    }

    /// The match that the other shows.
    pub(super) fn shown(&self) -> Option<&Chain> {
        self.shown.as_ref().map(|(chain, _)| chain)
    }

    /// Takes in signatures under the match that the other shows. Returns false if they are under another: one that has
    /// lapsed here binds nobody.
    pub(super) fn add(&mut self, genesis: Genesis) -> bool {
        let shown = self.shown.as_mut();
        let Some((_, signed)) = shown.filter(|(chain, _)| is_under(&genesis, chain)) else {
            return false;
        };
        signed.push(genesis);
        true
    }

    /// Takes out the match that the other shows, once every other signature is here and ours is, or is known to be out.
    ///
    /// A draft older than the latest one that this seat signed was in the other's pocket: it counts for nothing,
    /// unless its player convicts itself by it (threat 19: what an older copy signed must not undo what was played
    /// since).
    pub(super) fn take_complete(&mut self, seat: Seat) -> Option<(Chain, Vec<Genesis>)> {
        let (chain, signed) = self.shown.take()?;
        let has = |of: Seat| signed.iter().any(|genesis| genesis.seat == of);
        let is_complete = has(seat.other()) && (has(seat) || self.is_draft(&chain.sid()));
        let is_older = self.draft.as_ref().is_some_and(|draft| {
            let written = |chain: &Chain| start_of(chain).map_or(0, |start| start.written_ms);
            let vouches = |chain: &Chain| start_of(chain).is_some_and(|s| s.vouches(seat.other()));
            written(&chain) < written(draft) && !(vouches(&chain) && vouches(draft))
        });
        if is_older {
            return None;
        }
        // kept: the other signature may come in a later frame
        if !is_complete {
            self.shown = Some((chain, signed));
            return None;
        }
        Some((chain, signed))
    }

    /// This seat signs a new match first. From here on the other can complete it at any time.
    pub(super) fn sign_draft(&mut self, chain: Chain) {
        self.signed_in_run = Some(chain.sid());
        self.draft = Some(chain);
    }

    /// A question lapses with its line, and what is written for it: on the next line the players may want something
    /// else.
    pub(super) fn forget_questions(&mut self) {
        // not the draft and the keys: the other may complete what was signed first at any time
        (self.own, self.theirs) = (None, None);
        (self.written, self.shown) = (None, None);
    }

    /// Questions lapse with the step in which they were asked, and with a new result: what a player clicked for is
    /// not what it would be given up for. An older copy's question stays, since all that is new to it was there
    /// before. `last` is the last step of the history. Returns whether a player has to hear of it.
    pub(super) fn lapse(&mut self, last: u64, is_new_result: bool, is_strange: bool) -> bool {
        let is_over = |ask: &Ask| !ask.is_strange && (ask.step < last || is_new_result);
        let own = self.own.take_if(|own| is_over(&own.ask) && !is_strange);
        let theirs = self.theirs.take_if(|ask| is_over(ask));
        // the draft stays when only the step changes, since the other may have signed it first by now
        self.written
            .take_if(|written| is_new_result && is_over(&written.ask));
        own.is_some() || theirs.is_some()
    }
}

fn is_under(genesis: &Genesis, chain: &Chain) -> bool {
    genesis.is_valid(chain.manifest(), &chain.sid())
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
        key: entry.as_ref().map_or(PublicKey([0; 32]), |entry| entry.key),
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

/// The position of an older match that the chain's match begins from.
pub(super) fn start_of(chain: &Chain) -> Option<&Start> {
    chain.manifest().start.as_ref()
}
