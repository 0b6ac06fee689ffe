//! A table in the place of a match, over QUIC: somebody else comes to a seat, or who was left out comes back.

use std::fs;
use std::path::{Path, PathBuf};

use home::{Home, StorageError};
use net::limits::Limits;
use net::lobby::{LobbyCommand, LobbyHandle, LobbySnapshot, Started, TableConfig};
use net::{Command, PlayOn, ResumeConfig, Snapshot, StartError};
use protocol::frame::Access;
use protocol::judge::{Verdict, judge_matches};
use protocol::{Seat, WhyGone};
use tokio::task::JoinHandle;

use crate::machines::{left, take_up};
use crate::seats::{
    Room, all_ready, begin, code, finish, full, play, playing, seated, started, table_config,
};
use crate::table::{autoplay_until, patience};

/// Plays until all hold the same `until` turns, then everybody leaves; returns their files.
pub(crate) async fn leave_after(mut matches: Vec<Started>, until: usize) -> Vec<PathBuf> {
    let handles = matches.iter().map(|started| started.handle.clone());
    let players: Vec<JoinHandle<()>> = (1..)
        .zip(handles)
        .map(|(seed, handle)| tokio::spawn(autoplay_until(handle, seed, until)))
        .collect();
    for player in players {
        player.await.expect("no panic");
    }
    // the last turn is confirmed by all who confirm it: only then somebody is asked for the next one, and all who hold the same
    // hold the confirmations too
    let settled = async {
        loop {
            let mut shown = matches.iter().map(|started| started.handle.snapshot());
            let is_asked = shown.any(|shown| !shown.deciding.to_decide.is_empty());
            let files: Vec<usize> = matches
                .iter()
                .map(|started| {
                    let file = started.handle.snapshot().file.clone();
                    fs::read(file).map_or(0, |bytes| bytes.len())
                })
                .collect();
            if is_asked && files.windows(2).all(|two| two[0] == two[1]) {
                return;
            }
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
    };
    patience(settled).await;
    let mut files = Vec::new();
    for started in &mut matches {
        let shown = left(started.handle.clone()).await;
        files.push(shown.file.clone());
    }
    files
}

/// The table that a player who stays opens in place of the match of that file.
pub(crate) fn table_from(home: &Home, file: &Path) -> TableConfig {
    let from = PlayOn::read(home, file).expect("a match");
    let words = from.words_with_substitute(from.replay.last.0).join(" ");
    assert!(words.contains("all who stay must come"), "{words}");
    let (offer, player, seats) = from.offer_table(home).expect("a table");
    let mut config = table_config(home.clone(), player, offer, seats);
    config.host.replaces = Some(file.to_owned());
    config
}

async fn lets_in(host: &mut LobbyHandle) {
    let asked = patience(host.wait_for(|shown| !shown.askers.is_empty())).await;
    host.send(LobbyCommand::LetIn(asked.askers[0].key));
}

async fn is_told(lobby: &mut LobbyHandle, what: &str) {
    let says = |shown: &LobbySnapshot| {
        let words = shown.words_in_place();
        words.iter().any(|text| text.contains(what))
    };
    let shown = tokio::time::timeout(std::time::Duration::from_secs(20), lobby.wait_for(says));
    if shown.await.is_err() {
        panic!("{what}: {:?}", lobby.snapshot().words_in_place());
    }
}

fn verdicts(files: &[Vec<&PathBuf>]) -> Vec<Verdict> {
    let read = |file: &&PathBuf| fs::read(file).expect("there");
    let files: Vec<Vec<Vec<u8>>> = files
        .iter()
        .map(|it| it.iter().map(read).collect())
        .collect();
    let files: Vec<Vec<&[u8]>> = files
        .iter()
        .map(|files| files.iter().map(Vec::as_slice).collect())
        .collect();
    let reports = judge_matches(&files);
    reports.iter().map(|report| report.verdict).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn somebody_else_comes_to_a_seat_whose_player_is_gone() {
    let room = Room::new();
    let old = leave_after(playing(&room, 3, 30).await, 4).await;
    let homes = ["Ann", "Ben", "Cid"].map(|name| room.home(name));

    // Ben, who was a guest, opens the table
    let mut host = net::lobby::host_table(table_from(&homes[1], &old[1])).expect("a table");
    let in_use = net::resume(ResumeConfig::new(homes[1].clone(), &old[1])).map(|_| ());
    let is_in_use = matches!(in_use, Err(StartError::Storage(StorageError::InUse { .. })));
    assert!(is_in_use, "nobody plays on meanwhile: {in_use:?}");
    let code = code(&host);
    let ann = seated(room.join("Ann", &code)).await;
    assert_eq!(
        ann.snapshot().own[0].seat,
        Some(Seat(0)),
        "the seat is kept"
    );
    let access = |shown: &LobbySnapshot| {
        let table = shown.table.as_ref().expect("shown");
        table.place(Seat(2)).map(|place| place.access)
    };
    assert_eq!(access(&host.snapshot()), Some(Access::Kept));
    host.send(LobbyCommand::Open(Seat(2)));
    patience(host.wait_for(|shown| access(shown) == Some(Access::Open))).await;
    let eve = room.join("Eve", &code);
    lets_in(&mut host).await;
    let mut lobbies = [host, ann, seated(eve).await];
    for lobby in &mut lobbies {
        full(lobby).await;
        is_told(
            lobby,
            "Eve plays on in the place of Cid, who has not agreed",
        )
        .await;
    }
    is_told(&mut lobbies[2], "in the file of it that the host has sent").await;
    is_told(&mut lobbies[1], "compares all of it with your own file").await;
    let mut matches = begin(&mut lobbies).await;
    drop(lobbies);
    let playing = play(&matches);
    finish(&mut matches).await;
    for player in playing {
        player.await.expect("no panic");
    }
    let new: Vec<PathBuf> = matches
        .iter()
        .map(|started| started.handle.snapshot().file.clone())
        .collect();
    drop(matches);
    // for those who have stayed the two are one game, and nothing more is signed in the old one
    assert_eq!(home::newest(&old[0]), new[1]);
    assert_eq!(home::newest(&old[1]), new[0]);
    for home in &homes[..2] {
        assert_eq!(home.matches().expect("a list").len(), 1);
    }
    // Eve has the file of it too
    assert_eq!(room.home("Eve").matches().expect("a list").len(), 1);
    let replay = protocol::replay::read(&fs::read(&new[2]).expect("there")).expect("a match");
    let shown = home::seen_as_one(&new[2], replay);
    assert_eq!(
        (shown.parts.len(), shown.missing.len()),
        (2, 0),
        "{:?}",
        shown.missing
    );
    // for the player who is gone the old one stands, whatever lies beside it
    fs::copy(&new[0], old[2].with_file_name("from-ben.fpm")).expect("copied");
    assert_eq!(home::newest(&old[2]), old[2]);
    let seen = left(take_up(&homes[2], &old[2])).await;
    assert_eq!((&seen.file, seen.strangeness), (&old[2], None));
    let all = [old.iter().collect(), new.iter().collect()];
    assert_eq!(verdicts(&all), [Verdict::Claimed, Verdict::Complete]);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_was_left_out_comes_back_to_the_others() {
    let room = Room::new();
    let mut matches = playing(&room, 3, 30).await;
    let handles: Vec<_> = matches
        .iter()
        .map(|started| started.handle.clone())
        .collect();
    let players: Vec<JoinHandle<()>> = (1..)
        .zip(handles)
        .map(|(seed, handle)| tokio::spawn(autoplay_until(handle, seed, 3)))
        .collect();
    for player in players {
        player.await.expect("no panic");
    }
    let cids = matches[2].handle.snapshot().file.clone();
    matches[2].handle.send(Command::Resign { seat: Seat(2) });
    for started in &mut matches[..2] {
        let may = |shown: &Snapshot| !shown.leaving.may.is_empty();
        patience(started.handle.wait_for(may)).await;
        let (seat, agrees) = (Seat(2), true);
        started.handle.send(Command::GoOnWithout { seat, agrees });
    }
    for started in &mut matches[..2] {
        let shown = patience(
            started
                .handle
                .wait_for(|shown| !shown.leaving.gone.is_empty()),
        )
        .await;
        assert_eq!(shown.leaving.gone[0].1, WhyGone::Resigned);
    }
    left(matches[2].handle.clone()).await;
    matches.truncate(2);
    let new = leave_after(matches, 5).await;
    // the match of the two is found by the first file too
    assert_eq!(home::newest(&new[0]), new[0]);

    let mut host = net::lobby::host_table(table_from(&room.home("Ann"), &new[0])).expect("a table");
    let code = code(&host);
    let ben = seated(room.join("Ben", &code)).await;
    let cid = room.join("Cid", &code);
    lets_in(&mut host).await;
    let mut lobbies = [host, ben, seated(cid).await];
    for lobby in &mut lobbies {
        full(lobby).await;
        is_told(lobby, "Cid comes back, who had resigned").await;
    }
    let mut matches = begin(&mut lobbies).await;
    drop(lobbies);
    let playing = play(&matches);
    finish(&mut matches).await;
    for player in playing {
        player.await.expect("no panic");
    }
    let last: Vec<PathBuf> = matches
        .iter()
        .map(|started| started.handle.snapshot().file.clone())
        .collect();
    let all = [vec![&cids], new.iter().collect(), last.iter().collect()];
    let expected = [Verdict::Continued, Verdict::Continued, Verdict::Complete];
    assert_eq!(verdicts(&all), expected);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_member_who_is_killed_after_signing_plays_on_by_the_files_of_the_new_match() {
    let room = Room::new();
    let old = leave_after(playing(&room, 3, 30).await, 4).await;
    let mut host = net::lobby::host_table(table_from(&room.home("Ann"), &old[0])).expect("a table");
    let code = code(&host);
    let ben = seated(room.join("Ben", &code)).await;
    host.send(LobbyCommand::Open(Seat(2)));
    let eve = room.join("Eve", &code);
    lets_in(&mut host).await;
    let mut lobbies = [host, ben, seated(eve).await];
    all_ready(&mut lobbies).await;
    lobbies[0].send(LobbyCommand::Begin);
    let mut matches = Vec::new();
    for lobby in &lobbies {
        matches.push(started(lobby).await);
    }
    // Ben's program ends right away
    let ben = left(matches[1].handle.clone()).await;
    assert_ne!(ben.file, old[1]);
    drop(lobbies);
    matches[1].handle = take_up(&room.home("Ben"), &old[1]);
    assert_eq!(
        matches[1].handle.snapshot().file,
        ben.file,
        "the newest of the line"
    );
    let playing = play(&matches);
    finish(&mut matches).await;
    for player in playing {
        player.await.expect("no panic");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_in_place_of_a_match_is_opened_again_as_it_was() {
    let room = Room::new();
    let old = leave_after(playing(&room, 3, 30).await, 4).await;
    let ann = room.home("Ann");
    let mut host = net::lobby::host_table(table_from(&ann, &old[0])).expect("a table");
    host.send(LobbyCommand::GiveCode(Seat(2)));
    let is_given = |shown: &LobbySnapshot| {
        let table = shown.table.as_ref().expect("shown");
        table
            .place(Seat(2))
            .is_some_and(|place| place.access == Access::Code)
    };
    patience(host.wait_for(is_given)).await;
    host.send(LobbyCommand::Leave);
    patience(host.wait_for(|shown| shown.ended)).await;
    drop(host);
    // in between the match can be played on
    left(take_up(&ann, &old[0])).await;
    let invitation = ann.invitations().remove(0);
    let limits = Limits::default();
    let again = net::lobby::host_table_again(&ann, invitation, None, limits).expect("again");
    let shown = again.snapshot();
    assert!(is_given(&shown) && !shown.words_in_place().is_empty());
    let table = shown.table.as_ref().expect("shown");
    assert_eq!(
        table.place(Seat(1)).map(|place| place.access),
        Some(Access::Kept)
    );
    assert_eq!(table.free(), (1, 3));
    assert!(turns_of(&ann, &old[0]) >= 4);
}

fn turns_of(home: &Home, file: &Path) -> u32 {
    PlayOn::read(home, file).expect("a match").turns()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_at_a_table_whose_match_files_are_gone_is_sent_them_and_continues() {
    let room = Room::new();
    let mut matches = playing(&room, 3, 12).await;
    let handles: Vec<_> = matches
        .iter()
        .map(|started| started.handle.clone())
        .collect();
    let players: Vec<JoinHandle<()>> = (1..)
        .zip(handles)
        .map(|(seed, handle)| tokio::spawn(autoplay_until(handle, seed, 3)))
        .collect();
    for player in players {
        player.await.expect("no panic");
    }
    let ben = left(matches[1].handle.clone()).await;
    for ending in ["fpm", "key"] {
        fs::remove_file(ben.file.with_extension(ending)).expect("removed");
    }
    let found = |shown: &Snapshot| shown.meeting.way_back.is_some();
    let shown = patience(matches[0].handle.wait_for(found)).await;
    let code = shown.meeting.way_back.as_deref().cloned().expect("a code");
    let mut lobby = room.join("Ben", &code);
    let shown = patience(lobby.wait_for(|shown| shown.ended)).await;
    let told = shown.error.as_ref().expect("an error").to_string();
    assert!(
        told.contains("its files are not in your data folder"),
        "{told}"
    );
    drop(lobby);

    // by the code once more the copy is found, which has no key
    let again = net::lobby::join_table(room.join_config("Ben", &code)).map(|_| ());
    let Err(StartError::Playing { file }) = again else {
        panic!("{again:?}");
    };
    let mut config = ResumeConfig::new(room.home("Ben"), &file);
    config.code = Some(code);
    matches[1].handle = net::resume(config).expect("taken up");
    let may = |shown: &Snapshot| shown.next.may_ask.is_some();
    let shown = patience(matches[1].handle.wait_for(may)).await;
    assert_eq!(shown.strangeness, Some(home::Strangeness::NoKey));
    let wish = protocol::ContinueWish::default();
    matches[1].handle.send(Command::AskToContinue(wish));
    for at in [0, 2] {
        let handle = &mut matches[at].handle;
        patience(handle.wait_for(|shown| shown.next.asked.is_some())).await;
        handle.send(Command::AnswerContinue(true));
    }
    for started in &mut matches {
        let before = started.handle.snapshot().file.clone();
        let is_new =
            |shown: &Snapshot| shown.file != before || shown.file.to_string_lossy().contains("-2.");
        patience(started.handle.wait_for(is_new)).await;
    }
    let playing = play(&matches);
    finish(&mut matches).await;
    for player in playing {
        player.await.expect("no panic");
    }
}
