//! The report as data, which is also its JSON.

use serde::Serialize;
use serde_json::{Map, Value};

/// The report of a drawing: the material and the work that it takes.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// The units of all numbers.
    pub units: Units,
    /// The instances of blocks, counted by block and attributes.
    pub parts: Vec<PartRow>,
    /// The layers with lines, grouped by process, in the order of the work.
    pub layers: Vec<LayerRow>,
    /// The same by process.
    pub processes: Vec<ProcessRow>,
    /// The areas that are cut out, by material and thickness.
    pub materials: Vec<MaterialRow>,
    /// The sheets, with the share of each that its parts take.
    pub sheets: Vec<SheetRow>,
    /// The costs; absent without rates.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<Cost>,
    /// The sums.
    pub totals: Totals,
    /// The values that a number needs and that are given nowhere.
    pub missing: Vec<Missing>,
}

/// The units of the numbers of a report.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Units {
    /// The unit of lengths and thicknesses, which is the drawing's.
    pub length: &'static str,
    /// The unit of areas.
    pub area: String,
    /// The unit of masses.
    pub mass: &'static str,
    /// The unit of times.
    pub time: &'static str,
    /// The currency of the rates; absent without rates.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub currency: Option<String>,
}

/// Instances of one block with the same attributes. Lengths, areas and masses are sums over all of them.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PartRow {
    /// The name of the block.
    pub block: String,
    /// The values of its attributes by their tags.
    pub attributes: Map<String, Value>,
    /// The number of instances.
    pub count: usize,
    /// The length that is cut.
    pub cut_length: f64,
    /// The area within its outlines, without the holes.
    pub area: f64,
    /// The material.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub material: Option<String>,
    /// The thickness.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thickness: Option<f64>,
    /// The mass.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mass: Option<f64>,
}

/// The lines of one layer.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LayerRow {
    /// The name of the layer.
    pub layer: String,
    /// `cut`, `engrave`, `score`, or `none` for a layer that no machine follows.
    pub process: &'static str,
    /// The material of the layer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub material: Option<String>,
    /// The thickness of the layer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thickness: Option<f64>,
    /// The number of paths.
    pub paths: usize,
    /// The length that the tool works.
    pub cut_length: f64,
    /// The number of times that the tool begins.
    pub pierces: usize,
    /// The length of the ways to the paths.
    pub rapid_length: f64,
    /// The times; absent where a rate is missing.
    #[serde(flatten)]
    pub times: Times,
}

/// The time of some paths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Times {
    /// The time along the paths.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cut_time: Option<f64>,
    /// The time of the pierces.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pierce_time: Option<f64>,
    /// The time of the ways between.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rapid_time: Option<f64>,
    /// The sum of the three.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<f64>,
}

/// The lines of one process.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ProcessRow {
    /// `cut`, `engrave` or `score`.
    pub process: &'static str,
    /// The number of paths.
    pub paths: usize,
    /// The length that the tool works.
    pub cut_length: f64,
    /// The number of times that the tool begins.
    pub pierces: usize,
    /// The length of the ways to the paths.
    pub rapid_length: f64,
    /// The time of all layers; absent if the time of one of them is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<f64>,
}

/// The areas that are cut out of one material of one thickness.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MaterialRow {
    /// The material; absent where nothing names it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub material: Option<String>,
    /// The thickness; absent where nothing gives it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thickness: Option<f64>,
    /// The number of outlines.
    pub outlines: usize,
    /// The number of holes in them.
    pub holes: usize,
    /// The area within the outlines, without the holes.
    pub area: f64,
    /// The mass; absent where the material, its density or the thickness is missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mass: Option<f64>,
}

/// A sheet that parts lie on.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SheetRow {
    /// The name of the entity; absent for a sheet that is only a size.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The width of its box.
    pub width: f64,
    /// The height of its box.
    pub height: f64,
    /// The area of the sheet.
    pub area: f64,
    /// The number of outlines on it.
    pub outlines: usize,
    /// The area of the parts on it.
    pub used_area: f64,
    /// The share that the parts take, from 0 to 1.
    pub used: f64,
}

/// The costs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Cost {
    /// The currency, as the rates name it.
    pub currency: String,
    /// The costs one by one.
    pub lines: Vec<CostLine>,
    /// The sum of the lines.
    pub total: f64,
    /// False where a number that a rate needs is missing, so that the total is too small.
    pub complete: bool,
}

/// One thing that is charged.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CostLine {
    /// The purpose of the cost, such as `cut: machine time`.
    pub item: String,
    /// The quantity, in `unit`.
    pub quantity: f64,
    /// The unit of the quantity.
    pub unit: &'static str,
    /// The price of one unit.
    pub rate: f64,
    /// Quantity times rate.
    pub amount: f64,
}

/// The sums of a report.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Totals {
    /// The number of instances of blocks.
    pub parts: usize,
    /// The length that the tool works.
    pub cut_length: f64,
    /// The number of times that the tool begins.
    pub pierces: usize,
    /// The length of the ways between the paths.
    pub rapid_length: f64,
    /// The time of all processes; absent if the time of one of them is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<f64>,
    /// The area that is cut out.
    pub area: f64,
    /// The mass of all materials; absent if the mass of one of them is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mass: Option<f64>,
    /// The share that the parts take of all sheets with parts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sheet_use: Option<f64>,
    /// The costs; absent without rates and where they are not complete.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<f64>,
}

/// A value that a number needs and that is given nowhere.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Missing {
    /// The kind of the missing value: `rates`, `process`, `speed`, `rapidSpeed`, `pierceTime`, `material`, `thickness`, `density`
    /// or `area`.
    pub what: &'static str,
    /// The layer, process or material that lacks the value, such as `layer cut` or `material S235`.
    pub of: String,
    /// A sentence with the place where it can be given.
    pub message: String,
}

impl Missing {
    /// Returns true for what a section shows less of for it; without a section, for everything.
    pub fn is_of(&self, section: Option<&str>) -> bool {
        match section {
            Some("sheets") => false,
            Some("layers") => {
                matches!(self.what, "rates" | "process" | "speed" | "rapidSpeed" | "pierceTime")
            }
            Some("parts" | "materials") => matches!(self.what, "material" | "thickness" | "density" | "area"),
            _ => true,
        }
    }
}
