//! The folder of a match: its games as files, and a line for each.

use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use serde::{Deserialize, Serialize};

use crate::failure::Failure;
use crate::folder_lock::FolderLock;

/// The settings under which all games of a folder are played; games of others are not counted with them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Head {
    /// The program that plays.
    pub(super) program: String,
    pub(super) players: [String; 2],
    /// A digest of the scenario's text.
    pub(super) scenario: String,
    pub(super) options: Vec<(String, String)>,
    pub(super) budget: String,
    pub(super) max_turns: u32,
    pub(super) seed: u64,
}

/// A game that was played.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Game {
    /// Its number, from 1.
    pub(super) game: usize,
    pub(super) pair: usize,
    pub(super) seed: u64,
    /// The player on the first seat, which has the scenario's first side.
    pub(super) first_seat: String,
    pub(super) winner: Option<String>,
    /// The points of the match's first player.
    pub(super) points: f64,
    pub(super) end: String,
    /// The reason why a player could not go on, if one could not.
    pub(super) forfeit: Option<String>,
    pub(super) turns: u32,
    pub(super) file: String,
}

/// The games played so far.
#[derive(Debug)]
pub(super) struct Record {
    pub(super) head: Head,
    pub(super) games: Vec<Game>,
    folder: PathBuf,
    lines: File,
    _lock: FolderLock,
}

impl Record {
    /// Opens the folder, or makes it. A half-written last line is dropped.
    ///
    /// # Errors
    /// Returns an error where the folder cannot be written, or holds games of another match.
    pub(super) fn open(folder: &Path, head: Head) -> anyhow::Result<Self> {
        let cannot = || format!("{} cannot be written", folder.display());
        let lock = FolderLock::take(folder)?;
        let path = folder.join("games.jsonl");
        let text = match std::fs::read_to_string(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            text => text.with_context(cannot)?,
        };
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let mut lines = text[..whole].lines();
        let mut games = Vec::new();
        let known: Option<Head> = match lines.next() {
            Some(line) => Some(read(line, &path)?),
            None => None,
        };
        if known.as_ref().is_some_and(|known| *known != head) {
            return Err(Failure::new(
                format!("{} holds games of another match", folder.display()),
                "name another folder with --out, or give the same players, scenario, time and seed",
            )
            .into());
        }
        for line in lines {
            games.push(read(line, &path)?);
        }
        let mut file = OpenOptions::new();
        let mut lines = file
            .create(true)
            .append(true)
            .open(&path)
            .with_context(cannot)?;
        lines.set_len(whole as u64).with_context(cannot)?;
        if known.is_none() {
            writeln!(lines, "{}", serde_json::to_string(&head)?).with_context(cannot)?;
        }
        Ok(Self {
            head,
            games,
            folder: folder.to_owned(),
            lines,
            _lock: lock,
        })
    }

    /// Keeps a game: its file first, so that no line is without a file.
    pub(super) fn add(&mut self, game: Game, file: &[u8]) -> anyhow::Result<()> {
        let path = self.folder.join(&game.file);
        std::fs::write(&path, file)
            .with_context(|| format!("{} cannot be written", path.display()))?;
        let line = serde_json::to_string(&game)? + "\n";
        self.lines.write_all(line.as_bytes())?;
        self.games.push(game);
        Ok(())
    }

    /// The points of the first player by game, in halves.
    pub(super) fn halves(&self) -> Vec<u8> {
        let games = self.games.iter();
        games.map(|game| (game.points * 2.0) as u8).collect()
    }
}

fn read<'a, T: Deserialize<'a>>(line: &'a str, path: &Path) -> anyhow::Result<T> {
    serde_json::from_str(line).map_err(|error| {
        let what = format!("{} is not readable: {error}", path.display());
        Failure::new(what, "name another folder with --out").into()
    })
}
