//! The section of the page about the ends of games: their kinds, their turns, their orders.

use std::collections::BTreeSet;

use super::{cells, figure, percent, table};
use crate::Report;
use crate::plot::bars;

pub(super) fn section(report: &Report) -> String {
    let mut html = String::from(
        "<h2>How and when games end</h2>\n<p>A game without an end after the most turns is unfinished and counts as half a \
         point for either side.</p>\n",
    );
    let mut lengths = vec![cells([
        "variant",
        "games",
        "decided",
        "turns: mean",
        "median",
        "least",
        "most",
        "orders: mean",
    ])];
    // of all findings, so that the columns of every row are the same
    let words: BTreeSet<&String> = report
        .findings
        .iter()
        .flat_map(|it| it.ends.keys())
        .collect();
    let mut ends = vec![cells(["ended by"])];
    ends[0].extend(words.iter().map(|word| (*word).clone()));
    let mut player = "";
    for finding in &report.findings {
        if finding.player != player {
            player = &finding.player;
            lengths.push(vec![player.to_owned()]);
            ends.push(vec![player.to_owned()]);
        }
        let turns = &finding.turns;
        lengths.push(vec![
            finding.variant.clone(),
            finding.outcomes.games.to_string(),
            percent(finding.decided),
            format!("{:.1}", turns.mean),
            turns.median.to_string(),
            turns.least.to_string(),
            turns.most.to_string(),
            format!("{:.0}", finding.orders.mean),
        ]);
        let counts = words
            .iter()
            // a nought and not a gap: the row counts all games of the variant, however they ended
            .map(|word| finding.ends.get(*word).unwrap_or(&0));
        let mut row = vec![finding.variant.clone()];
        row.extend(counts.map(ToString::to_string));
        ends.push(row);
    }
    html.push_str(&table(&lengths));
    if !words.is_empty() {
        html.push_str(&table(&ends));
    }
    html.push_str("<div class=\"row\">");
    for finding in &report.findings {
        let turns = &finding.turns;
        let labels = (0..turns.bins.len()).map(|bin| (bin as u32 * turns.width).to_string());
        let counts: Vec<f64> = turns.bins.iter().map(|count| f64::from(*count)).collect();
        let svg = bars("Games by their turns", &labels.collect::<Vec<_>>(), &counts);
        html.push_str(&figure(
            &svg,
            &format!(
                "Games by their turns: {}, {}",
                finding.player, finding.variant
            ),
        ));
    }
    html + "</div>\n"
}
