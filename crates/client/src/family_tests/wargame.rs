//! The model of WarGame tables: clicks, led moves, company, overlays and hidden set-ups.

use std::sync::Arc;

use families::wargame::model::deeds::DeedKind;
use families::wargame::model::editor::{Editor, EditorCommand, Pick};
use families::wargame::model::hand::{HandCommand, Overlay};
use families::wargame::model::set_up::SetUpCommand;
use families::wargame::model::words;
use families::{Secret, SetUp, WarGame};
use kit::model::army::{ArmyEditor as _, Symmetry};
use kit::model::family::{FamilyWords as _, SetUpChoice as _};
use kit::model::scenarios::{findings, with_set_up};
use picture::{LineKind, Mark, Scene};
use protocol::Seat;
use rules::wargame::{Game, Kind, Order, Position, Side, Start};
use rules::{AnyOrder, AnyPosition};
use scenario::wargame::Content;

use crate::model::table::Table;
use crate::model::tests::{Match, cell, proposed, start};
use crate::model::{BoardCommand, SecretCommand};
use crate::views::scene_of;

/// The game of a scenario as if both armies were on the board.
fn game(scenario: &str) -> Arc<Game> {
    let scenario = scenario::load(scenario)
        .expect("a built-in scenario")
        .expect("a valid one");
    let game = Content::of(&scenario).expect("a WarGame").game();
    Arc::new(Game {
        start: Start::Fixed(Vec::new()),
        ..game.clone()
    })
}

/// A match in a position of a scenario's board.
fn at(scenario: &str, text: &str) -> Match {
    let position = Position::from_text(game(scenario), text).expect("a position");
    Match::of(AnyPosition::WarGame(position), Match::PEOPLE)
}

/// White's tank on d4 with the Supreme Commander behind it, infantry before it and a gun beyond.
const TANK: &str = "11(sc)/12/4a7/3i8/3T8/12/3(SC)8/12 w 5 0";

fn tank() -> Match {
    at("wargame-small", TANK)
}

fn click(game: &mut Match, cells: &str) {
    for name in cells.split_whitespace() {
        game.give(BoardCommand::Click(cell(name)));
    }
}

fn orders(game: &Match) -> Vec<String> {
    let draft = game.table().turn.draft.as_ref().expect("an open turn");
    let orders = draft.orders().map(|order| match order {
        AnyOrder::WarGame(order) => WarGame::short(order),
        other => panic!("an order of this family: {other:?}"),
    });
    orders.collect()
}

fn scene(game: &Match) -> Scene {
    scene_of(game.table(), game.position())
}

fn marked(game: &Match, wanted: Mark) -> Vec<String> {
    let scene = scene(game);
    let marks = scene.marks.iter().filter(|(_, mark)| *mark == wanted);
    marks.map(|(cell, _)| cell.to_string()).collect()
}

#[test]
fn a_cell_with_several_deeds_asks_which_and_a_second_click_takes_the_first() {
    let mut game = tank();
    click(&mut game, "d4");
    assert_eq!(marked(&game, Mark::Fire), ["d5"]);
    assert_eq!(marked(&game, Mark::Overrun), ["d5"]);
    assert!(marked(&game, Mark::Capture).contains(&"d5".to_owned()));
    click(&mut game, "d5");
    let asked = &game.table().board.hands.wargame.asked;
    let kinds: Vec<DeedKind> = asked.iter().map(|deed| deed.kind).collect();
    assert_eq!(
        kinds,
        [DeedKind::Fire, DeedKind::Overrun, DeedKind::Assault]
    );
    assert_eq!(game.table().board.selected, Some(cell("d4")));
    let words = game.table().board.hands.words(game.position());
    assert!(words.is_some_and(|words| words.contains("fire, or overrun, or close assault")));
    click(&mut game, "d5");
    assert_eq!(orders(&game), ["d4*d5"]);
    game.give(BoardCommand::Undo);
    click(&mut game, "d4 d5");
    game.give(HandCommand::Choose(2));
    assert_eq!(orders(&game), ["d4-d5"]);
}

