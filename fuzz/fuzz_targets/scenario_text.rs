//! Scenario texts: read or refused with mistakes that can be shown; what is read plays.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../crates/scenario/tests/it/robustness/properties.rs"]
#[allow(dead_code, reason = "each target needs one of them")]
mod properties;

fuzz_target!(|text: &str| properties::check_scenario_text(text));
