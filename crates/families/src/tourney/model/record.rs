//! The orders and events of a Tourney: as the record writes them, and in words for the reader.

use board::Cell;
use kit::model::bout::{Bout, Part};
use kit::model::family::{FamilyRecord, FamilyTypes as _, FamilyWords as _};
use kit::model::notation::Sign;
use kit::model::told::{Reader, Told};
use kit::model::words::{capital, count};
use rules::AnyEvent;
use rules::tourney::{self, Event, Exchange, Kind, Loss, Order, Piece, Position, Taking, Unit};

use crate::tourney::Tourney;

impl FamilyRecord for Tourney {
    fn way(order: &Order) -> Option<(Cell, Cell)> {
        match order {
            Order::Move { man, to } => Some((man.cell, *to)),
            Order::Shoot { man, at } => Some((man.cell, at.cell)),
            Order::Raise { grave, to, .. } => Some((*grave, *to)),
            Order::Recall(name) | Order::Capture(name) | Order::Slay(name) => {
                // nobody goes anywhere: both ends are the cell that the board lights for the entry
                Some((name.cell, name.cell))
            }
            Order::Wander { man, .. } => Some((man.cell, man.cell)),
            Order::Fight(cell) => Some((*cell, *cell)),
            Order::SetUp(_)
            | Order::End
            | Order::Free { .. }
            | Order::Cards(_)
            | Order::Aim(_)
            | Order::Parry(_)
            | Order::Decline
            | Order::Succeed { .. }
            | Order::Lady(_) => None,
        }
    }

    /// The line of a turn ends anyway, so the end of its moves needs no words.
    fn is_shown(order: &Order) -> bool {
        *order != Order::End
    }

    /// The part of an order that an event stands for: `Ke2-e6`, `x` and the unit for whoever falls or is captured.
    fn signs(event: &Event) -> Vec<Sign> {
        let with = |before: &str, unit: Unit, after: String| {
            let before = (!before.is_empty()).then(|| Sign::text(before));
            before
                .into_iter()
                .chain([sign(unit), Sign::text(after)])
                .collect()
        };
        match event {
            Event::Moved { unit, from, to } | Event::Wandered { unit, from, to } => {
                with("", *unit, format!("{from}-{to}"))
            }
            Event::Recalled { unit, from } => with(" recalls ", *unit, from.to_string()),
            Event::SteppedOut { unit, green } => with(" ", *unit, format!("-{green}")),
            Event::Announced { unit, cell, steps } => with("", *unit, format!("{cell} {steps}")),
            Event::Shot { unit, from, at, .. } => with("", *unit, format!("{from}*{at}")),
            Event::Raised { unit, grave, cell } => with("", *unit, format!("{grave}^{cell}")),
            Event::Freed { unit, .. } | Event::Released(unit) => {
                with(" frees ", *unit, String::new())
            }
            Event::Captured { unit, cell, .. } | Event::Held { unit, cell } => {
                with(" x", *unit, cell.to_string())
            }
            Event::Slain { unit, cell, .. }
            | Event::Gone { unit, cell }
            | Event::Destroyed { unit, cell } => with(" \u{2020}", *unit, cell.to_string()),
            Event::Succeeded(unit) => with(" ", *unit, "=W".to_owned()),
            Event::Knighted(unit) => with(" ", *unit, "=K".to_owned()),
            Event::CastleFell { .. } => vec![Sign::text(" Castle")],
            // these follow from an order or from the cards, and the record of a turn is one line
            Event::SetUp(_)
            | Event::First(_)
            | Event::Chosen(_)
            | Event::Arrow { .. }
            | Event::Blessed { .. }
            | Event::Healed { .. }
            | Event::MovesOver(_)
            | Event::Met(_)
            | Event::StoodUp { .. }
            | Event::Exchanged { .. }
            | Event::Felled { .. }
            | Event::GotUp { .. }
            | Event::Lies { .. }
            | Event::Declined(_)
            | Event::Returned(_)
            | Event::Restored(_)
            | Event::Surrendered(_)
            | Event::Out(_)
            | Event::Regained(_)
            | Event::TurnEnded { .. }
            | Event::Over(_) => Vec::new(),
        }
    }

    fn takes(event: &Event) -> bool {
        matches!(
            event,
            Event::Captured { .. }
                | Event::Held { .. }
                | Event::Slain { .. }
                | Event::Gone { .. }
                | Event::Destroyed { .. }
        )
    }

