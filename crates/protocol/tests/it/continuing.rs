//! Continuing in a new match: asked and answered by a click each, and everything that a cheat, a crash or an older copy
//! can make of it.

mod alone;
mod as_one;
mod attacks;
mod interrupted;
mod lines;
mod schedules;
mod substitute;

use std::time::Duration;

use protocol::frame::Frame;
use protocol::judge::{Report, Verdict, judge, judge_matches};
use protocol::manifest::{ClaimEffect, Pace, Terms};
use protocol::testing::{Disk, Pair, Seeded, fresh, offer, random_orders, tiny, toy};
use protocol::{
    ContinueWish, Face, Fresh, Manifest, Offer, ProposeError, Seat, SessionEvent, Stage, Standing,
};

const BOTH: [Seat; 2] = [Seat(0), Seat(1)];

/// Fresh bytes for the new match of a seat; another `number` gives others.
fn anew(seat: Seat, number: u8) -> Fresh {
    fresh(seat.0, number.wrapping_add(100))
}

fn ask(pair: &mut Pair, seat: Seat) -> Result<(), ProposeError> {
    ask_for(pair, seat, ContinueWish::default())
}

fn ask_for(pair: &mut Pair, seat: Seat, wish: ContinueWish) -> Result<(), ProposeError> {
    let fresh = anew(seat, 1);
    let asked = pair.with(seat, |session, now| {
        session.ask_to_continue(now, wish, &fresh)
    });
    asked.expect("alive")
}

fn answer(pair: &mut Pair, seat: Seat, accept: bool) -> Result<(), ProposeError> {
    let fresh = anew(seat, 2);
    let answered = pair.with(seat, |session, now| {
        session.answer_continue(now, accept, &fresh)
    });
    answered.expect("alive")
}

/// A match under way in which that many decisions were made.
fn under_way(offer: Offer, decisions: usize) -> Pair {
    let mut pair = Pair::agreed(offer, 1);
    let mut dice = Seeded(5);
    for _ in 0..decisions {
        pair.pass(Duration::from_secs(1));
        assert!(pair.play_one(&mut dice));
    }
    pair
}

/// The seat that has nothing to decide, and so may ask from its own files.
fn idle(pair: &Pair) -> Seat {
    pair.to_decide().expect("under way").other()
}

fn manifest(pair: &Pair, seat: Seat) -> &Manifest {
    pair.session(seat).manifest().expect("a match")
}

/// Both are in one new match that continues the old one, and play it out.
fn assert_continued(pair: &mut Pair, old: [u8; 32]) {
    let sids = BOTH.map(|seat| pair.session(seat).sid());
    assert_eq!(sids[0], sids[1]);
    assert_ne!(sids[0], Some(old));
    let start = manifest(pair, Seat(0)).start.clone().expect("a start");
    assert!(start.instead);
    assert_eq!(start.sid, old);
    for seat in BOTH {
        assert_eq!(pair.session(seat).fault(), None);
        assert_eq!(pair.session(seat).standing(), Standing::Own);
        assert!(!pair.session(seat).asks_to_continue());
    }
    pair.run();
    pair.play_out(&mut Seeded(9));
    let closed = BOTH.map(|seat| pair.session(seat).is_closed());
    assert_eq!(closed, [true, true]);
    assert_eq!(pair.disks[0].public, pair.disks[1].public);
    let report = judge(&[&pair.disks[0].public]);
    assert_eq!(report.verdict, Verdict::Complete, "{report:?}");
}

#[test]
fn a_click_of_each_continues_in_a_new_match_from_the_same_position() {
    for game in [offer("clash-of-arms", Some(6)), tiny(6), toy(4)] {
        for decisions in 1..6 {
            let mut pair = under_way(game.clone(), decisions);
            let old = pair.session(Seat(0)).sid().expect("a match");
            if pair.to_decide().is_none() {
                continue;
            }
            let seat = idle(&pair);
            let before = pair.session(seat).position().cloned();
            if ask(&mut pair, seat).is_err() {
                // a round is under way
                continue;
            }
            assert!(pair.session(seat).asks_to_continue());
            pair.run();
            let asked = pair.session(seat.other()).asked_to_continue();
            assert!(asked.is_some_and(|terms| terms.asks == seat && terms.undone == 0));
            // nothing is signed without the other's click
            assert_eq!(pair.session(seat).sid(), Some(old));
            assert_eq!(answer(&mut pair, seat.other(), true), Ok(()));
            pair.run();
            assert_eq!(pair.session(seat).position().cloned(), before);
            assert_continued(&mut pair, old);
        }
    }
}

/// The reports on each match of both seats, oldest first, from the files of both.
fn reports(pair: &Pair) -> Vec<Report> {
    let [ours, theirs] = BOTH.map(|seat| pair.files(seat));
    assert_eq!(ours.len(), theirs.len());
    let matches = ours.iter().zip(&theirs);
    let matches: Vec<Vec<&[u8]>> = matches.map(|(a, b)| vec![&a[..], &b[..]]).collect();
    judge_matches(&matches)
}

