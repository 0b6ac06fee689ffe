//! The leads of games as chances to win, by a logistic curve fitted to the games of the study.

use serde::{Deserialize, Serialize};

use crate::logistic::{Logistic, Sample};
use crate::statistics::wilson;
use crate::{Facts, Row};

/// The leads of the decided games of one player.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Leads {
    pub games: u32,
    /// The chance of the first side at an even lead, as the exponent of the logistic curve.
    pub at_nought: f64,
    /// How much that exponent grows with a point of lead; an infantry is some 200.
    pub slope: f64,
    /// The chances predicted, with how often they came true.
    pub calibration: Vec<Calibration>,
    /// The changes of the lead in a game, on average: a side leads from a chance of 0.55 on until the other does.
    pub changes: f64,
    /// The games by the number of such changes; the last number also stands for more.
    pub games_by_changes: Vec<u32>,
    /// The share of turns in which the later winner was behind, on average.
    pub behind: f64,
    /// The distance of the later winner's chance from a half in the turns behind, on average.
    pub depth: f64,
    /// The decisive turn, on average: the winner's chance stays above 0.8 from it on.
    pub decisive_turn: f64,
    /// The decisive turn as a share of the game, on average.
    pub decisive_share: f64,
    /// The winner's chance in ten parts of the game, on average.
    pub course: Vec<f64>,
    /// The wins of sides whose chance had once fallen to a low value, by that value.
    pub comebacks: Vec<Comeback>,
    /// The share of games won by the side that took the first unit: games, share, interval.
    pub first_capture: (u32, f64, [f64; 2]),
    /// The share of games won by the side that took the first leader, the snowball index: games, share, interval.
    pub first_leader: (u32, f64, [f64; 2]),
}

/// Moments of games with about the same chance.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Calibration {
    pub moments: u32,
    /// The chance predicted for the first side, on average.
    pub foretold: f64,
    /// The share of the moments' games that the first side won.
    pub won: f64,
}

/// Sides that were once down to a chance.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Comeback {
    pub chance: f64,
    /// The sides whose chance was as low or lower at some time of the game.
    pub sides: u32,
    /// The number of these sides that won.
    pub won: u32,
}

/// The leads after a turn of either side, averaged with those of the turn before: a side looks better after its own
/// turn.
fn smoothed(row: &Row) -> Vec<f64> {
    let pairs = row.leads.windows(2);
    // without this the lead would change hands with every turn of an even game
    pairs
        .map(|pair| f64::from(pair[0] + pair[1]) / 2.0)
        .collect()
}

impl Leads {
    /// The leads of one player's games; none without decided games. Each game has the same weight in the curve.
    pub(crate) fn of(games: &[(&Row, Facts)]) -> Option<Self> {
        let decided: Vec<(usize, Vec<f64>, Facts)> = games
            .iter()
            // games without a winner say nothing of a chance to win
            .filter_map(|(row, facts)| Some((row.winner?, smoothed(row), *facts)))
            .filter(|(_, leads, _)| !leads.is_empty())
            .collect();
        let samples: Vec<Sample> = decided
            .iter()
            .flat_map(|(winner, leads, _)| {
                let result = if *winner == 0 { 1.0 } else { 0.0 };
                // a long game has many moments that are nearly the same: without the weight it would count for many
                // games
                let weight = 1.0 / leads.len() as f64;
                leads.iter().map(move |lead| (*lead, result, weight))
            })
            .collect();
        // fitted to the study's own games: a lead means something else in every scenario, and to every player
        let curve = Logistic::fit(&samples)?;
        // the winner's chances, turn by turn
        let courses: Vec<Vec<f64>> = decided
            .iter()
            .map(|(winner, leads, _)| {
                let chance = |lead: &f64| match winner {
                    0 => curve.chance(*lead),
                    _ => 1.0 - curve.chance(*lead),
                };
                leads.iter().map(chance).collect()
            })
            .collect();
        let count = courses.len() as f64;
        let average =
            |of: fn(&[f64]) -> f64| courses.iter().map(|course| of(course)).sum::<f64>() / count;
        let changes: Vec<usize> = courses.iter().map(|course| changes(course)).collect();
        // ten and more in one: longer tails would have empty bars
        let mut games_by_changes = vec![0; 11];
        for changes in &changes {
            games_by_changes[(*changes).min(10)] += 1;
        }
        let first = |of: fn(&Facts) -> Option<usize>| {
            let taken = decided
                .iter()
                .filter_map(|(winner, _, facts)| Some(of(facts)? == *winner));
            let (all, won) = taken.fold((0_u32, 0_u32), |(all, won), is| {
                (all + 1, won + u32::from(is))
            });
            let share = f64::from(won) / f64::from(all.max(1));
            (all, share, wilson(share, f64::from(all)))
        };
        Some(Self {
            games: u32::try_from(courses.len()).unwrap_or(u32::MAX),
            at_nought: curve.at_nought,
            slope: curve.slope,
            calibration: calibration(&samples, &curve),
            changes: changes.iter().sum::<usize>() as f64 / count,
            games_by_changes,
            behind: average(behind),
            depth: depth(&courses),
            // plus two: turns count from 1, and the first smoothed lead is that of turn 2
            decisive_turn: average(|course| decisive(course) as f64 + 2.0),
            decisive_share: average(|course| decisive(course) as f64 / course.len() as f64),
            course: (0..10).map(|part| part_of(&courses, part)).collect(),
            comebacks: [0.4, 0.3, 0.2, 0.1]
                .map(|chance| comeback(&courses, chance))
                .to_vec(),
            first_capture: first(|facts| facts.first_capture),
            first_leader: first(|facts| facts.first_leader),
        })
    }
}

