//! The keys of a command now: the usual ones, or that which the user has chosen instead.

use egui::{Key, Modifiers};
use kit::views::commands::Entry;

use crate::model::keys::{Keys, Shortcut};

/// A key with the keys that are held beside it.
pub(crate) type Pressed = (Modifiers, Key);

/// The commands whose keys stay as they are: questions and pages of their own name these keys, and without them nobody
/// would find the way back to this page.
pub(super) const FIXED: [&str; 4] = ["End turn", "Clear selection", "Help", "Find a command"];

/// The keys of a command now.
pub(crate) fn of<G>(entry: &Entry<G>, keys: &Keys) -> Vec<Pressed> {
    let chosen = keys.0.get(entry.label).filter(|_| may_change(entry));
    match chosen {
        None => entry.keys.to_vec(),
        Some(chosen) => chosen.iter().filter_map(pressed).collect(),
    }
}

pub(super) fn may_change<G>(entry: &Entry<G>) -> bool {
    !FIXED.contains(&entry.label)
}

fn pressed(shortcut: &Shortcut) -> Option<Pressed> {
    let mut held = Modifiers::NONE;
    for (is, one) in [
        (shortcut.ctrl, Modifiers::COMMAND),
        (shortcut.alt, Modifiers::ALT),
        (shortcut.shift, Modifiers::SHIFT),
    ] {
        held = if is { held.plus(one) } else { held };
    }
    Some((held, Key::from_name(shortcut.key)?))
}

/// A key as the user reads it: `Ctrl+Z`.
pub(crate) fn name((held, key): &Pressed) -> String {
    let mut name = String::new();
    for (is, one) in [
        (held.command, "Ctrl+"),
        (held.alt, "Alt+"),
        (held.shift, "Shift+"),
    ] {
        name.push_str(if is { one } else { "" });
    }
    name + key.name()
}
