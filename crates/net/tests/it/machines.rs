//! One data folder on two machines, as programs that sync folders create it.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use home::{Home, Strangeness};
use net::{Command, MatchHandle, ResumeConfig, Snapshot};
use protocol::Seat;
use protocol::judge::{Verdict, judge};

use crate::table::{Table, autoplay, offer, patience, turns};
use crate::whole::{loopback, play_both};

/// Copies a folder as it is now into another, as a sync does: what is there already is replaced.
pub(crate) fn sync(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder") {
        let entry = entry.expect("an entry");
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            sync(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).expect("copied");
        }
    }
}

/// Plays a few turns, then leaves on both sides.
pub(crate) async fn play_on(mut host: MatchHandle, mut guest: MatchHandle, until: usize) {
    let playing = [
        tokio::spawn(autoplay(host.clone(), 1)),
        tokio::spawn(autoplay(guest.clone(), 2)),
    ];
    patience(guest.wait_for(|snapshot| turns(snapshot) >= until)).await;
    for handle in [&mut guest, &mut host] {
        handle.send(Command::Leave);
        patience(handle.wait_for(|snapshot| snapshot.ended)).await;
    }
    for task in playing {
        task.await.expect("no panic");
    }
}

pub(crate) async fn left(mut handle: MatchHandle) -> Arc<Snapshot> {
    handle.send(Command::Leave);
    patience(handle.wait_for(|snapshot| snapshot.ended)).await
}

pub(crate) fn take_up(home: &Home, file: &Path) -> MatchHandle {
    net::resume(ResumeConfig::new(home.clone(), file)).expect("taken up")
}

/// No file, and no files together, convict anybody.
fn assert_unhurt(files: &[&[u8]]) {
    for first in 0..files.len() {
        let mut files = files.to_vec();
        files.rotate_left(first);
        for files in [&files[..1], &files[..]] {
            let report = judge(files);
            let is_sound = matches!(
                report.verdict,
                Verdict::Open | Verdict::Decided | Verdict::Complete
            );
            assert!(is_sound, "{report:?}");
        }
    }
}

/// A match of some turns that both have left: the table, and the files of both.
async fn begun() -> (Table, PathBuf, PathBuf) {
    let table = Table::new();
    let host = table.host(offer("test-of-wills", 60), loopback());
    let guest = table.join(&host);
    let files = (host.snapshot().file.clone(), guest.snapshot().file.clone());
    play_on(host, guest, 4).await;
    (table, files.0, files.1)
}

