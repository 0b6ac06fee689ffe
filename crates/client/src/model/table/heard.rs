//! The difference between what was known of a match before and what is known now, in words.

use std::sync::Arc;

use home::Invitation;
use kit::model::words::capital;
use net::{LineState, Snapshot};
use protocol::{Audience, Deed, Seat, Stage, Step};
use rules::Rules;

use super::Table;
use crate::model::call::{Call, Sound};

impl Table {
    /// Keeps the new lines of talk; returns a call for the last one that somebody else said.
    pub(crate) fn hear_talk(&mut self, before: &Snapshot) -> Option<Call> {
        let known = before.messages.chat.len();
        // a long talk loses its oldest line with each new one, so that its length no longer changes
        let new = match self.seen.messages.chat.len() > known {
            true => known,
            false if self.seen.messages.chat != before.messages.chat => known.saturating_sub(1),
            false => return None,
        };
        let mut call = None;
        for said in &self.seen.messages.chat[new..] {
            let seat = self.seen.seat(said.seat);
            let name = seat.map_or("", |seat| seat.called.as_str());
            // after the end, a line that is only a code of the speaker's own match offers a rematch;
            // with words around it, or of a third player's match, it is talk
            let is_alone = said.text.split_whitespace().count() == 1;
            let code: Option<Invitation> = said.text.parse().ok().filter(|_| is_alone);
            let code = code.filter(|_| self.seen.played.outcome.is_some());
            if let Some((seat, _)) = seat.zip(code).filter(|(seat, code)| seat.key == code.host) {
                if !seat.mine {
                    self.rematch = Some(said.text.clone());
                    call = Some(Call::new(Sound::Offer, format!("{name} offers a rematch.")));
                }
                continue;
            }
            // this player's own line counts as read only if nothing unread stands before it
            let is_read = self.talk.read == self.talk.lines.len();
            let to_team = said.to == Audience::Team;
            self.talk.say(name, &said.text, to_team);
            if seat.is_some_and(|seat| seat.mine) {
                if is_read {
                    self.talk.read = self.talk.lines.len();
                }
            } else {
                let to = if to_team { " to your team" } else { "" };
                call = Some(Call::new(Sound::Talk, format!("{name}{to}: {}", said.text)));
            }
        }
        call
    }

    /// The answer to this player's offer of a draw.
    pub(crate) fn answer(&self, before: &Snapshot) -> Option<String> {
        let by = before
            .proposals
            .draw_offer
            .filter(|_| self.seen.proposals.draw_offer.is_none())?;
        let is_mine = self.seen.seat(by).is_some_and(|seat| seat.mine);
        if !is_mine || self.seen.played.outcome.is_some() {
            return None;
        }
        // an offer lapses with the next step, and the other player has said nothing to it
        if self.seen.record().len() != before.record().len() {
            return Some("The offer of a draw is over: the turn went on.".to_owned());
        }
        let who = self.decliner(by);
        Some(format!("{who} declines the draw: the game continues."))
    }

    /// The answer to this player's question for a turn back, if it was no.
    pub(crate) fn takeback_answer(&self, before: &Snapshot) -> Option<String> {
        let is_over = self.seen.proposals.takeback_asked.is_none();
        let asked = before.proposals.takeback_asked.filter(|_| is_over)?;
        let is_mine = self.seen.seat(asked.seat).is_some_and(|seat| seat.mine);
        if !is_mine || self.seen.played.outcome.is_some() || self.seen.file != before.file {
            return None;
        }
        let new = self.history().get(known(before)..).unwrap_or_default();
        let is_granted = |step: &Arc<Step>| matches!(step.deed, Deed::TakenBack { .. });
        if new.iter().any(is_granted) {
            return None;
        }
        if !new.is_empty() {
            return Some("Your takeback request is over: the match continued.".to_owned());
        }
        let who = self.decliner(asked.seat);
        Some(format!("{who} declines the takeback: the game continues."))
    }

    /// The name of the player who declined a seat's question; at a table of more than two no snapshot says who it was.
    fn decliner(&self, by: Seat) -> &str {
        let mut others = self.seen.contract.seats.iter();
        let other = others.find(|seat| seat.seat != by);
        match other.filter(|_| !self.seen.has_table()) {
            Some(seat) => &seat.called,
            None => "Somebody",
        }
    }

