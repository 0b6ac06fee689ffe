//! Random courses of a table whose players click for a new match again and again, while lines break, programs die in any
//! write and older copies come back: nobody honest is convicted by any merge, and unless somebody was left out all end in one
//! match.

use std::collections::BTreeMap;
use std::time::Duration;

use protocol::judge::judge_matches;
use protocol::testing::{Disk, Reached, Seeded};
use protocol::{Session, Standing};

use super::going_on::*;
use super::results::Results;
use super::together::agree_all;
use super::*;

struct Course {
    table: Table<4>,
    dice: Seeded,
    backups: Vec<(Seat, Disk)>,
    results: Results,
}

/// The match of a file.
fn match_of(file: &[u8]) -> Option<[u8; 32]> {
    let (entries, _) = read_public(file).ok()?;
    match entries.first()? {
        Entry::Manifest(manifest) if entries.len() > 1 => Some(manifest.sid()),
        _ => None,
    }
}

impl Course {
    fn new(manifest: Manifest, seed: u64) -> Self {
        Self {
            table: Table::<4>::under_way(manifest, &full(4), SEED),
            dice: Seeded(seed),
            backups: Vec::new(),
            results: Results::default(),
        }
    }

    fn any(&mut self) -> Seat {
        Seat(u8::try_from(self.dice.below(4)).expect("few"))
    }

    fn act(&mut self) {
        let (seat, other) = (self.any(), self.any());
        let (table, dice) = (&mut self.table, &mut self.dice);
        match dice.below(48) {
            0 => table.cut(seat, other),
            1..=3 => {
                let are_up = [seat, other]
                    .iter()
                    .all(|seat| table.sessions[seat.index()].is_some());
                if seat != other && are_up {
                    table.link(seat.min(other), seat.max(other));
                }
            }
            4 => {
                let writes = table.disks[seat.index()].writes;
                let reached = [Reached::Nothing, Reached::Half, Reached::All][dice.below(3)];
                table.crash = Some((seat, writes + 1 + dice.below(3), reached));
            }
            5 => self.backups.push((seat, table.disks[seat.index()].clone())),
            6 => table.wait(Duration::from_secs(3)),
            7 => {
                table.kill(seat);
                table.cut_closing();
            }
            8..=14 => drop(table.decide_at(seat, dice)),
            15..=22 => self.click(seat),
            23 if dice.below(6) == 0 => table.wait(MINUTES),
            24..=27 => table.run(),
            _ => drop(table.deliver_any(seat, dice)),
        }
        for seat in self.table.places() {
            if self.table.sessions[seat.index()].is_none() && self.dice.below(6) == 0 {
                self.come_back(seat);
            }
        }
        self.results.look(&self.table);
    }

    /// A click that does not fit the moment changes nothing.
    fn click(&mut self, seat: Seat) {
        if self.table.sessions[seat.index()].is_none() {
            return;
        }
        let _refused = match self.dice.below(8) {
            0 | 1 => {
                let after = [None, Some(self.dice.below(6) as u64)][self.dice.below(2)];
                self.table.ask_table(seat, after)
            }
            2..=6 => self.table.answer_table(seat, self.dice.below(8) > 0),
            _ => {
                let leavers = self.table.session(seat).leavers(self.table.now);
                let gone: Vec<Seat> = leavers.iter().map(|leaver| leaver.seat).collect();
                self.table.agree_without(seat, &gone)
            }
        };
    }

    /// The program is started again, now and then from an older copy of the same match.
    fn come_back(&mut self, seat: Seat) {
        self.table.cut_closing();
        let own = match_of(&self.table.disks[seat.index()].public);
        let mut older = self.backups.iter().rev();
        let older = older.find(|(of, disk)| *of == seat && match_of(&disk.public) == own);
        let older = older
            .filter(|_| own.is_some())
            .map(|(_, disk)| disk.clone());
        if let Some(disk) = older
            && self.dice.below(4) == 0
        {
            let present = self.table.disks[seat.index()].clone();
            let writes = present.writes;
            self.table.disks[seat.index()] = Disk { writes, ..disk };
            // what never left before the program died can be shown by nobody but its own player
            if self.table.standing(seat) == Standing::Strange {
                self.backups.push((seat, present));
            }
        }
        self.table.restart(seat);
        for other in but(&self.table, &[seat]) {
            if self.table.sessions[other.index()].is_some() {
                self.table.link(seat.min(other), seat.max(other));
            }
        }
    }

