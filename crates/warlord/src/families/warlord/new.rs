//! `warlord scenario new`: writes a generated scenario.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use scenario::Scenario;
use scenario::warlord::author::Plan;

use crate::failure::Failure;
use crate::families::fairness;
use crate::scenario_command::{report_advice, summary, verdict};

/// The numbers that a generated scenario follows from.
#[derive(Debug, Args)]
pub(crate) struct NewArguments {
    /// Files and ranks at once, as 48x72
    #[arg(long, value_name = "FILESxRANKS", value_parser = size, conflicts_with_all = ["files", "ranks"])]
    size: Option<(u8, u8)>,
    /// Files of the board, 8 to 120
    #[arg(long, value_name = "N", required_unless_present = "size")]
    files: Option<u8>,
    /// Ranks of the board, 8 to 120
    #[arg(long, value_name = "N", required_unless_present = "size")]
    ranks: Option<u8>,
    /// Towns, an even number (otherwise about one to 144 cells)
    #[arg(long, value_name = "N")]
    towns: Option<u16>,
    /// Percentage of cells with terrain, towns included
    #[arg(long, value_name = "PERCENT", default_value_t = 15, value_parser = clap::value_parser!(u8).range(10..=30))]
    density: u8,
    /// Leaders of a side (otherwise as many as fit the size); of twelve leaders one is of level 3, three of level 2
    #[arg(long, value_name = "N")]
    leaders: Option<u16>,
    /// Units of a side, leaders included (otherwise 5, 7 or 11 for each leader by level)
    #[arg(long, value_name = "N")]
    units: Option<u16>,
    /// Orders a turn (otherwise 60 percent of the total level)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..))]
    cap: Option<u8>,
    /// Symmetry of trees and hills; towns and armies are always the same for both sides
    #[arg(long, value_enum, default_value_t = Symmetry::HalfTurn)]
    symmetry: Symmetry,
    /// Seed of every random choice
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Title of the scenario
    #[arg(long)]
    title: Option<String>,
    /// File of the scenario; `-` is standard output
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Write over a file that is there
    #[arg(long)]
    force: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Symmetry {
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
    fn plan(&self) -> Plan {
        let (files, ranks) = self.size.unwrap_or((
            self.files.unwrap_or_default(),
            self.ranks.unwrap_or_default(),
        ));
        let usual = Plan::new(files, ranks);
        Plan {
            title: self.title.clone().unwrap_or(usual.title),
            towns: self.towns,
            density: self.density,
            leaders: self.leaders,
            units: self.units,
            cap: self.cap,
            is_symmetric: self.symmetry == Symmetry::HalfTurn,
            seed: self.seed,
            ..usual
        }
    }

    /// The command that makes the same file again.
    fn command(&self, plan: &Plan) -> String {
        let mut command = format!(
            "made by: warlord scenario new --size {}x{}",
            plan.files, plan.ranks
        );
        let numbers = [
            ("towns", plan.towns),
            ("density", Some(plan.density.into())),
            ("leaders", plan.leaders),
            ("units", plan.units),
            ("cap", plan.cap.map(u16::from)),
        ];
        for (name, number) in numbers {
            if let Some(number) = number {
                command.push_str(&format!(" --{name} {number}"));
            }
        }
        if !plan.is_symmetric {
            command.push_str(" --symmetry none");
        }
        format!("{command} --seed {}", plan.seed)
    }
}

/// Makes a scenario, writes the file, and reports the fairness: to `out`, or to standard error where the file itself
/// goes to standard output.
pub(crate) fn new(
    out: &mut impl Write,
    arguments: &NewArguments,
    json: bool,
) -> anyhow::Result<ExitCode> {
    let plan = arguments.plan();
    let text = plan
        .write(&arguments.command(&plan))
        .map_err(|error| Failure::new(error.to_string(), error.advice()))?;
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
        write(&arguments.output, &text, arguments.force)?;
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

fn write(path: &Path, text: &str, is_forced: bool) -> anyhow::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true);
    if is_forced {
        options.create(true).truncate(true);
    } else {
        options.create_new(true);
    }
    let written = options
        .open(path)
        .and_then(|mut file| file.write_all(text.as_bytes()));
    written.map_err(|error| {
        let advice = if error.kind() == io::ErrorKind::AlreadyExists {
            "name another file, or say --force"
        } else {
            "name a file you may write"
        };
        let what = format!("{} cannot be written", path.display());
        anyhow::Error::new(error).context(Failure::new(what, advice))
    })
}
