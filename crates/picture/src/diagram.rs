//! The diagrams of the rules text: each stated once, as a small position and what is asked of it, and answered by the
//! rules.
//!
//! A diagram is a comment in the text, followed by its picture:
//!
//! ```text
//! <!-- diagram hero
//! .......
//! ...i...
//! ...I...
//! ...O...
//! reach: d1
//! -->
//! ![A Hero behind two units](diagrams/hero.svg)
//! ```
//!
//! The rows are the units by their symbols, the top rank first; a second column gives the terrain by the letters of the
//! engine's answer `terrain`. Instead of rows, `scenario:` takes a whole scenario. The lines after them are carried out
//! one after the other:
//!
//! | line | does |
//! |---|---|
//! | `like: warlord-2.0` | takes CAP, range, endings and switches of that scenario; else those of A Test of Wills |
//! | `options: swap=on` | switches |
//! | `lots: 7` | supplies the value of the pending lot |
//! | `books: 0 1` | places those ready-made set-ups of White and Black |
//! | `do: d1-d2 end` | carries out orders; those of the last turn are shown as ways, units that have moved paler |
//! | `moves: d1` | shows the legal orders of units |
//! | `reach: d1` | shows where units go if somebody commands them, and what is out of reach here but not in the open |
//! | `refused: d1-d4` | shows orders the rules refuse, and why |
//! | `ranges: c3` | shows how far those leaders activate |
//! | `threats: black` | shows what a side's units reach |
//! | `towns: white` | shows the towns a side stands on |
//! | `sections: all` | shows where hidden set-ups are made |
//! | `entries: all` | shows where reinforcements may enter now |
//! | `outcome: white towns` | the game is over, and so |

use std::sync::Arc;

use board::{Board, Cell, Grid};
use rules::AnyPosition;
use rules::warlord::Side;
use rules::warlord::{Game, Illegal, Position, Start, Terrain, Unit};

use crate::{Picture, Scene};

mod drawn;
mod script;

/// A diagram of the rules text.
#[derive(Debug, Clone)]
pub struct Diagram {
    /// What its file is called, without the ending.
    pub name: String,
    /// What is seen, in words.
    pub alt: String,
    /// What is seen.
    pub scene: Scene,
    /// What the rules answer, a sentence each.
    pub notes: Vec<String>,
}

/// A diagram that cannot be drawn.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {mistake}")]
pub struct DiagramError {
    /// The line of the text, from 1.
    pub line: usize,
    /// What is wrong there.
    pub mistake: DiagramMistake,
}

/// What may be wrong with a diagram.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DiagramMistake {
    /// The comment has no end.
    #[error("the diagram does not end: --> was expected")]
    Unclosed,
    /// Its picture does not follow.
    #[error("after the diagram its picture was expected: ![…](diagrams/{name}.svg)")]
    NoPicture {
        /// The diagram's name.
        name: String,
    },
    /// Rows that make no board.
    #[error(
        "the rows make no board: all as long as the first were expected, of units and perhaps of terrain"
    )]
    Rows,
    /// A letter that is no unit or no terrain.
    #[error("`{0}` is the symbol of nothing")]
    Symbol(char),
    /// A unit where nothing stands.
    #[error("a unit stands on {0}, where there is no land")]
    NoLand(Cell),
    /// A line of unknown meaning.
    #[error("`{0}` says nothing: a line such as `reach: d4` was expected")]
    Word(String),
    /// What follows the colon is wrong.
    #[error("`{found}` was found where {expected} was expected")]
    Value {
        /// What was found.
        found: String,
        /// What was expected.
        expected: &'static str,
    },
    /// An order that should be legal.
    #[error("`{order}` is illegal: {why}")]
    Illegal {
        /// The order.
        order: String,
        /// Why.
        why: Illegal,
    },
    /// An order that should not be legal.
    #[error("`{0}` is legal")]
    Legal(String),
    /// The game ended otherwise, or not at all.
    #[error("the outcome is `{found}`, not `{expected}`")]
    Outcome {
        /// How it stands.
        found: String,
        /// How it should.
        expected: String,
    },
}

const OPENING: &str = "<!-- diagram ";
const CLOSING: &str = "-->";

