//! `warlord invitations`: the invitations that wait for a guest.

use std::io::Write as _;
use std::process::ExitCode;

use ::home::{Home, PendingInvitation};
use clap::{Args, Subcommand};

use crate::failure::Failure;
use crate::host_command::{LetIn, table, wait_for_guest};
use crate::match_arguments::{PlayArguments, home, not_started, run};
use crate::sitting::Sitting;

/// List the invitations that wait for a guest
#[derive(Debug, Args)]
#[command(
    long_about = "An invitation is good until someone uses it, you withdraw it, or its last day has passed, even after the program that \
                  made it has ended. But a program must be waiting for the guest: run `warlord invitations wait N`, or open \
                  the window, which waits for all of them.",
    after_help = "Examples:\n  warlord invitations\n  warlord invitations wait 1\n  warlord invitations withdraw 1"
)]
pub(crate) struct InvitationsArguments {
    #[command(subcommand)]
    command: Option<InvitationsCommand>,
    /// Print one JSON object per line
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Subcommand)]
enum InvitationsCommand {
    /// Wait for the guest of an invitation, and play
    #[command(after_help = "Example:\n  warlord invitations wait 1 --player computer")]
    Wait {
        /// The number of the invitation in the list, or its id
        #[arg(value_name = "N")]
        number: String,
        #[command(flatten)]
        let_in: LetIn,
        #[command(flatten)]
        play: PlayArguments,
    },
    /// Withdraw an invitation: its code no longer works
    #[command(after_help = "Example:\n  warlord invitations withdraw 1")]
    Withdraw {
        /// The number of the invitation in the list, or its id
        #[arg(value_name = "N")]
        number: String,
    },
}

pub(crate) fn run_invitations(arguments: &InvitationsArguments) -> anyhow::Result<ExitCode> {
    let home = home()?;
    match &arguments.command {
        None => list(&home, arguments.json),
        Some(InvitationsCommand::Withdraw { number }) => {
            let invitation = find(&home, number)?;
            home.withdraw(&invitation)
                .map_err(|error| Failure::new(error.to_string(), error.advice()))?;
            if !arguments.json {
                let title = invitation.offer.scenario.title();
                writeln!(
                    anstream::stdout(),
                    "The invitation to {title} is withdrawn."
                )?;
            }
            Ok(ExitCode::SUCCESS)
        }
        Some(InvitationsCommand::Wait {
            number,
            let_in,
            play,
        }) => {
            let mut invitation = find(&home, number)?;
            run(async |interrupt| {
                let (player, reporter) = play.start()?;
                invitation.lan = let_in.announces(&player);
                if !invitation.table.is_empty() {
                    let waiting = table::Waiting { play, let_in };
                    let again = table::open_again(&home, invitation, play)?;
                    return waiting.wait(again, player, reporter, interrupt).await;
                }
                let limits = net::limits::Limits::default();
                let handle = net::host_again(&home, invitation, limits).map_err(|error| {
                    not_started("the program cannot wait for this guest", error)
                })?;
                let sitting = Sitting::new(handle, player, reporter, interrupt);
                wait_for_guest(sitting, play, let_in).await
            })
        }
    }
}

fn find(home: &Home, number: &str) -> anyhow::Result<PendingInvitation> {
    let invitations = home.invitations();
    // numbers first: an id has eight hexadecimal digits, so it is never a number of the list
    let by_number = number
        .parse::<usize>()
        .ok()
        .and_then(|number| invitations.get(number.checked_sub(1)?));
    let by_id = || {
        let mut invitations = invitations.iter();
        invitations.find(|invitation| invitation.id() == number)
    };
    let found = by_number.or_else(by_id).cloned();
    Ok(found.ok_or_else(|| {
        Failure::new(
            format!("there is no invitation {number}"),
            "`warlord invitations` lists them",
        )
    })?)
}

fn list(home: &Home, json: bool) -> anyhow::Result<ExitCode> {
    let mut out = anstream::stdout();
    let invitations = home.invitations();
    for (index, invitation) in invitations.iter().enumerate() {
        let (number, id) = (index + 1, invitation.id());
        let title = invitation.offer.scenario.title();
        let until = ::home::date(invitation.last_day.into());
        // a match of two has no list of seats
        let seats = Some(invitation.table.len()).filter(|seats| *seats > 0);
        if json {
            let line = serde_json::json!({
                "number": number, "id": id, "title": title, "until": until, "seats": seats.unwrap_or(2),
            });
            writeln!(out, "{line}")?;
        } else {
            let table = seats.map(|seats| format!(", a table of {seats}"));
            let table = table.unwrap_or_default();
            writeln!(out, "{number}  {title}{table}, until {until}  ({id})")?;
        }
    }
    if invitations.is_empty() && !json {
        writeln!(out, "No invitation waits for a guest.")?;
    }
    Ok(ExitCode::SUCCESS)
}
