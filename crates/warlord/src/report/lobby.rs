//! A table before its match begins, in the reports.

use std::io::{self, Write};

use net::lobby::LobbySnapshot;
use protocol::frame::{Access, Decider, Place};
use protocol::{Seat, plain_text};
use serde::Serialize;

use super::{Report, SideName};

/// One seat of a table whose match has not begun.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct LobbySeat {
    /// From 0, as the table has it.
    seat: u8,
    side: SideName,
    /// From 0, as the match file has it; none if the rules do not say.
    team: Option<u8>,
    /// Whether the rules ally sides, so that words name the team.
    #[serde(skip)]
    tells_team: bool,
    /// `open`, `code` or `closed`; in place of an older match also `kept`, for the player who has the seat there.
    access: &'static str,
    /// The player who has the seat in the match that the table continues.
    #[serde(skip_serializing_if = "Option::is_none")]
    former: Option<String>,
    /// The code of the seat; the host's only.
    code: Option<String>,
    name: Option<String>,
    key: Option<String>,
    standing: Option<String>,
    /// `person`, or the computer's level or the engine's name.
    player: Option<String>,
    mine: bool,
    /// The connection to the player's program is up.
    here: bool,
    ready: bool,
}

impl LobbySeat {
    fn of(shown: &LobbySnapshot, seat: Seat, place: &Place) -> Option<Self> {
        let table = shown.table.as_ref()?;
        let game = table.game();
        let side = rules::Side::new(place.side)?;
        let sitter = place.sitter.as_ref();
        let is_mine = sitter.is_some_and(|it| shown.own.iter().any(|own| own.key == it.identity));
        let sides = game.sides();
        let team = |side| game.team_of(side);
        let allied = sides.iter().any(|one| {
            let mut others = sides.iter();
            others.any(|other| one != other && team(one) == team(other))
        });
        let standing = sitter.filter(|_| !is_mine);
        let standing = standing.and_then(|it| shown.standing.get(&it.identity));
        Some(Self {
            seat: seat.0,
            side: SideName::new(game.family(), game.scenario().side_names(), side),
            team: table.team_of(seat),
            tells_team: allied,
            access: match place.access {
                Access::Open => "open",
                Access::Code => "code",
                Access::Closed => "closed",
                Access::Kept => "kept",
            },
            former: game.former(seat).map(|former| former.name.clone()),
            code: shown.seat_codes.get(&seat).map(|code| code.code()),
            name: sitter.map(|it| it.name.clone()),
            key: sitter.map(|it| it.identity.to_string()),
            standing: standing.map(|it| it.to_string()),
            player: sitter.map(|it| match &it.decider {
                Decider::Person => "person".to_owned(),
                Decider::Computer(level) => level.clone(),
            }),
            mine: is_mine,
            here: sitter.is_some_and(|it| it.is_here),
            ready: sitter.is_some_and(|it| it.is_ready),
        })
    }

    /// Every seat of the table.
    pub(crate) fn all(shown: &LobbySnapshot) -> Vec<Self> {
        let table = shown.table.iter();
        let places = table.flat_map(|table| table.places());
        let seats = places.filter_map(|(seat, place)| Self::of(shown, seat, place));
        seats.collect()
    }

    /// The seats whose players are ready; true if all are who play.
    pub(crate) fn ready(seats: &[Self]) -> (Vec<u8>, bool) {
        let mut played = seats.iter().filter(|seat| seat.access != "closed");
        let all = !seats.is_empty() && played.all(|seat| seat.ready);
        let ready = seats.iter().filter(|seat| seat.ready);
        (ready.map(|seat| seat.seat).collect(), all)
    }

    pub(super) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let Self { seat, side, .. } = self;
        write!(out, "Seat {}, {side}", seat + 1)?;
        if let Some(team) = self.team.filter(|_| self.tells_team) {
            write!(out, " (team {})", team + 1)?;
        }
        let Some(name) = &self.name else {
            return match (self.access, &self.code) {
                ("closed", _) => write!(out, ": closed"),
                ("kept", _) => {
                    let former = self.former.as_deref().unwrap_or_default();
                    write!(out, ": kept for {}", plain_text(former))
                }
                ("code", Some(code)) => write!(out, ": free, for whoever has its code: {code}"),
                ("code", None) => write!(out, ": free, for whoever has its code"),
                _ => write!(out, ": free"),
            };
        };
        // another program may have chosen the words
        write!(out, ": {}", plain_text(name))?;
        let mut facts = Vec::new();
        if self.mine {
            facts.push("yours".to_owned());
        }
        facts.extend(self.standing.as_deref().map(plain_text));
        let level = self.player.as_deref().filter(|player| *player != "person");
        facts.extend(level.map(|level| format!("computer: {}", plain_text(level))));
        if !self.here {
            facts.push("not connected".to_owned());
        }
        if !facts.is_empty() {
            write!(out, " ({})", facts.join(", "))?;
        }
        let ready = if self.ready { "ready" } else { "not ready yet" };
        write!(out, ", {ready}")
    }
}

impl Report {
    /// The whole table.
    pub(crate) fn lobby(shown: &LobbySnapshot) -> Option<Self> {
        let table = shown.table.as_ref()?;
        let (free, of) = table.free();
        let terms = table.game().terms();
        Some(Self::Lobby {
            title: table.game().scenario().title().to_owned(),
            scenario: table.game().scenario().key().to_owned(),
            options: terms.options.iter().cloned().collect(),
            time: terms.terms.to_string(),
            max_turns: terms.max_turns,
            takeback: terms.policies.takeback,
            drop: terms.policies.drop.word(),
            hosts: shown.is_host,
            free,
            of,
            seats: LobbySeat::all(shown),
        })
    }
}

/// Writes a line for each seat.
pub(super) fn write_lobby(
    out: &mut impl Write,
    title: &str,
    [free, of]: [usize; 2],
    seats: &[LobbySeat],
) -> io::Result<()> {
    // the title may be another program's
    write!(out, "{}: {free} of {of} seats free.", plain_text(title))?;
    for seat in seats {
        write!(out, "\n  ")?;
        seat.write(out)?;
    }
    Ok(())
}
