//! The keys of the commands: the usual ones, and those that the user has chosen instead.

use std::collections::BTreeMap;

use egui::{CollapsingHeader, Event, Key, Ui};
use kit::model::meaning::trouble;
use kit::views::theme::palette;
use kit::views::widgets::section_about;
use reach::Trouble;

use super::commands::{Entry, Row, rows};
use super::shortcuts::{Pressed, may_change, name, of};
use crate::model::keys::{KEYS, Keys, Shortcut};

/// The keys of a command in words; empty if it has none.
pub(crate) fn names(entry: &Entry, keys: &Keys) -> String {
    let names: Vec<String> = of(entry, keys).iter().map(name).collect();
    names.join(", ")
}

/// The commands whose keys the user has changed, a line each.
pub(crate) fn changed(keys: &Keys) -> Vec<String> {
    let entries = rows().iter().flat_map(|row| row.commands.iter());
    let own = entries.filter(|entry| keys.0.contains_key(entry.label));
    own.map(|entry| format!("{}: {}", entry.label, names(entry, keys)))
        .collect()
}

/// The hover texts of the commands whose keys the user has changed, by their labels.
pub(crate) fn hovers(keys: &Keys) -> BTreeMap<&'static str, String> {
    let entries = rows().iter().flat_map(|row| row.commands.iter());
    let own = entries.filter(|entry| may_change(entry) && keys.0.contains_key(entry.label));
    own.map(|entry| (entry.label, hover(entry, keys))).collect()
}

/// The keys of a line of the help: the usual ones in its own words, or those that the user has set.
pub(crate) fn of_row(row: &Row, keys: &Keys) -> String {
    let mut own = row.commands.iter();
    if !own.any(|entry| may_change(entry) && keys.0.contains_key(entry.label)) {
        return row.keys.to_owned();
    }
    let all = row.commands.iter().filter_map(|entry| {
        let names = names(entry, keys);
        let held = if entry.held { " (hold)" } else { "" };
        (!names.is_empty()).then(|| format!("{names}{held}"))
    });
    let all: Vec<String> = all.collect();
    match all.is_empty() {
        true => "no key".to_owned(),
        false => all.join(", "),
    }
}

/// What a command does, with its keys behind it.
pub(crate) fn hover(entry: &Entry, keys: &Keys) -> String {
    if !may_change(entry) || !keys.0.contains_key(entry.label) {
        return entry.hover.to_owned();
    }
    // the usual key stands behind the words, in brackets, or is all there is
    let words = entry.hover.split(" (").next().unwrap_or_default();
    let words = match entry.keys.iter().any(|key| name(key) == words) {
        true => entry.label,
        false => words,
    };
    match names(entry, keys) {
        none if none.is_empty() => words.to_owned(),
        names if entry.held => format!("{words} (hold {names})"),
        names => format!("{words} ({names})"),
    }
}

/// The first two commands that one key would give.
pub(crate) fn clash(keys: &Keys) -> Option<Trouble> {
    let mut known: Vec<(Pressed, &str)> = Vec::new();
    for entry in rows().iter().flat_map(|row| row.commands.iter()) {
        for key in of(entry, keys) {
            if let Some((_, other)) = known.iter().find(|(other, _)| *other == key) {
                let what = format!(
                    "{} is the key of two commands: {other} and {}",
                    name(&key),
                    entry.label
                );
                return Some(trouble(
                    what,
                    "nothing is changed; give one of them another key",
                ));
            }
            known.push((key, entry.label));
        }
    }
    None
}

/// The command whose key is being chosen, and why the last key was not taken.
#[derive(Debug, Default)]
pub(crate) struct Choosing {
    command: Option<&'static str>,
    refused: Option<String>,
}

impl Choosing {
    /// True while the next key is chosen and gives no command.
    pub(crate) const fn is_open(&self) -> bool {
        self.command.is_some()
    }

