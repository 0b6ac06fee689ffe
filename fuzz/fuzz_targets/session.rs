//! Honest sessions, one or several, against a puppet that signs, keeps back, repeats and changes what the bytes say: no
//! honest seat is ever convicted, no result of a file is taken away by any merge, honest seats that hear each other hold
//! the same, and nothing panics.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use protocol::testing::{
    against_a_cheat, against_a_cheat_at_a_table, contact, offer, table, tiny, toy,
};
use protocol::{Manifest, Offer, Seat};

/// An open game, one with a hidden set-up, one with secret rounds in mid-turn, and one with duels.
static OFFERS: LazyLock<[Offer; 4]> =
    LazyLock::new(|| [offer("clash-of-arms", Some(4)), tiny(3), toy(3), contact(4)]);

/// The same games for three and for four seats.
static TABLES: LazyLock<[[Manifest; 2]; 4]> = LazyLock::new(|| {
    OFFERS
        .each_ref()
        .map(|offer| [3, 4].map(|seats| table(offer, seats, 1)))
});

fuzz_target!(|given: (u8, u8, u8, &[u8])| {
    let (game, seats, cheat, mut bytes) = given;
    let game = usize::from(game) % OFFERS.len();
    match seats % 3 {
        0 => {
            against_a_cheat(
                OFFERS[game].clone(),
                Seat(cheat % 2),
                &mut bytes,
                "the input",
            );
        }
        1 => {
            let manifest = TABLES[game][0].clone();
            against_a_cheat_at_a_table::<3>(manifest, Seat(cheat % 3), &mut bytes, "the input");
        }
        _ => {
            let manifest = TABLES[game][1].clone();
            against_a_cheat_at_a_table::<4>(manifest, Seat(cheat % 4), &mut bytes, "the input");
        }
    }
});
