//! Notes and closing records against the rules of notes.

use protocol::frame::Frame;
use protocol::judge::{Verdict, judge};
use protocol::note::Statement;
use protocol::{Breach, Seat};

use crate::{END, any_turn, assert_proved, at_turn, play_turn, proof};

#[test]
fn row_22_a_claim_of_silence_is_never_more_than_a_claim() {
    let (mut pair, mut puppet) = at_turn(Seat(1), Seat(0));
    let claim = puppet.note(Statement::Claim {
        against: Seat(0),
        step: 1,
    });
    puppet.send_note(&mut pair, &claim);
    assert_eq!(puppet.fault, None);
    let report = judge(&[&pair.disks[0].public]);
    assert_eq!(report.verdict, Verdict::Claimed, "{report:?}");
    assert_eq!(
        (report.step, report.seat, report.result),
        (1, Some(Seat(0)), None)
    );
    // the accused ends it by contributing what is missing
    let orders = any_turn(&puppet);
    play_turn(&mut pair, &mut puppet, Seat(0), &orders);
    assert_eq!(judge(&[&pair.disks[0].public]).verdict, Verdict::Open);
}

#[test]
fn row_33_two_notes_under_one_number_convict_and_a_replayed_one_does_nothing() {
    let (mut pair, mut puppet) = at_turn(Seat(1), Seat(0));
    let offered = puppet.note(Statement::ProposeDraw);
    let resigned = puppet.note(Statement::Resign);
    puppet.send_note(&mut pair, &offered);
    assert_eq!(pair.session(Seat(0)).draw_offer(), Some(Seat(1)));
    pair.with(Seat(0), |session, now| session.answer_draw(now, false));
    assert_eq!(pair.session(Seat(0)).draw_offer(), None);
    puppet.send_note(&mut pair, &offered);
    assert_eq!(
        (&puppet.fault, pair.session(Seat(0)).draw_offer()),
        (&None, None)
    );
    puppet.send_note(&mut pair, &resigned);
    assert_proved(&pair, &puppet, &proof(&puppet, 1, Breach::TwoNotes));
}

#[test]
fn row_33_an_offer_left_alone_for_two_turns_cannot_be_taken_later() {
    let (mut pair, mut puppet) = at_turn(Seat(1), Seat(0));
    pair.with(Seat(0), |session, now| session.offer_draw(now));
    puppet.listen(&mut pair);
    let first = any_turn(&puppet);
    let proposal = match puppet.heard.last() {
        Some(Frame::Note(note)) => note.id(),
        other => panic!("{other:?}"),
    };
    play_turn(&mut pair, &mut puppet, Seat(0), &first);
    assert_eq!(pair.session(Seat(0)).draw_offer(), Some(Seat(0)));
    play_turn(&mut pair, &mut puppet, Seat(1), &[END]);
    assert_eq!(pair.session(Seat(0)).draw_offer(), None);
    let late = puppet.note(Statement::Answer {
        proposal,
        accept: true,
    });
    puppet.send_note(&mut pair, &late);
    assert_eq!(
        (&puppet.fault, pair.session(Seat(0)).outcome()),
        (&None, None)
    );
}

#[test]
fn row_33_an_answer_to_no_offer_does_nothing() {
    let (mut pair, mut puppet) = at_turn(Seat(1), Seat(0));
    let note = puppet.note(Statement::Answer {
        proposal: [7; 32],
        accept: true,
    });
    puppet.send_note(&mut pair, &note);
    assert_eq!(
        (&puppet.fault, pair.session(Seat(0)).outcome()),
        (&None, None)
    );
}

#[test]
fn a_closing_record_that_hides_a_resignation_convicts() {
    let (mut pair, mut puppet) = at_turn(Seat(1), Seat(0));
    // Black closes as if White had resigned, and hides that Black did
    let hidden = puppet.note(Statement::Resign);
    pair.with(Seat(0), |session, now| session.resign(now));
    puppet.listen(&mut pair);
    let closing = puppet.honest_close();
    let frame = Frame::Note(hidden).to_bytes();
    puppet.send_bytes(&mut pair, &frame);
    puppet.send(&mut pair, &closing);
    assert_proved(&pair, &puppet, &proof(&puppet, 1, Breach::HiddenNotes));
}
