//! Lost half way: lines cut after any frame, programs that die in any write, older copies on one side and on both.

use super::*;
use protocol::testing::Reached;
use protocol::{Session, SessionEvent as Event};
use rules::testing::depth::deep;

/// Brings both programs up and the line, and continues wherever the match is, until both play one match.
fn settle(pair: &mut Pair, what: &str) {
    for _ in 0..4 {
        for seat in BOTH {
            if pair.sessions[seat.index()].is_none() {
                pair.restart(seat);
            }
        }
        pair.connect();
        pair.run();
        let sids = BOTH.map(|seat| pair.session(seat).sid());
        let is_strange = BOTH
            .iter()
            .any(|seat| pair.session(*seat).standing() == Standing::Strange);
        if sids[0] == sids[1] && !is_strange {
            return;
        }
        continue_both(pair);
    }
    let state = BOTH.map(|seat| {
        (
            pair.session(seat).sid(),
            pair.session(seat).standing(),
            pair.closes[seat.index()].clone(),
        )
    });
    panic!("{what}: {state:?}");
}

fn plays_out(pair: &mut Pair, what: &str) {
    pair.run();
    pair.play_out(&mut Seeded(9));
    for seat in BOTH {
        assert!(pair.session(seat).is_closed(), "{what}");
        assert_eq!(pair.session(seat).fault(), None, "{what}");
    }
    assert_eq!(pair.disks[0].public, pair.disks[1].public, "{what}");
    assert_eq!(
        judge(&[&pair.disks[0].public]).verdict,
        Verdict::Complete,
        "{what}"
    );
}

/// A match in which the idle seat has asked and the other has agreed; nothing of it is delivered yet.
fn agreed_to(game: &Offer) -> Pair {
    let mut pair = under_way(game.clone(), 3);
    let seat = idle(&pair);
    assert_eq!(ask(&mut pair, seat), Ok(()));
    pair.run();
    assert_eq!(answer(&mut pair, seat.other(), true), Ok(()));
    pair
}

#[test]
fn a_line_cut_after_any_frame_leaves_one_match_for_both() {
    for game in [offer("clash-of-arms", Some(6)), tiny(6)] {
        let mut frames = 0;
        loop {
            let mut pair = agreed_to(&game);
            let mut left = frames;
            while left > 0 && (pair.deliver(Seat(0)) || pair.deliver(Seat(1))) {
                left -= 1;
            }
            // nothing was left to deliver: every cut has been tried
            let is_all = left > 0;
            pair.disconnect();
            let what = format!("cut after {frames}");
            settle(&mut pair, &what);
            plays_out(&mut pair, &what);
            if is_all {
                break;
            }
            frames += 1;
        }
        assert!(frames >= 3, "{frames}");
    }
}

#[test]
fn a_crash_in_any_write_loses_neither_the_old_match_nor_the_new_one() {
    let game = offer("clash-of-arms", Some(6));
    for seat in BOTH {
        for write in 1..12 {
            for reached in [Reached::Nothing, Reached::Half, Reached::All] {
                let mut pair = under_way(game.clone(), 3);
                pair.crash = Some((seat, pair.disks[seat.index()].writes + write, reached));
                let asks = idle(&pair);
                let what = format!("{seat}, write {write}, {reached:?}");
                let asked = pair.with(asks, |session, now| {
                    session.ask_to_continue(now, ContinueWish::default(), &anew(asks, 1))
                });
                if asked.is_some() && pair.sessions[asks.index()].is_some() {
                    pair.run();
                    pair.with(asks.other(), |session, now| {
                        session.answer_continue(now, true, &anew(asks.other(), 2))
                    });
                    pair.run();
                }
                // a write that was never reached must not strike while the match is settled
                pair.crash = None;
                pair.disconnect();
                settle(&mut pair, &what);
                plays_out(&mut pair, &what);
            }
        }
    }
}

