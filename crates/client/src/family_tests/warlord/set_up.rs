//! Changing a fixed set-up before a game.

use families::SetUp;
use families::warlord::model::set_up::{SetUpCommand, SetUpEditor};
use kit::model::family::SetUpChoice as _;
use kit::model::fixed::{Hand, NoPlace};
use kit::model::scenarios::{findings, is_changed_by, with_set_up};
use rules::warlord::{Kind, Side, Start, Terrain, Unit};
use scenario::Scenario;
use scenario::warlord::Content;

use super::cell;
use crate::model::settings::Settings;
use crate::model::{
    BoardCommand, Command, Dialog, Effect, LibraryCommand, Model, News, Page,
    SetUpCommand as PageCommand, ShellCommand,
};

/// Five by five with water on b2 only, so that neither the terrain nor the middle is the same for both sides.
const POND: &str = r#"
format = 1
family = "warlord"
title = "Pond"

[board]
files = 5
ranks = 5
terrain = """
.....
.....
.....
.~...
.....
"""

[army]
both = { L = 1, I = 1 }

[turn]
cap = 1

[set-up]
kind = "fixed"
rows = """
.i.l.
.....
.....
.....
.L.I.
"""
"#;

const WHITE_INFANTRY: Unit = Unit {
    side: Side::White,
    kind: Kind::Infantry,
};
const BLACK_INFANTRY: Unit = Unit {
    side: Side::Black,
    kind: Kind::Infantry,
};

fn pond() -> SetUpEditor {
    edit(Scenario::parse("pond.toml", POND).expect("a valid scenario"))
}

fn edit(scenario: Scenario) -> SetUpEditor {
    SetUpEditor::new(scenario, "", 1).expect("a fixed set-up")
}

fn place(editor: &mut SetUpEditor, unit: Unit, at: &str) {
    editor.put(Hand::New(unit), cell(at));
}

/// The form for playing here with a scenario, and its editor open.
fn opened(scenario: &str, pasted: &str) -> (Model, Vec<Effect>) {
    let mut model = Model::new(Settings::default());
    model.update(ShellCommand::Go(Page::Local));
    let mut library = model.library.scenarios.iter();
    let number = library.position(|known| known.key() == scenario);
    model.forms.local.setting.scenario = number.expect("a built-in scenario");
    model.forms.local.setting.set_up = pasted.to_owned();
    let effects = model.update(PageCommand::Edit);
    (model, effects)
}

fn editor(model: &Model) -> &SetUpEditor {
    match &model.forms.set_up {
        Some(SetUp::Warlord(editor)) => editor,
        other => panic!("the editor is open: {other:?}"),
    }
}

/// Carries out the check that the model asks for.
fn check(effects: &[Effect]) -> Option<Command> {
    match effects {
        [] => None,
        [Effect::Check(number, scenario, fen)] => {
            Some(News::Checked(*number, findings(scenario, fen)).into())
        }
        other => panic!("only a check is wished for: {other:?}"),
    }
}

#[test]
fn every_fixed_set_up_comes_out_as_it_went_in_and_has_sides_alike() {
    let mut opened = 0;
    for built_in in scenario::built_in() {
        let scenario = scenario::load(built_in.key)
            .expect("built in")
            .expect("valid");
        let own = Content::of(&scenario).and_then(|_| scenario.set_up_fen());
        let Some(own) = own else {
            continue;
        };
        let mut editor = edit(scenario);
        assert_eq!(editor.fen(), own, "{}", built_in.key);
        assert_eq!(editor.field(), Some(String::new()), "{}", built_in.key);
        assert!(editor.alike() && editor.is_own(), "{}", built_in.key);
        opened += 1;
    }
    assert!(opened > 5, "most scenarios are fixed");
}

