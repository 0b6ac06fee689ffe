//! Fights as records keep them, made of the events of games played here. Rules: tourney 3.6.

use std::sync::Arc;

use rules::testing::tourney::{begun, small};
use rules::tourney::{Bout, Event, Order, Position};
use rules::{Rules, Side, ToAct};

/// One step of a record: the orders of a side, or of all sides that were asked together.
struct Step {
    is_opened: bool,
    orders: Vec<(Side, Order)>,
    events: Vec<Event>,
}

/// The fights of a game from a position, in which `orders` are given by whoever is asked, the first side first.
fn fights(options: &str, text: &str, orders: &[&str]) -> Vec<Bout> {
    let start = begun(Position::new(Arc::new(small(options))));
    let mut position = Position::from_text(start.game().clone(), text).expect("a position");
    let mut steps: Vec<Step> = Vec::new();
    let mut is_new = true;
    for text in orders {
        let (side, is_opened) = match position.to_act() {
            ToAct::One(side) => (side, false),
            ToAct::Secretly(sides) => (sides.iter().next().expect("a side"), true),
            other => panic!("{text}: nobody is asked: {other:?}"),
        };
        let order = position.parse_order(side, text).expect("an order");
        let events = Rules::apply(&mut position, side, &order).expect(text);
        if std::mem::take(&mut is_new)
            || steps.last().is_some_and(|step| step.is_opened != is_opened)
        {
            steps.push(Step {
                is_opened,
                orders: Vec::new(),
                events: Vec::new(),
            });
        }
        let step = steps.last_mut().expect("pushed above");
        step.orders.push((side, order));
        step.events.extend(events);
        // a round of cards is a step of its own
        is_new = is_opened
            && !matches!(position.to_act(), ToAct::Secretly(sides) if sides.iter().count() == 1);
    }
    let mut found: Vec<Bout> = Vec::new();
    let mut is_open = false;
    for step in &steps {
        if !step.is_opened {
            if let Some(bout) = found.last_mut().filter(|_| is_open) {
                bout.decide(&step.events);
            }
            is_open = false;
            continue;
        }
        if let Some(bout) = found.last_mut().filter(|_| is_open)
            && bout.add(&step.events)
        {
            continue;
        }
        let orders = step.orders.iter().map(|(side, order)| (*side, order));
        found.extend(Bout::begin(orders, &step.events));
        is_open = true;
    }
    found
}

fn lines(fights: &[Bout]) -> Vec<String> {
    fights.iter().map(ToString::to_string).collect()
}

fn rounds(fight: &Bout) -> Vec<String> {
    let rounds = 0..fight.rounds.len();
    let line = |round| {
        let pieces = fight.round(round);
        pieces.iter().map(ToString::to_string).collect::<String>()
    };
    rounds.map(line).collect()
}

#[test]
fn a_fight_of_three_rounds_is_one_line_that_holds_its_rounds() {
    let fights = fights(
        "",
        "3w3/l6/7/7/3Kf2/7/3W3 w 1 0",
        &[
            "d3-e3",
            "end", //
            "card HM e3:e3",
            "card HL e3:e3", // the blades meet
            "card MH e3:e3",
            "card LH e3:e3", // both are wounded
            "card HL e3:e3",
            "card LM e3:e3", // a killing blow
            "slay e3",
        ],
    );
    assert_eq!(lines(&fights), ["KxF e3: HM/HL .. 3 rounds, F slain"]);
    assert_eq!(
        rounds(&fights[0]),
        [
            "HM/HL  no blow lands",
            "MH/LH  both wounded",
            "HL/LM  F felled"
        ]
    );
}

#[test]
fn a_fight_is_told_before_the_victor_decides_and_while_it_lasts() {
    let beginning = ["d3-e3", "end", "card MH e3:e3", "card LH e3:e3"];
    let text = "3w3/l6/7/7/3Kf2/7/3W3 w 1 0";
    assert_eq!(lines(&fights("", text, &beginning)), ["KxF e3: MH/LH"]);
    let felled: Vec<&str> = beginning
        .into_iter()
        .chain(["card HL e3:e3", "card LM e3:e3"])
        .collect();
    assert_eq!(
        lines(&fights("", text, &felled)),
        ["KxF e3: MH/LH .. 2 rounds, F felled"]
    );
}

#[test]
fn men_of_one_kind_are_told_apart_by_their_sides_and_ladies_share_the_fate_of_theirs() {
    let fights = fights(
        "",
        "3w3/7/7/7/3F(lf)2/7/3W3 w 1 0",
        &[
            "d3-e3",
            "end",
            "card ML e3:Fe3",
            "card HM Fe3:e3",
            "capture e3",
        ],
    );
    // White strikes Middle against a guard there, Black strikes the open High
    assert_eq!(lines(&fights), ["FxF e3: ML/HM, white F captured"]);
}

#[test]
fn a_double_kill_decides_itself_and_the_next_fight_is_another_one() {
    let fights = fights(
        "",
        "3w3/l6/7/7/3Kf2/7/3W3 w 1 0",
        &[
            "d3-e3",
            "end", //
            "card MH e3:e3",
            "card LH e3:e3", //
            "card MH e3:e3",
            "card LH e3:e3",
        ],
    );
    assert_eq!(lines(&fights), ["KxF e3: MH/LH .. 2 rounds, double kill"]);
}

#[test]
fn one_against_two_has_a_card_for_each_and_two_alike_are_counted_by_their_names() {
    let text = "3w3/l6/7/7/3K(ff)2/7/3W3 w 1 0";
    let fights = fights(
        "grand",
        text,
        &[
            "d3-e3",
            "end",
            "card HM e3:Fe3 HM e3:F2e3",
            "card LM Fe3:e3 LH F2e3:e3",
        ],
    );
    assert_eq!(fights[0].fighters[0].len(), 1);
    assert_eq!(fights[0].fighters[1].len(), 2);
    assert!(
        lines(&fights)[0].starts_with("KxFF e3: HM/LM HM/LH"),
        "{:?}",
        lines(&fights)
    );
}
