//! Whole games against itself.

use rules::testing::Seeded;
use rules::tourney::{Game, Map, Options, Position};
use rules::{AnyPosition, Lots, Rules as _, Side, ToAct};

use super::*;

/// A game between two players of these budgets, to its end or to the cap of turns; every order is carried out.
pub(super) fn played(start: Position, nodes: u64, cap: u32, seed: u64) -> Position {
    let mut position = start;
    let mut chance = Seeded(seed);
    while position.turn_number() <= cap {
        match position.to_act() {
            ToAct::Nobody(_) => break,
            ToAct::Lots(_) => drop(
                position
                    .resolve(Lots(chance.draw()))
                    .expect("lots are awaited"),
            ),
            ToAct::One(side) => decide(&mut position, side, nodes, chance.draw()),
            ToAct::Secretly(sides) => {
                for side in sides {
                    decide(&mut position, side, nodes, chance.draw());
                }
            }
        }
    }
    position
}

fn decide(position: &mut Position, side: Side, nodes: u64, seed: u64) {
    let any = AnyPosition::Tourney(position.clone());
    let orders = crate::choose(&any, side, Budget::Nodes(nodes), seed);
    assert!(
        !orders.is_empty(),
        "nothing of {side:?} in {}",
        position.to_text()
    );
    for order in orders {
        let AnyOrder::Tourney(order) = order else {
            panic!("another family's order");
        };
        let done = position.apply(side, &order);
        assert!(
            done.is_ok(),
            "{order:?}: {done:?} in {}",
            position.to_text()
        );
    }
    assert_ne!(
        position.to_act(),
        ToAct::One(side),
        "{}",
        position.to_text()
    );
}

#[test]
fn look() {
    let games: u64 = std::env::var("GAMES").map_or(4, |n| n.parse().expect("n"));
    let nodes: u64 = std::env::var("NODES").map_or(200, |n| n.parse().expect("n"));
    let mut ends = std::collections::BTreeMap::<String, u32>::new();
    let clock = std::time::Instant::now();
    let mut turns = 0;
    for seed in 0..games {
        let start = Position::new(std::sync::Arc::new(Game::standard(
            Map::Usual,
            Options::BASE,
        )));
        let over = played(start, nodes, 300, seed);
        let end = over
            .outcome()
            .map_or("cap".to_owned(), |end| end.to_text(over.family()));
        turns += over.turn_number();
        println!(
            "{seed} {end} {} {} {:?}",
            over.turn_number(),
            over.to_text(),
            clock.elapsed()
        );
        *ends.entry(end).or_default() += 1;
    }
    println!("{ends:?} {turns}");
}
