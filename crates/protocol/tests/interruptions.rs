//! Lines that break and programs that die at every point: the match goes on, nobody signs twice, both end with the same
//! complete file.

use std::collections::BTreeMap;

use protocol::file::{Entry, FormatError, read_public};
use protocol::frame::{Frame, Head, Held};
use protocol::hash::Digest;
use protocol::judge::{Verdict, judge};
use protocol::testing::{Disk, Pair, Puppet, Reached, Seeded, offer, random_orders, tiny};
use protocol::{
    CloseReason, Fault, Kind, ProposeError, Refusal, Seat, SessionEvent, Stage, Waiting,
};
use rules::{Family, Rules, Side};

const BOTH: [Seat; 2] = [Seat(0), Seat(1)];
const FIRST: Side = Side::new(0).expect("there are eight");

/// Whatever was sent or written holds at most one record for each seat, step and purpose.
fn assert_nobody_signed_twice(pair: &Pair) {
    let mut seen: BTreeMap<(u64, Seat, bool), Digest> = BTreeMap::new();
    let sent = pair.wire.iter().map(|(_, frame)| Frame::from_bytes(frame));
    let sent = sent.filter_map(|frame| match frame {
        Ok(Frame::Record(record)) => Some(*record),
        _ => None,
    });
    let written = pair
        .disks
        .iter()
        .filter_map(|disk| read_public(&disk.public).ok());
    let written = written.flat_map(|(entries, _)| entries);
    let written = written.filter_map(|entry| match entry {
        Entry::Record(record) => Some(record),
        _ => None,
    });
    for record in sent.chain(written) {
        let place = (record.step, record.seat, record.kind == Kind::Close);
        let first = *seen.entry(place).or_insert_with(|| record.id());
        assert_eq!(first, record.id(), "{place:?}");
    }
}

fn assert_complete(pair: &Pair, what: &str) {
    for seat in BOTH {
        let session = pair.session(seat);
        assert!(
            session.is_closed(),
            "{what}: {seat}, {:?}, {:?}",
            session.waiting(),
            session.fault()
        );
    }
    assert_eq!(pair.disks[0].public, pair.disks[1].public, "{what}");
    let report = judge(&[&pair.disks[0].public]);
    assert_eq!(report.verdict, Verdict::Complete, "{what}: {report:?}");
    assert_eq!(report.result, pair.session(Seat(0)).outcome(), "{what}");
    assert_nobody_signed_twice(pair);
}

/// The result as seat 0 has it.
fn result(pair: &Pair) -> Option<String> {
    let outcome = pair.session(Seat(0)).outcome();
    outcome.map(|outcome| outcome.to_text(Family::Warlord))
}

/// How often orders were given, as seat 0 has it.
fn turns(pair: &Pair) -> usize {
    let history = pair.session(Seat(0)).history();
    history.expect("a match").orders().count()
}

/// Restarts what has died, brings the line up and plays on to the end.
fn finish(pair: &mut Pair, dice: &mut Seeded) {
    for _ in 0..40 {
        for seat in BOTH {
            if pair.sessions[seat.index()].is_none() {
                pair.restart(seat);
            }
        }
        if !pair.is_up() {
            pair.connect();
        }
        pair.run();
        if BOTH.iter().all(|seat| {
            pair.sessions[seat.index()]
                .as_ref()
                .is_some_and(|s| s.is_closed())
        }) {
            return;
        }
        let guest = pair.sessions[1].as_ref();
        if guest.is_some_and(|guest| guest.sid().is_some() && guest.stage() == Stage::Agreeing) {
            pair.with(Seat(1), |session, now| session.accept(now));
        } else {
            let _ = pair.play_one(dice);
        }
    }
}

/// A host that died before it had written its signature does not know the match its guest has signed: nothing has been
/// played, and the guest is told.
fn was_lost_before_it_began(pair: &Pair) -> bool {
    let lost = CloseReason::Refused(Refusal::UnknownMatch);
    let is_lost = pair.disks[0].public.is_empty() && pair.closes[1].contains(&lost);
    if is_lost {
        let history = pair.session(Seat(1)).history();
        assert!(history.is_some_and(|history| history.steps().is_empty()));
    }
    is_lost
}

