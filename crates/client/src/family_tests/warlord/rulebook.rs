//! The rules text as the page shows it.

use families::warlord::{Warlord, model::RULES};
use kit::model::family::FamilyModel as _;
use kit::model::rulebook::Content;

#[test]
fn every_paragraph_of_the_text_begins_once_and_in_order() {
    let book = Warlord::rulebook();
    let begun: Vec<&str> = book
        .parts
        .iter()
        .filter(|part| part.begins)
        .map(|part| part.number.as_str())
        .collect();
    let mut section = "";
    let mut expected = Vec::new();
    for line in RULES.lines() {
        if let Some(heading) = line.strip_prefix("## ") {
            section = heading.split(' ').next().unwrap_or_default();
        } else if let Some((number, _)) = line.split_once(". ")
            && number.parse::<u8>().is_ok()
        {
            expected.push(format!("{section}.{number}"));
        }
    }
    assert_eq!(begun, expected);
}

#[test]
fn every_diagram_is_in_the_paragraph_that_shows_it() {
    let book = Warlord::rulebook();
    let shown: Vec<usize> = book
        .parts
        .iter()
        .filter_map(|part| match part.content {
            Content::Diagram(place) => Some(place),
            _ => None,
        })
        .collect();
    assert_eq!(shown, (0..book.diagrams.len()).collect::<Vec<_>>());
    let of = |name: &str| {
        let place = book
            .diagrams
            .iter()
            .position(|(diagram, _)| diagram.name == name);
        let content = Content::Diagram(place.expect("there is such a diagram"));
        let part = book.parts.iter().find(|part| part.content == content);
        part.map(|part| part.number.as_str())
    };
    assert_eq!(of("charge"), Some("1.10"));
    assert_eq!(of("matching-full"), Some("2.5"));
    assert_eq!(of("promotion"), Some("5.2"));
}

#[test]
fn nothing_of_the_notation_is_left_in_the_words() {
    for part in &Warlord::rulebook().parts {
        let words = part.content.plain();
        assert!(!words.contains(['*', '`', '|', '#']), "{words}");
        assert!(!words.contains("<!--"), "{words}");
    }
}

#[test]
fn a_search_finds_paragraphs_by_their_words_in_any_letter_case() {
    let book = Warlord::rulebook();
    let numbers = |sought| {
        let found = book.find(sought);
        found
            .iter()
            .map(|(number, _)| (*number).to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(numbers("NEVER SWAPPED onto a hill"), ["2.9"]);
    assert!(numbers("crossing").contains(&"4.7".to_owned()));
    assert!(numbers("no such words in it").is_empty());
}
