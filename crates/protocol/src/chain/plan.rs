//! The plan of the next step, kind and contributors: a pure function of the agreed steps.

use std::collections::{BTreeMap, BTreeSet};

use rules::{Rules, Side, Sides, Slot, ToAct};

use super::Chain;
use crate::hash::Digest;
use crate::history::Deed;
use crate::record::Commitment;
use crate::{Kind, Seat};

/// Slot of a seat's contribution to a draw.
pub(crate) const COIN: Slot = Slot {
    number: 4,
    size: 32,
    member: 0,
};

/// The next step, as the agreed history determines it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Plan {
    Commit(Round),
    Lock(Round),
    Reveal(Round),
    /// The orders of a side, by one of its members.
    Orders {
        side: Side,
        seat: Seat,
    },
    Confirm,
    Close,
}

/// A round of COMMIT, LOCK and REVEAL.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Round {
    /// The COMMIT step.
    pub(crate) step: u64,
    /// The root before it.
    pub(crate) prev: Digest,
    /// The seats that choose unseen, rising on each side: one for each side that the rules ask, or every member that has
    /// a part of its choice; none in a mere draw.
    pub(crate) choosers: Vec<Seat>,
    /// Every seat gives a coin, from which the lots of the round are drawn.
    pub(crate) has_coins: bool,
    /// Where the choices were sealed, if that was in an older match: its id.
    pub(crate) carried_from: Option<Digest>,
    /// The commitments of each seat, once all are in.
    pub(crate) commitments: BTreeMap<Seat, Vec<Commitment>>,
}

impl Round {
    /// True if the seat chooses unseen in this round.
    pub(crate) fn asks(&self, seat: Seat) -> bool {
        self.choosers.contains(&seat)
    }
}

impl Plan {
    pub(crate) fn kind(&self) -> Kind {
        match self {
            Self::Commit(_) => Kind::Commit,
            Self::Lock(_) => Kind::Lock,
            Self::Reveal(_) => Kind::Reveal,
            Self::Orders { .. } => Kind::Orders,
            Self::Confirm => Kind::Confirm,
            Self::Close => Kind::Close,
        }
    }

    /// The round of the step, if there is one.
    pub(crate) fn round(&self) -> Option<&Round> {
        match self {
            Self::Commit(round) | Self::Lock(round) | Self::Reveal(round) => Some(round),
            Self::Orders { .. } | Self::Confirm | Self::Close => None,
        }
    }

    /// True if the step belongs to a round in which the seat chooses.
    pub(crate) fn is_secret_of(&self, seat: Seat) -> bool {
        self.round().is_some_and(|round| round.asks(seat))
    }
}

impl Chain {
    /// The slots that a seat commits to in a round, in rising order: those of its side's choice, or of its own part of it,
    /// and the coin.
    pub(crate) fn slots(&self, round: &Round, seat: Seat) -> Vec<Slot> {
        let side = self.manifest().side_of(seat);
        let side = side.filter(|_| round.asks(seat));
        // the slots depend on the position alone, so that their number and size reveal nothing
        let mut slots = side.map_or_else(Vec::new, |side| self.own_slots(side, seat));
        // a choice without slots leaves something to sign all the same: a record of a round is never empty
        if round.has_coins || slots.is_empty() {
            slots.push(COIN);
        }
        // records list their slots rising: one order for all makes commitments and openings comparable in pairs
        slots.sort_by_key(|slot| slot.number);
        slots
    }

    /// The slots of a side's choice that a seat fills: all of them, but where members have parts of it.
    fn own_slots(&self, side: Side, seat: Seat) -> Vec<Slot> {
        let mut slots = self.position().slots(side);
        if self.position().members(side) > 1 {
            let member = self.member(seat);
            slots.retain(|slot| Some(slot.member) == member);
        }
        slots
    }

