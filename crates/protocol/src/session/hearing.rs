//! What the peer has shown of what it holds: the one reason for which this seat may or may not sign.
//!
//! The last record sent before a line broke may have arrived or not. A seat that signs on as if it had not arrived
//! can sign two records for one step and convict itself. So after every interruption nothing is signed before the
//! peer has said, under its signature and for the new line, what it holds (its HEAD), and all of it that is this
//! seat's own is here.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::chain::Chain;
use crate::frame::{Head, Held};
use crate::{Note, Record, Seat};

/// How long a peer has to show what it says it holds.
pub(super) const SHOWN_WITHIN: Duration = Duration::from_secs(10);
/// The number of steps a record may be ahead and still be kept. A peer can be ahead by its CONFIRM and the turn after
/// it; what is further ahead is sent again before it could be used.
const MAX_AHEAD: u64 = 2;
/// The bytes of such records kept for each seat: no signature is checked before its step, so it must not fill the
/// memory (threat 13).
const MAX_EARLY: usize = 64 * 1024;

/// The peer's word about what it holds, and whether it was made good.
///
/// * **Questions** (`is_heard`, `lacks_own`, `waits_for_own`, `is_forked`, `is_late`, `heads`…) may be asked at any
///   time. Those that take a chain compare the peer's last word with what is here now, so the answer changes by
///   itself as records come in.
/// * **Hearing** (`hear`, `weigh`, `take_letter`, `still_unshown`) takes a HEAD whose signature was checked.
/// * **Interruptions** (`unhear`, `forget_letter`) take back what no longer holds.
/// * **Early records** (`hold`, `next_early`) wait for the step before theirs.
///
/// It holds one peer's word. With more seats there is one of it for each.
pub(super) struct Hearing {
    is_heard: bool,
    is_sure: bool,
    claimed: Option<Claimed>,
    letter: Option<Head>,
    early: BTreeMap<Seat, Vec<Record>>,
}

/// A HEAD that speaks of what this seat does not hold, or of another history.
struct Claimed {
    head: Head,
    /// The time at which the peer last showed something new since it first said so.
    since: Duration,
}

impl Hearing {
    /// Nothing was said yet. A new match is heard from its genesis on; a resumed one is not.
    pub(super) fn new(is_heard: bool) -> Self {
        Self {
            is_heard,
            is_sure: false,
            claimed: None,
            letter: None,
            early: BTreeMap::new(),
        }
    }

    /// As the private file knows it: the peer's last letter, and whether the peer's word has proved false once.
    pub(super) fn resumed(letter: Option<Head>, is_sure: bool) -> Self {
        Self {
            letter,
            is_sure,
            ..Self::new(false)
        }
    }

    /// The peer's HEAD on the present line, or a letter, is in.
    pub(super) fn is_heard(&self) -> bool {
        self.is_heard
    }

    /// The peer's HEAD that came last by mail.
    pub(super) fn letter(&self) -> Option<&Head> {
        self.letter.as_ref()
    }

    /// True if the peer speaks of a record or note of the seat that is not here.
    pub(super) fn lacks_own(&self, chain: &Chain, own: Seat) -> bool {
        let claimed = self.claimed.as_ref();
        claimed.is_some_and(|claimed| is_unshown(chain, &claimed.head, own))
    }

    /// As [`Self::lacks_own`], unless the peer's word has proved false: then nothing of this seat can be missing.
    pub(super) fn waits_for_own(&self, chain: &Chain, own: Seat) -> bool {
        !self.is_sure && self.lacks_own(chain, own)
    }

    /// True if the peer speaks of another history than ours.
    pub(super) fn is_forked(&self, chain: &Chain) -> bool {
        self.claimed.as_ref().is_some_and(|claimed| {
            let root = chain.root_of(claimed.head.step);
            root.is_some_and(|root| root != claimed.head.root)
        })
    }

    /// True if the time is up for the peer to show what it says it holds.
    pub(super) fn is_late(&self, chain: &Chain, own: Seat, now: Duration) -> bool {
        let is_false = self.lacks_own(chain, own) || self.is_forked(chain);
        let claimed = self.claimed.as_ref().filter(|_| is_false && !self.is_sure);
        claimed.is_some_and(|claimed| now >= claimed.since + SHOWN_WITHIN)
    }

    /// The time until which the peer of a line that came up at `line_since` may still show something; none if it has
    /// shown all that it named.
    pub(super) fn shows_until(&self, line_since: Duration) -> Option<Duration> {
        let since = match &self.claimed {
            Some(claimed) if self.is_heard && !self.is_sure => claimed.since,
            _ if self.is_heard => return None,
            _ => line_since,
        };
        Some(since + SHOWN_WITHIN)
    }

    /// The HEAD whose every entry of this seat is here by now.
    pub(super) fn settled(&self, chain: &Chain, own: Seat) -> Option<&Head> {
        let claimed = self.claimed.as_ref();
        let claimed = claimed.filter(|_| !self.lacks_own(chain, own))?;
        Some(&claimed.head)
    }

