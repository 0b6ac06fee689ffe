//! A whole game of War Lord Tourney as two people type it: a recall, four duels, captures, a slain Warlord and his heir, a
//! freeing, and a Castle that falls. For tests in which two programs play it, over a connection or by mail.

use std::collections::BTreeSet;
use std::path::Path;

use protocol::replay::Replay;
use protocol::{Deed, History};
use rules::{Outcome, Rules as _};

/// The options of the game: no hidden start, no Bowmen and no enchanted woods.
pub(crate) const OPTIONS: [&str; 6] = [
    "--option",
    "muster=off",
    "--option",
    "bowmen=off",
    "--option",
    "enchanted=off",
];

/// The first rounds of the first duel in which nothing lands, after which the Warlord falls in the last one.
pub(crate) const ROUNDS: usize = 4;

/// What the side that begins decides, and what the other decides, as White and Black: each entry is signed at once.
const DECISIONS: [&[&str]; 2] = [
    &[
        "d1-d3; end",
        // the Lady calls the Footman home
        "recall c2; end",
        "card MH d3:d3; end",
        "card MH d3:d3; end",
        "card MH d3:d3; end",
        "card ML d3:d3; end",
        // the heir is named in the other's turn, and the own turn follows
        "succeed knight; d1-d3; end",
        "card HL d3:d3; end",
        "capture d3; end",
        "end",
        "end",
        // a Warlord takes the Lady who has freed the Knight
        "e2-d2; end",
        "d3-d5; end",
        "d5-d6; end",
        // the assault: the Warlord, then the freed Knight
        "d6-d7; end",
        "card HM d7:d7; end",
        "slay d7; end",
        "card HM d7:d7; end",
    ],
    &[
        "c6-c3; end",
        "c3-d3; end",
        "card MH d3:d3; end",
        "card MH d3:d3; end",
        "card MH d3:d3; end",
        "card HM d3:d3; end",
        "slay d3; end",
        "card LM d3:d3; end",
        "d6-c5; end",
        "c5-c3; end",
        "c3-d2; end; free knight; end",
        "end",
        "end",
        "end",
        "card ML d7:d7; end",
        "card ML d7:d7; end",
    ],
];

/// What happens in that game: the first word of an order, and whether a side gives it in the other's turn.
pub(crate) const HAPPENS: [(&str, bool); 7] = [
    ("card", false),
    ("capture", false),
    ("free", false),
    ("move", false),
    ("recall", false),
    ("slay", false),
    ("succeed", true),
];

/// The path of the scenario.
pub(crate) fn scenario() -> String {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("../protocol/tests");
    let file = tests.join("fixtures/rules/duels.toml");
    file.to_string_lossy().into_owned()
}

/// The decisions of the side that begins or of the other, each as the lines to type.
pub(crate) fn decisions(begins: bool, is_white: bool) -> Vec<String> {
    let decisions = DECISIONS[usize::from(!begins)].iter();
    // the board looks the same from both sides, and the decisions are written as if White began
    let turned = begins != is_white;
    let typed = decisions.map(|decision| {
        let lines = decision.split("; ").map(|line| match turned {
            true => turn(line),
            false => line.to_owned(),
        });
        lines.map(|line| line + "\n").collect()
    });
    typed.collect()
}

/// An order with every cell where it is after a half-turn of the board of seven by seven.
fn turn(order: &str) -> String {
    let letters: Vec<char> = order.chars().collect();
    let mut turned = String::new();
    let mut at = 0;
    while let Some(letter) = letters.get(at) {
        let rank = letters.get(at + 1).and_then(|rank| rank.to_digit(10));
        match rank.filter(|_| ('a'..='g').contains(letter)) {
            Some(rank) => {
                let file = char::from(b'a' + b'g' - u8::try_from(*letter).expect("ASCII"));
                turned.push_str(&format!("{file}{}", 8 - rank));
                at += 2;
            }
            None => {
                turned.push(*letter);
                at += 1;
            }
        }
    }
    turned
}

/// The first word of an order; `move` for one that begins with a cell.
fn first_word(text: &str) -> String {
    let word = text.split(' ').next().unwrap_or_default();
    let is_move = word.contains(|letter: char| letter.is_ascii_digit());
    if is_move { "move" } else { word }.to_owned()
}

/// What happened in a match, by its file: as [`HAPPENS`].
fn happened(history: &History) -> BTreeSet<(String, bool)> {
    let mut found = BTreeSet::new();
    for (at, step) in history.steps().iter().enumerate() {
        let mut before = history.position_after(at);
        match &step.deed {
            Deed::Orders { side, orders, .. } => {
                for done in orders {
                    let text = before.order_text(*side, &done.order);
                    found.insert((first_word(&text), *side != before.turn().side));
                    before.apply(*side, &done.order).expect("it was played");
                }
            }
            Deed::Opened(opened) => {
                for opened in opened {
                    let text = before.order_text(opened.side, &opened.done.order);
                    found.insert((first_word(&text), false));
                }
            }
            Deed::Lots { .. } => {}
            Deed::TakenBack { .. } | Deed::Continued { .. } => panic!("nobody has asked"),
        }
    }
    found
}

/// The rounds of cards of each duel, by the file of a match.
pub(crate) fn rounds(history: &History) -> Vec<usize> {
    let is_round: Vec<bool> = history
        .steps()
        .iter()
        .map(|step| matches!(step.deed, Deed::Opened(_)))
        .collect();
    let duels = is_round.chunk_by(|one, other| one == other);
    let duels = duels.filter(|steps| steps[0]);
    duels.map(<[bool]>::len).collect()
}

/// The game of that file is the whole one above.
pub(crate) fn assert_happened(replay: &Replay) {
    let found = happened(&replay.history);
    for (word, by_the_other) in HAPPENS {
        let wanted = (word.to_owned(), by_the_other);
        assert!(found.contains(&wanted), "{wanted:?} in {found:?}");
    }
    assert_eq!(rounds(&replay.history), [ROUNDS, 1, 1, 1]);
    let outcome = replay.outcome.expect("the game is over");
    assert!(matches!(outcome, Outcome::Won(_, "castle")), "{outcome:?}");
}
