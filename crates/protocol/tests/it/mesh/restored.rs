//! Seats that come back with less than they have signed, and others that hide what was played: nobody honest is convicted,
//! no new match begins before what an honest signer has built upon, and nothing of it depends on where a program died.

use std::time::Duration;

use protocol::frame::Frame;
use protocol::testing::{Seeded, random_orders, table};
use protocol::{ContinueTerms, ContinueWish, ProposeError, RoundTerms, SessionEvent, Standing};

use super::copies::*;
use super::going_on::*;
use super::together::*;
use super::*;

/// Those seats' programs show and pass on no record and no note of a step from that one on, and say that they hold none.
fn hide(table: &mut Table<4>, liars: &[Seat], victim: Seat, from: u64) {
    let liars = liars.to_vec();
    let keys: Vec<_> = table
        .places()
        .iter()
        .map(|seat| table.match_key(*seat))
        .collect();
    let roots: std::collections::BTreeMap<u64, [u8; 32]> = {
        let (entries, _) = read_public(&table.disks[0].public).expect("a match file");
        let records = entries.into_iter().filter_map(|entry| match entry {
            Entry::Record(record) => Some((record.step, record.prev)),
            _ => None,
        });
        records.collect()
    };
    let last = std::collections::BTreeMap::from_iter((0..4_u8).map(|seat| {
        let (entries, _) = read_public(&table.disks[0].public).expect("a match file");
        let record = entries.into_iter().rev().find_map(|entry| match entry {
            Entry::Record(record) if record.seat == Seat(seat) && record.step < from => {
                Some(record)
            }
            _ => None,
        });
        (seat, record.map(|record| (record.step, record.id())))
    }));
    table.bend = Some(Box::new(move |sender, to, frame| {
        if to != victim || !liars.contains(&sender) {
            return vec![frame];
        }
        match Frame::from_bytes(&frame) {
            Ok(Frame::Record(record)) if record.step >= from => Vec::new(),
            Ok(Frame::Note(_)) => Vec::new(),
            Ok(Frame::Head(mut head)) if liars.contains(&head.seat) && head.step + 1 >= from => {
                head.step = from - 1;
                head.root = roots.get(&from).copied().unwrap_or(head.root);
                for (seat, held) in (0_u8..).zip(&mut head.held) {
                    let (step, id) = last[&seat].unwrap_or((0, [0; 32]));
                    (held.step, held.id) = (step, id);
                    (held.notes, held.note) = (0, [0; 32]);
                }
                vec![Frame::Head(head.clone().signed(&keys[head.seat.index()])).to_bytes()]
            }
            // the HEADs of honest seats say more
            Ok(Frame::Head(head)) if !liars.contains(&head.seat) => Vec::new(),
            _ => vec![frame],
        }
    }));
}

