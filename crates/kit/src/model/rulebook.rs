//! The rules text, taken apart for the page that shows it: headings, numbered paragraphs, tables and diagrams.

use std::sync::Arc;

use picture::{Diagram, Scene};
use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};

// read from the text that the documentation has: a second copy for the window would soon differ from it
#[derive(Debug, Default)]
pub struct Rulebook {
    pub parts: Vec<Part>,
    pub diagrams: Vec<(Diagram, Arc<Scene>)>,
}

/// A heading, or something under one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// The section or paragraph it belongs to: `2`, `2.5`; empty before the first section.
    pub number: String,
    /// It is the beginning of that paragraph.
    pub begins: bool,
    /// The kind of the part, with its content.
    pub content: Content,
}

/// The content of a part of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Content {
    Title(String),
    Heading(String),
    Text(Vec<Span>),
    /// The rows of a table, the head first, each of its cells.
    Table(Vec<Vec<Vec<Span>>>),
    /// The diagram of that place in the list.
    Diagram(usize),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Span {
    pub text: String,
    pub style: Style,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Style {
    /// Ordinary words.
    #[default]
    Plain,
    /// A term, or a caption.
    Emphasis,
    /// A name that is introduced.
    Strong,
    /// Notation to be copied letter by letter.
    Code,
}

impl Rulebook {
    /// Takes a rules text with these diagrams apart.
    pub fn read(text: &str, diagrams: Vec<Diagram>) -> Self {
        let mut reader = TextReader {
            names: diagrams
                .iter()
                .map(|diagram| format!("diagrams/{}.svg", diagram.name))
                .collect(),
            ..TextReader::default()
        };
        for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
            reader.take(event);
        }
        let with_scene = |diagram: Diagram| {
            let scene = Arc::new(diagram.scene.clone());
            (diagram, scene)
        };
        Self {
            parts: reader.parts,
            diagrams: diagrams.into_iter().map(with_scene).collect(),
        }
    }

    /// The paragraphs whose text contains the words sought, in any letter case: each with its number and its beginning.
    pub fn find(&self, sought: &str) -> Vec<(&str, String)> {
        // a word sought is written in small letters, and paragraphs and headings begin with a capital
        let sought = sought.to_lowercase();
        let mut found: Vec<(&str, String)> = Vec::new();
        for part in &self.parts {
            // the parts of a paragraph follow each other, and a paragraph is found once
            let is_known = found
                .last()
                .is_some_and(|(number, _)| *number == part.number);
            if !is_known && part.content.plain().to_lowercase().contains(&sought) {
                found.push((&part.number, self.beginning(&part.number)));
            }
        }
        found
    }

    /// The first words of a section or paragraph.
    fn beginning(&self, number: &str) -> String {
        let part = self.parts.iter().find(|part| part.number == number);
        part.map(|part| part.content.plain()).unwrap_or_default()
    }
}

impl Content {
    /// Its words without their styles.
    pub fn plain(&self) -> String {
        let words = |spans: &[Span]| spans.iter().map(|span| span.text.as_str()).collect();
        match self {
            Self::Title(text) | Self::Heading(text) => text.clone(),
            Self::Text(spans) => words(spans),
            Self::Table(rows) => {
                let cells: Vec<String> = rows.iter().flatten().map(|cell| words(cell)).collect();
                cells.join(" ")
            }
            Self::Diagram(_) => String::new(),
        }
    }
}

/// Puts the parts together while the text is read.
#[derive(Default)]
struct TextReader {
    names: Vec<String>,
    parts: Vec<Part>,
    section: String,
    /// The number of the list's next paragraph.
    next: u64,
    /// The paragraph being read, and whether nothing of it is there yet.
    paragraph: Option<(String, bool)>,
    spans: Vec<Span>,
    styles: Vec<Style>,
    rows: Vec<Vec<Vec<Span>>>,
    /// Within an image, whose words are its diagram's.
    is_alt: bool,
}

impl TextReader {
    fn take(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.open(tag),
            Event::End(tag) => self.close(tag),
            Event::Text(text) => self.words(&text, None),
            Event::Code(text) => self.words(&text, Some(Style::Code)),
            Event::SoftBreak | Event::HardBreak => self.words(" ", None),
            _ => {}
        }
    }

    fn open(&mut self, tag: Tag<'_>) {
        match tag {
            Tag::List(first) => self.next = first.unwrap_or(1),
            Tag::Item => {
                // the text numbers only its lists: a paragraph is cited as its section and its place in the list
                let number = format!("{}.{}", self.section, self.next);
                self.paragraph = Some((number, true));
                self.next += 1;
            }
            Tag::Emphasis => self.styles.push(Style::Emphasis),
            Tag::Strong => self.styles.push(Style::Strong),
            Tag::Image { dest_url, .. } => {
                self.is_alt = true;
                let place = self.names.iter().position(|name| **name == *dest_url);
                if let Some(place) = place {
                    self.add(Content::Diagram(place));
                }
            }
            // the words before a table would otherwise end up in its first cell
            Tag::Table(_) => self.text(),
            Tag::TableHead | Tag::TableRow => self.rows.push(Vec::new()),
            _ => {}
        }
    }

    fn close(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Heading(level) => {
                let text: String = self.spans.drain(..).map(|span| span.text).collect();
                self.paragraph = None;
                if level == HeadingLevel::H1 {
                    self.add(Content::Title(text));
                } else {
                    // a heading begins with the number of its section
                    let (number, title) = text.split_once(' ').unwrap_or(("", &text));
                    self.section = number.to_owned();
                    self.add(Content::Heading(title.to_owned()));
                }
            }
            TagEnd::Paragraph => self.text(),
            TagEnd::Item => {
                self.text();
                self.paragraph = None;
            }
            TagEnd::Emphasis | TagEnd::Strong => {
                self.styles.pop();
            }
            TagEnd::Image => self.is_alt = false,
            TagEnd::TableCell => {
                let cell = std::mem::take(&mut self.spans);
                if let Some(row) = self.rows.last_mut() {
                    row.push(cell);
                }
            }
            TagEnd::Table => {
                let rows = std::mem::take(&mut self.rows);
                self.add(Content::Table(rows));
            }
            _ => {}
        }
    }

    fn words(&mut self, text: &str, style: Option<Style>) {
        if self.is_alt {
            return;
        }
        let style = style.or(self.styles.last().copied()).unwrap_or_default();
        match self.spans.last_mut() {
            // the parser breaks running text into pieces at every line and sign
            Some(last) if last.style == style => last.text.push_str(text),
            _ => self.spans.push(Span {
                text: text.to_owned(),
                style,
            }),
        }
    }

    /// Adds the words read so far as running text.
    fn text(&mut self) {
        let spans = std::mem::take(&mut self.spans);
        if !spans.is_empty() {
            self.add(Content::Text(spans));
        }
    }

    fn add(&mut self, content: Content) {
        let (number, begins) = match &mut self.paragraph {
            // only the first part of a paragraph shows its number
            Some((number, begins)) => (number.clone(), std::mem::take(begins)),
            None => (self.section.clone(), false),
        };
        self.parts.push(Part {
            number,
            begins,
            content,
        });
    }
}
