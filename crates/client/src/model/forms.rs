use std::net::SocketAddr;

use scenario::{OptionInfo, Scenario};

use super::seen::Trouble;
use super::set_up_editor::Findings;
use super::table::Level;
use super::words;

/// A scenario to choose.
#[derive(Debug, Clone)]
pub(crate) struct Choice {
    /// The scenario.
    pub(crate) scenario: Scenario,
}

impl Choice {
    /// The scenario as it is to be played: with another set-up, where one was pasted.
    pub(crate) fn with(&self, set_up: &str) -> Result<Scenario, Trouble> {
        if !self.is_changed_by(set_up) {
            return Ok(self.scenario.clone());
        }
        self.scenario
            .with_set_up(set_up.trim())
            .map_err(|mistakes| {
                const SHOWN: usize = 3;
                let told = mistakes.iter().take(SHOWN).map(|mistake| {
                    format!(
                        "Found {}, expected {}.",
                        mistake.found.trim_end_matches('.'),
                        mistake.expected.trim_end_matches('.')
                    )
                });
                let advice = mistakes.iter().find_map(|mistake| mistake.advice.clone());
                Trouble {
                    what: told.collect::<Vec<_>>().join(" "),
                    advice: advice.unwrap_or_default(),
                    rule: None,
                }
            })
    }

    /// Whether that set-up is another than the scenario's own.
    pub(crate) fn is_changed_by(&self, set_up: &str) -> bool {
        let set_up = set_up.trim();
        !set_up.is_empty() && self.scenario.set_up_fen().as_deref() != Some(set_up)
    }

    /// Why nothing can be played with that set-up, or what is unwise in it and not explained by the scenario.
    pub(crate) fn findings(&self, set_up: &str) -> Findings {
        let mut advice = self.with(set_up)?.advice();
        advice.retain(|advice| !advice.is_known);
        Ok(advice)
    }
}

/// Which scenario and which of its switches differ from its own.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Setting {
    /// The scenario, by number.
    pub(crate) scenario: usize,
    /// The switches changed, as `key=value`.
    pub(crate) options: Vec<(String, String)>,
    /// What was pasted in place of its fixed set-up; mostly nothing.
    pub(crate) set_up: String,
}

impl Setting {
    /// What a switch is set to.
    pub(crate) fn value<'a>(&'a self, option: &'a OptionInfo) -> &'a str {
        let changed = self.options.iter().find(|(key, _)| key == option.key);
        changed.map_or(option.default.as_str(), |(_, value)| value)
    }

    /// Forgets what was set of switches that are not among these.
    pub(crate) fn keep(&mut self, options: &[OptionInfo]) {
        let is_known = |key: &str| options.iter().any(|option| option.key == key);
        self.options.retain(|(key, _)| is_known(key));
    }

    /// Sets a switch; one set to the scenario's own value is not kept.
    pub(crate) fn set(&mut self, option: &OptionInfo, value: &str) {
        self.options.retain(|(key, _)| key != option.key);
        if value != option.default {
            self.options.push((option.key.to_owned(), value.to_owned()));
        }
    }
}

/// Which side the person at this screen takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum SideWish {
    /// White.
    #[default]
    White,
    /// Black.
    Black,
    /// Either, by lot.
    Lot,
}

/// Playing on this machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LocalForm {
    /// What is played.
    pub(crate) setting: Setting,
    /// Against whom: the computer, or a second person.
    pub(crate) computer: bool,
    /// How strong the computer is.
    pub(crate) level: Level,
    /// The person's side; in a game of two people, the first one's.
    pub(crate) side: SideWish,
    /// The second person's name.
    pub(crate) second: String,
}

impl Default for LocalForm {
    fn default() -> Self {
        Self {
            setting: Setting::default(),
            computer: true,
            level: Level::Normal,
            side: SideWish::White,
            second: String::new(),
        }
    }
}

/// Inviting somebody.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct HostForm {
    /// What is played.
    pub(crate) setting: Setting,
    /// The host's side.
    pub(crate) side: SideWish,
    /// The outside address and port of a router that forwards that port to this machine, as typed; mostly empty.
    pub(crate) outside: String,
}

impl HostForm {
    /// The outside address, if one is typed.
    pub(crate) fn outside(&self) -> Result<Option<SocketAddr>, Trouble> {
        let typed = self.outside.trim();
        if typed.is_empty() {
            return Ok(None);
        }
        typed.parse().map(Some).map_err(|_malformed| Trouble {
            what: format!("\u{201c}{typed}\u{201d} is not an address with a port."),
            advice: "Write it as in 203.0.113.7:4555 or [2001:db8::7]:4555, or leave it empty."
                .to_owned(),
            rule: None,
        })
    }
}

/// What the value of a switch may be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Allowed {
    /// `on` or `off`.
    Switch,
    /// 0 to a number.
    Upto(u8),
    /// One of these.
    OneOf(Vec<String>),
}

/// Reads what a switch allows from the scenario's words for it.
pub(crate) fn allowed(option: &OptionInfo) -> Allowed {
    let words = option.allowed.as_str();
    if words == "on or off" {
        return Allowed::Switch;
    }
    if let Some(most) = words
        .rsplit_once(" to ")
        .and_then(|(_, most)| most.parse().ok())
    {
        return Allowed::Upto(most);
    }
    let words = words.replace(" or ", ", ");
    Allowed::OneOf(words.split(", ").map(str::to_owned).collect())
}

/// A short name for a switch.
pub(crate) fn option_title(key: &str) -> String {
    match key {
        "short" => "Short game".to_owned(),
        "swap" => "Cannon repositioning".to_owned(),
        "self-activating" => "Self-activating Light Cavalry".to_owned(),
        "charge" => "Extended charge".to_owned(),
        "light-leap" => "Additional Light Cavalry move".to_owned(),
        "crossing" => "Crossing water".to_owned(),
        "promotion" => "Promotion".to_owned(),
        "six-leaders" => "Six leaders".to_owned(),
        "half-first" => "Half first turn".to_owned(),
        "repetition" => "Draw by repetition".to_owned(),
        "first-player" => "First player".to_owned(),
        "reduced-chiefs" => "Reduced chiefs".to_owned(),
        "symmetric-terrain" => "Symmetric terrain".to_owned(),
        "mirror-towns" => "Mirrored towns".to_owned(),
        other => words::capital(&other.replace('-', " ")),
    }
}
