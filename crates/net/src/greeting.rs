//! The first frame of each side: program, versions, match, and the proof of the join secret.
//!
//! TLS has proved the peer's key before. A peer is let in only when the peer also proves knowledge of the join secret,
//! by a hash bound to this very connection; the secret itself is never sent. The client of the connection speaks first:
//!
//! ```text
//! magic 8 | hello version u8 | lowest protocol u16 | highest protocol u16 | length u8, version of the program    frozen for ever
//! game 8 | run 8 | proof 32
//! ```
//! `run` is drawn when a program starts, and tells a restarted program from the earlier run. The answer has the same
//! fields, followed by the address the server sees the client at: address 16 | port u16.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::sync::{Mutex, PoisonError};

use protocol::PublicKey;
use quinn::Connection;

use crate::clock::today;
use crate::close::CloseCode;
use crate::home::Home;
use crate::invitation::JoinSecret;
use crate::people::{Acquaintance, Call};

const MAGIC: &[u8; 8] = b"WARLORD\0";
const HELLO_VERSION: u8 = 1;
/// The lowest and highest version of the protocol after the greeting that this program speaks.
pub(crate) const PROTOCOLS: (u16, u16) = (1, 1);
/// The version of this program.
pub(crate) const PROGRAM: &str = env!("CARGO_PKG_VERSION");

/// The greeting of a peer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Hello {
    pub(crate) program: String,
    pub(crate) protocols: (u16, u16),
    pub(crate) game: [u8; 8],
    /// Distinguishes one run of the program from the next.
    pub(crate) run: [u8; 8],
    pub(crate) proof: [u8; 32],
    /// In the answer: the address the client is seen at.
    pub(crate) seen_at: Option<SocketAddr>,
}

impl Hello {
    pub(crate) fn encode(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.push(HELLO_VERSION);
        bytes.extend(self.protocols.0.to_le_bytes());
        bytes.extend(self.protocols.1.to_le_bytes());
        bytes.push(u8::try_from(self.program.len()).expect("version numbers are short"));
        bytes.extend(self.program.as_bytes());
        bytes.extend(self.game);
        bytes.extend(self.run);
        bytes.extend(self.proof);
        if let Some(address) = self.seen_at {
            let ip = match address.ip() {
                IpAddr::V4(ip) => ip.to_ipv6_mapped(),
                IpAddr::V6(ip) => ip,
            };
            bytes.extend(ip.octets());
            bytes.extend(address.port().to_le_bytes());
        }
        bytes
    }

    /// Reads a greeting. A greeting with an unknown rest is [`Unreadable::Other`], which tells the frozen front.
    pub(crate) fn decode(bytes: &[u8]) -> Result<Self, Unreadable> {
        let mut rest = bytes.strip_prefix(MAGIC).ok_or(Unreadable::Foreign)?;
        let version = take::<1>(&mut rest)?[0];
        let protocols = (
            u16::from_le_bytes(take(&mut rest)?),
            u16::from_le_bytes(take(&mut rest)?),
        );
        let length = usize::from(take::<1>(&mut rest)?[0]);
        let (program, mut rest) = rest.split_at_checked(length).ok_or(Unreadable::Foreign)?;
        let program = protocol::plain_text(&String::from_utf8_lossy(program));
        if version != HELLO_VERSION || protocols.0 > PROTOCOLS.1 || protocols.1 < PROTOCOLS.0 {
            return Err(Unreadable::Other { program, protocols });
        }
        let game = take(&mut rest)?;
        let run = take(&mut rest)?;
        let proof = take(&mut rest)?;
        let seen_at = match rest {
            [] => None,
            _ => {
                let ip = Ipv6Addr::from(take::<16>(&mut rest)?);
                let port = u16::from_le_bytes(take(&mut rest)?);
                Some(SocketAddr::new(ip.to_canonical(), port))
            }
        };
        if !rest.is_empty() {
            return Err(Unreadable::Foreign);
        }
        Ok(Self {
            program,
            protocols,
            game,
            run,
            proof,
            seen_at,
        })
    }
}