    fn bout<'a>(steps: &mut dyn Iterator<Item = Part<'a, Order, Event>>) -> Option<Bout> {
        let steps = steps.map(|step| (step.is_opened, step.orders, step.events));
        let bout = tourney::Bout::read(steps)?;
        Some(Bout {
            name: format!("the duel on {}", bout.cell),
            line: signs(bout.line()),
            rounds: (0..bout.rounds.len())
                .map(|place| signs(bout.round(place)))
                .collect(),
        })
    }

    /// The events of a step: cards, losses with their causes, freeings, successions, lots and the end; plain moves are
    /// left out.
    fn told(
        events: &[(usize, &AnyEvent)],
        _: &Position,
        _: &Position,
        reader: Reader<'_>,
    ) -> Vec<Told> {
        let events = || Self::own_events(events);
        // both musters are opened in one step and make one line
        let opened = events().filter(|(_, event)| matches!(event, Event::SetUp(_)));
        let mut told: Vec<Told> = Told::opened(opened.count()).into_iter().collect();
        for (orders, event) in events() {
            told.extend(single(event, orders, reader));
        }
        // the end of the moves is the only deed of a pass
        let does = |(_, event): (usize, &Event)| {
            matches!(
                event,
                Event::Moved { .. }
                    | Event::Recalled { .. }
                    | Event::Raised { .. }
                    | Event::Shot { .. }
                    | Event::Announced { .. }
            )
        };
        let passed = events().find_map(|(_, event)| match event {
            Event::MovesOver(side) => Some(*side),
            _ => None,
        });
        if let Some(side) = passed.filter(|_| told.is_empty() && !events().any(does)) {
            told.push(reader.passed(side));
        }
        told
    }
}

fn signs(pieces: Vec<Piece>) -> Vec<Sign> {
    let signs = pieces.into_iter().map(|piece| match piece {
        Piece::Text(text) => Sign::Text(text),
        Piece::Side(side) => Sign::text(super::men::side_name(side)),
        Piece::Unit(unit) => sign(unit),
    });
    signs.collect()
}

fn sign(unit: Unit) -> Sign {
    Sign::Unit {
        side: unit.owner,
        figure: picture::tourney::figure(unit.kind),
        letter: unit.kind.symbol().to_string(),
    }
}

/// A unit of the reader's or of another side: `your Knight`, `Blue's Knight`.
fn whose(reader: Reader<'_>, unit: Unit) -> String {
    let undead = if unit.is_undead { "undead " } else { "" };
    let whose = reader.whose(unit.owner);
    format!("{whose} {undead}{}", unit.kind.name())
}

