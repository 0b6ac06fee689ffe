//! The suite of all families on WarGame, and the list of orders against every path tried one by one.

use std::sync::Arc;

use proptest::prelude::*;
use rules::testing::wargame::{busy, jumbled, open_game, standard, start, started};
use rules::testing::{
    Seeded, check_order_text, check_position, check_position_text, check_secret_step, play,
};
use rules::wargame::{Options, Position, Ruleset, Side, Switch};
use rules::{AnyPosition, Rules, SecretPart, ToAct};

fn wrapped(position: Position) -> AnyPosition {
    AnyPosition::WarGame(position)
}

/// Random switches, each on half the time.
fn switches(seeded: &mut Seeded) -> Options {
    let on = Switch::ALL.into_iter().filter(|_| seeded.one_in(2));
    on.filter(|switch| *switch != Switch::RandomMap).collect()
}

#[test]
fn small_games_conform_from_random_positions() {
    for ruleset in Ruleset::BOTH {
        let mut over = 0;
        for seed in 0..24 {
            let mut seeded = Seeded(seed);
            let mut game = busy(ruleset);
            game.options = switches(&mut seeded);
            if seed % 2 == 1 {
                // games that continue
                let soon = [Switch::Short, Switch::Banner, Switch::Commander];
                game.options = soon.into_iter().fold(game.options, Options::without);
            }
            game.cap = 3;
            let start = wrapped(jumbled(&game, &mut seeded));
            over += u32::from(play(&start, seed, 40).outcome().is_some());
        }
        assert!(over > 0, "no game ended");
    }
}

#[test]
fn small_games_conform_from_their_start() {
    for ruleset in Ruleset::BOTH {
        for seed in 0..4 {
            play(&wrapped(start(busy(ruleset))), seed, 60);
        }
    }
}

#[test]
fn both_games_conform_from_set_up_and_in_their_middle() {
    for ruleset in Ruleset::BOTH {
        for options in [Options::ALL_OFF, Switch::ALL.into_iter().collect()] {
            let mut game = standard(ruleset);
            game.options = options;
            let start = Position::new(Arc::new(game.clone()));
            if let ToAct::Secretly(_) = Rules::to_act(&start) {
                check_secret_step(&wrapped(start.clone()));
            }
            play(&wrapped(start), 1, 6);
            let mut seeded = Seeded(7);
            for _ in 0..4 {
                let position = jumbled(&game, &mut seeded);
                check_position(&wrapped(position), &mut seeded);
            }
        }
    }
}

#[test]
fn open_ground_conforms() {
    let start = "2t1i/1(ic)1a1/5/1T1I1/A(TC)2I/(SC)1(CP)2";
    let start = open_game(Ruleset::One, start);
    for seed in 0..6 {
        play(&wrapped(Position::new(Arc::new(start.clone()))), seed, 60);
    }
    let start = started(standard(Ruleset::Two));
    play(&wrapped(start), 3, 3);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn arbitrary_text_is_a_position_or_an_error(text in "\\PC{0,60}") {
        check_position_text(&wrapped(start(busy(Ruleset::One))), &text);
    }

    #[test]
    fn text_like_a_position_is_one_that_conforms_or_an_error(
        ruleset in prop::sample::select(&Ruleset::BOTH[..]),
        rows in prop::collection::vec("([TIAPCGLVtiapcglv1-4]|\\((SC|TC|IC|AC|CP|sc|tc|ic|ac|cp)\\)){1,4}", 4),
        rest in "(w|b) (1|2|19|4294967295) (0|1)( quiet=(1|59|60))?( tow=[a-d][1-4]>[a-d][1-4])?( prep=[a-d][1-4])?",
        turn in "(| acted=[a-d][1-4] givers=[a-d][1-4])",
    ) {
        let mut game = open_game(ruleset, "4/4/4/4");
        game.options = game.options.with(Switch::Paratroops);
        check_position_text(&wrapped(start(game)), &format!("{} {rest}{turn}", rows.join("/")));
    }

    #[test]
    fn a_changed_position_is_one_that_conforms_or_an_error(
        ruleset in prop::sample::select(&Ruleset::BOTH[..]),
        seed in 0..64_u64,
        at in any::<prop::sample::Index>(),
        with in "[TIAPCGLVtiapcglvSs()0-9/ wb=>,]{0,2}",
    ) {
        let mut position = jumbled(&busy(ruleset), &mut Seeded(seed));
        let side = position.side();
        let orders = position.legal_orders(side);
        let order = Seeded(seed).choose(&orders).clone();
        position.apply(side, &order).expect("a listed order");
        let mut text = position.to_text();
        let at = at.index(text.len());
        text.replace_range(at..(at + with.len()).min(text.len()), &with);
        check_position_text(&wrapped(position), &text);
    }

    #[test]
    fn arbitrary_text_is_an_order_or_an_error(text in "\\PC{0,30}") {
        for game in [busy(Ruleset::One), standard(Ruleset::Two)] {
            check_order_text(&wrapped(start(game)), Side::White.into(), &text);
        }
    }

    #[test]
    fn text_like_an_order_applies_if_it_is_listed_or_written_otherwise(
        ruleset in prop::sample::select(&Ruleset::BOTH[..]),
        text in "[a-f][1-6]((-[a-f][1-6]){1,4}([~&][a-f][1-6])?|[*!][a-f][1-6]|\\^([a-f][1-6](-[a-f][1-6])?)?)",
        side in prop::sample::select(&Side::BOTH[..]),
        seed in 0..64_u64,
    ) {
        let position = jumbled(&busy(ruleset), &mut Seeded(seed));
        check_order_text(&wrapped(position), side.into(), &text);
    }

    #[test]
    fn arbitrary_parts_open_to_what_they_were_sealed_from_or_not_at_all(
        slots in prop::collection::vec(1..4_u16, 0..3),
        changes in prop::collection::vec((any::<prop::sample::Index>(), 0..15_u8), 0..3),
        size in prop::sample::select(vec![95_usize, 96, 97]),
    ) {
        let position = start(standard(Ruleset::Two));
        let side = Side::White;
        let book = position.legal_orders(side).swap_remove(0);
        let mut payload = position.seal(side, &book).expect("a book is legal").swap_remove(0).payload;
        for (at, byte) in changes {
            let at = at.index(payload.len());
            payload[at] = byte;
        }
        payload.resize(size, 0);
        let parts: Vec<SecretPart> = slots
            .into_iter()
            .map(|slot| SecretPart { slot, payload: payload.clone() })
            .collect();
        if let Ok(order) = position.open(side, &parts) {
            prop_assert_eq!(position.seal(side, &order), Ok(parts));
        }
    }
}

#[test]
fn canonical_bytes_are_laid_out_as_documented() {
    let game = open_game(Ruleset::One, "2(tc)/(SC)TI");
    let start = rules::testing::wargame::position(&game, "2(tc)/(SC)TI w 1 1 quiet=3");
    let moved = rules::testing::wargame::after(&start, &["b1-b2~c1"]);
    let mut bytes = Vec::new();
    moved.write_canonical(&mut bytes);
    let expected = [
        &[1, 2, 2, 0, 0, 1, 0, 0, 0, 1, 3, 0, 3, 2][..],
        &[2, 11, 0, 0, 6, 131],
        &[1, 0, 1, 0, 1, 1],
        &[0, 0],
        &[2, 0, 1, 0, 1, 1],
        &[1, 0, 1, 0, 0, 0],
    ];
    assert_eq!(bytes, expected.concat());
}
