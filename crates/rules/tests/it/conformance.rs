//! The suite that every game must pass, on games with every feature; and arbitrary bytes, which must do no harm.

use std::sync::Arc;

use proptest::prelude::*;
use rules::testing::{
    after, busy_game, check_order_text, check_position_text, check_secret_step, hidden_game,
    open_game, play, position,
};
use rules::warlord::{Game, Position, Side};
use rules::{AnyPosition, Rules, SecretPart};

fn any_position(game: &Game) -> AnyPosition {
    AnyPosition::Warlord(Position::new(Arc::new(game.clone())))
}

#[test]
fn a_game_with_everything_conforms_under_random_play() {
    let game = busy_game();
    let mut over = 0;
    for seed in 0..6 {
        over += u32::from(play(&any_position(&game), seed, 150).outcome().is_some());
    }
    assert!(over > 0, "some games end");
}

#[test]
fn a_plain_game_conforms_under_random_play() {
    let mut game = open_game(7, "1lih1l1/2c1n2/7/7/2N1C2/1LHIL2");
    game.cap.leaders_left = true;
    for seed in 0..4 {
        play(&any_position(&game), seed, 100);
    }
}

#[test]
fn a_hidden_set_up_conforms_from_set_up_to_the_end() {
    let start = any_position(&hidden_game());
    check_secret_step(&start);
    for seed in 0..4 {
        play(&start, seed, 60);
    }
}

#[test]
fn a_board_too_large_to_try_everything_conforms() {
    let row = "ILIC1".repeat(6);
    let blanks = vec!["30"; 20].join("/");
    let rows = format!(
        "{}/{}/{blanks}/{row}/{row}",
        row.to_lowercase(),
        row.to_lowercase()
    );
    play(&any_position(&open_game(30, &rows)), 1, 12);
}

#[test]
fn the_same_orders_in_another_order_make_the_same_position() {
    let game = open_game(6, "6/6/6/6/T1I1DI");
    let start = position(&game, "6/6/6/6/T1I1DI w 1 0");
    let one = after(&start, &["c1-c2", "f1-f2", "e1-d2"]);
    let other = after(&start, &["f1-f2", "c1-c2", "e1-d2"]);
    assert_eq!(bytes(&one), bytes(&other));
    // other leaders may answer for the infantry of c1 once the leader of e1 has moved away
    let later = after(&start, &["f1-f2", "e1-f3", "c1-c2"]);
    let sooner = after(&start, &["f1-f2", "c1-c2", "e1-f3"]);
    assert_eq!(later.to_text(), sooner.to_text());
    assert_ne!(bytes(&later), bytes(&sooner));
}

#[test]
fn the_bytes_have_the_turn_so_far() {
    let mut game = open_game(5, "5/5/LCIII");
    game.options.swap = true;
    let start = position(&game, "5/5/LCIII w 1 0");
    let swapped = after(&start, &["a1<>b1"]);
    let loaded = position(&game, &swapped.to_text());
    assert_eq!(loaded.to_text(), swapped.to_text());
    assert_ne!(bytes(&loaded), bytes(&swapped));
    let ended = after(&swapped, &["end"]);
    assert_eq!(position(&game, &ended.to_text()), ended);
}

#[test]
fn canonical_bytes_are_laid_out_as_documented() {
    let game = open_game(3, "2l/LI1");
    let start = position(&game, "2l/LI1 w 1 0");
    assert_eq!(
        bytes(&after(&start, &["b1-c1"])),
        [
            &[1, 1, 2, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 3, 2][..],
            b"L\0I\0\0l",
            &[0, 0, 0, 0],
            &[1, 0, 2, 0],
            &[0, 0],
            &[1, 0, 1, 0, 0, 0],
        ]
        .concat()
    );
}

fn bytes(position: &Position) -> Vec<u8> {
    let mut bytes = Vec::new();
    position.write_canonical(&mut bytes);
    bytes
}

proptest! {
    #[test]
    fn arbitrary_text_is_a_position_or_an_error(text in "\\PC{0,60}") {
        check_position_text(&any_position(&busy_game()), &text);
    }

    #[test]
    fn text_like_a_position_is_one_that_conforms_or_an_error(
        rows in prop::collection::vec("[LDTUHCNIOSBRldtuhcniosbr1-4]{1,4}", 3),
        rest in "(w|b) (1|2|19|4294967295) (0|1)",
    ) {
        let start = any_position(&open_game(4, "4/4/4"));
        check_position_text(&start, &format!("{} {rest}", rows.join("/")));
    }

    #[test]
    fn a_changed_position_is_one_that_conforms_or_an_error(
        entries in "( enter=[LHuixX]{0,3}@[0-9]{0,6}){0,3}",
        at in any::<prop::sample::Index>(),
        with in "[LDTUHCNIOSBRldtuhcniosbr0-9/ wb=@]{0,2}",
    ) {
        let start = any_position(&busy_game());
        let mut text = start.to_text() + &entries;
        let at = at.index(text.len());
        text.replace_range(at..(at + with.len()).min(text.len()), &with);
        check_position_text(&start, &text);
    }

    #[test]
    fn arbitrary_text_is_an_order_or_an_error(text in "\\PC{0,30}") {
        for game in [busy_game(), hidden_game()] {
            check_order_text(&any_position(&game), Side::White.into(), &text);
        }
    }

    #[test]
    fn text_like_an_order_applies_if_it_is_listed(
        text in "([a-h][1-6](-|<>)[a-h][1-6]|\\+[LNHln]@[de][1-6]|end)",
        side in prop::sample::select(&Side::BOTH[..]),
    ) {
        check_order_text(&any_position(&busy_game()), side.into(), &text);
    }

    #[test]
    fn text_like_a_set_up_is_refused_or_placed(text in "[LDHIldhi1-6]{1,6}/[LDHIldhi1-6]{1,6}") {
        check_order_text(&any_position(&hidden_game()), Side::White.into(), &text);
    }

    #[test]
    fn arbitrary_parts_open_to_what_they_were_sealed_from_or_not_at_all(
        slots in prop::collection::vec(0..4_u16, 0..4),
        payload in prop::collection::vec(any_byte(), 0..40),
    ) {
        let position = Position::new(Arc::new(hidden_game()));
        let parts: Vec<SecretPart> = slots
            .into_iter()
            .map(|slot| SecretPart { slot, payload: payload.clone() })
            .collect();
        if let Ok(order) = position.open(Side::White, &parts) {
            prop_assert_eq!(position.seal(Side::White, &order), Ok(parts));
        }
    }
}

fn any_byte() -> impl Strategy<Value = u8> {
    prop_oneof![
        Just(0),
        Just(b'L'),
        Just(1),
        Just(b'D'),
        Just(2),
        any::<u8>()
    ]
}
