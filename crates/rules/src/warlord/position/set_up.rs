//! Hidden set-ups: checked, placed, sealed and opened. Rules: warlord 6.

use board::Cell;

use super::share::is_owned;
use super::{Phase, Position};
use crate::warlord::Side;
use crate::warlord::{
    Event, FirstPlayer, Game, HiddenSetUp, Illegal, Kind, Order, Placement, SetUp, Start, Unit,
};
use crate::white_black::{part_slot, slot};
use crate::{SecretPart, Slot};

impl Position {
    /// The slots of a set-up: one, or one for each section where members share a side, for a side that has yet to set up. The scenario fixes its size, so the size reveals
    /// nothing.
    pub fn slots(&self, side: Side) -> Vec<Slot> {
        match (&self.game.start, self.phase) {
            (Start::Hidden(hidden), Phase::SettingUp { done }) if !done[side.index()] => {
                let slots = self.home_slots(hidden, side).into_iter();
                slots.map(|(slot, _)| slot).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The slots of a side's set-up with their home cells: one, or one for each section where members share the side.
    fn home_slots(&self, hidden: &HiddenSetUp, side: Side) -> Vec<(Slot, Vec<Cell>)> {
        if !self.game.is_shared() {
            let home: Vec<Cell> = hidden.cells(side).collect();
            return vec![(slot::<2>(home.len()), home)];
        }
        let sections = hidden.sections[side.index()].iter().enumerate();
        let slots = sections.map(|(place, cells)| {
            let member = self.game.dealt(side, place);
            (part_slot::<2>(place, cells.len(), member), cells.clone())
        });
        slots.collect()
    }

    /// The secret part of a legal set-up: two bytes for every cell of every home section in the scenario's order, the
    /// kind's letter and its level, or two zero bytes for an empty cell.
    ///
    /// # Errors
    /// Returns why the set-up is refused.
    pub fn seal(&self, side: Side, order: &Order) -> Result<Vec<SecretPart>, Illegal> {
        // checked first: a set-up that the rules refuse must never be sealed (threat row 12)
        self.check(side, order)?;
        let (Start::Hidden(hidden), Order::SetUp(set_up)) = (&self.game.start, order) else {
            return Err(Illegal::NoSetUpAwaited(side));
        };
        Ok(self.seal_slots(hidden, side, set_up, |_| true))
    }

    /// The parts of a member's own sections, from a set-up of these alone: each section as the game asks for it, or
    /// empty. What spans several sections is checked only when all are opened together. Rules: warlord 7.6.
    ///
    /// # Errors
    /// Returns why the part is refused.
    pub fn seal_part(
        &self,
        side: Side,
        member: u8,
        order: &Order,
    ) -> Result<Vec<SecretPart>, Illegal> {
        let (Start::Hidden(hidden), Order::SetUp(set_up)) = (&self.game.start, order) else {
            return self.seal(side, order);
        };
        if !self.game.is_shared() {
            return self.seal(side, order);
        }
        if self.slots(side).is_empty() {
            return Err(Illegal::NoSetUpAwaited(side));
        }
        if let Some(cell) = set_up.filled_twice() {
            return Err(Illegal::FilledTwice(cell));
        }
        let own = self.game.own_sections(hidden, side, member);
        for Placement { cell, kind } in &set_up.0 {
            if !own.iter().any(|cells| cells.contains(cell)) {
                return Err(Illegal::OutsideSections(*cell));
            }
            self.check_ground(*kind, *cell)?;
        }
        for (corner, kinds) in used_sections(own.into_iter(), set_up) {
            check_section(hidden, corner, &kinds)?;
        }
        Ok(self.seal_slots(hidden, side, set_up, |slot| slot.member == member))
    }

    /// What a member fills of a whole set-up: the units on its own sections. Rules: warlord 7.6.
    pub fn part_of(&self, side: Side, member: u8, order: &Order) -> Order {
        match (&self.game.start, order) {
            (Start::Hidden(hidden), Order::SetUp(set_up)) if self.game.is_shared() => {
                let own = self.game.own_sections(hidden, side, member);
                let is_own = |unit: &&Placement| own.iter().any(|cells| cells.contains(&unit.cell));
                let units = set_up.0.iter().filter(is_own);
                Order::SetUp(SetUp::new(units.copied().collect()))
            }
            _ => order.clone(),
        }
    }

    /// The set-up of a member's own sections in the payloads of its slots; the strict inverse of
    /// [`Position::seal_part`].
    ///
    /// # Errors
    /// If the payloads are no part that the member could fill.
    pub fn open_part(
        &self,
        side: Side,
        member: u8,
        parts: &[SecretPart],
    ) -> Result<Order, Illegal> {
        let hidden = match &self.game.start {
            Start::Hidden(hidden) if self.game.is_shared() => hidden,
            _ => return self.open(side, parts),
        };
        let mut slots = self.home_slots(hidden, side);
        slots.retain(|(slot, _)| slot.member == member);
        let order = Order::SetUp(opened(parts, &slots)?);
        // checked like a part of one's own: a mate may have sent anything
        self.seal_part(side, member, &order)?;
        Ok(order)
    }

    fn seal_slots(
        &self,
        hidden: &HiddenSetUp,
        side: Side,
        set_up: &SetUp,
        is_meant: impl Fn(&Slot) -> bool,
    ) -> Vec<SecretPart> {
        let slots = self.home_slots(hidden, side).into_iter();
        let slots = slots.filter(|(slot, _)| is_meant(slot));
        let parts = slots.map(|(slot, home)| set_up.seal(slot, home.into_iter(), unit_bytes));
        parts.collect()
    }

    /// The set-up of an opened part, checked in full; the strict inverse of [`Position::seal`].
    ///
    /// # Errors
    /// If the part is no legal set-up of that side.
    pub fn open(&self, side: Side, parts: &[SecretPart]) -> Result<Order, Illegal> {
        let Start::Hidden(hidden) = &self.game.start else {
            return Err(Illegal::NoSetUpAwaited(side));
        };
        // checked like any order: the other program may have sealed anything
        let order = Order::SetUp(opened(parts, &self.home_slots(hidden, side))?);
        self.check(side, &order)?;
        Ok(order)
    }

    /// The scenario's ready-made set-ups.
    pub(super) fn book_set_ups(&self, side: Side) -> Vec<Order> {
        let Start::Hidden(hidden) = &self.game.start else {
            return Vec::new();
        };
        let books = hidden.books[side.index()].iter();
        books
            .map(|(_, placements)| Order::SetUp(SetUp::new(placements.clone())))
            .collect()
    }

    pub(super) fn place(&mut self, side: Side, set_up: &SetUp, events: &mut Vec<Event>) {
        // shared, so that it can be read while the units change
        let game = self.game.clone();
        for Placement { cell, kind } in &set_up.0 {
            match game.enters_on(side, *cell) {
                Some(turn) => self.waiting[side.index()].push((turn, *kind)),
                None => {
                    self.units[*cell] = Some(Unit { side, kind: *kind });
                    if let Some(section) = game.section_of(side, *cell)
                        && game.is_shared()
                        && is_owned(*kind)
                    {
                        // Rules: warlord 7.2: who set it up
                        let member = game.dealt(side, section);
                        self.shares.owners.insert(*cell, member);
                    }
                }
            }
        }
        // sorted, since `enter` takes the first of a kind, and the order of the home cells must leave no trace
        self.waiting[side.index()].sort_unstable();
        events.push(Event::SetUp(side));
        let Phase::SettingUp { done } = &mut self.phase else {
            return;
        };
        done[side.index()] = true;
        if *done != [true, true] {
            return;
        }
        match game.options.first_player {
            FirstPlayer::LotAfter => self.phase = Phase::Drawing,
            FirstPlayer::LotBefore | FirstPlayer::Agreed(_) => self.begin_play(events),
        }
    }

    pub(super) fn begin_play(&mut self, events: &mut Vec<Event>) {
        self.phase = Phase::Playing;
        self.begin_turn(events);
    }

    pub(super) fn check_set_up(
        &self,
        hidden: &HiddenSetUp,
        side: Side,
        set_up: &SetUp,
    ) -> Result<(), Illegal> {
        // first, since every later check counts each cell once
        if let Some(cell) = set_up.filled_twice() {
            return Err(Illegal::FilledTwice(cell));
        }
        for Placement { cell, kind } in &set_up.0 {
            if !hidden.cells(side).any(|home| home == *cell) {
                return Err(Illegal::OutsideSections(*cell));
            }
            self.check_ground(*kind, *cell)?;
        }
        let kinds: Vec<Kind> = set_up.0.iter().map(|unit| unit.kind).collect();
        self.game.check_army(side, &kinds)?;
        check_sections(hidden, side, set_up)
    }
}

impl Game {
    /// The owner's turn from which a unit set up on that home cell may enter; `None` if it stands on the cell at once.
    fn enters_on(&self, side: Side, cell: Cell) -> Option<u16> {
        let section = self.section_of(side, cell)?;
        match &self.start {
            Start::Hidden(hidden) => hidden.enters.get(section).copied(),
            Start::Fixed(_) => None,
        }
    }

    /// The sections that a member sets up.
    fn own_sections<'a>(
        &self,
        hidden: &'a HiddenSetUp,
        side: Side,
        member: u8,
    ) -> Vec<&'a Vec<Cell>> {
        let sections = hidden.sections[side.index()].iter().enumerate();
        sections
            .filter(|(place, _)| self.dealt(side, *place) == member)
            .map(|(_, cells)| cells)
            .collect()
    }

    /// The place of the section in which a home cell lies.
    fn section_of(&self, side: Side, cell: Cell) -> Option<usize> {
        let Start::Hidden(hidden) = &self.start else {
            return None;
        };
        let mut sections = hidden.sections[side.index()].iter();
        sections.position(|section| section.contains(&cell))
    }

    /// An error unless those kinds are a side's army and a legal choice in addition.
    fn check_army(&self, side: Side, kinds: &[Kind]) -> Result<(), Illegal> {
        let count = |kinds: &[Kind], kind| kinds.iter().filter(|other| **other == kind).count();
        let (mut leaders, mut levels, mut others) = (0, 0, 0);
        for kind in Kind::ALL {
            let (found, expected) = (count(kinds, kind), count(&self.armies[side.index()], kind));
            // nobody begins with promoted leaders, so they are no part of a free choice
            let may_choose = self.choice.is_some() && kind != Kind::Promoted;
            if found < expected || found > expected && !may_choose {
                return Err(Illegal::WrongArmy {
                    kind,
                    found,
                    expected,
                });
            }
            let chosen = found - expected;
            if kind.is_leader() {
                leaders += chosen;
                levels += chosen * usize::from(kind.level());
            } else {
                others += chosen;
            }
        }
        match self.choice {
            Some(choice)
                if (leaders, levels, others)
                    != (
                        choice.leaders.into(),
                        choice.levels.into(),
                        choice.others.into(),
                    ) =>
            {
                Err(Illegal::WrongChoice {
                    leaders,
                    levels,
                    others,
                    expected: choice,
                })
            }
            _ => Ok(()),
        }
    }
}

fn opened(parts: &[SecretPart], slots: &[(Slot, Vec<Cell>)]) -> Result<SetUp, Illegal> {
    let set_up = SetUp::open(parts, slots, kind_of, "two bytes for each home cell");
    set_up.map_err(Illegal::BadSecret)
}

fn check_sections(hidden: &HiddenSetUp, side: Side, set_up: &SetUp) -> Result<(), Illegal> {
    let used = used_sections(hidden.sections[side.index()].iter(), set_up);
    if used.len() != usize::from(hidden.used) {
        return Err(Illegal::WrongSections {
            found: used.len(),
            expected: hidden.used,
        });
    }
    for (corner, kinds) in used {
        check_section(hidden, corner, &kinds)?;
    }
    Ok(())
}

/// The kinds in each of those sections that has units, with the section's first cell.
fn used_sections<'a>(
    sections: impl Iterator<Item = &'a Vec<Cell>>,
    set_up: &SetUp,
) -> Vec<(Cell, Vec<Kind>)> {
    let kinds = |section: &[Cell]| -> Vec<Kind> {
        section.iter().filter_map(|cell| set_up.at(*cell)).collect()
    };
    sections
        // a section without cells has no corner to name, and no units
        .filter_map(|section| Some((*section.first()?, kinds(section))))
        .filter(|(_, kinds)| !kinds.is_empty())
        .collect()
}

fn check_section(hidden: &HiddenSetUp, corner: Cell, kinds: &[Kind]) -> Result<(), Illegal> {
    let leaders = kinds.iter().filter(|kind| kind.is_leader()).count();
    let others = kinds.len() - leaders;
    if (leaders, others) == (hidden.leaders.into(), hidden.others.into()) {
        return Ok(());
    }
    Err(Illegal::WrongSection {
        corner,
        leaders,
        others,
        expected_leaders: hidden.leaders,
        expected_others: hidden.others,
    })
}

fn unit_bytes(kind: Kind) -> [u8; 2] {
    [kind.symbol() as u8, kind.level()]
}

fn kind_of(bytes: [u8; 2]) -> Option<Kind> {
    Kind::ALL
        .into_iter()
        .find(|kind| unit_bytes(*kind) == bytes)
}
