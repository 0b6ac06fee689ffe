//! Turns taken back by consent.

use protocol::judge::{Verdict, judge};
use protocol::note::Statement;
use protocol::testing::{Pair, Puppet, Seeded, offer, random_orders, tiny, toy};
use protocol::{Deed, ProposeError, Seat, SessionEvent, Waiting, digest, replay};
use rules::AnyPosition;

const BOTH: [Seat; 2] = [Seat(0), Seat(1)];

fn position(pair: &Pair) -> AnyPosition {
    pair.session(Seat(0)).position().expect("a match").clone()
}

fn ask(pair: &mut Pair, seat: Seat) -> Result<(), ProposeError> {
    let asked = pair.with(seat, |session, now| session.ask_takeback(now));
    pair.run();
    asked.expect("alive")
}

fn answer(pair: &mut Pair, seat: Seat, accept: bool) -> Result<(), ProposeError> {
    let answered = pair.with(seat, |session, now| session.answer_takeback(now, accept));
    pair.run();
    answered.expect("alive")
}

fn assert_complete(pair: &Pair, what: &str) {
    for seat in BOTH {
        let session = pair.session(seat);
        assert!(
            session.is_closed(),
            "{what}: {session:?} {:?}",
            session.fault()
        );
    }
    assert_eq!(pair.disks[0].public, pair.disks[1].public, "{what}");
    let report = judge(&[&pair.disks[0].public]);
    assert_eq!(report.verdict, Verdict::Complete, "{what}: {report:?}");
    // the history of the file is that of the sessions, and every position in it is made again
    let read = replay::read(&pair.disks[0].public).expect("a match file");
    let history = pair.session(Seat(0)).history().expect("a match");
    assert_eq!(&read.history, history, "{what}");
    for (at, step) in history.steps().iter().enumerate() {
        assert_eq!(
            digest(&history.position_after(at + 1)),
            step.digest,
            "{what}: {at}"
        );
    }
}

#[test]
fn the_last_turn_is_taken_back_in_place_of_the_other_sides_turn() {
    let mut pair = Pair::agreed(offer("clash-of-arms", Some(8)), 1);
    let mut dice = Seeded(4);
    pair.play_one(&mut dice);
    pair.play_one(&mut dice);
    let before = position(&pair);
    let asker = pair.to_decide().expect("a turn");
    pair.play_one(&mut dice);
    assert_ne!(position(&pair), before);
    assert_eq!(ask(&mut pair, asker), Ok(()));
    assert_eq!(ask(&mut pair, asker), Err(ProposeError::AskedAlready));
    assert!(pair.events[1].contains(&SessionEvent::TakebackAsked(asker)));
    assert_eq!(pair.session(asker.other()).takeback_asked(), Some(asker));
    assert_eq!(answer(&mut pair, asker.other(), true), Ok(()));
    for seat in BOTH {
        let session = pair.session(seat);
        assert_eq!(session.position(), Some(&before));
        assert_eq!(session.takeback_asked(), None);
    }
    assert_eq!(pair.to_decide(), Some(asker));
    let history = pair.session(asker).history().expect("a match").clone();
    assert_eq!(history.stands(), [true, true, false, true]);
    assert!(matches!(history.steps()[3].deed, Deed::TakenBack { to: 2 }));
    let numbers: Vec<u64> = history.steps().iter().map(|step| step.number).collect();
    assert!(numbers.is_sorted_by(|a, b| a < b), "{numbers:?}");
    // again, after the next turn; then to the start
    pair.play_one(&mut dice);
    assert_eq!(ask(&mut pair, asker), Ok(()));
    assert_eq!(answer(&mut pair, asker.other(), true), Ok(()));
    assert_eq!(position(&pair), before);
    pair.play_out(&mut dice);
    assert_complete(&pair, "in place of a turn");
}

#[test]
fn on_its_own_turn_a_seat_gets_its_last_turn_and_the_answer_to_it_back() {
    let mut pair = Pair::agreed(offer("clash-of-arms", Some(8)), 1);
    let mut dice = Seeded(4);
    let before = position(&pair);
    let asker = pair.to_decide().expect("a turn");
    assert_eq!(ask(&mut pair, asker), Err(ProposeError::NothingToTakeBack));
    pair.play_one(&mut dice);
    pair.play_one(&mut dice);
    assert_eq!(pair.to_decide(), Some(asker));
    assert_eq!(ask(&mut pair, asker), Ok(()));
    assert_eq!(answer(&mut pair, asker, true), Err(ProposeError::NotAsked));
    assert_eq!(answer(&mut pair, asker.other(), true), Ok(()));
    // the program of the asking seat has done the rest
    assert_eq!(position(&pair), before);
    assert_eq!(pair.to_decide(), Some(asker));
    pair.play_out(&mut dice);
    assert_complete(&pair, "on its own turn");
}

