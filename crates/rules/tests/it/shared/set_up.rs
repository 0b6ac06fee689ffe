//! A set-up in parts. Rules: warlord 7.6.

use rules::testing::hidden_game;
use rules::warlord::{Order, Position, Side};
use rules::{Illegal, Slot};

use super::shared;

fn read(position: &Position, text: &str) -> Order {
    Order::parse(position.game(), Side::White, text).expect("a set-up")
}

#[test]
fn sections_are_dealt_round_and_each_is_a_slot() {
    let start = shared(hidden_game(), [2, 4]);
    let slot = |number, member| Slot {
        number,
        size: 8,
        member,
    };
    assert_eq!(
        start.slots(Side::White),
        [slot(16, 0), slot(17, 1), slot(18, 0)]
    );
    // the fourth member of Black looks on
    assert_eq!(
        start.slots(Side::Black),
        [slot(16, 0), slot(17, 1), slot(18, 2)]
    );
}

#[test]
fn members_seal_their_own_sections_and_all_are_opened_together() {
    let start = shared(hidden_game(), [2, 1]);
    let whole = read(&start, "DH4/2LI2");
    let parts = start.seal(Side::White, &whole).expect("a legal set-up");
    let first = start
        .seal_part(Side::White, 0, &read(&start, "DH4/6"))
        .expect("its own");
    let second = start
        .seal_part(Side::White, 1, &read(&start, "6/2LI2"))
        .expect("its own");
    assert_eq!([&first[..1], &second[..], &first[1..]].concat(), parts);
    assert_eq!(start.open(Side::White, &parts), Ok(whole));
    assert!(
        start.open(Side::White, &first).is_err(),
        "a part is missing"
    );
}

#[test]
fn a_part_is_opened_as_it_was_sealed_and_cut_out_of_a_whole() {
    let start = shared(hidden_game(), [2, 1]);
    let whole = read(&start, "DH4/2LI2");
    for (member, text) in [(0, "DH4/6"), (1, "6/2LI2")] {
        let part = read(&start, text);
        assert_eq!(start.part_of(Side::White, member, &whole), part);
        let sealed = start.seal_part(Side::White, member, &part).expect("own");
        assert_eq!(start.open_part(Side::White, member, &sealed), Ok(part));
        assert!(start.open_part(Side::White, 1 - member, &sealed).is_err());
    }
    // a section with a leader too many is no part of anybody's
    let mut sealed = start
        .seal_part(Side::White, 1, &read(&start, "6/2LI2"))
        .expect("own");
    let leader = sealed[0].payload.chunks(2).find(|unit| unit[0] == b'L');
    let leader = leader.expect("a leader").to_vec();
    let free = sealed[0].payload.chunks(2).position(|unit| unit == [0, 0]);
    let at = 2 * free.expect("an empty cell");
    sealed[0].payload[at..at + 2].copy_from_slice(&leader);
    assert!(start.open_part(Side::White, 1, &sealed).is_err());
}

#[test]
fn a_part_is_of_its_own_sections_each_as_asked_for() {
    let start = shared(hidden_game(), [2, 1]);
    let why = |member, text: &str| {
        let refused = start.seal_part(Side::White, member, &read(&start, text));
        refused
            .map(|_| ())
            .map_err(|illegal| Illegal::rule(&illegal).to_owned())
    };
    assert_eq!(
        why(1, "DH4/6"),
        Err("6.1".to_owned()),
        "another member's section"
    );
    assert_eq!(
        why(0, "DH3I/6"),
        Err("6.1".to_owned()),
        "a section without a leader"
    );
    assert_eq!(why(1, "6/6"), Ok(()), "it may leave its section empty");
    // both parts are right by themselves and wrong together: only the whole is checked against the army
    let twice = start
        .seal_part(Side::White, 1, &read(&start, "6/2DH2"))
        .expect("its own");
    let first = start
        .seal_part(Side::White, 0, &read(&start, "DH4/6"))
        .expect("its own");
    let all = [&first[..1], &twice[..], &first[1..]].concat();
    assert!(start.open(Side::White, &all).is_err());
}

#[test]
fn who_set_a_leader_up_commands_it() {
    let mut position = shared(hidden_game(), [2, 1]);
    let order = read(&position, "DH4/2LI2");
    position.apply(Side::White, &order).expect("a legal set-up");
    let owner = |cell: &str| position.owner(cell.parse().expect("a cell"));
    assert_eq!(
        [owner("a2"), owner("c1"), owner("b2")],
        [Some(0), Some(1), None]
    );
}
