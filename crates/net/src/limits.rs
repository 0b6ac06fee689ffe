//! Every limit on a peer's costs and on the time spent waiting for a peer, in one place.

use std::time::Duration;

/// The waits of a match. The defaults are for play; tests shorten them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The longest handshake.
    pub handshake: Duration,
    /// The longest greeting, counted from the end of the handshake.
    pub greeting: Duration,
    /// Silence after which the line is called slow.
    pub slow: Duration,
    /// Silence after which the line is given up and dialed again.
    pub lost: Duration,
    /// The longest wait, at a clean end, for the peer to have the complete match.
    pub farewell: Duration,
    /// The longest wait, with the complete match, for a peer who lost the line just before the end.
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

/// Waits between two attempts to dial; the last wait is repeated. After a line that lasted, the first attempt is made
/// at once.
pub const BACKOFF: [Duration; 4] = [
    Duration::from_millis(200),
    Duration::from_millis(500),
    Duration::from_secs(1),
    Duration::from_secs(2),
];

/// The head start of each address over the next address when several are dialed.
pub const STAGGER: Duration = Duration::from_millis(250);

/// The largest frame of the control stream, in bytes.
pub const CONTROL_FRAME: usize = 1024;
/// The step, in bytes, in which a frame is read.
pub const READ_STEP: usize = 16 * 1024;
/// Frames waiting to be sent; a peer that takes too few frames loses the line.
pub const OUTGOING_FRAMES: usize = 256;
/// Bytes waiting to be sent; a peer that takes too few bytes loses the line.
pub const OUTGOING_BYTES: usize = 4 * 1024 * 1024;
/// Frames received and not yet handled; further frames wait in the flow control of the connection.
pub const INCOMING_FRAMES: usize = 64;
/// Chat lines kept for the screen.
pub const CHAT_KEPT: usize = 500;
/// The time spent on a first attempt to reach the host.
pub const DIAL_PATIENCE: Duration = Duration::from_secs(30);
/// Two connections begun within this time mean that both sides dialed at once.
pub const GLARE: Duration = Duration::from_secs(3);
/// Breaches of the protocol within [`BREACH_WINDOW`] after which a peer is not heard any more.
pub const BREACHES: usize = 3;
/// The window of [`BREACHES`].
pub const BREACH_WINDOW: Duration = Duration::from_secs(600);
/// The days an invitation can be used.
pub const INVITATION_DAYS: u16 = 7;
/// A line that lasted no longer counts as a failure, so that it is not dialed again in a hurry.
pub const SHORT_LINE: Duration = Duration::from_secs(5);
/// Frames within [`IDLE_WINDOW`] without bytes to be written down; no honest peer sends so many frames.
pub const IDLE_FRAMES: u32 = 1000;
/// The window of [`IDLE_FRAMES`].
pub const IDLE_WINDOW: Duration = Duration::from_secs(10);