fn verdicts(reports: &[Report]) -> Vec<Verdict> {
    reports.iter().map(|report| report.verdict).collect()
}

/// Both continue by the click of each, whoever of them may ask.
fn continue_both(pair: &mut Pair) -> bool {
    for seat in BOTH {
        if ask(pair, seat).is_ok() {
            pair.run();
            if answer(pair, seat.other(), true).is_ok() {
                pair.run();
                return true;
            }
        }
    }
    false
}

#[test]
fn the_judge_reads_both_matches_as_one_line() {
    let mut pair = under_way(offer("clash-of-arms", Some(6)), 3);
    let old = pair.session(Seat(0)).sid().expect("a match");
    assert!(continue_both(&mut pair));
    assert_continued(&mut pair, old);
    let found = reports(&pair);
    assert_eq!(
        verdicts(&found),
        [Verdict::Continued, Verdict::Complete],
        "{found:?}"
    );
    assert_eq!(found[0].result, None);
    // the new match alone is judged by itself, and says where it begins
    let alone = judge_matches(&[vec![&pair.disks[0].public]]);
    assert_eq!(alone[0].verdict, Verdict::Complete);
    assert!(
        alone[0]
            .unknown
            .iter()
            .any(|words| words.contains("whose file is not here")),
        "{alone:?}"
    );
    // in any order
    let [ours, _] = BOTH.map(|seat| pair.files(seat));
    let turned = judge_matches(&[vec![&ours[1]], vec![&ours[0]]]);
    assert_eq!(verdicts(&turned), [Verdict::Complete, Verdict::Continued]);
}

#[test]
fn clocks_continue_where_they_stand() {
    let mut game = offer("clash-of-arms", Some(8));
    let pace = Pace::Bank {
        bank_ms: 300_000,
        increment_ms: 0,
    };
    game.terms = Terms {
        pace,
        claim: ClaimEffect::Loss,
    };
    let mut pair = under_way(game, 3);
    // the seat on turn has thought for twenty seconds
    pair.pass(Duration::from_secs(20));
    let left = |pair: &Pair| {
        let clocks = pair.session(Seat(0)).clocks(pair.now);
        let left = clocks.into_iter().map(|(_, face)| match face {
            Face::Stands(left) => left,
            Face::Runs(until) => until.saturating_sub(pair.now.clock),
        });
        left.collect::<Vec<_>>()
    };
    let before = left(&pair);
    assert!(
        before.iter().any(|left| *left < Duration::from_secs(281)),
        "{before:?}"
    );
    assert!(continue_both(&mut pair));
    let after = left(&pair);
    for (before, after) in before.iter().zip(&after) {
        assert!(
            before.abs_diff(*after) <= Duration::from_secs(1),
            "{before:?} {after:?}"
        );
    }
    // a cheat's slow signature costs its own time, not the other's
    pair.pass(Duration::from_secs(10));
    assert!(left(&pair) != after);
}

#[test]
fn a_player_turned_down_learns_it_and_is_not_heard_again_for_ten_minutes() {
    let mut pair = under_way(offer("clash-of-arms", None), 3);
    let seat = idle(&pair);
    let asked = |pair: &mut Pair| {
        assert_eq!(ask(pair, seat), Ok(()));
        pair.run();
        pair.session(seat.other()).asked_to_continue().is_some()
    };
    assert!(asked(&mut pair));
    assert_eq!(answer(&mut pair, seat.other(), false), Ok(()));
    pair.run();
    let told = SessionEvent::ContinueDeclined(seat.other());
    assert!(pair.events[seat.index()].contains(&told));
    assert!(!asked(&mut pair));
    assert!(!pair.session(seat).asks_to_continue());
    pair.pass(Duration::from_secs(600));
    assert!(asked(&mut pair));
}

#[test]
fn a_player_with_a_decision_to_make_cannot_ask_and_an_old_question_lapses() {
    let mut pair = under_way(offer("clash-of-arms", None), 3);
    let on_turn = pair.to_decide().expect("under way");
    assert_eq!(ask(&mut pair, on_turn), Err(ProposeError::DecideFirst));
    assert_eq!(ask(&mut pair, on_turn.other()), Ok(()));
    pair.run();
    assert!(pair.play_one(&mut Seeded(3)));
    assert!(pair.session(on_turn).asked_to_continue().is_none());
    assert!(!pair.session(on_turn.other()).asks_to_continue());
    assert_eq!(
        answer(&mut pair, on_turn, true),
        Err(ProposeError::NotAsked)
    );
    assert!(pair.events[on_turn.index()].contains(&SessionEvent::ContinueLapsed));
}

