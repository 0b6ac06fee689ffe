//! Boards: where units stood, took and fell; towns; the ways to them.

use std::fmt::Write as _;

use super::{cells, figure, percent, table, table_of};
use crate::heat::Heat;
use crate::plot::escaped;
use crate::{Finding, Report};

pub(super) fn section(report: &Report) -> String {
    let mut html = String::from("<h2>The board</h2>\n");
    let first = report.study.variants[0].to_string();
    // the first variant only: boards of all variants would make a page nobody reads to the end
    for finding in report
        .findings
        .iter()
        .filter(|finding| finding.variant == first)
    {
        let _ = writeln!(
            html,
            "<h3>{}, {}</h3>",
            escaped(&finding.player),
            escaped(&finding.variant)
        );
        html.push_str(&heats(report, finding));
        html.push_str(&towns(report, finding));
    }
    html.push_str(&kills(report, &first));
    if let Some(finding) = report
        .findings
        .iter()
        .find(|it| !it.occupancy[0].is_empty())
    {
        html.push_str(&access(report, finding));
    }
    html
}

fn heats(report: &Report, finding: &Finding) -> String {
    let mut html = String::from("<div class=\"row\">");
    let marks: Vec<String> = finding.towns.iter().map(|town| town.town.clone()).collect();
    let grids = [
        (
            "stood at the end of a turn, a share of the turns",
            &finding.occupancy,
        ),
        ("took a unit, in a game", &finding.captures),
        ("lost a leader, in a game", &finding.leaders_lost),
    ];
    for (what, grid) in grids {
        for ((side, name), values) in (0..).zip(&report.sides).zip(grid) {
            let title = format!("Where {name} {what}");
            let values: Vec<Option<f64>> = values.iter().copied().map(Some).collect();
            let heat = Heat {
                title: &title,
                files: finding.files,
                ranks: finding.ranks,
                values: &values,
                holes: &finding.no_land,
                marks: &marks,
                // one class a side, so that the style sheet has both colors
                class: if side == 0 { "heat-0" } else { "heat-1" },
                full: Some("full color: often"),
            };
            html.push_str(&figure(&heat.to_svg(), &title));
        }
    }
    html.push_str("</div>\n");
    html.push_str(&unvisited(finding));
    html
}

/// The most cells that are named in a line; more are drawn.
const NAMED: usize = 24;

fn unvisited(finding: &Finding) -> String {
    let land = finding.no_land.iter().filter(|is_hole| !**is_hole).count();
    let count = finding.unvisited.len();
    let names = match count {
        0 => ".".to_owned(),
        1..=NAMED => format!(": {}.", finding.unvisited.join(" ")),
        _ => ", drawn below.".to_owned(),
    };
    let mut html = format!(
        "<p>Cells on which no unit ever stood at the end of a turn: {count} of {land}{names}</p>\n"
    );
    if count > NAMED {
        let visits = finding.occupancy[0].iter().zip(&finding.occupancy[1]);
        let values: Vec<Option<f64>> = visits
            // exactly zero: both are counts over the same number
            .map(|(one, other)| (one + other == 0.0).then_some(1.0))
            .collect();
        let heat = Heat {
            title: "Where no unit ever stood",
            files: finding.files,
            ranks: finding.ranks,
            values: &values,
            holes: &finding.no_land,
            marks: &[],
            class: "heat-2",
            full: None,
        };
        html.push_str(&figure(&heat.to_svg(), heat.title));
    }
    html
}

fn towns(report: &Report, finding: &Finding) -> String {
    if finding.towns.is_empty() {
        return String::new();
    }
    let held = |side: &str| format!("held by {side}");
    let mut rows = vec![vec![
        "town".to_owned(),
        held(&report.sides[0]),
        held(&report.sides[1]),
    ]];
    for town in &finding.towns {
        rows.push(vec![
            town.town.clone(),
            percent(town.held[0]),
            percent(town.held[1]),
        ]);
    }
    format!(
        "<p>Towns by the share of turns at whose end a unit stood on them:</p>\n{}",
        table(&rows)
    )
}

