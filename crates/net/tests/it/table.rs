//! Two players, each with a data folder, and somebody to play for them.

use std::future::Future;
use std::net::SocketAddr;
use std::time::Duration;

use computer::Budget;
use home::{Home, Invitation, Player};
use net::{Command, HostConfig, JoinConfig, MatchHandle, Snapshot};
use protocol::manifest::Terms;
use protocol::{Offer, PublicKey, Seat};
use reach::Addresses;
use rules::warlord::Side;
use tempfile::TempDir;

/// The names of the files in the folder of a match.
fn names_in(folder: &std::path::Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("the folder");
    let names = entries.map(|entry| entry.expect("an entry").file_name());
    names
        .map(|name| name.to_string_lossy().into_owned())
        .collect()
}

/// A player who is found there and nowhere else.
pub(crate) fn found_at(candidates: Vec<SocketAddr>) -> Addresses {
    Addresses {
        candidates,
        ..Addresses::default()
    }
}

/// Ann hosts, Bob joins.
pub(crate) struct Table {
    folder: TempDir,
}

impl Table {
    pub(crate) fn new() -> Self {
        Self {
            folder: tempfile::tempdir().expect("a folder"),
        }
    }

    pub(crate) fn host_home(&self) -> Home {
        Home::at(self.folder.path().join("ann")).expect("a folder")
    }

    pub(crate) fn guest_home(&self) -> Home {
        Home::at(self.folder.path().join("bob")).expect("a folder")
    }

    pub(crate) fn guest_key(&self) -> PublicKey {
        let player = self.guest_home().player(None);
        player.expect("a player").key()
    }

    /// A player whose key is in the host's folder, so that a match can be resumed.
    pub(crate) fn player(&self, name: &str) -> Player {
        match name {
            "Ann" => self.host_home().player(Some(name)),
            _ => self.host_home().player_at(1, Some(name)),
        }
        .expect("a player")
    }

    pub(crate) fn host_config(&self, offer: Offer, listen: Vec<SocketAddr>) -> HostConfig {
        let home = self.host_home();
        let player = home.player(Some("Ann")).expect("a player");
        let mut config = HostConfig::new(home, player, offer);
        config.listen = listen;
        config
    }

    pub(crate) fn host(&self, offer: Offer, listen: Vec<SocketAddr>) -> MatchHandle {
        net::host(self.host_config(offer, listen)).expect("a match")
    }

    pub(crate) fn join_config(&self, invitation: &Invitation) -> JoinConfig {
        let home = self.guest_home();
        let player = home.player(Some("Bob")).expect("a player");
        // a pasted code is text
        let invitation = invitation.code().parse().expect("a code");
        let mut config = JoinConfig::new(home, player, invitation);
        config.accept = true;
        config
    }

    pub(crate) fn join(&self, host: &MatchHandle) -> MatchHandle {
        let snapshot = host.snapshot();
        let invitation = snapshot.meeting.invitation.as_ref().expect("an invitation");
        net::join(self.join_config(invitation)).expect("a match")
    }

    pub(crate) fn names_beside(&self, handle: &MatchHandle) -> Vec<String> {
        let file = handle.snapshot().file.clone();
        names_in(file.parent().expect("a folder"))
    }

    pub(crate) fn file(&self, handle: &MatchHandle) -> Vec<u8> {
        std::fs::read(&handle.snapshot().file).expect("a match file")
    }
}

pub(crate) fn offer(scenario: &str, max_turns: u32) -> Offer {
    let scenario = scenario::load(scenario).expect("a scenario");
    Offer {
        scenario: scenario.expect("a sound scenario"),
        options: Vec::new(),
        host_side: Some(Side::White.into()),
        max_turns: Some(max_turns),
        terms: Terms::default(),
        takeback: true,
        start: None,
        drop: None,
        vacancy: None,
    }
}

/// The number of turns for which orders are in the history.
pub(crate) fn turns(snapshot: &Snapshot) -> usize {
    let history = snapshot.played.history.as_ref();
    history.map_or(0, |history| history.orders().count())
}

/// The number of steps in the history.
fn steps(snapshot: &Snapshot) -> usize {
    let history = snapshot.played.history.as_ref();
    history.map_or(0, |history| history.steps().len())
}

/// Nothing here takes a minute.
pub(crate) async fn patience<T>(work: impl Future<Output = T>) -> T {
    let work = tokio::time::timeout(Duration::from_secs(60), work);
    work.await.expect("in time")
}

/// Lets the computer play every seat of a handle until the match has ended.
pub(crate) async fn autoplay(handle: MatchHandle, seed: u64) {
    autoplay_until(handle, seed, usize::MAX).await;
}

/// Lets the computer play every seat of a handle until that many turns were made, or the match has ended.
pub(crate) async fn autoplay_until(mut handle: MatchHandle, seed: u64, until: usize) {
    let mut done: Vec<(Seat, usize, bool)> = Vec::new();
    loop {
        let snapshot = handle
            .wait_for(|snapshot| {
                let open = |(seat, secret): &(Seat, bool)| {
                    !done.contains(&(*seat, steps(snapshot), *secret))
                };
                turns(snapshot) >= until || snapshot.deciding.to_decide.iter().any(open)
            })
            .await;
        if snapshot.ended || turns(&snapshot) >= until {
            return;
        }
        let Some(position) = snapshot.played.position.clone() else {
            continue;
        };
        for &(seat, secret) in &snapshot.deciding.to_decide {
            let decision = (seat, steps(&snapshot), secret);
            if done.contains(&decision) {
                continue;
            }
            done.push(decision);
            let side = snapshot.side_of(seat).expect("a side");
            let orders = computer::choose(&position, side, Budget::Nodes(100), seed);
            handle.send(Command::Propose { seat, orders });
        }
    }
}
