//! The fast position plays the same game as the readable one: the same orders, outcomes and positions at every node of
//! random games on random boards, with keys that distinguish positions and an undo that restores everything.

use std::collections::BTreeMap;
use std::sync::Arc;

use board::{Board, Cell, Grid};
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use rules::perft;
use rules::testing::depth::deep;
use rules::testing::{PLAIN_OPTIONS, Seeded};
use rules::warlord::Side;
use rules::warlord::fast::{FastOrder, Landings, Spot};
use rules::warlord::{
    Block, Cap, Entry, FastPosition, Game, Kind, Options, Order, Position, Start, Terrain, Towns,
    Unit,
};

/// The parameters of a random game.
#[derive(Debug, Clone)]
struct Recipe {
    board: Board,
    /// Cells that are not open, in a hundred.
    rough: usize,
    /// Cells with a unit, in a hundred.
    crowd: usize,
    kinds: Vec<Kind>,
    cap: Cap,
    range: u8,
    heavy_as_hero: bool,
    command_ending: bool,
    towns: Option<Towns>,
    /// True if units enter on turns 1 and 2.
    enters: bool,
    options: Options,
    /// The seed of the terrain, the units and the reinforcements.
    seed: u64,
}

fn recipes() -> impl Strategy<Value = Recipe> {
    let board = (1..=20_usize, 1..=14_usize)
        .prop_map(|(files, ranks)| Board::new(files, ranks).expect("a size boards have"));
    let density = (select(vec![0, 10, 30, 60]), 5..70_usize);
    let kinds = subsequence(Kind::ALL.to_vec(), 2..=Kind::ALL.len());
    let cap = (
        select(vec![0, 1, 2, 3, 4, 6, 8, 12]),
        any::<bool>(),
        select(vec![None, Some((2, 5))]),
    );
    let towns = select(vec![None, Some(1), Some(3)]);
    let game = (1..=3_u8, any::<[bool; 3]>(), towns, any::<u64>());
    (board, density, kinds, cap, game, options()).prop_map(
        |(board, (rough, crowd), kinds, (number, leaders_left, rise), game, options)| {
            let (range, [heavy_as_hero, command_ending, enters], towns, seed) = game;
            Recipe {
                board,
                rough,
                crowd,
                kinds,
                cap: Cap {
                    number,
                    leaders_left,
                    rise,
                },
                range,
                heavy_as_hero,
                command_ending,
                towns: towns.map(|needed| Towns { needed }),
                enters,
                options,
                seed,
            }
        },
    )
}

/// All switches but repetition, which the fast position leaves out.
fn options() -> impl Strategy<Value = Options> {
    (any::<[bool; 9]>(), 0..3_u8).prop_map(|(switches, short)| Options {
        short,
        swap: switches[0],
        self_activating: switches[1],
        charge: switches[2],
        light_leap: switches[3],
        crossing: switches[4],
        promote_infantry: switches[5],
        promote_light: switches[6],
        six_leaders: switches[7],
        half_first: switches[8],
        ..PLAIN_OPTIONS
    })
}

impl Recipe {
    fn game(&self) -> Game {
        const ROUGH: [Terrain; 5] = [
            Terrain::Town,
            Terrain::Trees,
            Terrain::Hill,
            Terrain::Water,
            Terrain::Hole,
        ];
        let mut seeded = Seeded(self.seed);
        let mut terrain = Grid::filled(self.board, Terrain::Open);
        let mut start = Vec::new();
        for cell in self.board.cells() {
            if seeded.below(100) < self.rough {
                terrain[cell] = *seeded.choose(&ROUGH);
            }
            if terrain[cell].is_land() && seeded.below(100) < self.crowd {
                let side = *seeded.choose(&Side::BOTH);
                let kind = *seeded.choose(&self.kinds);
                start.push((cell, Unit { side, kind }));
            }
        }
        let entry = self.enters.then(|| self.entry(&mut seeded));
        let armies = Side::BOTH.map(|side| {
            let own = start.iter().filter(|(_, unit)| unit.side == side);
            let blocks = entry.iter().flat_map(|entry| &entry.blocks[side.index()]);
            own.map(|(_, unit)| unit.kind)
                .chain(blocks.flat_map(|block| block.kinds.clone()))
                .collect()
        });
        Game {
            choice: None,
            scatter: None,
            terrain,
            cap: self.cap,
            range: self.range,
            heavy_as_hero: self.heavy_as_hero,
            armies,
            start: Start::Fixed(start),
            entry,
            command_ending: self.command_ending,
            towns: self.towns,
            options: self.options,
            members: [1, 1],
        }
    }

