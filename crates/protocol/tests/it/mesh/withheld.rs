//! Seats that keep their word or their signature back while a table goes on, or write what nobody would sign.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use protocol::frame::Frame;
use protocol::testing::{Reached, random_orders};
use protocol::{Agreement, ProposeError, Standing, WhyGone};

use super::going_on::*;
use super::*;

#[test]
fn row_42_bad_seats_that_keep_their_signatures_back_cost_a_try_each() {
    for bad in [1_u8, 2, 6] {
        let what = format!("{bad} of 8");
        let mut table = Table::<8>::under_way(four_sides(8), &full(8), SEED);
        table
            .with(Seat(7), |session, now| session.resign(now))
            .expect("alive")
            .expect("playing");
        table.run();
        // the first keeps back its first signature, the second its second, and so on: the dearest way
        let cheats: Vec<Seat> = (0..bad).map(|seat| Seat(6 - seat)).collect();
        let order = cheats.clone();
        table.bend = Some(Box::new(move |from, _, frame| {
            let Ok(Frame::Genesis(genesis)) = Frame::from_bytes(&frame) else {
                return vec![frame];
            };
            match order.contains(&from) && genesis.seat == from {
                true => Vec::new(),
                false => vec![frame],
            }
        }));
        let mut gone = vec![Seat(7)];
        let mut left: Vec<Seat> = cheats.clone();
        for _ in 0..=bad {
            let players = but(&table, &gone);
            for seat in &players {
                for cheat in &gone {
                    let _said = table.agree_without(*seat, &[*cheat]);
                }
            }
            table.run();
            table.wait(Duration::from_secs(12));
            if let Some(next) = left.pop() {
                gone.push(next);
                gone.sort_unstable();
            }
        }
        let honest = but(&table, &gone);
        assert_went_on(&table, &gone, &what);
        let start = table
            .session(honest[0])
            .manifest()
            .and_then(|it| it.start.clone());
        let number = start.expect("a continuation").number;
        assert!(number <= bad + 1, "{what}: {number} tries");
        assert_unhurt(&table, &cheats, &what);
    }
}

#[test]
fn row_45_and_66_a_late_signature_completes_no_try_that_was_left() {
    let cheat = Seat(3);
    let cases = (0..3).flat_map(|of| [0, 5, 25, 45, 100].map(|delay| (of, delay)));
    for (released, delay) in sample(cases.collect(), 3, 1) {
        let what = format!("try {released} after {delay} s more");
        let (mut table, _) = at_seat_2();
        let kept = keeps_back(&mut table, cheat);
        table
            .with(Seat(2), |session, now| session.resign(now))
            .expect("alive")
            .expect("playing");
        table.run();
        go_on(&mut table, &[Seat(2)], &what);
        let rest = [Seat(0), Seat(1)];
        let mut waited = 0;
        while kept.borrow().len() <= released && waited < 600 {
            table.wait(Duration::from_secs(1));
            waited += 1;
        }
        assert!(
            kept.borrow().len() > released,
            "{what}: {} tries",
            kept.borrow().len()
        );
        table.wait(Duration::from_secs(delay));
        // whoever has signed a try signs nothing more in the old match, or a turn could be undone later
        for seat in rest {
            let session = table.session(seat);
            assert!(session.is_going_on(), "{what}: {seat}");
            assert_eq!(session.gone(), [], "{what}: {seat}");
            // and its player sees for whose signature everybody waits
            let waits = Agreement {
                agreed: rest.to_vec(),
                missing: vec![cheat],
                is_signed: true,
            };
            assert_eq!(session.agreement(), Some(waits), "{what}: {seat}");
        }
        let frame = kept.borrow()[released].clone();
        let _told = table.speak(cheat, Seat(0), &frame);
        table.run();
        table.wait(Duration::from_secs(5));
        // all or nobody
        let sid = table.session(Seat(0)).sid();
        assert_eq!(table.session(Seat(1)).sid(), sid, "{what}");
        // and in the end the last one counts
        table.bend = None;
        for frame in kept.borrow().clone() {
            let _told = table.speak(cheat, Seat(1), &frame);
        }
        table.run();
        table.wait(Duration::from_secs(60));
        let sid = table.session(Seat(0)).sid();
        assert_eq!(table.session(Seat(1)).sid(), sid, "{what}");
        assert_eq!(table.session(Seat(0)).gone().len(), 1, "{what}");
        assert_unhurt(&table, &[cheat], &what);
    }
}

