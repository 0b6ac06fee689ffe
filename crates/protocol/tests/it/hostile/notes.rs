//! Notes and closing records against the rules of notes.

use protocol::codec::encode;
use protocol::file::{Entry, read_public};
use protocol::frame::Frame;
use protocol::judge::{Verdict, judge};
use protocol::note::Statement;
use protocol::record::AgreeBody;
use protocol::testing::{Pair, Puppet, tiny};
use protocol::{Breach, Fault, Kind, Note, Seat};

use super::{END, any_turn, assert_proved, at_turn, choice, play_turn, proof, propose};

#[test]
fn row_22_a_claim_of_silence_is_never_more_than_a_claim() {
    let (mut pair, mut puppet) = at_turn(Seat(1), Seat(0));
    let claim = |puppet: &Puppet, step| {
        let against = Seat(0);
        puppet.note(Statement::Claim { against, step })
    };
    let first = claim(&puppet, 1);
    puppet.send_note(&mut pair, &first);
    assert_eq!(puppet.fault, None);
    let report = judge(&[&pair.disks[0].public]);
    assert_eq!(report.verdict, Verdict::Claimed, "{report:?}");
    assert_eq!(
        (report.step, report.seat, report.result, report.kind),
        (1, Some(Seat(0)), None, Some("silence"))
    );
    // the accused ends the claim by contributing the missing record
    let orders = any_turn(&puppet);
    play_turn(&mut pair, &mut puppet, Seat(0), &orders);
    assert_eq!(judge(&[&pair.disks[0].public]).verdict, Verdict::Open);
    // no claim for a step that is over or still to come, nor by the seat that owes the step
    for step in [1, 2, 3, 4] {
        let claim = claim(&puppet, step);
        puppet.send_note(&mut pair, &claim);
        let report = judge(&[&pair.disks[0].public]);
        assert_eq!(report.verdict, Verdict::Open, "{step}: {report:?}");
    }
}

#[test]
fn row_22_who_owes_the_same_step_claims_in_vain() {
    // both have still to confirm the orders of the honest side
    let (mut pair, mut puppet) = at_turn(Seat(1), Seat(0));
    let line = pair.line();
    pair.with(Seat(0), |session, now| session.line_down(now, line));
    let orders = any_turn(&puppet);
    let kept = pair.with(Seat(0), |session, now| session.propose(now, &orders));
    assert_eq!(kept, Some(Ok(())));
    let first = puppet.claim_against(Seat(0), 1);
    let mut file = pair.disks[0].public.clone();
    file.extend(&first);
    assert_eq!(judge(&[&file]).verdict, Verdict::Claimed);
    pair.connect();
    puppet.greet(&mut pair, [2; 32], |_| {});
    let mut file = pair.disks[0].public.clone();
    assert_eq!(puppet.step(), 2);
    file.extend(first);
    file.extend(puppet.claim_against(Seat(0), 2));
    let report = judge(&[&file]);
    assert_eq!(report.verdict, Verdict::Open, "{report:?}");
}

#[test]
fn a_seat_that_resigns_and_then_claims_silence_has_resigned() {
    let (mut pair, mut puppet) = at_turn(Seat(1), Seat(0));
    let resigned = puppet.note(Statement::Resign);
    puppet.send_note(&mut pair, &resigned);
    let before = judge(&[&pair.disks[0].public]);
    assert_eq!(
        (before.verdict, before.kind),
        (Verdict::Decided, Some("resigned"))
    );
    let mut file = pair.disks[0].public.clone();
    for step in [1, 2] {
        file.extend(puppet.claim_against(Seat(0), step));
    }
    let report = judge(&[&file]);
    assert_eq!(report.result, before.result);
    assert!(report.seat.is_none_or(|seat| seat == Seat(1)), "{report:?}");
}

#[test]
fn row_33_two_notes_under_one_number_convict_and_a_replayed_one_does_nothing() {
    let (mut pair, mut puppet) = at_turn(Seat(1), Seat(0));
    let offered = puppet.note(Statement::ProposeDraw);
    let proposal = [7; 32];
    let other = puppet.note(Statement::Decline { proposal });
    puppet.send_note(&mut pair, &offered);
    assert_eq!(pair.session(Seat(0)).draw_offer(), Some(Seat(1)));
    pair.with(Seat(0), |session, now| session.answer_draw(now, false));
    assert_eq!(pair.session(Seat(0)).draw_offer(), None);
    puppet.send_note(&mut pair, &offered);
    assert_eq!(
        (&puppet.fault, pair.session(Seat(0)).draw_offer()),
        (&None, None)
    );
    puppet.send_note(&mut pair, &other);
    assert_proved(&pair, &puppet, &proof(&puppet, 1, Breach::TwoNotes));
}

