//! Turns and rounds of sealed cards, from the last decision to where the next one is asked for.

use std::io::Write as _;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use net::{Command, MatchHandle, Snapshot};
use protocol::{Deed, Offer};
use rules::{AnyOrder, AnyPosition, Rules as _, Side, ToAct};

use crate::gathering::Hall;
use crate::play::{Figures, Result, given, offer, some_turn};
use crate::{RTT, Row, SEATS, place};

/// Decisions that are measured, and those before them.
const ROUNDS: usize = 120;
const WARM_UP: usize = 16;

/// What is played on, by the number of the decision: of each the latest moment at which somebody decided, and at which
/// somebody was asked.
#[derive(Default)]
struct Log(Mutex<Vec<[Option<Instant>; 2]>>);

impl Log {
    fn note(&self, number: usize, which: usize) {
        let mut moments = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if moments.len() <= number {
            moments.resize(number + 1, [None; 2]);
        }
        moments[number][which] = Some(Instant::now());
    }

    /// The times from one decision to the next question.
    fn times(&self) -> Vec<Duration> {
        let moments = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let pairs = moments.windows(2).filter_map(|pair| {
            let (decided, asked) = (pair[0][0]?, pair[1][1]?);
            Some(asked.saturating_duration_since(decided))
        });
        let times: Vec<Duration> = pairs.skip(WARM_UP).collect();
        assert!(times.len() >= ROUNDS, "the game ended too soon");
        times
    }
}

/// A kind of decision: how many are behind a snapshot, and what a seat of that side decides.
#[derive(Clone, Copy)]
struct Game {
    behind: fn(&Snapshot) -> usize,
    decide: fn(&AnyPosition, Side, usize) -> Option<Vec<AnyOrder>>,
}

const TURNS: Game = Game {
    behind: given,
    decide: |position, side, number| Some(some_turn(position, side, number / 2)),
};
const CARDS: Game = Game {
    behind: opened,
    decide: |position, side, _| card(position, side),
};

pub(crate) async fn measure(folder: &Path) -> Result<Vec<Row>> {
    let mut medians = Vec::new();
    for (name, game, is_linked) in [
        ("turns", TURNS, false),
        ("cards", CARDS, false),
        ("cards-on-links", CARDS, true),
    ] {
        for seats in [2, SEATS] {
            let offer = match name {
                "turns" => offer()?,
                _ => Offer {
                    max_turns: None,
                    ..protocol::testing::contact(1)
                },
            };
            let folder = place(folder, &format!("{name}-{seats}"));
            let hall = match is_linked {
                true => Hall::on_links(&folder, seats),
                false => Hall::on_the_loopback(&folder),
            };
            let figures = times(&hall, offer, seats, game).await?;
            writeln!(std::io::stdout(), "{name} of {seats}: {}", figures.words())?;
            medians.push(figures.median);
        }
    }
    let [turn_of_two, turn, card_of_two, card, far_of_two, far] = medians[..] else {
        return Err("six medians".into());
    };
    Ok(vec![
        Row::of_times(
            "a turn, from *End turn* to the next board",
            turn,
            Some(turn_of_two),
            (3 * turn_of_two, "three times that of two"),
        ),
        Row::of_times(
            "a round of sealed cards",
            card,
            Some(card_of_two),
            (Duration::from_millis(60), "at most"),
        ),
        Row::of_times(
            "a round of sealed cards over links of 50 ms",
            far,
            Some(far_of_two),
            (3 * RTT, "three round trips"),
        ),
    ])
}

/// Everybody decides at once whatever is asked.
async fn times(hall: &Hall, offer: Offer, seats: u8, game: Game) -> Result<Figures> {
    let matches = hall.playing(offer, seats).await?;
    let log = Arc::new(Log::default());
    let players: Vec<_> = matches
        .iter()
        .map(|handle| tokio::spawn(play(handle.clone(), game, Arc::clone(&log))))
        .collect();
    let last = WARM_UP + ROUNDS + 2;
    for handle in &matches {
        let shown = handle
            .clone()
            .wait_for(|shown| (game.behind)(shown) >= last)
            .await;
        assert_eq!((shown.ended, &shown.messages.error), (false, &None));
    }
    players.iter().for_each(tokio::task::JoinHandle::abort);
    matches.iter().for_each(|it| it.send(Command::Leave));
    Ok(Figures::of(log.times()))
}

async fn play(mut handle: MatchHandle, game: Game, log: Arc<Log>) {
    let steps = |shown: &Snapshot| {
        let history = shown.played.history.as_ref();
        history.map(|history| history.steps().len())
    };
    let mut done = None;
    loop {
        let asked = handle
            .wait_for(|shown| !shown.deciding.to_decide.is_empty() && steps(shown) != done)
            .await;
        if asked.ended {
            return;
        }
        done = steps(&asked);
        let number = (game.behind)(&asked);
        log.note(number, 1);
        for (seat, _) in &asked.deciding.to_decide {
            let position = asked.played.position.as_deref();
            let side = asked.side_of(*seat);
            let orders = position.zip(side);
            let orders = orders.and_then(|(position, side)| (game.decide)(position, side, number));
            if let Some(orders) = orders {
                log.note(number, 0);
                let seat = *seat;
                handle.send(Command::Propose { seat, orders });
            }
        }
    }
}

/// The rounds of cards in the history.
fn opened(snapshot: &Snapshot) -> usize {
    let history = snapshot.played.history.as_ref();
    history.map_or(0, |history| {
        let steps = history.steps().iter();
        let opened = steps.filter(|step| matches!(step.deed, Deed::Opened(_)));
        opened.count()
    })
}

/// The Footman goes to meet the other one; then both strike at the middle for ever: their blades meet, and nobody falls.
fn card(position: &AnyPosition, side: Side) -> Option<Vec<AnyOrder>> {
    let wanted: &[&str] = match position.to_act() {
        ToAct::One(mover) if mover == side => &["d3-d5", "d5-d3"],
        ToAct::Secretly(_) => &["card MH"],
        ToAct::One(_) | ToAct::Lots(_) | ToAct::Nobody(_) => return None,
    };
    let mut legal = position.legal_orders(side).into_iter();
    let order = legal.find(|order| {
        let text = position.order_text(side, order);
        wanted.iter().any(|wanted| text.starts_with(wanted))
    })?;
    let mut orders = vec![order];
    if position.to_act() == ToAct::One(side) {
        orders.push(position.parse_order(side, rules::END).ok()?);
    }
    Some(orders)
}
