//! Legal sequences of orders counted by two paths: the orders listed, and every order that can be written, tried.

use std::collections::BTreeSet;
use std::sync::Arc;

use rules::testing::Seeded;
use rules::testing::tourney::{begun, game, small, writable};
use rules::tourney::{Game, Order, Position};
use rules::{Rules, ToAct};

/// The sequences found by trying every order that can be written, each once.
fn tried(position: &Position, depth: u32) -> u64 {
    let ToAct::One(side) = position.decides() else {
        return u64::from(depth == 0);
    };
    if depth == 0 {
        return 1;
    }
    let orders: BTreeSet<Order> = writable(position, &mut Seeded(1)).into_iter().collect();
    let mut count = 0;
    for order in orders {
        let mut after = position.clone();
        if after.apply(side, &order).is_ok() {
            count += match depth {
                1 => 1,
                _ => tried(&after, depth - 1),
            };
        }
    }
    count
}

fn start(game: Game) -> Position {
    begun(Position::new(Arc::new(game)))
}

#[test]
fn listing_and_trying_count_alike() {
    for options in [
        "",
        "several=2",
        "grand sergeants bowmen",
        "enchanted several=all veterans",
        "winding-knights",
        "wizard bishop",
        "healing finishing wounds strategic",
    ] {
        let position = start(small(options));
        assert_eq!(position.perft(2), tried(&position, 2), "{options}");
    }
}

/// Positions in which something else than a move is asked, or stands beside it.
#[test]
fn listing_and_trying_count_alike_in_mid_turn() {
    let positions = [
        (
            "grand",
            "5w5/5F5/11/11/11/11/11/3(KK)7/3L7/11/5W5 w 1 0 db=F",
        ),
        (
            "grand several=2",
            "5w5/11/11/11/11/11/11/2k(KF)1f5/3L7/11/5W5 w 1 0 dw=k",
        ),
        ("bowmen", "5w5/11/11/7(kf)3/11/7B3/11/7l3/3L7/11/5W5 w 1 0"),
        ("enchanted", "5w5/11/11/11/11/11/6F4/11/3L7/11/5W5 w 1 0"),
        (
            "wizard",
            "5w5/11/11/11/11/11/11/3(uF)7/3L7/11/5W5 r 3 0 grave=Kd8,kd8,fe3",
        ),
        (
            "seats=4",
            "6w6/6L6/13/13/13/13/(gW)F10(rW)/13/13/13/13/13/6W6 w 1 0 db=K dg=krK",
        ),
    ];
    for (options, text) in positions {
        let position = Position::from_text(Arc::new(game(options)), text).expect(text);
        assert_eq!(position.perft(2), tried(&position, 2), "{options} {text}");
    }
}

#[test]
fn the_starts_have_these_counts() {
    let counts = |options: &str| {
        let position = start(game(options));
        [1, 2, 3].map(|depth| position.perft(depth))
    };
    // checked to depth 2 against every order that can be written, by the tests above on smaller boards
    assert_eq!(tried(&start(game("")), 2), counts("")[1]);
    let told = [
        "",
        "grand",
        "sergeants",
        "bowmen",
        "winding-knights",
        "seats=4",
    ]
    .map(|options| format!("{options}: {:?}", counts(options)));
    assert_eq!(
        told.join("\n"),
        include_str!("../../tourney/counts.txt").trim_end()
    );
}
