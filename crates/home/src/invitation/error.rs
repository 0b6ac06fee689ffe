//! Why a text is no usable invitation.

use std::net::SocketAddr;

use reach::addresses::MOST_CANDIDATES;

use super::{LINK_PREFIX, PREFIX};
use crate::clock::date;

/// Why a text is no usable invitation.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvitationError {
    /// The text does not begin like an invitation.
    #[error(
        "this is no invitation: it begins with `{found}`, not with `{PREFIX}` or `{LINK_PREFIX}`"
    )]
    NotOne {
        /// The start of the text, cut to 12 characters.
        found: String,
    },
    /// The text has a character that no code has.
    #[error("the character `{found}` does not occur in an invitation")]
    Character { found: char },
    /// The end of the code is missing.
    #[error(
        "the invitation is cut off: {missing} of its {whole} characters are missing at the end"
    )]
    Cut {
        /// The number of characters of the whole code.
        whole: usize,
        missing: usize,
    },
    #[error("{extra} characters too many follow the invitation")]
    TooLong {
        /// The number of characters too many.
        extra: usize,
    },
    /// The check does not fit: some character is wrong.
    #[error("the invitation was copied with a mistake: its check does not fit")]
    Mistyped,
    /// A later version of the program made the invitation.
    #[error("the invitation is of version {found}; this program reads version 1")]
    Version { found: u8 },
    /// The invitation says something that this version of the program does not know.
    #[error("the invitation was made by a newer version of the program")]
    Newer,
    /// The invitation has an address that no host can have.
    #[error("the invitation names {found}, which cannot be a host's address")]
    Address { found: SocketAddr },
    /// The invitation has a name that no host can have.
    #[error("the invitation has a name that cannot be a host's")]
    Name,
    /// The invitation has no address, or too many.
    #[error("the invitation names {found} addresses; 1 to {MOST_CANDIDATES} were expected")]
    Count { found: usize },
    /// The last day of the invitation has passed.
    #[error(
        "the invitation ran out {}: this machine's clock says {}",
        ago(*days),
        date((*today).into())
    )]
    Expired {
        /// The number of days since the last day.
        days: u16,
        /// The day by this machine's clock.
        today: u16,
    },
}

/// A number of days before today, in words.
fn ago(days: u16) -> String {
    match days {
        1 => "1 day ago".to_owned(),
        days => format!("{days} days ago"),
    }
}

impl InvitationError {
    pub fn advice(&self) -> &'static str {
        match self {
            Self::NotOne { .. } => "copy the whole code from the host, from `warlord1` to its end",
            Self::Character { .. } | Self::Mistyped => {
                "copy the code again rather than typing it; every character counts"
            }
            Self::Cut { .. } => {
                "copy the code again, to its very end; it may go over several lines"
            }
            Self::TooLong { .. } => "give the code alone, with nothing after it",
            Self::Version { .. } | Self::Newer => {
                "install the newer version of the program that the host has"
            }
            Self::Address { .. } | Self::Name | Self::Count { .. } => {
                "ask the host for another invitation; this one was not made by this program"
            }
            Self::Expired { .. } => {
                "ask the host for a new invitation; if that date is wrong, set this machine's clock"
            }
        }
    }
}
