//! Advice on legal but unwise scenarios.

use scenario::Scenario;

fn advice(changes: &[(&str, &str)]) -> Vec<(&'static str, usize)> {
    let built_in = scenario::find("tourney-small").expect("built in");
    let mut text = built_in.text.to_owned();
    for (right, other) in changes {
        assert!(text.contains(right), "{right}");
        text = text.replace(right, other);
    }
    let scenario = Scenario::parse("x.toml", &text);
    let scenario = scenario.unwrap_or_else(|mistakes| panic!("{mistakes:#?}"));
    let advice = scenario.advice();
    assert!(advice.iter().all(|advice| !advice.mend.is_empty()));
    advice
        .iter()
        .map(|advice| (advice.key, advice.line))
        .collect()
}

#[test]
fn the_small_tourney_needs_none() {
    assert_eq!(advice(&[]), []);
}

#[test]
fn greens_that_a_knight_reaches_in_two_moves_are_near() {
    assert_eq!(
        advice(&[(". F . F . F .", ". F . . . F .")]),
        [("near-greens", 16), ("terrain-density", 16)]
    );
}

#[test]
fn halves_that_differ_are_named() {
    let uneven = [("symmetry = \"half-turn\"", "")];
    let rough = [uneven[0], (". R . . . . .", ". R R . . . .")];
    assert_eq!(advice(&rough), [("unequal-halves", 16)]);
    let stronger = [uneven[0], (". . F L K . .", ". F F L K . .")];
    assert_eq!(advice(&stronger), [("unequal-halves", 16)]);
}