impl Diagram {
    /// All diagrams of a text, in its order.
    ///
    /// # Errors
    /// The first that cannot be drawn as it is stated.
    pub fn all(text: &str) -> Result<Vec<Self>, DiagramError> {
        let mut lines = (1..).zip(text.lines().map(str::trim));
        let mut diagrams = Vec::new();
        while let Some((line, opening)) = lines.next() {
            let Some(name) = opening.strip_prefix(OPENING) else {
                continue;
            };
            let mut body = Vec::new();
            loop {
                match lines.next() {
                    Some((_, CLOSING)) => break,
                    Some(inside) => body.push(inside),
                    None => {
                        let mistake = DiagramMistake::Unclosed;
                        return Err(DiagramError { line, mistake });
                    }
                }
            }
            let picture = lines.next().map_or("", |(_, picture)| picture);
            let alt = picture
                .strip_prefix("![")
                .and_then(|rest| rest.strip_suffix(&format!("](diagrams/{name}.svg)")))
                .filter(|alt| !alt.is_empty())
                .ok_or_else(|| DiagramError {
                    line,
                    mistake: DiagramMistake::NoPicture {
                        name: name.to_owned(),
                    },
                })?;
            let (scene, notes) = script::run(line, &body)?;
            diagrams.push(Self {
                name: name.to_owned(),
                alt: alt.to_owned(),
                scene,
                notes,
            });
        }
        Ok(diagrams)
    }

    /// The diagram's file.
    pub fn to_svg(&self) -> String {
        let files = u16::from(self.scene.ground.board().files());
        Picture::new(&self.scene, &self.alt)
            .with_description(self.notes.join(" ").replace('`', ""))
            .with_cell((WIDEST / files).min(LARGEST))
            .to_string()
    }
}

/// Pixels of a cell of small diagrams, and of the whole board of large ones.
const LARGEST: u16 = 40;
const WIDEST: u16 = 620;

/// The start of a game by a scenario's rules.
fn start(key: &str, options: &[(String, String)]) -> Result<Position, DiagramMistake> {
    let wrong = |found: &str, expected| DiagramMistake::Value {
        found: found.to_owned(),
        expected,
    };
    let Some(Ok(scenario)) = scenario::load(key) else {
        return Err(wrong(key, "the key of a scenario"));
    };
    match scenario.start(options) {
        Ok(AnyPosition::Warlord(position)) => Ok(position),
        Err(error) => Err(wrong(&error.to_string(), "options of the scenario")),
    }
}

/// A game with nothing but open ground and no units, otherwise like that one.
fn bare(like: &Game, board: Board) -> Game {
    Game {
        terrain: Grid::filled(board, Terrain::Open),
        armies: [Vec::new(), Vec::new()],
        choice: None,
        scatter: None,
        start: Start::Fixed(Vec::new()),
        entry: None,
        ..like.clone()
    }
}

/// The start of a game that has these units on the board.
fn with_units(mut game: Game, units: Vec<(Cell, Unit)>) -> Position {
    for side in Side::BOTH {
        let own = units.iter().filter(|(_, unit)| unit.side == side);
        game.armies[side.index()] = own.map(|(_, unit)| unit.kind).collect();
    }
    game.start = Start::Fixed(units);
    Position::new(Arc::new(game))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Mark;

    fn diagram(lines: &str) -> Result<Diagram, DiagramError> {
        let text = format!(
            "# Rules\n\n<!-- diagram small\n{lines}\n-->\n![A board](diagrams/small.svg)\n"
        );
        Ok(Diagram::all(&text)?.remove(0))
    }

    fn marks(diagram: &Diagram, wanted: Mark) -> Vec<String> {
        let marks = diagram.scene.marks.iter();
        let marks = marks.filter(|(_, mark)| *mark == wanted);
        marks.map(|(cell, _)| cell.to_string()).collect()
    }

    #[test]
    fn what_is_marked_is_what_the_rules_say() {
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
                "no white leader stands within 2",
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
        let open = Diagram::all("<!-- diagram small\nL\n");
        let mistake = open.map(|_| ()).map_err(|error| error.mistake);
        assert_eq!(mistake, Err(DiagramMistake::Unclosed));
        let bare = Diagram::all("<!-- diagram small\nL\n-->\nText\n");
        let name = "small".to_owned();
        let mistake = bare.map(|_| ()).map_err(|error| error.mistake);
        assert_eq!(mistake, Err(DiagramMistake::NoPicture { name }));
    }
}
