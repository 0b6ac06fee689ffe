//! Offers between the players: draws, and turns taken back. Which of them stand, and for whom.

use std::collections::{BTreeMap, BTreeSet};

use super::Chain;
use crate::Seat;
use crate::event::AskedBack;
use crate::hash::Digest;
use crate::record::Agreement;

/// Every offer of a match, by the id of the note that makes it.
#[derive(Debug, Clone, Default)]
pub(super) struct Offers(BTreeMap<Digest, Offer>);

/// An offer. It stands for another seat until that seat decides something in a later step; one to take a turn back no
/// longer than until anybody does, and for the last turn of the seat that asks alone.
#[derive(Debug, Clone, Copy)]
pub(super) struct Offer {
    pub(super) seat: Seat,
    pub(super) what: Offered,
    /// The step upon whose root the offer was signed.
    pub(super) at: u64,
    pub(super) is_declined: bool,
}

/// The subject of an offer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Offered {
    Draw,
    /// To continue from the position after the step of that number.
    Takeback(u64),
    /// To grant the request of that note.
    Grant(Digest),
}

impl Offers {
    pub(super) fn make(&mut self, id: Digest, offer: Offer) {
        self.0.insert(id, offer);
    }

    /// Another seat has declined the offer of that id. Nobody declines its own.
    pub(super) fn decline(&mut self, id: &Digest, by: Seat) {
        if let Some(offer) = self.0.get_mut(id) {
            // or-ed: what was declined once stays so, whatever comes after it
            offer.is_declined |= offer.seat != by;
        }
    }

    fn get(&self, id: &Digest) -> Option<&Offer> {
        self.0.get(id)
    }

    fn iter(&self) -> impl Iterator<Item = (&Digest, &Offer)> {
        self.0.iter()
    }
}

impl Chain {
    /// Every team but that of the seat that still plays, rising: who is gone or out has nothing to agree to.
    pub(crate) fn other_teams(&self, seat: Seat) -> BTreeSet<u8> {
        let own = self.manifest().team_of(seat);
        let teams = self.in_play().into_iter();
        let teams = teams.filter_map(|seat| self.manifest().team_of(seat));
        teams.filter(|team| Some(*team) != own).collect()
    }

    /// True if an offer stands for a seat. A seat's own decision in a step after that of the offer lets the offer
    /// lapse, so that no offer can be taken when the game has turned by the seat's own doing. Of other seats only
    /// complete steps count: all have them alike.
    fn stands_for(&self, offer: &Offer, seat: Seat) -> bool {
        let others = self.manifest().all_seats().into_iter();
        let others = others.filter(|other| *other != seat);
        // `<`, since what was decided in the present step is not complete and may not have reached the other seats
        let is_overtaken = others
            .map(|other| self.decided_in(other))
            .any(|decided| offer.at < decided && decided < self.step());
        // nobody can take its own offer, which would make a draw out of one signature
        offer.seat != seat
            // signed before that decision, the offer speaks of a game that looked different
            && self.decided_in(seat) <= offer.at
            && (offer.what == Offered::Draw || !is_overtaken)
    }

    /// The matter of the offers of those ids, which a seat takes, and whether they stand for it: one of each other
    /// team, in the order of the teams, all of one matter. `None` if one of them is not held.
    pub(super) fn stands(&self, proposals: &[Digest], seat: Seat) -> Option<(Offered, bool)> {
        let teams = self.other_teams(seat);
        let mut matter = None;
        let mut all_stand = proposals.len() == teams.len();
        for (proposal, team) in proposals.iter().zip(teams) {
            let offer = self.notes.offers().get(proposal)?;
            let (what, is_possible) = match offer.what {
                Offered::Draw => (offer.what, true),
                Offered::Takeback(to) => (offer.what, self.is_turn_back(offer.seat, to)),
                Offered::Grant(asked) => match self.granted(&asked, offer.seat, seat) {
                    Some(to) => (Offered::Takeback(to), true),
                    None => (offer.what, false),
                },
            };
            let is_of_team = self.manifest().team_of(offer.seat) == Some(team);
            let is_same = *matter.get_or_insert(what) == what;
            all_stand &= is_possible && is_of_team && is_same && self.stands_for(offer, seat);
        }
        Some((matter?, all_stand))
    }

    /// The step after which the match continues by a request that the seat `granter` has granted, for the seat `taker`,
    /// which decides.
    fn granted(&self, asked: &Digest, granter: Seat, taker: Seat) -> Option<u64> {
        let request = self.notes.offers().get(asked)?;
        let Offered::Takeback(to) = request.what else {
            return None;
        };
        // with two teams nobody else than the taker can have asked what is granted
        let is_for_taker = request.seat == taker || self.manifest().has_table();
        // the grant is as good as the request: one that has lapsed meanwhile is not revived by it
        let stands = is_for_taker
            && self.is_turn_back(request.seat, to)
            && self.stands_for(request, granter);
        stands.then_some(to)
    }

    /// True if the offer of that id was made by the seat.
    pub(crate) fn offered(&self, proposal: &Digest, seat: Seat) -> bool {
        let offer = self.notes.offers().get(proposal);
        offer.is_some_and(|offer| offer.seat == seat)
    }

    /// True if the seat may stand by that agreement of another seat in a round: it made one of the offers, or it is one
    /// of more than two, whose team did.
    pub(crate) fn assents(&self, agreement: &Agreement, seat: Seat) -> bool {
        let is_own = agreement.proposals.iter().any(|id| self.offered(id, seat));
        is_own || self.manifest().has_table()
    }

