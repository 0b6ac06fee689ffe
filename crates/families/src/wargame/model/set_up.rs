//! The fixed set-ups of the WarGames, as they are changed unit by unit.

use board::Cell;
use kit::model::fixed::{FixedUnits, Units};
use rules::wargame::{Start, Unit};
use scenario::Scenario;
use scenario::wargame::Content;

use crate::wargame::WarGame;

pub type SetUpEditor = kit::model::fixed::SetUpEditor<WarGame>;
pub type SetUpCommand = kit::model::fixed::SetUpCommand<Unit>;

impl FixedUnits for WarGame {
    type Unit = Unit;

    fn units(scenario: &Scenario) -> Option<Units<Unit>> {
        match &Content::of(scenario)?.game().start {
            Start::Fixed(units) => Some(units.iter().copied().collect()),
            Start::Hidden(_) => None,
        }
    }

    fn fen(scenario: &Scenario, units: &Units<Unit>) -> String {
        let units = units.iter().map(|(cell, unit)| (*cell, *unit));
        Content::of(scenario).map_or_else(String::new, |content| content.fen_of(units))
    }

    fn of_the_other_side(unit: Unit) -> Unit {
        Unit {
            side: unit.side.opponent(),
            ..unit
        }
    }

    /// Any unit may stand on any terrain: entering is what terrain hinders.
    fn barrier(_: &Scenario, _: Cell) -> Option<&'static str> {
        None
    }
}
