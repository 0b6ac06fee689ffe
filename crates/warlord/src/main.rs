//! Starts the program; the library beside it is the program, so that its tests can switch features on.

use std::process::ExitCode;

fn main() -> ExitCode {
    warlord::run()
}
