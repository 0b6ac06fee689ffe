//! The agreement that both players are shown before a match, and again during the match.

use kit::model::scenarios::value;
use scenario::Scenario;

/// One switch as it is set for a match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Switch {
    pub(crate) title: String,
    pub(crate) value: String,
    /// The scenario's own value, if the agreed value differs.
    pub(crate) instead_of: Option<String>,
    /// The effect of the switch.
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
                title: families::option_title(scenario, option.key),
                value: value.to_owned(),
                instead_of: (value != option.default).then(|| option.default.clone()),
                meaning: option.meaning,
            }
        })
        .collect();
    // the sort is stable, so both groups keep the order of the scenario's form
    switches.sort_by_key(|switch| switch.instead_of.is_none());
    switches
}
