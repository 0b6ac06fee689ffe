//! The words of puzzles: lessons with one turn to find.

use computer::Level;
use scenario::{did_you_mean, quote};

use crate::text::{Mistakes, Said, Text};

/// The idea of a puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Idea {
    /// The game is to be won this turn.
    Win,
    /// The other side threatens to win, and one order prevents it.
    Defense,
    /// The most is to be gained after the best answer.
    Exchange,
}

impl Idea {
    /// All ideas.
    pub const ALL: [Self; 3] = [Self::Win, Self::Defense, Self::Exchange];

    /// The word in files.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::Defense => "defense",
            Self::Exchange => "exchange",
        }
    }

    /// The name for people.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Win => "Win this turn",
            Self::Defense => "The only defense",
            Self::Exchange => "The best exchange",
        }
    }
}

/// The words of a puzzle beyond those of a lesson: its idea, its proof, and who finds it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Puzzle {
    pub(crate) idea: Idea,
    /// The lowest level of the computer from which on every level finds it; none if even the highest does not.
    pub(crate) found: Option<Level>,
    /// The number of turns that reach the aim, and of all turns.
    pub(crate) proof: [usize; 2],
    /// The order with which every right turn begins.
    pub(crate) first: Option<(usize, String)>,
    /// The orders that every right turn has.
    pub(crate) only: Vec<(usize, String)>,
    /// The line of its idea.
    pub(crate) line: usize,
}

impl Puzzle {
    /// The idea.
    pub const fn idea(&self) -> Idea {
        self.idea
    }

    /// The lowest level of the computer from which on every level finds a right turn; none if even the highest does not.
    pub const fn found(&self) -> Option<Level> {
        self.found
    }

    /// The number of turns that reach the aim, and of all turns with different ends.
    pub const fn proof(&self) -> [usize; 2] {
        self.proof
    }

    /// The words of a puzzle in a lesson's text; none if it has none.
    pub(crate) fn read(text: &Text<'_>, mistakes: &mut Mistakes<'_>) -> Option<Self> {
        let said = |word: &str| text.said.iter().find(|said| said.word == word);
        let Some(idea) = said("idea") else {
            for word in ["found", "proof", "first", "only"] {
                if let Some(stray) = said(word) {
                    let found = format!("`{word}` without `idea`");
                    mistakes.report(stray.line, found, "`idea: win`, `defense` or `exchange`");
                }
            }
            return None;
        };
        let line = idea.line;
        let words = Idea::ALL.map(Idea::word);
        let known = Idea::ALL.into_iter().find(|one| one.word() == idea.text);
        if known.is_none() {
            let found = format!("the idea {}", quote(&idea.text));
            let advice = did_you_mean(&idea.text, words);
            mistakes.report_with(line, found, words.join(", "), advice);
        }
        let found = said("found").map(|said| match &*said.text {
            "none" => Some(None),
            level => level.parse().ok().map(Some),
        });
        let expected =
            "`found: normal`, the lowest level of the computer that finds it, or `found: none`";
        report_lack(said("found"), found.flatten(), line, expected, mistakes);
        let proof = said("proof").map(|said| proof(&said.text));
        let expected = "`proof: 2 of 340 turns`, the turns that reach the aim and all turns";
        report_lack(said("proof"), proof.flatten(), line, expected, mistakes);
        let whole = |said: &Said<'_>| (said.line, said.text.clone());
        let only = text.said.iter().filter(|said| said.word == "only");
        Some(Self {
            idea: known?,
            found: found??,
            proof: proof??,
            first: said("first").map(whole),
            only: only.map(whole).collect(),
            line,
        })
    }
}

/// The two numbers of `2 of 340 turns`.
fn proof(text: &str) -> Option<[usize; 2]> {
    let numbers = text.strip_suffix(" turns")?;
    let (right, all) = numbers.split_once(" of ")?;
    Some([right.parse().ok()?, all.parse().ok()?])
}

fn report_lack<T>(
    said: Option<&Said<'_>>,
    read: Option<T>,
    line: usize,
    expected: &str,
    mistakes: &mut Mistakes<'_>,
) {
    match (said, read) {
        (Some(_), Some(_)) => {}
        (Some(said), None) => mistakes.report(said.line, quote(&said.text), expected),
        (None, _) => mistakes.report(line, "a puzzle that lacks a word", expected),
    }
}
