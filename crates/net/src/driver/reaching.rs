//! How each other seat of a table is reached.

use home::SeatInfo;
use protocol::Session;

use crate::snapshot::{LineState, SeatLine};
use crate::way::WayLine;

/// The line to each other seat of a table: of a machine that this program has a line to, that one; otherwise by way of a
/// player with a line, once that seat was heard. One whose line was lost in this run is not connected until it is back: what
/// was heard of it may have come before.
pub(crate) fn reached(seats: &[SeatInfo], session: &Session, lines: &[WayLine]) -> Vec<SeatLine> {
    let line_of = |key| lines.iter().find(|line| line.peer == Some(key));
    let state_of = |key| line_of(key).map(|line| line.state);
    // the player through whom those are heard to whom there is no line
    let bridge = seats.iter().find(|seat| {
        let state = state_of(seat.key);
        state.is_some_and(|state| matches!(state, LineState::Up | LineState::Slow))
    });
    let others = seats.iter().filter(|seat| !seat.mine);
    let line = |info: &SeatInfo| -> SeatLine {
        let (seat, own) = (info.seat, state_of(info.key));
        let is_direct = own.is_some_and(|own| matches!(own, LineState::Up | LineState::Slow));
        let was_lost = line_of(info.key).is_some_and(|line| line.has_come);
        let is_heard = session.hears(info.seat) && !was_lost;
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
