//! The WarGame family's answers to the laboratory: units, command, towns, ways and restricted play.

use std::collections::BTreeSet;
use std::sync::Arc;

use board::{Cell, Grid};
use rules::AnyPosition;
use rules::wargame::{Class, Kind, Position, Side, Terrain, Unit};

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

    /// One order a turn for each leader. Rules: wargame 1.3, 2.3.
    fn command(&self, side: rules::Side) -> Option<Command> {
        let side = Side::try_from(side).ok()?;
        let (game, board) = (self.game(), self.board());
        let leaders: Vec<(Cell, u8)> = self
            .army(side)
            .filter(|(_, kind)| kind.is_leader())
            .map(|(cell, kind)| (cell, game.order_range(kind)))
            .collect();
        // distance alone decides: terrain and units do not stop orders
        let is_near = |(leader, range): &(Cell, u8), cell| board.distance(*leader, cell) <= *range;
        let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        let mut command = Command {
            capacity: count(leaders.len()),
            unused: count(leaders.len()).saturating_sub(u32::from(self.orders_made())),
            leaders_in_command: count(self.in_command(side).len()),
            ..Command::default()
        };
        command.leaders_out_of_command = command.capacity - command.leaders_in_command;
        let others: Vec<(Cell, Kind)> = self
            .army(side)
            // a Command Post gets no orders, so it is neither in command nor out of it
            .filter(|(_, kind)| kind.class() != Class::Post)
            .collect();
        for (cell, _) in others.iter().filter(|(_, kind)| !kind.is_leader()) {
            match leaders.iter().any(|leader| is_near(leader, *cell)) {
                true => command.in_command += 1,
                false => command.out_of_command += 1,
            }
        }
        let is_alone = |leader: &&(Cell, u8)| {
            let mut others = others.iter().filter(|(cell, _)| *cell != leader.0);
            !others.any(|(cell, _)| is_near(leader, *cell))
        };
        command.leaders_alone = count(leaders.iter().filter(is_alone).count());
        Some(command)
    }

    fn towns(&self) -> Vec<Cell> {
        let ground = self.game().terrain.iter();
        let towns = ground.filter(|(_, terrain)| **terrain == Terrain::Town);
        towns.map(|(cell, _)| cell).collect()
    }

    fn land(&self) -> Vec<Cell> {
        self.board().cells().collect()
    }

    fn ways(&self) -> Vec<Approach> {
        let towns = self.towns();
        if towns.is_empty() {
            return Vec::new();
        }
        // classes and not kinds: kinds of one class pay the same
        let classes = [
            (Class::Leader, "Leader"),
            (Class::Heavy, "Tank or Cavalry"),
            (Class::Infantry, "Infantry"),
            (Class::Artillery, "Artillery"),
        ];
        let mut ways = Vec::new();
        for (class, kind) in classes {
            // measured even if one side has no such unit: the other's ways count
            let turns = Side::BOTH.map(|side| turns_from(self, side, class));
            if turns.iter().all(Option::is_none) {
                continue;
            }
            ways.extend(towns.iter().map(|town| {
                Approach {
                    town: town.to_string(),
                    kind,
                    moves: turns
                        .each_ref()
                        .map(|turns| turns.as_ref().and_then(|turns| turns[*town])),
                }
            }));
        }
        ways
    }

    fn reach(&self) -> [Vec<Option<u16>>; 2] {
        Side::BOTH.map(|side| {
            let turns = turns_from(self, side, Class::Leader);
            turns.map_or(Vec::new(), |turns| {
                turns.iter().map(|(_, turns)| *turns).collect()
            })
        })
    }

    fn symbols(&self) -> Vec<String> {
        let symbols: BTreeSet<&str> = self.units().map(|(_, unit)| bare(unit.kind)).collect();
        symbols.into_iter().map(str::to_owned).collect()
    }

    fn without(&self, side: rules::Side, symbol: &str) -> Option<String> {
        let lacks = |unit: &Unit| rules::Side::from(unit.side) == side && bare(unit.kind) == symbol;
        changed(self, |unit| (!lacks(&unit)).then_some(unit))
    }

    fn lowered(&self, side: rules::Side, level: u8) -> Option<String> {
        if level < 2 {
            return None;
        }
        let kinds = self.game().ruleset.kinds();
        // the first kind of the level below: a Tank Commander becomes an Infantry Commander
        let lower = *kinds.iter().find(|kind| kind.level() == level - 1)?;
        changed(self, |unit| {
            let is_lower = rules::Side::from(unit.side) == side && unit.kind.level() == level;
            let kind = if is_lower { lower } else { unit.kind };
            Some(Unit { kind, ..unit })
        })
    }

    fn without_town(&self, cell: Cell) -> Option<AnyPosition> {
        let mut game = self.game().as_ref().clone();
        let is_town = game.board().contains(cell) && game.terrain[cell] == Terrain::Town;
        is_town.then(|| {
            game.terrain[cell] = Terrain::Open;
            AnyPosition::WarGame(Position::new(Arc::new(game)))
        })
    }
}

