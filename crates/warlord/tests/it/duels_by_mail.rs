//! A whole game of War Lord Tourney by letters, its duels too, and the number of letters that a duel takes.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use protocol::file::{Entry, read_public};
use protocol::terms::LETTERS_A_ROUND;
use protocol::{Deed, Kind, Seat, replay};
use rules::Rules as _;

use crate::tourney_script;

/// A player with a data folder, a match file, and what the player still types.
struct Desk {
    home: PathBuf,
    record: PathBuf,
    seat: Seat,
    /// Each decision as the lines to type; none before the lot says who begins.
    decisions: Option<Vec<String>>,
}

impl Desk {
    fn new(folder: &Path, name: &str, seat: Seat) -> Self {
        Self {
            home: folder.join(name),
            record: folder.join(format!("{name}.fpm")),
            seat,
            decisions: None,
        }
    }

    /// Runs the program for that player, who types those lines.
    fn run(&self, arguments: &[&str], typed: &str) -> String {
        let mut command = Command::new(env!("CARGO_BIN_EXE_warlord"));
        command
            .args(arguments)
            .env("WARLORD_HOME", &self.home)
            .env("WARLORD_STATE", self.home.join("state"))
            .env("NO_COLOR", "1")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        let mut keys = child.stdin.take().expect("piped");
        // a program that asks for nothing may have ended
        let _unread = keys.write_all(typed.as_bytes());
        drop(keys);
        let output = child.wait_with_output().expect("it ends");
        let told = String::from_utf8_lossy(&output.stdout).into_owned();
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(
            output.status.success(),
            "{arguments:?} {typed:?}\n{told}\n{error}"
        );
        told
    }

    /// The decisions of this player that are signed.
    fn decided(&self) -> usize {
        let Ok(file) = std::fs::read(&self.record) else {
            return 0;
        };
        let (entries, _) = read_public(&file).expect("sound");
        let own = entries.iter().filter(|entry| match entry {
            // a seal with nothing but a coin decides nothing, and stands before the first turn
            Entry::Record(record) => {
                record.seat == self.seat && [Kind::Orders, Kind::Commit].contains(&record.kind)
            }
            _ => false,
        });
        own.count() - self.coins()
    }

    /// The seals of this player before the lot.
    fn coins(&self) -> usize {
        usize::from(self.begins().is_some())
    }

    /// Whether this player begins, once the lot has said so.
    fn begins(&self) -> Option<bool> {
        let file = std::fs::read(&self.record).ok()?;
        let replay = replay::read(&file).ok()?;
        let steps = replay.history.steps();
        let lot = steps
            .iter()
            .position(|step| matches!(step.deed, Deed::Lots { .. }))?;
        let begun = replay.history.position_after(lot + 1);
        Some(begun.turn().side.code() == self.seat.0)
    }

    /// Takes in a letter and writes the answer; the player makes one decision if one is asked for.
    fn answer(&mut self, letter: &Path, reply: &Path) -> String {
        let decided = self.decided();
        let typed = match &self.decisions {
            Some(decisions) => decisions.get(decided).cloned().unwrap_or_default(),
            None => String::new(),
        };
        let import = [
            "import",
            text(&self.record),
            text(letter),
            "--reply",
            text(reply),
        ];
        // the offer is shown in words to people only
        let json: &[&str] = match self.record.exists() {
            true => &["--json"],
            false => &[],
        };
        let import = [&import[..], json].concat();
        // more is asked than one decision: the rest waits for another day
        let told = self.run(&import, &(typed + "leave\n"));
        if self.decisions.is_none()
            && let Some(begins) = self.begins()
        {
            self.decisions = Some(tourney_script::decisions(begins, self.seat == Seat(0)));
            // the lot has fallen in this very letter, and the player may have to begin
            return self.answer(letter, reply);
        }
        told
    }
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a plain path")
}

#[test]
fn two_people_finish_a_tourney_by_mail_and_a_duel_takes_as_many_letters_as_the_guide_says() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut desks = [("ann", Seat(0)), ("ben", Seat(1))]
        .map(|(name, seat)| Desk::new(folder.path(), name, seat));
    let letter = folder.path().join("letter.fpx");
    let scenario = tourney_script::scenario();
    let host = ["host", "--scenario", &scenario, "--days", "3"];
    let place = [
        "--record",
        text(&desks[0].record),
        "--letter",
        text(&letter),
    ];
    desks[0].run(&[&host[..], &place, &tourney_script::OPTIONS].concat(), "");
    let next = folder.path().join("next.fpx");
    // the decisions, each with the number of the letter that brings it
    let mut decided = Vec::new();
    let mut offer = None;
    // far more letters than the game takes: one that does not end fails instead of hanging
    for turn in 0..300 {
        let desk = &mut desks[(turn + 1) % 2];
        let before = desk.decided();
        let told = desk.answer(&letter, &next);
        offer.get_or_insert_with(|| told.clone());
        std::fs::rename(&next, &letter).expect("an answer");
        let after = desk.decided();
        assert!(after <= before + 1, "one decision a letter");
        if let Some(decisions) = desk.decisions.as_ref().filter(|_| after > before) {
            decided.push((turn, decisions[before].clone()));
        }
        if told.contains("\"verdict\":\"COMPLETE\"") && desk.seat == Seat(0) {
            desks[1].run(&["import", text(&desks[1].record), text(&letter)], "");
            break;
        }
    }
    let files = desks
        .each_ref()
        .map(|desk| std::fs::read(&desk.record).expect("a file"));
    assert_eq!(files[0], files[1]);
    let judge = [
        "judge",
        "--json",
        text(&desks[0].record),
        text(&desks[1].record),
    ];
    let judged = desks[0].run(&judge, "");
    assert!(judged.contains("\"verdict\":\"COMPLETE\""), "{judged}");
    tourney_script::assert_happened(&replay::read(&files[0]).expect("a game"));

    // from the first seal of the victor to the letter with what becomes of the Warlord
    let starting = |word: &'static str| {
        let with = decided
            .iter()
            .filter(move |(_, lines)| lines.starts_with(word));
        with.map(|(turn, _)| *turn)
    };
    let slain = starting("slay ").next().expect("a felled Warlord");
    let cards: Vec<usize> = starting("card ")
        .filter(|turn| turn % 2 == slain % 2)
        .take(tourney_script::ROUNDS)
        .collect();
    for (card, next) in cards.iter().zip(&cards[1..]) {
        assert_eq!(next - card, LETTERS_A_ROUND as usize, "{decided:?}");
    }
    let letters = slain - cards[0];
    let a_duel = tourney_script::ROUNDS * LETTERS_A_ROUND as usize;
    assert_eq!(letters, a_duel, "{decided:?}");
    let guide = include_str!("../../../../docs/playing/mail.md");
    assert_eq!(
        (LETTERS_A_ROUND, a_duel),
        (4, 16),
        "the guide says it in words"
    );
    for words in [
        "secret cards in War Lord Tourney takes four letters",
        "takes sixteen",
    ] {
        assert!(guide.contains(words), "{words}");
    }
    let offer = offer.expect("an offer");
    let words = format!(
        "a round of secret choices takes {LETTERS_A_ROUND} letters, and a fight of {} rounds {letters}",
        tourney_script::ROUNDS
    );
    assert!(offer.contains(&words), "{offer}");
}
