//! A scenario with a pasted set-up in place of its own set-up.

use std::borrow::Cow;

use rules::tourney::Switch;

use crate::head::Written;
use crate::mistake::Source;
use crate::pasted::{Pasting, refuse_hidden};
use crate::text::Text;
use crate::tourney::layout::Layout;
use crate::tourney::{Content, fen, option};

impl Content {
    /// The text of a scenario with the pasted set-up in place of its own.
    pub(crate) fn with_set_up(
        &self,
        source: &Source<'_>,
        file: Written<'_>,
        pasted: &str,
    ) -> Option<String> {
        // Rules: tourney 3.9: with `muster` nobody sees a set-up beforehand
        if self.layout.options.is_set(Switch::Muster) {
            refuse_hidden(source, file.key);
            return None;
        }
        let text = Text {
            line: 1,
            value: Cow::Borrowed(pasted),
        };
        let start = fen::read(source, &text, self.layout.terrain.board())?;
        // the new start decides which options have room, so they are judged on a layout that has it
        let changed = Layout {
            start,
            ..self.layout.clone()
        };
        let mut pasting = Pasting::new(file)?;
        if let Some(options) = pasting.table("options") {
            // the pasted units are the army, and options whose units have no room beside them would be refused
            options.remove(Switch::Grand.key());
            for switch in option::idle_ones(&changed) {
                options.remove(switch.key());
            }
        }
        pasting.finish(&["rows", "symmetry"], fen::write(&changed))
    }
}
