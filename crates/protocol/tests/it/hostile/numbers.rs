//! Notes are one chain for each seat: what does not fit takes no number, and what a seat signs besides never weakens
//! what stands against it.

use std::time::Duration;

use protocol::file::{Entry, PUBLIC_HEADER, read_public};
use protocol::judge::{Report, Verdict, judge};
use protocol::manifest::{ClaimEffect, Pace, Terms};
use protocol::note::Statement;
use protocol::testing::{Pair, Puppet, Seeded, identity, offer, tiny};
use protocol::{Breach, Fault, Kind, Note, Offer, Proof, Seat};

use super::{BOTH, any_turn, at_turn, choice, play_turn, propose};

const CLAIM: Statement = Statement::Claim {
    against: Seat(0),
    step: 1,
};

fn bytes(note: &Note) -> Vec<u8> {
    Entry::Note(note.clone()).to_bytes()
}

/// The same note under another number, or with another note before it.
fn changed(puppet: &Puppet, note: &Note, change: impl FnOnce(&mut Note)) -> Note {
    let mut note = note.clone();
    change(&mut note);
    note.signed(&puppet.key)
}

/// Notes that fit nowhere in the chain of a seat that has signed none, and statements, which have no place in it.
fn loose(puppet: &Puppet) -> Vec<Note> {
    let player = identity(puppet.seat.0, 1);
    let mut loose = vec![
        puppet.statement(CLAIM, &player),
        changed(puppet, &puppet.note(CLAIM), |note| note.seq = 7),
    ];
    for said in [CLAIM, Statement::ProposeDraw, Statement::Resign] {
        let note = puppet.note(said);
        loose.push(changed(puppet, &note, |note| note.prev = [9; 32]));
        loose.push(changed(puppet, &note, |note| note.at_root = [9; 32]));
    }
    loose
}

/// A match whose turns have a day each, and in which the seat that claims truly wins.
fn by_days() -> Offer {
    let mut offer = offer("clash-of-arms", Some(6));
    offer.terms = Terms {
        pace: Pace::Days(1),
        claim: ClaimEffect::Loss,
    };
    offer
}

/// The judge's report on one file with all that, and on two of which the second adds it.
fn with(file: &[u8], more: &[u8]) -> [Report; 2] {
    let all = [file, more].concat();
    [judge(&[&all]), judge(&[file, &all])]
}

/// The program that resumes from that file has the judge's result, and the judge's proof against the other seat.
fn assert_resumes(pair: &mut Pair, seat: Seat, file: Vec<u8>) {
    let report = judge(&[&file]);
    pair.kill(seat);
    pair.disks[seat.index()].public = file;
    pair.restart(seat);
    let session = pair.session(seat);
    match session.fault() {
        Some(Fault::Proved(proof)) => assert_eq!(
            (report.verdict, report.seat),
            (Verdict::Proved, Some(proof.seat)),
            "{report:?}"
        ),
        fault => {
            assert_eq!(fault, None);
            // only a program's own clock ends a match by a claim; a result stands for judge and program alike
            assert_eq!(session.outcome(), report.result, "{report:?}");
            assert_ne!(report.verdict, Verdict::Proved, "{report:?}");
        }
    }
}

#[test]
fn row_70_a_note_with_a_false_note_before_it_takes_no_number() {
    for said in [Statement::Resign, CLAIM, Statement::ProposeDraw] {
        let (mut pair, mut puppet) = at_turn(Seat(1), Seat(0));
        let real = puppet.note(said);
        let before = pair.disks[0].public.clone();
        let strays = loose(&puppet);
        for (line, stray) in (2..).zip(strays.iter().filter(|note| note.prev != [0; 32])) {
            puppet.send_note(&mut pair, stray);
            let fault = Fault::OtherHistory {
                step: 1,
                seat: Seat(1),
            };
            assert_eq!(puppet.fault, Some(fault));
            assert_eq!(pair.disks[0].public, before, "it convicts nobody");
            pair.connect();
            puppet.greet(&mut pair, [line; 32], |_| {});
        }
        // then the notes that count, under the same number
        puppet.send_note(&mut pair, &real);
        assert_eq!(
            (&puppet.fault, pair.session(Seat(0)).fault()),
            (&None, None)
        );
        let file = pair.disks[0].public.clone();
        let alone = judge(&[&file]);
        let outcome = pair.session(Seat(0)).outcome();
        assert_eq!(
            (alone.result, alone.seat == Some(Seat(1))),
            (outcome, false)
        );
        assert_eq!(outcome.is_some(), said == Statement::Resign);
        for stray in &strays {
            for report in with(&file, &bytes(stray)) {
                // two under one number convict, whatever each names before it; a result stands next to that
                let is_double = !stray.is_statement() && stray.seq == real.seq;
                let proved = report.verdict == Verdict::Proved && report.kind == Some("two-notes");
                assert_eq!(proved, is_double, "{report:?}");
                assert_eq!(report.result, outcome, "{report:?}");
                // only its own claim suffers, as it does by anything that its signer signs on another history
                let is_own_claim = said == CLAIM && report.verdict == Verdict::Open;
                // and a statement may be a claim
                let claims = stray.is_statement() && report.verdict == Verdict::Claimed;
                let is_same = report.verdict == alone.verdict || claims;
                assert!(is_double || is_same || is_own_claim, "{report:?}");
            }
            assert_resumes(&mut pair, Seat(0), [file.clone(), bytes(stray)].concat());
        }
    }
}

