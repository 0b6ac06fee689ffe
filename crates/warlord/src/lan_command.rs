//! `warlord lan`: the matches announced on the local network; and asking for a place in one of them.

use std::io::Write as _;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use ::home::{Home, Invitation, Player};
use clap::Args;
use reach::{LanMatch, LanSearch};
use tokio::sync::Notify;
use tokio::time::{Instant, timeout_at};

use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::match_arguments::{home, run};
use crate::report::{Report, Reporter};

/// The start of a code that names a match on the local network.
const LAN_PREFIX: &str = "lan";
/// The longest search for a match to be joined.
const SEARCH: Duration = Duration::from_secs(5);

/// List the matches offered on the local network
#[derive(Debug, Args)]
#[command(
    long_about = "Lists the open matches that hosts on this network announce. `warlord join lan:ID` asks the host of a match \
                  to let you in; no code is needed. Anybody on the network can announce a match under any name, so \
                  compare keys (`warlord identity`) if that matters. If two matches are announced under one id, each is \
                  listed under a longer id, whose second part stands for the host's key.",
    after_help = "Examples:\n  warlord lan\n  warlord join lan:0f3a9c12"
)]
pub(crate) struct LanArguments {
    /// How long to search, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 2, value_parser = clap::value_parser!(u64).range(1..=3600))]
    seconds: u64,
    /// Print one JSON object per line
    #[arg(long)]
    json: bool,
}

/// The part after `lan` of a code such as `lan:0f3a9c12`; empty for `lan` alone; `None` for any other code.
pub(crate) fn lan_id(code: &str) -> Option<&str> {
    let code = code.trim();
    if code.eq_ignore_ascii_case(LAN_PREFIX) {
        return Some("");
    }
    let (start, id) = code.split_once(':')?;
    start.eq_ignore_ascii_case(LAN_PREFIX).then_some(id.trim())
}

/// A search of the local network that can be waited for.
struct LanListening {
    search: LanSearch,
    changed: Arc<Notify>,
}

impl LanListening {
    fn start() -> anyhow::Result<Self> {
        let changed = Arc::new(Notify::new());
        let tell = Arc::clone(&changed);
        let search = LanSearch::start(move || tell.notify_one())
            .map_err(|error| Failure::new(error.to_string(), error.advice()))?;
        Ok(Self { search, changed })
    }

    /// Calls `look` with what is found, at once and after each change, until it returns something, the time is over or
    /// Ctrl-C is pressed.
    async fn until<T>(
        &self,
        patience: Duration,
        interrupt: &mut Interrupt,
        mut look: impl FnMut(Vec<LanMatch>) -> anyhow::Result<Option<T>>,
    ) -> anyhow::Result<Option<T>> {
        let end = Instant::now() + patience;
        loop {
            if let Some(found) = look(self.search.found())? {
                return Ok(Some(found));
            }
            tokio::select! {
                () = interrupt.pressed() => return Ok(None),
                changed = timeout_at(end, self.changed.notified()) => {
                    if changed.is_err() {
                        return Ok(None);
                    }
                }
            }
        }
    }
}

