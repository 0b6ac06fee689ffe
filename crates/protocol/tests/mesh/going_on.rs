//! A table goes on without seats that are gone: by the click of all who remain, from the last step that they hold alike.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Duration;

use protocol::codec::{decode_canonical, encode};
use protocol::file::PUBLIC_HEADER;
use protocol::frame::Frame;
use protocol::judge::{Verdict, judge, judge_matches};
use protocol::record::RevealBody;
use protocol::testing::{Puppet, Seeded, Table, fresh, random_orders};
use protocol::{Identity, Kind, LEFT, ProposeError, Seat, SessionEvent, Standing, WhyGone};

use super::*;

const MINUTES: Duration = Duration::from_secs(130);

/// The places but those.
fn but<const N: usize>(table: &Table<N>, gone: &[Seat]) -> Vec<Seat> {
    let mut rest = table.places();
    rest.retain(|seat| !gone.contains(seat));
    rest
}

/// Everybody who remains agrees to go on without those, and everything arrives.
fn go_on<const N: usize>(table: &mut Table<N>, gone: &[Seat], what: &str) {
    for seat in but(table, gone) {
        let agreed = table.agree_without(seat, gone);
        assert_eq!(agreed, Ok(()), "{what}: {seat}");
    }
    table.run();
}

/// Those play one match, in which the others are gone, and hold the same.
fn assert_went_on<const N: usize>(table: &Table<N>, gone: &[Seat], what: &str) {
    let rest = but(table, gone);
    let sid = table.session(rest[0]).sid();
    for seat in &rest {
        let session = table.session(*seat);
        assert_eq!(session.sid(), sid, "{what}: {seat}");
        let left: Vec<Seat> = session.gone().iter().map(|(seat, _)| *seat).collect();
        assert_eq!(left, gone, "{what}: {seat}");
        assert!(!table.former[seat.index()].is_empty(), "{what}: {seat}");
        assert_eq!(session.fault(), None, "{what}: {seat}");
    }
    assert_same(table, &rest, what);
}

/// All matches of all seats, judged together.
fn judged_line<const N: usize>(table: &Table<N>) -> Vec<Report> {
    let mut matches: Vec<(Option<[u8; 32]>, Vec<Vec<u8>>)> = Vec::new();
    for seat in table.places() {
        for file in table.all_files(seat) {
            let sid = read_public(&file)
                .ok()
                .and_then(|(entries, _)| match entries.first() {
                    Some(Entry::Manifest(manifest)) => Some(manifest.sid()),
                    _ => None,
                });
            match matches.iter_mut().find(|(known, _)| *known == sid) {
                Some((_, files)) => files.push(file),
                None => matches.push((sid, vec![file])),
            }
        }
    }
    let files: Vec<Vec<&[u8]>> = matches
        .iter()
        .map(|(_, files)| files.iter().map(Vec::as_slice).collect())
        .collect();
    judge_matches(&files)
}

/// Nobody honest is convicted, alone or together.
fn assert_unhurt<const N: usize>(table: &Table<N>, cheats: &[Seat], what: &str) {
    for report in judged_line(table) {
        let proved = report
            .findings
            .iter()
            .filter(|found| found.verdict == Verdict::Proved);
        let mut honest = proved.filter(|found| !cheats.contains(&found.seat));
        assert_eq!(honest.next(), None, "{what}");
    }
}

