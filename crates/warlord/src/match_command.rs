//! `warlord match`: many games between two players, and what they say about the players.

mod contestant;
mod record;
mod table;

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use ::computer::Budget;
use anyhow::Context as _;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use lab::{Figures, Sprt, Verdict};
use protocol::Offer;
use protocol::manifest::Terms;
use scenario::Scenario;

use crate::decider::DeciderError;
use crate::failure::{Failure, or_reader_gone};
use crate::interrupt::Interrupt;
use crate::match_arguments::run;
use crate::program::program;
use crate::scenario_command;
pub(crate) use contestant::Contestant;
use contestant::Seated;
use record::{Game, Head, Record};
use table::Table;

/// Let two players play many games
#[derive(Debug, Args)]
#[command(
    long_about = "Two players play many games of a scenario. Two games after each other are a pair: the same lots, the same \
    seeds, the seats changed, so that neither a side nor luck decides.\n\n\
    A player is `computer` (with the time or orders of this command), `computer:novice` to `computer:master` (a \
    level, with thinking of its own), \"engine COMMAND\" (a bot that speaks the engine protocol), or a baseline, which nobody changes, \
    so that figures of different days can be compared: `random-1` (any legal orders), `capture-1` (takes the most valuable \
    unit there is), `greedy-1` (the best order by its judgment, again and again), `beam-1` (keeps the 32 best beginnings of \
    a turn), `evolution-1` (evolves turns from the greedy one), `reply-1` (the same, with the opponent's greedy reply). \
    Without the number the first version is meant. Beam, evolution and reply have the time or orders of this command. With \
    --nodes a player's play follows from the seed on every machine, and a player against itself scores exactly half of each \
    pair.\n\n\
    With --sprt the games end as soon as one of two hypotheses is accepted: that the first player is LOW or HIGH normalized \
    Elo stronger, each wrongly with a chance of 5 percent. --games is then the most games.\n\n\
    Every game is kept in the folder as a match file, which `warlord show` and the window open; games.jsonl there says \
    who played it and how it ended. After Ctrl-C the same command goes on where it stopped.",
    after_help = "Examples:\n  warlord match computer greedy --scenario clash-of-arms --games 60 --move-time 50\n  \
    warlord match computer \"engine ./my-bot\" --scenario test-of-wills --games 200 --out bot-games --json\n  \
    warlord match computer reply --games 2000 --move-time 50 --sprt 0 50"
)]
pub(crate) struct MatchArguments {
    /// The first player
    #[arg(value_name = "A")]
    first: Contestant,
    /// The second player
    #[arg(value_name = "B")]
    second: Contestant,
    /// The scenario, by its id or file
    #[arg(long, value_name = "S", default_value = "clash-of-arms")]
    scenario: String,
    /// An option of the scenario (may be repeated)
    #[arg(long = "option", value_name = "KEY=VALUE", value_parser = crate::host_command::key_value)]
    options: Vec<(String, String)>,
    /// The number of games, rounded up to pairs
    #[arg(long, value_name = "N", default_value_t = 20)]
    games: usize,
    /// Thinking time for a turn, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 100)]
    move_time: u64,
    /// Orders tried for a turn, in place of a time
    #[arg(long, value_name = "N", conflicts_with = "move_time")]
    nodes: Option<u64>,
    /// A game without an end after this many turns is a draw
    #[arg(long, value_name = "N", default_value_t = 200)]
    max_turns: u32,
    /// The seed of the first pair; each further pair has the next
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// End when the first player is found to be LOW or HIGH normalized Elo stronger
    #[arg(long, num_args = 2, value_names = ["LOW", "HIGH"], allow_negative_numbers = true)]
    sprt: Option<Vec<f64>>,
    /// The folder of the games (otherwise one named after the players and the scenario)
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Print one JSON object a line: each game, then the figures
    #[arg(long)]
    json: bool,
}

/// Plays the games that are missing and prints the figures of all.
pub(crate) fn run_match(arguments: &MatchArguments) -> anyhow::Result<ExitCode> {
    run(arguments.json, async |interrupt| {
        let scenario = scenario_command::open(&arguments.scenario)
            .map_err(|error| Failure::new(error.to_string(), error.advice()))?;
        scenario
            .start(&arguments.options)
            .map_err(|error| Failure::new(error.to_string(), error.advice()))?;
        let folder = arguments.folder();
        let mut record = Record::open(&folder, arguments.head(&scenario)?)?;
        let wanted = arguments.games.next_multiple_of(2);
        let progress = arguments.progress(wanted);
        if arguments.json {
            for game in &record.games {
                anstream::println!("{}", serde_json::to_string(game)?);
            }
        }
        let sprt = arguments.test()?;
        while record.games.len() < wanted {
            let figures = Figures::new(&record.halves());
            progress.set_position(record.games.len() as u64);
            progress.set_message(progress_words(&figures, sprt));
            if is_settled(&figures, sprt) {
                break;
            }
            let number = record.games.len();
            let Some((game, file)) = arguments.play(&scenario, number, &interrupt).await? else {
                break;
            };
            if arguments.json {
                anstream::println!("{}", serde_json::to_string(&game)?);
            }
            record.add(game, &file)?;
        }
        progress.finish_and_clear();
        arguments.conclude(&record, &folder, sprt)?;
        let is_settled = is_settled(&Figures::new(&record.halves()), sprt);
        Ok(if record.games.len() < wanted && !is_settled {
            ExitCode::FAILURE
        } else {
            ExitCode::SUCCESS
        })
    })
}

