//! The notes of a match and their effects.
//!
//! Notes stand outside the chain of steps, since a player resigns or claims when no record of its own is due. So each
//! bears the number and the id of its seat's note before it and the root upon which it was signed: without the number
//! a note could be left out unseen, without the root a resignation could be dated back before a result (threat 33).
//! Statements, which older copies sign, are stored next to that sequence: no note takes the place of another (rows 70 to 72).

use std::collections::{BTreeMap, BTreeSet};

use rules::{AGREED, Outcome, RESIGN, Rules};

use super::offers::{Offer, Offered, Offers};
use super::{Admission, Chain, Objection};
use crate::bounds::MAX_NOTES;
use crate::codec::{CodecError, decode_canonical};
use crate::event::AskedBack;
use crate::fault::{Breach, Proof};
use crate::hash::Digest;
use crate::manifest::{ClaimEffect, Pace};
use crate::note::Statement;
use crate::record::{CloseBody, NotesSeen, has_bit};
use crate::{CALLED_OFF, Kind, Manifest, Note, ON_TIME, Seat, SessionEvent};

/// The milliseconds by which a machine's clock may have been set back while its player waited.
const CLOCK_SET_MS: u64 = 10_000;
/// The claims of silence that are kept of one seat without a number: one for each step and accused seat, and only that of
/// the current step counts.
const MAX_STATEMENTS: usize = 64;

/// The content of a statement: the step on whose root it was signed, its kind and its body.
type Content = (u64, u8, Vec<u8>);

/// Every note of a match that is held, by seat and number.
#[derive(Debug, Clone)]
pub(crate) struct Notes {
    /// For each seat, its numbered notes, their ids and what they say.
    by_seat: Vec<Vec<Held>>,
    /// For each seat, what older copies of its files have signed: one of each content, in the order of the steps.
    statements: Vec<BTreeMap<Content, Held>>,
    offers: Offers,
}

#[derive(Debug, Clone)]
struct Held {
    note: Note,
    id: Digest,
    statement: Statement,
    /// The step upon whose root the note was signed.
    at: u64,
}

/// A claim of silence that counts now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StandingClaim {
    /// It owes nothing in the present step.
    pub by: Seat,
    /// It is awaited in the present step.
    pub against: Seat,
    /// The agreed effect, if the claim is true. Nobody can prove it.
    pub effect: ClaimEffect,
}

impl StandingClaim {
    /// The agreed result if the claim is true.
    pub fn outcome(&self, manifest: &Manifest) -> Option<Outcome> {
        match self.effect {
            ClaimEffect::Nothing => None,
            ClaimEffect::Loss => {
                let winners = manifest.sides().without(manifest.allies(self.against));
                Some(Outcome::Won(winners, ON_TIME))
            }
            ClaimEffect::Abort => Some(Outcome::Drawn(CALLED_OFF)),
        }
    }
}

impl Notes {
    pub(super) fn new(seats: usize) -> Self {
        Self {
            by_seat: vec![Vec::new(); seats],
            statements: vec![BTreeMap::new(); seats],
            offers: Offers::default(),
        }
    }

