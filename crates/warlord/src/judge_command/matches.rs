//! Sorts the files by match, and judges each match once.
//!
//! Nothing here depends on the order of the files: they are judged in the order of their bytes and listed in the order
//! of their names.

use std::collections::BTreeMap;

use protocol::Manifest;
use protocol::file::{Entry, FormatError, PRIVATE_HEADER, Tail, read_public};
use protocol::glance::GlanceError;
use protocol::hash::Digest;
use protocol::judge::{CopyReport, Report};
use protocol::packet::PACKET_HEADER;
use protocol::replay::{self, Replay};
use serde::Serialize;

use crate::match_file;
use crate::sitting::hex;

/// The digits of a match's id that are shown when the whole id stands near them.
const SHOWN: usize = 8;

pub(super) struct Given {
    pub(super) name: String,
    pub(super) bytes: Vec<u8>,
}

/// The files of one match, or one file that belongs to none.
pub(super) struct Group {
    /// The manifest of all its copies; an error if the file is no match file that this program reads.
    manifest: Result<Manifest, GlanceError>,
    files: Vec<Given>,
}

pub(super) struct Judged {
    pub(super) report: Report,
    pub(super) manifest: Option<Manifest>,
    /// The game as all copies together show it, if this program plays its family.
    pub(super) replay: Option<Replay>,
    pub(super) files: Vec<FileReport>,
}

/// What kind of file it is, and how much of it counts.
#[derive(Debug, Serialize)]
pub(super) struct FileReport {
    file: String,
    /// In one word, for programs.
    is: &'static str,
    bytes: usize,
    left_out: usize,
    /// The entries that other copies of the match hold and this one lacks.
    lacking: usize,
    /// In words, for people.
    what: String,
}

/// Puts the files together by match; files of no match come last, each by itself.
pub(super) fn gather(mut files: Vec<Given>) -> Vec<Group> {
    // by name first: the same files give the same report in whatever order the shell names them
    files.sort_by(|a, b| a.name.cmp(&b.name));
    let mut matches: Vec<Group> = Vec::new();
    // places instead of the groups themselves, so that matches keep the order of their first file
    let mut places: BTreeMap<Digest, usize> = BTreeMap::new();
    let mut others = Vec::new();
    for file in files {
        // by what the file says of itself; its name proves nothing (threat 31)
        let manifest = manifest_of(&file.bytes);
        let Ok(sid) = manifest.as_ref().map(Manifest::sid) else {
            others.push(Group {
                manifest,
                files: vec![file],
            });
            continue;
        };
        let place = *places.entry(sid).or_insert(matches.len());
        match matches.get_mut(place) {
            Some(group) => group.files.push(file),
            None => matches.push(Group {
                manifest,
                files: vec![file],
            }),
        }
    }
    matches.extend(others);
    matches
}

fn manifest_of(file: &[u8]) -> Result<Manifest, GlanceError> {
    let (entries, _tail) = read_public(file)?;
    match entries.into_iter().next() {
        Some(Entry::Manifest(manifest)) => Ok(*manifest),
        _ => Err(GlanceError::NoManifest),
    }
}

/// Judges each match by itself, and then by what its players have signed in the matches that continue it.
pub(super) fn judge(mut groups: Vec<Group>) -> Vec<Judged> {
    for group in &mut groups {
        // by bytes: the names of the files must not decide which copy the judge looks at first
        group.files.sort_by(|a, b| a.bytes.cmp(&b.bytes));
    }
    let copies: Vec<Vec<&[u8]>> = groups.iter().map(Group::copies).collect();
    let reports = protocol::judge::judge_matches(&copies);
    let judged = groups.into_iter().zip(reports);
    judged.map(|(group, report)| group.told(report)).collect()
}

impl Group {
    fn copies(&self) -> Vec<&[u8]> {
        self.files
            .iter()
            .map(|file| file.bytes.as_slice())
            .collect()
    }

