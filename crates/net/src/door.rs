//! The door of a match: it decides who may come in, and who has the place behind it.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use home::clock::today;
use home::{Acquaintance, Call, Home, JoinSecret};
use protocol::PublicKey;
use reach::knock::KnockKey;

use crate::close::CloseCode;

/// The key of the knocks of callers who know the join secret of a match and call the player with the key `answerer`.
pub(crate) fn knock_of_the_invited(
    secret: JoinSecret,
    game: [u8; 8],
    answerer: PublicKey,
) -> KnockKey {
    let key = blake3::derive_key("warlord knock 1", &secret.0);
    // both players hold the secret: with the key of the one who is called, a knock sent back to its maker opens nothing
    KnockKey::new(key, [game.as_slice(), &answerer.0].concat())
}

/// The door of a match or a table. In a match of two the first guest who proves the secret and chooses a connection takes
/// the place behind the door; at a table the host decides who stays.
#[derive(Debug)]
pub(crate) struct Door {
    pub(crate) game: [u8; 8],
    /// The secret of the match, or of the table's own code.
    pub(crate) secret: JoinSecret,
    /// Further secrets, by which one is let in just as well: those of the codes of a table's seats.
    also: Vec<JoinSecret>,
    /// The last day on which a new guest may come.
    last_day: u16,
    place: Mutex<Place>,
    banned: Mutex<Vec<PublicKey>>,
    /// The data folder, where blocked players are named.
    home: Option<Home>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Place {
    /// Every guest with the secret may come in.
    Free,
    /// The player with this key has the place while staying; nothing is agreed yet.
    Taken(PublicKey),
    /// The players with these keys have the place for good: one in a match of two.
    Kept(BTreeSet<PublicKey>),
    /// Everybody with a secret may come in, until the last day; those with these keys, who sit at the table, later too.
    Table(BTreeSet<PublicKey>),
}

impl Door {
    /// The door of an invitation that runs out after `last_day`.
    pub(crate) fn open(game: [u8; 8], secret: JoinSecret, last_day: u16) -> Self {
        Self::with(game, secret, last_day, Place::Free)
    }

    pub(crate) fn kept_for(game: [u8; 8], secret: JoinSecret, peer: PublicKey) -> Self {
        let kept = Place::Kept(BTreeSet::from([peer]));
        Self::with(game, secret, u16::MAX, kept)
    }

    /// The door of a table, whose codes run out after `last_day`.
    pub(crate) fn of_table(game: [u8; 8], secret: JoinSecret, last_day: u16) -> Self {
        Self::with(game, secret, last_day, Place::Table(BTreeSet::new()))
    }

    /// Lets in by these secrets too.
    pub(crate) fn with_also(self, also: Vec<JoinSecret>) -> Self {
        Self { also, ..self }
    }

    /// Every secret by which one is let in.
    pub(crate) fn secrets(&self) -> impl Iterator<Item = JoinSecret> {
        std::iter::once(self.secret).chain(self.also.iter().copied())
    }

    fn with(game: [u8; 8], secret: JoinSecret, last_day: u16, place: Place) -> Self {
        Self {
            game,
            secret,
            also: Vec::new(),
            last_day,
            place: Mutex::new(place),
            banned: Mutex::default(),
            home: None,
        }
    }

    /// Shuts the door also to the players who are blocked in that data folder, as the folder is at each knock.
    pub(crate) fn of(self, home: Home) -> Self {
        Self {
            home: Some(home),
            ..self
        }
    }

    fn place(&self) -> std::sync::MutexGuard<'_, Place> {
        self.place.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a peer whose proof was right may come in, or why not.
    pub(crate) fn admits(&self, peer: PublicKey) -> Result<(), CloseCode> {
        // first of all: a banned peer learns nothing of the place
        let banned = self.banned.lock().unwrap_or_else(PoisonError::into_inner);
        if banned.contains(&peer) {
            return Err(CloseCode::Banned);
        }
        if self.home.as_ref().is_some_and(|home| home.blocks(peer)) {
            // the blocked hear no more than anybody who is turned away
            return Err(CloseCode::TurnedAway);
        }
        let is_late = today() > self.last_day;
        match &*self.place() {
            // an answer instead of silence, so that a second guest learns why (docs/network.md, Settings and limits)
            Place::Taken(owner) if *owner != peer => Err(CloseCode::Used),
            Place::Kept(owners) if !owners.contains(&peer) => Err(CloseCode::Used),
            // only a free place expires: a guest who has it may come back after the last day
            Place::Free if is_late => Err(CloseCode::Expired),
            Place::Table(seated) if is_late && !seated.contains(&peer) => Err(CloseCode::Expired),
            Place::Free | Place::Taken(_) | Place::Kept(_) | Place::Table(_) => Ok(()),
        }
    }

    /// The match of that id which was left unfinished with a caller and is not behind this door.
    pub(crate) fn left_with(&self, peer: PublicKey, game: [u8; 8]) -> Option<Call> {
        self.home.as_ref()?.left_with(peer, game)
    }

