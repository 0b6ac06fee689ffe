//! What players wait for besides turns, over links of 50 ms: the board after the last *Ready*, the new match after the last
//! *Go on without*, the way back after a cut of 10 s; and what an idle table sends.

use std::path::Path;
use std::time::{Duration, Instant};

use net::lobby::{LobbyCommand, LobbySnapshot};
use net::{Command, LineState, MatchHandle, Snapshot};
use protocol::{Seat, Stage};
use tokio::time::sleep;

use crate::gathering::{Hall, all_started, begin, ready};
use crate::play::{Result, offer};
use crate::{RTT, Row, SEATS, place};

/// The time for which the bytes of an idle table are counted.
const IDLE: Duration = Duration::from_secs(30);
const CUT: Duration = Duration::from_secs(10);
/// What timers and the disk may add.
const MARGIN: Duration = Duration::from_millis(100);
/// Bytes of the heads of UDP and IPv4.
const HEADS: u64 = 28;

pub(crate) async fn measure(folder: &Path) -> Result<Vec<Row>> {
    let hall = Hall::on_links(&place(folder, "waits"), SEATS);
    let (matches, ready) = ready_to_board(&hall, SEATS).await?;
    let small = Hall::on_links(&place(folder, "waits-3"), 3);
    let (of_three, ready_of_three) = ready_to_board(&small, 3).await?;
    of_three.iter().for_each(|it| it.send(Command::Leave));
    let two = Hall::on_links(&place(folder, "waits-2"), 2);
    let of_two = two.two(offer()?)?;
    for handle in &of_two {
        handle.clone().wait_for(is_playing).await;
    }
    let idle = [idle(&hall).await, idle(&two).await];
    let back = back(&hall, &matches).await;
    let back_of_two = back_of_two(&two, &of_two).await;
    let went_on = went_on(&matches).await?;
    of_two
        .iter()
        .chain(&matches)
        .for_each(|it| it.send(Command::Leave));
    Ok(vec![
        Row::of_times(
            "from the last *Ready* to the board (beside it a table of three)",
            ready,
            Some(ready_of_three),
            (3 * RTT + MARGIN, "three round trips and 100 ms"),
        ),
        Row::of_times(
            "from the last *Go on without* to the new match",
            went_on,
            None,
            (5 * RTT + MARGIN, "five round trips and 100 ms"),
        ),
        Row::of_times(
            "back after a cut of 10 s",
            back,
            Some(back_of_two),
            (
                Duration::from_secs(1) + 2 * RTT,
                "a second and two round trips",
            ),
        ),
        Row::of_counts(
            "bytes a second of an idle host",
            idle,
            (1200, "at most"),
            "B/s",
        ),
    ])
}

fn is_playing(shown: &Snapshot) -> bool {
    shown.stage == Stage::Playing
}

/// All but the last are ready; measured is the time until everybody has the board after the last one is.
async fn ready_to_board(hall: &Hall, seats: u8) -> Result<(Vec<MatchHandle>, Duration)> {
    let lobbies = hall.sit(offer()?, seats).await?;
    let (last, others) = lobbies.split_last().ok_or("a table")?;
    for lobby in others {
        ready(lobby).await;
    }
    let all_but_one = |shown: &LobbySnapshot| {
        let table = shown.table.as_ref();
        let ready = table.map(|table| {
            let sitters = table.sitters();
            sitters.filter(|(_, sitter)| sitter.is_ready).count()
        });
        ready == Some(usize::from(seats) - 1)
    };
    last.clone().wait_for(all_but_one).await;
    let clicked = Instant::now();
    last.send(LobbyCommand::Ready(true));
    begin(&lobbies[0]).await;
    let matches = all_started(&lobbies).await?;
    for handle in &matches {
        handle.clone().wait_for(is_playing).await;
    }
    Ok((matches, clicked.elapsed()))
}

/// The bytes that the host's machine sends a second.
async fn idle(hall: &Hall) -> u64 {
    let sent = || {
        let sent = hall.machines[0].sent();
        sent.bytes + HEADS * sent.datagrams
    };
    let before = sent();
    sleep(IDLE).await;
    (sent() - before) / IDLE.as_secs()
}

/// A member's machine is cut for ten seconds: the time until both ends are connected again.
async fn back(hall: &Hall, matches: &[MatchHandle]) -> Duration {
    let (cut, seat) = (1, Seat(1));
    hall.machines[cut].cut();
    sleep(CUT).await;
    hall.machines[cut].heal();
    let healed = Instant::now();
    let is_up = |of: Seat| {
        move |shown: &Snapshot| {
            let mut lines = shown.lines.iter();
            lines.any(|line| line.seat == of && line.state == LineState::Up)
        }
    };
    matches[cut].clone().wait_for(is_up(Seat(0))).await;
    matches[0].clone().wait_for(is_up(seat)).await;
    healed.elapsed()
}

async fn back_of_two(hall: &Hall, matches: &[MatchHandle]) -> Duration {
    hall.machines[1].cut();
    sleep(CUT).await;
    hall.machines[1].heal();
    let healed = Instant::now();
    for handle in matches {
        let is_up = |shown: &Snapshot| shown.line == LineState::Up;
        handle.clone().wait_for(is_up).await;
    }
    healed.elapsed()
}

/// The last player resigns, and all others go on without. The last of them clicks once the others' answers are known; the
/// time from that click until all are in the new match is measured.
async fn went_on(matches: &[MatchHandle]) -> Result<Duration> {
    let gone = Seat(SEATS - 1);
    let [staying @ .., last, leaving] = matches else {
        return Err("three players at least".into());
    };
    leaving.send(Command::Resign { seat: gone });
    for handle in staying {
        go_on(handle, gone).await;
    }
    let others_agree = |shown: &Snapshot| {
        let mut may = shown.leaving.may.iter();
        may.any(|may| may.leaver.seat == gone && may.leaver.missing.len() <= 1)
    };
    last.clone().wait_for(others_agree).await;
    let clicked = Instant::now();
    go_on(last, gone).await;
    for handle in staying.iter().chain([last]) {
        let is_new = |shown: &Snapshot| !shown.leaving.gone.is_empty();
        handle.clone().wait_for(is_new).await;
    }
    Ok(clicked.elapsed())
}

/// Goes on without that player, as soon as it may.
async fn go_on(handle: &MatchHandle, gone: Seat) {
    let may = |shown: &Snapshot| {
        let mut may = shown.leaving.may.iter();
        may.any(|may| may.leaver.seat == gone)
    };
    handle.clone().wait_for(may).await;
    handle.send(Command::GoOnWithout {
        seat: gone,
        agrees: true,
    });
}
