//! Starts the program. The library of the same package holds all of it, so that its tests can switch features on.

use std::process::ExitCode;

fn main() -> ExitCode {
    warlord::run()
}
