//! Somebody leaves before or after any of his sends: the others hold the same and wait; nobody is convicted, and nothing is
//! lost by waiting (row 41; `going_on` is how they play on).

use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

use protocol::testing::{Reached, Seeded, Table};
use protocol::{Seat, Stage, Waiting};

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
    for sends in sample((0..all).collect(), 30, 12) {
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

#[test]
fn a_program_that_dies_in_any_write_comes_back_and_the_match_reaches_its_end() {
    let played = |crash: Option<(Seat, usize, Reached)>| {
        let mut table = Table::<3>::seated(short(3), SEED);
        table.crash = crash;
        let mut dice = Seeded(6);
        table.connect();
        table.run();
        loop {
            let dead = table.places().into_iter();
            let dead = dead.filter(|seat| table.sessions[seat.index()].is_none());
            for seat in dead.collect::<Vec<Seat>>() {
                table.restart(seat);
                for other in table.places().into_iter().filter(|other| *other != seat) {
                    table.link(seat.min(other), seat.max(other));
                }
                table.run();
            }
            table.wait(Duration::from_millis(500));
            if !table.play_one(&mut dice) && table.sessions.iter().all(Option::is_some) {
                break table;
            }
        }
    };
    let clean = played(None);
    // the files are begun before the first line
    let begun = Table::<3>::seated(short(3), SEED);
    let mut crashes = Vec::new();
    for seat in clean.places() {
        for write in begun.disks[seat.index()].writes + 1..=clean.disks[seat.index()].writes {
            let ways = [Reached::Nothing, Reached::Half, Reached::All];
            crashes.extend(ways.map(|reached| (seat, write, reached)));
        }
    }
    assert!(crashes.len() > 150, "{}", crashes.len());
    for crash in sample(crashes, 25, 8) {
        let table = played(Some(crash));
        assert!(table.crash.is_none(), "{crash:?} came");
        for seat in table.places() {
            let session = table.session(seat);
            assert!(session.is_closed(), "{crash:?}: {seat} {session:?}");
            assert_eq!(table.disks[seat.index()].public, table.disks[0].public);
        }
        assert_eq!(judged(&table).verdict, Verdict::Complete, "{crash:?}");
    }
}
