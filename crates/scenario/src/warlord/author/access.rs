//! The ways to the towns.

use std::collections::BTreeMap;

use board::Cell;
use rules::warlord::{Game, Kind, Placement, Side, Start, Terrain};

/// The moves from either side to the towns of a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Access {
    /// The kinds measured; level 1 stands for leaders of every level.
    pub kinds: Vec<Kind>,
    /// The towns, in the order of their cells.
    pub towns: Vec<TownAccess>,
}

/// The moves from either side to a town.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TownAccess {
    /// The town.
    pub cell: Cell,
    /// For each kind measured, the moves of White's and of Black's nearest unit of the kind, alone on the board; `None`
    /// if no unit of the kind can ever come to the town.
    pub moves: Vec<[Option<u16>; 2]>,
}

/// The cells on which each kind of a side may stand at first; leaders of every level count as one kind, since they move
/// alike.
pub(super) type Places = [BTreeMap<Kind, Vec<Cell>>; 2];

/// The moves to the towns from the cells on which either side may stand at first.
pub(in crate::warlord) fn access(game: &Game) -> Access {
    Access::new(game, &places(game))
}

impl Access {
    pub(super) fn new(game: &Game, places: &Places) -> Self {
        let mut kinds: Vec<Kind> = places
            .iter()
            .flat_map(|side| side.keys().copied())
            .collect();
        kinds.sort_unstable();
        kinds.dedup();
        let town = |(cell, terrain): (Cell, &Terrain)| {
            (*terrain == Terrain::Town).then_some(TownAccess {
                cell,
                moves: Vec::new(),
            })
        };
        let mut towns: Vec<TownAccess> = game.terrain.iter().filter_map(town).collect();
        // without towns nothing is measured, which spares a flood of the board for each kind
        let measured = if towns.is_empty() { &[] } else { &kinds[..] };
        for kind in measured {
            let sides = places.each_ref().map(|side| {
                let starts = side.get(kind).map_or(&[][..], Vec::as_slice);
                game.moves_from(*kind, starts)
            });
            for town in &mut towns {
                town.moves
                    .push(sides.each_ref().map(|moves| moves[town.cell]));
            }
        }
        Self { kinds, towns }
    }

    /// For each kind measured, the sum of White's and of Black's moves to the towns to which both come.
    pub fn totals(&self) -> Vec<[u32; 2]> {
        let mut totals = vec![[0; 2]; self.kinds.len()];
        for town in &self.towns {
            for (total, moves) in totals.iter_mut().zip(&town.moves) {
                if let [Some(white), Some(black)] = moves {
                    total[0] += u32::from(*white);
                    total[1] += u32::from(*black);
                }
            }
        }
        totals
    }
}

/// The kind that stands for every kind that moves alike.
// Rules: warlord 1.1: leaders of every level move alike
pub(super) const fn class(kind: Kind) -> Kind {
    if kind.is_leader() {
        Kind::Leader1
    } else {
        kind
    }
}

/// The cells of a fixed set-up, or every home cell for every kind of a hidden set-up; and the cells of entry.
pub(super) fn places(game: &Game) -> Places {
    Side::BOTH.map(|side| {
        let mut places: BTreeMap<Kind, Vec<Cell>> = BTreeMap::new();
        let mut put = |kind: Kind, cells: &[Cell]| {
            places.entry(class(kind)).or_default().extend(cells);
        };
        let zone = game
            .entry
            .as_ref()
            .map(|entry| &entry.zones[side.index()][..]);
        match &game.start {
            Start::Fixed(units) => {
                for (cell, unit) in units.iter().filter(|(_, unit)| unit.side == side) {
                    put(unit.kind, &[*cell]);
                }
            }
            Start::Hidden(hidden) => {
                let homes = hidden.sections[side.index()].concat();
                // units that enter later begin on the cells of entry, wherever they were set up
                let homes = zone.filter(|_| !hidden.enters.is_empty()).unwrap_or(&homes);
                let books = hidden.books[side.index()].iter();
                let placed = books.flat_map(|(_, placed)| placed.iter().map(|placed| placed.kind));
                let mut kinds: Vec<Kind> = placed
                    .chain(game.armies[side.index()].clone())
                    .map(class)
                    .collect();
                kinds.sort_unstable();
                kinds.dedup();
                kinds.into_iter().for_each(|kind| put(kind, homes));
            }
        }
        for (_, kind) in game.reinforcements(side) {
            put(kind, zone.unwrap_or_default());
        }
        places
    })
}

/// The cells of a book; if the units enter later, every cell of entry for every kind.
pub(super) fn places_of_book(game: &Game, sides: [&[Placement]; 2]) -> Places {
    let mut places = Places::default();
    for (places, placed) in places.iter_mut().zip(sides) {
        for Placement { cell, kind } in placed {
            places.entry(class(*kind)).or_default().push(*cell);
        }
    }
    if let Some(entry) = &game.entry {
        for (places, zone) in places.iter_mut().zip(&entry.zones) {
            places.values_mut().for_each(|cells| cells.clone_from(zone));
        }
    }
    places
}
