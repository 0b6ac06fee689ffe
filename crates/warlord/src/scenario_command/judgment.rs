//! The verdict on a sound scenario file, and the unwise choices in it.

use std::io::{self, Write};

use scenario::{Advice, Scenario};
use serde_json::json;

use crate::failure;

/// Writes the unwise choices: for people to standard error, except those that the file gives a reason for; for programs
/// all of them to `out`.
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
            failure::say(format_args!("{file}:{}: advice: {advice}", advice.line));
        }
    }
    Ok(())
}

/// `right, id …`, and the unwise choices that the house notes give a reason for.
pub(crate) fn verdict(scenario: &Scenario, advice: &[Advice]) -> String {
    let mut known: Vec<&str> = advice
        .iter()
        .filter(|advice| advice.is_known)
        .map(|advice| advice.key)
        .collect();
    // the same advice may come once for each side
    known.dedup();
    let mut verdict = format!("right, id {}", scenario.id());
    if !known.is_empty() {
        verdict.push_str(&format!("; its notes say why: {}", known.join(", ")));
    }
    verdict
}
