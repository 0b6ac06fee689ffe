//! A table of puppets: every seat signs what an honest program would, and all of them hold the same at once. It shows
//! what the chain plans, without sessions and lines.

use std::collections::BTreeMap;

use rules::AnyOrder;

use super::{Puppet, Seeded, fresh, identity, random_orders};
use crate::file::{Entry, PUBLIC_HEADER};
use crate::hash::Digest;
use crate::note::Statement;
use crate::record::Agreement;
use crate::{Genesis, Kind, Manifest, Note, Record, Seat};

/// Every seat of a match as a puppet.
pub struct Puppets {
    /// The seats, from 0.
    pub seats: Vec<Puppet>,
    /// The kind and the contributors of each complete step.
    pub steps: Vec<(Kind, Vec<Seat>)>,
    /// The choices sealed in the present round.
    choices: BTreeMap<Seat, Vec<AnyOrder>>,
    manifest: Manifest,
    seed: u8,
}

impl Puppets {
    /// The table of a manifest that [`super::table`] has made with that seed.
    pub fn new(manifest: Manifest, seed: u8) -> Self {
        let seats = manifest.all_seats().into_iter();
        let puppet = |seat: Seat| Puppet::at_table(manifest.clone(), seat, &fresh(seat.0, seed));
        Self {
            seats: seats.map(puppet).collect(),
            steps: Vec::new(),
            choices: BTreeMap::new(),
            manifest,
            seed,
        }
    }

    /// Every seat takes a record in.
    pub fn take(&mut self, record: &Record) {
        for seat in &mut self.seats {
            seat.take(record);
        }
    }

    /// A seat signs a note, and all take it in.
    pub fn sign(&mut self, seat: Seat, statement: Statement) -> Note {
        let note = self.seats[seat.index()].note(statement);
        for seat in &mut self.seats {
            seat.take_note(&note);
        }
        note
    }

    /// The record that an honest program of the seat would sign now, with a decision at random.
    pub fn honest(&mut self, seat: Seat, dice: &mut Seeded) -> Record {
        let puppet = &self.seats[seat.index()];
        let chain = puppet.chain();
        if chain.decides(seat) {
            let orders = random_orders(chain.position(), puppet.side(), dice);
            self.choices.insert(seat, orders);
        }
        let none = Vec::new();
        let orders = self.choices.get(&seat).unwrap_or(&none);
        puppet.honest(orders)
    }

    /// The seats that contribute to the present step.
    pub fn awaited(&self) -> Vec<Seat> {
        self.seats[0].chain().awaited()
    }

    /// True if all have closed the match.
    pub fn is_closed(&self) -> bool {
        self.seats[0].chain().closed().is_some()
    }

    /// One step, signed by all whom it needs.
    pub fn step(&mut self, dice: &mut Seeded) {
        let seats = self.awaited();
        let mut kind = Kind::Close;
        let before = self.seats[0].step();
        for seat in seats.clone() {
            let record = self.honest(seat, dice);
            kind = record.kind;
            self.take(&record);
        }
        assert_eq!(self.seats[0].step(), before + 1, "the step is complete");
        self.steps.push((kind, seats));
        // a round ends with its openings
        if kind == Kind::Reveal || kind == Kind::Orders {
            self.choices.clear();
        }
    }

    /// Steps until all have closed the match.
    pub fn play_out(&mut self, dice: &mut Seeded) {
        while !self.is_closed() {
            self.step(dice);
        }
    }

    /// The record by which a seat takes those offers in place of its decision.
    pub fn agree(&self, seat: Seat, proposals: Vec<Digest>) -> Record {
        let body = Agreement {
            proposals,
            answer: None,
        };
        let body = body.to_bytes().expect("an offer");
        self.seats[seat.index()].record(Kind::Agree, body)
    }

    /// The match file, with those records behind it.
    pub fn file(&self, more: &[Record]) -> Vec<u8> {
        let sid = self.manifest.sid();
        let mut file = PUBLIC_HEADER.to_vec();
        file.extend(Entry::Manifest(Box::new(self.manifest.clone())).to_bytes());
        for puppet in &self.seats {
            let identity = identity(puppet.seat.0, self.seed);
            let genesis = Genesis::sign(puppet.seat, &sid, &identity, &puppet.key);
            file.extend(Entry::Genesis(genesis).to_bytes());
        }
        for entry in self.seats[0].entries() {
            file.extend(entry.to_bytes());
        }
        for record in more {
            file.extend(Entry::Record(record.clone()).to_bytes());
        }
        file
    }
}
