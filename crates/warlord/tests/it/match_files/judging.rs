//! `warlord judge`.

use std::path::PathBuf;

use protocol::file::{Entry, PUBLIC_HEADER, read_public};
use protocol::{Kind, Manifest};

use super::pair::{Pair, Saved};
use super::*;

/// The findings that `judge --json` prints on those files, and the exit status.
fn findings(files: &[&PathBuf]) -> (Option<i32>, Vec<Value>) {
    let (status, json, _) = warlord("judge", files, &["--json"]);
    let read = |line| serde_json::from_str(line).expect("a JSON object a line");
    (status, json.lines().map(read).collect())
}

/// What the finding says about the file of that name.
fn file<'a>(finding: &'a Value, name: &str) -> &'a Value {
    let mut files = finding["files"].as_array().expect("files").iter();
    let named = |file: &&Value| {
        file["file"]
            .as_str()
            .is_some_and(|path| path.ends_with(name))
    };
    files.find(named).expect("the file is named")
}

fn rebuilt(entries: &[Entry]) -> Vec<u8> {
    let entries = entries.iter().flat_map(Entry::to_bytes);
    PUBLIC_HEADER.iter().copied().chain(entries).collect()
}

fn entries(file: &[u8]) -> Vec<Entry> {
    read_public(file).expect("a match file").0
}

/// A finished file without what its second player signed at the end.
fn not_closed_by_all(file: &[u8]) -> Vec<u8> {
    let mut entries = entries(file);
    let is_close =
        |entry: &Entry| matches!(entry, Entry::Record(r) if r.kind == Kind::Close && r.seat.0 == 1);
    entries.retain(|entry| !is_close(entry));
    rebuilt(&entries)
}

/// A match of Cid and Dan, under way.
fn of_others() -> Saved {
    let mut pair = Pair::of("clash-of-arms", ["Cid", "Dan"], 2, &[]);
    pair.turn("b4-b5 end");
    pair.save()
}

#[test]
fn a_finished_match_is_complete_from_one_copy_or_both() {
    let saved = finished().save();
    let [ann, bob] = &saved.files;
    for files in [&[ann][..], &[bob], &[ann, bob]] {
        let (status, json, _) = warlord("judge", files, &["--json"]);
        assert_eq!(status, Some(0), "{json}");
        let finding: Value = serde_json::from_str(&json).expect("one JSON object");
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
        let keys = finding.as_object().expect("an object").len();
        assert_eq!(keys, 19, "{json}");
        assert_eq!(finding["findings"], Value::Array(Vec::new()), "{json}");
    }
    let (_, words, _) = warlord("judge", &[ann, bob], &[]);
    for part in [
        "COMPLETE: a draw: both sides passed",
        "A Clash of Arms, 4 turns, from 2 copies of the file",
        "Blue        Ann, key ",
        "Amber       Bob, key ",
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
        words.contains("What to do  the match can be resumed"),
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
        // in the manifest, in a record, in the last signature
        let expected = 1 + i32::from(json.contains("UNREADABLE"));
        assert_eq!(status, Some(expected), "byte {place}: {json}");
        assert!(!json.contains("COMPLETE"), "byte {place}: {json}");
    }
}

#[test]
fn what_is_no_match_file_is_unreadable_and_what_is_not_there_gives_status_2() {
    let saved = finished().save();
    let other = saved.with("letter.txt", b"Dear Bob");
    let (status, words, _) = warlord("judge", &[&other], &[]);
    assert_eq!(status, Some(2));
    assert!(words.starts_with("UNREADABLE"), "{words}");
    let (status, words, errors) = warlord("judge", &[&saved.folder.path().join("none.fpm")], &[]);
    assert_eq!((status, words.as_str()), (Some(2), ""));
    assert!(errors.contains("none.fpm cannot be read"), "{errors}");
    assert!(errors.contains("\n  do: check the name"), "{errors}");
}

