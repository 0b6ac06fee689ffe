//! A table that continues with everybody in a new match.

use std::time::Duration;

use net::lobby::Started;
use net::{Command, PlayOn, Snapshot};
use protocol::judge::{Verdict, judge_matches};
use protocol::{ContinueWish, Seat};

use crate::seats::{finish, play};
use crate::seats_cut::two_at_one_machine;
use crate::seats_simulated::{Hall, until_turn};
use crate::simulated::within_minutes;
use crate::table::turns;

async fn until(started: &mut Started, wanted: impl Fn(&Snapshot) -> bool) {
    within_minutes(started.handle.wait_for(wanted)).await;
    assert_eq!(started.handle.snapshot().messages.error, None);
}

#[tokio::test(start_paused = true)]
async fn a_table_continues_from_an_earlier_turn_by_one_word_of_each_machine() {
    let hall = Hall::new(400, 3);
    let mut matches = two_at_one_machine(&hall).await;
    let playing = play(&matches);
    until_turn(&mut matches[2], 4).await;
    playing.iter().for_each(tokio::task::JoinHandle::abort);
    tokio::time::sleep(Duration::from_secs(10)).await;
    let old: Vec<_> = matches
        .iter()
        .map(|started| started.handle.snapshot().file.clone())
        .collect();
    // Ben's machine asks, for both of its players
    let from = PlayOn::read(&hall.home(1), &old[1]).expect("a match");
    assert_eq!(from.own.len(), 2);
    from.may_replace().expect("it may ask");
    let wish = from.wish(Some(2), false).expect("a turn");
    let words = from.words_instead(wish.after.expect("a step"), false, false);
    assert!(words[0].starts_with("The others are asked"), "{words:?}");
    matches[1].handle.send(Command::AskToContinue(wish));
    for at in [0, 2] {
        until(&mut matches[at], |shown| shown.next.asked.is_some()).await;
        let asked = matches[at].handle.snapshot().next.asked.clone();
        let asked = asked.expect("asked");
        let own = matches[1].seats.iter().map(|(seat, _)| *seat);
        let own: Vec<Seat> = own.collect();
        assert!(own.contains(&asked.asks), "{asked:?}");
        matches[at].handle.send(Command::AnswerContinue(true));
    }
    for (started, old) in matches.iter_mut().zip(&old) {
        until(started, |shown| shown.file != *old).await;
        assert_eq!(turns(&started.handle.snapshot()), 0, "a new match");
    }
    let _playing = play(&matches);
    finish(&mut matches).await;
    let read = |file: &std::path::PathBuf| std::fs::read(file).expect("a file");
    let new = matches
        .iter()
        .map(|started| started.handle.snapshot().file.clone());
    let groups: Vec<Vec<Vec<u8>>> = vec![
        old.iter().map(read).collect(),
        new.map(|file| read(&file)).collect(),
    ];
    let groups: Vec<Vec<&[u8]>> = groups
        .iter()
        .map(|files| files.iter().map(Vec::as_slice).collect())
        .collect();
    let reports = judge_matches(&groups);
    let verdicts: Vec<Verdict> = reports.iter().map(|report| report.verdict).collect();
    assert_eq!(
        verdicts,
        [Verdict::Continued, Verdict::Complete],
        "{reports:#?}"
    );
}

#[tokio::test(start_paused = true)]
async fn who_says_no_keeps_the_table_where_it_is_and_a_swap_of_sides_is_refused_by_name() {
    let hall = Hall::new(410, 3);
    let mut matches = hall.playing(9).await;
    let playing = play(&matches);
    until_turn(&mut matches[2], 2).await;
    playing.iter().for_each(tokio::task::JoinHandle::abort);
    tokio::time::sleep(Duration::from_secs(10)).await;
    let swaps = ContinueWish {
        after: None,
        swaps: true,
    };
    matches[0].handle.send(Command::AskToContinue(swaps));
    until(&mut matches[0], |shown| shown.messages.refused.is_some()).await;
    matches[0]
        .handle
        .send(Command::AskToContinue(ContinueWish::default()));
    until(&mut matches[1], |shown| shown.next.asked.is_some()).await;
    matches[1].handle.send(Command::AnswerContinue(false));
    until(&mut matches[1], |shown| shown.next.asked.is_none()).await;
    let _playing = play(&matches);
    finish(&mut matches).await;
}
