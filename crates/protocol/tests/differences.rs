//! Programs that work out different positions: the match halts, is judged, and goes on by consent alone.

use protocol::codec::encode;
use protocol::file::Entry;
use protocol::frame::Frame;
use protocol::judge::{Verdict, judge};
use protocol::note::Statement;
use protocol::record::{ConfirmBody, NotesSeen};
use protocol::testing::{Pair, Puppet, Seeded, offer, random_orders, tiny, toy};
use protocol::{
    Breach, Fault, Kind, Offer, ProposeError, Record, Seat, Stage, Waiting, digest, replay,
};
use rules::{AnyOrder, AnyPosition, Rules, ToAct};

const BOTH: [Seat; 2] = [Seat(0), Seat(1)];

fn position(pair: &Pair, seat: Seat) -> AnyPosition {
    pair.session(seat).position().expect("a match").clone()
}

fn any_turn(position: &AnyPosition) -> Vec<AnyOrder> {
    let ToAct::One(side) = position.to_act() else {
        panic!("{:?}", position.to_act());
    };
    random_orders(position, side, &mut Seeded(3))
}

/// The confirmation of a position that the orders do not give.
fn lie(puppet: &Puppet) -> Record {
    let lie = ConfirmBody {
        state: [9; 32],
        notes: vec![NotesSeen::NONE; 2],
    };
    puppet.record(Kind::Confirm, encode(&lie))
}

/// The honest seat 0 has given orders, and the puppet confirms another position.
fn at_odds(offer: Offer) -> (Pair, Puppet, AnyPosition) {
    let mut pair = Pair::agreed(offer, 1);
    let mut puppet = Puppet::instead_of(Seat(1), &mut pair);
    let before = position(&pair, Seat(0));
    let orders = any_turn(&before);
    pair.with(Seat(0), |session, now| session.propose(now, &orders));
    puppet.listen(&mut pair);
    let lie = lie(&puppet);
    puppet.send(&mut pair, &lie);
    (pair, puppet, before)
}

fn ask(pair: &mut Pair, seat: Seat) -> Result<(), ProposeError> {
    let asked = pair.with(seat, |session, now| session.ask_takeback(now));
    asked.expect("alive")
}

fn answer(pair: &mut Pair, seat: Seat, accept: bool) -> Result<(), ProposeError> {
    let shown = pair.session(seat).takeback_asked();
    let shown = shown.map_or([0; 32], |asked| asked.note);
    let answered = pair.with(seat, |session, now| {
        session.answer_takeback(now, &shown, accept)
    });
    answered.expect("alive")
}

fn diverged(step: u64) -> Option<Fault> {
    let seat = Seat(1);
    Some(Fault::Diverged { step, seat })
}

/// The match goes on from `before`, and the puppet confirms that.
fn goes_on(pair: &mut Pair, puppet: &mut Puppet, before: &AnyPosition) {
    puppet.listen(pair);
    assert_eq!(pair.session(Seat(0)).fault(), None);
    assert_eq!(&position(pair, Seat(0)), before);
    let confirm = puppet.honest(&[]);
    assert_eq!(confirm.kind, Kind::Confirm);
    puppet.send(pair, &confirm);
    assert_eq!(puppet.fault, None);
    assert_eq!(pair.to_decide(), Some(Seat(0)));
    let history = pair.session(Seat(0)).history().expect("a match");
    assert_eq!(history.stands(), [false, true]);
    let report = judge(&[&pair.disks[0].public]);
    assert_eq!(report.verdict, Verdict::Open, "{report:?}");
    // the report goes on telling which seat signed the other position
    let told = report.remarks.iter().any(|remark| {
        remark.starts_with(&Seat(1).to_string()) && remark.contains("another position at step 2")
    });
    assert!(told, "{report:?}");
}

