//! Two programs of one seat.

use std::time::Duration;

use protocol::testing::{Seeded, Table};
use protocol::{Seat, Standing};

use super::*;

/// A second program of seat 0 sits behind the last seat of a table of four.
const SECOND: Seat = Seat(4);

/// A table under way whose machine of seat 0 was copied, with the mark or without.
fn copied(is_own: bool, seed: u64) -> Table<5> {
    let mut table = Table::<5>::under_way(short(4), &full(4), SEED);
    let mut dice = Seeded(seed);
    for _ in 0..seed % 3 {
        table.play_one(&mut dice);
    }
    table.disks[SECOND.index()] = table.disks[0].clone();
    if is_own {
        table.marks[SECOND.index()] = table.marks[0].clone();
    }
    table
}

fn assert_honest(table: &Table<5>, what: &str) {
    let report = judged(table);
    assert_ne!(report.verdict, Verdict::Proved, "{what}: {}", report.why);
}

#[test]
fn row_56_a_second_program_and_its_seat_are_never_both_heard_by_one_member() {
    // for each split of the others between the two programs
    for bits in sample((0..8_u8).collect(), 3, 2) {
        for seed in 0..3 {
            for is_own in [false, true] {
                let what = format!("{bits:03b} {seed} {is_own}");
                let mut table = copied(is_own, seed);
                let others = (1..4).map(Seat);
                for seat in others.filter(|seat| bits >> (seat.0 - 1) & 1 == 1) {
                    table.cut(Seat(0), seat);
                }
                table.run();
                table.restart(SECOND);
                let standing = table.session(SECOND).standing();
                assert_eq!(standing == Standing::Own, is_own, "{what}");
                for seat in (1..4)
                    .map(Seat)
                    .filter(|seat| bits >> (seat.0 - 1) & 1 == 1)
                {
                    table.link(seat, SECOND);
                    table.run();
                    // the lines to the other program are closed
                    let both = [Seat(0), SECOND].map(|place| table.line_between(place, seat));
                    assert!(!both.iter().all(Option::is_some), "{what}: {seat}");
                }
                if bits != 0 {
                    let lines = (1..4)
                        .map(Seat)
                        .filter(|seat| table.line_between(Seat(0), *seat).is_some());
                    assert_eq!(
                        lines.count(),
                        0,
                        "{what}: whoever answers one does not speak with the other"
                    );
                }
                // whatever both do then convicts nobody
                let mut dice = Seeded(seed);
                for _ in 0..6 {
                    for place in table.places() {
                        table.decide_at(place, &mut dice);
                    }
                    table.run();
                    table.wait(Duration::from_secs(1));
                }
                assert_honest(&table, &what);
                // the other is started again and the second is gone: the match goes on to its end
                for place in [Seat(0), SECOND] {
                    table.kill(place);
                }
                table.disconnect();
                assert_honest(&table, &what);
                table.restart(Seat(0));
                table.graph = full(4).into_iter().collect();
                table.connect();
                table.run();
                table.wait(Duration::from_secs(12));
                table.play_out(&mut dice);
                let seats: Vec<Seat> = (0..4).map(Seat).collect();
                for seat in &seats {
                    let session = table.session(*seat);
                    assert!(
                        session.is_closed(),
                        "{what}: {session:?} {:?}",
                        session.waiting()
                    );
                }
                assert_same(&table, &seats, &what);
                assert_honest(&table, &what);
            }
        }
    }
}
