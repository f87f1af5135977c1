//! The seeded generator behind `Math.random`: the same seed gives the same scene on every machine.

/// SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", 2014).
#[derive(Clone, Debug)]
pub(crate) struct SplitMix64 {
    state: u64,
}

impl SplitMix64 {
    pub(crate) fn new(seed: u64) -> Self {
        SplitMix64 { state: seed }
    }

    pub(crate) fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Returns a number in [0, 1) with 53 random bits.
    pub(crate) fn next_f64(&mut self) -> f64 {
        // The upper bits are the best mixed ones, and 53 of them are all that a double between 0 and 1 can hold
        // without rounding up to 1.
        (self.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splitmix_agrees_with_reference_sequence() {
        let mut random = SplitMix64::new(1_234_567);
        let first = [random.next_u64(), random.next_u64(), random.next_u64()];
        assert_eq!(first, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }

    #[test]
    fn random_number_stays_below_one() {
        let mut random = SplitMix64::new(0);
        assert!((0..10_000).map(|_| random.next_f64()).all(|x| (0.0..1.0).contains(&x)));
    }
}
