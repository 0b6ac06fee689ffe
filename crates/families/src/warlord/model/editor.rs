//! A side's hidden set-up while it is being made: leaders and others into the home sections, and free units to choose.

mod army;
mod fill;

use std::collections::BTreeMap;
use std::sync::Arc;

use board::{Board, Cell};
use kit::model::army::{ArmyEditor, Made as AnyMade, Making, Placed, Symmetry};
use rules::warlord::{FreeUnits, Game, HiddenSetUp, Illegal, Kind, Order, Position, Side, Start};

use crate::two_sides;

pub use army::{Chosen, Mix};

/// A side's hidden set-up while it is being made.
#[derive(Debug, Clone)]
pub struct Editor {
    start: Position,
    side: Side,
    making: Making<Kind, Chosen>,
    /// The cells of each home section.
    home: Vec<Vec<Cell>>,
    /// The number of each among the sections of the side.
    numbers: Vec<usize>,
    /// The member whose part of the set-up this is; `None` for a whole one.
    member: Option<u8>,
    /// The parts that the other members have shown, each with its member.
    mates: Vec<(u8, Placed<Kind>)>,
}

/// A change of a hidden set-up.
pub type EditorCommand = kit::model::army::EditorCommand<Kind, Change>;
pub type Pick = kit::model::army::Pick<Kind>;
pub type Reserve = kit::model::army::Reserve<Kind>;
type Made = AnyMade<Kind, Chosen>;

/// A change that no other family's hidden set-up knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    TakeMix(Mix),
    /// Choose a free unit of a kind more, or one less.
    Choose(Kind, bool),
    /// Exchange a section with the next.
    ExchangeWithNext(usize),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section {
    /// Its first and last cell, which name it.
    pub corners: (Cell, Cell),
    /// The owner's turn from which its units enter, if they are not on the board at first.
    pub enters: Option<u16>,
    pub leaders: usize,
    /// Units in it that are no leaders.
    pub others: usize,
    pub standing: Standing,
}

/// The state of a section beside what the rules require.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    Empty,
    /// Some units, but fewer than needed.
    Filling,
    Done,
    /// More than the rules allow.
    Overfull,
}

impl Editor {
    /// An empty set-up of a side, if the game begins with hidden ones.
    pub fn new(start: &Position, side: Side) -> Option<Self> {
        // a game with fixed set-ups has nothing to edit
        let hidden = hidden(start.game())?;
        let chosen = start.game().choice.map(Chosen::first).unwrap_or_default();
        let home = hidden.sections[side.index()].clone();
        Some(Self {
            start: start.clone(),
            side,
            making: Making::new(chosen),
            numbers: (0..home.len()).collect(),
            home,
            member: None,
            mates: Vec::new(),
        })
    }

    /// The parts that the other members of the side have shown, each with its member.
    pub fn mates(&self) -> &[(u8, Placed<Kind>)] {
        &self.mates
    }

    /// The units in the parts of the others.
    fn of_mates(&self) -> impl Iterator<Item = Kind> {
        self.mates
            .iter()
            .flat_map(|(_, placed)| placed.values().copied())
    }

    pub const fn side(&self) -> Side {
        self.side
    }

    /// The side of the first turn, if known.
    pub const fn first(&self) -> Side {
        self.start.side()
    }

    /// The game as the scenario fixes it.
    pub const fn game(&self) -> &Arc<Game> {
        self.start.game()
    }

    fn rules(&self) -> &HiddenSetUp {
        hidden(self.game()).expect("an editor is only made for a hidden set-up")
    }

    /// The choice that the scenario offers in addition to the army.
    pub fn choice(&self) -> Option<FreeUnits> {
        self.game().choice
    }

    /// The number of free units still to be chosen.
    pub fn others_to_choose(&self) -> u8 {
        let all = self.choice().map_or(0, |choice| choice.others);
        all.saturating_sub(self.made().chosen.others())
    }

    /// The section a cell lies in, by number.
    pub fn section_of(&self, cell: Cell) -> Option<usize> {
        self.home.iter().position(|cells| cells.contains(&cell))
    }

