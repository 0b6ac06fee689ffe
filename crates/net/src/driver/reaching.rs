//! How each other seat of a table is reached.

use home::SeatInfo;
use protocol::{PublicKey, Session};

use crate::snapshot::{LineState, SeatLine};

/// The line to each other seat of a table: of a machine that this program has a line to, that one; otherwise by way of a
/// player with a line, once that seat was heard. `states` are the lines by the keys of their machines.
pub(crate) fn reached(
    seats: &[SeatInfo],
    session: &Session,
    states: &[(Option<PublicKey>, LineState)],
) -> Vec<SeatLine> {
    let state_of = |key| {
        let mut states = states.iter();
        states.find(|(peer, _)| *peer == Some(key)).map(|it| it.1)
    };
    // the player through whom those are heard to whom there is no line
    let bridge = seats.iter().find(|seat| {
        let state = state_of(seat.key);
        state.is_some_and(|state| matches!(state, LineState::Up | LineState::Slow))
    });
    let others = seats.iter().filter(|seat| !seat.mine);
    let line = |info: &SeatInfo| -> SeatLine {
        let (seat, own) = (info.seat, state_of(info.key));
        let is_direct = own.is_some_and(|own| matches!(own, LineState::Up | LineState::Slow));
        let is_heard = session.hears(info.seat);
        match bridge.zip(bridge.and_then(|bridge| state_of(bridge.key))) {
            Some((bridge, state)) if !is_direct && is_heard => SeatLine {
                seat,
                state,
                way: Some(bridge.seat),
            },
            _ => SeatLine {
                seat,
                state: own.unwrap_or(LineState::Waiting),
                way: None,
            },
        }
    };
    others.map(line).collect()
}
