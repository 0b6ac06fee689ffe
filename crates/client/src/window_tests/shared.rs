//! A side that players share by leaders: each leader shows its player, and a turn is played in parts.

use egui_kittest::kittest::{NodeT, Queryable};
use picture::{Badges, Scene};
use rules::{Rules as _, Side};

use super::Program;
use super::screens::{by_leaders, in_own_part};
use crate::family_tests::shared::leader_mark;
use crate::model::{Dialog, DraftCommand, RecordCommand};

fn blue() -> Side {
    Side::new(0).expect("Blue")
}

fn scene_of(program: &Program) -> Scene {
    let table = program.table();
    let position = table.position().expect("a position");
    families::views::scene(table, &table.board.hands, position)
}

#[test]
fn every_leader_bears_the_number_of_its_member_and_the_own_ones_another_mark() {
    let mut program = Program::start();
    in_own_part(&mut program);
    program.frames();
    let scene = scene_of(&program);
    let position = program.table().position().expect("a position");
    let mut counts = [0; 3];
    for token in &scene.tokens {
        let Some(member) = families::owner(position, token.cell) else {
            assert_eq!(token.badges, Badges::NONE, "{}", token.cell);
            continue;
        };
        // Ben is the second of Blue
        let is_own = token.side == blue() && member == 1;
        let expected = leader_mark(member, is_own);
        assert_eq!(token.badges, Badges::NONE.with(expected), "{}", token.cell);
        let place = if is_own { 0 } else { 1 + usize::from(member) };
        counts[place] += 1;
    }
    assert!(counts.iter().all(|count| *count > 0), "{counts:?}");
}

#[test]
fn a_leader_pointed_at_says_whose_it_is_and_its_level() {
    let mut program = Program::start();
    by_leaders(&mut program, "Ben");
    program.frames();
    let position = program.table().position().expect("a position").clone();
    let leaders = families::leaders(&position, blue());
    let of = |member: u8| {
        let mut own = leaders.iter();
        *own.find(|cell| families::owner(&position, **cell) == Some(member))
            .expect("dealt")
    };
    let [anns, own] = [0, 1].map(of);
    program.cell(&own.to_string());
    program.until_shown("Your leader, level");
    program.cell(&anns.to_string());
    program.until_shown("Ann\u{2019}s leader, level");
    // and for somebody who cannot see the marks
    let name = |cell: board::Cell| {
        let start = format!("{cell}, ");
        let cells = program
            .harness
            .query_all_by(|node| node.label().is_some_and(|label| label.starts_with(&start)));
        cells
            .last()
            .and_then(|node| node.accesskit_node().label())
            .expect("a name")
    };
    assert!(name(own).contains(", yours"), "{}", name(own));
    assert!(name(anns).contains(", Ann\u{2019}s"), "{}", name(anns));
}

#[test]
fn the_panel_says_whose_part_of_the_turn_it_is() {
    let mut program = Program::start();
    by_leaders(&mut program, "Ben");
    program.frames();
    program.until_shown("Ann\u{2019}s part of Blue\u{2019}s turn");
    program.until_shown("yours is next");
    assert!(program.table().open_draft().is_none(), "it is Ann's part");
    let mut program = Program::start();
    in_own_part(&mut program);
    program.frames();
    program.until_shown("Your part of the turn");
    program.until_shown("the last part");
    assert!(program.table().open_draft().is_some());
}

/// In a try-out one plays every part: done, later, and the captain's end for all.
#[test]
fn a_part_is_closed_by_done_or_later_and_the_captain_ends_the_turn_for_all() {
    let mut program = Program::start();
    by_leaders(&mut program, "Ben");
    program.give(RecordCommand::TryOut);
    program.frames();
    let member = |program: &Program| {
        let table = program.app().model.shown().expect("a try-out");
        table.position().and_then(|now| now.member(blue()))
    };
    assert_eq!(member(&program), Some(0));
    program.click("Later");
    assert_eq!(member(&program), Some(1), "Ann's part comes after Ben's");
    program.click("Done with your part");
    assert_eq!(member(&program), Some(0));
    program.click("End turn");
    assert_eq!(member(&program), None, "Blue's turn is over");
}

#[test]
fn a_captain_is_asked_before_the_turn_ends_for_all_and_done_is_no_pass() {
    let mut program = Program::start();
    // she is the captain
    by_leaders(&mut program, "Ann");
    program.frames();
    program.click("End turn");
    assert_eq!(program.app().model.over.dialog, Some(Dialog::EndForAll));
    program.until_shown("Ben cannot give orders in this turn any more.");
    program.click("Keep playing");
    assert!(
        program
            .table()
            .open_draft()
            .is_some_and(rules::Draft::is_empty)
    );
    // a part without an order passes nothing, and is asked about as any turn
    let draft = program.table().open_draft().expect("Ann's part").clone();
    assert!(!families::is_pass(&draft));
    program.give(DraftCommand::EndTurnNow);
    assert!(program.table().turn.sent, "her part is on its way");
}

#[test]
fn the_record_says_who_put_a_part_off_and_who_gave_no_orders() {
    let mut program = Program::start();
    by_leaders(&mut program, "Ben");
    program.give(RecordCommand::TryOut);
    program.frames();
    program.click("Later");
    program.click("Done with your part");
    program.until_shown("Blue's turn 1 (Ann): takes the part later");
    program.until_shown("Blue's turn 1 (Ben): gave no orders");
    // where there is no name beside the turn, the line itself says it
    program.until_shown("Ann takes the part later");
    program.until_shown("Ben gave no orders");
}
