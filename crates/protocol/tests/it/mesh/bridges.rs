//! A bridge is a seat through which two others hear each other: it can hold things up, and nothing else.

use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

use protocol::frame::{Frame, Head};
use protocol::testing::{Seeded, Table};
use protocol::{Fault, ProposeError, Seat, SessionEvent};

use super::*;

const BRIDGE: Seat = Seat(1);
/// The type bytes of the frames that a bridge passes on: GENESIS, HEAD, RECORD, NOTE and HEAR.
const PASSED: [u8; 5] = [4, 5, 7, 8, 16];

/// Three in a row plays on after the bridge has been honest again.
fn heal_and_play_out(table: &mut Table<3>, what: &str) {
    table.bend = None;
    table.connect();
    table.wait(Duration::from_secs(12));
    table.play_out(&mut Seeded(4));
    for seat in table.places() {
        assert!(
            table.session(seat).is_closed(),
            "{what}: {seat} {:?}",
            table.session(seat).fault()
        );
    }
    assert_eq!(judged(table).verdict, Verdict::Complete, "{what}");
}

#[test]
fn row_39_a_bridge_that_drops_frames_of_a_kind_holds_the_others_up_and_no_more() {
    for kind in PASSED {
        let mut table = Table::<3>::seated(short(3), SEED);
        table.graph = chain(3).into_iter().collect();
        table.bend = Some(Box::new(move |from, _, frame| {
            match from == BRIDGE && frame[0] == kind {
                true => Vec::new(),
                false => vec![frame],
            }
        }));
        table.connect();
        table.run();
        for _ in 0..4 {
            table.play_one(&mut Seeded(1));
        }
        table.wait(Duration::from_secs(30));
        for seat in [Seat(0), Seat(2)] {
            assert_eq!(table.session(seat).fault(), None, "{kind}: {seat}");
        }
        heal_and_play_out(&mut table, &format!("kind {kind}"));
    }
}

#[test]
fn row_39_a_bridge_that_changes_a_bit_loses_its_line_and_convicts_nobody() {
    for kind in PASSED {
        let at_once = sample((0..40).collect::<Vec<usize>>(), 8, 8);
        for place in at_once {
            let mut table = Table::<3>::seated(short(3), SEED);
            table.graph = chain(3).into_iter().collect();
            let count = Rc::new(Cell::new(0));
            let counted = Rc::clone(&count);
            table.bend = Some(Box::new(move |from, to, mut frame| {
                if from == BRIDGE && to == Seat(2) && frame[0] == kind {
                    counted.set(counted.get() + 1);
                    let at = 1 + (place * 7) % (frame.len() - 1);
                    frame[at] ^= 1;
                }
                vec![frame]
            }));
            table.connect();
            table.run();
            for _ in 0..6 {
                table.play_one(&mut Seeded(1));
            }
            let what = format!("kind {kind}, byte {place}");
            assert!(!judged(&table).verdict.eq(&Verdict::Proved), "{what}");
            for seat in table.places() {
                let fault = table.session(seat).fault();
                assert!(
                    !matches!(fault, Some(Fault::Proved(_))),
                    "{what}: {fault:?}"
                );
            }
            heal_and_play_out(&mut table, &what);
        }
    }
}

#[test]
fn row_39_a_line_through_a_bridge_that_is_late_delays_and_no_more() {
    for seconds in [1, 10, 60] {
        let mut table = Table::<3>::under_way(short(3), &chain(3), SEED);
        let mut dice = Seeded(6);
        loop {
            let decided = table
                .places()
                .into_iter()
                .any(|seat| table.decide_at(seat, &mut dice));
            if !decided
                && table
                    .queues
                    .iter()
                    .all(std::collections::VecDeque::is_empty)
            {
                break;
            }
            // each round of frames takes its time
            table.pass(Duration::from_secs(seconds));
            let waiting = table.queues.each_ref().map(std::collections::VecDeque::len);
            for seat in table.places() {
                table.with(seat, |session, now| session.handle_timeout(now));
                for _ in 0..waiting[seat.index()] {
                    table.deliver(seat);
                }
            }
        }
        assert_complete(&table, &format!("{seconds} s"));
    }
}

