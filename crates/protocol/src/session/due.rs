//! What this seat may sign now, and what it must: worked out from the parts, changing nothing.

use rules::{AnyOrder, Rules};

use super::ProposeError;
use super::parts::Match;
use super::signer::Signer;
use crate::chain::{Chain, Plan, Rehearsed, Round, TurnError};
use crate::codec::{decode_canonical, encode};
use crate::file::{Choice, Wish};
use crate::record::{
    Agreement, CloseBody, CommitBody, ConfirmBody, LockBody, MAX_ORDERS, Opening, RevealBody,
};
use crate::{Kind, Seat};

/// One seat's view of a match that all have signed. All methods are questions.
///
/// The permissions stand in each other: `unfinished` (a resignation is possible), `in_match` (it can be continued by
/// consent), `in_play` (this seat may decide), `may_sign` (and may sign the decision now). `next` is what follows
/// without anybody's decision.
#[derive(Clone, Copy)]
pub(super) struct Due<'a> {
    game: &'a Match,
    signer: &'a Signer,
    seat: Seat,
}

impl<'a> Due<'a> {
    pub(super) fn new(game: &'a Match, signer: &'a Signer) -> Self {
        Self {
            game,
            signer,
            seat: signer.seat(),
        }
    }

    /// The match, and this seat.
    pub(super) fn of(self) -> (&'a Match, Seat) {
        (self.game, self.seat)
    }

    /// The decision of those orders, in the bytes of the family.
    pub(super) fn decision(self, orders: &[AnyOrder]) -> Result<Decision, ProposeError> {
        let chain = self.in_play()?.chain();
        let side = chain.manifest().side_of(self.seat);
        match (chain.plan(), side) {
            (Plan::Orders { .. }, Some(side)) => {
                // more would not fit the record, and the peer's gate would refuse it (threat 12)
                if orders.len() > MAX_ORDERS {
                    return Err(ProposeError::TooMany);
                }
                let rehearsed = chain.rehearse(self.seat, side, orders)?;
                let position = chain.position();
                let bytes = orders.iter().map(|order| position.order_bytes(order));
                // the rehearsal above has carried every one of them out
                let wire = bytes.map(|bytes| bytes.expect("a carried out order has bytes"));
                Ok(Decision::Orders {
                    wire: wire.collect(),
                    rehearsed: Box::new(rehearsed),
                })
            }
            (Plan::Commit(round), Some(side)) if round.asks(self.seat) => {
                let [order] = orders else {
                    return Err(ProposeError::Secret(orders.len()));
                };
                let illegal = |cause| ProposeError::Illegal { index: 0, cause };
                let position = chain.position();
                let is_whole = chain.openers(round, side).len() == 1;
                let sealed = match chain.member(self.seat).filter(|_| !is_whole) {
                    // what spans the parts of several is checked once the others' are here
                    Some(member) => position.seal_part(side, member, order),
                    None => position.seal(side, order),
                };
                let parts = sealed.map_err(illegal)?;
                let parts = parts.into_iter().map(|part| (part.slot, part.payload));
                Ok(Decision::Secret {
                    round: round.clone(),
                    parts: parts.collect(),
                    order: order.clone(),
                })
            }
            _ => Err(ProposeError::NotYourTurn),
        }
    }

