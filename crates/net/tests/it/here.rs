//! Tables of three to eight seats within one program.

use std::path::PathBuf;

use home::file_names::private_file;
use home::{Home, Player};
use net::{Command, LineState, LocalConfig, MatchHandle, ResumeConfig, StartError, TableError};
use protocol::judge::{Verdict, judge};
use protocol::{Deed, Offer, Seat, Stage};
use rules::Side;
use tempfile::TempDir;

use crate::table::{autoplay, autoplay_until, offer, patience, turns};

const NAMES: [&str; 8] = ["Ann", "Ben", "Cid", "Dot", "Eve", "Fay", "Gil", "Hal"];

/// A machine with a player for each of eight chairs.
pub(crate) struct Machine {
    folder: TempDir,
}

impl Machine {
    pub(crate) fn new() -> Self {
        Self {
            folder: tempfile::tempdir().expect("a folder"),
        }
    }

    pub(crate) fn home(&self) -> Home {
        Home::at(self.folder.path()).expect("a folder")
    }

    fn players(&self, names: &[&str]) -> Vec<Player> {
        let seats = names.iter().enumerate();
        let players = seats.map(|(chair, name)| self.home().player_at(chair, Some(name)));
        players.map(|player| player.expect("a player")).collect()
    }

    fn config(&self, seats: usize, offer: Offer) -> LocalConfig {
        LocalConfig::new(self.home(), self.players(&NAMES[..seats]), offer)
    }

    pub(crate) fn sit(&self, seats: usize, offer: Offer) -> MatchHandle {
        net::local(self.config(seats, offer)).expect("a match")
    }

    async fn leave(&self, handle: &mut MatchHandle) -> PathBuf {
        handle.send(Command::Leave);
        patience(handle.wait_for(|snapshot| snapshot.ended)).await;
        handle.snapshot().file.clone()
    }
}

