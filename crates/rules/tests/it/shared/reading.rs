//! Section 7 read a second time, as simply as it can be told: every order by every leader that may answer for it. Random
//! games of up to four members a side are played against it.

use std::collections::{BTreeMap, BTreeSet};

use board::Cell;
use rules::Rules;
use rules::testing::depth::deep;
use rules::testing::{Seeded, open_game};
use rules::warlord::{Kind, Order, Position, Side};

use super::shared;

/// The turn as the second reading knows it.
#[derive(Clone)]
struct Reading {
    members: [u8; 2],
    /// The member of every leader and promoted unit of both sides.
    owners: BTreeMap<Cell, u8>,
    /// The leaders of the side on turn: cell, activations, member.
    leaders: Vec<(Cell, u8, u8)>,
    /// The leaders, by their places, that may answer for each order given.
    given: Vec<Vec<usize>>,
    moved: BTreeSet<Cell>,
    open: Vec<u8>,
    late: BTreeSet<u8>,
    /// The orders of the part under way.
    in_part: u32,
}

impl Reading {
    fn new(position: &Position, members: [u8; 2]) -> Self {
        let mut owners = BTreeMap::new();
        for side in Side::BOTH {
            let mut own: Vec<Cell> = position
                .units()
                .filter(|(_, unit)| unit.side == side && unit.kind.is_leader())
                .map(|(cell, _)| cell)
                .collect();
            own.sort_by_key(|cell| (cell.file(), cell.rank()));
            // the first members have one more, until it comes out even
            let mut left = usize::from(members[side.index()]);
            let mut rest = &own[..];
            for member in 0..members[side.index()] {
                let share = rest.len().div_ceil(left);
                let (dealt, others) = rest.split_at(share);
                owners.extend(dealt.iter().map(|cell| (*cell, member)));
                (rest, left) = (others, left - 1);
            }
        }
        let mut reading = Self {
            members,
            owners,
            leaders: Vec::new(),
            given: Vec::new(),
            moved: BTreeSet::new(),
            open: Vec::new(),
            late: BTreeSet::new(),
            in_part: 0,
        };
        reading.begin_turn(position);
        reading
    }

    fn begin_turn(&mut self, position: &Position) {
        let side = position.side();
        self.leaders = position
            .units()
            .filter(|(_, unit)| unit.side == side && unit.kind.is_leader())
            .map(|(cell, unit)| (cell, unit.kind.level(), self.owners[&cell]))
            .collect();
        self.given.clear();
        self.moved.clear();
        self.late.clear();
        self.open = (0..self.members[side.index()]).collect();
        self.in_part = 0;
    }

    fn candidates(&self, from: Cell) -> Vec<usize> {
        let near = |cell: Cell| {
            cell.file().abs_diff(from.file()) <= 2 && cell.rank().abs_diff(from.rank()) <= 2
        };
        let leaders = self.leaders.iter().enumerate();
        leaders
            .filter(|(_, (cell, _, member))| near(*cell) && *member == self.open[0])
            .map(|(place, _)| place)
            .collect()
    }

    /// True if the leaders can answer for all those orders: every way is tried.
    fn can_answer(given: &[Vec<usize>], left: &mut Vec<u8>) -> bool {
        let Some((first, rest)) = given.split_first() else {
            return true;
        };
        first.iter().any(|leader| {
            if left[*leader] == 0 {
                return false;
            }
            left[*leader] -= 1;
            let can = Self::can_answer(rest, left);
            left[*leader] += 1;
            can
        })
    }

    fn acts_alone(&self, position: &Position, from: Cell) -> bool {
        match position.unit(from).map(|unit| unit.kind) {
            Some(Kind::LightCavalry) => position.game().options.self_activating,
            Some(Kind::Promoted) => self.owners.get(&from) == Some(&self.open[0]),
            _ => false,
        }
    }

    fn legal(&self, position: &Position) -> BTreeSet<String> {
        let mut legal = BTreeSet::new();
        let is_last = self.open.len() == 1;
        if is_last || self.open[0] == 0 {
            legal.insert("end".to_owned());
        }
        if !is_last {
            legal.insert("done".to_owned());
        }
        if !is_last && self.in_part == 0 && !self.late.contains(&self.open[0]) {
            legal.insert("later".to_owned());
        }
        if position.orders_made() == position.cap() {
            return legal;
        }
        for (from, unit) in position.units() {
            if unit.side != position.side() || self.moved.contains(&from) {
                continue;
            }
            let mut given = self.given.clone();
            given.push(self.candidates(from));
            let mut left = self.leaders.iter().map(|(_, level, _)| *level).collect();
            if self.acts_alone(position, from) || Self::can_answer(&given, &mut left) {
                let reach = position.reach(from).into_iter();
                legal.extend(reach.map(|to| format!("{from}-{to}")));
            }
        }
        legal
    }

