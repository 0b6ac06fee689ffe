//! Duels drawn in text: the six cards, what each does to each, and the fight under way.

use rules::Side;
use rules::tourney::{Card, Line, Man, Position};

use super::{men, name};

/// The cards side by side, a row for each place, and below them the wounds that each card deals to each.
pub(super) fn table() -> String {
    let heads: String = Card::ALL
        .iter()
        .map(|card| format!("{:>6}", card.to_string()))
        .collect();
    let mut lines = vec![format!("         {heads}")];
    for line in Line::ALL {
        let signs: String = Card::ALL
            .iter()
            .map(|card| format!("{:>6}", sign(*card, line)))
            .collect();
        lines.push(format!("  {:<7}{signs}", line.name()));
    }
    lines.push("  / blow, # parry, . the line left open: only a blow there lands".to_owned());
    lines.push(
        "  a High blow fells; two wounds by Middle or Low fell. Wounds dealt, row to column:"
            .to_owned(),
    );
    for card in Card::ALL {
        let dealt: String = Card::ALL
            .iter()
            .map(|against| format!("{:>6}", dealt(card, *against)))
            .collect();
        lines.push(format!("  {:<7}{dealt}", card.to_string()));
    }
    lines.join("\n")
}

fn sign(card: Card, line: Line) -> char {
    if line == card.blow() {
        '/'
    } else if line == card.parry() {
        '#'
    } else {
        '.'
    }
}

fn dealt(card: Card, against: Card) -> &'static str {
    match card.hits(against) {
        0 => ".",
        1 => "1",
        _ => "fell",
    }
}

/// The fighters of the fight under way with their wounds, then the pairs that `side` writes cards for; nothing without
/// a fight.
pub(super) fn fight(position: &Position, side: Option<Side>) -> Vec<String> {
    let Some(fight) = position.fight() else {
        return Vec::new();
    };
    let round = match fight.round {
        0 => String::new(),
        round => format!(", round {round}"),
    };
    let parties = fight.fighters.iter().zip(&fight.stakes);
    let parties: Vec<String> = parties
        .map(|(men, stakes)| {
            let men = men.iter().map(|man| fighter(position, man));
            let stakes = stakes
                .iter()
                .map(|man| format!("{} at stake", name_of(man)));
            men.chain(stakes).collect::<Vec<_>>().join(" and ")
        })
        .collect();
    let mut lines = vec![format!(
        "Duel on {}{round}: {}.",
        fight.cell,
        parties.join(" against ")
    )];
    let pairs = side.map_or_else(Vec::new, |side| position.pairs(side));
    // with one pair the order needs no name, and the line would only repeat the one above
    if let Some(side) = side.filter(|_| pairs.len() > 1) {
        let named = |man: &Man| {
            position
                .name(man)
                .map_or(String::new(), |name| name.to_string())
        };
        let pairs: Vec<String> = pairs
            .iter()
            .map(|pair| format!("{}:{}", named(&pair.own), named(&pair.enemy)))
            .collect();
        lines.push(format!(
            "{} writes a card for each pair: {}.",
            name(side),
            pairs.join(", ")
        ));
    }
    lines
}

fn fighter(position: &Position, man: &Man) -> String {
    let state = if man.is_felled {
        ", felled".to_owned()
    } else {
        men::state(position, man)
    };
    format!("{}{state}", name_of(man))
}

fn name_of(man: &Man) -> String {
    men::unit(man.unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_card_shows_one_blow_one_parry_and_one_open_line() {
        let table = table();
        assert!(
            table.contains("  High        /     /     #     .     #     ."),
            "{table}"
        );
        assert!(
            table.contains("  HM          .     .     .  fell     .  fell"),
            "{table}"
        );
    }
}
