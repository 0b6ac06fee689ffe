//! Hidden set-ups: made, kept for another game, locked and opened.

use std::sync::Arc;

use board::Cell;
use protocol::Seat;
use rules::warlord::{Kind, Order, Side};
use rules::{AnyOrder, AnyPosition, Lots};

use super::{Match, cell, position, start};
use crate::families::warlord::model::editor::{Editor, EditorCommand, Pick, Standing, Symmetry};
use crate::shell::model::table::Table;
use crate::shell::model::tests::proposed;
use crate::shell::model::{Dialog, Effect, SecretCommand};

#[test]
fn a_hidden_set_up_is_made_locked_and_revealed_behind_a_curtain() {
    let mut game = Match::new("test-of-wills", Match::PEOPLE);
    assert_eq!(game.table().curtain, Some(Seat(0)));
    game.give(EditorCommand::TakeBook(0));
    assert!(
        super::editor(game.table())
            .expect("an editor")
            .placed()
            .is_empty(),
        "nothing behind the curtain"
    );
    for seat in [0, 1] {
        game.give(SecretCommand::LiftCurtain);
        assert!(game.give(SecretCommand::Lock).is_empty());
        assert_eq!(game.model.dialog, None, "an empty set-up is not locked");
        game.give(EditorCommand::TakeBook(usize::from(seat)));
        game.give(SecretCommand::Lock);
        assert_eq!(game.model.dialog, Some(Dialog::Lock));
        let effects = game.give(SecretCommand::LockNow);
        let (by, orders) = proposed(&effects);
        assert_eq!(by, Seat(seat));
        game.propose(by, &orders);
        if seat == 0 {
            assert_eq!(game.table().curtain, Some(Seat(1)));
            assert!(super::editor(game.table()).is_some_and(|editor| editor.placed().is_empty()));
        }
    }
    assert!(game.table().secret.is_none() && game.table().curtain.is_none());
    assert_eq!(position(&game).units().count(), 64);
    game.click_something();
    game.end_turn();
}

#[test]
fn a_locked_set_up_is_shown_to_its_owner_alone_until_it_is_opened() {
    let mut game = Match::new("test-of-wills", Match::REMOTE);
    game.give(EditorCommand::TakeBook(0));
    let effects = game.give(SecretCommand::LockNow);
    assert!(game.table().locked().is_some(), "on its way");
    let (_, orders) = proposed(&effects);
    let [AnyOrder::Warlord(Order::SetUp(set_up))] = &orders[..] else {
        panic!("it is one order: {orders:?}");
    };
    let sealed = vec![(Seat(0), Arc::new(orders[0].clone()))];
    game.snapshot.deciding.sealed.clone_from(&sealed);
    game.propose(Seat(0), &orders);
    let shown = locked(game.table()).map(Editor::placed);
    let expected = set_up.0.iter().map(|unit| (unit.cell, unit.kind)).collect();
    assert_eq!(shown, Some(&expected));
    assert_eq!(game.table().waiting_for(), "Waiting for Bo to set up");
    game.snapshot.deciding.locked.push(Seat(1));
    game.show();
    let opens = "Waiting for Bo to open the set-up";
    assert_eq!(game.table().waiting_for(), opens);
    let position = start("test-of-wills");
    let theirs = Editor::new(&position, Side::Black).map(|mut editor| {
        editor.take_book(0);
        editor.order().expect("a legal book")
    });
    let theirs = AnyOrder::Warlord(theirs.expect("a hidden set-up"));
    game.propose(Seat(1), &[theirs]);
    assert!(game.table().locked().is_none());

    let mut game = Match::new("test-of-wills", Match::PEOPLE);
    game.snapshot.deciding.sealed = sealed;
    game.propose(Seat(0), &orders);
    assert!(
        game.table().locked().is_none(),
        "another person sits here now"
    );
}

#[test]
fn one_person_sees_no_curtain_and_the_computer_sets_up_by_itself() {
    let position = Arc::new(AnyPosition::Warlord(start("test-of-wills")));
    let mut game = Match::new("test-of-wills", Match::AGAINST_COMPUTER);
    assert_eq!(game.table().curtain, None);
    assert!(game.table().secret.is_some());
    let effects = game.show();
    assert!(effects.is_empty(), "asked at the opening: {effects:?}");
    game.snapshot.played.position = Some(position);
    assert!(game.show().is_empty());
}

fn locked(table: &Table) -> Option<&Editor> {
    super::edited(table.locked())
}

fn editor() -> Editor {
    Editor::new(&start("test-of-wills"), Side::White).expect("a hidden set-up")
}

#[test]
fn every_book_set_up_is_legal_for_both_sides_and_mirrored() {
    for side in Side::BOTH {
        let mut editor = Editor::new(&start("test-of-wills"), side).expect("a hidden set-up");
        let books = editor.books().count();
        assert!(books > 0);
        for book in 0..books {
            editor.take_book(book);
            assert!(editor.order().is_ok(), "book {book} of {side}");
            assert!(editor.reserve().iter().all(|line| line.left == 0));
            let before = editor.placed().clone();
            editor.turn(Symmetry::Mirror);
            assert!(editor.order().is_ok(), "book {book} of {side} mirrored");
            editor.turn(Symmetry::Mirror);
            assert_eq!(editor.placed(), &before);
        }
    }
}

