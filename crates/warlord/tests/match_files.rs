//! `warlord judge` and `warlord show` on match files that two sessions write in one thread.

use std::path::PathBuf;
use std::process::{Command, Output};
use std::time::Duration;

use protocol::{File, Fresh, Identity, Now, Offer, Session, SessionEvent, Waiting};
use rules::{AnyOrder, AnyPosition, Rules as _};
use tempfile::TempDir;

/// Two seats with a line between them, and the public file of each.
struct Pair {
    seats: [Session; 2],
    files: [Vec<u8>; 2],
    unix_ms: u64,
}

impl Pair {
    fn new(scenario: &str) -> Self {
        let identity = |seed: u8| Identity::from_seed([seed; 32]);
        let fresh = |seed: u8| Fresh {
            match_secret: [seed; 32],
            session_seed: [seed + 1; 32],
            session_nonce: [seed + 2; 32],
        };
        let offer = Offer {
            scenario: scenario::load(scenario).expect("built in").expect("right"),
            options: Vec::new(),
            host_side: None,
            max_turns: None,
            terms: protocol::manifest::Terms::default(),
            takeback: true,
        };
        let host = identity(1).public();
        let seats = [
            Session::host(identity(1), "Ann", offer, fresh(10)).expect("a sound offer"),
            Session::join(identity(2), "Bob", host, fresh(20)),
        ];
        let mut pair = Self {
            seats,
            files: [Vec::new(), Vec::new()],
            unix_ms: 1_790_000_000_000,
        };
        let now = pair.now();
        pair.seats[0].line_up(now, [7; 32], identity(2).public());
        pair.seats[1].line_up(now, [7; 32], host);
        pair.settle();
        pair
    }

    fn now(&mut self) -> Now {
        self.unix_ms += 1000;
        Now {
            clock: Duration::from_millis(self.unix_ms - 1_790_000_000_000),
            unix_ms: self.unix_ms,
        }
    }

    /// Carries everything to where it belongs until nothing is left to carry.
    fn settle(&mut self) {
        let now = self.now();
        let mut is_moving = true;
        while is_moving {
            is_moving = false;
            for seat in 0..2 {
                while let Some(output) = self.seats[seat].poll_output() {
                    is_moving = true;
                    self.carry(seat, output, now);
                }
            }
        }
    }

    fn carry(&mut self, seat: usize, output: protocol::Output, now: Now) {
        match output {
            protocol::Output::Persist(File::Public, bytes) => self.files[seat].extend(bytes),
            protocol::Output::Replace(File::Public, bytes) => self.files[seat] = bytes,
            protocol::Output::Persist(File::Private, _)
            | protocol::Output::Replace(File::Private, _) => {}
            protocol::Output::Send(frame) => self.seats[1 - seat]
                .handle_frame(now, &frame)
                .expect("both are honest"),
            protocol::Output::Event(SessionEvent::Offered(offer)) => self.seats[seat]
                .accept(now, &offer.sid)
                .expect("the offer that was shown"),
            protocol::Output::Event(_) => {}
            protocol::Output::Close(reason) => panic!("the line was closed: {reason:?}"),
        }
    }

    fn position(&self) -> AnyPosition {
        self.seats[0].position().expect("agreed").clone()
    }

    /// One whole turn of the side to move, its orders separated by blanks.
    fn turn(&mut self, orders: &str) {
        let seat = (0..2)
            .find(|&seat| self.seats[seat].waiting() == Waiting::Me { secret: false })
            .expect("somebody's turn");
        let position = self.position();
        let side = position.turn().side;
        let read = |text| position.parse_order(side, text).expect("readable");
        let orders: Vec<AnyOrder> = orders.split(' ').map(read).collect();
        let now = self.now();
        self.seats[seat].propose(now, &orders).expect("legal");
        self.settle();
    }

    /// Writes both public files into a folder.
    fn save(&self) -> Saved {
        let folder = tempfile::tempdir().expect("a folder");
        let files = ["ann.fpm", "bob.fpm"].map(|name| folder.path().join(name));
        for (path, bytes) in files.iter().zip(&self.files) {
            std::fs::write(path, bytes).expect("written");
        }
        Saved { folder, files }
    }
}

struct Saved {
    folder: TempDir,
    files: [PathBuf; 2],
}

