//! The chain of agreed steps: the only code that says whose record of which kind comes next, whether a record fits, and
//! what a record does. Sessions and judge use the same chain.

mod admission;
mod bodies;
mod clocks;
mod difference;
mod fate;
mod notes;
mod offers;
mod plan;
mod reveal;
mod standing;
mod takeback;

use std::collections::BTreeMap;
use std::sync::Arc;

use rules::{AGREED, AnyOrder, AnyPosition, Outcome, Rules, Sides};
use scenario::Scenario;

use crate::frame::{Head, Held};
use crate::hash::{self, Digest};
use crate::history::History;
use crate::manifest::{Manifest, ManifestError};
use crate::record::NotesSeen;
use crate::terms::LEFT;
use crate::{Kind, Note, Record, Seat, Signature};
pub(crate) use bodies::{Rehearsed, TurnError};
pub(crate) use clocks::Clocks;
pub(crate) use fate::{Admission, Objection};
use notes::Notes;
pub use notes::StandingClaim;
pub(crate) use plan::{COIN, Plan, Round};
pub(crate) use reveal::parts_of;

/// The chain of a match, as far as the match has got.
#[derive(Debug, Clone)]
pub(crate) struct Chain {
    manifest: Manifest,
    scenario: Scenario,
    sid: Digest,
    /// After each complete step; the first is the root before all of them.
    roots: Vec<Digest>,
    root_steps: BTreeMap<Digest, u64>,
    /// The records of the complete steps, in the order of the seats.
    steps: Vec<Vec<Record>>,
    /// The records of the present step.
    pending: BTreeMap<Seat, Record>,
    /// The secret choices that the pending REVEALs open, each checked when its record came.
    opened: BTreeMap<Seat, AnyOrder>,
    /// Closing records of the present step, which may come in place of what was planned.
    closing: BTreeMap<Seat, Record>,
    notes: Notes,
    /// In a match with a bank of time.
    clocks: Option<Clocks>,
    /// The last records of each seat that count for notes.
    marks: Vec<Marks>,
    /// The step in which a seat took the offers of a draw, complete or not.
    agreed_in: Option<u64>,
    /// A seat has agreed in the present step to go back to the position after the step of that number.
    going_back: Option<u64>,
    /// The step that gave the rules' own result.
    ruled: Option<u64>,
    position: AnyPosition,
    digest: Digest,
    history: Arc<History>,
    plan: Plan,
    /// The seats that contribute to the planned step, rising.
    contributors: Vec<Seat>,
    /// The number of the turn in which all seats confirmed a position last.
    confirmed_turn: u32,
    /// The sides that were out by the rules when a position was confirmed last: they contribute no more.
    out: Sides,
    closed: Option<Outcome>,
}

/// The steps of the latest records of a seat, closing records apart; 0 for none.
#[derive(Debug, Clone, Copy, Default)]
struct Marks {
    /// The step of the latest record of any kind.
    signed: u64,
    /// The step of the latest decision of the seat's player: orders, a sealed choice, or an offer taken.
    decided: u64,
    /// The step of the latest record that was alone in its step.
    alone: u64,
}

impl Chain {
    /// The chain before the first step. Reads the scenario of the manifest and checks the whole manifest.
    pub(crate) fn new(manifest: Manifest) -> Result<Self, ManifestError> {
        let scenario = manifest.read_scenario()?;
        Self::of(manifest, scenario)
    }

    /// A chain for a manifest whose scenario was read before.
    pub(crate) fn of(manifest: Manifest, scenario: Scenario) -> Result<Self, ManifestError> {
        // the whole manifest is checked by making its first position; there is no chain of a match that cannot be
        // played
        let position = manifest.first_position(&scenario)?;
        let sid = manifest.sid();
        let seats = manifest.seats.len();
        let first = hash::genesis_root(&sid);
        let mut chain = Self {
            sid,
            roots: vec![first],
            root_steps: BTreeMap::from([(first, 0)]),
            steps: Vec::new(),
            pending: BTreeMap::new(),
            opened: BTreeMap::new(),
            closing: BTreeMap::new(),
            notes: Notes::new(seats),
            clocks: Clocks::of(&manifest),
            marks: vec![Marks::default(); seats],
            agreed_in: None,
            going_back: None,
            ruled: None,
            digest: crate::digest(&position),
            history: Arc::new(History::new(position.clone())),
            plan: Plan::Confirm,
            contributors: Vec::new(),
            confirmed_turn: position.turn().number,
            out: Sides::NONE,
            position,
            closed: None,
            scenario,
            manifest,
        };
        chain.note_out();
        // before the first step: everybody begins with the same
        let _before_anybody_looks = chain.stand_still(0);
        // a match that continues another one can begin beyond its agreed number of turns, and is over at once
        chain.ruled = chain.rules_outcome().map(|_| 0);
        let plan = chain.next_plan();
        chain.take_plan(plan);
        Ok(chain)
    }