#[test]
fn an_older_copy_signs_nothing_and_continues_in_a_new_match() {
    for game in [offer("clash-of-arms", Some(8)), tiny(8), toy(6)] {
        let mut pair = under_way(game, 2);
        let backup = pair.disks[0].clone();
        for _ in 0..2 {
            pair.play_one(&mut Seeded(8));
        }
        let old = pair.session(Seat(0)).sid().expect("a match");
        pair.kill(Seat(0));
        pair.run();
        pair.disks[0] = Disk {
            writes: pair.disks[0].writes,
            ..backup
        };
        pair.restart(Seat(0));
        assert_eq!(pair.session(Seat(0)).standing(), Standing::Strange);
        pair.connect();
        pair.run();
        // it has heard everything, and still signs nothing
        assert_eq!(
            pair.session(Seat(0)).position(),
            pair.session(Seat(1)).position()
        );
        assert_eq!(ask(&mut pair, Seat(0)), Ok(()));
        pair.run();
        let terms = pair.session(Seat(1)).asked_to_continue().expect("asked");
        assert!(terms.is_strange);
        let words = terms.in_words(Seat(1), |_| "Ada").join(" ");
        assert!(
            words.starts_with("Ada plays on from an older copy"),
            "{words}"
        );
        assert_eq!(answer(&mut pair, Seat(1), true), Ok(()));
        pair.run();
        assert_continued(&mut pair, old);
        let found = reports(&pair);
        assert_eq!(
            verdicts(&found),
            [Verdict::Continued, Verdict::Complete],
            "{found:?}"
        );
    }
}

#[test]
fn both_on_older_copies_continue_by_a_click_of_each() {
    let mut pair = under_way(offer("clash-of-arms", Some(8)), 2);
    let backups = pair.disks.clone();
    for _ in 0..2 {
        pair.play_one(&mut Seeded(8));
    }
    let old = pair.session(Seat(0)).sid().expect("a match");
    for (seat, backup) in BOTH.into_iter().zip(backups) {
        pair.kill(seat);
        pair.run();
        pair.disks[seat.index()] = Disk {
            writes: pair.disks[seat.index()].writes,
            ..backup
        };
        pair.restart(seat);
    }
    pair.connect();
    pair.run();
    // both ask at once: the two questions cross, and no second click is needed
    for seat in BOTH {
        assert_eq!(ask(&mut pair, seat), Ok(()));
    }
    pair.run();
    assert_continued(&mut pair, old);
    let start = manifest(&pair, Seat(0)).start.clone().expect("a start");
    assert_eq!(
        (start.asks, start.strange),
        (Some(Seat(1)), vec![Seat(0), Seat(1)])
    );
}

#[test]
fn a_lost_private_file_is_made_good_in_a_new_match() {
    let mut pair = under_way(offer("clash-of-arms", Some(8)), 4);
    let old = pair.session(Seat(0)).sid().expect("a match");
    pair.kill(Seat(1));
    pair.run();
    pair.marks[1] = None;
    let identity = protocol::testing::identity(1, 1);
    let public = pair.disks[1].public.clone();
    let session = Session::resume_without_key(identity, &public, &anew(Seat(1), 9), pair.now);
    let session = session.expect("our own match file");
    assert!(session.lacks_match_key());
    // the session writes it again, as it does for a file that was torn
    pair.disks[1].private.clear();
    pair.sessions[1] = Some(session);
    pair.connect();
    pair.run();
    assert_eq!(ask(&mut pair, Seat(1)), Ok(()));
    pair.run();
    assert!(pair.session(Seat(0)).asked_to_continue().is_some());
    assert_eq!(answer(&mut pair, Seat(0), true), Ok(()));
    pair.run();
    assert!(!pair.session(Seat(1)).lacks_match_key());
    assert_continued(&mut pair, old);
}

#[test]
fn without_its_key_a_player_can_still_resign() {
    let mut pair = under_way(offer("clash-of-arms", None), 4);
    pair.kill(Seat(1));
    pair.run();
    pair.marks[1] = None;
    let identity = protocol::testing::identity(1, 1);
    let public = pair.disks[1].public.clone();
    let session = Session::resume_without_key(identity, &public, &anew(Seat(1), 9), pair.now);
    pair.sessions[1] = Some(session.expect("our own match file"));
    let resigned = pair.with(Seat(1), |session, now| session.resign(now));
    assert_eq!(resigned, Some(Ok(())));
    let report = judge(&[&pair.disks[1].public]);
    assert_eq!(
        (report.verdict, report.kind),
        (Verdict::Decided, Some("resigned"))
    );
}

