//! A scenario with a pasted set-up in place of its own set-up.

use std::borrow::Cow;

use rules::warlord::{Game, Kind, Side, Start};
use toml_edit::{InlineTable, TableLike, value};

use crate::army;
use crate::head::Written;
use crate::mistake::Source;
use crate::pasted::{Pasting, refuse_hidden};
use crate::text::Text;
use crate::warlord::drawing::{self, Legend, Units};
use crate::warlord::{Content, fen};

impl Content {
    /// The text of a scenario with the pasted set-up in place of its fixed set-up, and with the armies of the new set-up.
    pub(crate) fn with_set_up(
        &self,
        source: &Source<'_>,
        file: Written<'_>,
        pasted: &str,
    ) -> Option<String> {
        let game = &self.game;
        let Start::Fixed(own) = &game.start else {
            refuse_hidden(source, file.key);
            return None;
        };
        let units = read(source, self, pasted)?;
        let leaders = |units: &Units| {
            let mut leaders = units.clone();
            leaders.retain(|(_, unit)| unit.kind.is_leader());
            leaders
        };
        // `reduced-chiefs` names cells of leaders, so the key stays only if every leader is where it was
        let has_own_leaders = leaders(&units) == leaders(own);
        let mut pasting = Pasting::new(file)?;
        let kinds = armies(game, &units);
        // only if they differ: the author's own order of kinds then stays in the file
        if kinds != game.armies {
            army::change(pasting.table("army")?, &kinds, counts);
        }
        if let Some(options) = pasting.table("options") {
            // the short game must not ask for more leaders than the new army has
            shorten(options, game, &kinds);
        }
        let replaced = ["rows", "legend", "symmetry", "reduced-chiefs"];
        let replaced = match has_own_leaders {
            true => &replaced[..3],
            false => &replaced,
        };
        pasting.finish(replaced, fen::write(game, units))
    }
}

/// Reads pasted units in the letters of the file's legend, or in the usual letters if the legend lacks a letter.
fn read(source: &Source<'_>, content: &Content, pasted: &str) -> Option<Units> {
    let board = content.board();
    let text = Text {
        line: 1,
        value: Cow::Borrowed(pasted),
    };
    let drawing = fen::read(source, &text, board.files().into())?;
    if !drawing.has_size(source, "the board", board.files(), board.ranks()) {
        return None;
    }
    // one way for the whole set-up: a drawing that mixes both kinds of letters is a mistake
    let legend = if content.legend.knows(&drawing) {
        &content.legend
    } else {
        &Legend::Usual
    };
    drawing::units(source, &drawing, legend, board.ranks() - 1)
}

/// The units of both sides on the board and still to enter, sorted.
fn armies(game: &Game, units: &Units) -> [Vec<Kind>; 2] {
    Side::BOTH.map(|side| {
        let on_board = units.iter().filter(|(_, unit)| unit.side == side);
        let mut kinds: Vec<Kind> = on_board.map(|(_, unit)| unit.kind).collect();
        // what enters later belongs to the army too (docs/scenario-format.md, [army])
        kinds.extend(game.reinforcements(side).map(|(_, kind)| kind));
        kinds.sort_unstable();
        kinds
    })
}

/// Lowers the leaders of the short game to the leaders of the smaller army.
fn shorten(options: &mut dyn TableLike, game: &Game, kinds: &[Vec<Kind>; 2]) {
    let leaders = |kinds: &Vec<Kind>| kinds.iter().filter(|kind| kind.is_leader()).count();
    let fewest = kinds.iter().map(leaders).min();
    let fewest = fewest.and_then(|fewest| i64::try_from(fewest).ok());
    // only lowered: a shorter game is the author's decision
    if let Some(fewest) = fewest.filter(|fewest| *fewest < game.options.short.into()) {
        options.insert("short", value(fewest));
    }
}

/// Writes `{ L = 6, I = 14 }`.
pub(super) fn counts(kinds: &[Kind]) -> InlineTable {
    army::written(kinds, Kind::ALL, |kind| kind.symbol().to_string())
}
