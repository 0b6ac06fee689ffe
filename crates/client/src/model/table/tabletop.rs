//! The table as the views of the families read it.

use board::{Cell, Edge};
use home::SeatInfo;
use kit::model::tabletop::{LastTurn, Tabletop, TeamPlan};
use protocol::Seat;
use rules::{AnyEvent, AnyPosition, Draft, Side};
use scenario::Scenario;

use super::Table;

impl Tabletop for Table {
    fn position(&self) -> Option<&AnyPosition> {
        self.position()
    }

    fn open_draft(&self) -> Option<&Draft<AnyPosition>> {
        self.open_draft()
    }

    fn only_person(&self) -> Option<Side> {
        self.only_person()
    }

    fn selected(&self) -> Option<Cell> {
        self.board.selected
    }

    fn cursor(&self) -> Option<Cell> {
        self.board.cursor
    }

    fn bottom(&self) -> Edge {
        self.bottom()
    }

    fn own_member(&self, side: Side) -> Option<u8> {
        self.own_member(side)
    }

    fn member_name(&self, side: Side, member: u8) -> &str {
        let seat = self.seat_of_member(side, member);
        seat.map_or("", |seat| seat.called.as_str())
    }

    fn team_plan(&self) -> Option<TeamPlan> {
        self.team_plan()
    }

    fn last_turn(&self) -> Option<LastTurn<'_>> {
        let last = self.last_step()?;
        let (by, orders) = self.orders(last)?;
        let done = self.spot().map_or(orders.len(), |spot| spot.orders);
        Some(LastTurn {
            by,
            before: self.seen.position_before(last)?,
            orders: &orders[..done],
        })
    }

    fn events_shown(&self) -> Box<dyn Iterator<Item = &AnyEvent> + '_> {
        Box::new(self.events_shown())
    }

    fn scenario(&self) -> Option<&Scenario> {
        self.seen.contract.scenario.as_ref()
    }

    fn seats(&self) -> &[SeatInfo] {
        &self.seen.contract.seats
    }

    fn locked_seats(&self) -> &[Seat] {
        &self.seen.deciding.locked
    }
}
