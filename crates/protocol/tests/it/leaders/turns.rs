//! Parts of a turn: clocks, programs that stop in between, turns taken back, draws.

use std::time::Duration;

use protocol::frame::Frame;
use protocol::manifest::{Pace, Terms};
use protocol::testing::{Puppet, Reached, read, sections};
use protocol::{Deed, Face, Kind, ProposeError, Waiting};
use rules::{AnyOrder, Rules};

use super::*;

fn clash(turns: u32) -> Table<4> {
    under_way(&by_leaders("clash-of-arms", turns))
}

fn orders<const N: usize>(table: &Table<N>, seat: Seat, text: &str) -> Vec<AnyOrder> {
    let session = table.session(seat);
    let side = session.side_of(seat).expect("a seat");
    read(session.position().expect("a match"), side, text)
}

/// The orders of a seat, and what comes of them.
fn give<const N: usize>(table: &mut Table<N>, seat: Seat, text: &str) -> Result<(), ProposeError> {
    let orders = orders(table, seat, text);
    let given = table.with(seat, |session, now| session.propose(now, &orders));
    table.run();
    given.expect("alive")
}

/// A move that the seat can make.
fn a_move<const N: usize>(table: &Table<N>, seat: Seat) -> String {
    let session = table.session(seat);
    let side = session.side_of(seat).expect("a seat");
    let position = session.position().expect("a match");
    let texts = position.legal_orders(side).into_iter();
    let mut texts = texts.map(|order| position.order_text(side, &order));
    texts.find(|text| text.contains('-')).expect("a move")
}

fn decides<const N: usize>(table: &Table<N>, seat: Seat) -> bool {
    table.session(seat).waiting() == Waiting::Me { secret: false }
}

#[test]
fn a_part_ends_with_done_later_or_end_and_nobody_confirms_in_between() {
    let mut table = clash(6);
    let steps = |table: &Table<4>| {
        table
            .session(Seat(0))
            .history()
            .expect("a match")
            .steps()
            .len()
    };
    assert!(decides(&table, Seat(0)) && !decides(&table, Seat(2)));
    assert!(matches!(
        give(&mut table, Seat(2), "done"),
        Err(ProposeError::NotYourTurn)
    ));
    // neither fewer nor more than its part
    let first = orders(&table, Seat(0), &a_move(&table, Seat(0)));
    let few = table.with(Seat(0), |session, now| session.propose(now, &first));
    assert!(few.expect("alive").is_err());
    assert!(matches!(
        give(&mut table, Seat(0), "done; done"),
        Err(ProposeError::AfterEnd)
    ));
    assert_eq!(give(&mut table, Seat(0), "later"), Ok(()));
    assert!(decides(&table, Seat(2)), "no confirmation in between");
    let text = format!("{}; done", a_move(&table, Seat(2)));
    assert_eq!(give(&mut table, Seat(2), &text), Ok(()));
    assert!(decides(&table, Seat(0)), "the part that it put off");
    assert_eq!(give(&mut table, Seat(0), "end"), Ok(()));
    assert_eq!(steps(&table), 3);
    assert!(decides(&table, Seat(1)));
    // the captain can end the turn for all
    assert_eq!(give(&mut table, Seat(1), "end"), Ok(()));
    assert!(decides(&table, Seat(0)));
    let kinds: Vec<Kind> = protocol::file::read_public(&table.disks[0].public)
        .expect("a file")
        .0
        .into_iter()
        .filter_map(|entry| match entry {
            protocol::file::Entry::Record(record) => Some(record.kind),
            _ => None,
        })
        .collect();
    let first_turn = [Kind::Orders, Kind::Orders, Kind::Orders, Kind::Confirm];
    assert_eq!(kinds[..4], first_turn);
    assert!(decides(&table, Seat(0)));
    let seats = table.session(Seat(3)).history().expect("a match").orders();
    let seats: Vec<Seat> = seats.map(|orders| orders.seat).collect();
    assert_eq!(
        seats,
        [0, 2, 0, 1].map(Seat),
        "the history says whose part it was"
    );
    play_out(&mut table, 3);
}

#[test]
fn the_judge_says_of_which_turn_a_seat_that_signed_twice_had_a_part() {
    let mut table = clash(6);
    let cheat = Seat(2);
    assert_eq!(give(&mut table, Seat(0), "later"), Ok(()));
    assert!(decides(&table, cheat));
    let puppet = Puppet::among(cheat, &table);
    let moved = format!("{}; done", a_move(&table, cheat));
    for text in ["done", &moved] {
        let record = puppet.honest(&orders(&table, cheat, text));
        let frame = Frame::Record(Box::new(record)).to_bytes();
        let _told = table.speak(cheat, Seat(0), &frame);
    }
    table.run();
    let report = judge(&[&table.disks[0].public]);
    assert_eq!(
        (report.verdict, report.seat),
        (Verdict::Proved, Some(cheat))
    );
    let scenario = table.session(Seat(0)).scenario().expect("a match");
    let side = scenario.side_names().of(sides()[0]);
    assert_eq!(report.part_of(), Some(format!("{side}'s turn 1").as_str()));
}

