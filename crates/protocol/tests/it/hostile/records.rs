//! Records signed twice, upon another history, or not as a sound program writes them.

use protocol::codec::{CodecError, encode};
use protocol::file::Entry;
use protocol::frame::{Frame, MAX_FRAME};
use protocol::judge::{Verdict, judge};
use protocol::record::{ConfirmBody, NotesSeen};
use protocol::testing::{Pair, Puppet, offer, tiny};
use protocol::{Breach, Fault, Kind, Record, Seat, SessionEvent, Waiting};
use rules::Rules;

use super::{BOTH, END, any_turn, assert_proved, at_turn, choice, play_turn, proof, propose};

#[test]
fn row_10_and_11_two_records_for_one_step_of_any_kind_convict() {
    for cheat in BOTH {
        // COMMIT, LOCK, REVEAL, CONFIRM of the set-up
        for kinds in 1..=4 {
            let mut pair = Pair::agreed(tiny(4), 1);
            let orders = choice(&pair, cheat, 0);
            let theirs = choice(&pair, cheat.other(), 1);
            let mut puppet = Puppet::instead_of(cheat, &mut pair);
            // the honest side waits with its choice only if the first step is doubled
            if kinds > 1 {
                propose(&mut pair, cheat.other(), &theirs);
                puppet.listen(&mut pair);
            }
            for _ in 1..kinds {
                let record = puppet.honest(&orders);
                puppet.send(&mut pair, &record);
            }
            let record = puppet.honest(&orders);
            puppet.send(&mut pair, &record);
            assert_eq!(puppet.fault, None);
            let mut second = record.clone();
            second.sent_ms += 1;
            let second = second.signed(&puppet.key);
            puppet.send(&mut pair, &second);
            let expected = proof(&puppet, kinds, Breach::TwoRecords);
            assert_proved(&pair, &puppet, &expected);
            let is_evidence = |frame: &Frame| matches!(frame, Frame::Evidence(_));
            assert!(puppet.heard.iter().any(is_evidence));
        }
    }
}

#[test]
fn row_11_after_the_end_another_closing_record_changes_nothing_here_and_convicts_in_the_judge() {
    let mut pair = Pair::agreed(offer("clash-of-arms", Some(1)), 1);
    let mut puppet = Puppet::instead_of(Seat(1), &mut pair);
    let orders = any_turn(&puppet);
    play_turn(&mut pair, &mut puppet, Seat(0), &orders);
    let close = puppet.honest(&[]);
    assert_eq!(close.kind, Kind::Close);
    puppet.send(&mut pair, &close);
    assert!(pair.session(Seat(0)).is_closed());
    let file = pair.disks[0].public.clone();
    assert_eq!(judge(&[&file]).verdict, Verdict::Complete);
    let mut second = close.clone();
    second.sent_ms += 1;
    let second = second.signed(&puppet.key);
    puppet.send(&mut pair, &second);
    assert_eq!((&puppet.fault, &pair.disks[0].public), (&None, &file));
    let mut theirs = file.clone();
    theirs.truncate(theirs.len() - Entry::Record(close).to_bytes().len());
    theirs.extend(Entry::Record(second).to_bytes());
    assert_eq!(judge(&[&file, &theirs]).verdict, Verdict::Proved);
}

#[test]
fn row_13_records_far_ahead_are_not_kept() {
    let (mut pair, mut puppet) = at_turn(Seat(1), Seat(0));
    for step in 2..200 {
        let record = Record {
            step,
            body: vec![0; 60_000],
            ..puppet.record(Kind::Orders, Vec::new())
        }
        .signed(&puppet.key);
        puppet.send(&mut pair, &record);
        assert_eq!(puppet.fault, None);
    }
    // no such record is in the file, and the match continues
    assert!(pair.disks[0].public.len() < 10_000);
    let orders = any_turn(&puppet);
    propose(&mut pair, Seat(0), &orders);
    assert!(matches!(
        pair.session(Seat(0)).waiting(),
        Waiting::Nobody | Waiting::Peer(_)
    ));
}

