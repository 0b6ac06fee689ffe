//! The files of a study's games: the study in the first line, then one game a line.

use std::collections::BTreeSet;
use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use anyhow::Context as _;
use lab::{Row, Study};
use serde::de::DeserializeOwned;

use crate::failure::Failure;
use crate::folder_lock::FolderLock;

/// A part of a study: every `of`-th game of each cell, from the `part`-th on, so that every part has every cell, and
/// any parts together have the same number of games of each.
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

/// The error of a text that is not a part such as 3/8.
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

impl Shard {
    /// The name of the part's file.
    fn file(self) -> String {
        match self {
            Self { of: 1, .. } => "games.jsonl".to_owned(),
            Self { part, of } => format!("games-{part}-of-{of}.jsonl"),
        }
    }

    /// The part whose file has that name.
    fn of_file(path: &Path) -> Option<Self> {
        let name = path.file_stem()?.to_str()?;
        match name {
            "games" => Some(Self::default()),
            _ => name
                .strip_prefix("games-")?
                .replace("-of-", "/")
                .parse()
                .ok(),
        }
    }

    /// True if a study has too few games of a cell for the part.
    pub(super) const fn is_empty(self, study: &Study) -> bool {
        self.part > study.games as usize
    }

    /// True if the part has game `number` of a study with that number of cells.
    const fn holds(self, number: usize, cells: usize) -> bool {
        number / cells % self.of == self.part - 1
    }
}

/// The games of a part played so far.
#[derive(Debug)]
pub(super) struct Rows {
    _lock: FolderLock,
    pub(super) path: PathBuf,
    pub(super) games: Vec<Row>,
    shard: Shard,
    lines: File,
}

impl Rows {
    /// Opens the file of a part, or makes it. A half-written last line is dropped, and a study without games replaced.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written, or holds games of another study.
    pub(super) fn open(folder: &Path, study: &Study, shard: Shard) -> anyhow::Result<Self> {
        // parts play into one folder at the same time, each with a lock of its own
        let lock = match shard {
            Shard { of: 1, .. } => FolderLock::take(folder)?,
            Shard { part, of } => FolderLock::take(&folder.join(format!(".part-{part}-of-{of}")))?,
        };
        let path = folder.join(shard.file());
        let (head, games) = match path.exists() {
            true => read(&path)?,
            false => (None, Vec::new()),
        };
        // a study without games binds nobody: its settings may be changed
        if let Some(head) = head.as_ref().filter(|_| !games.is_empty()) {
            check_head(&path, head, study, &games)?;
        }
        let games = single(games);
        let mut text = serde_json::to_string(study)? + "\n";
        for row in &games {
            text.push_str(&serde_json::to_string(row)?);
            text.push('\n');
        }
        // written again as a whole: a half-written last line must not stand before the next game
        let lines = rewritten(&path, &text).map_err(|error| unwritable(&path, error))?;
        Ok(Self {
            _lock: lock,
            path,
            games,
            shard,
            lines,
        })
    }

    /// The numbers of the part's games that are not played yet, in the order of play.
    pub(super) fn missing(&self, study: &Study) -> Vec<usize> {
        let cells = study.cells().len();
        let mut missing = missing(study, &self.games);
        missing.retain(|number| self.shard.holds(*number, cells));
        missing
    }

    /// Writes a game to the file, then counts it.
    pub(super) fn add(&mut self, row: Row) -> anyhow::Result<()> {
        let line = serde_json::to_string(&row)? + "\n";
        let written = self.lines.write_all(line.as_bytes());
        written.map_err(|error| unwritable(&self.path, error))?;
        // after the line is written: a game counts only once it is kept
        self.games.push(row);
        Ok(())
    }
}

/// Rewrites a file and opens it for more; a full disk or a crash leaves the file as it was.
fn rewritten(path: &Path, text: &str) -> io::Result<File> {
    home::replace(path, text.as_bytes())?;
    OpenOptions::new().append(true).open(path)
}

