//! What a machine brings to a table: its players and the secrets of each for every try.

use zeroize::Zeroizing;

use super::interface::{Begin, Chair, Player};
use super::table::Table;
use super::words::TableError;
use crate::frame::{Sit, Sitter};
use crate::hash;
use crate::hash::Digest;
use crate::session::{Fresh, Now, PlacesError, Session};
use crate::{Identity, Manifest, PublicKey, Seat, Signature};

const MOST_PLAYERS: usize = 8;

/// The players of a machine; the first is the one whose key the lines have.
#[derive(Debug)]
pub(super) struct Own {
    players: Vec<Player>,
    secret: Zeroizing<[u8; 32]>,
    /// Raised by every beginning that came to nothing: no key or nonce is used for two tries.
    generation: u32,
}

impl Own {
    pub(super) fn new(players: Vec<Player>, secret: [u8; 32]) -> Result<Self, TableError> {
        let mut keys: Vec<PublicKey> = players.iter().map(Player::key).collect();
        keys.sort_unstable();
        keys.dedup();
        if keys.len() != players.len() || !(1..=MOST_PLAYERS).contains(&players.len()) {
            return Err(TableError::Players);
        }
        Ok(Self {
            players,
            secret: Zeroizing::new(secret),
            generation: 0,
        })
    }

    pub(super) fn players(&self) -> &[Player] {
        &self.players
    }

    pub(super) fn machine(&self) -> &Identity {
        // `new` refuses none, and the first is never removed
        &self.players[0].identity
    }

    pub(super) fn key(&self) -> PublicKey {
        self.machine().public()
    }

    pub(super) fn player(&self, player: usize) -> Result<&Player, TableError> {
        let found = self.players.get(player);
        found.ok_or(TableError::NoSuchPlayer(player))
    }

    pub(super) fn add(&mut self, player: Player) -> Result<(), TableError> {
        let is_new = self.players.iter().all(|own| own.key() != player.key());
        if !is_new || self.players.len() >= MOST_PLAYERS {
            return Err(TableError::Players);
        }
        self.players.push(player);
        Ok(())
    }

    pub(super) fn remove(&mut self, identity: PublicKey) {
        let machine = self.key();
        self.players
            .retain(|player| player.key() != identity || player.key() == machine);
    }

    pub(super) fn rename(&mut self, identity: PublicKey, name: String) {
        let mut players = self.players.iter_mut();
        if let Some(player) = players.find(|player| player.key() == identity) {
            player.name = name;
        }
    }

    pub(super) fn generation(&self) -> u32 {
        self.generation
    }

    /// From here on every key and nonce is another one, so that no signature under an old manifest fits a new one.
    pub(super) fn renew(&mut self) {
        self.generation = self.generation.saturating_add(1);
    }

    /// Secrets that nobody can tell from fresh bytes: they follow from the caller's.
    fn fresh(&self, identity: PublicKey, tries: u32) -> Fresh {
        // by both: the number of tries rises for those too who had not heard of the beginning, and a host that has started
        // again counts from zero
        let (generation, tries) = (self.generation.to_le_bytes(), tries.to_le_bytes());
        let bytes = |what: &[u8]| {
            hash::derive(
                "fairplay/1 table fresh",
                &[&*self.secret, &identity.0, &generation, &tries, what],
            )
        };
        Fresh {
            match_secret: bytes(b"match secret"),
            session_seed: bytes(b"session seed"),
            session_nonce: bytes(b"session nonce"),
        }
    }

    /// The player as the table must show it.
    pub(super) fn sitter(&self, player: &Player, tries: u32) -> Sitter {
        let fresh = self.fresh(player.key(), tries);
        Sitter {
            machine: self.key(),
            identity: player.key(),
            key: Identity::from_seed(fresh.session_seed).public(),
            session_nonce: fresh.session_nonce,
            tries,
            name: player.name.clone(),
            decider: player.decider.clone(),
            is_here: true,
            is_ready: false,
        }
    }

