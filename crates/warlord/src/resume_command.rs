//! `warlord resume`: takes up an interrupted match.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use net::ResumeConfig;

use crate::failure::Failure;
use crate::host_command::{finish, show_invitation};
use crate::match_arguments::{PlayArguments, home, not_started, run};
use crate::sitting::Sitting;

/// Take up an interrupted match.
#[derive(Debug, Args)]
#[command(
    long_about = "Takes up a match from its file; the private file written with it (the same name ending in `.key`) must lie \
                  beside it. The other player is dialed and dials, at the addresses of the time before.",
    after_help = "Example:\n  warlord resume match.fpm --player computer"
)]
pub(crate) struct ResumeArguments {
    /// Match file; without a file, the matches that can be taken up are listed
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    #[command(flatten)]
    play: PlayArguments,
}

pub(crate) fn run_resume(arguments: &ResumeArguments) -> anyhow::Result<ExitCode> {
    let home = home()?;
    let Some(file) = &arguments.file else {
        return list(&home, arguments.play.json);
    };
    run(arguments.play.json, async |interrupt| {
        let (player, mut reporter) = arguments.play.start()?;
        let handle = net::resume(ResumeConfig::new(home, file))
            .map_err(|error| not_started("this match cannot be taken up", error))?;
        let snapshot = handle.snapshot();
        if let Some(invitation) = &snapshot.invitation {
            show_invitation(&mut reporter, invitation, &snapshot.reachability)?;
        }
        let sitting = Sitting::new(handle, player, reporter, interrupt).waiting(
            arguments
                .play
                .waiting("Looking for the other player. Ctrl-C ends it."),
        );
        finish(sitting.play().await?)
    })
}

fn list(home: &net::Home, json: bool) -> anyhow::Result<ExitCode> {
    use std::io::Write as _;

    let matches = home.matches().map_err(|error| {
        let advice = error.advice();
        anyhow::Error::new(error).context(Failure::new("your matches cannot be listed", advice))
    })?;
    let mut out = anstream::stdout();
    let open = matches.iter().filter(|info| info.result.is_none());
    let mut count = 0;
    for info in open {
        count += 1;
        let players: Vec<String> = info
            .players
            .iter()
            .map(|(side, name)| format!("{name} ({})", info.family.side_name(*side)))
            .collect();
        if json {
            let line = serde_json::json!({
                "file": info.file, "scenario": info.scenario_name, "players": players, "turns": info.turns,
            });
            writeln!(out, "{line}")?;
        } else {
            writeln!(
                out,
                "{}\n  {}, {}, {} turns",
                info.file.display(),
                info.scenario_title,
                players.join(" against "),
                info.turns
            )?;
        }
    }
    if count == 0 && !json {
        writeln!(
            out,
            "There is no match to take up in {}.",
            home.path().display()
        )?;
    }
    Ok(ExitCode::SUCCESS)
}
