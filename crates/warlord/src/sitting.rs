//! A sitting at a match: a player decides for a seat, and a reporter tells the match.

#[cfg(test)]
mod tests;

use std::io;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use indicatif::ProgressBar;
use net::{
    Asker, Command, Happening, Home, Invitation, LineState, MatchHandle, ResumeConfig, Snapshot,
    Trouble, UnfinishedMatch,
};
use protocol::{Deed, History, PublicKey, Seat, Stage, Step};
use rules::{AnyPosition, Family, Lots, Rules as _};
use tokio::time::{Instant, sleep_until};

use crate::clock_words;
use crate::decider::{Decider, DeciderError, Decision, Lines};
use crate::failure::Failure;
use crate::families;
use crate::interrupt::Interrupt;
use crate::match_arguments::not_started;
use crate::report::{LineChange, Report, Reporter, SideName};
use crate::scenario_command;

/// The wait before a program is asked again after a refusal, since the line may just have come back.
const ASK_AGAIN: Duration = Duration::from_millis(300);
/// The number of refusals before a program is given up.
const MOST_REFUSALS: u32 = 20;

/// A player and a reporter at one match.
pub(crate) struct Sitting {
    handle: MatchHandle,
    decider: Decider,
    reporter: Reporter,
    interrupt: Interrupt,
    waiting: Option<ProgressBar>,
    /// Called with all orders, after the reporter told them.
    on_orders: Option<OnOrders>,
    begun: bool,
    /// The last decision, which must not be asked for again before the match has gone on.
    decided: Option<Asked>,
    /// Set to let in whoever asks, without asking the player.
    lets_in: bool,
    /// Players of the same network about whom the player has decided.
    answered: Vec<PublicKey>,
    /// The lines with answer codes, where the player of this seat reads none.
    answers: Option<Lines>,
    refusals: u32,
    ask_after: Option<Instant>,
    was_lost: bool,
    is_by_mail: bool,
    /// The player was asked by mail to let a turn be taken back, and may answer before the letter is written.
    is_asked: bool,
    /// The data folder, where a match with the same player may have been left in mid-air.
    home: Option<Home>,
    /// The match left in mid-air that the player wants to go on with.
    wanted: Option<PathBuf>,
}

/// The callback for a side's orders and the position after them.
pub(crate) type OnOrders = Box<dyn FnMut(&Step, &AnyPosition) -> io::Result<()> + Send>;

/// The identity of a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Asked {
    seat: Seat,
    steps: usize,
    is_secret: bool,
}

