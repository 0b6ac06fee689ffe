//! The hand of the user at a Tourney table, and the meaning of a click there.

use board::Cell;
use kit::model::family::{FamilyTypes as _, HandModel};
use kit::model::meaning::{self, Meaning, Pick, Refusal};
use rules::tourney::{Asked, Kind, Man, Name, Order, Position};
use rules::{AnyIllegal, Rules as _, Side, ToAct};

use super::answers::{self, answers};
use super::foresight::Foresight;
use super::men;
use super::words::short;
use crate::tourney::Tourney;

/// The unit chosen among several of a cell, and the question at a cell.
#[derive(Debug, Clone, Default)]
pub struct Hand {
    /// The cell and the place among the side's own units there.
    pub chosen: Option<(Cell, u8)>,
    /// The possible meanings of a click on a cell, of which the user chooses.
    pub asked: Vec<Deed>,
    /// Why the one thing that is asked should be thought over.
    pub warning: Option<String>,
    /// The board is wished for while a duel has a scene of its own.
    pub looks_at_board: bool,
}

/// A possible meaning of a click on a cell for the chosen unit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deed {
    pub cell: Cell,
    /// The order; `None` to choose the unit on the cell instead.
    pub order: Option<Order>,
    /// The text of its button.
    pub label: String,
}

/// A command of a Tourney table beside its board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HandCommand {
    /// Take one of the deeds asked about or, if there are none, one of the answers to what the rules ask, by its place.
    Take(u8),
    /// A man in an enchanted wood announces his steps.
    Wander(Name, u8),
    /// Show the board, or else the scene of the duel.
    Board(bool),
}

impl HandModel for Hand {
    type Position = Position;
    type Command = HandCommand;

    fn leads_on(command: HandCommand) -> bool {
        // every other command answers a question, so that the last notice is about something that is over
        !matches!(command, HandCommand::Board(_))
    }

    fn put_down(&mut self) {
        self.chosen = None;
        self.drop_question();
    }

    fn words(&self, position: &Position) -> Option<String> {
        let Some(deed) = self.asked.first() else {
            return answers::question(position);
        };
        let cell = deed.cell;
        if let Some(warning) = &self.warning {
            let warning = kit::model::words::capital(warning);
            return Some(format!(
                "{warning}. Click {cell} again to do it all the same, or Esc."
            ));
        }
        let names: Vec<String> = self
            .asked
            .iter()
            .map(|deed| deed.label.to_lowercase())
            .collect();
        let first = names.first().map_or("", String::as_str);
        Some(format!(
            "At {cell}: {}? Choose beside the board, or click {cell} again for: {first}.",
            names.join(", or ")
        ))
    }

    fn update(
        &mut self,
        command: HandCommand,
        position: &Position,
        side: Option<Side>,
    ) -> Option<Meaning> {
        match command {
            HandCommand::Board(is_wished) => {
                self.looks_at_board = is_wished;
                None
            }
            HandCommand::Wander(man, steps) => {
                // without a side nobody drafts here: the button was drawn before the turn was sent
                side.map(|_| self.give(Order::Wander { man, steps }))
            }
            HandCommand::Take(place) => {
                let (side, place) = (side?, usize::from(place));
                // the question may have been answered by a click on the board since the button was drawn
                if !self.asked.is_empty() {
                    let deed = self.asked.get(place).cloned()?;
                    return Some(self.take(deed));
                }
                let answer = answers(position, side).into_iter().nth(place)?;
                Some(self.give(answer.order))
            }
        }
    }

    fn click(
        &mut self,
        position: &Position,
        side: Option<Side>,
        selected: Option<Cell>,
        cell: Cell,
    ) -> Meaning {
        // any click answers the question or drops it
        let asked = std::mem::take(&mut self.asked);
        self.warning = None;
        let Some(side) = side.filter(|side| position.to_act() == ToAct::One(*side)) else {
            // not this side's decision: the click only looks, so that the board can be read while the other side
            // decides
            let has_men = position.on(cell).next().is_some();
            return look(cell, has_men && selected != Some(cell));
        };
        // after the moves the rules ask one thing at a time, and a unit to move is none of the answers
        if !matches!(position.asked(), Asked::Move { .. }) {
            return self.answer_on(position, side, cell);
        }
        if let Some(from) = selected {
            if let Some(first) = asked.into_iter().find(|deed| deed.cell == cell) {
                return self.take(first);
            }
            if from == cell {
                return self.choose_after(position, side, cell);
            }
            if let Some(meaning) = self.act(position, side, from, cell) {
                return meaning;
            }
        }
        self.choose(position, side, cell)
    }

