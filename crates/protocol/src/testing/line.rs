//! Matches that continue one another.

use std::time::Duration;

use super::{Pair, Seeded, fresh, offer};
use crate::{ContinueWish, Seat};

impl Pair {
    /// The public files of a seat, oldest match first.
    pub fn files(&self, seat: Seat) -> Vec<Vec<u8>> {
        let former = self.former[seat.index()].iter().map(|(disk, _)| disk);
        let disks = former.chain([&self.disks[seat.index()]]);
        disks.map(|disk| disk.public.clone()).collect()
    }

    /// Both continue in a new match by the click of each, from the position after that step or from the last one. Each time
    /// takes another `number`, at least two higher.
    pub fn continue_from(&mut self, number: u8, after: Option<u64>) {
        let wish = ContinueWish {
            after,
            swaps: false,
        };
        let mut may_ask = |seat: &Seat| {
            let asked = self.with(*seat, |session, now| {
                session.ask_to_continue(now, wish, &fresh(seat.0, number))
            });
            asked.expect("alive").is_ok()
        };
        let asker = [Seat(0), Seat(1)].into_iter().find(&mut may_ask);
        let other = asker.expect("one of both may ask").other();
        self.run();
        let answered = self.with(other, |session, now| {
            session.answer_continue(now, true, &fresh(other.0, number + 1))
        });
        answered.expect("alive").expect("agreed");
        self.run();
    }

    /// That many decisions at random, a second each.
    pub fn play(&mut self, decisions: usize, seed: u64) {
        let mut dice = Seeded(seed);
        for _ in 0..decisions {
            self.pass(Duration::from_secs(1));
            assert!(self.play_one(&mut dice));
        }
    }

    /// The last turn is taken back.
    pub fn take_back(&mut self) {
        let seat = self.to_decide().expect("under way").other();
        let asked = self.with(seat, |session, now| session.ask_takeback(now));
        asked.expect("alive").expect("a turn");
        self.run();
        let other = seat.other();
        let asked = self.session(other).takeback_asked().expect("asked");
        let answered = self.with(other, |session, now| {
            session.answer_takeback(now, &asked.note, true)
        });
        answered.expect("alive").expect("asked");
        self.run();
    }
}

/// Three matches in a row, the last one played to its end: the second continues from turn 4, two turns before the end of the
/// first, the third from turn 8, and in each of the first two a turn was taken back.
pub fn three_matches() -> Pair {
    let mut pair = Pair::agreed(offer("clash-of-arms", Some(14)), 1);
    pair.play(4, 5);
    pair.take_back();
    pair.play(2, 6);
    let steps = pair.session(Seat(0)).history().expect("a match").steps();
    let after = steps[steps.len() - 3].number;
    pair.continue_from(101, Some(after));
    pair.play(4, 7);
    pair.take_back();
    pair.play(1, 8);
    pair.continue_from(111, None);
    pair.play(2, 9);
    pair.play_out(&mut Seeded(10));
    pair
}
