//! Continuing in a new match: asked and answered over a real line, with the files of the new match.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use home::{Home, Strangeness};
use net::{Command, Happening, MatchHandle, ResumeConfig, Snapshot};
use protocol::file::{PUBLIC_HEADER, read_public};
use protocol::judge::{Verdict, judge_matches};
use protocol::{ContinueWish, SessionEvent};
use tokio::task::JoinHandle;

use crate::machines::{copied, left, play_on, sync, take_up};
use crate::table::{Table, autoplay_until, offer, patience, turns};
use crate::whole::{loopback, play_both};

/// Plays on both sides until that many turns were made, and stays on the line.
async fn play_until(host: &MatchHandle, guest: &MatchHandle, until: usize) {
    let playing: [JoinHandle<()>; 2] = [
        tokio::spawn(autoplay_until(host.clone(), 1, until)),
        tokio::spawn(autoplay_until(guest.clone(), 2, until)),
    ];
    for task in playing {
        patience(task).await.expect("no panic");
    }
}

/// The handle that may ask, and the other one.
async fn asker_first(handles: [MatchHandle; 2]) -> [MatchHandle; 2] {
    let [mut first, mut second] = handles;
    let may = |seen: &Snapshot| seen.next.may_ask.is_some();
    let is_first = patience(async {
        tokio::select! {
            seen = first.wait_for(may) => may(&seen),
            seen = second.wait_for(may) => !may(&seen),
        }
    });
    match is_first.await {
        true => [first, second],
        false => [second, first],
    }
}

/// Waits for something to be seen, and says what was seen instead.
pub(crate) async fn until(
    handle: &mut MatchHandle,
    what: &str,
    wanted: impl Fn(&Snapshot) -> bool,
) -> Arc<Snapshot> {
    let wait = tokio::time::timeout(Duration::from_secs(60), handle.wait_for(&wanted));
    let seen = wait.await.unwrap_or_else(|_late| handle.snapshot());
    let told = (
        &seen.line,
        &seen.messages.error,
        &seen.messages.refused,
        &seen.next.why_not,
        &seen.messages.notes,
    );
    assert!(wanted(&seen), "not {what}: {told:?}");
    seen
}

/// One asks, the other agrees, and both are in the new match.
async fn continued(asker: &mut MatchHandle, other: &mut MatchHandle, wish: ContinueWish) {
    let before = [asker.snapshot().file.clone(), other.snapshot().file.clone()];
    until(asker, "may ask", |seen| seen.next.may_ask.is_some()).await;
    // a question lapses if a line that was replaced has brought more turns meanwhile
    for _ in 0..5 {
        asker.send(Command::WeighContinue(wish));
        let seen = until(asker, "weighed", |seen| seen.next.terms.is_some()).await;
        assert_eq!(seen.messages.refused, None);
        asker.send(Command::AskToContinue(wish));
        let is_asked = other.wait_for(|seen| seen.next.asked.is_some());
        let Ok(asked) = tokio::time::timeout(Duration::from_secs(8), is_asked).await else {
            continue;
        };
        let [asked, weighed] = [&asked.next.asked, &seen.next.terms];
        // one side may have a confirmation more; the position is the same. Without its key a copy is shown turns that it
        // lacks only once it asks.
        let is_same = asked.as_ref().zip(weighed.as_ref()).is_some_and(|(a, b)| {
            let is_keyless = seen.strangeness == Some(Strangeness::NoKey);
            let is_turn = a.turn == b.turn || (is_keyless && a.turn > b.turn);
            is_turn && (a.asks, a.undone, a.is_strange) == (b.asks, b.undone, b.is_strange)
        });
        assert!(is_same, "{asked:?} {weighed:?}");
        break;
    }
    until(other, "asked", |seen| seen.next.asked.is_some()).await;
    other.send(Command::AnswerContinue(true));
    for (handle, before) in [asker, other].into_iter().zip(before) {
        let seen = until(handle, "continued", |seen| seen.file != before).await;
        assert_eq!(seen.messages.error, None);
        assert_eq!(home::newest(&before), seen.file);
        assert_eq!(home::earlier(&seen.file).last(), Some(&before));
    }
}

