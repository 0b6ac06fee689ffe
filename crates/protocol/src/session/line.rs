//! A line to a peer: how far its two ends have greeted, what goes out on it, and what its peer may still ask for.

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use super::Now;
use super::budget::Budget;
use super::hearing::SHOWN_WITHIN;
use crate::frame::{CHAT_LINES, CHAT_WINDOW, Head};
use crate::hash::Digest;
use crate::{PublicKey, Seat, Signature};

/// The number of times a peer may ask for records again on one line. Each answer can be the whole match: without a
/// limit a peer turns a frame of twenty bytes into megabytes (threat 13, flooding).
const FREE_WANTS: u8 = 2;
/// The most steps of a later request, of which one is answered in [`WINDOW`].
pub(super) const LATER_STEPS: u64 = 4;
/// The questions of one seat that a line brings in [`WINDOW`]: each costs every seat a signature and a frame. A seat
/// asks once on each line that comes up.
const MAX_HEARS: u8 = 12;
/// The frames about continuing that a line brings in [`WINDOW`] and that one seat has signed: an honest seat signs a few,
/// and shows them again on a new line.
const MAX_SIGNED: u8 = 60;
/// The frames about continuing that a line brings in [`WINDOW`] without a signer that is known: new matches that nobody
/// here has a pledge for, and signatures that fit none.
const MAX_UNSIGNED: u8 = 60;
const WINDOW: Duration = Duration::from_secs(10);
/// The entries that a peer has shown last: no copy of them goes back to it.
const MOST_SHOWN: usize = 64;

/// One line to the peer, from `line_up` to the moment either end drops it.
///
/// A line passes through three states, each entered once: **up** (our greeting is out), **greeted** (the peer's
/// greeting is in and its channel signature is sound) and **synced** (the peer's HEAD is in, so that it gets what it
/// lacks, and then whatever is new at once). Questions may be asked at any time; [`Line::greet`] and [`Line::sync`] are the two steps
/// forward. Nothing of a line outlives it: what the peer has said about the match is kept in
/// [`super::hearing::Hearing`].
pub(super) struct Line {
    exporter: [u8; 32],
    nonce: [u8; 32],
    peer_nonce: [u8; 32],
    peer: PublicKey,
    is_greeted: bool,
    /// The peer's HEAD on this line.
    head: Option<Head>,
    /// The place in the log up to which the peer has what it lacked; none while it gets what is new at once.
    cursor: Option<usize>,
    /// The ids of the entries that the peer has shown last.
    shown: VecDeque<Digest>,
    is_head_sent: bool,
    is_of_another_match: bool,
    is_withholding: bool,
    wants: u8,
    wanted_at: Duration,
    /// The step for which this seat has asked the peer for records.
    asked: u64,
    asked_at: Option<Duration>,
    hears: BTreeMap<Seat, Budget>,
    signed: BTreeMap<Seat, Budget>,
    unsigned: Budget,
    /// A HEAD of the peer for a match that has not begun here.
    early: Option<Head>,
    since: Duration,
    chat_since: Duration,
    chat_lines: usize,
}

impl Line {
    /// A line that has just come up to the holder of the TLS key `peer`.
    pub(super) fn new(now: Now, exporter: [u8; 32], nonce: [u8; 32], peer: PublicKey) -> Self {
        Self {
            exporter,
            nonce,
            peer_nonce: [0; 32],
            peer,
            is_greeted: false,
            head: None,
            cursor: None,
            shown: VecDeque::new(),
            is_head_sent: false,
            is_of_another_match: false,
            is_withholding: false,
            wants: 0,
            wanted_at: now.clock,
            asked: 0,
            asked_at: None,
            hears: BTreeMap::new(),
            signed: BTreeMap::new(),
            unsigned: Budget::default(),
            early: None,
            since: now.clock,
            chat_since: now.clock,
            chat_lines: 0,
        }
    }

    /// The TLS key of the other end.
    pub(super) fn peer(&self) -> PublicKey {
        self.peer
    }

