//! Matches over good lines.

use std::net::SocketAddr;

use crate::table::{Table, autoplay, offer, patience, turns};
use net::{Command, LineState, LocalConfig, MatchHandle, ResumeConfig};
use rules::warlord::Side;
use rules::{Outcome, RESIGN};

pub(crate) fn loopback() -> Vec<SocketAddr> {
    vec![SocketAddr::from(([127, 0, 0, 1], 0))]
}

pub(crate) async fn play_both(host: MatchHandle, guest: MatchHandle) {
    patience(async { tokio::join!(autoplay(host, 1), autoplay(guest, 2)) }).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hidden_set_up_match_is_complete_and_the_files_are_the_same_bytes() {
    let table = Table::new();
    let host = table.host(offer("test-of-wills", 10), loopback());
    let guest = table.join(&host);
    play_both(host.clone(), guest.clone()).await;
    let (here, there) = (host.snapshot(), guest.snapshot());
    assert_eq!(
        here.played.verdict.as_deref(),
        Some("COMPLETE"),
        "{:?}",
        here.messages.error
    );
    assert_eq!(
        there.played.verdict.as_deref(),
        Some("COMPLETE"),
        "{:?}",
        there.messages.error
    );
    assert_eq!(table.file(&host), table.file(&guest));
    assert!(turns(&here) > 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_is_played_over_ipv6() {
    let table = Table::new();
    let host = table.host(
        offer("clash-of-arms", 4),
        vec!["[::1]:0".parse().expect("an address")],
    );
    let invitation = host
        .snapshot()
        .meeting
        .invitation
        .clone()
        .expect("an invitation");
    assert!(
        invitation
            .addresses
            .candidates
            .iter()
            .all(SocketAddr::is_ipv6)
    );
    let guest = table.join(&host);
    play_both(host.clone(), guest).await;
    assert_eq!(host.snapshot().played.verdict.as_deref(), Some("COMPLETE"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_host_that_names_no_address_is_found_on_this_network() {
    let table = Table::new();
    let host = table.host(offer("clash-of-arms", 4), Vec::new());
    let snapshot = host.snapshot();
    let invitation = snapshot.meeting.invitation.as_ref().expect("an invitation");
    assert!(
        !invitation.addresses.candidates.is_empty() && !snapshot.meeting.reachability.is_empty()
    );
    let guest = table.join(&host);
    play_both(host.clone(), guest).await;
    assert_eq!(host.snapshot().played.verdict.as_deref(), Some("COMPLETE"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_within_one_program_is_signed_and_complete_too() {
    let table = Table::new();
    let players = [table.player("Ann"), table.player("Bob")];
    let config = LocalConfig::new(table.host_home(), players, offer("test-of-wills", 6));
    let both = net::local(config).expect("a match");
    patience(autoplay(both.clone(), 3)).await;
    let snapshot = both.snapshot();
    assert_eq!(snapshot.line, LineState::Local);
    assert_eq!(snapshot.played.verdict.as_deref(), Some("COMPLETE"));
    // one match file, and a private file for each seat
    let mut names = table.names_beside(&both);
    let name = snapshot.file.file_stem().expect("a name").to_string_lossy();
    let wanted = ["-2.key", ".fpm", ".key"].map(|ending| format!("{name}{ending}"));
    names.sort();
    assert_eq!(names, wanted);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_is_deleted_with_its_keys_but_not_while_it_is_played() {
    let table = Table::new();
    let home = table.host_home();
    let players = [table.player("Ann"), table.player("Bob")];
    let config = LocalConfig::new(home.clone(), players, offer("clash-of-arms", 6));
    let mut both = net::local(config).expect("a match");
    patience(both.wait_for(|snapshot| !snapshot.deciding.to_decide.is_empty())).await;
    let file = both.snapshot().file.clone();
    assert!(home.delete_match(&file).is_err() && file.exists());
    both.send(Command::Leave);
    patience(both.wait_for(|snapshot| snapshot.ended)).await;
    home.delete_match(&file).expect("nobody plays it");
    let folder = file.parent().expect("a folder");
    let left: Vec<_> = std::fs::read_dir(folder).expect("the folder").collect();
    assert!(left.is_empty(), "{left:?}");
    home.delete_match(&file).expect("gone is gone");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_may_resign_and_both_files_say_so() {
    let table = Table::new();
    let mut host = table.host(offer("clash-of-arms", 40), loopback());
    let mut guest = table.join(&host);
    let snapshot =
        patience(host.wait_for(|snapshot| !snapshot.deciding.to_decide.is_empty())).await;
    let (seat, _) = snapshot.deciding.to_decide[0];
    host.send(Command::Resign { seat });
    patience(host.wait_for(|snapshot| snapshot.ended)).await;
    patience(guest.wait_for(|snapshot| snapshot.ended)).await;
    assert_eq!(
        guest.snapshot().played.outcome,
        Some(Outcome::Won(Side::Black.into(), RESIGN))
    );
    assert_eq!(guest.snapshot().played.verdict.as_deref(), Some("COMPLETE"));
    assert_eq!(table.file(&host), table.file(&guest));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_that_was_left_is_taken_up_again_by_both() {
    let table = Table::new();
    // long enough that it is not over before anybody leaves
    let mut host = table.host(offer("test-of-wills", 60), loopback());
    let mut guest = table.join(&host);
    let playing = [
        tokio::spawn(autoplay(host.clone(), 1)),
        tokio::spawn(autoplay(guest.clone(), 2)),
    ];
    patience(guest.wait_for(|snapshot| turns(snapshot) >= 4)).await;
    guest.send(Command::Leave);
    patience(guest.wait_for(|snapshot| snapshot.ended)).await;
    // the host notices, and waits
    patience(host.wait_for(|snapshot| matches!(snapshot.line, LineState::Lost { .. }))).await;
    host.send(Command::Leave);
    patience(host.wait_for(|snapshot| snapshot.ended)).await;
    for task in playing {
        task.await.expect("no panic");
    }
    let host_file = host.snapshot().file.clone();
    let guest_file = guest.snapshot().file.clone();
    let listed = table.host_home().matches().expect("readable");
    assert_eq!(listed.len(), 1);
    assert_eq!(
        (listed[0].result.as_ref(), listed[0].mine.as_slice()),
        (None, &[Side::White.into()][..])
    );
    let host = net::resume(ResumeConfig::new(table.host_home(), &host_file)).expect("taken up");
    let guest = net::resume(ResumeConfig::new(table.guest_home(), &guest_file)).expect("taken up");
    play_both(host.clone(), guest.clone()).await;
    assert_eq!(host.snapshot().played.verdict.as_deref(), Some("COMPLETE"));
    assert_eq!(guest.snapshot().played.verdict.as_deref(), Some("COMPLETE"));
    assert_eq!(table.file(&host), table.file(&guest));
    assert!(turns(&host.snapshot()) > 1);
    assert!(
        table.host_home().matches().expect("readable")[0]
            .result
            .is_some()
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn when_both_have_new_addresses_a_fresh_code_of_one_brings_them_together() {
    let table = Table::new();
    let mut host = table.host(offer("test-of-wills", 60), loopback());
    let mut config =
        table.join_config(host.snapshot().meeting.invitation.as_ref().expect("a code"));
    config.listen = loopback();
    let mut guest = net::join(config).expect("a match");
    let agreed = |snapshot: &net::Snapshot| !snapshot.deciding.to_decide.is_empty();
    patience(host.wait_for(agreed)).await;
    patience(guest.wait_for(agreed)).await;
    let files = [&host, &guest].map(|handle| handle.snapshot().file.clone());
    for handle in [&mut host, &mut guest] {
        handle.send(Command::Leave);
        patience(handle.wait_for(|snapshot| snapshot.ended)).await;
    }
    let moved = |home, file| ResumeConfig {
        listen: loopback(),
        ..ResumeConfig::new(home, file)
    };
    let mut host = net::resume(moved(table.host_home(), &files[0])).expect("taken up");
    let mut told = host.events();
    let code = loop {
        match patience(told.next()).await.expect("a code is shown") {
            net::Happening::Code(code) => break code,
            _ => continue,
        }
    };
    assert_ne!(host.snapshot().line, LineState::Up);

    // the code of another match is not taken
    let other = table.host(offer("test-of-wills", 2), loopback());
    let refused = net::resume(ResumeConfig {
        code: other.snapshot().meeting.invitation.as_deref().cloned(),
        ..moved(table.guest_home(), &files[1])
    });
    let error = refused.expect_err("another match");
    assert!(error.to_string().contains("not of the match"), "{error}");

    // the guest opens the code like an invitation
    let mut config = table.join_config(&code);
    config.listen = loopback();
    let guest = net::join(config).expect("taken up");
    assert_eq!(guest.snapshot().file, files[1]);
    patience(host.wait_for(|snapshot| snapshot.line == LineState::Up)).await;
    play_both(host.clone(), guest.clone()).await;
    assert_eq!(host.snapshot().played.verdict.as_deref(), Some("COMPLETE"));
    assert_eq!(table.file(&host), table.file(&guest));
}