fn frames_of_a_game() -> usize {
    let mut pair = Pair::new(tiny(3), 1);
    finish(&mut pair, &mut Seeded(3));
    assert_complete(&pair, "undisturbed");
    pair.wire.len()
}

#[test]
fn a_line_cut_after_any_frame_costs_nothing() {
    for cut in 0..frames_of_a_game() {
        let mut pair = Pair::new(tiny(3), 1);
        let mut dice = Seeded(3);
        pair.connect();
        let mut left = cut;
        while left > 0 {
            let seat = Seat(u8::from(pair.queues[0].is_empty()));
            if pair.deliver(seat) {
                left -= 1;
            } else if pair.session(Seat(1)).stage() == Stage::Agreeing {
                pair.with(Seat(1), |session, now| session.accept(now));
            } else if let Some(seat) = pair.to_decide() {
                let session = pair.session(seat);
                let position = session.position().expect("a match").clone();
                let side = session.side_of(seat).expect("a seat");
                let orders = random_orders(&position, side, &mut dice);
                pair.with(seat, |session, now| session.propose(now, &orders))
                    .expect("alive")
                    .expect("legal");
            } else {
                break;
            }
        }
        pair.disconnect();
        finish(&mut pair, &mut dice);
        assert_complete(&pair, &format!("cut after {cut}"));
    }
}

#[test]
fn row_18_a_crash_in_any_write_loses_nothing_that_was_sent() {
    let writes = {
        let mut pair = Pair::new(tiny(3), 1);
        finish(&mut pair, &mut Seeded(3));
        [pair.disks[0].writes, pair.disks[1].writes]
    };
    for seat in BOTH {
        for write in 1..=writes[seat.index()] {
            for reached in [Reached::Nothing, Reached::Half, Reached::All] {
                let mut pair = Pair::new(tiny(3), 1);
                pair.crash = Some((seat, write, reached));
                finish(&mut pair, &mut Seeded(3));
                let what = format!("{seat}, write {write}, {reached:?}");
                assert_eq!(pair.crash, None, "{what}");
                // the host's first two writes are its secrets and its signature under the manifest
                if seat == Seat(0) && (write == 1 || (write == 2 && reached != Reached::All)) {
                    assert!(was_lost_before_it_began(&pair), "{what}");
                } else {
                    assert_complete(&pair, &what);
                }
            }
        }
    }
}

#[test]
fn frames_that_come_twice_do_nothing_the_second_time() {
    let mut pair = Pair::new(tiny(3), 1);
    for seat in BOTH {
        pair.tamper[seat.index()] = Some(Box::new(|frame| {
            // a second greeting is a fault, everything else may come again
            match frame[0] {
                1 => vec![frame],
                _ => vec![frame.clone(), frame],
            }
        }));
    }
    finish(&mut pair, &mut Seeded(3));
    assert_complete(&pair, "doubled");
    assert!(pair.closes.iter().all(Vec::is_empty), "{:?}", pair.closes);
}

/// One disturbance or decision, drawn by lot.
fn disturb(pair: &mut Pair, dice: &mut Seeded) {
    let seat = Seat(u8::from(dice.below(2) == 1));
    match dice.below(40) {
        0 => pair.disconnect(),
        1 => {
            let write = pair.disks[seat.index()].writes + 1 + dice.below(3);
            let reached = [Reached::Nothing, Reached::Half, Reached::All][dice.below(3)];
            pair.crash = Some((seat, write, reached));
        }
        2 => pair.kill(seat),
        3 if dice.below(8) == 0 => drop(pair.with(seat, |session, now| session.resign(now))),
        4 => drop(pair.with(seat, |session, now| session.offer_draw(now))),
        5 => {
            let accept = dice.below(6) == 0;
            pair.with(seat, |session, now| session.answer_draw(now, accept));
        }
        6..=14 => {
            if let Some(session) = &pair.sessions[seat.index()]
                && matches!(session.waiting(), Waiting::Me { .. })
                && session.stage() == Stage::Playing
                && let (Some(position), Some(side)) = (session.position(), session.side_of(seat))
            {
                let orders = random_orders(&position.clone(), side, dice);
                pair.with(seat, |session, now| session.propose(now, &orders));
            }
        }
        15 => drop(pair.with(Seat(1), |session, now| session.accept(now))),
        _ => drop(pair.deliver(seat)),
    }
    for seat in BOTH {
        if pair.sessions[seat.index()].is_none() && dice.below(4) == 0 {
            pair.disconnect();
            pair.restart(seat);
        }
    }
    if !pair.is_up() && pair.sessions.iter().all(Option::is_some) && dice.below(3) == 0 {
        pair.connect();
    }
}