    /// How a caller who gives that name stands with this machine's player.
    pub(crate) fn acquaintance(&self, peer: PublicKey, name: &str) -> Acquaintance {
        let people = self.home.as_ref().map(Home::people);
        let people = people.and_then(Result::ok).unwrap_or_default();
        people.acquaintance(peer, name)
    }

    /// Gives that peer the place, on the connection the peer chose. Only the owner of the match calls `take` and
    /// `free`, so that an answered caller who never chooses a connection holds nothing.
    pub(crate) fn take(&self, peer: PublicKey) -> Result<(), CloseCode> {
        // asked again: between the greeting and the choice another guest may have taken the place
        self.admits(peer)?;
        let mut place = self.place();
        if *place == Place::Free {
            *place = Place::Taken(peer);
        }
        Ok(())
    }

    /// Keeps the place for these players for good, since the match is agreed.
    pub(crate) fn keep(&self, peers: impl IntoIterator<Item = PublicKey>) {
        *self.place() = Place::Kept(peers.into_iter().collect());
    }

    /// Those who sit at the table, to whom the door stays open.
    pub(crate) fn seat(&self, seated: BTreeSet<PublicKey>) {
        if let Place::Table(known) = &mut *self.place() {
            *known = seated;
        }
    }

    /// Frees the place of a peer who went before anything was agreed: the invitation can be used again.
    pub(crate) fn free(&self) {
        let mut place = self.place();
        // a kept place stays kept: an agreed match belongs to its two keys
        if matches!(*place, Place::Taken(_)) {
            *place = Place::Free;
        }
    }

    /// Refuses that key from now on, whatever it proves.
    pub(crate) fn ban(&self, peer: PublicKey) {
        let mut banned = self.banned.lock().unwrap_or_else(PoisonError::into_inner);
        banned.push(peer);
    }
}

#[cfg(test)]
mod tests {
    use reach::knock::KNOCK;

    use super::*;

    #[test]
    fn the_first_takes_the_place_and_keeps_it_once_agreed() {
        let (ann, bob) = (PublicKey([1; 32]), PublicKey([2; 32]));
        let door = Door::open([0; 8], JoinSecret([0; 10]), u16::MAX);
        assert_eq!(door.take(ann), Ok(()));
        assert_eq!(door.admits(bob), Err(CloseCode::Used));
        assert_eq!(door.take(bob), Err(CloseCode::Used));
        assert_eq!(door.take(ann), Ok(()));
        door.free();
        assert_eq!(door.take(bob), Ok(()));
        door.keep([bob]);
        door.free();
        assert_eq!(door.take(ann), Err(CloseCode::Used));
        door.ban(bob);
        assert_eq!(door.take(bob), Err(CloseCode::Banned));
    }

    #[test]
    fn after_its_last_day_an_invitation_lets_nobody_in_and_a_guest_who_has_come_stays() {
        let (ann, bob) = (PublicKey([1; 32]), PublicKey([2; 32]));
        let door = Door::open([0; 8], JoinSecret([0; 10]), today());
        assert_eq!(door.take(ann), Ok(()));
        let late = Door {
            last_day: today() - 1,
            ..door
        };
        assert_eq!(late.take(ann), Ok(()));
        late.free();
        assert_eq!(late.take(bob), Err(CloseCode::Expired));
        late.keep([bob]);
        assert_eq!(late.take(bob), Ok(()));
    }

    #[test]
    fn a_tables_door_is_open_to_all_until_its_last_day_and_then_to_those_who_sit() {
        let [ann, bob, cid] = [1, 2, 3].map(|byte| PublicKey([byte; 32]));
        let secrets = [JoinSecret([1; 10]), JoinSecret([2; 10])];
        let door = Door::of_table([0; 8], secrets[0], today()).with_also(vec![secrets[1]]);
        assert!(door.secrets().eq(secrets));
        assert!([ann, bob].iter().all(|key| door.take(*key) == Ok(())));
        let late = Door {
            last_day: today() - 1,
            ..door
        };
        late.seat(BTreeSet::from([bob]));
        assert_eq!(late.take(bob), Ok(()));
        assert_eq!(late.take(ann), Err(CloseCode::Expired));
        late.keep([ann, bob]);
        assert_eq!((late.take(ann), late.take(bob)), (Ok(()), Ok(())));
        assert_eq!(late.take(cid), Err(CloseCode::Used));
    }

    #[test]
    fn only_the_join_secret_of_that_match_makes_a_knock() {
        let (secret, game, host) = (JoinSecret([7; 10]), [9; 8], PublicKey([5; 32]));
        let key = knock_of_the_invited(secret, game, host);
        let id = key.knock([1; 8]);
        assert!(key.fits(&id));
        let others = [
            knock_of_the_invited(JoinSecret([8; 10]), game, host),
            knock_of_the_invited(secret, [8; 8], host),
            knock_of_the_invited(secret, game, PublicKey([6; 32])),
            KnockKey::of_askers(game),
        ];
        assert!(others.iter().all(|other| !other.fits(&id)));
        for at in 0..KNOCK {
            let mut other = id;
            other[at] ^= 1;
            assert!(!key.fits(&other), "{at}");
            assert!(!key.fits(&id[..at]), "{at}");
        }
    }
}
