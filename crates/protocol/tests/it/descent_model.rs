//! Every reachable state of small families of matches, asked of the program's own `descent`.
//!
//! There is one pool of everything that was ever signed, so messages that are late, lost or withheld need no modeling: an
//! honest program may act on any part of the pool. Honest programs sign what sections 5 and 6 of the design allow them.
//! Cheats and their puppets sign anything at any time. A machine may be restored once: to an older copy that knows that it
//! is one, or to the moment before its last ENTER without knowing it.
//!
//! The same search runs with each rule left out, and must then find a violation. Otherwise the model would not show that
//! the rule is needed.

mod cases;
mod search;
mod statics;
mod world;

use cases::CASES;
use rules::testing::depth::deep;
use search::{Violation, falls, search};
use world::Rule;

/// The number of states of each case with all rules. A change means that the rules, or the model, changed.
const STATES: [(&str, usize); 13] = [
    ("three", 229_172),
    ("two cheats", 766_776),
    ("unsettled", 155_358),
    ("leaves", 4_774),
    ("line", 1_003),
    ("crossing", 161),
    ("late", 23),
    ("pocket", 20),
    ("pocket of two", 110),
    ("unaware", 9_011),
    ("split", 14),
    ("draw", 56),
    ("abandoned", 76),
];

#[test]
fn no_honest_player_is_convicted_or_loses_a_result_in_any_reachable_state() {
    for case in &CASES {
        let (name, count) = STATES
            .into_iter()
            .find(|(name, _)| *name == case.name)
            .expect("every case has a count");
        if count > deep(60_000, 300_000, usize::MAX) {
            continue;
        }
        let found = search(case);
        assert_eq!(found.violations, case.suffers, "{name}");
        assert_eq!(found.states, count, "{name}");
        assert_eq!(found.never_settled, case.never_settled, "{name}");
    }
}

/// Each rule with the case that shows why it is needed, and what happens without it.
const NEEDED: [(Rule, &str, Violation); 11] = [
    (
        Rule::EnterOnlyWhatComesFromIt,
        "leaves",
        Violation::Convicted('A'),
    ),
    (Rule::SayWhatWasSigned, "three", Violation::Convicted('A')),
    (
        Rule::NothingInTheOldMatch,
        "three",
        Violation::Convicted('A'),
    ),
    (
        Rule::FreeOnceAnotherReturns,
        "abandoned",
        Violation::Convicted('A'),
    ),
    (
        Rule::OlderCopyConvictsNobody,
        "three",
        Violation::Convicted('A'),
    ),
    (Rule::WithAllManifests, "line", Violation::Convicted('A')),
    (Rule::GivenUpByPlaying, "pocket", Violation::ResultLost('A')),
    (Rule::KeptIfBuiltOn, "three", Violation::ResultLost('A')),
    (
        Rule::OnlyByThoseItServes,
        "draw",
        Violation::ResultLost('A'),
    ),
    (
        Rule::AskWhatOthersKnow,
        "unaware",
        Violation::Convicted('A'),
    ),
    (
        Rule::WonAfterAReturnCounts,
        "two cheats",
        Violation::ResultLost('A'),
    ),
];

#[test]
fn without_any_of_the_rules_the_model_falls() {
    for (rule, case, violation) in NEEDED {
        let case = CASES.iter().find(|each| each.name == case);
        assert!(falls(case.expect("a case"), rule, violation), "{rule:?}");
    }
}
