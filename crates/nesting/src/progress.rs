//! The progress that a running search reports.

/// The step that a search is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NestStep {
    /// It tries layouts, and the last one has places for so many of so many parts.
    Placed {
        /// The parts with a place.
        placed: usize,
        /// The parts that it was tried with.
        of: usize,
    },
    /// It moves parts together, and has done so many per cent of that.
    Compressed {
        /// From 0 to 100.
        percent: u32,
    },
}
