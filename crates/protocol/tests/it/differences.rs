//! Programs that work out different positions: the match halts and is judged; the players continue in a new match alone.

use protocol::bounds::MAX_STEP;
use protocol::codec::encode;
use protocol::judge::{Verdict, judge};
use protocol::note::Statement;
use protocol::record::{ConfirmBody, NotesSeen};
use protocol::testing::{Pair, Puppet, Seeded, offer, random_orders};
use protocol::{Breach, Fault, Kind, Offer, Record, Seat, digest};
use rules::{AnyOrder, AnyPosition, Rules, ToAct};

fn position(pair: &Pair, seat: Seat) -> AnyPosition {
    pair.session(seat).position().expect("a match").clone()
}

fn any_turn(position: &AnyPosition) -> Vec<AnyOrder> {
    let ToAct::One(side) = position.to_act() else {
        panic!("{:?}", position.to_act());
    };
    random_orders(position, side, &mut Seeded(3))
}

/// The confirmation of a position that the orders do not give.
fn lie(puppet: &Puppet) -> Record {
    let lie = ConfirmBody {
        state: [9; 32],
        notes: vec![NotesSeen::NONE; 2],
    };
    puppet.record(Kind::Confirm, encode(&lie))
}

/// The honest seat 0 has given orders, and the puppet confirms another position.
fn at_odds(offer: Offer) -> (Pair, Puppet, AnyPosition) {
    let mut pair = Pair::agreed(offer, 1);
    let mut puppet = Puppet::instead_of(Seat(1), &mut pair);
    let before = position(&pair, Seat(0));
    let orders = any_turn(&before);
    pair.with(Seat(0), |session, now| session.propose(now, &orders));
    puppet.listen(&mut pair);
    let lie = lie(&puppet);
    puppet.send(&mut pair, &lie);
    (pair, puppet, before)
}

fn diverged(step: u64) -> Option<Fault> {
    let seat = Seat(1);
    Some(Fault::Diverged { step, seat })
}

#[test]
fn whoever_signs_another_position_escapes_nothing_without_the_others_consent() {
    let (mut pair, mut puppet, _) = at_odds(offer("clash-of-arms", Some(6)));
    let after = position(&pair, Seat(0));
    for to in [0, 0, 1, 2, 3, MAX_STEP] {
        let note = puppet.note(Statement::ProposeTakeback { to });
        puppet.send_note(&mut pair, &note);
        assert_eq!(pair.session(Seat(0)).fault().cloned(), diverged(2));
        assert_eq!(position(&pair, Seat(0)), after);
    }
    // the next record of the peer would stand upon a history of its own
    let next = Record {
        step: 3,
        prev: [9; 32],
        ..puppet.record(Kind::Confirm, Vec::new())
    };
    puppet.send(&mut pair, &next.signed(&puppet.key));
    assert_eq!(position(&pair, Seat(0)), after);
    let report = judge(&[&pair.disks[0].public]);
    assert_eq!(
        (report.verdict, report.seat, report.step),
        (Verdict::Diverged, Some(Seat(1)), 2)
    );
    assert_eq!(report.result, None);
}

#[test]
fn the_right_position_after_another_one_convicts_of_signing_twice() {
    let (mut pair, mut puppet, _) = at_odds(offer("clash-of-arms", Some(6)));
    let body = ConfirmBody {
        state: digest(&position(&pair, Seat(0))),
        notes: vec![NotesSeen::NONE; 2],
    };
    let right = puppet.record(Kind::Confirm, encode(&body));
    puppet.send(&mut pair, &right);
    let Some(Fault::Proved(proof)) = pair.session(Seat(0)).fault().cloned() else {
        panic!("{:?}", pair.session(Seat(0)).fault());
    };
    assert_eq!(
        (proof.seat, proof.step, proof.breach),
        (Seat(1), 2, Breach::TwoRecords)
    );
    let report = judge(&[&pair.disks[0].public]);
    assert_eq!(
        (report.verdict, report.seat),
        (Verdict::Proved, Some(Seat(1)))
    );
}

#[test]
fn a_game_that_is_won_stays_won_whatever_position_the_loser_confirms() {
    // the match is over with the first turn, by the agreed number of turns
    let (mut pair, mut puppet, _) = at_odds(offer("clash-of-arms", Some(1)));
    if pair.session(Seat(0)).outcome().is_none() {
        // the second turn of the round ends the match
        panic!("one turn ends it");
    }
    let note = puppet.note(Statement::ProposeTakeback { to: 0 });
    puppet.send_note(&mut pair, &note);
    assert!(!pair.session(Seat(0)).may_ask_takeback());
    let report = judge(&[&pair.disks[0].public]);
    assert_eq!(report.verdict, Verdict::Decided, "{report:?}");
    assert!(report.result.is_some());
}

#[test]
fn resigning_ends_a_match_whose_positions_differ() {
    let (mut pair, mut puppet, _) = at_odds(offer("clash-of-arms", Some(6)));
    let resigned = pair.with(Seat(0), |session, now| session.resign(now));
    assert_eq!(resigned.expect("alive"), Ok(()));
    puppet.listen(&mut pair);
    let note = puppet.note(Statement::ProposeTakeback { to: 0 });
    puppet.send_note(&mut pair, &note);
    let report = judge(&[&pair.disks[0].public]);
    assert_eq!(
        (report.verdict, report.kind),
        (Verdict::Decided, Some("resigned"))
    );
}