#[test]
fn row_63_who_hides_turns_from_a_restored_seat_gets_no_earlier_base_and_convicts_nobody() {
    let victim = Seat(0);
    let mut cases = Vec::new();
    for turns in 1..=10 {
        for liars in [1, 2, 3] {
            // with the honest ones in reach, or only by way of the liars
            cases.extend([false, true].map(|is_cut| (turns, liars, is_cut)));
        }
    }
    for (turns, liars, is_cut) in sample(cases, 13, 7) {
        let liars: Vec<Seat> = (1..=liars).map(Seat).collect();
        let what = format!("{turns} turns, {liars:?}, cut {is_cut}");
        let longer = table(&offer("tourney-4", Some(40)), 4, SEED);
        let mut table = Table::<4>::under_way(longer, &full(4), SEED);
        let mut dice = Seeded(4);
        for _ in 0..3 {
            assert!(table.play_one(&mut dice));
        }
        let older = table.disks[0].clone();
        let (entries, _) = read_public(&older.public).expect("a match file");
        let from = entries.iter().map(|entry| match entry {
            Entry::Record(record) => record.step,
            _ => 0,
        });
        let from = from.max().unwrap_or(0) + 1;
        for _ in 0..turns {
            assert!(table.play_one(&mut dice));
        }
        let newer = table.disks[0].clone();
        go_back(&mut table, victim, &older);
        if table.session(victim).standing() == Standing::Own {
            continue;
        }
        hide(&mut table, &liars, victim, from);
        for other in [Seat(1), Seat(2), Seat(3)] {
            if !is_cut || liars.contains(&other) {
                table.link(victim, other);
            }
        }
        table.run();
        let _refused = table.ask_table(victim, None);
        table.run();
        for seat in [Seat(1), Seat(2), Seat(3)] {
            let _not_asked = table.answer_table(seat, true);
            table.run();
        }
        table.wait(Duration::from_secs(45));
        // a new match stands upon all that any honest signer has built upon
        let honest = [Seat(1), Seat(2), Seat(3)]
            .into_iter()
            .filter(|seat| !liars.contains(seat));
        for seat in honest {
            let start = table
                .session(seat)
                .manifest()
                .and_then(|it| it.start.clone());
            if let Some(start) = start {
                let (entries, _) =
                    read_public(&table.former[seat.index()][0].0.public).expect("a file");
                let built = entries.iter().filter_map(|entry| match entry {
                    Entry::Record(record) if record.seat == seat => Some(record.step),
                    _ => None,
                });
                let built = built.max().unwrap_or(0);
                assert!(start.at + 1 >= built, "{what}: {} {built}", start.at);
            }
        }
        // whatever is shown later, in whatever files
        table.bend = None;
        table.connect();
        table.run();
        table.play_out(&mut dice);
        table.wait(Duration::from_secs(15));
        assert_unhurt(&table, &[], &what);
        table.former[0].push((newer, None));
        assert_unhurt(&table, &[], &what);
    }
}

#[test]
fn row_63_all_others_together_may_choose_an_early_base_and_the_restored_seat_is_still_not_convicted()
 {
    for turns in sample((1..=10).collect(), 5, 3) {
        let what = format!("{turns} turns");
        let (mut table, mut dice) = at_seat_2();
        let older = (table.disks.clone(), table.marks.clone());
        for _ in 0..turns {
            if !table.play_one(&mut dice) {
                break;
            }
        }
        let newer = table.disks.clone();
        // the three are programs of their own making, which forget what they please
        for seat in table.places() {
            table.kill(seat);
            table.cut_closing();
            table.disks[seat.index()] = older.0[seat.index()].clone();
            if seat != Seat(0) {
                table.marks[seat.index()].clone_from(&older.1[seat.index()]);
            }
            table.restart(seat);
        }
        if table.session(Seat(0)).standing() == Standing::Own {
            continue;
        }
        table.connect();
        table.run();
        continue_all(&mut table, Seat(0), None, &what);
        assert_went_on(&table, &[], &what);
        table.play_out(&mut Seeded(9));
        let (olds, news): (Vec<_>, Vec<_>) = table
            .places()
            .into_iter()
            .map(|seat| {
                let mut files = table.all_files(seat);
                (files.remove(0), files.remove(0))
            })
            .unzip();
        for shown in 0..16_u8 {
            // the turns that were hidden come out in some of their files
            let old = (0..4).map(|seat| match shown >> seat & 1 == 1 {
                true => newer[seat].public.as_slice(),
                false => olds[seat].as_slice(),
            });
            let new = news.iter().map(Vec::as_slice);
            let matches = [old.collect::<Vec<&[u8]>>(), new.collect()];
            for report in protocol::judge::judge_matches(&matches) {
                let of_victim = report
                    .findings
                    .iter()
                    .find(|found| found.seat == Seat(0) && found.verdict == Verdict::Proved);
                assert_eq!(of_victim, None, "{what}: {shown:04b}");
            }
        }
    }
}

