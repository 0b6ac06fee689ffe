//! Random cheats against an honest seat: whatever is signed, in any merge of files, the honest seat is not convicted,
//! and if there is a result, it stays and nobody is said to be silent.

use protocol::manifest::{ClaimEffect, Pace, Terms};
use protocol::testing::{Seeded, against_a_cheat, contact, offer, tiny, toy};
use protocol::{Offer, Seat};
use rules::testing::depth::deep;

/// The cheat never gets more out of what it signs than the honest seat's file gives.
fn against_cheats(offer: &Offer) {
    let mut seen = Vec::new();
    for seed in 0..deep(6, 30, 1000) {
        for cheat in [Seat(0), Seat(1)] {
            let what = format!("seed {seed}, cheat {cheat}");
            let verdict = against_a_cheat(offer.clone(), cheat, &mut Seeded(seed), &what);
            if !seen.contains(&verdict) {
                seen.push(verdict);
            }
        }
    }
    // games that all end alike would test little
    assert!(seen.len() >= deep(2, 3, 3), "{seen:?}");
}

#[test]
fn no_cheat_hurts_an_honest_seat_in_an_open_game() {
    against_cheats(&offer("clash-of-arms", Some(6)));
}

#[test]
fn no_cheat_hurts_an_honest_seat_in_a_game_with_a_hidden_set_up() {
    against_cheats(&tiny(4));
}

#[test]
fn no_cheat_hurts_an_honest_seat_in_a_game_with_clocks() {
    let terms = Terms {
        pace: Pace::Bank {
            bank_ms: 60_000,
            increment_ms: 1_000,
        },
        claim: ClaimEffect::Loss,
    };
    against_cheats(&Offer { terms, ..tiny(4) });
}

#[test]
fn no_cheat_hurts_an_honest_seat_in_a_game_with_secret_rounds() {
    against_cheats(&toy(4));
}

#[test]
fn no_cheat_hurts_an_honest_seat_in_a_game_with_duels() {
    against_cheats(&contact(4));
}
