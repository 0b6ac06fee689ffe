//! Invitation codes: the host's key and addresses, and the secret that lets one guest in.
//!
//! ```text
//! version u8 = 1 | flags u8 | host key 32 | join secret 10 | game id 8 | last day u16 | IPv4 count u8 | IPv6 count u8
//! | IPv4 count x (address 4, port u16) | IPv6 count x (address 16, port u16)
//! | with flag 1: name count u8 | name count x (port u16, length u8, name) | check 4
//! ```
//! Flag 2 says that the host's router lets in only whom the host has sent to.
//! Numbers are little-endian, addresses in network order; the check is the start of a BLAKE3 hash of all bytes before
//! the check. The text of a code is `warlord1` and the bytes in lower-case Crockford base32, which has no letters that
//! look alike. Reading finds the code in a pasted text, ignores case, blanks, marks and line breaks, and takes O for 0 and
//! I and L for 1.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::str::FromStr;
use std::sync::LazyLock;

use data_encoding::{Encoding, Specification};
use protocol::PublicKey;

use crate::address::{self, HostName};
use crate::clock::date;
use crate::limits::{INVITATION_DAYS, LONGEST_CODE};
use crate::pasted;

/// The start of every code.
pub(crate) const PREFIX: &str = "warlord1";
/// The start of every link.
pub(crate) const LINK_PREFIX: &str = "warlord://join/";
/// The most addresses in a code.
pub(crate) const MOST_CANDIDATES: usize = 16;
/// The most names in a code.
pub(crate) const MOST_NAMES: usize = 2;
/// The flag of a code that has names.
const WITH_NAMES: u8 = 1;
/// The flag of a host behind a router that lets in only whom the host has sent to.
const SHUT: u8 = 2;
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

/// The secret that lets one guest in.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct JoinSecret(pub [u8; 10]);

impl fmt::Debug for JoinSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JoinSecret(…)")
    }
}

/// An invitation: the keys and addresses a guest needs to find the host and to be let in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invitation {
    /// The host's key: a guest accepts no other key.
    pub host: PublicKey,
    /// The proof of having been invited.
    pub secret: JoinSecret,
    /// The id of the match among the host's matches.
    pub game: [u8; 8],
    /// The last day the invitation may be used, counted from 1970-01-01.
    pub last_day: u16,
    /// Addresses of the host, the best first within each address family.
    pub candidates: Vec<SocketAddr>,
    /// Names of the host, resolved when they are dialed.
    pub names: Vec<HostName>,
    /// Set where the host's outside IPv4 address leads through a router that lets in only whom the host has sent to. To dial that
    /// address first is worse than useless: some routers then give the host another port.
    pub is_shut: bool,
}

/// The reason why a text is no usable invitation.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvitationError {
    /// The text does not begin like an invitation.
    #[error(
        "this is no invitation: it begins with `{found}`, not with `{PREFIX}` or `{LINK_PREFIX}`"
    )]
    NotOne {
        /// The start of the text, cut to 12 characters.
        found: String,
    },
    /// The text has a character that no code has.
    #[error("the character `{found}` does not occur in an invitation")]
    Character {
        /// The character.
        found: char,
    },
    /// The end of the code is missing.
    #[error(
        "the invitation is cut off: {missing} of its {whole} characters are missing at the end"
    )]
    Cut {
        /// The number of characters of the whole code.
        whole: usize,
        /// The number of missing characters.
        missing: usize,
    },
    /// Characters follow the code.
    #[error("{extra} characters too many follow the invitation")]
    TooLong {
        /// The number of characters too many.
        extra: usize,
    },
    /// The check does not fit: some character is wrong.
    #[error("the invitation was copied with a mistake: its check does not fit")]
    Mistyped,
    /// A later version of the program made the invitation.
    #[error("the invitation is of version {found}; this program reads version 1")]
    Version {
        /// The version of the invitation.
        found: u8,
    },
    /// The invitation has an address that no host can have.
    #[error("the invitation names {found}, which cannot be a host's address")]
    Address {
        /// The address.
        found: SocketAddr,
    },
    /// The invitation has a name that no host can have.
    #[error("the invitation has a name that cannot be a host's")]
    Name,
    /// The invitation has no address, or too many.
    #[error("the invitation names {found} addresses; 1 to {MOST_CANDIDATES} were expected")]
    Count {
        /// The number of addresses found.
        found: usize,
    },
    /// The last day of the invitation has passed.
    #[error(
        "the invitation ran out {}: this machine's clock says {}",
        ago(*days),
        date((*today).into())
    )]
    Expired {
        /// The number of days since the last day.
        days: u16,
        /// The day by this machine's clock.
        today: u16,
    },
}

/// A number of days before today, in words.
fn ago(days: u16) -> String {
    match days {
        1 => "1 day ago".to_owned(),
        days => format!("{days} days ago"),
    }
}