#[test]
fn row_66_who_has_signed_a_try_plays_no_more_in_the_old_match() {
    for cheat in [Seat(0), Seat(1), Seat(3)] {
        let (mut table, mut dice) = at_seat_2();
        // seat 2 plays, so that the one after it is to move when another resigns
        assert!(table.play_one(&mut dice));
        let mover = table.to_decide().expect("under way");
        let kept = keeps_back(&mut table, cheat);
        let leaver = but(&table, &[mover, cheat])[0];
        table
            .with(leaver, |session, now| session.resign(now))
            .expect("alive")
            .expect("playing");
        table.run();
        go_on(&mut table, &[leaver], "resigned");
        if mover != cheat {
            assert_eq!(table.to_decide(), None, "{cheat}");
            let position = table.session(mover).position().expect("a match").clone();
            let side = table.session(mover).side_of(mover).expect("seated");
            let orders = random_orders(&position, side, &mut dice);
            let refused = table.with(mover, |session, now| session.propose(now, &orders));
            assert_eq!(refused, Some(Err(ProposeError::GoingOn)), "{cheat}");
        }
        table.bend = None;
        for frame in kept.borrow().clone() {
            for seat in but(&table, &[cheat]) {
                let _told = table.speak(cheat, seat, &frame);
            }
        }
        table.run();
        table.wait(Duration::from_secs(2));
        assert_went_on(&table, &[leaver], "released");
        // nothing of the turn is lost
        assert_eq!(table.to_decide(), Some(mover));
        table.play_out(&mut dice);
        assert_unhurt(&table, &[cheat], "at the end");
    }
}

#[test]
fn row_61_and_63_nobody_signs_a_try_that_begins_before_what_all_have_built_upon() {
    let (mut table, _) = at_seat_2();
    let cheat = Seat(0);
    // the lowest writes: with an earlier base, or another position, or without another seat
    for change in 0..5 {
        let what = format!("change {change}");
        let chain = table.session(Seat(1)).match_file().expect("a match");
        let (entries, _) = read_public(&chain).expect("a match file");
        let roots = table
            .session(Seat(1))
            .history()
            .expect("a match")
            .steps()
            .len();
        assert!(roots >= 2 && entries.len() > 10, "{what}");
        let (mut other, _) = at_seat_2();
        other.bend = Some(Box::new(move |from, _, frame| {
            let Ok(Frame::Manifest(bytes)) = Frame::from_bytes(&frame) else {
                return vec![frame];
            };
            let mut manifest = Manifest::from_bytes(&bytes).expect("an honest one");
            let Some(start) = manifest.start.as_mut().filter(|_| from == cheat) else {
                return vec![frame];
            };
            match change {
                0 => (start.at, start.after) = (start.at - 1, start.after - 1),
                1 => start.after -= 1,
                2 => start.root = [7; 32],
                3 => start.gone[0].why = WhyGone::Silent,
                _ => start.written_ms += 1 << 40,
            }
            vec![Frame::Manifest(manifest.to_bytes()).to_bytes()]
        }));
        other
            .with(Seat(2), |session, now| session.resign(now))
            .expect("alive")
            .expect("playing");
        other.run();
        go_on(&mut other, &[Seat(2)], &what);
        for seat in [Seat(1), Seat(3)] {
            assert!(!other.session(seat).is_going_on(), "{what}: {seat}");
            assert!(other.former[seat.index()].is_empty(), "{what}: {seat}");
        }
        // the next one writes after ten seconds, and all sign that
        other.wait(Duration::from_secs(12));
        assert_went_on(&other, &[Seat(2)], &what);
        let start = other
            .session(Seat(1))
            .manifest()
            .and_then(|it| it.start.clone())
            .expect("a try");
        assert_eq!(start.number, 2, "{what}");
        table.pass(Duration::from_secs(1));
    }
}

