//! The list of the matches in the data folder.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use protocol::PublicKey;
use rules::{Family, Side, Sides};

use crate::home::{Home, IdentityError};
use crate::start::{SECOND, second_file};
use crate::storage::{PRIVATE_ENDING, PUBLIC_ENDING};

/// One match in the data folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MatchInfo {
    /// The match file.
    pub file: PathBuf,
    /// The family by whose rules the match is played.
    pub family: Family,
    /// The scenario's title.
    pub scenario_title: String,
    /// The scenario's file name.
    pub scenario_name: String,
    /// The players and their sides, seat 0 first.
    pub players: Vec<(Side, String)>,
    /// The sides of this machine's players.
    pub mine: Vec<Side>,
    /// The number of turns played.
    pub turns: usize,
    /// The winning sides, none in a draw, and the word for the reason, as the file says; a match without a result can be
    /// taken up again.
    pub result: Option<(Sides, String)>,
    /// The time the file was last written.
    pub modified: SystemTime,
}

impl Home {
    /// Every readable match, the latest first. Other files are passed over.
    pub fn matches(&self) -> Result<Vec<MatchInfo>, IdentityError> {
        let own: Vec<PublicKey> = self
            .known_players()?
            .iter()
            .map(crate::Player::key)
            .collect();
        let Ok(entries) = fs::read_dir(self.matches_folder()) else {
            return Ok(Vec::new());
        };
        let mut matches: Vec<MatchInfo> = entries
            .filter_map(|entry| info(entry.ok()?.path(), &own))
            .collect();
        matches.sort_by_key(|info| std::cmp::Reverse(info.modified));
        Ok(matches)
    }

    /// Deletes a match with its private files, those of a second seat on this machine too. A file that is gone already
    /// is no error.
    ///
    /// # Errors
    /// A program plays the match; or the first file that cannot be deleted. The match file goes last, so that the match
    /// stays in the list till then.
    pub fn delete_match(&self, file: &Path) -> io::Result<()> {
        let second = second_file(file);
        if let Ok(private) = File::open(file.with_extension(PRIVATE_ENDING))
            && matches!(private.try_lock(), Err(TryLockError::WouldBlock))
        {
            return Err(io::Error::new(
                io::ErrorKind::ResourceBusy,
                "a program plays this match",
            ));
        }
        for file in [&second, file] {
            for ending in [PRIVATE_ENDING, PUBLIC_ENDING] {
                match fs::remove_file(file.with_extension(ending)) {
                    Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                    _ => {}
                }
            }
        }
        Ok(())
    }
}

fn info(file: PathBuf, own: &[PublicKey]) -> Option<MatchInfo> {
    let is_second = file.file_stem()?.to_str()?.ends_with(SECOND);
    let is_match =
        file.extension()? == PUBLIC_ENDING && file.with_extension(PRIVATE_ENDING).exists();
    if is_second || !is_match {
        return None;
    }
    let modified = fs::metadata(&file).and_then(|data| data.modified()).ok()?;
    // a list judges nothing: a file of any length and content costs no more than its reading
    let glance = protocol::glance::glance(&fs::read(&file).ok()?).ok()?;
    let (manifest, scenario) = (&glance.manifest, glance.scenario.as_ref()?);
    let seats = manifest.all_seats().into_iter().filter_map(|seat| {
        let entry = manifest.seat(seat)?;
        Some((manifest.side_of(seat)?, entry.name.clone(), entry.identity))
    });
    let seats: Vec<(Side, String, PublicKey)> = seats.collect();
    Some(MatchInfo {
        file,
        family: scenario.family(),
        scenario_title: scenario.title().to_owned(),
        scenario_name: manifest.scenario_name.clone(),
        mine: seats
            .iter()
            .filter(|(_, _, key)| own.contains(key))
            .map(|(side, _, _)| *side)
            .collect(),
        players: seats
            .into_iter()
            .map(|(side, name, _)| (side, name))
            .collect(),
        turns: glance.turns,
        result: glance
            .result
            .map(|result| (result.winners(), result.word().to_owned())),
        modified,
    })
}
