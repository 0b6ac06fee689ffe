//! A game described in words, for people who choose or write a scenario.

use rules::tourney::{Game, Kind, SIDE_NAMES, Several, Switch};

/// The Castles, the armies and the way of setting up, one line each.
pub fn facts(game: &Game) -> Vec<String> {
    let mut lines = Vec::new();
    let players: Vec<_> = game.players().iter().collect();
    let armies: Vec<String> = players
        .iter()
        .map(|side| counted(&game.army(*side)))
        .collect();
    let castles = players.iter().filter_map(|side| {
        let castle = game.castle(*side)?;
        Some(format!("{} at {}", castle.name, castle.cell))
    });
    lines.push(format!(
        "Castles: {}",
        castles.collect::<Vec<_>>().join(", ")
    ));
    // pairwise, because with four seats one army may differ from the others
    if armies.windows(2).all(|pair| pair[0] == pair[1]) {
        lines.push(format!(
            "Each side: {}",
            armies.first().map_or("", String::as_str)
        ));
    } else {
        for (side, army) in players.iter().zip(&armies) {
            let name = SIDE_NAMES.get(side.index()).copied().unwrap_or_default();
            lines.push(format!("Units of {name}: {army}"));
        }
    }
    lines.push(match game.options.several {
        Several::Off => "One unit moves in a turn".to_owned(),
        Several::Two => "Up to two units move in a turn".to_owned(),
        Several::All => "Every unit may move once in a turn".to_owned(),
    });
    if game.has(Switch::Wizard) {
        lines.push("The Wizard of the Woods has a seat of his own".to_owned());
    }
    lines.push(
        if game.has(Switch::Muster) {
            "Set-up: unseen, anywhere on the three ranks nearest to the side"
        } else {
            "Fixed set-up"
        }
        .to_owned(),
    );
    lines
}

/// The number of units of each kind in words, such as `1 Warlord (W), 1 Lady (L)`.
pub fn counted(army: &[Kind]) -> String {
    let counted = Kind::ALL.into_iter().filter_map(|kind| {
        let count = army.iter().filter(|other| **other == kind).count();
        let name = match (count, kind) {
            (1, kind) => kind.name().to_owned(),
            (_, Kind::Footman) => "Footmen".to_owned(),
            (_, Kind::Bowman) => "Bowmen".to_owned(),
            (_, Kind::Lady) => "Ladies".to_owned(),
            (_, kind) => format!("{}s", kind.name()),
        };
        (count > 0).then(|| format!("{count} {name} ({})", kind.symbol()))
    });
    counted.collect::<Vec<_>>().join(", ")
}
