//! The choice of what is read of a file.

/// The contents of a file that are asked for.
#[derive(Clone, Copy, Debug, Default)]
pub struct DxfSelection<'a> {
    /// The layers; all of them unless given.
    pub layers: Option<&'a [String]>,
    /// The model, or the sheets on which it is shown.
    pub space: DxfSpace,
    /// True for items that know where they come from, with what has no size and what dimensions measure among them.
    pub is_traced: bool,
}

/// The spaces that a file keeps its contents in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DxfSpace {
    /// The model.
    #[default]
    Model,
    /// The contents of sheets of paper: frames, title blocks and notes.
    Paper,
    /// Both.
    All,
}
