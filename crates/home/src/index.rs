//! The list of the matches in the data folder.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use protocol::hash::Digest;
use protocol::{Manifest, PublicKey, Seat, Session};
use rules::{Family, Rules as _, Side, Sides};

use crate::continuation;
use crate::file_names::{
    DRAFT_ENDING, PRIVATE_ENDING, PUBLIC_ENDING, is_match_file, past_file, private_file,
};
use crate::folder::Home;
use crate::limits::LARGEST_MATCH;
use crate::player::{IdentityError, Player};
use crate::writing::{is_held_at, read_within};

/// One match in the data folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MatchInfo {
    pub file: PathBuf,
    /// The family by whose rules the match is played.
    pub family: Family,
    pub scenario: ScenarioLabel,
    /// The files and ranks of the board.
    pub board: [u8; 2],
    pub bytes: u64,
    /// The players and their sides, seat 0 first.
    pub players: Vec<(Side, String)>,
    /// Keys and names of the players who are not this machine's.
    pub others: Vec<(PublicKey, String)>,
    /// The sides of this machine's players.
    pub mine: Vec<Side>,
    /// Their seats.
    pub own: Vec<Seat>,
    /// The number of signed records; none if nothing happened since the agreement.
    pub records: usize,
    pub turns: usize,
    /// The winning sides, none in a draw, and the word for the reason, as the file says; a match without a result can
    /// be resumed.
    pub result: Option<(Sides, String)>,
    /// The side whose time is claimed to be up, if that ends the match as agreed; that side may still play its next
    /// turn if its own clock says otherwise.
    pub late: Option<Side>,
    /// The damage at the end of the file, in words; `None` for a whole file.
    pub damage: Option<String>,
    /// The time the file was last written.
    pub modified: SystemTime,
    /// The matches that this one continues, oldest first: they have no entry of their own.
    pub earlier: Vec<PathBuf>,
}

/// The names of a match's scenario.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScenarioLabel {
    /// The name for people.
    pub title: String,
    /// The name of the file without its ending.
    pub name: String,
}

/// A file in the folder of the matches that shows no match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BrokenMatch {
    pub file: PathBuf,
    pub why: String,
    /// The time the file was last written.
    pub modified: SystemTime,
}

/// An offer by mail that nobody has answered yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailOffer {
    /// The file that the match will have.
    pub file: PathBuf,
    pub title: String,
    /// The time the offer was made.
    pub made: SystemTime,
    /// The manifest, with the host's seat alone.
    pub manifest: Manifest,
}

impl Home {
    /// Every readable match, the latest first; of matches that continue one another the newest. Other files are
    /// passed over.
    pub fn matches(&self) -> Result<Vec<MatchInfo>, IdentityError> {
        let own: Vec<PublicKey> = self.known_players()?.iter().map(Player::key).collect();
        let Ok(entries) = fs::read_dir(self.matches_folder()) else {
            return Ok(Vec::new());
        };
        let matches: Vec<(MatchInfo, Manifest)> = entries
            .filter_map(|entry| info(entry.ok()?.path(), &own))
            .collect();
        let mut matches = newest_of_each(matches, &own);
        matches.sort_by_key(|info| std::cmp::Reverse(info.modified));
        Ok(matches)
    }

    /// The match files that show no match: damaged, cut near their beginning, or of another version.
    pub fn broken_matches(&self) -> Vec<BrokenMatch> {
        let entries = fs::read_dir(self.matches_folder()).into_iter().flatten();
        let mut broken: Vec<BrokenMatch> = entries
            .filter_map(|entry| broken(entry.ok()?.path()))
            .collect();
        broken.sort_by_key(|broken| std::cmp::Reverse(broken.modified));
        broken
    }

    /// The offers by mail that nobody has answered yet, each with the file its match will have, and the scenario's
    /// title.
    pub fn mail_offers(&self) -> Vec<MailOffer> {
        let Ok(entries) = fs::read_dir(self.matches_folder()) else {
            return Vec::new();
        };
        let offers = entries.filter_map(|entry| {
            let draft = entry.ok()?.path();
            let file = draft.with_extension(PUBLIC_ENDING);
            // with a match file the offer was answered, and the draft is a leftover
            if draft.extension()? != DRAFT_ENDING || file.exists() {
                return None;
            }
            let made = fs::metadata(&draft).and_then(|data| data.modified()).ok()?;
            let manifest = Session::manifest_of_draft(&read_within(&draft, LARGEST_MATCH).ok()?)?;
            Some(MailOffer {
                file,
                title: manifest.read_scenario().ok()?.title().to_owned(),
                made,
                manifest,
            })
        });
        let mut offers: Vec<MailOffer> = offers.collect();
        offers.sort_by_key(|offer| std::cmp::Reverse(offer.made));
        offers
    }

