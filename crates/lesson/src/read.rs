//! Reading lesson files.

use rules::{AnyPosition, Family, Lots, Rules, Side, ToAct, split_orders};
use scenario::{Mistake, did_you_mean, quote};

use crate::MAX_BYTES;
use crate::aim::{AIMS, Aim};
use crate::lesson::{Beside, Clue, Decision, Forbidden, Lesson, Places, Replies, Saying, When};
use crate::puzzle::Puzzle;
use crate::text::{Mistakes, Said, Text};

/// The most characters of a sentence: it stands beside the board, and nobody reads more at a time.
const SENTENCE: usize = 400;
/// The most characters of a title.
const TITLE: usize = 40;
/// The most turns of a lesson.
const MOST_TURNS: u16 = 100;
/// The most lots drawn one after the other before a lesson begins.
const MOST_LOTS: usize = 16;

/// The words of every lesson; those that may stand several times.
const ONCE: &[&str] = &[
    "title",
    "family",
    "paragraph",
    "task",
    "done",
    "side",
    "limit",
    "lots",
    "do",
    "beside",
    "idea",
    "found",
    "proof",
    "first",
];
const MANY: &[&str] = &["aim", "say", "refused", "reply", "solve", "hint", "only"];

impl Lesson {
    /// Reads a lesson's text and checks it, its solution included. Mistakes name the file `file`; its name without
    /// folder and ending becomes the key.
    ///
    /// # Errors
    /// Every mistake found, in the order of the lines.
    pub fn parse(file: &str, text: &str) -> Result<Self, Vec<Mistake>> {
        let lesson = Self::read(file, text)?;
        let mistakes = lesson.check(file);
        match mistakes.is_empty() {
            true => Ok(lesson),
            false => Err(mistakes),
        }
    }

    /// Reads a lesson's text without playing its solution.
    ///
    /// # Errors
    /// Every mistake found, in the order of the lines.
    pub fn read(file: &str, text: &str) -> Result<Self, Vec<Mistake>> {
        let mut mistakes = Mistakes::new(file);
        if text.len() > MAX_BYTES {
            mistakes.report(
                1,
                format!("{} bytes", text.len()),
                format!("no more than {MAX_BYTES}"),
            );
            return Err(mistakes.into_list());
        }
        // an editor's sign, not the author's
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let text = Text::new(text, &mut mistakes);
        let read = Reader {
            text: &text,
            mistakes: &mut mistakes,
        };
        match read.lesson(key_of(file)) {
            Some(lesson) if mistakes.is_empty() => Ok(lesson),
            _ => Err(mistakes.into_list()),
        }
    }

    /// Reads the bytes of a lesson's file, as [`Lesson::parse`] reads its text.
    ///
    /// # Errors
    /// Every mistake found; if the bytes are not UTF-8, only the first wrong byte.
    pub fn from_bytes(file: &str, bytes: &[u8]) -> Result<Self, Vec<Mistake>> {
        match std::str::from_utf8(bytes) {
            Ok(text) => Self::parse(file, text),
            Err(error) => {
                let right = &bytes[..error.valid_up_to()];
                let line = 1 + right.iter().filter(|byte| **byte == b'\n').count();
                let mut mistakes = Mistakes::new(file);
                mistakes.report_with(
                    line,
                    "a byte that is no text",
                    "text in UTF-8",
                    Some("save the file as UTF-8".to_owned()),
                );
                Err(mistakes.into_list())
            }
        }
    }
}

/// A file's name without folder and ending.
fn key_of(file: &str) -> &str {
    let name = file.rsplit(['/', '\\']).next().unwrap_or(file);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

/// A lesson's text while it is read.
struct Reader<'a, 'm, 'f> {
    text: &'a Text<'a>,
    mistakes: &'m mut Mistakes<'f>,
}

