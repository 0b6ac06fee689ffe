//! War Lord Tourney's answers to the laboratory: units, ways to the Greens and restricted play.

mod deeds;

use std::collections::BTreeSet;

use board::Cell;
use rules::tourney::{Kind, Man, Position, Terrain};
use rules::{AnyEvent, AnyPosition, Rules, Side};
use scenario::tourney::author::moves_from;

use crate::deeds::{Deeds, Loss};
use crate::family::{self, Approach, Studied, text_with};

impl Studied for Position {
    /// The units on the board, occupants of Castles with them. Warlord and Lady count as leaders: without both a side
    /// has lost. Rules: tourney 3.8
    fn men(&self) -> Vec<family::Man> {
        let man = |man: &Man| {
            Some(family::Man {
                cell: self.cell_of(man)?,
                side: man.unit.owner,
                kind: man.unit.kind.name(),
                is_leader: is_royal(man.unit.kind),
            })
        };
        let mut men: Vec<_> = self.men().iter().filter_map(man).collect();
        // by cell: captures are found by walking two lists of units side by side
        men.sort_by_key(|man| man.cell);
        men
    }

    fn land(&self) -> Vec<Cell> {
        let ground = self.game().terrain.iter();
        let land = ground.filter(|(_, terrain)| **terrain != Terrain::Mountain);
        land.map(|(cell, _)| cell).collect()
    }

    /// The moves to the enemy's Greens, from which Castles are stormed and prisoners freed. Rules: tourney 3.2, 3.4
    fn ways(&self) -> Vec<Approach> {
        let mut sides = self.sides().iter();
        let (Some(white), Some(black)) = (sides.next(), sides.next()) else {
            return Vec::new();
        };
        let kinds = self.men().iter().map(|man| man.unit.kind);
        let kinds: BTreeSet<Kind> = kinds.collect();
        let mut ways = Vec::new();
        for kind in kinds {
            for (own, enemy) in [(white, black), (black, white)] {
                let Some(castle) = self.game().castle(enemy) else {
                    continue;
                };
                let moves = moves_from(&self.game().terrain, kind, stands(self, own, kind));
                let mut both = [None, None];
                both[own.index()] = moves[castle.green];
                ways.push(Approach {
                    town: castle.green.to_string(),
                    kind: kind.name(),
                    moves: both,
                });
            }
        }
        ways
    }

    fn reach(&self) -> [Vec<Option<u16>>; 2] {
        let mut sides = self.sides().iter();
        [sides.next(), sides.next()].map(|side| {
            let Some(side) = side else { return Vec::new() };
            // Warlord and Lady go differently: the nearer of them counts
            let [walk, ride] = [Kind::Warlord, Kind::Lady]
                .map(|kind| moves_from(&self.game().terrain, kind, stands(self, side, kind)));
            let nearest = walk.iter().zip(ride.iter()).map(|((_, walk), (_, ride))| {
                let moves = [*walk, *ride];
                moves.into_iter().flatten().min()
            });
            nearest.collect()
        })
    }

    fn losses(&self, events: &[AnyEvent], after: &AnyPosition) -> Option<Vec<Loss>> {
        Some(deeds::losses(self, events, after))
    }

    fn count(&self, events: &[AnyEvent], deeds: &mut Deeds) {
        deeds::count(self, events, deeds);
    }

    fn symbols(&self) -> Vec<String> {
        let kinds = self.men().iter().map(|man| man.unit.kind);
        let symbols: BTreeSet<char> = kinds.map(Kind::symbol).collect();
        symbols.into_iter().map(String::from).collect()
    }

    fn without(&self, side: Side, symbol: &str) -> Option<String> {
        let is_left = |man: &&Man| {
            let unit = man.unit;
            unit.owner != side || !symbol.chars().eq([unit.kind.symbol()])
        };
        let word = |cell| {
            let left: Vec<&Man> = self.on(cell).filter(is_left).collect();
            word(&left)
        };
        text_with(&self.to_text(), Rules::board(self), word)
    }
}

/// Where the units of a kind stand, of those on the board.
fn stands(position: &Position, side: Side, kind: Kind) -> Vec<Cell> {
    let own = |man: &&Man| man.unit.owner == side && man.unit.kind == kind;
    let men = position.men().iter().filter(own);
    men.filter_map(|man| position.cell_of(man)).collect()
}

const fn is_royal(kind: Kind) -> bool {
    matches!(kind, Kind::Warlord | Kind::Lady)
}

/// The units of a cell without marks, as a position text writes them at the start of a game; `None` for an empty cell.
/// Rules: tourney 5.2, 5.4
fn word(men: &[&Man]) -> Option<String> {
    let letters: Vec<String> = men
        .iter()
        .map(|man| {
            let symbol = man.unit.kind.symbol();
            match man.unit.owner.index() {
                0 => symbol.to_string(),
                1 => symbol.to_ascii_lowercase().to_string(),
                2 => format!("r{symbol}"),
                _ => format!("g{symbol}"),
            }
        })
        .collect();
    match letters.as_slice() {
        [] => None,
        [one] if one.len() == 1 => Some(one.clone()),
        all => Some(format!("({})", all.concat())),
    }
}
