//! When a program signs the match that would begin, and when the match has begun.

use super::bodies::{Begun, Me, Seating, Stance};
use super::table::{SIGNED_WITHIN, Table};
use super::words::{Chair, Kept, Match, TableEvent, TableOutput};
use crate::hash::Digest;
use crate::manifest::SeatEntry;
use crate::session::Now;
use crate::{Genesis, Manifest, Seat};

impl Table {
    /// Signs the match for this machine's players, if it is time to.
    pub(super) fn sign(&mut self, now: Now, seating: &Seating, manifest: &Manifest, sid: &Digest) {
        let Some(chairs) = self.machine.chairs(manifest).filter(|it| !it.is_empty()) else {
            return;
        };
        if !self.may_sign(seating, manifest, sid, &chairs) {
            return;
        }
        let signatures = self.machine.sign(&chairs, sid);
        let signed = Match {
            sid: *sid,
            manifest: manifest.clone(),
            signatures,
            chairs,
        };
        // Flush before the signatures leave: the match may begin without another word from here.
        self.put(TableOutput::Persist(Box::new(Kept::Signed(signed))));
        self.signed = Some((*sid, now.clock));
        self.is_told = false;
    }

    fn may_sign(
        &self,
        seating: &Seating,
        manifest: &Manifest,
        sid: &Digest,
        chairs: &[Chair],
    ) -> bool {
        let states = self.states();
        let is_own = |seat: Seat| chairs.iter().any(|chair| chair.seat == seat);
        let others = || manifest.seats.iter().zip(manifest.all_seats());
        let mut others = others().filter(|(_, seat)| !is_own(*seat));
        let own = chairs.iter().map(|chair| chair.identity.public());
        let mut own = own.map(|who| states.get(&who).map(|me| &me.stance));
        let is_due = own.all(|stance| *stance.unwrap_or(&Stance::Looks) == Stance::Ready(*sid));
        let is_begun = seating.begins_alone() || seating.begins == Some(*sid);
        let signs_last = self.hosting.is_some() && !seating.is_of_two();
        let is_elsewhere = self.machine.own.iter().any(|own| {
            own.is_elsewhere
                && chairs
                    .iter()
                    .any(|it| it.identity.public() == own.player.key())
        });
        is_due
            && is_begun
            && !is_elsewhere
            && self.agreed.is_some()
            && others.all(|(entry, seat)| {
                let me = states.get(&entry.identity);
                match signs_last {
                    true => me.and_then(|me| me.genesis(seat, manifest, sid)).is_some(),
                    false => {
                        me.is_some_and(|me| me.is_ready(entry, sid)) || self.vouches(seating, entry)
                    }
                }
            })
    }

    /// Whether the host says for a player of its own machine, at a table of two, that it agrees to the match with whoever
    /// sits down: nobody else can be shown another match.
    fn vouches(&self, seating: &Seating, entry: &SeatEntry) -> bool {
        let sitter = seating.sitter(entry.identity);
        seating.is_of_two()
            && self.hosting.is_none()
            && sitter.is_some_and(|sitter| sitter.machine == self.host && sitter.is_ready)
    }

    /// Begins the match if all signatures are here.
    pub(super) fn try_begin(&mut self, now: Now, manifest: &Manifest, sid: &Digest) {
        let states = self.states();
        let seats = manifest.seats.iter().zip(manifest.all_seats());
        let signatures: Option<Vec<Genesis>> = seats
            .map(|(entry, seat)| states.get(&entry.identity)?.genesis(seat, manifest, sid))
            .collect();
        let chairs = self.machine.chairs(manifest).filter(|it| !it.is_empty());
        let (Some(signatures), Some(chairs)) = (signatures, chairs) else {
            return;
        };
        let body = Begun {
            manifest: manifest.to_bytes(),
            signatures: signatures.clone(),
        };
        let Some(bytes) = self.begun_frame(now, body) else {
            return;
        };
        let begun = Match {
            sid: *sid,
            manifest: manifest.clone(),
            signatures,
            chairs,
        };
        self.heard.begun = Some(bytes.clone());
        self.begun = Some(begun.clone());
        self.put(TableOutput::Persist(Box::new(Kept::Begun(begun.clone()))));
        self.spread(&bytes, None);
        self.show(TableEvent::Begun(Box::new(begun)));
    }

    /// Says whose signature is missing.
    pub(super) fn name_the_silent(&mut self, now: Now) {
        let Some((sid, since)) = self.signed else {
            return;
        };
        let is_due = now.clock >= since.saturating_add(SIGNED_WITHIN);
        // By letter there is no limit.
        if self.begun.is_some() || self.is_told || !is_due || self.is_by_mail {
            return;
        }
        let states = self.states();
        let Some(Ok((manifest, current))) = self.worked.as_ref().map(|it| &it.1) else {
            return;
        };
        let seats = manifest.seats.iter().zip(manifest.all_seats());
        let silent = seats.filter(|(entry, seat)| {
            let me = states.get(&entry.identity);
            // At a larger table the host's machine signs last, so its signatures are not missing.
            let is_last = manifest.has_table() && me.is_some_and(|me| me.machine == self.host);
            !self.machine.has(entry.identity)
                && !is_last
                && me
                    .and_then(|me| me.genesis(*seat, manifest, &sid))
                    .is_none()
        });
        let silent: Vec<String> = silent.map(|(entry, _)| entry.name.clone()).collect();
        if *current == sid {
            self.is_told = true;
            self.show(TableEvent::Unsigned(silent));
        }
    }
}

impl Me {
    /// Returns `true` if the player would play the match, with the keys that the match has.
    fn is_ready(&self, entry: &SeatEntry, sid: &Digest) -> bool {
        let keys = (self.key, self.session_nonce);
        self.stance.ready() == Some(*sid) && keys == (entry.key, entry.session_nonce)
    }

    /// The player's signatures for a match, if they are valid.
    fn genesis(&self, seat: Seat, manifest: &Manifest, sid: &Digest) -> Option<Genesis> {
        let Stance::Signed {
            sid: signed,
            by_identity,
            by_key,
        } = self.stance
        else {
            return None;
        };
        let genesis = Genesis {
            seat,
            by_identity,
            by_key,
        };
        (signed == *sid && genesis.is_valid(manifest, sid)).then_some(genesis)
    }
}
