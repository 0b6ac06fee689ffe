//! Time under a clock that moves only when a test moves it: clocks, days, warnings, and claims.

use std::time::Duration;

use protocol::glance::glance;
use protocol::judge::{Report, Verdict, judge};
use protocol::manifest::{ClaimEffect, Pace, Terms};
use protocol::testing::{Pair, Seeded, offer, random_orders, tiny};
use protocol::{
    CALLED_OFF, Face, ManifestError, ON_TIME, Offer, ProposeError, Seat, Session, SessionEvent,
    Stage, StandingClaim, Waiting,
};
use rules::{Outcome, Sides};

const ADA: Seat = Seat(0);
const BEN: Seat = Seat(1);
const SECOND: Duration = Duration::from_secs(1);
const MINUTE: Duration = Duration::from_secs(60);
const DAY: Duration = Duration::from_secs(24 * 60 * 60);
/// The lag that a seat has in store at the beginning.
const LAG: Duration = Duration::from_secs(5);

fn terms(pace: Pace, claim: ClaimEffect) -> Terms {
    Terms { pace, claim }
}

/// One minute each, and five seconds more for each turn.
fn clocks(claim: ClaimEffect) -> Terms {
    let pace = Pace::Bank {
        bank_ms: 60_000,
        increment_ms: 5_000,
    };
    terms(pace, claim)
}

fn timed(terms: Terms) -> Offer {
    Offer {
        terms,
        ..offer("clash-of-arms", Some(20))
    }
}

fn began(terms: Terms) -> Pair {
    Pair::agreed(timed(terms), 1)
}

/// The seat on turn plays some turn after that time.
fn turn(pair: &mut Pair, after: Duration) {
    pair.pass(after);
    assert!(pair.play_one(&mut Seeded(1)), "somebody is on turn");
}

/// The time left of each seat in the eyes of one seat, in milliseconds.
fn left(pair: &Pair, eyes: Seat) -> Vec<u64> {
    let faces = pair.session(eyes).clocks(pair.now).into_iter();
    let left = faces.map(|(_, face)| match face {
        Face::Stands(left) => left,
        Face::Runs(until) => until.saturating_sub(pair.now.clock),
    });
    left.map(|left| left.as_millis() as u64).collect()
}

fn claim(pair: &mut Pair, seat: Seat) -> Result<(), ProposeError> {
    let claimed = pair.with(seat, |session, now| session.claim(now));
    pair.run();
    claimed.expect("alive")
}

/// Half a second passes again and again, as it does for programs.
fn wait(pair: &mut Pair, time: Duration) {
    let until = pair.now.clock + time;
    while pair.now.clock < until {
        // programs look at their clocks about twice a second, and warnings depend on it
        pair.pass((until - pair.now.clock).min(SECOND / 2));
        for seat in [ADA, BEN] {
            pair.with(seat, Session::handle_timeout);
        }
        pair.run();
    }
}

fn file(pair: &Pair, seat: Seat) -> Report {
    judge(&[&pair.disks[seat.index()].public])
}

#[test]
fn both_see_the_same_clocks_and_the_judge_reads_them() {
    let mut pair = began(clocks(ClaimEffect::Nothing));
    turn(&mut pair, SECOND * 7);
    turn(&mut pair, SECOND * 20);
    turn(&mut pair, SECOND);
    for eyes in [ADA, BEN] {
        // of a minute, seven seconds and one, and two increments; twenty seconds and one increment
        assert_eq!(left(&pair, eyes), [62_000, 45_000], "{eyes}");
        let clocks = [(ADA, 62_000), (BEN, 45_000)];
        assert_eq!(file(&pair, eyes).clocks, clocks);
    }
    pair.pass(SECOND * 3);
    for eyes in [ADA, BEN] {
        assert_eq!(left(&pair, eyes), [62_000, 42_000]);
    }
    // the faces stay the same values while nothing happens: nobody is woken by a clock that runs
    let before = pair.session(ADA).clocks(pair.now);
    pair.pass(SECOND * 10);
    assert_eq!(pair.session(ADA).clocks(pair.now), before);
}

