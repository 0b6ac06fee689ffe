//! Plays the games of a study that are missing, several at a time.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use indicatif::ProgressBar;
use lab::{Cell, Study};
use scenario::Scenario;

use super::players::Player;
use super::rows::Rows;
use crate::failure::Failure;
use crate::interrupt::Interrupt;

/// How often the coordinating thread looks for Ctrl-C.
const LOOK: Duration = Duration::from_millis(200);

/// Plays the games that are missing, several at a time; false if Ctrl-C ended the play.
pub(super) fn play_missing(
    study: &Study,
    scenario: &Scenario,
    players: &[Player],
    rows: &mut Rows,
    threads: usize,
    (progress, interrupt): (&ProgressBar, &Interrupt),
) -> anyhow::Result<bool> {
    let cells = study.cells();
    let missing = rows.missing(study);
    progress.set_length((rows.games.len() + missing.len()) as u64);
    progress.set_position(rows.games.len() as u64);
    progress.reset_eta();
    // the threads draw the next game from one counter: games differ in length by far too much to be dealt out
    // beforehand
    let next = AtomicUsize::new(0);
    let stop = AtomicBool::new(false);
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        // no more threads than games: the others would only start and end
        for _ in 0..threads.min(missing.len()) {
            let (sender, next, stop) = (sender.clone(), &next, &stop);
            let (missing, cells) = (&missing, &cells);
            scope.spawn(move || {
                while let Some(number) = missing.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let played = play_one(study, scenario, players, cells, *number, stop);
                    // `None` is a game that was stopped
                    if matches!(played, Ok(None)) || sender.send(played).is_err() {
                        return;
                    }
                }
            });
        }
        // the channel closes when the last thread has ended, which ends the loop below
        drop(sender);
        let mut wrong = None;
        loop {
            match receiver.recv_timeout(LOOK) {
                Ok(Ok(Some(row))) if wrong.is_none() => {
                    // the first error counts; the games under way are heard out, or their threads could not be joined
                    if let Err(error) = rows.add(row) {
                        stop.store(true, Ordering::Relaxed);
                        wrong = Some(error);
                    }
                    progress.inc(1);
                }
                Ok(Ok(_)) => {}
                Ok(Err(error)) => {
                    stop.store(true, Ordering::Relaxed);
                    let advice = "see `warlord balance --help` for the variants";
                    let failure = Failure::new("a game of the study cannot be played", advice);
                    wrong.get_or_insert(anyhow::Error::new(error).context(failure));
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if interrupt.is_pressed() {
                stop.store(true, Ordering::Relaxed);
            }
        }
        match wrong {
            Some(error) => Err(error),
            None => Ok(!stop.load(Ordering::Relaxed)),
        }
    })
}

fn play_one(
    study: &Study,
    scenario: &Scenario,
    players: &[Player],
    cells: &[Cell],
    number: usize,
    stop: &AtomicBool,
) -> Result<Option<lab::Row>, lab::PlayError> {
    // numbers go through all cells before the next index, so that a study stopped anywhere has about as many games of
    // each
    let place = number % cells.len();
    let index = u32::try_from(number / cells.len()).unwrap_or(u32::MAX);
    let player = &players[cells[place].player];
    lab::play(
        study,
        scenario,
        (place, cells[place]),
        index,
        &|position, side, seed| player.choose(position, side, seed),
        stop,
    )
}
