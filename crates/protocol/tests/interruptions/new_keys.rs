//! Seats that go on under a new match key: an older copy, a lost private file, a sealed choice that is lost, and peers that
//! hide what the old key signed.

use std::time::Duration;

use protocol::file::{Entry, PUBLIC_HEADER, read_public};
use protocol::judge::{Verdict, judge};
use protocol::manifest::Pace;
use protocol::testing::{
    Disk, Pair, Puppet, Seeded, fresh, identity, offer, random_orders, tiny, toy,
};
use protocol::{Fault, Kind, ProposeError, Record, ResumeError, Seat, Session, SessionEvent};
use rules::{Rules, Side, ToAct};

use crate::{assert_complete, lie_about_a_record, turns};

const FIRST: Side = Side::new(0).expect("there are eight");

/// A match with what seat 0 had on disk after every decision of anybody.
fn with_backups(offer: protocol::Offer, decisions: usize) -> (Pair, Vec<Disk>) {
    let mut pair = Pair::agreed(offer, 1);
    let mut dice = Seeded(8);
    let mut backups = vec![pair.disks[0].clone()];
    for _ in 0..decisions {
        assert!(pair.play_one(&mut dice));
        backups.push(pair.disks[0].clone());
    }
    (pair, backups)
}

/// A seat dies and comes back with that disk, under a new key.
fn come_back(pair: &mut Pair, seat: Seat, disk: &Disk, seed: u8) {
    pair.kill(seat);
    pair.run();
    pair.disks[seat.index()] = Disk {
        writes: pair.disks[seat.index()].writes,
        ..disk.clone()
    };
    pair.renew(seat, seed);
    assert!(pair.session(seat).lacks_key());
    pair.connect();
    pair.run();
}

#[test]
fn row_19_an_older_copy_goes_on_under_a_new_key_with_all_that_was_signed() {
    for (game, decisions) in [
        (tiny(20), 7),
        (toy(6), 9),
        (offer("clash-of-arms", Some(8)), 4),
    ] {
        let (_, backups) = with_backups(game.clone(), decisions);
        for (age, backup) in backups.iter().enumerate() {
            let (mut pair, _) = with_backups(game.clone(), decisions);
            let later = turns(&pair);
            come_back(&mut pair, Seat(0), backup, 50);
            let session = pair.session(Seat(0));
            assert_eq!(
                (session.fault(), session.lacks_key()),
                (None, false),
                "{age}"
            );
            for events in &pair.events {
                assert!(events.contains(&SessionEvent::Renewed(Seat(0))), "{age}");
            }
            assert_eq!(turns(&pair), later, "{age}");
            // the new key survives a restart like the old one
            pair.kill(Seat(0));
            pair.run();
            pair.restart(Seat(0));
            pair.connect();
            pair.run();
            pair.play_out(&mut Seeded(5));
            assert_complete(&pair, &format!("backup {age}"));
            let report = judge(&[&pair.disks[1].public]);
            let told = |text: &String| text.starts_with("seat 0 goes on with a new key after step");
            assert!(report.remarks.iter().any(told), "{report:?}");
            // the old copy proves nothing against anybody
            let both = judge(&[&backup.public, &pair.disks[1].public]);
            assert_eq!(both.verdict, Verdict::Complete, "{age}: {both:?}");
        }
    }
}

#[test]
fn a_private_file_that_is_lost_is_replaced_again_and_again_and_an_old_one_is_refused() {
    let mut pair = Pair::agreed(tiny(20), 1);
    let mut dice = Seeded(3);
    let first = pair.disks[0].private.clone();
    for round in 0..6 {
        for _ in 0..2 {
            pair.play_one(&mut dice);
        }
        let seat = Seat(round % 2);
        let mut disk = pair.disks[seat.index()].clone();
        disk.private.clear();
        come_back(&mut pair, seat, &disk, 60 + round);
        assert!(!pair.session(seat).lacks_key(), "{round}");
    }
    let resumed = Session::resume(identity(0, 1), &pair.disks[0].public, &first, pair.now);
    assert_eq!(
        resumed.map(|_| ()).expect_err("given up"),
        ResumeError::OldKey
    );
    let stranger = Session::renew(
        identity(2, 2),
        &pair.disks[0].public,
        None,
        fresh(0, 9),
        pair.now,
    );
    assert_eq!(
        stranger.map(|_| ()).expect_err("no seat"),
        ResumeError::NotMine
    );
    pair.play_out(&mut dice);
    assert_complete(&pair, "six keys");
}

