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
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn sample() -> Invitation {
        Invitation {
            host: PublicKey([0xa5; 32]),
            secret: JoinSecret([7; 10]),
            game: [9; 8],
            last_day: 20_000,
            candidates: vec![
                SocketAddr::from(([192, 168, 1, 20], 4433)),
                SocketAddr::from(([0x2001, 0xdb8, 0, 0, 0, 0, 0, 1], 4433)),
            ],
            names: Vec::new(),
            is_shut: false,
        }
    }

    fn named() -> Invitation {
        let name = |name: &str| HostName::new(name, 4433).expect("a name");
        Invitation {
            names: vec![name("home.example.org"), name("nas")],
            ..sample()
        }
    }

    #[test]
    fn with_one_address_of_each_family_a_code_has_143_characters() {
        assert_eq!(sample().code().len(), 143);
    }

    #[test]
    fn the_code_of_a_known_invitation_does_not_change() {
        assert_eq!(
            sample().code(),
            "warlord1040ab9d5mpjtb9d5mpjtb9d5mpjtb9d5mpjtb9d5mpjtb9d5mpjtb9870w3ge1r70w3ge1r9144gj289144j0kg1070ag08ma48\
             j008dq00000000000000000002m8hc57se60"
        );
    }

    #[test]
    fn it_is_read_through_mail_chat_and_handwriting() {
        let code = sample().code();
        let upper = code.to_uppercase();
        let spaced = code
            .chars()
            .enumerate()
            .fold(String::new(), |mut text, (i, c)| {
                if i > 0 && i % 5 == 0 {
                    text.push_str(if i % 20 == 0 { "\r\n" } else { " - " });
                }
                text.push(c);
                text
            });
        let misread: String = code[8..].replace('0', "O").replace('1', "l");
        for text in [
            code.clone(),
            upper.clone(),
            spaced,
            format!("WARLORDI{misread}"),
            sample().link(),
            format!("WARLORD://JOIN/{upper}\n"),
        ] {
            assert_eq!(text.parse(), Ok(sample()), "{text}");
        }
    }

    #[test]
    fn it_is_found_in_whatever_a_mail_or_a_chat_puts_around_it_and_into_it() {
        let code = sample().code();
        let (start, end) = code.split_at(40);
        for text in [
            format!("{start}\u{200b}{end}"),
            format!("{start}\u{2060}{end}\u{200e}"),
            format!("\u{feff}\u{2068}{start}\u{ad}{end}\u{2069}"),
            format!("<{code}>"),
            format!("\u{201c}{code}\u{201d}."),
            format!("`{code}`, see you at eight"),
            format!("*{code}*/"),
            format!("Join me: {code} (it lasts a week)"),
            format!("Play warlord I say: {code}"),
            format!("> {start}\n> {end}\n> Ann"),
            format!("{start}<br>{end}<br>\nAnn"),
            format!("{start}\u{2013}{end}"),
            format!("[join]({})", sample().link()),
            format!("{}/", sample().link()),
            format!("{}, or by hand", sample().link()),
            format!("<a href=\"{}\">{code}</a>", sample().link()),
        ] {
            assert_eq!(text.parse(), Ok(sample()), "{text}");
        }
    }

    #[test]
    fn a_mistake_in_a_code_is_told_though_words_stand_around_it() {
        let code = sample().code();
        let cut = format!("Join me: {} see you later", &code[..100]);
        assert!(matches!(
            cut.parse::<Invitation>(),
            Err(InvitationError::Cut { whole: 143, .. })
        ));
        let foreign = code.replace("0kg", "0\u{43a}g");
        let found = InvitationError::Character { found: '\u{43a}' };
        assert_eq!(foreign.parse::<Invitation>(), Err(found));
        let wrong = format!("{} bye", code.replace("0kg", "0kh"));
        assert_eq!(wrong.parse::<Invitation>(), Err(InvitationError::Mistyped));
        let without = "Join me: tomorrow".parse::<Invitation>();
        let found = "Join me: tom".to_owned();
        assert_eq!(without, Err(InvitationError::NotOne { found }));
    }

    #[test]
    fn a_cut_paste_is_named_as_such_wherever_it_is_cut() {
        for end in PREFIX.len()..named().code().len() {
            let cut = named().code()[..end].parse::<Invitation>();
            assert!(
                matches!(cut, Err(InvitationError::Cut { .. })),
                "{end}: {cut:?}"
            );
        }
        let code = sample().code();
        for end in PREFIX.len()..code.len() {
            match code[..end].parse::<Invitation>() {
                Err(InvitationError::Cut { missing, whole }) => {
                    if end > PREFIX.len() + 90 {
                        assert_eq!(whole, code.len());
                        assert!(missing.abs_diff(code.len() - end) <= 1, "{end}: {missing}");
                    }
                }
                other => panic!("cut at {end}: {other:?}"),
            }
        }
    }

    #[test]
    fn every_single_wrong_character_is_noticed() {
        let code = named().code();
        for at in PREFIX.len()..code.len() {
            for other in ['0', 'z', '7', 'h'] {
                let mut wrong: Vec<char> = code.chars().collect();
                if wrong[at] == other {
                    continue;
                }
                wrong[at] = other;
                let wrong: String = wrong.into_iter().collect();
                assert!(wrong.parse::<Invitation>().is_err(), "{at} {other}");
            }
        }
    }

    #[test]
    fn links_with_anything_more_than_a_code_are_refused() {
        let link = sample().link();
        for more in ["?x=1", "#a", "/more", "&b"] {
            assert!(
                format!("{link}{more}").parse::<Invitation>().is_err(),
                "{more}"
            );
        }
        assert!(link.replace("join", "watch").parse::<Invitation>().is_err());
        assert!(
            link.replace("warlord://", "https://")
                .parse::<Invitation>()
                .is_err()
        );
    }

    #[test]
    fn an_invitation_never_makes_a_player_send_to_many_or_to_nobody() {
        for bad in [
            "224.0.0.1:4433",
            "239.1.2.3:4433",
            "255.255.255.255:4433",
            "0.0.0.0:4433",
            "0.1.2.3:4433",
            "192.168.1.20:0",
            "[::]:4433",
            "[ff02::1]:4433",
            "[::ffff:224.0.0.1]:4433",
        ] {
            let found: SocketAddr = bad.parse().expect("an address");
            let invitation = Invitation {
                candidates: vec![found],
                ..sample()
            };
            assert_eq!(
                invitation.code().parse::<Invitation>(),
                Err(InvitationError::Address { found })
            );
        }
    }

    #[test]
    fn none_or_more_than_sixteen_addresses_are_refused() {
        let address = sample().candidates[0];
        for found in [0, 17, 40] {
            let invitation = Invitation {
                candidates: vec![address; found],
                ..sample()
            };
            assert_eq!(
                invitation.code().parse::<Invitation>(),
                Err(InvitationError::Count { found })
            );
        }
    }

    #[test]
    fn names_are_carried_and_are_enough_without_an_address() {
        let only = Invitation {
            candidates: Vec::new(),
            ..named()
        };
        for invitation in [named(), only] {
            assert_eq!(invitation.code().parse(), Ok(invitation));
        }
    }

    #[test]
    fn it_runs_out_on_the_day_after_its_last() {
        assert_eq!(sample().check_day(20_000), Ok(()));
        assert_eq!(
            sample().check_day(20_002),
            Err(InvitationError::Expired {
                days: 2,
                today: 20_002
            })
        );
    }

    #[test]
    fn one_that_ran_out_yesterday_did_so_1_day_ago_by_the_clock_of_this_machine() {
        let error = sample().check_day(20_001).expect_err("it ran out");
        let words = "the invitation ran out 1 day ago: this machine's clock says 2024-10-05";
        assert_eq!(error.to_string(), words);
        assert!(error.advice().contains("set this machine's clock"));
    }

    #[test]
    fn one_that_runs_out_later_than_any_made_today_tells_of_a_wrong_clock() {
        assert!(!sample().is_of_the_future(20_000 - INVITATION_DAYS));
        assert!(
            !sample().is_of_the_future(20_000 - INVITATION_DAYS - 1),
            "midnight"
        );
        assert!(sample().is_of_the_future(20_000 - INVITATION_DAYS - 2));
    }

    fn any_candidate() -> impl Strategy<Value = SocketAddr> {
        prop_oneof![
            (any::<[u8; 4]>(), any::<u16>()).prop_map(|(ip, port)| SocketAddr::from((ip, port))),
            (any::<[u8; 16]>(), any::<u16>()).prop_map(|(ip, port)| SocketAddr::from((ip, port))),
        ]
        .prop_filter("dialable", |&address| address::check(address).is_ok())
    }

    fn any_names() -> impl Strategy<Value = Vec<HostName>> {
        let label = "[a-z]([a-z0-9-]{0,61}[a-z0-9])?";
        let name = prop::collection::vec(label, 1..=4).prop_map(|labels| labels.join("."));
        let named = (name, 1..=u16::MAX)
            .prop_filter_map("short enough", |(name, port)| HostName::new(&name, port));
        prop::collection::vec(named, 0..=MOST_NAMES)
    }

    proptest! {
        #[test]
        fn what_was_encoded_is_decoded(
            host: [u8; 32], secret: [u8; 10], game: [u8; 8], last_day: u16,
            mut candidates in prop::collection::vec(any_candidate(), 1..=MOST_CANDIDATES),
            names in any_names(),
            is_shut: bool,
        ) {
            candidates.sort_by_key(SocketAddr::is_ipv6);
            let invitation = Invitation {
                host: PublicKey(host), secret: JoinSecret(secret), game, last_day, candidates, names, is_shut,
            };
            prop_assert_eq!(invitation.code().parse(), Ok(invitation.clone()));
            prop_assert!(invitation.code().len() <= LONGEST_CODE);
        }

        #[test]
        fn no_text_makes_the_reader_panic(text in ".{0,300}", tail in "[0-9a-zA-Z \\-]{0,400}") {
            let _ = text.parse::<Invitation>();
            let _ = format!("{PREFIX}{text}").parse::<Invitation>();
            let _ = format!("{PREFIX}{tail}").parse::<Invitation>();
        }
    }
}
