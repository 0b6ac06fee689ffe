//! Resigning, and claiming silence, in a copy of the files that may not be the latest.

use std::time::Duration;

use protocol::judge::{Verdict, judge};
use protocol::manifest::{Pace, Terms};
use protocol::testing::{Disk, Pair, Puppet, Seeded, offer, random_orders};
use protocol::{Fault, ProposeError, Seat, SessionEvent, Stage, Waiting};

use crate::{assert_complete, lie_about_a_record, result, turns};

fn begun() -> (Pair, Seeded) {
    let mut pair = Pair::agreed(offer("clash-of-arms", Some(8)), 1);
    let mut dice = Seeded(8);
    pair.play_one(&mut dice);
    pair.play_one(&mut dice);
    (pair, dice)
}

fn resign(pair: &mut Pair, seat: Seat) -> Result<(), ProposeError> {
    let resigned = pair.with(seat, |session, now| session.resign(now));
    resigned.expect("alive")
}

fn keeps(pair: &Pair, seat: Seat) -> bool {
    pair.session(seat).keeps_resignation()
}

/// Puts the files of seat 0 back to that copy and takes them up.
fn go_back(pair: &mut Pair, copy: &Disk) {
    pair.disconnect();
    pair.kill(Seat(0));
    pair.disks[0] = Disk {
        writes: pair.disks[0].writes,
        ..copy.clone()
    };
    pair.restart(Seat(0));
}

/// No merge of those files convicts anybody or shows another result than `result`.
fn assert_nobody_is_hurt(files: &[&[u8]], result: Option<rules::Outcome>) {
    for first in 0..files.len() {
        let mut turned = files.to_vec();
        turned.rotate_left(first);
        let report = judge(&turned);
        let is_sound = matches!(report.verdict, Verdict::Complete | Verdict::Decided);
        assert!(is_sound, "{report:?}");
        assert_eq!(report.result, result);
    }
}

#[test]
fn row_19_an_older_copy_that_resigns_learns_first_what_was_signed_since() {
    let (mut pair, mut dice) = begun();
    let older = pair.disks[0].clone();
    for _ in 0..3 {
        pair.play_one(&mut dice);
    }
    let later = turns(&pair);
    go_back(&mut pair, &older);
    assert_eq!(resign(&mut pair, Seat(0)), Ok(()));
    assert!(keeps(&pair, Seat(0)));
    assert_eq!(pair.disks[0].public, older.public, "nothing is signed");
    pair.connect();
    pair.run();
    // the player resigned another position than the one on the board
    assert!(pair.events[0].contains(&SessionEvent::ResignationLapsed(Seat(0))));
    assert!(!keeps(&pair, Seat(0)));
    assert_eq!(turns(&pair), later);
    assert_eq!(pair.session(Seat(0)).stage(), Stage::Playing);
    assert_eq!(resign(&mut pair, Seat(0)), Ok(()));
    pair.run();
    assert_complete(&pair, "resigned");
    let files = [
        &older.public[..],
        &pair.disks[0].public,
        &pair.disks[1].public,
    ];
    assert_nobody_is_hurt(&files, pair.session(Seat(0)).outcome());
}

#[test]
fn a_resignation_without_a_line_is_kept_over_a_crash_and_signed_once_the_peer_is_heard() {
    for is_killed in [false, true] {
        let (mut pair, _) = begun();
        let seat = pair.to_decide().expect("somebody is on turn");
        pair.disconnect();
        assert_eq!(resign(&mut pair, seat), Ok(()));
        assert!(keeps(&pair, seat));
        assert_eq!(
            pair.session(seat).waiting(),
            Waiting::Peer(vec![seat.other()])
        );
        let position = pair.session(seat).position().expect("a match").clone();
        let side = pair.session(seat).side_of(seat).expect("a seat");
        let orders = random_orders(&position, side, &mut Seeded(1));
        let tried = pair.with(seat, |session, now| session.propose(now, &orders));
        assert_eq!(tried, Some(Err(ProposeError::Resigning)));
        let report = judge(&[&pair.disks[seat.index()].public]);
        assert_eq!(report.verdict, Verdict::Open);
        if is_killed {
            pair.kill(seat);
            pair.run();
            pair.restart(seat);
            assert!(keeps(&pair, seat));
        }
        pair.connect();
        pair.run();
        assert!(!keeps(&pair, seat));
        assert_complete(&pair, "resigned");
        let word = result(&pair).expect("a result");
        assert!(word.ends_with("resign"), "{word}");
    }
}

