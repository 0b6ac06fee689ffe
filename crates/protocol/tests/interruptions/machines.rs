//! Random schedules in which one seat's files are put back to an older copy, or are carried to a second machine and back.

use protocol::judge::{Verdict, judge};
use protocol::testing::{Disk, Pair, Seeded, identity, offer, tiny, toy};
use protocol::{Fault, Offer, Seat, Session};

use crate::{disturb, finish, schedules};

/// The seat whose owner has copies, with the copies and the other machine.
struct Owner {
    seat: Seat,
    backups: Vec<Disk>,
    /// The program of the other machine with its files.
    other: Option<(Session, Disk)>,
}

impl Owner {
    /// Does something with a copy: makes one, goes back to one, or goes over to the other machine.
    fn meddle(&mut self, pair: &mut Pair, dice: &mut Seeded) {
        let index = self.seat.index();
        match dice.below(60) {
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
            _ => {}
        }
    }

    fn put(&self, pair: &mut Pair, disk: Disk) -> Disk {
        let writes = pair.disks[self.seat.index()].writes;
        let disk = Disk { writes, ..disk };
        std::mem::replace(&mut pair.disks[self.seat.index()], disk)
    }

    /// Goes to the other machine, which has the files as they are now when it is used for the first time.
    fn change_machine(&mut self, pair: &mut Pair) {
        let index = self.seat.index();
        let Some(first) = pair.sessions[index].take() else {
            return;
        };
        pair.disconnect();
        let (second, disk) = self.other.take().unwrap_or_else(|| {
            let disk = pair.disks[index].clone();
            let session = Session::resume(
                identity(self.seat.0, 1),
                &disk.public,
                &disk.private,
                pair.now,
            );
            (session.expect("what was written can be read"), disk)
        });
        let files = self.put(pair, disk);
        pair.sessions[index] = Some(second);
        self.other = Some((first, files));
    }
}

/// Nothing in the files convicts anybody, alone or together.
fn assert_unhurt(pair: &Pair, what: &str) {
    let [ours, theirs] = [0, 1].map(|seat| pair.disks[seat].public.as_slice());
    for (number, files) in [&[ours][..], &[theirs], &[ours, theirs], &[theirs, ours]]
        .into_iter()
        .enumerate()
    {
        let what = format!("{what}, files {number}");
        let report = judge(files);
        let is_sound = matches!(
            report.verdict,
            Verdict::Open | Verdict::Decided | Verdict::Complete | Verdict::Claimed
        );
        assert!(is_sound, "{what}: {report:?}");
    }
}

/// Plays with copies of the files of either seat. Gives how many games were finished, and how many stopped because a
/// sealed choice was in no copy that is left.
fn played(offer: &Offer, seeds: u64) -> (u64, u64) {
    let (mut finished, mut stopped) = (0, 0);
    for seed in 0..seeds {
        let what = format!("seed {seed}");
        let mut dice = Seeded(seed);
        let mut pair = Pair::agreed(offer.clone(), 1);
        let mut owner = Owner {
            seat: Seat(u8::from(seed % 2 == 1)),
            backups: vec![pair.disks[usize::from(seed % 2 == 1)].clone()],
            other: None,
        };
        for _ in 0..dice.below(600) {
            disturb(&mut pair, &mut dice);
            pair.crash = None;
            owner.meddle(&mut pair, &mut dice);
        }
        pair.disconnect();
        finish(&mut pair, &mut dice);
        assert_unhurt(&pair, &what);
        let faults = [0, 1].map(|seat| pair.sessions[seat].as_ref().and_then(Session::fault));
        match faults {
            [None, None] => {
                assert!(pair.session(Seat(0)).is_closed(), "{what}");
                assert_eq!(pair.disks[0].public, pair.disks[1].public, "{what}");
                finished += 1;
            }
            _ => {
                let is_lost = faults
                    .iter()
                    .flatten()
                    .all(|fault| **fault == Fault::LostChoice);
                assert!(is_lost, "{what}: {faults:?}");
                stopped += 1;
            }
        }
    }
    (finished, stopped)
}

#[test]
fn row_19_older_copies_and_second_machines_hurt_nobody_in_an_open_game() {
    let seeds = schedules(200);
    let played = played(&offer("clash-of-arms", Some(5)), seeds);
    assert_eq!(played, (seeds, 0));
}

#[test]
fn row_19_older_copies_and_second_machines_hurt_nobody_where_choices_are_sealed() {
    for offer in [tiny(4), toy(3)] {
        let (finished, stopped) = played(&offer, schedules(100));
        assert!(finished > 20 && stopped > 0, "{finished}, {stopped}");
    }
}
