//! A bot's standard input and output, one command and its answer at a time.

use std::process::Stdio;
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::process::{Child, Command};

use crate::decider::{DeciderError, words};

/// The longest line of a bot in bytes, as long as the longest line that `warlord engine` reads. A bot is somebody
/// else's program: an endless line must not fill this one's memory.
const LONGEST_LINE: usize = 64 * 1024;
/// The longest answer in bytes, without `info` lines.
const LONGEST_ANSWER: usize = 1024 * 1024;

/// The input and output of a bot.
pub(super) struct Connection {
    input: Box<dyn AsyncWrite + Send + Unpin>,
    output: BufReader<Box<dyn AsyncRead + Send + Unpin>>,
    /// False for a bot that knows no `seed` after `go`.
    knows_seed: bool,
}

impl Connection {
    pub(super) fn new(
        input: impl AsyncWrite + Send + Unpin + 'static,
        output: impl AsyncRead + Send + Unpin + 'static,
    ) -> Self {
        let output: Box<dyn AsyncRead + Send + Unpin> = Box::new(output);
        Self {
            input: Box::new(input),
            output: BufReader::new(output),
            knows_seed: true,
        }
    }

    /// Starts the bot's program, which ends when it is dropped. Ctrl-C at the terminal does not reach it: its driver
    /// decides whether it plays on.
    pub(super) fn start(command: &str) -> Result<(Self, Child), DeciderError> {
        let words = words::split(command).map_err(DeciderError::BadCommand)?;
        let [program, arguments @ ..] = words.as_slice() else {
            return Err(DeciderError::BadCommand("it is empty"));
        };
        let not_started = |source| DeciderError::NotStarted {
            command: command.to_owned(),
            source,
        };
        let mut program = Command::new(program);
        // in the terminal's group, Ctrl-C would end the bot before the match is left properly
        #[cfg(unix)]
        program.process_group(0);
        #[cfg(windows)]
        program.creation_flags(0x200); // CREATE_NEW_PROCESS_GROUP
        let mut program = program
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
        Ok((Self::new(input, output), program))
    }

    /// Asks for a turn or a set-up. A bot that answers only without a seed is asked without one from then on.
    pub(super) async fn go(
        &mut self,
        go: &str,
        seed: Option<u64>,
        limit: Duration,
    ) -> Result<Vec<String>, DeciderError> {
        let Some(seed) = seed.filter(|_| self.knows_seed) else {
            return self.ask(go, limit).await;
        };
        match self.ask(&format!("{go} seed {seed}"), limit).await {
            Err(DeciderError::EngineRefused { .. }) => {
                let answer = self.ask(go, limit).await;
                // refused both ways, the seed was not the reason, so it is tried again next time
                self.knows_seed = answer.is_err();
                answer
            }
            answer => answer,
        }
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
        let asked = || shortened(command);
        let ended = |_broken| DeciderError::EngineEnded { asked: asked() };
        let line = format!("{command}\n");
        self.input.write_all(line.as_bytes()).await.map_err(ended)?;
        self.input.flush().await.map_err(ended)?;
        let mut answer = Vec::new();
        let mut length = 0;
        loop {
            let mut line = Vec::new();
            // one byte more than allowed shows that the line is too long
            let mut output = (&mut self.output).take(LONGEST_LINE as u64 + 1);
            let count = output.read_until(b'\n', &mut line).await.map_err(ended)?;
            if count == 0 {
                return Err(DeciderError::EngineEnded { asked: asked() });
            }
            if count > LONGEST_LINE && line.last() != Some(&b'\n') {
                return Err(DeciderError::LongLine { asked: asked() });
            }
            let line = str::from_utf8(&line);
            let line = line.map_err(|_bytes| DeciderError::NoText { asked: asked() })?;
            // a bot's words end up in messages: control characters must not steer the terminal
            let line = protocol::plain_text(line.trim());
            if line == "ok" {
                return Ok(answer);
            }
            if let Some(why) = line.strip_prefix("error") {
                return Err(DeciderError::EngineRefused {
                    asked: asked(),
                    why: why.trim().to_owned(),
                });
            }
            // lines about the search, before the orders; they may be any number, so they do not count toward the length
            if line == "info" || line.starts_with("info ") {
                continue;
            }
            length += count;
            if length > LONGEST_ANSWER {
                return Err(DeciderError::LongAnswer { asked: asked() });
            }
            answer.push(line);
        }
    }
}

/// The beginning of a command, for a message: a position may be kilobytes long.
fn shortened(command: &str) -> String {
    let mut head: String = command.chars().take(40).collect();
    if head.len() < command.len() {
        head.push('…');
    }
    head
}
