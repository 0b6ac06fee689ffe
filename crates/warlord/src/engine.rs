//! The engine protocol: one command a line, each answered by zero or more lines and then `ok` or `error <why>`.

mod members;
mod queue;
mod session;
mod thinking;
mod value;
mod words;

use std::any::Any;
use std::io::{self, BufRead, Read, Write};
use std::panic::{self, AssertUnwindSafe};
use std::process::{self, ExitCode};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread;

use anyhow::{Result, anyhow};
use queue::{Input, Queue};
use session::{Answer, Session};

use crate::failure;

/// The longest command, in bytes: a position of the largest board fits.
const LONGEST: usize = 64 * 1024;

/// Speaks the protocol on standard input and output until `quit` or the end of the input.
pub(crate) fn run() -> anyhow::Result<ExitCode> {
    let queue = Arc::new(Queue::default());
    let (heard, watched) = (queue.clone(), queue.clone());
    // both threads end with the program; the input is read on one of its own, so that `stop` and `quit` are heard
    // during a search
    thread::spawn(move || listen(&mut io::stdin().lock(), &heard));
    thread::spawn(move || {
        watched.overdue();
        // a command that does not end in time is abandoned: a driver that has left must not leave a program behind
        process::exit(0);
    });
    // the program that drove the engine may be gone: then there is nobody to answer
    failure::or_reader_gone(serve(&queue, io::stdout().lock()))?;
    Ok(ExitCode::SUCCESS)
}

/// Puts every line of the input into the queue except blank ones, which need no answer.
fn listen(input: &mut impl BufRead, queue: &Queue) {
    loop {
        match read_line(input) {
            Ok(Some(Input::Command(command))) if command.trim().is_empty() => {}
            Ok(Some(line)) => {
                // nothing after `quit` is read: a driver may close the pipe or not
                let is_last = matches!(&line, Input::Command(command) if command.trim() == "quit");
                queue.push(line);
                if is_last {
                    return queue.end(Ok(()));
                }
            }
            Ok(None) => return queue.end(Ok(())),
            Err(error) => return queue.end(Err(error)),
        }
    }
}

/// Answers every command of the input, one after the other, flushing after each.
fn serve(queue: &Queue, mut output: impl Write) -> io::Result<()> {
    let mut session = Session::default();
    while let Some(input) = queue.take()? {
        let mut lines = Vec::new();
        let result = match input {
            Input::Command(command) => {
                // a search writes while it runs, so it is carried out here, where the output is
                let answer = guarded(|| session.command(command.trim(), queue.stop(), &mut lines));
                match answer {
                    Ok(Answer::Think(task)) => think(*task, queue, &mut output)?.map(|turn| {
                        lines.extend(turn);
                        Answer::Go
                    }),
                    answer => answer,
                }
            }
            Input::Unreadable(why) => Err(anyhow!(why)),
        };
        for line in lines {
            writeln!(output, "{line}")?;
        }
        match &result {
            Ok(_) => writeln!(output, "ok")?,
            Err(error) => writeln!(output, "error {}", one_line(&format!("{error:#}")))?,
        }
        // a driver waits for `ok` before its next command, so nothing may stay in the buffer
        output.flush()?;
        if matches!(result, Ok(Answer::Quit)) {
            break;
        }
    }
    Ok(())
}

/// Searches, and writes each line about the search as it comes; returns the turn.
fn think(
    task: thinking::Task,
    queue: &Queue,
    output: &mut impl Write,
) -> io::Result<Result<Vec<String>>> {
    let mut written = Ok(());
    let turn = guarded(|| {
        task.run(queue.stop(), |line| {
            if written.is_ok() {
                written = writeln!(output, "{line}").and_then(|()| output.flush());
            }
            // nobody is left to read the turn, so the search ends
            if written.is_err() {
                queue.stop().store(true, Ordering::Relaxed);
            }
        })
    });
    written.map(|()| turn)
}

/// Turns a panic into an error, so that the engine keeps answering. The work changes the session in one step at its end
/// or not at all.
fn guarded<T>(work: impl FnOnce() -> Result<T>) -> Result<T> {
    panic::catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| {
        let fault = fault(&*panic);
        Err(anyhow!(
            "a fault of this program ended the command ({fault}); the game stands as before: send the authors the commands up to \
             this one"
        ))
    })
}

fn fault(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("without a word")
}

/// The next line, of any length; `None` at the end of the input.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<Input>> {
    let mut bytes = Vec::new();
    input
        .by_ref()
        // one byte more than allowed shows that the line is too long, without reading a line of any length into memory
        .take(LONGEST as u64 + 1)
        .read_until(b'\n', &mut bytes)?;
    if bytes.is_empty() {
        return Ok(None);
    }
    if bytes.last() != Some(&b'\n') && bytes.len() > LONGEST {
        // the rest of it would be read as the next command
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
