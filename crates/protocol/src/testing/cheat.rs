//! Games of an honest seat against one that signs, keeps back and shows whatever comes to mind. A [`Dice`] decides
//! all of it: numbers of a seed in the tests, bytes in the fuzz target.

use std::time::Duration;

use rules::{AnyOrder, Outcome, Rules, Sides, ToAct};

use super::{Disk, Pair, Puppet, Seeded, random_orders};
use crate::file::{Entry, PUBLIC_HEADER, read_public};
use crate::frame::{Frame, Head};
use crate::judge::{Report, Verdict, judge};
use crate::note::Statement;
use crate::record::WireOutcome;
use crate::{Fault, Kind, Manifest, Note, Offer, Record, Seat, Session, Standing, Waiting};

/// A source of choices.
pub trait Dice {
    /// A number below `end`, which is not 0.
    fn below(&mut self, end: usize) -> usize;
    /// True if there is nothing left to choose by.
    fn is_used_up(&self) -> bool;
}

impl Dice for Seeded {
    fn below(&mut self, end: usize) -> usize {
        Self::below(self, end)
    }

    fn is_used_up(&self) -> bool {
        false
    }
}

/// Choices made by bytes, one or two a choice; none left chooses 0.
impl Dice for &[u8] {
    fn below(&mut self, end: usize) -> usize {
        let mut number = 0;
        for _ in 0..=usize::from(end > 256) {
            let (byte, rest) = self.split_first().unwrap_or((&0, &[]));
            // two bytes when one cannot reach every choice
            number = number << 8 | usize::from(*byte);
            *self = rest;
        }
        number % end
    }

    fn is_used_up(&self) -> bool {
        self.is_empty()
    }
}

/// A cheat with everything it has ever signed.
struct Cheat<'a, D> {
    puppet: Puppet,
    signed: Vec<Entry>,
    /// The honest seat's files as they were now and then.
    backups: Vec<Disk>,
    lines: u8,
    dice: &'a mut D,
}

