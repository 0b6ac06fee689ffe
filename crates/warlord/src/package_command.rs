//! `warlord package-files`, a hidden command: the files that a package installs beside the program.
//!
//! The program makes them itself, from the same description of its commands, the same emblem and the same id that it
//! runs with. A list kept apart would be out of date with the next option.

mod desktop;
mod guide;
mod pages;
mod roff;
mod shells;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, Command};

use crate::failure::Failure;

/// Write what a package installs beside the program: pages, completions, icons, desktop files
#[derive(Debug, Args)]
#[command(
    hide = true,
    after_help = "Example:\n  warlord package-files target/packages/files"
)]
pub(crate) struct PackageFilesArguments {
    /// The folder that stands for /usr; it is created if it is missing
    folder: PathBuf,
    /// The day of the release, in seconds since 1970
    #[arg(long, value_name = "SECONDS")]
    day: u64,
    /// The address of the program's page, named in the files of a release that has one
    #[arg(long, value_name = "URL")]
    address: Option<String>,
}

/// A file of a package: its path below the folder, and its bytes.
type PackageFile = (String, Vec<u8>);

/// The day of a release, for pages and release notes.
#[derive(Debug, Clone)]
struct Release {
    /// As in `2026-01-31`.
    day: String,
    address: Option<String>,
}

/// Writes the files; `command` describes the program's arguments.
pub(crate) fn run(arguments: &PackageFilesArguments, command: Command) -> anyhow::Result<ExitCode> {
    let release = Release {
        day: home::date(arguments.day / 86_400),
        address: arguments.address.clone(),
    };
    for (path, bytes) in files(&release, command)? {
        write(&arguments.folder.join(path), &bytes)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// All the files of a release.
fn files(release: &Release, command: Command) -> anyhow::Result<Vec<PackageFile>> {
    let mut files = pages::manual(command, release)?;
    files.push(guide::engine(release));
    files.extend(shells::completions()?);
    files.extend(desktop::icons()?);
    files.extend(desktop::entries(release));
    files.push((
        "share/doc/warlord/licenses.txt".to_owned(),
        about::notices().into_bytes(),
    ));
    Ok(files)
}

fn write(file: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let made = |file: &Path| -> io::Result<()> {
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder)?;
        }
        // not through `home::Output`: a package is built into a folder that is only for it
        fs::write(file, bytes)
    };
    made(file).map_err(|error| {
        let what = format!("{} cannot be written", file.display());
        let advice = "name a folder that you may write to";
        anyhow::Error::new(error).context(Failure::new(what, advice))
    })
}
