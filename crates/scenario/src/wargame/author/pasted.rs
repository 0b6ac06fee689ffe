//! A scenario with a pasted set-up in place of its own set-up.

use std::borrow::Cow;

use rules::wargame::{Game, Kind, Side, Start};

use crate::army;
use crate::head::Written;
use crate::mistake::Source;
use crate::pasted::{Pasting, refuse_hidden};
use crate::text::Text;
use crate::wargame::drawing::{self, Units};
use crate::wargame::{Content, fen, option};

impl Content {
    /// The text of a scenario with the pasted set-up in place of its fixed set-up, and with the armies of the new set-up.
    pub(crate) fn with_set_up(
        &self,
        source: &Source<'_>,
        file: Written<'_>,
        pasted: &str,
    ) -> Option<String> {
        let game = &self.game;
        if matches!(game.start, Start::Hidden(_)) {
            refuse_hidden(source, file.key);
            return None;
        }
        let text = Text {
            line: 1,
            value: Cow::Borrowed(pasted),
        };
        let units = fen::read(source, &text, game.ruleset, game.board())?;
        let mut pasting = Pasting::new(file)?;
        let armies = armies(&units);
        // only if they differ: the author's own order of kinds then stays in the file
        if armies != game.armies {
            let name = |kind: Kind| drawing::name(kind).to_owned();
            let counts = |kinds: &[Kind]| army::written(kinds, Kind::ALL, name);
            army::change(pasting.table("army")?, &armies, counts);
        }
        if let Some(options) = pasting.table("options") {
            // a switch whose units are gone is of no use any more, and the reader would refuse it
            let changed = Game {
                armies,
                ..game.clone()
            };
            for switch in option::idle_ones(&changed) {
                options.remove(switch.key());
            }
        }
        // `symmetry` too: the pasted units need not have any
        pasting.finish(&["rows", "symmetry"], fen::write(game, units))
    }
}

/// The units of both sides, sorted.
fn armies(units: &Units) -> [Vec<Kind>; 2] {
    Side::BOTH.map(|side| {
        let own = units.iter().filter(|(_, unit)| unit.side == side);
        let mut kinds: Vec<Kind> = own.map(|(_, unit)| unit.kind).collect();
        kinds.sort_unstable();
        kinds
    })
}