pub(crate) fn run_lan(arguments: &LanArguments) -> anyhow::Result<ExitCode> {
    run(async |mut interrupt| {
        let people = home()?.people().unwrap_or_default();
        let search = LanListening::start()?;
        let mut shown: Vec<(LanMatch, String)> = Vec::new();
        let mut out = anstream::stdout();
        let patience = Duration::from_secs(arguments.seconds);
        let nothing = search.until(patience, &mut interrupt, |found| {
            let all = found.clone();
            for found in found {
                let host = people.host_of(&found);
                // a blocked host announces the match all the same
                if host.is_some_and(|host| host.is_blocked) {
                    continue;
                }
                // anyone can announce a match under the same id, and only the longer one says whose it is
                let namesakes = all.iter().filter(|other| other.id() == found.id());
                let id = match namesakes.count() {
                    1 => found.id(),
                    _ => found.full_id(),
                };
                // each change of the network brings the whole list again; a match is shown once more if a namesake has come, since
                // the short id would no longer do
                let is_shown = |(other, by): &(LanMatch, String)| {
                    (other.game, other.full_id()) == (found.game, found.full_id()) && *by == id
                };
                if shown.iter().any(is_shown) {
                    continue;
                }
                let standing = people.standing_of_host(&found).to_string();
                if arguments.json {
                    let line = serde_json::json!({
                        "event": "lan", "id": id, "title": found.title, "host": found.host,
                        "standing": standing,
                        "free": found.seats.map(|(free, _)| free), "of": found.seats.map(|(_, of)| of),
                        "addresses": found.addresses.iter().map(ToString::to_string).collect::<Vec<_>>(),
                    });
                    writeln!(out, "{line}")?;
                } else {
                    let free = found.seats.map(|(free, of)| format!(", {free} of {of} seats free,"));
                    let ip = found.addresses.first().map(|address| address.ip().to_string());
                    writeln!(
                        out,
                        "{} ({standing}) hosts {}{} at {}\n  warlord join lan:{}",
                        found.host,
                        found.title,
                        free.unwrap_or_default(),
                        ip.unwrap_or_default(),
                        id
                    )?;
                }
                out.flush()?;
                shown.push((found, id));
            }
            Ok(None::<()>)
        });
        nothing.await?;
        if shown.is_empty() && !arguments.json {
            writeln!(
                out,
                "No match is announced on this network. You can still join a match whose code you have; some wireless networks keep their users from seeing each other."
            )?;
        }
        Ok(ExitCode::SUCCESS)
    })
}

/// The one match with that id; an error if there are several.
fn only_one(
    mut found: impl Iterator<Item = LanMatch>,
    id: &str,
) -> anyhow::Result<Option<LanMatch>> {
    // by the full id, so that the longer form that `warlord lan` prints leads to one host only (threat 25)
    let is_meant = |found: &LanMatch| found.full_id().starts_with(id);
    match (found.find(is_meant), found.find(is_meant)) {
        (one, None) => Ok(one),
        (_, Some(_)) => Err(Failure::new(
            "several matches are announced on this network",
            "name one: `warlord lan` lists them",
        )
        .into()),
    }
}

/// Finds the match with that id, asks its host, and waits for the invitation; `None` if the user pressed Ctrl-C.
pub(crate) async fn ask(
    home: &Home,
    player: Player,
    id: &str,
    reporter: &mut Reporter,
    interrupt: &mut Interrupt,
) -> anyhow::Result<Option<Invitation>> {
    let search = LanListening::start()?;
    let id = id.to_ascii_lowercase();
    // first only hosts that have answered: an announcement alone may be an old or a false one
    let sure = search.until(SEARCH, interrupt, |found| {
        only_one(found.into_iter().filter(|found| found.has_answered), &id)
    });
    let found = match sure.await? {
        Some(sure) => Some(sure),
        None if interrupt.is_pressed() => None,
        // a firewall may keep the host from answering
        None => only_one(search.search.found().into_iter(), &id)?,
    };
    let Some(found) = found else {
        if interrupt.is_pressed() {
            return Ok(None);
        }
        return Err(Failure::new(
            format!("no match lan:{id} is announced on this network"),
            "`warlord lan` lists the matches; or ask the host for the invitation's code",
        )
        .into());
    };
    // the search is over, while the question may wait for the host's user for minutes
    drop(search);
    let text = format!("{} is asked to let you in to {}.", found.host, found.title);
    let (asked, mut heard) = tokio::sync::oneshot::channel();
    let answer = net::ask(home, player, &found, move || {
        // it fails only if the question is over, and then nobody waits for it
        let _ = asked.send(());
    });
    tokio::pin!(answer);
    let mut is_told = false;
    loop {
        tokio::select! {
            biased;
            heard = &mut heard, if !is_told => {
                is_told = true;
                if heard.is_ok() {
                    reporter.report(&Report::Note { text: text.clone() })?;
                }
            }
            answer = &mut answer => return match answer {
                Ok(invitation) => Ok(Some(invitation)),
                Err(error) => Err(Failure::new(error.to_string(), error.advice()).into()),
            },
            () = interrupt.pressed() => return Ok(None),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_match_of_the_network_is_named_by_its_id() {
        assert_eq!(lan_id("lan:0f3a"), Some("0f3a"));
        assert_eq!(lan_id(" LAN "), Some(""));
        assert_eq!(lan_id("warlord1040ab"), None);
        assert_eq!(lan_id("warlord://join/040ab"), None);
    }
}
