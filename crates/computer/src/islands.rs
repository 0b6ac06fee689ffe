//! One turn searched for on several threads.

use std::cmp::Reverse;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use crate::Manner;
use crate::budget::Meter;
use crate::choose;
use crate::random::mix;
use crate::reply::{self, Answered};
use crate::trial::{Listener, Trial};

/// Ends the search of all threads when the first one panics. The panic leaves the scope only after the others have
/// ended, so without this a bug would show only after the whole budget.
struct EndsOthers<'a>(&'a AtomicBool);

impl Drop for EndsOthers<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}

/// A whole turn, without `end`, with its value; `others` are further trials of the same position, each searched on its own thread.
/// There is a meter for each trial, the first's first.
///
/// The threads share nothing while they search. In the end the plan of each meets the answers that the others found,
/// and the plan that stands best is taken, among equals that of the first thread: with a budget of nodes the timing of
/// the threads decides nothing. Only the first thread reports, and counts its own orders once for each thread, since
/// all have the same budget.
pub(crate) fn turn<T>(
    first: &mut T,
    others: Vec<T>,
    meters: Vec<Meter<'_>>,
    manner: Manner,
    report: Listener<'_, T::Order>,
) -> Answered<T::Order>
where
    T: Trial + Send,
    T::Order: Send,
{
    let threads = meters.len() as u64;
    let report =
        &mut |tried: u64, value: i32, turn: &[T::Order]| report(tried * threads, value, turn);
    let mut meters = meters.into_iter();
    let Some(mut meter) = meters.next() else {
        return Answered::alone(Vec::new(), 0);
    };
    let mut plans = thread::scope(|scope| {
        // dropped when this scope's closure unwinds, before the scope waits for its threads
        let _ends_others = EndsOthers(meter.stop());
        let islands: Vec<_> = others
            .into_iter()
            .zip(meters)
            .zip(1_u64..)
            .map(|((mut trial, mut meter), number)| {
                let manner = Manner {
                    // other random choices on each thread; the first thread keeps the seed, so that one thread plays as
                    // it does without islands
                    seed: mix(manner.seed ^ number << 40),
                    ..manner
                };
                scope.spawn(move || choose::turn(&mut trial, &mut meter, manner, &mut |_, _, _| {}))
            })
            .collect();
        let mut plans = vec![choose::turn(first, &mut meter, manner, report)];
        // a thread that panicked is left out: the others' plans are as good as ever
        let found = islands.into_iter().filter_map(|island| island.join().ok());
        plans.extend(found);
        plans
    });
    // each plan was answered on its own thread only, so one with a weaker answer would look better than it is
    for place in 0..plans.len() {
        for other in 0..plans.len() {
            if other != place {
                let value = reply::value_against(first, &plans[place], &plans[other].answer);
                plans[place].value = plans[place].value.min(value);
            }
        }
    }
    let places = 0..plans.len();
    // the place breaks ties, so that the timing of the threads does not
    let best = places.max_by_key(|place| (plans[*place].value, Reverse(*place)));
    let Some(place) = best else {
        return Answered::alone(Vec::new(), 0);
    };
    let best = plans.swap_remove(place);
    if place > 0 {
        report(meter.tried(), best.value, &best.turn);
    }
    best
}
