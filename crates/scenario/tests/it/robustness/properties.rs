//! The properties of every text given to the reader; the fuzz targets check the same properties.

use rules::{Lots, Rules, ToAct};
use scenario::warlord::Content;
use scenario::{Mistake, Scenario};

/// Reads the text: its mistakes can be shown, or the game starts, continues for a few orders and can be written down.
pub(crate) fn check_scenario_text(text: &str) {
    let agreed = Scenario::agreed("s.toml", text);
    match Scenario::parse("s.toml", text) {
        Ok(scenario) => {
            check_set_up(&scenario);
            assert_eq!(agreed.as_ref(), Ok(&scenario));
        }
        Err(mistakes) => check_mistakes(&mistakes, text),
    }
    match agreed {
        Ok(scenario) => check_play(&scenario),
        Err(mistakes) => check_mistakes(&mistakes, text),
    }
}

/// Reads the scenario's text again, and its own set-up as if pasted.
fn check_set_up(scenario: &Scenario) {
    let again = Scenario::parse("s.toml", scenario.text());
    assert_eq!(again.map(|again| again.id()), Ok(scenario.id()));
    if let Some(fen) = scenario.set_up_fen() {
        let pasted = scenario.with_set_up(&fen).map(|pasted| pasted.set_up_fen());
        // its armies may be larger by the units that still enter, which a set-up does not show
        let entry = Content::of(scenario).and_then(|content| content.game().entry.as_ref());
        assert!(entry.is_some() || pasted == Ok(Some(fen)), "{pasted:?}");
    }
}

/// Starts the game, continues for a few orders and writes the position down.
fn check_play(scenario: &Scenario) {
    let mut position = scenario.start(&[]).expect("the defaults are options");
    for _ in 0..8 {
        let side = match position.to_act() {
            ToAct::One(side) => side,
            ToAct::Lots(_) => {
                position.resolve(Lots(1)).expect("lots are awaited");
                continue;
            }
            ToAct::Secretly(sides) => {
                let side = sides.iter().next().expect("a side to act");
                let Some(book) = position.legal_orders(side).into_iter().next() else {
                    break;
                };
                let set_up = position.apply(side, &book);
                set_up.expect("a book set-up is legal");
                continue;
            }
            ToAct::Nobody(_) => break,
        };
        let written = position.to_text();
        let read = position.with_text(&written).map(|read| read.to_text());
        assert_eq!(read, Ok(written));
        let order = position.legal_orders(side).remove(0);
        let text = position.order_text(side, &order);
        assert_eq!(position.parse_order(side, &text), Ok(order.clone()));
        position
            .apply(side, &order)
            .expect("a listed order applies");
    }
}

/// Puts a pasted set-up in place of the scenario's own: its mistakes can be shown, or it is the set-up it names.
pub(crate) fn check_pasted_set_up(scenario: &Scenario, pasted: &str) {
    match scenario.with_set_up(pasted) {
        Ok(changed) => {
            let fen = changed.set_up_fen().expect("a fixed set-up");
            let again = changed.with_set_up(&fen).map(|again| again.id());
            assert_eq!(again, Ok(changed.id()));
        }
        Err(mistakes) => check_mistakes(&mistakes, pasted),
    }
}

fn check_mistakes(mistakes: &[Mistake], text: &str) {
    assert!(!mistakes.is_empty());
    let lines = text.lines().count() + 1;
    for mistake in mistakes {
        assert!((1..=lines).contains(&mistake.line), "{mistake}");
        let shown = mistake.to_string();
        assert!(!shown.contains(char::is_control), "{shown:?}");
    }
}
