//! The commands of a block, run in a folder.

use std::fs;
use std::io::Read as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::blocks::Block;

/// The longest that a command of a page may take.
const PATIENCE: Duration = Duration::from_secs(240);

/// A command, and the lines that the page shows below it.
struct Shown {
    command: String,
    lines: Vec<String>,
}

/// The commands of a block; a backslash at the end of a line continues it.
fn shown(block: &Block) -> Vec<Shown> {
    let mut all: Vec<Shown> = Vec::new();
    let mut is_continued = false;
    for line in block.text.lines() {
        if let Some(shown) = all.last_mut().filter(|_| is_continued) {
            shown.command.push('\n');
            shown.command.push_str(line);
        } else if let Some(command) = line.strip_prefix("$ ") {
            let (command, lines) = (command.to_owned(), Vec::new());
            all.push(Shown { command, lines });
        } else if let Some(shown) = all.last_mut() {
            shown.lines.push(line.trim_end().to_owned());
            continue;
        }
        is_continued = line.ends_with('\\');
    }
    all
}

/// What is wrong with the commands of a block. Only commands that run the program are run.
pub(crate) fn faults(block: &Block, place: &Path) -> Vec<String> {
    let runs_ours = |shown: &Shown| {
        shown
            .command
            .split_whitespace()
            .any(|word| word == "warlord")
    };
    let ours = shown(block).into_iter().filter(runs_ours);
    ours.filter_map(|shown| fault(&shown, place)).collect()
}

/// Writes a block of TOML whose first line is a comment with the name of a file, as `# my-battle.toml`.
pub(crate) fn write_named(block: &Block, place: &Path) {
    let name = block
        .text
        .lines()
        .next()
        .and_then(|line| line.strip_prefix("# "));
    let is_name = |name: &&str| name.ends_with(".toml") && !name.contains([' ', '/']);
    if let Some(name) = name.filter(is_name).filter(|_| block.info == "toml") {
        fs::write(place.join(name), &block.text).expect("written");
    }
}

fn fault(shown: &Shown, place: &Path) -> Option<String> {
    let Shown { command, lines } = shown;
    let Some((is_well, output)) = run(command, place) else {
        return Some(format!(
            "`{command}` has not ended after {} s",
            PATIENCE.as_secs()
        ));
    };
    if !is_well {
        return Some(format!("`{command}` fails:\n{output}"));
    }
    let mut printed = output.lines().map(str::trim_end);
    for line in lines
        .iter()
        .filter(|line| !line.is_empty() && *line != "...")
    {
        if !printed.any(|printed| is_like(printed, line)) {
            return Some(format!(
                "`{command}` does not print {line:?} there, but\n{output}"
            ));
        }
    }
    None
}

/// True if a printed line is the shown one, in which `…` stands for anything.
fn is_like(printed: &str, shown: &str) -> bool {
    let mut parts = shown.split('…');
    let Some(mut rest) = parts.next().and_then(|first| printed.strip_prefix(first)) else {
        return false;
    };
    for part in parts {
        let Some((_, after)) = rest.split_once(part) else {
            return false;
        };
        rest = if part.is_empty() { "" } else { after };
    }
    rest.is_empty()
}

/// Runs a command in a shell, without input; returns whether it ended well, and everything it wrote.
fn run(command: &str, place: &Path) -> Option<(bool, String)> {
    let program = Path::new(env!("CARGO_BIN_EXE_warlord"));
    let folder = program.parent().unwrap_or(program).display();
    let path = std::env::var("PATH").unwrap_or_default();
    let child = Command::new("sh")
        .args(["-c", &format!("exec 2>&1\n{command}")])
        .current_dir(place)
        .env("PATH", format!("{folder}:{path}"))
        .env("WARLORD_HOME", place.join(".warlord"))
        .env("NO_COLOR", "1")
        .env_remove("COLUMNS")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn();
    wait(child.expect("a shell"))
}

fn wait(mut child: Child) -> Option<(bool, String)> {
    let mut output = child.stdout.take()?;
    let reading = thread::spawn(move || {
        let mut bytes = Vec::new();
        output.read_to_end(&mut bytes).map(|_| bytes)
    });
    let start = Instant::now();
    let status = loop {
        match child.try_wait().expect("a child") {
            Some(status) => break status,
            None if start.elapsed() > PATIENCE => {
                child.kill().expect("a child");
                child.wait().expect("a child");
                return None;
            }
            None => thread::sleep(Duration::from_millis(20)),
        }
    };
    let bytes = reading.join().expect("no panic").expect("a pipe");
    Some((
        status.success(),
        String::from_utf8_lossy(&bytes).into_owned(),
    ))
}
