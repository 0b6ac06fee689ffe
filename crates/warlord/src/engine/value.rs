//! The answer to `value`: how each side stands.

use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Result, bail};
use rules::{AnyPosition, Rules as _, ToAct};

use super::words::{number, split};

const USAGE: &str = "value takes a number of orders and a seed, as in value nodes 20000 seed 7";

/// Reads `[nodes N] [seed N]` and returns a line `value SIDE WIN ERROR POINTS` for each side.
pub(super) fn lines(position: &AnyPosition, rest: &str, stop: &AtomicBool) -> Result<Vec<String>> {
    let (mut nodes, mut seed) = (computer::quick_nodes(position), 0);
    let mut rest = rest;
    while !rest.is_empty() {
        let (word, more) = split(rest);
        let (amount, more) = split(more);
        match word {
            "nodes" => nodes = number(amount, USAGE)?,
            "seed" => seed = number(amount, USAGE)?,
            _ => bail!(USAGE),
        }
        rest = more;
    }
    let valued = computer::value(position, nodes, seed, stop);
    // a search that was cut off saw too little to say anything
    if stop.load(Ordering::Relaxed) {
        bail!("stopped");
    }
    let Some(valued) = valued else {
        bail!(match position.to_act() {
            ToAct::Secretly(_) => "a position has no value while a choice of this kind is awaited",
            ToAct::Lots(_) => "a position has no value while a lot is awaited: say `lots N`",
            ToAct::One(_) | ToAct::Nobody(_) => "this game has no values",
        });
    };
    let family = position.family();
    let standings = valued.standings.iter().map(|standing| {
        let name = family.side_name(standing.side);
        let points = f64::from(standing.tenths) / 10.0;
        format!(
            "value {name} {} {} {points:.1}",
            standing.win, standing.error
        )
    });
    Ok(standings.collect())
}
