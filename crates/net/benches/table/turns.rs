//! Turns and rounds of sealed cards, from the last decision to where the next one is asked for.

use std::io::Write as _;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use net::{Command, MatchHandle, Snapshot};
use protocol::{Deed, Offer};
use rules::{AnyOrder, AnyPosition, Rules as _, Side, ToAct};

use crate::gathering::Hall;
use crate::play::{Figures, Result, given, offer, some_turn};
use crate::processes::{What, all_say};
use crate::{RTT, Row, SEATS, place};

/// Decisions that are measured, and those before them.
const ROUNDS: usize = 120;
const WARM_UP: usize = 16;

/// The moments of a match as one player sees it, by the number of the decision: when it was made here, when it was asked for
/// here, and when the board before it was there.
#[derive(Debug, Clone, Default)]
pub(crate) struct Log(Vec<[Option<SystemTime>; 3]>);

#[derive(Debug, Clone, Copy)]
enum Moment {
    Decided,
    Asked,
    Board,
}

impl Log {
    fn note(&mut self, number: usize, which: Moment, moment: SystemTime) {
        if self.0.len() <= number {
            self.0.resize(number + 1, [None; 3]);
        }
        self.0[number][which as usize] = Some(moment);
    }

    fn at(&self, number: usize, which: Moment) -> Option<SystemTime> {
        self.0.get(number)?[which as usize]
    }

    /// One moment a line, in nanoseconds: all processes of a machine have one clock.
    pub(crate) fn lines(&self) -> impl Iterator<Item = String> {
        self.0.iter().enumerate().flat_map(|(number, moments)| {
            let known = moments.iter().enumerate();
            known.filter_map(move |(which, moment)| {
                let since = (*moment)?.duration_since(UNIX_EPOCH).ok()?;
                Some(format!("{number} {which} {}", since.as_nanos()))
            })
        })
    }

    fn read(lines: &[String]) -> Option<Self> {
        let mut log = Self::default();
        for line in lines {
            let mut words = line.split(' ');
            let number = words.next()?.parse().ok()?;
            let kinds = [Moment::Decided, Moment::Asked, Moment::Board];
            let which = *kinds.get(words.next()?.parse::<usize>().ok()?)?;
            let since = Duration::from_nanos(words.next()?.parse().ok()?);
            log.note(number, which, UNIX_EPOCH + since);
        }
        Some(log)
    }
}

/// The times from the last player's decision to where those who decide next are asked, or have the board.
fn times(logs: &[Log], until: Moment) -> Vec<Duration> {
    let latest = |number: usize, which: Moment| {
        let deciding = logs
            .iter()
            .filter(|log| log.at(number, Moment::Asked).is_some());
        deciding.filter_map(|log| log.at(number, which)).max()
    };
    let most = logs.iter().map(|log| log.0.len()).max().unwrap_or(0);
    let times = (0..most).filter_map(|number| {
        let decided = latest(number, Moment::Decided)?;
        let next = latest(number + 1, until)?;
        Some(next.duration_since(decided).unwrap_or_default())
    });
    let times: Vec<Duration> = times.skip(WARM_UP).collect();
    assert!(times.len() >= ROUNDS, "the game ended too soon");
    times
}

/// A kind of decision: how many are behind a snapshot, and what a seat of that side decides.
#[derive(Clone, Copy)]
pub(crate) struct Game {
    pub(crate) offer: fn() -> Result<Offer>,
    pub(crate) behind: fn(&Snapshot) -> usize,
    pub(crate) decide: fn(&AnyPosition, Side, usize) -> Option<Vec<AnyOrder>>,
    /// The number of decisions after which the players say what they have seen.
    pub(crate) last: usize,
}

pub(crate) const TURNS: Game = Game {
    offer,
    behind: given,
    decide: |position, side, number| Some(some_turn(position, side, number / 2)),
    last: WARM_UP + ROUNDS + 2,
};
pub(crate) const CARDS: Game = Game {
    offer: || {
        Ok(Offer {
            max_turns: None,
            ..protocol::testing::contact(1)
        })
    },
    behind: opened,
    decide: |position, side, _| card(position, side),
    ..TURNS
};

