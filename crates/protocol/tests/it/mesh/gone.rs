//! Leavers at every moment, tables that split, and what is signed in the old match after the others have gone on.

use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

use protocol::codec::{decode_canonical, encode};
use protocol::file::PUBLIC_HEADER;
use protocol::frame::Frame;
use protocol::judge::judge_matches;
use protocol::record::RevealBody;
use protocol::testing::{Puppet, Seeded, fresh};
use protocol::{Identity, Kind, LEFT};

use super::going_on::*;
use super::*;

/// Every order of those copies.
fn orders<'a>(files: &[&'a [u8]]) -> Vec<Vec<&'a [u8]>> {
    let Some((last, before)) = files.split_last() else {
        return vec![Vec::new()];
    };
    let mut all = Vec::new();
    for order in orders(before) {
        for place in 0..=order.len() {
            let mut longer = order.clone();
            longer.insert(place, *last);
            all.push(longer);
        }
    }
    all
}

/// Every copy by itself, every two in both orders, and orders of all different ones: copies of the same bytes are one.
fn assert_nobody_proved(files: &[Vec<u8>], what: &str) {
    let different: BTreeSet<&[u8]> = files.iter().map(Vec::as_slice).collect();
    let different: Vec<&[u8]> = different.into_iter().collect();
    let all = orders(&different);
    // eight files have 40,320 orders: some hours
    let most = deep(6, 24, 720);
    let one_in = all.len().div_ceil(most);
    let all = all.into_iter().step_by(one_in);
    let alone = different.iter().map(|file| vec![*file]);
    let two = different.iter().flat_map(|first| {
        let others = different.iter().filter(move |second| first != *second);
        others.map(|second| vec![*first, *second])
    });
    for files in alone.chain(two).chain(all) {
        let report = judge(&files);
        let mut proved = report
            .findings
            .iter()
            .filter(|found| found.verdict == Verdict::Proved);
        assert_eq!(proved.next(), None, "{what}");
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
fn row_43_a_majority_that_walks_off_cannot_be_prevented_and_the_files_show_who_signed() {
    for few in sample(vec![vec![5], vec![1, 4, 6], vec![0, 2, 5, 7]], 3, 1) {
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

#[test]
fn row_41_whoever_leaves_while_the_others_go_on_costs_them_no_more_than_another_click() {
    let (_, all) = left_while_going_on(usize::MAX - 1);
    assert!(all > 10, "{all}");
    for sends in sample((0..=all).collect(), 25, 10) {
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
    for sends in sample((0..all).collect(), 24, 12) {
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
fn row_46_records_of_either_match_in_the_file_of_the_other_say_nothing_there() {
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
