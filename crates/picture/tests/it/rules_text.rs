//! The rules texts of the families (`docs/rules`): their diagrams and tables agree with the rules.
//!
//! `UPDATE_DIAGRAMS=1 cargo test -p picture` writes the diagrams again.
#![allow(clippy::disallowed_methods, reason = "the test compares files")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use picture::{Diagram, DiagramError, Figure};
use rules::Family;
use rules::wargame::{self, Ruleset, Terrain};
use rules::warlord::{Game, Kind, Side, Start};
use scenario::Scenario;

/// A family's rules text.
struct Text {
    /// The family's name, which is the file's.
    family: &'static str,
    text: &'static str,
    draw: fn(&str) -> Result<Vec<Diagram>, DiagramError>,
    /// The number of kinds of units.
    kinds: usize,
    /// The fewest citations in the code.
    citations: usize,
}

const TEXTS: [Text; 3] = [
    Text {
        family: "warlord",
        text: include_str!("../../../../docs/rules/warlord.md"),
        draw: picture::warlord::diagrams,
        kinds: Kind::ALL.len(),
        citations: 80,
    },
    Text {
        family: "wargame",
        text: include_str!("../../../../docs/rules/wargame.md"),
        draw: picture::wargame::diagrams,
        kinds: wargame::Kind::ALL.len(),
        citations: 40,
    },
    Text {
        family: "tourney",
        text: include_str!("../../../../docs/rules/tourney.md"),
        draw: picture::tourney::diagrams,
        kinds: rules::tourney::Kind::ALL.len(),
        citations: 80,
    },
];

const WARLORD: &str = TEXTS[0].text;
const WARGAME: &str = TEXTS[1].text;

impl Text {
    fn diagrams(&self) -> Vec<Diagram> {
        let drawn = (self.draw)(self.text);
        drawn.unwrap_or_else(|error| panic!("docs/rules/{}.md, {error}", self.family))
    }
}

#[test]
fn every_family_that_people_play_has_a_rules_text() {
    let played = Family::ALL.iter().filter(|family| !family.is_for_tests());
    let names: Vec<&str> = played.map(|family| family.name()).collect();
    assert_eq!(names, TEXTS.map(|text| text.family));
}

#[test]
fn the_committed_diagrams_are_those_the_texts_state() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/rules/diagrams");
    let diagrams: Vec<Diagram> = TEXTS.iter().flat_map(Text::diagrams).collect();
    let stated: BTreeMap<String, String> = diagrams
        .iter()
        .map(|diagram| (format!("{}.svg", diagram.name), diagram.to_svg()))
        .collect();
    assert_eq!(stated.len(), diagrams.len(), "two diagrams have one name");
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
fn every_picture_of_a_text_is_a_diagram_it_states() {
    for text in &TEXTS {
        let pictures = text.text.matches("](diagrams/").count();
        assert_eq!(pictures, text.diagrams().len(), "{}", text.family);
    }
}

#[test]
fn diagrams_show_every_kind_of_unit() {
    for text in &TEXTS {
        let shown: BTreeSet<Figure> = text
            .diagrams()
            .iter()
            .flat_map(|diagram| &diagram.scene.tokens)
            .map(|token| token.figure)
            .collect();
        assert_eq!(shown.len(), text.kinds, "{}", text.family);
    }
}

#[test]
fn the_table_of_games_is_that_of_the_scenarios() {
    let scenarios = built_in(Family::Warlord);
    let row = |scenario: &Scenario| {
        let content = scenario::warlord::Content::of(scenario).expect("a Warlord scenario");
        row(scenario.key(), content.game())
    };
    let missing: Vec<String> = scenarios
        .iter()
        .map(row)
        .filter(|row| !WARLORD.contains(row.as_str()))
        .collect();
    assert!(missing.is_empty(), "the text lacks\n{}", missing.join("\n"));
    let rows = WARLORD
        .lines()
        .filter(|line| line.starts_with("   | `"))
        .count();
    assert_eq!(rows, scenarios.len());
}

#[test]
fn the_tables_of_units_are_those_of_the_scenarios() {
    for (key, paragraph) in [("wargame-1", "1.2"), ("wargame-2", "2.2")] {
        let scenarios = built_in(Family::WarGame);
        let scenario = scenarios.iter().find(|scenario| scenario.key() == key);
        let content = scenario.and_then(wargame_content).expect("it is built in");
        let game = content.game();
        let table = tables(paragraph).remove(0);
        let army = &game.armies[Side::White.index()];
        let kinds: BTreeSet<_> = army.iter().copied().collect();
        assert_eq!(table.rows.len(), kinds.len(), "{paragraph}");
        for kind in kinds {
            let number = army.iter().filter(|other| **other == kind).count();
            let symbol = format!("`{}`", kind.symbol().trim_matches(['(', ')']));
            let row = table.rows.iter().find(|row| row[1] == symbol);
            let row = row.unwrap_or_else(|| panic!("{paragraph} lacks {symbol}"));
            assert_eq!(row[2], number.to_string(), "{symbol}");
            assert_eq!(row[4], game.points(kind).to_string(), "{symbol}");
            let or_none = |number: u8| {
                if number == 0 {
                    String::new()
                } else {
                    number.to_string()
                }
            };
            if row[5] != "rifle" {
                assert_eq!(row[5], or_none(game.range(kind)), "{symbol}");
            }
            assert_eq!(row[6], or_none(kind.level()), "{symbol}");
            assert_eq!(row[7], or_none(kind.radius()), "{symbol}");
        }
    }
}

