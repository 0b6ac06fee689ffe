//! A table goes on without seats that are gone: by the click of all who remain, from the last step that they hold alike.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use protocol::file::PUBLIC_HEADER;
use protocol::frame::Frame;
use protocol::judge::{begins_in, judge_matches};
use protocol::testing::{Puppet, Seeded, fresh, random_orders};
use protocol::{Agreement, ProposeError, Record, SessionEvent, WhyGone};

use super::*;

pub(super) const MINUTES: Duration = Duration::from_secs(130);

/// The places but those.
pub(super) fn but<const N: usize>(table: &Table<N>, gone: &[Seat]) -> Vec<Seat> {
    let mut rest = table.places();
    rest.retain(|seat| !gone.contains(seat));
    rest
}

/// Everybody who remains agrees to go on without those, and everything arrives.
pub(super) fn go_on<const N: usize>(table: &mut Table<N>, gone: &[Seat], what: &str) {
    for seat in but(table, gone) {
        let agreed = table.agree_without(seat, gone);
        assert_eq!(agreed, Ok(()), "{what}: {seat}");
    }
    table.run();
}

/// Those play one match, in which the others are gone, and hold the same.
pub(super) fn assert_went_on<const N: usize>(table: &Table<N>, gone: &[Seat], what: &str) {
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
pub(super) fn judged_line<const N: usize>(table: &Table<N>) -> Vec<Report> {
    judged_files_of(table, &table.places())
}

/// All matches by the files of those seats.
pub(super) fn judged_files_of<const N: usize>(table: &Table<N>, seats: &[Seat]) -> Vec<Report> {
    let (mut ids, mut matches) = (Vec::new(), Vec::<Vec<Vec<u8>>>::new());
    for seat in seats {
        for file in table.all_files(*seat) {
            let (entries, _) = read_public(&file).expect("a match file");
            let id = match entries.first() {
                Some(Entry::Manifest(manifest)) => manifest.sid(),
                _ => [0; 32],
            };
            match ids.iter().position(|known| *known == id) {
                Some(at) => matches[at].push(file),
                None => {
                    ids.push(id);
                    matches.push(vec![file]);
                }
            }
        }
    }
    let files: Vec<Vec<&[u8]>> = matches
        .iter()
        .map(|files| files.iter().map(Vec::as_slice).collect())
        .collect();
    judge_matches(&files)
}

/// Nobody honest is convicted, alone or together.
pub(super) fn assert_unhurt<const N: usize>(table: &Table<N>, cheats: &[Seat], what: &str) {
    for report in judged_line(table) {
        let proved = report
            .findings
            .iter()
            .filter(|found| found.verdict == Verdict::Proved);
        let mut honest = proved.filter(|found| !cheats.contains(&found.seat));
        assert_eq!(honest.next(), None, "{what}");
    }
}

/// Four sides in mid-game, seat 2 to move: every side has had a turn, whichever the lot let begin.
pub(super) fn at_seat_2() -> (Table<4>, Seeded) {
    seat_2_after(4)
}

/// Four sides; seat 2 moves for the first time after that many steps.
fn seat_2_after(steps: usize) -> (Table<4>, Seeded) {
    let mut table = Table::<4>::under_way(four_sides(4), &full(4), SEED);
    let mut dice = Seeded(4);
    let played = |table: &Table<4>| {
        let history = table.session(Seat(0)).history();
        history.map_or(0, |history| history.steps().len())
    };
    while table.to_decide() != Some(Seat(2)) || played(&table) < steps {
        assert!(table.play_one(&mut dice));
    }
    (table, dice)
}

/// The frames of a seat's own signatures under a new match, kept back.
pub(super) fn keeps_back<const N: usize>(
    table: &mut Table<N>,
    cheat: Seat,
) -> Rc<RefCell<Vec<Vec<u8>>>> {
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
pub(super) fn leave_out_all<const N: usize>(table: &mut Table<N>, players: &[Seat]) {
    for seat in players {
        let leavers = table.session(*seat).leavers(table.now);
        let gone: Vec<Seat> = leavers.iter().map(|leaver| leaver.seat).collect();
        let _over_meanwhile = table.agree_without(*seat, &gone);
    }
    table.run();
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
    let waits = Agreement {
        agreed: vec![Seat(0), Seat(1)],
        missing: vec![Seat(3)],
        is_signed: false,
    };
    assert_eq!(table.session(Seat(0)).agreement(), Some(waits));
    assert_eq!(table.session(Seat(3)).agreement(), None, "it said nothing");
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

/// Another record than the last one that the seat has signed, whose id is lower or higher as asked.
fn second_record<const N: usize>(table: &Table<N>, seat: Seat, is_lower: bool) -> Record {
    let (entries, _) = read_public(&file(table, seat)).expect("a match file");
    let mut records = entries.into_iter().rev();
    let first = records.find_map(|entry| match entry {
        Entry::Record(record) if record.seat == seat => Some(record),
        _ => None,
    });
    let first = first.expect("it has signed");
    let mut others = (1..).map(|later| {
        let mut second = first.clone();
        second.sent_ms += later;
        second.signed(&table.match_key(seat))
    });
    let second = others.find(|second| (second.id() < first.id()) == is_lower);
    second.expect("half of all ids")
}

#[test]
fn a_convicted_seat_is_left_out_and_the_table_goes_on_from_where_it_stood() {
    // at its first turn and later, and with ids in either order: nobody has built upon either record yet
    for (steps, is_lower) in [(0, true), (0, false), (4, true), (4, false)] {
        let what = format!("after {steps}, lower {is_lower}");
        let (mut table, mut dice) = seat_2_after(steps);
        // another record of the step before, which all hold
        let second = second_record(&table, Seat(2), is_lower);
        let frame = Frame::Record(Box::new(second)).to_bytes();
        let _told = table.speak(Seat(2), Seat(0), &frame);
        table.run();
        let rest = [Seat(0), Seat(1), Seat(3)];
        for seat in rest {
            let leavers = table.session(seat).leavers(table.now);
            assert_eq!(
                (leavers[0].seat, leavers[0].why),
                (Seat(2), WhyGone::Convicted),
                "{what}"
            );
        }
        assert_eq!(judged(&table).verdict, Verdict::Proved, "{what}");
        go_on(&mut table, &[Seat(2)], &what);
        assert_went_on(&table, &[Seat(2)], &what);
        // each file by itself says that the new match begins in it
        for seat in rest {
            let manifest = table.session(seat).manifest();
            let start = manifest.and_then(|manifest| manifest.start.clone());
            let start = start.expect("a new match");
            let file = &table.all_files(seat)[0];
            assert_eq!(begins_in(file, &start), Some(true), "{what}: {seat}");
        }
        table.play_out(&mut dice);
        let reports = judged_line(&table);
        // the finding stays, and nobody plays on with the convicted
        assert_eq!(
            reports[0].verdict,
            Verdict::Continued,
            "{what}: {reports:?}"
        );
        assert_eq!(reports[0].findings[0].verdict, Verdict::Proved, "{what}");
        assert_eq!(reports[1].verdict, Verdict::Complete, "{what}: {reports:?}");
        assert_eq!(reports[1].findings, [], "{what}");
    }
}

#[test]
fn what_an_honest_seat_had_signed_when_another_was_convicted_keeps_nobody_from_going_on() {
    // a turn of seat 3 is lost on its way, and then seat 2 is convicted
    let (mut table, mut dice) = at_seat_2();
    let late = Seat(3);
    assert!(table.decide_at(Seat(2), &mut dice));
    table.run();
    while table.to_decide() != Some(late) {
        assert!(table.play_one(&mut dice));
    }
    table.bend = Some(Box::new(move |from, _, frame| {
        match Frame::from_bytes(&frame) {
            Ok(Frame::Record(_)) if from == late => Vec::new(),
            _ => vec![frame],
        }
    }));
    assert!(table.play_one(&mut dice));
    let turn = table.session(late).history().expect("a match");
    let turn = turn.orders().count();
    for other in but(&table, &[late]) {
        table.cut(late, other);
    }
    let second = second_record(&table, Seat(2), true);
    let frame = Frame::Record(Box::new(second)).to_bytes();
    let _told = table.speak(Seat(2), Seat(0), &frame);
    table.run();
    // it is back with its turn
    table.bend = None;
    for other in [Seat(0), Seat(1)] {
        table.link(other, late);
    }
    table.run();
    for seat in [Seat(0), Seat(1), late] {
        let history = table.session(seat).history().expect("a match");
        assert_eq!(history.orders().count(), turn, "{seat}");
    }
    go_on(&mut table, &[Seat(2)], "convicted");
    assert_went_on(&table, &[Seat(2)], "convicted");
    table.play_out(&mut dice);
    assert_unhurt(&table, &[Seat(2)], "convicted");
}

/// The files of one of the others, with the cheat's file of the old match, which holds more entries before all records, as
/// the first copy or the last.
fn judged_with<const N: usize>(table: &Table<N>, cheat: Seat, more: &[Entry]) -> [Vec<Report>; 2] {
    let honest = but(table, &[cheat])[0];
    let matches = table.all_files(honest);
    let (entries, _) = read_public(&table.all_files(cheat)[0]).expect("a match file");
    let is_beginning = |entry: &&Entry| matches!(entry, Entry::Manifest(_) | Entry::Genesis(_));
    let (beginning, rest): (Vec<&Entry>, Vec<&Entry>) = entries.iter().partition(is_beginning);
    let entries = beginning.into_iter().chain(more).chain(rest);
    let entries = entries.flat_map(Entry::to_bytes);
    let forged: Vec<u8> = PUBLIC_HEADER.iter().copied().chain(entries).collect();
    let judged = |first: Vec<&[u8]>| judge_matches(&[first, vec![&matches[1]]]);
    [
        judged(vec![&matches[0], &forged]),
        judged(vec![&forged, &matches[0]]),
    ]
}

/// The second record, a turn of its signer upon it, and the accomplice's record upon that turn.
fn built_upon<const N: usize>(table: &Table<N>, second: &Record, accomplice: Seat) -> Vec<Entry> {
    let (entries, _) = read_public(&table.all_files(accomplice)[0]).expect("a match file");
    let Some(Entry::Manifest(manifest)) = entries.first() else {
        panic!("a match file begins with its manifest");
    };
    let [cheat, mut accomplice] = [second.seat, accomplice].map(|seat| {
        let mut puppet = Puppet::at_table(manifest.as_ref().clone(), seat, &fresh(seat.0, SEED));
        for entry in &entries {
            match entry {
                Entry::Record(record)
                    if (record.step, record.seat) == (second.step, second.seat) =>
                {
                    puppet.take(second);
                }
                Entry::Record(record) => puppet.take(record),
                _ => {}
            }
        }
        puppet
    });
    let orders = random_orders(cheat.position(), cheat.side(), &mut Seeded(1));
    let turn = cheat.honest(&orders);
    accomplice.take(&turn);
    let confirms = accomplice.honest(&[]);
    assert_eq!(
        accomplice.step(),
        turn.step + 1,
        "the turn stands upon the second record"
    );
    [second.clone(), turn, confirms].map(Entry::Record).to_vec()
}

#[test]
fn row_36_a_record_signed_again_later_takes_nothing_from_the_match_in_which_the_others_went_on() {
    for is_lower in [true, false] {
        let what = format!("lower {is_lower}");
        let (mut table, mut dice) = at_seat_2();
        table
            .with(Seat(2), |session, now| session.resign(now))
            .expect("alive")
            .expect("playing");
        table.run();
        let second = second_record(&table, Seat(2), is_lower);
        go_on(&mut table, &[Seat(2)], &what);
        assert_went_on(&table, &[Seat(2)], &what);
        table.play_out(&mut dice);
        let result = table.session(Seat(0)).outcome();
        assert!(result.is_some(), "{what}");
        // the cheat alone, and with an accomplice who builds upon the second record as if the game had gone on there
        let alone = vec![Entry::Record(second.clone())];
        let together = built_upon(&table, &second, Seat(3));
        for reports in [alone, together]
            .iter()
            .flat_map(|more| judged_with(&table, Seat(2), more))
        {
            assert_eq!(
                reports[0].verdict,
                Verdict::Continued,
                "{what}: {reports:?}"
            );
            let found = &reports[0].findings[0];
            assert_eq!((found.seat, found.verdict), (Seat(2), Verdict::Proved));
            assert_eq!(reports[0].findings.len(), 1, "{what}: {reports:?}");
            assert_eq!(reports[1].verdict, Verdict::Complete, "{what}: {reports:?}");
            assert_eq!(reports[1].result, result, "{what}");
        }
    }
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
