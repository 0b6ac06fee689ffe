//! The suite that every game must pass, with no option, each alone and all together; and bytes that are no position.

use std::sync::Arc;

use proptest::prelude::*;
use rules::testing::depth::deep;
use rules::testing::tourney::{game, small};
use rules::testing::{
    Seeded, changed_bytes, check_order_text, check_position_text, check_secret_step,
    check_whole_bytes, play, stroll,
};
use rules::tourney::{Game, Position, WHITE};
use rules::{AnyPosition, Rules};

/// Every option that two seats without the Wizard can have together, on the small board.
const ALL: &str = "wounds several=2 healing finishing sergeants bowmen strategic enchanted veterans grand chivalry";

/// The same with the Wizard.
const WITH_WIZARD: &str =
    "wizard bishop several=all healing finishing sergeants bowmen enchanted veterans wounds";

fn any(game: Game) -> AnyPosition {
    AnyPosition::Tourney(Position::new(Arc::new(game)))
}

#[test]
fn the_base_game_conforms_under_random_play() {
    for seed in 0..2 {
        play(&any(game("")), seed, 120);
    }
}

#[test]
fn a_small_game_conforms_to_its_end() {
    let mut over = 0;
    for seed in 0..5 {
        over += u32::from(play(&any(small("")), seed, 250).outcome().is_some());
    }
    assert!(over > 1, "{over} games end");
}

#[test]
fn every_option_alone_conforms() {
    let alone = [
        "wounds",
        "several=2",
        "several=all",
        "healing",
        "finishing",
        "wizard",
        "wizard bishop",
        "sergeants",
        "bowmen",
        "strategic",
        "enchanted",
        "veterans",
        "grand",
        "chivalry",
        "winding-knights",
    ];
    for (seed, options) in (0..).zip(alone) {
        play(&any(small(options)), seed, deep(45, 90, 300));
    }
}

#[test]
fn all_options_together_conform() {
    for seed in 0..2 {
        play(&any(small(ALL)), seed, 100);
        play(&any(small(WITH_WIZARD)), seed, 100);
    }
}

#[test]
fn more_seats_and_teams_conform() {
    for (seed, options) in (0..).zip([
        "seats=3",
        "seats=4",
        "seats=4 teams",
        "seats=4 teams several=2 wounds healing sergeants bowmen",
    ]) {
        play(&any(game(options)), seed, deep(45, 90, 300));
    }
}

#[test]
fn musters_conform() {
    for options in ["muster", "muster grand sergeants bowmen", "muster seats=4"] {
        let start = any(game(options));
        check_secret_step(&start);
        play(&start, 1, 12);
    }
}

#[test]
fn changed_whole_bytes_are_refused_or_played_on() {
    let mut seeded = Seeded(7);
    let mut accepted = 0;
    for options in ["", ALL, WITH_WIZARD] {
        let start = any(small(options));
        for _ in 0..3 {
            let mut position = start.clone();
            for _ in 0..60 {
                if stroll(&mut position, &mut seeded, 4).is_none() {
                    position = start.clone();
                }
                let bytes = position.to_whole().expect("short");
                for _ in 0..6 {
                    let changed = changed_bytes(&bytes, &mut seeded);
                    accepted += u32::from(check_whole_bytes(&start, &changed));
                }
            }
        }
    }
    assert!(accepted > 20, "{accepted} changed positions are positions");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn arbitrary_text_is_a_position_or_an_error(text in "\\PC{0,60}") {
        check_position_text(&any(small(ALL)), &text);
    }

    #[test]
    fn a_changed_position_is_one_that_conforms_or_an_error(
        seed in 0_u64..,
        at in proptest::arbitrary::any::<prop::sample::Index>(),
        with in "[WLKFSBPwlkfsbp0-9/ (*!~)=,a-g]{0,2}",
    ) {
        let start = any(small(ALL));
        let mut seeded = Seeded(seed);
        let mut position = start.clone();
        for _ in 0..30 {
            stroll(&mut position, &mut seeded, 4);
        }
        let mut text = position.to_text();
        let at = at.index(text.len());
        text.replace_range(at..(at + with.len()).min(text.len()), &with);
        check_position_text(&start, &text);
    }

    #[test]
    fn arbitrary_text_is_an_order_or_an_error(text in "\\PC{0,30}") {
        check_order_text(&any(small("")), WHITE, &text);
    }

    #[test]
    fn text_like_an_order_applies_if_it_is_listed(
        text in "([WLKF]?2?[a-g][1-7]-[a-g][1-7]|recall [K]?[a-g][1-7]|end|decline|(capture|slay) [a-g][1-7]|free (lady|knight))",
    ) {
        let mut start = any(small(""));
        start.resolve(rules::Lots(0)).expect("the lot");
        check_order_text(&start, WHITE, &text);
    }

    #[test]
    fn text_like_a_muster_is_refused_or_placed(text in "[WLKF(1-9)]{1,8}/[WLKF(1-9)]{1,8}/5W5") {
        check_order_text(&any(game("muster")), WHITE, &text);
    }
}
