//! The players of a match and their sides, as its manifest says.

use protocol::{Manifest, PublicKey, Seat};
use rules::Side;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeatInfo {
    pub seat: Seat,
    pub side: Side,
    /// The name of the player at the seat.
    pub name: String,
    /// The key of the player at the seat.
    pub key: PublicKey,
    /// Set if this program decides for the seat.
    pub mine: bool,
}

impl SeatInfo {
    /// The seats of a match in which `own` are the keys of this program's players.
    pub fn of(manifest: &Manifest, own: &[PublicKey]) -> Vec<Self> {
        let seats = manifest.all_seats().into_iter().filter_map(|seat| {
            let entry = manifest.seat(seat)?;
            Some(Self {
                seat,
                side: manifest.side_of(seat)?,
                name: entry.name.clone(),
                key: entry.identity,
                mine: own.contains(&entry.identity),
            })
        });
        seats.collect()
    }
}
