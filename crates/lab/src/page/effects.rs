//! Seat, first turn, restricted play, the choice of sides, and maps.

use std::fmt::Write as _;

use super::{cells, figure, heading, table};
use crate::plot::{Whisker, bars, escaped, points, whiskers, widest};
use crate::{Report, Stated};

pub(super) fn section(report: &Report) -> String {
    let mut html = format!(
        "<h2>Seat and first turn</h2>\n<p>In points of a hundred games: how many more than half of the points {} scores, \
         whichever side begins (seat), and how many more the side that begins scores, whichever that is (first turn). The thick line is \
         the interval of 95 percent (Wilson); the thin line holds for all {} effects of this page together (Bonferroni). An \
         effect differs from zero only if the thin line leaves zero out.</p>\n",
        escaped(&report.sides[0]),
        report.effects,
    );
    let mut rows = vec![cells([
        "effect",
        "points of 100",
        "95 %",
        "together",
        "games",
        "conclusion",
    ])];
    let mut drawn: Vec<(&str, Vec<Whisker>)> = Vec::new();
    for finding in &report.findings {
        rows.push(heading(finding));
        let whiskers = report.stated(finding).into_iter().map(|stated| {
            rows.push(line(&stated));
            Whisker {
                label: format!("{}: {}", finding.variant, stated.name),
                value: stated.effect.value,
                interval: stated.effect.interval,
                together: stated.effect.together,
                is_conclusive: stated.is_conclusive,
            }
        });
        let whiskers = whiskers.collect::<Vec<_>>();
        // the findings of a player follow one another, so that the last plot is the only one to look at
        match drawn
            .last_mut()
            .filter(|(player, _)| *player == finding.player)
        {
            Some((_, all)) => all.extend(whiskers),
            None => drawn.push((&finding.player, whiskers)),
        }
    }
    // one scale, so that players can be compared
    let most = widest(drawn.iter().flat_map(|(_, all)| all));
    html.push_str("<div class=\"row\">");
    for (player, all) in &drawn {
        let caption = format!("{player}: points of a hundred games");
        html.push_str(&figure(&whiskers(all, most), &caption));
    }
    html.push_str("</div>\n");
    html.push_str(&table(&rows));
    if report
        .findings
        .iter()
        .any(|finding| finding.against_first.is_some())
    {
        let _ = writeln!(
            html,
            "<p>The variant {0} is the measure: <em>less {0}</em> is the effect in a variant less the same effect in {0}. \
             What an option or a town gives one side shows in the seat, what it gives the side that begins in the first turn.</p>",
            escaped(&report.study.variants[0].to_string()),
        );
    }
    if report
        .findings
        .iter()
        .any(|finding| finding.worth.is_some())
    {
        html.push_str("<p>Worth: how many points of a hundred games a side loses under the restriction of the variant, the other side having none.</p>\n");
    }
    html.push_str(&by_cell(report));
    html.push_str(&choice(report));
    html.push_str(&maps(report));
    html
}

fn line(stated: &Stated) -> Vec<String> {
    let interval = |[low, high]: [f64; 2]| format!("{} to {}", points(low), points(high));
    let effect = stated.effect;
    vec![
        stated.name.clone(),
        points(effect.value),
        interval(effect.interval),
        interval(effect.together),
        effect.games.to_string(),
        stated.conclusion().to_owned(),
    ]
}

fn by_cell(report: &Report) -> String {
    let mut html = String::from("<h3>By cell</h3>\n");
    let score = format!("score of {}", report.sides[0]);
    let restricted = report.cells.iter().any(|cell| cell.restricted.is_some());
    let mut head = cells(["begins"]);
    if restricted {
        head.push("restricted".to_owned());
    }
    let wins = |side: &str| format!("{side} won");
    head.extend([
        "games".to_owned(),
        wins(&report.sides[0]),
        wins(&report.sides[1]),
    ]);
    head.extend([
        "drawn".to_owned(),
        "unfinished".to_owned(),
        score,
        "95 %".to_owned(),
    ]);
    let mut rows = vec![head];
    let mut last = Vec::new();
    for cell in &report.cells {
        let heading = vec![format!("{}, {}", cell.player, cell.variant)];
        // cells follow each other by player and variant, so a heading stands once above its group
        if heading != last {
            rows.push(heading.clone());
            last = heading;
        }
        let mut row = vec![cell.first.clone()];
        if restricted {
            row.push(cell.restricted.clone().unwrap_or_default());
        }
        let outcomes = cell.outcomes;
        let counts = [
            outcomes.games,
            outcomes.wins[0],
            outcomes.wins[1],
            outcomes.draws,
            outcomes.unfinished,
        ];
        row.extend(counts.map(|count| count.to_string()));
        let score = cell.score.map(|score| format!("{score:.3}"));
        let interval = cell
            .interval
            .map(|[low, high]| format!("{low:.3} to {high:.3}"));
        row.extend([score, interval].map(Option::unwrap_or_default));
        rows.push(row);
    }
    html.push_str(&table(&rows));
    html
}

fn choice(report: &Report) -> String {
    let mut rows = vec![cells([
        "player",
        "games",
        "sides changed",
        "second player",
        "with the choice",
        "95 %",
    ])];
    for (player, choice) in report.study.players.iter().zip(&report.choices) {
        if let Some(choice) = choice {
            rows.push(vec![
                player.clone(),
                choice.games.to_string(),
                choice.changed.to_string(),
                format!("{:.3}", choice.without),
                format!("{:.3}", choice.score),
                format!("{:.3} to {:.3}", choice.interval[0], choice.interval[1]),
            ]);
        }
    }
    let text = "<h3>The choice of sides</h3>\n<p>The score of a second player who may change sides once ground and set-ups are \
                known, and takes the side that the judgment sees ahead.</p>\n";
    format!("{text}{}", table(&rows))
}

fn maps(report: &Report) -> String {
    let mut html = String::new();
    for (player, maps) in report.study.players.iter().zip(&report.maps) {
        let Some(maps) = maps else { continue };
        let mut bins = vec![0.0; 10];
        // the last bin takes a score of one as well
        for (_, score) in &maps.maps {
            bins[((score * 10.0) as usize).min(9)] += 1.0;
        }
        let labels: Vec<String> = (0..10)
            .map(|bin| format!("{:.1}", f64::from(bin) / 10.0))
            .collect();
        let _ = write!(
            html,
            "<h3>Terrain by lot: {}</h3>\n<p>{} maps. From map to map the score of {} has a deviation of {:.3} beyond what \
             chance explains.</p>\n",
            escaped(player),
            maps.maps.len(),
            escaped(&report.sides[0]),
            maps.deviation,
        );
        html.push_str(&figure(
            &bars("Maps by score", &labels, &bins),
            &format!("Maps by the score of {}", report.sides[0]),
        ));
    }
    html
}
