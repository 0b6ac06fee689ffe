//! Sequences of three orders counted by the plain telling where they are too many to try. Most two orders of a turn have
//! nothing to do with each other: what one adds to the number of orders or takes from it, it does after the other as
//! well. Only those that concern the same man are given one after the other.

use std::collections::{BTreeMap, BTreeSet};

use crate::counting::{after, on_all_cores};
use crate::oracle::{Deed, Place, Plain};

/// The number of sequences of three orders from the start of a turn. Panics where the cap, an entry or the fall of a
/// leader plays a part: all three concern other men too.
pub(crate) fn count_three(start: &Plain) -> u64 {
    let turn = Turn::new(start.clone());
    let reply = Turn::new(after(start, &[Deed::End]));
    let led_by_orders = on_all_cores(&turn.orders, |part| {
        let counts = part.iter().map(|first| {
            let ended = after(start, &[first.deed, Deed::End]);
            let concerned = reply.start.position.concerned(first.deed);
            turn.count_two_after(first) + reply.start.count_near(&ended, &concerned)
        });
        counts.sum::<u64>()
    });
    let led_by_end = reply.orders.iter().map(|second| second.followers);
    let both_passed = after(start, &[Deed::End, Deed::End]);
    led_by_orders.iter().sum::<u64>() + led_by_end.sum::<u64>() + count_all(&both_passed)
}

/// The start of a turn, and each of its orders but `end` by itself.
struct Turn {
    start: Moment,
    orders: Vec<Order>,
    /// For every man the orders that concern him, by their places in the list.
    concerning: BTreeMap<Place, Vec<usize>>,
}

struct Order {
    deed: Deed,
    /// The place of the man who gets the order.
    man: Place,
    /// The places of the men whom the order concerns, that man among them.
    concerned: BTreeSet<Place>,
    /// The number of legal orders after the order.
    followers: u64,
}

impl Turn {
    fn new(position: Plain) -> Self {
        let start = Moment::new(position);
        let mut orders = Vec::new();
        let mut concerning = BTreeMap::<_, Vec<_>>::new();
        for man in start.orders.keys().copied() {
            start.position.for_each_order_to(man, |deed| {
                let concerned = start.position.concerned(deed);
                let followers = start.count_near(&start.after(deed), &concerned);
                for man in &concerned {
                    concerning.entry(*man).or_default().push(orders.len());
                }
                orders.push(Order {
                    deed,
                    man,
                    concerned,
                    followers,
                });
            });
        }
        Self {
            start,
            orders,
            concerning,
        }
    }

    /// The number of sequences of two orders after `first` that do not begin with `end`.
    fn count_two_after(&self, first: &Order) -> u64 {
        let moment = self.start.moved_on(first);
        let count_after = |second: Deed, by_second: &BTreeSet<Place>| {
            let concerned = first.concerned.union(by_second).copied().collect();
            moment.count_near(&moment.after(second), &concerned)
        };
        let mut count = 0;
        for man in &first.concerned {
            moment.position.for_each_order_to(*man, |second| {
                count += count_after(second, &moment.position.concerned(second));
            });
        }
        let together = first.concerned.iter().flat_map(|man| &self.concerning[man]);
        let together: BTreeSet<_> = together.collect();
        for (n, second) in self.orders.iter().enumerate() {
            if first.concerned.contains(&second.man) {
                continue; // counted above: he may have other orders now
            }
            count += if together.contains(&n) {
                count_after(second.deed, &second.concerned)
            } else {
                first.followers + second.followers - self.start.all
            };
        }
        count
    }
}

/// A moment of a turn, and how many orders there are for every man and in all.
struct Moment {
    position: Plain,
    orders: BTreeMap<Place, u64>,
    all: u64,
}

impl Moment {
    fn new(position: Plain) -> Self {
        let men = position.men().into_iter().map(|(place, ..)| place);
        let orders: BTreeMap<_, _> = men.map(|man| (man, count_of(&position, man))).collect();
        let all = count_all(&position);
        assert_eq!(
            orders.values().sum::<u64>() + 1,
            all,
            "an order is `end` or a man's"
        );
        Self {
            position,
            orders,
            all,
        }
    }

    fn moved_on(&self, order: &Order) -> Self {
        let position = self.after(order.deed);
        let mut orders = self.orders.clone();
        for man in &order.concerned {
            orders.insert(*man, count_of(&position, *man));
        }
        Self {
            position,
            orders,
            all: order.followers,
        }
    }

    fn after(&self, deed: Deed) -> Plain {
        after(&self.position, &[deed])
    }

    /// The number of legal orders in `position`, which is the position of this moment but for `men`.
    fn count_near(&self, position: &Plain, men: &BTreeSet<Place>) -> u64 {
        assert!(position.outcome.is_none(), "the game goes on");
        assert!(position.made < position.cap, "the cap is out of reach");
        assert_eq!(position.captured, self.position.captured, "no leader falls");
        let before: u64 = men.iter().filter_map(|man| self.orders.get(man)).sum();
        let now: u64 = men.iter().map(|man| count_of(position, *man)).sum();
        self.all - before + now
    }
}

/// The number of legal orders of the man on a place.
fn count_of(position: &Plain, man: Place) -> u64 {
    let mut count = 0;
    position.for_each_order_to(man, |_| count += 1);
    count
}

/// The number of legal orders.
fn count_all(position: &Plain) -> u64 {
    let mut count = 0;
    position.for_each_order(|_| count += 1);
    count
}
