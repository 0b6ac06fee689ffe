//! The report of a match in play: one JSON object a line for programs, or one plain line for people.

mod lobby;
mod seats;

use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, Write};
use std::time::Instant;

use cleaner::text::listed;
use net::{ClockFace, Snapshot};
use protocol::manifest::Terms;
use rules::{Family, Outcome, Side, Sides};
use scenario::SideNames;
use serde::Serialize;

use crate::clock_words;
use crate::failure::Failure;
use crate::families;
pub(crate) use lobby::LobbySeat;
use lobby::write_lobby;
pub(crate) use seats::Member;
use seats::{Actor, SeatReport, write_table};

/// An event of the report, with the field names of the command line's `--json`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "event", rename_all = "lowercase")]
pub(crate) enum Report {
    /// The invitation to the free seat.
    Invitation {
        code: String,
        link: String,
    },
    /// The code by which others find this machine: its addresses have changed, or nobody of a table is connected.
    Code {
        code: String,
        link: String,
        /// The order in which the players open each other's codes; empty if the order does not matter.
        // people read it as a sentence; for a program the words would be one more text to parse
        #[serde(skip)]
        order: &'static str,
    },
    /// The answer code for the host to enter, since nobody answers at the addresses of the invitation.
    Answer {
        code: String,
        link: String,
    },
    /// Whether other players can reach this machine.
    Reachability {
        summary: String,
    },
    /// An address at which the host was looked for, and the result.
    Tried {
        address: String,
        result: String,
    },
    /// A player on the same network asks to be let in.
    Asked {
        name: String,
        key: String,
        address: String,
        standing: String,
    },
    Joined {
        peer: String,
        standing: String,
    },
    /// Who sits at a table on this machine.
    Table {
        seats: Vec<SeatReport>,
    },
    /// Who sits where at a table whose match has not begun.
    #[serde(rename = "table")]
    Lobby {
        title: String,
        scenario: String,
        options: BTreeMap<String, String>,
        /// The time limits, in words.
        time: String,
        max_turns: Option<u32>,
        takeback: bool,
        /// What becomes of a side whose players leave: `stand-still`, `team-mate` or `remove`.
        drop: &'static str,
        hosts: bool,
        /// Seats on which somebody could sit down, of so many that the match would have.
        free: usize,
        of: usize,
        seats: Vec<LobbySeat>,
    },
    /// A seat of such a table, after a change.
    Seat(LobbySeat),
    /// The seats whose players are ready for what the table shows, counted from 0.
    Ready {
        seats: Vec<u8>,
        all: bool,
    },
    /// A side has sealed its secret choice.
    Locked {
        side: SideName,
        #[serde(flatten)]
        by: Option<Member>,
        #[serde(skip)]
        secret: &'static str,
    },
    Revealed {
        /// How many sides the game has.
        #[serde(skip)]
        sides: usize,
        #[serde(skip)]
        secret: &'static str,
        /// What the opening did, if the family has words for it, and whose parts it is made of; in sentences.
        #[serde(skip)]
        told: Vec<String>,
    },
    /// The lot chose the side that begins.
    First {
        side: SideName,
    },
    Turn {
        side: SideName,
        #[serde(flatten)]
        by: Option<Member>,
        turn: u32,
        /// The turn in words, with the side if it is not on turn.
        #[serde(skip)]
        name: String,
        /// The text between two orders.
        #[serde(skip)]
        separator: &'static str,
        /// The words of a part that ended without an order.
        #[serde(skip)]
        empty: Option<&'static str>,
        orders: Vec<String>,
        digest: String,
    },
    /// The time left, if time is limited.
    Clock {
        clocks: Vec<ClockOf>,
        // the terms choose words alone; a program reads the milliseconds
        #[serde(skip)]
        terms: Terms,
    },
    #[serde(rename = "draw-offered")]
    DrawOffered {
        side: SideName,
        #[serde(flatten)]
        by: Option<Member>,
    },
    /// A side asks to take back its last turn, which it made in that turn of the game.
    #[serde(rename = "takeback-asked")]
    TakebackAsked {
        side: SideName,
        #[serde(flatten)]
        by: Option<Member>,
        turn: u32,
        #[serde(skip)]
        name: String,
    },
    /// Turns were taken back: the match continues in that turn, from a position with that digest.
    #[serde(rename = "taken-back")]
    TakenBack {
        turn: u32,
        #[serde(skip)]
        name: String,
        digest: String,
    },
    /// The other player asks to continue in a new match, from that turn on; in sentences what changes with that.
    #[serde(rename = "continue-asked")]
    ContinueAsked {
        turn: u32,
        undone: usize,
        /// At a table the seats whose players have agreed, and those that have still to.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        agreed: Vec<u8>,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        missing: Vec<u8>,
        words: Vec<String>,
    },
    /// At a table another player agrees to continue as was asked.
    #[serde(rename = "continue-agreed")]
    ContinueAgreed {
        #[serde(flatten)]
        by: Member,
    },
    #[serde(rename = "continue-declined")]
    ContinueDeclined {
        by: String,
    },
    /// The others may go on in a new match without a player of a table: why, who has agreed, who has still to answer, and
    /// in sentences what that changes.
    #[serde(rename = "may-go-on")]
    MayGoOn {
        #[serde(flatten)]
        of: Member,
        why: &'static str,
        agreed: Vec<u8>,
        missing: Vec<u8>,
        words: Vec<String>,
    },
    /// A player agrees to go on without these seats, from 0; without none if that is taken back.
    #[serde(rename = "go-on")]
    GoOn {
        #[serde(flatten)]
        by: Member,
        without: Vec<u8>,
        #[serde(skip)]
        names: Vec<String>,
    },
    /// The others have gone on without this machine's players, in that match.
    #[serde(rename = "left-out")]
    LeftOut {
        #[serde(rename = "match")]
        sid: String,
    },
    /// The match continues in a new one, in that file.
    Continued {
        file: String,
    },
    /// A member of the side has shown its part of the set-up, or another one in its place.
    Planned {
        side: SideName,
        #[serde(flatten)]
        by: Member,
        #[serde(skip)]
        secret: &'static str,
    },
    /// The parts that these seats have shown cannot be sealed together.
    #[serde(rename = "plans-clash")]
    PlansClash {
        seats: Vec<u8>,
        #[serde(skip)]
        names: Vec<String>,
        why: String,
    },
    /// A line of chat; never part of the match file.
    Chat {
        from: String,
        /// At a table who reads it: `all` or `team`.
        #[serde(skip_serializing_if = "Option::is_none")]
        to: Option<&'static str>,
        text: String,
    },
    /// A note for the reader; nothing in the match changes with it.
    Note {
        text: String,
    },
    /// The connection to the other player was lost or is back.
    Line {
        state: LineChange,
    },
    /// Another seat of a table is reached otherwise than before.
    #[serde(rename = "line")]
    SeatLine {
        state: LineChange,
        #[serde(flatten)]
        of: Member,
        /// The seat by way of which it is heard, from 0; none if the two programs are connected.
        way: Option<u8>,
        #[serde(skip)]
        words: String,
    },
    Over {
        outcome: String,
        #[serde(skip)]
        words: String,
    },
    /// The judge's verdict on the finished match file.
    Verdict {
        verdict: String,
        /// As the engine protocol writes results.
        result: Option<String>,
        /// The same with the sides as people call them.
        #[serde(skip)]
        named: Option<String>,
        file: String,
    },
    Error {
        what: String,
        advice: String,
    },
}

