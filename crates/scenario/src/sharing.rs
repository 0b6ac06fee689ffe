//! How the members of a side share it: the options `share` and `members`, which every family knows.

use rules::{AnyPosition, MAX_SIDES, Rules, Side};

use crate::option::OptionError;

/// The option that says how.
const SHARE: &str = "share";
/// The option that says how many members each side has.
const MEMBERS: &str = "members";

/// By what the members of a side share it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Share {
    /// They take the side's turns in turn.
    #[default]
    Turns,
    /// Each has leaders of its own and a part of every turn.
    Leaders,
}

impl Share {
    /// The value in options.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Turns => "turns",
            Self::Leaders => "leaders",
        }
    }
}

/// The members of each side, and how they share it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Sharing {
    /// How they share it.
    pub share: Share,
    /// The number of members of each side, in the order of the sides; 1 for those behind the last.
    members: Vec<u8>,
}

impl Sharing {
    /// Takes `share` and `members` out of the options; the rest are those of the scenario.
    pub(crate) fn of(
        options: &[(String, String)],
    ) -> Result<(Self, Vec<(String, String)>), OptionError> {
        let (mut share, mut members) = (None, None);
        let mut rest = Vec::new();
        for (key, value) in options {
            match key.as_str() {
                SHARE if share.is_some() => return Err(OptionError::Twice { key: SHARE }),
                MEMBERS if members.is_some() => return Err(OptionError::Twice { key: MEMBERS }),
                SHARE => share = Some(read_share(value)?),
                MEMBERS => members = Some(read_members(value)?),
                _ => rest.push((key.clone(), value.clone())),
            }
        }
        let share = share.unwrap_or_default();
        let members = match (share, members) {
            (_, Some(members)) => members,
            (Share::Turns, None) => Vec::new(),
            // shared by one each it would be the same as not shared
            (Share::Leaders, None) => vec![2, 2],
        };
        Ok((Self { share, members }, rest))
    }

    /// The number of members of a side.
    pub fn members(&self, side: Side) -> u8 {
        self.members.get(side.index()).copied().unwrap_or(1)
    }

    /// True if some side has several members.
    pub fn is_shared(&self) -> bool {
        self.members.iter().any(|members| *members > 1)
    }

    /// The start of a game that is shared so.
    pub(crate) fn apply(&self, start: AnyPosition) -> Result<AnyPosition, OptionError> {
        let sides = start.sides();
        if self.members.len() > sides.len() {
            return Err(OptionError::Conflict {
                what: "`members` names more sides than the game has",
                mend: "give a number for each side, as in members=2,2",
            });
        }
        let all: Vec<u8> = sides.iter().map(|side| self.members(side)).collect();
        match self.share {
            Share::Turns => Ok(start),
            Share::Leaders => start.by_leaders(&all).ok_or(OptionError::Conflict {
                what: "`share=leaders` is for games whose units are activated by leaders",
                mend: "write share=turns, by which members take the side's turns in turn",
            }),
        }
    }
}

fn read_share(value: &str) -> Result<Share, OptionError> {
    let mut shares = [Share::Turns, Share::Leaders].into_iter();
    let share = shares.find(|share| share.word() == value);
    share.ok_or_else(|| OptionError::Value {
        key: SHARE,
        found: value.to_owned(),
        allowed: "turns or leaders".to_owned(),
    })
}

fn read_members(value: &str) -> Result<Vec<u8>, OptionError> {
    let count = |text: &str| match text.as_bytes() {
        // one digit, so that one agreement has one spelling
        [digit @ b'1'..=b'8'] => Some(digit - b'0'),
        _ => None,
    };
    let members: Option<Vec<u8>> = value.split(',').map(count).collect();
    members
        .filter(|members| members.len() <= usize::from(MAX_SIDES))
        .ok_or_else(|| OptionError::Value {
            key: MEMBERS,
            found: value.to_owned(),
            allowed: "a number from 1 to 8 for each side, as in 2,2".to_owned(),
        })
}