#[test]
fn a_claim_does_what_was_agreed_and_is_never_more_than_a_claim() {
    for effect in [ClaimEffect::Nothing, ClaimEffect::Loss, ClaimEffect::Abort] {
        let mut pair = began(clocks(effect));
        turn(&mut pair, SECOND);
        // Ben lets his minute pass; the allowance counts for him
        // one second before the time and all allowance are up
        pair.pass(MINUTE + LAG - SECOND);
        assert_eq!(claim(&mut pair, ADA), Err(ProposeError::NotLate));
        assert_eq!(claim(&mut pair, BEN), Err(ProposeError::NotLate));
        pair.pass(SECOND);
        assert!(pair.session(ADA).may_claim(pair.now));
        assert_eq!(claim(&mut pair, ADA), Ok(()));
        let (again, result) = match effect {
            ClaimEffect::Nothing => (ProposeError::Claimed, None),
            ClaimEffect::Loss => (ProposeError::TimeUp, Some(won_by(&pair, ADA))),
            ClaimEffect::Abort => (ProposeError::TimeUp, Some(Outcome::Drawn(CALLED_OFF))),
        };
        assert_eq!(claim(&mut pair, ADA), Err(again));
        let expected = StandingClaim {
            by: ADA,
            against: BEN,
            effect,
        };
        for eyes in [ADA, BEN] {
            let report = file(&pair, eyes);
            assert_eq!((report.verdict, report.result), (Verdict::Claimed, None));
            assert_eq!(report.claim, Some(expected));
            assert_eq!(pair.session(eyes).standing_claim(), Some(expected));
            assert_eq!(pair.session(eyes).outcome(), result);
        }
        // a program whose own clock agrees keeps to the agreed effect
        let session = pair.session(BEN);
        let (position, side) = (session.position(), session.side_of(BEN));
        let orders = random_orders(
            position.expect("a match"),
            side.expect("a seat"),
            &mut Seeded(1),
        );
        let late = pair.with(BEN, |session, now| session.propose(now, &orders));
        pair.run();
        let (answer, verdict) = match effect {
            ClaimEffect::Nothing => (Ok(()), Verdict::Open),
            _ => (Err(ProposeError::TimeUp), Verdict::Claimed),
        };
        assert_eq!(late, Some(answer));
        assert_eq!(file(&pair, ADA).verdict, verdict);
    }
}

/// The result of a claim by which that seat wins.
fn won_by(pair: &Pair, seat: Seat) -> Outcome {
    let side = pair.session(seat).side_of(seat).expect("a seat");
    Outcome::Won(Sides::from(side), ON_TIME)
}

/// A match that Ada has won on time, the line up and Ben's program there.
fn won_on_time(effect: ClaimEffect) -> Pair {
    let mut pair = began(clocks(effect));
    turn(&mut pair, SECOND);
    wait(&mut pair, MINUTE + LAG);
    assert_eq!(claim(&mut pair, ADA), Ok(()));
    pair
}