#[test]
fn an_earlier_turn_and_changed_sides_are_shown_and_begin_the_new_match() {
    let mut pair = under_way(offer("clash-of-arms", Some(9)), 5);
    let old = pair.session(Seat(0)).sid().expect("a match");
    let seat = idle(&pair);
    let history = pair.session(seat).history().expect("a match").clone();
    let second = history.orders().nth(1).expect("two turns").step.number;
    let position = history.position_after(2);
    let sides = BOTH.map(|seat| pair.session(seat).side_of(seat));
    let wish = ContinueWish {
        after: Some(second),
        swaps: true,
    };
    assert_eq!(ask_for(&mut pair, seat, wish), Ok(()));
    pair.run();
    let terms = pair
        .session(seat.other())
        .asked_to_continue()
        .expect("asked");
    assert_eq!((terms.undone, terms.swaps, terms.after), (3, true, second));
    let words = terms.in_words(seat.other(), |_| "Ada").join(" ");
    assert!(
        words.contains(
            "The last 3 turns no longer count. You change sides: you play Blue from now on."
        ),
        "{words}"
    );
    assert_eq!(answer(&mut pair, seat.other(), true), Ok(()));
    pair.run();
    assert_eq!(pair.session(seat).position(), Some(&position));
    let swapped = BOTH.map(|seat| pair.session(seat).side_of(seat));
    assert_eq!([swapped[1], swapped[0]], sides);
    assert_continued(&mut pair, old);
}

#[test]
fn nothing_that_happened_before_reaches_the_new_match() {
    let mut pair = under_way(offer("clash-of-arms", None), 3);
    let seat = idle(&pair);
    // an offer of a draw lies in the old match
    pair.with(seat, |session, now| session.offer_draw(now))
        .expect("alive")
        .expect("offered");
    pair.run();
    assert!(continue_both(&mut pair));
    for seat in BOTH {
        assert_eq!(pair.session(seat).draw_offer(), None);
        assert_eq!(pair.session(seat).stage(), Stage::Playing);
    }
    let taken = pair.with(seat.other(), |session, now| session.answer_draw(now, true));
    assert_eq!(taken, Some(Err(ProposeError::NoOffer)));
}

const HOUR: Duration = Duration::from_secs(3600);

#[test]
fn row_79_a_false_measure_does_not_become_the_clock_of_the_new_match() {
    let mut timed = offer("clash-of-arms", Some(60));
    timed.terms = Terms {
        pace: Pace::Bank {
            bank_ms: 300_000,
            increment_ms: 0,
        },
        claim: ClaimEffect::Loss,
    };
    let mut pair = Pair::agreed(timed, 1);
    let mut dice = Seeded(5);
    let honest = pair.to_decide().expect("under way");
    let cheat = honest.other();
    pair.pass(Duration::from_secs(1));
    assert!(pair.decide_at(honest, &mut dice));
    // the cheat's program finds that the turn of a second took an hour
    while let Some(sent) = pair.queues[cheat.index()].pop_front() {
        let taken = pair.with(cheat, |session, now| {
            let late = protocol::Now {
                clock: now.clock + HOUR,
                ..now
            };
            session.handle_frame(late, sent.line, &sent)
        });
        assert_eq!(taken, Some(Ok(())));
    }
    pair.run();
    assert!(pair.play_one(&mut dice), "the cheat's turn");
    assert_eq!(ask(&mut pair, cheat), Ok(()));
    pair.run();
    assert_eq!(answer(&mut pair, honest, true), Ok(()));
    pair.run();
    assert_eq!(pair.former[honest.index()].len(), 1, "they have continued");
    let start = manifest(&pair, honest).start.clone().expect("continued");
    let time = start.times[honest.index()];
    assert_eq!((time.left_ms, time.own_ms), (0, 299_000));
    pair.wait(Duration::from_secs(20));
    let claimed = pair.with(cheat, |session, now| session.claim(now));
    assert_eq!(claimed, Some(Ok(())), "by its own measure");
    pair.run();
    assert!(!pair.session(honest).is_over_on_time());
    assert!(pair.decide_at(honest, &mut dice), "and its turn is taken");
}

#[test]
fn row_80_wall_clocks_that_differ_by_hours_keep_nobody_from_continuing() {
    for ahead in [HOUR * 3, HOUR * 23] {
        for seat in BOTH {
            let mut pair = Pair::agreed(offer("clash-of-arms", None), 1);
            pair.ahead_ms[seat.index()] = u64::try_from(ahead.as_millis()).expect("short");
            assert!(pair.play_one(&mut Seeded(5)));
            let old = pair.session(Seat(0)).sid().expect("a match");
            assert!(continue_both(&mut pair), "{seat} is {ahead:?} ahead");
            assert_continued(&mut pair, old);
        }
    }
}

#[test]
fn row_80_wall_clocks_that_differ_by_more_than_a_day_are_named() {
    let mut pair = Pair::agreed(offer("clash-of-arms", None), 1);
    assert!(pair.play_one(&mut Seeded(5)));
    let asks = idle(&pair);
    pair.ahead_ms[asks.index()] = u64::try_from((HOUR * 50).as_millis()).expect("short");
    assert_eq!(ask(&mut pair, asks), Ok(()));
    pair.run();
    assert_eq!(answer(&mut pair, asks.other(), true), Ok(()));
    pair.run();
    assert!(pair.former.iter().all(Vec::is_empty));
    let named =
        |event: &&SessionEvent| matches!(event, SessionEvent::Fault(protocol::Fault::Clocks));
    assert_eq!(pair.events[asks.index()].iter().filter(named).count(), 1);
}
