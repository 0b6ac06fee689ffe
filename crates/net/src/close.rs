//! The reasons for closing a connection on purpose, each a number for programs and a text for people.

use quinn::{ConnectionError, VarInt};

/// The application close codes of `warlord/1`. A number never gets another meaning; a program that drops a connection
/// without a word sends 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CloseCode {
    /// Both sides have the complete match.
    Done,
    /// The player left; the match may be resumed.
    Left,
    /// The programs share no version of the protocol.
    Version,
    /// The proof of the join secret is wrong, or the proof is for another match.
    Uninvited,
    /// Another guest has used the invitation.
    Used,
    /// The peer sent a frame that the protocol does not allow.
    Breach,
    /// Another connection between the same two players took the place of this connection.
    Replaced,
    /// The peer was silent for too long, or too much waited to be sent to it.
    Slow,
    /// The peer broke the protocol too often: its key is not heard again in this match.
    Banned,
    /// The last day of the invitation has passed.
    Expired,
    /// The user there did not let this one in: either a host that a player of the same network asked, or a player who
    /// has blocked the caller.
    TurnedAway,
}

impl CloseCode {
    const ALL: [Self; 11] = [
        Self::Done,
        Self::Left,
        Self::Version,
        Self::Uninvited,
        Self::Used,
        Self::Breach,
        Self::Replaced,
        Self::Slow,
        Self::Banned,
        Self::Expired,
        Self::TurnedAway,
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
            Self::Expired => 10,
            Self::TurnedAway => 11,
        })
    }

    /// The meaning of the code, for people.
    pub fn text(self) -> &'static str {
        match self {
            Self::Done => "the match is complete",
            Self::Left => "the player there left; the match can be resumed later",
            Self::Version => "the two programs speak different versions of the protocol",
            Self::Uninvited => "the invitation does not belong to the match that is offered there",
            Self::Used => "somebody else has used the invitation already",
            Self::Breach => "a message was received that the protocol does not allow",
            Self::Replaced => "another connection took its place",
            Self::Slow => "the connection was too slow",
            Self::Banned => "too many messages were received that the protocol does not allow",
            Self::Expired => "the last day of the invitation has passed",
            Self::TurnedAway => "the player there declined your request",
        }
    }

    /// The code with which the peer closed a connection, if it is a known one.
    pub(crate) fn of(error: &ConnectionError) -> Option<Self> {
        match error {
            // a number from a newer program is no error: it counts as a line that broke, and is dialed again
            ConnectionError::ApplicationClosed(close) => Self::ALL
                .into_iter()
                .find(|code| code.number() == close.error_code),
            _ => None,
        }
    }

    pub(crate) fn close(self, connection: &quinn::Connection) {
        // the text goes along for programs that do not know the number
        connection.close(self.number(), self.text().as_bytes());
    }
}