/// The numbers of a study's games that are not among these, in the order of play.
fn missing(study: &Study, games: &[Row]) -> Vec<usize> {
    let cells = study.cells().len();
    let played = games.iter();
    let played: BTreeSet<usize> = played
        .map(|row| row.index as usize * cells + row.cell)
        .collect();
    (0..study.len())
        .filter(|number| !played.contains(number))
        .collect()
}

/// True if two studies differ only in the program, its version and the games of a cell.
fn is_same(one: &Study, other: &Study) -> bool {
    // more games continue a study; program and version are compared by themselves, with a reason of their own
    let one = Study {
        games: other.games,
        version: other.version.clone(),
        program: other.program.clone(),
        ..one.clone()
    };
    one == *other
}

/// Refuses games of a study other than the one to continue, and a plan of fewer games than were played.
fn check_head(path: &Path, head: &Study, study: &Study, games: &[Row]) -> anyhow::Result<()> {
    let path = path.display();
    if !is_same(head, study) {
        return Err(Failure::new(
            format!("{path} holds games of another study"),
            "name another folder with --out, or give the same scenario, players, variants, maps and seed",
        )
        .into());
    }
    // a changed program may play otherwise, and the figures would be of neither
    if is_other_program(head, study) {
        return Err(other_program(format!("{path} holds games of"), head, study).into());
    }
    let most = games.iter().map(|row| row.index + 1).max().unwrap_or(0);
    if study.games < most {
        return Err(Failure::new(
            format!(
                "{path} holds {most} games of a cell already, more than the {} asked for",
                study.games
            ),
            format!("give --games {most} or more, or name another folder with --out"),
        )
        .into());
    }
    Ok(())
}

fn is_other_program(one: &Study, other: &Study) -> bool {
    (&one.program, &one.version) != (&other.program, &other.version)
}

/// The error of games of two programs that would count as games of one.
fn other_program(what: String, head: &Study, other: &Study) -> Failure {
    let [one, other] = [head, other].map(|study| match &study.program {
        Some(program) => program.clone(),
        None => format!("a program without a name, version {}", study.version),
    });
    Failure::new(
        format!("{what} {one}, not of {other}"),
        "continue with the program that began, or play the study again with another --out",
    )
}

/// The study and all games of its parts.
///
/// # Errors
/// Returns an error if a file cannot be read, or belongs to another study than the first.
pub(super) fn read_parts(files: &[PathBuf]) -> anyhow::Result<(Study, Vec<Row>)> {
    let mut study: Option<Study> = None;
    let mut games = Vec::new();
    for path in files {
        let (head, rows) = read(path)?;
        let head = head.ok_or_else(|| {
            let what = format!("{} holds no study yet", path.display());
            Failure::new(
                what,
                "give the command of this part again, or leave the file out",
            )
        })?;
        // every part is compared with the first: which of two that differ is wrong cannot be known
        let first = study.get_or_insert_with(|| head.clone());
        if !is_same(&head, first) {
            return Err(Failure::new(
                format!(
                    "{} holds games of another study than the files before",
                    path.display()
                ),
                "merge the parts of one study only",
            )
            .into());
        }
        // parts of different plans would leave cells with unequal numbers of games, from which nothing can be concluded
        if first.games != head.games {
            return Err(Failure::new(
                format!(
                    "{} is planned with {} games of a cell, a file before with {}",
                    path.display(),
                    head.games,
                    first.games
                ),
                "give the command of every part the same --games, then merge",
            )
            .into());
        }
        if is_other_program(&head, first) {
            return Err(other_program(format!("{} is of", path.display()), &head, first).into());
        }
        games.extend(rows);
    }
    let study = study.context("no file was named")?;
    Ok((study, single(games)))
}

