//! The judgment kept up to date is the judgment from scratch.

use board::Cell;
use rules::testing::{self, Seeded};
use rules::{Lots, Rules as _, ToAct};

use super::*;
use crate::trial::unwind;

impl Sketch {
    fn plain(position: &Position) -> Self {
        let mut sketch = Self::new(position);
        // the plain moment must agree with the fast one in everything that the search asks
        sketch.moment = Moment::Plain(vec![position.clone()]);
        sketch
    }

    /// The judgment of this moment, worked out from scratch.
    fn anew(&self) -> Judgment {
        Judgment::new(&self.moment, &self.facts)
    }
}

/// Plays turns of chance; after every order and every order taken back the judgment must be as from scratch.
fn walk(sketch: &mut Sketch, orders: usize, seed: u64) -> usize {
    let mut chance = Seeded(seed);
    let mut played = 0;
    while played < orders && !sketch.is_over() {
        let legal = sketch.moment.orders();
        let entries = legal
            .iter()
            .filter(|order| matches!(order, FastOrder::Enter { .. }));
        // entries half of the time if there are any: they are few among all orders and would rarely be drawn
        let mut legal: Vec<_> = match chance.one_in(2) {
            true => entries.copied().collect(),
            false => Vec::new(),
        };
        if legal.is_empty() {
            legal = sketch.orders();
        }
        let captures: Vec<_> = legal
            .iter()
            .copied()
            .filter(|order| sketch.is_capture(order))
            .collect();
        if legal.is_empty() || chance.one_in(6) {
            if !sketch.end() {
                break;
            }
        } else {
            // half of the orders capture: by chance alone few would, and captures change the judgment most
            let order = match captures.is_empty() || chance.one_in(2) {
                true => *chance.choose(&legal),
                false => *chance.choose(&captures),
            };
            let mut near = sketch.orders();
            near.retain(|other| sketch.distance(&order, other) <= 3);
            assert_eq!(sketch.orders_near(&order, 3), near, "near {order:?}");
            let (before, value) = (sketch.judgment.same(), sketch.value());
            assert!(sketch.play(&order), "{order:?}");
            sketch.undo();
            assert!(sketch.judgment.same() == before, "{order:?} taken back");
            assert_eq!(sketch.value(), value);
            assert!(sketch.play(&order), "{order:?}");
        }
        played += 1;
        let anew = sketch.anew();
        assert!(
            sketch.judgment.same() == anew.same(),
            "after {played} orders"
        );
        let value = anew.value(&sketch.moment, &sketch.facts, sketch.mover);
        assert_eq!(sketch.value(), value);
    }
    played
}

fn begun(scenario: &str, options: &[(&str, &str)]) -> Position {
    let scenario = scenario::load(scenario).expect("built in").expect("sound");
    let options: Vec<_> = options
        .iter()
        .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()))
        .collect();
    let mut position = scenario.start(&options).expect("its options");
    loop {
        match position.to_act() {
            ToAct::Lots(_) => assert!(position.resolve(Lots(0)).is_ok()),
            ToAct::Secretly(sides) => {
                for side in sides {
                    let order = crate::choose(&position, side, crate::Budget::Nodes(0), 1);
                    assert!(position.apply(side, &order[0]).is_ok());
                }
            }
            _ => return testing::warlord(&position).clone(),
        }
    }
}

#[test]
fn the_judgment_follows_games_of_chance() {
    let games: [(&str, &[(&str, &str)]); 6] = [
        ("clash-of-arms", &[]),
        ("test-of-wills", &[]),
        (
            "warlord",
            &[("swap", "on"), ("charge", "on"), ("promotion", "IN")],
        ),
        ("valley-war", &[]),
        ("two-countries", &[]),
        ("river", &[]),
    ];
    for (key, options) in games {
        let mut orders = 0;
        for seed in 0..4 {
            let position = begun(key, options);
            let start = Judgment::new(&Moment::new(&position), &Facts::new(&position));
            let mut sketch = Sketch::new(&position);
            orders += walk(&mut sketch, 150, seed);
            let made = sketch.made.len();
            unwind(&mut sketch, made);
            assert!(
                sketch.judgment.same() == start.same(),
                "{key}: all taken back"
            );
        }
        assert!(orders > 60, "{key}: {orders} orders");
    }
}

