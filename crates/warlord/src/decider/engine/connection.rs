use std::process::Stdio;
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader, Lines};
use tokio::process::{Child, Command};

use crate::decider::{DeciderError, words};

/// The input and output of a bot. Dropping the connection ends the bot's program.
pub(super) struct Connection {
    input: Box<dyn AsyncWrite + Send + Unpin>,
    output: Lines<BufReader<Box<dyn AsyncRead + Send + Unpin>>>,
    _program: Option<Child>,
}

impl Connection {
    pub(super) fn new(
        input: impl AsyncWrite + Send + Unpin + 'static,
        output: impl AsyncRead + Send + Unpin + 'static,
    ) -> Self {
        let output: Box<dyn AsyncRead + Send + Unpin> = Box::new(output);
        Self {
            input: Box::new(input),
            output: BufReader::new(output).lines(),
            _program: None,
        }
    }

    pub(super) fn start(command: &str) -> Result<Self, DeciderError> {
        let words = words::split(command).map_err(DeciderError::BadCommand)?;
        let [program, arguments @ ..] = words.as_slice() else {
            return Err(DeciderError::BadCommand("it is empty"));
        };
        let not_started = |source| DeciderError::NotStarted {
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
        let ended = || DeciderError::EngineEnded {
            asked: "engine".to_owned(),
        };
        let input = program.stdin.take().ok_or_else(ended)?;
        let output = program.stdout.take().ok_or_else(ended)?;
        Ok(Self {
            _program: Some(program),
            ..Self::new(input, output)
        })
    }

    /// Sends one command and collects the answer up to the closing `ok`.
    pub(super) async fn ask(
        &mut self,
        command: &str,
        limit: Duration,
    ) -> Result<Vec<String>, DeciderError> {
        match tokio::time::timeout(limit, self.exchange(command)).await {
            Ok(answer) => answer,
            Err(_elapsed) => Err(DeciderError::EngineSilent {
                asked: shortened(command),
                seconds: limit.as_secs(),
            }),
        }
    }

    async fn exchange(&mut self, command: &str) -> Result<Vec<String>, DeciderError> {
        let ended = || DeciderError::EngineEnded {
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
                return Err(DeciderError::EngineRefused {
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
