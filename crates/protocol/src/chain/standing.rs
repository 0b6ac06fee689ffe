//! Who still contributes to a match of more than two, and what everybody plays alike for a side whose players are gone.

use rules::{AnyPosition, Rules, Side, Sides, ToAct};

use super::bodies::Played;
use super::{Chain, Round};
use crate::codec::decode_canonical;
use crate::history::{Deed, Done, Opened, Step};
use crate::manifest::DropPolicy;
use crate::record::{CommitBody, MAX_SEATS};
use crate::start::{Carried, Gone};
use crate::{Kind, Seat, SessionEvent};

/// The decisions that sides without players may make in a row: no family asks them for as many, and a fault in one must not
/// keep the program busy for ever.
const MOST_IN_A_ROW: usize = 4096;

impl Chain {
    /// The seats that still contribute, rising: those without which the table did not go on, and whose side is not out by
    /// the rules. With two seats both.
    pub(crate) fn in_play(&self) -> Vec<Seat> {
        let mut seats = self.manifest.present();
        seats.retain(|seat| !self.is_out(*seat));
        seats
    }

    /// The seats whose signatures close the match. Whose side was out before has nothing more to sign.
    pub(crate) fn closers(&self) -> Vec<Seat> {
        self.in_play()
    }

    /// True if the side of the seat is out by the rules, so that its player looks on.
    pub(crate) fn is_out(&self, seat: Seat) -> bool {
        let side = self.manifest.side_of(seat);
        side.is_some_and(|side| self.out.contains(side))
    }

    /// Takes note of the sides that are out, once a position is confirmed: whoever is beaten in a turn still confirms what
    /// that turn did, and closes the match if it ended it.
    pub(super) fn note_out(&mut self) {
        if self.manifest.has_table() && self.position.outcome().is_none() {
            self.out = self.position.out();
        }
    }

    /// The step after which a new match begins that leaves the history after step `at`: before a round of which nothing is
    /// opened, and at the last position that all confirmed if the present ones differ.
    pub(crate) fn settled(&self, at: u64) -> u64 {
        if at.saturating_add(1) == self.step() && self.is_at_odds() {
            return self.last_confirmed();
        }
        let is_sealed = |at: &u64| matches!(self.kind_of(*at), Some(Kind::Commit | Kind::Lock));
        let mut back = (0..=at).rev();
        back.find(|at| !is_sealed(at)).unwrap_or(0)
    }

    /// The position after a step, as it was when step `at` was complete, with the agreed fate of the sides all whose players
    /// would be gone.
    pub(crate) fn left_position(
        &self,
        (after, at): (u64, u64),
        gone: &[Gone],
        carried: Option<&Carried>,
    ) -> AnyPosition {
        let place = self.history.place_after_as_of(after, at);
        let mut position = self.history.position_after(place);
        let manifest = &self.manifest;
        let is_gone = |seat: &Seat| gone.iter().any(|gone| gone.seat == *seat);
        // where nobody has moved yet, the side's set-up is sealed or still to be made, and nobody else can make it
        let mut orders = self.history.orders();
        let is_set_up = !matches!(position.to_act(), ToAct::One(_))
            && !orders.any(|orders| orders.at < place)
            && self.manifest.start.is_none();
        for side in manifest.sides().iter() {
            // what a mate of the gone has sealed is opened with what these have: dealt anew it would not fit
            let seals = |seat: &Seat| {
                carried.is_some_and(|carried| carried.seats.iter().any(|(one, _)| one == seat))
            };
            let mut members = manifest.sharers(side);
            if members.len() != usize::from(position.members(side)) {
                members = manifest.present_members(side);
            }
            // from behind: those behind a member are numbered anew
            for (member, seat) in (0..MAX_SEATS).zip(&members).rev() {
                if is_gone(seat) && !seals(seat) {
                    position.hand_over(side, u8::try_from(member).unwrap_or(u8::MAX));
                }
            }
            let was_there = self.is_seated(side);
            let is_empty = manifest.members(side).iter().all(is_gone);
            let is_removed = is_set_up || manifest.policies.drop == DropPolicy::Remove;
            // a sealed choice that nobody can open, and in whose place no other can stand
            let opens = carried.is_some_and(|carried| {
                let mut seats = carried.seats.iter();
                seats.any(|(seat, _)| manifest.side_of(*seat) == Some(side))
            });
            let is_unopened = if carried.is_some() { !opens } else { is_empty };
            let is_lost =
                is_unopened && is_asked(&position, side) && position.stand(side).is_none();
            if was_there && (is_empty && is_removed || is_lost) {
                let _told_by_the_new_match = position.remove(side);
            }
        }
        position
    }

    /// The choices sealed in the round that a new match begins anew after step `at`, if one of those seats has opened its
    /// own, or may have on another side of a table that has parted. None if nobody knows anything: then all choose anew.
    pub(crate) fn carried(&self, at: u64, seats: &[Seat]) -> Option<Carried> {
        let is_secret = |seat: &Seat| {
            let side = self.manifest.side_of(*seat);
            let place = self.history.place_after_as_of(self.settled(at), at);
            let position = self.history.position_after(place);
            side.is_some_and(
                |side| matches!(position.to_act(), ToAct::Secretly(sides) if sides.contains(side)),
            )
        };
        let is_open = |seat: &Seat| {
            (at.saturating_add(1)..=self.step()).any(|step| {
                let record = self.record(step, *seat);
                record.is_some_and(|record| record.kind == Kind::Reveal)
            })
        };
        let is_present = at.saturating_add(1) == self.step();
        // a round that was carried already stays that of the match in which it was sealed, and somebody has opened it there
        if let Some(Round {
            carried_from: Some(_),
            ..
        }) = self.plan.round().filter(|_| is_present)
        {
            let start = self.manifest.start.as_ref()?;
            let mut carried = start.carried.clone()?;
            let sharers = self.with_gone_mates(seats);
            carried.seats.retain(|(seat, _)| sharers.contains(seat));
            return (!carried.seats.is_empty()).then_some(carried);
        }
        if is_present && !seats.iter().any(is_open) {
            return None;
        }
        let step = self.settled(at).saturating_add(1);
        let sharers = self.with_gone_mates(seats);
        let sealed = sharers
            .iter()
            .filter(|seat| is_secret(seat))
            .filter_map(|seat| {
                let record = self.record(step, *seat)?;
                let body =
                    (record.kind == Kind::Commit).then(|| decode_canonical(&record.body).ok());
                Some((*seat, body??))
            });
        let sealed: Vec<(Seat, CommitBody)> = sealed.collect();
        let prev = self.root_of(step.saturating_sub(1))?;
        (!sealed.is_empty()).then_some(Carried {
            sid: self.sid,
            step,
            prev,
            seats: sealed,
        })
    }

