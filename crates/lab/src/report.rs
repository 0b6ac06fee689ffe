//! Everything that the games of a study show, as numbers.

mod choice;
mod deeds;
mod group;
mod maps;

use scenario::Scenario;
use serde::{Deserialize, Serialize};

use crate::statistics::deviate_of;
use crate::tally::Counter;
use crate::{Cell, Effect, Facts, Leads, Outcomes, PlayError, Row, Study, Tally};
pub use choice::Choice;
pub use deeds::{CardPlayed, Deed, FightCount};
pub use group::{Command, Count, Finding, Kill, TownHeld, WayMean};
pub use maps::Maps;

/// The share of a variant's games that must have a winner before anything is concluded: unfinished games say nothing
/// about the scenario.
pub(crate) const DECIDED: f64 = 0.9;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Report {
    pub study: Study,
    pub games: usize,
    pub planned: usize,
    /// The sides as files and programs call them, in the order of their places.
    pub sides: [String; 2],
    /// The same as people call them; empty in the report of an earlier version.
    #[serde(default)]
    pub called: [String; 2],
    /// The number of effects whose intervals are stated.
    pub effects: usize,
    /// The share of decided games below which no conclusion is drawn.
    pub decided_needed: f64,
    /// The endings of the games, by cell.
    pub cells: Vec<CellResult>,
    /// Each player's games of each variant.
    pub findings: Vec<Finding>,
    /// The leads in each player's games of the first variant.
    pub leads: Vec<Option<Leads>>,
    /// By player: the score of a second player who may choose a side after the set-up.
    pub choices: Vec<Option<Choice>>,
    /// By player: the scores by map, if a lot lays the terrain of a limited number of maps.
    pub maps: Vec<Option<Maps>>,
}

/// The endings of the games of one cell.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CellResult {
    pub player: String,
    pub variant: String,
    /// The side with the first turn.
    pub first: String,
    /// The side that the restriction was laid on.
    pub restricted: Option<String>,
    #[serde(flatten)]
    pub outcomes: Outcomes,
    /// The score of the first side, 0 to 1; none without games.
    pub score: Option<f64>,
    /// Wilson's interval of 95 percent of the score.
    pub interval: Option<[f64; 2]>,
}

/// Why rows make no report.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReportError {
    /// A row that is no game of the study.
    #[error("game {index} of cell {cell} cannot be read: {error}")]
    Row {
        cell: usize,
        /// The place of the game in the cell.
        index: u32,
        error: PlayError,
    },
    #[error("two different games are game {index} of cell {cell}")]
    Twice {
        cell: usize,
        /// The place of the game in the cell.
        index: u32,
    },
    /// A row whose game is not in the study's plan.
    #[error("the study has no game {index} of cell {cell}")]
    Unknown {
        cell: usize,
        /// The place of the game in the cell.
        index: u32,
    },
}

impl ReportError {
    /// The user's way out, about the files.
    pub const fn advice(&self) -> &'static str {
        match self {
            Self::Row { .. } => "read games with the version of the program that played them",
            Self::Twice { .. } => {
                "name the parts of one division only, games-I-of-K.jsonl with one K; where two runs played into one \
                 file, play the study again with another --out"
            }
            Self::Unknown { .. } => {
                "play the study again with another --out: this file was changed"
            }
        }
    }
}

/// An effect as the report states it.
#[derive(Debug, Clone, PartialEq)]
pub struct Stated {
    pub name: String,
    pub effect: Effect,
    /// False if the cells differ in their numbers of games, here or in the variant compared with.
    pub is_even: bool,
    /// False if the cells are not even or too few games are decided for a conclusion, here or in the variant compared
    /// with.
    pub is_conclusive: bool,
}

impl Stated {
    pub const fn conclusion(&self) -> &'static str {
        match (self.is_even, self.is_conclusive, self.effect.is_clear()) {
            (false, _, _) => "no conclusion: the cells have unequal numbers of games",
            (true, false, _) => "no conclusion: too few games decided",
            (true, true, true) => "differs from zero",
            (true, true, false) => "not shown to differ from zero",
        }
    }
}

/// A row with the facts found when it was read.
pub(crate) type ReadGame<'a> = (&'a Row, Facts);

