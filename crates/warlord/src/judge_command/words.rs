//! The judge's finding on a match in words.

use std::fmt::Write as _;
use std::io::{self, Write};

use protocol::judge::{Report, Verdict};
use protocol::terms::clock_face;
use protocol::{Manifest, Seat};
use rules::Sides;
use scenario::{Scenario, SideNames};

use super::matches::{FileReport, Judged};
use crate::families::outcome_words;
use crate::match_file;
use crate::sitting::hex;

/// Writes the verdict, the match, its files, and what is proved, claimed and unknown.
pub(super) fn write(out: &mut impl Write, judged: &Judged) -> io::Result<()> {
    let report = &judged.report;
    let bold = anstyle::Style::new().bold();
    let result = match (report.family, report.result) {
        (Some(family), Some(result)) => {
            let scenario = judged.manifest.as_ref();
            let scenario = scenario.and_then(|manifest| manifest.read_scenario().ok());
            let names = scenario.as_ref().map(Scenario::side_names);
            let names = names.unwrap_or_else(|| SideNames::of_family(family));
            outcome_words(names, family, sides_of(judged), result)
        }
        _ => "no result".to_owned(),
    };
    writeln!(out, "{bold}{}{bold:#}: {result}", report.verdict)?;
    if let Some(manifest) = &judged.manifest {
        write_match(out, judged, manifest)?;
    }
    let files = judged.files.iter().map(FileReport::in_words);
    write_lines(out, "Files", files)?;
    let finding = Explanation::of(report, judged.manifest.as_ref());
    for (label, text) in [
        ("Proved", &finding.proved),
        ("Claimed", &finding.claimed),
        ("What to do", &finding.advice),
    ] {
        if !text.is_empty() {
            writeln!(out, "{label:<11} {text}")?;
        }
    }
    write_lines(out, "Also", others(report, judged.manifest.as_ref()))?;
    write_lines(out, "Left out", report.remarks.iter().cloned())?;
    write_lines(out, "Not known", report.unknown.iter().cloned())
}

/// The findings on seats that the verdict does not name.
fn others(report: &Report, manifest: Option<&Manifest>) -> Vec<String> {
    let others = report.findings.iter();
    let others = others.filter(|finding| Some(finding.seat) != report.seat);
    let told = others.map(|finding| {
        let (verdict, who) = (finding.verdict, name(finding.seat, manifest));
        let place = place(finding.step, finding.part_of.as_deref());
        format!("{verdict}, {who} {place}: {}", finding.why)
    });
    told.collect()
}

/// The sides of the match.
fn sides_of(judged: &Judged) -> Sides {
    let manifest = judged.manifest.as_ref();
    manifest.map_or(Sides::NONE, Manifest::sides)
}

/// Writes one line for each text, the first with the label.
fn write_lines(
    out: &mut impl Write,
    label: &str,
    lines: impl IntoIterator<Item = String>,
) -> io::Result<()> {
    for (index, line) in lines.into_iter().enumerate() {
        let label = if index == 0 { label } else { "" };
        // names and reasons come from the file, and may hold anything (docs/protocol.md, row 31)
        writeln!(out, "{label:<11} {}", protocol::plain_text(&line))?;
    }
    Ok(())
}

/// The scenario, the players, the time and the match's id.
fn write_match(out: &mut impl Write, judged: &Judged, manifest: &Manifest) -> io::Result<()> {
    let copies = match judged.files.len() {
        1 => "from one copy of the file".to_owned(),
        copies => format!("from {copies} copies of the file"),
    };
    let of = match &judged.replay {
        Some(replay) => {
            let turns = match match_file::turns(replay) {
                1 => "1 turn".to_owned(),
                turns => format!("{turns} turns"),
            };
            format!("{}, {turns}", match_file::title(replay))
        }
        None => protocol::plain_text(&manifest.scenario_name),
    };
    writeln!(out, "\nMatch       {of}, {copies}")?;
    writeln!(out, "Id          {}", hex(&manifest.sid()))?;
    match_file::write_seats(out, manifest)?;
    match_file::write_terms(out, manifest)?;
    write_clocks(out, &judged.report, manifest)
}

/// A line for the clocks, if the match has any.
fn write_clocks(out: &mut impl Write, report: &Report, manifest: &Manifest) -> io::Result<()> {
    let clocks = report.clocks.iter();
    let clocks: Vec<String> = clocks
        .map(|(seat, left_ms)| format!("{} {}", name(*seat, Some(manifest)), clock_face(*left_ms)))
        .collect();
    match clocks.is_empty() {
        true => Ok(()),
        false => writeln!(out, "Clocks      {}", clocks.join(", ")),
    }
}

#[derive(Debug, Default)]
struct Explanation {
    proved: String,
    claimed: String,
    advice: String,
}

