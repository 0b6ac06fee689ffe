//! The arguments that `host`, `join` and `resume` share.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;
use std::str::FromStr as _;
use std::time::Duration;

use ::computer::Budget;
use clap::Args;
use home::Home;
use indicatif::{ProgressBar, ProgressStyle};
use net::GoesOn;
use protocol::Seat;

use crate::completion;
use crate::decider::{Decider, DeciderChoice, DeciderError, Settings};
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::report::Reporter;
use crate::sitting::Deciders;
use crate::table_arguments::{self, SeatArguments, no_table};

/// The player of a seat, and the form of the report.
#[derive(Debug, Args)]
pub(crate) struct PlayArguments {
    /// Who plays your seat: `stdin` (you, or a script), `computer`, `computer:LEVEL` (novice, easy, normal, strong,
    /// master), or `engine COMMAND`
    #[arg(long, value_name = "WHO", default_value = "stdin", add = completion::player())]
    player: DeciderChoice,
    /// The seed of the computer's choices, which also depend on the position
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// How long an engine may think about a turn, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 1000)]
    move_time: u64,
    /// At a table of more than two, go on without asking you without players who have `resigned` (or are convicted by
    /// signed bytes), or also without those who have been `silent` for two minutes. The new match begins once all agree
    #[arg(long, value_name = "WHOM", value_parser = GoesOn::from_str)]
    pub(crate) go_on: Option<GoesOn>,
    /// Print one JSON object per line
    #[arg(long)]
    pub(crate) json: bool,
}

impl PlayArguments {
    pub(crate) fn start(&self) -> anyhow::Result<(Decider, Reporter)> {
        let player = self.player.start(self.settings()?).map_err(cannot_play)?;
        Ok((player, Reporter::stdout(self.json)))
    }

    /// Starts the players of those seats of this machine: those named, and else the one of all.
    pub(crate) fn start_seats(
        &self,
        named: &SeatArguments,
        mine: &[Seat],
    ) -> anyhow::Result<(Deciders, Reporter)> {
        let settings = self.settings()?;
        let choices = named.choices(mine.len(), &self.player);
        let choices = choices.map_err(|error| no_table(&error))?;
        let choices = mine.iter().copied().zip(choices);
        let deciders = table_arguments::start(choices, |Seat(seat)| Settings {
            seed: settings.seed ^ u64::from(seat),
            ..settings
        });
        let deciders = deciders.map_err(cannot_play)?;
        Ok((deciders, Reporter::stdout(self.json)))
    }

    /// Who plays the seat of this machine's own player.
    pub(crate) const fn player(&self) -> &DeciderChoice {
        &self.player
    }

    pub(crate) fn settings(&self) -> anyhow::Result<Settings> {
        let seed = match self.seed {
            Some(seed) => seed,
            None => random_seed()?,
        };
        Ok(Settings {
            seed,
            // only a seed of the user's decides secret choices: one drawn here would make all of them follow from a
            // single number
            follows_seed: self.seed.is_some(),
            budget: Budget::Time(Duration::from_millis(self.move_time)),
            // a match is no measurement: a bot draws its own lots
            tells_seed: false,
            prompts_on_stderr: self.json,
        })
    }

    /// A spinner on the terminal while the program waits for `what`; nothing in a pipe.
    pub(crate) fn waiting(&self, what: &'static str) -> ProgressBar {
        // lines of JSON are for a program, and a spinner between them is no line
        if self.json {
            return ProgressBar::hidden();
        }
        let bar = ProgressBar::new_spinner();
        let style = ProgressStyle::with_template("{spinner} {msg} ({elapsed})");
        bar.set_style(style.unwrap_or_else(|_fixed| ProgressStyle::default_spinner()));
        bar.set_message(what);
        bar.enable_steady_tick(Duration::from_millis(120));
        bar
    }
}

pub(crate) fn cannot_play(error: DeciderError) -> anyhow::Error {
    let advice = error.advice("warlord resume FILE");
    anyhow::Error::new(error).context(Failure::new("this player cannot play", advice))
}

/// The addresses, name and file of this side.
#[derive(Debug, Args)]
pub(crate) struct PlaceArguments {
    /// Listen at this address and port (may be repeated; by default every interface and any port)
    #[arg(long, value_name = "ADDRESS:PORT")]
    pub(crate) listen: Vec<SocketAddr>,
    /// Play under this name
    #[arg(long = "as", value_name = "NAME")]
    pub(crate) name: Option<String>,
    /// Write the match to this file (by default to a new one in the data folder)
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,
}

/// The error of a text without an equals sign.
#[derive(Debug, thiserror::Error)]
#[error("`{0}` is not KEY=VALUE, as in short=3")]
pub(crate) struct NotKeyValue(String);

pub(crate) fn key_value(text: &str) -> Result<(String, String), NotKeyValue> {
    text.split_once('=')
        .map(|(key, value)| (key.trim().to_owned(), value.trim().to_owned()))
        .ok_or_else(|| NotKeyValue(text.to_owned()))
}

pub(crate) fn random_seed() -> anyhow::Result<u64> {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes).map_err(|error| {
        Failure::new(
            format!("the system gave no random bytes: {error}"),
            "try again",
        )
    })?;
    Ok(u64::from_le_bytes(bytes))
}

pub(crate) fn home() -> anyhow::Result<Home> {
    Home::open().map_err(|error| {
        let advice = error.advice();
        anyhow::Error::new(error)
            .context(Failure::new("there is no place for your matches", advice))
    })
}

/// This folder's player, under `name` if a name is given.
pub(crate) fn player(home: &Home, name: Option<&str>) -> anyhow::Result<home::Player> {
    home.player(name).map_err(|error| {
        let advice = error.advice();
        anyhow::Error::new(error).context(Failure::new("your key cannot be used", advice))
    })
}

/// Turns an error of the network crate into one with the user's request and the advice.
pub(crate) fn not_started(what: &str, error: net::StartError) -> anyhow::Error {
    let advice = error.advice();
    anyhow::Error::new(error).context(Failure::new(what, advice))
}

/// Runs a command on the network crate's runtime.
pub(crate) fn run(
    work: impl AsyncFnOnce(Interrupt) -> anyhow::Result<ExitCode>,
) -> anyhow::Result<ExitCode> {
    let runtime = reach::runtime().map_err(|error| {
        Failure::new(
            format!("the system gave no threads: {error}"),
            "end other programs",
        )
    })?;
    runtime.block_on(async { work(Interrupt::armed().await).await })
}
