//! Restored backups, lying heads, files of other seats.

use std::time::Duration;

use protocol::file::FormatError;
use protocol::frame::{Frame, Held, Need};
use protocol::judge::{Verdict, judge};
use protocol::note::Statement;
use protocol::testing::{Disk, Pair, Puppet, Seeded, identity, offer, random_orders, tiny};
use protocol::{
    CloseReason, Fault, Kind, ProposeError, ResumeError, Seat, Session, SessionEvent, Waiting,
};
use rules::{Rules, Side, ToAct};

use crate::{assert_complete, assert_nobody_signed_twice, lie_about_a_record, turns};

const FIRST: Side = Side::new(0).expect("there are eight");

/// A match some turns old, with what seat 0 had on disk after each of its own decisions.
fn with_backups(turns: usize) -> (Pair, Vec<Disk>) {
    let mut pair = Pair::agreed(tiny(20), 1);
    let mut dice = Seeded(8);
    let mut backups = vec![pair.disks[0].clone()];
    for _ in 0..turns {
        assert!(pair.play_one(&mut dice));
        backups.push(pair.disks[0].clone());
    }
    (pair, backups)
}

#[test]
fn row_19_a_restored_backup_signs_nothing_until_the_peer_has_returned_what_it_lacks() {
    let (_, backups) = with_backups(6);
    for (age, backup) in backups.iter().enumerate() {
        let (mut pair, _) = with_backups(6);
        let later = turns(&pair);
        pair.kill(Seat(0));
        pair.run();
        pair.disks[0] = Disk {
            writes: pair.disks[0].writes,
            ..backup.clone()
        };
        pair.restart(Seat(0));
        // the restored program would have its turn again, and must not take that turn alone
        let position = pair.session(Seat(0)).position().expect("a match").clone();
        let side = pair.session(Seat(0)).side_of(Seat(0)).expect("a seat");
        assert!(!matches!(
            pair.session(Seat(0)).waiting(),
            Waiting::Me { .. }
        ));
        if let ToAct::One(mover) = position.to_act()
            && mover == side
        {
            let orders = random_orders(&position, side, &mut Seeded(99));
            let tried = pair.with(Seat(0), |session, now| session.propose(now, &orders));
            assert_eq!(tried, Some(Err(ProposeError::NotHeard)), "backup {age}");
        }
        pair.connect();
        pair.run();
        assert_eq!(pair.session(Seat(0)).fault(), None, "backup {age}");
        // a set-up sealed after the backup cannot be opened from it, but that round is over here
        assert_eq!(turns(&pair), later, "backup {age}");
        pair.play_out(&mut Seeded(5));
        assert_complete(&pair, &format!("backup {age}"));
    }
}

#[test]
fn row_19_a_set_up_sealed_after_the_backup_stops_the_match_instead_of_being_sealed_again() {
    let mut pair = Pair::agreed(tiny(4), 1);
    let backup = pair.disks[0].clone();
    assert_eq!(pair.to_decide(), Some(Seat(0)));
    pair.play_one(&mut Seeded(1));
    pair.kill(Seat(0));
    pair.run();
    pair.disks[0] = backup;
    pair.restart(Seat(0));
    pair.connect();
    pair.run();
    assert_eq!(pair.session(Seat(0)).locked(), [Seat(0)]);
    pair.play_one(&mut Seeded(2));
    assert_eq!(pair.session(Seat(0)).fault(), Some(&Fault::LostChoice));
    // the restored seat has not locked a choice that it could not open, so it owes nothing, and the other has revealed nothing
    let report = judge(&[&pair.disks[1].public]);
    assert_eq!((report.verdict, report.step), (Verdict::Open, 1));
    assert_nobody_signed_twice(&pair);
}

/// An open game whose seat 0 is honest and whose seat 1 is a puppet that says to hold a record of seat 0.
fn lied_to(is_restarted: bool) -> (Pair, Puppet) {
    let mut pair = Pair::agreed(offer("clash-of-arms", Some(6)), 1);
    let mut puppet = Puppet::instead_of(Seat(1), &mut pair);
    pair.pass(Duration::from_secs(3));
    lie_about_a_record(&mut pair, &mut puppet, 1, is_restarted);
    (pair, puppet)
}

fn some_orders(pair: &Pair) -> Vec<rules::AnyOrder> {
    let position = pair.session(Seat(0)).position().expect("a match");
    random_orders(position, FIRST, &mut Seeded(1))
}

