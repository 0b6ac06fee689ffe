//! Orders as the record writes them.

use kit::model::notation::Sign;
use rules::wargame::{Event, Unit};

fn sign(unit: Unit) -> Sign {
    Sign::Unit {
        side: unit.side.into(),
        figure: picture::wargame::figure(unit.kind),
        letter: unit.kind.symbol().to_owned(),
    }
}

/// The part of an order that an event stands for, as the record writes it: `Tc3-e5 xIe5`, and `Ac3*e5 xIe5` for fire.
pub fn signs(event: &Event) -> Vec<Sign> {
    let way = |before: &'static str, unit: Unit, way: String| {
        let before = (!before.is_empty()).then(|| Sign::text(before));
        let rest = [sign(unit), Sign::text(way)];
        before.into_iter().chain(rest).collect()
    };
    match event {
        Event::Moved { unit, from, to } => way("", *unit, format!("{from}-{to}")),
        Event::Leapt { unit, from, to } => way("", *unit, format!("{from}^{to}")),
        Event::Towed { unit, from, to } | Event::Accompanied { unit, from, to } => {
            way(" +", *unit, format!("{from}-{to}"))
        }
        Event::Fired { unit, from, at } => way("", *unit, format!("{from}*{at}")),
        Event::Removed { unit, cell, .. } => way(" x", *unit, cell.to_string()),
        Event::Prepared(cell) => vec![Sign::text(format!("{cell} ready"))],
        Event::MapLaid(_)
        | Event::SetUp(_)
        | Event::First(_)
        | Event::TurnEnded { .. }
        | Event::Over(_) => Vec::new(),
    }
}

/// True if an event removed a unit.
pub const fn takes(event: &Event) -> bool {
    matches!(event, Event::Removed { .. })
}
