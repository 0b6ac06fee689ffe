//! The orders and events of a WarGame: as the record writes them, and in words for the reader.

use board::Cell;
use kit::model::family::{FamilyRecord, FamilyTypes as _, FamilyWords as _};
use kit::model::notation::Sign;
use kit::model::told::{Reader, Told};
use rules::AnyEvent;
use rules::wargame::{Event, Loss, Order, Position, Switch, Terrain, Unit, words as lot_words};

use crate::wargame::WarGame;

impl FamilyRecord for WarGame {
    fn way(order: &Order) -> Option<(Cell, Cell)> {
        match order {
            Order::Move { path, .. } => Some((path.from(), path.to())),
            Order::Leap { from, to, on } => Some((*from, on.unwrap_or(*to))),
            // fire has two ends and no way: the record lights both
            Order::Fire { from, at } | Order::Rifle { from, at } => Some((*from, *at)),
            Order::Prepare(cell) => Some((*cell, *cell)),
            Order::End | Order::SetUp(_) => None,
        }
    }

    /// The part of an order that an event stands for, as the record writes it: `Tc3-e5 xIe5`, and `Ac3*e5 xIe5` for fire.
    fn signs(event: &Event) -> Vec<Sign> {
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

    /// The line of a turn ends anyway, so its end needs no words.
    fn is_shown(order: &Order) -> bool {
        *order != Order::End
    }

    fn takes(event: &Event) -> bool {
        matches!(event, Event::Removed { .. })
    }

    /// The events of a step: losses with their causes, towns, lots and the end; moves are left out.
    fn told(
        events: &[(usize, &AnyEvent)],
        before: &Position,
        after: &Position,
        reader: Reader<'_>,
    ) -> Vec<Told> {
        let events = || Self::own_events(events);
        let mut told = Vec::new();
        let opened = events().filter(|(_, event)| matches!(event, Event::SetUp(_)));
        told.extend(Told::opened(opened.count()));
        for (orders, event) in events() {
            told.extend(single(event, orders, reader));
        }
        // last: a town changes hands by the whole step, and losses explain it
        told.extend(towns(before, after, reader));
        told
    }
}

fn sign(unit: Unit) -> Sign {
    Sign::Unit {
        side: unit.side.into(),
        figure: picture::wargame::figure(unit.kind),
        letter: unit.kind.symbol().to_owned(),
    }
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
        // the end of a turn is the end of its line; only a pass would leave an empty line without a reason
        Event::TurnEnded {
            side, passed: true, ..
        } => reader.passed((*side).into()),
        Event::Over(outcome) => Told::over(&WarGame::outcome(
            (*outcome).into(),
            reader.seats,
            reader.names,
        )),
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
    // the last leader decides the game (wargame 1.12); any other unit is one of many
    unit.kind.is_leader()
}

/// The towns that changed hands, in a game that towns win.
fn towns(before: &Position, after: &Position, reader: Reader<'_>) -> Vec<Told> {
    let game = after.game();
    // in any other game a unit on a town means nothing
    if !game.has(Switch::Towns) {
        return Vec::new();
    }
    let towns = game.terrain.iter();
    let towns = towns.filter(|(_, ground)| **ground == Terrain::Town);
    let towns = towns.map(|(cell, _)| cell);
    let holders = |cell| [before, after].map(|now| Some(now.unit(cell)?.side.into()));
    reader.towns(towns, holders, usize::from(game.towns))
}
