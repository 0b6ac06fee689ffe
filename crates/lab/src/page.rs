//! A report as one page for a browser, which loads nothing else.

mod boards;
mod courses;
mod deeds;
mod effects;
mod ends;

use std::fmt::{self, Write as _};

use crate::plot::escaped;
use crate::{Command, Finding, Report};

const STYLE: &str = include_str!("page.css");

/// A report as a page; displaying the page writes the whole file.
#[derive(Debug, Clone, Copy)]
pub struct Page<'a>(pub &'a Report);

impl fmt::Display for Page<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let report = &self.0.for_people();
        // the title is the scenario's, which anybody may have written
        let title = escaped(&format!("{}: a study of its balance", report.study.title));
        // the policy lets nothing load and no script run: studies are passed on, and whoever opens one must not call
        // anybody
        write!(
            f,
            r#"<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>{title}</title>
<style>
{STYLE}</style>
</head>
<body>
<h1>{title}</h1>
"#
        )?;
        f.write_str(&head(report))?;
        f.write_str(&effects::section(report))?;
        f.write_str(&ends::section(report))?;
        f.write_str(&deeds::section(report))?;
        f.write_str(&courses::section(report))?;
        f.write_str(&command(report))?;
        f.write_str(&boards::section(report))?;
        f.write_str("</body>\n</html>\n")
    }
}

/// A table: the first row is the head, and a row of one cell is a heading over the rows below it. Cells are text with
/// its line breaks.
fn table(rows: &[Vec<String>]) -> String {
    table_of("", rows)
}

/// A table with a class of the style sheet.
fn table_of(class: &str, rows: &[Vec<String>]) -> String {
    let mut html = format!("<div class=\"scroll\"><table class=\"{class}\">\n");
    let columns = rows.first().map_or(0, Vec::len);
    for (place, row) in rows.iter().enumerate() {
        if let [heading] = &row[..] {
            let heading = escaped(heading);
            let _ = writeln!(
                html,
                "<tr class=\"group\"><th colspan=\"{columns}\">{heading}</th></tr>"
            );
            continue;
        }
        let tag = if place == 0 { "th" } else { "td" };
        html.push_str("<tr>");
        // escaped first, then the breaks: the other way a name from a scenario could bring tags of its own
        for cell in row {
            let cell = escaped(cell).replace('\n', "<br>");
            let _ = write!(html, "<{tag}>{cell}</{tag}>");
        }
        html.push_str("</tr>\n");
    }
    html + "</table></div>\n"
}

fn cells<const N: usize>(cells: [&str; N]) -> Vec<String> {
    cells.map(str::to_owned).to_vec()
}

fn percent(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}

fn figure(svg: &str, caption: &str) -> String {
    format!(
        "<figure>{svg}<figcaption>{}</figcaption></figure>\n",
        escaped(caption)
    )
}

/// The plan of the study, and warnings about what it cannot show.
fn head(report: &Report) -> String {
    let study = &report.study;
    let list = |items: Vec<String>| items.join(", ");
    let options: Vec<String> = study
        .options
        .iter()
        .map(|(key, value)| format!("{key}={value}"))
        .collect();
    let mut html = format!(
        "<p class=\"soft\">{} games of {} planned, by the program against itself; Warlord {}, scenario {} ({}…).</p>\n",
        report.games,
        report.planned,
        escaped(&study.version),
        escaped(&study.scenario),
        // enough of the digest to tell two versions of a scenario apart
        escaped(study.digest.get(..12).unwrap_or_default()),
    );
    let rows = vec![
        cells(["What", ""]),
        vec!["players".to_owned(), list(study.players.clone())],
        vec![
            "variants".to_owned(),
            list(study.variants.iter().map(ToString::to_string).collect()),
        ],
        vec![
            "options".to_owned(),
            if options.is_empty() {
                "as the scenario has them".to_owned()
            } else {
                list(options)
            },
        ],
        vec!["games of a cell".to_owned(), study.games.to_string()],
        vec![
            "maps".to_owned(),
            study
                .maps
                .map_or("one for each game".to_owned(), |maps| maps.to_string()),
        ],
        vec!["most turns".to_owned(), study.max_turns.to_string()],
        vec!["seed".to_owned(), study.seed.to_string()],
    ];
    html.push_str(&table_of("text", &rows));
    if report.games < report.planned {
        html.push_str("<p class=\"warning\">The study is not finished: these are the figures of the games so far.</p>\n");
    }
    for finding in report
        .findings
        .iter()
        .filter(|finding| !finding.is_conclusive)
    {
        // named apart from games without a winner: here playing the missing games helps
        if !finding.is_even {
            let _ = writeln!(
                html,
                "<p class=\"warning\">{}, {}: the cells have unequal numbers of games. Nothing is concluded from them; play the \
                 games that are missing.</p>",
                escaped(&finding.player),
                escaped(&finding.variant),
            );
            continue;
        }
        let _ = writeln!(
            html,
            "<p class=\"warning\">{}, {}: only {} of the games have a winner. Below {} nothing is concluded from them, because \
             the player could not finish its games.</p>",
            escaped(&finding.player),
            escaped(&finding.variant),
            percent(finding.decided),
            percent(report.decided_needed),
        );
    }
    html
}

/// The heading over the rows of a finding.
fn heading(finding: &Finding) -> Vec<String> {
    vec![format!("{}, {}", finding.player, finding.variant)]
}

/// The orders and activations used and left unused.
fn command(report: &Report) -> String {
    let with_command = |finding: &&Finding| finding.command.iter().any(|side| side.capacity > 0.0);
    let mut html = String::from("<h2>Use of activations</h2>\n");
    if !report.findings.iter().any(|finding| with_command(&finding)) {
        return html + "<p>No game of this study has leaders who give orders.</p>\n";
    }
    html.push_str(
        "<p>Means over the turns of a side: the orders a turn could hold and the part of them that was given; the activations \
         of all leaders and the part never given; units out of range of every leader; units that got no order.</p>\n",
    );
    // families without a chain of command would have two columns of zeros
    let has_chain = |side: &Command| side.leaders_out_of_command + side.leaders_alone > 0.0;
    let has_chain = report
        .findings
        .iter()
        .flat_map(|finding| &finding.command)
        .any(has_chain);
    let mut head = cells([
        "side",
        "allowed",
        "given",
        "used",
        "activations",
        "unused",
        "out of command",
        "without an order",
    ]);
    if has_chain {
        html.push_str(
            "<p>A leader out of command gives orders but may not act; a leader alone has no other unit in range of its \
             orders. Both at the end of a turn.</p>\n",
        );
        head.extend(cells(["leaders out of command", "leaders alone"]));
    }
    let mut rows = vec![head];
    for finding in report.findings.iter().filter(with_command) {
        rows.push(heading(finding));
        for (side, name) in finding.command.iter().zip(&report.sides) {
            rows.push(vec![
                name.clone(),
                format!("{:.2}", side.allowed),
                format!("{:.2}", side.given),
                percent(side.used),
                format!("{:.2}", side.capacity),
                percent(side.unused),
                percent(side.out_of_command),
                percent(side.idle),
            ]);
            if has_chain {
                let leaders = [side.leaders_out_of_command, side.leaders_alone];
                rows.last_mut()
                    .into_iter()
                    .for_each(|row| row.extend(leaders.map(percent)));
            }
        }
    }
    html.push_str(&table(&rows));
    html
}