    pub(crate) fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    pub(crate) fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    pub(crate) fn sid(&self) -> Digest {
        self.sid
    }

    /// The number of the step that comes next.
    pub(crate) fn step(&self) -> u64 {
        self.roots.len() as u64
    }

    /// The last complete step; 0 before the first.
    pub(crate) fn last_step(&self) -> u64 {
        self.step().saturating_sub(1)
    }

    /// The root of the last complete step.
    pub(crate) fn root(&self) -> Digest {
        self.roots[self.roots.len().saturating_sub(1)]
    }

    /// The root before the first step, and after each one.
    pub(crate) fn roots(&self) -> &[Digest] {
        &self.roots
    }

    /// The root after a complete step.
    pub(crate) fn root_of(&self, step: u64) -> Option<Digest> {
        let index = usize::try_from(step).ok()?;
        self.roots.get(index).copied()
    }

    /// The step whose root is given.
    pub(crate) fn step_of_root(&self, root: &Digest) -> Option<u64> {
        self.root_steps.get(root).copied()
    }

    pub(crate) fn position(&self) -> &AnyPosition {
        &self.position
    }

    pub(crate) fn position_digest(&self) -> Digest {
        self.digest
    }

    pub(crate) fn history(&self) -> &Arc<History> {
        &self.history
    }

    pub(crate) fn plan(&self) -> &Plan {
        &self.plan
    }

    pub(crate) fn notes(&self) -> &Notes {
        &self.notes
    }

    /// The result that all seats have signed.
    pub(crate) fn closed(&self) -> Option<Outcome> {
        self.closed
    }

    /// The result so far: the signed one, the rules' one, or what the notes held give.
    pub(crate) fn outcome(&self) -> Option<Outcome> {
        self.closed
            .or_else(|| self.result(&self.notes.seen(), self.notes.stated_resignations()))
    }

    /// The seats that still have to contribute to the planned step.
    pub(crate) fn awaited(&self) -> Vec<Seat> {
        let there = match self.plan {
            Plan::Close => &self.closing,
            _ => &self.pending,
        };
        // closing records stand apart from the planned ones, so which of them count depends on the plan
        let seats = self.contributors().iter().copied();
        seats.filter(|seat| !there.contains_key(seat)).collect()
    }

    /// The step that gave the rules' own result, or in which an offer of a draw was taken.
    pub(crate) fn ruled_in(&self) -> Option<u64> {
        self.ruled.or(self.agreed_in)
    }

    /// True if closing records are due: the rules gave a result, or notes ended the match.
    pub(crate) fn is_closable(&self) -> bool {
        self.closed.is_none() && (self.plan == Plan::Close || self.ended_by_notes())
    }

    /// True if notes ended the match, so that nothing but closing records may still be signed.
    pub(crate) fn ended_by_notes(&self) -> bool {
        let stated = self.notes.stated_resignations();
        self.ending(&self.notes.seen(), stated).is_some()
    }

    /// The step of the seat's last decision.
    fn decided_in(&self, seat: Seat) -> u64 {
        self.marks_of(seat).decided
    }

    fn marks_of(&self, seat: Seat) -> Marks {
        let marks = self.marks.get(seat.index());
        marks.copied().unwrap_or_default()
    }

    /// True if the player of the seat decides in the planned step.
    pub(crate) fn decides(&self, seat: Seat) -> bool {
        match self.plan() {
            Plan::Orders { .. } => self.contributors().contains(&seat),
            Plan::Commit(round) => round.asks(seat),
            _ => false,
        }
    }

    /// True if an offer of a draw was taken.
    pub(crate) fn is_agreed(&self) -> bool {
        self.agreed_in.is_some()
    }

    /// The record by which another seat has taken an offer of a draw in the present step.
    pub(crate) fn agreement_of_another(&self, seat: Seat) -> Option<&Record> {
        let mut pending = self.pending.values();
        pending.find(|record| record.kind == Kind::Agree && record.seat != seat)
    }

    pub(crate) fn pending(&self, seat: Seat) -> Option<&Record> {
        self.pending.get(&seat)
    }

    pub(crate) fn closing(&self, seat: Seat) -> Option<&Record> {
        self.closing.get(&seat)
    }

    /// The record of a seat in a step, complete or present; closing records of the present step come first.
    pub(crate) fn record(&self, step: u64, seat: Seat) -> Option<&Record> {
        if step == self.step() {
            // the closing record first: it is the last that its seat signs, and a HEAD speaks of the last
            return self.closing.get(&seat).or_else(|| self.pending.get(&seat));
        }
        let index = usize::try_from(step.checked_sub(1)?).ok()?;
        self.steps
            .get(index)?
            .iter()
            .find(|record| record.seat == seat)
    }

    /// The kind of the records of a complete step.
    pub(crate) fn kind_of(&self, step: u64) -> Option<Kind> {
        let index = usize::try_from(step.checked_sub(1)?).ok()?;
        self.steps.get(index)?.first().map(|record| record.kind)
    }

