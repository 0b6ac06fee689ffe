//! The diagrams of Warlord's rules text.
//!
//! The rows are the units by their symbols, the top rank first; a second column gives the terrain by the letters of the
//! engine's answer `terrain`. Instead of rows, `scenario:` takes a whole scenario. The lines after them are carried out
//! in turn:
//!
//! | line | does |
//! |---|---|
//! | `like: warlord-2.0` | takes CAP, range, endings and switches of that scenario; else those of A Test of Wills |
//! | `options: swap=on` | switches |
//! | `lots: 7` | supplies the value of the pending lot |
//! | `books: 0 1` | places those ready-made set-ups of White and Black |
//! | `do: d1-d2 end` | carries out orders; shows the orders of the last turn as ways, and units that have moved paler |
//! | `moves: d1` | shows the legal orders of units |
//! | `reach: d1` | shows the cells that units reach under command, and the cells out of reach here but not in the open |
//! | `refused: d1-d4` | shows orders the rules refuse, and the reasons |
//! | `ranges: c3` | shows the activation ranges of leaders |
//! | `threats: black` | shows the cells that a side's units reach |
//! | `towns: white` | shows the towns a side stands on |
//! | `sections: all` | shows the sections of hidden set-ups |
//! | `entries: all` | shows the cells where reinforcements may enter now |
//! | `outcome: white towns` | checks that the game is over, with that outcome |

use board::Cell;
use rules::Family;
use rules::warlord::{Order, Position, Side, Terrain, Unit};

use super::bare;
use super::compose::{add_destinations, add_order, add_range, add_threats, scene, start};
use super::drawn::{self, empty, new_game, with_units};
use crate::diagram::{self, Stated, options};
use crate::{Diagram, DiagramError, DiagramMistake, Mark, Scene};

type Script = diagram::Script<Position>;

/// The scenario whose rules hold unless a diagram names a scenario: its only switch is self-activating Light Cavalry.
const LIKE: &str = "test-of-wills";

/// The diagrams of the family's rules text.
///
/// # Errors
/// The first diagram that cannot be drawn as it is stated, or whose statements the rules contradict.
pub fn diagrams(text: &str) -> Result<Vec<Diagram>, DiagramError> {
    Diagram::all(text, run)
}

/// Draws the diagram that begins on a line of the text.
fn run(line: usize, body: &[(usize, &str)]) -> Result<(Scene, Vec<String>), DiagramError> {
    let stated = Stated::read(line, body)?;
    let position = position(&stated)?;
    let bare = bare(&position.game().terrain);
    let mut diagram = Script::new(position, bare);
    for (line, word, text) in stated.lines {
        diagram.line(word, text).map_err(Stated::at(line))?;
    }
    Ok(diagram.finish())
}

/// The words that state a position; the others of a diagram do something with it.
pub(crate) const POSITION_WORDS: &[&str] = &["like", "scenario", "options"];

/// The position in the rows and the words [`POSITION_WORDS`].
pub(crate) fn position(stated: &Stated<'_>) -> Result<Position, DiagramError> {
    let options = match stated.said("options") {
        Some((line, text)) => options(text).map_err(Stated::at(line))?,
        None => Vec::new(),
    };
    if let Some((line, key)) = stated.said("scenario") {
        return new_game(key, &options).map_err(Stated::at(line));
    }
    let (line, key) = stated.said("like").unwrap_or((stated.line, LIKE));
    let like = new_game(key, &options).map_err(Stated::at(line))?;
    let drawn = drawn::read(&stated.rows).map_err(Stated::at(stated.line))?;
    let mut game = empty(like.game(), drawn.terrain.board());
    game.terrain = drawn.terrain;
    Ok(with_units(game, drawn.units))
}

impl Script {
    fn line(&mut self, word: &str, text: &str) -> Result<(), DiagramMistake> {
        match word {
            "scenario" | "like" | "options" => Ok(()),
            "lots" => self.lots(text),
            "books" => self.books(text),
            "do" => text
                .split_whitespace()
                .try_for_each(|order| self.carry_out(order)),
            "moves" => self.each_unit(text, Position::unit, Self::moves),
            "reach" => self.each_unit(text, Position::unit, Self::reach),
            "ranges" => self.each_unit(text, Position::unit, |script, cell, _| {
                add_range(&mut script.scene, &script.position, cell);
            }),
            "refused" => text
                .split_whitespace()
                .try_for_each(|order| self.refused(order, ends, "an order with cells")),
            "threats" => {
                let side = side(text)?;
                add_threats(&mut self.scene, &self.position, side);
                Ok(())
            }
            "towns" => self.towns(side(text)?),
            "sections" => {
                let marks = start(&self.position).marks;
                self.scene.marks.extend(marks);
                Ok(())
            }
            "entries" => {
                let orders = self.position.legal_orders(self.position.side());
                let mut cells: Vec<Cell> = orders.iter().filter_map(entry).collect();
                // listed kind by kind, so a cell may come up for several
                cells.dedup();
                self.scene
                    .marks
                    .extend(cells.into_iter().map(|cell| (cell, Mark::Move)));
                Ok(())
            }
            "outcome" => self.outcome(text),
            _ => Err(DiagramMistake::Word(word.to_owned())),
        }
    }

    fn finish(self) -> (Scene, Vec<String>) {
        let marked = self.scene;
        let scene = Scene {
            marks: marked.marks,
            ranges: marked.ranges,
            arrows: marked.arrows,
            ..scene(&self.position, true)
        };
        (scene, self.notes)
    }