#[test]
fn an_overrun_leads_on_over_the_victim_until_it_is_stopped() {
    let mut game = tank();
    click(&mut game, "d4 d5");
    game.give(HandCommand::Choose(1));
    assert_eq!(game.table().board.hands.wargame.way.len(), 3);
    assert_eq!(marked(&game, Mark::Capture), ["e6"]);
    assert!(
        marked(&game, Mark::Fire).is_empty(),
        "a unit that moves does not fire"
    );
    let led = scene(&game).lines;
    assert!(led.iter().all(|line| line.kind == LineKind::Way) && led.len() == 2);
    click(&mut game, "e6");
    assert_eq!(orders(&game), ["d4-d5-d6-e6"]);
    game.give(BoardCommand::Undo);
    for stop in ["click", "button"] {
        click(&mut game, "d4 d5");
        game.give(HandCommand::Choose(1));
        match stop {
            "click" => click(&mut game, "d6"),
            _ => {
                game.give(HandCommand::Stop);
            }
        }
        assert_eq!(orders(&game), ["d4-d5-d6"], "{stop}");
        game.give(BoardCommand::Undo);
    }
    click(&mut game, "d4 d5");
    game.give(HandCommand::Choose(1));
    game.give(BoardCommand::Deselect);
    assert!(game.table().board.hands.wargame.way.is_empty());
    assert_eq!(game.orders(), 0);
}

#[test]
fn moves_are_led_step_by_step_if_the_user_wishes() {
    let mut game = tank();
    game.give(HandCommand::Switch(Overlay::Steps, true));
    click(&mut game, "d4 c5 b6");
    assert_eq!(game.orders(), 0);
    let way = &game.table().board.hands.wargame.way;
    assert_eq!(way[..], ["d4", "c5", "b6"].map(cell));
    click(&mut game, "b6");
    assert_eq!(orders(&game), ["d4-c5-b6"]);
    game.give(BoardCommand::Undo);
    click(&mut game, "d4 c5 c6");
    assert_eq!(orders(&game), ["d4-c5-c6"], "no movement point is left");
    game.give(BoardCommand::Undo);
    game.give(HandCommand::Switch(Overlay::Steps, false));
    click(&mut game, "d4 c5");
    assert_eq!(orders(&game), ["d4-c5"]);
}

#[test]
fn a_refusal_says_the_rule_and_keeps_the_unit_chosen() {
    let mut game = tank();
    for (to, rule) in [("l1", "1.5"), ("l8", "1.7")] {
        click(&mut game, "d4");
        click(&mut game, to);
        let hint = game.table().board.hint.as_ref();
        assert_eq!(hint.map(|hint| hint.rule), Some(rule), "{to}");
        assert_eq!(game.table().board.selected, Some(cell("d4")), "{to}");
        game.give(BoardCommand::Deselect);
    }
    assert_eq!(game.orders(), 0);
}

#[test]
fn a_gun_is_towed_by_clicking_it_and_chosen_by_clicking_it_again() {
    let text = "11(sc)/12/12/12/4(TC)7/4A7/12/4(SC)7 w 5 0";
    let mut game = at("wargame-small", text);
    click(&mut game, "e4");
    assert_eq!(marked(&game, Mark::Link), ["e3"]);
    click(&mut game, "e3");
    assert_eq!(game.table().board.hands.wargame.along, Some(cell("e3")));
    assert_eq!(game.table().board.selected, Some(cell("e4")));
    click(&mut game, "e3");
    assert_eq!(
        game.table().board.selected,
        Some(cell("e3")),
        "the gun itself"
    );
    assert_eq!(game.table().board.hands.wargame.along, None);
    click(&mut game, "e4 e3 e6");
    let given = orders(&game);
    assert!(
        given.len() == 1 && given[0].ends_with("-e6~e3"),
        "{given:?}"
    );
    let tows = scene(&game).lines;
    assert!(tows.iter().any(|line| line.kind == LineKind::Tow));
}

#[test]
fn rifles_are_asked_about_beside_close_assault() {
    // infantry in the town of e3
    let text = "11(sc)/12/12/12/4i7/4I7/12/4(SC)7 w 5 0";
    let mut game = at("wargame-small", text);
    click(&mut game, "e3");
    assert_eq!(marked(&game, Mark::Rifle), ["e4"]);
    click(&mut game, "e4");
    game.give(HandCommand::Choose(0));
    assert_eq!(orders(&game), ["e3!e4"]);
}

#[test]
fn a_leader_of_wargame_2_goes_along_by_a_click_and_lends_a_point() {
    let empty = ["24"; 12].join("/");
    let text = format!("23c/{empty}/1GV21/1C22/24 w 5 0");
    let mut game = at("wargame-2", &text);
    click(&mut game, "c3 i3");
    assert_eq!(
        game.table().board.hint.as_ref().map(|hint| hint.rule),
        Some("2.4")
    );
    click(&mut game, "b3 i3");
    let given = orders(&game);
    assert!(given.len() == 1, "{given:?} {:?}", game.table().board.hint);
    assert!(given[0].starts_with("c3-") && given[0].ends_with("-i3&b3"));
}

