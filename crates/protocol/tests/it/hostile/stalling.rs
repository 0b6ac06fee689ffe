//! Peers that stop, stall, vanish or lie about the time: never more than a claim, and never an advantage.

use std::time::Duration;

use protocol::bounds::MAX_NUMBER;
use protocol::codec::{decode_canonical, encode};
use protocol::frame::Frame;
use protocol::judge::{Verdict, judge};
use protocol::manifest::Pace;
use protocol::record::RevealBody;
use protocol::testing::{Pair, Puppet, Seeded, identity, tiny};
use protocol::{
    Breach, CloseReason, Kind, LineId, Now, ProposeError, Refusal, Seat, Session, Stage, Standing,
    glance, replay,
};

use super::{
    BOTH, any_turn, assert_proved, at_reveal, at_turn, choice, in_first_round, play_turn, proof,
};

/// The time after which programs must have answered in a match without days.
const ANSWER: Duration = Duration::from_secs(30);

/// The honest side waits, hears nothing, may then claim, and no more than claim.
fn assert_only_claimed(pair: &mut Pair, cheat: Seat, step: u64) {
    let honest = cheat.other();
    let claim = |pair: &mut Pair| pair.with(honest, |session, now| session.claim(now));
    // not a moment before the time is up
    assert_eq!(claim(pair), Some(Err(ProposeError::NotLate)));
    pair.pass(ANSWER);
    assert_eq!(claim(pair), Some(Ok(())));
    let report = judge(&[&pair.disks[honest.index()].public]);
    assert_eq!(
        (report.verdict, report.seat, report.step, report.result),
        (Verdict::Claimed, Some(cheat), step, None)
    );
}

#[test]
fn row_6_who_has_seen_the_others_reveal_and_stops_gains_no_second_lot() {
    for cheat in BOTH {
        let (mut pair, puppet, _) = at_reveal(cheat);
        assert!(puppet.heard_record(Kind::Reveal).is_some());
        assert_only_claimed(&mut pair, cheat, 3);
        // started again the honest program opens the same: what was seen stays true, and nothing is drawn again
        let before = puppet.heard_record(Kind::Reveal).cloned();
        pair.kill(cheat.other());
        pair.restart(cheat.other());
        let file = pair.disks[cheat.other().index()].public.clone();
        let kept = before.expect("a reveal").to_bytes();
        assert!(file.windows(kept.len()).any(|bytes| bytes == kept));
    }
}

#[test]
fn row_7_who_stops_before_locking_again_and_again_learns_nothing() {
    // again and again, as a player would who hopes for better set-ups
    for seed in 0..20 {
        let mut pair = Pair::agreed(tiny(4), seed);
        let theirs = choice(&pair, Seat(1), 1);
        let mut puppet = Puppet::instead_of(Seat(0), &mut pair);
        pair.with(Seat(1), |session, now| session.propose(now, &theirs))
            .expect("alive")
            .expect("legal");
        puppet.listen(&mut pair);
        let commit = puppet.honest(&choice(&pair, Seat(0), 0));
        puppet.send(&mut pair, &commit);
        // the honest side has locked, the cheat does not; nothing is open
        let kinds: Vec<Kind> = puppet
            .heard
            .iter()
            .filter_map(|frame| match frame {
                Frame::Record(record) => Some(record.kind),
                _ => None,
            })
            .collect();
        assert_eq!(kinds, [Kind::Commit, Kind::Lock]);
        assert_eq!(pair.session(Seat(1)).outcome(), None);
        assert_only_claimed(&mut pair, Seat(0), 2);
    }
}

#[test]
fn row_8_a_late_reveal_is_bound_to_what_was_sealed() {
    for cheat in BOTH {
        // late and honest: the match continues
        let (mut pair, mut puppet, orders) = at_reveal(cheat);
        // lateness alone changes nothing about what was sealed
        pair.pass(ANSWER * 100);
        let reveal = puppet.honest(&orders);
        puppet.send(&mut pair, &reveal);
        assert_eq!((&puppet.fault, puppet.step()), (&None, 4));
        // late and changed in the light of the other's: proved
        let (mut pair, mut puppet, orders) = at_reveal(cheat);
        let other = choice(&pair, cheat, 1);
        assert_ne!(orders, other);
        let mut body: RevealBody =
            decode_canonical(&puppet.honest(&orders).body).expect("a reveal");
        let better = puppet.openings(&other);
        body.0[0].payload = better[0].payload.clone();
        let reveal = puppet.record(Kind::Reveal, encode(&body));
        puppet.send(&mut pair, &reveal);
        let slot = body.0[0].slot;
        assert_proved(
            &pair,
            &puppet,
            &proof(&puppet, 3, Breach::WrongOpening { slot }),
        );
    }
}

