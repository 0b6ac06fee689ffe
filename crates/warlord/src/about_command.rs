//! `warlord about`: version, rights and places of this program.

use std::io::Write as _;
use std::process::ExitCode;

use about::Facts;
use clap::Args;
use home::Home;

/// Show the version, where the program keeps things, the credits, and the licenses of everything in it
#[derive(Debug, Args)]
#[command(
    long_about = "Shows the version and the commit of this program, the versions of its rules, where it keeps matches and \
                  settings, and who made it. Begin a report of a mistake with these lines.",
    after_help = "Examples:\n  warlord about\n  warlord about --licenses | less\n  warlord about --json"
)]
pub(crate) struct AboutArguments {
    /// Print the licenses of all libraries and fonts in the program
    #[arg(long, conflicts_with = "json")]
    licenses: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run_about(arguments: &AboutArguments) -> anyhow::Result<ExitCode> {
    let mut out = anstream::stdout();
    if arguments.licenses {
        out.write_all(about::notices().as_bytes())?;
        return Ok(ExitCode::SUCCESS);
    }
    // a folder that cannot be used is one of the facts, and no reason to keep the others back
    let facts = Facts::new(&Home::open());
    if arguments.json {
        writeln!(out, "{}", facts.to_json())?;
        return Ok(ExitCode::SUCCESS);
    }
    write!(out, "{facts}\n{}", about::CREDITS)?;
    writeln!(
        out,
        "\nLicense: {}. `warlord about --licenses` prints those of the libraries and fonts.",
        about::LICENSE
    )?;
    Ok(ExitCode::SUCCESS)
}
