//! The machines at a table: how they write, crash and start again.

use super::{Disk, Mark, Reached, Table};
use crate::file::{self, OwnFiles, RunId, Signed};
use crate::hash::Digest;
use crate::{File, Output, Seat, Session, Standing};

/// A match file begins with a manifest and the signatures of its owner.
const FIRST_ENTRIES: usize = 2;

impl<const N: usize> Table<N> {
    /// Acts on a live session and carries out its outputs.
    pub fn with<T>(
        &mut self,
        seat: Seat,
        act: impl FnOnce(&mut Session, crate::Now) -> T,
    ) -> Option<T> {
        let mut now = self.now;
        now.unix_ms = now.unix_ms.saturating_add(self.ahead_ms[seat.index()]);
        let result = act(self.sessions[seat.index()].as_mut()?, now);
        self.carry_out(seat);
        Some(result)
    }

    pub(super) fn carry_out(&mut self, seat: Seat) {
        let index = seat.index();
        while let Some(output) = self.sessions[index].as_mut().and_then(Session::poll_output) {
            match output {
                // another run plays the match
                // (a real program ends here as well, and nothing of it was written or sent)
                Output::Mark(signed) if !self.is_ready(seat, &signed) => return self.kill(seat),
                Output::Mark(_) if self.has_died_marking(seat) => return,
                Output::Mark(signed) => self.unmarked[index] = Some(signed),
                // a crash may leave half of what is appended, and nothing of what is replaced
                Output::Persist(file, bytes) => {
                    if file == File::Private {
                        // one file is flushed before the other is written
                        self.unsynced[index] = 0;
                    }
                    self.write(seat, |disk, _, reached| {
                        let bytes = match reached {
                            Reached::Nothing => &[],
                            Reached::Half => &bytes[..bytes.len() / 2],
                            Reached::All => &bytes[..],
                        };
                        disk.of(file).extend(bytes);
                    });
                    // a seat that has just died has nothing more to lose
                    if self.sessions[index].is_some() && file == File::Public {
                        self.unsynced[index] += bytes.len();
                    }
                }
                Output::Replace(file, bytes) => {
                    self.write(seat, |disk, _, reached| {
                        if reached == Reached::All {
                            *disk.of(file) = bytes;
                        }
                    });
                    self.unsynced[index] = 0;
                }
                // the mark is written before anything leaves, as in a real program
                Output::Send(..) | Output::Next { .. } if self.has_died_marking(seat) => return,
                Output::Next { sid } => {
                    // the old files are on disk before the new ones are made
                    self.unsynced[index] = 0;
                    self.continue_in(seat, sid);
                }
                Output::Send(line, frame) => {
                    self.unsynced[index] = 0;
                    self.send(seat, line, frame);
                }
                Output::Pass(line, frame) => self.send(seat, line, frame),
                Output::Event(event) => self.events[index].push(event),
                Output::Close(line, reason) => {
                    self.closes[index].push(reason);
                    self.close(seat, line);
                }
            }
        }
        self.put_down(seat);
    }

    /// The files of a new match take the place of those before; the old match's mark names it.
    fn continue_in(&mut self, seat: Seat, sid: Digest) {
        let index = seat.index();
        // counted on over both matches, so that a test can let any write be the last
        let writes = self.disks[index].writes;
        let fresh = Disk {
            writes,
            ..Disk::default()
        };
        let old = std::mem::replace(&mut self.disks[index], fresh);
        let mut mark = self.marks[index].take();
        if let Some(mark) = &mut mark {
            mark.signed.continuation = Some(sid);
        }
        self.former[index].push((old, mark));
    }

    /// The run of a seat whose files are own.
    fn own_run(&self, seat: Seat) -> Option<RunId> {
        let session = self.sessions[seat.index()].as_ref()?;
        let is_own = session.standing() == Standing::Own;
        session.run().filter(|_| is_own)
    }

    /// True if the mark of the seat's machine names this run still. Makes the mark of a new match.
    fn is_ready(&mut self, seat: Seat, signed: &Signed) -> bool {
        let Some(run) = self.own_run(seat) else {
            return true;
        };
        let mark = self.marks[seat.index()].get_or_insert_with(|| Mark {
            runs: vec![run],
            signed: signed.clone(),
        });
        mark.runs.last() == Some(&run)
    }

    /// True if the seat's program dies while it writes into the mark what it is about to send.
    fn has_died_marking(&mut self, seat: Seat) -> bool {
        self.put_down(seat);
        self.sessions[seat.index()].is_none()
    }