#[test]
fn a_claim_that_both_clocks_confirm_ends_the_match_for_both_and_stays_a_claim() {
    for effect in [ClaimEffect::Loss, ClaimEffect::Abort] {
        let mut pair = won_on_time(effect);
        let result = match effect {
            ClaimEffect::Loss => won_by(&pair, ADA),
            _ => Outcome::Drawn(CALLED_OFF),
        };
        let is_over = |pair: &Pair, what: &str| {
            for seat in [ADA, BEN] {
                let session = pair.session(seat);
                let now = (session.stage(), session.waiting(), session.outcome());
                let over = (Stage::Over, Waiting::Nobody, Some(result));
                assert_eq!(now, over, "{what}: {seat}");
                assert!(!session.may_ask_takeback() && !session.is_closed());
                let report = file(pair, seat);
                assert_eq!((report.verdict, report.result), (Verdict::Claimed, None));
                let glance = glance(&pair.disks[seat.index()].public).expect("a match file");
                assert_eq!((glance.late, glance.result), (Some(BEN), None));
            }
        };
        is_over(&pair, "claimed");
        // both see it once, and Ben had seen that his time was up
        for seat in [ADA, BEN] {
            let events = pair.events[seat.index()].iter();
            let told: Vec<&SessionEvent> = events
                .filter(|event| {
                    matches!(
                        event,
                        SessionEvent::TimeUp(_)
                            | SessionEvent::Claimed { .. }
                            | SessionEvent::ClaimDenied { .. }
                            | SessionEvent::Over(_)
                    )
                })
                .collect();
            let claimed = SessionEvent::Claimed {
                by: ADA,
                against: BEN,
            };
            let (up, over) = (SessionEvent::TimeUp(BEN), SessionEvent::Over(result));
            assert_eq!(told, [&up, &claimed, &over], "{seat}");
        }
        // nothing more is signed, by wish or by itself
        let writes = pair.disks.each_ref().map(|disk| disk.public.len());
        for seat in [ADA, BEN] {
            let drawn = pair.with(seat, |session, now| session.offer_draw(now));
            assert_eq!(drawn, Some(Err(ProposeError::TimeUp)));
            let resigned = pair.with(seat, |session, now| session.resign(now));
            assert_eq!(resigned, Some(Err(ProposeError::TimeUp)));
            assert_eq!(claim(&mut pair, seat), Err(ProposeError::TimeUp));
        }
        wait(&mut pair, MINUTE);
        is_over(&pair, "a minute later");
        // the program that stays keeps to it, and both do after a restart and on a new line
        for gone in [ADA, BEN] {
            pair.kill(gone);
            pair.run();
            wait(&mut pair, MINUTE);
            let stays = pair.session(gone.other());
            assert_eq!(
                (stays.stage(), stays.outcome()),
                (Stage::Over, Some(result))
            );
            pair.restart(gone);
            is_over(&pair, "taken up");
            pair.connect();
            pair.run();
            is_over(&pair, "on a new line");
        }
        assert_eq!(writes, pair.disks.each_ref().map(|disk| disk.public.len()));
    }
}

#[test]
fn days_that_are_up_by_both_clocks_end_the_match_for_both() {
    let mut pair = began(terms(Pace::Days(3), ClaimEffect::Loss));
    turn(&mut pair, SECOND);
    pair.kill(BEN);
    pair.run();
    pair.pass(DAY * 3);
    assert_eq!(claim(&mut pair, ADA), Ok(()));
    let result = Some(won_by(&pair, ADA));
    assert_eq!(pair.session(ADA).outcome(), result);
    // Ben's program finds the claim when it comes back
    pair.restart(BEN);
    assert_eq!(pair.session(BEN).outcome(), None);
    pair.connect();
    pair.run();
    assert_eq!(pair.session(BEN).outcome(), result);
    assert_eq!(pair.to_decide(), None);
}

#[test]
fn an_answer_ends_a_claim_that_the_own_clock_does_not_confirm() {
    let mut pair = began(clocks(ClaimEffect::Loss));
    turn(&mut pair, SECOND);
    // Ada's clock runs fast: Ben's clock says otherwise
    pair.with(ADA, |session, mut now| {
        now.clock += MINUTE + LAG;
        now.unix_ms += 65_000;
        session.claim(now)
    })
    .expect("alive")
    .expect("late by her clock");
    pair.run();
    assert_eq!(file(&pair, BEN).verdict, Verdict::Claimed);
    // Ada's program takes the match to be over, and Ben's does not; it says so at once, and Ada's once Ben plays on
    let denied = SessionEvent::ClaimDenied {
        by: ADA,
        against: BEN,
    };
    assert_eq!(pair.session(ADA).outcome(), Some(won_by(&pair, ADA)));
    assert_eq!(pair.session(BEN).outcome(), None);
    assert!(pair.events[1].contains(&denied) && !pair.events[0].contains(&denied));
    turn(&mut pair, SECOND);
    assert_eq!(pair.session(ADA).outcome(), None);
    for events in &pair.events {
        assert_eq!(events.iter().filter(|event| **event == denied).count(), 1);
    }
    let report = file(&pair, BEN);
    assert_eq!((report.verdict, report.claim), (Verdict::Open, None));
}