#[test]
fn both_ask_and_the_match_goes_on_from_the_position_before() {
    for takeback in [true, false] {
        for honest_first in [true, false] {
            let mut offer = offer("clash-of-arms", Some(6));
            offer.takeback = takeback;
            let (mut pair, mut puppet, before) = at_odds(offer);
            assert_eq!(pair.session(Seat(0)).fault().cloned(), diverged(2));
            assert_eq!(pair.session(Seat(0)).stage(), Stage::Playing);
            assert_eq!(pair.session(Seat(0)).waiting(), Waiting::Nobody);
            let note = puppet.note(Statement::ProposeTakeback { to: 0 });
            if honest_first {
                assert!(pair.session(Seat(0)).may_ask_takeback());
                assert_eq!(ask(&mut pair, Seat(0)), Ok(()));
                assert_eq!(ask(&mut pair, Seat(0)), Err(ProposeError::AskedAlready));
                assert!(!pair.session(Seat(0)).may_ask_takeback());
                let asked = pair.session(Seat(0)).takeback_asked();
                assert_eq!(asked.map(|asked| asked.seat), Some(Seat(0)));
                // the question waits, also in the program taken up from its files
                pair.kill(Seat(0));
                pair.restart(Seat(0));
                assert_eq!(pair.session(Seat(0)).fault().cloned(), diverged(2));
                pair.connect();
                puppet.nonce = pair.nonce_of(Seat(0));
                puppet.listen(&mut pair);
                puppet.greet(&mut pair, [2; 32], |_| {});
                puppet.send_note(&mut pair, &note);
            } else {
                puppet.send_note(&mut pair, &note);
                let asked = pair.session(Seat(0)).takeback_asked();
                assert_eq!(asked.map(|asked| asked.seat), Some(Seat(1)));
                // a question alone changes nothing
                assert_eq!(pair.session(Seat(0)).fault().cloned(), diverged(2));
                assert_eq!(answer(&mut pair, Seat(0), true), Ok(()));
            }
            goes_on(&mut pair, &mut puppet, &before);
        }
    }
}

#[test]
fn whoever_signs_another_position_escapes_nothing_without_the_others_consent() {
    let (mut pair, mut puppet, _) = at_odds(offer("clash-of-arms", Some(6)));
    let after = position(&pair, Seat(0));
    for to in [0, 0, 1, 2, 3, u64::MAX] {
        let note = puppet.note(Statement::ProposeTakeback { to });
        puppet.send_note(&mut pair, &note);
        assert_eq!(pair.session(Seat(0)).fault().cloned(), diverged(2));
        assert_eq!(position(&pair, Seat(0)), after);
    }
    assert_eq!(answer(&mut pair, Seat(0), false), Ok(()));
    assert_eq!(
        answer(&mut pair, Seat(0), true),
        Err(ProposeError::NotAsked)
    );
    // the next record of the peer would stand upon a history of its own
    let next = Record {
        step: 3,
        prev: [9; 32],
        ..puppet.record(Kind::Confirm, Vec::new())
    };
    puppet.send(&mut pair, &next.signed(&puppet.key));
    assert_eq!(position(&pair, Seat(0)), after);
    let report = judge(&[&pair.disks[0].public]);
    assert_eq!(
        (report.verdict, report.seat, report.step),
        (Verdict::Diverged, Some(Seat(1)), 2)
    );
    assert_eq!(report.result, None);
}

#[test]
fn the_right_position_after_another_one_convicts_of_signing_twice() {
    let (mut pair, mut puppet, _) = at_odds(offer("clash-of-arms", Some(6)));
    let body = ConfirmBody {
        state: digest(&position(&pair, Seat(0))),
        notes: vec![NotesSeen::NONE; 2],
    };
    let right = puppet.record(Kind::Confirm, encode(&body));
    puppet.send(&mut pair, &right);
    let Some(Fault::Proved(proof)) = pair.session(Seat(0)).fault().cloned() else {
        panic!("{:?}", pair.session(Seat(0)).fault());
    };
    assert_eq!(
        (proof.seat, proof.step, proof.breach),
        (Seat(1), 2, Breach::TwoRecords)
    );
    assert_eq!(ask(&mut pair, Seat(0)), Err(ProposeError::Halted));
    let report = judge(&[&pair.disks[0].public]);
    assert_eq!(
        (report.verdict, report.seat),
        (Verdict::Proved, Some(Seat(1)))
    );
}

