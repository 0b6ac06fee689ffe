//! Seats that signed several records for one step: which of them the history continues with.

use std::collections::BTreeMap;

use super::Case;
use crate::hash::{self, Digest};
use crate::{Record, Seat};

/// The combinations of records that are tried for one step in which seats signed several: the product over the seats
/// grows with every record that they sign, so that a file of a few kilobytes could keep the judge busy for hours
/// (threat 31).
const MOST_WAYS: usize = 64;

impl Case {
    /// The records upon the present root, one of each seat. Of several the ones count upon which the other seats have
    /// built: a seat that signs twice decides nothing by it. If its first or its last record counted, a player who is
    /// about to lose could sign a second order for an early turn and let the honest player's later records hang in
    /// the air (threats 10, 34).
    pub(super) fn fitting(&mut self, records: Vec<Record>) -> Vec<Record> {
        let root = self.chain.root();
        let mut by_seat: BTreeMap<Seat, Vec<Record>> = BTreeMap::new();
        for record in records {
            match record.prev == root {
                true => by_seat.entry(record.seat).or_default().push(record),
                false => {
                    self.strays.entry(record.seat).or_insert(record.step);
                }
            }
        }
        if by_seat.values().all(|records| records.len() == 1) {
            return by_seat.into_values().flatten().collect();
        }
        let candidates: Vec<Vec<(Digest, &Record)>> = by_seat
            .values()
            .map(|records| {
                let mut ids: Vec<_> = records.iter().map(|record| (record.id(), record)).collect();
                ids.sort_by_key(|(id, _)| *id);
                ids
            })
            .collect();
        let ways = ways(&candidates);
        let is_followed = |way: &&Vec<(Digest, &Record)>| {
            let ids = way.iter().map(|(id, record)| (record.seat, id));
            let step = self.chain.step();
            let root = hash::step_root(&self.chain.sid(), step, &root, ids);
            self.is_followed(step, root)
        };
        let way = ways.iter().find(is_followed).or(ways.first());
        let way = way.into_iter().flatten();
        way.map(|(_, record)| (*record).clone()).collect()
    }

    /// True if a seat that never signed twice has built upon that root of a step: at once, or after a step in which
    /// another was alone. The seats that signed twice are not asked: they can build upon every root. And a step of
    /// theirs alone, ORDERS, may lie between the double record and the honest seat's next one.
    fn is_followed(&self, step: u64, root: Digest) -> bool {
        let upon = |step: u64, root: Digest| {
            let same = self.upon.get(&(step + 1, root));
            same.map_or(&[][..], Vec::as_slice).iter()
        };
        let is_followed = |step, root| {
            upon(step, root).any(|(seat, _): &(Seat, Digest)| !self.doubles.contains(seat))
        };
        is_followed(step, root)
            || upon(step, root).any(|(seat, id)| {
                let ids = [(*seat, id)].into_iter();
                let next = hash::step_root(&self.chain.sid(), step + 1, &root, ids);
                is_followed(step + 1, next)
            })
    }
}

/// Every way to take one record of each seat, as far as there is room to try them. If only one seat signed several,
/// all are tried, however many: a seat that signs often takes no result from the other seat.
fn ways<T: std::marker::Copy>(lists: &[Vec<T>]) -> Vec<Vec<T>> {
    let longest = lists.iter().map(Vec::len).max().unwrap_or(0);
    let mut ways = vec![Vec::new()];
    for list in lists {
        let longer = ways.iter().flat_map(|way: &Vec<T>| {
            list.iter().map(move |item| {
                let mut way = way.clone();
                way.push(*item);
                way
            })
        });
        ways = longer.take(MOST_WAYS.max(longest)).collect();
    }
    ways
}
