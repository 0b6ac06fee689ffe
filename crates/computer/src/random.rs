//! Chance that comes back with the seed.

/// A small generator of repeatable random numbers: SplitMix64 (Steele, Lea, Flood 2014).
///
/// The state is one `u64`, every seed is good, and the sequence is fixed forever, so that the same seed gives the same
/// play on every machine. The numbers are no secrets; nothing of the network may use them.
#[derive(Debug, Clone)]
pub(crate) struct Random(u64);

impl Random {
    pub(crate) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        mix(self.0)
    }

    /// A number below `bound`; 0 if the bound is 0.
    pub(crate) const fn below(&mut self, bound: usize) -> usize {
        // The high half of a 64 by 64 bit product; its bias is below 2^-40 for the bounds used here.
        ((self.next() as u128 * bound as u128) >> 64) as usize
    }

    /// A place in the list, as often as its weight says; the first if all weights are 0.
    pub(crate) fn weighted(&mut self, weights: &[u32]) -> usize {
        let total: u32 = weights.iter().sum();
        let mut lot = self.below(total as usize) as u32;
        let chosen = weights.iter().position(|weight| {
            let is_chosen = lot < *weight;
            lot = lot.saturating_sub(*weight);
            is_chosen
        });
        chosen.unwrap_or(0)
    }

    /// Moves `count` randomly chosen items to the front, in random order.
    pub(crate) fn draw<T>(&mut self, items: &mut [T], count: usize) {
        for place in 0..count.min(items.len()) {
            let chosen = place + self.below(items.len() - place);
            items.swap(place, chosen);
        }
    }
}

/// Spreads a number over all 64 bits; different numbers stay different.
pub(crate) const fn mix(number: u64) -> u64 {
    let z = (number ^ (number >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sequence_is_the_published_one() {
        // The first outputs for seed 1234567, as in the reference implementation's tests.
        let mut random = Random::new(1_234_567);
        assert_eq!(random.next(), 6_457_827_717_110_365_317);
        assert_eq!(random.next(), 3_203_168_211_198_807_973);
        assert_eq!(random.next(), 9_817_491_932_198_370_423);
    }

    #[test]
    fn every_number_below_the_bound_comes_up() {
        let mut random = Random::new(7);
        let mut seen = [0; 6];
        for _ in 0..600 {
            seen[random.below(6)] += 1;
        }
        assert!(seen.iter().all(|count| *count > 50), "{seen:?}");
        assert_eq!(random.below(0), 0);
    }

    #[test]
    fn weights_are_kept() {
        let mut random = Random::new(11);
        let mut seen = [0; 4];
        for _ in 0..6000 {
            seen[random.weighted(&[1, 0, 2, 3])] += 1;
        }
        assert_eq!(seen[1], 0);
        for (place, wanted) in [(0, 1000_i32), (2, 2000), (3, 3000)] {
            assert!((seen[place] - wanted).abs() < 200, "{seen:?}");
        }
        assert_eq!(random.weighted(&[0, 0]), 0);
    }

    #[test]
    fn a_draw_keeps_every_item() {
        let mut items: Vec<_> = (0..20).collect();
        Random::new(3).draw(&mut items, 5);
        assert_ne!(items[..5], [0, 1, 2, 3, 4]);
        items.sort_unstable();
        assert!(items.into_iter().eq(0..20));
    }
}
