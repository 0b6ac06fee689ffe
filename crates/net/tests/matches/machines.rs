//! One data folder on two machines, as programs that sync folders make them.

use std::fs;
use std::path::{Path, PathBuf};

use net::{Command, CopyKind, Home, MatchHandle, ResumeConfig, StartError};
use protocol::judge::{Verdict, judge};

use crate::table::{Table, autoplay, offer, patience, turns};
use crate::whole::{loopback, play_both};

/// Copies a folder as it is now into another, as a sync does: what is there already is replaced.
fn sync(from: &Path, to: &Path) {
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
async fn play_on(mut host: MatchHandle, mut guest: MatchHandle, until: usize) {
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

#[tokio::test(flavor = "multi_thread")]
async fn two_machines_with_copies_of_one_folder_ask_first_and_what_the_players_hold_convicts_nobody()
 {
    let table = Table::new();
    let states = tempfile::tempdir().expect("a folder");
    let host = table.host(offer("test-of-wills", 60), loopback());
    let guest = table.join(&host);
    let (host_file, guest_file) = (host.snapshot().file.clone(), guest.snapshot().file.clone());
    play_on(host, guest, 4).await;

    let desktop = table.host_home();
    let synced = states.path().join("synced");
    sync(desktop.path(), &synced);
    // the memory of a machine is not in a synced folder
    fs::remove_dir_all(synced.join("state")).expect("it was copied too");
    let laptop = Home::at(&synced).expect("a folder");
    let laptop = laptop.with_state(states.path().join("laptop"));
    let name = host_file.file_name().expect("a name");
    let laptop_file: PathBuf = laptop.matches_folder().join(name);
    let take_up = |home: &Home, file: &Path, copy| {
        net::resume(ResumeConfig {
            copy,
            ..ResumeConfig::new(home.clone(), file)
        })
    };
    let is_asked = |home: &Home, file: &Path| {
        let refused = take_up(home, file, CopyKind::Own);
        matches!(refused, Err(StartError::OtherWriter { .. }))
    };

    // a question costs nothing: it comes again, and the machine that wrote last is not asked
    assert!(is_asked(&laptop, &laptop_file));
    assert!(is_asked(&laptop, &laptop_file));
    let on_laptop = take_up(&laptop, &laptop_file, CopyKind::TakenOver).expect("taken over");
    let bob = || take_up(&table.guest_home(), &guest_file, CopyKind::Own).expect("taken up");
    play_on(on_laptop, bob(), 8).await;
    let mut again = take_up(&laptop, &laptop_file, CopyKind::Own).expect("its own file");
    again.send(Command::Leave);
    patience(again.wait_for(|snapshot| snapshot.ended)).await;

    // the older copy on the first machine was written there; the other player's HEAD brings what it lacks
    let on_desktop = take_up(&desktop, &host_file, CopyKind::Own).expect("its own file");
    play_on(on_desktop, bob(), 12).await;
    // the sync brings the laptop's older file over that of the desktop
    sync(&laptop.matches_folder(), &desktop.matches_folder());
    assert!(is_asked(&desktop, &host_file));
    let last = take_up(&desktop, &host_file, CopyKind::TakenOver).expect("taken over");
    let bob = bob();
    play_both(last.clone(), bob.clone()).await;
    assert_eq!(last.snapshot().verdict.as_deref(), Some("COMPLETE"));
    // the laptop's old file is left out: a record in it that was signed as the line ended, and reached nobody, has another in
    // its place by now
    let files = [&host_file, &guest_file].map(|file| fs::read(file).expect("there"));
    for files in [&[&files[0][..]][..], &[&files[1]], &[&files[1], &files[0]]] {
        let report = judge(files);
        assert_eq!(report.verdict, Verdict::Complete, "{report:?}");
    }
}
