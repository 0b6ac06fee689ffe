//! A table that the network cuts in two, and one whose host is gone.

use std::fs;
use std::path::PathBuf;

use home::Invitation;
use net::lobby::{LobbyCommand, LobbySnapshot, Started};
use net::{Command, LineState, Snapshot};
use protocol::Seat;
use protocol::judge::{Report, Verdict, judge_matches};

use crate::seats::{begin, code, finish, play, seated, sound};
use crate::seats_simulated::{Hall, until_turn};
use crate::simulated::within_minutes;

/// The code by which a member is found now, as the others see its machine.
async fn code_of(hall: &Hall, player: usize, started: &mut Started) -> Invitation {
    let is_found = |shown: &Snapshot| shown.meeting.way_back.is_some();
    let shown = within_minutes(started.handle.wait_for(is_found)).await;
    let mut code = Invitation::clone(shown.meeting.way_back.as_ref().expect("a code"));
    let port = code.addresses.candidates[0].port();
    code.addresses.candidates = vec![(hall.machines[player].outside(), port).into()];
    // a pasted code is text
    code.code().parse().expect("a code")
}

/// All of them agree to go on without each of these, once that is offered, and are in the new match.
pub(crate) async fn go_on(matches: &mut [Started], gone: &[u8]) -> Vec<PathBuf> {
    let mut new = Vec::new();
    for started in &mut *matches {
        let may_all = |shown: &Snapshot| {
            let may = |seat: &u8| {
                let mut may = shown.leaving.may.iter();
                may.any(|may| may.leaver.seat == Seat(*seat))
            };
            gone.iter().all(may)
        };
        within_minutes(started.handle.wait_for(may_all)).await;
        for seat in gone {
            let (seat, agrees) = (Seat(*seat), true);
            started.handle.send(Command::GoOnWithout { seat, agrees });
        }
    }
    for started in matches {
        let is_new = |shown: &Snapshot| shown.leaving.gone.len() == gone.len();
        let shown = within_minutes(started.handle.wait_for(is_new)).await;
        assert_eq!(shown.messages.error, None);
        new.push(shown.file.clone());
    }
    new
}

fn files(matches: &[Started]) -> Vec<PathBuf> {
    let files = matches.iter();
    files
        .map(|started| started.handle.snapshot().file.clone())
        .collect()
}

#[tokio::test(start_paused = true)]
async fn row_43_a_table_cut_in_two_goes_on_as_two_and_the_judge_says_who_signed_which() {
    let hall = Hall::new(300, 8);
    let mut matches = hall.playing(14).await;
    let playing = play(&matches);
    until_turn(&mut matches[7], 2).await;
    let old = files(&matches);
    hall.machines[4..].iter().for_each(|machine| machine.cut());
    playing.iter().for_each(tokio::task::JoinHandle::abort);
    // the host's half reaches each other by the host
    let new_here = go_on(&mut matches[..4], &[4, 5, 6, 7]).await;
    let _playing = play(&matches[..4]);
    finish(&mut matches[..4]).await;
    // the other half is together again by the code of one of them
    for (at, started) in (4..).zip(&mut matches[4..]) {
        hall.kill(at, started).await;
    }
    hall.resume(4, &mut matches[4], None);
    let code = code_of(&hall, 4, &mut matches[4]).await;
    for (at, started) in (5..).zip(&mut matches[5..]) {
        hall.resume(at, started, Some(code.clone()));
    }
    let new_there = go_on(&mut matches[4..], &[0, 1, 2, 3]).await;
    let _playing = play(&matches[4..]);
    finish(&mut matches[4..]).await;
    let read = |files: &[PathBuf]| -> Vec<Vec<u8>> {
        files
            .iter()
            .map(|file| fs::read(file).expect("there"))
            .collect()
    };
    let groups = [read(&old), read(&new_here), read(&new_there)];
    let groups = groups.each_ref().map(|files| {
        let files = files.iter().map(Vec::as_slice);
        files.collect::<Vec<&[u8]>>()
    });
    let reports = judge_matches(&groups);
    let verdicts: Vec<Verdict> = reports.iter().map(|report| report.verdict).collect();
    let expected = [Verdict::Claimed, Verdict::Complete, Verdict::Complete];
    assert_eq!(verdicts, expected, "{reports:#?}");
    // whoever is left out is said to be silent, and nobody is convicted
    let findings = reports.iter().flat_map(|report| &report.findings);
    let mut left_out: Vec<u8> = findings
        .map(|finding| {
            assert_eq!(finding.verdict, Verdict::Claimed, "{finding:?}");
            finding.seat.0
        })
        .collect();
    left_out.sort_unstable();
    // the old match counts as continued by one of the two
    let halves = [[0, 1, 2, 3], [4, 5, 6, 7]];
    assert!(halves.iter().any(|half| left_out == *half), "{left_out:?}");
    // both new matches name those without whom they were signed, and say that there is another one
    for (report, names) in reports[1..].iter().zip([["Eve", "Hal"], ["Ann", "Dot"]]) {
        let remarks = report.remarks.join("\n");
        let is_said = |words: &str| remarks.contains(words);
        for name in names {
            let words = format!("continued without {name}, who is said to be silent");
            assert!(is_said(&words), "{remarks}");
        }
    }
    // the one that does not count for the old match says that the others have gone on too
    let is_split = |report: &&Report| {
        let mut remarks = report.remarks.iter();
        remarks.any(|remark| remark.contains("have gone on in another match"))
    };
    assert_eq!(
        reports[1..].iter().filter(is_split).count(),
        1,
        "{reports:#?}"
    );
}

