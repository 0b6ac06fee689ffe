//! The lessons and puzzles that come with the program.

use std::sync::LazyLock;

use rules::Family;

use crate::lesson::Lesson;

/// A lesson or puzzle file that comes with the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BuiltInLesson {
    /// The folder in `scenarios`, and the ending.
    kind: [&'static str; 2],
    /// The family, which is the folder's name.
    pub family: &'static str,
    /// The key, which is the file's name without the ending.
    pub key: &'static str,
    /// The text of the file.
    pub text: &'static str,
}

macro_rules! built_in {
    ($folder:literal, $ending:literal: $($family:literal / $($key:literal)*),* $(,)?) => {
        &[$($(BuiltInLesson {
            kind: [$folder, $ending],
            family: $family,
            key: $key,
            text: include_str!(concat!("../../../scenarios/", $folder, "/", $family, "/", $key, ".", $ending)),
        },)*)*]
    };
}

// in the order in which they are learned
static FILES: &[BuiltInLesson] = built_in![
    "lessons", "lesson":
    "warlord" /
        "first-capture"
        "units"
        "orders"
        "levels"
        "turn"
        "last-leader"
        "claim"
        "ground"
        "command"
        "towns"
        "unseen"
        "skirmish",
    "wargame" /
        "fire"
        "rifle"
        "overrun"
        "tow"
        "chain"
        "supply",
    "tourney" /
        "knight"
        "lady"
        "duel"
        "recall"
        "free"
        "castle",
];

// the easiest of each idea first, as `cargo run -p lesson --example puzzles` writes them
static PUZZLES: &[BuiltInLesson] = built_in![
    "puzzles", "puzzle":
];

/// The files of the program's lessons, family by family, each in the order in which they are learned.
pub fn files() -> &'static [BuiltInLesson] {
    FILES
}

/// The files of the program's puzzles, family by family, the easiest of each idea first.
pub fn puzzle_files() -> &'static [BuiltInLesson] {
    PUZZLES
}

impl BuiltInLesson {
    /// The path of the file in the repository.
    pub fn path(&self) -> String {
        let [folder, ending] = self.kind;
        format!("scenarios/{folder}/{}/{}.{ending}", self.family, self.key)
    }
}

/// The program's lessons of a family, in the order in which they are learned.
pub fn built_in(family: Family) -> impl Iterator<Item = &'static Lesson> {
    static LESSONS: LazyLock<Vec<Lesson>> = LazyLock::new(|| read(FILES));
    of(&LESSONS, family)
}

/// The program's puzzles of a family, the easiest of each idea first.
pub fn puzzles(family: Family) -> impl Iterator<Item = &'static Lesson> {
    static ALL: LazyLock<Vec<Lesson>> = LazyLock::new(|| read(PUZZLES));
    of(&ALL, family)
}

fn read(files: &[BuiltInLesson]) -> Vec<Lesson> {
    let files = files.iter();
    files
        // a test reads and plays each of them
        .filter_map(|file| Lesson::read(&file.path(), file.text).ok())
        .collect()
}

fn of(all: &'static [Lesson], family: Family) -> impl Iterator<Item = &'static Lesson> {
    all.iter().filter(move |lesson| lesson.family() == family)
}
