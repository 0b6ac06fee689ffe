//! The greeting: the one frame that programs of any two versions can read of each other.

use bincode::{Decode, Encode};

use crate::codec::{CodecError, Wire, decode_canonical, encode};
use crate::hash::Digest;
use crate::manifest::PROTO;
use crate::{Fault, Signature};

const HELLO_MAGIC: &[u8; 8] = b"fairplay";
const HELLO_VERSION: u8 = 3;
const MAX_VERSION: usize = 32;
/// Bytes of a greeting that protocol 1 filled with the digest of its rules.
const RESERVED: usize = 32;

/// The first thing each side sends. Its first bytes are frozen forever, so that any two versions can read each
/// other's: magic, version of this layout, protocols spoken, 32 zeros (the rules, in protocol 1), program version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hello {
    /// 3 here; of another only `proto` and `version` are read.
    pub layout: u8,
    /// Lowest and highest protocol spoken.
    pub proto: (u16, u16),
    /// At most 32 printable characters, for the user.
    pub version: String,
    /// The rest; none if the layout is another.
    pub body: Option<HelloBody>,
}

/// The part of a greeting that may change with the layout.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode)]
pub struct HelloBody {
    /// The match the sender has signed, or zeros.
    pub sid: Digest,
    /// Fresh for this line; the receiver's HEAD must answer it.
    pub nonce: [u8; 32],
    /// The signature by the sender's identity over the exporter of this line, label "channel".
    pub signature: Signature,
}

impl Wire for HelloBody {
    const LIMIT: usize = 128;
}

impl Hello {
    /// The greeting of this program and version.
    pub fn new(sid: Digest, nonce: [u8; 32], signature: Signature) -> Self {
        Self {
            layout: HELLO_VERSION,
            proto: (PROTO, PROTO),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            body: Some(HelloBody {
                sid,
                nonce,
                signature,
            }),
        }
    }

    /// True if the sender's program is newer than this one.
    pub(crate) fn is_newer(&self) -> bool {
        is_newer(&self.version, env!("CARGO_PKG_VERSION"))
    }

    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = HELLO_MAGIC.to_vec();
        bytes.push(self.layout);
        bytes.extend_from_slice(&self.proto.0.to_le_bytes());
        bytes.extend_from_slice(&self.proto.1.to_le_bytes());
        bytes.extend_from_slice(&[0; RESERVED]);
        // cut rather than refused: this program's own version is no reason not to greet
        let version = &self.version.as_bytes()[..self.version.len().min(MAX_VERSION)];
        bytes.push(u8::try_from(version.len()).expect("at most 32"));
        bytes.extend_from_slice(version);
        if let Some(body) = &self.body {
            bytes.extend_from_slice(&encode(body));
        }
        bytes
    }

    pub(super) fn from_bytes(bytes: &[u8]) -> Result<Self, Fault> {
        let read = || {
            let rest = bytes.strip_prefix(HELLO_MAGIC)?;
            let (layout, rest) = rest.split_first()?;
            let (low, rest) = rest.split_first_chunk()?;
            let (high, rest) = rest.split_first_chunk()?;
            let (reserved, rest) = rest.split_at_checked(RESERVED)?;
            // another layout may use them; in this one other bytes would be a second way to write the same
            if *layout == HELLO_VERSION && reserved.iter().any(|byte| *byte != 0) {
                return None;
            }
            let (len, rest) = rest.split_first()?;
            let (version, rest) = rest.split_at_checked(usize::from(*len))?;
            // shown to the user of another version, who knows nothing of the program that wrote it
            if version.len() > MAX_VERSION || !version.iter().all(u8::is_ascii_graphic) {
                return None;
            }
            let hello = Self {
                layout: *layout,
                proto: (u16::from_le_bytes(*low), u16::from_le_bytes(*high)),
                // ASCII by the check above, so nothing is lost
                version: String::from_utf8_lossy(version).into_owned(),
                body: None,
            };
            Some((hello, rest))
        };
        let (mut hello, rest) = read().ok_or(Fault::Malformed(CodecError::Malformed))?;
        // a later layout has a body of its own, and only its versions are read
        if hello.layout == HELLO_VERSION {
            hello.body = Some(decode_canonical(rest)?);
        }
        Ok(hello)
    }
}

/// True if one version is newer than another. Words in place of numbers are no version: the user would read them as this
/// program's, an address among them.
fn is_newer(theirs: &str, ours: &str) -> bool {
    let numbers = |text: &str| -> Option<Vec<u32>> {
        let parts = text.split('.').map(|part| {
            // `parse` would take a sign
            let is_number = part.bytes().all(|byte| byte.is_ascii_digit());
            part.parse().ok().filter(|_| is_number)
        });
        let parts: Option<Vec<u32>> = parts.collect();
        parts.filter(|parts| parts.len() == 3)
    };
    let both = numbers(theirs).zip(numbers(ours));
    both.is_some_and(|(theirs, ours)| theirs > ours)
}

#[cfg(test)]
mod tests {
    use super::super::Frame;
    use super::*;

    #[test]
    fn the_first_bytes_of_a_greeting_are_frozen() {
        let hello = Hello::new([7; 32], [9; 32], Signature([8; 64]));
        let bytes = Frame::Hello(hello.clone()).to_bytes();
        assert_eq!(bytes[..14], *b"\x01fairplay\x03\x05\x00\x05\x00");
        assert_eq!(bytes[14..46], [0; RESERVED]);
        assert_eq!(usize::from(bytes[46]), hello.version.len());
        assert_eq!(Frame::from_bytes(&bytes), Ok(Frame::Hello(hello)));
    }

    #[test]
    fn a_greeting_of_this_layout_leaves_the_reserved_bytes_empty() {
        let bytes = Frame::Hello(Hello::new([7; 32], [9; 32], Signature([8; 64]))).to_bytes();
        for place in 14..14 + RESERVED {
            let mut changed = bytes.clone();
            changed[place] = 11;
            assert!(Frame::from_bytes(&changed).is_err(), "byte {place}");
            // a later layout may use them
            changed[9] = 4;
            assert!(Frame::from_bytes(&changed).is_ok(), "byte {place}");
        }
    }

    #[test]
    fn a_greeting_of_a_later_layout_still_tells_its_versions() {
        let mut bytes = Frame::Hello(Hello::new([7; 32], [9; 32], Signature([8; 64]))).to_bytes();
        bytes[9] = 4;
        bytes.extend([1, 2, 3, 4]);
        let Ok(Frame::Hello(hello)) = Frame::from_bytes(&bytes) else {
            panic!("a greeting");
        };
        assert_eq!((hello.layout, hello.proto), (4, (5, 5)));
        assert_eq!(hello.body, None);
    }

    #[test]
    fn versions_are_compared_by_their_numbers_and_words_are_none() {
        for (theirs, ours) in [
            ("0.1.1", "0.1.0"),
            ("0.10.0", "0.9.9"),
            ("1.0.0", "0.99.99"),
        ] {
            assert!(is_newer(theirs, ours), "{theirs}");
            assert!(!is_newer(ours, theirs), "{ours}");
        }
        assert!(!is_newer("0.1.0", "0.1.0"));
        for words in [
            "9.9.9-at-example.org",
            "9",
            "9.9",
            "9.9.9.9",
            "",
            "+9.9.9",
            "9.9.99999999999",
        ] {
            assert!(!is_newer(words, "0.1.0"), "{words}");
        }
    }
}
