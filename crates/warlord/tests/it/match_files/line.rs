//! Matches that continue one another: shown as one game, from any of their files.

use std::fs;
use std::time::{Duration, Instant};

use protocol::Seat;
use protocol::testing::three_matches;
use rules::testing::depth::deep;
use serde_json::Value;
use tempfile::TempDir;

use super::{PathBuf, warlord};

/// A folder with a line of three matches, the second from turn 4 on, the third from turn 8 to turn 14.
struct Game {
    folder: TempDir,
    files: [PathBuf; 3],
    bytes: Vec<Vec<u8>>,
}

impl Game {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let names = ["ann.fpm", "ann-2.fpm", "ann-3.fpm"];
        let files = names.map(|name| folder.path().join(name));
        let bytes = three_matches().files(Seat(0));
        for (file, bytes) in files.iter().zip(&bytes) {
            fs::write(file, bytes).expect("written");
        }
        Self {
            folder,
            files,
            bytes,
        }
    }

    fn write(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.folder.path().join(name);
        fs::write(&path, bytes).expect("written");
        path
    }

    fn show(&self, more: &[&str]) -> (Option<i32>, String, String) {
        warlord("show", &[&self.files[0]], more)
    }

    fn json(&self, more: &[&str]) -> Value {
        let (status, text, errors) = self.show(&[&["--json"], more].concat());
        assert_eq!(status, Some(0), "{errors}");
        serde_json::from_str(&text).expect("JSON")
    }
}

/// The turns whose orders stand, in the order shown.
fn turns(game: &Value) -> Vec<u64> {
    let orders = game["orders"].as_array().expect("a list").iter();
    let standing = orders.filter(|turn| turn["taken_back"] == false);
    standing
        .map(|turn| turn["turn"].as_u64().expect("a number"))
        .collect()
}

#[test]
fn a_line_of_three_matches_is_shown_as_one_game_from_any_of_its_files() {
    let game = Game::new();
    let shown = game.files.iter().map(|file| warlord("show", &[file], &[]));
    let shown: Vec<_> = shown.collect();
    for (status, text, errors) in &shown {
        assert_eq!(*status, Some(0), "{errors}");
        assert_eq!(text, &shown[0].1, "from any file");
        assert!(errors.starts_with("Shown as one game: "), "{errors}");
        for file in &game.files {
            assert!(errors.contains(&file.display().to_string()), "{errors}");
        }
    }
    let text = &shown[0].1;
    let place = |part: &str| text.find(part).unwrap_or_else(|| panic!("{part}: {text}"));
    let places = [
        "(14 turns)",
        "\nBlue's turn 1 (--turn 1): ",
        "\nBlue's turn 2 (--turn 3): ",
        "\nThe game continues in a new match from Amber's turn 2.\n",
        "\nThe game continues in a new match from Amber's turn 4.\n",
        "\nAmber's turn 7 (--turn 14): ",
    ];
    assert!(places.map(place).is_sorted(), "{text}");
    let json = game.json(&[]);
    assert_eq!(turns(&json), (1..=14).collect::<Vec<u64>>());
    assert_eq!(
        (&json["turns"], &json["missing"]),
        (&14.into(), &Vec::<Value>::new().into())
    );
    let line = json["line"].as_array().expect("a list");
    let begins: Vec<&Value> = line.iter().map(|part| &part["from_turn"]).collect();
    assert_eq!(begins, [1, 4, 8]);
    assert_eq!(line[2]["match"], json["match"]);
    assert_eq!(json["file"], game.files[2].display().to_string());
    let one = game.json(&["--turn", "2"]);
    assert_eq!(one["orders"][0], json["orders"][1]);
}