    /// The match, if this seat may still decide something in it.
    pub(super) fn in_play(self) -> Result<&'a Match, ProposeError> {
        match self.in_match()? {
            // a record of a later step would convict this seat
            game if game.chain().notes().has_resigned(self.seat) => Err(ProposeError::Resigned),
            game if game.ledger.is_halted() => Err(ProposeError::Diverged),
            game => Ok(game),
        }
    }

    /// The match, if it continues or the players can continue it by consent.
    pub(super) fn in_match(self) -> Result<&'a Match, ProposeError> {
        let game = self.unfinished()?;
        match game.ledger.is_halted_for_good() {
            true => Err(ProposeError::Halted),
            false => Ok(game),
        }
    }

    /// The match, if it has no result.
    pub(super) fn unfinished(self) -> Result<&'a Match, ProposeError> {
        let game = self.game;
        match game.chain().outcome() {
            Some(_) => Err(ProposeError::Over),
            // both programs hold the match to be over then, and a signature would take the claim away
            None if game.ending.is_on_time() => Err(ProposeError::TimeUp),
            None => Ok(game),
        }
    }

    /// The match, if this seat may sign records in it now.
    pub(super) fn may_sign(self) -> Result<&'a Match, ProposeError> {
        let game = self.in_play()?;
        self.is_in_step()?;
        Ok(game)
    }

    /// Refuses if the peer may hold records of this seat that are not here.
    pub(super) fn is_in_step(self) -> Result<(), ProposeError> {
        let game = self.game;
        // before the line is asked about: no HEAD makes strange files own
        if self.signer.is_strange() {
            return Err(ProposeError::OlderCopy);
        }
        // whatever this seat signed besides could be undone by the new match, or undo it (threat 66)
        if game.is_frozen() {
            return Err(ProposeError::GoingOn);
        }
        // with nobody else at the table there is nobody to hear
        let may_sign = game.hearing.may_sign(game.chain().step());
        if !may_sign && !game.is_alone(self.seat) {
            return Err(ProposeError::NotHeard);
        }
        match game.waits_for_own(self.seat) {
            true => Err(ProposeError::Missing),
            false => Ok(()),
        }
    }

    /// The next record that this seat's program signs without asking its player.
    pub(super) fn next(self) -> Option<Automatic> {
        let game = self.game;
        let chain = game.chain();
        // a seat that agrees that its time was up signs nothing that takes the claim away
        if game.is_final() || game.ending.is_on_time() || self.is_in_step().is_err() {
            return None;
        }
        if game.ledger.is_halted() {
            // this program confirms its own position anyway: nothing continues without the confirmation
            let is_due = *chain.plan() == Plan::Confirm && chain.awaited().contains(&self.seat);
            return is_due.then(|| self.confirmation());
        }
        if chain.is_closable() {
            // a closing record would move the step from which the new match begins
            let ends_in_new_match = game.continuing.may_end_in_new_match() || game.leaving.asks();
            let may_close = self.may_close() && !ends_in_new_match;
            return may_close.then(|| {
                chain.outcome().map(|outcome| {
                    let body = CloseBody {
                        result: outcome.into(),
                        state: chain.position_digest(),
                        notes: chain.notes().seen(),
                        resigned: chain.notes().stated_resignations(),
                    };
                    Automatic::Sign(Kind::Close, encode(&body))
                })
            })?;
        }
        // at a table a resignation alone ends nothing, and whatever this seat signed after it would convict it
        let has_resigned = chain.notes().has_resigned(self.seat);
        if has_resigned || !chain.awaited().contains(&self.seat) {
            return None;
        }
        match chain.plan() {
            Plan::Commit(_) if chain.agreement_of_another(self.seat).is_some() => {
                // the seat that made the offer stands by the offer, in place of a choice
                let answer = chain.agreement_of_another(self.seat)?;
                let taken = chain.agreement(answer).ok()?;
                if !chain.assents(&taken, self.seat) {
                    return None;
                }
                let assent = Agreement {
                    answer: Some(answer.id()),
                    ..taken
                };
                Some(Automatic::Sign(Kind::Agree, assent.to_bytes()?))
            }
            Plan::Commit(_) | Plan::Orders { .. }
                if chain.decides(self.seat) && granted(chain, self.seat).is_some() =>
            {
                let taken = granted(chain, self.seat)?;
                Some(Automatic::Sign(Kind::Agree, taken.to_bytes()?))
            }
            Plan::Commit(round) if !chain.plan().is_secret_of(self.seat) => {
                Some(Automatic::Coin(round.clone()))
            }
            Plan::Commit(round) => {
                let parts = self.part_to_seal(round)?;
                Some(Automatic::Part(round.clone(), parts))
            }
            // without the choice at hand this seat could not reveal later, and whoever has locked must reveal
            Plan::Lock(round) => match self.choice_of(round) {
                Some(_) => {
                    let lock = || Automatic::Sign(Kind::Lock, encode(&LockBody {}));
                    self.may_lock(round).then(lock)
                }
                None => Some(Automatic::LostChoice),
            },
            // of a round that was sealed in the match before not all may have locked
            Plan::Reveal(round) if round.carried_from.is_some() && !self.may_lock(round) => None,
            Plan::Reveal(round) => Some(match self.opening_of(round) {
                Some(body) => Automatic::Sign(Kind::Reveal, encode(&body)),
                None => Automatic::LostChoice,
            }),
            Plan::Confirm => Some(self.confirmation()),
            Plan::Orders { .. } | Plan::Close => None,
        }
    }

    /// The opening of what this seat has sealed in that round; none if the private file lacks it.
    fn opening_of(self, round: &Round) -> Option<RevealBody> {
        if round.carried_from.is_some() {
            // its opening was taken along
            return self.carried_opening(round);
        }
        let choice = self.choice_of(round)?;
        let openings = self
            .signer
            .openings(&self.game.chain().sid(), round.step, choice);
        Some(RevealBody(openings))
    }

    /// True if the others wait for this seat to open what it can open no more.
    pub(super) fn has_lost_choice(self) -> bool {
        let chain = self.game.chain();
        match chain.plan() {
            Plan::Reveal(round) => {
                chain.awaited().contains(&self.seat) && self.opening_of(round).is_none()
            }
            _ => false,
        }
    }

    /// The opening of what was sealed in the match before: this seat's own, and the parts of mates who are gone, as they
    /// have shown them. None if one is not here.
    fn carried_opening(self, round: &Round) -> Option<RevealBody> {
        let game = self.game;
        let own = game.later.opening();
        let own: Option<RevealBody> = own.and_then(|body| decode_canonical(body).ok());
        let RevealBody(own) = own.unwrap_or(RevealBody(Vec::new()));
        let opens = game.chain().opens(round, self.seat).into_iter();
        let openings = opens.map(|(sealer, commitment)| {
            let shown = game.plans.of(sealer, round);
            let shown = shown.filter(|_| sealer != self.seat);
            let openings = shown.map_or(own.as_slice(), |plan| plan.openings.as_slice());
            let opening = openings.iter().find(|one| one.slot == commitment.slot);
            opening.cloned()
        });
        openings.collect::<Option<Vec<Opening>>>().map(RevealBody)
    }

    fn confirmation(self) -> Automatic {
        let (game, chain) = (self.game, self.game.chain());
        let confirm = ConfirmBody {
            state: chain.position_digest(),
            notes: chain.notes().seen(),
        };
        let (over_ms, terms) = (game.timer.over_ms(), &chain.manifest().terms);
        Automatic::Sign(Kind::Confirm, confirm.to_bytes(&over_ms, terms))
    }

    /// True if the closing record of this seat is due. If notes ended the match under way, all seats must close the
    /// same step: so a seat that signed an ending note waits until the others are known to have stopped too.
    fn may_close(self) -> bool {
        let chain = self.game.chain();
        let notes = chain.notes();
        let closers = chain.closers();
        let is_due = closers.contains(&self.seat);
        let mut others = closers.into_iter().filter(|seat| *seat != self.seat);
        let stopped =
            others.all(|other| notes.has_resigned(other) || chain.closing(other).is_some());
        is_due
            && chain.closing(self.seat).is_none()
            && (*chain.plan() == Plan::Close || !notes.has_resigned(self.seat) || stopped)
    }

    /// The kept choice of a round, if it is the one that this seat has committed to there.
    pub(super) fn choice_of(self, round: &Round) -> Option<&'a Choice> {
        let game = self.game;
        let chain = game.chain();
        let choice = game.later.choice_in(round)?;
        // the commitment is pending until all have committed, and part of the round from then on
        let committed = match chain.pending(self.seat) {
            Some(record) if record.kind == Kind::Commit => decode_canonical(&record.body).ok(),
            _ => round.commitments.get(&self.seat).cloned().map(CommitBody),
        };
        let CommitBody(committed) = committed?;
        let ours = self.signer.commitments(&chain.sid(), round, &choice.parts);
        // an older private file may hold another choice, and opening that one would convict
        (committed == ours).then_some(choice)
    }
}

