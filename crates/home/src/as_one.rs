//! Matches that continue one another, seen as one game.
//!
//! The rules are in docs/protocol.md 6, *Seen as one*. What is shown is what the files say; only the judge says
//! whether it is proved.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use protocol::hash::Digest;
use protocol::replay::{Line, NotBefore, Part, Replay};

use crate::continuation::beside;
use crate::limits::LARGEST_MATCH;
use crate::writing::read_within;

/// No longer line is put together: each match costs the reading of a whole file, and the files may be anybody's.
const MOST_MATCHES: usize = 64;
/// The most files of one match that are tried: a shorter copy may lie beside a longer one.
const MOST_COPIES: usize = 4;

/// A match with those that it continues.
#[derive(Debug, Clone)]
pub struct AsOne {
    /// The newest match, with the history of the whole line.
    pub replay: Replay,
    /// The matches, oldest first; only the newest if it continues none whose file is there.
    pub parts: Vec<LinePart>,
    /// The matches of the line that are not shown, and why, in sentences for the user.
    pub missing: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinePart {
    pub file: PathBuf,
    /// Its place in the history of the line.
    pub part: Part,
}

/// Puts the matches of the same folder that the one of that file continues before it, over any number of matches.
pub fn seen_as_one(file: &Path, newest: Replay) -> AsOne {
    let mut files = vec![file.to_owned()];
    let mut missing = Vec::new();
    let mut line = Line::of(newest.clone());
    let mut left = LARGEST_MATCH;
    if line.continues().is_some() {
        let mut known: BTreeMap<Digest, Vec<PathBuf>> = BTreeMap::new();
        for (sid, file) in beside(file) {
            known.entry(sid).or_default().push(file);
        }
        while let Some(sid) = line.continues() {
            let copies = known.remove(&sid).unwrap_or_default();
            let told = match files.len() {
                MOST_MATCHES.. => Err("more matches came before it than are shown".to_owned()),
                _ => before(&mut line, &copies, &mut left),
            };
            match told {
                Ok((file, faults)) => {
                    let shown = file.display();
                    let faults = faults.into_iter();
                    missing.extend(faults.map(|fault| format!("{shown} is not sound: {fault}.")));
                    files.push(file);
                }
                Err(why) => {
                    let shown = files.last().map(|file| file.display().to_string());
                    let shown = shown.unwrap_or_default();
                    let what = "What was played before the match of";
                    missing.push(format!("{what} {shown} is not shown: {why}."));
                    break;
                }
            }
        }
    }
    files.reverse();
    let (joined, parts) = line.joined();
    let parts = files.into_iter().zip(parts);
    AsOne {
        replay: joined.unwrap_or(newest),
        parts: parts.map(|(file, part)| LinePart { file, part }).collect(),
        missing,
    }
}

/// Puts the first copy that fits before the line; the file, with what is wrong with it.
fn before(
    line: &mut Line,
    copies: &[PathBuf],
    left: &mut u64,
) -> Result<(PathBuf, Vec<String>), String> {
    let mut why = "its file is not in the same folder".to_owned();
    for file in copies.iter().take(MOST_COPIES) {
        let told = |cause: &dyn std::fmt::Display| format!("{}: {cause}", file.display());
        let bytes = match read_within(file, *left) {
            Ok(bytes) => bytes,
            Err(error) => {
                why = told(&error);
                continue;
            }
        };
        // the files of a line together cost no more than one file may
        *left = left.saturating_sub(bytes.len() as u64);
        match protocol::replay::read(&bytes) {
            Err(error) => why = told(&error.why),
            Ok(replay) => {
                let faults = replay.faults.clone();
                match line.begin_with(replay) {
                    Ok(()) => return Ok((file.clone(), faults)),
                    Err(cause @ NotBefore::Unsigned) => return Err(cause.to_string()),
                    Err(cause) => why = told(&cause),
                }
            }
        }
    }
    Err(why)
}
