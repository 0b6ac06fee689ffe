//! The way of a table to a new match, with everybody or without some of its seats, as far as it has come.

mod attempt;
mod wishes;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::time::Duration;

use super::Now;
use super::budget::Budget;
use super::continuing::start_of;
use crate::bounds::SKEW_MS;
use crate::chain::Chain;
use crate::file::{NextKeys, Secret};
use crate::frame::{Consent, Frame, Pledge};
use crate::hash::Digest;
use crate::manifest::{Genesis, Manifest};
use crate::{Agreement, Seat, Start};
use attempt::Try;
use wishes::Wish;

/// How long the others wait for the seat whose turn it is to write, and after a try that lacks a signature.
pub(super) const WRITTEN_WITHIN: Duration = Duration::from_secs(10);
/// After that time a seat that keeps back its word or its signature may be left out as well.
const SIGNED_WITHIN: Duration = Duration::from_secs(30);
/// The tries that are kept. Whoever signs two or writes what nobody would sign gets no more room than that.
const MOST_TRIES: usize = 8;
/// How far above what this seat has signed another one's number counts, and how many numbers are passed over for writers who
/// are silent.
const MOST_ABOVE: u8 = 4;
/// The pledges of one seat, and the signatures that fit no try, that are kept.
const MOST_EARLY: usize = 16;

/// How often our player is told that a seat has changed its mind, in [`TOLD_WITHIN`].
const MOST_TOLD: u8 = 3;
/// The window of [`MOST_TOLD`].
const TOLD_WITHIN: Duration = Duration::from_secs(10);

/// The way to a new match.
///
/// * **Consent** (`ask`, `set_wish`, `hear`): each player says from which step and without which seats to continue. It
///   binds to nothing.
/// * **Tries** (`show`, `pledge`): one seat writes the new match under a number, and every other one that would write the
///   same pledges to sign it.
/// * **Signatures** (`sign`, `add`): once all have pledged. From the first own one on this seat signs nothing more in the
///   old match (threat 66), no other try of that number, and plays none of a lower one (threat 45). What was signed is in
///   the private file (`to_secrets`).
#[derive(Default)]
pub(super) struct Leaving {
    wish: Wish,
    /// Our player has turned a question down that nobody was told yet.
    refuses: bool,
    /// The seats whose questions our player has turned down, and until when these stay hidden.
    silenced: BTreeMap<Seat, Duration>,
    keys: Option<NextKeys>,
    consents: BTreeMap<Seat, Consent>,
    /// Since when the same seats consent to the same, upon the same number.
    since: Option<(Due, Duration)>,
    tries: Vec<Try>,
    pledges: BTreeMap<Seat, VecDeque<Pledge>>,
    early: VecDeque<Genesis>,
    pledged: Option<(Digest, u8, Duration)>,
    signed: Option<Manifest>,
    signed_in_run: Option<Digest>,
    /// The seats that our player was told of.
    pub(super) told: BTreeSet<Seat>,
    /// The question that our player was shown: its seat, without whom and from which step.
    pub(super) shown: Option<(Seat, (u8, Option<u64>))>,
    /// What our player was told lately of what each seat says.
    said: BTreeMap<Seat, Budget>,
}

/// Without whom, from which step, and upon which number a try is due.
type Due = ((u8, Option<u64>), u8);

impl Leaving {
    /// As the private file has it: the keys of the new match, and the tries that were signed.
    pub(super) fn resumed(keys: &[NextKeys], drafts: &[Vec<u8>], seat: Seat) -> Self {
        let mut leaving = Self {
            keys: keys.last().cloned(),
            ..Self::default()
        };
        for bytes in drafts {
            let Ok(manifest) = Manifest::from_bytes(bytes) else {
                continue;
            };
            let is_try = manifest
                .start
                .as_ref()
                .is_some_and(|start| start.number > 0);
            if is_try && !manifest.is_gone(seat) {
                // one that was agreed on at a table has keys of its own, with which nothing is signed again here
                let key = manifest.seat(seat).map(|entry| entry.key);
                if keys.iter().any(|keys| Some(keys.key().public()) == key) {
                    leaving.show(manifest.clone());
                }
                leaving.signed = Some(manifest);
            }
        }
        leaving
    }

