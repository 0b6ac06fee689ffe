//! `warlord resume`: resumes an interrupted match.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::str::FromStr;

use ::home::Invitation;
use clap::Args;
use cleaner::text::listed;
use net::{PlayOn, ResumeConfig};
use protocol::{ContinueWish, Seat};
use reach::Address;
use rules::Side;
use scenario::SideNames;

use crate::completion;
use crate::continuing::{Answer, AnswerError};
use crate::failure::Failure;
use crate::match_arguments::{PlayArguments, home, not_started, run};
use crate::report::Report;
use crate::services::{Services, outside};
use crate::sitting::{Deciders, Sitting};
use crate::table_arguments::SeatArguments;

/// Resume an interrupted match.
#[derive(Debug, Args)]
#[command(
    long_about = "Resumes a match from its file; the private file written with it (the same name ending in `.key`) must be in the same \
                  folder. The programs dial each other at the addresses they had last time. If all have new addresses, \
                  one of you sends the others the code that the program shows, and they resume the match with \
                  it.\n\nPlay a match from one machine, \
                  with one copy of its files. Other copies, such as on a second machine, in a synced folder or from a \
                  backup, may be older: with one of these the program shows the match, learns what the other \
                  programs have, and signs nothing but a resignation or a claim. In that case, or if the private file is lost \
                  or the programs disagree about the position, --continue \
                  asks the others to continue in a new match; during play any player can ask with the word \
                  `continue`. A match that was continued in a new one is resumed there.\n\nA table at this machine is resumed with all its seats; \
                  --player plays those that no --seat names.",
    after_help = "Examples:\n  warlord resume match.fpm --player computer\n  warlord resume match.fpm warlord1040ab9d5mpjtb…\n  \
                  warlord resume match.fpm --public 203.0.113.7:4555\n  warlord resume match.fpm --continue\n  \
                  warlord resume table.fpm --seat 1=me --player computer"
)]
pub(crate) struct ResumeArguments {
    /// The match file; without one, the program lists the matches that can be resumed
    #[arg(value_name = "FILE", add = completion::match_file())]
    file: Option<PathBuf>,
    /// A code from another player's program, which shows one if its address has changed
    #[arg(value_name = "CODE")]
    code: Option<String>,
    /// Listen at this address and port (may be repeated; by default the same as before)
    #[arg(long, value_name = "ADDRESS:PORT")]
    listen: Vec<SocketAddr>,
    /// An address or name where players can reach you and that this machine cannot find out, such as your router's (may
    /// be repeated; by default the same as before)
    #[arg(long, value_name = "ADDRESS:PORT", value_parser = outside)]
    public: Vec<Address>,
    /// Ask the others to continue in a new match, as soon as the programs are connected; the program shows what that
    /// changes. With `accept` or `decline`, answer such a request
    #[arg(long = "continue", value_name = "ANSWER", num_args = 0..=1, default_missing_value = "ask")]
    continues: Option<Part>,
    #[command(flatten)]
    services: Services,
    #[command(flatten)]
    seats: SeatArguments,
    #[command(flatten)]
    play: PlayArguments,
}

/// What the player does about continuing in a new match.
#[derive(Debug, Clone, Copy)]
enum Part {
    Asks,
    Answers(Answer),
}

impl FromStr for Part {
    type Err = AnswerError;

    fn from_str(text: &str) -> Result<Self, AnswerError> {
        match text {
            "ask" => Ok(Self::Asks),
            _ => text.parse().map(Self::Answers),
        }
    }
}

pub(crate) fn run_resume(arguments: &ResumeArguments) -> anyhow::Result<ExitCode> {
    let Some(file) = &arguments.file else {
        return list(&home()?, arguments.play.json);
    };
    let home = home_of(file)?;
    let code = arguments.code.as_deref().map(str::parse::<Invitation>);
    let code = code
        .transpose()
        .map_err(|error| Failure::new(error.to_string(), error.advice()))?;
    let (wish, answer) = match arguments.continues {
        Some(Part::Asks) => (Some(ContinueWish::default()), None),
        Some(Part::Answers(answer)) => (None, Some(answer)),
        None => (None, None),
    };
    // in a match that is over the question must stand before the two programs meet, because they part at once
    let over = wish.and_then(|_| over(&home, file));
    run(async |interrupt| {
        // before the match is opened: a bot that cannot start must not leave the other player in front of nobody
        let player = match arguments.seats.is_empty() {
            true => Some(arguments.play.start()?),
            false => None,
        };
        let handle = net::resume(ResumeConfig {
            asks: wish.filter(|_| over.is_some()),
            code,
            listen: arguments.listen.clone(),
            public: arguments.public.clone(),
            services: arguments.services.named(),
            ..ResumeConfig::new(home, file)
        })
        .map_err(|error| not_started("this match cannot be resumed", error))?;
        let (deciders, mut reporter) = match player {
            Some((player, reporter)) => (Deciders::from(player), reporter),
            None => {
                let snapshot = handle.snapshot();
                let mine = snapshot.contract.seats.iter().filter(|info| info.mine);
                let mine: Vec<Seat> = mine.map(|info| info.seat).collect();
                arguments.play.start_seats(&arguments.seats, &mine)?
            }
        };
        // before the sitting, which reports only what is new from then on
        for text in handle.snapshot().messages.notes.iter().cloned() {
            reporter.report(&Report::Note { text })?;
        }
        if let Some(text) = over.clone().filter(|text| !text.is_empty()) {
            reporter.report(&Report::Note { text })?;
        }
        // already asked above if the match is over: asked twice, the second would be a question of its own
        let wish = wish.filter(|_| over.is_none());
        let sitting = Sitting::new(handle, deciders, reporter, interrupt)
            .continuing(wish, answer)
            .going_on(arguments.play.go_on);
        let sitting = sitting.waiting(
            arguments
                .play
                .waiting("Looking for the other players. Ctrl-C stops."),
        );
        sitting.play().await?.finish()
    })
}

