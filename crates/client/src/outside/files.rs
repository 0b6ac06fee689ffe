//! The files of the data folder.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use home::Home;
use home::limits::{LARGEST_MATCH, LARGEST_SETTINGS};
use net::Snapshot;
use protocol::judge::{Report, Verdict};
use reach::Trouble;
use rules::{Rules, Side, ToAct};
use scenario::Scenario;

use super::beside;
use crate::families;
use crate::shell::model::kept::KeptSetUps;
use crate::shell::model::meaning::trouble;
use crate::shell::model::settings::Settings;
use crate::shell::model::words::{capital, count};
use crate::shell::model::{Judged, News, SavedMatch, Shelf};

/// The file of the settings.
const SETTINGS: &str = "client.toml";
/// The file of the kept set-ups.
pub(super) const KEPT: &str = "set-ups.toml";

/// The settings as kept, and what of the file cannot be read; the usual ones where there are none.
pub(crate) fn load(home: &Home) -> (Settings, Option<Trouble>) {
    let file = home.path().join(SETTINGS);
    let bytes = match home::read_within(&file, LARGEST_SETTINGS) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == ErrorKind::NotFound => return (Settings::default(), None),
        Err(error) => {
            let what = format!(
                "your settings in {} cannot be read: {error}",
                file.display()
            );
            let advice = "the usual settings hold until the file can be read, and nothing is written over it";
            return (Settings::default(), Some(trouble(what, advice)));
        }
    };
    let (settings, wrong) = Settings::read(&text_of(&bytes));
    if wrong.is_empty() {
        return (settings, None);
    }
    let copy = match keep_copy(&file, &bytes) {
        Ok(copy) => format!("a copy of the file is in {}", copy.display()),
        Err(error) => format!("no copy of the file could be made: {error}"),
    };
    let what = format!(
        "of your settings in {SETTINGS} these cannot be read: {}",
        wrong.join(", ")
    );
    let advice =
        format!("the others hold, and {copy}; choose again on the page Settings, or mend the file");
    (settings, Some(trouble(what, advice)))
}

/// Keeps the settings that have changed since `before`.
pub(crate) fn save(home: &Home, before: &Settings, settings: &Settings) -> Result<(), Trouble> {
    if settings == before {
        return Ok(());
    }
    let _held = home
        .hold_settings()
        .map_err(|error| unwritten(SETTINGS, &error))?;
    let text = match home::read_within(&home.path().join(SETTINGS), LARGEST_SETTINGS) {
        Ok(bytes) => text_of(&bytes),
        Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
        Err(error) => return Err(unwritten(SETTINGS, &error)),
    };
    replace(home, SETTINGS, &settings.merged(&text, before))
}

/// A text of the user; what is no UTF-8 becomes replacement characters.
fn text_of(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    text.strip_prefix('\u{feff}').unwrap_or(&text).to_owned()
}

/// Keeps a copy of a file that cannot be read as it should, beside it, once.
pub(super) fn keep_copy(file: &Path, bytes: &[u8]) -> std::io::Result<PathBuf> {
    const MOST: u32 = 1000;
    let mut name = file.file_name().unwrap_or_default().to_owned();
    name.push(".unread");
    for number in 1..MOST {
        let mut name = name.clone();
        if number > 1 {
            name.push(format!("-{number}"));
        }
        let copy = file.with_file_name(name);
        match home::read_within(&copy, bytes.len() as u64) {
            Ok(known) if known == bytes => return Ok(copy),
            Err(error) if error.kind() == ErrorKind::NotFound => {
                return home::replace(&copy, bytes).map(|()| copy);
            }
            _ => {}
        }
    }
    Err(std::io::Error::other("there are too many copies already"))
}

/// The hidden set-ups that are kept: none where there is no file.
pub(crate) fn kept(home: &Home) -> Result<KeptSetUps, Trouble> {
    let file = home.path().join(KEPT);
    let unread = |error: &dyn std::fmt::Display| {
        trouble(
            format!(
                "the kept set-ups in {} cannot be read: {error}",
                file.display()
            ),
            "mend the file, or move it away to begin a new one",
        )
    };
    match home::read_within(&file, LARGEST_SETTINGS) {
        Ok(bytes) => KeptSetUps::read(&text_of(&bytes)).map_err(|error| unread(&error.message())),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(KeptSetUps::default()),
        Err(error) => Err(unread(&error)),
    }
}

/// The stored set-ups that cannot be read, and why.
pub(crate) fn wrong_set_ups(kept: &KeptSetUps) -> Option<Trouble> {
    let first = kept.wrong.first()?;
    let number = count(kept.wrong.len(), "entry", "entries");
    let what = format!("{number} of your kept set-ups in {KEPT} cannot be read: {first}");
    Some(trouble(
        what,
        "mend the file; until then they are left in it as they are",
    ))
}

