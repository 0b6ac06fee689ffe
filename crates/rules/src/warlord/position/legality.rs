//! The legality of orders. Rules: warlord 2.

use board::Cell;

use super::{Phase, Position};
use crate::warlord::Side;
use crate::warlord::{Access, Illegal, Kind, Order, Start, Unit};

impl Position {
    /// The answer of [`crate::Rules::apply`] to that order, without changing anything.
    pub fn check(&self, side: Side, order: &Order) -> Result<(), Illegal> {
        match (self.phase, order) {
            (Phase::Over(outcome), _) => return Err(Illegal::Over(outcome)),
            (Phase::SettingUp { done }, Order::SetUp(set_up)) => {
                return match &self.game.start {
                    Start::Hidden(hidden) if !done[side.index()] => {
                        self.check_set_up(hidden, side, set_up)
                    }
                    _ => Err(Illegal::NoSetUpAwaited(side)),
                };
            }
            (Phase::Laying, Order::SetUp(_)) => return Err(Illegal::TerrainFirst),
            (Phase::Drawing, Order::SetUp(_)) => return Err(Illegal::LotFirst),
            (Phase::Laying | Phase::SettingUp { .. } | Phase::Drawing, _) => {
                return Err(Illegal::NotBegun);
            }
            (Phase::Playing, Order::SetUp(_)) => return Err(Illegal::NoSetUpAwaited(side)),
            (Phase::Playing, _) if side != self.side => return Err(Illegal::NotYourTurn(side)),
            (Phase::Playing, _) => {}
        }
        match order {
            Order::Move { from, to } => self.check_move(*from, *to),
            Order::Swap { leader, cannon } => self.check_swap(*leader, *cannon),
            Order::Enter { kind, cell } => self.check_entry(*kind, *cell),
            Order::Done | Order::Later | Order::End => self.check_closing(order),
            Order::SetUp(_) => Ok(()),
        }
    }

    /// The legal moves and swaps of the unit on that cell, in a fixed order.
    pub fn legal_orders_from(&self, cell: Cell) -> Vec<Order> {
        let mut orders = Vec::new();
        if self.phase == Phase::Playing
            && let Ok(unit) = self.check_unit(cell)
        {
            let is_activated = self.check_activation(cell, unit).is_ok();
            self.list_unit(cell, unit, is_activated, &mut orders);
        }
        orders
    }

    /// Entries, then each unit's moves and swaps in board order, then the end of the turn.
    pub(super) fn list_orders(&self) -> Vec<Order> {
        let mut orders = Vec::new();
        self.list_entries(&mut orders);
        // with the CAP used up entries are still legal, so only moves and swaps are left out
        if self.left() > 0 {
            // leaders that can swap are among these cells: if others can give all its activations, a leader is open
            for cell in self.within_command() {
                if let Some(unit) = self.units[cell]
                    && unit.side == self.side
                    && !self.has_moved(cell)
                {
                    self.list_unit(cell, unit, true, &mut orders);
                }
            }
        }
        self.list_closings(&mut orders);
        orders
    }

    /// The cells where a unit is activated if it has not moved, in board order.
    fn within_command(&self) -> Vec<Cell> {
        let mut cells = self.progress.self_activating.clone();
        // a promoted leader activates itself for its own member alone (warlord 7.2)
        if self.game.is_shared() {
            let acts = |cell: &Cell| {
                let unit = self.unit(*cell);
                unit.is_some_and(|unit| self.acts_alone(*cell, unit.kind))
            };
            cells.retain(acts);
        }
        for leader in self.progress.activations.open_leaders() {
            let near = self.board().within(leader, self.game.range);
            cells.extend(near.filter(|cell| self.units[*cell].is_some()));
        }
        cells.sort_unstable();
        // a unit may stand in range of several leaders
        cells.dedup();
        cells
    }

    /// The orders of a unit that may still move, if it is activated.
    fn list_unit(&self, cell: Cell, unit: Unit, is_activated: bool, orders: &mut Vec<Order>) {
        if is_activated {
            self.field_of(cell).destinations(unit, cell, |to| {
                orders.push(Order::Move { from: cell, to });
            });
        }
        // Rules: warlord 2.9: a swap takes the leader's own activations, so nobody has to activate it
        if self.game.options.swap && unit.kind.is_leader() {
            for (files, ranks) in [(0, -1), (-1, 0), (1, 0), (0, 1)] {
                if let Some(cannon) = self.board().offset(cell, files, ranks)
                    && self.check_swap(cell, cannon).is_ok()
                {
                    orders.push(Order::Swap {
                        leader: cell,
                        cannon,
                    });
                }
            }
        }
    }

    fn list_entries(&self, orders: &mut Vec<Order>) {
        let Some(entry) = &self.game.entry else {
            return;
        };
        // Rules: warlord 2.12: before the turn's first move
        if self.is_too_late_to_enter() {
            return;
        }
        for kind in Kind::ALL.into_iter().filter(|kind| self.is_due(*kind)) {
            let cells = entry.zones[self.side.index()].iter();
            let free = cells.filter(|cell| self.units[**cell].is_none());
            orders.extend(
                free.filter(|cell| self.check_ground(kind, **cell).is_ok())
                    .map(|cell| Order::Enter { kind, cell: *cell }),
            );
        }
    }