    /// The entries for the private file, in its order.
    pub(super) fn to_secrets(&self) -> impl Iterator<Item = Secret> {
        let keys = self.keys.clone().map(Secret::Next);
        let signed = self.signed.iter();
        let signed = signed.map(|manifest| Secret::Draft(manifest.to_bytes()));
        keys.into_iter().chain(signed)
    }

    /// Counts that our player is told what that seat says now. Returns `false` if the seat changes its mind too often: the
    /// last word counts, told or not.
    pub(super) fn may_tell(&mut self, seat: Seat, now: Duration) -> bool {
        let budget = self.said.entry(seat).or_default();
        budget.take(now, MOST_TOLD, TOLD_WITHIN)
    }

    pub(super) fn keys(&self) -> Option<&NextKeys> {
        self.keys.as_ref()
    }

    /// Takes the secrets for the new match, once.
    pub(super) fn take_keys(&mut self, keys: NextKeys) {
        self.keys.get_or_insert(keys);
    }

    pub(super) fn consent(&self, seat: Seat) -> Option<&Consent> {
        self.consents.get(&seat)
    }

    /// Takes in a consent whose signature was checked. Returns whether it is later than the one that is here.
    pub(super) fn hear(&mut self, consent: Consent) -> bool {
        let before = self.consents.get(&consent.seat);
        let is_new = before.is_none_or(|before| before.turn < consent.turn);
        if is_new {
            self.consents.insert(consent.seat, consent);
        }
        is_new
    }

    /// True if a consent of that seat is as late as that.
    pub(super) fn knows(&self, consent: &Consent) -> bool {
        let before = self.consents.get(&consent.seat);
        before.is_some_and(|before| before.turn >= consent.turn)
    }

    /// The consents of those who would play on, in their order, if all of them agree to what our player wishes.
    pub(super) fn agreed(&self, present: &[Seat]) -> Option<Vec<Consent>> {
        if !self.agrees() {
            return None;
        }
        let rest = present
            .iter()
            .filter(|seat| !self.wish.without.contains(seat));
        let consents = rest.map(|seat| self.consents.get(seat).copied());
        let consents: Option<Vec<Consent>> = consents.collect();
        consents.filter(|consents| {
            let is_same = |consent: &Consent| consent.agrees && consent.base() == self.base();
            !consents.is_empty() && consents.iter().all(is_same)
        })
    }

    /// Who has said yes as our player has, from that yes until the new match begins; none before it.
    pub(super) fn agreement(&self, own: Seat, present: &[Seat]) -> Option<Agreement> {
        let signed = self.signed.as_ref();
        if signed.is_none() && !self.agrees() {
            return None;
        }
        let plays_on = |seat: &Seat| match signed {
            Some(manifest) => !manifest.is_gone(*seat),
            None => !self.wish.without.contains(seat),
        };
        let of = signed.and_then(|manifest| self.try_of(&manifest.sid()));
        let says_yes = |seat: &Seat| match signed {
            _ if *seat == own => true,
            Some(_) => of.is_some_and(|of| of.genesis.contains_key(seat)),
            None => self
                .consent(*seat)
                .is_some_and(|consent| consent.agrees && consent.base() == self.base()),
        };
        let rest = present.iter().copied().filter(plays_on);
        let (agreed, missing) = rest.partition(says_yes);
        Some(Agreement {
            agreed,
            missing,
            is_signed: signed.is_some(),
        })
    }

