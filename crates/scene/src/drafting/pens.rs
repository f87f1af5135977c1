//! The pens of layers: colour, line weight and line type of what was given no stroke of its own.
//!
//! Line weights and line types are measured on paper. The drawing scale says how much larger the drawing is.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::drafting::color::Color;
use crate::drafting::layer::Layer;
use crate::drafting::style::{Stroke, Style};

/// The fine pen of ISO 128, which is the default of DXF too, in millimetres on paper.
pub(crate) const FINE_PEN: f64 = 0.25;

/// The pen for line weight 0, the thinnest there is.
const MIN_PEN: f64 = 0.05;

/// The pen of every layer, as strokes in the scene's unit.
#[derive(Clone, Debug, PartialEq)]
pub struct Pens {
    /// The pen of layers without properties.
    plain: Stroke,
    layers: BTreeMap<Arc<str>, Stroke>,
}

impl Pens {
    /// Makes the pens for lengths of the scene that stand for a millimetre of line weight, and of line type.
    pub(crate) fn of_layers(layers: &BTreeMap<Arc<str>, Layer>, weight: f64, dash: f64) -> Pens {
        let pen = |layer: &Layer| {
            let width = layer.lineweight.unwrap_or(FINE_PEN).max(MIN_PEN);
            let pattern = layer.linetype.pattern().iter();
            Stroke {
                // A dot is as long as it is wide.
                dash: pattern.map(|mm| if *mm == 0.0 { width * weight } else { mm.abs() * dash }).collect(),
                ..Stroke::solid(layer.color.unwrap_or(Color::BLACK), width * weight)
            }
        };
        Pens {
            plain: pen(&Layer::default()),
            layers: layers.iter().map(|(name, layer)| (name.clone(), pen(layer))).collect(),
        }
    }

    /// Returns the pen of a layer; a layer without properties has the fine one, in black.
    pub fn of(&self, layer: &str) -> &Stroke {
        self.layers.get(layer).unwrap_or(&self.plain)
    }

    /// Returns the stroke of something of that style on a layer.
    pub fn stroke<'a>(&'a self, layer: &str, style: &Style<'a>) -> Option<&'a Stroke> {
        if style.stroke_by_layer { Some(self.of(layer)) } else { style.stroke }
    }
}
