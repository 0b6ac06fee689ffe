//! The diagrams of Tourney's rules text.
//!
//! The rows are the units on the whole board of a scenario, the top rank first, with blanks between the cells, as
//! position texts write them: `.` is empty, `K` a Knight of White's, `(kf)` two units of Black's. Without rows the
//! scenario's own start is shown. The lines after them are carried out in turn:
//!
//! | line | does |
//! |---|---|
//! | `scenario: tourney` | the board and the rules; else those of `tourney-small` |
//! | `options: wounds=on` | switches |
//! | `turn: b` | the side on turn; else White |
//! | `fields: dw=k` | what the position text says behind the rows: Dungeons, queues, graves |
//! | `lots: 7` | supplies the value of the pending lot |
//! | `do: d2-d4; end` | carries out orders of whoever must decide, separated by semicolons |
//! | `moves: d2` | shows where the units of a cell can go |
//! | `refused: d2-d7; slay d4` | shows orders the rules refuse, and the reasons |
//! | `zones: all` | shows the squares on which the sides muster |
//! | `beside: all` | shows Castles, Dungeons and cards beside the board |
//! | `outcome: white castle` | checks that the game is over, with that outcome |

use board::Cell;
use rules::tourney::{Order, Position};
use rules::{Rules, Side, ToAct};

use super::compose::{add_order, add_ways, scene, start};
use super::{bare, drawn};
use crate::diagram::{self, wrong};
use crate::{Diagram, DiagramError, DiagramMistake, Mark, Scene};

/// A diagram being made, and whether it shows what lies beside the board.
struct Script {
    inner: diagram::Script<Position>,
    shows_beside: bool,
}

/// The diagrams of the family's rules text.
///
/// # Errors
/// The first diagram that cannot be drawn as it is stated, or whose statements the rules contradict.
pub fn diagrams(text: &str) -> Result<Vec<Diagram>, DiagramError> {
    Diagram::all(text, run)
}

/// Draws the diagram that begins on a line of the text.
fn run(line: usize, body: &[(usize, &str)]) -> Result<(Scene, Vec<String>), DiagramError> {
    let stated = diagram::Stated::read(line, body)?;
    let position = position(&stated)?;
    let bare = bare(&position.game().terrain);
    let mut script = Script {
        inner: diagram::Script::new(position, bare),
        shows_beside: false,
    };
    for (line, word, text) in &stated.lines {
        let at = diagram::Stated::at(*line);
        script.line(word, text).map_err(at)?;
    }
    Ok(script.finish())
}

/// The words that state a position; the others of a diagram do something with it.
pub(crate) const POSITION_WORDS: &[&str] = &["scenario", "options", "turn", "fields"];

/// The position in the rows and the words [`POSITION_WORDS`].
pub(crate) fn position(stated: &diagram::Stated<'_>) -> Result<Position, DiagramError> {
    let said = |word| stated.said(word).map(|(_, text)| text);
    let drawn = drawn::Stated {
        scenario: said("scenario"),
        options: said("options"),
        turn: said("turn"),
        fields: said("fields"),
        rows: &stated.rows,
    };
    drawn.position().map_err(diagram::Stated::at(stated.line))
}

impl Script {
    fn line(&mut self, word: &str, text: &str) -> Result<(), DiagramMistake> {
        let orders = || text.split(';').map(str::trim);
        match word {
            // read before the first line is carried out, since they state the position
            "scenario" | "options" | "turn" | "fields" => Ok(()),
            "lots" => self.inner.lots(text),
            "do" => orders().try_for_each(|order| self.carry_out(order)),
            "moves" => text
                .split_whitespace()
                .try_for_each(|name| self.moves(drawn::cell(name)?)),
            "refused" => orders().try_for_each(|order| self.refused(order)),
            "zones" => {
                self.inner
                    .scene
                    .marks
                    .extend(start(&self.inner.position).marks);
                Ok(())
            }
            "beside" => {
                self.shows_beside = true;
                Ok(())
            }
            "outcome" => self.inner.outcome(text),
            _ => Err(DiagramMistake::Word(word.to_owned())),
        }
    }

    fn finish(self) -> (Scene, Vec<String>) {
        let marked = self.inner.scene;
        let mut scene = scene(&self.inner.position, false);
        scene.marks.extend(marked.marks);
        scene.arrows = marked.arrows;
        scene.played = marked.played;
        // most diagrams are about a few cells, and the places beside the board would only make them wider
        if !self.shows_beside {
            scene.beside.clear();
            scene.played.clear();
        }
        (scene, self.inner.notes)
    }

    /// The order of that text, with the side that gives it: one that must decide.
    fn order(&self, text: &str) -> Result<(Side, Order), DiagramMistake> {
        let position = &self.inner.position;
        let sides = match position.to_act() {
            ToAct::One(side) => side.into(),
            ToAct::Secretly(sides) => sides,
            // nobody may give an order then; the side on turn stands for all, and the refusal says why
            ToAct::Lots(_) | ToAct::Nobody(_) => position.turn().side.into(),
        };
        let mut meant = None;
        for side in sides.iter() {
            let Ok(order) = position.parse_order(side, text) else {
                continue;
            };
            // both sides may be asked for cards, and a card of the one is none of the other
            let is_legal = Rules::check(position, side, &order).is_ok();
            if is_legal {
                return Ok((side, order));
            }
            // kept although illegal: the rules then say why the first side that could mean it may not give it
            meant = meant.or(Some((side, order)));
        }
        meant.ok_or_else(|| wrong(text, "an order on this board"))
    }

    fn carry_out(&mut self, text: &str) -> Result<(), DiagramMistake> {
        let (side, order) = self.order(text)?;
        let events = Rules::apply(&mut self.inner.position, side, &order);
        let events = events.map_err(|why| DiagramMistake::Illegal {
            order: text.to_owned(),
            why: why.into(),
        })?;
        add_order(&mut self.inner.scene, &events);
        Ok(())
    }

    /// Shows where the units of a cell can go.
    fn moves(&mut self, cell: Cell) -> Result<(), DiagramMistake> {
        let position = &self.inner.position;
        let side = position.turn().side;
        let orders = position.legal_orders_from(side, cell);
        if orders.is_empty() {
            return Err(wrong(&cell.to_string(), "the cell of a unit that can move"));
        }
        self.inner.scene.marks.push((cell, Mark::Selected));
        add_ways(&mut self.inner.scene, &self.inner.position, &orders);
        Ok(())
    }

    /// Shows that the rules refuse an order, and why.
    fn refused(&mut self, text: &str) -> Result<(), DiagramMistake> {
        let (side, order) = self.order(text)?;
        let Err(why) = Rules::check(&self.inner.position, side, &order) else {
            return Err(DiagramMistake::Legal(text.to_owned()));
        };
        let marks = &mut self.inner.scene.marks;
        if let Order::Move { man, to } = &order {
            let from = (man.cell, Mark::Selected);
            // two refused orders may begin on one cell, which is marked once
            if !marks.contains(&from) {
                marks.push(from);
            }
            marks.push((*to, Mark::Blocked));
        }
        let paragraph = rules::Illegal::rule(&why);
        self.inner
            .notes
            .push(format!("`{text}`: {why} ({paragraph})."));
        Ok(())
    }
}
