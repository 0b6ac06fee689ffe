//! Games whose turns are torn up by the other side's decisions: rounds of secret cards, shots with their parries,
//! musters, lots in mid-turn, captures and successions by the side that is not on turn.

use std::collections::BTreeSet;

use protocol::judge::{Verdict, judge};
use protocol::testing::{Curious, Pair, Script, Seeded, read, written};
use protocol::{Deed, History, Offer, ProposeError, Seat, Waiting};
use rules::{AnyOrder, AnyPosition, Rules, ToAct};

const BOTH: [Seat; 2] = [Seat(0), Seat(1)];

/// The board of the duels with those options in place of its own.
fn duels(options: &[(&str, &str)], max_turns: u32) -> Offer {
    let text = include_str!("../fixtures/rules/duels.toml");
    let options = options.iter();
    Offer {
        options: options
            .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()))
            .collect(),
        ..written("duels.toml", text, max_turns)
    }
}

/// The first match of that offer in which the lot lets the host begin.
fn host_begins(offer: &Offer) -> Pair {
    let mut pairs = (1..).map(|seed| Pair::agreed(offer.clone(), seed));
    let begins = |pair: &Pair| pair.to_decide() == Some(Seat(0));
    pairs.find(begins).expect("one lot of two")
}

/// The first word of an order; `move` for an order that begins with a cell.
fn first_word(text: &str) -> String {
    let word = text.split(' ').next().unwrap_or_default();
    let is_move = word.contains(|letter: char| letter.is_ascii_digit());
    if is_move { "move" } else { word }.to_owned()
}

/// The words of the orders of a match, each with whether the side that gave it was not on turn then.
fn deeds(history: &History) -> BTreeSet<(String, bool)> {
    let mut found = BTreeSet::new();
    for (at, step) in history.steps().iter().enumerate() {
        let mut before = history.position_after(at);
        match &step.deed {
            Deed::Orders { side, orders, .. } => {
                for done in orders {
                    let text = before.order_text(*side, &done.order);
                    found.insert((first_word(&text), *side != before.turn().side));
                    // a side's own turn may follow its last decision in the other's
                    before.apply(*side, &done.order).expect("it was played");
                }
            }
            Deed::Opened(opened) => {
                let words = opened.iter().map(|opened| {
                    let text = before.order_text(opened.side, &opened.done.order);
                    first_word(&text)
                });
                // the seats of a shot change, and with them the order of aim and parry
                let words: BTreeSet<String> = words.collect();
                let words: Vec<String> = words.into_iter().collect();
                found.insert((words.join("+"), false));
            }
            Deed::Lots { draw, .. } => {
                found.insert((format!("lot {}", draw.word), false));
            }
            Deed::TakenBack { .. } | Deed::Continued { .. } => panic!("nobody has asked"),
        }
    }
    found
}

fn assert_complete(pair: &Pair) {
    for seat in BOTH {
        let session = pair.session(seat);
        assert!(session.is_closed(), "{:?}", session.waiting());
    }
    assert_eq!(pair.disks[0].public, pair.disks[1].public);
    let files = pair.disks.each_ref().map(|disk| disk.public.as_slice());
    for files in [&files[..1], &files[1..], &files] {
        let report = judge(files);
        assert_eq!(report.verdict, Verdict::Complete, "{report:?}");
        assert_eq!(report.result, pair.session(Seat(0)).outcome());
    }
}

/// The decisions that the games of the duels' board must come to: the first words of the orders, each with whether the side
/// that gave it was not on turn then.
const KINDS: [(&str, bool); 14] = [
    ("aim+parry", false),
    ("capture", false),
    ("capture", true),
    ("card", false),
    ("fight", false),
    ("free", false),
    ("lot first-player", false),
    ("lot wander", false),
    ("recall", false),
    ("shoot", false),
    ("slay", false),
    ("slay", true),
    ("succeed", true),
    ("wander", false),
];

