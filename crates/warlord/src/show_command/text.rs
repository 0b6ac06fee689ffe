//! A game in the terminal.

use std::io::{self, Write};

use protocol::Turn;
use protocol::replay::Replay;
use rules::AnyPosition;

use crate::match_file;
use crate::terminal::{Picture, outcome_words, side_name, side_style};

/// The start and every turn.
pub(super) fn write_game(out: &mut impl Write, replay: &Replay) -> io::Result<()> {
    write_start(out, replay)?;
    replay
        .turns
        .iter()
        .try_for_each(|turn| write_turn(out, turn))
}

/// Who plays what, and the board before the first turn.
pub(super) fn write_start(out: &mut impl Write, replay: &Replay) -> io::Result<()> {
    write_head(out, replay)?;
    write_board(out, &replay.start, None)
}

/// Who plays what, and how it ended.
pub(super) fn write_head(out: &mut impl Write, replay: &Replay) -> io::Result<()> {
    let manifest = &replay.manifest;
    let title = match_file::title(manifest);
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
    let AnyPosition::Warlord(start) = &replay.start;
    if let Some(seed) = start.game().scatter.and_then(|scatter| scatter.seed) {
        writeln!(out, "Terrain     by lot, {}", rules::warlord::words(seed))?;
    }
    match_file::write_seats(out, manifest)?;
    if let Some(began) = replay.began_ms {
        writeln!(out, "Played      {}", utc(began))?;
    }
    let turns = replay.turns.len();
    match replay.outcome {
        Some(outcome) => writeln!(
            out,
            "Result      {} ({turns} turns)",
            outcome_words(outcome)
        ),
        None => writeln!(out, "Result      not finished ({turns} turns)"),
    }
}

/// A turn's orders and the board after it.
pub(super) fn write_turn(out: &mut impl Write, turn: &Turn) -> io::Result<()> {
    let style = side_style(turn.side);
    writeln!(
        out,
        "\nTurn {}, {style}{}{style:#}: {}",
        turn.number,
        side_name(turn.side),
        super::orders(turn)
    )?;
    write_board(out, &turn.after, Some(turn))
}

/// A board, with what happened marked.
pub(super) fn write_board(
    out: &mut impl Write,
    position: &AnyPosition,
    turn: Option<&Turn>,
) -> io::Result<()> {
    let events = turn.map_or(&[][..], |turn| &turn.events);
    writeln!(out)?;
    Picture::new(position).marking(events).write(out)
}

/// Unix milliseconds as a date and time of day.
fn utc(unix_ms: u64) -> String {
    let minutes = unix_ms / 60_000;
    let (hour, minute) = (minutes / 60 % 24, minutes % 60);
    format!("{} {hour:02}:{minute:02} UTC", net::date(minutes / 1440))
}

#[cfg(test)]
mod tests {
    use super::utc;

    #[test]
    fn times_are_told_in_utc() {
        assert_eq!(utc(951_782_399_999), "2000-02-28 23:59 UTC");
        assert_eq!(utc(1_790_000_000_000), "2026-09-21 14:13 UTC");
    }
}
