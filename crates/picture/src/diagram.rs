//! The diagrams of a rules text: the text states each diagram once, as a small position with questions, and the rules
//! answer them, so that no picture can contradict the program.
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
use rules::{AnyIllegal, AnyPosition, Family, Illegal, Lots, Rules, Side};

use crate::{Mark, Picture, Scene};

/// A diagram of the rules text.
#[derive(Debug, Clone)]
pub struct Diagram {
    /// The name of the file without its ending.
    pub name: String,
    /// The picture in words, for people who do not see it.
    pub alt: String,
    /// The picture.
    pub scene: Scene,
    /// The rules' answers, one sentence each.
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
#[allow(missing_docs, reason = "the message of each says what it holds")]
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DiagramMistake {
    /// The comment has no end.
    #[error("the diagram does not end: --> was expected")]
    Unclosed,
    /// The picture of the diagram does not follow.
    #[error("after the diagram its picture was expected: ![…](diagrams/{name}.svg)")]
    NoPicture { name: String },
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
        found: String,
        expected: &'static str,
    },
    /// An order is illegal that should be legal.
    #[error("`{order}` is illegal: {why}")]
    Illegal { order: String, why: AnyIllegal },
    /// An order is legal that should be illegal.
    #[error("`{0}` is legal")]
    Legal(String),
    /// The game ended in another way, or not at all.
    #[error("the outcome is `{found}`, not `{expected}`")]
    Outcome { found: String, expected: String },
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
        // numbered before anything is skipped, so that mistakes name the line of the whole text
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
            // the very next line: the picture belongs to the comment, and a moved one would stand under another text
            let picture = lines.next().map_or("", |(_, picture)| picture);
            let alt = picture
                .strip_prefix("![")
                .and_then(|rest| rest.strip_suffix(&format!("](diagrams/{name}.svg)")))
                // a picture without words says nothing to those who do not see it
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

    /// The contents of the diagram's file, which the tests compare with the one committed.
    pub fn to_svg(&self) -> String {
        // small boards get large cells; wide ones shrink, so that every diagram fits the page
        let files = u16::from(self.scene.ground.board().files());
        Picture::new(&self.scene, &self.alt)
            // backquotes are Markdown and would be read out
            .with_description(self.notes.join(" ").replace('`', ""))
            .with_cell((WIDEST / files).min(LARGEST))
            .to_string()
    }
}

/// The statements of a diagram or of another text in its language, taken apart: rows, and lines of a word and a text.
#[derive(Debug, Clone)]
pub struct Stated<'a> {
    /// The line of the text on which the statements begin, for mistakes that belong to the rows.
    pub line: usize,
    /// The rows, the top rank first.
    pub rows: Vec<&'a str>,
    /// The number of each line, its word and its text.
    pub lines: Vec<(usize, &'a str, &'a str)>,
}

