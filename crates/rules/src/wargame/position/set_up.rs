//! Hidden set-ups: checked, placed, sealed and opened. Rules: wargame 1.13, 2.8.

use board::Cell;

use super::{Phase, Position};
use crate::wargame::{
    Event, HiddenSetUp, Illegal, Kind, Order, Placement, Reason, SetUp, Side, Start, Unit,
};
use crate::white_black::slot;
use crate::{SecretPart, Slot};

impl Position {
    /// The one slot of a set-up, for a side that has yet to set up. The scenario fixes its size, so the size reveals
    /// nothing.
    pub fn slots(&self, side: Side) -> Vec<Slot> {
        match (&self.game.start, self.phase) {
            (Start::Hidden(hidden), Phase::SettingUp { done }) if !done[side.index()] => {
                vec![slot::<1>(hidden.zones[side.index()].len())]
            }
            _ => Vec::new(),
        }
    }

    /// The secret part of a legal set-up: one byte for every cell of the side's zone in the scenario's order, 0 for an
    /// empty cell, else the number of the kind in the order of [`Kind::ALL`], from 1.
    ///
    /// # Errors
    /// Returns why the set-up is refused.
    pub fn seal(&self, side: Side, order: &Order) -> Result<Vec<SecretPart>, Illegal> {
        // checked first: a set-up that the rules refuse must never be sealed (threat row 12)
        self.check(side, order)?;
        let (Start::Hidden(hidden), Order::SetUp(set_up)) = (&self.game.start, order) else {
            return Err(self.refusal(Reason::NoSetUpAwaited(side)));
        };
        let home = &hidden.zones[side.index()];
        let slot = slot::<1>(home.len());
        Ok(vec![
            set_up.seal(slot, home.iter().copied(), |kind| [byte_of(kind)]),
        ])
    }

    /// The set-up of an opened part, checked in full; the strict inverse of [`Position::seal`].
    ///
    /// # Errors
    /// If the part is no legal set-up of that side.
    pub fn open(&self, side: Side, parts: &[SecretPart]) -> Result<Order, Illegal> {
        let Start::Hidden(hidden) = &self.game.start else {
            return Err(self.refusal(Reason::NoSetUpAwaited(side)));
        };
        let home = hidden.zones[side.index()].clone();
        let set_up = SetUp::open(
            parts,
            &[(slot::<1>(home.len()), home)],
            |[byte]| kind_of(byte),
            "one byte for each home cell",
        );
        let bad = |why| self.refusal(Reason::BadSecret(why));
        // checked like any order: the other program may have sealed anything
        let order = Order::SetUp(set_up.map_err(bad)?);
        self.check(side, &order)?;
        Ok(order)
    }

    /// The scenario's ready-made set-ups, as this game plays them.
    pub(super) fn book_set_ups(&self, side: Side) -> Vec<Order> {
        let Start::Hidden(hidden) = &self.game.start else {
            return Vec::new();
        };
        // the books name no Paratroops, which come by an option of the match
        let books = hidden.books[side.index()].iter();
        books
            .map(|(_, placements)| self.game.with_paratroops(side, placements.clone()))
            .map(|placements| Order::SetUp(SetUp::new(placements)))
            .collect()
    }

    pub(super) fn place(&mut self, side: Side, set_up: &SetUp, events: &mut Vec<Event>) {
        for Placement { cell, kind } in &set_up.0 {
            self.units.put(*cell, Unit { side, kind: *kind });
        }
        events.push(Event::SetUp(side));
        if let Phase::SettingUp { done } = &mut self.phase {
            done[side.index()] = true;
            // both armies are in: the lot for the first player follows (1.13, 2.8)
            if *done == [true, true] {
                self.phase = Phase::Drawing;
            }
        }
    }

    pub(super) fn check_set_up(
        &self,
        hidden: &HiddenSetUp,
        side: Side,
        set_up: &SetUp,
    ) -> Result<(), Reason> {
        if let Some(cell) = set_up.filled_twice() {
            return Err(Reason::FilledTwice(cell));
        }
        let mut zone = hidden.zones[side.index()].clone();
        // a sorted copy to search in: sealed bytes need the cells in the scenario's own order
        zone.sort_unstable();
        for Placement { cell, kind } in &set_up.0 {
            if zone.binary_search(cell).is_err() {
                return Err(Reason::OutsideZone(*cell));
            }
            self.check_ground(*kind, *cell)?;
        }
        let army = self.game.army(side);
        // all kinds, also those that the army lacks: a set-up must not have any of them
        for kind in Kind::ALL {
            let is_of_kind = |other: &&Kind| **other == kind;
            let expected = army.iter().filter(is_of_kind).count();
            let kinds = set_up.0.iter().map(|placement| &placement.kind);
            let found = kinds.filter(is_of_kind).count();
            if found != expected {
                return Err(Reason::WrongArmy {
                    kind,
                    found,
                    expected,
                });
            }
        }
        Ok(())
    }

    /// True if a unit of that kind may ever stand on that cell.
    pub(super) fn check_ground(&self, kind: Kind, cell: Cell) -> Result<(), Reason> {
        let terrain = self.game.terrain[cell];
        let cost = self.game.cost(kind, terrain);
        cost.map(|_| ()).ok_or(Reason::NeverEnters {
            kind,
            terrain,
            cell,
        })
    }
}

/// 0 is an empty cell.
const fn byte_of(kind: Kind) -> u8 {
    kind as u8 + 1
}

pub(super) fn kind_of(byte: u8) -> Option<Kind> {
    Kind::ALL.into_iter().find(|kind| byte_of(*kind) == byte)
}
