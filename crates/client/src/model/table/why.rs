//! *Why not?*: the sentence of the rules on an order that the user has in mind, never in a match with another person.

use board::{Board, Cell};
use families::Hands;
use kit::model::meaning::Refusal;
use kit::model::scene::Sketch;
use rules::{AnyPosition, Rules as _, Side};

use super::Table;
use super::pointers::Explains;

/// The question as far as it is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Why {
    /// The next click names the unit.
    Unit,
    /// The next click names the cell for the unit on that cell.
    Cell(Cell),
}

/// The verdict of the rules on an order that the user has asked about.
#[derive(Debug)]
enum Answer {
    /// It can be given; the order in words.
    Possible(String),
    Refused(Refusal),
    /// No order leads from the one cell to the other.
    Nothing,
}

impl Table {
    /// Begins the question with the chosen unit, if there is one, or drops it.
    pub(crate) fn ask_why(&mut self) {
        let was_asked = self.board.why.is_some();
        let selected = self.board.selected;
        self.put_down();
        if was_asked || self.open_draft().is_none() {
            return;
        }
        match selected {
            Some(cell) => self.ask_of(cell),
            None => {
                self.board.why = Some(Why::Unit);
                self.say("Why not? Click a unit, of either side.");
            }
        }
    }

    /// The next click of the question.
    pub(crate) fn why_click(&mut self, asked: Why, cell: Cell) {
        match asked {
            Why::Unit => {
                let units = self.position().map(picture::symbols).unwrap_or_default();
                match units.iter().any(|(on, ..)| *on == cell) {
                    true => self.ask_of(cell),
                    false => self.say(&format!("No unit stands on {cell}. Click a unit.")),
                }
            }
            Why::Cell(from) => self.answer_why(from, cell),
        }
    }

    fn ask_of(&mut self, cell: Cell) {
        self.board.why = Some(Why::Cell(cell));
        self.board.selected = Some(cell);
        self.say(&format!(
            "Why can the unit on {cell} not go there? Click the cell, or the enemy."
        ));
    }

    fn say(&mut self, words: &str) {
        self.board.hint = None;
        self.board.said = Some(words.to_owned());
    }

    /// Says why the unit on one cell cannot go to another or act on it, and marks the cells that the reason names.
    pub(crate) fn answer_why(&mut self, from: Cell, to: Cell) {
        self.put_down();
        let Some(draft) = self.open_draft() else {
            return;
        };
        let (now, side) = (draft.position(), draft.side());
        let answer = answer(now, side, from, to, self.board.hands.clone());
        let board = now.board();
        let mut sketch = Sketch::default();
        if from != to {
            sketch.draw(from, to);
        }
        match answer {
            Answer::Possible(order) => self.say(&format!("That is possible: {order}.")),
            Answer::Refused(refusal) => {
                for cell in named(&refusal.what, board) {
                    // the unit itself is where the arrow begins
                    if cell != from && !sketch.marks.contains(&cell) {
                        sketch.draw(cell, cell);
                    }
                }
                self.board.hint = Some(refusal);
            }
            Answer::Nothing => {
                self.say(&format!(
                    "The rules have no order that leads from {from} to {to}."
                ));
            }
        }
        self.board.selected = Some(from);
        self.point(sketch, Explains::Answer);
    }
}

/// Asks the rules whether the unit on `from` has an order that leads to `to`, and for the refusal if it has none.
fn answer(now: &AnyPosition, side: Side, from: Cell, to: Cell, mut hands: Hands) -> Answer {
    let legal = now.legal_orders_from(side, from);
    let found = legal
        .iter()
        .find(|order| families::way(order) == Some((from, to)));
    if let Some(order) = found {
        return Answer::Possible(families::order(order, now));
    }
    // the meaning of a click has the first word: a family knows whether a shot or a move was meant
    let units = picture::symbols(now);
    let is_own = units.iter().any(|(on, of, _)| *on == from && *of == side);
    if is_own && from != to {
        hands.put_down();
        let meaning = hands.click(now, Some(side), Some(from), to);
        if let Some(refusal) = meaning.hint {
            return Answer::Refused(refusal);
        }
        let illegal = meaning.orders.first().map(|order| now.check(side, order));
        if let Some(Err(illegal)) = illegal {
            return Answer::Refused(Refusal::from(&illegal));
        }
    }
    let written = now.parse_order(side, &format!("{from}-{to}"));
    match written.map(|order| now.check(side, &order).map(|()| order)) {
        Ok(Ok(order)) => Answer::Possible(families::order(&order, now)),
        Ok(Err(illegal)) => Answer::Refused(Refusal::from(&illegal)),
        Err(_) => Answer::Nothing,
    }
}

/// The cells that a sentence names.
// every reason of the rules names the cells that it is about, so the words and the marks cannot differ
fn named(sentence: &str, board: Board) -> Vec<Cell> {
    let words = sentence.split(|letter: char| !letter.is_ascii_alphanumeric());
    let cells = words.filter_map(|word| word.parse::<Cell>().ok());
    cells.filter(|cell| board.contains(*cell)).collect()
}
