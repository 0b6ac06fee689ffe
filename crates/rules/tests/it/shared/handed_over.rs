//! What a member leaves who is gone. Rules: warlord 7.5.

use rules::testing::{Seeded, after, busy_game, hidden_game, open_game, stroll};
use rules::warlord::{Position, Side};
use rules::{AnyPosition, Rules, ToAct};

use super::shared;

fn start(members: u8) -> Position {
    shared(open_game(9, "4l4/9/9/9/L1L1L1L1L"), [members, 1])
}

fn owners(position: &Position) -> Vec<u8> {
    let cells = ["a1", "c1", "e1", "g1", "i1"].map(|cell| cell.parse().expect("a cell"));
    cells
        .into_iter()
        .filter_map(|cell| position.owner(cell))
        .collect()
}

#[test]
fn the_next_member_has_the_leaders_and_those_behind_move_up() {
    assert_eq!(owners(&start(4)), [0, 0, 1, 2, 3]);
    let mut gone = start(4);
    gone.hand_over(Side::White, 1);
    assert_eq!(
        (owners(&gone), gone.members(Side::White)),
        (vec![0, 0, 1, 1, 2], 3)
    );
    assert_eq!(gone.open_parts(), [0, 1, 2]);
    let mut last = start(4);
    last.hand_over(Side::White, 3);
    assert_eq!(
        owners(&last),
        [0, 0, 1, 2, 0],
        "after the last comes the captain"
    );
    let mut captain = start(4);
    captain.hand_over(Side::White, 0);
    assert_eq!(owners(&captain), [0, 0, 0, 1, 2]);
    let before = start(1);
    let mut alone = before.clone();
    alone.hand_over(Side::White, 0);
    assert_eq!(alone, before);
}

#[test]
fn the_heir_takes_the_part_if_its_own_is_closed() {
    let mut position = after(&start(3), &["done", "done"]);
    position.hand_over(Side::White, 2);
    // the captain has had its part, and takes the last one too
    assert_eq!(position.open_parts(), [0]);
    let mut position = after(&start(3), &["done"]);
    position.hand_over(Side::White, 1);
    assert_eq!(
        position.open_parts(),
        [1],
        "the next one's part comes anyway"
    );
}

#[test]
fn a_side_of_one_member_left_is_not_shared_any_more() {
    let mut position = after(&start(2), &["a1-a2"]);
    position.hand_over(Side::White, 1);
    assert!(!position.game().is_shared() && position.member().is_none());
    assert!(!position.to_text().contains("members="));
    let order = position
        .parse_order(Side::White.into(), "i1-i2")
        .expect("an order");
    position
        .apply(Side::White, &order)
        .expect("every leader is asked again");
}

#[test]
fn a_member_that_leaves_before_the_lot_of_a_set_up_is_followed_too() {
    let start = shared(hidden_game(), [3, 2]);
    let mut position = AnyPosition::Warlord(start);
    for side in [Side::White, Side::Black] {
        let whole = position.legal_orders(side.into()).remove(0);
        position.apply(side.into(), &whole).expect("a set-up");
    }
    assert!(matches!(position.to_act(), ToAct::Lots(_)));
    position.hand_over(Side::White.into(), 0);
    let start = AnyPosition::Warlord(shared(hidden_game(), [2, 2]));
    let bytes = position.to_whole().expect("short");
    assert_eq!(start.read_whole(&bytes), Ok(position));
    // a leader of a member that the side lacks
    let mut wrong = bytes.clone();
    let owner = wrong
        .iter()
        .rposition(|byte| *byte == 1)
        .expect("the second member");
    wrong[owner] = 2;
    assert!(start.read_whole(&wrong).is_err());
}

#[test]
fn play_goes_on_from_its_own_bytes_after_any_hand_over() {
    for seed in 0..12 {
        let mut seeded = Seeded(seed);
        let members = [2 + seeded.below(4) as u8, 1 + seeded.below(3) as u8];
        let mut position = AnyPosition::Warlord(shared(busy_game(), members));
        for _ in 0..seeded.below(40) {
            stroll(&mut position, &mut seeded, 4);
        }
        let side = if seeded.one_in(3) {
            Side::Black
        } else {
            Side::White
        };
        let gone = seeded.below(usize::from(position.members(side.into()))) as u8;
        let was = position.members(side.into());
        position.hand_over(side.into(), gone);
        assert_eq!(position.members(side.into()), was.saturating_sub(1).max(1));
        let left = [Side::White, Side::Black].map(|side| position.members(side.into()));
        let start = AnyPosition::Warlord(shared(busy_game(), left));
        let bytes = position.to_whole().expect("short");
        let mut read = start.read_whole(&bytes).expect("its own bytes");
        assert_eq!(read, position, "{}", position.to_text());
        for _ in 0..30 {
            let chance = seeded.clone();
            let events = stroll(&mut position, &mut seeded, 4);
            assert_eq!(stroll(&mut read, &mut chance.clone(), 4), events);
            if events.is_none() {
                break;
            }
        }
    }
}
