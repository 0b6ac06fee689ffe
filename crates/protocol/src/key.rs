//! Keys and signatures: Ed25519, verified strictly, weak keys refused.

use std::fmt;

use bincode::{Decode, Encode};
use ed25519_dalek::{Signer, SigningKey, VerifyingKey};

use crate::hash::Digest;

/// An Ed25519 public key, which may be weak ([`PublicKey::is_weak`]).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Encode, Decode)]
pub struct PublicKey(pub [u8; 32]);

impl PublicKey {
    /// True if the key is no point of the curve, or of small order: anybody could sign for such a key.
    pub fn is_weak(&self) -> bool {
        VerifyingKey::from_bytes(&self.0).map_or(true, |key| key.is_weak())
    }

    /// The key that [`fmt::Display`] writes as this text.
    pub fn from_hex(text: &str) -> Option<Self> {
        let mut key = [0; 32];
        let (pairs, rest) = text.as_bytes().as_chunks::<2>();
        // `from_str_radix` would take a sign
        let is_hex = text.bytes().all(|byte| byte.is_ascii_hexdigit());
        if pairs.len() != key.len() || !rest.is_empty() || !is_hex {
            return None;
        }
        for (byte, pair) in key.iter_mut().zip(pairs) {
            let pair = std::str::from_utf8(pair).ok()?;
            *byte = u8::from_str_radix(pair, 16).ok()?;
        }
        Some(Self(key))
    }

    /// True if the signature over that label and digest is this key's.
    pub fn verify(&self, label: &str, digest: &Digest, signature: &Signature) -> bool {
        let Ok(key) = VerifyingKey::from_bytes(&self.0) else {
            return false;
        };
        let signature = ed25519_dalek::Signature::from_bytes(&signature.0);
        // strict: a key of small order, which has signatures that fit every message, verifies nothing
        key.verify_strict(&message(label, digest), &signature)
            .is_ok()
    }
}

impl fmt::Display for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Ed25519, checked by `verify_strict`: a second signature under the same key and bytes cannot be made from a first.
#[derive(Clone, Copy, PartialEq, Eq, Encode, Decode)]
pub struct Signature(pub [u8; 64]);

impl fmt::Debug for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// A key pair: the long-lived identity of a player, or the key of one seat in one match. Its secret is wiped on drop.
#[derive(Clone)]
pub struct Identity(SigningKey);

impl Identity {
    /// The key pair of a 32-byte seed.
    pub fn from_seed(seed: [u8; 32]) -> Self {
        Self(SigningKey::from_bytes(&seed))
    }

    /// The key that others know this identity by.
    pub fn public(&self) -> PublicKey {
        PublicKey(self.0.verifying_key().to_bytes())
    }

    /// Signs a digest for one purpose, named by a label of at most 255 bytes.
    pub fn sign(&self, label: &str, digest: &Digest) -> Signature {
        Signature(self.0.sign(&message(label, digest)).to_bytes())
    }

    pub(crate) fn seed(&self) -> [u8; 32] {
        self.0.to_bytes()
    }
}

impl fmt::Debug for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Identity({})", self.public())
    }
}

fn message(label: &str, digest: &Digest) -> Vec<u8> {
    let mut bytes = b"fairplay/1 sig\0".to_vec();
    // the length keeps a label from running into the digest: a signature for one purpose is none for another
    bytes.push(u8::try_from(label.len()).expect("labels are short constants"));
    bytes.extend_from_slice(label.as_bytes());
    bytes.extend_from_slice(digest);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The eight points of small order of Chalkias, Garillot and Nikolaenko, "Taming the many EdDSAs", and their
    /// non-canonical spellings.
    const SMALL_ORDER: [&str; 8] = [
        "0100000000000000000000000000000000000000000000000000000000000000",
        "0000000000000000000000000000000000000000000000000000000000000000",
        "0000000000000000000000000000000000000000000000000000000000000080",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
    ];

    fn key(text: &str) -> PublicKey {
        let byte = |i| u8::from_str_radix(&text[2 * i..2 * i + 2], 16).expect("hex");
        PublicKey(std::array::from_fn(byte))
    }

    #[test]
    fn keys_of_small_order_are_weak_and_verify_nothing() {
        for text in SMALL_ORDER {
            let key = key(text);
            assert!(key.is_weak(), "{text}");
            // R = identity, s = 0 satisfies the loose equation for the identity key
            let mut forged = [0; 64];
            forged[0] = 1;
            assert!(!key.verify("record", &[7; 32], &Signature(forged)));
        }
        assert!(!Identity::from_seed([1; 32]).public().is_weak());
    }

    #[test]
    fn a_signature_holds_for_its_label_digest_and_key_only() {
        let mine = Identity::from_seed([1; 32]);
        let signature = mine.sign("record", &[7; 32]);
        assert!(mine.public().verify("record", &[7; 32], &signature));
        assert!(!mine.public().verify("note", &[7; 32], &signature));
        assert!(!mine.public().verify("record", &[8; 32], &signature));
        let other = Identity::from_seed([2; 32]);
        assert!(!other.public().verify("record", &[7; 32], &signature));
        for bit in 0..512 {
            let mut changed = signature;
            changed.0[bit / 8] ^= 1 << (bit % 8);
            assert!(!mine.public().verify("record", &[7; 32], &changed), "{bit}");
        }
    }

    #[test]
    fn the_second_spelling_of_a_signature_is_refused() {
        // s + L verifies in lax implementations
        const L: [u8; 32] = [
            0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58, 0xd6, 0x9c, 0xf7, 0xa2, 0xde, 0xf9,
            0xde, 0x14, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x10,
        ];
        let mine = Identity::from_seed([1; 32]);
        let mut signature = mine.sign("record", &[7; 32]);
        let mut carry = 0_u16;
        for (byte, add) in signature.0[32..].iter_mut().zip(L) {
            carry += u16::from(*byte) + u16::from(add);
            *byte = carry.to_le_bytes()[0];
            carry >>= 8;
        }
        assert_eq!(carry, 0);
        assert!(!mine.public().verify("record", &[7; 32], &signature));
    }
}