#[test]
fn a_question_is_declined_or_lapses_with_any_decision() {
    let mut pair = Pair::agreed(offer("clash-of-arms", Some(12)), 1);
    let mut dice = Seeded(4);
    let asker = pair.to_decide().expect("a turn");
    pair.play_one(&mut dice);
    let after = position(&pair);
    assert_eq!(ask(&mut pair, asker), Ok(()));
    assert_eq!(answer(&mut pair, asker.other(), false), Ok(()));
    let declined = SessionEvent::TakebackAnswered(asker.other(), false);
    assert!(pair.events[asker.index()].contains(&declined));
    assert_eq!(position(&pair), after);
    assert_eq!(
        answer(&mut pair, asker.other(), true),
        Err(ProposeError::NotAsked)
    );
    // a turn of the other
    assert_eq!(ask(&mut pair, asker), Ok(()));
    pair.play_one(&mut dice);
    assert_eq!(
        answer(&mut pair, asker.other(), true),
        Err(ProposeError::NotAsked)
    );
    // a turn of one's own
    assert_eq!(ask(&mut pair, asker), Ok(()));
    pair.play_one(&mut dice);
    assert_eq!(
        answer(&mut pair, asker.other(), true),
        Err(ProposeError::NotAsked)
    );
    pair.play_out(&mut dice);
    assert_complete(&pair, "declined");
}

#[test]
fn where_the_manifest_says_no_nothing_is_taken_back_and_taking_it_convicts() {
    let mut no = offer("clash-of-arms", Some(6));
    no.takeback = false;
    let mut pair = Pair::agreed(no.clone(), 1);
    let mut dice = Seeded(4);
    let asker = pair.to_decide().expect("a turn");
    pair.play_one(&mut dice);
    assert_eq!(ask(&mut pair, asker), Err(ProposeError::NoTakeback));
    // a hostile program asks and takes all the same
    let mut pair = Pair::agreed(no, 1);
    let mut puppet = Puppet::instead_of(Seat(1), &mut pair);
    let orders = random_orders(
        &position(&pair),
        rules::Side::new(0).expect("one"),
        &mut dice,
    );
    pair.with(Seat(0), |session, now| session.propose(now, &orders));
    puppet.listen(&mut pair);
    let confirm = puppet.honest(&[]);
    puppet.send(&mut pair, &confirm);
    let note = puppet.note(Statement::ProposeTakeback { to: 0 });
    let proposal = note.id();
    puppet.send_note(&mut pair, &note);
    assert_eq!(pair.session(Seat(0)).takeback_asked(), None);
    let agree = puppet.agree_to(proposal);
    puppet.send(&mut pair, &agree);
    let report = judge(&[&pair.disks[0].public]);
    assert_eq!(
        (report.verdict, report.kind),
        (Verdict::Proved, Some("no-offer"))
    );
    assert_eq!(report.seat, Some(Seat(1)));
}

/// Random questions, answers, turns, cuts and restarts: both end with the same complete file.
#[test]
fn whatever_is_asked_and_answered_between_cuts_and_crashes_both_agree() {
    let mut taken_back = 0;
    for seed in 0..36_u64 {
        let mut dice = Seeded(seed);
        let game = [offer("clash-of-arms", Some(6)), tiny(5), toy(3)][seed as usize % 3].clone();
        let mut pair = Pair::agreed(game, 1);
        let mut left = 60;
        while !BOTH.iter().all(|seat| pair.session(*seat).is_closed()) {
            left -= 1;
            let seat = Seat(dice.below(2) as u8);
            match dice.below(9) {
                _ if left < 0 => {
                    pair.connect();
                    pair.run();
                    assert!(left > -400, "{seed}");
                    pair.play_one(&mut dice);
                }
                0 | 1 => drop(pair.with(seat, |session, now| session.ask_takeback(now))),
                2 | 3 => {
                    let accept = dice.below(4) > 0;
                    let _ = pair.with(seat, |session, now| session.answer_takeback(now, accept));
                }
                4 => {
                    pair.connect();
                    pair.run();
                }
                5 => {
                    pair.kill(seat);
                    pair.run();
                    pair.restart(seat);
                    pair.connect();
                }
                6 => pair.run(),
                7 => {
                    pair.deliver(seat);
                }
                _ => {
                    let decides = matches!(pair.session(seat).waiting(), Waiting::Me { .. });
                    if decides {
                        let side = pair.session(seat).side_of(seat).expect("a seat");
                        let now = pair.session(seat).position().expect("a match").clone();
                        let orders = random_orders(&now, side, &mut dice);
                        let _ = pair.with(seat, |session, now| session.propose(now, &orders));
                    }
                }
            }
            for seat in BOTH {
                assert_eq!(pair.session(seat).fault(), None, "{seed}");
            }
        }
        let history = pair.session(Seat(0)).history().expect("a match");
        let back = history.steps().iter();
        let back = back.filter(|step| matches!(step.deed, Deed::TakenBack { .. }));
        taken_back += back.count();
        assert_complete(&pair, &format!("seed {seed}"));
    }
    assert!(taken_back > 10, "{taken_back}");
}
