//! A match that begins from a position of another: in its place, or beside it.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use ::home::{Home, Player};
use net::{LineState, PlayOn, PlayOnError, ResumeConfig, Snapshot};
use protocol::Offer;

use super::HostArguments;
use crate::failure::Failure;
use crate::match_arguments::{home, not_started, run};
use crate::report::Report;
use crate::sitting::Sitting;

/// How long to wait for this side's code before looking for the other player without one.
const CODE_PATIENCE: Duration = Duration::from_secs(5);

/// The newest match that continues the one of that file.
fn read(home: &Home, file: &Path) -> anyhow::Result<PlayOn> {
    // a match may have been continued already, and only the last of the line can be continued
    PlayOn::read(home, &::home::newest(file)).map_err(not_possible)
}

fn not_possible(error: PlayOnError) -> anyhow::Error {
    Failure::new(error.to_string(), error.advice()).into()
}

/// The offer of a match that begins beside the one of that file.
pub(super) fn offer(home: &Home, arguments: &HostArguments, file: &Path) -> anyhow::Result<Offer> {
    let from = read(home, file)?;
    let side = arguments.side.as_deref();
    let side = side.map(|name| from.replay.scenario.family().parse_side(name));
    let side = side.transpose().map_err(|error| {
        let advice = "give `--side` the name of a side of this game";
        Failure::new(error.to_string(), advice)
    })?;
    let after = from.step_after(arguments.turn).map_err(not_possible)?;
    from.offer(after, side, arguments.swap, arguments.offer.max_turns)
        .map_err(not_possible)
}

/// The seat of a player who is gone, offered to somebody else.
pub(super) struct VacantSeat {
    pub(super) offer: Offer,
    /// The player who stays.
    pub(super) player: Player,
    /// The match that the new one replaces.
    pub(super) file: PathBuf,
    /// What replacing the absent player changes, in sentences for the host.
    pub(super) words: String,
}

/// The offer of the other player's place in the match of that file.
pub(super) fn vacancy(
    home: &Home,
    arguments: &HostArguments,
    file: &Path,
) -> anyhow::Result<VacantSeat> {
    let from = read(home, file)?;
    from.may_substitute().map_err(|why| {
        let advice = "use --beside for a separate match, which leaves this one as it is";
        Failure::new(why.trim_end_matches('.'), advice)
    })?;
    let after = from.step_after(arguments.turn).map_err(not_possible)?;
    let offered = from.offer_vacancy(home, after);
    let (offer, player) =
        offered.map_err(|error| not_started("nobody else can take that place", error))?;
    Ok(VacantSeat {
        offer,
        player: match arguments.place.name.as_deref() {
            Some(name) => player.named(name),
            None => player,
        },
        words: from.words_with_substitute(after).join(" "),
        file: from.file,
    })
}

/// True if the match of that file has a table, whose place only another table takes.
pub(super) fn has_table(home: &Home, file: &Path) -> anyhow::Result<bool> {
    Ok(read(home, file)?.has_table())
}

/// A match of three to eight, in whose place a table opens.
pub(super) fn table_from(
    home: &Home,
    arguments: &HostArguments,
    file: &Path,
) -> anyhow::Result<PlayOn> {
    let from = read(home, file)?;
    from.may_substitute().map_err(|why| {
        let advice = "use --beside for a separate match, which leaves this one as it is";
        Failure::new(why.trim_end_matches('.'), advice)
    })?;
    if arguments.turn.is_some() {
        let what = "a table goes on from where the match stands";
        let advice = "leave out --turn; to go back, resume the match and ask all with `--continue FILE --turn N`";
        return Err(Failure::new(what, advice).into());
    }
    Ok(from)
}

/// Resumes a match and asks the other player to continue it in a new one; shows a code that leads the other program
/// here.
pub(super) fn ask(arguments: &HostArguments, file: &Path) -> anyhow::Result<ExitCode> {
    let home = home()?;
    let from = read(&home, file)?;
    from.may_replace().map_err(|why| {
        let advice = "use --beside for a separate match, which leaves this one as it is";
        Failure::new(why.trim_end_matches('.'), advice)
    })?;
    let wish = from.wish(arguments.turn, arguments.swap);
    let wish = wish.map_err(not_possible)?;
    let after = from.step_after(arguments.turn).map_err(not_possible)?;
    let place = &arguments.place;
    // refused and not ignored: the user would believe in a side or a file that the match does not have
    if arguments.side.is_some() || place.record.is_some() || arguments.letter.is_some() {
        let what = "a match that continues another one keeps its sides, and its file lies next to the old one";
        let advice =
            "leave out --side, --record and --letter, or use --beside for a separate match";
        return Err(Failure::new(what, advice).into());
    }
    let is_over = from.replay.outcome.is_some();
    run(async |interrupt| {
        let (player, mut reporter) = arguments.play.start()?;
        let mut handle = net::resume(ResumeConfig {
            listen: place.listen.clone(),
            public: arguments.public.clone(),
            services: arguments.services.named(),
            // in a match that is over the question must stand before the programs meet, because they part at once
            asks: is_over.then_some(wish),
            ..ResumeConfig::new(home, file)
        })
        .map_err(|error| not_started("this match cannot be resumed", error))?;
        for text in handle.snapshot().messages.notes.iter().cloned() {
            reporter.report(&Report::Note { text })?;
        }
        if is_over {
            let words = from.words_instead(after, arguments.swap, false);
            reporter.report(&Report::Note {
                text: words.join(" "),
            })?;
        }
        let is_found =
            |seen: &Snapshot| seen.meeting.way_back.is_some() || seen.line == LineState::Up;
        // the code names addresses that are still being found out
        let seen = tokio::time::timeout(CODE_PATIENCE, handle.wait_for(is_found)).await;
        if let Some(code) = seen.ok().and_then(|seen| seen.meeting.way_back.clone()) {
            let words = "If no other program finds this one, this code leads them here: ";
            reporter.report(&Report::Note {
                text: format!("{words}{}", code.code()),
            })?;
        }
        let waiting = arguments
            .play
            .waiting("Looking for the other players. Ctrl-C stops.");
        let sitting = Sitting::new(handle, player, reporter, interrupt)
            .waiting(waiting)
            .continuing((!is_over).then_some(wish), None);
        sitting.play().await?.finish()
    })
}
