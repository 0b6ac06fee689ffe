//! The options `share` and `members`, which every scenario knows beside its own.

use rules::testing::{Seeded, play, stroll};
use rules::{AnyPosition, Rules, Side};
use scenario::{OptionError, Scenario, Share, load};

fn options(text: &str) -> Vec<(String, String)> {
    let pairs = text.split_whitespace().map(|option| {
        let (key, value) = option.split_once('=').expect("key=value");
        (key.to_owned(), value.to_owned())
    });
    pairs.collect()
}

fn start(key: &str, text: &str) -> Result<AnyPosition, OptionError> {
    let scenario = load(key).expect("built in").expect("sound");
    scenario.start(&options(text))
}

fn side(place: u8) -> Side {
    Side::new(place).expect("a side")
}

#[test]
fn every_scenario_is_shared_by_turns_and_its_rules_do_not_change() {
    for built_in in scenario::built_in() {
        let key = built_in.key;
        let plain = start(key, "").expect("no options");
        for text in ["share=turns", "members=2,2", "share=turns members=3,1"] {
            assert_eq!(start(key, text).as_ref(), Ok(&plain), "{key} {text}");
        }
    }
    let sharing = Scenario::sharing(&options("members=2,3")).expect("right");
    assert_eq!((sharing.share, sharing.is_shared()), (Share::Turns, true));
    assert_eq!(
        [0, 1, 2].map(|place| sharing.members(side(place))),
        [2, 3, 1]
    );
}

#[test]
fn games_of_leaders_are_shared_by_leaders_and_no_others() {
    for built_in in scenario::built_in() {
        let key = built_in.key;
        let position = start(key, "share=leaders members=2,1");
        match start(key, "").expect("no options") {
            AnyPosition::Warlord(_) => {
                let position = position.expect("a game of leaders");
                assert_eq!([0, 1].map(|place| position.members(side(place))), [2, 1]);
            }
            _ => assert!(
                matches!(position, Err(OptionError::Conflict { .. })),
                "{key}"
            ),
        }
    }
    let usual = start("clash-of-arms", "share=leaders").expect("a game of leaders");
    assert_eq!([0, 1].map(|place| usual.members(side(place))), [2, 2]);
}

#[test]
fn what_the_options_cannot_say_is_refused_with_advice() {
    for text in [
        "share=chairs",
        "share=leaders share=leaders",
        "members=2,2 members=2,2",
        "members=",
        "members=0,2",
        "members=2,9",
        "members=02,2",
        "members=2,2,2",
        "members=1,1,1,1,1,1,1,1,1",
    ] {
        let refused = start("clash-of-arms", text).expect_err(text);
        assert!(!refused.advice().is_empty(), "{text}");
    }
}

#[test]
fn shared_scenarios_conform_and_are_continued_from_their_bytes() {
    for (seed, (key, text)) in (0..).zip([
        ("test-of-wills", "share=leaders members=2,3"),
        ("valley-war", "share=leaders members=2,2"),
        (
            "lakes-2",
            "share=leaders members=3,2 promotion=IN swap=on self-activating=on",
        ),
    ]) {
        let begin = start(key, text).expect("shared");
        play(&begin, seed, 8);
        let mut seeded = Seeded(seed);
        let mut position = begin.clone();
        for _ in 0..25 {
            stroll(&mut position, &mut seeded, 5);
        }
        let scenario = load(key).expect("built in").expect("sound");
        let bytes = position.to_whole().expect("not too long");
        assert_eq!(
            scenario.position(&options(text), &bytes).as_ref(),
            Ok(&position),
            "{key}"
        );
        // the same bytes are no position of the game that is not shared
        let plain = text.replace("share=leaders", "share=turns");
        assert!(
            scenario.position(&options(&plain), &bytes).is_err(),
            "{key}"
        );
    }
}