#[tokio::test(start_paused = true)]
async fn without_the_host_the_others_meet_by_the_code_of_a_member_who_plays_on_and_go_on() {
    let hall = Hall::new(310, 4);
    let mut matches = hall.playing(12).await;
    let playing = play(&matches);
    until_turn(&mut matches[3], 3).await;
    hall.kill(0, &mut matches[0]).await;
    // nobody is opened again: a member's program shows its code, and the others enter it
    let code = code_of(&hall, 1, &mut matches[1]).await;
    for started in &matches[2..] {
        let code = std::sync::Arc::new(code.clone());
        started.handle.send(Command::Reach(code));
    }
    for started in &mut matches[2..] {
        let reaches = |shown: &Snapshot| {
            let mut lines = shown.lines.iter();
            lines.any(|line| line.seat == Seat(1) && line.state == LineState::Up)
        };
        within_minutes(started.handle.wait_for(reaches)).await;
    }
    // they play on as far as they can without the host
    let awaits_host = |shown: &Snapshot| shown.deciding.awaited.contains(&Seat(0));
    within_minutes(matches[1].handle.wait_for(awaits_host)).await;
    playing.iter().for_each(tokio::task::JoinHandle::abort);
    go_on(&mut matches[1..], &[0]).await;
    let _playing = play(&matches[1..]);
    finish(&mut matches[1..]).await;
}

/// The match of a table of four, of whom Ben and Dot are at one machine, the second of three.
pub(crate) async fn two_at_one_machine(hall: &Hall) -> Vec<Started> {
    let mut host = hall.host(4, 12);
    let code = code(&host);
    let mut ben = seated(hall.join(1, &code)).await;
    ben.send(LobbyCommand::Bring {
        seat: None,
        name: Some("Dot".to_owned()),
        level: None,
    });
    let asked = within_minutes(host.wait_for(|shown| !shown.askers.is_empty())).await;
    host.send(LobbyCommand::LetIn(asked.askers[0].key));
    let both =
        |shown: &LobbySnapshot| sound(shown) && shown.own.iter().all(|own| own.seat.is_some());
    within_minutes(ben.wait_for(|shown| shown.own.len() == 2 && both(shown))).await;
    let cid = seated(hall.join(2, &code)).await;
    begin(&mut [host, ben, cid]).await
}

#[tokio::test(start_paused = true)]
async fn the_others_of_a_machine_play_on_at_once_when_its_first_player_has_left_the_table() {
    let hall = Hall::new(320, 3);
    let mut matches = two_at_one_machine(&hall).await;
    let first = matches[1].seats[0].0;
    let playing = play(&matches);
    until_turn(&mut matches[2], 3).await;
    playing.iter().for_each(tokio::task::JoinHandle::abort);
    matches[1].handle.send(Command::Resign { seat: first });
    let before = files(&matches);
    go_on(&mut matches, &[first.0]).await;
    // nobody opens the match again: Dot has a connection of her own
    let dot = matches[1].seats[1].0;
    for at in [0, 2] {
        let reaches = |shown: &Snapshot| {
            let mut lines = shown.lines.iter();
            lines.any(|line| line.seat == dot && line.state == LineState::Up)
        };
        within_minutes(matches[at].handle.wait_for(reaches)).await;
    }
    let mine = |shown: &Snapshot| {
        let seats = shown.contract.seats.iter().filter(|info| info.mine);
        seats.map(|info| info.seat).eq([dot]) && shown.messages.error.is_none()
    };
    within_minutes(matches[1].handle.wait_for(mine)).await;
    assert_ne!(files(&matches)[1], before[1]);
    let _playing = play(&matches);
    finish(&mut matches).await;
}
