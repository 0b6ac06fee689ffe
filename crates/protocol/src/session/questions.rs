//! What a caller may ask of a session at any time. Nothing here changes anything.

use std::sync::Arc;

use rules::{AnyOrder, AnyPosition, Outcome, Side};
use scenario::Scenario;

use super::due::Due;
use super::parts::Match;
use super::{Session, Stage, Standing, Waiting};
use crate::chain::{Chain, Plan};
use crate::hash::Digest;
use crate::{Fault, History, Manifest, PublicKey, Seat};

impl Session {
    /// How far the session has come.
    pub fn stage(&self) -> Stage {
        match &self.game {
            Some(game) if game.ledger.is_halted_for_good() || game.outcome().is_some() => {
                Stage::Over
            }
            Some(game) if game.ledger.is_agreed() => Stage::Playing,
            Some(_) => Stage::Agreeing,
            None if self.lobby.offered().is_some() => Stage::Agreeing,
            None => Stage::Greeting,
        }
    }

    /// Our seat: with two, 0 the host, 1 the guest.
    pub fn seat(&self) -> Seat {
        self.signer.seat()
    }

    /// The match's id, once there is a manifest.
    pub fn sid(&self) -> Option<Digest> {
        self.chain().map(Chain::sid)
    }

    /// The manifest that is offered or agreed.
    pub fn manifest(&self) -> Option<&Manifest> {
        self.chain().map(Chain::manifest)
    }

    /// The position of the last turn both hold; before the match begins, the one it starts from.
    pub fn position(&self) -> Option<&AnyPosition> {
        self.chain().map(Chain::position)
    }

    /// Every step so far that changed the position.
    pub fn history(&self) -> Option<&Arc<History>> {
        self.chain().map(Chain::history)
    }

    /// The scenario that is offered or played.
    pub fn scenario(&self) -> Option<&Scenario> {
        self.chain().map(Chain::scenario)
    }

    /// The seats that have to act next.
    pub fn waiting(&self) -> Waiting {
        let Some(game) = &self.game else {
            return match self.lobby.waits_for_answer() {
                true => Waiting::Me { secret: false },
                false => Waiting::Peer(vec![self.seat().other()]),
            };
        };
        let chain = game.chain();
        if game.ledger.is_halted() || chain.closed().is_some() || game.ending.is_on_time() {
            return Waiting::Nobody;
        }
        let others = self.other_seats();
        // before the match begins for this seat it waits for the signatures that are not here
        if !game.ledger.is_agreed() {
            let signed = game.ledger.genesis();
            let missing = others.into_iter().filter(|seat| !signed.contains_key(seat));
            return Waiting::Peer(missing.collect());
        }
        let awaited = chain.awaited().contains(&self.seat());
        // a coin, a lock, an opening and a confirmation wait for the peer to be heard, and not for the player
        let has_resigned = chain.notes().has_resigned(self.seat());
        let is_on = chain.outcome().is_none() && !has_resigned;
        if is_on && awaited && self.is_strange() {
            return Waiting::Copy;
        }
        if is_on && awaited && chain.decides(self.seat()) && !self.is_planning() {
            let secret = chain.plan().is_secret_of(self.seat());
            let is_unheard = !game.hearing.is_heard() && !game.later.has_decision();
            // whoever has signed a new match decides nothing in the old one, heard or not
            let is_kept = is_unheard && !game.is_frozen();
            if is_kept || self.due().and_then(Due::may_sign).is_ok() {
                return Waiting::Me { secret };
            }
        }
        let awaited = chain.awaited();
        let late = others.iter().copied().filter(|seat| awaited.contains(seat));
        match late.collect::<Vec<Seat>>() {
            late if late.is_empty() => Waiting::Peer(others),
            late => Waiting::Peer(late),
        }
    }

