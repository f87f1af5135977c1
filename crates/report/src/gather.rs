//! The lines of a drawing by what they are for.

use std::collections::BTreeMap;

use scenewright_geometry::{Affine, Shape, Wire};
use scenewright_scene::{Attribute, Scene, Visit};

use super::settings::{Role, Settings, key};

/// One line that a tool follows, in the order of the drawing.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    pub wire: Wire,
    /// The index of its layer.
    pub layer: usize,
    /// The index of the instance that it is in, the innermost one that is listed.
    pub instance: Option<usize>,
    /// The name of the entity.
    pub name: String,
}

/// An instance of a block that stands in the drawing itself.
#[derive(Clone, Debug)]
pub(crate) struct Listed {
    pub block: String,
    pub attributes: Vec<Attribute>,
}

/// A layer with lines.
#[derive(Clone, Debug)]
pub(crate) struct Layer {
    pub name: String,
    pub role: Role,
    /// True where a file or the name says what its lines are for.
    pub is_known: bool,
}

/// The facts that are gathered from a drawing.
#[derive(Clone, Debug, Default)]
pub(crate) struct Gathered {
    pub layers: Vec<Layer>,
    pub lines: Vec<Line>,
    pub instances: Vec<Listed>,
    /// The sheets: the name of the entity, and its closed lines.
    pub sheets: Vec<(Option<String>, Vec<Wire>)>,
}

/// The layer of a drawing that names none.
const DEFAULT_LAYER: &str = "0";

/// Collects what is seen. Dimensions, notes and hatches are no part of what is made.
pub(crate) fn gather(scene: &Scene, settings: &Settings) -> Gathered {
    let mut found = Gathered::default();
    let mut layers: BTreeMap<String, usize> = BTreeMap::new();
    let nested = nested_sheets(scene);
    // The names of the groups around, and what is left out with them.
    let mut around: Vec<Around> = Vec::new();
    for visit in scene.walk_back_to_front() {
        let outer = around.last().copied().unwrap_or_default();
        match visit {
            Visit::GroupStart { name, annotation, block, .. } => {
                let mut inner = outer;
                inner.is_left_out |= annotation.is_some();
                inner.is_sheet |= nested.iter().any(|(sheet, _)| sheet.as_deref() == Some(name));
                if let Some(block) = block
                    // Only the outermost instance is a part that is ordered; blocks inside of it are how it is
                    // drawn.
                    && outer.instance.is_none()
                    && !inner.is_left_out
                {
                    inner.instance = Some(found.instances.len());
                    found.instances.push(Listed {
                        block: block.block.to_owned(),
                        attributes: block.instance.attributes().to_vec(),
                    });
                }
                around.push(inner);
            }
            Visit::GroupEnd { .. } => {
                around.pop();
            }
            Visit::Leaf(leaf) => {
                let is_sheet =
                    outer.is_sheet || nested.iter().any(|(sheet, _)| sheet.as_deref() == Some(leaf.name));
                if outer.is_left_out || is_sheet {
                    continue;
                }
                let layer = *layers.entry(key(leaf.layer)).or_insert_with(|| {
                    let (role, is_known) = role_of(leaf.layer, settings);
                    found.layers.push(Layer { name: leaf.layer.to_owned(), role, is_known });
                    found.layers.len() - 1
                });
                let wires = Wire::all_of(leaf.shape, &leaf.world);
                // A sheet is what parts are cut from. Its outline is not followed.
                if found.layers[layer].role == Role::Sheet {
                    found.sheets.push((Some(leaf.name.to_owned()), closed(wires)));
                    continue;
                }
                found.lines.extend(wires.into_iter().map(|wire| Line {
                    wire,
                    layer,
                    instance: outer.instance,
                    name: leaf.name.to_owned(),
                }));
            }
        }
    }
    // After those that are drawn, as their outlines may be entities on any layer.
    found.sheets.extend(nested);
    let is_used = |layer: usize| found.lines.iter().any(|line| line.layer == layer);
    let has_cut =
        (0..found.layers.len()).any(|layer| found.layers[layer].role == Role::Cut && is_used(layer));
    // Shapes on the default layer are cut, unless a used layer is for cutting.
    for layer in &mut found.layers {
        if !layer.is_known && key(&layer.name) == DEFAULT_LAYER {
            layer.role = if has_cut { Role::Nothing } else { Role::Cut };
            layer.is_known = !has_cut;
        }
    }
    found
}

#[derive(Clone, Copy, Default)]
struct Around {
    is_left_out: bool,
    is_sheet: bool,
    instance: Option<usize>,
}

fn role_of(layer: &str, settings: &Settings) -> (Role, bool) {
    let own = settings.layers.get(&key(layer)).and_then(|layer| layer.role);
    // A layer that happens to be named `none` has no role by that; only a file can take a layer out.
    match own.or_else(|| Role::named(&key(layer)).filter(|role| *role != Role::Nothing)) {
        Some(role) => (role, true),
        None => (Role::Nothing, false),
    }
}

/// Returns the sheets that parts were laid out on, with their outlines.
fn nested_sheets(scene: &Scene) -> Vec<(Option<String>, Vec<Wire>)> {
    let mut sheets: Vec<(Option<String>, Vec<Wire>)> = Vec::new();
    for sheet in &scene.declarations().sheets {
        if let Some(name) = &sheet.name {
            // Parts of several calls of nest may lie on one sheet.
            let is_new = sheets.iter().all(|(known, _)| known.as_ref() != Some(name));
            if let Ok(shapes) = scene.world_shapes(name)
                && is_new
            {
                let wires = shapes.iter().flat_map(|(shape, place)| Wire::all_of(shape, place)).collect();
                let wires = closed(wires);
                if !wires.is_empty() {
                    sheets.push((Some(name.clone()), wires));
                }
            }
            continue;
        }
        let [width, height] = [sheet.max[0] - sheet.min[0], sheet.max[1] - sheet.min[1]];
        let center = [sheet.min[0] + 0.5 * width, sheet.min[1] + 0.5 * height];
        if let Ok(shape) = Shape::rect(center[0], center[1], width, height) {
            let wires = Wire::all_of(&shape, &Affine::IDENTITY);
            if sheets.iter().all(|(name, known)| name.is_some() || *known != wires) {
                sheets.push((None, wires));
            }
        }
    }
    sheets
}

fn closed(wires: Vec<Wire>) -> Vec<Wire> {
    wires
        .into_iter()
        .filter_map(|wire| if wire.is_closed() { Some(wire) } else { wire.closed_end(0.0) })
        .collect()
}