/// The kinds by the words of the tables of costs and kills; leaders are alike.
fn kinds_of(ruleset: Ruleset) -> Vec<(&'static str, wargame::Kind)> {
    use wargame::Kind;
    let own = match ruleset {
        Ruleset::One => [
            ("leader", Kind::TankCommander),
            ("tank", Kind::Tank),
            ("post", Kind::CommandPost),
        ],
        Ruleset::Two => [
            ("leader", Kind::Colonel),
            ("cavalry", Kind::Cavalry),
            ("cavalry", Kind::Cavalry),
        ],
    };
    let both = [("infantry", Kind::Infantry), ("gun", Kind::Artillery)];
    own.into_iter().chain(both).collect()
}

/// The game to which a paragraph belongs.
fn game_of(ruleset: Ruleset) -> wargame::Game {
    let key = match ruleset {
        Ruleset::One => "wargame-1",
        Ruleset::Two => "wargame-2",
    };
    let scenarios = built_in(Family::WarGame);
    let scenario = scenarios.iter().find(|scenario| scenario.key() == key);
    let content = scenario.and_then(wargame_content).expect("it is built in");
    content.game().clone()
}

#[test]
fn the_tables_of_costs_are_those_of_the_rules() {
    for (ruleset, paragraph) in [(Ruleset::One, "1.5"), (Ruleset::Two, "2.4")] {
        let (game, table) = (game_of(ruleset), tables(paragraph).remove(0));
        let grounds = [
            ("open, town", Terrain::Open),
            ("open, town", Terrain::Town),
            ("trees", Terrain::Trees),
            ("hill", Terrain::Hill),
        ];
        for (word, terrain) in grounds {
            let row = table.rows.iter().find(|row| row[0] == word).expect(word);
            let mut compared = 0;
            for (kind_word, kind) in kinds_of(ruleset) {
                let Some(column) = table.head.iter().position(|head| head == kind_word) else {
                    continue;
                };
                let cost = game
                    .cost(kind, terrain)
                    .filter(|cost| *cost <= game.points(kind));
                let cost = cost.map_or("never".to_owned(), |cost| cost.to_string());
                assert_eq!(row[column], cost, "{paragraph}: {kind_word}, {word}");
                compared += 1;
            }
            assert!(compared >= 4, "{paragraph}");
        }
    }
}

#[test]
fn the_tables_of_kills_are_those_of_the_rules() {
    for (ruleset, paragraph) in [(Ruleset::One, "1.9"), (Ruleset::Two, "2.6")] {
        let (game, tables) = (game_of(ruleset), tables(paragraph));
        let mut compared = 0;
        for (name, terrain) in [
            ("open", Terrain::Open),
            ("town", Terrain::Town),
            ("trees", Terrain::Trees),
            ("hill", Terrain::Hill),
        ] {
            let table = tables
                .iter()
                .find(|table| table.head[0] == name)
                .expect(name);
            for row in &table.rows {
                let defender = kind_of(ruleset, &row[0]);
                for (head, cell) in table.head.iter().zip(row).skip(1) {
                    let attacker = kind_of(ruleset, head);
                    let kills = game.kills(attacker, defender, terrain);
                    let says = |letter| !cell.starts_with("never") && cell.contains(letter);
                    let place = format!("{paragraph}: {name}, {} {head}: {cell}", row[0]);
                    assert_eq!(says('R'), kills.by_assault(), "{place}");
                    assert_eq!(says('r'), kills.by_rifle(), "{place}");
                    assert_eq!(says('O'), kills.by_overrun(), "{place}");
                    let fires = kills.by_fire() || kills.by_adjacent_fire();
                    assert_eq!(says('F') || says('A'), fires, "{place}");
                    assert!(!says('A') || !kills.by_fire(), "{place}");
                    if let Some((_, range)) = cell.split_once('F') {
                        let range: u8 = range[..1].parse().expect("a range");
                        assert!(range <= game.range(attacker), "{place}");
                    }
                    compared += 1;
                }
            }
        }
        assert!(compared >= 56, "{paragraph}: {compared}");
    }
}

