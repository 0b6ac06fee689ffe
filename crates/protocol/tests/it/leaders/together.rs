//! Continuing with everybody at a table whose members have leaders of their own.

use std::time::Duration;

use protocol::testing::sections;
use protocol::{SessionEvent, Standing};
use rules::Rules;

use super::*;

/// Everybody continues: one asks, and the others agree.
fn continue_all<const N: usize>(table: &mut Table<N>, asks: Seat, after: Option<u64>, what: &str) {
    assert_eq!(table.ask_table(asks, after), Ok(()), "{what}");
    table.run();
    for seat in table.places() {
        if seat != asks {
            table.pass(Duration::from_millis(1));
            assert_eq!(table.answer_table(seat, true), Ok(()), "{what}: {seat}");
            table.run();
        }
    }
    for seat in table.places() {
        assert_eq!(table.former[seat.index()].len(), 1, "{what}: {seat}");
        assert_eq!(
            table.session(seat).standing(),
            Standing::Own,
            "{what}: {seat}"
        );
    }
}

/// The seat's program dies, and comes back on files of its own or older ones.
fn comes_back<const N: usize>(
    table: &mut Table<N>,
    seat: Seat,
    files: Option<protocol::testing::Disk>,
) {
    table.kill(seat);
    table.cut_closing();
    if let Some(files) = files {
        table.disks[seat.index()] = files;
    }
    table.restart(seat);
    for other in table.places() {
        if other != seat {
            table.link(seat.min(other), seat.max(other));
        }
    }
    table.run();
    table.wait(Duration::from_secs(2));
}

#[test]
fn a_table_continues_from_the_middle_of_a_turn() {
    let mut table = under_way::<4>(&by_leaders("clash-of-arms", 8));
    let mut dice = Seeded(6);
    for _ in 0..5 {
        assert!(table.play_one(&mut dice));
    }
    let orders = |table: &Table<4>| {
        let history = table.session(Seat(0)).history().expect("a match");
        let steps = history
            .orders()
            .map(|orders| (orders.step.number, orders.seat));
        steps.collect::<Vec<(u64, Seat)>>()
    };
    // after the first part of the first turn: the mate's part is next
    let (first, by) = orders(&table)[0];
    assert_eq!(by, Seat(0));
    let text = table
        .session(Seat(0))
        .history()
        .expect("a match")
        .position_after(1)
        .to_text();
    continue_all(&mut table, Seat(3), Some(first), "from a part");
    assert_eq!(
        table
            .session(Seat(1))
            .position()
            .expect("a match")
            .to_text(),
        text
    );
    assert!(matches!(
        table.session(Seat(2)).waiting(),
        protocol::Waiting::Me { secret: false }
    ));
    play_out(&mut table, 4);
}

#[test]
fn a_member_that_comes_back_on_an_older_copy_of_a_set_up_sets_up_anew_with_its_mates() {
    // with its own part shown, sealed, and opened since
    for decisions in 0..6 {
        let what = format!("{decisions} decisions");
        let mut table = under_way::<4>(&sections(4));
        let old = table.disks[2].clone();
        let mut dice = Seeded(4);
        for seat in [2, 0, 1, 3].map(Seat).into_iter().take(decisions) {
            assert!(table.decide_at(seat, &mut dice), "{what}");
            table.run();
        }
        comes_back(&mut table, Seat(2), Some(old));
        if table.session(Seat(2)).standing() == Standing::Strange {
            continue_all(&mut table, Seat(2), None, &what);
        }
        table.play_out(&mut dice);
        for seat in table.places() {
            let session = table.session(seat);
            assert!(
                session.is_closed(),
                "{what}: {seat} {:?}",
                session.waiting()
            );
            assert_eq!(session.fault(), None, "{what}: {seat}");
        }
        let report = judged(&table);
        assert_eq!(
            (report.verdict, report.findings),
            (Verdict::Complete, vec![]),
            "{what}"
        );
    }
}

#[test]
fn a_part_that_was_shown_is_shown_again_where_the_round_begins_anew() {
    let mut table = under_way::<4>(&sections(4));
    let mut dice = Seeded(4);
    for seat in [0, 2, 1].map(Seat) {
        assert!(table.decide_at(seat, &mut dice));
        table.run();
    }
    // two parts are sealed, one is shown, and nothing is open
    continue_all(&mut table, Seat(1), None, "anew");
    for seat in [0, 2].map(Seat) {
        assert_eq!(table.session(seat).plans().len(), 2, "{seat}");
        assert_eq!(
            table.to_decide(),
            Some(Seat(3)),
            "the one that had shown none"
        );
    }
    let told = |event: &&SessionEvent| matches!(event, SessionEvent::PlansClash { .. });
    assert_eq!(table.events.iter().flatten().find(told), None);
    play_out(&mut table, 4);
}
