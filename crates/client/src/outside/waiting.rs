//! Matches that wait for their guests while other things are done: invitations set aside, and those of earlier runs.

use std::path::Path;
use std::sync::Arc;

use net::lobby::host_table_again;
use net::{MatchHandle, Snapshot};
use protocol::Stage;
use rules::Side;

use super::open::{self, Game};
use super::{Arrival, Outside};
use crate::model::table::Decider;
use crate::model::{Command, News, Opening, Outreach, WaitingMatch};

/// A match that waits for its guest.
pub(super) struct Waiting {
    handle: MatchHandle,
    last: Option<Arc<Snapshot>>,
}

impl Waiting {
    pub(super) fn is_of(&self, game: [u8; 8]) -> bool {
        let invitation = self.handle.snapshot().meeting.invitation.clone();
        invitation.is_some_and(|invitation| invitation.game == game)
    }

    pub(super) fn has_file(&self, file: &Path) -> bool {
        self.handle.snapshot().file == file
    }
}

impl Outside {
    /// Waits again for guests whom earlier runs invited, unless another program already does.
    pub(crate) fn wait_for_earlier_guests(&self) {
        let (home, sender, wake) = (self.home.clone(), self.sender.clone(), self.wake.clone());
        std::thread::spawn(move || {
            let (tables, matches): (Vec<_>, Vec<_>) = home
                .invitations()
                .into_iter()
                .partition(|invitation| !invitation.table.is_empty());
            let limits = net::limits::Limits::default();
            // one sits at one table; another one waits for the next start
            let mut tables = tables.into_iter();
            let table = tables.find_map(|table| host_table_again(&home, table, None, limits).ok());
            if let Some(handle) = table {
                // the receiver lives as long as the window
                let _ = sender.send(Arrival::TableAgain(Box::new(handle)));
                wake();
            }
            for invitation in matches {
                // another window, or the command line, may wait for the guest already
                if let Ok(handle) = net::host_again(&home, invitation, limits) {
                    // the receiver lives as long as the window
                    let _ = sender.send(Arrival::Waiting(Box::new(handle)));
                    wake();
                }
            }
        });
    }

    /// Opens a match to a guest and waits for the guest while another match stays on the table.
    pub(super) fn host_beside(&self, opening: Opening, side: Option<Side>, outreach: Outreach) {
        let (home, sender, wake) = (self.home.clone(), self.sender.clone(), self.wake.clone());
        std::thread::spawn(move || {
            let made = match open::host(&home, &opening, side, outreach) {
                Ok(Game::Match(handle, _)) => {
                    let code = handle.snapshot().meeting.invitation.as_deref().cloned();
                    // the receiver lives as long as the window
                    let _ = sender.send(Arrival::Waiting(handle));
                    code.map(|code| Ok(Box::new(code)))
                }
                // two players need no table; dropping it closes it
                Ok(Game::Table(_)) => None,
                Err(trouble) => Some(Err(trouble)),
            };
            if let Some(made) = made {
                let news = News::Inviting(made).into();
                let _ = sender.send(Arrival::Tell(Box::new(news)));
            }
            wake();
        });
    }

    pub(super) fn wait(&mut self, handle: MatchHandle) {
        let wake = self.wake.clone();
        handle.on_change(move || wake());
        self.waiting.push(Waiting { handle, last: None });
    }

    /// Leaves the open match without leaving its invitation.
    pub(super) fn set_aside(&mut self) {
        if let Some(open) = self.open.take() {
            self.wait(open.handle);
        }
    }

    /// Leaves the open match; if it still waits for its guest, only sets it aside.
    pub(super) fn put_away(&mut self) {
        let is_waiting = self.open.as_ref().is_some_and(|open| {
            let seen = open.handle.snapshot();
            seen.meeting.invitation.is_some() && !matches!(seen.stage, Stage::Playing | Stage::Over)
        });
        // a guest may still come for an invitation, and would find nobody
        if is_waiting {
            self.set_aside();
        } else {
            self.leave();
        }
    }

    /// Puts a match that waited for its guest on the table.
    pub(super) fn take_up(&mut self, table: u64, is_it: impl Fn(&Waiting) -> bool) {
        let Some(place) = self.waiting.iter().position(is_it) else {
            return;
        };
        let handle = self.waiting.remove(place).handle;
        // `show` takes the place of the open match, which would be dropped without leaving
        self.put_away();
        self.tell_waiting();
        self.show(table, handle, Some(vec![Decider::Person, Decider::Peer]));
    }

    pub(super) fn waits_with(&self, file: &Path) -> bool {
        self.waiting.iter().any(|one| one.has_file(file))
    }

    pub(super) fn withdraw(&mut self, game: [u8; 8]) {
        self.waiting.retain(|one| {
            let is_it = one.is_of(game);
            if is_it {
                one.handle.send(net::Command::Withdraw);
            }
            !is_it
        });
        self.tell_waiting();
    }

    /// The list of all waiting matches, if it has changed.
    pub(super) fn look_at_waiting(&mut self) -> Option<Command> {
        let mut has_changed = false;
        // all of them, not up to the first change: each must note what it has shown
        for one in &mut self.waiting {
            let seen = one.handle.snapshot();
            if !one
                .last
                .as_ref()
                .is_some_and(|last| Arc::ptr_eq(last, &seen))
            {
                one.last = Some(seen);
                has_changed = true;
            }
        }
        has_changed.then(|| News::Waiting(self.list_waiting()).into())
    }

    fn tell_waiting(&self) {
        self.tell(News::Waiting(self.list_waiting()));
    }

    fn list_waiting(&self) -> Vec<WaitingMatch> {
        let waiting = self.waiting.iter().filter_map(|one| {
            let seen = one.handle.snapshot();
            // a match without an invitation yet has no code to list
            let invitation = seen.meeting.invitation.as_ref()?;
            // a guest has a seat as soon as the offer is read, and may still decline it
            let has_begun = matches!(seen.stage, Stage::Playing | Stage::Over);
            let guest = seen
                .contract
                .seats
                .iter()
                .find(|seat| has_begun && !seat.mine);
            Some(WaitingMatch {
                game: invitation.game,
                title: seen.title().to_owned(),
                code: invitation.code(),
                until: home::date(invitation.last_day.into()),
                guest: guest.map(|seat| seat.name.clone()),
                is_asked: !seen.meeting.askers.is_empty(),
                calls: seen.meeting.calls.clone(),
                trouble: seen.messages.error.clone(),
            })
        });
        waiting.collect()
    }
}
