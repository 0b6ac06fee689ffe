//! Who has to decide what now: the seats to move, and the questions that one player has asked the other.

use std::sync::Arc;

use protocol::{Agreement, AskedBack, ContinueTerms, Seat};
use reach::Trouble;
use rules::{AnyOrder, Rules as _, Side, ToAct};

use super::Snapshot;

/// The seats to move, and their secret choices.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Deciding {
    /// This player's seats that must decide now, and true for a secret choice.
    pub to_decide: Vec<(Seat, bool)>,
    /// Other seats that must decide now.
    pub awaited: Vec<Seat>,
    /// The seats that decide next, whoever must still confirm the position before.
    pub next: Vec<Seat>,
    /// Seats whose secret choice is sealed.
    pub locked: Vec<Seat>,
    /// The secret choices of this player's seats while they are sealed.
    pub sealed: Vec<(Seat, Arc<AnyOrder>)>,
    /// This player's seats whose part of a set-up is shown to their mates and not sealed yet: another one may be proposed in
    /// its place.
    pub planning: Vec<Seat>,
    /// The parts of a set-up that the members of this player's sides have shown so far, this player's own among them, each
    /// as an order of that part alone.
    pub plans: Vec<(Seat, Arc<AnyOrder>)>,
    /// Why the parts that were shown cannot be sealed together, as long as they cannot.
    pub clash: Option<PlansClash>,
    /// The place of each seat among those that share its side by leaders; empty where nobody does.
    pub members: Vec<(Seat, u8)>,
    /// This player's seats whose decision is kept, to be signed once the other player is heard, or a minute later.
    pub kept: Vec<Seat>,
}

/// Parts of a set-up that do not go together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlansClash {
    /// The seats whose parts these are, or those who have sealed something else than they showed.
    pub seats: Vec<Seat>,
    /// The reason, in words without a full stop.
    pub why: String,
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
    /// At a table, who has agreed to the new match that this player has agreed to, until it begins.
    pub agreement: Option<Agreement>,
}

impl Snapshot {
    /// The place of a seat among those that share its side by leaders, by which the rules know it; none where nobody does.
    pub fn member_of(&self, seat: Seat) -> Option<u8> {
        let mut members = self.deciding.members.iter();
        let found = members.find(|(of, _)| *of == seat);
        found.map(|(_, member)| *member)
    }

    /// The seat that a member of a side has, where its members have leaders of their own.
    pub fn seat_of_member(&self, side: Side, member: u8) -> Option<Seat> {
        let mut members = self.deciding.members.iter();
        let is_that = |(seat, of): &&(Seat, u8)| *of == member && self.side_of(*seat) == Some(side);
        members.find(is_that).map(|(seat, _)| *seat)
    }

    /// The parts that others than the player of a seat have shown to it, of the set-up of its side.
    pub fn plans_of_mates(&self, seat: Seat) -> impl Iterator<Item = (Seat, &AnyOrder)> {
        let side = self.side_of(seat);
        let plans = self.deciding.plans.iter();
        let plans = plans.filter(move |(of, _)| *of != seat && self.side_of(*of) == side);
        plans.map(|(seat, order)| (*seat, order.as_ref()))
    }

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
        // of the members of a side one has the turn; the others' programs confirm the position before it
        let next = &self.deciding.next;
        let is_next = next.is_empty() || next.contains(&seat);
        let awaited = match position.to_act() {
            // sealed already: its program locks, opens and confirms
            ToAct::Secretly(sides)
                if sides.contains(side) && !self.deciding.locked.contains(&seat) =>
            {
                Awaited::Secret
            }
            ToAct::One(asked) if is_next && asked == side && position.turn().side == side => {
                Awaited::Turn
            }
            ToAct::One(asked) if is_next && asked == side => Awaited::Answer,
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
        let mut seen = [0; 4];
        // what one match comes to is luck
        for seed in 1..=4 {
            let mut pair = Pair::agreed(toy(40), seed);
            let mut dice = Seeded(3);
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
        }
        let [turn, answer, secret, _] = seen;
        assert!(turn > 5 && answer > 3 && secret > 5, "{seen:?}");
    }
}
