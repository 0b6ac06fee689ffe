//! Secret rounds, lots and decisions of the other side in the middle of a turn.

use std::time::Duration;

use protocol::codec::encode;
use protocol::judge::{Verdict, judge};
use protocol::manifest::{Pace, Terms};
use protocol::record::{CommitBody, RevealBody};
use protocol::testing::{Pair, Puppet, Seeded, fresh, toy};
use protocol::{Breach, Deed, History, Kind, Offer, ProposeError, Seat, hash};
use rules::{AnyOrder, AnyPosition, Rules, ToAct};

use super::{BOTH, assert_proved, choice, commit_to_and_open, proof, propose};

/// The number of the step in which cards are committed to: ORDERS and CONFIRM come before.
const COMMIT: u64 = 3;
/// The number of the step after the fight: LOCK, REVEAL and CONFIRM come between.
const AFTER: u64 = COMMIT + 4;

/// An order that begins a fight, of the side to move.
fn attack(position: &AnyPosition) -> AnyOrder {
    let ToAct::One(side) = position.to_act() else {
        panic!("{:?}", position.to_act());
    };
    let begins_a_fight = |order: &AnyOrder| {
        let mut after = position.clone();
        let done = after.apply(side, order);
        done.is_ok() && matches!(after.to_act(), ToAct::Secretly(_))
    };
    let mut legal = position.legal_orders(side).into_iter();
    legal
        .find(begins_a_fight)
        .expect("both sides are in contact")
}

/// A fight in the first turn in which the honest side has sealed its second card and the puppet none.
fn at_cards(offer: Offer, cheat: Seat) -> (Pair, Puppet) {
    let mut pair = Pair::agreed(offer, 1);
    let attack = [attack(pair.session(cheat).position().expect("a match"))];
    let mut puppet = Puppet::instead_of(cheat, &mut pair);
    if cheat == Seat(0) {
        let orders = puppet.honest(&attack);
        puppet.send(&mut pair, &orders);
    } else {
        propose(&mut pair, Seat(0), &attack);
        puppet.listen(&mut pair);
    }
    let confirm = puppet.honest(&[]);
    puppet.send(&mut pair, &confirm);
    assert_eq!((puppet.step(), &puppet.fault), (COMMIT, &None));
    let card = choice(&pair, cheat.other(), 1);
    propose(&mut pair, cheat.other(), &card);
    puppet.listen(&mut pair);
    (pair, puppet)
}

/// The history as the honest side has it.
fn history(pair: &Pair, cheat: Seat) -> &History {
    pair.session(cheat.other()).history().expect("a match")
}

/// The fight decided by the puppet's card, counted from 0, against the second; all have confirmed.
fn after_cards(cheat: Seat, card: usize) -> (Pair, Puppet) {
    let (mut pair, mut puppet) = at_cards(toy(6), cheat);
    let card = choice(&pair, cheat, card);
    for _ in COMMIT..AFTER {
        let record = puppet.honest(&card);
        puppet.send(&mut pair, &record);
    }
    assert_eq!((puppet.step(), &puppet.fault), (AFTER, &None));
    (pair, puppet)
}

#[test]
fn a_card_other_than_the_sealed_cannot_be_opened() {
    for cheat in BOTH {
        let (mut pair, mut puppet) = at_cards(toy(6), cheat);
        for _ in 0..2 {
            let record = puppet.honest(&choice(&pair, cheat, 0));
            puppet.send(&mut pair, &record);
        }
        let other = puppet.openings(&choice(&pair, cheat, 2));
        let lie = puppet.record(Kind::Reveal, encode(&RevealBody(other)));
        puppet.send(&mut pair, &lie);
        let breach = Breach::WrongOpening { slot: 3 };
        assert_proved(&pair, &puppet, &proof(&puppet, COMMIT + 2, breach));
    }
}