#[test]
fn row_70_after_a_stray_note_a_later_breach_is_proved() {
    let (mut pair, mut puppet) = at_turn(Seat(1), Seat(0));
    let stray = changed(&puppet, &puppet.note(CLAIM), |note| note.prev = [9; 32]);
    puppet.send_note(&mut pair, &stray);
    pair.connect();
    puppet.greet(&mut pair, [2; 32], |_| {});
    let first = puppet.note(Statement::ProposeDraw);
    puppet.send_note(&mut pair, &first);
    let second = puppet.note(Statement::Resign);
    puppet.send_note(&mut pair, &second);
    let back = changed(&puppet, &second, |note| {
        (note.seq, note.prev) = (second.seq + 1, second.id());
        note.at_root = protocol::hash::genesis_root(&note.sid);
        (note.kind, note.body) = Statement::Claim {
            against: Seat(1),
            step: 1,
        }
        .to_bytes();
    });
    puppet.send_note(&mut pair, &back);
    assert!(matches!(puppet.fault, Some(Fault::Proved(_))));
    let report = judge(&[&pair.disks[0].public]);
    assert_eq!(
        (report.verdict, report.seat, report.result.is_some()),
        (Verdict::Proved, Some(Seat(1)), true),
        "{report:?}"
    );
}

#[test]
fn row_71_a_loose_note_more_takes_no_proof_away() {
    let (mut pair, mut puppet) = at_turn(Seat(0), Seat(0));
    let strays: Vec<Note> = loose(&puppet);
    let resigned = puppet.note(Statement::Resign);
    let orders = any_turn(&puppet);
    let record = puppet.record(Kind::Orders, puppet.orders_body(&orders));
    puppet.send_note(&mut pair, &resigned);
    let record = Entry::Record(record).to_bytes();
    let file = [pair.disks[1].public.clone(), record].concat();
    let alone = judge(&[&file]);
    assert_eq!(
        (alone.verdict, alone.seat, alone.kind),
        (Verdict::Proved, Some(Seat(0)), Some("after-resigning"))
    );
    let others = [CLAIM, Statement::ProposeDraw].map(|said| {
        let note = puppet.note(said);
        changed(&puppet, &note, |note| {
            (note.seq, note.prev) = (resigned.seq, resigned.prev);
        })
    });
    for stray in strays.iter().chain(&others) {
        for report in with(&file, &bytes(stray)) {
            assert_eq!(
                (report.verdict, report.seat, report.result),
                (Verdict::Proved, Some(Seat(0)), alone.result),
                "{report:?}"
            );
        }
    }
    let all: Vec<u8> = strays.iter().chain(&others).flat_map(bytes).collect();
    for report in with(&file, &all) {
        assert_eq!(
            (report.verdict, report.seat, report.result),
            (Verdict::Proved, Some(Seat(0)), alone.result),
            "{report:?}"
        );
    }
}