#[test]
fn any_order_of_decisions_cuts_crashes_resignations_and_offers_ends_with_the_same_complete_file() {
    let (mut results, mut lost) = (BTreeMap::new(), 0);
    for seed in 0..300 {
        let mut dice = Seeded(seed);
        let mut pair = match seed % 4 {
            0 => Pair::new(tiny(4), 1),
            _ => Pair::agreed(tiny(4), 1),
        };
        pair.connect();
        for _ in 0..dice.below(600) {
            disturb(&mut pair, &mut dice);
            for seat in BOTH {
                // an honest seat's file never convicts it, nor the other honest seat
                let Some(session) = &pair.sessions[seat.index()] else {
                    continue;
                };
                assert_eq!(session.fault(), None, "seed {seed}");
            }
        }
        pair.crash = None;
        pair.disconnect();
        finish(&mut pair, &mut dice);
        if was_lost_before_it_began(&pair) {
            lost += 1;
            continue;
        }
        assert_complete(&pair, &format!("seed {seed}"));
        *results.entry(result(&pair)).or_insert(0) += 1;
    }
    // every way to end was seen
    assert!(results.len() >= 3 && lost < 60, "{results:?}, {lost}");
}

#[test]
fn resignations_and_answers_that_cross_on_the_way_end_alike_for_both() {
    // for each side: what it does, all before anything of the other arrives
    let acts: [fn(&mut Pair, Seat); 4] = [
        |_, _| {},
        |pair, seat| {
            pair.with(seat, |session, now| session.resign(now));
        },
        |pair, seat| {
            pair.with(seat, |session, now| session.answer_draw(now, true));
        },
        |pair, seat| {
            let session = pair.session(seat);
            if !matches!(session.waiting(), Waiting::Me { .. }) {
                return;
            }
            let side = session.side_of(seat).expect("a seat");
            let position = session.position().expect("a match").clone();
            let orders = random_orders(&position, side, &mut Seeded(1));
            pair.with(seat, |session, now| session.propose(now, &orders));
        },
    ];
    for first in acts {
        for second in acts {
            for then in acts {
                let mut pair = Pair::agreed(offer("clash-of-arms", Some(4)), 1);
                let mut dice = Seeded(4);
                pair.play_one(&mut dice);
                for seat in BOTH {
                    pair.with(seat, |session, now| session.offer_draw(now));
                }
                pair.run();
                first(&mut pair, Seat(0));
                second(&mut pair, Seat(1));
                then(&mut pair, Seat(0));
                pair.run();
                finish(&mut pair, &mut dice);
                assert_complete(&pair, "crossing");
            }
        }
    }
}

#[test]
fn both_resigning_at_once_is_a_draw_and_one_resigning_loses() {
    let mut pair = Pair::agreed(offer("clash-of-arms", None), 1);
    pair.with(Seat(0), |session, now| session.resign(now));
    pair.with(Seat(1), |session, now| session.resign(now));
    pair.run();
    assert_complete(&pair, "both");
    assert_eq!(result(&pair), Some("draw agreed".to_owned()));
    let mut pair = Pair::agreed(offer("clash-of-arms", None), 1);
    pair.with(Seat(1), |session, now| session.resign(now));
    pair.run();
    assert_complete(&pair, "one");
    assert_eq!(result(&pair), Some("white resign".to_owned()));
    let again = pair.with(Seat(0), |session, now| session.resign(now));
    assert_eq!(again, Some(Err(ProposeError::Over)));
}

#[test]
fn a_resignation_is_open_until_the_other_has_signed_and_then_complete() {
    let mut pair = Pair::agreed(offer("clash-of-arms", None), 1);
    pair.disconnect();
    pair.with(Seat(1), |session, now| session.resign(now));
    let report = judge(&[&pair.disks[1].public]);
    assert_eq!(report.verdict, Verdict::Open);
    assert_eq!(report.result, pair.session(Seat(1)).outcome());
    assert_eq!(
        result(&pair),
        None,
        "the resignation is not at the other seat yet"
    );
    assert_eq!(pair.session(Seat(1)).stage(), Stage::Over);
    pair.connect();
    pair.run();
    assert_complete(&pair, "resigned");
    assert_eq!(result(&pair), Some("white resign".to_owned()));
}