    /// The number of the try that is due and the place of its writer among `count` seats that agree; none while the last
    /// one has its time.
    pub(super) fn due(
        &mut self,
        consents: Option<&[Consent]>,
        now: Duration,
    ) -> Option<(u8, usize)> {
        let Some(consents) = consents else {
            self.since = None;
            return None;
        };
        // (of what another seat says to have signed only what is near: the last number of all would leave no other)
        let most = self.signed_number().saturating_add(MOST_ABOVE);
        let said = consents.iter().map(|consent| consent.number.min(most));
        let signed = said.max().unwrap_or(0).max(self.signed_number());
        let what = (self.base(), signed);
        let since = match self.since {
            Some((before, since)) if before == what => since,
            _ => now,
        };
        self.since = Some((what, since));
        let waited = now.saturating_sub(since).as_secs();
        let waited = waited.checked_div(WRITTEN_WITHIN.as_secs()).unwrap_or(0);
        // a try that somebody has signed has its time to be signed by all, longer each time
        let seats: Vec<Seat> = consents.iter().map(|consent| consent.seat).collect();
        let is_of_same = |of: &Try| of.number() == signed && of.manifest.present() == seats;
        let is_under_way = self.tries.iter().any(is_of_same);
        let waited = match self.has_signed_for(&seats) {
            true => waited.checked_sub(3 * u64::from(signed.min(4)))?,
            // somebody else has signed it, and our signature may be due in a moment
            false if is_under_way => waited.checked_sub(1)?,
            false => waited,
        };
        let place = usize::try_from(waited).unwrap_or(0);
        let place = place.checked_rem(consents.len()).unwrap_or(0);
        // whose turn it is goes round for ever; the number does not, since it must last
        let waited = u8::try_from(waited).unwrap_or(u8::MAX).min(MOST_ABOVE);
        let number = signed.checked_add(1)?.saturating_add(waited);
        Some((number, place))
    }

    /// The highest number of a try that this seat pledges for: what another seat writes beyond it would leave no room for
    /// later tries.
    pub(super) fn most_near(&self) -> u8 {
        let most = self.signed_number().saturating_add(1);
        most.saturating_add(MOST_ABOVE).saturating_add(MOST_ABOVE)
    }

    /// The time of the latest try that a seat says to have signed, in Unix milliseconds. A time that no honest clock can show
    /// counts for nothing.
    pub(super) fn said_at(&self, consents: &[Consent], now: Now) -> u64 {
        let latest = now.unix_ms.saturating_add(SKEW_MS);
        let said = consents.iter().map(|consent| consent.written_ms);
        let said = said.filter(|said| *said <= latest).max();
        said.unwrap_or(0).max(self.signed_at())
    }

    /// The seats that have agreed and keep back their word or their signature for too long.
    pub(super) fn late(&self, present: &[Seat], now: Duration) -> Vec<Seat> {
        let Some((_, since)) = self.since else {
            return Vec::new();
        };
        if now < since.saturating_add(SIGNED_WITHIN) && self.signed.is_none()
            || now < since.saturating_add(WRITTEN_WITHIN)
            || self.agreed(present).is_none()
        {
            return Vec::new();
        }
        // of the try that most have pledged for, the highest of several
        let pledged = |of: &Try| {
            let pledged = present
                .iter()
                .filter(|seat| self.has_pledged(**seat, &of.sid));
            pledged.count()
        };
        let tries = self.tries.iter();
        let best = tries.max_by_key(|of| (of.genesis.len(), pledged(of), of.number()));
        let Some(best) = best else {
            return Vec::new();
        };
        let rest = present.iter().copied();
        let rest = rest.filter(|seat| !best.manifest.is_gone(*seat));
        let unsaid = rest.filter(|seat| !self.has_pledged(*seat, &best.sid));
        let unsaid: Vec<Seat> = unsaid.collect();
        match best.genesis.is_empty() && !unsaid.is_empty() {
            true => unsaid,
            false => best.due(),
        }
    }

    pub(super) fn tries(&self) -> &[Try] {
        &self.tries
    }

