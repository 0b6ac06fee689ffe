//! Leads and drama.

use std::fmt::Write as _;

use super::{figure, percent, table_of};
use crate::plot::{bars, curve, escaped};
use crate::{Leads, Report};

pub(super) fn section(report: &Report) -> String {
    let variant = escaped(&report.study.variants[0].to_string());
    let mut html = format!(
        "<h2>Leads and drama</h2>\n<p>Games of the variant {variant} that one side won. The judgment of the player gives the lead \
         after each turn, averaged with that of the turn before; a logistic curve fitted to these games makes it a chance to win. \
         A side leads from a chance of 0.55 on, until the other has as much.</p>\n"
    );
    let mut rows = vec![vec!["".to_owned()]];
    rows[0].extend(report.study.players.iter().cloned());
    let interval = |(games, share, [low, high]): (u32, f64, [f64; 2])| {
        format!(
            "{}\n{} to {}\n{games} games",
            percent(share),
            percent(low),
            percent(high)
        )
    };
    let mut line = |name: &str, value: &dyn Fn(&Leads) -> String| {
        let mut row = vec![name.to_owned()];
        row.extend(
            report
                .leads
                .iter()
                .map(|leads| leads.as_ref().map_or("–".to_owned(), value)),
        );
        rows.push(row);
    };
    line("decided games", &|leads| leads.games.to_string());
    line("changes of the lead in a game", &|leads| {
        format!("{:.2}", leads.changes)
    });
    line("turns in which the later winner was behind", &|leads| {
        percent(leads.behind)
    });
    line("depth below an even chance when behind", &|leads| {
        format!("{:.3}", leads.depth)
    });
    line(
        "decisive turn (the winner's chance stays above 0.8)",
        &|leads| format!("{:.1}", leads.decisive_turn),
    );
    line("the same as a share of the game", &|leads| {
        percent(leads.decisive_share)
    });
    line("won by the side that took the first unit", &|leads| {
        interval(leads.first_capture)
    });
    line(
        "won by the side that took the first leader (snowball index)",
        &|leads| interval(leads.first_leader),
    );
    // the values for which the report holds comebacks, in its order
    for place in 0..4 {
        let chance = [0.4, 0.3, 0.2, 0.1][place];
        line(
            &format!("won by sides that were once at {chance} or below"),
            &|leads| {
                let comeback = leads.comebacks[place];
                let share = f64::from(comeback.won) / f64::from(comeback.sides.max(1));
                format!("{}\n{} of {}", percent(share), comeback.won, comeback.sides)
            },
        );
    }
    html.push_str(&table_of("wide", &rows));
    for (player, leads) in report.study.players.iter().zip(&report.leads) {
        let Some(leads) = leads else { continue };
        let _ = write!(html, "<h3>{}</h3>\n<div class=\"row\">", escaped(player));
        let course: Vec<(f64, f64)> = (0..)
            .zip(&leads.course)
            .map(|(part, chance)| (f64::from(part) / 10.0, *chance))
            .collect();
        html.push_str(&figure(
            &curve("The winner's chance", &course, false),
            "The winner's chance over the game, on average",
        ));
        let bins: Vec<(f64, f64)> = leads
            .calibration
            .iter()
            .map(|bin| (bin.foretold, bin.won))
            .collect();
        html.push_str(&figure(
            &curve("Calibration", &bins, true),
            "The chance foretold (across) and what came of it (up)",
        ));
        let labels: Vec<String> = (0..11)
            .map(|changes| {
                if changes == 10 {
                    "10+".to_owned()
                } else {
                    changes.to_string()
                }
            })
            .collect();
        let counts: Vec<f64> = leads
            .games_by_changes
            .iter()
            .map(|count| f64::from(*count))
            .collect();
        html.push_str(&figure(
            &bars("Games by changes of the lead", &labels, &counts),
            "Games by changes of the lead",
        ));
        html.push_str("</div>\n");
    }
    html
}
