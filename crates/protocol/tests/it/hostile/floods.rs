//! A peer that sends without end: what is kept on disk and in memory is bounded, whatever it sends.

use std::time::Duration;

use protocol::frame::{Chat, Evidence, Frame, MAX_FRAME, StateText, Want};
use protocol::judge::{Verdict, judge};
use protocol::note::Statement;
use protocol::testing::{Pair, Puppet};
use protocol::{Kind, Seat};

use super::{any_turn, at_turn, play_turn};

/// The most that a peer can add to the files of a match in addition to its one record a step: what convicts nobody (128
/// KiB), its notes (256 of at most 300 bytes), and one record that convicts it.
const MOST: usize = (128 + 75 + 64) * 1024;

/// The frame that a peer sends next, by its number.
type Flood<'a> = &'a dyn Fn(&Puppet, u64) -> Frame;

fn on_disk(pair: &Pair) -> usize {
    pair.disks[0].public.len() + pair.disks[0].private.len()
}

/// Sends whatever `flood` makes, a thousand times over lines that are dialed again whenever the honest side ends
/// them. Returns the bytes written, and the bytes sent back.
fn flooded(mut flood: impl FnMut(&Puppet, u64) -> Frame) -> (usize, usize) {
    let (mut pair, mut puppet) = at_turn(Seat(1), Seat(0));
    let orders = any_turn(&puppet);
    play_turn(&mut pair, &mut puppet, Seat(0), &orders);
    let before = on_disk(&pair);
    // only what the flood brings is counted
    pair.wire.clear();
    let (mut lines, mut sent_back) = (1_u8, 0);
    for number in 0..1000 {
        let frame = flood(&puppet, number);
        // the puppet counts its notes itself, so that each has the next number
        if let Frame::Note(note) = &frame {
            puppet.send_note(&mut pair, note);
        } else {
            puppet.send_bytes(&mut pair, &frame.to_bytes());
        }
        // a thousand frames in fifty seconds: under the limit that would end the line at once
        pair.pass(Duration::from_millis(50));
        pair.with(Seat(0), |session, now| session.handle_timeout(now));
        let answers = pair.wire.drain(..).filter(|(from, _)| *from == Seat(0));
        sent_back += answers.map(|(_, frame)| frame.len()).sum::<usize>();
        // the honest side's answers would fill the memory of the test
        puppet.heard.clear();
        if puppet.fault.take().is_some() {
            lines = lines % 250 + 1;
            pair.connect();
            puppet.greet(&mut pair, [lines; 32], |_| {});
        }
    }
    (on_disk(&pair) - before, sent_back)
}

#[test]
fn row_17_nothing_that_a_peer_repeats_fills_the_disk_or_is_answered_manyfold() {
    // as long as fits a frame with the envelope around it
    let full = vec![7; MAX_FRAME - 400];
    let ahead = |puppet: &Puppet, number: u64| {
        let mut record = puppet.record(Kind::Orders, full.clone());
        record.step += 1 + number % 3;
        // another time makes another record, or all but the first would be known
        record.sent_ms = number;
        Frame::Record(Box::new(record.signed(&puppet.key)))
    };
    let elsewhere = |puppet: &Puppet, number: u64| {
        let mut record = puppet.record(Kind::Orders, full[..20_000].to_vec());
        record.prev = [9; 32];
        record.sent_ms = number;
        Frame::Record(Box::new(record.signed(&puppet.key)))
    };
    let offers = |puppet: &Puppet, _| Frame::Note(puppet.note(Statement::ProposeDraw));
    let chat = |_: &Puppet, _| Frame::Chat(Chat("a".repeat(2000)));
    let needs = |_: &Puppet, _| {
        Frame::Want(Want {
            from: 1,
            to: 999,
            seats: Want::ALL,
        })
    };
    let texts = |_: &Puppet, _| {
        let text = "b".repeat(MAX_FRAME / 2);
        Frame::State(StateText { step: 1, text })
    };
    let evidence = |puppet: &Puppet, _| {
        let [first, second] = [1, 2].map(|_| puppet.record(Kind::Orders, vec![1; 9000]).to_bytes());
        Frame::Evidence(Evidence { first, second })
    };
    let heads =
        |puppet: &Puppet, number: u64| puppet.head(|head| head.held[0].id = [number as u8; 32]);
    let floods: [(&str, Flood<'_>); 8] = [
        ("records ahead", &ahead),
        ("records of another history", &elsewhere),
        ("offers", &offers),
        ("chat", &chat),
        ("requests", &needs),
        ("positions", &texts),
        ("evidence", &evidence),
        ("heads", &heads),
    ];
    for (what, flood) in floods {
        let (written, sent_back) = flooded(flood);
        assert!(written <= MOST, "{what}: {written} bytes written");
        // a short match and a greeting for each line, three times at most
        assert!(
            sent_back < 40_000_000,
            "{what}: {sent_back} bytes sent back"
        );
    }
}

#[test]
fn row_19_false_heads_on_line_after_line_fill_no_more_than_their_share() {
    let mut pair = Pair::agreed(protocol::testing::offer("clash-of-arms", Some(6)), 1);
    let mut puppet = Puppet::instead_of(Seat(1), &mut pair);
    pair.kill(Seat(0));
    pair.restart(Seat(0));
    for line in 2..=250 {
        pair.connect();
        puppet.greet(&mut pair, [line; 32], |head| {
            // a record of seat 0 that nobody has signed
            head.held[0].step = 1;
            head.held[0].id = [line; 32];
        });
        // longer than the ten seconds in which it could have been shown
        pair.pass(Duration::from_secs(11));
        pair.with(Seat(0), |session, now| session.handle_timeout(now));
    }
    assert!(on_disk(&pair) < MOST, "{}", on_disk(&pair));
    let report = judge(&[&pair.disks[0].public]);
    assert_eq!(report.verdict, Verdict::Open);
}