impl Reader<'_, '_, '_> {
    fn lesson(mut self, key: &str) -> Option<Lesson> {
        let family = self.family();
        self.words(family);
        let title = self.sentence("title", TITLE, true);
        let task = self.sentence("task", SENTENCE, true);
        let done = self.sentence("done", SENTENCE, false).unwrap_or_default();
        let paragraph = self.paragraph();
        let limit = self.limit();
        let lots = self.lots();
        let (start, pupil) = self.start(family?, lots?)?;
        let lines = Places {
            aim: self.line("aim"),
            limit: self.line("limit"),
            solve: self.line("solve"),
            reply: self.line("reply"),
        };
        let beside = self.beside();
        let aims = self.aims(&start);
        let sayings = self.sayings(&start);
        let forbidden = self.forbidden();
        let replies = self.replies()?;
        let solution = self.decisions("solve");
        if solution.is_empty() && !matches!(replies, Replies::Computer(_)) {
            let expected = "one way to the aims, as in `solve: e4-e5 end`";
            self.mistakes.report(1, "no `solve`", expected);
        }
        let clues = self.clues();
        let puzzle = Puzzle::read(self.text, self.mistakes);
        let scenario = self.said("scenario");
        let scenario = scenario.and_then(|said| scenario::load(&said.text)?.ok());
        Some(Lesson {
            key: key.to_owned(),
            title: title?,
            paragraph,
            task: task?,
            done,
            scenario,
            beside,
            start,
            pupil,
            aims,
            limit: limit?,
            sayings,
            forbidden,
            replies,
            solution,
            clues,
            lots: lots?,
            puzzle,
            lines,
        })
    }

    fn said(&self, word: &str) -> Option<&'_ Said<'_>> {
        self.text.said.iter().find(|said| said.word == word)
    }

    /// The line of the first such word; the first line if there is none.
    fn line(&self, word: &str) -> usize {
        self.said(word).map_or(1, |said| said.line)
    }

    fn family(&mut self) -> Option<Family> {
        let Some(said) = self.text.said.iter().find(|said| said.word == "family") else {
            self.mistakes.report(1, "no `family`", "`family: warlord`");
            return None;
        };
        // families of tests are understood and never mentioned
        let families = Family::ALL.iter().filter(|family| !family.is_for_tests());
        let names: Vec<&str> = families.map(|family| family.name()).collect();
        let family = Family::from_name(&said.text);
        if family.is_none() {
            self.mistakes.report_with(
                said.line,
                format!("the family {}", quote(&said.text)),
                names.join(", "),
                did_you_mean(&said.text, names.iter().copied()),
            );
        }
        family
    }

    /// Reports words that no lesson has, and those that stand twice.
    fn words(&mut self, family: Option<Family>) {
        let of_position = family.map_or(&[][..], picture::position_words);
        let known = || [ONCE, MANY, of_position].into_iter().flatten().copied();
        for (number, said) in self.text.said.iter().enumerate() {
            // without its family a lesson may have the words of any
            if !known().any(|word| word == said.word) && family.is_some() {
                let mut words: Vec<String> = known().map(|word| format!("`{word}`")).collect();
                words.sort_unstable();
                self.mistakes.report_with(
                    said.line,
                    format!("the word {}", quote(said.word)),
                    words.join(", "),
                    did_you_mean(said.word, known()),
                );
            }
            let earlier = &self.text.said[..number];
            let is_many = MANY.contains(&said.word);
            if !is_many && earlier.iter().any(|other| other.word == said.word) {
                let found = format!("a second {}", quote(said.word));
                self.mistakes.report(said.line, found, "one");
            }
            if said.text.is_empty() {
                let found = format!("nothing after {}", quote(said.word));
                self.mistakes
                    .report(said.line, found, "a text after the colon");
            }
            let takes_about = matches!(said.word, "say" | "refused" | "hint");
            if !takes_about && !said.about.is_empty() {
                let found = format!("{} before the colon", quote(said.about));
                self.mistakes.report(said.line, found, "the word alone");
            }
        }
    }

    /// The text of a word, no longer than `limit` characters.
    fn sentence(&mut self, word: &str, limit: usize, is_needed: bool) -> Option<String> {
        let Some(said) = self.text.said.iter().find(|said| said.word == word) else {
            if is_needed {
                let expected = format!("`{word}: …`, in words for the pupil");
                self.mistakes.report(1, format!("no `{word}`"), expected);
            }
            return None;
        };
        self.is_short(said.line, &said.text, limit)
            .then(|| said.text.clone())
    }

    fn is_short(&mut self, line: usize, text: &str, limit: usize) -> bool {
        let length = text.chars().count();
        if length > limit {
            let found = format!("a text of {length} characters");
            self.mistakes
                .report(line, found, format!("no more than {limit}"));
        }
        length <= limit
    }

    fn paragraph(&mut self) -> Option<String> {
        let said = self
            .text
            .said
            .iter()
            .find(|said| said.word == "paragraph")?;
        if !is_paragraph(&said.text) {
            let expected = "the number of a paragraph of the rules, such as 2.5";
            self.mistakes.report(said.line, quote(&said.text), expected);
            return None;
        }
        Some(said.text.clone())
    }

    fn limit(&mut self) -> Option<u16> {
        let expected = format!("`limit: 1 turn` to `limit: {MOST_TURNS} turns`");
        let Some(said) = self.text.said.iter().find(|said| said.word == "limit") else {
            self.mistakes.report(1, "no `limit`", expected);
            return None;
        };
        let number = match said.text.split_once(' ') {
            Some((number, "turn" | "turns")) => number.parse().ok(),
            _ => None,
        };
        let number = number.filter(|number| (1..=MOST_TURNS).contains(number));
        if number.is_none() {
            self.mistakes.report(said.line, quote(&said.text), expected);
        }
        number
    }

    fn lots(&mut self) -> Option<u64> {
        let Some(said) = self.text.said.iter().find(|said| said.word == "lots") else {
            return Some(0);
        };
        let number = said.text.parse().ok();
        if number.is_none() {
            let expected = "a whole number, the value of every lot of the lesson";
            self.mistakes.report(said.line, quote(&said.text), expected);
        }
        number
    }

    /// The position at the beginning, and the pupil's side.
    fn start(&mut self, family: Family, lots: u64) -> Option<(AnyPosition, Side)> {
        let stated = match picture::stated_position(family, &self.text.stated()) {
            Ok(position) => position,
            Err(error) => {
                let (found, expected) = match error.mistake {
                    picture::DiagramMistake::Value { found, expected } => {
                        (quote(&found), expected.to_owned())
                    }
                    other => (
                        format!("a position that cannot be: {other}"),
                        "rows as in the diagrams of the rules".to_owned(),
                    ),
                };
                self.mistakes.report(error.line, found, expected);
                return None;
            }
        };
        let mut position = stated;
        draw(&mut position, lots);
        if let Some(said) = self.text.said.iter().find(|said| said.word == "do") {
            let mut rest = said.text.as_str();
            // one order after the other, since it is the position that says who is asked and how an order is written
            while !rest.is_empty() {
                let side = match position.to_act() {
                    ToAct::One(side) => side,
                    ToAct::Secretly(sides) => sides.iter().next()?,
                    ToAct::Lots(_) | ToAct::Nobody(_) => position.turn().side,
                };
                let text = split_orders(&position, side, rest).first().copied()?;
                let from = rest.find(text)? + text.len();
                rest = rest[from..].trim_start_matches([' ', ';']);
                let done = position
                    .parse_order(side, text)
                    .map_err(|error| error.to_string())
                    .and_then(|order| {
                        let done = position.apply(side, &order);
                        done.map_err(|illegal| illegal.to_string())
                    });
                if let Err(why) = done {
                    let found = format!("{} ({why})", quote(text));
                    self.mistakes
                        .report(said.line, found, "orders that the rules carry out");
                    return None;
                }
                draw(&mut position, lots);
            }
        }
        let pupil = self.pupil(family, &position)?;
        let is_asked = match position.to_act() {
            ToAct::One(side) => side == pupil,
            ToAct::Secretly(sides) => sides.contains(pupil),
            ToAct::Lots(_) | ToAct::Nobody(_) => false,
        };
        if !is_asked {
            let line = self.said("side").map_or(self.text.board, |said| said.line);
            let found = format!(
                "a position in which {} decides nothing",
                family.side_name(pupil)
            );
            let expected = "one in which the pupil is to decide";
            self.mistakes.report(line, found, expected);
            return None;
        }
        Some((position, pupil))
    }

    fn pupil(&mut self, family: Family, position: &AnyPosition) -> Option<Side> {
        let Some(said) = self.text.said.iter().find(|said| said.word == "side") else {
            return position.sides().iter().next();
        };
        match family.parse_side(&said.text) {
            Ok(side) if position.sides().contains(side) => Some(side),
            _ => {
                let sides = position.sides();
                let names: Vec<&str> = sides.iter().map(|side| family.side_name(side)).collect();
                self.mistakes
                    .report(said.line, quote(&said.text), names.join(" or "));
                None
            }
        }
    }

    fn aims(&mut self, start: &AnyPosition) -> Vec<Aim> {
        let mut aims = Vec::new();
        for said in self.text.said.iter().filter(|said| said.word == "aim") {
            let Some(aim) = Aim::read(&said.text) else {
                self.mistakes.report(said.line, quote(&said.text), AIMS);
                continue;
            };
            let outside = aim
                .cells()
                .iter()
                .find(|cell| !start.board().contains(**cell));
            if let Some(cell) = outside {
                let found = format!("the cell {cell}");
                self.mistakes
                    .report(said.line, found, "a cell of the board");
                continue;
            }
            aims.push(aim);
        }
        if self.said("aim").is_none() {
            self.mistakes.report(1, "no `aim`", AIMS);
        }
        aims
    }

    fn sayings(&mut self, start: &AnyPosition) -> Vec<Saying> {
        let mut sayings: Vec<Saying> = Vec::new();
        for said in self.text.said.iter().filter(|said| said.word == "say") {
            self.is_short(said.line, &said.text, SENTENCE);
            let when = match said.about.strip_prefix("after ") {
                Some(order) => When::After(order.trim().to_owned()),
                None if said.about.is_empty() => When::Begin,
                None => match said.about.parse() {
                    Ok(cell) if start.board().contains(cell) => When::Chosen(cell),
                    _ => {
                        let expected = "`say: …`, `say c4: …` with a cell of the board, or `say after c4-c5: …`";
                        self.mistakes.report(said.line, quote(said.about), expected);
                        continue;
                    }
                },
            };
            if sayings.iter().any(|other| other.when == when) {
                let expected = "one sentence for each moment";
                self.mistakes
                    .report(said.line, "a second sentence for one moment", expected);
                continue;
            }
            sayings.push(Saying {
                when,
                words: said.text.clone(),
                line: said.line,
            });
        }
        sayings
    }

    fn forbidden(&mut self) -> Vec<Forbidden> {
        let mut all = Vec::new();
        for said in self.text.said.iter().filter(|said| said.word == "refused") {
            self.is_short(said.line, &said.text, SENTENCE);
            match said.about.rsplit_once(' ') {
                Some((order, paragraph)) if is_paragraph(paragraph) => all.push(Forbidden {
                    order: order.trim().to_owned(),
                    paragraph: paragraph.to_owned(),
                    words: said.text.clone(),
                    line: said.line,
                }),
                _ => {
                    let expected =
                        "an order and the paragraph that refuses it, as in `refused e4-e6 1.6: …`";
                    self.mistakes.report(said.line, quote(said.about), expected);
                }
            }
        }
        all
    }

    fn beside(&mut self) -> Beside {
        let Some(said) = self.text.said.iter().find(|said| said.word == "beside") else {
            return Beside::default();
        };
        match said.text.as_str() {
            "nothing" => Beside::Nothing,
            "orders" => Beside::Orders,
            "match" => Beside::Match,
            "all" => Beside::All,
            other => {
                let expected = "`nothing`, `orders`, `match` or `all`";
                self.mistakes.report(said.line, quote(other), expected);
                Beside::default()
            }
        }
    }

    fn replies(&mut self) -> Option<Replies> {
        let by_computer = self.text.said.iter().find_map(|said| {
            let level = said.text.strip_prefix("computer")?;
            (said.word == "reply").then_some((said.line, level.trim()))
        });
        let Some((line, level)) = by_computer else {
            let fixed = self.decisions("reply");
            return Some(match &fixed[..] {
                [only] if only.orders == "best" => Replies::Best,
                _ => Replies::Fixed(fixed),
            });
        };
        let level = match level.parse() {
            Ok(level) => Some(level),
            Err(expected) => {
                let expected: computer::LevelError = expected;
                self.mistakes.report(
                    line,
                    format!("the level {}", quote(level)),
                    expected.to_string(),
                );
                None
            }
        };
        let mut replies = self.text.said.iter().filter(|said| said.word == "reply");
        if replies.nth(1).is_some() {
            let expected = "either the computer or fixed replies";
            self.mistakes
                .report(line, "the computer among other replies", expected);
            return None;
        }
        level.map(Replies::Computer)
    }

    fn decisions(&self, word: &str) -> Vec<Decision> {
        let said = self.text.said.iter().filter(|said| said.word == word);
        said.map(|said| Decision {
            orders: said.text.clone(),
            line: said.line,
        })
        .collect()
    }

    fn clues(&mut self) -> Vec<Clue> {
        let mut clues: Vec<Clue> = Vec::new();
        for said in self.text.said.iter().filter(|said| said.word == "hint") {
            self.is_short(said.line, &said.text, SENTENCE);
            if clues.iter().any(|other| other.order == said.about) {
                let found = format!("a second hint for {}", quote(said.about));
                self.mistakes.report(said.line, found, "one for each order");
            }
            clues.push(Clue {
                order: said.about.to_owned(),
                words: said.text.clone(),
                line: said.line,
            });
        }
        clues
    }
}

/// Draws every lot that is due.
fn draw(position: &mut AnyPosition, lots: u64) {
    for _ in 0..MOST_LOTS {
        let is_due = matches!(position.to_act(), ToAct::Lots(_));
        if !is_due || position.resolve(Lots(lots)).is_err() {
            return;
        }
    }
}

/// True for the number of a paragraph, such as `2.5`.
fn is_paragraph(text: &str) -> bool {
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    let parts = text.split_once('.');
    parts.is_some_and(|(section, number)| is_number(section) && is_number(number))
}
