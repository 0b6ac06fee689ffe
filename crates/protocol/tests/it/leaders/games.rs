//! Games to their end, by random orders.

use protocol::{Deed, Seat};
use rules::Rules;

use super::*;

/// The seats that gave orders in each turn, in their order.
fn parts<const N: usize>(table: &Table<N>) -> Vec<(u32, Vec<Seat>)> {
    let mut turns: Vec<(u32, Vec<Seat>)> = Vec::new();
    let history = table.session(Seat(0)).history().expect("a match");
    for step in history.steps() {
        if let Deed::Orders { seat, .. } = step.deed {
            match turns.last_mut() {
                Some((turn, seats)) if *turn == step.turn => seats.push(seat),
                _ => turns.push((step.turn, vec![seat])),
            }
        }
    }
    turns
}

#[test]
fn each_member_has_a_part_of_every_turn_and_the_file_is_complete() {
    let mut table = under_way::<4>(&by_leaders("clash-of-arms", 60));
    assert_eq!(table.session(Seat(3)).own_member(), 1);
    play_out(&mut table, 5);
    let turns = parts(&table);
    assert!(turns.iter().any(|(_, seats)| seats == &[Seat(0), Seat(2)]));
    assert!(turns.iter().any(|(_, seats)| seats == &[Seat(1), Seat(3)]));
    // put off, and taken up again behind the mate's part
    assert!(
        turns
            .iter()
            .any(|(_, seats)| seats == &[Seat(0), Seat(2), Seat(0)]),
        "{turns:?}"
    );
}

#[test]
fn members_set_up_their_own_sections_and_armies_together() {
    for (key, turns) in [("test-of-wills", 6), ("border-war", 4)] {
        let mut table = under_way::<4>(&by_leaders(key, turns));
        play_out(&mut table, 3);
        let position = table
            .session(Seat(1))
            .history()
            .expect("a match")
            .position_after(1);
        assert_eq!(position.members(sides()[0]), 2);
    }
}

#[test]
fn a_member_without_a_part_of_the_set_up_looks_on() {
    // three armies, of which the fourth member has none
    let mut table = under_way::<8>(&by_leaders("border-war", 2));
    let own = (0..8).map(|seat| table.session(Seat(seat)).own_member());
    assert_eq!(own.collect::<Vec<u8>>(), [0, 0, 1, 1, 2, 2, 3, 3]);
    let awaited = table.session(Seat(6)).awaited();
    assert_eq!(awaited, [0, 1, 2, 3, 4, 5].map(Seat));
    play_out(&mut table, 4);
}

#[test]
fn three_against_one() {
    let manifest = teams(
        &by_leaders("test-of-wills", 4),
        &[sides()[0], sides()[1], sides()[0], sides()[0]],
        |side| side.code(),
        SEED,
    );
    let mut table = Table::<4>::under_way(manifest, &full(4), SEED);
    play_out(&mut table, 7);
}

#[test]
fn every_game_of_leaders_can_be_shared_by_any_numbers_that_a_table_has() {
    let mut in_parts = 0;
    let built_in = scenario::built_in().iter();
    for scenario in built_in.filter(|scenario| scenario.family == "warlord") {
        for seats in [3, 8] {
            let offer = by_leaders(scenario.key, 4);
            let manifest = table(&offer, seats);
            let chosen = [
                ("share".to_owned(), "leaders".to_owned()),
                ("members".to_owned(), "2,1".to_owned()),
            ];
            let start = offer.scenario.start(&chosen).expect("a game");
            assert_eq!(manifest.present().len(), seats);
            in_parts += usize::from(start.slots(sides()[0]).len() > 1);
        }
    }
    assert!(in_parts > 6, "{in_parts}");
}
