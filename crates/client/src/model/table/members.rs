//! Members of a side who each command leaders of their own: who this player is among them, and whose part of a turn it
//! is.

use board::Cell;
use protocol::Seat;
use rules::{AnyPosition, Rules as _, Side, ToAct};

use super::{Decider, Table};

impl Table {
    /// The place of the person at this screen among the players of a side: of several, that of the one whose part of the
    /// turn it is. `None` if nobody here plays the side.
    pub(crate) fn own_member(&self, side: Side) -> Option<u8> {
        let members = || (0_u8..).zip(self.seen.members(side));
        let is_person = |place: u8| {
            let mut members = members();
            let seat = members.find(|(number, _)| *number == place);
            seat.is_some_and(|(_, seat)| self.decider(seat.seat) == Decider::Person)
        };
        let mut own = members()
            .map(|(number, _)| number)
            .filter(|number| is_person(*number));
        let first = own.next();
        match own.next() {
            None => first,
            Some(_) => self
                .position()?
                .member(side)
                .filter(|number| is_person(*number)),
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
            let place = self.seen.members(side).position(|info| info.seat == seat)?;
            is_shared.then(|| format!("{} ", place + 1))
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
            false => {
                let seat = self.seen.members(side).nth(usize::from(member))?;
                format!(", {}\u{2019}s", seat.called)
            }
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
        let seats = parts.filter_map(|member| self.seen.members(side).nth(usize::from(*member)));
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
            let seat = self.seen.members(side).nth(usize::from(member));
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
}
