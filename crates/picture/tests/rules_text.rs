//! The rules texts of the families (`docs/rules/*.md`): their diagrams are what the rules say, and so is Warlord's table
//! of games.
//!
//! `UPDATE_DIAGRAMS=1 cargo test -p picture` writes the diagrams anew.
#![allow(clippy::disallowed_methods, reason = "the test compares files")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use picture::{Diagram, DiagramError, Figure, wargame, warlord};
use rules::warlord::Side;
use rules::warlord::{Game, Kind, Start};

/// The rules text of a family.
struct Text {
    family: &'static str,
    text: &'static str,
    draw: fn(&str) -> Result<Vec<Diagram>, DiagramError>,
}

const WARLORD: Text = Text {
    family: "warlord",
    text: include_str!("../../../docs/rules/warlord.md"),
    draw: warlord::diagrams,
};

const TEXTS: [Text; 2] = [
    WARLORD,
    Text {
        family: "wargame",
        text: include_str!("../../../docs/rules/wargame.md"),
        draw: wargame::diagrams,
    },
];

impl Text {
    fn diagrams(&self) -> Vec<Diagram> {
        (self.draw)(self.text)
            .unwrap_or_else(|error| panic!("docs/rules/{}.md, {error}", self.family))
    }
}

fn diagrams() -> Vec<Diagram> {
    TEXTS.iter().flat_map(Text::diagrams).collect()
}

#[test]
fn the_committed_diagrams_are_those_the_text_states() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/rules/diagrams");
    let stated: BTreeMap<String, String> = diagrams()
        .iter()
        .map(|diagram| (format!("{}.svg", diagram.name), diagram.to_svg()))
        .collect();
    assert_eq!(stated.len(), diagrams().len(), "two diagrams have one name");
    let read_folder = || {
        let entries = fs::read_dir(&folder).expect("docs/rules/diagrams is a folder");
        entries
            .map(|entry| {
                let name = entry.expect("the folder can be read").file_name();
                name.to_string_lossy().into_owned()
            })
            .collect::<BTreeSet<String>>()
    };
    if std::env::var_os("UPDATE_DIAGRAMS").is_some() {
        fs::create_dir_all(&folder).expect("the folder can be made");
        for name in read_folder() {
            fs::remove_file(folder.join(name)).expect("an old diagram can be removed");
        }
        for (name, svg) in &stated {
            fs::write(folder.join(name), svg).expect("a diagram can be written");
        }
    }
    let names: BTreeSet<String> = stated.keys().cloned().collect();
    assert_eq!(read_folder(), names);
    for (name, svg) in &stated {
        let committed = fs::read_to_string(folder.join(name)).expect("the diagram can be read");
        assert!(
            committed == *svg,
            "docs/rules/diagrams/{name} is not what the rules say; UPDATE_DIAGRAMS=1 writes it anew"
        );
    }
}

#[test]
fn every_picture_of_the_text_is_a_diagram_it_states() {
    for text in TEXTS {
        let pictures = text.text.matches("](diagrams/").count();
        assert_eq!(pictures, text.diagrams().len(), "{}", text.family);
    }
}

#[test]
fn diagrams_show_every_kind_of_unit() {
    let shown: BTreeSet<Figure> = WARLORD
        .diagrams()
        .iter()
        .flat_map(|diagram| &diagram.scene.tokens)
        .map(|token| token.figure)
        .collect();
    assert_eq!(shown.len(), Kind::ALL.len());
}

#[test]
fn the_table_of_games_is_that_of_the_scenarios() {
    let row = |built_in: &scenario::BuiltIn| {
        let scenario = scenario::load(built_in.key)
            .expect("it is built in")
            .expect("a built-in scenario is valid");
        let content = scenario::warlord::Content::of(&scenario)?;
        Some(row(built_in.key, content.game()))
    };
    let all: Vec<String> = scenario::built_in().iter().filter_map(row).collect();
    let missing: Vec<&String> = all
        .iter()
        .filter(|row| !WARLORD.text.contains(row.as_str()))
        .collect();
    assert!(missing.is_empty(), "the text lacks {missing:#?}");
    let rows = WARLORD
        .text
        .lines()
        .filter(|line| line.starts_with("   | `"))
        .count();
    assert_eq!(rows, all.len());
}

