//! `warlord judge` and `warlord show` on match files that two sessions write in one thread.

mod judging;
mod line;
mod pair;

use std::path::PathBuf;
use std::process::{Command, Output};

use pair::Pair;
use serde_json::Value;

fn unfinished() -> Pair {
    let mut pair = Pair::new("clash-of-arms");
    pair.turn("b4-b5 e3-e4 end");
    pair.turn("b9-b8 end");
    pair
}

fn finished() -> Pair {
    let mut pair = unfinished();
    pair.turn("end");
    pair.turn("end");
    pair
}

fn warlord(command: &str, files: &[&PathBuf], more: &[&str]) -> (Option<i32>, String, String) {
    let Output {
        status,
        stdout,
        stderr,
    } = Command::new(env!("CARGO_BIN_EXE_warlord"))
        .arg(command)
        .args(files)
        .args(more)
        .output()
        .expect("the program runs");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (status.code(), text(stdout), text(stderr))
}

#[test]
fn a_game_is_shown_turn_by_turn() {
    let saved = finished().save();
    let (status, text, errors) = warlord("show", &[&saved.files[1]], &["--text"]);
    assert_eq!(status, Some(0), "{errors}");
    for part in [
        "A Clash of Arms (clash-of-arms)\n",
        "Blue        Ann, key ",
        "Played      2026-09-21",
        "Result      a draw: both sides passed (4 turns)\n",
        "\nBlue's turn 1 (--turn 1): b4-b5 e3-e4 end\n",
        "\nAmber's turn 1 (--turn 2): b9-b8 end\n",
        "\nAmber's turn 2 (--turn 4): end\n",
    ] {
        assert!(text.contains(part), "{part:?} is missing:\n{text}");
    }
    let boards = text.matches("CAPITALS Blue").count();
    assert_eq!(boards, 5, "the start and four turns");
    assert!(!text.contains('\u{1b}'), "no colors in a pipe");
}

#[test]
fn one_turn_is_shown_alone() {
    let saved = finished().save();
    let file = &saved.files[0];
    let (status, text, _) = warlord("show", &[file], &["--turn", "1"]);
    assert_eq!(status, Some(0));
    assert!(text.contains("Blue's turn 1 (--turn 1): b4-b5"), "{text}");
    assert!(!text.contains("Amber's turn 1 ("), "{text}");
    assert!(text.contains("  5  .>I"), "the move is marked:\n{text}");
    let (_, start, _) = warlord("show", &[file], &["--turn", "0"]);
    assert!(start.contains("Blue's turn 1: "), "{start}");
    let (status, _, errors) = warlord("show", &[file], &["--turn", "9"]);
    assert_eq!(status, Some(2));
    assert!(
        errors.contains("no turn 9") && errors.contains("turns 1 to 4"),
        "{errors}"
    );
}

#[test]
fn a_moving_picture_of_turns_that_do_not_follow_says_what_is_wrong() {
    let saved = finished().save();
    let gif = saved.folder.path().join("game.gif").display().to_string();
    let film = |more: &[&str]| {
        let wish = [&["--gif", &gif][..], more].concat();
        warlord("show", &[&saved.files[0]], &wish)
    };
    let (status, _, errors) = film(&["--from", "3", "--to", "1"]);
    assert_eq!(status, Some(2));
    assert!(
        errors.contains("turn 1 comes before turn 3") && errors.contains("--from 1 --to 3"),
        "{errors}"
    );
    for more in [["--from", "9"], ["--to", "9"]] {
        let (status, _, errors) = film(&more);
        assert_eq!(status, Some(2));
        assert!(
            errors.contains("no turn 9") && errors.contains("turns 1 to 4"),
            "{errors}"
        );
    }
    assert!(!std::path::Path::new(&gif).exists(), "nothing is written");
    let (status, _, errors) = film(&["--from", "2", "--to", "2"]);
    assert_eq!(status, Some(0), "{errors}");
}

#[test]
fn a_board_is_written_as_svg_and_png_with_the_ways_of_its_turn() {
    let saved = finished().save();
    let out = |name: &str| saved.folder.path().join(name);
    let (svg, png) = (out("turn.svg"), out("turn.png"));
    let paths = [&svg, &png].map(|path| path.display().to_string());
    let wish = ["--turn", "1", "--svg", &paths[0], "--png", &paths[1]];
    let (status, text, errors) = warlord("show", &[&saved.files[0]], &wish);
    assert_eq!((status, text.as_str()), (Some(0), ""), "{errors}");
    let svg = std::fs::read_to_string(svg).expect("the picture was written");
    assert!(svg.starts_with("<svg "), "{svg}");
    assert!(svg.contains("<title>A Clash of Arms: Blue's turn 1</title>"));
    let units = |svg: &str| svg.matches("<use ").count();
    let (_, _, errors) = warlord(
        "show",
        &[&saved.files[0]],
        &["--turn", "0", "--svg", &paths[0], "--force"],
    );
    let start = std::fs::read_to_string(&paths[0]).expect(&errors);
    // two orders: four cells marked in brackets besides the same units
    assert_eq!(units(&svg), units(&start) + 4);
    let png = std::fs::read(png).expect("the picture was written");
    assert!(png.starts_with(b"\x89PNG\r\n"));
    let side = |place: usize| u32::from_be_bytes([0, 1, 2, 3].map(|n| png[place + n]));
    assert_eq!((side(16), side(20)), (810, 618));
}