#[test]
fn an_agreed_number_of_turns_ends_in_an_agreed_draw() {
    let mut pair = Pair::agreed(offer("clash-of-arms", Some(3)), 1);
    pair.play_out(&mut Seeded(1));
    assert_complete(&pair, "limit");
    assert_eq!(turns(&pair), 3);
    assert_eq!(result(&pair), Some("draw agreed".to_owned()));
}

/// A match some turns old, with what seat 0 had on disk after each of its own decisions.
fn with_backups(turns: usize) -> (Pair, Vec<Disk>) {
    let mut pair = Pair::agreed(tiny(20), 1);
    let mut dice = Seeded(8);
    let mut backups = vec![pair.disks[0].clone()];
    for _ in 0..turns {
        assert!(pair.play_one(&mut dice));
        backups.push(pair.disks[0].clone());
    }
    (pair, backups)
}

#[test]
fn row_19_a_restored_backup_signs_nothing_until_the_peer_has_returned_what_it_lacks() {
    let (_, backups) = with_backups(6);
    for (age, backup) in backups.iter().enumerate() {
        let (mut pair, _) = with_backups(6);
        let later = turns(&pair);
        pair.kill(Seat(0));
        pair.run();
        pair.disks[0] = Disk {
            writes: pair.disks[0].writes,
            ..backup.clone()
        };
        pair.restart(Seat(0));
        // alone, the restored program would have its turn again; it must not take it
        let position = pair.session(Seat(0)).position().expect("a match").clone();
        let side = pair.session(Seat(0)).side_of(Seat(0)).expect("a seat");
        assert!(!matches!(
            pair.session(Seat(0)).waiting(),
            Waiting::Me { .. }
        ));
        if let rules::ToAct::One(mover) = position.to_act()
            && mover == side
        {
            let orders = random_orders(&position, side, &mut Seeded(99));
            let tried = pair.with(Seat(0), |session, now| session.propose(now, &orders));
            assert_eq!(tried, Some(Err(ProposeError::NotHeard)), "backup {age}");
        }
        pair.connect();
        pair.run();
        assert_eq!(pair.session(Seat(0)).fault(), None, "backup {age}");
        // a set-up sealed after the backup cannot be opened from it, but that round is over here
        assert_eq!(turns(&pair), later, "backup {age}");
        pair.play_out(&mut Seeded(5));
        assert_complete(&pair, &format!("backup {age}"));
    }
}

#[test]
fn row_19_a_set_up_sealed_after_the_backup_stops_the_match_instead_of_being_sealed_again() {
    let mut pair = Pair::agreed(tiny(4), 1);
    let backup = pair.disks[0].clone();
    assert_eq!(pair.to_decide(), Some(Seat(0)));
    pair.play_one(&mut Seeded(1));
    pair.kill(Seat(0));
    pair.run();
    pair.disks[0] = backup;
    pair.restart(Seat(0));
    pair.connect();
    pair.run();
    assert_eq!(pair.session(Seat(0)).locked(), [Seat(0)]);
    pair.play_one(&mut Seeded(2));
    assert_eq!(pair.session(Seat(0)).fault(), Some(&Fault::LostChoice));
    // it has not locked what it could not open: it owes nothing, and the other has revealed nothing
    let report = judge(&[&pair.disks[1].public]);
    assert_eq!((report.verdict, report.step), (Verdict::Open, 1));
    assert_nobody_signed_twice(&pair);
}

