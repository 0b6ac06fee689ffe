//! Sealing between two seats of a team: X25519 and ChaCha20-Poly1305.

use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{ChaCha20Poly1305, Key, Nonce};
use x25519_dalek::{PublicKey, StaticSecret};

use crate::Seat;
use crate::hash::{self, Digest};

/// The nonce of one sealed message.
pub(crate) type BoxNonce = [u8; 12];

/// The two ends of a message, and its number: what the seal covers beside the content.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Address<'a> {
    pub(crate) sid: &'a Digest,
    pub(crate) from: Seat,
    pub(crate) to: Seat,
    pub(crate) number: u64,
}

impl Address<'_> {
    fn bytes(&self) -> Vec<u8> {
        let seats = [self.from.0, self.to.0];
        [&self.sid[..], &seats, &self.number.to_le_bytes()].concat()
    }

    /// A key for each direction: two messages that cross under one number have nothing in common.
    fn key(&self, shared: &[u8; 32]) -> Digest {
        hash::box_pair(shared, self.sid, (self.from, self.to))
    }
}

/// The public part of a box secret.
pub(crate) fn public(secret: [u8; 32]) -> [u8; 32] {
    PublicKey::from(&StaticSecret::from(secret)).to_bytes()
}

/// What two seats share; none for a key of low order, with which everybody would share the same.
pub(crate) fn shared(secret: [u8; 32], other: [u8; 32]) -> Option<[u8; 32]> {
    let shared = StaticSecret::from(secret).diffie_hellman(&PublicKey::from(other));
    shared.was_contributory().then(|| shared.to_bytes())
}

/// True if the key is of low order.
pub(crate) fn is_weak(key: [u8; 32]) -> bool {
    // any secret shows it
    shared([1; 32], key).is_none()
}

/// Seals a content. The nonce follows from key, number and content, so that a clock set back between two runs cannot have
/// one nonce used for two contents, which would show both.
pub(crate) fn seal(
    shared: &[u8; 32],
    at: &Address<'_>,
    content: &[u8],
) -> Option<(BoxNonce, Vec<u8>)> {
    let key = at.key(shared);
    let nonce = hash::box_nonce(&key, at.number, content);
    let payload = Payload {
        msg: content,
        aad: &at.bytes(),
    };
    let sealed = cipher(&key).encrypt(&Nonce::from(nonce), payload).ok()?;
    Some((nonce, sealed))
}

/// Opens a sealed content; none if it was sealed by nobody who shares the secret, or altered.
pub(crate) fn open(
    shared: &[u8; 32],
    at: &Address<'_>,
    (nonce, sealed): (BoxNonce, &[u8]),
) -> Option<Vec<u8>> {
    let payload = Payload {
        msg: sealed,
        aad: &at.bytes(),
    };
    let key = at.key(shared);
    cipher(&key).decrypt(&Nonce::from(nonce), payload).ok()
}

fn cipher(key: &Digest) -> ChaCha20Poly1305 {
    ChaCha20Poly1305::new(&Key::from(*key))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SID: Digest = [9; 32];

    fn at(from: u8, to: u8, number: u64) -> Address<'static> {
        Address {
            sid: &SID,
            from: Seat(from),
            to: Seat(to),
            number,
        }
    }

    #[test]
    fn the_two_share_a_secret_and_nobody_else() {
        let ours = shared([1; 32], public([2; 32])).expect("sound keys");
        assert_eq!(shared([2; 32], public([1; 32])), Some(ours));
        assert_ne!(shared([3; 32], public([1; 32])), Some(ours));
        let (nonce, sealed) = seal(&ours, &at(0, 2, 5), b"flank left").expect("short");
        let opened = |at: &Address<'_>, sealed: &[u8]| open(&ours, at, (nonce, sealed));
        assert_eq!(opened(&at(0, 2, 5), &sealed), Some(b"flank left".to_vec()));
        for other in [at(2, 0, 5), at(0, 1, 5), at(0, 2, 6)] {
            assert_eq!(opened(&other, &sealed), None, "{other:?}");
        }
        for place in 0..sealed.len() {
            let mut altered = sealed.clone();
            altered[place] ^= 1;
            assert_eq!(opened(&at(0, 2, 5), &altered), None);
        }
    }

    #[test]
    fn one_nonce_is_never_used_for_two_contents() {
        let ours = shared([1; 32], public([2; 32])).expect("sound keys");
        let [first, second] = [&b"one"[..], b"two"].map(|text| seal(&ours, &at(0, 2, 5), text));
        assert_ne!(first.expect("short").0, second.expect("short").0);
    }

    #[test]
    fn keys_of_low_order_are_weak() {
        assert!(is_weak([0; 32]));
        let mut one = [0; 32];
        one[0] = 1;
        assert!(is_weak(one));
        assert!(!is_weak(public([1; 32])));
    }
}
