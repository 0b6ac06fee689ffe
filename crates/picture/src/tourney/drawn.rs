//! The position that a diagram states.

use board::Cell;
use rules::Rules;
use rules::tourney::Position;

use crate::DiagramMistake;
use crate::diagram::{of_scenario, options, wrong};

/// The scenario whose board and rules hold unless a diagram names another.
const USUAL: &str = "tourney-small";

/// The parts of a diagram that state its position.
#[derive(Default)]
pub(super) struct Stated<'a> {
    /// The key of the scenario; else the small one.
    pub(super) scenario: Option<&'a str>,
    pub(super) options: Option<&'a str>,
    /// The letter of the side on turn; else White's.
    pub(super) turn: Option<&'a str>,
    /// The fields of the position text behind the numbers.
    pub(super) fields: Option<&'a str>,
    /// The rows of units on the whole board; none for the scenario's own start.
    pub(super) rows: &'a [&'a str],
}

impl Stated<'_> {
    pub(super) fn position(&self) -> Result<Position, DiagramMistake> {
        let chosen = self.options.map_or_else(|| Ok(Vec::new()), options)?;
        let key = self.scenario.unwrap_or(USUAL);
        let start: Position = of_scenario(key, &chosen, "the key of a Tourney scenario")?;
        // a diagram of a start needs no rows: the scenario has them
        if self.rows.is_empty() && self.turn.is_none() && self.fields.is_none() {
            return Ok(start);
        }
        let ranks = usize::from(start.board().ranks());
        // whole boards only: Castles and Greens lie where the scenario has them
        if self.rows.len() != ranks {
            return Err(DiagramMistake::Rows);
        }
        let rows: Vec<String> = self.rows.iter().map(|row| packed(row)).collect();
        let turn = self.turn.unwrap_or("w");
        let fields = self
            .fields
            .map_or_else(String::new, |fields| format!(" {fields}"));
        // turn 1, no orders made: a diagram that needs more says it in its fields
        let text = format!("{} {turn} 1 0{fields}", rows.join("/"));
        start
            .with_text(&text)
            .map_err(|error| wrong(&error.to_string(), "units as they can stand on this board"))
    }
}

/// A row with a number for as many dots, as position texts write rows.
fn packed(row: &str) -> String {
    let mut packed = String::new();
    let mut blanks = 0_u8;
    for word in row.split_whitespace() {
        if word == "." {
            blanks += 1;
            continue;
        }
        if blanks > 0 {
            packed.push_str(&blanks.to_string());
        }
        blanks = 0;
        packed.push_str(word);
    }
    if blanks > 0 {
        packed.push_str(&blanks.to_string());
    }
    packed
}

/// The cell in a text of a line.
pub(super) fn cell(text: &str) -> Result<Cell, DiagramMistake> {
    text.parse()
        .map_err(|_text| wrong(text, "a cell such as d4"))
}