    /// Every cell of each home section.
    pub fn sections_cells(&self) -> &[Vec<Cell>] {
        &self.home
    }

    pub fn sections(&self) -> Vec<Section> {
        let (need_leaders, need_others) = (
            usize::from(self.rules().leaders),
            usize::from(self.rules().others),
        );
        self.home
            .iter()
            .zip(&self.numbers)
            .filter_map(|(cells, number)| {
                let kinds = || cells.iter().filter_map(|cell| self.made().placed.get(cell));
                let leaders = kinds().filter(|kind| kind.is_leader()).count();
                let others = kinds().count() - leaders;
                // too much of one comes before too little of the other: no unit added can mend it
                let standing = if leaders > need_leaders || others > need_others {
                    Standing::Overfull
                } else if leaders == need_leaders && others == need_others {
                    Standing::Done
                } else if leaders + others == 0 {
                    Standing::Empty
                } else {
                    Standing::Filling
                };
                let corners = (*cells.first()?, *cells.last()?);
                Some(Section {
                    corners,
                    enters: self.rules().enters.get(*number).copied(),
                    leaders,
                    others,
                    standing,
                })
            })
            .collect()
    }

    /// The numbers of leaders and others that a section must hold, and the number of sections to use.
    pub fn needed(&self) -> (u8, u8, u8) {
        let rules = self.rules();
        (rules.leaders, rules.others, self.to_use()[1])
    }

    /// The fewest and the most sections to use: of one member's part, what the others leave.
    fn to_use(&self) -> [u8; 2] {
        let rules = self.rules();
        if self.member.is_none() {
            return [rules.used; 2];
        }
        let all = &rules.sections[self.side.index()];
        let has_unit = |placed: &Placed<Kind>, cells: &[Cell]| {
            cells.iter().any(|cell| placed.contains_key(cell))
        };
        let is_used = |cells: &&Vec<Cell>| {
            let mut mates = self.mates.iter();
            mates.any(|(_, placed)| has_unit(placed, cells))
        };
        let left = usize::from(rules.used).saturating_sub(all.iter().filter(is_used).count());
        // those who have not shown their part yet may fill any of their sections
        let slots = self.start.slots(self.side);
        let is_open = |member: u8| {
            let has_shown = self.mates.iter().any(|(mate, _)| *mate == member);
            Some(member) != self.member && !has_shown
        };
        let open = slots.iter().filter(|slot| is_open(slot.member)).count();
        let most = left.min(self.home.len());
        let least = left.saturating_sub(open).min(most);
        [least, most].map(|count| u8::try_from(count).unwrap_or(u8::MAX))
    }

    /// The number of sections that a member's part must still use; 0 for a whole set-up.
    pub fn sections_to_fill(&self) -> usize {
        let [least, _] = self.to_use();
        let has_unit = |cells: &&Vec<Cell>| {
            let mut cells = cells.iter();
            cells.any(|cell| self.placed().contains_key(cell))
        };
        let used = self.home.iter().filter(has_unit).count();
        let is_part = self.member.is_some();
        usize::from(least).saturating_sub(used) * usize::from(is_part)
    }

    /// Takes another mix of leaders. Placed leaders whose level has no room left in the mix change their level.
    pub fn take_mix(&mut self, mix: Mix) {
        // a mix that the scenario does not offer could never be locked
        let known = self
            .choice()
            .is_some_and(|choice| Mix::all(choice).contains(&mix));
        if known {
            let mut made = self.made().clone();
            made.chosen.set_mix(mix);
            self.fit(&mut made);
            self.change(made);
        }
    }

    /// Chooses one free unit more or one less of a kind. A placed unit without room in the army is taken off.
    pub fn choose(&mut self, kind: Kind, more: bool) {
        // leaders are chosen by the mix, and a unit is promoted only in a game
        let free = self.choice().is_some() && !kind.is_leader() && kind != Kind::Promoted;
        let count = self.made().chosen.of(kind);
        let wanted = match more {
            true if self.others_to_choose() > 0 => count + 1,
            false if count > 0 => count - 1,
            // taking from nothing, or adding to a full choice, is no step
            _ => return,
        };
        if free {
            let mut made = self.made().clone();
            made.chosen.set(kind, wanted);
            self.fit(&mut made);
            self.change(made);
        }
    }

