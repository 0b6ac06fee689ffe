//! What a machine brings to a table: its players, their secrets, and what each says.

use zeroize::Zeroizing;

use super::bodies::{Body, Me, Stance, Wish};
use super::envelope::{Envelope, next_counter};
use super::words::{Chair, WishError};
use crate::frame::Decider;
use crate::hash::{self, Digest};
use crate::session::Fresh;
use crate::text::clean_name;
use crate::{Genesis, Identity, Manifest, PublicKey, Signature};

const MOST_PLAYERS: usize = 8;
/// A state with this machine's keys whose counter is at most this far above the first one of this run is of the run before:
/// counters follow the time in milliseconds, and a program that still runs is soon beyond it.
const RUN_GAP: u64 = 1000;

/// A player whom a machine brings to a table.
#[derive(Debug, Clone)]
pub struct Player {
    pub(super) identity: Identity,
    name: String,
    decider: Decider,
}

impl Player {
    /// A person. The name is cleaned and cut to the length of a manifest.
    pub fn person(identity: Identity, name: &str) -> Self {
        Self {
            identity,
            name: clean_name(name, "player"),
            decider: Decider::Person,
        }
    }

    /// A computer of that level, or an engine of that name.
    pub fn computer(identity: Identity, name: &str, level: &str) -> Self {
        Self {
            identity,
            name: clean_name(name, "computer"),
            decider: Decider::Computer(clean_name(level, "computer")),
        }
    }

    /// The long-lived key.
    pub fn key(&self) -> PublicKey {
        self.identity.public()
    }
}

/// A player of this machine, and what the player says.
pub(super) struct Own {
    pub(super) player: Player,
    fresh: Fresh,
    /// The key for the match.
    key: PublicKey,
    /// The machine's signature for the player.
    proof: Signature,
    pub(super) wish: Wish,
    pub(super) stance: Stance,
    /// The counter of the player's newest frame, of any kind.
    last: u64,
    /// The counter of the player's first frame in this run.
    first: Option<u64>,
    /// The player has said its state in this run.
    has_spoken: bool,
    /// The player's newest state that has left, with its counter.
    said: Option<(u64, Me)>,
    /// The player sits somewhere else, so this program says nothing for it.
    pub(super) is_elsewhere: bool,
}

/// The players of this machine; the first is the one whose key the lines have.
pub(super) struct Machine {
    pub(super) own: Vec<Own>,
    table: Digest,
}

impl Machine {
    /// The secret comes from the operating system. A caller that keeps it can start again and sit as before.
    pub(super) fn new(
        players: Vec<Player>,
        table: Digest,
        secret: [u8; 32],
    ) -> Result<Self, WishError> {
        let secret = Zeroizing::new(secret);
        let mut keys: Vec<PublicKey> = players.iter().map(Player::key).collect();
        keys.sort_unstable();
        keys.dedup();
        if keys.len() != players.len() || !(1..=MOST_PLAYERS).contains(&players.len()) {
            return Err(WishError::Players);
        }
        let machine = players[0].identity.clone();
        let own = |player: Player| {
            let fresh = fresh(&secret, &table, player.key());
            let key = Identity::from_seed(fresh.session_seed).public();
            let proof = Me::prove(&machine, &table, player.key());
            Own::new(player, fresh, key, proof)
        };
        Ok(Self {
            own: players.into_iter().map(own).collect(),
            table,
        })
    }

    pub(super) fn identity(&self) -> &Identity {
        // `new` refuses a machine without players, and none is ever removed.
        &self.own[0].player.identity
    }

    pub(super) fn key(&self) -> PublicKey {
        self.identity().public()
    }

    pub(super) fn has(&self, identity: PublicKey) -> bool {
        self.own.iter().any(|own| own.player.key() == identity)
    }

    pub(super) fn player(&mut self, player: usize) -> Result<&mut Own, WishError> {
        let found = self.own.get_mut(player);
        let own = found.ok_or(WishError::NoSuchPlayer(player))?;
        match own.is_elsewhere {
            true => Err(WishError::Elsewhere),
            false => Ok(own),
        }
    }

    /// The state of a player as it would be said now.
    pub(super) fn me(&self, own: &Own) -> Me {
        Me {
            machine: self.key(),
            machine_proof: own.proof,
            wish: own.wish,
            key: own.key,
            session_nonce: own.fresh.session_nonce,
            name: own.player.name.clone(),
            decider: own.player.decider.clone(),
            stance: own.stance.clone(),
        }
    }

