//! The settings of the user, and their file, which other windows and later versions write too.

mod text;

use std::path::PathBuf;

use kit::model::kept::LONGEST_NAME;
use kit::model::meaning::trouble;
use reach::{Address, AddressError, Trouble};
use serde::{Deserialize, Serialize};
use toml::Table;
use toml_edit::{DocumentMut, Item};

use super::keys::Keys;
use text::{document, entries, mended, set};

/// The settings of the user, kept in a file of their own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Settings {
    /// The name others see.
    pub(crate) name: String,
    pub(crate) theme: Theme,
    /// No animation anywhere, whatever `step_ms` says.
    pub(crate) still: bool,
    /// The set of drawings of the units.
    pub(crate) pieces: Pieces,
    /// Milliseconds a unit takes on its way; 0 for none.
    pub(crate) step_ms: u16,
    /// The time for which an order is shown while a record plays by itself, in milliseconds.
    pub(crate) pace_ms: u16,
    /// Units in the record by their drawings, not by letters.
    pub(crate) figurines: bool,
    /// The user's own scenario files.
    pub(crate) scenarios: Vec<PathBuf>,
    #[serde(flatten)]
    pub(crate) calls: Calls,
    /// Ask before a turn is ended.
    pub(crate) confirm_end: bool,
    /// The interface's size in percent.
    pub(crate) zoom: u16,
    /// The loudness of the sounds in percent.
    pub(crate) volume: u16,
    /// The points that the pointer moves before a click becomes a drag.
    pub(crate) drag: u16,
    /// The commands with other keys than the usual ones.
    pub(crate) keys: Keys,
    /// The STUN services that may be asked for this machine's outside address, separated by blanks or on lines of their own; empty
    /// unless the user has named any.
    pub(crate) stun: String,
    /// The window's size in points when it was last closed.
    pub(crate) window: [u16; 2],
    /// The panel stands beside the board.
    pub(crate) panel: bool,
    /// The width of that panel, in points.
    pub(crate) panel_width: u16,
}

/// The ways in which the program calls the user, in the file beside all other settings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Calls {
    /// Short sounds for what happens.
    pub(crate) sound: bool,
    /// The desktop shows what happens while the user looks elsewhere.
    pub(crate) desktop_notice: bool,
    /// The window asks for attention on the task bar.
    pub(crate) attention: bool,
    /// A dot in the window's title shows that the match waits for the user.
    pub(crate) title: bool,
}

/// The keys that no other machine has a use for.
const OF_THIS_MACHINE: [&str; 2] = [SCENARIOS, "window"];
/// The key of the user's own scenario files.
const SCENARIOS: &str = "scenarios";

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Theme {
    System,
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
    /// White on black, without pale colors.
    Contrast,
}

/// The set of drawings of the units.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Pieces {
    Pictures,
    /// Lines as on military maps.
    Nato,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            name: String::new(),
            theme: Theme::System,
            still: false,
            pieces: Pieces::Pictures,
            step_ms: 220,
            pace_ms: 1000,
            figurines: false,
            scenarios: Vec::new(),
            calls: Calls::default(),
            confirm_end: true,
            zoom: 100,
            volume: 100,
            drag: 6,
            keys: Keys::default(),
            stun: String::new(),
            window: [1280, 800],
            panel: true,
            panel_width: 340,
        }
    }
}

impl Default for Calls {
    fn default() -> Self {
        Self {
            sound: true,
            desktop_notice: true,
            attention: true,
            title: true,
        }
    }
}

/// The longest a unit may take on its way.
pub(crate) const SLOWEST_STEP: u16 = 600;
/// The times for which an order of a playing record may be shown, in milliseconds.
pub(crate) const PACES: [u16; 5] = [250, 500, 1000, 2000, 4000];
/// The sizes the interface may have, in percent.
pub(crate) const ZOOMS: std::ops::RangeInclusive<u16> = 70..=200;
/// The points that a pointer may move in a click.
// below two no hand is still, and a finger's width is some forty
pub(crate) const DRAGS: std::ops::RangeInclusive<u16> = 2..=40;
/// The narrowest panel beside a board, in points: its three rows of buttons need that much.
pub(crate) const NARROWEST_PANEL: u16 = 330;
/// The widest panel that is taken from the file.
const WIDEST_PANEL: u16 = 1600;
const LONGEST_STUN: usize = 1000;
/// The smallest window, in points: a screen of 1280x800 pixels whose desktop draws everything at twice the size.
pub const SMALLEST: [u16; 2] = [640, 400];
/// The largest window that is asked for, in points; beyond it a number in the file is a mistake.
const LARGEST: u16 = 8192;

impl Settings {
    /// Reads a settings file. What is missing or wrong gets its usual value; what is wrong is also returned as written.
    pub(crate) fn read(text: &str) -> (Self, Vec<String>) {
        let (entries, mut wrong) = entries(text);
        let mut table = Self::default().table();
        for (key, value) in entries {
            // a setting of a later version does no harm
            let Some(usual) = table.get(&key).cloned() else {
                continue;
            };
            let shown = format!("{key} = {value}");
            table.insert(key.clone(), value);
            // a replacement character stands for bytes that were no UTF-8: the value is not what the user wrote
            if shown.contains('\u{fffd}') || Self::of(&table).is_none() {
                table.insert(key, usual);
                wrong.push(shown);
            }
        }
        let settings = Self::of(&table).unwrap_or_default();
        (settings.checked(), wrong)
    }