/// The end of a sitting.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Ending {
    /// The match file is complete; the judge's verdict.
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
        decider: Decider,
        reporter: Reporter,
        interrupt: Interrupt,
    ) -> Self {
        Self {
            handle,
            decider,
            reporter,
            interrupt,
            waiting: None,
            on_orders: None,
            begun: false,
            decided: None,
            lets_in: false,
            answered: Vec::new(),
            answers: None,
            refusals: 0,
            ask_after: None,
            was_lost: false,
            is_by_mail: false,
            is_asked: false,
            home: None,
            wanted: None,
        }
    }

    /// Offers a match that was left in mid-air with the same player before a new one.
    pub(crate) fn in_home(mut self, home: Home) -> Self {
        self.home = Some(home);
        self
    }

    /// The match goes on with the next letter, of which the command tells.
    pub(crate) fn by_mail(mut self) -> Self {
        self.is_by_mail = true;
        self
    }

    /// Shows `bar` until the other player has come.
    pub(crate) fn waiting(mut self, bar: ProgressBar) -> Self {
        self.waiting = Some(bar);
        self
    }

    /// Reads answer codes from standard input, which the player of this seat does not read.
    pub(crate) fn reading_answers(mut self) -> Self {
        if !self.decider.reads_lines() {
            self.answers = Some(Lines::stdin());
        }
        self
    }

    /// Lets in the players of the same network who ask, without asking the player of this seat.
    pub(crate) fn letting_in(mut self) -> Self {
        self.lets_in = true;
        self
    }

    /// Calls `on_orders` with the orders of every side.
    pub(crate) fn on_orders(mut self, on_orders: OnOrders) -> Self {
        self.on_orders = Some(on_orders);
        self
    }

    /// Plays until the match has ended or the user leaves; then goes on with the match that the player wants instead.
    pub(crate) async fn play(mut self) -> anyhow::Result<Ending> {
        let ending = self.sit().await?;
        let (Some(home), Some(file)) = (self.home.take(), self.wanted.take()) else {
            return Ok(ending);
        };
        self.handle = net::resume(ResumeConfig::new(home, file))
            .map_err(|error| not_started("this match cannot be taken up", error))?;
        self.decided = None;
        self.was_lost = false;
        self.sit().await
    }

    async fn sit(&mut self) -> anyhow::Result<Ending> {
        let mut events = self.handle.events();
        let mut changes = self.handle.clone();
        let mut has_left = false;
        // A person who takes a match up sees the last turn of the other side.
        let snapshot = self.handle.snapshot();
        let history = snapshot.history.as_deref();
        if let Some(last) = history.and_then(|history| history.orders().next_back()) {
            self.decider.seen(last.step.events().cloned().collect());
        }
        self.show_clocks(&snapshot)?;
        loop {
            let snapshot = self.handle.snapshot();
            if self.is_by_mail && !has_left && self.has_answered(&snapshot) {
                has_left = true;
                self.handle.send(Command::Leave);
            }
            let asker = snapshot
                .askers
                .iter()
                .find(|asker| !self.lets_in && !self.answered.contains(&asker.key));
            let is_asked = asker.is_some() || !snapshot.to_decide.is_empty();
            if matches!(self.decider, Decider::Person(_)) && is_asked {
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
                line = next_line(&mut self.answers), if !has_left && !snapshot.ended && is_looking(&snapshot) => {
                    self.read_answer(&line)?;
                }
                choice = attend(&mut self.decider, &mut self.begun, &snapshot, asker, self.decided, self.ask_after, self.home.is_some()),
                    if !has_left && !snapshot.ended => match choice {
                    Ok(Attended::Seat(seat, choice)) => has_left = self.carry_out(seat, choice, &snapshot),
                    Ok(Attended::Line(line)) => self.read_answer(&line)?,
                    Ok(Attended::Asker(key, is_let_in)) => {
                        self.answered.push(key);
                        self.handle.send(match is_let_in {
                            true => Command::LetIn(key),
                            false => Command::TurnAway(key),
                        });
                    }
                    Err(error) => {
                        self.handle.send(Command::Leave);
                        self.handle.clone().wait_for(|snapshot| snapshot.ended).await;
                        let advice = error.advice(match self.is_by_mail {
                            true => "warlord import FILE LETTER",
                            false => "warlord resume FILE",
                        });
                        return Err(anyhow::Error::new(error).context(Failure::new("the player cannot go on", advice)));
                    }
                },
            }
        }
        self.clear_waiting();
        let snapshot = self.handle.snapshot();
        if let Some(invitation) = snapshot.invitation.as_ref()
            && !matches!(snapshot.stage, Stage::Playing | Stage::Over)
            && snapshot.error.is_none()
        {
            let until = net::date(invitation.last_day.into());
            let text = format!(
                "The invitation stays good until {until}: `warlord invitations` lists it, waits for its guest again, and withdraws it."
            );
            self.reporter.report(&Report::Note { text })?;
        }
        let is_kept = matches!(snapshot.stage, Stage::Playing) && !self.is_by_mail;
        if is_kept && snapshot.verdict.is_none() && snapshot.error.is_none() {
            self.decider.interrupt();
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

    /// Takes a line that was typed before the other player has come: the host's user enters an answer code, and an empty line
    /// dials the other player now.
    fn read_answer(&mut self, line: &str) -> anyhow::Result<()> {
        self.clear_waiting();
        let is_host = self.handle.snapshot().invitation.is_some();
        if line.is_empty() || !is_host {
            self.handle.send(Command::Dial);
            return Ok(());
        }
        match line.parse::<Invitation>() {
            Ok(code) => self.handle.send(Command::Reach(Arc::new(code))),
            Err(error) => self.reporter.report(&Report::Note {
                text: format!("Not entered: {error}.\n  do: {}", error.advice()),
            })?,
        }
        Ok(())
    }

    fn clear_waiting(&mut self) {
        if let Some(bar) = self.waiting.take() {
            bar.finish_and_clear();
        }
    }

    /// Carries out a decision of the player; true when the player leaves.
    fn carry_out(&mut self, seat: Seat, choice: Decision, snapshot: &Snapshot) -> bool {
        let command = match choice {
            Decision::Orders(orders) => {
                self.decided = decision(snapshot, seat);
                Command::Propose { seat, orders }
            }
            Decision::Resign => {
                self.decided = decision(snapshot, seat);
                Command::Resign { seat }
            }
            Decision::OfferDraw => Command::OfferDraw { seat },
            Decision::AnswerDraw(accept) => {
                if accept {
                    self.decided = decision(snapshot, seat);
                }
                Command::AnswerDraw { seat, accept }
            }
            Decision::AskTakeback => Command::AskTakeback { seat },
            Decision::AnswerTakeback(accept) => Command::AnswerTakeback { seat, accept },
            Decision::Claim => Command::Claim { seat },
            Decision::Say(text) => Command::Chat(text),
            Decision::Agree(true) => match &snapshot.offer {
                Some(offer) => Command::Accept(offer.sid),
                None => return false,
            },
            Decision::Agree(false) => Command::Decline,
            Decision::Leave => Command::Leave,
            Decision::TakeUp => {
                self.wanted = unfinished(snapshot).first().map(|game| game.file.clone());
                Command::Leave
            }
        };
        let leaves = matches!(command, Command::Leave);
        self.handle.send(command);
        leaves
    }

    fn tell(&mut self, happening: &Happening) -> anyhow::Result<()> {
        let snapshot = self.handle.snapshot();
        if let Some(report) = self.report_of(happening, &snapshot) {
            self.clear_waiting();
            self.decider.interrupt();
            self.reporter.report(&report)?;
        }
        match happening {
            Happening::Asked(asker) if self.lets_in => {
                self.handle.send(Command::LetIn(asker.key));
            }
            // a player who asks again is decided about again
            Happening::Asked(asker) => self.answered.retain(|key| *key != asker.key),
            Happening::Step(step) => {
                self.decider.stepped();
                if let Deed::Orders { seat, .. } = step.deed {
                    self.ordered(seat, step, &snapshot)?;
                }
                self.show_clocks(&snapshot)?;
            }
            Happening::Offered(_) => {
                show_terms(&mut self.reporter, &snapshot)?;
                if let Some(host) = snapshot.acquaintance.as_ref().filter(|_| self.is_by_mail) {
                    let text = format!("The letter is from {}: {host}.", host.name);
                    self.reporter.report(&Report::Note { text })?;
                }
                self.tell_unfinished(&snapshot)?;
            }
            Happening::Agreed => {
                if snapshot.offer.is_none() && snapshot.invitation.is_some() {
                    self.tell_unfinished(&snapshot)?;
                }
                self.show_clocks(&snapshot)?;
            }
            Happening::DrawOffered(by) => self.draw_offered(*by, &snapshot),
            Happening::TakebackAsked(by) => self.takeback_asked(*by, &snapshot),
            Happening::Refused(trouble) => return self.refused(trouble),
            _ => {}
        }
        Ok(())
    }

    /// Tells of matches with the same player that were left in mid-air.
    fn tell_unfinished(&mut self, snapshot: &Snapshot) -> io::Result<()> {
        let name = snapshot
            .acquaintance
            .as_ref()
            .map_or("", |known| &known.name);
        for game in unfinished(snapshot) {
            let text = format!(
                "You left {} with {name} in mid-air, after {} turns: `warlord resume {}` goes on with it.",
                game.title,
                game.turns,
                game.file.display()
            );
            let text = protocol::plain_text(&text);
            self.reporter.report(&Report::Note { text })?;
        }
        Ok(())
    }

    /// Reports the time left of each seat, where time is limited.
    fn show_clocks(&mut self, snapshot: &Snapshot) -> io::Result<()> {
        match Report::clocks(snapshot) {
            Some(report) => self.reporter.report(&report),
            None => Ok(()),
        }
    }

    /// Reports the orders of a seat.
    fn ordered(&mut self, seat: Seat, step: &Arc<Step>, snapshot: &Snapshot) -> io::Result<()> {
        if snapshot.seat(seat).is_some_and(|info| !info.mine) {
            self.decider.seen(step.events().cloned().collect());
        }
        if let (Some(on_orders), Some(history)) = (&mut self.on_orders, &snapshot.history) {
            let mut orders = history.orders();
            if let Some(orders) = orders.find(|orders| std::ptr::eq(orders.step, step.as_ref())) {
                on_orders(step, &history.position_after(orders.at + 1))?;
            }
        }
        self.refusals = 0;
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
        if let Some(accept) = self.decider.draw_offered() {
            self.handle.send(Command::AnswerDraw {
                seat: own.seat,
                accept,
            });
        }
    }

    /// Tells if the letter is ready and the player has nothing more to answer. Asks the player about a turn back, of which
    /// this letter or an earlier one tells.
    fn has_answered(&mut self, snapshot: &Snapshot) -> bool {
        let is_other = |by: &Seat| snapshot.seat(*by).is_some_and(|info| !info.mine);
        let asks = snapshot.takeback_asked.filter(is_other);
        if let Some(by) = asks.filter(|_| !self.is_asked) {
            self.takeback_asked(by, snapshot);
        }
        self.is_asked = asks.is_some();
        self.decider.asked_by_mail(self.is_asked);
        asks.is_none() && snapshot.to_decide.is_empty() && snapshot.letter.is_some()
    }

    fn takeback_asked(&mut self, by: Seat, snapshot: &Snapshot) {
        self.is_asked = self.is_by_mail;
        let mut own = snapshot.seats.iter().filter(|info| info.mine);
        let Some(seat) = own.find(|info| info.seat != by).map(|info| info.seat) else {
            return;
        };
        if let Some(accept) = self.decider.takeback_asked() {
            self.handle.send(Command::AnswerTakeback { seat, accept });
        }
    }

    fn refused(&mut self, trouble: &Trouble) -> anyhow::Result<()> {
        self.decided = None;
        self.refusals += 1;
        self.ask_after = Some(Instant::now() + ASK_AGAIN);
        if self.refusals > MOST_REFUSALS && !matches!(self.decider, Decider::Person(_)) {
            return Err(Failure::new(trouble.what.clone(), trouble.advice.clone()).into());
        }
        self.decider.refused(&trouble.what, &trouble.advice);
        Ok(())
    }

    fn report_of(&mut self, happening: &Happening, snapshot: &Snapshot) -> Option<Report> {
        let family = family(snapshot);
        let secret = family.map_or("", |family| families::words(family).secret);
        let side_of = |seat: &Seat| Some(SideName(family?, snapshot.side_of(*seat)?));
        let name_of = |seat: Seat| snapshot.seat(seat).map_or("", |info| info.name.as_str());
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
            // the line tells when a player is there again
            Happening::Joined { .. } if has_orders(snapshot) => return None,
            Happening::Joined { name, .. } => Report::Joined {
                peer: name.clone(),
                standing: match &snapshot.acquaintance {
                    Some(acquaintance) => acquaintance.to_string(),
                    None => "stranger".to_owned(),
                },
            },
            Happening::Offered(offer) => Report::Note {
                text: offered_text(offer),
            },
            Happening::Locked(seat) => Report::Locked {
                side: side_of(seat)?,
                secret,
            },
            Happening::Step(step) => return step_report(step, snapshot),
            Happening::DrawOffered(seat) => Report::DrawOffered {
                side: side_of(seat)?,
            },
            Happening::DrawAnswered(seat, accept) => Report::Note {
                text: format!(
                    "{} {} the draw.",
                    name_of(*seat),
                    if *accept { "accepts" } else { "declines" }
                ),
            },
            Happening::TakebackAsked(seat) if snapshot.differs => Report::Note {
                text: format!(
                    "{} would go on from the last position that both programs confirmed.",
                    name_of(*seat)
                ),
            },
            Happening::TakebackAsked(seat) => Report::TakebackAsked {
                side: side_of(seat)?,
            },
            Happening::TakebackAnswered(seat, accept) => Report::Note {
                text: match accept {
                    true => format!("{} grants it: the turn is taken back.", name_of(*seat)),
                    false => format!("{} lets no turn be taken back.", name_of(*seat)),
                },
            },
            Happening::Claimed { by, against } => Report::Note {
                text: clock_words::claimed(name_of(*by), name_of(*against), snapshot.terms.claim),
            },
            Happening::TimeLow { left_ms, .. } => Report::Note {
                text: clock_words::low(*left_ms, &snapshot.terms),
            },
            Happening::TimeUp(seat) => Report::Note {
                text: match snapshot.seat(*seat).is_some_and(|info| info.mine) {
                    true => clock_words::own_time_up(snapshot.terms.claim),
                    false => clock_words::time_up(name_of(*seat), snapshot.terms.claim),
                },
            },
            Happening::Chat(line) if snapshot.seat(line.seat).is_some_and(|seat| !seat.mine) => {
                Report::Chat {
                    from: name_of(line.seat).to_owned(),
                    text: line.text.clone(),
                }
            }
            Happening::Note(text) => Report::Note { text: text.clone() },
            Happening::Over(outcome) => Report::over(family?, *outcome),
            Happening::Closed { verdict } => Report::Verdict {
                verdict: verdict.clone(),
                result: result_text(snapshot),
                file: snapshot.file.display().to_string(),
            },
            // the command's end tells the failure
            Happening::Failed(_)
            | Happening::Line(_)
            | Happening::Agreed
            | Happening::Resigned(_)
            | Happening::Chat(_)
            | Happening::Refused(_) => return None,
        })
    }
}

