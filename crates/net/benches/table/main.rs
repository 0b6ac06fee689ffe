//! A table of eight beside a match of two in the same run: turns, rounds of sealed cards, the way from the last *Ready* to
//! the board, going on without a player, the way back after a cut, memory, idle bytes, and the judge.
//!
//! `cargo bench -p net --bench table`, two minutes; `-- turns` and the like measure one part. Match files lie as in the bench
//! `turn`. Turns, cards and memory are those of processes on the loopback, one a player; waits, and cards once more, are measured
//! over links with a round trip of 50 ms inside one process.

mod gathering;
mod judging;
mod memory;
#[path = "../play/mod.rs"]
mod play;
mod processes;
mod turns;
mod waits;

use std::io::Write as _;
use std::path::Path;
use std::time::Duration;

use play::Result;

/// The seats of the large table.
pub(crate) const SEATS: u8 = 8;
/// The round trip of the links.
pub(crate) const RTT: Duration = Duration::from_millis(50);

/// A figure of the large table, the same of a match of two, and how far the first may be.
pub(crate) struct Row {
    what: &'static str,
    eight: String,
    two: String,
    bound: String,
    /// None without a bound.
    is_met: Option<bool>,
}

impl Row {
    /// Times of eight and of two, with a bound that may follow from that of two.
    pub(crate) fn of_times(
        what: &'static str,
        eight: Duration,
        two: Option<Duration>,
        bound: (Duration, &str),
    ) -> Self {
        let ms = |time: Duration| format!("{:.1} ms", time.as_secs_f64() * 1000.0);
        Self {
            what,
            eight: ms(eight),
            two: two.map_or_else(String::new, ms),
            bound: format!("{}: {}", bound.1, ms(bound.0)),
            is_met: Some(eight <= bound.0),
        }
    }

    /// Drops the bound from the row: the table prints the two figures alone.
    pub(crate) fn unbound(self) -> Self {
        Self {
            bound: String::new(),
            is_met: None,
            ..self
        }
    }

    /// Counts of eight and of two, in a unit.
    pub(crate) fn of_counts(
        what: &'static str,
        [eight, two]: [u64; 2],
        bound: (u64, &str),
        unit: &str,
    ) -> Self {
        Self {
            what,
            eight: format!("{eight} {unit}"),
            two: format!("{two} {unit}"),
            bound: format!("{}: {} {unit}", bound.1, bound.0),
            is_met: Some(eight <= bound.0),
        }
    }
}

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let folder = match std::env::var_os("WARLORD_BENCH_FOLDER") {
        Some(folder) => tempfile::tempdir_in(folder)?,
        None => tempfile::tempdir()?,
    };
    // a process that this bench has started
    if let Some(part) = processes::Part::asked(&arguments) {
        return part.play(folder.path());
    }
    let parts: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let parts: Vec<&str> = parts
        .into_iter()
        .filter(|word| !word.starts_with('-'))
        .collect();
    let is_wanted = |part: &str| parts.is_empty() || parts.contains(&part);
    let mut rows = Vec::new();
    if is_wanted("turns") {
        rows.extend(run(turns::measure(folder.path()))?);
    }
    if is_wanted("waits") {
        rows.extend(run(waits::measure(folder.path()))?);
    }
    if is_wanted("memory") {
        rows.push(memory::measure()?);
    }
    if is_wanted("judge") {
        rows.extend(judging::measure());
    }
    print(&rows)
}

fn run<T>(work: impl Future<Output = Result<T>>) -> Result<T> {
    reach::runtime()?.block_on(work)
}

fn print(rows: &[Row]) -> Result<()> {
    let mut out = std::io::stdout();
    writeln!(
        out,
        "| | eight | two | bound | met |\n|---|---|---|---|---|"
    )?;
    for row in rows {
        let met = match row.is_met {
            Some(true) => "yes",
            Some(false) => "no",
            None => "",
        };
        let Row {
            what,
            eight,
            two,
            bound,
            ..
        } = row;
        writeln!(out, "| {what} | {eight} | {two} | {bound} | {met} |")?;
    }
    Ok(())
}

/// A folder of that name for one game.
pub(crate) fn place(folder: &Path, name: &str) -> std::path::PathBuf {
    folder.join(name)
}
