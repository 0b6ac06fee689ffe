//! Lines that break and programs that die at every point: the match continues, nobody signs twice, both end with the
//! same complete file.

mod backups;
mod machines;
mod resigning;

use std::collections::BTreeMap;

use protocol::file::{Entry, read_public};
use protocol::frame::Frame;
use protocol::hash::Digest;
use protocol::judge::{Verdict, judge};
use protocol::testing::{Pair, Puppet, Reached, Seeded, offer, random_orders, tiny, toy};
use protocol::{CloseReason, Kind, Offer, ProposeError, Refusal, Seat, Stage, Waiting};
use rules::Rules;
use rules::testing::depth::{deep, sample};

const BOTH: [Seat; 2] = [Seat(0), Seat(1)];

/// A short game of each family with the seed of its decisions: a hidden set-up with a lot; fights in mid-turn, a lot
/// between equal cards, retreats of the side that is not on turn.
const GAMES: [(fn() -> Offer, u64); 2] = [(|| tiny(3), 3), (|| toy(2), 9)];

/// Asserts that at most one record was sent or written for each seat, step and purpose.
fn assert_nobody_signed_twice(pair: &Pair) {
    let mut seen: BTreeMap<(u64, Seat, bool), Digest> = BTreeMap::new();
    let sent = pair.wire.iter().map(|(_, frame)| Frame::from_bytes(frame));
    let sent = sent.filter_map(|frame| match frame {
        Ok(Frame::Record(record)) => Some(*record),
        _ => None,
    });
    let written = pair
        .disks
        .iter()
        .filter_map(|disk| read_public(&disk.public).ok());
    let written = written.flat_map(|(entries, _)| entries);
    let written = written.filter_map(|entry| match entry {
        Entry::Record(record) => Some(record),
        _ => None,
    });
    for record in sent.chain(written) {
        // a closing record may stand beside the planned one
        let place = (record.step, record.seat, record.kind == Kind::Close);
        let first = *seen.entry(place).or_insert_with(|| record.id());
        assert_eq!(first, record.id(), "{place:?}");
    }
}

fn assert_complete(pair: &Pair, what: &str) {
    let states = BOTH.map(|seat| {
        let session = pair.session(seat);
        let closes = &pair.closes[seat.index()];
        let last = closes.iter().rev().take(3).cloned().collect::<Vec<_>>();
        (
            session.waiting(),
            session.fault().cloned(),
            session.stage(),
            last,
        )
    });
    for seat in BOTH {
        let session = pair.session(seat);
        assert!(session.is_closed(), "{what}: {seat}, {states:?}");
    }
    // the same bytes for both: a finished file has one order
    assert_eq!(pair.disks[0].public, pair.disks[1].public, "{what}");
    let report = judge(&[&pair.disks[0].public]);
    assert_eq!(report.verdict, Verdict::Complete, "{what}: {report:?}");
    assert_eq!(report.result, pair.session(Seat(0)).outcome(), "{what}");
    assert_nobody_signed_twice(pair);
}

/// No player is asked for what the programs sign by themselves.
fn assert_asked_by_the_rules(pair: &Pair, what: &str) {
    for session in pair.sessions.iter().flatten() {
        let is_asked = matches!(session.waiting(), Waiting::Me { .. });
        if let (true, Stage::Playing) = (is_asked, session.stage()) {
            let position = session.position().expect("a match");
            let side = session.side_of(session.seat()).expect("a seat");
            let legal = position.legal_orders(side);
            assert!(!legal.is_empty(), "{what}: {:?}", position.to_act());
        }
    }
}

/// The result as seat 0 has it.
fn result(pair: &Pair) -> Option<String> {
    let outcome = pair.session(Seat(0)).outcome();
    let family = pair.session(Seat(0)).position()?.family();
    outcome.map(|outcome| outcome.to_text(family))
}

/// The number of steps with orders, as seat 0 has it.
fn turns(pair: &Pair) -> usize {
    let history = pair.session(Seat(0)).history();
    history.expect("a match").orders().count()
}