    fn carry_out(&mut self, text: &str) -> Result<(), DiagramMistake> {
        let order = self.order(text)?;
        if order == Order::End {
            self.scene.arrows.clear();
            // the ways of the last turn alone; marks that the text asked for stay
            self.scene.marks.retain(|(_, mark)| *mark != Mark::Last);
        }
        // before the order is carried out, which takes the captured unit off
        let captures = matches!(order, Order::Move { to, .. } if self.position.unit(to).is_some());
        // the marks of an illegal order need not be undone: its error ends the diagram
        add_order(&mut self.scene, &order, captures);
        self.perform(text, &order).map(drop)
    }

    fn moves(&mut self, cell: Cell, _unit: Unit) {
        self.scene.marks.push((cell, Mark::Selected));
        let orders = self.position.legal_orders_from(cell);
        add_destinations(&mut self.scene, &self.position, cell, &orders);
    }

    fn reach(&mut self, cell: Cell, unit: Unit) {
        self.scene.marks.push((cell, Mark::Selected));
        let game = self.position.game();
        // alone on open ground: cells that it reaches there and not here are forbidden by terrain or units
        let open = with_units(empty(game, game.board()), vec![(cell, unit)]);
        let reached = self.position.reach(cell);
        for to in open.reach(cell) {
            let there = self.position.unit(to);
            let mark = match there {
                _ if reached.contains(&to) && there.is_some() => Mark::Capture,
                _ if reached.contains(&to) => Mark::Move,
                Some(there) if there.side == unit.side => continue,
                // nobody expects a move onto a cell that is missing
                _ if game.terrain[to] == Terrain::Hole => continue,
                _ => Mark::Blocked,
            };
            self.scene.marks.push((to, mark));
        }
    }

    fn towns(&mut self, side: Side) -> Result<(), DiagramMistake> {
        let held = self.position.units().filter(|(cell, unit)| {
            unit.side == side && self.position.game().terrain[*cell] == Terrain::Town
        });
        let marks: Vec<_> = held.map(|(cell, _)| (cell, Mark::Selected)).collect();
        self.scene.marks.extend(marks);
        Ok(())
    }
}

fn entry(order: &Order) -> Option<Cell> {
    match order {
        Order::Enter { cell, .. } => Some(*cell),
        _ => None,
    }
}

/// The cells of an order that has any.
const fn ends(order: &Order) -> Option<(Option<Cell>, Cell)> {
    match order {
        Order::Move { from, to } => Some((Some(*from), *to)),
        Order::Swap { leader, cannon } => Some((Some(*leader), *cannon)),
        Order::Enter { cell, .. } => Some((None, *cell)),
        Order::Done | Order::Later | Order::End | Order::SetUp(_) => None,
    }
}

fn side(text: &str) -> Result<Side, DiagramMistake> {
    diagram::side(Family::Warlord, text)
}

#[cfg(test)]
mod tests {
    use super::*;
    fn diagram(lines: &str) -> Result<Diagram, DiagramError> {
        let text = format!(
            "# Rules\n\n<!-- diagram small\n{lines}\n-->\n![A board](diagrams/small.svg)\n"
        );
        Ok(diagrams(&text)?.remove(0))
    }

    fn marks(diagram: &Diagram, wanted: Mark) -> Vec<String> {
        let marks = diagram.scene.marks.iter();
        let marks = marks.filter(|(_, mark)| *mark == wanted);
        marks.map(|(cell, _)| cell.to_string()).collect()
    }

    #[test]
    fn the_marks_are_what_the_rules_say() {
        let hero = diagram("..i.\n..I.\n....\n..O.\nreach: c1").expect("a diagram");
        assert_eq!(marks(&hero, Mark::Move), ["b1", "a1", "d1", "c2"]);
        assert_eq!(marks(&hero, Mark::Capture), ["c4"]);
        let behind = diagram("..i.\n..i.\n..I.\n..O.\nreach: c1").expect("a diagram");
        assert_eq!(marks(&behind, Mark::Capture), ["c3"]);
        assert_eq!(marks(&behind, Mark::Blocked), ["c4"]);
    }

    #[test]
    fn a_diagram_that_the_rules_do_not_bear_out_is_a_mistake_on_its_line() {
        for (lines, line, part) in [
            ("L..I\ndo: d1-d2", 5, "an order on this board was expected"),
            (
                "....\nL..I\ndo: d1-d2",
                6,
                "no leader of yours stands within 2",
            ),
            ("....\nL.I.\nrefused: c1-c2", 6, "`c1-c2` is legal"),
            ("....\nL.I.\nreach: b1", 6, "the cell of a unit"),
            ("....\nL.I.\noutcome: white leaders", 6, "is `none`"),
            ("....\nL.I.\nask: c1", 6, "`ask` says nothing"),
            ("....\nL.X.", 3, "`X` is the symbol of nothing"),
            ("...\nL.I.", 3, "the rows make no board"),
            ("L ~", 3, "no land"),
        ] {
            let error = diagram(lines).map(|_| ()).expect_err(lines);
            assert_eq!(error.line, line, "{lines}: {error}");
            assert!(error.to_string().contains(part), "{lines}: {error}");
        }
    }

    #[test]
    fn a_diagram_is_closed_and_followed_by_its_picture() {
        let open = diagrams("<!-- diagram small\nL\n");
        let mistake = open.map(|_| ()).map_err(|error| error.mistake);
        assert_eq!(mistake, Err(DiagramMistake::Unclosed));
        let bare = diagrams("<!-- diagram small\nL\n-->\nText\n");
        let name = "small".to_owned();
        let mistake = bare.map(|_| ()).map_err(|error| error.mistake);
        assert_eq!(mistake, Err(DiagramMistake::NoPicture { name }));
    }
}
