//! The bounds of the frames' contents.

use super::bodies::{
    Answer, Begun, GameBody, MAX_REASON, Me, Nothing, Origin, Place, Said, Seating, Stance, Want,
    Wish,
};
use super::envelope::{MAX_COUNTER, MAX_ENVELOPE, OVERHEAD};
use crate::codec::{Wire, encode};
use crate::frame::{Access, MAX_CHAT, Reply};
use crate::hash::{self, Digest};
use crate::record::MAX_SEATS;
use crate::text::{clean_name, is_plain};
use crate::{Identity, PublicKey, Signature};

/// The longest body.
const MAX_BODY: usize = MAX_ENVELOPE - OVERHEAD;

fn is_fit_name(name: &str) -> bool {
    // The manifest contains exactly this name, so its owner has cleaned it.
    !name.is_empty() && clean_name(name, "") == name
}

impl Wire for GameBody {
    const LIMIT: usize = MAX_BODY;

    fn check(&self) -> Result<(), &'static str> {
        match &self.origin {
            Some(Origin::Start { length, .. }) if *length > Origin::MAX_START => {
                Err("a start over 64 KiB")
            }
            Some(Origin::From { step, .. }) if *step >= MAX_COUNTER => Err("a step out of bounds"),
            _ => Ok(()),
        }
    }
}

impl GameBody {
    /// The game's digest, as TABLE names it.
    pub fn digest(&self) -> Digest {
        hash::table_game(&encode(self))
    }
}

impl Wire for Seating {
    const LIMIT: usize = 4096;

    fn check(&self) -> Result<(), &'static str> {
        let mut sitters = self.seats.iter().filter_map(|place| place.sitter.as_ref());
        let is_closed = |place: &Place| place.access == Access::Closed;
        let is_kept = |place: &Place| place.access == Access::Kept;
        match self {
            _ if !(2..=MAX_SEATS).contains(&self.seats.len()) => Err("not 2 to 8 seats"),
            _ if self
                .seats
                .iter()
                .any(|it| it.sitter.is_some() && is_closed(it)) =>
            {
                Err("a player on a closed seat")
            }
            _ if self
                .seats
                .iter()
                .any(|it| it.kept_for.is_some() != is_kept(it)) =>
            {
                Err("a seat kept for nobody")
            }
            _ if sitters.any(|it| !is_fit_name(&it.name) || !it.decider.is_fit()) => {
                Err("an unfit name")
            }
            _ => Ok(()),
        }
    }
}

impl Wire for Me {
    const LIMIT: usize = 1024;

    fn check(&self) -> Result<(), &'static str> {
        match (&self.stance, self.wish) {
            _ if !is_fit_name(&self.name) => Err("an unfit name"),
            _ if !self.decider.is_fit() => Err("an unfit decider"),
            (Stance::Declines(why), _) if why.len() > MAX_REASON || !is_plain(why) => {
                Err("an unfit reason")
            }
            (_, Wish::On(seat)) if seat.index() >= MAX_SEATS => Err("more than 8 seats"),
            _ => Ok(()),
        }
    }
}

impl Me {
    /// The machine's signature for a player of it.
    pub fn prove(machine: &Identity, table: &Digest, player: PublicKey) -> Signature {
        machine.sign("table machine", &hash::table_machine(table, &player.0))
    }

    /// Returns `true` if the machine that the player names has agreed to it.
    pub fn is_proved(&self, table: &Digest, player: PublicKey) -> bool {
        let digest = hash::table_machine(table, &player.0);
        self.machine
            .verify("table machine", &digest, &self.machine_proof)
    }

    /// Returns `true` if the player sits or wants to.
    pub fn wants_to_sit(&self) -> bool {
        self.wish != Wish::Stands && !matches!(self.stance, Stance::Declines(_))
    }
}

impl Wire for Begun {
    const LIMIT: usize = MAX_BODY;

    fn check(&self) -> Result<(), &'static str> {
        match self {
            _ if !(2..=MAX_SEATS).contains(&self.signatures.len()) => Err("not 2 to 8 signatures"),
            _ if !self.signatures.is_sorted_by(|a, b| a.seat < b.seat) => {
                Err("signatures out of order")
            }
            _ => Ok(()),
        }
    }
}

impl Wire for Answer {
    const LIMIT: usize = 128;

    fn check(&self) -> Result<(), &'static str> {
        match &self.reply {
            Reply::LooksLike(name) if !is_fit_name(name) => Err("an unfit name"),
            _ => Ok(()),
        }
    }
}

impl Wire for Said {
    const LIMIT: usize = MAX_CHAT + 3;

    fn check(&self) -> Result<(), &'static str> {
        match self.text.len() > MAX_CHAT {
            true => Err("a line of chat over 2 KiB"),
            false => Ok(()),
        }
    }
}

impl Wire for Want {
    const LIMIT: usize = 33;
}

impl Wire for Nothing {
    const LIMIT: usize = 0;
}