#[test]
fn files_of_two_matches_get_a_verdict_each_in_whatever_order_they_come() {
    let (ours, theirs) = (finished().save(), of_others());
    let [ann, bob] = &ours.files;
    let [cid, dan] = &theirs.files;
    let (status, told) = findings(&[ann, cid, bob, dan]);
    assert_eq!((status, told.len()), (Some(0), 2), "{told:?}");
    let of = |name: &str| {
        let names = |told: &&Value| told["seats"][0]["name"] == name;
        told.iter().find(names).expect("a verdict on that match")
    };
    let (first, second) = (of("Ann"), of("Cid"));
    assert_eq!(
        (&first["verdict"], &first["turns"]),
        (&"COMPLETE".into(), &4.into())
    );
    assert_eq!(
        (&second["verdict"], &second["turns"]),
        (&"OPEN".into(), &1.into())
    );
    for told in [first, second] {
        assert_eq!(told["files"].as_array().expect("files").len(), 2, "{told}");
    }
    for files in [
        [cid, ann, dan, bob],
        [bob, dan, ann, cid],
        [dan, cid, bob, ann],
    ] {
        assert_eq!(findings(&files), (status, told.clone()));
    }
    let cid = ours.with("cid.fpm", &std::fs::read(cid).expect("a match file"));
    for files in [[&cid, ann, bob], [bob, &cid, ann]] {
        let (_, words, _) = warlord("judge", &files, &[]);
        let (ours, theirs) = words.split_once("\n\nOPEN: no result").expect(&words);
        assert!(ours.starts_with("COMPLETE: a draw"), "{words}");
        for part in ["4 turns, from 2 copies", "Blue        Ann"] {
            assert!(ours.contains(part), "{part}: {words}");
        }
        for part in ["1 turn, from one copy", "Blue        Cid"] {
            assert!(theirs.contains(part), "{part}: {words}");
        }
    }
}

#[test]
fn copies_that_contradict_each_other_give_one_finding_in_whatever_order_they_come() {
    let pair = unfinished();
    let saved = pair.save();
    let signed_at = |sent_ms: u64| {
        let mut entries = entries(&pair.files[0]);
        let orders = entries.iter_mut().find_map(|entry| match entry {
            Entry::Record(record) if record.kind == Kind::Orders => Some(record),
            _ => None,
        });
        let orders = orders.expect("a turn");
        orders.sent_ms = sent_ms;
        *orders = orders.clone().signed(pair.match_key(0));
        saved.with(&format!("at-{sent_ms}.fpm"), &rebuilt(&entries))
    };
    let [one, two, three] = [1, 2, 3].map(signed_at);
    let expected = findings(&[&one, &two, &three]);
    assert_eq!(expected.1[0]["kind"], "two-records", "{expected:?}");
    assert_eq!(expected.1[0]["seat"], 0, "{expected:?}");
    for files in [
        [&three, &two, &one],
        [&two, &one, &three],
        [&three, &one, &two],
    ] {
        assert_eq!(findings(&files), expected);
    }
}

#[test]
fn what_is_no_copy_of_the_match_is_said_to_be_what_it_is_and_counted_as_none() {
    let saved = finished().save();
    let [ann, _] = &saved.files;
    let whole = std::fs::read(ann).expect("a match file");
    let others = [
        (
            "a.txt",
            b"Dear Bob".to_vec(),
            "no-match-file",
            "not a Warlord match file",
        ),
        (
            "b.fpm",
            [b"FPMATCH1", &whole[8..]].concat(),
            "other-version",
            "match file format 1",
        ),
        (
            "c.key",
            [&b"FPSECRT2"[..], &[1; 40]].concat(),
            "private",
            "(*.key)",
        ),
        (
            "d.fpx",
            [&b"FPMAIL_2"[..], &[1; 40]].concat(),
            "letter",
            "a letter",
        ),
        (
            "e.fpm",
            whole[..60].to_vec(),
            "no-manifest",
            "before it says",
        ),
        (
            "f.fpm",
            Vec::new(),
            "no-match-file",
            "not a Warlord match file",
        ),
    ];
    for (name, bytes, is, what) in &others {
        let other = saved.with(name, bytes);
        for files in [[ann, &other], [&other, ann]] {
            let (status, told) = findings(&files);
            assert_eq!((status, told.len()), (Some(2), 2), "{told:?}");
            let [first, second] = [&told[0], &told[1]];
            assert_eq!(first["verdict"], "COMPLETE", "{first}");
            assert_eq!(
                first["files"].as_array().expect("files").len(),
                1,
                "{first}"
            );
            assert_eq!(second["verdict"], "UNREADABLE", "{second}");
            assert!(second["match"].is_null(), "{second}");
            let told = file(second, name);
            assert_eq!(
                (&told["is"], &told["left_out"]),
                (&(*is).into(), &bytes.len().into())
            );
            assert!(
                told["what"]
                    .as_str()
                    .is_some_and(|told| told.contains(what)),
                "{told}"
            );
        }
        let (_, words, _) = warlord("judge", &[&other, ann], &[]);
        assert!(words.starts_with("COMPLETE"), "{words}");
        assert!(words.contains("from one copy of the file"), "{words}");
        assert!(
            words.contains("\n\nUNREADABLE: no result\nFiles       "),
            "{words}"
        );
        assert!(words.contains(what), "{words}");
    }
}

