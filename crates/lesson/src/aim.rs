//! The aims of lessons: what must be true for a lesson to be done.

use board::Cell;
use rules::{AnyPosition, Rules, Side, ToAct};

use crate::trail::Trail;

/// One aim of a lesson, in terms that every family has. A lesson is done once all its aims are reached together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Aim {
    /// The pupil has removed something of an enemy's.
    Takes(Prize),
    /// A unit of the pupil stands on a cell, at any moment.
    Stands {
        /// The symbol it must have, as the rows write the first side's; none for any unit.
        symbol: Option<String>,
        /// The cell.
        cell: Cell,
    },
    /// Units of the pupil stand on all these cells when the pupil is to begin the next turn, or when the game is over.
    Holds(Vec<Cell>),
    /// Units of the pupil stand on that many towns at that moment.
    HoldsTowns(usize),
    /// The game ended so, in the words of the engine protocol: `white leaders`.
    Outcome(String),
    /// The pupil has made the secret choice asked of the side, such as a hidden set-up.
    SetUp,
    /// The pupil has given that many orders in one turn, without the one that closes the turn.
    Orders(usize),
    /// The pupil has ended that many turns.
    Ends(u16),
    /// The pupil is to begin the next turn, or the game is over and the pupil has not lost it.
    Unbeaten,
    /// The pupil's balance of material has risen by so much at that moment, in the points of [`computer::material`].
    Gains(i32),
}

/// What is to be removed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Prize {
    /// Whatever stands on a cell when it is removed.
    On(Cell),
    /// So many units of that symbol, as the rows write the first side's.
    Kind(String, usize),
    /// So many units of any kind.
    Any(usize),
}

/// A description of right aims, for mistakes.
pub(crate) const AIMS: &str = "`takes e5`, `takes 2` or `takes 2 I`; `stands e5` or `stands L e5`; `holds e5 e6` or `holds 3 towns`; \
                               `outcome white leaders`; `set-up complete`; `orders 4`; `ends 1`; `unbeaten`; `gains 4`";

impl Aim {
    /// Reads an aim; `None` if the text is none.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let mut words = text.split_whitespace();
        let word = words.next()?;
        let rest: Vec<&str> = words.collect();
        let symbol = |text: &str| {
            let is_one = !text.is_empty() && text.chars().all(|c| c.is_ascii_uppercase());
            is_one.then(|| text.to_owned())
        };
        let number = |text: &str| text.parse::<usize>().ok().filter(|number| *number > 0);
        Some(match (word, &rest[..]) {
            ("takes", [one]) => Self::Takes(match (number(one), symbol(one)) {
                (Some(count), _) => Prize::Any(count),
                (None, Some(symbol)) => Prize::Kind(symbol, 1),
                (None, None) => Prize::On(one.parse().ok()?),
            }),
            ("takes", [count, kind]) => Self::Takes(Prize::Kind(symbol(kind)?, number(count)?)),
            ("stands", [cell]) => Self::Stands {
                symbol: None,
                cell: cell.parse().ok()?,
            },
            ("stands", [kind, cell]) => Self::Stands {
                symbol: Some(symbol(kind)?),
                cell: cell.parse().ok()?,
            },
            ("holds", [count, "town" | "towns"]) => Self::HoldsTowns(number(count)?),
            ("holds", [_, ..]) => {
                let cells = rest.iter().map(|cell| cell.parse().ok());
                Self::Holds(cells.collect::<Option<_>>()?)
            }
            ("outcome", [_, _]) => Self::Outcome(rest.join(" ")),
            ("set-up", ["complete"]) => Self::SetUp,
            ("orders", [count]) => Self::Orders(number(count)?),
            ("unbeaten", []) => Self::Unbeaten,
            ("gains", [points]) => Self::Gains(points.parse().ok()?),
            ("ends", [count]) => Self::Ends(count.parse().ok().filter(|count| *count > 0)?),
            _ => return None,
        })
    }

    /// The cells that the aim names, which the board must have.
    pub(crate) fn cells(&self) -> &[Cell] {
        match self {
            Self::Takes(Prize::On(cell)) | Self::Stands { cell, .. } => std::slice::from_ref(cell),
            Self::Holds(cells) => cells,
            Self::Takes(Prize::Kind(..) | Prize::Any(_))
            | Self::HoldsTowns(_)
            | Self::Outcome(_)
            | Self::SetUp
            | Self::Orders(_)
            | Self::Ends(_)
            | Self::Unbeaten
            | Self::Gains(_) => &[],
        }
    }

    /// True if the aim is reached in `now`, to which the trail has led from `start`.
    pub(crate) fn is_reached(
        &self,
        pupil: Side,
        start: &AnyPosition,
        trail: &Trail,
        now: &AnyPosition,
    ) -> bool {
        match self {
            Self::Takes(Prize::On(cell)) => trail.taken().any(|(on, _)| on == *cell),
            Self::Takes(Prize::Kind(symbol, count)) => {
                trail.taken().filter(|(_, of)| *of == symbol).count() >= *count
            }
            Self::Takes(Prize::Any(count)) => trail.taken().count() >= *count,
            Self::Stands { symbol, cell } => own(pupil, now)
                .iter()
                .any(|(on, of)| on == cell && symbol.as_ref().is_none_or(|symbol| symbol == of)),
            Self::Holds(cells) => {
                let own = own(pupil, now);
                let is_held = |cell: &Cell| own.iter().any(|(on, _)| on == cell);
                is_back(pupil, trail, now) && cells.iter().all(is_held)
            }
            Self::HoldsTowns(count) => is_back(pupil, trail, now) && towns(pupil, now) >= *count,
            Self::Outcome(expected) => now
                .outcome()
                .is_some_and(|outcome| outcome.to_text(now.family()) == *expected),
            Self::SetUp => trail.has_sealed(),
            Self::Orders(count) => trail.most_orders() >= *count,
            Self::Ends(count) => trail.turns() >= *count,
            Self::Unbeaten => {
                let lost = |outcome: rules::Outcome| {
                    let winners = outcome.winners();
                    winners.iter().next().is_some() && !winners.contains(pupil)
                };
                is_back(pupil, trail, now) && !now.outcome().is_some_and(lost)
            }
            Self::Gains(points) => {
                let balance = |position| computer::material(position, pupil);
                is_back(pupil, trail, now)
                    && now.outcome().is_none()
                    && balance(now) - balance(start) >= *points
            }
        }
    }
}

