//! The purpose of a drawing: its limits, and the meaning of its layers.

use std::borrow::Cow;
use std::collections::BTreeMap;

use scenewright_error::{Error, Kind, Result, near_name, quote_name};

/// The use of a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Profile {
    /// A sheet for a laser cutter.
    Laser,
    /// A sheet for a router or mill.
    Cnc,
    /// A page for a printer.
    Print,
    /// A technical drawing.
    Drawing,
}

/// The limits of the rules, in millimetres on the material; `line` and `text` on paper.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// The distance between ends from which a contour counts as open.
    pub gap: f64,
    /// The length below which an edge is too short to be intended.
    pub edge: f64,
    /// The narrowest strip of material that holds, and is reported still.
    pub web: f64,
    /// The smallest hole that can be made, and is reported still.
    pub hole: f64,
    /// The smallest inner radius that the tool reaches, and is reported still.
    pub radius: f64,
    /// The width of the cut: contours that are nearer cut into each other.
    pub kerf: f64,
    /// The thinnest line that is reported.
    pub line: f64,
    /// The greatest height of capital letters on paper that is reported.
    pub text: f64,
    /// The lowest contrast with the background, from 1 (invisible) to 21.
    pub contrast: f64,
    /// The size from which a plate fits no machine.
    pub plate: f64,
}

/// The meaning of a layer for a machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum LayerUse {
    Cut,
    /// Engraved or scored: lines may be open and may cross.
    Mark,
    Sheet,
    /// Unknown to machines.
    Unknown,
}

/// The settings of one check.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The use of the drawing.
    pub profile: Profile,
    /// The limits.
    pub limits: Limits,
    /// The meaning of layers with names of their own, by lower-case name: `cut`, `engrave`, `score` or `sheet`.
    pub layers: BTreeMap<String, String>,
    /// The rules that are not applied.
    pub ignored: Vec<String>,
}

/// The profiles by name.
pub const PROFILES: [(&str, Profile); 4] = [
    ("laser", Profile::Laser),
    ("cnc", Profile::Cnc),
    ("print", Profile::Print),
    ("drawing", Profile::Drawing),
];

/// The names of the limits with their descriptions, in the order of the fields.
pub const LIMITS: [(&str, &str); 12] = [
    ("gap", "ends of a contour this far apart leave it open"),
    ("edge", "edges up to this length are too short to be meant"),
    ("web", "strips of material up to this width break"),
    ("hole", "holes up to this diameter cannot be made"),
    ("radius", "inner radii up to this one are out of the tool's reach"),
    ("kerf", "contours nearer than this cut into each other"),
    ("line", "lines up to this width on paper do not print"),
    ("text", "texts with capitals up to this height on paper cannot be read"),
    ("contrast", "colours with less contrast to what is behind cannot be read"),
    ("plate", "a drawing of this size has the wrong unit"),
    ("tool", "the diameter of the tool: sets hole, radius and kerf"),
    ("thickness", "the thickness of the material: holes below it are reported"),
];

/// Ends that are nearer are joined: files keep two or three decimals of a millimetre. A cutter does not notice.
const JOINED: f64 = 0.05;

/// A length below this, in millimetres, counts as none: no file has so many decimals.
pub(crate) const NO_SIZE: f64 = 5e-4;

/// The distance above which two contours do not touch but leave material between them: nearer ends would be joined ([`JOINED`]).
pub(crate) const TOUCHING: f64 = 0.05;

/// The error of a length in millimetres that a file in inches keeps with five decimals: a measure that misses its limit by less
/// meets it.
pub(crate) const ROUNDING: f64 = 2.5e-4;

impl Profile {
    /// Returns the profile of a name.
    pub fn named(name: &str) -> Result<Profile> {
        let found = PROFILES.iter().find(|(own, _)| own.eq_ignore_ascii_case(name));
        found.map(|(_, profile)| *profile).ok_or_else(|| {
            let message = format!(
                "there is no profile \"{}\"; known are laser, cnc, print and drawing",
                quote_name(name)
            );
            Error::new(Kind::InvalidInput, message)
        })
    }

    /// Returns the name.
    pub fn name(self) -> &'static str {
        PROFILES.iter().find(|(_, profile)| *profile == self).map_or("", |(name, _)| name)
    }

    pub(crate) fn is_cutting(self) -> bool {
        matches!(self, Profile::Laser | Profile::Cnc)
    }

    /// Returns the default limits.
    pub fn limits(self) -> Limits {
        // A router's finest usual tool has 0.8 mm; a laser's cut is 0.1 to 0.2 mm wide.
        let (hole, radius, kerf) = if self == Profile::Cnc { (0.8, 0.4, 0.8) } else { (0.3, 0.0, 0.2) };
        Limits {
            gap: JOINED,
            edge: 0.01,
            web: 0.5,
            hole,
            radius,
            kerf,
            line: if self == Profile::Print { 0.05 } else { 0.02 },
            // The smallest letters of ISO 3098 are 1.8 mm high, and those of printed leaflets 1.2 mm.
            text: 1.0,
            contrast: 1.5,
            // The longest beds of routers are half of it.
            plate: 15_000.0,
        }
    }
}

impl Limits {
    /// Sets a limit by its name.
    pub fn set(&mut self, name: &str, value: f64) -> Result<()> {
        if !value.is_finite() || value < 0.0 {
            let message = format!("the limit {} must be a number from 0, in millimetres", quote_name(name));
            return Err(Error::new(Kind::InvalidInput, message));
        }
        match name {
            "gap" => self.gap = value,
            "edge" => self.edge = value,
            "web" => self.web = value,
            "hole" => self.hole = value,
            "radius" => self.radius = value,
            "kerf" => self.kerf = value,
            "line" => self.line = value,
            "text" => self.text = value,
            "contrast" => self.contrast = value,
            "plate" => self.plate = value,
            "tool" => (self.hole, self.radius, self.kerf) = (value, 0.5 * value, value),
            // A hole as wide as the sheet is thick still comes out.
            "thickness" => self.hole = self.hole.max(value - 2.0 * ROUNDING),
            _ => {
                let near = near_name(name, LIMITS.iter().map(|(known, _)| *known));
                let help = near.map_or_else(
                    || "known are gap, edge, web, hole, radius, kerf, line, text, contrast, plate, tool and thickness".to_owned(),
                    |near| format!("did you mean {near}?"),
                );
                let message = format!("there is no limit \"{}\"; {help}", quote_name(name));
                return Err(Error::new(Kind::InvalidInput, message));
            }
        }
        Ok(())
    }
}

impl Settings {
    /// Returns the default settings of a profile.
    pub fn new(profile: Profile) -> Settings {
        Settings { profile, limits: profile.limits(), layers: BTreeMap::new(), ignored: Vec::new() }
    }

    pub(crate) fn layer_use(&self, layer: &str) -> LayerUse {
        let layer = layer.trim();
        let is_lower = layer.bytes().all(|byte| byte.is_ascii() && !byte.is_ascii_uppercase());
        // Most layers are in small letters, and this is asked for each item.
        let lower = if is_lower { Cow::Borrowed(layer) } else { Cow::Owned(layer.to_lowercase()) };
        let meaning = self.layers.get(lower.as_ref()).map_or(lower.as_ref(), String::as_str);
        match meaning {
            "cut" | "0" => LayerUse::Cut,
            "engrave" | "score" => LayerUse::Mark,
            "sheet" => LayerUse::Sheet,
            _ => LayerUse::Unknown,
        }
    }
}
