//! `warlord match`: games between players, kept as files, gone on with, and counted.

use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

fn warlord(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_warlord"))
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("the program starts")
}

/// The lines of a match with `--json`: the games, then the figures.
fn lines(folder: &Path, arguments: &[&str]) -> Vec<Value> {
    let output = warlord(folder, &[&["match"], arguments, &["--json"]].concat());
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(output.status.success(), "{text}");
    text.lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect()
}

fn place() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

#[test]
fn a_player_against_itself_scores_exactly_half_of_each_pair() {
    let place = place();
    let players = [
        ("clash-of-arms", "computer"),
        ("clash-of-arms", "reply-1"),
        ("test-of-wills", "capture"),
        ("test-of-wills", "beam"),
    ];
    for (scenario, player) in players {
        let folder = format!("{scenario}-{player}");
        let ask = [
            player,
            player,
            "--scenario",
            scenario,
            "--games",
            "4",
            "--nodes",
            "40",
            "--max-turns",
            "30",
            "--out",
            &folder,
        ];
        let lines = lines(place.path(), &ask);
        let (figures, games) = lines.split_last().expect("figures");
        assert_eq!(games.len(), 4);
        assert_eq!(figures["figures"]["elo"], 0.0, "{figures}");
        assert_eq!(
            figures["figures"]["elo_interval"],
            serde_json::json!([0.0, 0.0])
        );
        assert_eq!(
            figures["figures"]["pentanomial"],
            serde_json::json!([0, 0, 2, 0, 0])
        );
        for pair in games.chunks(2) {
            assert_eq!(pair[0]["seed"], pair[1]["seed"]);
            assert_eq!(pair[0]["end"], pair[1]["end"], "the same game twice");
            assert_eq!(pair[0]["turns"], pair[1]["turns"]);
        }
        assert_ne!(games[0]["seed"], games[2]["seed"]);
    }
}

#[test]
fn games_are_kept_shown_and_gone_on_with() {
    let place = place();
    let ask = |games: &'static str| {
        [
            "greedy",
            "random",
            "--games",
            games,
            "--scenario",
            "clash-of-arms",
            "--seed",
            "5",
            "--max-turns",
            "40",
            "--out",
            "games",
        ]
    };
    let before = lines(place.path(), &ask("2"));
    // as if the program had died while it wrote a line
    let path = place.path().join("games/games.jsonl");
    let mut text = std::fs::read_to_string(&path).expect("the lines");
    text.push_str("{\"game\":3,");
    std::fs::write(&path, text).expect("written");
    let after = lines(place.path(), &ask("4"));
    assert_eq!(
        before[..2],
        after[..2],
        "what was played is not played again"
    );
    assert_eq!(after.len(), 5);
    let figures = &after[4]["figures"];
    assert_eq!(
        (&figures["games"], &figures["pairs"]),
        (&4.into(), &2.into())
    );
    assert_eq!(figures["losses"], 0, "{figures}");
    for game in &after[..4] {
        let file = format!("games/{}", game["file"].as_str().expect("a name"));
        let shown = warlord(place.path(), &["show", &file]);
        assert!(shown.status.success(), "{file}");
    }
    assert_ne!(
        after[0]["first_seat"], after[1]["first_seat"],
        "the seats change"
    );
}

#[test]
fn games_of_another_match_are_not_counted() {
    let place = place();
    let first = [
        "random",
        "random",
        "--games",
        "2",
        "--max-turns",
        "2",
        "--out",
        "here",
    ];
    lines(place.path(), &first);
    let other = [
        "match",
        "random",
        "capture",
        "--max-turns",
        "2",
        "--out",
        "here",
    ];
    let refused = warlord(place.path(), &other);
    assert_eq!(refused.status.code(), Some(2));
    let why = String::from_utf8(refused.stderr).expect("UTF-8");
    assert!(
        why.contains("another match") && why.contains("--out"),
        "{why}"
    );
}

#[test]
fn a_bot_that_ends_has_lost() {
    let place = place();
    let ask = [
        "random",
        "engine true",
        "--games",
        "2",
        "--max-turns",
        "20",
        "--out",
        "here",
    ];
    let lines = lines(place.path(), &ask);
    for game in &lines[..2] {
        assert_eq!(game["winner"], "random-1", "{game}");
        assert!(
            game["forfeit"]
                .as_str()
                .is_some_and(|why| why.contains("engine true")),
            "{game}"
        );
    }
    assert_eq!(lines[2]["forfeits"], 2);
}

#[test]
fn a_test_of_two_hypotheses_ends_the_match_early() {
    let place = place();
    let ask = [
        "greedy-1", "random-1", "--games", "400", "--sprt", "0", "200", "--out", "here",
    ];
    let lines = lines(place.path(), &ask);
    let (figures, games) = lines.split_last().expect("figures");
    assert_eq!(figures["sprt"]["verdict"], "high", "{figures}");
    assert!(
        games.len() < 100 && games.len().is_multiple_of(2),
        "{} games",
        games.len()
    );
    let wrong = warlord(
        place.path(),
        &[
            "match", "random", "random", "--sprt", "5", "0", "--out", "there",
        ],
    );
    assert_eq!(wrong.status.code(), Some(2));
}