/// The seats that gave orders, in order.
fn movers(handle: &MatchHandle) -> Vec<u8> {
    let snapshot = handle.snapshot();
    let history = snapshot.played.history.clone().expect("a match");
    let movers = history.steps().iter().filter_map(|step| match step.deed {
        Deed::Orders { seat, .. } => Some(seat.0),
        _ => None,
    });
    movers.collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn tables_of_three_and_eight_chairs_are_signed_by_all_in_one_file() {
    for (seats, scenario) in [(3, "clash-of-arms"), (8, "test-of-wills"), (4, "tourney-4")] {
        let machine = Machine::new();
        let handle = machine.sit(seats, offer(scenario, 8));
        assert_eq!(handle.snapshot().contract.seats.len(), seats);
        patience(autoplay(handle.clone(), 3)).await;
        let snapshot = handle.snapshot();
        assert_eq!(snapshot.line, LineState::Local);
        assert_eq!(
            snapshot.played.verdict.as_deref(),
            Some("COMPLETE"),
            "{scenario}: {:?}",
            snapshot.messages
        );
        let bytes = std::fs::read(&snapshot.file).expect("a match file");
        assert_eq!(judge(&[&bytes]).verdict, Verdict::Complete);
        for chair in 0..seats {
            assert!(private_file(&snapshot.file, chair).exists(), "{chair}");
        }
        assert!(!private_file(&snapshot.file, seats).exists());
        let played = movers(&handle);
        if seats == 8 {
            // eight turns of two sides with four members each: every member has made one, whichever side began
            let mut movers = played.clone();
            movers.sort_unstable();
            assert_eq!(movers, [0, 1, 2, 3, 4, 5, 6, 7], "{scenario}");
        }
        assert!(played.len() > 2, "{scenario}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_that_was_left_is_resumed_with_all_its_chairs() {
    let machine = Machine::new();
    let mut handle = machine.sit(5, offer("test-of-wills", 12));
    patience(autoplay_until(handle.clone(), 3, 3)).await;
    let file = machine.leave(&mut handle).await;
    let before = movers(&handle);
    let config = ResumeConfig::new(machine.home(), &file);
    let resumed = net::resume(config.clone()).expect("taken up");
    assert_eq!(resumed.snapshot().contract.seats.len(), 5);
    assert!(
        resumed
            .snapshot()
            .contract
            .seats
            .iter()
            .all(|seat| seat.mine)
    );
    // while it is played nobody else takes it up
    assert!(matches!(net::resume(config), Err(StartError::Storage(_))));
    patience(autoplay(resumed.clone(), 4)).await;
    assert_eq!(
        resumed.snapshot().played.verdict.as_deref(),
        Some("COMPLETE")
    );
    assert_eq!(movers(&resumed)[..before.len()], before);
    let listed = machine.home().matches().expect("readable");
    assert_eq!(listed.len(), 1);
    assert_eq!(listed[0].players.len(), 5);
    machine.home().delete_match(&file).expect("nobody plays it");
    let left = std::fs::read_dir(machine.home().matches_folder());
    assert_eq!(left.expect("readable").count(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_without_one_of_its_keys_is_not_resumed_and_says_which() {
    let machine = Machine::new();
    let mut handle = machine.sit(3, offer("clash-of-arms", 12));
    patience(autoplay_until(handle.clone(), 3, 2)).await;
    let file = machine.leave(&mut handle).await;
    let key = private_file(&file, 2);
    let bytes = std::fs::read(&key).expect("readable");
    std::fs::remove_file(&key).expect("removed");
    let config = ResumeConfig::new(machine.home(), &file);
    let error = net::resume(config.clone()).expect_err("a key is lost");
    let name = key.file_name().expect("a name").to_string_lossy();
    assert!(error.to_string().contains(&*name), "{error}");
    // keys that were exchanged still sit where they belong
    let other = private_file(&file, 1);
    std::fs::rename(&other, &key).expect("moved");
    std::fs::write(&other, bytes).expect("written");
    let resumed = net::resume(config).expect("taken up");
    patience(autoplay(resumed.clone(), 4)).await;
    assert_eq!(
        resumed.snapshot().played.verdict.as_deref(),
        Some("COMPLETE")
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn the_chairs_of_a_machine_hear_each_other_before_anybody_is_asked() {
    for seats in [2, 3, 8] {
        let machine = Machine::new();
        let mut handle = machine.sit(seats, offer("clash-of-arms", 40));
        let begun = |snapshot: &net::Snapshot| !snapshot.deciding.to_decide.is_empty();
        patience(handle.wait_for(begun)).await;
        // nothing is signed by a seat that does not hear the others
        handle.send(Command::OfferDraw { seat: Seat(0) });
        let answered = |snapshot: &net::Snapshot| {
            snapshot.proposals.draw_offer.is_some() || snapshot.messages.refused.is_some()
        };
        let snapshot = patience(handle.wait_for(answered)).await;
        assert_eq!(snapshot.messages.refused, None, "{seats}");
        assert_eq!(snapshot.proposals.draw_offer, Some(Seat(0)), "{seats}");
        machine.leave(&mut handle).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_snapshot_names_the_seat_that_decides_for_a_shared_side() {
    let machine = Machine::new();
    let mut handle = machine.sit(4, offer("clash-of-arms", 40));
    let blue = Side::new(0).expect("a side");
    patience(autoplay_until(handle.clone(), 3, 2)).await;
    let snapshot = patience(handle.wait_for(|snapshot| {
        snapshot.stage == Stage::Playing && snapshot.deciding.to_decide == [(Seat(2), false)]
    }))
    .await;
    assert!(snapshot.has_table());
    assert_eq!(snapshot.seat_name(Seat(2)), "Cid (Blue)");
    assert_eq!(snapshot.seat_of(blue).map(|info| info.seat), Some(Seat(2)));
    let members = snapshot.members(blue).map(|info| info.seat);
    assert_eq!(members.collect::<Vec<_>>(), [Seat(0), Seat(2)]);
    assert_eq!(turns(&snapshot), 2);
    machine.leave(&mut handle).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_that_cannot_be_leaves_no_file() {
    let machine = Machine::new();
    let refused = |config: LocalConfig| match net::local(config) {
        Err(StartError::Table(error)) => error,
        other => panic!("{other:?}"),
    };
    let clash = || offer("clash-of-arms", 4);
    let alike = LocalConfig::new(
        machine.home(),
        machine.players(&["Ann", "Ben", "Аnn"]),
        clash(),
    );
    assert!(matches!(refused(alike), TableError::Alike { .. }));
    let one = machine.config(1, clash());
    assert_eq!(refused(one), TableError::Seats { seats: 1 });
    let empty = machine.config(3, offer("tourney-4", 4));
    assert!(matches!(refused(empty), TableError::EmptySide { .. }));
    let mut one_side = machine.config(3, clash());
    one_side.sides = vec![Side::new(0).expect("a side"); 3];
    assert!(matches!(refused(one_side), TableError::EmptySide { .. }));
    let left = std::fs::read_dir(machine.home().matches_folder());
    assert_eq!(left.expect("readable").count(), 0);
}
