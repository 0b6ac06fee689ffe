//! What each other seat has shown of what it holds: the one reason for which this seat may or may not sign.
//!
//! The last record sent before the lines broke may have arrived or not. A seat that signs on as if it had not arrived
//! can sign two records for one step and convict itself. So after every interruption nothing is signed before others
//! have said, under their signatures and for the new lines, what they hold (their HEADs), and all of it that is this
//! seat's own is here.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::chain::Chain;
use crate::frame::{Head, Held};
use crate::hash::Digest;
use crate::{Note, Record, Seat};

/// How long a seat has to show what it says it holds.
pub(super) const SHOWN_WITHIN: Duration = Duration::from_secs(10);
/// How long a program without a connection waits for one before it signs on its own files.
const ALONE: Duration = Duration::from_secs(60);
/// The same at a table for one that shows little by little: a liar must not hold up anybody by passing on what others
/// sign.
const SHOWN_IN_ALL: Duration = Duration::from_secs(60);
/// The number of steps a record may be ahead and still be kept. A peer can be ahead by its CONFIRM and the turn after
/// it; what is further ahead is sent again before it could be used.
const MAX_AHEAD: u64 = 2;
/// The bytes of such records kept for each seat: no signature is checked before its step, so it must not fill the
/// memory (threat 13).
const MAX_EARLY: usize = 64 * 1024;

/// The words of the other seats about what they hold, and whether they were made good.
///
/// * **Questions** (`is_heard`, `lacks_own`, `waits_for_own`, `is_forked`, `late`, `heads`…) may be asked at any
///   time. Those that take a chain compare the last words with what is here now, so the answer changes by itself as
///   records come in.
/// * **Hearing** (`hear`, `weigh`, `reach`, `take_letter`, `still_unshown`) takes a HEAD whose signature was checked.
/// * **Interruptions** (`unhear`) take back what no longer holds.
/// * **Early records** (`hold`, `next_early`) wait for the step before theirs.
pub(super) struct Hearing {
    is_heard: bool,
    /// The wait for a HEAD; `None` while this seat hears, and before the wait begins.
    wait: Option<Wait>,
    /// By seat.
    words: Vec<Word>,
    letter: Option<Head>,
    early: BTreeMap<Seat, Vec<Record>>,
}

/// The wait for a HEAD in one step. It goes on from connection to connection: otherwise a peer that redials every nine
/// seconds and never says what it holds could keep this seat from signing.
#[derive(Clone, Copy)]
struct Wait {
    step: u64,
    since: Duration,
    /// When a connection first came up.
    reached: Option<Duration>,
    is_over: bool,
}

/// One seat's word.
#[derive(Clone, Default)]
struct Word {
    /// The step in which a connection to the seat came up, and when the first of that step did.
    met: Option<(u64, Duration)>,
    /// A HEAD of the seat is in since this one was last cut off from all.
    is_heard: bool,
    /// The seat's word has proved false once, and this seat's files are its own: nothing of it can be missing.
    is_sure: bool,
    claimed: Option<Claimed>,
    /// At a table the seat was named for what it claims, on files that may lack it: once is enough.
    is_named: bool,
    /// The time at which a line to the seat first came up since this one was last cut off from all.
    reached: Option<Duration>,
}

/// A HEAD that speaks of what this seat does not hold, or of another history.
#[derive(Clone)]
struct Claimed {
    head: Head,
    /// The time at which the seat first said so.
    first: Duration,
    /// The time at which something was last shown since.
    since: Duration,
}

impl Hearing {
    /// Nothing was said yet. A new match of two is heard from its genesis on; a resumed one is not.
    pub(super) fn new(seats: usize, is_heard: bool) -> Self {
        Self {
            is_heard,
            wait: None,
            words: vec![
                Word {
                    is_heard,
                    ..Word::default()
                };
                seats
            ],
            letter: None,
            early: BTreeMap::new(),
        }
    }

    /// As the files know it: the last letter, and the seats whose word has proved false once.
    pub(super) fn resumed(seats: usize, letter: Option<Head>, sure: &[Seat]) -> Self {
        let mut hearing = Self {
            letter,
            ..Self::new(seats, false)
        };
        for seat in sure {
            hearing.word_mut(*seat).is_sure = true;
        }
        hearing
    }

    fn word_mut(&mut self, seat: Seat) -> &mut Word {
        // a HEAD of a seat that does not exist is never signed
        if self.words.len() <= seat.index() {
            self.words
                .resize(seat.index().saturating_add(1), Word::default());
        }
        &mut self.words[seat.index()]
    }

    fn word(&self, seat: Seat) -> Option<&Word> {
        self.words.get(seat.index())
    }

    fn claims(&self) -> impl Iterator<Item = (&Word, &Claimed)> {
        let claims = self.words.iter();
        claims.filter_map(|word| Some((word, word.claimed.as_ref()?)))
    }

    /// The HEADs of those whom this seat hears are in, or a letter.
    pub(super) fn is_heard(&self) -> bool {
        self.is_heard
    }

