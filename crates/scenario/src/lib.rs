//! Reading and checking scenario files: what a game is played on, with what, and to which end.
//!
//! A file is data only, in a strict and versioned TOML format (`docs/scenario-format.md`); every mistake in it is told
//! with its line. The crate does no input or output: the files of the program are built in, others are handed over as
//! text. Read first: [`Scenario`], [`Mistake`], [`OptionInfo`].

mod built_in;
mod drawing;
mod mistake;
mod option;
mod syntax;
mod table;
mod warlord;

use std::fmt;
use std::sync::Arc;

use board::Cell;
use rules::AnyPosition;
use rules::warlord::{Game, Position, Start, Unit};
use toml::de::DeTable;

use drawing::Legend;
use mistake::Source;
use table::Table;
use warlord::Lines;

pub use built_in::{BuiltIn, built_in, find, load, similar};
pub use mistake::Mistake;
pub use option::{OptionError, OptionInfo};
pub use warlord::{Access, Advice, Book, HouseNote, Plan, PlanError, TownAccess, counted, facts};

/// The longest scenario text, in bytes: it travels in the manifest of a match.
pub const MAX_BYTES: usize = 48 * 1024;

/// The words by which the kinds of [`Advice`] are called.
pub const ADVICE: &[&str] = &warlord::KEYS;

/// The version of the format this crate reads.
const FORMAT: u16 = 1;

/// The digest of a scenario's content: equal for two files exactly when they play the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ScenarioId(pub [u8; 32]);

impl fmt::Display for ScenarioId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// A scenario file that was read and found right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scenario {
    key: String,
    text: String,
    title: String,
    credit: String,
    description: String,
    house: Vec<HouseNote>,
    books: Vec<Book>,
    game: Game,
    spare: Vec<Cell>,
    legend: Legend,
    lines: Lines,
    id: ScenarioId,
}

impl Scenario {
    /// Reads a scenario; `file` is how mistakes name it, and its stem becomes the key.
    ///
    /// # Errors
    /// Every mistake found, in the order of the lines.
    pub fn parse(file: &str, text: &str) -> Result<Self, Vec<Mistake>> {
        let source = Source::new(file, text);
        let read = Self::read(file, text, &source);
        match read {
            Some(scenario) if !source.has_mistakes() => Ok(scenario),
            _ => Err(source.into_mistakes()),
        }
    }

    /// Reads a scenario from the bytes of a file, as [`Scenario::parse`] does from its text.
    ///
    /// # Errors
    /// Every mistake found, in the order of the lines; where the bytes are no text, the first that is none.
    pub fn from_bytes(file: &str, bytes: &[u8]) -> Result<Self, Vec<Mistake>> {
        let wrong = match std::str::from_utf8(bytes) {
            Ok(text) => return Self::parse(file, text),
            Err(error) => error.valid_up_to(),
        };
        let source = Source::new(file, "");
        if !is_too_long(&source, bytes.len()) {
            let (right, rest) = bytes.split_at(wrong);
            let line = 1 + right.iter().filter(|byte| **byte == b'\n').count();
            source.report_with(
                line,
                format!("the byte 0x{:02x}", rest[0]),
                "text in UTF-8",
                Some("save the file as UTF-8".to_owned()),
            );
        }
        Err(source.into_mistakes())
    }

    fn read(file: &str, text: &str, source: &Source<'_>) -> Option<Self> {
        if is_too_long(source, text.len()) {
            return None;
        }
        let readable = syntax::readable(source, text)?;
        let (document, _) = DeTable::parse_recoverable(&readable);
        let root = Table::root(source, document.get_ref());
        let format = root.number("format", FORMAT..=FORMAT);
        root.require("format", &format!("`format = {FORMAT}`"));
        let family = root.word("family", &["warlord"]);
        root.require("family", "`family = \"warlord\"`");
        let title = root.title("title");
        root.require("title", "the scenario's title");
        let credit = root.title("credit");
        let description = root.text("description");
        // there is one family: what has another's name is read as it too, for its other mistakes
        let content = warlord::read(&root);
        root.finish();
        let content = content?;
        format.and(family)?;
        Some(Self {
            key: stem(file).to_owned(),
            text: text.to_owned(),
            title: title?.value.to_owned(),
            credit: credit.map_or("", |credit| credit.value).to_owned(),
            description: description.map_or("", |text| text.value).to_owned(),
            house: content.house,
            books: content.books,
            id: warlord::id(&content.game, &content.spare),
            game: content.game,
            spare: content.spare,
            legend: content.legend,
            lines: content.lines,
        })
    }