    fn choices(
        &self,
        position: &Position,
        side: Option<Side>,
        at: Option<Cell>,
    ) -> Vec<meaning::Choice> {
        let Some((side, cell)) = side.zip(at) else {
            return Vec::new();
        };
        let own = men::own(position, side, cell);
        // with one man there is nothing to choose between
        if own.len() < 2 || !matches!(position.asked(), Asked::Move { .. }) {
            return Vec::new();
        }
        let chosen = self.place_at(position, side, cell);
        let units = (0..).zip(&own).map(|(place, man)| meaning::Choice {
            pick: Pick::Unit(cell, place),
            name: men::button(position, man),
            is_chosen: chosen == Some(place),
            can: true,
        });
        units.collect()
    }

    fn pick(&mut self, position: &Position, side: Option<Side>, pick: Pick) -> Meaning {
        self.drop_question();
        let Pick::Unit(cell, place) = pick else {
            return Meaning::default();
        };
        let Some(side) = side else {
            return Meaning::choice(cell);
        };
        self.chosen = Some((cell, place));
        Meaning::choice(cell).but(self.why_idle(position, side, cell))
    }

    fn settle(&mut self, _: &Position, _: Option<Side>) {
        // what was chosen is a place among the men of a cell, and after an order another man may have that place
        self.put_down();
    }
}

/// A cell that is only looked at.
fn look(cell: Cell, is_chosen: bool) -> Meaning {
    Meaning {
        selected: Some(cell).filter(|_| is_chosen),
        ..Meaning::default()
    }
}

impl Hand {
    fn drop_question(&mut self) {
        self.asked.clear();
        self.warning = None;
    }

    fn give(&mut self, order: Order) -> Meaning {
        self.put_down();
        Tourney::tries([order])
    }

    fn take(&mut self, deed: Deed) -> Meaning {
        match deed.order {
            Some(order) => self.give(order),
            None => {
                self.put_down();
                Meaning::choice(deed.cell)
            }
        }
    }

    /// The place of the chosen man among the side's own units on a cell: the one picked, or the first that has an
    /// order.
    fn place_at(&self, position: &Position, side: Side, cell: Cell) -> Option<u8> {
        let own = men::own(position, side, cell);
        // the place may be gone: a man has left the cell since it was picked
        let picked = self.chosen.filter(|(at, _)| *at == cell);
        if let Some((_, place)) = picked.filter(|(_, place)| usize::from(*place) < own.len()) {
            return Some(place);
        }
        let has_order = |man: &Man| !orders_of(position, side, cell, man).is_empty();
        // with nobody able to act the first is chosen all the same, so that `why_idle` can say why
        let first = own.iter().position(has_order);
        let place = first.or((!own.is_empty()).then_some(0));
        place.and_then(|place| u8::try_from(place).ok())
    }

    /// The chosen man of a side on a cell.
    pub fn man(&self, position: &Position, side: Side, cell: Cell) -> Option<Man> {
        let place = self.place_at(position, side, cell)?;
        men::own(position, side, cell)
            .into_iter()
            .nth(usize::from(place))
    }

    /// The orders of what is chosen on a cell: of a man, or for the Wizard of a grave.
    pub fn orders(&self, position: &Position, side: Side, from: Cell) -> Vec<Order> {
        if let Some(man) = self.man(position, side, from) {
            return orders_of(position, side, from, &man);
        }
        // the Wizard moves undead as other sides move men, but raises them from a grave, on which no unit stands
        // (tourney 6.2)
        if !position.game().is_wizard(side) || !matches!(position.asked(), Asked::Move { .. }) {
            return Vec::new();
        }
        let mut orders = position.legal_orders(side);
        orders.retain(|order| matches!(order, Order::Raise { grave, .. } if *grave == from));
        orders
    }

    /// Why the chosen man has no order, if he has none.
    fn why_idle(&self, position: &Position, side: Side, cell: Cell) -> Option<Refusal> {
        let man = self.man(position, side, cell)?;
        if !orders_of(position, side, cell, &man).is_empty() {
            return None;
        }
        let name = position.name(&man)?;
        // a step to any neighbor is enough to show what holds the man back
        let near = position.board().neighbors(cell);
        let mut steps = near.map(|to| Order::Move { man: name, to });
        steps.find_map(|order| refusal(position, side, &order))
    }

    /// Chooses what stands on a cell.
    fn choose(&mut self, position: &Position, side: Side, cell: Cell) -> Meaning {
        self.chosen = None;
        // a grave is chosen like a unit: the Wizard raises the dead of it
        let has_grave = position.game().is_wizard(side)
            && position.graves().iter().any(|grave| grave.cell == cell);
        if position.on(cell).next().is_none() && !has_grave {
            return Meaning::default();
        }
        Meaning::choice(cell).but(self.why_idle(position, side, cell))
    }

