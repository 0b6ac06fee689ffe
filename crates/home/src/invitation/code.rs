//! The text of an invitation: `warlord1…`.
//!
//! ```text
//! version u8 = 1 | flags u8 | host key 32 | join secret 10 | game id 8 | last day u16 | IPv4 count u8 | IPv6 count u8
//! | IPv4 count x (address 4, port u16) | IPv6 count x (address 16, port u16)
//! | with flag 1: name count u8 | name count x (port u16, length u8, name) | with flag 8: seat u8 | check 4
//! ```
//! Flag 2 says that the host's router lets in only whom the host has sent to, flag 4 that the code is of a table of three
//! to eight, and flag 8 beside it that the code is of one of its seats.
//! Numbers are little-endian, addresses in network order; the check is the start of a BLAKE3 hash of all bytes before
//! the check. The text of a code is `warlord1` and the bytes in lower-case Crockford base32, which has no letters that
//! look alike. Reading ignores case, and takes O for 0 and I and L for 1.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::LazyLock;

use data_encoding::{Encoding, Specification};
use protocol::{PublicKey, Seat};
use reach::address::{self, HostName};
use reach::addresses::{Addresses, MOST_CANDIDATES, MOST_NAMES};

use super::{Admits, Invitation, InvitationError, JoinSecret, PREFIX};
use crate::limits::LONGEST_CODE;

/// The flag of a code that has names.
const WITH_NAMES: u8 = 1;
/// The flag of a host behind a router that lets in only whom the host has sent to.
const SHUT: u8 = 2;
/// The flag of the code of a table.
const OF_TABLE: u8 = 4;
/// The flag of the code of one seat of a table.
const OF_SEAT: u8 = 8;
/// The number of bytes before the addresses.
const HEAD: usize = 56;
/// The number of bytes of the check.
const CHECK: usize = 4;

static BASE32: LazyLock<Encoding> = LazyLock::new(|| base32(true));
/// Base32 that takes a code which was cut: the last character may be a part of a byte.
static BASE32_CUT: LazyLock<Encoding> = LazyLock::new(|| base32(false));

fn base32(is_whole: bool) -> Encoding {
    let mut specification = Specification::new();
    specification.check_trailing_bits = is_whole;
    specification
        .symbols
        .push_str("0123456789abcdefghjkmnpqrstvwxyz");
    specification
        .translate
        .from
        .push_str("ABCDEFGHJKMNPQRSTVWXYZoOiIlL");
    specification
        .translate
        .to
        .push_str("abcdefghjkmnpqrstvwxyz001111");
    specification
        .encoding()
        .expect("the alphabet is well formed")
}

pub(super) fn write(invitation: &Invitation) -> String {
    format!("{PREFIX}{}", BASE32.encode(&invitation.to_bytes()))
}

/// Reads a code from what follows its prefix.
pub(super) fn read(body: &str) -> Result<Invitation, InvitationError> {
    let length = PREFIX.len() + body.len();
    if length > LONGEST_CODE {
        return Err(InvitationError::TooLong {
            extra: length - LONGEST_CODE,
        });
    }
    // no code has 1, 3 or 6 characters over a multiple of 8: the last character belongs to a byte that was cut off
    let decodable = match body.len() % 8 {
        1 | 3 | 6 => body.len() - 1,
        _ => body.len(),
    };
    let decode = |encoding: &Encoding, body: &str| {
        encoding
            .decode(body.as_bytes())
            .map_err(|_misfit| InvitationError::Mistyped)
    };
    let invitation = Invitation::from_bytes(&decode(&BASE32_CUT, &body[..decodable])?)?;
    // only now in full: a code that was cut in the middle of a byte has been named as cut above
    decode(&BASE32, body)?;
    Ok(invitation)
}

impl Invitation {
    fn to_bytes(&self) -> Vec<u8> {
        let flag = |is_set: bool, flag: u8| if is_set { flag } else { 0 };
        let Addresses {
            candidates,
            names,
            is_shut,
        } = &self.addresses;
        let table = match self.admits {
            Admits::Match => 0,
            Admits::Table => OF_TABLE,
            Admits::Seat(_) => OF_TABLE | OF_SEAT,
        };
        let flags = flag(!names.is_empty(), WITH_NAMES) | flag(*is_shut, SHUT) | table;
        let mut bytes = vec![1, flags];
        bytes.extend(self.host.0);
        bytes.extend(self.secret.0);
        bytes.extend(self.game);
        bytes.extend(self.last_day.to_le_bytes());
        // the two kinds are counted apart because their addresses have different lengths
        let count = |v4: bool| candidates.iter().filter(|a| a.is_ipv4() == v4).count();
        bytes.extend([true, false].map(|v4| u8::try_from(count(v4)).unwrap_or(u8::MAX)));
        // IPv4 first, whatever order the candidates have: a code has one way to be written
        for candidate in candidates {
            if let IpAddr::V4(ip) = candidate.ip() {
                bytes.extend(ip.octets());
                bytes.extend(candidate.port().to_le_bytes());
            }
        }
        for candidate in candidates {
            if let IpAddr::V6(ip) = candidate.ip() {
                bytes.extend(ip.octets());
                bytes.extend(candidate.port().to_le_bytes());
            }
        }
        if !names.is_empty() {
            bytes.push(u8::try_from(names.len()).unwrap_or(u8::MAX));
            for name in names {
                bytes.extend(name.port().to_le_bytes());
                // a name of DNS has 253 bytes at most
                bytes.push(u8::try_from(name.name().len()).expect("names of DNS are short"));
                bytes.extend(name.name().as_bytes());
            }
        }
        if let Admits::Seat(seat) = self.admits {
            bytes.push(seat.0);
        }
        let check = check_of(&bytes);
        bytes.extend(check);
        bytes
    }