    /// A seat's place among those that share its side: the number by which the rules know a member with leaders of its
    /// own.
    pub(crate) fn member(&self, seat: Seat) -> Option<u8> {
        let side = self.manifest.side_of(seat)?;
        let mut members = self.manifest.sharers(side);
        // once the parts of those who are gone are open, their mates have what they set up
        if members.len() != usize::from(self.position.members(side)) {
            members = self.manifest.present_members(side);
        }
        let place = members.iter().position(|member| *member == seat)?;
        u8::try_from(place).ok()
    }

    /// The members of a side who are gone and whose parts of a set-up their mates open, rising.
    pub(super) fn gone_sharers(&self, side: Side) -> Vec<u8> {
        let sharers = self.manifest.sharers(side).into_iter();
        let gone = sharers.filter(|seat| self.manifest.is_gone(*seat));
        gone.filter_map(|seat| self.member(seat)).collect()
    }

    /// What a seat opens in a round, by rising slots: each commitment with the seat that has sealed it. That is the seat
    /// itself, but where a choice was sealed in the match before by a member who is gone: the first mate who plays opens
    /// that one.
    pub(crate) fn opens(&self, round: &Round, seat: Seat) -> Vec<(Seat, Commitment)> {
        let sealed = round.commitments.iter();
        let own = sealed.filter(|(sealer, _)| self.opener_of(**sealer) == Some(seat));
        let own = own.flat_map(|(sealer, list)| list.iter().map(|one| (*sealer, *one)));
        let mut own: Vec<(Seat, Commitment)> = own.collect();
        own.sort_by_key(|(_, commitment)| commitment.slot);
        own
    }

    /// The seat that opens what a seat has sealed.
    fn opener_of(&self, sealer: Seat) -> Option<Seat> {
        let manifest = self.manifest();
        match manifest.is_gone(sealer) {
            false => Some(sealer),
            true => {
                let mates = manifest.present_members(manifest.side_of(sealer)?);
                mates.first().copied()
            }
        }
    }

    /// The seats that seal parts of a side's choice in a round, rising: those that choose, and in a round that was sealed
    /// in the match before those who are gone too.
    pub(crate) fn sealers(&self, round: &Round, side: Side) -> Vec<Seat> {
        if round.commitments.is_empty() {
            return self.openers(round, side);
        }
        let sealed = round.commitments.keys().copied();
        sealed
            .filter(|seat| self.manifest().side_of(*seat) == Some(side))
            .collect()
    }

    /// The seats that open parts of a side's choice in a round, rising.
    pub(crate) fn openers(&self, round: &Round, side: Side) -> Vec<Seat> {
        let mut seats = round.choosers.clone();
        seats.retain(|seat| self.manifest().side_of(*seat) == Some(side));
        seats.sort_unstable();
        seats
    }

    /// The seats that contribute to the planned step: a pure function of the manifest and the agreed history.
    pub(crate) fn contributors(&self) -> &[Seat] {
        &self.contributors
    }

    /// Plans a step, with its contributors.
    pub(super) fn take_plan(&mut self, plan: Plan) {
        self.contributors = self.contributors_to(&plan);
        self.plan = plan;
    }

    /// The plan after all whom it concerns have agreed on the position.
    pub(super) fn next_plan(&self) -> Plan {
        if self.rules_outcome().is_some() {
            return Plan::Close;
        }
        match self.position.to_act() {
            ToAct::One(side) => Plan::Orders {
                side,
                seat: self.member_to_decide(side),
            },
            ToAct::Secretly(sides) => match self.carried_round() {
                Some(round) => Plan::Reveal(round),
                None => Plan::Commit(self.round(sides)),
            },
            ToAct::Lots(_) => Plan::Commit(self.round(Sides::NONE)),
            ToAct::Nobody(_) => Plan::Close,
        }
    }

    /// The round with which a table goes on whose choices were sealed in the match before: they are opened at once.
    fn carried_round(&self) -> Option<Round> {
        let start = self.manifest.start.as_ref()?;
        let carried = start.carried.as_ref().filter(|_| self.step() == 1)?;
        let seats = carried.seats.iter();
        let openers = seats.clone().filter_map(|(seat, _)| self.opener_of(*seat));
        let openers: BTreeSet<Seat> = openers.collect();
        Some(Round {
            step: carried.step,
            prev: carried.prev,
            choosers: openers.into_iter().collect(),
            has_coins: false,
            carried_from: Some(carried.sid),
            commitments: seats.map(|(seat, body)| (*seat, body.0.clone())).collect(),
        })
    }

