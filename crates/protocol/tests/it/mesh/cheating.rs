//! A cheat among honest seats hurts none of them.

use protocol::testing::{Seeded, against_a_cheat_at_a_table};

use super::*;

#[test]
fn a_cheat_at_a_table_convicts_itself_at_most() {
    let many = deep(9, 30, 600);
    let mut seen = Vec::new();
    for seed in 0..many {
        let what = format!("seed {seed}");
        let dice = &mut Seeded(seed);
        let cheat = |seats: u64| Seat(u8::try_from(seed % seats).expect("few"));
        let verdict = match seed % 3 {
            0 => against_a_cheat_at_a_table::<3>(short(3), cheat(3), dice, &what),
            1 => against_a_cheat_at_a_table::<4>(rounds(4), cheat(4), dice, &what),
            _ => against_a_cheat_at_a_table::<4>(short(4), cheat(4), dice, &what),
        };
        if !seen.contains(&verdict) {
            seen.push(verdict);
        }
    }
    assert!(
        seen.len() >= 2,
        "games that all end alike would test little: {seen:?}"
    );
}