    /// The frames of the players whose state has changed since it was last said.
    pub(super) fn news(&mut self, unix_ms: u64) -> Vec<(PublicKey, u64, Me, Vec<u8>)> {
        let mut news = Vec::new();
        for at in 0..self.own.len() {
            let me = self.me(&self.own[at]);
            let own = &mut self.own[at];
            let is_silent = own.said.is_none() && own.wish == Wish::Stands;
            // A player that has never sat says nothing; a player that has stood up says so.
            let is_idle = is_silent && own.stance == Stance::Looks;
            if own.is_elsewhere || is_idle || own.said.as_ref().is_some_and(|(_, said)| *said == me)
            {
                continue;
            }
            if let Some(bytes) = own.write(self.table, unix_ms, &Body::Me(Box::new(me.clone()))) {
                own.said = Some((own.last, me.clone()));
                own.has_spoken = true;
                news.push((own.player.key(), own.last, me, bytes));
            }
        }
        news
    }

    /// A frame of the machine's first player.
    pub(super) fn write(&mut self, unix_ms: u64, body: &Body) -> Option<Vec<u8>> {
        let table = self.table;
        self.own.first_mut()?.write(table, unix_ms, body)
    }

    /// A frame of any player.
    pub(super) fn write_as(&mut self, player: usize, unix_ms: u64, body: &Body) -> Option<Vec<u8>> {
        let table = self.table;
        self.own.get_mut(player)?.write(table, unix_ms, body)
    }

    /// Hears a state of an own player that comes from outside. Returns `true` if the player sits somewhere else.
    pub(super) fn hear(&mut self, identity: PublicKey, counter: u64, me: &Me) -> bool {
        let Some(at) = self.own.iter().position(|own| own.player.key() == identity) else {
            return false;
        };
        let mine = self.me(&self.own[at]);
        let own = &mut self.own[at];
        let said = own.said.as_ref().map_or(0, |(counter, _)| *counter);
        if counter <= said || own.is_elsewhere {
            return false;
        }
        own.last = own.last.max(counter);
        let is_ours = (me.key, me.machine) == (mine.key, mine.machine);
        let first = own.first.unwrap_or_default();
        let is_earlier = !own.has_spoken || counter <= first.saturating_add(RUN_GAP);
        let is_resumed = is_ours && is_earlier;
        if is_resumed {
            // The program has started again, and hears what it said before. What it has said since counts: it is not equal to
            // this, so it is said again.
            if !own.has_spoken {
                own.wish = me.wish;
                own.stance = me.stance.clone();
            }
            own.said = Some((counter, me.clone()));
        } else {
            own.is_elsewhere = true;
        }
        !is_resumed
    }

    /// This machine's seats in a match; `None` if one of its players is in it with a key of somebody else.
    pub(super) fn chairs(&self, manifest: &Manifest) -> Option<Vec<Chair>> {
        let mut chairs = Vec::new();
        for seat in manifest.all_seats() {
            let entry = manifest.seat(seat)?;
            let mut all = self.own.iter();
            let Some(own) = all.find(|own| own.player.key() == entry.identity) else {
                continue;
            };
            if own.key != entry.key {
                return None;
            }
            chairs.push(Chair {
                seat,
                identity: own.player.identity.clone(),
                fresh: own.fresh.clone(),
                decider: own.player.decider.clone(),
            });
        }
        Some(chairs)
    }

    /// Signs a match for all players of this machine who are in it.
    pub(super) fn sign(&mut self, chairs: &[Chair], sid: &Digest) -> Vec<Genesis> {
        let mut signed = Vec::new();
        for chair in chairs {
            let key = Identity::from_seed(chair.fresh.session_seed);
            let genesis = Genesis::sign(chair.seat, sid, &chair.identity, &key);
            let identity = chair.identity.public();
            let mut all = self.own.iter_mut();
            if let Some(own) = all.find(|own| own.player.key() == identity) {
                own.stance = Stance::Signed {
                    sid: *sid,
                    by_identity: genesis.by_identity,
                    by_key: genesis.by_key,
                };
            }
            signed.push(genesis);
        }
        signed
    }
}

impl Own {
    fn new(player: Player, fresh: Fresh, key: PublicKey, proof: Signature) -> Self {
        Self {
            player,
            fresh,
            key,
            proof,
            wish: Wish::Stands,
            stance: Stance::Looks,
            last: 0,
            first: None,
            has_spoken: false,
            said: None,
            is_elsewhere: false,
        }
    }

    fn write(&mut self, table: Digest, unix_ms: u64, body: &Body) -> Option<Vec<u8>> {
        let counter = next_counter(self.last, unix_ms)?;
        self.last = counter;
        self.first.get_or_insert(counter);
        Some(Envelope::write(&self.player.identity, table, counter, body))
    }
}

/// Secrets of a player for a whole table, which nobody can tell from fresh bytes.
fn fresh(secret: &[u8; 32], table: &Digest, identity: PublicKey) -> Fresh {
    let bytes = |what: &[u8]| {
        hash::derive(
            "fairplay/1 table fresh",
            &[secret, table, &identity.0, what],
        )
    };
    Fresh {
        match_secret: bytes(b"match secret"),
        session_seed: bytes(b"session seed"),
        session_nonce: bytes(b"session nonce"),
    }
}
