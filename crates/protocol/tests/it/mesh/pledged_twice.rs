//! A seat that signs two continuations under one number: each half of a table that has split gets its signature, and the
//! files together convict it.

use protocol::Standing;
use protocol::judge::judge_matches;
use protocol::testing::Seeded;

use super::going_on::*;
use super::*;

/// A second program of seat 0 sits behind the last seat of a table of five.
const SECOND: Seat = Seat(5);
const CHEAT: Seat = Seat(0);

/// A table of five splits in two: seat 0 continues with seat 1, and a second program of seat 0 continues with seats 2 and 3.
/// Seat 4 has resigned, so that either half may go on as soon as it misses the other.
fn split() -> Table<6> {
    let mut table = Table::<6>::under_way(four_sides(5), &full(5), SEED);
    let mut dice = Seeded(4);
    for _ in 0..4 {
        assert!(table.play_one(&mut dice));
    }
    table
        .with(Seat(4), |session, now| session.resign(now))
        .expect("alive")
        .expect("playing");
    table.run();
    table.disconnect();
    // a cheat copies its machine with the mark, so that either program takes the files for its own
    table.disks[SECOND.index()] = table.disks[0].clone();
    table.marks[SECOND.index()] = table.marks[0].clone();
    table.restart(SECOND);
    assert_eq!(table.session(SECOND).standing(), Standing::Own);
    for (a, b) in [
        (CHEAT, Seat(1)),
        (Seat(2), Seat(3)),
        (Seat(2), SECOND),
        (Seat(3), SECOND),
    ] {
        table.link(a, b);
    }
    table.run();
    table.wait(MINUTES);
    for half in [&[CHEAT, Seat(1)][..], &[Seat(2), Seat(3), SECOND]] {
        leave_out_all(&mut table, half);
        table.wait(std::time::Duration::from_secs(2));
        for seat in half {
            let session = table.session(*seat);
            assert!(!table.former[seat.index()].is_empty(), "{session:?}");
        }
    }
    table
}

/// Every order of three.
const ORDERS: [[usize; 3]; 6] = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
];

#[test]
fn row_42_a_seat_that_signs_two_continuations_under_one_number_is_convicted_and_nobody_else() {
    for is_played in [false, true] {
        let mut table = split();
        if is_played {
            table.play_out(&mut Seeded(5));
        }
        let start = |seat: Seat| {
            let manifest = table.session(seat).manifest();
            let start = manifest.and_then(|manifest| manifest.start.clone());
            start.expect("a continuation")
        };
        let (few, many) = (start(Seat(1)), start(Seat(2)));
        assert_eq!((few.number, many.number), (1, 1));
        assert_ne!(few.gone, many.gone);
        // the old match and the two that continue it, by the files of all who have them
        let files = |seats: &[Seat], at: usize| -> Vec<Vec<u8>> {
            let files = seats.iter().map(|seat| table.all_files(*seat).remove(at));
            files.collect()
        };
        let old = files(&[Seat(1), Seat(2), Seat(3), Seat(4)], 0);
        let few_files = files(&[CHEAT, Seat(1)], 1);
        let many_files = files(&[Seat(2), Seat(3), SECOND], 1);
        let all = [&old, &few_files, &many_files];
        for order in ORDERS {
            for is_turned in [false, true] {
                let what = format!("played {is_played}, {order:?}, turned {is_turned}");
                let matches = order.map(|at| {
                    let mut files: Vec<&[u8]> = all[at].iter().map(Vec::as_slice).collect();
                    if is_turned {
                        files.reverse();
                    }
                    files
                });
                let reports = judge_matches(&matches);
                for (at, report) in order.into_iter().zip(&reports) {
                    let proved = report
                        .findings
                        .iter()
                        .filter(|found| found.verdict == Verdict::Proved);
                    let proved: Vec<_> = proved
                        .map(|found| (found.seat, found.kind, found.step))
                        .collect();
                    match at {
                        0 => assert_eq!(
                            proved,
                            [(CHEAT, "two-continuations", few.at)],
                            "{what}: {report:?}"
                        ),
                        // in a match that counts the conviction may be named again
                        _ => assert!(
                            proved
                                .iter()
                                .all(|(seat, kind, _)| (*seat, *kind) == (CHEAT, "before")),
                            "{what}: {report:?}"
                        ),
                    }
                    if at == 0 {
                        let signed: Vec<_> = report
                            .went_on
                            .iter()
                            .map(|went| (went.number, went.signers.clone()))
                            .collect();
                        for signers in [vec![CHEAT, Seat(1)], vec![CHEAT, Seat(2), Seat(3)]] {
                            assert!(signed.contains(&(1, signers)), "{what}: {signed:?}");
                        }
                    }
                }
            }
        }
        // with one of the two nobody is convicted
        for half in [&few_files, &many_files] {
            let matches = [&old, half].map(|files| files.iter().map(Vec::as_slice).collect());
            for report in judge_matches(&matches) {
                let mut proved = report
                    .findings
                    .iter()
                    .filter(|found| found.verdict == Verdict::Proved);
                assert_eq!(proved.next(), None, "played {is_played}: {report:?}");
            }
        }
    }
}
