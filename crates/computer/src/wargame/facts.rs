//! The facts that no order of a search changes: distances, prices, kills, numbers of the kinds.

use board::{Board, Cell};
use rules::wargame::{Class, Game, Kind, Position, Ruleset, Side, Terrain};

use super::window::{Cells, REACH};
use super::worth;

/// The facts of a game, and of the position in which a search begins, by kind, class and cell.
#[derive(Debug)]
pub(super) struct Facts {
    pub(super) board: Board,
    kinds: [KindFacts; Kind::ALL.len()],
    /// By the classes of attacker and defender and the defender's terrain.
    kills: [[[Kills; 4]; CLASSES]; CLASSES],
    /// By class: the cells that cost each of the prices.
    prices: [[(u8, Cells); PRICES.len()]; CLASSES],
    /// By side and cell: the steps to the nearest cell where an enemy leader stood when the search began, 40 at most.
    /// The leaders' present cells would not do: a leader that comes forward would bring the enemy nearer to its goal.
    to_go: [Vec<u8>; 2],
    pub(super) towns: Vec<Cell>,
    /// The towns of the middle ranks.
    pub(super) middle_towns: Vec<Cell>,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct KindFacts {
    pub(super) class: Class,
    /// The level of a leader, 0 for the others.
    pub(super) level: u8,
    pub(super) worth: i32,
    /// The most points of movement that count for attacks.
    pub(super) points: u8,
    /// The most cells to anything within reach of its fire or rifle.
    pub(super) range: u8,
    /// The most cells from a unit to anything that matters for its attacks.
    pub(super) reach: u8,
    /// The most cells from a unit to anything that matters for the orders it may be given.
    pub(super) order_reach: u8,
    pub(super) order_range: u8,
}

/// The ways in which a unit kills another.
#[derive(Debug, Clone, Copy)]
pub(super) struct Kills {
    pub(super) by_fire: bool,
    pub(super) by_assault: bool,
    pub(super) by_overrun: bool,
}

const CLASSES: usize = 5;

/// The most cells that Paratroops go: a leap and a step. Rules: wargame 1.14.
const LEAP: u8 = 7;

/// The points that cells cost; the search for charges goes through the cells of each price. Rules: wargame 1.5, 2.4.
const PRICES: [u8; 3] = [1, 2, 4];

/// The most steps to a goal that count.
const FAR: u8 = 40;

impl Facts {
    pub(super) fn new(position: &Position) -> Self {
        let game = &**position.game();
        let board = position.board();
        let to_go = Side::BOTH.map(|side| {
            let goals: Vec<Cell> = position
                .army(side.opponent())
                .filter_map(|(cell, kind)| kind.is_leader().then_some(cell))
                .collect();
            let nearest = |cell| {
                let steps = goals.iter().map(|goal| board.distance(*goal, cell));
                steps.min().unwrap_or(0).min(FAR)
            };
            board.cells().map(nearest).collect()
        });
        let ground = || game.terrain.iter().map(|(cell, terrain)| (cell, *terrain));
        let is_town = |(cell, terrain)| (terrain == Terrain::Town).then_some(cell);
        let towns: Vec<Cell> = ground().filter_map(is_town).collect();
        let middle = towns
            .iter()
            .filter(|cell| game.middle.contains(&cell.rank()));
        // by class, not by kind: the kill table of the rules has a row for each class
        let kills = REPRESENTATIVES.map(|attacker| {
            REPRESENTATIVES.map(|defender| {
                Terrain::ALL.map(|terrain| {
                    let kills = game.kills(attacker, defender, terrain);
                    Kills {
                        // one question for all kinds of shots: which of them reaches is asked of the position, which
                        // knows the distance
                        by_fire: kills.by_fire() || kills.by_adjacent_fire() || kills.by_rifle(),
                        by_assault: kills.by_assault(),
                        by_overrun: kills.by_overrun(),
                    }
                })
            })
        });
        let prices = REPRESENTATIVES.map(|kind| {
            PRICES.map(|price| {
                let mut cells = Cells::none(board);
                for (cell, terrain) in ground() {
                    // cells that the class cannot enter have no price: they are in none of the windows, and so are
                    // never entered
                    if game.cost(kind, terrain) == Some(price) {
                        cells.flip(cell);
                    }
                }
                (price, cells)
            })
        });
        Self {
            board,
            kinds: Kind::ALL.map(|kind| KindFacts::new(game, kind)),
            kills,
            prices,
            to_go,
            middle_towns: middle.copied().collect(),
            towns,
        }
    }

    pub(super) const fn of(&self, kind: Kind) -> &KindFacts {
        &self.kinds[kind as usize]
    }

    pub(super) const fn kills(&self, attacker: Kind, defender: Kind, terrain: Terrain) -> Kills {
        let (attacker, defender) = (self.of(attacker).class, self.of(defender).class);
        self.kills[attacker as usize][defender as usize][terrain as usize]
    }

    /// The cells that cost units of a kind each of the prices.
    pub(super) const fn prices(&self, kind: Kind) -> &[(u8, Cells); PRICES.len()] {
        &self.prices[self.of(kind).class as usize]
    }

    /// The steps from a cell to the nearest goal of `side`.
    pub(super) fn to_go(&self, side: Side, cell: Cell) -> i32 {
        self.to_go[side.index()][self.index(cell)].into()
    }

    pub(super) fn index(&self, cell: Cell) -> usize {
        usize::from(cell.rank()) * usize::from(self.board.files()) + usize::from(cell.file())
    }
}

/// A kind of each class, in the order of the classes.
const REPRESENTATIVES: [Kind; CLASSES] = [
    Kind::Commander,
    Kind::Tank,
    Kind::Infantry,
    Kind::Artillery,
    Kind::CommandPost,
];

impl KindFacts {
    fn new(game: &Game, kind: Kind) -> Self {
        // a window reaches no farther, so points beyond it cannot count
        let points = game.points(kind).min(REACH);
        // a leader that goes along gives a point more
        let is_accompanied = game.ruleset == Ruleset::Two && !kind.is_leader();
        let way = game.points(kind) + u8::from(is_accompanied);
        Self {
            class: kind.class(),
            level: kind.level(),
            worth: worth(game, kind),
            points,
            range: game.range(kind).max(1),
            reach: points.max(game.range(kind)),
            order_reach: match kind {
                Kind::Paratroops => LEAP,
                _ => way.max(game.range(kind)),
            },
            order_range: game.order_range(kind),
        }
    }
}

#[cfg(test)]
mod tests {
    use rules::AnyPosition;

    use super::*;

    #[test]
    fn every_class_has_its_place_and_every_terrain_its_price() {
        for (place, kind) in REPRESENTATIVES.into_iter().enumerate() {
            assert_eq!(kind.class() as usize, place, "{}", kind.name());
        }
        for key in ["wargame-1", "wargame-2", "wargame-small"] {
            let scenario = scenario::load(key).expect("built in").expect("sound");
            let AnyPosition::WarGame(start) = scenario.start(&[]).expect("no options") else {
                panic!("a WarGame");
            };
            for (kind, terrain) in Kind::ALL.into_iter().flat_map(|kind| {
                let terrains = Terrain::ALL.into_iter();
                terrains.map(move |terrain| (kind, terrain))
            }) {
                // a price that is not among these would cost nothing and lead nowhere
                let cost = start.game().cost(kind, terrain);
                let is_known = cost.is_none_or(|cost| PRICES.contains(&cost));
                assert!(is_known, "{} on {}: {cost:?}", kind.name(), terrain.name());
            }
        }
    }
}
