//! Who stands better in a position.

use std::sync::atomic::AtomicBool;

use computer::{Budget, Standing};
use rules::{AnyPosition, Lots, Rules as _, Side, ToAct};

fn start(key: &str, options: &[(&str, &str)]) -> AnyPosition {
    let scenario = scenario::load(key).expect("built in").expect("sound");
    let owned = options
        .iter()
        .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()));
    let options: Vec<(String, String)> = owned.collect();
    scenario.start(&options).expect("its options")
}

/// The position at the first turn, or where a game ends before.
fn begun(key: &str, options: &[(&str, &str)]) -> AnyPosition {
    let mut position = start(key, options);
    loop {
        match position.to_act() {
            ToAct::Lots(_) => drop(position.resolve(Lots(1)).expect("lots are awaited")),
            ToAct::Secretly(sides) => {
                for side in sides {
                    let chosen = computer::choose(&position, side, Budget::Nodes(0), 1);
                    position
                        .apply(side, chosen.first().expect("a choice"))
                        .expect("legal");
                }
            }
            ToAct::One(_) | ToAct::Nobody(_) => return position,
        }
    }
}

fn standings(position: &AnyPosition, seed: u64) -> Vec<Standing> {
    let never = AtomicBool::new(false);
    computer::value(position, 400, seed, &never)
        .expect("a position with a value")
        .standings
}

fn win(standings: &[Standing], place: u8) -> i32 {
    let side = Side::new(place).expect("a side");
    let standing = standings.iter().find(|standing| standing.side == side);
    i32::from(standing.expect("a standing").win)
}

#[test]
fn two_sides_share_one_chance_and_the_same_seed_gives_it_again() {
    for key in ["clash-of-arms", "wargame-small", "tourney-small"] {
        let position = begun(key, &[]);
        let found = standings(&position, 7);
        assert!(
            (999..=1001).contains(&(win(&found, 0) + win(&found, 1))),
            "{key}: {found:?}"
        );
        assert_eq!(found[0].tenths, -found[1].tenths, "{key}");
        assert!(found[0].error > 0, "{key}: nothing is certain at the start");
        // more than half exactly where a side is ahead: both are said next to each other
        let is_ahead = found[0].tenths > 0;
        assert!(
            found[0].tenths.abs() < 3 || (found[0].win >= 500) == is_ahead,
            "{key}: {found:?}"
        );
        assert_eq!(found, standings(&position, 7), "{key}");
    }
}

#[test]
fn a_side_with_more_men_stands_better() {
    let whole = begun("clash-of-arms", &[]);
    let text = whole.to_text();
    // White without four of its infantry; White has the first turn
    let (rows, rest) = text.split_once(' ').expect("rows, then fields");
    // one symbol for each cell, so that a unit can be taken out of a row
    let cells = (1..=16).rev().fold(rows.to_owned(), |rows, count| {
        rows.replace(&count.to_string(), &".".repeat(count))
    });
    let mut fewer = cells.replacen('I', ".", 4);
    assert_ne!(fewer, cells);
    for count in (1..=16).rev() {
        fewer = fewer.replace(&".".repeat(count), &count.to_string());
    }
    let fewer = whole.with_text(&format!("{fewer} {rest}"));
    let fewer = fewer.expect("a position of the game");
    let (all, less) = (standings(&whole, 1), standings(&fewer, 1));
    assert!(win(&less, 0) + 50 < win(&all, 0), "{all:?} {less:?}");
    assert!(less[0].tenths + 10 < all[0].tenths, "{all:?} {less:?}");
}

#[test]
fn three_parties_share_one_whole_and_allies_have_the_same_chance() {
    let three = standings(&begun("tourney", &[("seats", "3")]), 1);
    let sum: i32 = (0..3).map(|place| win(&three, place)).sum();
    assert!((998..=1002).contains(&sum), "{three:?}");
    let team = begun("tourney", &[("seats", "4"), ("teams", "on")]);
    let found = standings(&team, 1);
    for standing in &found {
        for ally in team.team(standing.side) {
            assert_eq!(
                i32::from(standing.win),
                win(&found, ally.code()),
                "{found:?}"
            );
        }
    }
    let enemy = found
        .iter()
        .find(|other| !team.team(found[0].side).contains(other.side));
    let enemy = enemy.expect("another team");
    assert!(
        (999..=1001).contains(&(found[0].win + enemy.win)),
        "{found:?}"
    );
}

#[test]
fn nothing_is_said_before_a_set_up_is_open() {
    let never = AtomicBool::new(false);
    for key in ["test-of-wills", "tourney"] {
        let mut position = start(key, &[]);
        while let ToAct::Lots(_) = position.to_act() {
            position.resolve(Lots(1)).expect("lots are awaited");
        }
        if let ToAct::Secretly(_) = position.to_act() {
            assert_eq!(computer::value(&position, 400, 1, &never), None, "{key}");
        }
    }
}

/// Fights at their first round of cards: one against one, and against two.
const FIGHTS: [(&str, &str); 2] = [
    (
        "5w5/5l5/11/3f7/11/3F7/11/3K7/11/5L5/5W5 w 5 0",
        "d6-d8; end",
    ),
    (
        "5w5/5l5/11/3(kf)7/11/3F7/11/3K7/11/5L5/5W5 w 5 0",
        "d6-d8; end",
    ),
];

#[test]
fn no_cards_win_more_against_the_mix_than_the_fight_is_worth() {
    for (text, orders) in FIGHTS {
        let mut position = begun("tourney", &[]).with_text(text).expect("a position");
        for text in orders.split("; ") {
            let side = position.turn().side;
            let order = position.parse_order(side, text).expect("readable");
            position.apply(side, &order).expect("legal");
        }
        let ToAct::Secretly(sides) = position.to_act() else {
            panic!("{text}: a round of cards");
        };
        for side in sides {
            let (mut best, mut mean, mut worth) = (i64::MIN, 0, None);
            for order in position.legal_orders(side) {
                let round = computer::duel_round(&position, side, &order).expect("cards");
                let gain = i64::from(round.wins) - i64::from(round.losses);
                best = best.max(gain);
                worth = Some(i64::from(round.mix.wins) - i64::from(round.mix.losses));
                if let [(_, share)] = round.played[..] {
                    mean += gain * i64::from(share) / 1_000_000;
                }
            }
            let worth = worth.expect("cards to choose");
            // in millionths; the table has rounded weights
            assert!((best - worth).abs() < 2_000, "{text}: {best}, {worth}");
            if position.legal_orders(side).len() == 6 {
                assert!((mean - worth).abs() < 2_000, "{text}: {mean}, {worth}");
            }
        }
    }
}