impl<D: Dice> Cheat<'_, D> {
    fn below(&mut self, end: usize) -> usize {
        self.dice.below(end)
    }

    fn orders(&mut self) -> Vec<AnyOrder> {
        // one byte decides the whole turn, so that a fuzzer can find its way to it
        let mut seeded = Seeded(self.below(256) as u64);
        let position = self.puppet.position();
        let side = self.puppet.side();
        let asked = match position.to_act() {
            ToAct::One(mover) => mover == side,
            ToAct::Secretly(sides) => sides.contains(side),
            ToAct::Lots(_) | ToAct::Nobody(_) => false,
        };
        match asked {
            true => random_orders(position, side, &mut seeded),
            false => Vec::new(),
        }
    }

    fn sign(&mut self, pair: &mut Pair, record: Record, is_sent: bool) {
        self.signed.push(Entry::Record(record.clone()));
        if is_sent {
            self.puppet.send(pair, &record);
        }
    }

    fn note(&mut self, pair: &mut Pair, statement: Statement, is_sent: bool) {
        let note = self.puppet.note(statement);
        self.sign_note(pair, note, is_sent);
    }

    fn sign_note(&mut self, pair: &mut Pair, note: Note, is_sent: bool) {
        self.signed.push(Entry::Note(note.clone()));
        if is_sent {
            self.puppet.send_note(pair, &note);
        }
    }

    /// The decision of an honest program, if one is awaited.
    fn contribute(&mut self, pair: &mut Pair) {
        if self.puppet.is_awaited() {
            let orders = self.orders();
            let record = self.puppet.honest(&orders);
            self.sign(pair, record, true);
        }
    }

    fn act(&mut self, pair: &mut Pair) {
        let honest = self.puppet.seat.other();
        // one thing in four is kept back and shown to the judge alone
        let is_sent = self.below(4) > 0;
        match self.below(64) {
            0 if self.puppet.is_awaited() => {
                // a second record for the present step
                let orders = self.orders();
                let record = self.puppet.honest(&orders);
                self.sign(pair, record, false);
            }
            1 => self.note(pair, Statement::ProposeDraw, is_sent),
            2 => {
                let proposal = [7; 32];
                self.note(pair, Statement::Decline { proposal }, is_sent);
            }
            3 if self.below(6) == 0 => self.note(pair, Statement::Resign, is_sent),
            4 | 5 => {
                let step = self.puppet.step() + self.below(3) as u64;
                let step = step.saturating_sub(1);
                let against = honest;
                self.note(pair, Statement::Claim { against, step }, is_sent);
            }
            6 if self.puppet.is_offered() && self.puppet.is_awaited() => {
                let record = self.puppet.agree();
                self.sign(pair, record, is_sent);
            }
            7 => {
                let mut record = self.puppet.record(Kind::Lock, Vec::new());
                record.prev = [self.below(256) as u8; 32];
                record.step += self.below(4) as u64;
                let record = record.signed(&self.puppet.key);
                self.sign(pair, record, is_sent);
                self.new_line(pair, |_| {});
            }
            8 => {
                let kinds = [Kind::Commit, Kind::Lock, Kind::Orders, Kind::Confirm];
                let kind = kinds[self.below(4)];
                let record = self.puppet.record(kind, vec![1, 2, 3]);
                self.sign(pair, record, false);
            }
            9 => {
                let outcome = Outcome::Won(Sides::first(1), "resign");
                let record = self.puppet.close(WireOutcome::from(outcome));
                self.sign(pair, record, false);
            }
            10 => self.new_line(pair, |_| {}),
            11 => {
                let lie = [self.below(256) as u8; 32];
                self.new_line(pair, |head| {
                    head.held[honest.index()].step += 1;
                    head.held[honest.index()].id = lie;
                });
            }
            12 => self.new_line(pair, |head| head.root = [3; 32]),
            13 => self.new_line(pair, |head| head.held.clear()),
            14 if self.below(3) == 0 => {
                // the honest program dies and starts again
                pair.kill(honest);
                pair.restart(honest);
                self.new_line(pair, |_| {});
            }
            15 => self.show_again(pair),
            16 => self.show_changed(pair),
            17 => {
                let notes = self.heard().filter_map(|entry| match entry {
                    Entry::Note(note) => Some(note.id()),
                    _ => None,
                });
                let asked = notes.last().filter(|_| self.below(2) == 0);
                let to = self.puppet.step().saturating_sub(self.below(6) as u64);
                let said = match asked {
                    Some(proposal) => Statement::GrantTakeback { proposal },
                    None => Statement::ProposeTakeback { to },
                };
                self.note(pair, said, is_sent);
            }
            18 => {
                // a note that names a false note before it, or that skips numbers
                let said = [Statement::ProposeDraw, Statement::Resign][self.below(2)];
                let mut note = self.puppet.note(said);
                match self.below(2) {
                    0 => note.prev = [9; 32],
                    _ => note.seq += 1 + self.below(3) as u32,
                }
                self.sign_note(pair, note.signed(&self.puppet.key), is_sent);
            }
            19 => {
                // what an older copy of its files might claim
                let step = self.puppet.step();
                let against = honest;
                let player = super::identity(self.puppet.seat.0, pair.seed);
                let claim = Statement::Claim { against, step };
                let note = self.puppet.statement(claim, &player);
                self.sign_note(pair, note, is_sent);
            }
            _ => self.contribute(pair),
        }
    }

    /// Everything that the honest seat has ever sent, hidden from it later or not.
    fn heard(&self) -> impl Iterator<Item = Entry> {
        self.puppet.heard.iter().filter_map(|frame| match frame {
            Frame::Record(record) => Some(Entry::Record(Record::clone(record))),
            Frame::Note(note) => Some(Entry::Note(note.clone())),
            _ => None,
        })
    }

    /// Sends something signed earlier, in any order.
    fn show_again(&mut self, pair: &mut Pair) {
        if self.signed.is_empty() {
            return;
        }
        let chosen = self.below(self.signed.len());
        match self.signed[chosen].clone() {
            Entry::Record(record) => self.puppet.send(pair, &record),
            Entry::Note(note) => self.puppet.send_note(pair, &note),
            _ => {}
        }
    }

    /// Sends a frame of either side back with a byte changed, which ends the line unless it still can be read.
    fn show_changed(&mut self, pair: &mut Pair) {
        let chosen = self.below(pair.wire.len().max(1));
        let Some((_, frame)) = pair.wire.get(chosen) else {
            return;
        };
        let mut frame = frame.clone();
        let at = self.below(frame.len());
        frame[at] ^= 1 << self.below(8);
        self.puppet.send_bytes(pair, &frame);
        self.new_line(pair, |_| {});
    }

    fn new_line(&mut self, pair: &mut Pair, change: impl FnOnce(&mut Head)) {
        self.lines = self.lines.wrapping_add(1);
        pair.connect();
        self.puppet.greet(pair, [self.lines; 32], change);
    }

    /// A random part of those entries in a random order, behind the manifest and the signatures under it.
    fn some_of(&mut self, all: &[Entry], head: &[Entry]) -> Vec<u8> {
        let keep = self.below(4);
        let mut some: Vec<&Entry> = Vec::new();
        for entry in all {
            if keep == 0 || self.below(8) >= keep {
                some.push(entry);
            }
        }
        for index in (1..some.len()).rev() {
            if keep > 1 {
                some.swap(index, self.below(index + 1));
            }
        }
        let entries = head.iter().chain(some).flat_map(Entry::to_bytes);
        PUBLIC_HEADER.iter().copied().chain(entries).collect()
    }
}