/// A side: the family's word for programs, and its name for people.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(into = "&'static str")]
pub(crate) struct SideName {
    word: &'static str,
    name: String,
}

impl SideName {
    pub(crate) fn new(family: Family, names: &SideNames, side: Side) -> Self {
        Self {
            word: family.side_name(side),
            name: names.of(side).to_owned(),
        }
    }
}

impl From<SideName> for &'static str {
    fn from(SideName { word, .. }: SideName) -> Self {
        word
    }
}

impl fmt::Display for SideName {
    /// Writes the name as at the beginning of a sentence.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct ClockOf {
    pub(crate) side: SideName,
    /// In milliseconds.
    pub(crate) left: u64,
    pub(crate) runs: bool,
}

/// The line to the other player: lost or back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum LineChange {
    Lost,
    Back,
}

/// Writes and flushes reports one by one.
pub(crate) struct Reporter {
    is_json: bool,
    out: Box<dyn Write + Send>,
}

impl Reporter {
    pub(crate) fn stdout(is_json: bool) -> Self {
        Self::new(is_json, Box::new(anstream::stdout()))
    }

    pub(crate) fn new(is_json: bool, out: Box<dyn Write + Send>) -> Self {
        Self { is_json, out }
    }

    pub(crate) const fn is_json(&self) -> bool {
        self.is_json
    }

