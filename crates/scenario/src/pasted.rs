//! The parts of a scenario with a pasted set-up that are the same in every family.

use crate::Scenario;
use crate::mistake::Source;
use crate::table::TITLE_LIMIT;

/// The end of a changed title.
const CHANGED: &str = " (own set-up)";

/// The house note of a pasted set-up.
pub(crate) const SET_UP_NOTE: &str = "This set-up was pasted in place of the scenario's own.";

/// The house note of the armies of a pasted set-up.
pub(crate) const ARMY_NOTE: &str = "The armies are those of the pasted set-up.";

/// Refuses a set-up for a scenario whose players set up unseen.
pub(crate) fn refuse_hidden(source: &Source<'_>, scenario: &Scenario) {
    source.report_with(
        1,
        format!("a set-up for {}, whose set-up is hidden", scenario.key()),
        "a scenario with a fixed set-up",
        Some("each player sets up in secret once the game begins".to_owned()),
    );
}

/// The title of a changed scenario; `None` where the title would be too long.
pub(crate) fn changed_title(scenario: &Scenario) -> Option<String> {
    let title = scenario.title();
    let title = format!("{}{CHANGED}", title.strip_suffix(CHANGED).unwrap_or(title));
    (title.chars().count() <= TITLE_LIMIT).then_some(title)
}