#[test]
fn with_sides_alike_the_other_side_does_the_same_half_a_turn_away() {
    let mut editor = pond();
    place(&mut editor, WHITE_INFANTRY, "a1");
    assert_eq!(editor.fen(), "1i1li/5/5/5/IL1I1");
    editor.put(Hand::Placed(cell("a1")), cell("a2"));
    assert_eq!(editor.fen(), "1i1l1/4i/5/I4/1L1I1");
    editor.put(Hand::Placed(cell("b1")), cell("d1"));
    assert_eq!(editor.fen(), "1l1i1/4i/5/I4/1I1L1", "they change places");
    editor.remove(cell("e4"));
    assert_eq!(editor.fen(), "1l1i1/5/5/5/1I1L1");
    editor.put(Hand::Placed(cell("b1")), cell("d5"));
    assert_eq!(
        editor.fen(),
        "1l1I1/5/5/5/1i1L1",
        "on the cell opposite they change sides"
    );
    place(&mut editor, BLACK_INFANTRY, "c3");
    assert_eq!(editor.fen(), "1l1I1/5/2i2/5/1i1L1", "the middle is its own");
}

#[test]
fn each_side_by_itself_leaves_the_other_alone() {
    let mut editor = pond();
    editor.keep_alike(false);
    place(&mut editor, BLACK_INFANTRY, "a1");
    editor.put(Hand::Placed(cell("b1")), cell("b5"));
    assert_eq!(editor.fen(), "1L1l1/5/5/5/ii1I1");
    editor.remove(cell("d5"));
    assert_eq!(editor.fen(), "1L3/5/5/5/ii1I1");
    editor.take_own();
    assert!(editor.alike(), "the scenario's own set-up is");
}

#[test]
fn nothing_is_put_where_it_or_its_like_cannot_stand_and_the_reason_is_told() {
    let mut editor = pond();
    let before = editor.fen();
    for (at, why) in [
        (
            "b2",
            NoPlace::Here {
                cell: cell("b2"),
                ground: Terrain::Water.name(),
            },
        ),
        (
            "d4",
            NoPlace::Opposite {
                cell: cell("b2"),
                ground: Terrain::Water.name(),
            },
        ),
    ] {
        let hand = Hand::New(BLACK_INFANTRY);
        assert_eq!(editor.no_place(hand, cell(at)), Some(why));
        editor.put(hand, cell(at));
        let told = editor.refused.clone().expect("the reason");
        assert!(told.what.contains("b2") && told.what.contains("water"));
        assert_eq!(editor.fen(), before);
        editor.put(Hand::Placed(cell("b5")), cell(at));
        assert_eq!(editor.fen(), before);
    }
    assert!(!editor.can_undo());
    editor.keep_alike(false);
    place(&mut editor, BLACK_INFANTRY, "d4");
    assert_eq!(editor.refused, None);
    assert_eq!(editor.units().len(), 5);
}

#[test]
fn a_unit_is_refused_exactly_where_a_pasted_one_is() {
    for built_in in scenario::built_in() {
        let scenario = scenario::load(built_in.key)
            .expect("built in")
            .expect("valid");
        let Some(content) = Content::of(&scenario) else {
            continue;
        };
        let Start::Fixed(own) = content.game().start.clone() else {
            continue;
        };
        let mut editor = edit(scenario.clone());
        editor.keep_alike(false);
        for ground in Terrain::ALL {
            let mut cells = content.game().terrain.iter();
            let bare = |cell| own.iter().all(|(other, _)| *other != cell);
            let Some((at, _)) = cells.find(|(cell, other)| **other == ground && bare(*cell)) else {
                continue;
            };
            let units = own.iter().copied().chain([(at, WHITE_INFANTRY)]);
            let pasted = scenario.with_set_up(&content.fen_of(units));
            let refused = editor.no_place(Hand::New(WHITE_INFANTRY), at);
            assert_eq!(refused.is_some(), pasted.is_err(), "{} {at}", built_in.key);
        }
    }
}