#[test]
fn games_with_every_kind_of_decision_end_with_two_identical_complete_files() {
    // two encounters in one turn, which the games below do not come to
    let options = [("muster", "off"), ("several", "2")];
    let mut pair = host_begins(&duels(&options, 3));
    pair.play_script(Script::new([
        &[
            "c2-c4; e2-e5; end",
            "c4-c6; e5-e6; end; fight e6",
            "card HM e6:e6",
            "slay e6",
            "card HM c6:c6",
            "slay c6",
        ],
        &["end", "card ML e6:e6", "card ML c6:c6"],
    ]));
    pair.play_out(&mut Seeded(1));
    assert_complete(&pair);
    let mut seen = deeds(pair.session(Seat(0)).history().expect("a match"));
    let missing = |seen: &BTreeSet<(String, bool)>| {
        let kinds = KINDS.into_iter();
        let missing = kinds.filter(|(word, other)| !seen.contains(&((*word).to_owned(), *other)));
        missing.collect::<Vec<(&str, bool)>>()
    };
    // what a game comes to is luck, so as many are played as it takes
    for seed in 0..100 {
        if seed >= 5 && missing(&seen).is_empty() {
            break;
        }
        let mut pair = Pair::agreed(duels(&[("wounds", "on")], 200), seed);
        let mut curious = Curious::new(u64::from(seed));
        while pair.decide(|position, side| Some(curious.decide(position, side))) {}
        assert_complete(&pair);
        let history = pair.session(Seat(0)).history().expect("a match");
        seen.extend(deeds(history));
    }
    assert_eq!(missing(&seen), [], "{seen:?}");
}

/// The host's Warlord goes out, the guest's Knight meets him on d3, two rounds of cards follow; nobody has given the
/// third.
const WAY_TO_A_DUEL: [&[&str]; 2] = [
    &["d1-d3; end", "end", "card MH d3:d3", "card LM d3:d3"],
    &["c6-c3; end", "c3-d3; end", "card MH d3:d3", "card LM d3:d3"],
];

fn in_a_duel(max_turns: u32) -> Pair {
    let options = [("muster", "off"), ("bowmen", "off")];
    let mut pair = host_begins(&duels(&options, max_turns));
    pair.play_script(Script::new(WAY_TO_A_DUEL));
    let position = pair.session(Seat(0)).position().expect("a match");
    assert!(
        matches!(position.to_act(), ToAct::Secretly(sides) if sides.len() == 2),
        "{}",
        position.to_text()
    );
    pair
}

/// The cards of the round that fells the Warlord, by seat.
const THIRD: [&str; 2] = ["card ML d3:d3", "card HM d3:d3"];

/// The decision of a seat in those words.
fn give(pair: &mut Pair, seat: Seat, text: &str) {
    let session = pair.session(seat);
    let side = session.side_of(seat).expect("a seat");
    let orders = read(session.position().expect("a match"), side, text);
    pair.give(seat, &orders);
}

/// The sealed choice of each seat and the position it has.
fn held(pair: &Pair) -> [(Option<AnyOrder>, Option<AnyPosition>); 2] {
    BOTH.map(|seat| {
        let session = pair.session(seat);
        (session.own_secret().cloned(), session.position().cloned())
    })
}