/// A cheat goes back by consent, and then shows the judge all or part of what both signed, and more.
#[test]
fn whatever_a_cheat_keeps_back_of_a_difference_that_was_settled_the_honest_seat_is_not_named() {
    let (mut pair, mut puppet, before) = at_odds(offer("clash-of-arms", Some(6)));
    let right = puppet.record(
        Kind::Confirm,
        encode(&ConfirmBody {
            state: digest(&position(&pair, Seat(0))),
            notes: vec![NotesSeen::NONE; 2],
        }),
    );
    assert_eq!(ask(&mut pair, Seat(0)), Ok(()));
    let note = puppet.note(Statement::ProposeTakeback { to: 0 });
    puppet.listen(&mut pair);
    puppet.send_note(&mut pair, &note);
    goes_on(&mut pair, &mut puppet, &before);
    let file = pair.disks[0].public.clone();
    let (entries, _) = protocol::file::read_public(&file).expect("a match file");
    for left_out in 1..entries.len() {
        for adds in [false, true] {
            let mut part = file[..8].to_vec();
            for (at, entry) in entries.iter().enumerate() {
                if at != left_out {
                    part.extend(entry.to_bytes());
                }
            }
            if adds {
                part.extend(Entry::Record(right.clone()).to_bytes());
            }
            for files in [vec![&part[..]], vec![&file[..], &part[..]]] {
                let report = judge(&files);
                let accused = matches!(report.verdict, Verdict::Proved | Verdict::Diverged);
                assert!(
                    !accused || report.seat == Some(Seat(1)),
                    "{left_out}: {report:?}"
                );
            }
        }
    }
}

#[test]
fn a_game_that_is_won_stays_won_whatever_position_the_loser_confirms() {
    // the match is over with the first turn, by the agreed number of turns
    let (mut pair, mut puppet, _) = at_odds(offer("clash-of-arms", Some(1)));
    if pair.session(Seat(0)).outcome().is_none() {
        // the second turn of the round ends the match
        panic!("one turn ends it");
    }
    let note = puppet.note(Statement::ProposeTakeback { to: 0 });
    puppet.send_note(&mut pair, &note);
    assert!(!pair.session(Seat(0)).may_ask_takeback());
    assert_eq!(answer(&mut pair, Seat(0), true), Err(ProposeError::Over));
    assert_eq!(ask(&mut pair, Seat(0)), Err(ProposeError::Over));
    let report = judge(&[&pair.disks[0].public]);
    assert_eq!(report.verdict, Verdict::Decided, "{report:?}");
    assert!(report.result.is_some());
}

#[test]
fn resigning_ends_a_match_whose_positions_differ() {
    let (mut pair, mut puppet, _) = at_odds(offer("clash-of-arms", Some(6)));
    let resigned = pair.with(Seat(0), |session, now| session.resign(now));
    assert_eq!(resigned.expect("alive"), Ok(()));
    puppet.listen(&mut pair);
    let note = puppet.note(Statement::ProposeTakeback { to: 0 });
    puppet.send_note(&mut pair, &note);
    assert_eq!(ask(&mut pair, Seat(0)), Err(ProposeError::Over));
    let report = judge(&[&pair.disks[0].public]);
    assert_eq!(
        (report.verdict, report.kind),
        (Verdict::Decided, Some("resigned"))
    );
}