#[test]
fn every_citation_is_of_a_section_or_paragraph_there_is() {
    let sources = sources();
    let is_digit = |letter: char| letter.is_ascii_digit();
    for text in TEXTS {
        let there_is = text.numbers();
        // in two parts, for this is no citation
        let citation = format!("Rules: {}", text.family);
        let refusals = format!("{}/illegal.rs", text.family);
        let mut cited = Vec::new();
        for (file, source) in &sources {
            for (line, words) in (1..).zip(source.lines()) {
                for list in words.split(&citation).skip(1) {
                    let words = list.split([' ', ',']).filter(|word| !word.is_empty());
                    let numbers = words
                        .map(|word| word.trim_end_matches(['.', ':', ';', '`', ')']))
                        .take_while(|word| *word == "and" || word.starts_with(is_digit))
                        .filter(|word| *word != "and");
                    let found = numbers.map(|number| (format!("{file}:{line}"), number.to_owned()));
                    cited.extend(found);
                }
            }
            // what refusals name
            if file.ends_with(&refusals) {
                let quoted = source.split('"').skip(1).step_by(2);
                let numbers = quoted.filter(|text| text.starts_with(is_digit));
                cited.extend(numbers.map(|number| (file.clone(), number.to_owned())));
            }
        }
        assert!(cited.len() > 80, "only {} citations found", cited.len());
        let unknown: Vec<_> = cited
            .iter()
            .filter(|(_, number)| !there_is.contains(number))
            .collect();
        assert!(unknown.is_empty(), "{unknown:#?}");
    }
}

impl Text {
    /// The sections of the text, and their paragraphs as `2.5`.
    fn numbers(&self) -> BTreeSet<String> {
        let mut section = String::new();
        let mut numbers = BTreeSet::new();
        for line in self.text.lines() {
            if let Some(heading) = line.strip_prefix("## ") {
                section = heading.split(' ').next().unwrap_or_default().to_owned();
                numbers.insert(section.clone());
            } else if let Some((number, _)) = line.split_once(". ")
                && number.parse::<u8>().is_ok()
            {
                assert!(numbers.insert(format!("{section}.{number}")), "{line}");
            }
        }
        numbers
    }
}

/// The sources of all crates.
fn sources() -> Vec<(String, String)> {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("..")];
    let mut sources = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder of ours") {
            let path = entry.expect("the folder can be read").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                let text = fs::read_to_string(&path).expect("a source of ours");
                sources.push((path.display().to_string(), text));
            }
        }
    }
    sources
}

fn row(key: &str, game: &Game) -> String {
    let board = game.board();
    let left = if game.cap.leaders_left { ", left" } else { "" };
    let set_up = match game.start {
        Start::Fixed(_) => "fixed",
        Start::Hidden(_) => "hidden",
    };
    format!(
        "| `{key}` | {} x {} | {} | {}{left} | {set_up} | {} |",
        board.files(),
        board.ranks(),
        army(game),
        game.cap.number,
        endings(game)
    )
}

fn army(game: &Game) -> String {
    let army = &game.armies[Side::White.index()];
    let counted = Kind::ALL.into_iter().filter_map(|kind| {
        let count = army.iter().filter(|other| **other == kind).count();
        (count > 0).then(|| format!("{count} {}", kind.symbol()))
    });
    let chosen = game.choice.into_iter().flat_map(|choice| {
        [
            format!(
                "{} leaders of total level {}",
                choice.leaders, choice.levels
            ),
            format!("{} chosen", choice.others),
        ]
    });
    let parts: Vec<String> = counted.chain(chosen).collect();
    parts.join(", ")
}

fn endings(game: &Game) -> String {
    let towns = game.terrain_rows().matches('T').count();
    let mut endings = vec!["leaders".to_owned()];
    if game.options.short > 0 {
        endings.push(format!("short {}", game.options.short));
    }
    if game.command_ending {
        endings.push("command".to_owned());
    }
    if let Some(needed) = game.towns {
        endings.push(format!("{} of {towns} towns", needed.needed));
    }
    endings.join(", ")
}
