use serde::{Deserialize, Serialize};

/// The settings of the user, kept in a file of their own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Settings {
    /// The name others see.
    pub(crate) name: String,
    /// Light or dark.
    pub(crate) theme: Theme,
    /// The set of drawings of the units.
    pub(crate) pieces: Pieces,
    /// Milliseconds a unit takes on its way; 0 for none.
    pub(crate) step_ms: u16,
    /// Ask before a turn is ended.
    pub(crate) confirm_end: bool,
    /// The interface's size in percent.
    pub(crate) zoom: u16,
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
            pieces: Pieces::Pictures,
            step_ms: 220,
            confirm_end: true,
            zoom: 100,
            window: [1280, 800],
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

    /// Brings every value within its limits.
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
