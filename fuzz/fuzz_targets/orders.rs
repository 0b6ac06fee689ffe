//! Bodies of ORDERS of every family: carried out, or a proof against their signer.
#![no_main]

use libfuzzer_sys::fuzz_target;
use protocol::testing::{offer, toy};

#[path = "../../crates/protocol/tests/arbitrary_bytes/properties.rs"]
mod properties;

fuzz_target!(|given: (bool, Vec<Vec<u8>>)| {
    let (is_toy, orders) = given;
    let offer = if is_toy {
        toy(4)
    } else {
        offer("clash-of-arms", Some(4))
    };
    properties::check_orders(offer, orders);
});
