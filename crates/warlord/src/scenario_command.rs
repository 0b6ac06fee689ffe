//! `warlord scenario`: lists, shows and checks scenarios.

use std::process::ExitCode;

use clap::Args;

use crate::failure::Failure;

#[derive(Debug, Args)]
pub(crate) struct ScenarioArguments {}

pub(crate) fn run(_arguments: &ScenarioArguments) -> anyhow::Result<ExitCode> {
    Err(Failure::new("no scenarios yet", "wait").into())
}
