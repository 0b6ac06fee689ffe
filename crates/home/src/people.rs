//! The players this machine's player has met, each known by a key.
//!
//! They are kept in one file, `people.txt` of the data folder, readable by its owner only: a title, then for each player a
//! paragraph of lines of a word and a value. Games are not kept there: they are counted from the matches in the data folder.

mod acquaintance;
mod comparison;

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use data_encoding::HEXLOWER;
use protocol::{PublicKey, clean_name};

use reach::LanMatch;

use crate::clock::{day_of, today};
use crate::folder::Home;
use crate::hex::bytes_of;
use crate::index::MatchInfo;
use crate::limits::{PEOPLE, PEOPLE_BYTES};
use crate::player::Player;
use crate::writing::{private_options, replace_private};

pub use acquaintance::Acquaintance;
pub use comparison::{WordsError, compare_words, comparison_words};

const TITLE: &str = "warlord people 1";
const FILE: &str = "people.txt";
/// Locked while the file is changed, so that two programs lose no change of each other.
const LOCK: &str = "people.lock";

/// A player whom this machine's player has met or blocked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    /// The key the player is known by.
    pub key: PublicKey,
    /// The name the player used last; empty for a key that was blocked before any meeting.
    pub name: String,
    /// The name this machine's player has given; mostly empty.
    pub petname: String,
    /// The days of the first and the last meeting, counted from 1970-01-01; `None` for a key blocked before any meeting.
    pub met: Option<[u16; 2]>,
    /// Set once the two have compared words and found them the same.
    pub is_verified: bool,
    /// Set if this player is never let in.
    pub is_blocked: bool,
    /// The number of matches with this player in the data folder.
    pub games: usize,
    /// The matches with this player that have no result, the latest first.
    pub unfinished: Vec<UnfinishedMatch>,
}

/// A match that was left in mid-air.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnfinishedMatch {
    pub file: PathBuf,
    pub title: String,
    pub turns: usize,
}

/// A player who looks for this machine for a match that was left in mid-air and is not open here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    /// The name under which the player is shown here.
    pub name: String,
    pub game: UnfinishedMatch,
}

impl Person {
    fn new(key: PublicKey) -> Self {
        Self {
            key,
            name: String::new(),
            petname: String::new(),
            met: None,
            is_verified: false,
            is_blocked: false,
            games: 0,
            unfinished: Vec::new(),
        }
    }

    /// The name under which the player is shown: the given one, else the player's own, else the start of the key.
    pub fn called(&self) -> String {
        let mut names = [&self.petname, &self.name].into_iter();
        match names.find(|name| !name.is_empty()) {
            Some(name) => name.clone(),
            None => self.key.to_string().chars().take(8).collect(),
        }
    }

    fn meet(&mut self, day: u16) {
        let [first, last] = self.met.unwrap_or([day, day]);
        self.met = Some([first.min(day), last.max(day)]);
    }

    /// Set if the user has decided something about the player, which nothing else may forget.
    fn is_decided(&self) -> bool {
        !self.petname.is_empty() || self.is_verified || self.is_blocked
    }

    fn to_text(&self) -> String {
        let mut text = format!("key {}\n", self.key);
        if let Some([first, last]) = self.met {
            let _ = writeln!(text, "met {first} {last}");
        }
        for (word, name) in [("name", &self.name), ("petname", &self.petname)] {
            if !name.is_empty() {
                let _ = writeln!(text, "{word} {name}");
            }
        }
        for (word, is_set) in [("verified", self.is_verified), ("blocked", self.is_blocked)] {
            if is_set {
                let _ = writeln!(text, "{word} yes");
            }
        }
        text
    }

