//! `warlord scenario new`: writes a generated scenario.

use std::io::{self, Write};
use std::process::ExitCode;

use home::Output;
use scenario::Scenario;

use crate::failure::{Failure, not_written};
use crate::families::{NewArguments, fairness, make};
use crate::scenario_command::{report_advice, summary, verdict};

/// Makes a scenario, writes the file, and reports its fairness: to `out`, or to standard error if the file itself goes
/// to standard output.
pub(crate) fn new(
    out: &mut impl Write,
    arguments: &NewArguments,
    json: bool,
) -> anyhow::Result<ExitCode> {
    let text = make(arguments)?;
    let name = arguments.output.to_string_lossy();
    // read back before it is written: a generated file with a mistake is a bug, and must not be left for the user to
    // find
    let made = Scenario::parse(&name, &text).map_err(|mistakes| {
        let told: Vec<String> = mistakes.iter().map(ToString::to_string).collect();
        Failure::new(
            told.join("\n"),
            "please report these numbers as a bug in the program",
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
