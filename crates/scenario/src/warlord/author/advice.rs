//! The checks that give advice on a Warlord scenario.

mod first_turn;

use board::{Cell, Grid};
use rules::warlord::{Game, Kind, Movement, Side, Start, Terrain, Unit};

use super::access::{self, Access};
use crate::Advice;
use crate::advice::{listed, unequal};
use crate::head::Written;
use crate::warlord::Content;

/// The names of the checks behind [`Advice`], in the order of the checks.
pub const KEYS: [&str; 9] = [
    "first-turn-capture",
    "no-command",
    "no-way",
    "unfair-access",
    "unequal-armies",
    "cap-share",
    "idle-orders",
    "terrain-density",
    "near-limit",
];

/// The cells of the smallest large board: those of Border War.
pub(super) const LARGE: usize = 24 * 16;

/// The CAPs that play well on a large board, in percent of the total level of the leaders. Rules: warlord 8.6.
const CAP_SHARES: std::ops::RangeInclusive<usize> = 45..=75;

pub(super) type Adviser<'a> = crate::advice::Adviser<'a, Game>;
pub(super) type Array<'a> = crate::advice::Array<'a, Kind>;

impl Content {
    /// All advice on a scenario, in the order of [`KEYS`] for each array of units.
    pub(crate) fn advice(&self, file: Written<'_>) -> Vec<Advice> {
        let mut adviser = Adviser::new(file, &self.game, &self.lines);
        let arrays = match &self.game.start {
            Start::Fixed(units) => vec![Array::fixed(units.clone())],
            Start::Hidden(hidden) => Array::of_books(&hidden.books, &self.lines.books),
        };
        for array in arrays {
            adviser.first_turn(&array);
            if array.is_own {
                adviser.command(&array);
                adviser.ways(&array);
            }
        }
        adviser.fairness();
        adviser.armies();
        adviser.cap();
        adviser.rough();
        adviser.finish()
    }
}

