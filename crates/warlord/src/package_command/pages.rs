//! The manual pages of the commands: one for the program, one for each command below it.

use std::io::Write as _;

use about::VERSION;
use clap::{Arg, Command};
use clap_mangen::Man;

use super::roff::{MANUAL, escaped};
use super::{PackageFile, Release};

/// The end of the program's own page.
const FILES: &[(&str, &str)] = &[
    (
        "~/.local/share/warlord",
        "matches, settings, your key and the players you have met. WARLORD_HOME names another folder.",
    ),
    (
        "~/.local/state/warlord",
        "what this machine alone must remember of its signatures. WARLORD_STATE names another folder. Do not copy it to another machine.",
    ),
];

const ENVIRONMENT: &[(&str, &str)] = &[
    ("WARLORD_HOME", "the data folder"),
    (
        "WARLORD_STATE",
        "the folder of what belongs to this machine alone",
    ),
    (
        "WARLORD_RENDERER",
        "the way to draw the window: wgpu, glow or wgpu-any",
    ),
    (
        "WARLORD_LOG",
        "a log of the network on standard error, as in net=info",
    ),
    ("NO_COLOR", "text without colors"),
];

/// A page for every command that the help shows.
pub(super) fn manual(command: Command, release: &Release) -> anyhow::Result<Vec<PackageFile>> {
    // the page of the command `help` would only say what the page above it lists
    let mut command = command.disable_help_subcommand(true);
    command.build();
    let mut files = Vec::new();
    add(&command, &[], release, &mut files)?;
    Ok(files)
}

fn add(
    command: &Command,
    above: &[&str],
    release: &Release,
    files: &mut Vec<PackageFile>,
) -> anyhow::Result<()> {
    let names = [above, &[command.get_name()]].concat();
    let name = names.join("-");
    let page = page(command, &names, release)?;
    files.push((format!("share/man/man1/{name}.1"), page));
    for below in command.get_subcommands().filter(|one| !one.is_hide_set()) {
        add(below, &names, release, files)?;
    }
    Ok(())
}

/// The page of one command.
fn page(command: &Command, names: &[&str], release: &Release) -> anyhow::Result<Vec<u8>> {
    let name = names.join("-");
    // a page that names itself with blanks would not be found by `man` and `apropos`
    let named = command.clone().display_name(&name).version(VERSION);
    let man = Man::new(named)
        .title(name.to_uppercase())
        .section("1")
        .date(&release.day)
        .source(format!("warlord {VERSION}"))
        .manual(MANUAL);
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    let is_shown = |argument: &&Arg| !argument.is_hide_set();
    if command.get_arguments().any(|argument| is_shown(&argument)) {
        man.render_options_section(&mut page)?;
    }
    if command.get_subcommands().any(|one| !one.is_hide_set()) {
        man.render_subcommands_section(&mut page)?;
    }
    if let Some(examples) = command.get_after_help() {
        write_examples(&mut page, &examples.to_string())?;
    }
    if names.len() == 1 {
        write_list(&mut page, "FILES", FILES)?;
        write_list(&mut page, "ENVIRONMENT", ENVIRONMENT)?;
        writeln!(page, ".SH SEE ALSO\n.BR warlord\\-engine (7)")?;
    } else {
        let above = names[..names.len() - 1].join("\\-");
        writeln!(page, ".SH SEE ALSO\n.BR {above} (1)")?;
    }
    Ok(tidy(&String::from_utf8(page)?).into_bytes())
}

/// The page without the breaks around empty lines and the blanks at the ends of lines that checkers of pages complain of.
fn tidy(page: &str) -> String {
    let page = page.replace("\n.br\n\n.br\n", "\n.br\n");
    let lines = page.lines().map(str::trim_end);
    lines.map(|line| format!("{line}\n")).collect()
}

/// The examples of a help text, line by line: filled like a paragraph they would run into each other.
fn write_examples(page: &mut Vec<u8>, text: &str) -> std::io::Result<()> {
    writeln!(page, ".SH EXAMPLES\n.nf")?;
    for line in text.lines().filter(|line| !line.starts_with("Example")) {
        writeln!(page, "{}", escaped(line.trim_start_matches("  ")))?;
    }
    writeln!(page, ".fi")
}

fn write_list(page: &mut Vec<u8>, title: &str, rows: &[(&str, &str)]) -> std::io::Result<()> {
    writeln!(page, ".SH {title}")?;
    for (name, text) in rows {
        writeln!(page, ".TP\n.B {}\n{}", escaped(name), escaped(text))?;
    }
    Ok(())
}
