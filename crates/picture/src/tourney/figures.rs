//! The drawings of the kinds of units.

use rules::Family;
use rules::tourney::Kind;

use super::badge;
use crate::Art;

/// The figures of the kinds of units, in the order of the kinds: crown, rose, horse, shield, chevrons, bow, mitre.
pub(crate) const ART: Art = Art {
    sides: Family::Tourney.side_names().len(),
    figures: &[
        drawn!("crown", "leader-3"),
        drawn!("lady", "lady"),
        drawn!("light-cavalry", "light-cavalry"),
        drawn!("infantry", "infantry"),
        drawn!("sergeant", "sergeant"),
        drawn!("bowman", "bowman"),
        drawn!("bishopy", "bishopy"),
    ],
    badges: badge::COUNT,
    badge: badge::body,
};

// a kind without a figure would be drawn as a bare field
const _: () = assert!(
    ART.figures.len() == Kind::ALL.len(),
    "a figure for each kind"
);