fn take<const N: usize>(rest: &mut &[u8]) -> Result<[u8; N], Unreadable> {
    let (piece, after) = rest.split_first_chunk().ok_or(Unreadable::Foreign)?;
    *rest = after;
    Ok(*piece)
}

/// The reason why a greeting was refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Unreadable {
    #[error("this was not said by a Warlord program")]
    Foreign,
    #[error(
        "the other side runs version {program} (protocols {} to {}), this is version {PROGRAM} (protocols {} to {})",
        protocols.0, protocols.1, PROTOCOLS.0, PROTOCOLS.1
    )]
    Other {
        program: String,
        protocols: (u16, u16),
    },
}

/// The end of the connection that makes a proof.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    Client = 0,
    Server = 1,
}

/// The proof that `own` knows the secret, for this connection and no other.
pub(crate) fn proof(
    connection: &Connection,
    secret: JoinSecret,
    end: End,
    own: PublicKey,
    peer: PublicKey,
) -> Option<blake3::Hash> {
    let mut exporter = [0; 32];
    connection
        .export_keying_material(&mut exporter, b"warlord join v1", b"")
        .ok()?;
    let key = blake3::derive_key("warlord join secret 1", &secret.0);
    let mut hasher = blake3::Hasher::new_keyed(&key);
    hasher.update(&exporter);
    hasher.update(&[end as u8]);
    hasher.update(&own.0);
    hasher.update(&peer.0);
    Some(hasher.finalize())
}

/// The exporter the session signs (fairplay/1, section 5.1): bound to both keys, the host's first, no matter which side
/// dialed.
pub(crate) fn session_exporter(
    connection: &Connection,
    host: PublicKey,
    guest: PublicKey,
) -> Option<[u8; 32]> {
    let mut exporter = [0; 32];
    connection
        .export_keying_material(
            &mut exporter,
            b"EXPORTER-fairplay1",
            &[host.0, guest.0].concat(),
        )
        .ok()?;
    Some(exporter)
}

/// The door of a match: the first guest who proves the secret and chooses a connection takes the place behind the door.
#[derive(Debug)]
pub(crate) struct Door {
    pub(crate) game: [u8; 8],
    pub(crate) secret: JoinSecret,
    /// The last day on which a guest may come who has not come before.
    last_day: u16,
    place: Mutex<Place>,
    banned: Mutex<Vec<PublicKey>>,
    /// The data folder, where blocked players are named.
    home: Option<Home>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Every guest with the secret may come in.
    Free,
    /// The player with this key has the place while staying; nothing is agreed yet.
    Taken(PublicKey),
    /// The player with this key has the place for good.
    Kept(PublicKey),
}

impl Door {
    /// The door of an invitation that runs out after `last_day`.
    pub(crate) fn open(game: [u8; 8], secret: JoinSecret, last_day: u16) -> Self {
        Self::with(game, secret, last_day, Place::Free)
    }

    pub(crate) fn kept_for(game: [u8; 8], secret: JoinSecret, peer: PublicKey) -> Self {
        Self::with(game, secret, u16::MAX, Place::Kept(peer))
    }

    fn with(game: [u8; 8], secret: JoinSecret, last_day: u16, place: Place) -> Self {
        Self {
            game,
            secret,
            last_day,
            place: Mutex::new(place),
            banned: Mutex::default(),
            home: None,
        }
    }

    /// The door shut to the players who are blocked in that data folder, at each knock as it is then.
    pub(crate) fn of(self, home: Home) -> Self {
        Self {
            home: Some(home),
            ..self
        }
    }

