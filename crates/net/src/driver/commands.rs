//! The user's commands.

use std::collections::VecDeque;
use std::sync::Arc;

use protocol::frame::{CHAT_LINES, CHAT_WINDOW, MAX_CHAT};
use protocol::{Audience, ContinueWish, Fresh, Now, ProposeError, Seat, Session, SessionEvent};
use reach::Trouble;
use tokio::time::Instant;

use super::{Driver, Wire, steps};
use crate::fresh::fresh;
use crate::handle::{Command, Happening};
use crate::snapshot::ChatLine;

impl Driver {
    pub(super) fn command(&mut self, command: Command) {
        let now = self.now();
        let result = match command {
            // the id of the offer that was shown goes back with the answer: a host cannot change it under the user's
            // click
            Command::Accept(shown) => {
                let mut accepted = self
                    .chairs
                    .iter_mut()
                    .map(|chair| chair.session.accept(now, &shown));
                accepted
                    .find(Result::is_ok)
                    .unwrap_or(Err(ProposeError::OtherOffer))
            }
            Command::Decline => {
                self.chairs
                    .iter_mut()
                    .for_each(|chair| chair.session.decline());
                Ok(())
            }
            Command::Propose { seat, orders } => {
                self.ask(seat, |session| session.propose(now, &orders))
            }
            Command::Resign { seat } => self.ask(seat, |session| session.resign(now)),
            Command::OfferDraw { seat } => self.ask(seat, |session| session.offer_draw(now)),
            Command::AnswerDraw { seat, accept } => {
                self.ask(seat, |session| session.answer_draw(now, accept))
            }
            Command::AskTakeback { seat } => self.ask(seat, |session| session.ask_takeback(now)),
            Command::AnswerTakeback { seat, note, accept } => {
                self.ask(seat, |session| session.answer_takeback(now, &note, accept))
            }
            Command::Claim { seat } => self.ask(seat, |session| session.claim(now)),
            Command::WeighContinue(wish) => self.weigh_continue(wish),
            Command::AskToContinue(wish) => return self.ask_to_continue(now, wish),
            Command::AnswerContinue(accept) => {
                self.asked = None;
                // handled by itself: agreeing needs fresh secrets, and its errors are shown there
                return self.answer_continue(now, accept);
            }
            Command::GoOnWithout { seat, agrees } => return self.go_on_without(now, seat, agrees),
            Command::GoOnAhead(answer) => return self.go_on_ahead(now, answer),
            Command::Import(letter) => return self.import(now, &letter),
            Command::Export => return self.export(),
            Command::Chat(text) => return self.chat(now, Audience::All, None, &text),
            Command::TeamChat { seat, text } => {
                return self.chat(now, Audience::Team, Some(seat), &text);
            }
            Command::Dial => {
                self.dial_everywhere();
                Ok(())
            }
            Command::Reach(code) => {
                if let Err(trouble) = self.reach(&code) {
                    return self.refuse(trouble.what, &trouble.advice);
                }
                Ok(())
            }
            Command::AskServices(services) => {
                self.ask_services_of(services);
                Ok(())
            }
            Command::LetIn(key) => {
                self.let_in(key);
                Ok(())
            }
            Command::TurnAway(key) => {
                self.turn_away(key);
                Ok(())
            }
            Command::KeepLine => {
                self.ending.keeps_line = true;
                Ok(())
            }
            Command::Withdraw => {
                if let Wire::Remote(remote) = &mut self.wire {
                    // taken from the disk too, or the next start of the window would wait for this guest again
                    remote.house.callers.withdraw();
                }
                self.leave();
                Ok(())
            }
            Command::Leave => {
                self.leave();
                Ok(())
            }
        };
        match result {
            Ok(()) => self.view.shown.messages.refused = None,
            Err(error) => self.refuse(error.to_string(), error.advice()),
        }
    }

    /// Shows what continuing in a new match would change.
    fn weigh_continue(&mut self, wish: ContinueWish) -> Result<(), ProposeError> {
        let session = self.spokesman().ok_or(ProposeError::NotYourTurn)?;
        match session.may_ask_to_continue() {
            // a line that is being replaced comes back
            Ok(()) | Err(ProposeError::NotHeard) => {}
            Err(cause) => return Err(cause),
        }
        let terms = session.continue_terms(wish);
        let terms = terms.ok_or(ProposeError::NotYourTurn)?;
        // kept in the snapshot as well: the page that shows them may be drawn after the happening was read
        self.view.shown.next.terms = Some(terms.clone());
        self.user.told.push(Happening::ContinueWeighed(terms));
        Ok(())
    }