/// Prints the offered game with every option; a program that reads JSON gets none of this text.
pub(crate) fn show_terms(reporter: &mut Reporter, snapshot: &Snapshot) -> anyhow::Result<()> {
    if let Some(scenario) = snapshot.scenario.as_ref().filter(|_| !reporter.is_json()) {
        let game = scenario_command::terms(scenario, &snapshot.options);
        let text = format!("{game}\nTime: {}.", snapshot.terms);
        reporter.report(&Report::Note { text })?;
    }
    Ok(())
}

/// Tells if the other player has not come yet, and only a line can bring news.
fn is_looking(snapshot: &Snapshot) -> bool {
    snapshot.line == LineState::Waiting && snapshot.stage == Stage::Greeting
}

/// The next line that is no order; waits for ever where there is none.
async fn next_line(lines: &mut Option<Lines>) -> String {
    match lines {
        Some(open) => match open.next().await {
            Some(line) => line,
            None => std::future::pending().await,
        },
        None => std::future::pending().await,
    }
}

/// A decision of the player.
enum Attended {
    /// For one of the player's seats.
    Seat(Seat, Decision),
    /// About a player of the same network, by the player's key: true to let the player in.
    Asker(PublicKey, bool),
    /// A line that was typed while the other player is looked for.
    Line(String),
}