    fn place(&self) -> std::sync::MutexGuard<'_, Place> {
        self.place.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells if that peer, whose proof was right, may come in.
    pub(crate) fn admits(&self, peer: PublicKey) -> Result<(), CloseCode> {
        let banned = self.banned.lock().unwrap_or_else(PoisonError::into_inner);
        if banned.contains(&peer) {
            return Err(CloseCode::Banned);
        }
        if self.home.as_ref().is_some_and(|home| home.blocks(peer)) {
            // the blocked are told no more than whoever is turned away
            return Err(CloseCode::TurnedAway);
        }
        match *self.place() {
            Place::Taken(owner) | Place::Kept(owner) if owner != peer => Err(CloseCode::Used),
            Place::Free if today() > self.last_day => Err(CloseCode::Expired),
            Place::Free | Place::Taken(_) | Place::Kept(_) => Ok(()),
        }
    }

    /// The match of that id which was left in mid-air with a caller, though it is not behind this door.
    pub(crate) fn left_with(&self, peer: PublicKey, game: [u8; 8]) -> Option<Call> {
        self.home.as_ref()?.left_with(peer, game)
    }

    /// The standing with this machine's player of a caller who gives that name.
    pub(crate) fn acquaintance(&self, peer: PublicKey, name: &str) -> Acquaintance {
        let people = self.home.as_ref().map(Home::people);
        let people = people.and_then(Result::ok).unwrap_or_default();
        people.acquaintance(peer, name)
    }

    /// Gives that peer the place, on the connection the peer chose. Only the owner of the match calls `take` and
    /// `free`, so that an answered caller who never chooses a connection holds nothing.
    pub(crate) fn take(&self, peer: PublicKey) -> Result<(), CloseCode> {
        self.admits(peer)?;
        let mut place = self.place();
        if *place == Place::Free {
            *place = Place::Taken(peer);
        }
        Ok(())
    }

    /// Keeps the place for that peer for good, since the match is agreed.
    pub(crate) fn keep(&self, peer: PublicKey) {
        *self.place() = Place::Kept(peer);
    }

    /// Frees the place of a peer who went before anything was agreed: the invitation can be used again.
    pub(crate) fn free(&self) {
        let mut place = self.place();
        if matches!(*place, Place::Taken(_)) {
            *place = Place::Free;
        }
    }

    /// Refuses that key from now on.
    pub(crate) fn ban(&self, peer: PublicKey) {
        let mut banned = self.banned.lock().unwrap_or_else(PoisonError::into_inner);
        banned.push(peer);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hello() -> Hello {
        Hello {
            program: "0.1.0".to_owned(),
            protocols: (1, 1),
            game: [3; 8],
            run: [5; 8],
            proof: [4; 32],
            seen_at: None,
        }
    }

    #[test]
    fn what_was_said_is_understood() {
        let answer = Hello {
            seen_at: Some(SocketAddr::from(([192, 0, 2, 1], 4433))),
            ..hello()
        };
        for said in [hello(), answer] {
            assert_eq!(Hello::decode(&said.encode()), Ok(said));
        }
    }

    #[test]
    fn of_another_version_both_versions_are_told() {
        let mut bytes = Hello {
            protocols: (7, 9),
            program: "3.1\u{1b}[2J".to_owned(),
            ..hello()
        }
        .encode();
        bytes.truncate(22);
        let error = Hello::decode(&bytes).expect_err("another version");
        let text = error.to_string();
        assert!(
            text.contains("version 3.1[2J") && text.contains(PROGRAM) && text.contains("7 to 9"),
            "{text}"
        );
    }

    #[test]
    fn cut_or_padded_greetings_are_refused() {
        let bytes = hello().encode();
        for end in 0..bytes.len() {
            assert_eq!(
                Hello::decode(&bytes[..end]),
                Err(Unreadable::Foreign),
                "{end}"
            );
        }
        for extra in [1, 17, 19] {
            let padded = [bytes.clone(), vec![0; extra]].concat();
            assert_eq!(Hello::decode(&padded), Err(Unreadable::Foreign), "{extra}");
        }
    }

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
        door.keep(bob);
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
        late.keep(bob);
        assert_eq!(late.take(bob), Ok(()));
    }
}