/// Changes the kept set-ups as they are in the file now: another window may have changed them too.
pub(super) fn change_kept(
    home: &Home,
    change: impl FnOnce(&mut KeptSetUps),
) -> Result<KeptSetUps, Trouble> {
    let _held = home
        .hold_settings()
        .map_err(|error| unwritten(KEPT, &error))?;
    let mut all = kept(home)?;
    change(&mut all);
    replace(home, KEPT, &all.write())?;
    Ok(all)
}

/// Writes a file of the data folder in one step.
fn replace(home: &Home, name: &str, text: &str) -> Result<(), Trouble> {
    let written = home::replace(&home.path().join(name), text.as_bytes());
    written.map_err(|error| unwritten(name, &error))
}

fn unwritten(name: &str, error: &std::io::Error) -> Trouble {
    trouble(
        format!("the file {name} was not written: {error}"),
        how_to_write(error),
    )
}

/// The advice for a file of the data folder that cannot be written.
pub(super) fn how_to_write(error: &std::io::Error) -> &'static str {
    match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => {
            "make room on the disk, then do it once more"
        }
        _ => "look whether the data folder can be written to, then do it once more",
    }
}

pub(super) fn list(home: &Home) -> Vec<SavedMatch> {
    let matches = home.matches().unwrap_or_default();
    let saved = matches.into_iter().enumerate().map(|(place, info)| {
        let own = |side: &Side| info.mine.contains(side);
        let others: Vec<&str> = info
            .players
            .iter()
            .filter(|(side, _)| !own(side))
            .map(|(_, name)| name.as_str())
            .collect();
        let all = info.players.iter().map(|(_, name)| name.as_str());
        let all: Vec<&str> = all.collect();
        let turns = count(info.turns, "turn", "turns");
        let next = match info.result {
            None if place < LOOKED_INTO => next_side(&info.file),
            _ => None,
        };
        let is_mine = next.as_ref().is_some_and(own);
        let is_claimed = info.late.as_ref().is_some_and(own) && info.result.is_none();
        let (shelf, standing) = match (&info.result, next) {
            (Some((winners, word)), _) => {
                let standing = match winners.iter().next() {
                    Some(side) => {
                        let side = capital(info.family.side_name(side));
                        format!("{turns}. {side} won ({word}).")
                    }
                    None => format!("{turns}. A draw ({word})."),
                };
                (Shelf::Finished, standing)
            }
            (None, _) if info.late.is_some() => (
                Shelf::Finished,
                format!("{turns}. Over on time, as claimed."),
            ),
            (None, Some(_)) if is_mine && info.mine.len() == 1 => {
                (Shelf::MyTurn, format!("{turns}. Your turn."))
            }
            (None, Some(side)) => {
                let name = info.players.iter().find(|(of, _)| *of == side);
                let name = name.map_or("", |(_, name)| name.as_str());
                let shelf = if is_mine {
                    Shelf::MyTurn
                } else {
                    Shelf::Waiting
                };
                (shelf, format!("{turns}. {name} to move."))
            }
            (None, None) => (Shelf::Waiting, format!("{turns}, not finished.")),
        };
        let standing = match &info.damage {
            Some(damage) => format!("{standing} The file is damaged: {damage}."),
            None => standing,
        };
        SavedMatch {
            title: info.scenario_title,
            players: match others.is_empty() {
                true => all.join(" against "),
                false => format!("against {}", others.join(" and ")),
            },
            standing,
            day: day(info.modified),
            size: format!(
                "{} by {}, {} kB",
                info.board[0],
                info.board[1],
                info.bytes.div_ceil(1024)
            ),
            has_begun: info.records > 0,
            shelf,
            is_claimed,
            is_offer: false,
            others: info.others,
            file: info.file,
        }
    });
    let offers = home.mail_offers().into_iter().map(|offer| SavedMatch {
        title: offer.title,
        players: "offered by mail".to_owned(),
        standing: "No answer was taken in yet.".to_owned(),
        day: day(offer.made),
        is_offer: true,
        others: Vec::new(),
        size: String::new(),
        has_begun: false,
        shelf: Shelf::Waiting,
        is_claimed: false,
        file: offer.file,
    });
    let broken = home.broken_matches().into_iter().map(|broken| {
        let name = broken.file.file_name().unwrap_or_default();
        SavedMatch {
            title: name.to_string_lossy().into_owned(),
            players: "shows no match".to_owned(),
            standing: format!("{}.", capital(&broken.why)),
            day: day(broken.modified),
            is_offer: false,
            others: Vec::new(),
            size: String::new(),
            has_begun: true,
            // nobody resumes this match
            shelf: Shelf::Finished,
            is_claimed: false,
            file: broken.file,
        }
    });
    offers.chain(saved).chain(broken).collect()
}

