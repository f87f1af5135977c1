//! What the targets share.

pub mod inputs;