    /// Asks to continue in a new match, at once or as soon as the other player is heard.
    pub(super) fn ask_to_continue(&mut self, now: Now, wish: ContinueWish) {
        let session = self.spokesman();
        let seat = session.as_ref().map_or(Seat(0), |session| session.seat());
        let may = session.map(|session| session.may_ask_to_continue());
        // not heard yet: the peer's HEAD decides whether there is anything to ask, so the wish waits
        if may != Some(Err(ProposeError::NotHeard)) {
            self.with_fresh(seat, |session, fresh| {
                session.ask_to_continue(now, wish, fresh)
            });
            let session = self.spokesman();
            // the session refused: the reason is shown, and no question waits for the next line
            if session.is_none_or(|session| !session.asks_to_continue()) {
                self.asked = None;
                return;
            }
        }
        // remembered with the length of the match: a question that is repeated on a new line must not follow moves that
        // the player had not seen when asking
        self.asked = Some((wish, self.steps()));
    }

    fn steps(&mut self) -> usize {
        self.spokesman().map_or(0, |session| steps(session))
    }

    /// Asks once more to continue in a new match, if the end of a line has ended the question too and nothing was
    /// played since. By letter a question does not end.
    pub(super) fn ask_again(&mut self) {
        let Some((wish, steps)) = self.asked else {
            return;
        };
        let is_played = self.steps() != steps;
        let Some(session) = self.spokesman() else {
            return;
        };
        let seat = session.seat();
        // one question at a time: this one stands still, or the other player has asked first
        if session.asks_to_continue() || session.asked_to_continue().is_some() {
            return;
        }
        // the player has agreed to what it would change then
        if is_played {
            self.asked = None;
            return self
                .user
                .told
                .push(Happening::Session(SessionEvent::ContinueLapsed));
        }
        match session.may_ask_to_continue() {
            Ok(()) => {
                let now = self.now();
                self.with_fresh(seat, |session, fresh| {
                    session.ask_to_continue(now, wish, fresh)
                });
            }
            // the other has shown a result that was not known here: no waiting helps
            Err(cause @ (ProposeError::DrawStands | ProposeError::WinStands)) => {
                self.asked = None;
                self.refuse(cause.to_string(), cause.advice());
            }
            Err(_passing) => {}
        }
    }

    /// The session that asks others to continue in a new match, and answers them: the first of this machine. Within this
    /// program nobody needs to be asked.
    fn spokesman(&mut self) -> Option<&mut Session> {
        match self.wire {
            Wire::Local => None,
            Wire::Remote(_) | Wire::Mail { .. } => {
                self.chairs.first_mut().map(|chair| &mut chair.session)
            }
        }
    }

    /// Answers the question of another machine's player, for all players of this one who are asked.
    fn answer_continue(&mut self, now: Now, accept: bool) {
        let seats: Vec<Seat> = self
            .chairs
            .iter()
            .map(|chair| &chair.session)
            .filter(|session| session.asked_to_continue().is_some())
            .map(Session::seat)
            .collect();
        if seats.is_empty() {
            let error = ProposeError::NotAsked;
            return self.refuse(error.to_string(), error.advice());
        }
        for seat in seats {
            self.with_fresh(seat, |session, fresh| {
                session.answer_continue(now, accept, fresh)
            });
        }
    }

    /// A player of this machine asks to continue, and the one of that chair does too.
    pub(super) fn agree_to_continue(&mut self, index: usize) {
        let now = self.now();
        let seat = self.chairs[index].session.seat();
        self.with_fresh(seat, |session, fresh| {
            session.answer_continue(now, true, fresh)
        });
    }

    /// Carries out a step of that seat toward a new match, with secrets from the system.
    fn with_fresh(
        &mut self,
        seat: Seat,
        step: impl FnOnce(&mut Session, &Fresh) -> Result<(), ProposeError>,
    ) {
        // fresh for each question: every nonce and coin of the new match comes from this secret (section 4)
        let fresh = match fresh() {
            Ok(fresh) => fresh,
            Err(error) => return self.refuse(error.to_string(), error.advice()),
        };
        let is_here = matches!(self.wire, Wire::Local);
        let chair = self.chair(seat).filter(|_| !is_here);
        let chair = chair.ok_or(ProposeError::NotYourTurn);
        match chair.and_then(|chair| step(&mut chair.session, &fresh)) {
            Ok(()) => {
                self.view.shown.messages.refused = None;
                self.view.shown.next.terms = None;
            }
            Err(error) => self.refuse(error.to_string(), error.advice()),
        }
    }

