//! Statistics of one player's games of one variant.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{CardPlayed, DECIDED, Deed, FightCount, ReadGame};
use crate::tally::Turns;
use crate::{Cell, Effect, Outcomes, Study, Tally};

/// The games of a player and a variant.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Finding {
    pub player: String,
    pub variant: String,
    pub outcomes: Outcomes,
    /// The share of games that somebody won.
    pub decided: f64,
    /// True if every cell has as many games as the others.
    #[serde(default = "yes")]
    pub is_even: bool,
    /// False if fewer games were decided than conclusions need, the cells are not even, or no game was played.
    pub is_conclusive: bool,
    /// The effect of the seat, for the first side; none for restricted play, and none if a cell is empty.
    pub seat: Option<Effect>,
    /// The effect of the first turn, for the beginner; none for restricted play, and none if a cell is empty.
    pub first_turn: Option<Effect>,
    /// The effect of the first turn less that of the study's first variant.
    pub against_first: Option<Effect>,
    /// The effect of the seat less that of the study's first variant: what a town or an option gives the first side.
    pub seat_against_first: Option<Effect>,
    /// False if this variant or the study's first one is not conclusive, so that nothing is concluded from both.
    #[serde(default = "yes")]
    pub is_comparable: bool,
    /// The score lost by the restriction, on average over both sides; none if a cell is empty.
    pub worth: Option<Effect>,
    /// The games by the word for their end.
    pub ends: BTreeMap<String, u32>,
    pub turns: Count,
    pub orders: Count,
    /// The orders and activations of each side.
    pub command: [Command; 2],
    pub files: u8,
    pub ranks: u8,
    /// By side and cell, from a1 along the ranks: the share of turn ends at which a unit of the side stood there.
    pub occupancy: [Vec<f64>; 2],
    /// By side and cell: the units the side took there in a game.
    pub captures: [Vec<f64>; 2],
    /// By side and cell: the leaders the side lost there in a game.
    pub leaders_lost: [Vec<f64>; 2],
    /// The cells on which no unit ever stood at the end of a turn, though it was land.
    pub unvisited: Vec<String>,
    /// The cells that were never land.
    pub no_land: Vec<bool>,
    pub towns: Vec<TownHeld>,
    /// The captures by the kinds of taker and taken, in a game.
    pub kills: Vec<Kill>,
    pub ways: Vec<WayMean>,
    /// By side and cell: the moves of the nearest leader at the start, alone on the board.
    pub reach: [Vec<Option<f64>>; 2],
    /// What the sides did in the family's own words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub deeds: Vec<Deed>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fights: Vec<FightCount>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cards: Vec<CardPlayed>,
}

/// The default for numbers written by an older program, which reported only whole studies, whose cells are even.
const fn yes() -> bool {
    true
}

/// A number counted in each game.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Count {
    pub mean: f64,
    pub median: u32,
    pub least: u32,
    pub most: u32,
    /// The width of a bin; the first begins at 0.
    pub width: u32,
    pub bins: Vec<u32>,
}

/// The orders and activations of a side, each a mean over its turns.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Command {
    pub turns: u64,
    /// The orders a turn could hold.
    pub allowed: f64,
    pub given: f64,
    /// The share of the allowed orders that was given.
    pub used: f64,
    /// The activations the leaders had.
    pub capacity: f64,
    /// The share of them that was not given.
    pub unused: f64,
    /// The share of units, leaders left out, that no leader could reach at the end of the turn.
    pub out_of_command: f64,
    /// The share of units that got no order.
    pub idle: f64,
    /// The share of leaders that might not act at the end of the turn, in families with a chain of command.
    #[serde(default)]
    pub leaders_out_of_command: f64,
    /// The share of leaders with nobody but themselves in range of their orders.
    #[serde(default)]
    pub leaders_alone: f64,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TownHeld {
    pub town: String,
    /// The share of turn ends at which a unit of each side stood there.
    pub held: [f64; 2],
}

/// Captures of one kind by another.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Kill {
    pub taker: String,
    pub taken: String,
    pub in_a_game: f64,
}

/// The moves to a town, alone on the board.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct WayMean {
    pub town: String,
    pub kind: String,
    /// The moves of each side's nearest unit of the kind, on average over the maps; none if there is no way.
    pub moves: [Option<f64>; 2],
}

