//! `warlord balance`: studies played in one run, in parts, and after a break.

use std::path::Path;
use std::process::{Command, Output};

fn warlord(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_warlord"))
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("the program starts")
}

fn done(folder: &Path, arguments: &[&str]) -> String {
    let output = warlord(folder, arguments);
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let why = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}{why}");
    text
}

const STUDY: [&str; 11] = [
    "balance",
    "clash-of-arms",
    "--player",
    "computer,capture",
    "--nodes",
    "40",
    "--variant",
    "normal,pass",
    "--games",
    "2",
    "--max-turns=30",
];

#[test]
fn parts_and_breaks_give_the_report_of_one_run() {
    let place = tempfile::tempdir().expect("a folder");
    let place = place.path();
    let read = |path: &str| std::fs::read_to_string(place.join(path)).expect(path);
    let said = done(place, &[&STUDY[..], &["--out", "one"]].concat());
    assert!(
        said.contains("16 of 16 games") && said.contains("first turn"),
        "{said}"
    );

    for part in ["1/3", "2/3", "3/3"] {
        done(
            place,
            &[&STUDY[..], &["--out", "parts", "--shard", part]].concat(),
        );
    }
    assert!(
        !place.join("parts/report.json").exists(),
        "a part has no report"
    );
    let files = ["1", "2", "3"].map(|part| format!("parts/games-{part}-of-3.jsonl"));
    let [first, second, third] = files.each_ref().map(String::as_str);
    done(place, &["balance", "merge", third, first, second]);
    assert_eq!(read("one/report.json"), read("parts/report.json"));
    assert_eq!(read("one/report.html"), read("parts/report.html"));

    // half of the games, and one of which only half was written
    let games = read("one/games.jsonl");
    let lines: Vec<&str> = games.lines().collect();
    let broken = format!("{}\n{}", lines[..9].join("\n"), &lines[9][..40]);
    std::fs::create_dir(place.join("broken")).expect("a folder");
    std::fs::write(place.join("broken/games.jsonl"), broken).expect("written");
    done(place, &[&STUDY[..], &["--out", "broken"]].concat());
    assert_eq!(read("one/report.json"), read("broken/report.json"));

    let again = done(place, &[&STUDY[..], &["--out", "one", "--json"]].concat());
    assert_eq!(again.trim(), read("one/report.json"));
    let other = warlord(
        place,
        &[&STUDY[..], &["--out", "one", "--seed", "9"]].concat(),
    );
    assert_eq!(other.status.code(), Some(2));
    // a part named twice is there once, and parts that lack are named
    let missing = warlord(place, &["balance", "merge", "--json", first, third, first]);
    assert_eq!(missing.status.code(), Some(1), "a study not finished");
    let why = String::from_utf8_lossy(&missing.stderr).into_owned();
    assert!(why.contains("part 2 of 3 is missing: 8 games"), "{why}");
    let json = String::from_utf8(missing.stdout).expect("UTF-8");
    assert_eq!(json.trim(), read("parts/report.json"));
    assert!(json.contains("\"games\":8,\"planned\":16"), "{json}");
    assert!(read("parts/report.html").contains("not finished"));
    let half: Vec<&str> = lines[..6].to_vec();
    std::fs::write(place.join("broken/games.jsonl"), half.join("\n") + "\n").expect("written");
    let missing = warlord(place, &["balance", "merge", "broken/games.jsonl"]);
    let why = String::from_utf8_lossy(&missing.stderr).into_owned();
    assert!(why.contains("11 of 16 games are missing"), "{why}");
}

#[test]
fn every_part_has_every_cell_and_unequal_cells_say_nothing() {
    let place = tempfile::tempdir().expect("a folder");
    let place = place.path();
    let read = |path: &str| std::fs::read_to_string(place.join(path)).expect(path);
    let cell = |row: &str| {
        let row: serde_json::Value = serde_json::from_str(row).expect("a row");
        row["cell"].as_u64().expect("a cell")
    };
    for part in ["1/2", "2/2"] {
        done(
            place,
            &[&SMALL[..], &["--games=4", "--shard", part]].concat(),
        );
    }
    let part = read("small/games-1-of-2.jsonl");
    let mut cells: Vec<u64> = part.lines().skip(1).map(cell).collect();
    cells.sort_unstable();
    assert_eq!(cells, [0, 0, 1, 1, 2, 2, 3, 3]);
    let merge = |name: &str, keep: &dyn Fn(usize, u64) -> bool| {
        let rows = part.lines().enumerate();
        let kept: Vec<&str> = rows
            .filter(|(line, row)| *line == 0 || keep(*line, cell(row)))
            .map(|(_, row)| row)
            .collect();
        std::fs::write(place.join("small").join(name), kept.join("\n") + "\n").expect("written");
        let path = format!("small/{name}");
        let output = warlord(place, &["balance", "merge", &path]);
        assert_eq!(output.status.code(), Some(1), "games are missing");
        let report: serde_json::Value =
            serde_json::from_str(&read("small/report.json")).expect("a report");
        (String::from_utf8(output.stdout).expect("UTF-8"), report)
    };
    let (said, report) = merge("whole.jsonl", &|_, _| true);
    assert!(said.contains("seat") && !said.contains("unequal"), "{said}");
    assert_eq!(report["findings"][0]["is_even"], true);

    // the first side begins in each of these games, as if two parts had been dealt game by game
    let (said, report) = merge("one-sided.jsonl", &|_, cell| cell % 2 == 0);
    assert!(
        !said.contains("seat +") && !said.contains("seat -"),
        "{said}"
    );
    assert!(!said.contains("from zero"), "{said}");
    for finding in [0, 1] {
        let finding = &report["findings"][finding];
        assert!(
            finding["seat"].is_null() && finding["first_turn"].is_null(),
            "{finding}"
        );
        assert_eq!(finding["is_conclusive"], false);
    }
    assert!(report["cells"][1]["score"].is_null(), "no games, no score");
    assert!(report["cells"][0]["score"].is_f64());
    assert!(report["choices"][0].is_null(), "{}", report["choices"]);

    let (said, report) = merge("uneven.jsonl", &|line, _| line != 1);
    for line in said.lines().filter(|line| line.contains("normal")) {
        assert!(
            line.contains("no conclusion: the cells have unequal numbers of games"),
            "{said}"
        );
    }
    assert_eq!(report["findings"][0]["is_even"], false);
    assert!(read("small/report.html").contains("unequal numbers of games"));
}

