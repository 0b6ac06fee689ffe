//! Tables of three to eight over QUIC, from the invitation to the end.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use home::{Home, Invitation, Player};
use net::limits::Limits;
use net::lobby::{
    JoinTableConfig, LobbyCommand, LobbyHandle, LobbyHappening, LobbySnapshot, Started, TableConfig,
};
use net::{Command, HostConfig, LineState, MatchHandle, Snapshot};
use protocol::judge::{Verdict, judge};
use protocol::{Offer, Seat};
use tempfile::TempDir;
use tokio::task::JoinHandle;

use crate::simulated::within_minutes;
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
        let player = home.player(Some("Ann")).expect("a player");
        table_config(home, player, offer, seats)
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
            level: None,
            seat: None,
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

/// A table on the loopback, which is not announced.
pub(crate) fn table_config(home: Home, player: Player, offer: Offer, seats: u8) -> TableConfig {
    let host = HostConfig {
        listen: loopback(),
        lan: false,
        ..HostConfig::new(home, player, offer)
    };
    TableConfig {
        host,
        level: None,
        seats,
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
    within_minutes(lobby.wait_for(is_full)).await
}

/// The lobby of a guest, who has a seat by now: who comes next gets a later one.
pub(crate) async fn seated(mut lobby: LobbyHandle) -> LobbyHandle {
    let sits = |shown: &LobbySnapshot| sound(shown) && shown.own[0].seat.is_some();
    within_minutes(lobby.wait_for(sits)).await;
    lobby
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
        within_minutes(lobby.wait_for(is_ready)).await;
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
    within_minutes(started).await
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
    for name in guests {
        lobbies.push(seated(room.join(name, &code)).await);
    }
    begin(&mut lobbies).await
}

pub(crate) fn play(matches: &[Started]) -> Vec<JoinHandle<()>> {
    let handles = matches.iter().map(|started| started.handle.clone());
    let players = (1..).zip(handles);
    players
        .map(|(seed, handle)| tokio::spawn(autoplay(handle, seed)))
        .collect()
}

/// How far each has come, for the message of a test that fails.
fn states(all: &[MatchHandle]) -> Vec<String> {
    let state = |handle: &MatchHandle| {
        let shown = handle.snapshot();
        let deciding = (&shown.deciding.to_decide, &shown.deciding.awaited);
        format!(
            "{} turns, {:?}, {deciding:?}, {:?}, {:?}, {:?}, ended {}",
            turns(&shown),
            shown.stage,
            shown.lines,
            shown.messages,
            shown.played.verdict,
            shown.ended
        )
    };
    all.iter().map(state).collect()
}

/// No match here takes that long, on any clock.
const LONG: std::time::Duration = std::time::Duration::from_secs(60);

/// Waits for the end of all; their files are one and complete.
pub(crate) async fn finish(matches: &mut [Started]) {
    let mut files: BTreeMap<PathBuf, Vec<u8>> = BTreeMap::new();
    let all: Vec<MatchHandle> = matches.iter().map(|it| it.handle.clone()).collect();
    for started in matches {
        let ended = started.handle.wait_for(|shown| shown.ended);
        let ended = tokio::time::timeout(LONG, ended).await;
        let ended = ended.unwrap_or_else(|_late| panic!("no end: {:#?}", states(&all)));
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

pub(crate) fn match_files(home: &Home) -> Vec<String> {
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

#[tokio::test(flavor = "multi_thread")]
async fn four_seats_on_three_machines_of_which_one_brings_a_computer() {
    let room = Room::new();
    let mut host = room.host(4, 6);
    let code = code(&host);
    let mut ben = room.join("Ben", &code);
    let sits = |shown: &LobbySnapshot| sound(shown) && shown.own[0].seat.is_some();
    patience(ben.wait_for(sits)).await;
    ben.send(LobbyCommand::Bring {
        seat: None,
        name: None,
        level: Some("easy".to_owned()),
    });
    // one seat a machine is given to whoever has the code; about another player the host is asked
    let asked = patience(host.wait_for(|shown| !shown.askers.is_empty())).await;
    host.send(LobbyCommand::LetIn(asked.askers[0].key));
    let both = |shown: &LobbySnapshot| {
        let own = &shown.own;
        sound(shown) && own.len() == 2 && own.iter().all(|own| own.seat.is_some())
    };
    patience(ben.wait_for(both)).await;
    let cid = room.join("Cid", &code);
    full(&mut host).await;
    let mut lobbies = [host, ben, cid];
    let mut matches = begin(&mut lobbies).await;
    assert_eq!(matches[1].seats.len(), 2, "{:?}", matches[1].seats);
    let mut playing = play(&matches);
    // both seats of a machine come back together
    let ben = &mut matches[1].handle;
    patience(ben.wait_for(|shown| turns(shown) >= 2)).await;
    ben.send(Command::Leave);
    let left = patience(ben.wait_for(|shown| shown.ended)).await;
    let config = net::ResumeConfig::new(room.home("Ben"), left.file.clone());
    matches[1].handle = net::resume(config).expect("taken up");
    let mine = |shown: &Snapshot| shown.contract.seats.iter().filter(|seat| seat.mine).count();
    assert_eq!(mine(&matches[1].handle.snapshot()), 2);
    playing.push(tokio::spawn(autoplay(matches[1].handle.clone(), 8)));
    finish(&mut matches).await;
    for player in playing {
        player.await.expect("no panic");
    }
    let names = match_files(&room.home("Ben"));
    let keys = names.iter().filter(|name| name.ends_with(".key")).count();
    assert_eq!((names.len(), keys), (3, 2), "{names:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_who_leaves_for_good_and_comes_back_is_waited_for_and_the_match_ends_for_all() {
    let room = Room::new();
    let mut matches = playing(&room, 3, 12).await;
    let playing = play(&matches);
    patience(matches[0].handle.wait_for(|shown| turns(shown) >= 3)).await;
    let ben = &mut matches[1].handle;
    ben.send(Command::Leave);
    let left = patience(ben.wait_for(|shown| shown.ended)).await;
    let is_lost = |shown: &Snapshot| {
        let mut lines = shown.lines.iter();
        lines.any(|line| line.seat == Seat(1) && matches!(line.state, LineState::Lost { .. }))
    };
    patience(matches[0].handle.wait_for(is_lost)).await;
    let config = net::ResumeConfig::new(room.home("Ben"), left.file.clone());
    matches[1].handle = net::resume(config).expect("taken up");
    let back = tokio::spawn(autoplay(matches[1].handle.clone(), 9));
    finish(&mut matches).await;
    for player in playing.into_iter().chain([back]) {
        player.await.expect("no panic");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_of_the_network_asks_without_a_code_and_is_let_in_once() {
    let room = Room::new();
    let mut config = room.host_config(offer("test-of-wills", 6), 3);
    config.host.lan = true;
    let mut host = net::lobby::host_table(config).expect("a table");
    let mut found = code(&host).announced("A Test of Wills", "Ann");
    // as the announcement of the host says it
    found.seats = host.snapshot().table.as_ref().map(|table| {
        let (free, all) = table.free();
        (
            u8::try_from(free).expect("few"),
            u8::try_from(all).expect("few"),
        )
    });
    assert_eq!(found.seats, Some((2, 3)));
    let home = room.home("Ben");
    let player = home.player(Some("Ben")).expect("a player");
    let key = player.key();
    let asking = tokio::spawn(async move { net::ask(&home, player, &found, || {}).await });
    let is_asked = |shown: &LobbySnapshot| {
        let mut askers = shown.meeting.askers.iter();
        askers.any(|asker| asker.key == key && asker.name == "Ben")
    };
    patience(host.wait_for(is_asked)).await;
    host.send(LobbyCommand::LetIn(key));
    let invitation = patience(asking).await.expect("no panic").expect("let in");
    // who was let in on the network is not asked about again
    let ben = seated(room.join("Ben", &invitation)).await;
    assert_eq!(host.snapshot().askers, []);
    for lobby in [host, ben] {
        lobby.send(LobbyCommand::Leave);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_that_cannot_be_granted_is_refused_in_words_and_changes_nothing() {
    let room = Room::new();
    let mut host = room.host(3, 6);
    let mut ben = seated(room.join("Ben", &code(&host))).await;
    let before = host.snapshot().table.clone();
    for (lobby, command, words) in [
        (&mut host, LobbyCommand::Begin, "is free"),
        (&mut ben, LobbyCommand::SetSeats(4), "only the host"),
    ] {
        lobby.send(command);
        let is_refused = |shown: &LobbySnapshot| shown.refused.is_some();
        let shown = patience(lobby.wait_for(is_refused)).await;
        let refused = shown.refused.as_ref().expect("refused");
        assert!(refused.what.contains(words), "{refused:?}");
        assert!(!refused.advice.is_empty());
    }
    let (before, now) = (before.expect("shown"), host.snapshot().table.clone());
    let seats = |table: &protocol::lobby::Table| table.places().count();
    assert_eq!(Some(seats(&before)), now.as_deref().map(seats));
    for lobby in [host, ben] {
        lobby.send(LobbyCommand::Leave);
    }
}