#[test]
fn a_file_named_twice_is_one_copy() {
    let saved = finished().save();
    let [ann, _] = &saved.files;
    let again = saved.folder.path().join(".").join("ann.fpm");
    let (_, told) = findings(&[ann, &again]);
    assert_eq!(
        told[0]["files"].as_array().expect("files").len(),
        1,
        "{told:?}"
    );
}

#[test]
fn a_file_cut_in_half_is_sound_as_far_as_it_goes_and_not_nothing_wrong() {
    let pair = finished();
    let saved = pair.save();
    let [ann, bob] = &saved.files;
    let whole = std::fs::read(ann).expect("a match file");
    let cut = saved.with("cut.fpm", &whole[..whole.len() / 2]);
    let kept = rebuilt(&entries(&whole[..whole.len() / 2])).len();
    let left_out = whole.len() / 2 - kept;
    assert!(left_out > 0, "cut within an entry");
    let (status, told) = findings(&[&cut]);
    assert_eq!(
        (status, &told[0]["verdict"]),
        (Some(1), &"OPEN".into()),
        "{told:?}"
    );
    let about = file(&told[0], "cut.fpm");
    assert_eq!(
        (&about["is"], &about["left_out"]),
        (&"cut".into(), &left_out.into())
    );
    let said = told[0]["left_out"][0].as_str().expect("it is said");
    let words = format!("cut.fpm: the last entry is cut short: {left_out} bytes are left out");
    assert!(said.ends_with(&words), "{said}");
    let (_, words, _) = warlord("judge", &[&cut], &[]);
    let id = &pair.id()[..8];
    assert!(
        words.contains(&format!(
            "a copy of match {id}, cut short: {left_out} bytes are left out"
        )),
        "{words}"
    );
    assert!(!words.contains("can be resumed"), "{words}");
    // the whole copy makes up for it, and what is left out is still reported
    let (status, told) = findings(&[&cut, bob]);
    assert_eq!(
        (status, &told[0]["verdict"]),
        (Some(1), &"COMPLETE".into()),
        "{told:?}"
    );
    let about = file(&told[0], "cut.fpm");
    assert!(
        about["lacking"].as_u64().is_some_and(|lacking| lacking > 3),
        "{about}"
    );
    assert_eq!(file(&told[0], "bob.fpm")["is"], "whole", "{told:?}");
}

#[test]
fn bytes_left_out_count_alike_whether_all_have_closed_the_match_or_not() {
    let saved = finished().save();
    let whole = std::fs::read(&saved.files[0]).expect("a match file");
    let decided = not_closed_by_all(&whole);
    let open = unfinished().files[0].clone();
    for (verdict, sound) in [("COMPLETE", whole), ("DECIDED", decided), ("OPEN", open)] {
        let whole = saved.with("whole.fpm", &sound);
        let (status, told) = findings(&[&whole]);
        assert_eq!(
            (status, &told[0]["verdict"]),
            (Some(0), &verdict.into()),
            "{told:?}"
        );
        assert_eq!(file(&told[0], "whole.fpm")["is"], "whole", "{told:?}");
        let torn = saved.with("torn.fpm", &[&sound[..], &[0; 7]].concat());
        let (status, told) = findings(&[&whole, &torn]);
        assert_eq!(
            (status, &told[0]["verdict"]),
            (Some(1), &verdict.into()),
            "{told:?}"
        );
        let about = file(&told[0], "torn.fpm");
        assert_eq!(
            (&about["is"], &about["left_out"]),
            (&"cut".into(), &7.into())
        );
        let damaged = saved.with("damaged.fpm", &[&sound[..], &[9; 7]].concat());
        let (status, told) = findings(&[&whole, &damaged]);
        assert_eq!(
            (status, &told[0]["verdict"]),
            (Some(1), &verdict.into()),
            "{told:?}"
        );
        let about = file(&told[0], "damaged.fpm");
        assert_eq!(
            (&about["is"], &about["left_out"]),
            (&"damaged".into(), &7.into())
        );
    }
}

