//! A number as words, so that people can compare lots.

/// A word for every byte, in alphabetical order.
// eight in a line, so that nobody loses count
#[rustfmt::skip]
pub const WORDS: [&str; 256] = [
    "acorn", "amber", "anchor", "apple", "arrow", "ash", "aspen", "badge",
    "banner", "barge", "barley", "basil", "basin", "bay", "beacon", "bear",
    "bell", "bench", "berry", "blade", "bloom", "board", "bolt", "boot",
    "bow", "brass", "briar", "bridge", "brook", "bugle", "cabin", "cairn",
    "camp", "canoe", "cape", "cart", "castle", "chain", "chalk", "cherry",
    "cinder", "citrus", "clay", "cliff", "cloud", "clover", "coach", "cob",
    "comet", "copper", "coral", "corn", "cove", "crane", "creek", "crow",
    "crown", "curd", "dairy", "dale", "dam", "dawn", "dell", "dew",
    "dock", "dove", "drum", "dune", "dusk", "ear", "earth", "east",
    "echo", "elk", "elm", "ember", "falcon", "farm", "feast", "fen",
    "ferry", "field", "fig", "flag", "flame", "flax", "flint", "foal",
    "fog", "ford", "forest", "fort", "fox", "frost", "garden", "gate",
    "geese", "glade", "glove", "goat", "gold", "grain", "grape", "grass",
    "grove", "halo", "ham", "harbor", "hare", "hatch", "haven", "hawk",
    "hazel", "heath", "hedge", "helm", "hen", "herb", "heron", "hive",
    "honey", "hood", "hoof", "horse", "hound", "ice", "inlet", "iron",
    "island", "ivory", "jade", "jar", "jasper", "jay", "jug", "keel",
    "kelp", "kettle", "king", "kite", "knoll", "ladder", "lake", "lamb",
    "lamp", "larch", "lark", "laurel", "ledge", "lemon", "light", "lily",
    "linen", "lion", "loaf", "lodge", "lute", "lynx", "mango", "marble",
    "marsh", "mast", "maze", "melon", "mill", "mint", "moat", "moon",
    "moose", "moss", "mule", "myrtle", "north", "nut", "oar", "oat",
    "ocean", "orchid", "osprey", "otter", "owl", "pansy", "path", "peach",
    "pebble", "petal", "pier", "pike", "pine", "plain", "plow", "plum",
    "poplar", "poppy", "porch", "prow", "quail", "quarry", "quill", "rain",
    "ram", "raven", "reef", "ridge", "river", "robin", "rose", "rowan",
    "rye", "saddle", "sail", "salt", "sand", "seed", "shale", "sheep",
    "shell", "ship", "shore", "silk", "slate", "sleet", "snow", "sorrel",
    "spade", "spear", "spring", "spruce", "steel", "stone", "storm", "stream",
    "summit", "swan", "sword", "tide", "tiger", "timber", "tower", "trail",
    "trout", "tulip", "valley", "velvet", "vine", "violet", "walnut", "water",
    "wave", "wheat", "wheel", "willow", "wind", "wood", "wool", "yarn",
];

/// Eight words joined by hyphens, one for each byte of the number, the highest first: another number has other words.
// 64 bits in eight words: two people read them to each other, and a changed digit would pass unnoticed
pub fn words(number: u64) -> String {
    number
        .to_be_bytes()
        .map(|byte| WORDS[usize::from(byte)])
        .join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_has_a_short_word_of_its_own() {
        assert!(WORDS.is_sorted_by(|a, b| a < b));
        for word in WORDS {
            assert!((3..=6).contains(&word.len()), "{word}");
            assert!(word.bytes().all(|byte| byte.is_ascii_lowercase()), "{word}");
        }
    }

    #[test]
    fn a_number_is_eight_words() {
        assert_eq!(words(0), [WORDS[0]; 8].join("-"));
        let text = words(0x0102_0304_0506_07ff);
        let bytes: Vec<usize> = text
            .split('-')
            .filter_map(|word| WORDS.iter().position(|other| *other == word))
            .collect();
        assert_eq!(bytes, [1, 2, 3, 4, 5, 6, 7, 255]);
    }
}
