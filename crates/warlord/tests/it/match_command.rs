//! `warlord match`: games between players, kept as files, continued, and counted.

use std::path::Path;
use std::process::{Command, Output};

use rules::testing::depth::deep;
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

/// Why a match is refused.
fn refusal(folder: &Path, arguments: &[&str]) -> String {
    let output = warlord(folder, &[&["match"], arguments].concat());
    let why = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(output.status.code(), Some(2), "{why}");
    why
}

/// A short match of two players without a budget.
const SHORT: [&str; 8] = [
    "random",
    "random",
    "--games",
    "2",
    "--max-turns",
    "2",
    "--out",
    "here",
];

#[test]
fn games_of_another_match_are_not_counted() {
    let place = place();
    lines(place.path(), &SHORT);
    let why = refusal(
        place.path(),
        &[&SHORT[..], &["--nodes", "80", "--seed", "7"]].concat(),
    );
    for part in [
        "another match: budget was \"100 ms\" and is \"80 nodes\"",
        "seed was 1 and is 7",
        "--out",
    ] {
        assert!(why.contains(part), "{part}: {why}");
    }
    assert!(!why.contains("max_turns"), "{why}");

    let record = place.path().join("here/games.jsonl");
    let text = std::fs::read_to_string(&record).expect("the record");
    let other = text.replace("\"program\":\"warlord ", "\"program\":\"warlord 0.0.9, ");
    std::fs::write(&record, other).expect("written");
    let why = refusal(place.path(), &SHORT);
    assert!(
        why.contains("program was \"warlord 0.0.9") && why.contains("two programs"),
        "{why}"
    );
    let older = text.replace("\"program\"", "\"unknown\"");
    std::fs::write(&record, older).expect("written");
    let why = refusal(place.path(), &SHORT);
    assert!(why.contains("no match of this version"), "{why}");

    // with no game played, nothing is lost
    let head = text.lines().next().expect("a head").to_owned() + "\n";
    std::fs::write(&record, head).expect("written");
    let other = [&SHORT[..], &["--seed", "7"]].concat();
    assert_eq!(lines(place.path(), &other)[2]["seed"], 7);
    let text = std::fs::read_to_string(&record).expect("the record");
    assert!(
        text.starts_with('{') && text.contains("\"seed\":7}\n"),
        "{text}"
    );
}

#[test]
fn a_record_that_is_spoiled_or_in_use_is_refused() {
    let place = place();
    lines(place.path(), &SHORT);
    let record = place.path().join("here/games.jsonl");
    let text = std::fs::read_to_string(&record).expect("the record");
    let last = text.lines().last().expect("a game");
    std::fs::write(&record, format!("{text}{last}\n")).expect("written");
    let why = refusal(place.path(), &SHORT);
    assert!(
        why.contains("line 4 has game 2 in place of game 3"),
        "{why}"
    );
    std::fs::write(&record, b"\xff\xfe\n").expect("written");
    let why = refusal(place.path(), &SHORT);
    assert!(
        why.contains("it is no text") && !why.contains("written"),
        "{why}"
    );

    std::fs::write(&record, text).expect("written");
    let lock = std::fs::File::open(place.path().join("here/.lock")).expect("a lock");
    lock.lock().expect("nobody else has it");
    let why = refusal(place.path(), &SHORT);
    assert!(why.contains("another program plays into here"), "{why}");
    drop(lock);
    lines(place.path(), &SHORT);
}

#[test]
fn senseless_numbers_are_refused() {
    let place = place();
    for ask in [
        ["--games", "0", "--seed", "1"],
        ["--max-turns", "0", "--seed", "1"],
        ["--threads", "0", "--seed", "1"],
    ] {
        refusal(place.path(), &[&["random", "random"], &ask[..]].concat());
    }
    for [low, high] in [["0", "inf"], ["NaN", "5"], ["5", "0"]] {
        let why = refusal(place.path(), &["random", "random", "--sprt", low, high]);
        assert!(why.contains("--sprt"), "{why}");
    }
    let made = std::fs::read_dir(place.path()).expect("a folder");
    assert_eq!(made.count(), 0, "nothing is begun");
}

#[test]
fn matches_of_other_settings_have_other_folders() {
    let place = place();
    let ask = ["random", "beam", "--games", "2", "--max-turns", "4"];
    let folder = |more: &[&str]| {
        let played = lines(place.path(), &[&ask[..], more].concat());
        played[2]["folder"].as_str().expect("a name").to_owned()
    };
    let folders = [
        folder(&["--nodes", "5"]),
        folder(&["--nodes", "6"]),
        folder(&["--nodes", "5", "--seed", "2"]),
        folder(&["--nodes", "5", "--option", "short=0"]),
    ];
    assert!(
        folders[0].starts_with("match-random-1-beam-1-clash-of-arms-5-nodes"),
        "{folders:?}"
    );
    for (index, folder) in folders.iter().enumerate() {
        assert!(!folders[..index].contains(folder), "{folders:?}");
    }
}

#[test]
fn several_games_at_a_time_make_the_same_record() {
    let place = place();
    let played = |threads: &str| {
        let games = deep("4", "10", "10");
        let ask = ["greedy", "beam", "--games", games, "--nodes", "30"];
        let more = ["--threads", threads, "--out", threads, "--max-turns", "40"];
        let mut played = lines(place.path(), &[&ask[..], &more].concat());
        played.pop();
        for game in &mut played {
            game["times"] = Value::Null;
        }
        played
    };
    assert_eq!(played("1"), played("3"));
}

#[test]
fn few_pairs_say_nothing_about_the_scatter() {
    let place = place();
    let ask = |games: &'static str| {
        let ask = ["greedy", "random", "--games", games, "--out", "here"];
        let played = lines(place.path(), &ask);
        played.last().expect("figures")["figures"].clone()
    };
    let unknown = serde_json::json!([null, null]);
    let few = ask("4");
    assert_eq!(few["elo_interval"], unknown, "{few}");
    assert_eq!(few["los"], Value::Null, "{few}");
    // two players whose pairs are all 1:1 are not reported to be equal
    let draws = ["greedy", "random", "--games", "24", "--max-turns", "2"];
    let draws = lines(place.path(), &[&draws[..], &["--out", "draws"]].concat());
    let figures = &draws[24]["figures"];
    assert_eq!(figures["elo"], 0.0, "{figures}");
    assert_eq!(figures["elo_interval"], unknown, "{figures}");
}

#[test]
fn the_files_say_who_played_and_when() {
    let place = place();
    let ask = ["greedy", "beam", "--games", "2", "--nodes", "5"];
    lines(place.path(), &[&ask[..], &["--out", "here"]].concat());
    for (file, first, second) in [
        ("here/00001.fpm", "greedy-1", "beam-1, 5 nodes"),
        ("here/00002.fpm", "beam-1, 5 nodes", "greedy-1"),
    ] {
        let shown = warlord(place.path(), &["show", file]).stdout;
        let shown = String::from_utf8(shown).expect("UTF-8");
        let names = [first, second].map(|name| shown.find(name));
        assert!(
            matches!(names, [Some(first), Some(second)] if first < second),
            "{shown}"
        );
    }
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
