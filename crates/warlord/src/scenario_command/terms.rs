//! A scenario in words: what both players agree on.

use std::io::{self, Write};

use board::Cell;
use rules::AnyPosition;
use rules::warlord::Game;
use scenario::warlord::author::facts;
use scenario::{Content, Scenario};

/// What is played with those options, for somebody about to agree: armies, endings, every option and what is ours.
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
    if let Ok(AnyPosition::Warlord(start)) = scenario.start(options) {
        write_facts(out, start.game())?;
    }
    write_options(out, scenario, options)?;
    write_house_notes(out, scenario)
}

/// Armies, CAP and endings, a line each.
pub(super) fn write_facts(out: &mut impl Write, game: &Game) -> io::Result<()> {
    for line in facts(game) {
        writeln!(out, "{line}")?;
    }
    writeln!(out, "{}", won_by(game))
}

/// Every option with what it is set to and what it does.
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
    let Content::Warlord(content) = scenario.content();
    let spare: Vec<String> = content
        .spare_leaders()
        .iter()
        .map(Cell::to_string)
        .collect();
    if !spare.is_empty() {
        writeln!(
            out,
            "With reduced-chiefs the leaders of {} stay away",
            spare.join(", ")
        )?;
    }
    Ok(())
}

/// What in it is ours, and why.
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

/// What wins a game, in a line.
fn won_by(game: &Game) -> String {
    let mut endings = vec!["the last enemy leader captured".to_owned()];
    if game.command_ending {
        let cap = game.cap.number;
        endings.push(format!(
            "the enemy's leaders left below {cap} levels in all"
        ));
    }
    if let Some(towns) = &game.towns {
        endings.push(format!(
            "{} towns held at the start of a turn",
            towns.needed
        ));
    }
    if game.options.short > 0 {
        let short = game.options.short;
        endings.push(format!("the short game to {short} leaders"));
    }
    format!("Won by: {}", endings.join("; "))
}
