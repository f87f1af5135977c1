//! The tables that entities refer to by name: layers, line types, text styles.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use acadrust::document::CadDocument;
use acadrust::tables::{Layer as DxfLayer, LineType, LineTypeElement, TableEntry, TextStyle};
use acadrust::types::{Color as DxfColor, LineWeight};

use super::names::{legal_name, name_record};
use scenewright_scene::{Color, Layer, Linetype, Stroke, Units};

/// The weights that DXF allows, in hundredths of a millimetre.
const WEIGHTS: [i16; 24] =
    [0, 5, 9, 13, 15, 18, 20, 25, 30, 35, 40, 50, 53, 60, 70, 80, 90, 100, 106, 120, 140, 158, 200, 211];

/// The most dashes and gaps in a line type.
const MAX_ELEMENTS: usize = 12;

/// The tables, which map names of the scene to those in the file, with entries made on demand.
pub(super) struct Tables {
    pub units: Units,
    layers: BTreeMap<Arc<str>, String>,
    /// The names of line types, by the bits of their lengths in the file.
    linetypes: BTreeMap<Vec<u64>, String>,
    styles: BTreeMap<String, String>,
}

impl Tables {
    /// Writes the layers and their line types.
    pub fn new(document: &mut CadDocument, units: Units, layers: &BTreeMap<Arc<str>, Layer>) -> Tables {
        let mut names = BTreeMap::new();
        // The first layer of every DXF file keeps its name.
        let mut taken = BTreeSet::from(["0".to_owned()]);
        for (name, layer) in layers {
            let legal = if &**name == "0" { "0".to_owned() } else { legal_name(name, &mut taken) };
            let mut entry = document.layers.get(&legal).cloned().unwrap_or_else(|| DxfLayer::new(&legal));
            entry.color = layer.color.map_or(DxfColor::WHITE, dxf_color);
            entry.line_type = linetype(document, layer.linetype, units);
            entry.line_weight = layer.lineweight.map_or(LineWeight::Default, |width| weight(width, units));
            entry.flags.off = !layer.visible;
            entry.flags.locked = layer.locked;
            if entry.handle.is_null() {
                entry.set_handle(document.allocate_handle());
            }
            if legal != **name {
                document.set_object_xdata_record(entry.handle, name_record(name));
            }
            document.layers.add_or_replace(entry);
            names.insert(name.clone(), legal);
        }
        Tables { units, layers: names, linetypes: BTreeMap::new(), styles: BTreeMap::new() }
    }

    pub fn layer(&self, name: &str) -> String {
        self.layers.get(name).cloned().unwrap_or_else(|| "0".to_owned())
    }

    /// Returns the line type of a dash pattern of its own; a solid line has that of its layer.
    pub fn dashes(&mut self, document: &mut CadDocument, stroke: &Stroke) -> Option<String> {
        let elements = elements(&stroke.dash);
        if elements.is_empty() {
            return (!stroke.dash.is_empty()).then(|| "Continuous".to_owned());
        }
        let key: Vec<u64> = elements.iter().map(|length| length.to_bits()).collect();
        let next = format!("SCENEWRIGHT_{}", self.linetypes.len() + 1);
        let name = self.linetypes.entry(key).or_insert_with(|| {
            add_linetype(document, &next, "dashes of the scene", &elements);
            next
        });
        Some(name.clone())
    }

    /// Returns the text style for a font; without a name, for the built-in one.
    pub fn text_style(&mut self, document: &mut CadDocument, font: Option<&str>) -> String {
        // The built-in font has the widths of Arial, which every system has or replaces.
        let font = font.unwrap_or("Arial");
        if let Some(name) = self.styles.get(font) {
            return name.clone();
        }
        let mut taken: BTreeSet<String> = self.styles.values().map(|name| name.to_lowercase()).collect();
        taken.insert("standard".to_owned());
        let name = legal_name(font, &mut taken);
        let mut style = TextStyle::new(&name);
        if font == "Arial" {
            style.font_file = "arial.ttf".to_owned();
        } else {
            style.font_file = String::new();
            style.true_type_font = super::names::one_line(font);
        }
        style.set_handle(document.allocate_handle());
        document.text_styles.add_or_replace(style);
        self.styles.insert(font.to_owned(), name.clone());
        name
    }
}

