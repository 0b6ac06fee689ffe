//! The match on the table and the program around it, as a family's views may read them.

use board::{Cell, Edge};
use home::SeatInfo;
use protocol::{Done, Seat};
use reach::Trouble;
use rules::{AnyEvent, AnyPosition, Draft, Family, Rules as _, Side};
use scenario::{Scenario, SideNames};

use super::kept::KeptSetUp;

/// The match on the page, as a family's views may read it.
// a trait, because the shell depends on the families, which need to read its table
pub trait Tabletop {
    /// The position on the board: one of the past, that of the unfinished turn, or the present one.
    fn position(&self) -> Option<&AnyPosition>;
    /// The unfinished turn, if it is on the board and may be changed.
    fn open_draft(&self) -> Option<&Draft<AnyPosition>>;
    /// The side that a person at this screen plays, if it is exactly one.
    // with two people at one screen nothing secret may be shown, and no side has the bottom of the board to itself
    fn only_person(&self) -> Option<Side>;
    fn selected(&self) -> Option<Cell>;
    fn cursor(&self) -> Option<Cell>;
    /// The edge of the board at the bottom.
    fn bottom(&self) -> Edge;
    /// The turn shown as the last one; none if that step is no turn of one side.
    fn last_turn(&self) -> Option<LastTurn<'_>>;
    /// Every event of the record up to the position on the board, the unfinished turn included.
    fn events_shown(&self) -> Box<dyn Iterator<Item = &AnyEvent> + '_>;
    fn scenario(&self) -> Option<&Scenario>;
    fn seats(&self) -> &[SeatInfo];
    /// The seats whose secret choices are sealed.
    fn locked_seats(&self) -> &[Seat];

    /// The side whose unfinished turn is on the board.
    fn drafting(&self) -> Option<Side> {
        self.open_draft().map(Draft::side)
    }

    /// The names of the sides.
    fn side_names(&self) -> &SideNames {
        let family = self
            .position()
            .map_or_else(Family::default, AnyPosition::family);
        // a match whose terms are not known yet has no names of its own
        let named = self.scenario().map(Scenario::side_names);
        named.unwrap_or_else(|| SideNames::of_family(family))
    }

    /// The place among the players of a side of the one who looks at the board; `None` if nobody here, or more than one,
    /// plays the side.
    fn own_member(&self, side: Side) -> Option<u8>;

    /// The name of a member of a side that is shared; empty if nobody is known.
    fn member_name(&self, side: Side, member: u8) -> &str;
    /// The state of a set-up that the members of a side make in parts; `None` if this player makes no such part.
    fn team_plan(&self) -> Option<TeamPlan>;

    /// The name of a player of a side; empty if nobody is known.
    fn name_of(&self, side: Side) -> &str {
        let mut seats = self.seats().iter();
        let seat = seats.find(|seat| seat.side == side);
        seat.map_or("", |seat| seat.called.as_str())
    }
}

/// A set-up that the members of a side make in parts, as one of them sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TeamPlan {
    /// The others who make a part, and whether they have shown theirs.
    pub mates: Vec<(String, bool)>,
    /// This player's part is shown to the team, and may still be replaced.
    pub is_shown: bool,
    /// Why the parts shown do not go together, and whose they are.
    pub clash: Option<String>,
}

/// A turn of the record as it is shown.
#[derive(Debug)]
pub struct LastTurn<'a> {
    pub by: Side,
    pub before: AnyPosition,
    /// For a turn of the past, only the orders that were carried out.
    pub orders: &'a [Done],
}

/// The program around the match, as a family's page reads it.
#[derive(Debug, Clone, Copy)]
pub struct Around<'a> {
    /// Changes at every command, so that a scene is made again.
    // a counter, because comparing two scenes costs as much as making one
    pub revision: u64,
    /// A notice shown in place of the words below the board.
    pub notice: Option<&'a Trouble>,
    /// A question is open over the page, and letters and keys go to it.
    pub is_asking: bool,
    /// The hidden set-ups kept by the user.
    pub kept: &'a [KeptSetUp],
    /// The time in which one thing moves, in seconds; 0 if nothing is to move.
    pub seconds: f64,
}
