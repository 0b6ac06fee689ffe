//! The arguments that name the seats of a table on this machine: who sits there, under which name, in which team.

use std::collections::BTreeMap;

use ::home::Player;
use clap::Args;
use net::TableError;
use protocol::Seat;
use rules::{AnyPosition, Side};

use crate::decider::{Decider, DeciderChoice, DeciderError, Settings};
use crate::failure::Failure;
use crate::sitting::Deciders;

/// The names of players who give none.
const NAMES: [&str; 8] = ["Ann", "Ben", "Cid", "Dot", "Eve", "Fay", "Gil", "Hal"];

/// Seats of one machine, each with its player.
#[derive(Debug, Default, Args)]
pub(crate) struct SeatArguments {
    /// Who plays seat N of this machine, counted from 1: `me` (you, or a script), `computer`, `computer:LEVEL`, or `engine
    /// COMMAND` (may be repeated)
    #[arg(long = "seat", value_name = "N=WHO", value_parser = seat)]
    players: Vec<(usize, DeciderChoice)>,
}

/// A table of two to eight seats on this machine.
#[derive(Debug, Default, Args)]
pub(crate) struct TableArguments {
    /// Play at one table of N seats, two to eight, in this program. The seats go round the sides; the members of a side
    /// take its turns in turn, or with --option share=leaders have leaders of their own
    #[arg(long, value_name = "N")]
    seats: Option<usize>,
    #[command(flatten)]
    seat: SeatArguments,
    /// The name of the player at seat N (may be repeated)
    #[arg(long = "name", value_name = "N=NAME", value_parser = name)]
    names: Vec<(usize, String)>,
    /// Seat N plays for team K, counted from 1: for its side, or one of the sides that the rules ally (may be repeated)
    #[arg(long = "team", value_name = "N=K", value_parser = team)]
    teams: Vec<(usize, usize)>,
}

/// The error of a text that is not of the form `N=SOMETHING`.
#[derive(Debug, thiserror::Error)]
#[error("`{text}` is not {form}, as in {example}")]
pub(crate) struct NotNumbered {
    text: String,
    form: &'static str,
    example: &'static str,
}

