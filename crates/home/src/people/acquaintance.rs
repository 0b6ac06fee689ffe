//! The standing of a player with this machine's player, in words.

use std::fmt;

use protocol::PublicKey;

use super::{People, Person};

/// The name of players who have chosen none, which distinguishes nobody.
const NAMELESS: &str = "player";

/// The standing with this machine's player of a player who shows a key and gives a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Acquaintance {
    /// The key, which the player has proved.
    pub key: PublicKey,
    /// The name the player gives, which proves nothing.
    pub name: String,
    /// The player, if met before; `None` for a stranger.
    pub known: Option<Person>,
    /// Set if another key goes by that name here.
    pub is_namesake: bool,
}

impl Acquaintance {
    pub(super) fn of(people: &People, key: PublicKey, name: &str) -> Self {
        let known = people.get(key).cloned();
        // compared as it looks: `Ann` and `a n n` are one name to a hasty reader (threat 25)
        let folded = fold(name);
        let is_trusted = |person: &Person| person.is_verified || !person.petname.is_empty();
        let may_doubt = |other: &Person| match &known {
            None => true,
            // a stranger who came later under the name of somebody known takes nothing from the earlier one
            Some(known) => is_trusted(other) && !is_trusted(known),
        };
        let is_namesake = !folded.is_empty()
            // everybody without a name has this one, which makes nobody a namesake
            && folded != NAMELESS
            && people.iter().any(|other| {
                let names = [&other.name, &other.petname];
                other.key != key
                    && may_doubt(other)
                    && names.into_iter().any(|other| fold(other) == folded)
            });
        Self {
            key,
            name: name.to_owned(),
            known,
            is_namesake,
        }
    }

    /// True if the user should look twice at who this is.
    pub fn is_doubtful(&self) -> bool {
        let is_blocked = self.known.as_ref().is_some_and(|known| known.is_blocked);
        self.is_namesake || is_blocked
    }
}

/// The name as it looks to somebody who does not look closely.
fn fold(name: &str) -> String {
    let letters = name.chars().filter(|letter| letter.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

impl fmt::Display for Acquaintance {
    /// Writes the standing without the name: `known, 4 games`, or `stranger: the name Ann is another key's here`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.known {
            None => f.write_str("stranger")?,
            Some(known) => {
                f.write_str(match known {
                    Person {
                        is_blocked: true, ..
                    } => "blocked",
                    Person {
                        is_verified: true, ..
                    } => "verified",
                    _ => "known",
                })?;
                let called = known.called();
                if called != self.name && !known.name.is_empty() {
                    write!(f, " as {called}")?;
                }
                match known.games {
                    0 => {}
                    1 => f.write_str(", 1 game")?,
                    games => write!(f, ", {games} games")?,
                }
            }
        }
        if self.is_namesake {
            write!(f, ": the name {} is another key's here", self.name)?;
        }
        Ok(())
    }
}
