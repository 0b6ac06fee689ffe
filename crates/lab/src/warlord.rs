//! The Warlord family's answers to the laboratory: units, command, towns, ways and restricted play.

use std::collections::BTreeSet;
use std::sync::Arc;

use board::Cell;
use rules::AnyPosition;
use rules::warlord::{Kind, Position, Side, Terrain, Unit};

use crate::family::{Approach, Command, Man, Studied, text_with};

impl Studied for Position {
    fn men(&self) -> Vec<Man> {
        let units = self.units().map(|(cell, unit)| Man {
            cell,
            side: unit.side.into(),
            kind: unit.kind.name(),
            is_leader: unit.kind.is_leader(),
        });
        units.collect()
    }

    fn command(&self, side: rules::Side) -> Option<Command> {
        let side = Side::try_from(side).ok()?;
        let game = self.game();
        let own = || self.units().filter(move |(_, unit)| unit.side == side);
        let leaders: Vec<Cell> = own()
            .filter(|(_, unit)| unit.kind.is_leader())
            .map(|(cell, _)| cell)
            .collect();
        let mut command = Command::default();
        for (cell, unit) in own() {
            if unit.kind.is_leader() {
                command.capacity += u32::from(unit.kind.level());
                // counted at the end of the turn, when what is unused is known
                command.unused += u32::from(self.unused(cell).unwrap_or(0));
                continue;
            }
            // every kind is named, so that a new one must say whether it needs a leader
            let acts_alone = match unit.kind {
                Kind::Promoted => true,
                Kind::LightCavalry => game.options.self_activating,
                Kind::Infantry
                | Kind::HeavyCavalry
                | Kind::Cannon
                | Kind::Shaman
                | Kind::Bishopy
                | Kind::Hero
                | Kind::Rookish
                | Kind::Leader1
                | Kind::Leader2
                | Kind::Leader3 => false,
            };
            let mut near = leaders.iter();
            if acts_alone || near.any(|leader| game.board().distance(*leader, cell) <= game.range) {
                command.in_command += 1;
            } else {
                command.out_of_command += 1;
            }
        }
        Some(command)
    }

    fn towns(&self) -> Vec<Cell> {
        let ground = self.game().terrain.iter();
        let towns = ground.filter(|(_, terrain)| **terrain == Terrain::Town);
        towns.map(|(cell, _)| cell).collect()
    }

    fn land(&self) -> Vec<Cell> {
        let ground = self.game().terrain.iter();
        let land = ground.filter(|(_, terrain)| terrain.is_land());
        land.map(|(cell, _)| cell).collect()
    }

    fn ways(&self) -> Vec<Approach> {
        let towns = self.towns();
        // leaders of all levels as one, or their ways would be listed three times
        let mut kinds: Vec<Kind> = self.units().map(|(_, unit)| class(unit.kind)).collect();
        kinds.sort_unstable();
        kinds.dedup();
        if towns.is_empty() {
            return Vec::new();
        }
        let mut ways = Vec::new();
        for kind in kinds {
            let moves =
                Side::BOTH.map(|side| self.game().moves_from(kind, &starts(self, side, kind)));
            ways.extend(towns.iter().map(|town| Approach {
                town: town.to_string(),
                kind: kind.name(),
                moves: moves.each_ref().map(|moves| moves[*town]),
            }));
        }
        ways
    }

    fn reach(&self) -> [Vec<Option<u16>>; 2] {
        Side::BOTH.map(|side| {
            let starts = starts(self, side, Kind::Leader1);
            let moves = self.game().moves_from(Kind::Leader1, &starts);
            moves.iter().map(|(_, moves)| *moves).collect()
        })
    }

    fn symbols(&self) -> Vec<String> {
        let kinds = self.units().map(|(_, unit)| unit.kind);
        // leaders are lowered and not taken: a side without leaders has lost
        let symbols = kinds.filter(|kind| !kind.is_leader()).map(Kind::symbol);
        let symbols: BTreeSet<char> = symbols.collect();
        symbols.into_iter().map(String::from).collect()
    }

    fn without(&self, side: rules::Side, symbol: &str) -> Option<String> {
        let lacks = |unit: &Unit| {
            rules::Side::from(unit.side) == side
                && String::from(unit.kind.symbol()) == symbol
                && !unit.kind.is_leader()
        };
        changed(self, |unit| (!lacks(&unit)).then(|| unit.symbol()))
    }

    fn lowered(&self, side: rules::Side, level: u8) -> Option<String> {
        let lower = match level {
            // a leader of level 1 has no level below it
            2 => Kind::Leader1,
            3 => Kind::Leader2,
            _ => return None,
        };
        changed(self, |unit| {
            let is_lower = rules::Side::from(unit.side) == side && unit.kind.level() == level;
            let kind = if is_lower { lower } else { unit.kind };
            Some(Unit { kind, ..unit }.symbol())
        })
    }

    fn without_town(&self, cell: Cell) -> Option<AnyPosition> {
        let mut game = self.game().as_ref().clone();
        let is_town = game.board().contains(cell) && game.terrain[cell] == Terrain::Town;
        is_town.then(|| {
            game.terrain[cell] = Terrain::Open;
            AnyPosition::Warlord(Position::new(Arc::new(game)))
        })
    }
}

/// Leaders of every level move alike and are one kind.
const fn class(kind: Kind) -> Kind {
    if kind.is_leader() {
        Kind::Leader1
    } else {
        kind
    }
}

fn starts(position: &Position, side: Side, kind: Kind) -> Vec<Cell> {
    let units = position.units();
    let own = units.filter(|(_, unit)| unit.side == side && class(unit.kind) == kind);
    own.map(|(cell, _)| cell).collect()
}

/// The position text with other symbols for the units; `None` if that changes nothing.
fn changed(position: &Position, change: impl Fn(Unit) -> Option<char>) -> Option<String> {
    let symbol = |cell| position.unit(cell).and_then(&change).map(String::from);
    text_with(&position.to_text(), position.board(), symbol)
}
