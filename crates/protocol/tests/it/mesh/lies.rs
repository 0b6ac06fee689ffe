//! The lies of a match of two, told to a table of four: false HEADs, invented histories, files of other seats, and
//! starts of a program that dies in any write.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::Duration;

use protocol::file::FormatError;
use protocol::frame::{Frame, Head, Held, Want};
use protocol::manifest::{Pace, Terms};
use protocol::testing::{Puppet, Reached, Seeded, identity, table};
use protocol::{Fault, Kind, ProposeError, ResumeError, Session, SessionEvent, Standing};
use rules::Rules as _;

use super::copies::*;
use super::going_on::*;
use super::together::*;
use super::*;

/// The most that hostile seats can add to the files of a match in addition to their one record a step: what convicts nobody,
/// and for each seat its notes and one record that convicts it.
const fn most(seats: usize) -> usize {
    (128 + seats * (75 + 64)) * 1024
}

fn on_disk<const N: usize>(table: &Table<N>, seat: Seat) -> usize {
    let disk = &table.disks[seat.index()];
    disk.public.len() + disk.private.len()
}

/// The HEADs that those seats sign for the victim say what `change` makes of them.
fn lie_in_heads<const N: usize>(
    table: &mut Table<N>,
    liars: &[Seat],
    victim: Seat,
    change: impl Fn(&mut Head) + 'static,
) {
    let keys: BTreeMap<Seat, _> = liars
        .iter()
        .map(|liar| (*liar, table.match_key(*liar)))
        .collect();
    table.bend = Some(Box::new(move |_, to, frame| {
        match Frame::from_bytes(&frame) {
            Ok(Frame::Head(mut head)) if to == victim => match keys.get(&head.seat) {
                Some(key) => {
                    change(&mut head);
                    vec![Frame::Head(head.signed(key)).to_bytes()]
                }
                None => vec![frame],
            },
            _ => vec![frame],
        }
    }));
}

/// Nobody has signed two records for one place, on the wire or on disk.
fn assert_nobody_signed_twice<const N: usize>(table: &Table<N>, what: &str) {
    let sent = table.wire.iter().map(|(_, frame)| Frame::from_bytes(frame));
    let sent = sent.filter_map(|frame| match frame {
        Ok(Frame::Record(record)) => Some(*record),
        _ => None,
    });
    let disks = table.disks.iter();
    let written = disks.filter_map(|disk| read_public(&disk.public).ok());
    let written = written.flat_map(|(entries, _)| entries);
    let written = written.filter_map(|entry| match entry {
        Entry::Record(record) => Some(record),
        _ => None,
    });
    let mut seen = BTreeMap::new();
    for record in sent.chain(written) {
        // a closing record may stand beside the planned one
        let place = (record.step, record.seat, record.kind == Kind::Close);
        let first = *seen.entry(place).or_insert_with(|| record.id());
        assert_eq!(first, record.id(), "{what}: {place:?}");
    }
}

/// All have played the match to its end and hold the same.
fn assert_ends<const N: usize>(table: &mut Table<N>, what: &str) {
    table.bend = None;
    table.connect();
    table.run();
    table.wait(Duration::from_secs(1));
    table.play_out(&mut Seeded(2));
    for seat in table.places() {
        let session = table.session(seat);
        let waiting = session.waiting();
        assert!(session.is_closed(), "{what}: {session:?} {waiting:?}");
    }
    assert_same(table, &table.places(), what);
    assert_eq!(judged(table).verdict, Verdict::Complete, "{what}");
}

