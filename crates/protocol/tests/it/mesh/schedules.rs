//! Hundreds of random schedules: lines that break and come back, programs that die in any write, older backups, a second
//! machine. Honest seats that hear each other hold the same, and no merge of any files convicts one.

use std::time::Duration;

use protocol::file::read_public;
use protocol::judge::{judge, judge_matches};
use protocol::testing::{Disk, Mark, Reached, Seeded, Table};
use protocol::{Seat, Standing};

use super::results::Results;
use super::together::agree_all;
use super::*;

/// True if two places are of two seats.
fn are_apart(seats: usize, a: Seat, b: Seat) -> bool {
    let seat = |place: Seat| match place.index() < seats {
        true => place,
        false => Seat(0),
    };
    seat(a) != seat(b)
}

struct Schedule<const N: usize> {
    table: Table<N>,
    dice: Seeded,
    /// What the disks held now and then.
    backups: Vec<(Seat, Disk, Option<Mark>)>,
    /// The seats that play from an older copy.
    strange: Vec<Seat>,
    results: Results,
    /// The number of seats; a place behind them is a second machine of seat 0.
    seats: usize,
}

impl<const N: usize> Schedule<N> {
    fn new(manifest: Manifest, seed: u64) -> Self {
        let seats = manifest.seats.len();
        let mut table = Table::<N>::seated(manifest, SEED);
        let mut dice = Seeded(seed);
        // any lines that join all, or not
        table.graph.retain(|_| dice.below(3) > 0);
        table.connect();
        Self {
            table,
            dice,
            backups: Vec::new(),
            strange: Vec::new(),
            results: Results::default(),
            seats,
        }
    }

    fn any(&mut self) -> Seat {
        Seat(u8::try_from(self.dice.below(N)).expect("few"))
    }

    fn act(&mut self) {
        let seat = self.any();
        let seats = self.seats;
        let (table, dice) = (&mut self.table, &mut self.dice);
        match dice.below(40) {
            0 => {
                let other = Seat(u8::try_from(dice.below(N)).expect("few"));
                table.cut(seat, other);
            }
            1..=3 => {
                let other = Seat(u8::try_from(dice.below(N)).expect("few"));
                let are_up = [seat, other]
                    .iter()
                    .all(|seat| table.sessions[seat.index()].is_some());
                if are_apart(seats, seat, other) && are_up {
                    table.link(seat.min(other), seat.max(other));
                }
            }
            4 => {
                let writes = table.disks[seat.index()].writes;
                let reached = [Reached::Nothing, Reached::Half, Reached::All][dice.below(3)];
                table.crash = Some((seat, writes + 1 + dice.below(3), reached));
            }
            5 => {
                let disk = table.disks[seat.index()].clone();
                self.backups
                    .push((seat, disk, table.marks[seat.index()].clone()));
            }
            6 => table.wait(Duration::from_secs(3)),
            7 => {
                table.kill(seat);
                table.cut_closing();
            }
            8..=14 => {
                table.decide_at(seat, dice);
            }
            15 => table.cut_closing(),
            16 if dice.below(4) == 0 => {
                table.with(seat, |session, now| session.offer_draw(now));
            }
            17 if dice.below(16) == 0 => {
                table.with(seat, |session, now| session.answer_draw(now, true));
            }
            _ => {
                table.deliver_any(seat, dice);
            }
        }
        for seat in self.table.places() {
            if self.table.sessions[seat.index()].is_none() && self.dice.below(6) == 0 {
                self.table.cut_closing();
                self.come_back(seat);
            }
        }
        self.results.look(&self.table);
    }

    /// The program of a seat is started again, from its files or from an older copy of them without the mark.
    fn come_back(&mut self, seat: Seat) {
        let mut backups = self.backups.iter().filter(|(of, ..)| *of == seat);
        let backup = backups.next_back().map(|(_, disk, _)| disk.clone());
        // with less there is no match to resume: a program begins anew, with other keys
        let is_match = |disk: &Disk| read_public(&disk.public).is_ok_and(|(all, _)| all.len() > 1);
        let has_begun = is_match(&self.table.disks[seat.index()]);
        if let Some(disk) = backup.filter(|disk| has_begun && is_match(disk))
            && self.dice.below(6) == 0
            && self.strange.is_empty()
        {
            // kept, to be judged with the rest
            let present = self.table.disks[seat.index()].clone();
            let mark = self.table.marks[seat.index()].clone();
            self.backups.push((seat, present, mark));
            let writes = self.table.disks[seat.index()].writes;
            self.table.disks[seat.index()] = Disk { writes, ..disk };
            // a record that was written when the program died, and was in no mark yet, never left: nobody but its own
            // player can show it, who has put an older copy in its place
            if self.table.standing(seat) == Standing::Own {
                self.backups.pop();
            }
            self.strange.push(seat);
        }
        if seat.index() >= self.seats && self.table.disks[seat.index()].public.is_empty() {
            // the second machine begins with a copy of the first one's files
            if !is_match(&self.table.disks[0]) {
                return;
            }
            self.table.disks[seat.index()] = self.table.disks[0].clone();
        }
        self.table.restart(seat);
        for other in self.table.places() {
            let is_up = self.table.sessions[other.index()].is_some();
            let is_joined = self
                .table
                .graph
                .contains(&(seat.min(other), seat.max(other)));
            if are_apart(self.seats, seat, other) && is_up && is_joined {
                self.table.link(seat.min(other), seat.max(other));
            }
        }
    }