    /// True if this seat may sign in that step, as far as its hearing goes: it hears, or has waited for long enough.
    pub(super) fn may_sign(&self, step: u64) -> bool {
        let waited = self.wait.filter(|wait| wait.step == step);
        self.is_heard || waited.is_some_and(|wait| wait.is_over)
    }

    /// Waits for a HEAD in that step, with or without a connection. Returns `true` if the wait ends now: on its own files
    /// this seat knows all that it has signed, and a silent peer must not stop it.
    pub(super) fn wait(&mut self, step: u64, now: Duration, has_line: bool) -> bool {
        if self.is_heard {
            self.wait = None;
            return false;
        }
        let mut wait = self.wait_in(step, now);
        if has_line {
            wait.reached.get_or_insert(now);
        }
        let has_passed = |since: Duration, time: Duration| now.saturating_sub(since) >= time;
        let is_silent = has_line && wait.reached.is_some_and(|at| has_passed(at, SHOWN_WITHIN));
        let was_over = wait.is_over;
        wait.is_over |= is_silent || has_passed(wait.since, ALONE);
        self.wait = Some(wait);
        wait.is_over && !was_over
    }

    fn wait_in(&self, step: u64, now: Duration) -> Wait {
        let wait = self.wait.filter(|wait| wait.step == step);
        wait.unwrap_or(Wait {
            step,
            since: now,
            reached: None,
            is_over: false,
        })
    }

    /// A connection to the seat came up in that step.
    pub(super) fn meet(&mut self, seat: Seat, step: u64, now: Duration) {
        if !self.is_heard {
            let mut wait = self.wait_in(step, now);
            wait.reached.get_or_insert(now);
            self.wait = Some(wait);
        }
        let word = self.word_mut(seat);
        if word.met.is_none_or(|(met, _)| met != step) {
            word.met = Some((step, now));
        }
    }

    /// True if a HEAD of the seat is in since this one was last cut off from all.
    pub(super) fn has_heard(&self, seat: Seat) -> bool {
        self.word(seat).is_some_and(|word| word.is_heard)
    }

    /// The HEAD that came last by mail.
    pub(super) fn letter(&self) -> Option<&Head> {
        self.letter.as_ref()
    }

    /// True if the seat `by` names a record or note of this seat that is not here.
    pub(super) fn lacks_own(&self, chain: &Chain, own: Seat, by: Seat) -> bool {
        let claimed = self.word(by).and_then(|word| word.claimed.as_ref());
        claimed.is_some_and(|claimed| is_unshown(chain, &claimed.head, own))
    }

    /// True if any seat names a record or note of this seat that is not here. A seat whose word has proved false
    /// does not count: then nothing of this seat's own can be missing.
    pub(super) fn waits_for_own(&self, chain: &Chain, own: Seat) -> bool {
        self.unshown(chain, own).next().is_some()
    }

    /// The words that may be true and name entries of this seat that are not here.
    pub(super) fn unshown(&self, chain: &Chain, own: Seat) -> impl Iterator<Item = &Head> {
        let open = self.claims().filter(|(word, _)| !word.is_sure);
        let heads = open.map(|(_, claimed)| &claimed.head);
        heads.filter(move |head| is_unshown(chain, head, own))
    }

    /// True if that seat speaks of another history than ours.
    pub(super) fn is_forked(&self, chain: &Chain, by: Seat) -> bool {
        let claimed = self.word(by).and_then(|word| word.claimed.as_ref());
        claimed.is_some_and(|claimed| is_of_fork(chain, &claimed.head))
    }

    /// A seat whose time is up to show what it says it holds. With `is_parted` a seat is known to have signed two records,
    /// so that another history is nobody's lie.
    pub(super) fn late(
        &self,
        chain: &Chain,
        own: Seat,
        (now, is_parted): (Duration, bool),
    ) -> Option<Seat> {
        let has_table = chain.manifest().has_table();
        let mut late = self.claims().filter(|(word, claimed)| {
            let is_false = is_unshown(chain, &claimed.head, own)
                || !is_parted && is_of_fork(chain, &claimed.head);
            let is_up = now >= claimed.since.saturating_add(SHOWN_WITHIN)
                || has_table && now >= claimed.first.saturating_add(SHOWN_IN_ALL);
            is_false && !word.is_sure && is_up && !(has_table && word.is_named)
        });
        late.next().map(|(_, claimed)| claimed.head.seat)
    }

    /// The time until which a claim in that step waits for what the seat may still show on a line that came up at
    /// `line_since`; `None` if it has shown all that it named. The time runs once in each step, over all lines and
    /// whatever comes meanwhile: a peer could hold up a claim forever otherwise.
    pub(super) fn shows_until(
        &self,
        seat: Seat,
        is_synced: bool,
        (step, line_since): (u64, Duration),
    ) -> Option<Duration> {
        let word = self.word(seat);
        let claimed = word.filter(|word| !word.is_sure);
        let claimed = claimed.and_then(|word| word.claimed.as_ref());
        let met = word.and_then(|word| word.met);
        let met = met.filter(|(met, _)| *met == step);
        let since = match claimed {
            Some(claimed) if is_synced => claimed.first,
            _ if is_synced => return None,
            _ => met.map_or(line_since, |(_, met)| met.min(line_since)),
        };
        Some(since.saturating_add(SHOWN_WITHIN))
    }