/// The captures of each player's games of the first variant; players with the same captures share a table.
fn kills(report: &Report, variant: &str) -> String {
    let mut html = String::from(
        "<h2>Captures by kind</h2>\n<p>Captures in a game, the taker in the first column.</p>\n",
    );
    let findings = report.findings.iter().filter(|it| it.variant == variant);
    let mut shown: Vec<(&Finding, Vec<&str>)> = Vec::new();
    for finding in findings {
        match shown
            .iter_mut()
            .find(|(other, _)| other.kills == finding.kills)
        {
            // at a fixed number of orders two players may play the same games, and one table says it for both
            Some((_, players)) => players.push(&finding.player),
            None => shown.push((finding, vec![&finding.player])),
        }
    }
    for (finding, players) in shown {
        let _ = writeln!(
            html,
            "<h3>{}, {}</h3>\n{}",
            escaped(&players.join(", ")),
            escaped(variant),
            kills_of(finding)
        );
    }
    html
}

fn kills_of(finding: &Finding) -> String {
    let mut kinds: Vec<&str> = finding
        .kills
        .iter()
        .flat_map(|kill| [kill.taker.as_str(), kill.taken.as_str()])
        .collect();
    kinds.sort_unstable();
    // as rows and columns alike, so that the table is square
    kinds.dedup();
    if kinds.is_empty() {
        return "<p>No unit was taken.</p>\n".to_owned();
    }
    let mut head = cells(["taker"]);
    head.extend(kinds.iter().map(|kind| (*kind).to_owned()));
    let mut rows = vec![head];
    for taker in &kinds {
        let mut row = vec![(*taker).to_owned()];
        row.extend(kinds.iter().map(|taken| {
            let kill = finding
                .kills
                .iter()
                .find(|kill| kill.taker == *taker && kill.taken == *taken);
            kill.map_or("0".to_owned(), |kill| format!("{:.2}", kill.in_a_game))
        }));
        rows.push(row);
    }
    table_of("close", &rows)
}

fn access(report: &Report, finding: &Finding) -> String {
    let mut html = String::from("<h2>Access</h2>\n");
    // if the units enter later, as in Border War, nobody stands on the board when access is measured
    if finding.reach.iter().all(Vec::is_empty) {
        return html + "<p>No leader stands on the board before the first turn.</p>\n";
    }
    html.push_str(
        "<p>Before any game: the moves of a side's nearest unit from where it stands at first, alone on the board, on average \
         over the maps; where units have movement points, the turns of moving with all of them. Access does not depend on the \
         player.</p>\n<div class=\"row\">",
    );
    let marks: Vec<String> = finding.towns.iter().map(|town| town.town.clone()).collect();
    for (name, values) in report.sides.iter().zip(&finding.reach) {
        let title = format!("Moves of {name}'s nearest leader");
        let heat = Heat {
            title: &title,
            files: finding.files,
            ranks: finding.ranks,
            values,
            holes: &finding.no_land,
            marks: &marks,
            class: "heat-2",
            full: Some("full color: far, in moves"),
        };
        html.push_str(&figure(&heat.to_svg(), &title));
    }
    html.push_str("</div>\n");
    if finding.ways.is_empty() {
        html.push_str("<p>The board has no towns.</p>\n");
    }
    if !finding.ways.is_empty() {
        let moves =
            |moves: Option<f64>| moves.map_or("–".to_owned(), |moves| format!("{moves:.2}"));
        let mut rows = vec![vec![
            "town".to_owned(),
            "kind".to_owned(),
            report.sides[0].clone(),
            report.sides[1].clone(),
        ]];
        for way in &finding.ways {
            rows.push(vec![
                way.town.clone(),
                way.kind.clone(),
                moves(way.moves[0]),
                moves(way.moves[1]),
            ]);
        }
        html.push_str(&table(&rows));
    }
    html
}
