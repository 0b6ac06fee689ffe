//! Somebody else takes the place of a player who is gone. Also a player whose match files are gone.

use std::fs;
use std::path::{Path, PathBuf};

use home::{Home, StorageError, Strangeness};
use net::{Command, HostConfig, JoinConfig, MatchHandle, PlayOn, ResumeConfig, StartError};
use protocol::ContinueWish;
use protocol::judge::{Verdict, judge_matches};

use crate::machines::{left, play_on, take_up};
use crate::table::{Table, offer, patience};
use crate::whole::{loopback, play_both};

/// A match of some turns that both have left, and the files of both.
async fn begun(table: &Table) -> [PathBuf; 2] {
    let host = table.host(offer("test-of-wills", 14), loopback());
    let guest = table.join(&host);
    let files = [&host, &guest].map(|handle| handle.snapshot().file.clone());
    play_on(host, guest, 4).await;
    files
}

fn vacancy(home: &Home, file: &Path) -> HostConfig {
    let from = PlayOn::read(home, file).expect("a match");
    let after = from.step_after(None).expect("a step");
    let words = from.words_with_substitute(after).join(" ");
    assert!(words.contains("for Bob the old match stands"), "{words}");
    let (offer, player) = from.offer_vacancy(home, after).expect("an offer");
    let mut config = HostConfig::new(home.clone(), player, offer);
    config.listen = loopback();
    config.replaces = Some(file.to_owned());
    config
}

fn joined(home: &Home, host: &MatchHandle) -> MatchHandle {
    let code = host
        .snapshot()
        .meeting
        .invitation
        .clone()
        .expect("an invitation");
    let player = home.player(Some("Eve")).expect("a player");
    let code = code.code().parse().expect("a code");
    net::join(JoinConfig::new(home.clone(), player, code)).expect("joined")
}

/// Eve sees what she agrees to, agrees, and the match is played to its end.
async fn take_the_place(host: MatchHandle, mut guest: MatchHandle) {
    let seen = patience(guest.wait_for(|seen| seen.contract.offer.is_some())).await;
    let origin = seen.contract.origin.as_ref().expect("an older match");
    let known = origin.known.as_ref().expect("the host has sent its file");
    assert_eq!((known.is_sent, known.fits), (true, Some(true)));
    let words = seen.origin_words().join(" ");
    for told in [
        "in which a player is gone",
        "the file of it that the host has sent",
        "which Bob played in that match",
    ] {
        assert!(words.contains(told), "{told}: {words}");
    }
    let sid = seen.contract.offer.as_ref().expect("an offer").sid;
    guest.send(Command::Accept(sid));
    patience(guest.wait_for(|seen| seen.played.position.is_some())).await;
    play_both(host.clone(), guest.clone()).await;
    assert_eq!(host.snapshot().played.verdict.as_deref(), Some("COMPLETE"));
}

