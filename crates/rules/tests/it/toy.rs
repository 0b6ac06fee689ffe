//! The toy family: the suite that every game must pass, and its rules one by one.

use std::sync::Arc;

use proptest::prelude::*;
use rules::testing::depth::deep;
use rules::testing::play;
use rules::testing::toy::{DUEL, Game, Order, Position, Sign};
use rules::{AnyPosition, Illegal, Lots, Rules, SecretPart, Side, Sides, ToAct};

/// Rows, goal, orders a turn, cards, turns.
type Drawn = (&'static str, &'static str, u8, u8, u16);

const GAMES: [Drawn; 4] = [
    ("nnn...../..n...../....s.../..s.ss..", "d4", 3, 3, 12),
    ("..nn../..s.../ss..../......", "c1", 2, 2, 8),
    ("nnss../ssnn..", "c1", 1, 9, 30),
    (
        "n.n.nn....../..n.......n./............/..s........./s.s........./....ss......",
        "f1",
        5,
        1,
        9,
    ),
];

/// A position in which a fight is one order away and both sides are crowded.
const NEAR: Drawn = ("......n./..nn..../..s...../..ss....", "a1", 3, 3, 4);

fn start((rows, goal, orders, cards, turns): Drawn) -> Position {
    let goal = goal.parse().expect("a cell");
    let game = Game::new(rows, goal, orders, cards, turns).expect("a game");
    Position::new(Arc::new(game))
}

fn north() -> Side {
    Side::new(0).expect("the first side")
}

fn south() -> Side {
    Side::new(1).expect("the second side")
}

/// The same start in a game with a camp.
fn camp(drawn: Drawn) -> Position {
    let game = start(drawn).game().as_ref().clone();
    Position::new(Arc::new(game.with_camp()))
}

/// Gives the orders of whichever side decides; secret choices as `north; south`, a lot as its number.
fn after(position: &Position, steps: &[&str]) -> Position {
    let mut position = position.clone();
    for step in steps {
        let texts: Vec<&str> = step.split("; ").collect();
        let sides: Vec<Side> = match position.to_act() {
            ToAct::One(side) => vec![side],
            ToAct::Secretly(sides) => sides.iter().collect(),
            ToAct::Lots(_) => {
                let lots = Lots(step.parse().expect("a number"));
                position.resolve(lots).expect("lots are awaited");
                continue;
            }
            ToAct::Nobody(outcome) => panic!("{step} after {outcome:?}"),
        };
        for (side, text) in sides.into_iter().zip(texts) {
            let order = position.parse_order(side, text).expect("an order");
            position.apply(side, &order).expect(text);
        }
    }
    position
}

fn listed(position: &Position, side: Side) -> String {
    let orders = position.legal_orders(side);
    let texts: Vec<String> = orders.iter().map(Order::to_string).collect();
    texts.join(" ")
}

#[test]
fn toy_games_conform_under_random_play() {
    for game in GAMES {
        let start = AnyPosition::Toy(start(game));
        let mut words: Vec<&str> = (0..deep(60, 300, 2000))
            .map(|seed| {
                let end = play(&start, seed, 600);
                end.outcome().expect("every game ends").word()
            })
            .collect();
        words.sort_unstable();
        words.dedup();
        assert!(words.len() > 1, "games end in more than one way: {words:?}");
    }
}

#[test]
fn games_with_a_camp_conform_under_random_play() {
    for game in GAMES {
        let start = AnyPosition::Toy(camp(game));
        let mut escapes = 0;
        for seed in 0..deep(15, 60, 400) {
            let end = play(&start, seed, 600);
            assert!(end.outcome().is_some(), "every game ends");
            let AnyPosition::Toy(end) = end else {
                panic!("a game of the toy");
            };
            escapes += usize::from(end.prisoners() != [0, 0]);
        }
        assert!(escapes > 0, "nobody was ever taken prisoner");
    }
}

