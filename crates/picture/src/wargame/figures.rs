//! The drawings of the kinds of units.

use rules::Family;
use rules::wargame::Kind;

use crate::Art;
use crate::sprite::no_badge;

/// The figures of the kinds of units, in the order of the kinds.
pub(crate) const ART: Art = Art {
    sides: Family::WarGame.side_names().len(),
    figures: &[
        drawn!("command-post", "command-post"),
        drawn!("supreme-commander", "leader-3"),
        drawn!("tank-commander", "tank-commander"),
        drawn!("infantry-commander", "infantry-commander"),
        drawn!("artillery-commander", "artillery-commander"),
        drawn!("tank", "heavy-cavalry"),
        drawn!("supreme-commander", "leader-3"),
        drawn!("general", "leader-2"),
        drawn!("colonel", "leader-1"),
        drawn!("light-cavalry", "light-cavalry"),
        drawn!("helmet", "infantry"),
        drawn!("cannon", "cannon"),
        drawn!("paratroops", "paratroops"),
    ],
    badges: 0,
    badge: no_badge,
};

// a kind without a figure would be drawn as a bare field
const _: () = assert!(
    ART.figures.len() == Kind::ALL.len(),
    "a figure for each kind"
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kinds_of_one_game_look_different_in_both_sets() {
        for ruleset in rules::wargame::Ruleset::BOTH {
            for set in 0..2 {
                let kinds = ruleset.kinds().iter();
                let drawn: std::collections::BTreeSet<&str> =
                    kinds.map(|kind| ART.figures[*kind as usize][set]).collect();
                assert_eq!(drawn.len(), ruleset.kinds().len(), "{}", ruleset.name());
            }
        }
    }
}
