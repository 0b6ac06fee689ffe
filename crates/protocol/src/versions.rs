//! The versions of each family's rules that this program judges and plays on.

use rules::Family;

/// Earlier versions, by name of the family, by whose rules matches still end as they were played: what changed since
/// touches no match that could be played under them.
const EARLIER: &[(&str, &str)] = &[
    // nothing has changed since: tests play and continue a match of it as of any earlier version
    ("toy", "0"),
];

/// True if this program judges matches by that version of the family's rules.
pub(crate) fn judges(family: Family, version: &str) -> bool {
    version == family.version() || EARLIER.contains(&(family.name(), version))
}

/// The versions of a family's rules that this program judges, the one it offers new matches by first.
pub fn judged(family: Family) -> Vec<&'static str> {
    let earlier = EARLIER.iter().filter(|(name, _)| *name == family.name());
    let versions = [family.version()].into_iter();
    versions
        .chain(earlier.map(|(_, version)| *version))
        .collect()
}
