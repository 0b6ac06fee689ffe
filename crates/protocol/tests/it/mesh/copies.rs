//! Older copies, second machines and two programs of one seat at a table of four: nothing is signed twice, nobody honest is
//! convicted, and a resignation counts.

use std::time::Duration;

use protocol::frame::{Frame, Head, Want};
use protocol::manifest::{Pace, Terms};
use protocol::testing::{Disk, Puppet, Seeded, table};
use protocol::{Fault, Kind, Offer, ProposeError, SessionEvent, Standing, Waiting};

use super::going_on::*;
use super::together::*;
use super::*;

/// The seat's program is started again from that copy of its files, without lines.
pub(super) fn go_back<const N: usize>(table: &mut Table<N>, seat: Seat, copy: &Disk) {
    table.kill(seat);
    table.run();
    let writes = table.disks[seat.index()].writes;
    table.disks[seat.index()] = Disk {
        writes,
        ..copy.clone()
    };
    table.restart(seat);
}

/// A table of four with a hidden set-up, and what the seat had on disk before each decision.
fn with_backups(seat: Seat, decisions: usize) -> (Table<4>, Vec<Disk>) {
    let manifest = table(&tiny(20), 4, SEED);
    let mut table = Table::<4>::under_way(manifest, &full(4), SEED);
    let mut dice = Seeded(8);
    let mut backups = vec![table.disks[seat.index()].clone()];
    for _ in 0..decisions {
        assert!(table.play_one(&mut dice));
        backups.push(table.disks[seat.index()].clone());
    }
    (table, backups)
}

/// Nobody is convicted by the files of all together with those, in whatever order.
fn assert_sound<const N: usize>(table: &Table<N>, more: &[&Disk], what: &str) {
    let disks = table.disks.iter().chain(more.iter().copied());
    let mut files: Vec<&[u8]> = disks.map(|disk| disk.public.as_slice()).collect();
    for _ in 0..files.len() {
        let report = judge(&files);
        let is_sound = matches!(
            report.verdict,
            Verdict::Open | Verdict::Decided | Verdict::Complete | Verdict::Claimed
        );
        assert!(is_sound, "{what}: {report:?}");
        files.rotate_left(1);
    }
}

fn resign<const N: usize>(table: &mut Table<N>, seat: Seat) {
    let resigned = table.with(seat, |session, now| session.resign(now));
    assert_eq!(resigned, Some(Ok(())), "{seat}");
}

#[test]
fn row_19_a_restored_backup_learns_what_it_lacks_and_signs_nothing_more_but_its_resignation() {
    let mut old = 0;
    let cases = (0..4).flat_map(|seat| (0..7).map(move |age| (Seat(seat), age)));
    for (seat, age) in sample(cases.collect(), 5, 1) {
        let what = format!("{seat}, backup {age}");
        let (mut table, backups) = with_backups(seat, 6);
        let later = signed(&file(&table, seat));
        go_back(&mut table, seat, &backups[age]);
        if table.session(seat).standing() == Standing::Own {
            continue;
        }
        old += 1;
        rejoin(&mut table, seat);
        let before = table.session(seat).mark();
        assert_eq!(table.session(seat).fault(), None, "{what}");
        assert!(signed(&file(&table, seat)).is_superset(&later), "{what}");
        // the copy signs nothing, whatever its user tries
        table.play_out(&mut Seeded(5));
        table.wait(Duration::from_secs(20));
        assert_eq!(table.session(seat).mark(), before, "{what}");
        assert_eq!(table.session(seat).waiting(), Waiting::Copy, "{what}");
        let tried = table.with(seat, |session, now| session.offer_draw(now));
        assert_eq!(tried, Some(Err(ProposeError::OlderCopy)), "{what}");
        // started again it is no more own than before, though it has caught up
        table.kill(seat);
        table.run();
        table.restart(seat);
        assert_eq!(table.session(seat).standing(), Standing::Strange, "{what}");
        rejoin(&mut table, seat);
        resign(&mut table, seat);
        table.run();
        assert_sound(&table, &[&backups[age]], &what);
        go_on(&mut table, &[seat], &what);
        assert_went_on(&table, &[seat], &what);
        assert_unhurt(&table, &[], &what);
    }
    assert!(old >= deep(4, 16, 16), "{old}");
}