impl InvitationError {
    /// Tells the user how to get a usable invitation.
    pub fn advice(&self) -> &'static str {
        match self {
            Self::NotOne { .. } => "copy the whole code from the host, from `warlord1` to its end",
            Self::Character { .. } | Self::Mistyped => {
                "copy the code again rather than typing it; every character counts"
            }
            Self::Cut { .. } => {
                "copy the code again, to its very end; it may go over several lines"
            }
            Self::TooLong { .. } => "give the code alone, with nothing after it",
            Self::Version { .. } => "install the newer version of the program that the host has",
            Self::Address { .. } | Self::Name | Self::Count { .. } => {
                "ask the host for another invitation; this one was not made by this program"
            }
            Self::Expired { .. } => {
                "ask the host for a new invitation; if that date is wrong, set this machine's clock"
            }
        }
    }
}

impl Invitation {
    /// The code: `warlord1…`.
    pub fn code(&self) -> String {
        format!("{PREFIX}{}", BASE32.encode(&self.to_bytes()))
    }

    /// The link: `warlord://join/warlord1…`.
    pub fn link(&self) -> String {
        format!("{LINK_PREFIX}{}", self.code())
    }

    /// True if it names no address: this machine had no network when it was made. Nobody can read such a code.
    pub fn leads_nowhere(&self) -> bool {
        self.candidates.is_empty() && self.names.is_empty()
    }

    /// Refuses an invitation whose last day has passed.
    pub fn check_day(&self, today: u16) -> Result<(), InvitationError> {
        match today.checked_sub(self.last_day) {
            Some(days) if days > 0 => Err(InvitationError::Expired { days, today }),
            _ => Ok(()),
        }
    }

    /// True if it runs out later than any invitation made up to `today`: the clock of this machine or of the host's is wrong.
    pub(crate) fn is_of_the_future(&self, today: u16) -> bool {
        // around midnight two good clocks may differ by a day
        self.last_day > today.saturating_add(INVITATION_DAYS + 1)
    }

