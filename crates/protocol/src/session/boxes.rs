//! What team-mates at a table send each other past the others: words to the team, and the parts of a set-up.
//!
//! Everybody passes on what is sealed and signed, as with chat, and only the seat that it is for can open it (threat 49).

use std::collections::BTreeMap;

use super::talk::Share;
use super::{LineId, Now, Session};
use crate::codec::{decode_canonical, encode};
use crate::frame::{BoxKey, Content, Frame, Sealed};
use crate::{Fault, Seat, sealing};

/// The sealed messages of one seat to another that are passed on in the window of chat.
const MOST_SEALED: usize = 20;
/// The messages that this seat sends in a window: however the windows of the others lie, none is one too many there.
const MOST_SENT: usize = MOST_SEALED / 2;

/// The box keys of a table, and what was sealed lately.
#[derive(Default)]
pub(super) struct Boxes {
    /// The first key of each seat stands.
    keys: BTreeMap<Seat, BoxKey>,
    /// By sender and reader, so that no seat uses up another one's share.
    shares: BTreeMap<(Seat, Seat), Share>,
}

impl Boxes {
    fn key_of(&self, seat: Seat) -> Option<[u8; 32]> {
        self.keys.get(&seat).map(|key| key.key)
    }

    fn share(&mut self, from: Seat, to: Seat) -> &mut Share {
        self.shares.entry((from, to)).or_default()
    }
}

impl Session {
    /// The other seats of this seat's team that play, rising.
    pub(super) fn mates(&self) -> Vec<Seat> {
        let manifest = self.manifest();
        manifest.map_or_else(Vec::new, |manifest| manifest.mates(self.seat()))
    }

    /// Sends on a line whose peer is heard every box key that is here.
    pub(super) fn show_boxes(&mut self, id: LineId) {
        let has_mates = !self.mates().is_empty();
        let lacks_key = self.lacks_match_key();
        let own = self.seat();
        let Some(game) = &mut self.game else {
            return;
        };
        let sid = game.ledger.chain().sid();
        let signer = &self.signer;
        if has_mates && !lacks_key {
            game.boxes
                .keys
                .entry(own)
                .or_insert_with(|| signer.box_key(sid));
        }
        let keys: Vec<BoxKey> = game.boxes.keys.values().copied().collect();
        for key in keys {
            self.send(id, &Frame::Box(key));
        }
    }

    pub(super) fn handle_box(&mut self, now: Now, id: LineId, key: BoxKey) -> Result<(), Fault> {
        let Some(game) = self.agreed() else {
            return self.fail(Some(id), Fault::Unexpected("a box key before the match"));
        };
        let manifest = game.chain().manifest();
        // the table has gone on in another match meanwhile, or copies come on every line
        let is_other = key.sid != game.chain().sid();
        if is_other || key.seat == self.seat() || game.boxes.keys.contains_key(&key.seat) {
            return Ok(());
        }
        let entry = manifest.present_seat(key.seat);
        let is_signed = entry.is_some_and(|entry| key.is_signed_by(&entry.key));
        // a seat without mates needs none, and with a weak key everybody could read what is sealed to it
        if !is_signed || manifest.mates(key.seat).is_empty() || sealing::is_weak(key.key) {
            let what = "a box key that its seat did not sign, or that is weak";
            return self.fail(Some(id), Fault::Unexpected(what));
        }
        if let Some(game) = &mut self.game {
            game.boxes.keys.insert(key.seat, key);
            game.plans.owe([key.seat]);
        }
        self.spread(Some(id), &Frame::Box(key));
        self.share_plans(now);
        Ok(())
    }

    /// Seals a content to a mate. Returns false if that has to wait: its key is not here, nobody is heard, or too much was
    /// sent lately.
    pub(super) fn send_sealed(&mut self, now: Now, to: Seat, content: &Content) -> bool {
        let own = self.seat();
        if !self.lines.values().any(super::Line::is_synced) || self.lacks_match_key() {
            return false;
        }
        let Some(game) = self.game.as_mut().filter(|game| game.ledger.is_agreed()) else {
            return false;
        };
        let sid = game.ledger.chain().sid();
        let Some(key) = game.boxes.key_of(to) else {
            return false;
        };
        let share = game.boxes.share(own, to);
        let number = share.next(now.unix_ms);
        if !share.take(number, now.clock, MOST_SENT) {
            return false;
        }
        let sealed = self.signer.seal(sid, (to, key), number, &encode(content));
        if let Some(sealed) = sealed {
            self.spread(None, &Frame::Sealed(Box::new(sealed)));
        }
        true
    }

    pub(super) fn handle_sealed(
        &mut self,
        now: Now,
        id: LineId,
        sealed: Sealed,
    ) -> Result<(), Fault> {
        let own = self.seat();
        let Some(game) = self.game.as_mut().filter(|game| game.ledger.is_agreed()) else {
            return self.fail(
                Some(id),
                Fault::Unexpected("a sealed message before the match"),
            );
        };
        let chain = game.ledger.chain();
        let (from, to, number) = (sealed.from, sealed.to, sealed.number);
        let manifest = chain.manifest();
        let is_of_team = manifest.mates(from).contains(&to);
        let is_other = sealed.sid != chain.sid();
        // before the signature: copies come on every line
        if is_other || from == own || is_of_team && !game.boxes.share(from, to).is_new(number) {
            return Ok(());
        }
        let entry = manifest.present_seat(from);
        if !is_of_team || !entry.is_some_and(|entry| sealed.is_signed_by(&entry.key)) {
            let what = "a sealed message that its seat did not sign, or not to its team";
            return self.fail(Some(id), Fault::Unexpected(what));
        }
        // dropped without a fault: an honest program may pass on what others send
        if !game
            .boxes
            .share(from, to)
            .take(number, now.clock, MOST_SEALED)
        {
            return Ok(());
        }
        if to != own {
            self.spread(Some(id), &Frame::Sealed(Box::new(sealed)));
            return Ok(());
        }
        let key = game.boxes.key_of(from);
        let opened = key.and_then(|key| self.signer.unseal(&sealed, key));
        // whoever passed it on could not look inside: what is in it costs nobody the line
        match opened.and_then(|bytes| decode_canonical(&bytes).ok()) {
            Some(Content::Talk(text)) => self.hear_team(now, from, &text),
            Some(Content::Plan(plan)) => self.take_plan(now, from, plan),
            None => {}
        }
        Ok(())
    }
}
