//! From what the session and the match files say to what the model sees.

use std::path::Path;
use std::sync::Arc;

use net::Snapshot;
use protocol::judge::{Report, Verdict};
use protocol::replay::Replay;
use rules::warlord::{Order, Position, SetUp};
use rules::{AnyOrder, AnyPosition};
use scenario::Scenario;

use crate::model::Judged;
use crate::model::seen::{Invite, Line, Said, Seat, Seen, Stage, Trouble, Turn};
use crate::model::words;

/// Translates snapshots, keeping what does not change from one to the next.
#[derive(Default)]
pub(crate) struct Bridge {
    turns: Arc<Vec<Arc<Turn>>>,
    scenario: Option<Arc<Scenario>>,
    first: Option<Arc<Position>>,
}

impl Bridge {
    /// What the model sees of a snapshot.
    pub(crate) fn seen(&mut self, snapshot: &Snapshot) -> Seen {
        if self.turns.len() != snapshot.turns.len() {
            let known = self.turns.len().min(snapshot.turns.len());
            let mut turns = self.turns[..known].to_vec();
            turns.extend(
                snapshot.turns[known..]
                    .iter()
                    .map(|made| Arc::new(turn(made))),
            );
            self.turns = Arc::new(turns);
        }
        if self.scenario.is_none() {
            let text = snapshot.scenario.as_ref();
            self.scenario = text
                .and_then(|info| Scenario::parse(&info.name, &info.text).ok())
                .map(Arc::new);
        }
        if self.first.is_none() {
            self.first = snapshot.start.as_deref().map(warlord);
        }
        let offer = snapshot.offer.as_deref();
        let title = match (&snapshot.scenario, offer) {
            (Some(info), _) => info.title.clone(),
            (None, Some(offer)) => offer.scenario_title.clone(),
            (None, None) => String::new(),
        };
        let options = match (&snapshot.scenario, offer) {
            (Some(info), _) => info.options.clone(),
            (None, Some(offer)) => offer.options.clone(),
            (None, None) => Vec::new(),
        };
        let mine = snapshot.to_decide.iter().map(|(seat, _)| seat.0);
        Seen {
            stage: stage(snapshot.stage),
            line: line(snapshot.line),
            seats: seats(snapshot),
            title,
            scenario: self.scenario.clone(),
            options,
            now: snapshot.position.as_deref().map(warlord),
            first: self.first.clone(),
            turns: self.turns.clone(),
            waiting: mine
                .chain(snapshot.awaited.iter().map(|seat| seat.0))
                .collect(),
            locked: snapshot.locked.iter().map(|seat| seat.0).collect(),
            sealed: snapshot.sealed.iter().filter_map(sealed).collect(),
            draw_offer: snapshot.draw_offer.map(|seat| seat.0),
            chat: snapshot
                .chat
                .iter()
                .map(|line| Said {
                    seat: line.seat.0,
                    text: line.text.clone(),
                })
                .collect(),
            outcome: snapshot.outcome,
            invitation: snapshot.invitation.as_ref().map(|invitation| Invite {
                code: invitation.code(),
                link: invitation.link(),
            }),
            reachability: snapshot.reachability.clone(),
            file: snapshot.file.clone(),
            verdict: snapshot.verdict.clone(),
            notes: snapshot.notes.clone(),
            refused: snapshot.refused.as_ref().map(trouble),
            trouble: snapshot.error.as_ref().map(trouble),
        }
    }
}

/// The seats as known; before they are agreed, those of the offer.
fn seats(snapshot: &Snapshot) -> Vec<Seat> {
    let known = snapshot.seats.iter().map(|info| Seat {
        seat: info.seat.0,
        side: info.side,
        name: info.name.clone(),
        mine: info.mine,
    });
    let known: Vec<Seat> = known.collect();
    match snapshot.offer.as_deref() {
        Some(offer) if known.is_empty() => offer
            .seats
            .iter()
            .map(|(seat, side, name, _)| Seat {
                seat: seat.0,
                side: *side,
                name: name.clone(),
                mine: seat.0 == 1,
            })
            .collect(),
        _ => known,
    }
}

fn warlord(position: &AnyPosition) -> Arc<Position> {
    match position {
        AnyPosition::Warlord(position) => Arc::new(position.clone()),
    }
}

fn sealed((seat, choice): &(protocol::Seat, Arc<AnyOrder>)) -> Option<(u8, SetUp)> {
    match &**choice {
        AnyOrder::Warlord(Order::SetUp(set_up)) => Some((seat.0, set_up.clone())),
        AnyOrder::Warlord(_) => None,
    }
}

