//! What the host keeps of its table.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use super::bodies::Seating;
use super::rates::{Rate, TABLE_GAP, TABLES};
use crate::frame::Reply;
use crate::{PublicKey, Seat};

/// The secret of a code for one seat.
pub type SeatCode = [u8; 10];

/// The host's part of a table.
pub(super) struct Hosting {
    pub(super) seating: Seating,
    /// The host of a table of two agrees to the match with anyone who comes by the code.
    pub(super) is_in_advance: bool,
    pub(super) codes: BTreeMap<Seat, SeatCode>,
    pub(super) by_code: BTreeMap<PublicKey, Seat>,
    pub(super) admitted: BTreeSet<PublicKey>,
    pub(super) banned: BTreeSet<PublicKey>,
    pub(super) answered: BTreeMap<PublicKey, Reply>,
    pub(super) sent: Option<Seating>,
    pub(super) rate: Rate,
}

impl Hosting {
    /// When the next TABLE may be sent, if one waits.
    pub(super) fn table_due(&self) -> Option<Duration> {
        let is_new = self.sent.as_ref() != Some(&self.seating);
        is_new.then(|| self.rate.free_at(TABLES, TABLE_GAP))
    }
}