#[test]
fn a_commitment_without_the_card_or_without_the_coin_convicts() {
    for cheat in BOTH {
        for slot in [3, 4] {
            let (mut pair, mut puppet) = at_cards(toy(6), cheat);
            let mut body = CommitBody(puppet.commitments(&choice(&pair, cheat, 0)));
            body.0.retain(|commitment| commitment.slot == slot);
            assert_eq!(body.0.len(), 1);
            let lie = puppet.record(Kind::Commit, encode(&body));
            puppet.send(&mut pair, &lie);
            assert_proved(&pair, &puppet, &proof(&puppet, COMMIT, Breach::WrongSlots));
        }
    }
}

#[test]
fn a_card_that_does_not_exist_or_of_another_size_convicts_when_opened() {
    for cheat in BOTH {
        for payload in [vec![9], vec![], vec![1, 1]] {
            let (mut pair, mut puppet) = at_cards(toy(6), cheat);
            let mut openings = puppet.openings(&choice(&pair, cheat, 0));
            assert_eq!((openings[0].slot, &openings[0].payload), (3, &vec![1]));
            openings[0].payload.clone_from(&payload);
            commit_to_and_open(&mut pair, &mut puppet, openings);
            let breach = match payload.len() {
                1 => Breach::IllegalChoice("there is no such card".to_owned()),
                _ => Breach::WrongSize { slot: 3 },
            };
            assert_proved(&pair, &puppet, &proof(&puppet, COMMIT + 2, breach));
        }
    }
}

#[test]
fn a_card_opened_before_all_have_locked_convicts() {
    for cheat in BOTH {
        let (mut pair, mut puppet) = at_cards(toy(6), cheat);
        let card = choice(&pair, cheat, 0);
        let commit = puppet.honest(&card);
        puppet.send(&mut pair, &commit);
        let early = encode(&RevealBody(puppet.openings(&card)));
        let lie = puppet.record(Kind::Reveal, early);
        puppet.send(&mut pair, &lie);
        assert_proved(
            &pair,
            &puppet,
            &proof(&puppet, COMMIT + 1, Breach::OutOfTurn),
        );
    }
}

#[test]
fn a_card_opened_late_can_be_claimed_missing_and_is_taken_when_it_comes() {
    let pace = Pace::Days(5);
    for cheat in BOTH {
        let offer = Offer {
            terms: Terms {
                pace,
                ..Terms::default()
            },
            ..toy(6)
        };
        let honest = cheat.other();
        let (mut pair, mut puppet) = at_cards(offer, cheat);
        let claim = |pair: &mut Pair| pair.with(honest, |session, now| session.claim(now));
        let card = choice(&pair, cheat, 0);
        // the card is the player's to choose, within five days
        pair.pass(Duration::from_secs(4 * 24 * 3600));
        assert_eq!(claim(&mut pair), Some(Err(ProposeError::NotLate)));
        for _ in 0..2 {
            let record = puppet.honest(&card);
            puppet.send(&mut pair, &record);
        }
        // the opening is the program's to sign, within five too: a program may be closed as long
        assert_eq!(claim(&mut pair), Some(Err(ProposeError::NotLate)));
        pair.pass(Duration::from_secs(5 * 24 * 3600));
        assert_eq!(claim(&mut pair), Some(Ok(())));
        puppet.listen(&mut pair);
        let report = judge(&[&pair.disks[honest.index()].public]);
        assert_eq!(report.verdict, Verdict::Claimed, "{report:?}");
        assert_eq!((report.step, report.seat), (COMMIT + 2, Some(cheat)));
        for _ in COMMIT + 2..AFTER {
            let record = puppet.honest(&card);
            puppet.send(&mut pair, &record);
        }
        assert_eq!((puppet.step(), &puppet.fault), (AFTER, &None));
        let report = judge(&[&pair.disks[honest.index()].public]);
        assert_eq!(report.verdict, Verdict::Open, "{report:?}");
    }
}

