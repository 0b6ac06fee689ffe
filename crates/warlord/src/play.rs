//! Plays a match to its end: what happens is reported, and a player decides for this program's seats.

use std::io;
use std::process::ExitCode;
use std::sync::Arc;

use net::{Command, Events, Happening, Line, MatchHandle, Snapshot, Trouble};
use protocol::{ManifestSummary, Seat, Turn};
use rules::{AnyPosition, Draw, Side};

use crate::failure::Failure;
use crate::player::{Choice, Player, PlayerError};
use crate::report::{LineState, Report, Reporter};
use crate::terminal::side_name;

/// What `warlord judge` calls a match without anything missing.
const COMPLETE: &str = "COMPLETE";

/// Plays until the match is over, cannot go on, or is left.
///
/// Status 0 when the judge finds the match complete or the player left it, 1 when the judge does not.
pub(crate) async fn play(
    handle: &MatchHandle,
    player: &mut Player,
    reporter: &mut Reporter,
) -> anyhow::Result<ExitCode> {
    let mut table = Table {
        handle,
        player,
        reporter,
        has_begun: false,
        asked: None,
        is_line_lost: false,
        is_left: false,
        ending: None,
    };
    let result = table.run().await;
    if let Err(error) = &result {
        // Whatever stopped us, the other player is told that we are gone.
        handle.send(Command::Leave);
        let mut rest = handle.events();
        while rest.next().await.is_some() {}
        table.reporter.failure(error)?;
    }
    result
}

/// A match and everybody on this side of it.
struct Table<'a> {
    handle: &'a MatchHandle,
    player: &'a mut Player,
    reporter: &'a mut Reporter,
    has_begun: bool,
    /// For which seat, and in which position, orders are on their way.
    asked: Option<(Seat, Arc<AnyPosition>)>,
    is_line_lost: bool,
    is_left: bool,
    ending: Option<Ending>,
}

/// How it came to an end.
enum Ending {
    Judged { is_complete: bool },
    Failed(Trouble),
}

/// What the player has decided.
enum Decision {
    Offer { is_accepted: bool },
    Choice(Seat, Choice),
}

