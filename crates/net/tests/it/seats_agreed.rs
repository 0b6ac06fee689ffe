//! Players of a table agree on a draw, take a turn back, claim that the time is up, and agree ahead to go on.

use std::time::Duration;

use net::lobby::{LobbyCommand, Started};
use net::{Command, GoesOn, Snapshot};
use protocol::manifest::{ClaimEffect, DropPolicy, Pace, Terms};
use protocol::{Offer, Seat};
use tokio::time::sleep;

use crate::seats::{all_ready, begin, finish, play, started};
use crate::seats_cut::{go_on, two_at_one_machine};
use crate::seats_simulated::{Hall, until_turn};
use crate::simulated::within_minutes;
use crate::table::{autoplay_until, offer};

/// The frames of all players arrive within this time.
const A_WHILE: Duration = Duration::from_secs(5);

/// A Tourney of three sides, so that each player is a team.
fn three_sided() -> Offer {
    let options = [("seats", "3"), ("muster", "off"), ("enchanted", "off")];
    Offer {
        options: options
            .map(|(key, value)| (key.to_owned(), value.to_owned()))
            .into(),
        drop: Some(DropPolicy::Remove),
        ..offer("tourney-4", 12)
    }
}

/// The place of the player who has to give orders, once somebody has.
async fn mover(matches: &mut [Started]) -> usize {
    let is_asked = |shown: &Snapshot| {
        let asked = &shown.deciding;
        !asked.to_decide.is_empty() || !asked.awaited.is_empty()
    };
    for started in &mut *matches {
        within_minutes(started.handle.wait_for(is_asked)).await;
    }
    sleep(A_WHILE).await;
    let decides = |started: &Started| started.handle.snapshot().deciding.to_decide.len() == 1;
    matches.iter().position(decides).expect("somebody moves")
}

/// The other players' places.
fn others(mover: usize) -> [usize; 2] {
    [(mover + 1) % 3, (mover + 2) % 3]
}

fn seat(place: usize) -> Seat {
    Seat(u8::try_from(place).expect("few"))
}

#[tokio::test(start_paused = true)]
async fn a_draw_is_agreed_once_every_team_has_offered_it_and_the_mover_takes_it() {
    let hall = Hall::new(240, 3);
    let mut matches = begin(&mut hall.sit_for(three_sided()).await).await;
    let decides = mover(&mut matches).await;
    let [one, other] = others(decides);
    let handle = |place: usize| matches[place].handle.clone();
    handle(one).send(Command::OfferDraw { seat: seat(one) });
    let is_offered = |shown: &Snapshot| shown.proposals.draw_offer.is_some();
    within_minutes(handle(decides).wait_for(is_offered)).await;
    // one team of two has offered: the mover's yes is an offer of its own, and ends nothing
    let accept = |seat| Command::AnswerDraw { seat, accept: true };
    handle(decides).send(accept(seat(decides)));
    sleep(A_WHILE).await;
    assert_eq!(handle(other).snapshot().played.outcome, None);
    handle(other).send(accept(seat(other)));
    sleep(A_WHILE).await;
    if handle(decides).snapshot().played.outcome.is_none() {
        handle(decides).send(accept(seat(decides)));
    }
    finish(&mut matches).await;
    let outcome = matches[other].handle.snapshot().played.outcome;
    assert!(
        outcome.is_some_and(|it| it.winners().is_empty()),
        "{outcome:?}"
    );
}

/// The player at that place asks for the last turn back; these answer.
async fn ask_for_turn(matches: &mut [Started], asks: usize, answers: [(usize, bool); 2]) {
    let may_ask = |shown: &Snapshot| shown.proposals.may_take_back.contains(&seat(asks));
    within_minutes(matches[asks].handle.wait_for(may_ask)).await;
    matches[asks]
        .handle
        .send(Command::AskTakeback { seat: seat(asks) });
    for (place, accept) in answers {
        let is_asked = |shown: &Snapshot| shown.proposals.takeback_asked.is_some();
        let shown = within_minutes(matches[place].handle.wait_for(is_asked)).await;
        let asked = shown.proposals.takeback_asked.as_ref().expect("asked");
        assert_eq!(asked.seat, seat(asks));
        let (seat, note) = (seat(place), asked.note);
        matches[place]
            .handle
            .send(Command::AnswerTakeback { seat, note, accept });
        sleep(A_WHILE).await;
    }
}