#[test]
fn row_19_a_set_up_sealed_after_the_backup_is_not_sealed_again() {
    for seat in (0..4).map(Seat) {
        let what = format!("{seat}");
        let mut table = Table::<4>::under_way(short(4), &full(4), SEED);
        let backup = table.disks[seat.index()].clone();
        if !table.decide_at(seat, &mut Seeded(1)) {
            continue;
        }
        table.run();
        go_back(&mut table, seat, &backup);
        rejoin(&mut table, seat);
        assert!(table.session(seat).locked().contains(&seat), "{what}");
        while table.play_one(&mut Seeded(2)) {}
        // it has locked no choice that it could not open, and nobody has revealed anything
        let lock = |frame: &Vec<u8>| matches!(Frame::from_bytes(frame), Ok(Frame::Record(record)) if record.seat == seat && record.kind == Kind::Lock);
        assert!(!table.wire.iter().any(|(_, frame)| lock(frame)), "{what}");
        assert_eq!(table.session(seat).fault(), None, "{what}");
        assert_sound(&table, &[&backup], &what);
        // nothing was opened, so all choose anew in a new match
        continue_all(&mut table, seat, None, &what);
        assert_went_on(&table, &[], &what);
        table.play_out(&mut Seeded(3));
        assert_eq!(judged_line(&table)[1].verdict, Verdict::Complete, "{what}");
    }
}

#[test]
fn row_19_who_asks_for_records_before_it_says_what_it_holds_is_shown_none_of_ours() {
    let (mut table, _) = at_seat_2();
    assert!(table.decide_at(Seat(2), &mut Seeded(1)));
    // the turn reaches nobody; another machine of the same player may have signed another one since
    for queue in &mut table.queues {
        queue.clear();
    }
    table.kill(Seat(2));
    table.run();
    table.restart(Seat(2));
    let from = table.wire.len();
    table.bend = Some(Box::new(|from, _, frame| {
        let is_head = matches!(Frame::from_bytes(&frame), Ok(Frame::Head(_)));
        match from == Seat(1) && is_head {
            true => Vec::new(),
            false => vec![frame],
        }
    }));
    table.link(Seat(1), Seat(2));
    table.run();
    let want = Frame::Want(Want {
        from: 1,
        to: 99,
        seats: Want::ALL,
    });
    let _told = table.speak(Seat(1), Seat(2), &want.to_bytes());
    table.run();
    let is_own = |(of, frame): &(Seat, Vec<u8>)| {
        *of == Seat(2)
            && matches!(Frame::from_bytes(frame), Ok(Frame::Record(record)) if record.seat == Seat(2))
    };
    assert!(!table.wire[from..].iter().any(is_own));
    table.bend = None;
    table.link(Seat(1), Seat(2));
    table.run();
    assert!(table.wire[from..].iter().any(is_own));
}

#[test]
fn row_19_only_a_head_that_is_signed_for_the_line_is_heard_on_it() {
    for lie in 0..4 {
        let (mut table, mut dice) = at_seat_2();
        table.disconnect();
        assert!(table.decide_at(Seat(2), &mut dice));
        assert!(table.session(Seat(2)).keeps_decision());
        let key = table.match_key(Seat(1));
        let old = Puppet::among(Seat(1), &table).holdings([7; 32]);
        table.bend = Some(Box::new(move |from, _, frame| {
            let Ok(Frame::Head(head)) = Frame::from_bytes(&frame) else {
                return vec![frame];
            };
            if from != Seat(1) {
                return vec![frame];
            }
            let lied: Head = match lie {
                // of another line, of none, of another match, and under a key that is not the seat's
                0 => old.clone().signed(&key),
                1 => Head {
                    nonce: [0; 32],
                    ..head
                }
                .signed(&key),
                2 => Head {
                    sid: [1; 32],
                    ..head
                }
                .signed(&key),
                _ => head.signed(&protocol::testing::identity(9, 9)),
            };
            vec![Frame::Head(lied).to_bytes()]
        }));
        table.link(Seat(1), Seat(2));
        table.run();
        assert!(table.session(Seat(2)).keeps_decision(), "{lie}");
        table.bend = None;
        table.link(Seat(1), Seat(2));
        table.run();
        assert!(!table.session(Seat(2)).keeps_decision(), "{lie}");
    }
}