#[test]
fn row_19_a_crash_at_each_write_of_a_start_or_a_signature_leaves_own_files() {
    let mut cases = Vec::new();
    for seat in (0..4).map(Seat) {
        for write in 1..=12 {
            for reached in [Reached::Nothing, Reached::Half, Reached::All] {
                cases.push((seat, write, reached));
            }
        }
    }
    for (seat, write, reached) in sample(cases, 25, 7) {
        let what = format!("{seat}, write {write}, {reached:?}");
        let mut table = Table::<4>::under_way(four_sides(4), &full(4), SEED);
        let mut dice = Seeded(1);
        assert!(table.play_one(&mut dice));
        let writes = table.disks[seat.index()].writes;
        table.crash = Some((seat, writes + write, reached));
        table.kill(seat);
        table.run();
        table.restart(seat);
        for _ in 0..24 {
            if table.sessions[seat.index()].is_none() {
                table.cut_closing();
                table.restart(seat);
            }
            assert_eq!(table.session(seat).standing(), Standing::Own, "{what}");
            table.connect();
            table.run();
            let _died = table.play_one(&mut dice);
        }
        assert_eq!(table.crash, None, "{what}");
        assert_nobody_signed_twice(&table, &what);
        if table.sessions[seat.index()].is_none() {
            table.cut_closing();
            table.restart(seat);
        }
        assert_ends(&mut table, &what);
    }
}

#[test]
fn attack_7_a_private_file_copied_while_the_program_runs_is_strange_once_more_was_signed() {
    for seat in (0..4).map(Seat) {
        let what = format!("{seat}");
        let (mut table, mut dice) = at_seat_2();
        // the copy bears the id of the run that goes on
        let older = table.disks[seat.index()].clone();
        let signed = table.session(seat).mark();
        while table.session(seat).mark() == signed {
            assert!(table.play_one(&mut dice), "{what}");
        }
        let private = &table.disks[seat.index()].private;
        assert_eq!(*private, older.private, "{what}: no other run");
        go_back(&mut table, seat, &older);
        for _ in 0..3 {
            let session = table.session(seat);
            assert_eq!(session.standing(), Standing::Strange, "{what}");
            let tried = table.with(seat, |session, now| session.propose(now, &[]));
            assert_eq!(tried, Some(Err(ProposeError::OlderCopy)), "{what}");
            table.kill(seat);
            table.run();
            table.restart(seat);
        }
        let public = &table.disks[seat.index()].public;
        assert_eq!(*public, older.public, "{what}: nothing is signed");
        // the others show it what it lacks, and it signs nothing after that either
        rejoin(&mut table, seat);
        assert_same(&table, &table.places(), &what);
        let caught_up = table.session(seat).mark();
        table.play_out(&mut dice);
        assert_eq!(table.session(seat).mark(), caught_up, "{what}");
        assert_nobody_signed_twice(&table, &what);
    }
}

#[test]
fn row_20_starting_again_draws_the_same_lot() {
    // a seat starts again before each decision, sealed choices of its own and of others among them
    let played = |restarts: usize, seat: Seat| {
        let mut table = Table::<4>::under_way(rounds(4), &full(4), SEED);
        let mut dice = Seeded(6);
        let mut asked = Vec::new();
        for _ in 0..12 {
            for _ in 0..restarts {
                table.kill(seat);
                table.run();
                table.restart(seat);
                rejoin(&mut table, seat);
            }
            asked.push(table.to_decide());
            if !table.play_one(&mut dice) {
                break;
            }
        }
        let position = table.session(seat).position().expect("a match").to_text();
        (asked, position)
    };
    let first = played(0, Seat(0));
    assert!(first.0.iter().filter(|seat| seat.is_some()).count() > 4);
    for seat in (0..4).map(Seat) {
        for restarts in 1..3 {
            assert_eq!(played(restarts, seat), first, "{seat}, {restarts}");
        }
    }
}

