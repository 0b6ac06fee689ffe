//! Plain data of War Lord Tourney; nothing of windows in it.

pub mod answers;
pub mod foresight;
pub mod hand;
pub mod men;
pub mod muster;
pub mod paragraph;
pub mod record;
pub mod secret;
mod threats;
pub mod words;

use board::{Cell, Direction, Edge};
use kit::model::family::{FamilyModel, NoSetUp};
use kit::model::rulebook::Rulebook;
use rules::Side;
use rules::tourney::{Kind, Position};

use super::Tourney;
use hand::Hand;
use secret::Choice;

impl FamilyModel for Tourney {
    type Hand = Hand;
    type Secret = Choice;
    type SetUp = NoSetUp;

    /// The nobles that the game is about: the Warlord and the Lady.
    fn leaders(position: &Position, side: Side) -> Vec<Cell> {
        let own = position.men().iter().filter(|man| {
            man.unit.owner == side && matches!(man.unit.kind, Kind::Warlord | Kind::Lady)
        });
        own.filter_map(|man| man.square()).collect()
    }

    /// The edge beside its Castle. Rules: tourney 6.1.
    fn edge(position: &Position, side: Side) -> Edge {
        let board = position.board();
        // the Wizard has no Castle (tourney 6.2)
        let Some(castle) = position.game().castle(side) else {
            return Edge::South;
        };
        // the way out of the Castle leads away from the side's own edge
        let way = board.direction(castle.cell, castle.green);
        match way {
            Some(Direction::West) => Edge::East,
            Some(Direction::South) => Edge::North,
            Some(Direction::East) => Edge::West,
            _ => Edge::South,
        }
    }

    fn threats(position: &Position, by: Side, cell: Cell) -> Option<String> {
        threats::at(position, by, cell)
    }

    fn rulebook() -> Rulebook {
        // the default never shows: a test draws every diagram of this text
        let diagrams = picture::tourney::diagrams(RULES).unwrap_or_default();
        Rulebook::read(RULES, diagrams)
    }

    fn paragraph(position: &Self::Position, cell: Cell) -> Option<&'static str> {
        paragraph::of(position, cell)
    }
}

const RULES: &str = include_str!("../../../../docs/rules/tourney.md");
