//! The proof of a puzzle, made again by looking at every turn and every answer.

use computer::Goal;
use rules::Rules as _;
use scenario::{Mistake, quote};

use crate::aim::Aim;
use crate::lesson::{Lesson, Replies};
use crate::puzzle::Idea;
use crate::text::Mistakes;

/// The most positions that a proof may look at: some seconds.
const MOST_NODES: u64 = 3_000_000;

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
