//! A demonstration at one table: two to eight seats in this program, people and computers mixed.

use std::io::{self, IsTerminal as _};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use ::computer::Budget;
use ::home::{Home, Player};
use net::{LocalConfig, table};
use protocol::manifest::SeatEntry;
use protocol::{Fresh, Offer, Seat};
use rules::{Rules as _, Side};

use super::{
    CANNOT_BEGIN, DemoArguments, MOST_TURNS, derive, fresh_folder, level, no_folder, show_orders,
};
use crate::decider::{DeciderChoice, Settings};
use crate::failure::Failure;
use crate::match_arguments::{cannot_play, home, not_started, random_seed, run};
use crate::report::{Report, Reporter};
use crate::sitting::{Ending, Sitting};
use crate::table_arguments::{no_table, start};
use crate::terminal::Picture;

/// Who sits where, and what they play.
struct Table {
    offer: Offer,
    players: Vec<Player>,
    secrets: Vec<Fresh>,
    sides: Vec<Side>,
    choices: Vec<DeciderChoice>,
}

pub(super) fn run_table(arguments: &DemoArguments) -> anyhow::Result<ExitCode> {
    let seed = match arguments.seed {
        Some(seed) => seed,
        None => random_seed()?,
    };
    run(async |interrupt| {
        // before a folder is made: a table that cannot be leaves nothing behind
        let table = Table::of(arguments, seed)?;
        let folder = fresh_folder(&home()?)?;
        let mut reporter = Reporter::stdout(arguments.json);
        let seats = table.choices.len();
        let people = table.choices.iter();
        let people = people.filter(|choice| **choice == DeciderChoice::Person);
        let people = people.count();
        let deciders = start(
            (0..).map(Seat).zip(table.choices.iter().cloned()),
            |Seat(seat)| Settings {
                seed: seed ^ u64::from(seat),
                // a demonstration is repeated with its seed; against people only if they have named it, for they would
                // see it
                follows_seed: people == 0 || arguments.seed.is_some(),
                budget: Budget::Time(Duration::from_secs(1)),
                tells_seed: false,
                prompts_on_stderr: arguments.json,
            },
        );
        let deciders = deciders.map_err(cannot_play)?;
        let choices = table.choices.clone();
        let handle =
            net::local(table.config(folder)?).map_err(|error| not_started(CANNOT_BEGIN, error))?;
        let snapshot = handle.snapshot();
        reporter.report(&Report::Note {
            text: format!(
                "Seed {seed}. The {seats} players keep the match in {}.",
                snapshot.file.display()
            ),
        })?;
        reporter.report(&Report::table(&snapshot, &choices))?;
        let mut sitting = Sitting::new(
            handle.clone(),
            deciders,
            Reporter::stdout(arguments.json),
            interrupt,
        );
        // people see the board before each of their turns, and read the turns of the others
        if people == 0 {
            sitting = sitting.on_orders(show_orders(arguments));
        }
        let ending = sitting.play().await?;
        let snapshot = handle.snapshot();
        if matches!(ending, Ending::Judged(_))
            && !arguments.json
            && let Some(position) = &snapshot.played.position
            && (people > 0 || !io::stdout().is_terminal())
        {
            let turn = snapshot.turn_name(position.turn());
            let picture = Picture::new(position).in_turn(Some(turn));
            picture.write(&mut anstream::stdout())?;
        }
        ending.finish()
    })
}

impl Table {
    fn of(arguments: &DemoArguments, seed: u64) -> anyhow::Result<Self> {
        let mut offer = arguments.offer.offer("test-of-wills", None)?;
        // computers that avoid each other must not play forever
        offer.max_turns.get_or_insert(MOST_TURNS);
        let of = &arguments.table;
        let usual = DeciderChoice::Computer {
            level: level(arguments),
        };
        let choices = of.choices(&usual).map_err(|error| no_table(&error))?;
        let secret = |seat: usize, what| derive(seed, &format!("seat {}", seat + 1), what);
        let players = of.players(|seat| secret(seat, "key"));
        let players = players.map_err(|error| no_table(&error))?;
        let cannot = |error: protocol::OfferError| not_started(CANNOT_BEGIN, error.into());
        let start = table::first_position(&offer).map_err(cannot)?;
        let sides = of.sides(&start).map_err(|error| no_table(&error))?;
        let secrets = (0..players.len()).map(|seat| Fresh {
            match_secret: secret(seat, "match secret"),
            session_seed: secret(seat, "session key"),
            session_nonce: secret(seat, "session nonce"),
        });
        let secrets: Vec<Fresh> = secrets.collect();
        let names = players.iter().map(Player::name);
        let seats: Vec<(Side, &str)> = sides.iter().copied().zip(names).collect();
        let called = offer.scenario.side_names();
        table::check(&seats, start.sides(), called).map_err(|error| no_table(&error))?;
        let entries = players.iter().zip(&secrets).zip(&sides);
        let entries = entries.map(|((player, fresh), side)| {
            let place = (*side, table::team_of(&start, *side));
            SeatEntry::at_table(&player.identity(), fresh, player.name(), place)
        });
        // tried here: what a table of more than two is not played with yet is refused by name
        offer.table(entries.collect()).map_err(cannot)?;
        Ok(Self {
            offer,
            players,
            secrets,
            sides,
            choices,
        })
    }

    /// The match, in a folder that is a data folder of its own: it holds the keys with which it is resumed.
    fn config(self, folder: PathBuf) -> anyhow::Result<LocalConfig> {
        let record = folder.join("match.fpm");
        let home = Home::at(folder).map_err(no_folder)?;
        for (chair, player) in self.players.iter().enumerate() {
            home.seat_player(chair, player).map_err(|error| {
                let advice = error.advice();
                anyhow::Error::new(error).context(Failure::new(CANNOT_BEGIN, advice))
            })?;
        }
        Ok(LocalConfig {
            sides: self.sides,
            record: Some(record),
            fresh: self.secrets,
            ..LocalConfig::new(home, self.players, self.offer)
        })
    }
}