fn honest_acts(pair: &mut Pair, seat: Seat, dice: &mut impl Dice) {
    let Some(session) = &pair.sessions[seat.index()] else {
        return;
    };
    let decides = matches!(session.waiting(), Waiting::Me { .. });
    let has_offer = session.draw_offer() == Some(seat.other());
    let (position, side) = (session.position().cloned(), session.side_of(seat));
    match dice.below(40) {
        0 => drop(pair.with(seat, |session, now| session.offer_draw(now))),
        1 if has_offer => drop(pair.with(seat, |session, now| session.answer_draw(now, true))),
        2 if dice.below(8) == 0 => drop(pair.with(seat, |session, now| session.resign(now))),
        3 => {
            pair.pass(Duration::from_secs(11));
            pair.with(seat, |session, now| session.handle_timeout(now));
        }
        4 => {
            pair.pass(Duration::from_secs(31));
            pair.with(seat, |session, now| session.claim(now));
        }
        5 => drop(pair.with(seat, |session, now| session.ask_takeback(now))),
        6 => drop(pair.with(seat, |session, now| {
            let asked = session.takeback_asked();
            asked.map(|asked| session.answer_takeback(now, &asked.note, true))
        })),
        _ if decides => {
            let (Some(position), Some(side)) = (position, side) else {
                return;
            };
            let orders = random_orders(&position, side, &mut Seeded(dice.below(256) as u64));
            pair.with(seat, |session, now| session.propose(now, &orders));
        }
        _ => {}
    }
}

fn is_unhurt(report: &Report, honest: Seat) -> bool {
    let accused = matches!(report.verdict, Verdict::Proved | Verdict::Diverged);
    let claimed = report.verdict == Verdict::Claimed && report.result.is_some();
    let convicted = accused && report.seat == Some(honest);
    !convicted && !claimed
}

/// The seats that sign an end among those entries: a resignation, a draw, or the result.
fn ended(entries: &[Entry]) -> Vec<Seat> {
    let ended = entries.iter().filter_map(|entry| match entry {
        Entry::Note(note) if note.resigns() => Some(note.seat),
        Entry::Record(record) if matches!(record.kind, Kind::Agree | Kind::Close) => {
            Some(record.seat)
        }
        _ => None,
    });
    ended.collect()
}

/// More files never say less: whatever convicts stays, and so does a result, unless a player whom it serves has signed
/// another end, or it rests on a step in which a seat signed twice.
///
/// # Panics
/// Panics if the second report says less than the first.
fn assert_no_less(
    fewer: &Report,
    more: &Report,
    (manifest, all): (&Manifest, &[Entry]),
    what: &str,
) {
    let proved = |report: &Report| -> Vec<Seat> {
        let findings = report.findings.iter();
        let proved = findings.filter(|finding| finding.verdict == Verdict::Proved);
        proved.map(|finding| finding.seat).collect()
    };
    let kept = proved(more);
    for seat in proved(fewer) {
        assert!(kept.contains(&seat), "{what}: {fewer:?}\n{more:?}");
    }
    let Some(result) = fewer.result else {
        return;
    };
    assert!(more.result.is_some(), "{what}: {fewer:?}\n{more:?}");
    let ended = ended(all);
    let side = |seat: &Seat| manifest.side_of(*seat);
    let serves = |seat: &Seat| {
        let loses = |sides: Sides| side(seat).is_none_or(|side| !sides.contains(side));
        !matches!(result, Outcome::Won(sides, _) if loses(sides))
    };
    let mut served = manifest.all_seats();
    served.retain(serves);
    let is_signed_away = served.iter().any(|seat| ended.contains(seat));
    let is_double = more
        .findings
        .iter()
        .any(|finding| finding.kind == "two-records");
    if !is_signed_away && !is_double {
        assert_eq!(more.result, Some(result), "{what}: {fewer:?}\n{more:?}");
    }
}

/// A program that resumes from the honest seat's file with more entries behind it, and the judge of the same bytes, convict
/// the same seats, and come to one result if nobody is convicted. A file that lacks what its own seat has signed is refused.
///
/// # Panics
/// Panics if they do not agree.
fn assert_program_agrees(pair: &Pair, honest: Seat, [file, more]: [&[u8]; 2], what: &str) {
    let (entries, _) = read_public(more).expect("a match file");
    let more = entries
        .iter()
        .filter(|entry| matches!(entry, Entry::Record(_) | Entry::Note(_)));
    let more = more.flat_map(Entry::to_bytes);
    let file: Vec<u8> = file.iter().copied().chain(more).collect();
    let private = &pair.disks[honest.index()].private;
    let identity = super::identity(honest.0, pair.seed);
    let resumed = Session::resume(identity, &file, private, Standing::Own, pair.now);
    let Ok(session) = resumed else {
        return;
    };
    let report = judge(&[&file]);
    let convicted = match session.fault() {
        Some(Fault::Proved(proof)) => Some(proof.seat),
        _ => None,
    };
    let mut findings = report.findings.iter();
    let proved = findings.find(|finding| finding.verdict == Verdict::Proved);
    let proved = proved.map(|finding| finding.seat);
    let found = (report.verdict, report.kind, report.result, &report.why);
    assert_eq!(convicted, proved, "{what}: {found:?}");
    // a conviction is a win for a program, and a claim that its own clock confirms; for the judge they are no results. And
    // of two things signed for one place the program plays on with the first that came
    if proved.is_none() && report.verdict != Verdict::Claimed {
        assert_eq!(session.outcome(), report.result, "{what}: {found:?}");
    }
}

