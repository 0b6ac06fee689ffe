//! The laboratory's questions to a family.

use board::{Board, Cell};
use rules::{AnyEvent, AnyPosition, Side};

use crate::deeds::{Deeds, Loss};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Man {
    pub(crate) cell: Cell,
    pub(crate) side: Side,
    /// The usual English name of its kind.
    pub(crate) kind: &'static str,
    pub(crate) is_leader: bool,
}

/// The command of the side with the turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Command {
    /// The activations that its leaders have in a turn.
    pub(crate) capacity: u32,
    /// The activations not given yet.
    pub(crate) unused: u32,
    /// Units, leaders left out, in range of a leader or acting by themselves.
    pub(crate) in_command: u32,
    /// Units out of range of every leader.
    pub(crate) out_of_command: u32,
    /// Leaders that may act.
    pub(crate) leaders_in_command: u32,
    /// Leaders that may not act, in families with a chain of command.
    pub(crate) leaders_out_of_command: u32,
    /// Leaders with no other unit in range of their orders.
    pub(crate) leaders_alone: u32,
}

/// The moves of the nearest unit of a kind to a town, alone on the board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Approach {
    pub(crate) town: String,
    /// The usual English name of the kind.
    pub(crate) kind: &'static str,
    /// By side; none if no unit of the kind ever comes to the town.
    pub(crate) moves: [Option<u16>; 2],
}

/// The laboratory's questions to a position of a family. The defaults are the answers of a family to which a question
/// does not apply.
pub(crate) trait Studied {
    /// The units on the board, in board order.
    fn men(&self) -> Vec<Man> {
        Vec::new()
    }

    /// The command of a side that has the turn, in families with command.
    fn command(&self, _side: Side) -> Option<Command> {
        None
    }

    fn towns(&self) -> Vec<Cell> {
        Vec::new()
    }

    /// The cells where a unit can stand.
    fn land(&self) -> Vec<Cell> {
        Vec::new()
    }

    /// The moves to the towns from where the units stand.
    fn ways(&self) -> Vec<Approach> {
        Vec::new()
    }

    /// The moves of the nearest leader of either side to each cell, alone on the board.
    fn reach(&self) -> [Vec<Option<u16>>; 2] {
        [Vec::new(), Vec::new()]
    }

    /// What the events of a step took from a side, in the position before them; `None` in families whose losses show in
    /// the lists of units.
    fn losses(&self, _events: &[AnyEvent], _after: &AnyPosition) -> Option<Vec<Loss>> {
        None
    }

    /// Counts the events of a step in the family's own words, in the position before them.
    fn count(&self, _events: &[AnyEvent], _deeds: &mut Deeds) {}

    /// The symbols of the units that [`Studied::without`] takes.
    fn symbols(&self) -> Vec<String> {
        Vec::new()
    }

    /// The position text without the units of that symbol of a side; `None` if there are none.
    fn without(&self, _side: Side, _symbol: &str) -> Option<String> {
        None
    }

    /// The position text with a level less for a side's leaders of that level; `None` if there are none.
    fn lowered(&self, _side: Side, _level: u8) -> Option<String> {
        None
    }

    /// The first position of the same game with open ground in place of a town; `None` if no town is.
    fn without_town(&self, _cell: Cell) -> Option<AnyPosition> {
        None
    }
}

/// The family's position, as the laboratory asks it.
pub(crate) fn studied(position: &AnyPosition) -> &dyn Studied {
    match position {
        AnyPosition::Warlord(position) => position,
        AnyPosition::WarGame(position) => position,
        AnyPosition::Tourney(position) => position,
        AnyPosition::Toy(position) => position,
    }
}

/// A position text with other symbols on the cells; `None` if that changes nothing.
pub(crate) fn text_with(
    text: &str,
    board: Board,
    symbol: impl Fn(Cell) -> Option<String>,
) -> Option<String> {
    let mut rows = String::new();
    // as the rules write rows: the text must be the one that `to_text` would write
    for rank in (0..board.ranks()).rev() {
        if !rows.is_empty() {
            rows.push('/');
        }
        let mut blanks = 0;
        for file in 0..board.files() {
            match symbol(Cell::new(file, rank)) {
                None => blanks += 1,
                Some(symbol) => {
                    push_blanks(&mut rows, &mut blanks);
                    rows.push_str(&symbol);
                }
            }
        }
        push_blanks(&mut rows, &mut blanks);
    }
    let (old, rest) = text.split_once(' ')?;
    // `None` for a change that changes nothing: a study of it would play the normal game under another name
    // the rest of the text follows unchanged: whose turn it is, and what a family keeps beside the board
    (old != rows).then(|| format!("{rows} {rest}"))
}

fn push_blanks(rows: &mut String, blanks: &mut u32) {
    if *blanks > 0 {
        rows.push_str(&blanks.to_string());
    }
    *blanks = 0;
}
