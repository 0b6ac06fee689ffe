//! Players who leave a table for good, and the others who go on in a new match.

use super::{HOST, Homes, assert_all_complete};
use crate::two_processes::program::{Program, Typist, output, text};

#[test]
fn the_others_go_on_without_a_player_who_has_resigned() {
    let homes = Homes::new();
    let seats = [
        "--seats",
        "3",
        "--scenario",
        "clash-of-arms",
        "--max-turns",
        "12",
    ];
    let go_on = ["--go-on", "resigned"];
    let [ann_file, ben_file] = ["ann", "ben"].map(|name| homes.file(name));
    let host = [&HOST[..], &seats, &go_on, &["--record", &ann_file]].concat();
    let host = Program::start(&homes.of("ann"), &host);
    let code = host.code();
    let ben = [&go_on[..], &["--seat", "2", "--record", &ben_file]].concat();
    let ben = homes.guest("ben", &code, &ben);
    // Cid shares Ann's side, and her turn is the first
    let join = [
        "join", &code, "--as", "cid", "--seat", "3", "--player", "stdin",
    ];
    let mut cid = Typist::start(&homes.of("cid"), &join);
    host.wait_for_turn(1);
    cid.type_lines("resign\n");
    let gone = host.wait_for("may-go-on");
    assert_eq!(
        (&gone["name"], &gone["why"]),
        (&"cid".into(), &"resigned".into())
    );
    let words = gone["words"].as_array().expect("sentences");
    assert!(!words.is_empty(), "{gone}");
    host.wait_for("continued");
    cid.wait_for("left-out");
    let files = assert_all_complete(vec![host, ben]);
    assert!(
        files.iter().all(|file| file.ends_with("match-2.fpm")),
        "{files:?}"
    );
    // both matches together: the old one is continued, and the judge says without whom
    let new = files[0].to_string_lossy().into_owned();
    let judged = output(&homes.of("ann"), &["judge", &ann_file, &new]);
    let said = text(&judged.stdout);
    assert_eq!(judged.status.code(), Some(0), "{said}");
    assert!(said.contains("cid"), "{said}");
}

#[test]
fn at_one_screen_the_others_go_on_by_one_word() {
    let homes = Homes::new();
    let demo = [
        "demo",
        "--seats",
        "4",
        "--seat",
        "1=me",
        "--fast",
        "--max-turns",
        "9",
        "--scenario",
        "clash-of-arms",
    ];
    let mut ann = Typist::start(&homes.of("ann"), &demo);
    ann.wait_for("table");
    // the first player of the table, who writes the match file
    ann.type_lines("resign\n");
    ann.wait_for("may-go-on");
    ann.type_lines("go on\n");
    ann.wait_for("continued");
    let verdict = ann.wait_for("verdict");
    assert_eq!(verdict["verdict"], "COMPLETE", "{verdict}");
}

#[test]
fn a_word_typed_at_the_table_answers_ahead_for_the_match_that_begins() {
    let homes = Homes::new();
    let typed = HOST.map(|word| if word == "computer:1" { "stdin" } else { word });
    let game = [
        "--seats",
        "3",
        "--scenario",
        "clash-of-arms",
        "--max-turns",
        "9",
    ];
    let mut ann = Typist::start(&homes.of("ann"), &[&typed[..], &game].concat());
    let code = ann.code();
    ann.type_lines("anyone\ngo-on anybody\n");
    let hears = |ann: &Typist, words: &str| {
        ann.wait_until("note", |note| {
            note["text"]
                .as_str()
                .is_some_and(|text| text.contains(words))
        })
    };
    hears(
        &ann,
        "`go-on` needs to know without whom: resigned, silent or ask",
    );
    ann.type_lines("go-on silent\n");
    hears(&ann, "are silent for two minutes");
    ann.type_lines("go-on ask\n");
    hears(&ann, "You are asked before you go on");
    ann.type_lines("go-on resigned\n");
    hears(&ann, "You go on without players who resign");
    let ben = homes.guest("ben", &code, &["--seat", "2", "--go-on", "resigned"]);
    ann.wait_until("seat", |seat| seat["name"] == "ben");
    let cid = ["join", &code, "--as", "cid", "--seat", "3"];
    let mut cid = Typist::start(&homes.of("cid"), &cid);
    ann.wait_until("seat", |seat| seat["name"] == "cid");
    ann.type_lines("ready\n");
    ann.wait_until("ready", |ready| ready["all"] == true);
    ann.type_lines("begin\n");
    ann.hear("Write one order a line");
    ann.type_lines("end\n");
    ben.wait_for_turn(1);
    cid.type_lines("resign\n");
    // by the word typed at the table alone
    ann.wait_for("continued");
    ben.wait_for("continued");
    cid.wait_for("left-out");
}