#[test]
fn each_member_has_a_clock_that_runs_in_its_own_part_alone() {
    let pace = Pace::Bank {
        bank_ms: 60_000,
        increment_ms: 1_000,
    };
    let offer = Offer {
        terms: Terms {
            pace,
            ..Terms::default()
        },
        ..by_leaders("clash-of-arms", 2)
    };
    let mut table = under_way::<4>(&offer);
    let left = |table: &Table<4>, by: Seat, of: Seat| {
        let mut clocks = table.session(by).clocks(table.now).into_iter();
        let (_, face) = clocks
            .find(|(seat, _)| *seat == of)
            .expect("a match with clocks");
        match face {
            Face::Stands(left) => (false, left.as_secs()),
            Face::Runs(until) => (true, until.saturating_sub(table.now.clock).as_secs()),
        }
    };
    table.pass(Duration::from_secs(10));
    for by in [0, 1, 2].map(Seat) {
        assert_eq!(left(&table, by, Seat(0)), (true, 50), "{by}");
        assert_eq!(left(&table, by, Seat(2)), (false, 60), "{by}");
    }
    assert_eq!(give(&mut table, Seat(0), "later"), Ok(()));
    table.pass(Duration::from_secs(20));
    for by in [0, 1, 2].map(Seat) {
        assert_eq!(left(&table, by, Seat(0)), (false, 50), "{by}");
        assert_eq!(left(&table, by, Seat(2)), (true, 40), "{by}");
    }
    assert_eq!(give(&mut table, Seat(2), "done"), Ok(()));
    table.pass(Duration::from_secs(5));
    for by in [0, 1, 2].map(Seat) {
        assert_eq!(
            left(&table, by, Seat(0)),
            (true, 45),
            "both parts count: {by}"
        );
    }
    assert_eq!(give(&mut table, Seat(0), "end"), Ok(()));
    table.run();
    // one increment a turn, charged once by all
    for by in [0, 1, 2].map(Seat) {
        assert_eq!(left(&table, by, Seat(0)), (false, 46), "{by}");
        assert_eq!(left(&table, by, Seat(2)), (false, 41), "{by}");
    }
    let report = judged(&table);
    let clocks: Vec<u64> = report.clocks.iter().map(|(_, left)| left / 1000).collect();
    assert_eq!(clocks, [46, 60, 41, 60]);
}

#[test]
fn a_restart_between_parts_changes_nothing() {
    let mut table = clash(4);
    for (seat, text) in [(0, "later"), (2, "done"), (0, "end"), (1, "done")] {
        let seat = Seat(seat);
        for stopped in table.places() {
            table.kill(stopped);
            table.cut_closing();
            table.restart(stopped);
        }
        table.connect();
        table.run();
        assert!(
            decides(&table, seat),
            "{seat} {:?}",
            table.session(seat).waiting()
        );
        assert_eq!(give(&mut table, seat, text), Ok(()));
    }
    assert!(decides(&table, Seat(3)));
    play_out(&mut table, 8);
}

#[test]
fn a_program_that_dies_in_any_write_goes_on_from_its_files() {
    for reached in [Reached::Nothing, Reached::Half, Reached::All] {
        // before the match, in the set-up and beyond it
        for write in (1..40).step_by(3) {
            let what = format!("write {write}, {reached:?}");
            let mut table = under_way::<4>(&sections(2));
            let before = table.disks[2].writes;
            table.crash = Some((Seat(2), before + write, reached));
            let mut dice = Seeded(3);
            table.play_out(&mut dice);
            let has_died = table.sessions[2].is_none();
            if has_died {
                table.cut_closing();
                table.restart(Seat(2));
                table.connect();
                table.run();
            }
            table.play_out(&mut dice);
            for seat in table.places() {
                let session = table.session(seat);
                assert!(
                    session.is_closed(),
                    "{what}: {seat} {:?}",
                    session.waiting()
                );
            }
            let report = judged(&table);
            assert_eq!(
                (report.verdict, report.findings),
                (Verdict::Complete, vec![]),
                "{what}"
            );
            if !has_died {
                break;
            }
        }
    }
}

#[test]
fn a_part_is_taken_back_with_what_followed_it() {
    let mut table = clash(8);
    let text = format!("{}; done", a_move(&table, Seat(0)));
    assert_eq!(give(&mut table, Seat(0), &text), Ok(()));
    assert_eq!(give(&mut table, Seat(2), "end"), Ok(()));
    assert!(decides(&table, Seat(1)));
    let before = table
        .session(Seat(0))
        .history()
        .expect("a match")
        .start()
        .to_text();
    let asked = table.with(Seat(0), |session, now| session.ask_takeback(now));
    assert_eq!(asked, Some(Ok(())));
    table.run();
    for seat in [1, 3].map(Seat) {
        table.with(seat, |session, now| {
            let asked = session.takeback_asked()?;
            Some(session.answer_takeback(now, &asked.note, true))
        });
        table.run();
    }
    let deeds = table
        .session(Seat(0))
        .history()
        .expect("a match")
        .steps()
        .last()
        .cloned();
    assert!(matches!(deeds.expect("one").deed, Deed::TakenBack { .. }));
    assert!(decides(&table, Seat(0)));
    assert_eq!(
        table
            .session(Seat(0))
            .position()
            .expect("a match")
            .to_text(),
        before
    );
    play_out(&mut table, 8);
}