    /// The file of the first match in the data folder whose manifest is the wanted one, by what the files say of
    /// themselves.
    pub fn match_with(&self, is_wanted: impl Fn(&Manifest) -> bool) -> Option<PathBuf> {
        let entries = fs::read_dir(self.matches_folder()).ok()?;
        let mut files: Vec<PathBuf> = entries
            .filter_map(|entry| Some(entry.ok()?.path()))
            .filter(|file| is_match_file(file) && file.with_extension(PRIVATE_ENDING).exists())
            .collect();
        // sorted, so that of two copies the same one is found every time
        files.sort();
        files.into_iter().find(|file| {
            let bytes = read_within(file, LARGEST_MATCH).ok();
            let glance = bytes.and_then(|bytes| protocol::glance::glance(&bytes).ok());
            glance.is_some_and(|glance| is_wanted(&glance.manifest))
        })
    }

    /// Deletes a match with its private files, those of further chairs of this machine too, and the matches that it
    /// continues. A file that is gone already is no error.
    ///
    /// # Errors
    /// A program plays the match; or the first file that cannot be deleted. The match file goes last, so that the match
    /// stays in the list till then.
    pub fn delete_match(&self, file: &Path) -> io::Result<()> {
        // the older ones first: without the newest file nobody could tell that they belong to it
        for earlier in continuation::earlier(file) {
            self.delete_one(&earlier)?;
        }
        self.delete_one(file)
    }

