//! The Warlord family's words in the program.

mod board;
mod new;
mod scenario;

use ::board::Cell;
use ::scenario::SideNames;
use rules::warlord::{Event, Kind, Position, Start, words};

use super::Words;
use crate::ink::Mark;

pub(super) use board::{legend, signs, square, status};
pub(super) use new::make;
pub(super) use scenario::{boards, facts, fairness, fields, list_words, option_notes};

pub(super) const WORDS: Words = Words {
    orders: "  \
  e2-e4           moves the unit on e2 to e4, capturing what stands there
  e4<>e5          the leader on e4 and the cannon on e5 exchange places
  +L@a1           a reinforcement enters",
    questions: "  leaders         how many activations each leader still has",
    secrets: "  8/2LI16/...     a set-up of your own: the rows of your zone, the top one first; numbers are empty cells",
};

/// The only secret choice of the family.
pub(super) const fn secret_noun(_: &Position) -> &'static str {
    "set-up"
}

pub(super) fn win(word: &str, loser: &str) -> String {
    match word {
        "leaders" => format!(": {loser}'s last leader is captured"),
        "short" => " the short game: the claim was not answered".to_owned(),
        "command" => format!(": {loser}'s leaders can no longer command"),
        "towns" => ": it holds the towns".to_owned(),
        "six-leaders" => format!(": {loser} has lost six leaders"),
        word => format!(": {word}"),
    }
}

pub(super) fn tie(word: &'static str) -> &'static str {
    match word {
        "passes" => "both sides passed",
        "repetition" => "the position came up for the third time",
        word => word,
    }
}

/// Answers `leaders`: the activations each leader of the side still has.
pub(super) fn answer(
    position: &Position,
    side: rules::Side,
    question: &str,
    _: &SideNames,
) -> Option<String> {
    if question != "leaders" {
        return None;
    }
    let leaders = position.units().filter_map(|(cell, unit)| {
        let status = position.leader_status(cell)?;
        let (name, free, level) = (unit.kind.name(), status.free, status.level);
        (rules::Side::from(unit.side) == side)
            .then(|| format!("{name} on {cell}: {free} of {level} activations left"))
    });
    Some(leaders.collect::<Vec<_>>().join("\n"))
}

/// The leaders and promoted units that a member of a side commands.
pub(super) fn own_leaders(position: &Position, side: rules::Side, member: u8) -> Vec<String> {
    let own = position.units().filter(|(cell, unit)| {
        rules::Side::from(unit.side) == side && position.owner(*cell) == Some(member)
    });
    own.map(|(cell, unit)| format!("{} on {cell}", unit.kind.name()))
        .collect()
}

/// The sections that a member of a side sets up, by their first and last cells.
pub(super) fn own_sections(position: &Position, side: rules::Side, member: u8) -> Vec<String> {
    let Start::Hidden(hidden) = &position.game().start else {
        return Vec::new();
    };
    let Ok(own) = rules::warlord::Side::try_from(side) else {
        return Vec::new();
    };
    // one slot for each section, in the same order
    let sections = hidden.sections[side.index()].iter();
    let sections = sections.zip(position.slots(own));
    sections
        .filter(|(_, slot)| slot.member == member)
        .filter_map(|(cells, _)| Some(format!("{}-{}", cells.first()?, cells.last()?)))
        .collect()
}

/// The conditions on a player's own set-up.
pub(super) fn secret_terms(position: &Position, side: rules::Side) -> Option<String> {
    let game = position.game();
    let Start::Hidden(hidden) = &game.start else {
        return None;
    };
    let sections = &hidden.sections[side.index()];
    let names: Vec<_> = sections
        .iter()
        .filter_map(|cells| Some(format!("{}-{}", cells.first()?, cells.last()?)))
        .collect();
    let army = &game.armies[side.index()];
    let count = |kind: &Kind| army.iter().filter(|other| *other == kind).count();
    let army: Vec<_> = Kind::ALL
        .iter()
        .filter(|kind| count(kind) > 0)
        .map(|kind| format!("{} {}", count(kind), kind.symbol()))
        .collect();
    let choice = game.choice.map_or(String::new(), |choice| {
        format!(", and as you choose {choice}")
    });
    Some(format!(
        "Your army: {}{choice}. It fills {} of your {} sections ({}), {} leaders and {} others in each.",
        army.join(", "),
        hidden.used,
        names.len(),
        names.join(" "),
        hidden.leaders,
        hidden.others
    ))
}

/// The names of the ready-made set-ups; `None` if the set-up is fixed.
pub(super) fn books(position: &Position, side: rules::Side) -> Option<Vec<&str>> {
    match &position.game().start {
        Start::Hidden(hidden) => {
            let books = &hidden.books[side.index()];
            Some(books.iter().map(|(name, _)| name.as_str()).collect())
        }
        Start::Fixed(_) => None,
    }
}

pub(super) fn marks(event: &Event) -> Vec<(Cell, Mark)> {
    match *event {
        Event::Moved {
            from, to, captured, ..
        } => {
            let arrival = captured.map_or(Mark::Arrived, |_| Mark::Captured);
            vec![(from, Mark::Left), (to, arrival)]
        }
        // both arrive where the other left, and arriving is what a reader looks for
        Event::Swapped { leader, cannon } => {
            vec![(leader, Mark::Arrived), (cannon, Mark::Arrived)]
        }
        Event::Entered { cell, .. } => vec![(cell, Mark::Entered)],
        Event::Scattered(_)
        | Event::SetUp(_)
        | Event::First(_)
        | Event::Promoted(_)
        | Event::TurnEnded { .. }
        | Event::PartOver { .. }
        | Event::Claimed(_)
        | Event::Over(_) => Vec::new(),
    }
}

/// The side that the lot chose to begin.
pub(super) fn first_side(event: &Event) -> Option<rules::Side> {
    match event {
        Event::First(side) => Some((*side).into()),
        _ => None,
    }
}

/// The result of a lot, for the lines above a game.
pub(super) fn lot_words(event: &Event) -> Option<(&'static str, String)> {
    match event {
        Event::Scattered(lot) => Some(("Terrain", format!("by lot, {}", words(*lot)))),
        _ => None,
    }
}