#[test]
fn a_copy_from_before_the_continuation_is_shown_the_new_match() {
    let mut pair = under_way(offer("clash-of-arms", Some(8)), 3);
    let backup = pair.disks[0].clone();
    let old = pair.session(Seat(0)).sid().expect("a match");
    assert!(continue_both(&mut pair));
    let next = pair.session(Seat(0)).sid();
    // seat 0 comes back with a copy that knows nothing of it
    pair.kill(Seat(0));
    pair.run();
    pair.disks[0] = Disk {
        writes: pair.disks[0].writes,
        ..backup
    };
    pair.marks[0] = None;
    pair.former[0].clear();
    pair.restart(Seat(0));
    assert_eq!(pair.session(Seat(0)).sid(), Some(old));
    pair.connect();
    pair.run();
    assert_eq!(pair.session(Seat(0)).sid(), next);
    assert_eq!(pair.session(Seat(0)).standing(), Standing::Strange);
    assert!(
        pair.events[0]
            .iter()
            .any(|event| matches!(event, Event::Continued { .. }))
    );
    // it continues from there, and not from the match before
    assert_eq!(ask(&mut pair, Seat(0)), Ok(()));
    pair.run();
    assert_eq!(answer(&mut pair, Seat(1), true), Ok(()));
    pair.run();
    assert_continued(&mut pair, next.expect("a match"));
}

/// The other seat comes back without its match key, so that nothing continues in the old match before it asks.
fn loses_its_key(pair: &mut Pair, seat: Seat) {
    let index = seat.index();
    pair.kill(seat);
    pair.run();
    pair.marks[index] = None;
    let identity = protocol::testing::identity(seat.0, 1);
    let public = pair.disks[index].public.clone();
    let session = Session::resume_without_key(identity, &public, &anew(seat, 9), pair.now);
    pair.sessions[index] = Some(session.expect("our own match file"));
}

/// What the program without its key asks may be answered before the records arrive that either of the two lacks: the new
/// match must not depend on which comes first.
#[test]
fn a_lost_key_continues_whatever_was_under_way_and_in_whatever_order_the_frames_come() {
    let mut continued = 0;
    let seeds = deep(50, 200, 2000);
    for seed in 0..seeds {
        let mut dice = Seeded(seed);
        let game = [offer("clash-of-arms", Some(8)), tiny(6), toy(4)][seed as usize % 3].clone();
        let mut pair = under_way(game, 3);
        // decisions of which some frames, or none, arrive
        for _ in 0..dice.below(3) {
            if let Some(seat) = pair.to_decide() {
                pair.decide_at(seat, &mut dice);
            }
            for _ in 0..dice.below(4) {
                pair.deliver(Seat(u8::from(dice.below(2) == 1)));
            }
        }
        let old = pair.session(Seat(0)).sid();
        let loser = Seat(u8::from(dice.below(2) == 1));
        pair.disconnect();
        if dice.below(2) == 1 {
            pair.kill(loser.other());
            pair.restart(loser.other());
        }
        loses_its_key(&mut pair, loser);
        if pair.session(loser).outcome().is_some() {
            continue;
        }
        pair.connect();
        let mut has_answered = false;
        for _ in 0..200 {
            match dice.below(4) {
                0 if !pair.session(loser).asks_to_continue() => drop(ask(&mut pair, loser)),
                1 => has_answered |= answer(&mut pair, loser.other(), true).is_ok(),
                _ => drop(pair.deliver(Seat(u8::from(dice.below(2) == 1)))),
            }
            if pair.session(loser).sid() != old {
                break;
            }
        }
        pair.run();
        let sids = BOTH.map(|seat| pair.session(seat).sid());
        // nobody gives up an agreed draw
        let is_over = pair.session(loser.other()).outcome().is_some();
        let is_continued = has_answered && sids[0] == sids[1] && sids[0] != old;
        assert!(is_continued || is_over, "seed {seed}: {sids:?}");
        continued += u64::from(is_continued);
    }
    assert!(continued * 4 > seeds * 3, "{continued}");
}

