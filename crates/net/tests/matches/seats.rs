//! Tables of three to eight over QUIC, from the invitation to the end.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use home::{Home, Invitation};
use net::limits::Limits;
use net::lobby::{
    JoinTableConfig, LobbyCommand, LobbyHandle, LobbyHappening, LobbySnapshot, Started, TableConfig,
};
use net::{Command, LineState, Snapshot};
use protocol::judge::{Verdict, judge};
use protocol::{Offer, Seat};
use tempfile::TempDir;
use tokio::task::JoinHandle;

use crate::table::{autoplay, offer, patience, turns};
use crate::whole::loopback;

/// Ann hosts a table; Ben, Cid and others come to it, each with a data folder.
pub(crate) struct Room {
    folder: TempDir,
}

impl Room {
    pub(crate) fn new() -> Self {
        Self {
            folder: tempfile::tempdir().expect("a folder"),
        }
    }

    pub(crate) fn home(&self, name: &str) -> Home {
        Home::at(self.folder.path().join(name)).expect("a folder")
    }

    pub(crate) fn host_config(&self, offer: Offer, seats: u8) -> TableConfig {
        let home = self.home("Ann");
        TableConfig {
            player: home.player(Some("Ann")).expect("a player"),
            home,
            offer,
            seats,
            listen: loopback(),
            public: Vec::new(),
            services: Vec::new(),
            record: None,
            lan: false,
            mapping: false,
            limits: Limits::default(),
        }
    }

    /// A table at which whoever has its code sits down.
    pub(crate) fn host(&self, seats: u8, turns: u32) -> LobbyHandle {
        let config = self.host_config(offer("test-of-wills", turns), seats);
        let host = net::lobby::host_table(config).expect("a table");
        host.send(LobbyCommand::OpenToAll(true));
        host
    }

    pub(crate) fn join_config(&self, name: &str, code: &Invitation) -> JoinTableConfig {
        let home = self.home(name);
        JoinTableConfig {
            player: home.player(Some(name)).expect("a player"),
            home,
            // a pasted code is text
            invitation: code.code().parse().expect("a code"),
            listen: loopback(),
            record: None,
            services: Vec::new(),
            mapping: false,
            limits: Limits::default(),
        }
    }

    pub(crate) fn join(&self, name: &str, code: &Invitation) -> LobbyHandle {
        net::lobby::join_table(self.join_config(name, code)).expect("a lobby")
    }
}

pub(crate) fn code(host: &LobbyHandle) -> Arc<Invitation> {
    let shown = host.snapshot();
    Arc::clone(shown.meeting.invitation.as_ref().expect("an invitation"))
}

/// Nothing refused and nothing failed, so far.
pub(crate) fn sound(shown: &LobbySnapshot) -> bool {
    assert_eq!((&shown.error, &shown.refused), (&None, &None), "{shown:?}");
    true
}

pub(crate) async fn full(lobby: &mut LobbyHandle) -> Arc<LobbySnapshot> {
    let is_full = |shown: &LobbySnapshot| {
        let table = shown.table.as_ref();
        sound(shown) && table.is_some_and(|table| table.free().0 == 0 && table.manifest().is_ok())
    };
    patience(lobby.wait_for(is_full)).await
}

/// Everybody says ready, and is shown as ready everywhere.
pub(crate) async fn all_ready(lobbies: &mut [LobbyHandle]) {
    for lobby in &mut *lobbies {
        full(lobby).await;
        lobby.send(LobbyCommand::Ready(true));
    }
    for lobby in lobbies {
        let is_ready = |shown: &LobbySnapshot| {
            let table = shown.table.as_ref().expect("shown");
            sound(shown) && table.sitters().all(|(_, sitter)| sitter.is_ready)
        };
        patience(lobby.wait_for(is_ready)).await;
    }
}

/// The match that a lobby has become.
pub(crate) async fn started(lobby: &LobbyHandle) -> Started {
    let mut events = lobby.events();
    let started = async {
        while let Some(happening) = events.next().await {
            if let LobbyHappening::Started(started) = happening {
                return *started;
            }
        }
        panic!("no match: {:?}", lobby.snapshot());
    };
    patience(started).await
}

