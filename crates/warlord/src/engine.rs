//! The engine protocol on standard input and output.

use std::process::ExitCode;

use crate::failure::Failure;

pub(crate) fn run() -> anyhow::Result<ExitCode> {
    Err(Failure::new("the engine protocol is not there", "wait").into())
}
