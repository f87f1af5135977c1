//! The work and material that a drawing takes: its parts, the paths of the machine, areas, masses, sheets and costs.
//!
//! Invariant: a number is measured on the drawing or stands in a file of the project. Other numbers are missing, and the
//! report names them.

mod contours;
mod cost;
mod csv;
mod formats;
mod gather;
mod html;
mod making;
mod model;
mod paths;
mod settings;
mod tables;

pub use csv::csv;
pub use formats::{rows, text};
pub use html::html;
pub use making::report;
pub use model::{
    Cost, CostLine, LayerRow, MaterialRow, Missing, PartRow, ProcessRow, Report, SheetRow, Totals, Units,
};
pub use settings::{Files, Settings};

#[cfg(test)]
mod tests;