#[test]
fn a_silent_seat_is_left_out_by_the_click_of_all_after_two_minutes() {
    let mut table = Table::<4>::under_way(four_sides(4), &full(4), SEED);
    let mut dice = Seeded(4);
    while table.to_decide() != Some(Seat(2)) {
        assert!(table.play_one(&mut dice));
    }
    let refused = table.agree_without(Seat(0), &[Seat(2)]);
    assert_eq!(refused, Err(ProposeError::PlaysOn), "it is here");
    table.kill(Seat(2));
    table.run();
    table.wait(Duration::from_secs(60));
    let refused = table.agree_without(Seat(0), &[Seat(2)]);
    assert_eq!(
        refused,
        Err(ProposeError::PlaysOn),
        "a minute is not enough"
    );
    table.wait(Duration::from_secs(70));
    let told = SessionEvent::MayGoOn {
        without: Seat(2),
        why: WhyGone::Silent,
    };
    assert!(table.events[0].contains(&told));
    // two of three is nothing
    table.agree_without(Seat(0), &[Seat(2)]).expect("silent");
    table.agree_without(Seat(1), &[Seat(2)]).expect("silent");
    table.run();
    table.wait(Duration::from_secs(40));
    let leavers = table.session(Seat(3)).leavers(table.now);
    assert_eq!(leavers.len(), 1);
    assert_eq!(leavers[0].agreed, [Seat(0), Seat(1)]);
    assert_eq!(leavers[0].missing, [Seat(3)]);
    assert!(table.former.iter().all(Vec::is_empty));
    table.agree_without(Seat(3), &[Seat(2)]).expect("silent");
    table.run();
    assert_went_on(&table, &[Seat(2)], "three of three");
    // the side stands still, and the game goes on to its end
    table.play_out(&mut dice);
    for seat in but(&table, &[Seat(2)]) {
        assert!(table.session(seat).is_closed(), "{:?}", table.session(seat));
    }
    assert_unhurt(&table, &[], "at the end");
    let reports = judged_line(&table);
    assert_eq!(reports[0].verdict, Verdict::Claimed, "{:?}", reports[0]);
    assert_eq!(reports[0].seat, Some(Seat(2)), "nobody can prove silence");
    assert_eq!(reports[0].went_on[0].without, [(Seat(2), WhyGone::Silent)]);
    assert_eq!(reports[1].verdict, Verdict::Complete, "{:?}", reports[1]);
    // and back: the old match is where it was, and the others play another one
    table.restart(Seat(2));
    for seat in but(&table, &[Seat(2)]) {
        table.link(seat.min(Seat(2)), seat.max(Seat(2)));
    }
    table.run();
    let left_out = |event: &SessionEvent| matches!(event, SessionEvent::LeftOut { .. });
    assert!(
        table.events[2].iter().any(left_out),
        "{:?}",
        table.closes[2]
    );
    assert_unhurt(&table, &[], "he is back");
}

/// Four sides in mid-game, seat 2 to move.
fn at_seat_2() -> (Table<4>, Seeded) {
    let mut table = Table::<4>::under_way(four_sides(4), &full(4), SEED);
    let mut dice = Seeded(4);
    while table.to_decide() != Some(Seat(2)) {
        assert!(table.play_one(&mut dice));
    }
    (table, dice)
}

#[test]
fn who_resigns_is_left_out_at_once_and_by_an_answer_given_ahead_without_a_click() {
    let (mut table, mut dice) = at_seat_2();
    for seat in [Seat(0), Seat(1)] {
        let ahead = fresh(seat.0, 100);
        table.with(seat, |session, now| session.go_on_ahead(now, Some(ahead)));
    }
    table
        .with(Seat(2), |session, now| session.resign(now))
        .expect("alive")
        .expect("playing");
    table.run();
    let again = table.with(Seat(2), |session, now| session.resign(now));
    assert_eq!(again, Some(Err(ProposeError::Resigned)));
    let leavers = table.session(Seat(3)).leavers(table.now);
    assert_eq!(
        (leavers[0].seat, leavers[0].why),
        (Seat(2), WhyGone::Resigned)
    );
    assert_eq!(leavers[0].agreed, [Seat(0), Seat(1)]);
    assert!(
        table.former.iter().all(Vec::is_empty),
        "the third has not clicked"
    );
    table.agree_without(Seat(3), &[Seat(2)]).expect("resigned");
    table.run();
    assert_went_on(&table, &[Seat(2)], "resigned");
    table.play_out(&mut dice);
    let reports = judged_line(&table);
    assert_eq!(reports[0].verdict, Verdict::Continued, "{:?}", reports[0]);
    assert_eq!(reports[1].verdict, Verdict::Complete, "{:?}", reports[1]);
}

