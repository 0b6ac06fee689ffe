//! `warlord scenario` as a person or a script meets it: what is printed where, and the exit status.

use std::path::Path;
use std::process::{Command, Output};

fn run(arguments: &[&str]) -> Output {
    program(&[&["scenario"], arguments].concat())
}

fn program(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_warlord"))
        .args(arguments)
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/engine"))
        .output()
        .expect("the program starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

#[test]
fn list_names_every_scenario_that_comes_with_the_program() {
    let output = run(&["list"]);
    assert_eq!(output.status.code(), Some(0));
    let lines = text(&output.stdout);
    let keys: Vec<&str> = lines
        .lines()
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    let known: Vec<&str> = scenario::built_in().iter().map(|known| known.key).collect();
    assert_eq!(keys, known);
}

#[test]
fn a_family_of_the_tests_is_shown_to_nobody_else() {
    let refused = run(&["show", "toy.toml"]);
    assert_eq!(refused.status.code(), Some(1));
    let trouble = text(&refused.stderr);
    assert!(
        trouble.contains("the family of this program's own tests"),
        "{trouble}"
    );
}

#[test]
fn list_prints_one_json_object_a_line() {
    let output = run(&["list", "--json"]);
    assert_eq!(output.status.code(), Some(0));
    let mut count = 0;
    for (line, known) in text(&output.stdout).lines().zip(scenario::built_in()) {
        let object: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let scenario = scenario::load(known.key).expect("built in").expect("right");
        assert_eq!(object["key"], known.key);
        assert_eq!(object["id"], scenario.id().to_string());
        let options = scenario.options();
        let short = options.iter().find(|option| option.key == "short");
        let short = short.map(|option| option.default.as_str());
        assert_eq!(object["options"]["short"].as_str(), short);
        count += 1;
    }
    assert_eq!(count, scenario::built_in().len());
}

#[test]
fn show_draws_the_board_and_says_what_is_ours() {
    let output = run(&["show", "civil-war"]);
    assert_eq!(output.status.code(), Some(0));
    let shown = text(&output.stdout);
    for part in [
        "Civil War (civil-war)",
        " 12  . . . i . . . H H . . . i . . . 12",
        "Orders a turn: 4, but no more than the side has leaders left",
        "short=3",
        "board: The preset of the original is lost.",
    ] {
        assert!(shown.contains(part), "{part} is not in\n{shown}");
    }
    let shown = text(&run(&["show", "test-of-wills"]).stdout);
    assert!(shown.contains("Book set-up 5, Grand Battery"), "{shown}");
}

#[test]
fn check_tells_right_from_wrong_by_its_exit_status() {
    let output = run(&["check", "ford.toml", "battle-line"]);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(text(&output.stdout).lines().count(), 2);

    let output = run(&["check", "ford.toml", "broken.toml"]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(text(&output.stdout).lines().count(), 1);
    let mistakes = text(&output.stderr);
    let wrong = mistakes
        .lines()
        .filter(|line| line.starts_with("broken.toml:"));
    assert_eq!(wrong.count(), 3, "{mistakes}");
    assert!(mistakes.contains("broken.toml:20: found the key `heavy-as-heros` in [army]"));

    let output = run(&["check", "broken.toml", "--json"]);
    assert_eq!(output.status.code(), Some(1));
    let first = text(&output.stdout)
        .lines()
        .next()
        .map(str::to_owned)
        .expect("a mistake");
    let object: serde_json::Value = serde_json::from_str(&first).expect("JSON");
    assert_eq!(
        (&object["line"], &object["file"]),
        (&20.into(), &"broken.toml".into())
    );
}

#[test]
fn check_tells_what_is_unwise_and_stays_at_status_0() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("unwise.toml");
    let file = path.to_str().expect("UTF-8");
    let ford = include_str!("../engine/ford.toml").replace("cap = 3", "cap = 30");
    std::fs::write(&path, ford).expect("written");

    let output = run(&["check", file]);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(text(&output.stdout).lines().count(), 1);
    let advice = text(&output.stderr);
    let line = format!("{file}:24: advice: a cap of 30 where white can give 3 orders at most: ");
    assert!(advice.contains(&line), "{advice}");

    let output = run(&["check", file, "--json"]);
    assert_eq!(
        (output.status.code(), text(&output.stderr)),
        (Some(0), String::new())
    );
    let lines = text(&output.stdout);
    let objects = lines.lines().skip(1);
    let objects: Vec<serde_json::Value> = objects
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let idle = objects.iter().find(|object| object["key"] == "idle-orders");
    let idle = idle.expect("the advice");
    assert_eq!(
        (&idle["event"], &idle["line"]),
        (&"advice".into(), &24.into())
    );
    assert_eq!(idle["known"], false);

    // a reason in a house note is enough
    let output = run(&["check", "march"]);
    assert_eq!(text(&output.stderr), "");
    assert!(text(&output.stdout).ends_with("; its notes say why: cap-share\n"));
}

#[test]
fn new_writes_a_file_once_and_tells_how_fair_it_is() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("new.toml");
    let file = path.to_str().expect("UTF-8");
    let make = |more: &[&str]| run(&[&["new", "--size", "24x16", "-o", file], more].concat());

    let output = make(&["--seed", "4"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert_eq!(text(&output.stderr), "");
    let told = text(&output.stdout);
    assert!(told.starts_with(&format!("{file}: right, id ")), "{told}");
    assert!(told.contains("\n  town            L          H          C          N          I\n"));
    // the head, a line for each of four towns and one for all
    assert_eq!(told.lines().count(), 8, "{told}");
    let written = std::fs::read_to_string(&path).expect("a file");
    let head = "# made by: warlord scenario new --size 24x16 --seed 4\n";
    assert!(written.starts_with(head), "{written}");
    assert_eq!(run(&["check", file]).stderr, b"");

    let output = make(&["--seed", "5"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("say --force"));
    assert_eq!(std::fs::read_to_string(&path).expect("a file"), written);
    assert_eq!(make(&["--seed", "5", "--force"]).status.code(), Some(0));
    assert_ne!(std::fs::read_to_string(&path).expect("a file"), written);

    let output = run(&[
        "new", "--files", "24", "--ranks", "16", "--seed", "4", "-o", "-",
    ]);
    assert_eq!(text(&output.stdout), written);
    assert!(text(&output.stderr).starts_with("-: right, id "));
    assert_eq!(
        run(&["new", "--size", "24", "-o", "-"]).status.code(),
        Some(2)
    );
    let output = run(&["new", "--size", "24x5", "-o", "-"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("take 8 to 120 files and 8 to 120 ranks"));
}

#[test]
fn show_prints_options_access_and_a_set_up_to_paste() {
    let shown = text(&run(&["show", "two-countries"]).stdout);
    assert!(
        shown.contains("\n  all       120 120    153 153    185 185"),
        "{shown}"
    );
    assert!(shown.contains(" (off, I, N or IN)\n"), "{shown}");
    let fen = shown.lines().find_map(|line| line.strip_prefix("Set-up: "));
    let fen = fen.expect("a set-up");
    assert!(fen.starts_with("72/7c64/7l18h34h10/"), "{fen}");
    let output = program(&["demo", "--scenario", "two-countries", "--set-up", &fen[3..]]);
    assert_eq!(output.status.code(), Some(2));
    let trouble = text(&output.stderr);
    assert!(
        trouble.contains("set-up:1: found 47 rows for the board, expected 48"),
        "{trouble}"
    );
}

#[test]
fn show_draws_the_books_of_a_hidden_set_up_or_says_what_enters() {
    let shown = text(&run(&["show", "border-war"]).stdout);
    let books = shown
        .lines()
        .filter(|line| line.starts_with("Book set-up "));
    assert!(books.count() >= 3, "{shown}");
    assert!(shown.contains("  1  C  I  I  C  . "), "{shown}");
    let shown = text(&run(&["show", "valley-war"]).stdout);
    let blocks = shown.lines().filter(|line| line.contains("turn 12: "));
    assert_eq!(blocks.count(), 3, "{shown}");
    // the ground alone, once
    assert_eq!(shown.matches("CAPITALS Blue").count(), 1, "{shown}");
}

#[test]
fn what_cannot_be_found_or_read_ends_with_status_2_and_advice() {
    let output = run(&["show", "battle-lime"]);
    assert_eq!(output.status.code(), Some(2));
    let trouble = text(&output.stderr);
    assert!(
        trouble.contains("there is no scenario \"battle-lime\""),
        "{trouble}"
    );
    assert!(trouble.contains("did you mean `battle-line`?"), "{trouble}");
    assert_eq!(run(&["check"]).status.code(), Some(2));
}

#[test]
fn scenarios_of_the_wargames_are_made_shown_and_checked() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("made.toml");
    let file = path.to_string_lossy();
    for (game, size) in [("wargame-1", "20x14"), ("wargame-2", "20x16")] {
        let make = |more: &[&str]| {
            let usual = [
                "new", "--game", game, "--size", size, "--force", "-o", &file,
            ];
            run(&[&usual, more].concat())
        };
        let output = make(&["--seed", "3"]);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        assert_eq!(text(&output.stderr), "");
        assert!(text(&output.stdout).starts_with(&format!("{file}: right, id ")));
        let written = std::fs::read_to_string(&path).expect("a file");
        let head =
            format!("# made by: warlord scenario new --game {game} --size {size} --seed 3\n");
        assert!(written.starts_with(&head), "{written}");
        assert_eq!(run(&["check", &file]).stderr, b"");
        let shown = text(&run(&["show", &file]).stdout);
        for part in [
            "Book set-up 1, Brigades",
            "half-first=off",
            "Won by: the last enemy leader removed",
        ] {
            assert!(shown.contains(part), "{part} is not in\n{shown}");
        }
        for (more, told) in [
            (["--leaders", "7"], "--leaders is not for the WarGames"),
            (
                ["--symmetry", "none"],
                "--symmetry none is not for the WarGames",
            ),
            (
                ["--units", "7"],
                "7 units a side cannot be placed on this board",
            ),
        ] {
            let output = make(&more);
            assert_eq!(output.status.code(), Some(2));
            assert!(
                text(&output.stderr).contains(told),
                "{}",
                text(&output.stderr)
            );
        }
    }
    let shown = text(&run(&["show", "wargame-1"]).stdout);
    for part in [
        "Book set-up 4, Two Horns",
        "Played by the rules of WarGame 1",
        "Orders a turn: 10",
        "With towns 5 of them win",
        "24 infantry (I)",
    ] {
        assert!(shown.contains(part), "{part} is not in\n{shown}");
    }
}

#[test]
fn a_puzzle_file_is_proved_when_it_is_checked() {
    let folder = tempfile::tempdir().expect("a folder");
    let puzzles = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios/puzzles");
    let own = puzzles.join("warlord/defense-01.puzzle");
    let output = run(&["check", &own.display().to_string()]);
    assert!(text(&output.stdout).contains("a right lesson of warlord: The only defense"));
    let right = std::fs::read_to_string(own).expect("a puzzle");
    let lines = right.lines().map(|line| match line.starts_with("proof: ") {
        true => "proof: 1 of 2 turns\n".to_owned(),
        false => format!("{line}\n"),
    });
    let broken = folder.path().join("broken.puzzle");
    std::fs::write(&broken, lines.collect::<String>()).expect("written");
    let output = run(&["check", &broken.display().to_string()]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("found a proof of 1 of 2 turns"));
}

#[test]
fn a_lesson_file_is_checked_as_strictly_as_a_scenario() {
    let folder = tempfile::tempdir().expect("a folder");
    let lessons = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios/lessons");
    let own = lessons.join("warlord/first-capture.lesson");
    let own = own.to_str().expect("a path of ours");
    let output = run(&["check", own]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("a right lesson of warlord: Infantry takes"));
    let right = std::fs::read_to_string(own).expect("a lesson");
    let broken = folder.path().join("broken.lesson");
    std::fs::write(&broken, right.replace("solve: d3-d4", "solve: d3-d5")).expect("written");
    let broken = broken.to_str().expect("a path of ours");
    let output = run(&["check", broken]);
    assert_eq!(output.status.code(), Some(1));
    let told = text(&output.stderr);
    let line = right
        .lines()
        .position(|line| line.starts_with("solve"))
        .expect("a line")
        + 1;
    assert!(
        told.contains(&format!("broken.lesson:{line}: found `d3-d5`")),
        "{told}"
    );
    let output = run(&["check", broken, "--json"]);
    assert!(text(&output.stdout).contains("\"event\":\"mistake\""));
    let output = run(&["check", own, "--json"]);
    let lesson = text(&output.stdout);
    assert!(
        lesson.contains("\"event\":\"lesson\"") && lesson.contains("\"key\":\"first-capture\"")
    );
    let output = run(&["check", "nowhere.lesson"]);
    assert_eq!(output.status.code(), Some(2));
}