#[test]
fn row_14_a_peer_with_other_rules_is_named_and_both_keep_the_position() {
    let (mut pair, mut puppet) = at_turn(Seat(1), Seat(0));
    let orders = any_turn(&puppet);
    propose(&mut pair, Seat(0), &orders);
    puppet.listen(&mut pair);
    let lie = ConfirmBody {
        state: [9; 32],
        notes: vec![NotesSeen::NONE; 2],
    };
    let lie = puppet.record(Kind::Confirm, encode(&lie));
    puppet.send(&mut pair, &lie);
    // the line stays up until the other position is here too
    assert_eq!(puppet.fault, None);
    let session = pair.session(Seat(0));
    let (step, seat) = (2, Seat(1));
    assert_eq!(session.fault(), Some(&Fault::Diverged { step, seat }));
    let text = session.position().expect("a match").to_text();
    let sent = puppet.heard.iter().find_map(|frame| match frame {
        Frame::State(state) => Some(state.clone()),
        _ => None,
    });
    let sent = sent.expect("the position was sent");
    assert_eq!((sent.step, &sent.text), (2, &text));
    let mut theirs = sent.clone();
    theirs.text = "theirs".to_owned();
    puppet.send_bytes(&mut pair, &Frame::State(theirs).to_bytes());
    let expected = SessionEvent::Diverged {
        step,
        ours: text,
        theirs: Some("theirs".to_owned()),
    };
    assert_eq!(pair.events[0].last(), Some(&expected));
    let report = judge(&[&pair.disks[0].public]);
    assert_eq!(report.verdict, Verdict::Diverged);
    assert_eq!((report.step, report.seat), (2, Some(Seat(1))));
}

#[test]
fn row_16_a_padded_body_that_is_signed_convicts() {
    let (mut pair, mut puppet) = at_turn(Seat(0), Seat(0));
    let mut body = puppet.orders_body(&[END]);
    body.push(0);
    let lie = puppet.record(Kind::Orders, body);
    puppet.send(&mut pair, &lie);
    let breach = Breach::Malformed(CodecError::LeftOver(1));
    assert_proved(&pair, &puppet, &proof(&puppet, 1, breach));
}

#[test]
fn row_16_padding_anybody_could_add_convicts_nobody_and_ends_the_line() {
    let (mut pair, mut puppet) = at_turn(Seat(0), Seat(0));
    let record = puppet.honest(&[END]);
    let mut bytes = Frame::Record(Box::new(record)).to_bytes();
    // the step, 1, written in three bytes
    assert_eq!(bytes[33], 1);
    bytes.splice(33..34, [251, 1, 0]);
    puppet.send_bytes(&mut pair, &bytes);
    let expected = Fault::Malformed(CodecError::NotCanonical);
    assert_eq!(puppet.fault, Some(expected));
    assert_eq!(pair.session(Seat(1)).fault(), None);
    assert_eq!(judge(&[&pair.disks[1].public]).verdict, Verdict::Open);
}

#[test]
fn row_17_frames_and_files_that_claim_huge_lengths_are_refused() {
    let (mut pair, mut puppet) = at_turn(Seat(0), Seat(0));
    puppet.send_bytes(&mut pair, &vec![7; MAX_FRAME + 1]);
    assert!(matches!(puppet.fault, Some(Fault::Malformed(_))));
    let mut file = pair.disks[1].public.clone();
    file.extend([3, 255, 255, 255, 255, 1, 2, 3]);
    assert_eq!(judge(&[&file]).verdict, Verdict::Inconsistent);
}

#[test]
fn a_record_that_its_seat_did_not_sign_is_refused_and_not_kept() {
    let (mut pair, mut puppet) = at_turn(Seat(0), Seat(0));
    let mut record = puppet.honest(&[END]);
    record.signature.0[5] ^= 1;
    let before = pair.disks[1].public.clone();
    puppet.send(&mut pair, &record);
    let expected = Fault::BadSignature {
        step: 1,
        seat: Seat(0),
    };
    assert_eq!(puppet.fault, Some(expected));
    assert_eq!(pair.disks[1].public, before);
    assert_eq!(pair.session(Seat(1)).fault(), None);
}

#[test]
fn a_record_signed_upon_another_history_stops_the_match_and_convicts_nobody() {
    let (mut pair, mut puppet) = at_turn(Seat(0), Seat(0));
    let mut record = puppet.honest(&[END]);
    record.prev[0] ^= 1;
    let record = record.signed(&puppet.key);
    puppet.send(&mut pair, &record);
    let expected = Fault::OtherHistory {
        step: 1,
        seat: Seat(0),
    };
    assert_eq!(puppet.fault, Some(expected));
    // nothing is kept that convicts nobody, and shown to the judge it changes nothing
    let kept = pair.disks[1].public.clone();
    let shown = [kept.clone(), Entry::Record(record).to_bytes()].concat();
    for file in [kept, shown] {
        let report = judge(&[&file]);
        assert_eq!((report.verdict, report.seat), (Verdict::Open, None));
    }
}
