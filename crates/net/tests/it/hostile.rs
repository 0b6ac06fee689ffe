//! Rows of the threat table that are about the wire, over QUIC on the loopback: an honest host, and a guest whose program is
//! the test. The rows are those of docs/protocol.md.

use std::time::Duration;

use net::{CloseCode, Command, LineState, MatchHandle};
use protocol::codec::{decode_canonical, encode};
use protocol::file::{Entry, read_public};
use protocol::frame::{Chat, Frame, MAX_FRAME};
use protocol::judge::{Report, Verdict, judge};
use protocol::note::Statement;
use protocol::record::{ConfirmBody, RevealBody};
use protocol::{ContinueWish, Kind, Seat, Stage};
use tokio::time::{Instant, sleep};

use crate::cheat::{CHEAT, Cheat, at_confirm, at_reveal, at_seals, decide};
use crate::table::{Table, offer, patience, turns};
use crate::whole::loopback;

/// The time in which a program must sign what its player has no say in.
const ANSWER: Duration = Duration::from_secs(30);

/// The judge's report on the host's file as it is now.
fn judged(table: &Table, host: &MatchHandle) -> Report {
    judge(&[&table.file(host)])
}

async fn until_lost(host: &mut MatchHandle) {
    let is_lost = |line: &LineState| matches!(line, LineState::Lost { .. });
    patience(host.wait_for(|snapshot| is_lost(&snapshot.line))).await;
}