    /// What a seat that decides can take: an offer of that matter of every other team that stands for it.
    pub(crate) fn takes(&self, seat: Seat, is_draw: bool) -> Option<Agreement> {
        let teams = self.other_teams(seat).into_iter();
        let of_team = |team: u8| {
            let offers = self.notes.offers().iter().filter(|(_, offer)| {
                let is_of_team = self.manifest().team_of(offer.seat) == Some(team);
                let is_of_kind = (offer.what == Offered::Draw) == is_draw;
                is_of_team && is_of_kind && !offer.is_declined
            });
            let standing = offers
                .filter(|(id, offer)| self.stands_for(offer, seat) && self.is_matter(id, seat));
            // the latest, then by id: every program takes the same offers, in whatever order the notes came
            let latest = standing.max_by_key(|(id, offer)| (offer.at, **id));
            latest.map(|(id, _)| *id)
        };
        let proposals = teams.map(of_team).collect::<Option<Vec<Digest>>>()?;
        let (_, stands) = self.stands(&proposals, seat)?;
        stands.then_some(Agreement {
            proposals,
            answer: None,
        })
    }

    /// True if the seat has asked for a turn back, or granted one, since it decided last.
    pub(crate) fn wants_back(&self, seat: Seat) -> bool {
        let mut own = self.notes.offers().iter().map(|(_, offer)| offer);
        own.any(|offer| {
            let is_since = self.decided_in(seat) <= offer.at;
            offer.seat == seat && offer.what != Offered::Draw && is_since
        })
    }

    /// True if the seat has granted the request of that note.
    pub(crate) fn has_granted(&self, seat: Seat, request: &Digest) -> bool {
        let mut own = self.notes.offers().iter().map(|(_, offer)| offer);
        own.any(|offer| offer.seat == seat && offer.what == Offered::Grant(*request))
    }

    /// True if an open offer of the seat stands for another seat: of a draw, or of a turn back.
    pub(crate) fn has_offered(&self, seat: Seat, is_draw: bool) -> bool {
        let own = self.notes.offers().iter().map(|(_, offer)| offer);
        let mut own = own.filter(|offer| {
            let is_of_kind = match offer.what {
                Offered::Draw => is_draw,
                Offered::Takeback(to) => !is_draw && self.is_turn_back(seat, to),
                Offered::Grant(_) => false,
            };
            offer.seat == seat && is_of_kind && !offer.is_declined
        });
        own.any(|offer| {
            let others = self.manifest().all_seats().into_iter();
            others
                .filter(|other| *other != seat)
                .any(|other| self.stands_for(offer, other))
        })
    }

    /// True if the offer of that id is a draw, or leads back to an earlier step for that seat.
    fn is_matter(&self, id: &Digest, seat: Seat) -> bool {
        let Some(offer) = self.notes.offers().get(id) else {
            return false;
        };
        match offer.what {
            Offered::Draw => true,
            Offered::Takeback(to) => self.is_turn_back(offer.seat, to),
            Offered::Grant(asked) => self.granted(&asked, offer.seat, seat).is_some(),
        }
    }

    /// The latest open offer of that matter that this seat can answer.
    fn latest_to<T>(
        &self,
        seat: Seat,
        of: impl Fn(&Offer) -> Option<T>,
    ) -> Option<(Seat, Digest, T)> {
        let offers = self.notes.offers().iter();
        let open = offers.filter(|(_, offer)| !offer.is_declined && self.stands_for(offer, seat));
        let of = open.filter_map(|(id, offer)| Some((offer.at, *id, offer.seat, of(offer)?)));
        // by step, then id: both programs must take the same offer, in whatever order the notes came
        let latest = of.max_by_key(|(at, id, ..)| (*at, *id));
        latest.map(|(_, id, seat, what)| (seat, id, what))
    }

    /// The latest open offer of a draw that this seat can answer: the offering seat and the id of the note.
    pub(crate) fn offer_to(&self, seat: Seat) -> Option<(Seat, Digest)> {
        let latest = self.latest_to(seat, |offer| (offer.what == Offered::Draw).then_some(()));
        latest.map(|(by, id, ())| (by, id))
    }

    /// The latest question to this seat to take the asking seat's last turn back.
    pub(crate) fn asked_back(&self, seat: Seat) -> Option<AskedBack> {
        let asked = self.latest_to(seat, |offer| match offer.what {
            Offered::Takeback(to) if self.is_turn_back(offer.seat, to) => {
                self.last_turn(offer.seat)
            }
            Offered::Takeback(_) | Offered::Draw | Offered::Grant(_) => None,
        });
        asked.map(|(seat, note, turn)| AskedBack { seat, note, turn })
    }

    /// The latest note by which another seat grants what this seat has asked for, with the id of the request.
    pub(crate) fn granted_to(&self, seat: Seat) -> Option<(Digest, Digest)> {
        let granted = self.latest_to(seat, |offer| match offer.what {
            Offered::Grant(asked) => self.granted(&asked, offer.seat, seat).map(|_| asked),
            Offered::Takeback(_) | Offered::Draw => None,
        });
        granted.map(|(_, grant, asked)| (grant, asked))
    }

    /// The seat whose open offer of a draw this seat is to see: one that this seat can answer before any other.
    pub(crate) fn draw_offer(&self, seat: Seat) -> Option<Seat> {
        let to_seat = self.offer_to(seat).map(|(by, _)| by);
        // two offers may cross on the line: the seat's own one must not hide the one that it could take
        to_seat.or_else(|| {
            let others = self.manifest().all_seats().into_iter();
            let offers = others.filter_map(|other| self.offer_to(other));
            offers.map(|(by, _)| by).min()
        })
    }
}
