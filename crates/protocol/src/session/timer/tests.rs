//! The time of a step under breaks, restarts and slow lines.

use super::super::clock::millis;
use super::*;

/// Our seat and the number of seats.
const TWO: (Seat, usize) = (Seat(0), 2);

/// With two seats one line is that of both.
fn hear(timer: &mut Timer, now: Duration, is_heard: bool) {
    for seat in [Seat(0), Seat(1)] {
        timer.hear(now, seat, is_heard);
    }
}

const fn s(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

fn at(clock: Duration) -> Now {
    Now {
        clock,
        unix_ms: 1_000_000 + millis(clock),
    }
}

#[test]
fn a_clock_runs_while_the_peer_is_heard_and_beyond_the_grace() {
    let mut timer = Timer::new(1, TWO, at(s(100)), true);
    assert_eq!(timer.thought(s(110)), s(10));
    assert_eq!(timer.peer_face(Seat(1), s(60), s(110)), Face::Runs(s(160)));
    hear(&mut timer, s(110), false);
    assert_eq!(timer.thought(s(229)), s(10));
    assert_eq!(timer.peer_face(Seat(1), s(60), s(229)), Face::Stands(s(50)));
    assert_eq!(timer.thought(s(240)), s(20));
    assert_eq!(timer.peer_face(Seat(1), s(60), s(240)), Face::Runs(s(280)));
    hear(&mut timer, s(250), true);
    assert_eq!(timer.thought(s(250)), s(30));
    // four more breaks of two minutes, then there is no grace left
    let mut now = s(250);
    for _ in 0..4 {
        hear(&mut timer, now, false);
        now += s(120);
        hear(&mut timer, now, true);
    }
    assert_eq!(timer.thought(now), s(30));
    hear(&mut timer, now, false);
    assert_eq!(timer.thought(now + s(5)), s(35));
}

#[test]
fn a_peer_that_was_sent_nothing_is_charged_nothing_and_the_grace_is() {
    let mut timer = Timer::new(1, TWO, at(s(0)), true);
    // the line is dead from the first second on, which is noticed after twenty
    hear(&mut timer, s(20), false);
    hear(&mut timer, s(30), true);
    timer.send_again(Seat(1), s(30));
    assert_eq!(
        (timer.thought(s(31)), timer.waited(Seat(1), s(31))),
        (s(21), s(1))
    );
    assert_eq!(timer.saved(s(31)).seats[0].grace_ms, 570_000);
    timer.measure_owed(Seat(1), s(31));
    assert_eq!(timer.over_ms(), [0, 0]);
    // the peer's clock says so too, and our own runs as it ran
    assert_eq!(timer.peer_face(Seat(1), s(60), s(31)), Face::Runs(s(90)));
    assert_eq!(timer.own_face(s(60), s(31)), Face::Runs(s(70)));
    // without grace every second counts
    for clock in &mut timer.clocks {
        clock.grace = s(5);
    }
    timer.begin(2, at(s(40)));
    timer.send_again(Seat(1), s(60));
    assert_eq!(timer.waited(Seat(1), s(60)), s(15));
    timer.measure_owed(Seat(1), s(60));
    // four of the five seconds of lag are left by the lateness above
    assert_eq!(timer.over_ms(), [0, 15_000 - 4_000]);
    timer.forget_decisions();
    assert_eq!(timer.over_ms(), [0, 11_000]);
    timer.forget_measures();
    assert_eq!(timer.over_ms(), [0, 0]);
}

#[test]
fn a_restart_forgets_no_time_and_counts_none_for_the_closed_program() {
    let mut timer = Timer::new(7, TWO, at(s(0)), true);
    hear(&mut timer, s(50), false);
    let saved = timer.saved(s(80));
    assert_eq!(
        (saved.seats[0].counted_ms, saved.seats[0].grace_ms),
        (50_000, 570_000)
    );
    // an hour later, on a clock that begins again
    let later = Now {
        clock: s(1),
        unix_ms: 1_000_000 + 3_600_000,
    };
    let resumed = Timer::resumed(7, TWO, later, Some(saved.clone()), None);
    assert_eq!(resumed.thought(s(1)), s(50));
    assert_eq!(resumed.open_for(s(2)), s(3601));
    assert_eq!(resumed.open_until(s(4000)), s(401));
    // of another step only the grace is kept
    let other = Timer::resumed(8, TWO, later, Some(saved), Some(later.unix_ms - 9_000));
    assert_eq!((other.thought(s(1)), other.open_for(s(1))), (s(0), s(9)));
    assert_eq!(other.saved(s(1)).seats[0].grace_ms, 570_000);
}

#[test]
fn a_restart_refills_no_lag_and_forgets_no_measure() {
    let mut timer = Timer::new(7, TWO, at(s(0)), true);
    timer.measure(Seat(1), 0, s(12));
    timer.begin(8, at(s(12)));
    timer.measure_owed(Seat(1), s(13));
    let saved = timer.saved(s(13));
    assert_eq!(
        (saved.seats[1].lag_ms, saved.seats[1].decided_ms),
        (0, 7_000)
    );
    let resumed = Timer::resumed(8, TWO, at(s(20)), Some(saved.clone()), None);
    assert_eq!(
        (resumed.over_ms(), resumed.clocks[1].lag),
        (vec![0, 7_000], s(0))
    );
    // the measures of a step that is complete were signed; the lag is that of the whole match
    let next = Timer::resumed(9, TWO, at(s(20)), Some(saved), None);
    assert_eq!((next.over_ms(), next.clocks[1].lag), (vec![0, 0], s(0)));
}

#[test]
fn lag_is_excused_as_far_as_it_is_in_store() {
    let mut timer = Timer::new(1, TWO, at(s(0)), true);
    timer.set_round_trip(Seat(1), Duration::from_millis(200));
    let mut charged = 0;
    for step in 0..10 {
        // the peer thinks for three seconds and says none
        let began = s(3 * step);
        timer.begin(step, at(began));
        timer.measure(Seat(1), 0, began + s(3));
        charged += timer.over_ms()[1];
    }
    // 30 s in all, of which ten round trips, five seconds in store and one regained a decision are excused
    assert_eq!(charged, 30_000 - 2_000 - 5_000 - 9_000);
    // an honest peer behind a line of 200 ms is charged nothing
    timer.begin(11, at(s(100)));
    timer.measure(Seat(1), 60_000, s(100) + Duration::from_millis(60_200));
    assert_eq!(timer.over_ms()[1], 0);
}

#[test]
fn who_is_not_reached_stops_its_own_clock_and_nobody_elses() {
    let mut timer = Timer::new(1, (Seat(0), 4), at(s(0)), true);
    timer.hear(s(10), Seat(2), false);
    assert_eq!(timer.peer_face(Seat(2), s(60), s(30)), Face::Stands(s(50)));
    for seat in [1, 3] {
        assert_eq!(timer.peer_face(Seat(seat), s(60), s(30)), Face::Runs(s(60)));
    }
    assert_eq!(
        (timer.thought(s(30)), timer.waited(Seat(2), s(30))),
        (s(30), s(10))
    );
    // a seat without a line of its own is reached by the longest way
    timer.set_round_trip(Seat(1), Duration::from_millis(300));
    assert_eq!(timer.allowance(Seat(3)), s(5) + Duration::from_millis(300));
}