#[test]
fn of_two_offers_that_cross_each_seat_sees_the_one_it_can_take() {
    let (mut pair, mut puppet) = at_turn(Seat(1), Seat(0));
    let theirs = puppet.note(Statement::ProposeDraw);
    pair.with(Seat(0), |session, now| session.offer_draw(now));
    assert_eq!(pair.session(Seat(0)).draw_offer(), Some(Seat(0)));
    puppet.send_note(&mut pair, &theirs);
    assert_eq!(pair.session(Seat(0)).draw_offer(), Some(Seat(1)));
    let taken = pair.with(Seat(0), |session, now| session.answer_draw(now, true));
    assert_eq!(taken, Some(Ok(())));
}

#[test]
fn row_19_a_resignation_of_an_older_copy_under_a_number_used_before_convicts_nobody() {
    let (mut pair, _) = at_turn(Seat(1), Seat(0));
    let key = pair.match_key(Seat(0));
    let backup = pair.disks[0].clone();
    pair.with(Seat(0), |session, now| session.offer_draw(now));
    let newer = pair.disks[0].public.clone();
    pair.kill(Seat(0));
    pair.disks[0] = backup;
    pair.restart(Seat(0));
    let resigned = pair.with(Seat(0), |session, now| session.resign(now));
    assert_eq!(resigned, Some(Ok(())));
    for files in [
        [&newer, &pair.disks[0].public],
        [&pair.disks[0].public, &newer],
    ] {
        let report = judge(&files.map(Vec::as_slice));
        assert_eq!(
            (report.verdict, report.kind),
            (Verdict::Decided, Some("resigned")),
            "{report:?}"
        );
    }
    // two that are signed only after the peer was heard still do
    let offers = [1, 2].map(|sent_ms| {
        let (entries, _) = read_public(&newer).expect("a match file");
        let Some(Entry::Note(offer)) = entries.into_iter().next_back() else {
            panic!("an offer");
        };
        Entry::Note(Note { sent_ms, ..offer }.signed(&key)).to_bytes()
    });
    let both = [newer.as_slice(), &offers.concat()].concat();
    let report = judge(&[&pair.disks[0].public, &both]);
    assert_eq!(
        (report.verdict, report.kind),
        (Verdict::Proved, Some("two-notes"))
    );
}

/// The honest side, on turn, has offered a draw and then moved; the puppet is to move.
fn offered(cheat: Seat) -> (Pair, Puppet) {
    let (mut pair, mut puppet) = at_turn(cheat, cheat.other());
    pair.with(cheat.other(), |session, now| session.offer_draw(now));
    puppet.listen(&mut pair);
    let first = any_turn(&puppet);
    play_turn(&mut pair, &mut puppet, cheat.other(), &first);
    (pair, puppet)
}

#[test]
fn row_33_orders_given_let_an_offer_lapse() {
    let (mut pair, mut puppet) = offered(Seat(1));
    assert_eq!(pair.session(Seat(0)).draw_offer(), Some(Seat(0)));
    let late = puppet.agree();
    play_turn(&mut pair, &mut puppet, Seat(1), &[END]);
    assert_eq!(pair.session(Seat(0)).draw_offer(), None);
    // the same taking shown later is a second record for the step: both together convict
    puppet.send(&mut pair, &late);
    assert_proved(&pair, &puppet, &proof(&puppet, 3, Breach::TwoRecords));
}

#[test]
fn row_33_a_lapsed_offer_cannot_be_taken() {
    let (mut pair, mut puppet) = offered(Seat(1));
    let body = puppet.agree().body;
    play_turn(&mut pair, &mut puppet, Seat(1), &[END]);
    let orders = any_turn(&puppet);
    play_turn(&mut pair, &mut puppet, Seat(0), &orders);
    let late = puppet.record(Kind::Agree, body);
    puppet.send(&mut pair, &late);
    assert_proved(&pair, &puppet, &proof(&puppet, 7, Breach::NoOffer));
}

