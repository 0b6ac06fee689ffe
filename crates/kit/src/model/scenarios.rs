//! A scenario as a user changes it: other set-ups and switches.

use reach::Trouble;
use scenario::{Advice, OptionInfo, Scenario};

/// Why a set-up cannot be played, or the advice on its unwise points.
pub type Findings = Result<Vec<Advice>, Trouble>;

/// The scenario as it is to be played: with another set-up, if one was pasted.
///
/// # Errors
/// If no game can be played with the set-up.
pub fn with_set_up(scenario: &Scenario, set_up: &str) -> Result<Scenario, Trouble> {
    if !is_changed_by(scenario, set_up) {
        return Ok(scenario.clone());
    }
    // a set-up comes from a mail or a chat, which put dashes for hyphens and add characters that nobody sees
    let set_up = cleaner::pasted::plain(set_up);
    scenario.with_set_up(set_up.trim()).map_err(|mistakes| {
        // one mistake in a rank mostly brings others after it: more than three help nobody
        const SHOWN: usize = 3;
        let told = mistakes.iter().take(SHOWN).map(|mistake| {
            let told = format!(
                "Found {}, expected {}.",
                mistake.found.trim_end_matches('.'),
                mistake.expected.trim_end_matches('.')
            );
            by_name(&told, scenario)
        });
        let advice = mistakes.iter().find_map(|mistake| mistake.advice.clone());
        Trouble {
            what: told.collect::<Vec<_>>().join(" "),
            advice: advice.unwrap_or_default(),
        }
    })
}

/// True for a set-up that differs from the scenario's own.
pub fn is_changed_by(scenario: &Scenario, set_up: &str) -> bool {
    // the scenario's own set-up, pasted, is no change: the match keeps the scenario's id, which both programs compare
    // (threat row 32)
    let set_up = set_up.trim();
    !set_up.is_empty() && scenario.set_up_fen().as_deref() != Some(set_up)
}

/// The advice on a set-up, except the advice that the scenario explains itself.
pub fn findings(scenario: &Scenario, set_up: &str) -> Findings {
    let mut advice = with_set_up(scenario, set_up)?.advice();
    advice.retain(|advice| !advice.is_known);
    Ok(advice)
}

/// A sentence about a scenario file, which calls the sides as the file does, with the names that people give them.
pub fn by_name(text: &str, scenario: &Scenario) -> String {
    let (family, names) = (scenario.family(), scenario.side_names());
    let named = |part: &str| {
        let end = part.find(|letter: char| !letter.is_alphabetic());
        let (word, rest) = part.split_at(end.unwrap_or(part.len()));
        let mut sides = scenario.sides().iter();
        let side = sides.find(|side| family.side_name(*side) == word)?;
        Some(format!("{}{rest}", names.of(side)))
    };
    let parts = text.split(' ');
    let parts: Vec<String> = parts
        .map(|part| named(part).unwrap_or_else(|| part.to_owned()))
        .collect();
    parts.join(" ")
}

/// The value of a switch after these changes.
pub fn value<'a>(option: &'a OptionInfo, changed: &'a [(String, String)]) -> &'a str {
    let changed = changed.iter().find(|(key, _)| key == option.key);
    changed.map_or(&option.default, |(_, value)| value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn advice_calls_the_sides_as_people_do() {
        let scenario = scenario::load("clash-of-arms").expect("built in");
        let scenario = scenario.expect("a right one");
        for (told, shown) in [
            (
                "white has units out of command: I on a2",
                "Blue has units out of command: I on a2",
            ),
            (
                "of white's leaders, and of black, whitewashed",
                "of Blue's leaders, and of Amber, whitewashed",
            ),
        ] {
            assert_eq!(by_name(told, &scenario), shown);
        }
    }
}
