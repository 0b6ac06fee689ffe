//! The computer's speed.

use computer::{Budget, choose};
use divan::Bencher;
use divan::counter::ItemsCount;
use rules::testing::Seeded;
use rules::{AnyPosition, Rules, Side, ToAct};

#[path = "../tests/it/play/rivals.rs"]
#[allow(dead_code)]
mod rivals;

use rivals::{Player, begin, play_out, start};

const SCENARIOS: [&str; 4] = ["clash-of-arms", "test-of-wills", "march", "continent"];

/// The budget of the demo.
const FAST: u64 = 600;

fn main() {
    divan::main();
}

/// The armies in contact, after ten turns.
fn middle(scenario: &str) -> (AnyPosition, Side) {
    let mut position = start(scenario);
    let mut chance = Seeded(1);
    begin(&mut position, &mut chance);
    for _ in 0..10 {
        Player::Computer(Budget::Nodes(120)).play(&mut position, &mut chance);
    }
    let ToAct::One(side) = position.to_act() else {
        panic!("the game ended in ten turns");
    };
    (position, side)
}

/// One turn; the items are the orders tried and judged, each listed by the rules, carried out and evaluated.
#[divan::bench(args = SCENARIOS, consts = [600, 5000])]
fn turn<const NODES: u64>(bencher: Bencher<'_, '_>, scenario: &str) {
    let (position, side) = middle(scenario);
    bencher.counter(ItemsCount::new(NODES)).bench_local(|| {
        let turn = choose(&position, side, Budget::Nodes(NODES), 1);
        assert!(turn.len() > 1, "a pass");
        turn
    });
}

/// A whole game of two computers with the budget of the demo.
#[divan::bench(args = SCENARIOS, sample_count = 10, sample_size = 1)]
fn game(bencher: Bencher<'_, '_>, scenario: &str) {
    let start = start(scenario);
    let player = Player::Computer(Budget::Nodes(FAST));
    bencher.bench_local(|| {
        let over = play_out(start.clone(), [player, player], 200, 1);
        assert!(over.outcome().is_some(), "no end within 200 turns");
        over
    });
}