fn calibration(samples: &[Sample], curve: &Logistic) -> Vec<Calibration> {
    let mut bins = [(0_u32, 0.0, 0.0); 10];
    for (lead, result, _) in samples {
        let chance = curve.chance(*lead);
        // ten bins of one width, so that the diagonal is what a good curve gives
        let bin = &mut bins[((chance * 10.0) as usize).min(9)];
        *bin = (bin.0 + 1, bin.1 + chance, bin.2 + result);
    }
    let filled = bins.into_iter().filter(|(moments, _, _)| *moments > 0);
    let calibration = filled.map(|(moments, foretold, won)| Calibration {
        moments,
        foretold: foretold / f64::from(moments),
        won: won / f64::from(moments),
    });
    calibration.collect()
}

/// The changes of the lead; a side leads from a chance of 0.55 on, until the other has as much.
fn changes(course: &[f64]) -> usize {
    let leaders = course.iter().filter_map(|chance| match chance {
        // a margin around one half, so that a chance that wavers there is not counted as many changes
        0.55.. => Some(true),
        ..=0.45 => Some(false),
        _ => None,
    });
    let leaders: Vec<bool> = leaders.collect();
    leaders.windows(2).filter(|pair| pair[0] != pair[1]).count()
}

/// The share of moments in which the winner was behind.
fn behind(course: &[f64]) -> f64 {
    course.iter().filter(|chance| **chance < 0.5).count() as f64 / course.len() as f64
}

/// The mean distance of the winners' chances from a half in the moments behind.
fn depth(courses: &[Vec<f64>]) -> f64 {
    let behind = courses.iter().flatten().filter(|chance| **chance < 0.5);
    let (count, sum) = behind.fold((0_u32, 0.0), |(count, sum), chance| {
        (count + 1, sum + 0.5 - chance)
    });
    sum / f64::from(count.max(1))
}

/// The moment from which the winner's chance stayed above 0.8; the end if it never did.
fn decisive(course: &[f64]) -> usize {
    // from the end: a chance above 0.8 that is lost again decided nothing
    course
        .iter()
        .rposition(|chance| *chance < 0.8)
        .map_or(0, |last| last + 1)
}

/// The winner's chance in a tenth of the game, on average over the games.
fn part_of(courses: &[Vec<f64>], part: usize) -> f64 {
    let chances = courses
        .iter()
        // a game of fewer than ten turns shows one moment in several parts: every game counts in each of them
        .map(|course| course[(course.len() * part / 10).min(course.len() - 1)]);
    chances.sum::<f64>() / courses.len().max(1) as f64
}

fn comeback(courses: &[Vec<f64>], chance: f64) -> Comeback {
    let fell = |course: &&Vec<f64>| course.iter().any(|now| *now <= chance);
    // courses are the winners', so the loser's chance is the rest
    let lost = |course: &&Vec<f64>| course.iter().any(|now| 1.0 - *now <= chance);
    let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    let won = count(courses.iter().filter(fell).count());
    Comeback {
        chance,
        sides: won + count(courses.iter().filter(lost).count()),
        won,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(winner: usize, leads: &[i32]) -> Row {
        Row {
            cell: 0,
            index: 0,
            winner: Some(winner),
            end: "leaders".to_owned(),
            turns: 0,
            start: 0,
            leads: leads.to_vec(),
            lots: Vec::new(),
            secrets: Vec::new(),
            orders: Vec::new(),
        }
    }

    #[test]
    fn courses_are_measured_from_the_winner() {
        assert_eq!(changes(&[0.5, 0.6, 0.52, 0.47, 0.4, 0.5, 0.58]), 2);
        assert_eq!(decisive(&[0.5, 0.9, 0.7, 0.85, 0.9]), 3);
        assert_eq!(decisive(&[0.9, 0.9]), 0);
        assert!((behind(&[0.4, 0.6, 0.3, 0.9]) - 0.5).abs() < 1e-12);
        let courses = vec![vec![0.5, 0.25, 0.9], vec![0.6, 0.95]];
        let back = comeback(&courses, 0.3);
        // one winner fell to 0.25; both losers fell to 0.1 and 0.05
        assert_eq!((back.sides, back.won), (3, 1));
    }

    #[test]
    fn a_lead_that_wins_gives_a_rising_curve() {
        let rows = [
            row(0, &[0, 100, 300, 800]),
            row(1, &[0, -200, -300, -900]),
            row(0, &[0, -100, 100, 700]),
            row(1, &[0, 150, -100, -600]),
        ];
        let facts = Facts {
            first_leader: Some(0),
            ..Facts::default()
        };
        let games: Vec<(&Row, Facts)> = rows.iter().map(|row| (row, facts)).collect();
        let leads = Leads::of(&games).expect("decided games");
        assert!(leads.slope > 0.0, "{leads:?}");
        assert_eq!((leads.games, leads.first_leader.0), (4, 4));
        assert!((leads.first_leader.1 - 0.5).abs() < 1e-12);
        assert_eq!(
            leads.calibration.iter().map(|bin| bin.moments).sum::<u32>(),
            12
        );
    }
}