#[test]
fn a_kept_turn_is_not_lost_by_continuing() {
    let mut pair = under_way(offer("clash-of-arms", Some(8)), 3);
    let seat = pair.to_decide().expect("under way");
    let side = pair.session(seat).side_of(seat).expect("a seat");
    pair.disconnect();
    let position = pair.session(seat).position().expect("a match").clone();
    let orders = random_orders(&position, side, &mut Seeded(2));
    pair.with(seat, |session, now| session.propose(now, &orders))
        .expect("alive")
        .expect("kept");
    assert!(pair.session(seat).keeps_decision());
    loses_its_key(&mut pair, seat.other());
    pair.connect();
    pair.run();
    assert_eq!(ask(&mut pair, seat.other()), Ok(()));
    pair.run();
    assert_eq!(answer(&mut pair, seat, true), Ok(()));
    pair.run();
    assert_eq!(pair.former[seat.index()].len(), 1);
    assert_eq!(pair.to_decide(), Some(seat.other()));
}

#[test]
fn a_sealed_choice_of_which_nothing_was_opened_is_kept() {
    let mut pair = Pair::agreed(tiny(8), 1);
    let seat = Seat(0);
    let side = pair.session(seat).side_of(seat).expect("a seat");
    let position = pair.session(seat).position().expect("a match").clone();
    let orders = random_orders(&position, side, &mut Seeded(2));
    pair.with(seat, |session, now| session.propose(now, &orders))
        .expect("alive")
        .expect("sealed");
    let choice = pair.session(seat).own_secret().cloned();
    assert!(choice.is_some());
    loses_its_key(&mut pair, seat.other());
    pair.connect();
    pair.run();
    assert_eq!(ask(&mut pair, seat.other()), Ok(()));
    pair.run();
    assert_eq!(answer(&mut pair, seat, true), Ok(()));
    pair.run();
    // nobody is asked again, and the coin is fresh
    assert_eq!(pair.former[seat.index()].len(), 1);
    assert_eq!(pair.session(seat).own_secret().cloned(), choice);
    assert_eq!(pair.to_decide(), Some(seat.other()));
}

#[test]
fn older_files_that_are_shown_the_new_match_sign_nothing_in_it() {
    // the files of the new match are lost, or were never on this machine; those of the old one hold its key
    for seat in BOTH {
        let mut pair = under_way(offer("clash-of-arms", Some(30)), 3);
        let (before, mark) = (pair.disks.clone(), pair.marks.clone());
        assert!(continue_both(&mut pair));
        let after = pair.former[seat.index()][0].clone();
        let mut dice = Seeded(4);
        for _ in 0..4 {
            assert!(pair.play_one(&mut dice));
        }
        let lost = pair.disks[seat.index()].clone();
        for (disk, mark) in [
            (after.0.clone(), None),
            after,
            (before[seat.index()].clone(), mark[seat.index()].clone()),
        ] {
            let writes = pair.disks[seat.index()].writes;
            pair.kill(seat);
            pair.disks[seat.index()] = Disk { writes, ..disk };
            pair.marks[seat.index()] = mark;
            pair.former[seat.index()].clear();
            // the peer shows the new match and hides every later record
            pair.tamper[seat.other().index()] = Some(Box::new(|frame| match frame[0] {
                3 | 4 | 11 | 12 => vec![frame],
                _ => Vec::new(),
            }));
            pair.disconnect();
            pair.restart(seat);
            let from = pair.wire.len();
            pair.connect();
            pair.run();
            // the peer's word that it holds no more than these files
            let head = pair.head_of(seat.other(), |_| {});
            pair.hand(seat, &head);
            pair.run();
            if pair.to_decide() == Some(seat) {
                pair.play_one(&mut dice);
            }
            let signed = pair.wire[from..].iter().any(|(of, frame)| {
                *of == seat && matches!(Frame::from_bytes(frame), Ok(Frame::Record(_)))
            });
            assert!(!signed, "{seat}: {:?}", pair.standing(seat));
            pair.tamper[seat.other().index()] = None;
            let shown = [lost.public.clone(), pair.disks[seat.index()].public.clone()];
            let found = super::attacks::all_reports(&shown);
            assert!(found.iter().all(|report| report.verdict != Verdict::Proved));
        }
        // with a peer that shows everything the two continue again
        settle(&mut pair, "after a loss");
        plays_out(&mut pair, "after a loss");
    }
}
