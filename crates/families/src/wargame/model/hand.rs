//! The hand of the user at a WarGame table, and the meaning of a click there.

use board::Cell;
use kit::model::family::{FamilyTypes as _, HandModel};
use kit::model::meaning::Meaning;
use rules::wargame::{Kind, Order, Position, Side};

use super::deeds::{Deed, DeedKind, Lead, companions};
use super::words;
use crate::two_sides;
use crate::wargame::WarGame;

/// The move under way in the hand of the user at a WarGame table, and the overlays switched on.
#[derive(Debug, Clone, Default)]
pub struct Hand {
    /// The way led so far, from the chosen unit's cell on; empty if nothing is led yet.
    pub way: Vec<Cell>,
    /// The cell of the unit that goes along with the chosen one.
    pub along: Option<Cell>,
    /// Several deeds at one cell, of which the user chooses.
    pub asked: Vec<Deed>,
    /// Leading moves step by step.
    pub steps: bool,
    pub shown: Shown,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Shown {
    /// The chain of command of both sides.
    pub chain: bool,
    /// Lines of fire, and the cells that block them.
    pub fire: bool,
    /// The units that fall if the turn ends now.
    pub supply: bool,
    /// The costs of the ground for the chosen unit.
    pub costs: bool,
}

/// A switch of a WarGame table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Overlay {
    Chain,
    Fire,
    /// The units that would fall for lack of supply.
    Supply,
    Costs,
    Steps,
}

/// A command of a WarGame table beside its board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HandCommand {
    Switch(Overlay, bool),
    /// Choose one of several deeds at a cell, by its number.
    Choose(usize),
    /// Stop the move at the end of its way.
    Stop,
    Prepare(Cell),
}

impl HandModel for Hand {
    type Position = Position;
    type Command = HandCommand;

    fn leads_on(command: HandCommand) -> bool {
        // a switch changes what is shown; the last notice, about an order, stays true
        !matches!(command, HandCommand::Switch(..))
    }

    fn put_down(&mut self) {
        self.way.clear();
        self.along = None;
        self.asked.clear();
    }

    fn words(&self, position: &Position) -> Option<String> {
        let ruleset = position.game().ruleset;
        if let Some(deed) = self.asked.first() {
            return Some(words::which(ruleset, deed.cell, &self.asked));
        }
        if self.way.len() > 1 {
            return self.way.last().map(|end| words::leading(*end));
        }
        self.along.map(words::along)
    }

    fn update(
        &mut self,
        command: HandCommand,
        position: &Position,
        side: Option<rules::Side>,
    ) -> Option<Meaning> {
        match command {
            HandCommand::Switch(overlay, on) => {
                match overlay {
                    Overlay::Chain => self.shown.chain = on,
                    Overlay::Fire => self.shown.fire = on,
                    Overlay::Supply => self.shown.supply = on,
                    Overlay::Costs => self.shown.costs = on,
                    Overlay::Steps => self.steps = on,
                }
                // the choice on the board stays, for overlays are looked at in the middle of a move
                None
            }
            HandCommand::Choose(number) => {
                // the question may have been answered by a click on the board since the button was drawn
                let deed = self.asked.get(number).cloned()?;
                side.map(|_| self.take(position, deed))
            }
            HandCommand::Stop => {
                let from = self.way.first().copied()?;
                // without a side nobody drafts here: the button was drawn before the turn was sent
                let order = self.lead(from).order(position).filter(|_| side.is_some());
                order.map(|order| self.give(order))
            }
            HandCommand::Prepare(cell) => side.map(|_| self.give(Order::Prepare(cell))),
        }
    }

