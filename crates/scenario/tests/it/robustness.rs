//! No text makes the reader hang or crash, and every scenario it accepts can be played.

use std::time::{Duration, Instant};

use proptest::prelude::*;
use rules::testing::depth::deep;
use scenario::{MAX_BYTES, built_in};

// The fuzz targets include this file too.
mod properties;

use properties::{check_pasted_set_up, check_scenario_text};

/// Any text of any size is read or refused within this time, on a slow and busy machine.
const PATIENCE: Duration = Duration::from_secs(5);

const VALUES: [&str; 22] = [
    "0",
    "-1",
    "1",
    "2",
    "120",
    "255",
    "256",
    "65536",
    "1e9",
    "99999999999999999999999999",
    "true",
    "\"\"",
    "\"off\"",
    "{}",
    "[]",
    "[{}]",
    "{ L = 999 }",
    "{ L = 255, D = 255, T = 255, I = 9223372036854775807 }",
    "{ turn = 2, cap = 1 }",
    "'''\n'''",
    "'''\n.\n'''",
    "inf",
];

/// A whole file of that board: its terrain, its set-up table, and what else stands at its end.
fn file(files: usize, ranks: usize, terrain: &str, set_up: &str) -> String {
    format!(
        "format = 1\nfamily = \"warlord\"\ntitle = \"T\"\n[board]\nfiles = {files}\nranks = {ranks}\n{terrain}\n\
         [army]\nboth = {{ L = 1 }}\n[turn]\ncap = 1\n[set-up]\n{set_up}\n"
    )
}

/// Texts that cost a careless reader much time, memory or stack.
fn hard_texts() -> Vec<String> {
    let whole = |text: &str| text.repeat(MAX_BYTES / text.len());
    let half = |text: &str| text.repeat(MAX_BYTES / 2 / text.len());
    let rows = |row: &str, ranks| vec![row; ranks].join("\n");
    let wide = |glyph: &str| rows(&glyph.repeat(120), 120);
    let legend =
        "kind = \"fixed\"\nlegend = { A = \"L\", B = \"L\", C = \"L\", L = \"I\", \".\" = \".\" }";
    vec![
        // nesting
        whole("["),
        format!("a = {}", half("[")),
        format!("a = {}{}", half("["), half("]")),
        format!("a = {}", half("{a=")),
        format!("a{} = 1", half(".a")),
        format!("[a{}]", half(".a")),
        whole("[[a]]\n"),
        whole("[a.a]\n"),
        // many of one thing
        whole("a = 1\n"),
        whole("format = 1\n"),
        whole("# \u{202e}\n"),
        whole("\"\"\"\n"),
        whole("\\"),
        whole("\u{0}"),
        whole("é"),
        (0..4000).map(|n| format!("k{n} = {n}\n")).collect(),
        (0..4000).map(|n| format!("[t{n}]\n")).collect(),
        // the largest boards, and drawings that are too large
        file(
            120,
            120,
            &format!("terrain = '''\n{}\n'''", wide(".")),
            legend,
        ),
        file(
            120,
            120,
            &format!("terrain = '''\n{}\n'''", wide("~")),
            legend,
        ),
        file(
            120,
            120,
            &format!("terrain = '''\n{}\n'''", wide("?")),
            legend,
        ),
        file(
            120,
            120,
            "",
            &format!("{legend}\nrows = '''\n{}\n'''", wide("A")),
        ),
        file(
            120,
            120,
            "",
            &format!("{legend}\nrows = '''\n{}\n'''", wide("c")),
        ),
        file(
            120,
            120,
            "",
            &format!("{legend}\nrows = '''\n{}\n'''", wide("é")),
        ),
        file(120, 120, "", &format!("{legend}\nfen = '{}'", half("1"))),
        file(120, 120, "", &format!("{legend}\nfen = '{}'", half("/"))),
        file(120, 120, "", &format!("{legend}\nfen = '{}'", half("A/"))),
        file(
            120,
            120,
            "",
            &format!("kind = \"sections\"\nsections = '''\n{}\n'''", wide("A")),
        ),
        file(1, 1, &format!("terrain = '''\n{}\n'''", half("\n")), legend),
        file(
            1,
            1,
            "",
            &format!("kind = \"sections\"\n{}", half("[[set-up.book]]\n")),
        ),
        format!(
            "{}[entry]\nzones = '''\n{}\n'''\n{}",
            file(120, 120, "", "kind = \"fixed\"\nfen = '120'"),
            wide("A"),
            "[[entry.block]]\nturn = 65535\nboth = { L = 255 }\n".repeat(300),
        ),
    ]
}

