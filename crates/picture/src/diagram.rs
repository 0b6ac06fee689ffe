//! The diagrams of a rules text: the text states each diagram once, as a small position with questions, and the rules
//! answer.
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
//! The family gives the lines of the comment their meaning; for Warlord, [`crate::warlord::diagrams`].

use board::Cell;
use rules::AnyIllegal;

use crate::{Picture, Scene};

/// A diagram of the rules text.
#[derive(Debug, Clone)]
pub struct Diagram {
    /// The name of the file without its ending.
    pub name: String,
    /// The picture in words.
    pub alt: String,
    /// The picture.
    pub scene: Scene,
    /// The rules' answers, a sentence each.
    pub notes: Vec<String>,
}

/// A diagram that cannot be drawn.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {mistake}")]
pub struct DiagramError {
    /// The line of the text, from 1.
    pub line: usize,
    /// The mistake on that line.
    pub mistake: DiagramMistake,
}

/// A mistake in a diagram.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DiagramMistake {
    /// The comment has no end.
    #[error("the diagram does not end: --> was expected")]
    Unclosed,
    /// The picture of the diagram does not follow.
    #[error("after the diagram its picture was expected: ![…](diagrams/{name}.svg)")]
    NoPicture {
        /// The diagram's name.
        name: String,
    },
    /// The rows make no board.
    #[error(
        "the rows make no board: all as long as the first were expected, of units and perhaps of terrain"
    )]
    Rows,
    /// A letter is no unit or no terrain.
    #[error("`{0}` is the symbol of nothing")]
    Symbol(char),
    /// A unit stands on a cell without land.
    #[error("a unit stands on {0}, where there is no land")]
    NoLand(Cell),
    /// A line has no known meaning.
    #[error("`{0}` says nothing: a line such as `reach: d4` was expected")]
    Word(String),
    /// The value after the colon is wrong.
    #[error("`{found}` was found where {expected} was expected")]
    Value {
        /// The value.
        found: String,
        /// A description of the values expected.
        expected: &'static str,
    },
    /// An order is illegal that should be legal.
    #[error("`{order}` is illegal: {why}")]
    Illegal {
        /// The order.
        order: String,
        /// The reason.
        why: AnyIllegal,
    },
    /// An order is legal that should be illegal.
    #[error("`{0}` is legal")]
    Legal(String),
    /// The game ended otherwise, or not at all.
    #[error("the outcome is `{found}`, not `{expected}`")]
    Outcome {
        /// The outcome by the rules.
        found: String,
        /// The outcome by the diagram.
        expected: String,
    },
}

const OPENING: &str = "<!-- diagram ";
const CLOSING: &str = "-->";

impl Diagram {
    /// All diagrams of a text in their order, each drawn by `draw` from the line of its opening and the numbered lines
    /// of its comment: the scene, and the rules' answers.
    ///
    /// # Errors
    /// The first diagram that cannot be drawn as it is stated.
    pub(crate) fn all(
        text: &str,
        draw: impl Fn(usize, &[(usize, &str)]) -> Result<(Scene, Vec<String>), DiagramError>,
    ) -> Result<Vec<Self>, DiagramError> {
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
            let (scene, notes) = draw(line, &body)?;
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

/// The comment of a diagram, taken apart: rows, and after them lines of a word and a text.
pub(crate) struct Stated<'a> {
    /// The rows, the top rank first.
    pub(crate) rows: Vec<&'a str>,
    /// The number of each line, its word and its text.
    pub(crate) lines: Vec<(usize, &'a str, &'a str)>,
}

impl<'a> Stated<'a> {
    /// Takes the numbered lines of a comment apart.
    pub(crate) fn read(body: &[(usize, &'a str)]) -> Result<Self, DiagramError> {
        let is_row = |(_, text): &&(usize, &str)| !text.contains(':');
        let rows = body.iter().take_while(is_row);
        let rows: Vec<&str> = rows.map(|(_, text)| *text).collect();
        let lines = body[rows.len()..].iter().map(|(line, text)| {
            let word = text.split_once(": ").ok_or_else(|| DiagramError {
                line: *line,
                mistake: DiagramMistake::Word((*text).to_owned()),
            })?;
            Ok((*line, word.0, word.1))
        });
        let lines = lines.collect::<Result<_, _>>()?;
        Ok(Self { rows, lines })
    }

    /// The number and the text of the first line of that word.
    pub(crate) fn said(&self, wanted: &str) -> Option<(usize, &'a str)> {
        let mut lines = self.lines.iter();
        let line = lines.find(|(_, word, _)| *word == wanted);
        line.map(|(line, _, text)| (*line, *text))
    }
}

/// The options in a text such as `swap=on`.
pub(crate) fn options(text: &str) -> Result<Vec<(String, String)>, DiagramMistake> {
    text.split_whitespace()
        .map(|option| {
            let (key, value) = option
                .split_once('=')
                .ok_or_else(|| wrong(option, "an option such as swap=on"))?;
            Ok((key.to_owned(), value.to_owned()))
        })
        .collect()
}

/// The mistake of a wrong value.
pub(crate) fn wrong(found: &str, expected: &'static str) -> DiagramMistake {
    DiagramMistake::Value {
        found: found.to_owned(),
        expected,
    }
}

/// The width of a cell of small diagrams, in pixels, and of the whole board of large diagrams.
const LARGEST: u16 = 40;
const WIDEST: u16 = 620;