#[test]
fn entries_that_stand_twice_or_do_not_verify_are_left_out_and_said() {
    let saved = finished().save();
    let [ann, _] = &saved.files;
    let whole = std::fs::read(ann).expect("a match file");
    let mut twice = entries(&whole);
    let last = twice.last().expect("entries").clone();
    let bytes = last.to_bytes().len();
    twice.push(last);
    let twice = saved.with("twice.fpm", &rebuilt(&twice));
    let (status, told) = findings(&[&twice]);
    assert_eq!(
        (status, &told[0]["verdict"]),
        (Some(1), &"DECIDED".into()),
        "{told:?}"
    );
    let about = file(&told[0], "twice.fpm");
    assert_eq!(
        (&about["is"], &about["left_out"]),
        (&"changed".into(), &bytes.into())
    );
    let mut flipped = whole.clone();
    let at = flipped.len() - 20;
    flipped[at] ^= 1;
    let flipped = saved.with("flipped.fpm", &flipped);
    let (status, told) = findings(&[&flipped, ann]);
    assert_eq!(
        (status, &told[0]["verdict"]),
        (Some(1), &"COMPLETE".into()),
        "{told:?}"
    );
    let about = file(&told[0], "flipped.fpm");
    assert_eq!(
        (&about["is"], &about["left_out"]),
        (&"changed".into(), &bytes.into())
    );
}

#[test]
fn a_shorter_copy_is_no_fault_and_said_to_be_shorter() {
    let saved = finished().save();
    let [ann, _] = &saved.files;
    let mut entries = entries(&std::fs::read(ann).expect("a match file"));
    entries.truncate(entries.len() - 3);
    let shorter = saved.with("shorter.fpm", &rebuilt(&entries));
    let (status, told) = findings(&[ann, &shorter]);
    assert_eq!(
        (status, &told[0]["verdict"]),
        (Some(0), &"COMPLETE".into()),
        "{told:?}"
    );
    let about = file(&told[0], "shorter.fpm");
    assert_eq!(
        (&about["is"], &about["lacking"]),
        (&"shorter".into(), &3.into())
    );
}

#[test]
fn the_worst_of_several_matches_gives_the_status() {
    let (ours, theirs) = (finished().save(), of_others());
    let ann = &ours.files[0];
    let cid = std::fs::read(&theirs.files[0]).expect("a match file");
    let torn = theirs.with("torn.fpm", &[&cid[..], &[0; 3]].concat());
    let letter = theirs.with("letter.txt", b"Dear Bob");
    for (files, worst) in [
        (&[ann, &theirs.files[0]][..], 0),
        (&[&torn, ann], 1),
        (&[ann, &torn], 1),
        (&[ann, &torn, &letter], 2),
        (&[&letter, &torn, ann], 2),
    ] {
        assert_eq!(findings(files).0, Some(worst));
    }
}

#[test]
fn a_tournament_reads_players_sides_results_and_turns() {
    let mut pair = Pair::of("clash-of-arms", ["Ann", "Bob"], 3, &[("short", "0")]);
    pair.turn("b4-b5 end");
    pair.turn("b9-b8 end");
    pair.turn("e3-e4 end");
    pair.take_back(0);
    pair.resign(1);
    let saved = pair.save();
    let (status, told) = findings(&[&saved.files[0], &saved.files[1]]);
    assert_eq!((status, told.len()), (Some(0), 1), "{told:?}");
    let told = &told[0];
    assert_eq!(told["match"], pair.id().as_str(), "{told}");
    assert_eq!(told["scenario"], "clash-of-arms", "{told}");
    assert_eq!(told["options"]["short"], "0", "{told}");
    assert_eq!(told["result"], "white resign", "{told}");
    assert_eq!(told["turns"], 2, "the third is taken back: {told}");
    let expected = [(0, "white", "Ann", "won"), (1, "black", "Bob", "lost")];
    for (seat, (number, side, name, result)) in told["seats"]
        .as_array()
        .expect("seats")
        .iter()
        .zip(expected)
    {
        assert_eq!(
            (&seat["seat"], &seat["side"]),
            (&number.into(), &side.into())
        );
        assert_eq!(
            (&seat["name"], &seat["result"]),
            (&name.into(), &result.into())
        );
        assert_eq!(seat["key"], pair.key(number), "{told}");
    }
    // the game as its file gives it
    let (status, json, errors) = warlord("show", &[&saved.files[0]], &["--json"]);
    assert_eq!(status, Some(0), "{errors}");
    let shown: Value = serde_json::from_str(&json).expect("one JSON object");
    for field in ["match", "scenario", "options", "seats", "turns", "result"] {
        assert_eq!(shown[field], told[field], "{field}");
    }
    let orders = shown["orders"].as_array().expect("orders");
    assert_eq!(
        (orders.len(), &orders[0]["orders"][0]),
        (3, &"b4-b5".into()),
        "{json}"
    );
    let back: Vec<&Value> = orders.iter().map(|turn| &turn["taken_back"]).collect();
    assert_eq!(back, [false, false, true], "{json}");
    let position = shown["position"].as_str().expect("a position");
    assert!(
        position.contains(" w 3 "),
        "the turn that stands: {position}"
    );
    let (_, one, _) = warlord("show", &[&saved.files[0]], &["--json", "--turn", "1"]);
    let one: Value = serde_json::from_str(&one).expect("one JSON object");
    assert_eq!(one["orders"].as_array().expect("orders").len(), 1, "{one}");
    assert!(
        one["position"]
            .as_str()
            .is_some_and(|text| text.contains(" b 2 ")),
        "{one}"
    );
}