#[test]
fn orders_given_after_a_fight_has_begun_convict() {
    for more in [1, 2] {
        let mut pair = Pair::agreed(toy(6), 1);
        let mut puppet = Puppet::instead_of(Seat(0), &mut pair);
        let orders = vec![attack(puppet.position()); 1 + more];
        let lie = puppet.record(Kind::Orders, puppet.orders_body(&orders));
        puppet.send(&mut pair, &lie);
        assert_proved(&pair, &puppet, &proof(&puppet, 1, Breach::AfterEnd));
    }
}

#[test]
fn the_decision_of_the_side_that_lost_is_nobody_elses() {
    for cheat in BOTH {
        // the third card beats the second: the honest side has lost and retreats
        let (mut pair, mut puppet) = after_cards(cheat, 2);
        let session = pair.session(cheat.other());
        let (side, position) = (session.side_of(cheat.other()), session.position());
        let (side, position) = (side.expect("a seat"), position.expect("a match"));
        assert_eq!(position.to_act(), ToAct::One(side));
        let retreats = position.legal_orders(side);
        let give_up = &retreats[retreats.len() - 1..];
        let lie = puppet.record(Kind::Orders, puppet.orders_body(give_up));
        puppet.send(&mut pair, &lie);
        assert_proved(&pair, &puppet, &proof(&puppet, AFTER, Breach::OutOfTurn));
    }
}

#[test]
fn a_decision_of_another_kind_than_the_rules_ask_convicts() {
    for cheat in BOTH {
        // the second card beats the first: the puppet has lost and retreats
        let (mut pair, mut puppet) = after_cards(cheat, 0);
        let attack = attack(history(&pair, cheat).start());
        let lie = puppet.record(Kind::Orders, puppet.orders_body(&[attack]));
        puppet.send(&mut pair, &lie);
        let why = "another decision is awaited".to_owned();
        let breach = Breach::IllegalOrder { index: 0, why };
        assert_proved(&pair, &puppet, &proof(&puppet, AFTER, breach));
    }
}

#[test]
fn a_lot_between_equal_cards_is_drawn_with_them_from_both_coins() {
    for cheat in BOTH {
        let (pair, _) = after_cards(cheat, 1);
        let [orders, opened, lot] = history(&pair, cheat).steps() else {
            panic!("{:?}", history(&pair, cheat).steps());
        };
        assert!(matches!(orders.deed, Deed::Orders { .. }));
        assert!(matches!(opened.deed, Deed::Opened(_)));
        let Deed::Lots { draw, lots, .. } = &lot.deed else {
            panic!("{lot:?}");
        };
        assert_eq!((opened.number, lot.number), (COMMIT + 2, COMMIT + 2));
        let sid = pair.session(cheat.other()).sid().expect("a match");
        let coin = |seat: Seat| hash::coin(&fresh(seat.0, 1).match_secret, &sid, COMMIT);
        let coins = BOTH.map(|seat| (seat, coin(seat)));
        let coins = coins.iter().map(|(seat, coin)| (*seat, coin));
        let seed = hash::joint_seed(&sid, COMMIT, draw.purpose, coins);
        assert_eq!(lots.0, hash::expand(&seed, 0));
    }
}

#[test]
fn a_sealed_card_is_its_own_rounds_only_and_comes_back_after_a_restart() {
    let mut pair = Pair::agreed(toy(40), 1);
    let mut seen = 0;
    let mut dice = Seeded(1);
    while pair.to_decide().is_some() {
        for seat in BOTH {
            let session = pair.session(seat);
            let is_sealed = session.own_secret().is_some();
            assert_eq!(is_sealed, session.locked().contains(&seat), "{seat}");
        }
        let before = BOTH.map(|seat| pair.session(seat).own_secret().cloned());
        if let Some(seat) = BOTH.into_iter().find(|seat| before[seat.index()].is_some()) {
            pair.kill(seat);
            pair.run();
            pair.restart(seat);
            assert_eq!(
                pair.session(seat).own_secret(),
                before[seat.index()].as_ref()
            );
            pair.connect();
            pair.run();
            seen += 1;
        }
        pair.play_one(&mut dice);
    }
    assert!(seen > 2, "{seen} rounds");
}