impl Explanation {
    fn of(report: &Report, manifest: Option<&Manifest>) -> Self {
        let who = report
            .seat
            .map_or("nobody".to_owned(), |seat| name(seat, manifest));
        let (step, why) = (report.step, protocol::plain_text(&report.why));
        let place = place(step, report.part_of());
        let has_table = manifest.is_some_and(Manifest::has_table);
        // with more than two the others are several, and each may hold what this file lacks
        let [all, others, copies, between] = match has_table {
            false => [
                "both",
                "the other player",
                "the other player's copy",
                "two players",
            ],
            true => [
                "all",
                "the other players",
                "the other players' copies",
                "players",
            ],
        };
        let their = match has_table {
            false => "copy",
            true => "copies",
        };
        let mut told = Self::default();
        match report.verdict {
            Verdict::Complete => {
                told.proved = format!(
                    "{all} players signed every step and the result; every order is legal, every sealed choice was \
                     opened as it was sealed, every lot is the fair one"
                );
            }
            Verdict::Decided => {
                told.proved = format!("the result, whatever follows: {why}");
                told.advice = format!(
                    "nothing is needed for the result; with {copies} the match may be complete"
                );
            }
            Verdict::Continued => {
                told.proved = format!("everything up to step {step} is signed and legal; {why}");
                told.advice
                    .push_str("the new match gives the result; judge its file with this one");
            }
            Verdict::Open => {
                told.proved = format!(
                    "everything up to step {step} is signed and legal; nobody has broken a rule"
                );
                // a damaged copy may hide the end of the match, so resuming is not the first thing to advise
                let is_part = report.copies.iter().any(|copy| copy.left_out > 0);
                let ask = format!("ask {others} for their {their} and judge {all} together");
                told.advice = match is_part {
                    true => format!("a part of a file is left out: {ask}"),
                    false => format!(
                        "the match can be resumed with `warlord resume`; if you believe it is over, {ask}"
                    ),
                };
            }
            Verdict::Proved => {
                told.proved = format!("{who} broke the rules of fair play {place}: {why}");
                told.advice.push_str(
                    "keep the file: it convicts by that player's own signature, whoever shows it",
                );
            }
            Verdict::Claimed => {
                told.claimed = format!("{place}, against {who}: {why}");
                told.advice = format!(
                    "silence cannot be proved between {between}, and what was agreed to follow from it is theirs to keep; ask \
                     for the other {their}, {}",
                    match has_table {
                        false => "it may hold the answer",
                        true => "one may hold the answer",
                    }
                );
            }
            Verdict::Diverged => {
                told.proved = format!(
                    "at step {step} {who} signed a different position from the one that the orders give: {why}"
                );
                told.advice = format!(
                    "compare the versions of {all} programs; a bug in a program looks the same as an attempt to cheat"
                );
            }
            Verdict::Inconsistent => {
                told.proved = format!(
                    "nothing against anybody; at step {step} the file does not fit together: {why}"
                );
                told.advice = format!(
                    "the files do not belong together, or one was changed or damaged, by whom cannot be known; judge each alone, then together with {copies}"
                );
            }
            Verdict::Unreadable => {
                let _ = write!(told.proved, "nothing: {why}");
                told.advice.push_str(match manifest {
                    // with a manifest it is a match file, only not one that this program plays
                    Some(_) => "judge it with the version of the program that wrote it; or the file was changed: ask for the other copy",
                    None => "give a match file (*.fpm) that this version of the program wrote",
                });
            }
        }
        told
    }
}

/// The step of a finding, with the turn or the sealed choice of which the seat had a part.
fn place(step: u64, part_of: Option<&str>) -> String {
    match part_of {
        Some(whole) => format!(
            "at step {step}, with its part of {}",
            protocol::plain_text(whole)
        ),
        None => format!("at step {step}"),
    }
}

fn name(seat: Seat, manifest: Option<&Manifest>) -> String {
    let known = manifest.and_then(|manifest| {
        let name = &manifest.seat(seat)?.name;
        Some((name, match_file::side_of(manifest, seat)?))
    });
    match known {
        Some((name, side)) => format!("{} ({side})", protocol::plain_text(name)),
        None => seat.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use protocol::judge::SeatFinding;

    use super::*;

    #[test]
    fn a_finding_about_a_part_says_of_which_turn() {
        let mut report = protocol::judge::judge(&[b"no match file"]);
        (report.verdict, report.seat, report.step) = (Verdict::Proved, Some(Seat(2)), 9);
        report.why = "it signed twice".to_owned();
        report.findings = vec![SeatFinding {
            seat: Seat(2),
            verdict: Verdict::Proved,
            kind: "two-records",
            step: 9,
            part_of: Some("Blue's turn 7".to_owned()),
            why: report.why.clone(),
            bytes: Vec::new(),
        }];
        let told = Explanation::of(&report, None).proved;
        let at = "broke the rules of fair play at step 9, with its part of Blue's turn 7: it signed twice";
        assert!(told.ends_with(at), "{told}");
        // another finding than the one that the verdict names
        report.seat = None;
        let others = others(&report, None);
        assert!(
            others[0].contains("at step 9, with its part of Blue's turn 7: "),
            "{others:?}"
        );
    }
}
