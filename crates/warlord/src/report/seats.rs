//! The seats of a table of more than two in the reports.

use std::fmt;
use std::io::{self, Write};

use net::Snapshot;
use protocol::Seat;
use scenario::Scenario;
use serde::Serialize;

use super::{Report, SideName};
use crate::decider::DeciderChoice;

/// The seat that acts for a side, at a table of more than two.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Member {
    /// From 0, as in the match file.
    pub(crate) seat: u8,
    pub(crate) name: String,
}

impl Member {
    /// The player of the seat, if words have to tell more than two apart.
    pub(crate) fn of(snapshot: &Snapshot, seat: Seat) -> Option<Self> {
        let info = snapshot.seat(seat).filter(|_| snapshot.has_table())?;
        Some(Self {
            seat: seat.0,
            name: info.called.clone(),
        })
    }
}

/// One seat of a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct SeatReport {
    /// From 0, as in the match file.
    pub(super) seat: u8,
    pub(super) name: String,
    pub(super) side: SideName,
    /// From 0, as in the match file.
    pub(super) team: u8,
    /// Who decides there: `me`, `computer:LEVEL`, or `engine COMMAND`.
    pub(super) player: String,
}

impl Report {
    /// The report of a table at which these players sit, seat 0 first.
    pub(crate) fn table(snapshot: &Snapshot, players: &[DeciderChoice]) -> Self {
        let family = snapshot.contract.scenario.as_ref().map(Scenario::family);
        let seats = snapshot.contract.seats.iter().zip(players);
        let seats = seats.filter_map(|(info, player)| {
            Some(SeatReport {
                seat: info.seat.0,
                name: info.name.clone(),
                side: SideName::new(family?, snapshot.side_names(), info.side),
                team: info.team,
                player: player.to_string(),
            })
        });
        Self::Table {
            seats: seats.collect(),
        }
    }
}

/// A side, or its member at a table of more than two, as the beginning of a sentence.
pub(super) struct Actor<'a>(pub(super) &'a SideName, pub(super) &'a Option<Member>);

impl fmt::Display for Actor<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(side, by) = self;
        match by {
            // another program may have chosen the name
            Some(member) => write!(f, "{} ({side})", protocol::plain_text(&member.name)),
            None => write!(f, "{side}"),
        }
    }
}

/// Writes a line for each seat; teams only if some have several sides.
pub(super) fn write_table(out: &mut impl Write, seats: &[SeatReport]) -> io::Result<()> {
    let is_allied = |one: &SeatReport| {
        let mut others = seats.iter();
        others.any(|other| other.team == one.team && other.side != one.side)
    };
    let tells_teams = seats.iter().any(is_allied);
    for (place, seat) in seats.iter().enumerate() {
        let line = match place {
            0 => "",
            _ => "\n",
        };
        let name = protocol::plain_text(&seat.name);
        write!(
            out,
            "{line}Seat {}: {name} plays {}",
            seat.seat + 1,
            seat.side
        )?;
        if tells_teams {
            write!(out, " in team {}", seat.team + 1)?;
        }
        write!(out, " ({})", protocol::plain_text(&seat.player))?;
    }
    Ok(())
}