#[test]
fn a_round_of_which_nothing_was_opened_begins_anew_after_the_choice_is_lost() {
    let mut pair = Pair::agreed(tiny(4), 1);
    let backup = pair.disks[0].clone();
    pair.play_one(&mut Seeded(1));
    pair.kill(Seat(0));
    pair.run();
    pair.disks[0] = backup;
    pair.restart(Seat(0));
    pair.connect();
    pair.run();
    pair.play_one(&mut Seeded(2));
    assert_eq!(pair.session(Seat(0)).fault(), Some(&Fault::LostChoice));
    let disk = pair.disks[0].clone();
    come_back(&mut pair, Seat(0), &disk, 70);
    assert_eq!(pair.session(Seat(0)).locked(), []);
    pair.play_out(&mut Seeded(2));
    assert_complete(&pair, "sealed anew");
}

/// A match in which seat 1 has opened its set-up and seat 0 has not.
fn half_opened() -> (Pair, Puppet) {
    let mut pair = Pair::agreed(tiny(4), 1);
    let mut puppet = Puppet::instead_of(Seat(1), &mut pair);
    let side = pair.session(Seat(0)).side_of(Seat(0)).expect("a seat");
    let position = pair.session(Seat(0)).position().expect("a match").clone();
    let (ours, theirs) = (
        random_orders(&position, side, &mut Seeded(1)),
        random_orders(&position, puppet.side(), &mut Seeded(2)),
    );
    pair.with(Seat(0), |session, now| session.propose(now, &ours))
        .expect("alive")
        .expect("legal");
    puppet.listen(&mut pair);
    for _ in 0..2 {
        // COMMIT, then LOCK; every answer to the LOCK is lost
        let record = puppet.honest(&theirs);
        puppet.send(&mut pair, &record);
    }
    (pair, puppet)
}

#[test]
fn what_is_being_opened_is_opened_with_the_old_private_file_or_never() {
    for is_kept in [true, false] {
        let (mut pair, mut puppet) = half_opened();
        let mut disk = pair.disks[0].clone();
        // the backup was made before the REVEAL
        let (entries, _) = read_public(&disk.public).expect("a match file");
        let before = entries.iter().filter(|entry| match entry {
            Entry::Record(record) => record.kind != Kind::Reveal,
            _ => true,
        });
        disk.public = PUBLIC_HEADER.to_vec();
        disk.public.extend(before.flat_map(Entry::to_bytes));
        if !is_kept {
            disk.private.clear();
        }
        pair.kill(Seat(0));
        pair.disks[0] = disk;
        pair.renew(Seat(0), 71);
        pair.connect();
        puppet.greet(&mut pair, [2; 32], |_| {});
        puppet.answer(&mut pair);
        let session = pair.session(Seat(0));
        assert!(!session.lacks_key());
        let expected = match is_kept {
            true => None,
            false => Some(Fault::LostChoice),
        };
        assert_eq!(session.fault().cloned(), expected);
        let report = judge(&[&pair.disks[0].public]);
        assert_eq!(report.verdict, Verdict::Open, "{report:?}");
    }
}

/// Seat 0 has made its first turn, and comes back with a copy from before it to a peer that hides the turn. Gives what
/// the old key signed.
fn hidden_turn() -> (Pair, Puppet, Record) {
    let mut pair = Pair::agreed(offer("clash-of-arms", Some(6)), 1);
    let mut puppet = Puppet::instead_of(Seat(1), &mut pair);
    let backup = pair.disks[0].clone();
    assert!(play_own(&mut pair, 1));
    puppet.listen(&mut pair);
    let hidden = puppet.heard_record(Kind::Orders).expect("a turn").clone();
    let mut young = Puppet::beside(Seat(1), &pair);
    pair.kill(Seat(0));
    pair.disks[0] = backup;
    pair.renew(Seat(0), 72);
    pair.connect();
    young.greet(&mut pair, [2; 32], |_| {});
    (pair, young, hidden)
}

fn play_own(pair: &mut Pair, seed: u64) -> bool {
    let position = pair.session(Seat(0)).position().expect("a match").clone();
    let side = pair.session(Seat(0)).side_of(Seat(0)).expect("a seat");
    if position.to_act() != ToAct::One(side) {
        return false;
    }
    let orders = random_orders(&position, side, &mut Seeded(seed));
    let tried = pair.with(Seat(0), |session, now| session.propose(now, &orders));
    tried.expect("alive").is_ok()
}