/// Plays one game of that many moments against the cheat in that seat, and judges random merges of what was signed.
///
/// # Panics
/// Panics if the honest seat is convicted, loses a result of its own file, or halts through a fault of its own; `what`
/// names the game.
pub fn against_a_cheat(offer: Offer, cheat: Seat, dice: &mut impl Dice, what: &str) -> Verdict {
    let mut pair = Pair::agreed(offer, 1);
    let honest = cheat.other();
    let moments = 40 + dice.below(160);
    let mut cheat = Cheat {
        puppet: Puppet::instead_of(cheat, &mut pair),
        signed: Vec::new(),
        backups: Vec::new(),
        lines: 1,
        dice,
    };
    for _ in 0..moments {
        if cheat.dice.is_used_up() {
            break;
        }
        cheat.act(&mut pair);
        cheat.puppet.listen(&mut pair);
        honest_acts(&mut pair, honest, cheat.dice);
        cheat.puppet.listen(&mut pair);
        let fault = pair.session(honest).fault();
        // faults that only a bug of the honest program can cause
        let own = match cheat.backups.is_empty() {
            true => &[Fault::OwnRecord, Fault::SecondProgram, Fault::LostChoice][..],
            // a choice that was sealed after the copy can be lost
            false => &[Fault::OwnRecord, Fault::SecondProgram],
        };
        assert!(
            fault.is_none_or(|fault| !own.contains(fault)),
            "{what}: {fault:?}"
        );
    }
    let file = pair.disks[honest.index()].public.clone();
    let alone = judge(&[&file]);
    // first by its own file alone: what the merges below must not make worse
    assert!(is_unhurt(&alone, honest), "{what}: {alone:?}");
    let (entries, _) = read_public(&file).expect("a match file");
    let (head, rest): (Vec<Entry>, Vec<Entry>) = entries
        .into_iter()
        .partition(|entry| matches!(entry, Entry::Manifest(_) | Entry::Genesis(_)));
    let shown = cheat.signed.iter().cloned().chain(cheat.heard());
    let all: Vec<Entry> = rest.into_iter().chain(shown).collect();
    let manifest = pair.session(honest).manifest().expect("a match").clone();
    let judged = (&manifest, all.as_slice());
    for _ in 0..3 {
        let other = cheat.some_of(&all, &head);
        let third = cheat.some_of(&all, &head);
        // what the cheat alone adds to the honest seat's file
        let signed = cheat.signed.clone();
        let [few, more] = [(), ()].map(|()| cheat.some_of(&signed, &head));
        assert_program_agrees(&pair, honest, [&file, &few], what);
        let mut before = alone.clone();
        for files in [&[&file[..], &few][..], &[&file, &few, &more]] {
            let report = judge(files);
            assert_no_less(&before, &report, judged, what);
            let is_sound = !matches!(report.verdict, Verdict::Inconsistent);
            assert!(is_sound, "{what}: {before:?}\n{report:?}");
            before = report;
        }
        let [first, second] = [&other, &third].map(|file| judge(&[file]));
        let both = judge(&[&other, &third]);
        assert_no_less(&first, &both, judged, what);
        assert_no_less(&second, &both, judged, what);
        let files: [&[&[u8]]; 4] = [
            &[&other],
            &[&file, &other],
            &[&other, &file],
            &[&other, &third],
        ];
        for (index, files) in files.into_iter().enumerate() {
            let report = judge(files);
            assert!(is_unhurt(&report, honest), "{what}: {report:?}");
            // these two merges hold the honest seat's whole file, so its result must be in them
            let has_ours = (1..3).contains(&index);
            if has_ours && alone.result.is_some() {
                assert!(report.result.is_some(), "{what}: {alone:?}\n{report:?}");
            }
            if has_ours && alone.verdict == Verdict::Complete {
                assert_eq!(report.result, alone.result, "{what}: {report:?}");
            }
            if has_ours && alone.verdict == Verdict::Proved {
                assert_eq!(report.verdict, Verdict::Proved, "{what}: {report:?}");
            }
        }
    }
    alone.verdict
}
