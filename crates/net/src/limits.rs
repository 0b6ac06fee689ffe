//! Every number that bounds what a peer may cost us or how long we wait for it, in one place.

use std::time::Duration;

/// The limits of one match. The defaults are the ones for play; tests shorten the waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// A handshake that has not finished by then is given up.
    pub handshake: Duration,
    /// The greeting must be through this long after the handshake.
    pub greeting: Duration,
    /// Silence after which the line is called slow.
    pub slow: Duration,
    /// Silence after which the line is given up and dialed again.
    pub lost: Duration,
    /// How long a clean end waits for the other side to have everything.
    pub farewell: Duration,
    /// How long one who has everything waits for a peer who lost the line just before the end.
    pub linger: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            handshake: Duration::from_secs(10),
            greeting: Duration::from_secs(5),
            slow: Duration::from_secs(5),
            lost: Duration::from_secs(12),
            farewell: Duration::from_secs(2),
            linger: Duration::from_secs(20),
        }
    }
}

/// Waits between two attempts to dial; the last one is repeated. After a line that was good the first attempt is made at
/// once.
pub const BACKOFF: [Duration; 4] = [
    Duration::from_millis(200),
    Duration::from_millis(500),
    Duration::from_secs(1),
    Duration::from_secs(2),
];

/// Head start of each address over the next when several are dialed.
pub const STAGGER: Duration = Duration::from_millis(250);

/// Largest frame of the control stream.
pub const CONTROL_FRAME: usize = 1024;
/// Step in which a frame is read.
pub const READ_STEP: usize = 16 * 1024;
/// Frames waiting to be sent; a peer that does not take them loses the line.
pub const OUTGOING_FRAMES: usize = 256;
/// Bytes waiting to be sent.
pub const OUTGOING_BYTES: usize = 4 * 1024 * 1024;
/// Frames received and not yet handled; more wait in the flow control of the connection.
pub const INCOMING_FRAMES: usize = 64;
/// Chat lines kept for the screen.
pub const CHAT_KEPT: usize = 500;
/// How long a first attempt to reach the host goes on.
pub const DIAL_PATIENCE: Duration = Duration::from_secs(30);
/// Two connections begun within this time are taken for both sides having dialed at once.
pub const GLARE: Duration = Duration::from_secs(3);
/// Breaches of the protocol within [`BREACH_WINDOW`] after which a peer is heard no more.
pub const BREACHES: usize = 3;
/// The window of [`BREACHES`].
pub const BREACH_WINDOW: Duration = Duration::from_secs(600);
/// Days an invitation can be used.
pub const INVITATION_DAYS: u16 = 7;
/// A line that lasted no longer counts as a failure, so that it is not dialed again in a hurry.
pub const SHORT_LINE: Duration = Duration::from_secs(5);
/// Frames within [`IDLE_WINDOW`] that bring nothing to be written down; no honest peer sends so many.
pub const IDLE_FRAMES: u32 = 1000;
/// The window of [`IDLE_FRAMES`].
pub const IDLE_WINDOW: Duration = Duration::from_secs(10);
