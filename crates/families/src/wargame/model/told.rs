//! The events of a WarGame in words for the reader.

use kit::model::family::FamilyModel as _;
use kit::model::told::{Reader, Told};
use rules::AnyEvent;
use rules::wargame::{Event, Loss, Position, Switch, Terrain, Unit, words as lot_words};

use super::words;
use crate::wargame::WarGame;

/// The events of a step: losses with their causes, towns, lots and the end; moves are left out.
pub fn told(
    events: &[(usize, &AnyEvent)],
    before: &Position,
    after: &Position,
    reader: Reader<'_>,
) -> Vec<Told> {
    let events = || WarGame::own_events(events);
    let mut told = Vec::new();
    let opened = events().filter(|(_, event)| matches!(event, Event::SetUp(_)));
    told.extend(Told::opened(opened.count()));
    for (orders, event) in events() {
        told.extend(single(event, orders, reader));
    }
    told.extend(towns(before, after, reader));
    told
}

/// One event that has words of its own.
fn single(event: &Event, orders: usize, reader: Reader<'_>) -> Option<Told> {
    Some(match event {
        Event::MapLaid(lot) => Told::terrain(&lot_words(*lot)),
        Event::First(side) => reader.first((*side).into()),
        Event::Removed { unit, cell, loss } => {
            let whose = reader.whose_first(unit.side.into());
            let told = Told::new(format!(
                "{whose} {} on {cell} {}",
                unit.kind.name(),
                fell(*loss)
            ));
            let told = told.at(*cell, orders);
            if is_grave(*unit) { told.grave() } else { told }
        }
        Event::Prepared(cell) => {
            Told::new(format!("Paratroops on {cell} prepare to leap")).at(*cell, orders)
        }
        Event::TurnEnded {
            side, passed: true, ..
        } => reader.passed((*side).into()),
        Event::Over(outcome) => Told::over(&words::outcome((*outcome).into(), reader.seats)),
        Event::SetUp(_)
        | Event::Moved { .. }
        | Event::Towed { .. }
        | Event::Accompanied { .. }
        | Event::Fired { .. }
        | Event::Leapt { .. }
        | Event::TurnEnded { .. } => return None,
    })
}

/// The cause of a loss, after the name of the unit.
const fn fell(loss: Loss) -> &'static str {
    match loss {
        Loss::Fire => "was shot",
        Loss::Assault => "was taken by close assault",
        Loss::Overrun => "was overrun",
        Loss::Tow => "was lost with the unit that towed it",
        Loss::Supply => "fell for lack of supply",
    }
}

/// True if the loss of a unit weighs on the outcome.
const fn is_grave(unit: Unit) -> bool {
    unit.kind.is_leader()
}

/// The towns that changed hands, in a game that towns win.
fn towns(before: &Position, after: &Position, reader: Reader<'_>) -> Vec<Told> {
    let game = after.game();
    if !game.has(Switch::Towns) {
        return Vec::new();
    }
    let towns = game.terrain.iter();
    let towns = towns.filter(|(_, ground)| **ground == Terrain::Town);
    let holder = |position: &Position, cell| position.unit(cell).map(|unit| unit.side.into());
    let towns = towns.map(|(cell, _)| (cell, holder(before, cell), holder(after, cell)));
    reader.towns(&towns.collect::<Vec<_>>(), usize::from(game.towns))
}