#[test]
fn row_10_a_peer_with_another_root_for_the_same_step_is_asked_for_its_records() {
    let victim = Seat(0);
    for liar in [Seat(1), Seat(2), Seat(3)] {
        let what = format!("{liar}");
        let (mut table, _) = at_seat_2();
        let step = Puppet::among(liar, &table).holdings([0; 32]).step;
        assert!(step > 3, "{what}");
        table.cut(victim, liar);
        lie_in_heads(&mut table, &[liar], victim, |head| {
            head.root = [5; 32];
            head.held.fill(Held::default());
        });
        let from = table.wire.len();
        table.link(victim, liar);
        table.run();
        let fork = SessionEvent::Fault(Fault::Fork { seat: liar });
        assert!(table.events[victim.index()].contains(&fork), "{what}");
        let want = Want {
            from: 1,
            to: step,
            seats: Want::ALL,
        };
        let asked = (victim, Frame::Want(want).to_bytes());
        assert!(table.wire[from..].contains(&asked), "{what}");
        for seat in table.places() {
            assert_eq!(table.session(seat).fault(), None, "{what}: {seat}");
        }
        assert_ends(&mut table, &what);
    }
}

#[test]
fn a_record_upon_an_invented_history_ends_the_line_and_not_the_match() {
    for liar in sample((0..4).map(Seat).collect(), 2, 1) {
        let what = format!("{liar}");
        let (mut table, _) = at_seat_2();
        let victim = but(&table, &[liar])[0];
        let puppet = Puppet::among(liar, &table);
        let before = on_disk(&table, victim);
        for number in 1..=60_u8 {
            let mut lie = puppet.record(Kind::Orders, vec![number; 5000]);
            lie.prev = [number; 32];
            let lie = lie.signed(&puppet.key);
            let (step, seat) = (lie.step, lie.seat);
            let told = table.speak(liar, victim, &Frame::Record(Box::new(lie)).to_bytes());
            let fault = Fault::OtherHistory { step, seat };
            assert_eq!(told, Some(Err(fault)), "{what}: {number}");
            table.run();
            let report = judge(&[&table.disks[victim.index()].public]);
            let found = (report.verdict, report.seat);
            assert_eq!(found, (Verdict::Open, None), "{what}: {number}");
            table.link(liar.min(victim), liar.max(victim));
            table.run();
        }
        let grown = on_disk(&table, victim) - before;
        // what convicts nobody is not kept
        assert_eq!(grown, 0, "{what}");
        // nobody else is accused, and nobody stops
        for finding in judged(&table).findings {
            assert!(
                finding.verdict != Verdict::Proved || finding.seat == liar,
                "{what}: {finding:?}"
            );
        }
        table.kill(victim);
        table.run();
        table.restart(victim);
        for seat in table.places() {
            assert_eq!(table.session(seat).fault(), None, "{what}: {seat}");
        }
        assert_ends(&mut table, &what);
    }
}

#[test]
fn a_match_file_of_one_seat_cannot_be_taken_up_by_another() {
    let (table, _) = at_seat_2();
    let resume = |who: Seat, public: &[u8], private: &[u8]| {
        let identity = identity(who.0, SEED);
        Session::resume(identity, public, private, Standing::Own, table.now).map(|_| ())
    };
    for seat in table.places() {
        let own = &table.disks[seat.index()];
        assert_eq!(resume(seat, &own.public, &own.private), Ok(()), "{seat}");
        let no_secrets = resume(seat, &own.public, &own.public);
        assert_eq!(no_secrets, Err(ResumeError::NoSecrets), "{seat}");
        let no_match = resume(seat, &own.private, &own.private);
        let expected = ResumeError::NoMatch(FormatError::NoMatchFile);
        assert_eq!(no_match, Err(expected), "{seat}");
        for other in but(&table, &[seat]) {
            let theirs = &table.disks[other.index()];
            let what = format!("{seat} {other}");
            let taken = resume(seat, &theirs.public, &theirs.private);
            assert_eq!(taken, Err(ResumeError::NotMine), "{what}");
            let mixed = resume(seat, &own.public, &theirs.private);
            assert_eq!(mixed, Err(ResumeError::NotMine), "{what}");
        }
        let stranger = resume(Seat(9), &own.public, &own.private);
        assert_eq!(stranger, Err(ResumeError::NotMine), "{seat}");
        // a byte changed in the middle is reported, not signed over
        let mut damaged = own.public.clone();
        let middle = damaged.len() - 300;
        damaged[middle] ^= 1;
        assert!(resume(seat, &damaged, &own.private).is_err(), "{seat}");
    }
}

