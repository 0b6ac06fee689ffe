//! Games that are played at this screen alone: nothing of them is signed, sent or written.

use std::path::PathBuf;
use std::sync::Arc;

use home::SeatInfo;
use net::{LineState, Snapshot};
use protocol::{Deed, Done, History, Opened, Seat, Stage, Step, digest};
use rules::{AnyOrder, AnyPosition, Lots, Rules, Sides, ToAct};
use scenario::Scenario;

use super::table::{Decider, Table, Wish};

/// The most lots drawn one after the other, far more than any family draws: a family that never stops drawing cannot
/// hang the window.
const MOST_LOTS: u64 = 16;

/// A game at this screen alone, as it begins.
pub(super) struct Here {
    pub(super) position: AnyPosition,
    pub(super) seats: Vec<SeatInfo>,
    pub(super) scenario: Option<Scenario>,
    pub(super) options: Vec<(String, String)>,
    pub(super) deciders: Vec<Decider>,
}

impl Table {
    /// A table for a game at this screen alone.
    pub(super) fn here(id: u64, game: Here) -> (Self, Vec<Wish>) {
        let mut seen = Snapshot {
            stage: Stage::Playing,
            line: LineState::Local,
            // no file: nothing of it can be written beside a match
            ..Snapshot::new(PathBuf::new())
        };
        seen.contract.seats = game.seats;
        seen.contract.scenario = game.scenario;
        seen.contract.options = game.options;
        seen.played.history = Some(Arc::new(History::new(game.position.clone())));
        let people = game.deciders.iter();
        let people = people.filter(|decider| **decider == Decider::Person);
        settle(&mut seen, game.position, people.count() == 1);
        Self::new(id, Arc::new(seen), game.deciders, false)
    }

    /// Carries out a turn of a game at this screen alone, and the lots that follow: the first has the value of the
    /// number 0, and so on.
    pub(super) fn play_here(
        &mut self,
        seat: Seat,
        orders: Vec<AnyOrder>,
        lots: impl Fn(u64) -> Lots,
    ) -> Vec<Wish> {
        let mut seen = Snapshot::clone(&self.seen);
        let (Some(side), Some(now)) = (seen.side_of(seat), seen.played.position.as_deref()) else {
            return Vec::new();
        };
        let mut position = now.clone();
        let mut done = Vec::new();
        let turn = position.turn();
        for order in orders {
            match position.apply(side, &order) {
                Ok(events) => done.push(Done { order, events }),
                // cannot happen: whoever gave the orders has carried them out on a copy
                Err(_) => return Vec::new(),
            }
        }
        let orders = done;
        let deed = Deed::Orders { seat, side, orders };
        push(&mut seen, turn, deed, &position);
        self.settle_here(seen, position, lots)
    }

    /// Opens secret choices of a game at this screen alone, one of each seat that was asked, and draws the lots that
    /// follow.
    pub(super) fn open_here(
        &mut self,
        chosen: Vec<(Seat, AnyOrder)>,
        lots: impl Fn(u64) -> Lots,
    ) -> Vec<Wish> {
        let mut seen = Snapshot::clone(&self.seen);
        let Some(now) = seen.played.position.as_deref() else {
            return Vec::new();
        };
        let mut position = now.clone();
        let turn = position.turn();
        let mut opened = Vec::new();
        for (seat, order) in chosen {
            let Some(side) = seen.side_of(seat) else {
                return Vec::new();
            };
            match position.apply(side, &order) {
                Ok(events) => {
                    let done = Done { order, events };
                    opened.push(Opened {
                        seat,
                        side,
                        parts: Vec::new(),
                        done,
                        gone: Vec::new(),
                    });
                }
                // cannot happen: the editors give legal choices only
                Err(_) => return Vec::new(),
            }
        }
        push(&mut seen, turn, Deed::Opened(opened), &position);
        self.settle_here(seen, position, lots)
    }

    fn settle_here(
        &mut self,
        mut seen: Snapshot,
        mut position: AnyPosition,
        lots: impl Fn(u64) -> Lots,
    ) -> Vec<Wish> {
        for number in 0..MOST_LOTS {
            let ToAct::Lots(draw) = position.to_act() else {
                break;
            };
            let turn = position.turn();
            let lots = lots(number);
            let Ok(events) = position.resolve(lots) else {
                break;
            };
            let deed = Deed::Lots { draw, lots, events };
            push(&mut seen, turn, deed, &position);
        }
        settle(&mut seen, position, self.only_person().is_some());
        self.see(Arc::new(seen))
    }
}

fn push(seen: &mut Snapshot, turn: rules::Turn, deed: Deed, after: &AnyPosition) {
    let Some(history) = seen.played.history.as_mut() else {
        return;
    };
    let history = Arc::make_mut(history);
    let step = Step {
        number: history.steps().len() as u64,
        turn: turn.number,
        on_turn: turn.side,
        deed,
        digest: digest(after),
    };
    history.push(Arc::new(step), after);
}

/// Sets the sides that decide in a position. Secret choices are asked for only if one person sits here: a try-out, in
/// which one plays both sides, ends at them.
fn settle(seen: &mut Snapshot, position: AnyPosition, is_alone: bool) {
    let (sides, is_secret) = match position.to_act() {
        ToAct::One(side) => (side.into(), false),
        ToAct::Secretly(sides) if is_alone => (sides, true),
        ToAct::Secretly(_) | ToAct::Lots(_) | ToAct::Nobody(_) => (Sides::NONE, false),
    };
    let seats = sides.iter().filter_map(|side| {
        // of a shared side the member whose part it is
        let member = position.member(side).unwrap_or(0);
        let mut members = seen.members(side);
        members.nth(member.into()).or_else(|| seen.seat_of(side))
    });
    seen.deciding.to_decide = seats.map(|seat| (seat.seat, is_secret)).collect();
    seen.played.outcome = position.outcome();
    if seen.played.outcome.is_some() {
        seen.stage = Stage::Over;
    }
    seen.played.position = Some(Arc::new(position));
}