#[test]
fn a_convicted_seat_is_left_out_and_the_table_goes_on_from_where_it_stood() {
    let (mut table, mut dice) = at_seat_2();
    // another record of the step before, which all hold
    let mut second = table
        .session(Seat(0))
        .match_file()
        .and_then(|file| {
            let (entries, _) = read_public(&file).ok()?;
            entries.into_iter().rev().find_map(|entry| match entry {
                Entry::Record(record) if record.seat == Seat(2) => Some(record),
                _ => None,
            })
        })
        .expect("it has signed");
    second.sent_ms += 1;
    let second = second.signed(&table.match_key(Seat(2)));
    let frame = protocol::frame::Frame::Record(Box::new(second)).to_bytes();
    let _told = table.speak(Seat(2), Seat(0), &frame);
    table.run();
    let rest = [Seat(0), Seat(1), Seat(3)];
    for seat in rest {
        let leavers = table.session(seat).leavers(table.now);
        assert_eq!(
            (leavers[0].seat, leavers[0].why),
            (Seat(2), WhyGone::Convicted)
        );
    }
    assert_eq!(judged(&table).verdict, Verdict::Proved);
    go_on(&mut table, &[Seat(2)], "convicted");
    assert_went_on(&table, &[Seat(2)], "convicted");
    table.play_out(&mut dice);
    let reports = judged_line(&table);
    // the finding stays, and nobody plays on with the convicted
    assert_eq!(reports[0].verdict, Verdict::Continued, "{:?}", reports[0]);
    assert_eq!(reports[0].findings[0].verdict, Verdict::Proved);
    assert_eq!(reports[1].verdict, Verdict::Complete, "{:?}", reports[1]);
    assert_eq!(reports[1].findings, []);
}

#[test]
fn a_silent_seat_that_is_heard_again_plays_on_and_nothing_is_lost() {
    let (mut table, mut dice) = at_seat_2();
    table.kill(Seat(2));
    table.run();
    table.wait(MINUTES);
    for seat in [Seat(0), Seat(1)] {
        table.agree_without(seat, &[Seat(2)]).expect("silent");
    }
    table.run();
    table.restart(Seat(2));
    table.link(Seat(1), Seat(2));
    table.run();
    table.wait(Duration::from_secs(2));
    assert!(table.events[0].contains(&SessionEvent::GoOnLapsed(Seat(2))));
    let refused = table.agree_without(Seat(3), &[Seat(2)]);
    assert_eq!(refused, Err(ProposeError::PlaysOn));
    table.play_out(&mut dice);
    assert_eq!(judged(&table).verdict, Verdict::Complete);
    assert!(table.former.iter().all(Vec::is_empty));
}

/// The frames of a seat's own signatures under a new match, kept back.
fn keeps_back<const N: usize>(table: &mut Table<N>, cheat: Seat) -> Rc<RefCell<Vec<Vec<u8>>>> {
    let kept = Rc::new(RefCell::new(Vec::new()));
    let all = Rc::clone(&kept);
    table.bend = Some(Box::new(move |from, _, frame| {
        let is_own = matches!(Frame::from_bytes(&frame), Ok(Frame::Genesis(genesis)) if genesis.seat == cheat);
        if from == cheat && is_own {
            let mut all = all.borrow_mut();
            if !all.contains(&frame) {
                all.push(frame);
            }
            return Vec::new();
        }
        vec![frame]
    }));
    kept
}

/// All who still play agree to leave out whoever may be left out.
fn leave_out_all<const N: usize>(table: &mut Table<N>, players: &[Seat]) {
    for seat in players {
        let leavers = table.session(*seat).leavers(table.now);
        let gone: Vec<Seat> = leavers.iter().map(|leaver| leaver.seat).collect();
        let _over_meanwhile = table.agree_without(*seat, &gone);
    }
    table.run();
}

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

/// Every copy by itself, and all in some orders.
fn assert_nobody_proved(files: &[Vec<u8>], what: &str) {
    let mut orders: Vec<Vec<&[u8]>> = files.iter().map(|file| vec![file.as_slice()]).collect();
    let all: Vec<&[u8]> = files.iter().map(Vec::as_slice).collect();
    orders.push(all.iter().rev().copied().collect());
    orders.push(all);
    for files in orders {
        let report = judge(&files);
        let mut proved = report
            .findings
            .iter()
            .filter(|found| found.verdict == Verdict::Proved);
        assert_eq!(proved.next(), None, "{what}");
    }
}