    /// Writes into the mark what the seat has signed and written.
    fn put_down(&mut self, seat: Seat) {
        let Some(signed) = self.unmarked[seat.index()].take() else {
            return;
        };
        self.unsynced[seat.index()] = 0;
        let runs = self.own_run(seat).into_iter().collect();
        let next = Mark { runs, signed };
        if self.marks[seat.index()].as_ref() != Some(&next) {
            self.write(seat, |_, mark, reached| {
                if reached == Reached::All {
                    *mark = Some(next);
                }
            });
        }
    }

    fn write(&mut self, seat: Seat, write: impl FnOnce(&mut Disk, &mut Option<Mark>, Reached)) {
        let disk = &mut self.disks[seat.index()];
        disk.writes += 1;
        let now = (seat, disk.writes);
        let crash = self.crash.filter(|(who, at, _)| (*who, *at) == now);
        let reached = crash.map_or(Reached::All, |(_, _, reached)| reached);
        if reached == Reached::Nothing {
            // a machine without power forgets what was written and waits for no flush, though it may be with others already
            let lost = std::mem::take(&mut self.unsynced[seat.index()]);
            let kept = disk.public.len().saturating_sub(lost);
            disk.public.truncate(kept);
        }
        write(disk, &mut self.marks[seat.index()], reached);
        if crash.is_some() {
            self.crash = None;
            self.kill(seat);
        }
    }

    /// The seat's program dies: what is on disk stays, what it had sent arrives, its lines are cut.
    pub fn kill(&mut self, seat: Seat) {
        self.sessions[seat.index()] = None;
        self.unmarked[seat.index()] = None;
        self.unsynced[seat.index()] = 0;
        // the others still get what was on its way, and then see the lines end
        for link in self.links.values_mut() {
            link.is_closing |= link.joins(seat);
        }
    }

    /// The standing of the files of a seat, by the mark of its machine.
    pub fn standing(&self, seat: Seat) -> Standing {
        let disk = &self.disks[seat.index()];
        let files = OwnFiles::read(&disk.public, &disk.private);
        let found = files.zip(self.marks[seat.index()].as_ref());
        let is_own = found.is_some_and(|(files, mark)| {
            let is_known = files.run.is_some_and(|run| mark.runs.contains(&run));
            is_known && files.holds(&mark.signed)
        });
        match is_own {
            true => Standing::Own,
            false => Standing::Strange,
        }
    }

    /// A new match whose files were not whole when the program died has not begun: the old one is resumed.
    fn forget_half_begun(&mut self, seat: Seat) {
        let index = seat.index();
        let signed = |entry: &file::Entry| matches!(entry, file::Entry::Genesis(_));
        let is_whole = file::read_public(&self.disks[index].public).is_ok_and(|(entries, _)| {
            let seats = match entries.first() {
                Some(file::Entry::Manifest(manifest)) => manifest.present().len(),
                _ => self.seats(),
            };
            entries.iter().filter(|entry| signed(entry)).count() == seats
        });
        if is_whole {
            return;
        }
        if let Some((mut disk, mut mark)) = self.former[index].pop() {
            disk.writes = self.disks[index].writes;
            if let Some(mark) = &mut mark {
                mark.signed.continuation = None;
            }
            (self.disks[index], self.marks[index]) = (disk, mark);
        }
    }

    /// Starts the seat's program again from its files, or from the beginning if there is no match file yet.
    pub fn restart(&mut self, seat: Seat) {
        let index = seat.index();
        self.forget_half_begun(seat);
        let standing = self.standing(seat);
        let run = self.next_run();
        let identity = self.identity(seat);
        let disk = &mut self.disks[index];
        let has_match = file::read_public(&disk.public)
            .is_ok_and(|(entries, _)| entries.len() >= FIRST_ENTRIES);
        let session = if has_match {
            Session::resume(identity, &disk.public, &disk.private, standing, self.now)
                .expect("what was written can be read")
        } else {
            *disk = Disk {
                writes: disk.writes,
                ..Disk::default()
            };
            self.marks[index] = None;
            self.sit_down(seat)
        };
        if let (Some(mark), Standing::Own) = (&mut self.marks[index], standing) {
            mark.runs = session.run().into_iter().chain([run]).collect();
        }
        self.sign_in(seat, session, run);
    }

    /// A session that a test has resumed takes the place of the seat's.
    pub(super) fn take_up(&mut self, seat: Seat, session: Session) {
        let run = self.next_run();
        self.sign_in(seat, session, run);
    }

    /// Each start has an id of its own, by which the mark knows the run.
    fn next_run(&mut self) -> RunId {
        self.runs = self.runs.wrapping_add(1);
        [self.runs; 16]
    }

    fn sign_in(&mut self, seat: Seat, mut session: Session, run: RunId) {
        session.sign_in(run);
        self.sessions[seat.index()] = Some(session);
        self.carry_out(seat);
    }
}
