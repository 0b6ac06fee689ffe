//! Orders as text, and the user's own drawings.

use super::{Match, cell};
use crate::model::{BoardCommand, DraftCommand, ShellCommand};

#[test]
fn typed_orders_are_given_one_after_the_other_up_to_the_first_refused() {
    let mut game = Match::new("clash-of-arms", Match::PEOPLE);
    game.give(ShellCommand::Type(Some(String::new())));
    game.give(DraftCommand::Typed("b4-b5 c4-c5".to_owned()));
    assert_eq!((game.orders(), game.model.over.typed.as_deref()), (2, None));
    game.give(DraftCommand::Typed("b5-b6 f4-f5".to_owned()));
    assert_eq!(game.orders(), 2, "the unit has moved");
    let hint = game.table().board.hint.clone().expect("a reason");
    assert!(hint.what.contains("already moved"), "{hint:?}");
}

#[test]
fn a_text_that_is_no_order_is_told_with_what_would_do() {
    let mut game = Match::new("clash-of-arms", Match::PEOPLE);
    game.give(DraftCommand::Typed("b4-b5 nonsense".to_owned()));
    assert_eq!(game.orders(), 0);
    let notice = game.model.over.notice.clone().expect("a notice");
    assert!(notice.what.contains("nonsense"), "{notice:?}");
}

#[test]
fn orders_are_proposed_by_their_beginning() {
    let mut game = Match::new("clash-of-arms", Match::PEOPLE);
    let like = game.table().orders_like("b4");
    assert!(!like.is_empty());
    assert!(like.iter().all(|(written, _)| written.starts_with("b4-")));
    game.give(BoardCommand::Drag(cell("b4"), cell("b5")));
    assert!(game.table().orders_like("b5-").is_empty());
    assert!(game.table().orders_like("").is_empty());
}

#[test]
fn drawings_come_and_go_and_escape_clears_them() {
    let mut game = Match::new("clash-of-arms", Match::PEOPLE);
    let (from, to) = (cell("b4"), cell("e7"));
    game.give(BoardCommand::Sketch(from, to));
    game.give(BoardCommand::Sketch(from, from));
    let sketch = &game.table().board.sketch;
    assert!(sketch.arrows.contains(&(from, to)) && sketch.marks.contains(&from));
    game.give(BoardCommand::Sketch(from, to));
    assert!(game.table().board.sketch.arrows.is_empty());
    game.give(BoardCommand::Click(from));
    game.give(BoardCommand::Deselect);
    assert!(
        !game.table().board.sketch.is_empty(),
        "first the unit is put down"
    );
    game.give(BoardCommand::Deselect);
    assert!(game.table().board.sketch.is_empty());
}
