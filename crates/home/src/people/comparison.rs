//! Words that two players read to each other to learn that each has the other's key.

use cleaner::pasted;
use protocol::PublicKey;

/// Rounds of the hash, some milliseconds. An impostor between two players needs two keys whose words with them are
/// the same: for 64 bits, 2^32 trials, each as slow. Five words, 40 bits, would take 2^20.
const ROUNDS: u32 = 1 << 16;

/// Eight words of two keys, the same for both players whoever asks.
pub fn comparison_words(one: PublicKey, other: PublicKey) -> String {
    let mut keys = [one.0, other.0];
    // sorted, so that both players read the same words
    keys.sort_unstable();
    let mut hash = blake3::derive_key("warlord comparison words 1", &keys.concat());
    // slow on purpose: each trial of an impostor costs as much
    for _ in 0..ROUNDS {
        hash = blake3::hash(&hash).into();
    }
    let [a, b, c, d, e, f, g, h, ..] = hash;
    rules::words(u64::from_le_bytes([a, b, c, d, e, f, g, h])).replace('-', " ")
}

/// Why typed words are not the words to compare.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WordsError {
    /// Words are missing, or too many.
    #[error("{found} words were given, {COUNT} are compared")]
    Count { found: usize },
    /// A word that is never among them.
    #[error("`{word}`, number {place}, is no word that is used here{}", similar.map_or(String::new(), |similar| format!("; `{similar}` is")))]
    Unknown {
        word: String,
        /// Its place, from 1.
        place: usize,
        /// The first word of the list that differs by one letter.
        similar: Option<&'static str>,
    },
    /// The same words in another order.
    #[error("these are the words, but in another order")]
    Order,
    #[error("{differing} of the {COUNT} words are others")]
    Others {
        /// The number of words that differ.
        differing: usize,
    },
}

const COUNT: usize = 8;

impl WordsError {
    pub fn advice(&self) -> &'static str {
        match self {
            Self::Count { .. } => "write all words, one after the other, apart by blanks",
            Self::Unknown { .. } => "have that word read once more, and mind its spelling",
            Self::Order => "write them in the order in which they are read",
            Self::Others { .. } => {
                "have them read once more; if they stay different, this player has another key than the one you met: somebody is in between, or has taken the name"
            }
        }
    }
}

/// Compares typed words with the words of two keys, however they are written.
///
/// # Errors
/// Returns what is wrong with the typed words.
pub fn compare_words(words: &str, typed: &str) -> Result<(), WordsError> {
    let split = |text: &str| -> Vec<String> {
        let text = pasted::plain(text).to_lowercase();
        let words = text.split(|letter: char| !letter.is_alphabetic());
        words
            .filter(|word| !word.is_empty())
            .map(str::to_owned)
            .collect()
    };
    let (words, typed) = (split(words), split(typed));
    // before the count, so that a right answer needs no further look
    if words == typed {
        return Ok(());
    }
    if typed.len() != COUNT {
        return Err(WordsError::Count { found: typed.len() });
    }
    let unknown = typed
        .iter()
        .position(|word| !rules::WORDS.contains(&word.as_str()));
    if let Some(place) = unknown {
        let word = typed[place].clone();
        let similar = rules::WORDS
            .into_iter()
            .find(|known| is_similar(known, &word));
        return Err(WordsError::Unknown {
            word,
            place: place + 1,
            similar,
        });
    }
    let sorted = |words: &[String]| {
        let mut words = words.to_vec();
        words.sort();
        words
    };
    // said apart from wrong words: somebody who mixed up the order holds the right key
    if sorted(&words) == sorted(&typed) {
        return Err(WordsError::Order);
    }
    let differing = words
        .iter()
        .zip(&typed)
        .filter(|(word, typed)| word != typed)
        .count();
    Err(WordsError::Others { differing })
}

/// True if one letter was changed, added or left out.
fn is_similar(known: &str, typed: &str) -> bool {
    let (known, typed): (Vec<char>, Vec<char>) = (known.chars().collect(), typed.chars().collect());
    let begin = known.iter().zip(&typed).take_while(|(a, b)| a == b).count();
    let end = known
        .iter()
        .rev()
        .zip(typed.iter().rev())
        .take_while(|(a, b)| a == b)
        .count();
    let (longest, shortest) = (known.len().max(typed.len()), known.len().min(typed.len()));
    // two words that begin and end alike around one letter: this covers all three kinds of slip
    longest - shortest <= 1 && begin + end + 1 >= longest
}
