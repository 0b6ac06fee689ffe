//! A half-made turn or choice of each family comes back after the user left the match: the text of its file keeps it.

use std::path::PathBuf;

use families::tourney::model::hand::HandCommand;
use families::tourney::model::muster::MusterChange;
use families::tourney::model::secret::Change;
use families::wargame::model::editor::EditorCommand;
use kit::model::family::SecretChoice as _;
use rules::tourney::{Card, Kind, Line};
use rules::{AnyPosition, Lots, Rules, ToAct};

use crate::model::tests::{Match, cell, start};
use crate::model::unfinished::Unfinished;
use crate::model::{BoardCommand, DraftCommand, News, SecretCommand};

/// Leaves a match with what `begin` half makes, opens it again as `open` does, and expects the same; `words` are those
/// of the question before it is left.
#[track_caller]
fn comes_back(open: impl Fn() -> Match, begin: impl FnOnce(&mut Match), words: &str) {
    let mut left = open();
    assert_eq!(left.table().unfinished_words(), None);
    begin(&mut left);
    let kept = left.table().unfinished();
    assert!(!kept.is_empty(), "something is half made");
    assert_eq!(left.table().unfinished_words(), Some(words));
    let text = kept.write();
    let read = Unfinished::read(&text).expect("its own writing");
    let mut again = open();
    again.give(News::Unfinished(PathBuf::from("match.fpm"), read));
    assert_eq!(again.table().unfinished(), kept, "{text}");
    assert_eq!(again.orders(), left.orders());
}

const TURN: &str = "Your unfinished turn is kept as it is, and not sent.";
const SET_UP: &str = "Your set-up is kept as it is, and not sent.";
const CARDS: &str = "The cards you have chosen are kept as they are, and not sent.";
const PLACE: &str = "The place you have chosen is kept as it is, and not sent.";

fn click(game: &mut Match, cells: &[&str]) {
    for name in cells {
        game.give(BoardCommand::Click(cell(name)));
    }
}

fn at(position: &AnyPosition, text: &str) -> AnyPosition {
    position.with_text(text).expect("a sound position")
}

/// A scenario with one switch on.
fn with(scenario: &str, option: &str) -> AnyPosition {
    let scenario = scenario::load(scenario).expect("built in");
    let scenario = scenario.expect("a sound one");
    let options = [(option.to_owned(), "on".to_owned())];
    scenario.start(&options).expect("a switch")
}

#[test]
fn half_made_turns_of_every_family_come_back() {
    for scenario in ["clash-of-arms", "wargame-small", "tourney-small"] {
        let open = || {
            let mut position = start(scenario);
            if let ToAct::Lots(_) = position.to_act() {
                position.resolve(Lots(0)).expect("a lot is due");
            }
            Match::of(position, Match::PEOPLE)
        };
        let begin = |game: &mut Match| {
            game.click_something();
            if game.orders() == 0 {
                game.give(HandCommand::Take(0));
            }
            assert_eq!(game.orders(), 1, "{scenario}");
        };
        comes_back(open, begin, TURN);
    }
}

#[test]
fn an_answer_to_what_the_rules_ask_comes_back_with_the_turn_before_it() {
    let text = "3w3/l1f4/3F3/7/3LW2/6k/7 w 1 0 db=K";
    let open = || Match::of(at(&start("tourney-small"), text), Match::PEOPLE);
    let begin = |game: &mut Match| {
        click(game, &["d5", "d6"]);
        // the rules now ask who is freed
        game.give(DraftCommand::EndTurn);
        game.give(HandCommand::Take(0));
        assert_eq!(game.orders(), 3);
    };
    comes_back(open, begin, TURN);
}

