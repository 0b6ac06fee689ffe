//! The checks that give advice on a WarGame scenario.

mod first_turn;

use board::{Cell, Grid};
use rules::wargame::{Class, Game, Kind, Position, Side, Start, Terrain, Unit};

use super::reach::reach;
use crate::Advice;
use crate::advice::{listed, unequal};
use crate::head::Written;
use crate::wargame::drawing::{kinds, name};
use crate::wargame::{Content, fen};

/// The names of the checks behind [`Advice`], in the order of the checks.
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
                adviser.orders(&array);
                adviser.stuck(&array);
            }
        }
        adviser.armies();
        adviser.cap();
        adviser.rough();
        adviser.finish()
    }
}

impl Adviser<'_> {
    /// Advises on units of a side, on the line of the first; says nothing without units.
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
        let line = array.line(self.lines, *first);
        let named = units.iter();
        let named = named.map(|(cell, unit)| format!("{} on {cell}", name(unit.kind)));
        let what = format!("{}{}", fact(listed(named)), array.of);
        self.say(key, line, what, why, mend);
    }

    /// The array as a position with a side to move.
    fn position(&self, array: &Array, side: Side) -> Option<Position> {
        // without lots, because a position that awaits its map stands still and has no commands to ask for
        let game = self.game.without_lots();
        let rows = fen::write(&game, array.units.iter().copied());
        let text = format!("{rows} {} 1 0", side.letter());
        Position::from_text(std::sync::Arc::new(game), &text).ok()
    }

    /// Advises on units that no leader reaches before or after its own move, and on leaders out of command.
    fn orders(&mut self, array: &Array) {
        let Some(position) = self.position(array, Side::White) else {
            return;
        };
        for side in Side::BOTH {
            let orders = self.ordered(side, array, &position);
            let mut left: Vec<_> = array.own(side).collect();
            // Rules: wargame 1.2: a Command Post does not move by itself, so it needs no orders
            left.retain(|(cell, unit)| !orders[*cell] && unit.kind.class() != Class::Post);
            self.say_of(
                "no-orders",
                array,
                &left,
                |units| format!("{side} has units out of reach of orders: {units}"),
                "no leader can set them moving, not even after a move of its own",
                "put a leader near them",
            );
            let mut pinned: Vec<_> = array.own(side).collect();
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
        for (cell, unit) in array.own(side) {
            let range = self.game.order_range(unit.kind);
            if range == 0 {
                continue;
            }
            let mut stands = vec![cell];
            // Rules: wargame 1.3: out of command a leader still orders, but only from where it stands
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
            let mut stuck: Vec<_> = array.own(side).collect();
            stuck.retain(|(cell, unit)| {
                let ways = reach(self.game, unit.kind, *cell, self.game.points(unit.kind));
                let goes = ways.iter().any(|(to, cost)| to != *cell && cost.is_some());
                // Rules: wargame 1.2: a post never moves by itself, whatever the ground
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
        let kinds = kinds(self.game.ruleset);
        let unequal = unequal(&self.game.armies, kinds, |kind| name(kind).to_owned());
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
        // the side with fewer leaders decides: a cap beyond its leaders is one that it can never use
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

    fn rough(&mut self) {
        let cells = self.game.board().len();
        let ground = self.game.terrain.iter();
        let rough = ground.filter(|(_, terrain)| **terrain != Terrain::Open);
        self.density((rough.count(), cells), "cells");
    }
}
