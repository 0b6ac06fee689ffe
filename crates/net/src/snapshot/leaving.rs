//! Players of a table who are gone, and going on without them.

use protocol::{LeaveTerms, Leaver, Seat, WhyGone};

use super::Snapshot;

/// Going on without players who are gone; of a table of more than two.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Leaving {
    /// Players without whom the others may go on now.
    pub may: Vec<MayLeave>,
    /// Set from the moment when this machine's players have signed the new match: nothing else is signed in this one.
    pub is_going_on: bool,
    /// This machine goes on at once without players who resign or are convicted.
    pub is_ahead: bool,
    /// The seats that do not play in this match, since the others went on without them.
    pub gone: Vec<(Seat, WhyGone)>,
    /// The others have gone on without this machine's players.
    pub is_left_out: bool,
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

    /// Who has agreed to go on without a player and who has not, as a sentence.
    pub fn agreed_words(&self, leaver: &Leaver) -> String {
        let names = |seats: &[Seat]| {
            let names: Vec<String> = seats
                .iter()
                .map(|seat| self.name_of(*seat).to_owned())
                .collect();
            names.join(" and ")
        };
        match (&leaver.agreed[..], &leaver.missing[..]) {
            ([], missing) => format!("Nobody has agreed yet: {} to answer.", names(missing)),
            (agreed, []) => format!("All have agreed: {}.", names(agreed)),
            (agreed, missing) => format!(
                "Agreed: {}. Still to answer: {}.",
                names(agreed),
                names(missing)
            ),
        }
    }

    /// What going on without a player changes, in sentences.
    pub fn leave_words(&self, may: &MayLeave) -> Vec<String> {
        let name = |seat| self.seat(seat).map_or("", |info| info.called.as_str());
        let terms = may.terms.as_ref();
        terms.map_or_else(Vec::new, |terms| terms.in_words(name))
    }
}
