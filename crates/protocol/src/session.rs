//! One seat of a match: a machine without input or output.

mod interface;

use std::collections::VecDeque;
use std::time::Duration;

use rules::{AnyOrder, AnyPosition, Outcome, Side};

pub use interface::{
    CloseReason, File, Fresh, ManifestSummary, Now, Offer, OfferError, Output, ProposeError,
    Refusal, ResumeError, SessionEvent, Stage, Turn, Waiting,
};

use crate::hash::Digest;
use crate::{Fault, Identity, Manifest, PublicKey, Seat};

/// One seat of a match.
///
/// After every call take [`Session::poll_output`] until there is none, in order; call
/// [`Session::handle_timeout`] when [`Session::poll_timeout`] says.
#[derive(Debug)]
pub struct Session {
    identity: Identity,
    name: String,
    outputs: VecDeque<Output>,
}

#[allow(unused_variables, clippy::missing_errors_doc)]
impl Session {
    /// Seat 0, offering a match to whoever the line brings.
    pub fn host(
        identity: Identity,
        name: &str,
        offer: Offer,
        fresh: Fresh,
    ) -> Result<Self, OfferError> {
        Ok(Self::join(identity, name, PublicKey([0; 32]), fresh))
    }

    /// Seat 1, joining the host of that key.
    pub fn join(identity: Identity, name: &str, host: PublicKey, fresh: Fresh) -> Self {
        Self {
            identity,
            name: name.to_owned(),
            outputs: VecDeque::new(),
        }
    }

    /// Takes a match up from its two files.
    pub fn resume(
        identity: Identity,
        public_file: &[u8],
        private_file: &[u8],
        now: Now,
    ) -> Result<Self, ResumeError> {
        Err(ResumeError::NoMatch)
    }

    /// A line to the peer is up: its TLS key, and 32 bytes of the TLS exporter.
    pub fn line_up(&mut self, now: Now, exporter: [u8; 32], peer: PublicKey) {}

    /// The line is down.
    pub fn line_down(&mut self) {}

    /// One frame of the peer: the type byte and its payload.
    pub fn handle_frame(&mut self, now: Now, frame: &[u8]) -> Result<(), Fault> {
        Ok(())
    }

    /// The time of [`Session::poll_timeout`] has come.
    pub fn handle_timeout(&mut self, now: Now) {}

    /// When to call [`Session::handle_timeout`], on the clock of [`Now::clock`].
    pub fn poll_timeout(&self) -> Option<Duration> {
        None
    }

    /// The next output; call until there is none.
    pub fn poll_output(&mut self) -> Option<Output> {
        self.outputs.pop_front()
    }

    /// The guest agrees to the offer it was shown.
    pub fn accept(&mut self, now: Now) {}

    /// The guest declines it.
    pub fn decline(&mut self) {}

    /// A whole turn with its end, or one secret choice.
    pub fn propose(&mut self, now: Now, orders: &[AnyOrder]) -> Result<(), ProposeError> {
        Err(ProposeError::NotYourTurn)
    }

    /// Gives the game up.
    pub fn resign(&mut self, now: Now) -> Result<(), ProposeError> {
        Err(ProposeError::NotYourTurn)
    }

    /// Offers a draw.
    pub fn offer_draw(&mut self, now: Now) -> Result<(), ProposeError> {
        Err(ProposeError::NotYourTurn)
    }

    /// Answers the open offer of a draw.
    pub fn answer_draw(&mut self, now: Now, accept: bool) -> Result<(), ProposeError> {
        Err(ProposeError::NotYourTurn)
    }

    /// Claims that the peer is silent beyond the agreed time.
    pub fn claim(&mut self, now: Now) -> Result<(), ProposeError> {
        Err(ProposeError::NotYourTurn)
    }

    /// Says something to the peer; cut to 2 KiB, lost if the line is down.
    pub fn chat(&mut self, text: &str) {}

    /// Keeps bytes of the caller (addresses to dial) in the private file; the last ones are found after a resume.
    pub fn keep(&mut self, note: &[u8]) {}

    /// The bytes last kept.
    pub fn kept(&self) -> Option<&[u8]> {
        None
    }

    /// Where the session stands.
    pub fn stage(&self) -> Stage {
        Stage::Greeting
    }

    /// Our seat: 0 the host, 1 the guest.
    pub fn seat(&self) -> Seat {
        Seat(0)
    }

    /// The match's id, once there is a manifest.
    pub fn sid(&self) -> Option<Digest> {
        None
    }

    /// What was offered or agreed.
    pub fn manifest(&self) -> Option<&Manifest> {
        None
    }

    /// The position both have signed or can rebuild; before the match begins, the one it starts from.
    pub fn position(&self) -> Option<&AnyPosition> {
        None
    }

    /// Every turn so far.
    pub fn turns(&self) -> &[Turn] {
        &[]
    }

    /// Who has to do something.
    pub fn waiting(&self) -> Waiting {
        Waiting::Nobody
    }

    /// The result, once there is one.
    pub fn outcome(&self) -> Option<Outcome> {
        None
    }

    /// Whether all have signed the result.
    pub fn is_closed(&self) -> bool {
        false
    }

    /// What halted the match.
    pub fn fault(&self) -> Option<&Fault> {
        None
    }

    /// The seats whose secret choice of this round is sealed.
    pub fn locked(&self) -> Vec<Seat> {
        Vec::new()
    }

    /// Our own secret choice of this round, once sealed.
    pub fn own_secret(&self) -> Option<&AnyOrder> {
        None
    }

    /// Who offers a draw.
    pub fn draw_offer(&self) -> Option<Seat> {
        None
    }

    /// The side a seat plays.
    pub fn side_of(&self, seat: Seat) -> Option<Side> {
        None
    }

    /// The name of a seat's player.
    pub fn name_of(&self, seat: Seat) -> Option<&str> {
        None
    }

    /// Whether the peer has greeted on the present line.
    pub fn is_peer_here(&self) -> bool {
        false
    }

    /// How long a ping took last.
    pub fn round_trip(&self) -> Option<Duration> {
        None
    }

    /// The match file in its canonical form so far.
    pub fn match_file(&self) -> Option<Vec<u8>> {
        None
    }
}
