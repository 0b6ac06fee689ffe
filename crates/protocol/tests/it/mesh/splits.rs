//! One record, twice or once, to some and not to others.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use protocol::codec::{decode_canonical, encode};
use protocol::file::{Entry, read_public};
use protocol::frame::Frame;
use protocol::judge::{Verdict, judge, judge_matches};
use protocol::note::Statement;
use protocol::record::CloseBody;
use protocol::testing::{Puppet, Seeded, Table};
use protocol::{Breach, Fault, Kind, Record, Seat, SessionEvent, Waiting};

use super::*;

/// The cheat of every table here.
const CHEAT: Seat = Seat(0);
const KINDS: [Kind; 7] = [
    Kind::Commit,
    Kind::Lock,
    Kind::Reveal,
    Kind::Orders,
    Kind::Confirm,
    Kind::Agree,
    Kind::Close,
];

/// A table of eight in which the cheat has signed a record of that kind, and nobody else has it. Nothing that its
/// program sends arrives any more.
fn held_back(kind: Kind, lines: &[(Seat, Seat)]) -> (Table<8>, Record) {
    held_back_in(short(8), kind, lines)
}

fn held_back_in(manifest: Manifest, kind: Kind, lines: &[(Seat, Seat)]) -> (Table<8>, Record) {
    let mut table = Table::<8>::under_way(manifest, lines, SEED);
    let held = Rc::new(RefCell::new(None));
    let kept = Rc::clone(&held);
    table.bend = Some(Box::new(move |from, _, frame| {
        let record = match Frame::from_bytes(&frame) {
            Ok(Frame::Record(record))
                if (from, record.seat, record.kind) == (CHEAT, CHEAT, kind) =>
            {
                record
            }
            _ if from == CHEAT && kept.borrow().is_some() => return Vec::new(),
            _ => return vec![frame],
        };
        kept.borrow_mut().get_or_insert(*record);
        Vec::new()
    }));
    let mut dice = Seeded(3);
    while held.borrow().is_none() {
        let decides = matches!(
            table.session(CHEAT).waiting(),
            Waiting::Me { secret: false }
        );
        if kind == Kind::Agree && decides {
            let offered = table.with(Seat(1), |session, now| session.offer_draw(now));
            offered.expect("alive").expect("nobody has offered");
            table.run();
            let taken = table.with(CHEAT, |session, now| session.answer_draw(now, true));
            taken.expect("alive").expect("the other team has offered");
            table.run();
        } else {
            assert!(table.play_one(&mut dice), "{kind:?} comes before the end");
        }
    }
    let record = held.borrow().clone().expect("held back");
    (table, record)
}

fn frame_of(record: &Record) -> Vec<u8> {
    Frame::Record(Box::new(record.clone())).to_bytes()
}

fn others() -> impl Iterator<Item = Seat> {
    (1..8).map(Seat)
}

fn is_in(bits: u8, seat: Seat) -> bool {
    bits >> (seat.0 - 1) & 1 == 1
}

/// Shows the first record to the seats of those bits and the second to the others, and lets it go round.
fn show(table: &mut Table<8>, bits: u8, first: &Record, second: Option<&Record>) {
    for seat in others() {
        let record = match is_in(bits, seat) {
            true => Some(first),
            false => second,
        };
        if let Some(record) = record {
            let _told = table.speak(CHEAT, seat, &frame_of(record));
        }
    }
    table.run();
}

#[test]
fn row_36_whoever_signs_two_records_for_one_step_is_convicted_by_all_whoever_saw_which() {
    for kind in KINDS {
        for bits in sample((1..127).collect(), 48, 16) {
            let what = format!("{kind:?} to {bits:07b}");
            let (mut table, first) = held_back(kind, &full(8));
            let mut second = first.clone();
            second.sent_ms += 1;
            let second = second.signed(&table.match_key(CHEAT));
            show(&mut table, bits, &first, Some(&second));
            let mut files = Vec::new();
            for seat in others() {
                // who has closed the match takes in nothing more: the judge compares the two ends
                if kind != Kind::Close {
                    let is_proof = |event: &SessionEvent| match event {
                        SessionEvent::Fault(Fault::Proved(proof)) => {
                            proof.seat == CHEAT && proof.breach == Breach::TwoRecords
                        }
                        _ => false,
                    };
                    assert!(
                        table.events[seat.index()].iter().any(is_proof),
                        "{what}: {seat}"
                    );
                    let report = judge(&[&table.disks[seat.index()].public]);
                    assert_eq!(
                        (report.verdict, report.seat),
                        (Verdict::Proved, Some(CHEAT)),
                        "{what}: {seat}"
                    );
                }
                files.push(table.disks[seat.index()].public.as_slice());
            }
            let report = judge(&files);
            assert_eq!(
                (report.verdict, report.seat),
                (Verdict::Proved, Some(CHEAT)),
                "{what}"
            );
        }
    }
}

