//! A generated scenario of War Lord Tourney.

use scenario::tourney::author::Plan;

use crate::failure::Failure;
use crate::families::{NewArguments, Symmetry};

/// The text of the scenario that the arguments ask for.
pub(in crate::families) fn make(arguments: &NewArguments) -> Result<String, Failure> {
    // refused by name: an argument without effect would look as if it had been taken
    let foreign = [
        ("--leaders", arguments.leaders.is_some()),
        ("--units", arguments.units.is_some()),
        ("--cap", arguments.cap.is_some()),
        ("--towns", arguments.towns.is_some()),
    ];
    if let Some((flag, _)) = foreign.iter().find(|(_, is_given)| *is_given) {
        return Err(Failure::new(
            format!("{flag} is not for War Lord Tourney"),
            "leave it out: each side has a Warlord, a Lady, a Knight and a Footman; the option `grand` adds units",
        ));
    }
    if arguments.symmetry == Some(Symmetry::None) {
        return Err(Failure::new(
            "--symmetry none is not for War Lord Tourney",
            "leave the symmetry out: the map is the same for both sides after a half-turn",
        ));
    }
    let (files, ranks) = arguments.size();
    let usual = Plan::new(files, ranks);
    let plan = Plan {
        title: arguments.title.clone().unwrap_or(usual.title),
        density: arguments.density.unwrap_or(usual.density),
        seed: arguments.seed,
        ..usual
    };
    let text = plan.write(&arguments.command());
    text.map_err(|error| Failure::new(error.to_string(), error.advice()))
}
