//! An honest session against a puppet that signs, keeps back, repeats and changes what the bytes say: the honest seat is
//! never convicted, no result of its file is taken away by any merge, and nothing panics.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use protocol::testing::{against_a_cheat, contact, offer, tiny, toy};
use protocol::{Offer, Seat};

/// An open game, one with a hidden set-up, one with secret rounds in mid-turn, and one with duels.
static OFFERS: LazyLock<[Offer; 4]> =
    LazyLock::new(|| [offer("clash-of-arms", Some(4)), tiny(3), toy(3), contact(4)]);

fuzz_target!(|given: (u8, bool, &[u8])| {
    let (game, is_host, mut bytes) = given;
    let offer = OFFERS[usize::from(game) % OFFERS.len()].clone();
    against_a_cheat(offer, Seat(u8::from(!is_host)), &mut bytes, "the input");
});
