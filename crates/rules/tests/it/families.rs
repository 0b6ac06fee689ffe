//! Names of families and sides, and the words for how games end.

use rules::{AGREED, Family, MAX_SIDES, Outcome, RESIGN, Side, Sides};

fn sides() -> impl Iterator<Item = Side> {
    Sides::first(MAX_SIDES).iter()
}

#[test]
fn every_family_is_found_by_its_name() {
    for family in Family::ALL {
        assert_eq!(Family::from_name(family.name()), Some(*family));
        assert!(!family.version().is_empty());
    }
    for name in ["", "Warlord", "warlor", "chess"] {
        assert_eq!(Family::from_name(name), None);
    }
}

#[test]
fn a_side_is_found_by_its_name_or_first_letter_in_either_case() {
    for family in Family::ALL {
        let names = family.side_names();
        for (side, name) in sides().zip(names) {
            assert_eq!(family.side_name(side), *name);
            assert_eq!(family.side_letter(side), name.chars().next());
            for text in [name, &name[..1]] {
                assert_eq!(family.parse_side(text), Ok(side));
                assert_eq!(family.parse_side(&text.to_uppercase()), Ok(side));
            }
        }
        assert!(
            sides()
                .skip(names.len())
                .all(|side| family.side_name(side).is_empty() && family.side_letter(side).is_none())
        );
    }
}

#[test]
fn other_texts_are_no_side() {
    for text in [
        "",
        "wh",
        "whites",
        "north",
        "0",
        " white",
        "wei\u{df}",
        "white black",
    ] {
        let error = Family::Warlord.parse_side(text).expect_err(text);
        let found: String = text.chars().take(16).collect();
        let message = format!("`{found}` is not a side: white or black was expected");
        assert_eq!(error.to_string(), message);
    }
}

#[test]
fn an_outcome_names_its_winners_and_what_ended_the_game() {
    let [white, black] = [0, 1].map(|place| Side::new(place).expect("there are eight"));
    let text = |outcome: Outcome| outcome.to_text(Family::Warlord);
    assert_eq!(text(Outcome::Won(black.into(), RESIGN)), "black resign");
    assert_eq!(text(Outcome::Won(white.into(), "leaders")), "white leaders");
    assert_eq!(
        text(Outcome::Won(Sides::first(2), "towns")),
        "white+black towns"
    );
    assert_eq!(text(Outcome::Drawn(AGREED)), "draw agreed");
    let won = Outcome::Won(black.into(), RESIGN);
    assert_eq!((won.winners(), won.word()), (black.into(), RESIGN));
    assert_eq!(Outcome::Drawn(AGREED).winners(), Sides::NONE);
}

#[test]
fn sides_are_a_set_in_order() {
    let some: Sides = [5, 0, 2, 0].into_iter().filter_map(Side::new).collect();
    let places: Vec<usize> = some.iter().map(Side::index).collect();
    assert_eq!(places, [0, 2, 5]);
    assert_eq!((some.len(), some.bits()), (3, 0b10_0101));
    assert_eq!(some.into_iter().next_back().map(Side::code), Some(5));
    for side in sides() {
        let is_in = places.contains(&side.index());
        assert_eq!(some.contains(side), is_in);
        assert_eq!(some.without(side.into()).len(), 3 - usize::from(is_in));
    }
    assert_eq!(format!("{some:?}"), "{0, 2, 5}");
    assert_eq!(Sides::first(200).len(), usize::from(MAX_SIDES));
    assert_eq!(Side::new(MAX_SIDES), None);
    assert!(Sides::NONE.is_empty() && Sides::default() == Sides::NONE);
}
