//! A whole game as one page for a browser; the page loads nothing, and its content policy forbids it to.

use std::fmt::{self, Write as _};

use board::Edge;

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
    /// The edge of the board at the bottom.
    pub bottom: Edge,
    /// The turns, one line each.
    pub turns: Vec<String>,
    /// Turns that are told in one line and fold behind it, in the order of the turns.
    pub folds: Vec<Fold>,
}

/// Turns of a page that fold behind one line, such as the rounds of a fight.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fold {
    /// The first of them, by its place in [`Page::turns`].
    pub first: usize,
    /// How many they are.
    pub count: usize,
    /// The line that is left when they are folded.
    pub line: String,
}

impl Page<'_> {
    /// The list of the turns as HTML; a fold is a list of its own. Numbers are stated where a list does not count on.
    fn list(&self) -> String {
        let mut list = String::new();
        let mut folds = self.folds.iter().peekable();
        // where the open fold ends
        let mut end = None;
        let mut is_after = false;
        for (number, turn) in self.turns.iter().enumerate() {
            // the start is line 0
            let value = number + 1;
            // writing to a string cannot fail
            if let Some(fold) = folds.next_if(|fold| fold.first == number) {
                let line = escaped(&fold.line);
                let _ = writeln!(
                    list,
                    "<li class=\"fold\"><details><summary>{line}</summary>\n<ol start=\"{value}\">"
                );
                end = Some(number + fold.count.max(1));
                is_after = false;
            }
            let turn = escaped(turn);
            let _ = match std::mem::take(&mut is_after) {
                true => writeln!(list, "<li tabindex=\"0\" value=\"{value}\">{turn}</li>"),
                // reached by Tab like every other line, and shown by Enter
                false => writeln!(list, "<li tabindex=\"0\">{turn}</li>"),
            };
            // a fold that reaches beyond the last turn ends with it
            if end.is_some_and(|end| end == value || value == self.turns.len()) {
                list.push_str("</ol></details></li>\n");
                end = None;
                is_after = true;
            }
        }
        list
    }
}

impl fmt::Display for Page<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // titles, names and turns come from a match file, which anybody may have written
        let title = escaped(self.title);
        // no turns, no picture: the page then has its lists alone
        let cell = self.scenes.first().map_or(1, Scene::fitting_cell);
        let film = Picture::film(self.scenes, self.title);
        let film = film.map(|film| film.with_cell(cell).seen_from(self.bottom).to_string());
        let film = film.unwrap_or_default();
        let last = self.turns.len();
        let line = |(word, text): &(String, String)| {
            format!("<p>{} <b>{}</b></p>\n", escaped(word), escaped(text))
        };
        let head: String = self.head.iter().map(line).collect();
        let turns = self.list();
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
<li tabindex="0">The start</li>
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_on_paper_has_every_turn() {
        // a list that scrolls prints what is in sight of it, and a closed fold its one line
        let print = STYLE.split("@media print").nth(1).expect("words for paper");
        assert!(print.contains("#turns { max-height: none; overflow: visible"));
        assert!(SCRIPT.contains("beforeprint"));
    }

    #[test]
    fn turns_fold_behind_one_line_and_are_counted_on_after_it() {
        let fold = |first, count| Fold {
            first,
            count,
            line: "K<F".to_owned(),
        };
        let page = Page {
            title: "",
            head: Vec::new(),
            scenes: &[],
            bottom: Edge::South,
            turns: ["one", "two", "three", "four"].map(str::to_owned).into(),
            folds: vec![fold(1, 2), fold(3, 9)],
        };
        assert_eq!(
            page.list().replace('\n', ""),
            "<li tabindex=\"0\">one</li>\
             <li class=\"fold\"><details><summary>K&lt;F</summary><ol start=\"2\">\
             <li tabindex=\"0\">two</li><li tabindex=\"0\">three</li></ol></details></li>\
             <li class=\"fold\"><details><summary>K&lt;F</summary><ol start=\"4\">\
             <li tabindex=\"0\">four</li></ol></details></li>"
        );
        let plain = Page {
            folds: vec![fold(0, 1)],
            ..page
        };
        assert!(
            plain
                .list()
                .contains("<li tabindex=\"0\" value=\"2\">two</li>\n<li tabindex=\"0\">three</li>")
        );
    }
}
