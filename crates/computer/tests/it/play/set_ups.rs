//! Hidden set-ups.

use std::sync::Arc;

use computer::Budget;
use rules::testing::warlord;
use rules::warlord::{Position, Side, Start};
use rules::{AnyOrder, AnyPosition, Rules};

use super::rivals::start;

fn set_up(position: &AnyPosition, side: Side, seed: u64) -> Option<AnyOrder> {
    let mut chosen = computer::choose(position, side.into(), Budget::Nodes(0), seed);
    assert!(chosen.len() <= 1, "{chosen:?}");
    chosen.pop()
}

#[test]
fn every_set_up_is_legal_and_seeds_vary_it() {
    let start = start("test-of-wills");
    for side in Side::BOTH {
        let mut texts = Vec::new();
        for seed in 0..40 {
            let order = set_up(&start, side, seed).expect("a set-up is awaited");
            assert_eq!(start.check(side.into(), &order), Ok(()));
            assert_eq!(set_up(&start, side, seed), Some(order.clone()));
            texts.push(start.order_text(side.into(), &order));
        }
        texts.sort_unstable();
        texts.dedup();
        assert!(texts.len() > 30, "{} different", texts.len());
    }
}

#[test]
fn an_army_is_drawn_up_if_there_is_no_book() {
    for key in [
        "test-of-wills",
        "border-war",
        "valley-war",
        "march",
        "two-countries-secret",
    ] {
        let start = start(key);
        let own = warlord(&start);
        let mut game = own.game().without_lots();
        if let Start::Hidden(hidden) = &mut game.start {
            hidden.books = [Vec::new(), Vec::new()];
        }
        let start = AnyPosition::Warlord(Position::new(Arc::new(game)));
        for side in Side::BOTH {
            let drawn = |seed| set_up(&start, side, seed);
            for seed in 0..20 {
                let order = drawn(seed).unwrap_or_else(|| panic!("{key}, {side}"));
                assert_eq!(start.check(side.into(), &order), Ok(()), "{key}");
            }
            assert_eq!(drawn(1), drawn(1));
            assert_ne!(drawn(1), drawn(2));
        }
    }
}

#[test]
fn no_set_up_is_made_if_none_is_awaited() {
    let mut half = start("test-of-wills");
    let order = set_up(&half, Side::White, 1).expect("a set-up is awaited");
    half.apply(Side::White.into(), &order)
        .expect("a legal set-up");
    assert_eq!(set_up(&half, Side::White, 2), None);
    assert!(set_up(&half, Side::Black, 2).is_some());
}