    /// Writes one report and flushes: the reader of a pipe waits for the line.
    pub(crate) fn report(&mut self, report: &Report) -> io::Result<()> {
        if self.is_json {
            serde_json::to_writer(&mut self.out, report)?;
        } else {
            report.write_plain(&mut self.out)?;
        }
        self.out.write_all(b"\n")?;
        self.out.flush()
    }

    /// Reports the failure of a command to a program that reads JSON; people see it on standard error at the end.
    pub(crate) fn failure(&mut self, error: &anyhow::Error) -> io::Result<()> {
        if !self.is_json {
            return Ok(());
        }
        // advice is the user's way out, and only errors of ours know one
        let advice = error.downcast_ref::<Failure>().map(Failure::advice);
        let causes: Vec<_> = error.chain().map(ToString::to_string).collect();
        self.report(&Report::Error {
            what: causes.join(": "),
            advice: advice.unwrap_or_default().to_owned(),
        })
    }
}

impl Report {
    /// The report of the end of a game.
    pub(crate) fn over(names: &SideNames, family: Family, sides: Sides, outcome: Outcome) -> Self {
        Self::Over {
            outcome: outcome.to_text(family),
            words: families::outcome_words(names, family, sides, outcome),
        }
    }

    /// The report of the clocks; none if time is not limited.
    pub(crate) fn clocks(snapshot: &Snapshot) -> Option<Self> {
        let family = snapshot.contract.scenario.as_ref()?.family();
        // one moment for all clocks, so that they agree with each other
        let now = Instant::now();
        let clocks = snapshot.time.clocks.iter().filter_map(|(seat, face)| {
            Some(ClockOf {
                side: SideName::new(family, snapshot.side_names(), snapshot.side_of(*seat)?),
                left: u64::try_from(face.left(now).as_millis()).unwrap_or(u64::MAX),
                runs: matches!(face, ClockFace::Runs(_)),
            })
        });
        let clocks: Vec<ClockOf> = clocks.collect();
        (!clocks.is_empty()).then_some(Self::Clock {
            clocks,
            terms: snapshot.contract.terms,
        })
    }