    pub(super) fn try_of(&self, sid: &Digest) -> Option<&Try> {
        self.tries.iter().find(|of| of.sid == *sid)
    }

    /// Keeps a try that is shown. Returns whether it is new.
    pub(super) fn show(&mut self, manifest: Manifest) -> bool {
        let sid = manifest.sid();
        if self.try_of(&sid).is_some() {
            return false;
        }
        let mut genesis = BTreeMap::new();
        for signed in &self.early {
            if signed.is_valid(&manifest, &sid) {
                genesis.insert(signed.seat, *signed);
            }
        }
        if self.tries.len() >= MOST_TRIES {
            // the oldest that this seat has neither pledged for nor signed
            let is_own = |of: &Try| {
                self.pledged.is_some_and(|(pledged, ..)| pledged == of.sid)
                    || self
                        .signed
                        .as_ref()
                        .is_some_and(|signed| *signed == of.manifest)
            };
            let old = self.tries.iter().position(|of| !is_own(of));
            if let Some(old) = old {
                self.tries.remove(old);
            }
        }
        self.tries.push(Try {
            sid,
            manifest,
            genesis,
            is_passed_on: false,
        });
        true
    }

    /// Takes in signatures. Returns whether they are new.
    pub(super) fn add(&mut self, genesis: Genesis) -> bool {
        for of in &mut self.tries {
            if genesis.is_valid(&of.manifest, &of.sid) {
                return of.genesis.insert(genesis.seat, genesis).is_none();
            }
        }
        // a line may show them before the try
        if !self.early.contains(&genesis) {
            if self.early.len() == MOST_EARLY {
                self.early.pop_front();
            }
            self.early.push_back(genesis);
        }
        false
    }

    /// Takes in a pledge whose signature was checked. Returns whether it is new.
    pub(super) fn pledge(&mut self, pledge: Pledge) -> bool {
        let pledges = self.pledges.entry(pledge.seat).or_default();
        if pledges.contains(&pledge) {
            return false;
        }
        if pledges.len() == MOST_EARLY {
            pledges.pop_front();
        }
        pledges.push_back(pledge);
        true
    }

    /// The bytes of a try for which somebody has pledged, to be passed on once. A seat that does not play on, and so pledges
    /// for none, may still be the only way between those who do.
    pub(super) fn take_to_pass_on(&mut self, sid: &Digest) -> Option<Vec<u8>> {
        let mut pledges = self.pledges.values().flatten();
        if !pledges.any(|pledge| pledge.sid == *sid) {
            return None;
        }
        let of = self.tries.iter_mut().find(|of| of.sid == *sid)?;
        let is_first = !std::mem::replace(&mut of.is_passed_on, true);
        is_first.then(|| of.manifest.to_bytes())
    }

    /// The seats that have pledged for a new match.
    pub(super) fn pledged_for(&self, sid: &Digest) -> Vec<Seat> {
        let seats = self.pledges.keys().copied();
        seats.filter(|seat| self.has_pledged(*seat, sid)).collect()
    }

    /// Returns `true` if these are signatures under a new match that is here.
    pub(super) fn is_of_try(&self, genesis: &Genesis) -> bool {
        let mut tries = self.tries.iter();
        tries.any(|of| genesis.is_valid(&of.manifest, &of.sid))
    }

    pub(super) fn has_pledged(&self, seat: Seat, sid: &Digest) -> bool {
        let pledges = self.pledges.get(&seat);
        pledges.is_some_and(|pledges| pledges.iter().any(|pledge| pledge.sid == *sid))
    }

    /// The try that this seat has pledged for last, its number, and when.
    pub(super) fn pledged(&self) -> Option<(Digest, u8, Duration)> {
        self.pledged
    }

    /// This seat pledges for a try.
    pub(super) fn note_pledged(&mut self, sid: Digest, number: u8, now: Duration) {
        self.pledged = Some((sid, number, now));
    }

