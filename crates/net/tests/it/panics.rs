//! A panic in the task that owns a match or a table: it ends with words, and everything else goes on.

use std::sync::atomic::{AtomicBool, Ordering};

use net::{Command, Happening, ResumeConfig};
use protocol::Seat;

use crate::here::Machine;
use crate::seats::Room;
use crate::table::{autoplay_until, offer, patience};

/// Panics when called for the first time.
fn once() -> impl Fn() + Send + Sync + 'static {
    let has_panicked = AtomicBool::new(false);
    move || {
        assert!(
            has_panicked.swap(true, Ordering::SeqCst),
            "a panic that the test wants"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn row_76_a_panic_in_a_match_ends_that_match_with_words_and_no_other() {
    let (machine, other) = (Machine::new(), Machine::new());
    let mut broken = machine.sit(2, offer("clash-of-arms", 12));
    let sound = other.sit(2, offer("clash-of-arms", 12));
    let mut events = broken.events();
    patience(autoplay_until(broken.clone(), 3, 2)).await;
    // called in the task of the match, as whatever is wrong there would be
    broken.on_change(once());
    broken.send(Command::Resign { seat: Seat(0) });
    let last = patience(broken.wait_for(|snapshot| snapshot.ended)).await;
    let trouble = last.messages.error.clone().expect("words for the user");
    assert_eq!(trouble.what, "stopped by an error in this program");
    assert!(!trouble.advice.is_empty());
    let mut failures = 0;
    while let Some(happening) = patience(events.next()).await {
        failures += usize::from(matches!(happening, Happening::Failed(_)));
    }
    assert_eq!(failures, 1);
    // the files are unlocked, and hold what was signed
    let resumed = net::resume(ResumeConfig::new(machine.home(), &last.file));
    let resumed = resumed.expect("the match is opened again");
    assert!(resumed.snapshot().messages.error.is_none());
    patience(autoplay_until(sound.clone(), 3, 4)).await;
    assert!(!sound.snapshot().ended);
}

#[tokio::test(flavor = "multi_thread")]
async fn row_76_a_panic_at_a_table_ends_that_table_with_words() {
    let room = Room::new();
    let mut host = room.host(3, 4);
    host.on_change(once());
    host.send(net::lobby::LobbyCommand::SetSeats(4));
    let last = patience(host.wait_for(|snapshot| snapshot.ended)).await;
    assert!(last.error.is_some());
}