    fn write_plain(&self, out: &mut impl Write) -> io::Result<()> {
        match self {
            Self::Invitation { code, link } => {
                write!(out, "Invitation: {code}\n  as a link: {link}")
            }
            Self::Code { code, link, order } => {
                write!(
                    out,
                    "Whoever does not find this machine needs this code: {code}\n  as a link: {link}"
                )?;
                match order.is_empty() {
                    true => Ok(()),
                    false => write!(out, "\n  {order}"),
                }
            }
            Self::Answer { code, link } => write!(
                out,
                "Nobody answers yet at the addresses of the invitation. Send this answer code to the host, who enters it where the \
                 invitation was made; leave this program running until then: {code}\n  as a link: {link}"
            ),
            Self::Reachability { summary } => write!(out, "{summary}"),
            Self::Tried { address, result } => {
                // words of another program or a peer may hold anything: control characters must not steer the terminal
                write!(out, "Tried {address}: {}.", protocol::plain_text(result))
            }
            Self::Asked {
                name,
                key,
                address,
                standing,
            } => write!(
                out,
                "{} on your network asks to be let in ({}).\n  key {key}, address {address}",
                protocol::plain_text(name),
                protocol::plain_text(standing)
            ),
            Self::Joined { peer, standing } => write!(
                out,
                "{} is here ({}).",
                protocol::plain_text(peer),
                protocol::plain_text(standing)
            ),
            Self::Table { seats } => write_table(out, seats),
            Self::Lobby {
                title,
                free,
                of,
                seats,
                ..
            } => write_lobby(out, title, [*free, *of], seats),
            Self::Seat(seat) => seat.write(out),
            Self::Ready { all, .. } => match all {
                true => write!(out, "Everybody is ready."),
                false => write!(out, "Not everybody is ready."),
            },
            Self::Locked { side, by, secret } => {
                write!(out, "{} has sealed its {secret}.", Actor(side, by))
            }
            Self::Revealed {
                sides,
                secret,
                told,
            } => {
                match *sides {
                    0..=2 => write!(out, "Both {secret}s are open.")?,
                    _ => write!(out, "All {secret}s are open.")?,
                }
                told.iter().try_for_each(|told| write!(out, " {told}"))
            }
            Self::First { side } => write!(out, "{side} begins."),
            Self::Turn {
                name,
                orders,
                separator,
                empty,
                ..
            } => match empty {
                Some(words) => write!(out, "{name}: {words}"),
                None => write!(out, "{name}: {}", orders.join(separator)),
            },
            Self::Clock { clocks, terms } => {
                let clocks = clocks.iter().map(|clock| {
                    // days always run, so that the word would say nothing
                    let runs = match clock.runs && terms.has_clocks() {
                        true => " (running)",
                        false => "",
                    };
                    format!(
                        "{} {}{runs}",
                        clock.side,
                        clock_words::left(clock.left, terms)
                    )
                });
                let clocks: Vec<String> = clocks.collect();
                write!(out, "Time left: {}.", clocks.join("; "))
            }
            Self::DrawOffered { side, by } => write!(out, "{} offers a draw.", Actor(side, by)),
            Self::TakebackAsked { side, by, name, .. } => write!(
                out,
                "{} asks to take back its last turn, {name}, and what came after it.",
                Actor(side, by)
            ),
            Self::TakenBack { name, .. } => write!(
                out,
                "Turns are taken back: the match continues from before {name}."
            ),
            Self::ContinueAsked { words, .. } => write!(out, "{}", words.join("\n  ")),
            Self::ContinueAgreed { by } => write!(
                out,
                "{} agrees to continue.",
                protocol::plain_text(&by.name)
            ),
            Self::ContinueDeclined { by } => write!(
                out,
                "{} does not continue in a new match.",
                protocol::plain_text(by)
            ),
            Self::MayGoOn { of, words, .. } => write!(
                out,
                "{}\n  Type `go on without {}` to agree, or just wait.",
                words.join("\n  "),
                protocol::plain_text(&of.name)
            ),
            Self::GoOn { by, names, .. } => {
                let by = protocol::plain_text(&by.name);
                match names.is_empty() {
                    true => write!(out, "{by} waits after all."),
                    false => write!(out, "{by} agrees to go on without {}.", listed(names)),
                }
            }
            Self::LeftOut { .. } => write!(out, "The others have gone on without you."),
            Self::Continued { file } => {
                write!(out, "The match continues in a new one: {file}")
            }
            Self::Planned { side, by, secret } => {
                let by = Some(by.clone());
                write!(
                    out,
                    "{} has shown its part of the {secret}.",
                    Actor(side, &by)
                )
            }
            Self::PlansClash { names, why, .. } => write!(
                out,
                "The parts of {} do not go together: {}.\n  do: show another part, or wait for theirs",
                listed(names),
                protocol::plain_text(why)
            ),
            Self::Chat { from, to, text } => {
                let team = match to {
                    Some("team") => " to the team",
                    _ => "",
                };
                let (from, text) = (protocol::plain_text(from), protocol::plain_text(text));
                write!(out, "<{from}{team}> {text}")
            }
            Self::Note { text } => write!(out, "{text}"),
            Self::Line {
                state: LineChange::Lost,
            } => write!(
                out,
                "The connection is lost. The program dials again on its own; you do not have to do anything."
            ),
            Self::Line {
                state: LineChange::Back,
            } => write!(out, "The connection is back."),
            Self::SeatLine { words, .. } => write!(out, "{words}"),
            Self::Over { words, .. } => write!(out, "Over: {words}."),
            Self::Verdict {
                verdict,
                named,
                file,
                ..
            } => {
                let result = named.as_deref().unwrap_or("no result");
                write!(out, "{verdict} ({result}): {file}")
            }
            Self::Error { what, advice } => write!(out, "error: {what}\n  do: {advice}"),
        }
    }
}

#[cfg(test)]
mod tests;
