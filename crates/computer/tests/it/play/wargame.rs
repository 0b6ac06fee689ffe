//! The computer's play in the WarGames.

use std::sync::Arc;

use computer::{Budget, choose};
use rules::testing::{Seeded, wargame};
use rules::wargame::{
    Event, Game, Kind, Order, Outcome, Placement, Position, Ruleset, Side, Start, Win,
};
use rules::{AnyEvent, AnyOrder, AnyPosition, Rules, ToAct};

use super::rivals::{Player, play_out, points, start};

const BUDGETS: [Budget; 3] = [Budget::Nodes(0), Budget::Nodes(300), Budget::Nodes(3000)];

fn own(position: &AnyPosition) -> &Position {
    match position {
        AnyPosition::WarGame(position) => position,
        _ => panic!("a position of another family"),
    }
}

/// The position of that text under a game's rules on that terrain, with `cap` orders a turn.
fn position(ruleset: Ruleset, terrain: Option<&str>, text: &str, cap: u8) -> AnyPosition {
    let rows = text.split(' ').next().unwrap_or_default();
    let game = match terrain {
        Some(terrain) => wargame::game(ruleset, terrain, rows),
        None => wargame::open_game(ruleset, rows),
    };
    AnyPosition::WarGame(wargame::position(&Game { cap, ..game }, text))
}

/// The positions after White's turn with each budget and some seeds.
fn after_white(position: &AnyPosition) -> Vec<AnyPosition> {
    let seeded = BUDGETS
        .into_iter()
        .flat_map(|budget| [(budget, 1), (budget, 2), (budget, 3)]);
    let after = seeded.map(|(budget, seed)| {
        let mut after = position.clone();
        for order in choose(position, Side::White.into(), budget, seed) {
            after
                .apply(Side::White.into(), &order)
                .expect("a legal order");
        }
        after
    });
    after.collect()
}

/// True if Black can remove a leader of White's by a single order.
fn hunts_a_leader(position: &AnyPosition) -> bool {
    let black = Side::Black.into();
    position.legal_orders(black).iter().any(|order| {
        let mut after = position.clone();
        let events = after.apply(black, order).expect("a listed order applies");
        events.iter().any(|event| match event {
            AnyEvent::WarGame(Event::Removed { unit, .. }) => {
                unit.side == Side::White && unit.kind.is_leader()
            }
            _ => false,
        })
    })
}

#[test]
fn a_leader_under_fire_is_shot() {
    let text = "7(sc)/8/8/3(tc)4/8/3T4/8/3(SC)4 w 9 0";
    for after in after_white(&position(Ruleset::One, None, text, 1)) {
        assert_eq!(
            own(&after).leaders_left(Side::Black),
            1,
            "{}",
            after.to_text()
        );
    }
}

#[test]
fn a_win_by_bringing_a_leader_nearer_first_is_found() {
    // the tank is four squares from the Tank Commander, who gives the order once ordered nearer
    let text = "8/8/4(sc)3/8/(SC)3T3/(TC)7/8/8 w 9 0";
    for after in after_white(&position(Ruleset::One, None, text, 2)) {
        let won = Outcome::Won(Side::White, Win::Leaders);
        assert_eq!(after.outcome(), Some(won.into()), "{}", after.to_text());
    }
}

#[test]
fn a_unit_that_nothing_can_hit_is_starved_out() {
    // infantry in a town, hurt by neither tank nor infantry: a tank on the other side cuts it off
    let terrain = "......../......../......../......../...T..../......../......../........";
    let text = "7(sc)/8/8/8/2Ii2T1/1I6/4(SC)3/8 w 9 0";
    for after in after_white(&position(Ruleset::One, Some(terrain), text, 1)) {
        let there = own(&after).unit("d4".parse().expect("a cell"));
        assert_eq!(there, None, "{}", after.to_text());
    }
}

#[test]
fn no_leader_is_left_under_guns() {
    for (ruleset, text) in [
        (Ruleset::One, "6(sc)1/3a4/8/8/3(TC)4/8/8/1(SC)6 w 9 0"),
        (Ruleset::Two, "6c1/3a4/8/3G4/8/8/8/1C6 w 9 0"),
    ] {
        for after in after_white(&position(ruleset, None, text, 2)) {
            assert!(!hunts_a_leader(&after), "{}", after.to_text());
        }
    }
}

#[test]
fn infantry_is_overrun_where_nothing_strikes_back() {
    let text = "7(sc)/8/8/8/8/3i4/3T4/3(SC)4 w 9 0";
    for after in after_white(&position(Ruleset::One, None, text, 1)) {
        let there = own(&after).army(Side::Black).count();
        assert_eq!(there, 1, "{}", after.to_text());
    }
}

#[test]
fn the_post_is_taken_where_it_decides_the_game() {
    let text = "(cp)6(sc)/8/1T6/8/8/2(SC)5/8/7(CP) w 9 0";
    let rows = text.split(' ').next().unwrap_or_default();
    let mut game = wargame::open_game(Ruleset::One, rows);
    game.options = game.options.with(rules::wargame::Switch::Banner);
    let start = AnyPosition::WarGame(wargame::position(&game, text));
    for after in after_white(&start) {
        let won = Outcome::Won(Side::White, Win::Banner);
        assert_eq!(after.outcome(), Some(won.into()), "{}", after.to_text());
    }
}

