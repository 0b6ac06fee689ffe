//! The house notes of the shipped scenarios: what is this project's own addition is labeled, and nothing else.

use scenario::{Scenario, built_in, load};

fn scenarios() -> impl Iterator<Item = Scenario> {
    built_in()
        .iter()
        .map(|built_in| load(built_in.key).expect("built in").expect("right"))
}

/// The note on a table of a scenario, without line breaks; empty if there is none.
fn note(scenario: &Scenario, part: &str) -> String {
    let mut notes = scenario.head().house.iter();
    let note = notes.find(|house| house.part == part);
    note.map_or_else(String::new, |house| house.note.replace('\n', " "))
}

#[test]
fn the_short_game_as_a_default_is_labeled_as_ours() {
    let is_short = |scenario: &Scenario| {
        let mut options = scenario.options().into_iter();
        options.any(|option| option.key == "short" && option.default == "3")
    };
    let short: Vec<Scenario> = scenarios().filter(is_short).collect();
    assert_eq!(short.len(), 9);
    for scenario in short {
        let note = note(&scenario, "options");
        assert!(
            note.contains("is the default is ours"),
            "{}: {note}",
            scenario.key()
        );
    }
}

#[test]
fn the_duel_by_cards_is_labeled_as_ours() {
    for scenario in scenarios().filter(|one| one.family() == rules::Family::Tourney) {
        let note = note(&scenario, "options");
        assert!(
            note.contains("The duel by cards is ours"),
            "{}",
            scenario.key()
        );
    }
}

#[test]
fn what_the_originals_leave_open_is_not_said_to_be_theirs() {
    let note_of = |key: &str, part: &str| note(&load(key).expect("built in").expect("right"), part);
    // no page says how many units other than leaders there are
    for key in ["clash-of-arms", "warlord-2.0"] {
        let note = note_of(key, "army");
        let ours = note.split_once("original's").map(|(_, ours)| ours);
        assert!(
            ours.is_some_and(|ours| ours.contains("26 others")),
            "{note}"
        );
    }
    // the page goes from 9 orders to 18 "by about turn 10"
    let note = note_of("valley-war", "turn");
    assert!(
        note.contains("jumps all at once, on the owner's tenth turn, is ours"),
        "{note}"
    );
}
