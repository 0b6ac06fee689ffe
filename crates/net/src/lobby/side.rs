//! The table as this program holds it: the host's, or a guest's view of it.

use protocol::frame::Reply;
use protocol::lobby::{Change, Entrance, GuestTable, HostTable, LobbyOutput, Player, Table};
use protocol::{LineId, Now, PublicKey, Seat};

/// One side of a table.
pub(super) enum Side {
    Host(Box<HostTable>),
    Guest(Box<GuestTable>),
}

impl Side {
    pub(super) fn is_host(&self) -> bool {
        matches!(self, Self::Host(_))
    }

    pub(super) fn table(&self) -> Option<&Table> {
        match self {
            Self::Host(host) => Some(host.table()),
            Self::Guest(guest) => guest.table(),
        }
    }

    pub(super) fn players(&self) -> &[Player] {
        match self {
            Self::Host(host) => host.players(),
            Self::Guest(guest) => guest.players(),
        }
    }

    pub(super) fn is_ready(&self) -> bool {
        match self {
            Self::Host(host) => host.is_ready(),
            Self::Guest(guest) => guest.is_ready(),
        }
    }

    pub(super) fn changes(&self) -> Vec<Change> {
        match self {
            Self::Host(host) => host.changes(),
            Self::Guest(guest) => guest.changes(),
        }
    }

    pub(super) fn late(&self) -> Vec<Seat> {
        match self {
            Self::Host(host) => host.late(),
            Self::Guest(guest) => guest.late(),
        }
    }

    pub(super) fn poll_output(&mut self) -> Option<LobbyOutput> {
        match self {
            Self::Host(host) => host.poll_output(),
            Self::Guest(guest) => guest.poll_output(),
        }
    }

    pub(super) fn line_up(
        &mut self,
        now: Now,
        line: LineId,
        exporter: [u8; 32],
        peer: PublicKey,
        entrance: Entrance,
    ) {
        match self {
            Self::Host(host) => host.line_up(now, line, exporter, peer, entrance),
            Self::Guest(guest) => guest.line_up(now, line, exporter, peer),
        }
    }

    pub(super) fn line_down(&mut self, now: Now, line: LineId) {
        match self {
            Self::Host(host) => host.line_down(now, line),
            Self::Guest(guest) => guest.line_down(now, line),
        }
    }

    pub(super) fn handle_frame(&mut self, now: Now, line: LineId, frame: &[u8]) {
        // the table reports what is wrong with the frame, and closes the line
        let _ = match self {
            Self::Host(host) => host.handle_frame(now, line, frame),
            Self::Guest(guest) => guest.handle_frame(now, line, frame),
        };
    }

    pub(super) fn handle_timeout(&mut self, now: Now) {
        match self {
            Self::Host(host) => host.handle_timeout(now),
            Self::Guest(guest) => guest.handle_timeout(now),
        }
    }

    pub(super) fn mark_seen(&mut self) {
        match self {
            Self::Host(host) => host.mark_seen(),
            Self::Guest(guest) => guest.mark_seen(),
        }
    }

    pub(super) fn leave(&mut self) {
        match self {
            Self::Host(host) => host.leave(),
            Self::Guest(guest) => guest.leave(),
        }
    }

    /// True if after that answer the host's door will not open by itself.
    pub(super) fn is_final(reply: &Reply) -> bool {
        !matches!(reply, Reply::Crowded | Reply::Beginning)
    }
}
