//! Programs that die and lines that break while a table continues with everybody: neither match is lost.

use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

use protocol::Standing;
use protocol::testing::{Reached, Seeded};

use super::going_on::*;
use super::together::*;
use super::*;

/// A table of which all but one have agreed to continue with the restored seat; the last click is due.
fn before_the_last_click() -> Table<4> {
    let (mut table, mut dice) = at_seat_2();
    assert!(on_an_older_copy(&mut table, Seat(1), 3, &mut dice));
    rejoin(&mut table, Seat(1));
    for seat in [Seat(1), Seat(0), Seat(2)] {
        assert_eq!(table.ask_table(seat, None), Ok(()));
    }
    table.run();
    table
}

/// All come back and agree again where that is needed; they end in one new match and play it.
fn assert_recovers(mut table: Table<4>, what: &str) {
    table.crash = None;
    table.bend = None;
    for _ in 0..3 {
        for seat in table.places() {
            if table.sessions[seat.index()].is_none() {
                table.cut_closing();
                table.restart(seat);
            }
        }
        table.connect();
        table.run();
        table.wait(Duration::from_secs(1));
        for seat in table.places() {
            let _done_or_barred = table.ask_table(seat, None);
        }
        table.run();
        table.wait(Duration::from_secs(40));
        let sid = table.session(Seat(0)).sid();
        let is_one = table
            .places()
            .iter()
            .all(|seat| table.session(*seat).sid() == sid);
        let is_own = table
            .places()
            .iter()
            .all(|seat| table.session(*seat).standing() == Standing::Own);
        if is_one && is_own {
            break;
        }
    }
    table.play_out(&mut Seeded(9));
    table.wait(Duration::from_secs(2));
    table.play_out(&mut Seeded(9));
    for seat in table.places() {
        let session = table.session(seat);
        assert!(
            session.is_closed(),
            "{what}: {session:?} {:?}",
            session.waiting()
        );
    }
    assert_unhurt(&table, &[], what);
}

#[test]
fn row_18_a_crash_in_any_write_of_continuing_loses_neither_match() {
    let mut cases = Vec::new();
    for seat in (0..4).map(Seat) {
        for write in 1..=12 {
            for reached in [Reached::Nothing, Reached::Half, Reached::All] {
                cases.push((seat, write, reached));
            }
        }
    }
    for (seat, write, reached) in some(cases, 9) {
        let what = format!("{seat}, write {write}, {reached:?}");
        let mut table = before_the_last_click();
        let writes = table.disks[seat.index()].writes;
        table.crash = Some((seat, writes + write, reached));
        let _last = table.ask_table(Seat(3), None);
        table.run();
        assert_recovers(table, &what);
    }
}

#[test]
fn all_lines_cut_after_any_frame_of_continuing_leave_one_match_for_all() {
    let sent = Rc::new(Cell::new(0_usize));
    let play = |most: usize| {
        let mut table = before_the_last_click();
        let sent = Rc::clone(&sent);
        sent.set(0);
        table.bend = Some(Box::new(move |_, _, frame| {
            sent.set(sent.get() + 1);
            match sent.get() <= most {
                true => vec![frame],
                false => Vec::new(),
            }
        }));
        let _last = table.ask_table(Seat(3), None);
        table.run();
        table.disconnect();
        table
    };
    drop(play(usize::MAX));
    let all = sent.get();
    assert!(all > 40, "{all}");
    for most in some((0..all).collect(), all / 9) {
        assert_recovers(play(most), &format!("after {most} of {all}"));
    }
}
