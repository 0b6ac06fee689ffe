//! Resigning, and claiming silence, in a copy of the files that may not be the latest.

use std::time::Duration;

use protocol::file::{Entry, read_public};
use protocol::judge::{Verdict, judge};
use protocol::manifest::{Pace, Terms};
use protocol::testing::{Disk, Pair, Puppet, Seeded, offer};
use protocol::{ProposeError, Seat, Standing};

use super::{assert_complete, lie_about_a_record, result, turns};

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

/// Puts the files of seat 0 back to that copy and resumes from them.
fn go_back(pair: &mut Pair, copy: &Disk) {
    pair.disconnect();
    pair.kill(Seat(0));
    pair.disks[0] = Disk {
        writes: pair.disks[0].writes,
        ..copy.clone()
    };
    pair.restart(Seat(0));
}

/// No file, and no merge of those files, convicts anybody or shows another result than `result`.
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
fn attack_9_a_resignation_on_an_older_copy_counts_and_what_was_hidden_convicts_nobody() {
    let (mut pair, mut dice) = begun();
    let older = pair.disks[0].clone();
    for _ in 0..3 {
        pair.play_one(&mut dice);
    }
    // the peer hides everything since: there is no line
    let newer = pair.disks.clone();
    go_back(&mut pair, &older);
    assert_eq!(pair.session(Seat(0)).standing(), Standing::Strange);
    assert_eq!(resign(&mut pair, Seat(0)), Ok(()));
    let outcome = pair.session(Seat(0)).outcome();
    assert!(outcome.is_some());
    let resigned = pair.disks[0].public.clone();
    assert_nobody_is_hurt(&[&resigned], outcome);
    let files = [&resigned[..], &newer[0].public, &newer[1].public];
    assert_nobody_is_hurt(&files, outcome);
    // then it shows everything, and takes the resignation
    pair.connect();
    pair.run();
    assert_eq!(pair.session(Seat(0)).fault(), None);
    assert_eq!(pair.session(Seat(1)).fault(), None);
    assert_eq!(pair.session(Seat(1)).outcome(), outcome);
    let files = [
        &pair.disks[0].public[..],
        &pair.disks[1].public,
        &newer[0].public,
    ];
    assert_nobody_is_hurt(&files, outcome);
    // the newest own files still learn of it, and sign nothing that contradicts
    go_back(&mut pair, &newer[0]);
    assert_eq!(pair.session(Seat(0)).standing(), Standing::Own);
    pair.connect();
    pair.run();
    assert_eq!(pair.session(Seat(0)).fault(), None);
    assert_eq!(pair.session(Seat(0)).outcome(), outcome);
    assert_nobody_is_hurt(&[&pair.disks[0].public, &pair.disks[1].public], outcome);
}

#[test]
fn attack_9_a_resignation_on_an_older_copy_takes_no_result_that_the_other_has_signed() {
    let (mut pair, mut dice) = begun();
    let older = pair.disks[0].clone();
    // an agreed draw, closed by both; and one that only the other has closed
    for is_closed in [true, false] {
        let mut pair = std::mem::replace(&mut pair, begun().0);
        while pair.to_decide() != Some(Seat(0)) {
            pair.play_one(&mut dice);
        }
        pair.with(Seat(1), |session, now| session.offer_draw(now));
        pair.run();
        pair.with(Seat(0), |session, now| session.answer_draw(now, true));
        match is_closed {
            true => pair.run(),
            false => while pair.deliver(Seat(1)) {},
        }
        let drawn = pair.session(Seat(1)).outcome();
        assert!(drawn.is_some());
        let newer = pair.disks.clone();
        go_back(&mut pair, &older);
        assert_eq!(resign(&mut pair, Seat(0)), Ok(()));
        let files = [
            &pair.disks[0].public[..],
            &newer[1].public,
            &newer[0].public,
        ];
        assert_nobody_is_hurt(&files, drawn);
        pair.connect();
        pair.run();
        assert_eq!(pair.session(Seat(0)).fault(), None);
        assert_eq!(pair.session(Seat(1)).outcome(), drawn);
    }
}