/// Restarts the programs that have died, brings the line up and plays on to the end.
fn finish(pair: &mut Pair, dice: &mut Seeded) {
    // bounded: programs that wait for each other must fail the test, not hang it
    for _ in 0..100 {
        for seat in BOTH {
            if pair.sessions[seat.index()].is_none() {
                pair.restart(seat);
            }
        }
        if !pair.is_up() {
            pair.connect();
        }
        pair.run();
        if BOTH.iter().all(|seat| {
            pair.sessions[seat.index()]
                .as_ref()
                .is_some_and(|s| s.is_closed())
        }) {
            return;
        }
        let guest = pair.sessions[1].as_ref();
        if guest.is_some_and(|guest| guest.sid().is_some() && guest.stage() == Stage::Agreeing) {
            pair.accept();
        } else {
            let _ = pair.play_one(dice);
        }
    }
}

/// A host that died before it had written its signature does not know the match its guest has signed: nothing has been
/// played, and the guest sees it.
fn was_lost_before_it_began(pair: &Pair) -> bool {
    let lost = CloseReason::Refused(Refusal::UnknownMatch);
    let is_lost = pair.disks[0].public.is_empty() && pair.closes[1].contains(&lost);
    if is_lost {
        let history = pair.session(Seat(1)).history();
        assert!(history.is_some_and(|history| history.steps().is_empty()));
    }
    is_lost
}

/// The puppet in seat 1 says on a new line that it holds a record of seat 0 in that step, which nobody has signed.
fn lie_about_a_record(pair: &mut Pair, puppet: &mut Puppet, step: u64, is_restarted: bool) {
    if is_restarted {
        pair.sessions[0] = None;
        pair.restart(Seat(0));
    }
    pair.connect();
    puppet.greet(pair, [2; 32], |head| {
        head.held[0].step = step;
        head.held[0].id = [5; 32];
    });
    assert_eq!(puppet.fault, None);
}

/// A game that nothing disturbs.
fn undisturbed(offer: Offer, seed: u64) -> Pair {
    let mut pair = Pair::new(offer, 1);
    finish(&mut pair, &mut Seeded(seed));
    assert_complete(&pair, "undisturbed");
    pair
}

#[test]
fn a_line_cut_after_any_frame_costs_nothing() {
    for (offer, seed) in GAMES {
        for cut in 0..undisturbed(offer(), seed).wire.len() {
            let mut pair = Pair::new(offer(), 1);
            let mut dice = Seeded(seed);
            pair.connect();
            let mut left = cut;
            while left > 0 {
                // always in the same order, so that every number of frames is one cut and no other
                let seat = Seat(u8::from(pair.queues[0].is_empty()));
                if pair.deliver(seat) {
                    left -= 1;
                } else if pair.session(Seat(1)).stage() == Stage::Agreeing {
                    pair.accept();
                } else if let Some(seat) = pair.to_decide() {
                    let session = pair.session(seat);
                    let position = session.position().expect("a match").clone();
                    let side = session.side_of(seat).expect("a seat");
                    let orders = random_orders(&position, side, &mut dice);
                    pair.with(seat, |session, now| session.propose(now, &orders))
                        .expect("alive")
                        .expect("legal");
                } else {
                    break;
                }
            }
            pair.disconnect();
            assert_asked_by_the_rules(&pair, &format!("cut after {cut}"));
            finish(&mut pair, &mut dice);
            assert_complete(&pair, &format!("cut after {cut}"));
        }
    }
}