fn turn(made: &protocol::Turn) -> Turn {
    let orders = made.orders.iter().map(|order| match order {
        AnyOrder::Warlord(order) => order.clone(),
    });
    Turn {
        side: made.side,
        number: made.number,
        orders: orders.filter(|order| *order != Order::End).collect(),
        after: warlord(&made.after),
    }
}

const fn stage(stage: protocol::Stage) -> Stage {
    match stage {
        protocol::Stage::Greeting => Stage::Greeting,
        protocol::Stage::Agreeing => Stage::Agreeing,
        protocol::Stage::Playing => Stage::Playing,
        protocol::Stage::Over => Stage::Over,
    }
}

const fn line(line: net::Line) -> Line {
    match line {
        net::Line::Local => Line::Here,
        net::Line::Waiting => Line::Waiting,
        net::Line::Up { .. } => Line::Up,
        net::Line::Slow => Line::Slow,
        net::Line::Lost { .. } => Line::Lost,
        net::Line::Closed => Line::Closed,
    }
}

fn trouble(trouble: &net::Trouble) -> Trouble {
    Trouble {
        what: trouble.what.clone(),
        advice: trouble.advice.clone(),
        rule: None,
    }
}

/// What the model sees of a match file.
pub(crate) fn replayed(file: &Path, replay: &Replay) -> Seen {
    let manifest = &replay.manifest;
    let scenario = Scenario::parse(&manifest.scenario_name, &manifest.scenario_text)
        .ok()
        .map(Arc::new);
    let seats = manifest.all_seats().into_iter().filter_map(|seat| {
        let entry = manifest.seat(seat)?;
        Some(Seat {
            seat: seat.0,
            side: manifest.side_of(seat)?,
            name: entry.name.clone(),
            mine: false,
        })
    });
    let turns: Vec<Arc<Turn>> = replay
        .turns
        .iter()
        .map(|made| Arc::new(turn(made)))
        .collect();
    let start = warlord(&replay.start);
    Seen {
        stage: if replay.outcome.is_some() {
            Stage::Over
        } else {
            Stage::Playing
        },
        line: Line::Here,
        seats: seats.collect(),
        title: scenario.as_ref().map_or_else(
            || manifest.scenario_name.clone(),
            |scenario| scenario.title().to_owned(),
        ),
        scenario,
        options: manifest.options.clone(),
        now: Some(
            turns
                .last()
                .map_or_else(|| start.clone(), |turn| turn.after.clone()),
        ),
        first: Some(start),
        turns: Arc::new(turns),
        waiting: Vec::new(),
        locked: Vec::new(),
        sealed: Vec::new(),
        draw_offer: None,
        chat: Vec::new(),
        outcome: replay.outcome,
        invitation: None,
        reachability: String::new(),
        file: file.to_owned(),
        verdict: None,
        notes: Vec::new(),
        refused: None,
        trouble: None,
    }
}

/// The judge's report in words.
pub(crate) fn judged(file: &Path, report: &Report) -> Judged {
    let meaning = match report.verdict {
        Verdict::Complete => {
            "The game has a result, both players have signed it, and nothing is missing or changed."
        }
        Verdict::Open => "Everything in it is sound; the match is not finished.",
        Verdict::Proved => {
            "A player's own signed bytes prove that it broke the rules of the match."
        }
        Verdict::Claimed => {
            "A player says that the other was silent too long. Nobody can prove that."
        }
        Verdict::Diverged => "A player signed another position than the orders give.",
        Verdict::Inconsistent => {
            "What is there does not fit together: something was changed, lost or added. It convicts nobody."
        }
        Verdict::Unreadable => "This is no match file of this version.",
    };
    let mut facts = Vec::new();
    if let Some(result) = report.result {
        facts.push(format!("Result: {}", words::outcome(result, &[])));
    }
    if let Some(seat) = report.seat {
        let who = if seat.0 == 0 { "the host" } else { "the guest" };
        facts.push(format!("Named: {who} (seat {}).", seat.0));
    }
    if !report.why.is_empty() {
        facts.push(format!(
            "{} (step {}).",
            words::capital(report.why.trim_end_matches('.')),
            report.step
        ));
    }
    facts.extend(
        report
            .unknown
            .iter()
            .map(|unknown| format!("Not known from this file: {unknown}.")),
    );
    Judged {
        file: file.to_owned(),
        word: report.verdict.to_string(),
        meaning: meaning.to_owned(),
        clean: matches!(report.verdict, Verdict::Complete | Verdict::Open),
        facts,
    }
}
