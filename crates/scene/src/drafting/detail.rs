//! How much of a drawing is made.

/// What is made of a drawing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Detail {
    /// All of it.
    #[default]
    Whole,
    /// Only its footprint, by which places are compared: of hundreds of candidates one is drawn.
    Footprint,
}
