//! A whole game as one page for a browser; the page loads nothing.

use std::fmt::Write as _;

use picture::{Picture, Scene};
use protocol::replay::Replay;

use super::picture as board;
use crate::families::{outcome_words, side_name};
use crate::match_file;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// The page of a game.
pub(super) fn page(replay: &Replay) -> String {
    let title = escaped(&match_file::title(replay));
    let turns = replay.history.orders().map(Some);
    let scenes: Vec<Scene> = std::iter::once(None)
        .chain(turns)
        .map(|turn| board::scene(replay, turn))
        .collect();
    let film = Picture::film(&scenes, &title)
        .map(|film| {
            film.with_cell(scenes.first().map_or(1, board::cell))
                .to_string()
        })
        .unwrap_or_default();
    let last = replay.history.orders().count();
    format!(
        r#"<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<title>{title}</title>
<style>
{STYLE}</style>
<noscript><style>.turn:last-of-type {{ display: inline }}</style></noscript>
</head>
<body>
<header><h1>{title}</h1>
{}</header>
<main>
<figure>
{film}<figcaption>
<button id="back" aria-label="One turn back">&#9664;</button>
<input id="at" type="range" min="0" max="{last}" value="{last}" aria-label="Turn">
<button id="on" aria-label="One turn on">&#9654;</button>
</figcaption>
</figure>
<ol id="turns" start="0">
<li>The start</li>
{}</ol>
</main>
<script>
{SCRIPT}</script>
</body>
</html>
"#,
        head(replay),
        list(replay)
    )
}

/// The players and the outcome.
fn head(replay: &Replay) -> String {
    let (manifest, family) = (&replay.manifest, replay.scenario.family());
    let mut lines = String::new();
    for seat in manifest.all_seats() {
        if let (Some(entry), Some(side)) = (manifest.seat(seat), manifest.side_of(seat)) {
            let name = escaped(&protocol::plain_text(&entry.name));
            let _ = writeln!(lines, "<p>{} <b>{name}</b></p>", side_name(family, side));
        }
    }
    let result = match replay.outcome {
        Some(outcome) => outcome_words(family, outcome),
        None => "not finished".to_owned(),
    };
    let _ = writeln!(lines, "<p>Result <b>{}</b></p>", escaped(&result));
    lines
}

/// The list of the turns, a line each.
fn list(replay: &Replay) -> String {
    let mut lines = String::new();
    let family = replay.scenario.family();
    for orders in replay.history.orders() {
        let side = side_name(family, orders.side);
        let orders = escaped(&super::orders_text(replay.history.start(), orders));
        let _ = writeln!(lines, "<li>{side}: {orders}</li>");
    }
    lines
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