/// The verdict and the logarithm of the likelihoods' ratio, where hypotheses are tested.
fn tested(figures: &Figures, sprt: Option<Sprt>) -> Option<(Verdict, f64)> {
    let ratio = sprt?.ratio(figures);
    Some((Sprt::verdict(ratio), ratio))
}

fn is_settled(figures: &Figures, sprt: Option<Sprt>) -> bool {
    // a game alone is half of a pair
    let is_whole = figures.games.is_multiple_of(2);
    is_whole && tested(figures, sprt).is_some_and(|(verdict, _)| verdict != Verdict::Open)
}

fn progress_words(figures: &Figures, sprt: Option<Sprt>) -> String {
    let score = format!("score {:.3}", figures.score);
    match tested(figures, sprt) {
        Some((_, ratio)) => format!("{score}, LLR {ratio:+.2} of {:.2}", Sprt::bound()),
        None => score,
    }
}

impl MatchArguments {
    /// The hypotheses to be tested.
    fn test(&self) -> anyhow::Result<Option<Sprt>> {
        match self.sprt.as_deref() {
            None => Ok(None),
            Some(&[low, high]) if low < high => Ok(Some(Sprt { low, high })),
            Some(_) => Err(Failure::new(
                "the two hypotheses of --sprt are the wrong way round",
                "give the lower one first, as in --sprt 0 50",
            )
            .into()),
        }
    }

    fn budget(&self) -> Budget {
        match self.nodes {
            Some(nodes) => Budget::Nodes(nodes),
            None => Budget::Time(Duration::from_millis(self.move_time)),
        }
    }

    fn names(&self) -> [String; 2] {
        [self.first.to_string(), self.second.to_string()]
    }

    fn folder(&self) -> PathBuf {
        self.out.clone().unwrap_or_else(|| {
            let [first, second] = self.names();
            let scenario = Path::new(&self.scenario).file_stem().unwrap_or_default();
            let name = format!("match-{first}-{second}-{}", scenario.display());
            let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
            PathBuf::from(name.chars().map(plain).collect::<String>())
        })
    }

    /// The settings under which all games of a folder are played; games of others are not counted with them.
    fn head(&self, scenario: &Scenario) -> anyhow::Result<Head> {
        Ok(Head {
            program: program()?,
            players: self.names(),
            scenario: protocol::hash::derive("scenario", &[scenario.text().as_bytes()])
                .iter()
                .take(8)
                .map(|byte| format!("{byte:02x}"))
                .collect(),
            options: self.options.clone(),
            budget: match self.nodes {
                Some(nodes) => format!("{nodes} nodes"),
                None => format!("{} ms", self.move_time),
            },
            max_turns: self.max_turns,
            seed: self.seed,
        })
    }

    fn progress(&self, games: usize) -> ProgressBar {
        if self.json {
            return ProgressBar::hidden();
        }
        let style = ProgressStyle::with_template("{bar:30} {pos}/{len} games, {msg}, {eta} left");
        let bar = ProgressBar::new(games as u64);
        bar.set_style(style.unwrap_or_else(|_fixed| ProgressStyle::default_bar()));
        bar
    }