impl Finding {
    pub(super) fn new(
        study: &Study,
        cells: &[Cell],
        group: &[usize],
        outcomes: &[Outcomes],
        games: &[ReadGame<'_>],
        tally: &Tally,
        deviate: f64,
    ) -> Self {
        let all = Outcomes::of(games.iter().map(|(row, _)| *row));
        let mut ends = BTreeMap::new();
        for (row, _) in games {
            let word = match row.end.as_str() {
                // the row's own mark, for people to read
                "" => "unfinished",
                word => word,
            };
            *ends.entry(word.to_owned()).or_default() += 1;
        }
        let restricted = cells[group[0]].restricted.is_some();
        let counts = group.iter().map(|cell| outcomes[*cell].games);
        let is_even = counts
            .clone()
            .all(|games| games == outcomes[group[0]].games);
        // an empty cell has no score
        let is_full = counts.min().is_some_and(|least| least > 0);
        // unrestricted cells only, of which there are two: with either side beginning
        let both = || [&outcomes[group[0]], &outcomes[group[1]]];
        let worth = || {
            let lost = group.iter().map(|cell| {
                let side = cells[*cell].restricted.unwrap_or(0);
                // the restricted side's loss is what the other gains
                outcomes[*cell].score(1 - side)
            });
            Effect::of_score(lost.sum::<f64>() / group.len() as f64, all.games, deviate)
        };
        let cell_name = |place: usize| {
            let files = usize::from(tally.files).max(1);
            let cell = (u8::try_from(place % files), u8::try_from(place / files));
            match cell {
                (Ok(file), Ok(rank)) => board::Cell::new(file, rank).to_string(),
                _ => String::new(),
            }
        };
        // at least 1: a study without turns has nothing to divide
        let turn_ends = (tally.turns[0].turns + tally.turns[1].turns).max(1) as f64;
        let played = tally.games.max(1) as f64;
        let by = |grids: &[Vec<u64>; 2], whole: f64| {
            let share =
                |cells: &Vec<u64>| cells.iter().map(|count| *count as f64 / whole).collect();
            grids.each_ref().map(share)
        };
        // what was never land could not be visited, and is no finding
        let visited = |place: &usize| {
            tally.occupancy.iter().any(|cells| cells[*place] > 0) || tally.land[*place] == 0
        };
        Self {
            player: study.players[cells[group[0]].player].clone(),
            variant: study.variants[cells[group[0]].variant].to_string(),
            outcomes: all,
            decided: all.decided(),
            is_even,
            is_conclusive: is_full && is_even && all.decided() >= DECIDED,
            seat: (is_full && !restricted).then(|| Effect::of_seat(both(), deviate)),
            first_turn: (is_full && !restricted).then(|| Effect::of_first_turn(both(), deviate)),
            // the first variant is compared in a second step: its own finding must be whole by then
            against_first: None,
            seat_against_first: None,
            is_comparable: false,
            worth: (is_full && restricted).then(worth),
            ends,
            turns: Count::of(games.iter().map(|(row, _)| row.turns).collect()),
            orders: Count::of(games.iter().map(|(_, facts)| facts.orders).collect()),
            command: tally.turns.map(Command::of),
            files: tally.files,
            ranks: tally.ranks,
            occupancy: by(&tally.occupancy, turn_ends),
            captures: by(&tally.captures, played),
            leaders_lost: by(&tally.leaders_lost, played),
            unvisited: (0..tally.land.len())
                .filter(|place| !visited(place))
                .map(cell_name)
                .collect(),
            no_land: tally.land.iter().map(|games| *games == 0).collect(),
            towns: tally
                .towns
                .iter()
                .map(|(cell, (turns, held))| TownHeld {
                    town: cell.to_string(),
                    held: held.map(|held| held as f64 / (*turns).max(1) as f64),
                })
                .collect(),
            kills: tally
                .kills
                .iter()
                .map(|((taker, taken), count)| Kill {
                    taker: (*taker).to_owned(),
                    taken: (*taken).to_owned(),
                    in_a_game: *count as f64 / played,
                })
                .collect(),
            ways: tally
                .ways
                .iter()
                .map(|((town, kind), moves)| WayMean {
                    town: town.clone(),
                    kind: (*kind).to_owned(),
                    moves: moves.map(mean_moves),
                })
                .collect(),
            reach: tally
                .reach
                .each_ref()
                .map(|cells| cells.iter().copied().map(mean_moves).collect()),
            deeds: Deed::all(&tally.deeds, played),
            fights: FightCount::all(&tally.deeds),
            cards: CardPlayed::all(&tally.deeds),
        }
    }

    /// Compares the effects of the first turn and of the seat with those of the study's first variant.
    pub(super) fn compare(&mut self, first: &Self) {
        let less = |own: Option<Effect>, other: Option<Effect>| Some(own?.less(&other?));
        self.against_first = less(self.first_turn, first.first_turn);
        self.seat_against_first = less(self.seat, first.seat);
        self.is_comparable = self.is_conclusive && first.is_conclusive;
    }
}

fn mean_moves((sum, games): (u64, u64)) -> Option<f64> {
    (games > 0).then(|| sum as f64 / games as f64)
}

impl Count {
    fn of(mut values: Vec<u32>) -> Self {
        values.sort_unstable();
        let most = values.last().copied().unwrap_or(0);
        // some twenty bins of a round width
        let widths = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000];
        let width = widths
            .into_iter()
            // some twenty bars fit a plot
            .find(|width| most / width < 25)
            .unwrap_or(20_000);
        let mut bins = vec![0; (most / width + 1) as usize];
        for value in &values {
            bins[(value / width) as usize] += 1;
        }
        let sum: u64 = values.iter().copied().map(u64::from).sum();
        Self {
            mean: sum as f64 / values.len().max(1) as f64,
            // the upper of two middle ones, which is a number that a game had
            median: values.get(values.len() / 2).copied().unwrap_or(0),
            least: values.first().copied().unwrap_or(0),
            most,
            width,
            bins,
        }
    }
}

impl Command {
    fn of(turns: Turns) -> Self {
        let share = |part: u64, whole: u64| part as f64 / whole.max(1) as f64;
        Self {
            turns: turns.turns,
            allowed: share(turns.allowed, turns.turns),
            given: share(turns.given, turns.turns),
            used: share(turns.given, turns.allowed),
            capacity: share(turns.capacity, turns.turns),
            unused: share(turns.unused, turns.capacity),
            out_of_command: share(
                turns.out_of_command,
                turns.in_command + turns.out_of_command,
            ),
            // with more orders than units nobody is idle, and the difference would wrap
            idle: share(turns.units.saturating_sub(turns.given), turns.units),
            leaders_out_of_command: share(
                turns.leaders_out_of_command,
                turns.leaders_in_command + turns.leaders_out_of_command,
            ),
            leaders_alone: share(
                turns.leaders_alone,
                turns.leaders_in_command + turns.leaders_out_of_command,
            ),
        }
    }
}
