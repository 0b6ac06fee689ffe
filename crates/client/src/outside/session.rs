//! The open match as its session shows it.

use std::sync::Arc;
use std::time::Duration;

use net::{MatchHandle, Snapshot};

use super::open;
use crate::model::table::Decider;
use crate::model::{Command, News};

pub(super) struct Open {
    pub(super) table: u64,
    pub(super) handle: MatchHandle,
    pub(super) last: Option<Arc<Snapshot>>,
    /// The decider of each seat; if nobody named them, they come from the first snapshot that names the seats.
    pub(super) deciders: Option<Vec<Decider>>,
    pub(super) told: bool,
}

impl Open {
    /// The newest snapshot, if it is new.
    pub(super) fn look(&mut self) -> Option<Command> {
        let seen = self.handle.snapshot();
        let last = self.last.as_ref();
        // the session replaces its snapshot as a whole; comparing contents would walk the whole history in every frame
        if last.is_some_and(|last| Arc::ptr_eq(last, &seen)) {
            return None;
        }
        self.last = Some(seen.clone());
        let deciders = self.deciders.clone().unwrap_or_else(|| {
            let seats = seen.contract.seats.iter();
            let of = seats.map(|seat| match seat.mine {
                true => open::by_name(&seat.name),
                false => Decider::Peer,
            });
            of.collect()
        });
        // the deciders of the snapshots before were only assumed: the table is opened once more with the right ones
        if self.deciders.is_none() && seen.contract.seats.len() >= 2 {
            self.deciders = Some(deciders.clone());
            self.told = false;
        }
        let news = if self.told {
            News::Seen(self.table, seen)
        } else {
            News::Opened {
                table: self.table,
                seen,
                deciders,
            }
        };
        self.told = true;
        Some(news.into())
    }
}

/// Waits until a match that was left has closed its files: the next match opened may be the same one.
pub(super) fn wait_for_end(leaving: Option<MatchHandle>) {
    const LONGEST: Duration = Duration::from_secs(5);
    if let (Some(mut handle), Ok(runtime)) = (leaving, reach::runtime()) {
        let ended = async move { handle.wait_for(|snapshot| snapshot.ended).await };
        // after that the files are as they are; opening them reports what is wrong
        let _ = runtime.block_on(async { tokio::time::timeout(LONGEST, ended).await });
    }
}
