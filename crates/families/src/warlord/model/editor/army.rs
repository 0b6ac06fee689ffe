//! The choice of a side in addition to its army: a mix of leaders, and free units.

use std::collections::BTreeMap;

use rules::warlord::{FreeUnits, Kind};

/// The numbers of chosen leaders of level 1, 2 and 3.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mix(pub [u8; 3]);

impl Mix {
    /// The kinds in the order of the numbers.
    pub const KINDS: [Kind; 3] = [Kind::Leader1, Kind::Leader2, Kind::Leader3];

    /// Every mix of that many leaders whose levels have that sum, those with the fewest of level 3 first.
    pub fn all(choice: FreeUnits) -> Vec<Self> {
        let (leaders, levels) = (u16::from(choice.leaders), choice.levels);
        // leaders = firsts + seconds + thirds and levels = firsts + 2 seconds + 3 thirds: the difference is seconds +
        // 2 thirds
        let more = levels.saturating_sub(leaders);
        (0..=leaders)
            .filter_map(|thirds| {
                let seconds = more.checked_sub(2 * thirds)?;
                let firsts = leaders.checked_sub(seconds + thirds)?;
                let numbers = [firsts, seconds, thirds].map(u8::try_from);
                match numbers {
                    // with fewer levels than leaders `more` is cut off at zero, and the mixes found would be wrong
                    [Ok(first), Ok(second), Ok(third)] if levels >= leaders => {
                        Some(Self([first, second, third]))
                    }
                    _ => None,
                }
            })
            .collect()
    }
}

/// The units chosen in addition to the army; empty if the scenario offers no choice.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Chosen(BTreeMap<Kind, u8>);

impl Chosen {
    /// The mix in the middle of those there are, and no free unit yet.
    pub(super) fn first(choice: FreeUnits) -> Self {
        let mixes = Mix::all(choice);
        let mut chosen = Self::default();
        // neither the fewest leaders of level 3 nor the most
        if let Some(mix) = mixes.get(mixes.len() / 2) {
            chosen.set_mix(*mix);
        }
        chosen
    }

    /// The units of `kinds` beyond the army.
    pub(super) fn beside(army: &[Kind], kinds: impl Iterator<Item = Kind>) -> Self {
        let mut counts = BTreeMap::new();
        for kind in kinds {
            *counts.entry(kind).or_insert(0_u8) += 1;
        }
        for kind in army {
            if let Some(count) = counts.get_mut(kind) {
                *count = count.saturating_sub(1);
            }
        }
        // equal choices must compare equal: undo drops a step that changes nothing
        counts.retain(|_, count| *count > 0);
        Self(counts)
    }

    /// This choice with what another holds beyond it, as far as the scenario offers such a choice.
    pub(super) fn together_with(&self, other: &Self, choice: FreeUnits) -> Self {
        let mut both = self.clone();
        let fits = |mix: &Mix| {
            let mut levels = Mix::KINDS.iter().zip(mix.0);
            levels.all(|(kind, count)| count >= other.of(*kind))
        };
        let own = self.mix();
        // of several mixes the one chosen, as long as it has room for all
        let mixes = [own].into_iter().chain(Mix::all(choice));
        if let Some(mix) = mixes.into_iter().find(fits) {
            both.set_mix(mix);
        }
        for (kind, count) in other.0.iter().filter(|(kind, _)| !kind.is_leader()) {
            if *count > both.of(*kind) && both.others() + *count - both.of(*kind) <= choice.others {
                both.set(*kind, *count);
            }
        }
        both
    }

    /// The number of chosen units of a kind.
    pub fn of(&self, kind: Kind) -> u8 {
        self.0.get(&kind).copied().unwrap_or(0)
    }

    /// The number of chosen units other than leaders.
    pub fn others(&self) -> u8 {
        let others = self.0.iter().filter(|(kind, _)| !kind.is_leader());
        others.map(|(_, count)| count).sum()
    }

    pub fn mix(&self) -> Mix {
        Mix(Mix::KINDS.map(|kind| self.of(kind)))
    }

    pub(super) fn set(&mut self, kind: Kind, count: u8) {
        if count > 0 {
            self.0.insert(kind, count);
        } else {
            self.0.remove(&kind);
        }
    }

    pub(super) fn set_mix(&mut self, mix: Mix) {
        for (kind, count) in Mix::KINDS.into_iter().zip(mix.0) {
            self.set(kind, count);
        }
    }
}