#[test]
fn row_18_a_crash_in_any_write_loses_nothing_that_was_sent() {
    let games = GAMES.into_iter();
    for ((offer, seed), seat) in games.flat_map(|game| BOTH.map(|seat| (game, seat))) {
        let writes = 1..=undisturbed(offer(), seed).disks[seat.index()].writes;
        let ways = [Reached::Nothing, Reached::Half, Reached::All];
        let crashes = writes.flat_map(|write| ways.map(|reached| (write, reached)));
        for (write, reached) in sample(crashes.collect(), 4, 1) {
            let mut pair = Pair::new(offer(), 1);
            pair.crash = Some((seat, write, reached));
            finish(&mut pair, &mut Seeded(seed));
            let what = format!("{seat}, write {write}, {reached:?}");
            assert_eq!(pair.crash, None, "{what}");
            // the host's first two writes are its secrets and its signature under the manifest
            if seat == Seat(0) && (write == 1 || (write == 2 && reached != Reached::All)) {
                assert!(was_lost_before_it_began(&pair), "{what}");
            } else {
                assert_complete(&pair, &what);
            }
        }
    }
}

#[test]
fn frames_that_come_twice_do_nothing_the_second_time() {
    for (offer, seed) in GAMES {
        let mut pair = Pair::new(offer(), 1);
        for seat in BOTH {
            pair.tamper[seat.index()] = Some(Box::new(|frame| {
                // a second greeting is a fault, everything else may come again
                match frame[0] {
                    1 => vec![frame],
                    _ => vec![frame.clone(), frame],
                }
            }));
        }
        finish(&mut pair, &mut Seeded(seed));
        assert_complete(&pair, "doubled");
        assert!(pair.closes.iter().all(Vec::is_empty), "{:?}", pair.closes);
    }
}

/// One disturbance or decision, drawn by lot.
fn disturb(pair: &mut Pair, dice: &mut Seeded) {
    let seat = Seat(u8::from(dice.below(2) == 1));
    match dice.below(40) {
        0 => pair.disconnect(),
        1 => {
            let write = pair.disks[seat.index()].writes + 1 + dice.below(3);
            let reached = [Reached::Nothing, Reached::Half, Reached::All][dice.below(3)];
            pair.crash = Some((seat, write, reached));
        }
        2 => pair.kill(seat),
        3 if dice.below(8) == 0 => {
            pair.with(seat, |session, now| session.resign(now));
        }
        4 => drop(pair.with(seat, |session, now| session.offer_draw(now))),
        5 => {
            let accept = dice.below(6) == 0;
            pair.with(seat, |session, now| session.answer_draw(now, accept));
        }
        6..=14 => {
            if let Some(session) = &pair.sessions[seat.index()]
                && matches!(session.waiting(), Waiting::Me { .. })
                && session.stage() == Stage::Playing
                && let (Some(position), Some(side)) = (session.position(), session.side_of(seat))
            {
                let orders = random_orders(&position.clone(), side, dice);
                pair.with(seat, |session, now| session.propose(now, &orders));
            }
        }
        15 => pair.accept(),
        16 => {
            // the line breaks with some frames of each side on their way
            for queue in &mut pair.queues {
                let arriving = dice.below(queue.len() + 1);
                queue.truncate(arriving);
            }
            while pair.deliver(Seat(0)) | pair.deliver(Seat(1)) {}
            pair.disconnect();
        }
        _ => drop(pair.deliver(seat)),
    }
    for seat in BOTH {
        if pair.sessions[seat.index()].is_none() && dice.below(4) == 0 {
            pair.disconnect();
            pair.restart(seat);
        }
    }
    if !pair.is_up() && pair.sessions.iter().all(Option::is_some) && dice.below(3) == 0 {
        pair.connect();
    }
}

#[test]
fn any_order_of_decisions_cuts_crashes_resignations_and_offers_ends_with_the_same_complete_file() {
    for (offer, seeds) in [(tiny(4), deep(36, 150, 2000)), (toy(3), deep(20, 80, 2000))] {
        let (mut results, mut lost) = (BTreeMap::new(), 0);
        for seed in 0..seeds {
            let mut dice = Seeded(seed);
            let mut pair = match seed % 4 {
                0 => Pair::new(offer.clone(), 1),
                _ => Pair::agreed(offer.clone(), 1),
            };
            pair.connect();
            for _ in 0..dice.below(600) {
                disturb(&mut pair, &mut dice);
                for seat in BOTH {
                    // an honest seat's file never convicts it, nor the other honest seat
                    let Some(session) = &pair.sessions[seat.index()] else {
                        continue;
                    };
                    assert_eq!(session.fault(), None, "seed {seed}");
                }
            }
            pair.crash = None;
            pair.disconnect();
            finish(&mut pair, &mut dice);
            if was_lost_before_it_began(&pair) {
                lost += 1;
                continue;
            }
            assert_complete(&pair, &format!("seed {seed}"));
            *results.entry(result(&pair)).or_insert(0) += 1;
        }
        // every way to end was seen
        assert!(
            results.len() >= 3 && lost < seeds / 5,
            "{results:?}, {lost}"
        );
    }
}

