//! The notes of a match and their effects.

use rules::{AGREED, Outcome, RESIGN};

use super::{Admission, Chain, Objection};
use crate::codec::CodecError;
use crate::fault::{Breach, Proof};
use crate::hash::Digest;
use crate::note::{MAX_NOTES, Statement};
use crate::record::NotesSeen;
use crate::{Manifest, Note, Seat, SessionEvent};

/// An offer of a draw lapses after this number of confirmations that cover the offer and no answer: those of the step
/// in which the offer was made and of the next.
const OFFER_CONFIRMS: u8 = 2;

/// The notes of a match.
#[derive(Debug, Clone)]
pub(crate) struct Notes {
    /// For each seat, its notes, their ids and what they say.
    by_seat: Vec<Vec<Held>>,
    offers: Vec<Offer>,
}

#[derive(Debug, Clone)]
struct Held {
    note: Note,
    id: Digest,
    statement: Statement,
}

#[derive(Debug, Clone)]
struct Offer {
    seat: Seat,
    seq: u32,
    id: Digest,
    answer: Option<Answer>,
    /// Confirmations that covered the offer and no answer.
    confirms: u8,
}

#[derive(Debug, Clone, Copy)]
struct Answer {
    seat: Seat,
    seq: u32,
    accept: bool,
}

impl Offer {
    fn is_lapsed(&self) -> bool {
        self.confirms >= OFFER_CONFIRMS
    }

    fn is_open(&self) -> bool {
        self.answer.is_none() && !self.is_lapsed()
    }

    fn accepted(&self) -> Option<Answer> {
        self.answer
            .filter(|answer| answer.accept && !self.is_lapsed())
    }
}

impl Notes {
    pub(super) fn new(seats: usize) -> Self {
        Self {
            by_seat: vec![Vec::new(); seats],
            offers: Vec::new(),
        }
    }

    fn of(&self, seat: Seat) -> &[Held] {
        self.by_seat
            .get(seat.index())
            .map_or(&[], |notes| notes.as_slice())
    }

    /// The number of notes held of a seat.
    pub(crate) fn count(&self, seat: Seat) -> u32 {
        u32::try_from(self.of(seat).len()).unwrap_or(u32::MAX)
    }

    /// The note of that number.
    pub(crate) fn get(&self, seat: Seat, seq: u32) -> Option<&Note> {
        let index = usize::try_from(seq.checked_sub(1)?).ok()?;
        self.of(seat).get(index).map(|held| &held.note)
    }

    /// Every note signed upon that root, by seat and number.
    pub(super) fn upon(&self, root: &Digest) -> impl Iterator<Item = &Note> {
        let all = self.by_seat.iter().flatten().map(|held| &held.note);
        all.filter(move |note| note.at_root == *root)
    }

    /// The notes as a record signed now names them.
    pub(crate) fn seen(&self) -> Vec<NotesSeen> {
        let seen = |notes: &Vec<Held>| {
            notes.last().map_or(NotesSeen::NONE, |held| NotesSeen {
                count: held.note.seq,
                last: held.id,
            })
        };
        self.by_seat.iter().map(seen).collect()
    }

    /// Tells whether all named notes are held.
    pub(super) fn holds(&self, seen: &[NotesSeen]) -> bool {
        let holds = |(notes, seen): (&Vec<Held>, &NotesSeen)| match seen.count.checked_sub(1) {
            None => seen.last == [0; 32],
            Some(index) => usize::try_from(index)
                .ok()
                .and_then(|index| notes.get(index))
                .is_some_and(|held| held.id == seen.last),
        };
        seen.len() == self.by_seat.len() && self.by_seat.iter().zip(seen).all(holds)
    }