#[test]
fn a_draw_is_one_for_both_and_a_match_under_way_has_no_result() {
    for (pair, expected) in [
        (finished(), Value::from("draw")),
        (unfinished(), Value::Null),
    ] {
        let (_, told) = findings(&[&pair.save().files[0]]);
        for seat in told[0]["seats"].as_array().expect("seats") {
            assert_eq!(seat["result"], expected, "{told:?}");
        }
    }
}

#[test]
fn errors_are_objects_too_and_the_other_files_are_judged() {
    let saved = finished().save();
    let [ann, bob] = &saved.files;
    let none = saved.folder.path().join("none.fpm");
    for files in [[&none, ann], [ann, &none]] {
        let (status, told) = findings(&files);
        assert_eq!((status, told.len()), (Some(2), 2), "{told:?}");
        assert_eq!(told[0]["verdict"], "COMPLETE", "{told:?}");
        assert_eq!(told[1]["event"], "error", "{told:?}");
        let what = told[1]["what"].as_str().expect("what");
        assert!(what.contains("none.fpm cannot be read"), "{what}");
        assert!(
            told[1]["advice"]
                .as_str()
                .is_some_and(|advice| !advice.is_empty())
        );
    }
    let letter = saved.with("letter.txt", b"Dear Bob");
    for (file, more, why) in [
        (&none, &["--json"][..], "cannot be read"),
        (&letter, &["--json"], "cannot be shown"),
        (bob, &["--json", "--turn", "9"], "no turn 9"),
        (
            &PathBuf::from("border-war"),
            &["--json"],
            "nothing is played",
        ),
    ] {
        let (status, json, errors) = warlord("show", &[file], more);
        assert_eq!(status, Some(2), "{json}");
        let told: Value = serde_json::from_str(&json).expect("one JSON object");
        assert_eq!(told["event"], "error", "{json}");
        assert!(
            told["what"].as_str().is_some_and(|what| what.contains(why)),
            "{json}"
        );
        assert!(errors.contains(why), "people read it too: {errors}");
    }
}

#[test]
fn a_match_of_other_rules_names_its_players_and_gives_status_2() {
    let saved = finished().save();
    let [ann, _] = &saved.files;
    let mut entries = entries(&std::fs::read(ann).expect("a match file"));
    if let Some(Entry::Manifest(manifest)) = entries.first_mut() {
        let manifest: &mut Manifest = manifest;
        manifest.rules_version = "1723".to_owned();
    }
    let other = saved.with("other.fpm", &rebuilt(&entries));
    let (status, told) = findings(&[ann, &other]);
    assert_eq!((status, told.len()), (Some(2), 2), "{told:?}");
    let other = told.iter().find(|told| told["verdict"] == "UNREADABLE");
    let other = other.expect("a verdict on it");
    assert!(
        other["why"]
            .as_str()
            .is_some_and(|why| why.contains("1723")),
        "{other}"
    );
    assert_eq!(other["seats"][1]["name"], "Bob", "{other}");
    assert_eq!(other["seats"][1]["side"], "black", "{other}");
    assert!(other["turns"].is_null(), "{other}");
}