#[test]
fn a_broken_line_stops_the_clock_for_two_minutes() {
    let mut pair = began(clocks(ClaimEffect::Loss));
    turn(&mut pair, SECOND);
    pair.pass(SECOND * 10);
    pair.disconnect();
    wait(&mut pair, MINUTE * 2);
    assert_eq!(left(&pair, ADA), [64_000, 50_000]);
    // a decision made meanwhile stops its player's clock, and is signed with its own time
    wait(&mut pair, SECOND * 4);
    assert_eq!(left(&pair, ADA), [64_000, 46_000]);
    let session = pair.session(BEN);
    let (position, side) = (session.position(), session.side_of(BEN));
    let orders = random_orders(
        position.expect("a match"),
        side.expect("a seat"),
        &mut Seeded(1),
    );
    let kept = pair.with(BEN, |session, now| session.propose(now, &orders));
    assert_eq!(kept, Some(Ok(())));
    wait(&mut pair, SECOND * 30);
    assert_eq!(left(&pair, BEN), [64_000, 46_000]);
    pair.connect();
    pair.run();
    // Ada measured thirty seconds more, of which the lag in store is excused; both see it, and the file says it
    let charged = 60_000 - 14_000 - 25_000 + 5_000;
    for eyes in [ADA, BEN] {
        assert_eq!(left(&pair, eyes), [64_000, charged], "{eyes}");
        let told = |event: &&SessionEvent| matches!(event, SessionEvent::TimeDisputed(_));
        assert_eq!(pair.events[eyes.index()].iter().filter(told).count(), 1);
        let said = "who is right about the time of step 3: seat 2 says 14 s, others measured 39 s";
        assert!(file(&pair, eyes).unknown.iter().any(|text| text == said));
    }
}

#[test]
fn a_restart_forgets_no_time_and_two_closed_programs_adjourn() {
    let mut pair = began(clocks(ClaimEffect::Loss));
    turn(&mut pair, SECOND);
    wait(&mut pair, SECOND * 25);
    for seat in [ADA, BEN] {
        pair.kill(seat);
    }
    pair.run();
    // the wall clock runs on, and no program runs
    pair.now.unix_ms += 8 * 60 * 60 * 1000;
    for seat in [ADA, BEN] {
        pair.restart(seat);
    }
    // a crash costs no more than the ten seconds between two writes
    assert_eq!(left(&pair, ADA), [64_000, 40_000]);
    pair.connect();
    pair.run();
    wait(&mut pair, SECOND * 2);
    assert_eq!(left(&pair, BEN), [64_000, 38_000]);
    turn(&mut pair, SECOND);
    for eyes in [ADA, BEN] {
        assert_eq!(left(&pair, eyes), [64_000, 42_000]);
    }
}

#[test]
fn a_player_who_leaves_to_save_time_saves_the_grace_alone() {
    let mut pair = began(clocks(ClaimEffect::Loss));
    turn(&mut pair, SECOND);
    pair.kill(BEN);
    pair.run();
    wait(&mut pair, MINUTE * 2 + SECOND * 59);
    assert!(!pair.session(ADA).may_claim(pair.now));
    wait(&mut pair, SECOND * 6);
    assert!(pair.session(ADA).may_claim(pair.now));
    // nobody must claim: he comes back, and his clock is as Ada measured it
    pair.restart(BEN);
    pair.connect();
    pair.run();
    turn(&mut pair, SECOND);
    for eyes in [ADA, BEN] {
        assert_eq!(left(&pair, eyes)[1], 5_000);
    }
}

