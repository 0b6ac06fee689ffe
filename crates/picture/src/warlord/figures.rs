use rules::Family;

use crate::Art;

/// The drawings of a figure in both sets.
macro_rules! drawn {
    ($name:literal) => {
        [
            include_str!(concat!("../../art/pictures/", $name, ".svg")),
            include_str!(concat!("../../art/nato/", $name, ".svg")),
        ]
    };
}

/// The figures of the kinds of units, in the order of the kinds. The three levels of leader share the crown of the
/// pictures and differ by their pips.
pub(crate) const ART: Art = Art {
    sides: Family::Warlord.side_names().len(),
    figures: &[
        [LEADER, include_str!("../../art/nato/leader-1.svg")],
        [LEADER, include_str!("../../art/nato/leader-2.svg")],
        [LEADER, include_str!("../../art/nato/leader-3.svg")],
        drawn!("promoted"),
        drawn!("heavy-cavalry"),
        drawn!("cannon"),
        drawn!("light-cavalry"),
        drawn!("infantry"),
        drawn!("hero"),
        drawn!("shaman"),
        drawn!("bishopy"),
        drawn!("rookish"),
    ],
};

const LEADER: &str = include_str!("../../art/pictures/leader.svg");

#[cfg(test)]
mod tests {
    use rules::warlord::Kind;

    use super::*;

    #[test]
    fn every_kind_has_a_figure_at_its_place() {
        assert_eq!(ART.figures.len(), Kind::ALL.len());
        for (place, kind) in Kind::ALL.into_iter().enumerate() {
            assert_eq!(kind as usize, place);
        }
    }
}
