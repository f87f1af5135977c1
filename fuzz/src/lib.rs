//! The parts that the targets share.

pub mod inputs;