#[test]
fn row_19_of_two_programs_on_one_folder_the_one_that_started_first_ends_before_it_signs() {
    let (mut table, mut dice) = at_seat_2();
    let seat = Seat(2);
    let copied = table.disks[2].clone();
    let first = table.sessions[2].take().expect("alive");
    // the copy is resumed while the first program runs, and signs the next turn
    table.restart(seat);
    assert_eq!(table.session(seat).standing(), Standing::Own);
    rejoin(&mut table, seat);
    assert!(table.play_one(&mut dice));
    let second = table.sessions[2].replace(first);
    let newer = std::mem::replace(&mut table.disks[2], copied.clone());
    drop(second);
    // the first program, which knows nothing of that, makes another turn
    assert!(table.decide_at(seat, &mut Seeded(9)));
    assert!(table.sessions[2].is_none(), "another program plays on");
    assert_eq!(table.disks[2].public, copied.public, "nothing was written");
    table.restart(seat);
    assert_eq!(table.session(seat).standing(), Standing::Strange);
    // the newer files continue
    table.kill(seat);
    table.cut_closing();
    table.disks[2] = newer;
    table.restart(seat);
    assert_eq!(table.session(seat).standing(), Standing::Own);
    table.connect();
    table.run();
    table.play_out(&mut dice);
    assert_complete(&table, "two programs");
    assert_sound(&table, &[&copied], "two programs");
}

#[test]
fn row_19_a_second_machine_shows_what_its_copy_holds_and_signs_nothing() {
    let (mut table, mut dice) = at_seat_2();
    assert!(table.decide_at(Seat(2), &mut dice));
    // the turn reaches nobody; then the folder comes to a machine that has no mark
    for queue in &mut table.queues {
        queue.clear();
    }
    table.kill(Seat(2));
    table.run();
    table.marks[2] = None;
    let held = signed(&table.disks[2].public);
    assert!(!held.is_subset(&signed(&file(&table, Seat(1)))));
    table.restart(Seat(2));
    assert_eq!(table.session(Seat(2)).standing(), Standing::Strange);
    rejoin(&mut table, Seat(2));
    for seat in table.places() {
        assert!(
            signed(&file(&table, seat)).is_superset(&held),
            "the turn came over to {seat}"
        );
    }
    assert_sound(&table, &[], "a second machine");
    continue_all(&mut table, Seat(2), None, "a second machine");
    assert_went_on(&table, &[], "a second machine");
    table.play_out(&mut dice);
    assert_unhurt(&table, &[], "a second machine");
}

