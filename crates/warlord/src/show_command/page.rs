//! A whole game as one page for a browser.

use picture::{Fold, Page, Scene};
use protocol::Step;
use protocol::manifest::Pace;
use protocol::replay::Replay;

use super::picture as board;
use crate::families::{self, Told, outcome_words};
use crate::match_file;

pub(super) fn page(replay: &Replay) -> String {
    let bouts = families::bouts(replay.scenario.family(), replay.history.steps());
    let entries = entries(replay, &bouts);
    let scenes: Vec<Scene> = std::iter::once(board::scene(replay, None))
        .chain(entries.iter().map(|(at, step)| match step.orders(*at) {
            Some(orders) => board::scene(replay, Some(orders)),
            None => {
                let mut scene = Scene::of_start(&replay.history.position_after(at + 1));
                scene.add_opened(step.events());
                scene
            }
        }))
        .collect();
    let folds = bouts.iter().map(|(first, told)| Fold {
        first: entries.partition_point(|(at, _)| at < first),
        count: told.rounds.len(),
        line: told.line.clone(),
    });
    let page = Page {
        title: &match_file::title(replay),
        head: head(replay),
        scenes: &scenes,
        bottom: ::board::Edge::South,
        turns: list(replay, &entries, &bouts),
        folds: folds.collect(),
    };
    page.to_string()
}

fn head(replay: &Replay) -> Vec<(String, String)> {
    let (manifest, family) = (&replay.manifest, replay.scenario.family());
    let names = replay.scenario.side_names();
    let seats = manifest.all_seats().into_iter().filter_map(|seat| {
        let (entry, side) = (manifest.seat(seat)?, manifest.side_of(seat)?);
        // the name comes from the file, and may hold anything (docs/protocol.md, row 31)
        let name = protocol::plain_text(&entry.name);
        Some((names.of(side).to_owned(), name))
    });
    let result = match replay.outcome {
        Some(outcome) => outcome_words(names, family, replay.scenario.sides(), outcome),
        None => "not finished".to_owned(),
    };
    let is_timed = manifest.terms.pace != Pace::Untimed;
    let time = is_timed.then(|| ("Time".to_owned(), manifest.terms.to_string()));
    let result = ("Result".to_owned(), result);
    seats.chain(time).chain([result]).collect()
}

/// The steps with a line on the page: orders, choices in parts, the rounds of fights, and the points where a match continues in a new one.
fn entries<'a>(replay: &'a Replay, bouts: &[(usize, Told)]) -> Vec<(usize, &'a Step)> {
    let names = replay.scenario.side_names();
    let steps = replay.history.steps().iter().enumerate();
    let steps = steps.map(|(at, step)| (at, &**step));
    let is_shown = |(at, step): &(usize, &Step)| {
        step.orders(*at).is_some()
            || step.between_matches(names).is_some()
            || !super::parts_words(replay, step).is_empty()
            || round(bouts, *at).is_some()
    };
    steps.filter(is_shown).collect()
}

/// The round that a step is of a fight.
fn round(bouts: &[(usize, Told)], at: usize) -> Option<&str> {
    let after = bouts.partition_point(|(first, _)| *first <= at);
    let (first, told) = bouts.get(after.checked_sub(1)?)?;
    told.rounds.get(at - first).map(String::as_str)
}

/// The list of the turns, a line each.
fn list(replay: &Replay, entries: &[(usize, &Step)], bouts: &[(usize, Told)]) -> Vec<String> {
    let names = replay.scenario.side_names();
    let lines = entries.iter().map(|(at, step)| match step.orders(*at) {
        Some(orders) => {
            let turn = super::turn_name(replay, orders);
            let back = super::taken_back(replay, orders);
            // with the letters of units and what was taken, for a reader who does not type orders
            let text = ::families::line(&replay.history, orders.step);
            format!("{turn}{back}: {}", text.unwrap_or_default())
        }
        None => match (round(bouts, *at), step.between_matches(names)) {
            (Some(round), _) => round.to_owned(),
            (None, Some(words)) => format!("The game {words}"),
            (None, None) => super::parts_words(replay, step).join("; "),
        },
    });
    lines.collect()
}