/// Old and new files together: the old match is continued, the new one complete.
fn assert_line(old: &[&Path], new: &[&Path]) {
    let read = |files: &[&Path]| -> Vec<Vec<u8>> {
        let files = files.iter();
        files.map(|file| fs::read(file).expect("there")).collect()
    };
    let (old, new) = (read(old), read(new));
    let groups = [&old, &new].map(|files| files.iter().map(Vec::as_slice).collect::<Vec<&[u8]>>());
    let reports = judge_matches(&groups);
    let verdicts: Vec<Verdict> = reports.iter().map(|report| report.verdict).collect();
    let expected = [Verdict::Continued, Verdict::Complete];
    assert_eq!(verdicts, expected, "{reports:?}");
}

fn file(handle: &MatchHandle) -> std::path::PathBuf {
    handle.snapshot().file.clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn two_programs_continue_in_mid_game_and_play_the_new_match_to_its_end() {
    let table = Table::new();
    let host = table.host(offer("test-of-wills", 12), loopback());
    let guest = table.join(&host);
    play_until(&host, &guest, 5).await;
    let old = [file(&host), file(&guest)];
    let before = guest.snapshot().played.position.clone();
    let [mut asker, mut other] = asker_first([host.clone(), guest.clone()]).await;
    continued(&mut asker, &mut other, ContinueWish::default()).await;
    assert_eq!(guest.snapshot().played.position, before);
    let new = [file(&host), file(&guest)];
    play_both(host.clone(), guest.clone()).await;
    for handle in [&host, &guest] {
        assert_eq!(
            handle.snapshot().played.verdict.as_deref(),
            Some("COMPLETE")
        );
    }
    assert_line(&[&old[0], &old[1]], &[&new[0], &new[1]]);
    // one row for the line of matches
    for (home, old, new) in [
        (table.host_home(), &old[0], &new[0]),
        (table.guest_home(), &old[1], &new[1]),
    ] {
        let rows = home.matches().expect("a list");
        assert_eq!(rows.len(), 1, "{rows:?}");
        assert_eq!((&rows[0].file, &rows[0].earlier), (new, &vec![old.clone()]));
        home.delete_match(new).expect("deleted");
        assert_eq!(home.matches().expect("a list"), []);
        assert!(!old.exists());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_that_continues_a_finished_one_ends_for_both_as_soon_as_it_is_complete() {
    let table = Table::new();
    let host = table.host(offer("test-of-wills", 12), loopback());
    let mut guest = table.join(&host);
    let mut host = host;
    let seat = protocol::Seat(1);
    until(&mut guest, "begun", |seen| seen.played.history.is_some()).await;
    // both windows keep the line after the end
    for handle in [&host, &guest] {
        handle.send(Command::KeepLine);
    }
    guest.send(Command::Resign { seat });
    for handle in [&mut host, &mut guest] {
        until(handle, "complete", |seen| seen.played.verdict.is_some()).await;
    }
    continued(&mut guest, &mut host, ContinueWish::default()).await;
    guest.send(Command::Resign { seat });
    for handle in [&mut host, &mut guest] {
        until(handle, "complete", |seen| seen.played.verdict.is_some()).await;
    }
    // the side that leaves says so, and the other has nothing to wait for
    let since = std::time::Instant::now();
    guest.send(Command::Leave);
    until(&mut host, "ended", |seen| seen.ended).await;
    assert!(
        since.elapsed() < Duration::from_secs(10),
        "it waits in vain"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_continued_match_that_is_opened_by_its_first_file_is_taken_up_where_it_continues() {
    let table = Table::new();
    let host = table.host(offer("test-of-wills", 12), loopback());
    let guest = table.join(&host);
    play_until(&host, &guest, 4).await;
    let old = [file(&host), file(&guest)];
    let [mut asker, mut other] = asker_first([host.clone(), guest.clone()]).await;
    let wish = ContinueWish {
        after: Some(1),
        swaps: false,
    };
    continued(&mut asker, &mut other, wish).await;
    let new = [file(&host), file(&guest)];
    drop((asker, other));
    play_on(host, guest, 2).await;
    let host = take_up(&table.host_home(), &old[0]);
    let guest = take_up(&table.guest_home(), &old[1]);
    for (handle, new) in [(&host, &new[0]), (&guest, &new[1])] {
        let seen = handle.snapshot();
        assert_eq!((&seen.file, seen.strangeness), (new, None));
        let told = |note: &String| note.contains("which is opened");
        assert!(
            seen.messages.notes.iter().any(told),
            "{:?}",
            seen.messages.notes
        );
    }
    play_both(host.clone(), guest.clone()).await;
    assert_eq!(host.snapshot().played.verdict.as_deref(), Some("COMPLETE"));
    assert_line(&[&old[0], &old[1]], &[&new[0], &new[1]]);
}

#[tokio::test(flavor = "multi_thread")]
async fn files_of_the_old_match_without_those_of_the_new_one_sign_nothing_more() {
    let table = Table::new();
    let host = table.host(offer("test-of-wills", 12), loopback());
    let guest = table.join(&host);
    play_until(&host, &guest, 4).await;
    let old = file(&host);
    let [mut asker, mut other] = asker_first([host.clone(), guest.clone()]).await;
    continued(&mut asker, &mut other, ContinueWish::default()).await;
    let new = file(&host);
    drop((asker, other));
    play_on(host, guest, 2).await;
    for file in [new.clone(), new.with_extension("key")] {
        fs::remove_file(file).expect("removed");
    }
    let alone = left(take_up(&table.host_home(), &old)).await;
    assert_eq!(alone.strangeness, Some(Strangeness::Continued));
    assert_eq!(alone.deciding.to_decide, []);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refusal_is_reported_and_the_match_continues() {
    let table = Table::new();
    let host = table.host(offer("test-of-wills", 8), loopback());
    let guest = table.join(&host);
    play_until(&host, &guest, 3).await;
    let [mut asker, mut other] = asker_first([host.clone(), guest.clone()]).await;
    let mut told = asker.events();
    asker.send(Command::AskToContinue(ContinueWish::default()));
    patience(asker.wait_for(|seen| seen.next.asks)).await;
    patience(other.wait_for(|seen| seen.next.asked.is_some())).await;
    other.send(Command::AnswerContinue(false));
    let declined = async {
        while let Some(happening) = told.next().await {
            if matches!(
                happening,
                Happening::Session(SessionEvent::ContinueDeclined(_))
            ) {
                return true;
            }
        }
        false
    };
    assert!(patience(declined).await);
    let old = file(&host);
    play_both(host.clone(), guest.clone()).await;
    assert_eq!(file(&host), old);
    assert_eq!(host.snapshot().played.verdict.as_deref(), Some("COMPLETE"));
}

/// A match of some turns that both have left, and a backup of the host's matches, made before the last turns.
async fn backed_up(table: &Table, backup: &Path) -> [std::path::PathBuf; 2] {
    let host = table.host(offer("test-of-wills", 14), loopback());
    let guest = table.join(&host);
    let files = [file(&host), file(&guest)];
    play_on(host, guest, 4).await;
    sync(&table.host_home().matches_folder(), backup);
    let again = (
        take_up(&table.host_home(), &files[0]),
        take_up(&table.guest_home(), &files[1]),
    );
    play_on(again.0, again.1, 7).await;
    files
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restored_backup_continues_in_a_new_match_that_is_played_to_its_end() {
    let table = Table::new();
    let places = tempfile::tempdir().expect("a folder");
    let backup = places.path().join("backup");
    let old = backed_up(&table, &backup).await;
    sync(&backup, &table.host_home().matches_folder());
    let mut host = take_up(&table.host_home(), &old[0]);
    assert_eq!(host.snapshot().strangeness, Some(Strangeness::OtherRun));
    let mut guest = take_up(&table.guest_home(), &old[1]);
    patience(host.wait_for(|seen| turns(seen) >= 7)).await;
    continued(&mut host, &mut guest, ContinueWish::default()).await;
    assert_eq!(host.snapshot().strangeness, None);
    let new = [file(&host), file(&guest)];
    play_both(host.clone(), guest.clone()).await;
    assert_eq!(host.snapshot().played.verdict.as_deref(), Some("COMPLETE"));
    assert_line(&[&old[0], &old[1]], &[&new[0], &new[1]]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_machine_continues_in_a_new_match() {
    let table = Table::new();
    let places = tempfile::tempdir().expect("a folder");
    let old = backed_up(&table, &places.path().join("backup")).await;
    let laptop: Home = copied(
        &table.host_home(),
        &places.path().join("synced"),
        &places.path().join("laptop"),
    );
    let copy = laptop
        .matches_folder()
        .join(old[0].file_name().expect("a name"));
    let mut host = take_up(&laptop, &copy);
    let mut guest = take_up(&table.guest_home(), &old[1]);
    continued(&mut host, &mut guest, ContinueWish::default()).await;
    let new = [file(&host), file(&guest)];
    play_both(host.clone(), guest.clone()).await;
    assert_eq!(host.snapshot().played.verdict.as_deref(), Some("COMPLETE"));
    assert_line(&[&copy, &old[1]], &[&new[0], &new[1]]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_whose_private_file_is_lost_continues_in_a_new_one() {
    let table = Table::new();
    let places = tempfile::tempdir().expect("a folder");
    let old = backed_up(&table, &places.path().join("backup")).await;
    fs::remove_file(old[0].with_extension("key")).expect("removed");
    let mut guest = take_up(&table.guest_home(), &old[1]);
    let seen = patience(guest.wait_for(|seen| seen.meeting.way_back.is_some())).await;
    let code = seen.meeting.way_back.as_deref().cloned();
    let resumed = net::resume(ResumeConfig {
        code,
        ..ResumeConfig::new(table.host_home(), &old[0])
    });
    let mut host = resumed.expect("taken up");
    assert_eq!(host.snapshot().strangeness, Some(Strangeness::NoKey));
    continued(&mut host, &mut guest, ContinueWish::default()).await;
    let new = [file(&host), file(&guest)];
    play_both(host.clone(), guest.clone()).await;
    assert_eq!(host.snapshot().played.verdict.as_deref(), Some("COMPLETE"));
    assert_line(&[&old[0], &old[1]], &[&new[0], &new[1]]);
}

/// The marks of a home as they are now.
fn marks(home: &Home) -> Vec<(std::path::PathBuf, Vec<u8>)> {
    let folder = home.path().join("state").join("marks");
    let entries = fs::read_dir(folder).expect("marks");
    let files = entries.map(|entry| entry.expect("an entry").path());
    files
        .map(|file| (file.clone(), fs::read(&file).expect("a mark")))
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_crash_between_the_new_files_and_the_old_mark_is_mended() {
    let table = Table::new();
    let home = table.host_home();
    let host = table.host(offer("test-of-wills", 12), loopback());
    let guest = table.join(&host);
    play_until(&host, &guest, 4).await;
    let (old, guest_old) = (file(&host), file(&guest));
    let before = marks(&home);
    let [mut asker, mut other] = asker_first([host.clone(), guest.clone()]).await;
    continued(&mut asker, &mut other, ContinueWish::default()).await;
    let new = file(&host);
    drop((asker, other));
    left(host).await;
    left(guest).await;
    let key = old.with_extension("key");
    let secrets = fs::read(&key).expect("there");
    let mark_as_before = || {
        fs::write(&key, &secrets).expect("written");
        for (file, mark) in &before {
            fs::write(file, mark).expect("written");
        }
    };
    // the new files are whole: the new match is resumed, and that ends the old one
    mark_as_before();
    let seen = left(take_up(&home, &old)).await;
    assert_eq!((&seen.file, seen.strangeness), (&new, None));
    let whole = [&new, &new.with_extension("key")].map(|file| fs::read(file).expect("there"));
    for file in [new.clone(), new.with_extension("key")] {
        fs::remove_file(file).expect("removed");
    }
    let seen = left(take_up(&home, &old)).await;
    assert_eq!(seen.strangeness, Some(Strangeness::Continued));
    // the new file lacks its signatures: it is no match, and the old one continues
    mark_as_before();
    let (entries, _tail) = read_public(&whole[0]).expect("a match file");
    let mut half = PUBLIC_HEADER.to_vec();
    half.extend(entries[0].to_bytes());
    fs::write(&new, half).expect("written");
    fs::write(new.with_extension("key"), &whole[1]).expect("written");
    assert_eq!(home::newest(&old), old);
    let rows = home.matches().expect("a list");
    assert_eq!(rows.len(), 1, "{rows:?}");
    assert_eq!(rows[0].file, old);
    let seen = left(take_up(&home, &old)).await;
    assert_eq!((&seen.file, seen.strangeness), (&old, None));
    assert!(!new.exists(), "what was left of the beginning is gone");
    // the other program holds the new match and shows it again; this machine's mark of it was made before the crash
    mark_as_before();
    let mut host = take_up(&home, &old);
    let guest = take_up(&table.guest_home(), &guest_old);
    until(&mut host, "in the new match", |seen| seen.file == new).await;
    play_both(host.clone(), guest.clone()).await;
    assert_eq!(host.snapshot().played.verdict.as_deref(), Some("COMPLETE"));
    assert_line(&[&old, &guest_old], &[&new, &file(&guest)]);
}
