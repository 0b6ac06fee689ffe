//! Chat and claims under a virtual clock.

use std::time::Duration;

use protocol::frame::{Chat, Frame};
use protocol::manifest::{ClaimEffect, Pace, Terms};
use protocol::testing::{Pair, Seeded, offer, tiny};
use protocol::{Audience, CloseReason, Output, ProposeError, Seat, SessionEvent};

#[test]
fn chat_arrives_plain_and_cut_and_never_touches_the_files() {
    let mut pair = Pair::agreed(tiny(2), 1);
    let before = pair.disks.clone();
    let long = format!("\u{1b}[31mhello\u{202e}{}", "x".repeat(5000));
    pair.with(Seat(0), |session, now| {
        session.chat(now, Audience::All, &long)
    });
    pair.run();
    let Some(SessionEvent::Chat { seat, text, .. }) = pair.events[1].last() else {
        panic!("{:?}", pair.events[1].last());
    };
    assert_eq!((*seat, text.len()), (Seat(0), 2048));
    assert!(text.starts_with("[31mhelloxxx"));
    assert_eq!(pair.disks, before);
    // a hostile program that does not clean its text is cleaned here
    let raw = Frame::Chat(Chat("a\u{7}b\u{200b}c".to_owned())).to_bytes();
    pair.hand(Seat(1), &raw);
    let text = "abc".to_owned();
    let (seat, to) = (Seat(0), Audience::All);
    assert_eq!(
        pair.events[1].last(),
        Some(&SessionEvent::Chat { seat, to, text })
    );
}

#[test]
fn a_flood_of_chat_is_thinned() {
    let mut pair = Pair::agreed(tiny(2), 1);
    pair.events[1].clear();
    for _ in 0..100 {
        pair.with(Seat(0), |session, now| {
            session.chat(now, Audience::All, "!")
        });
    }
    pair.run();
    assert_eq!(pair.events[1].len(), 5);
    pair.pass(Duration::from_secs(10));
    pair.with(Seat(0), |session, now| {
        session.chat(now, Audience::All, "?")
    });
    pair.run();
    assert_eq!(pair.events[1].len(), 6);
}

#[test]
fn leaving_tells_the_peer_why() {
    let mut pair = Pair::agreed(tiny(2), 1);
    pair.with(Seat(0), |session, _| session.leave());
    pair.run();
    let left = CloseReason::Bye("the other player left".to_owned());
    assert_eq!(pair.closes[1], [left]);
}

#[test]
fn silence_can_be_claimed_when_the_time_is_up_and_not_before() {
    let mut timed = offer("clash-of-arms", Some(2));
    timed.terms = Terms {
        pace: Pace::Days(2),
        claim: ClaimEffect::Nothing,
    };
    let mut pair = Pair::agreed(timed, 1);
    let claim = |pair: &mut Pair, seat| pair.with(seat, |session, now| session.claim(now));
    assert_eq!(claim(&mut pair, Seat(1)), Some(Err(ProposeError::NotLate)));
    pair.pass(Duration::from_secs(2 * 24 * 60 * 60 - 1));
    assert_eq!(claim(&mut pair, Seat(1)), Some(Err(ProposeError::NotLate)));
    pair.pass(Duration::from_secs(1));
    // nobody can claim against their own seat
    assert_eq!(claim(&mut pair, Seat(0)), Some(Err(ProposeError::NotLate)));
    assert_eq!(claim(&mut pair, Seat(1)), Some(Ok(())));
    pair.run();
    let (by, against) = (Seat(1), Seat(0));
    let claimed = SessionEvent::Claimed { by, against };
    assert!(pair.events[0].contains(&claimed));
    // the accused plays on, and the match ends as if nothing had been
    pair.play_out(&mut Seeded(1));
    assert!(pair.session(Seat(0)).is_closed());
    assert_eq!(pair.disks[0].public, pair.disks[1].public);
}

#[test]
fn time_runs_on_while_no_program_does() {
    let mut timed = offer("clash-of-arms", Some(2));
    timed.terms.pace = Pace::Days(2);
    let mut pair = Pair::agreed(timed, 1);
    pair.play_one(&mut Seeded(1));
    pair.pass(Duration::from_secs(24 * 60 * 60));
    pair.kill(Seat(0));
    pair.pass(Duration::from_secs(24 * 60 * 60 - 1));
    pair.run();
    // a program that starts again has a clock of its own
    pair.now.clock = Duration::from_secs(5);
    pair.restart(Seat(0));
    let claim = |pair: &mut Pair| pair.with(Seat(0), |session, now| session.claim(now));
    assert_eq!(claim(&mut pair), Some(Err(ProposeError::NotLate)));
    pair.pass(Duration::from_secs(1));
    // nobody needs to be heard for a claim
    assert_eq!(claim(&mut pair), Some(Ok(())));
    // a clock set back makes nobody late
    pair.kill(Seat(0));
    pair.run();
    pair.now.unix_ms -= 1_000_000_000;
    pair.restart(Seat(0));
    assert_eq!(claim(&mut pair), Some(Err(ProposeError::NotLate)));
}

#[test]
fn without_a_clock_there_is_nothing_to_claim() {
    let mut pair = Pair::agreed(tiny(2), 1);
    pair.pass(Duration::from_secs(1_000_000));
    let claim = pair.with(Seat(0), |session, now| session.claim(now));
    assert_eq!(claim, Some(Err(ProposeError::NotLate)));
}

#[test]
fn no_log_shows_a_secret() {
    let mut pair = Pair::agreed(tiny(2), 1);
    pair.play_one(&mut Seeded(1));
    let seat = Seat(0);
    assert_eq!(
        format!("{:?}", pair.session(seat)),
        "Session(seat 1, Playing, step Some(1))"
    );
    let output = Output::Persist(protocol::File::Private, vec![1, 2, 3]);
    assert_eq!(format!("{output:?}"), "Persist(Private, 3 bytes)");
}

#[test]
fn kept_bytes_are_found_again() {
    let mut pair = Pair::new(tiny(2), 1);
    pair.with(Seat(0), |session, _| session.keep(b"before"));
    pair.connect();
    pair.run();
    pair.accept();
    pair.run();
    assert_eq!(
        protocol::file::kept(&pair.disks[0].private),
        Some(b"before".to_vec())
    );
    pair.with(Seat(0), |session, _| session.keep(b"after"));
    pair.kill(Seat(0));
    pair.run();
    pair.restart(Seat(0));
    assert_eq!(pair.session(Seat(0)).kept(), b"after");
}
