//! The orders and events of a Warlord match: as the record writes them, and in words for the reader.

use std::collections::BTreeMap;

use board::Cell;
use kit::model::family::{FamilyRecord, FamilyTypes as _, FamilyWords as _};
use kit::model::notation::Sign;
use kit::model::told::{Reader, Told};
use kit::model::words::{count, names};
use rules::AnyEvent;
use rules::warlord::{Event, Kind, Order, Position, Side, Terrain, Unit, words as lot_words};

use crate::warlord::Warlord;

impl FamilyRecord for Warlord {
    fn way(order: &Order) -> Option<(Cell, Cell)> {
        match order {
            Order::Move { from, to } => Some((*from, *to)),
            Order::Swap { leader, cannon } => Some((*leader, *cannon)),
            Order::Enter { cell, .. } => Some((*cell, *cell)),
            Order::Done | Order::Later | Order::End | Order::SetUp(_) => None,
        }
    }

    fn is_entry(order: &Order) -> bool {
        // reinforcements come first and use none of the turn's orders
        matches!(order, Order::Enter { .. })
    }

    /// The part of an order that an event stands for, as the record writes it: `Hc4xNe6`.
    fn signs(event: &Event) -> Vec<Sign> {
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
            | Event::PartOver { .. }
            | Event::Claimed(_)
            | Event::Over(_) => Vec::new(),
        }
    }

    /// The line of a turn ends anyway, so its end needs no words.
    fn is_shown(order: &Order) -> bool {
        !matches!(order, Order::Done | Order::Later | Order::End)
    }

    fn is_put_off(order: &Order) -> bool {
        matches!(order, Order::Later)
    }

    fn takes(event: &Event) -> bool {
        matches!(event, Event::Moved { captured, .. } if captured.is_some())
    }

    /// The events of a step: losses, towns, claims, lots and the end; moves that took nothing are left out.
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
        told.extend(leaders_taken(events(), before, reader));
        told.extend(others_taken(events(), reader));
        // counted and not listed: a block of sixteen units would fill the panel
        let entered = events().filter(|(_, event)| matches!(event, Event::Entered { .. }));
        let entered = entered.count();
        if entered > 0 {
            let does = reader.does(before.side().into(), "brought in", "brought in");
            told.push(Told::new(format!(
                "{does} {}",
                count(entered, "unit", "units")
            )));
        }
        told.extend(towns(before, after, reader));
        // a claim that has won is reported as the end of the game
        if let Some(side) = before.claim()
            && after.claim() != Some(side)
            && after.outcome().is_none()
        {
            let does = reader.does(side.opponent().into(), "answered", "answered");
            let claim = reader.whose(side.into());
            told.push(Told::new(format!("{does} {claim} claim: the game continues")).grave());
        }
        for (orders, event) in events() {
            told.extend(single(event, orders, before, after, reader));
        }
        told
    }
}

fn sign(unit: Unit) -> Sign {
    Sign::Unit {
        side: unit.side.into(),
        figure: picture::warlord::figure(unit.kind),
        letter: unit.kind.symbol().to_string(),
    }
}

/// The leaders captured, each with the number captured by now and the number that matters.
fn leaders_taken<'a>(
    events: impl Iterator<Item = (usize, &'a Event)>,
    before: &Position,
    reader: Reader<'_>,
) -> Vec<Told> {
    let game = before.game();
    let mut taken = [Side::White, Side::Black].map(|side| before.captured(side));
    let mut told = Vec::new();
    for (orders, event) in events {
        let Event::Moved {
            unit,
            to,
            captured: Some(lost),
            ..
        } = event
        else {
            continue;
        };
        if !lost.kind.is_leader() {
            continue;
        }
        let number = &mut taken[unit.side.index()];
        // counted along, because the position before the step knows only the captures of earlier steps
        *number += 1;
        // without the short game the win takes every leader
        let of = match game.options.short {
            0 => game.leaders(lost.side),
            short => usize::from(short),
        };
        let whose = reader.whose_first(lost.side.into());
        let kind = lost.kind.name();
        let text = format!("{whose} {kind} on {to} was captured: {number} of {of}");
        told.push(Told::new(text).at(*to, orders).grave());
    }
    told
}

