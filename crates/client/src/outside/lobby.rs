//! The table before its match begins, as its program shows it.

use std::sync::Arc;

use net::MatchHandle;
use net::lobby::{LobbyCommand, LobbyEvents, LobbyHandle, LobbyHappening, LobbySnapshot, Started};
use protocol::Seat;
use protocol::frame;

use super::Outside;
use super::open;
use crate::model::lobby::level_of;
use crate::model::table::Decider;
use crate::model::{Command, News};

/// A table that this machine's players sit at.
pub(super) struct OpenLobby {
    table: u64,
    handle: LobbyHandle,
    events: LobbyEvents,
    last: Option<Arc<LobbySnapshot>>,
    /// It was hosted in an earlier run.
    is_again: bool,
}

impl Outside {
    /// Sits down at a table in place of any other.
    pub(super) fn sit_at(&mut self, table: u64, handle: LobbyHandle, is_again: bool) {
        let wake = self.wake.clone();
        handle.on_change(move || wake());
        self.lobby = Some(OpenLobby {
            table,
            events: handle.events(),
            handle,
            last: None,
            is_again,
        });
    }

    /// Sends a request to the lobby; after leaving, nothing of it is shown.
    pub(super) fn ask_table(&mut self, command: LobbyCommand) {
        let leaves = matches!(command, LobbyCommand::Leave | LobbyCommand::Withdraw);
        if let Some(lobby) = &self.lobby {
            lobby.handle.send(command);
        }
        if leaves && let Some(lobby) = self.lobby.take() {
            let runtime = reach::runtime();
            let mut handle = lobby.handle;
            // dropped at once, the goodbye to the others might not leave any more
            if let Ok(runtime) = runtime {
                runtime.spawn(async move { handle.wait_for(|seen| seen.ended).await });
            }
        }
    }

    /// Takes the news of the lobby. Once its match has begun, the match's page takes the place of the lobby's.
    pub(super) fn look_at_lobby(&mut self) -> Vec<Command> {
        let Some(lobby) = self.lobby.as_mut() else {
            return Vec::new();
        };
        let seen = lobby.handle.snapshot();
        let mut happened = Vec::new();
        while let Some(happening) = lobby.events.try_next() {
            happened.push(happening);
        }
        let table = lobby.table;
        let started = happened.iter().find_map(|happening| match happening {
            LobbyHappening::Started(started) => Some(Started::clone(started)),
            _ => None,
        });
        if let Some(Started { handle, seats }) = started {
            self.lobby = None;
            self.put_away();
            let deciders = deciders(&handle, &seats);
            self.show(table, handle, Some(deciders));
            return Vec::new();
        }
        let last = lobby.last.replace(Arc::clone(&seen));
        let mut news = Vec::new();
        if last.is_none() {
            let seen = Arc::clone(&seen);
            news.push(match lobby.is_again {
                true => News::LobbyAgain(table, seen).into(),
                false => News::LobbyOpened(table, seen).into(),
            });
        }
        let is_known = last.is_some_and(|last| Arc::ptr_eq(&last, &seen));
        if !is_known || !happened.is_empty() {
            news.push(News::LobbySeen(table, seen, happened).into());
        }
        news
    }
}

/// The decider of each seat of the match that a table has become: other programs beyond the last seat of this one.
fn deciders(handle: &MatchHandle, own: &[(Seat, frame::Decider)]) -> Vec<Decider> {
    let seen = handle.snapshot();
    let count = own.iter().map(|(seat, _)| seat.0 + 1).max();
    let seats = (0..count.unwrap_or(0)).map(|number| {
        let mut own = own.iter();
        let found = own.find(|(seat, _)| seat.0 == number);
        match found {
            None => Decider::Peer,
            Some((_, frame::Decider::Person)) => Decider::Person,
            Some((seat, decider)) => match level_of(decider) {
                Some(level) => Decider::Computer(level),
                None => open::by_name(seen.seat(*seat).map_or("", |info| &info.name)),
            },
        }
    });
    seats.collect()
}
