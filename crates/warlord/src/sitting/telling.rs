//! The reports of a match: what happened, in the words and names of its family.

use std::io;

use cleaner::text::listed;
use home::UnfinishedMatch;
use net::{Happening, LineState, Snapshot};
use protocol::{Audience, Deed, Seat, SessionEvent, Step};
use rules::{AnyEvent, AnyPosition, Family, Rules as _};
use scenario::SideNames;

use super::Sitting;
use super::going_on::may_go_on;
use crate::clock_words;
use crate::continuing;
use crate::families;
use crate::report::{LineChange, Member, Report, Reporter, SideName};
use crate::scenario_command;

impl Sitting {
    /// Reports the matches left unfinished with the same player.
    pub(super) fn tell_unfinished(&mut self, snapshot: &Snapshot) -> io::Result<()> {
        let name = snapshot
            .meeting
            .acquaintance
            .as_ref()
            .map_or("", |known| &known.name);
        for game in unfinished(snapshot) {
            let text = format!(
                "You left {} with {name} unfinished, after {} turns: `warlord resume {}` continues it.",
                game.title,
                game.turns,
                game.file.display()
            );
            // title and name come from the other program, and may hold anything (docs/protocol.md, row 31)
            let text = protocol::plain_text(&text);
            self.reporter.report(&Report::Note { text })?;
        }
        Ok(())
    }

    /// Reports the time that each seat has left, if time is limited.
    pub(super) fn show_clocks(&mut self, snapshot: &Snapshot) -> io::Result<()> {
        match Report::clocks(snapshot) {
            Some(report) => self.reporter.report(&report),
            None => Ok(()),
        }
    }

