//! What the user sees of dialing, and of those who call.

use std::net::SocketAddr;

use home::Call;

use super::{Driver, Remote};
use crate::close::CloseCode;
use crate::dial_error::DialError;
use crate::handle::Happening;
use crate::limits::TOLD_FAILURES;
use crate::match_ports::NO_ANSWER;
use crate::tried::Tried;

impl Driver {
    /// Shows what came of dialing an address, until the two sides have met.
    pub(super) fn tried(&mut self, tried: Tried) {
        // once the two have met, the peer is dialed quietly until it is there
        if self.only_way().is_none_or(|(_, way)| way.has_met) {
            return;
        }
        let shown = &mut self.view.shown.meeting.tried;
        match shown
            .iter_mut()
            .find(|shown| shown.address == tried.address)
        {
            Some(known) if *known == tried => return,
            // a silent address is dialed again and again, and what came of it before says more
            Some(_) if tried.result == NO_ANSWER => return,
            Some(known) => *known = tried.clone(),
            None => shown.push(tried.clone()),
        }
        self.user.told.push(Happening::Tried(tried));
    }

    /// Shows the host a caller who has the invitation and did not get in, once for each address and reason.
    pub(super) fn caller_failed(&mut self, source: SocketAddr, error: DialError) {
        if error == DialError::Narrow {
            return self.is_called_in_vain(source);
        }
        let failure = (source.ip(), error.clone());
        let Some(Remote { house, ways, .. }) = self.remote() else {
            return;
        };
        // a guest who reached this side at several addresses drops all connections but one
        let is_usual = ways.iter().all(|way| way.line.is_some())
            || matches!(
                error,
                DialError::Refused(CloseCode::Left | CloseCode::Replaced)
            );
        let told = &mut house.callers.failures_told;
        // bounded: the address of a caller may be forged, and each would be a line on the user's screen
        if is_usual || told.len() >= TOLD_FAILURES || told.contains(&failure) {
            return;
        }
        told.push(failure);
        self.note(format!(
            "Somebody with your invitation called from {} and did not get in: {error}.",
            source.ip()
        ));
    }

    /// A player looks for a match that was left unfinished: the user is shown each match once.
    pub(super) fn called(&mut self, call: Call) {
        if self.view.shown.meeting.calls.contains(&call)
            || self.view.shown.meeting.calls.len() >= TOLD_FAILURES
        {
            return;
        }
        self.note(call.in_words());
        self.view.shown.meeting.calls.push(call);
    }
}
