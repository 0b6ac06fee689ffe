//! Random schedules in which one seat's files are put back to an older copy, carried to a second machine and back, or
//! played by two programs at once.

use protocol::judge::{Verdict, judge};
use protocol::testing::{Disk, Mark, Pair, Seeded, offer, tiny, toy};
use protocol::{Fault, Offer, Seat, Session, Standing};
use rules::testing::depth::deep;

use super::{assert_nobody_signed_twice, disturb, finish};

/// A program with its files and the mark of its machine.
type Place = (Option<Session>, Disk, Option<Mark>);

/// The seat whose owner has copies of its files, with those copies and the other machine.
struct Owner {
    seat: Seat,
    backups: Vec<Disk>,
    /// The other machine.
    other: Option<Place>,
    /// Every match file that the seat has left somewhere.
    left: Vec<Vec<u8>>,
}

impl Owner {
    /// Does something with a copy: makes one, goes back to one, takes one up beside the running program, or goes over
    /// to the other machine.
    fn meddle(&mut self, pair: &mut Pair, dice: &mut Seeded) {
        let index = self.seat.index();
        match dice.below(80) {
            0 | 1 if pair.sessions[index].is_some() => {
                self.backups.push(pair.disks[index].clone());
            }
            2 if !self.backups.is_empty() => {
                let backup = dice.choose(&self.backups).clone();
                pair.disconnect();
                pair.kill(self.seat);
                self.put(pair, backup);
                pair.restart(self.seat);
            }
            3 => self.change_machine(pair),
            4 => self.run_twice(pair, dice),
            _ => {}
        }
    }

    fn put(&mut self, pair: &mut Pair, disk: Disk) -> Disk {
        let index = self.seat.index();
        self.left.push(pair.disks[index].public.clone());
        let writes = pair.disks[index].writes;
        let disk = Disk { writes, ..disk };
        std::mem::replace(&mut pair.disks[index], disk)
    }

    /// Goes to the other machine, which has the files as they are now when it is used for the first time, and no mark.
    fn change_machine(&mut self, pair: &mut Pair) {
        let index = self.seat.index();
        pair.disconnect();
        let (first, mark) = (pair.sessions[index].take(), pair.marks[index].take());
        let place = self.other.take();
        let is_new = place.is_none();
        let files = pair.disks[index].clone();
        let (second, disk, other_mark) = place.unwrap_or((None, files, None));
        pair.sessions[index] = second;
        pair.marks[index] = other_mark;
        let files = self.put(pair, disk);
        self.other = Some((first, files, mark));
        if is_new || pair.sessions[index].is_none() {
            pair.restart(self.seat);
            if is_new {
                assert_eq!(pair.session(self.seat).standing(), Standing::Strange);
            }
        }
    }

    /// Takes a copy of the files up while the program runs, lets it hear the peer, and goes back to the program.
    fn run_twice(&mut self, pair: &mut Pair, dice: &mut Seeded) {
        let index = self.seat.index();
        let Some(first) = pair.sessions[index].take() else {
            return;
        };
        let copied = pair.disks[index].clone();
        pair.disconnect();
        pair.restart(self.seat);
        pair.connect();
        for _ in 0..dice.below(20) {
            disturb(pair, dice);
            pair.crash = None;
        }
        pair.disconnect();
        pair.sessions[index] = Some(first);
        self.put(pair, copied);
    }
}

/// Nothing in the files convicts anybody, alone or together.
fn assert_unhurt(pair: &Pair, left: &[Vec<u8>], what: &str) {
    let [ours, theirs] = [0, 1].map(|seat| pair.disks[seat].public.as_slice());
    let mut cases = vec![
        vec![ours],
        vec![theirs],
        vec![ours, theirs],
        vec![theirs, ours],
    ];
    for file in left {
        cases.push(vec![file]);
        cases.push(vec![theirs, file]);
    }
    let all: Vec<&[u8]> = left
        .iter()
        .map(Vec::as_slice)
        .chain([ours, theirs])
        .collect();
    cases.push(all);
    for (number, files) in cases.iter().enumerate() {
        if files.iter().any(|file| file.is_empty()) {
            continue;
        }
        let report = judge(files);
        let is_sound = matches!(
            report.verdict,
            Verdict::Open | Verdict::Decided | Verdict::Complete | Verdict::Claimed
        );
        assert!(is_sound, "{what}, files {number}: {report:?}");
    }
}

/// Plays with copies of the files of either seat. Returns how many games were finished, and how many stopped because
/// the seat's files are strange.
fn played(offer: &Offer, seeds: u64) -> (u64, u64) {
    let (mut finished, mut stopped) = (0, 0);
    for seed in 0..seeds {
        let what = format!("seed {seed}");
        let mut dice = Seeded(seed);
        let mut pair = Pair::agreed(offer.clone(), 1);
        let seat = Seat(u8::from(seed % 2 == 1));
        let mut owner = Owner {
            seat,
            backups: vec![pair.disks[seat.index()].clone()],
            other: None,
            left: Vec::new(),
        };
        for _ in 0..dice.below(600) {
            disturb(&mut pair, &mut dice);
            pair.crash = None;
            owner.meddle(&mut pair, &mut dice);
        }
        pair.disconnect();
        finish(&mut pair, &mut dice);
        assert_unhurt(&pair, &owner.left, &what);
        assert_nobody_signed_twice(&pair);
        let faults = [0, 1].map(|seat| pair.sessions[seat].as_ref().and_then(Session::fault));
        let is_lost = |fault: &&Fault| **fault == Fault::LostChoice;
        assert!(faults.iter().flatten().all(is_lost), "{what}: {faults:?}");
        let session = pair.session(seat);
        match session.is_closed() && pair.session(seat.other()).is_closed() {
            true => {
                assert_eq!(pair.disks[0].public, pair.disks[1].public, "{what}");
                finished += 1;
            }
            false => {
                // strange files, a result of which not all have signed the end, or a choice that is in no file
                let is_strange = session.standing() == Standing::Strange;
                let is_over = pair.session(seat.other()).outcome().is_some();
                let is_lost = faults.iter().any(Option::is_some);
                assert!(is_strange || is_over || is_lost, "{what}: {session:?}");
                stopped += 1;
            }
        }
    }
    (finished, stopped)
}

#[test]
fn row_19_older_copies_second_machines_and_two_programs_hurt_nobody_in_an_open_game() {
    let (finished, stopped) = played(&offer("clash-of-arms", Some(5)), deep(40, 200, 2000));
    let least = deep(0, 20, 20);
    assert!(finished > least && stopped > least, "{finished}, {stopped}");
}

#[test]
fn row_19_older_copies_second_machines_and_two_programs_hurt_nobody_where_choices_are_sealed() {
    for offer in [tiny(4), toy(3)] {
        let (finished, stopped) = played(&offer, deep(24, 100, 2000));
        let least = deep(0, 10, 10);
        assert!(finished > least && stopped > least, "{finished}, {stopped}");
    }
}
