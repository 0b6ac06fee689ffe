//! A seat of a table that sends without end: the disks of the others stay small, and they play on.

use std::time::Duration;

use protocol::frame::{Chat, Evidence, Frame, MAX_FRAME, StateText, Want};
use protocol::note::Statement;
use protocol::testing::{Puppet, Seeded};
use protocol::{Kind, Record};

use super::going_on::*;
use super::*;

/// The most that a seat can add to the files of another in addition to its one record a step: what convicts nobody, its
/// notes, and one record that convicts it.
const MOST: usize = (128 + 75 + 64) * 1024;

/// The seat that floods.
const FLOODS: Seat = Seat(1);

/// The frames that it sends, by their number.
type Flood = fn(&mut Puppet, u64) -> Frame;

/// A body that fills a frame: 400 bytes are left for the record around it.
fn longest() -> Vec<u8> {
    vec![7; MAX_FRAME - 400]
}

fn signed(puppet: &Puppet, record: Record) -> Frame {
    Frame::Record(Box::new(record.signed(&puppet.key)))
}

const ALL: [(&str, Flood); 8] = [
    ("records ahead", |puppet, number| {
        let mut record = puppet.record(Kind::Orders, longest());
        record.step += 1 + number % 3;
        // another time makes another record, or all but the first would be known
        record.sent_ms = number;
        signed(puppet, record)
    }),
    ("records of another history", |puppet, number| {
        let mut record = puppet.record(Kind::Orders, longest()[..20_000].to_vec());
        record.prev = [9; 32];
        record.sent_ms = number;
        signed(puppet, record)
    }),
    ("offers", |puppet, _| {
        let note = puppet.note(Statement::ProposeDraw);
        puppet.take_note(&note);
        Frame::Note(note)
    }),
    ("chat", |_, _| Frame::Chat(Chat("a".repeat(2000)))),
    ("requests", |_, _| {
        Frame::Want(Want {
            from: 1,
            to: 999,
            seats: Want::ALL,
        })
    }),
    ("positions", |_, _| {
        let text = "b".repeat(MAX_FRAME / 2);
        Frame::State(StateText { step: 1, text })
    }),
    ("evidence that is none", |puppet, _| {
        let [first, second] = [1, 2].map(|_| puppet.record(Kind::Orders, vec![1; 9000]).to_bytes());
        Frame::Evidence(Evidence { first, second })
    }),
    ("heads", |puppet, number| {
        let mut head = puppet.holdings([3; 32]);
        head.held[0].id = [u8::try_from(number % 251).unwrap_or(0); 32];
        Frame::Head(head.signed(&puppet.key))
    }),
];

#[test]
fn row_17_nothing_that_a_seat_of_a_table_repeats_fills_the_disks_of_the_others() {
    let victim = Seat(0);
    for (what, flood) in ALL {
        let (mut table, _) = at_seat_2();
        let mut puppet = Puppet::among(FLOODS, &table);
        let sizes = |table: &Table<4>| -> Vec<usize> {
            let disks = table.disks.iter();
            disks
                .map(|disk| disk.public.len() + disk.private.len())
                .collect()
        };
        let before = sizes(&table);
        table.wire.clear();
        let (mut sent, mut sent_back) = (0, 0);
        for number in 0..600 {
            let frame = flood(&mut puppet, number).to_bytes();
            sent += frame.len();
            if table.line_between(victim, FLOODS).is_none() {
                table.link(victim, FLOODS);
                table.run();
            }
            let _told = table.speak(FLOODS, victim, &frame);
            // six hundred frames in thirty seconds: under the limit that would end the line at once
            table.pass(Duration::from_millis(50));
            table.with(victim, |session, now| session.handle_timeout(now));
            table.run();
            let answers = table.wire.drain(..).filter(|(from, _)| *from == victim);
            sent_back += answers.map(|(_, frame)| frame.len()).sum::<usize>();
        }
        for (seat, (before, after)) in before.iter().zip(sizes(&table)).enumerate() {
            let grown = after - before;
            assert!(grown <= MOST, "{what}: {grown} bytes written at {seat}");
        }
        // a short match and a greeting for each line, and what is passed on to two others
        assert!(
            sent_back < 3 * sent + 20_000_000,
            "{what}: {sent_back} bytes sent back for {sent}"
        );
        // the others are stopped by nothing but a proof
        table.connect();
        table.run();
        table.wait(Duration::from_secs(12));
        for finding in judged(&table).findings {
            let is_honest = finding.seat != FLOODS;
            assert!(finding.verdict != Verdict::Proved || !is_honest, "{what}");
        }
        if !table.session(victim).leavers(table.now).is_empty() {
            go_on(&mut table, &[FLOODS], what);
            assert_went_on(&table, &[FLOODS], what);
        }
        table.play_out(&mut Seeded(2));
        for seat in but(&table, &[FLOODS]) {
            let session = table.session(seat);
            let waiting = session.waiting();
            assert!(session.is_closed(), "{what}: {session:?} {waiting:?}");
        }
    }
}
