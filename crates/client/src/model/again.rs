//! The people of a table, who come together again for a rematch with sides changed.

use std::collections::BTreeSet;

use net::Snapshot;
use net::lobby::LobbyCommand;
use protocol::lobby::Table as Seats;
use protocol::{PublicKey, Seat};
use rules::{AnyPosition, Rules, Side, Sides};

use super::forms::{Who, by_name};

/// A player who is to sit at the table again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Returning {
    pub(crate) key: PublicKey,
    /// The player's name among the others'.
    pub(crate) called: String,
    /// The side in the match before, and the side now.
    pub(crate) sides: [Side; 2],
    /// For a player of this machine, who decides.
    pub(crate) here: Option<Who>,
    name: String,
}

/// A table that is to come together again: its players in the order of their new seats, the host first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Again {
    players: Vec<Returning>,
    /// Players of other machines who have not come yet.
    awaited: BTreeSet<PublicKey>,
    /// Machines that this program has let in, so that it does so once.
    let_in: BTreeSet<PublicKey>,
}

impl Again {
    /// The table of a match, each player with another side; `None` if the match has no host here.
    pub(super) fn of(seen: &Snapshot) -> Option<Self> {
        let scenario = seen.contract.scenario.as_ref()?;
        let start = scenario.start(&seen.contract.options).ok()?;
        let mut left: Vec<Returning> = Vec::new();
        for seat in &seen.contract.seats {
            left.push(Returning {
                key: seat.key,
                called: seat.called.clone(),
                sides: [seat.side, next_side(&start, seat.side)],
                here: seat.mine.then(|| by_name(&seat.name)),
                name: seat.name.clone(),
            });
        }
        let host = left.iter().position(|one| one.here == Some(Who::Person))?;
        let mut players = vec![left.remove(host)];
        // the sides go round the first seats of a new table by themselves, so that one player of each comes first
        let sides = start.sides();
        let mut side = players[0].sides[1];
        for _ in 1..sides.len() {
            side = sides.after(side)?;
            let next = left.iter().position(|one| one.sides[1] == side)?;
            players.push(left.remove(next));
        }
        players.extend(left);
        let away = players.iter().filter(|one| one.here.is_none());
        Some(Self {
            awaited: away.map(|one| one.key).collect(),
            players,
            let_in: BTreeSet::new(),
        })
    }

    pub(crate) fn players(&self) -> &[Returning] {
        &self.players
    }

    /// True if these players can sit at a table of that size for a game of those sides.
    pub(crate) fn fits(&self, sides: Sides, players: u8) -> bool {
        let own: Sides = self.players.iter().map(|one| one.sides[1]).collect();
        own == sides && self.players.len() == usize::from(players)
    }

    /// The requests of the host that give every seat of a new table its side, and this machine's other players theirs.
    pub(super) fn furnish(&self, seats: &Seats) -> Vec<LobbyCommand> {
        let mut requests = Vec::new();
        for (number, one) in (0..).zip(&self.players) {
            let seat = Seat(number);
            let side = one.sides[1].index();
            let has_other = |place: &protocol::frame::Place| usize::from(place.side) != side;
            if let (true, Ok(side)) = (seats.place(seat).is_some_and(has_other), u8::try_from(side))
            {
                requests.push(LobbyCommand::SetSide { seat, side });
            }
            let level = match one.here {
                Some(Who::Computer(level)) => Some(level.name().to_owned()),
                Some(Who::Person) if number > 0 => None,
                _ => continue,
            };
            let name = Some(one.name.clone());
            requests.push(LobbyCommand::SeatPlayer { seat, name, level });
        }
        requests
    }

    /// The requests of the host for players who come again: they are let in without a question, and get their seats.
    pub(super) fn welcome(&mut self, seen: &net::lobby::LobbySnapshot) -> Vec<LobbyCommand> {
        let mut requests = Vec::new();
        for asker in &seen.askers {
            let mut players = asker.players.iter();
            let are_known = players.all(|(_, key, ..)| self.awaited.contains(key));
            if are_known && self.let_in.insert(asker.key) {
                requests.push(LobbyCommand::LetIn(asker.key));
            }
        }
        let Some(seats) = seen.table.as_ref().filter(|_| !seen.is_beginning) else {
            return requests;
        };
        for (seat, sitter) in seats.sitters() {
            // once: later the player, or the host, may choose another seat
            if !self.awaited.remove(&sitter.identity) {
                continue;
            }
            let mut own = (0..).map(Seat).zip(&self.players);
            let own = own.find(|(_, one)| one.key == sitter.identity);
            if let Some((own, _)) = own.filter(|(own, _)| *own != seat) {
                requests.push(LobbyCommand::Swap {
                    one: seat,
                    other: own,
                });
            }
        }
        requests
    }
}

/// The side that a player of a side has in the rematch: the next that leaves allies together.
pub(super) fn next_side(start: &AnyPosition, side: Side) -> Side {
    let sides = start.sides();
    let after = |side: Side, steps: usize| {
        (0..steps).fold(side, |side, _| sides.after(side).unwrap_or(side))
    };
    let keeps_teams = |steps: &usize| {
        sides.iter().all(|side| {
            let moved: Sides = start
                .team(side)
                .iter()
                .map(|ally| after(ally, *steps))
                .collect();
            moved == start.team(after(side, *steps))
        })
    };
    let steps = (1..sides.len()).find(keeps_teams).unwrap_or(0);
    after(side, steps)
}
