//! Seats that signed several records for one step: which of them the history continues with.

use std::collections::{BTreeMap, BTreeSet};

use super::Case;
use crate::hash::{self, Digest};
use crate::{Record, Seat};

/// The combinations of records that are tried for one step in which seats signed several, beside those in which the
/// copies hold them: all if seven seats sign two each. The product over the seats grows with every record that they
/// sign, so that a file of a few kilobytes could keep the judge busy for hours (threats 31, 57).
const MOST_WAYS: usize = 128;
/// The steps that are followed from a way to a record of a seat that never signed twice.
const MOST_STEPS: usize = 8;

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
        // as each copy holds them: an honest seat's file has the records first upon which it has built, so that it is
        // looked up and not sought among all ways
        let held = self.places.iter().map(|places| {
            let first = |(id, _): &&(Digest, &Record)| {
                let place = places.get(id);
                (place.is_none(), place.copied(), *id)
            };
            let chosen = candidates.iter();
            let chosen = chosen.filter_map(|list| list.iter().min_by_key(first));
            chosen.copied().collect::<Vec<(Digest, &Record)>>()
        });
        let held: Vec<Vec<(Digest, &Record)>> = held.collect();
        let ways: Vec<Vec<(Digest, &Record)>> = held.into_iter().chain(ways(&candidates)).collect();
        let followers = |way: &Vec<(Digest, &Record)>| {
            let ids = way.iter().map(|(id, record)| (record.seat, id));
            let step = self.chain.step();
            let root = hash::step_root(&self.chain.sid(), step, &root, ids);
            self.followers(step, root).len()
        };
        // the most seats, so that an accomplice who builds upon the second record outweighs nobody but itself
        let followed = ways.iter().map(|way| (followers(way), way));
        let most = followed.rev().max_by_key(|(count, _)| *count);
        // of ways upon which nobody has built the one of the lowest ids, whatever the order of the files; one copy alone
        // has its own order
        let lowest = |way: &&Vec<(Digest, &Record)>| {
            let ids = way.iter().map(|(id, _)| *id);
            ids.collect::<Vec<Digest>>()
        };
        let way = match most {
            Some((1.., way)) => Some(way),
            _ if self.places.len() == 1 => ways.first(),
            _ => ways.iter().min_by_key(lowest),
        };
        let way = way.into_iter().flatten();
        way.map(|(_, record)| (*record).clone()).collect()
    }

    /// The seats that never signed twice and have built upon that root of a step: at once, or after steps of others
    /// alone, by a record or by signing a match that begins from there. The seats that signed twice are not asked: they
    /// can build upon every root. And steps of theirs may lie between the double record and the honest seat's next one:
    /// with two seats one, ORDERS; at a table those in which the honest seat neither decides nor confirms.
    fn followers(&self, mut step: u64, mut root: Digest) -> BTreeSet<Seat> {
        let sid = self.chain.sid();
        let upon = |step: u64, root: Digest| {
            let same = self.upon.get(&(step.saturating_add(1), root));
            same.map_or(&[][..], Vec::as_slice)
        };
        let built_upon = |step, root| {
            let records = upon(step, root).iter().map(|(seat, _)| *seat);
            let begun = self.begun.get(&(step, root)).into_iter().flatten().copied();
            let mut seats: BTreeSet<Seat> = records.chain(begun).collect();
            seats.retain(|seat| !self.doubles.contains(seat));
            seats
        };
        // one of several that the same seat has signed alone
        let alone = upon(step, root).iter().flat_map(|(seat, id)| {
            let ids = [(*seat, id)].into_iter();
            built_upon(
                step.saturating_add(1),
                hash::step_root(&sid, step.saturating_add(1), &root, ids),
            )
        });
        let mut followers: BTreeSet<Seat> = alone.collect();
        for _ in 0..MOST_STEPS {
            followers.extend(built_upon(step, root));
            let ids: BTreeMap<Seat, Digest> = upon(step, root).iter().copied().collect();
            if ids.is_empty() {
                break;
            }
            step = step.saturating_add(1);
            let ids: Vec<(Seat, Digest)> = ids.into_iter().collect();
            let ids = ids.iter().map(|(seat, id)| (*seat, id));
            root = hash::step_root(&sid, step, &root, ids);
        }
        followers
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
