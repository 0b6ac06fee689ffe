//! Terrain laid by lot. Rules: wargame 1.13.

use board::{Cell, Grid};
use rules::testing::wargame::{open_game, standard};
use rules::wargame::{Game, Ruleset, Switch, Terrain};

fn lotted(ruleset: Ruleset) -> Game {
    let mut game = standard(ruleset);
    game.options = game.options.with(Switch::RandomMap);
    game
}

/// The cells joined to a cell by cells of terrain that pass.
fn joined(terrain: &Grid<Terrain>, from: Cell, passes: impl Fn(Terrain) -> bool) -> Vec<Cell> {
    let mut found = vec![from];
    let mut next = 0;
    while let Some(cell) = found.get(next).copied() {
        next += 1;
        for beside in terrain.board().neighbors(cell) {
            if passes(terrain[beside]) && !found.contains(&beside) {
                found.push(beside);
            }
        }
    }
    found
}

#[test]
fn every_lot_lays_a_map_as_the_rulebook_asks() {
    for ruleset in Ruleset::BOTH {
        let game = lotted(ruleset);
        let count = |terrain: &Grid<Terrain>, kind| {
            terrain.iter().filter(|(_, other)| **other == kind).count()
        };
        let mut seen = Vec::new();
        for lot in 0..200 {
            let map = game.mapped(lot).terrain;
            let text = game.mapped(lot).terrain_rows();
            for kind in Terrain::ALL {
                assert_eq!(count(&map, kind), count(&game.terrain, kind), "{text}");
            }
            for (cell, kind) in map.iter().filter(|(_, kind)| **kind != Terrain::Open) {
                assert!(game.middle.contains(&cell.rank()), "{text}");
                assert_eq!(map[map.board().half_turn(cell)], *kind, "{text}");
                let most = if *kind == Terrain::Town { 1 } else { 3 };
                assert!(
                    joined(&map, cell, |other| other == *kind).len() <= most,
                    "{text}"
                );
                if *kind == Terrain::Town {
                    let mut beside = map.board().neighbors(cell);
                    assert!(beside.all(|cell| map[cell] == Terrain::Open), "{text}");
                }
            }
            let is_road = |kind| matches!(kind, Terrain::Open | Terrain::Town);
            let roads = count(&map, Terrain::Open) + count(&map, Terrain::Town);
            assert_eq!(
                joined(&map, Cell::new(0, 0), is_road).len(),
                roads,
                "{text}"
            );
            assert_ne!(map, game.terrain, "no try fitted");
            seen.push(text);
        }
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), 200, "lots lay the same map");
    }
}

#[test]
fn the_scenarios_map_stays_if_no_try_fits() {
    let mut game = open_game(Ruleset::One, "3/3/3/3");
    // four towns of the two middle ranks always touch
    game.middle = 1..3;
    for name in ["a2", "c2", "a3", "c3"] {
        game.terrain[name.parse().expect("a cell")] = Terrain::Town;
    }
    let mapped = game.mapped(1);
    assert_eq!(mapped.terrain, game.terrain);
    assert_eq!(mapped.map_lot, Some(1));
}
