//! A scenario in words, for the agreement of both players.

use std::io::{self, Write};

use scenario::Scenario;

use crate::families;

/// The game with those options, for a player about to agree: armies, endings, every option and every house note.
pub(crate) fn terms(scenario: &Scenario, options: &[(String, String)]) -> String {
    let mut out = Vec::new();
    let written = write_terms(&mut out, scenario, options);
    debug_assert!(written.is_ok(), "memory takes everything");
    String::from_utf8_lossy(&out).trim_end().to_owned()
}

fn write_terms(
    out: &mut impl Write,
    scenario: &Scenario,
    options: &[(String, String)],
) -> io::Result<()> {
    let board = scenario.head().board;
    let (files, ranks) = (board.files(), board.ranks());
    writeln!(out, "{} on {files} by {ranks} cells.", scenario.title())?;
    let facts = |start| families::facts(start, scenario.side_names());
    for line in scenario.start(options).iter().flat_map(facts) {
        writeln!(out, "{line}")?;
    }
    write_options(out, scenario, options)?;
    write_house_notes(out, scenario)
}

/// Writes every option with its value and effect.
pub(super) fn write_options(
    out: &mut impl Write,
    scenario: &Scenario,
    options: &[(String, String)],
) -> io::Result<()> {
    writeln!(out, "Options:")?;
    for option in scenario.options() {
        let chosen = options.iter().find(|(key, _)| key == option.key);
        let value = chosen.map_or(&option.default, |(_, value)| value);
        let choice = format!("{}={value}", option.key);
        let usual = if *value == option.default {
            String::new()
        } else {
            format!("; usually {}", option.default)
        };
        writeln!(
            out,
            "  {choice:<23} {} ({}{usual})",
            option.meaning, option.allowed
        )?;
    }
    for note in families::option_notes(scenario) {
        writeln!(out, "{note}")?;
    }
    Ok(())
}

/// Writes the house notes: each change to the original, with the reason.
pub(super) fn write_house_notes(out: &mut impl Write, scenario: &Scenario) -> io::Result<()> {
    let house = &scenario.head().house;
    if house.is_empty() {
        return Ok(());
    }
    writeln!(out, "Ours (house), where the original is lost or silent:")?;
    for house in house {
        writeln!(out, "  {}: {}", house.part, house.note.replace('\n', " "))?;
    }
    Ok(())
}
