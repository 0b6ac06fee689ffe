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
    "warlord" /
        "win-01"
        "win-02"
        "win-03"
        "win-04"
        "win-05"
        "win-06"
        "win-07"
        "win-08"
        "win-09"
        "win-10"
        "win-11"
        "win-12"
        "win-13"
        "win-14"
        "win-15"
        "win-16"
        "defense-01"
        "defense-02"
        "defense-03"
        "defense-04"
        "defense-05"
        "defense-06"
        "defense-07"
        "defense-08"
        "defense-09"
        "defense-10"
        "defense-11"
        "defense-12"
        "defense-13"
        "defense-14"
        "defense-15"
        "defense-16"
        "exchange-01"
        "exchange-02"
        "exchange-03"
        "exchange-04"
        "exchange-05"
        "exchange-06"
        "exchange-07"
        "exchange-08"
        "exchange-09"
        "exchange-10"
        "exchange-11"
        "exchange-12"
        "exchange-13"
        "exchange-14",
    "wargame" /
        "win-01"
        "win-02"
        "win-03"
        "win-04"
        "win-05"
        "win-06"
        "win-07"
        "win-08"
        "win-09"
        "win-10"
        "defense-01"
        "defense-02"
        "defense-03"
        "defense-04"
        "defense-05"
        "defense-06"
        "defense-07"
        "defense-08"
        "defense-09"
        "defense-10"
        "defense-11"
        "defense-12"
        "exchange-01"
        "exchange-02"
        "exchange-03"
        "exchange-04"
        "exchange-05",
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
