//! Turns in their side's own count, in a game of more than two sides: from the history, since a side that is out has its
//! turns passed over.

use std::sync::Arc;

use protocol::{Deed, History, Seat, Step};
use rules::{Rules, Side, Turn};

fn side(place: u8) -> Side {
    Side::new(place).expect("a side")
}

/// A history in which those sides had the turns, one after the other.
fn played(sides: &[u8]) -> History {
    let scenario = scenario::load("tourney-4").expect("built in");
    let scenario = scenario.expect("a right file");
    let start = scenario.start(&[]).expect("its own options");
    assert_eq!(start.sides().len(), 4);
    let mut history = History::new(start.clone());
    for (turn, of) in (1..).zip(sides) {
        let step = Step {
            number: u64::from(turn),
            turn,
            on_turn: side(*of),
            deed: Deed::Orders {
                seat: Seat(*of),
                side: side(*of),
                orders: Vec::new(),
            },
            digest: [0; 32],
        };
        history.push(Arc::new(step), &start);
    }
    history
}

#[test]
fn turns_of_three_sides_are_counted_on_after_the_fourth_is_out() {
    // the second side is out after its first turn
    let history = played(&[0, 1, 2, 3, 0, 2, 3, 0, 2]);
    let own = |number: u32, of: u8| {
        history.own_turn(Turn {
            number,
            side: side(of),
            left: None,
        })
    };
    assert_eq!([own(1, 0), own(5, 0), own(8, 0)], [1, 2, 3]);
    assert_eq!([own(3, 2), own(6, 2), own(9, 2)], [1, 2, 3]);
    // the turn under way, of which there is no step yet
    assert_eq!(own(10, 3), 3);
    // the number alone would say another: the ninth of four sides is in the third round, the eighth in the second
    assert_eq!(scenario::own_turn(4, 8), 2);
    let name = history.turn(8).map(|turn| {
        let names = scenario::SideNames::of_family(rules::Family::Tourney);
        history.turn_name(names, turn)
    });
    assert_eq!(name.as_deref(), Some("Blue's turn 3"));
}