#[test]
fn a_camp_decides_after_end_and_the_other_side_last() {
    let lost = after(&camp(NEAR), &["b3-b2", "card=2; card=1", "give-up"]);
    assert_eq!(lost.prisoners(), [0, 1]);
    assert_eq!(
        lost.to_text(),
        "......n./..n...../..n...../..ss.... 1 2 held=0,1"
    );
    assert_eq!(lost.closing(north()), Some(Order::End));
    let closed = after(&lost, &["end"]);
    assert_eq!(closed.to_act(), ToAct::One(north()), "a guard is due");
    assert_eq!((closed.turn().number, closed.turn().side), (1, north()));
    assert_eq!(closed.closing(north()), None, "nothing closes twice");
    assert_eq!(listed(&closed, north()), "guard b2 1 guard b3 1 guard d4 1");
    let secret = after(&closed, &["guard d4 1"]);
    assert_eq!(secret.to_act(), ToAct::Secretly(Sides::first(2)));
    assert_eq!(secret.slots(south()).len(), 1);
    assert_ne!(
        secret.slots(south()),
        after(&camp(NEAR), &["b3-b2"]).slots(south()),
        "another kind of secret choice"
    );
    let caught = after(&secret, &["sign left; sign left"]);
    assert_eq!(caught.to_act(), ToAct::One(south()));
    assert_eq!(caught.turn().number, 2, "the turn passes by itself");
    let slips = after(&secret, &["sign left; sign right"]);
    assert_eq!(slips.to_act(), ToAct::One(south()));
    assert_eq!(slips.turn().side, north(), "south decides in north's turn");
    assert_eq!(listed(&slips, south()), "return c1 return a2 stay");
    let back = after(&slips, &["return c1"]);
    assert_eq!(back.to_text(), "......n./..n...../..n...../..sss... 2 3");
}

#[test]
fn a_guard_is_one_of_several_units_and_keeps_prisoners_from_its_neighbors() {
    let read = |text: &str| camp(NEAR).with_text(text).expect("a position");
    let closed = read("......../..nn..../......../..ss.... 1 2 held=0,1 camp=-");
    assert_eq!(listed(&closed, north()), "guard b3 1 guard b3 2");
    let cell = "b3".parse().expect("a cell");
    let from: Vec<Order> = closed.legal_orders_from(north(), cell);
    assert_eq!(from, [Order::Guard(cell, 1), Order::Guard(cell, 2)]);
    let slips = read("......../..nn..../......../..ss.... 1 2 held=0,1 camp=b3.2:rl");
    assert_eq!(
        listed(&slips, south()),
        "return c1 stay",
        "a2 and b2 are next to the guard, a1 is the goal"
    );
    for wrong in [
        "held=0,1 camp=b3.3:--",
        "held=0,1 camp=b3.0:--",
        "held=0,1 camp=b3.1:rr",
        "held=1,0 camp=-",
        "held=0,2 camp=c1.1:--",
        "camp=-",
        "held=0,0",
        "camp=- held=0,1",
    ] {
        let text = format!("......../..nn..../......../..ss.... 1 2 {wrong}");
        assert!(camp(NEAR).with_text(&text).is_err(), "{wrong}");
    }
    let held = "......../..nn..../......../..ss.... 1 2 held=0,1";
    assert!(start(NEAR).with_text(held).is_err(), "no camp in this game");
    let order = |text: &str| closed.parse_order(north(), text).expect("an order");
    for (text, rule) in [
        ("guard b3 3", "6"),
        ("sign left", "6"),
        ("stay", "6"),
        ("end", "6"),
    ] {
        let refused = closed.check(north(), &order(text)).expect_err(text);
        assert_eq!(rules::Illegal::rule(&refused), rule, "{text}");
    }
    assert_eq!(order("sign right"), Order::Sign(Sign::Right));
}

#[test]
fn the_same_number_of_sequences_is_counted_as_ever() {
    let counts = GAMES.map(|game| {
        let start = start(game);
        [1, 2, 3, 4].map(|depth| start.perft(depth))
    });
    let expected = [
        [12, 143, 1816, 22_342],
        [5, 36, 338, 2861],
        [6, 7, 12, 16],
        [22, 461, 9802, 213_450],
    ];
    assert_eq!(counts, expected);
}

