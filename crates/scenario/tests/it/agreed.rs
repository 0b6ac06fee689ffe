//! A scenario that both players have signed stays readable, whatever limits authors must keep.

use scenario::warlord::Content;
use scenario::{MAX_BYTES, Scenario};

fn text(key: &str) -> &'static str {
    scenario::find(key).expect("built in").text
}

/// The mistakes reported to authors, and the scenario as agreed.
fn told_and_agreed(text: &str) -> (Vec<String>, Scenario) {
    let mistakes = Scenario::parse("s.toml", text).expect_err("authors are refused");
    let told = mistakes.into_iter().map(|mistake| mistake.found);
    let agreed = Scenario::agreed("s.toml", text).unwrap_or_else(|wrong| panic!("{wrong:#?}"));
    (told.collect(), agreed)
}

#[test]
fn texts_for_people_are_cleaned_and_cut_instead_of_refused() {
    let title = "title = \"Battle Line\"";
    for (changed, expected) in [
        ("title = \"\"\"Two\nlines\"\"\"", "Two lines"),
        ("title = \"\\u001b[2JBattle\\u202e\"", "[2JBattle"),
        ("title = \" \"", "s"),
        ("", "s"),
    ] {
        let (told, agreed) = told_and_agreed(&text("battle-line").replace(title, changed));
        assert_eq!(told.len(), 1, "{told:?}");
        assert_eq!(agreed.title(), expected);
    }
    let long = format!("title = \"{}\"", "ü".repeat(81));
    let (told, agreed) = told_and_agreed(&text("battle-line").replace(title, &long));
    assert_eq!(told, ["81 characters in `title`"]);
    assert_eq!(agreed.title(), "ü".repeat(80));
}

#[test]
fn books_and_drawings_need_not_be_as_authors_must_write_them() {
    let own = text("test-of-wills");
    let (head, books) = own.split_at(own.find("[[set-up.book]]").expect("books"));
    let (book, _) = books.split_at(books[1..].find("[[set-up.book]]").expect("more") + 1);
    let (told, agreed) = told_and_agreed(&format!("{head}{}", book.repeat(65)));
    let count = |found: &str| told.iter().filter(|other| *other == found).count();
    assert_eq!((count("65 books"), told.len()), (1, 1 + 64), "{told:?}");
    let content = Content::of(&agreed).expect("a Warlord scenario");
    assert_eq!(content.books().len(), 65);

    let own = text("battle-line");
    let shifted = own.replacen("H .\n\"\"\"", ". H\n\"\"\"", 1);
    assert_ne!(shifted, own);
    let (told, agreed) = told_and_agreed(&shifted);
    assert!(told[0].contains(" but "), "{told:?}");
    assert_ne!(
        agreed.set_up_fen(),
        scenario::load("battle-line")
            .expect("built in")
            .expect("right")
            .set_up_fen()
    );
}

#[test]
fn an_agreed_text_that_the_rules_cannot_play_is_refused_as_ever() {
    let own = text("battle-line");
    for (from, to) in [
        ("cap = 4", "cap = 0"),
        ("cap = 4", "cpa = 4"),
        ("L = 6", "L = 7"),
        ("\"warlord\"", "\"warload\""),
        ("format = 1", "format = 2"),
    ] {
        let changed = own.replacen(from, to, 1);
        let refused = Scenario::agreed("s.toml", &changed).expect_err(to);
        assert_eq!(Err(refused), Scenario::parse("s.toml", &changed));
    }
    let long = format!("{own}{}", "#".repeat(MAX_BYTES));
    assert!(Scenario::agreed("s.toml", &long).is_err());
}

#[test]
fn an_empty_word_or_set_up_is_a_mistake_in_an_agreed_scenario_too() {
    let text = text("chieftain");
    for key in ["family", "kind", "fen"] {
        let keyed = |line: &&str| line.starts_with(&format!("{key} = \""));
        let line = text.lines().find(keyed).expect(key);
        let changed = text.replacen(line, &format!("{key} = \" \""), 1);
        let mistakes = Scenario::agreed("s.toml", &changed).expect_err(key);
        assert!(!mistakes.is_empty(), "{key}");
    }
}

#[test]
fn a_clone_shares_what_was_read() {
    let scenario = Scenario::agreed("s.toml", text("battle-line")).expect("right");
    assert!(std::ptr::eq(scenario.text(), scenario.clone().text()));
}
