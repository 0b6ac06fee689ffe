//! The `warlord` program: the command line over the same crates as the window. Read first: [`run`], then `cli.rs`.

// the program is no library for others; a doc line on each item would repeat its name
#![allow(missing_docs)]

mod about_command;
mod balance_command;
mod cli;
mod clock_words;
mod completion;
mod continuing;
mod decider;
mod demo_command;
mod doctor_command;
mod engine;
mod failure;
mod families;
mod folder_lock;
mod host_command;
mod identity_command;
mod ink;
mod interrupt;
mod invitations_command;
mod join_command;
mod judge_command;
mod lan_command;
mod letter_command;
mod lobby;
mod match_arguments;
mod match_command;
mod match_facts;
mod match_file;
mod package_command;
mod people_command;
mod program;
mod report;
mod resume_command;
mod scenario_command;
mod services;
mod show_command;
mod sitting;
mod table_arguments;
mod terminal;
#[cfg(test)]
mod written;

use std::path::Path;
use std::process::ExitCode;

use clap::{CommandFactory as _, Parser};
use tracing_subscriber::filter::Targets;
use tracing_subscriber::prelude::*;
use window::WindowError;

use cli::{Cli, Command};
use failure::Failure;
use report::Reporter;

/// The environment variable with which this project's tests make the program play the toy family.
const TESTING: &str = "WARLORD_TESTING";

/// Carries out the command line of this process and returns the exit status: 0 for done, 1 if what was asked about does
/// not hold, 2 for a mistake or a failure.
pub fn run() -> ExitCode {
    // first: a shell that asks for the words of a line wants them and nothing else
    completion::answer_shell(Cli::command);
    start_log();
    if std::env::var_os(TESTING).is_some() {
        scenario::toy::accept();
    }
    let cli = match read_command_line() {
        Ok(cli) => cli,
        Err(error) => return fail(&error),
    };
    let result = match cli.command {
        Some(Command::Demo(arguments)) => demo_command::run_demo(&arguments),
        Some(Command::Host(arguments)) => host_command::run_host(&arguments),
        Some(Command::Join(arguments)) => join_command::run_join(&arguments),
        Some(Command::Invitations(arguments)) => invitations_command::run_invitations(&arguments),
        Some(Command::Lan(arguments)) => lan_command::run_lan(&arguments),
        Some(Command::Resume(arguments)) => resume_command::run_resume(&arguments),
        Some(Command::Export(arguments)) => letter_command::run_export(&arguments),
        Some(Command::Import(arguments)) => letter_command::run_import(&arguments),
        Some(Command::Doctor(arguments)) => doctor_command::run_doctor(&arguments),
        Some(Command::Engine) => engine::run(),
        Some(Command::Identity(arguments)) => identity_command::run_identity(&arguments),
        Some(Command::People(arguments)) => people_command::run_people(&arguments),
        Some(Command::Judge(arguments)) => judge_command::run(&arguments),
        Some(Command::Match(arguments)) => match_command::run_match(&arguments),
        Some(Command::Balance(arguments)) => balance_command::run_balance(&arguments),
        Some(Command::Show(arguments)) => show_command::run(&arguments),
        Some(Command::Scenario(arguments)) => scenario_command::run(&arguments),
        Some(Command::About(arguments)) => about_command::run_about(&arguments),
        Some(Command::PackageFiles(arguments)) => package_command::run(&arguments, Cli::command()),
        None => open_window(cli.target),
    };
    match result {
        Ok(code) => code,
        // a reader that has had enough, as `head` has, is no error
        Err(error) if failure::is_reader_gone(&error) => ExitCode::SUCCESS,
        Err(error) => fail(&error),
    }
}

/// Reports a failure to people and, with `--json`, to the program that reads standard output. It is reported here and
/// not in the commands, so that no command can leave it out.
fn fail(error: &anyhow::Error) -> ExitCode {
    // if nobody reads it, the failure is still the one to return
    let _unheard = Reporter::stdout(asks_for_json()).failure(error);
    failure::print(error);
    ExitCode::from(2)
}

/// Returns `true` if the command line has `--json`, whether the rest of it is right or not.
fn asks_for_json() -> bool {
    let mut options = std::env::args_os().take_while(|word| word != "--");
    options.any(|word| word == "--json")
}