impl Table<'_> {
    async fn run(&mut self) -> anyhow::Result<ExitCode> {
        let mut events = self.handle.events();
        loop {
            // What has happened comes first, so that a player decides with everything told.
            while let Some(happening) = events.try_next() {
                self.tell(&happening)?;
            }
            if !self.step(&mut events).await? {
                break;
            }
        }
        let file = self.handle.snapshot().file.display().to_string();
        match self.ending.take() {
            Some(Ending::Judged { is_complete: true }) => Ok(ExitCode::SUCCESS),
            Some(Ending::Judged { is_complete: false }) => Ok(ExitCode::FAILURE),
            Some(Ending::Failed(trouble)) => Err(Failure::new(trouble.what, trouble.advice).into()),
            None if self.is_left => {
                let text = format!("The match is kept: `warlord resume {file}` goes on.");
                self.reporter.report(&Report::Note { text })?;
                Ok(ExitCode::SUCCESS)
            }
            None => Err(Failure::new(
                "the match ended without a result",
                format!("`warlord resume {file}` goes on"),
            )
            .into()),
        }
    }

    /// Waits for the next thing, whatever it is; false when nothing more will come.
    async fn step(&mut self, events: &mut Events) -> anyhow::Result<bool> {
        let snapshot = self.handle.snapshot();
        tokio::select! {
            biased;
            happening = events.next() => match happening {
                Some(happening) => self.tell(&happening)?,
                None => return Ok(false),
            },
            decision = decide(self.player, &snapshot, self.asked.as_ref(), &mut self.has_begun),
                if !self.is_left => self.carry_out(decision.map_err(failure)?, &snapshot),
            _ = tokio::signal::ctrl_c(), if !self.is_left => self.leave(),
            _ = changed(self.handle, &snapshot) => {}
        }
        Ok(true)
    }

    fn leave(&mut self) {
        self.is_left = true;
        self.handle.send(Command::Leave);
    }

    fn carry_out(&mut self, decision: Decision, snapshot: &Snapshot) {
        let (seat, choice) = match decision {
            Decision::Offer { is_accepted: true } => return self.handle.send(Command::Accept),
            Decision::Offer { is_accepted: false } => {
                self.handle.send(Command::Decline);
                return self.leave();
            }
            Decision::Choice(seat, choice) => (seat, choice),
        };
        match choice {
            Choice::Orders(orders) => {
                self.asked = snapshot.position.clone().map(|position| (seat, position));
                self.handle.send(Command::Propose { seat, orders });
            }
            Choice::Resign => self.handle.send(Command::Resign { seat }),
            Choice::OfferDraw => self.handle.send(Command::OfferDraw { seat }),
            Choice::AnswerDraw(accept) => self.handle.send(Command::AnswerDraw { seat, accept }),
            Choice::Say(text) => self.handle.send(Command::Chat(text)),
            Choice::Leave => self.leave(),
        }
    }

    /// Reports what happened, and lets the player know what concerns it.
    fn tell(&mut self, happening: &Happening) -> anyhow::Result<()> {
        let snapshot = self.handle.snapshot();
        let side = |seat: Seat| snapshot.side_of(seat).unwrap_or(Side::White);
        let is_mine = |seat: Seat| snapshot.seat(seat).is_some_and(|info| info.mine);
        match happening {
            Happening::Line(line) => self.tell_line(line)?,
            Happening::Joined { name, .. } => {
                self.report(&Report::Joined { peer: name.clone() })?
            }
            Happening::Offered(_) => {}
            Happening::Agreed => {
                let text = agreed_text(&snapshot);
                self.report(&Report::Note { text })?;
            }
            Happening::Locked(seat) => self.report(&Report::Locked { side: side(*seat) })?,
            Happening::Revealed => self.report(&Report::Revealed)?,
            Happening::Drawn(Draw::FirstPlayer, _) => {
                if let Some(AnyPosition::Warlord(position)) = snapshot.position.as_deref() {
                    let side = position.side();
                    self.report(&Report::First { side })?;
                }
            }
            Happening::Drawn(Draw::Terrain, _) => {}
            Happening::Turn(turn) => {
                self.report(&turn_report(turn))?;
                if !is_mine(turn.seat) {
                    self.player.seen(&turn.events);
                }
            }
            Happening::DrawOffered(seat) => {
                self.report(&Report::DrawOffered { side: side(*seat) })?;
                self.answer_draw(&snapshot, *seat, side(*seat));
            }
            Happening::DrawAnswered(seat, accept) => {
                let verb = if *accept { "accepts" } else { "declines" };
                let text = format!("{} {verb} the draw.", side_name(side(*seat)));
                self.report(&Report::Note { text })?;
            }
            Happening::Resigned(seat) => {
                let text = format!("{} resigns.", side_name(side(*seat)));
                self.report(&Report::Note { text })?;
            }
            Happening::Claimed { by, against } => {
                let [by, against] = [*by, *against].map(|seat| side_name(side(seat)));
                let text = format!("{by} says that {against} has not answered in time.");
                self.report(&Report::Note { text })?;
            }
            Happening::Chat(line) => {
                let from = snapshot.seat(line.seat).map(|info| info.name.clone());
                self.report(&Report::Chat {
                    from: from.unwrap_or_else(|| line.seat.to_string()),
                    text: line.text.clone(),
                })?;
            }
            Happening::Note(text) => self.report(&Report::Note { text: text.clone() })?,
            Happening::Refused(trouble) => self.refused(trouble)?,
            Happening::Over(outcome) => self.report(&Report::Over { outcome: *outcome })?,
            Happening::Closed { verdict } => {
                self.ending = Some(Ending::Judged {
                    is_complete: verdict == COMPLETE,
                });
                self.report(&Report::Verdict {
                    verdict: verdict.clone(),
                    result: snapshot.outcome.map(|outcome| outcome.to_string()),
                    file: snapshot.file.display().to_string(),
                })?;
            }
            Happening::Failed(trouble) => self.ending = Some(Ending::Failed(trouble.clone())),
        }
        Ok(())
    }

    fn tell_line(&mut self, line: &Line) -> io::Result<()> {
        let state = match line {
            Line::Lost { .. } if !self.is_line_lost => LineState::Lost,
            Line::Up { .. } if self.is_line_lost => LineState::Back,
            _ => return Ok(()),
        };
        self.is_line_lost = state == LineState::Lost;
        self.report(&Report::Line { state })
    }

    fn answer_draw(&mut self, snapshot: &Snapshot, by: Seat, side: Side) {
        let mut mine = snapshot.seats.iter().filter(|info| info.mine);
        if let Some(info) = mine.find(|info| info.seat != by)
            && let Some(accept) = self.player.draw_offered(side)
        {
            let seat = info.seat;
            self.handle.send(Command::AnswerDraw { seat, accept });
        }
    }

    /// A person is told and asked again; a program would only do the same again.
    fn refused(&mut self, trouble: &Trouble) -> anyhow::Result<()> {
        let was_orders = self.asked.take().is_some();
        if self.player.refused(&trouble.what, &trouble.advice) {
            return Ok(());
        }
        self.report(&Report::Error {
            what: trouble.what.clone(),
            advice: trouble.advice.clone(),
        })?;
        if was_orders {
            return Err(Failure::new(&trouble.what, &trouble.advice).into());
        }
        Ok(())
    }

    fn report(&mut self, report: &Report) -> io::Result<()> {
        self.player.interrupt();
        self.reporter.report(report)
    }
}

