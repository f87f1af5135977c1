//! Layers as the file of a scene spells them.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use scenewright_scene::{Color, Layer, Linetype, Number};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LayerDescription {
    pub name: String,
    color: Option<[Number; 4]>,
    linetype: Linetype,
    lineweight: Option<Number>,
    visible: bool,
    locked: bool,
}

impl LayerDescription {
    pub(crate) fn of((name, layer): (&Arc<str>, &Layer)) -> Self {
        LayerDescription {
            name: name.to_string(),
            color: layer.color.map(|color| color.to_array().map(Number)),
            linetype: layer.linetype,
            lineweight: layer.lineweight.map(Number),
            visible: layer.visible,
            locked: layer.locked,
        }
    }

    pub(crate) fn to_layer(&self) -> Layer {
        Layer {
            color: self.color.map(|[r, g, b, a]| Color { r: r.0, g: g.0, b: b.0, a: a.0 }),
            linetype: self.linetype,
            lineweight: self.lineweight.map(|weight| weight.0),
            visible: self.visible,
            locked: self.locked,
        }
    }
}
