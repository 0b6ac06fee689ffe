//! What a side could do at a cell, in words: for a reader who asks what threatens it.

use board::Cell;
use kit::model::words::names;
use rules::wargame::{Order, Position, Side};
use rules::{Rules as _, ToAct};

use super::deeds::DeedKind;

/// The most units that one sentence names.
const MOST: usize = 4;

/// The units of a side that could fire at a cell, take what stands there or go there in their turn: on its own turn with
/// the orders it has left, otherwise if the turn under way ended now. `None` if there is none.
pub(super) fn at(position: &Position, by: Side, cell: Cell) -> Option<String> {
    let now = on_turn(position, by)?;
    let mut found: Vec<(DeedKind, Cell)> = Vec::new();
    for order in now.legal_orders(by) {
        let Some(actor) = order.actor() else {
            continue;
        };
        let deeds = picture::wargame::deeds(&now, &order, 1).into_iter();
        found.extend(
            deeds
                .filter(|(at, _)| *at == cell)
                .map(|(_, kind)| (kind, actor)),
        );
    }
    // many paths lead to one deed
    found.sort_unstable();
    found.dedup();
    let kinds = [
        (DeedKind::Fire, "can fire at it"),
        (DeedKind::Rifle, "can fire rifles at it"),
        (DeedKind::Overrun, "can run over it"),
        (DeedKind::Assault, "can take it"),
        (DeedKind::Go, "can go there"),
        (DeedKind::Leap, "can leap there"),
    ];
    let sentences = kinds.into_iter().filter_map(|(kind, does)| {
        let units = found.iter().filter(|(other, _)| *other == kind);
        let units: Vec<String> = units
            .filter_map(|(_, from)| Some(format!("{} on {from}", now.unit(*from)?.kind.name())))
            .collect();
        (!units.is_empty()).then(|| format!("{} {does}.", names(&units, MOST)))
    });
    let sentences: Vec<String> = sentences.collect();
    (!sentences.is_empty()).then(|| sentences.join(" "))
}

/// The position in which that side may give orders: this one, or the one after the turn under way. By the rules and not
/// by reach alone, since command and orders decide who acts at all.
fn on_turn(position: &Position, by: Side) -> Option<Position> {
    let is_on_turn = |now: &Position| now.to_act() == ToAct::One(by.into());
    if is_on_turn(position) {
        return Some(position.clone());
    }
    let mut after = position.clone();
    after.apply(position.side(), &Order::End).ok()?;
    is_on_turn(&after).then_some(after)
}