pub(crate) fn numbered<T>(
    text: &str,
    [form, example]: [&'static str; 2],
    read: impl FnOnce(&str) -> Option<T>,
) -> Result<(usize, T), NotNumbered> {
    let parts = text.split_once('=');
    let parts =
        parts.and_then(|(number, what)| Some((number.trim().parse().ok()?, read(what.trim())?)));
    parts.ok_or_else(|| NotNumbered {
        text: text.to_owned(),
        form,
        example,
    })
}

fn seat(text: &str) -> Result<(usize, DeciderChoice), NotNumbered> {
    numbered(
        text,
        [
            "N=WHO",
            "2=me, 3=computer:easy or 4=engine \"python3 bot.py\"",
        ],
        |who| who.parse().ok(),
    )
}

fn name(text: &str) -> Result<(usize, String), NotNumbered> {
    numbered(text, ["N=NAME", "2=Cid"], |name| {
        (!name.is_empty()).then(|| name.to_owned())
    })
}

pub(crate) fn team(text: &str) -> Result<(usize, usize), NotNumbered> {
    numbered(text, ["N=K", "3=1"], |team| team.parse().ok())
}

/// What is said of each seat; an error if it is said of one that does not exist, or twice.
pub(crate) fn by_seat<T: Clone>(
    given: &[(usize, T)],
    seats: usize,
    what: &'static str,
) -> Result<BTreeMap<usize, T>, TableError> {
    let mut all = BTreeMap::new();
    for (number, it) in given {
        let number = *number;
        if !(1..=seats).contains(&number) {
            return Err(TableError::NoSeat { number, seats });
        }
        if all.insert(number - 1, it.clone()).is_some() {
            return Err(TableError::SeatTwice { number, what });
        }
    }
    Ok(all)
}

/// The error of a table that cannot be played.
pub(crate) fn no_table(error: &TableError) -> Failure {
    Failure::new(error.to_string(), error.advice())
}

impl SeatArguments {
    pub(crate) const fn is_empty(&self) -> bool {
        self.players.is_empty()
    }

    /// Who plays each of so many seats; `usual` where nobody is named.
    pub(crate) fn choices(
        &self,
        seats: usize,
        usual: &DeciderChoice,
    ) -> Result<Vec<DeciderChoice>, TableError> {
        let named = by_seat(&self.players, seats, "its player")?;
        let choices = (0..seats).map(|seat| named.get(&seat).unwrap_or(usual).clone());
        Ok(choices.collect())
    }
}

/// Starts the players of the seats; the people among them share one keyboard.
pub(crate) fn start(
    choices: impl IntoIterator<Item = (Seat, DeciderChoice)>,
    settings: impl Fn(Seat) -> Settings,
) -> Result<Deciders, DeciderError> {
    let mut table: Vec<(Decider, Vec<Seat>)> = Vec::new();
    for (seat, choice) in choices {
        let mut there = table.iter_mut();
        let people = there.find(|(decider, _)| decider.reads_lines());
        match people {
            Some((_, seats)) if choice == DeciderChoice::Person => seats.push(seat),
            _ => table.push((choice.start(settings(seat))?, vec![seat])),
        }
    }
    Ok(Deciders::of_table(table))
}

impl TableArguments {
    /// True if a table is asked for that two programs with a connection cannot be.
    pub(crate) fn is_named(&self) -> bool {
        let is_changed = !self.names.is_empty() || !self.teams.is_empty();
        is_changed || !self.seat.is_empty() || self.seats.is_some_and(|seats| seats != 2)
    }

    /// The number of seats.
    pub(crate) fn seats(&self) -> usize {
        self.seats.unwrap_or(2)
    }

    /// Who plays each seat; `usual` where nobody is named.
    pub(crate) fn choices(&self, usual: &DeciderChoice) -> Result<Vec<DeciderChoice>, TableError> {
        // before a list of that length is made
        if !(2..=NAMES.len()).contains(&self.seats()) {
            return Err(TableError::Seats {
                seats: self.seats(),
            });
        }
        self.seat.choices(self.seats(), usual)
    }

    /// The players, with the keys that `key` gives.
    pub(crate) fn players(
        &self,
        key: impl Fn(usize) -> [u8; 32],
    ) -> Result<Vec<Player>, TableError> {
        let named = by_seat(&self.names, self.seats(), "its name")?;
        let players = (0..self.seats()).zip(NAMES).map(|(seat, usual)| {
            let name = named.get(&seat).map_or(usual, String::as_str);
            Player::from_seed(name, &key(seat))
        });
        Ok(players.collect())
    }

    /// The side of each seat in the game that begins with that position.
    pub(crate) fn sides(&self, start: &AnyPosition) -> Result<Vec<Side>, TableError> {
        let wishes = by_seat(&self.teams, self.seats(), "its team")?;
        net::table::sides(start, None, self.seats(), &wishes)
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;
    use rules::Rules as _;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        table: TableArguments,
    }

    fn read(words: &str) -> TableArguments {
        let words = ["demo"].into_iter().chain(words.split_whitespace());
        Line::try_parse_from(words).expect("arguments").table
    }

    fn refusal(words: &str, scenario: &str, options: &[(&str, &str)]) -> String {
        let table = read(words);
        let scenario = scenario::load(scenario).expect("built in").expect("right");
        let options = options
            .iter()
            .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()));
        let options: Vec<(String, String)> = options.collect();
        let start = scenario.start(&options).expect("options");
        let usual = DeciderChoice::Person;
        let refused = table.choices(&usual).err();
        let refused = refused.or_else(|| {
            table
                .players(|seat| [u8::try_from(seat).expect("few"); 32])
                .err()
        });
        let refused = refused.or_else(|| {
            let sides = match table.sides(&start) {
                Ok(sides) => sides,
                Err(error) => return Some(error),
            };
            let players = table.players(|_| [0; 32]).expect("asked above");
            let seats = sides.into_iter().zip(players.iter().map(Player::name));
            let seats: Vec<(Side, &str)> = seats.collect();
            net::table::check(&seats, start.sides(), scenario.side_names()).err()
        });
        refused.map_or_else(String::new, |error| error.to_string())
    }

    #[test]
    fn a_table_that_cannot_be_is_refused_with_what_is_wrong() {
        let clash = |words| refusal(words, "clash-of-arms", &[]);
        assert_eq!(clash("--seats 4 --seat 2=me --name 3=Eva --team 4=2"), "");
        for (words, what) in [
            ("--seats 9", "a table of 9 seats: a table has two to 8"),
            ("--seats 0", "a table of 0 seats: a table has two to 8"),
            ("--seats 1", "a table of 1 seats: a table has two to 8"),
            (
                "--seats 4 --seat 5=me",
                "there is no seat 5: the table has seats 1 to 4",
            ),
            (
                "--seats 4 --seat 0=me",
                "there is no seat 0: the table has seats 1 to 4",
            ),
            (
                "--seats 4 --seat 2=me --seat 2=computer",
                "seat 2 is given twice, for its player",
            ),
            (
                "--seats 4 --team 1=3",
                "there is no team 3: the game has teams 1 to 2",
            ),
            (
                "--seats 3 --team 5=1",
                "there is no seat 5: the table has seats 1 to 3",
            ),
            (
                "--seats 3 --team 1=1 --team 2=1 --team 3=1",
                "nobody plays Amber: the game has 2 sides, and the table 3 seats",
            ),
            ("--seats 3 --name 2=Аnn", "the names Ann and Аnn look alike"),
        ] {
            assert_eq!(clash(words), what, "{words}");
        }
        assert_eq!(
            refusal("--seats 3", "tourney-4", &[]),
            "nobody plays Sky-blue: the game has 4 sides, and the table 3 seats"
        );
    }

    #[test]
    fn what_is_no_seat_is_told_with_an_example() {
        for words in [
            "--seat me",
            "--seat 1=nobody",
            "--seat x=me",
            "--team 1",
            "--name 1=",
        ] {
            let words = ["demo"].into_iter().chain(words.split_whitespace());
            let error = Line::try_parse_from(words)
                .err()
                .expect("refused")
                .to_string();
            assert!(error.contains("as in"), "{error}");
        }
    }
}