    /// The nonce that the peer's HEAD on this line must answer, so that no HEAD of an earlier line passes for a new
    /// one.
    pub(super) fn nonce(&self) -> [u8; 32] {
        self.nonce
    }

    /// The nonce that our own HEAD answers; zeros before the greeting.
    pub(super) fn peer_nonce(&self) -> [u8; 32] {
        self.peer_nonce
    }

    pub(super) fn is_greeted(&self) -> bool {
        self.is_greeted
    }

    pub(super) fn is_synced(&self) -> bool {
        self.head.is_some()
    }

    /// The peer's HEAD on this line.
    pub(super) fn head(&self) -> Option<&Head> {
        self.head.as_ref()
    }

    /// The place in the log from which the peer is to get what it lacks.
    pub(super) fn cursor(&self) -> Option<usize> {
        self.cursor
    }

    /// The peer has what it lacked up to that place; none for all of it.
    pub(super) fn move_cursor(&mut self, to: Option<usize>) {
        self.cursor = to;
    }

    /// Takes note of an entry that the peer shows.
    pub(super) fn note_shown(&mut self, id: Digest) {
        if self.shown.len() == MOST_SHOWN {
            self.shown.pop_front();
        }
        self.shown.push_back(id);
    }

    /// True if the peer has shown that entry lately.
    pub(super) fn has_shown(&self, id: &Digest) -> bool {
        self.shown.contains(id)
    }

    /// True if the peer greeted for a match that this copy does not know.
    pub(super) fn is_of_another_match(&self) -> bool {
        self.is_of_another_match
    }

    /// True if the peer has signed this very channel. Without it, somebody between the two could hold a TLS session
    /// with each and relay (threat 24).
    pub(super) fn is_signed(&self, signature: &Signature) -> bool {
        self.peer.verify("channel", &self.exporter, signature)
    }

    /// The peer's greeting is in. Called once, after its signature was checked.
    pub(super) fn greet(&mut self, peer_nonce: [u8; 32], is_of_another_match: bool) {
        self.peer_nonce = peer_nonce;
        self.is_of_another_match = is_of_another_match;
        self.is_greeted = true;
    }

    /// The nonce to answer with the one HEAD of this line; none before the greeting and after the HEAD went out.
    pub(super) fn begin_head(&mut self) -> Option<[u8; 32]> {
        // one HEAD a line: the peer answers it with everything that we lack
        // nothing to answer before the greeting: a HEAD for a nonce of zeros would be good on any line
        if !self.is_greeted || self.is_head_sent {
            return None;
        }
        self.is_head_sent = true;
        Some(self.peer_nonce)
    }

    /// The peer's HEAD is in, and it gets what it lacks. With `withholds`, some of this seat's own entries stay back
    /// until all those are here that others have named.
    pub(super) fn sync(&mut self, head: Head, withholds: bool) {
        self.head = Some(head);
        self.cursor = Some(0);
        self.is_withholding = withholds;
    }

    /// Notes that some of this seat's own entries were passed over.
    pub(super) fn withhold(&mut self) {
        self.is_withholding = true;
    }

    pub(super) fn is_withholding(&self) -> bool {
        self.is_withholding
    }

    /// Notes that what was kept back goes out now.
    pub(super) fn stop_withholding(&mut self) {
        self.is_withholding = false;
    }

    /// The match on this line is the one that continues the match before. Our HEAD for it is still to be sent unless
    /// both ends are past theirs.
    pub(super) fn move_on(&mut self) {
        self.is_of_another_match = false;
        self.is_head_sent &= self.is_synced();
        self.cursor = None;
        self.is_withholding = false;
    }

    /// Counts a request for records of that many steps; false if it is one too many.
    pub(super) fn may_want(&mut self, now: Duration, steps: u64) -> bool {
        if self.wants < FREE_WANTS {
            self.wants = self.wants.saturating_add(1);
            self.wanted_at = now;
            return true;
        }
        let is_due = now >= self.wanted_at.saturating_add(WINDOW) && steps <= LATER_STEPS;
        if is_due {
            self.wanted_at = now;
        }
        is_due
    }