#[test]
fn several_seats_on_older_copies_continue_by_a_click_of_each() {
    for older in [vec![0, 1], vec![1, 2, 3], vec![0, 1, 2, 3]] {
        let what = format!("{older:?}");
        let older: Vec<Seat> = older.into_iter().map(Seat).collect();
        let (mut table, mut dice) = at_seat_2();
        let backups = table.disks.clone();
        for _ in 0..4 {
            assert!(table.play_one(&mut dice));
        }
        for seat in &older {
            go_back(&mut table, *seat, &backups[seat.index()]);
            assert_eq!(table.session(*seat).standing(), Standing::Strange, "{what}");
        }
        table.connect();
        table.run();
        // all ask at once: the questions are one, and no second click is needed
        for seat in table.places() {
            assert_eq!(table.ask_table(seat, None), Ok(()), "{what}: {seat}");
        }
        table.run();
        assert_went_on(&table, &[], &what);
        let start = table
            .session(Seat(0))
            .manifest()
            .and_then(|it| it.start.clone());
        assert_eq!(
            start.map(|start| start.strange),
            Some(older.clone()),
            "{what}"
        );
        table.play_out(&mut dice);
        assert_unhurt(&table, &[], &what);
        for seat in table.places() {
            assert!(table.session(seat).is_closed(), "{what}: {seat}");
        }
    }
}

#[test]
fn a_copy_from_before_the_continuation_is_shown_the_new_match_and_signs_nothing_in_it() {
    for seat in (0..4).map(Seat) {
        let what = format!("{seat}");
        let (mut table, mut dice) = at_seat_2();
        let backup = table.disks[seat.index()].clone();
        continue_all(&mut table, Seat(1), None, &what);
        let next = table.session(Seat(1)).sid();
        for _ in 0..3 {
            assert!(table.play_one(&mut dice));
        }
        // files of the old match, with the keys of the new one in them and without
        let former = table.former[seat.index()].pop().expect("continued").0;
        let lost = table.disks[seat.index()].clone();
        for copy in [backup, former] {
            table.kill(seat);
            table.run();
            table.marks[seat.index()] = None;
            table.former[seat.index()].clear();
            go_back(&mut table, seat, &copy);
            let from = table.wire.len();
            rejoin(&mut table, seat);
            table.wait(Duration::from_secs(1));
            let session = table.session(seat);
            assert_eq!(session.sid(), next, "{what}");
            assert_eq!(session.standing(), Standing::Strange, "{what}");
            table.play_out(&mut dice);
            let is_own = |(of, frame): &(Seat, Vec<u8>)| {
                *of == seat
                    && matches!(Frame::from_bytes(frame), Ok(Frame::Record(record)) if record.seat == seat && Some(record.sid) == next)
            };
            let own: Vec<_> = table.wire[from..].iter().filter(|it| is_own(it)).collect();
            let known = signed(&lost.public);
            let is_new = own.iter().any(|(_, frame)| {
                let Ok(Frame::Record(record)) = Frame::from_bytes(frame) else {
                    return false;
                };
                !known.contains(&Entry::Record(*record).to_bytes())
            });
            assert!(!is_new, "{what}");
        }
        // it continues from there, and not from the match before
        assert_eq!(table.ask_table(seat, None), Ok(()), "{what}");
        table.run();
        for other in but(&table, &[seat]) {
            assert_eq!(table.answer_table(other, true), Ok(()), "{what}");
        }
        table.run();
        let start = table
            .session(seat)
            .manifest()
            .and_then(|it| it.start.clone());
        assert_eq!(start.map(|start| start.sid), next, "{what}");
        table.play_out(&mut dice);
        table.former[seat.index()].push((lost, None));
        assert_unhurt(&table, &[], &what);
    }
}

#[test]
fn without_its_key_a_player_can_still_resign_and_the_others_go_on() {
    for seat in (0..4).map(Seat) {
        let what = format!("{seat}");
        let (mut table, mut dice) = at_seat_2();
        table.kill(seat);
        table.run();
        table.restart_without_key(seat);
        rejoin(&mut table, seat);
        let resigned = table.with(seat, |session, now| session.resign(now));
        assert_eq!(resigned, Some(Ok(())), "{what}");
        table.run();
        go_on(&mut table, &[seat], &what);
        assert_went_on(&table, &[seat], &what);
        table.play_out(&mut dice);
        let reports = judged_line(&table);
        assert_eq!(reports[0].verdict, Verdict::Continued, "{what}");
        assert_eq!(reports[1].verdict, Verdict::Complete, "{what}");
    }
}

