//! The scenes and drawings of the families: each family has one arm in each `match`.

use board::Cell;
use rules::{AnyEvent, AnyOrder, AnyPosition, Family, Side};

use crate::toy;
use crate::{Art, DiagramError, Scene, Stated, tourney, wargame, warlord};

impl Art {
    /// The drawings of a family.
    pub const fn of(family: Family) -> &'static Self {
        match family {
            Family::Warlord => &warlord::ART,
            Family::WarGame => &wargame::ART,
            Family::Tourney => &tourney::ART,
            Family::Toy => &toy::ART,
        }
    }
}

/// The words that state a position in the family's diagrams, beside the rows.
pub const fn position_words(family: Family) -> &'static [&'static str] {
    match family {
        Family::Warlord => warlord::POSITION_WORDS,
        Family::WarGame => wargame::POSITION_WORDS,
        Family::Tourney => tourney::POSITION_WORDS,
        Family::Toy => toy::POSITION_WORDS,
    }
}

/// The position stated in the language of the family's diagrams, by rows and by the words of [`position_words`]; other
/// words are passed over.
///
/// # Errors
/// The first mistake, with its line.
pub fn stated_position(family: Family, stated: &Stated<'_>) -> Result<AnyPosition, DiagramError> {
    Ok(match family {
        Family::Warlord => AnyPosition::Warlord(warlord::position(stated)?),
        Family::WarGame => AnyPosition::WarGame(wargame::position(stated)?),
        Family::Tourney => AnyPosition::Tourney(tourney::position(stated)?),
        Family::Toy => AnyPosition::Toy(toy::position(stated)?),
    })
}

/// The units on the board in the family's own order, each with its cell, its side and its symbol as the rows of
/// diagrams write the first side's.
pub fn symbols(position: &AnyPosition) -> Vec<(Cell, Side, String)> {
    match position {
        AnyPosition::Warlord(position) => warlord::symbols(position).collect(),
        AnyPosition::WarGame(position) => wargame::symbols(position).collect(),
        AnyPosition::Tourney(position) => tourney::symbols(position).collect(),
        AnyPosition::Toy(position) => toy::symbols(position).collect(),
    }
}

impl Scene {
    /// A position's ground and units; with `open`, units that have acted in the turn so far are paler.
    pub fn of(position: &AnyPosition, open: bool) -> Self {
        match position {
            AnyPosition::Warlord(position) => warlord::scene(position, open),
            AnyPosition::WarGame(position) => wargame::scene(position, open),
            AnyPosition::Tourney(position) => tourney::scene(position, open),
            AnyPosition::Toy(position) => toy::scene(position),
        }
    }

    /// The start of a game: the units on the board, and the cells for units that are still to be set up or to enter.
    pub fn of_start(position: &AnyPosition) -> Self {
        // one arm for each family and none for the rest, so that a new family does not compile before it has a look
        match position {
            AnyPosition::Warlord(position) => warlord::start(position),
            AnyPosition::WarGame(position) => wargame::start(position),
            AnyPosition::Tourney(position) => tourney::start(position),
            AnyPosition::Toy(position) => toy::scene(position),
        }
    }

    /// The position after a turn, with the ways of the turn's orders.
    pub fn of_turn(
        before: &AnyPosition,
        after: &AnyPosition,
        side: Side,
        orders: &[AnyOrder],
    ) -> Self {
        // not open: the turn is over, and every unit may act again
        let mut scene = Self::of(after, false);
        scene.add_turn(before, side, orders);
        scene
    }

    /// Adds what the opening of secret choices brought, such as the cards of a duel.
    pub fn add_opened<'a>(&mut self, events: impl IntoIterator<Item = &'a AnyEvent>) {
        for event in events {
            match event {
                AnyEvent::Tourney(event) => tourney::add_event(self, event),
                // their only secret choices are set-ups, which the position shows
                AnyEvent::Warlord(_) | AnyEvent::WarGame(_) => {}
                // its cards are numbers, which have no drawing
                AnyEvent::Toy(_) => {}
            }
        }
    }

    /// Adds the ways of a turn's orders, up to the first illegal order, from the position before the turn.
    pub fn add_turn(&mut self, before: &AnyPosition, side: Side, orders: &[AnyOrder]) {
        match before {
            AnyPosition::Warlord(before) => {
                // a side that the family lacks has no turn to draw
                let Ok(side) = side.try_into() else { return };
                // as far as the orders are of this family: a mixed list can come from a file alone
                let orders = orders.iter().map_while(|order| order.try_into().ok());
                warlord::add_turn(self, before, side, orders);
            }
            AnyPosition::WarGame(before) => {
                let Ok(side) = side.try_into() else { return };
                let orders = orders.iter().map_while(|order| order.try_into().ok());
                wargame::add_turn(self, before, side, orders);
            }
            AnyPosition::Tourney(before) => {
                let orders = orders.iter().map_while(|order| order.try_into().ok());
                tourney::add_turn(self, before, side, orders);
            }
            AnyPosition::Toy(before) => {
                let orders = orders.iter().map_while(|order| order.try_into().ok());
                toy::add_turn(self, before, side, orders);
            }
        }
    }
}
