//! `warlord balance`: a study of a scenario by self-play, and the merging of studies played in parts.

mod players;
mod playing;
mod rows;

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use ::computer::{Budget, Level};
use clap::{Args, Subcommand};
use home::{Output, OutputError};
use indicatif::{ProgressBar, ProgressStyle};
use lab::{Page, Report, Study, Variant};
use scenario::Scenario;

use crate::completion;
use crate::failure::{self, Failure, or_reader_gone};
use crate::interrupt::Interrupt;
use crate::match_arguments::run;
use crate::match_command::Contestant;
use crate::program::program;
use crate::scenario_command;
use players::Player;
use rows::{Rows, Shard};

/// Study a scenario's balance by games of the program against itself
#[derive(Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    long_about = "The program plays many games of a scenario against itself and reports what they show: what a seat and the \
    first turn are worth, how and when games end, who led when, where units stood and fell, how the leaders' activations were \
    used, and what a rule, a kind of unit or a town is worth. One page for a browser (report.html) and one file with every \
    number (report.json) are written into the folder.\n\n\
    Each player plays each variant in cells: the first side begins, the second side begins, and for restricted play each of \
    these with the restriction on either side. Variants: `normal`; `pass` and `pass-2` (the second side passes its first \
    turn, or two); `half-first`; KEY=VALUE (an option of the scenario); `without-H` (one side lacks its units of that \
    symbol, `without-TC` for two letters); KEY=VALUE+without-S (with that option, and one side lacks those units); \
    `lower-2` (one side's leaders of level 2 become leaders of level 1); `no-town-e4`.\n\n\
    If fewer than 90 % of the games of a variant have a winner, the page draws no conclusion from them.\n\n\
    After Ctrl-C the same command continues where it stopped; with a larger --games it plays the games that are missing. \
    With --shard I/K only every K-th game of each cell is played, from the I-th on; `warlord balance merge` makes one \
    report of the parts. docs/laboratory.md says how to read the page.",
    after_help = concat!(
        "Examples:\n",
        "  warlord balance clash-of-arms --nodes 200,1000 --games 500 \\\n",
        "      --variant normal,pass,half-first\n",
        "  warlord balance border-war --player computer:easy --games 200 --maps 20\n",
        "  parallel warlord balance chieftain --threads 1 --shard {}/8 --out study \\\n",
        "      ::: 1 2 3 4 5 6 7 8\n",
        "  warlord balance merge study/*.jsonl\n",
        "  warlord balance page study/report.json",
    )
)]
pub(crate) struct BalanceArguments {
    #[command(subcommand)]
    command: Option<BalanceCommand>,
    #[command(flatten)]
    study: StudyArguments,
}

#[derive(Debug, Subcommand)]
enum BalanceCommand {
    /// Make one report of a study played in parts
    Merge(MergeArguments),
    /// Make the page again from the numbers of a study
    #[command(after_help = "Example:\n  warlord balance page balance-clash-of-arms/report.json")]
    Page(PageArguments),
}

#[derive(Debug, Args)]
struct PageArguments {
    /// The numbers of a study (report.json)
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The page to write (by default FILE with the ending .html)
    #[arg(long, value_name = "OUT")]
    out: Option<PathBuf>,
    /// Replace an existing file
    #[arg(long)]
    force: bool,
}

