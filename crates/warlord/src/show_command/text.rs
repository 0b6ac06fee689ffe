//! A game in the terminal.

use std::io::{self, Write};

use protocol::replay::Replay;
use protocol::{Deed, Orders};
use rules::{AnyEvent, AnyPosition, Rules as _};
use scenario::SideNames;

use crate::families::{self, outcome_words};
use crate::ink::side_style;
use crate::match_file;
use crate::terminal::Picture;

/// Writes the start, every turn, and the points where a match continues in a new one.
pub(super) fn write_game(out: &mut impl Write, replay: &Replay) -> io::Result<()> {
    write_start(out, replay)?;
    let steps = replay.history.steps();
    let mut bouts = families::bouts(replay.scenario.family(), steps).into_iter();
    let mut bout = bouts.next();
    for (at, step) in steps.iter().enumerate() {
        if let Some((_, told)) = bout.take_if(|(first, _)| *first == at) {
            let names = replay.scenario.side_names();
            let turn = replay.history.turn_name(names, step.in_turn());
            writeln!(out, "\n{turn}: {}", told.line)?;
            for (number, round) in (1..).zip(&told.rounds) {
                writeln!(out, "  {number}. {round}")?;
            }
            bout = bouts.next();
        }
        for words in super::parts_words(replay, step) {
            writeln!(out, "\n{words}.")?;
        }
        if let Some(words) = step.between_matches(replay.scenario.side_names()) {
            writeln!(out, "\nThe game {words}.")?;
        }
        if let Some(orders) = step.orders(at) {
            write_orders(out, replay, orders)?;
        }
    }
    Ok(())
}

/// Writes the players, and the board before the first turn.
pub(super) fn write_start(out: &mut impl Write, replay: &Replay) -> io::Result<()> {
    write_head(out, replay)?;
    let history = &replay.history;
    let start = history.position_after(history.before_first_orders());
    write_board(out, replay.scenario.side_names(), None, &start, [])
}

/// Writes the players and the outcome.
pub(super) fn write_head(out: &mut impl Write, replay: &Replay) -> io::Result<()> {
    let manifest = &replay.manifest;
    // names and options come from the file, and may hold anything (docs/protocol.md, row 31)
    let title = match_file::title(replay);
    let bold = anstyle::Style::new().bold();
    writeln!(
        out,
        "{bold}{title}{bold:#} ({})",
        protocol::plain_text(&manifest.scenario_name)
    )?;
    if !manifest.options.is_empty() {
        let options = manifest.options.iter();
        let options: Vec<_> = options
            .map(|(key, value)| format!("{key}={value}"))
            .collect();
        writeln!(
            out,
            "Options     {}",
            protocol::plain_text(&options.join(" "))
        )?;
    }
    let steps = replay.history.steps().iter();
    let lots = steps.filter(|step| matches!(step.deed, Deed::Lots { .. }));
    for (label, text) in lots.flat_map(|step| step.events().filter_map(families::lot_words)) {
        writeln!(out, "{label:<11} {text}")?;
    }
    match_file::write_seats(out, manifest)?;
    match_file::write_terms(out, manifest)?;
    if let Some(began) = replay.began_ms {
        writeln!(out, "Played      {}", utc(began))?;
    }
    let turns = match_file::turns(replay);
    match replay.outcome {
        Some(outcome) => writeln!(
            out,
            "Result      {} ({turns} turns)",
            outcome_words(
                replay.scenario.side_names(),
                replay.scenario.family(),
                replay.scenario.sides(),
                outcome
            )
        ),
        None => writeln!(out, "Result      not finished ({turns} turns)"),
    }
}

/// Writes orders, and the board after them.
pub(super) fn write_orders(
    out: &mut impl Write,
    replay: &Replay,
    orders: Orders<'_>,
) -> io::Result<()> {
    let style = side_style(orders.side);
    let after = replay.history.position_after(orders.at + 1);
    writeln!(
        out,
        "\n{style}{}{style:#} (--turn {}){}: {}",
        super::turn_name(replay, orders),
        // the numbers of options count over all sides
        orders.step.turn,
        super::taken_back(replay, orders),
        super::orders_text(replay, &after, orders)
    )?;
    let names = replay.scenario.side_names();
    write_board(
        out,
        names,
        Some(replay.history.turn_name(names, after.turn())),
        &after,
        orders.step.events(),
    )
}

/// Writes a board, with the cells that the events changed marked.
pub(super) fn write_board<'e>(
    out: &mut impl Write,
    names: &SideNames,
    turn: Option<String>,
    position: &AnyPosition,
    events: impl IntoIterator<Item = &'e AnyEvent>,
) -> io::Result<()> {
    writeln!(out)?;
    Picture::new(position)
        .naming(names)
        .in_turn(turn)
        .marking(events)
        .write(out)
}

/// Unix milliseconds as date and time of day in UTC.
fn utc(unix_ms: u64) -> String {
    let minutes = unix_ms / 60_000;
    let (hour, minute) = (minutes / 60 % 24, minutes % 60);
    format!("{} {hour:02}:{minute:02} UTC", home::date(minutes / 1440))
}

#[cfg(test)]
mod tests {
    use super::utc;

    #[test]
    fn times_are_given_in_utc() {
        assert_eq!(utc(951_782_399_999), "2000-02-28 23:59 UTC");
        assert_eq!(utc(1_790_000_000_000), "2026-09-21 14:13 UTC");
    }
}
