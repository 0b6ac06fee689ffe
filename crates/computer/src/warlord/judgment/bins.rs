//! The captures that threaten a side, by their gains: adding, taking away, and the sum of the largest take the same
//! time however many there are. A sorted list would need a search and a shift for every threat that an order changes.

/// The captures that threaten a side.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Bins {
    counts: [u16; BINS],
    sums: [i32; BINS],
    /// A bit for every bin that is not empty.
    used: u64,
    /// The leaders among those captured, by level.
    leaders: [u16; 4],
}

const BINS: usize = 64;
/// The points from one bin to the next.
const WIDTH: i32 = 40;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Most {
    pub(super) sum: i32,
    /// The largest, up to the width of a bin.
    pub(super) best: i32,
}

impl Bins {
    pub(super) const fn new() -> Self {
        Self {
            counts: [0; BINS],
            sums: [0; BINS],
            used: 0,
            leaders: [0; 4],
        }
    }

    /// Counts a gain in, or out again; `leader` is the level of a captured leader.
    pub(super) fn count(&mut self, gain: i32, leader: Option<u8>, came: bool) {
        // gains beyond the last bin share it; the bin's sum stays exact
        let bin = usize::try_from(gain / WIDTH).unwrap_or(0).min(BINS - 1);
        if came {
            self.counts[bin] += 1;
            self.sums[bin] += gain;
            self.used |= 1 << bin;
        } else {
            self.counts[bin] -= 1;
            self.sums[bin] -= gain;
            if self.counts[bin] == 0 {
                self.used &= !(1 << bin);
            }
        }
        if let Some(level) = leader {
            let count = &mut self.leaders[usize::from(level)];
            *count = if came { *count + 1 } else { *count - 1 };
        }
    }

    /// The leaders that could be captured, by level.
    pub(super) const fn leaders(&self) -> &[u16; 4] {
        &self.leaders
    }

    /// The `count` largest gains. In a bin that is not taken whole each counts as the bin's mean: sorting inside a bin
    /// would cost time in every judgment for less than the 40 points of its width.
    pub(super) fn most(&self, count: usize) -> Most {
        let mut most = Most { sum: 0, best: 0 };
        let mut left = i32::try_from(count).unwrap_or(i32::MAX);
        let mut used = self.used;
        while used != 0 && left > 0 {
            // from the largest gains down
            let bin = 63 - used.leading_zeros() as usize;
            used &= !(1 << bin);
            // at least 1, as the bit of the bin is set, so the divisions below are safe
            let there = i32::from(self.counts[bin]);
            let sum = self.sums[bin];
            if most.best == 0 {
                most.best = sum / there;
            }
            most.sum += if there <= left {
                sum
            } else {
                sum / there * left
            };
            left -= there;
        }
        most
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_gains_are_summed_and_gains_leave_no_trace() {
        let mut bins = Bins::new();
        for (gain, leader) in [(200, None), (950, Some(2)), (80, None), (85, None)] {
            bins.count(gain, leader, true);
        }
        assert_eq!(
            bins.most(2),
            Most {
                sum: 1150,
                best: 950
            }
        );
        assert_eq!(bins.most(3).sum, 1150 + 82);
        assert_eq!(bins.most(9).sum, 1315);
        assert_eq!(bins.leaders(), &[0, 0, 1, 0]);
        for (gain, leader) in [(950, Some(2)), (85, None), (80, None), (200, None)] {
            bins.count(gain, leader, false);
        }
        assert_eq!(bins, Bins::new());
        assert_eq!(bins.most(4), Most { sum: 0, best: 0 });
    }
}