    pub(super) fn import(&mut self, now: Now, letter: &[u8]) {
        let Some(chair) = self.chairs.first_mut() else {
            return;
        };
        match chair.session.import(now, letter) {
            Ok(()) => self.view.shown.messages.refused = None,
            Err(error) => {
                // a record that convicts the other player is in the match file before anybody hears of it
                if let Err(unwritten) = self.carry_out() {
                    return self.fail(unwritten.to_string(), unwritten.advice());
                }
                self.flush();
                self.refuse(error.to_string(), error.advice());
            }
        }
    }

    /// Writes the letter of everything that is on disk.
    pub(super) fn export(&mut self) {
        self.flush();
        // the flush may have failed: what is not on disk must not leave by letter (threat 18)
        if self.letter.is_unkept {
            return;
        }
        let letter = self.chairs.first().map(|chair| chair.session.export());
        match letter {
            Some(Ok(letter)) => self.view.shown.letter = Some(Arc::new(letter)),
            Some(Err(error)) => self.refuse(error.to_string(), error.advice()),
            None => {}
        }
    }

    pub(super) fn leave(&mut self) {
        self.ending.is_leaving = true;
        self.ending.is_over = true;
        // who has the whole match says `done`, as the end of the line does too. A word of leaving beside it can come first,
        // since it goes by another stream: the peer would take the line for lost, and wait for this side in vain
        if self.view.shown.played.verdict.is_none() {
            // the sessions speak a last word, which `settle` carries out before the line ends
            self.chairs
                .iter_mut()
                .for_each(|chair| chair.session.leave());
        }
    }

    pub(super) fn ask(
        &mut self,
        seat: Seat,
        ask: impl FnOnce(&mut Session) -> Result<(), ProposeError>,
    ) -> Result<(), ProposeError> {
        let Some(chair) = self.chair(seat) else {
            return Err(ProposeError::NotYourTurn);
        };
        // compared before and after: only the session knows whether it signs now or keeps the decision for the next
        // line
        let before = chair.session.keeps_decision();
        ask(&mut chair.session)?;
        if !before && chair.session.keeps_decision() {
            let whom = match self.is_table() {
                true => "another player",
                false => "the other player",
            };
            let note = format!(
                "The decision is kept. It is signed in a minute, or as soon as {whom} is connected."
            );
            self.user.told.push(Happening::Note(note));
        }
        Ok(())
    }

    pub(super) fn refuse(&mut self, what: impl Into<String>, advice: &str) {
        let trouble = Trouble {
            what: what.into(),
            advice: advice.to_owned(),
        };
        self.user.told.push(Happening::Refused(trouble.clone()));
        self.view.shown.messages.refused = Some(trouble);
    }

    /// Says something as the player of that seat, or as the first of this machine.
    fn chat(&mut self, now: Now, to: Audience, seat: Option<Seat>, text: &str) {
        // cleaned before it is measured: what the peer would drop must not count against the limit
        let text = protocol::plain_text(text);
        // refused here with a reason: the session would cut the message without a word
        if text.len() > MAX_CHAT {
            return self.refuse(
                format!("the message has over {MAX_CHAT} bytes"),
                "say it shorter",
            );
        }
        if !may_speak(&mut self.said) {
            return self.refuse(
                format!(
                    "more than {CHAT_LINES} messages in {} seconds",
                    CHAT_WINDOW.as_secs()
                ),
                "wait a little",
            );
        }
        let mut chairs = self.chairs.iter_mut();
        let chair = chairs.find(|chair| seat.is_none_or(|seat| chair.session.seat() == seat));
        if let Some(chair) = chair {
            let unreached = chair.session.chat(now, to, &text);
            // shown at once, heard or not: chat is in no file, and nobody repeats it
            let seat = chair.session.seat();
            self.view.say(ChatLine {
                seat,
                to,
                text: text.clone(),
            });
            let event = SessionEvent::Chat { seat, to, text };
            self.user.told.push(Happening::Session(event));
            if let Some(names) = self.view.shown.names_of(&unreached) {
                self.refuse(
                    format!("your words to the team have not reached {names}"),
                    "say them again once everybody of your team is connected",
                );
            }
        }
    }
}

/// True if the peer accepts another chat line: at most [`CHAT_LINES`] in [`CHAT_WINDOW`].
fn may_speak(said: &mut VecDeque<Instant>) -> bool {
    // tokio's clock, which stands still in tests with a paused clock
    let now = Instant::now();
    while said
        .front()
        .is_some_and(|&at| now.duration_since(at) >= CHAT_WINDOW)
    {
        said.pop_front();
    }
    let may = said.len() < CHAT_LINES;
    if may {
        said.push_back(now);
    }
    may
}
