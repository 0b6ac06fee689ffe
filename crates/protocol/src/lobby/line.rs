//! A line of a table: the greeting, and how much may come over it.

use std::time::Duration;

use crate::frame::{Bye, ByeCode, CHAT_LINES, CHAT_WINDOW, Frame, Hello, TableFrame};
use crate::manifest::PROTO;
use crate::session::Refusal;
use crate::{Fault, Identity, PublicKey};

use super::words::LineEnd;

/// Frames that a guest's program sends in [`FRAMES_WITHIN`] at most.
pub(super) const GUEST_FRAMES: u32 = 120;
/// Frames that the host's program sends in that time at most, whatever seven guests do.
pub(super) const HOST_FRAMES: u32 = 2000;
const FRAMES_WITHIN: Duration = Duration::from_secs(10);

/// How often something may happen in a window of time.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Cap {
    since: Duration,
    count: u32,
}

impl Cap {
    /// Counts one, and returns whether it is within the bound.
    pub(super) fn takes(&mut self, clock: Duration, most: u32, window: Duration) -> bool {
        if self.count == 0 || clock.saturating_sub(self.since) >= window {
            *self = Self {
                since: clock,
                count: 0,
            };
        }
        self.count = self.count.saturating_add(1);
        self.count <= most
    }
}

/// A line from `line_up` to its end.
#[derive(Debug)]
pub(super) struct Line {
    peer: PublicKey,
    exporter: [u8; 32],
    is_greeted: bool,
    is_of_match: bool,
    frames: Cap,
    chat: Cap,
}

impl Line {
    pub(super) fn new(peer: PublicKey, exporter: [u8; 32]) -> Self {
        Self {
            peer,
            exporter,
            is_greeted: false,
            is_of_match: false,
            frames: Cap::default(),
            chat: Cap::default(),
        }
    }

    pub(super) fn peer(&self) -> PublicKey {
        self.peer
    }

    pub(super) fn exporter(&self) -> &[u8; 32] {
        &self.exporter
    }

    pub(super) fn is_greeted(&self) -> bool {
        self.is_greeted
    }

    /// Our greeting on this line: the key of the machine signs the channel (threat 24). No HEAD is given in a lobby, so
    /// there is no nonce to be answered.
    pub(super) fn hello(&self, machine: &Identity) -> TableFrame {
        let signature = machine.sign("channel", &self.exporter);
        TableFrame::Match(Frame::Hello(Hello::new([0; 32], [0; 32], signature)))
    }

    /// Reads a frame, within the bound of a line.
    pub(super) fn read(
        &mut self,
        clock: Duration,
        bytes: &[u8],
        most: u32,
    ) -> Result<TableFrame, Fault> {
        if !self.frames.takes(clock, most, FRAMES_WITHIN) {
            return Err(Fault::Flood);
        }
        let frame = TableFrame::from_bytes(bytes)?;
        let is_first = matches!(frame, TableFrame::Match(Frame::Hello(_) | Frame::Bye(_)));
        let is_file = self.is_of_match && matches!(frame, TableFrame::Match(Frame::Past(_)));
        match self.is_greeted || is_first || is_file {
            true => Ok(frame),
            false => Err(Fault::Unexpected("no greeting came first")),
        }
    }

    /// Takes the other end's greeting in. Returns its version if that is newer than this program's.
    pub(super) fn greet(&mut self, hello: &Hello) -> Result<Option<String>, LineEnd> {
        if self.is_greeted {
            return Err(Fault::Unexpected("a second greeting").into());
        }
        // asked before the body is used: the body's layout is this protocol's alone
        let speaks = (hello.proto.0..=hello.proto.1).contains(&PROTO);
        let Some(body) = hello.body.as_ref().filter(|_| speaks) else {
            return Err(LineEnd::Refused(Refusal::Version {
                our_version: env!("CARGO_PKG_VERSION").to_owned(),
                our_proto: PROTO,
                their_version: hello.version.clone(),
                their_proto: hello.proto,
            }));
        };
        // before anything is said of the table: a relay between the two knows both TLS keys and not this signature
        // (threat 24)
        if !self.peer.verify("channel", &self.exporter, &body.signature) {
            return Err(Fault::BadChannelSignature.into());
        }
        // a program that has signed a match asks for it, and not for a seat
        if body.sid != [0; 32] {
            return Err(LineEnd::Refused(Refusal::UnknownMatch));
        }
        self.is_greeted = true;
        Ok(hello.is_newer().then(|| hello.version.clone()))
    }

    /// The other end is a session of a match that is played: all it has for a guest is the file of that match.
    pub(super) fn await_file(&mut self) {
        self.is_of_match = true;
    }

    pub(super) fn is_of_match(&self) -> bool {
        self.is_of_match
    }

    /// Counts a chat message; false if there were too many.
    pub(super) fn may_chat(&mut self, clock: Duration) -> bool {
        let most = u32::try_from(CHAT_LINES).unwrap_or(u32::MAX);
        self.chat.takes(clock, most, CHAT_WINDOW)
    }
}

/// The goodbye that tells the other end why a line ends; none if the other end ended it, or knows.
pub(super) fn goodbye(end: &LineEnd) -> Option<TableFrame> {
    let code = match end {
        LineEnd::Fault(_) => ByeCode::Fault,
        LineEnd::Refused(Refusal::UnknownMatch) => ByeCode::UnknownMatch,
        LineEnd::Refused(_) | LineEnd::Unwanted(_) | LineEnd::Replaced => ByeCode::Refused,
        LineEnd::Left => {
            let bye = Bye::new(ByeCode::Leaving, "the player left");
            return Some(TableFrame::Match(Frame::Bye(bye)));
        }
        LineEnd::Bye(..) => return None,
    };
    Some(TableFrame::Match(Frame::Bye(Bye::new(
        code,
        &end.to_string(),
    ))))
}