/// The next decision of the player: about a player of the same network who asks to be let in, while the other player is looked
/// for a line, else for a seat. The future may be dropped and called again.
async fn attend(
    decider: &mut Decider,
    begun: &mut bool,
    snapshot: &Snapshot,
    asker: Option<&Asker>,
    decided: Option<Asked>,
    ask_after: Option<Instant>,
    may_take_up: bool,
) -> Result<Attended, DeciderError> {
    if let Some(asker) = asker {
        let is_let_in = decider.admit(&asker.to_string()).await?;
        return Ok(Attended::Asker(asker.key, is_let_in));
    }
    if is_looking(snapshot) {
        return Ok(Attended::Line(decider.line().await));
    }
    let (seat, choice) = decide(decider, begun, snapshot, decided, ask_after, may_take_up).await?;
    Ok(Attended::Seat(seat, choice))
}

/// The next choice of the player, for one of the player's seats. The future may be dropped and called again.
async fn decide(
    decider: &mut Decider,
    begun: &mut bool,
    snapshot: &Snapshot,
    decided: Option<Asked>,
    ask_after: Option<Instant>,
    may_take_up: bool,
) -> Result<(Seat, Decision), DeciderError> {
    let own = snapshot.seats.iter().find(|info| info.mine);
    if let (Some(own), Some(_)) = (own, &snapshot.offer) {
        let may_take_up = may_take_up && !unfinished(snapshot).is_empty();
        return Ok((own.seat, decider.consider(may_take_up).await?));
    }
    let (Some(position), Some(scenario)) = (&snapshot.position, &snapshot.scenario) else {
        return std::future::pending().await;
    };
    let open = snapshot
        .to_decide
        .iter()
        .find(|(seat, _)| decision(snapshot, *seat) != decided);
    if let Some(&(seat, _)) = open {
        if let Some(after) = ask_after {
            sleep_until(after).await;
        }
        let Some(side) = snapshot.side_of(seat) else {
            return std::future::pending().await;
        };
        if !*begun {
            let lots = snapshot
                .history
                .as_deref()
                .map_or_else(Vec::new, first_lots);
            decider.begin(scenario, &snapshot.options, &lots)?;
            *begun = true;
        }
        return Ok((seat, decider.choose(position, side).await?));
    }
    match own {
        Some(own) if snapshot.outcome.is_none() => Ok((own.seat, decider.idle(position).await?)),
        _ => std::future::pending().await,
    }
}

