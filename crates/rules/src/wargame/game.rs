//! A game of either WarGame as its scenario fixes it.

use std::ops::Range;

use board::{Board, Cell, Grid};

use super::{Class, Kills, Kind, Options, Placement, Ruleset, Side, Switch, Terrain, Unit};
use crate::rows;

/// The reach of orders in WarGame 1, and in WarGame 2 with the option `two-range`, in cells. Rules: wargame 1.3, 2.3.
const ORDER_RANGE: u8 = 3;

/// The number of a side's Infantry that become Paratroops with the option `paratroops`. Rules: wargame 1.14.
pub(super) const PARATROOPS: usize = 2;

/// A game as its scenario fixes it before the first turn: rules, board, terrain, armies, endings and switches.
///
/// The scenario reader builds and checks the game; the rules take it as consistent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Game {
    /// The rules of the game.
    pub ruleset: Ruleset,
    /// The terrain of each cell; with the option `random-map` what holds until the lot is drawn.
    pub terrain: Grid<Terrain>,
    /// The most orders of a turn. Rules: wargame 1.4, 2.3.
    pub cap: u8,
    /// Each side's army in a fixed order, all Infantry and no Paratroops: the option brings those.
    pub armies: [Vec<Kind>; 2],
    /// The way the armies come onto the board.
    pub start: Start,
    /// The disputed ranks between the home zones, from 0: `plant` looks for towns there, `random-map` lays terrain.
    pub middle: Range<u8>,
    /// Towns needed to win with the option `towns`. Rules: wargame 1.12, 2.7.
    pub towns: u8,
    /// The switches both players agree on.
    pub options: Options,
    /// The lot that laid the terrain, once it is drawn. Rules: wargame 1.13.
    pub map_lot: Option<u64>,
}

/// The way the armies come onto the board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Start {
    /// Known to both from the beginning; White moves first. With the option `paratroops` the units name them.
    Fixed(Vec<(Cell, Unit)>),
    /// Chosen unseen and opened together; a lot then draws the first player. Rules: wargame 1.13, 2.8.
    Hidden(HiddenSetUp),
}

/// A hidden set-up: each side stands anywhere in its zone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HiddenSetUp {
    /// Each side's home zone, in board order.
    pub zones: [Vec<Cell>; 2],
    /// Ready-made set-ups: a name and the placements, for each side. All Infantry and no Paratroops, as in the army.
    pub books: [Vec<(String, Vec<Placement>)>; 2],
}

impl Game {
    /// The board.
    pub const fn board(&self) -> Board {
        self.terrain.board()
    }

    /// True if a lot for the terrain must be drawn before anything else.
    pub const fn awaits_map(&self) -> bool {
        self.options.has(Switch::RandomMap) && self.map_lot.is_none()
    }

    /// A side's army as it takes the field: with the option `paratroops` two of its Infantry are Paratroops.
    pub fn army(&self, side: Side) -> Vec<Kind> {
        let mut army = self.armies[side.index()].clone();
        if self.options.has(Switch::Paratroops) {
            // any two will do: an army has no cells yet
            let infantry = army.iter_mut().filter(|kind| **kind == Kind::Infantry);
            infantry
                .take(PARATROOPS)
                .for_each(|kind| *kind = Kind::Paratroops);
        }
        army
    }

    /// A set-up of the bare army as this game plays it: with the option `paratroops` the two Infantry first
    /// in board order, of Black the last two, become Paratroops.
    pub fn with_paratroops(&self, side: Side, mut placements: Vec<Placement>) -> Vec<Placement> {
        placements.sort_unstable();
        if self.options.has(Switch::Paratroops) {
            let named = placements
                .iter()
                .filter(|unit| unit.kind == Kind::Paratroops);
            // a book may name its Paratroops itself; only the rest are chosen here
            let lacking = PARATROOPS.saturating_sub(named.count());
            if side == Side::Black {
                // the image of White's choice after a half-turn, so that neither side has the better places
                placements.reverse();
            }
            let infantry = placements
                .iter_mut()
                .filter(|unit| unit.kind == Kind::Infantry);
            infantry
                .take(lacking)
                .for_each(|unit| unit.kind = Kind::Paratroops);
            // in board order again, as every set-up is
            placements.sort_unstable();
        }
        placements
    }