    /// The report of a happening; `None` if nothing is reported.
    pub(super) fn report_of(
        &mut self,
        happening: &Happening,
        snapshot: &Snapshot,
    ) -> Option<Report> {
        let family = family(snapshot);
        let position = snapshot.played.position.as_deref();
        let secret = position.map_or("", families::secret_noun);
        let side_of = |seat: &Seat| {
            let side = snapshot.side_of(*seat)?;
            Some(SideName::new(family?, snapshot.side_names(), side))
        };
        let name_of = |seat: Seat| snapshot.seat(seat).map_or("", |info| info.called.as_str());
        Some(match happening {
            Happening::Line(LineState::Lost { .. }) => {
                self.was_lost = true;
                Report::Line {
                    state: LineChange::Lost,
                }
            }
            Happening::Line(LineState::Up) if self.was_lost => {
                self.was_lost = false;
                Report::Line {
                    state: LineChange::Back,
                }
            }
            Happening::Reached(line) => Report::SeatLine {
                state: match line.state {
                    LineState::Local | LineState::Mail | LineState::Up | LineState::Slow => {
                        LineChange::Back
                    }
                    LineState::Waiting | LineState::Lost { .. } | LineState::Closed => {
                        LineChange::Lost
                    }
                },
                of: Member::of(snapshot, line.seat)?,
                way: line.way.map(|way| way.0),
                // names are another program's
                words: protocol::plain_text(&snapshot.reached_words(line)),
            },
            Happening::Code(code) => Report::Code {
                code: code.code(),
                link: code.link(),
                order: snapshot.order_of_codes(),
            },
            Happening::Answer(code) => Report::Answer {
                code: code.code(),
                link: code.link(),
            },
            Happening::Tried(tried) => Report::Tried {
                address: tried.address.clone(),
                result: tried.result.clone(),
            },
            Happening::Asked(asker) => Report::Asked {
                name: asker.name.clone(),
                key: asker.key.to_string(),
                address: asker.source.to_string(),
                standing: asker.acquaintance.to_string(),
            },
            // with orders played this is a return, which the line reports
            Happening::Session(SessionEvent::Joined { .. }) if has_orders(snapshot) => return None,
            Happening::Session(SessionEvent::Joined { name, .. }) => Report::Joined {
                peer: name.clone(),
                standing: match &snapshot.meeting.acquaintance {
                    Some(acquaintance) => acquaintance.to_string(),
                    None => "stranger".to_owned(),
                },
            },
            Happening::Session(SessionEvent::Offered(offer)) => Report::Note {
                text: offered_text(offer, snapshot.side_names()),
            },
            Happening::Session(SessionEvent::Locked(seat)) => Report::Locked {
                side: side_of(seat)?,
                by: Member::of(snapshot, *seat),
                secret,
            },
            Happening::Session(SessionEvent::Step(step)) => return step_report(step, snapshot),
            Happening::Session(SessionEvent::DrawOffered(seat)) => Report::DrawOffered {
                side: side_of(seat)?,
                by: Member::of(snapshot, *seat),
            },
            Happening::Session(SessionEvent::DrawAnswered(seat, accept)) => Report::Note {
                text: format!(
                    "{} {} the draw.",
                    name_of(*seat),
                    if *accept { "accepts" } else { "declines" }
                ),
            },
            Happening::Session(SessionEvent::TakebackAsked(asked)) => Report::TakebackAsked {
                side: side_of(&asked.seat)?,
                by: Member::of(snapshot, asked.seat),
                turn: asked.turn,
                name: snapshot.turn_named(asked.turn),
            },
            // the other program signs what was granted, which was reported when it was granted
            Happening::Session(SessionEvent::TakebackAnswered(_, true))
                if self.taking_back.is_granted && !snapshot.has_table() =>
            {
                return None;
            }
            Happening::Session(SessionEvent::TakebackAnswered(seat, accept)) => Report::Note {
                text: match accept {
                    true if snapshot.has_table() => format!(
                        "{} grants it; the turn is taken back once every other team has granted it.",
                        name_of(*seat)
                    ),
                    true => format!("{} grants it: the turn is taken back.", name_of(*seat)),
                    false => format!("{} does not let the turn be taken back.", name_of(*seat)),
                },
            },
            Happening::Session(SessionEvent::MayGoOn { without, .. }) => {
                return may_go_on(*without, snapshot);
            }
            Happening::Session(SessionEvent::GoOnSaid { by, without }) => Report::GoOn {
                by: Member::of(snapshot, *by)?,
                without: without.iter().map(|seat| seat.0).collect(),
                names: without
                    .iter()
                    .map(|seat| protocol::plain_text(snapshot.name_of(*seat)))
                    .collect(),
            },
            Happening::Session(SessionEvent::GoOnLapsed(seat)) => Report::Note {
                text: format!("{} is back and plays on.", name_of(*seat)),
            },
            Happening::Session(SessionEvent::LeftOut { sid }) => Report::LeftOut { sid: hex(sid) },
            Happening::ContinueWeighed(terms) => {
                let mut words = continuing::words(terms, snapshot);
                if self.deciders.is_at_terminal() && !snapshot.next.asks {
                    words.push("Type `continue` again to ask.".to_owned());
                }
                Report::Note {
                    text: words.join("\n  "),
                }
            }
            Happening::Session(SessionEvent::ContinueAsked(terms)) => Report::ContinueAsked {
                turn: terms.turn,
                undone: terms.undone,
                agreed: terms.agreed.iter().map(|seat| seat.0).collect(),
                missing: terms.missing.iter().map(|seat| seat.0).collect(),
                words: continuing::words(terms, snapshot),
            },
            Happening::Session(SessionEvent::ContinueAgreed(seat)) => Report::ContinueAgreed {
                by: Member::of(snapshot, *seat)?,
            },
            Happening::Session(SessionEvent::ContinueDeclined(seat)) => Report::ContinueDeclined {
                by: name_of(*seat).to_owned(),
            },
            Happening::Session(SessionEvent::ContinueLapsed) => Report::Note {
                text:
                    "The match has moved on: the request to continue in a new match no longer counts."
                        .to_owned(),
            },
            Happening::Continued { file } => Report::Continued {
                file: file.display().to_string(),
            },
            Happening::Session(SessionEvent::Claimed { by, against }) => Report::Note {
                text: clock_words::claimed(
                    name_of(*by),
                    name_of(*against),
                    snapshot.contract.terms.claim,
                    snapshot.has_table(),
                ),
            },
            Happening::Session(SessionEvent::TimeLow { left_ms, .. }) => Report::Note {
                text: clock_words::low(*left_ms, &snapshot.contract.terms),
            },
            Happening::Session(SessionEvent::TimeUp(seat)) => Report::Note {
                text: match snapshot.seat(*seat).is_some_and(|info| info.mine) {
                    true => clock_words::own_time_up(snapshot.contract.terms.claim, snapshot.has_table()),
                    false => clock_words::time_up(
                        name_of(*seat),
                        snapshot.contract.terms.claim,
                        snapshot.has_table(),
                    ),
                },
            },
            // one's own words stand on the screen since they were typed
            Happening::Session(SessionEvent::Chat { seat, to, text })
                if snapshot.seat(*seat).is_some_and(|seat| !seat.mine) =>
            {
                Report::Chat {
                    from: name_of(*seat).to_owned(),
                    to: snapshot.has_table().then_some(match to {
                        Audience::All => "all",
                        Audience::Team => "team",
                    }),
                    text: text.clone(),
                }
            }
            Happening::Session(SessionEvent::Planned(seat)) => Report::Planned {
                side: side_of(seat)?,
                by: Member::of(snapshot, *seat)?,
                secret,
            },
            Happening::Session(SessionEvent::PlansClash { seats, why }) => Report::PlansClash {
                seats: seats.iter().map(|seat| seat.0).collect(),
                names: seats
                    .iter()
                    .map(|seat| protocol::plain_text(snapshot.name_of(*seat)))
                    .collect(),
                why: why.clone(),
            },
            Happening::Note(text) => Report::Note { text: text.clone() },
            Happening::Session(SessionEvent::Over(outcome)) => {
                let sides = snapshot.contract.scenario.as_ref()?.sides();
                Report::over(snapshot.side_names(), family?, sides, *outcome)
            }
            Happening::Closed { verdict } => Report::Verdict {
                verdict: verdict.clone(),
                result: result_text(snapshot),
                named: result_named(snapshot),
                file: snapshot.file.display().to_string(),
            },
            // the command's end reports the failure
            Happening::Failed(_)
            | Happening::Line(_)
            | Happening::Session(SessionEvent::Agreed)
            | Happening::Session(SessionEvent::Resigned(_))
            | Happening::Session(SessionEvent::Chat { .. })
            | Happening::Refused(_) => return None,
            // these are reported by other happenings, or as a note in words
            Happening::Session(
                SessionEvent::Continued { .. }
                | SessionEvent::Past(_)
                | SessionEvent::Closed
                | SessionEvent::ClaimDenied { .. }
                | SessionEvent::TimeDisputed(_)
                | SessionEvent::PeerIsNewer(_)
                | SessionEvent::Diverged { .. }
                | SessionEvent::Fault(_),
            ) => return None,
        })
    }
}