/// Ends the program with what clap has to say: help, or a mistake.
fn end_with(mistake: &clap::Error) -> ! {
    if mistake.use_stderr() {
        let text = mistake.render().to_string();
        let one_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let mut paragraphs = text.split("\n\n").map(one_line);
        let what = paragraphs.next().unwrap_or_default();
        let tip = paragraphs.find_map(|text| text.strip_prefix("tip: ").map(str::to_owned));
        let advice =
            tip.unwrap_or_else(|| "`--help` behind the command names its options".to_owned());
        let error = Failure::new(what.trim_start_matches("error: "), advice).into();
        let _unheard = Reporter::stdout(asks_for_json()).failure(&error);
    }
    mistake.exit()
}

/// The command line of this process; writes help and the mistakes that clap finds, and ends the program with them.
///
/// # Errors
/// Reports a first word that is no command even if the words after it are wrong too: it is the word that the user got
/// wrong.
fn read_command_line() -> anyhow::Result<Cli> {
    let arguments = cli::joined_player_arguments(std::env::args_os());
    let first = arguments.get(1).and_then(|first| first.to_str());
    let first = first
        .filter(|first| !first.starts_with('-'))
        .map(str::to_owned);
    match (Cli::try_parse_from(&arguments), first) {
        (Ok(cli), _) => Ok(cli),
        (Err(mistake), Some(first)) if mistake.use_stderr() && !is_command(&first) => {
            check_target(&first)?;
            end_with(&mistake)
        }
        (Err(mistake), _) => end_with(&mistake),
    }
}

fn is_command(word: &str) -> bool {
    word == "help" || Cli::command().find_subcommand(word).is_some()
}

/// Opens the window. Without a display, plays the demonstration if nothing was named to open.
fn open_window(target: Option<String>) -> anyhow::Result<ExitCode> {
    if let Some(target) = &target {
        check_target(target)?;
    }
    let has_target = target.is_some();
    match window::run(window::Options { target }) {
        Ok(()) => Ok(ExitCode::SUCCESS),
        Err(WindowError::NoDisplay) if !has_target => {
            failure::say(
                "There is no display to open a window on, so a demonstration is played here; `warlord --help` says what else \
                 can be done in a terminal.",
            );
            demo_command::run_demo(&demo_command::DemoArguments::default())
        }
        Err(error) => {
            let advice = error.advice();
            Err(anyhow::Error::new(error)
                .context(Failure::new("the window cannot be used", advice)))
        }
    }
}

/// Refuses what the window cannot open: most likely a misspelled command.
fn check_target(target: &str) -> anyhow::Result<()> {
    // codes are pasted with whatever surrounds them
    let start = cleaner::pasted::plain(target).trim().to_ascii_lowercase();
    let is_code = target.parse::<home::Invitation>().is_ok();
    if is_code
        // a link or code that is cut short gets its own reason on the page of joining
        || start.starts_with("warlord")
        || start.starts_with("file://")
        || Path::new(target).is_file()
    {
        return Ok(());
    }
    let commands = Cli::command();
    let names = commands.get_subcommands().map(clap::Command::get_name);
    let near = names
        .map(|name| (strsim::damerau_levenshtein(name, &start), name))
        .min()
        // two letters wrong is a slip of the fingers; with three, short commands all look alike
        .filter(|(distance, _)| *distance <= 2);
    let advice = match near {
        Some((_, name)) => {
            format!("did you mean `warlord {name}`? `warlord --help` names the commands")
        }
        None => "`warlord --help` names the commands; a file is named by its path".to_owned(),
    };
    let what = format!("{target} is neither a command, nor a file, nor an invitation");
    Err(Failure::new(what, advice).into())
}

/// Writes the log of the crates to standard error when `WARLORD_LOG` asks for a log, as in `WARLORD_LOG=net=info`.
fn start_log() {
    let wanted = std::env::var("WARLORD_LOG").ok();
    if let Some(wanted) = wanted.and_then(|wanted| wanted.parse::<Targets>().ok()) {
        let notes = tracing_subscriber::fmt::layer()
            .with_writer(std::io::stderr)
            // on a closed standard error it would report its own failure there, and panic
            .log_internal_errors(false);
        tracing_subscriber::registry()
            .with(notes.with_filter(wanted))
            .init();
    }
}
