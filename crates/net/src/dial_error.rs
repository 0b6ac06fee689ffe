//! Why a dial fails.

use quinn::ConnectionError;

use crate::close::CloseCode;
use crate::greeting::Unreadable;

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum DialError {
    /// The other side answered and refused; dialing again will not help.
    #[error("{}", .0.text())]
    Refused(CloseCode),
    /// The other side sent an unreadable greeting; dialing again will not help.
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
    /// Another player answers at that address.
    #[error("somebody else answers there: {0}")]
    Stranger(String),
    /// Another application protocol is spoken there.
    #[error("a program of another version answers there")]
    OtherVersion,
    /// Small packets arrive, and those of a handshake do not.
    #[error("only small packets arrive from there")]
    Narrow,
    #[error("nobody answered: {0}")]
    Silence(String),
}

impl DialError {
    /// True if dialing again cannot help.
    pub(crate) fn is_final(&self) -> bool {
        match self {
            Self::Refused(code) => !matches!(
                // these four end a connection, not the match: the peer may be there again in a moment
                code,
                CloseCode::Replaced | CloseCode::Slow | CloseCode::Left | CloseCode::Done
            ),
            Self::Unreadable(_) => true,
            // the true peer may yet answer at another address, or come back to this one
            Self::Stranger(_) | Self::OtherVersion | Self::Narrow | Self::Silence(_) => false,
        }
    }

    /// The weight of a reason: if several addresses failed, the heaviest reason is shown.
    fn weight(&self) -> u8 {
        match self {
            Self::Unreadable(_) => 4,
            Self::Refused(_) => 3,
            Self::OtherVersion => 2,
            Self::Stranger(_) => 1,
            Self::Narrow | Self::Silence(_) => 0,
        }
    }

    pub(crate) fn advice(&self) -> &'static str {
        match self {
            Self::Refused(CloseCode::Used | CloseCode::Uninvited | CloseCode::Expired) => {
                "ask the host for a new invitation"
            }
            Self::Refused(CloseCode::Version) | Self::Unreadable(_) | Self::OtherVersion => {
                "you and that player need the same version of the program"
            }
            Self::Refused(_) => "talk to that player, then try again",
            Self::Stranger(_) => {
                "ask the host for a new invitation; another machine now has its address"
            }
            Self::Narrow => "use another network, or play by file",
            Self::Silence(_) => {
                "check that the host is running and that no firewall stops its UDP port; across the internet the host's \
                 router must forward that port"
            }
        }
    }
}

pub(crate) fn silence(why: impl Into<String>) -> DialError {
    DialError::Silence(why.into())
}

pub(crate) fn more_telling(one: DialError, other: DialError) -> DialError {
    // of equal weight the later one: it says how things are now
    if other.weight() >= one.weight() {
        other
    } else {
        one
    }
}

/// Why a connection failed.
pub(crate) fn failed(error: ConnectionError) -> DialError {
    // the peer's own word first: QUIC wraps it, and says less itself
    if let Some(code) = CloseCode::of(&error) {
        return DialError::Refused(code);
    }
    // TLS alerts are QUIC errors from 0x100 on (RFC 9001, section 4.8); 120 is no_application_protocol
    let alert = match &error {
        ConnectionError::TransportError(cause) => Some(u64::from(cause.code)),
        ConnectionError::ConnectionClosed(close) => Some(u64::from(close.error_code)),
        _ => None,
    };
    match alert {
        Some(0x178) => DialError::OtherVersion,
        // with the settings here (tls.rs) every other alert means that one side refused the other's key
        Some(0x100..0x200) => DialError::Stranger(error.to_string()),
        _ => silence(error.to_string()),
    }
}