/// The events of the last turn that was not taken back and is news to the people here.
pub(super) fn last_seen(snapshot: &Snapshot, is_news: impl Fn(Seat) -> bool) -> Vec<AnyEvent> {
    let mut standing = snapshot
        .played
        .history
        .iter()
        .flat_map(|history| history.standing().rev());
    let last = standing.find(|(_, step)| match step.deed {
        Deed::Orders { seat, .. } => is_news(seat),
        _ => false,
    });
    last.map_or_else(Vec::new, |(_, step)| step.events().cloned().collect())
}

/// Prints the offered game with every option; a program that reads JSON gets none of this text.
pub(crate) fn show_terms(reporter: &mut Reporter, snapshot: &Snapshot) -> anyhow::Result<()> {
    if let Some(scenario) = snapshot
        .contract
        .scenario
        .as_ref()
        .filter(|_| !reporter.is_json())
    {
        let game = scenario_command::terms(scenario, &snapshot.contract.options);
        let terms = snapshot.contract.terms;
        let more = terms.pace.in_rounds(scenario.family());
        let more = more.map_or_else(String::new, |more| format!(" {more}"));
        let text = format!("{game}\nTime: {terms}.{more}");
        reporter.report(&Report::Note { text })?;
    }
    Ok(())
}

/// The matches left unfinished with the other player.
pub(super) fn unfinished(snapshot: &Snapshot) -> &[UnfinishedMatch] {
    let known = snapshot.meeting.acquaintance.as_ref();
    let known = known.and_then(|acquaintance| acquaintance.known.as_ref());
    known.map_or(&[], |known| &known.unfinished)
}

/// The result as the engine protocol writes results.
pub(crate) fn result_text(snapshot: &Snapshot) -> Option<String> {
    Some(snapshot.played.outcome?.to_text(family(snapshot)?))
}

/// The same result with the sides as people call them: `Blue leaders`.
pub(crate) fn result_named(snapshot: &Snapshot) -> Option<String> {
    let outcome = snapshot.played.outcome?;
    let winners = outcome.winners();
    if winners.is_empty() {
        return result_text(snapshot);
    }
    let names = winners.iter().map(|side| snapshot.side_names().of(side));
    let names: Vec<&str> = names.collect();
    Some(format!("{} {}", listed(&names), outcome.word()))
}

