//! Duels as text: the whole duel in a line, and a line for each round.

use std::sync::Arc;

use protocol::{Deed, Step};
use rules::tourney::{Bout, Deeds, Event, Order};
use rules::{AnyEvent, AnyOrder, Side};

use crate::families::Told;

/// The duel that the first of some steps begins, with what the steps after it say of it.
pub(crate) fn bout(steps: &[Arc<Step>]) -> Option<Told> {
    let bout = Bout::read(steps.iter().map_while(|step| deeds(step)))?;
    let round = |place| {
        let pieces = bout.round(place);
        pieces.iter().map(ToString::to_string).collect::<String>()
    };
    Some(Told {
        line: bout.to_string(),
        rounds: (0..bout.rounds.len()).map(round).collect(),
    })
}

/// A step as the rules read it; `None` for one in which nobody chose anything.
fn deeds(step: &Step) -> Option<Deeds<'_>> {
    let (is_opened, orders) = match &step.deed {
        Deed::Opened(opened) => {
            let chosen = opened.iter();
            let chosen = chosen.filter_map(|one| own(one.side, &one.done.order));
            (true, chosen.collect())
        }
        Deed::Orders { side, orders, .. } => {
            let given = orders.iter();
            let given = given.filter_map(|done| own(*side, &done.order));
            (false, given.collect())
        }
        Deed::Lots { .. } | Deed::TakenBack { .. } | Deed::Continued { .. } => return None,
    };
    Some((is_opened, orders, step.events().filter_map(event).collect()))
}

fn own(side: Side, order: &AnyOrder) -> Option<(Side, &Order)> {
    match order {
        AnyOrder::Tourney(order) => Some((side, order)),
        _ => None,
    }
}

fn event(event: &AnyEvent) -> Option<&Event> {
    match event {
        AnyEvent::Tourney(event) => Some(event),
        _ => None,
    }
}