#[test]
fn resignations_and_answers_that_cross_on_the_way_end_alike_for_both() {
    // for each side: what it does, all before anything of the other arrives
    let acts: [fn(&mut Pair, Seat); 4] = [
        |_, _| {},
        |pair, seat| {
            pair.with(seat, |session, now| session.resign(now));
        },
        |pair, seat| {
            pair.with(seat, |session, now| session.answer_draw(now, true));
        },
        |pair, seat| {
            let session = pair.session(seat);
            if !matches!(session.waiting(), Waiting::Me { .. }) {
                return;
            }
            let side = session.side_of(seat).expect("a seat");
            let position = session.position().expect("a match").clone();
            let orders = random_orders(&position, side, &mut Seeded(1));
            pair.with(seat, |session, now| session.propose(now, &orders));
        },
    ];
    for first in acts {
        for second in acts {
            for then in acts {
                let mut pair = Pair::agreed(offer("clash-of-arms", Some(4)), 1);
                let mut dice = Seeded(4);
                pair.play_one(&mut dice);
                for seat in BOTH {
                    pair.with(seat, |session, now| session.offer_draw(now));
                }
                pair.run();
                first(&mut pair, Seat(0));
                second(&mut pair, Seat(1));
                then(&mut pair, Seat(0));
                pair.run();
                finish(&mut pair, &mut dice);
                assert_complete(&pair, "crossing");
            }
        }
    }
}

#[test]
fn both_resigning_at_once_is_a_draw_and_one_resigning_loses() {
    let mut pair = Pair::agreed(offer("clash-of-arms", None), 1);
    pair.with(Seat(0), |session, now| session.resign(now));
    pair.with(Seat(1), |session, now| session.resign(now));
    pair.run();
    assert_complete(&pair, "both");
    assert_eq!(result(&pair), Some("draw agreed".to_owned()));
    let mut pair = Pair::agreed(offer("clash-of-arms", None), 1);
    pair.with(Seat(1), |session, now| session.resign(now));
    pair.run();
    assert_complete(&pair, "one");
    assert_eq!(result(&pair), Some("white resign".to_owned()));
    let again = pair.with(Seat(0), |session, now| session.resign(now));
    assert_eq!(again, Some(Err(ProposeError::Over)));
}

#[test]
fn a_resignation_is_open_until_the_other_has_signed_and_then_complete() {
    let mut pair = Pair::agreed(offer("clash-of-arms", None), 1);
    pair.with(Seat(1), |session, now| session.resign(now));
    pair.disconnect();
    let report = judge(&[&pair.disks[1].public]);
    assert_eq!(report.verdict, Verdict::Decided);
    assert_eq!(report.result, pair.session(Seat(1)).outcome());
    assert_eq!(
        result(&pair),
        None,
        "the resignation is not at the other seat yet"
    );
    assert_eq!(pair.session(Seat(1)).stage(), Stage::Over);
    pair.connect();
    pair.run();
    assert_complete(&pair, "resigned");
    assert_eq!(result(&pair), Some("white resign".to_owned()));
}

#[test]
fn an_agreed_number_of_turns_ends_in_an_agreed_draw() {
    let mut pair = Pair::agreed(offer("clash-of-arms", Some(3)), 1);
    pair.play_out(&mut Seeded(1));
    assert_complete(&pair, "limit");
    assert_eq!(turns(&pair), 3);
    assert_eq!(result(&pair), Some("draw agreed".to_owned()));
}
