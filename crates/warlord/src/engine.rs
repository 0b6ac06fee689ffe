//! The engine protocol: one command a line, each answered by zero or more lines and then `ok` or `error <why>`.

mod session;

use std::io::{self, BufRead, Read, Write};
use std::process::ExitCode;

use session::{Answer, Session};

/// The longest command, in bytes: a position of the largest board fits.
const LONGEST: usize = 64 * 1024;

/// Speaks the protocol on standard input and output until `quit` or the end of the input.
pub(crate) fn run() -> anyhow::Result<ExitCode> {
    match serve(io::stdin().lock(), io::stdout().lock()) {
        // the program that drove the engine is gone: nothing is left to tell
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(ExitCode::SUCCESS),
        result => Ok(result.map(|()| ExitCode::SUCCESS)?),
    }
}

/// Answers every command of the input, flushing after each.
fn serve(mut input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    let mut session = Session::default();
    while let Some(line) = read_line(&mut input)? {
        let mut lines = Vec::new();
        let result = match line {
            Input::Command(command) if command.trim().is_empty() => continue,
            Input::Command(command) => session.command(command.trim(), &mut lines),
            Input::Unreadable(why) => Err(anyhow::anyhow!(why)),
        };
        for line in lines {
            writeln!(output, "{line}")?;
        }
        match &result {
            Ok(_) => writeln!(output, "ok")?,
            Err(error) => writeln!(output, "error {}", one_line(&format!("{error:#}")))?,
        }
        output.flush()?;
        if matches!(result, Ok(Answer::Quit)) {
            break;
        }
    }
    Ok(())
}

enum Input {
    Command(String),
    Unreadable(&'static str),
}

/// The next line, of any length; `None` at the end of the input.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<Input>> {
    let mut bytes = Vec::new();
    input
        .by_ref()
        .take(LONGEST as u64 + 1)
        .read_until(b'\n', &mut bytes)?;
    if bytes.is_empty() {
        return Ok(None);
    }
    if bytes.last() != Some(&b'\n') && bytes.len() > LONGEST {
        input.skip_until(b'\n')?;
        return Ok(Some(Input::Unreadable(
            "the line is longer than 65536 bytes",
        )));
    }
    Ok(Some(match String::from_utf8(bytes) {
        Ok(line) => Input::Command(line),
        Err(_) => Input::Unreadable("the line is not UTF-8"),
    }))
}

/// Keeps foreign text in an answer from looking like another line of the answer.
fn one_line(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect()
}