/// Waits for what the player wants; forever where it has nothing to say now.
async fn decide(
    player: &mut Player,
    snapshot: &Snapshot,
    asked: Option<&(Seat, Arc<AnyPosition>)>,
    has_begun: &mut bool,
) -> Result<Decision, PlayerError> {
    if let Some(offer) = &snapshot.offer
        && snapshot.stage == protocol::Stage::Agreeing
    {
        let is_accepted = player.agree(&offer_text(offer)).await?;
        return Ok(Decision::Offer { is_accepted });
    }
    let (Some(scenario), Some(position)) = (&snapshot.scenario, &snapshot.position) else {
        return std::future::pending().await;
    };
    let open = snapshot.to_decide.iter().find(|(seat, _)| {
        asked.is_none_or(|(asked, about)| asked != seat || !Arc::ptr_eq(about, position))
    });
    if let Some(&(seat, _)) = open
        && let Some(side) = snapshot.side_of(seat)
    {
        if !*has_begun {
            player.begin(&scenario.text, &scenario.options).await?;
            *has_begun = true;
        }
        let choice = player.choose(position, side).await?;
        return Ok(Decision::Choice(seat, choice));
    }
    let awaited = snapshot.awaited.iter();
    let names: Vec<_> = awaited
        .filter_map(|seat| Some(snapshot.seat(*seat)?.name.as_str()))
        .collect();
    let choice = player.idle(position, &names.join(" and ")).await?;
    let mine = snapshot.seats.iter().find(|info| info.mine);
    let seat = mine.map_or(Seat(0), |info| info.seat);
    Ok(Decision::Choice(seat, choice))
}

/// Waits until there is another snapshot than this one.
async fn changed(handle: &MatchHandle, known: &Arc<Snapshot>) {
    let mut handle = handle.clone();
    handle
        .wait_for(|snapshot| !std::ptr::eq(snapshot, Arc::as_ptr(known)))
        .await;
    if handle.snapshot().ended {
        // Nothing new will come: the events say the rest.
        std::future::pending().await
    }
}

fn failure(error: PlayerError) -> anyhow::Error {
    let advice = error.advice();
    let what = error.to_string();
    let cause = std::error::Error::source(&error).map(ToString::to_string);
    let what = cause.map_or(what.clone(), |cause| format!("{what}: {cause}"));
    Failure::new(what, advice).into()
}

fn turn_report(turn: &Turn) -> Report {
    let text = |order| turn.after.order_text(turn.side, order);
    Report::Turn {
        side: turn.side,
        turn: turn.number,
        orders: turn.orders.iter().map(text).collect(),
        digest: turn
            .digest
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect(),
    }
}

fn agreed_text(snapshot: &Snapshot) -> String {
    let title = snapshot
        .scenario
        .as_ref()
        .map_or("", |scenario| &scenario.title);
    let seats = snapshot.seats.iter();
    let seats: Vec<_> = seats
        .map(|info| format!("{} plays {}", info.name, side_name(info.side)))
        .collect();
    net::without_controls(&format!("{title} begins: {}.", seats.join(", ")))
}

/// What a guest is asked to agree to.
fn offer_text(offer: &ManifestSummary) -> String {
    let mut text = format!(
        "Offered: {} ({})",
        offer.scenario_title, offer.scenario_name
    );
    for (key, value) in &offer.options {
        text.push_str(&format!(", {key}={value}"));
    }
    for (_, side, name, _) in &offer.seats {
        text.push_str(&format!("; {name} plays {}", side_name(*side)));
    }
    if let Some(turns) = offer.max_turns {
        text.push_str(&format!("; a draw after {turns} turns"));
    }
    net::without_controls(&text)
}
