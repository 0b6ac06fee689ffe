//! The model of Warlord tables: what a user has in hand, and words.

mod composition;
mod entry;
mod hidden;
mod rulebook;
mod set_up;

use rules::AnyPosition;
use rules::warlord::{Order, Position, Side};

use super::editor::Editor;
use super::words;
use crate::families::Secret;
use crate::shell::model::library::with_set_up;
use crate::shell::model::table::Table;
use crate::shell::model::tests::{Match, cell};

fn own(position: &AnyPosition) -> &Position {
    match position {
        AnyPosition::Warlord(position) => position,
        // with one family built in, nothing can belong to another
        #[allow(unreachable_patterns)]
        other => panic!("a position of this family: {other:?}"),
    }
}

fn edited(secret: Option<&Secret>) -> Option<&Editor> {
    match secret? {
        Secret::Warlord(editor) => Some(editor),
        #[allow(unreachable_patterns)]
        _ => None,
    }
}

fn start(scenario: &str) -> Position {
    own(&crate::shell::model::tests::start(scenario)).clone()
}

fn position(game: &Match) -> &Position {
    own(game.position())
}

fn editor(table: &Table) -> Option<&Editor> {
    edited(table.secret.as_ref())
}

#[test]
fn the_endings_name_repetition_only_where_it_is_on() {
    let scenario = scenario::load("clash-of-arms")
        .expect("a built-in scenario")
        .expect("a valid one");
    for (on, count) in [("off", 0), ("on", 1)] {
        let options = [("repetition".to_owned(), on.to_owned())];
        let start = scenario.start(&options).expect("known options");
        let position = own(&start);
        let lines = words::endings(position);
        let told = lines.iter().filter(|line| line.contains("third time"));
        assert_eq!(told.count(), count, "{lines:?}");
    }
}

#[test]
fn a_claim_is_told_in_words_until_the_game_is_over() {
    let scenario = scenario::load("clash-of-arms")
        .expect("a built-in scenario")
        .expect("a valid one");
    let set_up = "15l/16/16/16/16/16/4l11/3LH11/6L9/12lll1/2L13/16";
    let scenario = with_set_up(&scenario, set_up).expect("a legal set-up");
    let options = [("short".to_owned(), "1".to_owned())];
    let start = scenario.start(&options).expect("known options");
    let mut position = own(&start).clone();
    let told = |position: &Position| words::claim(position, &[]);
    let rule = told(&position).expect("the short game");
    assert!(rule.contains("has captured 1 leader and more"), "{rule}");
    let takes = Order::Move {
        from: cell("e5"),
        to: cell("e6"),
    };
    position.apply(Side::White, &takes).expect("legal");
    position.apply(Side::White, &Order::End).expect("legal");
    let claim = told(&position).expect("a claim");
    let expected = "White claims the win with 1 leader against 0. Black has this one turn";
    assert!(claim.starts_with(expected), "{claim}");
    position.apply(Side::Black, &Order::End).expect("legal");
    assert_eq!(told(&position), None);
}

#[test]
fn the_summary_of_a_turn_counts_orders_and_idle_leaders() {
    let mut game = Match::new("clash-of-arms", Match::PEOPLE);
    assert!(words::turn_summary(position(&game)).contains("pass"));
    game.click_something();
    let summary = words::turn_summary(position(&game));
    assert!(
        summary.contains("1 of 4 orders used") && summary.contains("5 leaders idle"),
        "{summary}"
    );
}
