//! `warlord judge`: the verdict on the files of a match.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use protocol::Seat;
use protocol::judge::{Report, Verdict};
use protocol::replay::Replay;
use protocol::terms::clock_face;
use serde::Serialize;

use crate::failure::or_reader_gone;
use crate::families::{outcome_words, side_name};
use crate::match_file;
use crate::sitting::hex;

/// Say what a match file proves
#[derive(Debug, Args)]
#[command(
    long_about = "Says what a match file proves.\n\nJudges one match from one or more copies of its file (*.fpm), trusting nobody: \
    signatures, sealed choices, draws of lots and every order are checked again from the beginning.\n\n\
    Give both players' copies if you have them: a file that was cut short is sound as far as it goes, and only the other \
    copy shows what is missing.\n\n\
    Exit status: 0 if the match is COMPLETE, or DECIDED or OPEN and sound so far; 1 for every other verdict; 2 if a file cannot be read.",
    after_help = "Examples:\n  warlord judge ann.fpm\n  warlord judge ann.fpm bob.fpm --json"
)]
pub(crate) struct JudgeArguments {
    /// Match file, or several copies of it
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Print one JSON object: verdict, result, step, seat, why, claim, clocks, kind, bytes (hex), left_out, not_known
    #[arg(long)]
    json: bool,
}

/// The judge's finding, as `--json` gives it.
#[derive(Debug, Serialize)]
struct Finding {
    verdict: String,
    result: Option<String>,
    step: u64,
    seat: Option<u8>,
    why: String,
    /// The claim of the verdict CLAIMED.
    claim: Option<Claim>,
    /// In a match with clocks the milliseconds left by seat.
    clocks: Vec<u64>,
    /// The breach, or how the match was decided, in one word.
    kind: Option<&'static str>,
    /// The signed bytes in question as hexadecimal digits, each a record or note as in a match file.
    bytes: Vec<String>,
    left_out: Vec<String>,
    not_known: Vec<String>,
}

/// A claim that the time is up: by which seat, against which, and its agreed effect if it is true.
#[derive(Debug, Serialize)]
struct Claim {
    by: u8,
    against: u8,
    effect: &'static str,
}

/// Judges the files and writes the finding.
pub(crate) fn run(arguments: &JudgeArguments) -> anyhow::Result<ExitCode> {
    let files = arguments
        .files
        .iter()
        .map(|path| match_file::read(path))
        .collect::<Result<Vec<_>, _>>()?;
    let views: Vec<&[u8]> = files.iter().map(Vec::as_slice).collect();
    let report = protocol::judge::judge(&views);
    let out = &mut anstream::stdout();
    let written = if arguments.json {
        let finding = serde_json::to_string(&Finding::from(&report))?;
        writeln!(out, "{finding}")
    } else {
        // The copy with the most steps tells most of the game.
        let replays = views
            .iter()
            .filter_map(|file| protocol::replay::read(file).ok());
        let longest = replays.max_by_key(|replay| replay.history.steps().len());
        write_words(out, &report, longest.as_ref(), files.len())
    };
    or_reader_gone(written.and_then(|()| out.flush()))?;
    Ok(match report.verdict {
        Verdict::Complete | Verdict::Open => ExitCode::SUCCESS,
        Verdict::Decided if report.remarks.is_empty() => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    })
}

impl From<&Report> for Finding {
    fn from(report: &Report) -> Self {
        Self {
            verdict: report.verdict.to_string(),
            result: report
                .family
                .zip(report.result)
                .map(|(family, result)| result.to_text(family)),
            step: report.step,
            seat: report.seat.map(|seat| seat.0),
            why: report.why.clone(),
            claim: report.claim.map(|claim| Claim {
                by: claim.by.0,
                against: claim.against.0,
                effect: claim.effect.word(),
            }),
            clocks: report.clocks.iter().map(|(_, left_ms)| *left_ms).collect(),
            kind: report.kind,
            bytes: report.bytes.iter().map(|bytes| hex(bytes)).collect(),
            left_out: report.remarks.clone(),
            not_known: report.unknown.clone(),
        }
    }
}