#[expect(
    clippy::disallowed_methods,
    reason = "a test measures what reading costs"
)]
fn time(read: impl FnOnce()) -> Duration {
    let start = Instant::now();
    read();
    start.elapsed()
}

#[test]
fn no_hard_text_costs_much() {
    for (number, text) in hard_texts().iter().enumerate() {
        let took = time(|| {
            check_scenario_text(text);
            check_scenario_text(&text[..text.floor_char_boundary(MAX_BYTES)]);
        });
        assert!(took < PATIENCE, "hard text {number} took {took:?}");
    }
}

#[test]
fn no_pasted_set_up_costs_much() {
    let scenario = scenario::load("chieftain")
        .expect("built in")
        .expect("right");
    for text in [
        "1",
        "/",
        "16/",
        "L",
        "?",
        "é",
        "\n",
        "\u{0}",
        ". ",
        "99999999999999999999/",
    ] {
        let pasted = text.repeat(MAX_BYTES / text.len());
        let took = time(|| check_pasted_set_up(&scenario, &pasted));
        assert!(took < PATIENCE, "{text:?} took {took:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(deep(64, 256, 10_000)))]

    #[test]
    fn no_text_panics(text in ".{0,400}") {
        check_scenario_text(&text);
    }

    #[test]
    fn no_change_of_a_file_panics(
        file in 0..built_in().len(),
        edits in prop::collection::vec((any::<prop::sample::Index>(), 0_usize..4, "[ -~\n]{0,3}"), 1..4),
    ) {
        let mut text: Vec<char> = built_in()[file].text.chars().collect();
        for (place, length, with) in edits {
            let start = place.index(text.len());
            let end = (start + length).min(text.len());
            text.splice(start..end, with.chars());
        }
        check_scenario_text(&text.into_iter().collect::<String>());
    }

    #[test]
    fn no_exchange_of_a_value_panics(
        file in 0..built_in().len(),
        line in any::<prop::sample::Index>(),
        value in prop::sample::select(&VALUES[..]),
    ) {
        let text = built_in()[file].text;
        let keyed: Vec<&str> = text.lines().filter(|line| line.contains(" = ")).collect();
        let chosen = keyed[line.index(keyed.len())];
        let (key, _) = chosen.split_once(" = ").expect("a key");
        check_scenario_text(&text.replacen(chosen, &format!("{key} = {value}"), 1));
    }

    #[test]
    fn no_line_given_twice_or_left_out_panics(
        file in 0..built_in().len(),
        line in any::<prop::sample::Index>(),
        times in prop::sample::select(&[0_usize, 2][..]),
    ) {
        let mut lines: Vec<&str> = built_in()[file].text.lines().collect();
        let at = line.index(lines.len());
        let line = lines[at];
        lines.splice(at..=at, std::iter::repeat_n(line, times));
        check_scenario_text(&lines.join("\n"));
    }

    #[test]
    fn no_pasted_set_up_panics(
        file in 0..built_in().len(),
        pasted in prop_oneof!["\\PC{0,60}", "([1-9LDTUHCNIOSBRhcmsn.]{1,16}/){0,16}"],
    ) {
        let scenario = scenario::load(built_in()[file].key).expect("built in").expect("right");
        check_pasted_set_up(&scenario, &pasted);
    }

    #[test]
    fn no_change_of_a_set_up_panics(
        file in 0..built_in().len(),
        at in any::<prop::sample::Index>(),
        with in "[LDTUHCNIOSBRhcmsn0-9./ \n]{0,3}",
    ) {
        let scenario = scenario::load(built_in()[file].key).expect("built in").expect("right");
        let mut text = scenario.set_up_fen().unwrap_or_default();
        let at = at.index(text.len() + 1);
        text.replace_range(at..(at + with.len()).min(text.len()), &with);
        check_pasted_set_up(&scenario, &text);
    }
}
