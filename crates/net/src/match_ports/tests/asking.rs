//! Players of the same network who ask to be let in.

use super::*;
use crate::asking::ask;
use crate::limits::ASKERS;
use reach::LanMatch;

#[cfg(not(target_os = "macos"))]
#[tokio::test(flavor = "multi_thread")]
async fn silent_strangers_who_hold_all_places_keep_no_player_of_the_network_from_asking() {
    let mut house = House::with(endless());
    let mut squatters = squat(&house, 2..=7);
    let mut silent = Vec::new();
    while silent.len() < 8 {
        silent.push(squatter(&mut squatters).await);
    }
    let home = Home::at(house.folder.path().join("bob")).expect("a folder");
    let bob = home.player(Some("Bob")).expect("a player");
    let found = announced(&house, house.invitation.host);
    let asking = tokio::spawn(async move { ask(&home, bob, &found, || ()).await });
    let shown = house
        .host
        .wait_for(|snapshot| !snapshot.meeting.askers.is_empty());
    timeout(PATIENCE, shown).await.expect("the host is asked");
    asking.abort();
}

/// The host's announcement as a player of the same network finds it, with the mark of that key.
fn announced(house: &House, host: protocol::PublicKey) -> LanMatch {
    let invitation = Invitation {
        host,
        ..house.invitation.clone()
    };
    invitation.announced("A Clash of Arms", "Ann")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_of_the_network_who_is_let_in_plays_without_a_code() {
    let mut house = House::open();
    let home = Home::at(house.folder.path().join("bob")).expect("a folder");
    let bob = home.player(Some("Bob")).expect("a player");
    let found = announced(&house, house.invitation.host);
    let asking = tokio::spawn({
        let (home, bob) = (home.clone(), bob.clone());
        async move { ask(&home, bob, &found, || ()).await }
    });
    let shown = house
        .host
        .wait_for(|snapshot| !snapshot.meeting.askers.is_empty());
    let snapshot = timeout(PATIENCE, shown).await.expect("the host is asked");
    let asker = snapshot.meeting.askers[0].clone();
    assert_eq!((asker.key, asker.name.as_str()), (bob.key(), "Bob"));
    house.host.send(Command::LetIn(asker.key));
    let invitation = asking.await.expect("no panic").expect("let in");
    assert_eq!(invitation.secret, house.invitation.secret);
    house.invitation = invitation;
    house.assert_still_open().await;
    assert!(house.host.snapshot().meeting.askers.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn whom_the_host_turns_away_does_not_get_in_and_is_not_asked_about_again() {
    let mut house = House::open();
    let home = Home::at(house.folder.path().join("eve")).expect("a folder");
    let eve = home.player(Some("Eve")).expect("a player");
    let found = announced(&house, house.invitation.host);
    for round in 0..2 {
        let asking = tokio::spawn({
            let (home, eve, found) = (home.clone(), eve.clone(), found.clone());
            async move { ask(&home, eve, &found, || ()).await }
        });
        if round == 0 {
            let shown = house
                .host
                .wait_for(|snapshot| !snapshot.meeting.askers.is_empty());
            timeout(PATIENCE, shown).await.expect("the host is asked");
            house.host.send(Command::TurnAway(eve.key()));
        }
        let answer = timeout(PATIENCE, asking).await.expect("an answer");
        let error = answer.expect("no panic").expect_err("turned away");
        assert!(
            error.to_string().contains("declined your request"),
            "{error}"
        );
    }
    house.assert_still_open().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn many_who_ask_are_bounded_and_shut_nobody_out() {
    let mut house = House::open();
    let found = announced(&house, house.invitation.host);
    let mut crowd = JoinSet::new();
    for n in 0..2 * ASKERS {
        let home = Home::at(house.folder.path().join(format!("eve{n}"))).expect("a folder");
        let found = found.clone();
        crowd.spawn(async move {
            let eve = home.player(Some("Eve")).expect("a player");
            ask(&home, eve, &found, || ()).await
        });
    }
    let shown = house
        .host
        .wait_for(|snapshot| snapshot.meeting.askers.len() == ASKERS);
    timeout(PATIENCE, shown).await.expect("the host is asked");
    let turned_away = crowd.join_next().await.expect("more than may ask");
    turned_away.expect("no panic").expect_err("too many ask");
    house.assert_still_open().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_asks_a_host_whose_key_is_not_the_announced_one() {
    let mut house = House::open();
    let home = Home::at(house.folder.path().join("bob")).expect("a folder");
    let bob = home.player(Some("Bob")).expect("a player");
    let found = announced(&house, protocol::PublicKey([7; 32]));
    let error = ask(&home, bob, &found, || panic!("the host was asked"));
    let error = error.await.expect_err("another key");
    assert!(error.to_string().contains("announced"), "{error}");
    house.assert_still_open().await;
}
