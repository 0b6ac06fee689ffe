//! Somebody leaves before or after any of his sends: the others hold the same and wait; nobody is convicted (row 41, as far
//! as there is no continuation of more than two).

use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

use protocol::testing::{Seeded, Table};
use protocol::{ProposeError, Seat, Stage, Waiting};

use super::*;

/// A match of four whose seat 2 is gone once its program has sent that many frames; how many it has sent.
fn left_after(sends: usize) -> (Table<4>, usize) {
    let mut table = Table::<4>::under_way(rounds(4), &full(4), SEED);
    let sent = Rc::new(Cell::new(0));
    let counted = Rc::clone(&sent);
    table.bend = Some(Box::new(move |from, _, frame| {
        if from != Seat(2) {
            return vec![frame];
        }
        counted.set(counted.get() + 1);
        match counted.get() <= sends {
            true => vec![frame],
            false => Vec::new(),
        }
    }));
    let mut dice = Seeded(4);
    while sent.get() <= sends && table.play_one(&mut dice) {
        table.pass(Duration::from_millis(300));
    }
    (table, sent.get())
}

#[test]
fn row_41_whoever_leaves_at_any_moment_is_waited_for_and_convicts_nobody() {
    let (_, all) = left_after(usize::MAX - 1);
    assert!(all > 30, "{all}");
    for sends in some((0..all).collect(), 12) {
        let what = format!("after {sends} of {all}");
        let (mut table, _) = left_after(sends);
        table.kill(Seat(2));
        table.run();
        table.wait(Duration::from_secs(20));
        // those who remain play on as far as it goes without the one who left
        table.play_out(&mut Seeded(8));
        let rest = [Seat(0), Seat(1), Seat(3)];
        assert_same(&table, &rest, &what);
        for seat in rest {
            let session = table.session(seat);
            assert_eq!(session.fault(), None, "{what}: {seat}");
            if session.stage() == Stage::Playing {
                let waiting = session.waiting();
                assert_eq!(waiting, Waiting::Peer(vec![Seat(2)]), "{what}: {seat}");
                let asked = session.may_ask_to_continue();
                assert_eq!(asked, Err(ProposeError::TableContinues));
            }
        }
        assert_ne!(judged(&table).verdict, Verdict::Proved, "{what}");
        // and back: nothing is lost
        table.bend = None;
        table.restart(Seat(2));
        table.connect();
        table.run();
        table.wait(Duration::from_secs(1));
        table.play_out(&mut Seeded(9));
        for seat in table.places() {
            assert!(table.session(seat).is_closed(), "{what}: {seat}");
        }
        assert_eq!(judged(&table).verdict, Verdict::Complete, "{what}");
    }
}