#[test]
fn row_19_a_peer_that_does_not_show_what_it_says_to_hold_is_named_and_stops_only_a_restored_pen() {
    for is_restarted in [false, true] {
        let (mut pair, mut puppet) = lied_to(is_restarted);
        let orders = some_orders(&pair);
        let tried = pair.with(Seat(0), |session, now| session.propose(now, &orders));
        assert_eq!(tried, Some(Err(ProposeError::Missing)));
        // a new line does not give the peer new time
        pair.pass(Duration::from_secs(9));
        pair.with(Seat(0), |session, now| session.handle_timeout(now));
        assert_eq!(pair.closes[0], []);
        pair.connect();
        puppet.greet(&mut pair, [3; 32], |head| {
            head.held[0].step = 1;
            head.held[0].id = [6; 32];
        });
        pair.pass(Duration::from_secs(1));
        pair.with(Seat(0), |session, now| session.handle_timeout(now));
        assert_eq!(pair.closes[0], [CloseReason::Fault(Fault::FalseHead)]);
        assert_eq!(pair.session(Seat(0)).fault(), None);
        let report = judge(&[&pair.disks[0].public]);
        assert_eq!(report.verdict, Verdict::Open, "{report:?}");
        assert!(report.remarks[0].starts_with("seat 1 stated"), "{report:?}");
        // on the next line the program that knows what it signed goes on
        pair.connect();
        puppet.greet(&mut pair, [4; 32], |head| {
            head.held[0].step = 1;
            head.held[0].id = [6; 32];
        });
        let tried = pair.with(Seat(0), |session, now| session.propose(now, &orders));
        let expected = match is_restarted {
            true => Err(ProposeError::Missing),
            false => Ok(()),
        };
        assert_eq!(tried, Some(expected));
    }
}

#[test]
fn row_19_who_asks_for_records_before_it_says_what_it_holds_is_shown_none() {
    let mut pair = Pair::agreed(offer("clash-of-arms", Some(6)), 1);
    let mut puppet = Puppet::instead_of(Seat(1), &mut pair);
    let orders = some_orders(&pair);
    pair.with(Seat(0), |session, now| session.propose(now, &orders));
    // the turn reached nobody; another machine of the same player may have signed another one since
    pair.queues = Default::default();
    pair.kill(Seat(0));
    pair.restart(Seat(0));
    pair.connect();
    puppet.listen(&mut pair);
    let hello = puppet.hello(&identity(1, 1), [2; 32]);
    puppet.send_bytes(&mut pair, &hello.to_bytes());
    let need = Frame::Need(Need { from: 1, to: 9 });
    puppet.send_bytes(&mut pair, &need.to_bytes());
    assert!(puppet.heard_record(Kind::Orders).is_none());
    let head = puppet.head(|_| {});
    puppet.send_bytes(&mut pair, &head.to_bytes());
    assert!(puppet.heard_record(Kind::Orders).is_some());
}

#[test]
fn row_19_a_head_must_be_signed_for_its_line() {
    let mut pair = Pair::agreed(offer("clash-of-arms", Some(6)), 1);
    let mut puppet = Puppet::instead_of(Seat(1), &mut pair);
    for line in 2..6_u8 {
        pair.connect();
        let old = puppet.nonce;
        puppet.greet(&mut pair, [line; 32], |head| match line {
            2 => head.nonce = old,
            3 => head.nonce = [0; 32],
            4 => head.seat = Seat(0),
            _ => head.sid = [1; 32],
        });
        if line == 2 {
            // the nonce of the line before
            assert_ne!(old, puppet.nonce);
        }
        assert!(matches!(puppet.fault, Some(Fault::Unexpected(_))), "{line}");
        let tried = some_orders(&pair);
        let tried = pair.with(Seat(0), |session, now| session.propose(now, &tried));
        // the turn is kept, since nobody was heard
        let kept = pair.session(Seat(0)).keeps_decision();
        assert!(kept && tried.is_some(), "{tried:?}");
    }
    pair.connect();
    puppet.greet(&mut pair, [6; 32], |_| {});
    assert_eq!((&puppet.fault, puppet.step()), (&None, 2));
    assert!(!pair.session(Seat(0)).keeps_decision());
}

#[test]
fn a_turn_ended_without_a_line_is_signed_when_the_peer_is_heard_and_survives_a_crash() {
    for (offer, seed) in [(tiny(2), 1), (offer("clash-of-arms", Some(2)), 2)] {
        for is_killed in [false, true] {
            let mut pair = Pair::agreed(offer.clone(), 1);
            let seat = pair.to_decide().expect("somebody begins");
            pair.disconnect();
            let written = pair.disks[seat.index()].public.clone();
            assert!(pair.play_one(&mut Seeded(seed)));
            assert!(pair.session(seat).keeps_decision());
            assert!(!matches!(pair.session(seat).waiting(), Waiting::Me { .. }));
            assert_eq!(
                pair.disks[seat.index()].public,
                written,
                "nothing is signed"
            );
            if is_killed {
                pair.kill(seat);
                pair.run();
                pair.restart(seat);
            }
            pair.connect();
            pair.run();
            assert!(!pair.session(seat).keeps_decision());
            assert!(pair.disks[seat.index()].public.len() > written.len());
            pair.play_out(&mut Seeded(seed));
            assert_complete(&pair, "kept");
        }
    }
}

