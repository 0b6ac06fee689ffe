//! What is written of a scenario beside its content: whether the file is right, and what in it is unwise.

use std::io::{self, Write};

use scenario::{Advice, Scenario};
use serde_json::json;

/// Writes what is unwise: for people to standard error, less what the file itself gives the reason for; for programs all
/// of it to `out`.
pub(crate) fn report(
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
pub(crate) fn verdict(scenario: &Scenario, advice: &[Advice]) -> String {
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