impl From<TurnError> for ProposeError {
    fn from(cause: TurnError) -> Self {
        match cause {
            TurnError::Illegal { index, cause } => Self::Illegal { index, cause },
            TurnError::AfterEnd => Self::AfterEnd,
            TurnError::Unfinished => Self::Unfinished,
        }
    }
}

/// A decision of the user, checked and in the bytes of the family.
pub(super) enum Decision {
    Orders {
        wire: Vec<Vec<u8>>,
        rehearsed: Box<Rehearsed>,
    },
    Secret {
        round: Round,
        parts: Vec<(u16, Vec<u8>)>,
        order: AnyOrder,
    },
}

impl Decision {
    /// The decision as the private file keeps it, for the present step.
    pub(super) fn into_wish(self, chain: &Chain) -> Wish {
        let (orders, parts) = match self {
            Self::Orders { wire, .. } => (wire, Vec::new()),
            Self::Secret { parts, .. } => (Vec::new(), parts),
        };
        Wish {
            step: chain.step(),
            prev: chain.root(),
            orders,
            parts,
        }
    }
}

/// An action that a program takes without asking its user.
pub(super) enum Automatic {
    /// It signs a record of that kind with that body.
    Sign(Kind, Vec<u8>),
    /// It commits to a coin in that round, which the private file keeps first.
    Coin(Round),
    /// It commits to our player's part of a set-up, which the private file keeps first.
    Part(Round, Vec<(u16, Vec<u8>)>),
    /// It must open a choice that its private file does not hold, and halts.
    LostChoice,
}

/// Takes what this seat has asked for, or granted to another, and every other team has granted, in place of this seat's
/// decision.
fn granted(chain: &Chain, seat: Seat) -> Option<Agreement> {
    match chain.manifest().has_table() {
        true => chain.takes(seat, false).filter(|_| chain.wants_back(seat)),
        false => {
            let (proposal, _) = chain.granted_to(seat)?;
            Some(Agreement {
                proposals: vec![proposal],
                answer: None,
            })
        }
    }
}
