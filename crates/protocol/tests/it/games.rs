//! Whole games between two sessions.

use protocol::judge::{Verdict, judge};
use protocol::testing::{Pair, Seeded, offer, toy};
use protocol::{Deed, Offer, Seat, SessionEvent, Stage, replay};
use rules::Rules;

fn plays_to_a_complete_file(offer: Offer, seed: u8) -> Pair {
    let mut pair = Pair::agreed(offer, seed);
    pair.play_out(&mut Seeded(u64::from(seed)));
    for seat in [Seat(0), Seat(1)] {
        let session = pair.session(seat);
        assert_eq!(session.stage(), Stage::Over, "{:?}", session.waiting());
        assert!(session.is_closed());
        let (events, closes) = (&pair.events[seat.index()], &pair.closes[seat.index()]);
        assert_eq!(events.last(), Some(&SessionEvent::Closed), "{closes:?}");
        assert_eq!(
            session.match_file().as_ref(),
            Some(&pair.disks[seat.index()].public)
        );
    }
    assert_eq!(pair.disks[0].public, pair.disks[1].public);
    let report = judge(&[&pair.disks[0].public]);
    assert_eq!(report.verdict, Verdict::Complete, "{report:?}");
    assert_eq!(report.result, pair.session(Seat(0)).outcome());
    assert!(report.result.is_some());
    pair
}

#[test]
fn random_games_with_an_open_set_up_end_with_two_identical_complete_files() {
    for seed in 0..3 {
        plays_to_a_complete_file(offer("clash-of-arms", Some(40)), seed);
    }
}

#[test]
fn random_games_with_a_hidden_set_up_end_with_two_identical_complete_files() {
    for seed in 0..3 {
        plays_to_a_complete_file(offer("test-of-wills", Some(40)), seed);
    }
}

#[test]
fn random_games_with_fights_in_mid_turn_end_with_two_identical_complete_files() {
    let (mut fights, mut lots, mut by_the_other) = (0, 0, 0);
    for seed in 0..20 {
        let pair = plays_to_a_complete_file(toy(40), seed);
        let history = pair.session(Seat(0)).history().expect("a match");
        for (at, step) in history.steps().iter().enumerate() {
            let turn = history.position_after(at).turn();
            match &step.deed {
                Deed::Opened(opened) => {
                    assert_eq!(opened.len(), 2);
                    fights += 1;
                }
                Deed::TakenBack { .. } | Deed::Continued { .. } => panic!("nobody has asked"),
                Deed::Lots { .. } => lots += 1,
                Deed::Orders { side, .. } => by_the_other += usize::from(*side != turn.side),
            }
        }
    }
    let all = (fights, lots, by_the_other);
    assert!(fights > 50 && lots > 10 && by_the_other > 30, "{all:?}");
}

#[test]
fn a_game_shown_from_its_file_is_the_game_that_was_played() {
    let pair = plays_to_a_complete_file(offer("test-of-wills", Some(12)), 9);
    let replay = replay::read(&pair.disks[1].public).expect("a match file");
    let session = pair.session(Seat(0));
    let history = session.history().expect("a match");
    assert_eq!(replay.history.steps(), history.steps());
    assert_eq!(replay.history.orders().count(), 12);
    assert_eq!(replay.outcome, session.outcome());
    let all = history.steps().len();
    assert_eq!(
        Some(&replay.history.position_after(all)),
        session.position()
    );
    assert_eq!(Some(&replay.manifest), session.manifest());
}
