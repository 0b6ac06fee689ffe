//! Matches that continue one another: what their files in one folder say of it.
//!
//! A new match lies beside the one that it continues, as `NAME-2.fpm`. The name is a help for people alone: a match
//! continues another if its manifest says so and all players of both have signed it.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use protocol::file::{Entry, read_public};
use protocol::hash::Digest;
use protocol::{Deed, Genesis, History, Manifest, Seat, Step};

use crate::file_names::{PRIVATE_ENDING, is_match_file, is_taken, next_files, split_number};
use crate::limits::LARGEST_MATCH;
use crate::writing::{is_held_at, read_within};

/// The bytes at the head of a match file that hold the manifest and its signatures.
const HEAD: u64 = 256 * 1024;
/// The most match files of a folder that are read, those of the same line of names first: a hostile folder may hold any
/// number.
const MOST_FILES: usize = 4096;

/// The beginning of a match, as its file says it.
struct Beginning {
    file: PathBuf,
    sid: Digest,
    manifest: Manifest,
    /// The seats' signatures under the manifest, as the file gives them; a caller verifies them.
    genesis: Vec<Genesis>,
}

impl Beginning {
    fn read(file: &Path) -> Option<Self> {
        let mut bytes = Vec::new();
        let head = File::open(file).ok()?;
        // the head alone: a folder may hold hundreds of matches of megabytes each
        head.take(HEAD).read_to_end(&mut bytes).ok()?;
        Self::of(&bytes, file)
    }

    fn of(bytes: &[u8], file: &Path) -> Option<Self> {
        let (entries, _tail) = read_public(bytes).ok()?;
        let mut entries = entries.into_iter();
        let Some(Entry::Manifest(manifest)) = entries.next() else {
            return None;
        };
        // the signatures stand right behind the manifest
        let genesis = entries.map_while(|entry| match entry {
            Entry::Genesis(genesis) => Some(genesis),
            _ => None,
        });
        Some(Self {
            file: file.to_owned(),
            sid: manifest.sid(),
            // a hostile file may repeat them, and each costs two verifications
            genesis: genesis.take(protocol::record::MAX_SEATS).collect(),
            manifest: *manifest,
        })
    }

    /// True if all seats have signed. Signatures take time, and most files of a folder are not asked for theirs.
    fn is_whole(&self) -> bool {
        let mut signed: Vec<Seat> = Vec::new();
        // once for each seat: a false one in front must not hide a sound one, nor a sound one count twice
        for genesis in &self.genesis {
            if !signed.contains(&genesis.seat) && genesis.is_valid(&self.manifest, &self.sid) {
                signed.push(genesis.seat);
            }
        }
        // those without whom a table began sign nothing
        signed.len() == self.manifest.present().len()
    }

    /// The match whose place this one takes.
    fn continues(&self) -> Option<Digest> {
        continued(&self.manifest)
    }

    /// True if this is a match in place of the other one for the player who has that seat there: signed by all its
    /// players, or by that player with somebody else in place of one who is gone.
    fn is_after(&self, old: &Self, own: Option<Seat>) -> bool {
        let is_next = follows(&self.manifest, &old.manifest, &old.sid)
            || own.is_some_and(|seat| stays(&self.manifest, &old.manifest, &old.sid, seat));
        is_next && self.is_whole()
    }

    /// The seat here of the player who had that seat in the match before.
    fn seat_of_former(&self, old: Seat) -> Option<Seat> {
        let mut seats = (0..).map(Seat).zip(&self.manifest.seats);
        let seat = seats.find(|(_, entry)| entry.was == Some(old));
        seat.map(|(seat, _)| seat)
    }

    fn written_ms(&self) -> u64 {
        let start = self.manifest.start.as_ref();
        start.map_or(0, |start| start.written_ms)
    }
}

/// The manifest of a match file that all its seats have signed.
pub fn agreed(bytes: &[u8]) -> Option<Manifest> {
    let beginning = Beginning::of(bytes, Path::new(""))?;
    beginning.is_whole().then_some(beginning.manifest)
}

/// True if all seats have signed the beginning of the match in that file.
pub fn is_whole(file: &Path) -> bool {
    Beginning::read(file).is_some_and(|beginning| beginning.is_whole())
}

/// True if the match in that file was begun in place of another.
pub fn continues(file: &Path) -> bool {
    Beginning::read(file).is_some_and(|beginning| beginning.continues().is_some())
}