#[test]
fn row_15_silence_in_any_state_can_be_claimed_in_time_and_convicts_nobody() {
    // before its orders, in a match of days
    let mut timed = protocol::testing::offer("clash-of-arms", Some(4));
    timed.terms.pace = Pace::Days(1);
    let mut pair = Pair::agreed(timed, 1);
    let _silent = Puppet::instead_of(Seat(0), &mut pair);
    let day = Duration::from_secs(24 * 60 * 60);
    pair.pass(day - ANSWER);
    assert_only_claimed(&mut pair, Seat(0), 1);
    // before a confirmation, a lock and a reveal
    let (mut pair, mut puppet) = at_turn(Seat(1), Seat(0));
    let orders = any_turn(&puppet);
    super::propose(&mut pair, Seat(0), &orders);
    puppet.listen(&mut pair);
    assert_only_claimed(&mut pair, Seat(1), 2);
    let (mut pair, mut puppet) = in_first_round(Seat(1));
    let commit = puppet.honest(&choice(&pair, Seat(1), 0));
    puppet.send(&mut pair, &commit);
    assert_only_claimed(&mut pair, Seat(1), 2);
    let (mut pair, _puppet, _) = at_reveal(Seat(1));
    assert_only_claimed(&mut pair, Seat(1), 3);
}

#[test]
fn row_21_who_vanishes_leaves_a_match_that_can_be_taken_up_or_that_is_decided() {
    for turns in 0..4 {
        let (mut pair, mut puppet) = at_turn(Seat(1), Seat(0));
        for turn in 0..turns {
            let orders = any_turn(&puppet);
            play_turn(&mut pair, &mut puppet, Seat(turn % 2), &orders);
        }
        pair.disconnect();
        let file = pair.disks[0].public.clone();
        assert_eq!(judge(&[&file]).verdict, Verdict::Open);
        assert_eq!(glance::glance(&file).expect("a match").result, None);
        pair.kill(Seat(0));
        pair.restart(Seat(0));
        assert_eq!(pair.session(Seat(0)).stage(), Stage::Playing);
        // the puppet comes back, and the match continues
        pair.connect();
        puppet.greet(&mut pair, [2; 32], |_| {});
        let orders = any_turn(&puppet);
        play_turn(&mut pair, &mut puppet, Seat(turns % 2), &orders);
        // the puppet gives up and vanishes before the end is signed: the result stands
        let resigned = puppet.note(protocol::note::Statement::Resign);
        puppet.send_note(&mut pair, &resigned);
        pair.disconnect();
        let report = judge(&[&pair.disks[0].public]);
        assert_eq!(
            (report.verdict, report.kind),
            (Verdict::Decided, Some("resigned"))
        );
    }
}

#[test]
fn row_23_a_clock_that_lies_moves_nobody_elses() {
    for (sent_ms, think_ms) in [(0, 0), (MAX_NUMBER, u32::MAX), (1, u32::MAX)] {
        let (mut pair, mut puppet) = at_turn(Seat(1), Seat(1));
        let mut record = puppet.honest(&any_turn(&puppet));
        (record.sent_ms, record.think_ms) = (sent_ms, think_ms);
        let record = record.signed(&puppet.key);
        puppet.send(&mut pair, &record);
        assert_eq!(puppet.fault, None);
        // the puppet owes its confirmation, by the honest side's own clock
        pair.pass(ANSWER - Duration::from_millis(1));
        let claim = pair.with(Seat(0), |session, now| session.claim(now));
        assert_eq!(claim, Some(Err(ProposeError::NotLate)));
        pair.pass(Duration::from_millis(1));
        let claim = pair.with(Seat(0), |session, now| session.claim(now));
        assert_eq!(claim, Some(Ok(())));
        let report = judge(&[&pair.disks[0].public]);
        assert!(
            report
                .unknown
                .iter()
                .any(|text| text.starts_with("the times:"))
        );
    }
}

#[test]
fn row_25_a_new_key_under_an_old_name_is_a_stranger() {
    let mut pair = Pair::agreed(tiny(2), 1);
    pair.play_one(&mut Seeded(1));
    pair.kill(Seat(0));
    pair.run();
    pair.restart(Seat(0));
    let stranger = identity(9, 9).public();
    pair.with(Seat(0), |session, now| {
        session.line_up(now, LineId(77), [7; 32], stranger)
    });
    let expected = pair.public_key(Seat(1));
    let refusal = Refusal::Stranger {
        expected,
        found: stranger,
    };
    assert_eq!(pair.closes[0], [CloseReason::Refused(refusal)]);
}

#[test]
fn row_31_a_poisoned_file_crashes_nobody_and_convicts_nobody() {
    let mut pair = Pair::agreed(tiny(3), 1);
    pair.play_out(&mut Seeded(4));
    let (public, private) = (&pair.disks[0].public, &pair.disks[0].private);
    let mut dice = Seeded(31);
    for _ in 0..1500 {
        let mut poisoned = public.clone();
        for _ in 0..1 + dice.below(6) {
            let at = dice.below(poisoned.len());
            match dice.below(4) {
                0 => poisoned[at] = dice.below(256) as u8,
                1 => poisoned.truncate(at.max(8)),
                2 => {
                    let from = dice.below(poisoned.len());
                    let piece = poisoned[from..poisoned.len().min(from + 300)].to_vec();
                    poisoned.splice(at..at, piece);
                }
                _ => drop(poisoned.drain(at..poisoned.len().min(at + 40))),
            }
        }
        let report = judge(&[&poisoned]);
        assert!(
            !matches!(report.verdict, Verdict::Proved | Verdict::Diverged),
            "{report:?}"
        );
        let _ = replay::read(&poisoned);
        let _ = glance::glance(&poisoned);
        let _ = Session::resume(
            identity(0, 1),
            &poisoned,
            private,
            Standing::Own,
            Now::default(),
        );
    }
}
