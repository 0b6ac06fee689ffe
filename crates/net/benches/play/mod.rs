//! Matches that benches play: quiet turns, and figures.

use std::error::Error;
use std::time::Duration;

use net::Snapshot;
use protocol::Offer;
use protocol::manifest::Terms;
use rules::testing::warlord;
use rules::warlord::{Order, Side};
use rules::{AnyOrder, AnyPosition, Rules as _};

pub(crate) type Result<T> = std::result::Result<T, Box<dyn Error + Send + Sync>>;

pub(crate) struct Figures {
    pub(crate) median: Duration,
    pub(crate) ninety: Duration,
    pub(crate) ninety_nine: Duration,
    pub(crate) most: Duration,
}

impl Figures {
    pub(crate) fn of(mut times: Vec<Duration>) -> Self {
        times.sort_unstable();
        Self {
            median: times[times.len() / 2],
            ninety: times[times.len() * 9 / 10],
            ninety_nine: times[times.len() * 99 / 100],
            most: times[times.len() - 1],
        }
    }

    /// The figures in words.
    pub(crate) fn words(&self) -> String {
        let ms = |time: Duration| time.as_secs_f64() * 1000.0;
        let (median, ninety) = (ms(self.median), ms(self.ninety));
        let (ninety_nine, most) = (ms(self.ninety_nine), ms(self.most));
        format!(
            "median {median:.3} ms, 9 of 10 within {ninety:.3} ms, 99 of 100 within {ninety_nine:.3} ms, at most {most:.3} ms"
        )
    }
}

/// A match that never ends by itself.
pub(crate) fn offer() -> Result<Offer> {
    let scenario = scenario::load("clash-of-arms").ok_or("the scenario is gone")?;
    Ok(Offer {
        scenario: scenario.map_err(|_mistakes| "the scenario is faulty")?,
        options: Vec::new(),
        host_side: Some(Side::White.into()),
        max_turns: None,
        terms: Terms::default(),
        takeback: true,
        start: None,
        drop: None,
        vacancy: None,
    })
}

/// The number of turns for which orders are in the history.
pub(crate) fn given(snapshot: &Snapshot) -> usize {
    let history = snapshot.played.history.as_ref();
    history.map_or(0, |history| history.orders().count())
}

/// One order and the end, chosen in no time: another piece every turn, so that no position comes a third time, and no
/// capture, or the game would be over before the bench is.
pub(crate) fn some_turn(position: &AnyPosition, side: rules::Side, round: usize) -> Vec<AnyOrder> {
    let units = |position: &AnyPosition| warlord(position).units().count();
    let is_quiet = |order: &&AnyOrder| {
        let mut after = position.clone();
        after.apply(side, order).is_ok() && units(&after) == units(position)
    };
    let mut orders = position.legal_orders(side);
    let end = AnyOrder::Warlord(Order::End);
    orders.retain(|order| *order != end);
    let first = (round * 7 + 3) % orders.len().max(1);
    let (before, after) = orders.split_at(first);
    let quiet = after.iter().chain(before).find(is_quiet);
    quiet.cloned().into_iter().chain([end]).collect()
}
