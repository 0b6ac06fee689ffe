//! A seat at a match: lets a player decide for it, and tells what happens.

use std::io;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use indicatif::ProgressBar;
use net::{Command, Happening, Line, MatchHandle, Snapshot, Trouble};
use protocol::{Seat, Stage, Turn};
use rules::{Draw, Side};
use scenario::Scenario;
use tokio::time::{Instant, sleep_until};

use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::player::{Choice, Player, PlayerError};
use crate::report::{LineState, Report, Reporter};
use crate::scenario_command;
use crate::terminal::side_name;

/// A program that plays is asked again so long after it was refused, for the line may just have come back.
const ASK_AGAIN: Duration = Duration::from_millis(300);
/// How often.
const MOST_REFUSALS: u32 = 20;

/// One who plays, and one who tells.
pub(crate) struct Sitting {
    handle: MatchHandle,
    player: Player,
    reporter: Reporter,
    interrupt: Interrupt,
    waiting: Option<ProgressBar>,
    /// Called with every turn, after it was told.
    on_turn: Option<OnTurn>,
    begun: bool,
    /// What was decided last, so that it is not asked for again before the match has gone on.
    decided: Option<Decision>,
    refusals: u32,
    ask_after: Option<Instant>,
    was_lost: bool,
    /// What the host offers is still to be shown: the snapshot tells it only after the event.
    owes_terms: bool,
}

/// What is done with every turn.
pub(crate) type OnTurn = Box<dyn FnMut(&Turn) -> io::Result<()> + Send>;

/// What distinguishes one decision from the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Decision {
    seat: Seat,
    turns: usize,
    is_secret: bool,
}

/// How a sitting ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Ending {
    /// The match file is complete; what the judge says of it.
    Judged(String),
    /// The user left; the match can be taken up again.
    Left,
    /// The match cannot go on.
    Failed(Trouble),
}

impl Ending {
    pub(crate) fn exit_code(&self) -> ExitCode {
        match self {
            Self::Judged(verdict) if verdict == "COMPLETE" => ExitCode::SUCCESS,
            Self::Judged(_) => ExitCode::FAILURE,
            Self::Left => ExitCode::SUCCESS,
            Self::Failed(_) => ExitCode::from(2),
        }
    }
}

impl Sitting {
    pub(crate) fn new(
        handle: MatchHandle,
        player: Player,
        reporter: Reporter,
        interrupt: Interrupt,
    ) -> Self {
        Self {
            handle,
            player,
            reporter,
            interrupt,
            waiting: None,
            on_turn: None,
            begun: false,
            decided: None,
            refusals: 0,
            ask_after: None,
            was_lost: false,
            owes_terms: false,
        }
    }

    /// Shows that something is waited for, until the other player is there.
    pub(crate) fn waiting(mut self, bar: ProgressBar) -> Self {
        self.waiting = Some(bar);
        self
    }

    /// Has `on_turn` called with every turn.
    pub(crate) fn on_turn(mut self, on_turn: OnTurn) -> Self {
        self.on_turn = Some(on_turn);
        self
    }

    /// Plays until the match has ended or the user has had enough.
    pub(crate) async fn play(mut self) -> anyhow::Result<Ending> {
        let mut events = self.handle.events();
        let mut changes = self.handle.clone();
        let mut has_left = false;
        // A person who takes a match up sees what the other side did last.
        if let Some(last) = self.handle.snapshot().turns.last() {
            self.player.seen(&last.events);
        }
        loop {
            let snapshot = self.handle.snapshot();
            if self.owes_terms && snapshot.scenario.is_some() {
                self.owes_terms = false;
                self.player.interrupt();
                show_terms(&mut self.reporter, &snapshot)?;
            }
            if matches!(self.player, Player::Person(_)) && !snapshot.to_decide.is_empty() {
                self.clear_waiting();
            }
            tokio::select! {
                biased;
                happening = events.next() => match happening {
                    Some(happening) => self.tell(&happening)?,
                    None => break,
                },
                () = self.interrupt.pressed(), if !has_left => {
                    has_left = true;
                    self.clear_waiting();
                    self.handle.send(Command::Leave);
                }
                _ = changes.changed(), if !snapshot.ended => {}
                choice = decide(&mut self.player, &mut self.begun, &snapshot, self.decided, self.ask_after),
                    if !has_left && !snapshot.ended => match choice {
                    Ok((seat, choice)) => has_left = self.carry_out(seat, choice, &snapshot),
                    Err(error) => {
                        self.handle.send(Command::Leave);
                        self.handle.clone().wait_for(|snapshot| snapshot.ended).await;
                        let advice = error.advice();
                        return Err(anyhow::Error::new(error).context(Failure::new("the player cannot go on", advice)));
                    }
                },
            }
        }
        self.clear_waiting();
        let snapshot = self.handle.snapshot();
        let is_kept = matches!(snapshot.stage, Stage::Playing);
        if is_kept && snapshot.verdict.is_none() && snapshot.error.is_none() {
            self.player.interrupt();
            let file = snapshot.file.display();
            let text = format!("The match is kept: `warlord resume {file}` goes on.");
            self.reporter.report(&Report::Note { text })?;
        }
        Ok(match (&snapshot.verdict, &snapshot.error) {
            (Some(verdict), _) => Ending::Judged(verdict.clone()),
            (None, Some(trouble)) => Ending::Failed(trouble.clone()),
            (None, None) => Ending::Left,
        })
    }

