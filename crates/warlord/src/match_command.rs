//! `warlord match`: many games between two players, and what they say about the players.

mod conclusion;
mod contestant;
mod local_match;
mod play;
mod record;

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use ::computer::Budget;
use clap::Args;
use clap::builder::RangedU64ValueParser;
use indicatif::{HumanDuration, ProgressBar, ProgressStyle};
use lab::Sprt;

use crate::completion;
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::match_arguments::run;
use crate::program::program;
use crate::scenario_command;
use conclusion::{Conclusion, is_settled};
pub(crate) use contestant::Contestant;
use play::{Games, Setting, budget_words, draws_lots};
use record::{Head, Record};

/// Let two players play many games
#[derive(Debug, Args)]
#[command(
    long_about = "Two players play many games of a scenario. Two games in a row are a pair: the same lots, the same \
    seeds, the seats swapped, so that neither a side nor luck decides. A pair that repeats an earlier one, order for order, \
    counts only once.\n\n\
    A player is `computer` (with the time or orders of this command), `computer:novice` to `computer:master` (a \
    level, with thinking of its own), \"engine COMMAND\" (a bot that speaks the engine protocol), or a baseline, which never changes, \
    so that figures from different days can be compared: `random-1` (any legal orders), `capture-1` (takes the most valuable \
    unit there is), `greedy-1` (the best order by its judgment, again and again), `beam-1` (keeps the 32 best beginnings of \
    a turn), `evolution-1` (evolves turns from the greedy one), `reply-1` (the same, with the opponent's greedy reply). \
    Without the number the first version is meant. Beam, evolution and reply have the time or orders of this command. With \
    --nodes a player's play follows from the seed on every machine, and a player against itself scores exactly half of each \
    pair.\n\n\
    With --sprt the games end as soon as one of two hypotheses is accepted: that the first player is LOW or HIGH normalized \
    Elo stronger, each with a 5 percent chance of being wrong. --games is then the maximum.\n\n\
    Every game is kept in the folder as a match file, which `warlord show` and the window open; games.jsonl there says \
    who played it and how it ended. After Ctrl-C the same command continues where it stopped.",
    after_help = concat!(
        "Examples:\n",
        "  warlord match computer greedy --scenario clash-of-arms --games 60\n",
        "  warlord match computer \"engine ./my-bot\" --scenario test-of-wills \\\n",
        "      --games 200 --out bot-games --json\n",
        "  warlord match computer reply --games 2000 --move-time 50 --sprt 0 50",
    )
)]
pub(crate) struct MatchArguments {
    /// The first player
    #[arg(value_name = "A", add = completion::contestant())]
    first: Contestant,
    /// The second player
    #[arg(value_name = "B", add = completion::contestant())]
    second: Contestant,
    /// The scenario, by its id or file
    #[arg(long, value_name = "S", add = completion::scenario(), default_value = "clash-of-arms")]
    scenario: String,
    /// An option of the scenario (may be repeated)
    #[arg(long = "option", value_name = "KEY=VALUE", value_parser = crate::match_arguments::key_value)]
    options: Vec<(String, String)>,
    /// The number of games, rounded up to whole pairs
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = RangedU64ValueParser::<usize>::new().range(1..=1_000_000))]
    games: usize,
    /// Thinking time for each turn, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 100)]
    move_time: u64,
    /// How many orders to try for each turn, instead of a time limit
    #[arg(long, value_name = "N", conflicts_with = "move_time")]
    nodes: Option<u64>,
    /// Count a game that is still undecided after N turns as a draw
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..))]
    max_turns: u32,
    /// The seed of the first pair; each pair after it takes the next number
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// End as soon as the first player is found to be LOW or HIGH normalized Elo stronger
    #[arg(long, num_args = 2, value_names = ["LOW", "HIGH"], allow_negative_numbers = true)]
    sprt: Option<Vec<f64>>,
    /// How many games to play at the same time; with a time limit, each game needs a core to itself
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = RangedU64ValueParser::<usize>::new().range(1..=1024))]
    threads: usize,
    /// The folder for the games (by default one named after the players and all settings)
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Print one JSON object per line: each game, then the figures
    #[arg(long)]
    json: bool,
}

/// Plays the games that are missing and prints the figures of all.
pub(crate) fn run_match(arguments: &MatchArguments) -> anyhow::Result<ExitCode> {
    run(async |mut interrupt| {
        let sprt = arguments.test()?;
        let setting = Arc::new(arguments.setting()?);
        let head = arguments.head(&setting)?;
        let folder = arguments.folder(&head)?;
        let mut record = Record::open(&folder, head)?;
        // whole pairs: half a pair would favor the player with the better seat
        let wanted = arguments.games.next_multiple_of(2);
        if arguments.json {
            for game in &record.games {
                writeln!(anstream::stdout(), "{}", serde_json::to_string(game)?)?;
            }
        }
        let mut games = Games::new(setting.clone(), arguments.threads, record.games.len());
        let played = arguments.play_missing(&mut games, &mut record, wanted, sprt, &mut interrupt);
        // the bots are stopped before any error is returned, or their programs would outlive this one
        let played = played.await;
        games.stop().await;
        let is_done = played?;
        let conclusion = Conclusion {
            setting: &setting,
            scenario: &arguments.scenario,
            record: &record,
            folder: &folder,
            wanted,
            sprt,
            is_done,
        };
        conclusion.print(arguments.json)?;
        Ok(if is_done {
            ExitCode::SUCCESS
        } else {
            ExitCode::FAILURE
        })
    })
}

