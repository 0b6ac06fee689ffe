//! The WarGame family's words in the program.

mod board;
mod new;
mod scenario;

use ::board::Cell;
use ::scenario::SideNames;
use rules::wargame::{Event, Position, Side, Start, words};

use super::Words;
use crate::ink::Mark;

pub(super) use board::{legend, signs, square, status};
pub(super) use new::make;
pub(super) use scenario::{boards, facts, fairness, fields, list_words, option_notes};

pub(super) const WORDS: Words = Words {
    orders: "  \
  d5-f7           moves the unit on d5 to f7; what stands on f7 is taken by close assault
  d5-d6-d7        moves it by this way, over what stands on d6
  d5-d6~d4        moves it to d6 and tows the unit of d4 along (WarGame 1)
  d5-d6-d7&c5     moves it while the leader of c5 gives the order and goes along (WarGame 2)
  d5*f7           the unit on d5 fires at the unit on f7
  d5!e6           the infantry on d5 fires its rifles (WarGame 1)
  d4^             the paratroops on d4 get ready; d4^h7 and d4^h7-h8 leap (with the option)",
    questions: "  \
  leaders         which leaders are in command, and which can still give an order
  supply          which units would be lost for lack of supply if the turn ended now
  able            which units can be given an order now",
    secrets: "  8/2I(IC)4/...   a set-up of your own: the rows of your home, the top one first; numbers are empty cells",
};

/// The only secret choice of the family.
pub(super) const fn secret_noun(_: &Position) -> &'static str {
    "set-up"
}

pub(super) fn win(word: &str, loser: &str) -> String {
    match word {
        "leaders" => format!(": {loser}'s last leader is removed"),
        "short" => format!(" the short game: {loser} has fewer leaders than orders"),
        "towns" => ": it holds the towns".to_owned(),
        "banner" => format!(": {loser}'s Command Post is removed"),
        "commander" => format!(": {loser}'s Commander is removed"),
        "plant" => ": its Command Post stands on a town in the middle".to_owned(),
        word => format!(": {word}"),
    }
}

pub(super) fn tie(word: &'static str) -> &'static str {
    match word {
        "passes" => "both sides passed",
        "quiet" => "nothing was removed in sixty turns",
        word => word,
    }
}

/// Answers `leaders`, `supply` and `able`.
pub(super) fn answer(
    position: &Position,
    side: rules::Side,
    question: &str,
    names: &SideNames,
) -> Option<String> {
    match question {
        "leaders" => Some(leaders(position, Side::try_from(side).ok()?)),
        "supply" => Some(supply(position, names)),
        "able" => {
            let able = position.able().into_iter();
            let able = able.filter_map(|cell| unit_on(position, cell));
            let able: Vec<String> = able.collect();
            Some(match able.is_empty() {
                true => "No unit can be given an order now.".to_owned(),
                false => able.join(", "),
            })
        }
        _ => None,
    }
}

/// The leaders of a side: in command or not, with an order left or not.
fn leaders(position: &Position, side: Side) -> String {
    let leaders = position.army(side).filter(|(_, kind)| kind.is_leader());
    let lines = leaders.map(|(cell, kind)| {
        let command = match position.is_in_command(cell) {
            // `None` is out of command too: the Command Post is no leader and keeps nobody (wargame 1.2)
            Some(true) => "in command",
            _ => "out of command",
        };
        let order = match position.can_give(cell) {
            Some(true) => ", can give an order",
            Some(false) => ", has given its order",
            None => "",
        };
        format!("{} on {cell}: {command}{order}", kind.name())
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The units of both sides that would fall if a turn ended now.
fn supply(position: &Position, names: &SideNames) -> String {
    let lines = Side::BOTH.map(|side| {
        let name = names.of(side.into());
        let fallen = position.out_of_supply(side).into_iter();
        let fallen = fallen.filter_map(|cell| unit_on(position, cell));
        let fallen: Vec<String> = fallen.collect();
        match fallen.is_empty() {
            true => format!("No unit of {name} is cut off."),
            false => format!("Cut off of {name}: {}.", fallen.join(", ")),
        }
    });
    lines.join("\n")
}

fn unit_on(position: &Position, cell: Cell) -> Option<String> {
    let unit = position.unit(cell)?;
    Some(format!("{} on {cell}", unit.kind.name()))
}

/// The conditions on a player's own set-up.
pub(super) fn secret_terms(position: &Position, side: rules::Side) -> Option<String> {
    let game = position.game();
    let Start::Hidden(hidden) = &game.start else {
        return None;
    };
    let side = Side::try_from(side).ok()?;
    let ranks = hidden.ranks(side);
    Some(format!(
        "Your army: {}. Place it anywhere on ranks {} to {}, a unit to a cell.",
        ::scenario::wargame::author::lettered(&game.army(side)),
        u16::from(ranks.start) + 1,
        ranks.end
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
        Event::Moved { from, to, .. }
        | Event::Towed { from, to, .. }
        | Event::Accompanied { from, to, .. }
        | Event::Leapt { from, to, .. } => vec![(from, Mark::Left), (to, Mark::Arrived)],
        Event::Removed { cell, .. } => vec![(cell, Mark::Captured)],
        Event::MapLaid(_)
        | Event::SetUp(_)
        | Event::First(_)
        | Event::Fired { .. }
        | Event::Prepared(_)
        | Event::TurnEnded { .. }
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
        Event::MapLaid(lot) => Some(("Terrain", format!("by lot, {}", words(*lot)))),
        _ => None,
    }
}