impl Report {
    /// The report of a study's rows, in any order. Every row is played again, on `threads` threads; `read` is called
    /// for each.
    ///
    /// # Errors
    /// Returns an error for a row that is no game of the study, or is there twice.
    pub fn new(
        study: &Study,
        scenario: &Scenario,
        rows: &[Row],
        threads: usize,
        read: &(dyn Fn() + Sync),
    ) -> Result<Self, ReportError> {
        let mut sorted: Vec<&Row> = rows.iter().collect();
        // by cell and index: a double stands beside its other
        sorted.sort_by_key(|row| (row.cell, row.index));
        let cells = study.cells();
        for (place, row) in sorted.iter().enumerate() {
            let (cell, index) = (row.cell, row.index);
            let next = sorted.get(place + 1);
            if cell >= cells.len() || index >= study.games {
                return Err(ReportError::Unknown { cell, index });
            }
            // equal rows were dropped when the files were read, so these two differ: counting both would count one game
            // twice
            if next.is_some_and(|next| (next.cell, next.index) == (cell, index)) {
                return Err(ReportError::Twice { cell, index });
            }
        }
        let groups = groups(&cells);
        let mut games: Vec<Vec<ReadGame<'_>>> = Vec::new();
        let mut tallies = Vec::new();
        for group in &groups {
            let rows = sorted
                .iter()
                .copied()
                .filter(|row| group.contains(&row.cell));
            let rows: Vec<&Row> = rows.collect();
            // played again rather than trusted: a row says only the orders, and the rules find what is wrong with them
            let (facts, tally) = read_all(study, scenario, &rows, threads.max(1), read)?;
            games.push(rows.into_iter().zip(facts).collect());
            tallies.push(tally);
        }
        Ok(Self::of(study, scenario, &cells, &groups, &games, tallies))
    }

    /// The effects of a finding that the report states.
    pub fn stated(&self, finding: &Finding) -> Vec<Stated> {
        let less = |name: &str| format!("{name}, less {}", self.study.variants[0]);
        let first = self.first_variant(finding);
        let alone = (finding.is_even, finding.is_conclusive);
        let beside = (
            finding.is_even && first.is_some_and(|first| first.is_even),
            finding.is_comparable,
        );
        let effects = [
            ("seat".to_owned(), finding.seat, alone),
            ("first turn".to_owned(), finding.first_turn, alone),
            ("worth".to_owned(), finding.worth, alone),
            (less("seat"), finding.seat_against_first, beside),
            (less("first turn"), finding.against_first, beside),
        ];
        let stated = effects
            .into_iter()
            .filter_map(|(name, effect, (is_even, is_conclusive))| {
                let effect = effect?;
                Some(Stated {
                    name,
                    effect,
                    is_even,
                    is_conclusive,
                })
            });
        stated.collect()
    }

    /// The games of the study's first variant by the player of a finding.
    fn first_variant(&self, finding: &Finding) -> Option<&Finding> {
        let first = self.study.variants.first()?.to_string();
        let mut findings = self.findings.iter();
        findings.find(|other| other.player == finding.player && other.variant == first)
    }