#[test]
fn a_kept_turn_is_not_lost_by_continuing() {
    let (mut table, mut dice) = at_seat_2();
    let seat = Seat(2);
    table.disconnect();
    assert!(table.decide_at(seat, &mut dice));
    assert!(table.session(seat).keeps_decision());
    table.kill(Seat(0));
    table.restart_without_key(Seat(0));
    // the three others hear each other, and the one who has decided hears none before all have agreed
    for (a, b) in [(0, 1), (0, 3), (1, 3)] {
        table.link(Seat(a), Seat(b));
    }
    table.run();
    for asks in [Seat(0), Seat(1), Seat(3)] {
        assert_eq!(table.ask_table(asks, None), Ok(()));
    }
    table.run();
    table.link(Seat(1), seat);
    table.run();
    let _signed_by_now = table.answer_table(seat, true);
    table.run();
    assert_went_on(&table, &[], "kept");
    assert_ne!(table.to_decide(), Some(seat), "nobody decides twice");
    table.play_out(&mut dice);
    assert_unhurt(&table, &[], "kept");
}

#[test]
fn sealed_choices_of_which_nothing_was_opened_are_kept_and_nobody_is_asked_again() {
    let mut table = Table::<4>::under_way(short(4), &full(4), SEED);
    let first = table.to_decide().expect("a set-up");
    let side = table.session(first).side_of(first).expect("seated");
    let position = table.session(first).position().expect("a match").clone();
    let orders = random_orders(&position, side, &mut Seeded(2));
    table
        .with(first, |session, now| session.propose(now, &orders))
        .expect("alive")
        .expect("sealed");
    table.run();
    let choice = table.session(first).own_secret().cloned();
    assert!(choice.is_some());
    let lost = but(&table, &[first])[0];
    table.kill(lost);
    table.run();
    table.restart_without_key(lost);
    rejoin(&mut table, lost);
    continue_all(&mut table, lost, None, "sealed");
    assert_went_on(&table, &[], "sealed");
    assert_eq!(table.session(first).own_secret().cloned(), choice);
    table.play_out(&mut Seeded(3));
    assert_eq!(judged_line(&table)[1].verdict, Verdict::Complete);
}

#[test]
fn row_60_who_lost_an_opened_rounds_choice_gets_no_other_one_but_by_the_click_of_all() {
    let mut seen = 0;
    for lost in (0..4).map(Seat) {
        let what = format!("{lost}");
        let mut table = Table::<4>::under_way(rounds(4), &full(4), SEED);
        // the seat's opening stays away, and those of the others are out
        table.bend = Some(Box::new(move |from, _, frame| {
            match Frame::from_bytes(&frame) {
                Ok(Frame::Record(record))
                    if (from, record.seat) == (lost, lost)
                        && record.kind == protocol::Kind::Reveal =>
                {
                    Vec::new()
                }
                _ => vec![frame],
            }
        }));
        let mut dice = Seeded(6);
        table.play_out(&mut dice);
        if !table.session(lost).awaited().contains(&lost)
            && table.session(but(&table, &[lost])[0]).awaited() != [lost]
        {
            continue;
        }
        let public = table.disks[but(&table, &[lost])[0].index()].public.clone();
        table.kill(lost);
        table.run();
        table.disks[lost.index()].public = public;
        table.restart_without_key(lost);
        table.bend = None;
        rejoin(&mut table, lost);
        let own = table.session(lost).continue_terms(ContinueWish::default());
        if !matches!(own.map(|own| own.round), Some(RoundTerms::Again(_))) {
            continue;
        }
        seen += 1;
        // what the others agree to goes over as it was sealed, and would wait for ever for what is lost
        let rest = but(&table, &[lost]);
        let with_names = |terms: &ContinueTerms, seat| terms.in_words(seat, names).join(" ");
        assert_eq!(table.ask_table(rest[0], None), Ok(()), "{what}");
        table.run();
        for seat in &rest[1..] {
            let asked = terms(&table, *seat);
            let words = with_names(&asked, *seat);
            assert!(words.contains("stay as they were sealed"), "{words}");
            assert_eq!(table.answer_table(*seat, true), Ok(()), "{what}: {seat}");
            table.run();
        }
        // so that player's yes asks for another choice of all, in words, and nothing happens before all have agreed to that
        let words = with_names(&terms(&table, lost), lost);
        assert!(words.contains("are made again, although"), "{words}");
        assert_eq!(table.answer_table(lost, true), Ok(()), "{what}");
        table.run();
        for seat in rest {
            assert!(table.former.iter().all(Vec::is_empty), "{what}");
            let asked = terms(&table, seat);
            let words = with_names(&asked, seat);
            assert_eq!(asked.asks, lost, "{what}: {seat}");
            assert!(words.contains("are made again, although"), "{words}");
            assert_eq!(table.answer_table(seat, true), Ok(()), "{what}: {seat}");
            table.run();
        }
        let start = table
            .session(lost)
            .manifest()
            .and_then(|it| it.start.clone());
        assert_eq!(start.map(|start| start.carried), Some(None), "{what}");
        table.play_out(&mut dice);
        for seat in table.places() {
            let session = table.session(seat);
            assert!(
                session.is_closed(),
                "{what}: {session:?} {:?}",
                session.waiting()
            );
        }
        assert_unhurt(&table, &[], &what);
    }
    assert!(seen > 0);
}