    /// Counts the confirmations of a step; each seat has seen the notes named beside it.
    pub(super) fn confirmed(&mut self, confirms: &[(Seat, Vec<NotesSeen>)]) {
        let covers = |seen: &[NotesSeen], seat: Seat, seq| {
            seen.get(seat.index()).is_some_and(|seen| seen.count >= seq)
        };
        for offer in &mut self.offers {
            let answered = offer.answer.is_some_and(|answer| {
                let by = confirms.iter().find(|(seat, _)| *seat == answer.seat);
                by.is_some_and(|(seat, seen)| covers(seen, *seat, answer.seq))
            });
            let known = confirms
                .iter()
                .all(|(_, seen)| covers(seen, offer.seat, offer.seq));
            if known && !answered && !offer.is_lapsed() {
                offer.confirms += 1;
            }
        }
    }

    /// The result by notes for a signer who has seen those: one resignation loses, two are a draw, and so is an offer
    /// taken in time. A resignation comes before an agreement: no seat can undo its resignation by signing more.
    pub(super) fn ending(&self, seen: &[NotesSeen], manifest: &Manifest) -> Option<Outcome> {
        let count = |seat: Seat| seen.get(seat.index()).map_or(0, |seen| seen.count);
        let seats = manifest.all_seats().into_iter();
        let mut resigned = seats.filter(|seat| {
            let notes = self.of(*seat).iter();
            let mut seen = notes.take_while(|held| held.note.seq <= count(*seat));
            seen.any(|held| held.statement == Statement::Resign)
        });
        match (resigned.next(), resigned.next()) {
            (Some(_), Some(_)) => return Some(Outcome::Drawn(AGREED)),
            (Some(seat), None) => {
                let winners = manifest.sides().without(manifest.allies(seat));
                return Some(Outcome::Won(winners, RESIGN));
            }
            _ => {}
        }
        let agreed = self.offers.iter().any(|offer| {
            let offered = offer.seq <= count(offer.seat);
            let answer = offer.accepted();
            offered && answer.is_some_and(|answer| answer.seq <= count(answer.seat))
        });
        agreed.then_some(Outcome::Drawn(AGREED))
    }

    /// Tells whether the seat signed a note that ends the match, and so signs nothing more but its closing record.
    pub(crate) fn is_ended_by(&self, seat: Seat) -> bool {
        let mut notes = self.of(seat).iter();
        let accepted = |offer: &Offer| offer.accepted().is_some_and(|answer| answer.seat == seat);
        notes.any(|held| held.statement == Statement::Resign) || self.offers.iter().any(accepted)
    }

    /// The open offer of a draw that this seat can answer: the offering seat and the id of the note.
    pub(crate) fn offer_to(&self, seat: Seat) -> Option<(Seat, Digest)> {
        let open = self
            .offers
            .iter()
            .find(|offer| offer.is_open() && offer.seat != seat);
        open.map(|offer| (offer.seat, offer.id))
    }

    /// The seat with an open offer of a draw.
    pub(crate) fn offer_by_anybody(&self) -> Option<Seat> {
        let open = self.offers.iter().find(|offer| offer.is_open());
        open.map(|offer| offer.seat)
    }

    /// Tells whether the seat has an open offer of a draw.
    pub(crate) fn has_open_offer(&self, seat: Seat) -> bool {
        let mut offers = self.offers.iter();
        offers.any(|offer| offer.is_open() && offer.seat == seat)
    }

    /// The claims of silence: claiming seat, accused seat, step.
    pub(crate) fn claims(&self) -> impl Iterator<Item = (Seat, Seat, u64)> {
        let all = self.by_seat.iter().flatten();
        all.filter_map(|held| match held.statement {
            Statement::Claim { against, step } => Some((held.note.seat, against, step)),
            _ => None,
        })
    }

    /// The first answer of another seat to that offer.
    fn answer_to(&self, by: Seat, proposal: Digest) -> Option<Answer> {
        let others = self.by_seat.iter().flatten();
        let mut others = others.filter(|held| held.note.seat != by);
        others.find_map(|held| match held.statement {
            Statement::Answer {
                proposal: to,
                accept,
            } if to == proposal => Some(Answer {
                seat: held.note.seat,
                seq: held.note.seq,
                accept,
            }),
            _ => None,
        })
    }

