//! How far a game of two armies has come: lots and hidden set-ups before play, play, the end.

use super::Side;
use super::outcome::{Cause, Outcome};
use crate::whole::{MOST_TURNS, Read, Reader, WholeError, hold};
use crate::{Draw, ToAct};

/// The lot for the side that has the first turn. Rules: warlord 6.2; wargame 1.13, 2.8.
pub const FIRST_PLAYER: Draw = Draw {
    purpose: 1,
    word: "first-player",
};

/// The lot that lays the terrain. Rules: warlord 6.6; wargame 1.13.
pub const TERRAIN: Draw = Draw {
    purpose: 2,
    word: "terrain",
};

/// What a position waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Phase<O> {
    /// The lot that lays the terrain.
    Laying,
    /// The set-ups of the sides that are not done.
    SettingUp { done: [bool; 2] },
    /// The lot for the first player.
    Drawing,
    /// An order of the side on turn.
    Playing,
    /// None: the game is over.
    Over(O),
}

impl<O: Copy> Phase<O> {
    pub(crate) const SETTING_UP: Self = Self::SettingUp {
        done: [false, false],
    };

    /// The answer to [`crate::Rules::to_act`], with that side on turn.
    pub(crate) fn to_act(self, side: Side) -> ToAct
    where
        crate::Outcome: From<O>,
    {
        match self {
            Self::Laying => ToAct::Lots(TERRAIN),
            Self::SettingUp { done } => {
                let sides = Side::BOTH.into_iter().filter(|side| !done[side.index()]);
                ToAct::Secretly(sides.map(crate::Side::from).collect())
            }
            Self::Drawing => ToAct::Lots(FIRST_PLAYER),
            Self::Playing => ToAct::One(side.into()),
            Self::Over(outcome) => ToAct::Nobody(outcome.into()),
        }
    }
}

impl<W: Cause, T: Cause> Phase<Outcome<W, T>> {
    fn bytes(self) -> [u8; 2] {
        match self {
            // 4, though it comes first: phases are numbered in the order in which they were added
            Self::Laying => [4, 0],
            Self::SettingUp { done } => [0, u8::from(done[0]) | u8::from(done[1]) << 1],
            Self::Drawing => [1, 0],
            Self::Playing => [2, 0],
            Self::Over(outcome) => [3, outcome.byte()],
        }
    }

    fn from_bytes(bytes: [u8; 2]) -> Read<Self> {
        Ok(match bytes {
            // not 3: once both sides are done, a lot or the first turn has followed at once
            [0, done @ 0..=2] => Self::SettingUp {
                done: [done & 1 != 0, done & 2 != 0],
            },
            [1, 0] => Self::Drawing,
            [2, 0] => Self::Playing,
            [3, byte] => {
                let outcome = Outcome::from_byte(byte);
                Self::Over(outcome.ok_or(WholeError::Unsound("an outcome that the game lacks"))?)
            }
            [4, 0] => Self::Laying,
            _ => return Err(WholeError::Unsound("a phase that the game lacks")),
        })
    }
}

/// The first bytes of a position: the version of the layout and the family, the phase, the side to move, the turn.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Opening<O> {
    pub(crate) phase: Phase<O>,
    pub(crate) side: Side,
    /// The number of the turn, from 1.
    pub(crate) turn: u32,
}

impl<W: Cause, T: Cause> Opening<Outcome<W, T>> {
    pub(crate) fn write(self, layout: [u8; 2], out: &mut Vec<u8>) {
        out.extend(layout);
        out.extend(self.phase.bytes());
        out.push(self.side.index() as u8);
        out.extend(self.turn.to_le_bytes());
    }

    pub(crate) fn read(layout: [u8; 2], from: &mut Reader<'_>) -> Read<Self> {
        // first, since bytes of another family would be read as something else
        hold(from.array()? == layout, "bytes of another family or layout")?;
        let phase = Phase::from_bytes(from.array()?)?;
        let side = Side::BOTH.get(usize::from(from.u8()?)).copied();
        let side = side.ok_or(WholeError::Unsound("a side that the game lacks"))?;
        let turn = from.u32()?;
        hold(
            (1..=MOST_TURNS).contains(&turn),
            "a number of the turn out of range",
        )?;
        Ok(Self { phase, side, turn })
    }
}

/// True if `lot` has already laid the terrain of the game, false if the terrain is yet to be laid. A position in play
/// names the lot that laid its terrain; `drawn` is the lot of the game it is read for, if it is drawn.
pub(crate) fn is_laid_by(drawn: Option<u64>, lot: u64) -> Read<bool> {
    match drawn {
        None => Ok(false),
        Some(drawn) if drawn == lot => Ok(true),
        // the lot of this game is drawn, and bytes cannot bring another
        Some(_) => Err(WholeError::Unsound("terrain of another lot")),
    }
}