#[test]
fn units_are_placed_moved_exchanged_and_sent_back() {
    let mut editor = editor();
    editor.place(Kind::Infantry, cell("a1"));
    editor.place(Kind::Cannon, cell("b1"));
    editor.place(Kind::Infantry, cell("a5"));
    assert_eq!(
        editor.placed().len(),
        2,
        "nothing outside the home sections"
    );
    editor.shift(cell("a1"), cell("b1"));
    assert_eq!(editor.placed().get(&cell("a1")), Some(&Kind::Cannon));
    assert_eq!(editor.placed().get(&cell("b1")), Some(&Kind::Infantry));
    editor.shift(cell("a1"), cell("a1"));
    editor.shift(cell("a1"), cell("a9"));
    assert_eq!(editor.placed().get(&cell("a1")), Some(&Kind::Cannon));
    editor.remove(cell("a1"));
    assert_eq!(editor.placed().len(), 1);
}

#[test]
fn no_more_units_are_placed_than_the_army_has() {
    let mut editor = editor();
    for n in 0..4 {
        editor.place(Kind::Leader3, Cell::new(n, 0));
    }
    assert_eq!(editor.placed().len(), 2);
}

#[test]
fn clicks_take_from_the_reserve_until_it_is_empty() {
    let mut editor = editor();
    editor.picked = Some(Pick::Reserve(Kind::Leader3));
    editor.click(cell("a1"));
    assert!(editor.picked.is_some());
    editor.click(cell("b1"));
    assert!(editor.picked.is_none());
    editor.click(cell("a1"));
    editor.click(cell("c1"));
    assert_eq!(editor.placed().get(&cell("c1")), Some(&Kind::Leader3));
    assert!(!editor.placed().contains_key(&cell("a1")));
}

#[test]
fn sections_say_what_they_lack_and_what_is_too_much() {
    let mut editor = editor();
    assert!(
        editor
            .sections()
            .iter()
            .all(|section| section.standing == Standing::Empty)
    );
    for n in 0..3 {
        editor.place(Kind::Leader1, Cell::new(n, 0));
        let section = &editor.sections()[editor.section_of(cell("a1")).expect("a section")];
        let expected = if n < 2 {
            Standing::Filling
        } else {
            Standing::Overfull
        };
        assert_eq!(
            (section.leaders, section.standing),
            (usize::from(n) + 1, expected)
        );
    }
}

#[test]
fn every_change_of_a_set_up_is_undone_and_done_again() {
    let mut editor = editor();
    editor.take_book(0);
    editor.turn(Symmetry::Mirror);
    editor.remove(*editor.placed().keys().next().expect("a unit"));
    editor.clear();
    editor.clear();
    let mut seen = vec![editor.placed().clone()];
    while editor.can_undo() {
        editor.undo();
        seen.push(editor.placed().clone());
    }
    assert_eq!(seen.len(), 5, "clearing an empty board is no change");
    assert!(editor.placed().is_empty());
    for expected in seen.iter().rev().skip(1) {
        editor.redo();
        assert_eq!(editor.placed(), expected);
    }
}

#[test]
fn a_kept_set_up_is_taken_again_by_either_side() {
    for scenario in ["test-of-wills", "border-war", "valley-war"] {
        let mut position = start(scenario);
        if position.game().awaits_terrain() {
            position.resolve(Lots(7)).expect("the lot for the terrain");
        }
        let editor = |side| Editor::new(&position, side).expect("a hidden set-up");
        let mut white = editor(Side::White);
        assert_eq!(white.rows(), None, "nothing unfinished is kept");
        white.take_book(0);
        let rows = white.rows().expect("a whole set-up");
        let mut again = editor(Side::White);
        assert!(again.may_take_rows(&rows));
        again.take_rows(&rows);
        assert_eq!(again.placed(), white.placed(), "{scenario}");
        let mut black = editor(Side::Black);
        black.take_rows(&rows);
        assert!(black.order().is_ok(), "{scenario}");
        assert_eq!(black.rows(), Some(rows), "{scenario}");
        let turned = |(cell, kind): (&Cell, &Kind)| (position.board().half_turn(*cell), *kind);
        assert!(
            white.placed().iter().map(turned).eq(black
                .placed()
                .iter()
                .rev()
                .map(|(cell, kind)| (*cell, *kind)))
        );
    }
}

#[test]
fn rows_that_the_rules_do_not_allow_are_not_taken() {
    let mut editor = editor();
    editor.take_book(0);
    let (rows, placed) = (
        editor.rows().expect("a whole set-up"),
        editor.placed().clone(),
    );
    for wrong in ["", "nonsense", "20/20/20/20", &rows.replacen('L', "D", 1)] {
        assert!(!editor.may_take_rows(wrong), "{wrong}");
        editor.take_rows(wrong);
        assert_eq!(editor.placed(), &placed);
    }
}

#[test]
fn set_ups_are_kept_under_a_name_and_forgotten() {
    let mut game = Match::new("test-of-wills", Match::REMOTE);
    let scenario = scenario::load("test-of-wills").and_then(Result::ok);
    game.snapshot.contract.scenario = Some(scenario.expect("built in"));
    game.show();
    let keep = |game: &mut Match, name: &str| game.give(SecretCommand::Keep(name.to_owned()));
    assert!(keep(&mut game, "Unfinished").is_empty());
    game.give(EditorCommand::TakeBook(0));
    let rows = |game: &Match| super::editor(game.table()).and_then(Editor::rows);
    let first = rows(&game);
    let effects = keep(&mut game, " Wings ");
    let [Effect::Keep(kept)] = &effects[..] else {
        panic!("a whole set-up is kept: {effects:?}");
    };
    assert_eq!(
        (kept.scenario.as_str(), kept.name.as_str()),
        ("test-of-wills", "Wings")
    );
    assert_eq!(Some(&kept.rows), first.as_ref());
    game.give(EditorCommand::Clear);
    game.give(SecretCommand::TakeKept(kept.clone()));
    assert_eq!(rows(&game), first);
    let effects = game.give(SecretCommand::ForgetKept(kept.clone()));
    assert!(matches!(&effects[..], [Effect::Forget(forgotten)] if forgotten == kept));
}