    fn clear_waiting(&mut self) {
        if let Some(bar) = self.waiting.take() {
            bar.finish_and_clear();
        }
    }

    /// Does what the player wants; true when that is to leave.
    fn carry_out(&mut self, seat: Seat, choice: Choice, snapshot: &Snapshot) -> bool {
        let command = match choice {
            Choice::Orders(orders) => {
                self.decided = decision(snapshot, seat);
                Command::Propose { seat, orders }
            }
            Choice::Resign => {
                self.decided = decision(snapshot, seat);
                Command::Resign { seat }
            }
            Choice::OfferDraw => Command::OfferDraw { seat },
            Choice::AnswerDraw(accept) => Command::AnswerDraw { seat, accept },
            Choice::Say(text) => Command::Chat(text),
            Choice::Agree(true) => Command::Accept,
            Choice::Agree(false) => Command::Decline,
            Choice::Leave => Command::Leave,
        };
        let leaves = matches!(command, Command::Leave);
        self.handle.send(command);
        leaves
    }

    fn tell(&mut self, happening: &Happening) -> anyhow::Result<()> {
        let snapshot = self.handle.snapshot();
        if let Some(report) = self.report_of(happening, &snapshot) {
            self.clear_waiting();
            self.player.interrupt();
            self.reporter.report(&report)?;
        }
        match happening {
            Happening::Turn(turn) => {
                if snapshot.seat(turn.seat).is_some_and(|seat| !seat.mine) {
                    self.player.seen(&turn.events);
                }
                if let Some(on_turn) = &mut self.on_turn {
                    on_turn(turn)?;
                }
                self.refusals = 0;
            }
            Happening::Offered(_) => self.owes_terms = true,
            Happening::DrawOffered(by) => self.draw_offered(*by, &snapshot),
            Happening::Refused(trouble) => return self.refused(trouble),
            _ => {}
        }
        Ok(())
    }

    fn draw_offered(&mut self, by: Seat, snapshot: &Snapshot) {
        let Some(own) = snapshot
            .seats
            .iter()
            .find(|info| info.mine && info.seat != by)
        else {
            return;
        };
        if let Some(accept) = self.player.draw_offered() {
            self.handle.send(Command::AnswerDraw {
                seat: own.seat,
                accept,
            });
        }
    }

    fn refused(&mut self, trouble: &Trouble) -> anyhow::Result<()> {
        self.decided = None;
        self.refusals += 1;
        self.ask_after = Some(Instant::now() + ASK_AGAIN);
        if self.refusals > MOST_REFUSALS && !matches!(self.player, Player::Person(_)) {
            return Err(Failure::new(trouble.what.clone(), trouble.advice.clone()).into());
        }
        self.player.refused(&trouble.what, &trouble.advice);
        Ok(())
    }

