//! `warlord scenario new`: writes a generated scenario.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use net::Output;
use scenario::Scenario;

use crate::failure::{Failure, not_written};
use crate::families::{Made, fairness, make};
use crate::scenario_command::{report_advice, summary, verdict};

/// The numbers that a generated scenario follows from.
#[derive(Debug, Args)]
pub(crate) struct NewArguments {
    /// Game whose scenario is made
    #[arg(long, value_enum, default_value_t)]
    pub(crate) game: Made,
    /// Files and ranks at once, as 48x72
    #[arg(long, value_name = "FILESxRANKS", value_parser = size, conflicts_with_all = ["files", "ranks"])]
    size: Option<(u8, u8)>,
    /// Files of the board, 8 to 120
    #[arg(long, value_name = "N", required_unless_present = "size")]
    files: Option<u8>,
    /// Ranks of the board, 8 to 120
    #[arg(long, value_name = "N", required_unless_present = "size")]
    ranks: Option<u8>,
    /// Towns, an even number (otherwise as many as fit the size)
    #[arg(long, value_name = "N")]
    pub(crate) towns: Option<u16>,
    /// Percentage of cells with terrain, towns included, 10 to 30 (otherwise 15, and 10 in the WarGames)
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u8).range(10..=30))]
    pub(crate) density: Option<u8>,
    /// Leaders of a side in Warlord (otherwise as many as fit the size); of twelve leaders one is of level 3, three of level 2
    #[arg(long, value_name = "N")]
    pub(crate) leaders: Option<u16>,
    /// Units of a side, leaders included (otherwise 5, 7 or 11 for each leader by level; in the WarGames as many as fit the size)
    #[arg(long, value_name = "N")]
    pub(crate) units: Option<u16>,
    /// Orders a turn (otherwise 60 percent of the total level, in the WarGames 70 percent of the leaders)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..))]
    pub(crate) cap: Option<u8>,
    /// Symmetry of trees and hills (otherwise half-turn); towns and armies are always the same for both sides
    #[arg(long, value_enum)]
    pub(crate) symmetry: Option<Symmetry>,
    /// Seed of every random choice
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Title of the scenario
    #[arg(long)]
    pub(crate) title: Option<String>,
    /// File of the scenario; `-` is standard output
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Write over a file that is there
    #[arg(long)]
    force: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Symmetry {
    HalfTurn,
    None,
}

fn size(text: &str) -> Result<(u8, u8), String> {
    let sides = text.split_once('x');
    sides
        .and_then(|(files, ranks)| Some((files.parse().ok()?, ranks.parse().ok()?)))
        .ok_or_else(|| format!("`{text}` is no size such as 48x72"))
}

impl NewArguments {
    /// Files and ranks of the board.
    pub(crate) fn size(&self) -> (u8, u8) {
        self.size.unwrap_or((
            self.files.unwrap_or_default(),
            self.ranks.unwrap_or_default(),
        ))
    }

    /// The command that makes the same file again.
    pub(crate) fn command(&self) -> String {
        let (files, ranks) = self.size();
        let mut command = "made by: warlord scenario new".to_owned();
        if self.game != Made::default()
            && let Some(game) = self.game.to_possible_value()
        {
            command.push_str(&format!(" --game {}", game.get_name()));
        }
        command.push_str(&format!(" --size {files}x{ranks}"));
        let numbers = [
            ("towns", self.towns),
            ("density", self.density.map(u16::from)),
            ("leaders", self.leaders),
            ("units", self.units),
            ("cap", self.cap.map(u16::from)),
        ];
        for (name, number) in numbers {
            if let Some(number) = number {
                command.push_str(&format!(" --{name} {number}"));
            }
        }
        if self.symmetry == Some(Symmetry::None) {
            command.push_str(" --symmetry none");
        }
        format!("{command} --seed {}", self.seed)
    }
}

/// Makes a scenario, writes the file, and reports the fairness: to `out`, or to standard error where the file itself
/// goes to standard output.
pub(crate) fn new(
    out: &mut impl Write,
    arguments: &NewArguments,
    json: bool,
) -> anyhow::Result<ExitCode> {
    let text = make(arguments)?;
    let name = arguments.output.to_string_lossy();
    let made = Scenario::parse(&name, &text).map_err(|mistakes| {
        let told: Vec<String> = mistakes.iter().map(ToString::to_string).collect();
        Failure::new(
            told.join("\n"),
            "please report these numbers as an error of the program",
        )
    })?;
    if name == "-" {
        out.write_all(text.as_bytes())?;
        tell(&mut anstream::stderr().lock(), &made, &name, json)?;
    } else {
        let output = Output::to(&arguments.output).forced(arguments.force);
        let written = output.write(text.as_bytes());
        written.map_err(|error| not_written("the scenario is not written", error))?;
        tell(out, &made, &name, json)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn tell(out: &mut impl Write, made: &Scenario, name: &str, json: bool) -> io::Result<()> {
    let advice = made.advice();
    if json {
        writeln!(out, "{}", summary(made))?;
    } else {
        writeln!(out, "{name}: {}", verdict(made, &advice))?;
        for line in fairness(made) {
            writeln!(out, "{line}")?;
        }
    }
    report_advice(out, name, &advice, json)
}