    /// This seat signs a try. From here on others can complete it at any time.
    pub(super) fn sign(&mut self, manifest: Manifest) {
        self.signed_in_run = Some(manifest.sid());
        self.signed = Some(manifest);
    }

    pub(super) fn has_signed(&self) -> bool {
        self.signed.is_some()
    }

    pub(super) fn signed(&self) -> Option<&Start> {
        self.signed
            .as_ref()
            .and_then(|manifest| manifest.start.as_ref())
    }

    /// The highest number that this seat has signed, 0 for none.
    pub(super) fn signed_number(&self) -> u8 {
        self.signed().map_or(0, |start| start.number)
    }

    /// True if this seat has signed a match in place of this one, or another one says so.
    pub(super) fn has_anyone_signed(&self) -> bool {
        let mut said = self.consents.values();
        self.has_signed() || said.any(|consent| consent.number > 0)
    }

    /// The match that this seat has signed last.
    pub(super) fn signed_sid(&self) -> Option<Digest> {
        self.signed.as_ref().map(Manifest::sid)
    }

    /// True if the try that this seat has signed last is played by those who consent now.
    fn has_signed_for(&self, seats: &[Seat]) -> bool {
        let signed = self.signed.as_ref();
        signed.is_some_and(|manifest| manifest.present() == seats)
    }

    /// When the try that this seat has signed last was written, in Unix milliseconds.
    pub(super) fn signed_at(&self) -> u64 {
        self.signed().map_or(0, |start| start.written_ms)
    }

    /// True if this seat has signed that try.
    pub(super) fn is_signed(&self, sid: &Digest, seat: Seat) -> bool {
        let of = self.try_of(sid);
        of.is_some_and(|of| of.genesis.contains_key(&seat))
            || self
                .signed
                .as_ref()
                .is_some_and(|signed| signed.sid() == *sid)
    }

    /// True if this run of the program has signed that try: no other copy of the files holds its key.
    pub(super) fn is_signed_in_run(&self, sid: &Digest) -> bool {
        self.signed_in_run.as_ref() == Some(sid)
    }

    /// What this seat has said last, for a line on which it may have been dropped.
    pub(super) fn own_frames(&self, own: Seat) -> Vec<Frame> {
        let consent = self.consents.get(&own).filter(|consent| consent.agrees);
        let mut frames: Vec<Frame> = consent.copied().map(Frame::Consent).into_iter().collect();
        let pledged = self.pledged.and_then(|(sid, ..)| self.try_of(&sid));
        if let Some(of) = pledged {
            let pledges = self.pledges.get(&own).into_iter().flatten();
            let pledge = pledges.filter(|pledge| pledge.sid == of.sid);
            frames.extend(pledge.copied().map(Frame::Pledge));
            frames.push(Frame::Manifest(of.manifest.to_bytes()));
            frames.extend(of.genesis.get(&own).copied().map(Frame::Genesis));
        }
        frames
    }

    /// Everything that a line which comes up now has to be shown.
    pub(super) fn frames(&self) -> Vec<Frame> {
        let consents = self.consents.values().copied().map(Frame::Consent);
        let mut frames: Vec<Frame> = consents.collect();
        // before the tries, which then count to those who have pledged for them
        let pledges = self.pledges.values().flatten().copied();
        frames.extend(pledges.map(Frame::Pledge));
        for of in &self.tries {
            let is_pledged = self.pledged.is_some_and(|(sid, ..)| sid == of.sid);
            if is_pledged || !of.genesis.is_empty() {
                frames.push(Frame::Manifest(of.manifest.to_bytes()));
            }
        }
        let genesis = self.tries.iter().flat_map(|of| of.genesis.values());
        frames.extend(genesis.copied().map(Frame::Genesis));
        frames
    }
}

/// The number of the try that a match is, 0 for any other.
pub(super) fn number_of(chain: &Chain) -> u8 {
    start_of(chain).map_or(0, |start| start.number)
}
