//! The unit that a scene's lengths are in.

use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Units {
    #[default]
    Millimeters,
    Centimeters,
    Meters,
    Inches,
    Feet,
    /// A pixel, 1/96 of an inch.
    Pixels,
}

impl Units {
    pub const ALL: [Units; 6] =
        [Units::Millimeters, Units::Centimeters, Units::Meters, Units::Inches, Units::Feet, Units::Pixels];

    /// Parses the abbreviation, exactly as `as_str` writes it.
    pub fn parse(text: &str) -> Option<Units> {
        Units::ALL.into_iter().find(|units| units.as_str() == text)
    }

    pub fn as_str(self) -> &'static str {
        match self {
            Units::Millimeters => "mm",
            Units::Centimeters => "cm",
            Units::Meters => "m",
            Units::Inches => "in",
            Units::Feet => "ft",
            Units::Pixels => "px",
        }
    }

    pub fn in_millimeters(self) -> f64 {
        match self {
            Units::Millimeters => 1.0,
            Units::Centimeters => 10.0,
            Units::Meters => 1000.0,
            Units::Inches => 25.4,
            Units::Feet => 304.8,
            Units::Pixels => 25.4 / 96.0,
        }
    }
}
