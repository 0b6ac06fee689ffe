//! Every limit on a peer's costs and on the time spent waiting for a peer, in one place.

use std::time::Duration;

/// The waits of a match. The defaults are for play; tests shorten them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    pub handshake: Duration,
    /// The longest greeting, counted from the end of the handshake.
    pub greeting: Duration,
    /// Silence after which the line is called slow.
    pub slow: Duration,
    /// Silence after which the line is given up and dialed again.
    pub lost: Duration,
    /// Waits between two attempts to dial, each a little shorter by lot; the last one is repeated. After a line that was
    /// good the first attempt is made at once.
    pub pauses: &'static [Duration],
    /// The longest wait, at a clean end, for the peer to have the complete match.
    pub farewell: Duration,
    /// The longest wait, with the complete match, for a peer who lost the line just before the end.
    pub linger: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            // long enough for a handshake whose packets are lost several times; QUIC waits ever longer between tries
            handshake: Duration::from_secs(10),
            // a silent handshake holds a place at the gate for no longer (docs/network.md, Settings and limits)
            greeting: Duration::from_secs(5),
            slow: Duration::from_secs(5),
            // several pings, one each sixth of this time, must be lost in a row
            lost: Duration::from_secs(12),
            pauses: &PAUSES,
            farewell: Duration::from_secs(2),
            // several `PAUSES`, so that a peer that lost the line just then still finds this side
            linger: Duration::from_secs(20),
        }
    }
}

/// Quick at first, for a line that was cut; once a minute for a peer that is gone.
const PAUSES: [Duration; 12] = [
    Duration::from_millis(200),
    Duration::from_millis(500),
    Duration::from_secs(1),
    Duration::from_secs(2),
    Duration::from_secs(2),
    Duration::from_secs(2),
    Duration::from_secs(4),
    Duration::from_secs(4),
    Duration::from_secs(8),
    Duration::from_secs(15),
    Duration::from_secs(30),
    Duration::from_secs(60),
];

impl Limits {
    /// The wait after that many attempts without success. It is shortened by lot by up to a quarter, so that two sides
    /// that lost each other do not keep missing each other.
    pub(crate) fn pause(&self, attempts: usize) -> Duration {
        let longest = self.pauses.last().copied().unwrap_or_default();
        let pause = self.pauses.get(attempts).copied().unwrap_or(longest);
        // without randomness there is no lot to draw, and the whole wait will do
        let lot = getrandom::u32().unwrap_or(0) % 256;
        pause - pause / 1024 * lot
    }
}

/// The number of addresses of the other family at which the peer is asked to prove its key once the two have met.
pub const SPARES: usize = 2;
/// The head start of each address over the next address when several are dialed.
pub const STAGGER: Duration = Duration::from_millis(250);

/// The time a host's user has to answer a player of the same network who asks to be let in.
pub const ASK_PATIENCE: Duration = Duration::from_secs(300);
/// Players of the same network who ask at the same time; others are turned away.
pub const ASKERS: usize = 4;
/// As often as this the user of a host turns the same player away before that player's questions reach the user no more.
pub const MOST_DECLINED: usize = 3;

/// The longest wait for the services, before a code is shown.
pub const OUTSIDE_PATIENCE: Duration = Duration::from_secs(3);
/// The time for which a peer's word on this side's outside address still holds after the peer has gone: routers forget
/// a port after 30 s.
pub const SEEN_LATELY: Duration = Duration::from_secs(20);
/// The time without an answer after which a guest asks its own router to forward a port, since the host may have to
/// dial the guest.
pub const GUEST_MAPPING: Duration = Duration::from_secs(1);
/// The time of dialing without success after which small packets are tried: three round trips of the longest lines, a
/// second before the guest is shown that nobody answers.
pub const DIALED_IN_VAIN: Duration = Duration::from_millis(1800);
/// The time the host's dialing takes before the host sees that the guest of an answer code is not found.
pub const TOLD_NO: Duration = Duration::from_secs(4);
/// Rounds of openers one after another, and the time between them.
pub const OPENERS: (u32, Duration) = (20, Duration::from_millis(150));
/// The round from which openers go one hop farther if the routers say nothing of themselves: a second after the first.
pub const OPENERS_FARTHER: u32 = 7;
/// The time between two rounds of openers after that.
pub const OPENERS_LATER: Duration = Duration::from_secs(10);
/// The same for two who have met before. Most routers forget after 30 s without a packet, and one that was confused
/// must forget.
pub const OPENERS_AGAIN: Duration = Duration::from_secs(40);

