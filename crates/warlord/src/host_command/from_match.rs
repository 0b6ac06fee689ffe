//! A match that begins from a position of another one: in its place, or beside it.

use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use net::{LineState, ResumeConfig, Snapshot};
use protocol::replay::Replay;
use protocol::{ContinueWish, Offer};
use rules::Rules as _;

use super::{HostArguments, finish};
use crate::failure::Failure;
use crate::match_arguments::{home, not_started, run};
use crate::match_file;
use crate::report::Report;
use crate::sitting::Sitting;

/// The wait for the code of this side before the other player is looked for without one.
const CODE_PATIENCE: Duration = Duration::from_secs(5);

/// The game of the newest match that continues the one of that file.
fn read(file: &Path) -> anyhow::Result<Replay> {
    let newest = net::newest(file);
    let bytes = match_file::read(&newest)?;
    let replay = protocol::replay::read(&bytes).map_err(|error| {
        let what = format!("{} cannot be read: {}", newest.display(), error.why);
        Failure::new(what, "`warlord judge FILE` says more")
    })?;
    Ok(replay)
}

/// The step after which the turn of that number is complete; without a number the last complete one.
fn step_after(replay: &Replay, turn: Option<u32>) -> anyhow::Result<u64> {
    let Some(turn) = turn else {
        return Ok(replay.last.0);
    };
    let (last, _) = replay.last;
    let step = net::step_after_turn(&replay.history, turn).filter(|step| *step <= last);
    let advice = || match match_file::turns(replay) {
        0 => "no turn is played yet; --turn 0 is the start".to_owned(),
        turns => format!("it has turns 1 to {turns}; 0 is the start"),
    };
    let what = format!("this match has no turn {turn} that stands and is complete");
    Ok(step.ok_or_else(|| Failure::new(what, advice()))?)
}

/// The wish to continue in a new match from the position after that turn.
pub(super) fn wish(file: &Path, turn: Option<u32>) -> anyhow::Result<ContinueWish> {
    let after = match turn {
        Some(_) => Some(step_after(&read(file)?, turn)?),
        None => None,
    };
    Ok(ContinueWish {
        after,
        swaps: false,
    })
}

/// The offer of a match that begins beside the one of that file, from the position after that turn; scenario, options and
/// time limits are those of that match.
pub(super) fn offer(
    file: &Path,
    turn: Option<u32>,
    side: Option<&str>,
    max_turns: Option<u32>,
) -> anyhow::Result<Offer> {
    let replay = read(file)?;
    let step = step_after(&replay, turn)?;
    let start = replay.beside(step, net::unix_ms());
    let start = start.ok_or_else(|| {
        let what = format!(
            "no match can begin there: the game of {} is over, or too large",
            file.display()
        );
        Failure::new(what, "name an earlier turn: `--turn N`")
    })?;
    let position = replay
        .scenario
        .position(&replay.manifest.options, &start.position)?;
    let played = position.turn().number.saturating_sub(1);
    // a draw that was agreed for an earlier turn would end the match before it begins
    let limit = max_turns.or(replay.manifest.max_turns);
    let host_side = side.map(|name| replay.scenario.family().parse_side(name));
    let host_side = host_side.transpose().map_err(|error| {
        let advice = "say `--side` with the name of a side of this game";
        Failure::new(error.to_string(), advice)
    })?;
    Ok(Offer {
        scenario: replay.scenario,
        options: replay.manifest.options,
        host_side,
        max_turns: limit.filter(|limit| played < *limit),
        terms: replay.manifest.terms,
        takeback: replay.manifest.policies.takeback,
        start: Some(start),
    })
}

/// Takes a match up and asks the other player to continue it in a new one, under a code that brings the other player here.
pub(super) fn ask(arguments: &HostArguments, file: &Path) -> anyhow::Result<ExitCode> {
    let home = home()?;
    let wish = wish(file, arguments.turn)?;
    let place = &arguments.place;
    if arguments.side.is_some() || place.record.is_some() || arguments.letter.is_some() {
        let what = "the match that continues another has its sides, and lies beside it";
        let advice =
            "leave out --side, --record and --letter, or say --beside for a match of its own";
        return Err(Failure::new(what, advice).into());
    }
    run(arguments.play.json, async |interrupt| {
        let (player, mut reporter) = arguments.play.start()?;
        let mut handle = net::resume(ResumeConfig {
            listen: place.listen.clone(),
            public: arguments.public.clone(),
            services: arguments.services.named(),
            ..ResumeConfig::new(home, file)
        })
        .map_err(|error| not_started("this match cannot be taken up", error))?;
        for text in handle.snapshot().notes.iter().cloned() {
            reporter.report(&Report::Note { text })?;
        }
        let is_found = |seen: &Snapshot| seen.way_back.is_some() || seen.line == LineState::Up;
        let seen = tokio::time::timeout(CODE_PATIENCE, handle.wait_for(is_found)).await;
        if let Some(code) = seen.ok().and_then(|seen| seen.way_back.clone()) {
            let words = "Where the other player's program does not find this one, this code brings it here: ";
            reporter.report(&Report::Note {
                text: format!("{words}{}", code.code()),
            })?;
        }
        let waiting = arguments
            .play
            .waiting("Looking for the other player. Ctrl-C ends it.");
        let sitting = Sitting::new(handle, player, reporter, interrupt)
            .waiting(waiting)
            .continuing(Some(wish), None);
        finish(sitting.play().await?)
    })
}