    fn delete_one(&self, file: &Path) -> io::Result<()> {
        // the private file is what a playing program holds
        if is_held_at(&file.with_extension(PRIVATE_ENDING)) {
            return Err(io::Error::new(
                io::ErrorKind::ResourceBusy,
                "a program plays this match",
            ));
        }
        // the copy of the older match that a host sent goes too; one with a private file is a match of this machine
        let past = past_file(file);
        if !past.with_extension(PRIVATE_ENDING).exists() {
            let _ = fs::remove_file(past);
        }
        // looked for before anything goes: the match file says which private files are of this match
        let mut private = private_files(file);
        private.insert(0, file.with_extension(PRIVATE_ENDING));
        for private in &private {
            // the mark is named by the match, which only the private file says of itself
            let bytes = read_within(private, LARGEST_MATCH).unwrap_or_default();
            if let Some((sid, seat)) = protocol::file::place(&bytes) {
                self.marks().forget(&sid, seat);
            }
        }
        let draft = file.with_extension(DRAFT_ENDING);
        // the match file last, so that a failure leaves an entry that can be deleted again
        let beside = [draft].into_iter().chain(private);
        for file in beside.chain([file.to_owned()]) {
            match fs::remove_file(file) {
                // missing is fine: a draft becomes a match, and a match file may lie here without secrets
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
        Ok(())
    }
}

/// The private files of the further chairs that this machine has at the match in that file.
pub fn private_files(file: &Path) -> Vec<PathBuf> {
    let bytes = read_within(file, LARGEST_MATCH).unwrap_or_default();
    let Ok(glance) = protocol::glance::glance(&bytes) else {
        return Vec::new();
    };
    let sid = glance.manifest.sid();
    let chairs = 1..glance.manifest.seats.len();
    let files = chairs.map(|chair| private_file(file, chair));
    // by the match that each says it is of: `NAME-2.key` may be that of a match which continues this one
    let is_of_match = |private: &PathBuf| {
        let bytes = read_within(private, LARGEST_MATCH).unwrap_or_default();
        protocol::file::place(&bytes).is_some_and(|(of, _)| of == sid)
    };
    files.filter(is_of_match).collect()
}

/// Why a match file shows no match, if it does not.
fn broken(file: PathBuf) -> Option<BrokenMatch> {
    if !is_match_file(&file) || file.is_dir() {
        return None;
    }
    let why = match read_within(&file, LARGEST_MATCH) {
        Err(error) => error.to_string(),
        Ok(bytes) => match protocol::glance::glance(&bytes) {
            Err(error) => error.to_string(),
            Ok(glance) => {
                let unread = glance.manifest.read_scenario().err()?;
                format!("its scenario cannot be read: {unread}")
            }
        },
    };
    let data = fs::symlink_metadata(&file).ok()?;
    Some(BrokenMatch {
        file,
        why,
        modified: data.modified().ok()?,
    })
}

/// The matches that no other one of them continues, each with those that it continues.
fn newest_of_each(matches: Vec<(MatchInfo, Manifest)>, own: &[PublicKey]) -> Vec<MatchInfo> {
    let mut places: BTreeMap<Digest, usize> = BTreeMap::new();
    if matches
        .iter()
        .any(|(_, manifest)| continuation::continued(manifest).is_some())
    {
        // ids cost a hash of the manifest, and most lists have no line of matches
        for (place, (_, manifest)) in matches.iter().enumerate() {
            // the first copy of a match counts, as in the rest of the list
            places.entry(manifest.sid()).or_insert(place);
        }
    }
    let mut before: BTreeMap<usize, usize> = BTreeMap::new();
    let mut is_older = vec![false; matches.len()];
    for (new, (_, manifest)) in matches.iter().enumerate() {
        let sid = continuation::continued(manifest);
        let old = sid.and_then(|sid| Some((sid, *places.get(&sid)?)));
        let is_next = |sid: &Digest, old: &Manifest| {
            let is_own = |seat: &Seat| {
                old.seat(*seat)
                    .is_some_and(|entry| own.contains(&entry.identity))
            };
            let mut seats = old.all_seats().into_iter().filter(is_own);
            continuation::follows(manifest, old, sid)
                || seats.any(|seat| continuation::stays(manifest, old, sid, seat))
        };
        if let Some((sid, old)) = old
            && is_next(&sid, &matches[old].1)
        {
            before.insert(new, old);
            is_older[old] = true;
        }
    }
    let earlier = |place: usize| {
        let older = std::iter::successors(before.get(&place), |old| before.get(old));
        let mut files: Vec<PathBuf> = older.map(|old| matches[*old].0.file.clone()).collect();
        files.reverse();
        files
    };
    // a match in the middle of a line is shown by its newest alone
    let newest = (0..matches.len()).filter(|place| !is_older[*place]);
    let newest = newest.map(|place| MatchInfo {
        earlier: earlier(place),
        ..matches[place].0.clone()
    });
    newest.collect()
}

fn info(file: PathBuf, own: &[PublicKey]) -> Option<(MatchInfo, Manifest)> {
    if !is_match_file(&file) {
        return None;
    }
    let data = fs::metadata(&file).ok()?;
    let modified = data.modified().ok()?;
    // a list judges nothing: a file of any length and content costs no more than its reading
    let bytes = read_within(&file, LARGEST_MATCH).ok()?;
    let glance = protocol::glance::glance(&bytes).ok()?;
    let (manifest, scenario) = (&glance.manifest, glance.scenario.as_ref()?);
    // a crash may have left the beginning of a new match that was never signed by both: the old one continues
    if continuation::continued(manifest).is_some() && !continuation::is_whole(&file) {
        return None;
    }
    let seats = manifest.all_seats().into_iter().filter_map(|seat| {
        let entry = manifest.seat(seat)?;
        Some((manifest.side_of(seat)?, entry.name.clone(), entry.identity))
    });
    let seats: Vec<(Side, String, PublicKey)> = seats.collect();
    // without its private file a match continues under a new key, which needs a key of this machine's players
    let is_mine = seats.iter().any(|(_, _, key)| own.contains(key));
    if !is_mine && !file.with_extension(PRIVATE_ENDING).exists() {
        return None;
    }
    // the turns of a line of matches are counted over the whole of it
    let start = manifest.start.as_ref().filter(|start| start.instead);
    let start = start.and_then(|start| scenario.position(&manifest.options, &start.position).ok());
    let before = start.map(|start| start.turn().number.saturating_sub(1) as usize);
    let info = MatchInfo {
        file,
        family: scenario.family(),
        scenario: ScenarioLabel {
            title: scenario.title().to_owned(),
            name: manifest.scenario_name.clone(),
        },
        board: {
            let board = scenario.head().board;
            [board.files(), board.ranks()]
        },
        bytes: data.len(),
        mine: seats
            .iter()
            .filter(|(_, _, key)| own.contains(key))
            .map(|(side, _, _)| *side)
            .collect(),
        own: (0..)
            .map(Seat)
            .zip(&seats)
            .filter(|(_, (_, _, key))| own.contains(key))
            .map(|(seat, _)| seat)
            .collect(),
        others: seats
            .iter()
            .filter(|(_, _, key)| !own.contains(key))
            .map(|(_, name, key)| (*key, name.clone()))
            .collect(),
        players: seats
            .into_iter()
            .map(|(side, name, _)| (side, name))
            .collect(),
        late: glance.late.and_then(|seat| manifest.side_of(seat)),
        records: glance.records,
        turns: glance.turns + before.unwrap_or(0),
        result: glance
            .result
            .map(|result| (result.winners(), result.word().to_owned())),
        damage: glance.damage,
        modified,
        earlier: Vec::new(),
    };
    Some((info, glance.manifest))
}