    /// Those seats, and the others of sides that are shared by leaders with one of them, rising: what these have sealed
    /// their mates open, who have seen it before they locked.
    fn with_gone_mates(&self, seats: &[Seat]) -> Vec<Seat> {
        let manifest = &self.manifest;
        let has_mate = |seat: &Seat| {
            let side = manifest.side_of(*seat);
            let mut mates = seats.iter();
            manifest.is_by_leaders() && mates.any(|mate| manifest.side_of(*mate) == side)
        };
        let mut all = manifest.all_seats();
        all.retain(|seat| seats.contains(seat) || has_mate(seat));
        all
    }

    /// True if all those seats have signed upon a root after that step.
    pub(crate) fn have_built_beyond(&self, seats: &[Seat], step: u64) -> bool {
        (step.saturating_add(1)..self.step()).any(|at| {
            seats.iter().all(|seat| {
                let mut later = at.saturating_add(1)..=self.step();
                later.any(|later| self.record(later, *seat).is_some())
            })
        })
    }

    /// True if a player of the side still plays.
    pub(super) fn is_seated(&self, side: Side) -> bool {
        !self.manifest.present_members(side).is_empty()
    }

    /// The sides of the only team that still has a player, if others are gone.
    pub(super) fn last_team(&self) -> Option<Sides> {
        let start = self.manifest.start.as_ref()?;
        if start.gone.is_empty() {
            return None;
        }
        let mut seats = self.in_play().into_iter();
        let team = self.manifest.team_of(seats.next()?)?;
        let is_alone = seats.all(|seat| self.manifest.team_of(seat) == Some(team));
        is_alone.then(|| self.manifest.sides_of_team(team))
    }

    /// Plays for sides whose players are gone, as long as nobody else is asked: the same order by every program, and so
    /// without a record. `number` is that of the step which leads there, 0 before the first.
    pub(super) fn stand_still(&mut self, number: u64) -> Vec<SessionEvent> {
        let mut events = Vec::new();
        for _ in 0..MOST_IN_A_ROW {
            // a result ends it, also that nobody else is left
            let sides = match self.position.to_act() {
                _ if self.rules_outcome().is_some() => break,
                ToAct::One(side) => Sides::from(side),
                ToAct::Secretly(sides) => sides,
                ToAct::Lots(_) | ToAct::Nobody(_) => break,
            };
            if sides.iter().any(|side| self.is_seated(side)) {
                break;
            }
            let is_secret = matches!(self.position.to_act(), ToAct::Secretly(_));
            let Some(played) = self.stood(sides, is_secret, number) else {
                break;
            };
            events.push(self.add_to_history(played));
        }
        events
    }

    /// One decision of each of those sides, as a step of the history.
    fn stood(&self, sides: Sides, is_secret: bool, number: u64) -> Option<Played> {
        let turn = self.position.turn();
        let mut after = self.position.clone();
        let mut opened = Vec::new();
        for side in sides.iter() {
            let seat = *self.manifest.members(side).first()?;
            // asked of the position before the round: nobody sees the others' choices
            let order = self.position.stand(side)?;
            let events = after.apply(side, &order).ok()?;
            opened.push(Opened {
                seat,
                side,
                parts: Vec::new(),
                done: Done { order, events },
                gone: Vec::new(),
            });
        }
        let deed = match (is_secret, opened.as_slice()) {
            (false, [one]) => Deed::Orders {
                seat: one.seat,
                side: one.side,
                orders: vec![one.done.clone()],
            },
            _ => Deed::Opened(opened),
        };
        let step = Step {
            number,
            turn: turn.number,
            on_turn: turn.side,
            deed,
            digest: crate::digest(&after),
        };
        Some(Played { step, after })
    }

    /// The choices of the sides for which nobody chooses in a secret round, each with its captain's seat.
    pub(super) fn stood_choices(&self, round: &Round) -> Vec<(Seat, rules::AnyOrder)> {
        let ToAct::Secretly(sides) = self.position.to_act() else {
            return Vec::new();
        };
        let chooses = |side: Side| {
            let mut seats = round.choosers.iter();
            seats.any(|seat| self.manifest.side_of(*seat) == Some(side))
        };
        let unseated = sides.iter().filter(|side| !chooses(*side));
        let choice = |side| {
            let seat = *self.manifest.members(side).first()?;
            Some((seat, self.position.stand(side)?))
        };
        unseated.filter_map(choice).collect()
    }
}

fn is_asked(position: &AnyPosition, side: Side) -> bool {
    match position.to_act() {
        ToAct::One(asked) => asked == side,
        ToAct::Secretly(sides) => sides.contains(side),
        ToAct::Lots(_) | ToAct::Nobody(_) => false,
    }
}