    /// Plays one game; nothing where Ctrl-C ended it.
    async fn play(
        &self,
        scenario: &Scenario,
        number: usize,
        interrupt: &Interrupt,
    ) -> anyhow::Result<Option<(Game, Vec<u8>)>> {
        let pair = number / 2;
        let seed = self.seed.wrapping_add(pair as u64);
        let offer = Offer {
            scenario: scenario.clone(),
            options: self.options.clone(),
            host_side: None,
            max_turns: Some(self.max_turns),
            terms: Terms::default(),
            takeback: false,
        };
        let mut table = Table::new(offer, seed)?;
        let mut players = [&self.first, &self.second];
        if number % 2 == 1 {
            players.reverse();
        }
        let mut seated: [Option<Seated>; 2] = [None, None];
        let mut forfeit = None;
        while let Some((seat, side)) = table.to_decide() {
            if interrupt.is_pressed() {
                return Ok(None);
            }
            let (position, lots) = table
                .position()
                .context("a game under way has a position")?;
            let choice = async {
                let chair = &mut seated[seat.index()];
                if chair.is_none() {
                    // seeds belong to seats: a player against itself plays both games of a pair alike
                    let seed = seed.wrapping_mul(2).wrapping_add(seat.index() as u64);
                    let player = players[seat.index()];
                    let player = player.sit(self.budget(), seed, scenario, &self.options, &lots)?;
                    *chair = Some(player);
                }
                match chair {
                    Some(player) => player.choose(position, side).await,
                    None => Err(DeciderError::NoTurn),
                }
            };
            match choice.await {
                Ok(orders) => table.decide(seat, &orders)?,
                Err(error) => {
                    // a player that cannot go on has lost, as in every tournament
                    forfeit = Some(format!("{}: {error}", players[seat.index()]));
                    table.resign(seat)?;
                    break;
                }
            }
        }
        let first_seat = usize::from(number % 2 == 1);
        let winner = table.winner().map(|seat| seat.index() ^ first_seat);
        let (position, _) = table.position().context("a game has a position")?;
        let turns = rules::Rules::turn(position).number;
        let game = Game {
            game: number + 1,
            pair: pair + 1,
            seed,
            first_seat: players[0].to_string(),
            winner: winner.map(|winner| self.names()[winner].clone()),
            points: winner.map_or(0.5, |winner| if winner == 0 { 1.0 } else { 0.0 }),
            end: table.end(),
            forfeit,
            turns,
            file: format!("{:05}.fpm", number + 1),
        };
        let file = table.file().context("a game has a match file")?;
        Ok(Some((game, file)))
    }

    fn conclude(&self, record: &Record, folder: &Path, sprt: Option<Sprt>) -> anyhow::Result<()> {
        let figures = Figures::new(&record.halves());
        let test = tested(&figures, sprt);
        let games = &record.games;
        let decided = games.iter().filter(|game| game.winner.is_some()).count();
        let forfeits = games.iter().filter(|game| game.forfeit.is_some()).count();
        let turns: u32 = games.iter().map(|game| game.turns).sum();
        let mean_turns = f64::from(turns) / games.len().max(1) as f64;
        let first_seat = games.iter().map(|game| {
            let by_first = game.points;
            if game.game % 2 == 1 {
                by_first
            } else {
                1.0 - by_first
            }
        });
        let first_seat = first_seat.sum::<f64>() / games.len().max(1) as f64;
        let mut out = anstream::stdout().lock();
        let written = if self.json {
            let line = serde_json::json!({
                "players": self.names(),
                "scenario": self.scenario,
                "budget": record.head.budget,
                "seed": self.seed,
                "figures": figures,
                "sprt": sprt.zip(test).map(|(sprt, (verdict, ratio))| serde_json::json!({
                    "low": sprt.low, "high": sprt.high, "ratio": ratio, "bound": Sprt::bound(), "verdict": verdict,
                })),
                "decided": decided,
                "forfeits": forfeits,
                "mean_turns": mean_turns,
                "first_seat_score": first_seat,
                "folder": folder,
            });
            writeln!(out, "{line}")
        } else {
            let [low, high] = figures.wilson;
            let elo = |elo: Option<f64>| elo.map_or("?".to_owned(), |elo| format!("{elo:+.0}"));
            let [least, most] = figures.elo_interval.map(elo);
            let [a, b] = self.names();
            let los = figures
                .los
                .map_or("?".to_owned(), |los| format!("{:.1} %", los * 100.0));
            let test = test.map_or(String::new(), |(verdict, ratio)| {
                format!("SPRT      {}\n", self.verdict_words(verdict, ratio))
            });
            let text = format!(
                "{a} against {b}, {}, {} a turn\n\
                 games     {} ({} pairs): {} won, {} lost, {} drawn; {forfeits} forfeited\n\
                 score     {:.3}, Wilson 95% {low:.3} to {high:.3}\n\
                 Elo       {}, from pairs 95% {least} to {most}; likelihood of superiority {los}\n\
                 {test}\
                 decided   {decided}; {mean_turns:.1} turns a game; the first seat scored {first_seat:.3}\n\
                 files     {}",
                self.scenario,
                record.head.budget,
                figures.games,
                figures.pairs,
                figures.wins,
                figures.losses,
                figures.draws,
                figures.score,
                elo(figures.elo),
                folder.display(),
            );
            writeln!(out, "{text}")
        };
        Ok(or_reader_gone(written.and_then(|()| out.flush()))?)
    }

    fn verdict_words(&self, verdict: Verdict, ratio: f64) -> String {
        let found = match (verdict, self.sprt.as_deref()) {
            (Verdict::Low, Some([low, _])) => format!("{low:+} normalized Elo is accepted"),
            (Verdict::High, Some([_, high])) => format!("{high:+} normalized Elo is accepted"),
            _ => "open: more games are needed".to_owned(),
        };
        format!(
            "{found}; LLR {ratio:+.2}, bounds \u{b1}{:.2}",
            Sprt::bound()
        )
    }
}