const SMALL: [&str; 9] = [
    "balance",
    "clash-of-arms",
    "--player",
    "random",
    "--variant",
    "normal,pass",
    "--max-turns=12",
    "--threads=1",
    "--out=small",
];

fn refused(folder: &Path, arguments: &[&str]) -> String {
    let output = warlord(folder, arguments);
    let why = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {why}");
    why
}

#[test]
fn a_study_continues_with_more_games_but_not_with_fewer() {
    let place = tempfile::tempdir().expect("a folder");
    let place = place.path();
    let read = |path: &str| std::fs::read_to_string(place.join(path)).expect(path);
    let with = |more: &[&'static str]| [&SMALL[..], more].concat();
    done(place, &with(&["--games", "2"]));
    let begun = read("small/games.jsonl");
    let said = done(place, &with(&["--games", "3"]));
    assert!(said.contains("12 of 12 games"), "{said}");
    let games = |text: &str| text.lines().skip(1).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(games(&read("small/games.jsonl"))[..8], games(&begun));
    let mut straight = with(&["--games", "3"]);
    straight[8] = "--out=straight";
    done(place, &straight);
    assert_eq!(read("small/report.json"), read("straight/report.json"));

    let why = refused(place, &with(&["--games", "2"]));
    assert!(
        why.contains("3 games of a cell") && why.contains("--games 3"),
        "{why}"
    );

    for games in ["2", "3"] {
        for part in ["1/2", "2/2"] {
            done(place, &with(&["--games", games, "--shard", part]));
        }
    }
    std::fs::remove_file(place.join("small/report.json")).expect("there");
    std::fs::remove_file(place.join("small/report.html")).expect("there");
    let parts = ["small/games-1-of-2.jsonl", "small/games-2-of-2.jsonl"];
    done(place, &[&["balance", "merge"], &parts[..]].concat());
    assert_eq!(read("small/report.json"), read("straight/report.json"));

    done(place, &with(&["--games", "4", "--shard", "2/2"]));
    let why = refused(place, &[&["balance", "merge"], &parts[..]].concat());
    assert!(why.contains("planned with 4 games of a cell"), "{why}");
}

#[test]
fn games_of_two_programs_are_not_taken_for_those_of_one() {
    let place = tempfile::tempdir().expect("a folder");
    let place = place.path();
    let games = place.join("small/games.jsonl");
    let read = || std::fs::read_to_string(&games).expect("games");
    done(place, &[&SMALL[..], &["--games=1"]].concat());
    let text = read();
    let (head, rows) = text.split_once('\n').expect("lines");
    let mut fields: serde_json::Value = serde_json::from_str(head).expect("a study");
    let own = fields["program"].as_str().expect("a name").to_owned();

    fields["program"] = "warlord 0.0.1 (0123456789ab)".into();
    std::fs::write(&games, format!("{fields}\n{rows}")).expect("written");
    let why = refused(place, &[&SMALL[..], &["--games=1"]].concat());
    assert!(why.contains("0123456789ab") && why.contains(&own), "{why}");
    std::fs::write(place.join("small/own.jsonl"), &text).expect("written");
    let why = refused(
        place,
        &["balance", "merge", "small/games.jsonl", "small/own.jsonl"],
    );
    assert!(why.contains("0123456789ab") && why.contains(&own), "{why}");

    // a study of an older version, which did not write the name
    fields.as_object_mut().expect("fields").remove("program");
    std::fs::write(&games, format!("{fields}\n{rows}")).expect("written");
    let said = done(place, &["balance", "merge", "small/games.jsonl"]);
    assert!(said.contains("4 of 4 games"), "{said}");
}

#[test]
fn files_that_hold_no_study_are_named_truly() {
    let place = tempfile::tempdir().expect("a folder");
    let place = place.path();
    let games = place.join("small/games.jsonl");
    let why = refused(place, &["balance", "merge", "small/games.jsonl"]);
    assert!(
        why.contains("there is no file small/games.jsonl") && why.contains("--shard"),
        "{why}"
    );
    std::fs::create_dir(place.join("small")).expect("a folder");
    std::fs::write(&games, [0xff, 0xfe, 0, 1]).expect("written");
    let why = refused(place, &SMALL);
    assert!(
        why.contains("it is not text") && !why.contains("written"),
        "{why}"
    );
    assert_eq!(std::fs::read(&games).expect("kept"), [0xff, 0xfe, 0, 1]);
    std::fs::remove_file(&games).expect("removed");

    // two different games of one number
    done(place, &[&SMALL[..], &["--games=1"]].concat());
    let text = std::fs::read_to_string(&games).expect("games");
    let other = text
        .lines()
        .last()
        .expect("a game")
        .replace("\"start\":0", "\"start\":1");
    std::fs::write(&games, text + &other + "\n").expect("written");
    let why = refused(place, &["balance", "merge", "small/games.jsonl"]);
    assert!(
        why.contains("two different games") && why.contains("one division"),
        "{why}"
    );
}

#[test]
fn a_refused_variant_leaves_nothing_behind() {
    let place = tempfile::tempdir().expect("a folder");
    let place = place.path();
    let study = |variant: &'static str| {
        let names = [
            "balance",
            "wargame-small",
            "--player",
            "random",
            "--games=1",
            "--max-turns=2",
        ];
        [&names[..], &["--out=small", "--variant", variant]].concat()
    };
    let why = refused(place, &study("normal,without-Z"));
    assert!(
        why.contains("without-Z") && why.contains("units ") && why.contains("options "),
        "{why}"
    );
    assert!(!place.join("small").exists(), "no game was played");
    // a study that ended before its first game
    std::fs::create_dir(place.join("small")).expect("a folder");
    done(place, &[&study("normal")[..], &["--seed=9"]].concat());
    let games = place.join("small/games.jsonl");
    let text = std::fs::read_to_string(&games).expect("games");
    let head = text.lines().next().expect("a head");
    std::fs::write(&games, format!("{head}\n")).expect("written");
    done(place, &study("normal,pass"));
}