#[tokio::test(start_paused = true)]
async fn a_turn_is_taken_back_once_both_other_teams_grant_it_and_stays_if_one_does_not() {
    let hall = Hall::new(250, 3);
    let mut matches = begin(&mut hall.sit_for(three_sided()).await).await;
    let moved = mover(&mut matches).await;
    let [one, other] = others(moved);
    let position = |matches: &[Started]| {
        let all = matches
            .iter()
            .map(|it| it.handle.snapshot().played.position.clone());
        let all: Vec<_> = all.collect();
        assert!(
            all.iter().all(|position| *position == all[0]),
            "they differ"
        );
        all[0].clone()
    };
    let before = position(&matches);
    autoplay_until(matches[moved].handle.clone(), 1, 1).await;
    // the next to move answers last, and signs it in place of a turn
    let next = mover(&mut matches).await;
    let first = if next == one { other } else { one };
    let after = position(&matches);
    assert_ne!(after, before);
    ask_for_turn(&mut matches, moved, [(first, true), (next, true)]).await;
    assert_eq!(mover(&mut matches).await, moved);
    assert_eq!(position(&matches), before);
    autoplay_until(matches[moved].handle.clone(), 1, 2).await;
    assert_eq!(mover(&mut matches).await, next);
    ask_for_turn(&mut matches, moved, [(next, true), (first, false)]).await;
    // a no of one team is the answer of all
    for started in &matches {
        assert_eq!(started.handle.snapshot().proposals.takeback_asked, None);
    }
    assert_eq!(position(&matches), after);
    assert_eq!(mover(&mut matches).await, next);
    let _playing = play(&matches);
    finish(&mut matches).await;
}

#[tokio::test(start_paused = true)]
async fn whoever_loses_by_a_claim_of_the_clock_is_left_out_by_the_two_others() {
    let hall = Hall::new(260, 3);
    let terms = Terms {
        pace: Pace::Bank {
            bank_ms: 60_000,
            increment_ms: 0,
        },
        claim: ClaimEffect::Loss,
    };
    let timed = Offer {
        terms,
        ..three_sided()
    };
    let mut matches = begin(&mut hall.sit_for(timed).await).await;
    let mut late = mover(&mut matches).await;
    if late == 0 {
        // the two others meet at the host
        autoplay_until(matches[late].handle.clone(), 1, 1).await;
        late = mover(&mut matches).await;
    }
    let [one, other] = others(late);
    let handle = |place: usize| matches[place].handle.clone();
    // too early, and refused in words
    handle(one).send(Command::Claim { seat: seat(one) });
    let is_refused = |shown: &Snapshot| shown.messages.refused.is_some();
    within_minutes(handle(one).wait_for(is_refused)).await;
    for place in [one, other] {
        let may_claim = |shown: &Snapshot| shown.time.may_claim == Some(seat(place));
        within_minutes(handle(place).wait_for(may_claim)).await;
    }
    let is_offered = |shown: &Snapshot| !shown.leaving.may.is_empty();
    assert!(!is_offered(&handle(other).snapshot()), "nobody has claimed");
    handle(one).send(Command::Claim { seat: seat(one) });
    within_minutes(handle(other).wait_for(is_offered)).await;
    let left = matches.remove(late);
    go_on(&mut matches, &[seat(late).0]).await;
    let _playing = play(&matches);
    finish(&mut matches).await;
    assert!(left.handle.snapshot().leaving.is_left_out);
}

/// A table of three who have all given that answer before the match began.
async fn answered_ahead(hall: &Hall, answer: GoesOn) -> Vec<Started> {
    let mut lobbies = hall.sit(9).await;
    for lobby in &mut lobbies {
        lobby.send(LobbyCommand::GoOnAhead(Some(answer)));
        within_minutes(lobby.wait_for(|shown| shown.goes_on == Some(answer))).await;
    }
    let mut matches = begin(&mut lobbies).await;
    for started in &mut matches {
        let is_told = |shown: &Snapshot| shown.leaving.ahead == Some(answer);
        within_minutes(started.handle.wait_for(is_told)).await;
    }
    matches
}

/// Nobody can play on before that player has.
async fn until_awaited(started: &mut Started, seat: Seat) {
    // what was on its way has come
    sleep(A_WHILE).await;
    let is_awaited = |shown: &Snapshot| shown.deciding.awaited.contains(&seat);
    within_minutes(started.handle.wait_for(is_awaited)).await;
}

