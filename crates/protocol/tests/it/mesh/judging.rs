//! The judge of tables: a finding a seat, the result apart, and no file that keeps it busy (row 57).

use protocol::file::{Entry, PUBLIC_HEADER, read_public};
use protocol::judge::{Verdict, judge};
use protocol::testing::{Seeded, Table};
use protocol::{Record, Seat};

use super::*;

/// A finished match of eight, and its entries.
fn finished() -> (Table<8>, Vec<Entry>) {
    let mut table = Table::<8>::under_way(short(8), &full(8), SEED);
    table.play_out(&mut Seeded(3));
    let (entries, _) = read_public(&table.disks[0].public).expect("a match file");
    (table, entries)
}

fn written(entries: &[Entry]) -> Vec<u8> {
    let bytes = entries.iter().flat_map(Entry::to_bytes);
    PUBLIC_HEADER.iter().copied().chain(bytes).collect()
}

/// Other records beside one, as many as that.
fn beside(table: &Table<8>, record: &Record, count: u64) -> Vec<Entry> {
    let key = table.match_key(record.seat);
    let other = |more| {
        let mut other = record.clone();
        other.sent_ms += more;
        Entry::Record(other.signed(&key))
    };
    (1..=count).map(other).collect()
}

fn records(entries: &[Entry]) -> impl Iterator<Item = &Record> {
    entries.iter().filter_map(|entry| match entry {
        Entry::Record(record) => Some(record),
        _ => None,
    })
}

#[test]
fn each_seat_that_cheats_has_a_finding_and_the_result_stands_apart() {
    let (table, entries) = finished();
    let clean = judge(&[&written(&entries)]);
    assert_eq!(clean.findings, []);
    for cheats in [vec![2], vec![1, 4], vec![0, 1, 2, 3, 4, 5, 6]] {
        let mut more = entries.clone();
        for seat in &cheats {
            let own = records(&entries).filter(|record| record.seat == Seat(*seat));
            let record = own.last().expect("it has signed");
            more.extend(beside(&table, record, 1));
        }
        let report = judge(&[&written(&more), &table.disks[7].public]);
        let found: Vec<u8> = report
            .findings
            .iter()
            .map(|finding| finding.seat.0)
            .collect();
        assert_eq!(found, cheats);
        for finding in &report.findings {
            assert_eq!(
                (finding.verdict, finding.kind),
                (Verdict::Proved, "two-records")
            );
            assert_eq!(finding.bytes.len(), 2);
        }
        assert_eq!(report.verdict, Verdict::Proved);
        assert_eq!(
            report.result, clean.result,
            "what a seat signed twice takes no result away"
        );
    }
}

/// Where the judge tried every combination of the doubles, the test would not end.
#[test]
fn row_57_seats_that_sign_many_records_for_each_step_do_not_keep_the_judge_busy() {
    let (table, entries) = finished();
    let honest = table.disks[7].public.clone();
    let clean = judge(&[&honest]);
    for copies in [1, 3, 9] {
        let mut more = entries.clone();
        for record in records(&entries).filter(|record| record.seat != Seat(7)) {
            more.extend(beside(&table, record, copies));
        }
        // the ones that were signed last come first
        let head = more.len() - records(&more).count();
        more[head..].reverse();
        let file = written(&more);
        for files in [vec![&file[..]], vec![&file[..], &honest[..]]] {
            let report = judge(&files);
            assert_eq!(report.verdict, Verdict::Proved);
            assert_eq!(report.findings.len(), 7);
            if files.len() == 2 {
                assert_eq!(report.result, clean.result, "{copies}");
            }
        }
    }
}

/// As above in a longer match, with false records as long as a frame: by bytes and not by time.
#[test]
fn row_57_megabytes_of_false_records_convict_their_signers_and_change_no_result() {
    let mut table = Table::<8>::under_way(four_sides(8), &full(8), SEED);
    table.play_out(&mut Seeded(3));
    assert_complete(&table, "a long match");
    let honest = table.disks[7].public.clone();
    let (entries, _) = read_public(&honest).expect("a match file");
    let clean = judge(&[&honest]);
    let megabytes = deep(4, 4, 64);
    let signed: Vec<&Record> = records(&entries)
        .filter(|record| record.seat != Seat(7))
        .collect();
    let long = 60_000;
    let copies = (megabytes << 20) / (signed.len() * long) + 1;
    let mut file = honest.clone();
    for record in signed {
        for number in 0..copies {
            let mut other = record.clone();
            other.body = vec![u8::try_from(number % 251).expect("small"); long];
            other.sent_ms += number as u64;
            let other = other.signed(&table.match_key(record.seat));
            file.extend(Entry::Record(other).to_bytes());
        }
    }
    assert!(file.len() >= megabytes << 20, "{}", file.len());
    for files in [
        vec![&file[..]],
        vec![&honest[..], &file[..]],
        vec![&file[..], &honest[..]],
    ] {
        let report = judge(&files);
        assert_eq!(report.verdict, Verdict::Proved);
        let found: Vec<Seat> = report.findings.iter().map(|found| found.seat).collect();
        assert_eq!(found, (0..7).map(Seat).collect::<Vec<_>>());
        assert_eq!(report.result, clean.result);
    }
}

#[test]
fn row_46_what_the_same_seats_sign_in_another_match_says_nothing_in_this_one() {
    let (table, entries) = finished();
    // the same keys, and another manifest
    let mut other =
        Table::<8>::under_way(protocol::testing::table(&tiny(1), 8, SEED), &full(8), SEED);
    other.play_out(&mut Seeded(4));
    let (foreign, _) = read_public(&other.disks[0].public).expect("a match file");
    assert_ne!(table.session(Seat(0)).sid(), other.session(Seat(0)).sid());
    let mut merged = entries.clone();
    merged.extend(
        foreign
            .into_iter()
            .filter(|entry| matches!(entry, Entry::Record(_) | Entry::Note(_))),
    );
    for files in [
        vec![written(&merged)],
        vec![written(&entries), written(&merged)],
        vec![other.disks[3].public.clone(), written(&merged)],
    ] {
        let files: Vec<&[u8]> = files.iter().map(Vec::as_slice).collect();
        let report = judge(&files);
        assert_eq!(report.findings, []);
        assert_ne!(report.verdict, Verdict::Proved);
    }
    // nor to a session: the line ends, and nobody is accused
    let mut table = Table::<8>::under_way(short(8), &full(8), SEED);
    let record = other.wire.iter().rfind(|(_, frame)| frame[0] == 7);
    let frame = record.expect("played").1.clone();
    let told = table.speak(Seat(3), Seat(0), &frame);
    assert!(told.expect("a line").is_err());
    table.run();
    assert_eq!(table.session(Seat(0)).fault(), None);
    table.play_out(&mut Seeded(3));
    assert_eq!(judged(&table).verdict, Verdict::Complete);
}