    /// Follows a legal order; `before` is the position before it, `after` the one behind.
    fn follow(&mut self, order: &Order, before: &Position, after: &Position) {
        match order {
            Order::Move { from, to } => {
                if !self.acts_alone(before, *from) {
                    self.given.push(self.candidates(*from));
                }
                for leader in &mut self.leaders {
                    if leader.0 == *from {
                        leader.0 = *to;
                    }
                }
                let owner = self.owners.remove(from);
                self.owners.remove(to);
                self.owners.extend(owner.map(|owner| (*to, owner)));
                let is_promoted = after
                    .unit(*to)
                    .is_some_and(|unit| unit.kind == Kind::Promoted);
                if is_promoted && owner.is_none() {
                    self.owners.insert(*to, self.open[0]);
                }
                self.moved.insert(*to);
                self.in_part += 1;
            }
            Order::Done => {
                self.open.remove(0);
                self.in_part = 0;
            }
            Order::Later => {
                let member = self.open.remove(0);
                self.late.insert(member);
                self.open.push(member);
                self.in_part = 0;
            }
            Order::End => self.begin_turn(after),
            other => panic!("{other:?} is not played here"),
        }
    }
}

fn check(position: &Position, reading: &Reading) {
    let side = position.side();
    let listed = position.legal_orders(side).into_iter();
    let listed: BTreeSet<String> = listed
        .map(|order| order.to_text(position.game(), side))
        .collect();
    assert_eq!(listed, reading.legal(position), "{}", position.to_text());
    assert_eq!(position.member(), reading.open.first().copied());
    for (cell, _) in position.units() {
        assert_eq!(position.owner(cell), reading.owners.get(&cell).copied());
    }
}

/// A field on which leaders of several levels stand so near each other that many may answer for one order.
const FIELD: &str = "l1dintl1/cihinlih/2i2n2/8/8/2N2I2/HILNIHIC/1LTNID1L";

#[test]
fn random_games_of_two_to_four_members_are_what_a_second_reading_says() {
    let mut parts = 0;
    for seed in 0..deep(24, 24, 300) {
        let mut seeded = Seeded(seed);
        let mut game = open_game(8, FIELD);
        game.cap.number = 3 + seed as u8 % 4;
        game.options.self_activating = seed % 2 == 0;
        game.options.promote_infantry = seed % 3 != 0;
        game.options.promote_light = seed % 3 == 0;
        let members = [1 + seeded.below(4) as u8, 2 + seeded.below(3) as u8];
        let mut position = shared(game, members);
        let mut reading = Reading::new(&position, members);
        for _ in 0..120 {
            if position.outcome().is_some() {
                break;
            }
            check(&position, &reading);
            let side = position.side();
            let orders = position.legal_orders(side);
            let closings: Vec<Order> = orders
                .iter()
                .filter(|order| matches!(order, Order::Done | Order::Later | Order::End))
                .cloned()
                .collect();
            let order = match seeded.one_in(4) {
                true => seeded.choose(&closings).clone(),
                false => seeded.choose(&orders).clone(),
            };
            parts += u32::from(matches!(order, Order::Done | Order::Later));
            let before = position.clone();
            position.apply(side, &order).expect("a listed order");
            if position.outcome().is_none() {
                reading.follow(&order, &before, &position);
            }
        }
    }
    assert!(parts > 100, "{parts} parts were closed or put off");
}

/// Legal sequences of orders, as the second reading counts them.
fn count(position: &Position, reading: &Reading, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if position.outcome().is_some() {
        return 0;
    }
    let side = position.side();
    let mut all = 0;
    for text in reading.legal(position) {
        let order = Order::parse(position.game(), side, &text).expect("an order's text");
        let (mut after, mut next) = (position.clone(), reading.clone());
        after
            .apply(side, &order)
            .expect("legal by the second reading");
        if after.outcome().is_none() {
            next.follow(&order, position, &after);
        }
        all += count(&after, &next, depth - 1);
    }
    all
}

#[test]
fn sequences_are_counted_as_a_second_reading_counts_them() {
    for members in [[2, 1], [2, 2], [3, 2]] {
        let mut game = open_game(5, "1ln1l/2i2/5/2I2/LNL1D");
        game.cap.number = 2;
        game.options.self_activating = true;
        let position = shared(game, members);
        let reading = Reading::new(&position, members);
        let counts = [1, 2, 3].map(|depth| count(&position, &reading, depth));
        assert_eq!(
            [1, 2, 3].map(|depth| Rules::perft(&position, depth)),
            counts
        );
        // closing a part is an order of its own
        assert!(counts[0] > 3, "{counts:?}");
    }
}