#[test]
fn row_19_false_heads_on_line_after_line_fill_no_more_than_their_share() {
    let victim = Seat(0);
    let mut table = Table::<8>::under_way(four_sides(8), &full(8), SEED);
    assert!(table.play_one(&mut Seeded(1)));
    table.kill(victim);
    table.run();
    table.restart(victim);
    let before = on_disk(&table, victim);
    let liars = but(&table, &[victim]);
    let round = Rc::new(Cell::new(0_u8));
    let number = Rc::clone(&round);
    // another record of the victim each time, which nobody has signed
    lie_in_heads(&mut table, &liars, victim, move |head| {
        head.held[victim.index()].step += 3;
        head.held[victim.index()].id = [number.get(); 32];
    });
    let rounds = 50;
    for _ in 0..rounds {
        round.set(round.get() + 1);
        for liar in &liars {
            table.link(victim, *liar);
        }
        table.run();
        // longer than the ten seconds in which it could have been shown
        table.pass(Duration::from_secs(11));
        table.with(victim, |session, now| session.handle_timeout(now));
        table.run();
    }
    let grown = on_disk(&table, victim) - before;
    let head = Puppet::among(Seat(1), &table).holdings([0; 32]);
    let said = rounds * liars.len() * Frame::Head(head).to_bytes().len();
    assert!(said > 128 * 1024, "more was said than is kept: {said}");
    assert!(grown < most(0), "{grown} of {said}");
    let report = judge(&[&table.disks[victim.index()].public]);
    assert_eq!(report.verdict, Verdict::Open, "{}", report.why);
    assert_eq!(table.session(victim).fault(), None);
    // what its own files hold it knows, and plays on
    assert_ends(&mut table, "false heads");
}

#[test]
fn row_17_what_a_convicted_seat_signs_besides_fills_no_disk_and_the_others_go_on() {
    let cheat = Seat(2);
    let (mut table, mut dice) = at_seat_2();
    let victim = Seat(0);
    let puppet = Puppet::among(cheat, &table);
    let second = |number: u8, long: usize| {
        let record = puppet.record(Kind::Orders, vec![number; long]);
        Frame::Record(Box::new(record)).to_bytes()
    };
    for number in 0..2 {
        let _told = table.speak(cheat, victim, &second(number, 100));
    }
    table.run();
    let before = on_disk(&table, victim);
    for number in 0..100 {
        table.link(victim, cheat);
        table.run();
        for number in [number, 100 + number] {
            let _told = table.speak(cheat, victim, &second(number, 20_000));
        }
        let mut elsewhere = puppet.record(Kind::Orders, vec![number; 20_000]);
        elsewhere.prev = [number; 32];
        let elsewhere = elsewhere.signed(&puppet.key);
        let _told = table.speak(
            cheat,
            victim,
            &Frame::Record(Box::new(elsewhere)).to_bytes(),
        );
        table.run();
    }
    let grown = on_disk(&table, victim) - before;
    assert!(grown <= most(1), "{grown}");
    go_on(&mut table, &[cheat], "flooded");
    assert_went_on(&table, &[cheat], "flooded");
    table.play_out(&mut dice);
    assert_unhurt(&table, &[cheat], "flooded");
}

