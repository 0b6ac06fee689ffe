//! What is shown of the lines, and how each other seat of a table is reached.

use home::SeatInfo;
use protocol::Session;

use super::{Driver, Remote, Wire};
use crate::handle::Happening;
use crate::limits::Limits;
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

impl Driver {
    pub(super) fn is_table(&self) -> bool {
        matches!(&self.wire, Wire::Remote(remote) if remote.house.book.is_table)
    }

    /// The player at the other end of a way, for a sentence: by name at a table.
    pub(super) fn name_at(&mut self, at: usize) -> String {
        let peer = self.way(at).and_then(|(_, way)| way.contact.peer);
        let seats = &self.view.shown.contract.seats;
        let seat = seats.iter().find(|seat| Some(seat.key) == peer);
        let name = seat.map(|seat| seat.called.clone());
        name.filter(|_| self.is_table())
            .unwrap_or_else(|| "The other player".to_owned())
    }

    /// Shows whether the peers were heard lately. The transport gives a silent line up.
    pub(super) fn watch_lines(&mut self) {
        let lost = self.limits.lost;
        let Some(Remote { house, ways, .. }) = self.remote() else {
            return;
        };
        for way in ways {
            let Some(line) = way.line.as_mut() else {
                continue;
            };
            // noted at every look, since the word of a peer who has gone counts for 20 s only
            if let Some(seen_at) = line.seen_at {
                house.ports.is_seen(line.remote(), seen_at);
            }
            // the pings of a good line come after a sixth of this time
            line.look_after(lost / 5);
        }
        if self.has_any_line() {
            self.show_lines();
        }
    }

    pub(super) fn has_any_line(&self) -> bool {
        match &self.wire {
            Wire::Remote(remote) => remote.ways.iter().any(|way| way.line.is_some()),
            Wire::Local | Wire::Mail { .. } => false,
        }
    }

    /// Shows the state of every line: the best of them is that of this program.
    pub(super) fn show_lines(&mut self) {
        let Limits { slow, .. } = self.limits;
        let Some(Remote { ways, .. }) = self.remote() else {
            return;
        };
        let lines: Vec<WayLine> = ways.iter().map(|way| way.shown(slow)).collect();
        let best = lines.iter().map(|line| line.state);
        if let Some(best) = best.min_by_key(LineState::rank) {
            self.show_line(best);
        }
        if self.is_table() {
            self.show_reached(&lines);
        }
    }

    pub(super) fn show_line(&mut self, line: LineState) {
        if !line.is_like(&self.view.shown.line) {
            self.user.told.push(Happening::Line(line));
        }
        self.view.shown.line = line;
    }

    /// Shows how each other seat is reached: by a line of its own, or by way of another player.
    fn show_reached(&mut self, ways: &[WayLine]) {
        let session = self.chairs.first().map(|chair| &chair.session);
        let Some(session) = session else {
            return;
        };
        let lines = reached(&self.view.shown.contract.seats, session, ways);
        for (now, before) in lines.iter().zip(&self.view.shown.lines) {
            if !now.state.is_like(&before.state) || now.way != before.way {
                self.user.told.push(Happening::Reached(*now));
            }
        }
        self.view.shown.lines = lines;
    }
}