#[test]
fn overlays_show_command_fire_supply_and_ground() {
    let mut game = tank();
    game.give(HandCommand::Switch(Overlay::Fire, true));
    let lines = scene(&game).lines;
    assert!(lines.iter().all(|line| line.kind == LineKind::Fire));
    assert_eq!(lines.len(), 1, "the tank at the infantry");
    click(&mut game, "d4");
    let blocked = scene(&game).lines;
    assert!(blocked.iter().any(|line| line.kind == LineKind::Fire));
    click(&mut game, "d4");
    game.give(HandCommand::Switch(Overlay::Fire, false));
    game.give(HandCommand::Switch(Overlay::Costs, true));
    assert!(marked(&game, Mark::Cost(1)).is_empty(), "no unit is chosen");
    click(&mut game, "d4");
    assert!(marked(&game, Mark::Cost(1)).contains(&"c4".to_owned()));
    assert_eq!(marked(&game, Mark::Cost(2)), ["g4", "f5", "c6"], "hills");
    assert!(
        marked(&game, Mark::Blocked).contains(&"b3".to_owned()),
        "trees"
    );

    let text = "11(sc)/12/12/(IC)11/12/12/12/4(SC)1(TC)5 w 5 0";
    let mut game = at("wargame-small", text);
    game.give(HandCommand::Switch(Overlay::Chain, true));
    let scene = scene(&game);
    let command = scene
        .lines
        .iter()
        .filter(|line| line.kind == LineKind::Command);
    assert_eq!(command.count(), 2, "both from the Supreme Commander");
    assert!(marked(&game, Mark::Struck).is_empty());

    let text = "11(sc)/12/12/12/2T8t/12/2i9/4(SC)7 b 5 0";
    let mut game = at("wargame-small", text);
    game.give(HandCommand::Switch(Overlay::Supply, true));
    assert!(marked(&game, Mark::Danger).is_empty());
}

#[test]
fn an_order_is_described_with_what_it_does() {
    let mut game = tank();
    click(&mut game, "d4 d5");
    game.give(HandCommand::Choose(1));
    click(&mut game, "e6");
    let draft = game.table().turn.draft.as_ref().expect("an open turn");
    let order = draft.orders().next().expect("an order");
    let told = families::order(order, draft.base());
    assert_eq!(told, "d4-d5-d6-e6  Tank overruns Infantry, takes Artillery");
    let summary = families::turn_summary(draft, &game.table().turn.ready);
    assert!(summary.starts_with("1 of 3 orders used."), "{summary}");
}

fn editor(table: &Table) -> &Editor {
    match &table.secrets.choice {
        Some(Secret::WarGame(editor)) => editor,
        other => panic!("an editor is open: {other:?}"),
    }
}

#[test]
fn hidden_set_ups_are_made_behind_curtains_and_opened() {
    for (scenario, units) in [("wargame-1", 138), ("wargame-2", 80)] {
        let mut game = Match::new(scenario, Match::PEOPLE);
        for seat in [0, 1] {
            assert_eq!(game.table().secrets.curtain, Some(Seat(seat)), "{scenario}");
            game.give(SecretCommand::LiftCurtain);
            assert!(game.give(SecretCommand::LockNow).is_empty(), "empty");
            game.give(EditorCommand::TakeBook(usize::from(seat)));
            assert_eq!(editor(game.table()).worries, Default::default());
            let effects = game.give(SecretCommand::LockNow);
            let (by, orders) = proposed(&effects);
            assert_eq!(by, Seat(seat));
            game.propose(by, &orders);
        }
        let AnyPosition::WarGame(position) = game.position() else {
            panic!("a position of this family");
        };
        assert_eq!(position.units().count(), units);
        game.click_something();
        assert_eq!(game.orders(), 1);
        game.end_turn();
    }
}

fn new_editor(scenario: &str, side: Side) -> Editor {
    let AnyPosition::WarGame(start) = start(scenario) else {
        panic!("a start of this family");
    };
    Editor::new(&start, side).expect("a hidden set-up")
}

#[test]
fn every_book_is_legal_filled_from_nothing_and_read_back_by_either_side() {
    for scenario in ["wargame-1", "wargame-2"] {
        for side in Side::BOTH {
            let mut editor = new_editor(scenario, side);
            let books = editor.books().count();
            assert!(books > 0);
            for book in 0..books {
                editor.update(EditorCommand::TakeBook(book));
                assert!(
                    editor.order().is_ok(),
                    "book {book} of {side} in {scenario}"
                );
                assert_eq!(editor.worries, Default::default());
                let rows = editor.rows().expect("a whole set-up");
                let mut other = new_editor(scenario, side.opponent());
                assert!(other.may_take_rows(&rows));
                other.take_rows(&rows);
                assert_eq!(other.rows().as_ref(), Some(&rows));
            }
            editor.update(EditorCommand::Clear);
            assert!(editor.placed().is_empty() && editor.rows().is_none());
            editor.update(EditorCommand::Fill);
            assert!(editor.order().is_ok(), "{side} in {scenario}");
        }
    }
}

