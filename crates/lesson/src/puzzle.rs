//! Puzzles: lessons with one turn to find, and the proof that it is the one.

use computer::{Goal, Level};
use rules::Rules as _;
use scenario::{Mistake, did_you_mean, quote};

use crate::aim::Aim;
use crate::lesson::{Lesson, Replies};
use crate::text::{Mistakes, Said, Text};

/// The most positions that a proof may look at: some seconds.
const MOST_NODES: u64 = 3_000_000;

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
    line: usize,
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
            let advice = did_you_mean(&idea.text, words.into_iter());
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

impl Lesson {
    /// The goal of a puzzle for a proof; none for a lesson, and if the aims are not those of a puzzle.
    pub fn goal(&self) -> Option<Goal> {
        let puzzle = self.puzzle.as_ref()?;
        match (puzzle.idea, &self.aims[..]) {
            (Idea::Win, [Aim::Outcome(outcome)]) => {
                let winner = outcome.split(' ').next()?;
                let own = self.family().side_name(self.pupil);
                (winner == own).then_some(Goal::Win)
            }
            (Idea::Defense, [Aim::Unbeaten]) => Some(Goal::Unbeaten),
            (Idea::Exchange, [Aim::Gains(points)]) => Some(Goal::Gain(*points)),
            (Idea::Win | Idea::Defense | Idea::Exchange, _) => None,
        }
    }

    /// Proves a puzzle by looking at every turn and every answer; mistakes where its words do not bear that out.
    /// Nothing for a lesson.
    pub fn check_proof(&self, file: &str) -> Vec<Mistake> {
        let mut mistakes = Mistakes::new(file);
        let Some(puzzle) = &self.puzzle else {
            return mistakes.into_list();
        };
        let line = puzzle.line;
        if self.limit != 1 || self.replies != Replies::Best || self.solution.len() != 1 {
            let found = "a puzzle of another form";
            let expected = "`limit: 1 turn`, `reply: best` and one `solve`";
            mistakes.report(line, found, expected);
            return mistakes.into_list();
        }
        let Some(goal) = self.goal() else {
            let expected = "for `win` an outcome that the pupil wins, for `defense` the aim `unbeaten`, for `exchange` the aim `gains 4`";
            mistakes.report(self.lines.aim, "aims that do not fit the idea", expected);
            return mistakes.into_list();
        };
        let Some(proof) = computer::prove(&self.start, self.pupil, goal, MOST_NODES) else {
            let found = "a position with too many turns for a proof";
            mistakes.report(line, found, "fewer units, or fewer leaders");
            return mistakes.into_list();
        };
        if puzzle.proof != [proof.right, proof.turns] {
            let [right, turns] = puzzle.proof;
            let found = format!("a proof of {right} of {turns} turns");
            let expected = format!("{} of {} turns", proof.right, proof.turns);
            mistakes.report(line, found, expected);
        }
        let text = |order| self.start.order_text(self.pupil, order);
        if let Some((line, first)) = &puzzle.first {
            let firsts: Vec<String> = proof.first.iter().map(text).collect();
            if firsts != [first.clone()] {
                let found = format!("{} as the only first order", quote(first));
                let expected = format!("what all right turns begin with: {}", firsts.join(", "));
                mistakes.report(*line, found, expected);
            }
        }
        let needed: Vec<String> = proof.needed.iter().map(text).collect();
        for (line, only) in &puzzle.only {
            if !needed.contains(only) {
                let found = format!("{} as an order that every right turn has", quote(only));
                let expected = format!("one of these: {}", needed.join(", "));
                mistakes.report(*line, found, expected);
            }
        }
        mistakes.into_list()
    }
}
