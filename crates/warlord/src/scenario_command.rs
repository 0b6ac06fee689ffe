//! `warlord scenario`: lists, shows, checks and makes scenarios; finds a scenario by id or path for other commands.

mod judgment;
mod lessons;
mod new;
mod open;
mod terms;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{Args, Subcommand};
use scenario::{Mistake, Scenario};
use serde_json::json;

use crate::completion;
use crate::failure::{self, Failure};
use crate::families::{self, NewArguments, Shown};
use crate::terminal::Picture;

pub(crate) use judgment::{report as report_advice, verdict};
pub(crate) use open::{OpenError, open};
pub(crate) use terms::terms;

#[derive(Debug, Args)]
pub(crate) struct ScenarioArguments {
    #[command(subcommand)]
    command: ScenarioCommand,
    /// Print one JSON object per line
    #[arg(long, global = true)]
    json: bool,
}

#[derive(Debug, Subcommand)]
enum ScenarioCommand {
    /// List the scenarios that come with the program
    #[command(after_help = "Example:\n  warlord scenario list")]
    List,
    /// Show a scenario: its board, armies, endings, options and house notes
    #[command(after_help = "Example:\n  warlord scenario show test-of-wills")]
    Show {
        /// An id as listed, or the path of a file
        #[arg(add = completion::scenario())]
        scenario: String,
    },
    /// Check scenario files and lesson files: list every mistake with its line, and of a scenario every legal but
    /// unwise choice
    #[command(
        after_help = "Examples:\n  warlord scenario check my-battle.toml\n  warlord scenario check mine.lesson"
    )]
    Check {
        /// The paths of files, or ids as listed
        #[arg(required = true, add = completion::scenario())]
        files: Vec<String>,
    },
    /// Make a scenario of any size from a few numbers, and report its fairness
    #[command(
        after_help = "Examples:\n  warlord scenario new --size 48x72 --density 12 --seed 7 -o countries.toml\n  \
                      warlord scenario new --files 24 --ranks 16 --towns 4 --leaders 12 -o -\n  \
                      warlord scenario new --game wargame-2 --size 32x20 -o hexes.toml"
    )]
    New(Box<NewArguments>),
}

pub(crate) fn run(arguments: &ScenarioArguments) -> anyhow::Result<ExitCode> {
    let out = &mut anstream::stdout().lock();
    let done = match &arguments.command {
        ScenarioCommand::List => list(out, arguments.json),
        ScenarioCommand::Show { scenario } => show(out, scenario, arguments.json),
        ScenarioCommand::Check { files } => check(out, files, arguments.json),
        ScenarioCommand::New(new) => new::new(out, new, arguments.json),
    };
    match done
        .as_ref()
        .map_err(|error| error.downcast_ref::<io::Error>())
    {
        // the reader of the output has had enough, as `head` has
        Err(Some(error)) if home::is_reader_gone(error) => Ok(ExitCode::SUCCESS),
        _ => done,
    }
}

/// Writes a line for each scenario that comes with the program.
pub(crate) fn list(out: &mut impl Write, json: bool) -> anyhow::Result<ExitCode> {
    // read like any file, so that the list never shows what the program cannot play
    for built_in in scenario::built_in() {
        let scenario = open(built_in.key)?;
        if json {
            writeln!(out, "{}", summary(&scenario))?;
            continue;
        }
        let board = scenario.head().board;
        writeln!(
            out,
            "{:<22}{:<24}{:>3} by {:<3} {}",
            scenario.key(),
            scenario.title(),
            board.files(),
            board.ranks(),
            families::list_words(&scenario),
        )?;
    }
    Ok(ExitCode::SUCCESS)
}

