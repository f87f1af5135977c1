//! Points and curves with constraints: they are solved from the places where they are drawn, and what is left free, says
//! nothing new, or contradicts, is named.
//!
//! Invariant: the same sketch gives the same bits on every platform. A solution keeps every constraint to a thousandth of a
//! millionth of the sketch's size, or there is none.

mod analysis;
mod conflicts;
mod constraints;
mod equations;
mod jet;
mod matrix;
mod model;
mod row_space;
mod solve;

pub use constraints::{Constraint, SketchError};
pub use model::{CurveId, Free, Outcome, PointId, Sketch, Solution, SolvedCurve};

#[cfg(test)]
mod tests;
