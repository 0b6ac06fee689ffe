//! A copy that lacks thousands of records gets them all on one line.

use std::fs;
use std::net::SocketAddr;
use std::path::Path;

use crate::table::{Table, offer, patience, turns};
use net::{Command, Happening, LineState, MatchHandle, ResumeConfig};
use rules::testing::depth::deep;
use rules::{AnyOrder, AnyPosition, Rules as _, Side};

/// The turns that one side lacks, each of three records. From `ci` on they make 5,000 entries of a match file.
fn lacked() -> usize {
    deep(200, 1670, 1670)
}

/// A move of the first of White's units that can move, and the way back while Black passes.
fn there_and_back(start: &AnyPosition) -> [AnyOrder; 2] {
    let [white, black] = [0, 1].map(|side| Side::new(side).expect("two sides"));
    let ended = |position: &AnyPosition, side: Side, order: Option<&AnyOrder>| {
        let mut after = position.clone();
        let end = after.parse_order(side, "end").expect("an order");
        let orders = order.into_iter().chain([&end]);
        let all = orders
            .map(|order| after.apply(side, order).ok())
            .collect::<Option<Vec<_>>>();
        all.map(|_| after)
    };
    let board = |position: &AnyPosition| position.to_text().split(' ').next().map(str::to_owned);
    let round = |there: &AnyOrder| {
        let after = ended(&ended(start, white, Some(there))?, black, None)?;
        let back = after.legal_orders(white).into_iter();
        let mut back = back.filter(|back| {
            ended(&after, white, Some(back)).is_some_and(|after| board(&after) == board(start))
        });
        back.next()
    };
    let mut there = start.legal_orders(white).into_iter();
    there
        .find_map(|there| Some([there.clone(), round(&there)?]))
        .expect("a unit that can go back")
}

/// White moves back and forth, Black passes.
async fn shuttle(mut handle: MatchHandle, until: usize) {
    let mut moves = None;
    let mut done = usize::MAX;
    loop {
        let wanted = |snapshot: &net::Snapshot| {
            turns(snapshot) >= until
                || (!snapshot.deciding.to_decide.is_empty() && turns(snapshot) != done)
        };
        let snapshot = handle.wait_for(wanted).await;
        if snapshot.ended || turns(&snapshot) >= until {
            return;
        }
        done = turns(&snapshot);
        let (seat, _) = snapshot.deciding.to_decide[0];
        let (position, side) = (snapshot.played.position.as_ref(), snapshot.side_of(seat));
        let (position, side) = position.zip(side).expect("a match");
        let history = snapshot.played.history.as_ref().expect("a match");
        let [there, back] = moves.get_or_insert_with(|| there_and_back(history.start()));
        let end = position.parse_order(side, "end").expect("an order");
        let orders = match done % 4 {
            0 => vec![there.clone(), end],
            2 => vec![back.clone(), end],
            _ => vec![end],
        };
        handle.send(Command::Propose { seat, orders });
    }
}

async fn leave(handle: &mut MatchHandle) {
    handle.send(Command::Leave);
    patience(handle.wait_for(|snapshot| snapshot.ended)).await;
}

fn copy(file: &Path, ending: &str) {
    let kept = file.with_extension(ending);
    fs::copy(file, kept).expect("a copy");
    fs::copy(
        file.with_extension("key"),
        file.with_extension(format!("key-{ending}")),
    )
    .expect("a copy");
}

fn restore(file: &Path, ending: &str) {
    fs::copy(file.with_extension(ending), file).expect("a copy");
    fs::copy(
        file.with_extension(format!("key-{ending}")),
        file.with_extension("key"),
    )
    .expect("a copy");
}

#[tokio::test(flavor = "multi_thread")]
async fn five_thousand_entries_come_on_one_line() {
    let table = Table::new();
    let listen = vec![SocketAddr::from(([127, 0, 0, 1], 0))];
    let mut host = table.host(offer("clash-of-arms", 100_000), listen);
    let mut guest = table.join(&host);
    let both = |until| {
        let (host, guest) = (host.clone(), guest.clone());
        async move { tokio::join!(shuttle(host, until), shuttle(guest, until)) }
    };
    patience(both(2)).await;
    let file = guest.snapshot().file.clone();
    copy(&file, "early");
    both(lacked()).await;
    leave(&mut guest).await;
    leave(&mut host).await;
    restore(&file, "early");

    let host = net::resume(ResumeConfig::new(
        table.host_home(),
        host.snapshot().file.clone(),
    ));
    let host = host.expect("the match");
    let mut guest = net::resume(ResumeConfig::new(table.guest_home(), file)).expect("the match");
    assert!(turns(&guest.snapshot()) < lacked());
    patience(guest.wait_for(|snapshot| turns(snapshot) >= lacked())).await;
    for handle in [&host, &guest] {
        let mut events = handle.events();
        while let Some(happening) = events.try_next() {
            assert!(
                !matches!(
                    happening,
                    Happening::Line(LineState::Lost { .. }) | Happening::Failed(_)
                ),
                "{happening:?}"
            );
        }
    }
    assert_eq!(turns(&guest.snapshot()), turns(&host.snapshot()));
}