impl<'a> Stated<'a> {
    /// Takes the numbered lines of a comment apart; `line` is the line of its opening.
    pub(crate) fn read(line: usize, body: &[(usize, &'a str)]) -> Result<Self, DiagramError> {
        // rows have no colon, and every other line has one
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
        Ok(Self { line, rows, lines })
    }

    /// The mistake on a line.
    pub(crate) const fn at(line: usize) -> impl Fn(DiagramMistake) -> DiagramError {
        move |mistake| DiagramError { line, mistake }
    }

    /// The number and the text of the first line of that word.
    pub fn said(&self, wanted: &str) -> Option<(usize, &'a str)> {
        let mut lines = self.lines.iter();
        let line = lines.find(|(_, word, _)| *word == wanted);
        line.map(|(line, _, text)| (*line, *text))
    }
}

/// A diagram being made: the position so far, the marks, and the rules' answers.
pub(crate) struct Script<P> {
    pub(crate) position: P,
    pub(crate) scene: Scene,
    pub(crate) notes: Vec<String>,
}

impl<P: Rules> Script<P>
where
    AnyIllegal: From<P::Illegal>,
{
    pub(crate) fn new(position: P, scene: Scene) -> Self {
        Self {
            position,
            scene,
            notes: Vec::new(),
        }
    }

    pub(crate) fn lots(&mut self, text: &str) -> Result<(), DiagramMistake> {
        let number = text.parse().map_err(|_text| wrong(text, "a number"))?;
        let drawn = self.position.resolve(Lots(number));
        drawn.map(drop).map_err(|why| illegal(text, why))
    }

    /// Places ready-made set-ups, a number for each side.
    pub(crate) fn books(&mut self, text: &str) -> Result<(), DiagramMistake> {
        // as many numbers as are given: a diagram may set up one side alone
        for (side, number) in self.position.sides().iter().zip(text.split_whitespace()) {
            let books = self.position.legal_orders(side);
            let number = number.parse::<usize>().ok();
            let order = number
                .and_then(|number| books.get(number))
                .ok_or_else(|| wrong(text, "the numbers of two ready-made set-ups"))?;
            let placed = self.position.apply(side, order);
            placed.map_err(|why| illegal(text, why))?;
        }
        Ok(())
    }

    /// The order of the side on turn in that text.
    pub(crate) fn order(&self, text: &str) -> Result<P::Order, DiagramMistake> {
        // read by the side on turn: a text of an order means something only to the side that gives it
        let order = self.position.parse_order(self.position.turn().side, text);
        order.map_err(|_text| wrong(text, "an order on this board"))
    }

    /// Carries out an order, given also as its text.
    pub(crate) fn perform(
        &mut self,
        text: &str,
        order: &P::Order,
    ) -> Result<Vec<P::Event>, DiagramMistake> {
        let side = self.position.turn().side;
        let done = self.position.apply(side, order);
        done.map_err(|why| illegal(text, why))
    }

    /// Shows that the rules refuse an order, and why. `ends` are the cell on which it begins, if it begins on the
    /// board, and its last cell; none for an order without cells, and then `expected` says what was expected.
    pub(crate) fn refused(
        &mut self,
        text: &str,
        ends: impl Fn(&P::Order) -> Option<(Option<Cell>, Cell)>,
        expected: &'static str,
    ) -> Result<(), DiagramMistake> {
        let order = self.order(text)?;
        // refused by the rules themselves, so that a text that has become false fails its test
        let Err(why) = self.position.check(self.position.turn().side, &order) else {
            return Err(DiagramMistake::Legal(text.to_owned()));
        };
        let (from, to) = ends(&order).ok_or_else(|| wrong(text, expected))?;
        let marks = &mut self.scene.marks;
        let from = from.map(|from| (from, Mark::Selected));
        // two refused orders may begin on one cell, which is marked once
        let from = from.filter(|from| !marks.contains(from));
        marks.extend(from);
        marks.push((to, Mark::Blocked));
        self.notes
            .push(format!("`{text}`: {why} ({}).", why.rule()));
        Ok(())
    }

    /// Shows something of the unit on each cell of a text; `unit` is the unit on a cell.
    pub(crate) fn each_unit<U>(
        &mut self,
        text: &str,
        unit: impl Fn(&P, Cell) -> Option<U>,
        mut show: impl FnMut(&mut Self, Cell, U),
    ) -> Result<(), DiagramMistake> {
        for name in text.split_whitespace() {
            let cell: Option<Cell> = name.parse().ok();
            let found = cell.and_then(|cell| Some((cell, unit(&self.position, cell)?)));
            let (cell, unit) = found.ok_or_else(|| wrong(name, "the cell of a unit"))?;
            show(self, cell, unit);
        }
        Ok(())
    }

    /// Checks that the game is over, with that outcome.
    pub(crate) fn outcome(&self, expected: &str) -> Result<(), DiagramMistake> {
        // an end that the text states is checked like an order, or the rules could change under it unnoticed
        let outcome = self.position.outcome();
        let found = outcome.map_or_else(
            || "none".to_owned(),
            |outcome| outcome.to_text(self.position.family()),
        );
        if found == expected {
            return Ok(());
        }
        let expected = expected.to_owned();
        Err(DiagramMistake::Outcome { found, expected })
    }
}

fn illegal(order: &str, why: impl Into<AnyIllegal>) -> DiagramMistake {
    DiagramMistake::Illegal {
        order: order.to_owned(),
        why: why.into(),
    }
}

/// The side of that name, as its family has it.
pub(crate) fn side<S: TryFrom<Side>>(family: Family, text: &str) -> Result<S, DiagramMistake> {
    let side = family.parse_side(text).ok();
    let side = side.and_then(|side| side.try_into().ok());
    side.ok_or_else(|| wrong(text, "white or black"))
}

/// The start of a scenario of the program; `expected` describes the scenarios of the family.
pub(crate) fn of_scenario<P: TryFrom<AnyPosition>>(
    key: &str,
    options: &[(String, String)],
    expected: &'static str,
) -> Result<P, DiagramMistake> {
    // built in and tested, so a scenario that cannot be read is as good as none
    let Some(Ok(scenario)) = scenario::load(key) else {
        return Err(wrong(key, "the key of a scenario"));
    };
    let start = scenario
        .start(options)
        .map_err(|error| wrong(&error.to_string(), "options of the scenario"))?;
    start.try_into().map_err(|_other| wrong(key, expected))
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
