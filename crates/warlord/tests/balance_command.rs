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
    let missing = warlord(place, &["balance", "merge", first]);
    assert!(
        missing.status.success(),
        "a part alone is a study not finished"
    );
    assert!(read("parts/report.html").contains("not finished"));
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
    ] {
        let output = warlord(place.path(), arguments);
        let why = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{why}");
        assert!(why.contains(said), "{said}: {why}");
    }
}
