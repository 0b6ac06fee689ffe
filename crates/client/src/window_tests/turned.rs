//! A board seen from the edge of the user's own side, where sides begin at all four edges.

use board::{Cell, Edge};
use egui_kittest::kittest::Queryable;

use super::Program;
use super::screens::from_the_east;
use crate::model::{BoardCommand, RecordCommand};

fn cell(name: &str) -> Cell {
    name.parse().expect("a cell")
}

impl Program {
    /// The middle of a cell on the page.
    fn middle(&self, name: &str) -> [f32; 2] {
        let start = format!("{name}, ");
        let cells = self.harness.query_all_by(|node| {
            let label = node.label();
            label.is_some_and(|label| label.starts_with(&start))
        });
        let center = cells.last().expect("it is shown").rect().center();
        [center.x, center.y]
    }
}

#[test]
fn a_player_in_the_east_has_the_east_at_the_bottom_and_turns_the_board_by_quarters() {
    let mut program = Program::start();
    from_the_east(&mut program);
    program.frames();
    assert_eq!(program.table().bottom(), Edge::East);
    // rank 1 is at the left, and file m, with the user's own Castle, at the bottom
    let [own, south, west] = ["m7", "g1", "a7"].map(|name| program.middle(name));
    assert!(
        own[1] > south[1] && south[1] > west[1],
        "down: {own:?} {south:?} {west:?}"
    );
    assert!(south[0] < own[0], "{south:?} {own:?}");
    // one column, but for rounding
    assert!((own[0] - west[0]).abs() < 1.0);
    let mut seen = Vec::new();
    for _ in 0..4 {
        program.click("Flip board");
        seen.push(program.table().bottom());
    }
    assert_eq!(seen, [Edge::North, Edge::West, Edge::South, Edge::East]);
}

#[test]
fn a_click_on_a_turned_board_meets_the_cell_that_is_seen_there() {
    let mut program = Program::start();
    from_the_east(&mut program);
    program.frames();
    for _ in 0..4 {
        for name in ["l6", "g2", "b8", "f12"] {
            program.give(BoardCommand::Deselect);
            program.cell(name);
            let table = program.table();
            assert_eq!(
                table.board.selected,
                Some(cell(name)),
                "{:?}",
                table.bottom()
            );
        }
        program.click("Flip board");
    }
}

#[test]
fn the_sides_beside_the_board_stand_as_they_sit_around_it() {
    let mut program = Program::start();
    from_the_east(&mut program);
    program.frames();
    let lowest = |program: &Program| program.table().lowest().map(rules::Side::index);
    assert_eq!(lowest(&program), Some(2), "East");
    program.click("Flip board");
    assert_eq!(lowest(&program), Some(1), "North");
}

#[test]
fn two_sides_are_flipped_by_halves() {
    let mut program = Program::playing();
    let mut seen = Vec::new();
    for _ in 0..2 {
        program.click("Flip board");
        seen.push(program.table().bottom());
    }
    assert_eq!(seen, [Edge::North, Edge::South]);
}

#[test]
fn the_form_for_an_export_has_the_board_as_the_page_shows_it() {
    let mut program = Program::start();
    from_the_east(&mut program);
    program.frames();
    program.give(RecordCommand::Export);
    let form = program.app().model.forms.export.as_ref();
    assert_eq!(form.expect("a form").bottom, Edge::East);
}
