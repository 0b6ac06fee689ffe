//! A table goes on without seats that are gone: by the click of all who remain, from the last step that they hold alike.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use protocol::frame::Frame;
use protocol::judge::judge_matches;
use protocol::testing::{Seeded, fresh};
use protocol::{Agreement, ProposeError, SessionEvent, WhyGone};

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

/// Four sides in mid-game, seat 2 to move.
pub(super) fn at_seat_2() -> (Table<4>, Seeded) {
    let mut table = Table::<4>::under_way(four_sides(4), &full(4), SEED);
    let mut dice = Seeded(4);
    while table.to_decide() != Some(Seat(2)) {
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
