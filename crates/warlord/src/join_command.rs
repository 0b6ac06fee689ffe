//! `warlord join`: joins the match of an invitation and plays it without a window.

use std::process::ExitCode;

use clap::Args;
use net::{Invitation, JoinConfig};

use crate::failure::Failure;
use crate::host_command::finish;
use crate::match_arguments::{PlaceArguments, PlayArguments, home, not_started, player, run};
use crate::report::Report;
use crate::sitting::Sitting;

/// Join a match and play it without a window.
#[derive(Debug, Args)]
#[command(
    long_about = "Joins the match of an invitation and plays it without a window. What the host offers is shown, with \
                  every option; at a terminal you are asked whether to play it, otherwise it is accepted. The scenario travels with \
                  the offer, so no file is needed.",
    after_help = "Examples:\n  warlord join warlord1040ab9d5mpjtb…\n  warlord join CODE --player computer --record match.fpm"
)]
pub(crate) struct JoinArguments {
    /// Invitation: a code or a link
    #[arg(value_name = "CODE")]
    code: String,
    #[command(flatten)]
    place: PlaceArguments,
    #[command(flatten)]
    play: PlayArguments,
}

pub(crate) fn run_join(arguments: &JoinArguments) -> anyhow::Result<ExitCode> {
    let invitation: Invitation = arguments
        .code
        .parse()
        .map_err(|error: net::InvitationError| Failure::new(error.to_string(), error.advice()))?;
    let home = home()?;
    let player = player(&home, arguments.place.name.as_deref())?;
    run(arguments.play.json, async |interrupt| {
        let mut config = JoinConfig::new(home, player, invitation);
        config.listen.clone_from(&arguments.place.listen);
        config.record.clone_from(&arguments.place.record);
        let (player, mut reporter) = arguments.play.start()?;
        config.accept = !player.is_at_terminal();
        let handle =
            net::join(config).map_err(|error| not_started("this match cannot be joined", error))?;
        for note in &handle.snapshot().notes {
            reporter.report(&Report::Note { text: note.clone() })?;
        }
        let sitting = Sitting::new(handle, player, reporter, interrupt)
            .waiting(arguments.play.waiting("Dialing the host. Ctrl-C ends it."));
        finish(sitting.play().await?)
    })
}
