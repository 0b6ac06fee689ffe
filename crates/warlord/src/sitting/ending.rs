//! How a sitting ended.

use std::process::ExitCode;

use reach::Trouble;

use crate::failure::Failure;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Ending {
    /// The match file is complete; the judge's verdict.
    Judged(String),
    /// The user left; the match can be resumed.
    Left,
    Failed(Trouble),
}

impl Ending {
    fn exit_code(&self) -> ExitCode {
        match self {
            // a claim that both clocks confirm ends a match as agreed, so it is no failure of the program
            Self::Judged(verdict) if matches!(verdict.as_str(), "COMPLETE" | "CLAIMED") => {
                ExitCode::SUCCESS
            }
            Self::Judged(_) => ExitCode::FAILURE,
            Self::Left => ExitCode::SUCCESS,
            Self::Failed(_) => ExitCode::from(2),
        }
    }

    /// The exit of the program after a sitting; a match that cannot continue is the command's error.
    pub(crate) fn finish(self) -> anyhow::Result<ExitCode> {
        match self {
            Self::Failed(trouble) => Err(Failure::new(trouble.what, trouble.advice).into()),
            Self::Judged(_) | Self::Left => Ok(self.exit_code()),
        }
    }
}
