//! Why a connection was closed on purpose, as a number both programs know and a text for people.

use quinn::{ConnectionError, VarInt};

/// The application close codes of `warlord/1`. Numbers are never used again for another meaning; 0 is what a program sends
/// that drops a connection without a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CloseCode {
    /// Both have everything; the match is complete.
    Done,
    /// The player left; the match may be taken up again.
    Left,
    /// The programs share no version of the protocol.
    Version,
    /// Not invited: the proof of the join secret is wrong, or it is for another match.
    Uninvited,
    /// Somebody else has used the invitation.
    Used,
    /// Something was received that the protocol does not allow.
    Breach,
    /// Another connection between the same two took its place.
    Replaced,
    /// Nothing was heard for too long, or too much waited to be sent.
    Slow,
    /// Too many breaches: this key is not heard again in this match.
    Banned,
}

impl CloseCode {
    const ALL: [Self; 9] = [
        Self::Done,
        Self::Left,
        Self::Version,
        Self::Uninvited,
        Self::Used,
        Self::Breach,
        Self::Replaced,
        Self::Slow,
        Self::Banned,
    ];

    /// The number on the wire.
    pub fn number(self) -> VarInt {
        VarInt::from_u32(match self {
            Self::Done => 1,
            Self::Left => 2,
            Self::Version => 3,
            Self::Uninvited => 4,
            Self::Used => 5,
            Self::Breach => 6,
            Self::Replaced => 7,
            Self::Slow => 8,
            Self::Banned => 9,
        })
    }

    /// What it means, for people.
    pub fn text(self) -> &'static str {
        match self {
            Self::Done => "the match is complete",
            Self::Left => "the other player left; the match can be taken up again later",
            Self::Version => "the two programs speak different versions of the protocol",
            Self::Uninvited => "the invitation does not belong to the match that is offered there",
            Self::Used => "somebody else has used the invitation already",
            Self::Breach => "a message was received that the protocol does not allow",
            Self::Replaced => "another connection took its place",
            Self::Slow => "the connection was too slow",
            Self::Banned => "too many messages were received that the protocol does not allow",
        }
    }

    /// The code the peer closed with, if it was the peer and a code known here.
    pub(crate) fn of(error: &ConnectionError) -> Option<Self> {
        match error {
            ConnectionError::ApplicationClosed(close) => Self::ALL
                .into_iter()
                .find(|code| code.number() == close.error_code),
            _ => None,
        }
    }

    /// Closes a connection with this code.
    pub(crate) fn close(self, connection: &quinn::Connection) {
        connection.close(self.number(), self.text().as_bytes());
    }
}