    /// The match with the judge's report, in which copies have the numbers of the files.
    fn told(self, mut report: Report) -> Judged {
        let files: Vec<&Given> = self.files.iter().collect();
        let copies = self.copies();
        let id = self.manifest.as_ref().map(|manifest| hex(&manifest.sid()));
        let id = id.unwrap_or_default();
        let id = id.get(..SHOWN).unwrap_or_default();
        let of_copy = |copy: &CopyReport| {
            let file = files.get(copy.number.checked_sub(1)?)?;
            Some(FileReport::of_copy(file, copy, id))
        };
        let mut told: Vec<FileReport> = match &self.manifest {
            Ok(_) => report.copies.iter().filter_map(of_copy).collect(),
            Err(cause) => {
                let files = files.iter();
                files
                    .map(|file| FileReport::of_other(file, cause))
                    .collect()
            }
        };
        // by name again, for people
        told.sort_by(|a, b| a.file.cmp(&b.file));
        for remark in &mut report.remarks {
            *remark = with_name(remark, &files);
        }
        Judged {
            replay: replayed(&copies, &report),
            report,
            files: told,
            manifest: self.manifest.ok(),
        }
    }
}

/// The game whose result the judge found. If the copies together lead another way, that of one copy alone.
fn replayed(copies: &[&[u8]], report: &Report) -> Option<Replay> {
    let together = replay::read_copies(copies).ok()?;
    // copies that go apart can lead to another end than the judge's; showing it would contradict the report
    if together.outcome == report.result || copies.len() == 1 {
        return Some(together);
    }
    let alone = copies.iter().filter_map(|copy| replay::read(copy).ok());
    let alone = alone.filter(|replay| replay.outcome == report.result);
    // the copy with the most turns: an earlier one may end before what the report is about
    Some(alone.max_by_key(match_file::turns).unwrap_or(together))
}

/// A remark of the judge, with the name of a file in place of its number.
fn with_name(remark: &str, files: &[&Given]) -> String {
    let named = remark.strip_prefix("file ").and_then(|rest| {
        let (number, what) = rest.split_once(':')?;
        let number: usize = number.parse().ok()?;
        let file = files.get(number.checked_sub(1)?)?;
        Some(format!("{}:{what}", file.name))
    });
    named.unwrap_or_else(|| remark.to_owned())
}

impl FileReport {
    /// The file and what it is, for people.
    pub(super) fn in_words(&self) -> String {
        format!("{}: {}", self.file, self.what)
    }

    fn of_copy(file: &Given, copy: &CopyReport, id: &str) -> Self {
        let left_out = match copy.left_out {
            1 => "1 byte is left out".to_owned(),
            bytes => format!("{bytes} bytes are left out"),
        };
        // before the tail: a changed entry says more than a cut end, which a copy of a match that is not over always
        // may have
        let is_changed = copy.dropped + copy.doubled > 0;
        let (is, state) = match copy.tail {
            _ if is_changed => ("changed", format!("changed: {left_out}")),
            Tail::Damaged(at) => ("damaged", format!("damaged from byte {at} on: {left_out}")),
            Tail::Torn(_) => ("cut", format!("cut short: {left_out}")),
            Tail::Whole if copy.lacking > 0 => ("shorter", "shorter".to_owned()),
            Tail::Whole => ("whole", "whole".to_owned()),
        };
        let lacking = match copy.lacking {
            0 => String::new(),
            1 => "; 1 entry of the other copies is not in it".to_owned(),
            entries => format!("; {entries} entries of the other copies are not in it"),
        };
        Self {
            file: file.name.clone(),
            is,
            bytes: file.bytes.len(),
            left_out: copy.left_out,
            lacking: copy.lacking,
            what: format!("a copy of match {id}, {state}{lacking}"),
        }
    }

    /// The report on a file that is no match file that this program reads.
    fn of_other(file: &Given, cause: &GlanceError) -> Self {
        // without the last byte, the version of the format: a letter of another version is still a letter
        let begins_like = |header: &[u8; 8]| file.bytes.starts_with(&header[..header.len() - 1]);
        let (is, what) = match cause {
            GlanceError::Format(FormatError::NoMatchFile) if begins_like(PRIVATE_HEADER) => (
                "private",
                "the private file of a seat (*.key), which is for its player alone".to_owned(),
            ),
            GlanceError::Format(FormatError::NoMatchFile) if begins_like(PACKET_HEADER) => (
                "letter",
                "a letter (*.fpx), which `warlord import` takes in".to_owned(),
            ),
            GlanceError::Format(FormatError::NoMatchFile) => ("no-match-file", cause.to_string()),
            GlanceError::Format(_) => ("other-version", cause.to_string()),
            GlanceError::NoManifest => (
                "no-manifest",
                "cut short or damaged before it says which match it is of".to_owned(),
            ),
        };
        Self {
            file: file.name.clone(),
            is,
            bytes: file.bytes.len(),
            left_out: file.bytes.len(),
            lacking: 0,
            what,
        }
    }
}
