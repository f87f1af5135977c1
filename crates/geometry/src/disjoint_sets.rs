//! Sets of numbered things that are united one after the other.

/// Numbers from 0 in sets that have none in common. The smallest number of a set stands for it, so that nothing depends on the
/// order in which sets are united.
#[derive(Clone, Debug)]
pub struct DisjointSets(Vec<usize>);

impl DisjointSets {
    /// Makes a set for each number below a count.
    pub fn new(count: usize) -> DisjointSets {
        DisjointSets((0..count).collect())
    }

    /// Returns the smallest number of the set that a number is in.
    pub fn root(&mut self, mut at: usize) -> usize {
        let roots = &mut self.0;
        while roots[at] != at {
            // Halving the path keeps later look-ups short.
            roots[at] = roots[roots[at]];
            at = roots[at];
        }
        at
    }

    /// Makes one set of those that two numbers are in.
    pub fn unite(&mut self, one: usize, other: usize) {
        let (one, other) = (self.root(one), self.root(other));
        self.0[one.max(other)] = one.min(other);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn united_numbers_have_the_smallest_of_them_as_root() {
        let mut sets = DisjointSets::new(6);
        for (one, other) in [(5, 3), (4, 2), (3, 4)] {
            sets.unite(one, other);
        }
        let roots: Vec<usize> = (0..6).map(|at| sets.root(at)).collect();
        assert_eq!(roots, [0, 1, 2, 2, 2, 2]);
    }
}