#[test]
fn row_9_and_37_a_record_shown_to_anybody_is_had_by_all() {
    for kind in KINDS {
        for bits in sample((1..128).collect(), 48, 16) {
            let what = format!("{kind:?} to {bits:07b}");
            let (mut table, record) = held_back(kind, &full(8));
            let bytes = Entry::Record(record.clone()).to_bytes();
            for seat in others() {
                assert!(!signed(&file(&table, seat)).contains(&bytes), "{what}");
            }
            show(&mut table, bits, &record, None);
            for seat in others() {
                assert!(
                    signed(&file(&table, seat)).contains(&bytes),
                    "{what}: {seat}"
                );
                assert_eq!(table.session(seat).fault(), None, "{what}");
            }
            assert_same(&table, &others().collect::<Vec<Seat>>(), &what);
        }
    }
}

#[test]
fn who_comes_later_is_shown_what_convicts() {
    let (mut table, first) = held_back(Kind::Orders, &full(8));
    for seat in others() {
        table.cut(seat, Seat(7));
    }
    table.cut(CHEAT, Seat(7));
    let mut second = first.clone();
    second.sent_ms += 1;
    let second = second.signed(&table.match_key(CHEAT));
    show(&mut table, 1, &first, Some(&second));
    assert_eq!(table.session(Seat(7)).fault(), None);
    table.link(Seat(3), Seat(7));
    table.run();
    let fault = table.session(Seat(7)).fault();
    assert!(
        matches!(fault, Some(Fault::Proved(proof)) if proof.seat == CHEAT),
        "{fault:?}"
    );
}

#[test]
fn every_seat_learns_of_every_cheat() {
    let (mut table, first) = held_back(Kind::Orders, &full(8));
    let twice = |record: &Record, table: &Table<8>| {
        let mut second = record.clone();
        second.sent_ms += 1;
        second.signed(&table.match_key(record.seat))
    };
    // seat 1 has signed twice as well, for the round before, and that is shown to others
    let (entries, _) = read_public(&table.disks[2].public).expect("a match file");
    let other = entries.iter().find_map(|entry| match entry {
        Entry::Record(record) if record.seat == Seat(1) => Some(record.clone()),
        _ => None,
    });
    let other = other.expect("seat 1 has chosen");
    let (second, fourth) = (twice(&first, &table), twice(&other, &table));
    for (to, record) in [(2, &first), (2, &second)] {
        let _told = table.speak(CHEAT, Seat(to), &frame_of(record));
    }
    let _told = table.speak(Seat(1), Seat(5), &frame_of(&fourth));
    table.run();
    for seat in (2..8).map(Seat) {
        let report = judge(&[&table.disks[seat.index()].public]);
        let found: Vec<Seat> = report.findings.iter().map(|found| found.seat).collect();
        assert_eq!(found, [CHEAT, Seat(1)], "{seat}");
    }
}

#[test]
fn what_a_record_stands_upon_is_asked_for_by_whoever_lacks_it() {
    let (mut table, first) = held_back(Kind::Commit, &full(8));
    // one seat gets it from nobody
    table.bend = Some(Box::new(move |from, to, frame| {
        let is_it = frame[0] == 7 && frame == frame_of(&first);
        match from == CHEAT || to == Seat(6) && is_it {
            true => Vec::new(),
            false => vec![frame],
        }
    }));
    let record = table.session(CHEAT).match_file().expect("a match");
    let (entries, _) = read_public(&record).expect("sound");
    let own = entries.iter().find_map(|entry| match entry {
        Entry::Record(record) if record.seat == CHEAT => Some(record.clone()),
        _ => None,
    });
    let own = own.expect("held back");
    let _told = table.speak(CHEAT, Seat(1), &frame_of(&own));
    assert!(table.decide_at(Seat(1), &mut Seeded(5)));
    table.run();
    let bytes = Entry::Record(own).to_bytes();
    assert!(signed(&file(&table, Seat(5))).contains(&bytes));
    assert!(!signed(&file(&table, Seat(6))).contains(&bytes));
    // what the others have signed upon it waits, until it has been asked for
    table.bend = None;
    table.wait(Duration::from_secs(1));
    assert!(signed(&file(&table, Seat(6))).contains(&bytes));
    assert_same(&table, &others().collect::<Vec<Seat>>(), "asked for");
}

#[test]
fn the_end_of_another_position_halts_all_and_goes_round_once() {
    let (mut table, first) = held_back(Kind::Close, &full(8));
    let mut other = first;
    let mut body: CloseBody = decode_canonical(&other.body).expect("an honest record");
    body.state[0] ^= 1;
    other.body = encode(&body);
    let other = other.signed(&table.match_key(CHEAT));
    let before = table.wire.len();
    for _ in 0..3 {
        let _told = table.speak(CHEAT, Seat(1), &frame_of(&other));
        table.run();
    }
    for seat in others() {
        let fault = table.session(seat).fault();
        assert!(
            matches!(fault, Some(Fault::Diverged { seat: CHEAT, .. })),
            "{seat}: {fault:?}"
        );
    }
    // at most each to each, and a text of each to each
    assert!(
        table.wire.len() - before <= 2 * 8 * 8,
        "{}",
        table.wire.len() - before
    );
    let report = judge(&[&table.disks[3].public]);
    assert_eq!(report.findings.len(), 1);
    assert_eq!(report.findings[0].verdict, Verdict::Diverged);
}

