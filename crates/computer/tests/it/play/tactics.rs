//! Positions with one right idea.

use computer::{Budget, choose, judge};
use rules::testing::warlord;
use rules::warlord::{Kind, Order, Terrain, Towns};
use rules::warlord::{Outcome, Side, Win};
use rules::{AnyOrder, AnyPosition, Rules};

use super::fixtures::{cell, position};

const BUDGETS: [Budget; 3] = [Budget::Nodes(0), Budget::Nodes(300), Budget::Nodes(3000)];

/// The positions after White's turn, for each budget and some seeds.
fn after_white(position: &AnyPosition) -> impl Iterator<Item = AnyPosition> {
    turns(position).map(|(_, after)| after)
}

fn turns(position: &AnyPosition) -> impl Iterator<Item = (Vec<AnyOrder>, AnyPosition)> {
    let seeded = BUDGETS
        .into_iter()
        .flat_map(|budget| [(budget, 1), (budget, 2), (budget, 3)]);
    seeded.map(|(budget, seed)| {
        let mut after = position.clone();
        let turn = choose(position, Side::White.into(), budget, seed);
        for order in &turn {
            after
                .apply(Side::White.into(), order)
                .expect("a legal order");
        }
        (turn, after)
    })
}

fn assert_white_takes_the_last_leader(position: &AnyPosition) {
    for after in after_white(position) {
        assert_eq!(
            after.outcome(),
            Some(Outcome::Won(Side::White, Win::Leaders).into()),
            "{}",
            after.to_text()
        );
    }
}

fn leaders(position: &AnyPosition, side: Side) -> u16 {
    warlord(position).leaders_left(side)
}

#[test]
fn a_hanging_leader_is_taken() {
    let start = position("8/1l5l/8/8/1H4i1/2L5/6L1/8 w 9 0", 1, |_| {});
    for after in after_white(&start) {
        assert_eq!(leaders(&after, Side::Black), 1, "{}", after.to_text());
    }
}

#[test]
fn a_threatened_leader_is_rescued() {
    // The heavy cavalry on b7 takes the leader on b4 unless it goes away, and nothing can take the cavalry.
    let start = position("l7/1h6/8/8/1L6/8/7I/6L1 w 9 0", 2, |_| {});
    for after in after_white(&start) {
        let black = after.legal_orders(Side::Black.into());
        let hunted = black.iter().any(|order| match order {
            AnyOrder::Warlord(Order::Move { to, .. }) => warlord(&after)
                .unit(*to)
                .is_some_and(|unit| unit.kind.is_leader()),
            _ => false,
        });
        assert!(!hunted, "{}", after.to_text());
    }
}

#[test]
fn a_win_by_bringing_a_leader_nearer_first_is_found() {
    // The cannon on e4 takes on h7, but only once the leader on b2 stands within two cells of it.
    let start = position("8/7l/6i1/8/4C3/8/1D6/8 w 9 0", 2, |_| {});
    for after in after_white(&start) {
        assert_eq!(
            after.outcome(),
            Some(Outcome::Won(Side::White, Win::Leaders).into())
        );
    }
    // A leader of level 1 has but one activation.
    let start = position("8/7l/6i1/8/4C3/8/1L6/8 w 9 0", 2, |_| {});
    for after in after_white(&start) {
        assert_eq!(after.outcome(), None);
    }
}

#[test]
fn a_win_by_two_captures_is_found() {
    let start = position("l7/4i3/H6i/1L6/3l4/8/4N1L1/8 w 9 0", 2, |_| {});
    assert_white_takes_the_last_leader(&start);
}

#[test]
fn a_win_by_clearing_the_line_first_is_found() {
    // The Rookish slides: its own infantry on a4 stands between it and the leader on a5.
    let start = position("8/8/8/l6i/I7/8/R1L5/2L5 w 9 0", 2, |_| {});
    assert_white_takes_the_last_leader(&start);
}

#[test]
fn a_claim_is_answered_by_a_capture() {
    // Black holds the claim, 3 leaders to 2; only the third capture keeps White in the game.
    let start = position("7i/1l5l/8/8/1H4i1/2L5/7L/8 w 9 0", 1, |game| {
        game.armies[0] = [game.armies[0].clone(), vec![Kind::Leader1; 3]].concat();
        game.armies[1] = [game.armies[1].clone(), vec![Kind::Leader1; 2]].concat();
        game.options.short = 3;
    });
    assert_eq!(warlord(&start).claim(), Some(Side::Black));
    for after in after_white(&start) {
        assert_eq!(after.outcome(), None, "{}", after.to_text());
        assert_eq!(leaders(&after, Side::Black), 1);
    }
}

