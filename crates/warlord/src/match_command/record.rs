//! The folder of a match: its games as files, and a line for each.

use std::collections::BTreeSet;
use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use lab::Figures;
use serde::{Deserialize, Serialize};

use crate::failure::Failure;
use crate::folder_lock::FolderLock;

/// The settings under which all games of a folder are played; games of others are not counted with them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Head {
    pub(super) program: String,
    pub(super) players: [String; 2],
    /// A digest of the scenario's text.
    pub(super) scenario: String,
    pub(super) options: Vec<(String, String)>,
    pub(super) budget: String,
    pub(super) max_turns: u32,
    pub(super) seed: u64,
}

impl Head {
    /// The settings in which another head differs, in words.
    fn differences(&self, other: &Self) -> anyhow::Result<Vec<String>> {
        let (ours, theirs) = (serde_json::to_value(self)?, serde_json::to_value(other)?);
        let keys = ours.as_object().into_iter().flat_map(|ours| ours.keys());
        let differing = keys.filter(|key| ours[*key] != theirs[*key]);
        Ok(differing
            .map(|key| format!("{key} was {} and is {}", theirs[key], ours[key]))
            .collect())
    }

    /// Refuses games that were played under other settings.
    fn check(&self, known: &str, folder: &Path) -> anyhow::Result<()> {
        let folder = folder.display();
        let Ok(known) = serde_json::from_str::<Self>(known) else {
            // an older version kept fewer settings, another command keeps others
            let what = format!("{folder} holds no match of this version of the program");
            return Err(Failure::new(what, ELSEWHERE).into());
        };
        let differences = self.differences(&known)?;
        if differences.is_empty() {
            return Ok(());
        }
        let what = format!(
            "{folder} holds games of another match: {}",
            differences.join("; ")
        );
        let advice = if known.program == self.program {
            "name another folder with --out, or give the same settings"
        } else {
            "name another folder with --out: games of two programs are not counted together"
        };
        Err(Failure::new(what, advice).into())
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct PlayedGame {
    pub(super) game: usize,
    pub(super) pair: usize,
    pub(super) seed: u64,
    /// The player on the first seat, which has the scenario's first side.
    pub(super) first_seat: String,
    pub(super) winner: Option<String>,
    /// 1 for the match's first player, 2 for the second.
    pub(super) winner_number: Option<usize>,
    /// The points of the match's first player.
    pub(super) points: f64,
    pub(super) end: String,
    /// Why a player could not continue, if one could not.
    pub(super) forfeit: Option<String>,
    pub(super) turns: u32,
    /// The thinking of the first seat and of the second.
    pub(super) times: [Times; 2],
    /// A digest of the positions, orders and end: equal for the same game.
    pub(super) course: String,
    pub(super) file: String,
}

/// The time that a player took for its turns, in milliseconds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Times {
    pub(super) turns: u32,
    pub(super) mean_ms: f64,
    pub(super) longest_ms: f64,
}

impl Times {
    pub(super) fn add(&mut self, time: Duration) {
        let time = time.as_secs_f64() * 1000.0;
        self.turns += 1;
        self.longest_ms = self.longest_ms.max(time);
        // a running mean: the times of a thousand turns need not be kept
        self.mean_ms += (time - self.mean_ms) / f64::from(self.turns);
    }

