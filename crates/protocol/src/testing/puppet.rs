//! A seat whose program is the test: it keeps the agreed history like an honest one and signs what the test wants.

use rules::{AnyOrder, Rules};

use super::{Pair, Table};
use crate::chain::{COIN, Chain, Item, Plan};
use crate::codec::encode;
use crate::file::Entry;
use crate::frame::{self, Content, Frame, Head, Hello, Sealed};
use crate::note::{Statement, UNNUMBERED};
use crate::record::{
    AgreeBody, CloseBody, CommitBody, Commitment, ConfirmBody, Opening, OrdersBody, RevealBody,
    WireOutcome,
};
use crate::sealing::{self, Address};
use crate::{Fault, Fresh, Identity, Kind, Manifest, Note, Record, Seat, Session, Signature, hash};

/// The time at which a puppet signs everything, by its own clock.
const SENT_MS: u64 = 1_790_000_000_000;
/// The time after which it says that another seat is late: longer than any that tests agree on.
const WAITED_MS: u64 = 400 * 24 * 60 * 60 * 1000;

/// A hostile program in place of a session.
pub struct Puppet {
    /// Its seat.
    pub seat: Seat,
    /// The key it signs with.
    pub key: Identity,
    /// Frames the honest side sent it.
    pub heard: Vec<Frame>,
    /// The fault that the honest side found in the last frame.
    pub fault: Option<Fault>,
    /// The nonce that the honest side gave for the present line.
    pub nonce: [u8; 32],
    chain: Chain,
    secret: [u8; 32],
}

impl Puppet {
    /// Takes the place of one seat of an agreed match in which nothing is signed yet.
    pub fn instead_of(seat: Seat, pair: &mut Pair) -> Self {
        let session = pair.sessions[seat.index()].take();
        let session = session.expect("a live session");
        Self {
            nonce: pair.nonce_of(seat.other()),
            ..Self::of(&session, &super::fresh(seat.0, pair.seed))
        }
    }

    /// Takes the place of an agreed session in which nothing is signed yet and which was begun with those bytes.
    pub fn of(session: &Session, fresh: &Fresh) -> Self {
        let manifest = session.manifest().expect("an agreed match").clone();
        Self {
            seat: session.seat(),
            key: Identity::from_seed(fresh.session_seed),
            heard: Vec::new(),
            fault: None,
            nonce: [0; 32],
            chain: Chain::new(manifest).expect("it was agreed"),
            secret: fresh.match_secret,
        }
    }

    /// A seat at a table, before the first step.
    pub fn at_table(manifest: Manifest, seat: Seat, fresh: &Fresh) -> Self {
        Self {
            seat,
            key: Identity::from_seed(fresh.session_seed),
            heard: Vec::new(),
            fault: None,
            nonce: [0; 32],
            chain: Chain::new(manifest).expect("a match that can be played"),
            secret: fresh.match_secret,
        }
    }

    /// A seat at the beginning of the match of a pair whose other seat is alive.
    pub fn beside(seat: Seat, pair: &Pair) -> Self {
        let manifest = pair.session(seat.other()).manifest();
        Self {
            seat,
            key: pair.match_key(seat),
            heard: Vec::new(),
            fault: None,
            nonce: [0; 32],
            chain: Chain::new(manifest.expect("an agreed match").clone()).expect("it was agreed"),
            secret: super::fresh(seat.0, pair.seed).match_secret,
        }
    }

    /// Takes the place of one seat in the middle of a match, with everything that was sent until now.
    pub fn taking_over(seat: Seat, pair: &mut Pair) -> Self {
        let mut puppet = Self::beside(seat, pair);
        puppet.nonce = pair.nonce_of(seat.other());
        for (_, bytes) in &pair.wire {
            match Frame::from_bytes(bytes) {
                Ok(Frame::Record(record)) => puppet.take(&record),
                Ok(Frame::Note(note)) => drop(puppet.chain.admit_note(&note)),
                _ => {}
            }
        }
        pair.sessions[seat.index()] = None;
        puppet
    }

    /// A seat of a table with everything that was sent until now, beside the program that plays it.
    pub fn among<const N: usize>(seat: Seat, table: &Table<N>) -> Self {
        let manifest = table.session(seat).manifest().expect("a match").clone();
        let mut puppet = Self::at_table(manifest, seat, &super::fresh(seat.0, table.seed));
        for (_, bytes) in &table.wire {
            match Frame::from_bytes(bytes) {
                Ok(Frame::Record(record)) => puppet.take(&record),
                Ok(Frame::Note(note)) => puppet.take_note(&note),
                _ => {}
            }
        }
        puppet
    }