#[test]
fn both_kinds_of_moments_are_judged_alike() {
    for (key, seed) in [("clash-of-arms", 1), ("test-of-wills", 2), ("march", 3)] {
        let position = begun(key, &[]);
        let mut fast = Sketch::new(&position);
        let mut plain = Sketch::plain(&position);
        assert!(matches!(fast.moment, Moment::Fast(_)));
        let mut chance = Seeded(seed);
        for _ in 0..80 {
            let mut orders = [fast.orders(), plain.orders()];
            orders.iter_mut().for_each(|orders| orders.sort_unstable());
            assert_eq!(orders[0], orders[1]);
            if orders[0].is_empty() || chance.one_in(5) {
                assert_eq!(fast.end(), plain.end());
            } else {
                let order = *chance.choose(&orders[0]);
                assert!(fast.play(&order) && plain.play(&order));
            }
            assert_eq!(fast.value(), plain.value(), "{key}");
            assert!(fast.judgment.same() == plain.judgment.same(), "{key}");
        }
    }
}

#[test]
fn leaders_that_reach_far_are_judged_too() {
    let mut game = testing::open_game(9, "DIIIHIIIC/9/9/9/4i4/9/9/9/dciihiiil");
    game.range = 5;
    let position = testing::position(&game, "DIIIHIIIC/9/9/9/4i4/9/9/9/dciihiiil w 3 0");
    let mut sketch = Sketch::new(&position);
    assert!(matches!(sketch.moment, Moment::Plain(_)));
    assert!(walk(&mut sketch, 60, 4) > 20);
}

#[test]
fn a_unit_far_from_every_goal_is_worth_its_capture() {
    // twenty steps from the black infantry to the white leader and to the two towns
    let rows = "l22N24/21i1i1i19L2/48";
    let open = ".".repeat(48);
    let ground = format!("{open}/T{}T/{open}", ".".repeat(46));
    let mut game = testing::game(&ground, rows);
    game.towns = Some(rules::warlord::Towns { needed: 2 });
    game.options.self_activating = true;
    let position = testing::position(&game, &format!("{rows} w 301 0"));
    let mut sketch = Sketch::new(&position);
    let before = sketch.value();
    let [from, to] = [(23, 2), (25, 1)].map(|(file, rank)| Spot::new(Cell::new(file, rank)));
    assert!(sketch.play(&FastOrder::Move { from, to }));
    let gain = sketch.value() - before;
    assert!(gain >= 200, "a gain of {gain}");
}

#[test]
fn a_leader_alone_goes_to_its_units_where_towns_win() {
    let rows = "48/I1I20L20l3/48";
    let open = ".".repeat(48);
    let ground = format!("{open}/{}T{}T/{open}", ".".repeat(12), ".".repeat(34));
    let mut game = testing::game(&ground, rows);
    let steps = |game: &rules::warlord::Game| {
        let position = testing::position(game, &format!("{rows} w 1 0"));
        let orders = crate::choose(
            &rules::AnyPosition::Warlord(position),
            Side::White.into(),
            crate::Budget::Nodes(400),
            1,
        );
        match orders.first() {
            Some(AnyOrder::Warlord(Order::Move { from, to })) if from.file() == 23 => {
                i16::from(to.file()) - i16::from(from.file())
            }
            other => panic!("{other:?} is no move of the leader"),
        }
    };
    assert!(steps(&game) > 0, "to the enemy");
    game.towns = Some(rules::warlord::Towns { needed: 2 });
    assert!(steps(&game) < 0, "to its own");
}

#[test]
fn a_leader_with_as_many_units_as_orders_goes_to_war() {
    let rows = "48/I1I20LI19l3/48";
    let open = ".".repeat(48);
    let ground = format!("{open}/{}T{}T/{open}", ".".repeat(40), ".".repeat(6));
    let mut game = testing::game(&ground, rows);
    game.towns = Some(rules::warlord::Towns { needed: 2 });
    let way = |game: &rules::warlord::Game| {
        let position = testing::position(game, &format!("{rows} w 1 0"));
        let facts = Facts::new(&position);
        let leader = position.unit(Cell::new(23, 1)).expect("the leader");
        let at = |file| facts.way(leader, Spot::new(Cell::new(file, 1)));
        at(24) - at(22)
    };
    game.cap.number = 1;
    assert!(way(&game) < 0, "to the enemy");
    game.cap.number = 0;
    assert!(way(&game) > 0, "to its own");
}