#[derive(Debug, Args)]
struct MergeArguments {
    /// The files that hold the parts (games-I-of-K.jsonl)
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// The folder for the report (by default that of the first file)
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Print the report as JSON
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
struct StudyArguments {
    /// The scenario, by its id or file
    #[arg(value_name = "SCENARIO", add = completion::scenario())]
    scenario: Option<String>,
    /// The players, named as for `warlord match`, except that bots cannot play; a weaker and a stronger player together
    /// show what skill changes
    #[arg(long = "player", value_name = "PLAYER", add = completion::contestant(), value_delimiter = ',')]
    players: Vec<Contestant>,
    /// How many orders to try for each turn; with several numbers, `computer` and each baseline play once with every
    /// number
    #[arg(
        long,
        value_name = "N",
        value_delimiter = ',',
        conflicts_with = "move_time"
    )]
    nodes: Vec<u64>,
    /// Thinking time for each turn in milliseconds, instead of --nodes; such a study cannot be repeated exactly
    #[arg(long, value_name = "MS", value_delimiter = ',')]
    move_time: Vec<u64>,
    /// The variants to play, such as `pass` or `no-town-e4`
    #[arg(
        long = "variant",
        value_name = "VARIANT",
        value_delimiter = ',',
        default_value = "normal"
    )]
    variants: Vec<Variant>,
    /// An option of the scenario, set in all variants (may be repeated)
    #[arg(long = "option", value_name = "KEY=VALUE", value_parser = crate::match_arguments::key_value)]
    options: Vec<(String, String)>,
    /// How many games to play in each cell
    #[arg(long, value_name = "N", default_value_t = 100)]
    games: u32,
    /// If the terrain is laid by lot, let the games of a cell share N maps (by default each game has its own)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    maps: Option<u32>,
    /// Stop a game that is still undecided after N turns, and count it as unfinished
    #[arg(long, value_name = "N", default_value_t = 200)]
    max_turns: u32,
    /// The seed of the study
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How many games to play at the same time (by default one per core)
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Play only this part of the games, and write no report
    #[arg(long, value_name = "I/K")]
    shard: Option<Shard>,
    /// The folder for the games and the report (by default one named after the scenario)
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Print the report as JSON
    #[arg(long)]
    json: bool,
}

/// Plays the games that are missing and writes the report, or merges.
pub(crate) fn run_balance(arguments: &BalanceArguments) -> anyhow::Result<ExitCode> {
    run(async |interrupt| match &arguments.command {
        Some(BalanceCommand::Merge(merge)) => merge_parts(merge),
        Some(BalanceCommand::Page(page)) => make_page(page),
        None => play_study(&arguments.study, &interrupt),
    })
}

