//! Fixed weak players to measure the computer against.

use computer::Budget;
use rules::testing::{Seeded, warlord};
use rules::wargame::Event;
use rules::warlord::{Order, Side};
use rules::{AnyEvent, AnyOrder, AnyPosition, Outcome, Rules, ToAct};

/// A built-in scenario's first position, with its default options.
pub(crate) fn start(scenario: &str) -> AnyPosition {
    scenario::load(scenario)
        .expect("a built-in scenario")
        .expect("its file is in order")
        .start(&[])
        .expect("its options have defaults")
}

/// The player of a side.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Player {
    /// Any legal order, up to the CAP.
    Random,
    /// The most valuable capture there is, else a random order.
    Capture,
    /// The computer player.
    Computer(Budget),
}

impl Player {
    /// A whole turn of the side to move, carried out on the position.
    pub(crate) fn play(self, position: &mut AnyPosition, chance: &mut Seeded) {
        let ToAct::One(side) = position.to_act() else {
            return;
        };
        if let Self::Computer(budget) = self {
            let seed = chance.draw();
            for order in computer::choose(position, side, budget, seed) {
                let done = position.apply(side, &order);
                assert!(
                    done.is_ok(),
                    "{order:?}: {done:?} in {}",
                    position.to_text()
                );
            }
            return;
        }
        while position.to_act() == ToAct::One(side) {
            let mut orders = position.legal_orders(side);
            // the order that closes the turn comes last
            let Some(end) = orders.pop() else { return };
            let best = match self {
                Self::Capture => orders.iter().max_by_key(|order| prize(position, order)),
                _ => None,
            };
            let order = match best {
                Some(order) if prize(position, order) > 0 => order.clone(),
                _ if orders.is_empty() => end,
                _ => chance.choose(&orders).clone(),
            };
            let done = position.apply(side, &order);
            assert!(
                done.is_ok(),
                "{order:?}: {done:?} in {}",
                position.to_text()
            );
        }
    }
}

fn prize(position: &AnyPosition, order: &AnyOrder) -> usize {
    let worth = |level: u8| match level {
        0 => 1,
        level => 1 + usize::from(level),
    };
    match order {
        AnyOrder::Warlord(Order::Move { to, .. }) => {
            let victim = warlord(position).unit(*to);
            victim.map_or(0, |unit| worth(unit.kind.level()))
        }
        AnyOrder::WarGame(_) => {
            let (mut after, side) = (position.clone(), position.turn().side);
            let events = after.apply(side, order).unwrap_or_default().into_iter();
            let worths = events.map(|event| match event {
                AnyEvent::WarGame(Event::Removed { unit, .. }) => worth(unit.kind.level()),
                _ => 0,
            });
            worths.sum()
        }
        _ => 0,
    }
}

/// Plays to the end, or to the cap of turns; the players in the order White, Black.
pub(crate) fn play_out(
    mut position: AnyPosition,
    players: [Player; 2],
    cap: u32,
    seed: u64,
) -> AnyPosition {
    let mut chance = Seeded(seed);
    begin(&mut position, &mut chance);
    while let ToAct::One(side) = position.to_act() {
        if position.turn().number > cap {
            break;
        }
        players[side.index()].play(&mut position, &mut chance);
        begin(&mut position, &mut chance);
    }
    position
}

/// Makes the secret choices and draws the lots that come before the next turn, or in the middle of one.
pub(crate) fn begin(position: &mut AnyPosition, chance: &mut Seeded) {
    loop {
        match position.to_act() {
            ToAct::Secretly(sides) => {
                for side in sides {
                    let seed = chance.draw();
                    let chosen = computer::choose(position, side, Budget::Nodes(0), seed);
                    let done: Vec<_> = chosen
                        .iter()
                        .map(|order| position.apply(side, order))
                        .collect();
                    assert!(matches!(done[..], [Ok(_)]), "{done:?}");
                }
            }
            ToAct::Lots(_) => {
                let lots = rules::Lots(chance.draw());
                assert!(position.resolve(lots).is_ok());
            }
            ToAct::One(_) | ToAct::Nobody(_) => return,
        }
    }
}

/// The points of a side: 2 for a win, 1 for a draw or a game without an end.
pub(crate) fn points(position: &AnyPosition, side: Side) -> u32 {
    match position.outcome() {
        Some(Outcome::Won(winner, _)) if winner == side.into() => 2,
        Some(Outcome::Won(..)) => 0,
        _ => 1,
    }
}