#[test]
fn a_game_is_written_as_one_page_that_loads_nothing() {
    let saved = finished().save();
    let page = saved.folder.path().join("game.html");
    let path = page.display().to_string();
    let (status, text, errors) = warlord("show", &[&saved.files[0]], &["--html", &path, "--text"]);
    assert_eq!(status, Some(0), "{errors}");
    assert!(
        text.contains("Blue's turn 1 (--turn 1): b4-b5"),
        "asked for besides: {text}"
    );
    let page = std::fs::read_to_string(page).expect("the page was written");
    assert_eq!(
        page.matches("<g class=\"turn\">").count(),
        5,
        "the start and four turns"
    );
    assert!(page.contains("Blue's turn 1: Ib4-b5 Ie3-e4</li>"), "{page}");
    assert!(
        page.contains("max=\"4\"") && page.contains("<b>Ann</b>"),
        "{page}"
    );
    for outside in ["http://", "https://", "src=", "@import", "url(//"] {
        let known = page.matches(outside).count();
        let namespace = page.matches("http://www.w3.org/2000/svg").count();
        let expected = if outside == "http://" { namespace } else { 0 };
        assert_eq!(known, expected, "{outside}");
    }
    let together = ["--html", &path, "--turn", "1"];
    let (status, _, errors) = warlord("show", &[&saved.files[0]], &together);
    assert_eq!(status, Some(2), "a page shows all turns: {errors}");
}

#[test]
fn a_scenario_is_shown_at_its_start() {
    let folder = tempfile::tempdir().expect("a folder");
    let svg = folder.path().join("start.svg");
    let path = svg.display().to_string();
    let name = PathBuf::from("test-of-wills");
    let (status, text, errors) = warlord("show", &[&name], &["--svg", &path]);
    assert_eq!((status, text.as_str()), (Some(0), ""), "{errors}");
    let svg = std::fs::read_to_string(svg).expect("the picture was written");
    assert!(svg.contains("<title>A Test of Wills</title>"), "{svg}");
    let (status, _, errors) = warlord("show", &[&name], &["--turn", "1"]);
    assert_eq!(status, Some(2));
    assert!(errors.contains("nothing is played yet"), "{errors}");
    let nowhere = folder.path().join("none/start.svg").display().to_string();
    let (status, _, errors) = warlord("show", &[&name], &["--svg", &nowhere]);
    assert_eq!(status, Some(2));
    assert!(errors.contains("start.svg cannot be written"), "{errors}");
}

#[test]
fn what_is_no_match_file_is_not_shown() {
    let saved = finished().save();
    let other = saved.with("letter.txt", b"Dear Bob");
    let (status, text, errors) = warlord("show", &[&other], &[]);
    assert_eq!((status, text.as_str()), (Some(2), ""));
    assert!(
        errors.contains("letter.txt cannot be shown") && errors.contains("\n  do: "),
        "{errors}"
    );
}

#[test]
fn a_picture_shows_the_last_turn_that_was_not_taken_back() {
    let mut pair = Pair::new("clash-of-arms");
    pair.turn("b4-b5 end");
    pair.turn("b9-b8 end");
    let kept = pair.save();
    pair.turn("e3-e4 end");
    pair.take_back(0);
    let saved = pair.save();
    let drawn = |saved: &pair::Saved| {
        let svg = saved.folder.path().join("board.svg");
        let path = svg.display().to_string();
        let (status, _, errors) = warlord("show", &[&saved.files[0]], &["--svg", &path]);
        assert_eq!(status, Some(0), "{errors}");
        std::fs::read_to_string(svg).expect("the picture was written")
    };
    assert_eq!(drawn(&saved), drawn(&kept));
    let (_, text, _) = warlord("show", &[&saved.files[0]], &[]);
    assert!(text.contains("not finished (2 turns)"), "{text}");
    let (_, text, _) = warlord("show", &[&saved.files[0]], &["--turn", "3"]);
    assert!(text.contains("(taken back): e3-e4"), "{text}");
}
