//! Bytes written as hexadecimal digits, as all files of lines write keys and ids.

use data_encoding::HEXLOWER;

/// Exactly that many bytes; `None` for any other text.
pub(crate) fn bytes_of<const N: usize>(hex: &str) -> Option<[u8; N]> {
    HEXLOWER.decode(hex.as_bytes()).ok()?.try_into().ok()
}
