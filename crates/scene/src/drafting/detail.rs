//! How much of a drawing is made.

/// How much of a drawing is made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Detail {
    /// All of it.
    #[default]
    Whole,
    /// Only its footprint, by which places are compared: of hundreds of candidates one is drawn.
    Footprint,
}