    fn read(paragraph: &str) -> Option<Self> {
        let mut lines = paragraph.lines().map(|line| line.split_once(' '));
        let Some(("key", key)) = lines.next()? else {
            return None;
        };
        let mut person = Self::new(PublicKey(bytes_of(key)?));
        for line in lines {
            match line? {
                ("name", name) => person.name = clean_name(name, ""),
                ("petname", name) => person.petname = clean_name(name, ""),
                ("met", days) => {
                    let (first, last) = days.split_once(' ')?;
                    person.met = Some([first.parse().ok()?, last.parse().ok()?]);
                }
                ("verified", "yes") => person.is_verified = true,
                ("blocked", "yes") => person.is_blocked = true,
                _ => return None,
            }
        }
        Some(person)
    }
}

/// Everybody met, who was met last first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct People {
    list: Vec<Person>,
}

impl People {
    /// Everybody, who was met last first.
    pub fn iter(&self) -> impl Iterator<Item = &Person> {
        self.list.iter()
    }

    pub fn get(&self, key: PublicKey) -> Option<&Person> {
        self.list.iter().find(|person| person.key == key)
    }

    /// The host of a match that is announced on the local network, where that host was met before. The announcement may be
    /// forged; whoever answers there has to prove the key.
    pub fn host_of(&self, found: &LanMatch) -> Option<&Person> {
        let mut people = self.list.iter();
        people.find(|person| found.is_hosted_by(&person.key.0))
    }

    /// The standing with this machine's player of the host of a match that is announced on the local network, if the announcement
    /// is true.
    pub fn standing_of_host(&self, found: &LanMatch) -> Acquaintance {
        // a key that nobody has, for a host who was never met
        let key = self
            .host_of(found)
            .map_or(PublicKey([0; 32]), |host| host.key);
        self.acquaintance(key, &found.host)
    }

    /// The player whom a user means by a given name, a name, or the start of a key of at least four characters.
    ///
    /// # Errors
    /// Returns [`UnknownPerson`] if the text means nobody or several.
    pub fn find(&self, text: &str) -> Result<&Person, UnknownPerson> {
        let text = text.trim();
        let start = text.to_ascii_lowercase();
        let is_called = |person: &&Person| person.petname == text;
        let is_named = |person: &&Person| person.name == text;
        let has_key =
            |person: &&Person| start.len() >= 4 && person.key.to_string().starts_with(&start);
        let ways: [&dyn Fn(&&Person) -> bool; 3] = [&is_called, &is_named, &has_key];
        for is_meant in ways {
            let mut fitting = self.list.iter().filter(is_meant);
            match (fitting.next(), fitting.next()) {
                (Some(person), None) => return Ok(person),
                (Some(_), Some(_)) => return Err(UnknownPerson::Several(text.to_owned())),
                (None, _) => {}
            }
        }
        Err(UnknownPerson::Nobody(text.to_owned()))
    }

    /// The standing with this machine's player of the player with that key, who gives that name.
    pub fn acquaintance(&self, key: PublicKey, name: &str) -> Acquaintance {
        Acquaintance::of(self, key, name)
    }

    pub fn meet(&mut self, key: PublicKey, name: &str, day: u16) {
        let person = self.entry(key);
        person.name = clean_name(name, "");
        person.meet(day);
        self.sort();
    }

    /// Gives a player another name; an empty one takes the given name away.
    pub fn rename(&mut self, key: PublicKey, petname: &str) {
        self.entry(key).petname = clean_name(petname, "");
    }

    /// Notes that the words of a player were compared and are the same, or that they are not.
    pub fn verify(&mut self, key: PublicKey, is_verified: bool) {
        self.entry(key).is_verified = is_verified;
    }

    /// Blocks a key, met or not, or lets it in again.
    pub fn block(&mut self, key: PublicKey, is_blocked: bool) {
        self.entry(key).is_blocked = is_blocked;
    }

    /// Forgets a player, with everything decided about the player. Matches with the player stay.
    pub fn forget(&mut self, key: PublicKey) {
        self.list.retain(|person| person.key != key);
    }

    fn entry(&mut self, key: PublicKey) -> &mut Person {
        let place = self.list.iter().position(|person| person.key == key);
        let place = place.unwrap_or_else(|| {
            self.list.push(Person::new(key));
            self.list.len() - 1
        });
        &mut self.list[place]
    }