/// The position before a step.
fn before(step: &Step, snapshot: &Snapshot) -> Option<AnyPosition> {
    let history = snapshot.played.history.as_deref()?;
    // by its digest: the step may have come as a copy, and numbers begin anew in a continued match
    let mut steps = history.steps().iter();
    let at = steps.rposition(|own| own.digest == step.digest)?;
    Some(history.position_after(at))
}

/// The round that a step opened: the first one as the beginning of its fight, a later one by its number.
fn round(step: &Step, snapshot: &Snapshot) -> Option<String> {
    let steps = snapshot.played.history.as_deref()?.steps();
    let at = steps.iter().rposition(|own| own.digest == step.digest)?;
    let before = steps[..at].iter().rev();
    let opened = before.take_while(|step| matches!(step.deed, Deed::Opened(_)));
    // several fights may follow one another without a decision between them
    let first = at - opened.count();
    let bouts = families::bouts(family(snapshot)?, &steps[first..=at]);
    let (_, last) = bouts.into_iter().next_back()?;
    Some(match &last.rounds[..] {
        [_] => format!("{}.", last.line),
        [.., round] => format!("Round {}: {round}.", last.rounds.len()),
        [] => return None,
    })
}

fn step_report(step: &Step, snapshot: &Snapshot) -> Option<Report> {
    let (family, names) = (family(snapshot)?, snapshot.side_names());
    Some(match &step.deed {
        Deed::Orders { seat, side, orders } => {
            // any position of the match will do: the text of an order depends on the game, not on what stands where
            let position = snapshot.played.position.as_ref()?;
            let text = |done: &protocol::Done| position.order_text(*side, &done.order);
            Report::Turn {
                side: SideName::new(family, names, *side),
                by: Member::of(snapshot, *seat),
                turn: step.turn,
                // names from other players could steer the terminal
                name: protocol::plain_text(&snapshot.orders_name(step)),
                separator: family.separator(),
                empty: snapshot
                    .played
                    .history
                    .as_deref()
                    .and_then(|history| ::families::empty_part(history, step)),
                orders: orders.iter().map(text).collect(),
                digest: hex(&step.digest),
            }
        }
        Deed::TakenBack { .. } => Report::TakenBack {
            turn: snapshot.played.position.as_ref()?.turn().number,
            name: snapshot.turn_name(snapshot.played.position.as_ref()?.turn()),
            digest: hex(&step.digest),
        },
        // only in a history read as one game: a match in play begins after it
        Deed::Continued { .. } => return None,
        Deed::Opened(_) => Report::Revealed {
            sides: snapshot.played.position.as_ref()?.sides().len(),
            secret: families::secret_noun(&before(step, snapshot)?),
            told: round(step, snapshot)
                .into_iter()
                .chain(
                    snapshot
                        .parts_words(step)
                        .iter()
                        .map(|words| format!("{words}.")),
                )
                .collect(),
        },
        Deed::Lots { events, .. } => match events.iter().find_map(families::first_side) {
            Some(side) => Report::First {
                side: SideName::new(family, names, side),
            },
            None => Report::Note {
                text: format!("Drawn: {}.", events.first()?),
            },
        },
    })
}

fn offered_text(offer: &protocol::ManifestSummary, names: &SideNames) -> String {
    let seats = offer.seats.iter();
    let seats: Vec<String> = seats
        .map(|(_, side, name, _)| {
            let side = names.of(*side);
            format!("{name} plays {side}")
        })
        .collect();
    let mut text = format!("{}: {}", offer.scenario_title, seats.join(", "));
    for (key, value) in &offer.options {
        text = format!("{text}; {key}={value}");
    }
    if let Some(turns) = offer.max_turns {
        text = format!("{text}; a draw after {turns} turns");
    }
    if let Some(begins) = &offer.begins {
        let (id, turn) = (hex(&begins.start.sid[..4]), begins.position.turn());
        let turn = names.turn_at(begins.position.sides(), turn);
        text = format!("{text}; it begins with {turn}, from a position of match {id}");
    }
    let takeback = match offer.takeback {
        true => "turns can be taken back by consent",
        false => "no turn is taken back",
    };
    text = format!("{text}; {takeback}; {}", offer.terms);
    // the host's program wrote the names and options (row 31)
    protocol::plain_text(&text) + "."
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn family(snapshot: &Snapshot) -> Option<Family> {
    Some(snapshot.contract.scenario.as_ref()?.family())
}

fn has_orders(snapshot: &Snapshot) -> bool {
    let history = snapshot.played.history.as_ref();
    history.is_some_and(|history| history.orders().next().is_some())
}