    /// Fits the placed units to the army and the choice: a surplus leader takes a level that still has room, and any
    /// other surplus unit is taken off.
    fn fit(&self, made: &mut Made) {
        let totals: BTreeMap<Kind, usize> = self.kinds(&made.chosen).into_iter().collect();
        for kind in Kind::ALL {
            let total = totals.get(&kind).copied().unwrap_or(0);
            let standing = made.placed.iter().filter(|(_, other)| **other == kind);
            let surplus: Vec<Cell> = standing.map(|(cell, _)| *cell).skip(total).collect();
            for cell in surplus {
                // counted again for each unit: the one before may have taken the last place of a level
                let lines = self.reserve_of(made);
                let other = Mix::KINDS.into_iter().find(|other| {
                    let has_room = |line: &Reserve| line.kind == *other && line.left > 0;
                    kind.is_leader() && lines.iter().any(has_room)
                });
                match other {
                    Some(other) => made.placed.insert(cell, other),
                    None => made.placed.remove(&cell),
                };
            }
        }
    }

    /// Exchanges what stands in a section and in the next one: the order in which blocks enter.
    pub fn exchange_with_next(&mut self, section: usize) {
        let [Some(one), Some(next)] = [section, section + 1].map(|n| self.home.get(n)) else {
            return;
        };
        // sections may differ in size: a unit without a counterpart stays, and no two units come to one cell
        let other = |cell: &Cell| {
            let to = |from: &[Cell], to: &[Cell]| {
                // cells of two sections correspond by their place in the list
                let place = from.iter().position(|other| other == cell)?;
                to.get(place).copied()
            };
            to(one, next).or_else(|| to(next, one)).unwrap_or(*cell)
        };
        let placed = self.made().placed.iter();
        self.rearrange(placed.map(|(cell, kind)| (other(cell), *kind)).collect());
    }
}

impl ArmyEditor for Editor {
    type Kind = Kind;
    type Chosen = Chosen;
    type Change = Change;
    type Position = Position;
    type Order = Order;
    type Illegal = Illegal;

    fn begin(start: &Position, side: rules::Side) -> Option<Self> {
        Self::new(start, side.try_into().ok()?)
    }

    fn making(&self) -> &Making<Kind, Chosen> {
        &self.making
    }

    fn making_mut(&mut self) -> &mut Making<Kind, Chosen> {
        &mut self.making
    }

    fn owner(&self) -> rules::Side {
        self.side.into()
    }

    fn ground(&self) -> Board {
        self.start.board()
    }

    fn home(&self) -> impl Iterator<Item = Cell> {
        self.home.iter().flatten().copied()
    }

    fn narrow_to(&mut self, member: u8) {
        let slots = self.start.slots(self.side);
        // one slot a section, in the order of the sections
        self.numbers = (0..slots.len())
            .filter(|number| slots[*number].member == member)
            .collect();
        let all = &self.rules().sections[self.side.index()];
        let own = self.numbers.iter().filter_map(|number| all.get(*number));
        self.home = own.cloned().collect();
        self.member = Some(member);
    }

    fn makes_part(&self) -> bool {
        self.member.is_some()
    }

    fn take_plans(&mut self, plans: Vec<(u8, Placed<Kind>)>) {
        if self.mates == plans {
            return;
        }
        self.mates = plans;
        let Some(choice) = self.choice() else {
            return;
        };
        // what all have chosen together, as far as it can be one choice
        let all = self.placed().values().copied().chain(self.of_mates());
        let army = &self.game().armies[self.side.index()];
        let implied = Chosen::beside(army, all);
        let chosen = self.chosen().together_with(&implied, choice);
        if chosen != *self.chosen() {
            let placed = self.placed().clone();
            self.change(Made { placed, chosen });
        }
    }