    /// True if this seat may ask the peer for the records of that step: once a step, and seldom enough for
    /// [`Line::may_want`] at the other end.
    pub(super) fn ask_for(&mut self, step: u64, now: Duration) -> bool {
        let is_due = self
            .asked_at
            .is_none_or(|at| now >= at.saturating_add(WINDOW.saturating_mul(2)));
        let may_ask = is_due && self.asked != step;
        if may_ask {
            self.asked = step;
            self.asked_at = Some(now);
        }
        may_ask
    }

    /// Counts a request of this seat.
    pub(super) fn count_ask(&mut self, now: Duration) {
        self.asked_at = Some(now);
    }

    /// True if our HEAD on this line answers that nonce.
    pub(super) fn has_answered(&self, nonce: &[u8; 32]) -> bool {
        self.is_head_sent && self.peer_nonce == *nonce
    }

    /// Counts a question that the seat has signed. Returns `false` if it is one too many of this seat in its window.
    ///
    /// Budgets are per line and signer: a peer passes on what others sign, so a seat that floods must use up its own
    /// share of the line alone.
    pub(super) fn may_hear(&mut self, by: Seat, now: Duration) -> bool {
        let budget = self.hears.entry(by).or_default();
        budget.take(now, MAX_HEARS, WINDOW)
    }

    /// Counts a frame about continuing that is new and that one of these seats has signed, or has pledged for. Returns
    /// `false` if it is one too many of each of them.
    pub(super) fn count_signed(&mut self, by: &[Seat], now: Duration) -> bool {
        let has_room = |seat: &&Seat| {
            let budget = self.signed.get(seat);
            budget.is_none_or(|budget| budget.has_room(now, MAX_SIGNED, WINDOW))
        };
        let Some(seat) = by.iter().find(has_room) else {
            return false;
        };
        let budget = self.signed.entry(*seat).or_default();
        budget.take(now, MAX_SIGNED, WINDOW)
    }

    /// Counts a frame about continuing without a known signer. Returns `false` if it is one too many.
    pub(super) fn count_unsigned(&mut self, now: Duration) -> bool {
        self.unsigned.take(now, MAX_UNSIGNED, WINDOW)
    }

    /// Keeps a HEAD of the peer for a match that has not begun here.
    pub(super) fn keep_head(&mut self, head: Head) {
        self.early = Some(head);
    }

    /// The peer has shown how its match follows from ours.
    pub(super) fn is_found(&mut self) {
        self.is_of_another_match = false;
    }

    /// At a table a new match begins: both ends say anew what they hold, since they begin at different moments. Returns
    /// what the peer has said of it already.
    pub(super) fn move_to_table(&mut self) -> Option<Head> {
        self.is_of_another_match = false;
        self.head = None;
        self.is_head_sent = false;
        self.cursor = None;
        self.is_withholding = false;
        self.early.take()
    }

    /// Counts a line of chat; false if the peer has used up its share of the present window.
    pub(super) fn may_chat(&mut self, now: Duration) -> bool {
        // a window that starts again instead of a list of times: five in ten seconds need no more
        if now >= self.chat_since.saturating_add(CHAT_WINDOW) {
            self.chat_since = now;
            self.chat_lines = 0;
        }
        let is_within = self.chat_lines < CHAT_LINES;
        // dropped lines do not count, or a flood would silence its sender for good
        self.chat_lines = self.chat_lines.saturating_add(usize::from(is_within));
        is_within
    }

    /// The time at which the line came up.
    pub(super) fn since(&self) -> Duration {
        self.since
    }

    /// True if the peer greeted for another match and has not shown within its time how that one follows from ours.
    pub(super) fn is_astray(&self, now: Duration) -> bool {
        self.is_of_another_match && now >= self.since.saturating_add(SHOWN_WITHIN)
    }
}