/// The data folder of a match: the folder of its file, if there are keys of players in it as beside a demonstration;
/// otherwise this user's.
fn home_of(file: &Path) -> anyhow::Result<::home::Home> {
    let folder = match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let own = home()?;
    if !folder.join("identity.pem").exists() {
        return Ok(own);
    }
    let beside = ::home::Home::at(folder).map_err(|error| {
        let what = format!("the folder {} cannot be used", folder.display());
        let advice = error.advice();
        anyhow::Error::new(error).context(Failure::new(what, advice))
    })?;
    // what this machine has signed is kept in one place, whatever the folder: elsewhere a copy would look like its own
    Ok(beside.with_state(own.state_folder()))
}

/// If the match in the file is over: what continuing it in a new match changes, in sentences for the user.
fn over(home: &::home::Home, file: &Path) -> Option<String> {
    let from = PlayOn::read(home, &::home::newest(file)).ok()?;
    from.replay.outcome?;
    let after = from.step_after(None).ok()?;
    Some(from.words_instead(after, false, false).join(" "))
}

/// The players as they sit against each other: `Ann and Cid (Blue) against Ben (Amber)`.
fn opponents(info: &::home::MatchInfo) -> String {
    let mut sides: Vec<(Side, Vec<&str>)> = Vec::new();
    for (side, name) in &info.players {
        match sides.iter_mut().find(|(of, _)| of == side) {
            Some((_, members)) => members.push(name),
            None => sides.push((*side, vec![name])),
        }
    }
    let names = SideNames::of_family(info.family);
    let sides = sides.into_iter();
    let told = sides.map(|(side, members)| format!("{} ({})", listed(&members), names.of(side)));
    told.collect::<Vec<String>>().join(" against ")
}

fn list(home: &::home::Home, json: bool) -> anyhow::Result<ExitCode> {
    use std::io::Write as _;

    let matches = home.matches().map_err(|error| {
        let advice = error.advice();
        anyhow::Error::new(error).context(Failure::new("your matches cannot be listed", advice))
    })?;
    let mut out = anstream::stdout();
    // a claim against this machine's player does not end the match if their own clock disagrees (docs/protocol.md, row
    // 23)
    let is_open = |info: &&::home::MatchInfo| {
        let is_over = info.late.is_some_and(|late| !info.mine.contains(&late));
        info.result.is_none() && !is_over
    };
    let open = matches.iter().filter(is_open);
    let mut count = 0;
    for info in open {
        count += 1;
        let players: Vec<String> = info
            .players
            .iter()
            .map(|(side, name)| {
                // programs read the family's words, people the names of the colors
                let side = match json {
                    true => info.family.side_name(*side),
                    false => SideNames::of_family(info.family).of(*side),
                };
                format!("{name} ({side})")
            })
            .collect();
        if json {
            let line = serde_json::json!({
                "file": info.file, "scenario": info.scenario.name, "players": players, "turns": info.turns,
                "damage": info.damage,
            });
            writeln!(out, "{line}")?;
        } else {
            writeln!(
                out,
                "{}\n  {}, {}, {} turns{}",
                info.file.display(),
                info.scenario.title,
                opponents(info),
                info.turns,
                match info.late {
                    Some(_) =>
                        ", over if your clock agrees: an opponent claims that your time is up",
                    None => "",
                }
            )?;
            if let Some(damage) = &info.damage {
                writeln!(out, "  damaged: {damage}")?;
            }
        }
    }
    for ::home::BrokenMatch { file, why, .. } in home.broken_matches() {
        if json {
            let line = serde_json::json!({ "file": file, "damage": why });
            writeln!(out, "{line}")?;
        } else {
            writeln!(out, "{}\n  no match can be read: {why}", file.display())?;
        }
    }
    if count == 0 && !json {
        writeln!(
            out,
            "There is no match to resume in {}.",
            home.path().display()
        )?;
    }
    Ok(ExitCode::SUCCESS)
}
