//! Numbers of units in words: `6 leaders, 1 hero`.

/// A number of units of a kind, whose name is given as for one: `6 leaders`, `2 leaders of level 3`.
pub(crate) fn units(count: usize, name: &str) -> String {
    let name = name.to_lowercase();
    match count {
        1 => format!("1 {name}"),
        _ => format!("{count} {}", plural(&name)),
    }
}

/// A name in small letters, as for several.
fn plural(name: &str) -> String {
    // only what stands before it has a plural: `leaders of level 2`
    if let Some((what, of)) = name.split_once(" of ") {
        return format!("{} of {of}", plural(what));
    }
    let last = name.rsplit(' ').next().unwrap_or(name);
    let rest = &name[..name.len() - last.len()];
    let last = match last {
        // arms of an army, and names that are adjectives
        "infantry" | "cavalry" | "artillery" | "paratroops" | "rookish" | "bishopy" => {
            last.to_owned()
        }
        "footman" => "footmen".to_owned(),
        "bowman" => "bowmen".to_owned(),
        "lady" => "ladies".to_owned(),
        "hero" => "heroes".to_owned(),
        _ => format!("{last}s"),
    };
    format!("{rest}{last}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_unit_has_a_plural_that_is_a_word() {
        let warlord = rules::warlord::Kind::ALL.map(|kind| units(2, kind.name()));
        let warlord = warlord.join(", ");
        let wargame = rules::wargame::Kind::ALL.map(|kind| units(3, kind.name()));
        let wargame = wargame.join(", ");
        let tourney = rules::tourney::Kind::ALL.map(|kind| units(4, kind.name()));
        let tourney = tourney.join(", ");
        assert_eq!(
            warlord,
            "2 leaders, 2 leaders of level 2, 2 leaders of level 3, 2 promoted leaders, 2 heavy cavalry, 2 cannons, 2 light cavalry, 2 infantry, 2 heroes, 2 shamans, 2 bishopy, 2 rookish"
        );
        assert_eq!(
            wargame,
            "3 command posts, 3 supreme commanders, 3 tank commanders, 3 infantry commanders, 3 artillery commanders, 3 tanks, 3 commanders, 3 generals, 3 colonels, 3 cavalry, 3 infantry, 3 artillery, 3 paratroops"
        );
        assert_eq!(
            tourney,
            "4 warlords, 4 ladies, 4 knights, 4 footmen, 4 sergeants, 4 bowmen, 4 bishops"
        );
        assert_eq!(units(1, "Supreme Commander"), "1 supreme commander");
        assert_eq!(units(0, "Leader"), "0 leaders");
    }
}
