//! The trial keeps survey, surroundings, value and lists of orders equal to those worked out from scratch.

use rules::AnyPosition;
use rules::testing::{self, Seeded};

use super::attacks::Attacks;
use super::survey::Placed;
use super::*;
use crate::trial::unwind;

/// The scenarios, with the options that change what units may do or what is judged.
const GAMES: [(&str, &[&str]); 7] = [
    ("wargame-small", &[]),
    ("wargame-small", &["paratroops", "towns", "plant", "short"]),
    ("wargame-1", &[]),
    (
        "wargame-1",
        &["paratroops", "banner", "succession", "strict-rifle"],
    ),
    ("wargame-2", &[]),
    (
        "wargame-2",
        &["jump-all", "cam-terrain", "commander", "towns"],
    ),
    (
        "wargame-2",
        &["paratroops", "two-range", "unarmed-leaders", "short"],
    ),
];

/// A game of all units close together, begun by chance.
fn crowd(scenario: &str, options: &[&str], seeded: &mut Seeded) -> Position {
    let scenario = scenario::load(scenario).expect("built in").expect("sound");
    let options = options
        .iter()
        .map(|key| ((*key).to_owned(), "on".to_owned()));
    let options: Vec<_> = options.collect();
    let start = scenario.start(&options).expect("its options");
    match &start {
        AnyPosition::WarGame(start) => testing::wargame::crowd(start.game(), seeded),
        _ => panic!("a scenario of WarGame"),
    }
}

impl Sketch {
    /// The units, the orders and the judgment must be as from scratch.
    fn check(&mut self) {
        let surroundings = Surroundings::new(&self.position, &self.facts);
        let mut anew = Survey::new(&self.position, &self.facts, &surroundings);
        // the order of the list depends on the orders made, and only decides between equal kills
        anew.sort_like(&self.survey, &self.facts);
        self.survey.assert_same(&anew);
        assert!(self.surroundings.is_same(&surroundings));
        let value = value::value(&self.position, &anew, &self.facts, self.mover);
        assert_eq!(self.value(), value);
        let mut orders = self.position.legal_orders(self.mover);
        orders.retain(|order| *order != Order::End);
        assert_eq!(self.orders(), orders);
        for Placed {
            cell,
            unit,
            attacks,
        } in self.survey.units()
        {
            self.check_attacks(*cell, *unit, *attacks);
        }
    }

    /// The attacks must be those found step by step.
    fn check_attacks(&self, cell: Cell, unit: Unit, attacks: Attacks) {
        let fire: Vec<Cell> = attacks.fire.cells(cell).collect();
        let targets: Vec<Cell> = self.position.targets(cell, unit).collect();
        assert_eq!(fire, targets, "fire from {cell}");
        let charge: Vec<Cell> = attacks.charge.cells(cell).collect();
        assert_eq!(
            charge,
            charged(&self.position, cell, unit),
            "charge from {cell}"
        );
    }
}

/// The enemies that a unit could run over or take on its way, by steps of at most five points in all.
fn charged(position: &Position, from: Cell, unit: Unit) -> Vec<Cell> {
    let game = position.game();
    let points = game.points(unit.kind).min(5);
    let price = |cell: Cell| game.cost(unit.kind, game.terrain[cell]);
    let mut charged = Vec::new();
    let mut found = vec![(from, 0)];
    let mut next = 0;
    while let Some((cell, spent)) = found.get(next).copied() {
        next += 1;
        for (way, to) in position.steps(cell) {
            let Some(cost) = price(to).filter(|cost| spent + cost <= points) else {
                continue;
            };
            let mut come = |cell: Cell, spent: u8| {
                if !found
                    .iter()
                    .any(|(other, less)| *other == cell && *less <= spent)
                {
                    found.push((cell, spent));
                }
            };
            let Some(other) = position.unit(to) else {
                come(to, spent + cost);
                continue;
            };
            if other.side == unit.side || position.is_towed(to) {
                continue;
            }
            let kills = game.kills(unit.kind, other.kind, game.terrain[to]);
            if kills.by_assault() {
                charged.push(to);
            }
            let exit = position.steps(to).find(|(other, _)| *other == way);
            if let Some((_, exit)) = exit
                && kills.by_overrun()
                && position.unit(exit).is_none()
                && let Some(more) = price(exit)
                && spent + cost + more <= points
            {
                charged.push(to);
                come(exit, spent + cost + more);
            }
        }
    }
    charged.sort_unstable();
    charged.dedup();
    charged
}

/// Plays turns of chance; after every order and every order taken back all must be as from scratch.
fn walk(sketch: &mut Sketch, orders: usize, chance: &mut Seeded) -> usize {
    let mut played = 0;
    while played < orders && !sketch.is_over() {
        let legal = sketch.orders();
        let captures = legal.iter().filter(|order| sketch.is_capture(order));
        let captures: Vec<Order> = captures.cloned().collect();
        let (units, key, value) = (sketch.survey.units().to_vec(), sketch.key(), sketch.value());
        let ends = legal.is_empty() || chance.one_in(6);
        let order = match captures.is_empty() || chance.one_in(2) {
            _ if ends => Order::End,
            true => chance.choose(&legal).clone(),
            false => chance.choose(&captures).clone(),
        };
        let step = |sketch: &mut Sketch| match ends {
            true => sketch.end(),
            false => sketch.play(&order),
        };
        assert!(step(sketch), "{order:?}");
        sketch.undo();
        assert_eq!(sketch.survey.units(), units, "{order:?} taken back");
        assert_eq!((sketch.key(), sketch.value()), (key, value));
        assert!(step(sketch), "{order:?}");
        played += 1;
        if !sketch.is_over() {
            sketch.check();
        }
    }
    played
}

#[test]
fn the_judgment_follows_games_of_chance() {
    for (scenario, options) in GAMES {
        let mut orders = 0;
        for seed in 0..12 {
            let mut chance = Seeded(seed);
            let position = crowd(scenario, options, &mut chance);
            let mut sketch = Sketch::new(position);
            let units = sketch.survey.units().to_vec();
            orders += walk(&mut sketch, 40, &mut chance);
            let made = sketch.before.len();
            unwind(&mut sketch, made);
            sketch.check();
            assert_eq!(sketch.survey.units(), units, "all taken back");
        }
        assert!(orders > 60, "{scenario} {options:?}: {orders} orders");
    }
}