    fn sort(&mut self) {
        let last = |person: &Person| person.met.map(|[_, last]| last);
        self.list
            .sort_by_key(|person| (Reverse(last(person)), person.key));
    }

    /// Forgets, where there are too many, those who were met longest ago and about whom the user has decided nothing.
    fn bound(&mut self) {
        self.sort();
        let decided = self.list.iter().filter(|person| person.is_decided());
        let mut decided_left = PEOPLE;
        let mut others_left = PEOPLE.saturating_sub(decided.count());
        self.list.retain(|person| {
            let left = match person.is_decided() {
                true => &mut decided_left,
                false => &mut others_left,
            };
            let is_kept = *left > 0;
            *left = left.saturating_sub(1);
            is_kept
        });
    }

    /// Counts the games with everybody, and takes in the players of matches from before they were kept.
    fn count(&mut self, matches: &[MatchInfo], own: &[PublicKey]) {
        let mut played: BTreeMap<PublicKey, Vec<&MatchInfo>> = BTreeMap::new();
        for game in matches {
            for (key, _) in game.others.iter().filter(|(key, _)| !own.contains(key)) {
                played.entry(*key).or_default().push(game);
            }
        }
        for (key, games) in played {
            let person = self.entry(key);
            for game in &games {
                person.meet(day_of(game.modified));
            }
            if person.name.is_empty() {
                let mut names = games.iter().flat_map(|game| &game.others);
                let name = names.find(|(other, _)| *other == key);
                person.name = name.map_or(String::new(), |(_, name)| clean_name(name, ""));
            }
            person.games = games.len();
            let open = games
                .iter()
                .filter(|game| game.result.is_none() && game.late.is_none());
            person.unfinished = open
                .map(|game| UnfinishedMatch {
                    file: game.file.clone(),
                    title: game.scenario_title.clone(),
                    turns: game.turns,
                })
                .collect();
        }
        self.sort();
    }

    fn to_text(&self) -> String {
        let people = self.list.iter().map(|person| person.to_text());
        let title = std::iter::once(format!("{TITLE}\n"));
        title.chain(people).collect::<Vec<_>>().join("\n")
    }

    fn read(text: &str) -> Option<Self> {
        let mut paragraphs = text.split("\n\n");
        if paragraphs.next()?.trim_end() != TITLE {
            return None;
        }
        let mut people = Self {
            list: paragraphs.map(Person::read).collect::<Option<_>>()?,
        };
        people.bound();
        Some(people)
    }
}

/// Why a text means nobody.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum UnknownPerson {
    /// Nobody has that name or key.
    #[error("nobody called {0:?} was met")]
    Nobody(String),
    /// Several players have that name, or keys that begin so.
    #[error("several players are called {0:?}")]
    Several(String),
}

impl UnknownPerson {
    pub fn advice(&self) -> &'static str {
        match self {
            Self::Nobody(_) => {
                "`warlord people` lists everybody; name a player by name, or by the start of the key"
            }
            Self::Several(_) => "name the player by the start of the key, at least four characters",
        }
    }
}

/// Why the players met cannot be read or kept.
#[derive(Debug, thiserror::Error)]
pub enum PeopleError {
    #[error("the players you have met, in {}, cannot be read", file.display())]
    Unreadable { file: PathBuf, source: io::Error },
    /// The file is no such file, or was changed.
    #[error("{} is no file of players, or is damaged", file.display())]
    Broken { file: PathBuf },
    #[error("the players you have met were not kept in {}", file.display())]
    Unwritable { file: PathBuf, source: io::Error },
}

impl PeopleError {
    pub fn advice(&self) -> &'static str {
        match self {
            Self::Unreadable { .. } | Self::Unwritable { .. } => {
                "check the rights of the file and its folder, and the space on the disk"
            }
            Self::Broken { .. } => {
                "repair the file, or move it away: then everybody except those you have matches with is a stranger, and nobody is blocked"
            }
        }
    }
}

