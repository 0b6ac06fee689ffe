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
        net::without_controls(&manifest.scenario_name)
    )?;
    if !manifest.options.is_empty() {
        let options = manifest.options.iter();
        let options: Vec<_> = options
            .map(|(key, value)| format!("{key}={value}"))
            .collect();
        writeln!(
            out,
            "Options     {}",
            net::without_controls(&options.join(" "))
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

/// Unix milliseconds as a date and time of the Gregorian calendar.
fn utc(unix_ms: u64) -> String {
    let minutes = unix_ms / 60_000;
    let (hour, minute) = (minutes / 60 % 24, minutes % 60);
    // Years are counted from March, so that the leap day is a year's last one; 400 years are 146 097 days.
    let days = minutes / 1440 + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let march_month = (5 * day + 2) / 153;
    let day = day - (153 * march_month + 2) / 5 + 1;
    let month = if march_month < 10 {
        march_month + 3
    } else {
        march_month - 9
    };
    let year = 400 * era + year + u64::from(month <= 2);
    format!("{year}-{month:02}-{day:02} {hour:02}:{minute:02} UTC")
}

#[cfg(test)]
mod tests {
    use super::utc;

    #[test]
    fn times_are_told_in_utc() {
        for (seconds, text) in [
            (0, "1970-01-01 00:00 UTC"),
            (951_782_399, "2000-02-28 23:59 UTC"),
            (951_782_400, "2000-02-29 00:00 UTC"),
            (951_868_800, "2000-03-01 00:00 UTC"),
            (1_709_164_800, "2024-02-29 00:00 UTC"),
            (1_735_689_599, "2024-12-31 23:59 UTC"),
            (1_790_000_000, "2026-09-21 14:13 UTC"),
            (4_107_542_400, "2100-03-01 00:00 UTC"),
        ] {
            assert_eq!(utc(seconds * 1000), text);
        }
        assert!(utc(u64::MAX).ends_with(" UTC"));
    }
}