    /// What people and programs call it: the file's name without folder and ending.
    pub fn key(&self) -> &str {
        &self.key
    }

    /// Its title, for people.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The family whose rules it is played by: `warlord`.
    pub fn family(&self) -> &'static str {
        "warlord"
    }

    /// Whose game it is; empty where the file does not say.
    pub fn credit(&self) -> &str {
        &self.credit
    }

    /// What it is about; empty where the file does not say.
    pub fn description(&self) -> &str {
        &self.description
    }

    /// What in it is ours rather than the original's, and why.
    pub fn house_notes(&self) -> &[HouseNote] {
        &self.house
    }

    /// The ready-made set-ups of a hidden game, in the order in which the rules list them.
    pub fn books(&self) -> &[Book] {
        &self.books
    }

    /// The file as it was read.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The digest of its content.
    pub fn id(&self) -> ScenarioId {
        self.id
    }

    /// What the rules are given, with the switches as the file sets them.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The switches both players may agree on.
    pub fn options(&self) -> Vec<OptionInfo> {
        option::infos(&self.game, &self.spare)
    }

    /// The cells of a fixed set-up whose leaders stay away where both players agree on `reduced-chiefs`.
    pub fn spare_leaders(&self) -> &[Cell] {
        &self.spare
    }

    /// A fixed set-up as Game Courier writes it, rows joined by `/` with digits for so many empty cells and in the
    /// letters of position texts: to copy, change, and hand to [`Scenario::with_set_up`]. Nothing where it is hidden.
    pub fn set_up_fen(&self) -> Option<String> {
        match &self.game.start {
            Start::Fixed(units) => Some(self.fen_of(units.iter().copied())),
            Start::Hidden(_) => None,
        }
    }

    /// Those units on its board, each on a cell of it, as [`Scenario::set_up_fen`] writes a set-up.
    pub fn fen_of(&self, units: impl IntoIterator<Item = (Cell, Unit)>) -> String {
        warlord::fen(&self.game, units.into_iter().collect())
    }

    /// The scenario with that set-up in place of its own fixed one; its armies are those of the set-up.
    ///
    /// `fen` is what people paste: rows joined by `/` or a row to a line, digits or dots for empty cells, in the file's
    /// own letters or in those of position texts; what comes around and after the rows is taken off. The new text
    /// differs from the old in title, armies and set-up only.
    ///
    /// # Errors
    /// Every mistake found, as in the file `set-up`: in what was pasted, or because the scenario cannot be played with
    /// it.
    pub fn with_set_up(&self, fen: &str) -> Result<Self, Vec<Mistake>> {
        let source = Source::new("set-up", fen);
        if is_too_long(&source, fen.len()) {
            return Err(source.into_mistakes());
        }
        let changed = warlord::with_set_up(&source, self, fen);
        let Some(text) = changed.filter(|_| !source.has_mistakes()) else {
            return Err(source.into_mistakes());
        };
        Self::parse(&format!("{}.toml", self.key), &text).map_err(|mistakes| {
            // the lines of the changed text are lines nobody wrote
            for mistake in mistakes {
                source.report_with(1, mistake.found, mistake.expected, mistake.advice);
            }
            source.into_mistakes()
        })
    }

    /// How many moves the towns lie from either side: from its fixed set-up, or from anywhere it may stand at first.
    pub fn access(&self) -> Access {
        warlord::access(&self.game)
    }

    /// What in it is legal but unwise, as it stands without options chosen.
    pub fn advice(&self) -> Vec<Advice> {
        warlord::advice(self)
    }

    /// The start of a game with the given `key=value` pairs in place of the defaults.
    ///
    /// # Errors
    /// Where a key is unknown or given twice, or a value is none it can have.
    pub fn start(&self, options: &[(String, String)]) -> Result<AnyPosition, OptionError> {
        let game = option::choose(&self.game, &self.spare, options)?;
        Ok(AnyPosition::Warlord(Position::new(Arc::new(game))))
    }
}

/// Reports a text that is longer than any scenario.
fn is_too_long(source: &Source<'_>, length: usize) -> bool {
    let is = length > MAX_BYTES;
    if is {
        let found = format!("{length} bytes");
        source.report(1, found, format!("no more than {MAX_BYTES}"));
    }
    is
}

/// A file's name without folder and ending.
fn stem(file: &str) -> &str {
    let name = file.rsplit(['/', '\\']).next().unwrap_or(file);
    name.strip_suffix(".toml").unwrap_or(name)
}
