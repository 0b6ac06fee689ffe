//! A generated scenario of the WarGame family.

use rules::wargame::Ruleset;
use scenario::wargame::author::Plan;

use crate::failure::Failure;
use crate::families::{NewArguments, Symmetry};

/// The text of the scenario that the arguments ask for.
pub(in crate::families) fn make(
    ruleset: Ruleset,
    arguments: &NewArguments,
) -> Result<String, Failure> {
    if arguments.leaders.is_some() {
        return Err(Failure::new(
            "--leaders is not for the WarGames",
            "say --units: the leaders follow in the proportions of the game",
        ));
    }
    if arguments.symmetry == Some(Symmetry::None) {
        return Err(Failure::new(
            "--symmetry none is not for the WarGames",
            "leave the symmetry out: the map is the same for both sides after a half-turn",
        ));
    }
    let (files, ranks) = arguments.size();
    let usual = Plan::new(ruleset, files, ranks);
    let plan = Plan {
        title: arguments.title.clone().unwrap_or(usual.title),
        towns: arguments.towns,
        density: arguments.density.unwrap_or(usual.density),
        units: arguments.units,
        cap: arguments.cap,
        seed: arguments.seed,
        ..usual
    };
    let text = plan.write(&arguments.command());
    text.map_err(|error| Failure::new(error.to_string(), error.advice()))
}