#[test]
fn row_19_a_second_machine_takes_the_match_over_and_the_first_finds_its_place_again() {
    let begun = || {
        let mut pair = Pair::agreed(offer("clash-of-arms", Some(6)), 1);
        let mut dice = Seeded(8);
        pair.play_one(&mut dice);
        pair.play_one(&mut dice);
        (pair, dice)
    };
    // the folder as it was synced, and the first machine still running
    let (mut pair, mut dice) = begun();
    let synced = pair.disks[0].clone();
    let first = pair.sessions[0].take().expect("alive");
    pair.restart(Seat(0));
    pair.connect();
    pair.run();
    pair.play_one(&mut dice);
    let second = pair.sessions[0].replace(first);
    let newer = std::mem::replace(&mut pair.disks[0], synced);
    drop(second);
    // the first machine made another turn while its line was down
    pair.disconnect();
    let orders = some_orders(&pair);
    let kept = pair.with(Seat(0), |session, now| session.propose(now, &orders));
    assert_eq!(kept, Some(Ok(())));
    pair.connect();
    pair.run();
    assert_eq!(pair.session(Seat(0)).fault(), None);
    assert_eq!(turns(&pair), 3);
    pair.play_out(&mut dice);
    assert_complete(&pair, "two machines");
    let both = judge(&[&newer.public, &pair.disks[0].public, &pair.disks[1].public]);
    assert_eq!(both.verdict, Verdict::Complete, "{both:?}");
}

#[test]
fn row_19_what_reached_nobody_is_taken_back_where_another_machine_signed_in_its_place() {
    let mut pair = Pair::agreed(tiny(20), 1);
    let mut dice = Seeded(8);
    pair.play_one(&mut dice);
    pair.play_one(&mut dice);
    while pair.to_decide() != Some(Seat(0)) {
        pair.play_one(&mut dice);
    }
    let synced = pair.disks[0].clone();
    // the first machine signs; its line is dead and nothing arrives
    let side = pair.session(Seat(0)).side_of(Seat(0)).expect("a seat");
    let position = pair.session(Seat(0)).position().expect("a match").clone();
    let orders = random_orders(&position, side, &mut Seeded(1));
    pair.with(Seat(0), |session, now| session.propose(now, &orders))
        .expect("alive")
        .expect("legal");
    pair.queues = Default::default();
    let first = pair.sessions[0].take().expect("alive");
    let older = std::mem::replace(&mut pair.disks[0], synced);
    // the second signs another turn
    pair.restart(Seat(0));
    pair.connect();
    pair.run();
    let others = random_orders(&position, side, &mut Seeded(77));
    assert_ne!(orders, others);
    pair.with(Seat(0), |session, now| session.propose(now, &others))
        .expect("alive")
        .expect("legal");
    pair.run();
    pair.sessions[0] = Some(first);
    pair.disks[0] = older;
    pair.connect();
    pair.run();
    assert_eq!(pair.session(Seat(0)).fault(), None);
    assert!(pair.events[0].contains(&SessionEvent::Fault(Fault::SecondProgram)));
    pair.play_out(&mut dice);
    for seat in [0, 1] {
        let report = judge(&[&pair.disks[seat].public]);
        assert_eq!(report.verdict, Verdict::Complete, "{report:?}");
    }
}