    /// The HEADs that still count: the one on the line, and the last letter's.
    pub(super) fn heads(&self) -> impl Iterator<Item = &Head> {
        let claimed = self.claimed.iter().map(|claimed| &claimed.head);
        claimed.chain(&self.letter)
    }

    /// The peer is heard: by its HEAD on the present line, or by a letter. Returns whether it had been silent.
    pub(super) fn hear(&mut self, chain: &Chain, own: Seat, now: Duration, head: Head) -> bool {
        let was_silent = !std::mem::replace(&mut self.is_heard, true);
        self.weigh(chain, own, now, head);
        was_silent
    }

    /// Takes note of what a HEAD says without counting its sender as heard. The time to show what is missing runs on
    /// from line to line: a peer that redials every nine seconds would never be named otherwise (threat 19).
    pub(super) fn weigh(&mut self, chain: &Chain, own: Seat, now: Duration, head: Head) {
        let before = self.claimed.take();
        let since = before.map_or(now, |claimed| claimed.since);
        self.claimed = Some(Claimed { head, since });
        if !self.lacks_own(chain, own) && !self.is_forked(chain) {
            self.claimed = None;
        }
    }

    /// Something new is here: whoever shows little by little is not late.
    pub(super) fn progress(&mut self, now: Duration) {
        if let Some(claimed) = &mut self.claimed {
            claimed.since = now;
        }
    }

    /// The peer has not shown in time what it says it holds. Returns its word, to be kept as evidence. On own files
    /// (`is_own`) this seat knows all that it has signed and is sure from here on; on others the word still holds it
    /// back.
    pub(super) fn disbelieve(&mut self, is_own: bool) -> Option<Head> {
        self.is_sure = is_own;
        let claimed = self.claimed.take()?;
        let head = claimed.head.clone();
        if !self.is_sure {
            self.claimed = Some(claimed);
        }
        Some(head)
    }

    /// Keeps the HEAD of a letter and returns the one of the letter before, if that said something else.
    pub(super) fn take_letter(&mut self, head: &Head) -> Option<Head> {
        let before = self.letter.replace(head.clone());
        before.filter(|before| before != head)
    }

    /// The HEAD of the letter before, if it named entries of this seat that the next letter has not brought: what a
    /// letter names, the next one shows. If even this letter leaves something out, own files are believed from here on.
    pub(super) fn still_unshown(
        &mut self,
        chain: &Chain,
        own: Seat,
        before: Option<Head>,
        is_own: bool,
    ) -> Option<Head> {
        let unshown = before.filter(|before| is_unshown(chain, before, own));
        let is_false = unshown.is_some() && self.lacks_own(chain, own);
        self.is_sure |= is_false && is_own;
        unshown
    }

    /// Forgets what the peer holds by its last letter: the next letter to it brings everything.
    pub(super) fn forget_letter(&mut self) {
        self.letter = None;
    }

    /// The line is down or another one is up. Returns whether the peer was heard until now.
    pub(super) fn unhear(&mut self) -> bool {
        // our HEAD does not speak of early records, and the peer sends them again unless it has lost them and signs
        // others
        self.early.clear();
        std::mem::take(&mut self.is_heard)
    }

    /// Keeps a record whose step is still to come, if it is near and there is room.
    pub(super) fn hold(&mut self, chain: &Chain, record: Record) {
        let early = self.early.entry(record.seat).or_default();
        // the envelope counts too, about 150 bytes: records with empty bodies would otherwise cost nothing
        let bytes = |record: &Record| record.body.len() + 256;
        let used: usize = early.iter().map(bytes).sum();
        let is_near = record.step <= chain.step() + MAX_AHEAD;
        // a record that is sent again must not use up the room for the next one
        if is_near && used + bytes(&record) <= MAX_EARLY && !early.contains(&record) {
            early.push(record);
        }
    }

    /// Takes out a record that was early and is due now that the present step is `step`.
    pub(super) fn next_early(&mut self, step: u64) -> Option<Record> {
        self.early.values_mut().find_map(|early| {
            // not only the present step's: what was overtaken meanwhile must leave the store as well
            let at = early.iter().position(|record| record.step <= step)?;
            Some(early.remove(at))
        })
    }
}

/// True if the HEAD names a record or note of the seat that is not here.
pub(super) fn is_unshown(chain: &Chain, head: &Head, seat: Seat) -> bool {
    let held = head.held.get(seat.index());
    held.is_some_and(|held| lacks(chain, held, seat))
}

fn lacks(chain: &Chain, held: &Held, seat: Seat) -> bool {
    // a closed match is final: planned records beside the closing ones are not kept, and a HEAD may name them
    if chain.closed().is_some() {
        return false;
    }
    // more than one, since a closing record may stand beside the planned one of the same step
    let is_known = chain.record_ids(held.step, seat).contains(&held.id);
    // step 0 is how a HEAD says that it holds no record of the seat
    (held.step > 0 && !is_known) || lacks_named_note(chain, held, seat)
}

fn lacks_named_note(chain: &Chain, held: &Held, seat: Seat) -> bool {
    let note = chain.notes().get(seat, held.notes);
    held.notes > 0 && note.map(Note::id) != Some(held.note)
}