#[tokio::test(flavor = "multi_thread")]
async fn somebody_else_takes_the_place_of_a_player_who_is_gone() {
    let table = Table::new();
    let places = tempfile::tempdir().expect("a folder");
    let (ann, bob) = (table.host_home(), table.guest_home());
    let eve = Home::at(places.path().join("eve")).expect("a folder");
    let old = begun(&table).await;

    let host = net::host(vacancy(&ann, &old[0])).expect("hosted");
    let in_use = net::resume(ResumeConfig::new(ann.clone(), &old[0])).map(|_| ());
    let is_in_use = matches!(in_use, Err(StartError::Storage(StorageError::InUse { .. })));
    assert!(
        is_in_use,
        "nobody plays on while the place is offered: {in_use:?}"
    );
    // Bob, whose place is offered, cannot accept the invitation to it
    let mut back = joined(&bob, &host);
    let seen = patience(back.wait_for(|seen| seen.ended)).await;
    let told = seen.messages.error.as_ref().expect("an error").to_string();
    assert!(told.contains("has a seat in the match"), "{told}");

    let guest = joined(&eve, &host);
    take_the_place(host.clone(), guest.clone()).await;
    let new = [&host, &guest].map(|handle| handle.snapshot().file.clone());
    drop((host, guest));
    // for the player who has stayed the two are one game, and nothing more is signed in the old one
    assert_eq!(home::newest(&old[0]), new[0]);
    let rows = ann.matches().expect("a list");
    assert_eq!(rows.len(), 1, "{rows:?}");
    assert_eq!(
        (&rows[0].file, &rows[0].earlier),
        (&new[0], &vec![old[0].clone()])
    );
    // they are also put together for the player who has come, who has the old one's file too
    let rows = eve.matches().expect("a list");
    assert_eq!(rows.len(), 1, "{rows:?}");
    let replay = protocol::replay::read(&fs::read(&new[1]).expect("there")).expect("a match");
    let shown = home::seen_as_one(&new[1], replay);
    assert_eq!(
        (shown.parts.len(), shown.missing.len()),
        (2, 0),
        "{:?}",
        shown.missing
    );
    // for the player who is gone the old one stands, whatever lies beside it
    let copy = old[1].with_file_name("from-ann.fpm");
    fs::copy(&new[0], &copy).expect("copied");
    assert_eq!(home::newest(&old[1]), old[1]);
    let seen = left(take_up(&bob, &old[1])).await;
    assert_eq!((&seen.file, seen.strangeness), (&old[1], None));

    let read = |file: &PathBuf| fs::read(file).expect("there");
    let (before, after) = (old.each_ref().map(read), new.each_ref().map(read));
    let files = [&before, &after].map(|files| files.iter().map(Vec::as_slice).collect());
    let reports = judge_matches(&files);
    let verdicts: Vec<Verdict> = reports.iter().map(|report| report.verdict).collect();
    assert_eq!(verdicts, [Verdict::Open, Verdict::Complete], "{reports:?}");
    eve.delete_match(&new[1]).expect("deleted");
    let left = fs::read_dir(eve.matches_folder()).expect("a folder");
    assert_eq!(left.count(), 0, "the old match goes with the new one");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_place_that_was_offered_before_a_restart_is_taken_unless_the_match_has_gone_on() {
    let table = Table::new();
    let places = tempfile::tempdir().expect("a folder");
    let ann = table.host_home();
    let eve = Home::at(places.path().join("eve")).expect("a folder");
    let old = begun(&table).await;
    for goes_on in [true, false] {
        let host = net::host(vacancy(&ann, &old[0])).expect("hosted");
        left(host).await;
        let mut invitations = ann.invitations().into_iter();
        let invitation = invitations.next().expect("kept");
        if goes_on {
            // Bob is back
            let again = take_up(&ann, &old[0]);
            play_on(again, take_up(&table.guest_home(), &old[1]), 7).await;
        }
        let limits = net::limits::Limits::default();
        let host = net::host_again(&ann, invitation.clone(), limits);
        if goes_on {
            let error = host.map(|_| ()).expect_err("the match has gone on");
            assert!(matches!(error, StartError::MovedOn { .. }), "{error}");
            ann.withdraw(&invitation).expect("withdrawn");
            continue;
        }
        let host = host.expect("hosted again");
        let guest = joined(&eve, &host);
        take_the_place(host, guest).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_whose_match_files_are_gone_is_sent_them_and_continues() {
    let table = Table::new();
    let old = begun(&table).await;
    let bob = table.guest_home();
    // under another name the program does not know them by the code
    let kept = old[1].with_file_name("kept.fpm");
    for ending in ["fpm", "key"] {
        fs::rename(old[1].with_extension(ending), kept.with_extension(ending)).expect("renamed");
    }
    let mut host = take_up(&table.host_home(), &old[0]);
    let seen = patience(host.wait_for(|seen| seen.meeting.way_back.is_some())).await;
    let code = seen.meeting.way_back.as_deref().cloned().expect("a code");
    let join = || {
        let player = bob.player(Some("Bob")).expect("a player");
        let code = code.code().parse().expect("a code");
        net::join(JoinConfig::new(bob.clone(), player, code)).expect("joined")
    };
    let mut guest = join();
    let seen = patience(guest.wait_for(|seen| seen.ended)).await;
    let told = seen.messages.error.as_ref().expect("an error").to_string();
    assert!(
        told.contains("already, in") && told.contains("kept.fpm"),
        "{told}"
    );
    assert!(!seen.file.exists(), "one copy is enough");
    drop(guest);
    for ending in ["fpm", "key"] {
        fs::remove_file(kept.with_extension(ending)).expect("removed");
    }

    let mut guest = join();
    let seen = patience(guest.wait_for(|seen| seen.ended)).await;
    let told = seen.messages.error.as_ref().expect("an error").to_string();
    assert!(
        told.contains("its files are not in your data folder"),
        "{told}"
    );
    let copy = seen.file.clone();
    // the file sent is in the order of the chain, the host's own in the order in which the records came
    let same_entries = [&copy, &old[0]].map(|file| {
        let mut bytes = fs::read(file).expect("there");
        bytes.sort_unstable();
        bytes
    });
    assert!(same_entries[0] == same_entries[1], "other entries");
    drop(guest);

    let mut guest = join();
    let seen = patience(guest.wait_for(|seen| seen.next.may_ask.is_some())).await;
    assert_eq!(seen.strangeness, Some(Strangeness::NoKey));
    guest.send(Command::AskToContinue(ContinueWish::default()));
    patience(host.wait_for(|seen| seen.next.asked.is_some())).await;
    host.send(Command::AnswerContinue(true));
    patience(host.wait_for(|seen| seen.file != old[0])).await;
    patience(guest.wait_for(|seen| seen.file != copy)).await;
    play_both(host.clone(), guest).await;
    assert_eq!(host.snapshot().played.verdict.as_deref(), Some("COMPLETE"));
}