    /// The ids of all records of a seat in a step: at most a planned and a closing one.
    pub(crate) fn record_ids(&self, step: u64, seat: Seat) -> Vec<Digest> {
        let present = (step == self.step())
            .then(|| self.pending.get(&seat))
            .flatten();
        let records = self.record(step, seat).into_iter().chain(present);
        records.map(Record::id).collect()
    }

    /// The last record of a seat.
    pub(crate) fn last_record(&self, seat: Seat) -> Option<&Record> {
        // newest first: a seat's last record is rarely more than two steps back
        (1..=self.step())
            .rev()
            .find_map(|step| self.record(step, seat))
    }

    /// The latest time, as its signer claims, in a record of the last complete step.
    pub(crate) fn last_sent_ms(&self) -> Option<u64> {
        let records = self.steps.last()?.iter();
        // the latest of them, by anybody's clock: a step is complete when its last record is in
        records.map(|record| record.sent_ms).max()
    }

    /// The statement of a seat that holds this chain, unsigned.
    pub(crate) fn head(&self, seat: Seat, nonce: [u8; 32]) -> Head {
        let held = |(seat, notes): (Seat, NotesSeen)| {
            let last = self.last_record(seat);
            Held {
                notes: notes.count,
                note: notes.last,
                step: last.map_or(0, |record| record.step),
                id: last.map_or([0; 32], Record::id),
            }
        };
        let seats = self.manifest.all_seats().into_iter();
        Head {
            sid: self.sid,
            seat,
            nonce,
            step: self.last_step(),
            root: self.root(),
            held: seats.zip(self.notes.seen()).map(held).collect(),
            signature: Signature([0; 64]),
        }
    }

    /// Records and notes in the one order of a finished file: after each root the notes signed upon it, then the
    /// records of the next step, both by seat.
    pub(crate) fn in_order(&self) -> impl Iterator<Item = Item<'_>> {
        let present = self.pending.values().chain(self.closing.values());
        // a closed match has no present step: its records would come twice
        let present = present.filter(|_| self.closed.is_none()).collect();
        let steps = self.steps.iter().map(|records| records.iter().collect());
        let groups = steps.chain([present]);
        (0..)
            .zip(groups)
            .flat_map(move |(step, records): (_, Vec<&Record>)| {
                let notes = self.notes.upon(step);
                // what an older copy claimed is answered by the end, and one player may not have heard of it
                let is_left =
                    |note: &&Note| self.closed.is_none() || !note.is_statement() || note.resigns();
                let notes = notes.filter(is_left).map(Item::Note);
                notes.chain(records.into_iter().map(Item::Record))
            })
    }

    /// The seats that decide next, once the present position is confirmed.
    pub(crate) fn next_deciders(&self) -> Vec<Seat> {
        let plan = match &self.plan {
            Plan::Confirm => self.next_plan(),
            plan => plan.clone(),
        };
        match plan {
            Plan::Orders { seat, .. } => vec![seat],
            Plan::Close => Vec::new(),
            // in a round with coins all seats contribute
            Plan::Commit(round) if !round.has_coins => round.choosers,
            _ => self.in_play(),
        }
    }

    /// The contributors to a step, as far as its records are here.
    pub(crate) fn signers(&self, step: u64) -> Vec<Seat> {
        let seats = self.manifest.all_seats().into_iter();
        seats
            .filter(|seat| self.record(step, *seat).is_some())
            .collect()
    }

    /// True if one seat alone contributes to the step after that one.
    pub(crate) fn is_alone_after(&self, at: u64, seat: Seat) -> bool {
        let is_present = at.saturating_add(1) == self.step();
        match is_present {
            true => self.contributors() == [seat],
            false => self.signers(at.saturating_add(1)) == [seat],
        }
    }

    /// The result by the rules, or by the agreed number of turns.
    fn rules_outcome(&self) -> Option<Outcome> {
        // turns are numbered from 1, so the present one is not played yet
        let played = self.position.turn().number.saturating_sub(1);
        let limit = self.manifest.max_turns.filter(|limit| played >= *limit);
        let left = || self.last_team().map(|sides| Outcome::Won(sides, LEFT));
        let ruled = self.position.outcome().or_else(left);
        ruled.or(limit.map(|_| Outcome::Drawn(AGREED)))
    }

    /// The result for a signer who has seen those notes, and statements of resignation of the seats `stated`: a resignation
    /// before the rules' own result, that result, or a draw that was offered and taken.
    fn result(&self, seen: &[NotesSeen], stated: u8) -> Option<Outcome> {
        let agreed = || self.agreed_in.map(|_| Outcome::Drawn(AGREED));
        let resigned = self.ending(seen, stated);
        // this order is the rule: a resignation counts before the rules' result, and a draw taken comes last
        resigned.or_else(|| self.rules_outcome()).or_else(agreed)
    }
}

/// One entry of a finished file.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Item<'a> {
    Note(&'a Note),
    Record(&'a Record),
}
