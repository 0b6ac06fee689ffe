//! Every family has a player.

use computer::Budget;
use rules::{AnyPosition, Family, Lots, Rules as _, ToAct};

/// A scenario of the family at its first turn, after lots and set-ups.
fn first_turn(family: Family) -> AnyPosition {
    let built_in = scenario::built_in().iter();
    let mut scenarios = built_in.filter_map(|known| scenario::load(known.key)?.ok());
    let scenario = scenarios.find(|scenario| scenario.family() == family);
    let scenario = scenario.unwrap_or_else(|| panic!("no scenario of {}", family.name()));
    let mut position = scenario.start(&[]).expect("its options have defaults");
    loop {
        match position.to_act() {
            ToAct::Lots(_) => drop(position.resolve(Lots(1)).expect("lots are awaited")),
            ToAct::Secretly(sides) => {
                for side in sides {
                    let chosen = computer::choose(&position, side, Budget::Nodes(0), 1);
                    let order = chosen.first().expect("a choice");
                    position.apply(side, order).expect("legal");
                }
            }
            ToAct::One(_) | ToAct::Nobody(_) => return position,
        }
    }
}

#[test]
fn every_family_has_a_player_a_judgment_and_baselines() {
    for family in Family::ALL.iter().copied() {
        let name = family.name();
        // the toy has no judgment, and no scenario comes with the program
        if name == "toy" {
            continue;
        }
        let start = first_turn(family);
        let ToAct::One(side) = start.to_act() else {
            panic!("{name} begins with a turn");
        };
        assert!(computer::judge(&start).is_some(), "{name}");
        let budget = Budget::Nodes(60);
        let mut turns = vec![computer::choose(&start, side, budget, 1)];
        let baselines = computer::Baseline::ALL.into_iter();
        turns.extend(baselines.map(|baseline| baseline.choose(&start, side, budget, 1)));
        for turn in turns {
            let mut position = start.clone();
            for order in &turn {
                position.apply(side, order).expect("legal");
            }
            assert_ne!(position.to_act(), ToAct::One(side), "{name}: {turn:?}");
        }
    }
}
