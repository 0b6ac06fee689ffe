//! The fate of the side of a player who leaves a table for good, as all have agreed before. With `WARLORD_DEEP=all` the player
//! is gone without a word too, which takes two minutes for each.

use std::path::PathBuf;
use std::time::Duration;

use rules::testing::depth::deep;
use serde_json::Value;

use super::{Homes, assert_all_complete};
use crate::two_processes::program::{Program, Typist, output, text};

/// A fate by its word, a game of four, and what the others are told.
type Case = (&'static str, &'static [&'static str], &'static str);

const FOUR_SIDES: &[&str] = &[
    "--scenario",
    "tourney-4",
    "--option",
    "muster=off",
    "--option",
    "enchanted=off",
];
const TWO_SIDES: &[&str] = &["--scenario", "clash-of-arms"];
const CASES: [Case; 3] = [
    ("stand-still", FOUR_SIDES, "Sky-blue stands still"),
    ("remove", FOUR_SIDES, "Sky-blue is taken out of the game"),
    ("team-mate", TWO_SIDES, "ben now plays Amber"),
];

/// Dot leaves a table of four, and the three others go on without her by themselves, and to the end: their files of the new
/// match.
fn without_dot(homes: &Homes, (fate, game, told): Case, is_killed: bool) -> Vec<PathBuf> {
    let go_on = ["--go-on", if is_killed { "silent" } else { "resigned" }];
    let table = ["--seats", "4", "--drop", fate, "--max-turns", "16"];
    let record = ["--record", &homes.file("ann")];
    let host = homes.host(&[&table[..], game, &record, &go_on].concat());
    let code = host.code();
    let [ben, cid] = [("ben", "2"), ("cid", "3")].map(|(name, seat)| {
        let place = ["--seat", seat, "--record", &homes.file(name)];
        homes.guest(name, &code, &[&place[..], &go_on].concat())
    });
    let join = ["join", &code, "--as", "dot", "--seat", "4"];
    let mut dot = Typist::start(&homes.of("dot"), &join);
    // the lot says whose turn is the first
    dot.wait_until("note", |note| {
        let told = note["text"].as_str().unwrap_or_default();
        told.starts_with("The match has begun")
    });
    let why = match is_killed {
        true => {
            dot.kill();
            // somebody is silent after two minutes
            std::thread::sleep(Duration::from_secs(100));
            "silent"
        }
        false => {
            dot.type_lines("resign\n");
            dot.wait_for("left-out");
            "resigned"
        }
    };
    let gone = host.wait_for("may-go-on");
    let named = (&gone["name"], &gone["why"]);
    assert_eq!(named, (&"dot".into(), &why.into()));
    let words = gone["words"].as_array().expect("sentences").iter();
    let words: Vec<&str> = words.filter_map(Value::as_str).collect();
    assert!(words.join(" ").contains(told), "{fate}: {words:?}");
    let all: [&Program; 3] = [&host, &ben, &cid];
    for program in all {
        program.wait_for("continued");
    }
    assert_all_complete(vec![host, ben, cid])
}

#[test]
fn the_side_of_a_player_who_has_left_meets_the_agreed_fate_and_the_files_are_judged() {
    let ways = deep(&[false][..], &[false], &[false, true]);
    for (case, is_killed) in CASES
        .iter()
        .flat_map(|case| ways.iter().map(move |way| (*case, *way)))
    {
        let homes = Homes::new();
        let fate = case.0;
        let files = without_dot(&homes, case, is_killed);
        let new = files[0].to_str().expect("text");
        assert!(new.ends_with("match-2.fpm"), "{new}");
        let judged = output(&homes.of("ben"), &["judge", &homes.file("ben"), new]);
        let said = text(&judged.stdout);
        // that somebody was silent nobody can prove
        let found = if is_killed {
            (1, "CLAIMED")
        } else {
            (0, "COMPLETE")
        };
        assert_eq!(judged.status.code(), Some(found.0), "{said}");
        assert!(said.contains("dot") && said.contains(found.1), "{said}");
        let shown = output(&homes.of("ann"), &["show", "--json", new]);
        let game: Value = serde_json::from_slice(&shown.stdout).expect("a game");
        let position = game["position"].as_str().expect("text");
        // of a side that stands still the rules may be done with as well
        let mut fields = position.split(' ');
        let is_out = fields.any(|field| field.starts_with("out=") && field.ends_with('g'));
        assert!(is_out || fate != "remove", "{fate}: {position}");
        // from there on nobody gives orders for Dot, and with her side in a mate's hand that mate gives all of them
        let line = game["line"].as_array().expect("matches");
        let from = line.last().and_then(|last| last["from_turn"].as_u64());
        let from = from.expect("a number");
        let orders = game["orders"].as_array().expect("turns").iter();
        let later = orders.filter(|turn| turn["turn"].as_u64() > Some(from));
        let of_side: Vec<&Value> = later.filter(|turn| turn["side"] == "black").collect();
        if fate == "team-mate" {
            assert!(!of_side.is_empty(), "{game}");
            assert!(of_side.iter().all(|turn| turn["seat"] == 1), "{of_side:?}");
        }
    }
}
