//! Broken lessons are refused, each mistake on its line and with what was expected.

use lesson::Lesson;

/// A right lesson, one line of which each test breaks.
const RIGHT: &str = "\
title: One step
family: warlord
paragraph: 1.6
like: clash-of-arms
.....
..i..
..I..
..L.l
task: Take the man on c3.
aim: takes c3
limit: 1 turn
say: Choose your man.
say c2: He goes one step.
say after c2-c3: Taken.
refused c2-c4 1.6: Two are too far.
solve: c2-c3
hint c2-c3: Go to c3.
";

/// The mistakes in the right lesson with one line replaced, as `line: found, expected`.
fn mistakes(line: usize, by: &str) -> Vec<String> {
    let lines = RIGHT.lines().enumerate();
    let text: Vec<&str> = lines
        .map(|(number, text)| if number + 1 == line { by } else { text })
        .collect();
    let read = Lesson::parse("broken.lesson", &text.join("\n"));
    let mistakes = read.map(|_| Vec::new()).unwrap_or_else(|mistakes| mistakes);
    mistakes.iter().map(ToString::to_string).collect()
}

#[test]
fn the_lesson_is_right_before_it_is_broken() {
    assert_eq!(mistakes(0, ""), [""; 0]);
}

#[test]
fn each_broken_line_is_named_with_what_was_expected() {
    for (line, by, part) in [
        (1, "titel: One step", "did you mean `title`?"),
        (1, "title:", "a text after the colon"),
        (1, "title: One\u{7}", "without control characters"),
        (2, "family: warlrod", "did you mean `warlord`?"),
        (3, "paragraph: one", "such as 2.5"),
        (4, "like: clash", "the key of a scenario"),
        (4, "game: 2", "the word `game`"),
        (5, "....", "all as long as the first"),
        (6, "..X..", "`X` is the symbol of nothing"),
        (10, "aim: take c3", "`takes e5`"),
        (10, "aim: takes z9", "a cell of the board"),
        (10, "aim: stands c2", "before the first order"),
        (10, "aim: takes 2", "the last order reaches them"),
        (11, "limit: 0 turns", "`limit: 1 turn`"),
        (12, "say z9: Choose.", "with a cell of the board"),
        (13, "say: Again.", "one sentence for each moment"),
        (14, "say after there: Taken.", "is no order"),
        (15, "refused c2-b3 1.6: Why?", "which nothing refuses"),
        (15, "refused c2-c4 1.1: Why?", "which 1.6 refuses"),
        (15, "refused c2-c4: Why?", "the paragraph that refuses it"),
        (16, "solve: c2-c4", "a legal order"),
        (16, "solve: c2-b3", "the last order reaches them"),
        (16, "solve: c2-c3 end", "a solution that ends there"),
        (16, "solve: end", "the aims missed after `end`"),
        (17, "hint c2-b2: Go.", "an order of the solution"),
        (17, "reply: c4-c3", "a reply that is never given"),
        (17, "reply: computer genius", "the level `genius`"),
        (17, "beside: men", "`nothing`, `orders`, `match` or `all`"),
        (17, "side: red", "white or black"),
        (17, "side: black", "black decides nothing"),
        (17, "lots: one", "a whole number"),
        (17, "do: c2-c4", "orders that the rules carry out"),
        (17, ".....", "the rows stand above"),
    ] {
        let found = mistakes(line, by);
        let place = match part {
            // these say what the whole lacks, at its line
            "all as long as the first" => "broken.lesson:5:".to_owned(),
            "`X` is the symbol of nothing" => "broken.lesson:5:".to_owned(),
            "the last order reaches them" => "broken.lesson:16:".to_owned(),
            _ => format!("broken.lesson:{line}:"),
        };
        let is_named = |one: &String| one.starts_with(&place) && one.contains(part);
        assert!(found.iter().any(is_named), "{by}: {found:#?}");
    }
}

#[test]
fn what_a_lesson_lacks_is_named() {
    let none = Lesson::parse("empty.lesson", "family: warlord\n...\n...\n");
    let mistakes = none.expect_err("almost nothing");
    let text: Vec<String> = mistakes.iter().map(ToString::to_string).collect();
    let text = text.join("\n");
    for word in ["no `title`", "no `task`", "no `limit`"] {
        assert!(text.contains(word), "{word}: {text}");
    }
}

#[test]
fn bytes_that_are_no_text_and_texts_without_end_are_refused() {
    let wrong = Lesson::from_bytes("a.lesson", b"title: a\nfamily: \xff").expect_err("no UTF-8");
    assert_eq!(wrong[0].line, 2);
    let long = "# \n".repeat(lesson::MAX_BYTES);
    let wrong = Lesson::parse("a.lesson", &long).expect_err("too long");
    assert!(wrong[0].expected.contains("no more than"));
}

#[test]
fn windows_line_ends_and_a_byte_order_mark_are_no_mistakes() {
    let text = format!("\u{feff}{}", RIGHT.replace('\n', "\r\n"));
    let lesson = Lesson::parse("lessons\\one-step.lesson", &text).expect("a right lesson");
    assert_eq!((lesson.key(), lesson.title()), ("one-step", "One step"));
}