impl MatchArguments {
    /// Plays until the record holds all games or a hypothesis is accepted; false if Ctrl-C ended the play.
    async fn play_missing(
        &self,
        games: &mut Games,
        record: &mut Record,
        wanted: usize,
        sprt: Option<Sprt>,
        interrupt: &mut Interrupt,
    ) -> anyhow::Result<bool> {
        let is_done = |record: &Record| record.games.len() >= wanted || is_settled(record, sprt);
        if is_done(record) {
            return Ok(true);
        }
        tokio::select! {
            biased;
            () = interrupt.pressed() => return Ok(false),
            tried = games.try_players() => tried?,
        }
        let progress = progress(record.games.len(), wanted);
        while !is_done(record) {
            let (game, file) = tokio::select! {
                biased;
                // a game that ends together with Ctrl-C may have ended because of it, so it is not counted
                () = interrupt.pressed() => {
                    progress.finish_and_clear();
                    return Ok(false);
                }
                game = games.next(wanted) => game?,
            };
            if self.json {
                let line = serde_json::to_string(&game)?;
                progress.suspend(|| writeln!(anstream::stdout(), "{line}"))?;
            }
            record.add(game, &file)?;
            progress.inc(1);
            let left = HumanDuration(progress.eta());
            let figures = conclusion::progress_words(record, sprt);
            progress.set_message(format!(", {figures}, {left} left"));
        }
        progress.finish_and_clear();
        Ok(true)
    }

    fn test(&self) -> anyhow::Result<Option<Sprt>> {
        match self.sprt.as_deref() {
            None => Ok(None),
            Some(&[low, high]) if low < high && low.is_finite() && high.is_finite() => {
                Ok(Some(Sprt { low, high }))
            }
            Some(_) => Err(Failure::new(
                "the hypotheses of --sprt are no two numbers, the lower one first",
                "give two, as in --sprt 0 50",
            )
            .into()),
        }
    }

    fn setting(&self) -> anyhow::Result<Setting> {
        let scenario = scenario_command::open(&self.scenario)
            .map_err(|error| Failure::new(error.to_string(), error.advice()))?;
        let start = scenario
            .start(&self.options)
            .map_err(|error| Failure::new(error.to_string(), error.advice()))?;
        let setting = Setting {
            players: [self.first.clone(), self.second.clone()],
            scenario,
            options: self.options.clone(),
            budget: match self.nodes {
                Some(nodes) => Budget::Nodes(nodes),
                None => Budget::Time(Duration::from_millis(self.move_time)),
            },
            max_turns: self.max_turns,
            seed: self.seed,
            draws_lots: draws_lots(start),
        };
        setting.check()?;
        Ok(setting)
    }

    /// The settings under which all games of a folder are played; games of others are not counted with them.
    fn head(&self, setting: &Setting) -> anyhow::Result<Head> {
        Ok(Head {
            program: program()?,
            players: setting.players.each_ref().map(ToString::to_string),
            scenario: digest("scenario", setting.scenario.text().as_bytes()),
            options: self.options.clone(),
            budget: budget_words(setting.budget),
            max_turns: self.max_turns,
            seed: self.seed,
        })
    }

    /// A folder for these settings alone, so that two matches never meet by chance.
    fn folder(&self, head: &Head) -> anyhow::Result<PathBuf> {
        if let Some(folder) = &self.out {
            return Ok(folder.clone());
        }
        let settings = Head {
            // without the program: a folder found again after an update is refused with its reason, instead of an empty
            // one beginning beside it
            program: String::new(),
            ..head.clone()
        };
        let digest = digest("settings", serde_json::to_string(&settings)?.as_bytes());
        let [first, second] = &head.players;
        let scenario = Path::new(&self.scenario).file_stem().unwrap_or_default();
        let mut words = vec![first, second];
        let scenario = scenario.to_string_lossy().into_owned();
        words.extend([&scenario, &head.budget]);
        let options = self
            .options
            .iter()
            .map(|(key, value)| format!("{key}-{value}"));
        let options: Vec<String> = options.collect();
        words.extend(&options);
        // names of bots may be long
        let name: Vec<String> = words
            .iter()
            .map(|word| word.chars().take(30).collect())
            .collect();
        let name: String = name.join("-").chars().take(150).collect();
        let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
        let name: String = name.chars().map(plain).collect();
        Ok(PathBuf::from(format!("match-{name}-{}", &digest[..6])))
    }
}

/// Sixteen hexadecimal digits by which texts differ.
fn digest(kind: &str, text: &[u8]) -> String {
    // no secret: it only has to tell texts apart
    let digest = protocol::hash::derive(kind, &[text]);
    let digits = digest[..8].iter().map(|byte| format!("{byte:02x}"));
    digits.collect()
}

/// A bar on standard error; nothing is drawn if that is no terminal.
fn progress(played: usize, wanted: usize) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} games{msg}");
    let bar = ProgressBar::new(wanted as u64);
    bar.set_style(style.unwrap_or_else(|_fixed| ProgressStyle::default_bar()));
    bar.set_position(played as u64);
    // games of an earlier run took no time of this one
    bar.reset_eta();
    bar
}
