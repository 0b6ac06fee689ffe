//! Players of the same network who ask to be let in.

use super::*;
use crate::asking::ask;
use crate::limits::{ASKERS, MOST_DECLINED};
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

/// The question of Eve, who keeps her key.
fn eve(house: &House) -> (protocol::PublicKey, impl Fn() -> Answer + use<>) {
    let home = Home::at(house.folder.path().join("eve")).expect("a folder");
    let eve = home.player(Some("Eve")).expect("a player");
    let found = announced(house, house.invitation.host);
    let key = eve.key();
    let put = move || {
        let (home, eve, found) = (home.clone(), eve.clone(), found.clone());
        tokio::spawn(async move { ask(&home, eve, &found, || ()).await })
    };
    (key, put)
}

type Answer = tokio::task::JoinHandle<Result<Invitation, crate::asking::AskError>>;

/// The player whom the host's user is asked about, once there is one who was declined that often before.
async fn asked(house: &mut House, declined: usize) -> crate::Asker {
    // the count too: the snapshot may still show the question that was just answered
    let shown = house.host.wait_for(|snapshot| {
        let first = snapshot.meeting.askers.first();
        first.is_some_and(|asker| asker.declined == declined)
    });
    let snapshot = timeout(PATIENCE, shown).await.expect("the host is asked");
    snapshot.meeting.askers[0].clone()
}

async fn assert_declined(answer: Answer) {
    let answer = timeout(PATIENCE, answer).await.expect("an answer");
    let error = answer.expect("no panic").expect_err("turned away");
    assert!(
        matches!(&error, crate::asking::AskError::Declined { host } if host == "Ann"),
        "{error}"
    );
    assert_eq!(error.to_string(), "Ann declined your request");
    assert!(error.advice().contains("ask again"), "{}", error.advice());
}

#[tokio::test(flavor = "multi_thread")]
async fn whom_the_host_turned_away_asks_again_and_may_be_let_in() {
    let mut house = House::open();
    let (eve, put) = eve(&house);
    let answer = put();
    let first = asked(&mut house, 0).await;
    assert_eq!(first.key, eve);
    assert!(!first.to_string().contains("declined"), "{first}");
    house.host.send(Command::TurnAway(eve));
    assert_declined(answer).await;
    let answer = put();
    let again = asked(&mut house, 1).await;
    assert_eq!(again.key, eve);
    // the terminal asks its user with these words
    assert!(again.to_string().ends_with(", declined earlier"), "{again}");
    house.host.send(Command::LetIn(eve));
    let invitation = answer.await.expect("no panic").expect("let in");
    assert_eq!(invitation.secret, house.invitation.secret);
    house.invitation = invitation;
    house.assert_still_open().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whom_the_host_turns_away_thrice_is_not_asked_about_again() {
    let mut house = House::open();
    let (eve, put) = eve(&house);
    for declined in 0..MOST_DECLINED {
        let answer = put();
        assert_eq!(asked(&mut house, declined).await.key, eve);
        house.host.send(Command::TurnAway(eve));
        assert_declined(answer).await;
    }
    // nobody answers this question: it ends by itself
    assert_declined(put()).await;
    let empty = house
        .host
        .wait_for(|snapshot| snapshot.meeting.askers.is_empty());
    timeout(PATIENCE, empty).await.expect("nobody waits");
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