impl Saved {
    /// Another file in the same folder.
    fn with(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.folder.path().join(name);
        std::fs::write(&path, bytes).expect("written");
        path
    }
}

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
fn a_finished_match_is_complete_from_one_copy_or_both() {
    let saved = finished().save();
    let [ann, bob] = &saved.files;
    for files in [&[ann][..], &[bob], &[ann, bob]] {
        let (status, json, _) = warlord("judge", files, &["--json"]);
        assert_eq!(status, Some(0), "{json}");
        let finding: serde_json::Value = serde_json::from_str(&json).expect("one JSON object");
        assert_eq!(finding["verdict"], "COMPLETE", "{json}");
        assert_eq!(finding["result"], "draw passes", "{json}");
        assert!(
            finding["seat"].is_null() && finding["step"].is_u64(),
            "{json}"
        );
        assert!(
            json.starts_with(r#"{"verdict":"COMPLETE","result":"draw passes","step":"#),
            "{json}"
        );
        let keys: Vec<_> = finding.as_object().expect("an object").keys().collect();
        assert_eq!(keys.len(), 11, "{json}");
    }
    let (_, words, _) = warlord("judge", &[ann, bob], &[]);
    for part in [
        "COMPLETE: a draw: both sides passed",
        "A Clash of Arms, 4 turns, from 2 copies of the file",
        "White       Ann, key ",
        "Black       Bob, key ",
        "Proved      both players signed every step",
    ] {
        assert!(words.contains(part), "{part:?} is missing:\n{words}");
    }
    assert!(!words.contains('\u{1b}'), "no colors in a pipe");
}

#[test]
fn a_match_under_way_is_open_and_no_fault() {
    let saved = unfinished().save();
    let (status, words, _) = warlord("judge", &[&saved.files[0]], &[]);
    assert_eq!(status, Some(0), "{words}");
    assert!(words.starts_with("OPEN: no result"), "{words}");
    assert!(words.contains("2 turns"), "{words}");
    assert!(
        words.contains("What to do  the match can be taken up again"),
        "{words}"
    );
    assert!(words.contains("Not known   "), "{words}");
}

#[test]
fn a_changed_file_is_not_complete_and_gives_status_1() {
    let pair = finished();
    let saved = pair.save();
    let whole = &pair.files[0];
    for place in [whole.len() / 3, whole.len() / 2, whole.len() - 20] {
        let mut bytes = whole.clone();
        bytes[place] ^= 1;
        let changed = saved.with("changed.fpm", &bytes);
        let (status, json, _) = warlord("judge", &[&changed], &["--json"]);
        assert_eq!(status, Some(1), "byte {place}: {json}");
        assert!(!json.contains("COMPLETE"), "byte {place}: {json}");
    }
}

#[test]
fn what_is_no_match_file_is_unreadable_and_what_is_not_there_gives_status_2() {
    let saved = finished().save();
    let other = saved.with("letter.txt", b"Dear Bob");
    let (status, words, _) = warlord("judge", &[&other], &[]);
    assert_eq!(status, Some(1));
    assert!(words.starts_with("UNREADABLE"), "{words}");
    let (status, words, errors) = warlord("judge", &[&saved.folder.path().join("none.fpm")], &[]);
    assert_eq!((status, words.as_str()), (Some(2), ""));
    assert!(errors.contains("none.fpm cannot be read"), "{errors}");
    assert!(errors.contains("\n  do: check the name"), "{errors}");
}

#[test]
fn a_game_is_shown_turn_by_turn() {
    let saved = finished().save();
    let (status, text, errors) = warlord("show", &[&saved.files[1]], &["--text"]);
    assert_eq!(status, Some(0), "{errors}");
    for part in [
        "A Clash of Arms (clash-of-arms)\n",
        "White       Ann, key ",
        "Played      2026-09-21",
        "Result      a draw: both sides passed (4 turns)\n",
        "\nTurn 1, White: b4-b5 e3-e4 end\n",
        "\nTurn 2, Black: b9-b8 end\n",
        "\nTurn 4, Black: end\n",
    ] {
        assert!(text.contains(part), "{part:?} is missing:\n{text}");
    }
    let boards = text.matches("CAPITALS White").count();
    assert_eq!(boards, 5, "the start and four turns");
    assert!(!text.contains('\u{1b}'), "no colors in a pipe");
}

#[test]
fn one_turn_is_shown_alone() {
    let saved = finished().save();
    let file = &saved.files[0];
    let (status, text, _) = warlord("show", &[file], &["--turn", "1"]);
    assert_eq!(status, Some(0));
    assert!(text.contains("Turn 1, White: b4-b5"), "{text}");
    assert!(!text.contains("Turn 2, Black:"), "{text}");
    assert!(text.contains("  5  .>I"), "the move is marked:\n{text}");
    let (_, start, _) = warlord("show", &[file], &["--turn", "0"]);
    assert!(start.contains("Turn 1: White to move"), "{start}");
    let (status, _, errors) = warlord("show", &[file], &["--turn", "9"]);
    assert_eq!(status, Some(2));
    assert!(
        errors.contains("no turn 9") && errors.contains("turns 1 to 4"),
        "{errors}"
    );
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
    assert!(svg.contains("<title>A Clash of Arms: Turn 1, White</title>"));
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
        text.contains("Turn 1, White: b4-b5"),
        "asked for besides: {text}"
    );
    let page = std::fs::read_to_string(page).expect("the page was written");
    assert_eq!(
        page.matches("<g class=\"turn\">").count(),
        5,
        "the start and four turns"
    );
    assert!(page.contains("<li>White: b4-b5 e3-e4 end</li>"), "{page}");
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
