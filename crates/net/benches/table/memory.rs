//! The memory of a host without a window: of a table of eight beside a match of two, each in a process of its own.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, Command as Process, Stdio};

use home::{Home, Invitation};
use net::{Command, JoinConfig, MatchHandle};

use crate::gathering::Hall;
use crate::play::{Result, answer, given, offer, player, some_turn};
use crate::{Row, SEATS, place};

/// The argument of a process that hosts, before the number of seats.
const HOST: &str = "--host-of";
/// Turns before the memory is read.
const TURNS: usize = 60;
const KIB_IN_MIB: u64 = 1024;

/// The seats of the match that this process has to host.
pub(crate) fn asked(arguments: &[String]) -> Option<u8> {
    let at = arguments.iter().position(|word| word == HOST)?;
    arguments.get(at + 1)?.parse().ok()
}

/// Hosts a match of the given number of players on the loopback: writes its code, plays, and writes the process's memory in KiB.
pub(crate) fn host(folder: &Path, seats: u8) -> Result<()> {
    crate::run(async {
        let hall = Hall::on_the_loopback(folder);
        let mut out = std::io::stdout();
        let mut tell = |line: String| writeln!(out, "{line}").and_then(|()| out.flush());
        let handle = match seats {
            2 => {
                let host = hall.host_of_two(offer()?)?;
                let shown = host.snapshot();
                let code = shown.meeting.invitation.as_ref().ok_or("no invitation")?;
                tell(code.code())?;
                host
            }
            _ => {
                let host = hall.host(offer()?, seats)?;
                let shown = host.snapshot();
                let code = shown.meeting.invitation.as_ref().ok_or("no invitation")?;
                tell(code.code())?;
                crate::gathering::ready(&host).await;
                crate::gathering::begin(&host).await;
                crate::gathering::started(&host).await?
            }
        };
        tokio::spawn(play(handle.clone()));
        handle.clone().wait_for(|shown| given(shown) >= TURNS).await;
        tell(resident()?.to_string())?;
        // until the other process has read it
        let mut line = String::new();
        std::io::stdin().read_line(&mut line)?;
        Ok(())
    })
}

/// The memory of this process in KiB.
fn resident() -> Result<u64> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let number = line.and_then(|line| line.split_whitespace().next());
    Ok(number.ok_or("no VmRSS")?.parse()?)
}

pub(crate) async fn measure(folder: &Path) -> Result<Row> {
    let eight = of(&place(folder, "memory-8"), SEATS).await?;
    let two = of(&place(folder, "memory-2"), 2).await?;
    Ok(Row::of_counts(
        "memory of a host without a window",
        [eight, two],
        (two + 4 * KIB_IN_MIB, "that of two and 4 MiB"),
        "KiB",
    ))
}

/// The memory of a process that hosts the given number of players, in KiB.
async fn of(folder: &Path, seats: u8) -> Result<u64> {
    let mut process = Process::new(std::env::current_exe()?)
        .args([HOST, &seats.to_string()])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    let figure = beside(folder, seats, &mut process).await;
    process.kill()?;
    process.wait()?;
    figure
}

/// Plays at the table that a process hosts until it says its memory.
async fn beside(folder: &Path, seats: u8, process: &mut Child) -> Result<u64> {
    let out = process.stdout.take().ok_or("it was piped")?;
    let mut lines = BufReader::new(out).lines();
    let mut next = || lines.next().ok_or("the host has ended");
    let code: Invitation = next()??.parse()?;
    let hall = Hall::on_the_loopback(folder);
    let mut matches = Vec::new();
    if seats == 2 {
        let mut config = JoinConfig::new(Home::at(folder)?, player(2), code);
        config.accept = true;
        let guest = net::join(config)?;
        tokio::spawn(answer(guest.clone()));
        matches.push(guest);
    } else {
        let mut lobbies = Vec::new();
        for at in 1..usize::from(seats) {
            lobbies.push(hall.seated(at, &code).await?);
        }
        for lobby in &lobbies {
            crate::gathering::ready(lobby).await;
        }
        for lobby in &lobbies {
            let guest = crate::gathering::started(lobby).await?;
            tokio::spawn(play(guest.clone()));
            matches.push(guest);
        }
    }
    let figure = tokio::task::block_in_place(next)??.parse()?;
    matches.iter().for_each(|it| it.send(Command::Leave));
    Ok(figure)
}

/// Decides each turn at once.
async fn play(mut handle: MatchHandle) {
    let mut done = None;
    loop {
        let asked = handle
            .wait_for(|shown| !shown.deciding.to_decide.is_empty() && Some(given(shown)) != done)
            .await;
        if asked.ended {
            return;
        }
        done = Some(given(&asked));
        for (seat, _) in &asked.deciding.to_decide {
            let position = asked.played.position.as_deref();
            if let Some((position, side)) = position.zip(asked.side_of(*seat)) {
                let orders = some_turn(position, side, given(&asked) / 2);
                handle.send(Command::Propose {
                    seat: *seat,
                    orders,
                });
            }
        }
    }
}