fn decision(snapshot: &Snapshot, seat: Seat) -> Option<Asked> {
    let (seat, is_secret) = *snapshot
        .to_decide
        .iter()
        .find(|(other, _)| *other == seat)?;
    Some(Asked {
        seat,
        steps: snapshot
            .history
            .as_ref()
            .map_or(0, |history| history.steps().len()),
        is_secret,
    })
}

/// The lots drawn before the first orders and secret choices.
fn first_lots(history: &History) -> Vec<Lots> {
    let lots = history.steps().iter().map_while(|step| match step.deed {
        Deed::Lots { lots, .. } => Some(lots),
        Deed::Orders { .. } | Deed::Opened(_) | Deed::TakenBack { .. } => None,
    });
    lots.collect()
}

/// The matches that were left in mid-air with the other player.
fn unfinished(snapshot: &Snapshot) -> &[UnfinishedMatch] {
    let known = snapshot.acquaintance.as_ref();
    let known = known.and_then(|acquaintance| acquaintance.known.as_ref());
    known.map_or(&[], |known| &known.unfinished)
}

fn family(snapshot: &Snapshot) -> Option<Family> {
    Some(snapshot.scenario.as_ref()?.family())
}

fn has_orders(snapshot: &Snapshot) -> bool {
    let history = snapshot.history.as_ref();
    history.is_some_and(|history| history.orders().next().is_some())
}

