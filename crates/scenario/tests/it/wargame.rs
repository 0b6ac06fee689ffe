//! Scenarios of WarGame 1 and WarGame 2: what the built-in files promise, mistakes, switches, advice, pasted set-ups and
//! made scenarios.

use std::sync::Arc;

use rules::wargame::{Game, Order, Position, Side};
use scenario::Scenario;
use scenario::wargame::Content;

mod advice;
mod files;
mod mistakes;
mod options;
mod pasted;
mod plan;

fn load(key: &str) -> Scenario {
    scenario::load(key)
        .expect("built in")
        .unwrap_or_else(|mistakes| panic!("{mistakes:#?}"))
}

fn content(scenario: &Scenario) -> &Content {
    Content::of(scenario).expect("a WarGame scenario")
}

fn game(key: &str) -> Game {
    content(&load(key)).game().clone()
}

fn parse(text: &str) -> Scenario {
    Scenario::parse("test.toml", text).unwrap_or_else(|mistakes| panic!("{mistakes:#?}"))
}

/// The position in which a side alone has set up by the book of that number.
fn set_up(game: &Game, side: Side, number: usize) -> Position {
    let mut position = Position::new(Arc::new(game.clone()));
    let order = position.legal_orders(side)[number].clone();
    assert!(matches!(order, Order::SetUp(_)), "{order:?}");
    position.apply(side, &order).expect("a book set-up");
    position
}

/// A small correct file of WarGame 1 with a fixed set-up.
const FIXED: &str = r#"format = 1
family = "wargame"
title = "Fixed"

[rules]
game = 1

[board]
files = 6
ranks = 8
home = 2
terrain = """
......
......
.F..H.
..T...
...T..
.H..F.
......
......
"""
symmetry = "half-turn"

[army]
both = { CP = 1, SC = 1, TC = 1, T = 1, I = 2, A = 1 }

[turn]
cap = 2

[endings]
towns = 2

[options]
banner = true

[set-up]
kind = "fixed"
symmetry = "half-turn"
rows = """
.  .  cp sc .  .
.  i  a  tc i  t
.  .  .  .  .  .
.  .  .  .  .  .
.  .  .  .  .  .
.  .  .  .  .  .
T  I  TC A  I  .
.  .  SC CP .  .
"""
"#;

/// A small correct file of WarGame 2 with a hidden set-up.
const HIDDEN: &str = r#"format = 1
family = "wargame"
title = "Hidden"

[rules]
game = 2

[board]
files = 6
ranks = 12
home = 2

[army]
both = { C = 1, L = 1, V = 1, I = 2, A = 1 }

[turn]
cap = 2

[set-up]
kind = "hidden"

[[set-up.book]]
name = "Line"
white = """
. I V I . .
. A C L . .
"""
"#;
