//! `warlord join`: joins the match of an invitation and plays it without a window.

use std::process::ExitCode;

use ::home::Invitation;
use clap::Args;
use net::JoinConfig;

use crate::continuing::AnswerArguments;
use crate::failure::Failure;
use crate::lan_command::{self, lan_id};
use crate::match_arguments::{PlaceArguments, PlayArguments, home, not_started, player, run};
use crate::report::{Report, Reporter};
use crate::services::Services;
use crate::sitting::Sitting;

/// Join a match and play it without a window.
#[derive(Debug, Args)]
#[command(
    long_about = "Joins the match of an invitation and plays it without a window. The program shows what the host offers, \
                  with every option; at a terminal it asks whether you want to play, otherwise it accepts. The scenario \
                  travels with the offer, so no file is needed.\n\nIf nobody answers at the host's addresses, your program \
                  shows an answer code: send it to the host, who enters it, and leave the program running. An empty line \
                  dials the host again.",
    after_help = "Examples:\n  warlord join warlord1040ab9d5mpjtb…\n  warlord join lan:0f3a9c12\n  warlord join CODE --player computer --record match.fpm"
)]
pub(crate) struct JoinArguments {
    /// The invitation, as a code or a link; or `lan:ID` for a match on this network that `warlord lan` lists, whose host is
    /// asked to let you in
    #[arg(value_name = "CODE")]
    code: String,
    /// Do not ask the router to forward the port if nobody answers at the host's addresses
    #[arg(long)]
    no_mapping: bool,
    #[command(flatten)]
    services: Services,
    #[command(flatten)]
    continuing: AnswerArguments,
    #[command(flatten)]
    place: PlaceArguments,
    #[command(flatten)]
    play: PlayArguments,
}

pub(crate) fn run_join(arguments: &JoinArguments) -> anyhow::Result<ExitCode> {
    // a code comes from a mail or a chat, with blanks and invisible characters
    let code = cleaner::pasted::plain(&arguments.code);
    let lan = lan_id(&code);
    let parsed = lan.is_none().then(|| arguments.code.parse::<Invitation>());
    let mut invitation = parsed
        .transpose()
        .map_err(|error| Failure::new(error.to_string(), error.advice()))?;
    let home = home()?;
    let player = player(&home, arguments.place.name.as_deref())?;
    run(arguments.play.json, async |mut interrupt| {
        if let Some(id) = lan {
            let mut reporter = Reporter::stdout(arguments.play.json);
            invitation =
                lan_command::ask(&home, player.clone(), id, &mut reporter, &mut interrupt).await?;
        }
        let Some(invitation) = invitation else {
            // Ctrl-C: the user does not wait for the host's answer
            return Ok(ExitCode::SUCCESS);
        };
        let mut config = JoinConfig::new(home.clone(), player, invitation);
        config.listen.clone_from(&arguments.place.listen);
        config.record.clone_from(&arguments.place.record);
        config.services = arguments.services.named();
        config.mapping = !arguments.no_mapping;
        let (player, mut reporter) = arguments.play.start()?;
        // a script or a program was started to play, so starting it means agreeing
        config.accept = !player.is_at_terminal();
        let handle =
            net::join(config).map_err(|error| not_started("this match cannot be joined", error))?;
        for note in &handle.snapshot().messages.notes {
            reporter.report(&Report::Note { text: note.clone() })?;
        }
        let sitting = Sitting::new(handle, player, reporter, interrupt)
            .in_home(home)
            .continuing(None, arguments.continuing.answer)
            .waiting(
                arguments
                    .play
                    .waiting("Looking for the host. Ctrl-C stops."),
            )
            .reading_answers();
        sitting.play().await?.finish()
    })
}