#[test]
fn equal_cards_are_drawn_for_and_the_loser_decides_in_the_others_turn() {
    let start = start(NEAR);
    let attack = after(&start, &["b3-b2"]);
    assert_eq!(attack.to_act(), ToAct::Secretly(Sides::first(2)));
    let drawn = after(&attack, &["card=2; card=2"]);
    assert_eq!(drawn.to_act(), ToAct::Lots(DUEL));
    assert_eq!(after(&drawn, &["1"]).to_act(), ToAct::One(north()));
    let lost = after(&drawn, &["0"]);
    assert_eq!(lost.to_act(), ToAct::One(south()));
    assert_eq!(lost.turn().side, north());
    let orders = "retreat=c3 retreat=c2 retreat=c1 retreat=a2 give-up";
    assert_eq!(listed(&lost, south()), orders);
    let again = after(&lost, &["retreat=c1"]);
    assert_eq!(again.to_act(), ToAct::One(north()));
    assert_eq!(
        again.to_text(),
        "......n./..n...../..n...../..sss... 1 2",
        "the attacker moves in"
    );
}

#[test]
fn an_attacker_that_loses_leaves_its_cell() {
    let lost = after(&start(NEAR), &["b3-b2", "card=1; card=2"]);
    assert_eq!(lost.to_act(), ToAct::One(north()));
    let orders = "retreat=b4 retreat=c3 retreat=a2 retreat=a3 retreat=a4 give-up";
    assert_eq!(listed(&lost, north()), orders);
    let rows = after(&lost, &["give-up"]).to_text();
    assert_eq!(rows, "......n./..n...../..s...../..ss.... 1 2");
}

#[test]
fn the_lowest_card_beats_the_highest_and_no_other() {
    let attack = after(&start(NEAR), &["b3-b2"]);
    for (cards, loser) in [
        ("card=1; card=3", south()),
        ("card=3; card=1", north()),
        ("card=3; card=2", south()),
        ("card=1; card=2", north()),
    ] {
        let lost = after(&attack, &[cards]);
        assert_eq!(lost.to_act(), ToAct::One(loser), "{cards}");
    }
}

#[test]
fn an_attacker_stays_where_a_second_defender_does() {
    let fight = start(NEAR).with_text("......n./......../..n...../..ss.... 1 3");
    let fight = fight.expect("a position");
    let won = after(&fight, &["b2-b1", "card=2; card=1", "retreat=c1"]);
    assert_eq!(won.to_text(), "......n./......../..n...../..s.s... 1 2");
}

#[test]
fn a_turn_ends_with_its_last_order_also_where_that_begins_a_fight() {
    let start = start(NEAR);
    let moved = after(&start, &["d4-c4", "c4-d4", "d4-c4"]);
    assert_eq!((moved.turn().number, moved.turn().side), (2, south()));
    let fought = after(&start, &["d4-c4", "c4-d4", "b3-b2", "card=2; card=1"]);
    assert_eq!(fought.turn().side, north());
    let ended = after(&fought, &["give-up"]);
    assert_eq!((ended.turn().side, ended.turn().left), (south(), Some(3)));
    assert_eq!(after(&start, &["end"]).to_act(), ToAct::One(south()));
}

#[test]
fn games_end_on_the_goal_without_units_or_after_the_last_turn() {
    let start = start(NEAR);
    let end = |text: &str, steps: &[&str]| {
        let position = start.with_text(text).expect("a position");
        let outcome = after(&position, steps).outcome();
        outcome.map(|outcome| outcome.to_text(position.family()))
    };
    let ends = |text: &str| Some(text.to_owned());
    assert_eq!(
        end("......n./......../n......./....s... 1 1", &["a2-a1"]),
        ends("north goal")
    );
    // the side that is not on turn wins by its retreat
    assert_eq!(
        end(
            "......n./......../..n...../..s..... 1 1",
            &["b2-b1", "card=2; card=1", "retreat=a1"]
        ),
        ends("south goal")
    );
    assert_eq!(
        end(
            "......../......../..n...../..s..... 1 2",
            &["b2-b1", "card=1; card=2", "give-up"]
        ),
        ends("south units")
    );
    assert_eq!(
        end("......n./......../......../..s..... 4 2", &["end"]),
        ends("draw turns")
    );
}

#[test]
fn refusals_name_their_rules() {
    let start = start(NEAR);
    let fight = after(&start, &["b3-b2"]);
    let lost = after(&fight, &["card=2; card=1"]);
    for (position, side, text, rule) in [
        (&start, north(), "c1-c2", "2"),
        (&start, north(), "b3-b1", "2"),
        (&start, north(), "card=1", "1"),
        (&start, south(), "end", "1"),
        (&fight, south(), "card=4", "3"),
        (&fight, south(), "end", "1"),
        (&lost, south(), "retreat=b1", "4"),
        (&lost, south(), "retreat=b3", "4"),
        (&lost, north(), "give-up", "1"),
    ] {
        let order = position.parse_order(side, text).expect("an order");
        let refused = position.check(side, &order).expect_err(text);
        assert_eq!(refused.rule(), rule, "{text}: {refused}");
    }
}