#[test]
fn row_43_a_majority_that_walks_off_cannot_be_prevented_and_the_files_show_who_signed() {
    for few in [vec![5], vec![1, 4, 6], vec![0, 2, 5, 7]] {
        let what = format!("without {few:?}");
        let mut table = Table::<8>::under_way(four_sides(8), &full(8), SEED);
        let mut dice = Seeded(7);
        for _ in 0..3 {
            assert!(table.play_one(&mut dice));
        }
        let few: Vec<Seat> = few.into_iter().map(Seat).collect();
        let many = but(&table, &few);
        for a in &few {
            for b in &many {
                table.cut(*a, *b);
            }
        }
        // each side of the cut plays as far as it can, and then goes on without the other
        table.play_out(&mut dice);
        table.wait(MINUTES);
        table.play_out(&mut dice);
        table.wait(MINUTES);
        let mut went_on = 0;
        for side in [&many, &few] {
            leave_out_all(&mut table, side);
            table.wait(Duration::from_secs(2));
            went_on += usize::from(!table.former[side[0].index()].is_empty());
        }
        assert!(went_on > 0, "{what}");
        table.play_out(&mut dice);
        for (at, report) in judged_line(&table).iter().enumerate() {
            for found in &report.findings {
                assert_ne!(found.verdict, Verdict::Proved, "{what}: {at} {found:?}");
            }
            assert_ne!(
                report.verdict,
                Verdict::Inconsistent,
                "{what}: {}",
                report.why
            );
        }
        let first = &judged_line(&table)[0];
        assert_eq!(first.went_on.len(), went_on, "{what}");
        for went in &first.went_on {
            assert!(
                went.signers == many || went.signers == few,
                "{what}: {went:?}"
            );
        }
        let files: Vec<Vec<u8>> = table
            .places()
            .into_iter()
            .map(|seat| table.all_files(seat).remove(0))
            .collect();
        assert_nobody_proved(&files, &what);
    }
}

#[test]
fn row_44_a_team_that_drops_the_enemy_has_no_more_than_its_own_claim() {
    let mut table = Table::<4>::under_way(rounds(4), &full(4), SEED);
    let mut dice = Seeded(7);
    assert!(table.play_one(&mut dice));
    let teams = [vec![Seat(0), Seat(2)], vec![Seat(1), Seat(3)]];
    for a in &teams[0] {
        for b in &teams[1] {
            table.cut(*a, *b);
        }
    }
    table.play_out(&mut dice);
    table.wait(MINUTES);
    let mut claims = 0;
    for team in &teams {
        leave_out_all(&mut table, team);
        table.wait(Duration::from_secs(2));
        if table.former[team[0].index()].is_empty() {
            continue;
        }
        claims += 1;
        for seat in team {
            let session = table.session(*seat);
            let outcome = session.outcome().expect("nobody else is left");
            assert_eq!(outcome.word(), LEFT);
            assert!(session.is_closed(), "{session:?}");
        }
    }
    assert!(claims > 0);
    let reports = judged_line(&table);
    assert!(reports.len() > claims);
    for report in reports {
        assert!(
            matches!(report.verdict, Verdict::Claimed | Verdict::Open),
            "{}: {}",
            report.verdict,
            report.why
        );
        let mut proved = report
            .findings
            .iter()
            .filter(|found| found.verdict == Verdict::Proved);
        assert_eq!(proved.next(), None);
    }
    // alone as well
    for seat in table.places() {
        for file in table.all_files(seat) {
            let verdict = judge(&[&file]).verdict;
            assert!(
                matches!(verdict, Verdict::Claimed | Verdict::Open),
                "{seat}: {verdict}"
            );
        }
    }
}

/// A table of four whose seat 2 is gone once its program has sent that many frames, while seat 3 has resigned and the
/// others go on without it; how many frames it has sent since.
fn left_while_going_on(sends: usize) -> (Table<4>, usize) {
    let (mut table, _) = at_seat_2();
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
    table
        .with(Seat(3), |session, now| session.resign(now))
        .expect("alive")
        .expect("playing");
    table.run();
    for seat in [Seat(0), Seat(1), Seat(2)] {
        let _gone = table.agree_without(seat, &[Seat(3)]);
    }
    table.run();
    (table, sent.get())
}