    /// The most orders of the turn of that number. Rules: wargame 1.4, 2.3, 4.9.
    pub const fn cap(&self, turn: u32) -> u8 {
        if turn == 1 && self.options.has(Switch::HalfFirst) {
            // Rules: wargame 1.13, 2.3: rounded down, so that seven orders become three
            self.cap / 2
        } else {
            self.cap
        }
    }

    /// The movement points of a kind.
    pub const fn points(&self, kind: Kind) -> u8 {
        self.ruleset.points(kind)
    }

    /// The range of a kind's fire, in cells; 0 for a kind that does not fire.
    pub const fn range(&self, kind: Kind) -> u8 {
        if self.has(Switch::UnarmedLeaders) && kind.is_leader() {
            0
        } else {
            self.ruleset.range(kind)
        }
    }

    /// The reach of a leader's orders, in cells; 0 for the others. Rules: wargame 1.3, 2.3.
    pub const fn order_range(&self, kind: Kind) -> u8 {
        match self.ruleset {
            _ if !kind.is_leader() => 0,
            // Rules: wargame 2.3: one range for orders and for the chain of command
            Ruleset::Two if !self.has(Switch::TwoRange) => kind.radius(),
            Ruleset::One | Ruleset::Two => ORDER_RANGE,
        }
    }

    /// The points a unit pays to enter a cell of that terrain; `None` if it never may. Rules: wargame 1.5, 2.4.
    pub const fn cost(&self, kind: Kind, terrain: Terrain) -> Option<u8> {
        let swaps = self.has(Switch::CamTerrain);
        // the table of the rules, its exceptions first: the first arm that fits counts
        match (kind.class(), terrain) {
            (_, Terrain::Open | Terrain::Town) => Some(1),
            (Class::Post, Terrain::Trees | Terrain::Hill) => None,
            (Class::Leader, Terrain::Trees) => Some(4),
            (Class::Heavy, Terrain::Hill) if swaps => None,
            (Class::Heavy, Terrain::Trees) if !swaps => None,
            (Class::Artillery, Terrain::Trees) if swaps => None,
            (Class::Artillery, Terrain::Hill) if !swaps => None,
            (Class::Infantry, Terrain::Trees) | (Class::Artillery, _) => Some(1),
            (Class::Leader | Class::Infantry, Terrain::Hill) | (Class::Heavy, _) => Some(2),
        }
    }

    /// The ways in which a unit kills another on that terrain. Rules: wargame 1.9, 2.6.
    pub const fn kills(&self, attacker: Kind, defender: Kind, terrain: Terrain) -> Kills {
        Kills::of(
            self.ruleset,
            self.options,
            attacker.class(),
            defender.class(),
            terrain,
        )
    }

    /// True if the switch is on and means something under this game's rules.
    pub const fn has(&self, switch: Switch) -> bool {
        self.options.has(switch) && switch.has_use(self.ruleset)
    }

    /// The terrain, one letter a cell, the top rank first, rows joined by `/`.
    pub fn terrain_rows(&self) -> String {
        rows::letters(&self.terrain, Terrain::symbol)
    }

    /// The game without the lot for the terrain: armies can be set up at once.
    #[must_use]
    pub fn without_lots(&self) -> Self {
        let mut game = self.clone();
        game.options = game.options.without(Switch::RandomMap);
        game
    }

    /// The number of leaders a side has at the start.
    pub fn leaders(&self, side: Side) -> usize {
        let army = self.armies[side.index()].iter();
        army.filter(|kind| kind.is_leader()).count()
    }
}

impl HiddenSetUp {
    /// The ranks from a side's first to its last home cell, in which its set-up is written.
    pub fn ranks(&self, side: Side) -> Range<u8> {
        rows::ranks(self.zones[side.index()].iter().copied())
    }
}
