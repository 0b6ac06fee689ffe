//! Peers that connect and never say what they hold: they neither hold up a claim nor win by one.

use std::time::Duration;

use protocol::file::{Entry, read_public};
use protocol::frame::Frame;
use protocol::judge::{Verdict, judge};
use protocol::manifest::{ClaimEffect, Pace, Terms};
use protocol::note::Statement;
use protocol::testing::{Pair, Puppet, identity, offer};
use protocol::{Kind, ProposeError, Seat, SessionEvent};

use super::{any_turn, at_turn, play_turn};

const SECOND: Duration = Duration::from_secs(1);

/// A game with a minute each in which it is seat 0's turn.
fn timed(cheat: Seat) -> (Pair, Puppet) {
    let mut offer = offer("clash-of-arms", Some(60));
    offer.terms = Terms {
        pace: Pace::Bank {
            bank_ms: 60_000,
            increment_ms: 0,
        },
        claim: ClaimEffect::Loss,
    };
    let mut pair = Pair::agreed(offer, 1);
    let puppet = Puppet::instead_of(cheat, &mut pair);
    (pair, puppet)
}

/// A new connection on which the cheat greets and says nothing more.
fn redial(pair: &mut Pair, puppet: &mut Puppet) {
    pair.connect();
    puppet.listen(pair);
    let exporter = [u8::try_from(pair.line().0).expect("few lines"); 32];
    let hello = puppet.hello(&identity(puppet.seat.0, 1), exporter);
    let greeted = pair.hand(puppet.seat.other(), &hello.to_bytes());
    assert_eq!(greeted, Some(Ok(())));
}

fn pass(pair: &mut Pair, honest: Seat, time: Duration) {
    pair.pass(time);
    pair.with(honest, |session, now| session.handle_timeout(now));
}

/// The records that a seat has signed, by its own file.
fn signed(pair: &Pair, seat: Seat, kind: Kind) -> usize {
    let (entries, _) = read_public(&pair.disks[seat.index()].public).expect("a match file");
    let is_one = |entry: &&Entry| matches!(entry, Entry::Record(record) if record.seat == seat && record.kind == kind);
    entries.iter().filter(is_one).count()
}

#[test]
fn row_77_who_redials_and_never_says_what_it_holds_is_claimed_against() {
    let (mut pair, mut puppet) = timed(Seat(0));
    let honest = Seat(1);
    let claim = |pair: &mut Pair| {
        let claimed = pair.with(honest, |session, now| session.claim(now));
        claimed.expect("alive")
    };
    // long after its minute, the grace of its broken lines and every allowance
    for _ in 0..20 {
        pair.disconnect();
        pass(&mut pair, honest, SECOND * 60);
    }
    redial(&mut pair, &mut puppet);
    assert_eq!(claim(&mut pair), Err(ProposeError::NotHeard));
    pass(&mut pair, honest, SECOND * 9);
    assert_eq!(claim(&mut pair), Err(ProposeError::NotHeard), "ten seconds");
    redial(&mut pair, &mut puppet);
    pass(&mut pair, honest, SECOND * 2);
    assert_eq!(claim(&mut pair), Ok(()), "once, and not on each connection");
}

#[test]
fn row_77_who_shows_a_little_again_and_again_is_claimed_against() {
    let (mut pair, mut puppet) = timed(Seat(0));
    let honest = Seat(1);
    for _ in 0..20 {
        pair.disconnect();
        pass(&mut pair, honest, SECOND * 60);
    }
    redial(&mut pair, &mut puppet);
    // it says that it holds a record of the honest seat, and shows its own notes one by one
    let lie = puppet.head(|head| {
        (head.held[1].step, head.held[1].id) = (1, [7; 32]);
    });
    let _told = pair.hand(honest, &lie.to_bytes());
    for round in 0..3 {
        let claimed = pair.with(honest, |session, now| session.claim(now));
        if claimed == Some(Ok(())) {
            assert!(round > 0, "the peer has its ten seconds");
            return;
        }
        let note = puppet.note(Statement::ProposeDraw);
        puppet.send_note(&mut pair, &note);
        pass(&mut pair, honest, SECOND * 9);
    }
    panic!("the claim waits for as long as something comes");
}