#[test]
fn row_74_a_record_upon_an_invented_root_does_not_answer_a_claim() {
    for cheat in BOTH {
        let mut pair = Pair::agreed(by_days(), 1);
        let mut puppet = Puppet::instead_of(cheat, &mut pair);
        if cheat == Seat(1) {
            let orders = any_turn(&puppet);
            play_turn(&mut pair, &mut puppet, Seat(0), &orders);
        }
        let honest = cheat.other();
        pair.pass(Duration::from_secs(25 * 60 * 60));
        let claimed = pair.with(honest, |session, now| session.claim(now));
        assert_eq!(claimed, Some(Ok(())));
        let file = pair.disks[honest.index()].public.clone();
        let alone = judge(&[&file]);
        assert_eq!(
            (alone.verdict, alone.seat),
            (Verdict::Claimed, Some(cheat)),
            "{alone:?}"
        );
        let mut invented = puppet.record(Kind::Orders, vec![1, 2, 3]);
        invented.prev = [7; 32];
        let early = protocol::Record {
            step: invented.step + 40,
            ..invented.clone()
        };
        let lies = [invented, early].map(|record| record.signed(&puppet.key));
        let lies = lies.map(|record| Entry::Record(record).to_bytes());
        let strays = loose(&puppet);
        let strays = strays.iter().filter(|note| note.kind != 3).map(bytes);
        for lie in lies.into_iter().chain(strays) {
            for report in with(&file, &lie) {
                assert_eq!(
                    (report.verdict, report.seat, report.claim),
                    (Verdict::Claimed, Some(cheat), alone.claim),
                    "{report:?}"
                );
            }
            let outcome = pair.session(honest).outcome();
            pair.kill(honest);
            pair.disks[honest.index()].public = [file.clone(), lie].concat();
            pair.restart(honest);
            assert_eq!(pair.session(honest).outcome(), outcome);
        }
    }
}

#[test]
fn row_74_what_the_claimant_signs_upon_another_history_takes_its_own_claim() {
    let mut pair = Pair::agreed(by_days(), 1);
    let mut puppet = Puppet::instead_of(Seat(1), &mut pair);
    let claim = puppet.claim_against(Seat(0), 1);
    let file = [pair.disks[0].public.clone(), claim].concat();
    assert_eq!(judge(&[&file]).verdict, Verdict::Claimed);
    let mut invented = puppet.record(Kind::Confirm, vec![1, 2, 3]);
    invented.prev = [7; 32];
    let invented = Entry::Record(invented.signed(&puppet.key)).to_bytes();
    for report in with(&file, &invented) {
        assert_eq!((report.verdict, report.seat), (Verdict::Open, None));
        assert!(report.why.contains("does not count"), "{report:?}");
    }
}

#[test]
fn a_claim_whose_own_times_refute_it_does_not_count() {
    let mut pair = Pair::agreed(by_days(), 1);
    let mut puppet = Puppet::instead_of(Seat(0), &mut pair);
    let orders = any_turn(&puppet);
    play_turn(&mut pair, &mut puppet, Seat(0), &orders);
    let step = puppet.step();
    let claim = puppet.note(Statement::Claim {
        against: Seat(1),
        step,
    });
    let own_ms = puppet.record(Kind::Lock, Vec::new()).sent_ms;
    let hour_ms = 60 * 60 * 1000;
    let file = pair.disks[1].public.clone();
    for (after_ms, counts) in [
        (0, false),
        (hour_ms, false),
        (23 * hour_ms, false),
        (24 * hour_ms, true),
        (25 * hour_ms, true),
    ] {
        let claim = changed(&puppet, &claim, |note| note.sent_ms = own_ms + after_ms);
        let report = judge(&[&[file.clone(), bytes(&claim)].concat()]);
        let expected = match counts {
            true => (Verdict::Claimed, Some(Seat(1))),
            false => (Verdict::Open, None),
        };
        assert_eq!((report.verdict, report.seat), expected, "{after_ms}");
    }
    // signed before its own last record
    let early = changed(&puppet, &claim, |note| note.sent_ms = own_ms - 48 * hour_ms);
    puppet.send_note(&mut pair, &early);
    assert_eq!(
        (&puppet.fault, pair.session(Seat(1)).outcome()),
        (&None, None)
    );
    assert_eq!(judge(&[&pair.disks[1].public]).verdict, Verdict::Open);
}

/// The entries of a file behind its manifest in another order.
fn shuffled(file: &[u8], dice: &mut Seeded) -> Vec<u8> {
    let (mut entries, _) = read_public(file).expect("a match file");
    for index in (2..entries.len()).rev() {
        entries.swap(index, 1 + dice.below(index));
    }
    let entries = entries.iter().flat_map(Entry::to_bytes);
    PUBLIC_HEADER.iter().copied().chain(entries).collect()
}