/// The program of seat 1 dies after it has confirmed another position than the one that its successor works out.
fn updated(pair: &mut Pair) -> bool {
    let seat = Seat(1);
    let mut puppet = Puppet::beside(seat, pair);
    let (entries, _) = protocol::file::read_public(&pair.disks[0].public).expect("a match file");
    for entry in &entries {
        match entry {
            Entry::Record(record) => puppet.take(record),
            Entry::Note(note) => puppet.hear(&Frame::Note(note.clone()).to_bytes()),
            _ => {}
        }
    }
    let body = ConfirmBody::read(&puppet.confirm(&[]), &Default::default());
    let (mut body, _) = body.expect("a confirmation");
    body.state = [7; 32];
    let lie = puppet.record(Kind::Confirm, encode(&body));
    let lacks = |disk: &protocol::testing::Disk, entry: &Entry| {
        let bytes = entry.to_bytes();
        !disk.public.windows(bytes.len()).any(|part| part == bytes)
    };
    let (is_confirming, is_open) = (puppet.is_confirming(), puppet.is_awaited());
    if !is_confirming || !is_open {
        return false;
    }
    pair.kill(seat);
    for entry in entries {
        let is_mine = matches!(&entry, Entry::Record(record) if record.seat == seat);
        if !is_mine && lacks(&pair.disks[1], &entry) {
            pair.disks[1].public.extend(entry.to_bytes());
        }
    }
    pair.disks[1].public.extend(Entry::Record(lie).to_bytes());
    pair.restart(seat);
    assert!(pair.session(seat).differs());
    true
}

/// Two sessions, differences at any step, questions, answers, cuts and crashes: both end with the same complete file.
#[test]
fn differences_between_two_programs_are_settled_between_cuts_and_crashes() {
    let mut settled = 0;
    for seed in 0..60_u64 {
        let mut dice = Seeded(seed);
        let game = [offer("clash-of-arms", Some(5)), tiny(4), toy(3)][seed as usize % 3].clone();
        let mut pair = Pair::agreed(game, 1);
        let mut left = 50;
        while !BOTH.iter().all(|seat| pair.session(*seat).is_closed()) {
            left -= 1;
            assert!(left > -500, "{seed}");
            let seat = Seat(dice.below(2) as u8);
            match dice.below(8) {
                0 | 1 => drop(pair.with(seat, |session, now| session.ask_takeback(now))),
                2 => {
                    pair.connect();
                    pair.run();
                }
                3 => {
                    pair.kill(seat);
                    pair.run();
                    pair.restart(seat);
                    pair.connect();
                }
                4 => {
                    pair.deliver(seat);
                }
                5 if left > 0 => {
                    let side = pair.session(seat).side_of(seat).expect("a seat");
                    let decides = matches!(pair.session(seat).waiting(), Waiting::Me { .. });
                    if decides {
                        let now = position(&pair, seat);
                        let orders = random_orders(&now, side, &mut dice);
                        let _ = pair.with(seat, |session, now| session.propose(now, &orders));
                        // nothing of it has reached seat 1, whose program is another one now
                        if updated(&mut pair) {
                            pair.connect();
                            pair.run();
                        }
                    }
                }
                _ => {
                    pair.connect();
                    pair.run();
                    pair.play_one(&mut dice);
                }
            }
        }
        for seat in BOTH {
            assert_eq!(pair.session(seat).fault(), None, "{seed}");
        }
        assert_eq!(pair.disks[0].public, pair.disks[1].public, "{seed}");
        let report = judge(&[&pair.disks[0].public]);
        assert_eq!(report.verdict, Verdict::Complete, "{seed}: {report:?}");
        let remarks = report.remarks.iter();
        settled += remarks
            .filter(|text| text.contains("another position"))
            .count();
        let read = replay::read(&pair.disks[0].public).expect("a match file");
        let history = pair.session(Seat(0)).history().expect("a match");
        assert_eq!(&read.history, history, "{seed}");
    }
    assert!(settled > 10, "{settled}");
}
