//! The speed of the fast position on boards of every size, the time of the readable position for a piece on the largest
//! board, and a comparison of both positions with other programs: chess by cozy-chess in the same run, and an exercise
//! that Fairy-Stockfish can do too. Each benchmark asserts the result it times.
//!
//! `cargo bench -p rules --bench speed`; on a machine that does other work too, read the column `fastest`.

use std::str::FromStr;
use std::sync::Arc;

use cozy_chess::Board;
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use rules::testing::{
    SINGLE_MOVE_FIELDS, Seeded, battlefield, single_move, small_battlefield, tourney, wargame,
};
use rules::wargame::Ruleset;
use rules::warlord::Side;
use rules::warlord::{FastPosition, Position};
use rules::{AnyPosition, Rules, ToAct};

fn main() {
    divan::main();
}

const BOARDS: [&str; 4] = ["12x12", "16x24", "72x48", "120x120"];

/// A board's battlefield: 64, 128, 512 and 3,008 units, a fifth of the ground rough on all but the first.
fn start(board: &str) -> Position {
    let game = match board {
        "12x12" => small_battlefield(),
        "16x24" => battlefield(16, 24, 8, 20),
        "72x48" => battlefield(72, 48, 32, 20),
        _ => battlefield(120, 120, 188, 20),
    };
    Position::new(Arc::new(game))
}

fn fast(board: &str) -> FastPosition {
    FastPosition::new(&start(board)).expect("a game under way")
}

/// Moments of a random game, most of them in the middle of a turn: as many as have some thousand orders together, so
/// that a sample is short on every board.
fn moments(board: &str) -> Vec<FastPosition> {
    const ORDERS: u64 = 4_000;
    const BETWEEN: usize = 21;
    let mut seeded = Seeded(1);
    let mut position = fast(board);
    let mut moments = Vec::new();
    while moments.iter().map(FastPosition::count_orders).sum::<u64>() < ORDERS {
        for _ in 0..BETWEEN {
            match position.random_order(&mut || seeded.draw()) {
                Some(order) => position.apply(order),
                None => position = fast(board),
            }
        }
        position.forget();
        moments.push(position.clone());
    }
    moments
}

/// Counts every order of those moments, as in the last ply of a perft.
#[divan::bench(args = BOARDS, sample_count = 300)]
fn orders_counted(bencher: Bencher<'_, '_>, board: &str) {
    let moments = moments(board);
    let count = readable_count(&moments);
    bencher.counter(ItemsCount::new(count)).bench(|| {
        let orders = black_box(&moments).iter().map(FastPosition::count_orders);
        assert_eq!(orders.sum::<u64>(), count);
    });
}

/// The same orders written to a list.
#[divan::bench(args = BOARDS, sample_count = 300)]
fn orders_listed(bencher: Bencher<'_, '_>, board: &str) {
    let moments = moments(board);
    let count = readable_count(&moments);
    let mut orders = Vec::new();
    bencher.counter(ItemsCount::new(count)).bench_local(|| {
        let mut listed = 0;
        for moment in black_box(&moments) {
            orders.clear();
            moment.orders(&mut orders);
            listed += black_box(&orders).len() as u64;
        }
        assert_eq!(listed, count);
    });
}

/// The number of orders that the readable position lists at those moments.
fn readable_count(moments: &[FastPosition]) -> u64 {
    let orders = moments.iter().map(|moment| {
        let position = moment.position();
        position.legal_orders(position.side()).len() as u64
    });
    orders.sum()
}

/// Every order of those moments made and unmade, each time with the key and who may still act.
#[divan::bench(args = BOARDS, sample_count = 300)]
fn orders_made_and_unmade(bencher: Bencher<'_, '_>, board: &str) {
    let mut moments = moments(board);
    let count = readable_count(&moments);
    let mut keys = || {
        let (mut made, mut sum) = (0, 0_u64);
        for moment in black_box(&mut moments) {
            moment.try_each(|after, _| {
                made += 1;
                sum = sum.wrapping_add(after.key());
            });
        }
        assert_eq!(made, count);
        sum
    };
    let sum = keys();
    bencher
        .counter(ItemsCount::new(count))
        .bench_local(|| assert_eq!(keys(), sum));
}

