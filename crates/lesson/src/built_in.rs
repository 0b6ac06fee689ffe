//! The lessons that come with the program.

use std::sync::LazyLock;

use rules::Family;

use crate::lesson::Lesson;

/// A lesson file that comes with the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BuiltInLesson {
    /// The family, which is the folder's name.
    pub family: &'static str,
    /// The key, which is the file's name without the ending.
    pub key: &'static str,
    /// The text of the file.
    pub text: &'static str,
}

macro_rules! built_in {
    ($($family:literal / $key:literal),* $(,)?) => {
        &[$(BuiltInLesson {
            family: $family,
            key: $key,
            text: include_str!(concat!("../../../scenarios/lessons/", $family, "/", $key, ".lesson")),
        }),*]
    };
}

// in the order in which they are learned
static FILES: &[BuiltInLesson] = built_in![
    "warlord" / "first-capture",
    "warlord" / "units",
    "warlord" / "orders",
    "warlord" / "levels",
    "warlord" / "turn",
    "warlord" / "last-leader",
    "warlord" / "claim",
    "warlord" / "ground",
    "warlord" / "command",
    "warlord" / "towns",
    "warlord" / "unseen",
    "warlord" / "skirmish",
    "wargame" / "fire",
    "wargame" / "rifle",
    "wargame" / "overrun",
    "wargame" / "tow",
    "wargame" / "chain",
    "wargame" / "supply",
    "tourney" / "knight",
    "tourney" / "lady",
    "tourney" / "duel",
    "tourney" / "recall",
    "tourney" / "free",
    "tourney" / "castle",
];

/// The files of the program's lessons, family by family, each in the order in which they are learned.
pub fn files() -> &'static [BuiltInLesson] {
    FILES
}

impl BuiltInLesson {
    /// The path of the file in the repository.
    pub fn path(&self) -> String {
        format!("scenarios/lessons/{}/{}.lesson", self.family, self.key)
    }
}

/// The program's lessons of a family, in the order in which they are learned.
pub fn built_in(family: Family) -> impl Iterator<Item = &'static Lesson> {
    static LESSONS: LazyLock<Vec<Lesson>> = LazyLock::new(|| {
        let files = FILES.iter();
        files
            // a test reads and plays each of them
            .filter_map(|file| Lesson::read(&file.path(), file.text).ok())
            .collect()
    });
    LESSONS
        .iter()
        .filter(move |lesson| lesson.family() == family)
}