#[test]
fn a_record_upon_an_invented_history_ends_the_line_and_not_the_match() {
    let mut pair = Pair::agreed(offer("clash-of-arms", Some(6)), 1);
    let mut puppet = Puppet::instead_of(Seat(1), &mut pair);
    for line in 2..250_u8 {
        let mut lie = puppet.record(Kind::Orders, vec![line; 1000]);
        lie.prev = [line; 32];
        let lie = lie.signed(&puppet.key);
        puppet.send(&mut pair, &lie);
        let (step, seat) = (lie.step, lie.seat);
        assert_eq!(puppet.fault, Some(Fault::OtherHistory { step, seat }));
        pair.connect();
        puppet.greet(&mut pair, [line; 32], |_| {});
        let report = judge(&[&pair.disks[0].public]);
        // two such records are two records for one step
        let expected = match line {
            2 => (Verdict::Inconsistent, None),
            _ => (Verdict::Proved, Some(Seat(1))),
        };
        assert_eq!((report.verdict, report.seat), expected);
    }
    assert!(pair.disks[0].public.len() < 200 * 1024, "bounded");
    let report = judge(&[&pair.disks[0].public]);
    assert!(
        report
            .remarks
            .iter()
            .any(|text| text == "seat 1 signed at step 1 upon a history that it has not shown"),
        "{report:?}"
    );
    // the match goes on, and nothing takes its result away
    let orders = some_orders(&pair);
    let tried = pair.with(Seat(0), |session, now| session.propose(now, &orders));
    assert_eq!(tried, Some(Ok(())));
    let resigned = puppet.note(Statement::Resign { is_strange: false });
    puppet.listen(&mut pair);
    puppet.send_note(&mut pair, &resigned);
    let report = judge(&[&pair.disks[0].public]);
    assert_eq!(report.result, pair.session(Seat(0)).outcome());
    assert!(report.result.is_some());
    // the files are taken up again
    pair.kill(Seat(0));
    pair.restart(Seat(0));
    assert_eq!(pair.session(Seat(0)).fault(), None);
}

#[test]
fn row_10_a_peer_with_another_root_for_the_same_step_is_asked_for_its_records() {
    let mut pair = Pair::agreed(tiny(6), 1);
    pair.play_one(&mut Seeded(1));
    pair.play_one(&mut Seeded(1));
    let step = 4;
    pair.connect();
    while !pair.session(Seat(0)).is_peer_here() {
        pair.deliver(Seat(0));
    }
    let bytes = pair.head_of(Seat(1), |head| {
        head.step = step;
        head.root = [5; 32];
        head.held = vec![Held::default(); 2];
    });
    pair.wire.clear();
    pair.with(Seat(0), |session, now| session.handle_frame(now, &bytes));
    assert!(pair.events[0].contains(&SessionEvent::Fault(Fault::Fork)));
    let need = Frame::Need(Need { from: 1, to: step }).to_bytes();
    assert!(pair.wire.contains(&(Seat(0), need)));
    // the peer had no other records after all: a new line, with the true root, and the match goes on
    pair.run();
    assert_ne!(pair.session(Seat(0)).fault(), Some(&Fault::Fork));
    pair.connect();
    pair.run();
    pair.play_out(&mut Seeded(2));
    assert_complete(&pair, "a lying head");
}

#[test]
fn row_20_starting_again_draws_the_same_lot() {
    let begins = |restarts: usize| {
        let mut pair = Pair::agreed(tiny(2), 1);
        let mut dice = Seeded(6);
        for _ in 0..restarts {
            pair.kill(Seat(0));
            pair.run();
            pair.restart(Seat(0));
            pair.connect();
            pair.run();
        }
        pair.play_one(&mut dice);
        pair.play_one(&mut dice);
        pair.to_decide()
    };
    let first = begins(0);
    assert!(first.is_some());
    for restarts in 1..20 {
        assert_eq!(begins(restarts), first);
    }
}

#[test]
fn a_match_file_of_one_seat_cannot_be_taken_up_by_another() {
    let (pair, _) = with_backups(3);
    let [ours, theirs] = &pair.disks;
    let resume = |who, public: &[u8], private: &[u8]| {
        Session::resume(identity(who, 1), public, private, pair.now).map(|_| ())
    };
    assert_eq!(resume(0, &ours.public, &ours.private), Ok(()));
    assert_eq!(
        resume(1, &ours.public, &ours.private),
        Err(ResumeError::NotMine)
    );
    assert_eq!(
        resume(0, &ours.public, &theirs.private),
        Err(ResumeError::NotMine)
    );
    assert_eq!(
        resume(0, &ours.private, &ours.private),
        Err(ResumeError::NoMatch(FormatError::NoMatchFile))
    );
    assert_eq!(
        resume(0, &ours.public, &ours.public),
        Err(ResumeError::NoSecrets)
    );
    let (other, _) = {
        let mut other = Pair::agreed(tiny(20), 2);
        other.play_one(&mut Seeded(1));
        (other, ())
    };
    let foreign = resume(0, &ours.public, &other.disks[0].private);
    assert_eq!(foreign, Err(ResumeError::OtherMatch));
    // a byte changed in the middle is told, not signed over
    let mut damaged = ours.public.clone();
    let middle = damaged.len() - 300;
    damaged[middle] ^= 1;
    assert!(resume(0, &damaged, &ours.private).is_err());
}
