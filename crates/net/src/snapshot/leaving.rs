//! Players of a table who are gone, and going on without them.

use std::str::FromStr;

use cleaner::text::listed;
use protocol::{Agreement, LeaveTerms, Leaver, Seat, WhyGone};

use super::Snapshot;

/// Going on without players who are gone; of a table of more than two.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Leaving {
    /// Players without whom the others may go on now.
    pub may: Vec<MayLeave>,
    /// Set from the moment when this machine's players have signed the new match: nothing else is signed in this one.
    pub is_going_on: bool,
    /// Without whom this machine's players go on without being asked.
    pub ahead: Option<GoesOn>,
    /// The seats that do not play in this match, since the others went on without them.
    pub gone: Vec<(Seat, WhyGone)>,
    /// The others have gone on without this machine's players.
    pub is_left_out: bool,
}

/// The players without whom this program goes on in a new match and asks nobody: the user has agreed ahead.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GoesOn {
    /// Whoever has resigned, or is convicted by signed bytes.
    Resigned,
    /// Also whoever has not been reached for two minutes.
    Silent,
}

/// The error of a text that names no such players.
#[derive(Debug, thiserror::Error)]
#[error("resigned or silent was expected")]
pub struct GoesOnError;

impl FromStr for GoesOn {
    type Err = GoesOnError;

    fn from_str(text: &str) -> Result<Self, GoesOnError> {
        match text {
            "resigned" => Ok(Self::Resigned),
            "silent" => Ok(Self::Silent),
            _ => Err(GoesOnError),
        }
    }
}

impl GoesOn {
    /// True if the answer is for a player who is gone for that reason. Of a program that shows another position nobody says
    /// ahead that it is the one in the wrong.
    pub(crate) const fn is_for(self, why: WhyGone) -> bool {
        match why {
            WhyGone::Resigned | WhyGone::Convicted => true,
            WhyGone::Silent => matches!(self, Self::Silent),
            WhyGone::Differs => false,
        }
    }
}

/// A player without whom the others may go on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MayLeave {
    pub leaver: Leaver,
    /// This machine's players have agreed.
    pub is_agreed: bool,
    /// What that changes.
    pub terms: Option<LeaveTerms>,
}

impl Snapshot {
    /// Why the others may go on without a player, as a sentence.
    pub fn left_words(&self, leaver: &Leaver) -> String {
        let name = self.seat_name(leaver.seat);
        match leaver.why {
            WhyGone::Silent => format!(
                "{name} has not been reached for two minutes, or has not agreed to what all the others have."
            ),
            WhyGone::Resigned => format!("{name} has resigned."),
            WhyGone::Differs => format!("{name}'s program shows another position."),
            WhyGone::Convicted => format!("{name} is convicted by signed bytes."),
        }
    }

    /// The sentence that names who has agreed to a new match and who is missing.
    pub fn agreed_words(&self, agreed: &[Seat], missing: &[Seat]) -> String {
        self.answered_words("agreed", agreed, missing)
    }

    /// The sentence that names who else has agreed to the new match of this player's yes and who is missing; once this player's
    /// program has signed it, who has signed it.
    pub fn agreement_words(&self, agreement: &Agreement) -> String {
        let deed = match agreement.is_signed {
            true => "signed the new match",
            false => "agreed",
        };
        self.answered_words(deed, &agreement.agreed, &agreement.missing)
    }

    fn answered_words(&self, deed: &str, done: &[Seat], missing: &[Seat]) -> String {
        let has = match done {
            [_] => "has",
            _ => "have",
        };
        match (self.names_of(done), self.names_of(missing)) {
            (None, None) => format!("Nobody has {deed} yet."),
            (None, Some(missing)) => format!("Nobody has {deed} yet; waiting for {missing}."),
            (Some(done), None) => format!("{done} {has} {deed}."),
            (Some(done), Some(missing)) => format!("{done} {has} {deed}; waiting for {missing}."),
        }
    }

    /// The names of some seats as people list them: `Ann, Ben and Cid`; none of no seat.
    pub(crate) fn names_of(&self, seats: &[Seat]) -> Option<String> {
        let names: Vec<&str> = seats.iter().map(|seat| self.name_of(*seat)).collect();
        (!names.is_empty()).then(|| listed(&names))
    }

    /// What going on without a player changes, in sentences.
    pub fn leave_words(&self, may: &MayLeave) -> Vec<String> {
        let name = |seat| self.seat(seat).map_or("", |info| info.called.as_str());
        let terms = may.terms.as_ref();
        terms.map_or_else(Vec::new, |terms| terms.in_words(name))
    }
}
