//! `warlord scenario` as a person or a script meets it: what is printed where, and the exit status.

use std::path::Path;
use std::process::{Command, Output};

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_warlord"))
        .arg("scenario")
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
fn list_prints_one_json_object_a_line() {
    let output = run(&["list", "--json"]);
    assert_eq!(output.status.code(), Some(0));
    let mut count = 0;
    for (line, known) in text(&output.stdout).lines().zip(scenario::built_in()) {
        let object: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let scenario = scenario::load(known.key).expect("built in").expect("right");
        assert_eq!(object["key"], known.key);
        assert_eq!(object["id"], scenario.id().to_string());
        assert_eq!(
            object["options"]["short"],
            scenario.game().options.short.to_string()
        );
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
    assert_eq!(mistakes.lines().count(), 3, "{mistakes}");
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