#[test]
fn two_statements_of_one_seat_split_nobody() {
    for bits in sample((1..127).collect(), 32, 16) {
        let (mut table, record) = held_back(Kind::Confirm, &full(8));
        let puppet = Puppet::among(CHEAT, &table);
        // a claim and a resignation, as two copies of the cheat's files may sign them
        let claim = Statement::Claim {
            against: Seat(3),
            step: puppet.step(),
        };
        let player = protocol::testing::identity(CHEAT.0, SEED);
        let notes = [claim, Statement::Resign].map(|said| puppet.statement(said, &player));
        for seat in others() {
            let note = notes[usize::from(is_in(bits, seat))].clone();
            let _told = table.speak(CHEAT, seat, &Frame::Note(note).to_bytes());
        }
        table.run();
        let all: Vec<Seat> = others().collect();
        let what = format!("{bits:07b}");
        assert_same(&table, &all, &what);
        for seat in others() {
            assert_eq!(table.session(seat).fault(), None, "{what}: {seat}");
            assert!(
                table.closes[seat.index()].is_empty(),
                "{what}: {:?}",
                table.closes
            );
        }
        assert_eq!(
            judged(&table)
                .findings
                .iter()
                .filter(|found| found.verdict == Verdict::Proved)
                .count(),
            0
        );
        let _told = table.speak(CHEAT, Seat(1), &frame_of(&record));
        table.run();
        assert_same(&table, &all, &what);
    }
}

/// Honest seats have built upon either record: the table goes on from before it, without the one who signed both, and
/// whoever had sealed a choice opens that one.
#[test]
fn row_36_and_60_a_table_that_has_parted_goes_on_from_the_step_before() {
    let kinds = [
        Kind::Commit,
        Kind::Lock,
        Kind::Reveal,
        Kind::Orders,
        Kind::Confirm,
    ];
    for kind in kinds {
        for bits in sample(vec![1, 0b11_1100, 0b101_0101], 3, 1) {
            let what = format!("{kind:?} to {bits:07b}");
            let longer = protocol::testing::table(&tiny(12), 8, SEED);
            let (mut table, first) = held_back_in(longer, kind, &full(8));
            let mut second = first.clone();
            second.sent_ms += 1;
            let second = second.signed(&table.match_key(CHEAT));
            show(&mut table, bits, &first, Some(&second));
            for (a, b) in full(8).into_iter().filter(|(a, _)| *a != CHEAT) {
                table.link(a, b);
            }
            table.run();
            for seat in others() {
                let agreed = table.agree_without(seat, &[CHEAT]);
                assert_eq!(agreed, Ok(()), "{what}: {seat}");
            }
            table.run();
            table.wait(Duration::from_secs(15));
            let sid = table.session(Seat(1)).sid();
            for seat in others() {
                let session = table.session(seat);
                assert!(
                    !table.former[seat.index()].is_empty(),
                    "{what}: {session:?}"
                );
                assert_eq!(session.sid(), sid, "{what}: {seat}");
                assert_eq!(session.fault(), None, "{what}: {seat}");
            }
            let start = table
                .session(Seat(1))
                .manifest()
                .and_then(|it| it.start.clone());
            let start = start.expect("a new match");
            assert!(start.at < first.step, "{what}: {} {}", start.at, first.step);
            table.play_out(&mut Seeded(5));
            for seat in others() {
                let session = table.session(seat);
                assert!(
                    session.is_closed(),
                    "{what}: {session:?} {:?}",
                    session.waiting()
                );
            }
            let files = |at: usize| {
                let all = others().map(|seat| table.all_files(seat).remove(at));
                all.collect::<Vec<Vec<u8>>>()
            };
            let (old, new) = (files(0), files(1));
            let matches = [&old, &new].map(|files| files.iter().map(Vec::as_slice).collect());
            let reports = judge_matches(&matches);
            let proved = reports[0]
                .findings
                .iter()
                .filter(|found| found.verdict == Verdict::Proved);
            let proved: Vec<Seat> = proved.map(|found| found.seat).collect();
            assert_eq!(proved, [CHEAT], "{what}");
            assert_eq!(
                reports[0].verdict,
                Verdict::Continued,
                "{what}: {}",
                reports[0].why
            );
            assert_eq!(
                reports[1].verdict,
                Verdict::Complete,
                "{what}: {}",
                reports[1].why
            );
            assert_eq!(reports[1].findings, [], "{what}");
        }
    }
}