/// One event that has words of its own.
fn single(event: &Event, orders: usize, reader: Reader<'_>) -> Option<Told> {
    let who = |unit: Unit| whose(reader, unit);
    let first = |unit: Unit| capital(&who(unit));
    let at = |text: String, cell: Cell| Told::new(text).at(cell, orders);
    let told = |text: String| Told {
        orders,
        ..Told::new(text)
    };
    // without a free Warlord and Lady the game is lost (tourney 3.8)
    let grave = |told: Told, unit: Unit| match unit.kind {
        Kind::Warlord | Kind::Lady => told.grave(),
        _ => told,
    };

    Some(match event {
        Event::First(side) => reader.first(*side),
        Event::Recalled { unit, from } => at(
            format!("{} is recalled from {from} to the Castle", first(*unit)),
            *from,
        ),
        Event::SteppedOut { unit, green } => at(
            format!(
                "{} leaves the Castle for {green} to make room",
                first(*unit)
            ),
            *green,
        ),
        Event::Announced { unit, cell, steps } => at(
            format!(
                "{} announces {} from the wood on {cell}",
                first(*unit),
                count((*steps).into(), "step", "steps")
            ),
            *cell,
        ),
        Event::Wandered { unit, from, to } => at(
            format!("The lot leads {} from {from} to {to}", who(*unit)),
            *to,
        ),
        Event::Shot {
            unit,
            from,
            target,
            at: cell,
        } => at(
            format!(
                "{} shoots from {from} at {} on {cell}",
                first(*unit),
                who(*target)
            ),
            *cell,
        ),
        Event::Arrow {
            target,
            at: cell,
            aim,
            parry,
            wounds,
        } => {
            let hurt = match wounds {
                0 => "the arrow is parried",
                1 => "the arrow wounds",
                _ => "the arrow kills",
            };
            at(
                format!(
                    "Aimed {}, guarded {}: {hurt} ({} on {cell})",
                    aim.name(),
                    parry.name(),
                    who(*target)
                ),
                *cell,
            )
        }
        Event::Raised { unit, grave, cell } => at(
            format!("{} rises on {cell} from the grave of {grave}", first(*unit)),
            *cell,
        ),
        Event::Blessed { cell, graves } => at(
            format!(
                "{} on {cell} blessed",
                capital(&count((*graves).into(), "grave", "graves"))
            ),
            *cell,
        ),
        Event::Healed { unit, cell } => at(format!("{} on {cell} is healed", first(*unit)), *cell),
        Event::Freed { unit, from } => told(format!(
            "{} is freed from the Dungeon of {}",
            first(*unit),
            reader.names.of(*from)
        )),
        Event::Released(unit) => told(format!("{} is freed from the wood", first(*unit))),
        Event::Met(cell) => at(format!("Both sides meet on {cell}"), *cell),
        Event::Destroyed { unit, cell } => {
            at(format!("A Bishop destroys {} on {cell}", who(*unit)), *cell)
        }
        Event::StoodUp { unit, cell } => at(
            format!("A Lady makes {} on {cell} stand", who(*unit)),
            *cell,
        ),
        Event::Exchanged { cell, exchange } => at(exchanged(exchange, reader), *cell),
        Event::Felled { unit, cell } => at(format!("{} is felled on {cell}", first(*unit)), *cell),
        Event::GotUp { unit, cell } => at(format!("{} on {cell} gets up", first(*unit)), *cell),
        Event::Lies { unit, cell } => at(format!("{} lies on {cell}", first(*unit)), *cell),
        Event::Captured {
            unit,
            cell,
            by,
            why,
        } => {
            let how = match why {
                Taking::Yields => "yields to the Lady",
                Taking::Taken => "is taken without a blow",
                Taking::Lost => "is captured with the losers",
                Taking::Spared => "is spared and captured",
            };
            let text = format!(
                "{} on {cell} {how}: to the Dungeon of {}",
                first(*unit),
                reader.names.of(*by)
            );
            grave(at(text, *cell), *unit)
        }
        Event::Held { unit, cell } => grave(
            at(
                format!("{} is taken on {cell} and held in the wood", first(*unit)),
                *cell,
            ),
            *unit,
        ),
        Event::Slain { unit, cell, how } => {
            let how = match how {
                Loss::Slain => "is slain",
                Loss::DoubleKill => "dies in a double kill",
                Loss::Shot => "is shot dead",
                Loss::Undead => "is slain by the undead",
                Loss::Traded => "gives her life",
            };
            grave(
                at(format!("{} on {cell} {how}", first(*unit)), *cell),
                *unit,
            )
        }
        Event::Gone { unit, cell } => at(
            format!("{} on {cell} is gone for good", first(*unit)),
            *cell,
        ),
        Event::Declined(by) => told(reader.does(*by, "declined", "declined")),
        Event::Succeeded(unit) => told(format!("{} becomes Warlord", first(*unit))),
        Event::Returned(unit) => told(format!("{} returns to the Castle", first(*unit))),
        Event::Restored(unit) => told(format!("{} lives again in the Castle", first(*unit))),
        Event::Surrendered(by) => told(reader.does(*by, "surrendered", "surrendered")).grave(),
        Event::CastleFell { of, to } => told(format!(
            "{} Castle falls to {}",
            reader.whose_first(*of),
            who(*to)
        ))
        .grave(),
        Event::Out(out) => told(format!("{} is out of the game", reader.names.of(*out))).grave(),
        Event::Knighted(unit) => told(format!("{} becomes a Knight", first(*unit))),
        Event::Regained(unit) => told(format!("{} regains strength in the Castle", first(*unit))),
        Event::Over(outcome) => Told::over(&Tourney::outcome(*outcome, reader.seats, reader.names)),
        // seen on the board, or told with what it leads to
        Event::SetUp(_)
        | Event::Moved { .. }
        | Event::Chosen(_)
        | Event::MovesOver(_)
        | Event::TurnEnded { .. } => return None,
    })
}

/// The cards of a pair in words: both cards, and what each blow did.
fn exchanged(exchange: &Exchange, reader: Reader<'_>) -> String {
    let [one, other] = exchange.men.map(|unit| whose(reader, unit));
    let [card, against] = exchange.cards;
    format!(
        "{} {card}, {other} {against}: {}",
        capital(&one),
        outcome(exchange)
    )
}

/// The effect of the two blows of an exchange.
pub fn outcome(exchange: &Exchange) -> &'static str {
    match exchange.wounds {
        [0, 0] => "no blow lands",
        [0, 1] => "the second is wounded",
        [0, _] => "a killing blow fells the second",
        [1, 0] => "the first is wounded",
        [_, 0] => "a killing blow fells the first",
        [1, 1] => "both are wounded",
        [1, _] => "the first is wounded, a killing blow fells the second",
        [_, 1] => "a killing blow fells the first, the second is wounded",
        [_, _] => "both are felled",
    }
}
