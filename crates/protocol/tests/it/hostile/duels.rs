//! Cheats in a duel: with cards, with a shot, with a muster, and with decisions that belong to the other side.

use std::time::Duration;

use protocol::codec::encode;
use protocol::judge::{Verdict, judge};
use protocol::manifest::{Pace, Terms};
use protocol::record::{CommitBody, Commitment, OrdersBody, RevealBody};
use protocol::testing::{Pair, Puppet, Script, read, written};
use protocol::{Breach, Deed, Fault, Kind, Offer, ProposeError, Seat};
use rules::{AnyOrder, Rules, ToAct};

use super::{BOTH, assert_proved, commit_to_and_open, proof, propose};

fn duels(options: &[(&str, &str)]) -> Offer {
    let text = include_str!("../../fixtures/rules/duels.toml");
    let options = options.iter();
    Offer {
        options: options
            .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()))
            .collect(),
        ..written("duels.toml", text, 8)
    }
}

/// That script, in the first match of the offer in which the lot lets the host begin; then the cheat takes over.
fn played(offer: &Offer, script: [&[&str]; 2], cheat: Seat) -> (Pair, Puppet) {
    let mut pairs = (1..).map(|seed| Pair::agreed(offer.clone(), seed));
    let mut pair = pairs
        .find(|pair| pair.to_decide() == Some(Seat(0)))
        .expect("one lot of two");
    pair.play_script(Script::new(script));
    let puppet = Puppet::taking_over(cheat, &mut pair);
    (pair, puppet)
}

/// The Warlord of the host and the Knight of the guest, who came to d3, after a round in which nobody was hit.
const DUEL: [&[&str]; 2] = [
    &["d1-d3; end", "end", "card MH d3:d3"],
    &["c6-c3; end", "c3-d3; end", "card MH d3:d3"],
];

/// The duel after that round, in which the honest side has sealed `card MH`.
fn in_a_duel(offer: &Offer, cheat: Seat) -> (Pair, Puppet) {
    let (mut pair, mut puppet) = played(offer, DUEL, cheat);
    let honest = cheat.other();
    let card = orders(&puppet, honest, "card MH d3:d3");
    propose(&mut pair, honest, &card);
    puppet.listen(&mut pair);
    assert_eq!(puppet.fault, None);
    (pair, puppet)
}

fn usual() -> Offer {
    duels(&[("muster", "off")])
}

/// The orders of a seat in those words.
fn orders(puppet: &Puppet, seat: Seat, text: &str) -> Vec<AnyOrder> {
    let sides = puppet.position().sides();
    let side = sides.iter().nth(seat.index()).expect("a side for each");
    read(puppet.position(), side, text)
}

/// The honest side's own account: what was played stands, and it is charged with nothing.
fn assert_unhurt(pair: &Pair, cheat: Seat) {
    let report = judge(&[&pair.disks[cheat.other().index()].public]);
    assert_ne!(report.seat, Some(cheat.other()), "{report:?}");
    let history = pair.session(cheat.other()).history().expect("a match");
    let rounds = history.steps().iter();
    let rounds = rounds.filter(|step| matches!(step.deed, Deed::Opened(_)));
    assert_eq!(rounds.count(), 1, "the round before the cheat");
}

#[test]
fn a_card_changed_after_the_seal_is_named_with_its_slot() {
    for cheat in BOTH {
        let (mut pair, mut puppet) = in_a_duel(&usual(), cheat);
        let sealed = orders(&puppet, cheat, "card LH d3:d3");
        for _ in 0..2 {
            let record = puppet.honest(&sealed);
            puppet.send(&mut pair, &record);
        }
        // the other card has been opened by now, and another would beat it
        assert!(puppet.heard_record(Kind::Reveal).is_some());
        let better = orders(&puppet, cheat, "card HM d3:d3");
        let lie = puppet.record(Kind::Reveal, encode(&RevealBody(puppet.openings(&better))));
        puppet.send(&mut pair, &lie);
        let breach = Breach::WrongOpening { slot: 3 };
        assert_proved(&pair, &puppet, &proof(&puppet, lie.step, breach));
        assert_unhurt(&pair, cheat);
    }
}