    /// To thousandths of a millisecond, so that a record stays readable.
    pub(super) fn rounded(self) -> Self {
        let round = |time: f64| (time * 1000.0).round() / 1000.0;
        Self {
            turns: self.turns,
            mean_ms: round(self.mean_ms),
            longest_ms: round(self.longest_ms),
        }
    }
}

#[derive(Debug)]
pub(super) struct Record {
    pub(super) head: Head,
    pub(super) games: Vec<PlayedGame>,
    folder: PathBuf,
    lines: File,
    /// True if the folder held no record of this match before: then a match file there belongs to something else.
    is_new: bool,
    _lock: FolderLock,
}

impl Record {
    /// Opens the folder, or makes it. A half-written last line is dropped.
    ///
    /// # Errors
    /// Returns an error if the folder cannot be written, or holds games of another match.
    pub(super) fn open(folder: &Path, head: Head) -> anyhow::Result<Self> {
        let lock = FolderLock::take(folder)?;
        let path = folder.join("games.jsonl");
        let text = match home::read_within(&path, LARGEST) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => {
                let what = format!("{} cannot be read", path.display());
                return Err(anyhow::Error::new(error).context(Failure::new(what, ELSEWHERE)));
            }
            Ok(text) => text,
        };
        let is_new = text.is_empty();
        let whole = text.iter().rposition(|byte| *byte == b'\n');
        let whole = whole.map_or(0, |end| end + 1);
        let text = str::from_utf8(&text[..whole])
            .map_err(|error| unreadable(&path, format!("it is no text: {error}")))?;
        let (games, whole) = match text.split_once('\n') {
            // a head without games binds nobody: the settings may be changed
            Some((known, games)) if !games.is_empty() => {
                head.check(known, folder)?;
                (read(games, &path)?, whole)
            }
            _ => (Vec::new(), 0),
        };
        let cannot = |error| not_written(&path, error);
        let mut file = OpenOptions::new();
        let file = file.create(true).append(true).open(&path);
        let mut lines = file.map_err(cannot)?;
        // cut back to whole lines: the next game would be appended to the half-written one
        lines.set_len(whole as u64).map_err(cannot)?;
        if whole == 0 {
            writeln!(lines, "{}", serde_json::to_string(&head)?).map_err(cannot)?;
        }
        Ok(Self {
            head,
            games,
            folder: folder.to_owned(),
            lines,
            is_new,
            _lock: lock,
        })
    }

    /// Keeps a game: its file first, so that no line is without a file.
    pub(super) fn add(&mut self, game: PlayedGame, file: &[u8]) -> anyhow::Result<()> {
        let path = self.folder.join(&game.file);
        // in a folder without a record, a file of that name is not one of ours
        if self.is_new && path.exists() {
            let what = format!(
                "{} is there already, and no game of this match",
                path.display()
            );
            return Err(Failure::new(what, ELSEWHERE).into());
        }
        // replaced as a whole: a game played again after a crash may have left its file without its line
        home::replace(&path, file).map_err(|error| not_written(&path, error))?;
        let line = serde_json::to_string(&game)? + "\n";
        let written = self.lines.write_all(line.as_bytes());
        written.map_err(|error| not_written(&self.folder.join("games.jsonl"), error))?;
        self.games.push(game);
        Ok(())
    }

    /// The games that count: a pair whose two games were both played before, order for order, shows nothing new.
    pub(super) fn different(&self) -> Vec<&PlayedGame> {
        let mut seen = BTreeSet::new();
        let pairs = self.games.chunks(2).filter(|pair| {
            let mut courses = pair.iter().map(|game| game.course.as_str());
            let first = courses.next().unwrap_or_default();
            let second = courses.next().unwrap_or_default();
            let is_new = seen.insert([first, second]);
            // a last game without its partner may begin a pair that was played before, so it must not count yet as new
            seen.insert([first, ""]);
            is_new
        });
        pairs.flatten().collect()
    }

    /// The figures about the first player.
    pub(super) fn figures(&self) -> Figures {
        let points = self.different().into_iter().map(|game| game.points);
        Figures::new(
            &points
                // halves become whole numbers: 0, 1 and 2 for lost, drawn and won
                .map(|points| (points * 2.0) as u8)
                .collect::<Vec<_>>(),
        )
    }
}

const LARGEST: u64 = 4 << 30;
const ELSEWHERE: &str = "name another folder with --out";

/// The games of a record, which are numbered one after the other.
fn read(text: &str, path: &Path) -> anyhow::Result<Vec<PlayedGame>> {
    let mut games = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let game: PlayedGame = serde_json::from_str(line)
            .map_err(|error| unreadable(path, format!("line {}: {error}", index + 2)))?;
        if game.game != index + 1 {
            let why = format!(
                "line {} has game {} in place of game {}, as if two programs had played",
                index + 2,
                game.game,
                index + 1
            );
            return Err(unreadable(path, why));
        }
        games.push(game);
    }
    Ok(games)
}

fn unreadable(path: &Path, why: String) -> anyhow::Error {
    let what = format!("{} is no record of a match", path.display());
    anyhow::Error::msg(why).context(Failure::new(what, ELSEWHERE))
}

fn not_written(path: &Path, error: io::Error) -> anyhow::Error {
    let what = format!("{} cannot be written", path.display());
    let advice =
        "make room on the disk, or name another folder with --out; the same command continues";
    anyhow::Error::new(error).context(Failure::new(what, advice))
}
