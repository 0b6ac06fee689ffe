//! Duels as text: the whole duel in a line, and a line for each round.

use std::sync::Arc;

use protocol::Step;
use rules::tourney::{Bout, Deeds, Event, Piece};
use rules::{AnyEvent, AnyOrder, Family};
use scenario::SideNames;

use crate::families::Told;

/// The duel that the first of some steps begins, with what the steps after it say of it.
pub(crate) fn bout(steps: &[Arc<Step>]) -> Option<Told> {
    let bout = Bout::read(steps.iter().map_while(|step| deeds(step)))?;
    let text = |pieces: Vec<Piece>| pieces.iter().map(words).collect::<String>();
    let rounds = 0..bout.rounds.len();
    Some(Told {
        line: text(bout.line()),
        rounds: rounds.map(|place| text(bout.round(place))).collect(),
    })
}

/// A part of a line with the sides by their colors, as everything for people has them.
fn words(piece: &Piece) -> String {
    match piece {
        Piece::Side(side) => SideNames::of_family(Family::Tourney).of(*side).to_owned(),
        Piece::Text(_) | Piece::Unit(_) => piece.to_string(),
    }
}

/// A step as the rules read it; `None` for one in which nobody chose anything.
fn deeds(step: &Step) -> Option<Deeds<'_>> {
    let (is_opened, choices) = step.choices()?;
    let own = choices.into_iter().filter_map(|(side, order)| match order {
        AnyOrder::Tourney(order) => Some((side, order)),
        _ => None,
    });
    Some((
        is_opened,
        own.collect(),
        step.events().filter_map(event).collect(),
    ))
}

fn event(event: &AnyEvent) -> Option<&Event> {
    match event {
        AnyEvent::Tourney(event) => Some(event),
        _ => None,
    }
}
