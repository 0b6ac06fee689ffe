//! Orders as the record writes them.

use kit::model::notation::Sign;
use rules::warlord::{Event, Unit};

fn sign(unit: Unit) -> Sign {
    Sign::Unit {
        side: unit.side.into(),
        figure: picture::warlord::figure(unit.kind),
        letter: unit.kind.symbol().to_string(),
    }
}

/// The part of an order that an event stands for, as the record writes it: `Hc4xNe6`.
pub fn signs(event: &Event) -> Vec<Sign> {
    match event {
        Event::Moved {
            unit,
            from,
            to,
            captured,
        } => match captured {
            Some(captured) => vec![
                sign(*unit),
                Sign::text(format!("{from}x")),
                sign(*captured),
                Sign::text(to.to_string()),
            ],
            None => vec![sign(*unit), Sign::text(format!("{from}-{to}"))],
        },
        Event::Promoted(_) => vec![Sign::text("=")],
        Event::Swapped { leader, cannon } => vec![Sign::text(format!("{leader}<>{cannon}"))],
        Event::Entered { kind, cell } => vec![Sign::text(format!("+{}@{cell}", kind.symbol()))],
        Event::Scattered(_)
        | Event::SetUp(_)
        | Event::First(_)
        | Event::TurnEnded { .. }
        | Event::Claimed(_)
        | Event::Over(_) => Vec::new(),
    }
}

/// True if an event removed a unit.
pub const fn takes(event: &Event) -> bool {
    matches!(event, Event::Moved { captured, .. } if captured.is_some())
}
