//! The first frame of each side: program, versions, match, and the proof of the join secret.
//!
//! TLS has proved the peer's key before. A peer is let in only when the peer also proves knowledge of the join secret,
//! by a hash bound to this very connection; the secret itself is never sent. The client of the connection speaks first:
//!
//! ```text
//! magic 8 | hello version u8 | lowest protocol u16 | highest protocol u16 | length u8, version of the program    frozen forever
//! game 8 | run 8 | proof 32
//! ```
//! `run` is drawn when a program starts, and distinguishes a restarted program from the earlier run. The answer has the same
//! fields, followed by the address the server sees the client at: address 16 | port u16.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use home::JoinSecret;
use protocol::PublicKey;
use quinn::Connection;

const MAGIC: &[u8; 8] = b"WARLORD\0";
const HELLO_VERSION: u8 = 1;
/// The lowest and highest version of the protocol after the greeting that this program speaks.
pub(crate) const PROTOCOLS: (u16, u16) = (1, 1);
pub(crate) const PROGRAM: &str = env!("CARGO_PKG_VERSION");

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
        // frozen from here to the program's version: any later program must be able to show both versions
        bytes.extend(self.protocols.0.to_le_bytes());
        bytes.extend(self.protocols.1.to_le_bytes());
        bytes.push(u8::try_from(self.program.len()).expect("version numbers are short"));
        bytes.extend(self.program.as_bytes());
        bytes.extend(self.game);
        bytes.extend(self.run);
        bytes.extend(self.proof);
        if let Some(address) = self.seen_at {
            // always 16 bytes, so that the answer has one size
            let ip = match address.ip() {
                IpAddr::V4(ip) => ip.to_ipv6_mapped(),
                IpAddr::V6(ip) => ip,
            };
            bytes.extend(ip.octets());
            bytes.extend(address.port().to_le_bytes());
        }
        bytes
    }

    /// Reads a greeting. A greeting with an unknown rest is [`Unreadable::Other`], which carries the frozen front.
    pub(crate) fn decode(bytes: &[u8]) -> Result<Self, Unreadable> {
        let mut rest = bytes.strip_prefix(MAGIC).ok_or(Unreadable::Foreign)?;
        let version = take::<1>(&mut rest)?[0];
        let protocols = (
            u16::from_le_bytes(take(&mut rest)?),
            u16::from_le_bytes(take(&mut rest)?),
        );
        let length = usize::from(take::<1>(&mut rest)?[0]);
        let (program, mut rest) = rest.split_at_checked(length).ok_or(Unreadable::Foreign)?;
        // shown to a user who does not know the sender: no control characters, no turned text
        let program = protocol::plain_text(&String::from_utf8_lossy(program));
        // judged before the rest is read: the rest of another version may have any layout
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
                // an IPv4 address came mapped into IPv6
                Some(SocketAddr::new(ip.to_canonical(), port))
            }
        };
        // nothing may follow: an unknown field would change the meaning for one side only
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

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Unreadable {
    #[error("this was not said by a Warlord program")]
    Foreign,
    #[error(
        "the program there runs version {program} (protocols {} to {}), this is version {PROGRAM} (protocols {} to {})",
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
    // bound to this connection by its exporter: a man in the middle has two connections with two exporters, and cannot
    // pass a proof on (threat 24)
    let mut exporter = [0; 32];
    connection
        .export_keying_material(&mut exporter, b"warlord join v1", b"")
        .ok()?;
    let key = blake3::derive_key("warlord join secret 1", &secret.0);
    let mut hasher = blake3::Hasher::new_keyed(&key);
    hasher.update(&exporter);
    // the role is in it: a proof that comes back as the other side's would else be right
    hasher.update(&[end as u8]);
    // both keys in the order of their roles: the proof fits no third player
    hasher.update(&own.0);
    hasher.update(&peer.0);
    Some(hasher.finalize())
}

/// The exporter the session signs (fairplay/1, section 5.1): bound to both keys, that of the lower seat first, or of the
/// host as long as there are no seats, no matter which side dialed.
pub(crate) fn session_exporter(
    connection: &Connection,
    first: PublicKey,
    second: PublicKey,
) -> Option<[u8; 32]> {
    let mut exporter = [0; 32];
    connection
        .export_keying_material(
            &mut exporter,
            b"EXPORTER-fairplay1",
            &[first.0, second.0].concat(),
        )
        .ok()?;
    Some(exporter)
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
    fn a_greeting_reads_back_as_it_was_said() {
        let answer = Hello {
            seen_at: Some(SocketAddr::from(([192, 0, 2, 1], 4433))),
            ..hello()
        };
        for said in [hello(), answer] {
            assert_eq!(Hello::decode(&said.encode()), Ok(said));
        }
    }

    #[test]
    fn a_peer_of_another_version_is_refused_with_both_versions() {
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
}
