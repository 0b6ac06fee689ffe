//! Numbers drawn from a lot, the same on every machine.

/// Numbers drawn one after the other from a lot (SplitMix64): the same for the same lot on every machine.
#[derive(Debug, Clone)]
pub struct Numbers(
    /// The lot.
    pub u64,
);

impl Numbers {
    fn draw(&mut self) -> u64 {
        // the constants are those of SplitMix64: with others, the lots of old matches would lay other terrain
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `end`, which is not 0.
    pub fn below(&mut self, end: usize) -> usize {
        // scaled, not a remainder: no division, and the numbers of a board are at most one in 2^50 likelier than others
        let scaled = (u128::from(self.draw()) * end as u128) >> 64;
        usize::try_from(scaled).unwrap_or(0)
    }
}