fn write_words(
    out: &mut impl Write,
    report: &Report,
    replay: Option<&Replay>,
    copies: usize,
) -> io::Result<()> {
    let bold = anstyle::Style::new().bold();
    let result = match (report.family, report.result) {
        (Some(family), Some(result)) => outcome_words(family, result),
        _ => "no result".to_owned(),
    };
    writeln!(out, "{bold}{}{bold:#}: {result}", report.verdict)?;
    if let Some(replay) = replay {
        let turns = match_file::turns(replay);
        let copies = match copies {
            1 => "from one copy of the file".to_owned(),
            copies => format!("from {copies} copies of the file"),
        };
        let title = match_file::title(replay);
        writeln!(out, "\nMatch       {title}, {turns} turns, {copies}")?;
        match_file::write_seats(out, replay)?;
        match_file::write_terms(out, replay)?;
        write_clocks(out, report, replay)?;
    }
    let finding = Explanation::of(report, replay);
    for (label, text) in [
        ("Proved", &finding.proved),
        ("Claimed", &finding.claimed),
        ("What to do", &finding.advice),
    ] {
        if !text.is_empty() {
            writeln!(out, "{label:<11} {text}")?;
        }
    }
    for (label, lines) in [
        ("Left out", &report.remarks),
        ("Not known", &report.unknown),
    ] {
        for (index, line) in lines.iter().enumerate() {
            let label = if index == 0 { label } else { "" };
            writeln!(out, "{label:<11} {}", protocol::plain_text(line))?;
        }
    }
    Ok(())
}

/// A line for the clocks, where the match has any.
fn write_clocks(out: &mut impl Write, report: &Report, replay: &Replay) -> io::Result<()> {
    let clocks = report.clocks.iter();
    let clocks: Vec<String> = clocks
        .map(|(seat, left_ms)| format!("{} {}", name(*seat, Some(replay)), clock_face(*left_ms)))
        .collect();
    match clocks.is_empty() {
        true => Ok(()),
        false => writeln!(out, "Clocks      {}", clocks.join(", ")),
    }
}

/// A verdict in plain words.
#[derive(Debug, Default)]
struct Explanation {
    proved: String,
    claimed: String,
    advice: String,
}

impl Explanation {
    fn of(report: &Report, replay: Option<&Replay>) -> Self {
        let who = report
            .seat
            .map_or("nobody".to_owned(), |seat| name(seat, replay));
        let (step, why) = (report.step, protocol::plain_text(&report.why));
        let mut told = Self::default();
        match report.verdict {
            Verdict::Complete => told.proved.push_str(
                "both players signed every step and the result; every order is legal, every sealed choice was \
                 opened as it was sealed, every lot is the fair one",
            ),
            Verdict::Decided => {
                told.proved = format!("the result, whatever follows: {why}");
                told.advice.push_str(
                    "nothing is needed for the result; with the other player's copy the match may be complete",
                );
            }
            Verdict::Open => {
                told.proved = format!(
                    "everything up to step {step} is signed and legal; nobody has broken a rule"
                );
                told.advice.push_str(
                    "the match can be taken up again with `warlord resume`; if you believe it is over, ask the other \
                     player for his copy and judge both together",
                );
            }
            Verdict::Proved => {
                told.proved = format!("{who} broke the rules of fair play at step {step}: {why}");
                told.advice.push_str(
                    "keep the file: it convicts by that player's own signature, whoever shows it",
                );
            }
            Verdict::Claimed => {
                told.claimed = format!("at step {step}, against {who}: {why}");
                told.advice.push_str(
                    "silence cannot be proved between two players, and what was agreed to follow from it is theirs to keep; ask \
                     for the other copy, it may hold the answer",
                );
            }
            Verdict::Diverged => {
                told.proved = format!(
                    "at step {step} {who} signed another position than the orders give: {why}"
                );
                told.advice.push_str(
                    "compare the versions of both programs; a fault of a program looks the same as an attempt to cheat",
                );
            }
            Verdict::Inconsistent => {
                told.proved = format!("nothing against anybody; at step {step} the file does not fit together: {why}");
                told.advice.push_str(
                    "the files do not belong together, or one was changed or damaged, by whom cannot be told; judge each alone, then together with the other player's copy",
                );
            }
            Verdict::Unreadable => {
                let _ = write!(told.proved, "nothing: {why}");
                told.advice.push_str(
                    "give a match file (*.fpm) that this version of the program wrote",
                );
            }
        }
        told
    }
}

fn name(seat: Seat, replay: Option<&Replay>) -> String {
    let known = replay.and_then(|replay| {
        let name = &replay.manifest.seat(seat)?.name;
        let side = replay.manifest.side_of(seat)?;
        Some((name, side_name(replay.scenario.family(), side)))
    });
    match known {
        Some((name, side)) => format!("{} ({side})", protocol::plain_text(name)),
        None => seat.to_string(),
    }
}