#[test]
fn everything_is_taken_back_and_done_again() {
    let mut editor = pond();
    let mut fens = vec![editor.fen()];
    let steps: [fn(&mut SetUpEditor); 6] = [
        |editor| place(editor, WHITE_INFANTRY, "a1"),
        |editor| editor.put(Hand::Placed(cell("a1")), cell("c2")),
        |editor| editor.remove(cell("c2")),
        SetUpEditor::clear,
        |editor| editor.paste("l4/5/5/5/4L"),
        SetUpEditor::take_own,
    ];
    for step in steps {
        step(&mut editor);
        assert_ne!(fens.last(), Some(&editor.fen()));
        fens.push(editor.fen());
    }
    for fen in fens.iter().rev().skip(1) {
        editor.undo();
        assert_eq!(&editor.fen(), fen);
    }
    assert!(!editor.can_undo());
    for fen in &fens[1..] {
        editor.redo();
        assert_eq!(&editor.fen(), fen);
    }
    assert!(!editor.can_redo());
}

#[test]
fn what_is_pasted_is_taken_or_told_what_is_wrong_with_it() {
    let mut editor = pond();
    editor.paste("[FEN \"L4/5/5/5/3il w - - 0 1\"]");
    assert_eq!(editor.fen(), "L4/5/5/5/3il");
    assert!(!editor.alike(), "Black has one unit more");
    editor.paste("L4/5/5/5/3ix");
    assert_eq!(editor.fen(), "L4/5/5/5/3il");
    assert!(editor.refused.is_some());
}

#[test]
fn a_click_puts_down_what_is_in_the_hand_and_a_new_unit_stays_in_it() {
    let mut editor = pond();
    editor.pick(WHITE_INFANTRY);
    editor.click(cell("a2"));
    editor.click(cell("c2"));
    editor.click(cell("b2"));
    assert!(editor.refused.is_some());
    assert_eq!(editor.hand, Some(Hand::New(WHITE_INFANTRY)));
    assert_eq!(editor.fen(), "1i1l1/2i1i/5/I1I2/1L1I1");
    editor.pick(WHITE_INFANTRY);
    assert_eq!(editor.hand, None, "a second time puts it away");
    editor.click(cell("a2"));
    assert_eq!(editor.hand, Some(Hand::Placed(cell("a2"))));
    editor.click(cell("a3"));
    assert_eq!(editor.hand, None);
    assert_eq!(editor.fen(), "1i1l1/2i2/I3i/2I2/1L1I1");
    editor.click(cell("a1"));
    assert_eq!(editor.cursor, Some(cell("a1")));
}

#[test]
fn one_check_runs_at_a_time_and_what_came_meanwhile_is_checked_next() {
    let (mut model, effects) = opened("clash-of-arms", "");
    let first = check(&effects).expect("the set-up is checked when it is opened");
    let place =
        |model: &mut Model, at: &str| model.update(SetUpCommand::Place(WHITE_INFANTRY, cell(at)));
    assert_eq!(check(&place(&mut model, "h8")).map(drop), None);
    assert_eq!(check(&place(&mut model, "g8")).map(drop), None);
    let second = check(&model.update(first.clone())).expect("the set-up as it is now");
    assert_eq!(editor(&model).findings, Some(Ok(Vec::new())));
    assert!(check(&model.update(second)).is_none(), "nothing is new");
    let findings = editor(&model).findings.clone().expect("known");
    let keys: Vec<_> = findings
        .expect("it can be played")
        .iter()
        .map(|advice| advice.key)
        .collect();
    assert!(keys.contains(&"first-turn-capture"), "{keys:?}");
    assert!(keys.contains(&"no-command"), "{keys:?}");
    let known = editor(&model).findings.clone();
    model.update(first);
    assert_eq!(editor(&model).findings, known, "it answers nothing asked");
}