#[test]
fn a_set_up_is_made_by_hand_and_names_the_units_that_would_be_out_of_command() {
    let mut editor = new_editor("wargame-1", Side::White);
    assert!(editor.can_turn(Symmetry::Mirror));
    editor.update(EditorCommand::Place(Kind::SupremeCommander, cell("a1")));
    editor.update(EditorCommand::Place(Kind::TankCommander, cell("ag6")));
    editor.update(EditorCommand::Place(Kind::Tank, cell("q3")));
    editor.update(EditorCommand::Place(Kind::Tank, cell("q9")));
    assert_eq!(editor.placed().len(), 3, "q9 is not at home");
    assert_eq!(editor.worries.cut_off, [cell("ag6")]);
    assert_eq!(editor.worries.unheard, [cell("q3")]);
    editor.touch(BoardCommand::Click(cell("q3")));
    assert_eq!(editor.picked(), Some(Pick::Placed(cell("q3"))));
    editor.touch(BoardCommand::Click(cell("a1")));
    assert_eq!(
        editor.placed().get(&cell("a1")),
        Some(&Kind::Tank),
        "the two change places"
    );
    assert!(editor.worries.unheard.contains(&cell("a1")));
    editor.update(EditorCommand::Turn(Symmetry::Mirror));
    assert!(editor.placed().contains_key(&cell("ag1")));
    editor.touch(BoardCommand::Undo);
    editor.touch(BoardCommand::Undo);
    assert_eq!(editor.placed().get(&cell("q3")), Some(&Kind::Tank));
    editor.touch(BoardCommand::Redo);
    editor.update(EditorCommand::Remove(cell("a1")));
    assert_eq!(editor.placed().len(), 2);
    editor.update(EditorCommand::Fill);
    let order = editor.order().expect("what is missing is placed");
    assert!(matches!(order, Order::SetUp(set_up) if set_up.0.len() == 69));
    assert!(
        !new_editor("wargame-2", Side::White).can_turn(Symmetry::Mirror),
        "hexes"
    );
}

#[test]
fn a_few_words_tell_the_kinds_of_units_apart() {
    let game = game("wargame-1");
    let powers = |kind| words::powers(&game, kind);
    assert_eq!(powers(Kind::Tank), "move 3, range 2");
    assert_eq!(
        powers(Kind::TankCommander),
        "move 4, range 1, orders within 3, commands within 6"
    );
    assert_eq!(
        powers(Kind::CommandPost),
        "is towed by the Supreme Commander only"
    );
    assert_eq!(powers(Kind::Infantry), "move 2, fires its rifle from cover");
}

#[test]
fn a_fixed_set_up_is_changed_unit_by_unit_and_played() {
    let load = |key| scenario::load(key).expect("built in").expect("valid");
    assert!(!SetUp::can_change(&load("wargame-1")), "a hidden one");
    let scenario = load("wargame-small");
    assert!(SetUp::can_change(&scenario));
    let Some(SetUp::WarGame(mut editor)) = SetUp::new(&scenario, "", 1) else {
        panic!("an editor of this family");
    };
    let before = editor.units().clone();
    assert_eq!(editor.field().as_deref(), Some(""), "the scenario's own");
    let (from, unit) = before
        .iter()
        .next()
        .map(|(at, unit)| (*at, *unit))
        .expect("a unit");
    let free = editor.board().cells().find(|at| !before.contains_key(at));
    let free = free.expect("a free cell");
    editor.keep_alike(false);
    editor.touch(BoardCommand::Drag(from, free));
    assert_eq!(editor.units().get(&free), Some(&unit));
    assert!(editor.is_changed() && editor.units().len() == before.len());
    let field = editor.field().expect("a game can be played with it");
    let changed = with_set_up(&scenario, &field).expect("the field is read again");
    let Some(SetUp::WarGame(again)) = SetUp::new(&changed, "", 2) else {
        panic!("an editor of this family");
    };
    assert_eq!(again.units(), editor.units());
    assert!(findings(&scenario, &field).is_ok());
    editor.update(SetUpCommand::Clear);
    assert_eq!(editor.field(), None);
    assert!(editor.refused.is_some(), "nobody can play an empty board");
    editor.touch(BoardCommand::Undo);
    editor.keep_alike(true);
    editor.update(SetUpCommand::Remove(free));
    let opposite = editor.board().half_turn(free);
    assert!(!editor.units().contains_key(&free) && !editor.units().contains_key(&opposite));
}