/// Returns the colour without its alpha, which is the entity's transparency.
pub(super) fn dxf_color(color: Color) -> DxfColor {
    let [r, g, b] = [color.r, color.g, color.b].map(|part| (part * 255.0).round() as u8);
    DxfColor::from_rgb(r, g, b)
}

/// Returns the nearest weight that DXF allows.
pub(super) fn weight(width: f64, units: Units) -> LineWeight {
    let hundredths = width * units.in_millimeters() * 100.0;
    let distance = |weight: &i16| (f64::from(*weight) - hundredths).abs();
    let nearest = WEIGHTS.into_iter().min_by(|one, other| distance(one).total_cmp(&distance(other)));
    LineWeight::Value(nearest.unwrap_or(0))
}

/// Returns the line type of a layer, by the patterns that acad.lin has, in inches.
fn linetype(document: &mut CadDocument, linetype: Linetype, units: Units) -> String {
    let (name, words, inches): (&str, &str, &[f64]) = match linetype {
        Linetype::Continuous => return "Continuous".to_owned(),
        Linetype::Dashed => ("DASHED", "__ __ __", &[0.5, -0.25]),
        Linetype::Dotted => ("DOT", ". . .", &[0.0, -0.25]),
        Linetype::Dashdot => ("DASHDOT", "__ . __", &[0.5, -0.25, 0.0, -0.25]),
        Linetype::Center => ("CENTER", "____ _ ____", &[1.25, -0.25, 0.25, -0.25]),
        Linetype::Hidden => ("HIDDEN", "_ _ _", &[0.25, -0.125]),
        Linetype::Phantom => ("PHANTOM", "____ _ _ ____", &[1.25, -0.25, 0.25, -0.25, 0.25, -0.25]),
    };
    if !document.line_types.contains(name) {
        let inch = 25.4 / units.in_millimeters();
        let lengths: Vec<f64> = inches.iter().map(|length| length * inch).collect();
        add_linetype(document, name, words, &lengths);
    }
    name.to_owned()
}

/// Adds a line type: dashes are lengths greater than zero, dots zeros, gaps lengths less than zero.
fn add_linetype(document: &mut CadDocument, name: &str, words: &str, lengths: &[f64]) {
    let mut linetype = LineType::new(name);
    linetype.description = words.to_owned();
    linetype.pattern_length = lengths.iter().map(|length| length.abs()).sum();
    linetype.elements =
        lengths.iter().map(|length| LineTypeElement { length: *length, complex: None }).collect();
    linetype.set_handle(document.allocate_handle());
    document.line_types.add_or_replace(linetype);
}

/// Converts a dash array into the elements of a line type: dashes and gaps by turns, and nothing for a solid line.
///
/// An array of odd length counts twice, as in SVG. One that is too long for a line type becomes a dash and a gap of its
/// mean lengths.
pub(super) fn elements(dash: &[f64]) -> Vec<f64> {
    let rounds = if dash.len() % 2 == 1 { 2 } else { 1 };
    let mut elements: Vec<f64> = Vec::with_capacity(dash.len() * rounds);
    for (index, length) in dash.iter().cycle().take(dash.len() * rounds).enumerate() {
        let is_dash = index % 2 == 0;
        match elements.last_mut() {
            // Without a gap between them, two dashes are one; and the other way round.
            Some(last) if is_dash && *last >= 0.0 => *last += length,
            Some(last) if !is_dash && *last < 0.0 => *last -= length,
            _ if !is_dash && *length == 0.0 => {}
            _ => elements.push(if is_dash { *length } else { -length }),
        }
    }
    if elements.len() > 1 && elements.len() % 2 == 1 {
        // The last dash runs on into the first.
        let last = elements.pop().unwrap_or(0.0);
        elements[0] += last;
    }
    if !elements.iter().any(|length| *length < 0.0) {
        return Vec::new();
    }
    if elements.len() > MAX_ELEMENTS {
        let pairs = elements.len() as f64 * 0.5;
        let (dashes, gaps): (Vec<f64>, Vec<f64>) = elements.iter().partition(|length| **length >= 0.0);
        return vec![dashes.iter().sum::<f64>() / pairs, gaps.iter().sum::<f64>() / pairs];
    }
    elements
}