/// The HEAD that the seat's key signs for the nonce of a session, as `change` makes it.
fn head_for(
    table: &Table<4>,
    liar: Seat,
    nonce: [u8; 32],
    change: impl FnOnce(&mut Head),
) -> Vec<u8> {
    let puppet = protocol::testing::Puppet::among(liar, table);
    let mut head = puppet.holdings(nonce);
    change(&mut head);
    Frame::Head(head.signed(&table.match_key(liar))).to_bytes()
}

/// The nonce of the greetings of a seat.
fn nonce_of(table: &Table<4>, seat: Seat) -> [u8; 32] {
    let mut sent = table.wire.iter().rev().filter(|(from, _)| *from == seat);
    let hello = sent.find_map(|(_, frame)| match Frame::from_bytes(frame) {
        Ok(Frame::Hello(hello)) => hello.body,
        _ => None,
    });
    hello.expect("a greeting").nonce
}

#[test]
fn row_54_a_liar_holds_a_restored_seat_up_for_ten_seconds_at_most() {
    let restored = Seat(0);
    for liar in [Seat(1), Seat(2), Seat(3)] {
        let mut table = Table::<4>::under_way(short(4), &full(4), SEED);
        table.play_one(&mut Seeded(1));
        table.kill(restored);
        table.run();
        table.restart(restored);
        // whatever the liar's program says about what it holds is replaced
        table.bend = Some(Box::new(move |from, to, frame| {
            match from == liar && to == restored && frame[0] == 5 {
                true => Vec::new(),
                false => vec![frame],
            }
        }));
        for seat in table.places().into_iter().filter(|seat| *seat != restored) {
            table.link(restored, seat);
        }
        let lie = head_for(&table, liar, nonce_of(&table, restored), |head| {
            head.held[0].step += 3;
            head.held[0].id = [9; 32];
        });
        while table.queues[0].iter().any(|sent| sent.from == liar) {
            table.deliver(restored);
            table.deliver(liar);
        }
        table
            .speak(liar, restored, &lie)
            .expect("a line")
            .expect("a sound lie");
        table.run();
        let decides = || table.session(restored).waiting();
        let before = decides();
        let waits = table.session(restored).lacks_own();
        assert!(waits, "{liar}: {before:?}");
        let refused = table.with(restored, |session, now| session.offer_draw(now));
        assert_eq!(refused, Some(Err(ProposeError::Missing)), "{liar}");
        // the others go on through whatever comes of it
        table.wait(Duration::from_secs(11));
        assert!(!table.session(restored).lacks_own(), "{liar}");
        let named = SessionEvent::Fault(Fault::FalseHead { seat: liar });
        assert!(table.events[0].contains(&named), "{liar}");
        table.bend = None;
        table.connect();
        table.run();
        table.wait(Duration::from_secs(1));
        table.play_out(&mut Seeded(2));
        for seat in table.places() {
            assert!(table.session(seat).is_closed(), "{liar}: {seat}");
        }
        assert_ne!(judged(&table).verdict, Verdict::Proved);
    }
}

#[test]
fn a_seat_hears_those_to_whom_it_has_no_line() {
    // what the middle hides of a seat's own, an end shows by its HEAD
    let mut table = Table::<3>::under_way(short(3), &chain(3), SEED);
    let before = table.disks[0].clone();
    let mark = table.marks[0].clone();
    table.play_one(&mut Seeded(1));
    assert_ne!(table.disks[0].public, before.public);
    table.kill(Seat(0));
    table.run();
    // the whole machine is set back, its mark too
    table.disks[0] = before;
    table.marks[0] = mark;
    table.restart(Seat(0));
    // the bridge says that it holds nothing of it, and passes no record on
    let own = table.match_key(BRIDGE);
    table.bend = Some(Box::new(move |from, to, frame| {
        match (from == BRIDGE && to == Seat(0), Frame::from_bytes(&frame)) {
            (true, Ok(Frame::Head(mut head))) if head.seat == BRIDGE => {
                head.step = 0;
                head.held.fill(Default::default());
                head.root = protocol::hash::genesis_root(&head.sid);
                vec![Frame::Head(head.signed(&own)).to_bytes()]
            }
            (true, Ok(Frame::Record(_))) => Vec::new(),
            _ => vec![frame],
        }
    }));
    table.link(Seat(0), BRIDGE);
    table.run();
    assert!(table.session(Seat(0)).lacks_own());
    let refused = table.with(Seat(0), |session, now| session.offer_draw(now));
    assert_eq!(refused, Some(Err(ProposeError::Missing)));
}
