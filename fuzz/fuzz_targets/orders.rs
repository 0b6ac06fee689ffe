//! Bodies of ORDERS of every family: carried out, or a proof against their signer.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use protocol::Offer;
use protocol::testing::{contact, offer, toy};

#[path = "../../crates/protocol/tests/it/arbitrary_bytes/properties.rs"]
mod properties;

/// A game of each family whose first turn is open.
static OFFERS: LazyLock<[Offer; 4]> = LazyLock::new(|| {
    [
        offer("clash-of-arms", Some(4)),
        offer("wargame-small", Some(4)),
        toy(4),
        contact(4),
    ]
});

fuzz_target!(|given: (u8, Vec<Vec<u8>>)| {
    let (game, orders) = given;
    let offer = OFFERS[usize::from(game) % OFFERS.len()].clone();
    properties::check_orders(offer, orders);
});
