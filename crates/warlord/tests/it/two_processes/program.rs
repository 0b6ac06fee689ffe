//! Running programs, their data folders, and what they report.

use std::io::{BufRead as _, BufReader, Read, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, ExitStatus, Output, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

/// The longest wait for anything.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// The command for a program with that data folder, without standard input.
pub(crate) fn warlord(home: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_warlord"));
    command
        .args(arguments)
        .env("WARLORD_HOME", home)
        // the marks of signed steps lie outside the data folder, and each test needs its own
        .env("WARLORD_STATE", home.join("state"))
        .env("WARLORD_TESTING", "1")
        .stdin(Stdio::null());
    command
}

/// Runs a program to its end.
pub(crate) fn output(home: &Path, arguments: &[&str]) -> Output {
    warlord(home, arguments).output().expect("the program runs")
}

/// Resumes a match, with the computer as the player.
pub(crate) fn resumed(home: &Path, file: &str) -> Program {
    Program::start(home, &["resume", file, "--player", "computer:1"])
}

pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The lines of a stream, read by a separate thread.
fn lines(stream: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, lines) = channel();
    std::thread::spawn(move || {
        // read all the time: a program that fills its pipe would stop in the middle of a match
        for line in BufReader::new(stream).lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                return;
            }
        }
    });
    lines
}

/// The first line that is wanted.
fn first<T>(lines: &Receiver<String>, wanted: &str, want: impl Fn(String) -> Option<T>) -> T {
    let until = Instant::now() + PATIENCE;
    let mut said = Vec::new();
    loop {
        let left = until.saturating_duration_since(Instant::now());
        match lines.recv_timeout(left) {
            Ok(line) => {
                said.push(line.clone());
                if let Some(found) = want(line) {
                    return found;
                }
            }
            Err(RecvTimeoutError::Timeout) => {
                panic!("no {wanted} in time; it said last:\n{}", said.join("\n"))
            }
            Err(RecvTimeoutError::Disconnected) => panic!(
                "the program ended before {wanted}; it said last:\n{}",
                said.join("\n")
            ),
        }
    }
}

/// A running program that writes JSON lines. It is killed when dropped.
pub(crate) struct Program {
    pub(crate) child: Child,
    lines: Receiver<String>,
}

impl Program {
    pub(crate) fn start(home: &Path, arguments: &[&str]) -> Self {
        Self::run(warlord(home, arguments).stderr(Stdio::inherit()))
    }

    /// Starts a program whose player types those lines; it ends by itself when it asks for one more.
    pub(crate) fn scripted(home: &Path, arguments: &[&str], typed: &str) -> Self {
        let mut command = warlord(home, arguments);
        command.args(["--player", "stdin"]);
        // every turn shows the board, which nobody reads
        command.stdin(Stdio::piped()).stderr(Stdio::null());
        let mut program = Self::run(&mut command);
        let mut keys = program.child.stdin.take().expect("piped");
        // dropped right after: the input ends with the last line
        keys.write_all(typed.as_bytes()).expect("it reads");
        program
    }

    /// Starts a prepared command.
    pub(crate) fn run(command: &mut Command) -> Self {
        let mut child = command
            .arg("--json")
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program runs");
        let lines = lines(child.stdout.take().expect("piped"));
        Self { child, lines }
    }

    /// The next event of that name; an error that comes before fails the test.
    pub(crate) fn wait_for(&self, event: &str) -> Value {
        self.wait_until(event, |_| true)
    }

    /// The next event of that name that is wanted; an error that comes before fails the test.
    pub(crate) fn wait_until(&self, event: &str, want: impl Fn(&Value) -> bool) -> Value {
        first(&self.lines, event, |line| {
            let line: Value = serde_json::from_str(&line).expect("a JSON line");
            let is_named = line["event"] == event;
            // an error while waiting for something else is the cause, and says more than a timeout
            assert!(is_named || line["event"] != "error", "{line}");
            (is_named && want(&line)).then_some(line)
        })
    }

    /// Waits until a turn of that number or a later one was played.
    pub(crate) fn wait_for_turn(&self, number: u64) -> u64 {
        loop {
            let turn = self.wait_for("turn")["turn"].as_u64().expect("a number");
            if turn >= number {
                return turn;
            }
        }
    }

    pub(crate) fn code(&self) -> String {
        let line = self.wait_for("invitation");
        line["code"].as_str().expect("a text").to_owned()
    }