#[test]
fn row_45_the_restored_seat_signs_first_and_its_signature_in_the_pocket_undoes_nothing() {
    let (mut table, mut dice) = at_seat_2();
    assert!(on_an_older_copy(&mut table, Seat(1), 3, &mut dice));
    rejoin(&mut table, Seat(1));
    let kept = keeps_back(&mut table, Seat(1));
    for seat in [Seat(1), Seat(0), Seat(2), Seat(3)] {
        assert_eq!(table.ask_table(seat, None), Ok(()));
        table.run();
    }
    assert!(!kept.borrow().is_empty(), "all have pledged");
    // nobody else has signed, so nobody is bound, and the table plays as far as it can
    for seat in [Seat(0), Seat(2), Seat(3)] {
        assert!(!table.session(seat).is_going_on(), "{seat}");
    }
    while table.play_one(&mut dice) {}
    let history = table.session(Seat(0)).history().expect("a match");
    let played = history.steps().last().expect("a turn").number;
    table.bend = None;
    for frame in kept.borrow().clone() {
        for seat in [Seat(0), Seat(2), Seat(3)] {
            let _told = table.speak(Seat(1), seat, &frame);
        }
    }
    table.run();
    table.wait(Duration::from_secs(60));
    assert_went_on(&table, &[], "released");
    let start = table
        .session(Seat(0))
        .manifest()
        .and_then(|it| it.start.clone());
    assert!(
        start.is_some_and(|start| start.at >= played),
        "the turns stand"
    );
    assert_unhurt(&table, &[Seat(1)], "released");
}

#[test]
fn a_seat_on_strange_files_that_is_claimed_against_cannot_escape_into_a_new_match() {
    let clocks = protocol::Offer {
        terms: protocol::manifest::Terms {
            pace: protocol::manifest::Pace::Days(1),
            claim: protocol::manifest::ClaimEffect::Loss,
        },
        ..offer("tourney-4", Some(24))
    };
    let mut table = Table::<4>::under_way(table(&clocks, 4, SEED), &full(4), SEED);
    let mut dice = Seeded(4);
    while table.to_decide() != Some(Seat(2)) {
        assert!(table.play_one(&mut dice));
    }
    table.kill(Seat(2));
    table.run();
    table.marks[2] = None;
    table.pass(Duration::from_secs(2 * 24 * 60 * 60));
    let claimed = table.with(Seat(0), |session, now| session.claim(now));
    assert_eq!(claimed, Some(Ok(())));
    table.run();
    table.restart(Seat(2));
    rejoin(&mut table, Seat(2));
    assert_eq!(table.ask_table(Seat(2), None), Err(ProposeError::Claimed));
    let told = |event: &SessionEvent| matches!(event, SessionEvent::ContinueAsked(_));
    assert!(!table.events[0].iter().any(told));
}
