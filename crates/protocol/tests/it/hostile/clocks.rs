//! Peers that lie about time in matches with clocks: what they gain is bounded, and what they claim convicts nobody.

use std::time::Duration;

use protocol::bounds::MAX_NUMBER;
use protocol::file::{Entry, PUBLIC_HEADER};
use protocol::frame::Frame;
use protocol::judge::{Verdict, judge};
use protocol::manifest::{ClaimEffect, Pace, Terms};
use protocol::note::Statement;
use protocol::testing::{Pair, Puppet, Seeded, offer, random_orders, tiny};
use protocol::{
    Breach, CloseReason, Face, Fault, Kind, ManifestError, Seat, Session, SessionEvent, Stage,
};

use super::{any_turn, assert_proved, choice, play_turn, proof, propose};

const SECOND: Duration = Duration::from_secs(1);

/// Five minutes each.
fn bank() -> Terms {
    Terms {
        pace: Pace::Bank {
            bank_ms: 300_000,
            increment_ms: 0,
        },
        claim: ClaimEffect::Loss,
    }
}

/// A game with five minutes each, the puppet in seat 1.
fn timed() -> (Pair, Puppet) {
    let mut offer = offer("clash-of-arms", Some(60));
    offer.terms = bank();
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

/// The puppet decides after that time and claims it took another.
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
    let line = pair.line();
    pair.with(Seat(0), |session: &mut Session, _| {
        // a peer can make its own line slow: a second counts at most
        session.set_round_trip(line, Duration::from_secs(3600));
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
    // every turn is reported and can be read in the file
    let told = |event: &&SessionEvent| matches!(event, SessionEvent::TimeDisputed(_));
    assert_eq!(pair.events[0].iter().filter(told).count() as u64, turns);
    let disputes = report
        .unknown
        .iter()
        .filter(|text| text.contains("seat 2 says 0 s"));
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
    // no number that can be sent overflows anything
    puppet_turn(&mut pair, &mut puppet, SECOND, u32::MAX);
    assert_eq!(left_ms(&pair, Seat(1)), 0);
}

#[test]
fn row_23_a_measure_that_lies_is_reported_and_gives_a_claim_at_most() {
    let (mut pair, mut puppet) = timed();
    pair.pass(SECOND * 2);
    propose(&mut pair, Seat(0), &any_turn(&puppet));
    puppet.listen(&mut pair);
    // the puppet signs that it measured all there is, and of itself less than nothing
    let lie = puppet.record(Kind::Confirm, puppet.confirm(&[MAX_NUMBER, MAX_NUMBER]));
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
    let (against, step) = (Seat(0), puppet.step());
    let claim = puppet.note(Statement::Claim { against, step });
    puppet.send_note(&mut pair, &claim);
    let report = judge(&[&pair.disks[0].public]);
    assert_eq!((report.verdict, report.result), (Verdict::Claimed, None));
    // by its own measures the honest side is in time, and plays on
    let session = pair.session(Seat(0));
    assert_eq!((session.stage(), session.outcome()), (Stage::Playing, None));
    let denied = SessionEvent::ClaimDenied {
        by: Seat(1),
        against,
    };
    assert!(pair.events[0].contains(&denied));
    propose(&mut pair, Seat(0), &any_turn(&puppet));
    let report = judge(&[&pair.disks[0].public]);
    assert_eq!(report.verdict, Verdict::Open);
    assert!(
        report
            .unknown
            .iter()
            .any(|text| text.contains("seat 1 says 2 s"))
    );
}

/// The honest side plays; the puppet keeps its confirmation back for that time, and then plays at once.
fn behind_a_late_confirmation(pair: &mut Pair, puppet: &mut Puppet, late: Duration) {
    propose(pair, Seat(0), &any_turn(puppet));
    puppet.listen(pair);
    pair.pass(late);
    let confirm = puppet.honest(&[]);
    puppet.send(pair, &confirm);
    puppet_turn(pair, puppet, Duration::ZERO, 0);
}

#[test]
fn row_23_a_confirmation_kept_back_is_charged_like_thought() {
    let (mut pair, mut puppet) = timed();
    let turns = 8;
    for turn in 1..=turns {
        behind_a_late_confirmation(&mut pair, &mut puppet, SECOND * 29);
        // of 29 s each turn the five in store and one regained a decision are not charged
        let charged = 1000 * (29 * turn - 5 - (turn - 1));
        assert_eq!(left_ms(&pair, Seat(1)), 300_000 - charged, "{turn}");
    }
    let charged = 1000 * (29 * turns - 5 - (turns - 1));
    let report = judge(&[&pair.disks[0].public]);
    assert_eq!(
        report.clocks,
        [(Seat(0), 300_000), (Seat(1), 300_000 - charged)]
    );
    // it is reported, and the time that is gone this way can be claimed
    let told = |event: &&SessionEvent| matches!(event, SessionEvent::TimeDisputed(_));
    assert_eq!(pair.events[0].iter().filter(told).count() as u64, turns);
    propose(&mut pair, Seat(0), &any_turn(&puppet));
    puppet.listen(&mut pair);
    let confirm = puppet.honest(&[]);
    puppet.send(&mut pair, &confirm);
    pair.pass(Duration::from_millis(300_000 - charged) + SECOND * 5);
    assert!(pair.session(Seat(0)).may_claim(pair.now));
}

#[test]
fn row_23_every_record_of_a_program_that_comes_late_is_charged_without_a_decision() {
    for late in 0..3 {
        let mut offer = tiny(6);
        offer.terms = bank();
        let mut pair = Pair::agreed(offer, 1);
        let theirs = choice(&pair, Seat(0), 1);
        let orders = choice(&pair, Seat(1), 0);
        let mut puppet = Puppet::instead_of(Seat(1), &mut pair);
        propose(&mut pair, Seat(0), &theirs);
        puppet.listen(&mut pair);
        let commit = puppet.honest(&orders);
        puppet.send(&mut pair, &commit);
        // LOCK, REVEAL or CONFIRM comes twenty seconds late
        for at in 0..3 {
            let record = puppet.honest(&orders);
            pair.pass(if at == late {
                SECOND * 20
            } else {
                Duration::ZERO
            });
            puppet.send(&mut pair, &record);
            assert_eq!(puppet.fault, None, "{late} {at}");
        }
        // beside the 5 ms that it says it took to choose
        assert_eq!(left_ms(&pair, Seat(1)), 284_995, "{late}");
        assert_eq!(left_ms(&pair, Seat(0)), 300_000, "{late}");
    }
}

#[test]
fn row_23_records_that_are_refused_fill_no_store_of_lag() {
    let (mut pair, mut puppet) = timed();
    let orders = any_turn(&puppet);
    play_turn(&mut pair, &mut puppet, Seat(0), &orders);
    puppet_turn(&mut pair, &mut puppet, SECOND * 20, 0);
    assert_eq!(left_ms(&pair, Seat(1)), 285_000);
    let orders = any_turn(&puppet);
    play_turn(&mut pair, &mut puppet, Seat(0), &orders);
    // it takes offers that nobody made, again and again, each time as if after long thought
    for proposal in 0..20 {
        let mut record = puppet.agree_to([proposal; 32]);
        record.think_ms = u32::MAX;
        let record = record.signed(&puppet.key);
        puppet.send(&mut pair, &record);
        assert_eq!(puppet.fault, Some(Fault::UnknownNotes));
        pair.connect();
        puppet.greet(&mut pair, [proposal + 2; 32], |_| {});
    }
    puppet_turn(&mut pair, &mut puppet, SECOND * 20, 0);
    assert_eq!(left_ms(&pair, Seat(1)), 285_000 - 19_000);
}

#[test]
fn honest_programs_on_a_slow_line_are_charged_nothing_for_what_they_sign_by_themselves() {
    const WAY: Duration = Duration::from_millis(100);
    let mut offer = tiny(8);
    offer.terms = bank();
    let mut pair = Pair::agreed(offer, 1);
    let mut dice = Seeded(3);
    let mut thought = [0; 2];
    while let Some(seat) = pair.to_decide() {
        for seat in [Seat(0), Seat(1)] {
            let line = pair.line();
            pair.with(seat, |session, _| session.set_round_trip(line, WAY * 2));
        }
        pair.pass(SECOND);
        let session = pair.session(seat);
        let (position, side) = (session.position(), session.side_of(seat));
        let orders = random_orders(position.expect("a match"), side.expect("a seat"), &mut dice);
        let before = session.clocks(pair.now);
        let Face::Runs(_) = before[seat.index()].1 else {
            panic!("its clock runs: {before:?}");
        };
        propose(&mut pair, seat, &orders);
        thought[seat.index()] += 1;
        // every frame takes its way, and the program that hears it a little time of its own
        while pair.queues.iter().any(|queue| !queue.is_empty()) {
            pair.pass(WAY);
            let waiting = pair.queues.each_ref().map(std::collections::VecDeque::len);
            for seat in [Seat(0), Seat(1)] {
                for _ in 0..waiting[seat.index()] {
                    pair.deliver(seat);
                }
            }
            pair.pass(Duration::from_millis(20));
        }
    }
    assert!(
        thought.iter().all(|decisions| *decisions > 3),
        "{thought:?}"
    );
    for seat in [Seat(0), Seat(1)] {
        let said: u64 = protocol::file::read_public(&pair.disks[0].public)
            .expect("a match file")
            .0
            .iter()
            .filter_map(|entry| match entry {
                Entry::Record(record) if record.seat == seat => Some(record),
                _ => None,
            })
            .filter(|record| match record.kind {
                Kind::Orders => true,
                Kind::Commit => record.step == 1,
                _ => false,
            })
            .map(|record| u64::from(record.think_ms))
            .sum();
        let report = judge(&[&pair.disks[0].public]);
        assert_eq!(
            report.clocks[seat.index()],
            (seat, 300_000 - said),
            "{seat}"
        );
    }
}

#[test]
fn row_22_a_claim_does_not_count_while_its_signer_names_what_it_does_not_show() {
    let (mut pair, mut puppet) = timed();
    let step = puppet.step();
    pair.connect();
    // a record of the honest side that nobody ever signed
    puppet.greet(&mut pair, [2; 32], |head| {
        (head.held[0].step, head.held[0].id) = (step, [7; 32]);
    });
    pair.pass(SECOND * 11);
    pair.with(Seat(0), Session::handle_timeout);
    assert_eq!(
        pair.closes[0].last(),
        Some(&CloseReason::Fault(Fault::FalseHead { seat: Seat(1) }))
    );
    pair.connect();
    puppet.greet(&mut pair, [3; 32], |_| {});
    pair.pass(SECOND * 400);
    pair.with(Seat(0), Session::handle_timeout);
    let against = Seat(0);
    let claim = puppet.note(Statement::Claim { against, step });
    puppet.send_note(&mut pair, &claim);
    // the time is up by every clock, and the claim does not count: here, after a restart, and for the judge
    for restarts in [false, true] {
        if restarts {
            pair.kill(Seat(0));
            pair.restart(Seat(0));
        }
        let session = pair.session(Seat(0));
        assert_eq!((session.standing_claim(), session.outcome()), (None, None));
        let report = judge(&[&pair.disks[0].public]);
        assert_eq!((report.verdict, report.claim), (Verdict::Open, None));
        assert!(report.why.contains("does not count"), "{}", report.why);
        assert_eq!(report.remarks.len(), 1, "{:?}", report.remarks);
    }
}

#[test]
fn an_honest_head_in_a_file_accuses_nobody_where_some_file_holds_what_it_names() {
    let (mut pair, mut puppet) = timed();
    let orders = any_turn(&puppet);
    play_turn(&mut pair, &mut puppet, Seat(0), &orders);
    puppet_turn(&mut pair, &mut puppet, SECOND, 1_000);
    let whole = pair.disks[0].public.clone();
    let Frame::Head(head) = puppet.head(|_| {}) else {
        panic!("a head");
    };
    let head = Entry::Head(head).to_bytes();
    let (against, step) = (Seat(0), puppet.step());
    let claim = puppet.claim_against(against, step);
    // the accused keeps the honest word back together with the records it names
    let with_head = [whole.clone(), claim, head.clone()].concat();
    let report = judge(&[&with_head]);
    assert_eq!(
        (report.verdict, report.remarks.len()),
        (Verdict::Claimed, 0)
    );
    assert_eq!(report.claim.map(|claim| claim.by), Some(Seat(1)));
    // of a file that ends before them it is reported, and not once another file has them
    let (entries, _) = protocol::file::read_public(&whole).expect("a match file");
    let first: Vec<u8> = entries[..3].iter().flat_map(Entry::to_bytes).collect();
    let cut = [&PUBLIC_HEADER[..], &first, &head].concat();
    let report = judge(&[&cut]);
    assert_eq!((report.verdict, report.remarks.len()), (Verdict::Open, 1));
    let report = judge(&[&cut, &with_head]);
    assert_eq!(report.remarks, [""; 0]);
    assert_eq!(report.claim.map(|claim| claim.by), Some(Seat(1)));
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
