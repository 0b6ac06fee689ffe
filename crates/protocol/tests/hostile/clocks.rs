//! Peers that lie about time where there are clocks: what they gain is bounded, and what they claim convicts nobody.

use std::time::Duration;

use protocol::judge::{Verdict, judge};
use protocol::manifest::{ClaimEffect, Pace, Terms};
use protocol::testing::{Pair, Puppet, offer};
use protocol::{Breach, Face, Kind, ManifestError, Seat, Session, SessionEvent};

use crate::{any_turn, assert_proved, play_turn, proof, propose};

const SECOND: Duration = Duration::from_secs(1);

/// A game with five minutes each, the puppet in seat 1.
fn timed() -> (Pair, Puppet) {
    let mut offer = offer("clash-of-arms", Some(60));
    offer.terms = Terms {
        pace: Pace::Bank {
            bank_ms: 300_000,
            increment_ms: 0,
        },
        claim: ClaimEffect::Loss,
    };
    let mut pair = Pair::agreed(offer, 1);
    let puppet = Puppet::instead_of(Seat(1), &mut pair);
    (pair, puppet)
}

fn left_ms(pair: &Pair, seat: Seat) -> u64 {
    let clocks = pair.session(Seat(0)).clocks(pair.now);
    let (_, face) = clocks[seat.index()];
    match face {
        Face::Stands(left) => left.as_millis() as u64,
        Face::Runs(until) => until.saturating_sub(pair.now.clock).as_millis() as u64,
    }
}

/// The puppet decides after that time and says to have taken another.
fn puppet_turn(pair: &mut Pair, puppet: &mut Puppet, after: Duration, think_ms: u32) {
    pair.pass(after);
    let mut record = puppet.honest(&any_turn(puppet));
    record.think_ms = think_ms;
    let record = record.signed(&puppet.key);
    puppet.send(pair, &record);
    let confirm = puppet.honest(&[]);
    puppet.send(pair, &confirm);
    assert_eq!(puppet.fault, None);
}

#[test]
fn row_23_who_says_to_have_taken_no_time_gains_a_second_a_turn() {
    let (mut pair, mut puppet) = timed();
    pair.with(Seat(0), |session: &mut Session, _| {
        // a peer can make its own line slow: a second counts at most
        session.set_round_trip(Duration::from_secs(3600));
    });
    let turns = 10;
    for _ in 0..turns {
        let orders = any_turn(&puppet);
        play_turn(&mut pair, &mut puppet, Seat(0), &orders);
        puppet_turn(&mut pair, &mut puppet, SECOND * 20, 0);
    }
    // of twenty seconds each turn five in store, one regained and one round trip a turn are not charged
    let charged = 1000 * (20 * turns - 5 - (turns - 1) - turns);
    assert_eq!(left_ms(&pair, Seat(1)), 300_000 - charged);
    let report = judge(&[&pair.disks[0].public]);
    assert_eq!(
        (report.verdict, report.clocks[1].1),
        (Verdict::Open, 300_000 - charged)
    );
    // every turn is told and can be read in the file
    let told = |event: &&SessionEvent| matches!(event, SessionEvent::TimeDisputed(_));
    assert_eq!(pair.events[0].iter().filter(told).count() as u64, turns);
    let disputes = report
        .unknown
        .iter()
        .filter(|text| text.contains("seat 1 says 0 s"));
    assert_eq!(disputes.count() as u64, turns);
}

#[test]
fn row_23_a_seat_is_charged_what_it_says_if_that_is_more() {
    let (mut pair, mut puppet) = timed();
    let orders = any_turn(&puppet);
    play_turn(&mut pair, &mut puppet, Seat(0), &orders);
    puppet_turn(&mut pair, &mut puppet, SECOND, 100_000);
    assert_eq!(left_ms(&pair, Seat(1)), 200_000);
    let orders = any_turn(&puppet);
    play_turn(&mut pair, &mut puppet, Seat(0), &orders);
    // no number of the wire overflows anything
    puppet_turn(&mut pair, &mut puppet, SECOND, u32::MAX);
    assert_eq!(left_ms(&pair, Seat(1)), 0);
}

#[test]
fn row_23_a_measure_that_lies_is_told_and_gives_a_claim_at_most() {
    let (mut pair, mut puppet) = timed();
    pair.pass(SECOND * 2);
    propose(&mut pair, Seat(0), &any_turn(&puppet));
    puppet.listen(&mut pair);
    // the puppet signs to have measured all there is, and of itself less than nothing
    let lie = puppet.record(Kind::Confirm, puppet.confirm(&[u64::MAX, u64::MAX]));
    puppet.send(&mut pair, &lie);
    assert_eq!(puppet.fault, None);
    assert_eq!(
        (left_ms(&pair, Seat(0)), left_ms(&pair, Seat(1))),
        (0, 300_000)
    );
    assert!(matches!(
        pair.events[0].last(),
        Some(SessionEvent::TimeDisputed(dispute)) if dispute.said_ms == 2_000
    ));
    // the honest side is on turn again with nothing left; the liar may claim, and proves nothing
    puppet_turn(&mut pair, &mut puppet, SECOND, 1_000);
    let mut file = pair.disks[0].public.clone();
    let step = puppet.step();
    file.extend(puppet.claim_against(Seat(0), step));
    let report = judge(&[&file]);
    assert_eq!((report.verdict, report.result), (Verdict::Claimed, None));
    assert!(
        report
            .unknown
            .iter()
            .any(|text| text.contains("seat 0 says 2 s"))
    );
}

#[test]
fn a_confirmation_without_times_convicts_where_there_are_clocks() {
    for times in [&[][..], &[0], &[0; 3]] {
        let (mut pair, mut puppet) = timed();
        propose(&mut pair, Seat(0), &any_turn(&puppet));
        puppet.listen(&mut pair);
        let confirm = puppet.record(Kind::Confirm, puppet.confirm(times));
        puppet.send(&mut pair, &confirm);
        let cause = protocol::codec::CodecError::Bounds("times of other than all seats");
        assert_proved(&pair, &puppet, &proof(&puppet, 2, Breach::Malformed(cause)));
    }
}

#[test]
fn terms_that_nobody_can_play_are_refused_before_anybody_signs() {
    let mut offer = offer("clash-of-arms", None);
    offer.terms.pace = Pace::Bank {
        bank_ms: u64::MAX,
        increment_ms: u64::MAX,
    };
    let identity = protocol::testing::identity(0, 1);
    let refused = Session::host(identity, "Ada", offer, protocol::testing::fresh(0, 1));
    let refused = refused.expect_err("no such clock").0;
    assert!(matches!(refused, ManifestError::NotPlayed(_)), "{refused}");
}