#[test]
fn leaders_stay_in_command_on_the_march() {
    for key in ["wargame-1", "wargame-2"] {
        let player = Player::Computer(Budget::Nodes(120));
        for seed in 0..2 {
            let over = play_out(start(key), [player, player], 12, seed);
            let position = own(&over);
            for side in Side::BOTH {
                let (there, left) = (position.in_command(side).len(), position.leaders_left(side));
                assert!(
                    there + 1 >= left,
                    "{key}: {there} of {left}, {}",
                    over.to_text()
                );
            }
        }
    }
}

#[test]
fn games_between_two_computers_end_in_time() {
    for (key, games) in [("wargame-small", 10), ("wargame-2", 5), ("wargame-1", 2)] {
        let player = Player::Computer(Budget::Nodes(120));
        let ended = (0..games).filter(|seed| {
            let over = play_out(start(key), [player, player], 300, *seed);
            over.outcome().is_some()
        });
        assert_eq!(ended.count() as u64, games, "{key}");
    }
}

#[test]
fn it_beats_the_weak() {
    let computer = Player::Computer(Budget::Nodes(120));
    for (rival, least) in [(Player::Random, 8), (Player::Capture, 7)] {
        for key in ["wargame-small", "wargame-2"] {
            let mut scored = 0;
            for seed in 0..2 {
                let white = play_out(start(key), [computer, rival], 300, seed);
                let black = play_out(start(key), [rival, computer], 300, seed);
                scored += points(&white, Side::White) + points(&black, Side::Black);
            }
            assert!(scored >= least, "{key}, {rival:?}: {scored} of 8");
        }
    }
}

#[test]
fn every_turn_is_legal_and_closed_and_follows_from_the_seed() {
    let mut seeded = Seeded(3);
    for (number, ruleset) in Ruleset::BOTH.into_iter().cycle().take(24).enumerate() {
        let game = if number % 4 < 2 {
            wargame::busy(ruleset)
        } else {
            wargame::standard(ruleset)
        };
        let start = AnyPosition::WarGame(wargame::jumbled(&game, &mut seeded));
        let ToAct::One(side) = start.to_act() else {
            continue;
        };
        for budget in [Budget::Nodes(0), Budget::Nodes(300)] {
            let turn = choose(&start, side, budget, 7);
            assert_eq!(choose(&start, side, budget, 7), turn);
            let mut after = start.clone();
            for order in &turn {
                let done = after.apply(side, order);
                assert!(done.is_ok(), "{order:?}: {done:?} in {}", start.to_text());
            }
            assert_ne!(after.to_act(), ToAct::One(side), "{}", start.to_text());
            let could = start.legal_orders(side).len() > 1;
            let passes = turn[0] == AnyOrder::WarGame(Order::End);
            assert!(!(could && passes), "a pass in {}", start.to_text());
        }
    }
}

/// The set-up of a seed, checked: legal, all leaders in command, every unit in reach of orders.
fn sound_set_up(position: &AnyPosition, side: Side, seed: u64) -> String {
    let chosen = choose(position, side.into(), Budget::Nodes(0), seed);
    assert_eq!(
        choose(position, side.into(), Budget::Nodes(0), seed),
        chosen
    );
    let [order] = &chosen[..] else {
        panic!("{chosen:?}");
    };
    let mut placed = position.clone();
    placed.apply(side.into(), order).expect("a legal set-up");
    let (own, game) = (own(&placed), own(&placed).game());
    assert_eq!(own.in_command(side).len(), own.leaders_left(side));
    for (cell, kind) in own.army(side) {
        let mut army = own.army(side);
        let is_ordered = army.any(|(leader, other)| {
            other.is_leader() && game.board().distance(leader, cell) <= game.order_range(other)
        });
        assert!(is_ordered, "{kind:?} on {cell}");
    }
    position.order_text(side.into(), order)
}

#[test]
fn set_ups_are_sound_and_vary_with_the_seed() {
    for key in ["wargame-1", "wargame-2"] {
        let with_books = start(key);
        let mut game = (**own(&with_books).game()).clone();
        if let Start::Hidden(hidden) = &mut game.start {
            hidden.books = [Vec::new(), Vec::new()];
        }
        let without = AnyPosition::WarGame(Position::new(Arc::new(game)));
        for position in [with_books, without] {
            for side in Side::BOTH {
                let mut texts: Vec<String> = (0..8)
                    .map(|seed| sound_set_up(&position, side, seed))
                    .collect();
                texts.sort_unstable();
                texts.dedup();
                assert_eq!(texts.len(), 8, "{key}");
            }
        }
    }
}

#[test]
fn set_ups_take_every_book() {
    let position = start("wargame-2");
    let own = own(&position);
    let books = own.legal_orders(Side::White);
    let mut nearest = vec![0; books.len()];
    for seed in 0..30 {
        let chosen = choose(&position, Side::White.into(), Budget::Nodes(0), seed);
        let [AnyOrder::WarGame(Order::SetUp(placed))] = &chosen[..] else {
            panic!("{chosen:?}");
        };
        let horse = |placed: &[Placement]| {
            let horse = placed.iter().filter(|unit| unit.kind == Kind::Cavalry);
            horse.map(|unit| i32::from(unit.cell.rank())).sum::<i32>()
        };
        let distance = |book: &Order| match book {
            Order::SetUp(book) => (horse(&book.0) - horse(&placed.0)).abs(),
            _ => i32::MAX,
        };
        let (place, _) = books
            .iter()
            .enumerate()
            .min_by_key(|(_, book)| distance(book))
            .expect("books");
        nearest[place] += 1;
    }
    assert!(nearest.iter().all(|count| *count > 0), "{nearest:?}");
}