    /// A further click on the chosen cell: the next of its men who has an order, and after the last one nobody.
    fn choose_after(&mut self, position: &Position, side: Side, cell: Cell) -> Meaning {
        let own = men::own(position, side, cell);
        let now = self.place_at(position, side, cell).map_or(0, usize::from);
        // a man without an order is passed over: choosing him would cost a click and change nothing
        let rest = own.iter().enumerate().skip(now + 1);
        let mut rest = rest.filter(|(_, man)| !orders_of(position, side, cell, man).is_empty());
        match rest.next() {
            Some((place, _)) => {
                self.chosen = u8::try_from(place).ok().map(|place| (cell, place));
                Meaning::choice(cell)
            }
            None => {
                self.put_down();
                Meaning::default()
            }
        }
    }

    /// The meaning of a click on a cell other than the chosen one; `None` if the click chooses another unit.
    fn act(&mut self, position: &Position, side: Side, from: Cell, cell: Cell) -> Option<Meaning> {
        let stay = Meaning::choice(from);
        let has_own = !men::own(position, side, cell).is_empty();
        let orders = self.orders(position, side, from);
        let there = orders
            .into_iter()
            .filter(|order| target(order) == Some(cell));
        let mut deeds: Vec<Deed> = there
            .map(|order| Deed {
                cell,
                label: label(position, side, &order),
                order: Some(order),
            })
            .collect();
        if deeds.is_empty() {
            let man = self.man(position, side, from)?;
            // a friend whose square cannot be entered is chosen instead; refusing the move would hide how to reach him
            if has_own {
                return None;
            }
            let order = Order::Move {
                man: position.name(&man)?,
                to: cell,
            };
            return Some(stay.but(refusal(position, side, &order)));
        }
        // up to two friends share a square (tourney 3.2), so the click may mean either: only the user knows
        if has_own {
            deeds.push(Deed {
                cell,
                order: None,
                label: "Choose the unit there".to_owned(),
            });
        }
        if let [deed] = &deeds[..]
            && let Some(order) = &deed.order
        {
            let seen = Foresight::of_order(position, side, order, cell);
            let seen = seen.filter(Foresight::is_grave);
            let Some(warning) = seen.and_then(|seen| seen.words()) else {
                return Some(self.give(order.clone()));
            };
            // the loss of a Lady or a Warlord is asked about first: no order of the turn brings them back
            self.warning = Some(warning);
        }
        self.asked = deeds;
        Some(stay)
    }

    /// A click on a cell while the rules ask about one: it answers if the cell stands for one answer alone.
    fn answer_on(&mut self, position: &Position, side: Side, cell: Cell) -> Meaning {
        let mut there = answers(position, side)
            .into_iter()
            .filter(|answer| answer.cell == Some(cell));
        // two men of one square are two answers, and a click cannot say which
        match (there.next(), there.next()) {
            (Some(answer), None) => self.give(answer.order),
            _ => Meaning::default(),
        }
    }
}

/// The orders of one man on a cell.
fn orders_of(position: &Position, side: Side, cell: Cell, man: &Man) -> Vec<Order> {
    let name = position.name(man);
    let mut orders = position.legal_orders_from(side, cell);
    // two men of a cell have their own orders; the name keeps them apart as the rules do (tourney 5.2)
    orders.retain(|order| match order {
        Order::Move { man, .. } | Order::Shoot { man, .. } | Order::Wander { man, .. } => {
            Some(*man) == name
        }
        // a recall names the man who is sent home and not the Lady who rides to him
        Order::Recall(_) => man.unit.kind == Kind::Lady,
        _ => false,
    });
    orders
}

/// The cell that a click names for an order.
pub fn target(order: &Order) -> Option<Cell> {
    match order {
        Order::Move { to, .. } | Order::Raise { to, .. } => Some(*to),
        Order::Recall(name) | Order::Shoot { at: name, .. } => Some(name.cell),
        _ => None,
    }
}

/// The text of the button for an order at a cell.
fn label(position: &Position, side: Side, order: &Order) -> String {
    let kind = |man: Option<Man>| man.map_or("unit", |man| man.unit.kind.name());
    match order {
        Order::Move { to, .. } => {
            let game = position.game();
            let mut there = position.on(*to);
            match there.any(|man| !game.are_friends(side, man.unit.owner)) {
                true => "Go there and meet the enemy".to_owned(),
                false => "Go there".to_owned(),
            }
        }
        Order::Recall(name) => {
            format!("Send the {} home", kind(men::named(position, side, name)))
        }
        Order::Shoot { at, .. } => format!("Shoot the {}", kind(men::enemy(position, side, at))),
        Order::Raise { kind, .. } => format!("Raise the {} there", kind.name()),
        other => short(other),
    }
}

/// Why the rules forbid an order.
fn refusal(position: &Position, side: Side, order: &Order) -> Option<Refusal> {
    let illegal = position.check(side, order).err()?;
    Some(Refusal::from(&AnyIllegal::Tourney(illegal)))
}
