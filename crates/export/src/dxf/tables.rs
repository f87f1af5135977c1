//! The tables that entities refer to by name: layers, line types, text styles.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use acadrust::document::CadDocument;
use acadrust::tables::{Layer as DxfLayer, LineType, LineTypeElement, TableEntry, TextStyle};
use acadrust::types::{Color as DxfColor, LineWeight};

use super::names::{legal_name, name_record};
use scenewright_scene::typeset::StrokeFont;
use scenewright_scene::{Color, Layer, Linetype, Stroke, Units, nearest_lineweight};

/// The most dashes and gaps in a line type that AutoCAD takes.
const MAX_ELEMENTS: usize = 12;

/// The tables, which map names of the scene to those in the file, with entries made on demand.
pub(super) struct Tables {
    units: Units,
    /// The drawing scale, by which readers multiply all line types.
    scale: f64,
    layers: BTreeMap<Arc<str>, String>,
    /// The layers whose line type is not continuous.
    patterned: BTreeSet<Arc<str>>,
    /// The names of line types, by the bits of their lengths in the file.
    linetypes: BTreeMap<Vec<u64>, String>,
    styles: BTreeMap<String, String>,
}

impl Tables {
    /// Writes the layers and their line types.
    pub(super) fn new(
        document: &mut CadDocument,
        units: Units,
        scale: f64,
        layers: &BTreeMap<Arc<str>, Layer>,
    ) -> Tables {
        let mut names = BTreeMap::new();
        // The first layer of every DXF file keeps its name.
        let mut taken = BTreeSet::from(["0".to_owned()]);
        for (name, layer) in layers {
            let legal = if &**name == "0" { "0".to_owned() } else { legal_name(name, &mut taken) };
            let mut entry = document.layers.get(&legal).cloned().unwrap_or_else(|| DxfLayer::new(&legal));
            entry.color = dxf_color(layer.color.unwrap_or(Color::BLACK));
            entry.line_type = linetype(document, layer.linetype, units);
            entry.line_weight = layer
                .lineweight
                .map_or(LineWeight::Default, |weight| LineWeight::Value(nearest_lineweight(weight)));
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
        let is_patterned = |(_, layer): &(&Arc<str>, &Layer)| layer.linetype != Linetype::Continuous;
        let patterned = layers.iter().filter(is_patterned).map(|(name, _)| name.clone()).collect();
        let (linetypes, styles) = (BTreeMap::new(), BTreeMap::new());
        Tables { units, scale, layers: names, patterned, linetypes, styles }
    }

    pub(super) fn layer(&self, name: &str) -> String {
        self.layers.get(name).cloned().unwrap_or_else(|| "0".to_owned())
    }

    /// Returns the line type of a solid line on a layer: the layer's own if that is solid.
    pub(super) fn solid(&self, layer: &str) -> String {
        if self.patterned.contains(layer) { "Continuous".to_owned() } else { String::new() }
    }

    /// Returns the nearest line weight for a width in the drawing.
    pub(super) fn weight(&self, width: f64) -> LineWeight {
        LineWeight::Value(nearest_lineweight(width * self.units.in_millimeters() / self.scale))
    }

    /// Returns the line type of a stroke of its own on a layer.
    pub(super) fn dashes(&mut self, document: &mut CadDocument, stroke: &Stroke, layer: &str) -> String {
        let elements: Vec<f64> =
            elements(&stroke.dash).into_iter().map(|length| length / self.scale).collect();
        if elements.is_empty() {
            return self.solid(layer);
        }
        let key: Vec<u64> = elements.iter().map(|length| length.to_bits()).collect();
        let next = format!("SCENEWRIGHT_{}", self.linetypes.len() + 1);
        let name = self.linetypes.entry(key).or_insert_with(|| {
            add_linetype(document, &next, "dashes of the scene", &elements);
            next
        });
        name.clone()
    }

    /// Returns the text style for a font; without a name, for the built-in one.
    pub(super) fn text_style(&mut self, document: &mut CadDocument, font: Option<&str>) -> String {
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
        } else if let Some(font) = StrokeFont::named(font) {
            // Single-line fonts have a counterpart among AutoCAD's shape fonts.
            style.font_file = font.shape_file().to_owned();
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

/// The index of the colour that is black on a light ground and white on a dark one.
const BLACK: u8 = 7;

/// Returns the colour without its alpha, which is the entity's transparency.
pub(super) fn dxf_color(color: Color) -> DxfColor {
    match [color.r, color.g, color.b].map(|part| (part * 255.0).round() as u8) {
        [0, 0, 0] => DxfColor::Index(BLACK),
        [r, g, b] => DxfColor::from_rgb(r, g, b),
    }
}

/// Returns the line type of a layer, in the lengths that it has on paper.
fn linetype(document: &mut CadDocument, linetype: Linetype, units: Units) -> String {
    let (name, words) = match linetype {
        Linetype::Continuous => return "Continuous".to_owned(),
        Linetype::Dashed => ("DASHED", "__ __ __"),
        Linetype::Dotted => ("DOT", ". . ."),
        Linetype::Dashdot => ("DASHDOT", "__ . __"),
        Linetype::Center => ("CENTER", "____ _ ____"),
        Linetype::Hidden => ("HIDDEN", "_ _ _"),
        Linetype::Phantom => ("PHANTOM", "____ _ _ ____"),
    };
    if !document.line_types.contains(name) {
        let millimeter = 1.0 / units.in_millimeters();
        let lengths: Vec<f64> = linetype.pattern().iter().map(|length| length * millimeter).collect();
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
    // An odd number of lengths changes dashes and gaps in the second round, as in SVG.
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
    // Without a gap, the line is solid.
    if !elements.iter().any(|length| *length < 0.0) {
        return Vec::new();
    }
    // A line type has twelve elements at most: the mean dash and gap keep the look.
    if elements.len() > MAX_ELEMENTS {
        let pairs = elements.len() as f64 * 0.5;
        let (dashes, gaps): (Vec<f64>, Vec<f64>) = elements.iter().partition(|length| **length >= 0.0);
        return vec![dashes.iter().sum::<f64>() / pairs, gaps.iter().sum::<f64>() / pairs];
    }
    elements
}
