//! The progress that a running search reports.

/// The step that a search is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NestStep {
    /// Layouts are tried; the last one has places for some of the parts.
    Placed {
        /// The number of parts with a place.
        placed: usize,
        /// The number of parts in the layout.
        of: usize,
    },
    /// Parts are moved together.
    Compressed {
        /// The share that is done, from 0 to 100.
        percent: u32,
    },
}
