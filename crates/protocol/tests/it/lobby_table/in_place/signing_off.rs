//! A seat that has signed off signs nothing more in the old match; of several new matches the one with the highest number counts.

use std::time::Duration;

use protocol::bounds::MAX_NUMBER;
use protocol::frame::{Reply, TableFrame};
use protocol::judge::Verdict;
use protocol::lobby::{Entrance, TableError};
use protocol::{PlacesError, Seat, WhyGone};

use super::moved::{
    Move, assert_nobody_convicted, at_seat_2, held, judged, made, stopped, verdicts, with_eve,
};

#[test]
fn who_signs_off_signs_nothing_more_in_the_old_match_also_after_a_restart() {
    let (old, mut dice) = at_seat_2();
    let mut moved = stopped(old, &[0, 1]);
    // Eve does not sign, and the table is given up
    moved.room.pass(40);
    moved.room.run();
    let mut old = moved.old;
    for seat in [Seat(1), Seat(3)] {
        assert!(old.session(seat).is_going_on());
        old.restart(seat);
        assert!(old.session(seat).is_going_on(), "by its files");
    }
    old.connect();
    old.run();
    // seat 2 is back and moves; seat 3 would be next, and confirms nothing
    let before = held(old.session(Seat(0)), old.now);
    while old.play_one(&mut dice) {}
    let files = old
        .places()
        .into_iter()
        .flat_map(|seat| old.all_files(seat));
    let entries = files.flat_map(|file| protocol::file::read_public(&file).expect("sound").0);
    let mut signed = entries.filter_map(|entry| match entry {
        protocol::file::Entry::Record(record) if record.step > before => Some(record.seat),
        _ => None,
    });
    assert!(
        signed.clone().any(|seat| seat == Seat(2)),
        "the others play on"
    );
    assert!(signed.all(|seat| seat != Seat(1) && seat != Seat(3)));
    assert!(old.former.iter().all(Vec::is_empty));
    let files: Vec<Vec<u8>> = old.disks.iter().map(|disk| disk.public.clone()).collect();
    let files: Vec<&[u8]> = files.iter().map(Vec::as_slice).collect();
    let report = protocol::judge::judge(&files);
    assert_eq!(report.verdict, Verdict::Open, "{report:?}");
    // and all go on together by a match of a higher number
    assert_eq!(old.ask_table(Seat(0), None), Ok(()));
    old.run();
    for seat in [Seat(1), Seat(2), Seat(3)] {
        assert_eq!(old.answer_table(seat, true), Ok(()), "{seat}");
        old.run();
    }
    old.wait(Duration::from_secs(60));
    let sid = old.session(Seat(0)).sid();
    for seat in old.places() {
        assert_eq!(old.session(seat).sid(), sid, "{seat}");
        assert!(!old.former[seat.index()].is_empty(), "{seat}");
        let start = old.session(seat).manifest().and_then(|it| it.start.clone());
        assert!(
            start.is_some_and(|start| start.number > 1),
            "above what was signed"
        );
    }
}

#[test]
fn those_who_have_signed_off_in_vain_go_on_without_who_is_gone() {
    let (mut old, mut dice) = at_seat_2();
    // seat 3 moves next: nothing is awaited of seat 2
    assert!(old.play_one(&mut dice));
    old.kill(Seat(2));
    old.run();
    let mut old = stopped(old, &[0, 1]).old;
    for (a, b) in [(0, 1), (0, 3), (1, 3)] {
        old.link(Seat(a), Seat(b));
    }
    old.run();
    old.wait(Duration::from_secs(130));
    for seat in [Seat(3), Seat(1), Seat(0)] {
        let agreed = old.agree_without(seat, &[Seat(2)]);
        assert_eq!(agreed, Ok(()), "{seat}");
        old.run();
    }
    let sid = old.session(Seat(0)).sid();
    for seat in [Seat(0), Seat(1), Seat(3)] {
        assert_eq!(old.session(seat).sid(), sid, "{seat}");
        assert_eq!(old.session(seat).gone(), [(Seat(2), WhyGone::Silent)]);
    }
    old.play_out(&mut dice);
    let reports = judged(&old, &[]);
    assert_eq!(
        verdicts(&reports),
        [Verdict::Claimed, Verdict::Complete],
        "{reports:?}"
    );
}