    fn to_bytes(&self) -> Vec<u8> {
        let flag = |is_set: bool, flag: u8| if is_set { flag } else { 0 };
        let flags = flag(!self.names.is_empty(), WITH_NAMES) | flag(self.is_shut, SHUT);
        let mut bytes = vec![1, flags];
        bytes.extend(self.host.0);
        bytes.extend(self.secret.0);
        bytes.extend(self.game);
        bytes.extend(self.last_day.to_le_bytes());
        let count = |v4: bool| self.candidates.iter().filter(|a| a.is_ipv4() == v4).count();
        bytes.extend([true, false].map(|v4| u8::try_from(count(v4)).unwrap_or(u8::MAX)));
        for candidate in &self.candidates {
            if let IpAddr::V4(ip) = candidate.ip() {
                bytes.extend(ip.octets());
                bytes.extend(candidate.port().to_le_bytes());
            }
        }
        for candidate in &self.candidates {
            if let IpAddr::V6(ip) = candidate.ip() {
                bytes.extend(ip.octets());
                bytes.extend(candidate.port().to_le_bytes());
            }
        }
        if !self.names.is_empty() {
            bytes.push(u8::try_from(self.names.len()).unwrap_or(u8::MAX));
            for name in &self.names {
                bytes.extend(name.port().to_le_bytes());
                bytes.push(u8::try_from(name.name().len()).expect("names of DNS are short"));
                bytes.extend(name.name().as_bytes());
            }
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
        // a text too short to tell its length is measured against the shortest code
        let smallest = HEAD + 6 + CHECK;
        let (Some(&version), Some(&flags)) = (bytes.first(), bytes.get(1)) else {
            return Err(cut(smallest));
        };
        if version != 1 {
            return Err(InvitationError::Version { found: version });
        }
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
        if bytes.len() < whole {
            return Err(cut(whole));
        }
        if bytes.len() > whole {
            return Err(InvitationError::TooLong {
                extra: characters(bytes.len()) - characters(whole),
            });
        }
        let (body, check) = bytes.split_at(whole - CHECK);
        if check_of(body) != check {
            return Err(InvitationError::Mistyped);
        }
        if flags > WITH_NAMES | SHUT {
            return Err(InvitationError::Version { found: version });
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
        Ok(Self {
            host,
            secret,
            game,
            last_day,
            candidates,
            names,
            is_shut: flags & SHUT != 0,
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

impl FromStr for Invitation {
    type Err = InvitationError;

    /// Finds the code in a pasted text: whatever stands around it, however it is broken into lines.
    fn from_str(text: &str) -> Result<Self, InvitationError> {
        let text: String = text.chars().take(MOST_PASTED).collect();
        let text = pasted::plain(&text);
        let letters = letters(&text);
        let mut error = InvitationError::NotOne {
            found: text.trim().chars().take(12).collect(),
        };
        let starts = (0..letters.len()).filter(|start| is_prefix(&letters[*start..]));
        for start in starts.take(MOST_STARTS) {
            let Some(is_link) = is_link(&text[..letters[start].at]) else {
                continue;
            };
            match code_in(&letters[start..], is_link) {
                Ok(invitation) => return Ok(invitation),
                Err(cause) => error = cause,
            }
        }
        Err(error)
    }
}

/// The most characters of a pasted text in which a code is looked for.
const MOST_PASTED: usize = 64 * 1024;
/// The most places of a text at which a code is looked for.
const MOST_STARTS: usize = 16;
/// A word of so many characters is a part of a code that was broken into lines.
const PART: usize = 12;

/// A letter or digit of a pasted text.
struct Letter {
    letter: char,
    /// The place in the text.
    at: usize,
    gap: Gap,
}

/// What stands before a letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Gap {
    Nothing,
    Mark,
    Blank,
}

fn letters(text: &str) -> Vec<Letter> {
    let mut gap = Gap::Blank;
    let mut letters = Vec::new();
    for (at, letter) in text.char_indices() {
        if letter.is_alphanumeric() {
            letters.push(Letter { letter, at, gap });
            gap = Gap::Nothing;
        } else if letter.is_whitespace() {
            gap = Gap::Blank;
        } else {
            gap = gap.max(Gap::Mark);
        }
    }
    letters
}

/// The digit of the prefix may have been read as a letter, like every other digit.
fn is_prefix(letters: &[Letter]) -> bool {
    let Some(letters) = letters.get(..PREFIX.len()) else {
        return false;
    };
    let start: String = letters.iter().map(|letter| letter.letter).collect();
    let start = start.to_lowercase();
    let digit = start.strip_prefix("warlord");
    digit.is_some_and(|digit| matches!(digit, "1" | "i" | "l"))
}

/// Tells if the code behind that text belongs to a link; `None` where the link leads elsewhere.
fn is_link(before: &str) -> Option<bool> {
    let word = before
        .rsplit(char::is_whitespace)
        .next()
        .unwrap_or_default();
    if !word.contains("://") {
        return Some(false);
    }
    word.to_lowercase().ends_with(LINK_PREFIX).then_some(true)
}

/// Reads the code that those letters begin with: its end is where its check fits.
fn code_in(letters: &[Letter], is_link: bool) -> Result<Invitation, InvitationError> {
    let is_code = |letter: &Letter| {
        letter.letter.is_ascii_alphanumeric() && !matches!(letter.letter, 'u' | 'U')
    };
    let is_end = |end: &usize| {
        letters
            .get(*end)
            .is_none_or(|next| next.gap != Gap::Nothing)
    };
    let (mut errors, mut begun) = (Vec::new(), 0);
    for end in (PREFIX.len()..=letters.len()).filter(is_end) {
        let word = &letters[begun..end];
        let unknown = word
            .iter()
            .skip(PREFIX.len().saturating_sub(begun))
            .find(|letter| !is_code(letter));
        if let Some(found) = unknown {
            if errors.is_empty() || word.len() >= PART {
                return Err(InvitationError::Character {
                    found: found.letter,
                });
            }
            break;
        }
        let body: String = letters[PREFIX.len()..end]
            .iter()
            .map(|letter| letter.letter)
            .collect();
        match read(&body) {
            Ok(_) if is_link && letters.get(end).is_some_and(|next| next.gap == Gap::Mark) => {
                let next = letters[end..].iter().skip(1);
                let extra = 1 + next.take_while(|letter| letter.gap != Gap::Blank).count();
                return Err(InvitationError::TooLong { extra });
            }
            Ok(invitation) => return Ok(invitation),
            Err(error) => errors.push((word.len(), error)),
        }
        if end > LONGEST_CODE {
            break;
        }
        begun = end;
    }
    Err(likeliest(errors))
}

/// The mistake in a code that reads at none of its possible ends: short words behind a long first part are no part of it.
fn likeliest(errors: Vec<(usize, InvitationError)>) -> InvitationError {
    let is_grouped = errors.first().is_some_and(|(length, _)| *length < 2 * PART);
    let parts = errors.into_iter().enumerate();
    let parts = parts.filter(|(place, (length, _))| *place == 0 || is_grouped || *length >= PART);
    let mut last = InvitationError::Mistyped;
    for (_, (_, error)) in parts {
        match error {
            InvitationError::Version { .. }
            | InvitationError::Address { .. }
            | InvitationError::Count { .. }
            | InvitationError::Name => return error,
            error => last = error,
        }
    }
    last
}

/// Reads a code from what follows its prefix.
fn read(body: &str) -> Result<Invitation, InvitationError> {
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
    decode(&BASE32, body)?;
    Ok(invitation)
}

impl fmt::Display for Invitation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.code())
    }
}

#[cfg(test)]
mod tests;
