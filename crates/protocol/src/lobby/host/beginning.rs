//! From *Begin* to the match: the guests sign first, the host's program last.

use std::collections::BTreeSet;
use std::time::Duration;

use super::super::interface::{Begin, LobbyEvent};
use super::super::words::{Failure, LineEnd, TableError};
use super::HostTable;
use crate::chain::Chain;
use crate::frame::{Frame, Reply, TableFrame};
use crate::hash::Digest;
use crate::manifest::{Genesis, Manifest};
use crate::session::{LineId, Now, Session};
use crate::{Fault, PublicKey, Seat};

/// How long every guest's program has to check and sign. No user is asked for anything by then.
pub const SIGNED_WITHIN: Duration = Duration::from_secs(30);

/// A match that is about to begin.
///
/// Nothing has begun anywhere before the host's signature: the host's session is made when all others have signed, so
/// whatever breaks before is undone by everybody alike, with fresh keys for the next try.
#[derive(Debug)]
pub(super) struct Beginning {
    manifest: Manifest,
    sid: Digest,
    /// The machines of the guests, whose lines become the sessions'.
    machines: BTreeSet<PublicKey>,
    /// Seats of the match whose signatures are not in.
    awaited: BTreeSet<Seat>,
    /// The signatures of guests that are in.
    signed: Vec<Genesis>,
    since: Duration,
    is_begun: bool,
}

impl Beginning {
    pub(super) fn machines(&self) -> BTreeSet<PublicKey> {
        self.machines.clone()
    }
}

impl HostTable {
    /// Begins the match: shows every guest's program the manifest, and awaits their signatures.
    ///
    /// # Errors
    /// Returns [`TableError`] if a seat is free, somebody is not ready or not connected, or the match cannot be played.
    pub fn begin(&mut self, now: Now) -> Result<(), TableError> {
        self.clock = now.clock;
        self.check_still()?;
        let manifest = self.table.manifest()?;
        let sid = manifest.sid();
        let own = self.own.key();
        let names = |is_wanting: &dyn Fn(PublicKey) -> bool| -> Vec<String> {
            let sitters = self.table.sitters();
            let wanting = sitters.filter(|(_, sitter)| is_wanting(sitter.machine));
            wanting.map(|(_, sitter)| sitter.name.clone()).collect()
        };
        let away = names(&|machine| machine != own && !self.hall.is_here(machine));
        if !away.is_empty() {
            return Err(TableError::NotHere(away));
        }
        let unready = names(&|machine| match machine == own {
            true => self.consent.is_none(),
            // its program has named this very match
            false => !self.hall.is_ready_for(machine, sid),
        });
        if !unready.is_empty() {
            return Err(TableError::NotReady(unready));
        }
        Chain::new(manifest.clone())?;
        let guests = self.table.sitters();
        let guests = guests.filter(|(_, sitter)| sitter.machine != own);
        let (mut machines, mut awaited) = (BTreeSet::new(), BTreeSet::new());
        for (seat, sitter) in guests {
            machines.insert(sitter.machine);
            awaited.extend(self.table.in_match(seat));
        }
        let offer = TableFrame::Match(Frame::Manifest(manifest.to_bytes()));
        for (line, machine) in self.hall.greeted() {
            if machines.contains(&machine) {
                self.outbox.send(line, &offer);
            }
        }
        self.table.seating_mut().failed = None;
        self.beginning = Some(Beginning {
            manifest,
            sid,
            machines,
            awaited,
            signed: Vec::new(),
            since: self.clock,
            is_begun: false,
        });
        self.finish_signing();
        Ok(())
    }

    /// True while signatures of that machine's players are awaited.
    pub(super) fn awaits(&self, machine: PublicKey) -> bool {
        let beginning = self.beginning.as_ref();
        beginning.is_some_and(|it| !it.awaited.is_empty() && it.machines.contains(&machine))
    }

    pub(super) fn is_begun(&self) -> bool {
        self.beginning.as_ref().is_some_and(|it| it.is_begun)
    }

