//! The parts of a scenario with a pasted set-up that are the same in every family.

use toml_edit::{DocumentMut, Item, TableLike, value};

use crate::head::Written;
use crate::mistake::Source;
use crate::text::TITLE_LIMIT;

// shown in lists, so that nobody takes a changed game for the published one
const CHANGED: &str = " (own set-up)";

/// The house note of a pasted set-up.
const SET_UP_NOTE: &str = "This set-up was pasted in place of the scenario's own.";

/// The house note of the armies of a pasted set-up.
pub(crate) const ARMY_NOTE: &str = "The armies are those of the pasted set-up.";

/// Refuses a set-up for a scenario whose players set up unseen.
pub(crate) fn refuse_hidden(source: &Source<'_>, key: &str) {
    source.report_with(
        1,
        format!("a set-up for {key}, whose set-up is hidden"),
        "a scenario with a fixed set-up",
        Some("each player sets up in secret once the game begins".to_owned()),
    );
}

/// A scenario's file while a pasted set-up replaces the fixed one.
pub(crate) struct Pasting<'a> {
    title: &'a str,
    // edited and not written anew: comments and the order of the author's tables stay
    document: DocumentMut,
}

impl<'a> Pasting<'a> {
    pub(crate) fn new(file: Written<'a>) -> Option<Self> {
        // parsed again with its layout, so that the file's own notes and order stay as they are
        let document = file.text.parse().ok()?;
        let title = &file.head.title;
        Some(Self { title, document })
    }

    /// The table of that name, if the file has it.
    pub(crate) fn table(&mut self, name: &str) -> Option<&mut dyn TableLike> {
        self.document
            .get_mut(name)
            .and_then(Item::as_table_like_mut)
    }

    /// The text of the file with that set-up in place of the `replaced` keys of [set-up].
    pub(crate) fn finish(mut self, replaced: &[&str], fen: String) -> Option<String> {
        let set_up = self.table("set-up")?;
        for key in replaced {
            // all ways to give units, or the reader would refuse the second one
            set_up.remove(key);
        }
        set_up.insert("fen", value(fen));
        set_up.insert("house", value(SET_UP_NOTE));
        // a title without room for the words stays: id and house note still say that the set-up is another
        if let Some(title) = changed_title(self.title) {
            self.document.insert("title", value(title));
        }
        Some(self.document.to_string())
    }
}

/// The title of a changed scenario; `None` if it would be too long.
fn changed_title(title: &str) -> Option<String> {
    // a second pasting must not add the words again
    let title = format!("{}{CHANGED}", title.strip_suffix(CHANGED).unwrap_or(title));
    (title.chars().count() <= TITLE_LIMIT).then_some(title)
}