    /// The settings file `text` with what has changed since `before`. Everything else in it stays, because another
    /// window or a later version of the program may have written it.
    pub(crate) fn merged(&self, text: &str, before: &Self) -> String {
        let mut merged: DocumentMut = text
            .parse()
            .or_else(|_| mended(text).parse())
            .unwrap_or_else(|_| {
                let readable: Table = entries(text).0.into_iter().collect();
                document(&readable)
            });
        // only what this window has changed is written
        let (usual, mut changed) = (before.table(), self.table());
        changed.retain(|key, value| usual.get(key) != Some(&*value));
        if changed.contains_key(SCENARIOS) {
            let there = Self::read(text).0;
            let list = self.scenarios_since(before, there.scenarios);
            let list = Self {
                scenarios: list,
                ..Self::default()
            }
            .table()
            .remove(SCENARIOS);
            changed.extend(list.map(|list| (SCENARIOS.to_owned(), list)));
        }
        for (key, item) in document(&changed).iter() {
            match (merged.get_mut(key), item) {
                (Some(Item::Value(old)), Item::Value(new)) => set(old, new),
                _ => merged[key] = item.clone(),
            }
        }
        merged.to_string()
    }

    /// The scenario files in a list, with those added and without those dropped since `before`.
    fn scenarios_since(&self, before: &Self, mut list: Vec<PathBuf>) -> Vec<PathBuf> {
        list.retain(|file| self.scenarios.contains(file) || !before.scenarios.contains(file));
        for file in &self.scenarios {
            if !list.contains(file) && !before.scenarios.contains(file) {
                list.push(file.clone());
            }
        }
        list
    }

    /// The settings as a file for another machine: all but what belongs to this one, its window and its files.
    pub(crate) fn exported(&self) -> String {
        let mut table = self.table();
        for key in OF_THIS_MACHINE {
            table.remove(key);
        }
        format!(
            "# The settings of Warlord, to be imported on the page Settings.\n{}",
            document(&table)
        )
    }

    /// The settings with those of an exported file in place of their own. Unlike the program's own file it is taken as a
    /// whole or not at all.
    ///
    /// # Errors
    /// Returns what is wrong with the text, and what to do.
    pub(crate) fn imported(&self, text: &str) -> Result<Self, Trouble> {
        let advice = "nothing is changed; export the settings again, or mend the file";
        let read: Table = text.parse().map_err(|error: toml::de::Error| {
            trouble(
                format!("this is no file of settings: {}", error.message()),
                advice,
            )
        })?;
        let mut table = self.table();
        let known: Vec<_> = read
            .into_iter()
            .filter(|(key, _)| table.contains_key(key) && !OF_THIS_MACHINE.contains(&key.as_str()))
            .collect();
        if known.is_empty() {
            return Err(trouble("there is no setting in this file", advice));
        }
        for (key, value) in known {
            let shown = format!("{key} = {value}");
            table.insert(key, value);
            if let Err(error) = table.clone().try_into::<Self>() {
                let what = format!(
                    "of these settings `{shown}` cannot be read: {}",
                    error.message()
                );
                return Err(trouble(what, advice));
            }
        }
        let settings = Self::of(&table).unwrap_or_else(|| self.clone());
        let checked = settings.clone().checked();
        // a number beyond its limits would be brought within them in silence
        match checked == settings {
            true => Ok(checked),
            false => Err(trouble(
                "a value of these settings is beyond its limits",
                advice,
            )),
        }
    }

    /// The settings as the table of their file.
    fn table(&self) -> Table {
        Table::try_from(self).expect("plain fields are always written")
    }

    fn of(table: &Table) -> Option<Self> {
        table.clone().try_into().ok()
    }

    /// The services that may be asked for this machine's outside address.
    pub(crate) fn services(&self) -> Result<Vec<Address>, Trouble> {
        let words = self.stun.split([' ', ',', '\n', '\t']);
        let words = words.map(str::trim).filter(|word| !word.is_empty());
        words
            .map(|word| {
                word.parse().map_err(|error: AddressError| {
                    trouble(
                        format!("Of the services for the outside address, {error}."),
                        "write ADDRESS:PORT in the settings, such as stun.example.org:3478, or leave the list empty.",
                    )
                })
            })
            .collect()
    }

    /// Names the two well-known services, as the user has chosen.
    pub(crate) fn name_well_known_services(&mut self) {
        let named = reach::well_known_services();
        let named: Vec<String> = named.iter().map(Address::to_string).collect();
        self.stun = named.join("\n");
    }

    /// Brings every value within its limits.
    fn checked(mut self) -> Self {
        self.name = self
            .name
            .chars()
            .filter(|c| !c.is_control())
            .take(LONGEST_NAME)
            .collect();
        self.stun = self.stun.chars().take(LONGEST_STUN).collect();
        self.step_ms = self.step_ms.min(SLOWEST_STEP);
        // 0 would step on in every frame
        self.pace_ms = self.pace_ms.clamp(PACES[0], PACES[PACES.len() - 1]);
        self.zoom = self.zoom.clamp(*ZOOMS.start(), *ZOOMS.end());
        self.volume = self.volume.min(100);
        self.drag = self.drag.clamp(*DRAGS.start(), *DRAGS.end());
        self.panel_width = self.panel_width.clamp(NARROWEST_PANEL, WIDEST_PANEL);
        for (size, smallest) in self.window.iter_mut().zip(SMALLEST) {
            *size = (*size).clamp(smallest, LARGEST);
        }
        self
    }
}

#[cfg(test)]
mod tests;
