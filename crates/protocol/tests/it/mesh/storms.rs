//! Storms of questions, answers and copies cost little (row 40).

use protocol::frame::{Frame, Hear};
use protocol::testing::{Puppet, Seeded, Table};
use protocol::{Seat, Signature};

use super::*;

const STORM: Seat = Seat(1);

/// Hands a frame a thousand times to a seat, made anew each time, and counts what it sends.
fn answers(table: &mut Table<4>, make: impl Fn(&Table<4>, u16) -> Vec<u8>) -> usize {
    table.run();
    let before = table.wire.len();
    for number in 0..1000 {
        let frame = make(table, number);
        let _told = table.speak(STORM, Seat(0), &frame);
        for queue in &mut table.queues {
            queue.clear();
        }
    }
    table.wire.len() - before
}

fn nonce(number: u16) -> [u8; 32] {
    let mut nonce = [7; 32];
    nonce[..2].copy_from_slice(&number.to_le_bytes());
    nonce
}

#[test]
fn row_40_a_thousand_questions_answers_and_copies_bring_a_few_frames() {
    let mut table = Table::<4>::under_way(short(4), &full(4), SEED);
    table.play_one(&mut Seeded(1));
    let asked = answers(&mut table, |table, number| {
        let hear = Hear {
            sid: table.session(Seat(0)).sid().expect("a match"),
            seat: STORM,
            nonce: nonce(number),
            is_kept: false,
            signature: Signature([0; 64]),
        };
        Frame::Hear(hear.signed(&table.match_key(STORM))).to_bytes()
    });
    // each of the few that count is passed on to two, and answered to three
    assert!(asked <= 5 * 16, "{asked}");
    let mut table = Table::<4>::under_way(short(4), &full(4), SEED);
    table.play_one(&mut Seeded(1));
    let puppet = Puppet::among(STORM, &table);
    let answered = answers(&mut table, |table, number| {
        let head = puppet.holdings(nonce(number));
        Frame::Head(head.signed(&table.match_key(STORM))).to_bytes()
    });
    assert_eq!(answered, 0);
    let records: Vec<Vec<u8>> = table
        .wire
        .iter()
        .map(|(_, frame)| frame.clone())
        .filter(|frame| frame[0] == 7)
        .collect();
    let copies = answers(&mut table, |_, number| {
        records[usize::from(number) % records.len()].clone()
    });
    assert_eq!(copies, 0);
    table.connect();
    table.run();
    table.play_out(&mut Seeded(2));
    assert_complete(&table, "after the storm");
}
