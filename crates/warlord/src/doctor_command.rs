//! `warlord doctor`: this machine's readiness to play with others, in words.

use std::io::Write as _;
use std::process::ExitCode;

use anstyle::{AnsiColor, Style};
use clap::Args;

use crate::match_arguments::home;
use crate::services::Services;

/// Check this machine: what other players can reach, and what to do if they cannot
#[derive(Debug, Args)]
#[command(
    long_about = "Checks this machine: your key, the UDP port, IPv4 and IPv6, the local network, and the addresses of \
                  an invitation. Nothing is sent beyond the local network, except to the services that --stun names; \
                  whether a router or firewall lets other players in is not tested. Every line says what to do next.",
    after_help = "Examples:\n  warlord doctor\n  warlord doctor --stun default\n  warlord doctor --stun stun.example.org:3478 --stun 192.0.2.9:3478"
)]
pub(crate) struct DoctorArguments {
    #[command(flatten)]
    services: Services,
    /// Print one JSON object per line
    #[arg(long)]
    json: bool,
}

pub(crate) fn run_doctor(arguments: &DoctorArguments) -> anyhow::Result<ExitCode> {
    let home = home()?;
    let mut out = anstream::stdout();
    // colors on top of the signs: in a pipe `+` and `!` alone must say it
    let good = Style::new().fg_color(Some(AnsiColor::Green.into()));
    let bad = Style::new().fg_color(Some(AnsiColor::Yellow.into()));
    for finding in net::examine(&home, &arguments.services.named()) {
        // one form for programs: colors and signs are for people
        if arguments.json {
            let line = serde_json::json!({
                "event": "finding", "about": finding.about, "good": finding.is_good, "what": finding.what,
                "advice": finding.advice,
            });
            writeln!(out, "{line}")?;
            continue;
        }
        let (style, mark) = if finding.is_good {
            (good, "+")
        } else {
            (bad, "!")
        };
        writeln!(
            out,
            "{style}{mark} {}{style:#}: {}",
            finding.about, finding.what
        )?;
        if !finding.advice.is_empty() {
            writeln!(out, "  do: {}", finding.advice)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