    fn of(
        study: &Study,
        scenario: &Scenario,
        cells: &[Cell],
        groups: &[Vec<usize>],
        games: &[Vec<ReadGame<'_>>],
        tallies: Vec<Tally>,
    ) -> Self {
        let name = |side| scenario.family().side_name(side).to_owned();
        let mut names = scenario.sides().iter().map(name);
        let sides = [(); 2].map(|()| names.next().unwrap_or_default());
        let name = |side| scenario.side_names().of(side).to_owned();
        let mut names = scenario.sides().iter().map(name);
        let called = [(); 2].map(|()| names.next().unwrap_or_default());
        let restricted = |group: &Vec<usize>| cells[group[0]].restricted.is_some();
        let effects = groups.iter().map(|group| match restricted(group) {
            // restricted games have one effect, the worth of what is taken
            true => 1,
            // seat, first turn, and both again less those of the first variant
            false if cells[group[0]].variant == 0 || restricted(&groups[0]) => 2,
            false => 4,
        });
        let effects: usize = effects.sum();
        // Bonferroni: of twenty intervals of 95 percent one misses by chance
        let deviate = deviate_of(0.05 / effects as f64);
        let outcomes: Vec<Outcomes> = (0..cells.len())
            .map(|cell| {
                let all = games.iter().flatten().map(|(row, _)| *row);
                Outcomes::of(all.filter(|row| row.cell == cell))
            })
            .collect();
        let mut findings: Vec<Finding> = Vec::new();
        for ((group, games), tally) in groups.iter().zip(games).zip(&tallies) {
            let mut finding = Finding::new(study, cells, group, &outcomes, games, tally, deviate);
            // the first variant comes first, so its finding is there by the time the others are compared
            let normal = findings.iter().find(|other| {
                other.player == finding.player && other.variant == study.variants[0].to_string()
            });
            if let Some(normal) = normal {
                finding.compare(normal);
            }
            findings.push(finding);
        }
        let first_variant: Vec<&Vec<ReadGame<'_>>> = groups
            .iter()
            .zip(games)
            .filter(|(group, _)| cells[group[0]].variant == 0)
            .map(|(_, games)| games)
            .collect();
        // with unequal cells one side begins more often, and the first turn would look like an advantage of that side
        let even: Vec<Option<&Vec<ReadGame<'_>>>> = findings
            .iter()
            .zip(groups)
            .zip(games)
            .filter(|((_, group), _)| cells[group[0]].variant == 0)
            .map(|((finding, _), games)| finding.is_even.then_some(games))
            .collect();
        Self {
            study: study.clone(),
            games: games.iter().map(Vec::len).sum(),
            planned: study.len(),
            effects,
            decided_needed: DECIDED,
            cells: cells
                .iter()
                .zip(&outcomes)
                .map(|(cell, outcomes)| CellResult::new(study, &sides, cell, *outcomes))
                .collect(),
            leads: first_variant.iter().map(|games| Leads::of(games)).collect(),
            choices: even
                .iter()
                .map(|games| Choice::of(cells, (*games)?))
                .collect(),
            maps: even
                .iter()
                .map(|games| Maps::of(study, (*games)?))
                .collect(),
            findings,
            sides,
            called,
        }
    }
}

impl Report {
    /// The report as people read it: the sides by the names that people give them.
    pub(crate) fn for_people(&self) -> Self {
        let mut report = self.clone();
        if self.called.iter().any(String::is_empty) {
            return report;
        }
        let called = |word: &String| {
            let place = self.sides.iter().position(|side| side == word);
            place.map_or_else(|| word.clone(), |place| self.called[place].clone())
        };
        for cell in &mut report.cells {
            cell.first = called(&cell.first);
            cell.restricted = cell.restricted.as_ref().map(called);
        }
        report.sides.clone_from(&self.called);
        report
    }
}

impl CellResult {
    fn new(study: &Study, sides: &[String; 2], cell: &Cell, outcomes: Outcomes) -> Self {
        let score = (outcomes.games > 0).then(|| outcomes.score(0));
        Self {
            player: study.players[cell.player].clone(),
            variant: study.variants[cell.variant].to_string(),
            first: sides[cell.first].clone(),
            restricted: cell.restricted.map(|side| sides[side].clone()),
            outcomes,
            score,
            interval: score.map(|score| crate::wilson(score, f64::from(outcomes.games))),
        }
    }
}

/// The places of the cells of each player and variant.
fn groups(cells: &[Cell]) -> Vec<Vec<usize>> {
    let places: Vec<usize> = (0..cells.len()).collect();
    // cells of one player and variant follow each other, so neighbors are enough
    let groups = places.chunk_by(|one, other| {
        let (one, other) = (&cells[*one], &cells[*other]);
        (one.player, one.variant) == (other.player, other.variant)
    });
    groups.map(<[usize]>::to_vec).collect()
}

/// Plays rows again; returns the facts of each and the counts of all.
fn read_all(
    study: &Study,
    scenario: &Scenario,
    rows: &[&Row],
    threads: usize,
    read: &(dyn Fn() + Sync),
) -> Result<(Vec<Facts>, Tally), ReportError> {
    // equal parts: every game takes about as long to read
    let part = rows.len().div_ceil(threads).max(1);
    let read_part = |rows: &[&Row]| {
        let mut tally = Tally::default();
        let mut facts = Vec::with_capacity(rows.len());
        for row in rows {
            let mut counter = Counter::new(&mut tally, row.index);
            row.read(study, scenario, &mut counter)
                .map_err(|error| ReportError::Row {
                    cell: row.cell,
                    index: row.index,
                    error,
                })?;
            facts.push(counter.facts);
            read();
        }
        Ok((facts, tally))
    };
    let parts: Vec<Result<_, ReportError>> = std::thread::scope(|scope| {
        let parts: Vec<_> = rows
            .chunks(part)
            .map(|rows| scope.spawn(move || read_part(rows)))
            .collect();
        parts
            .into_iter()
            .map(|part| {
                // a panic of a thread is a bug of ours and keeps its message
                part.join()
                    .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            })
            .collect()
    });
    let (mut facts, mut tally) = (Vec::new(), Tally::default());
    for part in parts {
        let (more, counts) = part?;
        facts.extend(more);
        // sums in whole numbers, so the report does not depend on the number of threads
        tally.add(counts);
    }
    Ok((facts, tally))
}
