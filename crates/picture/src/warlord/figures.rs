//! The drawings of the kinds of units.

use rules::Family;
use rules::warlord::Kind;

use super::badge;
use crate::Art;

/// The figures of the kinds of units, in the order of the kinds. The three levels of leader share the crown of the
/// pictures and differ by their pips.
pub(crate) const ART: Art = Art {
    sides: Family::Warlord.side_names().len(),
    figures: &[
        [LEADER, include_str!("../../art/nato/leader-1.svg")],
        [LEADER, include_str!("../../art/nato/leader-2.svg")],
        [LEADER, include_str!("../../art/nato/leader-3.svg")],
        drawn!("promoted", "promoted"),
        drawn!("heavy-cavalry", "heavy-cavalry"),
        drawn!("cannon", "cannon"),
        drawn!("light-cavalry", "light-cavalry"),
        drawn!("infantry", "infantry"),
        drawn!("hero", "hero"),
        drawn!("shaman", "shaman"),
        drawn!("bishopy", "bishopy"),
        drawn!("rookish", "rookish"),
    ],
    badges: badge::COUNT,
    badge: badge::body,
};

const LEADER: &str = include_str!("../../art/pictures/leader.svg");

// a kind without a figure would be drawn as a bare field
const _: () = assert!(
    ART.figures.len() == Kind::ALL.len(),
    "a figure for each kind"
);
