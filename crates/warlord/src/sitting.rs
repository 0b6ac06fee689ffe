//! A sitting at a match: a player decides for a seat, and a reporter writes what happens.

mod deciders;
mod deciding;
mod ending;
mod going_on;
mod keyboard;
mod questions;
mod telling;
#[cfg(test)]
mod tests;

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use home::{Home, Invitation};
use indicatif::ProgressBar;
use net::{Command, GoesOn, Happening, MatchHandle, ResumeConfig, Snapshot};
use protocol::{ContinueWish, Deed, PublicKey, Seat, SessionEvent, Stage, Step};
use reach::Trouble;
use rules::AnyPosition;
use tokio::time::Instant;

use crate::continuing::{Answer, Continuing};
use crate::decider::{Decider, Decision, Lines};
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::match_arguments::not_started;
use crate::report::{Report, Reporter};
pub(crate) use deciders::Deciders;
use deciding::{Asked, Asks, Attended, attend, is_looking, next_line};
pub(crate) use ending::Ending;
use questions::TakingBack;
use telling::unfinished;
pub(crate) use telling::{hex, result_named, result_text, show_terms};

/// The wait before a program is asked again after a refusal, since the connection may just have come back.
const ASK_AGAIN: Duration = Duration::from_millis(300);
/// How long a player who has agreed to a new match is not asked for a decision, while that match begins.
const CONTINUING: Duration = Duration::from_secs(2);
/// The refusals after which a program is given up.
const MOST_REFUSALS: u32 = 20;

/// A player and a reporter at one match.
pub(crate) struct Sitting {
    handle: MatchHandle,
    deciders: Deciders,
    reporter: Reporter,
    interrupt: Interrupt,
    waiting: Option<ProgressBar>,
    /// Called with all orders, after the reporter wrote them.
    on_orders: Option<OnOrders>,
    asking: Asking,
    door: Door,
    /// The lines with answer codes, if the player of this seat does not read standard input.
    answers: Option<Lines>,
    was_lost: bool,
    is_by_mail: bool,
    taking_back: TakingBack,
    /// The player's part in continuing in a new match.
    continuing: Continuing,
    unfinished: Unfinished,
}

/// When to ask the player for the next decision.
#[derive(Default)]
struct Asking {
    /// The decisions since the last step. Until the match moves past them the snapshot still asks for them, and a program
    /// would answer twice.
    decided: Vec<Asked>,
    refusals: u32,
    after: Option<Instant>,
}

/// Which players on the same network are let in.
#[derive(Default)]
struct Door {
    /// True if everyone who asks is let in, without asking the player.
    is_open: bool,
    /// The keys that the player has decided about.
    decided: Vec<PublicKey>,
}

/// A match with the same player that was left unfinished.
#[derive(Default)]
struct Unfinished {
    /// The data folder, in which there may be one.
    home: Option<Home>,
    /// The one that the player wants to continue.
    wanted: Option<PathBuf>,
}

/// The callback for a side's orders and the position after them.
pub(crate) type OnOrders = Box<dyn FnMut(&Step, &AnyPosition) -> io::Result<()> + Send>;

impl Sitting {
    pub(crate) fn new(
        handle: MatchHandle,
        deciders: impl Into<Deciders>,
        reporter: Reporter,
        interrupt: Interrupt,
    ) -> Self {
        Self {
            handle,
            deciders: deciders.into(),
            reporter,
            interrupt,
            waiting: None,
            on_orders: None,
            asking: Asking::default(),
            door: Door::default(),
            answers: None,
            was_lost: false,
            is_by_mail: false,
            taking_back: TakingBack::default(),
            continuing: Continuing::default(),
            unfinished: Unfinished::default(),
        }
    }

    /// Goes on without such players of a table, without asking.
    pub(crate) fn going_on(self, goes_on: Option<GoesOn>) -> Self {
        if goes_on.is_some() {
            self.handle.send(Command::GoOnAhead(goes_on));
        }
        self
    }

    /// Offers to resume a match that was left unfinished with the same player before a new one begins.
    pub(crate) fn in_home(mut self, home: Home) -> Self {
        self.unfinished.home = Some(home);
        self
    }

    /// Asks to continue in a new match as soon as that is possible, and answers the other player who asks.
    pub(crate) fn continuing(mut self, wish: Option<ContinueWish>, answer: Option<Answer>) -> Self {
        self.continuing.wish = wish;
        self.continuing.answer = answer;
        self
    }

