//! `warlord judge`: the verdict on each match of the files.

mod finding;
mod matches;
mod words;

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use protocol::judge::Verdict;

use crate::completion;
use crate::failure::{self, or_reader_gone};
use crate::match_file;
use crate::report::Reporter;
use finding::Finding;
use matches::{Given, Judged};

/// Say what match files prove
#[derive(Debug, Args)]
#[command(
    long_about = "Says what match files prove.\n\nJudges each match from one or more copies of its file (*.fpm) and trusts nobody: \
    signatures, sealed choices, draws of lots and every order are checked again from the beginning. In a match under rules that \
    this program does not know only signatures and openings are checked, and the match is UNREADABLE.\n\n\
    Give both players' copies if you have them: a file that was cut short is sound as far as it goes, and only the other \
    copy shows what is missing. Files of several matches are sorted by match: each match gets its own verdict, each file is \
    listed with what it is, and the order of the files makes no difference. A match that its players continue in a new one is \
    CONTINUED, and the new one has the result: give the files of both.\n\n\
    Exit status: 0 if each match is COMPLETE, DECIDED, OPEN or CONTINUED and nothing in its files is left out or remarked on; \
    2 if a match is UNREADABLE or a file cannot be read; 1 for everything else. With several matches the highest number counts.",
    after_help = "Examples:\n  warlord judge ann.fpm\n  warlord judge ann.fpm bob.fpm\n  warlord judge --json round-1/*.fpm"
)]
pub(crate) struct JudgeArguments {
    /// Match files: copies of one match, or of several
    #[arg(required = true, value_name = "FILE", add = completion::match_file())]
    files: Vec<PathBuf>,
    /// Print one JSON object per match: verdict, result, step, seat, why, match, scenario, options, seats, turns, files
    /// and more
    #[arg(long)]
    json: bool,
}

/// The exit status if a file or match cannot be read.
const UNREADABLE: u8 = 2;

/// Judges the matches and writes a verdict on each.
pub(crate) fn run(arguments: &JudgeArguments) -> anyhow::Result<ExitCode> {
    let mut paths = arguments.files.clone();
    // the order of the files makes no difference to the verdict, and so none to what is written
    paths.sort();
    // a file named twice is one copy
    let mut named = BTreeSet::new();
    paths.retain(|path| named.insert(path.canonicalize().unwrap_or_else(|_| path.clone())));
    let (mut files, mut unread) = (Vec::new(), Vec::new());
    for path in &paths {
        match match_file::read(path) {
            Ok(bytes) => files.push(Given {
                name: path.display().to_string(),
                bytes,
            }),
            Err(error) => unread.push(error),
        }
    }
    let judged = matches::judge(matches::gather(files));
    or_reader_gone(write(&judged, arguments.json))?;
    let mut reporter = Reporter::stdout(arguments.json);
    for error in &unread {
        // both: the line in JSON is for the program that reads it, the words for whoever started it
        or_reader_gone(reporter.failure(error))?;
        failure::print(error);
    }
    let worst = judged.iter().map(status).max().unwrap_or(0);
    Ok(ExitCode::from(match unread.is_empty() {
        true => worst,
        false => UNREADABLE,
    }))
}

fn write(judged: &[Judged], json: bool) -> io::Result<()> {
    let mut out = anstream::stdout().lock();
    for (place, judged) in judged.iter().enumerate() {
        if json {
            writeln!(out, "{}", serde_json::to_string(&Finding::of(judged))?)?;
            continue;
        }
        if place > 0 {
            writeln!(out)?;
        }
        words::write(&mut out, judged)?;
    }
    out.flush()
}

/// The exit status for one match. Anything left out or remarked on is a fault, whatever the verdict.
fn status(judged: &Judged) -> u8 {
    match judged.report.verdict {
        Verdict::Unreadable => UNREADABLE,
        Verdict::Complete | Verdict::Decided | Verdict::Open | Verdict::Continued => {
            u8::from(!judged.report.remarks.is_empty())
        }
        Verdict::Proved | Verdict::Claimed | Verdict::Diverged | Verdict::Inconsistent => 1,
    }
}
