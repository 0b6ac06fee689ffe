//! `warlordw`: opens the window of `warlord`, the program beside it, without a console. It is for a double click on
//! Windows, where a program either always brings a console or can never print to one.

#![cfg_attr(windows, windows_subsystem = "windows")]

use std::env::consts::EXE_SUFFIX;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};

/// The most that is shown of what the program said before it failed, in bytes.
const LONGEST: usize = 4000;

fn main() -> ExitCode {
    let program = match beside() {
        Ok(program) => program,
        Err(error) => return failed(&format!("This program cannot find itself: {error}")),
    };
    let started = start(&program);
    match started.and_then(end) {
        Ok((0, _)) => ExitCode::SUCCESS,
        Ok((status, words)) => {
            let silent = || format!("Warlord ended with the status {status} and without a word.");
            complain(
                &Some(words)
                    .filter(|words| !words.is_empty())
                    .unwrap_or_else(silent),
            );
            ExitCode::from(status)
        }
        Err(error) => failed(&format!(
            "{} cannot be started: {error}\n  do: unpack the whole archive into one folder",
            program.display()
        )),
    }
}

/// The program in the same folder.
fn beside() -> io::Result<PathBuf> {
    let own = std::env::current_exe()?;
    Ok(own.with_file_name(format!("warlord{EXE_SUFFIX}")))
}

/// Starts the program with the arguments of this one.
fn start(program: &Path) -> io::Result<Child> {
    let mut command = Command::new(program);
    #[cfg(windows)]
    {
        use std::os::windows::process::CommandExt as _;
        /// `CREATE_NO_WINDOW`: it gets a console that nobody sees.
        const NO_CONSOLE: u32 = 0x0800_0000;
        command.creation_flags(NO_CONSOLE);
    }
    command
        .args(std::env::args_os().skip(1))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
}

/// Waits for the program; gives its status, and the last of what it said.
fn end(mut child: Child) -> io::Result<(u8, String)> {
    let mut said = Vec::new();
    if let Some(mut errors) = child.stderr.take() {
        let mut part = [0; 1024];
        // read while it runs, since a full pipe would stop it, and cut, since a log has no end
        loop {
            let count = errors.read(&mut part)?;
            if count == 0 {
                break;
            }
            said.extend(part.iter().take(count));
            let over = said.len().saturating_sub(LONGEST);
            said.drain(..over);
        }
    }
    let status = child.wait()?;
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    let code = code.unwrap_or(if status.success() { 0 } else { 2 });
    Ok((code, String::from_utf8_lossy(&said).trim().to_owned()))
}

fn failed(words: &str) -> ExitCode {
    complain(words);
    ExitCode::from(2)
}

/// Shows the words where a user without a console sees them.
fn complain(words: &str) {
    #[cfg(windows)]
    {
        let dialog = rfd::MessageDialog::new().set_title("Warlord");
        dialog
            .set_level(rfd::MessageLevel::Error)
            .set_description(words)
            .show();
    }
    #[cfg(not(windows))]
    {
        use std::io::Write as _;
        // a closed standard error leaves nobody to say it to
        let _ = writeln!(io::stderr(), "{words}");
    }
}
