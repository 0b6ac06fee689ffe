//! Plain data of the WarGames; nothing of windows in it.

pub mod deeds;
pub mod editor;
pub mod hand;
pub mod paragraph;
pub mod record;
pub mod set_up;
mod threats;
pub mod words;

use std::collections::BTreeSet;

use board::Cell;
use kit::model::family::FamilyModel;
use kit::model::rulebook::Rulebook;
use rules::wargame::Position;

use super::WarGame;
use editor::Editor;
use hand::Hand;
use set_up::SetUpEditor;

impl FamilyModel for WarGame {
    type Hand = Hand;
    type Secret = Editor;
    type SetUp = SetUpEditor;

    // by the givers of the units that can act, so that a leader who could only order what has acted already is not
    // called idle
    fn open_leaders(position: &Position, units: &[Cell]) -> Vec<Cell> {
        let givers = units.iter().flat_map(|unit| position.givers_for(*unit));
        let leaders: BTreeSet<Cell> = givers.collect();
        leaders.into_iter().collect()
    }

    fn leaders(position: &Position, side: rules::Side) -> Vec<Cell> {
        let units = position.units();
        let own = units.filter(|(_, unit)| side == unit.side.into() && unit.kind.is_leader());
        own.map(|(cell, _)| cell).collect()
    }

    fn threats(position: &Position, by: rules::Side, cell: Cell) -> Option<String> {
        threats::at(position, by.try_into().ok()?, cell)
    }

    fn rulebook() -> Rulebook {
        // the default never shows: a test draws every diagram of this text
        let diagrams = picture::wargame::diagrams(RULES).unwrap_or_default();
        Rulebook::read(RULES, diagrams)
    }

    fn paragraph(position: &Self::Position, cell: Cell) -> Option<&'static str> {
        paragraph::of(position, cell)
    }
}

const RULES: &str = include_str!("../../../../docs/rules/wargame.md");