/// The symbol of a kind without its brackets.
fn bare(kind: Kind) -> &'static str {
    kind.symbol().trim_matches(['(', ')'])
}

fn changed(position: &Position, change: impl Fn(Unit) -> Option<Unit>) -> Option<String> {
    let symbol = |cell| position.unit(cell).and_then(&change).map(Unit::symbol);
    text_with(&position.to_text(), position.board(), symbol)
}

/// The turns in which the nearest unit of a class comes to each cell, alone on the board and with all its movement
/// points each turn; `None` if the side has no such unit. A step is paid in full in one turn. Rules: wargame 1.5, 2.4.
fn turns_from(position: &Position, side: Side, class: Class) -> Option<Grid<Option<u16>>> {
    let game = position.game();
    let starts: Vec<(Cell, Kind)> = position
        .army(side)
        .filter(|(_, kind)| kind.class() == class)
        .collect();
    let kind = starts.first()?.1;
    let points = game.points(kind);
    // turns begun and points spent in the last of them; fewer turns are better, then fewer points
    let mut spent: Grid<Option<(u16, u8)>> = Grid::filled(position.board(), None);
    let mut open: BTreeSet<((u16, u8), Cell)> = BTreeSet::new();
    for (cell, _) in starts {
        // all points of turn 0 are spent, so the first step begins turn 1
        spent[cell] = Some((0, points));
        open.insert(((0, points), cell));
    }
    while let Some(((turns, used), cell)) = open.pop_first() {
        for (_, next) in position.steps(cell) {
            let Some(cost) = game.cost(kind, game.terrain[next]) else {
                continue;
            };
            let then = match cost {
                cost if used + cost <= points => (turns, used + cost),
                cost if cost <= points => (turns + 1, cost),
                _ => continue,
            };
            if spent[next].is_none_or(|known| then < known) {
                if let Some(known) = spent[next] {
                    // the set is ordered by cost: the old entry would be taken out again later
                    open.remove(&(known, next));
                }
                spent[next] = Some(then);
                open.insert((then, next));
            }
        }
    }
    let mut turns = Grid::filled(position.board(), None);
    for (cell, spent) in spent.iter() {
        turns[cell] = spent.map(|(turns, _)| turns);
    }
    Some(turns)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The Skirmish with that terrain everywhere.
    fn skirmish(terrain: Terrain) -> Position {
        let scenario = scenario::load("wargame-small").expect("built in");
        let start = scenario.expect("sound").start(&[]).expect("no options");
        let AnyPosition::WarGame(position) = start else {
            panic!("a WarGame");
        };
        let mut game = position.game().as_ref().clone();
        for cell in game.board().cells() {
            game.terrain[cell] = terrain;
        }
        Position::new(Arc::new(game))
    }

    /// Compares the moves of White's nearest leader to each cell with what `turns` makes of the distance.
    fn assert_reach(position: &Position, turns: impl Fn(u16) -> u16) {
        let leaders: Vec<Cell> = position
            .army(Side::White)
            .filter(|(_, kind)| kind.is_leader())
            .map(|(cell, _)| cell)
            .collect();
        let [reach, _] = Studied::reach(position);
        for (cell, found) in position.board().cells().zip(reach) {
            let near = leaders
                .iter()
                .map(|leader| position.board().distance(*leader, cell));
            let near = near.min().expect("a leader");
            assert_eq!(found, Some(turns(near.into())), "{cell}");
        }
    }

    #[test]
    fn access_is_counted_in_turns_of_all_movement_points() {
        let open = skirmish(Terrain::Open);
        let leader = Kind::SupremeCommander;
        let points = u16::from(open.game().points(leader));
        assert_reach(&open, |distance| distance.div_ceil(points));
        // two points for each hill, and no rest is kept for the next turn
        let hills = skirmish(Terrain::Hill);
        assert_reach(&hills, |distance| distance.div_ceil(points / 2));
    }
}