    fn from_bytes(bytes: &[u8]) -> Result<Self, InvitationError> {
        let characters = |bytes: usize| PREFIX.len() + (bytes * 8).div_ceil(5);
        let cut = |whole: usize| InvitationError::Cut {
            whole: characters(whole),
            missing: characters(whole).saturating_sub(characters(bytes.len())),
        };
        // a text too short to show its length is measured against the shortest code
        let smallest = HEAD + 6 + CHECK;
        let (Some(&version), Some(&flags)) = (bytes.first(), bytes.get(1)) else {
            return Err(cut(smallest));
        };
        if version != 1 {
            return Err(InvitationError::Version { found: version });
        }
        // the counts are read before the check is tried: only they say how long a whole code is, and so how much is
        // missing
        let Some(&[v4, v6]) = bytes.get(HEAD - 2..HEAD) else {
            return Err(cut(smallest));
        };
        let (v4, v6) = (usize::from(v4), usize::from(v6));
        let addressed = HEAD + 6 * v4 + 18 * v6;
        // this program never writes such counts: a mistake in copying, unless the check says otherwise
        let odd = |found: usize| match bytes.split_last_chunk::<CHECK>() {
            Some((body, check)) if check_of(body) == *check => InvitationError::Count { found },
            _ => InvitationError::Mistyped,
        };
        let has_names = flags & WITH_NAMES != 0;
        if (v4 + v6 == 0 && !has_names) || v4 + v6 > MOST_CANDIDATES {
            return Err(odd(v4 + v6));
        }
        let mut whole = addressed + CHECK;
        if has_names {
            // names have lengths of their own, so each must be walked over to find the end
            let mut at = addressed;
            let count = usize::from(*bytes.get(at).ok_or_else(|| cut(whole + 1))?);
            if !(1..=MOST_NAMES).contains(&count) {
                return Err(odd(count));
            }
            at += 1;
            for _ in 0..count {
                let length = bytes.get(at + 2).ok_or_else(|| cut(at + 3 + CHECK))?;
                at += 3 + usize::from(*length);
            }
            whole = at + CHECK;
        }
        if flags & OF_SEAT != 0 {
            whole += 1;
        }
        // length before check: a cut code has a wrong check too, and "cut" helps more than "mistyped"
        if bytes.len() < whole {
            return Err(cut(whole));
        }
        if bytes.len() > whole {
            return Err(InvitationError::TooLong {
                extra: characters(bytes.len()) - characters(whole),
            });
        }
        let (body, check) = bytes.split_at(whole - CHECK);
        // from here on the bytes are those that were written
        if check_of(body) != check {
            return Err(InvitationError::Mistyped);
        }
        // a flag of a later version, in a code whose check is right
        let is_known = flags & !(WITH_NAMES | SHUT | OF_TABLE | OF_SEAT) == 0;
        // no program has written the code of a seat without a table
        if !is_known || flags & (OF_TABLE | OF_SEAT) == OF_SEAT {
            return Err(InvitationError::Newer);
        }
        let mut reader = Reader(&body[2..]);
        let host = PublicKey(reader.take());
        let secret = JoinSecret(reader.take());
        let game = reader.take();
        let last_day = u16::from_le_bytes(reader.take());
        let _counts: [u8; 2] = reader.take();
        let mut candidates = Vec::with_capacity(v4 + v6);
        for _ in 0..v4 {
            let ip = Ipv4Addr::from(reader.take::<4>());
            candidates.push(SocketAddr::from((ip, u16::from_le_bytes(reader.take()))));
        }
        for _ in 0..v6 {
            let ip = Ipv6Addr::from(reader.take::<16>());
            candidates.push(SocketAddr::from((ip, u16::from_le_bytes(reader.take()))));
        }
        if let Some(&found) = candidates
            .iter()
            // the code may be anybody's: an address that no peer can have is not dialed
            .find(|&&candidate| address::check(candidate).is_err())
        {
            return Err(InvitationError::Address { found });
        }
        let mut names = Vec::new();
        if has_names {
            let [count] = reader.take();
            for _ in 0..count {
                let port = u16::from_le_bytes(reader.take());
                let [length] = reader.take();
                let name = reader.take_slice(length.into());
                let name = std::str::from_utf8(name)
                    .ok()
                    .and_then(|name| HostName::new(name, port));
                names.push(name.ok_or(InvitationError::Name)?);
            }
        }
        let admits = match flags & (OF_TABLE | OF_SEAT) {
            0 => Admits::Match,
            OF_TABLE => Admits::Table,
            _ => {
                let [seat] = reader.take();
                Admits::Seat(Seat(seat))
            }
        };
        Ok(Self {
            host,
            secret,
            game,
            last_day,
            addresses: Addresses {
                candidates,
                names,
                is_shut: flags & SHUT != 0,
            },
            admits,
        })
    }
}

/// Takes pieces of known size off the front; the caller has checked the length.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take_slice(&mut self, length: usize) -> &'a [u8] {
        let (piece, rest) = self.0.split_at(length);
        self.0 = rest;
        piece
    }

    fn take<const N: usize>(&mut self) -> [u8; N] {
        let (piece, rest) = self.0.split_first_chunk().expect("the length was checked");
        self.0 = rest;
        *piece
    }
}

fn check_of(bytes: &[u8]) -> [u8; CHECK] {
    let hash = blake3::derive_key("warlord invitation check 1", bytes);
    [hash[0], hash[1], hash[2], hash[3]]
}
