//! The plan of a study: which games are played, in which order, from which seeds.

use serde::{Deserialize, Serialize};

use crate::Variant;

/// The games of a study, each played by a player against itself. Two studies with equal plans play the same games if
/// the players' play follows from the seed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Study {
    pub version: String,
    /// The program's name with the digest of its file; studies of older versions have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<String>,
    /// The scenario's key.
    pub scenario: String,
    pub title: String,
    /// The digest of the scenario's content.
    pub digest: String,
    /// The options in place of the defaults.
    pub options: Vec<(String, String)>,
    /// The players with their time or orders for a turn; each is studied separately.
    pub players: Vec<String>,
    /// The variants, each played by every player.
    pub variants: Vec<Variant>,
    pub games: u32,
    /// The number of maps that the games of a cell share, if a lot lays the terrain; without a number each game has its
    /// own map.
    pub maps: Option<u32>,
    /// A game without an end after this many turns is undecided.
    pub max_turns: u32,
    /// The seed from which all others follow.
    pub seed: u64,
}

/// Games that differ only in their seeds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cell {
    /// The place of the player in the study.
    pub player: usize,
    /// The place of the variant in the study.
    pub variant: usize,
    /// The place of the side with the first turn, 0 or 1.
    pub first: usize,
    /// The place of the side that a restriction is laid on.
    pub restricted: Option<usize>,
}

impl Study {
    /// The cells; those of one player and variant follow each other.
    pub fn cells(&self) -> Vec<Cell> {
        // the order of these loops is the number of a cell in every row on disk
        let mut cells = Vec::new();
        for player in 0..self.players.len() {
            for (place, variant) in self.variants.iter().enumerate() {
                let sides: &[Option<usize>] = match variant.is_restricted() {
                    // each side in turn is the restricted one
                    true => &[Some(0), Some(1)],
                    false => &[None],
                };
                for first in [0, 1] {
                    cells.extend(sides.iter().map(|restricted| Cell {
                        player,
                        variant: place,
                        first,
                        restricted: *restricted,
                    }));
                }
            }
        }
        cells
    }

    /// The number of games of the study. Game `n` is game `n / cells` of cell `n % cells`, so that all cells grow at
    /// the same pace.
    pub fn len(&self) -> usize {
        self.cells().len() * self.games as usize
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The seed of a game of a cell, different for every game of the study.
    pub fn seed_of(&self, cell: usize, index: u32) -> u64 {
        // cell and index in one number, so that no two games share a seed whatever the number of cells
        let place = (cell as u64) << 32 | u64::from(index);
        mix(mix(self.seed) ^ place.wrapping_add(1))
    }

    /// The seed of the lots before the first turn: the terrain. It is the same in all cells, so that each plays the
    /// same maps, and repeats if the number of maps is limited.
    pub fn map_of(&self, index: u32) -> u64 {
        let map = self.maps.map_or(index, |maps| index % maps.max(1));
        // the constant is `maps` in ASCII: it keeps these seeds apart from those of the games
        mix(mix(self.seed ^ 0x6d61_7073) ^ u64::from(map).wrapping_add(1))
    }
}

/// Spreads a number over all 64 bits (SplitMix64); different numbers stay different.
pub(crate) const fn mix(number: u64) -> u64 {
    let z = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
