//! The conclusion from the games of a match.

use std::io::Write as _;
use std::path::Path;
use std::time::Duration;

use ::computer::Budget;
use lab::{Figures, Sprt, Verdict};
use serde::Serialize;

use super::play::Setting;
use super::record::{PlayedGame, Record, Times};
use crate::failure::or_reader_gone;

/// The least number of pairs whose scatter says something.
const ENOUGH_PAIRS: usize = 10;
/// The time that a turn may take above the time asked for, in milliseconds.
const TOLERANCE_MS: f64 = 100.0;

/// The verdict and the logarithm of the likelihood ratio, if hypotheses are tested.
fn tested(figures: &Figures, sprt: Option<Sprt>) -> Option<(Verdict, f64)> {
    let ratio = sprt?.ratio(figures);
    Some((Sprt::verdict(ratio), ratio))
}

/// True if a hypothesis is accepted, so that no more games are needed.
pub(super) fn is_settled(record: &Record, sprt: Option<Sprt>) -> bool {
    // a game alone is half of a pair, and would favor the better seat
    let is_whole = record.games.len().is_multiple_of(2);
    is_whole && tested(&record.figures(), sprt).is_some_and(|(verdict, _)| verdict != Verdict::Open)
}

pub(super) fn progress_words(record: &Record, sprt: Option<Sprt>) -> String {
    let figures = record.figures();
    let score = format!("score {:.3}", figures.score);
    match tested(&figures, sprt) {
        Some((_, ratio)) => format!("{score}, LLR {ratio:+.2} of {:.2}", Sprt::bound()),
        None => score,
    }
}

/// The games of a match, to be summed up.
pub(super) struct Conclusion<'a> {
    pub(super) setting: &'a Setting,
    /// The scenario as the user named it.
    pub(super) scenario: &'a str,
    pub(super) record: &'a Record,
    pub(super) folder: &'a Path,
    pub(super) wanted: usize,
    pub(super) sprt: Option<Sprt>,
    pub(super) is_done: bool,
}

/// What the games say about one player, except the score.
#[derive(Debug, Serialize)]
struct Conduct {
    player: String,
    mean_ms: f64,
    longest_ms: f64,
    /// The time asked for, if a turn took clearly longer.
    exceeded_ms: Option<u64>,
    forfeits: usize,
    first_forfeit: Option<String>,
}