#[test]
fn row_41_whoever_leaves_while_the_others_go_on_costs_them_no_more_than_another_click() {
    let (_, all) = left_while_going_on(usize::MAX - 1);
    assert!(all > 10, "{all}");
    for sends in some((0..=all).collect(), 10) {
        let what = format!("after {sends} of {all}");
        let (mut table, _) = left_while_going_on(sends);
        table.kill(Seat(2));
        table.run();
        table.wait(Duration::from_secs(200));
        let rest = [Seat(0), Seat(1)];
        for _ in 0..2 {
            leave_out_all(&mut table, &rest);
            table.wait(Duration::from_secs(20));
        }
        // with one gone before the new match began it is left out as well, with one gone after it by one more
        let sid = table.session(Seat(0)).sid();
        assert_eq!(table.session(Seat(1)).sid(), sid, "{what}");
        let gone = table.session(Seat(0)).gone();
        let gone: Vec<Seat> = gone.into_iter().map(|(seat, _)| seat).collect();
        assert!(
            gone.contains(&Seat(3)),
            "{what}: {gone:?} {:?}",
            table.session(Seat(0))
        );
        table.play_out(&mut Seeded(8));
        // if it is awaited only now
        table.wait(MINUTES);
        leave_out_all(&mut table, &rest);
        table.wait(Duration::from_secs(20));
        table.play_out(&mut Seeded(8));
        for seat in rest {
            let session = table.session(seat);
            assert!(
                session.is_closed(),
                "{what}: {session:?} {:?}",
                session.waiting()
            );
        }
        assert_same(&table, &rest, &what);
        assert_unhurt(&table, &[], &what);
    }
}

#[test]
fn row_41_and_59_whoever_leaves_at_any_moment_is_left_out_and_all_know_the_same_fate() {
    let played = |sends: usize| {
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
    };
    let (_, all) = played(usize::MAX - 1);
    assert!(all > 30, "{all}");
    for sends in some((0..all).collect(), 12) {
        let what = format!("after {sends} of {all}");
        let (mut table, _) = played(sends);
        table.kill(Seat(2));
        table.run();
        let rest = [Seat(0), Seat(1), Seat(3)];
        table.play_out(&mut Seeded(8));
        if rest
            .iter()
            .all(|seat| table.session(*seat).outcome().is_some())
        {
            // over before anybody missed it: decided, and not closed by all
            continue;
        }
        table.wait(MINUTES);
        leave_out_all(&mut table, &rest);
        table.wait(Duration::from_secs(2));
        assert_went_on(&table, &[Seat(2)], &what);
        table.play_out(&mut Seeded(9));
        for seat in rest {
            let session = table.session(seat);
            assert!(
                session.is_closed(),
                "{what}: {session:?} {:?}",
                session.waiting()
            );
        }
        assert_same(&table, &rest, &what);
        assert_unhurt(&table, &[], &what);
        let newest = judged_line(&table).pop().expect("two matches");
        assert_eq!(newest.verdict, Verdict::Complete, "{what}: {}", newest.why);
    }
}

