//! The seats of a table, as they are announced and kept on disk.

use home::invitation::pending::PendingSeat;
use protocol::lobby::HostTable;

/// How the seats of a table are given.
pub(super) fn pending_seats(table: &HostTable) -> Vec<PendingSeat> {
    let hosts = table.table().seat_of(table.key());
    let places = table.table().places();
    places
        .map(|(seat, place)| PendingSeat {
            side: place.side,
            access: place.access,
            is_hosts: Some(seat) == hosts,
        })
        .collect()
}

/// The free seats of a table and all of them, for an announcement.
pub(super) fn free_seats(table: &HostTable) -> Option<(u8, u8)> {
    let (free, all) = table.table().free();
    Some((u8::try_from(free).ok()?, u8::try_from(all).ok()?))
}
