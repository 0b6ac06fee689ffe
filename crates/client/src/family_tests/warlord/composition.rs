//! Set-ups in which the army is chosen too, and blocks that enter later.

use std::collections::BTreeMap;

use families::warlord::model::editor::{Editor, Mix, Standing};
use families::warlord::model::words::terrain_lot;
use kit::model::army::{ArmyEditor as _, Symmetry};
use rules::Lots;
use rules::warlord::{Illegal, Kind, Position, Side};

use super::{cell, start};

/// A game with a hidden set-up that waits for both armies: the terrain is laid.
fn ready(scenario: &str) -> Position {
    let mut position = start(scenario);
    if position.game().awaits_terrain() {
        position.resolve(Lots(7)).expect("the lot for the terrain");
    }
    position
}

fn editor(scenario: &str, side: Side) -> Editor {
    Editor::new(&ready(scenario), side).expect("a hidden set-up")
}

const HIDDEN: [&str; 4] = ["test-of-wills", "border-war", "march", "valley-war"];

fn total(editor: &Editor, kind: Kind) -> usize {
    let line = editor.reserve().into_iter().find(|line| line.kind == kind);
    line.map_or(0, |line| line.total)
}

#[test]
fn border_war_offers_the_five_mixes_of_the_rules_and_valley_war_its_four() {
    let mixes = |scenario| {
        let choice = ready(scenario).game().choice.expect("a choice");
        Mix::all(choice)
            .into_iter()
            .map(|mix| mix.0)
            .collect::<Vec<_>>()
    };
    assert_eq!(
        mixes("border-war"),
        [[3, 9, 0], [4, 7, 1], [5, 5, 2], [6, 3, 3], [7, 1, 4]]
    );
    assert_eq!(
        mixes("valley-war"),
        [[0, 6, 6], [1, 4, 7], [2, 2, 8], [3, 0, 9]]
    );
}

#[test]
fn the_reserve_follows_the_mix_and_the_free_units() {
    let mut editor = editor("border-war", Side::White);
    editor.take_mix(Mix([7, 1, 4]));
    assert_eq!(Mix::KINDS.map(|kind| total(&editor, kind)), [7, 1, 4]);
    editor.take_mix(Mix([12, 0, 0]));
    assert_eq!(editor.chosen().mix(), Mix([7, 1, 4]), "no mix of the rules");
    for _ in 0..9 {
        editor.choose(Kind::Cannon, true);
    }
    assert_eq!(
        (total(&editor, Kind::Cannon), editor.others_to_choose()),
        (10, 0)
    );
    editor.choose(Kind::Leader3, true);
    editor.choose(Kind::Cannon, false);
    editor.choose(Kind::Rookish, true);
    editor.choose(Kind::Rookish, true);
    assert_eq!(
        (total(&editor, Kind::Rookish), total(&editor, Kind::Leader3)),
        (1, 4)
    );
    for _ in 0..9 {
        editor.choose(Kind::Infantry, false);
    }
    assert_eq!(total(&editor, Kind::Infantry), 16, "the army itself stays");
}

#[test]
fn another_mix_changes_the_levels_of_leaders_that_stand_and_moves_nobody() {
    let mut editor = editor("border-war", Side::Black);
    editor.fill();
    let leaders = |editor: &Editor| {
        let placed = editor.placed().iter();
        placed
            .filter(|(_, kind)| kind.is_leader())
            .map(|(cell, _)| *cell)
            .collect::<Vec<_>>()
    };
    let before = leaders(&editor);
    for mix in [[3, 9, 0], [7, 1, 4], [4, 7, 1]] {
        editor.take_mix(Mix(mix));
        assert_eq!(leaders(&editor), before);
        assert!(editor.order().is_ok(), "{mix:?}: {:?}", editor.order());
    }
}

#[test]
fn a_free_unit_given_back_leaves_the_board_when_all_of_its_kind_stand() {
    let mut editor = editor("border-war", Side::White);
    editor.fill();
    editor.choose(Kind::Cannon, false);
    assert_eq!(editor.placed().len(), 47);
    editor.choose(Kind::Hero, true);
    assert!(matches!(editor.order(), Err(Illegal::WrongChoice { .. })));
    let free = editor.sections_cells().iter().flatten().copied();
    let free = free
        .clone()
        .find(|cell| !editor.placed().contains_key(cell))
        .expect("the cell it left");
    editor.place(Kind::Hero, free);
    assert!(editor.order().is_ok());
}

