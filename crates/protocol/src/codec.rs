//! The one file that knows bincode. Nothing is decoded anywhere else.
//!
//! bincode by itself accepts padded integers and left-over bytes; [`decode_canonical`] does not: each value has exactly
//! one byte string.

use bincode::config::{self, Configuration, Limit, LittleEndian, Varint};
use bincode::{Decode, Encode};

/// The longest encoding of any value but a manifest; a frame adds its type byte.
pub const MAX_BYTES: usize = 65_536 - 1;
/// The longest encoding of a manifest, which holds a scenario and may hold a position.
pub const MAX_MANIFEST: usize = 128 * 1024 - 1;

// the library has one limit for all types; the limit of each type is checked before it is asked
const CONFIG: Configuration<LittleEndian, Varint, Limit<MAX_MANIFEST>> =
    config::standard().with_limit::<MAX_MANIFEST>();

/// A type that travels or is stored, with the bounds of its encoding.
pub trait Wire: Encode + Decode<()> {
    /// The longest encoding accepted.
    const LIMIT: usize = MAX_BYTES;

    /// Checks everything beyond the shape: lengths of lists and texts, order, ranges. The error names the bound broken.
    fn check(&self) -> Result<(), &'static str> {
        Ok(())
    }
}

/// Bytes that are no value of the expected type, or not its only accepted encoding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CodecError {
    /// Refused before it is decoded, so that no length inside it is believed.
    #[error("{len} bytes where at most {limit} are allowed")]
    TooLong {
        /// The number of bytes that came.
        len: usize,
        /// [`Wire::LIMIT`] of the type.
        limit: usize,
    },
    /// The bytes end too early, name an unknown variant, or are otherwise no such value.
    #[error("bytes that do not decode")]
    Malformed,
    /// That many bytes follow the value: two spellings of one value would give two hashes.
    #[error("{0} bytes are left over")]
    LeftOver(usize),
    /// A second spelling of a value, such as a padded integer.
    #[error("not the one canonical encoding of its value")]
    NotCanonical,
    /// The value breaks a bound of its type.
    #[error("{0}")]
    Bounds(&'static str),
}

/// The canonical bytes of a value.
pub fn encode<T: Wire>(value: &T) -> Vec<u8> {
    bincode::encode_to_vec(value, CONFIG).expect("writing to memory cannot fail")
}

/// The value of canonical bytes.
///
/// # Errors
/// Returns [`CodecError`] if the bytes are too many, do not decode, leave bytes over, are not the bytes that
/// [`encode`] writes, or give a value out of bounds.
pub fn decode_canonical<T: Wire>(bytes: &[u8]) -> Result<T, CodecError> {
    // before decoding, so that no length inside the bytes is believed (threat 17)
    if bytes.len() > T::LIMIT {
        return Err(CodecError::TooLong {
            len: bytes.len(),
            limit: T::LIMIT,
        });
    }
    let (value, used): (T, usize) =
        bincode::decode_from_slice(bytes, CONFIG).map_err(|_cause| CodecError::Malformed)?;
    // left-over bytes and padded integers would give one value two spellings, and so two hashes (threat 16)
    if used != bytes.len() {
        return Err(CodecError::LeftOver(bytes.len().saturating_sub(used)));
    }
    if encode(&value) != bytes {
        return Err(CodecError::NotCanonical);
    }
    // after the spelling: a bound is named only for bytes that are the value's own
    value.check().map_err(CodecError::Bounds)?;
    Ok(value)
}

/// The number that an encoding begins with, whatever follows.
pub(crate) fn leading_u16(bytes: &[u8]) -> Option<u16> {
    let read = bincode::decode_from_slice::<u16, _>(bytes, CONFIG);
    read.ok().map(|(number, _)| number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, PartialEq, Encode, Decode)]
    struct Sample {
        number: u64,
        list: Vec<u8>,
        flag: bool,
        other: Option<u16>,
    }

    impl Wire for Sample {
        const LIMIT: usize = 64;

        fn check(&self) -> Result<(), &'static str> {
            if self.list.len() > 4 {
                return Err("a list of more than 4");
            }
            Ok(())
        }
    }

    #[derive(Debug, Encode, Decode)]
    struct Numbers(Vec<u64>);

    impl Wire for Numbers {}

    fn sample() -> Sample {
        Sample {
            number: 5,
            list: vec![1, 2, 3],
            flag: true,
            other: Some(300),
        }
    }

    #[test]
    fn a_value_comes_back_from_its_bytes() {
        let bytes = encode(&sample());
        assert_eq!(bytes, [5, 3, 1, 2, 3, 1, 1, 251, 44, 1]);
        assert_eq!(decode_canonical(&bytes), Ok(sample()));
    }

    #[test]
    fn padded_integers_are_refused() {
        // 5 written in three bytes, then the rest unchanged
        let bytes = [251, 5, 0, 3, 1, 2, 3, 1, 1, 251, 44, 1];
        assert_eq!(
            decode_canonical::<Sample>(&bytes),
            Err(CodecError::NotCanonical)
        );
    }

    #[test]
    fn left_over_bytes_are_refused() {
        let mut bytes = encode(&sample());
        bytes.push(0);
        assert_eq!(
            decode_canonical::<Sample>(&bytes),
            Err(CodecError::LeftOver(1))
        );
    }

    #[test]
    fn a_tag_of_two_is_neither_a_flag_nor_an_option() {
        for place in [5, 6] {
            let mut bytes = encode(&sample());
            bytes[place] = 2;
            assert_eq!(
                decode_canonical::<Sample>(&bytes),
                Err(CodecError::Malformed)
            );
        }
    }

    #[test]
    fn lengths_of_gigabytes_are_refused_without_allocating() {
        for bytes in [
            [253, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff].as_slice(),
            [252, 0, 0, 0, 0x40].as_slice(),
        ] {
            assert!(matches!(
                decode_canonical::<Numbers>(bytes),
                Err(CodecError::Malformed)
            ));
        }
    }

    #[test]
    fn the_bounds_of_the_type_hold() {
        let long = Sample {
            list: vec![0; 5],
            ..sample()
        };
        assert_eq!(
            decode_canonical::<Sample>(&encode(&long)),
            Err(CodecError::Bounds("a list of more than 4"))
        );
        assert_eq!(
            decode_canonical::<Sample>(&[0; 65]),
            Err(CodecError::TooLong { len: 65, limit: 64 })
        );
    }
}
