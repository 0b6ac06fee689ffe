//! The one gate on text that enters the window: pasted, typed by another program, or composed by an input method.
//!
//! A text field lays out its whole text again whenever the cursor blinks. A log of megabytes in the clipboard would
//! freeze the window, whatever field it is pasted into, so no field has to remember a limit of its own.

use egui::{Context, Event, ImeEvent, Plugin, RawInput};
use home::limits::LONGEST_PASTE;
use kit::model::meaning::trouble;
use reach::Trouble;

/// Shortens the text of each input event before any field receives it, and remembers that it did.
#[derive(Debug, Default)]
pub(crate) struct PasteGate {
    /// The length in bytes of the last text that was shortened, until it is reported.
    shortened: Option<usize>,
}

impl PasteGate {
    /// The notice about a text that was shortened since the last call.
    pub(crate) fn take_notice(context: &Context) -> Option<Trouble> {
        let length = context.with_plugin(|gate: &mut Self| gate.shortened.take())??;
        let [length, limit] = [length, LONGEST_PASTE].map(|bytes| bytes.div_ceil(1024));
        Some(trouble(
            format!("The pasted text has {length} kB; only its first {limit} kB were inserted"),
            "check what was copied. Open a longer letter or scenario as a file",
        ))
    }
}

impl Plugin for PasteGate {
    fn debug_name(&self) -> &'static str {
        "paste gate"
    }

    fn input_hook(&mut self, _context: &Context, input: &mut RawInput) {
        for event in &mut input.events {
            let (Event::Text(text) | Event::Paste(text) | Event::Ime(ImeEvent::Commit(text))) =
                event
            else {
                continue;
            };
            if text.len() > LONGEST_PASTE {
                self.shortened = Some(text.len());
                text.truncate(text.floor_char_boundary(LONGEST_PASTE));
                text.shrink_to_fit();
            }
        }
    }
}
