//! The recipes by which puzzles are drawn: small boards, and the units of each side.

use crate::puzzle::Idea;

/// How positions of a kind of puzzle are drawn.
#[derive(Debug, Clone, Copy)]
pub struct Recipe {
    /// The family, as files name it.
    pub family: &'static str,
    /// A short name of the recipe.
    pub name: &'static str,
    /// The idea of its puzzles.
    pub idea: Idea,
    /// The lines that state the rules of the position.
    pub(crate) rules: &'static str,
    /// Cells are separated by blanks, and the terrain follows a slash; else the terrain is a second column.
    pub(crate) is_spaced: bool,
    pub(crate) files: usize,
    pub(crate) ranks: usize,
    /// The ranks, counted from a side's own edge, on which its units are drawn.
    pub(crate) depth: usize,
    /// The terrain of some cells.
    pub(crate) ground: &'static [&'static str],
    /// The leaders and the other units of the pupil, of which one line each is drawn.
    pub(crate) own: [&'static [&'static str]; 2],
    pub(crate) other: [&'static [&'static str]; 2],
    /// The fewest orders of the shortest solution.
    pub(crate) least_orders: usize,
    /// A puzzle is taken if at most one turn in this number is right.
    pub(crate) rarity: usize,
    /// The most positions that the proof looks at.
    pub(crate) budget: u64,
    /// The points that the task names; empty if no points count.
    pub(crate) points: &'static str,
}

const FIELD: &str = "like: clash-of-arms\noptions: short=0";
const POINTS: &str =
    "Infantry counts 2 points, Light Cavalry and Cannon 4, Heavy Cavalry 5, a leader 10 and more.";
const POINTS_1: &str = "Infantry counts 2 points, a gun 3, a tank 5, leaders 8, 10 and 14.";
const POINTS_2: &str = "Infantry counts 2 points, a gun 3, Cavalry 5, leaders 8, 10 and 14.";

// Positions in which the shortest win has fewer orders separate no players (docs/computer.md, Tactics).
const WARLORD_WIN: Recipe = Recipe {
    family: "warlord",
    name: "warlord-win",
    idea: Idea::Win,
    rules: FIELD,
    is_spaced: false,
    files: 8,
    ranks: 7,
    depth: 5,
    ground: &["F", "H", "~", "T"],
    own: [
        &["L L D", "L D L", "L L L"],
        &["H N I", "C N I", "H C I", "N N I I", "H C N", "C C I"],
    ],
    other: [
        &["L", "D", "L L", "L D"],
        &["h i i", "n i i", "c i i i", "h n i"],
    ],
    least_orders: 3,
    rarity: 200,
    budget: 400_000,
    points: "",
};

const WARLORD_DEFENSE: Recipe = Recipe {
    name: "warlord-defense",
    idea: Idea::Defense,
    depth: 5,
    // a side has as many orders as leaders: with two, both must be in danger at once, which is seldom
    own: [
        &["L", "D", "L", "L L"],
        &["H N I", "C N I", "H I I", "N I I I"],
    ],
    other: [
        &["L L", "L D"],
        &["h n i", "h c i", "c n i", "h h i", "n n c"],
    ],
    least_orders: 1,
    rarity: 9,
    budget: 200_000,
    ..WARLORD_WIN
};

const WARLORD_EXCHANGE: Recipe = Recipe {
    name: "warlord-exchange",
    idea: Idea::Exchange,
    own: [&["L L", "L D"], &["H N I I", "C N I I", "H C I I"]],
    other: [
        &["L L", "L D"],
        &["h n i i", "h c i i", "c n i i", "n n i i"],
    ],
    least_orders: 1,
    rarity: 20,
    budget: 300_000,
    points: POINTS,
    ..WARLORD_WIN
};

const WARGAME_1_WIN: Recipe = Recipe {
    family: "wargame",
    name: "wargame-1-win",
    idea: Idea::Win,
    rules: "game: 1",
    is_spaced: true,
    files: 8,
    ranks: 7,
    depth: 5,
    ground: &["F", "H", "T", "F", "T"],
    own: [&["SC TC", "SC IC", "SC AC"], &["T I", "A I", "T A", "I I"]],
    other: [&["SC", "TC"], &["t i i", "a i i", "i i i"]],
    least_orders: 2,
    rarity: 40,
    budget: 12_000,
    points: "",
};

const WARGAME_1_DEFENSE: Recipe = Recipe {
    name: "wargame-1-defense",
    idea: Idea::Defense,
    own: [&["SC"], &["T I I", "A I I", "T A I"]],
    other: [&["SC", "TC"], &["t a i", "t i i", "a a i"]],
    least_orders: 1,
    rarity: 10,
    budget: 12_000,
    ..WARGAME_1_WIN
};

const WARGAME_1_EXCHANGE: Recipe = Recipe {
    name: "wargame-1-exchange",
    idea: Idea::Exchange,
    own: [&["SC"], &["T I A", "A I I", "T A I I"]],
    other: [&["SC"], &["t a i", "t i i", "t a i i"]],
    least_orders: 1,
    rarity: 20,
    budget: 12_000,
    points: POINTS_1,
    ..WARGAME_1_WIN
};

const WARGAME_2_WIN: Recipe = Recipe {
    name: "wargame-2-win",
    // units of WarGame 2 go twice as far
    files: 6,
    ranks: 6,
    depth: 4,
    rules: "game: 2",
    own: [&["C G", "C L", "G L"], &["V", "A", "I", "I I"]],
    other: [&["C", "G"], &["v i i", "a i i", "i i i"]],
    ..WARGAME_1_WIN
};

const WARGAME_2_DEFENSE: Recipe = Recipe {
    name: "wargame-2-defense",
    // units of WarGame 2 go twice as far
    files: 6,
    ranks: 6,
    depth: 4,
    rules: "game: 2",
    own: [&["C"], &["V I", "A I I", "V A", "I I I"]],
    other: [&["C", "G"], &["v a i", "v i i", "a a i"]],
    ..WARGAME_1_DEFENSE
};

const WARGAME_2_EXCHANGE: Recipe = Recipe {
    name: "wargame-2-exchange",
    // units of WarGame 2 go twice as far
    files: 6,
    ranks: 6,
    depth: 4,
    rules: "game: 2",
    own: [&["C"], &["V I", "A I I", "V A"]],
    other: [&["C"], &["v a", "v i i", "a i i"]],
    points: POINTS_2,
    ..WARGAME_1_EXCHANGE
};

/// All recipes, and the number of puzzles of each that come with the program.
pub const RECIPES: [(Recipe, usize); 9] = [
    (WARLORD_WIN, 16),
    (WARLORD_DEFENSE, 16),
    (WARLORD_EXCHANGE, 14),
    (WARGAME_1_WIN, 6),
    (WARGAME_1_DEFENSE, 8),
    (WARGAME_1_EXCHANGE, 3),
    (WARGAME_2_WIN, 4),
    (WARGAME_2_DEFENSE, 4),
    (WARGAME_2_EXCHANGE, 2),
];
