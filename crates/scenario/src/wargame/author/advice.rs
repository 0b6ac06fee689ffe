//! The checks that give advice on a WarGame scenario.

mod first_turn;

use board::{Cell, Grid};
use rules::wargame::{Class, Game, Kind, Placement, Position, Side, Start, Terrain, Unit};

use super::reach::reach;
use crate::advice::{density, listed, pairs, size};
use crate::lines::Lines;
use crate::wargame::drawing::{kinds, name};
use crate::wargame::{Content, fen};
use crate::{Advice, Scenario};

/// The names of the checks behind [`Advice`], in the order in which they are made.
pub const KEYS: [&str; 8] = [
    "first-turn-kill",
    "no-orders",
    "pinned-leader",
    "no-move",
    "unequal-armies",
    "idle-orders",
    "terrain-density",
    "near-limit",
];

/// The units of a fixed set-up, or of a book of White's with a book of Black's.
struct Array {
    /// ` in the book …`, or empty.
    of: String,
    /// True if both sides' units are those of the same book, or of the fixed set-up.
    is_own: bool,
    units: Vec<(Cell, Unit)>,
    /// The line of White's book; `None` for a fixed set-up, whose cells have lines of their own.
    line: Option<usize>,
}

struct Adviser<'a> {
    scenario: &'a Scenario,
    game: &'a Game,
    lines: &'a Lines,
    advice: Vec<Advice>,
}

/// All advice on a scenario, in the order of [`KEYS`] for each array of units.
pub(in crate::wargame) fn advice(scenario: &Scenario, content: &Content) -> Vec<Advice> {
    let mut adviser = Adviser {
        scenario,
        game: &content.game,
        lines: &content.lines,
        advice: Vec::new(),
    };
    for array in adviser.arrays() {
        adviser.first_turn(&array);
        if array.is_own {
            adviser.orders(&array);
            adviser.stuck(&array);
        }
    }
    adviser.armies();
    adviser.cap();
    adviser.density();
    adviser.advice.extend(size(scenario));
    adviser.advice
}

