//! Continuing in a new match: the answer given beforehand, and what a sitting remembers of the question.

use std::str::FromStr;

use clap::Args;
use net::Snapshot;
use protocol::{Agreement, ContinueTerms, ContinueWish, ProposeError};
use reach::Trouble;

/// The answer to another player who asks to continue in a new match, given before anybody asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Answer(pub(crate) bool);

/// The error of a text that is neither answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("accept or decline was expected")]
pub(crate) struct AnswerError;

impl FromStr for Answer {
    type Err = AnswerError;

    fn from_str(text: &str) -> Result<Self, AnswerError> {
        match text {
            "accept" => Ok(Self(true)),
            "decline" => Ok(Self(false)),
            _ => Err(AnswerError),
        }
    }
}

/// The answer of a player who may not be asked.
#[derive(Debug, Default, Args)]
pub(crate) struct AnswerArguments {
    /// Answer a request to continue in a new match: `accept` or `decline`. Without this option the
    /// program asks you if you play at a terminal, and declines if a program plays
    #[arg(long = "continue", value_name = "ANSWER")]
    pub(crate) answer: Option<Answer>,
}

/// The memory of a sitting about continuing in a new match.
#[derive(Debug, Default)]
pub(crate) struct Continuing {
    /// What the player asks for as soon as that is possible.
    pub(crate) wish: Option<ContinueWish>,
    /// The wish that was asked and not answered yet.
    asked: Option<ContinueWish>,
    /// The answer given beforehand.
    pub(crate) answer: Option<Answer>,
    /// True once the question that stands has been answered.
    pub(crate) has_answered: bool,
    /// Who has agreed to what this player has agreed to, as it was told last.
    pub(crate) agreement: Option<Agreement>,
    /// The reason last shown to the player why nothing is asked yet.
    pub(crate) told: Option<Trouble>,
}

impl Continuing {
    /// The wish, once the player may ask for it.
    pub(crate) fn asks_now(&mut self, snapshot: &Snapshot) -> Option<ContinueWish> {
        // the wish stays until asking is possible: before both programs have met, neither knows from which step to
        // continue
        snapshot.next.may_ask?;
        self.asked = self.wish.take();
        self.asked
    }

    /// The match continued before the other player answered: the question is asked again.
    pub(crate) fn lapsed(&mut self) {
        // a wish that came meanwhile is newer than the question that lapsed
        self.wish = self.wish.or(self.asked.take());
    }

    pub(crate) fn answered(&mut self) {
        // asked with the wish: a question that has its answer must not come again when the match continues
        (self.wish, self.asked) = (None, None);
    }

    /// Why the player cannot ask, if that is not what was shown last.
    pub(crate) fn hindered(&mut self, snapshot: &Snapshot) -> Option<Trouble> {
        let cause = snapshot.next.why_not.as_ref()?;
        // not having heard of the other player is how every line begins, and passes by itself
        let is_usual = cause.what == ProposeError::NotHeard.to_string();
        if self.wish.is_none() || is_usual || self.told.as_ref() == Some(cause) {
            return None;
        }
        self.told = Some(cause.clone());
        self.told.clone()
    }
}

/// What the player agrees to, a line each.
pub(crate) fn words(terms: &ContinueTerms, snapshot: &Snapshot) -> Vec<String> {
    let own = snapshot.contract.seats.iter().find(|info| info.mine);
    let name = |seat| {
        let info = snapshot.seat(seat);
        info.map_or("the other player", |info| info.called.as_str())
    };
    own.map_or_else(Vec::new, |own| terms.in_words(own.seat, name))
}
