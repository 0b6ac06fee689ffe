//! What window and computer ask, compared with what the orders show.

use super::rulebook::placed;
use board::Cell;
use rules::testing::Seeded;
use rules::testing::wargame::{busy, jumbled, position, standard};
use rules::wargame::{Company, Event, Loss, Order, Position, Ruleset, Side};

/// Positions at the start and in the middle of turns.
fn positions() -> Vec<Position> {
    let mut positions = Vec::new();
    for ruleset in Ruleset::BOTH {
        for seed in 0..60 {
            let mut seeded = Seeded(seed);
            let mut next = jumbled(&busy(ruleset), &mut seeded);
            while next.outcome().is_none() && !seeded.one_in(3) {
                positions.push(next.clone());
                let side = next.side();
                let orders = next.legal_orders(side);
                next.apply(side, seeded.choose(&orders))
                    .expect("a listed order");
            }
        }
    }
    positions
}

/// Leaders far apart on the large boards.
fn scattered() -> Vec<Position> {
    let mut positions = Vec::new();
    for (ruleset, leaders) in [
        (
            Ruleset::One,
            ["(SC)", "(TC)", "(TC)", "(TC)", "(IC)", "(AC)"],
        ),
        (Ruleset::Two, ["C", "G", "G", "L", "L", "L"]),
    ] {
        let game = standard(ruleset);
        let cells: Vec<Cell> = game.board().cells().collect();
        for seed in 0..100 {
            let mut seeded = Seeded(seed);
            let names: Vec<String> = leaders
                .iter()
                .map(|_| seeded.choose(&cells).to_string())
                .collect();
            let units: Vec<(&str, &str)> = names.iter().map(String::as_str).zip(leaders).collect();
            positions.push(placed(&game, &units));
        }
    }
    positions
}

/// The orders of one unit.
fn orders(position: &Position, cell: Cell) -> Vec<Order> {
    let orders = position.legal_orders(position.side()).into_iter();
    orders.filter(|order| order.actor() == Some(cell)).collect()
}

#[test]
fn units_able_to_act_are_those_with_orders_and_those_shut_in() {
    for position in positions() {
        let able = position.able();
        for (cell, unit) in position.units() {
            let found = orders(&position, cell);
            assert_eq!(position.legal_orders_from(cell), found);
            if !able.contains(&cell) {
                assert!(found.is_empty(), "{cell} in {}", position.to_text());
                continue;
            }
            assert_eq!(unit.side, position.side());
            assert!(!position.givers_for(cell).is_empty());
            assert_ne!(position.is_in_command(cell), Some(false));
            if found.is_empty() {
                assert_eq!(position.reach(cell), [], "{cell}");
            }
        }
    }
}

#[test]
fn reach_is_where_plain_moves_lead() {
    for position in positions() {
        for cell in position.able() {
            let plain = orders(&position, cell).into_iter();
            let mut ends: Vec<Cell> = plain
                .filter_map(|order| match order {
                    Order::Move { path, company } => {
                        let is_plain = company == Company::Nobody && path.cells().len() == 2;
                        let is_empty = position.unit(path.to()).is_none();
                        (is_plain && is_empty).then_some(path.to())
                    }
                    _ => None,
                })
                .collect();
            ends.sort_unstable();
            let reach = position.reach(cell);
            let unit = position.unit(cell).expect("an able unit");
            let points = position.game().points(unit.kind);
            assert!(reach.iter().all(|(_, cost)| (1..=points).contains(cost)));
            let cells: Vec<Cell> = reach.into_iter().map(|(cell, _)| cell).collect();
            assert_eq!(cells, ends, "{cell} in {}", position.to_text());
        }
    }
}

#[test]
fn lines_of_fire_kill_where_fire_is_legal() {
    let mut blocked = 0;
    for position in positions() {
        for cell in position.able() {
            let lines = position.fire_lines(cell).into_iter();
            let kills = lines.filter(|line| {
                blocked += usize::from(!line.blocked_by.is_empty());
                assert!(line.blocked_by.is_empty() || !line.kills);
                line.kills
            });
            let kills: Vec<Order> = kills
                .map(|line| match line.is_rifle {
                    true => Order::Rifle {
                        from: cell,
                        at: line.target,
                    },
                    false => Order::Fire {
                        from: cell,
                        at: line.target,
                    },
                })
                .collect();
            let mut fire = orders(&position, cell);
            fire.retain(|order| matches!(order, Order::Fire { .. } | Order::Rifle { .. }));
            assert_eq!(fire, kills);
        }
    }
    assert!(blocked > 50, "{blocked} lines are blocked");
}

#[test]
fn supply_danger_is_what_the_end_of_the_turn_removes() {
    let mut fallen = 0;
    for position in positions() {
        let side = position.side();
        let mut ended = position.clone();
        let events = ended.apply(side, &Order::End).expect("a turn may end");
        let removed = events.iter().filter_map(|event| match event {
            Event::Removed {
                cell,
                loss: Loss::Supply,
                ..
            } => Some(*cell),
            _ => None,
        });
        let removed: Vec<Cell> = removed.collect();
        fallen += removed.len();
        assert_eq!(position.out_of_supply(side.opponent()), removed);
    }
    assert!(fallen > 20, "{fallen} fell");
}

#[test]
fn the_chain_links_every_leader_in_command_to_one_that_reaches_it() {
    let mut relays = 0;
    for position in positions().into_iter().chain(scattered()) {
        for side in Side::BOTH {
            let commanded = position.in_command(side);
            let links = position.chain(side);
            for (cell, kind) in position.army(side).filter(|(_, kind)| kind.is_leader()) {
                assert_eq!(
                    position.is_in_command(cell),
                    Some(commanded.contains(&cell))
                );
                let up: Vec<_> = links.iter().filter(|link| link.to == cell).collect();
                if !commanded.contains(&cell) {
                    assert!(up.is_empty());
                    continue;
                }
                let [link] = up[..] else {
                    // by itself: the highest level, or the highest left
                    let others = position.army(side).map(|(_, other)| other.level());
                    assert!(up.is_empty() && others.max() == Some(kind.level()));
                    continue;
                };
                let from = position.unit(link.from).expect("a leader").kind;
                let distance = position.board().distance(link.from, cell);
                assert!(distance <= from.radius() && from.level() >= kind.level());
                if from.level() == kind.level() {
                    relays += 1;
                    assert!(commanded.contains(&link.from));
                }
            }
        }
    }
    assert!(relays > 0, "nobody relays");
}

#[test]
fn tows_and_givers_are_reported() {
    let mut game = busy(Ruleset::One);
    game.options = rules::wargame::Options::ALL_OFF;
    let start = position(&game, "6/6/6/6/1TI3/(SC)2(IC)2 w 3 0");
    let cell = |name: &str| -> Cell { name.parse().expect("a cell") };
    assert_eq!(start.can_give(cell("a1")), Some(true));
    assert_eq!(start.can_give(cell("b2")), None);
    let towed = rules::testing::wargame::after(&start, &["b2-b3~c2"]);
    assert!(towed.is_towed(cell("b2")) && !towed.is_towed(cell("b3")));
    assert_eq!(towed.tows().len(), 1);
    assert_eq!(towed.given(), [[cell("a1"), cell("d1")]]);
    assert_eq!(towed.can_give(cell("a1")), Some(true));
    assert_eq!((towed.orders_made(), towed.left()), (1, 9));
    assert!(towed.has_acted(cell("b2")) && towed.has_acted(cell("b3")));
}
