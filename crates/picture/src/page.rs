//! A whole game as one page for a browser; the page loads nothing, and its content policy forbids it to.

use std::fmt;

use crate::{Picture, Scene};

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// A game as a page to leaf through; displaying the page writes the whole file. Texts are escaped.
#[derive(Debug, Clone)]
pub struct Page<'a> {
    /// The title.
    pub title: &'a str,
    /// The players and the result: a word for each, and its value.
    pub head: Vec<(String, String)>,
    /// The board at the start, and after every turn with the turn's orders.
    pub scenes: &'a [Scene],
    /// The turns, one line each.
    pub turns: Vec<String>,
}

impl fmt::Display for Page<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // titles, names and turns come from a match file, which anybody may have written
        let title = escaped(self.title);
        // no turns, no picture: the page then has its lists alone
        let cell = self.scenes.first().map_or(1, Scene::fitting_cell);
        let film = Picture::film(self.scenes, self.title);
        let film = film.map(|film| film.with_cell(cell).to_string());
        let film = film.unwrap_or_default();
        let last = self.turns.len();
        let line = |(word, text): &(String, String)| {
            format!("<p>{} <b>{}</b></p>\n", escaped(word), escaped(text))
        };
        let head: String = self.head.iter().map(line).collect();
        let turns = self.turns.iter();
        let turns: String = turns
            .map(|turn| format!("<li>{}</li>\n", escaped(turn)))
            .collect();
        // the policy forbids every request: pages of matches are passed on, and opening one must not call anybody;
        // without scripts the last board shows alone, and not every board under the one before it
        write!(
            f,
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
{head}</header>
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
{turns}</ol>
</main>
<script>
{SCRIPT}</script>
</body>
</html>
"#
        )
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
