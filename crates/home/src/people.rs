//! The players this machine's player has met, each known by a key.
//!
//! They are kept in one file, `people.txt` of the data folder, readable by its owner only: a title, then for each
//! player a paragraph of lines of a word and a value. Games are not kept there: they are counted from the matches in
//! the data folder.

mod acquaintance;
mod comparison;
mod file;
mod person;

use std::cmp::Reverse;
use std::collections::BTreeMap;

use protocol::{PublicKey, clean_name};
use reach::LanMatch;

use crate::clock::day_of;
use crate::index::MatchInfo;
use crate::limits::PEOPLE;
pub use acquaintance::Acquaintance;
pub use comparison::{WordsError, compare_words, comparison_words};
pub use file::PeopleError;
pub use person::{Call, Person, UnfinishedMatch};

/// The first line of the file.
const TITLE: &str = "warlord people 1";
/// The beginning of the first line in any version.
const TITLE_OF_ALL: &str = "warlord people ";

/// Everybody met, the player met last first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct People {
    list: Vec<Person>,
}

impl People {
    pub fn iter(&self) -> impl Iterator<Item = &Person> {
        self.list.iter()
    }

    pub fn get(&self, key: PublicKey) -> Option<&Person> {
        self.list.iter().find(|person| person.key == key)
    }

    /// The host of a match that is announced on the local network, if that host was met before. The announcement may be
    /// forged; whoever answers there has to prove the key.
    pub fn host_of(&self, found: &LanMatch) -> Option<&Person> {
        let mut people = self.list.iter();
        people.find(|person| found.is_hosted_by(&person.key.0))
    }

    /// The standing with this machine's player of the host of a match that is announced on the local network, if the
    /// announcement is true.
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
            // shorter starts are shared by chance too often
            |person: &&Person| start.len() >= 4 && person.key.to_string().starts_with(&start);
        // the user's own name for somebody goes before names that people gave themselves, and those before keys
        let ways: [&dyn Fn(&&Person) -> bool; 3] = [&is_called, &is_named, &has_key];
        for is_meant in ways {
            let mut fitting = self.list.iter().filter(is_meant);
            match (fitting.next(), fitting.next()) {
                (Some(person), None) => return Ok(person),
                // never a guess: the answer may decide who is blocked or trusted
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
        // the peer's own text: it is shown in lists and written to a file of lines
        person.name = clean_name(name, "");
        person.meet(day);
        self.sort();
    }

    /// Gives a player a different name; an empty one takes the given name away.
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
            // the key makes the order fixed for players met on one day
            .sort_by_key(|person| (Reverse(last(person)), person.key));
    }

    /// If there are too many, forgets the players met longest ago about whom the user has decided nothing.
    fn bound(&mut self) {
        self.sort();
        let decided = self.list.iter().filter(|person| person.is_decided());
        // those about whom the user has decided something are kept first: a blocked key must not come back because
        // many others were met
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
            // both seats may be this machine's
            for (key, _) in game.others.iter().filter(|(key, _)| !own.contains(key)) {
                played.entry(*key).or_default().push(game);
            }
        }
        for (key, games) in played {
            let person = self.entry(key);
            for game in &games {
                person.meet(day_of(game.modified));
            }
            // a name from a meeting is newer than one from a match file
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
                    title: game.scenario.title.clone(),
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
        // the file may be longer than this program writes it
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

#[cfg(test)]
mod tests;
