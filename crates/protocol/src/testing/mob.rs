//! Tables of honest seats and one that signs, keeps back and shows to whom it likes whatever comes to mind. A [`Dice`]
//! decides all of it, as in a game of two.

mod tries;

use std::collections::BTreeMap;
use std::time::Duration;

use super::{Dice, Puppet, Seeded, Table, random_part};
use crate::file::{Entry, read_public};
use crate::frame::{Frame, Hear};
use crate::hash::Digest;
use crate::judge::{Verdict, judge, judge_matches};
use crate::note::Statement;
use crate::{Fault, Manifest, Record, Seat, Signature};

/// The cheat among the seats of a table. Its own program keeps its lines up, and nothing that it signs leaves it.
struct Cheat<const N: usize> {
    table: Table<N>,
    seat: Seat,
    puppet: Puppet,
    /// The frames on the wire up to here are taken in.
    heard: usize,
    /// Whatever the cheat has signed.
    signed: Vec<Record>,
}

impl<const N: usize> Cheat<N> {
    fn new(manifest: Manifest, seat: Seat, graph: &[(Seat, Seat)]) -> Self {
        let mut table = Table::<N>::under_way(manifest, graph, 1);
        table.bend = Some(Box::new(move |from, _, frame| {
            // records, notes and evidence
            match from == seat && (7..=9).contains(&frame[0]) {
                true => Vec::new(),
                false => vec![frame],
            }
        }));
        let puppet = Puppet::among(seat, &table);
        Self {
            heard: table.wire.len(),
            table,
            seat,
            puppet,
            signed: Vec::new(),
        }
    }

    fn honest(&self) -> Vec<Seat> {
        let mut places = self.table.places();
        places.retain(|seat| *seat != self.seat);
        places
    }

    /// The puppet holds what anybody honest has sent.
    fn listen(&mut self) {
        for (_, bytes) in &self.table.wire[self.heard..] {
            match Frame::from_bytes(bytes) {
                Ok(Frame::Record(record)) => self.puppet.take(&record),
                Ok(Frame::Note(note)) => self.puppet.take_note(&note),
                _ => {}
            }
        }
        self.heard = self.table.wire.len();
    }

    fn orders(&self, seed: usize) -> Vec<rules::AnyOrder> {
        match self.puppet.decides() {
            true => random_part(
                self.puppet.position(),
                self.puppet.side(),
                self.puppet.member(),
                &mut Seeded(seed as u64),
            ),
            false => Vec::new(),
        }
    }

    /// Shows a frame to those of the others whose bits are set.
    fn show(&mut self, bits: usize, frame: &[u8]) {
        for seat in self.honest() {
            if bits >> seat.0 & 1 == 1 {
                let _told = self.table.speak(self.seat, seat, frame);
            }
        }
    }

    fn show_record(&mut self, bits: usize, record: Record) {
        self.signed.push(record.clone());
        self.show(bits, &Frame::Record(Box::new(record)).to_bytes());
    }

    fn cheats(&mut self, dice: &mut impl Dice) {
        self.listen();
        let bits = dice.below(256);
        match dice.below(14) {
            0..=4 if self.puppet.is_awaited() => {
                let record = self.puppet.honest(&self.orders(dice.below(256)));
                self.puppet.take(&record);
                // most of the time to all, or hardly a game would go on
                let bits = if dice.below(3) > 0 { usize::MAX } else { bits };
                self.show_record(bits, record);
            }
            5 if !self.signed.is_empty() => {
                let mut record = self.signed[dice.below(self.signed.len())].clone();
                record.sent_ms += 1 + dice.below(3) as u64;
                let record = record.signed(&self.puppet.key);
                self.show_record(bits, record);
            }
            6 => {
                let said = [
                    Statement::ProposeDraw,
                    Statement::Resign,
                    Statement::Claim {
                        against: self.honest()[0],
                        step: self.puppet.step(),
                    },
                ];
                let note = self.puppet.note(said[dice.below(said.len())]);
                self.puppet.take_note(&note);
                self.show(bits, &Frame::Note(note).to_bytes());
            }
            7 => {
                let hear = Hear {
                    sid: self.table.session(self.seat).sid().unwrap_or_default(),
                    seat: self.seat,
                    nonce: [u8::try_from(dice.below(256)).unwrap_or(0); 32],
                    is_kept: dice.below(2) == 0,
                    signature: Signature([0; 64]),
                };
                let hear = hear.signed(&self.puppet.key);
                self.show(bits, &Frame::Hear(hear).to_bytes());
            }
            8 => {
                // holds what nobody has signed
                let asked = self.table.wire.iter().rev();
                let mut asked = asked.filter_map(|(_, frame)| match Frame::from_bytes(frame) {
                    Ok(Frame::Hear(hear)) => Some(hear.nonce),
                    _ => None,
                });
                let nonce = asked.next().unwrap_or_default();
                let mut head = self.puppet.holdings(nonce);
                let about = dice.below(N);
                head.held[about].step += dice.below(3) as u64;
                head.held[about].id[0] ^= 1;
                let head = head.signed(&self.puppet.key);
                self.show(bits, &Frame::Head(head).to_bytes());
            }
            9 if !self.table.wire.is_empty() => {
                // something that was sent before, with a bit changed or not
                let at = dice.below(self.table.wire.len());
                let mut frame = self.table.wire[at].1.clone();
                let place = dice.below(frame.len());
                frame[place] ^= [0, 1][dice.below(2)];
                self.show(bits, &frame);
            }
            10 => {
                let seats = self.honest();
                self.table.link(self.seat, seats[dice.below(seats.len())]);
            }
            11 | 12 => self.continues(bits, dice),
            _ => {}
        }
    }