#[test]
fn what_is_made_is_played_as_if_it_had_been_pasted() {
    let (mut model, _) = opened("chieftain", "");
    model.update(SetUpCommand::Clear);
    model.update(PageCommand::Use);
    assert_eq!(model.page, Page::SetUp, "armies need leaders");
    assert!(editor(&model).refused.is_some());
    let leader = Unit {
        side: Side::White,
        kind: Kind::Leader1,
    };
    for unit in [(leader, "c2"), (WHITE_INFANTRY, "c3")] {
        model.update(SetUpCommand::Place(unit.0, cell(unit.1)));
    }
    model.update(PageCommand::Use);
    assert_eq!(
        (model.page, model.forms.set_up.is_some()),
        (Page::Local, false)
    );
    let typed = model.forms.local.setting.set_up.clone();
    let effects = model.update(LibraryCommand::StartLocal);
    let [Effect::Local(opening, _)] = &effects[..] else {
        panic!("a game opens: {effects:?}");
    };
    assert!(opening.scenario.title().ends_with("(own set-up)"));
    assert_eq!(opening.scenario.set_up_fen(), Some(typed.clone()));
    model.page = Page::Local;
    model.update(PageCommand::Edit);
    assert_eq!(editor(&model).fen(), typed);
    model.update(SetUpCommand::TakeOwn);
    model.update(PageCommand::Use);
    assert_eq!(model.forms.local.setting.set_up, "");
}

#[test]
fn changes_are_left_only_after_a_question() {
    let (mut model, _) = opened("clash-of-arms", "");
    model.update(ShellCommand::Back);
    assert_eq!(model.page, Page::Local);
    model.update(PageCommand::Edit);
    model.update(SetUpCommand::Remove(cell("b4")));
    model.update(ShellCommand::Back);
    assert_eq!(
        (model.page, model.over.dialog),
        (Page::SetUp, Some(Dialog::SetUp))
    );
    model.update(ShellCommand::CloseDialog);
    model.update(SetUpCommand::Pick(WHITE_INFANTRY));
    for left in [None, Some(Dialog::SetUp)] {
        model.update(BoardCommand::Deselect);
        assert_eq!(
            model.over.dialog, left,
            "what is in the hand is put away first"
        );
    }
    model.update(ShellCommand::CloseDialog);
    model.update(ShellCommand::Go(Page::Help));
    model.update(ShellCommand::Back);
    assert!(editor(&model).is_changed(), "help is only beside it");
    model.update(ShellCommand::Back);
    model.update(PageCommand::Drop);
    assert_eq!((model.page, model.over.dialog), (Page::Local, None));
    assert_eq!(model.forms.local.setting.set_up, "");
}

#[test]
fn a_form_whose_text_cannot_be_read_opens_the_scenarios_own_and_keeps_the_text() {
    let (mut model, _) = opened("clash-of-arms", "nonsense");
    assert!(editor(&model).is_own());
    assert!(editor(&model).refused.is_some());
    model.update(ShellCommand::Back);
    assert_eq!(model.forms.local.setting.set_up, "nonsense");
}

#[test]
fn switches_that_a_changed_set_up_does_not_have_are_forgotten() {
    let (model, _) = opened("warlord-ii", "");
    let mut setting = model.forms.local.setting.clone();
    let scenario = &model.library.scenarios[setting.scenario];
    for option in scenario.options() {
        match option.key {
            "swap" | "reduced-chiefs" => setting.set(&option, "on"),
            _ => {}
        }
    }
    assert_eq!(setting.options.len(), 2);
    let own = scenario.set_up_fen().expect("a fixed set-up");
    assert!(!is_changed_by(scenario, "") && !is_changed_by(scenario, &format!(" {own}\n")));
    setting.keep(&with_set_up(scenario, &own).expect("its own").options());
    assert_eq!(setting.options.len(), 2);
    // the leader that may stay away has gone
    let content = Content::of(scenario).expect("of this family");
    let start = content.spare_leaders()[0];
    let Start::Fixed(units) = &content.game().start else {
        panic!("a fixed set-up");
    };
    let left = units.iter().copied().filter(|(at, _)| *at != start);
    let fewer = content.fen_of(left);
    assert!(is_changed_by(scenario, &fewer));
    let changed = with_set_up(scenario, &fewer).expect("a set-up");
    assert!(changed.start(&setting.options).is_err());
    setting.keep(&changed.options());
    assert_eq!(setting.options, [("swap".to_owned(), "on".to_owned())]);
    assert!(changed.start(&setting.options).is_ok());
}
