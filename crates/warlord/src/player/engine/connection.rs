use std::process::Stdio;
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};

use crate::player::{PlayerError, words};

/// A running bot. It is ended when this is dropped.
pub(super) struct Connection {
    /// Ends the program when dropped.
    _program: Child,
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
}

impl Connection {
    pub(super) fn start(command: &str) -> Result<Self, PlayerError> {
        let words = words::split(command).map_err(PlayerError::BadCommand)?;
        let [program, arguments @ ..] = words.as_slice() else {
            return Err(PlayerError::BadCommand("it is empty"));
        };
        let not_started = |source| PlayerError::NotStarted {
            command: command.to_owned(),
            source,
        };
        let mut program = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .map_err(not_started)?;
        let ended = || PlayerError::EngineEnded {
            asked: "engine".to_owned(),
        };
        Ok(Self {
            input: program.stdin.take().ok_or_else(ended)?,
            output: BufReader::new(program.stdout.take().ok_or_else(ended)?).lines(),
            _program: program,
        })
    }

    /// Gives one command and collects the lines of its answer up to the closing `ok`.
    pub(super) async fn ask(
        &mut self,
        command: &str,
        limit: Duration,
    ) -> Result<Vec<String>, PlayerError> {
        match tokio::time::timeout(limit, self.exchange(command)).await {
            Ok(answer) => answer,
            Err(_elapsed) => Err(PlayerError::EngineSilent {
                asked: shortened(command),
                seconds: limit.as_secs(),
            }),
        }
    }

    async fn exchange(&mut self, command: &str) -> Result<Vec<String>, PlayerError> {
        let ended = || PlayerError::EngineEnded {
            asked: shortened(command),
        };
        let line = format!("{command}\n");
        self.input
            .write_all(line.as_bytes())
            .await
            .map_err(|_broken| ended())?;
        self.input.flush().await.map_err(|_broken| ended())?;
        let mut answer = Vec::new();
        loop {
            let line = self.output.next_line().await.map_err(|_broken| ended())?;
            let line = line.ok_or_else(ended)?;
            let line = line.trim();
            if line == "ok" {
                return Ok(answer);
            }
            if let Some(why) = line.strip_prefix("error") {
                return Err(PlayerError::EngineRefused {
                    asked: shortened(command),
                    why: why.trim().to_owned(),
                });
            }
            answer.push(line.to_owned());
        }
    }
}

/// The head of a command, for a message.
fn shortened(command: &str) -> String {
    let mut head: String = command.chars().take(40).collect();
    if head.len() < command.len() {
        head.push('…');
    }
    head
}