#[test]
fn half_made_hidden_set_ups_of_the_wargame_come_back_for_either_side() {
    for scenario in ["wargame-1", "wargame-2"] {
        for seat in [0, 1] {
            let mut deciders = [crate::model::table::Decider::Peer; 2];
            deciders[seat] = crate::model::table::Decider::Person;
            let open = || {
                let mut position = start(scenario);
                // the terrain may be drawn by lot before the set-up
                if let ToAct::Lots(_) = position.to_act() {
                    position.resolve(Lots(7)).expect("a lot is due");
                }
                Match::of(position, deciders)
            };
            let begin = |game: &mut Match| {
                game.give(EditorCommand::Fill);
                let table = game.table();
                let Some(families::Secret::WarGame(editor)) = &table.secrets.choice else {
                    panic!("an editor: {:?}", table.secrets.choice);
                };
                assert!(editor.decision().is_some(), "it is whole");
                use kit::model::army::ArmyEditor as _;
                let first = *editor.placed().keys().next().expect("a unit");
                game.give(EditorCommand::Remove(first));
                let choice = game.table().secrets.choice.as_ref();
                assert!(choice.expect("an editor").order().is_none(), "half made");
            };
            comes_back(open, begin, SET_UP);
        }
    }
}

#[test]
fn half_chosen_cards_of_a_duel_come_back() {
    let open = || {
        let text = "3w3/l6/7/7/3K(kf)2/7/3W3 w 1 0";
        let mut game = Match::of(at(&start("tourney-small"), text), Match::PEOPLE);
        click(&mut game, &["d3", "e3"]);
        game.end_turn();
        game.give(SecretCommand::LiftCurtain);
        game
    };
    // the second of two pairs alone, then both
    for pairs in [&[1][..], &[0, 1]] {
        let begin = |game: &mut Match| {
            for pair in pairs {
                game.give(Change::Card(*pair, Card::LowHigh));
            }
        };
        comes_back(open, begin, CARDS);
    }
}

#[test]
fn the_place_of_an_aim_and_of_its_parry_come_back() {
    let begin = |game: &mut Match| {
        game.give(Change::Line(Line::Middle));
    };
    let aims = || {
        let text = "3w3/l6/7/7/7/B1f4/3W3 w 1 0";
        let mut game = Match::of(at(&with("tourney-small", "bowmen"), text), Match::PEOPLE);
        click(&mut game, &["a2", "c2"]);
        game.give(HandCommand::Take(1));
        game.end_turn();
        game.give(SecretCommand::LiftCurtain);
        game
    };
    comes_back(aims, begin, PLACE);
    let parries = || {
        let mut game = aims();
        game.give(Change::Line(Line::High));
        let effects = game.give(SecretCommand::LockNow);
        game.carry_out(&effects);
        game.give(SecretCommand::LiftCurtain);
        game
    };
    comes_back(parries, begin, PLACE);
}

#[test]
fn a_half_made_muster_comes_back_and_never_with_more_than_there_is_room_for() {
    for seat in [0, 1] {
        let mut deciders = [crate::model::table::Decider::Peer; 2];
        deciders[seat] = crate::model::table::Decider::Person;
        let open = || Match::of(with("tourney-small", "muster"), deciders);
        let begin = |game: &mut Match| {
            game.give(Change::Muster(MusterChange::Fill));
            let choice = game.table().secrets.choice.as_ref().expect("a muster");
            let note = choice.note().expect("it is begun");
            let last = note.split(' ').next_back().expect("a unit");
            let at = last[1..].parse().expect("a cell");
            game.give(Change::Muster(MusterChange::Remove(at)));
        };
        comes_back(open, begin, SET_UP);
    }
    // a file that was changed by hand
    let mut game = Match::of(with("tourney-small", "muster"), Match::REMOTE);
    let choice = game
        .model
        .table
        .as_mut()
        .and_then(|table| table.secrets.choice.as_mut());
    let choice = choice.expect("a muster");
    choice.take_note("Le2 Le2 Le2 Ke2 Fe2 Xe1 Ka7 nonsense");
    let families::Secret::Tourney(muster) = &*choice else {
        panic!("{choice:?}");
    };
    let families::tourney::model::secret::Made::Muster(muster) = muster.made() else {
        panic!("{muster:?}");
    };
    let placed: Vec<Kind> = muster.placed().iter().map(|unit| unit.kind).collect();
    assert_eq!(
        placed.len(),
        2,
        "two on a square, none in the enemy's zone: {placed:?}"
    );
}

#[test]
fn a_card_of_the_toy_comes_back() {
    let open = || super::toy::in_a_fight();
    let begin = |game: &mut Match| {
        game.give(super::SecretChange::Toy(2));
    };
    comes_back(open, begin, "Your card is kept as it is, and not sent.");
}
