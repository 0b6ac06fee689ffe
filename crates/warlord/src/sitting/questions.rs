//! The questions of the players to each other in a match: a draw, a turn back, a new match in its place.

use std::io;

use net::{Command, Snapshot};
use protocol::{AskedBack, Seat};
use tokio::time::Instant;

use super::deciding::people;
use super::{CONTINUING, Sitting};
use crate::continuing::Answer;
use crate::report::Report;

/// A request of the other player to take turns back.
#[derive(Default)]
pub(super) struct TakingBack {
    /// The request is granted, and the player knows: what the other program signs for it later is not reported again.
    pub(super) is_granted: bool,
    /// The player was asked by mail, and may answer before the letter is written.
    pub(super) is_asked: bool,
    /// The request that the player was shown last.
    pub(super) shown: Option<[u8; 32]>,
}

impl Sitting {
    pub(super) fn draw_offered(&mut self, by: Seat, snapshot: &Snapshot) {
        for seat in self.asked_now(by, snapshot) {
            if let Some(accept) = self.deciders.at(seat).draw_offered() {
                self.handle.send(Command::AnswerDraw { seat, accept });
            }
        }
    }

    /// Asks to continue in a new match, if the player wants that and may ask.
    pub(super) fn ask_to_continue(&mut self, snapshot: &Snapshot) -> io::Result<()> {
        if let Some(wish) = self.continuing.asks_now(snapshot) {
            self.wait_for_continuing();
            // both: the first brings the words that say what the question means, the second asks it
            self.handle.send(Command::WeighContinue(wish));
            self.handle.send(Command::AskToContinue(wish));
        }
        let Some(cause) = self.continuing.hindered(snapshot) else {
            return Ok(());
        };
        self.clear_waiting();
        let text = format!(
            "Nobody is asked to continue in a new match yet: {cause}.\n  do: {}",
            cause.advice
        );
        self.reporter.report(&Report::Note { text })
    }

    /// Tells a player of a table who has agreed to a new match, and who is missing, whenever that changes after the player's
    /// own yes.
    pub(super) fn tell_agreement(&mut self) -> io::Result<()> {
        let snapshot = self.handle.snapshot();
        let agreement = snapshot.next.agreement.as_ref();
        if agreement == self.continuing.agreement.as_ref() {
            return Ok(());
        }
        self.continuing.agreement = agreement.cloned();
        let Some(agreement) = agreement else {
            return Ok(());
        };
        self.clear_waiting();
        let text = protocol::plain_text(&snapshot.agreement_words(agreement));
        self.reporter.report(&Report::Note { text })
    }

    /// Puts off the player's next decision: made now, it would leave the position from which both continue.
    pub(super) fn wait_for_continuing(&mut self) {
        self.asking.after = Some(Instant::now() + CONTINUING);
    }

    /// The other player asks to continue in a new match: gives the answer decided beforehand, or asks the player. By
    /// mail the next run of the program may answer.
    pub(super) fn asked_to_continue(&mut self) {
        let said = self.continuing.answer.map(|Answer(accept)| accept);
        // the question stands in the letter, so the next run of the program may answer it
        let is_left = self.is_by_mail && !self.deciders.is_at_terminal();
        match said {
            None if is_left => {}
            None => {
                if let Some(accept) = self.deciders.spokesman().asked_to_continue(true) {
                    self.answer_continue(accept);
                }
            }
            Some(accept) => {
                self.answer_continue(accept);
            }
        }
    }

    /// Answers the other player's question; true if the player leaves with that. By mail the new match is written into
    /// the letter, and a turn of the old match would undo that.
    pub(super) fn answer_continue(&mut self, accept: bool) -> bool {
        self.handle.send(Command::AnswerContinue(accept));
        self.continuing.has_answered = true;
        if accept {
            self.wait_for_continuing();
        }
        let leaves = accept && self.is_by_mail;
        if leaves {
            self.handle.send(Command::Leave);
        }
        leaves
    }

    /// True if the letter is ready and the player has nothing more to answer. Asks the player about a takeback that
    /// this letter or an earlier one asks for.
    pub(super) fn has_answered(&mut self, snapshot: &Snapshot) -> bool {
        let is_other = |asked: &AskedBack| snapshot.seat(asked.seat).is_some_and(|info| !info.mine);
        let asks = snapshot.proposals.takeback_asked.filter(is_other);
        if let Some(asked) = asks.filter(|_| !self.taking_back.is_asked) {
            self.takeback_asked(asked, snapshot);
        }
        self.taking_back.is_asked = asks.is_some();
        let waits = snapshot.next.asked.is_some() && self.deciders.is_at_terminal();
        self.deciders
            .spokesman()
            .asked_by_mail(self.taking_back.is_asked || waits);
        // the letter is written last: everything the player still answers must be in it
        asks.is_none()
            && !waits
            && snapshot.deciding.to_decide.is_empty()
            && snapshot.letter.is_some()
    }

    pub(super) fn takeback_asked(&mut self, asked: AskedBack, snapshot: &Snapshot) {
        self.taking_back.is_asked = self.is_by_mail;
        let note = asked.note;
        let turn = snapshot.turn_named(asked.turn);
        self.taking_back.shown = Some(note);
        for seat in self.asked_now(asked.seat, snapshot) {
            if let Some(accept) = self.deciders.at(seat).takeback_asked(&turn) {
                self.handle
                    .send(Command::AnswerTakeback { seat, note, accept });
            }
        }
    }

    /// This program's seats that are asked at once what a seat asks, the people at one keyboard as one.
    fn asked_now(&mut self, by: Seat, snapshot: &Snapshot) -> Vec<Seat> {
        let mut asked = asked_beside(by, snapshot);
        if people(&self.deciders, snapshot).is_none() {
            return asked;
        }
        // whoever asks at this keyboard holds it, and between two people nobody reads: the next one is asked with the keyboard
        let is_here = snapshot.seat(by).is_some_and(|info| info.mine);
        let mut is_asked =
            is_here && self.deciders.is_person(by) || self.deciders.spokesman().is_changing_hands();
        asked.retain(|seat| {
            !self.deciders.is_person(*seat) || !std::mem::replace(&mut is_asked, true)
        });
        asked
    }

    /// The seats for which a player answers what a seat asks: with several people at one keyboard whoever holds it answers for
    /// all whom it concerns, as in the window, since the question ends with the next turn.
    pub(super) fn answers_for(
        &self,
        seat: Seat,
        by: Option<Seat>,
        snapshot: &Snapshot,
    ) -> Vec<Seat> {
        let mut asked = by.map_or_else(Vec::new, |by| asked_beside(by, snapshot));
        asked.retain(|other| self.deciders.is_person(*other));
        match people(&self.deciders, snapshot).is_some() && !asked.is_empty() {
            true => asked,
            false => vec![seat],
        }
    }
}

/// This program's seats that answer what a seat asks: those of other teams, since nobody answers for the one that asks,
/// not even a program that plays both.
fn asked_beside(by: Seat, snapshot: &Snapshot) -> Vec<Seat> {
    let team = snapshot.seat(by).map(|info| info.team);
    let own = snapshot.contract.seats.iter().filter(|info| info.mine);
    let asked = own.filter(|info| Some(info.team) != team);
    asked.map(|info| info.seat).collect()
}