#[test]
fn a_card_copied_from_the_others_seal_cannot_be_opened() {
    for cheat in BOTH {
        let (mut pair, mut puppet) = in_a_duel(&usual(), cheat);
        let copied = puppet.heard_record(Kind::Commit).expect("it came");
        let copy = puppet.record(Kind::Commit, copied.body.clone());
        puppet.send(&mut pair, &copy);
        // equal commitments accuse nobody yet
        assert_eq!(puppet.fault, None);
        let lock = puppet.honest(&[]);
        puppet.send(&mut pair, &lock);
        let opening = puppet.heard_record(Kind::Reveal).expect("it came");
        let copy = puppet.record(Kind::Reveal, opening.body.clone());
        puppet.send(&mut pair, &copy);
        let breach = Breach::WrongOpening { slot: 3 };
        assert_proved(&pair, &puppet, &proof(&puppet, copy.step, breach));
        assert_unhurt(&pair, cheat);
    }
}

#[test]
fn two_cards_for_one_pair_none_or_one_that_does_not_exist_convict_when_opened() {
    for cheat in BOTH {
        for payload in [vec![0, 1], vec![], vec![6]] {
            let (mut pair, mut puppet) = in_a_duel(&usual(), cheat);
            let mut openings = puppet.openings(&orders(&puppet, cheat, "card MH d3:d3"));
            assert_eq!((openings[0].slot, &openings[0].payload), (3, &vec![2]));
            openings[0].payload.clone_from(&payload);
            commit_to_and_open(&mut pair, &mut puppet, openings);
            let Some(Fault::Proved(found)) = puppet.fault.clone() else {
                panic!("{:?}", puppet.fault);
            };
            match payload.len() {
                1 => assert!(matches!(found.breach, Breach::IllegalChoice(_)), "{found}"),
                _ => assert_eq!(found.breach, Breach::WrongSize { slot: 3 }),
            }
            assert_proved(&pair, &puppet, &found);
            assert_unhurt(&pair, cheat);
        }
    }
}

#[test]
fn two_seals_for_one_round_convict_though_each_is_sound() {
    for cheat in BOTH {
        let (mut pair, mut puppet) = in_a_duel(&usual(), cheat);
        let [one, other] = ["card HM d3:d3", "card LM d3:d3"].map(|card| {
            let body = CommitBody(puppet.commitments(&orders(&puppet, cheat, card)));
            puppet.record(Kind::Commit, encode(&body))
        });
        puppet.send(&mut pair, &one);
        assert_eq!(puppet.fault, None);
        puppet.send(&mut pair, &other);
        assert_proved(
            &pair,
            &puppet,
            &proof(&puppet, one.step, Breach::TwoRecords),
        );
        assert_unhurt(&pair, cheat);
    }
}

#[test]
fn who_does_not_open_a_card_in_mid_duel_can_be_claimed_late_and_loses_nothing_by_coming() {
    let offer = Offer {
        terms: Terms {
            pace: Pace::Days(2),
            ..Terms::default()
        },
        ..usual()
    };
    for cheat in BOTH {
        let (mut pair, mut puppet) = in_a_duel(&offer, cheat);
        let honest = cheat.other();
        let card = orders(&puppet, cheat, "card HM d3:d3");
        for _ in 0..2 {
            let record = puppet.honest(&card);
            puppet.send(&mut pair, &record);
        }
        // the cheat has seen the card and keeps its own back
        assert!(puppet.heard_record(Kind::Reveal).is_some());
        let claim = |pair: &mut Pair| pair.with(honest, |session, now| session.claim(now));
        assert_eq!(claim(&mut pair), Some(Err(ProposeError::NotLate)));
        pair.pass(Duration::from_secs(2 * 24 * 3600));
        assert_eq!(claim(&mut pair), Some(Ok(())));
        puppet.listen(&mut pair);
        let report = judge(&[&pair.disks[honest.index()].public]);
        assert_eq!(
            (report.verdict, report.seat, report.step),
            (Verdict::Claimed, Some(cheat), puppet.step())
        );
        assert_unhurt(&pair, cheat);
        // the program starts again and opens the very card: nothing else fits the seal
        pair.kill(honest);
        pair.restart(honest);
        pair.connect();
        puppet.greet(&mut pair, [2; 32], |_| {});
        for _ in 0..2 {
            let record = puppet.honest(&card);
            puppet.send(&mut pair, &record);
        }
        assert_eq!(puppet.fault, None);
        let report = judge(&[&pair.disks[honest.index()].public]);
        assert_eq!(report.verdict, Verdict::Open, "{report:?}");
    }
}

