//! The terrain of A Test of Wills: none, or by a lot if both players agree.

use board::Cell;
use rules::warlord::{Position, Terrain};
use rules::{AnyPosition, Lots, Rules, ToAct};
use scenario::Scenario;

fn scenario() -> Scenario {
    let loaded = scenario::load("test-of-wills");
    loaded.expect("built in").expect("right")
}

fn start(options: &[(&str, &str)]) -> AnyPosition {
    let own = |(key, value): &(&str, &str)| ((*key).to_owned(), (*value).to_owned());
    let options: Vec<_> = options.iter().map(own).collect();
    scenario().start(&options).expect("its options")
}

fn warlord(position: &AnyPosition) -> &Position {
    match position {
        AnyPosition::Warlord(position) => position,
        other => panic!("{other:?}"),
    }
}

#[test]
fn terrain_is_an_option_that_is_off() {
    let options = scenario().options();
    let option = options.iter().find(|option| option.key == "terrain");
    let option = option.expect("the option");
    assert_eq!(
        (option.default.as_str(), option.allowed.as_str()),
        ("off", "on or off")
    );
    assert!(
        !options
            .iter()
            .any(|option| option.key == "symmetric-terrain")
    );
    let usual = start(&[]);
    assert!(
        matches!(usual.to_act(), ToAct::Secretly(_)),
        "no lot comes first"
    );
    assert_eq!(usual, start(&[("terrain", "off")]));
    assert!(
        usual
            .terrain_text()
            .chars()
            .all(|letter| "./".contains(letter))
    );
}

#[test]
fn a_lot_lays_four_trees_and_four_hills_apart_on_the_neutral_ranks() {
    let mut maps = std::collections::BTreeSet::new();
    for lot in 0..500 {
        let mut position = start(&[("terrain", "on")]);
        assert_eq!(position.to_act(), ToAct::Lots(rules::warlord::TERRAIN));
        position.resolve(Lots(lot)).expect("awaited");
        assert!(matches!(position.to_act(), ToAct::Secretly(_)));
        let game = warlord(&position).game();
        let board = game.board();
        let laid: Vec<(Cell, Terrain)> = game
            .terrain
            .iter()
            .filter(|(_, terrain)| **terrain != Terrain::Open)
            .map(|(cell, terrain)| (cell, *terrain))
            .collect();
        let text = position.terrain_text();
        for wanted in [Terrain::Trees, Terrain::Hill] {
            let count = laid
                .iter()
                .filter(|(_, terrain)| *terrain == wanted)
                .count();
            assert_eq!(count, 4, "lot {lot}: {text}");
        }
        for (cell, terrain) in &laid {
            assert!((4..8).contains(&cell.rank()), "lot {lot}: {text}");
            assert_eq!(
                game.terrain[board.half_turn(*cell)],
                *terrain,
                "lot {lot}: {text}"
            );
            let near = laid
                .iter()
                .filter(|(other, _)| board.distance(*other, *cell) <= 1);
            assert_eq!(near.count(), 1, "lot {lot}: {text}");
        }
        maps.insert(text);
    }
    assert!(maps.len() > 300, "{} maps of 500 lots", maps.len());
}

#[test]
fn the_option_makes_another_game_of_one_scenario() {
    let [bare, laid] = [start(&[]), start(&[("terrain", "on")])];
    assert_ne!(bare, laid);
    let text = include_str!("../../../../scenarios/warlord/test-of-wills.toml");
    let without: Vec<&str> = text.split("[scatter]").collect();
    let [head, rest] = without[..] else {
        panic!("one table [scatter]");
    };
    let (_, rest) = rest.split_once("[army]").expect("the table behind it");
    let other = Scenario::parse("other.toml", &format!("{head}[army]{rest}")).expect("right");
    assert_ne!(
        other.id(),
        scenario().id(),
        "the offer of terrain is part of the game"
    );
    assert!(other.options().iter().all(|option| option.key != "terrain"));
}