/// The parts among the named files that lack games of the study, in words; none if all games are there.
pub(super) fn lacking(files: &[PathBuf], study: &Study, games: &[Row]) -> Vec<String> {
    let missing = missing(study, games);
    let shards: Option<Vec<Shard>> = files.iter().map(|file| Shard::of_file(file)).collect();
    // a file that was renamed says no part any more; then only the number of missing games can be named
    let shards = shards.unwrap_or_default();
    let of = shards.first().map_or(1, |shard| shard.of);
    if missing.is_empty() || of == 1 || shards.iter().any(|shard| shard.of != of) {
        let lacks = (!missing.is_empty())
            .then(|| format!("{} of {} games are missing", missing.len(), study.len()));
        return lacks.into_iter().collect();
    }
    let cells = study.cells().len();
    let parts = (1..=of).map(|part| Shard { part, of });
    let lacks = parts.filter_map(|shard| {
        let Shard { part, of } = shard;
        let count = |numbers: &mut dyn Iterator<Item = usize>| {
            numbers.filter(|number| shard.holds(*number, cells)).count()
        };
        let lacks = count(&mut missing.iter().copied());
        let all = count(&mut (0..study.len()));
        match shards.contains(&shard) {
            _ if lacks == 0 => None,
            true => Some(format!(
                "part {part} of {of} lacks {lacks} of its {all} games"
            )),
            false => Some(format!("part {part} of {of} is missing: {lacks} games")),
        }
    });
    lacks.collect()
}

/// The games in the order of cells, each once: two runs into one file may have written one game twice in the same
/// words.
fn single(mut games: Vec<Row>) -> Vec<Row> {
    games.sort_by_key(|row| (row.index, row.cell));
    games.dedup();
    games
}

/// The largest file of games that is read; a study of a million games is smaller.
const LARGEST: u64 = 4 << 30;

/// The study and the games of a file, without a half-written last line; no study if the first line is not whole.
fn read(path: &Path) -> anyhow::Result<(Option<Study>, Vec<Row>)> {
    let named = path.display();
    let bytes = home::read_within(path, LARGEST).map_err(|error| {
        let failure = match error.kind() {
            io::ErrorKind::NotFound => Failure::new(
                format!("there is no file {named}"),
                "name the files games-I-of-K.jsonl that --shard wrote",
            ),
            _ => Failure::new(
                format!("{named} cannot be read"),
                "name a file of games that may be read",
            ),
        };
        anyhow::Error::new(error).context(failure)
    })?;
    let text = match std::str::from_utf8(&bytes) {
        Ok(text) => text,
        // cut within a letter, as a crash may cut the last line
        Err(error) if error.error_len().is_none() => {
            std::str::from_utf8(&bytes[..error.valid_up_to()])?
        }
        Err(error) => {
            let failure = Failure::new(
                format!("{named} is no file of games: it is not text"),
                "name a file that `warlord balance` wrote, or another folder with --out",
            );
            return Err(anyhow::Error::new(error).context(failure));
        }
    };
    // the last line is whole only if it ends: a crash may have cut it
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    let mut lines = whole.lines();
    let head = lines.next().map(|text| line(path, text)).transpose()?;
    let rows = lines.map(|text| line(path, text));
    Ok((head, rows.collect::<anyhow::Result<_>>()?))
}

fn line<T: DeserializeOwned>(path: &Path, text: &str) -> anyhow::Result<T> {
    serde_json::from_str(text).map_err(|error| {
        let what = format!("{} is not readable: {error}", path.display());
        let advice = "name a file that `warlord balance` of this version wrote";
        Failure::new(what, advice).into()
    })
}

/// The error of a file that cannot be written.
pub(super) fn unwritable(path: &Path, error: io::Error) -> anyhow::Error {
    let advice = match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
            "make room on the disk and give the same command again: the games written so far are kept"
        }
        _ => "name another folder with --out",
    };
    let what = format!("{} cannot be written", path.display());
    anyhow::Error::new(error).context(Failure::new(what, advice))
}