/// The host's program has stopped the match for what the guest signed, and its file proves the guest's breach.
async fn assert_proved(table: &Table, host: &mut MatchHandle, step: u64, kind: &str) {
    patience(host.wait_for(|snapshot| snapshot.stage == Stage::Over)).await;
    let report = judged(table, host);
    assert_eq!(
        (report.verdict, report.step, report.seat, report.kind),
        (Verdict::Proved, step, Some(CHEAT), Some(kind)),
        "{report:?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn row_6_who_has_seen_the_reveal_and_vanishes_finds_the_same_lot_when_it_comes_back() {
    let table = Table::new();
    let (mut host, mut cheat) = at_reveal(&table, 6).await;
    let seen = cheat.hear(Kind::Reveal, 3).await;
    let choice = cheat.choice(0);
    for _ in 0..3 {
        cheat.vanish();
        until_lost(&mut host).await;
        assert_eq!(host.snapshot().stage, Stage::Playing);
        assert_eq!(judged(&table, &host).verdict, Verdict::Open);
        // it claims to have seen nothing, so that everything is sent again
        cheat
            .come_back(|head| head.held[0] = Default::default())
            .await;
        assert_eq!(cheat.hear(Kind::Reveal, 3).await, seen);
    }
    cheat.play(&choice).await;
    cheat.hear(Kind::Confirm, 4).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn row_7_who_vanishes_before_locking_in_match_after_match_learns_nothing() {
    for seed in 70..75 {
        let table = Table::new();
        let (mut host, mut cheat) = at_seals(&table, seed).await;
        let choice = cheat.choice(0);
        cheat.play(&choice).await;
        cheat.hear_all().await;
        let records = cheat.puppet.heard.iter().filter_map(|frame| match frame {
            Frame::Record(record) => Some(record.kind),
            _ => None,
        });
        assert_eq!(records.collect::<Vec<_>>(), [Kind::Commit, Kind::Lock]);
        cheat.vanish();
        until_lost(&mut host).await;
        let (entries, _) = read_public(&table.file(&host)).expect("a match file");
        let is_opened =
            |entry: &Entry| matches!(entry, Entry::Record(record) if record.kind == Kind::Reveal);
        assert!(!entries.iter().any(is_opened));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn row_8_a_late_reveal_is_bound_to_what_was_sealed() {
    let table = Table::new();
    let (_host, mut cheat) = at_reveal(&table, 8).await;
    let choice = cheat.choice(0);
    sleep(Duration::from_secs(3)).await;
    cheat.play(&choice).await;
    cheat.hear(Kind::Confirm, 4).await;

    let table = Table::new();
    let (mut host, mut cheat) = at_reveal(&table, 8).await;
    let (sealed, better) = (cheat.choice(0), cheat.choice(1));
    let honest = cheat.puppet.honest(&sealed);
    let mut body: RevealBody = decode_canonical(&honest.body).expect("a reveal");
    body.0[0].payload = cheat.puppet.openings(&better)[0].payload.clone();
    let lie = cheat.puppet.record(Kind::Reveal, encode(&body));
    cheat.send(&lie).await;
    assert_proved(&table, &mut host, 3, "wrong-opening").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn row_14_a_match_whose_programs_differ_waits_and_can_be_continued_in_a_new_one_alone() {
    let table = Table::new();
    let (mut host, mut cheat) = at_confirm(&table, 14).await;
    let mut body: ConfirmBody =
        decode_canonical(&cheat.puppet.honest(&[]).body).expect("a confirmation");
    body.state = [9; 32];
    let lie = cheat.puppet.record(Kind::Confirm, encode(&body));
    cheat.send(&lie).await;
    let snapshot = patience(host.wait_for(|snapshot| snapshot.played.differs)).await;
    assert_eq!(
        (snapshot.stage, &snapshot.messages.error),
        (Stage::Playing, &None)
    );
    assert_eq!(judged(&table, &host).verdict, Verdict::Diverged);
    // a wish for a turn back leads nowhere
    let note = cheat.puppet.note(Statement::ProposeTakeback { to: 0 });
    cheat.send_note(&note).await;
    host.send(Command::AskToContinue(ContinueWish::default()));
    let snapshot = patience(host.wait_for(|snapshot| snapshot.next.asks)).await;
    assert!(snapshot.played.differs && snapshot.proposals.takeback_asked.is_none());
    cheat.hear_all().await;
    let mut heard = cheat.puppet.heard.iter();
    assert!(heard.any(|frame| matches!(frame, Frame::Ask(_))));
    assert_eq!(judged(&table, &host).verdict, Verdict::Diverged);
}

/// The cheat is silent from now on. The host may say so when the time is over, and no sooner; what was missing ends it.
async fn silent(table: Table, host: MatchHandle, mut cheat: Cheat, step: u64) {
    let (mut host, since) = (host, Instant::now());
    let missing = match step {
        2 if host.snapshot().deciding.locked.is_empty() => Vec::new(),
        _ => cheat.choice(0),
    };
    let late = host.wait_for(|snapshot| snapshot.time.may_claim.is_some());
    let snapshot = patience(late).await;
    // the step began before this clock did
    assert!(since.elapsed() > ANSWER - Duration::from_secs(5), "{step}");
    let seat = snapshot.time.may_claim.expect("a seat");
    host.send(Command::Claim { seat });
    while judged(&table, &host).verdict == Verdict::Open {
        sleep(Duration::from_millis(50)).await;
    }
    let report = judged(&table, &host);
    assert_eq!(
        (report.verdict, report.step, report.seat, report.result),
        (Verdict::Claimed, step, Some(CHEAT), None),
        "{report:?}"
    );
    // one byte a time
    let record = cheat.puppet.honest(&missing);
    cheat.puppet.take(&record);
    let frame = Frame::Record(Box::new(record)).to_bytes();
    assert!(
        cheat
            .call()
            .trickle(&frame, Duration::from_millis(10))
            .await
    );
    cheat.hear_all().await;
    assert_eq!(judged(&table, &host).verdict, Verdict::Open, "{step}");
}

#[tokio::test(flavor = "multi_thread")]
async fn row_15_silence_and_trickles_in_each_state_are_claimed_in_time_and_end_with_what_was_missing()
 {
    let tables = [(); 3].map(|()| Table::new());
    let [locking, revealing, confirming] = &tables;
    let (at_lock, mut unlocked) = at_seals(locking, 15).await;
    let choice = unlocked.choice(0);
    unlocked.play(&choice).await;
    unlocked.hear(Kind::Lock, 2).await;
    let (at_reveal, unrevealed) = at_reveal(revealing, 16).await;
    let (at_confirm, unconfirmed) = at_confirm(confirming, 17).await;
    let [locking, revealing, confirming] = tables;
    tokio::join!(
        silent(locking, at_lock, unlocked, 2),
        silent(revealing, at_reveal, unrevealed, 3),
        silent(confirming, at_confirm, unconfirmed, 2),
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn row_13_and_17_a_flood_fills_neither_the_file_nor_the_match() {
    let table = Table::new();
    let (mut host, mut cheat) = at_confirm(&table, 17).await;
    let before = table.file(&host).len();
    // records far ahead and of no known history, of full size, until the host hears no more
    for step in 2..2000 {
        let mut record = cheat.puppet.record(Kind::Orders, vec![7; MAX_FRAME - 400]);
        record.step = step;
        let frame = Frame::Record(Box::new(record.signed(&cheat.puppet.key))).to_bytes();
        if !cheat.call().send(&frame).await {
            break;
        }
    }
    assert_eq!(cheat.call().closed().await, Some(CloseCode::Breach));
    until_lost(&mut host).await;
    // the same chat line without end
    cheat.come_back(|_| {}).await;
    let chat = Frame::Chat(Chat("a".repeat(2000))).to_bytes();
    while cheat.call().send(&chat).await {}
    assert_eq!(cheat.call().closed().await, Some(CloseCode::Breach));
    until_lost(&mut host).await;
    assert!(table.file(&host).len() < before + 200 * 1024);
    // the match has suffered no harm
    let snapshot = host.snapshot();
    assert_eq!(
        (snapshot.stage, &snapshot.messages.error),
        (Stage::Playing, &None)
    );
    cheat.come_back(|_| {}).await;
    cheat.play(&[]).await;
    patience(
        host.wait_for(|snapshot| turns(snapshot) == 1 && !snapshot.deciding.awaited.is_empty()),
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn row_19_who_says_to_hold_what_was_never_signed_is_named_and_holds_nothing_up() {
    let table = Table::new();
    let (mut host, mut cheat) = at_confirm(&table, 19).await;
    cheat.vanish();
    until_lost(&mut host).await;
    // a later record of the host's seat than the host has ever signed
    cheat
        .come_back(|head| {
            head.held[0].step = 7;
            head.held[0].id = [7; 32];
        })
        .await;
    let began = Instant::now();
    cheat.call().closed().await;
    assert!(
        began.elapsed() > Duration::from_secs(8),
        "{:?}",
        began.elapsed()
    );
    let report = judged(&table, &host);
    assert_eq!(report.verdict, Verdict::Open, "{report:?}");
    assert!(report.remarks[0].starts_with("seat 2 said"), "{report:?}");
    // the host continues whatever the guest says
    cheat.come_back(|head| head.held[0].id = [8; 32]).await;
    cheat.play(&[]).await;
    let orders = cheat.turn();
    cheat.play(&orders).await;
    cheat.hear(Kind::Confirm, 4).await;
    cheat.play(&[]).await;
    decide(&mut host).await;
    cheat.hear(Kind::Orders, 5).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn row_21_who_vanishes_in_any_state_leaves_a_match_that_is_taken_up_where_it_was() {
    const KINDS: [Kind; 4] = [Kind::Commit, Kind::Lock, Kind::Reveal, Kind::Confirm];
    let choose = |cheat: &Cheat, step: u64| match step {
        1 | 3 => cheat.choice(0),
        _ => Vec::new(),
    };
    for before in 0..4 {
        let table = Table::new();
        let step = 1 + before as u64;
        let (mut host, mut cheat) = at_seals(&table, 21).await;
        let mut last = None;
        for (step, kind) in (1..step).zip(KINDS) {
            let choice = choose(&cheat, step);
            last = Some(cheat.play(&choice).await);
            cheat.hear(kind, step).await;
        }
        cheat.vanish();
        until_lost(&mut host).await;
        assert_eq!(judged(&table, &host).verdict, Verdict::Open, "{step}");
        let listed = table.host_home().matches().expect("readable");
        assert_eq!((listed.len(), listed[0].result.as_ref()), (1, None));
        cheat.come_back(|_| {}).await;
        if let Some(last) = last {
            // a cheat that vanishes at once may take the last record along
            cheat.repeat(&last).await;
        }
        for (after, kind) in (step..=4).zip(KINDS.into_iter().skip(before)) {
            let choice = choose(&cheat, after);
            cheat.play(&choice).await;
            cheat.hear(kind, after).await;
        }
        assert_eq!(host.snapshot().messages.error, None);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn row_24_who_answers_at_the_hosts_address_without_its_key_is_a_stranger() {
    let (table, other) = (Table::new(), Table::new());
    let host = table.host(offer("clash-of-arms", 2), loopback());
    let eve = other.host(offer("clash-of-arms", 2), loopback());
    let invited = |handle: &MatchHandle| handle.snapshot().meeting.invitation.as_deref().cloned();
    let mut invitation = invited(&host).expect("an invitation");
    invitation.addresses.candidates = invited(&eve).expect("an invitation").addresses.candidates;
    let mut guest = net::join(table.join_config(&invitation)).expect("a start");
    let snapshot = patience(guest.wait_for(|snapshot| snapshot.ended)).await;
    let trouble = snapshot.messages.error.clone().expect("a reason");
    assert!(trouble.what.contains("was not reached"), "{trouble:?}");
    assert_eq!(eve.snapshot().line, LineState::Waiting);
    assert!(eve.snapshot().contract.seats.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_that_signs_for_the_hosts_seat_is_not_believed() {
    let table = Table::new();
    let (mut host, mut cheat) = at_confirm(&table, 3).await;
    let mut record = cheat.puppet.record(Kind::Confirm, Vec::new());
    record.seat = Seat(0);
    let record = record.signed(&cheat.puppet.key);
    let frame = Frame::Record(Box::new(record)).to_bytes();
    cheat.call().send(&frame).await;
    assert_eq!(cheat.call().closed().await, Some(CloseCode::Breach));
    until_lost(&mut host).await;
    assert_eq!(judged(&table, &host).verdict, Verdict::Open);
}
