//! Members of a shared side, as the engine protocol shows and narrows them.

use anyhow::{Result, bail};
use rules::{AnyPosition, Rules as _, Side};
use scenario::{Share, Sharing, turns_begun};

use super::words::number;

/// Who shares the sides of the loaded game, and the member for whom commands are narrowed.
#[derive(Clone)]
pub(super) struct Members {
    sharing: Sharing,
    /// For each side, by its place, the turns that it has begun.
    // counted as they come: a side that is out takes no turns, so that no number of the turn says how many there were
    begun: Vec<u32>,
    narrowed: Option<u8>,
}

impl Members {
    pub(super) fn new(sharing: Sharing, position: &AnyPosition) -> Self {
        let begun = counted(position);
        Self {
            sharing,
            begun,
            narrowed: None,
        }
    }

    /// Counts the turns anew from a position that was loaded.
    pub(super) fn recount(&mut self, position: &AnyPosition) {
        self.begun = counted(position);
    }

    /// Counts a turn that has begun since `before`.
    pub(super) fn follow(&mut self, before: &AnyPosition, position: &AnyPosition) {
        let (was, is) = (before.turn(), position.turn());
        // the lot for the first player gives another side the turn that counts as begun before play
        if was.number == is.number
            && was.side != is.side
            && let Some(count) = self.begun.get_mut(was.side.index())
        {
            *count = count.saturating_sub(1);
        }
        if (was.number, was.side) != (is.number, is.side)
            && let Some(count) = self.begun.get_mut(is.side.index())
        {
            *count += 1;
        }
    }

    /// The member who decides for a side now; none of a side of one, and for a choice that all members make together.
    pub(super) fn decider(&self, position: &AnyPosition, side: Side) -> Option<u8> {
        let members = self.sharing.members(side);
        if members < 2 {
            return None;
        }
        match self.sharing.share {
            Share::Leaders => position.member(side),
            Share::Turns => {
                let begun = self.begun.get(side.index()).copied().unwrap_or(0);
                let place = begun.saturating_sub(1) % u32::from(members);
                u8::try_from(place).ok()
            }
        }
    }

    /// `member <n>` narrows the commands that follow to that member; `member` alone to nobody.
    pub(super) fn narrow(&mut self, rest: &str, position: &AnyPosition) -> Result<()> {
        if rest.is_empty() {
            self.narrowed = None;
            return Ok(());
        }
        let member = number::<u8>(rest, "member needs a number from 0, as in member 1")?;
        let most = position
            .sides()
            .iter()
            .map(|side| self.sharing.members(side));
        let most = most.max().unwrap_or(1);
        if most < 2 {
            bail!("no side of this game is shared: load it with `members=2,2`, say");
        }
        if member >= most {
            bail!(
                "the largest side has {most} members, from 0 to {}",
                most - 1
            );
        }
        self.narrowed = Some(member);
        Ok(())
    }

    /// True if the commands are narrowed to one member.
    pub(super) const fn is_narrowed(&self) -> bool {
        self.narrowed.is_some()
    }

    /// Why the member to whom commands are narrowed may not decide for a side now, if it may not.
    pub(super) fn refusal(&self, position: &AnyPosition, side: Side) -> Option<String> {
        let (narrowed, decider) = (self.narrowed?, self.decider(position, side)?);
        let what = match self.sharing.share {
            Share::Leaders => "part",
            Share::Turns => "turn",
        };
        (narrowed != decider).then(|| format!("it is the {what} of member {decider}"))
    }

    /// The lines of `status` about shared sides; none in most games, whose drivers read the lines that they know.
    pub(super) fn status(&self, position: &AnyPosition, to_act: &[Side], lines: &mut Vec<String>) {
        let family = position.family();
        if !self.sharing.is_shared() {
            return;
        }
        lines.push(format!("share {}", self.sharing.share.word()));
        for side in position.sides().iter() {
            let (name, members) = (family.side_name(side), self.sharing.members(side));
            lines.push(format!("members {name} {members}"));
        }
        for side in to_act {
            if let Some(member) = self.decider(position, *side) {
                lines.push(format!("member {} {member}", family.side_name(*side)));
            }
        }
    }
}

/// The turns that each side has begun.
fn counted(position: &AnyPosition) -> Vec<u32> {
    let sides = position.sides();
    sides
        .iter()
        .map(|side| turns_begun(position, side))
        .collect()
}