    /// The verdict and the file it is about, and how the program ended.
    pub(crate) fn finish(mut self) -> (String, PathBuf, ExitStatus) {
        let line = self.wait_for("verdict");
        let verdict = line["verdict"].as_str().expect("a text").to_owned();
        let file = PathBuf::from(line["file"].as_str().expect("a text"));
        let status = self.child.wait().expect("it ends");
        (verdict, file, status)
    }

    /// Waits until the program has ended by itself.
    pub(crate) fn ended(mut self) -> ExitStatus {
        let until = Instant::now() + PATIENCE;
        loop {
            match self.child.try_wait().expect("a child") {
                Some(status) => return status,
                None if Instant::now() > until => panic!("it does not end"),
                None => std::thread::sleep(Duration::from_millis(20)),
            }
        }
    }

    /// Kills the program, which gets no chance to clean up.
    pub(crate) fn kill(mut self) {
        self.child.kill().expect("it was running");
        self.child.wait().expect("it ends");
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // a test that fails must not leave programs behind that dial each other
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A program for which the test types as a person would, and reads what the person is shown.
pub(crate) struct Typist {
    program: Program,
    keys: ChildStdin,
    said: Receiver<String>,
}

impl Typist {
    pub(crate) fn start(home: &Path, arguments: &[&str]) -> Self {
        let mut command = warlord(home, arguments);
        command.stdin(Stdio::piped()).stderr(Stdio::piped());
        let mut program = Program::run(&mut command);
        let keys = program.child.stdin.take().expect("piped");
        let said = lines(program.child.stderr.take().expect("piped"));
        Self {
            program,
            keys,
            said,
        }
    }

    /// Types lines without waiting for an answer.
    pub(crate) fn type_lines(&mut self, lines: &str) {
        self.keys.write_all(lines.as_bytes()).expect("it reads");
        self.keys.flush().expect("it reads");
    }

    pub(crate) fn code(&self) -> String {
        self.program.code()
    }

    pub(crate) fn wait_for(&self, event: &str) -> Value {
        self.program.wait_for(event)
    }

    pub(crate) fn wait_until(&self, event: &str, want: impl Fn(&Value) -> bool) -> Value {
        self.program.wait_until(event, want)
    }

    /// The program alone; what comes with it is kept until the program has ended, or its input would end too early.
    pub(crate) fn into_program(self) -> (Program, impl Sized) {
        (self.program, (self.keys, self.said))
    }

    /// Types a line, and reads until the answer with those words.
    pub(crate) fn ask(&mut self, line: &str, words: &str) -> String {
        writeln!(self.keys, "{line}").expect("it reads");
        self.hear(words)
    }

    /// The next line with those words.
    pub(crate) fn hear(&self, words: &str) -> String {
        first(&self.said, words, |line| {
            line.contains(words).then_some(line)
        })
    }

    pub(crate) fn kill(self) {
        self.program.kill();
    }
}

/// The data folders of two players.
pub(crate) struct Homes {
    pub(crate) folder: TempDir,
}

impl Homes {
    pub(crate) fn new() -> Self {
        Self {
            folder: tempfile::tempdir().expect("a folder"),
        }
    }

    pub(crate) fn ann(&self) -> PathBuf {
        self.folder.path().join("ann")
    }

    pub(crate) fn bob(&self) -> PathBuf {
        self.folder.path().join("bob")
    }

    /// The second player among the fixtures of a release.
    pub(crate) fn bob_of_release(&self) -> PathBuf {
        self.folder.path().join("ben")
    }

    pub(crate) fn record(&self, name: &str) -> String {
        self.folder.path().join(name).to_string_lossy().into_owned()
    }

    pub(crate) fn host(&self, more: &[&str]) -> Program {
        let usual = ["host", "--player", "computer:1", "--listen", "127.0.0.1:0"];
        Program::start(&self.ann(), &[&usual, more].concat())
    }
}

/// Both programs end well with the same file, which is complete.
pub(crate) fn assert_complete(one: Program, other: Program) -> [PathBuf; 2] {
    let (verdict, here, status) = one.finish();
    assert_eq!((verdict.as_str(), status.code()), ("COMPLETE", Some(0)));
    let (verdict, there, status) = other.finish();
    assert_eq!((verdict.as_str(), status.code()), ("COMPLETE", Some(0)));
    let read = |file: &Path| std::fs::read(file).expect("a match file");
    assert_eq!(read(&here), read(&there));
    [here, there]
}