pub(crate) fn show(out: &mut impl Write, name: &str, json: bool) -> anyhow::Result<ExitCode> {
    let scenario = match open(name) {
        Ok(scenario) => scenario,
        // mistakes are the answer to what was asked, not a failure of the command: status 1 and not 2
        Err(OpenError::Mistakes { mistakes, .. }) => {
            report(out, &mistakes, json)?;
            return Ok(ExitCode::FAILURE);
        }
        Err(error) => return Err(error.into()),
    };
    if json {
        writeln!(out, "{}", summary(&scenario))?;
        return Ok(ExitCode::SUCCESS);
    }
    let head = scenario.head();
    writeln!(out, "{} ({})", scenario.title(), scenario.key())?;
    if !head.credit.is_empty() {
        writeln!(out, "{}", head.credit)?;
    }
    writeln!(out, "id {}", scenario.id())?;
    if !head.description.is_empty() {
        writeln!(out, "\n{}", head.description)?;
    }
    writeln!(out)?;
    write_boards(out, &families::boards(&scenario)?)?;
    writeln!(out)?;
    let facts = families::facts(&scenario.start(&[])?, scenario.side_names());
    for line in facts.into_iter().chain(families::fairness(&scenario)) {
        writeln!(out, "{line}")?;
    }
    if let Some(fen) = scenario.set_up_fen() {
        writeln!(out, "Set-up: {fen}")?;
    }
    writeln!(out)?;
    terms::write_options(out, &scenario, &[])?;
    if !head.house.is_empty() {
        writeln!(out)?;
        terms::write_house_notes(out, &scenario)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn write_boards(out: &mut impl Write, boards: &[Shown]) -> io::Result<()> {
    for Shown { lines, position } in boards {
        for line in lines {
            writeln!(out, "{line}")?;
        }
        if let Some(position) = position {
            Picture::new(position).write_board(out)?;
        }
        if !lines.is_empty() {
            writeln!(out)?;
        }
    }
    Ok(())
}

/// Checks files; reports sound files, mistakes, and unwise choices.
pub(crate) fn check(
    out: &mut impl Write,
    files: &[String],
    json: bool,
) -> anyhow::Result<ExitCode> {
    let mut code = ExitCode::SUCCESS;
    for file in files {
        if lessons::is_lesson(file) {
            match lessons::read(file)? {
                Ok(lesson) => lessons::say(out, file, &lesson, json)?,
                Err(mistakes) => {
                    report(out, &mistakes, json)?;
                    code = ExitCode::FAILURE;
                }
            }
            continue;
        }
        match open(file) {
            Ok(scenario) => {
                let advice = scenario.advice();
                if json {
                    writeln!(out, "{}", summary(&scenario))?;
                } else {
                    writeln!(out, "{file}: {}", judgment::verdict(&scenario, &advice))?;
                }
                judgment::report(out, file, &advice, json)?;
            }
            // the other files are still checked: one run reports all mistakes
            Err(OpenError::Mistakes { mistakes, .. }) => {
                report(out, &mistakes, json)?;
                code = ExitCode::FAILURE;
            }
            Err(error) => return Err(error.into()),
        }
    }
    Ok(code)
}

/// Writes mistakes: for people to standard error, for programs to `out`.
fn report(out: &mut impl Write, mistakes: &[Mistake], json: bool) -> io::Result<()> {
    for mistake in mistakes {
        if json {
            let object = json!({
                "event": "mistake",
                "file": mistake.file,
                "line": mistake.line,
                "found": mistake.found,
                "expected": mistake.expected,
                "advice": mistake.advice,
            });
            writeln!(out, "{object}")?;
        } else {
            failure::say(mistake);
        }
    }
    Ok(())
}

pub(crate) fn summary(scenario: &Scenario) -> serde_json::Value {
    let choices: Vec<serde_json::Value> = scenario
        .options()
        .iter()
        .map(|option| {
            json!({
                "key": option.key,
                "default": option.default,
                "allowed": option.allowed,
                "meaning": option.meaning,
            })
        })
        .collect();
    let options: serde_json::Map<String, serde_json::Value> = scenario
        .options()
        .into_iter()
        .map(|option| (option.key.to_owned(), option.default.into()))
        .collect();
    let board = scenario.head().board;
    // the family's fields first: a name that both use is the common one
    let mut fields = families::fields(scenario);
    for (key, value) in [
        ("event", json!("scenario")),
        ("key", json!(scenario.key())),
        ("family", json!(scenario.family().name())),
        ("title", json!(scenario.title())),
        ("id", json!(scenario.id().to_string())),
        ("files", json!(board.files())),
        ("ranks", json!(board.ranks())),
        ("options", options.into()),
        ("choices", choices.into()),
        ("set_up", json!(scenario.set_up_fen())),
    ] {
        fields.insert(key.to_owned(), value);
    }
    fields.into()
}

impl From<OpenError> for anyhow::Error {
    fn from(error: OpenError) -> Self {
        Failure::new(error.to_string(), error.advice()).into()
    }
}
