//! The present line to the peer: how far its two ends have greeted, and what it may still ask for.

use std::time::Duration;

use super::Now;
use super::hearing::SHOWN_WITHIN;
use crate::frame::{CHAT_LINES, CHAT_WINDOW};
use crate::{PublicKey, Signature};

/// The number of times a peer may ask for records again on one line. Each answer can be the whole match: without a
/// limit a peer turns a frame of twenty bytes into megabytes (threat 13, flooding).
const MAX_NEEDS: u8 = 2;

/// One line to the peer, from `line_up` to the moment either end drops it.
///
/// A line passes through three states, each entered once: **up** (our greeting is out), **greeted** (the peer's
/// greeting is in and its channel signature is sound) and **synced** (the peer's HEAD is in and answered, so that new
/// records go out at once). Questions may be asked at any time; [`Line::greet`] and [`Line::sync`] are the two steps
/// forward. Nothing of a line outlives it: what the peer has said about the match is kept in
/// [`super::hearing::Hearing`].
pub(super) struct Line {
    exporter: [u8; 32],
    nonce: [u8; 32],
    peer_nonce: [u8; 32],
    peer: PublicKey,
    is_greeted: bool,
    is_synced: bool,
    is_head_sent: bool,
    is_of_another_match: bool,
    is_withholding: bool,
    needs: u8,
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
            is_synced: false,
            is_head_sent: false,
            is_of_another_match: false,
            is_withholding: false,
            needs: 0,
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
        self.is_synced
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

    /// The peer's HEAD is in. With `withholds`, this seat's own entries stay back until all those are here that the
    /// peer has named.
    pub(super) fn sync(&mut self, withholds: bool) {
        self.is_synced = true;
        self.is_withholding = withholds;
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
        self.is_head_sent &= self.is_synced;
    }

    /// Counts a request for records; false once there were too many.
    pub(super) fn may_need(&mut self) -> bool {
        self.needs += 1;
        self.needs <= MAX_NEEDS
    }

    /// Counts a line of chat; false if the peer has used up its share of the present window.
    pub(super) fn may_chat(&mut self, now: Duration) -> bool {
        // a window that starts again instead of a list of times: five in ten seconds need no more
        if now >= self.chat_since + CHAT_WINDOW {
            self.chat_since = now;
            self.chat_lines = 0;
        }
        let is_within = self.chat_lines < CHAT_LINES;
        // dropped lines do not count, or a flood would silence its sender for good
        self.chat_lines += usize::from(is_within);
        is_within
    }

    /// The time at which the line came up.
    pub(super) fn since(&self) -> Duration {
        self.since
    }

    /// True if the peer greeted for another match and has not shown within its time how that one follows from ours.
    pub(super) fn is_astray(&self, now: Duration) -> bool {
        self.is_of_another_match && now >= self.since + SHOWN_WITHIN
    }
}