    /// Everybody comes back, hears everybody, and agrees to continue where that is needed.
    fn recover(&mut self) {
        self.table.crash = None;
        for seat in self.table.places() {
            if self.table.sessions[seat.index()].is_none() {
                self.table.cut_closing();
                self.table.restart(seat);
            }
        }
        for _ in 0..4 {
            self.table.connect();
            self.table.run();
            self.table.wait(Duration::from_secs(2));
            let is_whole = |session: &Session| {
                session.standing() == Standing::Own
                    && !session.is_going_on()
                    && session.fault().is_none()
            };
            let places = self.table.places();
            let sid = self.table.session(Seat(0)).sid();
            let is_done = places.iter().all(|seat| {
                let session = self.table.session(*seat);
                session.sid() == sid && (is_whole(session) || session.outcome().is_some())
            });
            if is_done {
                break;
            }
            for seat in self.table.places() {
                self.table
                    .with(seat, |session, _| session.stop_asking_to_continue());
            }
            self.table.run();
            let _over_or_barred = agree_all(&mut self.table, &places);
            self.table.wait(Duration::from_secs(50));
        }
    }

    /// Whether somebody was left out, and whether all have played one match to its end.
    fn check(mut self, what: &str) -> (bool, bool) {
        self.recover();
        self.table.play_out(&mut Seeded(1));
        self.table.wait(Duration::from_secs(2));
        self.table.play_out(&mut Seeded(1));
        let mut matches = BTreeMap::<[u8; 32], Vec<Vec<u8>>>::new();
        let now = self
            .table
            .places()
            .into_iter()
            .flat_map(|seat| self.table.all_files(seat));
        let old = self.backups.iter().map(|(_, disk)| disk.public.clone());
        for file in now.collect::<Vec<_>>().into_iter().chain(old) {
            if let Some(sid) = match_of(&file) {
                matches.entry(sid).or_default().push(file);
            }
        }
        let files: Vec<Vec<&[u8]>> = matches
            .values()
            .map(|files| files.iter().map(Vec::as_slice).collect())
            .collect();
        for report in judge_matches(&files) {
            let mut found = report.findings.iter();
            let proved = found.find(|found| found.verdict == Verdict::Proved);
            assert_eq!(proved, None, "{what}");
        }
        let places = self.table.places();
        self.results.look(&self.table);
        self.results.assert_stay(&self.table, &places, what);
        let sessions = || places.iter().map(|seat| self.table.session(*seat));
        let has_gone =
            sessions().any(|session| !session.gone().is_empty() || session.is_left_out());
        let is_over = sessions().all(|session| session.outcome().is_some());
        if !has_gone {
            let sid = self.table.session(Seat(0)).sid();
            for session in sessions() {
                let waiting = session.waiting();
                assert_eq!(session.sid(), sid, "{what}: {session:?}");
                assert_eq!(session.fault(), None, "{what}: {session:?}");
                assert!(
                    session.outcome().is_some(),
                    "{what}: {session:?} {waiting:?}"
                );
            }
            assert_same(&self.table, &places, what);
        }
        (has_gone, is_over && matches.len() > 1)
    }
}

#[test]
fn whatever_the_players_click_and_wherever_programs_die_nobody_honest_is_convicted() {
    let many = deep(6, 18, 1000);
    let mut continued = 0;
    for seed in 0..many {
        let manifest = match seed % 3 {
            0 => rounds(4),
            1 => short(4),
            _ => four_sides(4),
        };
        let mut course = Course::new(manifest, seed);
        for _ in 0..260 {
            course.act();
        }
        let (_, is_continued) = course.check(&format!("seed {seed}"));
        continued += usize::from(is_continued);
    }
    assert!(continued > deep(0, 2, 2), "{continued}");
}