/// The time between two looks at the addresses of this machine. A look takes 41 µs (docs/dependencies.md).
pub const LOOK_AROUND: Duration = Duration::from_millis(500);
/// The time without a line after which a fresh code is shown if the peer does not know this machine's present
/// addresses.
pub const STRANDED: Duration = Duration::from_secs(5);

/// The largest frame of the control stream, in bytes.
pub const CONTROL_FRAME: usize = 1024;
/// The step, in bytes, in which a frame is read.
pub const READ_STEP: usize = 16 * 1024;
/// Bytes that may wait to be sent, besides a catch-up; a peer that takes too few bytes loses the line.
pub const OUTGOING_BYTES: usize = 4 * 1024 * 1024;
/// The number of times a match may wait to be sent: once for the HEAD of a line, twice for records asked for again.
pub const CATCH_UPS: usize = 3;
/// The room that a waiting frame takes besides its bytes: without it, empty frames would wait in any number.
pub const FRAME_COST: usize = 64;
/// Frames received and not yet handled; further frames wait in the flow control of the connection.
pub const INCOMING_FRAMES: usize = 64;
/// Chat lines kept for the screen.
pub const CHAT_KEPT: usize = 500;
/// Notes kept for the screen: a peer that comes and goes makes one each time.
pub const NOTES_KEPT: usize = 200;
/// The time without an answer after which the guest sees that an address is silent.
pub const NO_ANSWER_YET: Duration = Duration::from_secs(3);
/// The most callers with the right secret who failed to get in that the host is shown.
pub const TOLD_FAILURES: usize = 8;
/// The time spent on a first attempt to reach the host.
pub const DIAL_PATIENCE: Duration = Duration::from_secs(30);
/// Two connections begun within this time mean that both sides dialed at once.
pub const GLARE: Duration = Duration::from_secs(3);
/// Two replacements of a guest's line within this time mean that another program plays as the same player.
pub const PUSHED_OFF: Duration = Duration::from_secs(60);
/// Breaches of the protocol within [`BREACH_WINDOW`] after which a peer is not heard any more.
pub const BREACHES: usize = 3;
/// The window of [`BREACHES`].
pub const BREACH_WINDOW: Duration = Duration::from_secs(600);
/// A line that lasted no longer counts as a failure, so that it is not dialed again in a hurry.
pub const SHORT_LINE: Duration = Duration::from_secs(5);
/// Frames within [`IDLE_WINDOW`] without bytes to be written down; no honest peer sends that many frames.
pub const IDLE_FRAMES: u32 = 1000;
/// The window of [`IDLE_FRAMES`].
pub const IDLE_WINDOW: Duration = Duration::from_secs(10);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_peer_that_is_gone_is_dialed_once_a_minute_and_never_in_step() {
        let limits = Limits::default();
        for (attempts, &whole) in PAUSES.iter().enumerate() {
            for _ in 0..100 {
                let pause = limits.pause(attempts);
                assert!(pause <= whole && pause >= whole * 3 / 4, "{pause:?}");
            }
        }
        let late: Vec<Duration> = (0..100).map(|_| limits.pause(1000)).collect();
        assert!(late.iter().all(|&pause| pause >= Duration::from_secs(45)));
        assert!(late.iter().any(|&pause| pause != late[0]));
        // a line that was cut for less than ten seconds is not waited for long
        assert!(
            PAUSES
                .iter()
                .take(6)
                .all(|&pause| pause <= Duration::from_secs(2))
        );
    }
}
