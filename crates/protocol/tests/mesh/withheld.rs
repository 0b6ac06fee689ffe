//! Seats that keep their word or their signature back while a table goes on, or write what nobody would sign.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use protocol::frame::Frame;
use protocol::testing::random_orders;
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
    for (released, delay) in (0..3).flat_map(|of| [0, 5, 25, 45, 100].map(|delay| (of, delay))) {
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
    for cheat in [Seat(0), Seat(1), Seat(3)] {
        let what = format!("{cheat}");
        let (mut table, mut dice) = at_seat_2();
        assert!(table.play_one(&mut dice));
        let mover = table.to_decide().expect("under way");
        if mover == cheat {
            // it has everybody's word, and has signed
            continue;
        }
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
}

#[test]
fn row_64_files_from_before_a_signature_are_strange_after_it() {
    let (mut table, _) = at_seat_2();
    let cheat = Seat(3);
    let _kept = keeps_back(&mut table, cheat);
    table
        .with(Seat(2), |session, now| session.resign(now))
        .expect("alive")
        .expect("playing");
    table.run();
    table.agree_without(Seat(0), &[Seat(2)]).expect("resigned");
    table.run();
    let copy = table.disks[0].clone();
    for seat in [Seat(1), Seat(3)] {
        table.agree_without(seat, &[Seat(2)]).expect("resigned");
    }
    table.run();
    assert!(table.session(Seat(0)).is_going_on());
    table.kill(Seat(0));
    table.run();
    assert_eq!(table.standing(Seat(0)), Standing::Own);
    // the run that signed goes on bound: it neither plays nor signs another of that number
    table.restart(Seat(0));
    assert!(table.session(Seat(0)).is_going_on());
    table.kill(Seat(0));
    table.disks[0] = copy;
    assert_eq!(table.standing(Seat(0)), Standing::Strange);
    table.restart(Seat(0));
    assert_eq!(table.session(Seat(0)).standing(), Standing::Strange);
    assert_eq!(table.to_decide(), None);
}