    /// The offers that the notes make.
    pub(super) fn offers(&self) -> &Offers {
        &self.offers
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

    pub(crate) fn get(&self, seat: Seat, seq: u32) -> Option<&Note> {
        let index = usize::try_from(seq.checked_sub(1)?).ok()?;
        self.of(seat).get(index).map(|held| &held.note)
    }

    /// Every note signed on the root of that step, by seat and number; then the statements, by seat.
    pub(super) fn upon(&self, step: u64) -> impl Iterator<Item = &Note> {
        let numbered = self.by_seat.iter().flat_map(move |notes| {
            // a seat's notes never go back to an earlier step
            let from = notes.partition_point(|held| held.at < step);
            notes[from..].iter().take_while(move |held| held.at == step)
        });
        let first = (step, 0, Vec::new());
        let statements = self.statements.iter().flat_map(move |statements| {
            let same = statements.range(first.clone()..);
            let same = same.take_while(move |((at, ..), _)| *at == step);
            same.map(|(_, held)| held)
        });
        numbered.chain(statements).map(|held| &held.note)
    }

    /// Returns `true` if that note is held.
    fn holds_note(&self, note: &Note) -> bool {
        match note.is_statement() {
            true => self.statements_of(note.seat).any(|held| held.note == *note),
            false => {
                let held = self.get(note.seat, note.seq);
                held.is_some_and(|held| held.id() == note.id())
            }
        }
    }

    fn statements_of(&self, seat: Seat) -> impl DoubleEndedIterator<Item = &Held> {
        let statements = self.statements.get(seat.index()).into_iter();
        statements.flat_map(BTreeMap::values)
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

    /// True if all named notes are held.
    pub(super) fn holds(&self, seen: &[NotesSeen]) -> bool {
        // as many notes and the same last one: by the chain of `prev` ids, all before it are the same too
        let holds = |(notes, seen): (&Vec<Held>, &NotesSeen)| match seen.count.checked_sub(1) {
            None => seen.last == [0; 32],
            Some(index) => usize::try_from(index)
                .ok()
                .and_then(|index| notes.get(index))
                .is_some_and(|held| held.id == seen.last),
        };
        seen.len() == self.by_seat.len() && self.by_seat.iter().zip(seen).all(holds)
    }

    /// The step upon whose root the seat resigned on its own files, among its first `count` notes.
    pub(super) fn resigned_at(&self, seat: Seat, count: u32) -> Option<u64> {
        let notes = self.of(seat).iter();
        let mut seen = notes.take_while(|held| held.note.seq <= count);
        let resigned = seen.find(|held| held.statement == Statement::Resign);
        resigned.map(|held| held.at)
    }

    /// Returns `true` if the seat resigned by a statement, on files that may be an older copy.
    fn has_stated_resignation(&self, seat: Seat) -> bool {
        let mut statements = self.statements_of(seat);
        statements.any(|held| held.statement == Statement::Resign)
    }

    /// The seats of which a statement of resignation is held, bit `n` for seat `n`.
    pub(crate) fn stated_resignations(&self) -> u8 {
        let seats = (0..8).filter(|seat| self.has_stated_resignation(Seat(*seat)));
        seats.fold(0, |bits, seat| bits | 1 << seat)
    }

    /// True if the seat resigned, on whatever files.
    pub(crate) fn has_resigned(&self, seat: Seat) -> bool {
        self.has_resigned_on_own_files(seat) || self.has_stated_resignation(seat)
    }

    pub(crate) fn has_resigned_on_own_files(&self, seat: Seat) -> bool {
        self.resigned_at(seat, u32::MAX).is_some()
    }

    /// True if the seat signed a note that no older copy of its files can have signed.
    pub(crate) fn has_bound_itself(&self, seat: Seat) -> bool {
        self.count(seat) > 0
    }

    /// Takes a note in. An answer may come before its offer: files hold notes by seat.
    fn add(&mut self, held: Held) {
        let Held {
            note,
            id,
            statement,
            at,
        } = &held;
        // the answer is looked for among all notes held, since it may have been read before this one
        let others = |seat: Seat, of: &Self| {
            let others = of.by_seat.iter().flatten();
            let mut others = others.filter(|held| held.note.seat != seat);
            others.any(|held| held.statement == Statement::Decline { proposal: *id })
        };
        let is_declined = others(note.seat, self);
        // dead offers are kept as well: an AGREE that names one convicts, and one that names nothing does not
        let mut offer = |what| {
            self.offers.make(
                *id,
                Offer {
                    seat: note.seat,
                    what,
                    at: *at,
                    is_declined,
                },
            )
        };
        match *statement {
            Statement::ProposeDraw => offer(Offered::Draw),
            Statement::ProposeTakeback { to } => offer(Offered::Takeback(to)),
            Statement::GrantTakeback { proposal } => offer(Offered::Grant(proposal)),
            Statement::Decline { proposal } => self.offers.decline(&proposal, note.seat),
            Statement::Resign | Statement::Claim { .. } => {}
        }
        if let Some(notes) = self.by_seat.get_mut(note.seat.index()) {
            notes.push(held);
        }
    }
}

impl Chain {
    /// Takes in a note, all or nothing.
    pub(crate) fn admit_note(&mut self, note: &Note) -> Result<Admission, Objection> {
        let Some(entry) = self.manifest().present_seat(note.seat) else {
            return Err(Objection::Foreign);
        };
        if note.sid != self.sid() {
            return Err(Objection::Foreign);
        }
        // known ones pass without a check of the signature: after each break of the line all of them come again
        if self.notes.holds_note(note) {
            return Ok(Admission::Known);
        }
        if !note.is_signed_for(entry) {
            return Err(Objection::BadSignature);
        }
        self.admit_signed_note(note)
    }

    /// Admits a note of this match whose signature was verified before.
    pub(crate) fn admit_signed_note(&mut self, note: &Note) -> Result<Admission, Objection> {
        // asked again, since the judge comes in here directly
        if self.manifest().is_gone(note.seat) {
            return Err(Objection::Foreign);
        }
        if self.notes.holds_note(note) {
            return Ok(Admission::Known);
        }
        match note.is_statement() {
            true => self.admit_statement(note),
            false => self.admit_numbered(note),
        }
    }

    /// Admits a statement, which has no place among the notes of its seat and convicts nobody. Of several of one content
    /// the first counts.
    fn admit_statement(&mut self, note: &Note) -> Result<Admission, Objection> {
        let at = self.step_of_root(&note.at_root).ok_or(Objection::Ahead)?;
        let statement = Statement::from_bytes(note.kind, &note.body);
        let statement = statement.map_err(|_malformed| Objection::Stale)?;
        let is_sound = match statement {
            Statement::Resign => !self.notes.has_stated_resignation(note.seat),
            Statement::Claim { against, step } => {
                let is_seat = self.manifest().seat(against).is_some();
                // a claim says what is missing in the step that follows the root; any other would count for nothing
                is_seat
                    && against != note.seat
                    && step == at.saturating_add(1)
                    && self.notes.statements_of(note.seat).count() < MAX_STATEMENTS
            }
            _ => false,
        };
        // once its seat has closed the match, another copy of the seat's files knew better
        let is_over = self.closed().is_some() || self.closing(note.seat).is_some();
        let key = (at, note.kind, note.body.clone());
        let statements = self.notes.statements.get(note.seat.index());
        let is_held = statements.is_none_or(|statements| statements.contains_key(&key));
        if !is_sound || is_over || is_held {
            return Err(Objection::Stale);
        }
        let id = note.id();
        let events = self.note_events(note.seat, &id, statement);
        if let Some(statements) = self.notes.statements.get_mut(note.seat.index()) {
            let held = Held {
                note: note.clone(),
                id,
                statement,
                at,
            };
            statements.insert(key, held);
        }
        Ok(Admission::New(events))
    }

    fn admit_numbered(&mut self, note: &Note) -> Result<Admission, Objection> {
        let id = note.id();
        let at = self.step_of_root(&note.at_root);
        let breach = |breach| {
            Objection::Breach(Proof {
                step: at.map_or(self.step(), |at| at.saturating_add(1)),
                seat: note.seat,
                breach,
            })
        };
        // before the note's place is looked at: its signer has given the number twice, whatever each names before it
        if self.notes.get(note.seat, note.seq).is_some() {
            return Err(breach(Breach::TwoNotes));
        }
        // a gap: the notes between are on their way, or the file lacks them
        if note.seq != self.notes.count(note.seat).saturating_add(1) {
            return Err(Objection::Ahead);
        }
        // each note names the one before it, so that none can be left out or exchanged (threat 33)
        let before = self.notes.of(note.seat).last();
        if note.prev != before.map_or([0; 32], |held| held.id) {
            return Err(Objection::OtherHistory);
        }
        // upon a root that is not here yet: the steps up to it may still come
        let Some(at) = at else {
            return Err(Objection::Ahead);
        };
        // only once the note is known to belong here: bytes convict within their own history alone
        let statement = Statement::from_bytes(note.kind, &note.body)
            .map_err(|cause| breach(Breach::Malformed(cause)))?;
        // the roots of a seat's notes rise: a later note upon an earlier root would be a resignation dated back
        if before.is_some_and(|held| held.at > at) {
            return Err(breach(Breach::NoteGoesBack));
        }
        // the seat's closing record says how many notes it has signed: one more was hidden from the result
        if self.closed().is_some() || self.closing(note.seat).is_some() {
            return Err(breach(Breach::HiddenNotes));
        }
        if let Statement::Claim { against, .. } = statement
            // the body names any seat: one that does not exist would never be awaited, and the claim would stand
            // for nothing
            && (against == note.seat || self.manifest().seat(against).is_none())
        {
            let what = CodecError::Bounds("a claim against nobody else");
            return Err(breach(Breach::Malformed(what)));
        }
        let marks = self.marks_of(note.seat);
        // a resignation upon an old root, shown after later records of its seat, would end a match at a moment of its
        // choice: before the rules' own result, or after having seen what the other would play
        // of a step with several seats the record may have crossed the note; of one alone it cannot have
        if statement == Statement::Resign
            && (marks.signed > at.saturating_add(1) || marks.alone > at)
        {
            return Err(breach(Breach::AfterResigning));
        }
        // before the note is added: the events ask what stood when it was signed
        let events = self.note_events(note.seat, &id, statement);
        self.notes.add(Held {
            note: note.clone(),
            id,
            statement,
            at,
        });
        Ok(Admission::New(events))
    }

    /// The result by resignations for a signer who has seen those notes, and statements of resignation of the seats
    /// `stated`: the last team wins that has a seat left which has not resigned, and if none has, it is a draw. A
    /// resignation on or after the step that gave the rules' own result came after it and does nothing. A statement
    /// counts unless another seat has signed a result by then.
    pub(super) fn ending(&self, seen: &[NotesSeen], stated: u8) -> Option<Outcome> {
        self.ending_with(seen, stated, &BTreeMap::new())
    }

    /// The same if those seats have resigned as well, each on the root of a step.
    fn ending_with(
        &self,
        seen: &[NotesSeen],
        stated: u8,
        displaced: &BTreeMap<Seat, u64>,
    ) -> Option<Outcome> {
        let count = |seat: Seat| seen.get(seat.index()).map_or(0, |seen| seen.count);
        let seats = self.manifest().present();
        let is_bound = |seat: &Seat| {
            let held = self.notes.resigned_at(*seat, count(*seat));
            let mut all = held.into_iter().chain(displaced.get(seat).copied());
            all.any(|at| self.is_before_result(at))
        };
        let bound: BTreeSet<Seat> = seats.iter().copied().filter(is_bound).collect();
        // one from an older copy gives way to every other end: another copy of the same seat may have played on to it
        self.ended_by(&bound).or_else(|| {
            let is_stated = |seat: &Seat| has_bit(stated, *seat) && !self.has_signed_result(*seat);
            let stated = seats.into_iter().filter(is_stated);
            self.ended_by(&stated.chain(bound.clone()).collect())
        })
    }

    /// Returns `true` if a resignation on the root of that step came before the rules' own result: after it the game was
    /// over, and nobody loses it by resigning.
    fn is_before_result(&self, at: u64) -> bool {
        self.ruled.is_none_or(|ruled| at < ruled)
    }

    /// The result if those seats have resigned as well, each on the root of a step, by notes that others of the same seat
    /// have displaced.
    pub(crate) fn outcome_with(&self, resigned: &BTreeMap<Seat, u64>) -> Option<Outcome> {
        if resigned.is_empty() || self.closed.is_some() {
            return self.outcome();
        }
        // by the same rule as those that are held: what a cheat adds must not make another seat's old statement count
        let (seen, stated) = (self.notes.seen(), self.notes.stated_resignations());
        let ended = self.ending_with(&seen, stated, resigned);
        ended.or_else(|| self.outcome())
    }

    /// The result if those seats have resigned: a team that has a seat left alone wins, and if no team has, the match is
    /// drawn. While two teams or more have one, the match has no result.
    fn ended_by(&self, resigned: &BTreeSet<Seat>) -> Option<Outcome> {
        // asked for every frame: mostly nobody has
        if resigned.is_empty() {
            return None;
        }
        let manifest = self.manifest();
        // who is gone, or whose side is out, is none of those who play on
        let left = self.in_play().into_iter();
        let left = left.filter(|seat| !resigned.contains(seat));
        let teams: Vec<u8> = left.filter_map(|seat| manifest.team_of(seat)).collect();
        let first = teams.first().copied();
        match first {
            // all: none may win by being the last
            None => Some(Outcome::Drawn(AGREED)),
            Some(team) if teams.iter().all(|other| *other == team) => {
                Some(Outcome::Won(manifest.sides_of_team(team), RESIGN))
            }
            Some(_) => None,
        }
    }

    /// True if another seat has signed on a result that the seat's statement did not give.
    fn has_signed_result(&self, seat: Seat) -> bool {
        let others = self.manifest().all_seats().into_iter();
        let mut others = others.filter(|other| *other != seat);
        others.any(|other| {
            let is_ruled = self
                .ruled
                .is_some_and(|ruled| self.marks_of(other).signed > ruled);
            // the AGREE stands in the last complete step, or is pending in a step of several seats
            let last = self.steps.last().into_iter().flatten();
            let mut last = last.chain(self.pending.values());
            let has_agreed = self.is_agreed()
                && last.any(|record| record.seat == other && record.kind == Kind::Agree);
            // a closing record that names the statement closes by it
            let closes = self.closing(other).and_then(|record| {
                let body: CloseBody = decode_canonical(&record.body).ok()?;
                Some(!body.knows_resigned(seat))
            });
            is_ruled || has_agreed || closes == Some(true)
        })
    }

    fn note_events(&self, seat: Seat, id: &Digest, statement: Statement) -> Vec<SessionEvent> {
        let event = match statement {
            Statement::ProposeDraw => SessionEvent::DrawOffered(seat),
            Statement::ProposeTakeback { to } => {
                let asked = AskedBack {
                    seat,
                    note: *id,
                    turn: self.last_turn(seat).unwrap_or(self.position.turn().number),
                };
                // a note that asks for more than its seat's last turn asks for nothing: shown as a request for "the
                // last turn", it would be granted for another
                if !self.is_turn_back(seat, to) {
                    return Vec::new();
                }
                SessionEvent::TakebackAsked(asked)
            }
            Statement::GrantTakeback { proposal } => match self.asked_back(seat) {
                Some(asked) if asked.note == proposal => SessionEvent::TakebackAnswered(seat, true),
                _ => return Vec::new(),
            },
            Statement::Resign => SessionEvent::Resigned(seat),
            Statement::Claim { against, .. } => SessionEvent::Claimed { by: seat, against },
            Statement::Decline { proposal } => {
                // an answer to no open offer stands in the sequence and does nothing
                let asked = self.asked_back(seat).map(|asked| asked.note);
                match self.offer_to(seat) {
                    Some((_, id)) if id == proposal => SessionEvent::DrawAnswered(seat, false),
                    _ if asked == Some(proposal) => SessionEvent::TakebackAnswered(seat, false),
                    _ => return Vec::new(),
                }
            }
        };
        vec![event]
    }

    /// The claims of silence that count: for the present step and its history, by seats that owe nothing, against ones that
    /// do, while there is no result. With two seats at most one.
    pub(crate) fn claims(&self) -> Vec<StandingClaim> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        let awaited = self.awaited();
        let present = self.step();
        let effect = self.manifest().terms.claim;
        let mut claims = Vec::new();
        for seat in self.manifest().all_seats() {
            // only notes upon the present root: one that was signed before the accused's last record is answered by that
            // record
            let is_late = |held: &&Held| held.at.saturating_add(1) == present;
            let numbered = self.notes.of(seat).iter().rev().take_while(is_late);
            let stated = self.notes.statements_of(seat).rev().take_while(is_late);
            for held in numbered.chain(stated) {
                let Statement::Claim { against, step } = held.statement else {
                    continue;
                };
                let claim = StandingClaim {
                    by: held.note.seat,
                    against,
                    effect,
                };
                let is_due = awaited.contains(&against) && !awaited.contains(&claim.by);
                let is_due = is_due && !self.is_refuted(&held.note, against);
                // a second one for the same step adds nothing
                if step == present && is_due && !claims.contains(&claim) {
                    claims.push(claim);
                }
            }
        }
        claims
    }

    /// Returns `true` if the times of a claim's own signer say that the accused seat still had time: by the same clock it
    /// has signed a record after which the seat had longer than until the claim (section 6, Claims).
    ///
    /// The measure is the most that the claimant can have waited, less a little for a clock that is set right meanwhile.
    /// What it waited for in truth is known to its own program alone.
    fn is_refuted(&self, claim: &Note, against: Seat) -> bool {
        let terms = &self.manifest().terms;
        let decides = self.decides(against);
        let (kind, limit_ms) = match (decides, self.clocks()) {
            // the claimant's measures of the decisions before are signed with its CONFIRM, and count from there
            (true, Some(clocks)) => {
                let thought_ms = clocks.thought_ms(against).unwrap_or(0);
                let left_ms = clocks.left_ms(against).saturating_sub(thought_ms);
                (Some(Kind::Confirm), left_ms)
            }
            // without a limit no claim says that a time is up
            (true, None) if terms.pace == Pace::Untimed => return false,
            _ => (None, terms.answer_ms()),
        };
        let mut steps = self.steps.iter().rev().flatten();
        let own = steps.find(|record| {
            record.seat == claim.seat && kind.is_none_or(|kind| record.kind == kind)
        });
        own.is_some_and(|own| {
            let waited_ms = claim.sent_ms.saturating_sub(own.sent_ms);
            waited_ms.saturating_add(CLOCK_SET_MS) < limit_ms
        })
    }

    /// The claim of silence that counts before others: one that would end the match, else the first.
    pub(crate) fn claim(&self) -> Option<StandingClaim> {
        let claims = self.claims();
        let ends = claims.iter().find(|claim| self.outcome_of(claim).is_some());
        ends.or(claims.first()).copied()
    }

    /// The agreed result if the claim is true. At a table a loss ends the match only for the last seat of one of two teams,
    /// or the others would go on without it; and without a result it ends only once every other team has said the same.
    pub(crate) fn outcome_of(&self, claim: &StandingClaim) -> Option<Outcome> {
        let manifest = self.manifest();
        if !manifest.has_table() {
            return claim.outcome(manifest);
        }
        let seats = self.in_play();
        let team = manifest.team_of(claim.against);
        let mates = seats.iter().filter(|seat| manifest.team_of(**seat) == team);
        let others = self.other_teams(claim.against);
        let ends = match claim.effect {
            ClaimEffect::Nothing => false,
            ClaimEffect::Loss => mates.count() == 1 && others.len() == 1,
            ClaimEffect::Abort => {
                let claims = self.claims();
                let claims = claims.iter().filter(|other| other.against == claim.against);
                let by: BTreeSet<u8> = claims
                    .filter_map(|claim| manifest.team_of(claim.by))
                    .collect();
                others.is_subset(&by)
            }
        };
        claim.outcome(manifest).filter(|_| ends)
    }

    /// True if the seat may sign another note.
    pub(crate) fn may_sign_note(&self, seat: Seat) -> bool {
        self.notes.count(seat) < MAX_NOTES
    }
}