/// The same orders, each given by itself: nothing is looked up once for several.
#[divan::bench(args = BOARDS, sample_count = 300)]
fn orders_applied_and_undone(bencher: Bencher<'_, '_>, board: &str) {
    let listed = |moment: FastPosition| {
        let mut orders = Vec::new();
        moment.orders(&mut orders);
        (moment, orders)
    };
    let mut moments: Vec<_> = moments(board).into_iter().map(listed).collect();
    let count: usize = moments.iter().map(|(_, orders)| orders.len()).sum();
    let mut keys = || {
        let mut sum = 0_u64;
        for (moment, orders) in black_box(&mut moments) {
            for order in orders {
                moment.apply(*order);
                sum = sum.wrapping_add(moment.key());
                moment.undo();
            }
        }
        sum
    };
    let sum = keys();
    bencher
        .counter(ItemsCount::new(count))
        .bench_local(|| assert_eq!(keys(), sum));
}

/// Random games, begun again whenever one is over.
#[divan::bench(args = BOARDS, sample_count = 100)]
fn random_orders_in_play(bencher: Bencher<'_, '_>, board: &str) {
    const ORDERS: usize = 20_000;
    let start = fast(board);
    let play = || {
        let mut seeded = Seeded(1);
        let mut position = start.clone();
        for played in 0..ORDERS {
            match position.random_order(&mut || seeded.draw()) {
                Some(order) => position.apply(order),
                None => position = start.clone(),
            }
            if played % 256 == 0 {
                position.forget();
            }
        }
        position.key()
    };
    let end = play();
    bencher
        .counter(ItemsCount::new(ORDERS))
        .bench(|| assert_eq!(play(), end));
}

/// Sequences of orders, the last ones counted in bulk.
#[divan::bench(args = [
    ("12x12", 3, 985_676),
    ("16x24", 3, 44_302_581),
    ("72x48", 2, 3_032_300),
    ("120x120", 2, 93_953_291),
], sample_count = 10)]
fn perft(bencher: Bencher<'_, '_>, (board, depth, count): (&str, u32, u64)) {
    let mut start = fast(board);
    bencher
        .counter(ItemsCount::new(count))
        .bench_local(|| assert_eq!(start.perft(depth), count));
}

/// The orders of every unit of the side to move, each asked for by itself, of the position that players and peers are
/// checked with, on 120x120 with 3,008 units: what the window asks when a piece is touched.
#[divan::bench(sample_count = 100)]
fn orders_of_one_piece_120x120(bencher: Bencher<'_, '_>) {
    let start = start("120x120");
    let all = start.legal_orders(Side::White).len() - 1;
    let own = start.units().filter(|(_, unit)| unit.side == Side::White);
    let cells: Vec<_> = own.map(|(cell, _)| cell).collect();
    bencher.counter(ItemsCount::new(cells.len())).bench(|| {
        let orders = cells
            .iter()
            .map(|cell| start.legal_orders_from(*cell).len());
        assert_eq!(orders.sum::<usize>(), all);
    });
}

/// The positions of the checked rules, by family and name.
const CHECKED: [&str; 8] = [
    "warlord 16x24",
    "wargame-1 start",
    "wargame-1 crowded",
    "wargame-2 start",
    "wargame-2 crowded",
    "tourney start",
    "tourney start, all may move",
    "tourney duel, two against two",
];

/// The cards of two men against two: six for each of four pairs.
const DUEL: usize = 6 * 6 * 6 * 6;

fn checked(name: &str) -> AnyPosition {
    let crowd = |ruleset| {
        let game = wargame::standard(ruleset);
        wargame::crowd(&game, &mut Seeded(3))
    };
    if let Some(name) = name.strip_prefix("tourney ") {
        return AnyPosition::Tourney(match name {
            "start" => tourney::start(""),
            "start, all may move" => tourney::start("several=all"),
            _ => duel(),
        });
    }
    AnyPosition::WarGame(match name {
        "wargame-1 start" => wargame::started(wargame::standard(Ruleset::One)),
        "wargame-1 crowded" => crowd(Ruleset::One),
        "wargame-2 start" => wargame::started(wargame::standard(Ruleset::Two)),
        "wargame-2 crowded" => crowd(Ruleset::Two),
        _ => return AnyPosition::Warlord(start("16x24")),
    })
}