/// Begins the match of a table whose lobbies are those, the host's first.
pub(crate) async fn begin(lobbies: &mut [LobbyHandle]) -> Vec<Started> {
    all_ready(lobbies).await;
    lobbies[0].send(LobbyCommand::Begin);
    let mut matches = Vec::new();
    for lobby in lobbies {
        matches.push(started(lobby).await);
    }
    matches
}

/// A table of that many, all with programs of their own, whose match has begun.
pub(crate) async fn playing(room: &Room, seats: u8, turns: u32) -> Vec<Started> {
    let host = room.host(seats, turns);
    let code = code(&host);
    let names = ["Ben", "Cid", "Dot", "Eve", "Fay", "Gil", "Hal"];
    let guests = names.iter().take(usize::from(seats) - 1);
    let mut lobbies = vec![host];
    lobbies.extend(guests.map(|name| room.join(name, &code)));
    begin(&mut lobbies).await
}

pub(crate) fn play(matches: &[Started]) -> Vec<JoinHandle<()>> {
    let handles = matches.iter().map(|started| started.handle.clone());
    let players = (1..).zip(handles);
    players
        .map(|(seed, handle)| tokio::spawn(autoplay(handle, seed)))
        .collect()
}

/// Waits for the end of all; their files are one and complete.
pub(crate) async fn finish(matches: &mut [Started]) {
    let mut files: BTreeMap<PathBuf, Vec<u8>> = BTreeMap::new();
    for started in matches {
        let ended = patience(started.handle.wait_for(|shown| shown.ended)).await;
        assert_eq!(ended.messages.error, None, "{:?}", ended.messages);
        assert_eq!(ended.played.verdict.as_deref(), Some("COMPLETE"));
        files.insert(
            ended.file.clone(),
            std::fs::read(&ended.file).expect("a file"),
        );
    }
    let files: Vec<&[u8]> = files.values().map(Vec::as_slice).collect();
    assert!(files.iter().all(|file| *file == files[0]), "one file");
    assert_eq!(judge(&files).verdict, Verdict::Complete);
}

#[tokio::test(flavor = "multi_thread")]
async fn three_programs_come_to_a_table_and_play_their_match_to_the_end() {
    let room = Room::new();
    let mut matches = playing(&room, 3, 6).await;
    let seats: Vec<Seat> = matches.iter().map(|started| started.seats[0].0).collect();
    assert_eq!(seats, [Seat(0), Seat(1), Seat(2)]);
    let playing = play(&matches);
    finish(&mut matches).await;
    for player in playing {
        player.await.expect("no panic");
    }
}

/// Whether a lobby shows that nobody is about to begin and nothing is wrong.
fn is_at_the_table(shown: &LobbySnapshot) -> bool {
    sound(shown) && !shown.is_beginning && !shown.ended
}

fn match_files(home: &Home) -> Vec<String> {
    let entries = std::fs::read_dir(home.matches_folder()).expect("a folder");
    let names = entries.map(|entry| entry.expect("an entry").file_name());
    names
        .map(|name| name.to_string_lossy().into_owned())
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn each_seat_of_a_match_is_shown_as_reached_directly_or_by_way_of_the_host() {
    let room = Room::new();
    let mut matches = playing(&room, 3, 40).await;
    let ways = [
        [(1, None), (2, None)],
        [(0, None), (2, Some(Seat(0)))],
        [(0, None), (1, Some(Seat(0)))],
    ];
    for (started, ways) in matches.iter_mut().zip(ways) {
        let is_so = |shown: &Snapshot| {
            let lines = shown.lines.iter();
            let lines = lines.map(|line| (line.seat.0, line.way));
            let is_up = shown.lines.iter().all(|line| line.state == LineState::Up);
            is_up && lines.eq(ways)
        };
        patience(started.handle.wait_for(is_so)).await;
    }
    for started in &matches {
        started.handle.send(Command::Leave);
    }
}
