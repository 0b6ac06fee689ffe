//! What the user sees of dialing, and of those who call.

use std::net::SocketAddr;

use home::Call;

use super::{Driver, Remote};
use crate::dial_error::DialError;
use crate::handle::Happening;
use crate::tried::Tried;

impl Driver {
    /// Shows what came of dialing an address, until the two sides have met.
    pub(super) fn tried(&mut self, tried: Tried) {
        // once the two have met, the peer is dialed quietly until it is there
        if self.only_way().is_none_or(|(_, way)| way.has_met) {
            return;
        }
        if self.view.shown.meeting.note_tried(&tried) {
            self.user.told.push(Happening::Tried(tried));
        }
    }

    /// Shows the host a caller who has the invitation and did not get in, once for each address and reason.
    pub(super) fn caller_failed(&mut self, source: SocketAddr, error: DialError) {
        if error == DialError::Narrow {
            return self.is_called_in_vain(source);
        }
        let Some(Remote { house, ways, .. }) = self.remote() else {
            return;
        };
        // nobody is missed: whoever called is here by another connection
        if ways.iter().all(|way| way.line.is_some()) {
            return;
        }
        if let Some(words) = house.callers.tell_failure(source, error) {
            self.note(words);
        }
    }

    /// A player looks for a match that was left unfinished: the user is shown each match once.
    pub(super) fn called(&mut self, call: Call) {
        if self.view.shown.meeting.note_call(&call) {
            self.note(call.in_words());
        }
    }
}