    /// Takes a note in. An answer may come before its offer: files hold notes by seat.
    fn add(&mut self, held: Held) {
        let (seat, seq, id) = (held.note.seat, held.note.seq, held.id);
        let statement = held.statement;
        if let Some(notes) = self.by_seat.get_mut(seat.index()) {
            notes.push(held);
        }
        if statement == Statement::ProposeDraw {
            self.offers.push(Offer {
                seat,
                seq,
                id,
                answer: None,
                confirms: 0,
            });
        }
        let answers = self
            .offers
            .iter()
            .map(|offer| self.answer_to(offer.seat, offer.id));
        let answers: Vec<Option<Answer>> = answers.collect();
        for (offer, answer) in self.offers.iter_mut().zip(answers) {
            offer.answer = answer;
        }
    }
}

impl Chain {
    /// Takes in a note, all or nothing.
    pub(crate) fn admit_note(&mut self, note: &Note) -> Result<Admission, Objection> {
        let Some(entry) = self.manifest().seat(note.seat) else {
            return Err(Objection::Foreign);
        };
        if note.sid != self.sid() {
            return Err(Objection::Foreign);
        }
        let id = note.id();
        let held = self.notes.get(note.seat, note.seq);
        if held.is_some_and(|held| held.id() == id) {
            return Ok(Admission::Known);
        }
        if !note.is_signed_by(&entry.key) {
            return Err(Objection::BadSignature);
        }
        let at = self.step_of_root(&note.at_root);
        let breach = |breach| {
            Objection::Breach(Proof {
                step: at.map_or(self.step(), |at| at + 1),
                seat: note.seat,
                breach,
            })
        };
        if held.is_some() {
            return Err(breach(Breach::TwoNotes));
        }
        if note.seq != self.notes.count(note.seat) + 1 {
            return Err(Objection::Ahead);
        }
        let before = self.notes.of(note.seat).last();
        if note.prev != before.map_or([0; 32], |held| held.id) {
            return Err(Objection::OtherHistory);
        }
        let Some(at) = at else {
            return Err(Objection::Ahead);
        };
        let statement = Statement::from_bytes(note.kind, &note.body)
            .map_err(|cause| breach(Breach::Malformed(cause)))?;
        let earlier = before.and_then(|held| self.step_of_root(&held.note.at_root));
        if earlier.is_some_and(|earlier| earlier > at) {
            return Err(breach(Breach::NoteGoesBack));
        }
        if self.closed().is_some() || self.closing(note.seat).is_some() {
            return Err(breach(Breach::HiddenNotes));
        }
        if let Statement::Claim { against, .. } = statement
            && (against == note.seat || self.manifest().seat(against).is_none())
        {
            let what = CodecError::Bounds("a claim against nobody else");
            return Err(breach(Breach::Malformed(what)));
        }
        let events = self.note_events(note.seat, statement);
        self.notes.add(Held {
            note: note.clone(),
            id,
            statement,
        });
        Ok(Admission::New(events))
    }

    fn note_events(&self, seat: Seat, statement: Statement) -> Vec<SessionEvent> {
        let event = match statement {
            Statement::ProposeDraw => SessionEvent::DrawOffered(seat),
            Statement::Resign => SessionEvent::Resigned(seat),
            Statement::Claim { against, .. } => SessionEvent::Claimed { by: seat, against },
            Statement::Answer { proposal, accept } => {
                // an answer to no open offer stands in the sequence and does nothing
                match self.notes.offer_to(seat) {
                    Some((_, id)) if id == proposal => SessionEvent::DrawAnswered(seat, accept),
                    _ => return Vec::new(),
                }
            }
        };
        vec![event]
    }

    /// The step whose root is given.
    fn step_of_root(&self, root: &Digest) -> Option<u64> {
        let index = self.roots.iter().rposition(|known| known == root)?;
        u64::try_from(index).ok()
    }

    /// Tells whether the seat may sign another note.
    pub(crate) fn may_sign_note(&self, seat: Seat) -> bool {
        self.notes.count(seat) < MAX_NOTES
    }
}
