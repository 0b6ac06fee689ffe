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

/// Turns of both sides in the games of the computer against an older one of docs/computer.md, *What was measured*: the
/// mean of 200 games, of Tourney's of 100 and 20.
const TURNS: [(&str, u16); 22] = [
    ("battle-line", 62),
    ("border-war", 14),
    ("chieftain", 154),
    ("civil-war", 55),
    ("clash-of-arms", 76),
    ("continent", 85),
    ("lakes", 110),
    ("lakes-2", 106),
    ("march", 21),
    ("river", 128),
    ("test-of-wills", 46),
    ("tourney", 25),
    ("tourney-grand", 40),
    ("two-countries", 194),
    ("two-countries-secret", 196),
    ("valley-war", 60),
    ("wargame-1", 66),
    ("wargame-2", 28),
    ("wargame-small", 18),
    ("warlord", 46),
    ("warlord-2.0", 70),
    ("warlord-ii", 45),
];

/// The turns that a player has in a game of a built-in scenario, if they were counted.
pub(crate) fn turns_each(scenario: &Scenario) -> Option<u16> {
    // a file of one's own may have the key of a built-in one, and another game in it
    let built_in = scenario::find(scenario.key())?;
    let known = TURNS.iter().find(|(key, _)| *key == built_in.key);
    let known = known.filter(|_| built_in.text == scenario.text());
    known.map(|(_, turns)| turns.div_ceil(2))
}

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