#[test]
fn one_run_at_a_time_plays_into_a_folder() {
    let place = tempfile::tempdir().expect("a folder");
    let long = [
        "balance",
        "border-war",
        "--nodes=4000",
        "--games=50",
        "--threads=1",
        "--out=one",
    ];
    let mut first = Command::new(env!("CARGO_BIN_EXE_warlord"))
        .args(long)
        .current_dir(place.path())
        .spawn()
        .expect("the program starts");
    for _ in 0..600 {
        if place.path().join("one/games.jsonl").exists() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    let second = warlord(place.path(), &long);
    first.kill().expect("ended");
    first.wait().expect("ended");
    let why = String::from_utf8_lossy(&second.stderr).into_owned();
    assert_eq!(second.status.code(), Some(2), "{why}");
    assert!(why.contains("another program"), "{why}");
}

#[test]
fn the_command_says_every_effect_in_text() {
    let place = tempfile::tempdir().expect("a folder");
    let said = done(
        place.path(),
        &[&SMALL[..], &["--games=1", "--nodes=10"]].concat(),
    );
    for text in [
        "first turn, less normal",
        "seat, less normal",
        "choice of sides",
        "all 6 effects",
    ] {
        assert!(said.contains(text), "{text}: {said}");
    }
    let output = warlord(
        place.path(),
        &[&SMALL[..], &["--games=1", "--nodes=10"]].concat(),
    );
    let why = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        why.contains("no player of this study uses --nodes"),
        "{why}"
    );
}

#[test]
fn what_cannot_be_studied_is_refused_with_advice() {
    let place = tempfile::tempdir().expect("a folder");
    for (arguments, said) in [
        (&["balance"][..], "no scenario"),
        (
            &["balance", "clash-of-arms", "--player", "engine true"],
            "a bot plays no study",
        ),
        (
            &[
                "balance",
                "clash-of-arms",
                "--variant",
                "lower-3",
                "--player",
                "random",
            ],
            "variant",
        ),
        (&["balance", "clash-of-arms", "--shard", "4/3"], "3/8"),
        (
            &["balance", "clash-of-arms", "--threads=0"],
            "without a thread",
        ),
        (&["balance", "clash-of-arms", "--max-turns=0"], "no turns"),
        (&["balance", "clash-of-arms", "--maps=3"], "no lot lays"),
        (
            &["balance", "clash-of-arms", "--variant=pass,pass"],
            "named twice",
        ),
        (
            &["balance", "clash-of-arms", "--player=random,random"],
            "named twice",
        ),
    ] {
        let output = warlord(place.path(), arguments);
        let why = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{why}");
        assert!(why.contains(said), "{said}: {why}");
    }
}
