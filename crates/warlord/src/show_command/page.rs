//! A whole game as one page for a browser.

use picture::{Page, Scene};
use protocol::Step;
use protocol::manifest::Pace;
use protocol::replay::Replay;

use super::picture as board;
use crate::families::{outcome_words, side_name};
use crate::match_file;

pub(super) fn page(replay: &Replay) -> String {
    let scenes: Vec<Scene> = std::iter::once(board::scene(replay, None))
        .chain(entries(replay).map(|(at, step)| match step.orders(at) {
            Some(orders) => board::scene(replay, Some(orders)),
            None => Scene::of_start(&replay.history.position_after(at + 1)),
        }))
        .collect();
    let page = Page {
        title: &match_file::title(replay),
        head: head(replay),
        scenes: &scenes,
        turns: list(replay),
        folds: Vec::new(),
    };
    page.to_string()
}

fn head(replay: &Replay) -> Vec<(String, String)> {
    let (manifest, family) = (&replay.manifest, replay.scenario.family());
    let seats = manifest.all_seats().into_iter().filter_map(|seat| {
        let (entry, side) = (manifest.seat(seat)?, manifest.side_of(seat)?);
        // the name comes from the file, and may hold anything (docs/protocol.md, row 31)
        let name = protocol::plain_text(&entry.name);
        Some((side_name(family, side), name))
    });
    let result = match replay.outcome {
        Some(outcome) => outcome_words(family, replay.scenario.sides(), outcome),
        None => "not finished".to_owned(),
    };
    let is_timed = manifest.terms.pace != Pace::Untimed;
    let time = is_timed.then(|| ("Time".to_owned(), manifest.terms.to_string()));
    let result = ("Result".to_owned(), result);
    seats.chain(time).chain([result]).collect()
}

/// The steps with a line on the page: orders, and the points where a match continues in a new one.
fn entries(replay: &Replay) -> impl Iterator<Item = (usize, &Step)> {
    let steps = replay.history.steps().iter().enumerate();
    let steps = steps.map(|(at, step)| (at, &**step));
    steps.filter(|(at, step)| step.orders(*at).is_some() || step.between_matches().is_some())
}

/// The list of the turns, a line each.
fn list(replay: &Replay) -> Vec<String> {
    let family = replay.scenario.family();
    let lines = entries(replay).map(|(at, step)| match step.orders(at) {
        Some(orders) => {
            let side = side_name(family, orders.side);
            let back = super::taken_back(replay, orders);
            // any position of the match will do: the text of an order depends on the game, not on what stands where
            let text = super::orders_text(replay.history.start(), orders);
            format!("{side}{back}: {text}")
        }
        None => {
            let words = step.between_matches().unwrap_or_default();
            format!("The game {words}")
        }
    });
    lines.collect()
}
