//! A generated scenario of the Warlord family.

use scenario::warlord::author::Plan;

use crate::failure::Failure;
use crate::families::{NewArguments, Symmetry};

/// The text of the scenario that the arguments ask for.
pub(in crate::families) fn make(arguments: &NewArguments) -> Result<String, Failure> {
    let (files, ranks) = arguments.size();
    let usual = Plan::new(files, ranks);
    let plan = Plan {
        title: arguments.title.clone().unwrap_or(usual.title),
        towns: arguments.towns,
        density: arguments.density.unwrap_or(usual.density),
        leaders: arguments.leaders,
        units: arguments.units,
        cap: arguments.cap,
        is_symmetric: arguments.symmetry != Some(Symmetry::None),
        seed: arguments.seed,
        ..usual
    };
    let text = plan.write(&arguments.command());
    text.map_err(|error| Failure::new(error.to_string(), error.advice()))
}
