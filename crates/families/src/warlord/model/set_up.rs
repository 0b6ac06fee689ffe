//! The fixed set-ups of Warlord, as they are changed unit by unit.

use board::Cell;
use kit::model::fixed::{FixedUnits, Units};
use rules::warlord::{Start, Unit};
use scenario::Scenario;
use scenario::warlord::Content;

use crate::warlord::Warlord;

pub type SetUpEditor = kit::model::fixed::SetUpEditor<Warlord>;
pub type SetUpCommand = kit::model::fixed::SetUpCommand<Unit>;

impl FixedUnits for Warlord {
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

    fn barrier(scenario: &Scenario, cell: Cell) -> Option<&'static str> {
        let ground = *Content::of(scenario)?.game().terrain.get(cell)?;
        (!ground.is_land()).then(|| ground.name())
    }
}