/// True if the pupil has ended a turn and is to begin the next one, or the game is over.
pub(crate) fn is_back(pupil: Side, trail: &Trail, now: &AnyPosition) -> bool {
    match now.to_act() {
        ToAct::One(side) => {
            let is_own = side == pupil && now.turn().side == side;
            is_own && trail.turns() > 0 && trail.is_between_turns()
        }
        ToAct::Nobody(_) => true,
        ToAct::Secretly(_) | ToAct::Lots(_) => false,
    }
}

/// The pupil's units with their symbols.
fn own(pupil: Side, now: &AnyPosition) -> Vec<(Cell, String)> {
    let units = picture::symbols(now).into_iter();
    let own = units.filter(|(_, side, _)| *side == pupil);
    own.map(|(cell, _, symbol)| (cell, symbol)).collect()
}

/// The number of towns on which units of the pupil stand.
fn towns(pupil: Side, now: &AnyPosition) -> usize {
    let terrain = now.terrain_text();
    // rows from the top, a letter for each cell
    let rows: Vec<Vec<char>> = terrain
        .split('/')
        .map(|row| row.chars().collect())
        .collect();
    let is_town = |cell: Cell| {
        let row = rows.iter().rev().nth(usize::from(cell.rank()));
        row.and_then(|row| row.get(usize::from(cell.file()))) == Some(&'T')
    };
    let own = own(pupil, now);
    own.iter().filter(|(cell, _)| is_town(*cell)).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_aim_reads_and_others_do_not() {
        let cell = |name: &str| name.parse().expect("a cell");
        for (text, aim) in [
            ("takes e5", Aim::Takes(Prize::On(cell("e5")))),
            ("takes 2", Aim::Takes(Prize::Any(2))),
            ("takes TC", Aim::Takes(Prize::Kind("TC".to_owned(), 1))),
            ("takes 2 I", Aim::Takes(Prize::Kind("I".to_owned(), 2))),
            ("holds e5 e6", Aim::Holds(vec![cell("e5"), cell("e6")])),
            ("holds 3 towns", Aim::HoldsTowns(3)),
            ("set-up complete", Aim::SetUp),
            ("ends 2", Aim::Ends(2)),
            ("unbeaten", Aim::Unbeaten),
            ("gains 4", Aim::Gains(4)),
            ("gains -2", Aim::Gains(-2)),
        ] {
            assert_eq!(Aim::read(text), Some(aim), "{text}");
        }
        for text in [
            "",
            "takes",
            "takes 0",
            "takes i",
            "takes I 2",
            "stands",
            "stands l e5",
            "holds",
            "holds 3 cities",
            "outcome white",
            "set-up done",
            "orders 0",
            "ends -1",
            "unbeaten 2",
            "gains",
            "win",
        ] {
            assert_eq!(Aim::read(text), None, "{text}");
        }
    }
}
