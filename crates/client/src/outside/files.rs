//! The match files of the data folder: listed, read and deleted.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use home::Home;
use home::limits::LARGEST_MATCH;
use kit::model::meaning::trouble;
use kit::model::words::{capital, count, names};
use net::Snapshot;
use protocol::Seat;
use rules::Side;
use scenario::SideNames;

use super::beside;
use super::chosen::{bytes, judged};
use crate::model::{News, SavedMatch, Shelf};

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
        let all = against(&info.players);
        let turns = count(info.turns, "turn", "turns");
        // replaying is what costs: a list of hundreds would take seconds
        let looked = (place < LOOKED_INTO).then(|| glimpse(&info.file));
        let Glimpse { next, doubt } = looked.flatten().unwrap_or_default();
        let next = next.filter(|_| info.result.is_none());
        let is_mine = next.is_some_and(|seat| info.own.contains(&seat));
        // a claim lists a match as over, and a result that came later outweighs the claim
        let is_claimed = info.late.as_ref().is_some_and(own) && info.result.is_none();
        let (shelf, standing) = match (&info.result, next) {
            (Some((winners, word)), _) => {
                let word = match word.as_str() {
                    rules::RESIGN => "resigned",
                    word => word,
                };
                let standing = match winners.iter().next() {
                    Some(side) => {
                        let side = SideNames::of_family(info.family).of(side);
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
            // two people at one screen need the name of the one to move
            (None, Some(_)) if is_mine && info.own.len() == 1 => {
                (Shelf::MyTurn, format!("{turns}. Your turn."))
            }
            (None, Some(seat)) => {
                let player = info.players.get(usize::from(seat.0));
                let name = player.map_or("somebody", |(_, name)| name.as_str());
                let shelf = if is_mine {
                    Shelf::MyTurn
                } else {
                    Shelf::Waiting
                };
                (shelf, format!("{turns}. {name} to move."))
            }
            (None, None) => (Shelf::Waiting, format!("{turns}, not finished.")),
        };
        let standing = match (doubt, &info.damage) {
            (Some(doubt), _) => format!("{standing} {doubt}"),
            (None, Some(damage)) => format!("{standing} The file is damaged: {damage}."),
            (None, None) => standing,
        };
        SavedMatch {
            title: info.scenario.title,
            players: match others.is_empty() {
                true => all,
                false => format!("against {}", names(&others, others.len())),
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
        // listed all the same, or the player would miss the match without a word of why
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
            // a file that shows no match cannot be resumed
            shelf: Shelf::Finished,
            is_claimed: false,
            file: broken.file,
        }
    });
    offers.chain(saved).chain(broken).collect()
}

/// Only this number of the latest matches are replayed to find the side to move; the others are not, so that a list of
/// thousands stays quick.
const LOOKED_INTO: usize = 40;
/// The largest match file that is replayed for that, in bytes.
const REPLAYED: u64 = 2 * 1024 * 1024;

/// What only the replay of a match file shows.
#[derive(Default)]
struct Glimpse {
    /// The seat that gives orders next in a match that is not finished.
    next: Option<Seat>,
    /// What the judge says of a file that is not sound.
    doubt: Option<String>,
}

fn glimpse(file: &Path) -> Option<Glimpse> {
    let bytes = home::read_within(file, REPLAYED).ok()?;
    let replay = protocol::replay::read(&bytes).ok()?;
    Some(Glimpse {
        next: replay.mover,
        doubt: doubt(&bytes, &replay.faults),
    })
}

/// The players of all sides against each other, those of one side together: `Ann, Cid against Ben`.
fn against(players: &[(Side, String)]) -> String {
    let mut sides: Vec<(Side, Vec<&str>)> = Vec::new();
    for (side, name) in players {
        match sides.iter_mut().find(|(of, _)| of == side) {
            Some((_, names)) => names.push(name),
            None => sides.push((*side, vec![name])),
        }
    }
    let sides: Vec<String> = sides.iter().map(|(_, names)| names.join(", ")).collect();
    sides.join(" against ")
}

/// The judge's sentence about a match file that is damaged, cut short or against the rules, with those faults of it;
/// `None` for a sound one.
pub(super) fn doubt(bytes: &[u8], faults: &[String]) -> Option<String> {
    let first = faults.first()?;
    let report = protocol::judge::judge(&[bytes]);
    let judged = judged(Path::new(""), &report);
    Some(match judged.clean {
        // the rest is sound: the verdict speaks of that alone
        true => format!(
            "This file is not whole: {first}. What is left of it is shown. The judge calls the rest {}.",
            judged.word
        ),
        false => format!(
            "This file is not sound. The judge says {}: {}",
            judged.word, judged.meaning
        ),
    })
}

fn day(time: SystemTime) -> String {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    home::date(since.as_secs() / (24 * 60 * 60))
}

/// Deletes a saved match, and lists the others.
pub(super) fn delete(home: &Home, file: &Path) -> News {
    // first of all: the file itself names the matches that it continues
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

pub(super) fn read(file: PathBuf) -> News {
    let replay = bytes(&file, LARGEST_MATCH).and_then(|bytes| {
        let replay = protocol::replay::read(&bytes)
            .map_err(|error| trouble(error, "let the judge look at it, or choose another file"))?;
        let doubt = doubt(&bytes, &replay.faults);
        Ok((replay, doubt))
    });
    match replay {
        Ok((replay, doubt)) => {
            // with the matches that it continues, as far as their files are in the same folder
            let line = home::seen_as_one(&file, replay);
            let mut seen = Snapshot::of_line(file.clone(), line);
            seen.played.doubt = doubt;
            News::Read(file, Arc::new(seen))
        }
        Err(trouble) => News::Failed(trouble),
    }
}