    /// The match and the reporter, for what is shown before the sitting begins.
    pub(crate) fn before(&mut self) -> (Arc<Snapshot>, &mut Reporter) {
        (self.handle.snapshot(), &mut self.reporter)
    }

    /// The match continues with the next letter, which the command reports.
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
        if !self.deciders.reads_lines() {
            self.answers = Some(Lines::stdin());
        }
        self
    }

    /// Lets in every player on the same network who asks, without asking the player of this seat.
    pub(crate) fn letting_in(mut self) -> Self {
        self.door.is_open = true;
        self
    }

    /// Calls `on_orders` with the orders of every side.
    pub(crate) fn on_orders(mut self, on_orders: OnOrders) -> Self {
        self.on_orders = Some(on_orders);
        self
    }

    /// Plays until the match has ended or the user leaves; then plays the match that the player wants instead.
    pub(crate) async fn play(mut self) -> anyhow::Result<Ending> {
        let ending = self.sit().await?;
        let (Some(home), Some(file)) = (self.unfinished.home.take(), self.unfinished.wanted.take())
        else {
            return Ok(ending);
        };
        self.handle = net::resume(ResumeConfig::new(home, file))
            .map_err(|error| not_started("this match cannot be resumed", error))?;
        // what was decided in the other match fits no step of this one
        self.asking.decided.clear();
        self.was_lost = false;
        self.sit().await
    }

    async fn sit(&mut self) -> anyhow::Result<Ending> {
        let mut events = self.handle.events();
        let mut changes = self.handle.clone();
        let mut has_left = false;
        if self.continuing.wish.is_some() {
            // a computer would play on before the question is out
            self.wait_for_continuing();
        }
        let snapshot = self.handle.snapshot();
        // a person who resumes a match sees the last turn of the other side
        self.show_last_turn(&snapshot);
        self.show_clocks(&snapshot)?;
        if let Some(strangeness) = snapshot.strangeness {
            let text = format!("{strangeness} {}", strangeness.advice());
            self.reporter.report(&Report::Note { text })?;
        }
        loop {
            let snapshot = self.handle.snapshot();
            // by mail nobody comes: once the letter is ready there is nothing more to wait for
            if self.is_by_mail && !has_left && self.has_answered(&snapshot) {
                has_left = true;
                self.handle.send(Command::Leave);
            }
            self.ask_to_continue(&snapshot)?;
            let asker = snapshot
                .meeting
                .askers
                .iter()
                .find(|asker| !self.door.is_open && !self.door.decided.contains(&asker.key));
            let is_asked = asker.is_some() || !snapshot.deciding.to_decide.is_empty();
            // the snapshot may show the question before its happening arrives: a turn played in between would move the
            // match past the question, and the answer that the player has given would come too late
            if snapshot.next.asked.is_none() {
                self.continuing.has_answered = false;
            }
            let owes_answer = snapshot.next.asked.is_some()
                && self.continuing.answer.is_some()
                && !self.continuing.has_answered;
            if self.deciders.reads_lines() && is_asked {
                self.clear_waiting();
            }
            let asks = Asks {
                decided: &self.asking.decided,
                after: self.asking.after,
                may_take_up: self.unfinished.home.is_some(),
            };
            tokio::select! {
                // events first: a decision asked for before they are handled would be about a position that is past
                biased;
                happening = events.next() => match happening {
                    Some(happening) => {
                        self.tell(&happening)?;
                        self.tell_agreement()?;
                    }
                    None => break,
                },
                // leaving is a request: the loop continues until the match has written what it must and ends its events
                () = self.interrupt.pressed(), if !has_left => {
                    has_left = true;
                    self.clear_waiting();
                    self.handle.send(Command::Leave);
                }
                // a change without an event may still call for a decision
                _ = changes.changed(), if !snapshot.ended => self.tell_agreement()?,
                line = next_line(&mut self.answers), if !has_left && !snapshot.ended && is_looking(&snapshot) => {
                    self.read_answer(&line)?;
                }
                choice = attend(&mut self.deciders, &snapshot, asker, &asks),
                    if !has_left && !snapshot.ended && !owes_answer => match choice {
                    Ok(Attended::Seat(seat, choice)) => has_left = self.carry_out(seat, choice, &snapshot),
                    Ok(Attended::Line(line)) => self.read_answer(&line)?,
                    Ok(Attended::Asker(key, is_let_in)) => {
                        self.door.decided.push(key);
                        self.handle.send(match is_let_in {
                            true => Command::LetIn(key),
                            false => Command::TurnAway(key),
                        });
                    }
                    Err(error) => {
                        self.handle.send(Command::Leave);
                        // the match file must be whole before the program ends with the error
                        self.handle.clone().wait_for(|snapshot| snapshot.ended).await;
                        let advice = error.advice(match self.is_by_mail {
                            true => "warlord import FILE LETTER",
                            false => "warlord resume FILE",
                        });
                        return Err(anyhow::Error::new(error).context(Failure::new("the player cannot continue", advice)));
                    }
                },
            }
        }
        self.clear_waiting();
        let snapshot = self.handle.snapshot();
        if let Some(invitation) = snapshot.meeting.invitation.as_ref()
            && !matches!(snapshot.stage, Stage::Playing | Stage::Over)
            && snapshot.messages.error.is_none()
        {
            let until = home::date(invitation.last_day.into());
            let text = format!(
                "The invitation is good until {until}: with `warlord invitations` you can list it, wait for its guest again, or withdraw it."
            );
            self.reporter.report(&Report::Note { text })?;
        }
        let is_kept = matches!(snapshot.stage, Stage::Playing) && !self.is_by_mail;
        // after an error the error's own advice says how to continue
        if is_kept && snapshot.played.verdict.is_none() && snapshot.messages.error.is_none() {
            self.deciders.each(Decider::interrupt);
            let file = snapshot.file.display();
            let text = format!("The match is kept: `warlord resume {file}` continues it.");
            self.reporter.report(&Report::Note { text })?;
        }
        Ok(match (&snapshot.played.verdict, &snapshot.messages.error) {
            (Some(verdict), _) => Ending::Judged(verdict.clone()),
            (None, Some(trouble)) => Ending::Failed(trouble.clone()),
            (None, None) => Ending::Left,
        })
    }

    /// Takes a line that was typed before the other player has come: the host's user enters an answer code, and an
    /// empty line dials the other player now.
    fn read_answer(&mut self, line: &str) -> anyhow::Result<()> {
        self.clear_waiting();
        let is_host = self.handle.snapshot().meeting.invitation.is_some();
        // a guest has nothing to enter, so any line means: try again now
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

    /// Carries out a decision of the player; true if the player leaves.
    fn carry_out(&mut self, seat: Seat, choice: Decision, snapshot: &Snapshot) -> bool {
        let command = match choice {
            Decision::Orders(orders) => {
                self.decided(snapshot, seat);
                Command::Propose { seat, orders }
            }
            Decision::Resign => {
                self.decided(snapshot, seat);
                Command::Resign { seat }
            }
            Decision::OfferDraw => Command::OfferDraw { seat },
            Decision::AnswerDraw(accept) => {
                // declining leaves the decision as it was; agreeing takes its place
                if accept {
                    self.decided(snapshot, seat);
                }
                for seat in self.answers_for(seat, snapshot.proposals.draw_offer, snapshot) {
                    self.handle.send(Command::AnswerDraw { seat, accept });
                }
                return false;
            }
            Decision::AskTakeback => Command::AskTakeback { seat },
            Decision::AnswerTakeback(accept) => {
                // the request that the player was shown, not one that came since
                let note = self.taking_back.shown.unwrap_or_default();
                let by = snapshot.proposals.takeback_asked.map(|asked| asked.seat);
                for seat in self.answers_for(seat, by, snapshot) {
                    self.handle
                        .send(Command::AnswerTakeback { seat, note, accept });
                }
                return false;
            }
            Decision::Continue(asks) => {
                let wish = ContinueWish::default();
                match asks {
                    true => Command::AskToContinue(wish),
                    false => Command::WeighContinue(wish),
                }
            }
            Decision::AnswerContinue(accept) => return self.answer_continue(accept),
            Decision::Claim => Command::Claim { seat },
            Decision::GoOn { name, agree } => {
                self.go_on(name.as_deref(), agree, snapshot);
                return false;
            }
            Decision::Reach(code) => Command::Reach(code),
            Decision::Say(text) => Command::Chat(text),
            Decision::SayToTeam(text) => Command::TeamChat { seat, text },
            // by the id of the offer that the player was shown: a changed offer is refused instead of accepted unseen
            Decision::Agree(true) => match &snapshot.contract.offer {
                Some(offer) => Command::Accept(offer.sid),
                None => return false,
            },
            Decision::Agree(false) => Command::Decline,
            Decision::Leave => Command::Leave,
            Decision::TakeUp => {
                self.unfinished.wanted = unfinished(snapshot).first().map(|game| game.file.clone());
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
            self.deciders.each(Decider::interrupt);
            self.reporter.report(&report)?;
        }
        match happening {
            Happening::Asked(asker) if self.door.is_open => {
                self.handle.send(Command::LetIn(asker.key));
            }
            // a player who asks again is a new question
            Happening::Asked(asker) => self.door.decided.retain(|key| *key != asker.key),
            Happening::Session(SessionEvent::Step(step)) => {
                self.deciders.each(Decider::stepped);
                self.taking_back.is_granted = false;
                match step.deed {
                    Deed::Orders { seat, .. } => self.ordered(seat, step, &snapshot)?,
                    Deed::TakenBack { .. } => self.show_taken_back(&snapshot),
                    Deed::Opened(_) | Deed::Lots { .. } | Deed::Continued { .. } => {}
                }
                self.show_clocks(&snapshot)?;
            }
            Happening::Session(SessionEvent::Offered(_)) => {
                show_terms(&mut self.reporter, &snapshot)?;
                let words = snapshot.origin_words();
                if !words.is_empty() {
                    let text = words.join(" ");
                    self.reporter.report(&Report::Note { text })?;
                }
                if let Some(host) = snapshot
                    .meeting
                    .acquaintance
                    .as_ref()
                    .filter(|_| self.is_by_mail)
                {
                    let text = format!("The letter is from {}: {host}.", host.name);
                    self.reporter.report(&Report::Note { text })?;
                }
                self.tell_unfinished(&snapshot)?;
            }
            Happening::Session(SessionEvent::Agreed) => {
                if snapshot.contract.offer.is_none() && snapshot.meeting.invitation.is_some() {
                    self.tell_unfinished(&snapshot)?;
                }
                self.show_clocks(&snapshot)?;
            }
            Happening::Session(SessionEvent::DrawOffered(by)) => self.draw_offered(*by, &snapshot),
            Happening::Session(SessionEvent::TakebackAnswered(_, accept)) => {
                self.taking_back.is_granted = *accept
            }
            Happening::Session(SessionEvent::TakebackAsked(asked)) => {
                self.taking_back.is_granted = false;
                self.takeback_asked(*asked, &snapshot);
            }
            Happening::Session(SessionEvent::ContinueAsked(_)) => self.asked_to_continue(),
            Happening::Session(SessionEvent::ContinueDeclined(_)) => self.continuing.answered(),
            Happening::Session(SessionEvent::ContinueLapsed) => {
                self.continuing.lapsed();
                self.wait_for_continuing();
                self.deciders.spokesman().asked_to_continue(false);
            }
            Happening::Continued { .. } => {
                self.continuing.answered();
                self.asking.decided.clear();
                self.deciders.spokesman().asked_to_continue(false);
                self.show_taken_back(&snapshot);
                self.show_clocks(&snapshot)?;
            }
            Happening::Refused(trouble) => {
                if !snapshot.next.asks {
                    // the match moved on before the question was out
                    self.continuing.lapsed();
                }
                return self.refused(trouble);
            }
            _ => {}
        }
        Ok(())
    }

    /// Passes on the orders of a seat: to the people who did not type them, and to the callback.
    fn ordered(&mut self, seat: Seat, step: &Arc<Step>, snapshot: &Snapshot) -> io::Result<()> {
        if self.is_news(seat, snapshot) {
            let events = || step.events().cloned().collect();
            self.deciders.each(|decider| decider.seen(events()));
        }
        if let (Some(on_orders), Some(history)) = (&mut self.on_orders, &snapshot.played.history) {
            let mut orders = history.orders();
            // by identity: after a takeback the history may hold equal orders of an earlier step
            if let Some(orders) = orders.find(|orders| std::ptr::eq(orders.step, step.as_ref())) {
                on_orders(step, &history.position_after(orders.at + 1))?;
            }
        }
        // only orders count as progress: a program refused again and again in one turn is broken
        self.asking.refusals = 0;
        Ok(())
    }

    fn refused(&mut self, trouble: &Trouble) -> anyhow::Result<()> {
        self.asking.decided.clear();
        self.asking.refusals += 1;
        self.asking.after = Some(Instant::now() + ASK_AGAIN);
        // a person may be refused any number of times; a program would ask forever
        if self.asking.refusals > MOST_REFUSALS && !self.deciders.reads_lines() {
            return Err(Failure::new(trouble.what.clone(), trouble.advice.clone()).into());
        }
        let Trouble { what, advice } = trouble;
        self.deciders.each(|decider| decider.refused(what, advice));
        Ok(())
    }
}