/// Two men meet two others, of which a game with `several` is capable.
fn duel() -> rules::tourney::Position {
    const BEFORE: &str = "5w5/11/11/11/11/11/4(kf)6/3KF6/11/11/5W5 w 1 0";
    let start = tourney::start("several=2");
    let read = rules::tourney::Position::from_text(start.game().clone(), BEFORE);
    let mut position = read.expect("a sound position");
    for order in ["d4-e5", "e4-e5", "end"] {
        let side = position.turn().side;
        let order = position.parse_order(side, order).expect("an order");
        Rules::apply(&mut position, side, &order).expect("a legal order");
    }
    let cards = position.legal_orders(position.turn().side).len();
    assert_eq!(cards, DUEL, "it is the round that is measured");
    position
}

fn on_turn(position: &AnyPosition) -> rules::Side {
    match position.to_act() {
        ToAct::One(side) => side,
        ToAct::Secretly(sides) => sides.iter().next().expect("somebody chooses"),
        other => panic!("a side is on turn, not {other:?}"),
    }
}

/// Every legal order of a position that players and peers are checked with, listed for the window.
#[divan::bench(args = CHECKED, sample_count = 100)]
fn checked_orders_listed(bencher: Bencher<'_, '_>, name: &str) {
    let position = checked(name);
    let side = on_turn(&position);
    let count = position.legal_orders(side).len();
    bencher
        .counter(ItemsCount::new(count))
        .bench(|| assert_eq!(black_box(&position).legal_orders(side).len(), count));
}

/// The orders of a position, each checked and carried out on a clone.
#[divan::bench(args = CHECKED, sample_count = 50)]
fn checked_orders_applied(bencher: Bencher<'_, '_>, name: &str) {
    let position = checked(name);
    let side = on_turn(&position);
    let orders = position.legal_orders(side);
    bencher.counter(ItemsCount::new(orders.len())).bench(|| {
        let events = black_box(&orders).iter().map(|order| {
            let mut after = position.clone();
            after.apply(side, order).expect("a listed order").len()
        });
        assert!(events.sum::<usize>() >= orders.len());
    });
}

/// The exercise with one move a turn on 12x10: Fairy-Stockfish gives the same counts.
#[divan::bench(args = [(0, 3, 951_671), (1, 3, 4_512_946), (0, 4, 98_259_649), (1, 4, 740_330_862)], sample_count = 20)]
fn single_moves_12x10(bencher: Bencher<'_, '_>, (field, depth, count): (usize, u32, u64)) {
    let mut exercise = single_move(SINGLE_MOVE_FIELDS[field].1);
    let shallow = [[1, 96, 9_216], [1, 166, 27_051]][field];
    assert_eq!([0, 1, 2].map(|depth| exercise.perft(depth)), shallow);
    bencher
        .counter(ItemsCount::new(count))
        .bench_local(|| assert_eq!(exercise.perft(depth), count));
}

/// Chess in the same run on the same core, counted in bulk too.
#[divan::bench(args = [("start", 4, 197_281), ("kiwipete", 3, 97_862)], sample_count = 300)]
fn chess_by_cozy_chess(bencher: Bencher<'_, '_>, (name, depth, count): (&str, u32, u64)) {
    let board = match name {
        "start" => Board::default(),
        _ => {
            Board::from_str("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
                .expect("a position of chess")
        }
    };
    bencher
        .counter(ItemsCount::new(count))
        .bench(|| assert_eq!(chess_perft(&board, depth), count));
}

fn chess_perft(board: &Board, depth: u32) -> u64 {
    let mut count = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            count += moves.len() as u64;
        } else {
            for chess_move in moves {
                let mut next = board.clone();
                next.play_unchecked(chess_move);
                count += chess_perft(&next, depth - 1);
            }
        }
        false
    });
    count
}
