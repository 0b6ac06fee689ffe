//! The file of a player's private key: PKCS#8 PEM, as `openssl genpkey -algorithm ed25519` writes the key, with the
//! name before.
//!
//! ```text
//! name: Ann
//! -----BEGIN PRIVATE KEY-----
//! MC4CAQAwBQYDK2VwBCIEI…
//! -----END PRIVATE KEY-----
//! ```

use data_encoding::BASE64;
use zeroize::Zeroizing;

/// The DER of a PKCS#8 version 1 Ed25519 key before the 32 bytes of its seed (RFC 8410, section 7).
const PREFIX: [u8; 16] = [
    0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
];
const BEGIN: &str = "-----BEGIN PRIVATE KEY-----";
const END: &str = "-----END PRIVATE KEY-----";

/// Why the text of a key file was refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum KeyFileError {
    /// The text has no `PRIVATE KEY` block.
    #[error("there is no block from `{BEGIN}` to `{END}`")]
    NoBlock,
    #[error("the private key is not valid base64")]
    NotBase64,
    /// The block holds a key of another kind, such as RSA.
    #[error("the private key is not a plain Ed25519 key (PKCS#8, 48 bytes); it has {found} bytes")]
    NotEd25519 {
        /// The number of bytes of the block.
        found: usize,
    },
}

/// Reads the seed, and the name if the file has one.
pub fn read(text: &str) -> Result<(Zeroizing<[u8; 32]>, Option<String>), KeyFileError> {
    let (before, rest) = text.split_once(BEGIN).ok_or(KeyFileError::NoBlock)?;
    let (body, _) = rest.split_once(END).ok_or(KeyFileError::NoBlock)?;
    let joined: Zeroizing<String> =
        // wiped as well: it holds the whole key in another spelling
        Zeroizing::new(body.chars().filter(|c| !c.is_ascii_whitespace()).collect());
    let der = Zeroizing::new(
        BASE64
            .decode(joined.as_bytes())
            .map_err(|_not_base64| KeyFileError::NotBase64)?,
    );
    let seed = der
        // compared byte for byte: of PKCS#8 nothing but a plain Ed25519 key is read
        .strip_prefix(&PREFIX)
        .and_then(|seed| <[u8; 32]>::try_from(seed).ok())
        .ok_or(KeyFileError::NotEd25519 { found: der.len() })?;
    let name = before
        .lines()
        .find_map(|line| line.strip_prefix("name:"))
        .map(|name| name.trim().to_owned());
    Ok((Zeroizing::new(seed), name))
}

/// The key as PKCS#8.
pub fn der(seed: &[u8; 32]) -> Zeroizing<Vec<u8>> {
    Zeroizing::new([PREFIX.as_slice(), seed].concat())
}

pub fn write(seed: &[u8; 32], name: &str) -> Zeroizing<String> {
    let body = Zeroizing::new(BASE64.encode(&der(seed)));
    Zeroizing::new(format!("name: {name}\n{BEGIN}\n{}\n{END}\n", *body))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_is_read_again() {
        let text = write(&[7; 32], "Ann");
        let (seed, name) = read(&text).expect("readable");
        assert_eq!((*seed, name.as_deref()), ([7; 32], Some("Ann")));
    }

    #[test]
    fn a_key_made_by_openssl_is_read() {
        // RFC 8410, section 10.3
        let text = "-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC\n-----END PRIVATE KEY-----\n";
        let (seed, name) = read(text).expect("readable");
        assert_eq!(seed[..4], [0xd4, 0xee, 0x72, 0xdb]);
        assert_eq!(name, None);
    }

    #[test]
    fn what_is_no_ed25519_key_is_refused_with_the_reason() {
        assert_eq!(read("hello"), Err(KeyFileError::NoBlock));
        let junk = format!("{BEGIN}\n!!\n{END}\n");
        assert_eq!(read(&junk), Err(KeyFileError::NotBase64));
        let long = format!("{BEGIN}\n{}\n{END}\n", BASE64.encode(&[0; 60]));
        assert_eq!(read(&long), Err(KeyFileError::NotEd25519 { found: 60 }));
    }
}