    /// Whether the game was played to its end, and whether all continued it in a new match.
    fn check(mut self, what: &str) -> (bool, bool) {
        self.table.crash = None;
        let seats = u8::try_from(self.seats).expect("few");
        self.table.graph = full(seats).into_iter().collect();
        let places: Vec<Seat> = (0..seats).map(Seat).collect();
        // the second machine is gone; its files are judged with the rest
        for place in self.table.places().into_iter().skip(self.seats) {
            self.table.kill(place);
        }
        self.table.cut_closing();
        for seat in places.clone() {
            if self.table.sessions[seat.index()].is_none() {
                self.table.restart(seat);
            }
        }
        self.table.connect();
        self.table.run();
        self.table.wait(Duration::from_secs(30));
        assert_same(&self.table, &places, what);
        self.results.look(&self.table);
        self.results.assert_stay(&self.table, &places, what);
        let mut files: Vec<&[u8]> = self
            .table
            .disks
            .iter()
            .map(|disk| disk.public.as_slice())
            .collect();
        let old = self
            .backups
            .iter()
            .map(|(_, disk, _)| disk.public.as_slice());
        files.extend(old);
        files.retain(|file| !file.is_empty());
        let files_before: Vec<Vec<u8>> = files.iter().map(|file| file.to_vec()).collect();
        let report = judge(&files);
        assert_ne!(
            report.verdict,
            Verdict::Proved,
            "{what}: {:?} {:?}",
            (report.seat, report.step, &report.why),
            self.strange
        );
        for seat in places.clone() {
            let session = self.table.session(seat);
            assert_eq!(session.fault(), None, "{what}: {seat}");
        }
        // with a strange copy all continue in a new match, and the game goes on to its end
        let strange = |seat: &Seat| self.table.session(*seat).standing() == Standing::Strange;
        for seat in places.clone() {
            let may_be = self.strange.contains(&seat);
            assert!(may_be || !strange(&seat), "{what}: {seat} has lost nothing");
        }
        let is_continued = places.iter().any(strange);
        if is_continued {
            self.continue_all(&places, &files_before, what);
        }
        self.table.play_out(&mut Seeded(1));
        self.results.look(&self.table);
        self.results.assert_stay(&self.table, &places, what);
        let is_closed = |seat: &Seat| self.table.session(*seat).is_closed();
        (places.iter().all(is_closed), is_continued)
    }
}

impl<const N: usize> Schedule<N> {
    /// Everybody continues with the seat that plays from an older copy. No merge of old and new files convicts one.
    fn continue_all(&mut self, places: &[Seat], old: &[Vec<u8>], what: &str) {
        for (seat, refused) in agree_all(&mut self.table, places) {
            // a game that is over is not continued
            let is_over = self.table.session(seat).outcome().is_some();
            assert!(is_over, "{what}: {seat} {refused:?}");
        }
        self.table.wait(Duration::from_secs(2));
        let sid = self.table.session(places[0]).sid();
        let is_over = self.table.session(places[0]).outcome().is_some();
        for seat in places {
            let session = self.table.session(*seat);
            assert_eq!(session.sid(), sid, "{what}: {seat}");
            let is_own = session.standing() == Standing::Own;
            assert!(is_own || is_over, "{what}: {seat} plays on");
        }
        self.table.play_out(&mut Seeded(1));
        let new: Vec<&[u8]> = places
            .iter()
            .map(|seat| self.table.disks[seat.index()].public.as_slice())
            .collect();
        let old: Vec<&[u8]> = old.iter().map(Vec::as_slice).collect();
        let matches = match is_over {
            true => vec![[old, new].concat()],
            false => vec![old, new],
        };
        for report in judge_matches(&matches) {
            assert_ne!(report.verdict, Verdict::Proved, "{what}: {}", report.why);
            let proved = report
                .findings
                .iter()
                .find(|found| found.verdict == Verdict::Proved);
            assert_eq!(proved, None, "{what}");
        }
    }
}

fn play<const N: usize>(manifest: &Manifest, seeds: std::ops::Range<u64>) -> [usize; 2] {
    let mut found = [0; 2];
    for seed in seeds {
        let mut schedule = Schedule::<N>::new(manifest.clone(), seed);
        for _ in 0..150 + 40 * N {
            schedule.act();
        }
        let (ended, continued) = schedule.check(&format!("{N} seats, seed {seed}"));
        found[0] += usize::from(ended);
        found[1] += usize::from(continued);
    }
    found
}

#[test]
fn honest_seats_that_hear_each_other_hold_the_same_and_are_never_convicted() {
    let many = deep(16, 60, 1500);
    let found = [
        play::<3>(&short(3), 0..many),
        play::<4>(&rounds(4), 0..many / 2),
        play::<5>(&short(5), 0..many / 2),
        // with a second machine of seat 0
        play::<4>(&short(3), 0..many / 2),
        play::<5>(&short(4), 0..many / 4),
        play::<5>(&rounds(4), 0..many / 4),
    ];
    assert!(found.iter().all(|[ended, _]| *ended > 0), "{found:?}");
    let continued = |of: &[[usize; 2]]| of.iter().map(|[_, continued]| continued).sum::<usize>();
    let (one_each, second) = found.split_at(3);
    let least = deep(0, 2, 2);
    assert!(
        continued(one_each) > least && continued(second) > least,
        "{found:?}"
    );
}
