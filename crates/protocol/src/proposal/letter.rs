//! Tables by mail: the same frames in a file, between two players.
//!
//! The offer letter has GAME, TABLE and the host's ME; the answer the guest's ME with READY and signatures; the third letter
//! BEGUN.

use std::collections::BTreeSet;

use super::bodies::Body;
use super::envelope::{Envelope, Header, MAX_ENVELOPE};
use super::kind::Kind;
use super::own::Player;
use super::table::Table;
use super::words::WishError;
use crate::hash;
use crate::session::Now;

/// The first bytes: name and number of the format.
pub const LETTER_HEADER: &[u8; 8] = b"FPTABL_1";
/// Bytes of the check at the end.
const CHECK: usize = 8;
/// GAME, TABLE and eight players are fewer.
const MOST_FRAMES: usize = 16;

impl Table {
    /// The letter that this machine's user sends next: the host's offer, the guest's answer, or the beginning.
    ///
    /// # Errors
    /// Returns [`WishError`] for a table of more than two, or with clocks, or before there is anything to say.
    pub fn letter(&mut self) -> Result<Vec<u8>, WishError> {
        let seating = self.seating().ok_or(WishError::NoTable)?;
        let seats = seating.open().count();
        if seats != 2 {
            return Err(WishError::ByMail(seats));
        }
        let game = self.game().ok_or(WishError::NoTable)?;
        if game.terms().terms.has_clocks() {
            return Err(WishError::Clock);
        }
        self.is_by_mail = true;
        let heard = &self.heard;
        if let Some(begun) = &heard.begun {
            return Ok(write(&[begun]));
        }
        let mut frames = Vec::new();
        if self.hosting.is_some() {
            frames.extend(heard.game.as_ref().map(|(_, bytes)| bytes));
            frames.extend(heard.seating.as_ref().map(|(_, bytes)| bytes));
        }
        let own = heard.mes.iter().filter(|(who, _)| self.machine.has(**who));
        frames.extend(own.map(|(_, heard)| &heard.bytes));
        Ok(write(&frames))
    }

    /// The table of an offer letter, at the machine of the player who got it.
    ///
    /// # Errors
    /// Returns [`WishError`] if the bytes are not an offer letter of a table of two.
    pub fn from_letter(
        now: Now,
        players: Vec<Player>,
        letter: &[u8],
        secret: [u8; 32],
    ) -> Result<Self, WishError> {
        let frames = read(letter)?;
        let headers: Result<Vec<Header>, _> =
            frames.iter().map(|frame| Header::read(frame)).collect();
        let offer = headers?.into_iter().find(|it| it.kind == Kind::Table);
        let offer = offer.ok_or(WishError::NoLetter)?;
        let members = BTreeSet::new();
        let mut table = Self::join(players, offer.sender, offer.table, members, secret)?;
        table.take_letter(now, letter)?;
        match table.seating().map(|seating| seating.open().count()) {
            Some(2) => Ok(table),
            Some(seats) => Err(WishError::ByMail(seats)),
            None => Err(WishError::NoLetter),
        }
    }

    /// Takes what a letter brings. The letter that a host's user takes lets its player in.
    ///
    /// # Errors
    /// Returns [`WishError`] if the bytes are not a letter of this table.
    pub fn take_letter(&mut self, now: Now, letter: &[u8]) -> Result<(), WishError> {
        let frames = read(letter)?;
        // All of it is checked before any of it counts.
        let mut envelopes = Vec::new();
        for frame in &frames {
            let envelope = Envelope::read(frame)?;
            if envelope.header.table != self.id {
                return Err(WishError::NoLetter);
            }
            envelopes.push(envelope);
        }
        self.is_by_mail = true;
        for envelope in &envelopes {
            if let Body::Me(me) = &envelope.body
                && me.is_proved(&self.id, envelope.header.sender)
            {
                self.admit_by_letter(me.machine);
            }
        }
        for frame in &frames {
            self.handle(now, None, frame)?;
        }
        Ok(())
    }
}

fn write(frames: &[&Vec<u8>]) -> Vec<u8> {
    let mut letter = LETTER_HEADER.to_vec();
    for frame in frames {
        let len = u32::try_from(frame.len()).expect("frames are at most 64 KiB");
        letter.extend(len.to_le_bytes());
        letter.extend(*frame);
    }
    let check = check(&letter);
    letter.extend(check);
    letter
}

fn read(letter: &[u8]) -> Result<Vec<&[u8]>, WishError> {
    let limit = MOST_FRAMES * (MAX_ENVELOPE + 4);
    let (content, end) = letter
        .split_last_chunk::<CHECK>()
        .filter(|_| letter.len() <= limit)
        .ok_or(WishError::NoLetter)?;
    let rest = content.strip_prefix(LETTER_HEADER);
    let mut rest = rest.ok_or(WishError::NoLetter)?;
    if check(content) != *end {
        return Err(WishError::NoLetter);
    }
    let mut frames = Vec::new();
    while let Some((len, after)) = rest.split_first_chunk::<4>() {
        let len = usize::try_from(u32::from_le_bytes(*len)).unwrap_or(usize::MAX);
        let split = after.split_at_checked(len);
        let (frame, after) = split.ok_or(WishError::NoLetter)?;
        frames.push(frame);
        rest = after;
    }
    match rest.is_empty() && !frames.is_empty() && frames.len() <= MOST_FRAMES {
        true => Ok(frames),
        false => Err(WishError::NoLetter),
    }
}

fn check(content: &[u8]) -> [u8; CHECK] {
    let digest = hash::derive("fairplay/1 table letter", &[content]);
    std::array::from_fn(|byte| digest[byte])
}