    fn check_move(&self, from: Cell, to: Cell) -> Result<(), Illegal> {
        let unit = self.check_unit(from)?;
        if !self.board().contains(to) {
            return Err(Illegal::NoCell(to));
        }
        // by the same walk as the list of orders, so that check and list cannot disagree
        let mut reached = false;
        let field = self.field_of(from);
        field.destinations(unit, from, |destination| reached |= destination == to);
        if !reached {
            return Err(field.refusal(unit, from, to));
        }
        // last: a unit that cannot go there at all needs no leader
        self.check_activation(from, unit)
    }

    /// The unit on that cell, if it belongs to the side to move and may still be given an order.
    fn check_unit(&self, cell: Cell) -> Result<Unit, Illegal> {
        if !self.board().contains(cell) {
            return Err(Illegal::NoCell(cell));
        }
        let unit = self.units[cell].ok_or(Illegal::NoUnit(cell))?;
        if unit.side != self.side {
            return Err(Illegal::NotYours(cell));
        }
        if self.has_moved(cell) {
            return Err(Illegal::AlreadyMoved(cell));
        }
        if self.left() == 0 {
            return Err(Illegal::CapSpent(self.cap()));
        }
        Ok(unit)
    }

    fn check_activation(&self, cell: Cell, unit: Unit) -> Result<(), Illegal> {
        let (board, range) = (self.board(), self.game.range);
        let activations = &self.progress.activations;
        if self.acts_alone(cell, unit.kind) || activations.can_activate(board, cell, range) {
            Ok(())
        } else if activations.is_in_range(board, cell, range) {
            Err(Illegal::LeadersSpent(cell))
        } else if activations.is_in_range_of_others(board, cell, range) {
            Err(Illegal::OthersLeaders(cell))
        } else {
            Err(Illegal::NoLeader {
                side: self.side,
                cell,
                range,
            })
        }
    }

    fn check_swap(&self, leader: Cell, cannon: Cell) -> Result<(), Illegal> {
        if !self.game.options.swap {
            return Err(Illegal::NoSwaps);
        }
        let leading = self.check_unit(leader)?;
        // the cannon moves too and must not have moved before (2.4, 2.9)
        let shooting = self.check_unit(cannon)?;
        if !leading.kind.is_leader() || shooting.kind != Kind::Cannon {
            return Err(Illegal::NotASwap { leader, cannon });
        }
        // Rules: warlord 2.9: along a rank or file, not at a corner
        if leader.file().abs_diff(cannon.file()) + leader.rank().abs_diff(cannon.rank()) != 1 {
            return Err(Illegal::SwapApart { leader, cannon });
        }
        // Rules: warlord 2.9: never onto a hill; the leader may stand wherever the cannon stood
        self.check_ground(Kind::Cannon, leader)?;
        if !self.commands(leader) {
            return Err(Illegal::NotYourLeader(leader));
        }
        if !self.progress.activations.can_exhaust(leader) {
            return Err(Illegal::LeaderCountedOn(leader));
        }
        Ok(())
    }

    fn check_entry(&self, kind: Kind, cell: Cell) -> Result<(), Illegal> {
        let Some(entry) = self.game.entry.as_ref().filter(|_| self.is_due(kind)) else {
            return Err(match self.is_due_to_anybody(kind) {
                true => Illegal::OthersBlock(kind),
                false => Illegal::NotDue(kind),
            });
        };
        if self.is_too_late_to_enter() {
            return Err(Illegal::TooLateToEnter);
        }
        if !entry.zones[self.side.index()].contains(&cell) || self.units[cell].is_some() {
            return Err(Illegal::NotAnEntryCell(cell));
        }
        self.check_ground(kind, cell)
    }

    /// True if a unit of that kind may enter now.
    fn is_due(&self, kind: Kind) -> bool {
        let mut due = self.due(kind);
        due.any(|turn| self.enters(turn))
    }

    /// True if a unit of that kind may enter now, by the order of whichever member.
    fn is_due_to_anybody(&self, kind: Kind) -> bool {
        self.due(kind).next().is_some()
    }

    /// The turns on which units of that kind were due that have not entered yet.
    fn due(&self, kind: Kind) -> impl Iterator<Item = u16> {
        // turns of both sides are counted together, but units are due by the owner's own turns
        let own_turn = self.turn.div_ceil(2);
        let waiting = self.waiting(self.side).iter();
        let due = waiting.filter(move |(turn, due)| *due == kind && u32::from(*turn) <= own_turn);
        due.map(|(turn, _)| *turn)
    }

    /// An error if no unit of that kind can ever stand on that cell.
    pub(super) fn check_ground(&self, kind: Kind, cell: Cell) -> Result<(), Illegal> {
        let terrain = self.game.terrain[cell];
        match kind.access(terrain) {
            Access::Never => Err(Illegal::NeverEnters {
                kind,
                terrain,
                cell,
            }),
            Access::OneStep | Access::Free => Ok(()),
        }
    }
}
