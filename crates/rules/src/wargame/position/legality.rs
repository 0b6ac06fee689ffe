//! The legality of orders and their effects. Rules: wargame 1.4, 2.3, 3.

use board::Cell;

use super::moves::Trip;
use super::{Phase, Position, Tow, insert, remove};
use crate::wargame::givers::LeaderSet;
use crate::wargame::{
    Class, Company, Event, Loss, Order, Outcome, Reason, Ruleset, SetUp, Side, Start, Unit, Win,
};

/// A legal order with its effects, worked out once for check and execution.
// worked out first and carried out afterwards: nothing changes before the whole order is known to be legal
pub(super) enum Deed<'a> {
    End,
    SetUp(&'a SetUp),
    Travel {
        from: Cell,
        unit: Unit,
        trip: Trip,
        company: Company,
    },
    Shoot {
        from: Cell,
        unit: Unit,
        at: Cell,
    },
    Prepare(Cell),
    Leap {
        from: Cell,
        unit: Unit,
        to: Cell,
        on: Option<Cell>,
        is_assault: bool,
    },
}

impl Position {
    /// What a legal order does, or why the order is refused.
    pub(super) fn judge<'a>(&self, side: Side, order: &'a Order) -> Result<Deed<'a>, Reason> {
        match (self.phase, order) {
            (Phase::Over(outcome), _) => return Err(Reason::Over(outcome)),
            (Phase::SettingUp { done }, Order::SetUp(set_up)) => {
                return match &self.game.start {
                    Start::Hidden(hidden) if !done[side.index()] => self
                        .check_set_up(hidden, side, set_up)
                        .map(|()| Deed::SetUp(set_up)),
                    _ => Err(Reason::NoSetUpAwaited(side)),
                };
            }
            (Phase::Laying, Order::SetUp(_)) => return Err(Reason::MapFirst),
            (Phase::Drawing, Order::SetUp(_)) => return Err(Reason::LotFirst),
            (Phase::Laying | Phase::SettingUp { .. } | Phase::Drawing, _) => {
                return Err(Reason::NotBegun);
            }
            (Phase::Playing, Order::SetUp(_)) => return Err(Reason::NoSetUpAwaited(side)),
            (Phase::Playing, _) if side != self.side => return Err(Reason::NotYourTurn(side)),
            (Phase::Playing, _) => {}
        }
        match order {
            Order::Move { path, company } => {
                let cells = path.cells().iter();
                self.check_cells(cells)?;
                // the unit before the way: a reason about the way helps nobody whose unit cannot act
                let from = path.from();
                let unit = self.check_actor(from)?;
                let trip = self.travel(unit, path, *company)?;
                // Rules: wargame 2.3: the leader that goes along gives the order itself, and no other leader is counted
                // for it
                match company {
                    Company::Leader(leader) => self.check_companion(*leader)?,
                    Company::Nobody | Company::Towed(_) => self.check_order(from)?,
                }
                Ok(Deed::Travel {
                    from,
                    unit,
                    trip,
                    company: *company,
                })
            }
            Order::Fire { from, at } | Order::Rifle { from, at } => {
                self.check_cells([from, at])?;
                let unit = self.check_actor(*from)?;
                // each kind of unit has one way to fire, so that an order has one text only
                let is_rifle = matches!(order, Order::Rifle { .. });
                if is_rifle != self.fires_rifles(unit) {
                    return Err(Reason::NoFire(unit.kind));
                }
                self.check_fire(*from, unit, *at)?;
                self.check_order(*from)?;
                Ok(Deed::Shoot {
                    from: *from,
                    unit,
                    at: *at,
                })
            }
            Order::Prepare(cell) => {
                self.check_cells([cell])?;
                let unit = self.check_actor(*cell)?;
                self.check_preparing(*cell, unit)?;
                self.check_order(*cell)?;
                Ok(Deed::Prepare(*cell))
            }
            Order::Leap { from, to, on } => {
                self.check_cells([from, to].into_iter().chain(on))?;
                let unit = self.check_actor(*from)?;
                let is_assault = self.check_leap(unit, *from, *to, *on)?;
                self.check_order(*from)?;
                Ok(Deed::Leap {
                    from: *from,
                    unit,
                    to: *to,
                    on: *on,
                    is_assault,
                })
            }
            Order::End => Ok(Deed::End),
            Order::SetUp(_) => Err(Reason::NoSetUpAwaited(side)),
        }
    }

    fn check_cells<'a>(&self, cells: impl IntoIterator<Item = &'a Cell>) -> Result<(), Reason> {
        // first: a cell of another board would lie outside the grids below
        let board = self.board();
        let outside = cells.into_iter().find(|cell| !board.contains(**cell));
        outside.map_or(Ok(()), |cell| Err(Reason::NoCell(*cell)))
    }

    /// The unit of the side on turn on that cell.
    pub(super) fn own_unit(&self, cell: Cell) -> Result<Unit, Reason> {
        if !self.board().contains(cell) {
            return Err(Reason::NoCell(cell));
        }
        let unit = self.units[cell].ok_or(Reason::NoUnit(cell))?;
        if unit.side != self.side {
            return Err(Reason::NotYours(cell));
        }
        Ok(unit)
    }

    /// The unit on that cell, which may act if a leader orders it to.
    pub(super) fn check_actor(&self, cell: Cell) -> Result<Unit, Reason> {
        let unit = self.own_unit(cell)?;
        if unit.kind.class() == Class::Post {
            return Err(Reason::PostTakesNone);
        }
        if self.has_acted(cell) {
            return Err(Reason::AlreadyActed(cell));
        }
        if self.left() == 0 {
            return Err(Reason::CapSpent(self.cap()));
        }
        // `None` is a unit that is no leader and needs no command
        if self.is_in_command(cell) == Some(false) {
            return Err(Reason::OutOfCommand(cell));
        }
        Ok(unit)
    }

    /// True if some leader can give the unit on that cell an order. Rules: wargame 1.3, 2.3, 3.
    pub(super) fn check_order(&self, cell: Cell) -> Result<(), Reason> {
        let givers = &self.progress.givers;
        if givers.can_order(self.board(), cell) {
            Ok(())
        } else if givers.reaches(self.board(), cell) {
            Err(Reason::LeadersSpent(cell))
        } else {
            Err(Reason::NoLeader(cell))
        }
    }

    /// True if the leader on that cell can give the order for the move on which it goes along. Rules: wargame 2.3, 4.3.
    pub(super) fn check_companion(&self, leader: Cell) -> Result<(), Reason> {
        if self.is_in_command(leader) == Some(false) {
            return Err(Reason::OutOfCommand(leader));
        }
        let is_open = self.progress.givers.is_open(leader);
        is_open.then_some(()).ok_or(Reason::CompanySpent(leader))
    }

    /// True if the unit on that cell can prepare to leap. Rules: wargame 1.14.
    pub(super) fn check_preparing(&self, cell: Cell, unit: Unit) -> Result<(), Reason> {
        if unit.kind != crate::wargame::Kind::Paratroops {
            Err(Reason::NotParatroops(cell))
        } else if self.is_prepared(cell) {
            Err(Reason::AlreadyPrepared(cell))
        } else {
            Ok(())
        }
    }

    pub(super) fn carry_out(
        &mut self,
        side: Side,
        order: &Order,
        events: &mut Vec<Event>,
    ) -> Result<(), Reason> {
        match self.judge(side, order)? {
            Deed::End => self.end_turn(events),
            Deed::SetUp(set_up) => self.place(side, set_up, events),
            Deed::Travel {
                from,
                unit,
                trip,
                company,
            } => {
                let candidates = match company {
                    Company::Leader(leader) => self.progress.givers.at(leader),
                    Company::Nobody | Company::Towed(_) => self.in_range(from),
                };
                // before anything moves: the leaders in range are those of the cell where the unit takes the order
                self.give(candidates);
                // a win on the way ends the game only after the way: the last cell of the order must be where the unit
                // stands
                if let Some(win) = self.make_trip(from, unit, &trip, events) {
                    self.finish(Outcome::Won(self.side, win), events);
                }
            }
            Deed::Shoot { from, unit, at } => {
                self.give(self.in_range(from));
                insert(&mut self.progress.acted, from);
                events.push(Event::Fired { unit, from, at });
                // Rules: wargame 1.14: Paratroops that remove an enemy are no longer prepared
                remove(&mut self.prepared, from);
                self.lose(at, Loss::Fire, events);
                // a shot may win at once (wargame 4.9)
                self.judge_removals(events);
            }
            Deed::Prepare(cell) => {
                self.give(self.in_range(cell));
                insert(&mut self.progress.acted, cell);
                insert(&mut self.prepared, cell);
                events.push(Event::Prepared(cell));
            }
            Deed::Leap {
                from,
                unit,
                to,
                on,
                is_assault,
            } => {
                self.give(self.in_range(from));
                events.push(Event::Leapt { unit, from, to });
                remove(&mut self.prepared, from);
                self.shift(from, to);
                if let Some(on) = on {
                    events.push(Event::Moved {
                        unit,
                        from: to,
                        to: on,
                    });
                    if is_assault {
                        self.lose(on, Loss::Assault, events);
                    }
                    self.shift(to, on);
                }
                // the cell where they stand now: `acted` names cells and not units
                insert(&mut self.progress.acted, on.unwrap_or(to));
                self.judge_removals(events);
            }
        }
        Ok(())
    }

    fn in_range(&self, cell: Cell) -> LeaderSet {
        self.progress.givers.in_range(self.board(), cell)
    }

    fn give(&mut self, candidates: LeaderSet) {
        let given = self.progress.givers.give(candidates);
        debug_assert!(given, "a checked order has a leader to give it");
    }

    /// Walks a checked way to its end. Returns the win of the first removal on the way that wins the game.
    /// Rules: wargame 1.12.
    fn make_trip(
        &mut self,
        from: Cell,
        unit: Unit,
        trip: &Trip,
        events: &mut Vec<Event>,
    ) -> Option<Win> {
        let mut won = None;
        let to = trip.to;
        events.push(Event::Moved { unit, from, to });
        // Rules: wargame 1.14: Paratroops that remove an enemy are no longer prepared
        if !trip.removed.is_empty() {
            remove(&mut self.prepared, from);
        }
        for (cell, loss) in &trip.removed {
            self.lose(*cell, *loss, events);
            // asked after each removal: the first that wins names the reason, though the way continues to its end
            won = won.or_else(|| self.removal_win());
        }
        // taken off the board first: the one that goes along may end where the other began, and the other where it
        // began
        let company = trip.company.map(|(left, come)| {
            let unit = self.units.take(left);
            (unit, remove(&mut self.prepared, left), left, come)
        });
        self.shift(from, to);
        insert(&mut self.progress.acted, to);
        let Some((Some(along), is_prepared, left, come)) = company else {
            return won;
        };
        self.units.put(come, along);
        if is_prepared {
            insert(&mut self.prepared, come);
        }
        insert(&mut self.progress.acted, come);
        events.push(match self.game.ruleset {
            Ruleset::One => {
                let tow = Tow {
                    towed: come,
                    tower: to,
                };
                // in board order, as canonical bytes list them
                let place = self.tows.partition_point(|other| *other < tow);
                self.tows.insert(place, tow);
                Event::Towed {
                    unit: along,
                    from: left,
                    to: come,
                }
            }
            Ruleset::Two => {
                // the leader has given an order and is found by its cell
                self.progress.givers.move_leader(left, come);
                Event::Accompanied {
                    unit: along,
                    from: left,
                    to: come,
                }
            }
        });
        won
    }

    /// Takes a unit of the side on turn from a cell to an empty one.
    fn shift(&mut self, from: Cell, to: Cell) {
        let Some(unit) = self.units.take(from) else {
            return;
        };
        if remove(&mut self.prepared, from) {
            insert(&mut self.prepared, to);
        }
        if unit.kind.is_leader() {
            self.progress.givers.move_leader(from, to);
        }
        self.units.put(to, unit);
    }
}
