//! The state of an index, as its journal knows it.

/// The end of an index, as far as it is known to be on disk and to fit the journal.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct IndexEnd {
    /// The length of the index.
    pub(super) bytes: u64,
    /// The offset after the last record of the journal that the index has.
    pub(super) journal: u64,
    /// The number of transactions that it has.
    pub(super) entries: usize,
}
