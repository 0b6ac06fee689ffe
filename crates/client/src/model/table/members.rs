//! Members of a side who each command leaders of their own: who this player is among them, whose part of a turn it is,
//! and what they have shown each other of their set-up.

use board::Cell;
use home::SeatInfo;
use kit::model::tabletop::TeamPlan;
use kit::model::words::names;
use protocol::Seat;
use rules::{AnyPosition, Rules as _, Side, ToAct};

use super::{Decider, Table};

impl Table {
    /// The seat of a member of a side.
    pub(crate) fn seat_of_member(&self, side: Side, member: u8) -> Option<&SeatInfo> {
        // after somebody has left, members are counted without the seats that are gone
        let known = self.seen.seat_of_member(side, member);
        let known = known.and_then(|seat| self.seen.seat(seat));
        // a game at this screen alone has no session that counts, and nobody leaves it
        known.or_else(|| self.seen.members(side).nth(member.into()))
    }

    /// The place of a seat among the members of its side.
    pub(crate) fn member_of(&self, seat: Seat) -> Option<u8> {
        let place = || {
            let side = self.seen.side_of(seat)?;
            let place = self.seen.members(side).position(|info| info.seat == seat)?;
            u8::try_from(place).ok()
        };
        self.seen.member_of(seat).or_else(place)
    }

    /// True if the members of a side have leaders of their own.
    pub(crate) fn is_by_leaders(&self, side: Side) -> bool {
        let now = self.seen.played.position.as_deref();
        now.is_some_and(|now| now.members(side) > 1)
    }

    /// The place of the person at this screen among the members of a side: of several, that of the one whose part of the
    /// turn it is. `None` if nobody here plays the side.
    pub(crate) fn own_member(&self, side: Side) -> Option<u8> {
        let is_person = |seat: &&SeatInfo| self.decider(seat.seat) == Decider::Person;
        let mut own = self.seen.members(side).filter(is_person);
        let first = own.next()?;
        match own.next() {
            None => self.member_of(first.seat),
            Some(_) => {
                let member = self.position()?.member(side)?;
                let seat = self.seat_of_member(side, member);
                seat.filter(is_person).map(|_| member)
            }
        }
    }

    /// The seat of this screen that speaks to its team, if the team has players at other machines.
    pub(crate) fn speaks_to_team(&self) -> Option<Seat> {
        let first = || self.people().next();
        let own = self.seen.seat(self.speaker().or_else(first)?)?;
        let mut others = self.seen.contract.seats.iter();
        let has_mate = others.any(|seat| seat.team == own.team && !seat.mine);
        (has_mate && self.seen.has_table() && !self.replay).then_some(own.seat)
    }

    /// The number with which the leaders of a seat are marked, before its player's name; empty where leaders have no
    /// marks.
    pub(crate) fn mark_of(&self, seat: Seat) -> String {
        let mark = || {
            let side = self.seen.side_of(seat)?;
            let is_shared = self.position()?.members(side) > 1;
            let member = self.member_of(seat)?;
            is_shared.then(|| format!("{} ", member + 1))
        };
        mark().unwrap_or_default()
    }

    /// The player to whom the leader on a cell belongs, in words for somebody who cannot see its mark.
    pub(crate) fn owner_words(&self, position: &AnyPosition, cell: Cell) -> Option<String> {
        let member = families::owner(position, cell)?;
        let sides = position.sides().iter();
        let mut own = sides.filter(|side| families::leaders(position, *side).contains(&cell));
        let side = own.next()?;
        Some(match self.own_member(side) == Some(member) {
            true => ", yours".to_owned(),
            false => format!(", {}\u{2019}s", self.seat_of_member(side, member)?.called),
        })
    }

    /// The players whose parts of the turn under way come after this one.
    pub(crate) fn open_mates(&self) -> Vec<&str> {
        let Some(position) = self.seen.played.position.as_deref() else {
            return Vec::new();
        };
        let ToAct::One(side) = position.to_act() else {
            return Vec::new();
        };
        let parts = families::open_parts(position).iter().skip(1);
        let seats = parts.filter_map(|member| self.seat_of_member(side, *member));
        seats.map(|seat| seat.called.as_str()).collect()
    }

    /// The part of a turn that is under way in a shared side, and what comes after it, in words: `Ben's part of Blue's
    /// turn`, `yours is next`.
    pub(crate) fn part_words(&self) -> Option<[String; 2]> {
        let position = self.seen.played.position.as_deref()?;
        let ToAct::One(side) = position.to_act() else {
            return None;
        };
        let member = position.member(side)?;
        let parts = families::open_parts(position);
        let own = self.own_member(side);
        let name = |member: u8| {
            let seat = self.seat_of_member(side, member);
            seat.map_or("another player", |seat| seat.called.as_str())
        };
        let is_alone = self.only_person() == Some(side);
        let now = match own == Some(member) && is_alone {
            true => "Your part of the turn".to_owned(),
            false => {
                let side = self.seen.side_names().of(side);
                format!("{}\u{2019}s part of {side}\u{2019}s turn", name(member))
            }
        };
        let after = match parts.get(1) {
            _ if own.is_some_and(|own| !parts.contains(&own)) => "yours is over".to_owned(),
            None => "the last part".to_owned(),
            Some(next) if own == Some(*next) && is_alone => "yours is next".to_owned(),
            Some(next) => format!("{}\u{2019}s is next", name(*next)),
        };
        Some([now, after])
    }

    /// The parts of a set-up that the members of a side have shown so far, each with its member; that of the seat itself
    /// is left out.
    pub(super) fn plans_of_mates(&self, seat: Seat) -> Vec<(u8, rules::AnyOrder)> {
        let plans = self.seen.plans_of_mates(seat);
        let plans = plans.filter_map(|(mate, order)| Some((self.member_of(mate)?, order.clone())));
        plans.collect()
    }

    /// The state of a set-up that the members of a side make in parts, as the one sees it who makes a part now.
    pub(crate) fn team_plan(&self) -> Option<TeamPlan> {
        let own = self.secrets.chooser?;
        let side = self
            .seen
            .side_of(own)
            .filter(|side| self.is_by_leaders(*side))?;
        let deciding = &self.seen.deciding;
        let has_shown = |seat: Seat| {
            let mut plans = deciding.plans.iter();
            deciding.locked.contains(&seat) || plans.any(|(of, _)| *of == seat)
        };
        let chooses = |seat: &&SeatInfo| {
            let slots = self
                .seen
                .played
                .position
                .as_deref()
                .map(|now| now.slots(side));
            let member = self.member_of(seat.seat);
            let mut slots = slots.unwrap_or_default().into_iter();
            slots.any(|slot| Some(slot.member) == member)
        };
        let mates = self.seen.members(side).filter(|seat| seat.seat != own);
        let mates = mates.filter(chooses);
        let clash = deciding.clash.as_ref().map(|clash| {
            let seats = clash.seats.iter().map(|seat| match *seat == own {
                true => "you",
                false => self.seen.name_of(*seat),
            });
            let seats: Vec<&str> = seats.collect();
            format!("{} ({})", clash.why, names(&seats, seats.len()))
        });
        Some(TeamPlan {
            mates: mates
                .map(|seat| (seat.called.clone(), has_shown(seat.seat)))
                .collect(),
            is_shown: deciding.planning.contains(&own),
            clash,
        })
    }
}