#[test]
fn row_19_no_silent_or_lying_peer_forbids_to_resign() {
    let cases = (0..4).flat_map(|seat| [false, true].map(|is| (Seat(seat), is)));
    for (victim, is_restarted) in sample(cases.collect(), 3, 1) {
        for is_silent in [false, true] {
            let what = format!("{victim}, restarted {is_restarted}, silent {is_silent}");
            let (mut table, mut dice) = at_seat_2();
            for other in but(&table, &[victim]) {
                table.cut(victim, other);
            }
            if is_restarted {
                table.kill(victim);
                table.run();
                table.restart(victim);
            }
            let liars = but(&table, &[victim]);
            match is_silent {
                // a line on which nothing is ever said
                true => {
                    table.bend = Some(Box::new(move |_, to, frame| match to == victim {
                        true => Vec::new(),
                        false => vec![frame],
                    }));
                }
                false => lie_in_heads(&mut table, &liars, victim, move |head| {
                    head.held[victim.index()].step += 3;
                    head.held[victim.index()].id = [6; 32];
                }),
            }
            rejoin(&mut table, victim);
            assert_eq!(table.session(victim).lacks_own(), !is_silent, "{what}");
            let resigned = table.with(victim, |session, now| session.resign(now));
            assert_eq!(resigned, Some(Ok(())), "{what}");
            let written = judge(&[&table.disks[victim.index()].public]);
            assert_eq!(written.verdict, Verdict::Open, "{what}: {}", written.why);
            assert!(table.session(victim).has_resigned(), "{what}");
            // once the lie is over the others learn of it and go on without
            table.bend = None;
            table.connect();
            table.run();
            table.wait(Duration::from_secs(12));
            table.connect();
            table.run();
            go_on(&mut table, &[victim], &what);
            assert_went_on(&table, &[victim], &what);
            table.play_out(&mut dice);
            assert_unhurt(&table, &[], &what);
        }
    }
}

#[test]
fn row_19_an_older_copy_claims_nothing_before_the_peers_could_show_what_it_lacks() {
    let days = protocol::Offer {
        terms: Terms {
            pace: Pace::Days(1),
            ..Terms::default()
        },
        ..offer("tourney-4", Some(24))
    };
    for claimer in [Seat(0), Seat(1), Seat(3)] {
        let what = format!("{claimer}");
        let mut table = Table::<4>::under_way(table(&days, 4, SEED), &full(4), SEED);
        let mut dice = Seeded(4);
        while table.to_decide() != Some(Seat(2)) {
            assert!(table.play_one(&mut dice));
        }
        let older = table.disks[claimer.index()].clone();
        // seat 2 and all after it have moved since, the claimer too
        for _ in 0..4 {
            assert!(table.play_one(&mut dice));
        }
        let claim = |table: &mut Table<4>| {
            let claimed = table.with(claimer, |session, now| session.claim(now));
            claimed.expect("alive")
        };
        // for the older copy seat 2 has owed a turn for two days
        table.pass(Duration::from_secs(2 * 24 * 60 * 60));
        let others = but(&table, &[claimer]);
        for one in &others {
            go_back(&mut table, claimer, &older);
            assert_eq!(
                table.session(claimer).standing(),
                Standing::Strange,
                "{what}"
            );
            for other in &others {
                table.link(claimer.min(*other), claimer.max(*other));
            }
            assert_eq!(claim(&mut table), Err(ProposeError::NotHeard), "{what}");
            assert!(!table.session(claimer).may_claim(table.now), "{what}");
            // whoever of the others is heard first shows that seat 2 has moved, and the rest need not be
            let rest = but(&table, &[claimer, *one]);
            for other in rest {
                table.cut(claimer, other);
            }
            table.run();
            assert_eq!(
                claim(&mut table),
                Err(ProposeError::NotLate),
                "{what} {one}"
            );
        }
        // those who have been on the line for ten seconds and say nothing forbid nothing
        go_back(&mut table, claimer, &older);
        for other in &others {
            table.kill(*other);
        }
        table.cut_closing();
        for other in &others {
            table.link(claimer.min(*other), claimer.max(*other));
        }
        assert_eq!(claim(&mut table), Err(ProposeError::NotHeard), "{what}");
        table.pass(Duration::from_secs(10));
        assert!(table.session(claimer).may_claim(table.now), "{what}");
        assert_eq!(claim(&mut table), Ok(()), "{what}");
        let report = judge(&[&table.disks[claimer.index()].public]);
        assert_eq!(report.verdict, Verdict::Claimed, "{what}: {}", report.why);
        assert_eq!(report.seat, Some(Seat(2)), "{what}");
    }
}