    fn kinds(&self, chosen: &Chosen) -> Vec<(Kind, usize)> {
        let army = &self.game().armies[self.side.index()];
        let kinds = Kind::ALL.into_iter().map(|kind| {
            let own = army.iter().filter(|other| **other == kind).count();
            // what the others have placed is no longer there for this part
            let gone = self.of_mates().filter(|other| *other == kind).count();
            let all = own + usize::from(chosen.of(kind));
            (kind, all.saturating_sub(gone))
        });
        kinds.filter(|(_, total)| *total > 0).collect()
    }

    fn books(&self) -> impl Iterator<Item = &str> {
        let books = self.rules().books[self.side.index()].iter();
        books.map(|(name, _)| name.as_str())
    }

    fn book(&self, number: usize) -> Option<Placed<Kind>> {
        let (_, placements) = self.rules().books[self.side.index()].get(number)?;
        Some(two_sides::placed(placements))
    }

    fn chosen_by(&self, placed: &Placed<Kind>) -> Chosen {
        let army = &self.game().armies[self.side.index()];
        // whatever goes beyond the scenario's army must have been chosen
        let chosen = self
            .choice()
            .map(|_| Chosen::beside(army, placed.values().copied()));
        chosen.unwrap_or_default()
    }

    fn turned(&self, cell: Cell, turn: Symmetry) -> Option<Cell> {
        let file = self.ground().files() - 1 - cell.file();
        Some(match turn {
            Symmetry::Mirror => Cell::new(file, cell.rank()),
            Symmetry::HalfTurn => {
                // half a turn of the home and not of the board, so that the army stays at home
                let ranks = self.rules().ranks(self.side);
                Cell::new(file, ranks.start + ranks.end - 1 - cell.rank())
            }
        })
    }

    fn filled(&self) -> Made {
        fill::filled(self)
    }

    fn change_own(&mut self, change: Change) {
        match change {
            Change::TakeMix(mix) => self.take_mix(mix),
            Change::Choose(kind, more) => self.choose(kind, more),
            Change::ExchangeWithNext(section) => self.exchange_with_next(section),
        }
    }

    fn order_of(&self, placed: &Placed<Kind>) -> Order {
        Order::SetUp(two_sides::set_up(placed))
    }

    fn placed_by(order: &Order) -> Option<Placed<Kind>> {
        match order {
            Order::SetUp(set_up) => Some(two_sides::placed(&set_up.0)),
            Order::Move { .. }
            | Order::Swap { .. }
            | Order::Enter { .. }
            | Order::Done
            | Order::Later
            | Order::End => None,
        }
    }

    fn check(&self, order: &Order) -> Result<(), Illegal> {
        let Some(member) = self.member else {
            return self.start.check(self.side, order);
        };
        // what spans several parts is checked once they are shown together (warlord 7.6)
        self.start.seal_part(self.side, member, order)?;
        let placed = Self::placed_by(order).unwrap_or_default();
        let is_used = |cells: &&Vec<Cell>| cells.iter().any(|cell| placed.contains_key(cell));
        let found = self.home.iter().filter(is_used).count();
        let [least, most] = self.to_use();
        if (usize::from(least)..=usize::from(most)).contains(&found) {
            return Ok(());
        }
        let expected = if found < usize::from(least) {
            least
        } else {
            most
        };
        Err(Illegal::WrongSections { found, expected })
    }

    fn to_rows(&self, order: &Order) -> String {
        // always as White's rows, so that a kept set-up serves either side
        order.to_text(self.game(), Side::White)
    }

    fn of_rows(&self, rows: &str) -> Option<Order> {
        Order::parse(self.game(), Side::White, rows).ok()
    }
}

/// The hidden set-up of a game that begins with one.
pub fn hidden(game: &Game) -> Option<&HiddenSetUp> {
    match &game.start {
        Start::Hidden(rules) => Some(rules),
        Start::Fixed(_) => None,
    }
}
