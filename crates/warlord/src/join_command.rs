//! `warlord join`: joins the match of an invitation and plays it without a window.

use std::process::ExitCode;

use ::home::{Admits, Home, Invitation, Player};
use clap::Args;
use net::JoinConfig;
use net::lobby::JoinTableConfig;
use protocol::Seat;
use protocol::record::MAX_SEATS;

use crate::continuing::AnswerArguments;
use crate::decider::DeciderChoice;
use crate::failure::Failure;
use crate::host_command::table::wait_at_table;
use crate::interrupt::Interrupt;
use crate::lan_command::{self, lan_id};
use crate::lobby::{Lobby, shown_as};
use crate::match_arguments::{
    PlaceArguments, PlayArguments, cannot_play, home, not_started, player, run,
};
use crate::report::{Report, Reporter};
use crate::services::Services;
use crate::sitting::Sitting;
use crate::table_arguments::{NotNumbered, by_seat, no_table, numbered};

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
    /// At a table of more than two: the seat that you want, counted from 1; `N=WHO` brings another player of this machine
    /// to seat N, such as 3=computer:easy or 4=me (may be repeated)
    #[arg(long = "seat", value_name = "N", value_parser = wanted)]
    seats: Vec<(usize, Option<DeciderChoice>)>,
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

/// A seat that is wanted, and who plays there if it is not the machine's own player.
fn wanted(text: &str) -> Result<(usize, Option<DeciderChoice>), NotNumbered> {
    match text.trim().parse() {
        Ok(number) => Ok((number, None)),
        Err(_no_number) => {
            let form = ["N or N=WHO", "2, 3=computer:easy or 4=me"];
            numbered(text, form, |who| who.parse().ok().map(Some))
        }
    }
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
    run(async |mut interrupt| {
        if let Some(id) = lan {
            let mut reporter = Reporter::stdout(arguments.play.json);
            invitation =
                lan_command::ask(&home, player.clone(), id, &mut reporter, &mut interrupt).await?;
        }
        let Some(invitation) = invitation else {
            // Ctrl-C: the user does not wait for the host's answer
            return Ok(ExitCode::SUCCESS);
        };
        if invitation.admits != Admits::Match {
            return join_table(arguments, home, player, invitation, interrupt).await;
        }
        if !arguments.seats.is_empty() {
            return Err(Failure::new(
                "this is the invitation to a match of two, where only one seat is free",
                "leave out --seat",
            )
            .into());
        }
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

/// Joins a table of more than two, and plays once its match begins.
async fn join_table(
    arguments: &JoinArguments,
    home: Home,
    player: Player,
    invitation: Invitation,
    interrupt: Interrupt,
) -> anyhow::Result<ExitCode> {
    let play = &arguments.play;
    let wanted = arguments.wanted()?;
    let (own, reporter) = play.start()?;
    let config = JoinTableConfig {
        home,
        player,
        level: shown_as(play.player()),
        seat: wanted
            .iter()
            .find(|(_, who)| who.is_none())
            .map(|(seat, _)| *seat),
        invitation,
        listen: arguments.place.listen.clone(),
        record: arguments.place.record.clone(),
        services: arguments.services.named(),
        mapping: !arguments.no_mapping,
        limits: net::limits::Limits::default(),
    };
    let handle = net::lobby::join_table(config)
        .map_err(|error| not_started("this table cannot be joined", error))?;
    let lobby = Lobby::new(handle.clone(), own, play.settings()?, reporter, interrupt);
    let mut lobby = lobby.going_on(play.go_on);
    for (seat, who) in wanted {
        if let Some(choice) = who {
            lobby.seat(seat, &choice, None).map_err(cannot_play)?;
        }
    }
    wait_at_table(lobby, &handle, play).await
}

impl JoinArguments {
    /// The seats that this machine's players want, each once.
    fn wanted(&self) -> anyhow::Result<Vec<(Seat, Option<DeciderChoice>)>> {
        let seats = by_seat(&self.seats, MAX_SEATS, "who plays there");
        let seats = seats.map_err(|error| no_table(&error))?;
        if seats.values().filter(|who| who.is_none()).count() > 1 {
            return Err(Failure::new(
                "you want several seats for yourself",
                "write who plays the others, such as --seat 3=computer:easy",
            )
            .into());
        }
        let seats = seats.into_iter();
        let seats = seats.map(|(seat, who)| Ok((Seat(u8::try_from(seat)?), who)));
        seats.collect()
    }
}