    /// Every seat that has to contribute to the present step, ours too: its user, or its program by itself. Before the
    /// match begins, every seat whose signature is not here; nobody once the match is over.
    pub fn awaited(&self) -> Vec<Seat> {
        let Some(game) = &self.game else {
            return self.other_seats();
        };
        if !game.ledger.is_agreed() {
            let signed = game.ledger.genesis();
            let mut seats = game.chain().manifest().present();
            seats.retain(|seat| !signed.contains_key(seat));
            return seats;
        }
        match self.waiting() {
            Waiting::Nobody => Vec::new(),
            _ => game.chain().awaited(),
        }
    }

    /// The seats that decide next, whoever must still confirm the position before; none before the match begins.
    pub fn next_deciders(&self) -> Vec<Seat> {
        let game = self.agreed();
        game.map_or_else(Vec::new, |game| game.chain().next_deciders())
    }

    /// Every seat of the match but ours; the other seat of two before there is a match.
    pub(crate) fn other_seats(&self) -> Vec<Seat> {
        let seats = self.manifest().map(Manifest::present);
        let mut seats = seats.unwrap_or_else(|| vec![self.seat().other()]);
        seats.retain(|seat| *seat != self.seat());
        seats
    }

    /// The result, once there is one. A late record of the peer may still change what was ended by a note: the rules'
    /// own result comes first, and a claim that the peer's own clock does not confirm falls by the peer's next record.
    pub fn outcome(&self) -> Option<Outcome> {
        self.game.as_ref().and_then(Match::outcome)
    }

    /// True if all seats have signed the result.
    pub fn is_closed(&self) -> bool {
        let game = self.game.as_ref();
        game.is_some_and(|game| game.chain().closed().is_some())
    }

    /// The fault that halted the match. After a difference about the position, the players can continue in a new
    /// match, see [`Session::ask_to_continue`].
    pub fn fault(&self) -> Option<&Fault> {
        self.game.as_ref().and_then(|game| game.ledger.fault())
    }

    /// The seats whose secret choice of this round is sealed.
    pub fn locked(&self) -> Vec<Seat> {
        let Some(game) = &self.game else {
            return Vec::new();
        };
        let chain = game.chain();
        let mut seats = chain.manifest().all_seats();
        seats.retain(|seat| {
            let secret = chain.plan().is_secret_of(*seat);
            let waits = matches!(chain.plan(), Plan::Commit(_));
            secret && (!waits || chain.pending(*seat).is_some())
        });
        seats
    }

    /// Our own secret choice of this round, once sealed.
    pub fn own_secret(&self) -> Option<&AnyOrder> {
        let game = self.game.as_ref()?;
        let round = game.chain().plan().round()?;
        let choice = Due::new(game, &self.signer).choice_of(round);
        choice.and(game.later.secret())
    }

    /// The seat with an open offer of a draw. If two offers have crossed, the one that this seat can answer.
    pub fn draw_offer(&self) -> Option<Seat> {
        let game = self.game.as_ref()?;
        game.chain().draw_offer(self.seat())
    }

    /// True if a decision of our user waits for the peer to be heard.
    pub fn keeps_decision(&self) -> bool {
        self.game
            .as_ref()
            .is_some_and(|game| game.later.has_decision())
    }

    /// None before there is a manifest.
    pub fn side_of(&self, seat: Seat) -> Option<Side> {
        self.manifest()?.side_of(seat)
    }

    /// The name of a seat's player.
    pub fn name_of(&self, seat: Seat) -> Option<&str> {
        Some(self.manifest()?.seat(seat)?.name.as_str())
    }

    /// True if that seat was heard since this program was last cut off from all.
    pub fn hears(&self, seat: Seat) -> bool {
        self.game
            .as_ref()
            .is_some_and(|game| game.hearing.has_heard(seat))
    }

    /// The long-lived key of a seat's player.
    pub fn seat_key(&self, seat: Seat) -> Option<PublicKey> {
        Some(self.manifest()?.seat(seat)?.identity)
    }

    /// Whether the files are the ones with which this seat has signed last. On strange files nothing is signed but
    /// resignations and claims.
    pub fn standing(&self) -> Standing {
        self.signer.standing()
    }
}