#[test]
fn row_19_who_agrees_to_a_new_key_waives_what_the_old_one_signed_later() {
    let (mut pair, mut puppet, hidden) = hidden_turn();
    // nothing is signed before the answer
    let orders = random_orders(puppet.position(), FIRST, &mut Seeded(4));
    let tried = pair.with(Seat(0), |session, now| session.propose(now, &orders));
    assert_eq!(tried, Some(Err(ProposeError::NewKey)));
    let resigned = pair.with(Seat(0), |session, now| session.resign(now));
    assert_eq!(resigned, Some(Err(ProposeError::NewKey)));
    puppet.answer(&mut pair);
    assert!(play_own(&mut pair, 77));
    puppet.listen(&mut pair);
    // now the puppet shows the hidden turn, and a record that it would have signed upon that turn
    puppet.send(&mut pair, &hidden);
    assert_eq!(pair.session(Seat(0)).fault(), None);
    let file = pair.disks[0].public.clone();
    let shown = [file.clone(), Entry::Record(hidden.clone()).to_bytes()].concat();
    for files in [&[&shown[..]][..], &[&file, &shown], &[&shown, &file]] {
        let report = judge(files);
        assert_eq!(report.verdict, Verdict::Open, "{report:?}");
        assert_eq!(judge(&[&file]).step, report.step);
    }
}

#[test]
fn row_19_a_lie_about_what_the_old_key_signed_holds_the_new_one_back_for_ten_seconds_at_most() {
    let (mut pair, mut puppet, hidden) = hidden_turn();
    puppet.answer(&mut pair);
    pair.connect();
    puppet.greet(&mut pair, [3; 32], |head| {
        head.held[0].step = 9;
        head.held[0].id = hidden.id();
    });
    assert!(!play_own(&mut pair, 77));
    pair.pass(Duration::from_secs(11));
    pair.with(Seat(0), |session, now| session.handle_timeout(now));
    pair.connect();
    puppet.greet(&mut pair, [4; 32], |head| {
        head.held[0].step = 9;
        head.held[0].id = hidden.id();
    });
    assert!(play_own(&mut pair, 77));
}

#[test]
fn a_new_key_needs_the_identity_and_is_new() {
    let (mut pair, puppet, _) = hidden_turn();
    let Some(protocol::frame::Frame::Record(request)) = puppet.heard.iter().find(|frame| {
        matches!(frame, protocol::frame::Frame::Record(record) if record.kind == Kind::Epoch)
    }) else {
        panic!("a request");
    };
    let mut fresh = Pair::agreed(offer("clash-of-arms", Some(6)), 1);
    fresh.now = pair.now;
    // every byte of the body counts
    for at in 0..request.body.len() {
        let mut forged = request.clone();
        forged.body[at] ^= 1;
        let frame = protocol::frame::Frame::Record(forged).to_bytes();
        fresh.connect();
        fresh.run();
        let answer = fresh.with(Seat(1), |session, now| session.handle_frame(now, &frame));
        assert!(answer.expect("alive").is_err(), "{at}");
    }
    drop(pair.sessions[0].take());
}

#[test]
fn resigning_and_claiming_are_possible_whatever_the_peer_says_to_hold() {
    let mut offer = offer("clash-of-arms", Some(6));
    offer.terms.pace = Pace::Days(1);
    for is_restarted in [false, true] {
        let mut pair = Pair::agreed(offer.clone(), 1);
        let mut puppet = Puppet::instead_of(Seat(1), &mut pair);
        assert!(play_own(&mut pair, 1));
        puppet.listen(&mut pair);
        lie_about_a_record(&mut pair, &mut puppet, 2, is_restarted);
        // the peer owes its CONFIRM
        pair.pass(Duration::from_secs(4 * 24 * 60 * 60));
        let claimed = pair.with(Seat(0), |session, now| session.claim(now));
        assert_eq!(claimed, Some(Ok(())), "{is_restarted}");
        let report = judge(&[&pair.disks[0].public]);
        assert_eq!(report.verdict, Verdict::Claimed, "{report:?}");
        // kept first, since this copy may be an older one, and signed when asked again
        for is_signed in [false, true] {
            let resigned = pair.with(Seat(0), |session, now| session.resign(now));
            assert_eq!(resigned, Some(Ok(())));
            assert_eq!(pair.session(Seat(0)).outcome().is_some(), is_signed);
        }
    }
}
