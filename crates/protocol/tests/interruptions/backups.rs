//! Restored backups, lying heads, files of other seats.

use protocol::file::FormatError;
use protocol::frame::{Frame, Head, Held, Hello, Need};
use protocol::judge::{Verdict, judge};
use protocol::testing::{Disk, Pair, Puppet, Seeded, identity, offer, random_orders, tiny};
use protocol::{Fault, Kind, ProposeError, ResumeError, Seat, Session, SessionEvent, Waiting};
use rules::{Rules, Side, ToAct};

use crate::{assert_complete, assert_nobody_signed_twice, turns};

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
        // alone, the restored program would have its turn again; it must not take it
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
    // it has not locked what it could not open: it owes nothing, and the other has revealed nothing
    let report = judge(&[&pair.disks[1].public]);
    assert_eq!((report.verdict, report.step), (Verdict::Open, 1));
    assert_nobody_signed_twice(&pair);
}

#[test]
fn row_19_a_peer_that_speaks_of_our_later_record_and_does_not_show_it_stops_our_pen() {
    let mut pair = Pair::agreed(offer("clash-of-arms", Some(6)), 1);
    let mut puppet = Puppet::instead_of(Seat(1), &mut pair);
    let sid_root = puppet.record(Kind::Lock, Vec::new()).prev;
    pair.sessions[0] = None;
    pair.restart(Seat(0));
    pair.connect();
    let hello = pair.queues[1].pop_front();
    assert!(hello.is_some());
    let exporter = [2; 32];
    let signature = identity(1, 1).sign("channel", &exporter);
    let sid = pair.session(Seat(0)).sid().expect("a match");
    let hello = Hello::new(sid, signature);
    puppet.send_bytes(&mut pair, &Frame::Hello(hello).to_bytes());
    assert_eq!(puppet.fault, None);
    let head = Head {
        step: 0,
        root: sid_root,
        held: vec![
            Held {
                notes: 0,
                step: 1,
                id: [5; 32],
            },
            Held::default(),
        ],
    };
    puppet.send_bytes(&mut pair, &Frame::Head(head).to_bytes());
    let position = pair.session(Seat(0)).position().expect("a match").clone();
    let orders = random_orders(&position, FIRST, &mut Seeded(1));
    let tried = pair.with(Seat(0), |session, now| session.propose(now, &orders));
    assert_eq!(tried, Some(Err(ProposeError::Missing)));
    let tried = pair.with(Seat(0), |session, now| session.resign(now));
    assert_eq!(tried, Some(Err(ProposeError::Missing)));
}

#[test]
fn row_10_a_peer_with_another_root_for_the_same_step_is_asked_for_its_records() {
    let mut pair = Pair::agreed(tiny(6), 1);
    pair.play_one(&mut Seeded(1));
    pair.play_one(&mut Seeded(1));
    let step = 4;
    let head = Head {
        step,
        root: [5; 32],
        held: vec![Held::default(); 2],
    };
    let bytes = Frame::Head(head).to_bytes();
    pair.wire.clear();
    pair.with(Seat(0), |session, now| session.handle_frame(now, &bytes));
    assert_eq!(
        pair.events[0].last(),
        Some(&SessionEvent::Fault(Fault::Fork))
    );
    let (_, sent) = pair.wire.last().expect("a question");
    let need = Need { from: 1, to: step };
    assert_eq!(Frame::from_bytes(sent), Ok(Frame::Need(need)));
    // it had no other records after all: a new line, with the true root, and the match goes on
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