    /// The HEADs that still count: those of the lines, and the last letter's.
    pub(super) fn heads(&self) -> impl Iterator<Item = &Head> {
        let claimed = self.claims().map(|(_, claimed)| &claimed.head);
        claimed.chain(&self.letter)
    }

    /// A seat is heard by its HEAD. Returns whether it had been silent.
    pub(super) fn hear(&mut self, chain: &Chain, own: Seat, now: Duration, head: Head) -> bool {
        let word = self.word_mut(head.seat);
        let was_silent = !std::mem::replace(&mut word.is_heard, true);
        self.weigh(chain, own, now, head);
        was_silent
    }

    /// The other of two is heard: by its HEAD on the line, or by a letter.
    pub(super) fn hear_all(&mut self) {
        self.is_heard = true;
    }

    /// Lines to those seats are up. This seat hears once it has a HEAD of one of them, and of each that has had its
    /// time. Returns whether that begins now.
    pub(super) fn reach(&mut self, seats: &[Seat], now: Duration) -> bool {
        let mut is_open = false;
        for seat in seats {
            let word = self.word_mut(*seat);
            let reached = *word.reached.get_or_insert(now);
            // no longer: a seat that says nothing must not hold up the others
            is_open |= !word.is_heard && now < reached.saturating_add(SHOWN_WITHIN);
        }
        let is_any = seats.iter().any(|seat| self.has_heard(*seat));
        let was_heard = std::mem::replace(&mut self.is_heard, is_any && !is_open);
        self.is_heard && !was_heard
    }

    /// Takes note of what a HEAD says without counting its sender as heard. The time to show what is missing runs on
    /// from line to line: a peer that redials every nine seconds would never be named otherwise (threat 19).
    pub(super) fn weigh(&mut self, chain: &Chain, own: Seat, now: Duration, head: Head) {
        let word = self.word_mut(head.seat);
        let before = word.claimed.take();
        let (first, since) = before.map_or((now, now), |claimed| (claimed.first, claimed.since));
        if is_unshown(chain, &head, own) || is_of_fork(chain, &head) {
            word.claimed = Some(Claimed { head, first, since });
        }
    }

    /// Something new is here: whoever shows little by little is not late. An entry of another seat counts for the one
    /// who shows it, and one of the own seat for all who speak of it.
    pub(super) fn progress(&mut self, now: Duration, by: Option<Seat>) {
        for word in &mut self.words {
            if let Some(claimed) = &mut word.claimed
                && by.is_none_or(|by| by == claimed.head.seat)
            {
                claimed.since = now;
            }
        }
    }

    /// The seat has not shown in time what it says it holds. Returns its word, to be kept as evidence. On own files
    /// (`is_own`) this seat knows all that it has signed and is sure from here on; on others the word still holds it
    /// back.
    pub(super) fn disbelieve(&mut self, by: Seat, is_own: bool) -> Option<Head> {
        let word = self.word_mut(by);
        word.is_sure = is_own;
        word.is_named = true;
        let claimed = word.claimed.take()?;
        let head = claimed.head.clone();
        if !word.is_sure {
            word.claimed = Some(claimed);
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
        if let Some(head) = &unshown {
            let is_false = self.lacks_own(chain, own, head.seat);
            self.word_mut(head.seat).is_sure |= is_false && is_own;
        }
        unshown
    }

    /// This seat is cut off from all.
    pub(super) fn unhear(&mut self) {
        // our HEAD does not speak of early records, and the others send them again unless they have lost them and sign
        // others
        self.early.clear();
        for word in &mut self.words {
            word.is_heard = false;
            word.is_named = false;
            word.reached = None;
        }
        self.is_heard = false;
    }

    /// Keeps a record whose step is still to come, if it is near and there is room.
    pub(super) fn hold(&mut self, chain: &Chain, record: Record) {
        let early = self.early.entry(record.seat).or_default();
        // the envelope counts too, about 150 bytes: records with empty bodies would otherwise cost nothing
        let bytes = |record: &Record| record.body.len().saturating_add(256);
        let used: usize = early.iter().map(bytes).sum();
        let is_near = record.step <= chain.step().saturating_add(MAX_AHEAD);
        // a record that is sent again must not use up the room for the next one
        if is_near && used.saturating_add(bytes(&record)) <= MAX_EARLY && !early.contains(&record) {
            early.push(record);
        }
    }

    /// True if that record waits for its step.
    pub(super) fn holds(&self, seat: Seat, id: &Digest) -> bool {
        let early = self.early.get(&seat);
        early.is_some_and(|early| early.iter().any(|record| record.id() == *id))
    }

    /// True if a record waits for a step before it.
    pub(super) fn is_ahead(&self) -> bool {
        self.early.values().any(|early| !early.is_empty())
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

/// True if the HEAD speaks of another history than ours.
fn is_of_fork(chain: &Chain, head: &Head) -> bool {
    let root = chain.root_of(head.step);
    root.is_some_and(|root| root != head.root)
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