    /// Takes the key that the user presses for a command.
    fn listen(&mut self, keys: &mut Keys, ui: &Ui) {
        let Some(command) = self.command else {
            return;
        };
        let found = ui.input_mut(|input| {
            let place = input
                .events
                .iter()
                .position(|event| matches!(event, Event::Key { pressed: true, .. }))?;
            match input.events.remove(place) {
                Event::Key { key, modifiers, .. } => Some((modifiers, key)),
                _ => None,
            }
        });
        let Some((held, key)) = found else {
            return;
        };
        self.command = None;
        if key == Key::Escape {
            return;
        }
        let named = KEYS
            .into_iter()
            .find(|name| Key::from_name(name) == Some(key));
        let Some(named) = named else {
            self.refused = Some(format!("{} stays what it is on every page.", key.name()));
            return;
        };
        let shortcut = Shortcut {
            ctrl: held.command || held.ctrl,
            alt: held.alt,
            shift: held.shift,
            key: named,
        };
        let mut tried = keys.clone();
        tried.0.insert(command.to_owned(), Some(shortcut));
        match clash(&tried) {
            None => *keys = tried,
            Some(clash) => self.refused = Some(format!("{}. Change that one first.", clash.what)),
        }
    }
}

/// The list of the commands with their keys, each to be changed.
pub(crate) fn show(choosing: &mut Choosing, keys: &mut Keys, ui: &mut Ui) {
    choosing.listen(keys, ui);
    section_about(
        ui,
        "Keys",
        "Press Change, then the new key. Enter, Esc, Space, Tab, the arrows, F1 and Ctrl+K stay what they are.",
    );
    if let Some(refused) = &choosing.refused {
        ui.colored_label(palette(ui).bad, refused);
    }
    // closed at first: some fifty lines would stand between the other settings and their end
    CollapsingHeader::new("The keys of all commands").show(ui, |ui| {
        let entries = rows().iter().flat_map(|row| row.commands.iter());
        for entry in entries.filter(|entry| may_change(entry)) {
            ui.horizontal_wrapped(|ui| line(entry, choosing, keys, ui));
        }
    });
    if !keys.0.is_empty() && ui.button("Reset all keys").clicked() {
        *keys = Keys::default();
    }
}

/// A command with its keys, and the buttons that change them.
fn line(entry: &Entry, choosing: &mut Choosing, keys: &mut Keys, ui: &mut Ui) {
    let now = match (choosing.command == Some(entry.label), names(entry, keys)) {
        (true, _) => "press a key\u{2026}".to_owned(),
        (false, none) if none.is_empty() => "no key".to_owned(),
        (false, names) => names,
    };
    ui.label(format!("{}: {now}", entry.label));
    let button = |ui: &mut Ui, text: &str| {
        let button = ui.small_button(text);
        let name = format!("{text} the key of {}", entry.label);
        button.accessible_name(name).clicked()
    };
    if button(ui, "Change") {
        *choosing = Choosing {
            command: Some(entry.label),
            refused: None,
        };
    }
    if !of(entry, keys).is_empty() && button(ui, "Remove") {
        keys.0.insert(entry.label.to_owned(), None);
    }
    if keys.0.contains_key(entry.label) && button(ui, "Reset") {
        let mut usual = keys.clone();
        usual.0.remove(entry.label);
        // another command may have the usual key by now
        match clash(&usual) {
            None => *keys = usual,
            Some(clash) => choosing.refused = Some(format!("{}.", clash.what)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::shortcuts::FIXED;
    use super::*;

    #[test]
    fn every_key_that_can_be_written_can_be_pressed_and_no_usual_key_clashes() {
        for key in KEYS {
            assert!(Key::from_name(key).is_some(), "{key}");
        }
        assert_eq!(clash(&Keys::default()), None);
    }

    #[test]
    fn a_key_of_two_commands_is_named_with_both() {
        let with = |command: &str, key: &str| {
            let mut keys = Keys::default();
            keys.0.insert(command.to_owned(), key.parse().ok());
            keys
        };
        let told = clash(&with("Flip board", "N")).expect("a clash").what;
        assert!(told.contains("N is the key of two commands"), "{told}");
        assert!(
            told.contains("Flip board") && told.contains("Next unit"),
            "{told}"
        );
        assert_eq!(clash(&with("Flip board", "Ctrl+M")), None);
        // the way to this page stays
        assert_eq!(clash(&with("Help", "N")), None);
        let labels = || {
            rows()
                .iter()
                .flat_map(|row| row.commands.iter())
                .map(|entry| entry.label)
        };
        for fixed in FIXED {
            assert!(labels().any(|label| label == fixed), "{fixed}");
        }
    }
}
