//! Scenarios of the toy family, which only tests play: a board of hexes with its goal, the numbers of a turn, and the
//! units at the start, two characters for each cell.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use board::{Board, Cell, MAX_SIDE};
use rules::Sides;
use rules::testing::toy::{Game, Position};

use crate::bytes::ScenarioId;
use crate::head::{Parts, Written};
use crate::mistake::Source;
use crate::option::set_each;
use crate::{Advice, OptionError, OptionInfo};

/// Whether this process accepts scenarios of the toy family. A process-wide switch, because the text of a scenario also arrives
/// inside manifests, and no frame or match file should carry the permission.
static IS_ACCEPTED: AtomicBool = AtomicBool::new(false);

/// Makes this process accept scenarios of the toy family: for tests only.
pub fn accept() {
    IS_ACCEPTED.store(true, Ordering::Relaxed);
}

/// True in a process in which a test has called [`accept`].
pub(crate) fn is_accepted() -> bool {
    IS_ACCEPTED.load(Ordering::Relaxed)
}

/// The content of a toy scenario.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Content {
    game: Arc<Game>,
    /// The drawn start and the numbers of the game.
    told: String,
}

/// Files of this family do not name the sides.
pub(crate) const NAMES_SIDES: bool = false;

impl Content {
    pub(crate) fn read(parts: &Parts<'_, '_>) -> Option<Self> {
        let source = parts.source();
        let board = parts.required("board", |table| {
            let side = |key| Some(table.number(key, 1..=MAX_SIDE.into())?.1 as u8);
            let (files, ranks, goal) = (side("files"), side("ranks"), table.cells("goal"));
            for key in ["files", "ranks", "goal"] {
                table.require(key, "the board and its goal");
            }
            table.finish();
            Some((files?, ranks?, goal?.1.first().copied()?))
        });
        let turn = parts.required("turn", |table| {
            let number = |key, most| Some(table.number(key, 1..=most)?.1);
            let (orders, cards) = (number("orders", 255), number("cards", 9));
            let turns = number("turns", u16::MAX);
            // 1 for a camp; without the key there is none
            let camp = table.number("camp", 1..=1).is_some();
            for key in ["orders", "cards", "turns"] {
                table.require(key, "the numbers of the game");
            }
            table.finish();
            Some((orders? as u8, cards? as u8, turns?, camp))
        });
        let units = parts.required("set-up", |table| {
            let units = table.drawing("units");
            table.require("units", "the units at the start");
            table.finish();
            units
        });
        let ((files, ranks, goal), (orders, cards, turns, camp)) = (board?, turn?);
        let units = units?;
        if !units.has_size(source, "the units", files.saturating_mul(2), ranks) {
            return None;
        }
        let rows = units.rows.iter().map(|row| row.glyphs.iter().collect());
        let rows = rows.collect::<Vec<String>>().join("/");
        let mut told = format!("{rows} {goal} {orders} {cards} {turns}");
        if camp {
            told.push_str(" camp");
        }
        match Game::new(&rows, goal, orders, cards, turns) {
            Ok(game) => Some(Self {
                game: Arc::new(if camp { game.with_camp() } else { game }),
                told,
            }),
            Err(error) => {
                source.report(units.line, told, error.to_string());
                None
            }
        }
    }

    /// The goal.
    pub fn goal(&self) -> Cell {
        self.game.goal
    }

    pub(crate) fn board(&self) -> Board {
        self.game.units.board()
    }

    pub(crate) fn id(&self) -> ScenarioId {
        ScenarioId(blake3::derive_key("toy scenario 1", self.told.as_bytes()))
    }

    pub(crate) const fn options(&self) -> Vec<OptionInfo> {
        Vec::new()
    }

    pub(crate) fn sides(&self) -> Sides {
        Sides::first(2)
    }

    pub(crate) fn start(&self, options: &[(String, String)]) -> Result<Position, OptionError> {
        set_each(&[], options, |_, _| false)?;
        Ok(Position::new(self.game.clone()))
    }

    pub(crate) const fn set_up_fen(&self) -> Option<String> {
        None
    }

    pub(crate) fn with_set_up(
        &self,
        source: &Source<'_>,
        _: Written<'_>,
        _: &str,
    ) -> Option<String> {
        let expected = "a family whose set-ups can be changed";
        source.report(1, "a set-up of the toy family".to_owned(), expected);
        None
    }

    pub(crate) const fn advice(&self, _: Written<'_>) -> Vec<Advice> {
        Vec::new()
    }
}

#[cfg(test)]
mod tests {
    use crate::Scenario;

    /// The only test of this program that plays the family: others would see the switch.
    #[test]
    fn a_process_without_a_test_refuses_the_family_by_name() {
        let text = include_str!("../../protocol/src/testing/toy.toml");
        let refused = Scenario::parse("toy.toml", text).expect_err("not accepted");
        assert_eq!(refused.len(), 1, "{refused:?}");
        let refused = refused[0].to_string();
        assert!(refused.contains("toy.toml:2"), "{refused}");
        assert!(
            refused.contains("`toy`, the family of this program's own tests"),
            "{refused}"
        );
        let from_a_manifest = Scenario::agreed("toy.toml", text);
        assert!(from_a_manifest.is_err());
        super::accept();
        assert!(Scenario::parse("toy.toml", text).is_ok());
        assert!(Scenario::agreed("toy.toml", text).is_ok());
    }
}
