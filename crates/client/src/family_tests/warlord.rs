//! The model of Warlord tables: what a user has in hand, and words.

mod composition;
mod entry;
mod hidden;
mod parts;
mod rulebook;
mod set_up;
pub(crate) mod shared;
mod told;
mod unfinished;

use board::Cell;
use families::warlord::model::editor::Editor;
use families::warlord::model::words;
use families::{Secret, Warlord};
use kit::model::family::FamilyWords as _;
use kit::model::ready::Ready;
use kit::model::scenarios::with_set_up;
use picture::Mark;
use rules::warlord::{Order, Position, Side};
use rules::{AnyPosition, Family};
use scenario::SideNames;

use crate::model::BoardCommand;
use crate::model::table::Table;
use crate::model::tests::{Match, cell};
use crate::views::scene_of;

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
    own(&crate::model::tests::start(scenario)).clone()
}

fn position(game: &Match) -> &Position {
    own(game.position())
}

fn editor(table: &Table) -> Option<&Editor> {
    edited(table.secrets.choice.as_ref())
}

#[test]
fn the_endings_name_repetition_only_if_it_is_on() {
    let scenario = scenario::load("clash-of-arms")
        .expect("a built-in scenario")
        .expect("a valid one");
    for (on, count) in [("off", 0), ("on", 1)] {
        let options = [("repetition".to_owned(), on.to_owned())];
        let start = scenario.start(&options).expect("known options");
        let position = own(&start);
        let lines = Warlord::endings(position);
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
    let told =
        |position: &Position| words::claim(position, &[], SideNames::of_family(Family::Warlord));
    let rule = told(&position).expect("the short game");
    assert!(rule.contains("has captured 1 leader and more"), "{rule}");
    let takes = Order::Move {
        from: cell("e5"),
        to: cell("e6"),
    };
    position.apply(Side::White, &takes).expect("legal");
    position.apply(Side::White, &Order::End).expect("legal");
    let claim = told(&position).expect("a claim");
    let expected = "Blue claims the win with 1 leader against 0. Amber has this one turn";
    assert!(claim.starts_with(expected), "{claim}");
    position.apply(Side::Black, &Order::End).expect("legal");
    assert_eq!(told(&position), None);
}

/// The summary of the unfinished turn.
fn summary(game: &Match) -> String {
    Warlord::turn_summary(position(game), &game.table().turn.ready)
}

#[test]
fn the_summary_of_a_turn_names_idle_leaders_and_counts_nobody_once_all_orders_are_used() {
    let mut game = Match::new("clash-of-arms", Match::PEOPLE);
    let before = summary(&game);
    assert!(
        before.starts_with("No order given: this is a pass."),
        "{before}"
    );
    assert!(
        before.contains("units may still act. The leaders on"),
        "{before}"
    );
    game.click_something();
    let after = summary(&game);
    assert!(after.starts_with("1 of 4 orders used."), "{after}");
    for _ in 0..3 {
        game.click_something();
    }
    assert_eq!(summary(&game), "4 of 4 orders used.");
    assert_eq!(game.table().turn.ready, Ready::default());
    game.give(BoardCommand::Undo);
    let idle = summary(&game);
    assert!(idle.starts_with("3 of 4 orders used."), "{idle}");
    assert!(idle.contains("may still act"), "{idle}");
}

#[test]
fn the_pips_of_all_leaders_together_are_the_activations_left() {
    let mut game = Match::new("clash-of-arms", Match::PEOPLE);
    let left = |game: &Match| {
        let now = position(game);
        let unused = now.units().filter_map(|(cell, _)| now.unused(cell));
        unused.map(u32::from).sum::<u32>()
    };
    let all = left(&game);
    for made in 1..=4 {
        game.click_something();
        assert_eq!(left(&game), all - made);
    }
}

#[test]
fn every_unit_that_can_be_chosen_next_has_an_order_and_every_leader_somebody_to_give_it_to() {
    let mut game = Match::new("clash-of-arms", Match::PEOPLE);
    game.click_something();
    let ready = game.table().turn.ready.clone();
    let now = position(&game).clone();
    let can = |cell: &Cell| !now.legal_orders_from(*cell).is_empty();
    let own = now.units().filter(|(_, unit)| unit.side == now.side());
    let able = own.map(|(cell, _)| cell).filter(can);
    assert!(able.eq(ready.units.iter().copied()));
    let mut met = Vec::new();
    for _ in &ready.units {
        game.give(BoardCommand::NextUnit);
        met.extend(game.table().board.selected);
        assert_eq!(game.table().board.cursor, game.table().board.selected);
    }
    assert_eq!(met, ready.units);
    game.give(BoardCommand::NextUnit);
    assert_eq!(game.table().board.selected, ready.units.first().copied());
    game.give(BoardCommand::Deselect);
    game.give(BoardCommand::NextLeader);
    let leader = game.table().board.selected.expect("a leader is chosen");
    assert_eq!(Some(&leader), ready.leaders.first());
    assert!(now.unit(leader).expect("a unit").kind.is_leader());
}

#[test]
fn a_chosen_unit_lights_the_leaders_that_can_command_it() {
    let mut game = Match::new("clash-of-arms", Match::PEOPLE);
    let now = position(&game).clone();
    let (open, range) = (now.open_leaders(), now.game().range);
    let unit = game.table().turn.ready.units.iter().copied().find(|cell| {
        let kind = now.unit(*cell).map(|unit| unit.kind);
        kind.is_some_and(|kind| !kind.is_leader())
    });
    let unit = unit.expect("somebody to move");
    game.give(BoardCommand::Click(unit));
    let scene = scene_of(game.table(), game.position());
    let lit = scene.marks.iter().filter(|(_, mark)| *mark == Mark::Lit);
    let lit: Vec<Cell> = lit.map(|(cell, _)| *cell).collect();
    let near = |leader: &&Cell| now.board().distance(**leader, unit) <= range;
    assert!(!lit.is_empty() && lit.iter().eq(open.iter().filter(near)));
    assert!(scene.ranges.is_empty(), "no boxes around them");
}
