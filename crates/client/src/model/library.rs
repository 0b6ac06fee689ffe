//! The scenarios to choose from, in groups.

use rules::Family;
use scenario::Scenario;

/// Scenarios that belong together on a form.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Group {
    pub(crate) title: String,
    /// Their numbers in the library.
    pub(crate) scenarios: Vec<usize>,
}

/// The most cells of a board in each group, and the group's name.
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
    // a family without large boards shows no heading for them
    groups.retain(|group| !group.scenarios.is_empty());
    groups
}
