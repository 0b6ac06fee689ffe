//! What is written of a scenario beside its content: how the towns lie to both sides, and what is unwise in it.

use std::io::{self, Write};

use scenario::warlord::author::Access;
use scenario::{Advice, Scenario};
use serde_json::{Value, json};

/// How many moves each town lies from either side, a line each; nothing where there are no towns.
pub(super) fn access_lines(access: &Access) -> Vec<String> {
    if access.towns.is_empty() {
        return Vec::new();
    }
    let row = |name: &str, cells: Vec<String>| {
        let cells: String = cells.iter().map(|cell| format!("{cell:>11}")).collect();
        format!("  {name:<6}{cells}")
    };
    let kinds = access.kinds.iter();
    let mut lines = vec![
        "Moves to each town from White's nearest unit of a kind and from Black's, alone on the board:".to_owned(),
        row("town", kinds.map(|kind| kind.symbol().to_string()).collect()),
    ];
    let word = |moves: Option<u16>| moves.map_or("-".to_owned(), |moves| moves.to_string());
    for town in &access.towns {
        let moves = town.moves.iter();
        let pair = |[white, black]: &[Option<u16>; 2]| format!("{} {}", word(*white), word(*black));
        lines.push(row(&town.cell.to_string(), moves.map(pair).collect()));
    }
    let totals = access.totals().into_iter();
    lines.push(row(
        "all",
        totals
            .map(|[white, black]| format!("{white} {black}"))
            .collect(),
    ));
    lines
}

/// The same for programs: for each town and each kind's letter, White's moves and Black's.
pub(super) fn access_json(access: &Access) -> Value {
    let towns = access.towns.iter().map(|town| {
        let kinds = access.kinds.iter().zip(&town.moves);
        let moves: serde_json::Map<String, Value> = kinds
            .map(|(kind, moves)| (kind.symbol().to_string(), json!(moves)))
            .collect();
        (town.cell.to_string(), moves.into())
    });
    Value::Object(towns.collect())
}

/// Writes what is unwise: for people to standard error, less what the file itself gives the reason for; for programs all
/// of it to `out`.
pub(super) fn report(
    out: &mut impl Write,
    file: &str,
    advice: &[Advice],
    json: bool,
) -> io::Result<()> {
    for advice in advice {
        if json {
            let object = json!({
                "event": "advice",
                "key": advice.key,
                "file": file,
                "line": advice.line,
                "what": advice.what,
                "why": advice.why,
                "advice": advice.mend,
                "known": advice.is_known,
            });
            writeln!(out, "{object}")?;
        } else if !advice.is_known {
            anstream::eprintln!("{file}:{}: advice: {advice}", advice.line);
        }
    }
    Ok(())
}

/// `right, id …`, and what the house notes give a reason for.
pub(super) fn verdict(scenario: &Scenario, advice: &[Advice]) -> String {
    let mut known: Vec<&str> = advice
        .iter()
        .filter(|advice| advice.is_known)
        .map(|advice| advice.key)
        .collect();
    known.dedup();
    let mut verdict = format!("right, id {}", scenario.id());
    if !known.is_empty() {
        verdict.push_str(&format!("; its notes say why: {}", known.join(", ")));
    }
    verdict
}
