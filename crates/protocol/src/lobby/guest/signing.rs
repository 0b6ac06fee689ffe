//! From the host's *Begin* to the match: what is checked before anything is signed.

use super::super::interface::LobbyEvent;
use super::super::words::{Failure, TableError};
use super::{GuestTable, Signing};
use crate::file::{Entry, read_public};
use crate::frame::{Answer, Frame, Reply, TableFrame};
use crate::hash::{self, Digest};
use crate::manifest::{Genesis, Manifest};
use crate::session::Session;
use crate::{Fault, Seat};

impl GuestTable {
    /// The host begins. Nothing differs from what our user was ready on, or nothing is signed here.
    pub(super) fn hear_manifest(&mut self, bytes: &[u8]) -> Result<(), Fault> {
        if self.signing.is_some() {
            return Err(Fault::Unexpected("a second beginning"));
        }
        let sid = hash::session_id(bytes);
        let is_named = self.named == Some(sid);
        let (Some(consent), Some(table)) = (&self.consent, &self.view.table) else {
            // taken back while the beginning was on its way
            self.decline(Reply::NotReady);
            return Ok(());
        };
        // the table that was shown, its manifest worked out here, and the id that READY named: all three, byte for byte,
        // so that a host with two tables or a late swap begins nothing (threat 50)
        let manifest = table.manifest().ok();
        let manifest = manifest.filter(|manifest| {
            is_named
                && table.sid() == Some(sid)
                && manifest.to_bytes() == bytes
                && consent.covers(table, self.own.key())
                && self.own.are_shown(table)
        });
        let Some(manifest) = manifest else {
            // an id that READY named before is one that the host began before it heard of a change
            self.decline(Reply::Differs);
            return Ok(());
        };
        let begin = self.own.begin(table, manifest.clone());
        self.signing = Some(Signing {
            sid,
            manifest,
            is_signed: false,
        });
        self.show(LobbyEvent::Begin(Box::new(begin)));
        Ok(())
    }

    fn decline(&mut self, reply: Reply) {
        let who = self.own.key();
        let is_other = reply == Reply::Differs;
        self.send(&TableFrame::Answer(Answer { who, reply }));
        if is_other {
            self.fail_try(Failure::Differs);
        }
    }

    /// The sessions of [`LobbyEvent::Begin`] are made and their first writes on disk: the host's program gets their
    /// signatures. From here on this lobby sends nothing more, and a new line is the sessions'.
    ///
    /// # Errors
    /// Returns [`TableError`] if no match is about to begin, or one of this machine's seats has not signed it.
    pub fn signed(&mut self, sessions: &[&Session]) -> Result<(), TableError> {
        self.signed_in_place(sessions, &[])
    }

    /// As [`signed`](Self::signed), in place of an older match: this machine's sessions of that one have signed off, and that
    /// is on disk.
    ///
    /// # Errors
    /// As [`signed`](Self::signed), and [`TableError::NotSigned`] if a seat of this machine has not signed off.
    pub fn signed_in_place(
        &mut self,
        sessions: &[&Session],
        older: &[&Session],
    ) -> Result<(), TableError> {
        if let (Some(signing), Some(table)) = (&self.signing, &self.view.table) {
            self.own.have_left(table, older, &signing.sid)?;
        }
        let signing = self.signing.as_mut().filter(|signing| !signing.is_signed);
        let signing = signing.ok_or(TableError::NothingBegins)?;
        let (sid, machine) = (signing.sid, self.own.key());
        let table = self.view.table.as_ref().ok_or(TableError::NoTable)?;
        let mut signatures = Vec::new();
        for (seat, _) in table.sitters_of(machine) {
            let seat = table.in_match(seat).ok_or(TableError::ClosedSeat(seat))?;
            let mut own = sessions.iter().filter_map(|it| signature(it, seat, sid));
            let own = own.find(|own| own.is_valid(&signing.manifest, &sid));
            signatures.push(own.ok_or(TableError::NotSigned)?);
        }
        signing.is_signed = true;
        for genesis in signatures {
            self.send(&TableFrame::Match(Frame::Genesis(genesis)));
        }
        Ok(())
    }

    /// All guests have signed.
    pub(super) fn hear_begun(&mut self, sid: Digest) -> Result<(), Fault> {
        let signing = self.signing.as_ref();
        if !signing.is_some_and(|signing| signing.is_signed && signing.sid == sid) {
            return Err(Fault::Unexpected("a match that nobody here has signed"));
        }
        // not closed: the line goes on as the sessions'
        self.line = None;
        self.forget_agreement();
        self.show(LobbyEvent::Begun);
        Ok(())
    }

    /// The match did not begin: this program could not make its sessions, or the host's program does not know the match on
    /// a new line. The players are back at the table, with fresh keys. Drop the sessions that were made, with their files.
    ///
    /// # Errors
    /// Returns [`TableError::NothingBegins`] if no match was about to begin, and [`TableError::Beginning`] while the line is
    /// up on which the signatures were sent: the host has thirty seconds to go on.
    pub fn back(&mut self) -> Result<(), TableError> {
        let signing = self.signing.as_ref().ok_or(TableError::NothingBegins)?;
        if signing.is_signed && self.line.is_some() {
            // as long as the host may go on, it may have all signatures
            return Err(TableError::Beginning);
        }
        if !signing.is_signed {
            self.decline(Reply::NotReady);
        }
        self.fail_try(Failure::Own);
        Ok(())
    }

    /// Gives the try up: no key of it is used again.
    pub(super) fn fail_try(&mut self, why: Failure) {
        self.signing = None;
        self.consent = None;
        self.named = None;
        self.own.renew();
        self.show(LobbyEvent::TryFailed(why));
    }
}

/// The signatures of that seat under that match.
fn signature(session: &Session, seat: Seat, sid: Digest) -> Option<Genesis> {
    let manifest = session.manifest().map(Manifest::sid);
    if manifest != Some(sid) || session.seat() != seat {
        return None;
    }
    let (entries, _) = read_public(&session.match_file()?).ok()?;
    entries.into_iter().find_map(|entry| match entry {
        Entry::Genesis(genesis) if genesis.seat == seat => Some(genesis),
        _ => None,
    })
}