#[test]
fn pictures_and_pages_count_turns_over_the_whole_line() {
    let game = Game::new();
    let out = |name: &str| game.folder.path().join(name);
    let frames = |from: &str, to: &str| {
        let film = out("game.gif");
        let text = film.to_str().expect("plain");
        let (status, _, errors) =
            game.show(&["--gif", text, "--from", from, "--to", to, "--force"]);
        assert_eq!(status, Some(0), "{errors}");
        // each frame begins with its graphic control extension
        let bytes = fs::read(&film).expect("there");
        bytes
            .windows(4)
            .filter(|bytes| {
                *bytes == [0x21, 0xf9, 4, 4]
                    || *bytes == [0x21, 0xf9, 4, 8]
                    || *bytes == [0x21, 0xf9, 4, 0]
            })
            .count()
    };
    // turn 4 was taken back once in the first match, before its last two turns were given up
    assert_eq!(frames("9", "14"), 6);
    assert_eq!(frames("2", "3"), 2);
    assert_eq!(
        frames("7", "8"),
        3,
        "turn 7 was played, taken back and played"
    );
    let (status, _, errors) = game.show(&["--gif", "x.gif", "--from", "3", "--to", "15"]);
    assert_eq!(status, Some(2));
    assert!(
        errors.contains("no turn 15") && errors.contains("turns 1 to 14"),
        "{errors}"
    );
    let page = out("game.html");
    let (status, _, errors) = game.show(&["--html", page.to_str().expect("plain")]);
    assert_eq!(status, Some(0), "{errors}");
    let page = fs::read_to_string(page).expect("there");
    for part in ["from Amber's turn 2</li>", "from Amber's turn 4</li>"] {
        assert!(page.contains(part), "{part}");
    }
    let (lines, boards) = (
        page.matches("<li tabindex").count(),
        page.matches("class=\"turn\"").count(),
    );
    assert_eq!(lines, boards, "a board for each line");
    // a picture of a turn of the first match
    let picture = |file: &str, turn: &str| {
        let path = out(file);
        let (status, _, errors) =
            game.show(&["--svg", path.to_str().expect("plain"), "--turn", turn]);
        assert_eq!(status, Some(0), "{errors}");
        fs::read_to_string(path).expect("there")
    };
    assert!(picture("2.svg", "2").contains("Amber's turn 1"));
}

#[test]
fn a_missing_file_is_reported_and_the_rest_is_shown() {
    let game = Game::new();
    fs::remove_file(&game.files[1]).expect("removed");
    let (status, text, errors) = warlord("show", &[&game.files[2]], &[]);
    assert_eq!(status, Some(0), "{errors}");
    assert!(
        errors.contains("is not shown: its file is not in the same folder"),
        "{errors}"
    );
    assert!(
        text.contains("\nAmber's turn 4 (--turn 8)")
            && !text.contains("\nBlue's turn 2 (--turn 3): "),
        "{text}"
    );
    // a file of the same match that ends too early does not hide the whole one, whatever its name
    game.write("ann-1.fpm", &game.bytes[1][..game.bytes[1].len() - 600]);
    let (_, text, errors) = warlord("show", &[&game.files[2]], &[]);
    assert!(
        errors.contains("ann-1.fpm: it is cut short before"),
        "{errors}"
    );
    assert!(!text.contains("\nBlue's turn 2 (--turn 3): "), "{text}");
    game.write("other name.FPM", &game.bytes[1]);
    let (_, text, errors) = warlord("show", &[&game.files[2]], &[]);
    assert!(errors.starts_with("Shown as one game: "), "{errors}");
    assert!(text.contains("\nBlue's turn 2 (--turn 3): "), "{text}");
    // the fault of an older file is reported
    let mut damaged = game.bytes[0].clone();
    damaged.extend([7; 9]);
    game.write("ann.fpm", &damaged);
    let (_, _, errors) = warlord("show", &[&game.files[2]], &[]);
    assert!(errors.contains("ann.fpm is not sound"), "{errors}");
}

#[test]
fn a_folder_full_of_strange_files_costs_seconds_and_changes_nothing() {
    let game = Game::new();
    let before = game.show(&[]);
    for number in 0..deep(600, 3000, 3000) {
        // copies of the newest, which continue the same match; heads of the oldest; no match at all
        let bytes = match number % 3 {
            0 => &game.bytes[2],
            1 => &game.bytes[0][..game.bytes[0].len().min(9000)],
            _ => &b"FPMATCH2 nothing else"[..],
        };
        game.write(&format!("{number:04}.fpm"), bytes);
    }
    let start = Instant::now();
    let after = game.show(&[]);
    let took = start.elapsed();
    assert_eq!(after, before);
    assert!(took < Duration::from_secs(20), "{took:?}");
}