#[test]
fn row_78_who_never_says_what_it_holds_does_not_win_against_a_decision() {
    let (mut pair, mut puppet) = timed(Seat(1));
    let honest = Seat(0);
    redial(&mut pair, &mut puppet);
    let orders = any_turn(&puppet);
    let decided = pair.with(honest, |session, now| session.propose(now, &orders));
    assert_eq!(decided, Some(Ok(())));
    assert_eq!(
        signed(&pair, honest, Kind::Orders),
        0,
        "the peer may say more"
    );
    pass(&mut pair, honest, SECOND * 9);
    assert_eq!(signed(&pair, honest, Kind::Orders), 0);
    redial(&mut pair, &mut puppet);
    pass(&mut pair, honest, SECOND * 2);
    assert_eq!(
        signed(&pair, honest, Kind::Orders),
        1,
        "signed after ten seconds"
    );
    // the claim that was to win the match
    pass(&mut pair, honest, SECOND * 600);
    let claim = puppet.note(Statement::Claim {
        against: honest,
        step: 1,
    });
    puppet.send_note(&mut pair, &claim);
    let report = judge(&[&pair.disks[0].public]);
    assert_eq!((report.verdict, report.result), (Verdict::Open, None));
    assert!(!pair.session(honest).is_over_on_time());
}

#[test]
fn row_78_a_decision_made_without_a_connection_is_signed_after_a_minute() {
    let (mut pair, puppet) = at_turn(Seat(1), Seat(0));
    let honest = Seat(0);
    pair.disconnect();
    let orders = any_turn(&puppet);
    let decided = pair.with(honest, |session, now| session.propose(now, &orders));
    assert_eq!(decided, Some(Ok(())));
    for _ in 0..5 {
        pass(&mut pair, honest, SECOND * 10);
        assert_eq!(signed(&pair, honest, Kind::Orders), 0, "it can be undone");
    }
    pass(&mut pair, honest, SECOND * 20);
    assert_eq!(signed(&pair, honest, Kind::Orders), 1);
}

#[test]
fn row_78_each_step_has_a_wait_of_its_own() {
    let (mut pair, mut puppet) = at_turn(Seat(1), Seat(0));
    let honest = Seat(0);
    redial(&mut pair, &mut puppet);
    pass(&mut pair, honest, SECOND * 11);
    let orders = any_turn(&puppet);
    let decided = pair.with(honest, |session, now| session.propose(now, &orders));
    assert_eq!(decided, Some(Ok(())));
    assert_eq!(signed(&pair, honest, Kind::Orders), 1);
    let ours = read_public(&pair.disks[0].public).expect("a match file").0;
    for entry in ours {
        if let Entry::Record(record) = entry {
            puppet.take(&record);
        }
    }
    let confirm = puppet.honest(&[]);
    puppet.send(&mut pair, &confirm);
    pass(&mut pair, honest, SECOND);
    assert_eq!(signed(&pair, honest, Kind::Confirm), 0, "a new step");
    pass(&mut pair, honest, SECOND * 10);
    assert_eq!(signed(&pair, honest, Kind::Confirm), 1);
}

#[test]
fn false_words_are_reported_once_for_each_peer_and_kind() {
    let (mut pair, mut puppet) = at_turn(Seat(1), Seat(0));
    let orders = any_turn(&puppet);
    play_turn(&mut pair, &mut puppet, Seat(0), &orders);
    for _ in 0..30 {
        redial(&mut pair, &mut puppet);
        let fork = puppet.head(|head| (head.step, head.root) = (1, [9; 32]));
        let _told = pair.hand(Seat(0), &fork.to_bytes());
        let unsigned = Frame::Note(protocol::Note {
            signature: protocol::Signature([0; 64]),
            ..puppet.note(Statement::ProposeDraw)
        });
        let _refused = pair.hand(Seat(0), &unsigned.to_bytes());
    }
    let faults = pair.events[0]
        .iter()
        .filter(|event| matches!(event, SessionEvent::Fault(_)));
    assert_eq!(faults.count(), 2);
}