#[test]
fn attack_9_a_resignation_on_an_older_copy_counts_and_what_was_hidden_convicts_nobody() {
    for seat in sample((0..4).map(Seat).collect(), 2, 1) {
        let what = format!("{seat}");
        let (mut table, mut dice) = at_seat_2();
        let older = table.disks[seat.index()].clone();
        for _ in 0..4 {
            assert!(table.play_one(&mut dice));
        }
        // the others hide everything since: there is no line
        let (newer, mark) = (
            table.disks[seat.index()].clone(),
            table.marks[seat.index()].clone(),
        );
        go_back(&mut table, seat, &older);
        assert_eq!(table.session(seat).standing(), Standing::Strange, "{what}");
        resign(&mut table, seat);
        let resigned = table.disks[seat.index()].clone();
        assert_sound(&table, &[&newer, &older], &what);
        // then they show everything, and take the resignation
        rejoin(&mut table, seat);
        for other in table.places() {
            assert_eq!(table.session(other).fault(), None, "{what}: {other}");
            let shown = SessionEvent::Resigned(seat);
            assert!(table.events[other.index()].contains(&shown), "{what}");
        }
        assert_sound(&table, &[&newer, &resigned], &what);
        // the newest own files learn of it, and sign nothing that contradicts
        go_back(&mut table, seat, &newer);
        table.kill(seat);
        table.cut_closing();
        table.disks[seat.index()] = newer.clone();
        table.marks[seat.index()] = mark;
        table.restart(seat);
        rejoin(&mut table, seat);
        assert!(table.session(seat).has_resigned(), "{what}");
        table.play_out(&mut dice);
        assert_sound(&table, &[&newer, &resigned], &what);
        go_on(&mut table, &[seat], &what);
        assert_went_on(&table, &[seat], &what);
        table.play_out(&mut dice);
        assert_unhurt(&table, &[], &what);
    }
}

#[test]
fn attack_9_an_older_copy_that_resigns_or_claims_after_the_end_takes_no_result() {
    let clocks = Offer {
        terms: Terms {
            pace: Pace::Days(1),
            ..Terms::default()
        },
        ..offer("tourney-4", Some(6))
    };
    for claims in [false, true] {
        for seat in (0..4).map(Seat) {
            let what = format!("{seat} {claims}");
            let mut table = Table::<4>::under_way(table(&clocks, 4, SEED), &full(4), SEED);
            let mut dice = Seeded(4);
            for _ in 0..3 {
                assert!(table.play_one(&mut dice));
            }
            let older = table.disks[seat.index()].clone();
            table.play_out(&mut dice);
            assert_complete(&table, &what);
            let outcome = table.session(Seat(0)).outcome();
            go_back(&mut table, seat, &older);
            table.pass(Duration::from_secs(3 * 24 * 60 * 60));
            match claims {
                true => {
                    let _late_or_not = table.with(seat, |session, now| session.claim(now));
                }
                false => resign(&mut table, seat),
            }
            assert_sound(&table, &[&older], &what);
            assert_eq!(judged(&table).result, outcome, "{what}");
            rejoin(&mut table, seat);
            assert_eq!(table.session(seat).fault(), None, "{what}");
            assert_eq!(judged(&table).result, outcome, "{what}");
        }
    }
}

#[test]
fn row_19_a_resignation_of_an_older_copy_under_a_number_used_before_convicts_nobody() {
    for seat in (0..4).map(Seat) {
        let what = format!("{seat}");
        let (mut table, mut dice) = at_seat_2();
        let older = table.disks[seat.index()].clone();
        // the newer files have a note of that number, an offer of a draw
        let offered = table.with(seat, |session, now| session.offer_draw(now));
        assert_eq!(offered, Some(Ok(())), "{what}");
        table.run();
        let newer = table.disks[seat.index()].clone();
        go_back(&mut table, seat, &older);
        resign(&mut table, seat);
        assert_sound(&table, &[&newer], &what);
        rejoin(&mut table, seat);
        table.wait(Duration::from_secs(2));
        for other in table.places() {
            let session = table.session(other);
            let is_quiet = matches!(session.fault(), None | Some(Fault::SecondProgram));
            assert!(is_quiet, "{what}: {other} {:?}", session.fault());
        }
        // it has no number, and counts next to the offer
        assert!(table.session(seat).has_resigned(), "{what}");
        assert_same(&table, &table.places(), &what);
        assert_sound(&table, &[&newer], &what);
        go_on(&mut table, &[seat], &what);
        assert_went_on(&table, &[seat], &what);
        table.play_out(&mut dice);
        assert_unhurt(&table, &[], &what);
    }
}