/// The result as the engine protocol writes results.
pub(crate) fn result_text(snapshot: &Snapshot) -> Option<String> {
    Some(snapshot.outcome?.to_text(family(snapshot)?))
}

fn step_report(step: &Step, snapshot: &Snapshot) -> Option<Report> {
    let family = family(snapshot)?;
    Some(match &step.deed {
        Deed::Orders { side, orders, .. } => {
            let position = snapshot.position.as_ref()?;
            let text = |done: &protocol::Done| position.order_text(*side, &done.order);
            Report::Turn {
                side: SideName(family, *side),
                turn: step.turn,
                orders: orders.iter().map(text).collect(),
                digest: hex(&step.digest),
            }
        }
        Deed::TakenBack { .. } => Report::TakenBack {
            turn: snapshot.position.as_ref()?.turn().number,
            digest: hex(&step.digest),
        },
        Deed::Opened(_) => Report::Revealed {
            secret: families::words(family).secret,
        },
        Deed::Lots { events, .. } => match events.iter().find_map(families::first_side) {
            Some(side) => Report::First {
                side: SideName(family, side),
            },
            None => Report::Note {
                text: format!("By lot, {}.", events.first()?),
            },
        },
    })
}

fn offered_text(offer: &protocol::ManifestSummary) -> String {
    let seats = offer.seats.iter();
    let seats: Vec<String> = seats
        .map(|(_, side, name, _)| {
            let side = families::side_name(offer.family, *side);
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
    let takeback = match offer.takeback {
        true => "turns can be taken back by consent",
        false => "no turn is taken back",
    };
    text = format!("{text}; {takeback}; {}", offer.terms);
    protocol::plain_text(&text) + "."
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
