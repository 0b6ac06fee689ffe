//! Turns taken back by consent.

use protocol::judge::{Verdict, judge};
use protocol::note::Statement;
use protocol::testing::{Pair, Puppet, Seeded, offer, random_orders, tiny, toy};
use protocol::{Deed, ProposeError, Seat, SessionEvent, Waiting, digest, replay};
use rules::AnyPosition;
use rules::testing::depth::deep;

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
    let shown = pair.session(seat).takeback_asked();
    let shown = shown.map_or([0; 32], |asked| asked.note);
    let answered = pair.with(seat, |session, now| {
        session.answer_takeback(now, &shown, accept)
    });
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
    let asked = pair.session(asker.other()).takeback_asked();
    let asked = asked.expect("asked");
    // the question names the turn: the third of the match is the second of its side
    assert_eq!((asked.seat, asked.turn), (asker, 3));
    assert!(pair.events[1].contains(&SessionEvent::TakebackAsked(asked)));
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
fn nothing_is_taken_back_if_the_manifest_says_no_and_taking_it_convicts() {
    let mut no = offer("clash-of-arms", Some(6));
    no.takeback = false;
    let mut pair = Pair::agreed(no.clone(), 1);
    let mut dice = Seeded(4);
    let asker = pair.to_decide().expect("a turn");
    pair.play_one(&mut dice);
    assert_eq!(ask(&mut pair, asker), Err(ProposeError::NoTakeback));
    // a hostile program asks and takes anyway
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

/// A hostile program in seat 1 after that many turns of both, in a match that allows takebacks.
fn after_turns(turns: usize) -> (Pair, Puppet) {
    let mut pair = Pair::agreed(offer("clash-of-arms", Some(30)), 1);
    let mut puppet = Puppet::instead_of(Seat(1), &mut pair);
    let mut dice = Seeded(4);
    for turn in 0..turns {
        let side = rules::Side::new(turn as u8 % 2).expect("one of two");
        let orders = random_orders(puppet.position(), side, &mut dice);
        if side == puppet.side() {
            let record = puppet.honest(&orders);
            puppet.send(&mut pair, &record);
        } else {
            pair.with(Seat(0), |session, now| session.propose(now, &orders));
            puppet.listen(&mut pair);
        }
        let confirm = puppet.honest(&[]);
        puppet.send(&mut pair, &confirm);
        assert_eq!(puppet.fault, None);
    }
    (pair, puppet)
}

#[test]
fn a_note_that_asks_for_more_or_less_than_the_last_own_turn_asks_for_nothing() {
    for turns in [9, 10] {
        let (mut pair, mut puppet) = after_turns(turns);
        let before = position(&pair);
        // each turn is a step of orders and one of confirmations
        let last_own = if turns == 9 { 13 } else { 17 };
        let is_told = |pair: &Pair| {
            let mut events = pair.events[0].iter();
            events.any(|event| matches!(event, SessionEvent::TakebackAsked(_)))
        };
        for to in 0..2 * turns as u64 {
            if to == last_own {
                continue;
            }
            let note = puppet.note(Statement::ProposeTakeback { to });
            puppet.send_note(&mut pair, &note);
            assert_eq!(pair.session(Seat(0)).takeback_asked(), None, "{to}");
            assert!(!is_told(&pair), "{to}");
            assert_eq!(
                answer(&mut pair, Seat(0), true),
                Err(ProposeError::NotAsked),
                "{to}"
            );
        }
        assert_eq!(position(&pair), before);
        // the honest question is heard, and undoes this one turn and what followed
        let history = pair.session(Seat(0)).history().expect("a match").clone();
        let own = history.steps().len() - if turns == 9 { 2 } else { 1 };
        let to = history.steps()[own - 1].number;
        assert_eq!(to, last_own);
        let note = puppet.note(Statement::ProposeTakeback { to });
        puppet.send_note(&mut pair, &note);
        let asked = pair.session(Seat(0)).takeback_asked().expect("asked");
        assert_eq!(asked.turn, history.steps()[own].turn);
        let answered = pair.with(Seat(0), |session, now| {
            session.answer_takeback(now, &asked.note, true)
        });
        assert_eq!(answered, Some(Ok(())));
        if turns == 9 {
            puppet.listen(&mut pair);
            let agree = puppet.agree_to(puppet.heard_notes().last().expect("a grant").id());
            puppet.send(&mut pair, &agree);
        }
        assert_eq!(position(&pair), history.position_after(own), "{turns}");
    }
}

#[test]
fn taking_more_than_the_last_turn_back_convicts_whatever_was_asked() {
    let (mut pair, mut puppet) = after_turns(9);
    let note = puppet.note(Statement::ProposeTakeback { to: 0 });
    puppet.send_note(&mut pair, &note);
    // a grant of its own request is no grant of the other seat's
    let grant = puppet.note(Statement::GrantTakeback {
        proposal: note.id(),
    });
    puppet.send_note(&mut pair, &grant);
    let agree = puppet.agree_to(grant.id());
    puppet.send(&mut pair, &agree);
    let report = judge(&[&pair.disks[0].public]);
    assert_eq!(
        (report.verdict, report.kind, report.seat),
        (Verdict::Proved, Some("no-offer"), Some(Seat(1)))
    );
}

#[test]
fn an_answer_is_to_the_note_that_was_shown() {
    let mut pair = Pair::agreed(offer("clash-of-arms", Some(8)), 1);
    let mut dice = Seeded(4);
    pair.play_one(&mut dice);
    let after = position(&pair);
    assert_eq!(ask(&mut pair, Seat(0)), Ok(()));
    let shown = pair.session(Seat(1)).takeback_asked().expect("asked").note;
    assert_eq!(answer(&mut pair, Seat(1), false), Ok(()));
    assert_eq!(ask(&mut pair, Seat(0)), Ok(()));
    for accept in [true, false] {
        let late = pair.with(Seat(1), |session, now| {
            session.answer_takeback(now, &shown, accept)
        });
        assert_eq!(late, Some(Err(ProposeError::OtherOffer)));
    }
    pair.run();
    assert_eq!(position(&pair), after);
    assert_eq!(answer(&mut pair, Seat(1), true), Ok(()));
    assert_ne!(position(&pair), after);
}

/// Random questions, answers, turns, cuts and restarts: both end with the same complete file.
#[test]
fn whatever_is_asked_and_answered_between_cuts_and_crashes_both_agree() {
    let mut taken_back = 0;
    for seed in 0..deep(12_u64, 36, 1000) {
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
                    let asked = pair.session(seat).takeback_asked();
                    let shown = asked.map_or([0; 32], |asked| asked.note);
                    let _ = pair.with(seat, |session, now| {
                        session.answer_takeback(now, &shown, accept)
                    });
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
    assert!(taken_back > deep(1, 10, 10), "{taken_back}");
}