#[test]
fn days_run_from_the_last_record_across_restarts() {
    let days = terms(Pace::Days(3), ClaimEffect::Abort);
    let mut pair = began(days);
    turn(&mut pair, SECOND);
    assert_eq!(pair.session(ADA).clocks(pair.now).len(), 1);
    pair.kill(ADA);
    pair.kill(BEN);
    pair.run();
    pair.pass(DAY * 2);
    pair.restart(ADA);
    assert_eq!(left(&pair, ADA), [DAY.as_millis() as u64]);
    pair.pass(DAY - SECOND);
    assert_eq!(claim(&mut pair, ADA), Err(ProposeError::NotLate));
    pair.kill(ADA);
    pair.pass(SECOND);
    pair.restart(ADA);
    assert_eq!(claim(&mut pair, ADA), Ok(()));
    let report = file(&pair, ADA);
    let effect = report.claim.map(|claim| claim.effect);
    assert_eq!(
        (report.verdict, effect),
        (Verdict::Claimed, Some(ClaimEffect::Abort))
    );
    // a program that is closed as long as a turn may take owes no confirmation before
    let mut pair = began(days);
    pair.kill(BEN);
    assert!(pair.play_one(&mut Seeded(1)));
    pair.pass(DAY * 3 - SECOND);
    assert_eq!(claim(&mut pair, ADA), Err(ProposeError::NotLate));
    pair.pass(SECOND);
    assert_eq!(claim(&mut pair, ADA), Ok(()));
}

#[test]
fn a_player_is_warned_once_and_told_when_the_time_is_up() {
    let mut pair = began(clocks(ClaimEffect::Loss));
    turn(&mut pair, SECOND);
    wait(&mut pair, SECOND * 80);
    let told = |seat: Seat| -> Vec<SessionEvent> {
        let events = pair.events[seat.index()].iter();
        let of_time = |event: &&SessionEvent| {
            matches!(
                event,
                SessionEvent::TimeLow { .. } | SessionEvent::TimeUp(_)
            )
        };
        events.filter(of_time).cloned().collect()
    };
    let low = SessionEvent::TimeLow {
        seat: BEN,
        left_ms: 30_000,
    };
    assert_eq!(told(BEN), [low, SessionEvent::TimeUp(BEN)]);
    assert_eq!(told(ADA), [SessionEvent::TimeUp(BEN)]);
}

#[test]
fn in_a_secret_round_both_clocks_run_until_each_has_sealed() {
    let offer = Offer {
        terms: clocks(ClaimEffect::Loss),
        ..tiny(4)
    };
    let mut pair = Pair::agreed(offer, 1);
    let dice = &mut Seeded(1);
    pair.pass(SECOND * 10);
    assert!(pair.play_one(dice));
    pair.pass(SECOND * 7);
    assert_eq!(left(&pair, ADA), [50_000, 43_000]);
    assert!(!pair.session(ADA).may_claim(pair.now));
    assert!(pair.play_one(dice));
    for eyes in [ADA, BEN] {
        assert_eq!(left(&pair, eyes), [55_000, 48_000]);
    }
    // a seat that has sealed may claim against a seat that has not
    let offer = Offer {
        terms: clocks(ClaimEffect::Loss),
        ..tiny(4)
    };
    let mut pair = Pair::agreed(offer, 2);
    assert!(pair.play_one(dice));
    pair.pass(MINUTE + LAG);
    assert_eq!(claim(&mut pair, BEN), Err(ProposeError::NotLate));
    assert_eq!(claim(&mut pair, ADA), Ok(()));
}

#[test]
fn a_whole_match_with_clocks_ends_complete() {
    for seed in 0..5 {
        let offer = Offer {
            terms: clocks(ClaimEffect::Loss),
            ..tiny(6)
        };
        let mut pair = Pair::agreed(offer, seed);
        pair.play_out(&mut Seeded(u64::from(seed) + 1));
        assert_eq!(pair.disks[0].public, pair.disks[1].public);
        assert_eq!(file(&pair, ADA).verdict, Verdict::Complete);
    }
}

#[test]
fn a_clock_is_not_offered_by_mail_and_days_are() {
    use protocol::testing::{fresh, identity};
    let by_mail = |terms| {
        let offer = timed(terms);
        Session::host_by_mail(identity(0, 1), "Ada", &offer, fresh(0, 1))
    };
    let refused = by_mail(clocks(ClaimEffect::Nothing)).expect_err("no line");
    assert_eq!(refused.0, ManifestError::NotPlayed("a clock by mail"));
    assert!(by_mail(terms(Pace::Days(5), ClaimEffect::Loss)).is_ok());
}
