//! The checks that give advice on a Tourney scenario.

use board::{Board, Cell, Grid};
use rules::tourney::{Kind, SIDE_NAMES, Start, Terrain};

use super::moves_from;
use crate::Advice;
use crate::head::Written;
use crate::terrain::{SYMMETRIES, image};
use crate::tourney::Content;
use crate::tourney::layout::Layout;

/// The names of the checks behind [`Advice`], in the order of the checks.
pub const KEYS: [&str; 4] = [
    "near-greens",
    "unequal-halves",
    "terrain-density",
    "near-limit",
];

type Adviser<'a> = crate::advice::Adviser<'a, Layout>;

/// The fewest moves of a Knight from Green to Green that leave time to answer. Rules: tourney 3.9
const FEWEST_RIDES: u16 = 3;

impl Content {
    /// All advice on a scenario, in the order of [`KEYS`].
    pub(crate) fn advice(&self, file: Written<'_>) -> Vec<Advice> {
        let mut adviser = Adviser::new(file, &self.layout, &self.lines);
        adviser.near_greens();
        adviser.unequal_halves();
        adviser.rough();
        adviser.finish()
    }
}

impl Adviser<'_> {
    /// Advises on Greens that a Knight reaches from another in two moves or fewer.
    fn near_greens(&mut self) {
        let castles: Vec<_> = self.game.castles().collect();
        for (place, (side, castle)) in castles.iter().enumerate() {
            let rides = moves_from(&self.game.terrain, Kind::Knight, [castle.green]);
            // one direction is enough for advice: hills and rivers alone make the way back another one
            for (other, enemy) in &castles[place + 1..] {
                let Some(moves) = rides[enemy.green].filter(|moves| *moves < FEWEST_RIDES) else {
                    continue;
                };
                let (from, to) = (SIDE_NAMES[side.index()], SIDE_NAMES[other.index()]);
                let moves = if moves == 1 { "one move" } else { "two moves" };
                self.say(
                    "near-greens",
                    self.lines.board,
                    format!("a Knight goes from the Green of {from} to that of {to} in {moves}"),
                    "a Castle falls before its owner can answer",
                    "put woods or rough ground on the straight ways between the Greens",
                );
            }
        }
    }

    /// Advises on a board or a start that does not look the same to both sides.
    fn unequal_halves(&mut self) {
        let layout = self.game;
        let board = layout.terrain.board();
        let is_equal = if layout.seats() > 2 {
            let turns = |cell| quarter_turn(board, cell);
            board.files() == board.ranks() && is_same_ground(&layout.terrain, turns)
        } else {
            SYMMETRIES.into_iter().any(|symmetry| {
                let turned = |cell| image(symmetry, board, cell);
                is_same_ground(&layout.terrain, turned) && is_same_start(&layout.start, turned)
            })
        };
        if !is_equal {
            self.say(
                "unequal-halves",
                self.lines.board,
                "board or start look different to the sides".to_owned(),
                "one side may be the better from the start",
                "draw one side's part as the other's after a turn of the board",
            );
        }
    }

    fn rough(&mut self) {
        let ground = self.game.terrain.iter();
        let is_rough = |terrain: &Terrain| {
            !matches!(terrain, Terrain::Open | Terrain::Castle | Terrain::Green)
        };
        // the Castles and Greens are part of every board and no obstacle of its author's
        let rough = ground.filter(|(_, terrain)| is_rough(terrain)).count();
        let cells = self.game.terrain.board().len();
        self.density((rough, cells), "cells");
    }
}

fn is_same_ground(terrain: &Grid<Terrain>, turned: impl Fn(Cell) -> Cell) -> bool {
    let mut ground = terrain.iter();
    ground.all(|(cell, ground)| terrain.get(turned(cell)) == Some(ground))
}

/// True if the units of the second side stand where those of the first stand after a turn, and no others.
fn is_same_start(start: &[Start], turned: impl Fn(Cell) -> Cell) -> bool {
    let of = |place: usize| start.iter().filter(move |unit| unit.side.index() == place);
    let mut own: Vec<_> = of(0).map(|unit| (turned(unit.cell), unit.kind)).collect();
    let mut other: Vec<_> = of(1).map(|unit| (unit.cell, unit.kind)).collect();
    // sorted, since a turn brings the units in another order
    own.sort_unstable();
    other.sort_unstable();
    own == other
}

/// The image of a cell after a quarter-turn of a square board.
fn quarter_turn(board: Board, cell: Cell) -> Cell {
    Cell::new(cell.rank(), board.files() - 1 - cell.file())
}