#[test]
fn row_75_a_draw_taken_in_a_sealed_round_is_resumed_from_its_entries_in_any_order() {
    for taker in BOTH {
        for has_committed in [false, true] {
            for is_closed in [false, true] {
                let mut pair = Pair::agreed(tiny(4), 1);
                let secret = choice(&pair, taker.other(), 0);
                pair.with(taker.other(), |session, now| session.offer_draw(now));
                if has_committed {
                    propose(&mut pair, taker.other(), &secret);
                }
                pair.run();
                let taken = pair.with(taker, |session, now| session.answer_draw(now, true));
                assert_eq!(taken, Some(Ok(())), "{has_committed}");
                if is_closed {
                    pair.run();
                }
                for seat in BOTH {
                    let outcome = pair.session(seat).outcome();
                    let file = pair.disks[seat.index()].public.clone();
                    for number in 0..8 {
                        pair.kill(seat);
                        pair.disks[seat.index()].public = match number {
                            0 => file.clone(),
                            number => shuffled(&file, &mut Seeded(number)),
                        };
                        pair.restart(seat);
                        let session = pair.session(seat);
                        let what = format!("{taker} {has_committed} {is_closed} {seat} {number}");
                        assert_eq!(
                            (session.fault(), session.outcome()),
                            (None, outcome),
                            "{what}"
                        );
                        assert_eq!(session.is_closed(), is_closed, "{what}");
                        if is_closed {
                            assert_eq!(pair.disks[seat.index()].public, file, "{what}");
                        }
                    }
                    pair.kill(seat);
                    pair.disks[seat.index()].public = file;
                    pair.restart(seat);
                }
                pair.connect();
                pair.run();
                let report = judge(&[&pair.disks[0].public]);
                assert_eq!(report.verdict, Verdict::Complete, "{report:?}");
                assert_eq!(pair.disks[0].public, pair.disks[1].public);
            }
        }
    }
}

#[test]
fn a_file_with_two_notes_that_fit_nowhere_convicts_for_judge_and_program_alike() {
    let (mut pair, puppet) = at_turn(Seat(1), Seat(0));
    let [first, second] = [7, 8].map(|before| {
        changed(&puppet, &puppet.note(CLAIM), |note| {
            note.prev = [before; 32]
        })
    });
    let file = [pair.disks[0].public.clone(), bytes(&first), bytes(&second)].concat();
    let report = judge(&[&file]);
    assert_eq!(
        (report.verdict, report.kind, report.seat),
        (Verdict::Proved, Some("two-notes"), Some(Seat(1)))
    );
    assert_resumes(&mut pair, Seat(0), file);
    let fault = pair.session(Seat(0)).fault();
    let proof = Proof {
        step: 1,
        seat: Seat(1),
        breach: Breach::TwoNotes,
    };
    assert_eq!(fault, Some(&Fault::Proved(proof)));
}

#[test]
fn row_72_a_resignation_under_a_number_given_twice_makes_no_old_statement_of_the_other_count() {
    let (pair, puppet) = at_turn(Seat(1), Seat(0));
    let stated = Note {
        seat: Seat(0),
        ..puppet.statement(Statement::Resign, &identity(0, 1))
    };
    let stated = stated.signed(&identity(0, 1));
    let resigned = puppet.note(Statement::Resign);
    let file = [pair.disks[0].public.clone(), bytes(&stated)].concat();
    let shown = judge(&[&[file.clone(), bytes(&resigned)].concat()]);
    let manifest = pair.session(Seat(0)).manifest().expect("a match");
    let side = manifest.side_of(Seat(0)).expect("a seat");
    let won = shown.result.map(rules::Outcome::winners);
    assert!(won.is_some_and(|sides| sides.contains(side)), "{shown:?}");
    let mut first = [0; 2];
    // the id decides which of the two takes the place, and the cheat chooses the ids
    for sent_ms in 0..16 {
        let other = changed(&puppet, &puppet.note(Statement::ProposeDraw), |note| {
            note.sent_ms = sent_ms;
        });
        first[usize::from(other.id() < resigned.id())] += 1;
        for copy in with(&file, &[bytes(&resigned), bytes(&other)].concat()) {
            assert_eq!(
                (copy.verdict, copy.seat, copy.result),
                (Verdict::Proved, Some(Seat(1)), shown.result),
                "{copy:?}"
            );
        }
    }
    assert!(first.iter().all(|count| *count > 0), "{first:?}");
}
