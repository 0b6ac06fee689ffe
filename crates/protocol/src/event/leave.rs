//! What a player is shown about going on without a seat.

use cleaner::text::listed;
use rules::Side;

use super::continuing::RoundTerms;
use crate::Seat;
use crate::manifest::{DropPolicy, Manifest, Pace};
use crate::start::WhyGone;
use crate::text::plain_text;

/// A seat without which the others may go on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Leaver {
    /// It has resigned, is convicted, or is silent.
    pub seat: Seat,
    /// Why it may be left out.
    pub why: WhyGone,
    /// The seats whose players have agreed to go on without it, ours among them if it has.
    pub agreed: Vec<Seat>,
    /// The seats whose players have still to agree. Seats that may be left out themselves are in neither list.
    pub missing: Vec<Seat>,
}

/// What becomes of a side one of whose players is gone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fate {
    /// Nobody of the side is left: it stands still, and every program plays the same for it.
    StandsStill,
    /// These members of the side take its turns.
    Shared(Vec<Seat>),
    /// This member of the side has the leaders, and the parts of its turns and of its set-up, that were the seat's own.
    HandedOver(Seat),
    /// Nobody of the side is left: it is taken out of the game.
    Removed,
}

impl Fate {
    /// The fate of a seat's side without those seats, the seat among them, as the manifest says.
    pub fn of(manifest: &Manifest, seat: Seat, side: Side, without: &[Seat]) -> Self {
        let mut members = manifest.present_members(side);
        members.retain(|seat| !without.contains(seat));
        let next = members.iter().find(|member| **member > seat);
        match (next.or(members.first()), manifest.policies.drop) {
            (Some(heir), _) if manifest.is_by_leaders() => Self::HandedOver(*heir),
            (Some(_), _) => Self::Shared(members),
            (None, DropPolicy::Remove) => Self::Removed,
            (None, DropPolicy::StandStill | DropPolicy::TeamMate) => Self::StandsStill,
        }
    }
}

/// The terms on which a table goes on without some seats. Each player sees them before agreeing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeaveTerms {
    /// The number of the turn with which the new match begins.
    pub turn: u32,
    /// That turn as people call it: `Blue's turn 7`.
    pub turn_name: String,
    /// The number of turns of the old match that no longer count.
    pub undone: usize,
    /// Each seat that is left out, the name of its side, and what becomes of the side.
    pub fates: Vec<(Seat, String, Fate)>,
    /// Whether the sealed choices of the present round go over, are made again, or are drawn again.
    pub round: RoundTerms,
    /// One team alone is left, which has won.
    pub wins: bool,
    /// The time limits, which go over as they stand.
    pub pace: Pace,
}

impl LeaveTerms {
    /// Everything that a player agrees to, a sentence each; `name` gives a seat's name.
    pub fn in_words<'a>(&self, name: impl Fn(Seat) -> &'a str) -> Vec<String> {
        let name = |seat: Seat| plain_text(name(seat));
        let list = |seats: &[Seat]| {
            let names: Vec<String> = seats.iter().map(|seat| name(*seat)).collect();
            listed(&names)
        };
        let mut words = vec![format!(
            "The others continue in a new match from {}.",
            self.turn_name
        )];
        for (seat, side, fate) in &self.fates {
            let gone = name(*seat);
            words.push(match fate {
                Fate::StandsStill => format!("{gone} no longer plays, and {side} stands still."),
                Fate::Shared(members) => {
                    format!(
                        "{gone} no longer plays; {} now plays {side}.",
                        list(members)
                    )
                }
                Fate::HandedOver(heir) => format!(
                    "{gone} no longer plays; {} has {gone}'s leaders and parts of {side}.",
                    name(*heir)
                ),
                Fate::Removed => {
                    format!("{gone} no longer plays, and {side} is taken out of the game.")
                }
            });
        }
        match self.undone {
            0 => {}
            1 => words.push("The last turn of this match no longer counts.".to_owned()),
            undone => {
                words.push(format!(
                    "The last {undone} turns of this match no longer count."
                ));
            }
        }
        words.extend(self.round.in_words(&list));
        if self.wins {
            words.push(
                "Nobody of another team is left: this team wins, and the judge calls that a claim unless the others resigned."
                    .to_owned(),
            );
        }
        match self.pace {
            Pace::Untimed => {}
            Pace::Bank { .. } => words.push("The clocks carry over as they stand.".to_owned()),
            Pace::Days(_) => words.push("The time of the present turn runs on.".to_owned()),
        }
        words
    }
}