#[test]
fn row_19_no_silent_or_lying_peer_forbids_to_resign() {
    // no line at all
    let (mut pair, _) = begun();
    pair.disconnect();
    assert_eq!(resign(&mut pair, Seat(0)), Ok(()));
    assert_eq!(pair.session(Seat(0)).outcome(), None);
    assert_eq!(resign(&mut pair, Seat(0)), Ok(()));
    let report = judge(&[&pair.disks[0].public]);
    assert_eq!(report.verdict, Verdict::Decided);
    assert_eq!(report.result, pair.session(Seat(0)).outcome());
    pair.connect();
    pair.run();
    assert_complete(&pair, "resigned at once");
    // a peer that says to hold what nobody signed, to a program that knows so, and to one that cannot
    for is_restarted in [false, true] {
        let mut pair = Pair::agreed(offer("clash-of-arms", Some(6)), 1);
        let mut puppet = Puppet::instead_of(Seat(1), &mut pair);
        lie_about_a_record(&mut pair, &mut puppet, 1, is_restarted);
        assert_eq!(resign(&mut pair, Seat(0)), Ok(()));
        assert!(keeps(&pair, Seat(0)));
        pair.pass(Duration::from_secs(11));
        pair.with(Seat(0), |session, now| session.handle_timeout(now));
        if is_restarted {
            assert!(keeps(&pair, Seat(0)), "this copy may be an older one");
            assert_eq!(resign(&mut pair, Seat(0)), Ok(()));
        }
        assert!(!keeps(&pair, Seat(0)));
        assert!(pair.session(Seat(0)).outcome().is_some());
    }
}

/// Two machines of seat 0 with the same files; the line to the first has just broken. Gives the first machine, whose
/// place the second has taken.
fn two_machines(pair: &mut Pair, before: impl FnOnce(&mut Pair)) -> (protocol::Session, Disk) {
    let synced = pair.disks[0].clone();
    before(pair);
    pair.queues = Default::default();
    let first = pair.sessions[0].take().expect("alive");
    let files = std::mem::replace(&mut pair.disks[0], synced);
    pair.restart(Seat(0));
    pair.connect();
    pair.run();
    (first, files)
}

#[test]
fn row_19_a_resignation_that_reached_nobody_is_taken_back_where_the_other_machine_played_on() {
    let (mut pair, mut dice) = begun();
    let (first, files) = two_machines(&mut pair, |pair| {
        assert_eq!(resign(pair, Seat(0)), Ok(()));
        assert!(!keeps(pair, Seat(0)), "heard: signed at once");
    });
    for _ in 0..3 {
        pair.play_one(&mut dice);
    }
    pair.disconnect();
    pair.sessions[0] = Some(first);
    pair.disks[0] = files;
    pair.connect();
    pair.run();
    assert!(pair.events[0].contains(&SessionEvent::ResignationLapsed(Seat(0))));
    assert_eq!(pair.session(Seat(0)).fault(), None);
    pair.play_out(&mut dice);
    assert_complete(&pair, "played on");
}

#[test]
fn row_19_a_turn_that_reached_nobody_is_taken_back_where_the_other_machine_resigned() {
    let (mut pair, mut dice) = begun();
    while pair.to_decide() != Some(Seat(0)) {
        pair.play_one(&mut dice);
    }
    let (first, files) = two_machines(&mut pair, |pair| {
        let position = pair.session(Seat(0)).position().expect("a match").clone();
        let side = pair.session(Seat(0)).side_of(Seat(0)).expect("a seat");
        let orders = random_orders(&position, side, &mut Seeded(1));
        let signed = pair.with(Seat(0), |session, now| session.propose(now, &orders));
        assert_eq!(signed, Some(Ok(())));
    });
    // the resignation is with the peer, whose closing record is lost
    assert_eq!(resign(&mut pair, Seat(0)), Ok(()));
    while pair.deliver(Seat(1)) {}
    pair.disconnect();
    pair.sessions[0] = Some(first);
    pair.disks[0] = files;
    pair.connect();
    pair.run();
    assert!(pair.events[0].contains(&SessionEvent::Fault(Fault::SecondProgram)));
    assert_complete(&pair, "resigned");
}

#[test]
fn row_19_an_older_copy_claims_nothing_before_the_peer_could_show_what_it_lacks() {
    let terms = Terms {
        pace: Pace::Days(1),
        ..Terms::default()
    };
    let mut offer = offer("clash-of-arms", Some(8));
    offer.terms = terms;
    let mut pair = Pair::agreed(offer, 1);
    let mut dice = Seeded(8);
    while pair.to_decide() != Some(Seat(1)) {
        pair.play_one(&mut dice);
    }
    let older = pair.disks[0].clone();
    pair.play_one(&mut dice);
    let claim = |pair: &mut Pair| {
        let claimed = pair.with(Seat(0), |session, now| session.claim(now));
        claimed.expect("alive")
    };
    // for the older copy the other player has owed a turn for two days
    pair.pass(Duration::from_secs(2 * 24 * 60 * 60));
    go_back(&mut pair, &older);
    pair.connect();
    assert_eq!(claim(&mut pair), Err(ProposeError::NotHeard));
    assert!(!pair.session(Seat(0)).may_claim(pair.now));
    pair.run();
    assert_eq!(claim(&mut pair), Err(ProposeError::NotLate));
    // a peer that has been on the line for ten seconds and says nothing forbids nothing
    go_back(&mut pair, &older);
    pair.kill(Seat(1));
    pair.connect();
    pair.pass(Duration::from_secs(10));
    assert!(pair.session(Seat(0)).may_claim(pair.now));
    assert_eq!(claim(&mut pair), Ok(()));
    let report = judge(&[&pair.disks[0].public]);
    assert_eq!(report.verdict, Verdict::Claimed, "{report:?}");
}
