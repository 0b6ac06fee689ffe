//! `warlord people`: two players who have met by mail name, compare and block each other.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

struct Desk {
    home: PathBuf,
    record: PathBuf,
}

fn warlord(home: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_warlord"))
        .args(arguments)
        .env("WARLORD_HOME", home)
        .env("NO_COLOR", "1")
        .output()
        .expect("the program starts")
}

impl Desk {
    fn ok(&self, arguments: &[&str]) -> String {
        let output = warlord(&self.home, arguments);
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{arguments:?}: {error}");
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    fn refused(&self, arguments: &[&str]) -> String {
        let output = warlord(&self.home, arguments);
        assert!(!output.status.success(), "{arguments:?}");
        String::from_utf8_lossy(&output.stderr).into_owned()
    }
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a plain path")
}

#[test]
fn who_was_met_is_named_compared_and_blocked() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    let [ann, ben] = ["ann", "ben"].map(|name| {
        let home = at(name);
        let record = home.join("matches").join("one.fpm");
        Desk { home, record }
    });
    ann.ok(&["identity", "name", "Ann"]);
    ben.ok(&["identity", "name", "Ben"]);
    assert_eq!(ann.ok(&["people"]), "You have met nobody yet.\n");
    let (offer, answer) = (at("offer.fpx"), at("answer.fpx"));
    let hosting = ["host", "--record", text(&ann.record), "--letter"];
    ann.ok(&[&hosting[..], &[text(&offer)]].concat());
    let import = |desk: &Desk, letter: &Path, reply: &Path| {
        let (record, computer) = (text(&desk.record), "computer:1");
        let arguments = ["import", record, text(letter), "--reply", text(reply)];
        desk.ok(&[&arguments[..], &["--player", computer]].concat())
    };
    let told = import(&ben, &offer, &answer);
    assert!(told.contains("The letter is from Ann: stranger."), "{told}");
    import(&ann, &answer, &at("next.fpx"));

    let listed = ann.ok(&["people"]);
    assert!(listed.contains("Ben: 1 game, last met"), "{listed}");
    assert!(
        listed.contains("unfinished: A Clash of Arms, 1 turns"),
        "{listed}"
    );
    let named = ann.ok(&["people", "name", "Ben", "Benjamin"]);
    assert!(named.contains("Benjamin (goes by Ben)"), "{named}");

    let json = |desk: &Desk, who: &str| {
        let line = desk.ok(&["people", "verify", who, "--json"]);
        let line: serde_json::Value = serde_json::from_str(&line).expect("JSON");
        line["words"].as_str().expect("words").to_owned()
    };
    let key: String = ann.ok(&["people"]).chars().take(8).collect();
    import(&ben, &at("next.fpx"), &answer);
    let words = json(&ann, &key);
    assert_eq!(words, json(&ben, "Ann"));
    let wrong = ann.refused(&["people", "verify", "Benjamin", "crow", "fig"]);
    assert!(
        wrong.contains("2 words were given, 8 are compared"),
        "{wrong}"
    );
    let first = words.split(' ').next().unwrap_or_default();
    let misspelt = words.replacen(first, &format!("{first}q"), 1);
    let wrong = ann.refused(&["people", "verify", "Benjamin", &misspelt]);
    assert!(
        wrong.contains(&format!("`{first}q`, number 1, is no word")),
        "{wrong}"
    );
    let typed: Vec<&str> = words.split(' ').collect();
    let verified = ann.ok(&[&["people", "verify", "Benjamin"], &typed[..]].concat());
    assert!(verified.contains("verified"), "{verified}");

    let unknown = ann.refused(&["people", "block", "Joe"]);
    assert!(unknown.contains("nobody called"), "{unknown}");
    let blocked = ann.ok(&["people", "block", "Benjamin"]);
    assert!(blocked.contains("blocked"), "{blocked}");
    let refused = ann.refused(&["import", text(&ann.record), text(&answer)]);
    assert!(refused.contains("Benjamin is blocked here"), "{refused}");
    ann.ok(&["people", "unblock", "Benjamin"]);
    import(&ann, &answer, &at("next.fpx"));
    let strangers_key = "0f".repeat(32);
    let blocked = ann.ok(&["people", "block", &strangers_key]);
    assert!(blocked.contains("never met"), "{blocked}");
    assert_eq!(
        ann.ok(&["people", "forget", &strangers_key[..8]]),
        "The player is forgotten.\n"
    );
}
