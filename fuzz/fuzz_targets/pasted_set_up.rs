//! Pasted set-ups, the FEN of Game Courier: refused, or used in place of the scenario's.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use scenario::Scenario;

#[path = "../../crates/scenario/tests/it/robustness/properties.rs"]
#[allow(dead_code, reason = "each target needs one of them")]
mod properties;

/// One with letters of its own, one with water and missing cells, a large one, one hidden, one with symbols of two letters,
/// two of War Lord Tourney.
static SCENARIOS: LazyLock<Vec<Scenario>> = LazyLock::new(|| {
    [
        "chieftain",
        "lakes",
        "two-countries",
        "border-war",
        "wargame-small",
        "tourney-small",
        "tourney-4",
    ]
    .map(|key| scenario::load(key).expect("built in").expect("right"))
    .into()
});

fuzz_target!(|given: (u8, &str)| {
    let (pick, pasted) = given;
    let scenario = &SCENARIOS[usize::from(pick) % SCENARIOS.len()];
    properties::check_pasted_set_up(scenario, pasted);
});
