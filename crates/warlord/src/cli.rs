//! The commands and arguments of the program.

use std::ffi::OsString;

use clap::{Parser, Subcommand};

use crate::about_command::AboutArguments;
use crate::balance_command::BalanceArguments;
use crate::completion;
use crate::demo_command::DemoArguments;
use crate::doctor_command::DoctorArguments;
use crate::host_command::HostArguments;
use crate::identity_command::IdentityArguments;
use crate::invitations_command::InvitationsArguments;
use crate::join_command::JoinArguments;
use crate::judge_command::JudgeArguments;
use crate::lan_command::LanArguments;
use crate::letter_command::{ExportArguments, ImportArguments};
use crate::match_command::MatchArguments;
use crate::package_command::PackageFilesArguments;
use crate::people_command::PeopleArguments;
use crate::resume_command::ResumeArguments;
use crate::scenario_command::ScenarioArguments;
use crate::show_command::ShowArguments;

/// A war game for two on one board, between machines that need not trust each other.
///
/// Without a command the window opens; if there is no display, a demonstration is played in the terminal.
#[derive(Debug, Parser)]
#[command(
    name = "warlord",
    version,
    args_conflicts_with_subcommands = true,
    after_help = "Examples:\n  warlord demo --scenario test-of-wills --seed 7\n  warlord ann.fpm\n  warlord warlord1040ank…"
)]
pub(crate) struct Cli {
    /// Open the window on a match file (*.fpm), a scenario file (*.toml), or an invitation's code or link
    #[arg(value_name = "FILE|CODE", add = completion::opened_file())]
    pub(crate) target: Option<String>,
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Demo(DemoArguments),
    Host(Box<HostArguments>),
    Join(JoinArguments),
    Lan(LanArguments),
    Invitations(InvitationsArguments),
    Doctor(DoctorArguments),
    Resume(ResumeArguments),
    Export(ExportArguments),
    Import(ImportArguments),
    Identity(IdentityArguments),
    People(PeopleArguments),
    /// Speak the engine protocol on standard input and output
    #[command(
        after_help = "Example:\n  printf 'scenario clash-of-arms\\norders\\nquit\\n' | warlord engine"
    )]
    Engine,
    Judge(JudgeArguments),
    Match(MatchArguments),
    Balance(Box<BalanceArguments>),
    Show(ShowArguments),
    /// List, show, check and make scenarios
    #[command(after_help = "Example:\n  warlord scenario show test-of-wills")]
    Scenario(ScenarioArguments),
    About(AboutArguments),
    PackageFiles(PackageFilesArguments),
}

/// Joins `--player engine CMD` and `--seat N=engine CMD` into one argument before clap sees the command line, so that it
/// may be written as two words.
pub(crate) fn joined_player_arguments(
    arguments: impl IntoIterator<Item = OsString>,
) -> Vec<OsString> {
    let mut joined: Vec<OsString> = Vec::new();
    let mut arguments = arguments.into_iter().peekable();
    while let Some(argument) = arguments.next() {
        let after_player = joined.last().is_some_and(|last| last == "--player");
        let mut whole = argument;
        let after_seat = joined.last().is_some_and(|last| last == "--seat");
        let text = whole.to_str().unwrap_or_default();
        let names_engine = match text {
            "engine" => after_player,
            "--player=engine" => true,
            text => text.ends_with("=engine") && (after_seat || text.starts_with("--seat=")),
        };
        // without a command after it clap reports what is missing
        if names_engine && let Some(command) = arguments.next() {
            whole.push(" ");
            whole.push(command);
        }
        joined.push(whole);
    }
    joined
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    fn check(command: &mut clap::Command) {
        let help = command.render_long_help().to_string();
        let examples = help.lines().skip_while(|line| !line.starts_with("Example"));
        for line in examples.skip(1) {
            let name = command.get_name();
            assert!(
                line.starts_with("  "),
                "{name}: {line:?} has lost its indentation"
            );
            let length = line.chars().count();
            assert!(length <= 80, "{name}: {line:?} does not fit a terminal");
        }
        command.get_subcommands_mut().for_each(check);
    }

    #[test]
    fn every_example_of_a_help_text_keeps_its_indentation_and_fits() {
        let mut command = Cli::command().term_width(80);
        command.build();
        check(&mut command);
    }
}
