//! Sides whose members have leaders of their own.

use computer::{Budget, Level, choose, part, play};
use rules::{AnyOrder, AnyPosition, Rules as _, SecretPart, ToAct};

use super::fixtures::position;
use super::rivals::start;

/// The position with two members for White and three for Black.
fn shared(start: AnyPosition) -> AnyPosition {
    start.by_leaders(&[2, 3]).expect("a game of leaders")
}

fn field() -> AnyPosition {
    let rows = "1l1l1l2/1hicinh1/8/8/8/8/1HNICIH1/1L1L1L2 w 1 0";
    let AnyPosition::Warlord(position) = position(rows, 4, |_| {}) else {
        panic!("a position of Warlord");
    };
    let game = position.game().clone();
    shared(AnyPosition::Warlord(rules::warlord::Position::new(game)))
}

#[test]
fn a_decision_is_one_members_part_closed() {
    let mut position = field();
    let mut parts = 0;
    for seed in 0..24 {
        let ToAct::One(side) = position.to_act() else {
            break;
        };
        let member = position.member(side).expect("a part");
        let orders = match seed % 3 {
            0 => play(&position, side, Level::ALL[0], seed),
            _ => choose(&position, side, Budget::Nodes(150), seed),
        };
        assert!(!orders.is_empty());
        for (place, order) in orders.iter().enumerate() {
            assert_eq!(position.member(side), Some(member), "orders of one part");
            let is_last = place + 1 == orders.len();
            let closing = position.closing(side);
            position.apply(side, order).expect("a legal order");
            // the last one closes the part, unless the game is over
            let is_over = position.outcome().is_some();
            assert!(!is_last || is_over || closing.as_ref() == Some(order));
        }
        parts += 1;
    }
    assert!(parts > 10, "{parts} parts");
}

#[test]
fn it_takes_what_its_own_leader_can_have_taken() {
    // the second member's leader stands beside the enemy's last leader, and the first one's far away
    let rows = "9/9/8l/9/L6L1";
    let AnyPosition::Warlord(start) = position(&format!("{rows} w 1 0"), 4, |_| {}) else {
        panic!("a position of Warlord");
    };
    let start = rules::warlord::Position::new(start.game().clone());
    let start = AnyPosition::Warlord(start.by_leaders(&[2, 1]).expect("shared"));
    let white = start.turn().side;
    let mut position = start.clone();
    for order in choose(&position.clone(), white, Budget::Nodes(300), 1) {
        position.apply(white, &order).expect("legal");
    }
    assert_eq!(position.member(white), Some(1), "the first part is over");
    for order in choose(&position.clone(), white, Budget::Nodes(300), 1) {
        position.apply(white, &order).expect("legal");
    }
    assert!(position.outcome().is_some(), "{}", position.to_text());
}

#[test]
fn members_who_see_each_others_parts_set_up_together_in_any_order() {
    for key in [
        "test-of-wills",
        "border-war",
        "valley-war",
        "two-countries-secret",
    ] {
        let game = rules::testing::warlord(&start(key)).game().without_lots();
        let start = rules::warlord::Position::new(std::sync::Arc::new(game));
        let start = shared(AnyPosition::Warlord(start));
        for (side, members) in start.sides().iter().zip([2_u8, 3]) {
            for seed in 0..12 {
                let mut order: Vec<u8> = (0..members).collect();
                order.rotate_left(seed as usize % usize::from(members));
                let mut shown: Vec<(u8, AnyOrder)> = Vec::new();
                for member in order {
                    let part = part(&start, side, member, &shown, seed + u64::from(member));
                    let part = part.unwrap_or_else(|| panic!("{key}: a set-up is awaited"));
                    shown.push((member, part));
                }
                let parts = shown.iter().flat_map(|(member, part)| {
                    let sealed = start.seal_part(side, *member, part);
                    sealed.expect("a part that the member may fill")
                });
                let mut parts: Vec<SecretPart> = parts.collect();
                parts.sort_by_key(|part| part.slot);
                let whole = start.open(side, &parts);
                assert!(whole.is_ok(), "{key}, seed {seed}: {whole:?} {shown:?}");
            }
        }
    }
}