/// The latest matches of the list are replayed for the side whose turn it is; a list of thousands stays quick.
const LOOKED_INTO: usize = 40;
/// No larger match file is replayed for that.
const REPLAYED: u64 = 2 * 1024 * 1024;

/// The side to give orders in a match that is not finished.
fn next_side(file: &Path) -> Option<Side> {
    let bytes = home::read_within(file, REPLAYED).ok()?;
    let replay = protocol::replay::read(&bytes).ok()?;
    let steps = replay.history.steps().len();
    match replay.history.position_after(steps).to_act() {
        ToAct::One(side) => Some(side),
        _ => None,
    }
}

/// The scenario files that the user opened before, those left out that cannot be read any more.
pub(crate) fn own_scenarios(settings: &Settings) -> Vec<Scenario> {
    let files = settings.scenarios.iter();
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
        let told = mistakes.iter().take(3).map(ToString::to_string);
        trouble(
            told.collect::<Vec<_>>().join(" "),
            format!("`warlord scenario check {name}` lists everything"),
        )
    })
}

fn day(time: SystemTime) -> String {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    home::date(since.as_secs() / (24 * 60 * 60))
}

/// Deletes a saved match; the list without the match comes back.
pub(super) fn delete(home: &Home, file: &Path) -> News {
    let earlier = home::earlier(file);
    match home.delete_match(file) {
        Ok(()) => {
            for file in earlier.iter().map(PathBuf::as_path).chain([file]) {
                beside::forget(file);
            }
            News::Saved(list(home))
        }
        Err(error) => News::Failed(trouble(
            format!("{} cannot be deleted: {error}", file.display()),
            "close the program that plays this match, or delete the file by hand",
        )),
    }
}

fn bytes(file: &Path, most: u64) -> Result<Vec<u8>, Trouble> {
    home::read_within(file, most).map_err(|error| {
        trouble(
            format!("{} cannot be read: {error}", file.display()),
            "choose another file",
        )
    })
}

pub(super) fn read(file: PathBuf) -> News {
    let replay = bytes(&file, LARGEST_MATCH).and_then(|bytes| {
        protocol::replay::read(&bytes)
            .map_err(|error| trouble(error, "let the judge look at it, or choose another file"))
    });
    match replay {
        Ok(replay) => {
            let line = home::seen_as_one(&file, replay);
            let seen = Arc::new(Snapshot::of_line(file.clone(), line));
            News::Read(file, seen)
        }
        Err(trouble) => News::Failed(trouble),
    }
}

pub(super) fn judge(file: &Path) -> News {
    match bytes(file, LARGEST_MATCH) {
        Ok(bytes) => News::Judged(judged(file, &protocol::judge::judge(&[&bytes]))),
        Err(trouble) => News::Failed(trouble),
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
            // it is waited for, so that it does not stay behind as a zombie
            std::thread::spawn(move || child.wait());
            Ok(())
        }
        Err(error) => Err(trouble(
            format!("{program} did not start: {error}"),
            "copy the path instead",
        )),
    }
}

/// The judge's report in words.
fn judged(file: &Path, report: &Report) -> Judged {
    let meaning = match report.verdict {
        Verdict::Complete => {
            "The game has a result, both players have signed it, and nothing is missing or changed."
        }
        Verdict::Decided => {
            "The result is certain: it follows from what the players have signed. Not both have signed the end."
        }
        Verdict::Open => "Everything in it is sound; the match is not finished.",
        Verdict::Continued => "All who play it continue in a new match, which gives the result.",
        Verdict::Proved => {
            "A player's own signed bytes prove that it broke the rules of the match."
        }
        Verdict::Claimed => {
            "A player says that the other was silent too long. Nobody can prove that."
        }
        Verdict::Diverged => "A player signed another position than the orders give.",
        Verdict::Inconsistent => {
            "What is there does not fit together: something was changed, lost or added. It convicts nobody."
        }
        Verdict::Unreadable => "This is no match file of this version.",
    };
    let mut facts = Vec::new();
    if let (Some(family), Some(result)) = (report.family, report.result) {
        let result = families::outcome(family, result, &[]);
        facts.push(format!("Result: {result}"));
    }
    if let Some(seat) = report.seat {
        let who = if seat.0 == 0 { "the host" } else { "the guest" };
        facts.push(format!("Named: {who} (seat {}).", seat.0));
    }
    if !report.why.is_empty() {
        facts.push(format!(
            "{} (step {}).",
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
        clean: matches!(
            report.verdict,
            Verdict::Complete | Verdict::Decided | Verdict::Open
        ),
        facts,
    }
}
