//! The unit that a scene's lengths are in.

use serde::{Deserialize, Serialize};

/// A unit of length.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Units {
    /// `mm`, the default.
    #[default]
    Millimeters,
    /// `cm`, 10 mm.
    Centimeters,
    /// `m`, 1000 mm.
    Meters,
    /// `in`, 25.4 mm.
    Inches,
    /// `ft`, 304.8 mm.
    Feet,
    /// A pixel, 1/96 of an inch.
    Pixels,
}

impl Units {
    const ALL: [Units; 6] =
        [Units::Millimeters, Units::Centimeters, Units::Meters, Units::Inches, Units::Feet, Units::Pixels];

    /// Parses the abbreviation, exactly as `as_str` writes it.
    pub fn parse(text: &str) -> Option<Units> {
        Units::ALL.into_iter().find(|units| units.as_str() == text)
    }

    /// Returns the abbreviation, such as `mm`.
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

    /// Returns the length of one unit in millimetres.
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

    /// Returns the length of one unit in inches.
    pub(crate) fn in_inches(self) -> f64 {
        match self {
            // Exactly, so that feet have no fraction.
            Units::Feet => 12.0,
            _ => self.in_millimeters() / Units::Inches.in_millimeters(),
        }
    }
}