#[test]
fn every_book_set_up_is_legal_in_every_game_whatever_way_it_is_turned() {
    for scenario in HIDDEN {
        for side in Side::BOTH {
            let mut editor = editor(scenario, side);
            for book in 0..editor.books().count() {
                editor.take_book(book);
                assert!(editor.order().is_ok(), "{scenario} {side} book {book}");
                for turn in [Symmetry::Mirror, Symmetry::HalfTurn] {
                    assert!(editor.can_turn(turn), "{scenario} {side}");
                    let before = editor.placed().clone();
                    editor.turn(turn);
                    assert!(editor.order().is_ok(), "{scenario} {side} {turn:?}");
                    assert_ne!(editor.placed(), &BTreeMap::new());
                    editor.turn(turn);
                    assert_eq!(editor.placed(), &before);
                }
            }
        }
    }
}

#[test]
fn filling_up_makes_every_beginning_a_legal_set_up_and_keeps_what_fits() {
    for scenario in HIDDEN {
        for side in Side::BOTH {
            for seed in 0..40_u32 {
                let mut editor = editor(scenario, side);
                // a beginning of no plan: units of the reserve here and there, in any section
                let mut number = seed.wrapping_mul(2_654_435_761).wrapping_add(11);
                let mut draw = |below: usize| {
                    number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    (number >> 8) as usize % below
                };
                let cells: Vec<_> = editor.sections_cells().iter().flatten().copied().collect();
                for _ in 0..seed {
                    let lines = editor.reserve();
                    let kind = lines[draw(lines.len())].kind;
                    editor.place(kind, cells[draw(cells.len())]);
                }
                editor.fill();
                let told = editor.order();
                assert!(told.is_ok(), "{scenario} {side} {seed}: {told:?}");
                assert!(editor.reserve().iter().all(|line| line.left == 0));
                editor.undo();
                assert!(seed == 0 || !editor.placed().is_empty(), "one step");
            }
        }
    }
}

#[test]
fn what_stands_within_the_rules_is_not_moved_by_filling_up() {
    let mut editor = editor("border-war", Side::White);
    let mine = [
        ("b2", Kind::Leader3),
        ("a4", Kind::Cannon),
        ("k1", Kind::LightCavalry),
        ("x4", Kind::Leader1),
    ];
    for (name, kind) in mine {
        editor.place(kind, cell(name));
    }
    editor.fill();
    for (name, kind) in mine {
        assert_eq!(editor.placed().get(&cell(name)), Some(&kind), "{name}");
    }
}

#[test]
fn blocks_that_enter_change_their_turns_and_nothing_else() {
    let mut editor = editor("valley-war", Side::White);
    let turns: Vec<_> = editor
        .sections()
        .iter()
        .map(|section| section.enters)
        .collect();
    assert_eq!(turns, [1, 6, 12, 20].map(Some));
    editor.take_book(1);
    let block = |editor: &Editor, number: usize| {
        let cells = editor.sections_cells()[number].iter();
        let mut kinds: Vec<Kind> = cells
            .filter_map(|cell| editor.placed().get(cell))
            .copied()
            .collect();
        kinds.sort_unstable();
        kinds
    };
    let before: Vec<_> = (0..4).map(|number| block(&editor, number)).collect();
    editor.exchange_with_next(0);
    assert_eq!(block(&editor, 0), before[1]);
    assert_eq!(block(&editor, 1), before[0]);
    assert_eq!(block(&editor, 3), before[3]);
    assert!(editor.order().is_ok());
    editor.exchange_with_next(3);
    assert_eq!(
        block(&editor, 3),
        before[3],
        "there is no block after the last"
    );
}

#[test]
fn undo_takes_back_what_was_chosen_as_well_as_what_was_placed() {
    let mut editor = editor("border-war", Side::White);
    let first = editor.chosen().clone();
    editor.take_mix(Mix([3, 9, 0]));
    editor.choose(Kind::Infantry, true);
    editor.take_book(0);
    assert_ne!(editor.chosen(), &first);
    for _ in 0..3 {
        editor.undo();
    }
    assert!(!editor.can_undo());
    assert_eq!(editor.chosen(), &first);
    for _ in 0..3 {
        editor.redo();
    }
    assert!(editor.order().is_ok());
    let standing = editor
        .sections()
        .into_iter()
        .map(|section| section.standing);
    assert!(
        standing
            .into_iter()
            .all(|standing| standing == Standing::Done)
    );
}

#[test]
fn the_terrain_of_the_lot_is_under_the_set_up_and_its_words_are_known() {
    let editor = editor("border-war", Side::White);
    let words = terrain_lot(editor.game()).expect("a lot was drawn");
    assert_eq!(words, rules::warlord::words(7));
    let bare = start("border-war");
    assert_ne!(editor.game().terrain, bare.game().terrain);
    assert_eq!(terrain_lot(bare.game()), None);
}