/// The kind of a word such as `by a tank` or `post†`.
fn kind_of(ruleset: Ruleset, words: &str) -> wargame::Kind {
    let word = words
        .trim_end_matches('†')
        .rsplit(' ')
        .next()
        .unwrap_or(words);
    let mut kinds = kinds_of(ruleset).into_iter();
    let found = kinds.find(|(name, _)| *name == word);
    found.unwrap_or_else(|| panic!("{words:?} is no unit")).1
}

/// The table of a paragraph: its cells without blanks around them.
struct Table {
    head: Vec<String>,
    rows: Vec<Vec<String>>,
}

/// The tables of a paragraph of WarGame.
fn tables(paragraph: &str) -> Vec<Table> {
    let (mut number, mut section) = (String::new(), "");
    let mut tables: Vec<Table> = Vec::new();
    let mut is_inside = false;
    for line in WARGAME.lines() {
        if let Some(heading) = line.strip_prefix("## ") {
            section = heading.split(' ').next().unwrap_or_default();
        } else if let Some((begun, _)) = line.split_once(". ")
            && begun.parse::<u8>().is_ok()
        {
            number = format!("{section}.{begun}");
        }
        let row = line
            .trim()
            .strip_prefix('|')
            .and_then(|row| row.strip_suffix('|'));
        let Some(row) = row.filter(|_| number == paragraph) else {
            is_inside = false;
            continue;
        };
        let cells: Vec<String> = row.split('|').map(|cell| cell.trim().to_owned()).collect();
        match tables.last_mut() {
            Some(_) if cells[0].starts_with("---") => {}
            Some(table) if is_inside => table.rows.push(cells),
            _ => tables.push(Table {
                head: cells,
                rows: Vec::new(),
            }),
        }
        is_inside = true;
    }
    tables
}

/// The built-in scenarios of a family.
fn built_in(family: Family) -> Vec<Scenario> {
    let loaded = scenario::built_in().iter().map(|built_in| {
        let loaded = scenario::load(built_in.key).expect("it is built in");
        loaded.expect("a built-in scenario is valid")
    });
    loaded
        .filter(|scenario| scenario.family() == family)
        .collect()
}

fn wargame_content(scenario: &Scenario) -> Option<&scenario::wargame::Content> {
    scenario::wargame::Content::of(scenario)
}

#[test]
fn every_citation_is_of_a_section_or_paragraph_there_is() {
    for text in &TEXTS {
        let there_is = numbers(text.text);
        let citation = format!("{CITATION}{}", text.family);
        let mut cited = Vec::new();
        for (file, source) in sources() {
            for (line, words) in (1..).zip(source.lines()) {
                for list in words.split(&citation).skip(1) {
                    let words = list.split([' ', ',', ':', ';', ')']);
                    let words = words.map(|word| word.trim_end_matches('.'));
                    let mut numbers = words
                        .filter(|word| !matches!(*word, "" | "and" | "to"))
                        .take_while(|word| is_number(word))
                        .peekable();
                    assert!(numbers.peek().is_some(), "{file}:{line} cites nothing");
                    cited.extend(
                        numbers.map(|number| (format!("{file}:{line}"), number.to_owned())),
                    );
                }
            }
            // the paragraphs that refusals name
            if file.ends_with(&format!("{}/illegal.rs", text.family)) {
                let quoted = source.split('"').skip(1).step_by(2);
                let numbers = quoted.filter(|text| text.starts_with(|c: char| c.is_ascii_digit()));
                cited.extend(numbers.map(|number| (file.clone(), number.to_owned())));
            }
        }
        assert!(
            cited.len() > text.citations,
            "only {} citations found",
            cited.len()
        );
        let unknown: Vec<_> = cited
            .iter()
            .filter(|(_, number)| !there_is.contains(number))
            .collect();
        assert!(unknown.is_empty(), "{unknown:#?}");
    }
}

/// True for the number of a section or paragraph, and for that of a ruling in a table, such as `T-12`.
fn is_number(word: &str) -> bool {
    word.strip_prefix("T-")
        .unwrap_or(word)
        .starts_with(|c: char| c.is_ascii_digit())
}

/// The beginning of a citation, before the family's name.
const CITATION: &str = "Rules: ";

/// The sections of a text, their paragraphs as `2.5`, and the rulings of a table as `T-12`.
fn numbers(text: &str) -> BTreeSet<String> {
    let mut section = String::new();
    let mut numbers = BTreeSet::new();
    for line in text.lines() {
        if let Some(heading) = line.strip_prefix("## ") {
            section = heading.split(' ').next().unwrap_or_default().to_owned();
            numbers.insert(section.clone());
        } else if let Some((number, _)) = line.split_once(". ")
            && number.parse::<u8>().is_ok()
        {
            assert!(numbers.insert(format!("{section}.{number}")), "{line}");
        } else if let Some(ruling) = line.trim_start().strip_prefix("| T-") {
            let number = ruling.split(' ').next().unwrap_or_default();
            assert!(numbers.insert(format!("T-{number}")), "{line}");
        }
    }
    numbers
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
