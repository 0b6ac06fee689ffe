//! Scenarios to choose from, with the set-ups that users put in the place of their own.

use reach::Trouble;
use rules::Family;
use scenario::{Advice, OptionInfo, Scenario};

use crate::families;

/// The reason why a set-up cannot be played, or the advice on its unwise points.
pub(crate) type Findings = Result<Vec<Advice>, Trouble>;

/// The scenario as it is to be played: with another set-up, where one was pasted.
///
/// # Errors
/// If no game can be played with the set-up.
pub(crate) fn with_set_up(scenario: &Scenario, set_up: &str) -> Result<Scenario, Trouble> {
    if !is_changed_by(scenario, set_up) {
        return Ok(scenario.clone());
    }
    let set_up = plain::pasted::plain(set_up);
    scenario.with_set_up(set_up.trim()).map_err(|mistakes| {
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
        }
    })
}

/// True for a set-up that differs from the scenario's own.
pub(crate) fn is_changed_by(scenario: &Scenario, set_up: &str) -> bool {
    let set_up = set_up.trim();
    !set_up.is_empty() && scenario.set_up_fen().as_deref() != Some(set_up)
}

/// The advice on a set-up, except the advice that the scenario explains itself.
pub(crate) fn findings(scenario: &Scenario, set_up: &str) -> Findings {
    let mut advice = with_set_up(scenario, set_up)?.advice();
    advice.retain(|advice| !advice.is_known);
    Ok(advice)
}

/// The value of a switch where these were changed.
pub(crate) fn value<'a>(option: &'a OptionInfo, changed: &'a [(String, String)]) -> &'a str {
    let changed = changed.iter().find(|(key, _)| key == option.key);
    changed.map_or(&option.default, |(_, value)| value)
}

/// Scenarios that belong together on a form.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Group {
    /// The heading.
    pub(crate) title: String,
    /// Their numbers in the library.
    pub(crate) scenarios: Vec<usize>,
}

/// The boards of a group have no more cells than this, and its name.
const SIZES: [(usize, &str); 3] = [
    (200, "small boards"),
    (500, "an evening"),
    (usize::MAX, "large boards"),
];

/// The library in groups: each family from small boards to large ones, and the user's own files.
pub(crate) fn groups(library: &[Scenario], built_in: usize) -> Vec<Group> {
    let cells = |scenario: &Scenario| {
        let board = scenario.head().board;
        usize::from(board.files()) * usize::from(board.ranks())
    };
    let mut groups = Vec::new();
    for family in Family::ALL {
        let mut least = 0;
        for (most, name) in SIZES {
            let fits = |scenario: &Scenario| {
                scenario.family() == *family && (least..=most).contains(&cells(scenario))
            };
            let scenarios = (0..built_in).filter(|number| fits(&library[*number]));
            groups.push(Group {
                title: format!("{}, {name}", families::title(*family)),
                scenarios: scenarios.collect(),
            });
            least = most.saturating_add(1);
        }
    }
    groups.push(Group {
        title: "Your own files".to_owned(),
        scenarios: (built_in..library.len()).collect(),
    });
    groups.retain(|group| !group.scenarios.is_empty());
    groups
}
