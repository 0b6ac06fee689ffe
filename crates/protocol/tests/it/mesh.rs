//! Tables of three to eight over any lines: what one seat has, all come to have; whoever cheats is convicted by all; and
//! nothing that the others do convicts an honest seat.
//!
//! The default run takes samples; `WARLORD_DEEP=all` takes every case.

mod bridges;
mod budgets;
mod cheating;
mod clocks;
mod copies;
mod courses;
mod doubles;
mod fates;
mod floods;
mod going_on;
mod gone;
mod graphs;
mod interrupted;
mod judging;
mod late;
mod leaving;
mod lies;
mod odd;
mod pledged_twice;
mod refused;
mod restored;
mod results;
mod sacrificed;
mod schedules;
mod splits;
mod storms;
mod talk;
mod together;
mod withheld;

use std::collections::BTreeSet;

use protocol::file::{Entry, read_public};
use protocol::judge::{Report, Verdict, judge};
use protocol::testing::{Table, offer, table, tiny, toy};
use protocol::{Manifest, Seat};
use rules::testing::depth::{Depth, deep, sample};

/// The seed of every table's keys.
const SEED: u8 = 1;

/// A hidden set-up, and one turn a side.
fn short(seats: u8) -> Manifest {
    table(&tiny(2), seats, SEED)
}

/// Secret rounds and lots in mid-turn.
fn rounds(seats: u8) -> Manifest {
    table(&toy(3), seats, SEED)
}

/// Four sides, each a team of its own, without secrets.
fn four_sides(seats: u8) -> Manifest {
    table(&offer("tourney-4", Some(24)), seats, SEED)
}

/// Everybody joined to everybody.
fn full(seats: u8) -> Vec<(Seat, Seat)> {
    let pairs = (0..seats).flat_map(|a| (a + 1..seats).map(move |b| (Seat(a), Seat(b))));
    pairs.collect()
}

/// Everybody joined to one.
fn star(centre: u8, seats: u8) -> Vec<(Seat, Seat)> {
    let others = (0..seats).filter(|seat| *seat != centre);
    let pairs = others.map(|seat| (Seat(seat.min(centre)), Seat(seat.max(centre))));
    pairs.collect()
}

/// Each joined to the next.
fn chain(seats: u8) -> Vec<(Seat, Seat)> {
    (1..seats)
        .map(|seat| (Seat(seat - 1), Seat(seat)))
        .collect()
}

/// The records and notes of a match file, as bytes.
fn signed(file: &[u8]) -> BTreeSet<Vec<u8>> {
    let (entries, _) = read_public(file).expect("a match file");
    let signed = entries
        .iter()
        .filter(|entry| matches!(entry, Entry::Record(_) | Entry::Note(_)));
    signed.map(Entry::to_bytes).collect()
}

/// The match file of a seat.
fn file<const N: usize>(table: &Table<N>, seat: Seat) -> Vec<u8> {
    table.session(seat).match_file().expect("a match")
}

/// All files together.
fn judged<const N: usize>(table: &Table<N>) -> Report {
    let files: Vec<&[u8]> = table
        .disks
        .iter()
        .map(|disk| disk.public.as_slice())
        .collect();
    judge(&files)
}

/// Every live seat holds the same.
fn assert_same<const N: usize>(table: &Table<N>, seats: &[Seat], what: &str) {
    let held: Vec<BTreeSet<Vec<u8>>> = seats
        .iter()
        .map(|seat| signed(&file(table, *seat)))
        .collect();
    for (seat, held) in seats.iter().zip(&held) {
        assert_eq!(
            held.len(),
            signed(&file(table, seats[0])).len(),
            "{what}: {seat}"
        );
    }
    assert!(held.windows(2).all(|two| two[0] == two[1]), "{what}");
}

/// Everybody has closed the match, with the same bytes.
fn assert_complete<const N: usize>(table: &Table<N>, what: &str) {
    for seat in table.places() {
        assert!(
            table.session(seat).is_closed(),
            "{what}: {seat} at {:?}",
            table.session(seat)
        );
        assert_eq!(
            table.disks[seat.index()].public,
            table.disks[0].public,
            "{what}: {seat}"
        );
        assert!(
            table.closes[seat.index()].is_empty(),
            "{what}: {:?}",
            table.closes
        );
    }
    assert_eq!(judged(table).verdict, Verdict::Complete, "{what}");
}