/// The Warlord of the host lies felled on d3; the guest decides what becomes of him.
fn felled(cheat: Seat) -> (Pair, Puppet) {
    let [host, guest] = DUEL;
    let host = [host, &["card ML d3:d3"]].concat();
    let guest = [guest, &["card HM d3:d3"]].concat();
    played(&usual(), [&host, &guest], cheat)
}

#[test]
fn capture_or_slay_by_the_loser_is_out_of_turn() {
    for text in ["capture d3", "slay d3"] {
        let (mut pair, mut puppet) = felled(Seat(0));
        let lie = orders(&puppet, Seat(0), text);
        let lie = puppet.record(Kind::Orders, puppet.orders_body(&lie));
        puppet.send(&mut pair, &lie);
        assert_proved(&pair, &puppet, &proof(&puppet, lie.step, Breach::OutOfTurn));
    }
}

#[test]
fn a_succession_by_the_side_on_turn_is_out_of_turn() {
    let [host, guest] = DUEL;
    let host = [host, &["card ML d3:d3"]].concat();
    let guest = [guest, &["card HM d3:d3", "slay d3"]].concat();
    for text in ["succeed knight", "decline", "lady surrender"] {
        let (mut pair, mut puppet) = played(&usual(), [&host, &guest], Seat(1));
        // the guest's turn is under way, and the heir is the host's to name
        let position = puppet.position();
        assert_ne!(position.to_act(), ToAct::One(position.turn().side));
        let lie = orders(&puppet, Seat(1), text);
        let lie = puppet.record(Kind::Orders, puppet.orders_body(&lie));
        puppet.send(&mut pair, &lie);
        assert_proved(&pair, &puppet, &proof(&puppet, lie.step, Breach::OutOfTurn));
    }
}

#[test]
fn an_heir_whom_the_rules_do_not_allow_convicts() {
    let [host, guest] = DUEL;
    let host = [host, &["card ML d3:d3"]].concat();
    let guest = [guest, &["card HM d3:d3", "slay d3"]].concat();
    for text in ["lady trade", "succeed footman", "card HM d3:d3"] {
        let (mut pair, mut puppet) = played(&usual(), [&host, &guest], Seat(0));
        let lie = match text.starts_with("card") {
            // a card has no place in ORDERS: these bytes are those of no order
            true => encode(&OrdersBody(vec![vec![3, 0]])),
            false => puppet.orders_body(&orders(&puppet, Seat(0), text)),
        };
        let lie = puppet.record(Kind::Orders, lie);
        puppet.send(&mut pair, &lie);
        let Some(Fault::Proved(found)) = puppet.fault.clone() else {
            panic!("{text}: {:?}", puppet.fault);
        };
        assert!(
            matches!(found.breach, Breach::IllegalOrder { index: 0, .. }),
            "{text}: {found}"
        );
        assert_proved(&pair, &puppet, &found);
    }
}

/// The Knight of the guest comes within the reach of the host's Bowman.
const BEFORE_THE_SHOT: [&[&str]; 2] = [&["end"], &["c6-d5; end"]];

#[test]
fn a_parry_before_the_shot_is_out_of_turn() {
    let (mut pair, mut puppet) = played(&usual(), BEFORE_THE_SHOT, Seat(1));
    let shot = orders(&puppet, Seat(0), "shoot a2:d5; end");
    let mut after = puppet.position().clone();
    let shooter = after.turn().side;
    after.apply(shooter, &shot[0]).expect("within reach");
    let ToAct::Secretly(sides) = after.to_act() else {
        panic!("aim and parry are secret: {}", after.to_text());
    };
    assert_eq!(sides.len(), 2);
    // the seal of a parry as it will be once the arrow flies, and it does not yet
    let side = sides
        .without(shooter.into())
        .iter()
        .next()
        .expect("the target's");
    let parry = read(&after, side, "parry H");
    let parts = after.seal(side, &parry[0]).expect("legal after the shot");
    assert_eq!((parts[0].slot, parts[0].payload.len()), (3, 1));
    let body = CommitBody(vec![Commitment {
        slot: parts[0].slot,
        digest: [7; 32],
    }]);
    let lie = puppet.record(Kind::Commit, encode(&body));
    puppet.send(&mut pair, &lie);
    assert_proved(&pair, &puppet, &proof(&puppet, lie.step, Breach::OutOfTurn));
}