/// The other units captured, in one line for each side.
fn others_taken<'a>(
    events: impl Iterator<Item = (usize, &'a Event)>,
    reader: Reader<'_>,
) -> Vec<Told> {
    const MOST: usize = 3;
    // one line a side: a turn of many captures would push all other events out of sight
    let mut taken: BTreeMap<Side, Vec<(Unit, Cell, usize)>> = BTreeMap::new();
    for (orders, event) in events {
        if let Event::Moved {
            unit,
            to,
            captured: Some(lost),
            ..
        } = event
            && !lost.kind.is_leader()
        {
            let list = taken.entry(unit.side).or_default();
            list.push((*lost, *to, orders));
        }
    }
    let told = taken.into_iter().filter_map(|(by, list)| {
        let (lost, cell, orders) = *list.first()?;
        let units: Vec<String> = list
            .iter()
            .map(|(unit, cell, _)| format!("{} on {cell}", unit.kind.name()))
            .collect();
        let does = reader.does(by.into(), "took", "took");
        let whose = reader.whose(lost.side.into());
        let text = format!("{does} {whose} {}", names(&units, MOST));
        Some(Told::new(text).at(cell, orders))
    });
    told.collect()
}

/// The towns that changed hands, in a game that towns win.
fn towns(before: &Position, after: &Position, reader: Reader<'_>) -> Vec<Told> {
    // in any other game a unit on a town means nothing
    let Some(ending) = before.game().towns else {
        return Vec::new();
    };
    let towns = after.game().terrain.iter();
    let towns = towns.filter(|(_, ground)| **ground == Terrain::Town);
    let towns = towns.map(|(cell, _)| cell);
    let holders = |cell| [before, after].map(|now| Some(now.unit(cell)?.side.into()));
    reader.towns(towns, holders, usize::from(ending.needed))
}

/// One event that has words of its own.
fn single(
    event: &Event,
    orders: usize,
    before: &Position,
    after: &Position,
    reader: Reader<'_>,
) -> Option<Told> {
    Some(match event {
        Event::Scattered(lot) => Told::terrain(&lot_words(*lot)),
        Event::First(side) => reader.first((*side).into()),
        Event::Promoted(cell) => {
            let side = after.unit(*cell).map_or(before.side(), |unit| unit.side);
            let whose = reader.whose_first(side.into());
            let promoted = Kind::Promoted.name();
            Told::new(format!("{whose} unit on {cell} became a {promoted}")).at(*cell, orders)
        }
        Event::Claimed(side) => {
            let does = reader.does((*side).into(), "claim", "claims");
            let other = side.opponent();
            let (has, against) = (after.captured(*side), after.captured(other));
            let answers = match reader.side == Some(other.into()) {
                true => "you have".to_owned(),
                false => reader.does(other.into(), "have", "has"),
            };
            Told::new(format!(
                "{does} the win, {has} to {against}: {answers} one turn to answer"
            ))
            .grave()
        }
        Event::TurnEnded {
            side, passed: true, ..
        } => reader.passed((*side).into()),
        Event::PartOver {
            is_put_off: true, ..
        } => Told::new(format!("{} takes the part later", reader.by?)),
        Event::Over(outcome) => Told::over(&Warlord::outcome(
            (*outcome).into(),
            reader.seats,
            reader.names,
        )),
        Event::SetUp(_)
        | Event::Moved { .. }
        | Event::Swapped { .. }
        | Event::Entered { .. }
        | Event::PartOver { .. }
        | Event::TurnEnded { .. } => return None,
    })
}
