//! `warlord show`: a game from its match file, as text.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use protocol::Turn;
use protocol::replay::Replay;
use rules::AnyPosition;

use crate::failure::{Failure, or_reader_gone};
use crate::match_file;
use crate::terminal::{Picture, outcome_words, side_name, side_style};

/// Show a game from its match file
#[derive(Debug, Args)]
#[command(
    long_about = "Shows a game from its match file (*.fpm): who played what, then every turn with its orders and the \
    board after it. With --turn only that one; turn 0 is the start.\n\n\
    It shows what the file says. Whether that is proved, `warlord judge` tells.",
    after_help = "Examples:\n  warlord show ann.fpm\n  warlord show ann.fpm --turn 12"
)]
pub(crate) struct ShowArguments {
    /// The match file
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Only the board after this turn; 0 is the start
    #[arg(long, value_name = "N")]
    turn: Option<u32>,
    /// As text (this is always so)
    #[arg(long)]
    text: bool,
}

/// Prints the game.
pub(crate) fn run(arguments: &ShowArguments) -> anyhow::Result<ExitCode> {
    let file = match_file::read(&arguments.file)?;
    let replay = protocol::replay::read(&file).map_err(|error| {
        let file = arguments.file.display();
        Failure::new(
            format!("{file} cannot be shown: {}", error.why),
            "`warlord judge FILE` says more",
        )
    })?;
    let out = &mut anstream::stdout();
    let written = match arguments.turn {
        None => write_game(out, &replay),
        Some(0) => write_start(out, &replay),
        Some(number) => {
            let turn = replay.turns.iter().find(|turn| turn.number == number);
            let turn = turn.ok_or_else(|| no_such_turn(number, &replay))?;
            write_head(out, &replay).and_then(|()| write_turn(out, turn))
        }
    };
    or_reader_gone(written.and_then(|()| out.flush()))?;
    Ok(ExitCode::SUCCESS)
}

fn no_such_turn(number: u32, replay: &Replay) -> Failure {
    let what = format!("this match has no turn {number}");
    match replay.turns.last() {
        Some(last) => Failure::new(what, format!("it has turns 1 to {}", last.number)),
        None => Failure::new(what, "no turn is played yet; --turn 0 shows the start"),
    }
}

fn write_game(out: &mut impl Write, replay: &Replay) -> io::Result<()> {
    write_start(out, replay)?;
    replay
        .turns
        .iter()
        .try_for_each(|turn| write_turn(out, turn))
}

fn write_start(out: &mut impl Write, replay: &Replay) -> io::Result<()> {
    write_head(out, replay)?;
    write_board(out, &replay.start, None)
}

fn write_head(out: &mut impl Write, replay: &Replay) -> io::Result<()> {
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

fn write_turn(out: &mut impl Write, turn: &Turn) -> io::Result<()> {
    let style = side_style(turn.side);
    let orders: Vec<_> = turn
        .orders
        .iter()
        .map(|order| turn.after.order_text(turn.side, order))
        .collect();
    writeln!(
        out,
        "\nTurn {}, {style}{}{style:#}: {}",
        turn.number,
        side_name(turn.side),
        orders.join(" ")
    )?;
    write_board(out, &turn.after, Some(turn))
}

fn write_board(
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
