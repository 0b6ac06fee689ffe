//! The judge on the copies of a long match of eight, and of two.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use protocol::judge::{Verdict, judge};
use protocol::testing::{Puppets, Seeded, offer, table};
use protocol::{Kind, Seat};
use rules::{AnyOrder, AnyPosition, Draft, Rules as _, Side};

use crate::{Row, SEATS};

const TURNS: u32 = 300;
/// Times that each pile of copies is judged.
const ROUNDS: usize = 5;
/// The bytes that each copy lacks more than the one before: about a record.
const CUT: usize = 250;

pub(crate) fn measure() -> Vec<Row> {
    let [eight, two] = [SEATS, 2].map(|seats| {
        let file = file(seats);
        // each lacks another end, as after a crash, so that each is a copy of its own
        let copies = (0..usize::from(seats)).map(|cut| &file[..file.len() - cut * CUT]);
        let copies: Vec<&[u8]> = copies.collect();
        let mut times: Vec<Duration> = (0..ROUNDS)
            .map(|_| {
                let started = Instant::now();
                assert_eq!(judge(&copies).verdict, Verdict::Complete);
                started.elapsed()
            })
            .collect();
        times.sort_unstable();
        times[ROUNDS / 2]
    });
    vec![Row::of_times(
        "the judge on 300 turns, a copy of each seat",
        eight,
        Some(two),
        (Duration::from_millis(400), "at most"),
    )]
}

/// The file of a match of Border War with the given number of seats and a hidden set-up, which all have closed. By lot some games end
/// early: the first long one.
fn file(seats: u8) -> Vec<u8> {
    let mut files = (1..20).filter_map(|seed| played(seats, seed));
    files.next().expect("a long game")
}

fn played(seats: u8, seed: u64) -> Option<Vec<u8>> {
    let mut puppets = Puppets::new(table(&offer("border-war", Some(TURNS)), seats, 1), 1);
    let mut dice = Seeded(seed);
    // what a seat has sealed, until it is opened
    let mut chosen: BTreeMap<Seat, Vec<AnyOrder>> = BTreeMap::new();
    while !puppets.is_closed() {
        let mut kind = Kind::Close;
        for seat in puppets.awaited() {
            let puppet = &puppets.seats[seat.index()];
            if puppet.decides() {
                let orders = few_orders(puppet.position(), puppet.side(), &mut dice);
                chosen.insert(seat, orders);
            }
            let orders = chosen.get(&seat).cloned().unwrap_or_default();
            let record = puppet.honest(&orders);
            kind = record.kind;
            puppets.take(&record);
        }
        if matches!(kind, Kind::Reveal | Kind::Orders) {
            chosen.clear();
        }
    }
    let turns = puppets.seats[0].history().orders().count();
    (turns >= TURNS as usize).then(|| puppets.file(&[]))
}

/// A secret choice, or two random orders and the one that closes the turn: such games last.
fn few_orders(position: &AnyPosition, side: Side, dice: &mut Seeded) -> Vec<AnyOrder> {
    let mut draft = Draft::new(position.clone(), side);
    while !draft.is_whole() {
        let legal = draft.position().legal_orders(side);
        let order = match draft.len() < 2 {
            true => dice.choose(&legal),
            false => &legal[legal.len() - 1],
        };
        draft.push(order.clone()).expect("listed orders are legal");
    }
    draft.orders().cloned().collect()
}
