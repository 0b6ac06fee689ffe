//! The section of the page about what sides did in the family's own words: deeds, fights, cards.

use super::{cells, heading, percent, table};
use crate::Report;

/// Nothing for families that count nothing of their own.
pub(super) fn section(report: &Report) -> String {
    let findings = || report.findings.iter().filter(|it| !it.deeds.is_empty());
    if findings().next().is_none() {
        return String::new();
    }
    let mut html = String::from(
        "<h2>Deeds, fights and cards</h2>\n<p>How often in a game each side did or suffered what the rules have a word for.</p>\n",
    );
    let mut deeds = vec![cells(["in a game", &report.sides[0], &report.sides[1]])];
    for finding in findings() {
        deeds.push(heading(finding));
        for deed in &finding.deeds {
            let mut row = vec![deed.what.clone()];
            row.extend(deed.in_a_game.map(|times| format!("{times:.2}")));
            deeds.push(row);
        }
    }
    html.push_str(&table(&deeds));
    html.push_str(
        "<p>Fights by the numbers of men, those of the side that moved in first; won and lost as that side sees it.</p>\n",
    );
    let mut fights = vec![cells([
        "men", "fights", "rounds", "won", "lost", "all fall",
    ])];
    for finding in findings() {
        fights.push(heading(finding));
        for fight in &finding.fights {
            let share = |count: u64| percent(count as f64 / fight.fights.max(1) as f64);
            fights.push(vec![
                fight.men.clone(),
                fight.fights.to_string(),
                format!("{:.2}", fight.rounds),
                share(fight.won),
                share(fight.lost),
                share(fight.doubles),
            ]);
        }
    }
    html.push_str(&table(&fights));
    html.push_str(
        "<p>Cards by the blows that each man can still take, own men first: <em>2:21</em> is a fresh man against a fresh and a \
         wounded one. Cards are blow and parry. A card against each enemy counts by itself; a man who faces two falls by both \
         cards together.</p>\n",
    );
    let mut cards = vec![cells([
        "blows left",
        "card",
        "played",
        "share",
        "wounds given",
        "taken",
        "enemy falls",
        "own man falls",
    ])];
    for finding in findings() {
        cards.push(heading(finding));
        for card in &finding.cards {
            cards.push(vec![
                card.state.clone(),
                card.card.clone(),
                card.played.to_string(),
                percent(card.share),
                format!("{:.2}", card.gives),
                format!("{:.2}", card.takes),
                percent(card.fells),
                percent(card.falls),
            ]);
        }
    }
    html + &table(&cards)
}
