//! How much of a drawing is made.

/// The share of a drawing that is made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Detail {
    /// The whole drawing.
    #[default]
    Whole,
    /// Only the footprint of the drawing, by which places are compared: of hundreds of candidates one is drawn.
    Footprint,
}