    fn entry(&self, seeded: &mut Seeded) -> Entry {
        let near = |corner| self.board.within(corner, 2).collect::<Vec<Cell>>();
        let corner = Cell::new(0, 0);
        let blocks = Side::BOTH.map(|_| {
            let turns = [1, 2].into_iter();
            turns
                .map(|turn| Block {
                    turn,
                    kinds: (0..3).map(|_| *seeded.choose(&self.kinds)).collect(),
                })
                .collect()
        });
        Entry {
            zones: [near(corner), near(self.board.half_turn(corner))],
            blocks,
        }
    }
}

fn bytes(position: &Position) -> Vec<u8> {
    let mut bytes = Vec::new();
    position.write_canonical(&mut bytes);
    bytes
}

fn listed(fast: &FastPosition) -> Vec<Order> {
    let mut orders = Vec::new();
    fast.orders(&mut orders);
    let mut orders: Vec<Order> = orders.into_iter().map(FastOrder::order).collect();
    orders.sort_unstable();
    orders
}

fn sorted(mut orders: Vec<Order>) -> Vec<Order> {
    orders.sort_unstable();
    orders
}

/// Both answer every question alike that both can be asked.
fn compare(position: &Position, fast: &FastPosition) {
    let text = position.to_text();
    assert_eq!(fast.outcome(), position.outcome(), "{text}");
    assert_eq!(fast.side(), position.side());
    assert_eq!(fast.turn(), position.turn());
    assert_eq!(fast.cap(), position.cap());
    assert_eq!(fast.left(), position.left());
    assert_eq!(fast.claim(), position.claim());
    for side in Side::BOTH {
        assert_eq!(fast.leaders_left(side), position.leaders_left(side));
        assert_eq!(fast.level_left(side), position.level_left(side));
        assert_eq!(fast.captured(side), position.captured(side));
    }
    let expected = sorted(position.legal_orders(position.side()));
    let found = listed(fast);
    assert_eq!(found, expected, "{text}");
    assert_eq!(fast.count_orders(), expected.len() as u64, "{text}");
    let units = position.units().count();
    let own = Side::BOTH.map(|side| fast.units(side).len());
    assert_eq!(own[0] + own[1], units, "{text}");
    for cell in position.board().cells() {
        assert_eq!(fast.unit(cell), position.unit(cell), "{cell} in {text}");
        assert_eq!(fast.has_moved(cell), position.has_moved(cell));
        let mut from = Vec::new();
        fast.orders_from(Spot::new(cell), &mut from);
        let from = from.into_iter().map(FastOrder::order).collect();
        let expected = sorted(position.legal_orders_from(cell));
        assert_eq!(sorted(from), expected, "{cell} in {text}");
        if let Some(status) = position.leader_status(cell) {
            assert_eq!(fast.is_ready(cell), status.free > 0, "{cell} in {text}");
        }
    }
    let back = fast.position();
    assert_eq!(bytes(&back), bytes(position), "{text}");
    assert_eq!(sorted(back.legal_orders(back.side())), found, "{text}");
}

/// Keys seen, and what they were keys of.
#[derive(Default)]
struct Keys {
    of_bytes: BTreeMap<Vec<u8>, u64>,
    of_keys: BTreeMap<u64, Vec<u8>>,
}

impl Keys {
    /// Equal bytes have equal keys, and different bytes different ones.
    fn add(&mut self, bytes: Vec<u8>, key: u64) {
        assert_eq!(*self.of_bytes.entry(bytes.clone()).or_insert(key), key);
        assert_eq!(
            *self.of_keys.entry(key).or_insert_with(|| bytes.clone()),
            bytes
        );
    }
}

