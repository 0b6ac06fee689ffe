//! The table of the commands that have names, as far as families and shell share it: the help, the list of commands and
//! the keys read one table.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use egui::{Context, Id, Key, Modifiers};

use crate::model::family::{Commands, FamilyModel};

/// A command that the user knows by a name; `G` gives it.
#[derive(Debug, Clone, Copy)]
pub struct Entry<G> {
    /// The text or accessible name of its button.
    pub label: &'static str,
    /// The hover text of its button.
    pub hover: &'static str,
    pub keys: &'static [(Modifiers, Key)],
    /// The command lasts as long as its key is held.
    pub held: bool,
    pub gives: G,
}

/// A line of the help about mouse and keys, with the commands of that line.
#[derive(Debug, Clone)]
pub struct Row<G: Clone + 'static> {
    pub group: Group,
    /// Keys, or what is done with the mouse.
    pub keys: &'static str,
    pub text: &'static str,
    // borrowed from a family's constant table, owned once the shell has wrapped the commands in its own
    pub commands: Cow<'static, [Entry<G>]>,
}

/// The subject of a line of the help, in the order of the help.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Group {
    /// The unfinished turn.
    Turn,
    /// The overlays of the board.
    Overlay,
    Board,
    /// Moving through the turns already made.
    Record,
    SetUp,
    Program,
}

/// The command of a family at a table with that hand, on or off again; `None` if it cannot be given. The shell asks
/// only while a board is shown and letters do not stand for units of a set-up.
pub type Gives<F> = fn(&<F as FamilyModel>::Hand, bool) -> Option<<F as Commands>::HandCommand>;

pub const fn row<G: Clone>(
    group: Group,
    keys: &'static str,
    text: &'static str,
    commands: &'static [Entry<G>],
) -> Row<G> {
    Row {
        group,
        keys,
        text,
        commands: Cow::Borrowed(commands),
    }
}

impl<G> Entry<G> {
    /// The hover text with the keys that the user has set.
    pub fn hover_now(&self, context: &Context) -> String {
        hover(context, self.label, self.hover)
    }
}

/// The hover texts of the commands whose keys the user has changed, by the command's label.
// in egui's memory: buttons stand deep in pages of the families, which know no settings
#[derive(Clone, Default)]
struct Hovers(Arc<BTreeMap<&'static str, String>>);

fn place() -> Id {
    Id::unique("hover texts of changed keys")
}

/// Sets the hover texts of the commands whose keys the user has changed, by their labels.
pub fn set_hovers(context: &Context, hovers: BTreeMap<&'static str, String>) {
    context.data_mut(|data| data.insert_temp(place(), Hovers(Arc::new(hovers))));
}

/// The hover text of the command of that label, with the keys that the user has set; `usual` is the one with the usual
/// keys.
pub fn hover(context: &Context, label: &str, usual: &str) -> String {
    let changed: Option<Hovers> = context.data(|data| data.get_temp(place()));
    let text = changed.and_then(|Hovers(texts)| texts.get(label).cloned());
    text.unwrap_or_else(|| usual.to_owned())
}

impl<G: Clone> Row<G> {
    /// The same line with commands that another type gives.
    pub fn given_by<H: Clone>(&self, by: impl Fn(&G) -> H) -> Row<H> {
        let entries = self.commands.iter().map(|entry| Entry {
            label: entry.label,
            hover: entry.hover,
            keys: entry.keys,
            held: entry.held,
            gives: by(&entry.gives),
        });
        Row {
            group: self.group,
            keys: self.keys,
            text: self.text,
            commands: entries.collect(),
        }
    }
}

/// The name of a command that also has a button on a family's page.
#[derive(Debug, Clone, Copy)]
pub struct Named {
    pub label: &'static str,
    pub hover: &'static str,
}

/// Takes the last order, or change of a set-up, back.
pub const UNDO: Named = Named {
    label: "Undo",
    hover: "Ctrl+Z",
};

/// Gives the order undone last once more, or makes the change again.
pub const REDO: Named = Named {
    label: "Redo",
    hover: "Ctrl+Y",
};