fn play_study(arguments: &StudyArguments, interrupt: &Interrupt) -> anyhow::Result<ExitCode> {
    let Some(name) = &arguments.scenario else {
        return Err(Failure::new(
            "no scenario is named",
            "name a scenario, as in `warlord balance clash-of-arms`; `warlord scenario list` names them",
        )
        .into());
    };
    let scenario = opened(name)?;
    let players = arguments.players()?;
    let study = arguments.study(name, &scenario, &players)?;
    let folder = arguments.out.clone().unwrap_or_else(|| folder_of(name));
    let shard = arguments.shard.unwrap_or_default();
    let threads = arguments.threads.unwrap_or_else(cores);
    if threads == 0 {
        let advice = "leave --threads out, or give 1 or more";
        return Err(Failure::new("without a thread no game can be played", advice).into());
    }
    let reports = Reports::of(&folder);
    if arguments.shard.is_none() {
        // checked now, or hours of games would end in a report that cannot be written
        reports.check()?;
    }
    let mut rows = Rows::open(&folder, &study, shard)?;
    let progress = bar("{bar:30} {pos}/{len} games, {eta} left");
    // the games block this thread for hours; Ctrl-C is caught by the runtime's other threads meanwhile
    let is_done = tokio::task::block_in_place(|| {
        playing::play_missing(
            &study,
            &scenario,
            &players,
            &mut rows,
            threads,
            (&progress, interrupt),
        )
    })?;
    progress.finish_and_clear();
    if arguments.shard.is_some() {
        let count = rows.games.len();
        // every number is named by its cell and index, so a shard beyond the games of a cell has nothing to play and
        // would look like a success
        if shard.is_empty(&study) {
            let parts = study.games;
            failure::say(format_args!(
                "this part has no game: --games {parts} makes {parts} parts at most"
            ));
        }
        writeln!(
            anstream::stdout(),
            "{count} games in {}",
            rows.path.display()
        )?;
    } else if !rows.games.is_empty() {
        let report = reported(&study, &scenario, &rows.games, threads)?;
        conclude(&report, &folder, arguments.json)?;
    }
    Ok(if is_done {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

fn merge_parts(arguments: &MergeArguments) -> anyhow::Result<ExitCode> {
    let (study, games) = rows::read_parts(&arguments.files)?;
    let scenario = opened(&study.scenario)?;
    // figures of two different boards must not be added up under one title
    if scenario.id().to_string() != study.digest {
        return Err(Failure::new(
            format!("{} is not the scenario that was studied", study.scenario),
            "merge with the version of the program and of the file that played the games",
        )
        .into());
    }
    // beside the parts: a study on several machines stays in one folder without a name for it
    let beside = arguments.files.first().and_then(|file| file.parent());
    let folder = arguments.out.as_deref().or(beside).unwrap_or(Path::new(""));
    // before the report is made, which plays every game again
    std::fs::create_dir_all(folder).map_err(|error| rows::unwritable(folder, error))?;
    let report = reported(&study, &scenario, &games, cores())?;
    conclude(&report, folder, arguments.json)?;
    let lacking = rows::lacking(&arguments.files, &study, &games);
    for part in &lacking {
        failure::say(format_args!("not finished: {part}"));
    }
    Ok(match lacking.is_empty() {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    })
}

/// The largest file of numbers that is read; the numbers of the largest board with a hundred findings take less.
const LARGEST_NUMBERS: u64 = 1 << 30;

/// Makes a page from numbers alone: neither the games nor the program that played them are needed.
fn make_page(arguments: &PageArguments) -> anyhow::Result<ExitCode> {
    let file = &arguments.file;
    let page = arguments.out.clone();
    let page = page.unwrap_or_else(|| file.with_extension("html"));
    let output = Output::to(&page).forced(arguments.force);
    let not_written = |error| failure::not_written("the page is not written", error);
    // before the numbers are read: a mistake in the name shows at once
    output.check().map_err(not_written)?;
    let bytes = home::read_within(file, LARGEST_NUMBERS).map_err(|error| {
        let what = format!("{} cannot be read", file.display());
        anyhow::Error::new(error).context(Failure::new(what, NUMBERS))
    })?;
    let report: Report = serde_json::from_slice(&bytes).map_err(|error| {
        let what = format!("{} does not hold the numbers of a study", file.display());
        anyhow::Error::new(error).context(Failure::new(what, NUMBERS))
    })?;
    output
        .write(Page(&report).to_string().as_bytes())
        .map_err(not_written)?;
    let written = writeln!(anstream::stdout(), "page {}", page.display());
    or_reader_gone(written)?;
    Ok(ExitCode::SUCCESS)
}

const NUMBERS: &str = "name a report.json that `warlord balance` of this version wrote";

fn opened(name: &str) -> anyhow::Result<Scenario> {
    let opened = scenario_command::open(name);
    Ok(opened.map_err(|error| Failure::new(error.to_string(), error.advice()))?)
}

fn folder_of(scenario: &str) -> PathBuf {
    let stem = Path::new(scenario).file_stem().unwrap_or_default();
    PathBuf::from(format!("balance-{}", stem.display()))
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// A bar on standard error; nothing is drawn if that is no terminal.
fn bar(template: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(template);
    let bar = ProgressBar::new(0);
    bar.set_style(style.unwrap_or_else(|_fixed| ProgressStyle::default_bar()));
    bar
}

fn reported(
    study: &Study,
    scenario: &Scenario,
    games: &[lab::Row],
    threads: usize,
) -> anyhow::Result<Report> {
    let progress = bar("{bar:30} {pos}/{len} games read");
    progress.set_length(games.len() as u64);
    let report = Report::new(study, scenario, games, threads, &|| progress.inc(1));
    progress.finish_and_clear();
    report.map_err(|error| {
        let advice = error.advice();
        anyhow::Error::new(error).context(Failure::new("the games cannot be read", advice))
    })
}

/// The files of a study's report. Those of an earlier report are replaced, other files are not.
struct Reports {
    numbers: PathBuf,
    page: PathBuf,
    is_ours: bool,
}

impl Reports {
    fn of(folder: &Path) -> Self {
        use std::io::Read as _;
        const BEGINNING: &[u8] = b"{\"study\":";
        let numbers = folder.join("report.json");
        let mut beginning = [0; BEGINNING.len()];
        let read =
            std::fs::File::open(&numbers).and_then(|mut file| file.read_exact(&mut beginning));
        Self {
            // by its first bytes, not by its name: a file called report.json may be anyone's
            is_ours: read.is_ok() && beginning == BEGINNING,
            page: folder.join("report.html"),
            numbers,
        }
    }

    fn outputs(&self) -> [Output<'_>; 2] {
        [&self.numbers, &self.page].map(|file| Output::to(file).forced(self.is_ours))
    }

    fn check(&self) -> anyhow::Result<()> {
        // the folder is made by the study
        let mut there = self.outputs().into_iter().zip([&self.numbers, &self.page]);
        there.try_for_each(|(output, file)| match file.exists() {
            true => output.check().map_err(not_written),
            false => Ok(()),
        })
    }

    fn write(&self, numbers: &str, page: &str) -> anyhow::Result<()> {
        let mut texts = self.outputs().into_iter().zip([numbers, page]);
        texts.try_for_each(|(output, text)| output.write(text.as_bytes()).map_err(not_written))
    }
}

fn not_written(error: OutputError) -> anyhow::Error {
    let advice = match &error {
        OutputError::Unwritable { .. } => error.advice(),
        _ => {
            "name another folder with --out, or move the file away: there is no earlier report in that folder"
        }
    };
    anyhow::Error::new(error).context(Failure::new("the report is not written", advice))
}

/// Writes page and numbers, and prints a summary.
fn conclude(report: &Report, folder: &Path, is_json: bool) -> anyhow::Result<()> {
    let json = serde_json::to_string(report)?;
    // the files first: a reader of the summary that is gone must not cost the report of hours of games
    Reports::of(folder).write(&json, &Page(report).to_string())?;
    let mut out = anstream::stdout().lock();
    let written = if is_json {
        writeln!(out, "{json}")
    } else {
        write!(out, "{}", words(report, folder))
    };
    Ok(or_reader_gone(written.and_then(|()| out.flush()))?)
}

fn words(report: &Report, folder: &Path) -> String {
    let mut text = format!(
        "{}: {} of {} games; points of a hundred games with intervals of 95 %, and of all {} effects together\n",
        report.study.title, report.games, report.planned, report.effects
    );
    for finding in &report.findings {
        for stated in report.stated(finding) {
            let (name, effect) = (&stated.name, stated.effect);
            let [low, high] = effect.interval.map(|bound| bound * 100.0);
            let [least, most] = effect.together.map(|bound| bound * 100.0);
            let conclusion = stated.conclusion();
            text.push_str(&format!(
                "{}, {}: {name} {:+.1}, {low:+.1} to {high:+.1}, together {least:+.1} to {most:+.1}; {} games, {:.1} % decided; {conclusion}\n",
                finding.player,
                finding.variant,
                effect.value * 100.0,
                effect.games,
                finding.decided * 100.0,
            ));
        }
    }
    for (player, choice) in report.study.players.iter().zip(&report.choices) {
        let Some(choice) = choice else { continue };
        let [low, high] = choice.interval;
        text.push_str(&format!(
            "{player}: the second player scores {:.3}, with the choice of sides {:.3}, {low:.3} to {high:.3}; {} games\n",
            choice.without, choice.score, choice.games,
        ));
    }
    text + &format!("page {}\n", folder.join("report.html").display())
}

impl StudyArguments {
    /// The players; a player that takes a budget appears once for every budget.
    fn players(&self) -> anyhow::Result<Vec<Player>> {
        let nodes = self.nodes.iter().map(|nodes| Budget::Nodes(*nodes));
        let times = self
            .move_time
            .iter()
            .copied()
            .map(std::time::Duration::from_millis);
        let budgets: Vec<Budget> = nodes.chain(times.map(Budget::Time)).collect();
        let named = match (self.players.is_empty(), budgets.is_empty()) {
            (false, _) => self.players.clone(),
            (true, false) => vec![Contestant::Computer],
            (true, true) => {
                // master is left out: its turns take tenths of a second each, and a study has hundreds of games
                let lowest = Level::ALL.into_iter().take(4);
                lowest.map(Contestant::Level).collect()
            }
        };
        let players = players::players(&named, &budgets)?;
        if !budgets.is_empty() && !players.iter().any(Player::has_budget) {
            // a note, not an error: the study is still what its players make of it
            failure::say("no player of this study uses --nodes or --move-time");
        }
        Ok(players)
    }

    fn study(&self, name: &str, scenario: &Scenario, players: &[Player]) -> anyhow::Result<Study> {
        scenario
            .start(&self.options)
            .map_err(|error| Failure::new(error.to_string(), error.advice()))?;
        let study = Study {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            program: Some(program()?),
            scenario: name.to_owned(),
            title: scenario.title().to_owned(),
            digest: scenario.id().to_string(),
            options: self.options.clone(),
            players: players.iter().map(ToString::to_string).collect(),
            variants: self.variants.clone(),
            games: self.games,
            maps: self.maps,
            max_turns: self.max_turns,
            seed: self.seed,
        };
        study
            .check(scenario)
            .map_err(|error| Failure::new(error.to_string(), error.advice()))?;
        Ok(study)
    }
}
