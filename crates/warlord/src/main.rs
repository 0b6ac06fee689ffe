//! The `warlord` program: the command line over the same crates as the window.

mod cli;
mod engine;
mod failure;
mod judge_command;
mod match_file;
#[allow(dead_code, reason = "host and join use it")]
mod player;
#[allow(dead_code, reason = "host and join use it")]
mod report;
mod scenario_command;
mod show_command;
mod terminal;

use std::process::ExitCode;

use clap::Parser;

use cli::{Cli, Command};
use failure::Failure;

fn main() -> ExitCode {
    let cli = Cli::parse_from(cli::joined_player_arguments(std::env::args_os()));
    let result = match cli.command {
        Some(Command::Engine) => engine::run(),
        Some(Command::Judge(arguments)) => judge_command::run(&arguments),
        Some(Command::Show(arguments)) => show_command::run(&arguments),
        Some(Command::Scenario(arguments)) => scenario_command::run(&arguments),
        None => Err(Failure::new("the window is not built yet", "use a command").into()),
    };
    match result {
        Ok(code) => code,
        Err(error) => {
            failure::print(&error);
            ExitCode::from(2)
        }
    }
}