    /// The end of this player's question to continue in a new match, if it led to none.
    pub(crate) fn continue_answer(&self, before: &Snapshot) -> Option<String> {
        let is_over = before.next.asks && !self.seen.next.asks;
        if !is_over || self.seen.file != before.file {
            return None;
        }
        let is_same = self.seen.record().len() == before.record().len();
        // the question lapses with the next step or with the line; otherwise the other player has declined it
        if !is_same || self.seen.line != LineState::Up {
            return Some("You ask no more to continue in a new match: the match went on, or the connection was lost.".to_owned());
        }
        let name = capital(self.another());
        Some(format!("{name} does not continue in a new match now."))
    }

    /// The call for what is new, the most important first.
    pub(crate) fn call(&self, before: &Snapshot) -> Option<Call> {
        // the end first: beside it nothing else that happened in the same moment matters
        if let (Some(outcome), None) = (self.seen.played.outcome, before.played.outcome) {
            let family = self.seen.played.position.as_ref()?.family();
            let words = families::outcome(
                family,
                outcome,
                &self.seen.contract.seats,
                self.seen.side_names(),
            );
            return Some(Call::new(Sound::End, words));
        }
        if let Some(words) = self.is_taken(before) {
            return Some(Call::new(Sound::Talk, words));
        }
        if let Some(answer) = self.answer(before) {
            return Some(Call::new(Sound::Offer, answer));
        }
        if let Some(answer) = self.takeback_answer(before) {
            return Some(Call::new(Sound::Offer, answer));
        }
        if let Some(answer) = self.continue_answer(before) {
            return Some(Call::new(Sound::Offer, answer));
        }
        if self.seen.next.asked.is_some() && before.next.asked.is_none() {
            let name = self.who_continues();
            let words = format!("{name} asks to continue in a new match.");
            return Some(Call::new(Sound::Offer, words));
        }
        if let (Some(claim), None) = (self.seen.time.claim, before.time.claim) {
            let by = self.seen.seat(claim.by).filter(|seat| !seat.mine)?;
            let is_mine = |seat| self.seen.seat(seat).is_some_and(|info| info.mine);
            let whose = match is_mine(claim.against) {
                true => "your time".to_owned(),
                false => format!("{}'s time", self.seen.name_of(claim.against)),
            };
            let words = format!("{} claims that {whose} is up.", by.called);
            return Some(Call::new(Sound::Offer, words));
        }
        if let (Some(asked), None) = (
            self.seen.proposals.takeback_asked,
            before.proposals.takeback_asked,
        ) {
            let seat = self.seen.seat(asked.seat).filter(|seat| !seat.mine)?;
            let words = format!(
                "{} asks to take back {}.",
                seat.called,
                self.seen.turn_named(asked.turn)
            );
            return Some(Call::new(Sound::Offer, words));
        }
        // compared, not asked whether there was one: our own offer may have crossed the one that we can take now
        if let Some(by) = self.seen.proposals.draw_offer
            && before.proposals.draw_offer != Some(by)
        {
            let seat = self.seen.seat(by).filter(|seat| !seat.mine)?;
            return Some(Call::new(
                Sound::Offer,
                format!("{} offers a draw.", seat.called),
            ));
        }
        // by who they are and not by their number: one may come in the moment in which another one leaves
        let mut askers = self.seen.meeting.askers.iter();
        let known = &before.meeting.askers;
        if let Some(asker) = askers.rfind(|asker| known.iter().all(|other| other.key != asker.key))
        {
            let name = &asker.name;
            return Some(Call::new(
                Sound::Talk,
                format!("{name} asks to play with you."),
            ));
        }
        None
    }

    /// The words for a host when the invitation was taken: the host's clock may run from now on.
    fn is_taken(&self, before: &Snapshot) -> Option<String> {
        let is_begun = |seen: &Snapshot| matches!(seen.stage, Stage::Playing | Stage::Over);
        if before.meeting.invitation.is_none() || is_begun(before) || !is_begun(&self.seen) {
            return None;
        }
        let guest = self.seen.contract.seats.iter().find(|seat| !seat.mine)?;
        let turn = match self.actor() {
            Some(_) => "it is your turn",
            None => "the match begins",
        };
        let title = self.seen.title();
        Some(format!("{} has come, and {turn}: {title}", guest.called))
    }
}

/// The number of steps in a snapshot.
fn known(seen: &Snapshot) -> usize {
    let history = seen.played.history.as_ref();
    history.map_or(0, |history| history.steps().len())
}
