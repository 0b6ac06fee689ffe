//! The files of a study's games: the study, then a game a line.

use std::collections::BTreeSet;
use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use anyhow::Context as _;
use lab::{Row, Study};
use serde::de::DeserializeOwned;

use crate::failure::Failure;

/// A part of a study's games: every `of`-th, from the `part`-th on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Shard {
    part: usize,
    of: usize,
}

impl Default for Shard {
    fn default() -> Self {
        Self { part: 1, of: 1 }
    }
}

/// The error of a text that names no part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a part such as 3/8 was expected")]
pub(super) struct ShardError;

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Self, ShardError> {
        let (part, of) = text.split_once('/').ok_or(ShardError)?;
        match (part.parse(), of.parse()) {
            (Ok(part), Ok(of)) if (1..=of).contains(&part) => Ok(Self { part, of }),
            _ => Err(ShardError),
        }
    }
}

/// The games of a part played so far.
#[derive(Debug)]
pub(super) struct Rows {
    pub(super) path: PathBuf,
    pub(super) games: Vec<Row>,
    shard: Shard,
    lines: File,
}

impl Rows {
    /// Opens the file of a part, or makes it. A half-written last line is dropped.
    ///
    /// # Errors
    /// Returns an error where the file cannot be written, or holds games of another study.
    pub(super) fn open(folder: &Path, study: &Study, shard: Shard) -> anyhow::Result<Self> {
        let name = match shard {
            Shard { of: 1, .. } => "games.jsonl".to_owned(),
            Shard { part, of } => format!("games-{part}-of-{of}.jsonl"),
        };
        let path = folder.join(name);
        let cannot = || format!("{} cannot be written", path.display());
        std::fs::create_dir_all(folder).with_context(cannot)?;
        let text = match std::fs::read_to_string(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            text => text.with_context(cannot)?,
        };
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let known = whole > 0;
        let games = match known {
            true => {
                let (head, games) = read(&path, &text[..whole])?;
                if head != *study {
                    return Err(Failure::new(
                        format!("{} holds games of another study", path.display()),
                        "name another folder with --out, or give the same scenario, players, variants, games and seed",
                    )
                    .into());
                }
                games
            }
            false => Vec::new(),
        };
        let mut file = OpenOptions::new();
        let lines = file.create(true).append(true).open(&path);
        let mut lines = lines.with_context(cannot)?;
        lines.set_len(whole as u64).with_context(cannot)?;
        if !known {
            writeln!(lines, "{}", serde_json::to_string(study)?).with_context(cannot)?;
        }
        Ok(Self {
            path,
            games,
            shard,
            lines,
        })
    }

    /// The numbers of the part's games that are not played yet, in the order of play.
    pub(super) fn missing(&self, study: &Study) -> Vec<usize> {
        let cells = study.cells().len();
        let played = self.games.iter();
        let played: BTreeSet<usize> = played
            .map(|row| row.index as usize * cells + row.cell)
            .collect();
        (self.shard.part - 1..study.len())
            .step_by(self.shard.of)
            .filter(|number| !played.contains(number))
            .collect()
    }

    /// Keeps a game.
    pub(super) fn add(&mut self, row: Row) -> anyhow::Result<()> {
        let line = serde_json::to_string(&row)? + "\n";
        self.lines
            .write_all(line.as_bytes())
            .with_context(|| format!("{} cannot be written", self.path.display()))?;
        self.games.push(row);
        Ok(())
    }
}

/// The study and all games of its parts.
///
/// # Errors
/// Returns an error where a file cannot be read, or belongs to another study than the first.
pub(super) fn read_parts(files: &[PathBuf]) -> anyhow::Result<(Study, Vec<Row>)> {
    let mut study: Option<Study> = None;
    let mut games = Vec::new();
    for path in files {
        let text = std::fs::read_to_string(path)
            .with_context(|| format!("{} cannot be read", path.display()))?;
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let (head, rows) = read(path, &text[..whole])?;
        if *study.get_or_insert_with(|| head.clone()) != head {
            return Err(Failure::new(
                format!(
                    "{} holds games of another study than the files before",
                    path.display()
                ),
                "merge the parts of one study only",
            )
            .into());
        }
        games.extend(rows);
    }
    let study = study.context("no file was named")?;
    Ok((study, games))
}

fn read(path: &Path, text: &str) -> anyhow::Result<(Study, Vec<Row>)> {
    let mut lines = text.lines();
    let head = line(path, lines.next().unwrap_or_default())?;
    let rows = lines
        .map(|text| line(path, text))
        .collect::<anyhow::Result<_>>()?;
    Ok((head, rows))
}

fn line<T: DeserializeOwned>(path: &Path, text: &str) -> anyhow::Result<T> {
    serde_json::from_str(text).map_err(|error| {
        let what = format!("{} is not readable: {error}", path.display());
        Failure::new(
            what,
            "name a file that `warlord balance` of this version wrote",
        )
        .into()
    })
}