/// The data folder as it is now, in another place. What belongs to the machine is not in a copied folder.
pub(crate) fn copied(home: &Home, to: &Path, state: &Path) -> Home {
    sync(home.path(), to);
    fs::remove_dir_all(to.join("state")).expect("it was copied too");
    Home::at(to).expect("a folder").with_state(state)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_machine_with_a_copy_learns_and_signs_nothing_and_the_first_plays_on() {
    let (table, host_file, guest_file) = begun().await;
    let places = tempfile::tempdir().expect("a folder");
    let desktop = table.host_home();
    let laptop = copied(
        &desktop,
        &places.path().join("synced"),
        &places.path().join("laptop"),
    );
    let laptop_file = laptop
        .matches_folder()
        .join(host_file.file_name().expect("a name"));
    let bob = || take_up(&table.guest_home(), &guest_file);

    play_on(take_up(&desktop, &host_file), bob(), 8).await;
    // the older copy learns what was played since, decides nothing, and is still strange when it is opened again
    for _ in 0..2 {
        let mut on_laptop = take_up(&laptop, &laptop_file);
        let other = bob();
        let seen = patience(on_laptop.wait_for(|snapshot| turns(snapshot) >= 8)).await;
        assert!(
            seen.strangeness.is_some() && seen.deciding.to_decide.is_empty(),
            "{seen:?}"
        );
        left(other).await;
        left(on_laptop).await;
    }
    let seen = left(take_up(&laptop, &laptop_file)).await;
    assert_eq!(seen.strangeness, Some(Strangeness::NoMark));

    let (last, other) = (take_up(&desktop, &host_file), bob());
    assert_eq!(last.snapshot().strangeness, None);
    play_both(last.clone(), other.clone()).await;
    assert_eq!(last.snapshot().played.verdict.as_deref(), Some("COMPLETE"));
    let files = [&host_file, &guest_file, &laptop_file].map(|file| fs::read(file).expect("there"));
    assert_unhurt(&files.each_ref().map(Vec::as_slice));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_older_backup_on_the_same_machine_resigns_and_is_not_convicted_by_what_it_lacks() {
    let (table, host_file, guest_file) = begun().await;
    let places = tempfile::tempdir().expect("a folder");
    let desktop = table.host_home();
    let backup = places.path().join("backup");
    sync(&desktop.matches_folder(), &backup);
    let bob = || take_up(&table.guest_home(), &guest_file);
    play_on(take_up(&desktop, &host_file), bob(), 8).await;
    let newer = fs::read(&host_file).expect("there");

    sync(&backup, &desktop.matches_folder());
    let mut restored = take_up(&desktop, &host_file);
    assert_eq!(restored.snapshot().strangeness, Some(Strangeness::OtherRun));
    // nobody is on the line, and the other player has turns that this copy lacks
    let seat = Seat(0);
    restored.send(Command::Resign { seat });
    let seen = patience(restored.wait_for(|snapshot| snapshot.played.outcome.is_some())).await;
    assert_eq!(seen.messages.error, None);
    let mut other = bob();
    let heard = patience(other.wait_for(|snapshot| snapshot.played.outcome.is_some())).await;
    assert_eq!(heard.played.outcome, seen.played.outcome);
    left(other).await;
    left(restored).await;
    let files = [&host_file, &guest_file].map(|file| fs::read(file).expect("there"));
    assert_unhurt(&[&files[0], &files[1], &newer]);
    let report = judge(&[&newer, &files[0]]);
    assert_eq!(
        (report.verdict, report.result),
        (Verdict::Decided, seen.played.outcome)
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_of_two_programs_on_copies_of_one_folder_ends_before_it_sends_anything() {
    let (table, host_file, guest_file) = begun().await;
    let places = tempfile::tempdir().expect("a folder");
    let desktop = table.host_home();
    let private = host_file.with_extension("key");
    let before = fs::read(&private).expect("there").len();
    let first = take_up(&desktop, &host_file);
    // the first program has left its id in the files
    while fs::read(&private).expect("there").len() == before {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let state = desktop.path().join("state");
    let folder = copied(&desktop, &places.path().join("copy"), &state);
    let copy = folder
        .matches_folder()
        .join(host_file.file_name().expect("a name"));
    let second = left(take_up(&folder, &copy)).await;
    assert_eq!(
        second.strangeness, None,
        "nothing was signed since it was copied"
    );

    let bob = || take_up(&table.guest_home(), &guest_file);
    let other = bob();
    let playing = tokio::spawn(autoplay(other.clone(), 2));
    let mut watched = first.clone();
    let deciding = tokio::spawn(autoplay(first, 1));
    let ended = patience(watched.wait_for(|snapshot| snapshot.ended)).await;
    let error = ended
        .messages
        .error
        .as_ref()
        .expect("another program plays the match");
    assert!(error.what.contains("another program plays"), "{error}");
    left(other).await;
    playing.await.expect("no panic");
    deciding.await.expect("no panic");

    let (second, other) = (take_up(&folder, &copy), bob());
    assert_eq!(second.snapshot().strangeness, None);
    play_both(second.clone(), other.clone()).await;
    assert_eq!(
        second.snapshot().played.verdict.as_deref(),
        Some("COMPLETE")
    );
    let files = [&copy, &guest_file, &host_file].map(|file| fs::read(file).expect("there"));
    assert_unhurt(&files.each_ref().map(Vec::as_slice));
}