#[test]
fn row_46_and_65_what_is_signed_in_the_old_match_says_nothing_in_the_new_one() {
    let (mut table, mut dice) = at_seat_2();
    // an offer of a draw of each lies in the old match
    for seat in table.places() {
        table.with(seat, |session, now| session.offer_draw(now));
    }
    table.run();
    let puppet = Puppet::among(Seat(2), &table);
    table
        .with(Seat(3), |session, now| session.resign(now))
        .expect("alive")
        .expect("playing");
    table.run();
    go_on(&mut table, &[Seat(3)], "resigned");
    assert_went_on(&table, &[Seat(3)], "resigned");
    table.play_out(&mut dice);
    let clean = judged_line(&table);
    assert_eq!(clean[1].verdict, Verdict::Complete);
    // the seat that was to decide takes the draw now, and signs this and that besides
    let mut late = table.all_files(Seat(0)).remove(0);
    for kind in [Kind::Agree, Kind::Orders, Kind::Close, Kind::Confirm] {
        late.extend(Entry::Record(puppet.record(kind, vec![1, 2, 3])).to_bytes());
    }
    let new = table.all_files(Seat(0)).remove(1);
    // the records of either match in the file of the other
    let mut mixed = new.clone();
    let (entries, _) = read_public(&late).expect("a match file");
    for entry in entries
        .iter()
        .filter(|it| matches!(it, Entry::Record(_) | Entry::Note(_)))
    {
        mixed.extend(entry.to_bytes());
    }
    for files in [[&late[..], &new[..]], [&late[..], &mixed[..]]] {
        let matches: Vec<Vec<&[u8]>> = files.iter().map(|file| vec![*file]).collect();
        let reports = judge_matches(&matches);
        assert_eq!(reports[1].result, clean[1].result);
        for found in reports.iter().flat_map(|report| &report.findings) {
            assert!(
                found.verdict != Verdict::Proved || found.seat == Seat(2),
                "nobody but the one who signed on: {found:?}"
            );
        }
        let newest = &reports[1];
        let proved = newest
            .findings
            .iter()
            .filter(|found| found.verdict == Verdict::Proved);
        assert_eq!(
            proved.count(),
            usize::from(newest.verdict == Verdict::Proved)
        );
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
        assert!(roots > 2 && entries.len() > 10, "{what}");
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

/// Every kind of step of a secret round: who sees the others' opened choices and leaves gets no second choice, and neither
/// does a mate.
#[test]
fn row_47_and_60_a_choice_that_was_sealed_is_opened_and_nobody_chooses_again() {
    let mut carried = 0;
    for cheat in (0..4).map(Seat) {
        let what = format!("{cheat}");
        let mut table = Table::<4>::under_way(rounds(4), &full(4), SEED);
        let held = Rc::new(Cell::new(false));
        let holds = Rc::clone(&held);
        table.bend = Some(Box::new(move |from, _, frame| {
            match Frame::from_bytes(&frame) {
                Ok(Frame::Record(record))
                    if (from, record.seat) == (cheat, cheat)
                        && record.kind == Kind::Reveal
                        && record.step > 4 =>
                {
                    holds.set(true);
                    Vec::new()
                }
                _ if from == cheat && holds.get() => Vec::new(),
                _ => vec![frame],
            }
        }));
        let mut dice = Seeded(6);
        while !held.get() && table.play_one(&mut dice) {
            table.pass(Duration::from_millis(300));
        }
        if !held.get() {
            continue;
        }
        table.kill(cheat);
        table.run();
        table.wait(MINUTES);
        let rest = but(&table, &[cheat]);
        leave_out_all(&mut table, &rest);
        assert_went_on(&table, &[cheat], &what);
        let start = table
            .session(rest[0])
            .manifest()
            .and_then(|it| it.start.clone())
            .expect("a try");
        let Some(sealed) = start.carried else {
            // nobody but the one who is gone had opened anything
            continue;
        };
        carried += 1;
        table.run();
        let (entries, _) = read_public(&file(&table, rest[0])).expect("a match file");
        let records: Vec<_> = entries
            .iter()
            .filter_map(|entry| match entry {
                Entry::Record(record) => Some(record),
                _ => None,
            })
            .collect();
        let opened: Vec<Seat> = records
            .iter()
            .filter(|it| it.step == 1)
            .map(|it| it.seat)
            .collect();
        let sealed: Vec<Seat> = sealed.seats.iter().map(|(seat, _)| *seat).collect();
        assert_eq!(opened, sealed, "{what}");
        assert!(
            records
                .iter()
                .all(|it| it.step != 1 || it.kind == Kind::Reveal),
            "{what}"
        );
        // one that opens something else is convicted, whoever it is
        let mut other = records[0].clone();
        let body: RevealBody = decode_canonical(&other.body).expect("openings");
        let mut openings = body.0;
        let last = openings[0].payload.len() - 1;
        openings[0].payload[last] ^= 1;
        other.body = encode(&RevealBody(openings));
        let key = Identity::from_seed(fresh(other.seat.0, 100).session_seed);
        let head: Vec<Entry> = entries
            .iter()
            .filter(|it| !matches!(it, Entry::Record(_) | Entry::Note(_)))
            .cloned()
            .collect();
        let forged: Vec<u8> = head
            .iter()
            .chain([&Entry::Record(other.signed(&key))])
            .flat_map(Entry::to_bytes)
            .collect();
        let forged = [PUBLIC_HEADER.as_slice(), &forged].concat();
        let report = judge(&[&forged]);
        assert_eq!(
            (report.verdict, report.kind),
            (Verdict::Proved, Some("wrong-opening")),
            "{what}: {}",
            report.why
        );
        table.play_out(&mut Seeded(9));
        for seat in &rest {
            assert!(
                table.session(*seat).is_closed(),
                "{what}: {:?}",
                table.session(*seat)
            );
        }
        assert_unhurt(&table, &[], &what);
    }
    assert!(carried > 0);
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