/// True if a match takes the place of the old one with that id, and has all its players.
pub fn follows(new: &Manifest, old: &Manifest, sid: &Digest) -> bool {
    let is_here = |seat: Seat| {
        let mut entries = new.seats.iter();
        let entry = entries.find(|entry| entry.was == Some(seat));
        let before = old.seat(seat).map(|entry| entry.identity);
        entry.map(|entry| entry.identity) == before
    };
    continued(new) == Some(*sid) && old.all_seats().into_iter().all(is_here)
}

/// True if a match takes the place of the old one with that id for the player who has that seat there, and stays:
/// somebody else may have the place of the other. For the player who is gone the old match stands.
pub fn stays(new: &Manifest, old: &Manifest, sid: &Digest, seat: Seat) -> bool {
    let mut entries = new.seats.iter();
    let entry = entries.find(|entry| entry.was == Some(seat));
    let before = old.seat(seat).map(|entry| entry.identity);
    continued(new) == Some(*sid) && before.is_some() && entry.map(|entry| entry.identity) == before
}

/// The match that a manifest continues, if it does.
pub fn continued(manifest: &Manifest) -> Option<Digest> {
    let start = manifest.start.as_ref()?;
    start.instead.then_some(start.sid)
}

/// The file of the match with that id in a folder; of several copies the longest.
pub fn file_of(folder: &Path, sid: &Digest) -> Option<PathBuf> {
    let files = neighbours(&folder.join("any"));
    let copies = files
        .into_iter()
        .filter(|file| Beginning::read(file).is_some_and(|of| of.sid == *sid));
    // the longest copy holds the most steps to compare with
    copies.max_by_key(|file| std::fs::metadata(file).map_or(0, |data| data.len()))
}

/// The file of the match with that id in a folder that this machine has a seat's secrets of; the first by name.
pub fn own_file_of(folder: &Path, sid: &Digest) -> Option<PathBuf> {
    let files = neighbours(&folder.join("any"));
    let mut own = files.into_iter().filter(|file| {
        let place = seat_of(file);
        place.is_some_and(|(found, _)| found == *sid)
    });
    own.find(|file| Beginning::read(file).is_some_and(|of| of.sid == *sid))
}

/// The match files in the folder of that one, each with the id of its match, as their heads say.
pub fn beside(file: &Path) -> impl Iterator<Item = (Digest, PathBuf)> {
    let files = neighbours(file).into_iter();
    files.filter_map(|file| Beginning::read(&file).map(|found| (found.sid, file)))
}

/// The match files of a folder, those of the same line of names first.
fn neighbours(file: &Path) -> Vec<PathBuf> {
    let folder = match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let Ok(entries) = std::fs::read_dir(folder) else {
        return Vec::new();
    };
    let files = entries.filter_map(|entry| Some(file.with_file_name(entry.ok()?.file_name())));
    let mut files: Vec<PathBuf> = files.filter(|file| is_match_file(file)).collect();
    let base = name(file);
    // the same name first, so that the limit below cuts strangers and not the match's own line
    files.sort_by_cached_key(|other| (name(other) != base, other.clone()));
    files.truncate(MOST_FILES);
    files
}

/// The name that all matches of one line share.
fn name(file: &Path) -> String {
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    split_number(&stem).0.to_owned()
}

/// The seat whose private file lies beside a match file.
fn seat_of(file: &Path) -> Option<(Digest, Seat)> {
    let private = read_within(&file.with_extension(PRIVATE_ENDING), LARGEST_MATCH).ok()?;
    protocol::file::place(&private)
}

/// The match of that file, and the matches of the same folder that continue it, one after the other. If copies of
/// both players are in one folder, those of the same player.
pub fn line_from(file: &Path) -> Vec<PathBuf> {
    // also alone: a file that cannot be read is a line of itself
    let mut line = vec![file.to_owned()];
    let Some(mut at) = Beginning::read(file) else {
        return line;
    };
    // by the match that each continues: each is looked at once, however many there are
    let mut open: BTreeMap<Digest, Vec<Beginning>> = BTreeMap::new();
    for file in neighbours(file) {
        if let Some(beginning) = Beginning::read(&file)
            && let Some(before) = beginning.continues()
        {
            open.entry(before).or_default().push(beginning);
        }
    }
    let mut own = seat_of(file).map(|(_, seat)| seat);
    let base = name(file);
    // ids are hashes of what a match continues: a line has no circle
    while let Some(candidates) = open.remove(&at.sid) {
        // a file of the other player beside it is not this player's to play on with
        let may_be_own = |next: &Beginning| match (own, seat_of(&next.file)) {
            (None, _) => true,
            (Some(seat), Some((sid, now))) => {
                sid == next.sid && next.seat_of_former(seat) == Some(now)
            }
            (Some(_), None) => name(&next.file) == base,
        };
        let is_next = |next: &Beginning| next.is_after(&at, own) && may_be_own(next);
        // as the judge decides, the latest one counts; then this player's own file and the name, and at last the
        // id, for a fixed order
        let next = candidates.into_iter().filter(is_next).max_by_key(|next| {
            let place = seat_of(&next.file).filter(|(sid, _)| *sid == next.sid);
            let is_own = own.is_some_and(|seat| {
                place.map(|(_, now)| now) == next.seat_of_former(seat) && place.is_some()
            });
            let is_named = name(&next.file) == base;
            (next.written_ms(), is_own, is_named, next.sid)
        });
        let Some(next) = next else {
            break;
        };
        line.push(next.file.clone());
        // a player may change seats from match to match
        own = own.and_then(|seat| next.seat_of_former(seat));
        at = next;
    }
    line
}