impl Conclusion<'_> {
    pub(super) fn print(&self, is_json: bool) -> anyhow::Result<()> {
        let text = if is_json { self.json() } else { self.text() };
        let mut out = anstream::stdout().lock();
        let written = writeln!(out, "{text}").and_then(|()| out.flush());
        Ok(or_reader_gone(written)?)
    }

    /// The figures without what the pairs cannot show: few pairs, or pairs that are all alike, do not show how much
    /// others will differ. Only for a player against itself, whose play follows from the seed, is it known that pairs
    /// never differ.
    fn figures(&self) -> Figures {
        let mut figures = self.record.figures();
        let kinds = figures.pentanomial.iter().filter(|count| **count > 0);
        let is_scattered = kinds.count() > 1;
        let [first, second] = &self.setting.players;
        let is_itself = first == second && first.is_repeatable(self.setting.budget);
        let is_judged = is_scattered && figures.pairs >= ENOUGH_PAIRS;
        if !is_judged && (is_scattered || !is_itself) {
            figures.elo_interval = [None, None];
            figures.los = None;
        }
        figures
    }

    fn conduct(&self, player: usize) -> Conduct {
        // games count from 1, and the first player has the first seat in the odd ones
        let seat = |game: &PlayedGame| player ^ usize::from(game.game.is_multiple_of(2));
        let games = &self.record.games;
        let times: Vec<Times> = games.iter().map(|game| game.times[seat(game)]).collect();
        let turns: f64 = times.iter().map(|times| f64::from(times.turns)).sum();
        let sum: f64 = times
            .iter()
            .map(|times| times.mean_ms * f64::from(times.turns))
            .sum();
        let longest_ms = times.iter().map(|times| times.longest_ms);
        let longest_ms = longest_ms.fold(0.0, f64::max);
        let asked = match self.setting.players[player].budget(self.setting.budget) {
            Some(Budget::Time(time)) => Some(time),
            _ => None,
        };
        // a busy machine lengthens single turns by some milliseconds; only clearly more is worth a line
        let is_exceeded = |time: &Duration| longest_ms > time.as_secs_f64() * 1000.0 + TOLERANCE_MS;
        let exceeded = asked.filter(is_exceeded);
        // a forfeit names no player: it is the one who did not win
        let forfeits = games.iter().filter(|game| {
            game.forfeit.is_some()
                && game
                    .winner_number
                    .is_some_and(|winner| winner != player + 1)
        });
        Conduct {
            player: self.setting.players[player].to_string(),
            mean_ms: sum / turns.max(1.0),
            longest_ms,
            exceeded_ms: exceeded.and_then(|time| u64::try_from(time.as_millis()).ok()),
            forfeits: forfeits.clone().count(),
            first_forfeit: forfeits.clone().next().and_then(|game| {
                let why = game.forfeit.as_ref()?;
                Some(format!("game {}: {why}", game.game))
            }),
        }
    }

    /// The share of decided games, the turns of a game, and the score of the first seat.
    fn courses(&self) -> (usize, f64, f64) {
        // games that repeat earlier ones would make the figures look surer than they are
        let games = self.record.different();
        let count = games.len().max(1) as f64;
        let decided = games.iter().filter(|game| game.winner.is_some()).count();
        let turns: u32 = games.iter().map(|game| game.turns).sum();
        let first_seat = games.iter().map(|game| match game.game % 2 {
            1 => game.points,
            _ => 1.0 - game.points,
        });
        let first_seat = first_seat.sum::<f64>() / count;
        // adding zero turns a negative zero into one without a sign
        (decided, f64::from(turns) / count, first_seat + 0.0)
    }

    fn json(&self) -> String {
        let figures = self.figures();
        let (decided, mean_turns, first_seat) = self.courses();
        let conduct = [0, 1].map(|player| self.conduct(player));
        let test = self.sprt.zip(tested(&figures, self.sprt));
        serde_json::json!({
            "players": self.record.head.players,
            "scenario": self.scenario,
            "program": self.record.head.program,
            "budget": self.record.head.budget,
            "seed": self.setting.seed,
            "games": self.record.games.len(),
            "wanted": self.wanted,
            "is_broken_off": !self.is_done,
            "pairs": self.record.games.len() / 2,
            "different_pairs": figures.pairs,
            "figures": figures,
            "sprt": test.map(|(sprt, (verdict, ratio))| serde_json::json!({
                "low": sprt.low, "high": sprt.high, "ratio": ratio, "bound": Sprt::bound(), "verdict": verdict,
            })),
            "decided": decided,
            "forfeits": conduct[0].forfeits + conduct[1].forfeits,
            "mean_turns": mean_turns,
            "first_seat_score": first_seat,
            "conduct": conduct,
            "folder": self.folder,
        })
        .to_string()
    }

    fn text(&self) -> String {
        let figures = self.figures();
        let (decided, mean_turns, first_seat) = self.courses();
        let conduct = [0, 1].map(|player| self.conduct(player));
        let [low, high] = figures.wilson;
        let elo = |elo: Option<f64>| elo.map_or("?".to_owned(), |elo| format!("{elo:+.0}"));
        let [least, most] = figures.elo_interval.map(elo);
        let [a, b] = &self.record.head.players;
        let los = figures
            .los
            .map_or("?".to_owned(), |los| format!("{:.1} %", los * 100.0));
        // between players that need no budget, such as levels, the head names none
        let mut players = self.setting.players.iter();
        let budget = players.find_map(|player| player.budget(self.setting.budget));
        let budget = budget.map_or(String::new(), |_| {
            format!(", {} a turn", self.record.head.budget)
        });
        let mut text = format!(
            "{a} against {b}, {}{budget}\n\
             games     {}: {} won, {} lost, {} drawn; {} forfeited\n\
             score     {:.3}, Wilson 95% {low:.3} to {high:.3}\n\
             Elo       {}, from pairs 95% {least} to {most}; likelihood of superiority {los}\n",
            self.scenario,
            self.counts(&figures),
            figures.wins,
            figures.losses,
            figures.draws,
            conduct[0].forfeits + conduct[1].forfeits,
            figures.score + 0.0,
            elo(figures.elo),
        );
        if let (Some(sprt), Some((verdict, ratio))) = (self.sprt, tested(&figures, self.sprt)) {
            text.push_str(&format!(
                "SPRT      {}\n",
                verdict_words(sprt, verdict, ratio)
            ));
        }
        text.push_str(&format!(
            "decided   {decided}; {mean_turns:.1} turns a game; the first seat scored {first_seat:.3}\n"
        ));
        for conduct in &conduct {
            text.push_str(&conduct.text());
        }
        text.push_str(&format!("files     {}", self.folder.display()));
        if !self.is_done {
            let played = self.record.games.len();
            let wanted = self.wanted;
            text.push_str(&format!(
                "\nstopped after {played} of {wanted} games: the same command continues"
            ));
        }
        text
    }

    /// The games, the pairs, and how many of these are different.
    fn counts(&self, figures: &Figures) -> String {
        let games = self.record.games.len();
        let pairs = games / 2;
        if figures.pairs == pairs {
            let word = if pairs == 1 { "pair" } else { "pairs" };
            return format!("{games} ({pairs} {word})");
        }
        let different = figures.pairs;
        format!("{games} ({pairs} pairs, {different} of them different; only these count)")
    }
}

impl Conduct {
    fn text(&self) -> String {
        let player = &self.player;
        let (mean, longest) = (self.mean_ms, self.longest_ms);
        let asked = self.exceeded_ms.map_or(String::new(), |asked| {
            format!(" where {asked} were asked for")
        });
        let mut text = format!(
            "time      {player} took {mean:.0} ms a turn, at most {longest:.0} ms{asked}\n"
        );
        if let Some(first) = &self.first_forfeit {
            text.push_str(&format!("forfeits  {}; first in {first}\n", self.forfeits));
        }
        text
    }
}

fn verdict_words(sprt: Sprt, verdict: Verdict, ratio: f64) -> String {
    let found = match verdict {
        Verdict::Low => format!("{:+} normalized Elo is accepted", sprt.low),
        Verdict::High => format!("{:+} normalized Elo is accepted", sprt.high),
        Verdict::Open => "open: more games are needed".to_owned(),
    };
    format!(
        "{found}; LLR {ratio:+.2}, bounds \u{b1}{:.2}",
        Sprt::bound()
    )
}