#[test]
fn attack_9_an_older_copy_that_resigns_or_claims_after_the_end_hides_no_note() {
    let mut offer = offer("clash-of-arms", Some(8));
    offer.terms.pace = Pace::Days(1);
    for claims in [false, true] {
        let mut pair = Pair::agreed(offer.clone(), 1);
        while pair.to_decide() != Some(Seat(1)) {
            pair.play_one(&mut Seeded(8));
        }
        let older = pair.disks[0].clone();
        assert_eq!(resign(&mut pair, Seat(1)), Ok(()));
        pair.run();
        assert_complete(&pair, "resigned");
        let closed = pair.disks.clone();
        let outcome = pair.session(Seat(0)).outcome();
        go_back(&mut pair, &older);
        pair.pass(Duration::from_secs(2 * 24 * 60 * 60));
        let done = match claims {
            true => pair.with(Seat(0), |session, now| session.claim(now)),
            false => Some(resign(&mut pair, Seat(0))),
        };
        assert_eq!(done, Some(Ok(())));
        let files = [&closed[0].public[..], &pair.disks[0].public];
        assert_nobody_is_hurt(&files, outcome);
        // even in one file
        let (entries, _) = read_public(&pair.disks[0].public).expect("a match file");
        let note = entries.into_iter().next_back().expect("a note");
        assert!(matches!(note, Entry::Note(_)));
        let all = [&closed[1].public[..], &note.to_bytes()].concat();
        assert_nobody_is_hurt(&[&all], outcome);
    }
}

#[test]
fn a_resignation_on_an_older_copy_stands_beside_a_note_that_the_copy_does_not_know() {
    let (mut pair, _) = begun();
    let older = pair.disks[0].clone();
    pair.with(Seat(0), |session, now| session.offer_draw(now));
    pair.run();
    go_back(&mut pair, &older);
    assert_eq!(resign(&mut pair, Seat(0)), Ok(()));
    pair.connect();
    pair.run();
    assert_eq!(pair.session(Seat(0)).fault(), None);
    let outcome = pair.session(Seat(1)).outcome();
    assert!(outcome.is_some());
    let files = [
        &pair.disks[0].public[..],
        &pair.disks[1].public,
        &older.public,
    ];
    assert_nobody_is_hurt(&files[..2], outcome);
    assert_nobody_is_hurt(&files, outcome);
}

#[test]
fn a_resignation_without_a_line_is_signed_at_once_and_convicts_nobody_after_a_restart() {
    for is_killed in [false, true] {
        let (mut pair, _) = begun();
        let seat = pair.to_decide().expect("somebody is on turn");
        pair.disconnect();
        if is_killed {
            pair.kill(seat);
            pair.run();
            pair.restart(seat);
        }
        assert_eq!(resign(&mut pair, seat), Ok(()));
        let report = judge(&[&pair.disks[seat.index()].public]);
        assert_eq!(report.verdict, Verdict::Decided);
        pair.connect();
        pair.run();
        assert_complete(&pair, "resigned");
        let word = result(&pair).expect("a result");
        assert!(word.ends_with("resign"), "{word}");
        assert_eq!(turns(&pair), 2);
    }
}

#[test]
fn row_19_no_silent_or_lying_peer_forbids_to_resign() {
    // a peer that says it holds what nobody signed, to a program that was always running and to one that was started
    // again
    for is_restarted in [false, true] {
        let mut pair = Pair::agreed(offer("clash-of-arms", Some(6)), 1);
        let mut puppet = Puppet::instead_of(Seat(1), &mut pair);
        lie_about_a_record(&mut pair, &mut puppet, 1, is_restarted);
        assert_eq!(resign(&mut pair, Seat(0)), Ok(()));
        assert!(pair.session(Seat(0)).outcome().is_some());
        let report = judge(&[&pair.disks[0].public]);
        assert_eq!(report.verdict, Verdict::Decided);
    }
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