    fn honest_acts(&mut self, dice: &mut impl Dice) {
        let seats = self.honest();
        let seat = seats[dice.below(seats.len())];
        let other = seats[dice.below(seats.len())];
        match dice.below(28) {
            0 => self.table.cut(seat, other),
            1 | 2 if seat != other => self.table.link(seat.min(other), seat.max(other)),
            3 => self.table.wait(Duration::from_secs(11)),
            4 => {
                self.table.kill(seat);
                self.table.cut_closing();
                self.table.restart(seat);
            }
            5 => drop(
                self.table
                    .with(seat, |session, now| session.offer_draw(now)),
            ),
            6..=12 => {
                let mut seeded = Seeded(dice.below(256) as u64);
                self.table.decide_at(seat, &mut seeded);
            }
            13..=18 => drop(self.table.deliver(seat)),
            19..=22 => self.clicks(dice),
            _ => self.table.run(),
        }
    }
}

impl<const N: usize> Cheat<N> {
    /// Judges what the honest seats hold and what the cheat has signed, alone and together, and convicts nobody honest.
    fn judged(&self, honest: &[Seat], what: &str) -> Verdict {
        let first = self.puppet.chain().sid();
        let mut matches = BTreeMap::<Digest, Vec<Vec<u8>>>::new();
        for file in honest.iter().flat_map(|seat| self.table.all_files(*seat)) {
            let sid = match read_public(&file).map(|(entries, _)| entries) {
                Ok(entries) => match entries.first() {
                    Some(Entry::Manifest(manifest)) => manifest.sid(),
                    _ => first,
                },
                Err(_) => first,
            };
            matches.entry(sid).or_default().push(file);
        }
        if let Some(files) = matches.get_mut(&first) {
            let mut signed = files[0].clone();
            for record in &self.signed {
                signed.extend(Entry::Record(record.clone()).to_bytes());
            }
            files.push(signed);
        }
        let together: Vec<Vec<&[u8]>> = matches
            .values()
            .map(|files| files.iter().map(Vec::as_slice).collect())
            .collect();
        let reports = judge_matches(&together);
        let alone = together.iter().flatten().map(|file| judge(&[file]));
        for report in alone.chain(reports.iter().cloned()) {
            let mut accused = report
                .findings
                .iter()
                .filter(|found| found.seat != self.seat && found.verdict == Verdict::Proved);
            assert_eq!(accused.next(), None, "{what}");
        }
        let at = matches.keys().position(|sid| *sid == first);
        at.map_or(Verdict::Unreadable, |at| reports[at].verdict)
    }
}

/// Plays a game of as many moments as the dice last, 250 at most, with a cheat in that seat, and judges whatever was
/// signed.
///
/// # Panics
/// Panics if an honest seat is convicted, halts through a fault of its own, or honest seats that hear each other neither
/// hold the same nor have convicted the cheat; `what` names the game.
pub fn against_a_cheat_at_a_table<const N: usize>(
    manifest: Manifest,
    cheat: Seat,
    dice: &mut impl Dice,
    what: &str,
) -> Verdict {
    let seats = || (0..).map(Seat).take(N);
    let pairs = seats().flat_map(|a| seats().map(move |b| (a, b)));
    let graph: Vec<(Seat, Seat)> = pairs.filter(|(a, b)| a < b).collect();
    let mut game = Cheat::<N>::new(manifest, cheat, &graph);
    for _ in 0..250 {
        if dice.is_used_up() {
            break;
        }
        game.cheats(dice);
        game.honest_acts(dice);
        for seat in game.honest() {
            let fault = game.table.session(seat).fault();
            let own = [Fault::OwnRecord, Fault::SecondProgram, Fault::LostChoice];
            assert!(
                fault.is_none_or(|fault| !own.contains(fault)),
                "{what}: {seat} {fault:?}"
            );
        }
    }
    let honest = game.honest();
    game.table.disconnect();
    for (a, b) in graph {
        if ![a, b].contains(&cheat) {
            game.table.link(a, b);
        }
    }
    game.table.run();
    game.table.wait(Duration::from_secs(20));
    let verdict = game.judged(&honest, what);
    let is_convicted = |seat: &Seat| {
        let fault = game.table.session(*seat).fault();
        matches!(fault, Some(Fault::Proved(proof)) if proof.seat == cheat)
    };
    let mut held = BTreeMap::new();
    for seat in &honest {
        let session = game.table.session(*seat);
        let chain = session.chain();
        let root = chain.map(|chain| (chain.root(), chain.notes().seen()));
        // while a try is under way one may have begun what another still waits for
        held.entry(session.sid())
            .or_insert_with(Vec::new)
            .push(root);
    }
    let is_closed = honest
        .iter()
        .any(|seat| game.table.session(*seat).is_closed());
    let mut all = held.values();
    let are_same = all.all(|roots| roots.windows(2).all(|two| two[0] == two[1]));
    let all_know = honest.iter().all(is_convicted);
    assert!(are_same || all_know || is_closed, "{what}: {held:?}");
    verdict
}