#[test]
fn a_match_interrupted_in_mid_duel_is_resumed_from_the_files_and_the_same_cards_lie() {
    for killed in [&BOTH[..1], &BOTH[1..], &BOTH] {
        for sealed in [&BOTH[..0], &BOTH[..1], &BOTH[1..]] {
            let mut pair = in_a_duel(6);
            for seat in sealed {
                give(&mut pair, *seat, THIRD[seat.index()]);
            }
            let before = held(&pair);
            let cards = before.iter().filter(|(card, _)| card.is_some()).count();
            assert_eq!(cards, sealed.len());
            for seat in killed {
                pair.kill(*seat);
            }
            pair.run();
            for seat in killed {
                pair.restart(*seat);
            }
            assert_eq!(held(&pair), before, "{killed:?} {sealed:?}");
            pair.connect();
            pair.run();
            for seat in BOTH.into_iter().filter(|seat| !sealed.contains(seat)) {
                give(&mut pair, seat, THIRD[seat.index()]);
            }
            let history = pair.session(Seat(0)).history().expect("a match");
            let Some(Deed::Opened(third)) = history.steps().last().map(|step| &step.deed) else {
                panic!("the cards are open");
            };
            for (card, _) in before {
                let is_opened = |card| third.iter().any(|opened| opened.done.order == card);
                assert!(card.is_none_or(is_opened), "another card was opened");
            }
            pair.play_script(Script::new([&["succeed knight; end"], &["slay d3"]]));
            pair.play_out(&mut Seeded(1));
            assert_complete(&pair);
        }
    }
}

#[test]
fn the_side_not_on_turn_is_awaited_by_name_for_its_card_and_for_its_heir() {
    let mut pair = in_a_duel(6);
    for seat in BOTH {
        assert!(matches!(pair.session(seat).waiting(), Waiting::Me { .. }));
    }
    pair.play_script(Script::new([
        &["card ML d3:d3"],
        &["card HM d3:d3", "slay d3"],
    ]));
    // the Knight's turn is not over, and the host names the heir
    let position = pair.session(Seat(0)).position().expect("a match");
    assert_ne!(
        position.to_act(),
        ToAct::One(position.turn().side),
        "{}",
        position.to_text()
    );
    assert!(matches!(
        pair.session(Seat(0)).waiting(),
        Waiting::Me { .. }
    ));
    pair.play_script(Script::new([&["succeed knight; end"], &[]]));
    let deeds = deeds(pair.session(Seat(1)).history().expect("a match"));
    assert!(deeds.contains(&("succeed".to_owned(), true)), "{deeds:?}");
}

#[test]
fn a_faulty_muster_is_refused_by_name_and_nothing_of_it_is_sealed() {
    let mut pair = before_a_muster();
    for (rows, named) in [
        ("7/2FL3/3W3", "0 of Knight"),
        ("7/2FLK2/3W2K", "2 of Knight"),
        ("1K5/2FL3/3W3", "b3"),
        ("7/2F1K2/3(WL)3", "d1 has more units"),
        ("7/2F(LW)K2/7", "is no order"),
        ("7/7/2FLK2/3W3", "is no order"),
        ("7/2FLK2/3W2k", "is no order"),
    ] {
        let before = pair.disks.clone();
        let session = pair.session(Seat(0));
        let side = session.side_of(Seat(0)).expect("a seat");
        let position = session.position().expect("a match");
        let told = match position.parse_order(side, rows) {
            Err(error) => error.to_string(),
            Ok(order) => {
                let proposed = pair.with(Seat(0), |session, now| session.propose(now, &[order]));
                let refused = proposed.expect("alive").expect_err(rows);
                assert!(
                    matches!(refused, ProposeError::Illegal { index: 0, .. }),
                    "{rows}: {refused}"
                );
                refused.to_string()
            }
        };
        assert!(told.contains(named), "{rows}: {told}");
        let session = pair.session(Seat(0));
        assert_eq!(session.own_secret(), None, "{rows}");
        assert!(matches!(session.waiting(), Waiting::Me { .. }), "{rows}");
        for (before, after) in before.iter().zip(&pair.disks) {
            assert_eq!(before.public, after.public, "{rows}");
            assert_eq!(before.private, after.private, "{rows}");
        }
    }
    // a sound one is sealed at once
    give(&mut pair, Seat(0), "7/2FLK2/3W3");
    assert!(pair.session(Seat(0)).own_secret().is_some());
}

/// A match whose sides place their units unseen, the Bowmen left out.
fn before_a_muster() -> Pair {
    Pair::agreed(duels(&[("bowmen", "off")], 4), 1)
}
