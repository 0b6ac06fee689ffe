//! The pages agree with the program: `docs/commands.md` holds every help text, and the commands in the pages run.
//!
//! `WARLORD_BLESS=1 cargo test -p warlord --test it docs` writes `docs/commands.md` again.

mod blocks;
mod runs;

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use blocks::{Block, blocks};

const HEAD: &str = "\
# Every command

The help text of every command and subcommand, as the program of this version prints it. A test writes this page:
`WARLORD_BLESS=1 cargo test -p warlord --test it docs`.
";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The help text of a command, which clap wraps at 100 columns without a terminal.
fn help(command: &[String]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_warlord"))
        .args(command)
        .arg("--help")
        .env_remove("COLUMNS")
        .env("NO_COLOR", "1")
        .output()
        .expect("the program starts");
    assert!(output.status.success(), "{command:?} --help");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    lines.join("\n").trim_end().to_owned()
}

/// The subcommands that a help text lists; clap's own `help` prints what `--help` does.
fn subcommands(help: &str) -> Vec<String> {
    let list = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let list = list.take_while(|line| line.starts_with("  "));
    // an entry is indented by two, its text on further lines by more
    let names = list.filter(|line| !line.starts_with("   "));
    let names = names.filter_map(|line| line.split_whitespace().next());
    names
        .filter(|name| *name != "help")
        .map(str::to_owned)
        .collect()
}

/// Every command and subcommand with its help text, in the order of the lists.
fn commands() -> Vec<(Vec<String>, String)> {
    let mut all = Vec::new();
    let mut open = vec![Vec::new()];
    while let Some(command) = open.pop() {
        let help = help(&command);
        let below = subcommands(&help).into_iter().rev();
        open.extend(below.map(|name| [&command[..], &[name]].concat()));
        all.push((command, help));
    }
    all
}

fn name(command: &[String]) -> String {
    let words = std::iter::once("warlord").chain(command.iter().map(String::as_str));
    words.collect::<Vec<_>>().join(" ")
}

#[test]
fn the_page_of_commands_is_what_the_program_prints() {
    let commands = commands();
    assert!(commands.len() > 25, "{} commands", commands.len());
    let mut page = HEAD.to_owned();
    for (command, help) in &commands {
        let name = name(command);
        let level = "#".repeat(2 + command.len().saturating_sub(1));
        let _ = write!(
            page,
            "\n{level} {name}\n\n```text\n$ {name} --help\n{help}\n```\n"
        );
    }
    let file = root().join("docs/commands.md");
    if std::env::var_os("WARLORD_BLESS").is_some() {
        fs::write(&file, &page).expect("written");
        return;
    }
    let kept = fs::read_to_string(&file).unwrap_or_default();
    for (command, help) in &commands {
        let wanted = format!("$ {} --help\n{help}", name(command));
        let is_there = blocks(&kept)
            .iter()
            .any(|block| block.text.trim_end() == wanted);
        assert!(
            is_there,
            "docs/commands.md is out of date at {}; see the head of this test",
            name(command)
        );
    }
    assert_eq!(
        kept, page,
        "docs/commands.md has more than the program prints"
    );
}

/// The pages of the repository that a reader opens.
fn pages() -> Vec<PathBuf> {
    let mut pages = Vec::new();
    let mut folders = vec![root().join("docs")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "md") {
                pages.push(path);
            }
        }
    }
    let top = fs::read_dir(root()).expect("the root");
    let top = top.map(|entry| entry.expect("an entry").path());
    pages.extend(top.filter(|path| path.extension().is_some_and(|ending| ending == "md")));
    pages.sort();
    pages
}

#[test]
fn the_commands_in_the_pages_run_and_print_what_the_pages_show() {
    let mut wrong = Vec::new();
    for page in pages() {
        let text = fs::read_to_string(&page).expect("UTF-8");
        let place = tempfile::tempdir().expect("a folder");
        // the blocks of a page follow each other in one folder: one writes the file that the next one reads
        for block in blocks(&text) {
            runs::write_named(&block, place.path());
            if block.info != "console" {
                continue;
            }
            let faults = runs::faults(&block, place.path());
            let at = format!("{}:{}", page.display(), block.line);
            wrong.extend(faults.into_iter().map(|fault| format!("{at}: {fault}")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_block_that_shows_what_the_program_does_not_print_is_found() {
    let place = tempfile::tempdir().expect("a folder");
    let faults = |text: &str| {
        let block = Block {
            info: "console".to_owned(),
            line: 1,
            text: text.to_owned(),
        };
        runs::faults(&block, place.path())
    };
    let right = "$ warlord identity name 'Ann B' \\\n    --json | grep -c name\n1\n$ warlord scenario list\nchieftain …\n...\n";
    assert_eq!(faults(right), [""; 0]);
    assert_eq!(
        faults("$ warlord identity\nname Ann B\n...\nfile …identity.pem\n").len(),
        0
    );
    assert_eq!(faults("$ warlord identity\nname Bob\n").len(), 1);
    assert_eq!(faults("$ warlord show no-such-file.fpm\n").len(), 1);
    assert_eq!(faults("$ ls\nanything: no command of ours\n").len(), 0);
    assert_eq!(
        faults("$ printf 'engine\\nquit\\n' | warlord engine\nprotocol 1\nok\n").len(),
        0
    );
    let named = Block {
        info: "toml".to_owned(),
        line: 1,
        text: "# small.toml\nx\n".to_owned(),
    };
    runs::write_named(&named, place.path());
    assert_eq!(
        faults("$ cat small.toml && warlord scenario list\n# small.toml\n").len(),
        0
    );
}

#[test]
fn blocks_are_read_with_their_kind_and_line() {
    let text = "a\n\n```console\n$ warlord\n```\n- b\n  ```sh title\n  x\n  ```\n~~~\n```\n~~~\n";
    let found: Vec<(String, usize, String)> = blocks(text)
        .into_iter()
        .map(|Block { info, line, text }| (info, line, text))
        .collect();
    let block = |info: &str, line, text: &str| (info.to_owned(), line, text.to_owned());
    assert_eq!(
        found,
        [
            block("console", 3, "$ warlord\n"),
            block("sh", 7, "x\n"),
            block("", 10, "```\n")
        ]
    );
}
