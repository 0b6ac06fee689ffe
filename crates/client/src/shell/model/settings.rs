use std::path::PathBuf;

use net::{Address, AddressError, Trouble};
use serde::{Deserialize, Serialize};

use super::meaning::trouble;

/// The settings of the user, kept in a file of their own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Settings {
    /// The name others see.
    pub(crate) name: String,
    /// Light or dark.
    pub(crate) theme: Theme,
    /// Nothing moves by itself.
    pub(crate) still: bool,
    /// The set of drawings of the units.
    pub(crate) pieces: Pieces,
    /// Milliseconds a unit takes on its way; 0 for none.
    pub(crate) step_ms: u16,
    /// Milliseconds for which an order is shown where a record plays by itself.
    pub(crate) pace_ms: u16,
    /// Units in the record by their drawings, not by letters.
    pub(crate) figurines: bool,
    /// The user's own scenario files.
    pub(crate) scenarios: Vec<PathBuf>,
    /// Short sounds tell what happens.
    pub(crate) sound: bool,
    /// The desktop tells what happens while the user looks elsewhere.
    pub(crate) desktop_notice: bool,
    /// The window asks for attention on the task bar.
    pub(crate) attention: bool,
    /// A dot in the window's title tells that the user is waited for.
    pub(crate) title: bool,
    /// Ask before a turn is ended.
    pub(crate) confirm_end: bool,
    /// The interface's size in percent.
    pub(crate) zoom: u16,
    /// The STUN services that may be asked for this machine's outside address, apart by blanks or in lines of their own; empty
    /// unless the user has named any.
    pub(crate) stun: String,
    /// The window's size in points when it was last closed.
    pub(crate) window: [u16; 2],
}

/// Light or dark.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Theme {
    /// The desktop's theme.
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
    /// Small pictures.
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
            sound: true,
            desktop_notice: true,
            attention: true,
            title: true,
            confirm_end: true,
            zoom: 100,
            stun: String::new(),
            window: [1280, 800],
        }
    }
}

/// The longest a unit may take on its way.
pub(crate) const SLOWEST_STEP: u16 = 600;
/// The times for which an order of a playing record may be shown, in milliseconds.
pub(crate) const PACES: [u16; 5] = [250, 500, 1000, 2000, 4000];
/// The sizes the interface may have, in percent.
pub(crate) const ZOOMS: std::ops::RangeInclusive<u16> = 70..=200;
/// The longest list of services.
const LONGEST_STUN: usize = 1000;
/// The longest name.
pub(crate) const LONGEST_NAME: usize = 32;

impl Settings {
    /// Reads a settings file; what it leaves out or has wrong is as by default.
    pub(crate) fn read(text: &str) -> Self {
        toml::from_str::<Self>(text).unwrap_or_default().checked()
    }

    /// The settings file.
    pub(crate) fn write(&self) -> String {
        toml::to_string(self).expect("plain fields are always written")
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
        let named = net::well_known_services();
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
        self.pace_ms = self.pace_ms.clamp(PACES[0], PACES[PACES.len() - 1]);
        self.zoom = self.zoom.clamp(*ZOOMS.start(), *ZOOMS.end());
        self.window = [
            self.window[0].clamp(640, 8192),
            self.window[1].clamp(480, 8192),
        ];
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_read_back_as_written() {
        let settings = Settings {
            name: "Ada \"the\" Tester ÄÖ".to_owned(),
            theme: Theme::Dark,
            still: true,
            pieces: Pieces::Nato,
            step_ms: 0,
            pace_ms: 250,
            figurines: true,
            scenarios: vec![PathBuf::from("/home/ada/hill.toml")],
            sound: false,
            desktop_notice: false,
            attention: false,
            title: false,
            confirm_end: false,
            zoom: 150,
            stun: "stun.example.org:3478\n192.0.2.9:3478".to_owned(),
            window: [1000, 700],
        };
        assert_eq!(Settings::read(&settings.write()), settings);
    }

    #[test]
    fn missing_and_unknown_lines_are_no_harm() {
        let settings = Settings::read("name = \"Bo\"\nlater = 3\n");
        assert_eq!(settings.name, "Bo");
        assert_eq!(settings.step_ms, Settings::default().step_ms);
        assert_eq!(Settings::read("not toml at all ["), Settings::default());
    }

    #[test]
    fn services_are_read_from_the_list_and_a_wrong_one_is_told() {
        let with = |stun: &str| Settings {
            stun: stun.to_owned(),
            ..Settings::default()
        };
        assert_eq!(Settings::default().services(), Ok(Vec::new()));
        let mut chosen = Settings::default();
        chosen.name_well_known_services();
        assert_eq!(chosen.services(), Ok(net::well_known_services()));
        assert_eq!(
            Settings::read(&chosen.write()),
            chosen,
            "the choice is kept"
        );
        let two = with(" stun.example.org:3478,\n192.0.2.9:3478 ").services();
        assert_eq!(two.expect("two services").len(), 2);
        let wrong = with("stun.example.org").services().expect_err("no port");
        assert!(
            wrong.what.contains("`stun.example.org` has no port"),
            "{wrong:?}"
        );
    }

    #[test]
    fn wild_values_are_brought_within_their_limits() {
        let settings = Settings::read("zoom = 9000\nstep_ms = 60000\nwindow = [1, 1]\n");
        assert_eq!((settings.zoom, settings.step_ms), (200, SLOWEST_STEP));
        assert_eq!(settings.window, [640, 480]);
    }
}
