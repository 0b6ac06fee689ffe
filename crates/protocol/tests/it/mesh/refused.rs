//! Many seats that would have a bad turn undone, and a proof that is shown late: the base of a new match is now (row 61).

use std::time::Duration;

use protocol::frame::Frame;
use protocol::testing::{Seeded, table};
use protocol::{ProposeError, Record};
use rules::Rules as _;

use super::going_on::*;
use super::*;

#[test]
fn row_61_seven_who_propose_an_earlier_turn_do_nothing_without_the_eighth() {
    for refuses in sample((0..8).map(Seat).collect(), 8, 4) {
        for says_no in [false, true] {
            let what = format!("{refuses}, says no {says_no}");
            let mut table = Table::<8>::under_way(four_sides(8), &full(8), SEED);
            let mut dice = Seeded(4);
            for _ in 0..6 {
                assert!(table.play_one(&mut dice));
            }
            let steps = table.session(refuses).history().expect("a match").steps();
            let after = steps[steps.len() - 3].number;
            let sid = table.session(refuses).sid();
            let before = table.session(refuses).position().cloned();
            for seat in but(&table, &[refuses]) {
                let asked = table.ask_table(seat, Some(after));
                assert_eq!(asked, Ok(()), "{what}: {seat}");
                table.run();
            }
            if says_no {
                assert_eq!(table.answer_table(refuses, false), Ok(()), "{what}");
                table.run();
            }
            // longer than whoever holds up a restored seat has
            table.wait(Duration::from_secs(11 * 60));
            for seat in but(&table, &[refuses]) {
                let leavers = table.session(seat).leavers(table.now);
                assert_eq!(leavers, [], "{what}: {seat}");
                let without = table.agree_without(seat, &[refuses]);
                assert_eq!(without, Err(ProposeError::PlaysOn), "{what}: {seat}");
            }
            for seat in table.places() {
                let session = table.session(seat);
                assert_eq!(session.sid(), sid, "{what}: {seat}");
                assert!(!session.is_going_on(), "{what}: {seat}");
                assert!(table.former[seat.index()].is_empty(), "{what}: {seat}");
            }
            assert_eq!(table.session(refuses).position().cloned(), before, "{what}");
            table.play_out(&mut dice);
            assert_complete(&table, &what);
        }
    }
}

#[test]
fn row_61_a_second_record_shown_twenty_turns_late_undoes_nothing() {
    let long = table(&offer("tourney-4", Some(60)), 4, SEED);
    for cheat in sample((0..4).map(Seat).collect(), 2, 2) {
        let what = format!("{cheat}");
        let mut table = Table::<4>::under_way(long.clone(), &full(4), SEED);
        let mut dice = Seeded(4);
        let turns = |table: &Table<4>| {
            let history = table.session(Seat(0)).history().expect("a match");
            history.orders().count()
        };
        let first = |table: &Table<4>| -> Option<Record> {
            let (entries, _) = read_public(&file(table, cheat)).ok()?;
            entries.into_iter().find_map(|entry| match entry {
                Entry::Record(record) if record.seat == cheat => Some(record),
                _ => None,
            })
        };
        while first(&table).is_none() {
            assert!(table.play_one(&mut dice), "{what}");
        }
        let first = first(&table).expect("signed");
        let early = turns(&table);
        while turns(&table) < early + 20 {
            assert!(table.play_one(&mut dice), "{what}");
        }
        let mut second = first.clone();
        second.sent_ms += 1;
        let second = second.signed(&table.match_key(cheat));
        let rest = but(&table, &[cheat]);
        let played = turns(&table);
        let before = table
            .session(rest[0])
            .position()
            .expect("a match")
            .to_text();
        let frame = Frame::Record(Box::new(second)).to_bytes();
        for seat in &rest {
            let _told = table.speak(cheat, *seat, &frame);
        }
        table.run();
        go_on(&mut table, &[cheat], &what);
        assert_went_on(&table, &[cheat], &what);
        let session = table.session(rest[0]);
        let start = session.manifest().and_then(|it| it.start.clone());
        let start = start.expect("a continuation");
        assert!(start.after > first.step + 20, "{what}: {start:?}");
        // the twenty turns stand
        let (old, _) = table.former[rest[0].index()][0].clone();
        let replay = protocol::replay::read(&old.public).expect("a match file");
        assert_eq!(replay.history.orders().count(), played, "{what}");
        let last = replay.history.orders().last().expect("turns").step.number;
        assert!(start.after >= last, "{what}: {} {last}", start.after);
        let now = table.session(rest[0]).history().expect("a match");
        assert_eq!(now.start().to_text(), before, "{what}");
        table.play_out(&mut dice);
        let reports = judged_line(&table);
        let proved = reports[0].findings.iter();
        let proved: Vec<Seat> = proved
            .filter(|found| found.verdict == Verdict::Proved)
            .map(|found| found.seat)
            .collect();
        assert_eq!(proved, [cheat], "{what}");
        assert_eq!(reports[1].verdict, Verdict::Complete, "{what}");
    }
}