#[test]
fn games_that_cannot_be_played_are_refused() {
    for (rows, goal, orders, cards, turns) in [
        ("n.../..s.", "c1", 1, 1, 1),
        ("n.../..s.", "a2", 1, 1, 1),
        ("n.../....", "a1", 1, 1, 1),
        ("n./../s.", "a1", 1, 1, 1),
        ("n.../..s", "a1", 1, 1, 1),
        ("n.../..ns", "a1", 1, 1, 1),
        ("", "a1", 1, 1, 1),
        ("n.../..s.", "a1", 0, 1, 1),
        ("n.../..s.", "a1", 1, 0, 1),
        ("n.../..s.", "a1", 1, 10, 1),
        ("n.../..s.", "a1", 1, 1, 0),
    ] {
        let goal = goal.parse().expect("a cell");
        let game = Game::new(rows, goal, orders, cards, turns);
        assert!(game.is_err(), "{rows} {goal} {orders} {cards} {turns}");
    }
}

#[test]
fn texts_of_no_position_are_refused() {
    let start = start(NEAR);
    let rows = "......n./..nn..../..s...../..ss....";
    for rest in [
        "",
        "1",
        "0 3",
        "6 3",
        "1 4",
        "1 0",
        "1 3 ",
        "01 3",
        "1 +3",
        "1 3 b3-b2:--",
        "1 2 b3-b2:-",
        "1 2 b3-b2:44",
        "1 2 b3-b2:0-",
        "1 2 b3-b2:12",
        "1 2 b3-b2:12s",
        "1 2 b3-b2:1-n",
        "1 2 b3-b2:12nn",
        "1 2 b3-b2:12x",
        "1 2 b3-b1:--",
        "1 2 b2-b3:--",
        "2 2 b3-b2:--",
        "1 2 b3-a2:--",
        "1 2 b3-z9:--",
        "1 2 b3-b2:-- 1",
    ] {
        let text = format!("{rows} {rest}");
        assert!(start.with_text(&text).is_err(), "{text}");
    }
    for rest in ["1 2 b3-b2:12n", "1 0 b3-b2:22s", "1 1 b3-b2:-3", "5 3"] {
        let text = format!("{rows} {rest}");
        assert!(start.with_text(&text).is_ok(), "{text}");
    }
}

proptest! {
    #[test]
    fn arbitrary_text_is_a_position_that_conforms_or_an_error(
        at in any::<prop::sample::Index>(),
        with in "[ns. /0-9:abc-]{0,3}",
        fight in "( [a-d][1-4]-[a-d][1-4]:[-1-3][-1-3][ns]?)?",
    ) {
        let start = start(NEAR);
        let mut text = start.to_text().replace(" 3", " 2") + &fight;
        let at = at.index(text.len());
        text.replace_range(at..(at + with.len()).min(text.len()), &with);
        if let Ok(position) = start.with_text(&text) {
            prop_assert_eq!(position.to_text(), text);
            play(&AnyPosition::Toy(position), 1, 30);
        }
    }

    #[test]
    fn arbitrary_text_is_an_order_or_an_error(text in "(end|give-up|stay|guard [a-e][0-5] [0-3]|sign (left|right)|return [a-e][0-5]|card=[0-9]{1,4}|retreat=[a-e][0-5]|[a-e][0-5]-[a-e][0-5]|\\PC{0,12})") {
        let start = start(NEAR);
        if let Ok(order) = start.parse_order(north(), &text) {
            prop_assert_eq!(start.order_text(north(), &order), text);
        }
    }

    #[test]
    fn arbitrary_parts_open_to_what_they_were_sealed_from_or_not_at_all(
        slot in 2..5_u16,
        payload in prop::collection::vec(0..6_u8, 0..3),
        count in 0..3_usize,
    ) {
        let fight = after(&start(NEAR), &["b3-b2"]);
        let parts = vec![SecretPart { slot, payload }; count];
        if let Ok(order) = fight.open(south(), &parts) {
            prop_assert_eq!(fight.seal(south(), &order), Ok(parts));
        }
    }
}