impl Home {
    fn people_file(&self) -> PathBuf {
        self.path().join(FILE)
    }

    /// Everybody met, with the games that the data folder has with them.
    ///
    /// # Errors
    /// Returns [`PeopleError`] if the file of the players cannot be read.
    pub fn people(&self) -> Result<People, PeopleError> {
        self.people_beside(None)
    }

    /// Everybody met, as before the match of that file.
    pub fn people_beside(&self, file: Option<&Path>) -> Result<People, PeopleError> {
        let mut people = self.kept_people()?;
        let mut matches = self.matches().unwrap_or_default();
        matches.retain(|game| Some(game.file.as_path()) != file);
        let own = self.own_keys();
        people.count(&matches, &own);
        people.list.retain(|person| !own.contains(&person.key));
        Ok(people)
    }

    fn own_keys(&self) -> Vec<PublicKey> {
        let players = self.known_players().unwrap_or_default();
        players.iter().map(Player::key).collect()
    }

    pub fn kept_people(&self) -> Result<People, PeopleError> {
        let path = self.people_file();
        let unreadable = |source| PeopleError::Unreadable {
            file: path.clone(),
            source,
        };
        let file = match File::open(&path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(People::default()),
            Err(error) => return Err(unreadable(error)),
        };
        let mut text = String::new();
        let read = file.take(PEOPLE_BYTES).read_to_string(&mut text);
        let whole = match read {
            Ok(_) => People::read(&text),
            Err(error) if error.kind() == io::ErrorKind::InvalidData => None,
            Err(error) => return Err(unreadable(error)),
        };
        whole.ok_or(PeopleError::Broken { file: path })
    }

    /// Changes the file of the players as it is now: another program may have changed it too. The new file takes the old
    /// one's place in one step.
    ///
    /// # Errors
    /// Returns [`PeopleError`] if the file cannot be read or written; it stays as it was.
    pub fn change_people(&self, change: impl FnOnce(&mut People)) -> Result<(), PeopleError> {
        let path = self.people_file();
        let unwritable = |source| PeopleError::Unwritable {
            file: path.clone(),
            source,
        };
        let lock = private_options()
            .write(true)
            .create(true)
            .truncate(false)
            .open(self.path().join(LOCK))
            .map_err(unwritable)?;
        lock.lock().map_err(unwritable)?;
        let mut people = self.kept_people()?;
        let before = people.clone();
        change(&mut people);
        people.bound();
        if people == before {
            return Ok(());
        }
        replace_private(&path, people.to_text().as_bytes()).map_err(unwritable)
    }

    /// True if the player with that key is never let in. Where the file of the players cannot be read nobody is blocked.
    pub fn blocks(&self, key: PublicKey) -> bool {
        let people = self.kept_people().unwrap_or_else(|error| {
            tracing::warn!(%error, "nobody is blocked");
            People::default()
        });
        people.get(key).is_some_and(|person| person.is_blocked)
    }

    /// The match with that id which was left in mid-air with a player who has proved the key.
    pub fn left_with(&self, key: PublicKey, game: [u8; 8]) -> Option<Call> {
        // a player never met costs no look at the matches
        self.kept_people().ok()?.get(key)?;
        let people = self.people().ok()?;
        let person = people.get(key).filter(|person| !person.is_blocked)?;
        let id = HEXLOWER.encode(&game[..4]);
        let is_meant = |left: &&UnfinishedMatch| {
            let name = left.file.file_name().unwrap_or_default();
            name.to_string_lossy().contains(&id)
        };
        Some(Call {
            name: person.called(),
            game: person.unfinished.iter().find(is_meant)?.clone(),
        })
    }

    /// Notes that a match was agreed with a player, unless both play on this machine.
    pub fn keep_meeting(&self, key: PublicKey, name: &str) -> Result<(), PeopleError> {
        if self.own_keys().contains(&key) {
            return Ok(());
        }
        self.change_people(|people| people.meet(key, name, today()))
    }
}

#[cfg(test)]
mod tests;