pub(crate) async fn measure(folder: &Path) -> Result<Vec<Row>> {
    let turns = [
        of_processes(What::Turns, 2)?,
        of_processes(What::Turns, SEATS)?,
    ];
    let cards = [
        of_processes(What::Cards, 2)?,
        of_processes(What::Cards, SEATS)?,
    ];
    let far = [
        on_links(&place(folder, "links-2"), 2).await?,
        on_links(&place(folder, "links-8"), SEATS).await?,
    ];
    let median = |name: &str, [two, eight]: &[Vec<Log>; 2], until: Moment| -> Result<_> {
        let mut medians = [Duration::ZERO; 2];
        for (at, (seats, logs)) in [(2, two), (SEATS, eight)].into_iter().enumerate() {
            let figures = Figures::of(times(logs, until));
            writeln!(std::io::stdout(), "{name} of {seats}: {}", figures.words())?;
            medians[at] = figures.median;
        }
        Ok(medians)
    };
    let [board_of_two, board] = median("to the next board", &turns, Moment::Board)?;
    let [turn_of_two, turn] = median("to the next question", &turns, Moment::Asked)?;
    let [card_of_two, card] = median("cards", &cards, Moment::Asked)?;
    let [far_of_two, far] = median("cards on links", &far, Moment::Asked)?;
    Ok(vec![
        Row::of_times(
            "a turn, from *End turn* to the next player's board",
            board,
            Some(board_of_two),
            (3 * board_of_two, "three times that of two"),
        ),
        Row::of_times(
            "the same until the next player can decide",
            turn,
            Some(turn_of_two),
            (Duration::ZERO, ""),
        )
        .unbound(),
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

/// A match between processes, each of which decides at once whatever it is asked.
fn of_processes(what: What, seats: u8) -> Result<Vec<Log>> {
    let all = all_say(what, seats)?;
    let logs = all
        .iter()
        .map(|said| Log::read(said).ok_or("a moment that cannot be read"));
    Ok(logs.collect::<std::result::Result<_, _>>()?)
}

/// Rounds of cards over links inside this process.
async fn on_links(folder: &Path, seats: u8) -> Result<Vec<Log>> {
    let hall = Hall::on_links(folder, seats);
    let matches = hall.playing((CARDS.offer)()?, seats).await?;
    let playing: Vec<_> = matches
        .iter()
        .map(|handle| tokio::spawn(follow(handle.clone(), CARDS)))
        .collect();
    let mut logs = Vec::new();
    for playing in playing {
        logs.push(playing.await?);
    }
    matches.iter().for_each(|it| it.send(Command::Leave));
    Ok(logs)
}

/// Plays until the game has gone on for long enough, and on; gives what was seen by then.
///
/// # Panics
/// Panics if the match ends or fails.
pub(crate) async fn follow(handle: MatchHandle, game: Game) -> Log {
    let log = Arc::new(Mutex::new(Log::default()));
    tokio::spawn(play(handle.clone(), game, Arc::clone(&log)));
    let mut board = handle;
    for number in 0..game.last {
        let shown = board.wait_for(|shown| (game.behind)(shown) > number).await;
        let now = SystemTime::now();
        assert_eq!((shown.ended, &shown.messages.error), (false, &None));
        // also where one look shows two decisions
        lock(&log).note(number + 1, Moment::Board, now);
    }
    lock(&log).clone()
}

fn lock(log: &Mutex<Log>) -> MutexGuard<'_, Log> {
    log.lock().unwrap_or_else(PoisonError::into_inner)
}

async fn play(mut handle: MatchHandle, game: Game, log: Arc<Mutex<Log>>) {
    let note = |number, which| lock(&log).note(number, which, SystemTime::now());
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
        note(number, Moment::Asked);
        for (seat, _) in &asked.deciding.to_decide {
            let position = asked.played.position.as_deref();
            let side = asked.side_of(*seat);
            let orders = position.zip(side);
            let orders = orders.and_then(|(position, side)| (game.decide)(position, side, number));
            if let Some(orders) = orders {
                note(number, Moment::Decided);
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
