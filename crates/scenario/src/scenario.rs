//! A scenario file without mistakes, read and checked.

use std::sync::Arc;

use rules::{AnyPosition, Family, Rules, Sides, WholeError};
use toml::de::DeTable;

use crate::bytes::ScenarioId;
use crate::head::{Parts, Written};
use crate::mistake::Source;
use crate::names::SideNames;
use crate::sharing::Sharing;
use crate::table::{Table, one_of};
use crate::text::Text;
use crate::toy;
use crate::{
    Advice, Content, Head, MAX_BYTES, Mistake, OptionError, OptionInfo, syntax, tourney, wargame,
    warlord,
};

/// The version of the format this crate reads.
// another format gets another number: an old program then says so, and does not guess (threat row 32)
const FORMAT: u16 = 1;

/// Why bytes are no position of a scenario's game with some options.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// The options do not fit the scenario.
    #[error(transparent)]
    Options(#[from] OptionError),
    /// The bytes are no position of the game.
    #[error(transparent)]
    Position(#[from] WholeError),
}

/// A scenario file without mistakes. A clone shares the content, so that a file is read only once.
// shared: a window holds the same scenario in several pages, and each clone of a text would cost up to 48 KiB
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scenario(Arc<File>);

#[derive(Debug, PartialEq, Eq)]
struct File {
    key: String,
    text: String,
    id: ScenarioId,
    head: Head,
    content: Content,
}

impl Scenario {
    /// Reads the text of an author's file with every check. Mistakes name the file `file`; its stem becomes the key.
    /// Windows line ends and a byte order mark are removed: they come from an editor, not from the author.
    ///
    /// # Errors
    /// Every mistake found, in the order of the lines.
    pub fn parse(file: &str, text: &str) -> Result<Self, Vec<Mistake>> {
        // neither is the author's, and both would change the text that players sign
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        match text.contains("\r\n") {
            true => Self::read(Source::new(file, &text.replace("\r\n", "\n"))),
            false => Self::read(Source::new(file, text)),
        }
    }

    /// Reads the text of a scenario that both players of a match have signed. Limits of length and number that hold for
    /// authors, and the promises a file makes about its own symmetry, are not checked, since a later version may change
    /// them; control characters are left out of the texts shown to people.
    ///
    /// # Errors
    /// Every mistake that keeps the scenario from being played, in the order of the lines; a text over [`MAX_BYTES`].
    pub fn agreed(file: &str, text: &str) -> Result<Self, Vec<Mistake>> {
        Self::read(Source::agreed(file, text))
    }

    /// Reads the bytes of an author's file, as [`Scenario::parse`] reads its text.
    ///
    /// # Errors
    /// Every mistake found, in the order of the lines; if the bytes are not UTF-8, only the first wrong byte.
    pub fn from_bytes(file: &str, bytes: &[u8]) -> Result<Self, Vec<Mistake>> {
        let wrong = match std::str::from_utf8(bytes) {
            Ok(text) => return Self::parse(file, text),
            Err(error) => error.valid_up_to(),
        };
        // without a text: the bytes are none
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

    // the only way to a `Scenario`: whoever holds one has a text without mistakes
    fn read(source: Source<'_>) -> Result<Self, Vec<Mistake>> {
        match File::read(&source) {
            // mistakes count even if a content came out: some checks report and read on
            Some(file) if !source.has_mistakes() => Ok(Self(Arc::new(file))),
            _ => Err(source.into_mistakes()),
        }
    }

    /// The name of the scenario for programs: the file's name without folder and ending.
    pub fn key(&self) -> &str {
        &self.0.key
    }

    /// The name of the scenario for people, as in [`Scenario::head`].
    pub fn title(&self) -> &str {
        &self.0.head.title
    }

    /// The text of the file as it was read: without Windows line ends and byte order mark.
    pub fn text(&self) -> &str {
        &self.0.text
    }

    /// The digest of the content.
    pub fn id(&self) -> ScenarioId {
        self.0.id
    }

    /// The family whose rules the scenario follows.
    pub fn family(&self) -> Family {
        self.0.content.family()
    }

    /// The names of the sides, for people.
    pub fn side_names(&self) -> &SideNames {
        &self.0.head.sides
    }

    /// The sides of the game.
    pub fn sides(&self) -> Sides {
        self.content().sides()
    }

    /// Title, credit, description, board and house notes.
    pub fn head(&self) -> &Head {
        &self.0.head
    }

    fn written(&self) -> Written<'_> {
        Written {
            key: self.key(),
            text: self.text(),
            head: self.head(),
        }
    }

    /// The content of the scenario in the terms of its family.
    pub fn content(&self) -> &Content {
        &self.0.content
    }

    /// The switches on which both players may agree.
    pub fn options(&self) -> Vec<OptionInfo> {
        self.content().options()
    }

    /// The position at the start of a game with the given `key=value` pairs in place of the defaults.
    ///
    /// # Errors
    /// An unknown key, a key given twice, or a value that the switch cannot have.
    pub fn start(&self, options: &[(String, String)]) -> Result<AnyPosition, OptionError> {
        let (sharing, options) = Sharing::of(options)?;
        sharing.apply(self.content().start(&options)?)
    }

    /// How the members of a side share it, by the options `share` and `members`, which every scenario knows beside its
    /// own.
    ///
    /// # Errors
    /// A value that the two cannot have.
    pub fn sharing(options: &[(String, String)]) -> Result<Sharing, OptionError> {
        Ok(Sharing::of(options)?.0)
    }

    /// The position of a game with those options whose whole bytes these are ([`rules::Rules::to_whole`]), read as
    /// strictly as [`rules::Rules::read_whole`] says. Bytes and options may come from anybody.
    ///
    /// # Errors
    /// The reasons of [`Scenario::start`]; bytes that are no position of this game.
    pub fn position(
        &self,
        options: &[(String, String)],
        whole: &[u8],
    ) -> Result<AnyPosition, ReadError> {
        // the options first: they decide what bytes the game's position has
        Ok(self.start(options)?.read_whole(whole)?)
    }

    /// The fixed set-up as Game Courier writes set-ups, which can be changed and passed to [`Scenario::with_set_up`]:
    /// rows joined by `/`, a number for as many empty cells, the letters of position texts. `None` if the set-up is
    /// hidden.
    pub fn set_up_fen(&self) -> Option<String> {
        self.content().set_up_fen()
    }

    /// The scenario with a pasted set-up in place of its own fixed set-up, with the armies of the new set-up.
    ///
    /// `fen` is pasted text: rows joined by `/` or a row to a line, numbers or dots for empty cells, in the file's
    /// own letters or in those of position texts; quotes and fields around the rows are dropped. The new text differs
    /// from the old in title, armies and set-up only.
    ///
    /// # Errors
    /// Every mistake in the pasted set-up, and every reason the scenario cannot be played with the set-up; both
    /// call the file `set-up`.
    pub fn with_set_up(&self, fen: &str) -> Result<Self, Vec<Mistake>> {
        let source = Source::new("set-up", fen);
        // first, as for a file: the paste may be any length
        if is_too_long(&source, fen.len()) {
            return Err(source.into_mistakes());
        }
        let changed = self.content().with_set_up(&source, self.written(), fen);
        let Some(text) = changed.filter(|_| !source.has_mistakes()) else {
            return Err(source.into_mistakes());
        };
        // read again like an author's file, so that the new set-up passes every check
        Self::parse(&format!("{}.toml", self.key()), &text).map_err(|mistakes| {
            // nobody wrote the changed text, so its line numbers mean nothing to anybody
            for mistake in mistakes {
                source.report_with(1, mistake.found, mistake.expected, mistake.advice);
            }
            source.into_mistakes()
        })
    }

    /// Remarks on parts of the scenario, with the options as the file sets them, that are legal but make a poor game.
    pub fn advice(&self) -> Vec<Advice> {
        self.content().advice(self.written())
    }
}

/// Gives each content the way to it from a scenario of its family.
macro_rules! contents {
    ($($module:ident)+) => {
        $(
        impl $module::Content {
            /// The content of a scenario of this family; `None` for a scenario of another family.
            pub fn of(scenario: &Scenario) -> Option<&Self> {
                scenario.content().try_into().ok()
            }
        })+
    };
}

contents!(warlord wargame tourney toy);

impl File {
    /// Reads a whole file; `None` if the file has mistakes, which are in `source`.
    fn read(source: &Source<'_>) -> Option<Self> {
        let (file, text) = (source.file(), source.text());
        // first: a text can be any length, and parsing it costs time and memory
        if is_too_long(source, text.len()) {
            return None;
        }
        let readable = syntax::readable(source, text)?;
        // the wrong lines are blank by now: the others are still read, so that all mistakes are reported at once
        let (document, _) = DeTable::parse_recoverable(&readable);
        let root = Table::root(source, document.get_ref());
        let format = root.number("format", FORMAT..=FORMAT);
        root.require("format", &format!("`format = {FORMAT}`"));
        let family = family(source, &root);
        let title = root.title("title");
        // an agreed text may lack a title: a later version may not ask for one
        if !source.is_agreed() {
            root.require("title", "the scenario's title");
        }
        let credit = root.title("credit");
        let description = root.text("description");
        let parts = Parts::new(&root);
        let family = family?;
        let content = Content::read(family, &parts);
        // the sides are known only with the content; without it the key is still asked for, or it would be unknown
        let sides = match &content {
            Some(content) if content.names_sides() => {
                SideNames::read(&root, family, content.sides())
            }
            Some(_) => Some(SideNames::of_family(family).clone()),
            None => root.any("sides").and(None),
        };
        // before anything is given up, so that unknown keys are reported along with the other mistakes
        root.finish();
        let (content, sides) = (content?, sides?);
        // the number is checked above and has no other use: there is one format
        format?;
        let key = stem(file);
        let owned = |text: Option<Text<'_>>| text.map(|text| text.value.into_owned());
        let head = Head {
            title: owned(title).unwrap_or_else(|| key.to_owned()),
            credit: owned(credit).unwrap_or_default(),
            description: owned(description).unwrap_or_default(),
            sides,
            board: content.board(),
            house: parts.into_house(),
        };
        Some(Self {
            key: key.to_owned(),
            text: text.to_owned(),
            id: content.id(),
            head,
            content,
        })
    }
}

/// The family that a file names. Every scenario of a file, a match or an invitation is read through here, so this is the one
/// place that refuses the family of the tests.
fn family(source: &Source<'_>, root: &Table<'_>) -> Option<Family> {
    let families = Content::FAMILIES.iter().copied();
    let (of_tests, played): (Vec<Family>, Vec<Family>) =
        families.partition(|family| family.is_for_tests());
    let [played, of_tests] = [played, of_tests].map(|families| {
        let names = families.into_iter().map(Family::name);
        names.collect::<Vec<_>>()
    });
    // Mistakes and hints list only families that people can play.
    let name = root.word_or("family", &played, &of_tests);
    root.require("family", "`family = \"warlord\"`");
    let family = Family::from_name(name?)?;
    if family.is_for_tests() && !toy::is_accepted() {
        let line = root.any("family").map_or(1, |(line, _)| line);
        source.report(
            line,
            format!(
                "`{}`, the family of this program's own tests",
                family.name()
            ),
            one_of(&played),
        );
        return None;
    }
    Some(family)
}

/// True if a text is longer than a scenario may be; reports such a text.
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
    // any letter case, since file systems differ in it
    match name.rsplit_once('.') {
        Some((stem, ending)) if ending.eq_ignore_ascii_case("toml") => stem,
        _ => name,
    }
}
