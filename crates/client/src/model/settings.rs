use serde::{Deserialize, Serialize};

/// What the user likes; kept in a file of its own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Settings {
    /// The name others see.
    pub(crate) name: String,
    /// Light or dark.
    pub(crate) theme: Theme,
    /// Which drawings stand for the units.
    pub(crate) pieces: Pieces,
    /// Milliseconds a unit takes on its way; 0 for none.
    pub(crate) step_ms: u16,
    /// Ask before a turn is ended.
    pub(crate) confirm_end: bool,
    /// The interface's size in percent.
    pub(crate) zoom: u16,
    /// The window's size in points when it was last closed.
    pub(crate) window: [u16; 2],
    /// Hidden set-ups to be used again, in the order in which they were first kept.
    #[serde(rename = "set-up")]
    pub(crate) set_ups: Vec<KeptSetUp>,
}

/// A whole hidden set-up under a name of the user's.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct KeptSetUp {
    /// The scenario's key.
    pub(crate) scenario: String,
    /// Its name; a scenario has no two of the same.
    pub(crate) name: String,
    /// White's rows, as the engine writes them: Black's is the same after a half-turn.
    pub(crate) rows: String,
}

/// Light or dark.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Theme {
    /// As the desktop has it.
    System,
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
}

/// Which drawings stand for the units.
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
            pieces: Pieces::Pictures,
            step_ms: 220,
            confirm_end: true,
            zoom: 100,
            window: [1280, 800],
            set_ups: Vec::new(),
        }
    }
}

/// The longest a unit may take on its way.
pub(crate) const SLOWEST_STEP: u16 = 600;
/// The sizes the interface may have, in percent.
pub(crate) const ZOOMS: std::ops::RangeInclusive<u16> = 70..=200;
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

    /// Keeps a set-up, in place of one of the same scenario and name.
    pub(crate) fn keep(&mut self, kept: KeptSetUp) {
        let is_same =
            |other: &KeptSetUp| (&other.scenario, &other.name) == (&kept.scenario, &kept.name);
        match self.set_ups.iter().position(is_same) {
            Some(place) => self.set_ups[place] = kept,
            None => self.set_ups.push(kept),
        }
    }

    /// The same with every value within its limits.
    fn checked(mut self) -> Self {
        self.name = self
            .name
            .chars()
            .filter(|c| !c.is_control())
            .take(LONGEST_NAME)
            .collect();
        self.step_ms = self.step_ms.min(SLOWEST_STEP);
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
            pieces: Pieces::Nato,
            step_ms: 0,
            confirm_end: false,
            zoom: 150,
            window: [1000, 700],
            set_ups: vec![KeptSetUp {
                scenario: "test-of-wills".to_owned(),
                name: "Two = \"wings\"".to_owned(),
                rows: "4T15/20".to_owned(),
            }],
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
    fn wild_values_are_brought_within_their_limits() {
        let settings = Settings::read("zoom = 9000\nstep_ms = 60000\nwindow = [1, 1]\n");
        assert_eq!((settings.zoom, settings.step_ms), (200, SLOWEST_STEP));
        assert_eq!(settings.window, [640, 480]);
    }
}