#[test]
fn an_arrow_and_its_parry_are_one_sealed_step_of_which_neither_can_be_changed() {
    for cheat in BOTH {
        let [host, guest] = BEFORE_THE_SHOT;
        let host = [host, &["shoot a2:d5"]].concat();
        let (mut pair, mut puppet) = played(&usual(), [&host, guest], cheat);
        let texts = ["aim H", "parry L"];
        let honest = cheat.other();
        let theirs = orders(&puppet, honest, texts[honest.index()]);
        propose(&mut pair, honest, &theirs);
        puppet.listen(&mut pair);
        let ours = orders(&puppet, cheat, texts[cheat.index()]);
        for _ in 0..2 {
            let record = puppet.honest(&ours);
            puppet.send(&mut pair, &record);
        }
        let other = orders(&puppet, cheat, ["aim M", "parry H"][cheat.index()]);
        let body = RevealBody(puppet.openings(&other));
        let lie = puppet.record(Kind::Reveal, encode(&body));
        puppet.send(&mut pair, &lie);
        let breach = Breach::WrongOpening { slot: 3 };
        assert_proved(&pair, &puppet, &proof(&puppet, lie.step, breach));
    }
}

/// What a cheat makes of the sealed rows of a muster.
type Change = fn(&mut Vec<u8>);

#[test]
fn an_illegal_muster_is_soundly_sealed_and_convicts_when_it_is_opened() {
    let changes: [(Change, &str); 5] = [
        // a Warlord more where nobody stands
        (|rows| double(rows, 1), "a man doubled"),
        // nobody where the Lady stands
        (|rows| erase(rows, 2), "a man missing"),
        // the Lady with the Warlord in the Castle, which has room for one
        (|rows| join(rows, 1, 2), "two where one has room"),
        // kinds of a square out of order
        (
            |rows| rows[..2].copy_from_slice(&[0, 1]),
            "another encoding",
        ),
        (|rows| rows[0] = 99, "no kind"),
    ];
    for cheat in BOTH {
        for (change, what) in changes {
            let mut pair = Pair::agreed(duels(&[]), 1);
            let mut puppet = Puppet::instead_of(cheat, &mut pair);
            let book = |puppet: &Puppet, seat: Seat| {
                let sides = puppet.position().sides();
                let side = sides.iter().nth(seat.index()).expect("a side for each");
                puppet.position().legal_orders(side)[..1].to_vec()
            };
            let theirs = book(&puppet, cheat.other());
            propose(&mut pair, cheat.other(), &theirs);
            puppet.listen(&mut pair);
            let mut openings = puppet.openings(&book(&puppet, cheat));
            assert_eq!(openings[0].slot, 2);
            change(&mut openings[0].payload);
            commit_to_and_open(&mut pair, &mut puppet, openings);
            let Some(Fault::Proved(found)) = puppet.fault.clone() else {
                panic!("{what}: {:?}", puppet.fault);
            };
            assert!(
                matches!(found.breach, Breach::IllegalChoice(_)),
                "{what}: {found}"
            );
            assert_proved(&pair, &puppet, &found);
        }
    }
}

/// A second man of that number in the first empty square.
fn double(rows: &mut [u8], kind: u8) {
    let mut squares = rows.chunks_exact_mut(2);
    let empty = squares.find(|square| **square == [0, 0]);
    empty.expect("an empty square")[0] = kind;
}

/// The second of those two men beside the first.
fn join(rows: &mut [u8], first: u8, second: u8) {
    erase(rows, second);
    let mut squares = rows.chunks_exact_mut(2);
    let there = squares.find(|square| **square == [first, 0]);
    there.expect("he stands alone")[1] = second;
}

/// Nobody where the man of that number stands.
fn erase(rows: &mut [u8], kind: u8) {
    let place = rows.iter().position(|byte| *byte == kind);
    rows[place.expect("the man is there")] = 0;
}
