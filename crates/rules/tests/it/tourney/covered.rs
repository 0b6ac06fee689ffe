//! Every ruling of the rulebook's table 3.12, every golden case of 3.11 and 6.4 and every succession of 3.7 is shown in a
//! golden game. `covered.txt` is the list: it names the game, a command in it, and the line of the answer that shows the
//! ruling. The cells of the table 3.5 are in `encounters.rs`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use rules::tourney::{Kind, LadyChoice};

/// Rulings that no order shows, with the test that does.
const ELSEWHERE: [(&str, &str, &str); 1] = [(
    // the names of the Castles come from the scenario, and only screens write them
    "T-49",
    "../scenario/tests/it/tourney/mistakes.rs",
    "fn the_file_of_these_tests_is_right()",
)];

/// The successions that are more than one kind of heir or one choice of the Lady. Rules: tourney 3.7
const MOMENTS: [&str; 11] = [
    "declined",
    "one of two by name",
    "not a prisoner",
    "a lying man",
    "after a shot",
    "in the assault",
    "after a double kill",
    "of the last defender",
    "with his strength",
    "after undead",
    "of no undead Warlord",
];

struct Row {
    id: &'static str,
    game: &'static str,
    command: &'static str,
    answer: &'static str,
}

fn rows() -> impl Iterator<Item = Row> {
    let lines = include_str!("../../tourney/covered.txt").lines();
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| {
        let parts: Vec<&str> = line.split(" | ").collect();
        let [id, game, command, answer] = parts[..] else {
            panic!("a row has four parts: {line}");
        };
        Row {
            id,
            game,
            command,
            answer,
        }
    })
}

#[test]
fn no_row_of_the_rulebook_is_left_out() {
    let elsewhere = ELSEWHERE.map(|(id, ..)| id.to_owned());
    let listed: Vec<String> = rows()
        .map(|row| row.id.to_owned())
        .chain(elsewhere)
        .collect();
    let all: BTreeSet<String> = listed.iter().cloned().collect();
    assert_eq!(listed.len(), all.len(), "a row is listed twice");
    let rulings = (1..=49).map(|number| format!("T-{number:02}"));
    let cases = (1..=9).map(|number| format!("3.11 case {number}"));
    let more = (1..=7).map(|number| format!("6.4 case {number}"));
    let heirs = [Kind::Knight, Kind::Footman, Kind::Sergeant].map(|kind| kind.name().to_owned());
    let choices = LadyChoice::ALL.map(|choice| format!("lady {}", choice.word()));
    let moments = MOMENTS.map(str::to_owned);
    let successions = heirs.into_iter().chain(choices).chain(moments);
    let successions = successions.map(|succession| format!("3.7 {succession}"));
    let wanted: BTreeSet<String> = rulings
        .chain(cases)
        .chain(more)
        .chain(successions)
        .collect();
    assert_eq!(all, wanted);
}

/// Each row's command is in its game, and the line is in an answer to it.
#[test]
fn every_row_is_shown_by_its_game() {
    for row in rows() {
        let Row {
            id, game, command, ..
        } = row;
        let text = read(&path(game));
        let mut answers = Vec::new();
        let mut lines = text.lines().peekable();
        while let Some(first) = lines.next() {
            if first.strip_prefix("> ") == Some(command) {
                while let Some(answer) = lines.next_if(|next| next.starts_with("  ")) {
                    answers.push(answer.trim().to_owned());
                }
            }
        }
        assert!(!answers.is_empty(), "{id}: `{command}` is not in {game}");
        let is_shown = answers.iter().any(|answer| answer == row.answer);
        assert!(
            is_shown,
            "{id}, {game}: to `{command}` no answer is\n{}\nbut\n{answers:#?}",
            row.answer
        );
    }
    for (id, file, test) in ELSEWHERE {
        let text = read(&Path::new(env!("CARGO_MANIFEST_DIR")).join(file));
        assert!(text.contains(test), "{id}: {file} has no `{test}`");
    }
}

/// Who reads a golden game finds the ruling there, and who reads the ruling finds the game.
#[test]
fn the_first_lines_of_a_game_name_the_rulings_that_it_shows() {
    for Row { id, game, .. } in rows().filter(|row| row.id.starts_with("T-")) {
        let text = read(&path(game));
        let head = text.lines().take_while(|line| line.starts_with('#'));
        let is_named = head.collect::<Vec<_>>().join(" ").contains(id);
        assert!(is_named, "{game} does not name {id} in its first lines");
    }
}

fn path(game: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tourney/golden");
    folder.join(format!("{game}.txt"))
}

#[expect(clippy::disallowed_methods, reason = "a test reads its own records")]
fn read(path: &Path) -> String {
    let text = std::fs::read_to_string(path);
    text.unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