#[test]
fn row_62_a_pledge_in_the_pocket_signs_nothing_once_the_old_match_was_played_on() {
    let mut movers = BTreeSet::new();
    for (turns, cheat) in (0..4).flat_map(|turns| (0..4).map(move |cheat| (turns, Seat(cheat)))) {
        let (mut table, mut dice) = at_seat_2();
        for _ in 0..turns {
            assert!(table.play_one(&mut dice));
        }
        let mover = table.to_decide().expect("under way");
        if mover == cheat {
            // it has everybody's word, and has signed
            continue;
        }
        movers.insert(mover);
        let what = format!("{mover} moves, {cheat} keeps its pledge");
        let kept = Rc::new(RefCell::new(Vec::new()));
        let all = Rc::clone(&kept);
        table.bend = Some(Box::new(move |from, _, frame| {
            match Frame::from_bytes(&frame) {
                Ok(Frame::Pledge(pledge)) if from == cheat && pledge.seat == cheat => {
                    all.borrow_mut().push(frame);
                    Vec::new()
                }
                _ => vec![frame],
            }
        }));
        let leaver = but(&table, &[mover, cheat])[0];
        table
            .with(leaver, |session, now| session.resign(now))
            .expect("alive")
            .expect("playing");
        table.run();
        go_on(&mut table, &[leaver], &what);
        // without everybody's word nobody is bound, and the match is played on
        assert!(!kept.borrow().is_empty(), "{what}");
        assert_eq!(table.to_decide(), Some(mover), "{what}");
        assert!(table.play_one(&mut dice), "{what}");
        let history = table.session(mover).history().expect("a match");
        let played = history.steps().last().expect("a turn").number;
        // now it comes: nobody signs what would undo that turn
        table.bend = None;
        for frame in kept.borrow().clone() {
            for seat in but(&table, &[cheat]) {
                let _told = table.speak(cheat, seat, &frame);
            }
        }
        table.run();
        table.wait(Duration::from_secs(25));
        assert_went_on(&table, &[leaver], &what);
        let start = table
            .session(mover)
            .manifest()
            .and_then(|it| it.start.clone())
            .expect("a try");
        assert!(start.after >= played, "{what}: the turn stands");
        assert_unhurt(&table, &[cheat], &what);
    }
    assert_eq!(movers.len(), 4, "every seat moves: {movers:?}");
}

/// Seat 3 keeps its signature of the try that the others sign, and seat 0 dies in its write of that number, counted from
/// before the try; with none it does not die. How many writes seat 0 has made, and the table.
fn signed_up_to(write: Option<usize>) -> (usize, Table<4>) {
    let (mut table, _) = at_seat_2();
    let _kept = keeps_back(&mut table, Seat(3));
    table
        .with(Seat(2), |session, now| session.resign(now))
        .expect("alive")
        .expect("playing");
    table.run();
    let before = table.disks[0].writes;
    if let Some(write) = write {
        table.crash = Some((Seat(0), before + write, Reached::All));
    }
    for seat in [Seat(0), Seat(1), Seat(3)] {
        let _agreed = table.agree_without(seat, &[Seat(2)]);
        table.run();
    }
    (table.disks[0].writes - before, table)
}

#[test]
fn row_64_a_copy_from_any_write_before_a_signature_is_strange_after_it() {
    let (writes, mut table) = signed_up_to(None);
    assert!(writes >= 3, "{writes}");
    assert!(table.session(Seat(0)).is_going_on());
    table.kill(Seat(0));
    table.run();
    assert_eq!(table.standing(Seat(0)), Standing::Own);
    let (whole, mark) = (table.disks[0].clone(), table.marks[0].clone());
    let mut strange = 0;
    for write in 0..=writes {
        let copy = match write {
            0 => {
                let (table, _) = at_seat_2();
                table.disks[0].clone()
            }
            write => signed_up_to(Some(write)).1.disks[0].clone(),
        };
        table.disks[0] = copy;
        table.marks[0].clone_from(&mark);
        let standing = table.standing(Seat(0));
        table.restart(Seat(0));
        let session = table.session(Seat(0));
        assert_eq!(session.standing(), standing, "{write}");
        match standing {
            Standing::Strange => {
                strange += 1;
                assert_eq!(table.to_decide(), None, "{write}");
            }
            // it has the signature, and goes on bound: it neither plays nor signs another of that number
            Standing::Own => {
                assert!(session.is_going_on(), "{write}");
                let taken_up = write == writes || table.disks[0].public == whole.public;
                assert!(taken_up, "{write}");
            }
        }
        table.kill(Seat(0));
        table.run();
    }
    assert!(0 < strange && strange <= writes, "{strange} of {writes}");
}