    /// The wish of a player to sit, signed for a line.
    pub(super) fn sit(
        &self,
        player: &Player,
        seat: Option<Seat>,
        tries: u32,
        exporter: &[u8; 32],
    ) -> Sit {
        let sitter = self.sitter(player, tries);
        let sit = Sit {
            seat,
            identity: sitter.identity,
            key: sitter.key,
            session_nonce: sitter.session_nonce,
            tries,
            name: sitter.name,
            decider: sitter.decider,
            proof: Signature([0; 64]),
        };
        sit.signed(&player.identity, exporter, &self.key())
    }

    /// True if the table shows all of this machine's players there exactly as they are: keys, nonces, names, deciders. A
    /// manifest with others could not be signed, or would seat somebody else under this machine's name.
    pub(super) fn are_shown(&self, table: &Table) -> bool {
        let is_own = |(_, shown): (Seat, &Sitter)| {
            let player = self
                .players
                .iter()
                .find(|player| player.key() == shown.identity);
            player.is_some_and(|player| {
                let sent = self.sitter(player, table.tries());
                let same_keys = (sent.key, sent.session_nonce, sent.tries)
                    == (shown.key, shown.session_nonce, shown.tries);
                same_keys && sent.person() == shown.person()
            })
        };
        // also one whom the table shows on another machine
        let mut claimed = table.sitters().filter(|(_, shown)| {
            let is_ours = self
                .players
                .iter()
                .any(|player| player.key() == shown.identity);
            is_ours || shown.machine == self.key()
        });
        claimed.all(is_own)
    }

    /// The seats of this machine's players who stay, in place of an older match.
    fn staying<'a>(&self, table: &'a Table) -> impl Iterator<Item = (Seat, &'a Sitter)> {
        let game = table.game();
        let own = table.sitters_of(self.key());
        own.filter(move |(seat, sitter)| game.stays(*seat, sitter.identity))
    }

    /// Compares the match that would begin now with what this machine's sessions hold of the older one, if it takes the place
    /// of one.
    pub(super) fn compare(
        &self,
        table: &Table,
        older: &[&Session],
        now: Now,
    ) -> Result<(), TableError> {
        let manifest = table.manifest()?;
        for (seat, sitter) in self.staying(table) {
            let mut sessions = older.iter();
            let session = sessions.find(|session| session.is_of(seat, sitter.identity));
            let session = session.ok_or_else(|| TableError::NoOlder(sitter.name.clone()))?;
            // the table says who had which seat, and its users see by that who comes in whose place
            if !session
                .manifest()
                .is_some_and(|old| table.game().has_players_of(old))
            {
                let cause = PlacesError::Differs("who had which seat");
                return Err(cause.into());
            }
            session.may_sign_places(&manifest, now)?;
        }
        Ok(())
    }

    /// Checks that this machine's sessions of the older match have signed off for the match of that id.
    pub(super) fn have_left(
        &self,
        table: &Table,
        older: &[&Session],
        sid: &Digest,
    ) -> Result<(), TableError> {
        let mut staying = self.staying(table);
        let has_left = |(seat, sitter): (Seat, &Sitter)| {
            let mut sessions = older.iter();
            sessions.any(|session| {
                session.is_of(seat, sitter.identity) && session.signed_next() == Some(*sid)
            })
        };
        match staying.all(has_left) {
            true => Ok(()),
            false => Err(TableError::NotSigned),
        }
    }

    /// This machine's part in a match that begins.
    pub(super) fn begin(&self, table: &Table, manifest: Manifest) -> Begin {
        let mut seats: Vec<Chair> = table
            .sitters_of(self.key())
            .filter_map(|(seat, shown)| {
                let mut players = self.players.iter();
                let player = players.find(|player| player.key() == shown.identity)?;
                Some(Chair {
                    seat: table.in_match(seat)?,
                    identity: player.identity.clone(),
                    fresh: self.fresh(player.key(), table.tries()),
                    decider: player.decider.clone(),
                })
            })
            .collect();
        let machine = self.key();
        // its session greets on the lines, whose key it has
        seats.sort_by_key(|chair| (chair.identity.public() != machine, chair.seat));
        Begin {
            manifest,
            seats,
            signed: Vec::new(),
        }
    }
}
