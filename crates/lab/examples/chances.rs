//! Fits the chance to win to games that the computer plays against itself, and prints the constants with their error.
//!
//! ```sh
//! cargo run --release -p lab --example chances -- play SEED FILE SCENARIO=GAMES…
//! cargo run --release -p lab --example chances -- fit FILE…
//! ```
//!
//! `play` adds the games to FILE, so that a fit needs no new ones. The scenarios of a fit must be of one family. Every turn is searched with the orders of a quick look at a game, and the value that
//! this search finds is the sample. Then one position in each game is searched with 20 seeds, for the noise.

// the constants are its output
#![allow(clippy::print_stdout)]

use std::error::Error;
use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use computer::Budget;
use lab::{Cell, Course, Study, Variant};
use rules::{AnyOrder, AnyPosition, Rules as _, Side, ToAct};

/// A game without an end after this many turns is left out.
const MOST_TURNS: u32 = 300;
/// The searches of a position for its noise.
const SEEDS: u64 = 20;

const USAGE: &str = "usage: chances play SEED FILE SCENARIO=GAMES… | chances fit FILE…";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let done = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["play", seed, file, ref wanted @ ..] => play(seed, file, wanted),
        ["fit", ref files @ ..] => fit(files),
        _ => Err(USAGE.into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// A turn of a game as it was searched.
struct Moment {
    position: AnyPosition,
    side: Side,
    value: i32,
}

/// Plays games and adds them to a file: for each game a line of values with results, and a line of one position's values.
fn play(seed: &str, file: &str, wanted: &[&str]) -> Result<(), Box<dyn Error>> {
    let never = AtomicBool::new(false);
    let seed = seed.parse()?;
    let mut out = OpenOptions::new().append(true).create(true).open(file)?;
    for wanted in wanted {
        let (name, games) = wanted.split_once('=').ok_or(USAGE)?;
        let (name, games) = (name.to_owned(), games.parse::<u32>()?);
        let start = Instant::now();
        let scenario = scenario::load(&name).ok_or("no such scenario")?;
        let scenario = scenario.map_err(|mistakes| format!("{mistakes:?}"))?;
        let study = Study {
            version: String::new(),
            program: None,
            scenario: name.clone(),
            title: name.clone(),
            digest: String::new(),
            options: Vec::new(),
            players: vec![String::new()],
            variants: vec![Variant::Normal],
            games,
            maps: None,
            max_turns: MOST_TURNS,
            seed,
        };
        let (mut turns, mut decided) = (0_usize, 0_u32);
        for index in 0..games {
            // one side begins every other game
            let first = index as usize % 2;
            let cell = Cell {
                player: 0,
                variant: 0,
                first,
                restricted: None,
            };
            let seen: Mutex<Vec<Moment>> = Mutex::default();
            let choose = |position: &AnyPosition, side: Side, seed: u64| -> Vec<AnyOrder> {
                let nodes = computer::quick_nodes(position);
                let valued = match position.to_act() {
                    ToAct::One(_) => computer::value(position, nodes, seed, &never),
                    _ => None,
                };
                match valued {
                    Some(valued) if valued.points.is_some() => {
                        let value = valued.points.unwrap_or_default();
                        let position = position.clone();
                        let moment = Moment {
                            position,
                            side,
                            value,
                        };
                        seen.lock().expect("no thread panicked").push(moment);
                        valued.turn
                    }
                    _ => computer::choose(position, side, Budget::Nodes(nodes), seed),
                }
            };
            let row = lab::play(&study, &scenario, (first, cell), index, &choose, &never)?;
            let row = row.ok_or("stopped")?;
            let seen = seen.into_inner()?;
            turns += seen.len();
            if row.end.is_empty() || seen.is_empty() {
                continue;
            }
            decided += 1;
            let result = |side: Side| match row.winner {
                None => 0.5,
                Some(winner) if winner == side.index() => 1.0,
                Some(_) => 0.0,
            };
            // a place that goes through the games, from their beginnings to their ends
            let probe = &seen[(index as usize * 7 + 3) % seen.len()];
            let nodes = computer::quick_nodes(&probe.position);
            let values = (0..SEEDS).filter_map(|seed| {
                computer::value(&probe.position, nodes, seed + 1, &never)?.points
            });
            let moments = seen
                .iter()
                .map(|moment| format!("{}:{}", moment.value, result(moment.side)));
            writeln!(out, "game {}", moments.collect::<Vec<_>>().join(" "))?;
            let values = values.map(|value| value.to_string());
            writeln!(out, "position {}", values.collect::<Vec<_>>().join(" "))?;
        }
        eprintln!(
            "{name}: {decided} of {games} games ended, {turns} turns, {:.0} s",
            start.elapsed().as_secs_f64()
        );
    }
    Ok(())
}

/// Prints the curve of the games in those files.
fn fit(files: &[&str]) -> Result<(), Box<dyn Error>> {
    let (mut courses, mut probes): (Vec<Course>, Vec<Vec<i32>>) = Default::default();
    for file in files {
        for line in fs::read_to_string(file)?.lines() {
            let (word, rest) = line.split_once(' ').ok_or("a line without values")?;
            if word == "position" {
                probes.push(rest.split(' ').map(str::parse).collect::<Result<_, _>>()?);
                continue;
            }
            let moments = rest.split(' ').map(|moment| -> Result<_, Box<dyn Error>> {
                let (value, result) = moment.split_once(':').ok_or("a value without a result")?;
                Ok((value.parse()?, result.parse()?))
            });
            courses.push(moments.collect::<Result<_, _>>()?);
        }
    }
    let mut curve = lab::fit(&courses).ok_or("no game was decided")?;
    curve.noise = lab::noise(&curve, &probes);
    let errors = [curve.spread[0], curve.spread[2]].map(f64::sqrt);
    println!("{curve:#?}");
    println!(
        "tempo {:.3} ± {:.3}, slope {:.3} ± {:.3} up to {} units, lost {:.3} ± {:.3}, noise {:.1} per mille, {} games",
        curve.tempo,
        errors[0],
        curve.slope,
        errors[1],
        curve.most,
        curve.lost.chance,
        curve.lost.error,
        curve.noise,
        courses.len()
    );
    Ok(())
}