/// These play on in the new match, and to its end.
async fn play_on_without(matches: &mut [Started], gone: Seat) {
    for started in &mut *matches {
        let is_new = |shown: &Snapshot| shown.leaving.gone.iter().any(|(seat, _)| *seat == gone);
        within_minutes(started.handle.wait_for(is_new)).await;
    }
    let _playing = play(matches);
    finish(matches).await;
}

#[tokio::test(start_paused = true)]
async fn an_answer_given_at_the_table_holds_for_the_match_that_begins() {
    for (seed, answer) in [(270, GoesOn::Resigned), (280, GoesOn::Silent)] {
        let hall = Hall::new(seed, 3);
        let mut matches = answered_ahead(&hall, answer).await;
        let playing = play(&matches);
        until_turn(&mut matches[0], 2).await;
        match answer {
            GoesOn::Resigned => matches[2].handle.send(Command::Resign { seat: Seat(2) }),
            GoesOn::Silent => {
                hall.machines[2].cut();
                until_awaited(&mut matches[0], Seat(2)).await;
            }
        }
        playing.iter().for_each(tokio::task::JoinHandle::abort);
        play_on_without(&mut matches[..2], Seat(2)).await;
    }
}

#[tokio::test(start_paused = true)]
async fn an_answer_for_those_who_resign_is_none_for_a_silent_player() {
    let hall = Hall::new(290, 3);
    let mut matches = answered_ahead(&hall, GoesOn::Resigned).await;
    let playing = play(&matches);
    until_turn(&mut matches[0], 2).await;
    hall.machines[2].cut();
    let is_offered = |shown: &Snapshot| !shown.leaving.may.is_empty();
    for started in &mut matches[..2] {
        within_minutes(started.handle.wait_for(is_offered)).await;
    }
    sleep(A_WHILE).await;
    for started in &matches[..2] {
        let shown = started.handle.snapshot();
        assert!(
            shown.leaving.may.iter().all(|may| !may.is_agreed),
            "{shown:?}"
        );
        assert_eq!(shown.leaving.gone, []);
    }
    // who says it later, of somebody who is gone already, goes on at once
    playing.iter().for_each(tokio::task::JoinHandle::abort);
    for started in &matches[..2] {
        started
            .handle
            .send(Command::GoOnAhead(Some(GoesOn::Silent)));
    }
    play_on_without(&mut matches[..2], Seat(2)).await;
}

#[tokio::test(start_paused = true)]
async fn an_answer_given_ahead_is_that_of_both_players_of_a_machine() {
    let hall = Hall::new(295, 3);
    let mut matches = two_at_one_machine(&hall).await;
    let gone = matches[2].seats[0].0;
    for started in &matches[..2] {
        started
            .handle
            .send(Command::GoOnAhead(Some(GoesOn::Silent)));
    }
    let playing = play(&matches);
    until_turn(&mut matches[2], 3).await;
    hall.machines[2].cut();
    until_awaited(&mut matches[0], gone).await;
    playing.iter().for_each(tokio::task::JoinHandle::abort);
    play_on_without(&mut matches[..2], gone).await;
}

/// These go on without seat 2, who is lost, as soon as they need it.
async fn play_on_without_the_lost(matches: &mut [Started]) {
    for started in &*matches {
        let answer = Some(GoesOn::Silent);
        started.handle.send(Command::GoOnAhead(answer));
    }
    let playing = play(matches);
    until_awaited(&mut matches[0], Seat(2)).await;
    playing.iter().for_each(tokio::task::JoinHandle::abort);
    play_on_without(matches, Seat(2)).await;
}

#[tokio::test(start_paused = true)]
async fn a_player_lost_as_the_match_begins_is_left_out_like_any_other() {
    for (seed, wait) in [(500, 0), (510, 20), (520, 200)] {
        let hall = Hall::new(seed, 3);
        let mut matches = begin(&mut hall.sit_for(three_sided()).await).await;
        sleep(Duration::from_millis(wait)).await;
        hall.machines[2].cut();
        play_on_without_the_lost(&mut matches[..2]).await;
    }
    // lost after its signature reached the host's lobby, and before the host's word that all have signed came back
    let hall = Hall::new(530, 3);
    let mut lobbies = hall.sit_for(three_sided()).await;
    all_ready(&mut lobbies).await;
    lobbies[0].send(LobbyCommand::Begin);
    within_minutes(lobbies[2].wait_for(|shown| shown.is_beginning)).await;
    hall.machines[2].partition(true, false);
    let mut matches = [started(&lobbies[0]).await, started(&lobbies[1]).await];
    hall.machines[2].cut();
    play_on_without_the_lost(&mut matches).await;
}
