//! Fights of several steps as one line of the record, which unfolds into a line for each round.

use std::collections::BTreeSet;
use std::path::PathBuf;

use kit::model::bout::Bout;
use kit::model::notation::Sign;
use rules::Family;

use crate::model::table::Table;

/// The fights of the record on the page, and which of them are unfolded.
#[derive(Default)]
pub(crate) struct Folds {
    /// The match, its file and the number of its steps when the fights were found.
    of: (u64, PathBuf, usize),
    /// The fights, each with its first step.
    bouts: Vec<(usize, Bout)>,
    /// Those unfolded, by their first steps.
    open: BTreeSet<usize>,
    /// The fight that the reader looks at, and whether it is unfolded for that reason alone.
    looked_at: Option<(usize, bool)>,
    /// Goes up with every change, so that the heights of the lines are found again.
    pub(super) revision: u64,
}

/// The part of a fight that a step of the record shows.
pub(super) enum Row<'a> {
    /// The step is of no fight.
    Plain,
    /// The first step: the line of the whole fight and, once unfolded, the first round.
    Head(&'a Bout, bool),
    /// A later round of a fight that is unfolded.
    Round(&'a Bout, usize),
    /// A later round of a fight that is folded.
    Hidden,
}

impl Folds {
    /// Finds the fights of a record that has changed, and unfolds the one that the reader looks at.
    pub(super) fn follow(&mut self, table: &Table, family: Family) {
        let steps = table.seen.record();
        let is_same = self.of.0 == table.id && self.of.1 == table.seen.file;
        if !is_same {
            self.open.clear();
            self.looked_at = None;
        }
        if !is_same || self.of.2 != steps.len() {
            self.of = (table.id, table.seen.file.clone(), steps.len());
            self.bouts = families::bouts(family, steps);
            self.revision += 1;
        }
        let spot = table.spot();
        let first = spot.and_then(|spot| self.of_step(spot.step).map(|(first, _)| *first));
        if first == self.looked_at.map(|(first, _)| first) {
            return;
        }
        // what was unfolded only to be looked at is folded again
        if let Some((left, true)) = self.looked_at {
            self.open.remove(&left);
        }
        self.looked_at = first.map(|first| (first, self.open.insert(first)));
        self.revision += 1;
    }

    pub(super) fn turn_over(&mut self, first: usize) {
        if !self.open.remove(&first) {
            self.open.insert(first);
        }
        // the reader has chosen, so it stays when the reader looks elsewhere
        if let Some((looked_at, by_itself)) = &mut self.looked_at
            && *looked_at == first
        {
            *by_itself = false;
        }
        self.revision += 1;
    }

    /// The fight that a step is a round of, with its first step.
    fn of_step(&self, step: usize) -> Option<&(usize, Bout)> {
        let after = self.bouts.partition_point(|(first, _)| *first <= step);
        let known = self.bouts.get(after.checked_sub(1)?)?;
        (step - known.0 < known.1.rounds.len()).then_some(known)
    }

    pub(super) fn row(&self, step: usize) -> Row<'_> {
        let Some((first, bout)) = self.of_step(step) else {
            return Row::Plain;
        };
        match (step - first, self.open.contains(first)) {
            (0, is_open) => Row::Head(bout, is_open),
            (round, true) => Row::Round(bout, round),
            (_, false) => Row::Hidden,
        }
    }

    /// The steps whose comments stand under a step's line: all rounds of a fight that is folded.
    pub(super) fn under(&self, step: usize) -> std::ops::Range<usize> {
        match self.row(step) {
            Row::Head(bout, false) => step..step + bout.rounds.len(),
            Row::Hidden => step..step,
            Row::Plain | Row::Head(..) | Row::Round(..) => step..step + 1,
        }
    }
}

/// A round of a fight with its number.
pub(super) fn round_line(bout: &Bout, round: usize) -> Vec<Sign> {
    let number = Sign::Text(format!("{}. ", round + 1));
    let signs = bout.rounds.get(round).cloned().unwrap_or_default();
    [vec![number], signs].concat()
}

/// Breaks signs at their blanks into lines no wider than the room; a word wider than that has a line to itself.
pub(super) fn wrap(signs: &[Sign], room: f32, width: impl Fn(&[Sign]) -> f32) -> Vec<Vec<Sign>> {
    let mut words: Vec<Vec<Sign>> = Vec::new();
    let mut word: Vec<Sign> = Vec::new();
    for sign in signs {
        match sign {
            Sign::Text(text) => {
                for part in text.split_inclusive(' ') {
                    word.push(Sign::text(part));
                    if part.ends_with(' ') {
                        words.push(std::mem::take(&mut word));
                    }
                }
            }
            Sign::Unit { .. } => word.push(sign.clone()),
        }
    }
    words.push(word);
    let mut lines = Vec::new();
    let mut line: Vec<Sign> = Vec::new();
    for word in words {
        let longer = [line.clone(), word.clone()].concat();
        if line.is_empty() || width(&longer) <= room {
            line = longer;
        } else {
            lines.push(std::mem::replace(&mut line, word));
        }
    }
    lines.push(line);
    lines
}

#[cfg(test)]
mod tests {
    use kit::model::notation::letters;

    use super::*;

    #[test]
    fn a_long_line_is_broken_at_its_blanks() {
        let signs = [
            Sign::text("KxF d8: HM/LH .. 3 rounds, "),
            Sign::text("F slain"),
        ];
        let width = |signs: &[Sign]| letters(signs).len() as f32;
        let lines: Vec<String> = wrap(&signs, 17.0, width)
            .iter()
            .map(|line| letters(line))
            .collect();
        assert_eq!(lines, ["KxF d8: HM/LH .. ", "3 rounds, F slain"]);
        assert_eq!(wrap(&signs, 99.0, width).len(), 1);
    }
}