impl Adviser<'_> {
    /// Advises on units that no leader reaches before or after its own move.
    fn command(&mut self, array: &Array) {
        for side in Side::BOTH {
            let command = self.commanded(side, array);
            let left = array
                .own(side)
                .filter(|(cell, unit)| !command[*cell] && !self.activates_itself(unit.kind));
            let left: Vec<(Cell, Unit)> = left.collect();
            if let Some((first, _)) = left.first() {
                let named = left
                    .iter()
                    .map(|(cell, unit)| format!("{} on {cell}", unit.kind.symbol()));
                let what = format!(
                    "{side} has units out of command{}: {}",
                    array.of,
                    listed(named)
                );
                self.say(
                    "no-command",
                    array.line(self.lines, *first),
                    what,
                    "no leader can set them moving, not even after a move of its own",
                    format!("put a leader within {} cells of them", self.game.range),
                );
            }
        }
    }

    const fn activates_itself(&self, kind: Kind) -> bool {
        // Rules: warlord 2.8: such Light Cavalry needs no leader
        self.game.options.self_activating && matches!(kind, Kind::LightCavalry)
    }

    /// The cells within range of a side's leaders before or after one move of each on an empty board.
    fn commanded(&self, side: Side, array: &Array) -> Grid<bool> {
        let leaders = array.own(side).filter(|(_, unit)| unit.kind.is_leader());
        let leaders: Vec<Cell> = leaders.map(|(cell, _)| cell).collect();
        // every level moves alike (warlord 1.1), so one flood serves all leaders
        let board = self.game.board();
        let mut command = Grid::filled(board, false);
        for (cell, taken) in self.game.moves_from(Kind::Leader1, &leaders).iter() {
            // one move, or none: what a leader reaches before or after it
            if taken.is_some_and(|moves| moves <= 1) {
                let near = board.within(cell, self.game.range);
                near.for_each(|cell| command[cell] = true);
            }
        }
        command
    }

    /// Advises on towns to which a kind of a side can never come.
    fn ways(&mut self, array: &Array) {
        let places = match array.placed {
            None => access::places(self.game),
            Some(placed) => access::places_of_book(self.game, placed),
        };
        let access = Access::new(self.game, &places);
        // the same with units crossing water, to know whether that option would open the way
        let mut crossing = self.game.clone();
        crossing.options.crossing = true;
        let crossed = Access::new(&crossing, &places);
        for side in Side::BOTH {
            for (number, kind) in access.kinds.iter().enumerate() {
                let missed = |access: &Access| -> Vec<Cell> {
                    let towns = access.towns.iter();
                    let missed = towns.filter(|town| town.moves[number][side.index()].is_none());
                    missed.map(|town| town.cell).collect()
                };
                let towns = missed(&access);
                let Some(cells) = places[side.index()].get(kind).filter(|_| !towns.is_empty())
                else {
                    continue;
                };
                let line = cells
                    .first()
                    .map_or(self.lines.board, |cell| array.line(self.lines, *cell));
                // the mend that is likely to be meant: water first, then the color of the cells
                let mend = if missed(&crossed).is_empty() {
                    "set the option `crossing`, or open a way by land"
                } else if is_diagonal(self.game.movement(*kind)) {
                    "set one of them on a cell of the other color, or open a way through the terrain"
                } else {
                    "open a way through the terrain"
                };
                let named = towns.iter().map(Cell::to_string);
                let what = format!(
                    "no {} of {side} can ever come to {}{}",
                    kind.name(),
                    listed(named),
                    array.of
                );
                self.say(
                    "no-way",
                    line,
                    what,
                    "a town is to be taken by whatever is at hand",
                    mend,
                );
            }
        }
    }

    /// Advises on towns that lie nearer to one side than to the other.
    fn fairness(&mut self) {
        let access = Access::new(self.game, &access::places(self.game));
        for (kind, [white, black]) in access.kinds.iter().zip(access.totals()) {
            // a tenth: a move or two more to a far town is no advantage
            if white.abs_diff(black) * 10 > white.max(black) {
                let what = format!(
                    "the towns lie {white} moves in all from white's nearest {0} and {black} from black's nearest {0}",
                    kind.name()
                );
                self.say(
                    "unfair-access",
                    self.lines.board,
                    what,
                    "one side comes to the towns sooner",
                    "lay towns, terrain and armies the same for both after a half-turn",
                );
            }
        }
    }

    fn armies(&mut self) {
        let name = |kind: Kind| kind.symbol().to_string();
        let unequal = unequal(&self.game.armies, Kind::ALL, name);
        if !unequal.is_empty() {
            let levels = Side::BOTH.map(|side| self.game.levels(side));
            let what = format!(
                "white has other units than black: {}; leaders of total level {} and {}",
                unequal.join(", "),
                levels[0],
                levels[1]
            );
            self.say(
                "unequal-armies",
                self.lines.army,
                what,
                "one side is the stronger from the start",
                "give both the same units, or make up for it by towns or ground",
            );
        }
    }

    fn cap(&mut self) {
        let cap = self.game.cap;
        let most = cap
            .rise
            .map_or(cap.number, |(_, higher)| higher.max(cap.number));
        let most = usize::from(most);
        // Rules: warlord 2.7: with self-activating Light Cavalry the cap stays the plain number
        let falls = cap.leaders_left && !self.game.options.self_activating;
        let levels = |side| usize::from(self.game.levels(side));
        // the weaker side decides: a CAP beyond its levels is one it can hardly use
        let side = if levels(Side::White) <= levels(Side::Black) {
            Side::White
        } else {
            Side::Black
        };
        // at least 1: an army without levels has been reported as a mistake
        let share = most * 100 / levels(side).max(1);
        if self.game.board().len() >= LARGE && !falls && !CAP_SHARES.contains(&share) {
            let what = format!(
                "a cap of {most} is {share} percent of the total level {} of {side}'s leaders",
                levels(side)
            );
            self.say(
                "cap-share",
                self.lines.cap,
                what,
                "on a large board about 60 percent plays best: leaders can be lost, and choices have to be made",
                format!("make it about {}", levels(side) * 60 / 100),
            );
        }
        let usable = if falls {
            self.game.leaders(side)
        } else {
            levels(side) + self.knights(side)
        };
        // no unit moves twice in a turn, so a side has no more orders than units
        let usable = usable.min(self.game.units(side));
        if most > usable {
            let what = format!("a cap of {most} where {side} can give {usable} orders at most");
            self.say(
                "idle-orders",
                self.lines.cap,
                what,
                "the cap can never be used",
                format!("make it {usable} or less, or give the armies more leaders"),
            );
        }
    }

    /// The units of a side that need no leader.
    fn knights(&self, side: Side) -> usize {
        let army = self.game.armies[side.index()].iter();
        let knights = army.filter(|kind| **kind == Kind::LightCavalry).count();
        // any of the units chosen may be Light Cavalry
        let chosen = self.game.choice.map_or(0, |choice| choice.others.into());
        if self.game.options.self_activating {
            knights + chosen
        } else {
            0
        }
    }

    fn rough(&mut self) {
        let count = |is_counted: fn(Terrain) -> bool| {
            let ground = self.game.terrain.iter();
            ground.filter(|(_, terrain)| is_counted(**terrain)).count()
        };
        let land = count(Terrain::is_land);
        // the mean of what a lot may lay: the check is about the share, and no draw is made for it
        let by_lot = self.game.scatter.map_or(0, |scatter| {
            let spans = [scatter.trees, scatter.hills];
            spans
                .iter()
                .map(|span| usize::from(span.from + span.to) / 2)
                .sum()
        });
        let rough = count(|terrain| terrain.is_land() && terrain != Terrain::Open) + by_lot;
        self.density((rough, land), "cells of land");
    }
}

const fn is_diagonal(movement: Movement) -> bool {
    matches!(
        movement,
        Movement::DiagonalJump | Movement::DiagonalHero | Movement::DiagonalSlide
    )
}
