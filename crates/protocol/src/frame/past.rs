//! The file of an older match, in parts that fit a frame.

use bincode::{Decode, Encode};

use crate::codec::Wire;

/// Longest file of an older match that is sent; a longer one can be handed over otherwise.
pub const MAX_PAST: usize = 2 * 1024 * 1024;
/// The bytes of such a file in one frame.
/// It is under the 64 KiB of a frame, with room for the lengths.
const PAST_PART: usize = 60 * 1024;

/// Part of a match file that the other lacks: of the match that an offer begins from, or of the match that it has lost.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode)]
pub struct Past {
    /// The bytes of the whole file.
    pub total: u32,
    /// The next bytes of the file.
    pub bytes: Vec<u8>,
}

impl Wire for Past {
    fn check(&self) -> Result<(), &'static str> {
        let total = self.total as usize;
        match self.bytes.len() {
            // refused before the first byte is kept: a guest must know how much it would have to hold (threat 17)
            _ if total > MAX_PAST => Err("a match file over 2 MiB"),
            // an empty part would be a frame that brings nothing
            0 => Err("an empty part of a match file"),
            len if len > total => Err("more than the whole match file"),
            _ => Ok(()),
        }
    }
}

impl Past {
    /// The parts of a file, in order; none if the file is too long.
    pub fn parts(file: &[u8]) -> Vec<Self> {
        // a file that long is over the limit below anyway
        let total = u32::try_from(file.len()).unwrap_or(u32::MAX);
        let part = |bytes: &[u8]| Self {
            total,
            bytes: bytes.to_vec(),
        };
        match file.len() > MAX_PAST {
            true => Vec::new(),
            false => file.chunks(PAST_PART).map(part).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Frame;
    use super::*;

    #[test]
    fn a_match_file_is_sent_in_parts_that_fit_and_a_longer_one_not_at_all() {
        let file: Vec<u8> = (0..200_000u32).map(|byte| byte as u8).collect();
        let parts = Past::parts(&file);
        for part in &parts {
            let bytes = Frame::Past(part.clone()).to_bytes();
            assert_eq!(Frame::from_bytes(&bytes), Ok(Frame::Past(part.clone())));
        }
        let bytes: Vec<u8> = parts.into_iter().flat_map(|part| part.bytes).collect();
        assert_eq!(bytes, file);
        assert!(Past::parts(&vec![0; MAX_PAST + 1]).is_empty());
        for (total, len) in [(2, 3), (MAX_PAST as u32 + 1, 1), (1, 0)] {
            let past = Past {
                total,
                bytes: vec![0; len],
            };
            assert!(Frame::from_bytes(&Frame::Past(past).to_bytes()).is_err());
        }
    }
}