#[test]
fn row_19_a_peer_that_speaks_of_our_later_record_and_does_not_show_it_stops_our_pen() {
    let mut pair = Pair::agreed(offer("clash-of-arms", Some(6)), 1);
    let mut puppet = Puppet::instead_of(Seat(1), &mut pair);
    let sid_root = puppet.record(Kind::Lock, Vec::new()).prev;
    pair.sessions[0] = None;
    pair.restart(Seat(0));
    pair.connect();
    let hello = pair.queues[1].pop_front();
    assert!(hello.is_some());
    let exporter = [2; 32];
    let signature = protocol::testing::identity(1, 1).sign("channel", &exporter);
    let sid = pair.session(Seat(0)).sid().expect("a match");
    let hello = protocol::frame::Hello::new(sid, signature);
    puppet.send_bytes(&mut pair, &Frame::Hello(hello).to_bytes());
    assert_eq!(puppet.fault, None);
    let head = Head {
        step: 0,
        root: sid_root,
        held: vec![
            Held {
                notes: 0,
                step: 1,
                id: [5; 32],
            },
            Held::default(),
        ],
    };
    puppet.send_bytes(&mut pair, &Frame::Head(head).to_bytes());
    let position = pair.session(Seat(0)).position().expect("a match").clone();
    let orders = random_orders(&position, FIRST, &mut Seeded(1));
    let tried = pair.with(Seat(0), |session, now| session.propose(now, &orders));
    assert_eq!(tried, Some(Err(ProposeError::Missing)));
    let tried = pair.with(Seat(0), |session, now| session.resign(now));
    assert_eq!(tried, Some(Err(ProposeError::Missing)));
}

#[test]
fn row_10_a_peer_with_another_root_for_the_same_step_is_asked_for_its_records() {
    let mut pair = Pair::agreed(tiny(6), 1);
    pair.play_one(&mut Seeded(1));
    pair.play_one(&mut Seeded(1));
    let step = 4;
    let head = Head {
        step,
        root: [5; 32],
        held: vec![Held::default(); 2],
    };
    let bytes = Frame::Head(head).to_bytes();
    pair.wire.clear();
    pair.with(Seat(0), |session, now| session.handle_frame(now, &bytes));
    assert_eq!(
        pair.events[0].last(),
        Some(&SessionEvent::Fault(Fault::Fork))
    );
    let (_, sent) = pair.wire.last().expect("a question");
    let need = protocol::frame::Need { from: 1, to: step };
    assert_eq!(Frame::from_bytes(sent), Ok(Frame::Need(need)));
    // it had no other records after all: a new line, with the true root, and the match goes on
    pair.run();
    assert_ne!(pair.session(Seat(0)).fault(), Some(&Fault::Fork));
    pair.connect();
    pair.run();
    pair.play_out(&mut Seeded(2));
    assert_complete(&pair, "a lying head");
}

#[test]
fn row_20_starting_again_draws_the_same_lot() {
    let begins = |restarts: usize| {
        let mut pair = Pair::agreed(tiny(2), 1);
        let mut dice = Seeded(6);
        for _ in 0..restarts {
            pair.kill(Seat(0));
            pair.run();
            pair.restart(Seat(0));
            pair.connect();
            pair.run();
        }
        pair.play_one(&mut dice);
        pair.play_one(&mut dice);
        pair.to_decide()
    };
    let first = begins(0);
    assert!(first.is_some());
    for restarts in 1..20 {
        assert_eq!(begins(restarts), first);
    }
}

#[test]
fn a_match_file_of_one_seat_cannot_be_taken_up_by_another() {
    use protocol::testing::identity;
    use protocol::{ResumeError, Session};
    let (pair, _) = with_backups(3);
    let [ours, theirs] = &pair.disks;
    let resume = |who, public: &[u8], private: &[u8]| {
        Session::resume(identity(who, 1), public, private, pair.now).map(|_| ())
    };
    assert_eq!(resume(0, &ours.public, &ours.private), Ok(()));
    assert_eq!(
        resume(1, &ours.public, &ours.private),
        Err(ResumeError::NotMine)
    );
    assert_eq!(
        resume(0, &ours.public, &theirs.private),
        Err(ResumeError::NotMine)
    );
    assert_eq!(
        resume(0, &ours.private, &ours.private),
        Err(ResumeError::NoMatch(FormatError::NoMatchFile))
    );
    assert_eq!(
        resume(0, &ours.public, &ours.public),
        Err(ResumeError::NoSecrets)
    );
    let (other, _) = {
        let mut other = Pair::agreed(tiny(20), 2);
        other.play_one(&mut Seeded(1));
        (other, ())
    };
    let foreign = resume(0, &ours.public, &other.disks[0].private);
    assert_eq!(foreign, Err(ResumeError::OtherMatch));
    // a byte changed in the middle is told, not signed over
    let mut damaged = ours.public.clone();
    let middle = damaged.len() - 300;
    damaged[middle] ^= 1;
    assert!(resume(0, &damaged, &ours.private).is_err());
}
