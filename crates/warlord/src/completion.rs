//! The words that a shell offers when the user presses Tab: scenarios, players, match files.
//!
//! The shell asks the program itself, by a variable in the environment, so that the list knows this version's scenarios
//! and the matches of the data folder.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use clap_complete::CompleteEnv;
use clap_complete::engine::{
    ArgValueCompleter, CompletionCandidate, PathCompleter, ValueCompleter as _,
};
use computer::Level;

/// The variable by which a shell asks. The usual name, `COMPLETE`, is any program's: set for another one it would keep
/// this one from starting.
pub(crate) const VARIABLE: &str = "WARLORD_COMPLETE";

/// Answers a shell that asks for words, and ends the program then.
///
/// `command` makes the description of the program's arguments.
pub(crate) fn answer_shell(command: fn() -> clap::Command) {
    CompleteEnv::with_factory(command).var(VARIABLE).complete();
}

/// The words that are offered for an argument.
macro_rules! offered {
    ($($argument:ident $words:ident),* $(,)?) => {$(
        pub(crate) fn $argument() -> ArgValueCompleter {
            ArgValueCompleter::new($words)
        }
    )*};
}

offered!(
    scenario scenarios,
    player players,
    contestant contestants,
    match_file matches,
    letter letters,
    opened_file opened,
    shown_file shown,
);

/// The ids of the scenarios, with their titles; and scenario files.
fn scenarios(current: &OsStr) -> Vec<CompletionCandidate> {
    let built_in = scenario::built_in().iter().filter_map(|built_in| {
        // a scenario that does not read is passed over: a shell cannot show an error
        let title = scenario::load(built_in.key)?.ok()?.title().to_owned();
        Some(CompletionCandidate::new(built_in.key).help(Some(title.into())))
    });
    let mut found: Vec<_> = beginning(current, built_in).collect();
    found.extend(files(current, "toml"));
    found
}

/// The players of a seat at this machine.
fn players(current: &OsStr) -> Vec<CompletionCandidate> {
    let fixed = ["stdin", "computer", "engine"].map(str::to_owned);
    let levels = Level::ALL
        .iter()
        .map(|level| format!("computer:{}", level.name()));
    let all = fixed.into_iter().chain(levels);
    beginning(current, all.map(CompletionCandidate::new)).collect()
}

/// The players of many games: the computer at its levels, and the baselines.
fn contestants(current: &OsStr) -> Vec<CompletionCandidate> {
    let levels = Level::ALL
        .iter()
        .map(|level| format!("computer:{}", level.name()));
    let baselines = computer::Baseline::ALL
        .iter()
        .map(|baseline| baseline.name().to_owned());
    let all = std::iter::once("computer".to_owned())
        .chain(levels)
        .chain(baselines);
    beginning(current, all.map(CompletionCandidate::new)).collect()
}

/// Match files: here, and those of the data folder.
fn matches(current: &OsStr) -> Vec<CompletionCandidate> {
    let mut found = files(current, "fpm");
    found.extend(beginning(current, kept().into_iter()));
    found
}

/// Letters of play by mail.
fn letters(current: &OsStr) -> Vec<CompletionCandidate> {
    files(current, "fpx")
}

/// Things that the window opens: match files and scenario files.
fn opened(current: &OsStr) -> Vec<CompletionCandidate> {
    let mut found = matches(current);
    found.extend(files(current, "toml"));
    found
}

/// Match files, and the ids and files of scenarios.
fn shown(current: &OsStr) -> Vec<CompletionCandidate> {
    let mut found = matches(current);
    found.extend(scenarios(current));
    found
}

fn beginning(
    current: &OsStr,
    all: impl Iterator<Item = CompletionCandidate>,
) -> impl Iterator<Item = CompletionCandidate> {
    let current = current.to_string_lossy().into_owned();
    all.filter(move |one| one.get_value().to_string_lossy().starts_with(&current))
}

/// The files with that ending, and the folders on the way to them.
fn files(current: &OsStr, ending: &'static str) -> Vec<CompletionCandidate> {
    let has_ending = move |path: &Path| {
        let found = path.extension().unwrap_or_default();
        found.eq_ignore_ascii_case(ending)
    };
    PathCompleter::any().filter(has_ending).complete(current)
}

/// The match files of the data folder by their whole paths.
fn kept() -> Vec<CompletionCandidate> {
    let read = |home: home::Home| std::fs::read_dir(home.matches_folder());
    // a folder that cannot be read offers nothing: an error in the middle of a command line would only disturb it
    let Some(Ok(entries)) = home::Home::open().ok().map(read) else {
        return Vec::new();
    };
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let is_match = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "fpm");
    let mut paths: Vec<PathBuf> = paths.filter(is_match).collect();
    // the order in which a folder is read is the file system's
    paths.sort();
    paths.into_iter().map(CompletionCandidate::new).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(found: Vec<CompletionCandidate>) -> Vec<String> {
        let words = found.iter().map(CompletionCandidate::get_value);
        words
            .map(|word| word.to_string_lossy().into_owned())
            .collect()
    }

    #[test]
    fn scenarios_players_and_levels_are_offered_by_their_beginnings() {
        assert_eq!(words(scenarios(OsStr::new("test-o"))), ["test-of-wills"]);
        assert_eq!(
            words(players(OsStr::new("computer:n"))),
            ["computer:novice", "computer:normal"]
        );
        assert!(words(contestants(OsStr::new("r"))).contains(&"random-1".to_owned()));
        assert_eq!(words(players(OsStr::new("x"))), [""; 0]);
    }

    #[test]
    fn files_are_offered_by_their_endings_with_folders_on_the_way() {
        let folder = tempfile::tempdir().expect("a folder");
        for name in ["a.fpm", "a.toml", "b.FPM"] {
            std::fs::write(folder.path().join(name), "").expect("written");
        }
        std::fs::create_dir(folder.path().join("below")).expect("a folder");
        let current = format!("{}/", folder.path().display());
        let found = words(files(OsStr::new(&current), "fpm"));
        let names = ["a.fpm", "b.FPM", "below/"];
        for name in names {
            assert!(found.contains(&format!("{current}{name}")), "{found:?}");
        }
        assert_eq!(found.len(), names.len());
    }
}