    pub(super) fn hear_genesis(&mut self, peer: PublicKey, genesis: Genesis) -> Result<(), Fault> {
        let Some(beginning) = &mut self.beginning else {
            // they crossed with the end of the try, and fit nothing that comes after it
            return Ok(());
        };
        let entry = beginning.manifest.seat(genesis.seat);
        let seat = entry.and_then(|entry| self.table.seat_of(entry.identity));
        let machine = seat.and_then(|seat| Some(self.table.sitter(seat)?.machine));
        if machine != Some(peer) || !genesis.is_valid(&beginning.manifest, &beginning.sid) {
            return Err(Fault::BadGenesis);
        }
        if beginning.awaited.remove(&genesis.seat) {
            beginning.signed.push(genesis);
            self.finish_signing();
        }
        Ok(())
    }

    fn finish_signing(&mut self) {
        let done = self.beginning.as_ref();
        if let Some(done) = done.filter(|beginning| beginning.awaited.is_empty()) {
            let begin = Begin {
                signed: done.signed.clone(),
                ..self.own.begin(&self.table, done.manifest.clone())
            };
            self.outbox.show(LobbyEvent::Begin(Box::new(begin)));
        }
    }

    pub(super) fn watch_beginning(&mut self) {
        let late = self.beginning.as_ref().filter(|beginning| {
            let is_late = self.clock.saturating_sub(beginning.since) >= SIGNED_WITHIN;
            is_late && !beginning.awaited.is_empty()
        });
        if let Some(late) = late {
            let entries = late.awaited.iter();
            let entries = entries.filter_map(|seat| late.manifest.seat(*seat));
            let names = entries.map(|entry| entry.name.clone()).collect();
            self.fail_try(Failure::Silent(names));
            self.publish();
        }
    }

    /// Gives the try up. Everybody takes fresh keys: a signature that was given fits no later manifest. The caller shows
    /// the table, which says why, once all that belongs to it has changed.
    pub(super) fn fail_try(&mut self, why: Failure) {
        self.beginning = None;
        self.own.renew();
        let tries = self.table.tries().saturating_add(1);
        let seating = self.table.seating_mut();
        (seating.tries, seating.failed) = (tries, why.shown());
        let own = self.own.key();
        for place in &mut self.table.seating_mut().seats {
            let Some(sitter) = place.sitter.as_mut().filter(|it| it.machine == own) else {
                continue;
            };
            let mut players = self.own.players().iter();
            if let Some(player) = players.find(|player| player.key() == sitter.identity) {
                *sitter = self.own.sitter(player, tries);
            }
        }
        self.outbox.show(LobbyEvent::TryFailed(why));
    }

    /// The sessions of [`LobbyEvent::Begin`] are made and on disk: the match begins. Returns the lines that
    /// belong to them now; bring each up in the session of the first chair. Everybody without a seat hears of it.
    ///
    /// # Errors
    /// Returns [`TableError::NothingBegins`] before all have signed, or a second time.
    pub fn begun(&mut self) -> Result<Vec<LineId>, TableError> {
        self.begun_in_place(&[])
    }

    /// As [`begun`](Self::begun), in place of an older match: this machine's sessions of that one have signed off, and that is
    /// on disk.
    ///
    /// # Errors
    /// As [`begun`](Self::begun), and [`TableError::NotSigned`] if a seat of this machine has not signed off.
    pub fn begun_in_place(&mut self, older: &[&Session]) -> Result<Vec<LineId>, TableError> {
        if let Some(beginning) = &self.beginning {
            self.own.have_left(&self.table, older, &beginning.sid)?;
        }
        let signed = self.beginning.as_mut();
        let signed = signed.filter(|it| it.awaited.is_empty() && !it.is_begun);
        let signed = signed.ok_or(TableError::NothingBegins)?;
        signed.is_begun = true;
        let (sid, machines) = (signed.sid, signed.machines.clone());
        let mut lines = Vec::new();
        for (line, machine) in self.hall.greeted() {
            if machines.contains(&machine) {
                self.outbox.send(line, &TableFrame::Begun(sid));
                self.hall.remove_line(line);
                lines.push(line);
            } else {
                self.turn_away_line(line, machine, LineEnd::Unwanted(Reply::Begun));
            }
        }
        Ok(lines)
    }

    /// The host's own program cannot begin, or does not want to any more: everybody is back at the table, with fresh keys.
    /// Drop the sessions that were made, with their files.
    ///
    /// # Errors
    /// Returns [`TableError::NothingBegins`] if nothing is about to begin, or the match has begun.
    pub fn back(&mut self) -> Result<(), TableError> {
        if self.beginning.is_none() || self.is_begun() {
            return Err(TableError::NothingBegins);
        }
        self.fail_try(Failure::Own);
        self.publish();
        Ok(())
    }
}
