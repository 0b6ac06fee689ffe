//! Words that two players read to each other to learn that each has the other's key.

use protocol::PublicKey;

/// Rounds of the hash, some milliseconds. An impostor between two players needs two keys whose words with them are the same:
/// 2^32 trials of as long for 64 bits. Five words, 40 bits, would take 2^20.
const ROUNDS: u32 = 1 << 16;

/// Eight words of two keys, the same for both players whoever asks.
pub fn comparison_words(one: PublicKey, other: PublicKey) -> String {
    let mut keys = [one.0, other.0];
    keys.sort_unstable();
    let mut hash = blake3::derive_key("warlord comparison words 1", &keys.concat());
    for _ in 0..ROUNDS {
        hash = blake3::hash(&hash).into();
    }
    let [a, b, c, d, e, f, g, h, ..] = hash;
    rules::words(u64::from_le_bytes([a, b, c, d, e, f, g, h])).replace('-', " ")
}

/// True where a text holds the same words, however it is written.
pub fn same_words(words: &str, typed: &str) -> bool {
    let split = |text: &str| -> Vec<String> {
        let words = text.split(|letter: char| !letter.is_alphabetic());
        words
            .filter(|word| !word.is_empty())
            .map(str::to_lowercase)
            .collect()
    };
    split(words) == split(typed)
}
