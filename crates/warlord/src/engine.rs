//! The engine protocol: one command a line, each answered by zero or more lines and then `ok` or `error <why>`.

mod session;
mod thinking;

use std::collections::VecDeque;
use std::io::{self, BufRead, Read, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use session::{Answer, Session};
use thinking::Task;

/// The longest command, in bytes: a position of the largest board fits.
const LONGEST: usize = 64 * 1024;

/// Speaks the protocol on standard input and output until `quit` or the end of the input.
pub(crate) fn run() -> anyhow::Result<ExitCode> {
    let (events, heard) = mpsc::channel();
    let input = events.clone();
    // ends with the input, or with the program
    thread::spawn(move || listen(&mut io::stdin().lock(), &input));
    match (Desk {
        events,
        heard,
        waiting: VecDeque::new(),
    })
    .serve(io::stdout().lock())
    {
        // the program that drove the engine is gone: nothing is left to tell
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(ExitCode::SUCCESS),
        result => Ok(result.map(|()| ExitCode::SUCCESS)?),
    }
}

/// Something the engine has to react to.
enum Event {
    Input(Input),
    InputEnded,
    InputFailed(io::Error),
    /// A line of a search that goes on.
    Told(String),
    /// The lines of a search that is over.
    Thought(anyhow::Result<Vec<String>>),
}

/// Hands on every line of the input.
fn listen(input: &mut impl BufRead, events: &Sender<Event>) {
    loop {
        let event = match read_line(input) {
            Ok(Some(line)) => Event::Input(line),
            Ok(None) => Event::InputEnded,
            Err(error) => Event::InputFailed(error),
        };
        let is_last = !matches!(event, Event::Input(_));
        if events.send(event).is_err() || is_last {
            return;
        }
    }
}

/// The commands that arrive, answered one after the other.
struct Desk {
    events: Sender<Event>,
    heard: Receiver<Event>,
    /// The events that came while a search went on.
    waiting: VecDeque<Event>,
}

impl Desk {
    /// Answers every command of the input, flushing after each.
    fn serve(&mut self, mut output: impl Write) -> io::Result<()> {
        let mut session = Session::default();
        while let Some(event) = self.next() {
            let command = match event {
                Event::Input(Input::Command(command)) if command.trim().is_empty() => continue,
                Event::Input(Input::Command(command)) => Ok(command),
                Event::Input(Input::Unreadable(why)) => Err(anyhow::anyhow!(why)),
                Event::InputFailed(error) => return Err(error),
                Event::InputEnded => break,
                Event::Told(_) | Event::Thought(_) => continue,
            };
            let mut lines = Vec::new();
            let mut result =
                command.and_then(|command| session.command(command.trim(), &mut lines));
            if let Ok(Answer::Think(task)) = result {
                result = match self.think(*task, &mut output)? {
                    Ok(turn) => {
                        lines.extend(turn);
                        Ok(Answer::Go)
                    }
                    Err(error) => Err(error),
                };
            }
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

    fn next(&mut self) -> Option<Event> {
        let waiting = self.waiting.pop_front();
        waiting.or_else(|| self.heard.recv().ok())
    }

    /// Searches beside the input, so that `stop` can end the search; other commands wait.
    fn think(
        &mut self,
        task: Task,
        output: &mut impl Write,
    ) -> io::Result<anyhow::Result<Vec<String>>> {
        let stop = Arc::new(AtomicBool::new(false));
        let (events, told, stopped) = (self.events.clone(), self.events.clone(), stop.clone());
        thread::spawn(move || {
            // nobody listens any more where the program ends
            let tell = |line| drop(told.send(Event::Told(line)));
            drop(events.send(Event::Thought(task.run(&stopped, tell))));
        });
        while let Ok(event) = self.heard.recv() {
            match event {
                Event::Told(line) => {
                    writeln!(output, "{line}")?;
                    output.flush()?;
                }
                Event::Thought(turn) => return Ok(turn),
                Event::Input(Input::Command(command)) if command.trim() == "stop" => {
                    stop.store(true, Ordering::Relaxed);
                    self.waiting
                        .push_back(Event::Input(Input::Command(command)));
                }
                event => self.waiting.push_back(event),
            }
        }
        Ok(Err(anyhow::anyhow!("the search was cut short")))
    }
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