    /// Takes in what the honest side sent.
    pub fn listen(&mut self, pair: &mut Pair) {
        for bytes in std::mem::take(&mut pair.queues[self.seat.index()]) {
            self.hear(&bytes);
        }
    }

    /// Takes in one frame of the honest side.
    pub fn hear(&mut self, bytes: &[u8]) {
        let frame = Frame::from_bytes(bytes).expect("honest programs send sound frames");
        match &frame {
            Frame::Record(record) => self.take(record),
            Frame::Note(note) => drop(self.chain.admit_note(note)),
            Frame::Hello(hello) => {
                self.nonce = hello.body.as_ref().map_or([0; 32], |body| body.nonce);
            }
            _ => {}
        }
        self.heard.push(frame);
    }

    /// Takes a record into its own history if the record fits.
    pub fn take(&mut self, record: &Record) {
        let _ = self.chain.admit(record, None);
    }

    /// Takes a note into its own history if the note fits.
    pub fn take_note(&mut self, note: &Note) {
        let _ = self.chain.admit_note(note);
    }

    pub(crate) fn chain(&self) -> &Chain {
        &self.chain
    }

    /// What it holds, in the order of a finished file.
    pub fn entries(&self) -> Vec<Entry> {
        let entry = |item: Item<'_>| match item {
            Item::Note(note) => Entry::Note(note.clone()),
            Item::Record(record) => Entry::Record(record.clone()),
        };
        self.chain.in_order().map(entry).collect()
    }

    /// Its result so far.
    pub fn outcome(&self) -> Option<rules::Outcome> {
        self.chain.outcome()
    }

    /// The seats that contribute to the present step.
    pub fn contributors(&self) -> Vec<Seat> {
        self.chain.contributors().to_vec()
    }

    /// True if its player decides in the present step.
    pub fn decides(&self) -> bool {
        self.chain.decides(self.seat)
    }

    /// The history as it holds it.
    pub fn history(&self) -> &crate::History {
        self.chain.history()
    }

    /// Sends raw bytes and listens to the answer.
    pub fn send_bytes(&mut self, pair: &mut Pair, bytes: &[u8]) {
        let honest = self.seat.other();
        let answer = pair.hand(honest, bytes);
        self.fault = answer.expect("the honest side is alive").err();
        self.listen(pair);
    }

    /// Sends a record, and takes it into its own history if it fits.
    pub fn send(&mut self, pair: &mut Pair, record: &Record) {
        self.take(record);
        self.send_bytes(pair, &Frame::Record(Box::new(record.clone())).to_bytes());
    }

    /// Sends a note, and takes it into its own history if it fits.
    pub fn send_note(&mut self, pair: &mut Pair, note: &Note) {
        let _ = self.chain.admit_note(note);
        self.send_bytes(pair, &Frame::Note(note.clone()).to_bytes());
    }

    /// The present step.
    pub fn step(&self) -> u64 {
        self.chain.step()
    }

    /// True if it still has to contribute to the present step.
    pub fn is_awaited(&self) -> bool {
        self.chain.awaited().contains(&self.seat)
    }

    /// True if the present step confirms a position from which the game continues.
    pub fn is_confirming(&self) -> bool {
        *self.chain.plan() == Plan::Confirm && self.chain.outcome().is_none()
    }

    /// True if an offer of a draw stands for it.
    pub fn is_offered(&self) -> bool {
        self.chain.offer_to(self.seat).is_some() && self.chain.decides(self.seat)
    }

    /// Its side.
    pub fn side(&self) -> rules::Side {
        self.chain.manifest().side_of(self.seat).expect("a seat")
    }

    /// Its place among the seats that share its side.
    pub fn member(&self) -> u8 {
        self.chain.member(self.seat).expect("a seat")
    }

    /// Its view of the position.
    pub fn position(&self) -> &rules::AnyPosition {
        self.chain.position()
    }

    /// A record of the present step with that body, signed.
    pub fn record(&self, kind: Kind, body: Vec<u8>) -> Record {
        Record {
            sid: self.chain.sid(),
            step: self.chain.step(),
            seat: self.seat,
            kind,
            prev: self.chain.root(),
            body,
            sent_ms: SENT_MS,
            think_ms: 5,
            signature: Signature([0; 64]),
        }
        .signed(&self.key)
    }

    /// The next note of its own, signed.
    pub fn note(&self, statement: Statement) -> Note {
        let seen = self.chain.notes().seen()[self.seat.index()];
        self.unsigned_note(statement, seen.count + 1, seen.last)
            .signed(&self.key)
    }

    /// A note without a number, as an older copy of its player's files signs it with that identity.
    pub fn statement(&self, statement: Statement, identity: &Identity) -> Note {
        self.unsigned_note(statement, UNNUMBERED, [0; 32])
            .signed(identity)
    }

    fn unsigned_note(&self, statement: Statement, seq: u32, prev: hash::Digest) -> Note {
        let (kind, body) = statement.to_bytes();
        // a claim comes when every agreed time is up: its own times must not refute it
        let waited_ms = match statement {
            Statement::Claim { .. } => WAITED_MS,
            _ => 0,
        };
        Note {
            sid: self.chain.sid(),
            seat: self.seat,
            seq,
            prev,
            at_root: self.chain.root(),
            kind,
            body,
            sent_ms: SENT_MS + waited_ms,
            signature: Signature([0; 64]),
        }
    }

    /// Its next note, a claim of silence, as it stands in a match file. The puppet takes it into its own history.
    pub fn claim_against(&mut self, against: Seat, step: u64) -> Vec<u8> {
        let note = self.note(Statement::Claim { against, step });
        let _ = self.chain.admit_note(&note);
        Entry::Note(note).to_bytes()
    }

    /// The record that an honest program would sign in the present step, with the given orders or secret choice.
    pub fn honest(&self, orders: &[AnyOrder]) -> Record {
        let body = match self.chain.plan() {
            Plan::Commit(_) => encode(&CommitBody(self.commitments(orders))),
            Plan::Lock(_) => Vec::new(),
            Plan::Reveal(_) => encode(&RevealBody(self.openings(orders))),
            Plan::Orders { .. } => self.orders_body(orders),
            Plan::Confirm => self.confirm(&vec![0; self.chain.manifest().seats.len()]),
            Plan::Close => return self.honest_close(),
        };
        self.record(self.chain.plan().kind(), body)
    }

    /// The body of the honest confirmation, with those times of the seats if the match has clocks.
    pub fn confirm(&self, over_ms: &[u64]) -> Vec<u8> {
        let confirm = ConfirmBody {
            state: self.chain.position_digest(),
            notes: self.chain.notes().seen(),
        };
        confirm.to_bytes(over_ms, &self.chain.manifest().terms)
    }

    /// Takes the standing offer of a draw in place of its own decision.
    pub fn agree(&self) -> Record {
        let (_, proposal) = self.chain.offer_to(self.seat).expect("an offer stands");
        self.agree_to(proposal)
    }

    /// Takes the offer of that id, standing or not.
    pub fn agree_to(&self, proposal: hash::Digest) -> Record {
        let body = AgreeBody {
            proposal,
            answer: None,
        };
        self.record(Kind::Agree, encode(&body))
    }

    /// Greets on a new line and says what it holds, as `change` makes it of the honest HEAD.
    pub fn greet(&mut self, pair: &mut Pair, exporter: [u8; 32], change: impl FnOnce(&mut Head)) {
        self.listen(pair);
        let identity = super::identity(self.seat.0, pair.seed);
        self.send_bytes(pair, &self.hello(&identity, exporter).to_bytes());
        self.send_bytes(pair, &self.head(change).to_bytes());
    }

    /// The greeting of its player for a line with that exporter.
    pub fn hello(&self, identity: &Identity, exporter: [u8; 32]) -> Frame {
        let signature = identity.sign("channel", &exporter);
        Frame::Hello(Hello::new(self.chain.sid(), [5; 32], signature))
    }

    /// What it holds, for that nonce, unsigned.
    pub fn holdings(&self, nonce: [u8; 32]) -> Head {
        self.chain.head(self.seat, nonce)
    }

    /// The HEAD for the present line, as `change` makes it of the honest one.
    pub fn head(&self, change: impl FnOnce(&mut Head)) -> Frame {
        let mut head = self.chain.head(self.seat, self.nonce);
        change(&mut head);
        Frame::Head(head.signed(&self.key))
    }

    /// The body of ORDERS with those orders, legal or not.
    pub fn orders_body(&self, orders: &[AnyOrder]) -> Vec<u8> {
        let bytes = |order| self.chain.position().order_bytes(order);
        let wire = orders.iter().map(bytes).collect::<Option<_>>();
        encode(&OrdersBody(wire.expect("no secret order")))
    }

    /// A closing record with the result there is.
    pub fn honest_close(&self) -> Record {
        let outcome = self.chain.outcome().expect("the match is over");
        self.close(outcome.into())
    }

    /// A closing record with that result.
    pub fn close(&self, result: WireOutcome) -> Record {
        let body = CloseBody {
            result,
            state: self.chain.position_digest(),
            notes: self.chain.notes().seen(),
            resigned: self.chain.notes().stated_resignations(),
        };
        self.record(Kind::Close, encode(&body))
    }

    /// The payloads of a set-up and the coin, by slot.
    fn payloads(&self, orders: &[AnyOrder]) -> Vec<(u16, Vec<u8>)> {
        let side = self.chain.manifest().side_of(self.seat).expect("a seat");
        let position = self.chain.position();
        let member = self.member();
        let parts = orders.iter().flat_map(|order| {
            let parts = match position.members(side) {
                1 => position.seal(side, order),
                _ => position.seal_part(side, member, order),
            };
            parts.expect("a legal set-up")
        });
        let coin = hash::coin(&self.secret, &self.chain.sid(), self.round_step());
        let parts = parts.map(|part| (part.slot, part.payload));
        let round = self.chain.plan().round();
        let gives_coin = |round| self.chain.slots(round, self.seat).contains(&COIN);
        let coin = (COIN.number, coin.to_vec());
        // also where no round is under way: a hostile seat may seal what nobody asks for
        let coin = Some(coin).filter(|_| round.is_none_or(gives_coin));
        let mut payloads: Vec<(u16, Vec<u8>)> = parts.chain(coin).collect();
        // rising by slot, as an honest program lists them
        payloads.sort();
        payloads
    }

    fn round_step(&self) -> u64 {
        let round = self.chain.plan().round();
        round.map_or_else(|| self.step(), |round| round.step)
    }

    /// A plan to seal those openings, sealed to a mate whose fresh bytes are given.
    pub fn plan(&self, (to, fresh): (Seat, &Fresh), number: u64, openings: Vec<Opening>) -> Sealed {
        let plan = frame::PartPlan {
            step: self.round_step(),
            prev: self
                .chain
                .plan()
                .round()
                .map_or([0; 32], |round| round.prev),
            number,
            openings,
        };
        self.sealed((to, fresh), number, &Content::Plan(plan))
    }

    /// Words to a mate whose fresh bytes are given, sealed.
    pub fn whisper(&self, to: (Seat, &Fresh), number: u64, text: &str) -> Sealed {
        self.sealed(to, number, &Content::Talk(text.to_owned()))
    }

    fn sealed(&self, (to, fresh): (Seat, &Fresh), number: u64, content: &Content) -> Sealed {
        let sid = self.chain.sid();
        let secret = |match_secret| hash::box_secret(match_secret, &sid);
        let theirs = sealing::public(secret(&fresh.match_secret));
        let shared = sealing::shared(secret(&self.secret), theirs).expect("a sound key");
        let at = Address {
            sid: &sid,
            from: self.seat,
            to,
            number,
        };
        let (nonce, sealed) = sealing::seal(&shared, &at, &encode(content)).expect("short");
        let sealed = Sealed {
            sid,
            from: self.seat,
            to,
            number,
            nonce,
            sealed,
            signature: Signature([0; 64]),
        };
        sealed.signed(&self.key)
    }

    /// The commitments to a set-up and the coin.
    pub fn commitments(&self, orders: &[AnyOrder]) -> Vec<Commitment> {
        let sid = self.chain.sid();
        // commitments are made in the COMMIT step, openings two steps later
        let step = self.step();
        let commit = |(slot, payload): (u16, Vec<u8>)| {
            let nonce = hash::nonce(&self.secret, &sid, step, slot, 0);
            let at = (step, self.seat, slot);
            let digest = hash::commit(&nonce, &sid, at, &self.chain.root(), &payload);
            Commitment { slot, digest }
        };
        self.payloads(orders).into_iter().map(commit).collect()
    }

    /// The openings of a set-up and the coin.
    pub fn openings(&self, orders: &[AnyOrder]) -> Vec<Opening> {
        let (sid, step) = (self.chain.sid(), self.round_step());
        let open = |(slot, payload)| Opening {
            slot,
            nonce: hash::nonce(&self.secret, &sid, step, slot, 0),
            payload,
        };
        self.payloads(orders).into_iter().map(open).collect()
    }

    /// The notes that the honest side sent, in order.
    pub fn heard_notes(&self) -> impl DoubleEndedIterator<Item = &Note> {
        self.heard.iter().filter_map(|frame| match frame {
            Frame::Note(note) => Some(note),
            _ => None,
        })
    }

    /// The last record of that kind the honest side sent.
    pub fn heard_record(&self, kind: Kind) -> Option<&Record> {
        self.heard.iter().rev().find_map(|frame| match frame {
            Frame::Record(record) if record.kind == kind => Some(&**record),
            _ => None,
        })
    }
}