impl Adviser<'_> {
    fn say(
        &mut self,
        key: &'static str,
        line: usize,
        what: String,
        why: &'static str,
        mend: impl Into<String>,
    ) {
        let advice = Advice::new(self.scenario, (key, line), what, why, mend);
        self.advice.push(advice);
    }

    /// Gives an advice on units of a side, on the line of the first; nothing without units.
    fn say_of(
        &mut self,
        key: &'static str,
        array: &Array,
        units: &[(Cell, Unit)],
        fact: impl Fn(String) -> String,
        why: &'static str,
        mend: impl Into<String>,
    ) {
        let Some((first, _)) = units.first() else {
            return;
        };
        let line = array.line.unwrap_or_else(|| self.lines.set_up(*first));
        let named = units.iter();
        let named = named.map(|(cell, unit)| format!("{} on {cell}", name(unit.kind)));
        let what = format!("{}{}", fact(listed(named)), array.of);
        self.say(key, line, what, why, mend);
    }

    /// The fixed set-up, or each book of White's with each book of Black's.
    fn arrays(&self) -> Vec<Array> {
        match &self.game.start {
            Start::Fixed(units) => vec![Array {
                of: String::new(),
                is_own: true,
                units: units.clone(),
                line: None,
            }],
            Start::Hidden(hidden) => {
                let units = |[white, black]: [&[Placement]; 2]| {
                    let white = units_of(Side::White, white);
                    white.chain(units_of(Side::Black, black)).collect()
                };
                let pairs = pairs(&hidden.books, &self.lines.books);
                let arrays = pairs.map(|pair| Array {
                    of: pair.of,
                    is_own: pair.is_own,
                    units: units(pair.placed),
                    line: Some(pair.line),
                });
                arrays.collect()
            }
        }
    }

    /// The array as a position with a side to move.
    fn position(&self, array: &Array, side: Side) -> Option<Position> {
        let game = self.game.without_lots();
        let rows = fen::write(&game, array.units.iter().copied());
        let text = format!("{rows} {} 1 0", side.letter());
        Position::from_text(std::sync::Arc::new(game), &text).ok()
    }

    /// Advises on units that no leader reaches before or after a move of its own, and on leaders out of command.
    fn orders(&mut self, array: &Array) {
        let Some(position) = self.position(array, Side::White) else {
            return;
        };
        for side in Side::BOTH {
            let orders = self.ordered(side, array, &position);
            let mut left = own(side, &array.units);
            left.retain(|(cell, unit)| !orders[*cell] && unit.kind.class() != Class::Post);
            self.say_of(
                "no-orders",
                array,
                &left,
                |units| format!("{side} has units out of reach of orders: {units}"),
                "no leader can set them moving, not even after a move of its own",
                "put a leader near them",
            );
            let mut pinned = own(side, &array.units);
            pinned.retain(|(cell, _)| position.is_in_command(*cell) == Some(false));
            self.say_of(
                "pinned-leader",
                array,
                &pinned,
                |units| format!("{side} has leaders out of command: {units}"),
                "they give orders but can do nothing themselves until a superior comes near",
                "put them within the command range of a leader of higher level",
            );
        }
    }

    /// The cells that a side's orders reach from the leaders' cells and from all cells to which leaders in command move
    /// on an empty board.
    fn ordered(&self, side: Side, array: &Array, position: &Position) -> Grid<bool> {
        let board = self.game.board();
        let mut orders = Grid::filled(board, false);
        for (cell, unit) in own(side, &array.units) {
            let range = self.game.order_range(unit.kind);
            if range == 0 {
                continue;
            }
            let mut stands = vec![cell];
            if position.is_in_command(cell) == Some(true) {
                let ways = reach(self.game, unit.kind, cell, self.game.points(unit.kind));
                stands.extend(ways.iter().filter_map(|(to, cost)| (*cost).map(|_| to)));
            }
            for stand in stands {
                let near = board.within(stand, range);
                near.for_each(|cell| orders[cell] = true);
            }
        }
        orders
    }

    /// Advises on units, such as guns among hills, that terrain keeps from ever moving.
    fn stuck(&mut self, array: &Array) {
        for side in Side::BOTH {
            let mut stuck = own(side, &array.units);
            stuck.retain(|(cell, unit)| {
                let ways = reach(self.game, unit.kind, *cell, self.game.points(unit.kind));
                let goes = ways.iter().any(|(to, cost)| to != *cell && cost.is_some());
                unit.kind.class() != Class::Post && !goes
            });
            self.say_of(
                "no-move",
                array,
                &stuck,
                |units| format!("{side} has units that can never move: {units}"),
                "the terrain all round is closed to them",
                "put them elsewhere, or open the terrain beside them",
            );
        }
    }

    fn armies(&mut self) {
        let unequal: Vec<String> = kinds(self.game.ruleset)
            .filter_map(|kind| {
                let [white, black] = self.game.armies.each_ref().map(|army| {
                    let of_kind = army.iter().filter(|other| **other == kind);
                    of_kind.count()
                });
                (white != black).then(|| format!("{} {white} against {black}", name(kind)))
            })
            .collect();
        if !unequal.is_empty() {
            self.say(
                "unequal-armies",
                self.lines.army,
                format!("white has other units than black: {}", unequal.join(", ")),
                "one side is the stronger from the start",
                "give both the same units, or make up for it by towns or ground",
            );
        }
    }

    fn cap(&mut self) {
        let leaders = Side::BOTH.map(|side| self.game.leaders(side));
        let usable = leaders[0].min(leaders[1]);
        let cap = self.game.cap;
        if usize::from(cap) > usable {
            self.say(
                "idle-orders",
                self.lines.cap,
                format!("a cap of {cap} where a side has {usable} leaders, who give an order each"),
                "the cap can never be used",
                format!("make it {usable} or less, or give the armies more leaders"),
            );
        }
    }

    fn density(&mut self) {
        let cells = self.game.board().len();
        let ground = self.game.terrain.iter();
        let rough = ground.filter(|(_, terrain)| **terrain != Terrain::Open);
        let rough = rough.count();
        let advice = density(self.scenario, self.lines.board, (rough, cells), "cells");
        self.advice.extend(advice);
    }
}

fn units_of(side: Side, placed: &[Placement]) -> impl Iterator<Item = (Cell, Unit)> {
    placed.iter().map(move |Placement { cell, kind }| {
        let kind: Kind = *kind;
        (*cell, Unit { side, kind })
    })
}

fn own(side: Side, units: &[(Cell, Unit)]) -> Vec<(Cell, Unit)> {
    let own = units.iter().copied();
    own.filter(|(_, unit)| unit.side == side).collect()
}