#[test]
fn a_claim_that_comes_next_is_feared_less_where_a_capture_can_answer_it() {
    // The heavy cavalry on b7 takes the leader on b4; in the second position White can take the leader on g8 in turn.
    let rows = ["l5l1/1h6/8/5L2/1L6/8/8/8", "l5l1/1h3I2/8/5L2/1L6/8/8/8"];
    let [unanswered, answered] = rows.map(|rows| {
        let [long, short] = [0, 1].map(|number| {
            let start = position(&format!("{rows} w 9 0"), 2, |game| {
                game.options.short = number
            });
            judge(&start).expect("a game with a judgment")
        });
        short - long
    });
    assert!(
        unanswered < answered && answered < 0,
        "{unanswered} {answered}"
    );
}

#[test]
fn a_guarded_infantry_is_no_bait() {
    let start = position("l7/1h6/8/1i6/8/8/1H5I/1L6 w 9 0", 1, |_| {});
    for after in after_white(&start) {
        let taken = warlord(&after)
            .unit(cell("b5"))
            .is_some_and(|unit| unit.side == Side::White);
        assert!(!taken, "{}", after.to_text());
    }
}

#[test]
fn the_last_town_needed_is_entered_and_the_enemy_driven_from_his() {
    let towns = |game: &mut rules::warlord::Game| {
        for name in ["a8", "d4", "h8"] {
            game.terrain[cell(name)] = Terrain::Town;
        }
        game.towns = Some(Towns { needed: 2 });
    };
    // White stands on a8 and can step onto d4.
    let start = position("I5l1/8/7i/8/8/3I4/3L4/8 w 9 0", 1, towns);
    for after in after_white(&start) {
        assert!(
            warlord(&after).unit(cell("d4")).is_some(),
            "{}",
            after.to_text()
        );
    }
    // Black stands on a8 and d4 and wins unless White takes one of them.
    let start = position("i5l1/8/7i/8/3i4/3I4/3L4/8 w 9 0", 1, towns);
    for after in after_white(&start) {
        assert_eq!(after.outcome(), None, "{}", after.to_text());
    }
}

#[test]
fn an_infantry_before_the_last_rank_promotes() {
    let start = position("8/I6l/L6i/8/8/8/8/8 w 9 0", 1, |game| {
        game.options.promote_infantry = true;
    });
    for after in after_white(&start) {
        let promoted = warlord(&after)
            .units()
            .any(|(_, unit)| unit.kind == Kind::Promoted);
        assert!(promoted, "{}", after.to_text());
    }
}

#[test]
fn it_never_passes_while_it_can_move() {
    // Black has just passed: a second pass would be a draw. Every move of White loses something here.
    let start = position("l7/8/8/h1h5/8/I7/L7/8 w 9 1", 4, |_| {});
    for (turn, after) in turns(&start) {
        assert!(turn.len() > 1, "{turn:?}");
        assert_eq!(after.outcome(), None);
    }
}

#[test]
fn with_nothing_to_move_it_passes() {
    let start = position("l7/8/8/8/8/8/8/6II w 9 0", 1, |game| {
        // The only leader is still to come.
        game.armies[0].push(Kind::Leader1);
    });
    assert_eq!(
        choose(&start, Side::White.into(), Budget::Nodes(100), 1),
        [AnyOrder::Warlord(Order::End)]
    );
}

#[test]
fn out_of_turn_there_is_no_turn() {
    let start = position("l7/8/8/8/8/8/8/6LI w 9 0", 1, |_| {});
    assert!(choose(&start, Side::Black.into(), Budget::Nodes(100), 1).is_empty());
}

#[test]
fn the_same_nodes_and_seed_give_the_same_turn() {
    let start = position(
        "l2c1h1l/1i1i2n1/8/8/8/2N4I/1I1H2I1/L1C2H1L w 9 0",
        4,
        |_| {},
    );
    let turn = |seed| choose(&start, Side::White.into(), Budget::Nodes(1500), seed);
    for seed in 0..4 {
        assert_eq!(turn(seed), turn(seed));
    }
}
