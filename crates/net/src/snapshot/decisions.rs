//! Who has to decide what now: the seats to move, and the questions that one player has asked the other.

use std::sync::Arc;

use protocol::{AskedBack, ContinueTerms, Leaver, Seat};
use reach::Trouble;
use rules::{AnyOrder, Rules as _, ToAct};

use super::Snapshot;

/// The seats to move, and their secret choices.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Deciding {
    /// This player's seats that must decide now, and true for a secret choice.
    pub to_decide: Vec<(Seat, bool)>,
    /// Other seats that must decide now.
    pub awaited: Vec<Seat>,
    /// Seats whose secret choice is sealed.
    pub locked: Vec<Seat>,
    /// The secret choices of this player's seats while they are sealed.
    pub sealed: Vec<(Seat, Arc<AnyOrder>)>,
    /// This player's seats whose decision is kept, to be signed once the other player is heard.
    pub kept: Vec<Seat>,
}

/// The thing that a seat is awaited for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Awaited {
    /// The orders of its own turn.
    Turn,
    /// A decision of its own in the turn of another side.
    Answer,
    /// Its secret choice.
    Secret,
    /// Nothing that its player decides: its program signs and sends by itself.
    Program,
}

/// A draw that is offered, and turns to take back.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Proposals {
    pub draw_offer: Option<Seat>,
    /// The request of a seat to take its last turn back, while it waits for the answer. If the two programs differ
    /// about the position, the request is to continue from the last position that both confirmed, and both players
    /// must make it.
    pub takeback_asked: Option<AskedBack>,
    /// This player's seats that may ask for their last turn.
    pub may_take_back: Vec<Seat>,
}

/// A new match in the place of this one.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NextMatch {
    /// This player's seat that may ask now.
    pub may_ask: Option<Seat>,
    /// Why it may not; `None` if all seats are in this program, so that there is nobody to ask.
    pub why_not: Option<Trouble>,
    /// The terms of the new match that [`crate::Command::WeighContinue`] weighed.
    pub terms: Option<ContinueTerms>,
    /// This player has asked, and the other has not answered.
    pub asks: bool,
    /// The terms on which the other player asks to continue, while it waits for the answer.
    pub asked: Option<ContinueTerms>,
    /// At a table, the seats without which the others may go on, and who has agreed to that.
    pub leavers: Vec<Leaver>,
    /// Those of them without which this program's players have agreed to go on.
    pub goes_on_without: Vec<Seat>,
}

impl Snapshot {
    /// The seats that must decide now.
    pub fn waiting(&self) -> impl Iterator<Item = Seat> + '_ {
        let own = self.deciding.to_decide.iter().map(|(seat, _)| *seat);
        own.chain(self.deciding.awaited.iter().copied())
    }

    /// The thing that a seat is awaited for; none if nothing is awaited of it.
    pub fn awaited_for(&self, seat: Seat) -> Option<Awaited> {
        let position = self.played.position.as_deref()?;
        let side = self.seat(seat)?.side;
        let is_awaited = self.waiting().any(|waiting| waiting == seat);
        let awaited = match position.to_act() {
            // sealed already: its program locks, opens and confirms
            ToAct::Secretly(sides)
                if sides.contains(side) && !self.deciding.locked.contains(&seat) =>
            {
                Awaited::Secret
            }
            ToAct::One(asked) if asked == side && position.turn().side == side => Awaited::Turn,
            ToAct::One(asked) if asked == side => Awaited::Answer,
            ToAct::Secretly(_) | ToAct::One(_) | ToAct::Lots(_) | ToAct::Nobody(_) => {
                Awaited::Program
            }
        };
        is_awaited.then_some(awaited)
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use home::SeatInfo;
    use protocol::Waiting;
    use protocol::testing::{Pair, Seeded, toy};

    use super::*;

    /// The match as the host's program shows it.
    fn shown(pair: &Pair) -> Snapshot {
        let session = pair.session(Seat(0));
        let mut shown = Snapshot::new(PathBuf::new());
        shown.contract.seats = SeatInfo::of(session.manifest().expect("a match"), &[]);
        shown.played.position = session.position().cloned().map(Arc::new);
        shown.deciding.locked = session.locked().to_vec();
        match session.waiting() {
            Waiting::Me { secret } => shown.deciding.to_decide.push((Seat(0), secret)),
            Waiting::Peer(seats) => shown.deciding.awaited = seats,
            Waiting::Copy | Waiting::Nobody => {}
        }
        shown
    }

    #[test]
    fn a_turn_that_others_interrupt_awaits_each_seat_for_what_it_must_decide() {
        let mut pair = Pair::agreed(toy(40), 1);
        let mut dice = Seeded(3);
        let mut seen = [0; 4];
        while let Some(seat) = pair.to_decide() {
            let shown = shown(&pair);
            for other in [Seat(0), Seat(1)] {
                let awaited = shown.awaited_for(other);
                let is_awaited = shown.waiting().any(|waiting| waiting == other);
                assert_eq!(awaited.is_some(), is_awaited, "{other}");
                let Some(awaited) = awaited else {
                    continue;
                };
                seen[awaited as usize] += 1;
                let position = pair.session(Seat(0)).position().expect("a match");
                let mover = position.turn().side;
                let is_mover = pair.session(other).side_of(other) == Some(mover);
                match (pair.session(other).waiting(), awaited) {
                    (Waiting::Me { secret: true }, Awaited::Secret) => {}
                    (Waiting::Me { secret: false }, Awaited::Turn) => assert!(is_mover),
                    (Waiting::Me { secret: false }, Awaited::Answer) => assert!(!is_mover),
                    (Waiting::Peer(_), Awaited::Program) => {}
                    (waiting, awaited) => panic!("{other}, {seat}: {waiting:?}, {awaited:?}"),
                }
            }
            pair.play_one(&mut dice);
        }
        let [turn, answer, secret, _] = seen;
        assert!(turn > 5 && answer > 3 && secret > 5, "{seen:?}");
    }
}
