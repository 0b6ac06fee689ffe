//! What both players are shown before a match, and again while it goes on.

use scenario::{OptionInfo, Scenario};

use super::forms::option_title;

/// One switch as it is set for a match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Switch {
    /// Its short name.
    pub(crate) title: String,
    /// What it is set to.
    pub(crate) value: String,
    /// What the scenario has, where that is something else.
    pub(crate) instead_of: Option<String>,
    /// What it does.
    pub(crate) meaning: &'static str,
}

/// Every switch of a scenario with the value agreed on, those that were changed first.
pub(crate) fn switches(scenario: &Scenario, options: &[(String, String)]) -> Vec<Switch> {
    let mut switches: Vec<Switch> = scenario
        .options()
        .into_iter()
        .map(|option| {
            let value = value(&option, options);
            Switch {
                title: option_title(option.key),
                value: value.to_owned(),
                instead_of: (value != option.default).then(|| option.default.clone()),
                meaning: option.meaning,
            }
        })
        .collect();
    switches.sort_by_key(|switch| switch.instead_of.is_none());
    switches
}

/// What a switch is set to.
fn value<'a>(option: &'a OptionInfo, options: &'a [(String, String)]) -> &'a str {
    let chosen = options.iter().find(|(key, _)| key == option.key);
    chosen.map_or(&option.default, |(_, value)| value)
}

/// Who has the first turn. Rules: warlord 6.2.
pub(crate) fn who_begins(scenario: &Scenario, options: &[(String, String)]) -> &'static str {
    let infos = scenario.options();
    let switch = infos.iter().find(|option| option.key == "first-player");
    match switch.map(|option| value(option, options)) {
        None => "White (the blue discs) begins.",
        Some("white") => "White (the blue discs) begins, as agreed.",
        Some("black") => "Black (the amber squares) begins, as agreed.",
        Some("lot-before") => {
            "A lot that both programs draw together decides who begins, before either sets up."
        }
        Some(_) => {
            "A lot that both programs draw together decides who begins, once both set-ups are open."
        }
    }
}
