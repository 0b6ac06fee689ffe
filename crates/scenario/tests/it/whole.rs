//! Every built-in scenario continues from whole bytes, however its switches are set, and stays far below their limit.

use rules::testing::{Seeded, check_twin, check_whole_bytes, stroll};
use rules::{MAX_WHOLE_BYTES, Rules, WholeError};
use scenario::{OptionError, OptionInfo, ReadError, Scenario, built_in};

type Options = Vec<(String, String)>;

/// Random orders from the start; the largest board takes long for each.
const ORDERS: usize = 80;
const ORDERS_OF_THE_LARGEST: usize = 20;

/// One step in this many is read back and played on from there.
const STEPS_TO_A_TWIN: usize = 8;

fn scenarios() -> impl Iterator<Item = Scenario> {
    built_in().iter().map(|built_in| {
        scenario::load(built_in.key)
            .expect("built in")
            .expect("right")
    })
}

/// The values of a switch; for numbers the least, 1 and the most.
fn values(option: &OptionInfo) -> Vec<String> {
    let words = option.allowed.split([',', ' ']);
    let values: Vec<&str> = match option.allowed.strip_prefix("a number from 0 to ") {
        Some(most) => vec!["0", "1", most],
        None => words.filter(|word| !["", "or"].contains(word)).collect(),
    };
    values.into_iter().map(str::to_owned).collect()
}

/// The options, without those that do not go together with the ones before them: a Bishop without the Wizard is refused.
fn agreeing(scenario: &Scenario, options: Options) -> Options {
    let mut kept = Options::new();
    let mut left = options;
    // twice, since an option may need one that comes later
    for _ in 0..2 {
        let mut refused = Options::new();
        for option in left {
            kept.push(option);
            if let Err(OptionError::Conflict { .. }) = scenario.start(&kept) {
                refused.extend(kept.pop());
            }
        }
        left = refused;
    }
    kept
}

/// No switch set, all at their last value, and two random combinations.
fn choices(scenario: &Scenario, seeded: &mut Seeded) -> Vec<Options> {
    let by = |choose: &mut dyn FnMut(&[String]) -> String| -> Options {
        let options = scenario.options().into_iter();
        let pair = |option: OptionInfo| (option.key.to_owned(), choose(&values(&option)));
        options.map(pair).collect()
    };
    let last = by(&mut |values| values[values.len() - 1].clone());
    let mut chance = || by(&mut |values| seeded.choose(values).clone());
    let all = [Vec::new(), last, chance(), chance()];
    all.map(|options| agreeing(scenario, options)).into()
}

#[test]
fn every_scenario_plays_on_from_whole_bytes() {
    let (mut seeded, mut longest) = (Seeded(1), (0, String::new()));
    for scenario in scenarios() {
        for options in choices(&scenario, &mut seeded) {
            let start = scenario.start(&options).expect("options of the scenario");
            check_twin(&start, &start, &mut seeded.clone(), 1);
            let mut position = start.clone();
            let most = if start.board().len() > 10_000 {
                ORDERS_OF_THE_LARGEST
            } else {
                ORDERS
            };
            for _ in 0..most {
                if seeded.one_in(STEPS_TO_A_TWIN) {
                    check_twin(&start, &position, &mut seeded, 2);
                }
                let bytes = position.to_whole().expect("within the limit");
                longest = longest.max((bytes.len(), scenario.key().to_owned()));
                if stroll(&mut position, &mut seeded, 6).is_none() {
                    break;
                }
            }
            let bytes = position.to_whole().expect("within the limit");
            assert_eq!(scenario.position(&options, &bytes), Ok(position));
        }
    }
    let (length, key) = longest;
    assert!(length < MAX_WHOLE_BYTES / 3, "{length} of {key}");
    assert_eq!(key, "continent", "the largest board");
}

#[test]
fn arbitrary_bytes_are_no_position_of_any_scenario() {
    for scenario in scenarios() {
        let start = scenario.start(&[]).expect("the scenario's own options");
        for length in [0, 1, 15, 400, 48 * 1024, 48 * 1024 + 1] {
            for byte in [0, 1, 255] {
                assert!(!check_whole_bytes(&start, &vec![byte; length]));
            }
        }
    }
}

#[test]
fn options_and_bytes_are_each_refused_for_their_own_reason() {
    let scenario = scenario::load("clash-of-arms")
        .expect("built in")
        .expect("right");
    let start = scenario.start(&[]).expect("the scenario's own options");
    let bytes = start.to_whole().expect("within the limit");
    let unknown = vec![("no-such-option".to_owned(), "on".to_owned())];
    let refused = scenario.position(&unknown, &bytes);
    assert!(matches!(refused, Err(ReadError::Options(_))), "{refused:?}");
    let refused = scenario.position(&[], &bytes[1..]);
    assert!(
        matches!(refused, Err(ReadError::Position(WholeError::Unsound(_)))),
        "{refused:?}"
    );
}