    fn round(&self, sides: Sides) -> Round {
        // a side whose players are gone is played by everybody alike
        let seated = sides.iter().filter(|side| self.is_seated(*side));
        let choosers = seated.flat_map(|side| self.choosers(side));
        Round {
            step: self.step(),
            prev: self.root(),
            choosers: choosers.collect(),
            // with two seats lots that follow from a choice are drawn from its round, and a round costs one flight
            // less; with more it would make a seat that chooses nothing hold up the choices of the others
            has_coins: !self.manifest.has_table() || sides == Sides::NONE,
            carried_from: None,
            commitments: BTreeMap::new(),
        }
    }

    /// The seats that choose for a side: each member that has a part of the choice, or the one that decides.
    fn choosers(&self, side: Side) -> Vec<Seat> {
        let mut members = self.manifest.present_members(side);
        members.retain(|seat| !self.own_slots(side, *seat).is_empty());
        match self.position.members(side) > 1 && !members.is_empty() {
            true => members,
            false => vec![self.member_to_decide(side)],
        }
    }

    /// The member of a side that decides: the one whose part of the turn it is, where members have leaders of their own.
    /// Else the members take the side's turns in turn, and decide whatever the rules ask of the side from one of them to
    /// the next.
    fn member_to_decide(&self, side: Side) -> Seat {
        let members = self.manifest.present_members(side);
        if let Some(member) = self.position.member(side) {
            // every member is there: the rules know no more of them than play
            return members.get(usize::from(member)).copied().unwrap_or(Seat(0));
        }
        let turn = match members.len() {
            // no count of turns is needed, and most matches have no shared side
            1 => 1,
            _ => self.history.turns_of(side, self.position.turn()).max(1),
        };
        let before = usize::try_from(turn.saturating_sub(1)).unwrap_or(0);
        let place = before.checked_rem(members.len()).unwrap_or(0);
        // a side without a seat that plays is never asked: everybody plays it alike
        members.get(place).copied().unwrap_or(Seat(0))
    }

    fn contributors_to(&self, plan: &Plan) -> Vec<Seat> {
        let all = || self.in_play();
        match plan {
            Plan::Orders { seat, .. } => vec![*seat],
            Plan::Commit(round) | Plan::Lock(round) | Plan::Reveal(round) => {
                match round.has_coins {
                    true => all(),
                    false => {
                        let mut seats = round.choosers.clone();
                        seats.sort_unstable();
                        seats
                    }
                }
            }
            Plan::Confirm => self.confirmers(),
            Plan::Close => self.closers(),
        }
    }

    /// The seats that confirm the position: with more than two those that decide next, so that a slow seat delays
    /// its own moves alone, and all of them once a round, so that no difference stays unseen for longer.
    fn confirmers(&self) -> Vec<Seat> {
        let all = self.in_play();
        if !self.manifest.has_table() || self.is_confirmed_by_all() {
            return all;
        }
        match self.next_plan() {
            Plan::Orders { seat, .. } => vec![seat],
            Plan::Commit(round) if !round.has_coins => self.contributors_to(&Plan::Commit(round)),
            // a lot takes a coin of everybody, and the end the signature of everybody
            _ => all,
        }
    }

    fn is_confirmed_by_all(&self) -> bool {
        let ended = self
            .position
            .turn()
            .number
            .saturating_sub(self.confirmed_turn);
        let last = self.history.steps().last();
        // where turns were taken back everybody says that it stands at the same position again
        let is_back = last.is_some_and(|step| matches!(step.deed, Deed::TakenBack { .. }));
        self.manifest.terms.has_clocks() || is_back || ended >= u32::from(self.manifest.sides)
    }
}