#[test]
fn of_two_tables_the_one_with_the_higher_number_counts_and_nobody_signs_two_of_one() {
    let (old, mut dice) = at_seat_2();
    let first = stopped(old, &[0, 1, 2]);
    // all guests have signed; the host keeps its own signature in the pocket, and the table is given up
    let pocket = first.room.begin.clone().expect("all have signed");
    let kept = made(&pocket, first.room.now);
    let mut held = kept[0].match_file().expect("a match");
    for guest in &first.room.guests {
        for session in &guest.sessions {
            let own = session.match_file().expect("a match");
            let (entries, _) = protocol::file::read_public(&own).expect("sound");
            let genesis = entries.into_iter();
            let genesis =
                genesis.filter(|entry| matches!(entry, protocol::file::Entry::Genesis(_)));
            genesis.for_each(|entry| held.extend(entry.to_bytes()));
        }
    }
    // seat 1 hosts another one; seat 0 comes to it
    let old = first.old;
    let beginning = old
        .session(Seat(1))
        .offer_places(old.now)
        .expect("frozen, and free for more");
    assert_eq!(beginning.start.as_ref().expect("a start").number, 2);
    let mut second = with_eve(old, 1);
    second.ready_all();
    let mut played = second.begin();
    played.play_out(&mut dice);
    let reports = judged(&second.old, &[held, played.file()]);
    assert_nobody_convicted(&reports);
    let new = reports.last().expect("the second");
    assert_eq!(new.verdict, Verdict::Complete, "{reports:?}");
    let went = &reports[0].went_on;
    let counts: Vec<(u8, bool)> = went.iter().map(|went| (went.number, went.counts)).collect();
    assert_eq!(counts, [(1, false), (2, true)]);
}

#[test]
fn a_number_that_a_guest_has_signed_is_lifted_by_its_program_and_by_no_liar() {
    let (old, _) = at_seat_2();
    // only seat 3 signs before the table is given up
    let first = stopped(old, &[1]);
    let mut second = with_eve(first.old, 1);
    let number = |moved: &Move<4>| {
        let game = moved.room.host.table().game();
        game.start().expect("a start").number
    };
    assert_eq!(number(&second), 1, "seat 1 has signed nothing");
    assert_eq!(second.host_ready(), Ok(()));
    let refused = second.ready(1);
    let is_signed = |error: &TableError| {
        matches!(
            error,
            TableError::Places(PlacesError::Signed { number: 1, .. })
        )
    };
    assert!(refused.as_ref().is_err_and(is_signed), "{refused:?}");
    assert_eq!(number(&second), 2);
    assert!(!second.room.is_ready(1), "another match is ready for anew");
    // who claims to have signed the last of all numbers would leave no other
    let written_ms = second.room.now.unix_ms;
    let [last, later, far] = [(254, written_ms), (3, written_ms), (2, MAX_NUMBER)]
        .map(|(number, written_ms)| Reply::Signed { number, written_ms });
    // the third of them has signed nothing: Eve is new here
    for (guest, reply) in [(0, last), (0, far), (2, later)] {
        let who = second.room.guests[guest].table.key();
        let answer = TableFrame::Answer(protocol::frame::Answer { who, reply });
        second.room.send(guest, &answer);
        second.room.run();
        assert_eq!(number(&second), 2, "guest {guest}");
    }
    // nor can it get there in small steps
    let who = second.room.guests[0].table.key();
    for number in 2..60 {
        let reply = Reply::Signed { number, written_ms };
        let answer = TableFrame::Answer(protocol::frame::Answer { who, reply });
        second.room.send(0, &answer);
        second.room.run();
    }
    assert_eq!(number(&second), 9);
    second.ready_all();
}

#[test]
fn a_try_that_fails_leaves_its_number_behind() {
    let (old, mut dice) = at_seat_2();
    let mut moved = stopped(old, &[0, 1]);
    // Eve's line breaks before she has signed
    moved.room.cut(2);
    moved.room.connect(2, Entrance::Table);
    moved.room.run();
    assert_eq!(moved.room.host.table().tries(), 1);
    for guest in &mut moved.room.guests {
        guest.sessions.clear();
    }
    moved.ready_all();
    let mut played = moved.begin();
    assert_eq!(played.manifest().start.as_ref().expect("a start").number, 2);
    played.play_out(&mut dice);
    let reports = judged(&moved.old, &[played.file()]);
    assert_eq!(reports[1].verdict, Verdict::Complete);
}