    fn click(
        &mut self,
        position: &Position,
        side: Option<rules::Side>,
        selected: Option<Cell>,
        cell: Cell,
    ) -> Meaning {
        let side = two_sides::side(side);
        let is_own = |cell| {
            let unit = position.unit(cell);
            side.is_some() && unit.map(|unit| unit.side) == side
        };
        // any click answers the question or drops it
        let asked = std::mem::take(&mut self.asked);
        if let (Some(from), Some(side)) = (selected.filter(|from| is_own(*from)), side) {
            // a second click on the cell asked about takes what comes first
            if let Some(first) = asked.into_iter().next().filter(|deed| deed.cell == cell) {
                return self.take(position, first);
            }
            // a click on the end of the way stops the move there
            if self.way.len() > 1 && self.way.last() == Some(&cell) {
                let order = self.lead(from).order(position);
                return order.map(|order| self.give(order)).unwrap_or_default();
            }
            // a click on the chosen unit itself lets it go
            if cell == from {
                self.put_down();
                return Meaning::default();
            }
            if let Some(meaning) = self.act(position, side, from, cell) {
                return meaning;
            }
        }
        self.put_down();
        if selected == Some(cell) || position.unit(cell).is_none() {
            return Meaning::default();
        }
        let stuck = side.filter(|_| is_own(cell));
        let why = stuck.and_then(|side| words::why_not(position, side, cell));
        Meaning::choice(cell).but(why.map(words::refusal))
    }
}

impl Hand {
    /// True if something is switched on.
    pub const fn is_on(&self, overlay: Overlay) -> bool {
        match overlay {
            Overlay::Chain => self.shown.chain,
            Overlay::Fire => self.shown.fire,
            Overlay::Supply => self.shown.supply,
            Overlay::Costs => self.shown.costs,
            Overlay::Steps => self.steps,
        }
    }

    /// The move that the chosen unit on `from` is being led on.
    pub fn lead(&self, from: Cell) -> Lead<'_> {
        Lead {
            from,
            way: &self.way,
            along: self.along,
        }
    }

    /// The meaning of a click on a cell other than the chosen unit's; `None` if the click chooses another unit.
    fn act(&mut self, position: &Position, side: Side, from: Cell, cell: Cell) -> Option<Meaning> {
        let stay = Meaning::choice(from);
        if position.unit(cell).is_some_and(|unit| unit.side == side) {
            // a companion comes along from the first step: the cells led so far were found legal without it
            let is_new = self.along != Some(cell) && self.way.is_empty();
            return (is_new && companions(position, from).contains(&cell)).then(|| {
                self.along = Some(cell);
                stay
            });
        }
        // a way of this one cell counts as led, and the deeds from there are single steps
        let start = [from];
        let mut deeds = self.lead(from).deeds_at(position, cell);
        if self.steps && self.way.is_empty() {
            // a move is led by its cells from its first step on; fire needs no way
            deeds.retain(|deed| !matches!(deed.order, Order::Move { .. }));
            let lead = Lead {
                way: &start,
                ..self.lead(from)
            };
            deeds.extend(lead.deeds_at(position, cell));
        }
        let deed = match &deeds[..] {
            [] => {
                let lead = self.lead(from);
                let why = words::why_not_there(position, side, lead, cell);
                return Some(stay.but(why.map(words::refusal)));
            }
            [deed] => deed.clone(),
            _ => {
                self.asked = deeds;
                return Some(stay);
            }
        };
        Some(self.take(position, deed))
    }

    /// Takes a deed: gives its order, or continues the led move if there is more to choose.
    fn take(&mut self, position: &Position, deed: Deed) -> Meaning {
        let continues = match deed.kind {
            // after an overrun a vehicle may turn and run over more, docs/rules/wargame.md 1.10
            DeedKind::Overrun => true,
            DeedKind::Go => self.steps,
            _ => false,
        };
        if let Order::Move { path, .. } = &deed.order
            && continues
        {
            let way = path.cells().to_vec();
            let from = path.from();
            let lead = Lead {
                way: &way,
                ..self.lead(from)
            };
            // if nothing can follow, the order is given at once instead of being asked for
            if !lead.onward(position).is_empty() {
                self.asked.clear();
                self.way = way;
                return Meaning::choice(from);
            }
        }
        self.give(deed.order)
    }

    fn give(&mut self, order: Order) -> Meaning {
        self.put_down();
        WarGame::tries([order])
    }
}

/// True if the unit could prepare to leap now.
pub fn can_prepare(position: &Position, side: Side, cell: Cell) -> bool {
    let unit = position.unit(cell);
    unit.is_some_and(|unit| unit.kind == Kind::Paratroops)
        && position.check(side, &Order::Prepare(cell)).is_ok()
}