/// The newest match of the same folder that continues the one of that file; that file itself if none does.
pub fn newest(file: &Path) -> PathBuf {
    // never empty, since the line begins with the file itself
    line_from(file).pop().unwrap_or_else(|| file.to_owned())
}

/// The matches of the same folder that the one of that file continues, oldest first.
pub fn earlier(file: &Path) -> Vec<PathBuf> {
    let mut line = Vec::new();
    let Some(mut at) = Beginning::read(file) else {
        return line;
    };
    // most matches continue none, and the folder need not be read for them
    if at.continues().is_none() {
        return line;
    }
    let mut known: BTreeMap<Digest, Beginning> = BTreeMap::new();
    for file in neighbours(file) {
        if let Some(beginning) = Beginning::read(&file) {
            // the first in the order of names: the name of the line before others
            known.entry(beginning.sid).or_insert(beginning);
        }
    }
    let mut own = seat_of(file).map(|(_, seat)| seat);
    while let Some(before) = at.continues().and_then(|sid| known.remove(&sid)) {
        own = own.and_then(|seat| at.manifest.seat(seat)?.was);
        // a match that did not begin from it by signature of its players is not part of the line
        if !at.is_after(&before, own) {
            break;
        }
        line.insert(0, before.file.clone());
        at = before;
    }
    line
}

/// Removes what a program that was killed has left of new matches that it was beginning in place of this one: files
/// that not all players have signed, whose secrets the private file of this match holds too.
pub fn clear_unbegun(old: &Path, old_private: &[u8]) {
    // names are given without gaps, so the first free one ends the search
    for file in next_files(old).take_while(|file| is_taken(file)) {
        let key = file.with_extension(PRIVATE_ENDING);
        // a program that is beginning the match just now holds it
        if is_held_at(&key) {
            continue;
        }
        let private = read_within(&key, LARGEST_MATCH).unwrap_or_default();
        let public = std::fs::metadata(&file).map_or(0, |data| data.len());
        let is_left_over = match (private.len(), public) {
            // nothing was written yet
            (0, 0) => true,
            _ => protocol::file::is_next(old_private, &private) && !is_whole(&file),
        };
        if is_left_over {
            // a file that stays is only in the way of a name
            let _ = std::fs::remove_file(&file);
            let _ = std::fs::remove_file(&key);
        }
    }
}

/// The note on a match that is opened by the file of an older one.
pub fn followed(file: &Path, newest: &Path) -> Option<String> {
    let words = || {
        format!(
            "The match of {} continues in {}, which is opened.",
            file.display(),
            newest.display()
        )
    };
    (file != newest).then(words)
}

/// The step of the chain with which the turn of that number ends, among the turns that stand; none if there is no such
/// turn. Turn 0 is the start.
pub fn step_after_turn(history: &History, turn: u32) -> Option<u64> {
    if turn == 0 {
        return Some(0);
    }
    // turns of the older matches of a line are counted in their own histories
    let own = history
        .standing()
        .filter(|(at, _)| *at >= history.own_from());
    let of_turn = own.map(|(_, step)| step);
    let of_turn: Vec<&Step> = of_turn.filter(|step| step.turn == turn).collect();
    let mut orders = of_turn.iter();
    // a turn without orders is not finished: lots and set-ups alone end none
    let is_played = orders.any(|step| matches!(step.deed, Deed::Orders { .. }));
    let last = of_turn.last().filter(|_| is_played);
    last.map(|step| step.number)
}
