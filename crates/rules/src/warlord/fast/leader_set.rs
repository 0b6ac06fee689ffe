//! Sets of leaders, in as few words as an army needs.

/// Leaders of one army, each a bit by its place on the army's list, where leaders come first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct LeaderSet<const WORDS: usize>([u64; WORDS]);

impl<const WORDS: usize> Default for LeaderSet<WORDS> {
    fn default() -> Self {
        Self([0; WORDS])
    }
}

impl<const WORDS: usize> LeaderSet<WORDS> {
    /// The first `count` leaders.
    pub(super) fn first(count: usize) -> Self {
        let mut set = Self::default();
        for (word, bits) in set.0.iter_mut().enumerate() {
            let here = count.saturating_sub(word * 64).min(64) as u32;
            // checked, since a shift by all 64 bits, for a word without leaders, would not clear it
            *bits = u64::MAX.checked_shr(64 - here).unwrap_or(0);
        }
        set
    }

    /// The same leaders in a set of another size, which must have room for them.
    #[inline]
    pub(super) fn resized<const OTHER: usize>(&self) -> LeaderSet<OTHER> {
        LeaderSet(std::array::from_fn(|word| *self.0.get(word).unwrap_or(&0)))
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(|bits| *bits == 0)
    }

    #[inline]
    pub(super) fn has(&self, leader: u16) -> bool {
        self.0[Self::word(leader)] >> (leader & 63) & 1 == 1
    }

    #[inline]
    pub(super) fn insert(&mut self, leader: u16) {
        self.0[Self::word(leader)] |= 1 << (leader & 63);
    }

    #[inline]
    pub(super) fn remove(&mut self, leader: u16) {
        self.0[Self::word(leader)] &= !(1 << (leader & 63));
    }

    /// The word with the leader's bit; callers never pass a number beyond the last. The remainder spares the bounds
    /// check: it compiles to a mask, or to nothing for a set of one word.
    #[inline]
    fn word(leader: u16) -> usize {
        usize::from(leader >> 6) % WORDS
    }

    /// True if any leader is in both sets.
    #[inline]
    pub(super) fn meets(&self, other: &Self) -> bool {
        self.0
            .iter()
            .zip(&other.0)
            .any(|(one, other)| one & other != 0)
    }

    /// The first leader in both sets.
    #[inline]
    pub(super) fn common(&self, other: &Self) -> Option<u16> {
        for (word, (one, other)) in self.0.iter().zip(&other.0).enumerate() {
            if one & other != 0 {
                return Some((word as u16) << 6 | (one & other).trailing_zeros() as u16);
            }
        }
        None
    }

    /// The leaders in ascending order.
    #[inline]
    pub(super) fn iter(&self) -> impl Iterator<Item = u16> {
        let (mut rest, mut word) = (*self, 0);
        std::iter::from_fn(move || {
            while word < WORDS {
                let bits = rest.0[word];
                if bits != 0 {
                    rest.0[word] = bits & (bits - 1);
                    return Some((word as u16) << 6 | bits.trailing_zeros() as u16);
                }
                word += 1;
            }
            None
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_holds_what_was_inserted_and_not_removed() {
        let mut set = LeaderSet::<8>::default();
        let leaders = [0, 1, 63, 64, 127, 511];
        for leader in leaders {
            assert!(!set.has(leader));
            set.insert(leader);
            assert!(set.has(leader));
        }
        assert!(set.iter().eq(leaders));
        set.remove(0);
        set.remove(1);
        assert_eq!(set.common(&LeaderSet::first(63)), None);
        assert_eq!(set.common(&LeaderSet::first(64)), Some(63));
        for count in [0, 1, 64, 130, 512] {
            assert!(LeaderSet::<8>::first(count.into()).iter().eq(0..count));
        }
    }
}
