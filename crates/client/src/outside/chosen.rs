//! Files that the user chooses anywhere: scenario files read, match files judged, and the way to a file in the desktop.

use std::path::{Path, PathBuf};

use home::limits::{LARGEST_MATCH, LARGEST_SETTINGS};
use kit::model::meaning::trouble;
use kit::model::words::capital;
use protocol::judge::{Report, Verdict};
use reach::Trouble;
use scenario::{Scenario, SideNames};

use crate::model::settings::Settings;
use crate::model::{Judged, News};

/// The scenario files that the user opened before, without those that can no longer be read.
pub(crate) fn own_scenarios(settings: &Settings) -> Vec<Scenario> {
    let files = settings.scenarios.iter();
    // a file that is gone or wrong is passed over in silence: it may be on a disk that is not there today, and stays in
    // the settings
    files.filter_map(|file| scenario(file).ok()).collect()
}

/// Reads a scenario file of the user.
pub(super) fn read_scenario(file: PathBuf) -> News {
    match scenario(&file) {
        Ok(scenario) => News::Scenario(file, Box::new(scenario)),
        Err(trouble) => News::Failed(trouble),
    }
}

fn scenario(file: &Path) -> Result<Scenario, Trouble> {
    let bytes = bytes(file, LARGEST_SETTINGS)?;
    let name = file.display().to_string();
    Scenario::from_bytes(&name, &bytes).map_err(|mistakes| {
        // they share a strip of the page; the command in the advice lists the rest
        let told = mistakes.iter().take(3).map(ToString::to_string);
        trouble(
            told.collect::<Vec<_>>().join(" "),
            format!("`warlord scenario check {name}` lists everything"),
        )
    })
}

/// The content of a file of at most `most` bytes: any file may be chosen or dropped on the window, however large.
pub(super) fn bytes(file: &Path, most: u64) -> Result<Vec<u8>, Trouble> {
    home::read_within(file, most).map_err(|error| {
        trouble(
            format!("{} cannot be read: {error}", file.display()),
            "choose another file",
        )
    })
}

pub(super) fn judge(file: &Path) -> News {
    match bytes(file, LARGEST_MATCH) {
        Ok(bytes) => News::Judged(judged(file, &protocol::judge::judge(&[&bytes]))),
        Err(trouble) => News::Failed(trouble),
    }
}

pub(super) fn judged(file: &Path, report: &Report) -> Judged {
    let meaning = match report.verdict {
        Verdict::Complete => {
            "The game has a result, every player has signed it, and nothing is missing or changed."
        }
        Verdict::Decided => {
            "The result is certain: it follows from what the players have signed. Not all have signed the end."
        }
        Verdict::Open => "Everything in it is sound; the match is not finished.",
        Verdict::Continued => "All who play it continue in a new match, which gives the result.",
        Verdict::Proved => {
            "A player's own signed bytes prove that it broke the rules of the match."
        }
        Verdict::Claimed => {
            "A player says that another one was silent too long. Nobody can prove that."
        }
        Verdict::Diverged => "A player signed another position than the orders give.",
        Verdict::Inconsistent => {
            "What is there does not fit together: something was changed, lost or added. It convicts nobody."
        }
        Verdict::Unreadable => "This is not a match file that this version of Warlord can read.",
    };
    let mut facts = Vec::new();
    if let (Some(family), Some(result)) = (report.family, report.result) {
        let result = families::outcome(family, result, &[], SideNames::of_family(family));
        facts.push(format!("Result: {result}"));
    }
    if let Some(seat) = report.seat {
        facts.push(format!("Named: {seat}."));
    }
    if !report.why.is_empty() {
        let part = report.part_of();
        let part = part.map_or_else(String::new, |whole| format!(", its part of {whole}"));
        facts.push(format!(
            "{} (step {}{part}).",
            capital(report.why.trim_end_matches('.')),
            report.step
        ));
    }
    let left_out = report.remarks.iter();
    facts.extend(left_out.map(|remark| format!("Left out: {remark}.")));
    facts.extend(
        report
            .unknown
            .iter()
            .map(|unknown| format!("Not known from this file: {unknown}.")),
    );
    Judged {
        file: file.to_owned(),
        word: report.verdict.to_string(),
        meaning: meaning.to_owned(),
        // of these verdicts nothing speaks against a player; the page shows all others in red
        clean: matches!(
            report.verdict,
            Verdict::Complete | Verdict::Decided | Verdict::Open | Verdict::Continued
        ),
        facts,
    }
}

/// Shows a file's folder in the desktop's file manager.
pub(super) fn open_folder(file: &Path) -> Result<(), Trouble> {
    let program = if cfg!(target_os = "windows") {
        "explorer"
    } else if cfg!(target_os = "macos") {
        "open"
    } else {
        "xdg-open"
    };
    let folder = file.parent().unwrap_or(file);
    let child = std::process::Command::new(program).arg(folder).spawn();
    match child {
        Ok(mut child) => {
            // waiting for it keeps it from staying behind as a zombie
            std::thread::spawn(move || child.wait());
            Ok(())
        }
        Err(error) => Err(trouble(
            format!("{program} did not start: {error}"),
            "copy the path instead",
        )),
    }
}

#[cfg(test)]
mod tests {
    use protocol::Seat;
    use protocol::testing::three_matches;

    use super::*;

    #[test]
    fn a_match_that_continues_in_another_is_nothing_to_be_shown_in_red() {
        let bytes = &three_matches().files(Seat(0))[0];
        let mut report = protocol::judge::judge(&[bytes]);
        report.verdict = Verdict::Continued;
        let judged = judged(Path::new("a.fpm"), &report);
        assert_eq!((judged.word.as_str(), judged.clean), ("CONTINUED", true));
    }

    #[test]
    fn a_finding_about_a_part_says_of_which_turn() {
        let bytes = &three_matches().files(Seat(0))[0];
        let mut report = protocol::judge::judge(&[bytes]);
        report.verdict = Verdict::Proved;
        (report.seat, report.step) = (Some(Seat(2)), 9);
        report.why = "it signed twice".to_owned();
        report.findings = vec![protocol::judge::SeatFinding {
            seat: Seat(2),
            verdict: Verdict::Proved,
            kind: "two-records",
            step: 9,
            part_of: Some("Blue's turn 7".to_owned()),
            why: report.why.clone(),
            bytes: Vec::new(),
        }];
        let judged = judged(Path::new("a.fpm"), &report);
        let words = "It signed twice (step 9, its part of Blue's turn 7).".to_owned();
        assert!(judged.facts.contains(&words), "{:?}", judged.facts);
    }
}