    fn report_of(&mut self, happening: &Happening, snapshot: &Snapshot) -> Option<Report> {
        let side_of = |seat: &Seat| snapshot.side_of(*seat).unwrap_or(Side::White);
        let name_of = |seat: Seat| snapshot.seat(seat).map_or("", |info| info.name.as_str());
        Some(match happening {
            Happening::Line(Line::Lost { .. }) => {
                self.was_lost = true;
                Report::Line {
                    state: LineState::Lost,
                }
            }
            Happening::Line(Line::Up { .. }) if self.was_lost => {
                self.was_lost = false;
                Report::Line {
                    state: LineState::Back,
                }
            }
            // that a player is there again is told by the line
            Happening::Joined { .. } if !snapshot.turns.is_empty() => return None,
            Happening::Joined { name, .. } => Report::Joined { peer: name.clone() },
            Happening::Offered(offer) => Report::Note {
                text: offered_text(offer),
            },
            Happening::Locked(seat) => Report::Locked {
                side: side_of(seat),
            },
            Happening::Revealed => Report::Revealed,
            Happening::Drawn(Draw::FirstPlayer, lots) => Report::First {
                side: Side::BOTH[usize::from(lots.0 % 2 == 1)],
            },
            Happening::Drawn(Draw::Terrain, lots) => {
                let laid = rules::warlord::Event::Scattered(lots.0);
                Report::Note {
                    text: format!("By lot, {laid}."),
                }
            }
            Happening::Turn(turn) => turn_report(turn),
            Happening::DrawOffered(seat) => Report::DrawOffered {
                side: side_of(seat),
            },
            Happening::DrawAnswered(seat, accept) => Report::Note {
                text: format!(
                    "{} {} the draw.",
                    name_of(*seat),
                    if *accept { "accepts" } else { "declines" }
                ),
            },
            Happening::Claimed { by, against } => Report::Note {
                text: format!(
                    "{} says that {} does not answer; nobody can prove it.",
                    name_of(*by),
                    name_of(*against)
                ),
            },
            Happening::Chat(line) if snapshot.seat(line.seat).is_some_and(|seat| !seat.mine) => {
                Report::Chat {
                    from: name_of(line.seat).to_owned(),
                    text: line.text.clone(),
                }
            }
            Happening::Note(text) => Report::Note { text: text.clone() },
            Happening::Over(outcome) => Report::Over { outcome: *outcome },
            Happening::Closed { verdict } => Report::Verdict {
                verdict: verdict.clone(),
                result: snapshot.outcome.map(|outcome| outcome.to_string()),
                file: snapshot.file.display().to_string(),
            },
            // told when the command ends
            Happening::Failed(_)
            | Happening::Line(_)
            | Happening::Agreed
            | Happening::Resigned(_)
            | Happening::Chat(_)
            | Happening::Refused(_) => return None,
        })
    }
}

/// Prints what is played, every option with it; programs know what they read JSON for.
pub(crate) fn show_terms(reporter: &mut Reporter, snapshot: &Snapshot) -> anyhow::Result<()> {
    let Some(info) = snapshot.scenario.as_ref().filter(|_| !reporter.is_json()) else {
        return Ok(());
    };
    if let Ok(scenario) = Scenario::parse(&info.name, &info.text) {
        let text = scenario_command::terms(&scenario, &info.options);
        reporter.report(&Report::Note { text })?;
    }
    Ok(())
}

/// The next choice of the player, for one of the seats it has. May be dropped and called again.
async fn decide(
    player: &mut Player,
    begun: &mut bool,
    snapshot: &Snapshot,
    decided: Option<Decision>,
    ask_after: Option<Instant>,
) -> Result<(Seat, Choice), PlayerError> {
    let own = snapshot.seats.iter().find(|info| info.mine);
    if let (Some(own), Some(_)) = (own, &snapshot.offer) {
        return Ok((own.seat, player.consider().await?));
    }
    let (Some(position), Some(scenario)) = (&snapshot.position, &snapshot.scenario) else {
        return std::future::pending().await;
    };
    if !*begun {
        player.begin(&scenario.text, &scenario.options)?;
        *begun = true;
    }
    let open = snapshot
        .to_decide
        .iter()
        .find(|(seat, _)| decision(snapshot, *seat) != decided);
    if let Some(&(seat, _)) = open {
        if let Some(after) = ask_after {
            sleep_until(after).await;
        }
        let side = snapshot.side_of(seat).unwrap_or(Side::White);
        return Ok((seat, player.choose(position, side).await?));
    }
    match own {
        Some(own) if snapshot.outcome.is_none() => Ok((own.seat, player.idle(position).await?)),
        _ => std::future::pending().await,
    }
}

fn decision(snapshot: &Snapshot, seat: Seat) -> Option<Decision> {
    let (seat, is_secret) = *snapshot
        .to_decide
        .iter()
        .find(|(other, _)| *other == seat)?;
    Some(Decision {
        seat,
        turns: snapshot.turns.len(),
        is_secret,
    })
}

fn turn_report(turn: &Arc<Turn>) -> Report {
    let text = |order| turn.after.order_text(turn.side, order);
    Report::Turn {
        side: turn.side,
        turn: turn.number,
        orders: turn.orders.iter().map(text).collect(),
        digest: hex(&turn.digest),
    }
}

fn offered_text(offer: &protocol::ManifestSummary) -> String {
    let seats = offer.seats.iter();
    let seats: Vec<String> = seats
        .map(|(_, side, name, _)| format!("{name} plays {}", side_name(*side)))
        .collect();
    let mut text = format!("{}: {}", offer.scenario_title, seats.join(", "));
    for (key, value) in &offer.options {
        text = format!("{text}; {key}={value}");
    }
    if let Some(turns) = offer.max_turns {
        text = format!("{text}; a draw after {turns} turns");
    }
    protocol::plain_text(&text) + "."
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
