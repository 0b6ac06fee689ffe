//! The tables that a program hears of, before its user joins one; and beginnings that it still holds.

use std::collections::BTreeMap;
use std::time::Duration;

use super::bodies::{Begun, Body, Seating, Want};
use super::envelope::{Envelope, EnvelopeError, next_counter};
use super::kind::Kind;
use crate::hash::Digest;
use crate::manifest::ManifestError;
use crate::session::Now;
use crate::{Identity, PublicKey};

/// After a refusal the same host is not shown for this time.
pub const REFUSED_FOR: Duration = Duration::from_mins(10);
/// The most hosts that are remembered; the caller asks for tables by code or match, so honest ones are few.
const MOST: usize = 64;

/// What a table is for: the code by which it was reached, or the match that it follows. Of one host there is one table for
/// each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Subject {
    /// The digest of a code.
    Code(Digest),
    /// The id of a match.
    Match(Digest),
}

/// A table that a host shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// The table's id.
    pub table: Digest,
    /// Who sits where.
    pub seating: Seating,
    counter: u64,
    is_direct: bool,
}

/// The open tables that a program knows of.
#[derive(Debug, Default)]
pub struct Listing {
    shown: BTreeMap<(PublicKey, Subject), Listed>,
    refused: BTreeMap<PublicKey, Duration>,
}

impl Listing {
    /// The tables to show.
    pub fn tables(&self) -> impl Iterator<Item = (PublicKey, Subject, &Listed)> {
        let shown = self.shown.iter();
        shown.map(|((host, subject), listed)| (*host, *subject, listed))
    }

    /// Takes a frame of a table. Returns `true` if the list has changed. A frame is direct if it came over a connection to
    /// its host.
    ///
    /// # Errors
    /// Returns [`EnvelopeError`] for a frame that no honest program sends.
    pub fn handle(
        &mut self,
        now: Now,
        subject: Subject,
        is_direct: bool,
        bytes: &[u8],
    ) -> Result<bool, EnvelopeError> {
        let envelope = Envelope::read(bytes)?;
        let header = envelope.header;
        let key = (header.sender, subject);
        self.refused.retain(|_, until| now.clock < *until);
        Ok(match envelope.body {
            Body::Closed => {
                let is_its = |listed: &Listed| listed.table == header.table;
                self.shown.get(&key).is_some_and(is_its) && self.shown.remove(&key).is_some()
            }
            Body::Table(seating) if !self.refused.contains_key(&header.sender) => {
                let listed = Listed {
                    table: header.table,
                    seating,
                    counter: header.counter,
                    is_direct,
                };
                let known = self.shown.get(&key);
                let is_new = match known {
                    Some(known) => listed.replaces(known),
                    None => self.shown.len() < MOST,
                };
                is_new && self.shown.insert(key, listed).is_none_or(|_| true)
            }
            _ => false,
        })
    }

    /// The user does not want to play with that host now.
    pub fn refuse(&mut self, now: Now, host: PublicKey) {
        self.shown.retain(|(who, _), _| *who != host);
        if self.refused.len() < MOST {
            self.refused
                .insert(host, now.clock.saturating_add(REFUSED_FOR));
        }
    }
}

impl Listed {
    /// Of two tables of one host, the one that the host itself shows is the newer; otherwise the higher counter decides.
    fn replaces(&self, known: &Self) -> bool {
        match self.table == known.table {
            true => self.counter > known.counter,
            false if self.is_direct != known.is_direct => self.is_direct,
            false => self.counter > known.counter,
        }
    }
}

/// The beginning of a match that a program holds on disk. It gives it to a player who has signed and has not heard, also
/// after the table is gone.
#[derive(Debug)]
pub struct Archived {
    table: Digest,
    sid: Digest,
    begun: Begun,
}

impl Archived {
    /// A beginning, with the id of its table.
    ///
    /// # Errors
    /// Returns [`ManifestError`] for one that not all players have signed.
    pub fn new(table: Digest, begun: Begun) -> Result<Self, ManifestError> {
        let (_, sid) = begun.check()?;
        Ok(Self { table, sid, begun })
    }

    /// The answer to a request; `None` if the bytes are not a request for this beginning.
    pub fn answer(&self, now: Now, identity: &Identity, bytes: &[u8]) -> Option<Vec<u8>> {
        let envelope = Envelope::read(bytes).ok()?;
        let is_wanted = envelope.header.table == self.table
            && envelope.header.kind == Kind::Want
            && envelope.body == Body::Want(Want::Begun(self.sid));
        let counter = next_counter(0, now.unix_ms)?;
        let body = Body::Begun(self.begun.clone());
        is_wanted.then(|| Envelope::write(identity, self.table, counter, &body))
    }
}