#[test]
fn row_33_a_draw_taken_cannot_be_taken_back_by_anything_shown_later() {
    let (mut pair, mut puppet) = offered(Seat(1));
    let (orders, taken) = (any_turn(&puppet), puppet.agree());
    let instead = puppet.record(Kind::Orders, puppet.orders_body(&orders));
    puppet.send(&mut pair, &taken);
    assert_eq!(puppet.fault, None);
    // the honest side has closed, the puppet never will
    let file = pair.disks[0].public.clone();
    let report = judge(&[&file]);
    assert_eq!(
        (report.verdict, report.kind),
        (Verdict::Decided, Some("agreed"))
    );
    let result = report.result;
    assert!(result.is_some());
    let withheld = [
        Entry::Record(instead),
        Entry::Note(puppet.note(Statement::Claim {
            against: Seat(0),
            step: puppet.step(),
        })),
    ];
    for entry in withheld {
        let report = judge(&[&[file.clone(), entry.to_bytes()].concat()]);
        assert_eq!(report.result, result, "{report:?}");
        assert!(report.seat.is_none_or(|seat| seat == Seat(1)), "{report:?}");
        assert_ne!(report.verdict, Verdict::Claimed);
    }
}

#[test]
fn row_33_a_draw_taken_in_a_secret_round_stands_whatever_the_offering_side_does() {
    for taker in [Seat(0), Seat(1)] {
        for has_committed in [false, true] {
            let mut pair = Pair::agreed(tiny(4), 1);
            let choice = choice(&pair, taker.other(), 0);
            pair.with(taker.other(), |session, now| session.offer_draw(now));
            if has_committed {
                propose(&mut pair, taker.other(), &choice);
            }
            pair.run();
            let taken = pair.with(taker, |session, now| session.answer_draw(now, true));
            assert_eq!(taken, Some(Ok(())), "{has_committed}");
            let report = judge(&[&pair.disks[taker.index()].public]);
            assert_eq!(report.verdict, Verdict::Decided, "{report:?}");
            pair.run();
            let report = judge(&[&pair.disks[0].public]);
            assert_eq!(report.verdict, Verdict::Complete, "{report:?}");
            assert_eq!(report.result, Some(rules::Outcome::Drawn(rules::AGREED)));
            assert_eq!(pair.disks[0].public, pair.disks[1].public);
        }
    }
}

#[test]
fn row_33_a_draw_that_nobody_offered_convicts_who_takes_it() {
    let (mut pair, mut puppet) = at_turn(Seat(0), Seat(0));
    // its own offer
    let offer = puppet.note(Statement::ProposeDraw);
    puppet.send_note(&mut pair, &offer);
    let body = AgreeBody {
        proposal: offer.id(),
        answer: None,
    };
    let taken = puppet.record(Kind::Agree, encode(&body));
    puppet.send(&mut pair, &taken);
    assert_proved(&pair, &puppet, &proof(&puppet, 1, Breach::NoOffer));
    // an offer that nobody has seen convicts nobody, and is not used
    let (mut pair, mut puppet) = at_turn(Seat(0), Seat(0));
    let body = AgreeBody {
        proposal: [7; 32],
        answer: None,
    };
    let taken = puppet.record(Kind::Agree, encode(&body));
    puppet.send(&mut pair, &taken);
    assert_eq!(puppet.fault, Some(Fault::UnknownNotes));
    assert_eq!(pair.session(Seat(1)).outcome(), None);
}

#[test]
fn after_resigning_nothing_more_is_signed() {
    // in either order: the resignation first, or what was signed after it
    for is_first in [true, false] {
        let (mut pair, mut puppet) = at_turn(Seat(0), Seat(0));
        let resigned = puppet.note(Statement::Resign);
        let orders = any_turn(&puppet);
        let record = puppet.record(Kind::Orders, puppet.orders_body(&orders));
        if is_first {
            puppet.send_note(&mut pair, &resigned);
            puppet.send(&mut pair, &record);
        } else {
            puppet.send(&mut pair, &record);
            puppet.send_note(&mut pair, &resigned);
        }
        let file = &pair.disks[1].public;
        let mut both = file.clone();
        both.extend(Entry::Record(record).to_bytes());
        both.extend(Entry::Note(resigned).to_bytes());
        let report = judge(&[&both]);
        assert_eq!(
            (report.verdict, report.seat),
            (Verdict::Proved, Some(Seat(0)))
        );
        assert_eq!(report.kind, Some("after-resigning"));
    }
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
