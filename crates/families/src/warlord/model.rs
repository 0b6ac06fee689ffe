//! Plain data of the Warlord family; nothing of windows in it.

pub mod editor;
pub mod entry;
mod formation;
pub mod hand;
pub mod paragraph;
pub mod record;
pub mod set_up;
pub mod words;

use board::Cell;
use kit::model::family::FamilyModel;
use kit::model::rulebook::Rulebook;
use rules::warlord::Position;

use super::Warlord;
use crate::two_sides;
use editor::Editor;
use hand::Hand;
use set_up::SetUpEditor;

impl FamilyModel for Warlord {
    type Hand = Hand;
    type Secret = Editor;
    type SetUp = SetUpEditor;

    fn open_leaders(position: &Position, units: &[Cell]) -> Vec<Cell> {
        let (board, range) = (position.board(), position.game().range);
        let mut leaders = position.open_leaders();
        // a leader with an activation left and nobody in its range is no reminder to anybody
        leaders.retain(|leader| {
            let mut units = units.iter();
            units.any(|unit| board.distance(*leader, *unit) <= range)
        });
        leaders
    }

    fn leaders(position: &Position, side: rules::Side) -> Vec<Cell> {
        let units = position.units();
        let own = units.filter(|(_, unit)| side == unit.side.into() && unit.kind.is_leader());
        own.map(|(cell, _)| cell).collect()
    }

    fn open_parts(position: &Position) -> &[u8] {
        position.open_parts()
    }

    fn owner(position: &Position, cell: Cell) -> Option<u8> {
        let unit = position.unit(cell)?;
        let is_shared = position.members(unit.side) > 1;
        position.owner(cell).filter(|_| is_shared)
    }

    fn threats(position: &Position, by: rules::Side, cell: Cell) -> Option<String> {
        words::threatened(position, two_sides::side(Some(by))?, cell)
    }

    fn rulebook() -> Rulebook {
        // the default never shows: a test draws every diagram of this text
        let diagrams = picture::warlord::diagrams(RULES).unwrap_or_default();
        Rulebook::read(RULES, diagrams)
    }

    fn paragraph(position: &Self::Position, cell: Cell) -> Option<&'static str> {
        paragraph::of(position, cell)
    }
}

pub const RULES: &str = include_str!("../../../../docs/rules/warlord.md");