/// Plays both side by side, compares everything at every step, and then undoes it all.
fn play(game: Game, seed: u64, most: usize) {
    let mut seeded = Seeded(seed);
    let mut position = Position::new(Arc::new(game));
    let landings = Arc::new(Landings::new(position.game().clone()).expect("leaders reach so far"));
    let new =
        |position: &Position| FastPosition::on(landings.clone(), position).expect("it has begun");
    let mut fast = new(&position);
    let mut keys = Keys::default();
    let mut before = Vec::new();
    for _ in 0..most {
        compare(&position, &fast);
        let fresh = new(&position);
        assert_eq!(fresh.key(), fast.key(), "another way, another key");
        compare(&position, &fresh);
        keys.add(bytes(&position), fast.key());
        if position.outcome().is_some() {
            break;
        }
        let side = position.side();
        let orders = position.legal_orders(side);
        // a few of the many positions that orders lead to
        for _ in 0..orders.len().min(12) {
            let order = seeded.choose(&orders);
            let mut next = position.clone();
            next.apply(side, order).expect("a listed order applies");
            let unchanged = fast.clone();
            fast.apply(FastOrder::new(order).expect("an order of a turn"));
            assert_eq!(fast.outcome(), next.outcome());
            keys.add(bytes(&next), fast.key());
            assert_eq!(fast.undo(), FastOrder::new(order));
            assert!(
                fast == unchanged,
                "{order:?} is not undone in {}",
                position.to_text()
            );
        }
        if seeded.one_in(8) {
            try_all(&fast);
        }
        let order = if seeded.one_in(5) {
            &Order::End
        } else {
            seeded.choose(&orders)
        };
        before.push(fast.clone());
        position.apply(side, order).expect("a listed order applies");
        fast.apply(FastOrder::new(order).expect("an order of a turn"));
    }
    while let Some(earlier) = before.pop() {
        assert!(fast.undo().is_some());
        assert!(
            fast == earlier,
            "not undone in {}",
            earlier.position().to_text()
        );
    }
    assert_eq!(fast.undo(), None);
}

/// Trying every order shows the position that each leads to by itself, and changes nothing in the end.
fn try_all(fast: &FastPosition) {
    let (mut trying, mut making, mut tried) = (fast.clone(), fast.clone(), Vec::new());
    trying.try_each(|after, order| {
        making.apply(order);
        assert!(*after == making, "{order:?} in {fast:?}");
        assert_eq!(making.undo(), Some(order));
        tried.push(order.order());
    });
    assert!(trying == *fast, "something is not undone in {fast:?}");
    assert_eq!(sorted(tried), listed(fast), "{fast:?}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: deep(128, 256, 10_000), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_games_are_the_same_games(recipe in recipes(), seed in any::<u64>()) {
        play(recipe.game(), seed, 60);
    }

    #[test]
    fn sequences_of_orders_are_as_many(recipe in recipes()) {
        let mut game = recipe.game();
        game.cap.number = game.cap.number.min(3);
        let position = Position::new(Arc::new(game));
        let mut fast = FastPosition::new(&position).expect("it has begun");
        let depth = if fast.count_orders() > 60 { 2 } else { 3 };
        let expected = perft(&position, depth);
        prop_assert_eq!(fast.perft(depth), expected);
        prop_assert_eq!(fast.perft_making_all(depth), expected);
    }

    #[test]
    fn random_orders_are_legal_and_forgetting_changes_nothing_else(
        recipe in recipes(), seed in any::<u64>(),
    ) {
        let mut seeded = Seeded(seed);
        let mut position = Position::new(Arc::new(recipe.game()));
        let mut fast = FastPosition::new(&position).expect("it has begun");
        for _ in 0..80 {
            let Some(order) = fast.random_order(&mut || seeded.draw()) else {
                break;
            };
            let order = if seeded.one_in(5) { FastOrder::End } else { order };
            position.apply(position.side(), &order.order()).expect("a legal order");
            fast.apply(order);
            if seeded.one_in(4) {
                fast.forget();
                prop_assert_eq!(fast.undo(), None);
            }
            prop_assert_eq!(bytes(&fast.position()), bytes(&position));
        }
        prop_assert_eq!(fast.outcome(), position.outcome());
    }
}
